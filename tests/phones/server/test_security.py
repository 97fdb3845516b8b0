"""What other pages and other machines can do: nothing."""

import asyncio
import re

import pytest

from companion.games.command import SPECTATOR
from companion.phones.link.guard import HEADERS, HTTPS_HEADERS
from tests.phones.networked_table import ANSWERED_S, FORM, HOST, Wired, asked, join
from tests.phones.simulated_network import run

BAD_HOSTS = (
    "evil.example",
    "evil.example:8080",
    "192.168.0.7",
    "192.168.0.7:80",
    "192.168.0.8:8080",
    "",
    "192.168.0.7:8080.evil",
)


@pytest.fixture
def table(tmp_path):
    """Runs a scene at a table."""

    def played(scene):
        async def main():
            async with Wired(tmp_path) as wired:
                return await scene(wired)

        return run(main())

    return played


def head_of(answer):
    """Status and headers."""
    first, *lines = answer.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    return int(first.split(" ")[1]), dict(line.split(": ", 1) for line in lines)


async def sent(phone, *lines, body=b""):
    """An answer to a request given line by line."""
    number = phone.open("\r\n".join([*lines, "Connection: close", "", ""]).encode() + body)
    await asyncio.sleep(ANSWERED_S)
    return phone.traffic.of(number)


def test_every_answer_carries_the_rules_for_browsers_and_hides_what_made_it(table):
    async def scene(wired):
        phone, other = await wired.sit("A"), wired.phone()
        asks = [
            (phone, "GET", "/"), (phone, "GET", "/state"), (phone, "GET", "/nothing"),
            (phone, "POST", "/intent", b"{}"),
            (phone, "POST", "/seen", b'{"version": 1}'), (phone, "DELETE", "/"), (other, "GET", "/"),
            (other, "GET", "/state"), (other, "GET", "/j/ABCDEF"), (other, "POST", "/join", b"word=x", FORM),
            (other, "GET", "/assets/x.js"),
        ]  # fmt: skip
        return [await asked(*each) for each in asks]

    for answer in table(scene):
        _, headers = head_of(answer)
        assert {name: headers[name] for name in HEADERS} == dict(HEADERS)
        assert "Server" not in headers
        assert not set(HTTPS_HEADERS) & set(headers), "browsers complain of it over plain http"


def test_a_stream_carries_them_too(table):
    async def scene(wired):
        phone = await wired.sit(SPECTATOR)
        return await asked(phone, "GET", "/events")

    status, headers = head_of(table(scene))
    assert status == 200
    assert set(HEADERS) <= set(headers)
    assert "Server" not in headers


def test_what_is_no_request_is_told_nothing(table):
    async def scene(wired):
        phone = wired.phone()
        numbers = [
            phone.open(data)
            for data in (b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET /%ff HTTP/9.9\r\n\r\n", b"x" * 9000 + b"\r\n\r\n")
        ]
        await asyncio.sleep(0.1)
        return [phone.traffic.of(number) for number in numbers]

    for answer in table(scene):
        assert answer == b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n<closed>"


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_another_name_for_us_is_refused_whoever_asks(table, host):
    async def scene(wired):
        phone = await wired.sit("A")
        return await sent(phone, "GET / HTTP/1.1", f"Host: {host}", f"Cookie: seat={phone.cookie}")

    assert head_of(table(scene))[0] == 421


@pytest.mark.parametrize(
    "lines",
    [
        ("Origin: http://evil.example",),
        ("Origin: null",),
        (),
        ("Sec-Fetch-Site: cross-site", f"Origin: http://{HOST}"),
        ("Sec-Fetch-Site: same-site",),
        (f"Origin: https://{HOST}",),
    ],
)
def test_another_sites_page_asks_for_nothing(table, lines):
    async def scene(wired):
        phone, intent = await wired.sit("A"), b'{"id": "wish-000001", "kind": "concede", "values": {}}'
        answer = await sent(
            phone, "POST /intent HTTP/1.1", f"Host: {HOST}", f"Cookie: seat={phone.cookie}",
            "Content-Type: application/json", f"Content-Length: {len(intent)}", *lines, body=intent,
        )  # fmt: skip
        return head_of(answer)[0], wired.record.written

    assert table(scene) == (403, 0)


def test_nobody_is_let_in_from_elsewhere_by_options_or_upgrade(table):
    async def scene(wired):
        phone = await wired.sit("A")
        cookie = f"Cookie: seat={phone.cookie}"
        preflight = await sent(
            phone, "OPTIONS /intent HTTP/1.1", f"Host: {HOST}", "Origin: http://evil.example", cookie
        )
        socket = await sent(phone, "GET /events HTTP/1.1", f"Host: {HOST}", "Upgrade: websocket", cookie)
        return preflight, socket, await sent(phone, "HEAD /events HTTP/1.1", f"Host: {HOST}", cookie)

    preflight, socket, head = table(scene)
    assert head_of(preflight)[0] == 403
    assert b"Access-Control" not in preflight
    assert b"101" not in socket.split(b"\r\n")[0]
    assert head_of(head)[0] == 405


def test_pages_hold_no_script_style_or_address_of_others(table):
    async def scene(wired):
        phones = [wired.phone(), await wired.sit("A"), await wired.sit(SPECTATOR)]
        return [await asked(phone, "GET", "/") for phone in phones]

    for page in table(scene):
        html = page.partition(b"\r\n\r\n")[2].decode()
        assert re.search(r"<script(?![^>]*\bsrc=)", html) is None
        assert re.search(r"<style|\sstyle=|\son\w+=|javascript:", html) is None
        assert all(
            each[0] in "/#" and not each.startswith("//") for each in re.findall(r'(?:href|src|action)="([^"]+)"', html)
        )


def test_without_a_seat_there_is_nothing_to_see(table):
    async def scene(wired):
        await wired.sit("A")
        phone, answers = wired.phone(), []
        asks = (
            ("GET", "/state"),
            ("GET", "/events"),
            ("POST", "/intent", b"{}"),
            ("POST", "/seen", b"{}"),
            ("POST", "/leave"),
        )
        for phone.cookie in ("", "f" * 64, "x", "' or 1=1", "\xff" * 20):
            answers += [await asked(phone, *ask) for ask in asks]
        return [head_of(answer)[0] for answer in answers]

    assert set(table(scene)) == {401}


@pytest.mark.parametrize(
    "path", ["/assets/../server.py", "/assets/%2e%2e%2fserver.py", "/assets/phone.js", "/assets/", "/assets/%00"]
)
def test_only_our_own_files_are_handed_out(table, path):
    async def scene(wired):
        return await asked(wired.phone(), "GET", path)

    assert head_of(table(scene))[0] in (400, 404)


def test_a_cookie_is_for_tls_only_where_there_is_tls(table):
    async def scene(wired):
        wired.server.scheme = "https"
        ticket = f"word={wired.seating.invitation('A').ticket}".encode()
        lines = ("POST /join HTTP/1.1", f"Host: {HOST}", f"Content-Type: {FORM}", f"Content-Length: {len(ticket)}")
        return (
            await sent(wired.phone(), *lines, f"Origin: http://{HOST}", body=ticket),
            await sent(wired.phone(), *lines, f"Origin: https://{HOST}", body=ticket),
        )

    plain, joined = table(scene)
    assert head_of(plain)[0] == 403
    assert "Secure" in head_of(joined)[1]["Set-Cookie"]
    assert set(HTTPS_HEADERS) <= set(head_of(joined)[1])


def test_a_ticket_in_the_history_of_a_phone_leads_nobody_anywhere(table):
    async def scene(wired):
        phone, ticket = wired.phone(), wired.seating.invitation("A").ticket
        await join(phone, ticket)
        return await asked(phone, "GET", f"/j/{ticket}"), await join(wired.phone(), ticket)

    own, others = table(scene)
    assert head_of(own)[0] == 303
    assert head_of(own)[1]["Location"] == "/"
    assert others == 403
