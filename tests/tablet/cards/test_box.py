"""Players enter once what stands only on the printed cards, by touches alone, and what they entered is played."""

import pytest

from companion.cards.pack_file import PackFile
from companion.games.brawl.shelf.library import LIBRARY
from companion.tablet.data.settings import Settings, load
from companion.texts import Language
from tests.tablet.cards.hands import WorkshopHands
from tests.tablet.cards.test_card_workshop import picture
from tests.tablet.text_fit import assert_fits

pytestmark = pytest.mark.slow


async def paints(hands, brush, *cells):
    """Chooses what is painted, and touches cells."""
    if brush:
        await hands.taps(brush)
    for cell in cells:
        hands.visitor.finger.tap(*hands.page.board.to_window(*hands.page.board.at(cell)))
        await hands.rests()


def test_an_arena_and_a_champion_are_entered_by_touches_and_kept(at_start, tmp_path):
    async def act(visitor):
        hands = WorkshopHands(visitor)
        await visitor.page("StartPage")
        for words in ("Cards", "The cards of your box"):
            await hands.taps(words)
        await visitor.page("PackPage")
        await hands.taps("8 things are missing")
        picture(hands.page, "box-missing")
        assert_fits(hands.page, 0.75)
        await enters_an_arena(hands)
        for words in ("Back", "Leave without saving", "8 things are missing"):
            await hands.taps(words)
        await enters_a_champion(hands)
        for words in ("Back", "9 things are missing", "Deryn: Powerful Shot"):
            await hands.taps(words)
        picture(hands.page, "box-action")
        assert hands.says("Push 2")
        assert_fits(hands.page, 0.75)

    at_start(act, Settings(language=Language.ENGLISH, game="brawl"))
    path = tmp_path / "cards" / "brawl" / "box.toml"
    assert load(tmp_path / "settings.toml").settings.packs == (str(path),)
    (card,) = PackFile.read(path).cards
    assert (card["key"], card["front"], card["back"]) == (
        *("deryn", {"defence": 1, "health": 4}, {"defence": 5, "health": 5}),
    )
    (checked,) = LIBRARY.check((path,), lambda *_: ())
    assert (checked.cards, checked.faults) == (1, ())


async def enters_an_arena(hands):
    from companion.geometry.grid import Cell, hexagon  # noqa: PLC0415

    for words in ("The arena", "The board"):
        await hands.taps(words)
    page = await hands.visitor.page("CellsPage")
    assert hands.says("Touch the cells of the arena.")
    await paints(hands, "", *sorted(hexagon(2)))
    assert hands.says("19 cells")
    await paints(hands, "Trap cells", Cell(0, -2), Cell(6, 0))
    assert page.work.value(("traps",)) == [[0, -2]], "no cell of the arena has no trap"
    assert hands.says("Touch the cells of all three areas.")
    await paints(hands, "Gate at one end, off the board", Cell(3, -4))
    picture(hands.page, "box-cells")
    await hands.taps("Done")
    assert hands.says("19 cells")
    picture(hands.page, "box-arena")
    assert_fits(hands.page, 0.75)


async def enters_a_champion(hands):
    await hands.taps("Deryn")
    for name, times in (("Defence", 1), ("Health", 4)):
        await hands.steps(name, "+", times)
    picture(hands.page, "box-champion")
    await hands.taps("Keep as a draft")
    assert hands.says("2 things are still wrong. Kept as a draft"), "the powered side is missing"
    for row in ("Defence", "Health"):
        await steps_last(hands, row, 5)
    await hands.taps("Save the card")
    assert hands.says("Nothing is wrong with this card. Saved.")


async def steps_last(hands, name, times):
    """Makes larger the last number that is called so: that of the powered side."""
    from companion.tablet.cards.rows import NumberRow  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    for _ in range(times):
        rows = [each for each in hands.page.walk() if isinstance(each, NumberRow) and each.name == name]
        await hands.touch(rows[-1].more)


def test_a_team_is_put_together_by_touches(at_start, tmp_path):
    async def act(visitor):
        hands = WorkshopHands(visitor)
        await visitor.page("StartPage")
        await hands.taps("Practise")
        await visitor.page("PlayersStep")
        picture(hands.page, "players")
        before = hands.reads()
        hands.shell.page._deck(0)
        await visitor.page("DeckPage")
        await hands.taps("Put a team together")
        await visitor.page("GatherPage")
        done = next(each for each in hands.page.walk() if getattr(each, "text", "") == "Done")
        assert done.disabled
        names = [key.text for key in hands.page.keys][:3]
        for each in names:
            await hands.taps(each)
        picture(hands.page, "gather")
        assert_fits(hands.page, 0.75)
        await hands.taps("Done")
        await visitor.page("PlayersStep")
        assert hands.says(", ".join(names))
        assert before != hands.reads()

    at_start(act, Settings(language=Language.ENGLISH, game="brawl", guided=True))
    (path,) = (tmp_path / "cards" / "brawl").glob("*.deck.toml")
    assert len(LIBRARY.load_deck(path).champions) == 3


def test_the_faces_of_a_die_of_warseer_are_entered_by_touches(at_start):
    async def act(visitor):
        hands = WorkshopHands(visitor)
        await visitor.page("StartPage")
        for words in ("Cards", "The cards of your box"):
            await hands.taps(words)
        await visitor.page("PackPage")
        await hands.taps(next(each for each in hands.reads() if each.endswith("things are missing")))
        picture(hands.page, "dice-missing")
        for words in ("Dice", "The yellow die"):
            await hands.taps(words)
        for face in ("Crit", "Hit", "Hit", "Push", "Blank"):
            for words in ("Add a face", face):
                await hands.taps(words)
        assert hands.says("This die has 6 faces: say what each shows.")
        for words in ("Add a face", "Blank"):
            await hands.taps(words)
        picture(hands.page, "dice-faces")
        assert_fits(hands.page, 0.75)
        assert not hands.says("This die has 6 faces: say what each shows.")
        await hands.taps("Back")
        assert hands.says("Crit, Hit, Hit, Push, Blank, Blank")
        picture(hands.page, "dice")
        assert_fits(hands.page, 0.75)

    at_start(act, Settings(language=Language.ENGLISH, game="warseer"))
