"""What the game puts on the mat: the hexes with Deployment Zones and terrain, and creatures on them."""

from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.games.board import DropZone, Layout, Piece, Stock, Zone
from companion.games.command import Command
from companion.games.common import Correct
from companion.games.defaults.cell_board import CellBoard
from companion.games.display.board_view import PieceView
from companion.games.prompt import CommandSpec
from companion.games.warseer.model.card_kinds import Token
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import State
from companion.games.warseer.rules.creature.values import health
from companion.games.warseer.rules.field import field_of
from companion.geometry.grid import Cell
from companion.texts import Language

BASE_MM = 32.0
"""Diameter of creatures' bases."""

CREATURES = 16
"""Of each player: a Hero, Characters, and Minions."""

TAKEN = ("move", "run", "deploy", "summon")
"""Commands that take a creature to a hex."""

LOOKS = {
    "forest": ("moss", "♣"),
    "hill": ("bronze", "▲"),
    "river": ("azure", "≈"),
    "ford": ("teal", "≈"),
    "bridge": ("bronze", "="),
    "ruins": ("plum", "∏"),
    "catacombs": ("plum", "∩"),
    "spire": ("plum", "Δ"),
    "altar": ("plum", "☥"),
    "portal": ("violet", "◎"),
    "teleport": ("violet", "⌘"),
    "camp": ("gold", "⚑"),
}
"""Colour and sign of each terrain that the rules name, by the last part of its key."""
OTHER_LOOK = ("slate", "◆")
MARK_SIGN = "✦"
"""Of a Landmark token."""

SIGNS = {Token.POISON: "☠", Token.DISEASE: "☣", Token.STUN: "✶"}


class WarseerBoard(CellBoard):
    """The Battlefield."""

    def layout(self, state: Any) -> Layout:  # noqa: ANN401 (as the base has it)
        """Hexes, zones and bases."""
        return Layout(state.setup.mat_mm, field_of(state).grid, zones(state), (Stock(BASE_MM, CREATURES),))

    def pieces(self, state: Any) -> tuple[Piece, ...]:  # noqa: ANN401 (as the base has it)
        """Creatures on the Battlefield, and those of the War Camp without a place."""
        return tuple(
            Piece(each.id, each.owner, each.player, at=each.cell, radius_mm=BASE_MM / 2, card=each.card)
            for each in state.creatures.values()
            if each.where in (Where.FIELD, Where.CAMP)
        )

    def piece_of(self, spec: CommandSpec) -> str:
        """The creature that a command takes to a hex."""
        return str(spec.fixed.get("piece", "")) if spec.kind in TAKEN else ""

    def destination(self, command: Command) -> Any:  # noqa: ANN401 (as the base has it)
        """Of commands that take a creature somewhere; what is put right by hand is no way."""
        return None if isinstance(command, Correct) else super().destination(command)

    def _zone(self, state: object, piece: Piece, spec: CommandSpec) -> DropZone:
        """Nobody has to summon: only the Hero and those who are deployed are waited for."""
        zone = super()._zone(state, piece, spec)
        return replace(zone, asked=zone.asked and spec.kind != "summon")

    def piece_shown(self, state: State, piece: Piece, language: Language) -> PieceView:
        """A creature with its Wounds, Armour and tokens, and whether it acts."""
        shown = super().piece_shown(state, piece, language)
        creature = state.creatures[piece.id]
        if creature.cell is None:
            return shown
        most = health(state, piece.id)
        badges = [f"♥{most - creature.wounds}/{most}"]
        badges += [f"◈{creature.armour}"] if creature.armour else []
        badges += [SIGNS[each] for each in creature.tokens]
        return PieceView(
            shown.id, shown.name, shown.mark, shown.controller, shown.radius_mm, shown.at, shown.cell,
            lost=f"−{creature.wounds}" if creature.wounds else "",
            badges=tuple(badges),
            acting=any(getattr(step, "piece", "") == piece.id for step in state.steps[-1:]),
        )  # fmt: skip


def zones(state: State) -> tuple[Zone, ...]:
    """The Deployment Zones, the hexes of each terrain by its key, and those of each player's Landmark tokens."""
    field = state.setup.field
    players = state.order or tuple(seat.id for seat in state.setup.seats)
    starts = (
        Zone(f"zone_{number + 1}", player, frozenset(Cell(*pair) for pair in cells))
        for number, (player, cells) in enumerate(zip(players, field.zones, strict=False))
    )
    marks = (
        Zone(
            f"landmarks_{number + 1}",
            player,
            frozenset(each.cell for each in state.landmarks if each.player == player),
            sign=MARK_SIGN,
        )
        for number, player in enumerate(players)
        if state.landmarks
    )
    laid = sorted(state.terrain or field.terrain, key=lambda each: each.terrain)
    grounds = (
        _ground(key, frozenset(each.cell for each in hexes)) for key, hexes in groupby(laid, lambda each: each.terrain)
    )
    return (*starts, *grounds, *marks)


def _ground(terrain: str, cells: frozenset[Cell]) -> Zone:
    tone, sign = LOOKS.get(terrain.rpartition("/")[2], OTHER_LOOK)
    return Zone(terrain, "", cells, tone=tone, sign=sign, named=True)
