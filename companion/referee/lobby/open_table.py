"""Opening a table, and a game beside it, for somebody who has no command line: what fails is told by its part."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.cards import CardsError
from companion.games.first import FIRST
from companion.games.measures import Measures
from companion.games.registry import GameError, games
from companion.printing.prints import starter_table
from companion.record.errors import RecordError
from companion.record.file_lock import held
from companion.record.private_file import make_private_folder
from companion.record.record import Record
from companion.record.store import Store
from companion.referee.camera.calibrations import calibration_file
from companion.referee.core.loop import Service
from companion.referee.core.session import RECORDED, SIMULATED, Setup, TableWatch, set_up
from companion.referee.errors import RefereeError, SetupError
from companion.referee.lobby.new_game import NewGame, begin, check
from companion.referee.screen.selection import Choices
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA, DrawnMat, drawn_layout
from companion.referee.virtual_mat.mat_file import MatFile, mat_beside
from companion.referee.virtual_mat.set_up import set_out
from vision import open_source, read_lens, read_table
from vision.errors import VisionError
from vision.sources.simulated import SimulatedCamera

Result = TypeVar("Result")


class TablePart(StrEnum):
    """What could not be opened; screens put it in the player's words."""

    CAMERA = "camera"
    TABLE = "table"
    LENS = "lens"
    PLAYERS = "players"
    DECKS = "decks"
    GAME = "game"
    PHONES = "phones"
    PROGRAM = "program"


class OpenTableError(RefereeError):
    """A table or game that cannot be opened.

    Attributes:
        part: What of it.
    """

    def __init__(self, part: TablePart, why: str) -> None:
        self.part = part
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table that is to be opened.

    Attributes:
        camera: As the player names it.
        table: The table file; None for what the camera brings, or for the first set that we print.
        calibration: The lens; None for the one made for this camera, if any.
        game: The game's file; None to measure only.
        beginning: What a new game in that file begins with; None to go on with the one that is there.
        alone: Whether one person plays all sides, to practise.
    """

    camera: str
    table: Path | None = None
    calibration: Path | None = None
    game: Path | None = None
    beginning: NewGame | None = None
    alone: bool = False


def prepared(wanted: TableRequest) -> Setup:
    """What is to be watched; nothing is opened but files.

    Raises:
        OpeningError: If the camera's name or a file is not what it should be.
    """
    if wanted.camera == NO_CAMERA:
        drawn = drawn_layout(wanted.table, _game(wanted))
        return Setup(DrawnMat(drawn), drawn, None)
    table, brings_own = wanted.table, wanted.camera.startswith((SIMULATED, RECORDED))
    own = wanted.calibration or calibration_file(wanted.camera)
    layout = None if table is None else _trying(TablePart.TABLE, lambda: read_table(table))
    if brings_own:
        if wanted.calibration is not None:
            _trying(TablePart.LENS, lambda: read_lens(own))
        return _trying(TablePart.CAMERA, lambda: set_up(wanted.camera, wanted.table, wanted.calibration))
    source = _trying(TablePart.CAMERA, lambda: open_source(wanted.camera))
    there = wanted.calibration is not None or own.is_file()
    lens = _trying(TablePart.LENS, lambda: read_lens(own)) if there else None
    return Setup(source, layout or starter_table(_game(wanted)), lens)


def measures_of(wanted: TableRequest) -> Measures:
    """The lengths of the game that is to be played on a table; those of the first game where none is, or is not known.

    That a game's file cannot be read is told when it is opened.
    """
    name = FIRST if wanted.beginning is None else wanted.beginning.game
    if wanted.beginning is None and wanted.game is not None:
        with suppress(RecordError), closing(Store.read(wanted.game)) as store:
            name = store.game
    try:
        return games()[name].board.measures
    except (KeyError, GameError):
        return games()[FIRST].board.measures


def _game(wanted: TableRequest) -> str:
    """Which game is played: that of the new game or of the record that is there; the first one where nobody knows."""
    if wanted.beginning is not None:
        return wanted.beginning.game
    with suppress(RecordError):
        if wanted.game is not None:
            with closing(Record.read(wanted.game, games())) as record:
                return str(record.game.name)
    return FIRST


def open_table(
    wanted: TableRequest,
    choices: Choices,
    service: Callable[[Path], Service],
    now: Callable[[], str],
) -> TableWatch:
    """Opens a table and the game beside it, and starts to watch it.

    Args:
        wanted: Which.
        choices: What is chosen on the screen at first.
        service: Makes the service of a game's file.
        now: Wall time, ISO 8601 in UTC.

    Raises:
        OpeningError: If it cannot be opened; nothing is left open.
    """
    setup = prepared(wanted)
    beside = None
    if wanted.game is not None:
        beside = _service(wanted.game, wanted.beginning, setup, service, now)
        setup = laid_out(setup, wanted.game, wanted)
    watch = TableWatch(setup, measures_of(wanted), choices, keeps=True, service=beside)
    watch.start()
    return watch


def laid_out(setup: Setup, game: Path, wanted: TableRequest) -> Setup:
    """A mat in the computer with every model where it was left; a real one is as the players laid it.

    Args:
        setup: What is to be watched; not started yet.
        game: The file of the game, which exists.
        wanted: The table that was asked for.

    Raises:
        OpeningError: If the game cannot be read.
    """
    mat = setup.camera
    if isinstance(mat, DrawnMat) or (isinstance(mat, SimulatedCamera) and mat.goes_on):
        found, file = _trying(TablePart.GAME, partial(set_out, mat, wanted.camera, game, wanted.table))
        # A table file says of a simulated table what it says of a real one, right or wrong.
        return Setup(found, found.layout if isinstance(found, DrawnMat) else setup.layout, setup.lens, file)
    MatFile(mat_beside(game), wanted.camera).forget()
    return setup


@contextmanager
def game_held(path: Path) -> Iterator[None]:
    """Holds a game's file, so that no other program plays it.

    Raises:
        OpeningError: If another one does, or the folder cannot be written.
    """
    with ExitStack() as stack:
        try:
            make_private_folder(path.parent)
            stack.enter_context(held(path))
        except (RecordError, OSError) as error:
            raise OpenTableError(TablePart.GAME, str(error)) from error
        yield


def part_of(error: Exception) -> TablePart:
    """What has failed, of an error that ended a table which was open."""
    if isinstance(error, OpenTableError):
        return error.part
    if isinstance(error, ExceptionGroup):
        return part_of(error.exceptions[0])
    kinds = (
        (RecordError, TablePart.GAME),
        (CardsError, TablePart.DECKS),
        (VisionError, TablePart.CAMERA),
        (OSError, TablePart.PHONES),
    )
    return next((part for kind, part in kinds if isinstance(error, kind)), TablePart.PROGRAM)


def _service(
    path: Path,
    beginning: NewGame | None,
    setup: Setup,
    service: Callable[[Path], Service],
    now: Callable[[], str],
) -> Service:
    mat = setup.layout.mat
    if beginning is None:
        _trying(TablePart.GAME, lambda: check(path))
    else:
        try:
            begin(path, beginning, (mat.width_mm, mat.height_mm), now)
        except SetupError as error:
            raise OpenTableError(TablePart.PLAYERS, str(error)) from error
        except CardsError as error:
            raise OpenTableError(TablePart.DECKS, str(error)) from error
        except (RecordError, OSError) as error:
            raise OpenTableError(TablePart.GAME, str(error)) from error
    return _trying(TablePart.GAME, lambda: service(path))


def _trying(part: TablePart, what: Callable[[], Result]) -> Result:
    try:
        return what()
    except (VisionError, RefereeError, RecordError, CardsError, OSError) as error:
        raise OpenTableError(part, str(error)) from error
