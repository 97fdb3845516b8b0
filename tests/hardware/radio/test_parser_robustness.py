"""A share of the million packets that `tests/benchmarks/hardware/bench_dice_parsers.py` throws at each parser."""

import pytest

from tests.hardware.radio.parser_checks import PARSERS

SHARE = 60_000


@pytest.mark.parametrize("name", PARSERS)
def test_spoilt_and_random_packets_raise_nothing_and_no_damaged_frame_is_believed(name: str) -> None:
    # Some packets stay good by chance, so a parser that takes none is not being tested.
    assert 0 < PARSERS[name](SHARE, 1) < SHARE
