"""A newcomer measures the print: asked once by set-up, later from the check, and by a thing on the mat."""

import pytest

from companion.tablet.data.settings import Settings, load
from companion.texts import Language
from tests.tablet.mat_phone import MatPhone
from vision.table import PrintScale
from vision.table_file import read_table

pytestmark = pytest.mark.slow


@pytest.fixture
def phone():
    with MatPhone() as phone:
        yield phone


async def types_digits(one, digits):
    for digit in digits:
        await one.touches(digit)


def test_set_up_asks_once_what_the_printed_line_measures_and_keeps_it(newly, tmp_path, phone):
    async def act(one):
        await one.touches("New game")
        await one.until(lambda: one.keys("Next"), "a picture")
        await one.touches("Next")
        await one.reads("How large did your printer print?", "± 18.0 mm", "to ± 1.2 mm")
        assert one.keys("Skip")
        assert not one.keys("Keep")
        await types_digits(one, "97")
        await one.touches("Along the page")
        await types_digits(one, "97.4")
        await one.touches("Keep")
        await one.reads("97.0 mm across, 97.4 mm along", "to ± 1.2 mm by the print")
        await one.touches("Done")
        await one.reads("Who is playing?")

    newly(act, Settings(language=Language.ENGLISH, camera=phone.address()))

    table = tmp_path / "table.toml"
    assert read_table(table).prints.mat == PrintScale(97.0, 97.4)
    assert load(tmp_path / "settings.toml").settings.table == str(table)


def test_the_question_can_be_skipped_and_does_not_come_again(newly, phone):
    async def skip(one):
        await one.touches("New game")
        await one.until(lambda: one.keys("Next"), "a picture")
        await one.touches("Next")
        await one.touches("Skip")
        await one.reads("Who is playing?")

    async def again(one):
        await one.touches("New game")
        await one.until(lambda: one.keys("Next"), "a picture")
        await one.touches("Next")
        await one.reads("Who is playing?")

    newly(skip, Settings(language=Language.ENGLISH, camera=phone.address()))
    newly(again)


def test_the_check_of_the_set_up_leads_to_the_page_and_to_a_thing_on_the_mat(newly, tmp_path, phone):
    async def act(one):
        await one.touches("Check my set-up")
        await one.reads("8 of 8 tags read")
        await one.touches("Measure the print")
        await one.touches("By a card or a sheet")
        await one.reads("Something whose size is known", "Touch both ends")
        page = one.shell.page
        await one.until(lambda: page.picture.image is not None, "a picture")
        left, bottom, wide, high = page.picture.box()
        one.finger.tap(left + 0.4 * wide, bottom + 0.5 * high)
        one.finger.tap(left + 0.6 * wide, bottom + 0.5 * high)
        await one.reads("Seen:", "it is 85.6 mm")

    newly(act, Settings(language=Language.ENGLISH, camera=phone.address()))
    assert (tmp_path / "table.toml").is_file()
