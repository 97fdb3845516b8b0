"""What the game puts on the mat: the arena with its marks, champions in their cells, and face-down traps."""

from typing import Any

from companion.games.board import Layout, Piece, PieceKind, Stock, Zone
from companion.games.brawl.model.cards import ArenaCard, cells_of
from companion.games.brawl.model.kinds import End
from companion.games.brawl.model.kinds import Zone as Area
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import LayStep
from companion.games.brawl.own_texts import say
from companion.games.brawl.rules.arena import arena_of
from companion.games.brawl.rules.selection import is_bloodied
from companion.games.command import Command
from companion.games.common import Correct
from companion.games.defaults.cell_board import CellBoard
from companion.games.display.board_view import AreaView, PieceView
from companion.games.prompt import CommandSpec, cell_word
from companion.geometry.grid import Cell, Grid
from companion.texts import Language

BASE_MM, TOKEN_MM = 32.0, 25.0
"""Diameters of champions' bases and of trap tokens."""

CHAMPIONS = 3
"""Of each player, at most."""


TONES = {Area.DESTRUCTION: "crimson", Area.CREATION: "moss", Area.MANIPULATION: "azure"}
"""Colours of the areas, which are those of their cores."""
ENDS = {End.ONE: "teal", End.TWO: "violet"}
"""Colours by which the ends are told apart, whoever's they are and from wherever the arena is seen."""
TRAP_SIGN = "×"
STATUE_SIGN = "♜"

NEXT_TRAP = "trap"
"""Id of the token that is to be laid: any of the supply."""


def zones(arena: ArenaCard) -> tuple[Zone, ...]:
    """The parts of the arena that mean something: areas, spawn areas, trap cells, statues."""
    areas = (Zone(area.value, "", cells_of(pairs), tone=TONES[area]) for area, pairs in arena.areas.items())
    spawns = (Zone(f"spawn_{end.value}", "", cells_of(arena.spawns[end]), tone=ENDS[end]) for end in End)
    statues = (
        Zone(f"statue_{name.value}", "", cells_of((pair,)), tone="bronze", sign=STATUE_SIGN)
        for name, pair in arena.statues.items()
    )
    return (*areas, *spawns, Zone("traps", "", cells_of(arena.traps), tone="gold", sign=TRAP_SIGN), *statues)


def zones_of(arena: ArenaCard, language: Language) -> tuple[AreaView, ...]:
    """The zones of an arena with their names, ready to be drawn."""
    return tuple(each.view(say(language, f"log.zone.{each.id}")) for each in zones(arena))


def gates_of(arena: ArenaCard, grid: Grid, language: Language) -> tuple[AreaView, ...]:
    """The gates beside an arena, each as large as a cell: where champions wait who are not on it (B-ARENA-11)."""
    return tuple(
        AreaView(f"gate_{end.value}", say(language, f"log.zone.gate_{end.value}"), grid.corners(Cell(*pair)))
        for end, pair in arena.gates.items()
    )


def trap_id(cell: Any) -> str:  # noqa: ANN401 (a cell)
    """Id of the token on a cell: it tells where it lies, and not which it is."""
    return f"trap@{cell_word(cell)}"


class BrawlBoard(CellBoard):
    """The arena."""

    def layout(self, state: Any) -> Layout:  # noqa: ANN401 (as the base has it)
        """Cells, zones and bases."""
        card = state.setup.arena_card
        return Layout(state.setup.mat_mm, arena_of(state).grid, zones(card), (Stock(BASE_MM, CHAMPIONS),))

    def pieces(self, state: Any) -> tuple[Piece, ...]:  # noqa: ANN401 (as the base has it)
        """Champions, those at their gates without a place, trap tokens, and the one that is to be laid."""
        champions = (
            Piece(each.id, each.player, each.player, at=each.cell, radius_mm=BASE_MM / 2, card=each.card)
            for each in state.champions.values()
        )
        traps = (
            Piece(trap_id(each.cell), "", "", PieceKind.TOKEN, each.cell, TOKEN_MM / 2, face_down=True)
            for each in state.traps
        )
        step = state.top
        if not isinstance(step, LayStep) or state.waiting:
            return (*champions, *traps)
        next_one = Piece(NEXT_TRAP, "", step.player, PieceKind.TOKEN, None, TOKEN_MM / 2, face_down=True)
        return (*champions, *traps, next_one)

    def piece_of(self, spec: CommandSpec) -> str:
        """The champion that a command moves, or the token that it lays."""
        if spec.kind == "lay":
            return NEXT_TRAP
        return str(spec.fixed.get("piece", "")) if spec.kind == "move" else ""

    def destination(self, command: Command) -> Any:  # noqa: ANN401 (as the base has it)
        """Of moves alone; what is put right by hand is no way."""
        return None if isinstance(command, Correct) else super().destination(command)

    def piece_shown(self, state: State, piece: Piece, language: Language) -> PieceView:
        """A champion with its damage, and whether it acts; a token."""
        shown = super().piece_shown(state, piece, language)
        champion = state.champions.get(piece.id)
        if champion is None:
            return shown
        left = state.values(piece.id).health - champion.damage
        badges = [f"♥{left}/{state.values(piece.id).health}"]
        badges += ["▲"] if champion.powered else []
        badges += ["⚓"] if champion.immobilised else []
        lost = f"−{champion.damage}" if champion.damage else ""
        acting = any(getattr(step, "piece", "") == piece.id for step in state.steps[-1:])
        return _with(shown, lost, tuple(badges), acting=acting, bloodied=is_bloodied(champion))


def _with(shown: PieceView, lost: str, badges: tuple[str, ...], *, acting: bool, bloodied: bool) -> PieceView:
    signs = (*badges, "✖") if bloodied else badges
    return PieceView(
        shown.id, shown.name, shown.mark, shown.controller, shown.radius_mm, shown.at, shown.cell,
        lost=lost, badges=signs, acting=acting,
    )  # fmt: skip
