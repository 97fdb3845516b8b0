"""Learns the faces of a die from its rest on each of them."""

WANTED = 100
STILL_MG = 25


class Calibration:
    """Averages the readings of one face after another.

    Args:
        values: The values of the faces in the order in which they will be shown.
    """

    def __init__(self, values):
        self.left = list(values)
        self.readings = []
        self._samples = []

    def feed(self, x, y, z):
        """Processes one sample in mg.

        Returns:
            The value of a face that has just been learned, or None.
        """
        samples = self._samples
        samples.append((x, y, z))
        for axis in range(3):
            line = [sample[axis] for sample in samples]
            if max(line) - min(line) > STILL_MG:
                self._samples = [(x, y, z)]
                return None
        if len(samples) < WANTED or not self.left:
            return None
        self._samples = []
        mean = [round(sum(sample[axis] for sample in samples) / WANTED) for axis in range(3)]
        if any(_near(mean, known) for _, known in self.readings):
            # This is still the previous face: the die has not been turned yet.
            return None
        value = self.left.pop(0)
        self.readings.append((value, mean))
        return value


def _near(one, other):
    return sum((a - b) * (a - b) for a, b in zip(one, other)) < 200 * 200
