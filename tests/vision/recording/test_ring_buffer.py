"""The last seconds of pictures in bounded memory."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from vision.recording import RecordedImage, RingBuffer

PICTURES = st.lists(st.tuples(st.floats(0.001, 3.0), st.integers(1, 4000)), min_size=1, max_size=80)


def filled(pictures, span_s=5.0, most_bytes=10_000):
    """A ring after pictures (time since the one before, bytes), and all that was put in."""
    ring, at_s, came = RingBuffer(span_s, most_bytes), 100.0, []
    for number, (step_s, size) in enumerate(pictures):
        at_s += step_s
        came.append(RecordedImage(number, at_s, bytes(size)))
        ring.add(came[-1])
    return ring, came


@given(PICTURES)
def test_it_never_holds_more_bytes_than_it_may_unless_a_single_picture_has_more(pictures):
    ring, _ = filled(pictures)
    held = ring.moments()
    assert ring.size_bytes == sum(len(moment.jpeg) for moment in held)
    assert ring.size_bytes <= 10_000 or len(held) == 1


@given(PICTURES)
def test_what_it_holds_is_what_came_in_order_and_not_older_than_its_span(pictures):
    ring, came = filled(pictures)
    held = ring.moments()
    assert held[-1] is came[-1]
    numbers = [moment.sequence for moment in held]
    assert numbers == sorted(set(numbers))
    assert all(came[moment.sequence] is moment for moment in held)
    assert held[-1].captured_s - held[0].captured_s <= 5.0


@given(PICTURES)
def test_with_room_for_all_every_picture_of_the_span_is_there(pictures):
    ring, came = filled(pictures, most_bytes=1_000_000)
    newest_s = came[-1].captured_s
    assert ring.moments() == tuple(moment for moment in came if newest_s - moment.captured_s <= 5.0)


def test_where_room_is_short_the_past_gets_thinner_and_still_reaches_back():
    ring, _ = filled([(1 / 30, 1000)] * 900, span_s=30.0, most_bytes=200_000)
    held = ring.moments()
    times_s = [moment.captured_s for moment in held]
    newest_s = times_s[-1]
    assert len(held) == 200
    assert newest_s - times_s[0] > 29.0
    last_second = [at_s for at_s in times_s if newest_s - at_s <= 1.0]
    tenth_second_back = [at_s for at_s in times_s if 20.0 <= newest_s - at_s <= 21.0]
    assert len(last_second) > 2 * len(tenth_second_back) > 0
    assert max(b - a for a, b in pairwise(times_s)) < 1.0


def test_a_camera_that_was_started_again_begins_a_new_ring():
    ring, _ = filled([(0.1, 10)] * 5)
    ring.add(RecordedImage(9, 1.0, b"new"))
    assert [moment.sequence for moment in ring.moments()] == [9]
    assert ring.size_bytes == 3
