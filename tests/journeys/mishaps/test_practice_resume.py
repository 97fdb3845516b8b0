"""The program is killed in the midst of a practice: every model stands where it was left when it is started again."""

import asyncio
import math

from companion.geometry import MatPoint
from companion.referee.virtual_mat.mat_file import MatFile, mat_beside, mat_of
from tests.tablet.prepared_games import first_turn

LEFT_AT = MatPoint(220.0, 150.0)
MODEL = "a2"
NEAR_MM = 3.0


async def lays_a_model(person):
    """A practice is begun while a real game waits, and a model is put on the mat."""
    newcomer = a_newcomer(person)
    await newcomer.touches("Practise")
    await newcomer.until(lambda: newcomer.shell.view is not None and newcomer.shell.view.picture is not None, "a mat")
    await newcomer.touches("Move a model")
    await newcomer.touches("A2")
    await newcomer.reads("touch its new place")
    newcomer.touches_mat(LEFT_AT.x_mm, LEFT_AT.y_mm)
    await asyncio.Event().wait()


async def finds_it_there(person):
    """The real game is still the one to continue; the practice is found by its own key."""
    newcomer = a_newcomer(person)
    await newcomer.reads("Ann – Bob")
    await newcomer.touches("Practise")
    await newcomer.touches("Continue practice")
    await newcomer.until(lambda: is_there(newcomer.shell.view), "the model where it was left")


def a_newcomer(person):
    from tests.tablet.newcomer import Newcomer  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

    return Newcomer(person.shell, person.folder)


def is_there(view):
    piece = view.piece(MODEL) if view is not None else None
    return piece is not None and math.dist(mm(piece.base.centre), mm(LEFT_AT)) < NEAR_MM


def mm(point):
    return point.x_mm, point.y_mm


def test_a_practice_is_found_as_it_was_left_after_the_program_was_killed(stage, tmp_path):
    (tmp_path / "games").mkdir()
    real = first_turn(tmp_path / "games" / "ours.signum")
    stage.begin(lays_a_model, tmp_path)
    stage.until(lambda: any(is_kept(game) for game in real.parent.glob("*.signum") if game != real))
    stage.kill()
    assert mat_of(real) == ""
    stage.play(finds_it_there, tmp_path)


def is_kept(game):
    kept = MatFile(mat_beside(game), "sim:match").read() or {}
    return MODEL in kept and math.dist(mm(kept[MODEL]), mm(LEFT_AT)) < NEAR_MM
