"""Terrain cards, what their templates do, Ruins and secret entrances (S-TERRAIN)."""

import math
import random

import pytest

from companion.games.common import Choose, Correct, Place, Reroll, Ruling
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, End, LayTerrain, Move, Play, Shoot, Skip, Use
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Rules, Switches, rules_for
from companion.games.signum.model.effects.effect import Ability, Cost
from companion.games.signum.model.effects.on_creatures import HarmEffect, HealEffect, PlaceEffect
from companion.games.signum.model.events import CardMoved, CardTold, CreatureLeft, CreatureStood, TemplateLaid
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Template
from companion.games.signum.model.terms import Selector
from companion.games.signum.play import terrain
from companion.games.signum.play.player_effects import destroy_template
from companion.games.values import Stand
from companion.geometry import Answer, MatPoint
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

PLAIN = fighter("plain", 2, 5)


def square(x, y, half=20.0):
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def land(key, *traits, **values):
    given = {"names": {"en": key}, "template": square(0.0, 0.0), "terrain": tuple(traits)} | values
    return Card(key=key, kind=Kind.TERRAIN, **given)


WOOD = land("wood", "difficult", "cover")
CATACOMBS = land("catacombs", "blocks_sight", unique=True)
FOREIGN = land("foreign", faction="elsewhere")
COSTLY = land("costly", cost=Cost(prosperity=2))
DEEP = land("deep", template=square(0.0, 0.0, 290.0))
LANDS = (WOOD, CATACOMBS, FOREIGN, COSTLY, DEEP)


def laying(put=None, **values):
    """A's activation phase, with terrain cards at hand: `A:wood` and so on."""
    made = Field(put or {}, cards={card.key: card for card in LANDS}, **values)
    for card in LANDS:
        for player in "AB":
            name = f"{player}:{card.key}"
            made.emit(CardTold(card=name, key=card.key), CardMoved(card=name, player=player, zone="unused"))
    return made


def lay(outline, card="A:wood", sigma=0.0):
    return LayTerrain(by=card[0], card=card, outline=outline, sigma_mm=sigma)


def kinds(made, player="A"):
    return [
        spec.fixed.get("card") for spec in made.table.game.commands(made.state, player) if spec.kind == "layterrain"
    ]


def test_s_terrain_01_one_terrain_card_a_turn():
    # S-CONST-19
    made = laying().give(lay(square(200.0, 300.0)))
    refused(made, "S-TERRAIN-01", lay(square(400.0, 300.0), "A:costly"))
    assert kinds(made) == []
    made.give(End(by="A"), Skip(by="B"), lay(square(400.0, 300.0), "B:wood"), End(by="B"), Skip(by="A"))
    assert "A:costly" in kinds(made)


def test_s_terrain_01_only_in_the_own_activation_phase_and_between_activations():
    made = laying({"A:1": (PLAIN, 100.0, 100.0)})
    refused(made, "S-TURN-02", lay(square(200.0, 300.0), "B:wood"))
    made.give(Activate(by="A", creature="A:1"))
    refused(made, "S-TURN-29", lay(square(200.0, 300.0)))


def test_s_terrain_02_the_printed_cost_is_paid():
    # S-OPEN-13, S-DIFF-20
    made = laying()
    before = made.state.players["A"].prosperity
    made.give(lay(square(200.0, 300.0), "A:costly"))
    assert made.state.players["A"].prosperity == before - 2
    needy = land("needy", cost=Cost(buildings=("temple",)))
    made = Field({}, cards={"needy": needy})
    made.emit(CardTold(card="A:n", key="needy"), CardMoved(card="A:n", player="A", zone="unused"))
    refused(made, "S-PLAY-03", lay(square(200.0, 300.0), "A:n"))


def test_s_terrain_03_only_own_or_basic_terrain():
    refused(laying(), "S-TERRAIN-03", lay(square(200.0, 300.0), "A:foreign"))
    assert "A:foreign" not in kinds(laying())


def test_s_terrain_04_card_to_the_city_and_the_matching_template_to_the_mat():
    # S-ZONE-09
    made = laying().give(lay(square(200.0, 300.0)))
    assert made.state.players["A"].terrain_city == ("A:wood",)
    assert made.state.templates["A:wood"].outline == square(200.0, 300.0)
    assert made.state.players["A"].city == ()  # S-CONST-11: no building
    refused(laying(), "S-TERRAIN-04", lay(square(200.0, 300.0, 40.0)))
    turned = ((200.0, 272.0), (228.0, 300.0), (200.0, 328.0), (172.0, 300.0))
    laying().give(lay(turned))  # S-TERRAIN-09: it may be turned freely


@pytest.mark.parametrize(
    ("rule_id", "x", "y"),
    [
        ("S-TERRAIN-05", 300.0, 330.0),
        ("S-TERRAIN-06", 100.0, 99.0),
        ("S-TERRAIN-08", 100.0, 481.0),
        ("S-TERRAIN-09", 19.0, 300.0),
    ],
)
def test_s_terrain_05_to_09_distances(rule_id, x, y):
    # S-CONST-20
    refused(laying({"A:1": (PLAIN, 300.0, 300.0)}), rule_id, lay(square(x, y)))


@pytest.mark.parametrize(("x", "y"), [(100.0, 100.0), (100.0, 480.0), (20.0, 300.0), (580.0, 300.0)])
def test_s_terrain_06_and_08_distances_that_are_just_enough(x, y):
    laying().give(lay(square(x, y)))


def test_s_terrain_06_sides_are_seen_from_who_lays():
    made = laying().give(End(by="A"), Skip(by="B"))
    refused(made, "S-TERRAIN-08", lay(square(100.0, 100.0), "B:wood"))
    made.give(lay(square(100.0, 500.0), "B:wood"))


def test_s_terrain_07_templates_keep_apart():
    made = laying().give(lay(square(200.0, 300.0)), End(by="A"), Skip(by="B"))
    assert refused(made, "S-TERRAIN-07", lay(square(319.0, 300.0), "B:wood")).values["to"] == "A:wood"
    made.give(lay(square(320.0, 300.0), "B:wood"))


def test_s_terrain_10_what_fits_nowhere_cannot_be_played():
    made = laying()
    assert terrain.free_spot(made.state, "A", "A:deep").answer is Answer.NO
    refused(made, "S-TERRAIN-06", lay(square(300.0, 300.0, 290.0), "A:deep"))
    spot = terrain.free_spot(made.state, "A", "A:wood")
    made.give(lay(tuple((each.x_mm, each.y_mm) for each in spot.outline)))
    assert "A:wood" in made.state.templates


def test_s_terrain_10_all_that_is_marked_for_a_template_may_be_its_place_and_nothing_beyond():
    made = laying({"A:1": (PLAIN, 300.0, 300.0)}).give(lay(square(100.0, 150.0)), End(by="A"), Skip(by="B"))
    game = made.table.game
    (zone,) = game.board.drop_zones(made.state, game.commands(made.state, "B"), {"B:wood": "layterrain"})
    assert (zone.of, zone.kind, zone.asked) == ("B:wood", "layterrain", True)
    assert len(zone.templates) == 24
    chance = random.Random(5)  # noqa: S311 (places to try)
    for turned in zone.templates[::5]:
        for _ in range(5):
            edge = turned.room.nearest(MatPoint(chance.uniform(0, 600), chance.uniform(0, 600)))
            wish = lay(tuple((each.x_mm, each.y_mm) for each in turned.outline(edge)), "B:wood")
            assert game.decide(made.state, wish)
        over = lay(tuple((each.x_mm, each.y_mm) for each in turned.outline(MatPoint(300.0, 60.0))), "B:wood")
        refused(made, "S-TERRAIN-08", over)


def test_s_terrain_10_what_just_fits_is_marked_along_its_one_line_and_may_be_laid_there():
    made = Field({}, cards={"broad": land("broad", template=square(0.0, 0.0, 210.0))})
    made.emit(CardTold(card="A:broad", key="broad"), CardMoved(card="A:broad", player="A", zone="unused"))
    game = made.table.game
    (zone,) = game.board.drop_zones(made.state, game.commands(made.state, "A"), {"A:broad": "layterrain"})
    assert [round(math.degrees(each.angle_rad)) for each in zone.templates] == [0, 90, 180, 270]
    for turned in zone.templates:
        for x_mm in (0.0, 300.0, 350.0, 600.0):
            at = turned.room.nearest(MatPoint(x_mm, 100.0))
            assert (at.x_mm, at.y_mm) == pytest.approx((min(max(x_mm, 210.0), 390.0), 290.0))
            assert game.decide(made.state, lay(tuple((p.x_mm, p.y_mm) for p in turned.outline(at)), "A:broad"))
    refused(made, "S-TERRAIN-06", lay(square(300.0, 289.99, 210.0), "A:broad"))
    refused(made, "S-TERRAIN-08", lay(square(300.0, 290.01, 210.0), "A:broad"))


def test_nothing_is_marked_for_a_template_that_nobody_asked_to_lay():
    made = laying()
    assert made.table.game.board.drop_zones(made.state, made.table.game.commands(made.state, "A"), {}) == ()


def test_s_terrain_06_what_is_too_close_to_call_is_asked():
    made = laying().give(lay(square(100.0, 100.0), sigma=0.5))
    assert made.state.question is not None
    made.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert "A:wood" in made.state.templates


def test_s_terrain_11_to_14_what_was_destroyed():
    # S-OPEN-67, S-CONST-19
    made = laying().give(lay(square(200.0, 300.0), "A:catacombs"))

    def destroy(card):
        draft = Draft(made.state, End(by="A"))
        destroy_template(draft, card)
        made.emit(*draft.events)

    destroy("A:catacombs")
    assert made.state.players["A"].aside == ("A:catacombs",)
    made.emit(CardMoved(card="A:catacombs", player="A", zone="unused"))
    made.give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"))
    refused(made, "S-TERRAIN-12", lay(square(200.0, 300.0), "A:catacombs"))
    made.give(lay(square(200.0, 300.0)))
    destroy("A:wood")
    assert "A:wood" in made.state.players["A"].unused
    made.give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"), lay(square(200.0, 300.0)))  # S-TERRAIN-11


def test_s_terrain_15_and_30_templates_count_for_everybody_while_they_lie():
    made = laying({"B:1": (PLAIN, 200.0, 337.0)}).give(lay(square(200.0, 300.0)), End(by="A"), Skip(by="B"))
    made.give(Activate(by="B", creature="B:1"))
    assert made.state.creatures["B:1"].deeds.slowed  # the enemy's wood slows


def test_s_terrain_26_a_template_named_by_its_ability_blocks_sight():
    # S-AB-07, S-DIFF-42
    wall = land("wall", abilities=(Ability("blocks_sight"),))
    archer = fighter("archer", 2, 5, Ability("shot", x=1))
    made = Field({"A:1": (archer, 100.0, 300.0), "B:1": (PLAIN, 300.0, 300.0)}, cards={"wall": wall})
    made.emit(CardTold(card="A:w", key="wall"))
    made.emit(TemplateLaid(template=Template(id="A:w", owner="A", outline=square(200.0, 300.0))))
    made.give(Activate(by="A", creature="A:1"))
    refused(made, "S-LOS-01", Shoot(by="A", creature="A:1", target="B:1", ability="shot"))


RUINS = land(
    "ruins",
    "ruins",
    abilities=(
        Ability(
            "search_ruins",
            results={
                "bullseye": (HarmEffect(1, to=Selector(who="self")),),
                "shield": (HealEffect(1, to=Selector(who="self")),),
            },
        ),
    ),
)
EMPTY = land("empty", "ruins")


def ruined(put=None, *, count=1, card=RUINS, act="A:1", **values):
    """Ruins at (200, 300) and (400, 300), and A:1 beside the first."""
    made = Field(put or {"A:1": (PLAIN, 200.0, 336.0)}, cards={card.key: card}, **values)
    for number in range(count):
        name = f"A:r{number}"
        made.emit(CardTold(card=name, key=card.key))
        outline = square(200.0 + 200.0 * number, 300.0)
        made.emit(TemplateLaid(template=Template(id=name, owner="A", outline=outline)))
    return made.give(Activate(by="A", creature=act)) if act else made


def searched(made, *names):
    for name in names:
        old = made.state.templates[name]
        made.emit(TemplateLaid(template=Template(id=name, owner="A", outline=old.outline, searched=True)))
    return made


def search(creature="A:1", template="A:r0", ability="search_ruins"):
    return Use(by="A", creature=creature, ability=ability, card=template)


def entrance(creature="A:1", template="A:r0"):
    return search(creature, template, "secret_entrance")


def test_s_terrain_31_and_32_a_search_rolls_a_die_and_does_what_the_card_says():
    # S-OPEN-56, S-TERRAIN-36
    made = ruined().give(search())
    assert made.purpose() == "search_ruins A:1 1"
    made.roll("b")
    assert made.wounds("A:1") == 1
    assert made.state.acting == ""
    assert made.state.templates["A:r0"].searched
    assert ruined().give(search()).roll("x").wounds("A:1") == 0
    unknown = ruined(card=EMPTY).give(search()).roll("s")
    assert unknown.state.acting == ""  # the players look at their card


def test_s_terrain_31_only_in_contact_and_where_ruins_are_played_with():
    # S-MOVE-05; S-DIFF-23: ru, silent but for one mention, takes the chapter over
    refused(ruined({"A:1": (PLAIN, 200.0, 350.0)}), "S-TERRAIN-31", search())
    refused(ruined(rules=Rules(switches=Switches(ruins=False))), "S-TERRAIN-31", search())
    assert ruined(rules=rules_for(Edition.RU)).give(search()).asked() == "roll A"


def test_s_terrain_33_and_stealth_27_not_beside_an_enemy_unless_hidden():
    # S-OPEN-57, S-DIFF-64
    put = {"A:1": (PLAIN, 200.0, 336.0), "B:1": (PLAIN, 200.0, 368.0)}
    made = ruined(put)
    refused(made, "S-TERRAIN-33", search())
    made.change("A:1", stealth=True).give(search()).roll("x")
    assert made.state.creatures["A:1"].stealth


def test_s_terrain_34_heroes_do_not_search():
    made = ruined({"A:1": (PLAIN, 400.0, 400.0)}, act="A:hero")
    refused(made, "S-TERRAIN-34", search("A:hero"))


def test_s_terrain_35_each_ruins_once():
    made = ruined().give(search()).roll("x").give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"))
    made.give(Activate(by="A", creature="A:1"))
    refused(made, "S-TERRAIN-35", search())


def test_s_terrain_37_after_moving_there_but_not_after_a_run():
    made = ruined({"A:1": (PLAIN, 200.0, 400.0)})
    made.give(Move(by="A", creature="A:1", to=Stand(200.0, 336.0)), search())
    assert made.asked() == "roll A"
    ran = ruined().change("A:1", deeds={"ran": True})
    refused(ran, "S-TERRAIN-37", search())


def test_s_terrain_38_and_43_an_entrance_needs_two_searched_ruins():
    refused(ruined(count=2), "S-TERRAIN-38", entrance())
    refused(searched(ruined(count=2), "A:r0"), "S-TERRAIN-43", entrance())


def test_s_terrain_39_a_bullseye_finds_no_entrance():
    # S-OPEN-02
    made = searched(ruined(count=2), "A:r0", "A:r1").give(entrance()).roll("b")
    assert made.state.acting == ""
    assert made.state.creatures["A:1"].stand.x_mm == 200.0


@pytest.mark.parametrize("face", ["x", "s"])
def test_s_terrain_40_to_42_axe_or_shield_lead_to_other_ruins(face):
    put = {"A:1": (PLAIN, 200.0, 336.0), "B:1": (PLAIN, 400.0, 368.0)}
    made = searched(ruined(put, count=2), "A:r0", "A:r1").give(entrance()).roll(face)
    assert made.asked() == "place A"
    refused(made, "S-TERRAIN-40", Place(by="A", creature="A:1", at=Stand(300.0, 300.0)))
    refused(made, "S-TERRAIN-41", Place(by="A", creature="A:1", at=Stand(400.0, 336.0)))
    made.give(Place(by="A", creature="A:1", at=Stand(400.0, 264.0)))
    assert made.state.creatures["A:1"].stand.y_mm == 264.0
    assert made.state.acting == ""
    assert made.asked() == ""


def test_s_terrain_44_and_ab_09_the_die_may_be_rolled_again():
    # S-DIFF-84
    lucky = fighter("lucky", 2, 5, Ability("ruins_reroll"))
    made = searched(ruined({"A:1": (lucky, 200.0, 336.0)}, count=2), "A:r0", "A:r1").give(entrance()).roll("b")
    assert made.asked() == "reroll A"
    made.give(Reroll(by="A", dice=(0,))).roll("s")
    assert made.asked() == "place A"
    searching = ruined({"A:1": (lucky, 200.0, 336.0)}).give(search()).roll("b")
    assert searching.asked() == "reroll A"
    searching.give(Reroll(by="A")).give()
    assert searching.wounds("A:1") == 1


def test_what_ruins_offer_is_listed():
    def offered(made):
        return [spec.fixed["ability"] for spec in made.table.game.commands(made.state, "A") if spec.kind == "use"]

    assert offered(ruined(count=2)) == ["search_ruins"]
    assert offered(searched(ruined(count=2), "A:r0")) == []
    assert offered(searched(ruined(count=2), "A:r0", "A:r1")) == ["secret_entrance"]


def fenced(owner="B", searched_too=("A:r0", "A:r1")):
    """Two searched Ruins, the second of them with creatures on it and all round it: nobody else fits."""
    middle = {f"{owner}:m": (PLAIN, 400.0, 300.0)}
    turns = [math.tau * n / 8 for n in range(8)]
    about = {
        f"{owner}:x{n}": (PLAIN, 400.0 + 33.5 * math.cos(turn), 300.0 + 33.5 * math.sin(turn))
        for n, turn in enumerate(turns)
    }
    return searched(ruined({"A:1": (PLAIN, 200.0, 336.0)} | middle | about, count=2), *searched_too)


def offers_entrance(made):
    specs = made.table.game.commands(made.state, "A")
    return "secret_entrance" in {spec.fixed.get("ability") for spec in specs}


def test_s_terrain_40_nobody_looks_for_an_entrance_that_leads_nowhere():
    for owner in "AB":
        made = fenced(owner)
        refused(made, "S-TERRAIN-40", entrance())
        assert not offers_entrance(made)
        # Once somebody has gone there is a place again.
        made.emit(CreatureLeft(creature=f"{owner}:m"))
        assert offers_entrance(made) is (owner == "A")  # where an enemy went, those about are touched (S-TERRAIN-41)
        made.emit(*(CreatureLeft(creature=f"{owner}:x{n}") for n in range(4)))
        assert offers_entrance(made)
        made.give(entrance()).roll("x")
        assert made.asked() == "place A"


def test_s_terrain_40_who_finds_no_place_any_more_stays():
    # A hand has filled the place since the die fell.
    made = fenced()
    gone = made.state.creatures["B:m"].stand
    made.emit(CreatureStood(creature="B:m", at=Stand(60.0, 300.0)))
    made.emit(
        CreatureStood(creature="B:x0", at=Stand(60.0, 400.0)), CreatureStood(creature="B:x1", at=Stand(60.0, 500.0))
    )
    made.give(entrance()).roll("s")
    assert made.asked() == "place A"
    refused(made, "S-TURN-24", Choose(by="A", chosen=("nowhere",)))
    for name, turn in (("B:x0", 0.0), ("B:x1", math.tau / 8)):
        at = Stand(400.0 + 33.5 * math.cos(turn), 300.0 + 33.5 * math.sin(turn))
        made.give(Correct(by="B", of=name, at=at))
    made.give(Correct(by="B", of="B:m", at=gone))
    assert made.asked() == "come_out_if_possible A"
    refused(made, "S-TURN-24", Choose(by="B", chosen=("nowhere",)))
    made.give(Choose(by="A", chosen=("nowhere",)))
    assert made.asked() == ""
    assert made.state.acting == ""  # the turn is over all the same (S-TERRAIN-42)
    assert made.state.creatures["A:1"].stand == Stand(200.0, 336.0)


def test_an_effect_that_places_lets_a_creature_stay_where_it_is():
    # So there is always a place.
    there = PlaceEffect(within="S", to=Selector(who="own", what="character"))
    lift = Card(key="lift", kind=Kind.SPELL, names={"en": "Lift"}, effects=(there,))
    made = Field({"A:1": (PLAIN, 300.0, 300.0)}, cards={"lift": lift})
    card = made.state.players["A"].hand[0]
    made.emit(CardTold(card=card, key="lift")).give(Play(by="A", card=card))
    refused(made, "S-TURN-24", Choose(by="A", chosen=("nowhere",)))
    made.give(Place(by="A", creature="A:1", at=Stand(300.0, 300.0)))
    assert made.asked() == ""
