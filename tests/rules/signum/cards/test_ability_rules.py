"""What holds for abilities and effects in general (S-ABIL)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose, MoveCard
from companion.games.signum.creature.abilities import has, value
from companion.games.signum.creature.stats import movement_mm, strength
from companion.games.signum.model.commands import Activate, End, Fight, Finish, Move, Play, Skip, Use
from companion.games.signum.model.effects.effect import Ability, GainEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ArmourEffect, ChangeEffect, HarmEffect, LoseEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CreatureLeft
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Selector, Until
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused
from tests.rules.signum.tables import EDITIONS, card, field, zone

ONE = fighter("one", 2, 5)
TO_ONE = Selector(who="own", what="character")


def blessed(*given, abilities=(), rules=None):
    """A's fighter after spells with these effects were cast on it, one after another."""
    spells = tuple(card(f"spell{n}", Kind.SPELL, effects=(each,)) for n, each in enumerate(given))
    put = {"A:1": (fighter("one", 2, 5, *abilities), 300.0, 300.0)}
    made = field(*spells, put=put, rules=rules)
    for each in zone(made, "A", "hand", *spells):
        made.give(Play(by="A", card=each))
        if made.asked() == "choose A":
            made.give(Choose(by="A", chosen=("A:1",)))
    return made


def one(made):
    return made.state.creatures["A:1"]


def gift(name, x=None, *, plus=False, until=Until.END_OF_GAME):
    return GainEffect(ability=Ability(name, x=x, plus=plus), to=TO_ONE, until=until)


def test_s_abil_02_who_controls_the_creature_chooses_for_its_ability():
    hurt = Ability("hex", names={"en": "Hex"}, activate=True, text=(HarmEffect(1, to=Selector(who="enemy")),))
    put = {"A:1": (ONE, 200.0, 300.0), "B:1": (fighter("witch", 2, 5, hurt), 400.0, 300.0)}
    for controller, theirs in (("B", {"A:hero", "A:1"}), ("A", {"B:hero", "B:2"})):
        made = Field(put | {"B:2": (ONE, 300.0, 300.0)}).change("B:1", controller=controller)
        if controller == "B":
            made.give(End(by="A"), Skip(by="B"))
        made.act("B:1").give(Use(by=controller, creature="B:1", ability="hex"))
        assert made.asked() == f"choose {controller}"
        assert set(made.specs()[0].fields["chosen"].options) == theirs


def test_s_abil_05_a_conditional_ability_waits_for_its_condition():
    pays = Rider(trigger=Trigger(on="eliminated", whose="own"), effects=(ProsperEffect(2),))
    killer = fighter("killer", 2, 5, riders=(pays,))
    made = Field({"A:1": (killer, 300.0, 300.0), "B:1": (fighter("weak", 0, 1), 332.0, 300.0)})
    before = made.state.players["A"].prosperity
    made.act("A:1").give(Fight(by="A", creature="A:1", target="B:1"))
    assert made.state.players["A"].prosperity == before
    made.assign("A", 2, 0).roll("ss")
    assert made.state.players["A"].prosperity == before + 2


def test_s_abil_06_an_impact_is_kept_off_by_a_stealth_token():
    healer = fighter("healer", 1, 5, Ability("control", x=1))
    made = Field({"A:1": (healer, 300.0, 300.0), "B:1": (ONE, 400.0, 300.0)}).change("B:1", stealth=True)
    refused(made.act("A:1"), "S-STEALTH-03", Use(by="A", creature="A:1", ability="control", target="B:1"))


def test_s_abil_07_and_08_a_plus_adds_to_what_is_there_and_to_nothing_else():
    made = blessed(gift("berserk", 2, plus=True), abilities=(Ability("berserk", x=1),))
    assert value(made.state, one(made), "berserk") == 3
    lacking = blessed(gift("berserk", 2, plus=True))
    assert (value(lacking.state, one(lacking), "berserk"), has(lacking.state, one(lacking), "berserk")) == (0, False)


def test_s_abil_09_plus_armour_gives_tokens_to_anybody():
    # S-EX-25: Herrick has no armour printed
    assert one(blessed(ArmourEffect(2, to=TO_ONE))).armour == 2


def test_s_dragon_02_a_second_armour_adds_no_tokens_beyond_the_higher_value():
    # S-DMG-15: the tokens come when the ability is gained; a spent one is not refilled
    def tokens(*given, worn=0):
        made = blessed(abilities=(Ability("armour", x=2),))
        made.change("A:1", armour=2 - worn)
        spells = tuple(card(f"gift{n}", Kind.SPELL, effects=(each,)) for n, each in enumerate(given))
        setup = made.state.setup
        made.table.state = replace(
            made.state, setup=replace(setup, cards=setup.cards | {each.key: each for each in spells})
        )
        for each in zone(made, "A", "hand", *spells):
            made.give(Play(by="A", card=each))
        return made.state.creatures["A:1"].armour

    one, three = (GainEffect(Ability("armour", x=x), to=TO_ONE) for x in (1, 3))
    more = GainEffect(Ability("armour", x=1, plus=True), to=TO_ONE)
    assert tokens(one) == 2
    assert tokens(three) == 3
    assert tokens(three, three, worn=2) == 1
    assert tokens(more, more) == 4  # S-ABIL-09


def test_s_abil_10_changes_add_up_where_named_abilities_do_not():
    # S-DRAGON-02 for the named ones
    made = blessed(ChangeEffect(of="strength", by=1, to=TO_ONE), ChangeEffect(of="strength", by=2, to=TO_ONE))
    assert strength(made.state, one(made)) == 5
    named = blessed(gift("berserk", 1), gift("berserk", 2))
    assert value(named.state, one(named), "berserk") == 2


def test_s_abil_11_an_ability_may_forbid_what_the_rules_allow():
    made = blessed(gift("slow"))
    made.act("A:1")
    refused(made, "S-AB-56", Move(by="A", creature="A:1", to=Stand(320.0, 300.0), run=True))


def test_s_abil_12_abilities_come_and_go():
    made = blessed(gift("fast"))
    assert has(made.state, one(made), "fast")
    gone = blessed(gift("fast"), LoseEffect(ability="fast", to=TO_ONE))
    assert not has(gone.state, one(gone), "fast")
    back = blessed(LoseEffect(ability="fast", to=TO_ONE), gift("fast"))  # the later one counts (S-DRAGON-06)
    assert has(back.state, one(back), "fast")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("until", "after_own", "after_opponents"),
    [
        (Until.END_OF_GAME, True, True),
        (Until.END_OF_TURN, False, False),
        (Until.END_OF_OPPONENTS_TURN, True, False),
    ],
)
def test_s_abil_16_to_19_how_long_effects_last(rules, until, after_own, after_opponents):
    # S-AB-21, S-DIFF-52: a filled clock is the end of the game, an empty one the time that is printed;
    # S-EX-29: +2 strength for good
    made = blessed(ChangeEffect(of="strength", by=2, to=TO_ONE, until=until), rules=rules)
    assert strength(made.state, one(made)) == 4
    made.give(End(by="A"))
    assert (strength(made.state, one(made)) == 4) is after_own
    made.give(Skip(by="B"), End(by="B"))
    assert (strength(made.state, one(made)) == 4) is after_opponents


def test_s_ab_21_an_empty_clock_ends_with_the_turn():
    # S-EX-30: +M movement until the end of the turn
    made = blessed(ChangeEffect(of="movement", ruler="M", to=TO_ONE, until=Until.END_OF_TURN))
    assert movement_mm(made.state, one(made)) == 200.0
    made.give(End(by="A"))
    assert movement_mm(made.state, one(made)) == 100.0


def test_s_abil_20_effects_end_with_the_creature_and_outlive_their_source():
    made = blessed(ChangeEffect(of="strength", by=2, to=TO_ONE))
    assert strength(made.state, one(made)) == 4  # though the spell lies in the Graveyard
    made.emit(CreatureLeft(creature="A:1")).give(MoveCard(by="A", card="A:1", zone="hand", player="A"))
    assert not [each for each in made.state.creatures.values() if each.lasting]


def test_s_abil_21_once_a_turn_counts_by_creature_and_by_turn():
    howl = Ability(
        "howl", ruler="S", text=(ChangeEffect(of="strength", by=1, to=Selector(who="any", within="S", count=0)),)
    )
    put = {"A:1": (fighter("wolf", 2, 5, howl), 200.0, 300.0), "A:2": (fighter("cub", 2, 5, howl), 400.0, 300.0)}
    made = Field(put)
    made.give(Activate(by="A", creature="A:1"), Use(by="A", creature="A:1", ability="howl"))
    refused(made, "S-AB-32", Use(by="A", creature="A:1", ability="howl"))
    made.give(Finish(by="A"), Activate(by="A", creature="A:2"), Use(by="A", creature="A:2", ability="howl"))
