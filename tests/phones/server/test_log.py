"""A game with hidden hands in which everything goes wrong is logged at its most talkative, and no card is told.

Exceptions here say all that the program knows where they are raised: hands, decks, codes and cookies.
"""

import asyncio
import itertools
import logging
import random
import re
from datetime import UTC, datetime

import aiohttp
import platformdirs
import pytest

from companion.diagnostics import CRASHES, logged, logs_folder
from companion.games.command import SPECTATOR
from companion.games.common import Shuffled
from companion.phones.pages.pages import Pages
from companion.phones.server.server import PhoneServer
from companion.record.record import Record
from tests.diagnostics.card_names import CARDS, KEYS, NAMES, cards_in
from tests.phones.game_pairs import PAUSE_S, Script, World, tricky
from tests.phones.simulated_network import run
from tests.referee.match.test_match import skirmish

GAMES, LENGTH = 3, 90
LIBRARIES = ("asyncio", "aiohttp.access", "aiohttp.server", "kivy", "bleak.backends.bluezdbus", "root", "PIL.Image")


class TellsAllError(Exception):
    """An error whose words hold secrets."""


def everything(state):
    """All that nobody may know, in a message."""
    cards = [state.card(card) for player in state.players.values() for card in (*player.hand, *player.deck)]
    return f"{state!r} {[(card.key, card.names) for card in cards]}"


@pytest.fixture
def stumbles(monkeypatch):
    """Rules, pages and requests that fall over at times, each with all that it knows."""
    fallen = []

    def stumbling(kind, name, every, known, spares=lambda *_: False):
        real, count = getattr(kind, name), itertools.count(1)

        def falls(self, *args, **more):
            if not spares(*args) and next(count) % every == 0:
                fallen.append(name)
                raise TellsAllError(known(self, *args, **more))
            return real(self, *args, **more)

        monkeypatch.setattr(kind, name, falls)

    def told(self, command, *_):
        return f"{everything(self.state)} {command!r}"

    stumbling(Record, "do", 11, told, spares=lambda command, *_: isinstance(command, Shuffled))
    stumbling(Pages, "sections", 5, lambda _, gateway, reader: everything(gateway.match.record.state))
    stumbling(PhoneServer, "_seated", 7, lambda _, request: f"{request.cookies} {request.headers}")
    return fallen


def chatter(secret):
    """Libraries that write down all they are given."""
    for name in LIBRARIES:
        library = logging.getLogger(name)
        library.debug("told %s", secret)
        library.info(f"told {secret}")
        library.warning("Task was destroyed but it is pending!\ntask: <Task %s>", secret)
        library.error("Error handling request from %s", secret, exc_info=aiohttp.ClientError(secret))


async def evening(folder, chance):
    """One game; what was secret in it."""
    loop = asyncio.get_running_loop()
    loop.set_debug(True)
    viewer = chance.choice(("A", "B", SPECTATOR))
    world = World(tricky(skirmish(), chance), viewer, folder, PAUSE_S)
    await world.begin()
    codes = [world.seating.invitation(seat) for seat in world.seating.seats]
    script = Script(world, chance, sigma_mm=0.0, length=LENGTH)
    await script.play()
    state = world.record.state
    error = TellsAllError(everything(state))
    loop.call_exception_handler({"message": everything(state), "exception": error})
    CRASHES.report(error)
    forgotten = loop.create_task(_fall(everything(state)))
    loop.call_soon(_fall_at_once, everything(state))
    await asyncio.sleep(1)
    del forgotten
    chatter(everything(state))
    tokens = {world.phone.cookie, *(word for code in codes if code for word in (code.code, code.ticket))}
    world.phone.ask("GET", f"/j/{world.phone.cookie}?word={world.phone.cookie}")
    world.phone.open(f"GARBAGE {world.phone.cookie} {NAMES}\r\n\r\n".encode())
    await asyncio.sleep(0.1)
    await world.end()
    return tokens


async def _fall(words):
    raise TellsAllError(words)


def _fall_at_once(words):
    raise TellsAllError(words)


def test_no_card_no_code_and_no_cookie_is_in_the_log(stumbles, tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data" / name)
    tokens = set()
    with logged("play", datetime.now(UTC), thorough=True):
        for number in range(GAMES):
            (tmp_path / str(number)).mkdir()
            tokens |= run(evening(tmp_path / str(number), random.Random(number)))  # noqa: S311 (a game, no secret)
    (path,) = logs_folder().iterdir()
    text = path.read_text(encoding="utf-8")
    assert cards_in(text) == []
    assert [token for token in tokens if token in text] == []
    assert re.findall(r"Ann|Bob|192\.168|/tmp|\bseat=[0-9a-f]", text) == []

    # Otherwise nothing would be proved.
    assert set(stumbles) == {"do", "sections", "_seated"}
    assert text.count("TellsAllError") > 20
    assert {name for name in LIBRARIES if f" {name} " in text} == set(LIBRARIES)
    for event in ("not_decided", "not_rendered", "request_failed", "crashed", "Task exception was never retrieved"):
        assert event in text, event


def test_the_search_finds_cards():
    card = next(card for card in CARDS.values() if card.key == "seed/jousting_lance")
    for name in (*card.names.values(), card.key, "jousting_lance", "A:12", "B:hero"):
        assert cards_in(f"ValueError: {name} is gone") != [], name
    assert len(NAMES) > 250
    assert len(KEYS) > 90
    assert cards_in("companion/games/signum/play/ruins.py:7 at 18:30:05 of 3:4") == []
