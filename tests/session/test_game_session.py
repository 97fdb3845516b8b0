"""A game beside the referee in the core thread: phones join, come back after a restart, and are sent away."""

import asyncio
import os
import queue
import socket
import ssl
import stat
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime

import pytest

from companion.games.registry import games
from companion.phones.link.certificates import Certificate
from companion.record.record import Record
from companion.referee import (
    AllowSecond,
    Camera,
    Choices,
    FreeSeat,
    Intent,
    Measures,
    Referee,
    RemoveGuest,
    SubmitCommand,
)
from companion.referee.lobby.new_game import NewGame, begin
from companion.referee.lobby.open_table import game_held
from companion.session import GameSession, SessionPlan, beside
from companion.texts import Language
from tests.free_ports import free_port
from vision.table import MatLayout, TableLayout

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOME = ("127.0.0.1",)
WAIT_S = 60.0


class Here:
    """The addresses of this machine, as a test wants them."""

    def __init__(self, *addresses):
        self.addresses = addresses

    def __call__(self):
        return self.addresses


class SessionTable:
    """A referee without a camera, with a game beside it."""

    def __init__(self, record, **plan):
        self.views = queue.Queue()
        evening = GameSession(SessionPlan(record, **({"addresses": Here(*HOME)} | plan)), lambda: NOW)
        layout = TableLayout(MatLayout(600.0, 600.0, "DICT_4X4_100", ()))
        self.referee = Referee(
            layout, Measures(), Camera("usb:0", lambda: None), lambda: 0.0, Choices(), service=evening
        )
        self.referee.listen(self.views.put)

    def guests(self, what=lambda guests: True):
        """What the tablet is shown of the phones, once it is as expected."""
        deadline_s = time.monotonic() + WAIT_S
        while (left_s := deadline_s - time.monotonic()) > 0:
            guests = self.views.get(timeout=left_s).guests
            if guests is not None and what(guests):
                return guests
        raise AssertionError(f"never shown; last: {guests}")

    def shows(self, what):
        """The game as the tablet is shown it, once it is as expected."""
        deadline_s = time.monotonic() + WAIT_S
        while (left_s := deadline_s - time.monotonic()) > 0:
            play = self.views.get(timeout=left_s).play
            if play is not None and what(play):
                return play
        raise AssertionError("never shown")

    def seat(self, name, what=lambda seat: True):
        found = self.guests(lambda guests: what(next(each for each in guests.seats if each.seat == name)))
        return next(each for each in found.seats if each.seat == name)

    def send(self, body):
        self.referee.submit(Intent(body))


@contextmanager
def playing(record, **plan):
    table = SessionTable(record, **plan)
    table.referee.start()
    try:
        yield table
    finally:
        table.referee.stop()
    assert table.referee.failure is None


@pytest.fixture
def record(tmp_path):
    begin(tmp_path / "game.signum", NewGame(players=("Ann", "Bob")), (600.0, 600.0), NOW.isoformat)
    return tmp_path / "game.signum"


class CookiePhone:
    """A browser without a screen: keeps its cookie."""

    def __init__(self, context=None):
        self.cookies = urllib.request.HTTPCookieProcessor()
        self._opener = urllib.request.build_opener(self.cookies, urllib.request.HTTPSHandler(context=context))

    def joins(self, seat):
        link = urllib.parse.urlsplit(seat.link)
        return self.asks(f"{link.scheme}://{link.netloc}/join", word=link.path.rpartition("/")[2])

    def asks(self, url, **form):
        """The status and the text of an answer; with values, a form is sent."""
        data = urllib.parse.urlencode(form).encode() if form else None
        request = urllib.request.Request(url, data)  # noqa: S310 (our own server)
        if form:
            request.add_header("Origin", "{0.scheme}://{0.netloc}".format(urllib.parse.urlsplit(url)))
        try:
            with self._opener.open(request, timeout=WAIT_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, ""

    def listens(self, url):
        """A stream that tells what changes."""
        return self._opener.open(url, timeout=WAIT_S)

    def page_with(self, url, words):
        """A page as soon as it has these words: what is new on it leaves at the next tick of the server."""
        ends_s = time.monotonic() + WAIT_S
        while words not in (page := self.asks(url)[1]):
            assert time.monotonic() < ends_s, f"no {words!r} in {page}"
        return page


def test_a_phone_that_joins_is_seen_on_the_tablet_and_its_code_is_gone(record):
    with playing(record, port=free_port()) as table:
        seat = table.seat("A")
        assert (seat.name, len(seat.code), seat.guests) == ("Ann", 6, ())
        phone = CookiePhone()
        status, page = phone.joins(seat)

        assert status == 200
        assert "Ann" in page
        seat = table.seat("A", lambda seat: seat.guests)
        assert (seat.link, seat.code) == ("", "")
        assert [(guest.connected, guest.behind) for guest in seat.guests] == [(False, None)]
        assert phone.asks(f"{table.guests().address}/state")[0] == 200
        assert table.guests(lambda guests: guests.working).working == (table.guests().address,)


def test_after_a_restart_a_phone_comes_back_by_the_same_address_and_seat(record):
    phone = CookiePhone()
    with playing(record, port=free_port()) as table:
        phone.joins(table.seat("B"))
        address = table.guests().address
        stream = phone.listens(f"{address}/events")
        table.seat("B", lambda seat: any(guest.connected for guest in seat.guests))
    with stream:
        assert stream.read().endswith(b"event: closed\ndata: \n\n"), "told that the table is left"
    with playing(record) as table:
        assert table.guests().address == address
        status, page = phone.asks(address)
        assert status == 200
        assert "Bob" in page
        assert len(table.seat("B").guests) == 1


def test_a_port_that_is_taken_leads_to_the_next_and_that_one_is_kept(record):
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))  # noqa: S104 (as the table does)
        other.listen()
        port = other.getsockname()[1]
        with playing(record, port=port) as table:
            found = int(table.guests().address.rpartition(":")[2])
            assert found != port
    with playing(record, port=port) as table:
        assert table.guests().address.endswith(f":{found}")
    assert beside(record, "port").read_text(encoding="utf-8").strip() == str(found)


def test_the_tablet_hands_seats_on_sends_phones_away_and_allows_a_second(record):
    with playing(record, port=free_port()) as table:
        first, second = CookiePhone(), CookiePhone()
        shown = table.seat("A")
        first.joins(shown)
        assert second.joins(shown)[0] == 403
        table.send(AllowSecond("A", allowed=True))
        second.joins(table.seat("A", lambda seat: seat.second_allowed and seat.link))
        both = table.seat("A", lambda seat: len(seat.guests) == 2)
        table.send(RemoveGuest(both.guests[1].id))
        table.seat("A", lambda seat: len(seat.guests) == 1)
        assert 'name="word"' in second.asks(table.guests().address)[1]
        table.send(FreeSeat("A"))
        assert table.seat("A", lambda seat: not seat.guests).link not in ("", shown.link)


def test_addresses_that_change_are_shown_and_none_is_said(record):
    here = Here()
    with playing(record, port=free_port(), addresses=here) as table:
        guests = table.guests()
        assert (guests.address, guests.addresses) == ("", ())
        assert all(seat.link == "" for seat in guests.seats)
        here.addresses = ("192.168.7.3",)
        guests = table.guests(lambda guests: guests.addresses)
        assert guests.address.startswith("http://192.168.7.3:")
        assert guests.seats[0].link.startswith(guests.address)


def test_with_https_the_certificate_holds_for_the_address_and_is_kept(record, tmp_path):
    folder = tmp_path / "https"
    with playing(record, port=free_port(), certificate=Certificate(folder, NOW)) as table:
        table.guests()
        pem = (folder / "certificate.pem").read_text(encoding="utf-8")
        assert (folder / "certificate.pem").stat().st_mode & 0o077 == 0
        trusting = ssl.create_default_context(cadata=pem[: pem.index("-----BEGIN PRIVATE")])
        phone = CookiePhone(trusting)
        assert phone.joins(table.seat("A"))[0] == 200
        assert all(cookie.secure for cookie in phone.cookies.cookiejar if cookie.name == "seat")
        with pytest.raises(urllib.error.URLError, match="self-signed"):
            CookiePhone(ssl.create_default_context()).asks(table.guests().address)
    with playing(record, certificate=Certificate(folder, NOW)) as table:
        table.guests()
        assert (folder / "certificate.pem").read_text(encoding="utf-8") == pem


def test_a_record_that_cannot_be_opened_ends_the_core_with_its_reason(tmp_path):
    table = SessionTable(tmp_path / "none.signum")
    table.referee.start()
    table.referee._thread.join(WAIT_S)
    assert "none.signum" in str(table.referee.failure)


def test_once_the_game_is_over_and_the_table_left_everybody_may_check_the_shuffles(record):
    with playing(record) as table:
        table.shows(lambda play: not play.shown.outcome)
    assert not revealed(record)
    with playing(record) as table:
        table.shows(lambda play: not play.shown.outcome)
        for seat in "AB":
            table.send(SubmitCommand(seat, "offerdraw", {"agree": ("true",)}))
        table.shows(lambda play: play.shown.outcome)
    assert revealed(record)
    with playing(record) as table:
        table.shows(lambda play: play.shown.outcome)
    with closing(Record.open(record, games(), NOW.isoformat)) as left:
        assert [entry.kind for entry in left.entries()].count("reveal") == 1


def revealed(record):
    with closing(Record.open(record, games(), NOW.isoformat)) as left:
        return left.revealed


def test_everything_beside_a_game_is_for_its_owner_only(tmp_path):
    before = os.umask(0o000)
    try:
        path = tmp_path / "games" / "game.signum"
        with game_held(path):
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
            begin(path, NewGame(players=("Ann", "Bob"), limit_s=600), (600.0, 600.0), NOW.isoformat)
            with playing(path, port=free_port(), dice=("virtual:2",)) as table:
                phone = CookiePhone()
                assert phone.joins(table.seat("A"))[0] == 200
                table.seat("A", lambda seat: seat.guests)
                while_open = modes_in(path.parent)
        assert {
            f"game.signum{each}" for each in ("", "-wal", ".head", ".phones", ".port", ".table", ".lock", ".dice")
        } <= (while_open.keys())
        assert set(while_open.values()) == {0o600}
        assert {*modes_in(path.parent).values()} == {0o600}
    finally:
        os.umask(before)


def modes_in(folder):
    """Who may read each file; one that was replaced meanwhile, for a table writes on, is looked at as it is then."""
    modes = {}
    for each in folder.iterdir():
        with suppress(FileNotFoundError):
            modes[each.name] = stat.S_IMODE(each.stat().st_mode)
    return modes


def test_from_its_first_moment_a_game_speaks_the_tablets_language(record):
    async def first_shown():
        session, came = (
            GameSession(SessionPlan(record, port=0, language=Language.RUSSIAN), lambda: NOW),
            asyncio.Event(),
        )
        living = asyncio.create_task(session.live(came.set))
        async with asyncio.timeout(WAIT_S):
            while session.play is None:
                await came.wait()
                came.clear()
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        return session.play

    play = asyncio.run(first_shown())
    (asked,) = {task.title for seat in play.seats for task in play.tasks_of(seat)}
    assert asked.startswith("Каждый игрок бросает один кубик")
