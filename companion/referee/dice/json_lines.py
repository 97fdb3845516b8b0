"""What dice do as plain data for JSON, and back."""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hardware.events import (
    BatteryLevel,
    Cocked,
    Connected,
    DieEvent,
    Disconnected,
    Discovered,
    Evidence,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)

EVENTS: dict[str, type[DieEvent]] = {
    each.tag: each
    for each in (Discovered, Connected, RollStarted, Settled, Moved, Cocked, BatteryLevel, Disconnected, Reconnected)
}


def event_data(event: DieEvent) -> Mapping[str, Any]:
    """An event as plain data; evidence in base64."""
    data = {field.name: getattr(event, field.name) for field in fields(event)}
    evidence = data.get("evidence")
    if isinstance(evidence, Evidence):
        data["evidence"] = {"kind": evidence.kind.value, "base64": b64encode(evidence.data).decode("ascii")}
    return {"event": event.tag} | data


def event_of(data: Mapping[str, Any]) -> DieEvent:
    """The event that `event_data` made this of.

    Raises:
        ValueError: If it made it of none.
    """
    try:
        values = {name: value for name, value in data.items() if name != "event"}
        if (evidence := values.get("evidence")) is not None:
            kind, coded = EvidenceKind(evidence["kind"]), b64decode(evidence["base64"], validate=True)
            values["evidence"] = Evidence(kind, coded)
        return EVENTS[data["event"]](**values)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no event of a die: {error}") from error
