"""Riders without a trigger hold for whomever they name while their card is in play (S-CARD-21, S-TERRAIN-30)."""

import pytest
from msgspec.structs import replace

from companion.games.signum.creature.stats import strength
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.commands import End, Skip
from companion.games.signum.model.effects.effect import Ability, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import TemplateLaid
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.state import Template
from companion.games.signum.model.terms import Condition, Selector
from companion.games.signum.play import player_effects
from tests.games.signum.fights import fighter
from tests.rules.signum.tables import EDITIONS, building, card, field, zone

SQUARE = ((280.0, 280.0), (320.0, 280.0), (320.0, 320.0), (280.0, 320.0))
PUT = {
    "A:1": (fighter("one"), 200.0, 300.0),
    "A:2": (fighter("two"), 100.0, 300.0),
    "B:1": (fighter("foe"), 400.0, 300.0),
}


def strengths(made):
    return {name: strength(made.state, each) for name, each in sorted(made.state.creatures.items())}


def holding(**to):
    return Rider(condition=Condition(), effects=(ChangeEffect(of="strength", by=1, to=Selector(count=0, **to)),))


PLAIN = {"A:1": 2, "A:2": 2, "A:hero": 3, "B:1": 2, "B:hero": 3}


@pytest.mark.parametrize(
    ("to", "stronger"),
    [
        ({"who": "own"}, ("A:1", "A:2", "A:hero")),
        ({"who": "enemy"}, ("B:1", "B:hero")),
        ({"who": "any", "what": "character"}, ("A:1", "A:2", "B:1")),
        ({"who": "self"}, ("A:hero",)),
    ],
)
@pytest.mark.parametrize("where", ["city", "relics"])
def test_s_card_54_a_building_or_relic_changes_whom_it_names(where, to, stronger):
    # S-CARD-21: what is printed in full holds as it is written
    kind = {"building_type": "tavern"} if where == "city" else {"relic_type": RelicType.HELMET}
    flag = card("flag", Kind.BUILDING if where == "city" else Kind.RELIC, riders=(holding(**to),), **kind)
    made = field(flag, put=PUT)
    zone(made, "A", where, flag)
    assert strengths(made) == PLAIN | {name: PLAIN[name] + 1 for name in stronger}


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_summon_08_a_passive_ability_of_a_creature_reaches_others_as_far_as_it_says(rules):
    # at once, without being activated; the two stand 68 mm apart
    lord = fighter("lord", 2, 3, riders=(holding(who="own", what="character", within="S"),))
    near = strengths(field(put=PUT | {"A:1": (lord, 200.0, 300.0)}, rules=rules))
    assert (near["A:2"], near["B:1"]) == (3, 2)
    far = fighter("lord", 2, 3, riders=(holding(who="any", what="character", within="S"),))
    assert strengths(field(put=PUT | {"A:1": (far, 200.0, 420.0)}, rules=rules)) == PLAIN | {"A:1": 3}


def test_s_card_25_and_terrain_15_it_ends_with_the_card():
    moor = card("moor", Kind.TERRAIN, template=SQUARE, riders=(holding(who="any", what="hero"),))
    made = field(moor, put=PUT)
    (laid,) = zone(made, "A", "terrain_city", moor)
    assert strengths(made) == PLAIN  # the card alone does nothing: its template must lie
    made.emit(TemplateLaid(template=Template(id=laid, owner="A", outline=SQUARE)))
    assert strengths(made) == PLAIN | {"A:hero": 4, "B:hero": 4}
    draft = Draft(made.state, Skip(by="A"))
    player_effects.destroy_template(draft, laid)
    made.table.state = draft.state
    assert strengths(made) == PLAIN


def test_s_terrain_30_terrain_waits_for_its_moment_as_other_cards_do():
    toll = Rider(trigger=Trigger(on="turn.end", whose="enemy"), effects=(ProsperEffect(2),))
    moor = card("moor", Kind.TERRAIN, template=SQUARE, riders=(toll,))
    made = field(moor)
    (laid,) = zone(made, "B", "terrain_city", moor)
    before = made.state.players["B"].prosperity
    made.emit(TemplateLaid(template=Template(id=laid, owner="B", outline=SQUARE)))
    made.give(End(by="A"))
    assert made.state.players["B"].prosperity == before + 2 + 1  # and B's income


def test_s_move_02_a_relic_measures_from_its_hero():
    burning = Rider(trigger=Trigger(on="turn.end", whose="own"), effects=(
        HarmEffect(1, to=Selector(who="enemy", within="S", count=0)),))  # fmt: skip
    torch = card("torch", Kind.RELIC, relic_type=RelicType.HELMET, riders=(burning,))
    made = field(torch, put={"B:1": (fighter("near"), 300.0, 100.0), "B:2": (fighter("far"), 300.0, 300.0)})
    zone(made, "A", "relics", torch)
    made.give(End(by="A"))
    assert (made.wounds("B:1"), made.wounds("B:2")) == (1, 0)


def test_s_card_24_a_class_bonus_on_the_building_is_not_given_twice():
    guild = building("guild", building_type="guild", riders=(holding(who="own", card_class="guild"),))
    member = replace(fighter("member", 2, 3, Ability("fast")), card_class="guild")
    made = field(guild, put={"A:1": (member, 200.0, 300.0)})
    zone(made, "A", "city", guild)
    assert strengths(made)["A:1"] == 3
