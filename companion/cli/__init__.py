"""The command line: one thin function per command."""

from companion.cli.entry_point import main

__all__ = ["main"]
