"""Dice at the table, as screens are given them: what is owed, what came to rest, what the table must say.

Every sentence is in the reader's language already, and every answer carries the intent that it stands for.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.referee.api.table_intents import OfDice


class FaceState(StrEnum):
    """How a throw stands.

    `TUMBLING`: under way. `COUNTS`: at rest, and it counts as it stands. `WAITING`: at rest; its second sight may still
    tell otherwise. `ASKED`: the table must say something about it. `VOID`: came to nothing, with its reason: another
    throw is owed. `ASIDE`: never counted for a roll, with its reason.
    """

    TUMBLING = "tumbling"
    COUNTS = "counts"
    WAITING = "waiting"
    ASKED = "asked"
    VOID = "void"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class DieFace:
    """One throw of one die.

    Attributes:
        entry: Its number, by which intents name it.
        die: Id of the die.
        name: What people call the die.
        source: Where it is heard, such as `pixels`, `camera`, `manual`, `virtual`.
        source_name: The same in words.
        state: How it stands.
        value: What it shows, as the die tells it; None while it shows nothing.
        face: What that is in the game, such as `bullseye`; empty while it shows nothing, or where the number counts.
        label: What it shows in words; empty while it shows nothing.
        sure: How sure its source is, from 0 to 1.
        witnesses: What else saw the same, in words.
        by_hand: Whether a person's word stands behind it.
        why: Of what came to nothing or never counted: why, in words.
        crop: The picture it was read from, JPEG or PNG; empty where there is none.
    """

    entry: int
    die: str
    name: str
    source: str
    source_name: str
    state: FaceState
    value: int | None = None
    face: str = ""
    label: str = ""
    sure: float = 0.0
    witnesses: tuple[str, ...] = ()
    by_hand: bool = False
    why: str = ""
    crop: bytes = b""


@dataclass(frozen=True, slots=True)
class FaceKey:
    """One key of those with which faces are typed in.

    Attributes:
        value: What `EnterFaces` sends for it.
        face: What it is in the game, such as `axe`; empty where the number itself counts.
        label: In words.
    """

    value: int
    face: str
    label: str


@dataclass(frozen=True, slots=True)
class DiceAnswer:
    """One answer to a question of the dice.

    Attributes:
        label: What a button says.
        body: What is asked for by it; a `RerollDie` comes with its reason.
    """

    label: str
    intent: OfDice


@dataclass(frozen=True, slots=True)
class DiceQuestion:
    """Something that the table must say before a roll counts.

    Attributes:
        key: What sort, as `hardware.rolls.Ask` has it, such as `disagree`.
        text: The question.
        entries: The throws that it is about.
        answers: Ready answers. Where some of many throws must be kept, also any other choice of `most` of `entries`
            may be asked for with `DecideThrows`.
        most: So many throws the roll takes.
    """

    key: str
    text: str
    entries: tuple[int, ...]
    answers: tuple[DiceAnswer, ...]
    most: int


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll that is asked for.

    Attributes:
        id: Its own name.
        seat: Who owes it.
        name: What that player is called.
        title: What is asked, in one sentence.
        count: How many faces it takes.
        owed: How many dice are yet to be thrown.
        faces: The throws for it that count, in the order in which they came to rest, and those under way after them.
        void: The throws for it that came to nothing, to be told loudly.
        questions: What the table must say.
        again: Of a roll of some dice once more: what those showed and which dice they were, as far as is known.
        keys: With which faces are typed in.
        virtual: Whether `RollVirtualDice` has dice to throw.
        typed: Whether the table accepts faces that are entered by hand.
        beside: Who else rolls now, in one sentence; empty for nobody.
    """

    id: str
    seat: str
    name: str
    title: str
    count: int
    owed: int
    faces: tuple[DieFace, ...] = ()
    void: tuple[DieFace, ...] = ()
    questions: tuple[DiceQuestion, ...] = ()
    again: tuple[str, ...] = ()
    keys: tuple[FaceKey, ...] = ()
    virtual: bool = False
    typed: bool = True
    beside: str = ""


@dataclass(frozen=True, slots=True)
class DieAtTable:
    """A die that is, or was, heard this evening; ordinary dice that people type in are not among them.

    Attributes:
        die: Its id.
        name: What people call it.
        source: Where it is heard.
        source_name: The same in words.
        connected: Whether its throws are heard now; one that is only in range is not yet.
        lost: Whether its connection is gone: to be told loudly; it comes back by itself.
        why: Of a lost one: why, in words.
        tumbling: Whether it tumbles now.
        owner: Seat of the player whose die it is; empty for anybody's.
        battery_percent: What is left; None if it did not tell.
        shows_itself: Whether `BlinkDie` makes it blink.
    """

    die: str
    name: str
    source: str
    source_name: str
    connected: bool = False
    lost: bool = False
    why: str = ""
    tumbling: bool = False
    owner: str = ""
    battery_percent: int | None = None
    shows_itself: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """All there is to show of dice now.

    Attributes:
        rolls: The rolls that are asked for.
        aside: The last throws that counted for nothing, the newest first, each with its reason.
        dice: Dice that are or were heard, lost ones first.
        sources: Dice of this evening, each as `--dice` names it.
        troubles: What keeps dice from being heard or rolls from being written, a sentence each.
        said: What an intent about dice was answered; empty where there is nothing to say.
        reasons: Ready reasons why a die is thrown again, for `RerollDie`.
    """

    rolls: tuple[OpenRoll, ...] = ()
    aside: tuple[DieFace, ...] = ()
    dice: tuple[DieAtTable, ...] = ()
    sources: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    said: str = ""
    reasons: tuple[str, ...] = ()
