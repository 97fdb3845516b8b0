"""What is proposed, and what speaks against a place, in the reader's words."""

from dataclasses import replace

from companion.games.measured import RuleViolation
from companion.games.signum.commands import Finish
from companion.games.signum.naming import name_of, refusal_sentence
from companion.games.signum.state import State
from companion.geometry import CLOSE_AT_SIGMAS, Answer
from companion.referee.proposal import Doubt, Proposal
from companion.referee.whereabouts import Standing
from companion.texts import Language, figure, say

MM_PER_CM = 10.0
_WITH_LENGTH = ("move", "run")


def worded(proposal: Proposal, state: State, language: Language) -> Proposal:
    """The proposal with its text.

    Args:
        proposal: What is proposed.
        state: The game, for names.
        language: The reader's.
    """
    return replace(proposal, text=" ".join(_sentences(proposal, state, language)))


def named(standing: Standing, state: State, language: Language) -> Standing:
    """The standing with the names of all things in it; arguments as for `worded`."""
    return replace(standing, all=tuple(replace(each, name=name_of(each.of, state, language)) for each in standing.all))


def doubt_sentence(doubt: Doubt, thing: str, state: State, language: Language) -> str:
    """Why a place is not told, or not believed.

    Args:
        doubt: Why.
        thing: Id of the creature or template concerned; of what is not on the Battlefield nothing is told, for it may
            be hidden.
        state: The game, for names.
        language: The reader's.
    """
    known = thing in state.creatures or thing in state.templates or thing.endswith(":hero")
    name = name_of(thing, state, language) if known else say(language, "mat.a_model")
    return say(language, f"mat.doubt.{doubt.value}", name=name)


def _sentences(each: Proposal, state: State, language: Language) -> list[str]:
    """First what was done, then what goes with it, then what speaks against it."""
    words = [_deed(each, state, language)]
    if each.verdict.answer is not Answer.NO:
        perhaps = [one.creature for one in each.contacts if one.new and one.answer is Answer.CLOSE]
        for key, others in (("perhaps_touching", perhaps), ("leaves", each.leaves)):
            if others:
                words.append(say(language, f"mat.{key}", others=_names(others, state, language)))
        if isinstance(each.steps[0], Finish):
            words.append(say(language, "mat.ends_other"))
    words += [doubt_sentence(doubt, thing or each.of, state, language) for doubt, thing in each.doubts]
    return words


def _deed(each: Proposal, state: State, language: Language) -> str:
    name, verdict = name_of(each.of, state, language), each.verdict
    if verdict.answer is Answer.NO:
        return _refused(each, name, state, language)
    close = verdict.answer is Answer.CLOSE and not each.doubts
    if each.kind not in _WITH_LENGTH:
        return say(language, "mat.place_close" if close and each.kind != "activate" else f"mat.{each.kind}", name=name)
    measures = _measures(each, language)
    if close:
        by_length = abs((verdict.value_mm or 0.0) - verdict.limit_mm) <= CLOSE_AT_SIGMAS * verdict.sigma_mm
        return say(language, f"mat.{each.kind}_close" if by_length else "mat.move_unsure", name=name, **measures)
    touched = [one.creature for one in each.contacts if one.new and one.answer is Answer.YES]
    if touched:
        others = _names(touched, state, language)
        return say(language, f"mat.{each.kind}_touching", name=name, others=others, **measures)
    return say(language, f"mat.{each.kind}", name=name, **measures)


def _refused(each: Proposal, name: str, state: State, language: Language) -> str:
    if each.refusal is None:
        return say(language, "mat.refused", name=name, why=say(language, f"rules.{each.verdict.because}"))
    if each.refusal.key == "too_far":
        return say(language, "mat.too_far", name=name, **_measures(each, language))
    violation = RuleViolation(each.refusal.rule, each.refusal.key, dict(each.refusal.values))
    return say(language, "mat.refused", name=name, why=refusal_sentence(violation, state, each.seat, language))


def _measures(each: Proposal, language: Language) -> dict[str, str]:
    verdict = each.verdict
    return {
        "length": figure(language, (verdict.value_mm or 0.0) / MM_PER_CM, ".1f"),
        "limit": figure(language, verdict.limit_mm / MM_PER_CM, ".3g"),
        "doubt": figure(language, CLOSE_AT_SIGMAS * verdict.sigma_mm / MM_PER_CM, ".2f"),
    }


def _names(things: list[str] | tuple[str, ...], state: State, language: Language) -> str:
    return ", ".join(name_of(each, state, language) for each in things)
