"""Clocks counted: the game's, and the one of whoever must act. Pure; moments come from outside."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.games.command import SPECTATOR
from companion.referee.match.match import Match


@dataclass(frozen=True, slots=True)
class RunningClocks:
    """Which clocks run.

    Attributes:
        game: Whether the game's does.
        seat: Whose runs beside it; empty for nobody's.
        asked: Whether they stand because a question is open to the table.
    """

    game: bool = False
    seat: str = ""
    asked: bool = False


def run_of(match: Match) -> RunningClocks:
    """Which clocks run as the game stands, unless the players stop them.

    None before the first turn and after the end, and none while all must answer a question. The game's alone while
    everybody waits where a hidden card might be met: whose time that is would tell who has one. Else also that of the
    only player who owes something, as far as everybody may know, or of the one whose turn it is.
    """
    state, tally = match.shown, match.record.game.tally
    turn = tally.turn(state)
    if not turn.number or tally.outcome(state) is not None:
        return RunningClocks()
    if tally.asks_all(state):
        return RunningClocks(asked=True)
    if match.pause_left_s is not None:
        return RunningClocks(game=True)
    owing = tally.waiting_for(state, match.view(SPECTATOR))
    return RunningClocks(game=True, seat=owing[0] if len(owing) == 1 else turn.player)


@dataclass(frozen=True, slots=True)
class GameClock:
    """Time used, up to a moment, and what runs from there on.

    Attributes:
        as_of_s: That moment, on a monotonic clock.
        used_s: How long the game has lasted.
        seats_s: What each player has used.
        run: Which clocks run.
    """

    as_of_s: float
    used_s: float = 0.0
    seats_s: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    run: RunningClocks = field(default_factory=RunningClocks)

    def at(self, now_s: float) -> "GameClock":
        """A copy, counted up to a later moment."""
        passed_s = max(0.0, now_s - self.as_of_s)
        if not passed_s:
            return self
        seats_s = dict(self.seats_s)
        if self.run.seat:
            seats_s[self.run.seat] = seats_s.get(self.run.seat, 0.0) + passed_s
        used_s = self.used_s + passed_s if self.run.game else self.used_s
        return replace(self, as_of_s=now_s, used_s=used_s, seats_s=MappingProxyType(seats_s))
