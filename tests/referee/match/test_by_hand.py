"""What screens list to be set by hand is what the rules take."""

import random

from companion.games.signum.game import Signum
from companion.games.signum.model.commands import Keeping
from companion.games.signum.model.editions import THINGS
from companion.games.signum.sheets.by_hand import NO_EFFECT
from companion.referee.match.command_builder import filled, offered
from companion.texts import Language
from tests.games.signum.random_play import Game
from tests.referee.match.test_match import skirmish

RULES = Signum()
NUMBER = "1"


class Place:
    """A surveyor that sees everything in the middle of the mat."""

    def spot(self, spec, field, values):
        return {"at": {"x_mm": 300.0, "y_mm": 300.0}, "outline": [[250.0, 250.0], [300.0, 250.0], [300.0, 300.0]]}[
            field
        ]


def in_play(seed, turns=6):
    game = Game(skirmish(), random.Random(seed))  # noqa: S311 (a game, no secret)
    while game.state.turn < turns and game.step():
        pass
    return game.state


def answers(offer):
    """Every choice of every list once, with the first of the others."""
    lists = {entry.field: [choice.value for choice in entry.choices] or [NUMBER] for entry in offer.inputs}
    lists = {field: words for field, words in lists.items() if field not in ("at", "outline")}
    yield {field: [words[0]] for field, words in lists.items()}
    for field, words in lists.items():
        for word in words[1:]:
            yield {each: [word if each == field else others[0]] for each, others in lists.items()}


def test_the_rules_take_everything_that_is_listed():
    state, taken = in_play(0), set()
    for player in state.players:
        view = RULES.view(state, player)
        for offer in RULES.by_hand.offers(state, view, Language.ENGLISH):
            for values in answers(offer):
                sent = {**{name: [word] for name, word in offer.fixed.items()}, **values}
                spec = offered(RULES.commands(state, player), offer.kind, sent)
                events = RULES.decide(state, filled(RULES, spec, sent, Place()))
                assert events or sent.get("effect") == [NO_EFFECT], "only an end of nothing changes nothing"
                taken.add(offer.kind)

    assert {"setvalue", "movecard", "giveeffect", "correct", "offerdraw", "concede"} <= taken


def test_only_what_the_viewer_sees_is_listed():
    state = in_play(1)
    for player in state.players:
        view = RULES.view(state, player)
        hidden = {
            card
            for other in state.players.values()
            if other.id != player
            for card in (*other.hand, *other.deck, *other.unused, *(each.id for each in other.tactics))
        } | set(state.players[player].deck)
        listed = {
            choice.value
            for offer in RULES.by_hand.offers(state, view, Language.ENGLISH)
            for entry in offer.inputs
            for choice in entry.choices
        }

        assert listed
        assert not listed & hidden


def test_a_draw_that_was_offered_can_be_taken_back():
    state = in_play(2)
    agreed = RULES.decide(state, filled(RULES, _draw(state), {}, Place()))
    for event in agreed:
        state = RULES.evolve(state, event)
    kinds = {offer.kind: offer for offer in RULES.by_hand.offers(state, RULES.view(state, "A"), Language.ENGLISH)}

    assert kinds["offerdraw"].fixed == {"agree": "false"}


def _draw(state):
    return offered(RULES.commands(state, "A"), "offerdraw", {"agree": ["true"]})


def test_what_is_so_or_not_is_answered_with_yes_or_no():
    state = in_play(0)
    for language in Language:
        offers = RULES.by_hand.offers(state, RULES.view(state, "A"), language)
        kinds = {
            choice.value: entry
            for offer in offers
            if offer.kind == "setvalue"
            for choice in offer.inputs[1].choices
            for entry in offer.inputs[2:]
        }
        asked = {what for what, entry in kinds.items() if entry.kind == "choose"}

        assert asked == {"stealth", "turn_done", "tapped"}
        assert all([each.value for each in kinds[what].choices] == ["1", "0"] for what in asked)
        assert all(entry.kind == "number" for what, entry in kinds.items() if what not in asked)


def test_what_is_kept_on_cardboard_is_not_set_by_hand_but_switched_back_and_the_goal_is_claimed():
    state = in_play(0)
    before = {offer.label for offer in RULES.by_hand.offers(state, RULES.view(state, "A"), Language.ENGLISH)}
    for what in THINGS:
        for event in RULES.decide(state, Keeping(by="A", what=what, yes=False)):
            state = RULES.evolve(state, event)
    offers = {offer.label: offer for offer in RULES.by_hand.offers(state, RULES.view(state, "A"), Language.ENGLISH)}

    assert {"Tap or untap a building", "Keep something yourselves"} <= before
    assert not {"Tap or untap a building", "Keep something yourselves"} & set(offers)
    back = offers["Let the program keep it again"].inputs[0]
    assert [choice.value for choice in back.choices] == list(THINGS)
    claim = offers["I have won with 51 Prosperity"]
    sent = {name: [word] for name, word in claim.fixed.items()}
    spec = offered(RULES.commands(state, "A"), claim.kind, sent)
    for event in RULES.decide(state, filled(RULES, spec, sent, Place())):
        state = RULES.evolve(state, event)
    assert state.outcome is None or state.outcome.winners == ("A",)
    assert state.players["A"].prosperity == 51
