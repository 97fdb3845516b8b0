"""Merges two connections of one die into one stream of events.

Our own die sends its data over its charging cable and over radio at the same time. It has an id on each connection, and
each of its rolls would be counted twice. Therefore only the connection that came first is used, until it is lost; then
the other one takes over.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from hardware.events import Back, Cocked, Connected, DieEvent, Lost, Rolling, Seen, Settled

_WAYS: Final = ("own-ble:", "own-serial:")


def body_of(die: str) -> str:
    """Returns a key that is equal for all ids of one physical die, as far as ids show it."""
    for way in _WAYS:
        if die.startswith(way):
            return f"own:{die.removeprefix(way)}"
    return die


@dataclass(slots=True)
class _Voice:
    """One id: its present state, and the state that has been reported."""

    seen: Seen | None = None
    connected: bool = False
    told_seen: Seen | None = None
    told_connected: bool = False
    told_lost: bool = False
    told_rolling: bool = False


class OneVoice:
    """Filters events so that only one connection per die is active, and each id keeps the guarantees of a source."""

    def __init__(self, body_of: Callable[[str], str] = body_of) -> None:
        """Creates a filter.

        Args:
            body_of: Returns a key that is equal for all ids of one die.
        """
        self._body_of = body_of
        self._voices: dict[str, dict[str, _Voice]] = {}
        self._speaker: dict[str, str] = {}

    def hear(self, event: DieEvent) -> list[DieEvent]:
        """Processes one event of a source; returns the events to report because of it."""
        body = self._body_of(event.die)
        voices = self._voices.setdefault(body, {})
        voice = voices.setdefault(event.die, _Voice())
        if isinstance(event, Seen):
            voice.seen = event
        elif isinstance(event, Connected | Back | Lost):
            voice.connected = not isinstance(event, Lost)
        speaker = self._speaker.setdefault(body, event.die)
        if speaker != event.die:
            if voices[speaker].connected:
                return []
            if voice.connected:
                self._speaker[body] = event.die
        told = _told(voice, event)
        if isinstance(event, Lost):
            told += self._hand_over(body, event.at_s)
        return told

    def connected(self, source: str) -> list[str]:
        """Returns the ids of one source that are connected now, whether or not they are reported."""
        return [
            die
            for voices in self._voices.values()
            for die, voice in voices.items()
            if voice.connected and die.startswith(source + ":")
        ]

    def _hand_over(self, body: str, at_s: float) -> list[DieEvent]:
        voices = self._voices[body]
        if voices[self._speaker[body]].connected:
            return []
        for die, voice in voices.items():
            if voice.connected:
                self._speaker[body] = die
                return _arrived(voice, at_s)
        return []


def _told(voice: _Voice, event: DieEvent) -> list[DieEvent]:
    if isinstance(event, Connected | Back):
        return _arrived(voice, event.at_s)
    if voice.told_lost:
        return []
    passes = voice.told_connected
    match event:
        case Lost():
            passes = voice.told_lost = voice.told_seen is not None
            voice.told_rolling = False
        case Seen():
            passes, voice.told_seen = True, event
        case Settled() | Cocked():
            passes, voice.told_rolling = voice.told_rolling, False
        case Rolling():
            voice.told_rolling = voice.told_connected
        case _:
            pass
    return [event] if passes else []


def _arrived(voice: _Voice, at_s: float) -> list[DieEvent]:
    """Returns the events not yet reported of a die that is connected."""
    seen = voice.seen
    if seen is None:
        return []
    told: list[DieEvent] = []
    if voice.told_lost:
        told.append(Back(seen.die, seen.source, at_s))
    if voice.told_seen is None or replace(voice.told_seen, at_s=at_s) != replace(seen, at_s=at_s):
        told.append(replace(seen, at_s=at_s))
    if not voice.told_connected:
        told.append(Connected(seen.die, seen.source, at_s))
    voice.told_seen, voice.told_connected, voice.told_lost = seen, True, False
    return told
