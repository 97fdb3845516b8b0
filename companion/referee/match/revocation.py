"""What a player may take back alone, as long as nothing else is done."""

from dataclasses import dataclass

from companion.games.command import Command
from companion.games.defaults.completed import completed
from companion.record.record import Record


@dataclass(frozen=True, slots=True)
class RevocableCommand:
    """A command that its player may take back alone.

    Attributes:
        command: The command.
        back_to: Number of the last event before it.
        written: How many entries the record had after it.
    """

    command: Command
    back_to: int
    written: int

    def stands(self, record: Record, seat: str) -> bool:
        """Whether a seat may take it back now."""
        return self.command.by == seat and self.written == record.written


def revocable(record: Record, command: Command, back_to: int) -> RevocableCommand | None:
    """The command that was just done, if the game lets it be taken back and its player has learned nothing by it.

    What the others have seen by it is the player's own loss.

    Args:
        record: The game.
        command: What was done last.
        back_to: Number of the last event before it.
    """
    if not completed(record.game).revocable(command):
        return None
    taught = any(player == command.by for player, _ in record.undoing(back_to).learned)
    return None if taught else RevocableCommand(command, back_to, record.written)
