"""A template that a player asked to lay before it lay on the mat: done by itself once it lies there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.referee.mat.locator import ModelLocator
from companion.referee.mat.rest_detector import Rest
from companion.referee.match.command_builder import NotOfferedError, UnfitError, UnseenError, Values, filled, offered
from companion.referee.match.command_request import Answer, CommandRequest
from companion.referee.match.match import Match

OUTLINE = "outline"
"""The field of a command that takes the corners of a template."""


@dataclass(frozen=True, slots=True)
class _AskedTemplate:
    version: int
    seat: str
    kind: str
    values: Mapping[str, Sequence[str]]


class TemplateIntent:
    """What was asked for last of a template that was not there."""

    def __init__(self, match: Match, locator: ModelLocator, answered: Callable[[str, Answer], None]) -> None:
        """Prepares.

        Args:
            match: The game in play.
            locator: Knows what lies on the mat.
            answered: Told whose command was answered, and how.
        """
        self._match, self._locator, self._answered = match, locator, answered
        self._asked: _AskedTemplate | None = None
        self._tried: Rest | None = None

    def submitted(self, seat: str, kind: str, values: Values) -> None:
        """Is told every intent; one that lays a template is kept until it lies there, or something else is done."""
        self._asked, self._tried = None, self._locator.newest_template
        try:
            spec = offered(self._match.record.game.commands(self._match.shown, seat), kind, values)
        except NotOfferedError:
            return
        if OUTLINE in spec.fields:
            self._asked = _AskedTemplate(self._match.version, seat, kind, dict(values))

    def saw(self) -> None:
        """Is told that the mat was looked at and is quiet: what came to rest since it was asked for is laid."""
        asked, lies = self._asked, self._locator.newest_template
        if asked is None or asked.version != self._match.version:
            self._asked = None
            return
        if lies is None or lies.moved_s is None or (self._tried is not None and lies.moved_s == self._tried.moved_s):
            return
        self._tried = lies
        game = self._match.record.game
        try:
            spec = offered(game.commands(self._match.shown, asked.seat), asked.kind, asked.values)
            command = filled(game, spec, asked.values, self._locator)
        except (NotOfferedError, UnfitError, UnseenError):
            return
        name = f"template/{asked.version}/{lies.lying.id}/{lies.moved_s:.3f}"
        self._match.submit(CommandRequest(name, command, lambda answer: self._answered(asked.seat, answer)))
