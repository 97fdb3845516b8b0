"""Characters that come to the mat (S-SUMMON)."""

import pytest

from companion.games.signum.cards import (
    Ability,
    Armour,
    Cancel,
    Card,
    Change,
    Cost,
    Harm,
    Kind,
    Rider,
    Selector,
    Trigger,
)
from companion.games.signum.commands import Activate, Choose, End, Fight, Place, Play, Reveal, Ruling, Skip
from companion.games.signum.constants import Edition
from companion.games.signum.editions import rules_for
from companion.games.signum.events import CardMoved, CardTold
from companion.games.signum.stats import strength
from companion.games.signum.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

PLAIN = fighter("plain", 2, 5)


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
    refused(made, "S-SUMMON-01", place(made, 310.0))  # on the own hero
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


def test_s_summon_04_in_en_not_in_contact_in_ru_also_in_contact():
    # S-DIFF-21
    english = summoning(put=crowded(1.0))
    refused(english, "S-SUMMON-04", place(english, 40.0))
    russian = summoning(put=crowded(1.0), rules=rules_for(Edition.RU))
    russian.give(place(russian, 40.0))
    assert russian.asked() == "roll B"


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
    aura = Ability("aura", ruler="S", text=(Change(of="strength", by=1, to=Selector(who="own", what="character")),))
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


def test_s_summon_02_without_any_place_nobody_is_summoned():
    put = {f"B:x{n}": (PLAIN, 16.0 + 47.0 * n, 16.0) for n in range(13)}
    made = Field({name: spec for name, spec in put.items() if abs(spec[1] - 300.0) > 32.0})
    refused(made, "S-SUMMON-02", Play(by="A", card=made.state.players["A"].hand[0]))


BRIBE = Card(
    key="bribe", kind=Kind.TACTIC, names={"en": "Secret Bribe"},
    riders=(Rider(trigger=Trigger(on="summon"), effects=(Cancel(to="deck"),)),),
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


WORD = Ability("first_word", text=(Harm(amount=1, to=Selector(who="enemy", count=0)),))


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
    extra = Ability("surcharge", cost=Cost(prosperity=1), text=(Armour(2, to=Selector(who="self")),))
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
