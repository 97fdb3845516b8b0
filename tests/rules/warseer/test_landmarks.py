"""Scenarios with Landmark tokens: placed in turn, moved one a turn, and brought across (W-SCEN, W-SC4)."""

import random
from itertools import islice

import pytest
from msgspec.structs import replace

from companion.games.defaults.completed import completed
from companion.games.shelf import SetupMistakeError
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.scenario import LandmarkToken, Scenario
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import LandmarkStep
from companion.games.warseer.rules.field import field_of, zone_of
from companion.games.warseer.rules.play.landmarks import placing, sites
from companion.games.warseer.shelf.maps import scenarios
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.warseer.self_play import SquadTally, play, setup_of
from tests.games.warseer.table import character, do, fight

INVENTIONS = scenarios()["deadly_inventions"]
HERE = Cell(0, 0)
PLAIN = character("t/x")


def playing(pieces=(), scenario: Scenario = INVENTIONS, *, terrain=(), lying=(), **values) -> State:
    """A's turn in a Scenario; tokens lie where they are said to, by player and hex."""
    state = fight(dict(pieces), terrain=terrain, **values)
    marks = tuple(
        LandmarkToken(id=f"{player}:landmark-{number}", player=player, cell=Cell(*cell))
        for number, (player, cell) in enumerate(lying, 1)
    )
    return replace(state, setup=replace(state.setup, scenario=scenario), landmarks=marks)


def ways(state: State, token: str) -> set[Cell]:
    """Hexes to which a token may be moved now."""
    return {
        cell
        for prompt in GAME.prompts(state)
        for spec in prompt.specs
        if spec.kind == "landmark" and spec.fixed["token"] == token
        for cell in spec.fields["to"].options
    }


def put(state: State, token: str, to: Cell) -> State:
    return do(state, c.Landmark(by=token[0], token=token, to=to))


def test_seven_scenarios_come_with_the_game_and_one_is_the_printed_one():
    """W-SCEN-03, W-SCEN-06, W-SCEN-07, W-DATA-44, W-SC4-01, W-SC4-05, W-SC4-06, W-SC4-07: as printed."""
    assert (INVENTIONS.tokens, INVENTIONS.near, INVENTIONS.steps, INVENTIONS.points) == (3, 1, 2, 1)
    assert INVENTIONS.wins
    assert not INVENTIONS.apart
    ours = {"boundary_stones", "long_haul", "standards", "signal_fires", "relic_cart", "pilgrims"}
    assert set(scenarios()) == {"deadly_inventions", *ours}
    assert all(set(each.names) == {"en", "ru", "uk"} for each in scenarios().values())


def test_a_scenario_is_for_duels_on_any_map():
    """W-SCEN-03, W-SCEN-10."""
    for field in ("old_road", "sinkhole"):
        setup = setup_of("cinder_choir", "mossback_host", map=field, scenario="deadly_inventions")
        assert (setup.field.key, setup.scenario) == (field, INVENTIONS)
    assert setup_of("cinder_choir", "mossback_host").scenario is None
    with pytest.raises(SetupMistakeError, match="Duel"):
        setup_of("cinder_choir", "mossback_host", variant="skirmish", scenario="long_haul")


def test_tokens_are_placed_in_turn_beside_the_own_zone():
    """W-SC4-07, W-SC4-08, W-SCEN-04: one at a time, the first player first, near the own zone and not in it."""
    state = playing()
    steps = tuple(placing(state))
    assert [step.player for step in steps] == ["A", "B"] * 3
    state = replace(state, steps=tuple(reversed(steps)))
    for player in ("A", "B") * 3:
        (prompt,) = GAME.prompts(state)
        (spec,) = prompt.specs
        assert prompt.to == (player,)
        zone, field = zone_of(state, player), field_of(state)
        for cell in spec.fields["to"].options:
            assert cell not in zone
            assert min(field.distance(cell, each) for each in zone) == 1
        state = put(state, str(spec.fixed["token"]), spec.fields["to"].options[0])
    assert [each.player for each in state.landmarks] == ["A", "B"] * 3
    assert len({each.cell for each in state.landmarks}) == 6
    assert not any(isinstance(step, LandmarkStep) for step in state.steps)


def test_tokens_go_on_terrain_but_on_nothing_impassable():
    """W-SC4-09."""
    terrain = (TerrainHex("t/forest", Cell(1, -3)), TerrainHex("t/river", Cell(2, -3)))
    found = sites(playing(terrain=terrain), INVENTIONS, "A")
    assert Cell(1, -3) in found
    assert Cell(2, -3) not in found


def test_where_a_card_says_so_tokens_keep_apart_and_off_one_line():
    """W-SCEN-05."""
    lying = (("A", (1, -3)),)
    plain = Scenario(key="x", tokens=2, near=2)
    assert {(2, -3), (4, -3)} <= set(sites(playing(lying=lying), plain, "A"))
    apart = set(sites(playing(lying=lying), replace(plain, apart=True), "A"))
    assert (2, -3) not in apart
    assert (3, -3) in apart
    assert {cell.r for cell in sites(playing(lying=lying), replace(plain, lines=True), "A")} == {-2}


def test_one_own_token_moves_up_to_two_hexes_a_turn():
    """W-SC4-01: in any direction, once."""
    state = playing(lying=(("A", HERE), ("A", (-2, 0)), ("B", (0, 3))))
    field = field_of(state)
    assert ways(state, "A:landmark-1") == set(field.within(HERE, 2)) - {HERE, (-2, 0)}
    assert ways(state, "B:landmark-3") == set()
    state = put(state, "A:landmark-1", Cell(2, 0))
    assert state.landmarks[0].cell == (2, 0)
    assert ways(state, "A:landmark-2") == set()


def test_no_token_moves_from_under_an_opponents_creature():
    """W-SC4-02: one's own creature does not hold it."""
    lying = (("A", HERE),)
    assert ways(playing({"B:2": (PLAIN, (0, 0))}, lying=lying), "A:landmark-1") == set()
    assert ways(playing({"A:2": (PLAIN, (0, 0))}, lying=lying), "A:landmark-1")


def test_tokens_pass_through_nothing():
    """W-SC4-03: no token, no creature of either side, nothing impassable; on Difficult ground they stop (W-SC4-04)."""
    terrain = (TerrainHex("t/river", Cell(1, 0)), TerrainHex("t/forest", Cell(0, 1)))
    pieces = {"A:2": (PLAIN, (-1, 1)), "B:2": (PLAIN, (-1, 0))}
    lying = (("A", HERE), ("B", (0, -1)))
    assert ways(playing(pieces, terrain=terrain, lying=lying), "A:landmark-1") == {
        (0, 1), (1, -1), (2, -1), (2, -2), (1, -2),
    }  # fmt: skip
    state = playing(pieces, terrain=terrain, lying=lying)
    with pytest.raises(RuleViolation) as refused:
        put(state, "A:landmark-1", Cell(1, 0))
    assert refused.value.rule_id == "W-SC4-03"


def test_a_token_brought_into_the_opponents_zone_gives_one_point():
    """W-SC4-05, W-VP-06: once it is there, moving on within the zone gives none."""
    state = playing(lying=(("A", (-2, 3)), ("A", (2, 0)), ("A", (3, -2))))
    state = put(state, "A:landmark-1", Cell(-2, 4))
    assert (state.points["A"], state.outcome) == (1, None)
    state = replace(state, count=replace(state.count, landmark=False))
    state = put(state, "A:landmark-1", Cell(-3, 4))
    assert state.points["A"] == 1


def test_all_own_tokens_there_win_with_the_most_that_the_match_gives():
    """W-SC4-06, W-SC4-10, W-OPEN-48."""
    state = playing(lying=(("A", (-1, 3)), ("A", (-2, 4)), ("A", (-3, 4))), points={"A": 2, "B": 11})
    state = put(state, "A:landmark-1", Cell(-1, 4))
    assert (state.points["A"], state.outcome) == (state.setup.goal, "A")


def test_a_scenario_of_ours_gives_points_for_enemy_tokens_held_as_the_turn_ends():
    """A creature on an opponent's token gives them at the end of the own turn; the own token, and the other's, none."""
    held = replace(INVENTIONS, held=2)
    lying = (("B", HERE), ("A", (1, 1)), ("B", (0, 3)))
    pieces = {"A:2": (PLAIN, HERE), "A:3": (PLAIN, (1, 1)), "B:2": (PLAIN, (0, 3))}
    done = {piece: {"done": True} for piece in ("A:1", "A:2", "A:3")}
    state = playing(pieces, held, lying=lying, creatures=done)
    assert do(state, c.EndTurn(by="A")).points == {"A": 2, "B": 0}
    assert do(replace(state, setup=replace(state.setup, goal=2)), c.EndTurn(by="A")).outcome == "A"
    plain = replace(state, setup=replace(state.setup, scenario=INVENTIONS))
    assert do(plain, c.EndTurn(by="A")).points == {"A": 0, "B": 0}


@pytest.mark.parametrize("language", list(Language))
def test_tokens_have_names_and_are_drawn_for_everybody(language):
    """W-SC4-08, W-SCEN-05, W-VIS-01."""
    whole, state = completed(GAME), playing(lying=(("A", HERE),))
    names = {whole.speech.name(state, thing, language) for thing in ("A:landmark-1", "landmarks_1", "landmarks_2")}
    assert len(names) == 3
    assert not any("landmark" in each for each in names)
    zones = {zone.id: (zone.owner, zone.cells) for zone in whole.board.layout(state).zones}
    assert zones["landmarks_1"] == ("A", {HERE})


def test_a_game_with_tokens_is_played():
    """W-SCEN-10, W-SC4-01, W-SC4-07: the demo's players place them and bring them on."""
    setup = setup_of("cinder_choir", "mossback_host", scenario="deadly_inventions")
    states = list(islice(play(setup, random.Random(3), SquadTally()), 150))  # noqa: S311 (no secret)
    placed = next(each for each in states if len(each.landmarks) == 6)
    assert states[-1].turn > 2
    assert {each.cell for each in states[-1].landmarks} != {each.cell for each in placed.landmarks}
    assert all(len({each.cell for each in state.landmarks}) == len(state.landmarks) for state in states)
