"""Which piece on the mat a player means: the one touched on the screen, else the one that moved last.

A place is told only if the piece is seen at rest. Where anything speaks against it, such as a piece of the same player
in somebody's hand, none is told: a place that was never meant would do more harm than asking once more.
"""

import math
from collections.abc import Callable
from typing import Any

from companion.games.protocol import CommandSpec
from companion.geometry import MatPoint
from companion.referee.filling import Values
from companion.referee.view import Piece, View
from vision.observation import Seen

MOVED_MM = 3.0
"""A piece that lies this far from where it lay has moved; less is a nudge, or the camera."""
MOVED_SIGMAS = 4.0
ARRIVAL_S = 3.0
"""What is seen for the first time within this after the first picture has lain there all along."""


class Pointing:
    """A surveyor that watches what players touch and move; used by one thread."""

    def __init__(self, players: tuple[str, ...], clock: Callable[[], float]) -> None:
        """Prepares.

        Args:
            players: Ids of the seats; a base that belongs to one is never taken for another's.
            clock: Seconds of a monotonic clock.
        """
        self._players, self._clock = players, clock
        self._view: View | None = None
        self._began_s: float | None = None
        self._lay: dict[str, MatPoint] = {}
        self._moved: list[str] = []

    def saw(self, view: View) -> None:
        """Is told every view of the table."""
        self._view = view
        if view.health.blind:
            return
        now_s = self._clock()
        self._began_s = now_s if self._began_s is None else self._began_s
        for piece in view.pieces:
            if piece.state is Seen.SEEN:
                self._lies(piece.base.id, piece.base.centre, piece.base.sigma_mm, now_s)
        for template in view.terrain:
            middle = _middle(template.polygon)
            self._lies(template.id, middle, template.sigma_mm, now_s)

    def spot(self, spec: CommandSpec, field: str, values: Values) -> Any | None:  # noqa: ANN401 (plain JSON, whose shape is the game's)
        """The place of the piece that is meant: of a base its centre, of a template its corners."""
        view = self._view
        if view is None or view.health.blind:
            return None
        if field == "outline":
            # Who sets a creature right by hand has no template to lay.
            return [] if spec.kind == "correct" else self._outline(view)
        creature = str(spec.fixed.get("creature") or next(iter(values.get("of", ())), ""))
        piece = self._base(view, creature.partition(":")[0] if ":" in creature else spec.by)
        if piece is None:
            return None
        base = piece.base
        return {"x_mm": base.centre.x_mm, "y_mm": base.centre.y_mm, "sigma_mm": base.sigma_mm}

    def _lies(self, piece_id: str, at: MatPoint, sigma_mm: float, now_s: float) -> None:
        lay = self._lay.get(piece_id)
        if lay is not None and math.hypot(at.x_mm - lay.x_mm, at.y_mm - lay.y_mm) <= MOVED_MM + MOVED_SIGMAS * sigma_mm:
            return
        self._lay[piece_id] = at
        if lay is not None or (self._began_s is not None and now_s - self._began_s > ARRIVAL_S):
            self._moved = [*(other for other in self._moved if other != piece_id), piece_id]

    def _base(self, view: View, owner: str) -> Piece | None:
        own = {piece.base.id: piece for piece in view.pieces if self._may_be(piece, owner)}
        if view.choices.chosen:
            touched = own.get(view.choices.chosen[0])
            return touched if touched is not None and touched.state is Seen.SEEN else None
        if any(piece.state is Seen.LIFTED for piece in own.values()):
            return None
        last = next((own[base_id] for base_id in reversed(self._moved) if base_id in own), None)
        return last if last is not None and last.state is Seen.SEEN else None

    def _may_be(self, piece: Piece, owner: str) -> bool:
        belongs_to = piece.base.owner
        return belongs_to == owner or belongs_to not in self._players or owner not in self._players

    def _outline(self, view: View) -> list[tuple[float, float]] | None:
        templates = {template.id: template for template in view.terrain}
        last = next((templates[its] for its in reversed(self._moved) if its in templates), None)
        return None if last is None else [(corner.x_mm, corner.y_mm) for corner in last.polygon]


def _middle(corners: tuple[MatPoint, ...]) -> MatPoint:
    count = len(corners)
    return MatPoint(sum(each.x_mm for each in corners) / count, sum(each.y_mm for each in corners) / count)
