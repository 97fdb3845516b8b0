"""Damage, knock-outs and what follows from them (B-DMG, B-KO)."""

from collections.abc import Iterable

from companion.games.brawl.engine.resolution import Run
from companion.games.brawl.model.events import Damaged, KnockedOut, PoweredUp, Scored


def deal(run: Run, pieces: Iterable[tuple[str, int]], cause: str, why: str = "direct") -> None:
    """Deals damage to champions at the same moment, then sees who is knocked out (B-DMG-04).

    Args:
        run: The command being decided.
        pieces: Whom, and how much each; whoever is not on the arena takes none (B-KO-07).
        cause: The champion that deals it; empty for none.
        why: For the log.
    """
    hurt = [(piece, amount) for piece, amount in pieces if amount > 0 and run.state.is_standing(piece)]
    for piece, amount in hurt:
        run.emit(Damaged(piece=piece, amount=amount, cause=cause, why=why))
    knock_out(run, [piece for piece, _ in hurt], cause, is_own=why == "own_trap")


def knock_out(run: Run, pieces: Iterable[str], cause: str, *, is_own: bool = False) -> None:
    """Knocks out those of some champions whose damage has reached their health (B-KO-01, B-KO-05).

    Args:
        run: The command being decided.
        pieces: Who took damage.
        cause: The champion that dealt it.
        is_own: Whether it was a trap that the champion walked into.
    """
    out = [
        piece
        for piece in dict.fromkeys(pieces)
        if run.state.is_standing(piece) and run.state.champions[piece].damage >= run.state.values(piece).health
    ]
    for piece in out:
        run.emit(KnockedOut(piece=piece, cause=cause))
        if not is_own or run.state.setup.readings.own_trap_scores:
            gains = run.state.other_side(run.state.side_of(piece))
            run.emit(Scored(side=gains, points=1, piece=piece))
    if run.state.setup.readings.power_up_at_once:
        power_up(run)


def power_up(run: Run) -> None:
    """Turns the cards of those that have knocked out an enemy (B-PWR-01, B-PWR-05)."""
    for piece in run.state.rising:
        if run.state.is_standing(piece) and not run.state.champions[piece].powered:
            run.emit(PoweredUp(piece=piece))
