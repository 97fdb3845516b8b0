"""Points that the texts of the rules leave open, and how this game reads them (S-OPEN).

Each is a value in `Rules`, with the catalogue's reading as its default; players may choose otherwise for one game, and
screens show what was chosen.
"""

from collections.abc import Mapping
from functools import reduce
from typing import Any

import msgspec

from companion.games.signum.model.editions import AXE, BULLSEYE, SHIELD, Rules, rules_for

OPEN: Mapping[str, tuple[str, bool]] = {
    "switches.sight_from": ("S-OPEN-78", True),
    "switches.sight_lines": ("S-OPEN-78", True),
    "switches.cards_inside": ("S-OPEN-77", True),
    "faces.throwing": ("S-OPEN-01", True),
    "faces.secret_entrance": ("S-OPEN-02", True),
    "switches.strike_faces": ("S-OPEN-03", True),
    "switches.strike_back": ("S-OPEN-03", True),
    "switches.tactic_turns": ("S-OPEN-07", False),
    "numbers.copies_of_support": ("S-OPEN-09", False),
    "switches.missed_draw_pays": ("S-OPEN-12", False),
    "switches.difficult_holds": ("S-OPEN-15", False),
    "switches.cover_dice": ("S-OPEN-16", False),
    "switches.flight_ends_on": ("S-OPEN-17", False),
    "switches.stealth_backstabs": ("S-OPEN-18", False),
    "switches.stealth_lost_by_run": ("S-OPEN-19", False),
    "switches.all_defence_after": ("S-OPEN-24", False),
    "switches.minus_from_attacks": ("S-OPEN-29", True),
    "switches.buckshot_needs_success": ("S-OPEN-30", False),
    "switches.sniper_rerolls": ("S-OPEN-31", False),
    "switches.hammerblow": ("S-OPEN-33", True),
    "switches.contract_at": ("S-OPEN-36", False),
    "switches.regeneration": ("S-OPEN-39", False),
    "switches.tie_break": ("S-OPEN-42", True),
}
"""Of every open value: its point in the catalogue, and whether the catalogue's reading is of low confidence."""


CHOICES: Mapping[str, tuple[Any, ...]] = {
    "switches.sight_from": ("base", "centre"),
    "switches.sight_lines": ("passage", "grazing"),
    "switches.cards_inside": (False, True),
    "switches.minus_from_attacks": ("per_attack", "per_hit"),
    "switches.hammerblow": ("every_attack_die", "attacking"),
    "switches.strike_faces": ("of_melee", "of_magical_shot"),
    "switches.strike_back": (True, False),
    "switches.missed_draw_pays": ("each_opponent", "next_opponent"),
    "switches.all_defence_after": ("any_attack", "other_attackers"),
    "switches.tactic_turns": ("opponent", "both"),
    "switches.cover_dice": ("per_hit", "single"),
    "switches.flight_ends_on": ("on", "in_contact"),
    "switches.difficult_holds": (False, True),
    "switches.stealth_backstabs": (True, False),
    "switches.stealth_lost_by_run": (False, True),
    "switches.buckshot_needs_success": (True, False),
    "switches.sniper_rerolls": (True, False),
    "switches.contract_at": ("activation", "phase"),
    "switches.regeneration": ("dice", "points"),
    "switches.tie_break": ("sum", "one_after_the_other"),
    "numbers.copies_of_support": (None, 2),
    "faces.throwing": ((BULLSEYE, AXE), (AXE, SHIELD)),
    "faces.secret_entrance": ((AXE, SHIELD), (BULLSEYE, AXE)),
}
"""What tables choose between before a game, of each point that they read differently."""


class PointReading(msgspec.Struct, frozen=True, kw_only=True):
    """How this game reads an open point.

    Attributes:
        path: Where it stands in `Rules`, such as `faces.throwing`.
        point: The open point, such as `S-OPEN-01`.
        value: What was chosen.
        default: What the catalogue proposes for the edition.
        doubtful: Whether the catalogue itself is unsure.
    """

    path: str
    point: str
    value: str
    default: str
    doubtful: bool

    @property
    def changed(self) -> bool:
        """Whether the players chose otherwise."""
        return self.value != self.default


def readings(rules: Rules) -> tuple[PointReading, ...]:
    """How a game reads every open point."""
    proposed = rules_for(rules.edition)
    return tuple(
        PointReading(
            path=path,
            point=point,
            value=word_of(value_at(rules, path)),
            default=word_of(value_at(proposed, path)),
            doubtful=doubtful,
        )
        for path, (point, doubtful) in OPEN.items()
    )


def with_readings(rules: Rules, chosen: Mapping[str, object]) -> Rules:
    """Rules with values chosen otherwise.

    Args:
        rules: The rules.
        chosen: Values by path; any value of `Rules.faces`, `Rules.numbers` or `Rules.switches` may be named.

    Raises:
        ValueError: If a path names nothing, or a value is not what may stand there; it says what may.
    """
    for path, value in chosen.items():
        part, _, name = path.partition(".")
        if part not in ("faces", "numbers", "switches") or name not in getattr(rules, part).__struct_fields__:
            raise ValueError(f"{path!r} is no value of the rules; see the open points for those that may be chosen")
        known = msgspec.to_builtins(getattr(rules, part))
        try:
            changed = msgspec.convert({**known, name: value}, type=type(getattr(rules, part)))
        except msgspec.ValidationError as error:
            raise ValueError(f"{path}: {error}") from error
        rules = msgspec.structs.replace(rules, **{part: changed})
    return rules


def value_at(rules: Rules, path: str) -> Any:  # noqa: ANN401 (values of many types)
    """What stands at a path of the rules."""
    return reduce(getattr, path.split("."), rules)


def word_of(value: object) -> str:
    """A value as screens and files name it; several are parted by commas."""
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
