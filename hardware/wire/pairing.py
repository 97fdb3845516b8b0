"""Pairs one of our dice with this computer: it gives the die a new secret over the cable."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Final

from hardware.die_keys import KEY_BYTES
from hardware.frames import Frame, FrameReader, encode_frame
from hardware.own_protocol import SPEAKS
from hardware.source import DiceError
from hardware.wire.line import Line, LineError, open_line

SILENT_S: Final = 6.0
"""Time in which a die must answer; a board that restarts when its port is opened needs about two seconds."""
ASK_EVERY_S: Final = 0.5


class PairingError(DiceError):
    """The die could not be paired; the message says what to do."""


async def pair_die(port: str, key: bytes | None = None, silent_s: float = SILENT_S) -> tuple[str, bytes]:
    """Gives the die on a port a new secret, which replaces any that it had.

    Args:
        port: The serial port, such as `/dev/ttyACM0` or `COM3`.
        key: The secret; a random one if None.
        silent_s: Time in which the die must answer each of two messages.

    Returns:
        The die's own id, without a source, and the secret.

    Raises:
        PairingError: If no die of ours answers on the port, or the die cannot keep a secret.
    """
    key = secrets.token_bytes(KEY_BYTES) if key is None else key
    try:
        async with open_line(port) as line:
            dialogue = _Dialogue(line)
            hello = await dialogue.answer("hello", {"p": [SPEAKS]}, "hello", silent_s)
            die = None if hello is None else hello.body.get("id")
            if not isinstance(die, str):
                raise PairingError(f"No die of ours answers on {port}. Is it the right port, and is the die awake?")
            paired = await dialogue.answer("pair", {"k": key.hex()}, "paired", silent_s)
    except LineError as error:
        raise PairingError(str(error)) from error
    if paired is None or paired.body.get("d") != die:
        raise PairingError(f"The die {die} took no secret. Put the newest firmware on it, then try again.")
    return die, key


class _Dialogue:
    """Questions to a die, each repeated until it is answered."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._reader = FrameReader()
        self._sent = 0

    async def answer(self, kind: str, body: dict[str, object], wanted: str, within_s: float) -> Frame | None:
        """Returns the first frame of the wanted kind; None if none comes in time."""
        try:
            async with asyncio.timeout(within_s):
                async for frame in self._frames(kind, body):
                    if frame.kind == wanted:
                        return frame
        except TimeoutError:
            pass
        return None

    async def _frames(self, kind: str, body: dict[str, object]) -> AsyncIterator[Frame]:
        while True:
            self._line.write(encode_frame(self._sent, kind, body))
            self._sent += 1
            for frame in self._reader.feed(await self._line.read(ASK_EVERY_S)):
                yield frame
