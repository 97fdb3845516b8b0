"""The packs that come with the game: the Low-Tide Ring, to be played at once, and what the rulebook names."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import ActionCard, ArenaCard, ChallengeCard, ChampionCard, StatedCard, cells_of
from companion.games.brawl.model.kinds import AREAS, CORES, AimKind, Deed, End, Statue, Zone
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.shelf.shelf import BrawlShelf
from companion.games.brawl.shelf.stated import unknown_actions, unstated
from companion.geometry.grid import Cell, Grid
from companion.texts import Language
from tests.games.wrong_packs import is_refused_with_its_line

OWN, SEED = LIBRARY.packs["low_tide"].cards, LIBRARY.packs["seed"].cards
CHAMPIONS = [card for card in OWN.values() if isinstance(card, ChampionCard)]
ACTIONS = [card for card in OWN.values() if isinstance(card, ActionCard)]
CHALLENGES = [card for card in OWN.values() if isinstance(card, ChallengeCard)]
(ARENA,) = [card for card in OWN.values() if isinstance(card, ArenaCard)]
LANGUAGES = {"en", "ru", "uk"}


@pytest.fixture(scope="module")
def grid() -> Grid:
    return ARENA.board((600.0, 600.0))


def parts_of(value: object) -> Iterator[Any]:
    """A value and all structs within it."""
    if isinstance(value, msgspec.Struct):
        yield value
        for each in msgspec.structs.fields(value):
            yield from parts_of(getattr(value, each.name))
    elif isinstance(value, dict | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from parts_of(each)


PARTS = list(parts_of(tuple(OWN.values())))


def used(struct: type, field: str) -> set[Any]:
    """The values that a field has anywhere in the pack."""
    return {getattr(each, field) for each in PARTS if type(each) is struct}


def words(struct: Any, field: str) -> set[str]:
    """The words that a field may have."""
    return set(get_args(struct.__annotations__[field]))


# ------------------------------------------------------------------ the Low-Tide Ring: what there is


def test_there_is_enough_for_every_draft():
    """B-COMP-05, B-CARD-05, B-DATA-20; twelve champions also serve the tournament of four (B-TEAM-43)."""
    assert len(CHAMPIONS) == 12
    assert len(CHALLENGES) == 11
    for champion in CHAMPIONS:
        mine = [card for card in ACTIONS if card.champion == champion.key]
        assert [card.number for card in mine] == [1, 2, 3, 4, 5, 6]
        assert all(card.copies == 1 and card.key.startswith(f"{champion.key}_") for card in mine)
    assert len(ACTIONS) == 6 * len(CHAMPIONS)


def test_every_text_is_unique_and_stands_in_three_languages():
    for card in OWN.values():
        abilities = [each for each in parts_of(card) if isinstance(each, fx.Ability)]
        texts = [card.names, *(text for each in abilities for text in (each.names, each.text))]
        if isinstance(card, ActionCard) and (card.bonuses or card.before or card.effects or card.after):
            texts.append(card.text)
        texts += [card.flavour] if card.flavour else []
        texts += [card.titles, card.flavour] if isinstance(card, ChampionCard) else []
        texts += [card.text] if isinstance(card, ChallengeCard) else []
        assert all(set(each) == LANGUAGES and all(text.strip() for text in each.values()) for each in texts), card.key
    for language in LANGUAGES:
        for cards in (CHAMPIONS, ACTIONS, CHALLENGES):
            assert [name for name, times in Counter(card.names[language] for card in cards).items() if times > 1] == []
    assert len({champion.code for champion in CHAMPIONS}) == len(CHAMPIONS)


@pytest.mark.parametrize("champion", CHAMPIONS, ids=lambda each: each.key)
def test_a_champion_can_use_every_core_and_answer(champion):
    """Five cards to act with and one reaction; each colour pays for two of the six."""
    mine = [card for card in ACTIONS if card.champion == champion.key]
    assert Counter(card.core for card in mine) == dict.fromkeys(CORES, 2)
    assert Counter(card.deed for card in mine) == {Deed.ATTACK: 3, Deed.SKILL: 2, Deed.REACTION: 1}
    assert all((card.move is None) == (card.deed is Deed.REACTION) for card in mine)


@pytest.mark.parametrize("champion", CHAMPIONS, ids=lambda each: each.key)
def test_only_the_powered_side_has_abilities_and_it_is_no_worse(champion):
    """B-CHMP-02, B-PWR-04."""
    front, back = champion.front, champion.back
    assert not front.abilities
    assert back.abilities
    assert back.defence >= front.defence
    assert back.health >= front.health


def test_no_two_champions_are_alike():
    """No two have the same set of keywords and aims, and no card does just what another does."""
    characters = []
    for champion in CHAMPIONS:
        mine = [card for card in ACTIONS if card.champion == champion.key]
        kinds = Counter(type(each).__name__ for each in parts_of(tuple(mine)))
        characters.append((kinds, Counter(card.target for card in mine), champion.back.abilities[0].holds))
    assert all(one != other for one, other in combinations(characters, 2))
    blank = [msgspec.structs.replace(card, key="", names={}, champion="", number=0, flavour={}) for card in ACTIONS]
    assert all(one != other for one, other in combinations(blank, 2))


# ------------------------------------------------------------------ it uses the whole language


def test_every_kind_of_effect_is_used():
    """All keywords of the rulebook (B-KW-01 to -19) are among them; only reminders are left to other packs."""
    kinds = set(get_args(fx.Effect)) - {fx.RemindEffect}
    assert kinds <= {type(each) for each in PARTS}
    assert used(fx.MoveEffect, "way") == words(fx.MoveEffect, "way")
    assert used(fx.MoveEffect, "approach") == words(fx.MoveEffect, "approach")
    assert used(fx.KeywordEffect, "keyword") == words(fx.KeywordEffect, "keyword")
    assert used(fx.ProtectEffect, "against") == words(fx.ProtectEffect, "against")
    assert used(fx.ChangeEffect, "what") == words(fx.ChangeEffect, "what")
    assert used(fx.CoreEffect, "what") == words(fx.CoreEffect, "what")
    assert used(fx.LookEffect, "what") == words(fx.LookEffect, "what")
    assert True in used(fx.DamageEffect, "up_to")


def test_bloodied_control_and_powered_are_asked_for():
    """B-KW-03, B-KW-10."""
    conditions = [each for each in PARTS if type(each).__name__ == "Condition"]
    assert {area for each in conditions for area in each.control} == set(AREAS)
    selectors = [each for each in PARTS if type(each).__name__ == "Selector"]
    assert any(each.bloodied for each in selectors)
    assert any(each.powered for each in selectors)
    zones = {each.zone for each in selectors} | {each.zone for each in PARTS if isinstance(each, fx.PlaceEffect)}
    assert zones - {None} == set(Zone) - set(AREAS)


def test_every_trigger_is_used():
    assert used(fx.Ability, "on") == words(fx.Ability, "on")
    assert any(ability.holds for card in CHAMPIONS for ability in card.back.abilities)


def test_every_aim_and_every_place_of_effects_is_used():
    targets = [card.target for card in ACTIONS if card.target is not None]
    assert {each.aim for each in targets} == set(AimKind)
    assert {"enemy", "ally"} <= {each.who for each in targets}
    assert {(each.least, each.most) for each in targets if each.aim is AimKind.INDIRECT} >= {(1, 3), (2, 3), (2, 4)}
    reactions = [card for card in ACTIONS if card.deed is Deed.REACTION]
    assert any(card.before for card in reactions)
    assert any(card.before for card in ACTIONS if card.deed is Deed.ATTACK)
    assert {card.defence for card in reactions} >= {1, 2, 3}


def test_areas_have_many_shapes_and_no_left_or_right(grid):
    """A pair, an arc, a ring, a triangle, a cone, a fork, a line and a cloud; none needs a mirror (B-TGT-16)."""
    targets = [card.target for card in ACTIONS if card.target is not None]
    shapes = {cells_of(each.cells) for each in targets if each.aim is AimKind.AREA}
    assert len(shapes) == 8
    for shape in shapes:
        mirrored = frozenset(Cell(each.q + each.r, -each.r) for each in shape)
        assert any(frozenset(grid.rotated(each, turns) for each in mirrored) == shape for turns in range(6))


# ------------------------------------------------------------------ the arena


def half_turn(cell: Cell) -> Cell:
    return Cell(-cell.q, -cell.r)


def mirror(cell: Cell) -> Cell:
    """In the row of the statues."""
    return Cell(cell.q + cell.r, -cell.r)


def test_the_arena_has_what_the_rules_ask_for(grid):
    """B-ARENA-10 to -13, B-DATA-01, B-TEAM-30."""
    assert len(grid.cells) == 57
    assert set(ARENA.statues) == set(Statue)
    assert len(ARENA.traps) == 6
    assert all(len(ARENA.spawns[end]) == 5 for end in End)
    at = {Zone.DESTRUCTION: Statue.GARNET, Zone.MANIPULATION: Statue.EZMA, Zone.CREATION: Statue.RAGRIL}
    for zone, statue in at.items():
        assert ARENA.statues[statue] in ARENA.areas[zone]
    for one, other in combinations(AREAS, 2):
        assert not cells_of(ARENA.areas[one]) & cells_of(ARENA.areas[other])
    assert {len(cells) for cells in ARENA.areas.values()} == {7}
    assert ARENA.track == (0, 1, 2, 1)
    assert ARENA.track_of_four == (0, 0, 1, 2, 1)


@pytest.mark.parametrize("image", [half_turn, mirror])
def test_both_sides_see_the_same_arena(grid, image):
    """Either end is the other's image, and so are traps, statues and gates."""
    statues, traps = cells_of(tuple(ARENA.statues.values())), cells_of(ARENA.traps)
    one, two = (cells_of(ARENA.spawns[end]) for end in End)
    for cells, expected in ((grid.cells, grid.cells), (statues, statues), (traps, traps), (one, two)):
        assert {image(cell) for cell in cells} == set(expected)
    assert image(Cell(*ARENA.gates[End.ONE])) == Cell(*ARENA.gates[End.TWO])


def test_every_area_is_as_far_from_one_side_as_from_the_other(grid):
    for zone in AREAS:
        cells = cells_of(ARENA.areas[zone])
        assert {mirror(cell) for cell in cells} == set(cells)
        far = [min(grid.distance(Cell(*here), cell) for here in ARENA.spawns[end] for cell in cells) for end in End]
        assert far[0] == far[1]


def test_distances_on_the_arena(grid):
    """B-ARENA-07: eight steps from spawn area to spawn area, so that nobody is struck before having moved."""
    one, two = (cells_of(ARENA.spawns[end]) for end in End)
    assert min(grid.distance(here, there) for here in one for there in two) == 8
    assert grid.distance(Cell(0, -4), Cell(0, 4)) == 8
    assert grid.distance(Cell(-4, 0), Cell(4, 0)) == 8
    assert grid.distance(Cell(1, -2), Cell(-1, 2)) == 4


def test_rows_of_the_arena(grid):
    """B-ARENA-03 to -06: statues do not break a row, the gaps beside the middle do, and a bent line is none."""
    assert grid.row(Cell(-4, 0), Cell(4, 0)) == tuple(Cell(q, 0) for q in range(-4, 5))
    assert grid.row(Cell(4, -4), Cell(4, 0)) is None
    assert grid.row(Cell(3, -4), Cell(3, 1)) == tuple(Cell(3, r) for r in range(-4, 2))
    assert grid.row(Cell(0, 0), Cell(1, 1)) is None


def test_every_cell_can_be_walked_to_and_traps_lie_in_nobodys_spawn_area(grid):
    walls = cells_of(tuple(ARENA.statues.values()))
    reached, waiting = set[Cell](), [Cell(0, -4)]
    while waiting:
        cell = waiting.pop()
        if cell not in reached and cell not in walls:
            reached.add(cell)
            waiting += grid.neighbours(cell)
    assert reached == grid.cells - walls
    assert not cells_of(ARENA.traps) & cells_of((*ARENA.spawns[End.ONE], *ARENA.spawns[End.TWO]))


def test_arena_and_gates_lie_on_the_mat(grid):
    """With the bases of champions at their gates (32 mm)."""
    for cell in (*grid.cells, *(Cell(*pair) for pair in ARENA.gates.values())):
        centre = grid.centre(cell)
        assert 16.0 <= centre.x_mm <= 584.0
        assert 16.0 <= centre.y_mm <= 584.0


# ------------------------------------------------------------------ teams


def test_four_teams_share_all_champions():
    """Three fight (B-DRAFT-02); five are laid out for a tournament (B-DRAFT-07)."""
    teams = LIBRARY.decks
    assert len(teams) == 4
    fighting = [key for team in teams.values() for key in team.champions[:3]]
    assert sorted(fighting) == sorted(each.key for each in CHAMPIONS)
    for team in teams.values():
        assert set(team.names) == LANGUAGES
        assert len(set(team.champions)) == 5
        assert set(team.champions) <= {each.key for each in CHAMPIONS}


# ------------------------------------------------------------------ what the rulebook names


def stated(key: str) -> StatedCard:
    card = SEED[f"seed/{key}"]
    assert isinstance(card, StatedCard)
    return card


def test_the_named_champions_and_cards_are_all_there():
    """B-CH-01 to -06, B-CH-10 to -20, with their codes and numbers."""
    assert all(isinstance(card, StatedCard) for card in SEED.values())
    champions = {card.names["ru"]: card.code for card in SEED.values() if card.of == "champion"}
    assert champions == {
        "Дерин": "ДЕР", "Килгор": "КИЛ", "Голд'арр": "ГОЛ", "Гвайен": "ГВА", "Дугрун": "ДУГ", "Цу Сяо": "ЦУ",
    }  # fmt: skip
    codes = {
        card.names["ru"]: f"{SEED[card.champion].code}{card.number:02}" for card in SEED.values() if card.of == "action"
    }
    assert codes == {
        "Мощный выстрел": "ДЕР02",
        "Жажда разрушения": "КИЛ07",
        "Бросок": "КИЛ04",
        "Испытание": "ЦУ02",
        "Нефритовая вспышка": "ЦУ05",
        "Скачок": "ЦУ07",
        "Было ваше, стало наше": "ГОЛ04",
        "Запугивание": "ГОЛ05",
        "Цепная молния": "ГВА04",
        "Огненный шар": "ГВА02",
        "Наотмашь": "ДУГ03",
    }


def test_what_is_not_stated_is_named_and_not_invented():
    """B-CH-32, B-DATA-04, B-DATA-05, B-DATA-09: cores, values and shapes stand nowhere."""
    assert sum(unknown_actions(SEED).values()) == 25
    assert unstated(stated("tsu_xiao")) == ("front", "back")
    assert unstated(stated("powerful_shot")) == ("core", "move", "aim", "strength")
    assert unstated(stated("lust_for_destruction")) == ("core", "move", "aim", "strength", "reach")
    assert unstated(stated("throw")) == ("core",)
    assert unstated(stated("challenge")) == ("core", "move", "strength")
    assert unstated(stated("jade_flash")) == ("core", "cells")
    assert unstated(stated("intimidation")) == ("core", "defence")
    for card in SEED.values():
        assert isinstance(card, StatedCard)
        assert unstated(card)


@pytest.mark.parametrize("language", [Language("en"), Language("ru"), Language("uk")])
def test_the_game_tells_what_its_players_have_to_supply(language):
    """B-DATA: all data that the catalogue calls unset; the count of cards is that of the pack."""
    needed = {each.id: each for each in BrawlShelf().needs(language)}
    assert set(needed) == {f"B-DATA-0{number}" for number in (1, 3, 4, 5, 8, 9)}
    assert str(sum(unknown_actions(SEED).values())) in needed["B-DATA-05"].why
    assert all(each.why for each in needed.values())
    assert any(each.how for each in needed.values())


def test_effects_of_named_cards_are_those_of_the_rulebook():
    """B-CH-10 to -20, B-CH-31."""
    assert stated("jade_flash").effects == (fx.DamageEffect(3, up_to=True),)
    assert stated("challenge").reach == (1, 2)
    assert stated("fireball").reach == (2, 3)
    (splash,) = stated("fireball").after
    assert isinstance(splash, fx.DamageEffect)
    assert (splash.amount, splash.to.who, splash.to.within, splash.to.other) == (2, "any", 1, True)
    assert stated("intimidation").after[0].amount == 2


@pytest.mark.parametrize(
    "key", ["powerful_shot", "lust_for_destruction", "leap", "backhand", "intimidation", "chain_lightning"]
)
def test_lost_symbols_are_marked_as_assumed(key):
    """B-DATA-06, B-DATA-07."""
    assert stated(key).assumed


# ------------------------------------------------------------------ wrong packs


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[[1, -2], [-1, -1],", "[[1, -1], [1, -1],", "there are 6 trap cells, not 5"),
        ("garnet = [-3, 0], ", "", "there are 3 statues on cells of their own"),
        ("one = [[0, -4], [1, -4], ", "one = [[0, -4], ", "the spawn area 'one' has 4 cells or more"),
        ("gates = { one = [3, -6]", "gates = { one = [1, 1]", "a gate lies beside the arena"),
        ('champion = "odo"', 'champion = "oddo"', "there is no champion 'oddo'"),
        ('ru = "Абордаж", ', "", "'names' lacks the text in 'ru'"),
        ('type = "stun"', 'type = "stunn"', "unknown effect 'stunn'"),
        ('key = "pip_quick_jab"', 'key = "pip_cheap_shot"', "there is a card 'pip_cheap_shot' already"),
    ],
)
def test_a_wrong_pack_gets_a_sentence_with_its_line(tmp_path, old, new, said):
    path = Path("companion/games/brawl/shelf/packs/low_tide.toml")
    text = path.read_text(encoding="utf-8")
    if said.startswith("the spawn area"):
        text = text.replace("[2, -4], [3, -4], [4, -4]]", "[4, -4]]")
    is_refused_with_its_line(LIBRARY, tmp_path, text, old, new, said)


def test_the_template_reads_and_has_a_card_of_each_kind(tmp_path):
    (tmp_path / "mine.toml").write_text(LIBRARY.template(), encoding="utf-8")
    pack = LIBRARY.load_pack(tmp_path / "mine.toml")
    kinds = {type(card) for card in pack.cards.values()}
    assert kinds == {ChampionCard, ActionCard, ChallengeCard, ArenaCard}
    assert {card.deed for card in pack.cards.values() if isinstance(card, ActionCard)} == set(Deed)
