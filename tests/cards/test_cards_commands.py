"""`companion cards check` and `companion cards new` as a user calls them."""

import json
from pathlib import Path

import pytest

from companion.cli import main

PACKS = Path(__file__).resolve().parents[2] / "companion" / "games" / "signum" / "shelf" / "packs"
DECK = 'schema = 1\nhero = "my_pack/mayor"\nbuildings = ["skirmish/tavern"]\n[cards]\n"my_pack/watchman" = 1\n'


@pytest.fixture
def pack(tmp_path, capsys):
    """The template, written by the program."""
    file = tmp_path / "my.toml"
    assert main(["cards", "new", "--out", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}\n"
    return file


def test_the_template_has_a_card_of_each_kind_and_no_mistake(pack, capsys):
    assert main(["cards", "check", str(pack)]) == 0
    assert capsys.readouterr().out == f"{pack}: pack of 7 cards, no mistakes\n"
    for kind in ("hero", "character", "spell", "relic", "tactic", "building", "terrain"):
        assert f'kind = "{kind}"' in pack.read_text(encoding="utf-8")


def test_without_a_file_the_template_is_printed(pack, capsys):
    assert main(["cards", "new"]) == 0
    assert capsys.readouterr().out == pack.read_text(encoding="utf-8")


def test_a_file_that_is_there_is_not_written_over(pack, capsys):
    assert main(["cards", "new", "--out", str(pack)]) == 2
    assert capsys.readouterr().err == f"companion cards: {pack} exists already; name a new file with --out\n"


def test_mistakes_are_told_one_a_line(pack, capsys):
    text = pack.read_text(encoding="utf-8").replace("fortitude", "fortitud").replace("strength = 2", "strength = -2")
    pack.write_text(text, encoding="utf-8")
    lines = {
        word: number for number, line in enumerate(text.splitlines(), 1) for word in ("fortitud", "-2") if word in line
    }
    assert main(["cards", "check", str(pack)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(
        f"{pack}:{lines['fortitud']}: mayor: unknown ability 'fortitud'; did you mean 'fortitude'?"
    )
    assert out[1] == f"{pack}:{lines['-2']}: watchman: 'strength' must be 0 or more, not -2"
    assert out[2] == f"{pack}: pack of 7 cards, 2 mistakes"


def test_a_deck_is_checked_with_the_packs_beside_it(pack, tmp_path, capsys):
    deck = tmp_path / "my.deck.toml"
    deck.write_text(DECK, encoding="utf-8")
    assert main(["cards", "check", str(deck), str(pack), "--edition", "ru"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == (
        f"{deck}:4: S-DECK-02: the Battle Deck has 1 card; it must have 30 to 40, or exactly 20 with the starter set"
    )
    assert out[1] == f"{deck}: deck of 1 card, 1 mistake"
    assert out[2] == f"{pack}: pack of 7 cards, no mistakes"


def test_programs_get_everything_as_json(pack, tmp_path, capsys):
    deck = tmp_path / "my.deck.toml"
    deck.write_text(DECK, encoding="utf-8")
    assert main(["cards", "check", str(pack), str(deck), "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert first == {"file": str(pack), "kind": "pack", "cards": 7, "drafts": 0, "ok": True, "faults": []}
    assert (second["kind"], second["ok"]) == ("deck", False)
    assert second["faults"][0] == {
        "line": 4,
        "card": "",
        "rule": "S-DECK-02",
        "sentence": "the Battle Deck has 1 card; it must have 20 to 40",
        "warning": False,
    }


def test_what_is_shipped_has_no_mistakes(capsys):
    assert main(["cards", "check", *map(str, sorted(PACKS.glob("*.toml"))), "--json"]) == 0
    assert [(each["kind"], each["faults"]) for each in json.loads(capsys.readouterr().out)] == [
        *[("deck", [])] * 4, ("pack", []), ("pack", []),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["nowhere.toml", "nowhere.deck.toml", "."])
def test_a_file_that_is_not_there_is_one_line_and_exit_code_2(tmp_path, capsys, name):
    assert main(["cards", "check", str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"companion cards: {tmp_path / name}: cannot be read: ")
    assert captured.err.count("\n") == 1


def test_a_broken_deck_and_a_pack_that_is_no_toml_are_mistakes(tmp_path, capsys):
    for name in ("a.toml", "a.deck.toml"):
        (tmp_path / name).write_text("schema =", encoding="utf-8")
    assert main(["cards", "check", str(tmp_path / "a.toml"), str(tmp_path / "a.deck.toml")]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{tmp_path / 'a.toml'}:1: is not TOML: Invalid value"
    assert out[1] == f"{tmp_path / 'a.toml'}: pack of 0 cards, 1 mistake"
    assert out[2].startswith(f"{tmp_path / 'a.deck.toml'}:1: is not TOML")
    assert out[3] == f"{tmp_path / 'a.deck.toml'}: deck of 0 cards, 1 mistake"


@pytest.mark.parametrize(
    "words", [["cards"], ["cards", "check"], ["cards", "burn"], ["cards", "check", "a", "--edition", "x"]]
)
def test_wrong_words_are_refused_in_one_line(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("action", ["check", "new"])
def test_help_has_an_example(action, capsys):
    with pytest.raises(SystemExit):
        main(["cards", action, "--help"])
    assert f"example: companion cards {action}" in capsys.readouterr().out


def test_two_packs_of_one_name_are_refused(pack, tmp_path, capsys):
    other = tmp_path / "other.toml"
    other.write_bytes(pack.read_bytes())
    assert main(["cards", "check", str(pack), str(other)]) == 1
    assert "another of these packs is called 'my_pack' too" in capsys.readouterr().out
