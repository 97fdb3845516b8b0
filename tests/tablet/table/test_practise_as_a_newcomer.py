"""Practise from the start screen to the end of a turn, by somebody who sees only what is drawn."""

import importlib

import pytest

from companion.tablet.data.settings import Settings
from companion.texts import Language

pytestmark = pytest.mark.slow


BLUE, PINK = (86, 180, 233), (231, 154, 196)
"""The rings of the two players."""
HASTE = 8.0
"""The hands at the simulated table hurry, so that the test does."""


@pytest.fixture
def newcomer(monkeypatch):
    """Imports Kivy, which reads what `prepare` wrote."""
    monkeypatch.setattr(importlib.import_module("companion.tablet.table.practice_hand"), "PACE", HASTE)
    return importlib.import_module("tests.tablet.seeing_newcomer").SeeingNewcomer


async def begins(one):
    """From the start screen to the question where the first hero stands; Player A begins."""
    await one.touches("Practise")
    await one.touches("Start the game")
    await one.sees("1 die to throw")
    while one.says("You rolled higher") is None:
        if one.key("Throw virtual dice") is not None:
            await one.touches("Throw virtual dice")
        else:
            await one.pushes_up()
        await one.rests()
    await one.touches("Player A")


async def places_hero(one, colour, edge):
    """Drags the hero that is asked for into the lit zone at an edge of the picture, and says that it stands there."""
    left, top, right, bottom = one.mat()
    y = bottom - 20 if edge == "bottom" else top + 20
    middle = (left + right) / 2
    await one.drags((middle, y), (middle, y + (-160 if edge == "bottom" else 160)))
    await one.sees("is placed here.")
    (_, ring_y), radius = await one.until(lambda: one.ring(colour), "a ring on the mat")
    rim = ring_y + radius if edge == "bottom" else ring_y - radius
    assert abs(rim - (bottom if edge == "bottom" else top)) < 4, "its rim touches the edge"
    await one.touches("Yes, correct")


async def keeps_hand(one, player):
    await one.touches(f"Pass to {player}")
    await one.touches(f"I am {player}")
    await one.touches("Keep this hand")


async def drags_towards(one, colour, by_px, moved):
    """Drags the model with a ring of that colour, and confirms what is said of it."""
    (x, y), _ = await one.until(lambda: one.ring(colour), "the model")
    await one.drags((x, y), (x, y + by_px))
    said = await one.sees(moved)
    await one.touches("Yes, correct")
    return said.text


async def ends_turn(one):
    """Ends the turn, and says that it is meant where somebody could still act."""
    await one.touches("End the turn")
    if one.says("could still act") is not None:
        await one.touches("End the turn")


async def puts_a_wrong_base(one):
    """Puts a base of another size where the hero belongs; the tablet says what is wanted instead."""
    asked = await one.sees("your hero, at your side")
    assert "Maud Averill" in asked.text
    assert one.says("48 mm across: one of A4, A5") is not None
    assert one.says("at the bottom of the picture") is not None
    await one.touches("Move a model")
    await one.touches("A1, 32 mm")
    await one.sees("touch its new place")
    await one.rests()
    left, _, right, bottom = one.mat()
    one.tap(((left + right) / 4, bottom - 60))
    wrong = await one.sees("A1 is 32 mm across.")
    assert "Maud Averill" in wrong.text
    assert "48 mm" in wrong.text


async def touches_run_too_early(one):
    """Nothing is recorded of that, and nothing is taken away."""
    await one.touches("Activate: Maud")
    await one.touches("Run, up to 150 mm")
    await one.sees("is still where it was")
    assert one.key("End the turn").lit is False
    await one.touches("End the turn")
    await one.sees("These can still act: Maud Averill")
    await one.touches("Continue the turn")
    assert "ran 14.9 cm of 15" in await drags_towards(one, BLUE, -300, "cm of 15")


async def fights(one):
    """Strikes, throws what is to be thrown, reads the result and closes it, and no key moves."""
    await one.touches("Melee against Maud")
    while one.says("Tap to close") is None:
        attacks = [each.text for each in one.words() if each.is_key and each.text.startswith("Attack ")]
        if attacks:
            await one.touches(max(attacks))
        elif one.key("Throw virtual dice") is not None:
            await one.touches("Throw virtual dice")
        await one.rests()
    for text in ("Melee: ", "hits:", "wounds"):
        await one.sees(text)
    before = {each.text: each.box for each in one.words() if each.is_key}
    await one.touches("Tap to close")
    await one.gone("Tap to close")
    after = {each.text: each.box for each in one.words() if each.is_key}
    assert {text: box for text, box in before.items() if text in after} == after, "no key has moved"


def test_a_newcomer_plays_from_the_start_to_a_melee_and_the_end_of_the_turn(at_start, newcomer):
    async def act(_visitor):
        one = newcomer()
        await begins(one)
        await puts_a_wrong_base(one)
        await places_hero(one, BLUE, "bottom")
        await one.sees("at the top of the picture")
        await places_hero(one, PINK, "top")

        await keeps_hand(one, "Player A")
        await keeps_hand(one, "Player B")
        await one.touches("Pass to Player A")
        await one.touches("I am Player A")
        await one.touches("Build City Hall")
        await one.sees("Activation Phase")
        await touches_run_too_early(one)
        await ends_turn(one)

        for colour, by_px, name in ((PINK, 300, "Griselda"), (BLUE, -300, "Maud")):
            await one.touches("No building")
            await one.touches(f"Activate: {name}")
            await one.touches("Run, up to 150 mm")
            await drags_towards(one, colour, by_px, "cm of 15")
            await ends_turn(one)
        await one.touches("No building")
        await one.touches("Activate: Griselda")
        assert "touches Maud Averill" in await drags_towards(one, PINK, 300, "cm of 10")

        await fights(one)
        await ends_turn(one)
        await one.sees("Turn 5: Player A")

    at_start(act, Settings(language=Language.ENGLISH, sounds=False))
