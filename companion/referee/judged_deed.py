"""What a command that places something would come to: allowed, forbidden or too close to call, and by how much.

The rules themselves decide; what is added here are the facts that people want to read beside the answer.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from companion.games.command import Command
from companion.games.measured import RuleViolation
from companion.games.protocol import Game
from companion.games.signum.commands import Move
from companion.games.signum.contacts import enemies_certainly_touched, is_enemy, perhaps_touches
from companion.games.signum.events import Questioned
from companion.games.signum.mat import base_of, contact
from companion.games.signum.state import Creature, State
from companion.games.signum.travelling import Way, find_way, left_mm
from companion.games.values import Stand
from companion.geometry import Answer, MatPoint, Path, Verdict, measure_gap
from companion.referee.proposal import Refusal, Touching
from companion.referee.whereabouts import sure_mm

TOO_FAR = "too_far"
"""A refusal of a way that is longer than what is left."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a command would come to; see `Proposal` for the attributes.

    Attributes:
        verdict: Whether it may be done.
        way: Of a move.
        contacts: Whom it touches at the end.
        leaves: Enemies whose contact it leaves.
        rule: What forbids it, or is too close to call.
        refusal: What the rule says.
        back_to: Where it may be put instead.
    """

    verdict: Verdict
    way: Path | None = None
    contacts: tuple[Touching, ...] = ()
    leaves: tuple[str, ...] = ()
    rule: str = ""
    refusal: Refusal | None = None
    back_to: MatPoint | None = None


def judged(game: Game[State], state: State, command: Command) -> Judged:
    """What a command would come to.

    Args:
        game: The rules.
        state: The game in which it would be given.
        command: That which is meant.
    """
    plain = _decided(game, state, command)
    if not isinstance(command, Move):
        return plain
    creature = state.creatures.get(command.creature)
    if creature is None or creature.stand is None:
        return plain
    way = _way(state, creature, command)
    contacts, leaves = touching(state, creature, command.to)
    value_mm = way.path.length_mm if way.verdict.value_mm is None else way.verdict.value_mm
    verdict = Verdict(plain.verdict.answer, value_mm, way.limit_mm, way.verdict.sigma_mm, plain.verdict.because)
    path = way.path if way.path.length_mm is not None else None
    return Judged(verdict, path, contacts, leaves, plain.rule, plain.refusal, _back(plain, way))


def _back(refused: Judged, way: Way) -> MatPoint | None:
    """Where one who went too far may stand: so near to the end of the legal way that it surely is no farther."""
    if refused.refusal is None or refused.refusal.key != TOO_FAR:
        return refused.back_to
    return way.path.point_at(max(0.0, way.limit_mm - sure_mm(way.verdict.sigma_mm)))


def touching(state: State, creature: Creature, at: Stand) -> tuple[tuple[Touching, ...], tuple[str, ...]]:
    """Whom a creature touches elsewhere, and which enemies it touches no more."""
    there = replace(creature, stand=at)
    contacts, leaves = [], []
    for other in state.creatures.values():
        if other.stand is None or other.id == creature.id:
            continue
        answer = contact(state, there, other).answer
        before = creature.stand is not None and perhaps_touches(state, creature, other)
        enemy = is_enemy(state, creature.controller, other)
        if answer is not Answer.NO:
            gap_mm = measure_gap(base_of(state, there), base_of(state, other)).gap_mm
            contacts.append(Touching(other.id, enemy, answer, gap_mm, not before))
        if before and enemy and answer is not Answer.YES:
            leaves.append(other.id)
    return tuple(contacts), tuple(leaves)


def _decided(game: Game[State], state: State, command: Command) -> Judged:
    try:
        events = game.decide(state, command)
    except RuleViolation as violation:
        values = tuple(violation.values.items())
        refusal = Refusal(violation.rule_id, violation.key, values)
        measured = violation.verdict or Verdict(Answer.NO, None, 0.0, 0.0, violation.key)
        verdict = Verdict(Answer.NO, measured.value_mm, measured.limit_mm, measured.sigma_mm, violation.key)
        return Judged(verdict, rule=violation.rule_id, refusal=refusal, back_to=_named_place(violation))
    for event in events:
        if isinstance(event, Questioned):
            asked = event.question
            verdict = Verdict(Answer.CLOSE, asked.value_mm, asked.limit_mm, asked.sigma_mm, asked.because)
            return Judged(verdict, rule=asked.rule_id)
    return Judged(Verdict(Answer.YES, None, 0.0, 0.0, "deed.allowed"))


def _named_place(violation: RuleViolation) -> MatPoint | None:
    """The place that a refusal names as legal."""
    x_mm, y_mm = violation.values.get("x_mm"), violation.values.get("y_mm")
    if not isinstance(x_mm, int | float) or not isinstance(y_mm, int | float):
        return None
    return MatPoint(x_mm, y_mm)


def _way(state: State, creature: Creature, command: Move) -> Way:
    touched = enemies_certainly_touched(state, creature)
    return find_way(state, creature, command.to, left_mm(state, creature, run=command.run), touched)
