"""The match table (W-TM-01 to -10)."""

from typing import Literal

import msgspec

CHAMPION, ROYAL = "champion", "royal"


class Row(msgspec.Struct, frozen=True):
    """A row of the match table.

    Attributes:
        rule: Id of the rule.
        map: Who chooses the map; chance where that is nobody's.
        scenario: Who chooses the Scenario card; `none` where none is used.
        first: Who says which player is first and where; empty for the base rules.
        goal: VP that end the match.
        feats_only: Whether only Feats in the Hall of Fame count as VP (W-TM-09).
    """

    rule: str
    map: Literal["leader", "trailer", "chance"]
    scenario: Literal["trailer", "chance", "none"]
    first: Literal["trailer", ""]
    goal: int
    feats_only: bool = False


ROWS = {
    1: Row("W-TM-01", "chance", "chance", "", 8),  # reading of W-OPEN-44
    2: Row("W-TM-02", "leader", "trailer", "trailer", 10),
    3: Row("W-TM-03", "leader", "trailer", "trailer", 10),
    4: Row("W-TM-04", "leader", "trailer", "trailer", 12),
    5: Row("W-TM-05", "leader", "trailer", "trailer", 12),
    6: Row("W-TM-06", "leader", "trailer", "trailer", 12),
    7: Row("W-TM-07", "trailer", "none", "", 12, feats_only=True),
}
MATCHES = {CHAMPION: (1, 3, 4, 5, 7), ROYAL: (1, 2, 3, 4, 5, 6, 7)}
"""Rows that are played (W-TRN-16, W-TRN-17)."""
