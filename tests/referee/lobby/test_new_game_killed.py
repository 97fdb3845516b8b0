"""Whenever the program dies while a game is begun: the game is there with all that was set for it, or not at all."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.games.registry import games
from companion.record.record import Record
from companion.referee.api.table_intents import Strictness
from companion.referee.lobby.cleanup import sweep
from companion.referee.mat.models import Miniature
from companion.referee.mat.models_file import models_beside, read_models
from companion.referee.match.settings import SettingsFile, name_of_game, settings_beside

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a child that kills itself is made by fork")

EVERY_CHILD = """
import os, signal, sys
from pathlib import Path
from companion.referee.lobby.new_game import NewGame, begin
from companion.referee.mat.models import Miniature, Models
from companion.referee.api.table_intents import Strictness

STEPS = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "sqlite3.connect", "shutil.rmtree"}
MODELS = Models(shown={"a5": Miniature("A", "skirmish/maud_averill")})
NEW_GAME = NewGame(limit_s=3600.0, each_s=900.0, strictness=Strictness.TEACH, models=MODELS)

def dies_at(last):
    steps = 0
    def step(event, _):
        nonlocal steps
        if event in STEPS:
            steps += 1
            if steps == last:
                os.kill(os.getpid(), signal.SIGKILL)
    return step

begin(Path(sys.argv[1]) / "first.signum", NEW_GAME, (600.0, 600.0), lambda: "2026-11-22T12:00:00Z")
for last in range(1, 100):
    folder = Path(sys.argv[1]) / str(last)
    folder.mkdir()
    child = os.fork()
    if child == 0:
        sys.addaudithook(dies_at(last))
        begin(folder / "game.signum", NEW_GAME, (600.0, 600.0), lambda: "2026-11-22T12:00:00Z")
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
"""


def test_a_game_that_is_there_has_its_clocks_strictness_and_models_whenever_the_program_was_killed(tmp_path):
    subprocess.run([sys.executable, "-c", EVERY_CHILD, str(tmp_path)], cwd=Path.cwd(), check=True, timeout=120)
    folders = [each for each in tmp_path.iterdir() if each.is_dir()]
    kept = [path for each in folders if (path := each / "game.signum").exists()]
    assert len(folders) > 5
    assert 0 < len(kept) < len(folders)
    for path in kept:
        record = Record.open(path, games(), lambda: "")
        settings = SettingsFile(settings_beside(path), name_of_game(record)).now
        record.close()
        assert (settings.limit_s, settings.each_s, settings.strictness) == (3600.0, 900.0, Strictness.TEACH)
        assert dict(read_models(models_beside(path)).shown) == {"a5": Miniature("A", "skirmish/maud_averill")}
    hidden = [left for each in folders for left in each.glob(".game.signum.????????")]
    assert hidden
    for left in hidden:
        os.utime(left, (0.0, 0.0))
    assert {left for each in folders for left in sweep(each, datetime.now(UTC))} == set(hidden)
    assert not any(left.exists() for left in hidden)
