"""The phones' server on a clock that jumps: joining, streams, intents, seats that change hands, limits of time."""

import asyncio
import html
import json
import re
from itertools import pairwise

import pytest

from companion.cards.deck_code import MARK, deck_in
from companion.games.command import SPECTATOR
from companion.games.registry import game_called
from companion.phones.link.connections import MAX_PER_PHONE as MAX_DOORS
from companion.phones.link.connections import SILENT_S
from companion.phones.link.seats import CODE_LETTERS
from companion.phones.link.tick import SHORTEST_S
from companion.phones.server.event_streams import MAX_PER_PHONE as MAX_STREAMS
from companion.phones.server.responses import BODY_S
from companion.phones.server.server import MAX_INTENTS_AT_ONCE
from companion.texts import Language, say
from tests.phones.moments import moments
from tests.phones.networked_table import ANSWERED_S, FORM, Wired, asked, join, status
from tests.phones.simulated_network import run

JITTER_S = 1e-6
STOCK = re.compile(r'class=\\?"score.*?<b>(\d+)</b>', re.DOTALL)


def intent(number, value=7, **values):
    words = {"what": ["prosperity"], "of": ["A"], "value": [str(value)]} | values
    return json.dumps({"id": f"wish-{number:06}", "kind": "setvalue", "values": words}).encode()


def body(answer):
    return answer.partition(b"\r\n\r\n")[2].removesuffix(b"<closed>")


def changes(traffic):
    """All changes of a stream, as a phone reads them."""
    return [json.loads(line[6:]) for line in traffic.split(b"\n") if line.startswith(b'data: {"')]


@pytest.fixture
def table(tmp_path):
    """Runs a scene at a table."""

    def played(scene, **values):
        async def main():
            async with Wired(tmp_path, **values) as wired:
                return await scene(wired)

        return run(main())

    return played


def test_a_ticket_seats_a_phone_which_then_sees_its_own_hand(table):
    async def scene(wired):
        ticket = wired.seating.invitation("A").ticket
        phone = wired.phone()
        shown = await asked(phone, "GET", f"/j/{ticket}")
        joined = await join(phone, ticket)
        return (
            shown,
            joined,
            await asked(phone, "GET", "/"),
            phone.cookie,
            await asked(wired.phone(), "GET", f"/j/{ticket}"),
            html.unescape((await asked(phone, "GET", "/deck")).decode()),
            wired.match.record.setup,
        )

    shown, joined, page, cookie, again, deck, setup = table(scene)
    codes = re.findall(rf"{MARK}:\S+?(?=\s|<)", deck)
    assert deck_in(" ".join(codes)).data == game_called("signum").shelf.carried(setup, "A"), (
        "a player takes the own deck along"
    )
    assert (b'action="/deck"' in page, deck.count("<svg")) == (True, len(codes))
    assert (b"200 OK" in shown, b"Ann" in shown, joined) == (True, True, 303)
    assert len(bytes.fromhex(cookie)) * 8 >= 128
    assert cookie.encode() not in page
    assert b'id="hand"' in page
    assert b"403 Forbidden" in again, "a ticket is used up"


def test_the_token_is_in_a_strict_cookie_and_nowhere_else(table):
    async def scene(wired):
        return await asked(
            wired.phone(), "POST", "/join", f"word={wired.seating.invitation('A').ticket}".encode(), FORM
        )

    (cookie,) = re.findall(rb"Set-Cookie: (.*)\r\n", table(scene))
    assert {b"HttpOnly", b"SameSite=Strict", b"Path=/"} <= set(cookie.split(b"; "))


def test_a_stream_brings_every_change_and_beats_in_every_second_without(table):
    async def scene(wired):
        phone = await wired.sit("A")
        stream = phone.ask("GET", "/events")
        await asyncio.sleep(3.5)
        began_s = wired.now_s
        await asked(phone, "POST", "/intent", intent(1))
        await asyncio.sleep(1.5)
        times = [at for at, number, data in phone.traffic.received if number == stream and b"event: beat" in data]
        changed = [at for at, number, data in phone.traffic.received if number == stream and b"event: change" in data]
        return times, changed[-1] - began_s, changes(phone.traffic.of(stream))

    beats, delay_s, (first, second) = table(scene)
    assert [later - earlier for earlier, later in pairwise(beats[:3])] == pytest.approx([1.0, 1.0], abs=SHORTEST_S)
    assert 0.0 < delay_s <= 2 * SHORTEST_S + JITTER_S
    assert first["since"] is None
    assert (second["since"], second["version"]) == (first["version"], first["version"] + 1)
    assert {"head", "log"} <= set(second["sections"])
    assert not {"hand", "rules"} & set(second["sections"])
    assert {"head", "log", "hand", "rules"} <= set(first["sections"])


def test_a_phone_that_comes_in_the_middle_of_a_pause_counts_what_is_left_of_it(table, tmp_path):
    moments()["reveal"].record(tmp_path / "game.signum").close()

    async def scene(wired):
        left = {}
        for seat in ("A", "B", "spectator"):
            phone = await wired.sit(seat)
            ends_s = wired.now_s + wired.match.pause_left_s
            stream = phone.ask("GET", "/events")
            await asyncio.sleep(ANSWERED_S)
            (heard_s, *_), data = phone.traffic.received[-1], phone.traffic.of(stream)
            now_ms = int(re.search(rb"event: now\ndata: (\d+)\n\n", data)[1])
            (change,) = changes(data)
            ends_ms = int(re.search(r'data-ends-ms="(\d+)"', change["sections"]["task"])[1])
            left[seat] = (ends_ms - now_ms, (ends_s - heard_s) * 1000)
            await asyncio.sleep(1.2)
        return left

    left = table(scene)
    assert all(shown == pytest.approx(real, abs=1.0) for shown, real in left.values()), left
    assert left["spectator"][0] < 1500.0


def test_an_intent_sent_twice_is_granted_once_and_answered_twice(table):
    async def scene(wired):
        phone = await wired.sit("A")
        first = await asked(phone, "POST", "/intent", intent(1))
        written = wired.record.written
        return first, await asked(phone, "POST", "/intent", intent(1)), wired.record.written - written

    first, second, written = table(scene)
    assert json.loads(body(first)) == json.loads(body(second))
    assert (json.loads(body(first))["answer"], written) == ("done", 0)


@pytest.mark.parametrize("language", Language)
def test_an_intent_that_was_made_at_another_seat_or_in_another_game_is_refused_in_a_sentence(table, language):
    async def scene(wired):
        ann, bob = await wired.sit("A"), await wired.sit("B")
        bob.cookie += f"; language={language}"
        answers = []
        for place in (ann.place, "", "0" * 16):
            bob.place = place
            answers.append(await asked(bob, "POST", "/intent", intent(1)))
        form = b"id=wish-000002&kind=setvalue&what=prosperity&of=A&value=12&place=" + ann.place.encode()
        plain = await asked(bob, "POST", "/intent", form, FORM)
        return answers, plain, wired.record.written

    answers, plain, written = table(scene)
    sentence = say(language, "phones.reply.elsewhere")
    assert [(json.loads(body(each))["answer"], json.loads(body(each))["text"]) for each in answers] == [
        ("elsewhere", sentence)
    ] * 3
    assert sentence in plain.decode()
    assert written == 0


def test_words_with_letters_that_nobody_sees_are_refused_in_a_sentence(table):
    async def scene(wired):
        phone = await wired.sit("A")
        answer = await asked(phone, "POST", "/intent", intent(1, of=["A\u202e"]))
        return json.loads(body(answer)), wired.record.written

    answer, written = table(scene)
    assert (answer["answer"], written) == ("odd", 0)
    assert answer["text"] == say(Language.ENGLISH, "phones.reply.odd")


def test_two_seats_may_call_their_intents_the_same(table):
    async def scene(wired):
        one, other = await wired.sit("A"), await wired.sit("B")
        await asked(one, "POST", "/intent", intent(1, 7))
        await asked(other, "POST", "/intent", intent(1, 9))
        return wired.record.state.players["A"].prosperity

    assert table(scene) == 9


def test_an_intent_without_script_leads_back_to_the_page(table):
    async def scene(wired):
        phone = await wired.sit("A")
        form = b"id=wish-000001&kind=setvalue&what=prosperity&of=A&value=12"
        return await asked(phone, "POST", "/intent", form, FORM), wired.record.state.players["A"].prosperity

    answer, stock = table(scene)
    assert (b"303 See Other" in answer, stock) == (True, 12)


def test_every_reply_is_as_long_as_the_others(table):
    async def scene(wired):
        phone = await wired.sit("A")
        intents = [
            intent(1),
            intent(2, of=["B:3"]),
            intent(3, what=["beauty"]),
            b'{"id": "wish-000009", "kind": "end", "values": {}}',
        ]
        return [await asked(phone, "POST", "/intent", each) for each in intents]

    replies = table(scene)
    assert len({json.loads(body(each))["answer"] for each in replies}) >= 3
    assert len({len(each) for each in replies}) == 1


def test_a_phone_sent_away_hears_it_at_once_and_sees_nothing_more(table):
    async def scene(wired):
        phone = await wired.sit("A")
        stream = phone.ask("GET", "/events")
        await asyncio.sleep(0.3)
        (guest,) = wired.seating.phones
        before, began_s = wired.server.watching(guest), wired.now_s
        wired.seating.send_away(guest.id)
        await asyncio.sleep(0.1)
        told = next(at for at, number, data in phone.traffic.received if number == stream and b"event: away" in data)
        pages = [
            status(phone, phone_ask) for phone_ask in [await status_of(phone, path) for path in ("/state", "/events")]
        ]
        return before, wired.server.watching(guest), told - began_s, pages, await asked(phone, "GET", "/")

    async def status_of(phone, path):
        number = phone.ask("GET", path)
        await asyncio.sleep(ANSWERED_S)
        return number

    before, after, delay_s, pages, home = table(scene)
    assert (before, after, pages) == (1, 0, [401, 401])
    assert 0.0 < delay_s <= SHORTEST_S + JITTER_S
    assert b'name="word"' in home


def test_a_seat_goes_to_a_new_phone_and_the_old_one_is_told(table):
    async def scene(wired):
        old = await wired.sit("A")
        stream = old.ask("GET", "/events")
        await asyncio.sleep(0.1)
        wired.seating.hand_on("A")
        new = await wired.sit("A")
        return old.traffic.of(stream), await asked(new, "GET", "/"), [each.id for each in wired.seating.phones]

    told, page, phones = table(scene)
    assert b"event: away" in told
    assert b'id="hand"' in page
    assert phones == [2]


def test_a_second_phone_at_a_seat_shows_the_same_and_both_may_ask(table):
    async def scene(wired):
        one = await wired.sit("A")
        wired.seating.allow_second("A", allowed=True)
        two = await wired.sit("A")
        streams = [(each, each.ask("GET", "/events")) for each in (one, two)]
        await asyncio.sleep(0.1)
        await asked(one, "POST", "/intent", intent(1, 8))
        await asked(two, "POST", "/intent", intent(2, 9))
        return [changes(phone.traffic.of(number)) for phone, number in streams]

    one, two = table(scene)
    assert one == two
    assert len(one) == 3


def test_whoever_sits_down_elsewhere_gets_up_before(table):
    async def scene(wired):
        phone = await wired.sit("A")
        await join(phone, wired.seating.invitation(SPECTATOR).code)
        assert b" 404 " in await asked(phone, "GET", "/deck")  # who watches has none
        return [each.seat for each in wired.seating.phones]

    assert table(scene) == [SPECTATOR]


def test_the_language_of_a_phone_changes_with_its_cookie(table):
    async def scene(wired):
        phone = await wired.sit("A")
        chosen = await asked(phone, "POST", "/language", b"language=uk", FORM)
        phone.cookie += "; language=uk"
        return chosen, await asked(phone, "GET", "/"), await asked(phone, "POST", "/language", b"language=xx", FORM)

    chosen, page, other = table(scene)
    assert b"Set-Cookie: language=uk" in chosen
    assert b'<html lang="uk"' in page
    assert b"Set-Cookie" not in other


def test_the_tablet_knows_who_is_there_and_what_each_has_seen(table):
    async def scene(wired):
        phone = await wired.sit("A")
        (guest,) = wired.seating.phones
        told = [(wired.server.watching(guest), wired.server.behind(guest))]
        phone.ask("GET", "/events")
        await asyncio.sleep(0.1)
        await asked(phone, "POST", "/seen", b'{"version": 1}')
        told.append((wired.server.watching(guest), wired.server.behind(guest)))
        for number in range(3):
            await asked(phone, "POST", "/intent", intent(number, number + 5))
        told.append((wired.server.watching(guest), wired.server.behind(guest)))
        for version in (b"-5", b"10000000", b"4"):
            await asked(phone, "POST", "/seen", b'{"version": %s}' % version)
        told.append((wired.server.watching(guest), wired.server.behind(guest)))
        return told, wired.server.hosts

    told, hosts = table(scene)
    assert told == [(0, None), (1, 0), (1, 3), (1, 0)]
    assert hosts == {"192.168.0.7:8080"}


def test_what_never_becomes_a_request_is_let_go(table):
    async def scene(wired):
        phone = wired.phone()
        began_s = wired.now_s
        starts = (b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: 192.168.0.7:8080\r\nX: ")
        numbers = [phone.open(data) for data in starts]
        await asyncio.sleep(3 * SILENT_S)
        return [
            at - began_s
            for at, number, data in phone.traffic.received
            if number in numbers and data.endswith(b"<closed>")
        ]

    assert table(scene) == pytest.approx([SILENT_S] * 3, abs=SHORTEST_S + JITTER_S)


def test_a_body_that_does_not_come_is_not_waited_for(table):
    async def scene(wired):
        phone = await wired.sit("A")
        head = f"POST /intent HTTP/1.1\r\nHost: 192.168.0.7:8080\r\nCookie: seat={phone.cookie}\r\n"
        head += "Origin: http://192.168.0.7:8080\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        number = phone.open(head.encode())
        await asyncio.sleep(BODY_S + 5)
        return phone.traffic.of(number)

    answer = table(scene)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert answer.endswith(b"<closed>")


def test_strangers_make_room_for_strangers_and_never_a_seated_phone(table):
    async def scene(wired):
        wired.server.doors.most_strangers = 10
        phone = await wired.sit("A")
        stream = phone.ask("GET", "/events")
        await asyncio.sleep(0.1)
        crowd = wired.phone()
        for _ in range(200):
            crowd.open(b"GET / HTTP/1.1\r\n")
        page = await asked(wired.phone(), "GET", "/")
        reply = await asked(phone, "POST", "/intent", intent(1))
        return sum(data == b"<closed>" for _, _, data in crowd.traffic.received), page, reply, phone.traffic.of(stream)

    closed, page, reply, stream = table(scene)
    assert closed >= 190
    assert b"200 OK" in page
    assert b'"done"' in reply
    assert b"<closed>" not in stream


def test_one_phone_has_so_many_doors_and_streams(table):
    async def scene(wired):
        phone = await wired.sit("A")
        (guest,) = wired.seating.phones
        for _ in range(5 * MAX_DOORS):
            phone.ask("GET", "/events")
            await asyncio.sleep(0.5)
        return wired.server.watching(guest), len(wired.server.doors._seated[guest.id])

    streams, doors = table(scene)
    assert streams == MAX_STREAMS
    assert doors <= MAX_DOORS


def test_a_phone_that_asks_too_much_is_told_so_and_the_others_are_not_kept_waiting(table):
    async def scene(wired):
        one, other = await wired.sit("A"), await wired.sit("B")
        many = []
        for number in range(100):
            many.append(one.ask("POST", "/intent", intent(number)))
            await asyncio.sleep(0.005)
        reply = await asked(other, "POST", "/intent", intent(1))
        await asyncio.sleep(1.0)
        return [status(one, number) for number in many], reply

    statuses, reply = table(scene)
    assert {200, 429} == set(statuses)
    assert 8 <= statuses.count(200) <= 33
    assert b'"done"' in reply


def test_only_so_many_intents_of_a_phone_wait_for_a_pause_to_end(table):
    async def scene(wired):
        phone = await wired.sit("A")
        wired.match._pause_ends_s = wired.now_s + 4.0
        held = [phone.ask("POST", "/intent", intent(number)) for number in range(MAX_INTENTS_AT_ONCE + 3)]
        await asyncio.sleep(0.5)
        refused = [status(phone, number) for number in held if phone.traffic.of(number)]
        wired.match._pause_ends_s = None
        while wired.match._held:
            wired.match._grant(wired.match._held.popleft())
        await asyncio.sleep(0.1)
        return refused, [status(phone, number) for number in held]

    refused, all_of_them = table(scene)
    assert refused == [429] * 3
    assert all_of_them.count(200) == MAX_INTENTS_AT_ONCE


def test_codes_are_guessed_only_so_often_and_scanning_still_works(table):
    async def scene(wired):
        guesser = wired.phone("192.168.0.66")
        guesses = [await join(guesser, CODE_LETTERS[n] * 6) for n in range(25)]
        right = await join(guesser, wired.seating.invitation("A").code)
        scanned = await join(wired.phone("192.168.0.66"), wired.seating.invitation("A").ticket)
        elsewhere = await join(wired.phone("192.168.0.9"), wired.seating.invitation("B").code)
        await asyncio.sleep(30)
        later = await join(wired.phone("192.168.0.66"), wired.seating.invitation(SPECTATOR).code)
        return guesses, right, scanned, elsewhere, later

    guesses, right, scanned, elsewhere, later = table(scene)
    assert guesses == [403] * 20 + [429] * 5
    assert (right, scanned, elsewhere, later) == (429, 303, 303, 303)


def test_a_family_of_fifty_behind_one_address_joins_at_once(table):
    async def scene(wired):
        code = wired.seating.invitation(SPECTATOR).code
        phones = [wired.phone() for _ in range(50)]
        for phone in phones:
            await asked(phone, "GET", "/")
        joined = [await join(phone, code) for phone in phones]
        return joined, [(await asked(phone, "GET", "/")).split(b" ", 2)[1] for phone in phones]

    joined, pages = table(scene)
    assert joined == [303] * 50
    assert pages == [b"200"] * 50
