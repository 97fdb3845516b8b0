"""A player's own deck as codes, so that it can be taken along to another table, or handed in for a league."""

import io

import segno

from companion.cards.deck_code import DeckCodeError, codes_of
from companion.games.command import SPECTATOR
from companion.referee.match.match import Match


def carried_codes(match: Match, viewer: str) -> tuple[str, ...]:
    """The codes of a viewer's own deck; none for who watches, and where there is no deck or it is too large.

    Args:
        match: The game.
        viewer: Whose deck.
    """
    if viewer == SPECTATOR:
        return ()
    game = match.record.game
    data = game.shelf.carried(match.record.setup, viewer)
    try:
        return codes_of(game.name, data) if data else ()
    except DeckCodeError:
        return ()


def qr_svg(text: str, side_mm: float | None = None) -> str:
    """A QR code as SVG, as large as there is room; or printed with a side of so many millimetres."""
    out, code = io.BytesIO(), segno.make_qr(text, error="l")
    size = {"omitsize": True} if side_mm is None else {"scale": side_mm / code.symbol_size(border=4)[0], "unit": "mm"}
    code.save(out, kind="svg", xmldecl=False, svgns=True, border=4, light="#fff", **size)
    return out.getvalue().decode()
