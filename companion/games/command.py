"""What somebody wants, and what happened: the bases of all commands and events of all games."""

import msgspec

TABLE = "table"
"""Who acts when it is nobody's choice: shuffles, the clock, the referee itself."""

SPECTATOR = "spectator"
"""The viewer who knows only what is public."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """What somebody wants.

    Attributes:
        by: The player, or `TABLE`.
        rulings: What the table answered to questions that were too close to call, by the question's key.
    """

    by: str
    rulings: dict[str, bool] = {}


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """What happened."""
