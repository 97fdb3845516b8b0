"""A saved game is always within reach: a newcomer finds every way on, touching only what stands on the screen."""

import json
import shutil
import sqlite3
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.record.file_lock import held
from companion.record.grounds import BY_HAND
from companion.referee.camera.calibrations import calibration_file
from companion.referee.history.replay import open_record
from companion.referee.virtual_mat.mat_file import mat_of
from companion.tablet.data.settings import Settings, load
from tests.phones.moments import moment
from tests.tablet.mat_phone import MatPhone
from tests.tablet.prepared_games import first_turn

pytestmark = pytest.mark.slow


USER = "me:se%20cret@"
PASSWORDS = "se%20cret", "se cret"
"""Of a phone of ours, as it is typed and as it is meant."""
NO_CAMERA_HERE = "http://127.0.0.1:9/video"
SEEN = "estimated"
"""What is read of the lens once a mat is seen."""


@pytest.fixture
def game(tmp_path):
    """A game that was begun at a real table."""
    (tmp_path / "games").mkdir()
    return first_turn(tmp_path / "games" / "ours.signum")


@pytest.fixture
def phone():
    """A phone with a camera app that needs a name and a password."""
    with MatPhone() as phone:
        phone.password = True
        yield phone


def kept(tmp_path):
    """What the program remembers."""
    return load(tmp_path / "settings.toml").settings


def no_password_in(words):
    assert not [each for each in words for password in PASSWORDS if password in each]


def test_a_wrong_address_that_was_remembered_leads_to_the_game_without_a_camera_and_with_another(
    newly, tmp_path, game, phone, caplog
):
    wrong = f"htp://{USER}phone/video"

    async def without(newcomer):
        await newcomer.reads("Continue", "turn 1")
        await newcomer.touches("Continue")
        await newcomer.reads("The camera cannot be used.")
        no_password_in(newcomer.words())
        await newcomer.touches("Continue without a camera")
        await newcomer.reads("It is Ann's turn.", "Without a camera", "2 on the mat")

    newly(without, Settings(camera=wrong, last_game=str(game), last_camera=wrong))
    assert (kept(tmp_path).last_game, kept(tmp_path).last_camera) == (str(game), "")

    async def with_another(newcomer):
        await newcomer.touches("Continue")
        await newcomer.reads("It is Ann's turn.", "Without a camera")
        await newcomer.touches("⚙")
        await newcomer.touches("Camera")
        await newcomer.reads("Which camera shows the table?")
        no_password_in(newcomer.words())
        await newcomer.touches("Another address")
        await newcomer.reads("Address of the camera")
        assert not newcomer.line().text
        await newcomer.types(phone.address(user=USER))
        await newcomer.touches("Done")
        await newcomer.reads("Camera: ", "images a second")
        no_password_in(newcomer.words())
        await newcomer.touches("Continue the game")
        await newcomer.reads("It is Ann's turn.", SEEN)
        no_password_in(newcomer.words())
        await newcomer.until(lambda: kept(tmp_path).camera == phone.address(user=USER), "remembered")
        await newcomer.touches("Leave")
        await newcomer.reads("Leave the table? The game is kept.")
        await newcomer.touches("Leave")
        await newcomer.touches("Continue")
        await newcomer.reads(SEEN)

    newly(with_another)
    assert (kept(tmp_path).camera, kept(tmp_path).last_camera) == (phone.address(user=USER),) * 2
    assert mat_of(game) == ""
    no_password_in([record.getMessage() for record in caplog.records])
    for file in tmp_path.rglob("*"):
        if file.is_file() and file.name != "settings.toml":
            no_password_in([file.name, file.read_bytes().decode(errors="replace")])


def test_an_address_that_changed_is_typed_anew_with_the_fingers_and_wrong_ones_are_answered(
    newly, tmp_path, game, phone
):
    before = Settings(camera=NO_CAMERA_HERE)

    async def act(newcomer):
        await newcomer.touches("Continue")
        await newcomer.reads("No image from the camera", "No answer from http://127.0.0.1:9/video")
        assert newcomer.keys("Continue without a camera")
        assert kept(tmp_path) == before
        await newcomer.touches("Choose a camera")
        await newcomer.reads("No answer from")
        assert not newcomer.keys("Continue the game")
        await newcomer.touches("Another address")
        for wrong, answer in (
            ("Wi-Fi", "This is not the address of a camera."),
            ("https://A?b=c&d%e@f", "Use http instead"),
        ):
            await newcomer.types(wrong)
            await newcomer.touches("Done")
            await newcomer.reads(answer)
            for _ in wrong:
                await newcomer.touches("⌫")
        await newcomer.types(phone.address().removeprefix("http://"))
        await newcomer.touches("Done")
        await newcomer.reads("needs a name and a password")
        assert not newcomer.keys("Continue the game")
        assert kept(tmp_path) == before
        await newcomer.touches("Back")
        await newcomer.reads("It is Ann's turn.", "No answer from")
        phone.password = False
        await newcomer.touches("Choose a camera")
        await newcomer.touches("Another address")
        await newcomer.types(phone.address())
        await newcomer.touches("Done")
        await newcomer.reads("images a second")
        await newcomer.touches("Continue the game")
        await newcomer.reads("It is Ann's turn.", SEEN)

    newly(act, before)
    assert kept(tmp_path).last_camera == phone.address()


def test_a_camera_that_is_pulled_out_holds_nobody_up_and_one_that_comes_back_is_taken_up_again(
    newly, tmp_path, game, phone
):
    phone.password = False

    async def act(newcomer):
        await newcomer.touches("Continue")
        await newcomer.reads(SEEN)
        port = phone.port
        phone.stop()
        await newcomer.reads("No image from the camera")
        with MatPhone(port):
            await newcomer.reads(SEEN)
        await newcomer.reads("No image from the camera")
        await newcomer.touches("Continue without a camera")
        await newcomer.reads("It is Ann's turn.", "Without a camera", "2 on the mat")
        assert not newcomer.keys("Choose a camera")

    newly(act, Settings(camera=phone.address()))
    assert kept(tmp_path).camera == phone.address()


def test_where_no_camera_was_ever_chosen_a_saved_game_asks_for_one(newly, tmp_path, game):
    """Whatever once remembered a simulated table is no camera for a real game."""

    async def act(newcomer):
        await newcomer.touches("Continue")
        await newcomer.reads("Which camera shows the table?")
        assert not newcomer.keys("Simulated table")
        assert not newcomer.keys("Continue the game")
        await newcomer.touches("Without a camera")
        await newcomer.reads("You can choose a camera later")
        await newcomer.touches("Continue the game")
        await newcomer.reads("It is Ann's turn.", "2 on the mat")

    newly(act, Settings(camera="sim:match"))


def test_a_table_file_and_a_calibration_that_went_wrong_lead_on(newly, tmp_path, game, phone, monkeypatch):
    phone.password = False
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    lens = calibration_file(phone.address())
    lens.parent.mkdir(parents=True)
    lens.write_text("no lens", encoding="utf-8")
    gone = tmp_path / "gone" / "table.toml"

    async def act(newcomer):
        await newcomer.touches("Continue")
        await newcomer.reads("The table file cannot be used.")
        assert newcomer.keys("Continue without a camera")
        await newcomer.touches("Choose the sheets")
        await newcomer.reads("The table file cannot be used.")
        await newcomer.touches("table.toml")
        await newcomer.touches("Standard sheets")
        await newcomer.reads("The camera's calibration cannot be used.")
        assert newcomer.keys("Calibrate")
        await newcomer.touches("Back")
        await newcomer.touches("Back")
        await newcomer.touches("Continue")
        await newcomer.touches("Choose the sheets")
        await newcomer.touches("table.toml")
        await newcomer.touches("Standard sheets")
        await newcomer.touches("Calibrate")
        await newcomer.reads("Show the board")
        await newcomer.touches("Back")
        await newcomer.reads("The camera's calibration cannot be used.", "Standard sheets")

    newly(act, Settings(camera=phone.address(), table=str(gone)))

    async def without_lens(newcomer):
        await newcomer.touches("Continue")
        await newcomer.reads("The camera's calibration cannot be used.")
        await newcomer.touches("Continue without it")
        await newcomer.reads("It is Ann's turn.", SEEN)

    newly(without_lens, Settings(camera=phone.address()))
    assert lens.with_name(f"{lens.name}.unread").read_text(encoding="utf-8") == "no lens"


def test_practise_takes_continue_from_no_real_game_and_is_found_as_it_was_left(newly, tmp_path, game):
    async def practise(newcomer):
        await newcomer.reads("Ann – Bob")
        await newcomer.touches("Practise")
        await newcomer.touches("Start the game")
        await newcomer.reads("Player A")
        await newcomer.until(lambda: newcomer.shell.view is not None and newcomer.shell.view.picture is not None, "mat")
        await newcomer.touches("Move a model")
        await newcomer.touches("A2")
        await newcomer.until(lambda: any("touch its new place" in each for each in newcomer.words()), "in the hand")
        newcomer.touches_mat(220, 150)
        await newcomer.until(lambda: stands(newcomer, "a2", 220, 150), "seen where it was put")

    newly(practise, Settings(camera=NO_CAMERA_HERE, guided=True))
    assert kept(tmp_path) == replace(kept(tmp_path), camera=NO_CAMERA_HERE, last_game="", last_camera="")

    async def again(newcomer):
        await newcomer.reads("Ann – Bob")
        await newcomer.touches("Practise")
        await newcomer.reads("Player A – Player B", "Start a new practice")
        await newcomer.touches("Continue practice")
        await newcomer.reads("Player A")
        await newcomer.until(lambda: stands(newcomer, "a2", 220, 150), "stands where it was left")
        await newcomer.touches("Leave")
        await newcomer.touches("Past games")
        await newcomer.touches("Practice · ")
        await newcomer.touches("Continue")
        await newcomer.until(lambda: stands(newcomer, "a2", 220, 150), "stands where it was left")

    newly(again)
    assert len(list((tmp_path / "games").glob("*.signum"))) == 2
    assert mat_of(game) == ""


def stands(newcomer, base, x_mm, y_mm):
    piece = newcomer.shell.view.piece(base) if newcomer.shell.view is not None else None
    return piece is not None and abs(piece.base.centre.x_mm - x_mm) < 3 and abs(piece.base.centre.y_mm - y_mm) < 3


def test_past_games_goes_on_with_any_game_and_tells_what_to_do_about_the_others(newly, tmp_path, game):
    games = tmp_path / "games"
    damage(Path(shutil.copy(game, games / "damaged.signum")))
    newer(Path(shutil.copy(game, games / "newer.signum")))
    (games / "junk.signum").write_bytes(b"nothing")
    moment("over").record(games / "over.signum").close()

    async def act(newcomer):
        await newcomer.touches("Past games")
        await newcomer.reads(
            "damaged.signum", "This game is damaged.", "junk.signum", "in progress, turn 1", "Legends of Signum · "
        )
        await newcomer.until(lambda: len(newcomer.keys("Ann – Bob")) == 2, "all games")
        await newcomer.touches("newer.signum")
        await newcomer.reads("A newer version of this program saved it.", "Install the newest version")
        assert not newcomer.keys("Rescue what is left")
        await newcomer.touches("Back")
        await newcomer.touches("junk.signum")
        await newcomer.reads("It is not a game of this program")
        await newcomer.touches("Rescue what is left")
        await newcomer.reads("Nothing in this file can be rescued.")
        await newcomer.touches("Back")
        await newcomer.touches("damaged.signum")
        await newcomer.reads("This game is damaged.", "If you have a copy of the file")
        await newcomer.touches("Rescue what is left")
        await newcomer.reads("Rescued into a new file", "entries were kept", "damaged (1).signum")
        await newcomer.touches("Open it")
        await newcomer.reads("Save as a page")
        await newcomer.reads("Continue")
        await newcomer.touches("Back")
        await newcomer.until(lambda: len(newcomer.keys("Ann – Bob")) == 3, "the one that was rescued")
        await newcomer.touches("won by")
        await newcomer.reads("Save as a page")
        assert not newcomer.keys("Continue")
        await newcomer.touches("Back")
        await newcomer.until(lambda: len(newcomer.keys("Ann – Bob")) == 3, "all games")
        await newcomer.touches("in progress, turn 1")
        await newcomer.touches("Continue")
        await newcomer.reads("Which camera shows the table?")
        await newcomer.touches("Back")
        await newcomer.reads("Save as a page")

    newly(act)


def test_a_game_that_goes_away_while_it_is_listed_is_told_and_others_are_there(newly, tmp_path, game):
    other = first_turn(tmp_path / "games" / "other.signum")

    async def act(newcomer):
        await newcomer.touches("Past games")
        await newcomer.until(lambda: len(newcomer.keys("Ann – Bob")) == 2, "both games")
        for file in other.parent.glob("other.signum*"):
            file.unlink()
        newcomer.finger.press(newcomer.keys("Ann – Bob")[0])
        await newcomer.reads("This file is not there any more.", "other.signum")
        await newcomer.touches("Back")
        await newcomer.touches("Ann – Bob")
        await newcomer.reads("Save as a page")
        await newcomer.touches("Back")
        await newcomer.until(lambda: len(newcomer.keys("Ann – Bob")) == 1, "the other game")

    newly(act)


def newer(path):
    """A file of a form that is not known yet."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE about SET value = ? WHERE key = 'schema'", (b"999",))


def damage(path):
    """One bit of one entry is another."""
    data = bytearray(path.read_bytes())
    at = data.index(b'"kind":"chooseFirst"') if b'"kind":"chooseFirst"' in data else data.rindex(b"player")
    data[at + 2] ^= 1
    path.write_bytes(bytes(data))


def test_a_game_that_another_program_plays_is_told_and_tried_again(newly, tmp_path, game):
    holds = ExitStack()
    holds.enter_context(held(game))

    async def act(newcomer):
        await newcomer.touches("Continue")
        await newcomer.touches("Without a camera")
        await newcomer.touches("Continue the game")
        await newcomer.reads("This game cannot be opened.")
        await newcomer.touches("Past games")
        await newcomer.reads("in progress, turn 1")
        await newcomer.touches("Back")
        holds.close()
        await newcomer.touches("Try again")
        await newcomer.reads("It is Ann's turn.")

    newly(act)


def test_settings_that_cannot_be_read_are_told_and_the_game_is_within_reach(newly, tmp_path, game):
    (tmp_path / "settings.toml").write_bytes(b"\xff = [")

    async def act(newcomer):
        await newcomer.reads("Your settings could not be read")
        await newcomer.touches("Back")
        await newcomer.touches("Continue")
        await newcomer.touches("Without a camera")
        await newcomer.touches("Continue the game")
        await newcomer.reads("It is Ann's turn.")

    newly(act)


def test_a_game_without_a_camera_is_played_with_a_finger_and_the_record_says_so(newly, tmp_path):
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "heroes.signum"
    moment("hero").record(game).close()

    async def act(newcomer):
        await newcomer.touches("Continue")
        await newcomer.touches("Without a camera")
        await newcomer.touches("Continue the game")
        await newcomer.reads("your hero, at your side of the mat.", "48 mm", "Touch its place in the highlighted area")
        newcomer.touches_mat(300, 100)
        await newcomer.reads("1 on the mat")
        await newcomer.drags((300, 100), (250, 24))
        await newcomer.reads("is placed here")
        await newcomer.touches("Yes")
        await newcomer.touches("Log")
        await newcomer.reads("(place entered by hand)")
        await newcomer.touches("Now")

    newly(act)
    with closing(open_record(game)) as record:
        (entry,) = (entry for entry in record.entries() if b"placehero" in entry.body)
        assert BY_HAND in [each.name for each in entry.evidence]
        at = json.loads(entry.body)["at"]
    assert abs(at["x_mm"] - 250) < 2
    assert abs(at["y_mm"] - 24) < 2
    assert at["sigma_mm"] < 0.5, "the finger came so near to the side that the model snapped to it"
