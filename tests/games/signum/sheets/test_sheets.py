"""What a sheet shows does not depend on cards that its viewer may not know."""

import math
import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from companion.games.command import SPECTATOR
from companion.games.prompt import CommandSpec, Spot
from companion.games.signum.game import Signum
from companion.games.signum.model.cards import Card
from companion.games.signum.model.effects.effect import ChoiceEffect
from companion.games.signum.model.effects.on_players import DestroyEffect
from companion.games.signum.model.events import CardTold
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.redaction import holds_open, may_name
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import ChoiceStep
from companion.games.signum.words.names import name_of
from companion.texts import Language
from tests.games.signum.fights import Field
from tests.games.signum.random_play import Game
from tests.games.signum.random_worlds import any_setup
from tests.referee.match.test_match import skirmish

pytestmark = pytest.mark.slow

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
    drawn = {card for player in state.players.values() for card in player.drawn_buildings}
    return (set() if holds_open(state) else drawn) | {
        card
        for player in state.players.values()
        for cards in (player.hand, player.deck, player.construction, player.unused)
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


def test_a_building_that_cannot_be_built_now_says_why_and_what_it_costs():
    """By S-TURN-15, -18 to -20 and S-CARD-57 a building may be too dear, one of two alike, or the City may be full."""
    told = Counter()
    for state, _ in (each for seed in range(3) for each in moments(seed)):
        seat = state.active
        if state.phase != "construction" or state.steps or not SHEETS.lying_open(state, seat, EN).market:
            continue
        mine, market = state.players[seat], SHEETS.market(state, seat, EN)
        at_hand = [each for each in (*mine.unused, *mine.drawn_buildings) if state.card(each).kind == "building"]
        shown = [state.keys[str(action.spec.fixed["card"])] for action in market.actions]
        names = sorted(state.card(each).names["en"] for each in at_hand if state.keys[each] not in shown)
        assert sorted(each.name for each in market.barred) == names, "each that is at hand is shown"
        own = next(group.barred for group in SHEETS.of(state, seat, EN).groups if not group.title)
        assert [(each.name, each.notes[-1]) for each in own] == [(each.name, each.notes[-1]) for each in market.barred]
        city = {state.card(each.id).names["en"] for each in mine.city}
        for each in market.barred:
            cost = next(state.card(c).cost.prosperity for c in at_hand if state.card(c).names["en"] == each.name)
            if f"this costs {cost}, and there are {mine.prosperity}." in each.notes[-1]:
                assert cost > mine.prosperity
                assert f"Costs {cost} Prosperity." in each.notes
                told["dear"] += 1
            elif "already built" in each.notes[-1]:
                assert each.name in city
                told["twin"] += 1
            else:
                told[each.notes[-1]] += 1
    assert told["dear"] > 3, told


@pytest.mark.parametrize("seed", range(3))
def test_a_market_has_all_that_may_be_built_and_tells_nothing_of_the_hand(seed):
    """Whether there is one is known to all: it is the Construction Phase of whoever's turn it is (S-TURN-14)."""
    asked = 0
    for state, _ in moments(seed):
        for player in state.players:
            builds = state.phase == "construction" and state.active == player and not state.steps
            assert not SHEETS.lying_open(state, player, EN).market or builds
            if not SHEETS.lying_open(state, player, EN).market:
                continue
            asked += 1
            built = {spec.fixed["card"] for spec in Signum().commands(state, player) if spec.kind == "construct"}
            market = SHEETS.market(state, player, EN)
            assert {action.spec.fixed["card"] for action in market.actions} == built
            bare = {each: msgspec.structs.replace(seat, hand=()) for each, seat in state.players.items()}
            assert SHEETS.market(msgspec.structs.replace(state, players=bare), player, EN) == market
    assert asked > 2


def is_forgotten_rest(state: State, spec: CommandSpec) -> bool:
    """Whether less than 15 mm of a move are left, and no enemy is so near."""
    rest_mm = [each.limit_mm for each in spec.fields.values() if isinstance(each, Spot)]
    creature = state.creatures.get(spec.fixed.get("creature"))
    if spec.kind != "move" or not creature.deeds.moved_mm or max(rest_mm) >= 15.0:
        return False
    others = [each for each in state.creatures.values() if each.stand and each.controller != creature.controller]
    gaps_mm = (
        math.dist((each.stand.x_mm, each.stand.y_mm), (creature.stand.x_mm, creature.stand.y_mm))
        - radius_mm(state, state.card(each.id))
        - radius_mm(state, state.card(creature.id))
        for each in others
    )
    return min(gaps_mm, default=1000.0) > max(rest_mm) + 2.0


def test_the_end_of_a_turn_is_asked_about_whoever_acts_only_while_something_is_left_to_do():
    asked = set()
    for seed in range(3):
        for state, _ in moments(seed):
            acting = state.acting
            sheet = SHEETS.of(state, state.active, EN) if acting else None
            actions = [action for group in sheet.groups for action in group.actions] if sheet is not None else []
            ends = [action for action in actions if action.spec.kind == "end"]
            left = any(
                action.piece == acting and not action.closes and not is_forgotten_rest(state, action.spec)
                for action in actions
            )
            asked |= {left} if ends else set()
            assert all((name_of(acting, state, EN) in action.sure) == left for action in ends)
    assert asked == {True, False}


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
            hand = [state.card(each) for each in state.players[seat].hand if state.keys[each]]
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


def test_a_spell_that_finds_nothing_to_destroy_says_so_and_is_not_counted_among_those_to_be_played():
    either = ChoiceEffect(options=((DestroyEffect("relic"),), (DestroyEffect("terrain", who="any"),)))
    wrecks = Card(key="wrecks", kind=Kind.SPELL, names={"en": "Wrecks"}, effects=(either,))
    bow = Card(key="bow", kind=Kind.RELIC, names={"en": "Bow"}, relic_type=RelicType.RANGED_WEAPON)
    made = Field({}, cards={card.key: card for card in (wrecks, bow)})
    spell = made.state.players["A"].hand[0]

    def told() -> tuple[int, bool, str]:
        sheet = SHEETS.of(made.state, "A", EN)
        line = next(line for holding in sheet.holdings for line in holding.cards if line.id == spell)
        return sheet.playable, bool(line.actions), line.why_not

    made.emit(CardTold(card=spell, key="wrecks"))
    others, can_be_played, why_not = told()
    assert can_be_played, "the rules let it be played"
    assert why_not.startswith("It would have no effect now")
    made.relic("B", "B:19", bow)
    assert told() == (others + 1, True, "")
