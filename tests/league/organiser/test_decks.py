"""Players hand in their decks by code: pasted or photographed; what is wrong is said, and the code is shown again."""

import asyncio
import base64
import io
import re
import tomllib
from pathlib import Path

import numpy as np
import segno
from aiohttp import FormData
from PIL import Image

from companion.cards.deck_code import codes_of, deck_in
from companion.games.registry import game_called
from companion.league.organiser.pages import LeaguePages
from companion.referee.capture.qr_codes import words_seen
from tests.league.organiser.test_server import begun, league, text_of


def codes(game, name):
    file = game_called(game).shelf.library.deck(name).file
    return codes_of(game, tomllib.loads(Path(file).read_text(encoding="utf-8")))


def photo_of(code, kind="PNG"):
    out = io.BytesIO()
    segno.make_qr(code, error="l").save(out, kind="png", scale=5, border=4)
    picture, photo = Image.open(out).convert("RGB"), io.BytesIO()
    picture.save(photo, kind)
    return photo.getvalue()


async def sends(guest, path, photo):
    form = FormData()
    form.add_field("photo", photo, filename="code.png", content_type="image/png")
    async with guest.session.post(f"{guest.origin}{path}", data=form) as answer:
        return text_of(await answer.text())


def test_a_deck_is_handed_in_by_its_code(tmp_path):
    first, second = codes("signum", "lanternmarch")
    team = codes("brawl", "harbour_watch")[0]

    async def play():
        async with league(tmp_path) as (found, organiser, stranger):
            await begun(organiser, "Ann", "Ben", game="signum")
            ann, ben = (LeaguePages(found.hub).link_of(player) for player in found.hub.book.state.participants)
            assert "There is no code of a deck in it." in await stranger.do(ann, 409, deck="my deck")
            assert "There is no code of a deck in it." in await sends(stranger, ann, b"no picture")
            assert "This deck belongs to another game." in await sends(stranger, ann, photo_of(team))
            assert "Code 1 of 2 is read." in await sends(stranger, ann, photo_of(second, "JPEG"))
            assert "The Lanternmarch" in await sends(stranger, ann, photo_of(first))
            assert "damaged" in await stranger.do(ben, 409, deck=f"{first} {second[:-2]}AA")
            assert "The Lanternmarch" in await stranger.do(ben, deck=f"{second}\n{first.lower()}")
            assert {each.deck for each in found.hub.book.state.participants.values()} == {f"{first}\n{second}"}
            async with stranger.session.get(f"{stranger.origin}{ann}") as answer:
                pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', await answer.text())
            seen = {word for each in pictures for word in words_seen(drawn(base64.b64decode(each).decode()))}
            assert deck_in(" ".join(seen)).data["hero"] == "maud_averill"
            assert "The Lanternmarch" not in await stranger.see("/")

    asyncio.run(play())


def drawn(svg):
    """The picture of a code that segno wrote: strokes along the middle of each row."""
    side = (
        int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
        if "viewBox" in svg
        else int(re.search(r'width="(\d+)', svg)[1]) // 4
    )
    dark, x, y = np.full((side, side), 255, np.uint8), 0, 0.0
    for kind, numbers in re.findall(
        r"([Mmh])([-\d. ]+)", re.search(r' d="(M[^"]+)"', svg.rpartition("<path")[2] or svg)[1]
    ):
        values = [float(each) for each in re.findall(r"-?\d*\.?\d+", numbers)]
        if kind == "h":
            dark[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        else:
            x, y = (values[0], values[1]) if kind == "M" else (x + values[0], y + values[1])
    return np.kron(dark, np.ones((5, 5), np.uint8))
