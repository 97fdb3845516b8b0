"""The patterns of pips on a lattice of three by three."""

from itertools import product

import numpy as np

PLACES = np.array(list(product((-1, 0, 1), (-1, 0, 1))), float)[:, ::-1]
"""The places of the lattice (9, 2), row by row."""

PATTERNS = {
    "000010000": 1,
    "100000001": 2,
    "001000100": 2,
    "100010001": 3,
    "001010100": 3,
    "101000101": 4,
    "101010101": 5,
    "101101101": 6,
    "111000111": 6,
}
"""The places that carry a pip, row by row, with the value."""

TABLE = np.array([[mark == "1" for mark in pattern] for pattern in PATTERNS])
VALUES = np.array(list(PATTERNS.values()))
