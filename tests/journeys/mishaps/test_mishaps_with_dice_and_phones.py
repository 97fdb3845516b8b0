"""A die is lost in mid-roll, a phone in the middle of a prompt, the program at a prompt: once on the record, always."""

import asyncio
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.chromium import ARGUMENTS, INSTALLED, needed
from tests.journeys.game_in_progress import FOE, begun_midgame, sits_down
from tests.journeys.record_comparison import compare, played_on, retold

PATIENCE_S = 60.0
AMBER, BIRCH, CORAL = range(3)
"""Dice by their place in the hand."""
IN_MELEE = ("A activate creature=A:hero", "A fight creature=A:hero target=B:hero")
"""Heroes fight; Bob is to split his dice, then Ann."""
ROLLING = (*IN_MELEE, "B assign attack=0 defence=3", "A assign attack=3 defence=0")
"""Ann owes three dice for her attack, then Bob three for his defence."""
CONTACT = {FOE: (300, 182)}


async def a_die_is_lost(person):
    """The wire of one of three dice is pulled out as it rolls; fingers tell its face; it comes back and rolls again."""
    await sits_down(person)
    roll = await person.owed("A")
    await person.until(lambda: connected(person) == 6, "heard of all dice")
    person.dice.tumble(AMBER, BIRCH, CORAL)
    await person.until(lambda: sum(face.face == "" for face in rolled(person).faces) == 3, "seen rolling")
    person.dice.pull_out(BIRCH)
    person.dice.rest(AMBER, 5)
    person.dice.rest(CORAL, 5)
    await person.until(lambda: connected(person) == 5 and rolled(person).owed == 1, "missed the die")
    assert roll.id == rolled(person).id
    await person.types("A", 3)
    await person.owed("B")

    person.dice.plug_in(BIRCH)
    person.dice.rest(BIRCH, 1)
    await person.until(lambda: connected(person) == 6, "heard of it again")
    await person.throws("B", 1, 1, 1)


LOST_DIE = """
A rolled faces=shield,shield,axe by=manual,own-serial
B rolled faces=bullseye,bullseye,bullseye by=own-serial
"""


def test_a_die_that_is_lost_in_mid_roll_is_made_up_for_and_counts_once(stage, tmp_path):
    path = begun_midgame(tmp_path, *ROLLING, places=CONTACT)
    played_on(stage, tmp_path, path, a_die_is_lost, LOST_DIE)


async def typed_one(person, told):
    """One of three faces is on the tablet; then the program is killed from outside."""
    await sits_down(person)
    roll = await person.owed("A")
    await person.types("A", 5)
    Path(told).write_text(roll.id, encoding="ascii")  # noqa: ASYNC240 (a moment)
    await asyncio.sleep(PATIENCE_S)


async def typed_the_rest(person):
    """The same prompt, with what lay there."""
    await sits_down(person)
    roll = await person.found(lambda: person._roll("A"), "the roll of Ann")
    lay = [face.label for face in roll.faces]
    await person.types("A", *(3, 1)[: roll.owed])
    await person.types("B", 1, 1, 1)
    return roll.id, lay


KILLED = """
A rolled faces=shield,axe,bullseye by=manual
B rolled faces=bullseye,bullseye,bullseye by=manual
"""


def test_killed_at_a_prompt_it_goes_on_at_the_same_prompt(stage, tmp_path):
    path = begun_midgame(tmp_path, *ROLLING, places=CONTACT)
    before, told = len(retold(path)), tmp_path / "told"
    stage.begin(typed_one, tmp_path, told=str(told))
    stage.until(lambda: told.exists() and told.read_text(encoding="ascii"))
    stage.kill()
    assert retold(path)[before:] == []
    id_, lay = stage.play(typed_the_rest, tmp_path)
    assert (id_, lay) == (told.read_text(encoding="ascii"), ["shield"])
    compare(path, KILLED, after=before)


async def without_a_phone(person, told, typed):
    """Bob splits his dice on a phone that was out of reach; when its battery is flat, his roll is typed for him."""
    await sits_down(person)
    Path(told).write_text(bobs(person).link, encoding="ascii")  # noqa: ASYNC240 (a moment)
    await person.until(lambda: is_there(person, phone=True), "seen the phone")
    await person.until(lambda: tasks(person) == {"A"}, "heard of the phone again")
    await person.does("A", "assign", attack="3", defence="0")
    await person.types("A", 5, 3, 1)
    await person.until(lambda: is_there(person, phone=False), "missed the phone")
    await person.types("B", 1, 1, 3)
    Path(typed).touch()  # noqa: ASYNC240 (a moment)
    await person.until(lambda: is_there(person, phone=True), "seen the phone again")


LOST_PHONE = """
B assign attack=0 defence=3
A assign attack=3 defence=0
A rolled faces=shield,axe,bullseye by=manual
B rolled faces=bullseye,bullseye,axe by=manual
"""


def test_a_phone_that_is_lost_in_the_middle_of_a_prompt_stops_nobody(stage, tmp_path):
    needed()
    path = begun_midgame(tmp_path, *IN_MELEE, places=CONTACT)
    told, typed, before = tmp_path / "told", tmp_path / "typed", len(retold(path))
    stage.begin(without_a_phone, tmp_path, told=str(told), typed=str(typed))
    stage.until(lambda: told.exists() and told.read_text(encoding="ascii"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=INSTALLED, args=ARGUMENTS)
        bob_on_his_phone(browser, told.read_text(encoding="ascii"), lambda: stage.until(typed.exists))
        stage.ended()
        browser.close()
    compare(path, LOST_PHONE, after=before)


def bob_on_his_phone(browser, link, until_charged):
    """Answers once while out of reach, once not at all, and finds that answered when the phone is charged."""
    phone = browser.new_context(locale="en").new_page()
    phone.set_default_timeout(1000 * PATIENCE_S)
    phone.goto(link)
    phone.locator("button.main").click()
    split = phone.locator('#task form.offer:has(input[name="defence"][value="3"]) button')
    split.wait_for()
    phone.wait_for_load_state()
    phone.context.set_offline(True)
    phone.wait_for_function("() => document.body.classList.contains('lost')")
    split.click()
    phone.wait_for_selector("#unsent", state="visible")
    assert split.count() == 1
    phone.context.set_offline(False)
    phone.wait_for_selector("#unsent", state="hidden")
    split.wait_for(state="detached")
    phone.wait_for_selector("#task form.offer", state="attached")
    kept = phone.context.storage_state()
    phone.context.close()

    until_charged()
    phone = browser.new_context(locale="en", storage_state=kept).new_page()
    phone.set_default_timeout(1000 * PATIENCE_S)
    phone.goto(link.partition("/join")[0])
    phone.wait_for_selector("body.scripted #task", state="attached")
    assert "Bob" in phone.inner_text("body")
    phone.wait_for_selector("#task form.offer", state="detached")


def bobs(person):
    """Bob's seat, as the tablet shows it."""
    return next(seat for seat in person.view.guests.seats if seat.seat == "B")


def is_there(person, *, phone):
    """Whether Bob's phone is connected, as the tablet shows it."""
    return [guest.connected for guest in bobs(person).guests] == [phone]


def tasks(person):
    """Who is asked something."""
    return {seat.seat for seat in person.play.seats if seat.tasks or seat.apart}


def rolled(person):
    """The roll that Ann owes, or owed a moment ago."""
    return next(each for each in person.play.throw.rolls if each.seat == "A")


def connected(person):
    return sum(die.connected for die in person.play.throw.dice)
