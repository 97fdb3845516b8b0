"""What the table tells a page is shown there, whatever its player has just touched, and whatever cannot be changed."""

from collections.abc import Mapping
from typing import Any

from playwright.async_api import Page

from companion.texts import Language
from tests.chromium import on_phones
from tests.phones.browser import browse
from tests.phones.moments import moment
from tests.phones.screens import screens, viewer_of

pytestmark = on_phones

FOLD = """<details id="fold"><summary>{0}</summary><form class="offer"><select name="which">{1}</select>
<input name="word" value=""><input type="number" name="count"><button>{0}</button></form></details>"""
BREAKS = """() => {
  const morph = Idiomorph.morph;
  Idiomorph.morph = (place, ...more) => {
    if (place.id === "task") throw new Error("cannot");
    morph(place, ...more);
  };
}"""


def fold(words: str, *choices: str) -> str:
    """Something to open, with all that can be touched in it."""
    return FOLD.format(words, "".join(f"<option>{each}</option>" for each in choices))


async def hears(page: Page, sections: Mapping[str, str]) -> None:
    """Lets a page whose stream has ended hear how things are now."""
    told: dict[str, Any] = {"epoch": "epoch", "version": 2, "since": None, "sections": sections}
    await page.route("**/state", lambda route: route.fulfill(json=told))


def test_what_a_finger_has_touched_says_what_is_new_and_keeps_what_was_typed(tmp_path):
    asked = moment("acting")

    async def look() -> None:
        async with screens(tmp_path) as shown:
            page = await shown.page()
            await shown.show(page, shown.document(shown.gateway(asked, "acting"), viewer_of(asked), Language.ENGLISH))
            fold_up = page.locator("#fold")
            await hears(page, {"acts": fold("Old", "one", "two")})
            await fold_up.locator("summary").click()
            await fold_up.locator("[name=word]").fill("typed")
            await fold_up.locator("[name=count]").fill("7")
            for touched in ("summary", "select", "[name=count]"):
                await fold_up.locator(touched).focus()
                await hears(page, {"acts": fold(f"New, not {touched}", "three")})
                await fold_up.locator("button", has_text=f"New, not {touched}").wait_for()
                assert await page.evaluate("(one) => document.activeElement.matches(one)", touched)
                assert await fold_up.locator("summary").inner_text() == f"New, not {touched}"
                assert await fold_up.locator("option").all_text_contents() == ["three"]
                assert await fold_up.locator("[name=word]").input_value() == "typed"
                assert await fold_up.locator("[name=count]").input_value() == "7"
            assert shown.troubles == []

    browse(look())


def test_a_part_that_cannot_be_changed_bit_by_bit_is_made_anew_and_holds_up_no_other(tmp_path):
    asked = moment("acting")

    async def look() -> None:
        async with screens(tmp_path) as shown:
            page = await shown.page()
            await shown.show(page, shown.document(shown.gateway(asked, "acting"), viewer_of(asked), Language.ENGLISH))
            await page.evaluate(BREAKS)
            await hears(page, {"task": "<p>What is asked</p>", "hand": '<div class="card">A card</div>'})
            await page.locator("#hand > .card", has_text="A card").wait_for(state="attached")
            assert await page.locator("#task").inner_text() == "What is asked"

    browse(look())
