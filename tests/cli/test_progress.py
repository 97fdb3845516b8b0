"""The line of a terminal that says how far a command is."""

import io
import sys

from companion.cli.progress import ProgressLine


class Terminal(io.StringIO):
    """What was written, and what of it can still be read: a terminal of one line."""

    def isatty(self):
        return True

    @property
    def line(self):
        return self.getvalue().rpartition("\r\033[K")[2]


def test_what_is_done_again_is_counted_and_the_line_is_wiped_at_the_end(monkeypatch):
    terminal, read = Terminal(), []
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressLine() as progress:
        for what in ("images", "images", "tags", "images"):
            progress.step(what)
            read.append(terminal.line)
        progress.say("3 of 4 pictures")
        read.append(terminal.line)
    assert read == ["images", "2 images", "tags", "images", "3 of 4 pictures"]
    assert terminal.line == ""
    assert "\n" not in terminal.getvalue()


def test_nothing_is_said_where_nobody_looks(monkeypatch):
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with ProgressLine() as progress:
        progress.step("images")
    assert file.getvalue() == ""
