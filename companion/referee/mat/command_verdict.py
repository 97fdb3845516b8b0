"""What a command that places something would come to: allowed, forbidden or too close to call, and by how much.

The rules themselves decide; what is added here are the facts that people want to read beside the answer.
"""

from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from companion.games.board import TOO_FAR, Refusal, TouchedPiece, Trace
from companion.games.command import Command
from companion.games.protocol import Game
from companion.games.verdicts.measured import RuleViolation
from companion.games.verdicts.question import TableQuestion, question_of
from companion.geometry import Answer, MatPoint, Path, Verdict
from companion.referee.api.placement import sure_mm

MAX_QUESTIONS = 2
"""So many questions one after the other are answered for the table, to see whether they matter."""


@dataclass(frozen=True, slots=True)
class CommandVerdict:
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
    contacts: tuple[TouchedPiece, ...] = ()
    leaves: tuple[str, ...] = ()
    rule: str = ""
    refusal: Refusal | None = None
    back_to: MatPoint | None = None


def judged(game: Game[Any], state: Any, command: Command) -> CommandVerdict:  # noqa: ANN401 (the game's own)
    """What a command would come to.

    Args:
        game: The rules.
        state: The game in which it would be given.
        command: That which is meant.
    """
    plain = _decided(game, state, command)
    trace = game.board.trace(state, command)
    if trace is None:
        return plain
    told = plain.verdict
    verdict = Verdict(told.answer, trace.value_mm, trace.limit_mm, trace.sigma_mm, told.because, trace.parts)
    back_to = _back(plain, trace)
    return CommandVerdict(verdict, trace.way, trace.contacts, trace.leaves, plain.rule, plain.refusal, back_to)


def refused(refusal: Refusal) -> CommandVerdict:
    """What cannot be done, whatever its command would come to."""
    return CommandVerdict(Verdict(Answer.NO, None, 0.0, 0.0, refusal.key), rule=refusal.rule, refusal=refusal)


def _back(plain: CommandVerdict, trace: Trace) -> MatPoint | None:
    """Where one who went too far may stand: so near to the end of the legal way that it surely is no farther."""
    if plain.refusal is None or plain.refusal.key != TOO_FAR or trace.way is None:
        return plain.back_to
    return trace.way.point_at(max(0.0, trace.limit_mm - sure_mm(trace.sigma_mm)))


def _decided(game: Game[Any], state: Any, command: Command) -> CommandVerdict:  # noqa: ANN401 (the game's own)
    violation, asked = tried(game, state, command)
    if violation is not None:
        values = tuple(violation.values.items())
        refusal = Refusal(violation.rule_id, violation.key, values)
        measured = violation.verdict or Verdict(Answer.NO, None, 0.0, 0.0, violation.key)
        verdict = replace(measured, answer=Answer.NO, because=violation.key)
        return CommandVerdict(verdict, rule=violation.rule_id, refusal=refusal, back_to=_named_place(violation))
    if asked is not None:
        verdict = Verdict(Answer.CLOSE, asked.value_mm, asked.limit_mm, asked.sigma_mm, asked.because)
        return CommandVerdict(verdict, rule=asked.rule_id)
    return CommandVerdict(Verdict(Answer.YES, None, 0.0, 0.0, "deed.allowed"))


def tried(
    game: Game[Any],
    state: Any,  # noqa: ANN401 (the game's own)
    command: Command,
    depth: int = 0,
) -> tuple[RuleViolation | None, TableQuestion | None]:
    """What a command meets: the rule that forbids it, or the question that is put to the table first.

    Nobody is asked what changes nothing: a command that a rule forbids whatever the table answers is forbidden.

    Args:
        game: The rules.
        state: The game in which it would be given.
        command: That which is meant.
        depth: How many questions were answered already; farther than `MAX_QUESTIONS` nothing is tried.

    Returns:
        The refusal, with the answer yes where a question comes before it, and the first question; None for neither.
    """
    try:
        events = game.decide(state, command)
    except RuleViolation as violation:
        return violation, None
    asked = next((question for event in events if (question := question_of(event)) is not None), None)
    if asked is None or depth == MAX_QUESTIONS:
        return None, asked
    refusals = []
    for yes in (True, False):
        answered = structs.replace(command, rulings={**command.rulings, asked.key: yes})
        refusal, _ = tried(game, state, answered, depth + 1)
        if refusal is None:
            return None, asked
        refusals.append(refusal)
    return refusals[0], None


def _named_place(violation: RuleViolation) -> MatPoint | None:
    """The place that a refusal names as legal."""
    x_mm, y_mm = violation.values.get("x_mm"), violation.values.get("y_mm")
    if not isinstance(x_mm, int | float) or not isinstance(y_mm, int | float):
        return None
    return MatPoint(x_mm, y_mm)
