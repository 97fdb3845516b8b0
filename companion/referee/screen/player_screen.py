"""What one reader's screen shows of a game: the game's sheet, with its commands put into words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.display.actions import Action, ActionGroup, BarredCard, PendingPrompt
from companion.games.display.card_look import CardLook
from companion.games.display.cards import CardHolding, CardLine
from companion.games.display.offers import Input, Offer
from companion.games.display.sheets import Bout, OpenSheet, Sheet
from companion.games.prompt import CommandSpec
from companion.games.verdicts.measured import Measurement
from companion.presentation.tasks import offer, tasks
from companion.presentation.teller import Teller
from companion.referee.match.chronicle import Line
from companion.referee.match.match import Match
from companion.referee.match.pending_rolls import OCCASION, occasion
from companion.texts import Language

SHAPES = ("disc", "diamond", "square", "triangle")
"""Players differ by shape as well as by colour."""
CROWD = 12
"""Where there is more to choose in all answers together, all but the first wait behind their names."""
QUESTIONED = "questioned"
FEW_CELLS = 6
"""So many cells at most stand beside one another as keys; the picture of the mat shows them better."""
"""Begins the keys of the sentences in which the table is asked what a measurement could not settle."""


@dataclass(frozen=True, slots=True)
class OfferShown:
    """An offer as it stands on a screen.

    Attributes:
        offer: What is offered.
        piece: Id of the piece that does it; empty for none.
        main: Whether it is the answer that most will give.
        fold: Whether it waits behind its name, for it takes more than one tap.
        sure: What is said before it is done; empty for nothing.
        short: What its key says instead of its label; empty for the label.
        closes: What it closes, as `Action.closes`.
        notes: What one should know before doing it, a line each.
        look: How the card looks that it brings into the game; None where it brings none.
    """

    offer: Offer
    piece: str = ""
    main: bool = False
    fold: bool = False
    sure: str = ""
    short: str = ""
    closes: str = ""
    notes: tuple[str, ...] = ()
    look: CardLook | None = None


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """Offers that stand together.

    Attributes:
        title: What stands above them; empty for nothing.
        offers: In order.
        barred: Cards that a rule keeps out of the game for now; they are shown after the offers.
    """

    title: str
    offers: tuple[OfferShown, ...]
    barred: tuple[BarredCard, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskShown:
    """A question as it stands on a screen.

    Attributes:
        title: What is asked, in one sentence.
        key: Its stable name.
        step: The key with what it is for, for explaining it.
        offers: The answers.
        owed: What the game says of it.
        detail: What one should know before answering, a line each.
        bout: The fight that it belongs to; None for none.
    """

    title: str
    key: str
    step: str
    offers: tuple[OfferShown, ...]
    owed: PendingPrompt
    detail: tuple[str, ...] = ()
    bout: Bout | None = None


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card of the reader's own as it stands on a screen.

    Attributes:
        line: What the game says of it.
        offers: What can be done with it now.
        besides: What can always be done with it.
    """

    line: CardLine
    offers: tuple[OfferShown, ...] = ()
    besides: tuple[OfferShown, ...] = ()


@dataclass(frozen=True, slots=True)
class CardHoldingShown:
    """Cards of the reader's own at one place.

    Attributes:
        holding: What the game says of the place.
        cards: In order.
    """

    holding: CardHolding
    cards: tuple[CardShown, ...]

    @property
    def count(self) -> int:
        """How many cards there are."""
        return sum(card.line.count for card in self.cards)


@dataclass(frozen=True, slots=True)
class PlayerScreen:
    """All that a reader is shown of a game, but for the log and the mat.

    Attributes:
        sheet: What the game shows.
        shapes: The shape of each seat.
        outcome: How the game ended, in a sentence; empty while it goes on.
        tasks: What is asked of the reader.
        groups: What the reader may do besides.
        by_hand: What the reader may set by hand.
        holdings: The reader's own cards.
        waiting: What is waited for, in a sentence.
        own_move: Whether the table waits for nothing but what the reader does of their own accord.
    """

    sheet: Sheet
    shapes: Mapping[str, str] = field(default_factory=dict)
    outcome: str = ""
    tasks: tuple[TaskShown, ...] = ()
    groups: tuple[OfferGroup, ...] = ()
    by_hand: tuple[OfferShown, ...] = ()
    holdings: tuple[CardHoldingShown, ...] = ()
    waiting: str = ""
    own_move: bool = False

    @property
    def in_hand(self) -> int:
        """How many cards there are in the reader's hand."""
        return sum(each.count for each in self.holdings if each.holding.look == "hand")

    def chosen_from(self, taken: Input) -> tuple[CardLine, ...]:
        """The reader's own cards among which several are chosen, in the order of the choices; empty for anything else.

        Args:
            taken: What an answer takes.
        """
        if taken.kind != "choose" or taken.most == 1 or len(taken.choices) <= taken.least:
            return ()
        lines = {card.line.id: card.line for each in self.holdings for card in each.cards}
        things = [choice.thing for choice in taken.choices]
        return tuple(lines[thing] for thing in things) if lines.keys() >= set(things) else ()


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """What everybody may see of what a player owes and may do; the rest waits behind the curtain.

    Attributes:
        seat: Whose.
        name: What the player is called.
        shape: By which the player is told apart.
        tasks: What is asked of the player.
        groups: What the player may do besides.
        apart: Whether something is asked of the player that others may not see, but may know of.
        market: What the key says that shows the player's market; empty while there is none, and once it is shown: it
            is among the groups then.
    """

    seat: str
    name: str
    shape: str
    tasks: tuple[TaskShown, ...] = ()
    groups: tuple[OfferGroup, ...] = ()
    apart: bool = False
    market: str = ""


def shapes_of(match: Match) -> dict[str, str]:
    """By what shapes the players are told apart."""
    return {seat: SHAPES[number % len(SHAPES)] for number, seat in enumerate(match.players)}


DiceLines = Callable[[str, Language], tuple[str, ...]]
"""Tells what lies there of the roll that a seat owes, in a reader's language, a line each."""


def nothing_lies(_seat: str, _language: Language) -> tuple[str, ...]:
    """What lies there at a table without dice."""
    return ()


def screen_of(
    match: Match,
    viewer: str,
    language: Language,
    lying: DiceLines = nothing_lies,
    answered: Collection[str] = (),
) -> PlayerScreen:
    """What a reader is shown now.

    Args:
        match: The game in play.
        viewer: The reader's seat, or the spectator's.
        language: The reader's.
        lying: Tells what dice lie there.
        answered: Seats that have said their word towards a command of the whole table.
    """
    sheet, words = match.sheet(viewer, language), _Words(match, match.teller(language, viewer), viewer)
    dice = {each.prompt.key: lying(viewer, language) for each in sheet.owed if each.rolled}
    shown = tuple(words.task(each, sheet.bout, dice.get(each.prompt.key, ())) for each in sheet.owed)
    return PlayerScreen(
        sheet,
        shapes_of(match),
        words.outcome(),
        shown,
        words.groups(sheet.groups),
        words.by_hand(),
        tuple(words.holding(each) for each in sheet.holdings),
        words.waiting(sheet, answered),
        own_move=sheet.active == viewer and not sheet.waiting and not sheet.waiting_for,
    )


def open_seats(match: Match, language: Language, market: str = "") -> tuple[OpenSeat, ...]:
    """What everybody may see of what each player owes and may do, in the order of the seats.

    Args:
        match: The game.
        language: What is read on the tablet.
        market: Whose market is shown; empty for nobody's.
    """
    shapes = shapes_of(match)
    return tuple(_open_seat(match, seat, language, shapes[seat], in_market=seat == market) for seat in match.players)


def _open_seat(match: Match, seat: str, language: Language, shape: str, *, in_market: bool) -> OpenSeat:
    sheet: OpenSheet = match.lying_open(seat, language)
    teller = match.teller(language, seat)
    words = _Words(match, teller, seat)
    shown = tuple(words.task(each, None) for each in sheet.owed)
    in_market = in_market and bool(sheet.market)
    groups = (match.market(seat, language), *sheet.groups) if in_market else sheet.groups
    market = "" if in_market else sheet.market
    return OpenSeat(seat, teller.name(seat), shape, shown, words.groups(groups), sheet.apart, market)


def asked_last(lines: Sequence[Line]) -> Measurement | None:
    """What was measured for the last question that the table was asked; None if the reader may not see it."""
    found = next((line for line in reversed(lines) if line.phrase.key.startswith(QUESTIONED)), None)
    return found.measured[-1] if found is not None and found.measured else None


def is_long(each: Offer) -> bool:
    """Whether it takes more than one tap or has many cells: where there is much else, it waits behind its name."""
    if any(entry.is_cell and len(entry.choices) > FEW_CELLS for entry in each.inputs):
        return True
    if len(each.inputs) == 1 and each.inputs[0].kind == "choose" and each.inputs[0].most == 1:
        return False
    return any(entry.kind == "choose" and len(entry.choices) > entry.least for entry in each.inputs)


def _has_cells(each: Offer) -> bool:
    """Whether a cell has to be chosen for it."""
    return any(entry.is_cell for entry in each.inputs)


def _has_choice(each: Offer) -> bool:
    """Whether one of several has to be chosen for it."""
    return any(len(entry.choices) > 1 for entry in each.inputs)


class _Words:
    """Puts what a game shows one reader into words."""

    def __init__(self, match: Match, teller: Teller, seat: str) -> None:
        self._match, self._teller = match, teller
        # Dice, or the same player at another screen, may be faster, and what is asked next may look just alike.
        self._now = {OCCASION: str(occasion(match.record, seat))}

    def outcome(self) -> str:
        return self._teller.ending()

    def task(self, owed: PendingPrompt, bout: Bout | None, lying: tuple[str, ...] = ()) -> TaskShown:
        """A question with its answers.

        Args:
            owed: What is asked.
            bout: The fight that runs; None for none.
            lying: What lies there of the dice that answer it, a line each.
        """
        (task,) = tasks((owed.prompt,), self._teller)
        crowded = sum(len(entry.choices) for each in task.offers for entry in each.inputs) > CROWD
        answers = [
            OfferShown(
                replace(each, fixed={**each.fixed, **self._now}),
                main=owed.likely and number == 0,
                fold=len(task.offers) > 1 and (is_long(each) or (crowded and number > 0 and _has_choice(each))),
            )
            for number, each in enumerate(task.offers)
        ]
        answers += [OfferShown(self._offer(spec)) for spec in owed.besides]
        detail = (*owed.detail, *lying)
        return TaskShown(task.title, task.key, task.step, tuple(answers), owed, detail, bout if owed.of_bout else None)

    def groups(self, groups: Sequence[ActionGroup]) -> tuple[OfferGroup, ...]:
        return tuple(OfferGroup(each.title, tuple(map(self._act, each.actions)), each.barred) for each in groups)

    def holding(self, holding: CardHolding) -> CardHoldingShown:
        return CardHoldingShown(holding, tuple(map(self._card, holding.cards)))

    def by_hand(self) -> tuple[OfferShown, ...]:
        """What the reader may set by hand; what cannot be taken back asks first."""
        sure = {kind: self._teller.say(f"phones.sure.{kind}") for kind in ("concede", "offerdraw")}
        return tuple(OfferShown(each, sure=sure.get(each.kind, "")) for each in self._by_hand())

    def waiting(self, sheet: Sheet, answered: Collection[str]) -> str:
        teller = self._teller
        if sheet.waiting_for:
            late = [seat for seat in sheet.waiting_for if seat not in answered]
            return teller.say("phones.waiting_for", players=teller.names(late or sheet.waiting_for))
        if sheet.active and not sheet.waiting:
            key = "phones.your_move" if sheet.active == teller.viewer else "phones.their_move"
            return teller.say(key, player=teller.name(sheet.active))
        return teller.say("phones.waiting")

    def _card(self, line: CardLine) -> CardShown:
        offers = tuple(
            OfferShown(self._offer(action.spec), main=number == 0, short=action.label)
            for number, action in enumerate(line.actions)
        )
        return CardShown(line, offers, tuple(self._act(action) for action in line.besides))

    def _act(self, action: Action) -> OfferShown:
        found = self._offer(action.spec, action.label)
        return OfferShown(
            found,
            action.piece,
            fold=not action.closes and (is_long(found) or (bool(action.notes) and _has_cells(found))),
            sure=action.sure,
            closes=action.closes,
            notes=action.notes,
            look=action.look,
        )

    def _offer(self, spec: CommandSpec, label: str = "") -> Offer:
        found = offer(spec, self._teller)
        return replace(found, label=label) if label else found

    def _by_hand(self) -> tuple[Offer, ...]:
        teller = self._teller
        found = teller.game.by_hand.offers(teller.state, self._match.view(teller.viewer), teller.language)
        if found is not None:
            return found
        return tuple(map(self._offer, self._match.sheet(teller.viewer, teller.language).by_hand))
