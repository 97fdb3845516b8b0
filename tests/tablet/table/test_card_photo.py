"""A player's own card is photographed on the tablet, under the table's camera or from a file, and drawn again."""

import numpy as np
import pytest
from PIL import Image

from companion.referee import TakeTablet
from companion.referee.lobby.open_table import TableRequest
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.phones.moments import moment
from tests.tablet.mat_phone import MatPhone
from tests.tablet.text_fit import assert_fits, words_that_do_not_fit

pytestmark = pytest.mark.slow

SIDE_MM, CARD_MM = 600.0, (67.0, 92.0)
"""Of the mat, and of a card in its sleeve with some room around it."""
SAME = 12.0
"""Of 255: so far JPEG and the camera's noise take the mean of two pictures apart."""
RED = (0, 0, 255)
PHOTO_PX = (300, 420)


def small_cards(one):
    return [each for each in one.screen() if type(each).__name__ == "SmallCard"]


def shown_in(widget):
    """The size of the photograph on a card, and how much of it and of the drawing is seen."""
    photo = next(each for each in widget.walk(restrict=True) if type(each).__name__ == "Image")
    drawing = next(each for each in widget.walk(restrict=True) if type(each).__name__ == "Icon")
    return photo.texture.size if photo.texture else None, photo.opacity, drawing.opacity


def middle_of(picture):
    """What lies under a card in the middle of a picture of the mat."""
    height, width = picture.shape[:2]
    wide, high = (side * width / SIDE_MM for side in CARD_MM)
    left, top = round((width - wide) / 2), round((height - high) / 2)
    return picture[top : top + round(high), left : left + round(wide)]


class CardOwner:
    """Has the tablet, and one card among the own.

    Attributes:
        one: Who touches.
        name: Of the card.
    """

    def __init__(self, one):
        self.one, self.shell, self.name = one, one.shell, ""

    async def comes(self, wanted):
        """Takes the tablet at a table, where the starting hand is shown."""
        one, shell = self.one, self.shell
        await one.until(lambda: shell.page is not None, "the start")
        shell.open_table(wanted)
        await one.until(lambda: shell.view and shell.view.play and shell.view.picture is not None, "the mat")
        seat = next(each.seat for each in shell.view.play.seats if each.apart)
        shell.page.sitting.submit(TakeTablet(seat))
        await one.until(lambda: small_cards(one), "the starting hand")
        self.name = small_cards(one)[0].name

    def photo(self):
        """Where the card's photograph is; empty for none, None while the hand is not shown."""
        own = self.shell.view and self.shell.view.play.own_shown
        lines = [card.line for each in own.holdings for card in each.cards] if own else []
        return next((each.look.photo for each in lines if each.name == self.name), None)

    def card(self, kind):
        """The card as it is drawn."""
        there = (each for each in self.one.screen() if type(each).__name__ == kind and each.name == self.name)
        return next(there, None)

    async def under_the_camera(self):
        """Takes a photograph of what is held under the camera; where it is kept."""
        one, table = self.one, self.shell.page.sitting
        await one.touches(self.name)
        await one.pictures("card")
        await one.touches("Take a photograph")
        await one.reads("Lay your card on the mat")
        await one.pictures("camera")
        assert_fits(self.shell.page, 0.75)
        lies = middle_of(table.view.picture.pixels).astype(float)
        await one.touches("Take a photograph")
        taken = await one.until(self.photo, "photographed")
        kept = np.asarray(Image.open(taken).convert("RGB"))[..., ::-1]
        assert kept.shape == lies.shape
        assert np.abs(kept - lies).mean() < SAME
        assert np.std(lies) > 2 * SAME, "what is held under the camera is no plain ground"
        await one.until(lambda: (card := self.card("SmallCard")) and shown_in(card)[1:] == (1, 0), "in place")
        assert words_that_do_not_fit(self.card("SmallCard")) == []
        await one.pictures("hand")
        return taken

    async def from_a_file(self, before):
        """Chooses a file that is no picture, then one that is."""
        one = self.one
        await one.touches(next(text for text in one.words() if text.startswith("Hand ")))
        await one.until(lambda: self.card("CardHead"), "the page of the hand")
        await one.touches(self.name)
        await one.touches("Take a photograph")
        await one.touches("Choose a picture file")
        await one.touches("empty.jpg")
        await one.reads("This photograph could not be used.")
        await one.touches("Back")
        await one.touches("Choose a picture file")
        await one.touches("card.png")
        await one.until(lambda: self.photo() not in {"", None, before}, "another photograph")
        await one.until(lambda: (card := self.card("CardHead")) and shown_in(card) == (PHOTO_PX, 1, 0), "shown at once")
        await one.pictures("file")

    async def takes_it_away(self):
        """The card is drawn again."""
        one = self.one
        await one.touches(self.name)
        await one.touches("Take the photograph away")
        await one.until(lambda: self.photo() == "", "the drawing again")
        await one.until(lambda: (card := self.card("CardHead")) and shown_in(card)[1:] == (0, 1), "drawn")


def test_a_card_is_photographed_under_the_camera_and_from_a_file_and_drawn_again(newly, tmp_path, monkeypatch):
    home, games = tmp_path / "home", tmp_path / "games"
    home.mkdir()
    games.mkdir()
    monkeypatch.setenv("HOME", str(home))
    Image.new("RGB", PHOTO_PX, "orange").save(home / "card.png")
    (home / "empty.jpg").touch()
    moment("hand").record(games / "hand.signum").close()

    async def act(one):
        owner = CardOwner(one)
        await owner.comes(TableRequest(phone.address(), game=games / "hand.signum"))
        await owner.from_a_file(await owner.under_the_camera())
        await owner.takes_it_away()
        assert list((games / "card-photos").iterdir()) == []
        a_card_that_lies_sideways_is_cut_upright()

    with MatPhone() as phone:
        phone.held = "CARD"
        newly(act, Settings(language=Language.ENGLISH, sounds=False))


def a_card_that_lies_sideways_is_cut_upright():
    from companion.tablet.table.card_photo_page import CardFrame  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    lying = np.zeros((600, 600, 3), np.uint8)
    lying[270:330, 440:450] = RED
    frame = CardFrame(SIDE_MM)
    frame.look(lying)
    frame.move((405 / 600, 0.5))
    frame.turn()
    upright = frame.cut()
    assert upright.shape == (92, 67, 3)
    assert upright[:12].any(), "its top is to the right"
    assert not upright[12:].any()
    frame.move((0.0, 1.0))
    assert frame.cut().shape == (92, 67, 3), "the frame stays on the mat"
