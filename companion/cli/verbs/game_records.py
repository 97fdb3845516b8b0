"""The commands about recorded games: replay, verify, rescue and export."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.cli.argument_types import LANGUAGES

VIEWER = "a player, or spectator (default: everything; on a page of a game that goes on, what spectators see)"

if TYPE_CHECKING:
    from companion.record.rescue_note import RescueNote
    from companion.referee.history.dice_check import BookCheck, DiceCheck


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
    from companion.games.registry import Recorded
    from companion.record.errors import TamperedError
    from companion.record.rescue import ranges
    from companion.record.verification import verify as work_out
    from companion.referee.dice.book import book_beside
    from companion.referee.history.dice_check import check_book, check_rolls

    try:
        found = work_out(arguments.record, Recorded())
    except TamperedError as tampered:
        where = {"entry": tampered.entry, "after": tampered.after, "events": tampered.count}
        wrong = {"ok": False, **where, "why": str(tampered)}
        print(json.dumps(wrong) if arguments.json else f"{arguments.record}: {tampered}")
        return 1
    dice, book = check_rolls(arguments.record), check_book(book_beside(arguments.record))
    wrong_dice = [*dice.faults, *_book_faults(book, book_beside(arguments.record))]
    if arguments.json:
        counts = {"entries": found.entries, "events": found.events, "shuffles": found.shuffles}
        apart = {"otherwise": list(found.otherwise), "refolded": list(found.refolded)}
        rescued = None if found.rescued is None else msgspec.to_builtins(found.rescued)
        rolled = {"compared": dice.compared, "not_readable": dice.not_readable, "faults": wrong_dice}
        print(json.dumps({"ok": not wrong_dice} | counts | apart | {"rescued": rescued, "dice": rolled}))
        return 1 if wrong_dice else 0
    print(f"{arguments.record}: as it was written; {_counts(found.entries, found.events)}")
    if found.shuffles is None:
        print("the seed of the shuffles is not revealed, so they were not checked")
    else:
        print(f"{found.shuffles} shuffles follow from the seed whose hash was shown before the game")
    if found.otherwise:
        print(f"today's rules would decide these entries otherwise: {ranges(found.otherwise)}")
    if found.refolded:
        print(f"older rules wrote these entries, and today's make another state of them: {ranges(found.refolded)}")
    if found.rescued is not None:
        print("\n".join(_rescued_lines(found.rescued)))
    print("\n".join(_dice_lines(dice, book)))
    for each in wrong_dice:
        print(f"{arguments.record}: {each}")
    return 1 if wrong_dice else 0


def _counts(entries: int, events: int) -> str:
    return f"{entries} {'entry' if entries == 1 else 'entries'}, {events} {'event' if events == 1 else 'events'}"


def _book_faults(book: "BookCheck | None", path: Path) -> Iterator[str]:
    if book is not None and book.fault is not None:
        yield f"line {book.fault.line} of {path.name} is wrong: {book.fault.why}"


def _dice_lines(dice: "DiceCheck", book: "BookCheck | None") -> Iterator[str]:
    """What was compared, and what could not be."""
    if dice.compared or dice.not_readable:
        left = f"; {dice.not_readable} cannot be read again (pictures, typed faces)" if dice.not_readable else ""
        yield f"{dice.compared} faces in the record match what the dice reported{left}"
    if book is not None and book.fault is None:
        old = f"; {book.unchained} of them are older than its chain" if book.unchained else ""
        yield f"the book of the dice is as it was written: {book.lines} lines{old}"


def _rescued_lines(note: "RescueNote") -> Iterator[str]:
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
    from companion.games.registry import Recorded
    from companion.record.rescue import ranges
    from companion.record.rescue import rescue as save

    saved = save(arguments.record, arguments.out, Recorded())
    if arguments.json:
        about = {"out": str(arguments.out), "events": saved.events, "last_at": saved.last_at}
        print(
            json.dumps(
                about
                | {"missing": list(saved.evidence), "unproven": list(saved.unproven)}
                | msgspec.to_builtins(saved.note)
            )
        )
        return 0
    print(f"{arguments.out}: {_counts(saved.note.kept, saved.events)}, the last of {saved.last_at}")
    print("\n".join(_rescued_lines(saved.note)))
    for each in saved.evidence:
        print(f"missing: {each}")
    if saved.unproven:
        print(f"whole but not kept, for nothing proves what came before them: entries {ranges(saved.unproven)}")
    return 0


def export(arguments: argparse.Namespace) -> int:
    """The record as JSON Lines to keep, or as a page to read."""
    from companion.games.registry import Recorded
    from companion.record.errors import RecordError
    from companion.record.export import json_lines
    from companion.record.private_file import write_private
    from companion.record.verification import verify as work_out
    from companion.referee.history.replay import open_record, require_viewer
    from companion.referee.history.report import report_of
    from companion.referee.history.timeline import reader_of
    from companion.texts import Language

    with closing(open_record(arguments.record)) as record:
        require_viewer(record.setup, arguments.viewer)
        if arguments.to == "jsonl":
            text = b"".join(line + b"\n" for line in json_lines(record, arguments.viewer))
        else:
            found = work_out(arguments.record, Recorded())
            viewer = arguments.viewer or (None if arguments.everything else reader_of(record))
            text = report_of(record, Language(arguments.language), found, viewer).encode()
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
    parser.add_argument("--as", dest="viewer", metavar="VIEWER", help=VIEWER)
    parser.add_argument("--everything", action="store_true", help="a page with hidden cards, though the game goes on")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the page")
