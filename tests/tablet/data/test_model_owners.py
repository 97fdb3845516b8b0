"""Whose model is whose, shown one at a time on the mat."""

from companion.geometry import MatPoint
from companion.referee.mat.models import RecordedPiece, SeenPiece
from companion.tablet.data.model_finder import STAYS_S, Advice, ModelFinder

HEROES = (RecordedPiece("A:hero", "A", "A", 24.0), RecordedPiece("B:hero", "B", "B", 24.0))


def lying(base, owner="", radius_mm=24.0):
    return SeenPiece(base, owner, radius_mm, MatPoint(100.0, 100.0), 0.1)


def shown(showing, *standing, now_s):
    """After the same was seen for long enough."""
    return showing.seen(standing, now_s).seen(standing, now_s + STAYS_S)


def test_a_model_that_stands_alone_for_a_moment_is_the_heros_whose_turn_it_is():
    first = ModelFinder(HEROES).seen([lying("red")], 10.0)
    assert (first.advice, first.at) == (Advice.HOLD, 0)
    assert first.seen([lying("red")], 10.0 + STAYS_S / 2).at == 0
    second = first.seen([lying("red")], 10.0 + STAYS_S)
    assert (second.models.base("A:hero"), second.at, second.advice) == ("red", 1, Advice.PUT)
    over = shown(second, lying("red"), lying("blue"), now_s=20.0)
    assert (dict(over.models.of), over.wanted, over.advice) == (
        {"A:hero": "red", "B:hero": "blue"},
        None,
        Advice.DONE,
    )


def test_two_new_models_at_once_tell_nothing():
    showing = shown(ModelFinder(HEROES), lying("red"), lying("blue"), now_s=0.0)
    assert (showing.at, showing.advice) == (0, Advice.MANY)


def test_a_model_that_is_taken_away_too_soon_begins_anew():
    showing = ModelFinder(HEROES).seen([lying("red")], 0.0).seen([], 0.5).seen([lying("red")], STAYS_S + 0.1)
    assert (showing.at, showing.advice) == (0, Advice.HOLD)


def test_another_models_coming_counts_from_its_own_time():
    showing = ModelFinder(HEROES).seen([lying("red")], 0.0).seen([lying("blue")], STAYS_S + 0.1)
    assert (showing.at, showing.lying) == (0, "blue")


def test_a_model_of_another_size_or_another_player_does_not_fit():
    for wrong in (lying("small", radius_mm=16.0), lying("theirs", "B")):
        showing = shown(ModelFinder(HEROES), wrong, now_s=0.0)
        assert (showing.at, showing.advice, showing.lying) == (0, Advice.WRONG, wrong.id)


def test_a_hero_can_be_shown_anew_while_the_others_stay():
    showing = shown(shown(ModelFinder(HEROES), lying("red"), now_s=0.0), lying("red"), lying("blue"), now_s=5.0)
    again = showing.anew(0)
    assert (again.at, dict(again.models.of)) == (0, {"B:hero": "blue"})
    again = again.seen([lying("blue")], 9.0)
    changed = shown(again, lying("blue"), lying("green"), now_s=10.0)
    assert dict(changed.models.of) == {"A:hero": "green", "B:hero": "blue"}


def test_it_goes_on_with_the_first_hero_whose_model_is_not_known():
    known = shown(ModelFinder(HEROES), lying("red"), now_s=0.0).models
    assert ModelFinder(HEROES, known).next_open().at == 1


def test_one_that_is_passed_over_comes_again_after_the_others():
    second = ModelFinder(HEROES).later()
    assert second.wanted == HEROES[1]
    over = shown(second, lying("blue"), now_s=0.0)
    assert (over.wanted, dict(over.models.of)) == (HEROES[0], {"B:hero": "blue"})
    assert over.later().wanted == HEROES[0]


def test_what_was_shown_last_is_taken_back_and_counts_anew_once_the_model_has_left():
    both = shown(shown(ModelFinder(HEROES), lying("red"), now_s=0.0), lying("red"), lying("blue"), now_s=5.0)
    back = both.back()
    assert (back.wanted, dict(back.models.of)) == (HEROES[1], {"A:hero": "red"})
    still = shown(back, lying("red"), lying("blue"), now_s=10.0)
    assert (still.advice, still.lying, dict(still.models.of)) == (Advice.AWAY, "blue", {"A:hero": "red"})
    again = shown(still.seen([lying("red")], 20.0), lying("red"), lying("blue"), now_s=21.0)
    assert dict(again.models.of) == {"A:hero": "red", "B:hero": "blue"}
    assert both.back().back().wanted == HEROES[0]
    assert ModelFinder(HEROES).back() == ModelFinder(HEROES)
