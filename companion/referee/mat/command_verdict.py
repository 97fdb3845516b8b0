"""What a command that places something would come to: allowed, forbidden or too close to call, and by how much.

The rules themselves decide; what is added here are the facts that people want to read beside the answer.
"""

from dataclasses import dataclass
from typing import Any

from companion.games.board import TOO_FAR, Refusal, TouchedPiece, Trace
from companion.games.command import Command
from companion.games.measured import RuleViolation
from companion.games.protocol import Game
from companion.games.question import question_of
from companion.geometry import Answer, MatPoint, Path, Verdict
from companion.referee.api.placement import sure_mm


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
    verdict = Verdict(plain.verdict.answer, trace.value_mm, trace.limit_mm, trace.sigma_mm, plain.verdict.because)
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
    try:
        events = game.decide(state, command)
    except RuleViolation as violation:
        values = tuple(violation.values.items())
        refusal = Refusal(violation.rule_id, violation.key, values)
        measured = violation.verdict or Verdict(Answer.NO, None, 0.0, 0.0, violation.key)
        verdict = Verdict(Answer.NO, measured.value_mm, measured.limit_mm, measured.sigma_mm, violation.key)
        return CommandVerdict(verdict, rule=violation.rule_id, refusal=refusal, back_to=_named_place(violation))
    for event in events:
        if (asked := question_of(event)) is not None:
            verdict = Verdict(Answer.CLOSE, asked.value_mm, asked.limit_mm, asked.sigma_mm, asked.because)
            return CommandVerdict(verdict, rule=asked.rule_id)
    return CommandVerdict(Verdict(Answer.YES, None, 0.0, 0.0, "deed.allowed"))


def _named_place(violation: RuleViolation) -> MatPoint | None:
    """The place that a refusal names as legal."""
    x_mm, y_mm = violation.values.get("x_mm"), violation.values.get("y_mm")
    if not isinstance(x_mm, int | float) or not isinstance(y_mm, int | float):
        return None
    return MatPoint(x_mm, y_mm)
