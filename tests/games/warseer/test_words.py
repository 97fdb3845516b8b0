"""What the game says of what it refuses, and of its dice."""

import pytest
from msgspec.structs import replace

from companion.games.defaults.completed import completed
from companion.games.warseer.game import GAME
from companion.games.warseer.model.card_kinds import Colour
from companion.games.warseer.model.cards import CreatureCard
from companion.games.warseer.model.kinds import Mode
from companion.games.warseer.model.setup import PROPOSED
from companion.games.warseer.own_texts import TEXTS
from companion.games.warseer.rules.refusals import RULES
from companion.games.warseer.sheets import card_text
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import scenarios
from companion.presentation.teller import Teller
from companion.texts import Language
from tests.games.warseer.self_play import setup_of
from tests.games.warseer.table import fight, setup

WHOLE = completed(GAME)


def test_every_refusal_has_a_text_in_every_language():
    for _, key in RULES.values():
        for language in Language:
            assert TEXTS.say(language, f"rules.{key}")


@pytest.mark.parametrize("language", Language)
def test_w_dice_01_each_colour_of_dice_is_named_where_dice_are_owed(language):
    teller = Teller(WHOLE, GAME.new(setup()), language)
    assert {colour.value: teller.kind_of_die(colour.value) for colour in Colour} == {
        colour.value: TEXTS.say(language, f"log.die.{colour.value}") for colour in Colour
    }


@pytest.mark.parametrize("language", Language)
def test_the_report_says_by_what_rules_it_was_played(language):
    tally = completed(GAME).tally
    skirmish = GAME.new(setup_of("cinder_choir", "mossback_host", variant="skirmish", rounds="4"))
    mode_and_map, rounds = tally.rules(skirmish, language)
    assert skirmish.setup.field.names[language.value] in mode_and_map
    assert "4" in rounds
    final = GAME.new(setup_of("cinder_choir", "mossback_host", goal="final", scenario=next(iter(scenarios()))))
    assert len({*tally.rules(final, language)} | {mode_and_map, rounds}) == 5
    assert any(final.setup.scenario.names[language.value] in each for each in tally.rules(final, language))
    other = replace(setup(), readings=replace(PROPOSED, push_at_zero=False, alliance_hero_vp=5))
    changed = [each.value for each in tally.readings(GAME.new(other), language) if each.changed]
    assert len(changed) == 2
    assert "5" in changed


def test_the_score_of_a_team_is_the_sum_of_both():
    """W-ALLY-17: it ends the game."""
    state = fight({}, setup={"players": 4, "mode": Mode.ALLIANCE, "goal": 24})
    sheet = WHOLE.sheets.of(replace(state, points={"A": 3, "B": 1, "C": 4, "D": 0}), "B", Language.ENGLISH)
    found = {player.id: [(each.value, each.most) for each in player.scores] for player in sheet.players}
    assert found == {"A": [(7, 24)], "B": [(1, 24)], "C": [(7, 24)], "D": [(1, 24)]}


@pytest.mark.parametrize("language", Language)
def test_each_creature_says_what_its_words_and_values_mean(language):
    """W-CARD-16 to -20 and W-KW: all that stands on a card by its name or in figures has a sentence."""
    values = {TEXTS.say(language, f"cards.value.{each}") for each in ("attack", "reach", "movement", "health")}
    for card in LIBRARY.cards.values():
        if isinstance(card, CreatureCard):
            told = card_text(card, language)
            keywords = {
                TEXTS.say(language, f"cards.keyword.{each.keyword.value}") for each in card.abilities if each.keyword
            }
            assert values | keywords <= {name for name, _ in told.rules}, card.key
            assert all(rule for _, rule in told.rules)
