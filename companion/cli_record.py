"""The commands about what is kept: games to be seen again, verified or exported, and what a camera saw."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec

from companion.cli_game import LANGUAGES

if TYPE_CHECKING:
    from companion.record.rescue_note import Rescued


def replay(arguments: argparse.Namespace) -> int:
    """The state of a recorded or scripted game, as a viewer may know it."""
    from companion.referee.history.replay import lines_of
    from companion.referee.history.replay import replay as see
    from companion.texts import Language

    language = Language(arguments.language)
    seen = see(arguments.game, arguments.to, arguments.viewer, language)
    if arguments.json:
        print(msgspec.json.encode(seen.view).decode())
    else:
        print("\n".join(lines_of(seen, language)))
    return 0


def verify(arguments: argparse.Namespace) -> int:
    """Whether a record is what was played: every hash, state, decision and shuffle worked out again."""
    from companion.games.registry import games
    from companion.record.errors import TamperedError
    from companion.record.verification import verify as work_out

    try:
        found = work_out(arguments.record, games())
    except TamperedError as tampered:
        where = {"entry": tampered.entry, "after": tampered.after, "events": tampered.count}
        wrong = {"ok": False, **where, "why": str(tampered)}
        print(json.dumps(wrong) if arguments.json else f"{arguments.record}: {tampered}")
        return 1
    if arguments.json:
        counts = {"entries": found.entries, "events": found.events, "shuffles": found.shuffles}
        apart = {"otherwise": list(found.otherwise), "refolded": list(found.refolded)}
        rescued = None if found.rescued is None else msgspec.to_builtins(found.rescued)
        print(json.dumps({"ok": True} | counts | apart | {"rescued": rescued}))
        return 0
    print(f"{arguments.record}: as it was written; {found.entries} entries, {found.events} events")
    if found.shuffles is None:
        print("the seed of the shuffles is not revealed, so they were not checked")
    else:
        print(f"{found.shuffles} shuffles follow from the seed whose hash was shown before the game")
    if found.otherwise:
        print(f"today's rules would decide these entries otherwise: {_ranges(found.otherwise)}")
    if found.refolded:
        print(f"older rules wrote these entries, and today's make another state of them: {_ranges(found.refolded)}")
    if found.rescued is not None:
        print("\n".join(_rescued_lines(found.rescued)))
    return 0


def _ranges(numbers: tuple[int, ...]) -> str:
    """Numbers for people: those that follow on one another as `3-7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _rescued_lines(note: "Rescued") -> Iterator[str]:
    """What is missing from a game that was rescued."""
    if note.written > note.kept:
        yield f"rescued from a damaged file: {note.kept} of {note.written} entries were kept ({note.why})"
    elif note.why:
        yield f"rescued from a damaged file: {note.kept} entries were kept, newer ones may be missing ({note.why})"
    if note.evidence:
        yield f"{len(note.evidence)} pieces of evidence (pictures, packets of dice) are missing"
    if note.seed_lost:
        yield "the seed of the shuffles is missing: the game can be seen, but no deck can be shuffled any more"


def rescue(arguments: argparse.Namespace) -> int:
    """All that is still whole in a damaged record, in a new file; says what is missing."""
    from companion.games.registry import games
    from companion.record.rescue import rescue as save

    saved = save(arguments.record, arguments.out, games())
    if arguments.json:
        about = {"out": str(arguments.out), "events": saved.events, "last_at": saved.last_at}
        print(json.dumps(about | {"missing": list(saved.evidence)} | msgspec.to_builtins(saved.note)))
        return 0
    print(f"{arguments.out}: {saved.note.kept} entries, {saved.events} events, the last of {saved.last_at}")
    print("\n".join(_rescued_lines(saved.note)))
    for each in saved.evidence:
        print(f"missing: {each}")
    return 0


def export(arguments: argparse.Namespace) -> int:
    """The record as JSON Lines to keep, or as a page to read."""
    from companion.games.registry import games
    from companion.record.errors import RecordError
    from companion.record.export import json_lines
    from companion.record.private_file import write_private
    from companion.record.verification import verify as work_out
    from companion.referee.history.replay import open_record, require_viewer
    from companion.referee.history.report import report_of
    from companion.texts import Language

    with closing(open_record(arguments.record)) as record:
        require_viewer(record.setup, arguments.viewer)
        if arguments.to == "jsonl":
            text = b"".join(line + b"\n" for line in json_lines(record, arguments.viewer))
        else:
            found = work_out(arguments.record, games())
            text = report_of(record, Language(arguments.language), found, arguments.viewer).encode()
    if arguments.out is None:
        sys.stdout.buffer.write(text)
        return 0
    try:
        if arguments.out.exists() and not arguments.out.is_file():  # a pipe, or a device
            arguments.out.write_bytes(text)
        else:
            write_private(arguments.out, text)
    except OSError as error:
        raise RecordError(f"{arguments.out} cannot be written: {error.strerror}.") from error
    print(arguments.out)
    return 0


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
    with _Telling() as telling:
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
    with _Telling() as telling:
        result = camera_recording.shrunk(job, telling.step)
    lines = camera_recording.shrunk_lines(job.out, result)
    print(json.dumps(camera_recording.shrunk_json(job.out, result)) if arguments.json else "\n".join(lines))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from companion.referee.capture import camera_recording

    with _Telling() as telling:
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


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion replay`."""
    parser.add_argument("game", type=Path, metavar="GAME", help="a record, or a script")
    parser.add_argument("--to", type=int, metavar="N", help="stop after this event (default: at the end)")
    parser.add_argument("--as", dest="viewer", default="spectator", metavar="VIEWER", help="a player, or spectator")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the sentences")
    parser.add_argument("--json", action="store_true", help="print the view as JSON")


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion verify`."""
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_rescue(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion rescue`."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a damaged record; it is not changed")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the new file")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_export(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion export`."""
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument("--to", choices=["jsonl", "html"], required=True, help="JSON Lines, or a page to read")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write (default: print it)")
    parser.add_argument("--as", dest="viewer", metavar="VIEWER", help="a player, or spectator (default: everything)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the page")
