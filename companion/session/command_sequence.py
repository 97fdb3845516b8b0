"""Gives the commands of a confirmed proposal one after the other, and remembers what is still to follow."""

from collections.abc import Callable

from companion.games.board import Role
from companion.games.command import Command
from companion.geometry import MatPoint
from companion.referee.api.proposal import Proposal
from companion.referee.match.command_request import Answer, CommandDone, CommandRequest
from companion.referee.match.match import Match


class CommandSequence:
    """Carries out proposals in one match."""

    def __init__(self, match: Match) -> None:
        """Prepares.

        Args:
            match: Where the commands are given.
        """
        self._match = match
        self._agreed: tuple[str, MatPoint | None] | None = None
        self._counter = 0

    def agreed_to(self, each: Proposal, rests: MatPoint | None) -> bool:
        """Whether a move was confirmed already, with an activation that asked something first.

        Args:
            each: What is proposed now.
            rests: From where its model counts as moved.
        """
        return self._agreed == (each.base, rests) and each.possible and each.role is Role.MOVE

    def carry(
        self,
        each: Proposal,
        rests: MatPoint | None,
        answered: Callable[[Answer], None],
        follows: Command | None = None,
    ) -> None:
        """Gives its commands; where one asks something first, what follows is proposed anew and is agreed to.

        Args:
            each: What is to be done.
            rests: From where its model counts as moved.
            answered: Told of the last answer, or of the first that is not yes.
            follows: What follows it; in a pause for hidden cards after that, but not where something is asked openly.
        """
        steps = each.steps if follows is None else (*each.steps, follows)
        self._counter += 1
        self._agreed = None
        name = f"mat/{each.id}/{self._match.record.written}/{self._counter}"

        def give(number: int) -> None:
            self._match.submit(CommandRequest(f"{name}/{number}", steps[number], lambda answer: after(number, answer)))

        def after(number: int, answer: Answer) -> None:
            done, more = isinstance(answer, CommandDone), number + 1 < len(each.steps)
            asks = self._asks()
            if done and ((more and asks) or each.role is Role.BEGIN):
                self._agreed = (each.base, rests)
            waits = self._match.pause_left_s is not None and not more
            if done and number + 1 < len(steps) and (waits or not asks):
                give(number + 1)
            else:
                answered(answer)

        give(0)

    def _asks(self) -> bool:
        """Whether something comes before the next command."""
        record = self._match.record
        return not record.game.board.is_free(record.state) or self._match.pause_left_s is not None
