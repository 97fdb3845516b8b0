"""The card workshop as a stranger meets it: cards are made by touches alone, and play as they were made."""

import os
from pathlib import Path

import pytest

from companion.cards.pack_file import PackFile
from companion.games.registry import game_called
from companion.games.signum.shelf.library import LIBRARY
from companion.tablet.data.settings import Settings, load
from companion.texts import Language
from tests.cards.language_games import CardText, TextGame
from tests.tablet.cards.hands import WorkshopHands
from tests.tablet.text_fit import assert_fits


def picture(page, name):
    """Keeps a picture where COMPANION_SCREENS says."""
    if folder := os.environ.get("COMPANION_SCREENS"):
        from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        picture_of(page).save(Path(folder) / f"{name}.png", compress_level=1)


def own_pack(folder):
    """A pack among the player's own."""
    (folder / "cards").mkdir(exist_ok=True)
    path = folder / "cards" / "mine.toml"
    path.write_text(LIBRARY.template(), encoding="utf-8")
    return path


async def at_card(hands, path, name):
    """Goes from the start to a card of a pack, by touches."""
    await hands.visitor.page("StartPage")
    await hands.taps("Cards")
    await hands.taps(PackFile.read(path).data["names"]["en"])
    await hands.taps(name)
    await hands.visitor.page("MakerPage")


async def begin_card(hands, kind, name):
    """Begins a card of a pack that is shown, and names it."""
    await hands.visitor.page("PackPage")
    for words in ("New card", kind, "Name", "In English"):
        await hands.taps(words)
    await hands.writes(name)
    await hands.taps("Done")


async def creature(hands):
    await begin_card(hands, "Character", "Gale")
    await hands.steps("Strength", "+", 2)
    await hands.steps("Health", "-")
    for words in ("Add an ability", "Flight", "Done"):
        await hands.taps(words)
    picture(hands.page, "made-character")


async def mast(hands):
    await begin_card(hands, "Building", "Mast")
    for words in ("Add an effect", "Prosperity"):
        await hands.taps(words)
    await hands.steps("How much, below 0 lost", "+", 2)
    await hands.taps("Done")
    assert hands.says("Tap: Prosperity\u00a0+3")


async def spell(hands):
    await begin_card(hands, "Spell", "Thunder")
    await hands.taps("Cost")
    await hands.steps("Buildings of any kind", "-")
    for words in ("Done", "Faction", "The Lanternmarch", "Add an effect", "Only if …", "Only if"):
        await hands.taps(words)
    await hands.steps("Own Prosperity at least", "+", 5)
    for words in ("Done", "Add an effect", "Damage or wounds"):
        await hands.taps(words)
    await hands.steps("How much", "+")
    for words in ("Done", "Done"):
        await hands.taps(words)
    picture(hands.page, "made-spell")


@pytest.mark.slow
def test_three_cards_made_by_touches_alone_play_as_they_were_made(at_start, tmp_path):
    async def act(visitor):
        hands = WorkshopHands(visitor)
        await visitor.page("StartPage")
        for words in ("Cards", "A new pack"):
            await hands.taps(words)
        await hands.writes("Storm")
        for made in (creature, mast, spell):
            await made(hands)
            await hands.taps("Save the card")
            assert hands.says("Nothing is wrong with this card. Saved.")
            await hands.taps("Back")

    at_start(act, Settings(language=Language.ENGLISH))
    path = tmp_path / "cards" / "storm.toml"
    assert load(tmp_path / "settings.toml").settings.packs == (str(path),)
    (checked,) = LIBRARY.check((path,), lambda *_: ())
    assert (checked.cards, checked.faults) == (3, ())
    cards = {key.rpartition("/")[2]: card for key, card in LIBRARY.load_pack(path).cards.items()}
    assert (cards["gale"].strength, cards["gale"].health) == (4, 2)

    there = {"A:1": ["gale", 300, 300], "B:1": ["one", 400, 300]}
    played(cards, [], there).check("has A:1 flight")
    played(cards, ["prosper A 5", "play thunder", "choose B:1"], there).check("wounds B:1 2")
    poor = played(cards, ["prosper A 4", "play thunder"], there)
    assert poor.asked() != "choose"
    poor.check("wounds B:1 0")
    played(cards, ["put A mast city", "prosper A 0", "tap A mast"], {}).check("prosperity A 3")


def played(cards, steps, put):
    """A scripted game with cards."""
    game = TextGame(CardText("storm", "", ("", "", ""), {}, put=put), cards)
    for line in steps:
        game.step(line)
    return game


def test_what_is_wrong_is_told_at_once_and_is_kept_as_a_draft_with_which_nobody_plays(at_start, tmp_path):
    path = own_pack(tmp_path)
    whole = LIBRARY.load_pack(path).cards

    async def act(visitor):
        hands = WorkshopHands(visitor)
        await at_card(hands, path, "Town Militia")
        await hands.taps("Strength, movement or health")
        await hands.taps("Whom it reaches")
        await hands.taps("Whose")
        await hands.taps("the one that has this")
        wrong = "No creature has this card. Choose whom it reaches."
        assert hands.says(wrong)
        await hands.taps("Done")
        await hands.taps("Done")
        assert hands.says(wrong)
        assert hands.says("1 thing is still wrong. Not saved yet.")
        await hands.taps("Back")
        await visitor.page("NoticePage")
        await hands.taps("Back to the card")
        page = await visitor.page("MakerPage")
        assert page.work.changed
        await hands.taps("Keep as a draft")
        assert hands.says("1 thing is still wrong. Kept as a draft")
        picture(hands.page, "made-draft")
        assert len(PackFile.read(path).drafts) == 1
        assert LIBRARY.load_pack(path).cards == whole, "the card is as it was"
        await hands.taps("Back")
        await visitor.page("PackPage")
        picture(hands.page, "drafts")
        await hands.taps("Still wrong: Strength, movement or health")
        for words in ("Strength, movement or health", "Whom it reaches", "Whose", "anybody’s", "Done", "Done"):
            await hands.taps(words)
        await hands.taps("Save the card")
        assert hands.says("Nothing is wrong with this card. Saved.")

    at_start(act, Settings(language=Language.ENGLISH))
    assert PackFile.read(path).drafts == []
    assert LIBRARY.load_pack(path).cards.keys() == whole.keys(), "it took the place of the card that it was begun as"
    assert LIBRARY.load_pack(path).cards != whole


def test_a_file_that_somebody_changed_meanwhile_is_not_written_over(at_start, tmp_path):
    path = own_pack(tmp_path)

    async def act(visitor):
        hands = WorkshopHands(visitor)
        await at_card(hands, path, "The Watchman")
        await hands.steps("Strength", "+")
        path.write_text(LIBRARY.template() + "# mine\n", encoding="utf-8")
        await hands.taps("Save the card")
        assert hands.says("mine.toml was changed by somebody else meanwhile.")

    at_start(act, Settings(language=Language.ENGLISH))
    assert path.read_text(encoding="utf-8") == LIBRARY.template() + "# mine\n"


def test_a_pack_that_cannot_be_read_has_one_sentence(at_start, tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "bad.toml").write_text("x = [", encoding="utf-8")

    async def act(visitor):
        hands = WorkshopHands(visitor)
        await visitor.page("StartPage")
        await hands.taps("Карты")
        assert hands.says("Файл bad.toml не читается начиная со строки 1.")

    at_start(act, Settings(language=Language.RUSSIAN))


def test_a_game_without_a_card_language_has_no_workshop(at_start, monkeypatch):
    monkeypatch.delattr(type(game_called("signum")), "workshop")

    async def act(visitor):
        hands = WorkshopHands(visitor)
        await visitor.page("StartPage")
        assert hands.says("Settings")
        assert not hands.says("Cards")

    at_start(act, Settings(language=Language.ENGLISH))


SIZES = [(1024, 600), (800, 1280), (600, 1024), (1280, 800)]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "size"), list(zip((*Language, Language.ENGLISH), SIZES, strict=True)))
def test_every_part_of_every_card_fits(at_start, tmp_path, language, size):
    path = own_pack(tmp_path)

    async def act(visitor):
        from companion.games.workshop import Open  # noqa: PLC0415
        from companion.tablet.cards.maker_page import MakerPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.data.card_work import CardWork  # noqa: PLC0415

        shell, file = visitor.shell, PackFile.read(path)
        await visitor.page("StartPage")
        await WorkshopHands(visitor).rests()
        picture(shell.page, f"start-{language.value}-{size[0]}")

        async def look(work, at):
            before = shell.page
            work.more.add(at)
            shell.go(lambda: MakerPage(shell, work, at))
            while shell.page is before:
                await WorkshopHands(visitor).rests()
            await WorkshopHands(visitor).rests()
            picture(shell.page, f"part-{'-'.join(map(str, at)) or work.card['key']}-{language.value}-{size[0]}")
            assert_fits(shell.page, 0.75)
            for row in work.rows(at, language):
                if isinstance(row.entry, Open) and row.entry.start is None:
                    await look(work, row.at)

        for index, raw in enumerate(file.cards):
            await look(CardWork(game_called("signum").workshop, file, index, raw), ())

    at_start(act, Settings(language=language), size=size)


def test_another_game_is_chosen_for_its_cards_and_all_that_is_wrong_is_told_at_once(at_start):
    async def act(visitor):
        hands = WorkshopHands(visitor)
        await visitor.page("StartPage")
        await hands.taps("Cards")
        picture(hands.page, "packs-game")
        assert not hands.says("The cards of your box"), "Legends of Signum comes with all of them"
        await hands.taps("Cards for it. Touch to choose another game.")
        await hands.taps("Super Fantasy Brawl")
        assert hands.says("The cards of your box")
        await hands.taps("Super Fantasy Brawl")
        picture(hands.page, "game-of-cards")
        await hands.taps("Legends of Signum")
        await hands.taps("A new pack")
        await hands.writes("Kitchen")
        picture(hands.page, "pack-question")
        await hands.taps("New card")
        await hands.taps("Spell")
        told = ("Name: This is still to be chosen.", "Faction: This is still to be chosen.")
        assert all(hands.says(each) for each in told)
        count = next(each for each in hands.reads() if "still wrong" in each)
        await hands.taps("Name")
        await hands.taps("In English")
        await hands.writes("Soup")
        await hands.taps("Done")
        picture(hands.page, "wrong-at-once")
        after = next(each for each in hands.reads() if "still wrong" in each)
        assert int(after.split()[0]) == int(count.split()[0]) - 1

    at_start(act, Settings(language=Language.ENGLISH))
