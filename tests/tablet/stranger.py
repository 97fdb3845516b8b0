"""A stranger who plays by the screen alone: follows the spotlight, lit keys and sentences, and drags models.

Only to be imported where Kivy has been prepared.
"""

import asyncio
import re
import time
from collections import Counter

import numpy as np
from kivy.core.window import Window

from tests.tablet.visual_newcomer import LOOK_S, SeeingNewcomer

RINGS = (86, 180, 233), (231, 154, 196)
"""Of the two players."""
VEIL = 0.42
"""So much darker is all but what the guide speaks of."""
CLOCK = re.compile(r"\d+:\d\d")
CHANGES = re.compile(r"\d+:\d\d|\d+")
"""Clocks and figures: where only these differ, the same is asked."""
KINDS = ("Guide", "Подсказки", "Підказки")
"""What a bubble of the guide says of itself."""
SIZE = re.compile(r"(\d+)\s*(?:mm|мм)")
HEADING, TABS, STRIP, COLUMN, CLOSES, FOOT = 0.04, 0.13, 0.23, 0.335, 0.79, 0.89
"""So far down the window the heading ends, and tabs, notices, what may be done, what closes it and the foot begin."""
LEFT, BEHIND_UNDO = 0.57, 0.66
"""So far across the window the column beside the mat begins, and the keys that close something."""
CARD = 0.12
"""A key that is higher is a card."""
BRIGHT = 190
"""Letters in the spotlight are brighter; those under the veil are darker."""
RIM_PX = 8
"""A line about what lies beside a key may reach so far over its edge."""
NO = "✘"
SETTLED = 3
ANSWER_S, CARRIED_S, AWAITED_S = 5.0, 8.0, 10.0
"""So long a touch, a model that was dragged, and whatever goes on by itself may need before something is seen of it."""
PONDER_S = 0.5
IDLE = 3
"""So many touches one after the other may bring nothing new."""
LIT_TRIES = 3
"""So often a lit key may be touched where the same is asked: a die that leans is thrown again."""
PUSH_PX = 200
TOUCHING_PX = 8
"""Models whose rings are seen so near to one another touch."""
INTO_PX = 20
PLACE_PX = 8
"""A model that is drawn so far from where it was stands elsewhere."""
BUSY = " …"
"""So ends a text about something that goes on by itself."""
SENTENCE = 30
"""A text of so many letters may tell what to do."""


class Stranger(SeeingNewcomer):
    """Plays whatever the screen asks for."""

    def __init__(self, folder=None):
        super().__init__(folder)
        self.has_seen = set()
        """All that could be read so far whenever the screen rested."""
        self._seen = {}
        """What could be read at each moment, and where the models were then, if somebody looked."""
        self._idle = 0
        self._tried = {}
        self._vain, self._moved = set(), set()
        """Phases and turns in which no model could be dragged, and phases in which one could."""
        self._followed, self._known = set(), set()
        self._stood = [None] * len(RINGS)
        """Where the model of each player was seen last."""

    async def plays_until(self, ends, most):
        """Does what the screen asks for until it says something.

        Args:
            ends: Whether what can be read says so; it is asked with all words.
            most: So many touches at most lead there.
        """
        last = self.touched + most
        words = await self.rested()
        self._is_new(words)
        while not ends(words):
            if self.touched >= last:
                self.fail(f"{most} touches led not far enough")
            before = self._news(words)
            if any(_goes_on(each) for each in words):
                await self.until(lambda before=before: self._news(self.words()) != before, "what goes on to end")
                words = await self.rested()
                continue
            keys = [each for each in words if each.is_key and not each.dim and self._asks(each)]
            shone_on = self._in_spotlight(words, keys)
            offered = [each for each in keys if _is_offered(each, by_guide=_is_guided(words))]
            if not (
                await self._follows_a_sentence(words, shone_on)
                or await self._touches_one(words, [each for each in shone_on if each.lit or each.playable])
                or await self._drags_into_the_zone(words, keys)
                or await self._touches_one(words, [each for each in keys if each.lit])
                or await self._follows_a_sentence(words, keys)
                or await self._sees_it_go_on(before, AWAITED_S if _is_at_work(words) else PONDER_S)
                or await self._touches_one(words, [each for each in offered if _first_word(each) in self._known])
                or await self._drags_a_model(words)
                or await self._touches_one(words, offered)
                or await self._touches_one(words, [each for each in keys[::-1] if _closes(each)])
                or await self._is_asked_anew(words, offered)
                or await self._looks_farther_down(words)
            ):
                await self.until(lambda before=before: self._news(self.words()) != before, "how to go on")
            words = await self.rested()

    async def _sees_it_go_on(self, before, patience_s=PONDER_S):
        """Whether something changes within a time; where nothing leads on, that is how long one ponders."""
        deadline_s = time.monotonic() + patience_s
        changed = False
        while not changed and time.monotonic() < deadline_s:
            await asyncio.sleep(LOOK_S)
            changed = self._news(self.words()) != before
        return changed

    async def rested(self):
        """Waits until nothing changes any more; what can be read then."""
        last, same = None, 0
        deadline_s = time.monotonic() + AWAITED_S
        while same < SETTLED and time.monotonic() < deadline_s:
            if last is not None:
                await asyncio.sleep(LOOK_S)
            words = self.words()
            now = self._news(words)
            same, last = same + 1 if now == last else 1, now
        self.has_seen.update(each.text for each in words)
        return words

    def _news(self, words):
        """All that tells something: a key that is lit or dim is another thing; a camera's health tells nothing."""
        foot = FOOT * Window.height
        told = (each for each in words if each.box[1] < foot and not CLOCK.fullmatch(each.text))
        return frozenset((each.text, each.is_key and not each.dim, each.lit) for each in told)

    async def answered(self, before, patience_s=ANSWER_S):
        """Waits until something has come of a touch, to be read or on the mat.

        Args:
            before: What could be read before.
            patience_s: So long it may take.

        Returns:
            Whether that is new: neither as it was nor as it was ever before.
        """
        await self._sees_it_go_on(before, patience_s)
        words = await self.rested()
        is_new = self._is_new(words)
        self._idle = 0 if is_new else self._idle + 1
        if self._idle >= IDLE:
            self.fail(f"nothing new came of the last {IDLE} touches")
        return is_new and self._news(words) != before

    def _is_new(self, words):
        """Whether what can be read was never there before, or the models are seen elsewhere than each time it was."""
        known = self._seen.get(news := self._news(words))
        if known is None:
            self._seen[news] = set()
            return True
        places = tuple(at and tuple(round(each / PLACE_PX) for each in at) for at in self.models())
        is_new = bool(known) and places not in known
        known.add(places)
        return is_new

    def _spent(self, words):
        """Counts what was touched before when the same question was asked, whatever was answered since."""
        high = Window.height
        parts = ((each.text, each.box[1] / high) for each in words)
        asked = frozenset(_but_figures(text) for text, top in parts if top < STRIP or COLUMN < top < FOOT)
        return self._tried.setdefault((self._turn(words), asked), Counter())

    async def _touches_one(self, words, keys):
        """Touches the first of some keys that was not touched yet where the same was asked; whether there is one."""
        spent = self._spent(words)
        keys = [each for each in keys if spent[each.text] < (LIT_TRIES if each.lit else 1)]
        if not keys:
            return False
        alike = [each for each in keys if _but_figures(each.text) == _but_figures(keys[0].text)]
        wanted = alike[-1]  # of answers that differ in figures alone the last is the boldest
        spent[wanted.text] += 1
        self.tap(wanted.middle, wanted.text)
        if await self.answered(self._news(words)) and not self._refused():
            self._known.add(_first_word(wanted))
        return True

    async def _is_asked_anew(self, words, keys):
        """Touches what was touched before: a turn may ask the same again, as by another card."""
        spent = self._spent(words)
        if not spent:
            return False
        spent.clear()
        return await self._touches_one(words, keys)

    async def _looks_farther_down(self, words):
        """Pushes the page up where nothing in sight leads on; whether something else was seen then."""
        spent = self._spent(words)
        if spent["push"] or not self._can_push():
            return False
        spent["push"] += 1
        await self.pushes_up()
        return await self.answered(self._news(words))

    async def _follows_a_sentence(self, words, keys):
        """Touches a key that a sentence names; each sentence is followed once."""
        prose = " ".join(each.text for each in words if not each.is_key and len(each.text) > SENTENCE)
        named = [each for each in keys if len(each.text) > 1 and _begin(each.text) in prose]
        wanted = next((each for each in named if (prose, each.text) not in self._followed), None)
        if wanted is None:
            return False
        self._followed.add((prose, wanted.text))
        return await self._touches_one(words, [wanted])

    def _in_spotlight(self, words, keys):
        """The keys that the guide shines on; none where it dims nothing, or something lies over the window."""
        if len(Window.children) > 1 or not _is_guided(words) or not (seen := self._look()).is_dimmed:
            return []
        picture, found = seen.picture, []
        for each in keys:
            left, top, right, bottom = each.box
            part = picture[top + RIM_PX : bottom - RIM_PX : 2, left + RIM_PX : right - RIM_PX : 2]
            if part.size and part.max() > BRIGHT:
                found.append(each)
        return found

    def _asks(self, key):
        """Whether a key belongs to what is asked, and not to the window or its pages."""
        if len(Window.children) > 1:
            return True
        top = key.box[1] / Window.height
        is_tab = TABS < top < TABS + 0.05 and key.box[0] > LEFT * Window.width
        return top < FOOT and not is_tab and not (key.chosen and key.box[0] > LEFT * Window.width)

    def _turn(self, words):
        return frozenset(each.text for each in words if each.box[1] < HEADING * Window.height)

    def _phase(self, words):
        return min((each.box[1], each.box[0], each.text) for each in words)[2]

    async def _drags_into_the_zone(self, words, keys):
        """Touches what is outlined on the mat, drags farther into it, and lets go; whether something is."""
        spent = self._spent(words)
        if len(Window.children) > 1 or spent["zone"] or any(each.lit for each in keys):
            return False
        zone = self.outline(words)
        if zone is None:
            return False
        left, top, right, bottom = zone
        self.models()
        if any(at and left < at[0] < right and top < at[1] < bottom for at in self._stood):
            return False  # a model stands there, also if something covers its ring: the line is about that
        spent["zone"] += 1
        x, y = (left + right) / 2, (top + bottom) / 2
        await self.drags((x + INTO_PX, y), (x - INTO_PX, y), "into the outline")
        await self.answered(self._news(words), CARRIED_S)
        return True

    async def _drags_a_model(self, words):
        """Drags a model that is lit towards the other one, or across the mat; where they touch, touches it.

        Returns:
            Whether there was one.
        """
        spent = self._spent(words)
        phase = self._phase(words)
        turn = self._turn(words)
        is_busy = any(each.dim and COLUMN < each.box[1] / Window.height < CLOSES for each in words)
        if len(Window.children) > 1 or is_busy or phase in self._vain or turn in self._vain:
            return False
        found = dict(zip(RINGS, self._rings(), strict=True))
        colour = self._acts(words)
        if colour in spent or found.get(colour) is None:
            return False
        spent[colour] += 1
        (x, y), radius = found[colour]
        other, far = next((ring for key, ring in found.items() if ring and key != colour), (None, 0.0))
        _, top, _, bottom = self.mat()
        is_beside = other is not None and np.hypot(x - other[0], y - other[1]) < radius + far + TOUCHING_PX
        if is_beside:
            self.tap((x, y), "a model beside its enemy")
        else:
            await self.drags((x, y), other or (x, y + (PUSH_PX if y < (top + bottom) / 2 else -PUSH_PX)))
        patience_s = ANSWER_S if is_beside else CARRIED_S
        if await self.answered(self._news(words), patience_s) and not self._refused():
            self._moved.add(phase)
        else:
            self._vain.add(turn if phase in self._moved else phase)
        return True

    def models(self):
        """Where the model of each player is seen; None where it is not."""
        seen = [None if each is None else each[0] for each in self._rings()]
        self._stood = [new or old for new, old in zip(seen, self._stood, strict=True)]
        return seen

    def _rings(self):
        seen = self._look()
        return [(seen.is_dimmed and seen.ring(_dimmed(colour))) or seen.ring(colour) for colour in RINGS]

    def sizes(self, text):
        """The sizes that a text tells, in millimetres."""
        return SIZE.findall(text)

    def _acts(self, words):
        """The colour of the player whose turn it is: it stands before the name that the heading or a question has."""
        column = [each for each in words if each.box[0] > LEFT * Window.width]
        names = [each for each in column if HEADING < each.box[1] / Window.height < TABS and not each.text[0].isdigit()]
        asked = [each.text for each in column if each not in names and each.box[1] < CLOSES * Window.height]
        for text in asked:
            named = next((each for each in names if each.text in text), None)
            if named is not None:
                left, top, _, bottom = named.box
                sign = self.picture()[top:bottom, left - 40 : left].astype(int)
                return min(RINGS, key=lambda ring: np.abs(sign - np.array(ring)).sum(axis=2).min())
        return None

    def _refused(self):
        """Whether the strip says that something is not allowed."""
        return any(each.text == NO for each in self.words())


def _dimmed(colour):
    return tuple(round(each * (1 - VEIL)) for each in colour)


def _goes_on(word):
    """Whether a text says that something goes on by itself, or the strip counts down to it."""
    counts = word.text.isdigit() and STRIP < word.box[1] / Window.height < COLUMN and word.box[0] > LEFT * Window.width
    return counts or (not word.is_key and word.text.endswith(BUSY))


def _is_guided(words):
    """Whether a guide says what to do."""
    return any(each.text in KINDS for each in words)


def _is_offered(key, *, by_guide):
    """Whether a key stands in the column and is no card of the hand, on the mat without a guide, or over the window."""
    if len(Window.children) > 1:
        return True
    left, top, _, bottom = (each / size for each, size in zip(key.box, (*Window.size, *Window.size), strict=True))
    stands = COLUMN < top < CLOSES if left > LEFT else not by_guide
    return stands and not key.card and bottom - top < CARD


def _is_at_work(words):
    """Whether the window says that something is being done, and asks nothing."""
    return any(each.text.endswith("…") for each in words if not each.is_key) and sum(each.is_key for each in words) < 2


def _closes(key):
    """Whether a key ends something: those stand at the foot, behind that which takes back."""
    return key.box[0] > BEHIND_UNDO * Window.width and CLOSES < key.box[1] / Window.height < FOOT


def _first_word(key):
    return key.text.split(" ")[0]


def _but_figures(text):
    return CHANGES.sub("", text)


def _begin(text):
    """A key is named by its words before a colon: what follows says what it gives."""
    return text.split(":")[0]
