"""The worked examples and the rulings, as the rulebook tells them (W-EX, W-FAQ, W-PAY)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose, Rolled
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import AttackKind, Colour, CreatureKind, Crit, Keyword, Symbol
from companion.games.warseer.model.cards import RelicCard
from companion.games.warseer.model.state import InPlay, State
from companion.games.warseer.model.steps import TurnStep
from companion.games.warseer.model.terms import Selector
from companion.games.warseer.rules.creature.values import changed_by
from companion.geometry.grid import Cell
from tests.games.warseer.table import NAMES, ability, block, character, do, fight
from tests.rules.warseer.hands import effects, kinds

RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN
HIT, CRIT, PUSH, BLANK = (each.value for each in (Symbol.HIT, Symbol.CRIT, Symbol.PUSH, Symbol.BLANK))


def asked(state: State) -> str:
    (prompt,) = GAME.prompts(state)
    return prompt.key


def dice_of(state: State) -> list[str]:
    (prompt,) = GAME.prompts(state)
    (spec,) = [each for each in prompt.specs if each.kind == "rolled"]
    return [die.kind for die in spec.fields["faces"].dice]


# ------------------------------------------------------------------ the fight of three


CAITLYNN = character("t/caitlynn", attack=block(AttackKind.MAGIC, (RED, BLUE), Crit.ADD_DICE), reach=3)
DIOGOR = character(
    "t/diogor", ability(Keyword.WARLORD, dice=(BLUE,)), attack=block(AttackKind.MELEE, (RED, BLUE), Crit.ADVANCE)
)
GIL_TALAS = character("t/gil_talas", ability(Keyword.COUNTERBLOW, dice=(RED,)), health=5)
FOREST = TerrainHex("t/forest", Cell(3, -1))


def the_fight() -> State:
    """Caitlynn behind Diogor, who stands beside Gil-Talas; a Forest lies beside that one."""
    pieces = {"A:2": (CAITLYNN, (0, 0)), "A:3": (DIOGOR, (1, 0)), "B:2": (GIL_TALAS, (2, -1))}
    state = fight(pieces, terrain=(FOREST,), creatures={"B:2": {"armour": 3}})
    state = do(state, c.Activate(by="A", piece="A:2"), c.Attack(by="A", target="B:2"))
    assert dice_of(state) == ["red", "blue", "blue"]  # the Warlord's die is the last
    state = do(state, Rolled(by="A", faces=(CRIT, BLANK, PUSH)))
    assert dice_of(state) == ["green"]  # of her crit effect
    return do(state, Rolled(by="A", faces=(HIT,)))


@pytest.mark.parametrize(("to", "wounds"), [(Cell(3, -2), 2), (Cell(3, -1), 3)])
def test_caitlynn_deals_two_magic_damage_and_pushes_and_a_forest_adds_one(to, wounds):
    """W-EX-05, W-EX-06, W-KW-44, W-CR-01, W-PUSH-03, W-PUSH-05, W-PUSH-07: no Armour stops it, no Counterblow comes."""
    state = the_fight()
    assert asked(state) == "push"
    state = do(state, c.Move(by="A", piece="B:2", to=to))
    assert (state.creatures["B:2"].wounds, state.creatures["B:2"].armour) == (wounds, 3)
    assert asked(state) == "act"


def diogor_strikes(faces: tuple[str, ...], crit: Crit = Crit.ADVANCE) -> State:
    diogor = replace(DIOGOR, attack=block(AttackKind.MELEE, (RED, BLUE), crit))
    state = fight({"A:3": (diogor, (2, 0)), "B:2": (GIL_TALAS, (3, -1))}, terrain=(FOREST,))
    state = do(state, c.Activate(by="A", piece="A:3"), c.Attack(by="A", target="B:2"))
    return do(state, Rolled(by="A", faces=faces))


def test_the_forest_finds_nothing_to_take_from_a_crit_and_a_push():
    """W-EX-07, W-EX-09, W-DATA-26, W-TT-01: of a Crit and a Push 1 damage and the push are left; a Hit would go."""
    state = do(diogor_strikes((CRIT, PUSH)), c.Move(by="A", piece="B:2", to=Cell(4, -2)))
    assert state.creatures["B:2"].wounds == 1
    assert diogor_strikes((HIT, BLANK)).creatures["B:2"].wounds == 0


def test_diogor_advances_into_the_range_of_a_counterblow():
    """W-EX-08, W-CR-03, W-KW-13, W-ATK-20: staying out of its Range, he would not be struck."""
    state = do(diogor_strikes((CRIT, PUSH)), c.Move(by="A", piece="B:2", to=Cell(4, -2)))
    assert asked(do(state, c.Stop(by="A"))) == "act"
    state = do(state, c.Move(by="A", piece="A:3", to=Cell(3, -1)))
    (prompt,) = GAME.prompts(state)
    assert (state.creatures["A:3"].cell, prompt.key, prompt.to) == ((3, -1), "after_counter", ("B",))


# ------------------------------------------------------------------ smaller ones


def test_of_characters_no_hero_is_one_and_the_other_way_round():
    """W-EX-03, W-CARD-10."""
    state = fight({"B:2": (character("t/z"), (0, 0))})
    for kind, hurt in ((CreatureKind.CHARACTER, "B:2"), (CreatureKind.HERO, "B:1")):
        struck = effects(state, fx.DamageEffect(2, Selector(who="enemy", kinds=(kind,))))
        assert {key for key, each in struck.creatures.items() if each.wounds} == {hurt}


def test_a_payment_comes_before_what_it_buys():
    """W-EX-11, W-PAY-01, W-PAY-02: for 1 Influence a Character is healed by 1, and without it nobody is."""
    own = Selector(who="own", kinds=(CreatureKind.CHARACTER,), count=1)
    paying = fx.PayEffect(1, (fx.HealEffect(1, own),))
    state = fight({"A:2": (character("t/z"), (0, 0))}, creatures={"A:2": {"wounds": 2}})
    poor = effects(replace(state, influence={"A": 0, "B": 0}), paying)
    assert (poor.creatures["A:2"].wounds, poor.steps) == (2, (TurnStep(player="A", stage="act"),))
    rich = effects(state, paying)
    (prompt,) = GAME.prompts(rich)
    (spec,) = prompt.specs
    yes = next(each for each in spec.fields["chosen"].options if each != "no")
    paid = do(rich, Choose(by="A", chosen=(yes,)))
    assert (paid.influence["A"], paid.creatures["A:2"].wounds) == (4, 1)


# ------------------------------------------------------------------ rulings


def test_a_card_beats_the_rules_one_that_attacks_twice_does():
    """W-FAQ-01, W-FAQ-02, W-GEN-10, W-ATK-23, W-ABIL-02."""
    twice = fx.Ability(names=NAMES, holds=(fx.ChangeEffect("attacks", 1),))
    for abilities, attacks in (((), 1), ((twice,), 2)):
        state = fight({"A:2": (character("t/x", *abilities), (0, 0)), "B:2": (character("t/z", health=9), (1, 0))})
        state = do(state, c.Activate(by="A", piece="A:2"))
        for _ in range(attacks):
            state = do(state, c.Attack(by="A", target="B:2"), Rolled(by="A", faces=(HIT, BLANK)))
        assert asked(state) == "act"
        assert state.creatures["B:2"].wounds == attacks


def test_a_special_stands_for_all_attacks_and_never_for_one_of_them():
    """W-FAQ-10, W-ABIL-08."""
    twice = fx.Ability(names=NAMES, holds=(fx.ChangeEffect("attacks", 1),))
    healer = character("t/x", twice, ability(Keyword.HEALER))
    pieces = {"A:2": (healer, (0, 0)), "B:2": (character("t/z", health=9), (1, 0))}
    state = do(fight(pieces, creatures={"B:2": {"wounds": 1}}), c.Activate(by="A", piece="A:2"))
    assert {"attack", "use"} <= kinds(state)
    struck = do(state, c.Attack(by="A", target="B:2"), Rolled(by="A", faces=(BLANK, BLANK)))
    assert kinds(struck) == {"attack", "stop"}
    healed = do(state, c.Use(by="A", of="A:2", ability="healer", target="B:2"), Rolled(by="A", faces=(HIT, BLANK)))
    assert asked(healed) == "act"


def test_what_forbids_beats_what_permits():
    """W-FAQ-03, W-FAQ-04, W-GEN-11: who cannot be healed is not, whatever a card says."""
    barred = fx.Ability(names=NAMES, holds=(fx.ForbidEffect("heal", Selector(who="self")),))
    for abilities, wounds in (((), 1), ((barred,), 2)):
        state = fight({"A:2": (character("t/x", *abilities), (0, 0))}, creatures={"A:2": {"wounds": 2}})
        healing = fx.HealEffect(1, Selector(who="own", kinds=(CreatureKind.CHARACTER,)))
        assert effects(state, healing).creatures["A:2"].wounds == wounds


def test_a_relic_reaches_its_hero_unless_it_names_others():
    """W-FAQ-09, W-REL-22."""
    own = RelicCard(
        key="t/own", names=NAMES, cost=1, abilities=(fx.Ability(names=NAMES, holds=(fx.ChangeEffect("range", 1),)),)
    )
    named = replace(
        own, key="t/named", abilities=(fx.Ability(names=NAMES, holds=(fx.ChangeEffect("range", 1, Selector("own")),)),)
    )
    for relic, others in ((own, 0), (named, 1)):
        worn = InPlay(card=f"A:{relic.key}", player="A", sort="relic", on="A:1")
        state = fight({"A:2": (character("t/x"), (0, 0))}, in_play=(worn,))
        state = replace(state, setup=replace(state.setup, cards=state.setup.cards | {relic.key: relic}))
        assert [changed_by(state, each, "range") for each in ("A:1", "A:2", "B:1")] == [1, others, 0]


def test_counterblow_needs_no_melee_attack_of_its_own():
    """W-FAQ-07, W-FAQ-08: an archer strikes back at Range 1, with its crit effect."""
    archer = character(
        "t/archer",
        ability(Keyword.COUNTERBLOW, dice=(RED,)),
        attack=block(AttackKind.RANGED, (BLUE,), Crit.STUN),
        reach=4,
    )
    state = fight({"A:2": (character("t/x", reach=2), (0, 0)), "B:2": (archer, (1, 0)), "B:3": (archer, (0, 2))})
    state = do(state, c.Activate(by="A", piece="A:2"))
    far = do(state, c.Attack(by="A", target="B:3"), Rolled(by="A", faces=(BLANK, BLANK)))
    assert asked(far) == "act"
    near = do(state, c.Attack(by="A", target="B:2"), Rolled(by="A", faces=(BLANK, BLANK)))
    near = do(near, c.Attack(by="B", target="A:2"))
    assert dice_of(near) == ["red"]
    near = do(near, Rolled(by="B", faces=(CRIT,)))
    assert (near.creatures["A:2"].wounds, len(near.creatures["A:2"].tokens)) == (1, 1)


def test_affinities_and_last_words():
    """W-KW-27, W-KW-47, W-ABIL-05: a word alone does nothing, and other cards ask for it."""
    elf = replace(character("t/elf", ability(Keyword.LAST_WORD, effects=(fx.InfluenceEffect(1),))), affinities=("Elf",))
    state = fight({"B:2": (elf, (0, 0)), "B:3": (character("t/z"), (1, 0))})
    struck = effects(state, fx.DamageEffect(9, Selector(who="enemy", affinity="Elf")))
    assert (struck.is_standing("B:2"), struck.is_standing("B:3")) == (False, True)
    assert struck.influence["B"] == 6


def test_what_bars_attacks_does_not_bar_a_long_shot():
    """W-FAQ-06, W-KW-28, W-ABIL-08."""
    barred = fx.Ability(names=NAMES, holds=(fx.ForbidEffect("attack", Selector(who="self")),))
    shooter = character("t/x", barred, ability(Keyword.LONG_SHOT, x=4, dice=(RED, RED)))
    state = do(fight({"A:2": (shooter, (0, 0)), "B:2": (character("t/z"), (1, 0))}), c.Activate(by="A", piece="A:2"))
    assert "attack" not in kinds(state)
    assert "use" in kinds(state)
