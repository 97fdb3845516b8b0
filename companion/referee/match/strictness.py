"""What a referee that only keeps the score makes of a command that breaks a rule."""

import msgspec

from companion.games.command import TABLE, Command
from companion.games.common import Overrule
from companion.games.verdicts.reasons import SCOREKEEPER


class Enforcement:
    """What the table has agreed to accept.

    Attributes:
        keeps_score_only: Whether players may do what rules forbid; what they do stands on the record as an overruling.
        takes_typed_faces: Whether a roll may be answered with faces that a person enters.
    """

    def __init__(self) -> None:
        self.keeps_score_only = False
        self.takes_typed_faces = True

    def instead(self, command: Command) -> Command | None:
        """The command that is done in place of one that a rule forbids; None where it is refused."""
        return lenient(command) if self.keeps_score_only else None


def lenient(command: Command) -> Command | None:
    """The command by which a refused one is written down all the same; None where that has no meaning.

    It stands on the record as an overruling, with the rules that it passed over, and replays as what it is.
    """
    return None if command.by == TABLE else overruling(command, SCOREKEEPER)


def overruling(command: Command, reason: str) -> Command:
    """The command that lets another one pass, whatever the rules say."""
    coded = msgspec.json.encode(command, order="deterministic").decode()
    return Overrule(by=TABLE, command=coded, reason=reason)
