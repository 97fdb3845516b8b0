"""Interprets what players did on the mat: proposes commands of the game for models that stand elsewhere.

The game says what a model found elsewhere may mean; here it is weighed: what the rules say to it, what speaks against
the measurement, whether it waits for a tap. Where several readings fit, all are offered. A model that is nobody's yet
is read as the one that a prompt waits for. What no reading fits is told with the rule that forbids it.

On a board of cells a model is read as standing in its cell. Where that is too close to call, every cell that comes
into question is offered; beside the board, and in a cell that another creature holds, nothing is, and that is told.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.games.board import Confirmation, FoundModel, Interpretation, Place, TemplatePlace
from companion.games.command import Command, made_command
from companion.games.protocol import Game
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import Answer, Path, Verdict
from companion.geometry.grid import Cell
from companion.referee.api.placement import PlacementState
from companion.referee.api.proposal import ConfirmMode, Doubt, FollowUp, Proposal
from companion.referee.mat.command_verdict import CommandVerdict, judged, refused
from companion.referee.mat.models import RecordedPiece, may_be
from companion.referee.mat.neighbours import ELSEWHERE, doubtful, extent_mm
from companion.referee.mat.rest_detector import Rest
from companion.referee.mat.snapshot import DisplacedModel, MatSnapshot

NEAR_MM = 10.0
"""Who stands no farther from a way, rim to rim, is passed so near that it matters where exactly."""
NEAR_LIMIT_MM = 5.0
"""A move that ends nearer to what is left of its length is one that people like to look at."""
MAX_READINGS = 3
DOUBTED = "deed.doubted"
"""Reason of a verdict that would be yes if what was measured were beyond doubt."""
NO_CELL = "no_cell"
"""Kind of what can be read as nothing, for no cell is free there."""


def proposals(game: Game[Any], state: Any, situation: MatSnapshot) -> tuple[Proposal, ...]:  # noqa: ANN401 (the game's own)
    """All readings.

    Args:
        game: The rules.
        state: The game, with nothing left to show of it.
        situation: What there is to be read.
    """
    reader = _Reader(game, state, situation)
    found: list[Proposal] = []
    for displaced in situation.displaced:
        readings = tuple(reader.of_displaced(displaced))
        found += _weighed(readings, situation, sure=displaced.settled and not displaced.nudged)
    waiting = [_likely(tuple(reader.of_waiting(thing, rest))) for thing, rest in situation.waiting]
    meant = Counter(base for each in waiting for base in {one.base for one in each if one.possible})
    for each in waiting:
        found += _weighed(each, situation, sure=not any(meant[one.base] > 1 for one in each))
    for rest in situation.arrived:
        if rest.lying.is_template:
            found += _weighed(_likely(tuple(reader.of_template(rest))), situation, sure=True)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a model may stand, as the game understands it.

    Attributes:
        place: In the game's terms.
        cell: Its cell, in a game on cells.
        sure: Whether that is beyond doubt.
    """

    place: Place
    cell: Cell | None = None
    sure: bool = True


class _Reader:
    def __init__(self, game: Game[Any], state: Any, situation: MatSnapshot) -> None:  # noqa: ANN401 (the game's own)
        self._game, self._state, self._situation = game, state, situation
        self._offers = tuple(spec for seat in situation.players for spec in game.commands(state, seat))

    def of_displaced(self, each: DisplacedModel) -> Iterator[Proposal]:
        """What it may mean that the model of a piece is elsewhere."""
        found = list(self._of_model(each, by_hand=each.settled, nudged=each.nudged))
        yield from tuple(one for one in found if one.possible) or found[-1:]

    def of_waiting(self, thing: RecordedPiece, rest: Rest | None) -> Iterator[Proposal]:
        """The answers to prompts that wait for the place of a piece: by its own model, else by any that fits."""
        own = () if rest is None else tuple(self._placings(thing, rest))
        yield from own
        if any(each.possible for each in own):
            return
        situation = self._situation
        fitting = [each for each in situation.arrived if may_be(thing, each.lying, situation.players)]
        free = [each for each in fitting if situation.models.suits(thing, each.lying.id)]
        came = [each for each in free if each.moved_s is not None] or free
        for model in came[-MAX_READINGS:]:
            # Spare tokens lie about: what is none of the answers is none of the game's.
            yield from (each for each in self._placings(thing, model) if each.possible or not thing.is_token)

    def of_template(self, rest: Rest) -> Iterator[Proposal]:
        """What a template may be that is nothing of the game yet."""
        lying = rest.lying
        for reading in self._game.board.interpretations(
            self._state, FoundModel(TemplatePlace(lying.outline, lying.sigma_mm, lying.made_mm)), self._offers
        ):
            thing = RecordedPiece(reading.of, reading.seat, reading.seat, 0.0, is_template=True)
            yield self._read(
                reading, DisplacedModel(thing, rest, settled=True, nudged=False), _Spot(TemplatePlace(lying.outline))
            )

    def _placings(self, thing: RecordedPiece, model: Rest) -> Iterator[Proposal]:
        yield from self._of_model(DisplacedModel(thing, model, settled=True, nudged=False), by_hand=True, nudged=False)

    def _of_model(self, each: DisplacedModel, *, by_hand: bool, nudged: bool) -> Iterator[Proposal]:
        piece = each.thing.piece
        if piece is None:
            return
        spots = self._spots(each)
        for spot in spots:
            declared = self._situation.declared.get(piece.id, "")
            found = FoundModel(spot.place, piece, by_hand, nudged, declared)
            reaches = False
            for reading in self._game.board.interpretations(self._state, found, self._offers):
                if reading.fallback and reaches:
                    continue
                proposal = self._read(reading, each, spot)
                reaches = _reaches(proposal)
                yield proposal
        if not spots:
            yield self._nowhere(each)

    def _spots(self, each: DisplacedModel) -> tuple[_Spot, ...]:
        """Where a model stands as the game understands it; on cells, in each that comes into question."""
        lying, board = each.rest.lying, each.thing.board
        if board is None:
            return (_Spot(lying.stand),)
        snap = board.snap(lying.at, lying.sigma_mm, self._occupied(each.thing))
        sure = snap.verdict.answer is Answer.YES
        return tuple(_Spot(cell, cell, sure) for cell in snap.candidates)

    def _occupied(self, thing: RecordedPiece) -> frozenset[Cell]:
        """The cells in which no other creature can stand."""
        if thing.is_token:
            return frozenset()
        others = (each for each in self._situation.things if each.id != thing.id and not each.is_token)
        return frozenset(each.cell for each in others if each.cell is not None)

    def _nowhere(self, each: DisplacedModel) -> Proposal:
        """Of a model that stands in no cell in which it can."""
        board, lying = each.thing.board, each.rest.lying
        assert board is not None  # noqa: S101 (a game that measures always has a spot)
        verdict = board.snap(lying.at, lying.sigma_mm, self._occupied(each.thing)).verdict
        return Proposal(
            id=_name(each.thing.controller, NO_CELL, each, None),
            seat=each.thing.controller,
            kind=NO_CELL,
            of=each.thing.id,
            base=lying.id,
            steps=(),
            at=lying.at,
            came_from=each.thing.at,
            way=None,
            verdict=verdict,
            back_to=each.thing.at,
            on_cells=True,
        )

    def _read(self, reading: Interpretation, each: DisplacedModel, spot: _Spot) -> Proposal:
        state: Any = self._state
        for step in reading.steps[:-1]:
            state = None if state is None else self._after(state, step)
        if reading.refused is not None:
            facts = refused(reading.refused)
        else:
            facts = judged(self._game, self._state if state is None else state, reading.steps[-1])
        back_to = facts.back_to or each.thing.at
        measured = spot.cell is None
        neighbours = self._doubtful_neighbours(each, facts.way, reading) if measured else self._in_cell(each, spot)
        doubts = (*((doubt, "") for doubt in self._situation.doubts), *neighbours)
        return Proposal(
            id=_name(reading.seat, reading.kind, each, spot.cell),
            seat=reading.seat,
            kind=reading.kind,
            of=each.thing.id,
            base=each.rest.lying.id,
            steps=reading.steps,
            at=each.rest.lying.at,
            came_from=each.thing.at,
            way=facts.way,
            verdict=_doubted(facts.verdict) if doubts else facts.verdict,
            contacts=facts.contacts,
            leaves=facts.leaves,
            rule=facts.rule,
            refusal=facts.refusal,
            back_to=back_to if facts.verdict.answer is Answer.NO else None,
            doubts=doubts,
            role=reading.role,
            surely=reading.asks if spot.sure else Confirmation.ALWAYS,
            secret=reading.secret,
            notes=reading.notes,
            cell=spot.cell,
            on_cells=spot.cell is not None,
            goal=None if spot.cell is None or each.thing.board is None else each.thing.board.grid.centre(spot.cell),
            then=() if doubts else tuple(self._follow_ups(reading, state, facts)),
        )

    def _follow_ups(self, reading: Interpretation, before: Any, facts: CommandVerdict) -> Iterator[FollowUp]:  # noqa: ANN401 (the game's own)
        """What may follow in the game that a reading leaves, as if nobody turned up a hidden card."""
        touching = any(each.enemy and each.answer is Answer.YES for each in facts.contacts)
        if not (reading.then and touching) or facts.verdict.answer is not Answer.YES:
            return
        state = self._after(self._state if before is None else before, reading.steps[-1])
        while state is not None and (passing := self._game.passing(state)) is not None:
            state = self._after(state, passing)
        for spec in () if state is None else self._game.commands(state, reading.seat):
            if spec.kind in reading.then and reading.of in spec.fixed.values() and not spec.fields:
                body = {"kind": spec.kind, "by": spec.by, **spec.fixed}
                yield FollowUp(spec, made_command(self._game.command_type, body))

    def _after(self, state: Any, command: Command) -> Any:  # noqa: ANN401 (the game's own)
        """The game after a command; None if a rule forbids it."""
        try:
            events = self._game.decide(state, command)
        except RuleViolation:
            return None
        for event in events:
            state = self._game.evolve(state, event)
        return state

    def _in_cell(self, each: DisplacedModel, spot: _Spot) -> Iterator[tuple[Doubt, str]]:
        """Those whose models stand in the same cell, and not where the record has them; none but that is in doubt."""
        board = each.thing.board
        for other in self._situation.standing.all:
            if board is None or other.of == each.thing.id or other.how not in ELSEWHERE or other.seen is None:
                continue
            if board.grid.cell_at(other.seen) == spot.cell:
                yield Doubt.NEIGHBOUR, other.of

    def _doubtful_neighbours(
        self, each: DisplacedModel, way: Path | None, reading: Interpretation
    ) -> Iterator[tuple[Doubt, str]]:
        """Those near enough to matter whom the camera does not see where the record has them."""
        line = way.polyline() if way is not None else (each.rest.lying.at,)
        lying = each.rest.lying
        own_mm = extent_mm(lying.at, lying.outline) if lying.is_template else each.thing.radius_mm
        others = [other for other in self._situation.standing.all if other.of != each.thing.id]
        unknown = [
            other
            for other in others
            if other.how not in (PlacementState.IN_PLACE, PlacementState.TO_PLACE) and not other.outline
        ]
        near = dict.fromkeys(doubtful(line, own_mm + NEAR_MM, unknown))
        astray = [other for other in others if other.how in ELSEWHERE]
        templates = [other for other in astray if other.outline]
        near |= dict.fromkeys(doubtful(line, own_mm + reading.clear_of_templates_mm + NEAR_MM, templates))
        if reading.clear_of_enemies_mm:
            foes = [other for other in astray if not other.outline and other.controller != each.thing.controller]
            near |= dict.fromkeys(doubtful(line, own_mm + reading.clear_of_enemies_mm + NEAR_MM, foes))
        yield from ((Doubt.NEIGHBOUR, name) for name in near)


def _reaches(move: Proposal) -> bool:
    """Whether a move is surely long enough, so that nothing that goes farther can have been meant."""
    return move.verdict.answer is Answer.YES or move.verdict.because == DOUBTED


def _likely(interpretations: tuple[Proposal, ...]) -> tuple[Proposal, ...]:
    """Those that are possible; where none is, that of the model put down last."""
    return tuple(each for each in interpretations if each.possible) or interpretations[-1:]


def _weighed(interpretations: Iterable[Proposal], situation: MatSnapshot, *, sure: bool) -> list[Proposal]:
    """The readings, each with whether it waits for a tap."""
    interpretations = tuple(interpretations)
    alone = sure and len(interpretations) == 1 and len(situation.displaced) <= 1
    return [replace(each, asks=not alone or _asks(each, situation.confirming)) for each in interpretations]


def _asks(each: Proposal, confirming: ConfirmMode) -> bool:
    if each.verdict.answer is not Answer.YES or each.surely is Confirmation.ALWAYS or confirming is ConfirmMode.ALL:
        return True
    if confirming is ConfirmMode.TRUST:
        return False
    touches = any(one.new and one.enemy for one in each.contacts)
    verdict = each.verdict
    near = verdict.value_mm is not None and verdict.limit_mm - verdict.value_mm < NEAR_LIMIT_MM
    return each.surely is Confirmation.CHANGES or touches or bool(each.leaves) or near


def _doubted(verdict: Verdict) -> Verdict:
    """A verdict that cannot be yes, for what was measured is in doubt."""
    if verdict.answer is not Answer.YES:
        return verdict
    return replace(verdict, answer=Answer.CLOSE, because=DOUBTED)


def _name(seat: str, kind: str, each: DisplacedModel, cell: Cell | None) -> str:
    """Id of a proposal: it stays the same while a model stands, and changes once it is moved again."""
    here = each.rest.from_here
    words: tuple[str, ...] = (
        seat,
        kind,
        each.thing.id,
        each.rest.lying.id,
        f"{here.x_mm:.2f}",
        f"{here.y_mm:.2f}",
        str(each.thing.at),
    )
    words = words if cell is None else (*words, f"{cell.q},{cell.r}")
    return hashlib.sha256("|".join(words).encode()).hexdigest()[:16]
