"""No hand holds more than ten cards, whatever brings them there (S-CONST-10, S-TURN-10, S-TURN-11)."""

import pytest

from companion.games.command import TABLE
from companion.games.common import Choose, MoveCard
from companion.games.signum.engine.card_draw import held
from companion.games.signum.model.commands import End, Move, Play, Reveal, Skip
from companion.games.signum.model.editions import Numbers, Rules
from companion.games.signum.model.effects.effect import Ability, CancelEffect, Rider, Trigger
from companion.games.signum.model.effects.on_players import DiscardEffect, DrawEffect, ReturnEffect
from companion.games.signum.model.events import CardMoved
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.state import Relic
from companion.games.values import Stand
from tests.games.signum.fights import fighter
from tests.games.signum.table import duel
from tests.rules.signum.tables import EDITIONS, RUSSIAN, card, field, zone

TEN = 10
FILLER = card("filler", Kind.SPELL)


def filled(made, player="A", count=TEN):
    """A player holds that many cards, what was put into the hand already among them."""
    missing = count - len(made.state.players[player].hand)
    zone(made, player, "hand", *(FILLER,) * missing)
    return made


def hand(made, player="A"):
    return made.state.players[player].hand


def picks(made, *places):
    """B picks from A's full hand, by these places; each of ten cards may be picked, and none comes before."""
    for place in places:
        assert made.asked() == "choose B"
        (spec,) = made.specs()
        assert spec.fields["chosen"].options == tuple(str(n) for n in range(1, TEN + 1))
        before = held(made.state, "A")
        assert len(before) == TEN
        made.give(Choose(by="B", chosen=(str(place),)))
        assert before[place - 1] in made.state.players["A"].graveyard
        assert before[place - 1] not in hand(made)
    return made


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_turn_10_cards_that_return_find_room_first(rules):
    # S-TURN-11, S-ZONE-29: one goes for each that comes, and what comes is not among those that may go (S-OPEN-10)
    song = card("song", Kind.SPELL, effects=(ReturnEffect(count=3),))
    made = field(song, FILLER, rules=rules)
    lost = zone(made, "A", "graveyard", FILLER, FILLER, FILLER)
    (played,) = zone(made, "A", "hand", song)
    filled(made).give(Play(by="A", card=played))
    made.give(Choose(by="A", chosen=lost))  # the song lies there, too
    assert set(lost) & set(hand(made)) == {lost[0]}  # nine were left, so one comes at once
    picks(made, 1, 2)
    assert set(lost) <= set(hand(made))
    assert (len(hand(made)), made.asked()) == (TEN, "")


def test_s_turn_11_what_came_before_by_the_same_effect_may_go_for_what_comes_next():
    song = card("song", Kind.SPELL, effects=(ReturnEffect(count=3),))
    made = field(song, FILLER)
    lost = zone(made, "A", "graveyard", FILLER, FILLER, FILLER)
    (played,) = zone(made, "A", "hand", song)
    filled(made).give(Play(by="A", card=played), Choose(by="A", chosen=lost))
    picks(made, 1, 10)
    assert set(lost) & set(hand(made)) == {lost[0], lost[2]}


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_turn_11_every_card_that_is_drawn_finds_room_first(rules):
    wish = card("wish", Kind.SPELL, effects=(DrawEffect(3),))
    made = field(wish, FILLER, rules=rules)
    (played,) = zone(made, "A", "hand", wish)
    top = made.state.players["A"].deck[:3]
    picks(filled(made).give(Play(by="A", card=played)), 4, 4)
    assert set(top) <= set(hand(made))
    assert (len(hand(made)), made.asked()) == (TEN, "")


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_turn_10_a_character_taken_back_from_the_mat_finds_room_first(rules):
    back = Rider(trigger=Trigger(on="move.end"), effects=(ReturnEffect(source="target"), DrawEffect(1, who="enemy")))
    lure, shy = card("lure", Kind.TACTIC, riders=(back,)), fighter("shy")
    made = field(shy, lure, FILLER, rules=rules, put={"A:9": (shy, 300.0, 300.0)})
    (laid,) = zone(made, "B", "tactics", lure)
    filled(made).act("A:9").give(Move(by="A", creature="A:9", to=Stand(320.0, 300.0)), Reveal(by="B", tactic=laid))
    assert "A:9" in made.state.creatures  # it stands there until it can come
    picks(made, 2)
    assert "A:9" not in made.state.creatures
    assert "A:9" in hand(made)
    picks(made, 3)  # what else the tactic does follows
    assert (len(hand(made)), made.asked()) == (TEN, "")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("what", [Kind.SPELL, Kind.RELIC, Kind.CHARACTER])
def test_s_turn_10_a_play_that_is_cancelled_comes_back_to_a_full_hand(rules, what):
    # S-PLAY-12: a tactic lets the player draw, then takes the card back; what is being played is in no hand
    values = {"relic_type": RelicType.TREASURE} if what is Kind.RELIC else {}
    thing = card("thing", what, **values) if what is not Kind.CHARACTER else fighter("thing")
    hook = "summon" if what is Kind.CHARACTER else "card.play"
    undo = Rider(trigger=Trigger(on=hook), effects=(DrawEffect(1, who="enemy"), CancelEffect(to="hand")))
    foil = card("foil", Kind.TACTIC, riders=(undo,))
    hero = card("hero", Kind.HERO, strength=3, movement="M", health=6, slots={RelicType.TREASURE: 1})
    made = field(hero, thing, foil, FILLER, rules=rules)
    (laid,) = zone(made, "B", "tactics", foil)
    (played,) = zone(made, "A", "hand", thing)
    filled(made).give(Play(by="A", card=played), Reveal(by="B", tactic=laid))
    assert len(held(made.state, "A")) == TEN  # nine and the one that was drawn
    picks(made, 7)
    assert played in hand(made)
    assert played not in made.state.creatures
    assert (len(hand(made)), made.asked()) == (TEN, "")


def test_s_turn_10_what_a_last_word_returns_finds_room_first():
    # S-AB-37: the relic that gives way returns what it can
    word = Ability("last_word", text=(ReturnEffect(count=2, kinds=(Kind.SPELL,)),))
    old = card("old", Kind.RELIC, relic_type=RelicType.TREASURE, abilities=(word,))
    new = card("new", Kind.RELIC, relic_type=RelicType.TREASURE)
    hero = card("hero", Kind.HERO, strength=3, movement="M", health=6, slots={RelicType.TREASURE: 1})
    made = field(hero, old, new, FILLER)
    made.relic("A", "A:x99", old)
    lost = zone(made, "A", "graveyard", FILLER, FILLER)
    (played,) = zone(made, "A", "hand", new)
    filled(made).give(Play(by="A", card=played))
    picks(made, 1)
    assert set(lost) <= set(hand(made))
    assert made.state.players["A"].relics == (Relic(id=played),)
    assert (len(hand(made)), made.asked()) == (TEN, "")


@pytest.mark.parametrize("zone_name", ["deck", "graveyard", "relics", "city"])
@pytest.mark.parametrize("by", ["A", TABLE])
def test_s_turn_10_what_a_hand_puts_into_a_full_hand_finds_room_first(zone_name, by):
    # A text that the program does not know is carried out by hand.
    made = field(FILLER)
    (put,) = zone(made, "A", zone_name, FILLER)
    filled(made).give(MoveCard(by=by, card=put, zone="hand", player="A"))
    assert put not in hand(made)
    picks(made, 5)
    assert (put in hand(made), len(hand(made)), made.asked()) == (True, TEN, "")


def test_s_turn_10_a_hand_puts_back_a_creature_and_a_card_new_to_the_game():
    one = fighter("one")
    made = field(FILLER, one, put={"A:9": (one, 300.0, 300.0)})
    filled(made).give(MoveCard(by="A", card="A:9", zone="hand", player="A"))
    assert "A:9" in made.state.creatures
    picks(made, 1)
    assert ("A:9" in made.state.creatures, "A:9" in hand(made)) == (False, True)
    made.give(MoveCard(by=TABLE, card="A:new", key="filler", zone="hand", player="A"))
    picks(made, 1)
    assert (hand(made)[-1], made.state.keys["A:new"], len(hand(made))) == ("A:new", "filler", TEN)


def test_a_card_moves_within_a_full_hand():
    made = filled(field(FILLER))
    last = hand(made)[-1]
    made.give(MoveCard(by="A", card=last, zone="hand", player="A", position=0))
    assert (hand(made)[0], len(hand(made)), made.asked()) == (last, TEN, "")


def test_s_turn_10_a_hand_that_held_too_many_comes_down_to_ten():
    # As it may in a game that went on for years.
    wish = card("wish", Kind.SPELL, effects=(DrawEffect(1),))
    made = field(wish, FILLER)
    (played,) = zone(made, "A", "hand", wish)
    filled(made, count=TEN + 3).give(Play(by="A", card=played))
    for left in (TEN + 1, TEN, TEN):
        assert made.asked() == "choose B"
        made.give(Choose(by="B", chosen=("1",)))
        assert len(hand(made)) == left
    assert made.asked() == ""


@pytest.mark.parametrize(("moved", "place", "asked"), [(2, "12", "choose B"), (3, "12", ""), (3, "1", "")])
def test_s_turn_10_a_pick_that_a_hand_overtook_is_asked_again_or_forgotten(moved, place, asked):
    wish = card("wish", Kind.SPELL, effects=(DrawEffect(1),))
    made = field(wish, FILLER)
    (played,) = zone(made, "A", "hand", wish)
    filled(made, count=TEN + 3).give(Play(by="A", card=played))  # twelve are left
    made.give(*(MoveCard(by="A", card=each, zone="aside", player="A") for each in hand(made)[-moved:]))
    made.give(Choose(by="B", chosen=(place,)))
    assert made.asked() == asked
    assert len(hand(made)) == TEN
    assert made.state.players["A"].graveyard == (played,)


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_play_01_a_card_that_is_being_played_is_not_discarded_from_the_hand(rules):
    # An opponent's tactic reaches the cards that are held: not the one that lies on the table already.
    song = card("song", Kind.SPELL, effects=(DrawEffect(1),))
    take = Rider(trigger=Trigger(on="card.play"), effects=(DiscardEffect(2, at_random=True),))
    thief = card("thief", Kind.TACTIC, riders=(take,))
    made = field(song, thief, rules=rules)
    (laid,) = zone(made, "B", "tactics", thief)
    (played,) = zone(made, "A", "hand", song)
    made.give(MoveCard(by="A", card=played, zone="hand", player="A", position=0))
    others, deck = hand(made)[1:], made.state.players["A"].deck
    made.give(Play(by="A", card=played), Reveal(by="B", tactic=laid))
    (spec,) = made.specs()
    assert spec.fields["chosen"].options == tuple(str(n) for n in range(1, len(others) + 1))
    for viewer in "AB":
        (shown,) = (each for each in made.table.game.view(made.state, viewer).players if each.id == "A")
        assert shown.hand_count == len(others)
        assert [each.id for each in shown.hand] == (list(others) if viewer == "A" else [])
    made.give(Choose(by="B", chosen=("1", "3")))
    assert hand(made) == (others[1], *others[3:], deck[0])  # the song is sung all the same
    assert made.state.players["A"].graveyard == (others[0], others[2], played)


def test_a_blind_pick_of_cards_that_a_hand_took_away_meanwhile_takes_what_is_left():
    steal = card("steal", Kind.SPELL, effects=(DiscardEffect(2, at_random=True),))
    made = field(steal)
    (played,) = zone(made, "A", "hand", steal)
    made.give(Play(by="A", card=played))
    assert made.asked() == "choose A"
    held_by_b = hand(made, "B")
    made.give(*(MoveCard(by="B", card=each, zone="aside", player="B") for each in held_by_b[1:]))
    made.give(Choose(by="A", chosen=("1", "4")))
    assert (hand(made, "B"), made.state.players["B"].graveyard) == ((), held_by_b[:1])


@pytest.mark.parametrize("limit", [2, 4, 6])
def test_s_const_10_another_limit_holds_from_the_start(limit):
    # S-CONST-16: four cards, or as many as a hand may hold; nobody discards from a starting hand
    rules = Rules(numbers=Numbers(hand_limit=limit))
    made = duel(rules=rules).begun()
    assert len(made.state.players["B"].hand) == min(4, limit)
    while made.state.steps:
        made.give(Choose(by="B", chosen=("1",)))
    assert len(made.state.players["A"].hand) == min(5, limit)


def test_s_turn_10_nothing_goes_where_nothing_can_be_drawn():
    made = filled(field(FILLER), "B")
    for each in made.state.players["B"].deck:
        made.emit(CardMoved(card=each, player="B", zone="aside"))
    before = made.state.players["A"].prosperity
    made.give(End(by="A"), Skip(by="B"))
    assert (len(hand(made, "B")), made.state.players["A"].prosperity) == (TEN, before + 1)  # S-END-06


def test_s_turn_10_the_opponent_picks_in_russian_too_before_the_card_comes():
    # S-DIFF-18: ru says the discard comes first
    made = filled(field(FILLER, rules=RUSSIAN), "B")
    made.give(End(by="A"))
    assert (made.asked(), len(hand(made, "B"))) == ("choose A", TEN)
    first = hand(made, "B")[0]
    made.give(Choose(by="A", chosen=("1",)))
    assert (len(hand(made, "B")), made.state.players["B"].graveyard) == (TEN, (first,))
