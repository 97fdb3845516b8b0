"""What a finger takes hold of at a simulated table, and where that comes to stand."""

import math
import random
from dataclasses import replace

import pytest

from companion.games.board import TemplateRoom
from companion.geometry import MatPoint, Room, room_around
from companion.geometry.patches import Patch
from companion.referee.api.held_model import HeldModel
from companion.tablet.data.bases import fitting, misfits
from companion.tablet.mat.drag import SNAP_MM, SnapRoom, aimed, dragged_from, of_base, snapped
from tests.tablet.views import SCENE, view_of
from tests.tablet.zones import AROUND, BASES, HERO, LOW, MOVE, game, lies, there

GREER_AT, ROBIN_AT = MatPoint(150.0, 150.0), MatPoint(282.0, 150.0)
GREER, ROBIN = there("A:1", "greer", GREER_AT), there("B:1", "sir-robin", ROBIN_AT)


def seen(play):
    return replace(view_of(), play=play)


def apart_mm(one, other):
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def test_bases_that_fit_are_those_of_the_size_and_of_the_player_and_not_yet_taken():
    assert fitting(HERO, BASES, game()) == ("a4", "a5")
    assert fitting(HERO, BASES, game(creatures=[there("A:9", "a4", GREER_AT, 24.0)])) == ("a5",)
    on_mat = [lies("a5", "A", 24.0, GREER_AT, ("A:hero",))]
    assert fitting(HERO, BASES, game(strangers=on_mat)) == ("a5", "a4"), "that which lies there is named first"


def test_bases_of_nobody_are_named_where_the_player_has_none_of_the_size():
    bases = [each for each in BASES if each.owner != "A"]
    assert fitting(HERO, bases, game()) == ("spare",)


def test_a_creature_whose_model_is_known_needs_that_one():
    assert fitting(HERO, BASES, game(creatures=[there("A:hero", "spare", None, 24.0)])) == ("spare",)


def test_a_base_of_the_wrong_size_is_a_misfit_until_one_that_fits_is_there():
    small = lies("greer", "A", 16.0, MatPoint(300.0, 300.0))
    assert misfits(HERO, game(strangers=[small])) == (small,)
    right = lies("a4", "A", 24.0, MatPoint(300.0, 24.0), ("A:hero",))
    assert misfits(HERO, game(strangers=[small, right])) == ()


def test_a_base_of_the_other_player_is_a_misfit_only_where_the_model_is_to_come_to():
    far, near = (lies("b4", "B", 24.0, MatPoint(300.0, y_mm)) for y_mm in (300.0, 30.0))
    assert misfits(HERO, game(strangers=[far])) == ()
    assert misfits(HERO, game(strangers=[near])) == (near,)


def test_a_base_that_may_be_another_model_that_is_waited_for_is_no_misfit():
    assert misfits(HERO, game(strangers=[lies("a4", "A", 16.0, MatPoint(300.0, 24.0), ("A:2",))])) == ()


def test_no_base_is_a_misfit_of_a_move():
    assert misfits(MOVE, game([MOVE], strangers=[lies("b4", "B", 24.0, GREER_AT)])) == ()


def test_a_finger_in_the_zone_takes_the_model_that_waits_beside_the_mat():
    taken = dragged_from(seen(game()), BASES, MatPoint(300.0, 50.0), None)
    assert (taken.base, taken.name) == ("a4", HERO.name)
    place = snapped(taken, seen(game()), MatPoint(410.0, 333.0))
    assert (place.x_mm, place.y_mm) == (pytest.approx(410.0), pytest.approx(24.0)), "the nearest place at the side"


def test_a_finger_far_from_the_zone_takes_nothing():
    assert dragged_from(seen(game()), BASES, MatPoint(300.0, 300.0), None) is None


def test_a_finger_takes_no_waiting_model_while_it_lies_on_the_mat_already():
    strangers = [lies("greer", "A", 24.0, MatPoint(300.0, 300.0), ("A:hero",))]
    bases = [replace(BASES[0], radius_mm=24.0)]
    assert dragged_from(seen(game(strangers=strangers)), bases, MatPoint(300.0, 24.0), None) is None


def test_a_model_on_the_mat_that_may_be_the_one_that_is_waited_for_goes_to_the_zone():
    view = seen(game(strangers=[lies("a4", "A", 24.0, MatPoint(300.0, 300.0), ("A:hero",))]))
    taken = of_base(view, BASES, BASES[1])
    assert taken.zone is HERO
    assert snapped(taken, view, MatPoint(0.0, 300.0)).y_mm == pytest.approx(24.0)


def test_a_model_that_may_go_nowhere_comes_to_stand_nowhere():
    view = seen(game(creatures=[GREER]))
    assert snapped(of_base(view, BASES, BASES[0]), view, ROBIN_AT) is None


def test_a_model_that_is_to_be_put_back_goes_to_its_place_alone():
    away = replace(GREER, ghost=True, at=MatPoint(400.0, 100.0))
    view = seen(game([], creatures=[away]))
    assert snapped(of_base(view, BASES, BASES[0]), view, MatPoint(10.0, 10.0)) == MatPoint(400.0, 100.0)


def test_who_is_held_goes_where_it_may_once_that_is_worked_out():
    view = seen(game([], creatures=[GREER], grabbed=HeldModel("A:1", MOVE)))
    assert of_base(view, BASES, BASES[0]).zone is MOVE
    other = seen(game([], creatures=[GREER, ROBIN], grabbed=HeldModel("A:1", MOVE)))
    assert of_base(other, BASES, BASES[4]).zone is None, "another one is not what is held"


def test_a_move_ends_within_the_zone_by_so_much_that_nobody_has_to_decide():
    view, dice = seen(game([MOVE], creatures=[GREER])), random.Random(7)  # noqa: S311 (no secret)
    taken = of_base(view, BASES, BASES[0])
    for _ in range(50):
        wish = MatPoint(dice.uniform(0.0, 600.0), dice.uniform(0.0, 600.0))
        place = snapped(taken, view, wish)
        assert AROUND.contains(place)
        gone_mm = apart_mm(place, GREER_AT)
        touches = apart_mm(place, ROBIN_AT) < 32.2  # it stands just at the end of what is left
        assert gone_mm <= (100.0 if touches else 99.4)
        if AROUND.contains(wish) and apart_mm(wish, GREER_AT) < 99.0 and apart_mm(wish, ROBIN_AT) > 40.0:
            assert apart_mm(place, wish) < 0.7, "what is allowed is not moved"


def test_who_comes_near_to_an_enemy_touches_it_and_who_stays_away_does_not():
    near = seen(game([MOVE], creatures=[GREER, ROBIN]))
    taken = of_base(near, BASES, BASES[0])
    assert apart_mm(snapped(taken, near, MatPoint(247.0, 150.0)), ROBIN_AT) == pytest.approx(32.0, abs=0.01)
    assert apart_mm(snapped(taken, near, MatPoint(240.0, 150.0)), ROBIN_AT) == pytest.approx(42.0, abs=0.1)
    own = seen(game([MOVE], creatures=[GREER, replace(ROBIN, controller="A")]))
    assert apart_mm(snapped(taken, own, MatPoint(247.0, 150.0)), ROBIN_AT) > 34.5, "nobody is drawn to an own model"


@pytest.mark.parametrize("reach_mm", [150.0, 60.0, 20.0])
@pytest.mark.parametrize("off", [(0.0, 0.0), (9.0, 0.0), (-9.0, 4.0), (2.0, 15.0)])
def test_who_is_dragged_onto_an_enemy_stops_in_front_of_it_in_contact_as_far_as_it_reaches(reach_mm, off):
    enemy = MatPoint(220.0, 150.0)
    bases = (replace(SCENE.bases[0], centre=GREER_AT), replace(SCENE.bases[1], centre=enemy))
    room = room_around(replace(SCENE, bases=bases), "greer", 16.0, reach_mm)
    view = seen(game([replace(MOVE, room=room)], creatures=[GREER, replace(ROBIN, at=enemy, seen=enemy)]))
    taken = of_base(view, BASES, BASES[0])
    place = snapped(taken, view, aimed(taken, view, MatPoint(enemy.x_mm + off[0], enemy.y_mm + off[1])))
    wanted_mm = min(220.0 - 150.0 - 32.0, reach_mm)
    assert place.y_mm == pytest.approx(150.0, abs=0.2), "on the straight way to it"
    assert place.x_mm - 150.0 == pytest.approx(wanted_mm, abs=0.7)
    if reach_mm > 38.0:
        assert apart_mm(place, enemy) == pytest.approx(32.0, abs=0.01)
    beyond = MatPoint(262.0, 150.0)
    assert aimed(taken, view, beyond) == beyond, "a finger beside an enemy means that place"
    own = seen(game([replace(MOVE, room=room)], creatures=[GREER, replace(ROBIN, at=enemy, controller="A")]))
    assert aimed(taken, own, enemy) == enemy
    assert aimed(taken, seen(game([replace(MOVE, asked=True)])), enemy) == enemy


def test_who_is_placed_at_its_side_is_drawn_to_nobody():
    view = seen(game(creatures=[replace(ROBIN, at=MatPoint(343.0, 24.0))]))
    taken = dragged_from(view, BASES, MatPoint(300.0, 24.0), None)
    assert snapped(taken, view, MatPoint(300.0, 24.0)).x_mm == pytest.approx(300.0)
    assert LOW.contains(snapped(taken, view, MatPoint(-50.0, 24.0)))


def test_on_a_drawn_mat_a_model_snaps_to_its_side_and_stays_under_a_finger_that_is_farther_off():
    view, hero = seen(game()), next(each for each in BASES if each.id == "a4")
    room = SnapRoom.of(of_base(view, BASES, hero), view, 0.0)
    for off_mm in (SNAP_MM - 1.0, 1.0 - SNAP_MM):
        assert apart_mm(room.place(view, MatPoint(200.0, 24.0 + off_mm)), MatPoint(200.0, 24.0)) < 0.001
    assert room.place(view, MatPoint(200.0, 24.0 + SNAP_MM + 1.0)) is None, "real figures may stand there"


@pytest.mark.parametrize("stood_mm", [0.0, 2.0])
def test_on_a_drawn_mat_the_end_of_a_move_is_snapped_to_and_a_place_within_is_chosen_by_the_finger(stood_mm):
    play = game(zones=(), creatures=[GREER], grabbed=HeldModel("A:1", MOVE))
    view, greer = seen(play), next(each for each in BASES if each.id == "greer")
    room = SnapRoom.of(of_base(view, BASES, greer), view, stood_mm)
    start = next(each.base.centre for each in view.pieces if each.base.id == "greer")

    def out(mm):
        return MatPoint(start.x_mm, start.y_mm + mm)

    assert MOVE.room.contains(out(99.5)), "nothing stands in the way"
    surely_mm = max(0.6, 4.0 * math.hypot(stood_mm, 0.1))
    end = room.place(view, out(103.0))
    assert apart_mm(end, start) == pytest.approx(100.0 - surely_mm, abs=0.2)
    assert room.place(view, out(80.0)) is None
    assert room.place(view, out(115.0)) is None


def on_drawn_mat(creatures, grabbed=None):
    view = seen(game([], creatures=creatures, grabbed=grabbed))
    return view, SnapRoom.of(of_base(view, BASES, next(each for each in BASES if each.id == "greer")), view, 2.0)


def test_on_a_drawn_mat_a_move_that_ends_near_an_enemy_ends_in_contact_with_it():
    enemy = MatPoint(230.0, 150.0)
    view, room = on_drawn_mat([GREER, replace(ROBIN, at=enemy)], HeldModel("A:1", MOVE))
    for over_mm in (3.0, -3.0):
        place = room.place(view, MatPoint(enemy.x_mm - 32.0 - over_mm, 150.0))
        assert apart_mm(place, enemy) == pytest.approx(32.0, abs=1e-9)
    assert room.place(view, MatPoint(enemy.x_mm - 40.0, 150.0)) is None, "so far off a finger means what it says"
    assert room.place(view, MatPoint(enemy.x_mm - 15.0, 150.0)) is None, "nor does it jump"
    end = MatPoint(GREER_AT.x_mm + 99.0, 150.0)
    at_end, room = on_drawn_mat([GREER, replace(ROBIN, at=MatPoint(end.x_mm + 32.0, 150.0))], HeldModel("A:1", MOVE))
    assert apart_mm(room.place(at_end, end), end) > 5.0, "contact there would leave it open whether it comes so far"


def test_on_a_drawn_mat_a_model_that_no_rule_moves_is_laid_against_an_enemy_too():
    view, room = on_drawn_mat([GREER, ROBIN])
    assert apart_mm(room.place(view, MatPoint(ROBIN_AT.x_mm, 184.5)), ROBIN_AT) == pytest.approx(32.0, abs=1e-9)
    assert room.place(view, MatPoint(500.0, 500.0)) is None
    friends = on_drawn_mat([GREER, replace(ROBIN, controller="A")])
    assert friends[1].place(friends[0], MatPoint(ROBIN_AT.x_mm, 184.5)) is None


def test_on_a_drawn_mat_a_template_snaps_to_where_it_may_lie_turned_as_it_is():
    square = Room(0.0, (Patch(tuple(MatPoint(x, y) for x, y in ((100, 100), (500, 100), (500, 500), (100, 500)))),))
    corners = tuple(MatPoint(*each) for each in ((-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)))
    rooms = (TemplateRoom(0.0, corners, square), TemplateRoom(6.0, corners, Room(0.0)))
    view, zone = seen(game()), replace(HERO, room=square, templates=rooms, side=None)
    room = SnapRoom.of_template(zone, "wood-1", math.tau, view)
    at = room.place(view, MatPoint(95.0, 300.0))
    assert (at.x_mm, at.y_mm) == (pytest.approx(100.6, abs=0.05), pytest.approx(300.0))
    assert room.place(view, MatPoint(104.0, 300.0)) == MatPoint(104.0, 300.0), "it may lie there once it is exact"
    assert room.place(view, MatPoint(300.0, 300.0)) is None, "there a finger is exact enough"
    assert room.place(view, MatPoint(80.0, 300.0)) is None
    for none in (SnapRoom.of_template(zone, "wood-1", 1.0, view), SnapRoom.of_template(None, "wood-1", 0.0, view)):
        assert none.place(view, MatPoint(95.0, 300.0)) is None
