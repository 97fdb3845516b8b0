"""What a rule refused, let pass against it: by all players together, or by a judge with a name."""

from dataclasses import replace

from companion.games.command import Command
from companion.games.common import Overrule
from companion.games.protocol import takes
from companion.referee.api.intents import SubmitCommand
from companion.referee.api.proposal import Proposal
from companion.referee.match.command_builder import NotOfferedError, UnfitError, UnseenError, filled, offered
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.strictness import overruling


class OverruleController:
    """Remembers what was refused last."""

    def __init__(self, gateway: CommandGateway) -> None:
        """Prepares.

        Args:
            gateway: Where intents are handed in.
        """
        self._gateway = gateway
        self._refused: SubmitCommand | None = None

    @property
    def possible(self) -> bool:
        """Whether there is something to let pass."""
        return self._refused is not None

    def refused(self, body: SubmitCommand | None) -> None:
        """Is told what was refused; None once something else was done."""
        self._refused = body if takes(self._gateway.match.record.game, Overrule) else None

    def submit(self, intent_id: str, reason: str) -> CommandRequest | None:
        """The intent that lets it pass; None where it is not on offer any more."""
        meant = self._command()
        self._refused = None
        if meant is None or not reason.strip():
            return None
        return CommandRequest(intent_id, overruling(meant, reason.strip()))

    def _command(self) -> Command | None:
        body, match = self._refused, self._gateway.match
        if body is None:
            return None
        values = {name: list(words) for name, words in body.values.items()}
        try:
            spec = offered(match.record.game.commands(match.shown, body.seat), body.kind, values)
            return filled(match.record.game, spec, values, self._gateway.surveyor)
        except (NotOfferedError, UnfitError, UnseenError):
            return None


def let_pass(each: Proposal, reason: str) -> Proposal:
    """A proposal that a rule forbids, with its last command let pass; those before it are given as they are."""
    return replace(each, steps=(*each.steps[:-1], overruling(each.steps[-1], reason)))
