"""What those who watch read on a big screen: who plays, by name, whole in every language, and from 4 m away.

ISO 9241-303 asks for capitals of 16 minutes of arc: from 4 m, 4000 mm · tan(16′) = 18.6 mm. A screen of 27 inches is
336 mm tall where it is 16 : 9, and 363 mm where it is 16 : 10. What counts less is read so
on one of 55 inches, 685 mm tall.
"""

import os
from contextlib import closing

import msgspec
import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.creature.stats import health
from companion.games.signum.game import Signum
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.texts import Language
from tests.phones.browser import browse
from tests.phones.host import March
from tests.phones.moments import moment
from tests.phones.page_checks import CUT_OFF
from tests.phones.screens import screens
from tests.referee.match.test_match import NOW, SEED, skirmish

NAMES = ("Bartholomew the Unhurried", "Олександра Крижанівська-Гончаренко")
SIZES_PX = ((1280, 720), (1920, 1080), (3840, 2160))
HEAD = '() => Array.from(document.querySelectorAll(".scores .who")).map((each) => each.textContent.trim())'
CAPITAL_MM, LESS_SHARE = 18.6, 18.6 / 685
"""So tall are the capitals of what is read from afar, and of what counts less at least, of the screen's height."""
LESS = {"turn", "models", "wounds"}
"""The figures of those below the mat; on it they stand large."""
CAPITALS = """() => {
  const pen = document.createElement("canvas").getContext("2d"), found = {};
  const look = (name, selector) => {
    for (const each of document.querySelectorAll(selector)) {
      const style = getComputedStyle(each), drawn = each.closest("svg.mat");
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const scale = drawn ? drawn.getBoundingClientRect().height / drawn.viewBox.baseVal.height : 1;
      const share = scale * pen.measureText("H").actualBoundingBoxAscent / innerHeight;
      found[name] = Math.min(found[name] ?? 1, share);
    }
  };
  look("players", ".scores .who"); look("Prosperity", ".scores .score b"); look("turn", ".turn");
  look("models", ".creature h4"); look("wounds", ".creature .figures"); look("names on the mat", ".mat .named text");
  look("what is waited for", "#task .title"); look("the last fight", ".result .struck");
  return found;
}"""
NAMED = """() => Array.from(document.querySelectorAll(".mat .named"),
  (each) => Array.from(each.querySelectorAll("text"), (text) => text.textContent))"""
APART = """() => {
  const boxes = Array.from(document.querySelectorAll(".mat .named text"), (each) => each.getBoundingClientRect());
  const mat = document.querySelector(".mat").getBoundingClientRect();
  const out = boxes.filter((box) => box.left < mat.left - 1 || box.right > mat.right + 1);
  const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / (a.width * a.height);
  const covered = boxes.filter((box, number) => boxes.slice(0, number).some((each) => shared(box, each) > 0.2));
  return out.length + covered.length;
}"""
WOUNDS = "() => Array.from(document.querySelectorAll('.creature .figures'), (each) => each.textContent)"
FILLED = """() => {
  const parts = document.querySelectorAll("header, .mat, .player, #task, #latest");
  const boxes = Array.from(parts, (each) => each.getBoundingClientRect());
  const seen = boxes.map((box) => (Math.min(box.right, innerWidth) - Math.max(box.left, 0))
    * (Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)));
  return seen.reduce((sum, area) => sum + Math.max(0, area), 0) / (innerWidth * innerHeight);
}"""
MIN_FILLED = 0.9


async def opened(shown, gateway, size_px, language=Language.ENGLISH):
    page = await shown.page(size_px[0])
    await page.set_viewport_size({"width": size_px[0], "height": size_px[1]})
    await shown.show(page, shown.document(gateway, SPECTATOR, language))
    return page


def test_the_names_of_the_players_stand_whole_on_a_big_screen_in_every_language(tmp_path):
    setup = skirmish()
    seats = tuple(msgspec.structs.replace(seat, name=name) for seat, name in zip(setup.seats, NAMES, strict=True))
    setup = msgspec.structs.replace(setup, seats=seats)

    async def look() -> list[object]:
        found: list[object] = []
        with closing(Record.create(tmp_path / "named.signum", Signum(), setup, lambda: NOW, seed=SEED)) as record:
            gateway = CommandGateway(Match(record, lambda: 0.0, pause_s=0.0), March(), lambda: 0.0)
            async with screens(tmp_path) as shown:
                for language, size_px in zip(Language, SIZES_PX, strict=True):
                    page = await opened(shown, gateway, size_px, language)
                    assert await page.evaluate(HEAD) == list(NAMES)
                    found += await page.evaluate(CUT_OFF)
                    await page.context.close()
                found += shown.troubles
        return found

    assert browse(look()) == []


@pytest.mark.parametrize(("size_px", "screen_mm"), [((1920, 1080), 336.0), ((1280, 800), 363.0)])
def test_names_and_wounds_are_read_from_4_m_and_the_screen_is_filled(size_px, screen_mm, tmp_path):
    ended = moment("over")
    beings = ended.state.creatures.values()
    whole = [max(health(ended.state, each) - each.wounds, 0) for each in beings]
    standing = [creature for creature in ended.state.creatures.values() if creature.stand is not None]
    left = [max(health(ended.state, creature) - creature.wounds, 0) for creature in standing]

    async def look():
        async with screens(tmp_path) as shown:
            page = await opened(shown, shown.gateway(ended, "over"), size_px)
            if folder := os.environ.get("COMPANION_SCREENSHOTS"):
                await page.screenshot(path=f"{folder}/watched-{size_px[0]}.png")
            return [await page.evaluate(each) for each in (CAPITALS, WOUNDS, FILLED, NAMED, APART)]

    capitals, figures, filled, named, wrong = browse(look())
    assert len(capitals) == 8, capitals
    assert min(share for name, share in capitals.items() if name not in LESS) >= CAPITAL_MM / screen_mm, capitals
    assert min(capitals.values()) >= LESS_SHARE, capitals
    assert standing
    assert sorted(int(figure) for figure, _ in named) == sorted(left)
    assert wrong == 0, "labels that leave the mat or lie on one another"
    assert sorted(int(each.partition("/")[0]) for each in figures) == sorted(whole)
    assert filled > MIN_FILLED
