"""What `companion play` says to options that do not belong together: one line, exit code 2, no file."""

import pytest

from companion.cli import main
from companion.games.signum.model import editions
from companion.games.signum.model.constants import Edition


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "Ann", "Bob"), "--players belongs to a game; name its file with --game FILE."),
        (("--https",), "--https belongs to a game"),
        (("--pause", "0"), "--pause belongs to a game"),
        (("--new",), "--new belongs to a game"),
        (("--on-cardboard", "taps"), "--on-cardboard belongs to a game"),
        (("--game", "{old}", "--decks", "a", "b"), "is a game that has begun; --decks is for a new one."),
    ],
)
def test_options_that_do_not_belong_together_are_refused(words, said, tmp_path, capsys):
    old = tmp_path / "old.signum"
    old.touch()
    assert main(["play", "--camera", "sim:still", *(word.format(old=old) for word in words)]) == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("there", "named"),
    [
        ("friday evening.signum", "fridya evening.signum"),
        ("friday evening.signum", "friday evenin.signum"),
        ("friday evening.signum", "Friday Evening"),
        ("anna.signum", "ana.sigmun"),
        ("games/anna.signum", "anna.signum"),
    ],
)
def test_a_name_like_that_of_a_game_that_is_there_begins_no_new_one(there, named, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("companion.tablet.data.saved_games.games_folder", lambda: tmp_path / "games")
    old, new = tmp_path / there, tmp_path / named
    old.parent.mkdir(exist_ok=True)
    old.touch()
    assert main(["play", "--camera", "sim:still", "--game", str(new)]) == 2
    line = capsys.readouterr().err
    assert f"There is no game {new}. Is {old} meant?" in line
    assert "--new" in line
    assert line.count("\n") == 1
    assert not new.exists()


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("fridya.signum", ["--new"]),
        ("fridya.signum", ["--players", "Ann", "Bob"]),
        ("fridya.signum", ["--which", "signum"]),
        ("friday 2.signum", []),
        ("sunday.signum", []),
    ],
)
def test_a_new_game_is_begun_where_one_is_clearly_meant(named, words, tmp_path, monkeypatch):
    wanted = []
    monkeypatch.setattr("companion.tablet.data.saved_games.games_folder", lambda: tmp_path / "games")
    monkeypatch.setattr("companion.tablet.play", lambda options, *_: wanted.append(options) or 0)
    (tmp_path / "friday.signum").touch()
    assert main(["play", "--game", str(tmp_path / named), *words]) == 0
    assert wanted[0].beginning is not None


@pytest.mark.parametrize("words", [("--port", "0"), ("--port", "x"), ("--pause", "-1"), ("--edition", "fr")])
def test_values_that_mean_nothing_are_refused(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["play", "--game", "new.signum", *words])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_where_no_window_can_be_seen_no_game_is_begun(tmp_path, capsys, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    game = tmp_path / "game.signum"
    assert main(["play", "--camera", "sim:still", "--game", str(game)]) == 2
    assert "no screen" in capsys.readouterr().err
    assert not game.exists()


def test_players_without_names_are_called_as_in_the_language_of_the_settings(tmp_path, monkeypatch):
    settings, wanted = tmp_path / "settings.toml", []
    settings.write_text('language = "ru"\n', encoding="utf-8")
    monkeypatch.setattr("companion.tablet.data.settings.settings_file", lambda: settings)
    monkeypatch.setattr("companion.tablet.play", lambda options, *_: wanted.append(options) or 0)
    for words in ([], ["--language", "uk"]):
        assert main(["play", "--game", str(tmp_path / "new.signum"), *words]) == 0
    assert [each.beginning.players for each in wanted] == [("Игрок A", "Игрок B"), ("Гравець A", "Гравець B")]


def test_play_tells_what_a_game_needs(capsys):
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = capsys.readouterr().out
    for option in (
        "--game", "--players", "--decks", "--edition", "--variant", "--cardboard", "--on-cardboard", "--pause",
        "--https",
    ):  # fmt: skip
        assert option in told


def test_the_command_line_offers_what_the_rules_have(capsys):
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = "".join(capsys.readouterr().out.split())
    for choices in (editions.THINGS, editions.Variant, Edition):
        assert f"{{{','.join(choices)}}}" in told


def test_a_game_that_is_not_here_is_refused_with_those_that_are(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["play", "--game", "new.signum", "--which", "chess"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "no game 'chess' here; there is brawl, signum, warseer" in told
    assert told.count("\n") == 1
