"""Where things stand, by what the camera sees of their models: the only place of a creature is that of its own base.

A place is told only of a model that is seen at rest. Where anything speaks against it, the reason is told instead: a
place that was never meant would do more harm than asking once more. Who has no model yet takes the one touched on the
screen, else the free one that was put down last, and keeps it once it stands where that was seen.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import msgspec

from companion.games.prompt import Cells, CommandSpec
from companion.geometry import Answer
from companion.referee.api.placement import MatState
from companion.referee.api.proposal import Doubt
from companion.referee.mat import visibility as seeing
from companion.referee.mat.models import ADOPTED_MM, Models, RecordedPiece, adopted, away_mm, may_be
from companion.referee.mat.placement_tracker import Track, Tracks, compared, told
from companion.referee.mat.rest_detector import IN_HAND, Rest, RestDetector, followed
from companion.referee.match.command_builder import UnseenError, Values
from companion.referee.screen.view import View

log = logging.getLogger(__name__)


def _nothing() -> tuple[RecordedPiece, ...]:
    return ()


def _fixed_piece(spec: CommandSpec) -> str:
    return str(spec.fixed.get("piece") or spec.fixed.get("creature") or "")


def _forget(_: Models) -> None:
    """Saves no models: for a table whose models are not kept."""


class ModelLocator:
    """A surveyor that knows which model is which, and watches what players touch and move; used by one thread.

    Attributes:
        models: Which base is which creature.
        resting: Where models rest.
        tracks: How each thing of the record stands.
        view: The newest; None before the first.
    """

    def __init__(
        self,
        players: tuple[str, ...],
        clock: Callable[[], float],
        things: Callable[[], tuple[RecordedPiece, ...]] = _nothing,
        models: Models | None = None,
        keep: Callable[[Models], None] = _forget,
        piece_of: Callable[[CommandSpec], str] = _fixed_piece,
    ) -> None:
        """Prepares.

        Args:
            players: Ids of the seats; a base that belongs to one is never taken for another's.
            clock: Seconds of a monotonic clock.
            things: Tells what of the record has a place or waits for one.
            models: What is known of them from before.
            keep: Told of the models whenever one is bound.
            piece_of: Tells whose place a command tells, see `Board.piece_of`.
        """
        self._players, self._clock, self._of_record, self._keep = players, clock, things, keep
        self._piece_of = piece_of
        self.models = models or Models()
        self.resting = RestDetector()
        self.tracks: Tracks = {}
        self.view: View | None = None
        self._claims: dict[str, str] = {}
        self._laid: tuple[object, tuple[RecordedPiece, ...]] = (None, ())

    def saw(self, view: View) -> None:
        """Is told every view of the table."""
        self.view = view
        now_s = self._clock()
        self.resting = followed(self.resting, view, now_s)
        things = self._things()
        self._learn(things, view)
        self.tracks = compared(self.tracks, things, self.models, self.resting, view, now_s)

    def standing(self) -> MatState:
        """Record and mat compared, as of the newest view."""
        if self.view is None:
            return MatState()
        return told(self.tracks, self.models, self.resting, self._players, self.view, self._clock())

    def track(self, of: str) -> Track | None:
        """What is remembered of a thing of the record; None if the record has no such thing on the mat."""
        return self.tracks.get(of)

    def put_back(self, of: str, *, wanted: bool) -> None:
        """Says whether a model that a hand moved is to go back to where the record has it."""
        track = self.tracks[of]
        if track.ghost != wanted:
            self.tracks = MappingProxyType({**self.tracks, of: replace(track, ghost=wanted)})

    def bind(self, of: str, base_id: str = "") -> Doubt | None:
        """Says by hand which model a creature or template is.

        Args:
            of: Its id in the game.
            base_id: The model; empty for the one touched on the screen, else the free one put down last.

        Returns:
            Why it cannot be done; None once it is.
        """
        view = self.view
        thing = next((each for each in self._things() if each.id == of), None)
        if view is None or thing is None:
            return Doubt.BLIND if view is None else Doubt.NO_MODEL
        known = {piece.base.id for piece in view.pieces} | {each.id for each in view.terrain} | set(view.missing)
        base_id = base_id or (view.choices.chosen[0] if view.choices.chosen else "")
        if not base_id:
            free = self._free(thing, view)
            base_id = free[-1].lying.id if free else ""
        if base_id not in known:
            return Doubt.NO_MODEL
        self._set(self.models.meant(thing, base_id))
        return None

    def claim(self, of: str, base_id: str) -> None:
        """Says that who is placed next comes as this model; it is bound once it stands there on the record."""
        if of and self.models.base(of) != base_id:
            self._claims[of] = base_id

    def spot(self, spec: CommandSpec, field: str, values: Values) -> Any:  # noqa: ANN401 (plain JSON, whose shape is the game's)
        """The place of the model that is meant: of a base its centre, of a template its corners.

        Raises:
            UnseenError: If it cannot be told, with the reason.
        """
        view = self.view
        of = self._piece_of(spec) or next(iter(values.get("of", ())), "")
        blind = Doubt.BLIND if view is None else seeing.blindness(view)
        if view is None or blind is not None:
            raise UnseenError(field, blind, of)
        if field == "outline":
            return self._outline(spec, of, view)
        thing = next((each for each in self._things() if each.id == of), None) or _unknown(of, spec)
        own = self.models.base(of)
        if own and thing.at is None and seeing.why_not(view, own) is Doubt.OFF:
            own = ""  # who comes back to the game may come as another model
        base_id = own or self._stand_in(thing, view, field)
        if (doubt := seeing.why_not(view, base_id)) is not None:
            raise UnseenError(field, doubt, of)
        self.claim(of, base_id)
        lying = seeing.lying_in(view)[base_id]
        board = next((each.board for each in (thing, *self._things()) if each.board is not None), None)
        if board is not None and isinstance(spec.fields.get(field), Cells):
            snap = board.snap(lying.at, lying.sigma_mm)
            if snap.verdict.answer is not Answer.YES:
                raise UnseenError(field, Doubt.CELL, of)
            return list(snap.candidates[0])
        return msgspec.to_builtins(lying.stand)

    def lacks_model(self, spec: CommandSpec) -> bool:
        """Whether the place of something is asked for that no model stands for on the mat yet, as far as one sees.

        Args:
            spec: The command that tells the place.
        """
        view, of = self.view, self._piece_of(spec)
        if view is None or not of or seeing.blindness(view) is not None:
            return False
        thing = next((each for each in self._things() if each.id == of), None) or _unknown(of, spec)
        own = self.models.base(of)
        if thing.at is not None or (own and seeing.why_not(view, own) is not Doubt.OFF):
            return False
        try:
            self._stand_in(thing, view, "")
        except UnseenError:
            return True
        return False

    @property
    def newest_template(self) -> Rest | None:
        """The template that was put down last and is nothing of the record yet; None where there is none."""
        free = () if self.view is None else self._free_rests(self.view)
        laid = [rest for rest in free if rest.lying.is_template and rest.moved_s is not None]
        return laid[-1] if laid else None

    def _things(self) -> tuple[RecordedPiece, ...]:
        """All of the record; in a game on cells, with the cells where the table has them."""
        things, view = self._of_record(), self.view
        if view is None or view.grid is None or all(each.board is None for each in things):
            return things
        as_of = things, view.grid, view.grid_deviation
        if self._laid[0] is None or self._laid[0] != as_of:
            self._laid = as_of, tuple(each.laid_on(view.grid, view.grid_deviation) for each in things)
        return self._laid[1]

    def _outline(self, spec: CommandSpec, of: str, view: View) -> list[tuple[float, float]]:
        template_id = self.models.base(of)
        if spec.kind == "correct" and not any(each.id == template_id for each in view.terrain):
            return []  # a creature has no template to lay
        if not template_id:
            newest = self.newest_template
            if newest is None:
                raise UnseenError("outline", Doubt.TO_LAY, of)
            template_id = newest.lying.id
        if (doubt := seeing.why_not(view, template_id)) is not None:
            raise UnseenError("outline", doubt, of)
        return [(corner.x_mm, corner.y_mm) for corner in seeing.lying_in(view)[template_id].outline]

    def _stand_in(self, thing: RecordedPiece, view: View, field: str) -> str:
        """The base meant for who has no model: the one touched, else the free one put down last."""
        lying, taken = seeing.lying_in(view), self.models.taken(self._things())
        fitting = [each for each in lying if each not in taken and may_be(thing, lying[each], self._players)]
        if view.choices.chosen:
            if view.choices.chosen[0] not in fitting:
                raise UnseenError(field, Doubt.NO_MODEL, thing.id)
            return view.choices.chosen[0]
        if any(seeing.state_of(view, each) in IN_HAND for each in fitting):
            raise UnseenError(field, Doubt.HELD, thing.id)
        likely = {each for each in fitting if self.models.suits(thing, each)}
        moved = [rest for rest in self.resting.rests.values() if rest.lying.id in likely and rest.moved_s is not None]
        if not moved:
            raise UnseenError(field, Doubt.NO_MODEL, thing.id)
        return max(moved, key=lambda rest: rest.moved_s or 0.0).lying.id

    def _free(self, thing: RecordedPiece, view: View) -> list[Rest]:
        return [rest for rest in self._free_rests(view) if may_be(thing, rest.lying, self._players)]

    def _free_rests(self, view: View) -> tuple[Rest, ...]:
        return self.resting.free(self.models.taken(self._things()), view)

    def _learn(self, things: tuple[RecordedPiece, ...], view: View) -> None:
        """Binds the models whose places became those of creatures, and those that lie where one without stands."""
        if seeing.blindness(view) is not None:
            return
        models = self.models.found(things)
        for thing in things:
            if thing.at is None or thing.id not in self._claims:
                continue
            base_id = self._claims.pop(thing.id)
            rest = self.resting.rests.get(base_id)
            if rest is not None and away_mm(thing, rest.lying) <= ADOPTED_MM:
                models = models.meant(thing, base_id)
        free = [rest.lying for rest in self.resting.free(models.taken(things), view)]
        models = adopted(models, things, free, self._players)
        if models != self.models:
            self._set(models)

    def _set(self, models: Models) -> None:
        self.models = models
        try:
            self._keep(models)
        except OSError:  # they are learned anew from where things lie
            log.exception("models_not_written")


def _unknown(of: str, spec: CommandSpec) -> RecordedPiece:
    """What the record does not list, such as a creature of which nobody told what it is; of any size."""
    owner = of.partition(":")[0] if ":" in of else spec.by
    return RecordedPiece(of, owner, owner, 0.0)
