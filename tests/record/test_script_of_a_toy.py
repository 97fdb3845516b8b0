"""Each kind of line of a script, and each way in which one is wrong (docs/scripts.md)."""

from typing import Any

import msgspec
import pytest

from companion.games.command import SPECTATOR, Command, Event
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.record.script import PlayedGame, ScriptError, line_of, parse, play
from tests.record.toy import ToySetup


class Walk(Command, frozen=True, kw_only=True):
    to: int


class Mark(Command, frozen=True, kw_only=True):
    names: tuple[str, ...] = ()
    at: Stand | None = None
    spots: tuple[tuple[float, float], ...] = ()
    deep: bool = False


class Tell(Command, frozen=True, kw_only=True):
    counts: dict[str, int]


class WalkQuestion(msgspec.Struct, frozen=True):
    rule_id: str


class Happened(Event, frozen=True, kw_only=True):
    by: str
    to: int


class Questioned(Event, frozen=True, kw_only=True):
    question: WalkQuestion


class WalkToken(msgspec.Struct, frozen=True):
    id: str
    size: float


class Card(msgspec.Struct, frozen=True):
    key: str


class WalkState(msgspec.Struct, frozen=True, kw_only=True):
    places: dict[str, int]
    things: tuple[WalkToken, ...] = (WalkToken("a", 0.5), WalkToken("b", 2.0))
    hand: tuple[Card, ...] = (Card("ace"),)
    log: tuple[int, ...] = ()
    ended: bool = False
    winner: str | None = None


class WalkGame:
    """Nobody walks to 3 or farther; to 2 the table is asked first."""

    name = "walk"
    rules_version = 1
    command_type = Walk | Mark | Tell
    event_type = Happened | Questioned
    setup_type = ToySetup
    state_type = WalkState

    def new(self, setup):
        return WalkState(places=dict.fromkeys(setup.seats, 0))

    def decide(self, state, command):
        if not isinstance(command, Walk):
            return ()
        if command.to > 2:
            raise RuleViolation("T-1", "far")
        happened = Happened(by=command.by, to=command.to)
        return (happened, Questioned(question=WalkQuestion("T-2"))) if command.to == 2 else (happened,)

    def evolve(self, state, event):
        if isinstance(event, Questioned):
            return state
        places = {**state.places, event.by: event.to}
        return msgspec.structs.replace(state, places=places, log=(*state.log, event.to), ended=event.to == 2)

    def view(self, state, viewer):
        return state if viewer == SPECTATOR else {"mine": state.places[viewer], "all": state}


def played(lines: str, **values: Any) -> PlayedGame:
    return play(parse(f"---\n---\n{lines}"), WalkGame(), ToySetup(), **values)


def test_lines_are_played_as_they_stand_and_what_is_expected_is_so():
    game = played("""
# from where they stand
= places.A 0
A walk to=1 # and no farther
A walk to=3 -> refused T-1
B walk to=2 -> asked T-2

= places.A 1
= B mine 2
= B all.places.A 1
= things.count 2
= things.b.size 2
= things.0.size 0.5
= things.0.id a
= things.1.id b
= hand.ace.key ace
= log 1,2
= log.1 2
= ended yes
= winner none
undo 2
= ended no
= log empty
= places.A 0
redo
= log 1,2
A walk to=0
= log 1,2,0
""")
    assert game.commands == [Walk(by="A", to=1), Walk(by="B", to=2), Walk(by="A", to=0)]
    assert [len(events) for events in game.events] == [1, 2, 1]
    assert [state.log for state in game.states] == [(), (1,), (1, 2), (1, 2, 0)]
    assert game.state is game.states[-1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A walk to=3", "refused by T-1"),
        ("A walk to=3 -> refused T-2", "refused by T-1"),
        ("A walk to=3 -> asked T-1", "refused by T-1"),
        ("A walk to=2 -> asked T-1", "was to ask T-1, and did not"),
        ("A walk to=1 -> asked T-2", "was to ask T-2, and did not"),
        ("A walk to=1 -> refused T-1", "was to be refused by T-1, and was accepted"),
        ("A walk to=1 -> maybe T-1", "behind -> stands"),
        ("A walk to=1 -> refused T-1 T-2", "behind -> stands"),
        ("A walk to=1 -> refused", "behind -> stands"),
        ("A run to=1", "there is no command 'run'; there are mark, tell, walk"),
        ("A walk to", "'to' is no field of walk; fields are to, as name=value"),
        ("A walk far=1", "'far=1' is no field of walk; fields are to, as name=value"),
        ("A mark size=1", "'size=1' is no field of mark; fields are names, at, spots, deep, as name=value"),
        ("A walk to=x", "walk: "),
        ("A walk", "walk: "),
        ("A", "a line is a command"),
        ("undo", "a line is a command"),
        ("---", "a line is a command"),
        ("undo 0", "undo takes a number of commands, from 1 to 2"),
        ("undo 3", "undo takes a number of commands, from 1 to 2"),
        ("undo x", "undo takes a number of commands, from 1 to 2"),
        ("undo -1", "undo takes a number of commands, from 1 to 2"),
        ("redo", "nothing was undone since the last command"),
        ("=", "an expectation is"),
        ("= log", "an expectation is"),
        ("= A B log 1", "an expectation is"),
        ("= log 1", "log is 1,0, and was to be 1"),
        ("= nothing 1", "there is no 'nothing' to look at there"),
        ("= places.C 1", "there is no 'C' to look at there"),
        ("= log.2 0", "there is no '2' to look at there"),
        ("= log.-1 0", "there is no '-1' to look at there"),
        ("= things.c 0", "there is no 'c' to look at there"),
        ("= places.A.x 0", "there is no 'x' to look at there"),
        ('A walk "', "cannot be read"),
    ],
)
def test_a_line_that_is_wrong_says_what_would_be_right(line: str, said: str):
    with pytest.raises(ScriptError) as caught:
        played(f"A walk to=1\n\nB walk to=0\n{line}\n= never 1\n")
    assert caught.value.line == 6
    assert str(caught.value).startswith(f"line 6: {said}")


def test_nothing_can_be_redone_after_a_new_command():
    lines = "A walk to=1\nB walk to=1\nundo 1\nundo 1\n"
    assert played(f"{lines}redo\nredo\n").state.log == (1, 1)
    with pytest.raises(ScriptError, match="nothing was undone since the last command"):
        played(f"{lines}redo\nredo\nredo\n")
    with pytest.raises(ScriptError, match="nothing was undone since the last command"):
        played(f"{lines}B walk to=0\nredo\n")
    assert played(f"{lines}B walk to=0\nundo 1\nredo\n").state.log == (0,)


def test_commands_that_need_no_line_are_done_before_and_after_each():
    """The other one follows to wherever somebody stands."""

    def follow(game: Any, state: WalkState) -> Command | None:
        if state.places["A"] == state.places["B"] and state.log:
            return None
        return Walk(by="B", to=state.places["A"]) if state.log else Walk(by="A", to=1)

    game = played("= log 1,1\nA walk to=0\n= log 1,1,0,0\nundo 2\n= log 1,1\n", by_itself=follow)
    assert game.commands == [Walk(by="A", to=1), Walk(by="B", to=1)]


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Mark(by="A"), "A mark"),
        (Mark(by="A", names=("x", "y")), "A mark names=x,y"),
        (Mark(by="A", names=("two words",)), "A mark 'names=two words'"),
        (Mark(by="A", at=Stand(1.0, 2.0)), "A mark at=1,2"),
        (Tell(by="A", counts={"x": 1, "y": 2}), "A tell counts=x:1,y:2"),
        (Mark(by="A", spots=((1.0, 2.0), (3.0, 4.5))), "A mark spots=1/2,3/4.5"),
        (Mark(by="A", deep=True), "A mark deep=true"),
        (Walk(by="B", to=0), "B walk to=0"),
    ],
)
def test_a_command_is_written_as_the_line_that_means_it(command: Command, line: str):
    assert line_of(command) == line
    assert played(line).commands == [command]


@pytest.mark.parametrize(
    ("text", "first"),
    [("---\n---", 2), ("# a game\n\n---\n---\n", 4), ("\n---\nx = 1\n---\n", 3)],
)
def test_only_comments_stand_before_the_setup(text: str, first: int):
    script = parse(text)
    assert script.lines == ()
    assert script.line(()) == first
    for wrong in ("A walk to=1\n", "x\n# y\n"):
        with pytest.raises(ScriptError, match="line 1: a script begins with its setup between two lines of ---"):
            parse(wrong + text)


@pytest.mark.parametrize("text", ["", "---", "# x\n---\nx = 1\n", "x = 1\n---\n---\n"])
def test_a_setup_stands_between_two_lines(text: str):
    with pytest.raises(ScriptError, match="a script begins with its setup"):
        parse(text)


def test_a_value_of_the_setup_is_found_on_its_line():
    script = parse("# x\n---\none = 1\n\n[two]\nthree = 3\n---\nA walk to=1\n")
    assert script.setup == {"one": 1, "two": {"three": 3}}
    assert [script.line(path) for path in ((), ("one",), ("two", "three"))] == [3, 3, 6]
    assert [(line.number, line.words) for line in script.lines] == [(8, ("A", "walk", "to=1"))]
    with pytest.raises(ScriptError, match="the setup is no TOML") as caught:
        parse("# x\n---\none = 1\n= 2\n---\n")
    assert caught.value.line == 4
