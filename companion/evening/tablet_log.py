"""The log as the tablet shows it."""

from dataclasses import replace

from companion.phones.drawing import GLYPHS
from companion.phones.showing_log import last_lines
from companion.referee.match import Match
from companion.referee.play import LogLine
from companion.texts import Language

LAST_LINES = 400


def tablet_log(match: Match, viewer: str, language: Language) -> tuple[LogLine, ...]:
    """The last lines as a viewer may read them, oldest first.

    Args:
        match: The game.
        viewer: Whose log.
        language: The reader's.
    """
    shapes = {seat: tuple(GLYPHS)[number % len(GLYPHS)] for number, seat in enumerate(match.players)}
    lines = match.lines(viewer)[-LAST_LINES:]
    said = last_lines(lines, shapes, language, LAST_LINES)
    log: list[LogLine] = []
    for line, each in zip(lines, said, strict=True):
        made = LogLine(each.text, each.shape, each.kind, line.event)
        same = bool(log) and (log[-1].text, log[-1].shape) == (made.text, made.shape)
        log[-1:] = [replace(made, times=log[-1].times + 1)] if same else [*log[-1:], made]
    return tuple(log)
