"""Results in words: every number stands where players look for it, in three languages."""

import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.game import GAME
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import Told
from companion.geometry import MatPoint
from companion.presentation.tasks import tasks
from companion.presentation.teller import Teller
from companion.texts import COMPLETE, Language
from tests.games.signum.fights import Field, beside, fighter
from tests.games.signum.test_results import PLAIN, FollowedField
from tests.plain_spaces import spaced

SHAPES = {"A": "disc", "B": "diamond"}


def shown(made, language=Language.ENGLISH):
    return GAME.speech.result(made.state, made.only, SHAPES, language)


def fought():
    """Three hits of the attacker, one saved, one token: a wound. The target does not strike back."""
    made = FollowedField(beside(fighter("Strong", 3, 5), fighter("Tough", 2, 5)).change("B:1", armour=1))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("sss", "sb")
    return made


def test_a_melee_shows_dice_hits_saves_armour_and_wounds():
    result = shown(fought())
    assert spaced(result.title) == "Melee: Strong – Tough"
    assert [(each.name, each.shape, each.role, each.total) for each in result.throws] == [
        ("Strong", "disc", "Attack (hits: axe, shield)", "hits: 3"),
        ("Tough", "diamond", "Defence (saves: shield)", "saved: 1"),
    ]
    assert [(die.face, die.good) for die in result.throws[1].dice] == [("shield", True), ("bullseye", False)]
    (struck,) = result.struck
    assert (struck.name, struck.shape, struck.wounds, struck.fell) == ("Tough", "diamond", 1, False)
    assert struck.figures == (("hits", 3), ("saved", 1), ("armour", 1), ("wounds", 1))
    assert (struck.at, result.source_at) == (MatPoint(332.0, 300.0), MatPoint(300.0, 300.0))


@pytest.mark.parametrize(
    ("abilities", "asked", "rolled"),
    [
        ((), "Strong is wounded and hits only on: shield.", "Attack (wounded, hits only: shield)"),
        ((Ability("fortitude"),), "", "Attack (hits: axe, shield)"),
    ],
)
def test_whose_axe_does_not_hit_because_of_a_wound_is_told_so(abilities, asked, rolled):
    """Where the dice are asked for and in the result (S-MELEE-20, S-MELEE-21)."""
    made = FollowedField(beside(fighter("Strong", 3, 5, *abilities), fighter("Tough", 2, 5)).change("A:1", wounds=1))
    made.fight("A:1", "B:1").assign("B", 1, 1).assign("A", 3, 0)
    titles = {
        seat: task.title
        for seat in "AB"
        for prompt in GAME.prompts(made.state)
        for task in tasks((prompt,) if seat in prompt.to else (), Teller(GAME, made.state, Language.ENGLISH, seat))
    }
    assert titles["A"] == f"Roll 3 dice for melee attack. {asked}".strip()
    assert titles["B"] == "Roll 1 die for melee attack."
    made.roll("sxb", "s")
    assert [each.role for each in shown(made).throws] == [rolled, "Attack (hits: axe, shield)"]


def test_who_was_attacked_and_is_not_harmed_is_named():
    made = FollowedField(beside(PLAIN, PLAIN))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 2, 0).roll("sb", "sb")
    (struck,) = shown(made).struck
    assert struck.figures == (("hits", 1), ("saved", 1), ("wounds", 0))
    assert struck.at == MatPoint(332.0, 300.0)


def test_a_melee_in_which_nobody_attacks_says_so():
    made = FollowedField(beside(PLAIN, PLAIN))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 0, 2)
    result = shown(made)
    assert result.throws == ()
    (struck,) = result.struck
    assert (struck.figures, struck.ending) == ((("wounds", 0),), "Nobody attacked.")
    assert struck.at == MatPoint(332.0, 300.0)


def test_both_are_told_where_both_strike():
    made = FollowedField(beside(PLAIN, fighter("other", 2, 1)))
    made.fight("A:1", "B:1").assign("B", 2, 0).assign("A", 2, 0).roll("sx", "xb")
    result = shown(made)
    assert {each.name: each.figures[-1] for each in result.struck} == {"plain": ("wounds", 1), "other": ("wounds", 1)}
    assert [each.ending for each in result.struck if each.fell] == ["other falls."]


def test_what_abilities_make_of_the_hits_is_told():
    made = FollowedField(beside(fighter("h", 2, 5, Ability("hammerblow")), PLAIN))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 2, 0).roll("sb", "bb")
    (struck,) = shown(made).struck
    assert struck.figures == (("hits", 1), ("saved", 0), ("counts as", 2), ("wounds", 2))


def test_a_magical_shot_says_that_armour_does_not_stop_it():
    mage = fighter("m", 2, 5, Ability("magical_shot", x=2))
    made = FollowedField(Field({"A:1": (mage, 150.0, 300.0), "B:1": (PLAIN, 300.0, 300.0)}).change("B:1", armour=2))
    made.shoot("A:1", "B:1", "magical_shot").roll("bb")
    result = shown(made)
    assert spaced(result.title) == "Magical Shot: m – plain"
    (struck,) = result.struck
    assert (struck.figures, struck.ending) == ((("hits", 2), ("wounds", 2)), "Armour does not stop it.")


def test_a_die_that_an_ability_adds_is_told_before_the_split_and_after():
    field = beside(fighter("Keen", 3, 5, Ability("expert_of_attack", x=1)), PLAIN)
    field.fight("A:1", "B:1").assign("B", 0, 2)
    state = field.state
    (owed,) = GAME.sheets.of(state, "A", Language.ENGLISH).owed
    assert owed.detail == ("Expert of Attack: If all dice go to attack, 1 more attack die is added.",)
    split = Told(key="dice_assigned", values={"creature": "A:1", "attack": 4, "defence": 0})
    teller = Teller(GAME, state, Language.ENGLISH, SPECTATOR)
    told = [teller.sentence(each) for each in GAME.speech.said(state, split)]
    assert told == ["Keen assigns dice: attack 4, defence 0 (Expert of Attack included)."]


@pytest.mark.parametrize("language", COMPLETE)
def test_every_word_of_it_is_in_the_readers_language(language):
    result, english = shown(fought(), language), shown(fought())
    words = [result.title, *(each.role for each in result.throws), *(word for word, _ in result.struck[0].figures)]
    others = [english.title, *(each.role for each in english.throws), *(word for word, _ in english.struck[0].figures)]
    assert len(words) == len(others)
    if language is not Language.ENGLISH:
        assert not set(words) & set(others)
