"""Whom an Aura reaches when that is too close to call: the table says so before it matters (S-AB-04, S-MOVE-02)."""

import pytest

from companion.games.common import Correct, Ruling
from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.stats import strength
from companion.games.signum.model.commands import Activate, Fight, Move, Shoot
from companion.games.signum.model.effects.effect import Ability, GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.terms import Selector
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter

STRONGER = ChangeEffect(of="strength", by=2, to=Selector(who="own", count=0))
BANNER = fighter("banner", 1, 5, Ability("aura", ruler="S", text=(STRONGER,)))
REACH_MM = 80.0 + 32.0


def field(off_mm, *, source=BANNER, sigma_mm=0.2, other=None):
    """A:1 with a banner beside it, so far beyond S, and an enemy in contact with A:1."""
    put = {
        "A:1": (other or fighter("one", 2, 5), 300.0, 300.0),
        "A:2": (source, 300.0 - REACH_MM - off_mm, 300.0),
        "B:1": (fighter("foe", 2, 5), 332.0, 300.0),
    }
    made = Field(put)
    for name, (_, x_mm, y_mm) in put.items():
        made.give(Correct(by="A", of=name, at=Stand(x_mm, y_mm, sigma_mm)))
    return made


def ruled(made, yes):
    return made.give(Ruling(by="A", yes=yes), Ruling(by="B", yes=yes))


@pytest.mark.parametrize(("off_mm", "reached"), [(-5.0, True), (5.0, False)])
def test_s_ab_04_nobody_is_asked_where_it_is_plain(off_mm, reached):
    made = field(off_mm).give(Activate(by="A", creature="A:1"), Fight(by="A", creature="A:1", target="B:1"))
    assert made.asked() == "assign B"
    assert strength(made.state, made.state.creatures["A:1"]) == (4 if reached else 2)


@pytest.mark.parametrize("off_mm", [-0.2, 0.2])
@pytest.mark.parametrize("yes", [True, False])
def test_s_ab_04_the_table_settles_it_before_who_stands_there_acts(off_mm, yes):
    made = field(off_mm).give(Activate(by="A", creature="A:1"))
    assert made.asked() == "ruling A B"
    assert (made.state.question.rule_id, made.state.question.key) == ("S-AB-04", "within:S:A:2:A:1")
    ruled(made, yes)
    assert made.state.acting == "A:1"
    made.give(Fight(by="A", creature="A:1", target="B:1"))  # it was settled, and is not asked again
    assert made.asked() == "assign B"
    assert strength(made.state, made.state.creatures["A:1"]) == (4 if yes else 2)
    made.give(Correct(by="A", of="A:2", at=Stand(100.0, 300.0, 0.2)))
    assert strength(made.state, made.state.creatures["A:1"]) == 2


def test_s_ab_04_of_who_is_attacked_it_is_asked_as_well():
    archer = fighter("archer", 2, 5, Ability("shot", x=1))
    made = Field({"A:1": (archer, 300.0, 300.0), "B:1": (fighter("foe"), 300.0, 400.0), "B:2": (BANNER, 412.1, 400.0)})
    for name, at in (("A:1", (300.0, 300.0)), ("B:1", (300.0, 400.0)), ("B:2", (412.1, 400.0))):
        made.give(Correct(by="A", of=name, at=Stand(*at, 0.2)))
    made.give(Activate(by="A", creature="A:1"), Shoot(by="A", creature="A:1", target="B:1", ability="shot"))
    assert made.state.question.key == "within:S:B:2:B:1"
    ruled(made, yes=True)
    assert made.asked() == "roll A"


def test_s_ab_04_an_aura_that_gives_movement_is_settled_before_the_move():
    flying = GainEffect(Ability("flight"), to=Selector(who="own", count=0))
    made = field(0.2, source=fighter("wind", 1, 5, Ability("aura", ruler="S", text=(flying,))))
    made.give(Activate(by="A", creature="A:1"))
    ruled(made, yes=True)
    assert has(made.state, made.state.creatures["A:1"], "flight")
    made.give(Move(by="A", creature="A:1", to=Stand(300.0, 350.0, 0.2))).roll("b")
    assert not has(made.state, made.state.creatures["A:1"], "flight")  # and leaves it with the range


def test_s_ab_04_what_was_settled_ends_as_soon_as_one_of_the_two_stands_elsewhere():
    made = ruled(field(0.2).give(Activate(by="A", creature="A:1")), yes=True)
    assert made.state.contacts
    for name in ("A:1", "A:2"):
        again = ruled(field(0.2).give(Activate(by="A", creature="A:1")), yes=True)
        stand = again.state.creatures[name].stand
        again.give(Correct(by="A", of=name, at=Stand(stand.x_mm, stand.y_mm + 0.1, 0.2)))
        assert not again.state.contacts
        again.give(Fight(by="A", creature="A:1", target="B:1"))
        assert again.asked() == "ruling A B"
