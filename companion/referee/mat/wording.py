"""What is proposed, and what speaks against a place, in the reader's words."""

from dataclasses import replace

from companion.games.board import TOO_FAR, Role
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import Answer
from companion.presentation.doubts import doubt, doubt_mm
from companion.presentation.tasks import offer
from companion.presentation.teller import Teller
from companion.referee.api.placement import MatState, UnknownPiece
from companion.referee.api.proposal import Doubt, Proposal
from companion.texts import Language, TextError, figure, listed


def worded(proposal: Proposal, teller: Teller) -> Proposal:
    """The proposal with its text.

    Args:
        proposal: What is proposed.
        teller: Tells the game; a rule's refusal to the proposal's own seat.
    """
    then = tuple(replace(each, text=offer(each.spec, teller).label) for each in proposal.then)
    against = _begun(" ".join(_sentences(proposal, teller)))
    text = f"{against} {teller.say('mat.to_mark')}" if _went_too_far(proposal) else against
    return replace(proposal, text=text, against="" if proposal.possible else against, then=then)


def _went_too_far(proposal: Proposal) -> bool:
    """Whether there is a mark where its piece may stand."""
    refusal, verdict = proposal.refusal, proposal.verdict
    far = refusal is not None and refusal.key == TOO_FAR and verdict.value_mm is not None
    return verdict.answer is Answer.NO and far


def _begun(words: str) -> str:
    """A sentence may begin with the name of a piece that is no proper name."""
    return f"{words[:1].upper()}{words[1:]}"


def named(standing: MatState, teller: Teller) -> MatState:
    """The standing with the names of all things in it; arguments as for `worded`.

    What has left the game is named only where it lies open: after an undo it may be in a hand again.
    """
    every = tuple(replace(each, name=teller.name(each.of)) for each in standing.all)
    return replace(standing, all=every, strangers=tuple(_named_former(each, teller) for each in standing.strangers))


def _named_former(piece: UnknownPiece, teller: Teller) -> UnknownPiece:
    is_open = bool(piece.former) and teller.game.board.is_public(teller.state, piece.former)
    return replace(piece, name=teller.name(piece.former)) if is_open else piece


def doubt_sentence(doubt: Doubt, thing: str, teller: Teller) -> str:
    """Why a place is not told, or not believed.

    Args:
        doubt: Why.
        thing: Id of the piece concerned; of what not everybody may know of nothing is told.
        teller: Tells the game.
    """
    known = teller.game.board.is_public(teller.state, thing)
    name = teller.name(thing) if known else teller.say("mat.a_model")
    return teller.say(f"mat.doubt.{doubt.value}", name=name)


def _sentences(each: Proposal, teller: Teller) -> list[str]:
    """First what was done, then what goes with it, then what speaks against it."""
    words = [_command(each, teller)]
    if each.verdict.answer is not Answer.NO:
        perhaps = [one.creature for one in each.contacts if one.new and one.answer is Answer.CLOSE]
        for key, others in (("perhaps_touching", perhaps), ("leaves", each.leaves)):
            if others:
                words.append(teller.say(f"mat.{key}", others=_names(others, teller)))
        words += [teller.say(f"mat.{note}") for note in each.notes]
        if each.cell is not None:
            grid = teller.game.board.layout(teller.state).grid
            words.append(teller.say("mat.in_cell", name="" if grid is None else grid.name(each.cell)))
    words += [doubt_sentence(why, thing or each.of, teller) for why, thing in each.doubts]
    return words


def _command(each: Proposal, teller: Teller) -> str:
    name, verdict = teller.name(each.of), each.verdict
    if verdict.answer is Answer.NO:
        return _refused(each, name, teller)
    close = verdict.answer is Answer.CLOSE and not each.doubts
    if each.role is not Role.MOVE:
        return _command_said(teller, "place_close" if close and each.role is Role.PLACE else each.kind, name=name)
    measures = _measures(each, teller.language)
    if close:
        by_length = abs((verdict.value_mm or 0.0) - verdict.limit_mm) <= doubt_mm(verdict.sigma_mm)
        return _command_said(teller, f"{each.kind}_close" if by_length else "move_unsure", name=name, **measures)
    touched = [one.creature for one in each.contacts if one.new and one.answer is Answer.YES]
    if touched:
        others = _names(touched, teller)
        return _command_said(teller, f"{each.kind}_touching", name=name, others=others, **measures)
    return _command_said(teller, each.kind, name=name, **measures)


def _command_said(teller: Teller, key: str, **values: str) -> str:
    """What was done; in plain words where the game has none for its kind."""
    try:
        return teller.say(f"mat.{key}", **values)
    except TextError:
        return teller.say("mat.moved", **values)


def _refused(each: Proposal, name: str, teller: Teller) -> str:
    if each.refusal is None:
        return teller.say(f"mat.{each.verdict.because}", name=name)
    if _went_too_far(each):
        return teller.say("mat.too_far", name=name, **_measures(each, teller.language))
    violation = RuleViolation(each.refusal.rule, each.refusal.key, dict(each.refusal.values))
    return teller.say("mat.refused", name=name, why=teller.to(each.seat).refusal(violation))


def _measures(each: Proposal, language: Language) -> dict[str, str]:
    verdict = each.verdict
    return {
        "length": figure(language, (verdict.value_mm or 0.0), ".1f"),
        "limit": figure(language, verdict.limit_mm, ".3g"),
        "doubt": doubt(language, verdict.sigma_mm),
    }


def _names(things: list[str] | tuple[str, ...], teller: Teller) -> str:
    return listed(teller.name(each) for each in things)
