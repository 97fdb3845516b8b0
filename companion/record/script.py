"""A game written down by hand: one command a line, comments, and what is expected, for tests and reports of faults.

    ---
    edition = "en"                     the setup as TOML; whoever reads it knows how to complete it
    ---
    # a comment
    A construct card=A:b1              who, what, and the fields of the command
    A move creature=A:1 to=300,120     a place is x,y or x,y,sigma or x,y,sigma,scale; a cell is q,r
    B assign attack=2 defence=0
    table priority rolled=A:6,B:2      names with values
    A skip -> refused S-TURN-01        the command is refused by that rule
    A shoot creature=A:1 target=B:2 ability=shot -> asked S-RANGED-05
    = creatures.B:1.wounds 2           what a spectator sees; lists are entered by the id of their members
    = A players.A.hand_count 5         what player A sees
    undo 3                             back by so many commands
    redo

`undo` counts commands that need no line of their own too. Values with spaces stand in double quotes.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from companion.documents import DocumentError, Path, TomlText, parse_toml
from companion.games.command import SPECTATOR, Command, command_types
from companion.games.defaults.completed import completed
from companion.games.defaults.speech import PlainSpeech
from companion.games.protocol import Game
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from companion.record.errors import RecordError
from companion.texts import Language

FENCE = "---"

PLACE_NUMBERS = 2
"""Numbers that a place always has."""

MAX_LINES = 10_000
"""The longest game that was ever played took a tenth of them."""

ByItself = Callable[[Game[Any], Any], Command | None]
"""Given the game and its state, the command that a script need not write; None where it must."""


class ScriptError(RecordError):
    """A line of a script means nothing, or what it expects is not so.

    Attributes:
        line: Its number, from 1.
    """

    def __init__(self, line: int, why: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {why}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line that means something.

    Attributes:
        number: From 1.
        words: What stands in it, quotes taken off.
        expected: What stands behind `->`: `refused RULE` or `asked RULE`; empty for neither.
    """

    number: int
    words: tuple[str, ...]
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A script taken apart.

    Attributes:
        toml: What stands between the fences.
        lines: The rest, without comments.
        first: The line on which the setup begins.
    """

    toml: TomlText
    lines: tuple[Line, ...]
    first: int

    @property
    def setup(self) -> dict[str, Any]:
        """What the setup says."""
        return self.toml.data

    def line(self, path: Path) -> int:
        """The line of a value of the setup; that where the setup begins for all of it."""
        return self.first + max(0, self.toml.line(path) - 1)


def parse(text: str) -> Script:
    """Takes a script apart.

    Raises:
        ScriptError: If the fences are missing, the setup is no TOML, or a quote does not end.
    """
    rows = text.splitlines()
    if len(rows) > MAX_LINES:
        raise ScriptError(MAX_LINES + 1, f"a script has {MAX_LINES} lines at most")
    fences = [number for number, row in enumerate(rows) if row.strip() == FENCE]
    if len(fences) < 2 or any(row.strip() and not row.startswith("#") for row in rows[: fences[0]]):
        raise ScriptError(1, f"a script begins with its setup between two lines of {FENCE}")
    first, last = fences[:2]
    try:
        setup = parse_toml("\n".join(rows[first + 1 : last]))
    except DocumentError as error:
        why = str(error).removeprefix("is not TOML: ")
        raise ScriptError(first + 1 + max(1, error.line), f"the setup is no TOML: {why}") from error
    return Script(setup, tuple(_lines(rows, last + 1)), first + 2)


def play(script: Script, game: Game[Any], setup: msgspec.Struct, by_itself: ByItself | None = None) -> "PlayedGame":
    """Plays a script.

    Args:
        script: The script.
        game: The rules.
        setup: What its setup means.
        by_itself: Commands that need no line of their own.

    Raises:
        ScriptError: If a line means nothing, is refused, or expects what is not so.
    """
    played = PlayedGame(game, setup, by_itself)
    for line in script.lines:
        played.take(line)
    return played


class PlayedGame:
    """A game played from a script.

    Attributes:
        game: The rules.
        states: The state before the first command and after each that counts.
        commands: Those that count.
        events: Of each command that counts.
    """

    def __init__(self, game: Game[Any], setup: msgspec.Struct, by_itself: ByItself | None = None) -> None:
        self.game = game
        self._by_itself = by_itself
        self.setup = setup
        self.states: list[Any] = [game.new(setup)]
        self.commands: list[Command] = []
        self.events: list[tuple[Any, ...]] = []
        self._undone: list[tuple[list[Any], list[Command], list[tuple[Any, ...]]]] = []
        self._kinds = {_kind(each): each for each in command_types(game.command_type)}
        self._go_on()

    @property
    def state(self) -> Any:  # noqa: ANN401 (the game's own state)
        """As it is now."""
        return self.states[-1]

    def take(self, line: Line) -> None:
        """Does what a line says.

        Raises:
            ScriptError: As `play`.
        """
        match line.words:
            case ("=", *words):
                self._expect(line, words)
            case ("undo", count):
                self._undo(line, _number(count))
            case ("redo",):
                if not self._undone:
                    raise ScriptError(line.number, "nothing was undone since the last command")
                self.states, self.commands, self.events = self._undone.pop()
            case (by, kind, *fields):
                self._do(line, self.command(line, by, kind, fields))
            case _:
                raise ScriptError(line.number, "a line is a command (who, what, fields), `= path value`, undo or redo")

    def command(self, line: Line, by: str, kind: str, fields: list[str]) -> Command:
        """The command that a line means."""
        if kind not in self._kinds:
            raise ScriptError(line.number, f"there is no command {kind!r}; there are {', '.join(sorted(self._kinds))}")
        wanted = self._kinds[kind]
        types = {field.name: field.type for field in msgspec.structs.fields(wanted)}
        values: dict[str, Any] = {"by": by}
        for word in fields:
            name, equals, value = word.partition("=")
            if not equals or name not in types:
                named = ", ".join(name for name in types if name not in ("by", "rulings"))
                raise ScriptError(
                    line.number, f"{word!r} is no field of {kind}; fields are {named or 'none'}, as name=value"
                )
            values[name] = _value(value, types[name])
        try:
            command: Command = msgspec.convert(values, type=wanted, strict=False)
        except msgspec.ValidationError as error:
            raise ScriptError(line.number, f"{kind}: {error}") from error
        return command

    def _do(self, line: Line, command: Command) -> None:
        before = self.state
        try:
            events = self.game.decide(before, command)
        except RuleViolation as violation:
            if line.expected == ("refused", violation.rule_id):
                return
            raise ScriptError(line.number, f"refused by {refusal(self.game, violation)}") from violation
        if line.expected and line.expected[0] == "refused":
            raise ScriptError(line.number, f"was to be refused by {line.expected[-1]}, and was accepted")
        if line.expected and not _asks(events, line.expected):
            raise ScriptError(line.number, f"was to ask {' '.join(line.expected[1:])}, and did not")
        self._keep(command, events)
        self._go_on()

    def _go_on(self) -> None:
        while self._by_itself is not None and (more := self._by_itself(self.game, self.state)) is not None:
            self._keep(more, self.game.decide(self.state, more))

    def _keep(self, command: Command, events: tuple[Any, ...]) -> None:
        after = self.state
        for event in events:
            after = self.game.evolve(after, event)
        self.states.append(after)
        self.commands.append(command)
        self.events.append(events)
        self._undone.clear()

    def _undo(self, line: Line, count: int | None) -> None:
        if count is None or not 0 < count <= len(self.commands):
            raise ScriptError(line.number, f"undo takes a number of commands, from 1 to {len(self.commands)}")
        self._undone.append((self.states, self.commands, self.events))
        self.states = self.states[:-count]
        self.commands, self.events = self.commands[:-count], self.events[:-count]

    def _expect(self, line: Line, words: list[str]) -> None:
        viewer = words.pop(0) if len(words) == 3 else SPECTATOR
        if len(words) != 2:
            raise ScriptError(line.number, "an expectation is `= path value`, or `= viewer path value`")
        path, wanted = words
        found: Any = self.game.view(self.state, viewer)
        for step in path.split("."):
            found = _entered(found, step, line)
        if _shown(found) != wanted:
            raise ScriptError(line.number, f"{path} is {_shown(found)}, and was to be {wanted}")


def line_of(command: Command) -> str:
    """A command as a line of a script; the other way round than `PlayedGame.command`."""
    words = [command.by, _kind(type(command))]
    for field in msgspec.structs.fields(type(command)):
        value = getattr(command, field.name)
        if field.name not in ("by", "rulings") and value != field.default:
            words.append(shlex.quote(f"{field.name}={_written(value)}"))
    return " ".join(words)


def refusal(game: Game[Any], violation: RuleViolation) -> str:
    """The rule that refuses, and what would be legal, with ids as they stand in the script."""
    sentence = PlainSpeech(completed(game)).refusal(None, violation, SPECTATOR, Language.ENGLISH)
    return f"{violation.rule_id}: {sentence}"


def _lines(rows: list[str], first: int) -> Iterator[Line]:
    for number, row in enumerate(rows[first:], first + 1):
        try:
            words = shlex.split(row, comments=True)
        except ValueError as error:
            raise ScriptError(number, f"cannot be read: {error}") from error
        if not words:
            continue
        at = words.index("->") if "->" in words else len(words)
        expected = tuple(words[at + 1 :])
        if expected and (len(expected) != 2 or expected[0] not in ("refused", "asked")):
            raise ScriptError(number, "behind -> stands `refused RULE` or `asked RULE`")
        yield Line(number, tuple(words[:at]), expected)


def _number(word: str) -> int | None:
    """The whole number that a word is; None if it is none, or longer than Python reads."""
    try:
        return int(word) if word.isdecimal() else None
    except ValueError:
        return None


def _kind(command: type[msgspec.Struct]) -> str:
    return str(command.__struct_config__.tag)


def _value(text: str, wanted: Any) -> Any:  # noqa: ANN401 (a type as msgspec knows it)
    """A value for a field: structs by their numbers in order, lists and mappings with commas."""
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        names = [field.name for field in msgspec.structs.fields(wanted)]
        return dict(zip(names, text.split(","), strict=False))
    if _is_cell(wanted):
        return text.split(",")
    origin = getattr(wanted, "__origin__", None)
    if origin is dict:
        return {name: value for name, _, value in (pair.partition(":") for pair in text.split(",") if pair)}
    if origin is tuple:
        inner = get_args(wanted)[0]
        if getattr(inner, "__origin__", None) is tuple or _is_cell(inner):
            return [each.split("/") for each in text.split(",")]
        return [each for each in text.split(",") if each]
    parts = [each for each in get_args(wanted) if isinstance(each, type) and issubclass(each, msgspec.Struct | Cell)]
    return _value(text, parts[0]) if parts else text


def _is_cell(wanted: Any) -> bool:  # noqa: ANN401 (a type as msgspec knows it)
    return isinstance(wanted, type) and issubclass(wanted, Cell)


def _written(value: Any) -> str:  # noqa: ANN401 (a field of a command)
    """The other way round than `_value`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    if isinstance(value, msgspec.Struct):
        numbers = [getattr(value, name) for name in value.__struct_fields__]
        while len(numbers) > PLACE_NUMBERS and not numbers[-1]:  # 0, or left out
            numbers.pop()
        return ",".join(_written(each) for each in numbers)
    if isinstance(value, dict):
        return ",".join(f"{name}:{_written(each)}" for name, each in value.items())
    if isinstance(value, tuple):
        return ",".join("/".join(map(_written, each)) if isinstance(each, tuple) else _written(each) for each in value)
    return str(value)


def _asks(events: tuple[Any, ...], expected: tuple[str, ...]) -> bool:
    """Whether the events put a question to the table that hangs on this rule."""
    questions = (getattr(event, "question", None) for event in events)
    return any(question is not None and question.rule_id == expected[-1] for question in questions)


def _entered(found: Any, step: str, line: Line) -> Any:  # noqa: ANN401 (JSON)
    if isinstance(found, Mapping) and step in found:
        return found[step]
    if isinstance(found, msgspec.Struct) and step in found.__struct_fields__:
        return getattr(found, step)
    if isinstance(found, list | tuple):
        if step == "count":
            return len(found)
        number = _number(step)
        if number is not None and number < len(found):
            return found[number]
        for each in found:
            if step in (getattr(each, "id", None), getattr(each, "key", None)):
                return each
    raise ScriptError(line.number, f"there is no {step!r} to look at there")


def _shown(value: Any) -> str:  # noqa: ANN401 (JSON)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return ",".join(_shown(each) for each in value) or "empty"
    return str(value)
