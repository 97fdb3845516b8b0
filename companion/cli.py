"""The command line: thin, one function per command.

Exit codes: 0 for success, 1 for a negative answer where that is the question, 2 for bad usage or bad input, which gets
one line on standard error. Rooms are imported by the command that needs them, so that help comes at once and no window
is opened by mistake.
"""

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Self, TypeAlias

from companion import cli_cards, cli_record

if TYPE_CHECKING:
    from companion.texts import Language

SOURCES = "usb:0, http://…, rtsp://…, file:match.mp4, images:DIR, recorded:FILE or sim:demo"

LANGUAGES = ("en", "ru", "uk")

Command = Callable[[argparse.Namespace], int]


class UsageError(Exception):
    """Something on the command line, or in a file that it names, that cannot be used as given."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and points to the help, instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        arguments: The words after the program's name; those of the process if None.

    Returns:
        The exit code.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s %(message)s")
    parsed = _parser().parse_args(arguments)
    command: Command = parsed.command
    try:
        return command(parsed)
    except _refusals() as refusal:
        print(f"companion {parsed.name}: {' '.join(str(refusal).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output (`companion measure … | head`) has seen enough; Python would complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _refusals() -> tuple[type[Exception], ...]:
    from companion.cards import CardsError
    from companion.geometry import GeometryError
    from companion.printing import PrintingError
    from companion.record.errors import RecordError
    from companion.referee.errors import RefereeError
    from vision.errors import VisionError

    return UsageError, CardsError, GeometryError, PrintingError, RecordError, RefereeError, VisionError


def demo(arguments: argparse.Namespace) -> int:
    """A simulated table through the whole real pipeline."""
    from companion.tablet import DemoOptions, run_demo

    options = DemoOptions(
        headless=arguments.headless,
        out=arguments.out,
        seconds=arguments.seconds,
        language=_language(arguments.language),
    )
    return run_demo(options)


def play(arguments: argparse.Namespace) -> int:
    """The tablet app over a camera."""
    from companion.tablet import PlayOptions
    from companion.tablet import play as open_window

    return open_window(
        PlayOptions(arguments.camera, arguments.table, arguments.calibration, _language(arguments.language))
    )


def _language(code: str | None) -> "Language | None":
    from companion.texts import Language

    return Language(code) if code else None


def measure(arguments: argparse.Namespace) -> int:
    """What pictures tell of the table."""
    from companion.games.signum import CONTACT_TOLERANCE_MM, RANGES_MM
    from companion.referee.measurement import describe
    from companion.referee.pictures import MeasureJob, Refusal, measure_pictures
    from companion.referee.table import Measures

    job = MeasureJob(
        images=tuple(arguments.images),
        table=arguments.table,
        calibration=arguments.calibration,
        dictionaries=tuple(arguments.dictionary),
        draw=arguments.draw,
        measures=Measures(dict(RANGES_MM), CONTACT_TOLERANCE_MM),
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
        print(f"companion measure: {refusal.sentence}", file=sys.stderr)
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
    from companion.referee.judging import judge_file

    path: Path = arguments.scene
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from error
    answer, lines = judge_file(document, str(path))
    print(json.dumps(answer) if arguments.json else "\n".join(lines))
    return 0


def calibrate(arguments: argparse.Namespace) -> int:
    """The lens of a camera, from views of the printed board."""
    from companion.referee.calibrating import CalibrationJob, report_json, report_lines
    from companion.referee.calibrating import calibrate as run

    made_at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    job = CalibrationJob(arguments.camera, arguments.images, arguments.out, made_at)
    report = run(job, lambda line: print(line, file=sys.stderr))
    print(json.dumps(report_json(job, report)) if arguments.json else "\n".join(report_lines(job, report)))
    return 0


def record(arguments: argparse.Namespace) -> int:
    """What a camera sees, kept in one file to send to somebody; and such files made smaller, or seen again."""
    _refuse_strangers(arguments)
    if arguments.camera is not None:
        return _record_camera(arguments)
    return _shrink(arguments) if arguments.shrink is not None else _check(arguments)


def _refuse_strangers(arguments: argparse.Namespace) -> None:
    """An option of another kind of recording would be left without effect and without a word."""
    groups = {
        "camera": ("seconds", "table", "calibration"),
        "shrink": ("from_s", "to_s", "only_changes", "crop_to_mat", "rate"),
    }
    for kind, names in groups.items():
        for name in names:
            if getattr(arguments, kind) is None and getattr(arguments, name) not in {None, False}:
                option = name.removesuffix("_s").replace("_", "-")
                raise UsageError(f"--{option} goes with --{kind} only")


def _record_camera(arguments: argparse.Namespace) -> int:
    from companion.referee import recording

    job = recording.RecordJob(
        camera=arguments.camera,
        out=_out(arguments),
        seconds=arguments.seconds,
        table=arguments.table,
        calibration=arguments.calibration,
        now=datetime.now(UTC),
    )
    with _Telling() as telling:
        recorded = recording.record(job, telling.step)
    lines = recording.recorded_lines(recorded)
    print(json.dumps(recording.recorded_json(recorded)) if arguments.json else "\n".join(lines))
    return 0


def _shrink(arguments: argparse.Namespace) -> int:
    from companion.referee import recording
    from vision.recording import Shrinking

    how = Shrinking(
        from_s=arguments.from_s,
        to_s=arguments.to_s,
        only_changes=arguments.only_changes,
        crop=arguments.crop_to_mat,
        rate_hz=arguments.rate,
    )
    out = _out(arguments)
    with _Telling() as telling:
        result = recording.shrunk(arguments.shrink, out, how, telling.step)
    lines = recording.shrunk_lines(out, result)
    print(json.dumps(recording.shrunk_json(out, result)) if arguments.json else "\n".join(lines))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from companion.referee import recording

    with _Telling() as telling:
        comparison = recording.checked(arguments.check, telling.step)
    lines = recording.checked_lines(comparison)
    print(json.dumps(recording.checked_json(comparison)) if arguments.json else "\n".join(lines))
    return 0 if comparison.same else 1


def _out(arguments: argparse.Namespace) -> Path:
    if arguments.out is None:
        raise UsageError("where shall it go? Name the file with --out, such as --out went-wrong.table.zip")
    out: Path = arguments.out
    return out


class _Telling:
    """Says on a terminal what is being done, in one line that is wiped at the end; silent elsewhere."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last, self._times = "", 0

    def __enter__(self) -> Self:
        return self

    def step(self, what: str) -> None:
        self._times = self._times + 1 if what == self._last else 1
        self._last = what
        if self._shown:
            print(
                f"\r\033[K{self._times} {what}" if self._times > 1 else f"\r\033[K{what}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def print_sheets(arguments: argparse.Namespace) -> int:
    """True-scale sheets, with the table file that goes with them."""
    from companion import printing
    from companion.games.signum import Edition
    from companion.texts import Language

    out, paper, language = arguments.out, printing.Paper(arguments.paper), Language(arguments.language)
    match arguments.sheet:
        case "mat":
            mat = printing.MatOptions(
                out=out,
                paper=paper,
                language=language,
                table=arguments.table,
                replace=arguments.replace,
                form=printing.MatForm(arguments.form),
            )
            written = printing.print_mat(mat)
        case "bases":
            bases = printing.BaseOptions(
                out=out,
                paper=paper,
                language=language,
                table=arguments.table,
                replace=arguments.replace,
                bases=tuple(printing.BaseOrder.parse(text) for text in arguments.base),
                terrain=tuple(arguments.terrain),
                edition=Edition(arguments.edition),
                tag_mm=arguments.tag_mm,
                card_mm=arguments.card_mm,
            )
            written = printing.print_bases(bases)
        case "rulers":
            edition = Edition(arguments.edition)
            written = printing.print_rulers(
                printing.RulerOptions(out=out, paper=paper, language=language, edition=edition)
            )
        case _:
            written = printing.print_calibration(printing.BoardOptions(out=out, paper=paper, language=language))
    for path in written:
        print(path)
    return 0


def _parser() -> _Parser:
    parser = _Parser(prog="companion", description="Referees a tabletop game played with real miniatures.")
    commands = parser.add_subparsers(dest="name", required=True, metavar="COMMAND", parser_class=_Parser)
    _demo_parser(commands)
    _play_parser(commands)
    _print_parser(commands)
    _calibrate_parser(commands)
    _record_parser(commands)
    _measure_parser(commands)
    _judge_parser(commands)
    _cards_parser(commands)
    cli_record.add_replay(_add(commands, "replay", cli_record.replay, "replay game.signum --as A --json"))
    cli_record.add_verify(_add(commands, "verify", cli_record.verify, "verify game.signum"))
    cli_record.add_export(_add(commands, "export", cli_record.export, "export game.signum --to html --out game.html"))
    return parser


Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"  # noqa: SLF001  # argparse has no public name for it


def _add(commands: Commands, name: str, command: Command, example: str) -> _Parser:
    about = (command.__doc__ or "").strip()
    added = commands.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"example: companion {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    added.set_defaults(command=command)
    return added


def _demo_parser(commands: Commands) -> None:
    added = _add(commands, "demo", demo, "demo --headless --out pictures")
    added.add_argument("--headless", action="store_true", help="no window: pictures in a folder instead")
    added.add_argument("--out", type=Path, metavar="DIR", help="where the pictures go")
    added.add_argument("--seconds", type=_positive, metavar="N", help="how long the match lasts")
    added.add_argument("--language", choices=LANGUAGES, help="of the screen; else all three, one after the other")


def _play_parser(commands: Commands) -> None:
    added = _add(commands, "play", play, "play --camera usb:0 --table sheets/table.toml")
    added.add_argument("--camera", default="usb:0", metavar="SOURCE", help=SOURCES)
    added.add_argument("--table", type=Path, metavar="FILE", help="what stands on the mat (table.toml)")
    added.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's lens (camera.toml); else the one you made"
    )
    added.add_argument("--language", choices=LANGUAGES, help="of the screen at first; else your system's")


def _print_parser(commands: Commands) -> None:
    added = _add(commands, "print", print_sheets, "print bases --out sheets --base greer:small:A")
    sheets = added.add_subparsers(dest="sheet", required=True, metavar="SHEET", parser_class=_Parser)
    mat = _sheet_parser(sheets, "mat", "tags for the edge of a mat, or a whole mat in tiles")
    mat.add_argument("--form", choices=["tags", "full"], default="tags", help="tags for your own mat, or a full mat")
    bases = _sheet_parser(sheets, "bases", "paper discs for bases, and terrain templates, with their tags")
    bases.add_argument(
        "--base", action="append", default=[], metavar="NAME:SIZE[:OWNER]", help="repeat for each; else twelve to begin"
    )
    bases.add_argument("--terrain", action="append", default=[], metavar="KIND", help="repeat for each template")
    bases.add_argument("--tag-mm", type=float, default=15.0, metavar="MM", help="edge of the tags: 12, 15 or 20")
    bases.add_argument("--card-mm", type=float, default=0.3, metavar="MM", help="thickness of the paper or card")
    rulers = _sheet_parser(sheets, "rulers", "rulers and gauges for the ranges S, M, L, XL")
    _sheet_parser(sheets, "calibration", "the board to calibrate a camera with")
    for sheet in (mat, bases):
        sheet.add_argument("--table", type=Path, metavar="FILE", help="table file to extend; else DIR/table.toml")
        sheet.add_argument("--replace", action="store_true", help="write anew what the table file says otherwise")
    for sheet in (bases, rulers):
        sheet.add_argument("--edition", choices=["en", "ru", "ru-web"], default="en", help="of the rules: base sizes")


def _sheet_parser(sheets: Commands, name: str, about: str) -> _Parser:
    added = sheets.add_parser(
        name, help=about, description=about, epilog=f"example: companion print {name} --out sheets"
    )
    added.add_argument("--out", type=Path, default=Path("sheets"), metavar="DIR", help="folder to write into")
    added.add_argument("--paper", choices=["a4", "letter", "a3"], default="a4")
    added.add_argument("--language", choices=LANGUAGES, default="en", help="of the texts on the sheets")
    return added


def _calibrate_parser(commands: Commands) -> None:
    added = _add(commands, "calibrate", calibrate, "calibrate --camera usb:0")
    where = added.add_mutually_exclusive_group(required=True)
    where.add_argument("--camera", metavar="SOURCE", help=SOURCES)
    where.add_argument("--images", type=Path, metavar="DIR", help="pictures of the board, taken with one camera")
    added.add_argument("--out", type=Path, metavar="FILE", help="where the calibration goes; else your data folder")
    added.add_argument("--json", action="store_true", help="the result for programs")


def _record_parser(commands: Commands) -> None:
    added = _add(commands, "record", record, "record --camera usb:0 --table sheets/table.toml --out wrong.table.zip")
    what = added.add_mutually_exclusive_group(required=True)
    what.add_argument("--camera", metavar="SOURCE", help=f"record a camera: {SOURCES}")
    what.add_argument("--shrink", type=Path, metavar="FILE", help="make a smaller recording of this one")
    what.add_argument("--check", type=Path, metavar="FILE", help="see it again: what differs from what was said then?")
    added.add_argument("--out", type=Path, metavar="FILE", help="the file to write, such as wrong.table.zip")
    camera = added.add_argument_group("with --camera")
    camera.add_argument("--seconds", type=_positive, metavar="S", help="for how long; else until Ctrl-C")
    camera.add_argument("--table", type=Path, metavar="FILE", help="what stands on the mat (table.toml)")
    camera.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's lens (camera.toml); else the one you made"
    )
    smaller = added.add_argument_group("with --shrink")
    smaller.add_argument("--from", dest="from_s", type=_seconds, metavar="S", help="leave out what is before")
    smaller.add_argument("--to", dest="to_s", type=_positive, metavar="S", help="leave out what is after")
    smaller.add_argument("--only-changes", action="store_true", help="leave out pictures in which nothing changes")
    smaller.add_argument("--crop-to-mat", action="store_true", help="leave out what is around the mat")
    smaller.add_argument("--rate", type=_positive, metavar="HZ", help="so many pictures a second at most")
    added.add_argument("--json", action="store_true", help="the result for programs")


def _measure_parser(commands: Commands) -> None:
    added = _add(commands, "measure", measure, "measure picture.jpg --table table.toml --draw drawn.png")
    added.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    added.add_argument(
        "--table", type=Path, metavar="FILE", help="what stands on the mat; without it only tags are told"
    )
    added.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's lens; else estimated from the mat"
    )
    added.add_argument(
        "--dictionary",
        action="append",
        default=[],
        metavar="NAME",
        help="tags to look for, such as DICT_4X4_100; repeatable",
    )
    added.add_argument("--draw", type=Path, metavar="PNG", help="write the picture with all that was found drawn in")
    added.add_argument("--json", action="store_true", help="the result for programs")


def _judge_parser(commands: Commands) -> None:
    added = _add(commands, "judge", judge, "judge scene.json --json")
    added.add_argument("scene", type=Path, metavar="SCENE.json", help="a scene, or a batch of scenes")
    added.add_argument("--json", action="store_true", help="the result for programs")


def _cards_parser(commands: Commands) -> None:
    about = "Card packs and decks: check them, or begin a pack of your own."
    added = commands.add_parser("cards", help=about, description=about, epilog="example: companion cards new")
    cli_cards.add_arguments(added, _Parser)


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
