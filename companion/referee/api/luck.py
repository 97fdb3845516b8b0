"""How dice and players fared this evening, in numbers and in words."""

from dataclasses import dataclass

from hardware.fairness import Fairness


@dataclass(frozen=True, slots=True)
class LuckEntry:
    """The luck of one player, or the fairness of one die.

    Attributes:
        who: Seat of the player, or id of the die.
        name: What they are called.
        kind: What was counted: `d6` by numbers, `symbols` where only symbols are known, numbered from 1 as the
            game has them.
        fairness: Counts and what may be said of them.
        labels: What each face of `fairness.counts` is called, in their order.
        sentences: What the numbers mean, in the reader's language.
    """

    who: str
    name: str
    kind: str
    fairness: Fairness
    labels: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Luck:
    """Everybody's.

    Attributes:
        players: In the order of their seats; whoever rolled nothing is left out.
        dice: By id; ordinary dice that people typed in are none.
    """

    players: tuple[LuckEntry, ...] = ()
    dice: tuple[LuckEntry, ...] = ()
