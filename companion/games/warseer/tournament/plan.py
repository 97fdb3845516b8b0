"""What a Tournament is played by: coins, prices and scenarios, in a TOML file.

The rule book shows the coins of a match and the prices of Characters as pictures only (W-DATA-37, W-DATA-43); players
write theirs into such a file. One with figures of our own comes with the game.
"""

from collections.abc import Iterator
from functools import cache
from importlib import resources

import msgspec

from companion.games.campaign import CampaignError
from companion.games.warseer.model.card_kinds import Rank
from companion.games.warseer.tournament.match_table import ROWS

SCHEMA = 1
MAX_COINS = 999
MAX_SCENARIOS = 10
"""Cards of the Scenario deck (W-SCEN-01)."""
HERO_VP = (0, 6)
DOUBLE = "double"
"""Ends the name of a double rank among the prices, such as `gold_double` (W-CARD-29)."""


class PlanError(CampaignError):
    """A plan that cannot be played by; its text is one sentence for people."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a Tournament is played by.

    Attributes:
        schema: Of the file.
        names: By language.
        coins: Dragon Coins that each player receives, by the row of the match table (W-TRN-20).
        prices: Of a Character, by its rank; `gold_double` for one of a double rank (W-INJ-02).
        recovery: Price of recovering an injured Character, likewise (W-INJ-12).
        scenarios: The Scenario deck, by name (W-TRN-15); empty for a Tournament without Scenario cards.
        row7_hero_vp: VP for the enemy's Hero in row 7: 0, or 6 (W-OPEN-45).
    """

    schema: int
    names: dict[str, str]
    coins: dict[str, int]
    prices: dict[str, int]
    recovery: dict[str, int]
    scenarios: tuple[str, ...] = ()
    row7_hero_vp: int = 0

    def coins_of(self, row: int) -> int:
        """Dragon Coins of a row."""
        return self.coins[str(row)]


@cache
def shipped_plan() -> Plan:
    """The plan with figures of our own."""
    return plan_of(resources.files("companion.games.warseer.tournament").joinpath("plans/emberfall.toml").read_bytes())


def plan_of(written: bytes) -> Plan:
    """A plan as its file writes it.

    Raises:
        PlanError: If it is none, or figures are missing.
    """
    try:
        plan = msgspec.toml.decode(written, type=Plan)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"this is no plan of a Tournament: {error}") from error
    if wrong := next(_mistakes(plan), ""):
        raise PlanError(wrong)
    return plan


def _mistakes(plan: Plan) -> Iterator[str]:
    """What is wrong with a plan, a sentence each."""
    if plan.schema != SCHEMA:
        yield f"this program reads plans of schema {SCHEMA}, not {plan.schema}"
    for row in ROWS:
        if str(row) not in plan.coins:
            yield f"the plan names no coins for row {row}; write [coins] with a line for each of 1 to 7"
    for rank in Rank:
        for named, prices in (("prices", plan.prices), ("recovery", plan.recovery)):
            if rank.value not in prices:
                yield f"the plan has no price for rank {rank.value} in [{named}]"
    if not all(
        0 <= each <= MAX_COINS for each in (*plan.coins.values(), *plan.prices.values(), *plan.recovery.values())
    ):
        yield f"coins and prices are whole numbers from 0 to {MAX_COINS}"
    if plan.row7_hero_vp not in HERO_VP:
        yield f"row7_hero_vp is {HERO_VP[0]} or {HERO_VP[1]}, not {plan.row7_hero_vp}"
    yield from _of_scenarios(plan)


def _of_scenarios(plan: Plan) -> Iterator[str]:
    if len(plan.scenarios) > MAX_SCENARIOS:
        yield f"the Scenario deck has {MAX_SCENARIOS} cards, not {len(plan.scenarios)}"
    if len(set(plan.scenarios)) < len(plan.scenarios):
        yield "each Scenario card is in the deck once"
