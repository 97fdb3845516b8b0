"""The guided game from the first start to the end of a fight, by somebody who sees only what is drawn."""

import importlib
import re

import pytest

from companion.tablet.data.settings import Settings
from companion.texts import Language

pytestmark = pytest.mark.slow


BLUE, PINK = (86, 180, 233), (231, 154, 196)
"""The rings of the two players."""
TURNS = ((PINK, 300), (BLUE, -300)) * 5
"""Whose hero moves how far across the picture; the last moves end in contact."""
BRIGHT = 190
"""Letters under the veil of the guide are darker."""
SHORT = 12
SPLIT = re.compile(r"Attack \d")
"""The key for a split of dice, not the row of a result that is under way."""
OF_BUBBLE = ("Skip the guide", "Next", "Done")
"""Keys that lie with their bubble where it hides least."""
HASTE = 8.0
"""The hands at the simulated table hurry, so that the test does."""


@pytest.fixture
def newcomer(monkeypatch):
    """Imports Kivy, which reads what `prepare` wrote."""
    monkeypatch.setattr(importlib.import_module("companion.tablet.table.practice_hand"), "PACE", HASTE)
    return importlib.import_module("tests.tablet.visual_newcomer").SeeingNewcomer


async def begins(one):
    """From the start screen to the question where the first hero stands; Player A begins."""
    await one.sees("Practise")
    assert one.key("Practise").lit, "on a first start"
    await one.touches("Practise")
    await one.sees("You rolled higher")
    await one.sees("Who goes first?")
    await one.touches("Player A")


async def places_hero(one, edge):
    """Drags the hero that is asked for into the lit zone at an edge of the picture, once the zone is outlined there."""

    def is_outlined():
        zone, (_, top, _, bottom) = one.outline(one.words()), one.mat()
        return zone is not None and (zone[1] + zone[3] > top + bottom) == (edge == "bottom")

    await one.until(is_outlined, f"the outline of the zone at the {edge}")
    left, top, right, bottom = one.mat()
    middle, y = (left + right) / 2, bottom - 20 if edge == "bottom" else top + 20
    await one.drags((middle, y), (middle, y + (-160 if edge == "bottom" else 160)))


async def puts_a_wrong_base(one):
    """Puts a base of another size where the hero belongs; the tablet says what is wanted instead."""
    asked = await one.sees("your hero, at your side")
    assert "Edda Linnet" in asked.text
    assert one.says("48 mm across") is not None
    assert one.says("at the bottom of the picture") is not None
    await one.touches("Move a model")
    await one.touches("A1, 32 mm")
    await one.sees("touch its new place")
    await one.rests()
    left, _, right, bottom = one.mat()
    one.tap(((left + right) / 4, bottom - 60))
    wrong = await one.sees("A1 is 32 mm across.")
    assert "Edda Linnet" in wrong.text
    assert "48 mm" in wrong.text


async def is_told(one, title):
    """Waits for a bubble; that a card could be played is for another turn."""
    await one.until(lambda: one.says(title) or one.says("Play a card"), title)
    if one.says("Play a card") is not None:
        begin, top, end, bottom = one.key("Next").box
        await one.touches("Next")
        await one.sees(title)
        left, above, right, below = one.key("Skip the guide").box
        assert left >= end or right <= begin or below <= top or above >= bottom, (
            f"{title}: a second touch ends the guide"
        )
    await one.sees(title)


async def drags_forward(one, colour, by_px):
    """Drags the lit model with a ring of that colour as far as it goes."""
    await one.until(lambda: one.is_dimmed, "that nothing but the model is lit")
    (x, y), _ = await one.until(lambda: one.ring(colour), "the lit model")
    await one.drags((x, y), (x, y + by_px))
    return (await one.sees(" mm of 100")).text


async def asks_why(one):
    """Opens the proof of the first move, and confirms the move."""
    await one.sees("Show me why")
    yes = await one.until(lambda: one.key("Yes, correct"), "what the move may be confirmed with")
    left, top, right, bottom = yes.box
    await one.until(
        lambda: one.is_dimmed and one.picture()[top:bottom, left:right].max() > BRIGHT, "what is asked, not dimmed"
    )
    await one.touches("Show me why")
    await one.sees("Allowed: 100.0 mm at most")
    await one.touches("Close")
    await one.sees("Is that what you meant?")
    await one.touches("Yes, correct")


async def takes_it_back(one):
    """Takes the move back, and puts the model back; how many touches the first of that took."""
    await one.sees("Take it back")
    before = one.touched
    await one.touches("Undo")
    await one.touches("Yes, take it back")
    await one.sees("Put the model back")
    took = one.touched - before
    await one.touches("Put it back")
    on_the_way = "Put the model back", "is on the way"
    await one.until(lambda: not any(map(one.says, on_the_way)), "the model in its place")
    return took


async def ends_activation(one):
    """Does so, as is told before the end of the turn is."""
    await is_told(one, "End the activation")
    await one.touches("End the activation")
    await is_told(one, "End your turn")


async def ends_turn(one):
    """Ends the turn, and says that it is meant where somebody could still act."""
    await one.touches("End the turn")
    await one.until(lambda: one.says("can still act") or one.says("No building"), "the next turn, or a question")
    if one.says("can still act") is not None:
        await one.touches("End the turn")


def sentences(one):
    """What is asked and told, without clocks and figures."""
    return {each.text for each in one.words() if len(each.text) > SHORT}


async def fights(one):
    """Strikes, throws what is to be thrown, and reads the result; no key moves when it is closed."""
    await is_told(one, "They touch: fight!")
    await one.touches("Melee against")
    await one.sees("Split your dice")
    thrown = False
    while one.says("Tap to close") is None:
        attacks = [each.text for each in one.words() if each.is_key and SPLIT.match(each.text)]
        asked = sentences(one)
        if attacks:
            await one.touches(max(attacks))
        elif not thrown and one.key("Throw virtual dice") is not None:
            thrown = True
            await one.sees("Roll the dice")
            await one.touches("Throw virtual dice")
        await one.until(lambda asked=asked: sentences(one) != asked, "an answer")
    took = one.touched
    for text in ("Melee: ", "hits:", "wounds", "What happened"):
        await one.sees(text)
    before = {each.text: each.box for each in one.words() if each.is_key and each.text not in OF_BUBBLE}
    await one.touches("Tap to close")
    await one.gone("Tap to close")
    await one.gone("What happened")
    after = {each.text: each.box for each in one.words() if each.is_key and each.text not in OF_BUBBLE}
    assert {text: box for text, box in before.items() if text in after} == after, "no key has moved"
    return took


def test_the_guide_leads_a_newcomer_from_the_first_start_to_a_fight_in_few_touches(at_start, newcomer):
    async def act(_visitor):
        one = newcomer()
        await begins(one)
        await one.sees("Put your hero on the mat")
        before = one.touched
        await puts_a_wrong_base(one)
        astray = one.touched - before
        await places_hero(one, "bottom")
        await one.sees("Now the other hero")
        await one.sees("at the top of the picture")
        await places_hero(one, "top")
        await one.sees("Your starting hand")
        await one.touches("Keep this hand")
        await one.rests()
        await one.touches("Keep this hand")
        await one.sees("buildings pay for cards")
        await one.touches("Build Smithy")
        await one.sees("Move your hero")
        assert "moved 99" in await drags_forward(one, BLUE, -300)
        assert one.touched - astray <= 8, f"from the start screen to the first move: {one.did}"

        await asks_why(one)
        assert await takes_it_back(one) <= 3
        await is_told(one, "Get close")
        assert "moved 99" in await drags_forward(one, BLUE, -300)
        await one.touches("Yes, correct")
        await ends_activation(one)
        await ends_turn(one)
        moved = ""
        for colour, by_px in TURNS:
            await one.touches("No building")
            await is_told(one, "Get close")
            await one.sees("Activation Phase")
            before = one.touched
            moved = await drags_forward(one, colour, by_px)
            if "touches" in moved:
                break
            await ends_turn(one)
        assert "and touches" in moved
        assert await fights(one) - before <= 6, f"activate, move, a melee in which both share out dice: {one.did}"

    at_start(act, Settings(language=Language.ENGLISH, sounds=False))
