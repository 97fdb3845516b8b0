"""Everything the rules ask or offer has words in all three languages."""

import random

import pytest

from companion.games.prompt import CommandSpec, Number
from companion.games.signum.game import Signum
from companion.presentation.tasks import offer, offers, tasks
from companion.presentation.teller import Teller
from companion.texts import Language
from tests.games.signum.random_play import Game
from tests.games.signum.random_worlds import any_setup

RULES = Signum()


@pytest.mark.parametrize("seed", range(12))
def test_every_prompt_and_offer_of_random_games_can_be_said(seed):
    chance = random.Random(seed)  # noqa: S311 (a game, no secret)
    game = Game(any_setup(chance), chance)
    for _ in range(150):
        prompts = RULES.prompts(game.state)
        for language in Language:
            for player in game.state.players:
                owed = tuple(each for each in prompts if player in each.to)
                specs, teller = RULES.commands(game.state, player), Teller(RULES, game.state, language, player)
                said = [*tasks(owed, teller), *offers(specs, teller)]
                for each in said:
                    for made in getattr(each, "offers", (each,)):
                        assert made.label.strip()
                        assert all(choice.label for entry in made.inputs for choice in entry.choices)
                assert all(task.offers for task in tasks(owed, teller)), owed
        if not game.step():
            break


def test_what_is_always_there_is_told_from_the_rules_own_offers():
    chance = random.Random(1)  # noqa: S311 (a game, no secret)
    game = Game(any_setup(chance), chance)
    for _ in range(60):
        for player in game.state.players:
            ours = [spec for spec in RULES.commands(game.state, player) if not RULES.by_hand.holds(spec)]
            assert not {spec.kind for spec in ours} & {"movecard", "giveeffect", "correct", "concede", "offerdraw"}
        if not game.step():
            break


def test_what_is_done_by_hand_has_words_too():
    chance = random.Random(1)  # noqa: S311 (a game, no secret)
    game = Game(any_setup(chance), chance)
    for language in Language:
        for player in game.state.players:
            by_hand = [spec for spec in RULES.commands(game.state, player) if RULES.by_hand.holds(spec)]
            assert len(by_hand) >= 7
            assert all(offer(spec, Teller(RULES, game.state, language)).label for spec in by_hand)


@pytest.mark.parametrize(("most", "keys"), [(1, ["0", "1"]), (7, [*"01234567"]), (99, [])])
def test_one_of_a_few_numbers_has_a_key_of_its_own(most, keys):
    chance = random.Random(1)  # noqa: S311 (a game, no secret)
    teller = Teller(RULES, Game(any_setup(chance), chance).state, Language.ENGLISH)
    spec = CommandSpec(kind="count", by="A", fields={"number": Number(least=0, most=most)})
    (entry,) = offer(spec, teller).inputs
    assert (entry.kind, [each.value for each in entry.choices]) == ("choose" if keys else "number", keys)
