"""Damage within records, ZIP files and PNG pictures, whose checksums are right again afterwards.

A checksum keeps most damage out, but whoever makes a file by hand can make its checksum, too.
"""

import contextlib
import io
import json
import sqlite3
import struct
import warnings
import zipfile
import zlib
from pathlib import Path
from random import Random

import msgspec

from companion.games.signum.game import Signum
from companion.record.canonical import CanonicalEncoder
from companion.record.chain import FIRST, Entry, Evidence, digest
from companion.record.fold import Fold
from tests.fuzz.mutations import damaged_bytes, damaged_json, damaged_text


def damaged_png(chance: Random, data: bytes) -> bytes:
    """A PNG with a damaged chunk."""
    chunks = list(_chunks(data))
    at = chance.randrange(len(chunks))
    kind, body = chunks[at]
    match chance.randrange(6):
        case 0 if kind == b"IHDR":
            body = struct.pack(
                ">IIBBBBB", *_sizes(chance), *(chance.choice((0, 1, 2, 3, 4, 6, 8, 16)) for _ in range(5))
            )
        case 0 | 1:
            chunks[0] = (b"IHDR", struct.pack(">II", *_sizes(chance)) + chunks[0][1][8:])
        case 2:
            kind = chance.choice((b"IDAT", b"PLTE", b"tRNS", b"iCCP", b"zTXt", b"iTXt", b"acTL", b"eXIf", b"IEND"))
        case 3:
            at = next(number for number, (kind, _) in enumerate(chunks) if kind == b"IDAT")
            pixels = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
            kind, body = b"IDAT", zlib.compress(damaged_bytes(chance, pixels))
            chunks = [chunk for number, chunk in enumerate(chunks) if chunk[0] != b"IDAT" or number == at]
        case 4:
            chunks[at:at] = [(kind, body)] * chance.choice((1, 100))
        case _:
            body = damaged_bytes(chance, body)
    chunks[at] = (kind, body)
    return data[:8] + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def _sizes(chance: Random) -> tuple[int, int]:
    sides = (0, 1, 2, 7, 640, 10_000, 65_535, 100_000, 2**31 - 1, 2**31, 2**32 - 1)
    return chance.choice(sides), chance.choice(sides)


def _chunks(data: bytes):
    at = 8
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def damaged_jpeg(chance: Random, data: bytes) -> bytes:
    """A JPEG with another size, damaged tables, or damage in the middle of its pixels."""
    found = bytearray(data)
    head, scan = data.index(b"\xff\xc0"), data.index(b"\xff\xda")
    match chance.randrange(5):
        case 0:
            found[head + 5 : head + 9] = struct.pack(
                ">HH", *(chance.choice((0, 1, 9, 640, 9999, 65_535)) for _ in "hw")
            )
        case 1:
            found[head + 1] = chance.choice((0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xCA))
        case 2:
            found[2:scan] = damaged_bytes(chance, data[2:scan])
        case 3:
            found[scan + 14 :] = damaged_bytes(chance, data[scan + 14 : -2]) + data[-2:]
        case _:
            return damaged_bytes(chance, data)
    return bytes(found)


def damaged_zip(chance: Random, data: bytes) -> bytes:
    """A ZIP file with a damaged entry, or another name or way of packing of one."""
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        entries = [(info.filename, whole.read(info)) for info in whole.infolist()]
    at = chance.randrange(len(entries)) if chance.random() < 0.4 else chance.choice(
        [number for number, (name, _) in enumerate(entries) if not name.endswith(".jpg")]
    )  # fmt: skip
    name, body = entries[at]
    way = zipfile.ZIP_DEFLATED
    match chance.randrange(8):
        case 0:
            del entries[at]
        case 1:
            name = chance.choice(
                ("../x", "/etc/x", "pictures/x.jpg", "pictures/" + "a" * 300 + ".jpg", "camera.toml", "")
            )
        case 2:
            body = chance.choice((b"\0" * (64 << 20), b"\n" * (8 << 20), b"{}\n" * (1 << 20), b""))
        case 3:
            way = chance.choice((zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
        case _ if name.endswith(".jsonl"):
            rows = body.splitlines(keepends=True)
            row = chance.randrange(len(rows))
            rows[row] = damaged_json(chance, rows[row].strip()) + b"\n"
            body = b"".join(rows)
        case _ if name.endswith(".jpg"):
            body = damaged_jpeg(chance, body)
        case _:
            body = damaged_text(chance, body)
    if at < len(entries):
        entries[at] = (name, body)
    made = io.BytesIO()
    with warnings.catch_warnings(action="ignore", category=UserWarning), zipfile.ZipFile(made, "w", way) as whole:
        for name, body in entries:
            whole.writestr(zipfile.ZipInfo(name), body, way)
    return made.getvalue()


COLUMNS = (
    "number", "kind", "at", "actor", "edition", "body", "events", "evidence", "state", "before", "hash"
)  # fmt: skip
PROOF = {"evidence": {"kind": "line", "sha256": "00" * 32}, "face": 6, "source": "pixels"}
FACE = {"die": "pixels:a", "face": 6, "kind": "d6", "player": "A", "proofs": [PROOF], "source": "pixels"}
ROLL = {"faces": [FACE], "aside": [], "symbols": ["bullseye", "axe", "axe", "axe", "axe", "shield"], "symbols_only": []}


def damaged_record(chance: Random, data: bytes, folder: Path) -> bytes:
    """A record in which an entry is another, every hash and, where there is one, every state after it made right."""
    path = folder / "resealed.signum"
    path.write_bytes(data)
    connection = sqlite3.connect(path, isolation_level=None)
    has_rules = any(name == "rules" for _, name, *_ in connection.execute("PRAGMA table_info(entry)"))
    rules = "rules" if has_rules else "0"
    wanted = f"SELECT {', '.join(COLUMNS)}, {rules} FROM entry ORDER BY number"  # noqa: S608 (ours)
    entries = [_entry(row) for row in connection.execute(wanted)]
    match chance.randrange(12):
        case 0:
            table = chance.choice(("about", "entry", "evidence", "snapshot"))
            connection.execute(chance.choice((f"DROP TABLE {table}", f"DELETE FROM {table}")))  # noqa: S608 (ours)
        case 1:
            key = chance.choice(("schema", "game", "head", "seed", "rescued"))
            value = chance.choice((b"", b"\xff", b"9" * 500, b"signum", chance.randbytes(40), _note(chance)))
            connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))
        case 2:
            state = damaged_json(chance, b'{"turn": 1, "players": {"A": {}}}')
            connection.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?)", (chance.randrange(9), state))
        case 3 | 4:
            at, roll = chance.randrange(len(entries)), damaged_json(chance, json.dumps(ROLL).encode())
            proof = Evidence(name=chance.choice(("x.roll", "picture.jpg", "intent")), digest=digest(roll))
            connection.execute("INSERT OR REPLACE INTO evidence VALUES (?, ?)", (proof.digest, roll))
            entries[at] = msgspec.structs.replace(entries[at], evidence=(*entries[at].evidence, proof))
            _write(connection, _sealed(entries), has_rules=has_rules)
        case _:
            at = chance.randrange(len(entries))
            entries[at] = _damaged_entry(chance, entries[at])
            _write(connection, _sealed(_folded_anew(entries) if has_rules else entries), has_rules=has_rules)
    connection.close()
    made = path.read_bytes()
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    return made


def damaged_head(chance: Random) -> bytes:
    """What stands in the file beside a record, or may have come to stand there."""
    whole = b"%012d %s\n" % (chance.choice((0, 1, 3, 10**12 - 1)), chance.randbytes(32).hex().encode())
    return damaged_bytes(chance, whole) if chance.random() < 0.7 else chance.choice((b"", b"\0" * 78, b"9" * 5000))


def _note(chance: Random) -> bytes:
    note = {"kept": 3, "written": 9, "why": "it is missing", "evidence": ["00" * 32], "seed_lost": False}
    return damaged_json(chance, json.dumps(note).encode())


def _folded_anew(entries: list[Entry]) -> list[Entry]:
    """The entries with the states that follow from their events, up to the first from which none follows."""
    game = Signum()
    fold, canonical, made = Fold(game), CanonicalEncoder(), []
    with contextlib.suppress(Exception):
        for entry in entries:
            fold.take(_sealed_after(fold.hash, entry))
            state = digest(canonical.encode(fold.folded(fold.history.counting)))
            made.append(msgspec.structs.replace(entry, state=state))
    return made + entries[len(made) :]


def _damaged_entry(chance: Random, entry: Entry) -> Entry:
    match chance.randrange(8):
        case 0 | 1 | 2 if json.loads(entry.body):
            return msgspec.structs.replace(entry, body=damaged_json(chance, entry.body))
        case 0 | 1 | 2 | 3 | 4 if entry.events:
            events = list(entry.events)
            at = chance.randrange(len(events))
            events[at] = damaged_json(chance, events[at])
            return msgspec.structs.replace(entry, events=tuple(events))
        case 5:
            kind = chance.choice(("begin", "command", "undo", "redo", "reveal"))
            return msgspec.structs.replace(entry, kind=kind)
        case 6 if chance.random() < 0.5:
            return msgspec.structs.replace(entry, evidence=(Evidence(name="x.roll", digest=bytes(32)),))
        case 6:
            return msgspec.structs.replace(entry, rules=chance.choice((0, 1, 99, -1, 2**63 - 1)))
        case _:
            other = chance.choice(("", "a" * 9000, "\x1b[31m", "Z", "9999-99-99"))
            return msgspec.structs.replace(entry, **{chance.choice(("at", "actor", "edition")): other})


def _entry(row: tuple) -> Entry:
    values = dict(zip((*COLUMNS, "rules"), row, strict=True))
    return Entry(
        **values
        | {
            "events": msgspec.msgpack.decode(values["events"], type=tuple[bytes, ...]),
            "evidence": msgspec.msgpack.decode(values["evidence"], type=tuple[Evidence, ...]),
        }
    )


def _sealed(entries: list[Entry]) -> list[Entry]:
    before, made = FIRST, []
    for entry in entries:
        made.append(_sealed_after(before, entry))
        before = made[-1].hash
    return made


def _sealed_after(before: bytes, entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, before=before).sealed()


def _write(connection: sqlite3.Connection, entries: list[Entry], *, has_rules: bool) -> None:
    connection.execute("BEGIN")
    for entry in entries:
        connection.execute(
            "UPDATE entry SET kind=?, at=?, actor=?, edition=?, body=?, events=?, evidence=?, state=?, before=?, hash=?"
            " WHERE number=?",
            (
                entry.kind, entry.at, entry.actor, entry.edition, entry.body,
                msgspec.msgpack.encode(entry.events), msgspec.msgpack.encode(entry.evidence),
                entry.state, entry.before, entry.hash, entry.number,
            ),
        )  # fmt: skip
        if has_rules:
            connection.execute("UPDATE entry SET rules=? WHERE number=?", (entry.rules, entry.number))
    head = entries[-1].number.to_bytes(8, "big") + entries[-1].hash
    connection.execute("INSERT OR REPLACE INTO about VALUES ('head', ?)", (head,))
    connection.execute("COMMIT")
