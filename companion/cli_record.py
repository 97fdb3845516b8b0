"""The commands about games that were played: to see one again, to verify its record, to export it."""

import argparse
import json
import sys
from contextlib import closing
from pathlib import Path

LANGUAGES = ("en", "ru", "uk")


def replay(arguments: argparse.Namespace) -> int:
    """The state of a recorded or scripted game, as a viewer may know it."""
    import msgspec

    from companion.referee.replaying import lines_of
    from companion.referee.replaying import replay as see
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
    from companion.record.errors import TamperedError
    from companion.record.verifying import verify as work_out
    from companion.referee.replaying import GAMES

    try:
        found = work_out(arguments.record, GAMES)
    except TamperedError as tampered:
        wrong = {"ok": False, "entry": tampered.entry, "why": str(tampered)}
        print(json.dumps(wrong) if arguments.json else f"{arguments.record}: {tampered}")
        return 1
    if arguments.json:
        counts = {"entries": found.entries, "events": found.events, "shuffles": found.shuffles}
        print(json.dumps({"ok": True} | counts | {"otherwise": list(found.otherwise)}))
        return 0
    print(f"{arguments.record}: as it was written; {found.entries} entries, {found.events} events")
    if found.shuffles is None:
        print("the seed of the shuffles is not revealed, so they were not checked")
    else:
        print(f"{found.shuffles} shuffles follow from the seed whose hash was shown before the game")
    if found.otherwise:
        listed = ", ".join(str(number) for number in found.otherwise)
        print(f"this version of the rules would decide these entries otherwise: {listed}")
    return 0


def export(arguments: argparse.Namespace) -> int:
    """The record as JSON Lines to keep, or as a page to read."""
    from companion.record.errors import RecordError
    from companion.record.exporting import json_lines
    from companion.record.report import html_report
    from companion.record.verifying import verify as work_out
    from companion.referee.replaying import GAMES, open_record, require_viewer
    from companion.texts import Language

    with closing(open_record(arguments.record)) as record:
        require_viewer(record.state, arguments.viewer)
        if arguments.to == "jsonl":
            text = b"".join(line + b"\n" for line in json_lines(record, arguments.viewer))
        else:
            found = work_out(arguments.record, GAMES)
            text = html_report(record, Language(arguments.language), found, arguments.viewer).encode()
    if arguments.out is None:
        sys.stdout.buffer.write(text)
        return 0
    try:
        arguments.out.write_bytes(text)
    except OSError as error:
        raise RecordError(f"{arguments.out} cannot be written: {error.strerror}.") from error
    print(arguments.out)
    return 0


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion replay`."""
    parser.add_argument("game", type=Path, metavar="GAME", help="a record, or a script")
    parser.add_argument("--to", type=int, metavar="N", help="after this event; else the end")
    parser.add_argument("--as", dest="viewer", default="spectator", metavar="VIEWER", help="a player, or spectator")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the sentences")
    parser.add_argument("--json", action="store_true", help="the view for programs")


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion verify`."""
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument("--json", action="store_true", help="the result for programs")


def add_export(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion export`."""
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument("--to", choices=["jsonl", "html"], required=True, help="JSON Lines, or a page to read")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write; else it is printed")
    parser.add_argument("--as", dest="viewer", metavar="VIEWER", help="a player, or spectator; else the whole of it")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the page")
