"""Two thousand games played by chance, half of them in each of two processes (see `random_machine`)."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.games.signum.random_machine import play_games

pytestmark = pytest.mark.slow


GAMES = 2_000
PROCESSES = 2


# On two idle cores it takes a minute and a half; a busy machine is no reason to fail.
@pytest.mark.timeout(900)
def test_random_games_stay_sound():
    with ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("spawn")) as pool:
        playing = [pool.submit(play_games, GAMES // PROCESSES, number) for number in range(PROCESSES)]
        for each in playing:
            each.result()
