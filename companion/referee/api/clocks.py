"""The clocks of a game, as screens are given them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatTime:
    """A player's clock.

    Attributes:
        seat: Whose.
        used_s: Time used, at `ClockState.as_of_s`.
        running: Whether it runs.
    """

    seat: str
    used_s: float
    running: bool = False


@dataclass(frozen=True, slots=True)
class ClockState:
    """Both clocks at one moment; a screen counts on by itself, so that nothing need be told every second.

    Attributes:
        as_of_s: When this was, on the core's monotonic clock (`time.monotonic`).
        used_s: How long the game has lasted, pauses apart; 0 before its first turn.
        running: Whether the game's clock runs.
        seats: The players' clocks, in the order of their seats; only one runs at a time.
        limit_s: How long the game may last; None for no limit.
        each_s: How long each player may think; None for no limit.
        paused: Whether the players have stopped all clocks.
        asked: Whether the clocks stand because a question is open to the table.
        up: Whether the time is over, and the game ends as soon as what is under way is resolved.
    """

    as_of_s: float = 0.0
    used_s: float = 0.0
    running: bool = False
    seats: tuple[SeatTime, ...] = ()
    limit_s: float | None = None
    each_s: float | None = None
    paused: bool = False
    asked: bool = False
    up: bool = False

    def used_at(self, now_s: float) -> float:
        """How long the game has lasted at some later moment."""
        return self.used_s + (max(0.0, now_s - self.as_of_s) if self.running else 0.0)

    def left_at(self, now_s: float) -> float | None:
        """How much of the game's time is left, negative once it is over; None without a limit."""
        return None if self.limit_s is None else self.limit_s - self.used_at(now_s)

    def seat_used_at(self, seat: str, now_s: float) -> float:
        """How much time a player has used at some later moment.

        Raises:
            KeyError: If nobody sits there.
        """
        own = {each.seat: each for each in self.seats}[seat]
        return own.used_s + (max(0.0, now_s - self.as_of_s) if own.running else 0.0)

    def seat_left_at(self, seat: str, now_s: float) -> float | None:
        """How much of a player's time is left, negative once it is over; None without a limit."""
        return None if self.each_s is None else self.each_s - self.seat_used_at(seat, now_s)
