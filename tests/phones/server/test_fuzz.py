"""Whatever anybody sends, the table goes on: no crash, no traceback, nothing told, nobody kept waiting."""

import asyncio
import json
import logging
import os
import random
import re

import msgspec
import pytest

from companion.games.signum.play.by_hand import ZONES
from companion.games.verdicts.measured import RuleViolation
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.referee.match.command_request import CommandRequest
from companion.texts import Language
from tests.games.signum.random_play import KINDS, Game
from tests.games.signum.random_worlds import any_effect
from tests.phones.networked_table import FORM, HOST, Wired, asked
from tests.phones.simulated_network import run

INPUTS = int(os.environ.get("FUZZ_INPUTS", "1500"))
"""100,000 make the whole proof, some of which every run repeats."""
PER_TABLE = 500
FIRST = int(os.environ.get("FUZZ_FIRST", "0"))

TELLTALE = re.compile(rb"Traceback|aiohttp|Python|site-packages|\.py\b|Error:|Exception|<class ")
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
NASTY = (
    "", " ", "\x00", "\ud800", "\u202e", "<script>", "'\"><b>", "A:17", "B:17", "A:hero", "B:b1", "Z:1", "A:", ":",
    "table", "spectator", "-1", "0", "1", "99999999999999999999", "1e999", "nan", "\u0661", "true", "{}", "[]", "null",
    "{", "a" * 700, "%s%n", "../../etc/passwd", "{{7*7}}", "skirmish/grudge", "wounds", "health", "strength",
    "movement_mm", "hand", "deck",
)  # fmt: skip
PATHS = (
    "/",
    "/state",
    "/events",
    "/intent",
    "/seen",
    "/scan",
    "/join",
    "/leave2",
    "/language",
    "/j/",
    "/assets/",
    "/why/",
    "//",
    "/../",
    "*",
)
METHODS = (*("GET", "POST") * 8, "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "CONNECT", "PATCH", "get", "G\x00T", "")
VERSIONS = (*("1.1",) * 12, "1.0", "2.0", "9", "")
HEADERS = (
    "Host", "Cookie", "Origin", "Sec-Fetch-Site", "Content-Type", "Content-Length", "Transfer-Encoding", "Expect",
    "Content-Encoding", "Accept-Language", "Upgrade", "Connection", "Range", "If-Modified-Since", "X" * 50,
)  # fmt: skip
VALUES = (
    HOST, "evil.example", "null", f"http://{HOST}", "same-origin", "cross-site", "application/json", FORM, "chunked",
    "gzip", "multipart/form-data; boundary=x", "multipart/form-data", "100-continue", "200-ok", "websocket", "Upgrade",
    "close", "keep-alive", "bytes=0-", "uk,ru;q=0.9", "language=xx", "language=uk; seat=", "seat=\xff",
    "seat=" + "f" * 64, "=;=;;", "5", "-5", "999999999999", "0x10", "", "\t", "é" * 20, "[::1]:8080",
    "192.168.0.7:8080:8080", "@", "a" * 9000,
)  # fmt: skip


OUTLINE = [[200.0, 280.0], [240.0, 280.0], [240.0, 320.0]]


def place(chance):
    return {"x_mm": chance.uniform(0, 600), "y_mm": chance.uniform(0, 600), "sigma_mm": chance.choice((0.0, 1.5))}


def word(chance, state):
    ways = (
        lambda: chance.choice(NASTY),
        lambda: chance.choice(list(state.keys)),
        lambda: chance.choice((*state.creatures, *state.players, *state.setup.cards)),
        lambda: "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randint(1, 6))),
        lambda: str(chance.randint(0, 999)),
        lambda: chance.choice(ZONES),
        lambda: msgspec.json.encode(any_effect(chance)).decode(),
    )
    return chance.choice(ways)()


def sensible(state, chance, name):
    """Words that mean something in a field of that name."""
    numbers = ("0", "1", "2", "3", "7", "80", "999", "1000", "-1")
    return {
        "zone": (*ZONES, "moon"),
        "player": tuple(state.players),
        "of": (*state.creatures, *state.players, *state.keys),
        "what": ("wounds", "armour", "concentration", "strength", "movement_mm", "health", "stealth", "turn_done",
                 "tapped", "relic_armour", "relic_uses", "kills", "missed_draws"),
        "effect": (msgspec.json.encode(any_effect(chance)).decode(), "{}"),
        "creature": (*state.creatures, ""),
        "key": (*state.setup.cards, ""),
        "value": numbers,
        "position": numbers,
    }.get(name, tuple(state.keys))  # fmt: skip


def intent(chance, state, specs, number):
    """An intent of any kind; often what is offered, with anything in its fields."""
    kind = chance.choice([kind for kind in KINDS if kind != "concede"])
    names = ["card", "key", "zone", "player", "of", "what", "value", "chosen", "x", "id", "kind"]
    values = {name: [word(chance, state) for _ in range(chance.randint(0, 3))] for name in chance.sample(names, 3)}
    offers = [spec for spec in specs if spec.kind != "concede"]
    if offers and chance.random() < 0.7:
        spec = chance.choice(offers)
        kind = spec.kind
        values = {
            name: [str(each).lower() if isinstance(each, bool) else str(each)] for name, each in spec.fixed.items()
        }
        for name, field in spec.fields.items():
            options = getattr(field, "options", None) or getattr(field, "faces", None) or sensible(state, chance, name)
            count = getattr(field, "count", 1) if chance.random() < 0.8 else chance.choice((0, 2, 90))
            values[name] = [
                chance.choice(options) if chance.random() < 0.9 else word(chance, state) for _ in range(count)
            ]
    return {"id": f"wish-{number:08}", "kind": kind, "values": values}


def body(chance, state, specs, number):
    """What is sent as an intent, and what it says that it is."""
    made = intent(chance, state, specs, number)
    coded = json.dumps(made).encode()
    way = chance.random()
    if way < 0.5:
        return coded, "application/json"
    if way < 0.6:
        fields = [(name, each) for name, many in made["values"].items() for each in many]
        form = "&".join(f"{name}={each}" for name, each in [("id", made["id"]), ("kind", made["kind"]), *fields])
        return form.encode("utf-8", "replace"), FORM
    if way < 0.7:
        at = chance.randrange(len(coded))
        return coded[:at] + bytes(chance.randrange(256) for _ in range(3)) + coded[at + 1 :], "application/json"
    return chance.choice((
        b"", b"[]", b"null", b"{}", b"[" * 16_000, b'{"a":' * 3_000, b"9" * 9_000, b"\xff\xfe", b'{"version": 1e400}',
        b'{"version": "1"}', b'{"id": 1, "kind": 2, "values": 3}', coded * 40, coded[: chance.randrange(len(coded))],
        b'{"version": ' + b"9" * 5_000 + b"}", b"&" * 16_000, b"a=" * 8_000, b"%" * 99,
    )), chance.choice(("application/json", FORM, "text/plain", "multipart/form-data; boundary=x", ""))  # fmt: skip


def head(chance, cookie):
    """A request that is none, or nearly one."""
    path = chance.choice((*PATHS, *(f"{each}{chance.choice(NASTY)}" for each in PATHS)))
    query = chance.choice(
        ("", "?", "?since=", "?since=-1", "?since=9999999999999", "?since=1&since=2", "?epoch=%ff", "?%")
    )
    lines = [
        f"{chance.choice(METHODS)} {path}{query} HTTP/{chance.choice(('1.1', '1.1', '1.1', '1.0', '2.0', '9', ''))}"
    ]
    if chance.random() < 0.8:
        lines.append(f"Host: {HOST}")
    if chance.random() < 0.6:
        lines.append(f"Cookie: seat={cookie}")
    lines += [f"{chance.choice(HEADERS)}: {chance.choice(VALUES)}" for _ in range(chance.randint(0, 4))]
    ending = chance.choice((*("\r\n\r\n",) * 9, "\n\n", "\r\n", "\r\n\r\n0\r\n\r\n", "\r\n\r\nffffffff\r\n"))
    data = bytearray("\r\n".join(lines).encode("utf-8", "surrogatepass") + ending.encode())
    for _ in range(chance.choice((0, 0, 0, 0, 0, 1, 5))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data) if chance.random() < 0.95 else chance.randbytes(chance.randint(1, 400))


async def notify(wired, chance):
    """Plays until something is on the table."""
    game = Game(wired.record.setup, chance)
    for number in range(chance.randint(0, 60)):
        game.state = wired.record.state
        offers = game.offered()
        for spec in chance.sample(offers, len(offers))[:12]:
            try:
                command = game.filled(spec)
                wired.record.game.decide(game.state, command)
            except RuleViolation:
                continue
            wired.match.submit(CommandRequest(f"stir-{number}", command))
            break
        await asyncio.sleep(5)


async def pestered(folder, chance, count):
    """One table that is sent so many things; what was answered, and whether it goes on."""
    async with Wired(folder) as wired:
        await notify(wired, chance)
        phones = [await wired.sit("A"), await wired.sit("B"), await wired.sit("spectator")]
        for phone in phones:
            phone.ask("GET", "/events")
        first = {id(phone): len(phone.traffic.received) for phone in phones}
        for number in range(count):
            phone = chance.choice(phones)
            if number % 20 == 0:
                state = wired.match.shown
                specs = {
                    id(each): wired.record.game.commands(state, seat) for each, seat in zip(phones, "AB-", strict=True)
                }
            if chance.random() < 0.5:
                phone.open(head(chance, phone.cookie))
            else:
                path = chance.choice(
                    ("/intent", "/intent", "/intent", "/intent", "/seen", "/scan", "/language", "/join")
                )
                wired.camera.places = chance.choice(({}, {"at": place(chance)}, {"outline": OUTLINE}))
                phone.ask("POST", path, *body(chance, state, specs[id(phone)], number))
            await asyncio.sleep(chance.choice((0.0, 0.1, 0.3)))
        await asyncio.sleep(30)
        pages = [await asked(phone, "GET", "/") for phone in phones]
        sections = [
            Pages().sections(wired.gateway, Reader(seat, Language.UKRAINIAN)) for seat in ("A", "B", "spectator")
        ]
        game_on = wired.record.state.outcome is not None or any(
            wired.record.game.commands(wired.record.state, each) for each in "AB"
        )
        received = b"".join(data for phone in phones for _, _, data in phone.traffic.received[first[id(phone)] :])
        return received, pages, all(sections), game_on


@pytest.mark.parametrize("number", range(FIRST, FIRST + INPUTS // PER_TABLE))
def test_whatever_is_sent_the_table_goes_on(number, tmp_path, caplog):
    chance = random.Random(number)  # noqa: S311 (a game, no secret)
    with caplog.at_level(logging.WARNING):
        received, pages, rendered, game_on = run(pestered(tmp_path, chance, PER_TABLE))

    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    statuses = set(STATUS.findall(received))
    assert b"500" not in statuses
    assert {b"200", b"303", b"400", b"403"} <= statuses
    assert TELLTALE.search(received) is None
    assert all(page.startswith(b"HTTP/1.1 200 OK") for page in pages)
    assert rendered
    assert game_on
