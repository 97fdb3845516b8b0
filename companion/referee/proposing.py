"""What the players most likely meant by what lies elsewhere on the mat: readings of it as commands of the game.

A model found elsewhere is read as a move of its creature, with the activation that must come before; where a prompt
waits for its place, as the answer to that; a model that is nobody's yet, as the one that a prompt waits for. A Run is
read only where it was declared before, or where a move does not reach. Where several readings fit, all are offered.
What no reading fits is told with the rule that forbids it.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.command import Command
from companion.games.common import Place
from companion.games.measured import RuleViolation
from companion.games.prompt import CommandSpec, Pick
from companion.games.protocol import Game
from companion.games.signum.commands import Activate, Finish, LayTerrain, Move, PlaceHero
from companion.games.signum.state import State
from companion.games.signum.summoning import CLEAR_MM
from companion.games.values import Stand
from companion.geometry import Answer, Path, Verdict
from companion.referee.judged_deed import Judged, judged
from companion.referee.models import Thing, may_be
from companion.referee.neighbours import ELSEWHERE, doubtful, extent_mm
from companion.referee.proposal import Confirming, Doubt, Proposal
from companion.referee.resting import Rest
from companion.referee.situation import Displaced, Situation
from companion.referee.whereabouts import How

NEAR_MM = 10.0
"""Who stands no farther from a way, rim to rim, is passed so near that it matters where exactly."""
NEAR_LIMIT_MM = 5.0
"""A move that ends nearer to what is left of its length is one that people like to look at."""
MOST_READINGS = 3
DOUBTED = "deed.doubted"
"""Reason of a verdict that would be yes if what was measured were beyond doubt."""


def proposals(game: Game[State], state: State, situation: Situation) -> tuple[Proposal, ...]:
    """All readings.

    Args:
        game: The rules.
        state: The game, with nothing left to show of it.
        situation: What there is to be read.
    """
    reader = _Reader(game, state, situation)
    found: list[Proposal] = []
    for each in situation.displaced:
        readings = tuple(reader.of_displaced(each))
        found += _weighed(readings, situation, sure=each.settled and not each.nudged)
    for thing, rest in situation.waiting:
        found += _weighed(_likely(tuple(reader.of_waiting(thing, rest))), situation, sure=True)
    for rest in situation.arrived:
        if rest.lying.is_template:
            found += _weighed(_likely(tuple(reader.of_template(rest))), situation, sure=True)
    return tuple(found)


def is_free(state: State) -> bool:
    """Whether nothing is being resolved or asked, so that creatures may be moved."""
    return not state.steps and state.question is None


class _Reader:
    def __init__(self, game: Game[State], state: State, situation: Situation) -> None:
        self._game, self._state, self._situation = game, state, situation
        self._specs = {seat: game.commands(state, seat) for seat in situation.players}

    def of_displaced(self, each: Displaced) -> Iterator[Proposal]:
        creature = each.thing.id
        places = [spec for specs in self._specs.values() for spec in specs if _places(spec) == creature]
        for spec in places:
            yield self._read(spec.by, "place", each, (Place(by=spec.by, creature=creature, at=_stand(each.rest)),))
        if places:
            return
        if not is_free(self._state):
            return
        readings = self._moves(each)
        if not readings and each.settled and not each.nudged:
            readings = (self._refused(each),)
        yield from readings

    def of_waiting(self, thing: Thing, rest: Rest | None) -> Iterator[Proposal]:
        """The answers to prompts that wait for the place of a creature: by its own model, else by any that fits."""
        own = () if rest is None else tuple(self._placings(thing, rest))
        yield from own
        if any(each.possible for each in own):
            return
        situation = self._situation
        fitting = [each for each in situation.arrived if may_be(thing, each.lying, situation.players)]
        free = [each for each in fitting if situation.models.suits(thing, each.lying.id)]
        came = [each for each in free if each.moved_s is not None] or free
        for model in came[-MOST_READINGS:]:
            yield from self._placings(thing, model)

    def _placings(self, thing: Thing, model: Rest) -> Iterator[Proposal]:
        at, where = _stand(model), Displaced(thing, model, settled=True, nudged=False)
        for spec in (spec for specs in self._specs.values() for spec in specs if _places(spec) == thing.id):
            hero = spec.kind == "placehero"
            command = PlaceHero(by=spec.by, at=at) if hero else Place(by=spec.by, creature=thing.id, at=at)
            yield self._read(spec.by, spec.kind, where, (command,))

    def of_template(self, rest: Rest) -> Iterator[Proposal]:
        """The terrain cards whose template it may be."""
        for specs in self._specs.values():
            for spec in specs:
                needs = [field for field in spec.fields.values() if isinstance(field, Pick) and field.least > 0]
                if spec.kind != "layterrain" or needs:
                    continue
                card, lying = str(spec.fixed["card"]), rest.lying
                outline = tuple((each.x_mm, each.y_mm) for each in lying.outline)
                command = LayTerrain(by=spec.by, card=card, outline=outline, sigma_mm=lying.sigma_mm)
                thing = Thing(card, spec.by, spec.by, 0.0, is_template=True)
                where = Displaced(thing, rest, settled=True, nudged=False)
                yield self._read(spec.by, "layterrain", where, (command,))

    def _moves(self, each: Displaced) -> tuple[Proposal, ...]:
        seat, creature = each.thing.controller, each.thing.id
        steps, state = self._until_acting(seat, creature, begins=not each.nudged)
        if state is None:
            return ()
        if not is_free(state):
            return (self._read(seat, "activate", each, steps),) if steps else ()
        runs = {
            bool(spec.fixed.get("run"))
            for spec in self._game.commands(state, seat)
            if spec.kind == "move" and spec.fixed.get("creature") == creature
        }
        to, read = _stand(each.rest), []
        declared = True in runs and creature in self._situation.running
        for run in (True,) if declared else sorted(runs):
            command = Move(by=seat, creature=creature, to=to, run=run)
            proposal = self._read(seat, "run" if run else "move", each, (*steps, command))
            if not run and _reaches(proposal):
                return (proposal,)
            read.append(proposal)
        return tuple(one for one in read if one.possible) or tuple(read[-1:])

    def _until_acting(self, seat: str, creature: str, *, begins: bool) -> tuple[tuple[Command, ...], State | None]:
        """The commands after which a creature acts, and the game then; None where it cannot come to that."""
        steps: list[Command] = []
        state: State | None = self._state
        if self._state.acting == creature:
            return (), self._state
        if not begins:
            return (), None
        if self._state.acting and any(spec.kind == "finish" for spec in self._specs.get(seat, ())):
            steps.append(Finish(by=seat))
            state = self._after(self._state, steps[-1])
        if state is None or not _offers_activation(self._game.commands(state, seat), creature):
            return (), None
        steps.append(Activate(by=seat, creature=creature))
        return tuple(steps), self._after(state, steps[-1])

    def _after(self, state: State, command: Command) -> State | None:
        try:
            events = self._game.decide(state, command)
        except RuleViolation:
            return None
        for event in events:
            state = self._game.evolve(state, event)
        return state

    def _refused(self, each: Displaced) -> Proposal:
        """What forbids it that this creature moves now."""
        seat, creature = each.thing.controller, each.thing.id
        if self._state.acting == creature:
            return self._read(seat, "move", each, (Move(by=seat, creature=creature, to=_stand(each.rest)),))
        return self._read(seat, "activate", each, (Activate(by=seat, creature=creature),))

    def _read(self, seat: str, kind: str, each: Displaced, steps: tuple[Command, ...]) -> Proposal:
        state: State | None = self._state
        for step in steps[:-1]:
            state = None if state is None else self._after(state, step)
        facts = judged(self._game, self._state if state is None else state, steps[-1])
        if kind == "activate" and facts.verdict.answer is Answer.YES and not self._asks_first(steps):
            # It may act, but has no way to move.
            facts = Judged(Verdict(Answer.NO, None, 0.0, 0.0, "cannot_move"), rule="S-MOVE-07")
        back_to = facts.back_to or each.thing.at
        doubts = (*((doubt, "") for doubt in self._situation.doubts), *self._doubtful_neighbours(each, facts.way, kind))
        return Proposal(
            id=_name(seat, kind, each),
            seat=seat,
            kind=kind,
            of=each.thing.id,
            base=each.rest.lying.id,
            steps=steps,
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
        )

    def _asks_first(self, steps: tuple[Command, ...]) -> bool:
        state: State | None = self._state
        for step in steps:
            state = None if state is None else self._after(state, step)
        return state is not None and not is_free(state)

    def _doubtful_neighbours(self, each: Displaced, way: Path | None, kind: str) -> Iterator[tuple[Doubt, str]]:
        """Those near enough to matter whom the camera does not see where the record has them."""
        line = way.polyline() if way is not None else (each.rest.lying.at,)
        lying = each.rest.lying
        own_mm = extent_mm(lying.at, lying.outline) if lying.is_template else each.thing.radius_mm
        others = [other for other in self._situation.standing.all if other.of != each.thing.id]
        unknown = [other for other in others if other.how not in (How.IN_PLACE, How.TO_PLACE) and not other.outline]
        near = dict.fromkeys(doubtful(line, own_mm + NEAR_MM, unknown))
        astray = [other for other in others if other.how in ELSEWHERE]
        templates = [other for other in astray if other.outline]
        # Templates keep clear of templates, and who is summoned keeps clear of enemies (S-TERRAIN-07, S-SUMMON-03).
        near |= dict.fromkeys(doubtful(line, own_mm + (CLEAR_MM if lying.is_template else 0.0) + NEAR_MM, templates))
        if kind == "place":
            foes = [other for other in astray if not other.outline and other.controller != each.thing.controller]
            near |= dict.fromkeys(doubtful(line, own_mm + CLEAR_MM + NEAR_MM, foes))
        yield from ((Doubt.NEIGHBOUR, name) for name in near)


def _reaches(move: Proposal) -> bool:
    """Whether a move is surely long enough, so that no Run can have been meant."""
    return move.verdict.answer is Answer.YES or move.verdict.because == DOUBTED


def _likely(readings: tuple[Proposal, ...]) -> tuple[Proposal, ...]:
    """Those that are possible; where none is, that of the model put down last."""
    return tuple(each for each in readings if each.possible) or readings[-1:]


def _weighed(readings: tuple[Proposal, ...], situation: Situation, *, sure: bool) -> list[Proposal]:
    """The readings, each with whether it waits for a tap."""
    alone = sure and len(readings) == 1 and len(situation.displaced) <= 1
    return [replace(each, asks=not alone or _asks(each, situation.confirming)) for each in readings]


def _asks(each: Proposal, confirming: Confirming) -> bool:
    if each.verdict.answer is not Answer.YES or each.kind in ("activate", "run") or confirming is Confirming.ALL:
        return True  # of a Run nobody can tell whether it was declared before
    if confirming is Confirming.TRUST:
        return False
    left_mm = each.verdict.limit_mm - (each.verdict.value_mm or 0.0)
    touches = any(one.new and one.enemy for one in each.contacts)
    ends_another = isinstance(each.steps[0], Finish)
    return each.kind != "move" or touches or bool(each.leaves) or ends_another or left_mm < NEAR_LIMIT_MM


def _places(spec: CommandSpec) -> str:
    """Whose place a command tells; empty for none."""
    if spec.kind == "placehero":
        return f"{spec.by}:hero"
    return str(spec.fixed.get("creature", "")) if spec.kind == "place" else ""


def _offers_activation(specs: Iterable[CommandSpec], creature: str) -> bool:
    picks = (spec.fields.get("creature") for spec in specs if spec.kind == "activate")
    return any(isinstance(pick, Pick) and creature in pick.options for pick in picks)


def _doubted(verdict: Verdict) -> Verdict:
    """A verdict that cannot be yes, for what was measured is in doubt."""
    if verdict.answer is not Answer.YES:
        return verdict
    return Verdict(Answer.CLOSE, verdict.value_mm, verdict.limit_mm, verdict.sigma_mm, DOUBTED)


def _stand(rest: Rest) -> Stand:
    lying = rest.lying
    return Stand(lying.at.x_mm, lying.at.y_mm, lying.sigma_mm)


def _name(seat: str, kind: str, each: Displaced) -> str:
    """The same for the same deed, however often it is measured; another once the model was moved again."""
    here = each.rest.from_here
    words = (seat, kind, each.thing.id, each.rest.lying.id, f"{here.x_mm:.2f}", f"{here.y_mm:.2f}", str(each.thing.at))
    return hashlib.sha256("|".join(words).encode()).hexdigest()[:16]
