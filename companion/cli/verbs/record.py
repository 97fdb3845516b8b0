"""The command that records what a camera sees, makes such recordings smaller and checks them."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path

from companion.cli.argument_types import SOURCES, positive, seconds
from companion.cli.progress import ProgressLine


def record(arguments: argparse.Namespace) -> int:
    """What a camera sees, kept in one file to send to somebody; and such files made smaller, or seen again."""
    _refuse_strangers(arguments)
    if arguments.camera is not None:
        return _record_camera(arguments)
    return _shrink(arguments) if arguments.shrink is not None else _check(arguments)


def _refuse_strangers(arguments: argparse.Namespace) -> None:
    """An option of another kind of recording would be left without effect and without a word."""
    from companion.referee.errors import SetupError

    groups = {
        "camera": ("seconds", "table", "calibration"),
        "shrink": ("from_s", "to_s", "only_changes", "crop_to_mat", "rate"),
    }
    for kind, names in groups.items():
        for name in names:
            if getattr(arguments, kind) is None and getattr(arguments, name) not in {None, False}:
                option = name.removesuffix("_s").replace("_", "-")
                raise SetupError(f"--{option} goes with --{kind} only")


def _record_camera(arguments: argparse.Namespace) -> int:
    from companion.referee.capture import camera_recording

    job = camera_recording.RecordJob(
        camera=arguments.camera,
        out=_out(arguments),
        seconds=arguments.seconds,
        table=arguments.table,
        calibration=arguments.calibration,
        now=datetime.now(UTC),
    )
    with ProgressLine() as telling:
        recorded = camera_recording.record(job, telling.step)
    lines = camera_recording.recorded_lines(recorded)
    print(json.dumps(camera_recording.recorded_json(recorded)) if arguments.json else "\n".join(lines))
    return 0


def _shrink(arguments: argparse.Namespace) -> int:
    from companion.referee.capture import camera_recording

    job = camera_recording.ShrinkJob(
        file=arguments.shrink,
        out=_out(arguments),
        from_s=arguments.from_s,
        to_s=arguments.to_s,
        only_changes=arguments.only_changes,
        crop=arguments.crop_to_mat,
        rate_hz=arguments.rate,
    )
    with ProgressLine() as telling:
        result = camera_recording.shrunk(job, telling.step)
    lines = camera_recording.shrunk_lines(job.out, result)
    print(json.dumps(camera_recording.shrunk_json(job.out, result)) if arguments.json else "\n".join(lines))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from companion.referee.capture import camera_recording

    with ProgressLine() as telling:
        comparison = camera_recording.checked(arguments.check, telling.step)
    lines = camera_recording.checked_lines(comparison)
    print(json.dumps(camera_recording.checked_json(comparison)) if arguments.json else "\n".join(lines))
    return 0 if comparison.same else 1


def _out(arguments: argparse.Namespace) -> Path:
    if arguments.out is None:
        from companion.referee.errors import SetupError

        raise SetupError("where shall it go? Name the file with --out, such as --out went-wrong.table.zip")
    out: Path = arguments.out
    return out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion record`."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--camera", metavar="SOURCE", help=f"record a camera: {SOURCES}")
    what.add_argument("--shrink", type=Path, metavar="FILE", help="make a smaller recording of this one")
    what.add_argument("--check", type=Path, metavar="FILE", help="show what today's program sees differently")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write, such as wrong.table.zip")
    camera = parser.add_argument_group("with --camera")
    camera.add_argument("--seconds", type=positive, metavar="S", help="how long (default: until Ctrl-C)")
    camera.add_argument("--table", type=Path, metavar="FILE", help="table file: what is on the mat (table.toml)")
    camera.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's calibration (camera.toml; default: yours)"
    )
    smaller = parser.add_argument_group("with --shrink")
    smaller.add_argument("--from", dest="from_s", type=seconds, metavar="S", help="leave out what is before")
    smaller.add_argument("--to", dest="to_s", type=positive, metavar="S", help="leave out what is after")
    smaller.add_argument("--only-changes", action="store_true", help="leave out images in which nothing changes")
    smaller.add_argument("--crop-to-mat", action="store_true", help="leave out what is around the mat")
    smaller.add_argument("--rate", type=positive, metavar="HZ", help="at most this many images a second")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
