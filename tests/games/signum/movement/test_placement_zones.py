"""The zone that is drawn for a place, held against what the rules accept there: neither more nor less."""

import math
import random

import pytest

from companion.games.command import TABLE
from companion.games.common import Place
from companion.games.signum.board.rooms import room_for
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.commands import ChooseFirst, PlaceHero, Priority, Skip
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import Questioned
from companion.games.signum.movement.moves import place_anew
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import MatPoint
from tests.games.signum.play.test_summoning import crowded, place, summoning
from tests.games.signum.table import duel
from tests.games.signum.walks import ENEMY, MIRE, ROCK, box, field, move, runner

pytestmark = pytest.mark.slow


BORDER_MM = 0.2
"""What the border of an area may be out, with a little more."""
CONTACT_MM = 2.0


def by_chance(seed):
    return random.Random(seed)  # noqa: S311 (no secret)


def accepted(made, command):
    """Whether the rules take a command as it is, asking nobody."""
    try:
        events = made.table.game.decide(made.state, command)
    except RuleViolation:
        return False
    return not any(isinstance(each, Questioned) for each in events)


def spec_of(made, kind, by="A"):
    return next(each for each in made.table.game.commands(made.state, by) if each.kind == kind)


def held_against(made, room, command_at, chance, count=150):
    """Places by chance: what the room has is accepted, what it has not by far is refused; nothing nearer is legal."""
    tried = 0
    for _ in range(count):
        wish = MatPoint(chance.uniform(0, 600), chance.uniform(0, 600))
        near = room.nearest(wish)
        assert near is not None
        assert accepted(made, command_at(near)), (wish, near)
        off_mm = apart(wish, near)
        if accepted(made, command_at(wish)):
            assert off_mm <= CONTACT_MM + BORDER_MM, wish  # the rules forgive as much as counts as contact
            continue
        assert off_mm > 0, wish
        for _ in range(6):
            turn, share = chance.uniform(0, math.tau), chance.uniform(0, 1)
            reach_mm = max(0.0, off_mm - CONTACT_MM - BORDER_MM) * share
            nearer = MatPoint(wish.x_mm + reach_mm * math.cos(turn), wish.y_mm + reach_mm * math.sin(turn))
            assert not accepted(made, command_at(nearer)), (wish, near, nearer)
            tried += 1
    return tried


def apart(one, other):
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def moving(at, *, run=False):
    return move(at.x_mm, at.y_mm, run=run)


def thrown(chance, mover, rules=None, *, far_mm=25.0):
    """A creature among others and terrain, all by chance; none overlaps."""
    spots, put = [], {}
    while len(put) < 8:
        at = (chance.uniform(120, 480), chance.uniform(120, 480))
        if all(math.dist(at, each) > 32 + 2 * CONTACT_MM + far_mm * chance.random() for each in spots):
            spots.append(at)
            put[f"{'AB'[len(put) % 2]}:{len(put) // 2 + 1}"] = (mover if not put else ENEMY, *at)
    terrain = []
    while len(terrain) < 2:
        x, y = chance.uniform(60, 460), chance.uniform(60, 460)
        corners = box(x, y, x + 60, y + 40)
        if all(not (x - 40 < a < x + 100 and y - 40 < b < y + 80) for a, b in spots):
            terrain.append(((MIRE, ROCK)[len(terrain)], corners))
    return field(put, terrain=terrain, rules=rules)


@pytest.mark.parametrize(
    "abilities", [(), ("flight",), ("jump",), ("pathfinder",)], ids=["walk", "flight", "jump", "pathfinder"]
)
@pytest.mark.parametrize("seed", range(3))
def test_s_move_06_to_19_the_zone_of_a_move_is_what_the_rules_accept(abilities, seed):
    chance = by_chance(f"{abilities}{seed}")
    made = thrown(chance, runner("L", *(Ability(each) for each in abilities)))
    room = room_for(made.state, spec_of(made, "move"))
    assert held_against(made, room, moving, chance, 60)


@pytest.mark.parametrize("edition", list(Edition))
def test_s_terrain_25_the_zone_through_difficult_ground_by_edition(edition):
    made = field(
        {"A:1": (runner("XL"), 300.0, 200.0)}, terrain=[(MIRE, box(200, 260, 400, 320))], rules=rules_for(edition)
    )
    chance = by_chance(edition.value)
    assert held_against(made, room_for(made.state, spec_of(made, "move")), moving, chance, 80)


def test_s_move_25_the_zone_of_a_run_goes_a_step_farther():
    made = field({"A:1": (runner("M"), 300.0, 300.0)})
    specs = [each for each in made.table.game.commands(made.state, "A") if each.kind == "move"]
    rooms = {each.fixed["run"]: room_for(made.state, each) for each in specs}
    far = MatPoint(600.0, 300.0)
    assert rooms[False].nearest(far).x_mm == pytest.approx(400.0, abs=BORDER_MM)
    assert rooms[True].nearest(far).x_mm == pytest.approx(450.0, abs=BORDER_MM)


def test_s_move_13_the_nearest_place_to_an_enemy_touches_it():
    made = field({"A:1": (runner("M"), 300.0, 300.0), "B:1": (ENEMY, 300.0, 380.0)})
    near = room_for(made.state, spec_of(made, "move")).nearest(MatPoint(300.0, 355.0))
    assert near.x_mm == pytest.approx(300.0, abs=BORDER_MM)
    assert near.y_mm == pytest.approx(348.0, abs=BORDER_MM)


@pytest.mark.parametrize("player", "AB")
def test_s_setup_06_to_08_a_heros_zone_is_its_side(player):
    made = duel().give(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), ChooseFirst(by="A", player=player))
    made.table, chance = made, by_chance(player)
    room = room_for(made.state, spec_of(made, "placehero", player))
    assert held_against(made, room, lambda at: PlaceHero(by=player, at=Stand(at.x_mm, at.y_mm)), chance)
    y_mm = 16.0 if player == "A" else 584.0
    assert room.nearest(MatPoint(-50.0, 300.0)) == MatPoint(16.0, y_mm)
    assert room.nearest(MatPoint(217.3, 300.0)) == MatPoint(217.3, y_mm)


def test_s_summon_03_the_zone_of_a_newcomer_keeps_clear_of_enemies():
    made = summoning(put={"B:1": (ENEMY, 200.0, 60.0), "A:1": (ENEMY, 450.0, 20.0)})
    room, chance = room_for(made.state, spec_of(made, "place")), by_chance(3)
    assert held_against(made, room, lambda at: place(made, at.x_mm, at.y_mm), chance)
    assert len(room.lines) >= 2


@pytest.mark.parametrize("edition", list(Edition))
def test_s_summon_04_where_no_place_is_clear_the_zone_is_wherever_it_fits(edition):
    made = summoning(put=crowded(30.0), rules=rules_for(edition))
    room, chance = room_for(made.state, spec_of(made, "place")), by_chance(4)
    assert not room.is_empty
    for _ in range(40):
        near = room.nearest(MatPoint(chance.uniform(0, 600), chance.uniform(0, 600)))
        assert accepted(made, place(made, near.x_mm, near.y_mm)), near


@pytest.mark.parametrize("ruler", ["S", "L", None])
def test_s_move_12_the_zone_of_who_is_placed_anew_is_all_that_is_free(ruler):
    made = field(
        {"A:1": (runner("M"), 300.0, 300.0), "B:1": (ENEMY, 330.0, 370.0)}, terrain=[(ROCK, box(150, 300, 240, 340))]
    )
    made.act("A:1")
    draft = started(made, lambda draft: place_anew(draft, "A:1", by="A", within=ruler))
    made.table.state = draft.state
    room, chance = room_for(made.state, spec_of(made, "place")), by_chance(str(ruler))

    def command_at(at):
        return Place(by="A", creature="A:1", at=Stand(at.x_mm, at.y_mm))

    assert held_against(made, room, command_at, chance, 60)


def started(made, act):

    draft = Draft(made.state, Skip(by="A"))
    act(draft)
    return draft


def test_what_takes_no_place_of_a_creature_has_no_zone():
    made = field({"A:1": (runner("M"), 300.0, 300.0)})
    assert room_for(made.state, spec_of(made, "finish")) is None


def test_a_zone_that_is_shrunk_keeps_contact_and_leaves_its_end():
    made = field({"A:1": (runner("M"), 300.0, 300.0), "B:1": (ENEMY, 300.0, 350.0)})
    room = room_for(made.state, spec_of(made, "move")).shrunk(1.0)
    assert room.nearest(MatPoint(300.0, 100.0)).y_mm == pytest.approx(201.0, abs=BORDER_MM)
    assert room.nearest(MatPoint(300.0, 349.0)).y_mm == pytest.approx(318.0, abs=BORDER_MM)


def test_what_a_zone_covers_is_the_base_laid_at_its_places():
    made = field({"A:1": (runner("M"), 300.0, 300.0)})
    (patch,) = room_for(made.state, spec_of(made, "move")).covered
    away = [math.hypot(each.x_mm - 300.0, each.y_mm - 300.0) for each in patch.outline]
    assert min(away) == pytest.approx(116.0, abs=BORDER_MM)
    assert max(away) == pytest.approx(116.0, abs=BORDER_MM)
