"""The workshop of the card language: each field of each card has a row in three languages, and none changes unasked."""

import ast
import re
import tomllib
from copy import deepcopy
from pathlib import Path

import pytest

import companion.cards
import companion.games.signum.shelf
from companion.cards.mistakes import Sentence
from companion.cards.pack_file import PackFile
from companion.games.registry import game_called
from companion.games.signum.own_texts import TEXTS as OWN_TEXTS
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.workshop.fresh import EFFECTS
from companion.games.workshop import Add, Bench, Count, Open, Select, Write, workshop_of
from companion.tablet.data.card_work import CardWork
from companion.texts import Language
from tests.cards.language_games import HEAD
from tests.cards.language_games import TEXTS as WRITTEN
from tests.games.kit.benches import benches, parts, value

pytestmark = pytest.mark.slow

WORKSHOP = workshop_of(game_called("signum"))
HIDDEN = {"key", "kind", "type", "series"}


def shipped():
    """Every card of the packs that come with the game, and of the texts of the card language, with its pack."""
    for each in LIBRARY._files.joinpath("packs").iterdir():
        if each.name.endswith(".toml") and ".deck." not in each.name:
            yield from benches(tomllib.loads(each.read_text(encoding="utf-8")))
    for text in WRITTEN:
        yield from benches({**HEAD, "card": text.raw()})


CARDS = tuple(shipped())


def written(card, at):
    """Whether anything is written at a place."""
    try:
        return bool(value(card, at))
    except (KeyError, IndexError):
        return False


@pytest.mark.parametrize("language", Language)
def test_every_field_of_every_card_has_a_row_in_words(language):
    assert len(CARDS) > 240
    for bench in CARDS:
        for at, rows in parts(WORKSHOP, bench, language):
            data = value(bench.card, at)
            shown = {row.at[len(at)] for row in rows if len(row.at) > len(at)}
            shown |= set(range(len(data))) if isinstance(data, list) else set()
            assert not (set(data) - HIDDEN - shown if isinstance(data, dict) else ()), (bench.card["key"], at)
            for row in rows:
                assert row.name, row
                assert not re.search(r"[_{}]|None", row.name + row.value + row.heading), row
                if row.entry in (Open(), Write()) and written(bench.card, row.at):
                    assert row.value, row


def test_what_a_row_shows_chosen_again_changes_no_card():
    picked = 0
    for bench in CARDS:
        for _, rows in parts(WORKSHOP, bench, Language.ENGLISH):
            for row in rows:
                if not isinstance(row.entry, Select) or row.entry.several:
                    continue
                work = CardWork(WORKSHOP, PackFile(Path("none"), "", dict(bench.pack)), 999, bench.card)
                before = work.value(row.at)
                same = next((each for each in row.entry.options if each.value == before), None)
                if before is None:
                    assert row.value or not same, row
                    continue
                assert same is not None, (bench.card["key"], row)
                assert same.name == row.value, (bench.card["key"], row)
                work.put(row.at, same.value, same.declares)
                assert work.card == bench.card
                picked += 1
    assert picked > 1000


def test_every_card_means_the_same_after_the_workshop_has_written_it(tmp_path):
    for number, bench in enumerate(CARDS):
        names = {"en": "Pack", "ru": "Набор", "uk": "Набір"}
        folder = tmp_path / str(number)
        file = PackFile.new(folder, str(bench.pack["id"]), names)
        work = CardWork(WORKSHOP, file, 0, deepcopy(bench.card))
        for at, rows in list(parts(WORKSHOP, work.bench, Language.UKRAINIAN)):
            work.title(at, Language.UKRAINIAN)
            assert work.wrong(at, Language.UKRAINIAN) is not None
            assert rows is not None
        work.save()
        # Alone in a new pack, what a card names is declared nowhere: most are kept as drafts, in the same words.
        kept = tomllib.loads(work.file.read_text(encoding="utf-8"))
        assert kept["draft" if WORKSHOP.mistakes(work.bench) else "card"] == [bench.card]


def test_no_card_that_comes_with_the_game_is_wrong():
    for bench in CARDS:
        assert WORKSHOP.mistakes(bench) == (), bench.card["key"]


def test_every_kind_of_card_begins_with_little_left_to_do():
    for option in WORKSHOP.kinds(Language.ENGLISH):
        bench = Bench({**option.value, "names": {"en": "One", "ru": "Раз", "uk": "Раз"}}, {"id": "mine"})
        left = {at[0] for at, _ in WORKSHOP.mistakes(bench)}
        assert left <= {"faction", "effects", "riders"}, (option.name, WORKSHOP.mistakes(bench))
        assert WORKSHOP.shown(bench, Language.ENGLISH).name == "One"


@pytest.mark.parametrize("word", EFFECTS)
def test_every_effect_that_is_added_can_be_read_and_put_right(word):
    kinds = {}
    for option in WORKSHOP.kinds(Language.ENGLISH):
        card = {**option.value, "names": {"en": "One", "ru": "Раз", "uk": "Раз"}}
        if "effects" not in card:
            continue
        rows = WORKSHOP.rows(Bench(card, {"id": "mine"}), (), Language.ENGLISH)
        added = next(row for row in rows if isinstance(row.entry, Add) and row.at == ("effects",))
        new = next(each for each in added.entry.options if each.value["type"] == word)
        bench = Bench({**card, "effects": [new.value]}, {"id": "mine"})
        for language in Language:
            shown = WORKSHOP.rows(bench, ("effects", 0), language)
            assert all(row.name for row in shown)
            for mistake in WORKSHOP.mistakes(bench):
                assert WORKSHOP.said(mistake, language)
        kinds[card["kind"]] = WORKSHOP.mistakes(bench)
    assert set(kinds) == {"spell", "relic", "building"}


OF_FILES = ("pack", "deck", "rulings")
"""What they say is of a whole file or a deck, which nobody writes in the workshop."""


def keys_of_mistakes():
    """The keys of all that any check may say to players."""
    for package in (companion.cards, companion.games.signum.shelf):
        for file in Path(package.__file__).parent.glob("*.py"):
            for each in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "told":
                    topic = "setup.squad.wrong" if file.stem == "rulings" else "workshop.wrong"
                    words = (part.value for part in ast.walk(each.args[0]) if isinstance(part, ast.Constant))
                    yield from (f"{topic}.{word}" for word in words if isinstance(word, str))
                if isinstance(each, ast.Yield) and isinstance(each.value, ast.Tuple) and file.stem not in OF_FILES:
                    assert not isinstance(each.value.elts[-1], ast.Constant | ast.JoinedStr), (file, each.lineno)


def test_every_mistake_has_a_sentence_for_players_in_three_languages():
    keys = {*keys_of_mistakes()}
    assert len(keys) > 60
    for language in Language:
        assert keys <= OWN_TEXTS.all(language).keys()


def test_a_mistake_is_told_where_it_is_and_without_words_of_the_file():
    card = {"key": "one", "kind": "spell", "names": HEAD["names"], "faction": "unknown", "cost": {}}
    effect = {"type": "harm", "amount": 0, "to": {"who": "self", "count": -1}}
    bench = Bench({**card, "effects": [effect]}, {"id": "mine"})
    found = {at: WORKSHOP.said((at, said), Language.ENGLISH) for at, said in WORKSHOP.mistakes(bench)}
    assert found == {
        ("effects", 0, "amount"): "This must be 1 or more.",
        ("effects", 0, "to", "count"): "This must be 0 or more.",
        ("effects", 0, "to", "who"): "No creature has this card. Choose whom it reaches.",
    }
    missing = Bench({key: each for key, each in card.items() if key != "cost"}, {"id": "mine"})
    assert (("cost",), "This is still to be chosen.") in [
        (at, WORKSHOP.said((at, said), Language.ENGLISH)) for at, said in WORKSHOP.mistakes(missing)
    ]
    assert all(isinstance(said, Sentence) for _, said in WORKSHOP.mistakes(bench))


def test_numbers_offer_what_the_language_takes():
    card = {"key": "one", "kind": "spell", "names": HEAD["names"], "faction": "unknown", "cost": {}}
    bench = Bench({**card, "effects": [{"type": "heal", "amount": {"count": "buildings", "per": 2}}]}, {"id": "mine"})
    rows = {row.at[-1]: row for row in WORKSHOP.rows(bench, ("effects", 0), Language.ENGLISH)}
    assert isinstance(rows["amount"].entry, Open)
    assert rows["amount"].value.startswith("Own buildings / 2")
    assert (rows["amount"].removable, rows["amount"].removed) == (True, None)
    plain = Bench({**card, "effects": [{"type": "heal"}]}, {"id": "mine"})
    rows = {row.at[-1]: row for row in WORKSHOP.rows(plain, ("effects", 0), Language.ENGLISH)}
    assert isinstance(rows["amount"].entry, Count)
    assert rows["amount"].value == "all"
