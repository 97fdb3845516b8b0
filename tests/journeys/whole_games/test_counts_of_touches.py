"""How often the tablet must be touched at a real table without phones, with dice that nobody but the players reads."""

import asyncio
import re
from dataclasses import replace

import pytest

from tests.journeys.game_in_progress import HERO, begun_midgame, sits_down
from tests.journeys.game_script import ANN, BEGINS, BOB, GUARD, captain, scripted
from tests.journeys.record_comparison import begun, retold

NEAR = {HERO: (300, 300)}
BEFORE_FOE = 300.0, 420.0 - 32.0 - 0.3
"""Where the heroes touch."""
BUILDING = """
[[card]]
key = "{}"
names = {{ en = "{}" }}
kind = "building"
building_type = "{}"
"""
HAND = re.compile(r"Hand \d+")
"""The key for the cards in hand, once they may be seen."""
SPLIT = re.compile(r"Attack \d")
"""The key for a split of dice, not the row of a result."""
HALL, TEMPLE = BUILDING.format("hall", "Hall", "city_hall"), BUILDING.format("shrine", "Shrine", "temple")


async def fights(person):
    """A hand moves a hero to the other; everything else is touched. How many touches that took, and a way back."""
    from tests.tablet.visual_newcomer import SeeingNewcomer  # noqa: PLC0415 (imports Kivy)

    await sits_down(person)
    one = SeeingNewcomer()
    await person.carries(HERO, *BEFORE_FOE)
    await one.touches("Melee against")
    while words := told_until_closing(one):
        asked = said(words)
        splits = [each.text for each in words if each.is_key and SPLIT.match(each.text)]
        if splits:
            await one.touches(max(splits))
        elif any("one touch" in each for each in asked):
            await touches_pool(one, ("shield",) * 3)
        elif any("what your dice show" in each for each in asked):
            await one.touches("shield")
        await one.until(lambda asked=asked: said(one.words()) != asked, "an answer")
    fought = one.touched
    await one.touches("Undo")
    await one.touches("Ann agrees")
    await one.touches("Bob agrees")
    await one.gone("Tap to close")
    return fought, one.touched - fought


def told_until_closing(one):
    """All that is to be read, by one look; nothing once a result is shown."""
    words = one.words()
    return [] if any("Tap to close" in each.text for each in words) else words


def said(words):
    """What is asked and told, without clocks and figures."""
    return {each.text for each in words if len(each.text) > 12}


async def touches_pool(one, faces):
    """Touches the key on which such faces are drawn beside one another."""
    from kivy.core.window import Window  # noqa: PLC0415 (imports Kivy)

    def key():
        found = (each for each in Window.children[0].walk() if type(each).__name__ == "PoolKey")
        return next((each for each in found if {icon.name for icon in each.children} == {*faces}), None)

    found, lay = await one.until(key, "a key for all dice"), None
    while lay != (lay := (*found.to_window(*found.center), *found.size)):
        await asyncio.sleep(0.1)
        found = await one.until(key, "a key for all dice")
    x, y = found.to_window(*found.center)
    one.tap((x, Window.height - y))
    await one.until(lambda: key() is not found, "the next question")


@pytest.mark.parametrize(("dice", "most"), [(1, 6), (3, 8)])
def test_a_move_a_melee_and_the_way_back_take_few_touches(stage, tmp_path, dice, most):
    path = begun_midgame(tmp_path, places=NEAR, strength=dice)
    before = len(retold(path))
    fought, undone = stage.play(fights, tmp_path)
    lines = retold(path)[before:]
    assert [line.split()[1] for line in lines[:3]] == ["activate", "move", "fight"], lines
    assert sum(line.count("shield") for line in lines if " rolled " in line) >= 2 * dice, lines
    assert fought <= most
    assert undone <= 3


async def builds(person, *, held):
    """Ann builds a hall. How many touches that took: while she has the tablet, or while it lies there for all.

    What she may build lies open after one touch, and nothing of her hand: that needs the curtain.
    """
    from tests.tablet.visual_newcomer import SeeingNewcomer  # noqa: PLC0415 (imports Kivy)

    await person.continues()
    one = SeeingNewcomer()
    assert one.key("Hall") is None, "what may be built is hers alone"
    if held:
        await one.touches("Pass to Ann")
        await one.touches("I am Ann: show it")
    opener = None if held else await one.until(lambda: one.key("I am Ann: show my buildings"), "a way to her buildings")
    if opener is not None:
        await one.touches(opener.text)
    await one.until(lambda: one.key("Hall"), "what may be built")
    assert held or abs(one.key("Hide again").middle[1] - opener.middle[1]) < opener.box[3] - opener.box[1]
    assert any(HAND.fullmatch(each.text) for each in one.words()) == held, "her hand is shown behind the curtain alone"
    before = one.touched if held else 0
    await one.touches("Hall")
    await one.until(lambda: one.key("Hall") is None, "it is built")
    return one.touched - before


@pytest.mark.parametrize(("held", "most"), [(True, 1), (False, 2)])
def test_a_building_takes_few_touches(stage, tmp_path, held, most):
    seats = [replace(each, rest='buildings = ["hall", "shrine"]') for each in (ANN, BOB)]
    path = begun(tmp_path, scripted(*BEGINS, seats=seats, cards=(captain(), GUARD, HALL, TEMPLE)))
    before = len(retold(path))
    assert stage.play(builds, tmp_path, held=held) <= most
    assert [line.split()[:2] for line in retold(path)[before:]] == [["A", "construct"]]
