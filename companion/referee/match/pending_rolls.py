"""What the game asks for now: the occasion, and the rolls, each with a name that tells one occasion from the next."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.prompt import CommandSpec, Faces, Prompt, is_rolled_by_each
from companion.games.protocol import Game
from companion.games.shelf import missing_dice
from companion.record.record import Record
from companion.referee.match.match import Match

OCCASION = "occasion"
"""Field of an intent that says which question it answers, where a page knows: the next one may look just like it."""


@dataclass(frozen=True, slots=True, eq=False)
class PendingRoll:
    """A roll that the game asks for; equal only to itself.

    Attributes:
        key: The same as long as it is the same roll, also after a restart; another for the next one alike.
        seat: Who owes it.
        count: How many faces it takes.
        prompt: What the game asks.
        spec: The command that answers it.
        numbers: Whether the number on the die counts, not what it stands for in the game.
        together: Whether it is answered by one command with the rolls of all others who owe it.
        kind: Of a pool of several kinds of dice, the kind that is thrown here, by its name among the game's dice; its
            command is answered once all kinds are there. Empty in a game with one kind of die.
    """

    key: str
    seat: str
    count: int
    prompt: Prompt
    spec: CommandSpec
    numbers: bool = False
    together: bool = False
    kind: str = ""


def owed_rolls(match: Match) -> tuple[PendingRoll, ...] | None:
    """The rolls that are owed; None while everybody waits, for what is asked is not settled then."""
    if match.pause_left_s is not None:
        return None
    found: list[PendingRoll] = []
    for prompt in match.record.game.prompts(match.record.state):
        when = _since(match.record, prompt)
        for spec in prompt.specs:
            if is_rolled_by_each(spec):
                found += (
                    PendingRoll(f"{when}:{seat}:1", seat, 1, prompt, spec, numbers=True, together=True)
                    for seat in prompt.to
                )
            for field in spec.fields.values():
                if isinstance(field, Faces) and not missing_dice(match.record.game.shelf, field):
                    found += _of_field(when, field, prompt, spec)
    return tuple(found)


def dice_lacking(game: Game[Any], state: Any) -> tuple[str, ...]:  # noqa: ANN401 (the game's own state)
    """Kinds of dice that a game asks for now and does not have: a mistake in the game, whose rolls are not owed."""
    fields = (field for prompt in game.prompts(state) for spec in prompt.specs for field in spec.fields.values())
    missing = (kind for field in fields if isinstance(field, Faces) for kind in missing_dice(game.shelf, field))
    return tuple(dict.fromkeys(missing))


def _of_field(when: int, field: Faces, prompt: Prompt, spec: CommandSpec) -> Iterator[PendingRoll]:
    """One roll; of a pool one for each kind of die in it."""
    if not field.dice:
        yield PendingRoll(f"{when}:{spec.by}:{field.count}", spec.by, field.count, prompt, spec)
    for kind, count in Counter(die.kind for die in field.dice).items():
        yield PendingRoll(f"{when}:{spec.by}:{count}:{kind}", spec.by, count, prompt, spec, kind=kind)


def occasion(record: Record, seat: str) -> int:
    """Number of the event that led to what a player is asked now, or to what anybody is asked if that is nothing.

    What players do meanwhile by hand does not change it.
    """
    asked = [prompt for prompt in record.game.prompts(record.state) if seat in prompt.to]
    return max((_since(record, prompt) for prompt in asked), default=_since(record, None))


def _since(record: Record, prompt: Prompt | None) -> int:
    leads_on = record.game.leads_on
    return next((number for number in reversed(record.counting) if leads_on(record.event(number), prompt)), 0)
