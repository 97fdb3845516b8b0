"""Going on with a game that was begun: on which mat, seen through which camera. Knows nothing of Kivy."""

from dataclasses import replace
from pathlib import Path

from companion.referee.camera.devices import understood
from companion.referee.core.session import SIMULATED
from companion.referee.lobby.open_table import TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.referee.virtual_mat.mat_file import mat_of, table_of
from companion.tablet.data.practice import is_played_alone
from companion.tablet.data.settings import Settings


def is_real(camera: str) -> bool:
    """Whether a camera looks at a real table."""
    return bool(camera) and camera != NO_CAMERA and not camera.startswith(SIMULATED)


def is_practice(game: Path, settings: Settings) -> bool:
    """Whether a game is played on a simulated table."""
    return going_on(game, settings).camera.startswith(SIMULATED)


def going_on(game: Path, settings: Settings) -> TableRequest:
    """How a game is gone on with.

    A game on a mat in the computer goes on there; any other over the camera that looked at it last, if that is
    remembered and can be one, else over the one that gave a picture last.

    Args:
        game: Its file.
        settings: What is remembered.

    Returns:
        The table; its camera is empty where one has to be chosen first.
    """
    is_last = str(game) == settings.last_game
    last = settings.last_camera if is_last and understood(settings.last_camera) is not None else ""
    camera = mat_of(game) or last
    if not camera and is_real(settings.camera):
        camera = settings.camera
    alone, simulated = is_played_alone(camera), camera.startswith(SIMULATED)
    if (kept := table_of(game, camera)) is not None:
        return TableRequest(camera, kept, game=game, alone=alone)
    table = settings.last_table if is_last else settings.table
    return TableRequest(camera, Path(table) if table and not simulated else None, game=game, alone=alone)


def begun(wanted: TableRequest) -> TableRequest:
    """The table opened once more: a new game whose file is there by now has begun."""
    there = wanted.game is not None and wanted.game.exists()
    return replace(wanted, beginning=None) if there else wanted


def remembered(settings: Settings, wanted: TableRequest) -> Settings:
    """The settings once a table has shown what is on its mat.

    A practice is found again by itself, and takes the place of no game at a real table.
    """
    table = "" if wanted.table is None else str(wanted.table)
    if is_real(wanted.camera):
        settings = replace(settings, camera=wanted.camera, table=table)
    if wanted.game is None or wanted.camera.startswith(SIMULATED):
        return settings
    camera = wanted.camera if is_real(wanted.camera) else ""
    return replace(settings, last_game=str(wanted.game), last_camera=camera, last_table=table)
