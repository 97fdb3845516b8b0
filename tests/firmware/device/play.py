"""MicroPython: the real firmware on the simulated board, as fast as its host takes the rolls."""

import os
import sys

import world
from chips.board_esp32c3 import Board
from die import app
from die.settings import Settings
from main import build

app.MAX_SAMPLES_A_STEP = 100
QUEUE = 6

board = Board()
die = build(board, Settings(os.getenv("DIE_FLASH") + "/"))
radio = board.links[1]._ble
world.ready = lambda: die.host is not None and len(die.outbox) < QUEUE
step = die.step


def listen_and_step():
    radio.listen()
    step()


die.step = listen_and_step
sys.stderr.write("ready\n")
die.run()
