"""The page that says what to do: questions first, then what may be done, then to whom the tablet may go."""

from collections.abc import Iterator, Sequence

from companion.referee import GameScreen
from companion.referee.api.rolls import OpenRoll
from companion.referee.screen.player_screen import OfferShown, OpenSeat, TaskShown
from companion.tablet.game.cards import (
    FightCard,
    HolderCard,
    PassData,
    PassKeys,
    PauseCard,
    TaskCard,
    TaskData,
)
from companion.tablet.game.forms import FormData, Group
from companion.tablet.game.place_guide import GuideData, guide_for, zone_for
from companion.tablet.game.proposals import AllBackKey, BindCard, BindData, GhostCard, ProposalCard, all_back, ghosts
from companion.tablet.game.read_sheet import WhyData, WhyRow
from companion.tablet.game.rolls import RollCard, RollData
from companion.tablet.game.undo_card import UndoCard, UndoData
from companion.tablet.game.zones import note
from companion.tablet.widgets.stack import Entry, Hands


def now_page(play: GameScreen, hands: Hands, *, hidden_only: bool = False, after: Sequence[Entry] = ()) -> list[Entry]:
    """The page.

    Args:
        play: The game.
        hands: Language and intents.
        hidden_only: Whether only the way to hidden things is wanted.
        after: What follows on the answers to what was asked for.
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
    entries += _agreements(play)
    entries += after
    entries += _on_the_mat(play, hands)
    if play.pause_left_s is not None:
        entries.append((PauseCard, play.pause_left_s))
    entries += [(WhyRow, WhyData(why, hands.turned)) for why in play.asked]
    entries += _tasks(play, hands)
    entries += _fight(play)
    entries += _acts(play, hands)
    if not play.shown.outcome:
        entries.append(passing)
    return entries


def _agreements(play: GameScreen) -> Iterator[Entry]:
    """What is being agreed on."""
    if play.undoing is not None:
        yield UndoCard, UndoData(play.undoing, tuple((s.seat, s.name, s.shape) for s in play.seats))


def _on_the_mat(play: GameScreen, hands: Hands) -> Iterator[Entry]:
    for proposal in play.proposals:
        yield ProposalCard, proposal
    found = ghosts(play.standing.all, hands)
    if back := all_back(found, hands):
        yield AllBackKey, back
    for ghost in found:
        yield GhostCard, ghost
    proposed = {proposal.base for proposal in play.proposals}
    names = {each.of: each.name for each in play.standing.all}
    for stranger in play.standing.strangers:
        if stranger.may_be and stranger.base not in proposed:
            yield BindCard, BindData(stranger.base, tuple((of, names.get(of, of)) for of in stranger.may_be))


def _tasks(play: GameScreen, hands: Hands) -> Iterator[Entry]:
    """The holder's own with all that is hidden, the others' as far as they lie open."""
    rolls: dict[str, OpenRoll] = {roll.seat: roll for roll in play.throw.rolls}
    for seat in play.seats:
        for task in play.tasks_of(seat):
            roll = rolls.get(seat.seat) if task.owed.rolled else None
            if roll is not None:
                yield RollCard, RollData(roll, seat.shape, play.throw.reasons)
            else:
                lessons, guide = _lessons(play, task), _guide(play, seat, task, hands)
                # Where a finger moves the models, what it does is proposed at once: no place is asked for besides.
                places = guide is None or not (hands.practises or hands.drawn)
                yield TaskCard, TaskData(seat.seat, seat.name, seat.shape, task, lessons, places, guide)


def _lessons(play: GameScreen, task: TaskShown) -> tuple[tuple[str, str], ...]:
    if play.lessons is None or not task.step:
        return ()
    return tuple((lesson.rule, lesson.text) for lesson in play.lessons.of_task(task.step))


def _guide(play: GameScreen, seat: OpenSeat, task: TaskShown, hands: Hands) -> GuideData | None:
    zone = zone_for(play, seat.seat, [each.offer for each in task.offers])
    return None if zone is None else guide_for(zone, play, seat.shape, hands)


def _fight(play: GameScreen) -> Iterator[Entry]:
    if play.shown.sheet.bout is not None:
        yield FightCard, play.shown.sheet.bout


def _acts(play: GameScreen, hands: Hands) -> Iterator[Entry]:
    """What players may do of their own accord, by who acts; what closes something stands at the foot."""
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        for group in play.groups_of(seat):
            forms = tuple(_form(seat, each) for each in group.offers if not each.closes)
            if forms:
                yield Group, (group.title, forms)
        if own is not None and own.sheet.playable:
            yield note, hands.say("phones.playable", count=own.sheet.playable)


def _form(seat: OpenSeat, each: OfferShown) -> FormData:
    return FormData(seat.seat, each.offer, fold=each.fold, sure=each.sure)
