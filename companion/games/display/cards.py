"""Cards as screens lay them out: those that one viewer alone may see, and what any card says."""

from dataclasses import dataclass

from companion.games.display.actions import Action
from companion.games.display.card_look import CardLook
from companion.games.display.unknown_card import UnknownCard


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that matters now.

    Attributes:
        name: What it is called.
        text: What it says.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card that the viewer alone may see.

    Attributes:
        id: Its own; empty for several that nobody told.
        name: What it is called.
        kind: What it is.
        stats: Its printed values; empty where it has none.
        cost: What is paid for it; empty where nothing is.
        cost_icon: Name of the picture beside the cost; empty for none.
        text: What it says, line by line.
        actions: What can be done with it now.
        why_not: Why nothing can, or why it would have no effect; empty where none need be said.
        count: How many cards it stands for.
        telling: What it may be, where the program does not know.
        besides: What can always be done with it.
        look: How it looks; None where nobody told which it is.
        rules: Those of its abilities whose rule can be told.
    """

    id: str
    name: str
    kind: str = ""
    stats: str = ""
    cost: str = ""
    text: tuple[str, ...] = ()
    cost_icon: str = ""
    actions: tuple[Action, ...] = ()
    why_not: str = ""
    count: int = 1
    unknown_card: UnknownCard | None = None
    besides: tuple[Action, ...] = ()
    look: CardLook | None = None
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class CardHolding:
    """Cards that the viewer alone may see, at one place.

    Attributes:
        key: Stable name, such as `hand`.
        title: What stands above them.
        cards: In order.
        look: `hand` for cards that are counted, and said to be missing where there are none; `open` for those that lie
            with the hand beside what may be done; `cards`; `names` for their names alone; `fold` for cards that open
            when they are touched, such as those that are out of play.
    """

    key: str
    title: str
    cards: tuple[CardLine, ...] = ()
    look: str = "cards"


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card says, to whoever may know it.

    Attributes:
        key: Which card it is; all of the same key say the same.
        name: What it is called.
        kind: What it is.
        stats: Its printed values; empty where it has none.
        cost: What is paid for it, in a sentence; empty where nothing is.
        lines: What stands on it.
        rules: Name and rule of each ability that it has.
        look: How it looks; None where the game does not say.
    """

    key: str
    name: str
    kind: str
    stats: str
    cost: str
    lines: tuple[str, ...]
    rules: tuple[tuple[str, str], ...] = ()
    look: CardLook | None = None
