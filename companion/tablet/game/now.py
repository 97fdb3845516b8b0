"""The page that says what to do: questions first, then what may be done, then to whom the tablet may go."""

from collections.abc import Iterator, Sequence

from companion.referee import Play
from companion.referee.play import OpenSeat
from companion.referee.tasks import Offer
from companion.referee.throw import OpenRoll
from companion.tablet.game.cards import (
    FightCard,
    HolderCard,
    OverruleKey,
    PassData,
    PassKeys,
    PauseCard,
    SaidCard,
    Shown,
    TaskCard,
    TaskData,
)
from companion.tablet.game.forms import FormData, Group
from companion.tablet.game.proposals import BindCard, BindData, GhostCard, ProposalCard, ghosts
from companion.tablet.game.reading import WhyData, WhyRow
from companion.tablet.game.rolls import RollCard, RollData
from companion.tablet.game.stack import Entry, Hands
from companion.tablet.game.way_back import UndoCard, UndoData
from companion.tablet.game.zones import heading, note

ROLLED = frozenset({"roll", "priority"})
"""Prompts that dice answer."""


def now_page(play: Play, hands: Hands, *, hidden_only: bool = False, after: Sequence[Entry] = ()) -> list[Entry]:
    """The page.

    Args:
        play: The game.
        hands: Language and wishes.
        hidden_only: Whether only the way to hidden things is wanted.
        after: What follows on the answers to what was wished.
    """
    passing = (
        PassKeys,
        PassData(tuple((s.seat, s.name, s.shape, s.apart) for s in play.seats if s.seat != play.holder)),
    )
    if hidden_only:
        return [(note, hands.say("game.pass.why")), passing]
    entries: list[Entry] = []
    if play.holder:
        entries.append((HolderCard, dict(play.players)[play.holder]))
    entries += _answers(play, hands)
    entries += after
    entries += _on_the_mat(play, hands)
    if play.pause_left_s is not None:
        entries.append((PauseCard, play.pause_left_s))
    entries += [(WhyRow, WhyData(why, hands.turned)) for why in play.asked]
    entries += _tasks(play)
    entries += _fight(play)
    if play.pause_left_s is None and not _asked(play) and not play.shown["outcome"]:
        entries.append((heading, str((play.own_shown or play.shown)["waiting"])))
    entries += _acts(play, hands)
    if not play.shown["outcome"]:
        entries.append(passing)
    return entries


def _answers(play: Play, hands: Hands) -> Iterator[Entry]:
    """What became of the last wish, and what is being agreed on."""
    if play.said is not None and play.said.text:
        yield SaidCard, play.said
        if play.overrulable:
            yield OverruleKey, hands.say("game.overrule.ask")
    if play.undoing is not None:
        yield UndoCard, UndoData(play.undoing, tuple((s.seat, s.name, s.shape) for s in play.seats))
    for trouble in (*play.throw.troubles, *((play.throw.said,) if play.throw.said else ())):
        yield note, trouble


def _on_the_mat(play: Play, hands: Hands) -> Iterator[Entry]:
    for proposal in play.proposals:
        yield ProposalCard, proposal
    for ghost in ghosts(play.standing.all, hands):
        yield GhostCard, ghost
    proposed = {proposal.base for proposal in play.proposals}
    names = {each.of: each.name for each in play.standing.all}
    for stranger in play.standing.strangers:
        if stranger.may_be and stranger.base not in proposed:
            yield BindCard, BindData(stranger.base, tuple((of, names.get(of, of)) for of in stranger.may_be))


def _tasks(play: Play) -> Iterator[Entry]:
    """The holder's own with all that is hidden, the others' as far as they lie open."""
    rolls: dict[str, OpenRoll] = {roll.seat: roll for roll in play.throw.rolls}
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        for task in own["tasks"] if own is not None else seat.tasks:
            roll = rolls.get(seat.seat) if task["key"] in ROLLED else None
            if roll is not None:
                yield RollCard, RollData(roll, seat.shape, play.throw.reasons)
            else:
                yield TaskCard, TaskData(seat.seat, seat.name, seat.shape, task, _lessons(play, task))


def _lessons(play: Play, task: Shown) -> tuple[tuple[str, str], ...]:
    if play.lessons is None or not task.get("step"):
        return ()
    return tuple((lesson.rule, lesson.text) for lesson in play.lessons.of_task(task["step"]))


def _asked(play: Play) -> bool:
    return any(seat.tasks for seat in play.seats) or bool(play.own_shown and play.own_shown["tasks"])


def _fight(play: Play) -> Iterator[Entry]:
    fight = play.shown["fight"]
    if fight:
        yield FightCard, fight


def _acts(play: Play, hands: Hands) -> Iterator[Entry]:
    """What players may do of their own accord, by who acts."""
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        for group in own["acts"] if own is not None else seat.acts:
            yield Group, (str(group["title"]), tuple(_form(seat, each) for each in group["offers"]))
        if own is not None and own["playable"]:
            yield note, hands.say("phones.playable", count=own["playable"])


def _form(seat: OpenSeat, each: Shown) -> FormData:
    offer: Offer = each["offer"]
    return FormData(seat.seat, offer, fold=each["fold"], sure=each["sure"])
