"""Where labels go: free spots first, the important ones before the rest, always the same."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tablet.look.labels import Box, Disc, Label, across, along, around_ring, beside, place

MAT = Box(0.0, 0.0, 700.0, 700.0)
SIZE = (60.0, 20.0)

spots = st.tuples(st.floats(0, 700), st.floats(0, 700))
labels = st.builds(
    Label,
    st.tuples(st.floats(10, 90), st.floats(10, 25)),
    st.lists(spots, min_size=1, max_size=6).map(tuple),
    st.booleans(),
)
discs = st.builds(Disc, spots, st.floats(5, 40))
fields = st.tuples(
    st.lists(labels, max_size=8), st.lists(discs, max_size=5), st.lists(st.tuples(spots, spots), max_size=5)
)


def boxes(placed, found):
    return [Box.around(spot, label.size_px) for label, spot in zip(placed, found, strict=True)]


def is_free(box, others, bases):
    within = abs(box.shared_px2(MAT) - box.area_px2) <= 1e-6 * box.area_px2
    return within and not any(map(box.shared_px2, others)) and not any(disc.shared_px2(box) for disc in bases)


@given(fields)
@settings(deadline=None)
def test_every_label_gets_one_of_its_own_spots_and_the_same_each_time(field):
    wishes, bases, lines = field
    found = place(wishes, MAT, bases, lines)
    assert len(found) == len(wishes)
    assert all(spot in label.spots for label, spot in zip(wishes, found, strict=True))
    assert place(wishes, MAT, bases, lines) == found


@given(fields)
@settings(deadline=None)
def test_a_label_covers_something_only_where_it_has_no_spot_with_air_around_it(field):
    wishes, bases, lines = field
    found = place(wishes, MAT, bases, lines)
    taken = boxes(wishes, found)
    for turn, label in enumerate(wishes):
        if not is_free(taken[turn], taken[:turn], bases):
            airy = [Box.around(spot, label.size_px, 2.0) for spot in label.spots]
            assert not any(is_free(box, taken[:turn], bases) for box in airy)


@given(fields)
@settings(deadline=None)
def test_a_label_does_not_move_for_less_important_ones(field):
    wishes, bases, lines = field
    found = place(wishes, MAT, bases, lines)
    for count in range(len(wishes)):
        assert place(wishes[:count], MAT, bases, lines) == found[:count]


def test_a_label_alone_keeps_its_first_spot():
    assert place([Label(SIZE, ((300, 300), (100, 100)))], MAT, [], []) == [(300, 300)]


def test_the_second_of_two_labels_gives_way_to_the_first():
    label = Label(SIZE, ((300, 300), (310, 305), (300, 330)))
    assert place([label, label], MAT, [], []) == [(300, 300), (300, 330)]


def test_a_label_gives_way_to_a_base_and_to_the_edge_of_the_mat():
    label = Label(SIZE, ((300, 300), (20, 300), (500, 300)))
    assert place([label], MAT, [Disc((325, 315), 12)], []) == [(500, 300)]


def test_a_label_may_lie_beside_the_round_corner_of_a_base():
    corner = Disc((300 + 30 + 15, 300 + 10 + 15), 18)
    assert place([Label(SIZE, ((300, 300), (100, 100)))], MAT, [corner], []) == [(300, 300)]


def test_with_no_free_spot_the_least_covered_one_is_taken():
    first = Label(SIZE, ((300, 300),))
    second = Label(SIZE, ((300, 300), (340, 310), (310, 300)))
    assert place([first, second], MAT, [], [])[1] == (340, 310)


def test_only_labels_that_shun_lines_give_way_to_them_and_only_among_spots_equally_free():
    line = (0.0, 300.0), (700.0, 310.0)
    two = (300, 300), (300, 350)
    assert place([Label(SIZE, two, shuns_lines=True)], MAT, [], [line]) == [(300, 350)]
    assert place([Label(SIZE, two)], MAT, [], [line]) == [(300, 300)]
    assert place([Label(SIZE, two, shuns_lines=True)], MAT, [Disc((300, 350), 10)], [line]) == [(300, 300)]


def test_a_line_that_passes_a_corner_or_ends_before_a_label_is_no_reason_to_move():
    two = (300, 300), (300, 350)
    passing, ending = ((250.0, 300.0), (300.0, 350.0)), ((0.0, 300.0), (250.0, 300.0))
    assert place([Label(SIZE, two, shuns_lines=True)], MAT, [], [passing, ending]) == [(300, 300)]


@given(discs, st.tuples(st.floats(10, 90), st.floats(10, 25)))
@settings(deadline=None)
def test_spots_beside_a_base_keep_off_it_unless_the_edge_pushes_them(disc, size):
    below, above, *sides = (Box.around(spot, size) for spot in beside(disc, size, 3.0, MAT))
    assert disc.shared_px2(below) == disc.shared_px2(above) == 0
    for box in (below, above, *sides):
        assert box.left_px >= -1e-6
        assert box.right_px <= 700 + 1e-6
    if size[0] + 80 < disc.centre[0] < 620 - size[0]:
        assert not any(map(disc.shared_px2, sides))


def test_a_name_at_the_lower_edge_stands_above_its_base():
    disc = Disc((300.0, 25.0), 20.0)
    spot = place([Label(SIZE, beside(disc, SIZE, 3.0, MAT))], MAT, [disc], [])[0]
    assert spot == (300.0, 25.0 + 20.0 + 3.0 + 10.0)


@given(discs, st.floats(-math.pi, math.pi))
@settings(deadline=None)
def test_spots_of_a_ruler_lie_on_its_ring_and_on_the_mat(disc, first_rad):
    ring = Disc(disc.centre, disc.radius_px + 200)
    found = around_ring(ring, first_rad, MAT)
    assert all(math.isclose(math.dist(spot, ring.centre), ring.radius_px) for spot in found)
    assert all(MAT.holds(spot) for spot in found)
    assert len(found) == len(set(found))


def test_the_first_spot_of_a_ruler_is_in_the_first_direction_and_the_others_go_all_around():
    found = around_ring(Disc((350.0, 350.0), 100.0), 0.0, MAT)
    assert found[0] == (450.0, 350.0)
    assert len({round(math.atan2(y - 350, x - 350) % (2 * math.pi), 6) for x, y in found}) == 24


def test_a_ring_wholly_off_the_mat_has_no_spots():
    assert around_ring(Disc((350.0, 350.0), 600.0), 0.3, MAT) == ()


def test_margins_stand_on_their_line_between_its_ends():
    shares = [x / 100 for x, y in along(((0.0, 0.0), (100.0, 50.0))) if math.isclose(y, x / 2)]
    assert len(shares) == len(along(((0.0, 0.0), (1.0, 1.0))))
    assert min(shares) >= 0.35
    assert max(shares) <= 0.85


def test_the_width_of_a_gap_stands_on_it_where_there_is_room_and_aside_where_there_is_none():
    wide, narrow = ((200.0, 300.0), (400.0, 300.0)), ((299.0, 300.0), (301.0, 300.0))
    assert place([Label(SIZE, across(wide, 20.0))], MAT, [Disc((180, 300), 20)], []) == [(300.0, 300.0)]
    touching = [Disc((279.0, 300.0), 20), Disc((321.0, 300.0), 20)]
    spot = place([Label(SIZE, across(narrow, 20.0))], MAT, touching, [])[0]
    assert not any(disc.shared_px2(Box.around(spot, SIZE)) for disc in touching)
    assert spot[0] == 300.0


def test_a_gap_of_no_width_still_has_its_spots():
    assert all(math.isfinite(x) and math.isfinite(y) for x, y in across(((5.0, 5.0), (5.0, 5.0)), 20.0))
