"""Brawl on its printed arena through the real eyes: pictures of sheets and models, and what comes of them."""

import math
import random
from dataclasses import astuple, replace

import cv2
import pytest

from companion.cli import main
from companion.demo.auto_player import AutoPlayer
from companion.games.brawl.model.events import Moved
from companion.games.brawl.model.steps import LayStep
from companion.games.command import command_called, made_command, takes_one
from companion.games.prompt import cell_word
from companion.geometry import Answer, MatPoint
from companion.geometry.grid import Cell
from companion.referee.api.intents import ConfirmProposal
from companion.referee.api.placement import PlacementState
from companion.referee.mat.visibility import lying_in
from tests.games.brawl.seen_arena import BESIDE, GAME, SeenArena, art_of, painted, printed
from vision.print_scale import as_printed
from vision.simulation.scene.script import PiecePose
from vision.table_file import format_table, read_table

pytestmark = pytest.mark.slow

COMMANDS, LAID = 160, 5
"""Of a game that hands play, at most; tokens that they lay, at least: four at the set-up, one for one that was met."""
THROWN = {"push", "pull", "fear"}
"""Ways on which nobody's hand decides where a champion goes."""
SEED_OF_HANDS, HAND_SIGMA_MM = 14, 0.3
HAND_MM = 1.5
"""How far from the middle of a cell hands put models, as a standard deviation."""
SCALE = 0.97
GLUED_OFF_MM = 6.0


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sheets")
    layout = printed(folder)
    return layout, art_of(folder, layout)


def base_of(arena, piece):
    """The model of a champion, or the next free one of its player."""
    known = arena.pointing.models.base(piece)
    if known:
        return known
    owner = piece.partition(":")[0]
    taken = {*arena.pointing.models.of.values()}
    return next(base.id for base in arena.layout.bases if base.owner == owner and base.id not in taken)


def spare_token(arena):
    return next(base for base, pose in arena.poses.items() if base.startswith("token") and pose == BESIDE)


def command_of(seat, wanted):
    """What somebody wants to do without the mat."""
    made = command_called(GAME.command_type, wanted.kind)
    values = {name: words[0] if takes_one(made, name) else list(words) for name, words in wanted.values.items()}
    values = {name: int(word) if name == "number" else word for name, word in values.items()}
    if "to" in values:
        values["to"] = [int(each) for each in values["to"].split(",")]
    return made_command(GAME.command_type, {"kind": wanted.kind, "by": seat, **values})


def beside(arena, seat, piece, cell):
    """The cell that a champion wants and another beside it, if both are offered."""
    specs = (
        each for each in GAME.commands(arena.state, seat) if each.kind == "move" and each.fixed.get("piece") == piece
    )
    offered = {other for spec in specs for other in spec.fields["to"].options}
    return next(((cell, other) for other in arena.grid.neighbours(cell) if other in offered), None)


def is_asked_between(arena, piece, pair):
    """A model on the border of two cells: both are offered, neither without a tap."""
    one, other = map(arena.grid.centre, pair)
    arena.put_at(base_of(arena, piece), (one.x_mm + other.x_mm) / 2, (one.y_mm + other.y_mm) / 2)
    offers = [each for each in arena.proposed(piece) if each.possible]
    return {each.steps[-1].to for each in offers} == {*pair} and all(each.asks for each in offers)


def carries_after(arena, told):
    """Models follow their pieces where the game has moved them: each is told by an outline where it must go."""
    for piece in GAME.board.pieces(arena.state):
        base = arena.pointing.models.base(piece.id)
        if not base or piece.id.startswith("trap"):
            continue
        if piece.at is None:
            if arena.poses[base] != BESIDE:
                arena.poses[base] = BESIDE
                arena.sees()
                arena.look(3.0)
            continue
        at = arena.grid.centre(piece.at)
        if arena.grid.cell_at(MatPoint(arena.poses[base].x_mm, arena.poses[base].y_mm)) == piece.at:
            continue
        arena.look(2.5)
        shown = arena.standing.of(piece.id)
        assert shown.ghost, f"{piece.id} is drawn where it must go"
        assert math.dist((shown.at.x_mm, shown.at.y_mm), (at.x_mm, at.y_mm)) < 0.01
        told.add(piece.id)
        arena.put_in(base, piece.at)
    for base, pose in arena.poses.items():  # tokens that were turned up go back to the supply
        lies = base.startswith("token") and pose != BESIDE
        if lies and not any(
            arena.pointing.models.base(f"trap@{cell_word(each.cell)}") == base for each in arena.state.traps
        ):
            arena.poses[base] = BESIDE
            arena.sees()
            arena.look(3.0)


def test_a_game_is_played_by_hands_over_the_printed_arena(sheets, tmp_path, monkeypatch):
    """Champions, moves and traps are proposed as they were put; what was pushed or moved by a card is drawn."""
    layout, art = sheets
    chance = random.Random(SEED_OF_HANDS)  # noqa: S311 (no secret)
    seats, ways, told, laid, asked = ("A", "B"), set(), set(), 0, False
    with painted(art, monkeypatch):
        arena = SeenArena(tmp_path, layout)
        mind = AutoPlayer(arena.record.game, seats, frozenset({"A"}), chance.randrange)
        for _ in range(COMMANDS):
            if arena.match.is_over or (laid >= LAID and told and ways & THROWN):
                break
            action, written = mind.next(arena.state), arena.record.written + 1
            seat, wanted, before = action.seat, action.action, arena.state
            words = [word for each in wanted.values.values() for word in each]
            asked_for_token = isinstance(before.top, LayStep)
            piece = "trap" if asked_for_token else wanted.carried.piece if wanted.carried is not None else ""
            cell = next((Cell(*map(int, word.split(","))) for word in words if word.count(",") == 1), None)
            if wanted.kind == "move" and not asked and (pair := beside(arena, seat, piece, cell)):
                asked = is_asked_between(arena, piece, pair)
            if piece and cell is not None:
                base = spare_token(arena) if asked_for_token else base_of(arena, piece)
                arena.put_in(base, cell, [chance.gauss(0.0, HAND_MM) for _ in "xy"])
                offers = [each for each in arena.proposed(piece) if each.possible]
                (offer,) = offers
                assert (offer.kind, offer.seat, offer.verdict.answer) == (wanted.kind, seat, Answer.YES)
                assert offer.steps[-1].to == cell
                arena.ask(ConfirmProposal(offer.id))
                laid += asked_for_token
            else:
                arena.does(command_of(seat, wanted))
            events = (arena.record.event(number) for number in range(written, arena.record.written + 1))
            ways |= {event.how for event in events if isinstance(event, Moved)}
            arena.look(0.5)
            carries_after(arena, told)
    assert laid >= LAID
    assert asked, "between two cells"
    assert "walk" in ways
    assert ways & THROWN, ways
    assert told, "it was drawn where somebody must go"


def deployed(arena):
    """All champions stand, by the record and on the mat; A's turn is not begun."""
    chance = random.Random(1)  # noqa: S311 (no secret)
    mind = AutoPlayer(arena.record.game, ("A", "B"), frozenset(), chance.randrange)
    while not arena.record.state.round:
        action = mind.next(arena.record.state)
        arena.does(command_of(action.seat, action.action))
    for piece, champion in arena.record.state.champions.items():
        owner, _, number = piece.partition(":")
        base = [each.id for each in arena.layout.bases if each.owner == owner][int(number) - 1]
        arena.poses[base] = PiecePose(*astuple(arena.grid.centre(champion.cell)), arena.grid.corner_rad)
    arena.sees()
    arena.look(3.0)
    return [arena.pointing.models.base(piece) for piece in arena.record.state.champions]


WRONG = ("as the file says", "printed at 97 %", "a base glued 6 mm beside its tags")


@pytest.mark.parametrize("wrong", WRONG)
def test_champions_are_found_in_their_cells_also_where_a_table_is_not_as_its_file_says(
    sheets, tmp_path, monkeypatch, wrong
):
    """A base in the middle of its cell is in it for certain; between two cells both are asked about."""
    layout, art = sheets
    real = layout
    if wrong == WRONG[1]:
        real, art = shrunk(layout), cv2.resize(art, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
    if wrong == WRONG[2]:
        first, *others = layout.bases
        tags = tuple(replace(tag, x_mm=tag.x_mm + GLUED_OFF_MM) for tag in first.tags)
        real = replace(layout, bases=(replace(first, tags=tags), *others))
    with painted(art, monkeypatch):
        arena = SeenArena(tmp_path, layout, real, SCALE if wrong == WRONG[1] else 1.0)
        bases = deployed(arena)
        assert [arena.how(piece) for piece in arena.state.champions] == [PlacementState.IN_PLACE] * 6
        near, far = arena.grid.centre(Cell(0, -3)), arena.grid.centre(Cell(1, -3))
        arena.put_at(bases[0], (near.x_mm + far.x_mm) / 2, near.y_mm)
        assert arena.how("A:1") is not PlacementState.IN_PLACE
        if wrong == WRONG[0]:
            snap = arena.pointing.track("A:1").thing.board.snap(lying_in(arena.view())[bases[0]].at, HAND_SIGMA_MM)
            assert ({*snap.candidates}, snap.verdict.answer) == ({Cell(0, -3), Cell(1, -3)}, Answer.CLOSE)
        for x_mm, y_mm in (astuple(arena.grid.centre(arena.state.champions["A:2"].cell)), (20.0, 20.0)):
            arena.put_at(bases[0], x_mm, y_mm + 20.0)  # in the cell of another, whose tags stay in sight; off the arena
            shown = arena.standing.of("A:1")
            assert shown.ghost, "it is drawn where it belongs"
            assert shown.at == arena.grid.centre(arena.state.champions["A:1"].cell)


def shrunk(layout):
    """What a printer makes of the sheets that shrinks all of them."""
    scale = replace(layout.prints.mat, across_mm=100.0 * SCALE, along_mm=100.0 * SCALE)
    return as_printed(replace(layout, prints=replace(layout.prints, mat=scale, bases=scale, terrain=scale)))


def test_a_boxed_arena_is_fitted_by_three_tagged_bases(sheets, tmp_path, monkeypatch):
    """It lies 11 mm and 3 degrees askew, and champions are found in its cells."""
    layout, art = sheets
    turned = cv2.getRotationMatrix2D((art.shape[1] / 2, art.shape[0] / 2), 3.0, 1.0)
    turned[:, 2] += (7.0 * 3, -9.0 * 3)
    askew = cv2.warpAffine(art, turned, art.shape[1::-1], borderValue=(236, 236, 236))
    middle = layout.mat.width_mm / 2 + 7.0, layout.mat.height_mm / 2 + 9.0
    grid = replace(layout.grid, origin_mm=middle, turned_deg=3.0)
    boxed, named = replace(layout, grid=grid), {"a1": (0, -4), "a2": (1, 2), "b1": (-3, 1)}
    with painted(askew, monkeypatch):
        arena = SeenArena(tmp_path, layout)
        for base, cell in named.items():
            x_mm, y_mm = grid.centre_mm(cell)
            arena.poses[base] = PiecePose(x_mm, y_mm, 0.6)
        cv2.imwrite(str(tmp_path / "boxed.png"), arena.picture())
        (tmp_path / "table.toml").write_text(format_table(layout), encoding="utf-8")
        cells = [word for base, (q, r) in named.items() for word in ("--cell", f"{base}={q},{r}")]
        told = ["learn-board", str(tmp_path / "boxed.png"), "--table", str(tmp_path / "table.toml"), "--kind", "hex"]
        assert main([*told, *cells]) == 0
        learned = read_table(tmp_path / "table.toml")
        assert learned.grid.turned_deg == pytest.approx(3.0, abs=0.3)
        assert learned.grid.origin_mm == pytest.approx(middle, abs=0.7)
        assert {*learned.grid.cells} == {*layout.grid.cells}, "the arena's own cells"
        other = SeenArena(tmp_path / "other", learned, boxed)
        deployed(other)
        assert [other.how(piece) for piece in other.state.champions] == [PlacementState.IN_PLACE] * 6
