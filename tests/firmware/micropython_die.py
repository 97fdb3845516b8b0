"""A die that runs its real firmware in MicroPython, on a pipe or in the air."""

import asyncio
import json
import os
import zlib
from contextlib import asynccontextmanager

from hardware.simulation.own_die import NOTIFY, SERVICE, WRITE
from hardware.simulation.peripheral import AdvertisingData, Characteristic, Service, SimulatedDie
from tests.firmware.interpreter import command, environment

COMPLETE_NAME = 0x09
ADDRESS = "C0:0D:1E:00:00:01"


def remember(folder, values):
    """Put settings into a die's flash, as its firmware writes them."""
    inner = f"2 {json.dumps(values)}"
    (folder / "settings.a").write_text(f"{inner} {zlib.crc32(inner.encode()):08X}\n", encoding="ascii")


@asynccontextmanager
async def started(micropython, **surroundings):
    """The die's process; it has no other end than ours."""
    process = await asyncio.create_subprocess_exec(
        *command(micropython, "play.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=None,
        env=environment(**surroundings),
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        process.stdin.close()
        await process.wait()


async def copy(reader, into):
    """Hand on all that comes."""
    while data := await reader.read(4096):
        into(data)


class DieInTheAir(SimulatedDie):
    """Its radio as others see it; what the firmware says and hears goes through two pipes in a folder."""

    def __init__(self, folder):
        super().__init__(ADDRESS)
        self._folder = folder
        self._line = b""
        self._advert = self._answer = b""
        for name in ("to_die", "from_die"):
            os.mkfifo(folder / name)
        self._to_die = os.open(folder / "to_die", os.O_RDWR)
        self._from_die = os.open(folder / "from_die", os.O_RDWR | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self._from_die, self._read)
        self.advertises = asyncio.Event()

    def close(self):
        asyncio.get_running_loop().remove_reader(self._from_die)
        os.close(self._from_die)
        os.close(self._to_die)

    @property
    def services(self):
        writes = ("write", "write-without-response")
        return (Service(SERVICE, (Characteristic(WRITE, writes), Characteristic(NOTIFY, ("notify",)))),)

    def advertising_data(self):
        return AdvertisingData(fields(self._advert)[COMPLETE_NAME].decode(), (), response_services=(SERVICE,))

    def held(self, notify):
        super().held(notify)
        self._tell(b"C")

    def dropped(self):
        super().dropped()
        self._tell(b"D")

    def written(self, uuid, data):
        assert uuid == WRITE
        self._tell(b"W" + data.hex().encode())

    def _tell(self, line):
        os.write(self._to_die, line + b"\n")

    def _read(self):
        *lines, self._line = (self._line + os.read(self._from_die, 65536)).split(b"\n")
        for line in lines:
            if line.startswith(b"A"):
                self._advert, self._answer = (bytes.fromhex(part.decode()) for part in line[1:].split(b" "))
                assert fields(self._answer)[0x07][::-1].hex() == SERVICE.replace("-", "")
                self.advertises.set()
            elif line.startswith(b"N"):
                self.notify(NOTIFY, bytes.fromhex(line[1:].decode()))

    def tumble(self):
        raise NotImplementedError

    roll = move = cock = drain = tumble


def fields(advert):
    """Its parts by their type."""
    found, at = {}, 0
    while at < len(advert):
        found[advert[at + 1]] = advert[at + 2 : at + 1 + advert[at]]
        at += advert[at] + 1
    return found
