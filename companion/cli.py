"""The command line: thin, one function per command.

Exit codes: 0 for success, 1 for a negative answer where that is the question, 2 for bad usage or bad input, which gets
one line on standard error. Rooms are imported by the command that needs them, so that help comes at once and no window
is opened by mistake.
"""

import argparse
import errno
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeAlias

from companion import (
    cli_board,
    cli_cards,
    cli_dice,
    cli_games,
    cli_log,
    cli_play,
    cli_print,
    cli_record,
    cli_terminal,
    cli_utf8,
)
from companion.cli_game import LANGUAGES, Parser, game_of

if TYPE_CHECKING:
    from companion.texts import Language

log = logging.getLogger(__name__)

SOURCES = "usb:0, http://…, rtsp://…, file:match.mp4, images:DIR, recorded:FILE or sim:demo"

MOST_LETTERS = 600
"""Of a sentence: what a file says may be of any length, and stands in some of them."""

LEARN_BOARD = "learn-board picture.jpg --table table.toml --kind hex --cell greer=0,0 --cell wren=3,0 --cell gaunt=0,3"


Command = Callable[[argparse.Namespace], int]


class UsageError(Exception):
    """Something on the command line, or in a file that it names, that cannot be used as given."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        arguments: The words after the program's name; those of the process if None.

    Returns:
        The exit code.
    """
    if arguments is None:
        cli_utf8.restart_in_utf8()
    cli_utf8.write_utf8()
    cli_terminal.keep_to_ourselves()
    cli_log.prepare_console()
    parsed = _parser().parse_args(arguments)
    return cli_log.run_logged(parsed, _run) if parsed.name in cli_log.LOGGED else _run(parsed)


def _run(parsed: argparse.Namespace) -> int:
    command: Command = parsed.command
    try:
        code = command(parsed)
        sys.stdout.flush()  # what cannot be written shall be told here, not as Python ends
    except _refusals() as refusal:
        log.info("refused", exc_info=refusal)
        print(f"companion {parsed.name}: {_one_line(str(refusal))}", file=sys.stderr)
        return 2
    except MemoryError as error:
        log.info("too_little_memory", exc_info=error)
        print(
            f"companion {parsed.name}: there is too little memory for this; is the file the right one?", file=sys.stderr
        )
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output (`companion measure … | head`) has seen enough; Python would complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"companion {parsed.name}: the disk is full; make room and try again.", file=sys.stderr)
        return 2
    return code


def _one_line(sentence: str) -> str:
    """A sentence as it can be shown: words of a file in it may hold anything, also what steers a terminal.

    Bytes of a name that are no text stay, so that the name can be copied.
    """
    words = " ".join(sentence.split())
    words = words if len(words) <= MOST_LETTERS else f"{words[:MOST_LETTERS]}…"
    return "".join(
        letter if letter.isprintable() or "\udc80" <= letter <= "\udcff" else ascii(letter)[1:-1] for letter in words
    )


def _refusals() -> tuple[type[Exception], ...]:
    from companion.cards import CardsError
    from companion.games.registry import GameError
    from companion.geometry import GeometryError
    from companion.printing import PrintingError
    from companion.record.errors import RecordError
    from companion.referee.errors import RefereeError
    from hardware.source import DiceError
    from vision.errors import VisionError

    return (
        UsageError,
        CardsError,
        DiceError,
        GameError,
        GeometryError,
        PrintingError,
        RecordError,
        RefereeError,
        VisionError,
    )


def demo(arguments: argparse.Namespace) -> int:
    """A simulated table through the whole real pipeline."""
    from companion.demo.run import DemoOptions, run_demo

    options = DemoOptions(
        headless=arguments.headless,
        out=arguments.out,
        seconds=arguments.seconds,
        language=_language(arguments.language),
        game=game_of(arguments).name,
    )
    return run_demo(options)


def _language(code: str | None) -> "Language | None":
    from companion.texts import Language

    return Language(code) if code else None


def measure(arguments: argparse.Namespace) -> int:
    """What pictures tell of the table."""
    from companion.games.registry import FIRST, games
    from companion.referee.measure.images import MeasureJob, Refusal, measure_pictures
    from companion.referee.measure.measurement import describe

    job = MeasureJob(
        images=tuple(arguments.images),
        table=arguments.table,
        calibration=arguments.calibration,
        dictionaries=tuple(arguments.dictionary),
        draw=arguments.draw,
        measures=games()[FIRST].board.measures,
    )
    answers: list[Mapping[str, object]] = []
    refusals: list[Refusal] = []
    with _Progress(len(job.images), "pictures") as progress:
        for result in measure_pictures(job):
            if isinstance(result, Refusal):
                refusals.append(result)
            else:
                answers.append(result)
            progress.step()
    if answers or arguments.json:
        print(json.dumps(answers) if arguments.json else "\n\n".join(describe(answer) for answer in answers))
    for refusal in refusals:
        print(f"companion measure: {_one_line(refusal.sentence)}", file=sys.stderr)
    return 2 if refusals else 0


class _Progress:
    """Counts on a terminal, in one line that is wiped at the end; silent elsewhere."""

    def __init__(self, total: int, things: str) -> None:
        self._total, self._things, self._done = total, things, 0
        self._shown = total > 1 and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def step(self) -> None:
        self._done += 1
        if self._shown:
            print(f"\r{self._done} of {self._total} {self._things}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def judge(arguments: argparse.Namespace) -> int:
    """Verdicts on a scene given by coordinates, or on a batch of scenes."""
    from companion.referee.measure.judge import judge_file

    answer, lines = judge_file(arguments.scene)
    print(json.dumps(answer) if arguments.json else "\n".join(lines))
    return 0


def calibrate(arguments: argparse.Namespace) -> int:
    """The lens of a camera, from views of the printed board."""
    from companion.referee.camera.calibrations import CalibrationJob, report_json, report_lines
    from companion.referee.camera.calibrations import calibrate as run

    made_at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    job = CalibrationJob(arguments.camera, arguments.images, arguments.out, made_at)
    report = run(job, lambda line: print(line, file=sys.stderr))
    print(json.dumps(report_json(job, report)) if arguments.json else "\n".join(report_lines(job, report)))
    return 0


def _parser() -> Parser:
    parser = Parser(prog="companion", description="Referees a tabletop game played with real miniatures.")
    commands = parser.add_subparsers(dest="name", required=True, metavar="COMMAND", parser_class=Parser)
    _demo_parser(commands)
    _play_parser(commands)
    cli_print.add_print(
        _add(commands, "print", cli_print.print_sheets, "print bases --out sheets --base greer:small:A")
    )
    _calibrate_parser(commands)
    _record_parser(commands)
    _measure_parser(commands)
    _judge_parser(commands)
    cli_board.add_arguments(_add(commands, "learn-board", cli_board.learn_board, LEARN_BOARD), _positive)
    _cards_parser(commands)
    cli_games.add_arguments(_add(commands, "games", cli_games.list_games, "games"))
    _dice_parser(commands)
    cli_record.add_replay(_add(commands, "replay", cli_record.replay, "replay game.signum --as A --json"))
    cli_record.add_verify(_add(commands, "verify", cli_record.verify, "verify game.signum"))
    cli_record.add_rescue(_add(commands, "rescue", cli_record.rescue, "rescue game.signum --out rescued.signum"))
    cli_record.add_export(_add(commands, "export", cli_record.export, "export game.signum --to html --out game.html"))
    return parser


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001  # argparse has no public name for it


def _add(commands: Commands, name: str, command: Command, example: str) -> Parser:
    about = (command.__doc__ or "").strip()
    added = commands.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"example: companion {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    added.set_defaults(command=command)
    if name in cli_log.LOGGED:
        cli_log.add_debug(added)
    return added


def _demo_parser(commands: Commands) -> None:
    added = _add(commands, "demo", demo, "demo --headless --out pictures")
    added.add_argument("--headless", action="store_true", help="no window; save pictures in a folder")
    added.add_argument("--out", type=Path, metavar="DIR", help="folder for the pictures, the game and its report")
    added.add_argument("--seconds", type=_positive, metavar="N", help="end after this time (default: a whole match)")
    added.add_argument(
        "--language", choices=LANGUAGES, help="language of the screen (default: all, one after the other)"
    )
    added.add_game(lambda _: None)


def _play_parser(commands: Commands) -> None:
    added = _add(commands, "play", cli_play.play, "play --camera usb:0 --table sheets/table.toml --game ours.signum")
    cli_play.add_arguments(added, SOURCES, _seconds)


def _calibrate_parser(commands: Commands) -> None:
    added = _add(commands, "calibrate", calibrate, "calibrate --camera usb:0")
    where = added.add_mutually_exclusive_group(required=True)
    where.add_argument("--camera", metavar="SOURCE", help=SOURCES)
    where.add_argument("--images", type=Path, metavar="DIR", help="images of the board, taken with one camera")
    added.add_argument(
        "--out", type=Path, metavar="FILE", help="file for the calibration (default: in your data folder)"
    )
    added.add_argument("--json", action="store_true", help="print the result as JSON")


def _record_parser(commands: Commands) -> None:
    added = _add(
        commands, "record", cli_record.record, "record --camera usb:0 --table sheets/table.toml --out wrong.table.zip"
    )
    what = added.add_mutually_exclusive_group(required=True)
    what.add_argument("--camera", metavar="SOURCE", help=f"record a camera: {SOURCES}")
    what.add_argument("--shrink", type=Path, metavar="FILE", help="make a smaller recording of this one")
    what.add_argument("--check", type=Path, metavar="FILE", help="show what today's program sees differently")
    added.add_argument("--out", type=Path, metavar="FILE", help="the file to write, such as wrong.table.zip")
    camera = added.add_argument_group("with --camera")
    camera.add_argument("--seconds", type=_positive, metavar="S", help="how long (default: until Ctrl-C)")
    camera.add_argument("--table", type=Path, metavar="FILE", help="table file: what is on the mat (table.toml)")
    camera.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's calibration (camera.toml; default: yours)"
    )
    smaller = added.add_argument_group("with --shrink")
    smaller.add_argument("--from", dest="from_s", type=_seconds, metavar="S", help="leave out what is before")
    smaller.add_argument("--to", dest="to_s", type=_positive, metavar="S", help="leave out what is after")
    smaller.add_argument("--only-changes", action="store_true", help="leave out images in which nothing changes")
    smaller.add_argument("--crop-to-mat", action="store_true", help="leave out what is around the mat")
    smaller.add_argument("--rate", type=_positive, metavar="HZ", help="at most this many images a second")
    added.add_argument("--json", action="store_true", help="print the result as JSON")


def _measure_parser(commands: Commands) -> None:
    added = _add(commands, "measure", measure, "measure picture.jpg --table table.toml --draw drawn.png")
    added.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    added.add_argument(
        "--table", type=Path, metavar="FILE", help="table file: what is on the mat (default: report tags only)"
    )
    added.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's calibration (default: estimated from the mat)"
    )
    added.add_argument(
        "--dictionary",
        action="append",
        default=[],
        metavar="NAME",
        help="tags to look for, such as DICT_4X4_100; repeatable",
    )
    added.add_argument("--draw", type=Path, metavar="PNG", help="save the image with everything found drawn into it")
    added.add_argument("--json", action="store_true", help="print the result as JSON")


def _judge_parser(commands: Commands) -> None:
    added = _add(commands, "judge", judge, "judge scene.json --json")
    added.add_argument("scene", type=Path, metavar="SCENE.json", help="a scene, or a batch of scenes")
    added.add_argument("--json", action="store_true", help="print the result as JSON")


def _cards_parser(commands: Commands) -> None:
    about = "Card packs and decks: check them, or begin a pack of your own."
    added = commands.add_parser("cards", help=about, description=about, epilog="example: companion cards new")
    cli_cards.add_arguments(added)


def _dice_parser(commands: Commands) -> None:
    about = "Dice: read from pictures, listened to, simulated."
    added = commands.add_parser("dice", help=about, description=about, epilog="example: companion dice read tray.jpg")
    cli_dice.add_arguments(added, Parser, _positive, SOURCES)


def _seconds(text: str) -> float:
    return 0.0 if text.strip() in {"0", "0.0"} else _positive(text)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"a number above 0 was expected, got {text!r}")
    return value
