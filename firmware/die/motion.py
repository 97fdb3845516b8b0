"""Tells rolls from all else that happens to a die, by its accelerometer and its gyroscope.

How it works. A die that is let go flies: it spins steadily and feels nothing but that spin, for its sensor is not quite
in its middle. No hand holds a die so. Then it strikes, tumbles on, and lies, far stiller than any hand. So a roll is a
flight with spin that ends in a blow, after which the die turns further and comes to rest without a pause that only a
hand can make.

    flight    samples that hardly differ and are no stronger than the spin explains
    thrown    a flight with spin that began well after the die was touched, and ended in a blow
    turned    by how far the die has turned since it was let go, all turns added up
    pause     more than `PAUSE` samples without a blow: a hand, and what was seen before it is forgotten
    rest      `REST` samples within `STILL_MG` on every axis, with a length of one g

Whoever changes a number runs the phantom rolls (`tests/firmware`) and looks at the split by kind.
"""

import math

FLIGHT_RUN = 3
# What a sensor feels in flight: its own zero, and the spin about the die's middle, which is up to 5 mm away.
WEIGHTLESS_MG = 120
SPUN_MG_PER_KDPS2 = 180
# As no die is quite even it staggers a little as it flies.
STEADY_MG = 15
STAGGER_SHARE = 0.06
STAGGER_MG_PER_KDPS2 = 10
# Beyond this an axis of the gyroscope is at its end, and the die may spin up to so much faster than it says.
CLIPPED_DEG_S = 1980
CLIPPED_FACTOR = 1.7
# A die that is thrown spins, one that is dropped or set down hardly does.
SPINS_DEG_S = 250
# What two faces on top one after the other need at the least, as the sum of a hundred readings a second.
TURNED = 60 * 100

BLOW_MG = 400
LANDING_MG = 1000
# The first sample of a landing may hold only the beginning of its blow.
LANDING_SAMPLES = 2

PAUSE = 18
# A die that slides to its place is smooth, and one that leans on something and slowly gives way is quite calm; a hand
# that does something is neither for long.
SMOOTH_MG = 30
SMOOTH_SHARE = 0.4
CALM_MG = 12
CALM_SHARE = 0.2
# A die that twirls flat on the table turns about the vertical, and ever slower, until friction has stopped it.
TWIRLS_DEG_S = 30
UPRIGHT_COS2 = 0.85

# Nobody picks a die up and throws it within 0.4 s: what it does sooner is a tap or a bump, and a fall that begins
# sooner is one from the table.
PICK_UP = 40
FALL = 15

REST = 40
STILL_MG = 25
# After lying still for so long, a nudge is a nudge and no hand.
LYING = 15
LEFT_MG = 120

SURE = 999
# Nearly too far from level to count: the host asks the table below 950.
DOUBTFUL = 900


class Motion:
    """Watches the samples of one die, a hundred a second.

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
        """Take one sample, in mg and degrees a second. While the die rests, its spin does not matter.

        Returns:
            None, or what happened and the face with its confidence per mille: `rolling`, `rolled`, `moved`, `cocked`.
            The face is 0 where the die lies on none.
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
            # Before it may have rolled it must have been told to roll, if only one sample earlier.
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
        """Add one sample to what is known of the throw."""
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
        """A flight that began so many samples after the rest has ended in a blow."""
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
                # Something nudged a die that lay: no hand held it meanwhile.
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
            # Whoever saw it begin to roll must hear that nothing came of it.
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
