"""One tag from picture to picture: where it is, and the mean of its readings while it lies still."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from vision.alignment.placement import TagPlace
from vision.arrays import Floats
from vision.table import Tag

MAX_READINGS = 40.0
"""Older readings fade beyond so many: a mat creeps, a focus drifts."""

GATE_SIGMAS = 5.0
"""A reading farther off than so many standard deviations is of a tag that moved."""

NOISE_FACTOR = 1.15
"""Compression and the model's own faults make readings scatter more than the noise of their pixels says."""

LIFTED_SCALE = 0.025
"""A tag that looks larger or smaller by this share than when it lay is lifted: about 17 mm under a camera at 70 cm."""

STRANGE_SCALE = 0.06
"""Likewise for one that was not seen lying before: blur and the camera's sharpening change a tag's size a little."""

SCALE_FOLLOWS = 0.2
"""Share of each reading in the size at rest."""

READ_EACH_S = 2.5
"""Every tag that lies still is read again after about this time …"""

OFTEN_READ = 4.0
MAX_PATIENCE = 5.0
"""… later in proportion once it was read more often than this, up to so many times: one more tells little then."""

FRESH_READINGS = 4.0
FRESH_EACH_S = 0.2
"""A tag with fewer readings is read again after about this time …"""

UNLIKE_EACH_S = 0.6
"""… one on which something came or went after about this …"""

MAX_VAIN = 5
"""… and both later by as much for each look in vain, and after a few of them twice as late each time, up to so many."""

ON_THE_WAY = 0.1
"""What the last reading of a tag on the move counts beside the first one in the same place: it was nearly there."""


@dataclass(frozen=True, slots=True, eq=False)
class TagMean:
    """The mean of readings of a tag that lies still.

    Attributes:
        place: (3,) x and y in mm, angle in rad.
        covariance: (3, 3) of one reading.
        readings: How many readings it is worth.
        on_the_way: Whether it is one reading of a tag on the move.
    """

    place: Floats
    covariance: Floats
    readings: float = 1.0
    on_the_way: bool = False

    @staticmethod
    def of(reading: TagPlace, factor: float = NOISE_FACTOR) -> "TagMean":
        """The mean of one reading, which errs by that factor more than it says."""
        place = np.array([reading.x_mm, reading.y_mm, reading.angle_rad])
        return TagMean(place, reading.covariance * factor**2)

    def agrees(self, reading: TagPlace, least_mm: float) -> bool:
        """Whether a reading may be of the tag where it was; nearer than `least_mm` always."""
        sigma_mm = NOISE_FACTOR * reading.sigma_mm * math.sqrt(1 + 1 / self.readings)
        apart_mm = math.hypot(reading.x_mm - self.place[0], reading.y_mm - self.place[1])
        turned = abs(math.remainder(reading.angle_rad - self.place[2], math.tau))
        sigma_rad = NOISE_FACTOR * math.sqrt(reading.covariance[2, 2] * (1 + 1 / self.readings))
        return apart_mm <= max(least_mm, GATE_SIGMAS * sigma_mm) and turned <= max(0.02, GATE_SIGMAS * sigma_rad)

    def with_reading(self, reading: TagPlace) -> "TagMean":
        """The mean with one reading more."""
        one = TagMean.of(reading)
        weight = float(self.covariance[0, 0] + self.covariance[1, 1]) / float(
            one.covariance[0, 0] + one.covariance[1, 1] + 1e-12
        )
        weight = min(max(weight, 0.05), 4.0)
        total = (ON_THE_WAY if self.on_the_way else 1.0) * self.readings + weight
        step = one.place - self.place
        step[2] = math.remainder(step[2], math.tau)
        return TagMean(self.place + step * (weight / total), self.covariance, min(total, MAX_READINGS))


@dataclass(slots=True, eq=False)
class TagTrack:
    """A tag that is followed.

    Attributes:
        key: Number of the track, never used twice.
        tag: The tag as the table file describes it.
        owner: Id of its piece.
        mean: Where it is.
        read_s: When its pixels were last measured.
        present: Whether the newest picture shows it where `mean` says.
        present_s: When it last was.
        misses: Pictures in a row in which it was looked for in vain.
        scale: Apparent size over the size it has on the mat.
        scale_sigma: Standard deviation of that.
        explained: Share of it that looked as printed when it was last measured.
        scale_at_rest: What it looked like when it lay still; 1 before.
        velocity: (3,) per second, while it moves.
        remembered_s: When its looks were last remembered.
        alike: Whether all of it looks as remembered.
        vain: How often it was looked at since the last reading, without another.
    """

    key: int
    tag: Tag
    owner: str
    mean: TagMean
    read_s: float
    present: bool = True
    present_s: float = 0.0
    misses: int = 0
    scale: float = 1.0
    scale_sigma: float = 0.01
    explained: float = 1.0
    scale_at_rest: float = 1.0
    velocity: Floats = field(default_factory=lambda: np.zeros(3))
    remembered_s: float = -math.inf
    alike: bool = True
    vain: int = 0

    @property
    def lying(self) -> bool:
        """Whether its size is that of a tag on the mat."""
        doubt = GATE_SIGMAS * NOISE_FACTOR * self.scale_sigma
        known = self.scale_at_rest != 1.0
        limit = LIFTED_SCALE if known else STRANGE_SCALE
        return abs(self.scale / self.scale_at_rest - 1.0) <= max(limit, doubt) and abs(self.scale - 1.0) <= max(
            2 * STRANGE_SCALE, doubt
        )

    @property
    def is_fresh(self) -> bool:
        """Whether it was read only a few times since it came to lie there."""
        return self.mean.readings < FRESH_READINGS

    @property
    def read_each_s(self) -> float:
        """After which time it is read again while it lies still."""
        vain = min(self.vain, MAX_VAIN)
        later = max(1 + vain, 1 << max(vain - 1, 0))
        if self.is_fresh:
            return FRESH_EACH_S * later
        patience = min(max(self.mean.readings / OFTEN_READ, 1.0), MAX_PATIENCE)
        return READ_EACH_S * patience if self.alike else UNLIKE_EACH_S * later

    def expected(self, now_s: float) -> Floats:
        """(3,) where it should be now, going on as it went."""
        ahead_s = min(now_s - self.read_s, 0.2)
        return np.asarray(self.mean.place + self.velocity * ahead_s)

    def take(self, reading: TagPlace, now_s: float, least_mm: float) -> bool:
        """Takes a reading; returns whether the tag has moved."""
        moved = not self.mean.agrees(reading, least_mm)
        if moved:
            fresh = TagMean.of(reading)
            step = fresh.place - self.mean.place
            step[2] = math.remainder(step[2], math.tau)
            gap_s = now_s - self.read_s
            # One that lay still and was pushed is where the push left it; the second move in a row is a way.
            self.mean = replace(fresh, on_the_way=bool(self.velocity.any()))
            self.velocity = step / gap_s if 0 < gap_s < 0.2 else np.zeros(3)
        else:
            self.mean = self.mean.with_reading(reading)
            self.velocity = np.zeros(3)
        self.scale, self.explained = reading.scale, reading.explained
        # Blur beyond a third of a module begins to pass for size.
        self.scale_sigma = reading.scale_sigma + 0.01 * max(0.0, reading.blur_modules - 0.3)
        if not moved and self.lying and reading.is_bare:
            self.scale_at_rest += SCALE_FOLLOWS * (reading.scale - self.scale_at_rest)
        self.read_s, self.vain = now_s, 0
        self.seen(now_s)
        return moved

    def read_in_vain(self, now_s: float) -> None:
        """Notes that a look at it, where it lies, gave no reading."""
        self.read_s = now_s
        self.vain += 1

    def seen(self, now_s: float) -> None:
        """Notes that the picture of `now_s` shows it."""
        self.present, self.present_s, self.misses = True, now_s, 0

    def missed(self) -> None:
        """Notes that it was looked for in vain."""
        self.present = False
        self.misses += 1

    def corners_mm(self, place: Floats) -> Floats:
        """(4, 3) its corners in the mat frame if it were at a place (3,)."""
        lying = Tag(self.tag.id, self.tag.size_mm, float(place[0]), float(place[1]), float(place[2]))
        flat = np.array(lying.corners_mm())
        return np.column_stack([flat, np.full(4, self.tag.height_mm)])
