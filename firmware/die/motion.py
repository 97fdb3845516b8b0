"""Distinguishes rolls from all other movements of a die, using its accelerometer and its gyroscope.

Theory of operation. A die that is let go is in free flight: it spins steadily, and because its sensor is slightly off
the centre, the sensor measures only that spin. A die in a hand never does that. Then it strikes, tumbles on, and comes
to rest, far more still than in any hand. So a roll is a flight with spin that ends in a blow, after which the die turns
further and comes to rest without a pause that only a hand can cause.

    flight    samples that hardly differ and are no stronger than the spin explains
    thrown    a flight with spin that began well after the die was touched, and ended in a blow
    turned    total angle that the die has turned since it was let go
    pause     more than `PAUSE` samples without a blow: a hand, and everything before it is discarded
    rest      `REST` samples within `STILL_MG` on every axis, with a length of one g

After changing a number, run the phantom rolls (`tests/firmware`) and check the result by kind.
"""

import math

FLIGHT_RUN = 3
# Readings in free flight: the sensor's own offset, and the spin about the die's centre, up to 5 mm away.
WEIGHTLESS_MG = 120
SPUN_MG_PER_KDPS2 = 180
# No die is perfectly uniform, so it wobbles slightly in flight.
STEADY_MG = 15
STAGGER_SHARE = 0.06
STAGGER_MG_PER_KDPS2 = 10
# At this value an axis of the gyroscope saturates, and the die may spin faster by up to this factor.
CLIPPED_DEG_S = 1980
CLIPPED_FACTOR = 1.7
# A die that is thrown spins; one that is dropped or put down hardly does.
SPINS_DEG_S = 250
# Smallest rotation for two faces to be up one after the other, as the sum of a hundred readings per second.
TURNED = 60 * 100

BLOW_MG = 400
LANDING_MG = 1000
# The first sample of a landing may contain only the beginning of its blow.
LANDING_SAMPLES = 2

PAUSE = 18
# A die that slides into place moves smoothly, and one that leans on something and slowly gives way is almost calm. A
# hand that does something is neither for long.
SMOOTH_MG = 30
SMOOTH_SHARE = 0.4
CALM_MG = 12
CALM_SHARE = 0.2
# A die that spins flat on the table turns about the vertical, more and more slowly, until friction stops it.
TWIRLS_DEG_S = 30
UPRIGHT_COS2 = 0.85

# Nobody picks a die up and throws it within 0.4 s: an earlier event is a tap or a bump, and an earlier fall is one from
# the table.
PICK_UP = 40
FALL = 15

REST = 40
STILL_MG = 25
# After the die has been still for this long, a nudge is a nudge and not a hand.
LYING = 15
LEFT_MG = 120

SURE = 999
# The die is almost too far from level to count: the host asks the table below 950.
DOUBTFUL = 900


class Motion:
    """Processes the samples of one die, a hundred per second.

    Args:
        faces: The die's `Faces`.
    """

    def __init__(self, faces):
        self.faces = faces
        self.resting = False
        self.face = None
        self._last = (0, 0, 0)
        self._spin = 0
        self._rest_at = (0, 0, 0)
        self._since_rest = PICK_UP
        self._told_rolling = False
        self._fell = False
        self._forget_throw()
        self._begin_stillness(0, 0, 0)

    def feed(self, x, y, z, spin_x, spin_y, spin_z):
        """Processes one sample, in mg and degrees per second. While the die rests, its spin is ignored.

        Returns:
            None, or the event and the face with its confidence per mille: `rolling`, `rolled`, `moved`, `cocked`. The
                face is 0
            if the die lies on none.
        """
        before = self._last
        jump = max(abs(x - before[0]), abs(y - before[1]), abs(z - before[2]))
        self._last = (x, y, z)
        if self.resting:
            at = self._rest_at
            if max(abs(x - at[0]), abs(y - at[1]), abs(z - at[2])) <= LEFT_MG:
                return None
            self._leave_rest()
        self._since_rest += 1
        force = math.sqrt(x * x + y * y + z * z)
        spin = math.sqrt(spin_x * spin_x + spin_y * spin_y + spin_z * spin_z)
        clipped = max(abs(spin_x), abs(spin_y), abs(spin_z)) >= CLIPPED_DEG_S
        upright = (x * spin_x + y * spin_y + z * spin_z) ** 2 >= UPRIGHT_COS2 * (force * spin) ** 2
        twirls = upright and TWIRLS_DEG_S <= spin <= self._spin
        self._spin = spin
        self._weigh(_flies(force, jump, spin * CLIPPED_FACTOR if clipped else spin), jump, spin, twirls)
        still = self._grow_stillness(x, y, z)
        if not self._told_rolling and self._rolls():
            # `rolling` must be reported before `rolled`, even if only one sample earlier.
            self._told_rolling = True
            return "rolling", 0, 0
        return self._come_to_rest() if still else None

    def _leave_rest(self):
        self.resting = False
        self._since_rest = 0
        self._told_rolling = False
        self._fell = False
        self._forget_throw()

    def _forget_throw(self):
        self._pause = 0
        self._flight = self._landing = 0
        self._spins = self._thrown = False
        self._turned = 0

    def _weigh(self, flies, jump, spin, twirls):
        """Updates the state of the throw with one sample."""
        if flies:
            self._fly(spin)
            return
        self._turned += spin
        if self._flight:
            self._landing = LANDING_SAMPLES if self._flight >= FLIGHT_RUN else 0
            self._flown, self._flight = self._flight, 0
        if self._landing:
            self._landing -= 1
            if jump >= LANDING_MG:
                self._land(self._since_rest - self._flown)
        if jump >= BLOW_MG:
            self._pause = 0
        elif not twirls:
            self._pause += 1 if jump > SMOOTH_MG else SMOOTH_SHARE if jump > CALM_MG else CALM_SHARE
            if self._pause > PAUSE and self._still <= 1:
                self._forget_throw()

    def _fly(self, spin):
        if not self._flight:
            self._spins = True
            if not self._thrown:
                self._turned = 0
        self._flight += 1
        self._spins = self._spins and spin >= SPINS_DEG_S
        self._turned += spin

    def _land(self, begun):
        """Records that a flight that began this many samples after the rest has ended in a blow."""
        self._landing = 0
        if begun > PICK_UP:
            self._thrown = self._thrown or self._spins
        elif self._flown >= FALL:
            self._fell = True

    def _rolls(self):
        return self._thrown and not self._fell and self._turned >= TURNED

    def _begin_stillness(self, x, y, z):
        self._still = 0
        self._low = [x, y, z]
        self._high = [x, y, z]
        self._sum = [0, 0, 0]

    def _grow_stillness(self, x, y, z):
        low, high, total = self._low, self._high, self._sum
        for axis, value in enumerate((x, y, z)):
            low[axis] = min(low[axis], value)
            high[axis] = max(high[axis], value)
            total[axis] += value
        self._still += 1
        if max(high[axis] - low[axis] for axis in range(3)) > STILL_MG:
            if self._still >= LYING:
                # Something nudged a resting die: no hand held it in between.
                self._pause = max(0, self._pause - self._still)
            self._begin_stillness(x, y, z)
        return self._still >= REST

    def _come_to_rest(self):
        mean = [total / self._still for total in self._sum]
        face, cos, length = self.faces.up(mean)
        self._begin_stillness(*self._last)
        if not 850 <= length <= 1150:
            return None
        rolled, told = self._rolls(), self._told_rolling
        self.resting, self._rest_at = True, tuple(mean)
        flat = cos >= self.faces.flat_cos
        before, self.face = self.face, face if flat else None
        if not flat:
            # A host that received `rolling` must be told that the roll gave no result.
            return ("cocked", 0, SURE) if rolled or told else None
        if rolled:
            return "rolled", face, SURE if cos >= self.faces.sure_cos else DOUBTFUL
        return ("moved", face, SURE) if told or face != before else None


def _flies(force, jump, spin):
    quick = spin * spin * 1e-6
    return (
        force <= WEIGHTLESS_MG + SPUN_MG_PER_KDPS2 * quick
        and jump <= STEADY_MG + STAGGER_SHARE * force + STAGGER_MG_PER_KDPS2 * quick
    )
