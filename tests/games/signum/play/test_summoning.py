"""Characters that come to the mat (S-SUMMON)."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Choose, Correct, Overrule, Place, Ruling
from companion.games.signum.creature.stats import strength
from companion.games.signum.game import GAME
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, End, Fight, Play, Reveal, Skip
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability, CancelEffect, Cost, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ArmourEffect, ChangeEffect, HarmEffect, PlaceEffect
from companion.games.signum.model.events import (
    CardMoved,
    CardTold,
    CreatureCame,
    CreatureStood,
    Questioned,
    TemplateLaid,
)
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import Template
from companion.games.signum.model.steps.movement import SummonStep
from companion.games.signum.model.terms import Selector
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.presentation.teller import Teller
from companion.presentation.why import why
from companion.texts import Language
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

PLAIN = fighter("plain", 2, 5)
HOLE = Card(key="hole", kind=Kind.TERRAIN, names={"en": "Hole"}, terrain=("impassable",))


def summoning(card=PLAIN, put=None, **values):
    """A summons a character; it is about to be placed."""
    made = Field(put or {}, cards={card.key: card}, **values)
    made.newcomer = made.state.players["A"].hand[0]
    return made.emit(CardTold(card=made.newcomer, key=card.key)).give(Play(by="A", card=made.newcomer))


def place(made, x, y=16.0, sigma=0.0):
    return Place(by="A", creature=made.newcomer, at=Stand(x, y, sigma))


def crowded(gap, *, owner="B"):
    """Enemies along the whole of A's side, that far above a base that touches it."""
    return {f"{owner}:{n}": (PLAIN, 40.0 + 65.0 * (n - 1), 16.0 + 32.0 + gap) for n in range(1, 10)}


def test_s_summon_01_and_02_the_base_touches_the_own_side():
    # S-ZONE-08
    made = summoning()
    assert made.asked() == "place_summoned A"
    refused(made, "S-SUMMON-01", place(made, 100.0, 60.0))
    refused(made, "S-SUMMON-02", place(made, 310.0))  # on the own hero
    refused(made, "S-MOVE-19", place(made, 5.0))
    made.give(place(made, 100.0))
    assert made.state.creatures[made.newcomer].stand == Stand(100.0, 16.0)
    assert made.newcomer not in made.state.players["A"].hand


def test_s_summon_03_and_clear_of_enemies():
    # S-CONST-20, S-MOVE-02
    made = summoning(put={"B:1": (PLAIN, 100.0, 100.0)})
    refusal = refused(made, "S-SUMMON-03", place(made, 100.0))
    assert refusal.values["by"] == "B:1"
    legal = refusal.values["x_mm"]
    made.give(place(made, 180.0))
    assert legal == pytest.approx(100.0 - (112.0**2 - 84.0**2) ** 0.5, abs=0.1)


def test_s_summon_03_a_gap_of_exactly_s_is_enough():
    made = summoning(put={"B:1": (PLAIN, 100.0, 128.0)})
    made.give(place(made, 100.0))
    assert made.asked() == ""


def test_s_summon_03_what_is_too_close_to_call_is_asked():
    made = summoning(put={"B:1": (PLAIN, 100.0, 128.0)})
    made.give(place(made, 100.0, sigma=0.4))
    assert made.state.question is not None
    made.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert made.state.creatures[made.newcomer].stand is not None


def test_s_summon_04_and_05_where_there_is_no_room_it_comes_under_the_blades():
    # S-OPEN-14, S-BACK-03
    made = summoning(put=crowded(40.0))
    made.give(place(made, 72.0))
    strikers = [name for name in made.state.creatures if name.startswith("B:") and name != "B:hero"]
    struck = 0
    while made.asked():
        struck += 1
        made.roll("b")
    gaps = [((40.0 + 65.0 * n - 72.0) ** 2 + 72.0**2) ** 0.5 - 32.0 for n in range(len(strikers))]
    assert struck == sum(gap < 80.0 for gap in gaps)


def test_s_summon_05_within_s_is_s_itself_too():
    made = summoning(put=crowded(40.0) | {"B:x": (PLAIN, 72.0, 128.0), "B:y": (PLAIN, 72.0, 200.0)})
    made.give(place(made, 72.0))
    struck = set()
    while made.asked():
        struck.add(made.purpose().split()[1])
        made.roll("b")
    assert "B:x" in struck  # 80 mm from rim to rim
    assert "B:y" not in struck


@pytest.mark.parametrize("edition", Edition)
def test_s_summon_04_who_must_come_near_may_also_come_in_contact(edition):
    # S-DIFF-21: en does not exclude contact, ru says it in so many words
    made = summoning(put=crowded(1.0), rules=rules_for(edition))
    made.give(place(made, 40.0))
    assert made.asked() == "roll B"
    assert made.newcomer in made.state.creatures


@pytest.mark.parametrize("edition", Edition)
def test_s_summon_04_also_where_nothing_but_contact_is_left(edition):
    # Between the two there is a millimetre more than the base is wide.
    made = summoning(put=between(33.0), rules=rules_for(edition))
    made.give(place(made, GAP_AT))
    assert made.asked() == "roll B"
    struck = []
    while made.asked():
        struck.append(made.purpose().split()[1])
        made.roll("b")
    assert set(struck) >= {"B:x2", "B:x3"}
    assert made.state.creatures[made.newcomer].stand == Stand(GAP_AT, 16.0)


def test_s_back_03_agile_and_hidden_characters_come_unharmed():
    # S-STEALTH-01, S-BACK-21, S-AB-02
    for card in (fighter("agile", 2, 5, Ability("agile")), fighter("sneak", 2, 5, Ability("stealth"))):
        made = summoning(card, crowded(40.0))
        made.give(place(made, 72.0))
        assert made.asked() == ""


def test_s_back_20_hidden_enemies_may_strike_who_is_summoned_beside_them():
    made = summoning(put=crowded(40.0))
    for name in [each for each in made.state.creatures if each.startswith("B:")]:
        made.change(name, stealth=True)
    made.give(place(made, 72.0))
    assert made.asked() == "choose B"
    made.give(Choose(by="B"))
    assert made.asked() == ""


def test_s_summon_06_it_does_not_act_this_turn_and_07_it_defends():
    # S-SUMMON-07
    made = summoning()
    made.give(place(made, 100.0))
    refused(made, "S-SUMMON-06", Activate(by="A", creature=made.newcomer))
    fought = Field({"A:1": (PLAIN, 300.0, 300.0), "B:1": (PLAIN, 332.0, 300.0)})
    fought.change("B:1", deeds={"summoned": True}).act("A:1").give(Fight(by="A", creature="A:1", target="B:1"))
    assert fought.asked() == "assign B"


def test_s_ab_53_rush_acts_at_once():
    made = summoning(fighter("rusher", 2, 5, Ability("rush")))
    made.give(place(made, 100.0), Activate(by="A", creature=made.newcomer))
    assert made.state.acting == made.newcomer


def test_s_ex_12_an_aura_works_from_the_moment_of_summoning():
    # S-SUMMON-08, S-AB-04
    aura = Ability(
        "aura", ruler="S", text=(ChangeEffect(of="strength", by=1, to=Selector(who="own", what="character")),)
    )
    made = summoning(fighter("banner", 2, 5, aura), {"A:1": (PLAIN, 100.0, 100.0)})
    made.give(place(made, 100.0))
    assert strength(made.state, made.state.creatures["A:1"]) == 3


def test_s_summon_09_and_11_seven_characters_are_the_limit():
    # S-CONST-12, S-OPEN-35: those controlled count for their owner
    put = {f"A:{n}": (PLAIN, 60.0 * n, 200.0) for n in range(101, 102)} | {
        f"A:x{n}": (PLAIN, 60.0 * n, 300.0) for n in range(1, 7)
    }
    full = Field(put)
    card = full.state.players["A"].hand[0]
    assert sum(each.owner == "A" for each in full.state.creatures.values()) == 8  # seven and the hero
    refused(full, "S-SUMMON-09", Play(by="A", card=card))
    refused(full.change("A:x1", controller="B"), "S-SUMMON-09", Play(by="A", card=card))
    spare = Field(dict(list(put.items())[1:]) | {"B:1": (PLAIN, 60.0, 400.0)}).change("B:1", controller="A")
    spare.give(Play(by="A", card=spare.state.players["A"].hand[0]))
    assert spare.asked() == "place_summoned A"


GAP_AT = 142.0
"""Middle of the one gap that `between` leaves at A's side."""


def between(gap):
    """Enemies and the own hero along the whole of A's side, and one gap that wide."""
    left, right = GAP_AT - gap / 2 - 16.0, GAP_AT + gap / 2 + 16.0
    xs = [*(left - 40.0 * n for n in (2, 1, 0)), *(right + 40.0 * n for n in range(3)), *range(340, 581, 40)]
    return {f"B:x{n}": (PLAIN, float(x), 16.0) for n, x in enumerate(xs)}


def offered(made, player="A"):
    return {spec.fixed["card"] for spec in made.table.game.commands(made.state, player) if spec.kind == "play"}


def with_card(put, **values):
    """Whether A may summon, with these creatures about: the field, and the card."""
    made = Field(put, cards={PLAIN.key: PLAIN}, **values)
    card = made.state.players["A"].hand[0]
    return made.emit(CardTold(card=card, key=PLAIN.key)), card


def test_s_summon_02_without_any_place_nobody_is_summoned():
    made, card = with_card(between(31.0))
    assert card not in offered(made)
    refusal = refused(made, "S-SUMMON-02", Play(by="A", card=card))
    assert refusal.measured.question == "fits:A:small"  # and can be shown
    assert why_not(made, card) == "No character can be summoned: no free place touches the player's own side."
    open_one, card = with_card(between(33.0))
    assert card in offered(open_one)
    assert why_not(open_one, card) == "", "it can be played"


def why_not(made, card):
    """What the card itself says to its player."""
    lines = (line for holding in GAME.sheets.of(made.state, "A", Language.ENGLISH).holdings for line in holding.cards)
    return next(line.why_not for line in lines if line.id == card)


@pytest.mark.parametrize("gap", [31.8, 32.2])
@pytest.mark.parametrize("fits", [True, False])
def test_s_summon_02_whether_there_is_a_place_may_be_too_close_to_call(gap, fits):
    made, card = with_card(between(gap))
    stand = made.state.creatures["B:x2"].stand
    made.emit(CreatureStood(creature="B:x2", at=replace(stand, sigma_mm=0.3)))
    assert card in offered(made)
    made.give(Play(by="A", card=card))
    assert (made.state.question.key, card in made.state.creatures) == ("fits:A:small", False)
    shown = msgspec.json.encode(made.table.game.view(made.state, "B")).decode()
    assert f'"{card}"' not in shown  # which of A's cards it is B does not learn
    before = made.state.players["A"].hand
    made.give(Ruling(by="A", yes=fits), Ruling(by="B", yes=fits))
    if not fits:
        assert (made.asked(), made.state.players["A"].hand) == ("", before)
        return
    assert made.asked() == "place_if_possible A"  # the table may have been wrong
    made.give(Place(by="A", creature=card, at=Stand(GAP_AT, 16.0)))
    assert made.state.creatures[card].stand is not None


SHOVE = Card(
    key="shove", kind=Kind.TACTIC, names={"en": "Shove"},
    riders=(Rider(trigger=Trigger(on="summon"), effects=(PlaceEffect(to=Selector(who="own", what="character")),)),),
)  # fmt: skip


def shoved_out(hand=5):
    """B's tactic fills the last gap while A's character, which cost 2, is on its way."""
    costly = Card(key="costly", kind=Kind.CHARACTER, names={"en": "C"}, strength=2, movement="M", health=3,
                  cost=Cost(prosperity=2))  # fmt: skip
    made = Field(between(33.0) | {"B:y": (PLAIN, 300.0, 300.0)}, cards={"costly": costly, "shove": SHOVE})
    made.newcomer = made.state.players["A"].hand[0]
    made.emit(CardTold(card=made.newcomer, key="costly"), CardTold(card="B:20", key="shove"),
              CardMoved(card="B:20", player="B", zone="tactics"))  # fmt: skip
    while len(made.state.players["A"].hand) < hand:
        made.emit(CardMoved(card=made.state.players["A"].deck[0], player="A", zone="hand"))
    made.give(Play(by="A", card=made.newcomer), Reveal(by="B", tactic="B:20"), Choose(by="B", chosen=("B:y",)))
    return made.give(Place(by="B", creature="B:y", at=Stand(GAP_AT, 16.0)))


def test_s_summon_04_who_finds_no_place_any_more_is_taken_back_and_what_was_paid_stays_paid():
    # S-PLAY-12: as with a summoning that is cancelled
    made = shoved_out()
    assert made.asked() == "place_if_possible A"
    refused(made, "S-SUMMON-02", place(made, GAP_AT))
    refused(made, "S-TURN-24", Choose(by="A", chosen=("somewhere",)))
    refused(made, "S-TURN-24", Choose(by="B", chosen=("nowhere",)))
    paid = made.state.players["A"].prosperity
    made.give(Choose(by="A", chosen=("nowhere",)))
    assert made.asked() == ""
    assert made.newcomer not in made.state.creatures
    assert made.state.players["A"].hand[-1] == made.newcomer
    assert made.state.players["A"].prosperity == paid == 1 + 3 + 2 - 2
    assert made.newcomer not in offered(made)


def test_s_summon_04_what_is_taken_back_obeys_the_hand_limit():
    # S-TURN-10
    made = shoved_out(hand=10)
    made.emit(CardMoved(card=made.state.players["A"].deck[0], player="A", zone="hand"))  # something else let A draw
    made.give(Choose(by="A", chosen=("nowhere",)))
    assert (made.asked(), len(made.state.players["A"].hand)) == ("choose B", 10)
    made.give(Choose(by="B", chosen=("1",)))
    assert (made.asked(), len(made.state.players["A"].hand)) == ("", 10)
    assert made.newcomer in made.state.players["A"].hand


def test_s_summon_04_where_there_is_a_place_nobody_is_taken_back():
    made = summoning()
    (spec,) = made.specs()
    assert (made.asked(), spec.kind) == ("place_summoned A", "place")
    refused(made, "S-TURN-24", Choose(by="A", chosen=("nowhere",)))


def test_s_summon_04_what_a_hand_puts_in_the_way_a_hand_takes_out_of_it():
    made = summoning(put=between(33.0) | {"B:y": (PLAIN, 300.0, 300.0)})
    made.give(Correct(by="B", of="B:y", at=Stand(GAP_AT, 16.0)))
    assert made.asked() == "place_if_possible A"
    made.give(Correct(by="B", of="B:y", at=Stand(300.0, 300.0)))
    assert made.asked() == "place_summoned A"
    made.give(place(made, GAP_AT))
    assert made.newcomer in made.state.creatures


def test_s_dragon_01_players_who_let_a_summoning_pass_without_a_place_place_it_so_too():
    made, card = with_card(between(31.0))

    def passed(command):
        return Overrule(by=TABLE, command=msgspec.json.encode(command).decode(), reason="agreed")

    made.give(passed(Play(by="A", card=card)))
    assert made.asked() == "place_if_possible A"
    made.give(passed(Place(by="A", creature=card, at=Stand(GAP_AT, 60.0))))
    assert made.state.creatures[card].stand == Stand(GAP_AT, 60.0)


def test_s_var_35_in_a_variant_the_place_is_on_the_own_part_of_the_side():
    # S-SUMMON-04: the rest of the edge does not help
    made, card = with_card({})
    seats = tuple(replace(seat, segment=(0.0, 250.0)) if seat.id == "A" else seat for seat in made.state.setup.seats)
    made.table.state = replace(made.state, setup=replace(made.state.setup, seats=seats))
    assert card in offered(made)
    for n, x in enumerate((16.0, 63.0, 110.0, 157.0, 204.0, 251.0)):
        foe = Creature(id=f"B:x{n}", owner="B", controller="B", stand=Stand(x, 16.0))
        made.emit(CardTold(card=foe.id, key="plain"), CreatureCame(creature=foe))
    refused(made, "S-SUMMON-02", Play(by="A", card=card))
    assert card not in offered(made)


ALONG = st.tuples(st.floats(16, 134), st.sampled_from([16.0, 16.0, 20.0, 45.0, 90.0]), st.sampled_from("AB"))
NARROW_MM = 150.0


def places_along(state, card, wide_mm):
    """Every place at A's side that could be the only one: the ends, and beside and at S from everything."""
    radius = radius_mm(state, state.card(card))
    xs = {radius, wide_mm - radius}
    for each in state.creatures.values():
        if each.stand is None:
            continue
        for gap in (0.0, 80.0):
            apart = radius_mm(state, state.card(each.id)) + radius + gap
            across = each.stand.y_mm - radius
            if abs(across) <= apart:
                half = (apart**2 - across**2) ** 0.5 + 1e-7
                xs |= {each.stand.x_mm - half, each.stand.x_mm + half}
    return [Stand(x, radius) for x in sorted(xs) if radius <= x <= wide_mm - radius]


def is_accepted(made, command):
    try:
        return not isinstance(made.table.game.decide(made.state, command)[-1], Questioned)
    except RuleViolation:
        return False


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.lists(ALONG, max_size=6), st.sampled_from(list(Edition)), st.sampled_from(["small", "large"]), st.booleans()
)  # fmt: skip
def test_s_summon_04_a_summoning_is_accepted_where_it_finds_a_place_and_only_there(others, edition, base, pit):
    # S-SUMMON-02, S-SUMMON-03, S-OPEN-14: on a narrow mat, with anybody anywhere near the side
    rules = rules_for(edition)
    wide = fighter("wide", 2, 5, base=base)
    put = {f"{owner}:x{n}": (PLAIN, x, y) for n, (x, y, owner) in enumerate(others)}
    made = Field(put, cards={wide.key: wide, HOLE.key: HOLE}, rules=rules)
    exact = replace(made.state.setup, mat_mm=(NARROW_MM, 600.0), rules=replace(rules, contact_mm=0.0))
    made.table.state = replace(made.state, setup=exact)
    made.emit(CreatureStood(creature="A:hero", at=Stand(75.0, 300.0)))
    if pit:
        laid = Template(id="B:hole", owner="B", outline=((60.0, 0.0), (90.0, 0.0), (90.0, 30.0), (60.0, 30.0)))
        made.emit(CardTold(card="B:hole", key="hole"), TemplateLaid(template=laid))
    card = made.state.players["A"].hand[0]
    made.emit(CardTold(card=card, key="wide"))
    stands = places_along(made.state, card, NARROW_MM)
    if pit:
        radius = radius_mm(made.state, wide)
        stands += [Stand(x, radius) for x in (60.0 - radius, 90.0 + radius) if radius <= x <= NARROW_MM - radius]
    # What comes only to know whether it may: the rules of its coming are those of any place.
    came = Field(put, rules=rules)
    came.table.state = made.state
    came.emit(CreatureCame(creature=Creature(id=card, owner="A", controller="A")))
    came.table.state = replace(came.state, steps=(SummonStep(card=card, by="A", stage="place"),))
    found = [at for at in stands if is_accepted(came, Place(by="A", creature=card, at=at))]
    accepted = is_accepted(made, Play(by="A", card=card))
    assert accepted is bool(found)
    assert (card in offered(made)) is accepted
    assert (came.asked() == "place_summoned A") is accepted


BRIBE = Card(
    key="bribe", kind=Kind.TACTIC, names={"en": "Secret Bribe"},
    riders=(Rider(trigger=Trigger(on="summon"), effects=(CancelEffect(to="deck"),)),),
)  # fmt: skip


def test_s_summon_10_reactions_come_before_the_place_and_a_cancelled_card_goes_back():
    # S-EX-07, S-NAMED-20, S-PLAY-12
    costly = Card(key="costly", kind=Kind.CHARACTER, names={"en": "C"}, strength=2, movement="M", health=3,
                  cost=Cost(prosperity=2))  # fmt: skip
    made = Field({}, cards={"bribe": BRIBE, "costly": costly})
    card = made.state.players["A"].hand[0]
    made.emit(CardTold(card=card, key="costly"), CardTold(card="B:20", key="bribe"),
              CardMoved(card="B:20", player="B", zone="tactics"))  # fmt: skip
    before = made.state.players["A"].prosperity
    made.give(Play(by="A", card=card))
    assert made.asked() == "reveal B"
    made.give(Reveal(by="B", tactic="B:20"))
    assert card not in made.state.creatures
    assert card in made.state.players["A"].deck
    assert made.state.players["A"].prosperity == before - 2
    assert made.asked() == ""


WORD = Ability("first_word", text=(HarmEffect(amount=1, to=Selector(who="enemy", count=0)),))


def test_s_summon_10_first_word_is_last_and_only_of_those_who_survive():
    # S-AB-25, S-ABIL-13, S-ABIL-14
    made = summoning(fighter("herald", 2, 5, WORD))
    made.give(place(made, 100.0))
    assert made.wounds("B:hero") == 1
    dead = summoning(fighter("doomed", 2, 1, WORD), crowded(40.0))
    dead.give(place(dead, 72.0))
    while dead.asked():
        dead.roll("s")
    assert dead.newcomer not in dead.state.creatures
    assert dead.wounds("B:hero") == 0


def test_s_dmg_15_armour_tokens_come_with_it():
    made = summoning(fighter("knight", 2, 5, Ability("armour", x=2)))
    made.give(place(made, 100.0))
    assert made.state.creatures[made.newcomer].armour == 2


def test_s_ab_61_a_surcharge_gives_its_text():
    # S-DIFF-22
    extra = Ability("surcharge", cost=Cost(prosperity=1), text=(ArmourEffect(2, to=Selector(who="self")),))
    made = Field({}, cards={"rich": fighter("rich", 2, 5, extra)})
    card = made.state.players["A"].hand[0]
    made.emit(CardTold(card=card, key="rich")).give(Play(by="A", card=card, surcharge=True))
    made.give(Place(by="A", creature=card, at=Stand(100.0, 16.0)))
    assert made.state.creatures[card].armour == 2


def test_s_summon_01_the_other_player_summons_at_the_other_side():
    made = Field({}).give(End(by="A"), Skip(by="B"))
    card = made.state.players["B"].hand[0]
    made.give(Play(by="B", card=card))
    refused(made, "S-SUMMON-01", Place(by="B", creature=card, at=Stand(100.0, 16.0)))
    made.give(Place(by="B", creature=card, at=Stand(100.0, 584.0)))
    assert made.state.creatures[card].stand == Stand(100.0, 584.0)


def test_s_summon_02_a_side_shorter_than_the_base_has_no_place():
    made, card = with_card({})
    made.table.state = replace(made.state, setup=replace(made.state.setup, mat_mm=(31.0, 600.0)))
    made.emit(CreatureStood(creature="A:hero", at=Stand(15.5, 300.0)))
    refusal = refused(made, "S-SUMMON-02", Play(by="A", card=card))
    assert card not in offered(made)
    assert why(refusal.measured, Teller(GAME, None, Language.ENGLISH)).drawing is None


@pytest.mark.parametrize("language", Language)
def test_whether_somebody_fits_can_be_shown_with_words_and_a_picture(language):
    full, card = with_card(between(31.0))
    nothing = refused(full, "S-SUMMON-02", Play(by="A", card=card)).measured
    close, card = with_card(between(33.0))
    stand = close.state.creatures["B:x2"].stand
    close.emit(CreatureStood(creature="B:x2", at=replace(stand, sigma_mm=0.8)))
    (asked,) = close.table.game.measured(close.state, Play(by="A", card=card))
    said = [why(measured, Teller(GAME, None, language)) for measured in (nothing, asked)]
    assert [len(each.drawing.traces) for each in said] == [0, 1]
    assert all(each.sheet() is not None for each in said)
    assert said[0].words != said[1].words
