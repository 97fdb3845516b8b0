"""What a rule refused, let pass against it: by all players together, or by a judge with a name."""

from dataclasses import replace

from companion.games.command import Command
from companion.games.common import Overrule
from companion.games.protocol import takes
from companion.referee.api.intents import Act
from companion.referee.api.proposal import Proposal
from companion.referee.match.command_builder import NotOfferedError, UnfitError, UnseenError, filled, offered
from companion.referee.match.desk import Desk
from companion.referee.match.match import Wish
from companion.referee.match.strictness import overruling


class Overruling:
    """Remembers what was refused last."""

    def __init__(self, desk: Desk) -> None:
        """Prepares.

        Args:
            desk: Where wishes are handed in.
        """
        self._desk = desk
        self._refused: Act | None = None

    @property
    def possible(self) -> bool:
        """Whether there is something to let pass."""
        return self._refused is not None

    def refused(self, ask: Act | None) -> None:
        """Is told what was refused; None once something else was done."""
        self._refused = ask if takes(self._desk.match.record.game, Overrule) else None

    def wish(self, wish: str, reason: str) -> Wish | None:
        """The wish that lets it pass; None where it is not on offer any more."""
        meant = self._command()
        self._refused = None
        if meant is None or not reason.strip():
            return None
        return Wish(wish, overruling(meant, reason.strip()))

    def _command(self) -> Command | None:
        ask, match = self._refused, self._desk.match
        if ask is None:
            return None
        values = {name: list(words) for name, words in ask.values.items()}
        try:
            spec = offered(match.record.game.commands(match.shown, ask.seat), ask.kind, values)
            return filled(match.record.game, spec, values, self._desk.surveyor)
        except (NotOfferedError, UnfitError, UnseenError):
            return None


def let_pass(each: Proposal, reason: str) -> Proposal:
    """A proposal that a rule forbids, with its last command let pass; those before it are given as they are."""
    return replace(each, steps=(*each.steps[:-1], overruling(each.steps[-1], reason)))
