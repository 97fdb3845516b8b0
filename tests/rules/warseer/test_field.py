"""The Battlefield: hexes, sight, ways, creatures that are put somewhere, and each terrain (W-GRID, W-LOS, W-TT)."""

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Rolled, Shuffled
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import (
    AttackKind,
    Colour,
    CreatureKind,
    Crit,
    Ground,
    Keyword,
    Symbol,
    Token,
)
from companion.games.warseer.model.cards import TerrainCard
from companion.games.warseer.model.setup import PROPOSED
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import Context, LayStep, RollStep
from companion.games.warseer.model.terms import Selector
from companion.games.warseer.rules.combat.rolls import terrain_rolls
from companion.games.warseer.rules.creature.values import beside, has
from companion.games.warseer.rules.field import entries, field_of, sight, zone_of
from companion.games.warseer.rules.moves import ways
from companion.games.warseer.rules.play.effect_kinds import place_cells
from companion.games.warseer.shelf.library import LIBRARY
from companion.geometry.grid import Cell
from tests.games.warseer.self_play import setup_of
from tests.games.warseer.table import ability, attacking, block, character, do, fight, setup
from tests.rules.warseer.hands import effects

HIT, CRIT, PUSH, BLANK = (each.value for each in (Symbol.HIT, Symbol.CRIT, Symbol.PUSH, Symbol.BLANK))
HERE = Cell(0, 0)
PLAIN = character("t/x", movement=3, reach=4)


def laid(**cells: tuple[tuple[int, int], ...]) -> tuple[TerrainHex, ...]:
    """Terrain by the last part of its card's key."""
    return tuple(TerrainHex(f"t/{key}", Cell(*cell)) for key, at in cells.items() for cell in at)


def shipped(state: State, *hexes: tuple[str, tuple[int, int]]) -> State:
    """The same with terrain of the cards that come with the game."""
    cards = state.setup.cards | {key: LIBRARY.cards[key] for key, _ in hexes}
    terrain = (*state.terrain, *(TerrainHex(key, Cell(*cell)) for key, cell in hexes))
    return replace(state, setup=replace(state.setup, cards=cards), terrain=terrain)


def reached(state: State, most: int = 3) -> set[Cell]:
    return set(ways(state, "A:2", most))


# ------------------------------------------------------------------ hexes


def test_a_hex_has_six_neighbours_at_distance_one():
    """W-GRID-01, W-GRID-05: distance is the least number of steps, and within X means 0 to X."""
    field = field_of(fight({}))
    assert len(field.neighbours(HERE)) == 6
    assert {field.distance(HERE, each) for each in field.neighbours(HERE)} == {1}
    assert field.distance(Cell(-4, 4), Cell(4, -4)) == 8
    assert field.distance(Cell(-1, -1), Cell(1, 1)) == 4
    assert [len(field.within(HERE, steps)) for steps in (0, 1, 2)] == [1, 7, 19]


def test_distance_goes_over_the_map_and_round_its_gaps():
    """W-GRID-05, W-OPEN-02: steps are those of the map."""
    state = fight({})
    gap = {(1, 0), (0, 1), (1, -1)}
    field = replace(state.setup.field, cells=tuple(each for each in state.setup.field.cells if each not in gap))
    state = replace(state, setup=replace(state.setup, field=field))
    # By (0, -1), (1, -2), (2, -2) and (2, -1).
    assert field_of(state).distance(HERE, Cell(2, 0)) == 5


def test_a_hex_holds_one_creature_and_contact_is_adjacency():
    """W-GRID-02, W-GRID-03, W-OPEN-01."""
    state = fight({"A:2": (PLAIN, (0, 0)), "B:2": (PLAIN, (1, 0)), "B:3": (PLAIN, (2, -1))})
    assert [each.id for each in beside(state, "A:2")] == ["B:2"]
    assert Cell(1, 0) not in reached(state)


def test_portals_are_adjacent_for_steps_ranges_and_contact_but_see_each_other_alone():
    """W-TT-10, W-OPEN-02, W-LOS-05."""
    wall = laid(forest=((1, 0), (0, 1), (1, -1), (0, -1), (-1, 0), (-1, 1)), portal=((0, 0), (3, 0)))
    state = fight({"A:2": (PLAIN, (0, 0)), "B:2": (PLAIN, (3, 0)), "B:3": (PLAIN, (4, 0))}, terrain=wall)
    field = field_of(state)
    assert field.is_beside(HERE, Cell(3, 0))
    assert (field.distance(HERE, Cell(3, 0)), field.distance(HERE, Cell(4, 0))) == (1, 2)
    assert field.distance(HERE, Cell(2, 0)) == 2
    assert sight(state, HERE, Cell(3, 0)).clear
    assert not sight(state, HERE, Cell(4, 0)).clear
    state = replace(state, creatures={key: each for key, each in state.creatures.items() if key != "B:2"})
    assert Cell(3, 0) in set(ways(state, "A:2", 1))


# ------------------------------------------------------------------ line of sight


SEEN = (
    # A line that touches the corner of one blocking hex, or runs along its edge, is free (W-LOS-04).
    ((2, 0), ((1, 0),), True),
    ((1, 1), ((1, 0),), True),
    # Along the edge that two blocking hexes share it is not (W-LOS-04).
    ((1, 1), ((1, 0), (0, 1)), False),
    # One hex in the row and one on either side of it leave no line at all.
    ((2, 0), ((1, 0), (1, -1), (0, 1)), False),
    ((2, 0), ((1, 0), (1, -1), (1, 1)), False),
    ((2, 0), ((1, 0), (1, -1), (2, -1)), True),
    # Adjacent hexes always see each other (W-LOS-05), whatever lies around.
    ((1, 0), ((0, 1), (1, -1), (2, 0)), True),
    # The two ends never block (W-LOS-03).
    ((3, 0), ((0, 0), (3, 0)), True),
)


@pytest.mark.parametrize(("target", "blocking", "clear"), SEEN)
def test_sight_over_hexes_with_its_rule_of_edges(target, blocking, clear):
    """W-LOS-01, W-LOS-02, W-LOS-03, W-LOS-04, W-LOS-05, W-OPEN-29, W-OPEN-30: forests and creatures block alike."""
    woods = fight({}, terrain=laid(forest=blocking))
    others = [cell for cell in blocking if cell not in ((0, 0), target)]
    crowd = fight({f"A:{number}": (PLAIN, cell) for number, cell in enumerate(others, 2)})
    for state in (woods, crowd):
        assert sight(state, HERE, Cell(*target)).clear is clear
        assert sight(state, Cell(*target), HERE).clear is clear


def test_sight_has_a_witness_or_names_who_stands_in_the_way():
    """W-LOS-01, W-LOS-02: the line begins and ends in the two hexes."""
    state = fight({}, terrain=laid(forest=((1, 0),)))
    field, found = field_of(state), sight(state, HERE, Cell(2, 0))
    ends = [field.grid.axial(each) for each in found.line]
    for (q, r), cell in zip(ends, (HERE, Cell(2, 0)), strict=True):
        dq, dr = q - cell.q, r - cell.r
        assert max(abs(2 * dq + dr), abs(dq + 2 * dr), abs(dq - dr)) <= 1 + 1e-9
    blocked = sight(fight({}, terrain=laid(forest=((2, 0), (1, 0), (1, -1), (0, 1)))), HERE, Cell(3, 0))
    assert (blocked.clear, blocked.blockers) == (False, (Cell(1, 0), Cell(2, 0)))


@pytest.mark.parametrize(("terrain", "blocks"), [("forest", True), ("spire", True), ("river", False), ("altar", False)])
def test_only_terrain_that_blocks_sight_does(terrain, blocks):
    """W-TER-10, W-KW-46, W-TT-01, W-TT-03, W-TT-08, W-TT-09."""
    state = fight({}, terrain=laid(**{terrain: ((1, 0), (0, 1))}))
    assert sight(state, HERE, Cell(1, 1)).clear is not blocks


# ------------------------------------------------------------------ ways


def test_a_creature_passes_neither_creatures_nor_water():
    """W-MOVE-01, W-MOVE-02, W-MOVE-03, W-TER-08, W-TT-03, W-KW-26, W-OPEN-26: each hex costs 1."""
    ring = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
    state = fight({"A:2": (PLAIN, (0, 0)), "A:3": (PLAIN, (1, -1))}, terrain=laid(river=ring))
    assert reached(state) == set()
    state = fight({"A:2": (PLAIN, (0, 0)), "B:2": (PLAIN, (1, 0))})
    assert {len(way) for way in ways(state, "A:2", 3).values()} == {1, 2, 3}
    assert len(ways(state, "A:2", 3)[Cell(2, 0)]) == 3  # round the creature


def test_agile_passes_allies_and_flight_everything_but_neither_ends_there():
    """W-KW-01, W-KW-20, W-TER-09, W-MOVE-02, W-MOVE-03."""
    allies = {f"A:{number}": (PLAIN, cell) for number, cell in enumerate(((1, 0), (0, 1), (-1, 1)), 3)}
    water = laid(river=((-1, 0), (0, -1), (1, -1)))
    agile = fight({"A:2": (character("t/agile", ability(Keyword.AGILE)), HERE), **allies}, terrain=water)
    assert Cell(2, 0) in reached(agile)
    assert Cell(2, -1) in reached(agile)
    assert reached(agile).isdisjoint({Cell(1, 0), Cell(-1, 0), Cell(0, -2)})
    flying = fight({"A:2": (character("t/flying", ability(Keyword.FLIGHT)), HERE), **allies}, terrain=water)
    assert {Cell(2, 0), Cell(0, -2), Cell(-2, 0)} <= reached(flying)
    assert reached(flying).isdisjoint({Cell(1, 0), Cell(-1, 0)})


def test_difficult_ground_ends_a_way_but_a_flying_creature_passes_over_it():
    """W-TER-06, W-MOVE-06, W-KW-15, W-KW-20, W-OPEN-55."""
    ring = laid(forest=tuple(field_of(fight({})).neighbours(HERE)))
    walker = fight({"A:2": (PLAIN, HERE)}, terrain=ring)
    assert reached(walker) == set(field_of(walker).neighbours(HERE))
    flying = fight({"A:2": (character("t/flying", ability(Keyword.FLIGHT)), HERE)}, terrain=ring)
    assert Cell(3, 0) in reached(flying)
    for state in (walker, flying):
        ended = do(state, c.Activate(by="A", piece="A:2"), c.Move(by="A", piece="A:2", to=Cell(1, 0)))
        assert ended.creatures["A:2"].done
        assert "activation" not in {prompt.key for prompt in GAME.prompts(ended)}


def test_who_stands_in_difficult_ground_leaves_it_freely():
    """W-TER-06: entering ends the activation, leaving does not."""
    state = fight({"A:2": (PLAIN, HERE)}, terrain=laid(forest=((0, 0),)))
    state = do(state, c.Activate(by="A", piece="A:2"), c.Move(by="A", piece="A:2", to=Cell(3, 0)))
    assert [prompt.key for prompt in GAME.prompts(state)] != ["activation"]
    assert state.creatures["A:2"].cell == (3, 0)


# ------------------------------------------------------------------ placing


def test_placing_ignores_what_lies_between_but_not_what_is_there():
    """W-MOVE-04, W-MOVE-05, W-TER-09, W-GRID-02: on no creature's hex and on no impassable one."""
    ring = tuple(field_of(fight({})).neighbours(HERE))
    state = fight({"A:2": (PLAIN, HERE), "B:2": (PLAIN, (2, 0))}, terrain=laid(river=ring))
    cells = place_cells(state, fx.PlaceEffect(within=2), Context(piece="A:2", player="A"), "A:2")
    assert Cell(0, 2) in cells
    assert not {Cell(2, 0), *ring} & set(cells)


def test_placing_onto_difficult_ground_ends_nothing():
    """W-MOVE-07: it was no move, so the creature may still act."""
    hop = fx.Ability(names={}, effects=(fx.PlaceEffect(within=1),))
    state = fight({"A:2": (character("t/hopper", hop), HERE), "B:2": (PLAIN, (2, 0))}, terrain=laid(forest=((1, 0),)))
    state = do(state, c.Activate(by="A", piece="A:2"), c.Use(by="A", of="A:2", ability="0"))
    state = do(state, c.Move(by="A", piece="A:2", to=Cell(1, 0)))
    (prompt,) = GAME.prompts(state)
    assert {"move", "attack"} <= {spec.kind for spec in prompt.specs}
    assert state.creatures["A:2"].cell == (1, 0)


def test_creatures_enter_in_their_own_zone_or_at_a_camp():
    """W-ZONE-03, W-SUM-02, W-SUM-08, W-SUM-09, W-TER-17, W-TER-18, W-TT-12."""
    camps = (TerrainHex("t/camp", HERE), TerrainHex("t/camp", Cell(1, 1), "B"))
    state = fight({"A:2": (PLAIN, (0, -4))}, terrain=camps)
    assert set(entries(state, "A")) == {*zone_of(state, "A"), HERE} - {(0, -4), (4, -4)}
    assert Cell(1, 1) in entries(state, "B")
    assert HERE not in entries(fight({"B:2": (PLAIN, HERE)}, terrain=camps), "A")


# ------------------------------------------------------------------ each terrain


def test_what_the_shipped_terrain_is():
    """W-TT-01 to -12, W-TER-02, W-TER-15, W-CARD-02: class and properties of the table, number for number."""
    difficult, impassable, blocks = Ground.DIFFICULT, Ground.IMPASSABLE, Ground.BLOCKS_SIGHT
    table = {
        "forest": (False, {difficult, blocks}), "hill": (False, {difficult, blocks}), "river": (False, {impassable}),
        "ford": (False, set()), "bridge": (False, set()), "ruins": (True, {difficult}),
        "catacombs": (True, {difficult}), "spire": (True, {impassable, blocks}), "altar": (True, set()),
        "portal": (True, set()), "teleport": (True, set()), "camp": (True, set()),
    }  # fmt: skip
    cards = {key: LIBRARY.cards[f"seed/{key}"] for key in table}
    assert {key: (card.unique, set(card.grounds)) for key, card in cards.items()} == table
    assert {key for key, card in cards.items() if card.ignores is Symbol.HIT} == {"forest", "hill"}  # W-DATA-26, -27
    assert {key for key, card in cards.items() if card.linked or card.paired} == {"portal", "teleport"}
    assert {card.needs for card in cards.values()} - {""} == {f"W-DATA-{number}" for number in range(28, 34)}


@pytest.mark.parametrize("key", ["seed/ford", "seed/bridge"])
def test_ford_and_bridge_make_a_river_hex_passable(key):
    """W-TT-04, W-TT-05: what was laid last on a hex is what lies there."""
    river = tuple(field_of(fight({})).neighbours(HERE))
    state = fight({"A:2": (PLAIN, HERE)}, terrain=laid(river=river))
    assert reached(state) == set()
    crossed = shipped(state, (key, (1, 0)))
    assert {Cell(1, 0), Cell(2, 0)} <= reached(crossed)


def test_hill_and_forest_shelter_from_attacks_and_damage_rolls_of_all_other_creatures():
    """W-TT-01, W-TT-02, W-TER-01, W-EX-07, W-RAND-01, W-RAND-02, W-RAND-04: one Hit less, and never a Crit."""
    for key in ("seed/forest", "seed/hill"):
        pieces = {"A:2": (PLAIN, HERE), "B:2": (PLAIN, (1, 0)), "A:3": (PLAIN, (0, 1))}
        state = shipped(fight(pieces), (key, (1, 0)), (key, (0, 1)))
        hit = do(attacking(state, "A:2", "B:2"), Rolled(by="A", faces=(HIT, CRIT)))
        assert hit.creatures["B:2"].wounds == 1
        for target in ("B:2", "A:3"):  # of friends too
            step = RollStep(purpose="damage", player="A", piece="A:2", target=target, dice=(Colour.RED, Colour.RED))
            rolled = do(replace(state, steps=(*state.steps, step)), Rolled(by="A", faces=(HIT, HIT)))
            assert rolled.creatures[target].wounds == 1


def test_a_push_in_a_damage_roll_lets_the_owner_move():
    """W-RAND-03, W-RAND-04, W-OPEN-60, W-DATA-34: after the damage, by 1, and only if wished; no crit effect comes."""
    venom = replace(PLAIN, attack=block(AttackKind.MELEE, (Colour.RED,), Crit.POISON))
    state = fight({"A:2": (venom, HERE), "B:2": (PLAIN, (1, 0))})
    step = RollStep(purpose="damage", player="A", piece="A:2", target="B:2", dice=(Colour.RED, Colour.RED))
    state = do(replace(state, steps=(*state.steps, step)), Rolled(by="A", faces=(CRIT, PUSH)))
    assert (state.creatures["B:2"].wounds, state.creatures["B:2"].tokens) == (1, ())
    (prompt,) = GAME.prompts(state)
    assert (prompt.to, {spec.kind for spec in prompt.specs}) == (("B",), {"move", "stop"})
    assert do(state, c.Stop(by="B")).creatures["B:2"].cell == (1, 0)


def at_the_end(state: State, key: str, cell: tuple[int, int], face: str) -> State:
    """A:2 ends its activation with a terrain of ours on a hex, and its die shows a face."""
    state = do(shipped(state, (key, cell)), c.Activate(by="A", piece="A:2"), c.Stop(by="A"))
    return do(state, Rolled(by="A", faces=(face,)))


def test_ruins_draw_a_card_or_a_feat_or_place_the_creature_at_home():
    """W-TT-06, W-TER-19."""
    state = fight({"A:2": (PLAIN, HERE)}, decks={"A": ("A:t/s0",), "B": ()})
    assert at_the_end(state, "emberfall/ruins", HERE, CRIT).hands["A"] == ("A:t/s0",)
    assert len(at_the_end(state, "emberfall/ruins", HERE, HIT).feats_held["A"]) == 1
    (prompt,) = GAME.prompts(at_the_end(state, "emberfall/ruins", HERE, PUSH))
    assert set(prompt.specs[0].fields["to"].options) == zone_of(state, "A") - {(4, -4)}
    assert at_the_end(state, "emberfall/ruins", HERE, BLANK).steps == state.steps


def test_catacombs_lead_to_any_terrain_or_home():
    """W-TT-07."""
    state = fight({"A:2": (PLAIN, HERE)}, terrain=laid(forest=((2, 0),), altar=((-2, 0),), river=((0, 3),)))
    for face in (CRIT, HIT):
        (prompt,) = GAME.prompts(at_the_end(state, "emberfall/catacombs", HERE, face))
        assert {*prompt.specs[0].fields["to"].options} == {(2, 0), (-2, 0)}
    (prompt,) = GAME.prompts(at_the_end(state, "emberfall/catacombs", HERE, PUSH))
    assert set(prompt.specs[0].fields["to"].options) == zone_of(state, "A") - {(4, -4)}


def test_a_spire_stuns_or_wounds_whoever_is_within_one_hex():
    """W-TT-08, W-GRID-04, W-KW-42: nobody farther off, and no other creature's end of activation counts."""
    state = fight({"A:2": (PLAIN, HERE), "A:3": (PLAIN, (2, 0)), "B:2": (PLAIN, (1, 1))})
    assert at_the_end(state, "emberfall/spire", (1, 0), PUSH).creatures["A:2"].tokens == (Token.STUN,)
    hurt = at_the_end(state, "emberfall/spire", (1, 0), HIT)
    assert [hurt.creatures[each].wounds for each in ("A:2", "A:3", "B:2")] == [1, 0, 0]
    assert terrain_rolls(shipped(state, ("emberfall/spire", (-2, 0))), "A:2", "A") == ()


def test_a_teleport_moves_to_another_of_its_kind():
    """W-TT-11, W-TER-15."""
    state = shipped(fight({"A:2": (PLAIN, HERE)}, terrain=laid(altar=((-3, 0),))), ("emberfall/teleport", (3, 0)))
    state = at_the_end(state, "emberfall/teleport", HERE, CRIT)
    state = do(state, c.Move(by="A", piece="A:2", to=Cell(3, 0)))
    assert state.creatures["A:2"].cell == (3, 0)


def test_an_aura_reaches_x_hexes_and_not_its_source():
    """W-KW-06, W-TER-11, W-TER-12."""
    lord = character("t/lord", ability(Keyword.AURA, x=2, holds=(fx.GiveEffect(Keyword.CLINCH),)))
    state = fight({"A:2": (lord, HERE), "A:3": (PLAIN, (2, 0)), "B:2": (PLAIN, (1, 0)), "B:3": (PLAIN, (3, 0))})
    clinches = [has(state, each, Keyword.CLINCH) for each in ("A:2", "A:3", "B:2", "B:3")]
    assert clinches == [False, True, True, False]


# ------------------------------------------------------------------ Unique Terrain


def laying(unique: tuple[str, ...], **values) -> State:
    state = fight({}, **values)
    teleport = TerrainCard(key="t/teleport", names={}, unique=True, paired=True)
    cards = state.setup.cards | {"t/teleport": teleport}
    return replace(
        state, setup=replace(state.setup, unique=unique, cards=cards), steps=(LayStep(player="B"), LayStep(player="A"))
    )


def offered(state: State) -> tuple[str, ...]:
    (prompt,) = GAME.prompts(state)
    crossings = ("seed/bridge", "seed/ford")
    terrains = [spec.fixed["terrain"] for spec in prompt.specs if spec.kind == "lay"]
    return tuple(each for each in terrains if each not in crossings)


def test_pairs_are_laid_two_and_two_and_of_one_kind_alone():
    """W-TER-03, W-TER-15, W-TER-16, W-COMP-13, W-SETUP-11."""
    state = laying(("t/portal", "t/teleport", "t/altar"))
    assert offered(state) == ("t/portal", "t/teleport", "t/altar")
    state = do(state, c.Lay(by="A", terrain="t/teleport", to=HERE))
    (prompt,) = GAME.prompts(state)
    assert (prompt.to, [spec.kind for spec in prompt.specs], offered(state)) == (("A",), ["lay"], ("t/teleport",))
    state = do(state, c.Lay(by="A", terrain="t/teleport", to=Cell(1, 1)))
    assert offered(state) == ("t/altar",)  # one hex is left: no pair


def test_each_player_places_as_many_unique_terrains_as_agreed():
    """W-TER-02, W-TER-03, W-TER-04: of choice, on marked hexes alone, and nobody has to; the map has the basic ones."""
    game = setup(unique=("t/altar", "t/spire", "t/camp"))
    for each, asked in ((1, "AB"), (2, "ABA")):  # three hexes are marked
        state = replace(GAME.new(game), setup=replace(game, unique_each=each))
        state = do(state, Shuffled(by=TABLE, player="first", order=("A", "B")))
        assert state.terrain == game.field.terrain
        for player in asked:
            (prompt,) = GAME.prompts(state)
            assert (prompt.to, {spec.kind for spec in prompt.specs}) == ((player,), {"lay", "stop"})
            assert do(state, c.Stop(by=player)).terrain == state.terrain
            lays = [spec for spec in prompt.specs if spec.kind == "lay"]
            assert [spec.fixed["terrain"] for spec in lays] == ["t/altar", "t/spire", "t/camp"]
            assert {*lays[0].fields["to"].options} <= {Cell(*pair) for pair in game.field.sites}
            state = do(state, c.Lay(by=player, terrain="t/camp", to=lays[0].fields["to"].options[0]))
        assert {spec.kind for prompt in GAME.prompts(state) for spec in prompt.specs} == {"deploy"}
        camps = {each.cell for each in state.terrain if each.terrain == "t/camp"}
        assert len(camps) == len(asked)
        assert all(camps <= set(entries(state, player)) for player in "AB")  # W-TER-18: everybody's
        assert not {key.unique for key in map(state.setup.terrain, {it.terrain for it in game.field.terrain})} & {True}
    assert [setup_of("cinder_choir", "mossback_host", unique=key).unique_each for key in ("yes", "two")] == [1, 2]
    assert setup_of("cinder_choir", "mossback_host").unique == ()


def test_who_is_stunned_rolls_for_the_terrain_all_the_same():
    """W-TER-19, W-KW-42, W-OPEN-34, W-OPEN-56: its activation ends, though it did nothing."""
    state = fight({"A:2": (PLAIN, HERE)}, terrain=laid(altar=((1, 0),)),
                  creatures={"A:2": {"tokens": (Token.STUN,), "wounds": 1}})  # fmt: skip
    state = do(state, c.Activate(by="A", piece="A:2"))
    assert (state.creatures["A:2"].tokens, [prompt.key for prompt in GAME.prompts(state)]) == ((), ["roll"])
    assert do(state, Rolled(by="A", faces=(HIT,))).creatures["A:2"].wounds == 0


@pytest.mark.parametrize(
    ("sets", "left"), [(1, ("t/altar",)), (2, ("t/portal", "t/teleport", "t/altar")), (0, ("t/portal", "t/altar"))]
)
def test_each_set_has_one_pair_and_those_on_the_map_count(sets, left):
    """W-COMP-13, W-TER-15, W-TER-16: some maps set Portals; as once read, pairs of their kind may still be laid."""
    terrain = laid(portal=((3, 0), (-3, 0)))
    state = laying(("t/portal", "t/teleport", "t/altar"), terrain=terrain, readings=replace(PROPOSED, sets=sets))
    assert offered(state) == left


def test_cards_are_no_creatures_from_whose_rolls_the_ground_shelters():
    """W-TT-01, W-TT-02: "of other creatures", unless players agree otherwise."""
    burn = fx.RollDamageEffect(dice=(Colour.RED, Colour.RED), to=Selector(who="enemy", kinds=(CreatureKind.CHARACTER,)))
    for readings, wounds in ((PROPOSED, 2), (replace(PROPOSED, ground_stops_cards=True), 1)):
        state = shipped(fight({"B:2": (PLAIN, (1, 0))}, readings=readings), ("seed/hill", (1, 0)))
        state = effects(state, burn, card="A:t/s0", support=True)
        state = do(state, Rolled(by="A", faces=(HIT, HIT)))
        assert state.creatures["B:2"].wounds == wounds


def test_a_bridge_or_a_ford_may_be_laid_on_a_river_instead():
    """W-TER-13, W-TT-04, W-TT-05: on any River hex, and on no other."""
    state = laying(("t/altar", "seed/bridge"), terrain=laid(river=((3, 0), (-3, 0)), spire=((0, 3),)))
    state = shipped(state, ("seed/bridge", (-3, 0)))
    assert offered(state) == ("t/altar",)
    (prompt,) = GAME.prompts(state)
    spec = next(each for each in prompt.specs if each.fixed.get("terrain") == "seed/bridge")
    assert (spec.fixed["terrain"], spec.fields["to"].options) == ("seed/bridge", ((3, 0),))
    state = do(state, c.Lay(by="A", terrain="seed/bridge", to=Cell(3, 0)))
    assert Cell(3, 0) not in field_of(state).impassable
    assert [prompt.to for prompt in GAME.prompts(state)] == [("B",)]
