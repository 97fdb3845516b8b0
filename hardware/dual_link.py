"""Merges two connections of one die into one stream of events.

Our own die sends its data over its charging cable and over radio at the same time. It has an id on each connection, and
each of its rolls would be counted twice. Therefore only the connection that came first is used, until it is lost; then
the other one takes over.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from hardware.events import Cocked, Connected, DieEvent, Disconnected, Discovered, Reconnected, RollStarted, Settled

_WAYS: Final = ("own-ble:", "own-serial:")


def body_of(die: str) -> str:
    """Returns a key that is equal for all ids of one physical die, as far as ids show it."""
    for way in _WAYS:
        if die.startswith(way):
            return f"own:{die.removeprefix(way)}"
    return die


@dataclass(slots=True)
class _LinkState:
    """One id: its present state, and the state that has been reported."""

    seen: Discovered | None = None
    connected: bool = False
    told_seen: Discovered | None = None
    told_connected: bool = False
    told_lost: bool = False
    told_rolling: bool = False


class LinkFilter:
    """Filters events so that only one connection per die is active, and each id keeps the guarantees of a source."""

    def __init__(self, body_of: Callable[[str], str] = body_of) -> None:
        """Creates a filter.

        Args:
            body_of: Returns a key that is equal for all ids of one die.
        """
        self._body_of = body_of
        self._links: dict[str, dict[str, _LinkState]] = {}
        self._active: dict[str, str] = {}

    def hear(self, event: DieEvent) -> list[DieEvent]:
        """Processes one event of a source; returns the events to report because of it."""
        body = self._body_of(event.die)
        links = self._links.setdefault(body, {})
        link = links.setdefault(event.die, _LinkState())
        if isinstance(event, Discovered):
            link.seen = event
        elif isinstance(event, Connected | Reconnected | Disconnected):
            link.connected = not isinstance(event, Disconnected)
        active = self._active.setdefault(body, event.die)
        if active != event.die:
            if links[active].connected:
                return []
            if link.connected:
                self._active[body] = event.die
        told = _told(link, event)
        if isinstance(event, Disconnected):
            told += self._hand_over(body, event.at_s)
        return told

    def connected(self, source: str) -> list[str]:
        """Returns the ids of one source that are connected now, whether or not they are reported."""
        return [
            die
            for links in self._links.values()
            for die, link in links.items()
            if link.connected and die.startswith(source + ":")
        ]

    def _hand_over(self, body: str, at_s: float) -> list[DieEvent]:
        links = self._links[body]
        if links[self._active[body]].connected:
            return []
        for die, link in links.items():
            if link.connected:
                self._active[body] = die
                return _arrived(link, at_s)
        return []


def _told(link: _LinkState, event: DieEvent) -> list[DieEvent]:
    if isinstance(event, Connected | Reconnected):
        return _arrived(link, event.at_s)
    if link.told_lost:
        return []
    passes = link.told_connected
    match event:
        case Disconnected():
            passes = link.told_lost = link.told_seen is not None
            link.told_rolling = False
        case Discovered():
            passes, link.told_seen = True, event
        case Settled() | Cocked():
            passes, link.told_rolling = link.told_rolling, False
        case RollStarted():
            link.told_rolling = link.told_connected
        case _:
            pass
    return [event] if passes else []


def _arrived(link: _LinkState, at_s: float) -> list[DieEvent]:
    """Returns the events not yet reported of a die that is connected."""
    seen = link.seen
    if seen is None:
        return []
    told: list[DieEvent] = []
    if link.told_lost:
        told.append(Reconnected(seen.die, seen.source, at_s))
    if link.told_seen is None or replace(link.told_seen, at_s=at_s) != replace(seen, at_s=at_s):
        told.append(replace(seen, at_s=at_s))
    if not link.told_connected:
        told.append(Connected(seen.die, seen.source, at_s))
    link.told_seen, link.told_connected, link.told_lost = seen, True, False
    return told
