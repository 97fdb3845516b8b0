"""What players keep on cardboard the program neither shows nor checks, and tells them to do themselves."""

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import MoveCard, SetValue, TimeUp, Told
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Construct, End, Keeping, Play, Skip
from companion.games.signum.model.editions import Rules
from companion.games.signum.model.effects.effect import Cost, ReadyEffect
from companion.games.signum.model.effects.on_players import ProsperEffect, ReturnEffect
from companion.games.signum.model.events import BuildingChanged, PlayerChanged
from companion.games.signum.model.kinds import Kind
from tests.games.signum.table import duel

HALL = Card(key="hall", kind=Kind.BUILDING, names={"en": "Hall"}, building_type="city_hall", cost=Cost(prosperity=9))
DEAR = Card(
    key="dear", kind=Kind.SPELL, names={"en": "Dear"}, cost=Cost(any=1, prosperity=9),
    effects=(
        ProsperEffect(amount=-2, who="enemy", steal=True), ReadyEffect(what="building", count=2), ReturnEffect(count=1),
    ),
)  # fmt: skip


def game(*on_cardboard, **rules):
    cards = {"hall": HALL, "dear": DEAR}
    return duel(cards, Rules(on_cardboard=on_cardboard, **rules), deck=("dear",) * 20).begun()


def told(table, since=0):
    return [(each.key, each.values.get("count")) for each in table.events[since:] if isinstance(each, Told)]


def test_prosperity_on_cardboard_is_told_and_never_checked_nor_shown():
    table = game("prosperity")
    assert ("cardboard_prosperity_more", 3) in told(table)
    since = len(table.events)
    table.give(Construct(by="A", card=table.state.players["A"].unused[0]))
    assert told(table, since) == [("cardboard_prosperity_fewer", 9)]
    view = table.game.view(table.state, "B")
    assert view.on_cardboard == ("prosperity",)
    assert [player.prosperity for player in view.players] == [0, 0]
    assert not any(isinstance(each, PlayerChanged) and each.prosperity is not None for each in table.events)
    since = len(table.events)
    hall = table.state.players["A"].city[0].id
    table.give(Play(by="A", card=table.state.players["A"].hand[0], buildings=(hall,)))
    assert told(table, since)[:1] == [("cardboard_prosperity_fewer", 9)]
    assert {key for key, _ in told(table, since)} >= {"cardboard_prosperity_fewer", "cardboard_steals"}


def test_whoever_says_that_prosperity_is_enough_has_won():
    table = game("prosperity").give(Skip(by="A"), SetValue(by="A", what="prosperity", of="A", value=51))
    assert (table.state.outcome.winners, table.state.outcome.reason) == (("A",), "prosperity")


def test_a_tie_break_that_hangs_on_prosperity_is_left_to_the_players():
    table = game("prosperity", time_limit=True).give(TimeUp(by=TABLE))
    assert (table.state.outcome.winners, table.state.outcome.reason) == ((), "cardboard_tie_break")
    kept = game(time_limit=True).give(Skip(by="A"), TimeUp(by=TABLE))
    assert kept.state.outcome.winners == ("A",)


def test_taps_on_cardboard_ask_for_no_building_and_tap_none():
    table = game("taps", "prosperity")
    table.give(Construct(by="A", card=table.state.players["A"].unused[0]))
    (first, second, *_), since = table.state.players["A"].hand, len(table.events)
    (offer,) = [each for each in table.game.commands(table.state, "A") if each.fixed.get("card") == first]
    assert offer.fields == {}
    table.give(Play(by="A", card=first), Play(by="A", card=second))
    assert [each for each in told(table, since) if "tap" in each[0]] == [
        ("cardboard_taps", 1), ("cardboard_untaps", 2), ("cardboard_taps", 1), ("cardboard_untaps", 2)
    ]  # fmt: skip
    assert not any(isinstance(each, BuildingChanged) for each in table.events)
    assert [each.tapped for each in table.game.view(table.state, "A").players[0].city] == [False]


def test_with_taps_on_cardboard_what_is_not_built_is_still_missing():
    table = game("taps", "prosperity").give(Skip(by="A"))
    hand = table.game.view(table.state, "A").players[0].hand
    assert {each.lacks for each in hand} == {("any",)}


def test_graveyards_on_cardboard_are_not_shown_and_cards_come_back_by_hand():
    table = game("graveyards", "taps", "prosperity")
    table.give(Construct(by="A", card=table.state.players["A"].unused[0]))
    first, second, *_ = table.state.players["A"].hand
    since = len(table.events)
    table.give(Play(by="A", card=first), Play(by="A", card=second))
    assert ("cardboard_returns_hand", 1) in told(table, since)
    assert table.state.players["A"].graveyard == (first, second)
    for viewer in ("A", "B", "spectator"):
        own = table.game.view(table.state, viewer).players[0]
        assert (own.graveyard, own.graveyard_count) == ((), 0)
    table.give(MoveCard(by="A", card=first, player="A", zone="hand"))
    assert first in table.state.players["A"].hand


@pytest.mark.parametrize("what", ["prosperity", "taps", "graveyards"])
def test_anybody_may_switch_at_any_time_on_the_record(what):
    table = game().give(Keeping(by="B", what=what, yes=False))
    assert table.state.rules.on_cardboard == (what,)
    assert table.state.setup == replace(table.setup, rules=replace(table.setup.rules, on_cardboard=(what,)))
    table.give(Skip(by="A"), End(by="A"), Keeping(by="A", what=what, yes=True))
    assert table.state.rules.on_cardboard == ()
    for player in ("A", "B"):
        offered = [each for each in table.game.commands(table.state, player) if each.kind == "keeping"]
        assert [each.fixed["yes"] for each in offered] == [True, False]
