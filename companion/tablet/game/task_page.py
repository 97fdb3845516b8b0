"""The page that says what to do: questions first, then what may be done, then to whom the tablet may go.

What comes and goes by itself is no part of it: that would push a key away from under a finger.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.referee import GameScreen
from companion.referee.api.rolls import OpenRoll
from companion.referee.screen.player_screen import OfferShown, OpenSeat, TaskShown
from companion.tablet.game.cards import (
    FightCard,
    HolderCard,
    PassData,
    PassKeys,
    TaskCard,
    TaskData,
)
from companion.tablet.game.forms import FormData, Group
from companion.tablet.game.hand_fan import FanData, HandFan
from companion.tablet.game.place_guide import GuideData, guide_for, zone_for
from companion.tablet.game.read_sheet import WhyData, WhyRow
from companion.tablet.game.rolls import RollCard, RollData
from companion.tablet.game.zones import note
from companion.tablet.widgets.stack import Entry, WidgetContext


def now_page(
    play: GameScreen, context: WidgetContext, *, hidden_only: bool = False, after: Sequence[Entry] = ()
) -> list[Entry]:
    """The page.

    Args:
        play: The game.
        context: Language and intents.
        hidden_only: Whether only the way to hidden things is wanted.
        after: What follows on the answers to what was asked for.
    """
    passed_to = _wanted_holders(play, hidden_only=hidden_only)
    passing = (
        PassKeys,
        PassData(
            tuple((s.seat, s.name, s.shape, s.seat in passed_to) for s in play.seats if s.seat != play.holder),
            frozenset() if play.holder else passed_to | {play.shown.sheet.active},
        ),
    )
    if hidden_only:
        return [(note, context.say("game.pass.why")), passing]
    entries: list[Entry] = []
    if play.holder and not context.alone:
        entries.append((HolderCard, dict(play.players)[play.holder]))
    entries += after
    entries += [(WhyRow, WhyData(why, context.turned)) for why in play.asked]
    entries += _tasks(play, context)
    entries += _fight(play)
    entries += _acts(play, context)
    if not play.shown.outcome and not context.alone:
        entries.append(passing)
    return entries


def _wanted_holders(play: GameScreen, *, hidden_only: bool) -> frozenset[str]:
    """Who has the tablet next: whom something waits for unseen, else whose turn it is where nothing else is open."""
    apart = frozenset(seat.seat for seat in play.seats if seat.apart)
    asks = any(play.tasks_of(seat) or play.groups_of(seat) for seat in play.seats)
    return apart or (frozenset({play.shown.sheet.active}) if hidden_only or not asks else frozenset())


def _tasks(play: GameScreen, context: WidgetContext) -> Iterator[Entry]:
    """The holder's own with all that is hidden, the others' as far as they lie open."""
    rolls: dict[str, list[OpenRoll]] = {}
    for roll in play.throw.rolls:
        rolls.setdefault(roll.seat, []).append(roll)
    for seat in play.seats:
        for task in play.tasks_of(seat):
            # A pool of several kinds of dice is several rolls, each with a card.
            if task.owed.rolled and seat.seat in rolls:
                while rolls[seat.seat]:
                    yield RollCard, RollData(rolls[seat.seat].pop(0), seat.shape, play.throw.reasons)
            elif not (rolls and _is_own_roll(task)):  # with dice that are nobody's, one player rolls after the other
                lessons, guide = _lessons(play, task), _guide(play, seat, task, context)
                # Where a finger moves the models, what it does is proposed at once: no place is asked for besides.
                places = guide is None or not (context.practises or context.drawn)
                fan = _fan(play, seat.seat, task.owed.beside)
                yield TaskCard, TaskData(seat.seat, seat.name, seat.shape, task, lessons, places, guide, fan)


def _is_own_roll(task: TaskShown) -> bool:
    return task.owed.rolled and not task.owed.prompt.all_of_them


def _fan(play: GameScreen, seat: str, key: str) -> FanData | None:
    """The holder's cards at a place; None for another player's, and where there are none."""
    own = play.own_shown if key and seat == play.holder else None
    cards = next((each.cards for each in own.holdings if each.holding.key == key), ()) if own is not None else ()
    return FanData(seat, cards, play.cards) if cards else None


def _lessons(play: GameScreen, task: TaskShown) -> tuple[tuple[str, str], ...]:
    if play.lessons is None or not task.step:
        return ()
    return tuple((lesson.rule, lesson.text) for lesson in play.lessons.of_task(task.step))


def _guide(play: GameScreen, seat: OpenSeat, task: TaskShown, context: WidgetContext) -> GuideData | None:
    zone = zone_for(play, seat.seat, [each.offer for each in task.offers])
    return None if zone is None else guide_for(zone, play, seat.shape, context)


def _fight(play: GameScreen) -> Iterator[Entry]:
    if play.shown.sheet.bout is not None:
        yield FightCard, play.shown.sheet.bout


def _acts(play: GameScreen, context: WidgetContext) -> Iterator[Entry]:
    """What players may do of their own accord, by who acts; what closes something stands at the foot."""
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        for group in play.groups_of(seat):
            forms = tuple(_form(seat, each) for each in group.offers if not each.closes)
            if forms:
                yield Group, (group.title, forms)
        if own is None or any(task.owed.beside for task in own.tasks):
            continue
        for each in own.holdings:
            fan = _fan(play, seat.seat, each.holding.key) if each.holding.look == "hand" else None
            if fan is not None:
                playable = own.sheet.playable
                title = context.say("phones.playable", count=playable) if playable else each.holding.title
                yield HandFan, replace(fan, title=title)


def _form(seat: OpenSeat, each: OfferShown) -> FormData:
    return FormData(seat.seat, each.offer, fold=each.fold, sure=each.sure, notes=each.notes)
