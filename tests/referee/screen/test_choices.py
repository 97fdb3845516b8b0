import pytest

from companion.referee import Choices, ClearSelection, Measures, SelectBase, SetLanguage, ShowReach, TurnMat
from companion.referee.screen.selection import after
from companion.texts import Language

MEASURES = Measures({"S": 80.0, "XL": 250.0}, 2.0)


def chosen_after(*base_ids):
    choices = Choices()
    for base_id in base_ids:
        choices = after(choices, SelectBase(base_id), MEASURES)
    return choices.chosen


@pytest.mark.parametrize(
    ("touched", "chosen"),
    [
        (("a",), ("a",)),
        (("a", "b"), ("a", "b")),
        (("a", "b", "c"), ("a", "c")),
        (("a", "b", "b"), ("a",)),
        (("a", "b", "a"), ("b",)),
        (("a", "a"), ()),
    ],
)
def test_the_first_base_stays_while_others_are_held_against_it(touched, chosen):
    assert chosen_after(*touched) == chosen


def test_letting_go_forgets_the_bases_and_the_ruler_and_nothing_else():
    choices = Choices(("a", "b"), "S", turned=True, language=Language.RUSSIAN)

    assert after(choices, ClearSelection(), MEASURES) == Choices(turned=True, language=Language.RUSSIAN)


def test_the_same_ruler_again_hides_its_reach():
    shown = after(Choices(("a",)), ShowReach("S"), MEASURES)

    assert shown.reach == "S"
    assert after(shown, ShowReach("S"), MEASURES).reach is None
    assert after(shown, ShowReach("XL"), MEASURES).reach == "XL"


def test_a_ruler_that_the_game_does_not_have_changes_nothing():
    assert after(Choices(("a",)), ShowReach("XXL"), MEASURES) == Choices(("a",))


def test_turning_twice_is_not_turning():
    once = after(Choices(), TurnMat(), MEASURES)

    assert once.turned
    assert after(once, TurnMat(), MEASURES) == Choices()


def test_another_language_is_spoken():
    assert after(Choices(), SetLanguage(Language.UKRAINIAN), MEASURES).language is Language.UKRAINIAN
