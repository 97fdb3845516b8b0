"""Games written down by hand are played, and say where they go wrong."""

from pathlib import Path

import pytest

from companion.games.signum.game import Signum
from companion.games.signum.model.commands import PlaceHero
from companion.games.values import Stand
from companion.record.script import ScriptError, line_of, parse, play
from companion.referee.history.scripts import played as played_with_packs
from tests.games.signum.table import duel

BEGINNING = """---
edition = "en"
---
# the first roll, and everything up to A's first turn
table priority rolled=A:6,B:2
A choosefirst player=A
A placehero at=300,16
B placehero at=300,584
table shuffled player=A order=ORDER_A
table shuffled player=B order=ORDER_B
A keep
B keep
"""
ORDERS = {f"ORDER_{name}": ",".join(f"{name}:{n}" for n in range(1, 21)) for name in "AB"}


def script(lines: str) -> str:
    text = BEGINNING + lines
    for name, order in ORDERS.items():
        text = text.replace(name, order)
    return text


def played(lines: str):
    return play(parse(script(lines)), Signum(), duel().setup)


def test_a_script_is_played_and_its_expectations_hold():
    game = played("""
= phase construction
= players.A.hand_count 5
= A players.A.hand.count 5
B skip -> refused S-TURN-02
A skip
= players.A.prosperity 6
= outcome none
undo 1
= players.A.prosperity 4
redo
= players.A.prosperity 6
""")
    assert game.state.players["A"].prosperity == 6
    assert len(game.commands) == len(game.events) == 9
    assert all(game.events)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("A dance", "no command 'dance'"),
        ("A construct card", "no field of construct; fields are card, as name=value"),
        ("A skip speed=3", "no field of skip; fields are none, as name=value"),
        ("A skip -> asked S-TURN-13", "was to ask S-TURN-13, and did not"),
        ("A placehero at=x,y", "placehero"),
        ("= players.A.prosperity 99", "is 4, and was to be 99"),
        ("= players.C.prosperity 1", "no 'C'"),
        ("A skip -> refused S-TURN-13", "was to be refused by S-TURN-13, and was accepted"),
        ("B skip -> refused", "behind -> stands `refused RULE`"),
        ("B skip", "refused by S-TURN-02"),
        ("A skip -> maybe", "behind ->"),
        ('A skip "', "cannot be read"),
        ("undo 99", "undo takes"),
        ("redo", "nothing was undone"),
        (f"undo {'9' * 5000}", "undo takes"),
        ("undo ²", "undo takes"),
        (f"= players.A.hand.{'9' * 5000} 1", "to look at there"),
        ("= players.A.hand.² 1", "to look at there"),
    ],
)
def test_a_line_that_is_wrong_is_named_with_its_number(line: str, sentence: str):
    number = len(script("").splitlines()) + 1
    with pytest.raises(ScriptError, match=sentence) as caught:
        played(line)
    assert caught.value.line == number


def test_a_script_without_a_setup_is_refused():
    with pytest.raises(ScriptError, match="begins with its setup"):
        parse("A skip")
    with pytest.raises(ScriptError, match="no TOML"):
        parse("---\n= =\n---\n")


def test_the_example_of_the_manual_goes_as_it_says():
    manual = (Path(__file__).resolve().parents[2] / "docs" / "scripts.md").read_text(encoding="utf-8")
    before_the_next_heading = manual.partition("\n## ")[0]
    example = [row[4:] for row in before_the_next_heading.splitlines() if row.startswith("    ")]
    game = played_with_packs(parse("\n".join(example)), Path())
    assert len(game.commands) > 6


@pytest.mark.parametrize(
    ("setup", "line", "sentence"),
    [
        ("edition = 'en'\n= =", 3, "no TOML"),
        ("edition = 'en'\nmat_mm = [600.0, 1e999]", 3, "a finite number"),
        ("edition = 'en'\nmat_mm = [600.0, 1e9]", 3, "must be a number up to 10000"),
        (f"x = {'[' * 5000}", 2, "too deep"),
        ("[numbers]\nhand_limit = 0", 3, "hand_limit: must be 1 or more, not 0"),
        ("[numbers]\ncity_limit = -1", 3, "city_limit: must be 0 or more, not -1"),
        ("[[seat]]\nid = 'A'\nside = 'player_one'\ncards = { guard = 999, other = 2 }", 2, "1000 cards at most"),
        ("[[seat]]\nid = 'A'\nside = 'player_one'\ncards = { guard = 9999999999 }", 5, "up to 999"),
        ("\n[[seat]]\nid = 'A'\nside = 'player_one'\ndeck = 'nobodys'", 3, "no deck 'nobodys'"),
        ("seat = 3", 2, "must be a list"),
        *(
            (f"\n[[seat]]\nid = '{name}'\nside = 'player_one'\nhero = 'x'", 3, "called by one word")
            for name in ("", "A B", "A" * 41, "table", "spectator", "A=")
        ),
        ('[[seat]]\nid = "\\u0000"\nside = "player_one"\nhero = "x"', 2, "called by one word"),
    ],
)
def test_a_setup_that_is_wrong_is_named_with_its_line(setup: str, line: int, sentence: str):
    with pytest.raises(ScriptError, match=sentence) as caught:
        played_with_packs(parse(f"---\n{setup}\n---\n"), Path())
    assert caught.value.line == line


def test_a_script_without_end_is_refused():
    with pytest.raises(ScriptError, match="lines at most"):
        parse("---\n---\n" + "A skip\n" * 20_000)


@pytest.mark.parametrize(
    ("stand", "written"),
    [
        (Stand(300.0, 16.0), "300,16"),
        (Stand(300.0, 16.0, 0.25), "300,16,0.25"),
        (Stand(300.0, 16.0, 0.25, 0.016), "300,16,0.25,0.016"),
        (Stand(300.0, 16.0, 0.0, 0.016), "300,16,0,0.016"),
    ],
)
def test_a_place_keeps_all_that_was_measured(stand, written):
    assert line_of(PlaceHero(by="A", at=stand)) == f"A placehero at={written}"
    game = play(parse(BEGINNING.partition("A placehero")[0] + f"A placehero at={written}\n"), Signum(), duel().setup)
    assert game.commands[-1] == PlaceHero(by="A", at=stand)
