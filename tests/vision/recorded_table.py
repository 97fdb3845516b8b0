"""A short recording of the simulated demo, made picture by picture without waiting for a clock."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vision import Tracker
from vision.images.frame import Frame
from vision.recording import RecordedImage, RecordingInfo, RecordingWriter
from vision.recording.jpeg import encoded
from vision.recording.writer import RecordingContext
from vision.simulation import simulated_table

BEGAN_S = 5000.0
RATE_HZ = 8.0


@dataclass(frozen=True)
class Filmed:
    """Pictures with what the tracker saw in them, and everything that belongs to a recording of them."""

    moments: tuple[RecordedImage, ...]
    surroundings: RecordingContext

    def write(self, path: Path) -> Path:
        with RecordingWriter(path, self.surroundings) as writer:
            for moment in self.moments:
                writer.add(moment)
        return path


@cache
def filmed(name: str = "demo", from_s: float = 3.0, pictures: int = 24) -> Filmed:
    table = simulated_table(name)

    @cache
    def places(captured_s: float):
        truth = table.truth(captured_s - BEGAN_S)
        return (*truth.bases, *truth.terrain)

    tracker = Tracker(table.layout, table.lens)
    moments = []
    for number in range(pictures):
        at_s = from_s + number / RATE_HZ
        frame = Frame.from_jpeg(encoded(table.render(at_s)), BEGAN_S + at_s, 7 + 2 * number)
        moments.append(RecordedImage(frame.sequence, frame.captured_s, frame.jpeg, tracker.update(frame)))
    about = RecordingInfo("companion test", f"sim:{name}", table.lens.image_size, "2026-11-20T10:00:00Z", encoded=True)
    return Filmed(tuple(moments), RecordingContext(about, table.layout, table.lens, places))
