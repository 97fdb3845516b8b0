"""Makes the records that the tests keep for ever: one folder for each number of the rules that was ever released.

    python -m tests.record.released_records tests/record/released/signum-2
    python -m tests.record.released_records tests/record/released/signum-5 terrain_brushed whole_duel
    python -m tests.record.released_records tests/record/released/warseer-2

Run it with the program whose records are to be kept, once, and commit what it writes. Records of older programs are
never made anew: they are the proof that a newer program accuses nobody. Where the rules changed in one part alone, the
games that use that part are enough. Of the games that have no scripts, the beginning of one by chance is kept.
"""

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.games import contract
from companion.games.common import Concede
from companion.games.registry import game_called
from companion.record.record import Record
from companion.record.script import parse
from companion.record.shuffle import commitment
from companion.referee.history.scripts import played
from tests.phones.played_table import setup
from tests.record.games import NOON, begin, new_record, turns

SCRIPTS = Path(__file__).resolve().parents[1] / "rules" / "games"
KEPT = (
    "aura",
    "city_and_costs",
    "difficult_terrain",
    "first_words",
    "hand_limit_when_cards_return",
    "healer",
    "heroes_fall_together",
    "lasting_cards",
    "melee_greer_and_cordelia",
    "missed_draws",
    "persecution",
    "relics",
    "secret_bribe",
    "shot_at_severus_ru_web",
    "summoned_where_only_contact_is_left",
    "tactic_of_the_fallen",
    "terrain_brushed",
    "whole_clock",
    "whole_duel",
    "whole_shoulder_to_shoulder",
)
"""Games that together use every part of the rules; see the ids that they name."""
SEED = bytes(range(32))
BY_CHANCE = 40
"""So many commands of a game by chance are kept: in Warseer somebody is hurt by then, and Regeneration came up."""


def keep(folder: Path, names: Sequence[str] = KEPT) -> None:
    """Writes the records of some games, one with all that is done to a record, and one of a program that was killed."""
    folder.mkdir(parents=True)
    game = folder.name.rpartition("-")[0]
    if game != "signum":
        _keep_by_chance(folder / "by_chance.signum", game)
        return
    for name in names:
        _keep_script(folder / f"{name}.signum", SCRIPTS / f"{name}.game")
    _keep_course(folder / "undone_and_revealed.signum")
    _keep_killed(folder / "killed.signum")


def _keep_script(path: Path, script: Path) -> None:
    game = played(parse(script.read_text(encoding="utf-8")), script.parent)
    setup = msgspec.structs.replace(game.setup, seed_hash=commitment(SEED))
    record = Record.create(path, game.game, setup, lambda: NOON, edition=setup.rules.edition.value, seed=SEED)
    for command in game.commands:
        record.do(command)
    record.close()


def _keep_by_chance(path: Path, name: str) -> None:
    game, chance = game_called(name), contract.chance_of(1)
    record = Record.create(path, game, setup(name), lambda: NOON, seed=SEED)
    for _ in range(BY_CHANCE):
        command = contract.next_command(game, record.state, chance)
        assert command is not None, "the game ended before"
        record.do(command)
    record.close()


def _keep_course(path: Path) -> None:
    """A duel with evidence, undoing, redoing, giving up, and the seed revealed."""
    record = new_record(path)
    begin(record)
    turns(record, 5)
    record.undo(record.boundaries[-3], "A")
    record.redo("B")
    record.undo(record.boundaries[-2], "B")
    record.do(Concede(by="B"))
    record.reveal()
    record.close()


def _keep_killed(path: Path) -> None:
    """What a program that was killed leaves: the record and its write-ahead log."""
    with tempfile.TemporaryDirectory() as folder:
        record = new_record(Path(folder) / path.name)
        begin(record)
        turns(record, 5)
        for each in record.path.parent.glob(f"{path.name}*"):
            if not each.name.endswith("-shm"):
                shutil.copy(each, path.parent)
        record.close()


if __name__ == "__main__":
    keep(Path(sys.argv[1]), sys.argv[2:] or KEPT)
