"""What a sheet shows does not depend on cards that its viewer may not know."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from companion.games.command import SPECTATOR
from companion.games.prompt import CommandSpec
from companion.games.signum.game import Signum
from companion.games.signum.model.redaction import may_name
from companion.games.signum.model.state import State
from companion.games.signum.model.steps import ChoiceStep
from companion.texts import Language
from tests.games.signum.random_play import Game
from tests.games.signum.random_worlds import any_setup
from tests.referee.match.test_match import skirmish

STEPS = 80
EVERY = 4
EN = Language.ENGLISH
SHEETS = Signum().sheets


def otherwise(state: State, viewer: str, chance: random.Random) -> State:
    """The same game, but for which cards lie where the viewer cannot see them: hands, tactics, decks, construction."""
    keys = dict(state.keys)
    for player in state.players.values():
        tactics = tuple(each.id for each in player.tactics)
        for cards in ((*player.hand, *player.deck, *tactics), (*player.construction, *player.drawn_buildings)):
            hidden = [card for card in cards if not may_name(state, card, viewer) and card in keys]
            other = chance.sample(hidden, len(hidden))
            keys |= {card: state.keys[instead] for card, instead in zip(hidden, other, strict=True)}
    return msgspec.structs.replace(state, keys=keys)


def moments(seed: int) -> Iterator[tuple[State, random.Random]]:
    """Moments of a game by chance, and more chance."""
    chance = random.Random(seed)  # noqa: S311 (a game, no secret)
    game = Game(skirmish() if seed < 2 else any_setup(chance), chance)
    for _ in range(STEPS):
        if not game.step():
            return
        yield game.state, chance


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_other_hidden_cards_would_leave_every_sheet_as_it_is(seed):
    differed = 0
    for number, (state, chance) in enumerate(moments(seed)):
        if number % EVERY:
            continue
        for viewer in (*state.players, SPECTATOR):
            twin = otherwise(state, viewer, chance)
            differed += twin.keys != state.keys
            assert SHEETS.of(state, viewer, EN) == SHEETS.of(twin, viewer, EN)
    assert differed > 3


@pytest.mark.parametrize("seed", range(6))
def test_other_hidden_cards_would_leave_the_open_table_as_it_is(seed):
    differed = 0
    for state, chance in moments(seed):
        twin = otherwise(state, SPECTATOR, chance)
        differed += twin.keys != state.keys
        for player in state.players:
            assert SHEETS.lying_open(state, player, EN) == SHEETS.lying_open(twin, player, EN)
    assert differed > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_sheet_knows_no_card_that_its_viewer_may_not_name(seed):
    for state, _ in moments(seed):
        for viewer in (*state.players, SPECTATOR):
            sheet = SHEETS.of(state, viewer, EN)
            lines = {line.card for player in sheet.players for pile in player.piles for line in pile.lines}
            held = {card.id for holding in sheet.holdings for card in holding.cards}
            assert all(may_name(state, card, viewer) for card in {*sheet.known, *lines, *held} - {""})
            assert viewer != SPECTATOR or not (sheet.holdings or sheet.owed or sheet.groups or sheet.by_hand)


def hidden_from_all(state: State) -> set[str]:
    """Ids of the cards that no spectator sees (S-ZONE-05 to S-ZONE-24)."""
    return {
        card
        for player in state.players.values()
        for cards in (player.hand, player.deck, player.construction, player.drawn_buildings, player.unused)
        for card in (*cards, *(each.id for each in player.tactics))
    }


def words_of(spec: CommandSpec) -> set[str]:
    """All words in a command, a rider's without its number."""
    options = (option for field in spec.fields.values() for option in getattr(field, "options", ()))
    return {str(word).partition("/")[0] for word in (*spec.fixed.values(), *options)}


@pytest.mark.parametrize("seed", range(6))
def test_nothing_that_lies_open_names_a_hidden_card_or_tells_that_one_is_met(seed):
    for state, _ in moments(seed):
        for player in state.players:
            sheet = SHEETS.lying_open(state, player, EN)
            answers = [spec for owed in sheet.owed for spec in owed.prompt.specs]
            actions = [action.spec for group in sheet.groups for action in group.actions]
            assert not hidden_from_all(state) & {word for spec in (*answers, *actions) for word in words_of(spec)}
            assert not {"play", "reveal", "keep", "construct"} & {spec.kind for spec in (*answers, *actions)}


def test_a_choice_among_the_cards_of_a_hand_waits_for_its_player_alone():
    state = next(state for state, _ in moments(0) if state.turn and state.players["A"].hand and not state.steps)
    asked = ChoiceStep(purpose="discard", by="A", options=state.players["A"].hand, about="A:hero")
    asking = msgspec.structs.replace(state, steps=(asked,))
    there, behind = SHEETS.lying_open(asking, "A", EN), SHEETS.of(asking, "A", EN)
    assert (there.owed, there.apart) == ((), True)
    assert [owed.prompt.key for owed in behind.owed] == ["choose"]


def test_a_building_on_offer_says_its_price_and_which_cards_want_it():
    """A card names the buildings that pay for it (S-CARD-65): one that does not stand yet is wanted."""
    told = 0
    for seed in range(3):
        for state, _ in moments(seed):
            seat = state.active
            specs = Signum().commands(state, seat) if seat else ()
            if not any(spec.kind == "construct" for spec in specs):
                continue
            standing = {word for each in state.players[seat].city for word in named(state.card(each.id))}
            hand = [state.card(each) for each in state.players[seat].hand]
            for group in SHEETS.of(state, seat, EN).groups:
                for action in group.actions:
                    if action.spec.kind != "construct":
                        assert action.notes == ()
                        continue
                    building = state.card(str(action.spec.fixed["card"]))
                    lines = " ".join(action.notes)
                    wants = {card.names["en"] for card in hand if named(building) & {*card.cost.buildings} - standing}
                    assert all(name in lines for name in wants)
                    assert ("Wanted by" in lines) == bool(wants)
                    price = building.cost.prosperity
                    assert (f"Costs {price} Prosperity" in lines) == bool(price)
                    told += bool(wants)
    assert told > 3


def named(card):
    """The words by which a cost may name a building."""
    return {card.key, str(card.building_type)}
