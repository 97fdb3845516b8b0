"""The cards that the rulebook names, played as the pack `seed` has them, and its worked examples (B-CH, B-EX)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model.cards import ActionCard, StatedCard, TargetDiagram
from companion.games.brawl.model.commands import Aim, Attack, Choose, Count, Move, Play, React, Refrain, Stop, Use
from companion.games.brawl.model.effects import MoveEffect
from companion.games.brawl.model.kinds import AimKind, Core
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.shelf.stated import unknown_actions
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import asked, at, attack, cells_offered, do, duel, hurt, named
from tests.rules.brawl.fights import targets

SEED = LIBRARY.packs["seed"].cards
ANYWHERE = TargetDiagram(AimKind.INDIRECT, 9)
DASH = MoveEffect(2, way="dash")


def stated(name, **values):
    """A named card in the hand of `one`, as its facts have it; what no source states is given here."""
    facts = SEED[f"seed/{name}"]
    assert isinstance(facts, StatedCard)
    given = {"target": ANYWHERE, "strength": 0} if facts.deed.value == "attack" else {}
    return ActionCard(
        **({
            "key": "card", "names": named("card"), "champion": "one", "deed": facts.deed, "core": Core.DESTRUCTION,
            "move": facts.move, "bonuses": facts.bonuses, "before": facts.before, "effects": facts.effects,
            "after": facts.after,
        } | given | values)
    )  # fmt: skip


def range_of(name):
    """The range of a named card, for an aim."""
    least, most = SEED[f"seed/{name}"].reach
    return most, least


def played(card, *, a=(1, 1), b=None, more=None, traps=None, **values):
    """After `one` on a cell has played a card that has no move points."""
    state = duel(card, a={1: a} | (more or {}), b=b or {1: (1, 2)}, hand=("card",), traps=traps, health=9, **values)
    return do(state, Play(by="A", card="A:card"))


def struck(card, **values):
    """After it has attacked B:1."""
    return do(played(card, **values), Attack(by="A", target="B:1"))


def damage(state, *pieces):
    return [state.champions[piece].damage for piece in pieces]


def test_b_ch_01_to_06_of_each_named_champion_some_cards_are_named():
    """Of six each: Deryn's 02; Kilgore's 04, 07; Gold'arr's 04, 05; Gwaien's 02, 04; Dugrun's 03; Tsu Xiao's three."""
    found = {SEED[key].names["en"]: unknown for key, unknown in unknown_actions(SEED).items()}
    assert found == {"Deryn": 5, "Kilgore": 4, "Gold'arr": 4, "Gwaien": 4, "Dugrun": 5, "Tsu Xiao": 3}
    numbers = {}
    for card in SEED.values():
        if card.of == "action":
            numbers.setdefault(SEED[card.champion].code, []).append(card.number)
    assert {code: sorted(mine) for code, mine in numbers.items()} == {
        "ДЕР": [2], "КИЛ": [4, 7], "ГОЛ": [4, 5], "ГВА": [2, 4], "ДУГ": [3], "ЦУ": [2, 5, 7],
    }  # fmt: skip


def test_b_ch_10_powerful_shot_is_stronger_from_a_trap_cell():
    """+1 strength and Push 2 from there, else Push 1 (B-DATA-06); at (0, -2) Deryn stands on one."""
    shot = stated("powerful_shot", target=TargetDiagram(AimKind.INDIRECT, *range_of("powerful_shot")), strength=2)
    plain = struck(shot, a=(-1, 2), b={1: (1, 2)})
    assert (damage(plain, "B:1"), at(plain, "B:1")) == ([2], (2, 2))
    strong = struck(shot, a=(0, -2), b={1: (2, -2)})
    assert (damage(strong, "B:1"), at(strong, "B:1")) == ([3], (4, -2))
    assert targets(GAME.prompts(played(shot, b={1: (1, 2), 2: (1, 3)}))) == {"B:2"}


def test_b_ch_11_lust_for_destruction_counts_ready_cores_and_heals():
    """Strength 1 with two cores still ready is 3; Kilgore heals by the 2 that get through."""
    card = stated("lust_for_destruction", strength=1)
    state = hurt(duel(card, a={1: (1, 1)}, b={1: (1, 2)}, hand=("card",), defence=1, health=9), A1=4)
    state = do(state, Play(by="A", card="A:card"), Attack(by="A", target="B:1"))
    assert damage(state, "A:1", "B:1") == [2, 2]


def test_b_ch_12_throw_an_ally_beside_may_jump_3():
    state = played(stated("throw", move=None), more={2: (1, 2), 3: (3, 1)}, b={1: (3, -3)})
    state = do(state, Use(by="A"))
    (spec,) = GAME.prompts(state)[0].specs
    assert (asked(state)[0], spec.fields["chosen"].options, spec.fields["chosen"].least) == ("choose_whom", ("A:2",), 0)
    state = do(state, Choose(by="A", chosen=("A:2",)))
    assert asked(state)[0] == "jump"
    assert at(do(state, Move(by="A", piece="A:2", to=Cell(1, -1))), "A:2") == (1, -1)
    assert (1, -2) not in cells_offered(state, "A:2")


def test_b_ch_13_and_ex_02_challenge_draws_one_enemy_of_the_row_nearer():
    """In the same row at distance up to 2; then Pull 1."""
    card = stated("challenge", target=TargetDiagram(AimKind.DIRECT, *range_of("challenge")), strength=1)
    state = played(card, a=(1, 0), b={1: (3, 0), 2: (2, 1), 3: (1, 3)})
    assert targets(GAME.prompts(state)) == {"B:1"}
    state = do(state, Attack(by="A", target="B:1"))
    assert (damage(state, "B:1"), at(state, "B:1")) == ([1], (2, 0))


def test_b_ch_14_31_and_ex_03_jade_flash_makes_three_targets_bloodied():
    """Moves 2, decides to use the skill, names 3 in the shape at close quarters; each gets max(0, 3 - its damage)."""
    shape = TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1), (1, -1)))
    flash = stated("jade_flash", target=shape)
    state = duel(flash, a={1: (0, 2)}, b={1: (2, 0), 2: (1, 1), 3: (2, -1)}, hand=("card",))
    state = do(hurt(state, B1=2, B2=4), Play(by="A", card="A:card"))
    assert GAME.prompts(state)[0].about["left"] == 2
    state = do(state, Move(by="A", piece="A:1", to=Cell(1, 0)))
    assert asked(state)[0] == "use"
    assert damage(do(state, Refrain(by="A")), "B:1", "B:2", "B:3") == [2, 4, 0]
    assert damage(do(state, Aim(by="A", way="0")), "B:1", "B:2", "B:3") == [3, 4, 3]


def test_b_ch_15_leap_jumps_3_before_and_pushes_1_after():
    """B-DATA-07: the Jump is a pre-effect, over the enemy."""
    state = played(stated("leap", target=TargetDiagram(AimKind.MELEE)), a=(-1, 1), b={1: (-1, 2)})
    assert asked(state)[0] == "jump"
    state = do(state, Move(by="A", piece="A:1", to=Cell(0, 2)), Attack(by="A", target="B:1"))
    assert at(state, "B:1") == (-2, 2)


@pytest.mark.parametrize("through", [2, 3])
def test_b_ch_16_yours_was_ours_is_draws_one_for_each_damage(through):
    card = stated("yours_was_ours_is", strength=3)
    state = duel(card, a={1: (1, 1)}, b={1: (1, 2)}, hand=("card",), defence=3 - through)
    state = replace(state, decks={"A": tuple(f"A:card#{number}" for number in range(2, 8)), "B": ()})
    state = do(state, Play(by="A", card="A:card"), Attack(by="A", target="B:1"))
    assert asked(state)[0] == "how_many_draw"
    assert len(do(state, Count(by="A", number=through)).hands["A"]) == through
    with pytest.raises(RuleViolation):
        do(state, Count(by="A", number=through + 1))


def test_b_ch_17_intimidation_gives_the_attacker_fear_2():
    """Away from the champion for which it was played, where the attacker's player likes."""
    cry = stated("intimidation", champion="five")
    state = duel(attack("hit", "one", move=None), cry, a={1: (1, 0)}, b={1: (1, 1)}, hand=("hit",), answer=("card",))
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    state = do(state, React(by="B", card="B:card", piece="B:1"))
    assert asked(state) == ("fear", ("A",))
    assert cells_offered(state, "A:1") == {(1, -2), (3, -2)}
    state = do(state, Move(by="A", piece="A:1", to=Cell(1, -2)))
    assert at(state, "A:1") == (1, -2)


def test_b_ch_18_30_chain_lightning_strikes_another_if_it_dealt_damage():
    """2 direct damage to one other champion within 2 cells of the target: an ally or who acts, too (B-CH-30)."""
    chain = stated("chain_lightning", target=TargetDiagram(AimKind.INDIRECT, *range_of("chain_lightning")), strength=2)
    spot = {"a": (1, 0), "b": {1: (1, 2), 2: (1, 3), 3: (-2, 4)}, "more": {2: (0, 2)}}
    state = struck(chain, **spot)
    assert asked(state) == ("choose_whom", ("A",))
    assert set(GAME.prompts(state)[0].specs[0].fields["chosen"].options) == {"A:1", "A:2", "B:2"}
    assert damage(do(state, Choose(by="A", chosen=("B:2",))), "B:1", "B:2", "B:3") == [2, 2, 0]
    assert asked(struck(chain, **spot, defence=2))[0] == "act"


def test_b_ch_19_30_and_ex_01_fireball_burns_all_beside_the_target():
    """One enemy at distance 2 or 3, neither less nor more; then 2 to each champion beside it, of either side.

    B-OPEN-29: who acts is one of them, unless it is read otherwise.
    """
    ball = stated("fireball", target=TargetDiagram(AimKind.INDIRECT, *range_of("fireball")), strength=1)
    spot = {"a": (1, 0), "b": {1: (1, 2), 2: (1, 3), 3: (1, 1)}, "more": {2: (0, 2), 3: (0, 3)}}
    assert targets(GAME.prompts(played(ball, **spot))) == {"B:1", "B:2"}
    assert targets(GAME.prompts(played(ball, a=(1, -1), b={1: (1, 3)}))) == set()
    state = struck(ball, **spot)
    assert damage(state, "B:1", "B:2", "B:3", "A:1", "A:2", "A:3") == [1, 2, 2, 0, 2, 2]
    close = replace(ball, target=TargetDiagram(AimKind.MELEE))
    assert damage(struck(close), "A:1") == [2]
    assert damage(struck(close, readings=Readings(splash_spares_actor=True)), "A:1") == [0]


def test_b_ch_20_backhand_helps_allies_against_the_target_until_end_of_turn():
    back, follow = stated("backhand"), attack("follow", "two", Core.CREATION, move=None, strength=1)
    state = duel(
        back, follow, a={1: (1, 1), 2: (0, 2)}, b={1: (1, 2), 2: (0, 3)}, hand=("card", "follow"), health=9
    )  # fmt: skip
    state = do(state, Play(by="A", card="A:card"), Attack(by="A", target="B:1"))
    for target, dealt in (("B:2", 1), ("B:1", 2)):
        after = do(state, Play(by="A", card="A:follow"), Attack(by="A", target=target))
        assert damage(after, target) == [dealt]


def test_b_ex_04_05_a_dash_of_two_stays_in_a_row():
    """Gold'arr may go along any row, only in a straight line; a line that is bent is no row."""
    from_middle = {(2, 1), (3, 1), (0, 1), (-1, 1), (1, 2), (1, 3), (1, 0), (1, -1), (2, 0), (0, 2), (-1, 3)}
    dash = replace(stated("throw", move=None), effects=(DASH,))
    state = do(played(dash, b={1: (-3, -1)}), Use(by="A"))
    assert asked(state)[0] == "dash"
    assert cells_offered(state, "A:1") == from_middle
    assert (2, 2) not in from_middle  # two steps away, round a bend
    assert at(do(state, Stop(by="A")), "A:1") == (1, 1)
