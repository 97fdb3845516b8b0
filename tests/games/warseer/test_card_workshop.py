"""The card workshop of Warseer: what no source gives can be entered and played."""

from companion.cards.pack_file import PackFile
from companion.games.options import chosen_of
from companion.games.registry import game_called
from companion.games.shelf import GamePlan, SeatedPlayer
from companion.games.warseer.model.card_kinds import Colour, Symbol
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.workshop import Add, Bench, workshop_of
from companion.tablet.data.card_work import CardWork
from companion.texts import Language

GAME = game_called("warseer")
WORKSHOP = workshop_of(GAME)
NAMES = {"en": "One", "ru": "Раз", "uk": "Раз"}


def test_the_box_lists_what_is_missing_with_what_is_known_of_each():
    missing = {each.name: each for each in WORKSHOP.printed({}, Language.ENGLISH)}
    assert next(iter(missing)) == "Dice"
    assert missing["Feat"].note == "30 of them are missing"
    assert {"Income track", "Diogor", "The Hansa of Vallor", "Tavern", "Gust of Wind", "Altar"} <= set(missing)
    diogor = missing["Diogor"].value
    assert diogor["attack"] == {"kind": "melee", "crits": [{"crit": "advance"}]}
    wrong = {at for at, _ in WORKSHOP.mistakes(Bench(diogor, {"id": "box"}))}
    assert ("attack", "dice") in wrong
    assert "Dice" not in {each.name for each in WORKSHOP.printed({"card": [{"kind": "dice"}]}, Language.ENGLISH)}


def test_the_faces_of_the_box_are_entered_once_and_rolled_then(tmp_path):
    file = PackFile.new(tmp_path, "box", NAMES)
    option = next(iter(WORKSHOP.printed({}, Language.ENGLISH)))
    work = CardWork(WORKSHOP, file, 0, option.value)
    faces = {colour: list(Symbol)[number % 4] for number, colour in enumerate(Colour)}
    for colour, symbol in faces.items():
        row = next(row for row in work.rows((), Language.ENGLISH) if row.at == ("faces", colour.value))
        assert work.wrong(row.at, Language.ENGLISH) == "This die has 6 faces: say what each shows."
        work.put(row.at, row.entry.start)
        for _ in range(6):
            adds = next(row for row in work.rows(row.at, Language.ENGLISH) if isinstance(row.entry, Add))
            work.add(adds.at, next(each for each in adds.entry.options if each.value == symbol.value))
        told = next(row for row in work.rows((), Language.ENGLISH) if row.at == ("faces", colour.value))
        assert told.value == ", ".join([symbol.value.title()] * 6)
    assert not work.mistakes
    work.save()

    shelf = GAME.shelf
    chosen = chosen_of(shelf.options(Language.ENGLISH), {"dice": ("boxed",)})
    packs = {**LIBRARY.packs, **LIBRARY.with_packs((file.path,))}
    decks = [LIBRARY.deck(name) for name in shelf.usual_decks]
    seated = tuple(SeatedPlayer(plan, plan.id, deck) for plan, deck in zip(shelf.seats(chosen), decks, strict=False))
    made = shelf.set_up(GamePlan(chosen, seated, packs))
    assert made.dice.startswith("box/")
    assert {colour: set(shown) for colour, shown in made.dice_card.faces.items()} == {
        colour: {symbol} for colour, symbol in faces.items()
    }
