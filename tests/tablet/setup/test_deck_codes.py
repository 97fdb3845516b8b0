"""A deck goes from one table to another as codes: shown on one screen, read by the camera above the other mat."""

from pathlib import Path

import pytest

from companion.cards.deck_code import codes_of
from companion.cards.pack_file import deck_files
from companion.cards.text import read_toml
from companion.games.signum.shelf.library import LIBRARY
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.tablet.mat_phone import MatPhone
from tests.tablet.text_fit import assert_fits

pytestmark = pytest.mark.slow


def test_a_deck_of_two_codes_is_read_by_the_camera(newly, tmp_path):
    shipped = read_toml(Path(LIBRARY.decks["kettle_clans"].file)).data
    data = {**shipped, "name": dict.fromkeys(("en", "ru", "uk"), "Kettles from afar")}
    first, second = codes_of("signum", data)
    nameless = codes_of("signum", {**shipped, "name": {"xx": "?"}})
    team = codes_of("brawl", {"schema": 1, "champions": ["low_tide/odo", "low_tide/grumm", "low_tide/maren"]})[0]

    async def act(one):
        await one.touches("New game")
        await one.touches("Next")
        await one.touches("Skip")
        await one.touches("The Lanternmarch")
        await one.touches("Show its code")
        await one.reads("Photograph all 2 codes")
        await one.pictures("deck-codes")
        assert one.shell.page.codes == codes_of("signum", read_toml(Path(LIBRARY.decks["lanternmarch"].file)).data)
        await one.touches("Back")
        await one.touches("Read a code")
        await one.reads("Hold the code under the camera")
        phone.held = team
        await one.reads("This deck is for another game: Super Fantasy Brawl.")
        phone.held = nameless[1]
        await one.reads("Code 1 of 2 is read.")
        phone.held = nameless[0]
        await one.reads("This deck cannot be used:")
        phone.held = second
        await one.reads("Code 1 of 2 is read.")
        await one.pictures("deck-scan")
        assert_fits(one.shell.page, 0.75)
        phone.held = first
        await one.reads("Kettles from afar")

    with MatPhone() as phone:
        newly(act, Settings(language=Language.ENGLISH, camera=phone.address()))
    (file,) = deck_files(tmp_path / "cards")
    assert read_toml(file).data == data
