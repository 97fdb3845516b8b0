"""The dice's book is as it was written, or says where it is not; a face is the one that its packet tells."""

import hashlib
import json
import re
from base64 import b64encode

import pytest

from companion.cli import main
from companion.record.head_file import head_beside
from companion.referee.dice.book import book_beside, read_book
from companion.referee.history.dice_check import check_book, check_rolls
from tests.record.games import new_record
from tests.referee.dice.roll_table import Throws, rolled_packet, to_the_first_roll


@pytest.fixture
def table(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    return Throws(record, dice=("pixels:a", "pixels:b"))


@pytest.fixture
def book(table):
    return table.journal._path


def lines_of(book):
    return book.read_bytes().splitlines(keepends=True)


def sealed_anew(lines):
    """The same lines with a chain that fits, as somebody makes it who knows how."""
    before, out = bytes(32), []
    for number, line in enumerate(lines):
        content = re.sub(rb',"chain":"[0-9a-f]{64}"\}\n', b"}", line).rstrip(b"\n")
        before = hashlib.sha256(before + content).digest()
        out.append(content[:-1] + b',"chain":"%s"}\n' % before.hex().encode() if number else content + b"\n")
    return out, before


def without_chain(lines):
    return [re.sub(rb',"chain":"[0-9a-f]{64}"\}', b"}", line) for line in lines]


def at_line(lines, words):
    return next(number for number, line in enumerate(lines) if words in line)


def another_face(lines):
    at = at_line(lines, b'"settled"')
    lines[at] = lines[at].replace(b'"face":6', b'"face":5')
    return lines, at + 1


def another_face_and_its_packet(lines):
    lines, line = another_face(lines)
    lines[line - 1] = lines[line - 1].replace(b64encode(rolled_packet(6)), b64encode(rolled_packet(5)))
    return lines, line


def another_moment(lines):
    at = at_line(lines, b'"rolling"') if any(b'"rolling"' in line for line in lines) else 4
    lines[at] = re.sub(rb'"at_s":(\d)', rb'"at_s":1\1', lines[at], count=1)
    return lines, at + 1


def one_left_out(lines):
    at = at_line(lines, b'"settled"')
    return lines[:at] + lines[at + 1 :], at + 1


def two_swapped(lines):
    lines[3], lines[4] = lines[4], lines[3]
    return lines, 4


def one_put_in(lines):
    return [*lines[:4], lines[3], *lines[4:]], 5


def one_put_in_without_a_chain(lines):
    return [*lines[:4], *without_chain(lines[3:4]), *lines[4:]], 5


def the_end_cut_off(lines):
    return lines[:-1], len(lines)


def the_chain_taken_out(lines):
    lines, _ = another_face(lines)
    return without_chain(lines), len(lines)


def sealed_again(lines):
    lines, _ = another_face_and_its_packet(lines)
    return sealed_anew(lines)[0], len(lines)


@pytest.mark.parametrize(
    "edit",
    [
        another_face, another_face_and_its_packet, another_moment, one_left_out, two_swapped, one_put_in,
        one_put_in_without_a_chain, the_end_cut_off, the_chain_taken_out, sealed_again,
    ],
)  # fmt: skip
def test_whatever_is_edited_is_found_said_and_kept_and_the_game_goes_on(table, book, edit):
    table.throw("pixels:a", 6)
    assert check_book(book).fault is None
    edited, line = edit(lines_of(book))
    book.write_bytes(b"".join(edited))

    found = check_book(book)
    assert found.fault is not None
    assert found.fault.line == line
    table.killed_and_started()

    fault, kept = table.journal.changed_book
    assert fault.line == line
    assert book.with_name(kept).read_bytes() == b"".join(edited)
    assert check_book(book).fault is None
    # What stood there before the line still holds, and the dice that are thrown now count.
    for die, face in (("pixels:a", 6), ("pixels:b", 1)):
        if all(each.die != die for each in table.journal.state.entries.values() if each.settled):
            table.find(die)
            table.throw(die, face)
    table.wait(5.0)
    table.throwing.settle()
    table.killed_and_started()
    assert table.journal.changed_book is None
    assert check_book(book).fault is None


def test_a_book_that_is_gone_is_said_and_the_game_goes_on(table, book):
    table.throw("pixels:a", 6)
    book.unlink()
    table.killed_and_started()

    fault, kept = table.journal.changed_book
    assert fault.line == 1
    assert book.with_name(kept).read_bytes() == b""
    assert check_book(book).fault is None
    table.killed_and_started()
    assert table.journal.changed_book is None


def test_a_face_sealed_anew_with_all_that_follows_is_not_the_one_of_its_packet(table, book):
    table.throw("pixels:a", 6)
    lines, line = another_face(lines_of(book))
    forged, chain = sealed_anew(lines)
    book.write_bytes(b"".join(forged))
    head_beside(book).write_bytes(b"%012d %s\n" % (len(forged), chain.hex().encode()))
    assert read_book(book).fault is None

    assert check_book(book).fault.line == line
    table.killed_and_started()

    assert table.journal.changed_book[0].line == line
    assert [entry.face for entry in table.journal.state.entries.values()] == [None]  # it tumbled, and was lost then


def test_a_book_of_an_older_version_opens_and_is_chained_from_there_on(table, book):
    table.throw("pixels:a", 6)
    old = without_chain(lines_of(book))
    book.write_bytes(b"".join(old))
    head_beside(book).unlink()
    assert check_book(book).unchained == len(old) - 1

    table.killed_and_started()

    assert table.journal.changed_book is None
    assert [entry.face for entry in table.journal.state.entries.values()] == [6]
    lines = lines_of(book)
    assert lines[: len(old)] == old
    assert all(b'"chain":' in line for line in lines[len(old) :])
    found = check_book(book)
    assert (found.fault, found.unchained) == (None, len(old) - 1)
    lines[2] = lines[2].replace(b'"at_s":', b'"at_s":1')
    book.write_bytes(b"".join(lines))
    assert check_book(book).fault.line == len(old) + 1  # the first line that covers the old ones


def test_a_damaged_line_of_an_older_book_is_left_out_as_ever(table, book):
    table.throw("pixels:a", 6)
    lines = without_chain(lines_of(book))
    book.write_bytes(b"".join([*lines[:2], b"\xff{\n", *lines[2:]]))
    head_beside(book).unlink()

    table.killed_and_started()

    assert table.journal.changed_book is None
    assert [entry.face for entry in table.journal.state.entries.values()] == [6]


def verified(table, capsys, *options):
    table.record._store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    code = main(["verify", str(table.record.path), *options])
    return code, capsys.readouterr().out


def test_verify_compares_each_face_with_its_packet_and_reads_the_book(table, book, capsys):
    table.throw("pixels:a", 6)
    table.throw("pixels:b", 1)
    assert table.rolled()[0].faces == ("shield", "bullseye")
    check = check_rolls(table.record.path)
    assert (check.compared, check.not_readable, check.faults) == (2, 0, ())
    beside = book_beside(table.record.path)
    beside.write_bytes(book.read_bytes())
    code, said = verified(table, capsys)
    assert code == 0
    assert "2 faces in the record match what the dice reported" in said
    assert f"the book of the dice is as it was written: {len(lines_of(book))} lines" in said

    lines, line = another_face(lines_of(beside))
    beside.write_bytes(b"".join(lines))
    code, said = verified(table, capsys)
    assert code == 1
    assert f"line {line} of game.signum.dice is wrong: it, or a line before it, was changed" in said
    code, said = verified(table, capsys, "--json")
    assert (code, json.loads(said)["ok"], len(json.loads(said)["dice"]["faults"])) == (1, False, 1)


def test_verify_names_a_face_that_its_packet_does_not_tell(table, capsys):
    table.throw("pixels:a", 6)
    table.tumble("pixels:b")
    table.rest("pixels:b", 1, packet=rolled_packet(4))
    code, said = verified(table, capsys)
    assert code == 1
    # Of a D6, dice of an old firmware number the faces otherwise; which firmware it was, the packet does not tell.
    assert "entry 15: the packet of pixels:b tells 3 or 4, and 1 was noted" in said


def test_a_face_that_the_table_named_is_no_fault(table):
    table.throw("pixels:a", 6)
    table.tumble("pixels:b")
    table.rest("pixels:b", 1, confidence=0.5)
    table.journal.do("decide", number=1, face=2, by="A")
    table.throwing.settle()
    assert table.rolled()
    assert check_rolls(table.record.path).faults == ()
