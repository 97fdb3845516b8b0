"""Damage, knock-outs and what follows from them (B-DMG, B-KO)."""

from collections.abc import Iterable

from companion.games.brawl.model.events import Damaged, KnockedOut, PoweredUp, Scored
from companion.games.brawl.resolution import Run


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
        # B-BASE-12, B-BASE-10: direct damage, in full
        run.emit(Damaged(piece=piece, amount=amount, cause=cause, why=why))
    knock_out(run, [piece for piece, _ in hurt], cause, is_own=why == "own_trap")


def knock_out(run: Run, pieces: Iterable[str], cause: str, *, is_own: bool = False) -> None:
    """Knocks out those of some champions whose damage has reached their health (B-KW-05, B-KO-05).

    Args:
        run: The command being decided.
        pieces: Who took damage.
        cause: The champion that dealt it.
        is_own: Whether it was a trap that the champion walked into.
    """
    out = [  # B-KO-01
        piece
        for piece in dict.fromkeys(pieces)
        if run.state.is_standing(piece) and run.state.champions[piece].damage >= run.state.values(piece).health
    ]
    for piece in out:
        run.emit(KnockedOut(piece=piece, cause=cause))
        # A trap that a champion walked into is its own doing (B-KO-19, reading of B-OPEN-17).
        if not is_own or run.state.setup.readings.own_trap_scores:
            # One point for each, to the other side, whoever did it (B-KO-03, B-KO-04, B-KO-14, B-KO-16, B-KO-18,
            # B-KO-21, B-REACT-08, B-TEAM-17).
            gains = run.state.other_side(run.state.side_of(piece))
            run.emit(Scored(side=gains, points=1, piece=piece))
    if run.state.setup.readings.power_up_at_once:  # else after the action (B-PWR-02)
        power_up(run)


def power_up(run: Run) -> None:
    """Turns the cards of those that have knocked out an enemy, and are there still (B-PWR-01, B-PWR-05, B-PWR-06)."""
    for piece in run.state.rising:
        if not run.state.champions[piece].powered:
            run.emit(PoweredUp(piece=piece))
