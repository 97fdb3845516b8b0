"""MicroPython: what the firmware leaves the chips in when it goes to sleep; one line of JSON."""

import json
import os

import world
from chips.board_esp32c3 import Board
from die import app
from die.settings import Settings
from main import build

app.SLEEP_AFTER_MS = 20
try:
    build(Board(), Settings(os.getenv("DIE_FLASH") + "/")).run()
except SystemExit:
    registers = {"%02x" % register: value for register, value in world.chip.values.items()}
    print(json.dumps({"asleep": world.asleep, "wakes_on": world.wakes_on, "registers": registers}))
