"""A stranger who plays by the screen alone: touches what is lit, then what a sentence names, then drags models.

Only to be imported where Kivy has been prepared.
"""

import asyncio
import re
import time
from collections import Counter

import numpy as np
from kivy.core.window import Window

from tests.tablet.visual_newcomer import SeeingNewcomer

RINGS = (86, 180, 233), (231, 154, 196)
"""Of the two players."""
VEIL = 0.42
"""So much darker is all but what the guide speaks of."""
CHANGES = re.compile(r"\d+:\d\d|\d+")
"""Clocks and figures: where only these differ, the same is asked."""
HEADING, TABS, STRIP, COLUMN, CLOSES, FOOT = 0.04, 0.13, 0.23, 0.335, 0.79, 0.89
"""So far down the window the heading ends, and tabs, notices, what may be done, what closes it and the foot begin."""
LEFT, BEHIND_UNDO = 0.57, 0.66
"""So far across the window the column beside the mat begins, and the keys that close something."""
CARD = 0.12
"""A key that is higher is a card."""
NO = "✘"
SETTLED, LOOK_S = 3, 0.03
ANSWER_S, CARRIED_S, AWAITED_S = 2.0, 4.0, 15.0
"""So long a touch, a model that was dragged, and whatever goes on by itself may need before something is seen of it."""
IDLE = 3
"""So many touches one after the other may bring nothing new."""
LIT_TRIES = 3
"""So often a lit key may be touched where the same is asked: a die that leans is thrown again."""
PUSH_PX = 200
SENTENCE = 30
"""A text of so many letters may tell what to do."""


class Stranger(SeeingNewcomer):
    """Plays whatever the screen asks for."""

    def __init__(self):
        super().__init__()
        self._seen = set()
        self._idle = 0
        self._tried = {}
        self._vain, self._moved = set(), set()
        """Phases and turns in which no model could be dragged, and phases in which one could."""
        self._followed, self._known = set(), set()

    async def plays_until(self, ends):
        """Does what the screen asks for until it says something.

        Args:
            ends: Whether what can be read says so; it is asked with all words.
        """
        while not ends(words := await self.rested()):
            before = self._news(words)
            keys = [each for each in words if each.is_key and not each.dim and self._asks(each)]
            if not (
                await self._touches_one(words, [each for each in keys if each.lit])
                or await self._follows_a_sentence(words, keys)
                or await self._touches_one(words, [each for each in keys if self._is_known(each)])
                or await self._drags_a_model(words)
                or await self._touches_one(words, [each for each in keys if _is_offered(each)])
                or await self._touches_one(words, [each for each in keys[::-1] if _closes(each)])
            ):
                await self.until(lambda before=before: self._news(self.words()) != before, "how to go on")

    async def rested(self):
        """Waits until nothing changes any more; what can be read then."""
        last, same = None, 0
        deadline_s = time.monotonic() + AWAITED_S
        while same < SETTLED and time.monotonic() < deadline_s:
            await asyncio.sleep(LOOK_S)
            words = self.words()
            now = self._news(words)
            same, last = same + 1 if now == last else 0, now
        return words

    def _news(self, words):
        """All that tells something: a key that is lit or dim is another thing; a camera's health tells nothing."""
        foot = FOOT * Window.height
        told = (each for each in words if each.box[1] < foot and not re.fullmatch(r"\d+:\d\d", each.text))
        return frozenset((each.text, each.is_key and not each.dim, each.lit) for each in told)

    async def _answered(self, before, patience_s):
        """Waits until something has come of a touch; whether that is new."""
        deadline_s = time.monotonic() + patience_s
        changed = False
        while not changed and time.monotonic() < deadline_s:
            await asyncio.sleep(LOOK_S)
            changed = self._news(self.words()) != before
        now = self._news(await self.rested())
        is_new = now != before and now not in self._seen
        self._idle = 0 if is_new else self._idle + 1
        self._seen.add(now)
        assert self._idle < IDLE, f"nothing new from {self.did[-IDLE:]} after {self.did[:-IDLE]}; there is {now}"
        return is_new

    def _spent(self, words):
        """What was touched already where the same was asked, whatever was answered since."""
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
        if await self._answered(self._news(words), ANSWER_S) and not self._refused():
            self._known.add(_first_word(wanted))
        return True

    async def _follows_a_sentence(self, words, keys):
        """Touches a key that a sentence names; each sentence is followed once."""
        prose = self._prose(words)
        named = [each for each in keys if len(each.text) > 1 and _begin(each.text) in prose]
        wanted = next((each for each in named if (prose, each.text) not in self._followed), None)
        if wanted is None:
            return False
        self._followed.add((prose, wanted.text))
        return await self._touches_one(words, [wanted])

    def _prose(self, words):
        return " ".join(each.text for each in words if not each.is_key and len(each.text) > SENTENCE)

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
        return next(iter(sorted((each.box[1], each.box[0], each.text) for each in words)))[2]

    async def _drags_a_model(self, words):
        """Drags a model that is lit towards the other one, or across the mat; whether there was one to drag."""
        spent = self._spent(words)
        phase = self._phase(words)
        turn = self._turn(words)
        is_busy = any(each.dim and COLUMN < each.box[1] / Window.height < CLOSES for each in words)
        if len(Window.children) > 1 or is_busy or phase in self._vain or turn in self._vain:
            return False
        found = {colour: self._seen_ring(colour) for colour in RINGS}
        colour = self._acts(words)
        if colour in spent or found.get(colour) is None:
            return False
        spent[colour] += 1
        x, y = found[colour]
        other = next((at for at in found.values() if at not in (None, (x, y))), None)
        _, top, _, bottom = self.mat()
        await self.drags((x, y), other or (x, y + (PUSH_PX if y < (top + bottom) / 2 else -PUSH_PX)))
        if await self._answered(self._news(words), CARRIED_S) and not self._refused():
            self._moved.add(phase)
        else:
            self._vain.add(turn if phase in self._moved else phase)
        return True

    def models(self):
        """Where the model of each player is seen; None where it is not."""
        return [self._seen_ring(colour) for colour in RINGS]

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

    def _seen_ring(self, colour):
        dimmed = tuple(round(each * (1 - VEIL)) for each in colour)
        found = self.ring(colour) or self.ring(dimmed)
        return None if found is None else found[0]

    def _is_known(self, key):
        """Whether a key of its kind has led on before."""
        return _is_offered(key) and _first_word(key) in self._known

    def _refused(self):
        """Whether the strip says that something is not allowed."""
        return any(each.text == NO for each in self.words())


def _is_offered(key):
    """Whether a key stands in the column and is no card of the hand, or on what lies over the window."""
    if len(Window.children) > 1:
        return True
    left, top, _, bottom = (each / size for each, size in zip(key.box, (*Window.size, *Window.size), strict=True))
    return left > LEFT and COLUMN < top < CLOSES and bottom - top < CARD


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
