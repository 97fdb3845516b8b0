"""The command line: thin, one function per command."""

import sys


def main() -> int:
    """Runs one command and answers its exit code."""
    print("usage: companion COMMAND", file=sys.stderr)
    return 2
