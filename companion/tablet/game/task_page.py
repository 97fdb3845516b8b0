"""The page that says what to do: questions first, then what may be done, then to whom the tablet may go.

What comes and goes by itself is no part of it: that would push a key away from under a finger.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.display.cards import CardLine
from companion.referee import GameScreen
from companion.referee.api.rolls import OpenRoll
from companion.referee.screen.player_screen import OfferShown, OpenSeat, PlayerScreen, TaskShown
from companion.tablet.game.cards import (
    FightCard,
    HolderCard,
    PassData,
    PassKeys,
    TaskCard,
    TaskData,
    barred_card,
    market_cover,
    market_key,
)
from companion.tablet.game.forms.offer_form import FormData, Group
from companion.tablet.game.one_player import is_rolled_by_all
from companion.tablet.game.place_guide import GuideData, can_come, guide_for, zone_for
from companion.tablet.game.reading.hand_fan import FanData, HandFan, without_cards
from companion.tablet.game.reading.read_sheet import WhyData, WhyRow
from companion.tablet.game.reading.zones import note
from companion.tablet.game.rolls import RollCard, RollData
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
    passed_to = _wanted_holders(play, hidden_only=hidden_only) - context.phones
    passing = (
        PassKeys,
        PassData(tuple((s.seat, s.name, s.shape, s.seat in passed_to) for s in play.seats if s.seat != play.holder)),
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
    together = sum(each.owed for each in play.throw.rolls if each.virtual) if context.alone else 0
    for roll in sorted(play.throw.rolls, key=lambda each: not each.owed):  # what is still to be thrown stands above
        rolls.setdefault(roll.seat, []).append(roll)
    for seat in play.seats:
        for task in play.tasks_of(seat):
            # A pool of several kinds of dice is several rolls, each with a card.
            if task.owed.rolled and seat.seat in rolls:
                while rolls[seat.seat]:
                    roll = rolls[seat.seat].pop(0)
                    by_itself = context.alone and roll.virtual and is_rolled_by_all(task)
                    yield RollCard, RollData(roll, seat.shape, play.throw.reasons, by_itself, together)
            elif not (rolls and _waits_for_dice(task, play, context)):
                lessons, guide = _lessons(play, task), _guide(play, seat, task, context)
                # Where a finger moves the models, what it does is proposed at once: no place is asked for besides.
                places = guide is None or not context.obeyed
                fan = _fan(play, seat.seat, task.owed.beside)
                cards = _chosen_from(play, seat.seat, task) if fan is None else {}
                yield TaskCard, TaskData(seat.seat, seat.name, seat.shape, task, lessons, places, guide, fan, cards)


def _waits_for_dice(task: TaskShown, play: GameScreen, context: WidgetContext) -> bool:
    """Whether a player rolls after another: with dice that are nobody's, or because the program throws for all."""
    thrown = context.alone and any(each.virtual for each in play.throw.rolls)
    return task.owed.rolled and (not task.owed.prompt.all_of_them or (thrown and is_rolled_by_all(task)))


def _fan(play: GameScreen, seat: str, key: str) -> FanData | None:
    """The holder's cards at a place; None for another player's, and where there are none."""
    own = play.own_shown if key and seat == play.holder else None
    cards = next((each.cards for each in own.holdings if each.holding.key == key), ()) if own is not None else ()
    return FanData(seat, cards, play.cards) if cards else None


def _chosen_from(play: GameScreen, seat: str, task: TaskShown) -> dict[str, CardLine]:
    """The holder's cards among which an answer chooses, by id; none of another player's."""
    own = play.own_shown if seat == play.holder else None
    if own is None:
        return {}
    taken = (one for each in task.offers for one in each.offer.inputs)
    return {line.id: line for one in taken for line in own.chosen_from(one)}


def _lessons(play: GameScreen, task: TaskShown) -> tuple[tuple[str, str], ...]:
    if play.lessons is None or not task.step:
        return ()
    return tuple((lesson.rule, lesson.text) for lesson in play.lessons.of_task(task.step))


def _guide(play: GameScreen, seat: OpenSeat, task: TaskShown, context: WidgetContext) -> GuideData | None:
    zone = zone_for(play, seat.seat, [each.offer for each in task.offers])
    if zone is None or not can_come(zone, play, context.bases):
        return None
    return guide_for(zone, play, seat.shape, context)


def _fight(play: GameScreen) -> Iterator[Entry]:
    if play.shown.sheet.bout is not None:
        yield FightCard, play.shown.sheet.bout


def _acts(play: GameScreen, context: WidgetContext) -> Iterator[Entry]:
    """What players may do of their own accord, by who acts; what closes something stands at the foot."""
    for seat in play.seats:
        own = play.own_shown if seat.seat == play.holder else None
        if own is None and (seat.market or seat.seat == play.market):
            # In one place: a finger that touches twice only covers again what it showed.
            yield (market_key, seat) if seat.market else (market_cover, seat.seat)
        # Cards of the hand that can be played stand before what else can be brought in.
        playable = own is not None and own.sheet.playable > 0
        fans = [] if own is None or any(task.owed.beside for task in own.tasks) else list(_fans(play, own, context))
        yield from _groups(play, seat, {False} if playable else {False, True}, context, fans)
        yield from ((HandFan, fan) for fan in fans)
        if playable:
            yield from _groups(play, seat, {True}, context)


def _groups(
    play: GameScreen, seat: OpenSeat, brought_in: set[bool], context: WidgetContext, fans: Sequence[FanData] = ()
) -> Iterator[Entry]:
    """What a player may do, where it brings a card into the game that is not of the hand, or does not.

    Where a finger moves the models, many cells are touched on the picture, and are not listed; nor is what is done by
    opening a card that lies below.
    """
    cards = [card for fan in fans for card in fan.cards]
    touched = context.obeyed
    for group in play.groups_of(seat):
        asked = [each for each in group.offers if not each.closes and (each.look is not None) in brought_in]
        wanted = [left for each in asked if (left := without_cards(each, cards)) is not None]
        listed = [each for each in wanted if not (touched and _has_many_cells(each))]
        if len(listed) < len(wanted):
            yield note, context.say("game.guide.cell")
        if listed or (group.title and not group.offers):
            yield Group, (group.title, tuple(_form(seat, each) for each in listed))
        if True in brought_in:
            yield from ((barred_card, each) for each in group.barred)


def _has_many_cells(each: OfferShown) -> bool:
    """Whether an offer takes one of so many cells that they stand on a page of their own."""
    return any(taken.is_cell and taken.kind == "pick" for taken in each.offer.inputs)


def _fans(play: GameScreen, own: PlayerScreen, context: WidgetContext) -> Iterator[FanData]:
    """The holder's hand, and what lies with it."""
    playable = own.sheet.playable
    for each in own.holdings:
        is_hand = each.holding.look == "hand"
        fan = _fan(play, play.holder, each.holding.key) if is_hand or each.holding.look == "open" else None
        if fan is not None:
            title = context.say("phones.playable", count=playable) if playable and is_hand else each.holding.title
            yield replace(fan, title=title)


def _form(seat: OpenSeat, each: OfferShown) -> FormData:
    return FormData(seat.seat, each.offer, fold=each.fold, sure=each.sure, notes=each.notes, look=each.look)
