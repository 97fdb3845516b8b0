"""What dice do, in words."""

import json
from collections.abc import Callable

from companion.referee.dice.json_lines import event_data
from companion.referee.dice.sources import FoundDie
from companion.texts import Language, say
from hardware.events import BatteryLevel, DieEvent, Disconnected, Discovered, Moved, Settled


def teller(
    show: Callable[[str], None], language: Language, since_s: float, *, as_json: bool
) -> Callable[[DieEvent], None]:
    """What shows each event as one line, for people or for programs.

    Args:
        show: Takes a line.
        language: Of the lines for people.
        since_s: When the listening began, on the sources' clock.
        as_json: Whether the lines are for programs.
    """

    def tell(event: DieEvent) -> None:
        data = json.dumps(event_data(event), ensure_ascii=False) if as_json else event_line(event, since_s, language)
        show(data)

    return tell


def event_line(event: DieEvent, since_s: float, language: Language) -> str:
    """An event in one line.

    Args:
        event: What happened.
        since_s: When the listening began, on the source's clock.
        language: Of the line.
    """
    return f"{event.at_s - since_s:8.2f}  {event.die}  {_words(event, language)}"


def _words(event: DieEvent, language: Language) -> str:
    key = f"dice.event.{event.tag}"
    more = ""
    values: dict[str, object] = {}
    match event:
        case Discovered():
            values = {"name": event.name, "kind": event.kind or say(language, "dice.kind_unknown")}
            more = "" if event.rssi_dbm is None else f", {event.rssi_dbm} dBm"
        case Settled():
            values = {"face": event.face, "percent": 100 * event.confidence}
        case Moved() if event.face is not None:
            key, values = f"{key}_to", {"face": event.face}
        case BatteryLevel():
            key, values = f"{key}_charging" if event.charging else key, {"percent": event.percent}
        case Disconnected():
            values = {"cause": say(language, f"dice.lost.{event.cause}"), "why": event.why}
        case _:
            pass
    return say(language, key, **values) + more


def list_lines(found: tuple[FoundDie, ...], language: Language) -> list[str]:
    """The dice in range, a line each."""
    if not found:
        return [say(language, "dice.none")]
    rows = [[die.die, die.name, die.kind or "?", _reach(die, language), *_numbers(die, language)] for die in found]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _reach(die: FoundDie, language: Language) -> str:
    if die.why:
        return say(language, f"dice.lost.{die.why}")
    return say(language, f"dice.reach.{die.reach.value}")


def _numbers(die: FoundDie, language: Language) -> tuple[str, str]:
    battery = "" if die.battery_percent is None else say(language, "dice.battery", percent=die.battery_percent)
    return ("" if die.rssi_dbm is None else f"{die.rssi_dbm} dBm", battery)
