"""A Scenario: Landmark tokens, how they are placed and moved, and what that gives (W-SCEN, W-SC4)."""

import msgspec

from companion.geometry.grid import Cell


class Scenario(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands on a Scenario card; it may be played on any map for two (W-SCEN-03, W-SCEN-04, W-SCEN-10).

    Attributes:
        key: Stable name.
        names: By language.
        tokens: Landmark tokens of each player.
        near: They are placed within so many hexes of the own Deployment Zone, but not in it (W-SC4-07).
        apart: Whether no two may be placed on adjacent hexes (W-SCEN-05).
        lines: Whether each player may place one at most on a line of hexes along the own side (W-SCEN-05).
        steps: Hexes that a player may move one own token in the own turn (W-SC4-01); 0 for none.
        points: VP for a token that comes into an opponent's Deployment Zone (W-SC4-05).
        wins: Whether all own tokens there win the game at once (W-SC4-06).
        held: VP at the end of the own turn for each opponent's token on whose hex an own creature stands; of ours.
    """

    key: str
    names: dict[str, str] = {}
    tokens: int
    near: int = 1
    apart: bool = False
    lines: bool = False
    steps: int = 0
    points: int = 0
    wins: bool = False
    held: int = 0


class LandmarkToken(msgspec.Struct, frozen=True, kw_only=True):
    """A Landmark token on a hex; its sides show whose it is (W-SC4-08).

    Attributes:
        id: Stable name, such as `A:landmark-1`.
        player: Whose it is.
        cell: Where it lies.
    """

    id: str
    player: str
    cell: Cell
