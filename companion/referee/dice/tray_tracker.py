"""What happened in the tray from one rest to the next, as far as pictures of dice at rest can tell.

A picture shows where dice lie, not how they got there. So a die counts as thrown when it lies elsewhere than before, or
shows another face, after something stirred; one that lies as it lay was not touched. Each die has to prove for itself
that it got there free of a hand: its place was seen without it, and no hand was near from then on. The confidence of a
die without that proof is so low that the table is asked.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from companion.referee.dice.kinds import KIND, kind_of_dice
from hardware.event_sequence import EventSequence
from hardware.events import DieEvent, Evidence, EvidenceKind
from vision.arrays import Image
from vision.dice import DiceReading, DiceSet, ReadDie, TrayActivity, UnreadReason, WatchState
from vision.dice.dice_reading import Point
from vision.recording.jpeg import encoded

SOURCE = "camera"

ROLLED_FREELY = 0.98
"""Share of confidence left to a face of a die that got to its place with no hand near: dice may still be nudged. A
convention, not a measurement, as is the next."""

ONLY_WITH_A_HAND = 0.8
"""Share of confidence left to a face of a die that a hand was near when it came to rest: the table is asked, for it may
have been put down."""

SAME_PLACE = 0.25
"""A die that lies within this share of its edge from where a die lay, with the same face, is that die untouched."""

UNREAD_PATIENCE_S = 1.5
"""So long a die at rest may stay unread before its throw is given up; better light or a sharper picture may come."""

CROP = 1.2
"""Half the width of an evidence crop, in edges of the die."""

EDGE_PX = 40.0
"""Edge of a die where no die of the picture tells it."""


@dataclass(frozen=True, slots=True)
class RestingDie:
    """A die at rest.

    Attributes:
        id: Its own.
        centre_px: Where.
        side_px: Edge of its upper face.
        value: What it shows; None if that was not read.
        since_s: When it came to rest there.
        kind: Which kind of die it is; empty in a set of one kind, and where that was not read.
    """

    id: str
    centre_px: tuple[float, float]
    side_px: float
    value: int | None
    since_s: float
    kind: str = ""


class TrayTracker:
    """Remembers the last rest, and tells what each further look adds; does nothing by itself."""

    def __init__(self, dice_set: DiceSet, tell: Callable[[DieEvent], None]) -> None:
        """Begin with a tray of which nothing is known.

        Args:
            dice_set: What dice they are.
            tell: Where the events go.
        """
        self._set = dice_set
        self._tell = tell
        self._stories: dict[str, EventSequence] = {}
        self._lying: dict[str, RestingDie] = {}
        self._missed: dict[str, RestingDie] = {}
        self._tumbling: set[str] = set()
        self._at_s = float("-inf")
        self._known = False
        self._still_s: float | None = None
        self._moved_s: float | None = None
        self._shares: dict[str, float] = {}
        self._crops: dict[str, Evidence] = {}

    @property
    def dice(self) -> tuple[str, ...]:
        """The ids of all dice ever seen."""
        return tuple(self._stories)

    def look(self, watched: WatchState, image: Image, at_s: float) -> None:
        """Take in what the watch knows after a frame.

        Args:
            watched: What it knows.
            image: The frame.
            at_s: When it was taken.
        """
        self._at_s = max(at_s, self._at_s)
        for story in self._stories.values():
            story.connected()
        if watched.activity is not TrayActivity.STILL:
            self._note_motion()
            return
        if watched.reading is not None:
            self._rest(watched.reading, watched.free, image)
        self._still_s = self._at_s

    def blind(self, why: str, cause: str, at_s: float) -> None:
        """No pictures come any more; what the dice do meanwhile is unknown."""
        self._at_s = max(at_s, self._at_s)
        for story in self._stories.values():
            story.lost(why, cause)
        self._known, self._still_s, self._moved_s = False, None, None
        self._missed.clear()
        self._tumbling.clear()

    def _note_motion(self) -> None:
        if self._moved_s is None:
            # It began after the last look at which all was still; when, nobody knows, so it is dated early.
            self._moved_s = self._at_s if self._still_s is None else self._still_s
            for die in self._lying.values():
                if die.value is None:
                    self._give_up(die)

    def _rest(self, reading: DiceReading, free: frozenset[Point], image: Image) -> None:
        if not self._known:
            # What lies there at first was thrown before anybody looked.
            self._lying = {die.id: die for die in self._named(reading, {})}
            for die in self._lying.values():
                self._join(die.id)
            self._known = True
        elif self._moved_s is not None:
            self._compare(reading, free, image)
        else:
            self._look_again(reading, image)
        self._moved_s = None

    def _compare(self, reading: DiceReading, free: frozenset[Point], image: Image) -> None:
        """Tell what the stir changed."""
        assert self._moved_s is not None  # noqa: S101  # the caller has looked
        before = self._missed | self._lying
        now = self._named(reading, before)
        shifted = _only_shifted(list(self._lying.values()), now)
        # A die that one picture missed lies there still in the next.
        self._missed = {id_: die for id_, die in self._lying.items() if id_ not in {die.id for die in now}}
        self._lying = {die.id: die for die in now}
        if shifted:
            return
        sights = {die.centre_px: die for die in reading.dice}
        whys = {die.centre_px: die.why for die in reading.unread}
        for die in now:
            if (was := _lay_there(before, die)) is not None:
                self._lying[die.id] = replace(die, value=die.value or was.value, since_s=was.since_s)
                self._join(die.id)
                continue
            self._roll(die.id, self._moved_s)
            self._shares[die.id] = ROLLED_FREELY if die.centre_px in free else ONLY_WITH_A_HAND
            self._crops[die.id] = _evidence(image, die)
            if die.value is not None:
                self._settle(die, sights[die.centre_px].confidence)
            elif whys[die.centre_px] is UnreadReason.COCKED:
                self._give_up(die)

    def _look_again(self, reading: DiceReading, image: Image) -> None:
        """Dice that were not read when they came to rest may be read now; those not even noticed were not thrown."""
        for die in [die for die in self._lying.values() if die.value is None]:
            near = [seen for seen in reading.dice if _near(seen.centre_px, die.centre_px, die.side_px)]
            if near:
                read = replace(die, value=self._value(near[0]), side_px=near[0].side_px)
                self._lying[die.id] = read
                self._crops[die.id] = _evidence(image, read)
                self._settle(read, near[0].confidence)
            elif self._at_s >= die.since_s + UNREAD_PATIENCE_S:
                self._give_up(die)
        for die in self._named(reading, self._lying):
            if die.id not in self._lying:
                self._lying[die.id] = die
                self._join(die.id)

    def _named(self, reading: DiceReading, before: dict[str, RestingDie]) -> list[RestingDie]:
        """Every die of a picture with its id: the code it carries, that of the die that lay there, or a number."""
        edge_px = _middle([die.side_px for die in reading.dice]) or EDGE_PX
        plain = {id_: die for id_, die in before.items() if not _is_coded(id_)}
        found: list[RestingDie] = []
        strangers: list[RestingDie] = []
        for seen in reading.dice:
            die = RestingDie("", seen.centre_px, seen.side_px, self._value(seen), self._at_s, seen.kind or "")
            id_ = _coded(seen.die) if seen.die is not None else _same(plain, die, found)
            (strangers if id_ is None else found).append(replace(die, id=id_ or ""))
        for unread in reading.unread:
            die = RestingDie("", unread.centre_px, edge_px, None, self._at_s)
            id_ = _same(before, die, found)
            (strangers if id_ is None else found).append(replace(die, id=id_ or ""))
        return found + _numbered(strangers, {die.id for die in found})

    def _value(self, die: ReadDie) -> int:
        """The value shown; of a symbol that two faces share, the lower."""
        if die.pips is not None:
            return die.pips
        return 1 + self._set.faces.index(die.face or "")

    def _join(self, id_: str) -> EventSequence:
        if id_ not in self._stories:
            self._stories[id_] = EventSequence(id_, SOURCE, lambda: self._at_s, self._tell)
        story = self._stories[id_]
        name = id_.removeprefix(SOURCE + ":").removeprefix("code-")
        story.seen(f"Die {name} in the tray", self._kind(id_))
        story.connected()
        return story

    def _kind(self, id_: str) -> str | None:
        """What a die is; None in a set of several kinds for one whose colour was not told."""
        if not self._set.kinds:
            return KIND
        if _is_coded(id_):
            number = int(id_.rpartition("-")[2])
            return kind_of_dice(self._set.kind_of_coded(number) or "")
        kind = next((kind for kind in self._set.kinds if id_.startswith(f"{SOURCE}:{kind}-")), "")
        return kind_of_dice(kind) if kind else None

    def _roll(self, id_: str, since_s: float) -> None:
        """Tell that a die was thrown, with the time when the stir began."""
        now_s, self._at_s = self._at_s, since_s
        self._join(id_).rolling()
        self._tumbling.add(id_)
        self._at_s = now_s

    def _settle(self, die: RestingDie, confidence: float) -> None:
        if die.value is not None and die.id in self._tumbling:
            self._tumbling.discard(die.id)
            self._stories[die.id].settled(die.value, confidence * self._shares[die.id], self._crops[die.id])

    def _give_up(self, die: RestingDie) -> None:
        """A throw whose face nobody can read ends as one that leans."""
        if die.id in self._tumbling:
            self._tumbling.discard(die.id)
            self._stories[die.id].cocked(self._crops[die.id])


def _coded(code: str) -> str:
    return f"{SOURCE}:code-{code}"


def _is_coded(id_: str) -> bool:
    return id_.startswith(_coded(""))


def _same(before: Mapping[str, RestingDie], die: RestingDie, found: Iterable[RestingDie]) -> str | None:
    """The id of the die that lay there and is not found yet."""
    taken = {other.id for other in found}
    same = (was.id for was in before.values() if was.id not in taken and _untouched(was, die))
    return next(same, None)


def _numbered(strangers: Iterable[RestingDie], taken: set[str]) -> list[RestingDie]:
    """From left to right, with the lowest numbers that are free."""
    numbered: list[RestingDie] = []
    for die in sorted(strangers, key=lambda die: die.centre_px):
        before = f"{SOURCE}:{die.kind}-" if die.kind else f"{SOURCE}:"
        id_ = next(id_ for number in count(1) if (id_ := f"{before}{number}") not in taken)
        taken = taken | {id_}
        numbered.append(replace(die, id=id_))
    return numbered


def _near(one: tuple[float, float], other: tuple[float, float], side_px: float) -> bool:
    return math.dist(one, other) <= SAME_PLACE * side_px


def _untouched(was: RestingDie, die: RestingDie) -> bool:
    """Whether what is seen may be the die that lay there; a face unread, then or now, does not speak against it."""
    near = _near(was.centre_px, die.centre_px, max(die.side_px, was.side_px))
    alike = was.value is None or die.value is None or was.kind == die.kind
    return near and alike and (was.value is None or die.value in {None, was.value})


def _lay_there(before: Mapping[str, RestingDie], die: RestingDie) -> RestingDie | None:
    """What a die was if nobody touched it: itself, or a die whose code could not be read."""
    same = (was for was in before.values() if (was.id == die.id or was.value is None) and _untouched(was, die))
    return next(same, None)


def _only_shifted(before: Sequence[RestingDie], now: Sequence[RestingDie]) -> bool:
    """Whether all dice lie as before but for one common shift: then tray or camera was pushed."""
    if len(before) != len(now) or len(now) < 2 or any(die.value is None for die in (*before, *now)):
        return False
    first = before[0]
    for start in now:
        shift = (start.centre_px[0] - first.centre_px[0], start.centre_px[1] - first.centre_px[1])
        left = list(now)
        for was in before:
            moved = replace(was, centre_px=(was.centre_px[0] + shift[0], was.centre_px[1] + shift[1]))
            same = (die for die in left if _untouched(moved, die))
            if (match := next(same, None)) is None:
                break
            left.remove(match)
        if not left:
            return True
    return False


def _middle(numbers: Sequence[float]) -> float | None:
    return sorted(numbers)[len(numbers) // 2] if numbers else None


def _evidence(image: Image, die: RestingDie) -> Evidence:
    """The picture of one die."""
    reach = math.ceil(CROP * die.side_px)
    x, y = round(die.centre_px[0]), round(die.centre_px[1])
    crop = image[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return Evidence(EvidenceKind.IMAGE, encoded(crop if crop.size else image))
