"""Why a rule said so, as phones show it: fetched when somebody asks, the same for all, and only what may be seen."""

import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.measured.grounds import SignumGrounds
from companion.games.signum.model.commands import LayTerrain
from companion.games.signum.model.events import Questioned
from companion.games.signum.model.state import Question
from companion.phones.pages.why import why_of
from companion.presentation.why import why_text
from companion.texts import COMPLETE, Language
from tests.phones.browser import browse
from tests.phones.moments import moments
from tests.phones.networked_table import Wired, asked
from tests.phones.page_checks import AXE, CUT_OFF, axe_script
from tests.phones.screens import WIDTHS_PX, screens
from tests.phones.simulated_network import run

OPEN_ALL = """() => {
  const found = [...document.querySelectorAll("#log details.show-why")];
  for (const each of found) each.open = true;
  return found.length;
}"""
ALL_SHOWN = '() => [...document.querySelectorAll("#log details.show-why")].every((each) => each.matches(".shown"))'


def test_a_picture_comes_when_it_is_asked_for_and_is_cut_off_nowhere(tmp_path):
    axe = axe_script()

    async def look() -> list[object]:
        found: list[object] = []
        async with screens(tmp_path) as shown:
            gateway = shown.gateway(moments()["crowded"], "crowded")
            for language, width_px in zip(COMPLETE, (*WIDTHS_PX, 320), strict=True):
                page = await shown.page(width_px, dark=language is Language.RUSSIAN)
                await shown.show(page, shown.document(gateway, "B", language))
                await page.click('nav a[data-tab="log"]')
                assert await page.locator("#log figure.why").count() == 0
                assert await page.evaluate(OPEN_ALL) > 0
                await page.wait_for_function(ALL_SHOWN, timeout=60_000)
                assert await page.locator("#log figure.why svg").count() > 0
                found += await page.evaluate(CUT_OFF)
                await page.evaluate(axe)
                found += await page.evaluate(AXE)
                await page.context.close()
            found += shown.troubles
        return found

    assert browse(look()) == []


@pytest.mark.parametrize("language", Language)
def test_every_line_that_can_show_why_says_so_in_words_too(tmp_path, language):
    moment = moments()["crowded"]

    async def told() -> int:
        async with screens(tmp_path) as shown:
            gateway, count = shown.gateway(moment, "crowded"), 0
            lines, teller = gateway.match.lines("A"), gateway.match.teller(language, "A")
            for line in lines:
                page = why_of(lines, line.number, teller, turned=False)
                assert bool(page) == bool(line.measured) == line.is_measured
                for measured in line.measured:
                    assert why_text(measured, teller)
                    assert "<figcaption>" in page
                    assert measured.rule_id in page, "also where it was allowed"
                    count += 1
            return count

    assert browse(told()) > 10


def test_the_picture_of_a_template_that_is_not_laid_is_its_players_alone():
    command = LayTerrain(by="A", card="A:30", outline=((0.0, 0.0), (9.0, 0.0), (0.0, 9.0)))
    question = Question(
        key="terrain:A:30:player_one",
        rule_id="S-TERRAIN-06",
        value_mm=80.1,
        limit_mm=80.0,
        sigma_mm=0.5,
        because="template.close",
        command=command,
    )
    event = Questioned(question=question)
    assert [viewer for viewer in ("A", "B", SPECTATOR) if SignumGrounds().may_be_shown(event, viewer)] == ["A"]


def test_a_phone_gets_pictures_of_its_own_log_only_and_strangers_none(tmp_path):
    async def statuses() -> list[int]:
        async with Wired(tmp_path) as table:
            phone, stranger = await table.sit("A"), table.phone()
            asks = [(phone, f"/why/{what}") for what in ("0", "1", "x", "9" * 30, "-1", "1?part")]
            answers = [await asked(who, "GET", path) for who, path in (*asks, (stranger, "/why/1"))]
            return [int(answer.split(b" ", 2)[1]) for answer in answers]

    assert run(statuses()) == [404] * 6 + [401]
