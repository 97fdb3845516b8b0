"""Short sounds for what is asked, refused or lost from sight, and for fights that end. Silent without loudspeakers."""

import logging
import math
import os
import struct
import sys
import tempfile
import wave
from enum import StrEnum
from pathlib import Path

from kivy.core.audio import Sound, SoundLoader

from companion.referee import GameScreen, View
from companion.tablet.look.choices import Volume

log = logging.getLogger(__name__)

RATE_HZ = 22050
LOUDNESS = 0.25
FADE_S = 0.02
VOLUMES = {Volume.QUIET: 0.3, Volume.USUAL: 0.65, Volume.LOUD: 1.0}
"""Share of `LOUDNESS`, by what the player chose."""


class Cue(StrEnum):
    """What a sound tells."""

    ASKED = "asked"
    REFUSED = "refused"
    BLIND = "blind"
    RESULT = "result"


TONES: dict[Cue, tuple[tuple[float, float], ...]] = {
    Cue.ASKED: ((660.0, 0.09), (880.0, 0.12)),
    Cue.REFUSED: ((330.0, 0.12), (247.0, 0.18)),
    Cue.RESULT: ((392.0, 0.08), (262.0, 0.16)),
    Cue.BLIND: ((440.0, 0.15), (440.0, 0.15), (330.0, 0.25)),
}
"""Frequency in Hz and length in seconds of each tone; no two cues go the same way."""


class Listener:
    """Hears from view to view what deserves a sound."""

    def __init__(self) -> None:
        self._asked: frozenset[tuple[str, str]] | None = None
        self._said: object = None
        self._blind: bool | None = None
        self._ended: tuple[object, ...] | None = None

    def hears(self, view: View) -> Cue | None:
        """What this view tells that the one before did not; the first view tells nothing."""
        play = view.play
        asked = self._asked if play is None else frozenset((seat, "") for seat in _waited_for(view))
        said = None if play is None else play.said
        ended = self._ended if play is None else _ended_in(play)
        before_ended, self._ended = self._ended, ended
        before, self._asked, self._said, self._blind = (
            (self._asked, self._said, self._blind),
            asked,
            said,
            view.health.blind,
        )
        if before[2] is not None and view.health.blind and not before[2]:
            return Cue.BLIND
        if play is not None and play.said is not None and play.said is not before[1] and not play.said.granted:
            return None if play.said.waits else Cue.REFUSED
        if before_ended is not None and ended and ended != before_ended:
            return Cue.RESULT
        if before[0] is not None and asked is not None and asked - before[0]:
            return Cue.ASKED
        return None


def _waited_for(view: View) -> tuple[str, ...]:
    """Who owes something, as far as everybody may know."""
    return () if view.play is None else view.play.shown.sheet.waiting_for


def _ended_in(play: GameScreen) -> tuple[object, ...]:
    """What tells fights that have ended apart, in whatever language they are shown."""
    over = (each for each in play.results if each.over)
    return tuple((each.source_at, *((one.at, one.wounds) for one in each.struck)) for each in over)


class Sounds:
    """Makes the sounds; each is prepared when it is needed first."""

    def __init__(self) -> None:
        self._ready: dict[Cue, Sound | None] = {}

    def play(self, cue: Cue, volume: Volume = Volume.USUAL) -> None:
        """Makes a sound, where there is a way to."""
        if cue not in self._ready:
            self._ready[cue] = _loaded(cue)
        sound = self._ready[cue]
        if sound is not None:
            sound.volume = VOLUMES[volume]
            sound.play()


def _loaded(cue: Cue) -> Sound | None:
    if not _is_heard():
        return None
    path = Path(tempfile.mkdtemp(prefix="companion-")) / f"{cue.value}.wav"
    try:
        _write(path, TONES[cue])
        return SoundLoader.load(str(path))
    except Exception:  # whatever the machine's audio says, the game goes on without
        log.info("no_sound", exc_info=True)
        return None
    finally:
        path.unlink(missing_ok=True)
        path.parent.rmdir()


def _is_heard() -> bool:
    """Whether there may be a loudspeaker: where there is none, the system's libraries complain aloud when asked."""
    if sys.platform != "linux":
        return True
    served = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere")) / "pulse"
    return Path("/dev/snd").exists() or served.exists() or "PULSE_SERVER" in os.environ


def _write(path: Path, tones: tuple[tuple[float, float], ...]) -> None:
    samples = [value for hertz, length_s in tones for value in _tone(hertz, length_s)]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(b"".join(struct.pack("<h", round(32767 * LOUDNESS * value)) for value in samples))


def _tone(hertz: float, length_s: float) -> list[float]:
    """A sine that comes and goes softly."""
    count = round(RATE_HZ * length_s)
    return [
        math.sin(math.tau * hertz * at / RATE_HZ) * min(1.0, at / RATE_HZ / FADE_S, (count - at) / RATE_HZ / FADE_S)
        for at in range(count)
    ]
