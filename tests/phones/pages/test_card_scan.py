"""The door for photos of cards: takes pictures only, in small numbers, and tells of nobody's deck but the sender's."""

import asyncio
import io
import json
import logging
import random
import re
from itertools import count

import pytest
from msgspec.structs import replace
from PIL import Image

from companion.cards.card_tag import tag_of, tagged
from companion.games.signum.model.kinds import BATTLE_KINDS
from companion.phones.pages.photos import MAX_BYTES, PASS, UnreadableError, parts_of, words_in
from tests.phones.networked_table import HOST, Wired, asked
from tests.phones.pages.test_cardboard import SETUP
from tests.phones.photo import plain_photo
from tests.phones.server.test_fuzz import STATUS, TELLTALE
from tests.phones.simulated_network import alike, run

JPEG = "image/jpeg"
FORM = "multipart/form-data; boundary=----Wire7"
KEYS = tuple(key for key, card in SETUP.cards.items() if card.kind in BATTLE_KINDS)
OWN = dict.fromkeys(SETUP.seats[0].deck)
OTHERS = tuple(key for key in dict.fromkeys(SETUP.seats[1].deck) if key not in OWN)
PATIENCE_S = 3.0
INPUTS = 400


def with_cardboard(bobs=SETUP.seats[1].deck):
    """Ann's deck is of cardboard, Bob's is not."""
    ann, bob = SETUP.seats
    return replace(SETUP, seats=(replace(ann, digital=False, deck_size=len(ann.deck)), replace(bob, deck=tuple(bobs))))


@pytest.fixture
def table(tmp_path):
    """Runs a scene at a table at which Ann has drawn her first cards; photos are looked at without a thread."""
    folders = (tmp_path / str(number) for number in count())

    def played(scene, setup=None):
        folder = next(folders)
        folder.mkdir()

        async def main():
            async with Wired(folder, setup=setup or with_cardboard()) as wired:

                async def look(photo):
                    return words_in(photo)

                wired.server.scanning.look = look
                await dealt(wired)
                return await scene(wired)

        return run(main())

    return played


async def dealt(wired):
    wired.ann, wired.bob = await wired.sit("A"), await wired.sit("B")
    for number, card in enumerate(wired.record.state.players["A"].deck[:4]):
        values = {"card": [card], "zone": ["hand"], "player": ["A"]}
        body = json.dumps({"id": f"deal-{number:06}", "kind": "movecard", "values": values}).encode()
        await asked(wired.ann, "POST", "/intent", body)
    assert len(wired.match.shown.players["A"].hand) == 4
    wired.card = wired.match.shown.players["A"].hand[0]


def reply(answer):
    return json.loads(answer.partition(b"\r\n\r\n")[2].removesuffix(b"<closed>"))


def status(answer):
    return int(STATUS.search(answer)[1])


def form(card, photo):
    parts = ((b'name="card"', card.encode()), (b'name="photo"; filename="x.jpg"\r\nContent-Type: image/jpeg', photo))
    body = b"".join(b"------Wire7\r\nContent-Disposition: form-data; " + head + b"\r\n\r\n" + each + b"\r\n"
                    for head, each in parts)  # fmt: skip
    return body + b"------Wire7--\r\n"


async def scanned(wired, key, card=None):
    await paced()
    photo = plain_photo(tag_of(key))
    return await asked(wired.ann, "POST", f"/scan?card={card or wired.card}", photo, JPEG)


async def paced():
    await asyncio.sleep(PATIENCE_S)


def test_only_cards_of_the_own_deck_are_found(table):
    async def scene(wired):
        return {key: reply(await scanned(wired, key)) for key in KEYS}

    answers = table(scene)
    assert {key for key, answer in answers.items() if answer["key"]} == set(OWN)
    assert all(answer["key"] in ("", key) for key, answer in answers.items())
    assert {answers[key]["text"] for key in OTHERS} == {answers[OTHERS[0]]["text"]}
    assert set(OTHERS)


def test_what_is_answered_does_not_hang_on_the_other_players_cards(table):
    async def scene(wired):
        answers = [alike(await scanned(wired, key)) for key in KEYS]
        theirs = [*wired.match.shown.players["B"].deck[:3], "B:hero", "A:hero", "A:99", "nothing"]
        return answers, [alike(await scanned(wired, KEYS[0], card)) for card in theirs]

    bobs = list(SETUP.seats[1].deck)
    one = table(scene)
    other = table(scene, with_cardboard([*bobs[10:], *[bobs[0]] * 10]))

    assert one == other
    assert len({len(each) for each in one[0]}) == 1, "nor does its length"
    assert {reply(each)["text"] for each in one[1]} == {"This card is already known."}


def test_a_plain_form_is_answered_by_a_page(table):
    async def scene(wired):
        found = await asked(wired.ann, "POST", "/scan", form(wired.card, plain_photo(tag_of(next(iter(OWN))))), FORM)
        await paced()
        return found, await asked(wired.ann, "POST", "/scan", form(wired.card, b"x"), FORM)

    found, unread = table(scene)
    assert status(found) == status(unread) == 200
    assert b'name="kind" value="tell"' in found
    assert re.search(rb'name="id" value="[0-9a-f]{16}"', found)
    assert b'role="alert"' in unread
    assert b"tell" not in re.findall(rb'name="kind" value="(\w+)"', unread)


def test_who_has_no_cardboard_and_who_watches_is_refused_before_anything_is_read(table):
    async def scene(wired):
        photo = plain_photo("X")
        watching = await wired.sit("spectator")
        return [status(await asked(each, "POST", "/scan?card=B:1", photo, JPEG)) for each in (wired.bob, watching)]

    assert table(scene) == [403, 403]


def test_a_page_of_another_site_cannot_send_a_photo(table):
    async def scene(wired):
        lines = ["POST /scan?card=A:1 HTTP/1.1", f"Host: {HOST}", f"Cookie: seat={wired.ann.cookie}",
                 "Origin: http://evil.example", f"Content-Type: {JPEG}", "Content-Length: 1",
                 "Connection: close"]  # fmt: skip
        number = wired.ann.open("\r\n".join([*lines, "", "x"]).encode())
        await paced()
        return status(wired.ann.traffic.of(number))

    assert table(scene) == 403


def test_photos_come_in_small_numbers_and_sizes(table):
    async def scene(wired):
        path, photo = f"/scan?card={wired.card}", plain_photo("X")
        statuses = [status(await asked(wired.ann, "POST", path, photo, JPEG)) for _ in range(12)]
        await paced()
        return statuses, status(await asked(wired.ann, "POST", path, bytes(MAX_BYTES + 1), JPEG))

    statuses, too_big = table(scene)
    assert set(statuses[:8]) == {200}
    assert statuses[-1] == 429
    assert too_big == 413


def jpeg(size=(64, 64), **how):
    made = io.BytesIO()
    Image.new("L", size, 255).save(made, "JPEG", **how)
    return made.getvalue()


def sized(photo, width, height):
    """The same file, whose head claims another size."""
    at = next(photo.index(mark) for mark in (b"\xff\xc0", b"\xff\xc2") if mark in photo) + 5
    return photo[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + photo[at + 4 :]


@pytest.mark.parametrize(
    "photo",
    [
        sized(jpeg(), 65_000, 65_000),
        sized(jpeg(), 9_800, 9_800),
        sized(jpeg(progressive=True), 5_000, 5_000),
        jpeg() + PASS * 40,
        b"",
        b"\xff\xd8\xff",
        jpeg()[:200],
        b"\x89PNG\r\n\x1a\n" + bytes(40),
    ],
    ids=["huge", "big", "big in passes", "many passes", "empty", "begun", "cut off", "another format"],
)
def test_what_would_fill_the_memory_or_is_no_jpeg_is_not_decoded(photo):
    with pytest.raises(UnreadableError):
        words_in(photo)


def test_forms_are_taken_apart_or_refused():
    assert parts_of(form("A:1", b"\xff\r\n--x\r\n"), FORM) == {"card": b"A:1", "photo": b"\xff\r\n--x\r\n"}
    assert parts_of(b"nothing", FORM) == {}
    for media in ("multipart/form-data", "multipart/form-data; boundary=" + "x" * 80, ""):
        with pytest.raises(ValueError, match="boundary"):
            parts_of(b"", media)


def test_every_card_has_a_word_of_its_own():
    words = {tag_of(key) for key in SETUP.cards}
    assert len(words) == len(SETUP.cards)
    assert all(re.fullmatch(r"CARD-[A-Z2-7]{8}", word) for word in words)
    assert tagged({tag_of("a/b"), "else"}, ["a/a", "a/b"]) == "a/b"
    assert tagged({tag_of("a/a"), tag_of("a/b")}, ["a/a", "a/b"]) is None


def test_whatever_is_sent_as_a_photo_the_table_goes_on(table, caplog):
    chance = random.Random(7)  # noqa: S311 (a game, no secret)
    good = [plain_photo(tag_of(key)) for key in KEYS[:3]]

    def broken(data):
        data = bytearray(data)
        for _ in range(chance.choice((0, 1, 4, 40))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        return bytes(data[: chance.randrange(len(data))]) if chance.random() < 0.3 else bytes(data)

    async def scene(wired):
        before = len(wired.ann.traffic.received)
        for _ in range(INPUTS):
            photo = broken(chance.choice(good))
            cards = (wired.card, "", "B:1", "%ff", "A:" + "9" * 99, "%00")
            if chance.random() < 0.5:
                media = chance.choice((JPEG, JPEG, "image/jpeg; x", "text/plain", ""))
                await asked(wired.ann, "POST", f"/scan?card={chance.choice(cards)}", photo, media)
            else:
                media = chance.choice((FORM, FORM, "multipart/form-data", "multipart/mixed; boundary=x"))
                await asked(wired.ann, "POST", "/scan", broken(form(chance.choice(cards), photo)), media)
            await paced()
        page = await asked(wired.ann, "GET", "/")
        return b"".join(data for _, _, data in wired.ann.traffic.received[before:]), page

    with caplog.at_level(logging.WARNING):
        received, page = table(scene)
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []
    assert {b"200", b"400"} <= set(STATUS.findall(received)) <= {b"200", b"400", b"403", b"408", b"429"}
    assert TELLTALE.search(received) is None
    assert status(page) == 200
