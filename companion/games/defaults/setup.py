"""What a game begins with that needs no more than its players; a game's own setup may begin with it.

Names of fields stand in records and never change.
"""

import msgspec


class PlainSeat(msgspec.Struct, frozen=True):
    """A player.

    Attributes:
        id: Stable name, such as `A`.
        name: What the player is called.
        side: The edge of the mat that is theirs, as `SeatPlan` has it.
        team: Of allies; empty for one who plays alone.
    """

    id: str
    name: str
    side: str = ""
    team: str = ""


class PlainSetup(msgspec.Struct, frozen=True):
    """What a game begins with.

    Attributes:
        seats: The players, in clockwise order.
        seed_hash: Of the seed that shuffles; empty for none.
        mat_mm: Width and height of the mat.
    """

    seats: tuple[PlainSeat, ...]
    seed_hash: str = ""
    mat_mm: tuple[float, float] = (600.0, 600.0)
