"""What cards, champions and arenas must have, and what of the printed game is still to be supplied (B-CARD, B-DATA)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import ArenaCard, StatedCard, TargetDiagram
from companion.games.brawl.model.kinds import AREAS, AimKind, Deed, End, Statue, Zone
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.shelf.sense import card_mistakes
from companion.games.brawl.shelf.shelf import BrawlShelf
from companion.games.brawl.shelf.stated import unknown_actions, unstated
from companion.texts import Language
from tests.games.brawl.table import ARENA, attack, champion, named, reaction, skill

SEED = LIBRARY.packs["seed"].cards


def mistakes(card):
    """The sentences about a card of a pack that has the champion `one`."""
    return [said for _, said in card_mistakes(card, {"one"}, {"one"})]


def arena(**values):
    return mistakes(replace(ARENA, **values))


def test_b_card_01_03_and_base_10_and_atk_15_what_stands_on_which_kind_of_card():
    """Strength on attacks alone, a defence modifier on reactions alone, effects before and after on both of these."""
    both = {"before": (fx.HealEffect(1),), "after": (fx.HealEffect(1),)}
    melee = TargetDiagram(AimKind.MELEE)
    sound = (
        attack("x", "one", **both),
        skill("x", "one", target=melee, effects=(fx.HealEffect(1),)),
        reaction("x", "one", defence=2, **both),
    )
    assert [mistakes(card) for card in sound] == [[], [], []]
    strike, act, answer = sound
    assert mistakes(replace(act, strength=2)) == ["a skill has no 'strength'"]
    assert mistakes(replace(act, after=(fx.HealEffect(1),))) == ["a skill has no 'after'"]
    assert mistakes(replace(strike, defence=1)) == ["an attack has no 'defence'"]
    assert mistakes(replace(strike, effects=(fx.HealEffect(1),))) == ["an attack has no 'effects'"]
    assert mistakes(replace(answer, move=1)) == ["a reaction has no 'move'"]
    assert mistakes(replace(strike, strength=None)) == ["'strength' is missing: an attack needs it"]


def test_b_card_02_05_fields_of_an_action_card():
    card = attack("x", "one", number=2)
    assert mistakes(card) == []
    assert mistakes(replace(card, champion="two")) == ["there is no champion 'two' in these packs"]
    assert mistakes(replace(card, copies=0)) == ["there is 1 or more of a card, not 0"]
    for field, value in (("move", -1), ("strength", 21)):
        assert mistakes(replace(card, **{field: value})) == [f"{field!r} is a number from 0 to 20, not {value}"]


def test_b_tgt_03_05_18_range_and_diagram():
    """The grey cell is the attacker's own, so no yellow one; with one number the minimum is 1."""
    assert TargetDiagram(AimKind.INDIRECT, 3).least == 1
    for wrong, said in (
        (TargetDiagram(AimKind.INDIRECT, 2, 3), "a range goes from"),
        (TargetDiagram(AimKind.DIRECT, 2, 0), "a range goes from"),
        (TargetDiagram(AimKind.AREA), "are the shape of an area"),
        (TargetDiagram(AimKind.MELEE, cells=((1, 0),)), "are the shape of an area"),
        (TargetDiagram(AimKind.AREA, cells=((0, 0), (1, 0))), "is the attacker's own cell"),
    ):
        (sentence,) = mistakes(attack("x", "one", target=wrong))
        assert said in sentence


@pytest.mark.parametrize("side", ["front", "back"])
def test_b_chmp_01_and_comp_04_both_sides_of_a_champion_card_have_values(side):
    card = champion("one")
    assert mistakes(card) == []
    for field, value, least in (("defence", -1, 0), ("health", 0, 1)):
        wrong = replace(card, **{side: replace(getattr(card, side), **{field: value})})
        assert mistakes(wrong) == [f"{field!r} is a number from {least} to 20, not {value}"]
    nameless = replace(getattr(card, side), abilities=(fx.Ability({}, on="turn", effects=(fx.HealEffect(1),)),))
    assert mistakes(replace(card, **{side: nameless}))


def test_b_arena_01_09_to_13_16_and_data_01_an_arena_must_have_its_marks():
    """Six trap cells, three statues in three areas, two spawn areas of four cells at least, two gates beside it."""
    assert mistakes(ARENA) == []
    cells = ARENA.cells
    assert any("has no cell [0, 4]" in said for said in arena(cells=tuple(c for c in cells if c != (0, 4))))
    assert arena(cells=(*cells, (0, 1))) == ["a cell stands here twice"]
    assert arena(traps=ARENA.traps[:5]) == ["there are 6 trap cells, not 5"]
    few = {statue: at for statue, at in ARENA.statues.items() if statue is not Statue.RAGRIL}
    assert arena(statues=few) == ["there are 3 statues on cells of their own: ezma, garnet and ragril"]
    assert arena(areas={area: ARENA.areas[area] for area in AREAS[:2]}) == [
        "there are three areas: manipulation, destruction and creation"
    ]
    assert arena(spawns=ARENA.spawns | {End.ONE: ARENA.spawns[End.ONE][:3]}) == [
        "the spawn area 'one' has 4 cells or more"
    ]
    assert arena(spawns=ARENA.spawns | {End.ONE: ARENA.spawns[End.ONE][:4]}) == []
    assert arena(gates={End.ONE: ARENA.gates[End.ONE]}) == ["the gate 'two' is missing"]
    assert arena(gates=ARENA.gates | {End.ONE: (0, 4)}) == ["a gate lies beside the arena, not on one of its cells"]
    assert arena(areas=ARENA.areas | {Zone.CREATION: ((9, 9),)})


def test_b_chal_06_and_data_02_and_team_09_26_the_track_begins_without_points():
    """One such slot for two players, two for four; the usual track is assumed where a pack has none."""
    assert (ARENA.track, ARENA.track_of_four) == ((0, 1, 2, 1), (0, 0, 1, 2, 1))
    bare = ArenaCard(
        key="x/x", names=named("x"), cells=ARENA.cells, statues=ARENA.statues, traps=ARENA.traps, spawns=ARENA.spawns,
        gates=ARENA.gates, areas=ARENA.areas,
    )  # fmt: skip
    assert (bare.track, bare.track_of_four) == ((0, 1, 2, 1), (0, 0, 1, 2, 1))
    assert arena(track=(1, 1, 2)) == ["the track begins with 1 without points, and others give some"]
    assert arena(track_of_four=(0, 1, 2)) == ["the track begins with 2 without points, and others give some"]
    assert len(arena(track=(0, 0))) == 1


def test_b_open_01_a_pack_says_whether_cells_are_hexes():
    """With squares no code changes: rows run along other ways."""
    assert len(ARENA.board((600.0, 600.0)).ways) == 6
    assert len(replace(ARENA, grid=type(ARENA.grid)("square")).board((600.0, 600.0)).ways) in (4, 8)


def test_b_data_06_07_what_is_assumed_must_stand_on_the_card():
    facts = SEED["seed/leap"]
    assert isinstance(facts, StatedCard)
    own = replace(facts, champion="one")
    assert facts.assumed == ("before", "after")
    assert mistakes(own) == []
    assert mistakes(replace(own, before=())) == ["only what stands here can be assumed, and 'before' does not"]
    assert mistakes(replace(own, assumed=("move",))) == ["only what stands here can be assumed, and 'move' does not"]
    assert SEED["seed/powerful_shot"].bonuses[0].by == 1  # B-DATA-06


@pytest.mark.parametrize("language", list(Language))
def test_b_data_01_03_04_05_08_09_and_ch_32_what_players_have_to_supply_is_named(language):
    needed = {each.id: each.why for each in BrawlShelf().needs(language)}
    assert set(needed) == {f"B-DATA-0{number}" for number in (1, 3, 4, 5, 8, 9)}
    assert "Tsu Xiao" in needed["B-DATA-08"] or "Цу Сяо" in needed["B-DATA-08"]


def test_b_data_04_05_09_and_ch_32_of_each_stated_card_what_is_missing():
    """Defence and health of all champions, 25 of 36 cards, and the shape of Jade Flash."""
    assert sum(unknown_actions(SEED).values()) == 25
    assert unstated(SEED["seed/deryn"]) == ("front", "back")
    assert "cells" in unstated(SEED["seed/jade_flash"])
    assert "cells" not in unstated(SEED["seed/challenge"])
    assert all("core" in unstated(card) for card in SEED.values() if card.of == "action")
    assert {card.deed for card in SEED.values() if card.of == "action"} == set(Deed)
