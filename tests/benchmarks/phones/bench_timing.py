"""Whether a player can measure what the other holds: how long a change takes, at tables with cheap and with dear hands.

One pair of processes shows nothing, for two processes with the same cards differ, too. So each pair is one sample:
two tables side by side, which differ in nothing but the other seat's cards, are asked in turn by a seated player, who
sends each intent at the best moment, always as long after the last tick. Pairs with the same cards are the control;
pairs without ticks show what this method finds.
"""

import contextlib
import json
import random
import re
import socket
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from msgspec.structs import replace

from companion.games.signum.shelf.seats import setup_for
from companion.phones.link.tick import SHORTEST_S
from companion.record.record import Record
from tests.benchmarks.phones.bench_phones import Child
from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.phones.game_pairs import CARDS
from tests.phones.moments import RULES, moment
from tests.referee.match.test_match import NOW, SEED, skirmish

PAIRS, WISHES = 30, 40
CHEAP, DEAR = "seed/cuirass_of_illusions", "skirmish/wrong_ferry"
"""A page of a hand of four of either takes least and longest to make, of all shipped cards: about 1.6 and 2.2 ms."""
MOMENT = "hand"
AFTER_TICK_S = 0.4 * SHORTEST_S
LONGEST_S = 20.0
FLIPS = 20_000
SELDOM = 0.01
"""What chance does less often than this is taken for a difference."""


class Watcher:
    """A seated player's phone by hand: one connection that listens and one that asks for."""

    def __init__(self, link: str, place: str) -> None:
        parts = urlsplit(link)
        assert parts.hostname is not None
        assert parts.port is not None
        self._where, self._place, self._count = (parts.hostname, parts.port), place, 0
        self._head = f"Host: {parts.netloc}\r\nOrigin: {parts.scheme}://{parts.netloc}\r\n"
        body = f"word={parts.path.rpartition('/')[2]}"
        found = re.search(r"Set-Cookie: (seat=[0-9a-f]+)", self._answered(self._open(), "/join", body).decode())
        assert found is not None
        self._head += f"Cookie: {found[1]}\r\n"
        self._submitting, self._stream = self._open(), self._open()
        self._stream.sendall(f"GET /events HTTP/1.1\r\n{self._head}\r\n".encode())
        self.heard_s = self._hear()

    def changed_s(self) -> float:
        """How long after an intent its change was here, sent at the best moment."""
        late_s = (time.perf_counter() - self.heard_s - AFTER_TICK_S) % SHORTEST_S
        threading.Event().wait(SHORTEST_S - late_s)
        self._count += 1
        rich = self._count % 2  # what the other can pay for shows on the other's page, for each card in hand
        values = {"what": ["prosperity"], "of": ["B"], "value": [str(40 * rich)]}
        intent = {"id": f"wish-{self._count:06}", "place": self._place, "kind": "setvalue", "values": values}
        began_s = time.perf_counter()
        self._send(self._submitting, "/intent", json.dumps(intent), "application/json")
        self.heard_s = self._hear()
        _read_until(self._submitting, b"}")
        return self.heard_s - began_s

    def close(self) -> None:
        self._submitting.close()
        self._stream.close()

    def _open(self) -> socket.socket:
        plug = socket.create_connection(self._where, LONGEST_S)
        plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return plug

    def _answered(self, plug: socket.socket, path: str, body: str) -> bytes:
        self._send(plug, path, body, "application/x-www-form-urlencoded")
        answer = _read_until(plug, b"\r\n\r\n")
        plug.close()
        return answer

    def _send(self, plug: socket.socket, path: str, body: str, kind: str) -> None:
        head = f"POST {path} HTTP/1.1\r\n{self._head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        plug.sendall((head + body).encode())

    def _hear(self) -> float:
        """When the next change was here."""
        _read_until(self._stream, b"event: change")
        return time.perf_counter()


def _read_until(plug: socket.socket, end: bytes) -> bytes:
    """All that has come when this has, too."""
    data = b""
    while end not in data:
        part = plug.recv(1 << 20)
        assert part, data
        data += part
    return data


def begin(folder: Path, hand: str) -> None:
    """A game that has come to the moment, in which the other seat has nothing but one card, many times."""
    folder.mkdir()
    setup = skirmish()
    first, second = setup.seats
    seats = (first, replace(second, deck=(hand,) * len(second.deck)))
    other = setup_for(setup.rules, seats, CARDS, seed_hash=setup.seed_hash)
    with contextlib.closing(Record.create(folder / "game.signum", RULES, other, lambda: NOW, seed=SEED)) as record:
        for command in moment(MOMENT).commands:
            record.do(command)


def difference_ms(hands: Sequence[str], intents: int, *words: str) -> float:
    """By how much a change took longer at the second of two tables, in the median."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for number, hand in enumerate(hands):
            begin(folder / str(number), hand)
        tables = [
            stack.enter_context(Child("tests.benchmarks.phones.timed", str(folder / str(number)), *words))
            for number in range(len(hands))
        ]
        said = [table.hear() for table in tables]
        with Child("tests.benchmarks.phones.crowd") as others:
            for each in said:
                others.ask(each["links"]["B"])
            watchers = [
                stack.enter_context(contextlib.closing(Watcher(each["links"]["A"], each["place"]))) for each in said
            ]
            took: list[list[float]] = [[], []]
            for turn in range(intents):
                for number in (0, 1) if turn % 2 else (1, 0):
                    took[number].append(watchers[number].changed_s())
            others.say("")
    first, second = (median(each[2:]) * 1000 for each in took)
    return second - first


def by_chance(differences: Sequence[float]) -> float:
    """How often chance alone puts such differences as much on one side: by flips of the signs of their ranks.

    Ranks, as Wilcoxon has it, so that a pair during which the machine did something else counts as one pair.
    """
    ranked = sorted(differences, key=abs)
    ranks = [rank if each > 0 else -rank for rank, each in enumerate(ranked, 1) if each]
    chance, far = random.Random(1), abs(sum(ranks))  # noqa: S311 (no secret)
    flipped = (abs(sum(each * chance.choice((-1, 1)) for each in ranks)) for _ in range(FLIPS))
    return (1 + sum(each >= far for each in flipped)) / (FLIPS + 1)


def _row(kind: str, differences: Sequence[float]) -> tuple[str, ...]:
    lower, middle, upper = quantiles(differences, n=4)
    return (
        kind, str(len(differences)), f"{middle:+.3f} ms", f"{lower:+.3f} to {upper:+.3f} ms",
        f"{max(map(abs, differences)):.3f} ms", f"{by_chance(differences):.2g}",
    )  # fmt: skip


def measure() -> ResultTable:
    """Pairs of tables with different and with the same hands, and with different ones without ticks."""
    pairs, intents = affordable(PAIRS, 2), affordable(WISHES, 5)
    kinds: dict[str, tuple[tuple[str, str], tuple[str, ...]]] = {
        "the same hands": ((CHEAP, CHEAP), ()),
        "cheap and dear hands": ((CHEAP, DEAR), ()),
        "cheap and dear hands, without ticks": ((CHEAP, DEAR), ("--without-ticks",)),
    }
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    for number in range(pairs):  # in turn, so that what else the machine does falls on all alike
        for kind, (hands, words) in kinds.items():
            turned = number % 2 == 1
            second_later = difference_ms(hands[::-1] if turned else hands, intents, *words)
            found[kind].append(-second_later if turned else second_later)
    _, different, bare = kinds
    told, found_out = by_chance(found[different]), by_chance(found[bare])
    return ResultTable(
        title="Phones: whether time tells what the other holds",
        columns=("pairs of tables with", "pairs", "median difference", "middle half", "widest", "by chance alone"),
        rows=tuple(_row(kind, each) for kind, each in found.items()),
        notes=(
            "Two processes side by side, whose tables differ in nothing but the other seat's cards, each with that"
            f" seat's phone; a seated player sends {intents} intents at each in turn, each as long after the last tick,"
            " and takes the median of the time until the change is there. Each pair is one sample: the dear table's"
            " less the cheap one's. The last column says how often differences of such a size would lie as much on one"
            f" side if their signs were chance (signed ranks, {FLIPS} flips)."
        ),
        bars=(
            Bar("time tells nothing of the other's hand", f"by chance in over {SELDOM:.0%} of cases",
                f"{told:.1%}", told > SELDOM),
            Bar("the same measurement finds it without ticks", f"by chance in under {SELDOM:.0%} of cases",
                f"{found_out:.2%}", found_out < SELDOM or pairs < PAIRS),
        ),
    )  # fmt: skip
