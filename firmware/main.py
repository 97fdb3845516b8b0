"""The program that the board starts: the die, with its settings."""

import os

from chips.board_esp32c3 import Board
from die.app import Die
from die.faces import D6_FACES, Faces
from die.motion import Motion
from die.pairing import Pairing
from die.settings import Settings


def build(board, settings):
    """Creates the die that these settings describe; without any, an uncalibrated one."""
    known = settings.load()
    name = known.get("id") or board.name()
    faces = Faces(known.get("faces") or D6_FACES, known.get("lean_deg") or 8)
    boot = int.from_bytes(os.urandom(4), "big")
    board.advertise("OurDie_" + name)
    return Die(board, Motion(faces), name, known.get("kind") or "d6", boot, Pairing(settings))


if __name__ == "__main__":
    build(Board(), Settings()).run()
