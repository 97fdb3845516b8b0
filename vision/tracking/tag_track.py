"""Tracks one tag from image to image: its pose, and the mean of its readings while it lies still.

Method: the mean weighted with inverse variances, recursively, with a gate against outliers; the number of readings is
capped, so that old readings are forgotten exponentially.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from vision.alignment.placement import TagPose
from vision.arrays import Floats
from vision.table import Tag

MAX_READINGS = 40.0
"""Number of readings beyond which older ones fade, because a mat creeps and a focus drifts."""

GATE_SIGMAS = 5.0
"""A reading that deviates by more than this many standard deviations shows that the tag moved."""

NOISE_FACTOR = 1.15
"""Factor by which compression and model errors increase the scatter of readings beyond the pixel noise."""

LIFTED_SCALE = 0.025
"""A tag whose apparent size changed by more than this share since it lay still is lifted: about 17 mm under a camera at
70 cm."""

STRANGE_SCALE = 0.06
"""The corresponding limit for a tag that was never seen lying: blur and the camera's sharpening change a tag's size
slightly."""

SCALE_FOLLOWS = 0.2
"""Weight of each new reading in the mean of the size at rest."""

READ_EACH_S = 2.5
"""Interval, approximately, at which every resting tag is read again; see also `MAX_PATIENCE`."""

OFTEN_READ = 4.0
MAX_PATIENCE = 8.0
"""Largest factor by which the interval grows with the number of readings, because one more adds little."""

FRESH_READINGS = 4.0
FRESH_EACH_S = 0.2
"""Interval, approximately, at which a tag with few readings is read again."""

UNLIKE_EACH_S = 0.6
"""Interval, approximately, at which a tag is read again on which an object appeared or disappeared."""

MAX_VAIN, MAX_VAIN_UNLIKE = 7, 5
"""Number of consecutive failed readings that lengthen the two shorter intervals: to 2, 3, 4, 8, 16, 32 and 64 times
their length. The second is for a tag on which something lies. A tag that looks different from then on is read again
soon."""

DIFFERENT = 0.12
"""Smallest change of a tag's unchanged share that may make a failed reading succeed."""

MUCH_BETTER = 4.0
"""A reading whose variance is smaller by more than this factor sets the measure for all later ones."""

ON_THE_WAY = 0.1
"""Weight of the last reading of a moving tag, relative to the first one in its new resting place: the tag had nearly
arrived."""


@dataclass(frozen=True, slots=True, eq=False)
class TagMean:
    """The mean of the readings of a resting tag.

    Attributes:
        place: (3,) x and y in mm, angle in rad.
        covariance: (3, 3) of one reading.
        readings: Number of readings, weighted.
        on_the_way: Whether it is a single reading of a moving tag.
    """

    place: Floats
    covariance: Floats
    readings: float = 1.0
    on_the_way: bool = False

    @staticmethod
    def of(reading: TagPose, factor: float = NOISE_FACTOR) -> "TagMean":
        """Starts a mean with one reading, whose standard deviation is multiplied by `factor`."""
        place = np.array([reading.x_mm, reading.y_mm, reading.angle_rad])
        return TagMean(place, reading.covariance * factor**2)

    def agrees(self, reading: TagPose, least_mm: float) -> bool:
        """Whether a reading is consistent with a tag that has not moved; always True within `least_mm`."""
        sigma_mm = NOISE_FACTOR * reading.sigma_mm * math.sqrt(1 + 1 / self.readings)
        apart_mm = math.hypot(reading.x_mm - self.place[0], reading.y_mm - self.place[1])
        turned = abs(math.remainder(reading.angle_rad - self.place[2], math.tau))
        sigma_rad = NOISE_FACTOR * math.sqrt(reading.covariance[2, 2] * (1 + 1 / self.readings))
        return apart_mm <= max(least_mm, GATE_SIGMAS * sigma_mm) and turned <= max(0.02, GATE_SIGMAS * sigma_rad)

    def with_reading(self, reading: TagPose) -> "TagMean":
        """Returns the mean with one more reading."""
        one = TagMean.of(reading)
        weight = float(self.covariance[0, 0] + self.covariance[1, 1]) / float(
            one.covariance[0, 0] + one.covariance[1, 1] + 1e-12
        )
        before, covariance = (ON_THE_WAY if self.on_the_way else 1.0) * self.readings, self.covariance
        if weight > MUCH_BETTER:  # as when the light comes back: what was read before counts as a part of one reading
            before, weight, covariance = before / weight, 1.0, one.covariance
        weight = max(weight, 0.05)
        total = before + weight
        step = one.place - self.place
        step[2] = math.remainder(step[2], math.tau)
        return TagMean(self.place + step * (weight / total), covariance, min(total, MAX_READINGS))


@dataclass(slots=True, eq=False)
class TagTrack:
    """A tracked tag.

    Attributes:
        key: Number of the track, never reused.
        tag: The tag as described in the table file.
        owner: Id of its piece.
        mean: Its mean pose.
        read_s: When its pixels were last measured.
        present: Whether the newest image shows it at the pose in `mean`.
        present_s: When that was last the case.
        misses: Number of consecutive images in which the search for it failed.
        scale: Apparent size divided by its size on the mat.
        scale_sigma: Standard deviation of `scale`.
        explained: Share of the tag that looked as printed at its last measurement.
        contrast: Its contrast in grey levels at its last measurement.
        scale_at_rest: Value of `scale` while it lay still; 1 before its first rest.
        velocity: (3,) per second, while it moves.
        remembered_s: When its appearance was last stored.
        alike: Whether all of it matches its stored appearance.
        vain: Number of failed readings since the last successful one.
        unchanged: Share of it that matches its stored appearance in the newest image.
        unchanged_in_vain: That share at the last failed reading.
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
    contrast: float = 0.0
    scale_at_rest: float = 1.0
    velocity: Floats = field(default_factory=lambda: np.zeros(3))
    remembered_s: float = -math.inf
    alike: bool = True
    vain: int = 0
    unchanged: float = 1.0
    unchanged_in_vain: float = 1.0

    @property
    def lying(self) -> bool:
        """Whether its size is that of a tag on the mat."""
        doubt = GATE_SIGMAS * NOISE_FACTOR * self.scale_sigma
        known = self.scale_at_rest != 1.0
        limit = LIFTED_SCALE if known else STRANGE_SCALE
        # Nothing lies deeper than the mat: a tag that looks no larger than its own size lies, whatever it was before.
        as_before = abs(self.scale / self.scale_at_rest - 1.0) <= max(limit, doubt)
        as_told = abs(self.scale - 1.0) <= max(LIFTED_SCALE, doubt)
        return (as_before or as_told) and abs(self.scale - 1.0) <= max(2 * STRANGE_SCALE, doubt)

    @property
    def is_fresh(self) -> bool:
        """Whether it was read only a few times since it came to rest there."""
        return self.mean.readings < FRESH_READINGS

    @property
    def read_each_s(self) -> float:
        """The interval at which it is read again while it lies still."""
        # A tag that looks as it did when it could not be read will hardly be read now.
        vain = min(self.vain, MAX_VAIN if self.alike else MAX_VAIN_UNLIKE)
        later = max(1 + vain, 1 << max(vain - 1, 0))
        if self.is_fresh:
            return FRESH_EACH_S * later
        patience = min(max(self.mean.readings / OFTEN_READ, 1.0), MAX_PATIENCE)
        return READ_EACH_S * patience if self.alike else UNLIKE_EACH_S * later

    def expected(self, now_s: float) -> Floats:
        """Returns the expected pose (3,), extrapolated with the tag's velocity."""
        ahead_s = min(now_s - self.read_s, 0.2)
        return np.asarray(self.mean.place + self.velocity * ahead_s)

    def take(self, reading: TagPose, now_s: float, least_mm: float) -> bool:
        """Adds a reading; returns whether the tag has moved."""
        moved = not self.mean.agrees(reading, least_mm)
        if moved:
            fresh = TagMean.of(reading)
            step = fresh.place - self.mean.place
            step[2] = math.remainder(step[2], math.tau)
            gap_s = now_s - self.read_s
            # A resting tag that was pushed stays where the push left it; only a second consecutive move gives it a
            # velocity.
            self.mean = replace(fresh, on_the_way=bool(self.velocity.any()))
            self.velocity = step / gap_s if 0 < gap_s < 0.2 else np.zeros(3)
        else:
            self.mean = self.mean.with_reading(reading)
            self.velocity = np.zeros(3)
        self.scale, self.explained, self.contrast = reading.scale, reading.explained, reading.contrast
        # Blur of more than a third of a module starts to look like a change of size.
        self.scale_sigma = reading.scale_sigma + 0.01 * max(0.0, reading.blur_modules - 0.3)
        if not moved and self.lying and reading.is_bare:
            # The first size counts whole: tags printed at another size would otherwise seem lifted from then on.
            share = SCALE_FOLLOWS if self.scale_at_rest != 1.0 else 1.0
            self.scale_at_rest += share * (reading.scale - self.scale_at_rest)
        self.read_s, self.vain = now_s, 0
        self.seen(now_s)
        return moved

    def read_in_vain(self, now_s: float) -> None:
        """Records that an attempt to read the tag where it lies failed."""
        self.read_s, self.unchanged_in_vain = now_s, self.unchanged
        self.vain += 1

    def compared(self, unchanged: float) -> None:
        """Records which share of it matches its stored appearance in the newest image."""
        self.unchanged = unchanged
        if abs(unchanged - self.unchanged_in_vain) > DIFFERENT:
            self.vain = 0

    def seen(self, now_s: float) -> None:
        """Records that the image taken at `now_s` shows it."""
        self.present, self.present_s, self.misses = True, now_s, 0

    def missed(self) -> None:
        """Records that a search for it failed."""
        self.present = False
        self.misses += 1

    def corners_mm(self, place: Floats) -> Floats:
        """Returns its corners (4, 3) in the mat frame if its pose were `place` (3,)."""
        lying = Tag(self.tag.id, self.tag.size_mm, float(place[0]), float(place[1]), float(place[2]))
        flat = np.array(lying.corners_mm())
        return np.column_stack([flat, np.full(4, self.tag.height_mm)])
