"""How fights ended: what each side rolled, what of it was stopped and by what, and the wounds that were left.

Follows the events of a game and gathers what belongs together: a melee, a shot, Backstabs on one creature, harm of a
spell or an ability. All of it lies open (S-ZONE-26); nothing that is hidden stands in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.command import Event
from companion.games.common import DiceRolled
from companion.games.kit.events import Popped
from companion.games.signum.engine.questions import wounds_spoil
from companion.games.signum.fight_results import ATTACK, BACKSTAB, DEFENCE, HARM, MELEE, SHOT, HarmResult, Result, Throw
from companion.games.signum.model.events import CreatureChanged, CreatureLeft, GameEnded, Pushed, RelicChanged
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import Blow, CombatStep, HarmStep, VolleyStep
from companion.games.signum.model.steps.movement import BackstabStep
from companion.games.signum.model.steps.step import Step
from companion.games.values import Stand

_BACKSTAB_WHY = "S-BACK-12"


@dataclass(slots=True)
class _OpenResult:
    """A step on the stack that a result comes of; `depth` is its place there."""

    depth: int
    result: Result
    harming: bool = False
    nested: bool = False


class SignumResults:
    """Follows one game; holds the results since somebody went on."""

    def __init__(self) -> None:
        self._running: list[_OpenResult] = []
        self._over: tuple[Result, ...] = ()

    @property
    def shown(self) -> tuple[Result, ...]:
        """What ended since somebody went on, oldest first; then fights under way for which dice have fallen."""
        running = (each.result for each in self._running if not each.nested and not each.harming)
        return (*self._over, *(replace(each, over=False) for each in running if each.throws))

    def add(self, before: State, event: Event, *, goes_on: bool) -> None:
        """Follows an event.

        Args:
            before: The game before it.
            event: The event, whole.
            goes_on: Whether it is the first of something that somebody did; what ended before is over with it.
        """
        if goes_on:
            self._over = ()
        match event:
            case Pushed(steps=steps):
                for number, step in enumerate(steps):
                    self._begin(before, step, len(before.steps) + number)
            case Popped():
                self._end(len(before.steps) - 1)
            case DiceRolled():
                self._roll(before, event)
            case CreatureChanged() | RelicChanged():
                self._suffer(before, event)
            case CreatureLeft(creature=creature):
                self._fall(creature)
            case GameEnded():
                # What ended it is resolved no further.
                self._over = (*self._over, *(each.result for each in self._running if not each.nested))
                self._running = []
            case _:
                pass

    def _begin(self, before: State, step: Step, depth: int) -> None:
        match step:
            case CombatStep(attacker=source, target=target):
                self._open(before, depth, Result(MELEE, source, target))
            case VolleyStep(shooter=source, target=target, ability=ability):
                self._open(before, depth, Result(SHOT, source, target, ability))
            case BackstabStep(victim=victim, strikers=strikers, hidden=hidden):
                striker = next(iter((*strikers, *hidden)), "")
                self._open(before, depth, Result(BACKSTAB, striker, victim))
            case HarmStep(blows=blows):
                self._harm(before, blows, depth)
            case _:
                pass

    def _open(self, state: State, depth: int, result: Result) -> None:
        placed = replace(result, source_at=_stand(state, result.source), target_at=_stand(state, result.target))
        self._running.append(_OpenResult(depth, placed))

    def _harm(self, state: State, blows: tuple[Blow, ...], depth: int) -> None:
        """Harm of a fight that runs, of the Backstabs that were just rolled, or for itself."""
        harms = tuple(_harm_of(state, each) for each in blows)
        fight = self._running[-1] if self._running and not self._running[-1].harming else None
        ended = self._over[-1] if self._over else None
        if fight is not None and _belongs(fight.result, blows):
            fight.result = replace(fight.result, harms=(*fight.result.harms, *harms))
            self._running.append(_OpenResult(depth, fight.result, harming=True, nested=True))
        elif ended is not None and ended.kind == BACKSTAB and blows[0].why == _BACKSTAB_WHY:
            self._over = self._over[:-1]
            self._running.append(_OpenResult(depth, replace(ended, harms=harms), harming=True))
        else:
            source, target = blows[0].source, blows[0].target
            self._open(state, depth, Result(HARM, source, target, harms=harms))
            self._running[-1].harming = True

    def _end(self, depth: int) -> None:
        if not self._running or self._running[-1].depth != depth:
            return
        ended = self._running.pop()
        if not ended.nested:
            self._over = (*self._over, ended.result)

    def _roll(self, before: State, event: DiceRolled) -> None:
        role = DEFENCE if event.purpose.endswith(f".{DEFENCE}") else ATTACK
        fight = next((each for each in reversed(self._running) if not each.harming), None)
        wanted = ("melee.", "ranged.", "backstab")
        if fight is None or not event.purpose.startswith(wanted):
            return
        wounded = wounds_spoil(before, event.creature, event.purpose, event.good)
        fight.result = replace(fight.result, throws=tuple(_thrown(fight.result.throws, event, role, wounded=wounded)))

    def _suffer(self, before: State, event: CreatureChanged | RelicChanged) -> None:
        """Tokens and wounds that change while harm is done."""
        harming = self._running[-1] if self._running and self._running[-1].harming else None
        if harming is None or not isinstance(before.steps[-1], HarmStep):
            return
        if isinstance(event, RelicChanged):
            relic = next((each for each in before.players[event.player].relics if each.id == event.card), None)
            lost = 0 if relic is None or event.armour is None else relic.armour - event.armour
            self._change(f"{event.player}:hero", relics=lost)
        elif event.creature in before.creatures:
            known = before.creatures[event.creature]
            armour = 0 if event.armour is None else known.armour - event.armour
            wounds = 0 if event.wounds is None else event.wounds - known.wounds
            self._change(event.creature, armour=armour, wounds=wounds)

    def _change(self, target: str, **more: int) -> None:
        """Adds to the last harm of a creature, in every result that holds it."""
        for running in self._running:
            running.result = replace(running.result, harms=_added(running.result.harms, target, more))

    def _fall(self, creature: str) -> None:
        def fallen(result: Result) -> Result:
            harms = (replace(each, fell=True) if each.target == creature else each for each in result.harms)
            return replace(result, harms=tuple(harms))

        for running in self._running:
            running.result = fallen(running.result)
        self._over = tuple(fallen(each) for each in self._over)


def _belongs(result: Result, blows: tuple[Blow, ...]) -> bool:
    """Whether blows are those of a fight: they strike who fights in it, and come from one of the two."""
    pair = {result.source, result.target}
    return all(each.target in pair and each.source in pair for each in blows)


def _harm_of(state: State, blow: Blow) -> HarmResult:
    return HarmResult(blow.target, blow.source, blow.amount, at=_stand(state, blow.target), pierces=blow.wounds)


def _stand(state: State, creature: str) -> Stand | None:
    known = state.creatures.get(creature)
    return None if known is None else known.stand


def _thrown(throws: tuple[Throw, ...], event: DiceRolled, role: str, *, wounded: bool) -> Iterator[Throw]:
    """The throws with another one, or with some dice of one rolled again."""
    if not event.again:
        yield from throws
        good = sum(face in event.good for face in event.faces)
        yield Throw(event.creature, role, event.faces, good, event.good, wounded)
        return
    last = max((n for n, each in enumerate(throws) if (each.creature, each.role) == (event.creature, role)), default=-1)
    for number, each in enumerate(throws):
        if number != last:
            yield each
            continue
        faces = list(each.faces)
        for place, face in zip(event.again, event.faces, strict=False):
            faces[place] = face
        yield Throw(each.creature, role, tuple(faces), sum(face in event.good for face in faces), event.good, wounded)


def _added(harms: tuple[HarmResult, ...], target: str, more: dict[str, int]) -> tuple[HarmResult, ...]:
    last = max((n for n, each in enumerate(harms) if each.target == target), default=-1)
    return tuple(
        replace(each, **{name: getattr(each, name) + count for name, count in more.items()}) if n == last else each
        for n, each in enumerate(harms)
    )
