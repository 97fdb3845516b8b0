"""Answers to what is asked in secret: whether anybody is asked is told by nothing but a card that is turned up."""

import msgspec

from companion.games.command import Command
from companion.record.record import Record


def is_answer(record: Record, command: Command, passing: Command) -> bool:
    """Whether a command answers what is asked in secret; that which lets it pass is one of these.

    Args:
        record: The game.
        command: What somebody wants.
        passing: What lets it pass, of one of those who are asked: of a team all may be.
    """
    prompts = record.game.prompts(record.state)
    kinds = ({spec.kind for spec in prompt.specs if spec.by == command.by} for prompt in prompts)
    asked: set[str] = next((each for each in kinds if _kind_of(passing) in each), set())
    return _kind_of(command) in asked


def lets_pass(command: Command, passing: Command) -> bool:
    """Whether a command lets pass what is asked in secret, whoever of those who are asked gives it."""
    return type(command) is type(passing) and command == msgspec.structs.replace(passing, by=command.by)


def _kind_of(command: Command) -> str:
    return str(type(command).__struct_config__.tag)
