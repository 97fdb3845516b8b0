"""Where cards are, and who may see which (S-ZONE-01 onwards, and the table below it)."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.command import SPECTATOR
from companion.games.common import Correct
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.commands import End, Keep, LayTerrain, Mulligan, Play, Skip, Trade
from companion.games.signum.model.effects.effect import Cost, Rider, Trigger
from companion.games.signum.model.effects.on_players import DiscardEffect, ProsperEffect
from companion.games.signum.model.events import BuildingChanged, CardMoved, DeckOrdered, PlayerChanged
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.steps.step import ShuffleStep
from companion.games.signum.play.cards_back import give_back
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.texts import Language
from tests.games.signum.fights import beside, fighter, hero
from tests.games.signum.properties import assert_tells_nothing
from tests.rules.signum.tables import EDITIONS, building, card, dealt, field, zone

VIEWERS = ("A", "B", SPECTATOR)
SPELL = card("dance", Kind.SPELL, effects=(ProsperEffect(1),))
TRICK = card("trick", Kind.TACTIC, cost=Cost(any=1, prosperity=1),
             riders=(Rider(trigger=Trigger(on="melee.declare"), effects=(ProsperEffect(1),)),))  # fmt: skip
HALL = building("town_hall")
WOOD = card("wood", Kind.TERRAIN, template=((-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)))


def seen(made, viewer, player="A"):
    view = made.table.game.view(made.state, viewer)
    return next(each for each in view.players if each.id == player)


def written(made, viewer):
    return msgspec.json.encode(made.table.game.view(made.state, viewer)).decode()


def test_s_zone_01_and_02_every_player_has_zones_and_the_mat_is_shared():
    made = field(put={"A:1": (fighter("one"), 200.0, 300.0), "B:1": (fighter("other"), 400.0, 300.0)})
    for player in made.state.players.values():
        for name in ("city", "graveyard", "deck", "hand"):
            assert isinstance(getattr(player, name), tuple)
    assert {each.owner for each in made.state.creatures.values()} == {"A", "B"}


def test_s_zone_03_beside_the_hero_lie_its_characters_relics_and_tactics():
    crown, trick = card("crown", Kind.RELIC, relic_type=RelicType.HELMET), replace(TRICK, cost=Cost())
    made = field(hero(slots={RelicType.HELMET: 1}), crown, trick, put={"A:1": (fighter("one"), 200.0, 300.0)})
    worn, hidden = zone(made, "A", "hand", crown, trick)
    before = made.state.players["A"].hand
    made.give(Play(by="A", card=worn), Play(by="A", card=hidden))
    for viewer in VIEWERS:
        mine = seen(made, viewer)
        characters = [each.id for each in made.table.game.view(made.state, viewer).creatures if each.owner == "A"]
        assert (mine.hero, characters) == ("hero", ["A:hero", "A:1"])
        assert ([each.id for each in mine.relics], len(mine.tactics), mine.graveyard) == ([worn], 1, ())
    assert set(before) - set(made.state.players["A"].hand) == {worn, hidden}


def test_s_zone_05_the_battlefield_is_public():
    made = field(WOOD, put={"A:1": (fighter("one"), 200.0, 300.0)})
    (wood,) = zone(made, "A", "unused", WOOD)
    outline = tuple((x + 300.0, y + 300.0) for x, y in WOOD.template)
    made.give(LayTerrain(by="A", card=wood, outline=outline))
    for viewer in VIEWERS:
        view = made.table.game.view(made.state, viewer)
        assert [each.id for each in view.creatures] == ["A:hero", "B:hero", "A:1"]
        assert [each.id for each in view.templates] == [wood]


def test_s_zone_10_the_city_is_public():
    made = field(HALL)
    (hall,) = zone(made, "A", "city", HALL)
    for viewer in VIEWERS:
        assert [(each.id, each.key, each.tapped) for each in seen(made, viewer).city] == [(hall, "town_hall", False)]


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_zone_11_12_and_13_the_graveyard_is_seen_by_all_in_the_order_of_arrival(rules):
    # S-DIFF-05: en names only the own one, and calls the zone public all the same
    made = field(SPELL, rules=rules)
    spells = zone(made, "A", "hand", SPELL, SPELL)
    made.give(Play(by="A", card=spells[1]), Play(by="A", card=spells[0]))
    for viewer in VIEWERS:
        assert [each.id for each in seen(made, viewer).graveyard] == [spells[1], spells[0]]
        assert [each.key for each in seen(made, viewer).graveyard] == ["dance", "dance"]


def test_s_zone_17_and_18_the_deck_is_nobodys_to_see():
    made = field()
    for viewer in VIEWERS:
        text = written(made, viewer)
        assert not [each for each in made.state.players["A"].deck if f'"{each}"' in text]


def test_s_zone_19_a_deck_into_which_a_card_returns_is_shuffled():
    made = field()
    card_id = made.state.players["A"].hand[0]
    draft = Draft(made.state, Skip(by="A"))
    give_back(draft, (card_id,), "deck")
    assert draft.state.steps[-1:] == (ShuffleStep(player="A"),)


def test_s_zone_20_only_cards_of_the_own_hand_are_played():
    made = field(SPELL)
    (mine,) = zone(made, "A", "deck", SPELL)
    (theirs,) = zone(made, "B", "hand", SPELL)
    for each in (mine, theirs):
        with pytest.raises(RuleViolation):
            made.give(Play(by="A", card=each))


def test_s_zone_21_and_25_a_hand_is_its_owners_and_its_number_everybodys():
    made = field()
    assert [each.id for each in seen(made, "A").hand] == list(made.state.players["A"].hand)
    for viewer in ("B", SPECTATOR):
        assert seen(made, viewer).hand == ()
        assert (seen(made, viewer).hand_count, seen(made, viewer).deck_count) == (5, 15)
        text = written(made, viewer)
        assert not [each for each in made.state.players["A"].hand if f'"{each}"' in text]


def test_s_zone_22_a_card_touches_the_opponents_zone_only_where_it_says_so():
    made = field(card("own", Kind.SPELL, effects=(DiscardEffect(1, who="own"),)))
    (spell,) = zone(made, "A", "hand", made.state.setup.cards["own"])
    theirs = made.state.players["B"].hand
    made.give(Play(by="A", card=spell))
    assert made.asked() == "choose A"
    assert made.state.players["B"].hand == theirs


def test_s_zone_23_and_24_of_a_face_down_tactic_only_the_cost_shows():
    # S-PLAY-10, S-PLAY-11, S-CARD-44
    made = field(TRICK, HALL)
    (hall,) = zone(made, "A", "city", HALL)
    (trick,) = zone(made, "A", "hand", TRICK)
    known = len(made.table.events)
    made.give(Play(by="A", card=trick, buildings=(hall,)))
    assert [(each.id, each.key) for each in seen(made, "A").tactics] == [(trick, "trick")]
    for viewer in ("B", SPECTATOR):
        (tactic,) = seen(made, viewer).tactics
        assert (tactic.id, tactic.key, tactic.buildings, tactic.prosperity) == ("", "", (hall,), 1)
        assert "trick" not in written(made, viewer)
        for event in made.table.events[known:]:
            shown = made.table.game.public_event(made.state, event, viewer)
            assert f'"{trick}"' not in msgspec.json.encode(shown).decode()


def test_s_zone_26_what_counts_is_public():
    crown = card("crown", Kind.RELIC, relic_type=RelicType.HELMET)
    made = field(HALL, crown, put={"A:1": (fighter("one"), 200.0, 300.0), "A:2": (fighter("two"), 400.0, 300.0)})
    made.change("A:1", wounds=1, armour=2, stealth=True, deeds={"activated": True})
    (hall,) = zone(made, "A", "city", HALL)
    made.emit(BuildingChanged(player="A", card=hall, tapped=True))
    made.relic("A", "A:19", crown, uses=2, armour=3)
    made.emit(PlayerChanged(player="A", prosperity=7))
    for viewer in VIEWERS:
        shown = {each.id: each for each in made.table.game.view(made.state, viewer).creatures}
        one, two = shown["A:1"], shown["A:2"]
        assert (one.wounds, one.armour, one.stealth, one.activated) == (1, 2, True, True)
        assert (two.wounds, two.armour, two.stealth, two.activated) == (0, 0, False, False)
        mine = seen(made, viewer)
        assert mine.prosperity == 7
        assert [(each.id, each.tapped) for each in mine.city if each.id == hall] == [(hall, True)]
        assert [(each.uses, each.armour) for each in mine.relics] == [(2, 3)]


def test_a_creatures_figure_shows_wounds_left_armour_stealth_and_that_it_has_acted():
    made = field(put={"A:1": (fighter("one", health=3), 200.0, 300.0), "B:1": (fighter("other"), 400.0, 300.0)})
    made.change("A:1", wounds=1, armour=2, stealth=True, deeds={"activated": True, "finished": True})
    shown = {each.id: each for each in made.table.game.board.shown(made.state, SPECTATOR, Language.ENGLISH).pieces}
    one, other = shown["A:1"], shown["B:1"]
    assert (one.badges, one.lost, one.hidden) == (("♥2/3", "■2", "✔"), "−1", True)
    assert (len(other.badges), other.lost, other.hidden) == (1, "", False)


def test_s_zone_27_building_and_terrain_cards_not_played_are_their_owners():
    made = field(HALL)
    zone(made, "A", "unused", HALL)
    assert "town_hall" in [each.key for each in seen(made, "A").unused]
    for viewer in ("B", SPECTATOR):
        assert seen(made, viewer).unused == ()
        assert "town_hall" not in written(made, viewer)


def test_s_zone_28_what_goes_back_is_not_shown_and_what_is_sold_is():
    # S-SETUP-15: the second player knows how many cards moved
    table = dealt()
    hand = table.state.players["A"].hand
    before = table.state
    events = table.game.decide(table.state, Mulligan(by="A", cards=hand[:2]))
    back = [each for each in events if isinstance(each, CardMoved) and each.zone == "deck"]
    shown = [table.game.public_event(before, each, "B") for each in back]
    assert [each.card for each in shown] == ["", ""]
    events = table.game.decide(before, Trade(by="A", cards=hand[:2]))
    gone = [each for each in events if isinstance(each, CardMoved)]
    assert [table.game.public_event(before, each, "B") for each in gone] == gone
    sold = table.give(Trade(by="A", cards=hand[:2])).state.players["A"].graveyard
    view = table.game.view(table.state, "B")
    assert [each.id for each in view.players[0].graveyard] == list(sold) == list(hand[:2])


def test_s_zone_29_the_card_lost_to_a_full_hand_is_picked_blind_and_then_seen():
    made = field(fighter("more"))
    zone(made, "B", "hand", *[fighter("more")] * 6)
    made.give(End(by="A"))
    (prompt,) = made.table.game.prompts(made.state)
    asked = msgspec.json.encode(prompt).decode()
    assert not [each for each in made.state.players["B"].hand if f'"{each}"' in asked]


def test_s_zone_16_nothing_hidden_shows_whatever_is_done():
    # S-DIFF-06: whatever the editions call the deck, it holds the cards that are left
    table = dealt().give(Keep(by="A"), Keep(by="B"))
    before = table.state
    events = table.game.decide(before, Skip(by="A"))
    after = before
    for event in events:
        after = table.game.evolve(after, event)
    assert_tells_nothing(before, events, after, random.Random(1))  # noqa: S311 (no secret)
    assert len(table.state.players["A"].deck) == 20 - 5


def test_a_correction_moves_no_card():
    made = beside(fighter("one"), fighter("other"))
    before = made.state.players
    made.give(Correct(by="A", of="A:1", at=Stand(200.0, 200.0)))
    assert made.state.players == before


def test_s_zone_17_and_18_a_shuffle_shows_nobody_the_order():
    # S-DECK-16: neither the owner nor anybody else
    made = field()
    order = tuple(reversed(made.state.players["A"].deck))
    event = DeckOrdered(player="A", order=order)
    for viewer in VIEWERS:
        shown = made.table.game.public_event(made.state, event, viewer)
        assert shown == DeckOrdered(player="A", order=())
