"""Two answer one prompt: the first right one counts, the other is told so plainly, and nothing is counted twice."""

import asyncio
import shutil
import threading
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from playwright.async_api import async_playwright

from companion.referee.mat.models import Models
from companion.referee.mat.models_file import write_models
from companion.session import beside
from companion.texts import Language, say
from hardware.simulation.bluez import PrivateRadio
from hardware.simulation.pixels_die import SimulatedPixels
from tests.chromium import ARGUMENTS, INSTALLED, on_phones
from tests.journeys.game_in_progress import BASES, FOE, HERO, begun_midgame, reading, sits_down
from tests.journeys.game_script import ANN, BEGINS, BOB, GUARD, captain, scripted
from tests.journeys.phone import Phone
from tests.journeys.record_comparison import begun, played_on
from tests.journeys.screens.test_dice_in_a_tray import CONTACT, ROLLING, uses

PATIENCE_S = 60.0
LATE = say(Language.ENGLISH, "phones.reply.stale")
AMBER, BIRCH = range(2)
"""Dice by their place in the hand."""
PIXELS = (0x1A2B3C01, 0x1A2B3C02, 0x1A2B3C03)

over_radio = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="the program dbus-daemon is not installed")

HAIL = """
[[card]]
key = "hail"
names = { en = "Hail" }
kind = "spell"
effects = [
  { type = "harm", amount = 1, wounds = true, to = { who = "enemy" } },
  { type = "harm", amount = 2, wounds = true, to = { who = "enemy" } },
  { type = "harm", amount = 1, wounds = true, to = { who = "enemy" } },
]
"""
BEFORE_HAIL = (
    *BEGINS,
    *("A skip", "A end", "B skip"),
    *("B play card=B:1", "B place creature=B:1 at=100,584", "B end", "A skip"),
)


@asynccontextmanager
async def phone_of(person, seat):
    """The phone of one player."""
    await person.until(lambda: person.view.guests is not None and person.view.guests.address, "phones can come")
    link = next(each.link for each in person.view.guests.seats if each.seat == seat)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
        yield await Phone.joins(browser, seat, link)
        await browser.close()


async def one_spell_three_targets(person):
    """Ann has the tablet and a phone: of what is asked three times, just alike, two are answered on both."""
    await sits_down(person)
    async with phone_of(person, "A") as phone:
        await person.does("A", "play", tab="hand", card="A:1")
        told = [await the_phone_is_late(person, phone)]
        assert wounds(person) == {FOE: 1, "B:1": 0}
        told.append(await the_tablet_is_late(person, phone))
        assert wounds(person) == {FOE: 1, "B:1": 2}
        await person.does("A", "choose", chosen=FOE)
        told.append(await the_phone_is_wrong(person, phone))
    return told


async def the_phone_is_late(person, phone):
    """It is touched first, but its intent is long under way: the tablet's comes before it. What the phone is told."""
    on_its_way, arrives = asyncio.Event(), asyncio.Event()

    async def slow(route):
        on_its_way.set()
        await arrives.wait()
        await route.continue_()

    await phone.finds("choose", chosen="B:1")
    await phone.page.route("**/intent", slow)
    await phone.page.click(target("B:1"))
    await asyncio.wait_for(on_its_way.wait(), PATIENCE_S)
    await person.does("A", "choose", chosen=FOE)
    arrives.set()
    await phone.page.wait_for_selector("#reply", state="visible")
    await phone.page.unroute("**/intent")
    return await phone.page.inner_text("#reply-text")


async def the_tablet_is_late(person, phone):
    """Its key is touched when the phone's intent is granted and before that is drawn. What the tablet shows."""
    await phone.finds("choose", chosen="B:1")
    granted, touched, record = threading.Event(), threading.Event(), person.match.record
    written = record.written

    def holds_up():
        """Nothing is drawn before the table goes on. Listeners hear of pauses, too: what is written was granted."""
        if record.written > written:
            granted.set()
            touched.wait(PATIENCE_S)

    person.match.listen(holds_up)
    await person.at_rest(lambda: key_of(person, FOE), "the hero's key")
    await phone.page.click(target("B:1"))
    await person.until(granted.is_set, "heard the phone")
    person.finger.press(key_of(person, FOE))
    touched.set()
    await person.until(lambda: person.play.said is not None and not person.play.said.granted, "told on the tablet")
    strip = person.column.ids.strip
    await person.until(lambda: strip.notice.said is person.play.said, "shown")
    return strip.text


async def the_phone_is_wrong(person, phone):
    """It says of a model in the midst of the mat that it is placed; then it is, and the tablet says so."""
    await person.does("A", "play", tab="hand", card="A:2")
    await person.carries("A:2", 200, 200)
    await person.until(lambda: reading(person, "A:2") is not None, "seen at rest")
    form = await phone.finds("place")
    await form.locator("button").first.click()
    await phone.page.wait_for_selector("#reply", state="visible")
    await person.places("A:2", 200, 16)
    return await phone.page.inner_text("#reply-text")


def key_of(person, chosen):
    """The key of what Ann may choose on the tablet."""
    (form,) = person.forms("choose")
    grid = next(each for each in form.children if hasattr(each, "keys"))
    return grid.keys[[choice.value for choice in form.data.offer.inputs[0].choices].index(chosen)]


ONCE_EACH = """
A play card=A:1
A choose chosen=B:hero
A choose chosen=B:1
A choose chosen=B:hero
= creatures.B:hero.wounds 2
= creatures.B:1.wounds 2
A play card=A:2
A place creature=A:2 at=200,16
"""


@on_phones
def test_of_a_tap_on_the_tablet_and_one_on_the_phone_the_later_answers_nothing(stage, tmp_path):
    script = scripted(
        *BEFORE_HAIL, seats=(replace(ANN, cards="hail = 1, guard = 19"), BOB), cards=(captain(), GUARD, HAIL)
    )
    path = begun(tmp_path, script, pause_s=0.0)
    write_models(beside(path, "models"), Models({HERO: BASES[HERO], FOE: BASES[FOE], "B:1": "b2", "A:2": "a2"}))
    late, later, wrong = played_on(stage, tmp_path, path, one_spell_three_targets, ONCE_EACH)
    assert (late, later) == (LATE, LATE)
    assert "own side" in wrong


async def wire_and_fingers(person):
    """One die of three has come to rest, one still rolls, and the third is typed in."""
    await sits_down(person)
    await person.owed("A")
    await person.until(lambda: len(heard(person)) == 6, "heard of all dice")
    person.dice.tumble(AMBER)
    person.dice.rest(AMBER, 5)
    await person.until(lambda: person._owes("A", "") == 2, "heard one")
    person.dice.tumble(BIRCH)
    await person.until(lambda: person._owes("A", "") == 1, "seen one rolling")
    await person.types("A", 3)
    person.dice.rest(BIRCH, 1)
    await person.owed("B")


WIRE_AND_FINGERS = """
A rolled faces=shield,axe,bullseye by=manual,own-serial
"""


def test_a_roll_that_a_die_on_the_wire_began_is_completed_by_fingers(stage, tmp_path):
    path = begun_midgame(tmp_path, *ROLLING, places=CONTACT)
    played_on(stage, tmp_path, path, wire_and_fingers, WIRE_AND_FINGERS)


async def radio_and_a_phone(person):
    """Ann's dice are heard over radio; Bob's phone tells his faces while one of them still rolls for him."""
    async with PrivateRadio() as air, phone_seated(person) as phone:
        with air.chosen():
            dice = [air.add(SimulatedPixels(number)) for number in PIXELS]
            uses(person, "radio")
            await person.until(lambda: len(heard(person)) == len(dice), "heard of all dice")
            await person.owed("A")
            for die, face in zip(dice, (5, 3, 1), strict=True):
                die.roll(face)
            await person.owed("B")
            dice[0].tumble()
            await person.until(lambda: person._owes("B", "") == 2, "seen one rolling")
            await phone.does("rolled", faces="bullseye,bullseye,axe")
            await person.until(lambda: not person.play.throw.rolls, "taken what the phone told")
            dice[0].roll(5)
            await person.until(lambda: not any(die.tumbling for die in person.play.throw.dice), "at rest")
            aside = [(face.source, face.face) for face in person.play.throw.aside]
            uses(person, *person.dice.sources)
            await person.until(lambda: "own-serial" in {die.source for die in heard(person)}, "heard of other dice")
            return aside


@asynccontextmanager
async def phone_seated(person):
    """Bob's phone, once the models stand in their places."""
    await sits_down(person)
    async with phone_of(person, "B") as phone:
        yield phone


RADIO_AND_A_PHONE = """
A rolled faces=shield,axe,bullseye by=pixels
B rolled faces=bullseye,bullseye,axe
"""


@on_phones
@over_radio
def test_what_a_phone_tells_counts_and_the_die_over_radio_that_still_rolls_is_practice(stage, tmp_path):
    path = begun_midgame(tmp_path, *ROLLING, places=CONTACT)
    aside = played_on(stage, tmp_path, path, radio_and_a_phone, RADIO_AND_A_PHONE)
    assert aside == [["pixels", "shield"]]


def target(of):
    """Where the phone names a creature as what is chosen."""
    return f'#task form.offer button[name="chosen"][value="{of}"]'


def wounds(person):
    """Of Bob's creatures."""
    return {of: person.state.creatures[of].wounds for of in (FOE, "B:1")}


def heard(person):
    """The dice that are connected."""
    return [die for die in person.play.throw.dice if die.connected]
