"""Games are found in their folder and in installed packages; one that is broken hides no other."""

import sqlite3
import sys
from contextlib import closing
from textwrap import dedent

import pytest

from companion.games.registry import GameError, Games, games
from companion.games.signum.game import Signum
from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.rescue import rescue
from tests.record.games import NOON, new_record


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package where Python finds installed ones: a module, and what its entry points say."""

    def put(module, code, **points):
        site = tmp_path / f"site_{module}"
        about = site / f"{module}-1.0.dist-info"
        about.mkdir(parents=True)
        (site / f"{module}.py").write_text(dedent(code), encoding="utf-8")
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"{name} = {module}:{of}" for name, of in points.items()]
        (about / "entry_points.txt").write_text("\n".join(("[companion.games]", *lines, "")), encoding="utf-8")
        monkeypatch.syspath_prepend(site)
        games.cache_clear()

    yield put
    games.cache_clear()
    for module in [name for name in sys.modules if name.startswith("strange_")]:
        del sys.modules[module]


def test_the_game_of_this_folder_is_found_by_its_name():
    assert isinstance(games()["signum"], Signum)
    assert games()["signum"] is games()["signum"]
    assert "chess" not in games()
    with pytest.raises(KeyError):
        games()["chess"]


def test_a_game_of_an_installed_package_is_found(install):
    install("strange_toy", "class Toy:\n    name = 'toy'\n\nGAME = Toy()\n", toy="GAME")
    assert set(games()) == {"brawl", "signum", "toy", "warseer"}
    assert games()["toy"].name == "toy"


def test_a_package_that_cannot_be_imported_says_so_and_hides_no_other_game(install):
    install("strange_broken", "import a_module_that_nobody_has\n", broken="GAME")
    assert isinstance(games()["signum"], Signum)
    assert "broken" in games()
    with pytest.raises(GameError, match=r"^the game broken cannot be loaded .*a_module_that_nobody_has.*take its pack"):
        games()["broken"]


def test_a_game_that_calls_itself_otherwise_is_refused(install):
    install("strange_other", "class Toy:\n    name = 'toy'\n\nGAME = Toy()\n", other="GAME")
    with pytest.raises(GameError, match="installed as other calls itself toy"):
        games()["other"]


def test_an_installed_game_takes_no_name_of_the_programs_own(install):
    install("strange_signum", "class Toy:\n    name = 'signum'\n\nGAME = Toy()\n", signum="GAME")
    assert isinstance(games()["signum"], Signum)


def test_a_record_of_a_game_that_cannot_be_loaded_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "game.signum"
    new_record(path).close()

    def fails():
        raise RuntimeError("boom")

    with pytest.raises(RecordError, match=r"game\.signum: the game signum cannot be loaded \(RuntimeError: boom\)"):
        Record.read(path, Games({"signum": fails}))


def test_a_broken_game_stands_in_the_way_of_no_rescue(install, tmp_path):
    path = tmp_path / "game.signum"
    new_record(path).close()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM about")
    install("strange_broken", "raise RuntimeError('boom')\n", broken="GAME")
    assert next(iter(games())) == "broken"  # it is tried first
    rescue(path, tmp_path / "out.signum", games())
    Record.open(tmp_path / "out.signum", games(), lambda: NOON).close()
