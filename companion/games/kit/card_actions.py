"""What can be done with one card of a player's own: the commands on offer that take it, with that card chosen."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.display.actions import Action
from companion.games.prompt import CommandSpec, Pick


def actions_with(specs: Iterable[CommandSpec], card: str, field: str) -> tuple[Action, ...]:
    """Each command that takes the card, as if no other could be chosen.

    Args:
        specs: What is on offer.
        card: Id of the card.
        field: Name of the field that takes one card.
    """
    only = Pick(options=(card,))
    return tuple(
        Action(replace(spec, fields={**spec.fields, field: only}))
        for spec in specs
        if isinstance(taken := spec.fields.get(field), Pick) and card in taken.options
    )
