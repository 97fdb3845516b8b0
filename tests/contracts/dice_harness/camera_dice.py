"""Dice in a tray: the camera and the eyes are dictated, what becomes of what they see is not."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from companion.referee.dice.tray_source import TrayDice
from hardware.source import DiceSource
from tests.contracts.dice_harness.harness import Can, Harness
from vision.arrays import Image
from vision.dice import DiceReading, ReadDie, TrayActivity, UnreadDie, UnreadReason, WatchState, dice_set
from vision.images.frame import CameraSetting, Frame
from vision.trouble import Trouble

EDGE_PX = 30.0


class DictatedCamera:
    """Hands out one frame for every look that is dictated, each exactly once."""

    name = "dictated"
    settings: tuple[CameraSetting, ...] = ()

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self._news = threading.Condition()
        self._frames: list[Frame] = []

    def add(self, image: Image) -> int:
        """One more picture; its number."""
        with self._news:
            number = len(self._frames)
            self._frames.append(Frame(image, number / 30, number))
            self._news.notify_all()
        return number

    def start(self) -> None:
        pass

    def newest(self, after_sequence: int, timeout_s: float) -> Frame | None:
        with self._news:
            self._news.wait_for(lambda: len(self._frames) > after_sequence + 1, timeout_s)
            return self._frames[after_sequence + 1] if len(self._frames) > after_sequence + 1 else None

    def stop(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class DictatedWatch:
    """Sees what it is told; looks are numbered by their time."""

    def __init__(self) -> None:
        self.looks: list[WatchState] = []

    def look(self, image: Image, at_s: float) -> WatchState:
        return self.looks[round(at_s * 30)]


class DictatedTray:
    """A tray in which dice do as they are told, frame by frame."""

    def __init__(self) -> None:
        self.camera, self.watch = DictatedCamera(), DictatedWatch()
        self._image = np.full((240, 320), 128, np.uint8)
        self._rest = 0

    def stir(self, *stirs: TrayActivity) -> None:
        for stir in stirs:
            self._show(WatchState(stir, self._rest, None))
        self._rest += 1

    def rest(self, *dice: ReadDie | UnreadDie) -> None:
        read = tuple(die for die in dice if isinstance(die, ReadDie))
        unread = tuple(die for die in dice if isinstance(die, UnreadDie))
        free = frozenset(die.centre_px for die in dice)
        self._show(WatchState(TrayActivity.STILL, self._rest, DiceReading(read, unread), free))

    def _show(self, watched: WatchState) -> None:
        self.watch.looks.append(watched)
        self.camera.add(self._image)


def read(x: float, pips: int, confidence: float = 0.999, code: str | None = None) -> ReadDie:
    """A die that is read, somewhere along the tray."""
    return ReadDie(None, pips, confidence, (x, 100.0), EDGE_PX, (), code)


def leaning(x: float, why: UnreadReason = UnreadReason.COCKED) -> UnreadDie:
    """A die that is not."""
    return UnreadDie((x, 100.0), why)


class TrayHarness(Harness):
    """Two dice without a code, the first always left of the second."""

    cans = frozenset({Can.COCK})
    dice = ("camera:1", "camera:2")

    def __init__(self) -> None:
        self._tray = DictatedTray()
        self._lie: list[ReadDie | UnreadDie] = [read(60, 1), read(220, 1)]
        self._source = TrayDice(self._tray.camera, self._tray.watch, dice_set("pips"))
        self._tray.rest(*self._lie)

    def source(self) -> DiceSource:
        return self._source

    def _throw(self, die: str, ends: ReadDie | UnreadDie) -> None:
        self._lie[self.dice.index(die)] = ends
        self._tray.stir(TrayActivity.HAND, TrayActivity.MOVING)
        self._tray.rest(*self._lie)

    def _elsewhere(self, die: str) -> float:
        """Thrown dice do not come to lie where they lay."""
        x = self._lie[self.dice.index(die)].centre_px[0]
        return x + 40 if x in {60, 220} else x - 40

    async def roll(self, die: str, face: int) -> None:
        self._throw(die, read(self._elsewhere(die), face))

    async def cock(self, die: str) -> None:
        self._throw(die, leaning(self._elsewhere(die)))


@asynccontextmanager
async def tray(folder: Path) -> AsyncIterator[Harness]:
    yield TrayHarness()


MAKERS = (tray,)
