"""Attacks, pushes, damage and crit effects, with the worked examples (W-ATK, W-PUSH, W-DMG, W-CR, W-EX)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose, Rolled
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import AttackKind, Colour, Crit, Keyword, Rank, Symbol, Token
from companion.games.warseer.model.state import InPlay, State
from companion.games.warseer.model.steps import AttackStep
from companion.games.warseer.model.terms import Selector
from companion.games.warseer.rules.combat.pool import pool_of, targets
from companion.geometry.grid import Cell
from tests.games.warseer.table import CARDS, ability, attacking, block, character, do, fight, hero
from tests.rules.warseer.hands import effects

RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN
HIT, CRIT, PUSH, BLANK = (each.value for each in (Symbol.HIT, Symbol.CRIT, Symbol.PUSH, Symbol.BLANK))
FOREST = (TerrainHex("t/forest", Cell(1, 0)),)


def dice_of(state: State) -> list[str]:
    """The dice that are asked for now."""
    rolled = [spec for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == "rolled"]
    assert len(rolled) == 1
    return [die.kind for die in rolled[0].fields["faces"].dice]


def roll(state: State, *faces: str) -> State:
    (prompt,) = GAME.prompts(state)
    return do(state, Rolled(by=prompt.to[0], faces=faces))


def asked(state: State) -> tuple[str, ...]:
    return tuple(prompt.key for prompt in GAME.prompts(state))


def duel(*abilities, target=(), kind=AttackKind.MELEE, dice=(RED, BLUE), crits=(), cell=(1, 0), **values):
    """A on (0, 0) has declared an attack on B's Character on (1, 0)."""
    moved = values.pop("attack", {})
    mine = character("t/x", *abilities, attack=block(kind, dice, *crits), reach=4, rank=values.pop("mine", Rank.BRONZE))
    theirs = character("t/y", *target, health=values.pop("health", 4), rank=values.pop("theirs", Rank.BRONZE))
    others = values.pop("others", {})
    state = fight({"A:2": (mine, (0, 0)), "B:2": (theirs, cell), **others}, **values)
    return attacking(state, "A:2", "B:2", **moved)


def test_crits_and_hits_are_damage_and_blanks_are_none():
    """W-DICE-03, W-DICE-04, W-DICE-06, W-PUSH-01, W-ATK-08, W-ATK-16, W-DMG-01, W-CARD-16."""
    state = duel(dice=(RED, BLUE, GREEN))
    assert dice_of(state) == ["red", "blue", "green"]
    state = roll(state, CRIT, HIT, BLANK)
    assert state.creatures["B:2"].wounds == 2


def test_a_creature_with_as_many_wounds_as_health_is_destroyed():
    """W-DMG-04, W-DMG-05, W-EX-04, W-CARD-15, W-CARD-18, W-CARD-19, W-ZONE-10, W-SUM-05."""
    state = duel(creatures={"B:2": {"wounds": 3}})
    state = roll(state, HIT, BLANK)
    assert not state.is_standing("B:2")
    assert state.histories["B"] == ("B:2",)
    assert state.creatures["B:2"].wounds == 0  # W-ZONE-12
    assert state.points["A"] == 1  # W-FEAT-14


def test_armour_takes_damage_first_but_not_that_of_magic():
    """W-DMG-03, W-DMG-06, W-ATK-04, W-KW-04."""
    armoured = {"creatures": {"B:2": {"armour": 1}}}
    state = roll(duel(**armoured), HIT, HIT)
    assert (state.creatures["B:2"].wounds, state.creatures["B:2"].armour) == (1, 0)
    state = roll(duel(kind=AttackKind.MAGIC, **armoured), HIT, HIT)
    assert (state.creatures["B:2"].wounds, state.creatures["B:2"].armour) == (2, 1)


def test_a_push_is_one_hex_of_the_attackers_choice():
    """W-PUSH-01, W-PUSH-02, W-PUSH-03, W-DICE-05, W-ATK-17, W-PUSH-09, W-PUSH-10."""
    state = roll(duel(), PUSH, PUSH)
    assert asked(state) == ("push",)
    (prompt,) = GAME.prompts(state)
    assert prompt.to == ("A",)
    assert {*prompt.specs[0].fields["to"].options} == {(2, 0), (1, 1), (0, 1), (1, -1), (2, -1)}
    state = do(state, c.Move(by="A", piece="B:2", to=Cell(0, 1)))
    assert state.creatures["B:2"].cell == (0, 1)
    assert state.creatures["B:2"].wounds == 0
    assert asked(state) != ("push",)
    assert asked(roll(duel(ability(Keyword.CLINCH)), PUSH, BLANK)) == ("push",)  # W-PUSH-09


def test_a_creature_that_cannot_be_pushed_takes_one_more_damage():
    """W-PUSH-04, W-PUSH-08: all around it is water or stands somebody."""
    around = [(2, 0), (1, 1), (0, 1), (1, -1), (2, -1)]
    water = tuple(TerrainHex("t/river", Cell(*each)) for each in around)
    state = roll(duel(terrain=water), PUSH, HIT)
    assert state.creatures["B:2"].wounds == 2


def test_a_push_onto_difficult_ground_hurts_with_the_type_of_the_attack():
    """W-PUSH-05, W-PUSH-06, W-PUSH-07, W-TER-07, W-EX-05, W-KW-15."""
    forest = (TerrainHex("t/forest", Cell(2, 0)),)
    for kind, wounds in ((AttackKind.MAGIC, 2), (AttackKind.MELEE, 1)):
        state = roll(duel(kind=kind, terrain=forest, creatures={"B:2": {"armour": 1}}), PUSH, HIT)
        state = do(state, c.Move(by="A", piece="B:2", to=Cell(2, 0)))
        assert state.creatures["B:2"].wounds == wounds


def test_the_forest_takes_one_hit_from_the_roll():
    """W-TT-01, W-EX-07, W-EX-09, W-ATK-14."""
    state = roll(duel(terrain=FOREST), HIT, HIT)
    assert state.creatures["B:2"].wounds == 1
    state = roll(duel(terrain=FOREST, crits=(Crit.POISON,)), CRIT, BLANK)
    assert state.creatures["B:2"].wounds == 1


def test_no_more_than_six_dice_are_rolled_and_the_attacker_says_which():
    """W-ATK-06, W-ATK-07, W-ATK-22."""
    state = duel(dice=(RED,) * 5 + (BLUE,) * 3, crits=(Crit.ADD_DICE,))
    assert asked(state) == ("choose_dice",)
    state = do(state, Choose(by="A", chosen=("7", "5", "0", "1", "2", "6")))
    assert dice_of(state) == ["red", "red", "red", "blue", "blue", "blue"]
    state = roll(state, CRIT, *[BLANK] * 5)
    assert dice_of(state) == ["green"]  # the limit does not count these


def test_the_crit_effect_comes_once_and_added_dice_set_it_off_no_more():
    """W-ATK-12, W-ATK-13, W-ATK-15, W-ATK-21, W-CR-01, W-ABIL-11, W-EX-05."""
    state = roll(duel(crits=(Crit.ADD_DICE,), health=9), CRIT, CRIT)
    assert dice_of(state) == ["green"]
    state = roll(state, CRIT)
    assert state.creatures["B:2"].wounds == 3
    assert not isinstance(state.top, AttackStep)


def test_without_a_crit_there_is_no_crit_effect():
    """W-ATK-12."""
    state = roll(duel(crits=(Crit.POISON,)), HIT, HIT)
    assert state.creatures["B:2"].tokens == ()


@pytest.mark.parametrize(
    ("crit", "token"), [(Crit.POISON, Token.POISON), (Crit.STUN, Token.STUN), (Crit.INFECTION, Token.DISEASE)]
)
def test_crit_effects_give_tokens_once(crit, token):
    """W-CR-06, W-CR-10, W-CR-11, W-KW-17, W-KW-33, W-KW-42."""
    state = roll(duel(crits=(crit,)), CRIT, BLANK)
    assert state.creatures["B:2"].tokens == (token,)


def test_added_symbols_count_and_hammerblow_doubles_hits():
    """W-CR-02, W-CR-05, W-ATK-13, W-ATK-14, W-ABIL-11: once, however many Crits show."""
    assert roll(duel(crits=(Crit.ADD_SYMBOL,), health=9), CRIT, CRIT).creatures["B:2"].wounds == 3
    assert roll(duel(crits=(Crit.ADD_SYMBOL,)), CRIT, BLANK).creatures["B:2"].wounds == 2
    assert roll(duel(crits=(Crit.HAMMERBLOW,)), CRIT, HIT).creatures["B:2"].wounds == 3


def test_vampirism_heals_by_crits_but_not_on_the_forged():
    """W-CR-13, W-KW-21, W-KW-37."""
    wounded = {"creatures": {"A:2": {"wounds": 2}}}
    assert roll(duel(crits=(Crit.VAMPIRISM,), **wounded), CRIT, HIT).creatures["A:2"].wounds == 1
    forged = (ability(Keyword.FORGED),)
    assert roll(duel(crits=(Crit.VAMPIRISM,), target=forged, **wounded), CRIT, HIT).creatures["A:2"].wounds == 2


def test_advance_takes_the_place_and_lets_counterblow_come():
    """W-CR-03, W-EX-08, W-ATK-20, W-KW-13, W-FAQ-07, W-FAQ-08: Counterblow is checked after push and Advance."""
    counter = (ability(Keyword.COUNTERBLOW, dice=(RED,)),)
    state = roll(duel(crits=(Crit.ADVANCE,), target=counter), CRIT, PUSH)
    state = do(state, c.Move(by="A", piece="B:2", to=Cell(2, 0)))
    stayed = do(state, c.Stop(by="A"))
    assert not isinstance(stayed.top, AttackStep)  # out of its Range
    state = do(state, c.Move(by="A", piece="A:2", to=Cell(1, 0)))
    assert state.creatures["A:2"].cell == (1, 0)
    (prompt,) = GAME.prompts(state)
    assert (prompt.key, prompt.to) == ("after_counter", ("B",))
    state = roll(do(state, c.Attack(by="B", target="A:2")), HIT)
    assert state.creatures["A:2"].wounds == 1


def test_clinch_stops_an_advance():
    """W-CR-03, W-KW-11, W-OPEN-67: it is a move of its own."""
    clinch = {"B:3": (character("t/clinch", ability(Keyword.CLINCH)), (0, 1))}
    for others, asks in (({}, True), (clinch, False)):
        state = roll(duel(crits=(Crit.ADVANCE,), others=others), CRIT, PUSH)
        state = do(state, c.Move(by="A", piece="B:2", to=Cell(2, 0)))
        assert ("move" in {spec.kind for prompt in GAME.prompts(state) for spec in prompt.specs}) is asks


def test_clinch_stops_no_forced_move():
    """W-KW-11, W-PUSH-09, W-OPEN-67."""
    clinch = {"B:3": (character("t/clinch", ability(Keyword.CLINCH)), (0, 1))}
    state = effects(
        fight({"A:2": (character("t/x"), (0, 0)), **clinch}), fx.MoveEffect(1, Selector(who="own", within=9))
    )
    moved = {spec.fixed["piece"] for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == "move"}
    assert moved
    state = do(state, c.Stop(by="A"))
    moved |= {spec.fixed["piece"] for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == "move"}
    assert moved == {"A:1", "A:2"}


def test_no_counterblow_to_magic_nor_to_a_counterblow():
    """W-EX-06, W-KW-13."""
    counter = (ability(Keyword.COUNTERBLOW, dice=(RED,)),)
    state = roll(duel(kind=AttackKind.MAGIC, target=counter), BLANK, BLANK)
    assert not isinstance(state.top, AttackStep)
    state = roll(duel(*counter, target=counter), BLANK, BLANK)
    state = roll(do(state, c.Attack(by="B", target="A:2")), BLANK)
    assert not isinstance(state.top, AttackStep)


def test_frenzy_attacks_once_more():
    """W-CR-04, W-ATK-23."""
    state = roll(duel(crits=(Crit.FRENZY,), health=9), CRIT, BLANK)
    state = roll(state, CRIT, HIT)
    assert state.creatures["B:2"].wounds == 3
    assert not isinstance(state.top, AttackStep)


def test_nimble_moves_after_the_attack_and_swap_changes_places():
    """W-CR-07, W-CR-12, W-ATK-20."""
    state = roll(duel(crits=(Crit.NIMBLE,)), CRIT, BLANK)
    state = do(state, c.Move(by="A", piece="A:2", to=Cell(-1, 0)))
    assert state.creatures["A:2"].cell == (-1, 0)
    state = roll(duel(crits=(Crit.SWAP,)), CRIT, BLANK)
    state = do(state, Choose(by="A", chosen=("B:2",)))
    assert (state.creatures["A:2"].cell, state.creatures["B:2"].cell) == ((1, 0), (0, 0))


def test_slash_hurts_one_more_beside_the_attacker():
    """W-CR-09."""
    other = {"B:3": (character("t/z"), (0, 1)), "B:4": (character("t/z"), (-1, 0)), "B:5": (character("t/z"), (3, 0))}
    state = roll(duel(crits=(Crit.SLASH,), others=other), CRIT, BLANK)
    (prompt,) = GAME.prompts(state)
    assert {*prompt.specs[0].fields["chosen"].options} == {"B:3", "B:4"}
    assert do(state, Choose(by="A", chosen=("B:4",))).creatures["B:4"].wounds == 1


def test_parasite_leaves_a_minion():
    """W-CR-08, W-MIN-01, W-MIN-11."""
    state = roll(duel(crits=(Crit.PARASITE,), health=1), CRIT, BLANK)
    state = do(state, c.Move(by="A", piece="A:3", to=Cell(1, 0)))
    assert state.creatures["A:3"].card == "t/minion"


@pytest.mark.parametrize(
    ("keyword", "values", "crits"),
    [
        (Keyword.BERSERK, {"creatures": {"A:2": {"wounds": 1}}}, True),
        (Keyword.BERSERK, {}, False),
        (Keyword.ASSASSIN, {"theirs": Rank.GOLD}, True),
        (Keyword.ASSASSIN, {"theirs": Rank.BRONZE}, False),
        (Keyword.SUPERIOR, {"theirs": Rank.NONE}, True),
        (Keyword.SUPERIOR, {"theirs": Rank.BRONZE}, False),
        (Keyword.SUPERIOR, {"theirs": Rank.SILVER}, False),
        (Keyword.PREDATOR, {"creatures": {"B:2": {"wounds": 1}}}, True),
        (Keyword.PREDATOR, {"creatures": {"B:2": {"wounds": 1}}, "kind": AttackKind.RANGED}, False),
    ],
)
def test_some_crit_always(keyword, values, crits):
    """W-KW-05, W-KW-07, W-KW-34, W-KW-43, W-ATK-12, W-CARD-24, W-CARD-27."""
    state = roll(duel(ability(keyword), crits=(Crit.POISON,), **values), BLANK, BLANK)
    assert (state.creatures["B:2"].tokens == (Token.POISON,)) is crits


def test_a_hunter_crits_on_its_game():
    """W-KW-25."""
    hunter = ability(Keyword.HUNTER, whom=Selector(ranks=(Rank.GOLD,)))
    for rank, tokens in ((Rank.GOLD, (Token.POISON,)), (Rank.SILVER, ())):
        state = roll(duel(hunter, crits=(Crit.POISON,), theirs=rank), BLANK, BLANK)
        assert state.creatures["B:2"].tokens == tokens


def test_ambush_adds_dice_where_the_creature_did_not_move():
    """W-KW-02, W-ATK-08."""
    ambush = ability(Keyword.AMBUSH, dice=(GREEN,))
    assert dice_of(duel(ambush)) == ["red", "blue", "green"]
    assert dice_of(duel(ambush, attack={"moved": True, "began": Cell(0, 1)})) == ["red", "blue"]


def test_charge_needs_a_move_that_began_apart():
    """W-KW-10."""
    charge = ability(Keyword.CHARGE, holds=(fx.DiceEffect((GREEN,)),))
    assert dice_of(duel(charge, attack={"moved": True, "began": Cell(-2, 0)})) == ["red", "blue", "green"]
    assert dice_of(duel(charge, attack={"moved": True, "began": Cell(0, 1)})) == ["red", "blue"]
    assert dice_of(duel(charge)) == ["red", "blue"]


def test_flank_needs_a_friend_beside_the_target():
    """W-KW-19."""
    flank = ability(Keyword.FLANK, holds=(fx.DiceEffect((GREEN,)),))
    friend = {"A:3": (character("t/z"), (2, 0))}
    assert dice_of(duel(flank, others=friend)) == ["red", "blue", "green"]
    assert dice_of(duel(flank)) == ["red", "blue"]


def test_warlords_add_one_die_to_those_beside_them():
    """W-KW-44, W-EX-05; none to a Brute (W-KW-09)."""
    lord = character("t/lord", ability(Keyword.WARLORD, dice=(GREEN,)))
    lords = {"A:3": (lord, (-1, 0)), "A:4": (lord, (0, -1))}
    assert dice_of(duel(others=lords)) == ["red", "blue", "green"]
    assert dice_of(duel(ability(Keyword.BRUTE), others=lords)) == ["red", "blue"]


def test_a_difficult_target_changes_dice_and_a_ford_adds_one():
    """W-KW-16, W-TT-04."""
    assert dice_of(duel(target=(ability(Keyword.DIFFICULT_TARGET),))) == ["blue", "blue"]
    assert dice_of(duel(terrain=(TerrainHex("t/ford", Cell(1, 0)),))) == ["red", "blue", "green"]


def test_shield_brave_forged_and_monster_ignore_symbols():
    """W-KW-08, W-KW-21, W-KW-30, W-KW-40."""
    assert roll(duel(target=(ability(Keyword.SHIELD),)), HIT, HIT).creatures["B:2"].wounds == 1
    for keyword in (Keyword.BRAVE, Keyword.FORGED, Keyword.MONSTER):
        assert asked(roll(duel(target=(ability(keyword),)), PUSH, BLANK)) != ("push",)
    assert asked(roll(duel(target=(ability(Keyword.BRAVE),)), PUSH, PUSH)) == ("push",)
    assert asked(roll(duel(target=(ability(Keyword.FORGED),)), PUSH, PUSH)) != ("push",)


def test_fortitude_takes_one_but_never_the_last():
    """W-KW-22, W-ATK-18."""
    sturdy = (ability(Keyword.FORTITUDE),)
    assert roll(duel(target=sturdy), HIT, HIT).creatures["B:2"].wounds == 1
    assert roll(duel(target=sturdy), HIT, BLANK).creatures["B:2"].wounds == 1


def test_pushes_damage_a_resurgent_instead():
    """W-KW-37."""
    state = roll(duel(target=(ability(Keyword.RESURGENT),)), PUSH, PUSH)
    assert state.creatures["B:2"].wounds == 2
    assert state.creatures["B:2"].cell == (1, 0)


def test_a_protector_takes_damage_as_far_as_it_lives():
    """W-KW-35, W-ATK-19, W-CARD-19."""
    guard = {"B:3": (character("t/guard", ability(Keyword.PROTECTOR), health=3), (2, 0))}
    state = roll(duel(others=guard, dice=(RED, RED, RED), creatures={"B:3": {"wounds": 2}}), HIT, HIT, HIT)
    (prompt,) = GAME.prompts(state)
    assert (prompt.key, prompt.to) == ("protect", ("B",))
    state = do(state, Choose(by="B", chosen=("B:3",)))
    assert not state.is_standing("B:3")
    assert state.creatures["B:2"].wounds == 2


def test_a_master_of_attack_rerolls_each_die_once():
    """W-KW-29, W-ATK-09, W-ATK-10, W-ATK-11, W-DICE-09, W-ABIL-13."""
    state = roll(duel(ability(Keyword.MASTER_OF_ATTACK, x=2)), BLANK, BLANK)
    state = do(state, Choose(by="A", chosen=("0",)))
    state = roll(state, BLANK)
    (prompt,) = GAME.prompts(state)
    assert prompt.specs[0].fields["chosen"].options == ("1",)
    state = roll(do(state, Choose(by="A", chosen=("1",))), HIT)
    assert state.creatures["B:2"].wounds == 1
    state = roll(duel(ability(Keyword.MASTER_OF_ATTACK, x=3), dice=(RED,) * 3), BLANK, BLANK, BLANK)
    for number in "012":  # the other has passed each time, but not both in succession
        assert asked(state) == ("reroll",)
        state = roll(do(state, Choose(by="A", chosen=(number,))), HIT)
    assert state.creatures["B:2"].wounds == 3


def test_targets_are_opponents_in_range_and_in_sight():
    """W-ATK-05, W-ATK-24, W-CARD-17, W-LOS-01, W-LOS-02, W-LOS-03, W-TER-10."""
    archer = character("t/x", attack=block(AttackKind.RANGED), reach=3)
    pieces = {
        "A:2": (archer, (0, 0)), "A:3": (character("t/z"), (0, 1)), "B:2": (character("t/z"), (3, 0)),
        "B:3": (character("t/z"), (-4, 0)), "B:5": (character("t/z"), (0, -2)),
    }  # fmt: skip
    wood = ((0, -1), (1, -1), (1, -2), (-1, -1), (-1, 0), (3, 0))
    state = fight(pieces, terrain=tuple(TerrainHex("t/forest", Cell(*each)) for each in wood))
    assert targets(state, "A:2", AttackKind.RANGED, 3) == ("B:2",)
    step = GAME.prompts(do(state, c.Activate(by="A", piece="A:2")))[0]
    assert [spec.fields["target"].options for spec in step.specs if spec.kind == "attack"] == [("B:2",)]
    with pytest.raises(RuleViolation) as refused:
        GAME.decide(do(state, c.Activate(by="A", piece="A:2")), c.Attack(by="A", target="B:3"))
    assert refused.value.rule_id == "W-ATK-05"


def test_a_defender_must_be_attacked_by_melee():
    """W-KW-14."""
    pieces = {
        "A:2": (character("t/x", reach=2), (0, 0)), "B:2": (character("t/y", ability(Keyword.DEFENDER)), (1, 0)),
        "B:3": (character("t/z"), (0, 2)),
    }  # fmt: skip
    state = fight(pieces)
    assert targets(state, "A:2", AttackKind.MELEE, 2) == ("B:2",)
    assert targets(state, "A:2", AttackKind.RANGED, 2) == ("B:2", "B:3")


def worn(*relics: tuple[str, int]) -> tuple[InPlay, ...]:
    return tuple(InPlay(card=f"B:{key}", player="B", sort="relic", armour=armour, on="B:1") for key, armour in relics)


def test_relics_take_damage_before_their_hero():
    """W-REL-14 to -18, W-REL-20: one Relic for an attack, what is over hits the Hero's own tokens, then the Hero."""
    pieces = {"A:2": (character("t/x", attack=block(AttackKind.MELEE, (RED,) * 4)), (0, 0)), "B:1": (hero(), (1, 0))}
    state = fight(pieces, in_play=worn(("t/r1", 2), ("t/r0", 1)), creatures={"B:1": {"armour": 1}})
    state = roll(attacking(state, "A:2", "B:1"), HIT, HIT, HIT, HIT)
    (prompt,) = GAME.prompts(state)
    assert (prompt.key, prompt.to) == ("choose_relic", ("B",))
    state = do(state, Choose(by="B", chosen=("B:t/r1",)))
    assert [each.card for each in state.in_play] == ["B:t/r0"]
    assert state.histories["B"] == ("B:t/r1",)
    assert (state.creatures["B:1"].armour, state.creatures["B:1"].wounds) == (0, 1)


def test_relics_do_not_stop_magic():
    """W-REL-19."""
    mage = character("t/x", attack=block(AttackKind.MAGIC, (RED,)))
    state = fight({"A:2": (mage, (0, 0)), "B:1": (hero(), (1, 0))}, in_play=worn(("t/r1", 2)))
    state = roll(attacking(state, "A:2", "B:1"), HIT)
    assert (state.in_play[0].armour, state.creatures["B:1"].wounds) == (2, 1)


def test_the_pool_is_that_of_the_card_where_nothing_adds():
    """W-DICE-07, W-CARD-16."""
    state = duel()
    assert isinstance(state.top, AttackStep)
    assert pool_of(state, state.top) == (RED, BLUE)
    assert CARDS["t/hero"].attack.dice == (RED, BLUE)
    other = replace(state.top, counter=True)
    assert pool_of(state, other) == ()


def test_persecution_hunts_on_once():
    """W-KW-32: after a kill by a Melee attack it moves into contact, past Difficult ground, and attacks once more."""
    other = {"B:3": (character("t/z", health=1), (3, 0)), "B:4": (character("t/w"), (4, 0))}
    forest = (TerrainHex("t/forest", Cell(2, 0)),)
    state = roll(duel(ability(Keyword.PERSECUTION, x=3), health=1, others=other, terrain=forest), HIT, BLANK)
    assert asked(state) == ("after_hunt",)
    cells = {*GAME.prompts(state)[0].specs[0].fields["to"].options}
    assert cells == {(2, 1), (3, -1), (-3, 3)}  # the last beside the Hero
    state = do(state, c.Move(by="A", piece="A:2", to=Cell(2, 1)))
    assert asked(state) == ("after_strike",)
    state = roll(do(state, c.Attack(by="A", target="B:3")), HIT, BLANK)
    assert not state.is_standing("B:3")
    assert not isinstance(state.top, AttackStep)
