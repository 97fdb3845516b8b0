"""The games of a user: named after day and players, told in short, and seen again command by command."""

import os
from datetime import UTC, datetime

import pytest

from companion.record.errors import RecordError
from companion.referee.history.timeline import film, write_report
from companion.tablet.data.saved_games import files, new_file, summary
from companion.texts import Language
from tests.record.games import begin, new_record, turns

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def test_a_new_games_file_is_named_after_the_day_and_the_players_and_never_one_that_is_there(tmp_path):
    first = new_file(tmp_path, ("Ann", "Bob/../x"), NOW, ".signum")
    assert first.name == "2026-11-21 20-15 Ann - Bobx.signum"
    first.touch()
    assert new_file(tmp_path, ("Ann", "Bob/../x"), NOW, ".signum").name == "2026-11-21 20-15 Ann - Bobx 2.signum"
    assert new_file(tmp_path, ("Ю" * 200, "Ї" * 200), NOW, ".signum").parent == tmp_path


@pytest.fixture
def game(tmp_path):
    """Three turns of a duel."""
    record = new_record(tmp_path / "ours.signum")
    begin(record)
    turns(record, 3)
    path, state = record.path, record.state
    record.close()
    return path, state


def test_a_game_is_told_in_short(game):
    path, state = game
    told = summary(path)
    assert told.names == tuple(seat.name for seat in state.setup.seats)
    assert told.turn == state.turn
    assert not told.over
    assert told.result(Language.ENGLISH) == ""


def test_what_is_no_game_is_told_as_such(tmp_path):
    path = tmp_path / "junk.signum"
    path.write_bytes(b"no game at all")
    told = summary(path)
    assert told.state is None
    assert "junk.signum" in told.why
    with pytest.raises(RecordError):
        film(path)


def test_the_game_written_last_comes_first_and_other_files_do_not_come(tmp_path):
    for name, age_s in (("old.signum", 100), ("new.signum", 300), ("notes.txt", 500)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (age_s, age_s))
    assert [path.name for path in files(tmp_path)] == ["new.signum", "old.signum"]
    assert files(tmp_path / "nowhere") == ()


def test_a_film_shows_the_game_after_every_command(game):
    path, state = game
    seen = film(path)
    assert seen.moments[-1].state == state
    assert [moment.state.turn for moment in seen.moments] == sorted(moment.state.turn for moment in seen.moments)
    said = [line for moment in seen.moments for line in moment.lines(Language.UKRAINIAN)]
    assert said
    assert all(said)
    assert len({moment.number for moment in seen.moments}) == len(seen.moments)


def test_a_film_has_the_figures_of_every_turn(game):
    path, state = game
    seen = film(path)
    values = seen.over_turns("prosperity")
    assert set(values) == {seat.id for seat in state.setup.seats}
    assert all(len(each) == len({moment.state.turn for moment in seen.moments}) for each in values.values())
    assert {player: each[-1] for player, each in values.items()} == {
        player: state.players[player].prosperity for player in values
    }
    assert all(each[-1] == 0 for each in seen.over_turns("wounds").values())


def test_the_page_to_read_lies_beside_the_game_and_tells_nothing_hidden(game):
    path, _ = game
    page = write_report(path, Language.RUSSIAN)
    assert page == path.with_suffix(".html")
    assert '<html lang="ru">' in page.read_text(encoding="utf-8")
