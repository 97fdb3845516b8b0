"""Time goes back with the models on the mat; a rule is overruled, by all or by a judge; what is too close is asked."""

import pytest

from companion.geometry import Answer
from tests.journeys.game_in_progress import (
    HERO,
    LEFT,
    begun_midgame,
    ghosts,
    is_ticked,
    key_about,
    reading,
    sentence,
    sits_down,
)
from tests.journeys.record_comparison import NEAR_MM, played_on

JUDGE = "Jo"
TAKE_BACK, LET_PASS = "Undo the last action", "Let it stand"


async def back_and_on(person):
    """A move is taken back by consent; the model goes back to its outline on the mat; then it moves another way."""
    await sits_down(person)
    await person.places(HERO, 300, 200)
    await person.opens("log")
    await person.press(await person.key(TAKE_BACK, person.column))
    await person.until(lambda: person.play.undoing is not None, "asked")
    moved = person.state.creatures[HERO].stand
    for seat, name in (("A", "Ann"), ("B", "Bob")):
        assert person.state.creatures[HERO].stand == moved
        await person.touches(lambda name=name: agreeing(person, name), f"{name} agrees")
        await person.until(
            lambda seat=seat: person.play.undoing is None or seat in person.play.undoing.agreed, "agreed"
        )
    await person.until(lambda: person.state.creatures[HERO].stand.y_mm == 150, "gone back")
    await person.until(lambda: sentence(person, HERO) == "Put Captain (A) back: 50 mm to go.", "shown where to")
    await person.carries(HERO, 300, 180)
    await person.until(lambda: sentence(person, HERO) == "Put Captain (A) back: 30 mm to go.", "nearer")
    await person.carries(HERO, 300, 150)
    await person.until(lambda: is_ticked(person, HERO), "ticked")
    await person.until(lambda: not ghosts(person), "forgotten what fits")
    await person.places(HERO, 250, 150)


BACK_AND_ON = """
A activate creature=A:hero
A move creature=A:hero to=300,200
undo 1
A move creature=A:hero to=250,150
"""


def test_a_way_back_is_agreed_on_and_gone_with_the_models_too(stage, tmp_path):
    path = begun_midgame(tmp_path)
    played_on(stage, tmp_path, path, back_and_on, BACK_AND_ON)


async def let_pass(person):
    """A move that goes too far is let pass by both players, one of a guard that may not act yet by a judge."""
    await sits_down(person)
    await person.carries(HERO, 300, 365)
    await overruled(person, HERO, names=("Ann", "Bob"))
    stand = person.state.creatures[HERO].stand
    await person.carries(LEFT, 180, 200)
    await overruled(person, LEFT)
    return stand.x_mm, stand.y_mm


LET_PASSED = """
A activate creature=A:hero
table overrule 'command=*' 'reason=agreed at the table (together: Ann, Bob)'
table overrule 'command={"kind":"activate","by":"A","creature":"A:1"}' 'reason=agreed at the table (judge Jo)'
A move creature=A:1 to=180,200
"""


def test_a_rule_is_overruled_by_both_with_a_reason_and_by_a_judge_with_a_name(stage, tmp_path):
    path = begun_midgame(tmp_path)
    assert played_on(stage, tmp_path, path, let_pass, LET_PASSED) == pytest.approx((300, 365), abs=NEAR_MM)


async def too_close(person):
    """A move of just as far as is allowed is too close to call: both players are asked, and decide."""
    await sits_down(person)
    await person.carries(HERO, 300, 250)
    read = await person.found(lambda: reading(person, HERO), "read")
    assert read.verdict.answer is Answer.CLOSE
    await person.confirms(HERO)
    await person.until(lambda: person.state.question is not None, "asked")
    written = person.match.record.written
    await person.does("A", "ruling", yes="true")
    assert person.state.question is not None
    await person.does("B", "ruling", yes="true")
    await person.until(lambda: person.state.question is None, "decided")
    assert person.match.record.written > written
    await person.until(lambda: person.play.standing.agrees, "agreed")


DOUBTFUL = "table correct of=A:hero at=300,150,0.5"
"""From where the hero moves is known to half a millimetre only."""

TOO_CLOSE = """
A activate creature=A:hero
A move creature=A:hero to=300,250
A ruling yes=true
B ruling yes=true
"""


def test_what_is_too_close_to_call_is_asked_of_the_table_and_its_answer_is_recorded(stage, tmp_path):
    path = begun_midgame(tmp_path, DOUBTFUL)
    played_on(stage, tmp_path, path, too_close, TOO_CLOSE)


def agreeing(person, name, within=None):
    """The key with which a player agrees."""
    place = within or person.player.ids.cards.corner
    keys = (each for each in place.walk() if getattr(each, "text", "") == f"{name} agrees")
    return next((key for key in keys if not key.disabled), None)


async def overruled(person, of, names=()):
    """Lets a refused move pass: by all who are named, a touch each, else by the judge."""
    await person.opens("now")
    read = await person.found(lambda: reading(person, of), "read")
    assert (read.verdict.answer, read.possible) == (Answer.NO, False)
    written = person.match.record.written
    await person.touches(lambda: key_about(person, of, LET_PASS), LET_PASS)
    sheet = await person.found(lambda: sheet_of("OverruleSheet"), "asked who lets it pass")
    assert sheet.ids.go.disabled
    await person.until(lambda: person.match.dispute is not None, "phones are told")
    await person.press(await person.key("agreed at the table", sheet))
    for number, name in enumerate(names, 1):
        await person.touches(lambda name=name: agreeing(person, name, sheet), f"the key of {name}")
        await person.until(lambda n=number: len(person.match.dispute.waiting) == len(names) - n, f"{name} agrees")
    if not names:
        await person.press(await person.key("Judge's name", sheet))
        writing = await person.found(lambda: sheet_of("WriteSheet"), "letters")
        for number, letter in enumerate(JUDGE, 1):
            await person.touches(lambda letter=letter: letter_key(writing, letter), f"letter {letter}")
            await person.until(lambda number=number: len(writing.line.text) == number, f"written {letter}")
        assert writing.line.text == JUDGE
        await person.press(writing.done)
    await person.until(lambda: not sheet.ids.go.disabled, "enough")
    assert person.match.record.written == written
    await person.press(sheet.ids.go)
    await person.until(lambda: person.match.record.written > written and person.play.standing.agrees, "let pass")
    assert person.match.dispute is None


def sheet_of(name):
    """The sheet of that class that lies over the window."""
    from kivy.core.window import Window  # noqa: PLC0415 (only where Kivy has been prepared)

    return next((each for each in Window.children if type(each).__name__ == name), None)


def letter_key(sheet, letter):
    return next((each for each in sheet.letters.walk() if getattr(each, "text", "").lower() == letter.lower()), None)
