"""What the check of cards accepts is done: relics, Auras, creatures' own deeds, who fell, what follows a cancel."""

import importlib

from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.stats import strength
from companion.games.signum.model.commands import Play, Reveal
from companion.games.signum.model.effects.effect import Ability, CancelEffect, GainEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect, LoseEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.terms import Condition, Selector
from tests.games.signum.fights import Field, fighter, hero
from tests.rules.signum.tables import card, field, zone

OWN = Selector(who="own", what="character", count=0)
SLOT = {RelicType.TREASURE: 1}


def worn(**values):
    relic = card("relic", Kind.RELIC, relic_type=RelicType.TREASURE, **values)
    made = field(hero(slots=SLOT), relic, put={"A:1": (fighter("one", 2, 5), 300.0, 60.0)})
    (each,) = zone(made, "A", "hand", relic)
    return made.give(Play(by="A", card=each)).state


def test_a_relics_rider_reaches_characters():
    state = worn(riders=(Rider(effects=(ChangeEffect(of="strength", by=1, to=OWN),)),))
    assert strength(state, state.creatures["A:1"]) == 3


def test_a_relics_effects_reach_whom_they_name():
    state = worn(effects=(ChangeEffect(of="strength", by=1, to=OWN),))
    assert (strength(state, state.creatures["A:1"]), strength(state, state.creatures["A:hero"])) == (3, 3)


def test_an_aura_given_by_a_relic_radiates():
    aura = Ability("aura", ruler="S", text=(ChangeEffect(of="strength", by=1, to=Selector(who="own", count=0)),))
    state = worn(effects=(GainEffect(aura),))
    assert has(state, state.creatures["A:hero"], "aura")
    assert strength(state, state.creatures["A:1"]) == 3


def cast(first):
    storm = card("storm", Kind.SPELL, effects=(HarmEffect(1, to=Selector(who="any", count=0, ability="shot")),))
    before = card("before", Kind.SPELL, effects=(first,))
    printed = fighter("two", 2, 5, Ability("shot", x=1))
    made = field(storm, before, put={"A:1": (fighter("one", 2, 5), 300.0, 300.0), "A:2": (printed, 400.0, 300.0)})
    for each in zone(made, "A", "hand", before, storm):
        made.give(Play(by="A", card=each))
    return made.wounds("A:1"), made.wounds("A:2")


def test_who_gained_an_ability_is_among_those_with_it():
    assert cast(GainEffect(Ability("shot", x=1), to=OWN)) == (1, 1)


def test_who_lost_an_ability_is_not_among_those_with_it():
    assert cast(LoseEffect("shot", to=OWN)) == (0, 0)


def reaver(condition, killer):
    waits = Rider(
        trigger=Trigger("eliminated", whose="own", condition=condition), effects=(ChangeEffect(of="strength", by=1),)
    )
    mine = fighter("reaver", 2, 5, riders=(waits,))
    y = 300.0 if killer == "A:1" else 400.0
    put = {
        "A:1": (mine, 300.0, 300.0),
        "A:2": (fighter("mate", 2, 5), 300.0, 400.0),
        "B:1": (fighter("w", 0, 1), 332.0, y),
    }
    made = Field(put).fight(killer, "B:1").assign("A", 2, 0).roll("xx")
    return strength(made.state, made.state.creatures["A:1"])


def test_a_creatures_rider_can_wait_for_its_own_deed():
    own = Condition(creature=Selector(who="self"))
    assert (reaver(own, "A:1"), reaver(own, "A:2")) == (3, 2)


def test_a_rider_can_name_who_was_eliminated():
    assert reaver(Condition(creature=Selector(who="enemy", what="character")), "A:1") == 3


def test_what_stands_after_a_cancel_happens():
    waits = Rider(trigger=Trigger("melee.declare", whose="enemy"), effects=(CancelEffect(), ProsperEffect(1)))
    fog = card("fog", Kind.TACTIC, riders=(waits,))
    put = {"A:1": (fighter("mate", 2, 5), 300.0, 300.0), "B:1": (fighter("foe", 2, 5), 332.0, 300.0)}
    made = Field(put, cards={"fog": fog})
    zone(made, "B", "tactics", fog)
    made.fight("A:1", "B:1")
    before = made.state.players["B"].prosperity
    made.give(Reveal(by="B", tactic="B:x1", yes=True))
    assert made.state.players["B"].prosperity == before + 1


def test_of_two_steam_engines_the_one_that_was_heated_answers():
    def engine(about, amount):
        return Ability(
            "steam_engine",
            about=about,
            results={face: (ProsperEffect(amount),) for face in ("shield", "axe", "bullseye")},
        )

    gunner = fighter("one", 2, 5, engine("melee", 1), engine("shot", 5), Ability("shot", x=1))
    made = Field({"A:1": (gunner, 300.0, 300.0), "B:1": (fighter("foe", 2, 5), 450.0, 300.0)})
    before = made.state.players["A"].prosperity
    made.shoot("A:1", "B:1").roll("s")
    assert made.state.players["A"].prosperity == before + 5


def test_examples_find_cards_and_rules_by_the_names_that_they_know():
    cards, abilities, commands, stats = (
        importlib.import_module(f"companion.games.signum.{name}")
        for name in ("cards", "abilities", "commands", "stats")
    )
    assert (cards.Cancel, cards.Harm, cards.Ability, cards.Kind) == (CancelEffect, HarmEffect, Ability, Kind)
    assert (abilities.has, commands.Reveal, stats.strength) == (has, Reveal, strength)
