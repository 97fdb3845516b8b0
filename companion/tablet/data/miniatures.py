"""Whose models may come to the mat, and which miniature was shown to be whose. Knows nothing of Kivy.

A miniature stands on one base and is made for one card: what was shown once holds for every game with the same bases.
It is kept in a file of the user's; one that is lost costs showing them again.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import msgspec

from companion.cards import CardsError
from companion.documents import DocumentError, MissingDocumentError, decode_json, read_bytes
from companion.games.options import Chosen
from companion.games.shelf import Figure, Shelf
from companion.record.private_file import make_private_folder, write_private
from companion.referee.mat.models import Miniature, Models, RecordedPiece
from companion.texts import Language

log = logging.getLogger(__name__)

FILE = "miniatures.json"
SCHEMA = 1

MAX_BYTES = 16 << 20
"""Of what is known of all tables together."""


class BoundMiniature(msgspec.Struct, frozen=True):
    """What a base carries.

    Attributes:
        player: The seat whose it was when it was shown.
        card: Key of the card.
        owner: The player whom the table file names; empty for nobody's.
    """

    player: str
    card: str
    owner: str = ""


KnownBases = Mapping[str, BoundMiniature]
"""What the bases of one table file carry, by their ids."""


class _Kept(msgspec.Struct, frozen=True):
    schema: int
    tables: dict[str, dict[str, BoundMiniature]] = {}


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """One who may come to the mat.

    Attributes:
        thing: What its model has to be like; its id is no game's.
        names: What it is called, by language.
        copy: Which of several of the same card it is, from 1; 0 for the only one.
    """

    thing: RecordedPiece
    names: Mapping[str, str]
    copy: int = 0

    def name(self, language: Language) -> str:
        """What it is called."""
        plain = self.thing.card.rpartition("/")[2].replace("_", " ").title()
        called = self.names.get(language.value) or self.names.get("en") or plain
        return f"{called} ({self.copy})" if self.copy else called


def warband(seat: str, deck: str, shelf: Shelf, chosen: Chosen) -> tuple[RosterEntry, ...]:
    """All whom a player may bring to the mat, as far as they are known; nobody where the deck cannot be read.

    Args:
        seat: The player's.
        deck: One that comes with the game, or a file; empty in a game without decks.
        shelf: Of the game.
        chosen: For every option of the game.
    """
    try:
        brought = None if shelf.library is None else shelf.library.deck(deck)
    except (CardsError, OSError):
        return ()
    return tuple(_member(seat, each) for each in shelf.roster(brought, chosen))


def _member(seat: str, figure: Figure) -> RosterEntry:
    thing = RecordedPiece(f"{seat}/{figure.card}/{figure.copy}", seat, seat, figure.radius_mm, card=figure.card)
    return RosterEntry(thing, figure.names, figure.copy)


def recalled(known: KnownBases, things: Sequence[RecordedPiece]) -> Models:
    """The models of those who play, as far as they were shown before; first those of the same player."""
    found: dict[str, str] = {}
    for same_player in (True, False):
        for thing in things:
            free = (base for base in known if base not in found.values() and _fits(known[base], thing, same_player))
            base = found.get(thing.id) or next(free, "")
            if base:
                found[thing.id] = base
    return Models(MappingProxyType(found))


def _fits(one: BoundMiniature, thing: RecordedPiece, same_player: bool) -> bool:  # noqa: FBT001 (how strictly, not a switch)
    whose = one.player == thing.owner if same_player else one.owner in ("", thing.owner)
    return one.card == thing.card and whose


def shown_now(
    known: KnownBases, things: Sequence[RecordedPiece], models: Models, owners: Mapping[str, str]
) -> KnownBases:
    """What the bases carry after some were shown.

    Args:
        known: Before.
        things: Whose models were asked for.
        models: Those that are known now, by the same ids.
        owners: Whom the table file names for each base that was seen.
    """
    before = recalled(known, things).of.values()
    kept = {base: carried for base, carried in known.items() if base not in before}
    for thing in things:
        if base := models.base(thing.id):
            was = known.get(base)
            kept[base] = BoundMiniature(thing.owner, thing.card, owners.get(base, was.owner if was is not None else ""))
    return MappingProxyType(kept)


def for_game(things: Sequence[RecordedPiece], models: Models) -> Models:
    """Models as a game knows them: by what they were shown to be."""
    shown = {models.base(each.id): Miniature(each.owner, each.card) for each in things if models.base(each.id)}
    return Models(shown=MappingProxyType(shown))


def read_known(path: Path, table: str) -> KnownBases:
    """What is known of a table's bases; nothing if there is no file, or none that can be read.

    Args:
        path: The file.
        table: Which table.
    """
    return MappingProxyType(_read(path).get(table, {}))


def write_known(path: Path, table: str, known: KnownBases) -> None:
    """Keeps what is known of a table's bases; what cannot be written holds for this game all the same."""
    kept = _Kept(SCHEMA, {**_read(path), table: dict(known)})
    try:
        make_private_folder(path.parent)
        write_private(path, msgspec.json.format(msgspec.json.encode(kept), indent=2))
    except OSError:
        log.exception("miniatures_not_written")


def _read(path: Path) -> dict[str, dict[str, BoundMiniature]]:
    try:
        kept = decode_json(read_bytes(path, MAX_BYTES), _Kept)
    except MissingDocumentError:
        return {}
    except DocumentError as error:
        log.warning("miniatures_not_read path=%s error=%s", path, error)
        return {}
    return kept.tables if kept.schema == SCHEMA else {}
