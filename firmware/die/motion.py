"""Tells rolls from all else that happens to a die, by its accelerometer alone.

How it works. A die that is let go flies: it feels next to nothing, and what it feels does not change, since a turning
cube keeps its axis. Then it strikes, on another side each time. Then it lies, far stiller than any hand. So a roll is
one burst of flight and blows, without a pause that only a hand can make, on changing sides, that ends in stillness.

    flight    samples that hardly differ, far from one g, ended by a blow as hard as the fall was long
    burst     flights and blows with no more than `PAUSE` samples between them; a longer pause, or `GRIP` jerky samples
              before the next landing, is a hand, and what was seen before it is forgotten
    sides     how often the die was pushed from another side than before
    rest      `REST` samples within `STILL_MG` on every axis, with a length of one g

Whoever changes a number runs the phantom rolls (`tests/firmware`) and looks at the split by kind.
"""

FLIGHT_RUN = 3
# In a very fast spin it may feel just one g; then only the hardest blow shows that it flew.
HOVER_RUN = 8
WEIGHTLESS_MG2 = 650 * 650
# Far from its middle a sensor feels a fast spin too, and as no die is quite even it staggers a little as it flies.
SPINNING_MG2 = 1300 * 1300
STAGGER_MG = 25
STAGGER_SHARE2 = 144
STEADY_MG = 18
NEARLY_1G_MG2 = (800 * 800, 1200 * 1200)

BLOW_MG = 400
HARD_MG2 = 1500 * 1500
# Who falls for longer lands harder.
LANDING_MG = 1000
LANDING_MG_A_SAMPLE = 250
HARDEST_MG = 5000

CONTACT_MG2 = 800 * 800
SAME_SIDE_COS2 = 0.55

PAUSE = 18
GRIP = 16
GRIP_MG = 60
HELD = 60
# A die that slides to its place, or leans over slowly, is smooth; a hand never is for long.
SMOOTH_MG = 30
SMOOTH_SHARE = 0.4

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
        self._rest_at = (0, 0, 0)
        self._since_rest = PICK_UP
        self._told_rolling = False
        self._fell = False
        self._forget_burst()
        self._begin_stillness(0, 0, 0)

    def feed(self, x, y, z):
        """Take one sample, in mg.

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
        if self._since_rest == PICK_UP:
            self._forget_evidence()
        self._weigh(x, y, z, jump)
        if self._grow_stillness(x, y, z):
            return self._come_to_rest()
        if not self._told_rolling and self._tumbles():
            self._told_rolling = True
            return "rolling", 0, 0
        return None

    def _leave_rest(self):
        self.resting = False
        self._since_rest = 0
        self._told_rolling = False
        self._fell = False
        self._forget_burst()

    def _forget_burst(self):
        self._pause = 0
        self._flight = self._aloft = 0
        self._begun = (0, 0)
        self._gripped = 0
        self._side = None
        self._forget_evidence()

    def _forget_evidence(self):
        self._flown = 0
        self._hard = 0
        self._sides = 0

    def _weigh(self, x, y, z, jump):
        """Add one sample to the burst."""
        length2 = x * x + y * y + z * z
        if _flies(length2, jump):
            self._flight += 1
            self._aloft += 1
            return
        if jump <= STEADY_MG:
            self._aloft += 1
        else:
            self._land(jump)
        if jump >= GRIP_MG:
            self._gripped += 1
            if self._gripped == HELD:
                self._forget_evidence()
        if jump >= BLOW_MG:
            self._pause = 0
            self._hard += bool(self._flown) and length2 >= HARD_MG2
        else:
            self._pause += 1 if jump > SMOOTH_MG else SMOOTH_SHARE
            if self._pause > PAUSE and self._still <= 1:
                self._forget_burst()
        if length2 >= CONTACT_MG2:
            self._count_side(x, y, z, length2)

    def _land(self, jump):
        """Believe a flight that ends in a blow; the first sample after it may hold only the blow's beginning."""
        flight, aloft = (self._flight, self._aloft) if self._aloft else self._begun
        self._begun = (flight, aloft) if self._aloft else (0, 0)
        self._flight = self._aloft = 0
        if jump < HARDEST_MG and (flight < FLIGHT_RUN or jump < max(LANDING_MG, LANDING_MG_A_SAMPLE * flight)):
            return
        flown = flight if flight >= FLIGHT_RUN else aloft if aloft >= HOVER_RUN else 0
        if not flown:
            return
        if self._gripped > GRIP:
            self._forget_evidence()
        self._begun = (0, 0)
        self._gripped = 0
        self._fell = self._fell or (flown >= FALL and self._since_rest - flown <= PICK_UP)
        self._flown += flown

    def _count_side(self, x, y, z, length2):
        if self._side is not None:
            side_x, side_y, side_z, side_length2 = self._side
            along = x * side_x + y * side_y + z * side_z
            if along > 0 and along * along > SAME_SIDE_COS2 * length2 * side_length2:
                return
            self._sides += 1
        self._side = x, y, z, length2

    def _tumbles(self):
        flown, hard, sides = self._flown, self._hard, self._sides
        if self._fell or flown < 4 or hard < (2 if flown >= 8 and sides >= 2 else 3):
            return False
        # Weak in one, it must be strong in another.
        return flown + sides >= 9 or (sides >= 3 and hard + sides >= 6)

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
        rolled, told = self._tumbles(), self._told_rolling
        self.resting, self._rest_at = True, tuple(mean)
        flat = cos >= self.faces.flat_cos
        before, self.face = self.face, face if flat else None
        if not flat:
            # Whoever saw it begin to roll must hear that nothing came of it.
            return ("cocked", 0, SURE) if rolled or told else None
        if rolled:
            return "rolled", face, SURE if cos >= self.faces.sure_cos else DOUBTFUL
        return ("moved", face, SURE) if told or face != before else None


def _flies(length2, jump):
    if jump <= STEADY_MG:
        return not NEARLY_1G_MG2[0] < length2 < NEARLY_1G_MG2[1]
    stagger = jump - STAGGER_MG
    return (length2 < WEIGHTLESS_MG2 or length2 > SPINNING_MG2) and (
        stagger <= 0 or stagger * stagger * STAGGER_SHARE2 <= length2
    )
