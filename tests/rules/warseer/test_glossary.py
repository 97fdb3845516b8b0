"""The glossary where it takes several words to see it: abilities and crit effects (W-KW, W-CR)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose, Rolled
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import AttackKind, Colour, Crit, Keyword, Moment, Symbol, Token
from companion.games.warseer.model.cards import BuildingCard
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import InPlay, State
from companion.games.warseer.model.steps import AttackStep
from companion.games.warseer.model.terms import Condition, Measure, Selector
from companion.games.warseer.rules.creature.values import changed_by, has
from companion.geometry.grid import Cell
from tests.games.warseer.table import (
    ABOUT_CREATURES,
    CARDS,
    NAMES,
    ability,
    attacking,
    block,
    character,
    do,
    fight,
    hero,
    spell,
)
from tests.rules.warseer.hands import destroyed, effects, holding, kinds, options

RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN
HIT, CRIT, PUSH, BLANK = (each.value for each in (Symbol.HIT, Symbol.CRIT, Symbol.PUSH, Symbol.BLANK))
TWICE = fx.Ability(names=NAMES, holds=(fx.ChangeEffect("attacks", 1),))
PLAIN = character("t/z", health=9)


def asked(state: State) -> str:
    (prompt,) = GAME.prompts(state)
    return prompt.key


def dice_of(state: State) -> list[str]:
    rolled = [spec for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == "rolled"]
    return [die.kind for spec in rolled for die in spec.fields["faces"].dice]


def roll(state: State, *faces: str) -> State:
    (prompt,) = GAME.prompts(state)
    return do(state, Rolled(by=prompt.to[0], faces=faces))


def acting(*abilities: fx.Ability, crits=(), others=None, terrain=(), **values) -> State:
    """A:2 on (0, 0) is active, and B:2 stands beside it on (1, 0)."""
    mine = character("t/x", *abilities, attack=block(AttackKind.MELEE, (RED,), *crits), **values)
    state = fight({"A:2": (mine, (0, 0)), "B:2": (PLAIN, (1, 0))} | (others or {}), terrain=terrain)
    return do(state, c.Activate(by="A", piece="A:2"))


def strike(state: State, *faces: str, target: str = "B:2") -> State:
    return roll(do(state, c.Attack(by="A", target=target)), *faces)


# ------------------------------------------------------------------ what does not reach whom


def test_nothing_of_a_building_affects_a_brute():
    """W-KW-09: neither its bonus nor its damage; who had a bonus can still be hurt by another (W-BLD-04)."""
    brute, plain = character("t/brute", ability(Keyword.BRUTE)), character("t/plain")
    enemy = Selector(who="enemy")
    of_building = {"card": "A:t/b0", "support": True, "building": True}
    state = fight({"B:2": (brute, (0, 0)), "B:3": (plain, (1, 0))}, creatures={"B:3": {"built": True}})
    for effect, reached in (
        (fx.DamageEffect(1, enemy), {"B:1", "B:3"}),
        (fx.TokenEffect(Token.STUN, enemy), {"B:1", "B:3"}),
        (fx.ArmourEffect(1, enemy), {"B:1"}),
    ):
        after = effects(state, effect, **of_building)
        touched = {key for key, each in after.creatures.items() if each.wounds or each.tokens or each.armour}
        assert touched == reached
    hall = BuildingCard(key="t/hall", names=NAMES, cost=1, abilities=(
        fx.Ability(names=NAMES, holds=(fx.ChangeEffect("movement", 1, Selector(who="any")),)),))  # fmt: skip
    built = InPlay(card="A:t/hall", player="A", sort="building")
    state = replace(state, in_play=(built,), setup=replace(state.setup, cards=state.setup.cards | {hall.key: hall}))
    assert [changed_by(state, each, "movement") for each in ("B:2", "B:3")] == [0, 1]


def test_no_support_card_works_on_a_monster_and_nobody_takes_it_home_or_moves_it_for_another():
    """W-KW-30: healing, Spells, Relics and Buildings fail; an opponent cannot activate it; History keeps it."""
    monster = character("t/monster", ability(Keyword.MONSTER))
    hurt = {"A:2": {"wounds": 1}, "B:2": {"wounds": 1}}
    state = fight({"A:2": (monster, (0, 0)), "B:2": (monster, (1, 0))}, creatures=hurt)
    assert effects(state, fx.HealEffect(1, Selector(who="any"))).creatures["A:2"].wounds == 1
    every = Selector(who="any")
    for card in (spell("t/bolt", fx.DamageEffect(1, every)), spell("t/mend", fx.ArmourEffect(1, every))):
        after = do(holding(state, card), c.Play(by="A", card=f"A:{card.key}"))
        assert all((after.creatures[each].wounds, after.creatures[each].armour) == (1, 0) for each in ("A:2", "B:2"))
        assert after.creatures["B:1"].wounds + after.creatures["B:1"].armour == 1
    done = replace(state, creatures={key: replace(each, done=True) for key, each in state.creatures.items()})
    again = effects(done, fx.ActivateEffect(Selector(who="any")))
    assert {key for key, each in again.creatures.items() if each.again} == {"A:1", "A:2", "B:1"}
    fallen = destroyed(state, "A:2", "B")
    asking = effects(fallen, fx.RecallEffect("character", "camp"))
    assert "choose" not in kinds(asking)
    plain = destroyed(fight({"A:2": (PLAIN, (0, 0))}), "A:2", "B")
    assert options(effects(plain, fx.RecallEffect("character", "camp")), "choose", "chosen") == {"A:2"}


def test_the_forged_and_the_resurgent_get_neither_healing_nor_poison_nor_disease():
    """W-KW-21, W-KW-37: a Stun token they do get."""
    for keyword in (Keyword.FORGED, Keyword.RESURGENT):
        state = fight({"A:2": (character("t/x", ability(keyword)), (0, 0))}, creatures={"A:2": {"wounds": 2}})
        own = Selector(who="own", wounded=True)
        after = effects(state, fx.HealEffect(1, own), *(fx.TokenEffect(each, own) for each in Token))
        assert (after.creatures["A:2"].wounds, after.creatures["A:2"].tokens) == (2, (Token.STUN,))


def test_an_aura_holds_only_while_its_condition_does():
    """W-KW-06: of others in the hex and within X; what its text asks for counts here, too."""
    many = Condition(counts=(Measure(ABOUT_CREATURES, least=3),))
    lord = character("t/lord", ability(Keyword.AURA, x=1, holds=(fx.GiveEffect(Keyword.SLOW, condition=many),)))
    two = {"A:2": (lord, (0, 0)), "B:2": (PLAIN, (1, 0))}
    assert not has(fight(two), "B:2", Keyword.SLOW)
    three = fight(two | {"A:3": (PLAIN, (-1, 0))})
    assert [has(three, each, Keyword.SLOW) for each in ("A:2", "A:3", "B:2")] == [False, True, True]


# ------------------------------------------------------------------ at the start of an activation


def test_a_disease_wounds_before_its_player_says_whether_it_spreads():
    """W-KW-17, W-OPEN-57: who dies of it spreads nothing; who skips loses the token and has no activation."""
    pieces = {"A:2": (character("t/x", health=2), (0, 0)), "B:2": (PLAIN, (1, 0))}
    sick = {"tokens": (Token.DISEASE,)}
    state = do(fight(pieces, creatures={"A:2": sick}), c.Activate(by="A", piece="A:2"))
    assert (asked(state), state.creatures["A:2"].wounds) == ("start_disease", 1)
    skipped = do(state, Choose(by="A", chosen=("skip",)))
    assert (skipped.creatures["A:2"].tokens, skipped.creatures["A:2"].done, asked(skipped)) == ((), True, "act")
    stayed = do(state, Choose(by="A", chosen=("stay",)))
    assert (asked(stayed), dice_of(stayed)) == ("roll", ["black"])
    for face, tokens in ((CRIT, (Token.DISEASE,)), (PUSH, (Token.DISEASE,)), (HIT, ())):
        assert roll(stayed, face).creatures["B:2"].tokens == tokens
    dead = do(fight(pieces, creatures={"A:2": sick | {"wounds": 1}}), c.Activate(by="A", piece="A:2"))
    assert (dead.is_standing("A:2"), asked(dead), dead.creatures["B:2"].tokens) == (False, "act", ())


@pytest.mark.parametrize(("also", "wounds"), [((), 0), ((Keyword.RESURGENT,), 2)])
def test_nobody_rolls_for_regeneration_where_nothing_can_be_healed(also, wounds):
    """W-KW-36, W-KW-37: whoever has no Wounds, or cannot be healed, acts at once."""
    card = character("t/x", *map(ability, (Keyword.REGENERATION, *also)))
    state = fight({"A:2": (card, (0, 0)), "B:2": (character("t/z"), (1, 0))}, creatures={"A:2": {"wounds": wounds}})
    assert asked(do(state, c.Activate(by="A", piece="A:2"))) == "activation"


def test_several_things_at_the_start_come_in_the_players_order():
    """W-KW-17, W-KW-33, W-KW-36, W-OPEN-57: Stun comes first and takes the whole activation (W-KW-42)."""
    healing = character("t/x", ability(Keyword.REGENERATION), health=9)
    ill = {"tokens": (Token.POISON, Token.DISEASE), "wounds": 2}
    state = do(fight({"A:2": (healing, (0, 0))}, creatures={"A:2": ill}), c.Activate(by="A", piece="A:2"))
    assert (asked(state), options(state, "choose", "chosen")) == ("choose_start", {"poison", "disease", "regeneration"})
    state = do(state, Choose(by="A", chosen=("disease",)))
    assert (asked(state), state.creatures["A:2"].wounds) == ("start_disease", 3)
    state = do(state, Choose(by="A", chosen=("stay",)))
    assert options(state, "choose", "chosen") == {"poison", "regeneration"}
    state = roll(do(state, Choose(by="A", chosen=("regeneration",))), CRIT)
    assert (asked(state), state.creatures["A:2"].wounds) == ("start_poison", 1)
    assert asked(do(state, Choose(by="A", chosen=("skip",)))) == "act"
    stunned = {"tokens": (Token.STUN, Token.POISON)}
    state = do(fight({"A:2": (healing, (0, 0))}, creatures={"A:2": stunned}), c.Activate(by="A", piece="A:2"))
    assert (asked(state), state.creatures["A:2"].tokens) == ("act", (Token.POISON,))


def test_a_contract_that_can_no_longer_be_paid_gives_nothing():
    """W-KW-12, W-ECON-02: what else is set off at the start may have cost the Influence."""
    deal = ability(Keyword.CONTRACT, x=2, holds=(fx.ChangeEffect("movement", 1),))
    costly = fx.Ability(names=NAMES, on=Moment.ACTIVATION, effects=(fx.InfluenceEffect(-1),))
    state = fight({"A:2": (character("t/x", deal, costly), (0, 0))}, influence={"A": 2, "B": 0})
    state = do(do(state, c.Activate(by="A", piece="A:2")), Choose(by="A", chosen=("pay",)))
    assert (state.influence["A"], changed_by(state, "A:2", "movement")) == (1, 0)


# ------------------------------------------------------------------ words


def test_an_enchantment_says_its_last_word_as_it_goes_with_its_creature():
    """W-KW-27, W-KW-45: a Spell that is discarded from the hand does too."""
    words = (ability(Keyword.LAST_WORD, effects=(fx.InfluenceEffect(2),)),)
    curse = replace(CARDS["t/enchant"], key="t/curse", abilities=words)
    state = holding(fight({"A:2": (PLAIN, (0, 0))}), curse)
    laid = do(state, c.Play(by="A", card="A:t/curse"), Choose(by="A", chosen=("A:2",)))
    assert destroyed(laid, "A:2", "B").influence["A"] == laid.influence["A"] + 2
    assert do(state, c.Discard(by="A", card="A:t/curse")).influence["A"] == 7


def test_a_first_word_comes_before_all_else_that_a_card_does():
    """W-KW-18: what it costs is gone by the time that something else, which is paid for, may happen."""
    paid = fx.Ability(names=NAMES, on=Moment.SUMMONED, effects=(fx.PayEffect(1, (fx.ArmourEffect(1),)),))
    for words, asks in (((), True), ((ability(Keyword.FIRST_WORD, effects=(fx.InfluenceEffect(-9),)),), False)):
        card = character("t/x", paid, *words)
        state = fight({"A:1": (hero(), (0, 0)), "A:2": (card, (1, 0))})
        camp = replace(state.creatures["A:2"], where=Where.CAMP, cell=None)
        state = replace(state, creatures=state.creatures | {"A:2": camp})
        state = do(state, c.Summon(by="A", piece="A:2", to=Cell(1, -4)))
        assert ("choose" in kinds(state)) is asks


# ------------------------------------------------------------------ attacks that follow


def test_frenzy_comes_once_in_an_activation_and_a_counterblow_keeps_its_dice():
    """W-CR-04: who attacks twice has one additional attack, and that of a Counterblow is one itself (W-KW-13)."""
    state = acting(TWICE, crits=(Crit.FRENZY,))
    state = strike(state, CRIT)
    assert isinstance(state.top, AttackStep)
    state = strike(roll(state, CRIT), CRIT)
    assert (asked(state), state.creatures["B:2"].wounds) == ("act", 3)
    counter = character(
        "t/y", ability(Keyword.COUNTERBLOW, dice=(GREEN,)), attack=block(AttackKind.MELEE, (RED, BLUE), Crit.FRENZY)
    )
    state = acting(ability(Keyword.COUNTERBLOW, dice=(RED,)), others={"B:2": (counter, (1, 0))}, health=9)
    state = do(strike(state, BLANK), c.Attack(by="B", target="A:2"))
    assert dice_of(state) == ["green"]
    state = roll(state, CRIT)
    assert dice_of(state) == ["green"]
    assert asked(roll(state, CRIT)) == "act"


def test_persecution_comes_once_in_a_turn_and_its_move_is_made_for_the_attack():
    """W-KW-32: not after a second attack of the same activation, either."""
    weak = character("t/weak", health=1)
    others = {"B:2": (weak, (1, 0)), "B:3": (weak, (0, 1)), "B:4": (weak, (-1, 0)), "B:5": (weak, (3, 0))}
    state = acting(TWICE, ability(Keyword.PERSECUTION, x=2), others=others)
    state = strike(state, HIT)
    assert (asked(state), kinds(state)) == ("after_hunt", {"move", "attack", "stop"})
    bound = do(state, c.Move(by="A", piece="A:2", to=Cell(2, 0)))
    assert kinds(bound) == {"attack"}
    state = strike(state, HIT, target="B:3")
    assert kinds(state) == {"attack", "stop"}  # the second attack of the activation
    state = strike(state, HIT, target="B:4")
    assert (asked(state), state.count.hunted) == ("act", ("A:2",))
    shooter = acting(ability(Keyword.PERSECUTION, x=2), others={"B:2": (weak, (1, 0)), "B:3": (weak, (0, 1))})
    printed = replace(shooter.printed("A:2"), attack=block(AttackKind.RANGED, (RED,)))
    cards = shooter.setup.cards | {printed.key: printed}
    assert asked(strike(replace(shooter, setup=replace(shooter.setup, cards=cards)), HIT)) == "act"


def test_a_move_after_an_attack_is_one_of_the_creatures_own():
    """W-CR-07, W-OPEN-54: after it there is no Ambush any more."""
    ambush = ability(Keyword.AMBUSH, dice=(GREEN,))
    state = do(acting(TWICE, ambush, crits=(Crit.NIMBLE,)), c.Attack(by="A", target="B:2"))
    assert dice_of(state) == ["red", "green"]
    state = roll(state, CRIT, BLANK)
    stayed = do(do(state, c.Stop(by="A")), c.Attack(by="A", target="B:2"))
    assert dice_of(stayed) == ["red", "green"]
    moved = do(do(state, c.Move(by="A", piece="A:2", to=Cell(0, 1))), c.Attack(by="A", target="B:2"))
    assert dice_of(moved) == ["red"]


def test_a_move_after_an_attack_into_difficult_ground_ends_the_activation():
    """W-KW-15, W-MOVE-06, W-CR-03, W-CR-04, W-CR-07: neither the second attack nor Frenzy comes any more."""
    forest = (TerrainHex("t/forest", Cell(0, 1)),)
    for to, on in ((Cell(0, 1), False), (Cell(1, -1), True)):
        state = strike(acting(TWICE, crits=(Crit.NIMBLE,), terrain=forest), CRIT)
        state = do(state, c.Move(by="A", piece="A:2", to=to))
        assert ("attack" in kinds(state)) is on
        state = strike(acting(crits=(Crit.NIMBLE, Crit.FRENZY), terrain=forest), CRIT)
        state = do(state, c.Move(by="A", piece="A:2", to=to))
        assert (dice_of(state) == ["red"]) is on


def test_slash_of_a_magic_attack_is_magic():
    """W-CR-09, W-ATK-04: it is damage of that attack."""
    for kind, wounds in ((AttackKind.MELEE, 0), (AttackKind.MAGIC, 1)):
        mine = character("t/x", attack=block(kind, (RED,), Crit.SLASH))
        pieces = {"A:2": (mine, (0, 0)), "B:2": (PLAIN, (1, 0)), "B:3": (PLAIN, (0, 1)), "B:4": (PLAIN, (-1, 0))}
        state = attacking(fight(pieces, creatures={"B:3": {"armour": 1}}), "A:2", "B:2")
        assert do(roll(state, CRIT), Choose(by="A", chosen=("B:3",))).creatures["B:3"].wounds == wounds


def test_charge_flank_and_predator_hold_to_the_end_of_the_attack_once_it_is_declared():
    """W-KW-10, W-KW-19, W-KW-34: though the push takes the target away from who flanks it, or its wound is healed."""
    harder = (fx.ChangeEffect("damage", 1),)
    beside = {"A:3": (PLAIN, (2, 0))}
    for ability_, others, moved in (
        (ability(Keyword.FLANK, holds=harder), beside, {}),
        (ability(Keyword.CHARGE, holds=harder), {}, {"moved": True, "began": Cell(-1, 1)}),
    ):
        mine = character("t/x", ability_, attack=block(AttackKind.MELEE, (RED, BLUE)))
        state = fight({"A:2": (mine, (0, 0)), "B:2": (PLAIN, (1, 0))} | others)
        state = roll(attacking(state, "A:2", "B:2", **moved), HIT, PUSH)
        state = do(state, c.Move(by="A", piece="B:2", to=Cell(0, 1)))
        assert state.creatures["B:2"].wounds == 2
    prey = character("t/y", fx.Ability(names=NAMES, on=Moment.ATTACKED, effects=(fx.HealEffect(9),)), health=9)
    mine = character("t/x", ability(Keyword.PREDATOR), attack=block(AttackKind.MELEE, (RED,), Crit.POISON))
    for wounds, tokens in ((1, (Token.POISON,)), (0, ())):
        state = fight({"A:2": (mine, (0, 0)), "B:2": (prey, (1, 0))}, creatures={"B:2": {"wounds": wounds}})
        assert roll(attacking(state, "A:2", "B:2"), BLANK).creatures["B:2"].tokens == tokens
