"""A campaign from the command line: begun, a match played and chained, read, taken back, gone on with next week."""

import json
import os
import random
import shutil
import signal
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.common import Concede
from companion.games.options import chosen_of
from companion.games.registry import Recorded, games
from companion.games.shelf import GamePlan, SeatedPlayer
from companion.games.warseer.tournament.commands import Adjust
from companion.record.record import Record
from companion.record.store import Store
from companion.record.verification import verify
from companion.referee.history.campaign_record import CampaignRecord
from companion.texts import Language
from tests.games.warseer.self_play import next_command

pytestmark = pytest.mark.slow

BEGIN = ("begin", "--player", "Ann:vell", "--player", "Ben:grenna")
BEGUN_COINS = 30
"""Of the first match (the plan that comes with the game)."""
RESULT = """winner = "B"
[players.A]
points = 2
lost = 1
kills = 1
hero_wounds = 4
injured = ["sellsword"]
[players.B]
points = 8
"""


@pytest.fixture
def ours(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert campaign(*BEGIN[:1], "ours.campaign", *BEGIN[1:]) == 0
    return Path("ours.campaign")


def campaign(action, path, *words):
    return main(["campaign", action, str(path), *words])


def do(ours, player, *words):
    assert campaign("do", ours, "--as", player, *words) == 0


def to_battle(ours):
    for player in "ABAB":  # of the resources, then of the preparation
        do(ours, player, "ready")


def played(path, ours, *squads):
    """Records the Duel of row 1 of these squads, which Ben concedes in the first turn; the hash of its last entry."""
    game = games()["warseer"]
    match = state_of(ours).match
    row = {"goal": ("opening",), "map": (match.map,), "scenario": (match.scenario,)}
    chosen = chosen_of(game.shelf.options(Language.ENGLISH), row)
    seated = tuple(
        SeatedPlayer(plan, plan.id, game.shelf.library.deck(str(squad)))
        for plan, squad in zip(game.shelf.seats(chosen), squads, strict=True)
    )
    setup = game.shelf.set_up(GamePlan(chosen, seated, game.shelf.library.packs))
    with closing(Record.create(path, game, setup, lambda: "2026-01-02T03:04:05Z")) as record:
        taste, chance = game.taste(), random.Random(1)  # noqa: S311
        while not record.state.round:
            record.do(next_command(record.state, taste, chance))
        record.do(Concede(by="B"))
        return [entry.hash.hex() for entry in record.entries()][-1]


def state_of(path):
    with closing(Record.read(path, Recorded())) as record:
        return record.state


def test_a_campaign_is_begun_played_chained_and_gone_on_with(ours, capsys):
    do(ours, "A", "buy", "sellsword")
    do(ours, "B", "buy", "hydra")
    assert campaign("decks", ours, "--out", "friday") == 0
    to_battle(ours)
    last = played(Path("friday.warseer"), ours, "friday/A.deck.toml", "friday/B.deck.toml")
    capsys.readouterr()
    assert campaign("match", ours, "friday.warseer") == 0
    said = capsys.readouterr().out
    assert "Match of row 3" in said
    state = state_of(ours)
    assert (state.matches[0].record, state.matches[0].winner, state.match.row) == (last, "A", 3)
    assert campaign("match", ours, "friday.warseer") == 2, "W-TRN-28: the next one has to be prepared first"
    assert "[W-TRN-28]" in capsys.readouterr().err

    assert main(["verify", str(ours), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    assert main(["replay", str(ours), "--language", "uk"]) == 0
    replayed = capsys.readouterr().out
    assert "виграно матчів" in replayed
    assert "Матч рядка 3" in replayed
    assert main(["export", str(ours), "--to", "html", "--out", "report.html"]) == 0
    assert "Sellsword" in Path("report.html").read_text(encoding="utf-8")
    assert campaign("sheets", ours, "--out", "to/print.html", "--language", "ru") == 0
    assert "Лист Турнира: Ann" in Path("to/print.html").read_text(encoding="utf-8")
    assert campaign("show", ours, "--all") == 0
    assert "Achievement sheet of Ben" in capsys.readouterr().out


def test_what_was_done_is_taken_back_with_what_chance_decided_after_it(ours, capsys):
    do(ours, "A", "ready")
    do(ours, "B", "ready")
    assert state_of(ours).match.map
    assert campaign("undo", ours, "--as", "B") == 0
    state = state_of(ours)
    assert (state.stage, state.match.map, state.players["A"].ready) == ("resources", "", True)
    do(ours, "B", "buy", "hydra")
    do(ours, "B", "ready")
    for player in "AB":
        do(ours, player, "ready")
    Path("result.toml").write_text(RESULT.replace('["sellsword"]', "[]"), encoding="utf-8")
    assert campaign("match", ours, "result.toml") == 0
    with closing(Record.open(ours, Recorded(), lambda: "2026-01-02T03:04:05Z")) as record:
        record.reveal()
    assert verify(ours, Recorded()).shuffles == 4, "map and Scenario follow from the seed, those taken back as well"


def test_a_campaign_that_was_changed_by_hand_is_found_out(ours, capsys):
    do(ours, "A", "buy", "sellsword")
    with Store.read(ours) as store:
        entry = list(store.entries())[-1]
    data = ours.read_bytes()
    assert entry.body in data
    ours.write_bytes(data.replace(entry.body, entry.body.replace(b"sellsword", b"bombshell")))
    assert main(["verify", str(ours)]) == 1
    assert campaign("show", ours) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("begin", "other.campaign", "--player", "Ann", "--player", "Ben:vell"), "NAME:HERO"),
        (("begin", "other.campaign", "--player", "Ann:vell", "--player", "Ben:nobody"), "no one Hero 'nobody'"),
        (("begin", "other.campaign", *BEGIN[1:], "--sort", "long"), "champion, royal"),
        (("begin", "other.campaign", *BEGIN[1:], "--game", "brawl"), "brawl has no campaign"),
        (("begin", "other.campaign", *BEGIN[1:], "--plan", "missing.toml"), "missing.toml cannot be read"),
        (("begin", "ours.campaign", *BEGIN[1:]), "exists already"),
        (("do", "ours.campaign", "--as", "A", "fly"), "there is no 'fly'"),
        (("do", "ours.campaign", "--as", "A", "buy"), "after 'buy' is written: card"),
        (("do", "ours.campaign", "--as", "A", "convert", "two"), "Expected `int`"),
        (("do", "ours.campaign", "--as", "A", "buy", "hydra"), "of another faction. [W-CARD-32]"),
        (("undo", "ours.campaign", "--as", "A"), "nothing was done yet"),
        (("match", "ours.campaign", "result.toml"), "another stage"),
        (("match", "ours.campaign", "strange.toml"), "has no 'loser'"),
        (("match", "ours.campaign", "missing.toml"), "missing.toml cannot be read"),
        (("show", "result.toml"), "cannot be opened as a record"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(ours, words, said, capsys):
    Path("result.toml").write_text(RESULT, encoding="utf-8")
    Path("strange.toml").write_text('loser = "A"\n', encoding="utf-8")
    capsys.readouterr()
    assert main(["campaign", *words]) == 2
    told = capsys.readouterr().err.strip()
    assert said in told
    assert "\n" not in told


def test_the_end_shows_the_seed_by_which_chance_decided(ours, capsys):
    Path("result.toml").write_text('[players.A]\npoints = 3\nlost = 1\nkills = 1\nhero_wounds = 1\n[players.B]\n'
                                   "lost = 1\nkills = 1\nhero_wounds = 1\n", encoding="utf-8")  # fmt: skip
    settled = {"map": "old_road", "first": "B", "zone": "1"}
    left = ["standards", "signal_fires", "relic_cart", "pilgrims", "long_haul"]
    while state_of(ours).stage != "over":
        for player in "AB":
            do(ours, player, "ready")
        state = state_of(ours)
        while state.stage == "setup":
            if by := state.chooser("scenario"):
                do(ours, by, "settle", "scenario", next(each for each in left if each in state.scenarios()))
            else:
                what, by = next((what, by) for what in settled if (by := state.chooser(what)))
                do(ours, by, "settle", what, settled[what])
            state = state_of(ours)
        for player in "AB":
            do(ours, player, "ready")
        assert campaign("match", ours, "result.toml") == 0
    assert "Ann has won the Tournament: most VP." in capsys.readouterr().out
    assert verify(ours, Recorded()).shuffles == 2, "map and Scenario of the first match"


RELEASED = Path(__file__).parents[2] / "record" / "released" / "warseer.tournament-1"


def test_a_campaign_of_a_released_program_verifies_and_goes_on(tmp_path, capsys):
    """A match was played in it, cards were bought, and something was taken back."""
    for each in RELEASED.iterdir():
        shutil.copy(each, tmp_path)
    path = tmp_path / "ours.campaign"
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    state = state_of(path)
    assert (state.match.row, state.players["A"].injured, state.players["B"].points) == (
        3, ("emberfall/sellsword",), 8,
    )  # fmt: skip
    do(path, "A", "recover", "sellsword")
    assert state_of(path).players["A"].injured == ()
    assert main(["verify", str(path)]) == 0


def test_killed_at_any_moment_a_campaign_keeps_what_was_acknowledged(ours):
    """A coin by hand, acknowledged each time; the file opens, verifies and goes on after every kill."""
    said = 0
    for more_than in (0, 1, 2, 5, 9, 14):
        child, read = begin_saving(ours)
        assert os.read(read, 1) == b"!"
        before = said
        while said - before < more_than:
            said += len(os.read(read, 1))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(read, 4096):
            said += len(more)
        os.close(read)
        kept = state_of(ours).players["A"].coins - BEGUN_COINS
        assert said <= kept <= said + 1, "at most the last one was written and not acknowledged"
        verify(ours, Recorded())
        said = kept
    assert said > 0


def begin_saving(path):
    """A process that gives a coin after the other, and says so on a pipe once each is in the record."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    try:
        with closing(CampaignRecord.open(path, lambda: "2026-01-02T03:04:05Z")) as going:
            os.write(write, b"!")
            while True:
                going.do(Adjust(by="A", player="A", coins=1), Language.ENGLISH)
                os.write(write, b".")
    finally:
        os._exit(1)
