"""A photograph of a player's own card stands in the place of the drawing, for those who know the card alone."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from companion.phones.pages.card_photos import FROM_FILE, LONGEST_PX, CardPhotos, own_key, small_photo
from companion.phones.pages.photos import UnreadableError
from companion.referee.api.intents import TakeTablet
from companion.session.tablet_controller import TabletController
from companion.texts import Language
from tests.chromium import on_phones
from tests.phones.browser import browse, browser
from tests.phones.host import hosted
from tests.phones.moments import moment
from tests.phones.pages.test_answers import seated
from tests.phones.screens import viewer_of

JPEG = b"\xff\xd8"
PLACE, TURN = 34853, 0x0112
"""Tags of EXIF: where it was taken, and how the camera was held."""
DRAWN = (
    """() => Array.from(document.querySelectorAll("#hand .photo-of"), (each) => each.complete && each.naturalWidth)"""
)


def taken(width_px: int = 900, height_px: int = 1200) -> bytes:
    """A JPEG as phones take it: held upright, and noting where."""
    notes = Image.Exif()
    notes[TURN] = 6
    notes[PLACE] = {1: "N", 2: (49.0, 50.0, 0.0)}
    made = io.BytesIO()
    Image.new("RGB", (height_px, width_px), "orange").save(made, "JPEG", exif=notes)
    return made.getvalue()


def test_a_photograph_is_kept_upright_small_and_without_what_the_camera_noted():
    with Image.open(io.BytesIO(small_photo(taken()))) as kept:
        assert kept.height == LONGEST_PX > kept.width
        assert dict(kept.getexif()) == {}
        assert max(abs(a - b) for a, b in zip(kept.getpixel((9, 9)), (255, 165, 0), strict=True)) < 8


def test_each_photograph_has_a_file_of_its_own_and_the_one_before_goes(tmp_path):
    photos, drawn = CardPhotos(tmp_path), io.BytesIO()
    photos.put("game/card", taken())
    first = photos.file("game/card")
    assert first is not None
    earlier = first.rename(first.with_name(first.name.partition("-")[0] + ".jpg"))
    photos = CardPhotos(tmp_path)
    assert photos.file("game/card") == earlier, "as earlier versions of the program named them"
    Image.new("RGB", (60, 90), "teal").save(drawn, "PNG")
    photos.put("game/card", drawn.getvalue(), FROM_FILE)
    assert list(tmp_path.iterdir()) == [photos.file("game/card")] != [first]
    photos.remove("game/card")
    assert (photos.file("game/card"), photos.version("game/card"), list(tmp_path.iterdir())) == (None, "", [])


@pytest.mark.parametrize("photo", [b"", b"GIF89a", taken()[:900]], ids=["nothing", "no JPEG", "cut off"])
def test_what_is_no_photograph_is_refused_and_changes_nothing(photo, tmp_path):
    photos = CardPhotos(tmp_path)
    photos.put("game/card", taken())
    before = photos.version("game/card")
    with pytest.raises(UnreadableError):
        photos.put("game/card", photo)
    assert photos.version("game/card") == CardPhotos(tmp_path).version("game/card") == before


@on_phones
def test_a_card_is_photographed_on_a_phone_and_shown_there_and_on_the_tablet_to_its_player_alone(tmp_path):
    crowded = moment("crowded")
    crowded.record(tmp_path / "game.signum").close()
    seat = viewer_of(crowded)
    other = next(each for each in crowded.state.players if each != seat)
    card = crowded.state.players[seat].hand[0]
    image = tmp_path / "card.jpg"
    image.write_bytes(taken())

    def photos_on_tablet(tablet: TabletController, holder: str) -> dict[str, str]:
        tablet.apply(TakeTablet(holder), "take-it", Language.ENGLISH)
        own = tablet.play(Language.ENGLISH).own_shown
        assert own is not None
        lines = [each.line for holding in own.holdings for each in holding.cards]
        assert all(Path(line.look.photo).read_bytes()[:2] == JPEG for line in lines if line.look and line.look.photo)
        return {line.id: line.look.photo for line in lines if line.look and line.look.photo}

    async def play() -> None:
        async with browser() as phones, hosted(tmp_path) as table:
            page, others = await seated(phones, table, seat), await seated(phones, table, other)
            await page.click("nav a[data-tab=hand]")
            fold = page.locator(f"#photo-{card.replace(':', '-')}")
            await fold.locator("summary").click()
            assert await page.evaluate(DRAWN) == []
            await fold.locator("input[type=file]").set_input_files(image)
            await page.locator("#hand .photo-of").first.evaluate("(each) => each.decode()")
            assert max(await page.evaluate(DRAWN)) > 0
            if folder := os.environ.get("COMPANION_SCREENSHOTS"):
                await page.screenshot(path=f"{folder}/photograph.png")
            shown = str(await page.locator("#hand .photo-of").first.get_attribute("src"))
            assert (await page.request.get(table.address + shown)).status == 200
            assert (await others.request.get(table.address + shown)).status == 404
            assert (await others.request.post(f"{table.address}/photo?card={card}", data=taken(),
                    headers={"Content-Type": "image/jpeg", "Origin": table.address,
                             "Sec-Fetch-Site": "same-origin"})).status == 403  # fmt: skip

            photos = CardPhotos(tmp_path / "card-photos")
            tablet = TabletController(table.gateway, lambda: None, tmp_path / "game.signum", photos=photos)
            assert card in photos_on_tablet(tablet, seat)
            assert card not in photos_on_tablet(tablet, other)
            assert [bool(own_key(table.gateway.match, each, Language.ENGLISH, card)) for each in (seat, other)] == [
                True,
                False,
            ]

            if not await fold.locator("button:not([data-plain])").is_visible():
                await fold.locator("summary").click()
            await fold.locator("button:not([data-plain])").click()
            await page.wait_for_selector("body.scripted #hand:not(:has(.photo-of))", state="attached")

    browse(play())
