"""Line of sight of ranged attacks (S-LOS)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Ruling
from companion.games.signum.combat import ranged
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Shoot
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import CreatureStood, TemplateLaid
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Template
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import Field, fighter

SHOOTER = fighter("shooter", 2, 5, Ability("shot", x=2), Ability("magical_shot", x=2))
TARGET = fighter("target", 2, 9)
ROCKS = Card(
    key="rocks", kind=Kind.TERRAIN, names={"en": "Rocks"}, abilities=(Ability("blocks_sight"),)
)  # the ability as the card prints it (S-AB-07, S-DIFF-42)


def row(*between, rules=None, **more):
    """A:1 shoots at B:1, 168 mm from rim to rim, with others between them as (id, x, y)."""
    put = {"A:1": (SHOOTER, 100.0, 300.0), "B:1": (TARGET, 300.0, 300.0)}
    put |= {name: (TARGET, x, y) for name, x, y in between}
    return Field(put, rules=rules, cards={"rocks": ROCKS}, **more).act("A:1")


def rocks(play, outline, sigma_mm=0.0):
    play.table.state.keys["A:b9"] = "rocks"
    return play.emit(TemplateLaid(template=Template(id="A:b9", owner="A", outline=outline, sigma_mm=sigma_mm)))


def sees(play, ability="shot"):
    """What is offered, checked against what is decided."""
    offered = any(
        (each.fixed["target"], each.fixed["ability"]) == ("B:1", ability) for each in ranged.specs(play.state, "A")
    )
    command = Shoot(by="A", creature="A:1", target="B:1", ability=ability)
    if offered:
        play.give(command)
    else:
        with pytest.raises(RuleViolation, match="S-LOS-01"):
            play.give(command)
    return offered


SCREEN = ((200.0, 300.0), (184.0, 328.0), (184.0, 272.0))
"""Places of three bases between which no line of the two fits."""

WALL = ((195.0, 250.0), (205.0, 250.0), (205.0, 350.0), (195.0, 350.0))


def test_s_los_01_and_03_a_straight_free_line_is_enough_and_needed():
    assert sees(row())
    assert not sees(rocks(row(), WALL))  # within range, and yet no attack


def test_s_los_02_magic_needs_it_too():
    assert sees(row(), "magical_shot")
    assert not sees(rocks(row(), WALL), "magical_shot")


def test_s_los_04_and_05_any_part_of_the_target_is_enough():
    # S-OPEN-51: the wall hides the centres from each other, and more than half of the target
    assert sees(rocks(row(), ((195.0, 290.0), (205.0, 290.0), (205.0, 400.0), (195.0, 400.0))))
    assert sees(row(("B:2", 200.0, 305.0)))  # a base beside the line of the centres leaves a way past it


@pytest.mark.parametrize("owner", ["A", "B"])
def test_s_los_06_own_and_enemy_miniatures_block(owner):
    # S-OPEN-65, S-DIFF-41
    assert not sees(row(*((f"{owner}:{n}", x, y) for n, (x, y) in enumerate(SCREEN, 2))))


@pytest.mark.parametrize(("edition", "free"), [(Edition.EN, True), (Edition.RU, True), (Edition.RU_WEB, False)])
def test_s_los_07_and_diff_41_the_hidden_do_not_block_but_in_ru_web(edition, free):
    # S-DIFF-58
    play = row(*((f"B:{n}", x, y) for n, (x, y) in enumerate(SCREEN, 2)), rules=rules_for(edition))
    for name in ("B:2", "B:3", "B:4"):
        play.change(name, stealth=True)
    assert sees(play) is free


def test_s_los_08_the_two_own_bases_never_block():
    assert sees(row())


@pytest.mark.parametrize(("lines", "free"), [("passage", False), ("grazing", True)])
def test_s_los_09_a_line_that_only_touches_needs_a_passage(lines, free):
    # Two templates that leave exactly a line between them.
    rules = rules_for(Edition.EN)
    grazed = row(rules=replace(rules, switches=replace(rules.switches, sight_lines=lines)))
    rocks(grazed, ((190.0, 316.0), (210.0, 316.0), (210.0, 600.0), (190.0, 600.0)))
    grazed.table.state.keys["A:b8"] = "rocks"
    grazed.emit(TemplateLaid(template=Template(
        id="A:b8", owner="A", outline=((190.0, 0.0), (210.0, 0.0), (210.0, 316.0), (190.0, 316.0)),
    )))  # fmt: skip
    assert sees(grazed) is free
    crossed = row()
    rocks(crossed, ((190.0, 315.0), (210.0, 315.0), (210.0, 600.0), (190.0, 600.0)))
    crossed.table.state.keys["A:b8"] = "rocks"
    crossed.emit(TemplateLaid(template=Template(
        id="A:b8", owner="A", outline=((190.0, 0.0), (210.0, 0.0), (210.0, 316.0), (190.0, 316.0)),
    )))  # fmt: skip
    assert not sees(crossed)


def test_s_los_10_a_template_blocks_the_part_inside_it_only():
    partly = ((280.0, 200.0), (300.0, 200.0), (300.0, 300.0), (280.0, 300.0))  # a quarter of the target stands in it
    assert sees(rocks(row(), partly))
    around = ((270.0, 200.0), (340.0, 200.0), (340.0, 400.0), (270.0, 400.0))
    assert not sees(rocks(row(), around))


def test_s_los_11_flyers_are_seen_screened_and_block_like_all_others():
    flyer = fighter("flyer", 2, 9, Ability("flight"))
    put = {"A:1": (SHOOTER, 100.0, 300.0), "B:1": (flyer, 300.0, 300.0)}
    put |= {f"B:{n}": (flyer, x, y) for n, (x, y) in enumerate(SCREEN, 2)}
    play = Field(put).act("A:1")
    assert not sees(play)
    play.emit(CreatureStood(creature="B:3", at=Stand(200.0, 400.0)))
    play.emit(CreatureStood(creature="B:2", at=Stand(200.0, 298.0)))
    assert sees(play)


def test_s_los_12_only_the_plane_counts():
    giant = fighter("giant", 2, 9, base="large")  # however tall, nothing but its base of 60 mm is in the way
    put = {"A:1": (SHOOTER, 100.0, 300.0), "B:1": (TARGET, 300.0, 300.0), "B:2": (giant, 200.0, 300.0)}
    assert not sees(Field(put).act("A:1"))
    put["B:2"] = (giant, 200.0, 315.0)
    assert sees(Field(put).act("A:1"))


def test_s_los_13_a_result_within_the_tolerance_is_put_to_the_table():
    play = rocks(row(), ((195.0, 283.0), (205.0, 283.0), (205.0, 316.3), (195.0, 316.3)), sigma_mm=1.0)
    play.give(Shoot(by="A", creature="A:1", target="B:1", ability="shot"))
    assert play.state.question.rule_id == "S-LOS-01"
    play.give(Ruling(by="A", yes=False), Ruling(by="B", yes=False))
    assert (play.asked(), play.state.creatures["A:1"].deeds.shot) == ("", False)  # S-RANGED-19
