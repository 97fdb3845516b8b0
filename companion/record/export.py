"""A record as JSON Lines: to keep, to search, to hand to other programs.

One object a line. Every event stands on a line of its own with `entry`, `event` (its number), `at`, `actor`, `counts`
(false once it was undone) and `what`, the event itself; the first event of an entry bears the `command` that it follows
from, and the `evidence`. Lines without an event: the first, with `setup`; `undo` with the number `to` after which
nothing counted any more; `redo`; `reveal` with the seed.

For a viewer, events are as that viewer may know them, and nothing tells of the rest: entries and events that the viewer
knows nothing of are left out and not counted, the commands are left out, and in the place of the setup stands the
`view` of the beginning.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.record.record import Record
from companion.record.walk import RecordedEntry, walk


def json_lines(record: Record, viewer: str | None = None) -> Iterator[bytes]:
    """The lines, without their ends.

    Args:
        record: The record.
        viewer: A player's id or `SPECTATOR`; None for the whole of it.
    """
    lines = _whole(record) if viewer is None else _seen(record, viewer)
    for line in lines:
        yield msgspec.json.encode(line, order="deterministic")


def _whole(record: Record) -> Iterator[dict[str, Any]]:
    for passage in walk(record):
        entry = passage.entry
        head = {"entry": entry.number, "at": entry.at, "actor": entry.actor}
        if entry.kind != "command":
            yield head | _without_event(passage)
        for number, each in enumerate(passage.happened):
            line = head | {"event": each.number, "counts": each.counts, "what": each.event}
            if not number:
                line["command"] = msgspec.Raw(entry.body)
                if entry.evidence:
                    line["evidence"] = [{"name": e.name, "sha256": e.digest.hex()} for e in entry.evidence]
            yield line


def _seen(record: Record, viewer: str) -> Iterator[dict[str, Any]]:
    entries = 0
    mine = {0: 0}  # the viewer's own number of each event seen
    for passage in walk(record, viewer):
        entry = passage.entry
        head = {"entry": entries, "at": entry.at, "actor": entry.actor}
        match entry.kind:
            case "begin":
                yield head | {"edition": entry.edition, "view": record.game.view(passage.after, viewer)}
            case "undo":
                to = int(msgspec.json.decode(entry.body)["to"])
                yield head | {"undo": {"to": max(seen for number, seen in mine.items() if number <= to)}}
            case "redo" | "reveal":
                yield head | _without_event(passage)
            case "command":
                for each in passage.happened:
                    mine[each.number] = len(mine)
                    yield head | {"event": mine[each.number], "counts": each.counts, "what": each.event}
        entries += entry.kind != "command" or bool(passage.happened)


def _without_event(passage: RecordedEntry) -> dict[str, Any]:
    body = msgspec.Raw(passage.entry.body)
    if passage.entry.kind == "begin":
        return {"edition": passage.entry.edition, "setup": body}
    return {passage.entry.kind: body}
