"""What hands do on the record, and decks of cardboard (S-DRAGON-01: a card's text beats the rules)."""

import math

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Clock, Concede, Correct, MoveCard, OfferDraw, Overrule, SetValue, Shuffled, Told
from companion.games.signum.creature.stats import health, movement_mm, strength
from companion.games.signum.model.commands import (
    Activate,
    Detect,
    End,
    Fight,
    GiveEffect,
    LayTerrain,
    Move,
    Mulligan,
    Play,
    Reveal,
    Skip,
    Tell,
)
from companion.games.signum.model.effects.effect import Ability, GainEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.effects.on_players import DrawEffect, ProsperEffect
from companion.games.signum.model.events import CreatureLeft, Overruled
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.steps.step import ShuffleStep
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import beside, fighter, hero
from tests.games.signum.refusals import refused
from tests.games.signum.table import duel
from tests.rules.signum.tables import ENGLISH, RUSSIAN, WEB, building, card, dealt, field, zone

ONE = fighter("one", 2, 5)
TRICK = card("trick", Kind.TACTIC, riders=(Rider(trigger=Trigger(on="melee.declare"), effects=(ProsperEffect(3),)),))


def by_hand(what, of, value):
    return SetValue(by="B", what=what, of=of, value=float(value), reason="the card says so")


@pytest.mark.parametrize("what", ["wounds", "armour", "concentration"])
def test_tokens_of_a_creature_are_set(what):
    made = beside(ONE, ONE).give(by_hand(what, "A:1", 3))
    assert getattr(made.state.creatures["A:1"], what) == 3
    told = [each for each in made.table.events if isinstance(each, Told) and each.key == "set_by_hand"]
    assert told[-1].values["reason"] == "the card says so"


def test_values_of_a_creature_are_set_and_beat_everything():
    made = beside(ONE, ONE).give(
        by_hand("strength", "A:1", 7), by_hand("movement_mm", "A:1", 33), by_hand("health", "A:1", 9)
    )
    creature = made.state.creatures["A:1"]
    assert (strength(made.state, creature), movement_mm(made.state, creature), health(made.state, creature)) == (
        7,
        33,
        9,
    )


def test_stealth_and_being_done_are_set():
    made = beside(ONE, ONE).give(by_hand("stealth", "A:1", 1), by_hand("turn_done", "A:1", 1))
    assert made.state.creatures["A:1"].stealth
    refused(made, "S-TURN-27", Activate(by="A", creature="A:1"))
    made.give(by_hand("turn_done", "A:1", 0), by_hand("stealth", "A:1", 0), Activate(by="A", creature="A:1"))
    assert (made.state.acting, made.state.creatures["A:1"].stealth) == ("A:1", False)


@pytest.mark.parametrize("what", ["prosperity", "kills", "missed_draws"])
def test_numbers_of_a_player_are_set(what):
    made = field().give(by_hand(what, "A", 11))
    assert getattr(made.state.players["A"], what) == 11


def test_buildings_and_relics_are_set():
    hall = building("town_hall")
    crown = card("crown", Kind.RELIC, relic_type=RelicType.HELMET)
    made = field(hall, crown)
    (town,), (relic,) = zone(made, "A", "city", hall), zone(made, "A", "relics", crown)
    made.give(by_hand("tapped", town, 1), by_hand("relic_armour", relic, 4), by_hand("relic_uses", relic, 2))
    (worn,) = made.state.players["A"].relics
    assert (made.state.players["A"].city[0].tapped, worn.armour, worn.uses) == (True, 4, 2)
    assert not made.give(by_hand("tapped", town, 0)).state.players["A"].city[0].tapped


@pytest.mark.parametrize(
    ("what", "of", "value"),
    [("wounds", "A:99", 1), ("beauty", "A:1", 1), ("wounds", "A:1", -1), ("prosperity", "Z", 1), ("tapped", "A:1", 1)],
)
def test_what_means_nothing_is_refused_in_a_sentence(what, of, value):
    refused(beside(ONE, ONE), "S-TURN-24", by_hand(what, of, value))


def test_wounds_set_to_the_health_eliminate():
    # S-DMG-16
    made = beside(ONE, ONE).give(by_hand("wounds", "B:1", 5))
    assert "B:1" not in made.state.creatures
    assert "B:1" in made.state.players["B"].graveyard


def test_a_stock_set_to_51_wins():
    # S-END-02
    assert field().give(by_hand("prosperity", "B", 51)).state.outcome.winners == ("B",)


@pytest.mark.parametrize("name", ["hand", "deck", "graveyard", "city", "tactics", "relics", "aside", "unused"])
def test_any_card_is_put_into_any_zone(name):
    made = beside(ONE, ONE)
    made.give(MoveCard(by="A", card="A:1", zone=name, player="A"))
    held = getattr(made.state.players["A"], name)
    assert "A:1" in [each if isinstance(each, str) else each.id for each in held]
    assert "A:1" not in made.state.creatures


def test_a_card_new_to_the_game_gets_its_name():
    made = field(ONE).give(MoveCard(by=TABLE, card="A:new", zone="hand", player="A", key="one"))
    assert (made.state.players["A"].hand[-1], made.state.card("A:new").key) == ("A:new", "one")
    refused(made, "S-TURN-24", MoveCard(by=TABLE, card="A:other", zone="hand", player="A", key="nobody"))
    refused(made, "S-TURN-24", MoveCard(by=TABLE, card="A:other", zone="moon", player="A", key="one"))


@pytest.mark.parametrize("card", ["", "new", "Z:new", "A:", "A:a b", "A:new:hero", "A:" + "n" * 21, "A:<b>"])
def test_a_card_new_to_the_game_gets_an_id_of_its_player(card):
    refused(field(ONE), "S-TURN-24", MoveCard(by=TABLE, card=card, zone="graveyard", player="A", key="one"))


@pytest.mark.parametrize("name", ["hand", "deck", "graveyard", "aside", "tactics"])
def test_a_card_hidden_from_a_player_is_not_theirs_to_move(name):
    """S-ZONE-16, S-ZONE-23: whoever may not see it could see it, or whether it is there, by moving it."""
    made = dealt()
    hers, top = made.state.players["B"].hand[0], made.state.players["B"].deck[0]
    for each in (hers, top):
        for player in "AB":
            with pytest.raises(RuleViolation, match="hidden_from_mover"):
                made.give(MoveCard(by="A", card=each, zone=name, player=player))
    made.give(MoveCard(by="B", card=hers, zone=name, player="B"), MoveCard(by=TABLE, card=top, zone=name, player="B"))
    held = [each if isinstance(each, str) else each.id for each in getattr(made.state.players["B"], name)]
    assert {hers, top} <= set(held)


def test_what_another_brought_is_not_found_out_by_naming_it():
    one, other = fighter("mine"), fighter("yours")
    made = duel(
        {"mine": one, "yours": other, "fighter": fighter("fighter")}, deck=("mine",) * 20, digital=False
    ).begun()
    card = made.state.players["A"].hand[0]
    for key in ("yours", "never heard of"):
        with pytest.raises(RuleViolation, match="tell_own_unknown"):
            made.give(Tell(by="A", card=card, key=key))
        with pytest.raises(RuleViolation, match="no_such_card"):
            made.give(MoveCard(by="A", card=card, zone="graveyard", player="A", key=key))
    made.give(MoveCard(by="A", card=card, zone="graveyard", player="A", key="mine"))
    assert made.state.card(card).key == "mine"


def test_a_card_nobody_told_acts_nowhere_before_it_is_told():
    table = cardboard()
    with pytest.raises(RuleViolation, match="tell_card_first"):
        table.give(MoveCard(by="A", card="A:1", zone="relics", player="A"))
    table.give(MoveCard(by="A", card="A:1", zone="graveyard", player="A"))
    assert table.state.players["A"].graveyard == ("A:1",)


def test_an_effect_of_an_unheard_of_card_is_given_and_taken_back():
    made = beside(ONE, ONE)
    for effect in (ChangeEffect(of="strength", by=3), GainEffect(ability=Ability("fast"))):
        made.give(GiveEffect(by="B", creature="A:1", effect=msgspec.json.encode(effect).decode()))
    assert strength(made.state, made.state.creatures["A:1"]) == 5
    made.give(GiveEffect(by="B", creature="A:1", effect="{}"))
    assert made.state.creatures["A:1"].lasting == ()
    refused(made, "S-TURN-24", GiveEffect(by="B", creature="A:1", effect="stronger"))


@pytest.mark.parametrize(
    "effect",
    [
        ChangeEffect(of="strength", by=100),
        ChangeEffect(of="health", by=-(10**9)),
        GainEffect(ability=Ability("shot", x=10**9)),
        GainEffect(ability=Ability("own", text=(DrawEffect(10**9),))),
    ],
)
def test_numbers_that_no_card_has_are_not_given_by_hand(effect):
    text = msgspec.json.encode(effect).decode()
    with pytest.raises(RuleViolation, match="effect_too_great"):
        beside(ONE, ONE).give(GiveEffect(by="B", creature="A:1", effect=text))


def test_nobody_rolls_a_thousand_dice():
    made, effect = beside(ONE, ONE), msgspec.json.encode(ChangeEffect(of="strength", by=1)).decode()
    for what in ("strength", "health"):
        with pytest.raises(RuleViolation, match="value_at_most"):
            made.give(by_hand(what, "A:1", 100))
    for _ in range(20):
        made.give(GiveEffect(by="B", creature="A:1", effect=effect))
    with pytest.raises(RuleViolation, match="effect_too_great"):
        made.give(GiveEffect(by="B", creature="A:1", effect=effect))


def overruled(meant, by=TABLE):
    return Overrule(by=by, command=msgspec.json.encode(meant).decode(), reason="we agreed")


def test_s_dragon_01_all_together_let_pass_what_a_rule_forbids():
    hall = building("dear_hall", 40)
    made = field(hall)
    fight = Fight(by="A", creature="A:hero", target="B:hero")
    made.act("A:hero")
    refused(made, "S-MELEE-01", fight)
    with pytest.raises(RuleViolation):
        made.give(overruled(fight, by="A"))  # nobody overrules alone
    made.give(overruled(fight))
    (told,) = [each for each in made.table.events if isinstance(each, Overruled)]
    assert (told.rule_ids, told.reason) == (("S-MELEE-01",), "we agreed")
    assert made.asked() == "assign B"


@pytest.mark.parametrize("text", ["", "{}", '{"kind":"dance"}', '{"kind":"overrule","by":"table"}'])
def test_what_is_no_command_is_not_let_pass(text):
    refused(field(), "S-TURN-24", Overrule(by=TABLE, command=text, reason="why not"))


def test_nobody_looks_for_itself_whatever_is_agreed():
    made = beside(ONE, ONE)
    refused(made, "S-STEALTH-11", overruled(Detect(by="A", creature="A:1", target="A:1", magical=True)))


def test_who_gives_up_has_lost_and_who_is_unknown_offers_no_draw():
    assert field().give(Concede(by="B")).state.outcome.winners == ("A",)
    refused(field(), "S-TURN-24", OfferDraw(by="Z"))


def cardboard(**values):
    return dealt(digital=False, **values)


def test_a_deck_of_cardboard_is_counted_and_not_known():
    for values in ({"deck": ("fighter",) * 20}, {"deck": (), "deck_size": 20}):
        state = cardboard(**values).state
        mine = state.players["A"]
        assert (len(mine.hand), len(mine.deck)) == (4, 16)
        assert {state.keys[each] for each in (*mine.hand, *mine.deck)} == {""}


def test_a_card_of_cardboard_is_told_before_it_is_played():
    song = card("song", Kind.SPELL, effects=(ProsperEffect(2),))
    table = duel({"song": song}, digital=False, deck=("song",) * 20).begun().give(Skip(by="A"))
    each = table.state.players["A"].hand[0]
    with pytest.raises(RuleViolation, match="tell_card_first"):
        table.give(Play(by="A", card=each))
    with pytest.raises(RuleViolation, match="tell_own_unknown"):
        table.give(Tell(by="B", card=each, key="song"))
    before = table.state.players["A"].prosperity
    table.give(Tell(by="A", card=each, key="song"), Play(by="A", card=each))
    assert table.state.players["A"].prosperity == before + 2
    with pytest.raises(RuleViolation, match="tell_own_unknown"):
        table.give(Tell(by="A", card=each, key="fighter"))  # said once, it is known


@pytest.mark.parametrize("key", ["hero", "hall"])
def test_s_zone_16_no_card_of_the_hand_is_told_as_a_hero_or_a_building(key):
    table = duel(digital=False).begun()
    with pytest.raises(RuleViolation, match="S-ZONE-16"):
        table.give(Tell(by="A", card=table.state.players["A"].hand[0], key=key))


def test_a_card_told_wrongly_is_told_anew_while_nobody_else_has_seen_it():
    song = card("song", Kind.SPELL, effects=(ProsperEffect(2),))
    table = duel({"song": song}, digital=False, deck=("song",) + ("fighter",) * 19).begun().give(Skip(by="A"))
    first, second = table.state.players["A"].hand[:2]
    table.give(Tell(by="A", card=first, key="song"))
    with pytest.raises(RuleViolation, match="tell_no_more"):
        table.give(Tell(by="A", card=second, key="song"))  # the deck has one
    with pytest.raises(RuleViolation, match="tell_own_unknown"):
        table.give(Tell(by="B", card=first, key=""))

    table.give(Tell(by="A", card=first, key=""), Tell(by="A", card=second, key="song"))
    assert (table.state.keys[first], table.state.keys[second]) == ("", "song")
    offered = [spec for spec in table.game.commands(table.state, "A") if spec.kind == "tell"]
    assert offered[0].fixed == {"key": ""}
    assert offered[0].fields["card"].options == (second,)
    assert offered[1].fields["key"].options == ("fighter",)

    table.give(Play(by="A", card=second))
    with pytest.raises(RuleViolation, match="tell_own_unknown"):
        table.give(Tell(by="A", card=second, key=""))  # everybody saw it


def test_a_card_of_cardboard_that_is_shuffled_into_its_deck_is_unknown_again():
    table = dealt(digital=False, deck=("fighter",) * 20)
    shown = table.state.players["A"].hand[0]
    table.give(Tell(by="A", card=shown, key="fighter"), Mulligan(by="A", cards=(shown,)))
    mine = table.state.players["A"]
    assert shown in mine.deck
    assert {table.state.keys[each] for each in mine.deck} == {""}


def lying_untold(*, digital=False, rules=None):
    """A tactic of cardboard lies face down in front of B, and A's hero is in the middle of its turn."""
    table = duel({"trick": TRICK}, rules, digital=digital, deck=("trick",) * 20).begun().give(Skip(by="A"))
    table.give(MoveCard(by="B", card="B:1", zone="tactics", player="B"))
    return table


def test_s_card_49_a_tactic_nobody_told_is_told_and_then_revealed():
    table = lying_untold()
    before = table.state.players["B"].prosperity
    with pytest.raises(RuleViolation, match="tell_card_first"):
        table.give(Reveal(by="B", tactic="B:1"))
    with pytest.raises(RuleViolation, match="tactic_of_own"):
        table.give(Reveal(by="A", tactic="B:1"))
    table.give(Tell(by="B", card="B:1", key="trick"), Reveal(by="B", tactic="B:1"))
    assert table.state.players["B"].prosperity == before + 3
    assert table.state.players["B"].graveyard == ("B:1",)


@pytest.mark.parametrize(("rules", "own"), [(ENGLISH, False), (RUSSIAN, True), (WEB, True)])
def test_s_card_47_one_that_is_told_late_is_not_revealed_in_the_own_turn(rules, own):
    table = lying_untold(rules=rules).give(Tell(by="B", card="B:1", key="trick"), End(by="A"))
    assert table.state.active == "B"
    offered = [spec.fixed["yes"] for spec in table.game.commands(table.state, "B") if spec.kind == "reveal"]
    assert offered == ([True, False] if own else [False])
    before = table.state.players["B"].prosperity
    command = Reveal(by="B", tactic="B:1")
    if not own:
        with pytest.raises(RuleViolation, match="S-CARD-47"):
            table.give(command)
        missed = lying_untold(rules=rules).give(Tell(by="B", card="B:1", key="trick"), End(by="A"))
        missed.give(Reveal(by="B", tactic="B:1", yes=False))
        assert missed.state.players["B"].graveyard == ("B:1",)  # missed, and void (S-CARD-50)
        assert missed.state.players["B"].prosperity == before
        # It was in time, and all at the table know it.
        command = Overrule(by=TABLE, command=msgspec.json.encode(command).decode(), reason="told in A's turn")
    table.give(command)
    assert table.state.players["B"].prosperity == before + 3


def test_s_card_49_one_that_the_program_knows_waits_until_it_is_asked_for():
    with pytest.raises(RuleViolation, match="S-CARD-49"):
        lying_untold(digital=True).give(Reveal(by="B", tactic="B:1"))


def test_cardboard_is_shuffled_by_hands():
    table = cardboard()
    game, state = table.game, duel(digital=False).state
    assert game.shuffle(state, next(each for each in table.events if type(each).__name__ == "DeckOrdered")) is None
    assert not any(isinstance(step, ShuffleStep) for step in table.state.steps)
    with pytest.raises(RuleViolation):
        table.give(Shuffled(by=TABLE, player="A", order=table.state.players["A"].deck))


def test_a_hero_gone_by_hand_ends_the_game():
    made = field()
    made.emit(CreatureLeft(creature="B:hero"))
    made.give(End(by="A"))
    assert made.state.outcome.winners == ("A",)


@pytest.mark.parametrize("wrong", [math.inf, -math.inf, math.nan, 1e300])
def test_no_number_comes_in_that_a_record_could_not_be_read_with_again(wrong):
    # S-TURN-24; JSON has no infinity, though a phone may send 1e999 for one
    made = field(put={"A:1": (fighter("one"), 300.0, 300.0)}).act("A:1")
    commands = (
        SetValue(by="A", what="movement_mm", of="A:1", value=wrong),
        SetValue(by="A", what="wounds", of="A:1", value=wrong),
        Correct(by="A", of="A:1", at=Stand(wrong, 300.0)),
        Correct(by="A", of="A:1", at=Stand(300.0, 300.0, wrong)),
        Move(by="A", creature="A:1", to=Stand(300.0, wrong)),
        Clock(by=TABLE, player="A", used_s=wrong),
        LayTerrain(by="A", card="A:1", outline=((0.0, 0.0), (wrong, 0.0), (0.0, 9.0))),
    )
    for command in commands:
        refused(made, "S-TURN-24", command)
    refused(made, "S-TURN-24", Move(by="A", creature="A:1", to=Stand(300.0, 320.0, -1.0)))


def test_s_turn_18_a_hand_builds_no_more_than_a_city_holds():
    hall = building("hall")
    rules = replace(ENGLISH, numbers=replace(ENGLISH.numbers, city_limit=2))
    made = field(hall, rules=rules)
    zone(made, "A", "city", hall, hall)
    (third,) = zone(made, "A", "unused", hall)
    move = MoveCard(by=TABLE, card=third, zone="city", player="A")
    refused(made, "S-TURN-18", move)
    made.give(Overrule(by=TABLE, command=msgspec.json.encode(move).decode(), reason="a card says so"))
    assert len(made.state.players["A"].city) == 3


def test_s_card_32_a_hand_gives_a_hero_no_more_relics_than_there_are_slots():
    crown = card("crown", Kind.RELIC, relic_type=RelicType.HELMET)
    made = field(hero(slots={RelicType.HELMET: 1}), crown)
    first, second = zone(made, "A", "graveyard", crown, crown)
    made.give(MoveCard(by=TABLE, card=first, zone="relics", player="A"))
    move = MoveCard(by=TABLE, card=second, zone="relics", player="A")
    refused(made, "S-CARD-32", move)
    made.give(Overrule(by=TABLE, command=msgspec.json.encode(move).decode(), reason="a card says so"))
    assert [each.id for each in made.state.players["A"].relics] == [first, second]


def test_s_card_39_a_relic_that_is_put_beside_a_hero_by_hand_has_its_tokens_and_uses():
    # S-CARD-37; S-DMG-08: so it takes damage for the hero
    plate = card("plate", Kind.RELIC, relic_type=RelicType.ARMOUR, abilities=(Ability("durability", x=4),))
    lance = card("lance", Kind.RELIC, relic_type=RelicType.MELEE_WEAPON, abilities=(Ability("multiple_uses", x=2),))
    made = field(hero(slots={RelicType.ARMOUR: 1, RelicType.MELEE_WEAPON: 1}), plate, lance)
    cards = zone(made, "A", "hand", plate, lance)
    made.give(*(MoveCard(by="A", card=each, zone="relics", player="A") for each in cards))
    worn = made.state.players["A"].relics
    assert [(each.armour, each.durable, each.uses) for each in worn] == [(4, True, None), (0, False, 2)]
    made.give(SetValue(by="A", what="relic_armour", of=cards[0], value=1))
    made.give(MoveCard(by="A", card=cards[0], zone="relics", player="A"))  # it lies there already
    assert {each.id: each.armour for each in made.state.players["A"].relics} == {cards[0]: 1, cards[1]: 0}
