"""A roll as it goes on: dice that tumble move, words count what is to come, what is complete goes by itself."""

from dataclasses import replace

import pytest

from companion.referee.api.rolls import DieFace, FaceState
from companion.referee.api.table_intents import EnterFaces
from companion.texts import Language, say
from tests.tablet.game.test_layout import rested
from tests.tablet.game.test_touch_during_update import OWED, TUMBLES, alone, at_roll

__all__ = ["alone", "at_roll"]  # fixtures
LIES = DieFace(3, "px:3", "Red", "pixels", "Pixels die", FaceState.COUNTS, 2, "axe", "axe")
ALL_THROWN = replace(OWED, owed=0)


def dice_of(card):
    return [each for each in card.walk() if type(each).__name__ == "DieLine"]


def said(key, **values):
    return say(Language.ENGLISH, key, **values)


@pytest.mark.parametrize("animated", [True, False])
def test_a_die_that_tumbles_turns_and_shows_face_after_face_unless_nothing_is_to_move(at_roll, animated):
    async def act(at):
        await at.opens()
        at.column.animated = animated
        at.show(replace(ALL_THROWN, faces=(LIES, TUMBLES)))
        lies, tumbles = (line.ids.die for line in dice_of(at.card))
        seen = set()

        def moved():
            seen.add((tumbles.face, tumbles.turned))
            return len({face for face, _ in seen}) > 1 and len({turned for _, turned in seen}) > 1

        if animated:
            await at.tapper.until(moved, "seen to tumble")
        else:
            for _ in range(3):
                await at.frames()
                assert not moved()
            assert seen == {("", 0.0)}
        assert (lies.face, lies.turned) == ("axe", 0.0)
        at.closes()

    at_roll(act)


def test_the_words_tell_what_is_owed_what_still_rolls_and_that_all_lie(at_roll):
    async def act(at):
        await at.opens()
        assert at.card.owed_text == said("game.dice.owed", count=1)
        at.show(replace(OWED, owed=2, faces=(LIES,)))
        assert at.card.owed_text == said("game.dice.owed", count=2)
        at.show(replace(ALL_THROWN, faces=(LIES, TUMBLES)))
        assert at.card.owed_text == said("game.dice.under_way", count=1)
        at.show(replace(ALL_THROWN, faces=(LIES, replace(TUMBLES, source="virtual"))))
        assert at.card.owed_text == "The program throws for you: 1 die is rolling"
        at.show(replace(ALL_THROWN, faces=(LIES, replace(LIES, entry=4))))
        assert at.card.owed_text == said("game.dice.all")
        at.closes()

    at_roll(act)


def test_typed_faces_go_with_the_last_and_a_wrong_one_can_be_taken_back_before(at_roll):
    async def act(at):
        async def types(*faces):
            for face in faces:
                before = len(typed())
                at.finger.press(at.key(face))
                await at.tapper.until(lambda before=before: at.submitted or len(typed()) > before, "typed")

        def typed():
            return [die for die in row.children if die.face]

        await at.opens()
        at.show(replace(OWED, owed=5))
        await rested(at.column)
        row = next(each for each in at.card.walk() if type(each).__name__ == "FaceRow")
        await types("shield", "axe", "axe", "axe")
        at.finger.press(row.children[-1])
        await at.tapper.until(lambda: len(typed()) == 3, "taken back")
        await types("axe")
        assert at.submitted == []
        await types("shield")
        assert at.submitted == [EnterFaces(OWED.id, (2, 2, 2, 2, 3))]
        at.closes()

    at_roll(act)


def test_dice_that_are_to_be_thrown_again_are_seen_with_their_key_wherever_the_page_was_pushed(at_roll):
    async def act(at):
        await at.opens()
        scroll = at.column.ids.scroll
        at.show(replace(OWED, owed=2))
        await rested(at.column)
        for owed, is_at_top in ((1, False), (0, False), (1, True)):
            scroll.scroll_y = 0.0
            at.show(replace(OWED, owed=owed))
            await rested(at.column)
            assert (scroll.scroll_y == 1.0) == is_at_top, f"{owed} dice are owed now"
        at.closes()

    at_roll(act)
