"""The free parts of a grown disc's rim, along which a centre can slide."""

import bisect
import math
from dataclasses import dataclass

import numpy as np

from companion.geometry.path.obstacles import CONTACT_MM, Lengths, Mask, Obstacles, Points

FULL_TURN = 2 * math.pi
_SAME_ANGLE_RAD = 1e-9


@dataclass(frozen=True, slots=True)
class FreeRim:
    """The free arcs of one circle.

    Attributes:
        starts: Start angle of each free arc, counter-clockwise, ascending, in [0, 2π).
        spans: Length of each arc in rad; a completely free circle is one arc of a full turn that starts at 0.
    """

    starts: tuple[float, ...]
    spans: tuple[float, ...]

    def holds(self, angles: Lengths) -> Mask:
        """Returns which angles lie on a free arc; the rim must have at least one."""
        numbers = np.searchsorted(self.starts, angles % FULL_TURN + _SAME_ANGLE_RAD, side="right") - 1
        past = (angles - np.array(self.starts)[numbers] + _SAME_ANGLE_RAD) % FULL_TURN
        return np.asarray(past <= np.array(self.spans)[numbers] + 2 * _SAME_ANGLE_RAD)

    def arc_at(self, angle: float) -> int | None:
        """Returns the index of the free arc that contains the angle; None if the rim is blocked there."""
        found = self._locate(angle)
        return None if found is None else found[0]

    def free_ahead(self, angle: float, sense: int) -> float:
        """Returns how far one can slide from an angle (sense 1 counter-clockwise, -1 clockwise), rad; 0 if blocked."""
        found = self._locate(angle)
        if found is None:
            return 0.0
        number, past = found
        if self.spans[number] >= FULL_TURN:
            return FULL_TURN
        return self.spans[number] - past if sense > 0 else past

    def _locate(self, angle: float) -> tuple[int, float] | None:
        """Returns the arc that contains the angle, and how far past its start the angle is."""
        if not self.starts:
            return None
        number = bisect.bisect_right(self.starts, angle % FULL_TURN + _SAME_ANGLE_RAD) - 1
        past = (angle - self.starts[number] + _SAME_ANGLE_RAD) % FULL_TURN - _SAME_ANGLE_RAD
        if past > self.spans[number] + _SAME_ANGLE_RAD:
            return None
        return number % len(self.starts), min(max(past, 0.0), self.spans[number])


def free_rim(obstacles: Obstacles, disc: int) -> FreeRim:
    """Returns the free arcs of one grown disc's rim.

    The rim is cut wherever it crosses another outline. Between two cuts it is free or blocked, as its midpoint is. A
    piece whose midpoint overlaps by less than contact is free, which keeps a passage between touching rims open.
    """
    centre, radius = obstacles.centres[disc], float(obstacles.radii[disc])
    cuts = np.unique(_cuts(obstacles, centre, radius) % FULL_TURN)
    if not len(cuts):
        cuts = np.zeros(1)
    spans = np.diff(cuts, append=cuts[0] + FULL_TURN)
    free = obstacles.points_clear(centre + radius * np.exp(1j * (cuts + spans / 2)))
    if free.all():
        return FreeRim((0.0,), (FULL_TURN,))
    return _merged(cuts, spans, free.tolist())


def _merged(cuts: Lengths, spans: Lengths, free: list[bool]) -> FreeRim:
    """Joins neighbouring free pieces, starting after a blocked one."""
    count = len(free)
    first = next((number for number in range(count) if free[number] and not free[number - 1]), None)
    if first is None:
        return FreeRim((), ())
    arcs: list[tuple[float, float]] = []
    for step in range(count):
        number = (first + step) % count
        if not free[number]:
            continue
        if arcs and free[number - 1] and step:
            arcs[-1] = (arcs[-1][0], arcs[-1][1] + float(spans[number]))
        else:
            arcs.append((float(cuts[number]), float(spans[number])))
    arcs.sort()
    return FreeRim(tuple(start for start, _ in arcs), tuple(span for _, span in arcs))


def _cuts(obstacles: Obstacles, centre: complex, radius: float) -> Lengths:
    return np.concatenate(
        [
            _disc_cuts(obstacles.centres - centre, obstacles.radii, radius),
            _slab_cuts(obstacles, centre, radius),
            _side_cuts(obstacles.bounds, centre, radius),
        ]
    )


def _disc_cuts(to_centres: Points, radii: Lengths, radius: float) -> Lengths:
    apart = np.abs(to_centres)
    with np.errstate(invalid="ignore", divide="ignore"):
        half = np.arccos((radius**2 + apart**2 - radii**2) / (2 * radius * apart))
    towards = np.angle(to_centres)
    return _real(np.concatenate([towards - half, towards + half]))


def _slab_cuts(obstacles: Obstacles, centre: complex, radius: float) -> Lengths:
    """Returns where the rim crosses the long sides of the slabs along edges."""
    edge = obstacles.edge_ends - obstacles.edge_starts
    length = np.abs(edge)
    direction = edge / length
    placed = (centre - obstacles.edge_starts) * direction.conj()
    widths = obstacles.edge_widths - CONTACT_MM
    across = np.concatenate([widths - placed.imag, -widths - placed.imag])
    sides = np.flatnonzero(np.abs(across) < radius)
    edges = sides % len(edge) if len(edge) else sides
    upper = np.arcsin(across[sides] / radius)
    half = radius * np.cos(upper)
    turned = np.angle(direction[edges])
    found = []
    for along, angle in ((placed.real[edges] + half, upper), (placed.real[edges] - half, math.pi - upper)):
        beside = (along >= -CONTACT_MM) & (along <= length[edges] + CONTACT_MM)
        found.append((angle + turned)[beside])
    return np.concatenate(found)


def _side_cuts(bounds: Lengths, centre: complex, radius: float) -> Lengths:
    with np.errstate(invalid="ignore"):
        from_right = np.arccos((bounds[:2] - centre.real) / radius)
        upwards = np.arcsin((bounds[2:] - centre.imag) / radius)
    return _real(np.concatenate([from_right, -from_right, upwards, math.pi - upwards]))


def _real(angles: Lengths) -> Lengths:
    """Returns the angles of points that exist: no angle has a cosine or a sine beyond 1."""
    return angles[~np.isnan(angles)]
