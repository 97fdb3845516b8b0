"""Learns the faces of a die from its rest on each of them, and checks that they can belong to one die."""

WANTED = 100
STILL_MG = 25
MOVED_MG = 300
SHAKEN_MG = 900
SHAKEN = 40
OPPOSITE_COS = -0.94

LEARNED = "learned"
KNOWN = "known"
BACK = "back"

PAIRS = ((1, 6), (2, 5), (3, 4))


class Calibration:
    """Averages the readings of one face after another.

    Every face needs a movement before its rest, so that a die which just lies there teaches nothing. A shake goes back
    by one face.

    Args:
        values: The values of the faces in the order in which they will be shown.
    """

    def __init__(self, values):
        self.left = list(values)
        self.readings = []
        self.face = None
        self._wait()

    def feed(self, x, y, z):
        """Processes one sample in mg.

        Returns:
            LEARNED if a face has just been learned, KNOWN if the die lies on a face that was learned before, BACK if
            the last face was taken back, otherwise None. `face` is the value concerned.
        """
        sample = (x, y, z)
        if self._first is None:
            self._first = sample
        if not self._moved:
            self._moved = any(abs(a - b) > MOVED_MG for a, b in zip(sample, self._first))
        if abs((x * x + y * y + z * z) ** 0.5 - 1000) > SHAKEN_MG:
            self._shaken += 1
            if self._shaken == SHAKEN and self.readings:
                self.face, _ = self.readings.pop()
                self.left.insert(0, self.face)
                return BACK
        for axis in range(3):
            line = [sample[axis] for sample in self._samples] + [sample[axis]]
            if max(line) - min(line) > STILL_MG:
                self._samples = [sample]
                return None
        self._samples.append(sample)
        if len(self._samples) < WANTED or not self.left or not self._moved:
            self._samples = self._samples[-WANTED:]
            return None
        mean = [round(sum(sample[axis] for sample in self._samples) / WANTED) for axis in range(3)]
        self._wait()
        for value, known in self.readings:
            if _near(mean, known):
                self.face = value
                return KNOWN
        self.face = self.left.pop(0)
        self.readings.append((self.face, mean))
        return LEARNED

    def show_again(self, values):
        """Forgets some faces and asks for them anew."""
        self.readings = [reading for reading in self.readings if reading[0] not in values]
        self.left = list(values) + self.left
        self._wait()

    def _wait(self):
        self._first = None
        self._moved = False
        self._shaken = 0
        self._samples = []


def doubts(readings):
    """Checks the faces of a die with six of them against each other.

    Args:
        readings: The value and the reading of each face.

    Returns:
        Pairs of a sentence and the values to be shown again. Faces whose values add up to seven lie opposite each
        other, and 1, 2, 3 turn counter-clockwise about their common corner; two faces that were mixed up break one of
        these rules. A die for other than six values has no such rules.
    """
    known = dict(readings)
    if sorted(known) != [1, 2, 3, 4, 5, 6]:
        return []
    found = []
    for one, other in PAIRS:
        a, b = known[one], known[other]
        if _dot(a, b) > OPPOSITE_COS * (_dot(a, a) * _dot(b, b)) ** 0.5:
            found.append(("%d and %d do not lie opposite each other." % (one, other), (one, other)))
    if not found and not is_right_handed(readings):
        found.append(("1, 2 and 3 turn clockwise, which few dice do; perhaps 3 and 4 were mixed up.", (3, 4)))
    return found


def is_right_handed(readings):
    """Says whether 1, 2 and 3 turn counter-clockwise about their common corner."""
    known = dict(readings)
    a, b, c = known[1], known[2], known[3]
    cross = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return _dot(a, cross) > 0


def learn(samples, say, values):
    """Asks for each face, says what it learned, and asks again for faces that contradict each other.

    A die that is numbered in its own way gives the same doubt twice; then it is believed.

    Args:
        samples: Readings in mg, three numbers each, without end.
        say: Shows a line to a person.
        values: The values of the faces.

    Returns:
        The value and the reading of each face.
    """
    calibration = Calibration(values)
    before = []
    say("Shake the die to take the last face back.")
    _ask(calibration, say)
    for x, y, z in samples:
        done = calibration.feed(x, y, z)
        if done == KNOWN:
            say("This is the face that you showed as %d." % calibration.face)
        elif done == BACK:
            say("Taken back: %d." % calibration.face)
        elif done == LEARNED:
            say("Learned: %d." % calibration.face)
        else:
            continue
        if not calibration.left:
            found = doubts(calibration.readings)
            if not found or found == before:
                return calibration.readings
            before = found
            for sentence, _ in found:
                say(sentence)
            say("Please show these faces once more. If the die really is so, it will be believed.")
            calibration.show_again([value for _, again in found for value in again])
        _ask(calibration, say)
    raise ValueError("the sensor gave no more readings")


def _ask(calibration, say):
    say("Pick the die up, lay it down with %d up and let go." % calibration.left[0])


def _near(one, other):
    return sum((a - b) * (a - b) for a, b in zip(one, other)) < 200 * 200


def _dot(one, other):
    return sum(a * b for a, b in zip(one, other))
