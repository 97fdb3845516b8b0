"""What a referee that only keeps the score makes of a command that breaks a rule."""

import msgspec

from companion.games.protocol import TABLE, Command
from companion.games.signum.commands import Overrule
from companion.games.signum.phrases import SCOREKEEPER


def lenient(command: Command) -> Command | None:
    """The command by which a refused one is written down all the same; None where that has no meaning.

    It stands on the record as an overruling, with the rules that it passed over, and replays as what it is.
    """
    if command.by == TABLE:
        return None
    coded = msgspec.json.encode(command, order="deterministic").decode()
    return Overrule(by=TABLE, command=coded, reason=SCOREKEEPER)
