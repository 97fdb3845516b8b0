"""What brawl puts on the mat, what a hand may have meant there, and what nobody is told of a trap."""

from msgspec.structs import replace

from companion.games.board import FoundModel, PieceKind
from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.commands import Attack, Move, Play, TakeEnd
from companion.games.brawl.model.kinds import Core, End, Trap
from companion.games.brawl.model.steps import LayStep, PickStep
from companion.games.command import SPECTATOR, TABLE
from companion.games.common import Correct
from companion.games.registry import game_called
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.brawl.table import attack, cells_offered, do, duel, setup, shuffled

BOARD = game_called("brawl").board


def placed(state):
    return {each.id: each.at for each in BOARD.pieces(state)}


def asked(state):
    """All that is offered in answer to what is asked."""
    return [spec for prompt in GAME.prompts(state) for spec in prompt.specs]


def meant(state, piece, cell):
    """What a model that a hand put into a cell may mean."""
    found = next(each for each in BOARD.pieces(state) if each.id == piece)
    return BOARD.interpretations(state, FoundModel(Cell(*cell), found), asked(state))


def test_a_champion_at_its_gate_is_off_the_arena_and_the_others_stand_in_their_cells():
    state = duel(a={1: (0, 1)}, b={1: (2, 0)})
    assert placed(state)["A:1"] == Cell(0, 1)
    assert placed(state)["A:2"] is None
    shown = BOARD.shown(state, "A", Language.ENGLISH)
    assert {each.id for each in shown.pieces if each.at is not None} == {"A:1", "B:1"}


def test_a_model_that_a_hand_moved_is_read_as_the_move_that_is_asked_and_no_other():
    card = attack("walk", "one", move=2, strength=0)
    state = do(duel(card, a={1: (1, 0), 2: (-1, 1)}, b={1: (4, 0)}, hand=("walk",)), Play(by="A", card="A:walk"))
    to = next(iter(cells_offered(state, "A:1")))
    (reading,) = meant(state, "A:1", to)
    assert reading.steps == (Move(by="A", piece="A:1", to=Cell(*to)),)
    assert meant(state, "A:2", to) == (), "it is not the one that acts"
    assert meant(state, "B:1", to) == ()


def test_a_push_changes_where_the_record_has_a_champion_so_that_its_model_is_sent_there():
    card = attack("hit", "one", move=None, strength=0, after=(fx.PushEffect(2),))
    before = duel(card, a={1: (-1, 1)}, b={1: (-1, 2)}, hand=("hit",))
    state = do(before, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert (placed(before)["B:1"], placed(state)["B:1"]) == (Cell(-1, 2), Cell(-1, 4))


def test_a_face_down_trap_lies_in_its_cell_and_tells_nobody_which_it_is():
    for trap in (Trap.STUN, Trap.DAMAGE_3):
        state = duel(a={1: (0, 1)}, traps={(1, 1): f"{trap.value}:1"})
        (token,) = [each for each in BOARD.pieces(state) if each.kind is PieceKind.TOKEN]
        assert (token.at, token.face_down, token.card, token.owner) == (Cell(1, 1), True, "", "")
        for viewer in ("A", "B", SPECTATOR):
            shown = BOARD.shown(GAME.view(state, viewer), viewer, Language.ENGLISH)
            (seen,) = [each for each in shown.pieces if each.is_token]
            assert seen.face_down
            assert trap.value not in str(seen)


def test_a_trap_that_is_to_be_laid_is_waited_for_as_a_token_and_a_champion_is_not():
    card = attack("walk", "one", move=2, strength=0)
    walks = do(duel(card, a={1: (1, 0)}, hand=("walk",)), Play(by="A", card="A:walk"))
    lays = replace(duel(a={1: (1, 0)}), steps=(LayStep(player="A"),))
    waited = [zone for state in (lays, walks) for zone in BOARD.drop_zones(state, asked(state), {})]
    assert {(each.of, each.is_token) for each in waited} == {("trap", True), ("A:1", False)}


def test_what_stands_elsewhere_may_be_kept_there_by_the_table():
    """As *Keep it here* does: nobody's command in particular."""
    state = do(duel(a={1: (0, 1)}, b={1: (2, 0)}), Correct(by=TABLE, of="A:1", cell=Cell(1, 2)))
    assert placed(state)["A:1"] == Cell(1, 2)


def test_areas_statues_and_trap_cells_can_be_told_apart():
    shown = BOARD.shown(duel(a={1: (0, 1)}), "A", Language.ENGLISH)
    looks = {each.id: (each.tone, each.sign) for each in shown.zones}
    assert len({looks[name][0] for name in ("destruction", "creation", "manipulation")}) == 3
    assert looks["traps"][1] == "×"
    assert {looks[f"statue_{name}"][1] for name in ("ezma", "garnet", "ragril")} == {"♜"}


def test_cards_of_the_hand_can_be_played_only_while_that_is_asked():
    sheets, card = game_called("brawl").sheets, attack("walk", "one", move=2, strength=0)
    state = duel(card, attack("other", "one", Core.CREATION), a={1: (1, 0)}, hand=("walk", "other"))
    assert sheets.of(state, "A", Language.ENGLISH).playable == 2
    moving = do(state, Play(by="A", card="A:walk"))
    sheet = sheets.of(moving, "A", Language.ENGLISH)
    assert sheet.playable == 0
    assert [line.actions for holding in sheet.holdings for line in holding.cards] == [()]


def test_everybody_reads_the_track_with_its_slots_ready_cores_and_both_sides_of_champions():
    """B-VIS-01, B-VIS-05."""
    sheets, state = game_called("brawl").sheets, duel(a={1: (1, 0)}, health=5, defence=1)
    challenge = state.setup.challenges[0]
    state = replace(state, track=("", challenge, "", ""), cores={"A": (Core.CREATION,), "B": ()})
    for viewer in ("A", "B", SPECTATOR):
        sheet = sheets.of(GAME.view(state, viewer), viewer, Language.ENGLISH)
        (track,) = sheet.piles
        assert [line.text[:4] for line in track.lines] == ["0 VP", "1 VP", "2 VP", "1 VP"]
        assert track.lines[1].mark, "what it asks for"
        cores = {each.id: [gauge.words for gauge in each.counts if gauge.key == "cores"] for each in sheet.players}
        assert cores == {"A": ["ready: Creation"], "B": ["ready: no core"]}
        (one, *_) = next(each for each in sheet.players if each.id == "A").pieces
        assert one.stats == ("defence 1",)
        assert [(each.name, each.text) for each in one.rules] == [("Powered side", "defence 2, health 6")]
        assert {"A:1", "B:3", challenge} <= {*sheet.known}


def test_champions_laid_out_for_a_draft_are_read_with_both_sides():
    state = do(GAME.new(setup(drafted="normal", pool=tuple(f"t/c{n}" for n in range(8)))))
    state = shuffled(state)
    while not isinstance(state.top, PickStep):
        (spec, *_) = GAME.prompts(state)[0].specs
        state = do(state, TakeEnd(by=spec.by, end=End.ONE))
    (pool,) = game_called("brawl").sheets.of(state, SPECTATOR, Language.ENGLISH).piles
    assert [line.text for line in pool.lines] == [f"t/c{n}" for n in range(8)]
    assert pool.lines[1].mark.startswith("Initial: defence 1, health 5. Powered: defence 2, health 6")
