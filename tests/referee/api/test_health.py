import pytest

from companion.referee import Level, Subsystem
from companion.referee.api.health import BLINDING, ORGANS, examine
from vision.observation import MatObservation, Place, TableObservation, TrackState
from vision.table import BaseLayout, MatLayout, TableLayout
from vision.trouble import Trouble, TroubleKind

LAYOUT = TableLayout(
    MatLayout(600.0, 600.0, "DICT_4X4_100", ()), tuple(BaseLayout(name, 16.0, ()) for name in "abcdef")
)


def observed(*troubles, states=()):
    bases = tuple(
        Place(name, 1.0, 1.0, 0.0, 0.1, 0.0, (), state) for name, state in zip("abcdef", states, strict=False)
    )
    return TableObservation(0, 0.0, (), MatObservation(found=True), bases, troubles=tuple(troubles))


def trouble(kind):
    return Trouble(kind, "it", "Something is wrong.")


def test_with_all_well_every_organ_is_good():
    health = examine(LAYOUT, observed(), "usb:0", None, 0.05, 20.0)

    assert set(health.levels.values()) == {Level.GOOD}
    assert not health.blind
    assert health.troubles == ()


def test_before_the_first_picture_nothing_may_be_answered():
    health = examine(LAYOUT, None, "usb:0", None, None, 0.0)

    assert health.blind
    assert health.levels[Subsystem.CAMERA] is Level.BLIND


def test_a_picture_that_is_too_old_is_no_picture():
    health = examine(LAYOUT, observed(), "usb:0", None, 2.0, 20.0)

    assert health.blind
    assert [trouble.kind for trouble in health.troubles] == [TroubleKind.NO_PICTURE]


@pytest.mark.parametrize("kind", list(TroubleKind))
def test_every_trouble_is_some_organs_and_blinds_only_where_nothing_can_be_measured(kind):
    camera = kind not in ORGANS
    health = examine(
        LAYOUT, observed(*([] if camera else [trouble(kind)])), "usb:0", trouble(kind) if camera else None, 0.05, 20.0
    )

    assert health.levels[ORGANS.get(kind, Subsystem.CAMERA)] is (Level.BLIND if kind in BLINDING else Level.WORSE)
    assert health.blind == (kind in BLINDING)


def test_the_last_picture_of_a_video_still_answers_however_old():
    health = examine(LAYOUT, observed(), "file:match.mp4", trouble(TroubleKind.ENDED), 600.0, 0.0)

    assert not health.blind


def test_what_blinds_is_told_first():
    health = examine(
        LAYOUT, observed(trouble(TroubleKind.TOO_DARK)), "usb:0", trouble(TroubleKind.CAMERA_MISSING), 0.1, 0.0
    )

    assert [trouble.kind for trouble in health.troubles] == [TroubleKind.CAMERA_MISSING, TroubleKind.TOO_DARK]


def test_pieces_are_counted_by_how_well_they_are_known():
    states = (TrackState.SEEN, TrackState.MOVED, TrackState.HELD, TrackState.LIFTED, TrackState.LOST)
    count = examine(LAYOUT, observed(states=states), "usb:0", None, 0.1, 20.0).count

    assert (count.seen, count.held, count.lifted, count.lost) == (2, 1, 1, 2)
