"""A million spoilt and random packets for each parser of radio dice."""

import time

from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.hardware.radio.parser_checks import PARSERS

SEED = 20


def measure() -> ResultTable:
    """Throw them; an exception or a damaged frame that is believed ends the run."""
    count = affordable(1_000_000, 10_000)
    rows, bars = [], []
    for name, survive in PARSERS.items():
        started = time.perf_counter()
        taken = survive(count, SEED)
        took_s = time.perf_counter() - started
        rows.append((name, f"{count:,}", f"{taken:,}", f"{took_s / count * 1e6:.1f} µs"))
        bars.append(Bar(f"{name}: packets survived", f"{count:,}", f"{count:,}", holds=True))
    return ResultTable(
        "Radio dice: parsers under packets that no die sends",
        ("parser", "packets", "taken for something", "each, with its making"),
        tuple(rows),
        "A quarter of the packets are random, the rest good ones with one to three edits: bits, bytes, cuts, repeats. "
        "No exception was raised. Packets of Pixels dice and GoDice carry no checksum of their own: an edit within a "
        "value cannot be told there; frames of our own die do, and each that was believed is one that was sent.",
        tuple(bars),
    )
