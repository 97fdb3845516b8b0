"""A record is exported whole, or as one viewer may know it."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from companion.games.command import SPECTATOR, TABLE
from companion.games.common import Concede, SetValue
from companion.games.signum.model.commands import ChooseFirst, Construct, End, PlaceHero, Priority
from companion.games.values import Stand
from companion.presentation.report.page import html_report
from companion.record.export import json_lines
from companion.record.record import Record
from companion.record.verification import verify
from companion.texts import COMPLETE, Language
from tests.record.games import GAMES, NOON, begin, new_record, turns

pytestmark = pytest.mark.slow


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Ten turns, the last command of the sixth undone and another done in its place."""
    record = new_record(tmp_path / "game.signum")
    begin(record)
    turns(record, 6)
    record.undo(record.boundaries[-2], "A")
    record.do(End(by=record.state.active))
    turns(record, 3)
    record.close()
    return tmp_path / "game.signum"


def exported(path: Path, viewer: str | None = None) -> list[dict]:
    record = Record.open(path, GAMES, lambda: NOON)
    lines = [json.loads(line) for line in json_lines(record, viewer)]
    record.close()
    return lines


def report(path: Path, language: Language = Language.ENGLISH, viewer: str | None = None) -> str:
    record = Record.open(path, GAMES, lambda: NOON)
    page = html_report(record, language, verify(path, GAMES), viewer)
    record.close()
    return page


def test_the_whole_export_has_every_event_once_in_order_with_its_command(played: Path) -> None:
    record = Record.open(played, GAMES, lambda: NOON)
    lines = exported(played)
    events = [line for line in lines if "event" in line]
    assert [line["event"] for line in events] == list(range(1, record.written + 1))
    assert [line["event"] for line in events if line["counts"]] == list(record.counting)
    assert lines[0]["setup"] == json.loads(msgspec.json.encode(record.setup))
    assert sum("command" in line for line in events) == sum(entry.kind == "command" for entry in record.entries())
    first_undone = next(line["event"] for line in events if not line["counts"])
    assert [line["undo"]["to"] for line in lines if "undo" in line] == [first_undone - 1]
    record.close()


HIDDEN = {"A": ("B",), "B": ("A",), SPECTATOR: ("A", "B")}


@pytest.mark.parametrize("viewer", list(HIDDEN))
def test_an_export_for_a_viewer_is_the_same_whatever_others_hide(tmp_path: Path, viewer: str) -> None:
    pages = []
    for cards in ("fighter", "rider"):
        path = tmp_path / cards
        record = new_record(path, decks=dict.fromkeys(HIDDEN[viewer], cards))
        begin(record)
        turns(record, 2)
        record.close()
        pages.append((exported(path, viewer), report(path, viewer=viewer)))
    assert pages[0] == pages[1]
    whole = [exported(tmp_path / cards) for cards in ("fighter", "rider")]
    assert whole[0] != whole[1]


def test_a_viewer_is_not_told_how_much_is_hidden(played: Path) -> None:
    lines = exported(played, "B")
    assert [line["event"] for line in lines if "event" in line] == list(range(1, 1 + sum("event" in x for x in lines)))
    entries = [line["entry"] for line in lines]
    assert sorted(set(entries)) == list(range(max(entries) + 1))
    assert "setup" not in lines[0]
    assert not any("command" in line for line in lines)


def test_the_report_is_one_page_without_scripts_or_anything_from_elsewhere(played: Path) -> None:
    page = report(played)
    assert not re.search(r"<script|src=\"(?!data:)|href=(?!\"#)|url\(|@import", page)
    ElementTree.fromstring(re.sub(r"^<!DOCTYPE html>\n|<meta [^>]*>", "", page))  # noqa: S314 (our own)
    # setting up, turns 1 to 7, turn 6 again, turns 7 to 10
    assert page.count('<section class="turn"') == 1 + 7 + 1 + 4
    assert "Turn 3: A" in page


@pytest.mark.parametrize("language", COMPLETE)
def test_the_report_strikes_through_what_was_undone_and_says_what_is_learned(played: Path, language: Language) -> None:
    page = report(played, language)
    undone = {Language.ENGLISH: "Undone by A", Language.RUSSIAN: "Отменено (A)", Language.UKRAINIAN: "Скасовано (A)"}
    assert undone[language] in page
    assert 0 < page.count("<del>") < page.count("<p") / 4
    assert page.count("<figure") >= 11
    assert f'lang="{language.value}"' in page


def test_rolls_are_reported_with_what_witnessed_them(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    picture = b"\x89PNG picture"
    record.do(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), {"tray.png": picture})
    record.close()
    page = report(tmp_path / "game.signum")
    assert "data:image/png;base64," in page
    assert "Roll for the first turn: A 6, B 2." in page
    (line,) = (line for line in exported(tmp_path / "game.signum") if "evidence" in line)
    assert line["evidence"][0]["name"] == "tray.png"


def test_the_report_tells_whether_the_shuffles_follow_from_the_seed(played: Path) -> None:
    assert "not been revealed yet" in report(played)
    record = Record.open(played, GAMES, lambda: NOON)
    assert not record.revealed
    seed = record.reveal()
    assert record.revealed
    record.close()
    page = report(played)
    assert "every order follows from it (2)" in page
    assert seed in page


def test_a_place_in_whole_numbers_is_the_same_place(tmp_path: Path) -> None:
    record = new_record(tmp_path / "game.signum")
    record.do(Priority(by=TABLE, rolled={"A": "6", "B": "2"}))
    record.do(ChooseFirst(by="A", player="A"))
    record.do(PlaceHero(by="A", at=Stand(300, 16)))
    record.close()
    assert verify(tmp_path / "game.signum", GAMES).otherwise == ()


def test_the_report_of_a_game_won_by_felling_a_hero_shows_what_tie_breaks_would_compare(tmp_path: Path) -> None:
    # S-DMG-24, S-END-13, S-END-15: heroes are no characters, so the fallen one is not among the eliminated
    record = new_record(tmp_path / "game.signum")
    begin(record)
    record.do(SetValue(by="A", what="prosperity", of="A", value=9))
    record.do(Construct(by="A", card="A:b1"))
    record.do(SetValue(by="A", what="kills", of="A", value=3))
    record.do(Concede(by="B"))
    record.close()
    for language, head, city in (
        (Language.ENGLISH, "enemy characters eliminated", "cost of the City"),
        (Language.RUSSIAN, "уничтожено персонажей врага", "стоимость Города"),
        (Language.UKRAINIAN, "знищено персонажів ворога", "вартість Міста"),
    ):
        page = report(tmp_path / "game.signum", language)
        assert re.findall(rf'data-of="{head}">(\d+)<', page) == ["3", "0"]
        assert re.findall(rf'data-of="{city}">(\d+)<', page) == ["2", "0"]
