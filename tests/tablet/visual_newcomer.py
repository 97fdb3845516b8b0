"""A newcomer who goes by the picture alone: reads what is drawn, touches, drags, and looks at the mat. Knows no more.

Only to be imported where Kivy has been prepared.
"""

import asyncio
import re
import time
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.tablet.window.screenshots import picture_of
from companion.tablet.window.shown_finger import Finger
from tests.plain_spaces import spaced

PATIENCE_S = 60.0
LOOK_S = 0.05
RESTED = 3
BEFORE_PUSH_S = 3.0
"""Somebody who does not see a key looks farther down when the keys have been the same for so long."""
MIN_PX = 8
"""What is seen of a word, at least, for it to be read."""
WHITE, MIN_ZONE_PX = 235, 25
"""So bright is the line about a place on the mat where something is wanted, and so large the place."""
NEAR = 10
"""So far each channel of a pixel may be from the colour that is looked for."""
MAT_SHARE, BUBBLE_SHARE = 0.6, 0.3
"""So much of a column, of a row is the mat at least: a bubble may lie on it."""
DARK = 15
"""The ground of the window is darker than that while a guide dims it."""
MIN_POINTS = 60
MIN_RADIUS_PX, MAX_RADIUS_PX = 15, 50
MIN_SHARE = 0.5
"""Of a circle, for it to be seen as one."""
TRIES, MAX_POINTS = 300, 500
LINE_PX, SECTORS = 2, 72
MARKUP = re.compile(r"\[/?(?:font|color|b|i|u|size)[^\]]*\]")
STEPS = 10
COVERS = "MatCard", "GuideBubble", "ResultCard"
"""Looks of what lies over other things and hides them."""
GLANCE_S = 0.8
"""Nobody looks at the picture more often."""


@dataclass(frozen=True)
class Word:
    """Something drawn on the screen; pixels, y downwards.

    Attributes:
        text: What it says.
        box: Left, top, right, bottom of what is seen of it, of a key the whole key.
        is_key: Whether it looks like something to touch.
        dim: Whether that is dimmed.
        lit: Whether it stands out among the keys.
        chosen: Whether it is filled, as the key of the page that is open.
        playable: Whether it is a card with a bright rim.
        card: Whether it looks like a card.
    """

    text: str
    box: tuple[int, int, int, int]
    is_key: bool
    dim: bool
    lit: bool
    chosen: bool = False
    playable: bool = False
    card: bool = False

    @property
    def middle(self):
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


class SeeingNewcomer:
    """Sits before the window."""

    def __init__(self, folder=None):
        """Sits down.

        Args:
            folder: Where what was seen last is kept when somebody does not get on; None for nowhere.
        """
        self.folder = folder
        self.finger = Finger()
        self.read = []
        self.did = []
        """What a finger came down for, each time."""
        self._glance = None

    @property
    def touched(self):
        """How often a finger came down."""
        return len(self.did)

    def words(self):
        """Everything that can be read now, on what lies on top."""
        found = []
        _read(Window.children[0], (0, 0, *Window.size), None, found)
        return found

    def says(self, text):
        """The first word that holds a text; None if nothing does."""
        return next((each for each in self.words() if text in each.text), None)

    def key(self, text):
        """The key that holds a text and can be touched."""
        found = [each for each in self.words() if text in each.text and each.is_key and not each.dim]
        return next((each for each in found if each.text == text), found[0] if found else None)

    async def until(self, what, said):
        """Waits until something can be seen."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not (found := what()):
            if time.monotonic() > deadline_s:
                self.fail(f"never seen: {said}")
            await asyncio.sleep(LOOK_S)
        return found

    async def sees(self, text):
        """Waits until a text can be read."""
        found = await self.until(lambda: self.says(text), text)
        self.read.append(found.text)
        return found

    async def gone(self, text):
        """Waits until a text can be read no longer."""
        await self.until(lambda: self.says(text) is None, f"no more {text!r}")

    async def rests(self):
        """Waits a moment."""
        await asyncio.sleep(3 * LOOK_S)

    async def touches(self, text):
        """Touches the key that reads so, once it stays where it is; looks for it farther down the page."""
        lay, rested = None, 0
        deadline_s = time.monotonic() + PATIENCE_S
        keys, since_s = None, 0.0
        while rested < RESTED:
            if time.monotonic() > deadline_s:
                self.fail(f"no key {text!r}")
            await asyncio.sleep(LOOK_S)  # before the look: what was seen last is touched at once
            found = self.key(text)
            rested = rested + 1 if found is not None and found.box == lay else 0
            lay = None if found is None else found.box
            if keys != (keys := [(each.text, each.box) for each in self.words() if each.is_key]):
                since_s = time.monotonic()
            if found is None and time.monotonic() > since_s + BEFORE_PUSH_S:
                await self.pushes_up()
        self.tap(found.middle, text)
        await asyncio.sleep(2 * LOOK_S)

    def tap(self, at, on="a spot"):
        """Touches a spot and lets go."""
        self.did.append(on)
        self.finger.tap(at[0], Window.height - at[1])

    async def drags(self, start, end, what="a drag"):
        """Touches a spot, slides to another one, and lets go."""
        self.did.append(what)
        (x, y), (to_x, to_y) = start, end
        touch = self.finger.hold(x, Window.height - y)
        for step in range(1, STEPS + 1):
            await asyncio.sleep(LOOK_S)
            share = step / STEPS
            self.finger.move(touch, x + share * (to_x - x), Window.height - y - share * (to_y - y))
        await asyncio.sleep(2 * LOOK_S)
        self.finger.release(touch)
        await asyncio.sleep(LOOK_S)

    async def pushes_up(self):
        """Pushes the page on the right up, as one does to see what is below; nothing where there is no more."""
        if not self._can_push():
            return
        x, y = 0.8 * Window.width, 0.55 * Window.height
        keys = ", ".join(each.text for each in self.words() if each.is_key)
        await self.drags((x, y), (x, y - 0.2 * Window.height), f"a push past {keys}")

    def _can_push(self):
        return any(
            isinstance(each, ScrollView) and each.children and each.children[0].height > each.height
            for each in Window.children[0].walk()
        )

    def fail(self, why):
        """Says why somebody does not get on: what can be read, what was touched; keeps the picture."""
        words = self.words()
        keys = ", ".join(f"*{each.text}*" if each.lit else each.text for each in words if each.is_key and not each.dim)
        texts = " | ".join(each.text for each in words if not each.is_key)
        kept = ""
        if self.folder is not None:
            kept = f"; pictures in {self.folder}"
            for number, layer in enumerate(Window.children[::-1]):
                picture_of(layer).save(self.folder / f"stuck-{number}.png", compress_level=1)
        touched = f"touched, {self.touched} in all, at last: {self.did[-20:]}"
        raise AssertionError(f"{why}{kept}\ntexts: {texts}\nkeys: {keys}\n{touched}")

    # The picture.

    def picture(self):
        """(h, w, 3) RGB, as the window shows it below any sheet, the first row at the top."""
        return self._look().picture

    def mat(self):
        """Left, top, right, bottom of the picture of the mat: the large bright square on the left; None for none."""
        return self._look().mat

    @property
    def is_dimmed(self):
        """Whether a guide dims the window but for what it speaks of."""
        return self._look().is_dimmed

    def _look(self):
        """What is seen now; who looked a moment ago looks again once a finger came down, or something else is read."""
        now_s, moment = time.monotonic(), (self.touched, [(each.text, each.box) for each in self.words()])
        if self._glance is None or now_s > self._glance.until_s or self._glance.moment != moment:
            self._glance = Glance(np.asarray(picture_of(Window.children[-1])), now_s + GLANCE_S, moment)
        return self._glance

    def outline(self, words):
        """Left, top, right, bottom of the place on the mat that a white line runs around; None where none does.

        Args:
            words: All that can be read: a bubble or a card has a line around it, too.
        """
        picture, mat = self.picture(), self.mat()
        if mat is None:
            return None
        left, top, right, bottom = mat
        white = cv2.inRange(picture[top:bottom, left:right], (WHITE,) * 3, (255,) * 3)
        lines, _ = cv2.findContours(white, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        boxes = [(left + x, top + y, left + x + w, top + y + h) for x, y, w, h in map(cv2.boundingRect, lines)]
        places = [
            box
            for box in boxes
            if min(box[2] - box[0], box[3] - box[1]) > MIN_ZONE_PX
            and not any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in (each.middle for each in words))
        ]
        return max(places, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]), default=None)

    def ring(self, colour):
        """Middle and radius of the ring of a colour on the mat, in pixels; None while none is to be seen."""
        return self._look().ring(colour)


class Glance:
    """What was seen at one moment; what nobody asks for is not looked for."""

    def __init__(self, picture, until_s, moment):
        """Looks.

        Args:
            picture: (h, w, 3) RGB.
            until_s: So long it is new.
            moment: How often a finger had come down, and what could be read.
        """
        self.picture, self.until_s, self.moment = picture, until_s, moment
        self._rings = {}

    @cached_property
    def is_dimmed(self):
        """Whether a guide dims the window but for what it speaks of."""
        return int(self.picture[-1, -1].sum()) < 3 * DARK

    @cached_property
    def mat(self):
        """Left, top, right, bottom of the large bright square on the left; None for none."""
        bright = cv2.transform(self.picture, np.ones((1, 3)) / 3) > (DARK if self.is_dimmed else 40)
        across = bright.mean(axis=0) > MAT_SHARE
        if not across.any():
            return None
        left, right = _first_run(across)
        if left == right:
            return None  # a single line is no square
        top, _ = _first_run(bright[:, left:right].mean(axis=1) > BUBBLE_SHARE)
        return left, top, right, top + right - left  # a bubble over a dark part of the mat may end the run

    def ring(self, colour):
        """Middle and radius of the ring of a colour on the mat, in pixels; None while none is to be seen."""
        if colour not in self._rings:
            self._rings[colour] = self._ring(colour)
        return self._rings[colour]

    def _ring(self, colour):
        if self.mat is None:
            return None
        left, top, right, bottom = self.mat
        part = np.ascontiguousarray(self.picture[top:bottom, left:right])
        near = [np.array(colour) + sign * NEAR for sign in (-1, 1)]
        rows, columns = np.nonzero(cv2.inRange(part, *near))
        points = np.column_stack([columns, rows]).astype(float)
        found = _circle_in(points) if len(points) > MIN_POINTS else None
        return None if found is None else ((float(left + found[0]), float(top + found[1])), found[2])


def _first_run(there):
    """First and last place of the first unbroken run."""
    found = np.flatnonzero(there)
    return int(found[0]), int(found[np.flatnonzero(np.diff(found, append=found[-1] + 99) > 1)[0]])


def _circle_in(points):
    """Middle and radius of the circle along whose line most points lie, also if it is dashed; None if there is none."""
    dice = np.random.default_rng(0)
    if len(points) > MAX_POINTS:
        points = points[dice.choice(len(points), MAX_POINTS, replace=False)]
    across, up = (np.abs(each[:, None] - each) < 2 * MAX_RADIUS_PX for each in points.T)
    near = across & up
    first, count = np.cumsum(near.sum(axis=1)) - near.sum(axis=1), near.sum(axis=1)
    beside = np.nonzero(near)[1]
    anchors = dice.integers(len(points), size=TRIES)
    picked = first[anchors] + (dice.random((3, TRIES)) * count[anchors]).astype(int)
    (ax, ay), (bx, by), (cx, cy) = (points[beside[each]].T for each in picked)
    twice = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
        x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / twice
        y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / twice
        radius = np.hypot(ax - x, ay - y)
    fits = (np.abs(twice) >= 1) & (radius > MIN_RADIUS_PX) & (radius < MAX_RADIUS_PX)
    x, y, radius = x[fits], y[fits], radius[fits]
    right, down = points[:, 0] - x[:, None], points[:, 1] - y[:, None]
    circle, point = np.nonzero(np.abs(np.hypot(right, down) - radius[:, None]) < LINE_PX)
    seen = np.zeros((len(x), SECTORS), dtype=bool)
    angle = np.arctan2(down[circle, point], right[circle, point])
    seen[circle, (angle * SECTORS / (2 * np.pi)).round().astype(int) % SECTORS] = True
    share = seen.mean(axis=1)
    worth = np.where(share > MIN_SHARE, share * radius**2, 0.0)
    if not worth.any():
        return None
    best = int(worth.argmax())
    return float(x[best]), float(y[best]), float(radius[best])


def _read(widget, clip, key, found, origin=(0.0, 0.0)):
    """Reads a widget and all that it holds, in the order in which they are drawn.

    Args:
        widget: What is drawn.
        clip: Left, bottom, right, top of what can be seen of it at most.
        key: What looks like something to touch and holds it, with its box on the window; None for nothing.
        found: Takes the words; those that the widget lies over are taken out.
        origin: Where on the window its place is counted from.
    """
    if not widget.opacity:
        return
    box = _on_window(widget, origin)
    key = (widget, box) if isinstance(widget, ButtonBehavior) else key
    if type(widget).__name__ in COVERS and (seen := _seen(box, clip)) is not None:
        left, top, right, bottom = seen
        found[:] = [each for each in found if not (left < each.middle[0] < right and top < each.middle[1] < bottom)]
    if isinstance(widget, Label) and widget.text and (seen := _seen(box, clip)) is not None:
        found.append(_word(widget, seen) if key is None else _word(widget, _seen(key[1], clip), key[0]))
    if isinstance(widget, ScrollView):
        clip = _shared(box, clip)
    if children := widget.children:
        # Few widgets count the places of what they hold from elsewhere than those around them.
        if type(widget).to_parent is not Widget.to_parent:
            origin = widget.to_window(0.0, 0.0, initial=False)
        for each in reversed(children):
            _read(each, clip, key, found, origin)


def _word(label, box, key=None):
    """What a label says, alone or on a key."""
    dim = bool(key is not None and key.disabled)
    chosen = bool(key is not None and getattr(key, "chosen", False))
    lit = chosen or bool(key is not None and getattr(key, "main", False))
    text, playable = spaced(MARKUP.sub("", label.text)), bool(getattr(key, "playable", False))
    return Word(text, box, key is not None, dim, lit, chosen, playable, hasattr(key, "playable"))


def _on_window(widget, origin):
    left, bottom = origin[0] + widget.x, origin[1] + widget.y
    return left, bottom, left + widget.width, bottom + widget.height


def _shared(one, other):
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _seen(box, clip):
    """The part of a box that is on the screen, y downwards; None if it is nearly nothing."""
    left, bottom, right, top = _shared(box, clip)
    if right - left < MIN_PX or top - bottom < MIN_PX:
        return None
    return round(left), round(Window.height - top), round(right), round(Window.height - bottom)
