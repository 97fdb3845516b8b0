"""The way into the program: runs one command and turns its end into an exit code.

Exit codes: 0 for success, 1 for a negative answer where that is the question, 2 for bad usage or bad input, which gets
one line on standard error.
"""

import argparse
import errno
import logging
import os
import sys
from collections.abc import Sequence

from companion.cli import run_log, terminal, utf8
from companion.cli.commands import Command, command_parser
from companion.cli.refusals import one_line, refusals

log = logging.getLogger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        arguments: The words after the program's name; those of the process if None.

    Returns:
        The exit code.
    """
    if arguments is None:
        utf8.restart_in_utf8()
    utf8.write_utf8()
    terminal.keep_to_ourselves()
    run_log.prepare_console()
    parsed = command_parser().parse_args(arguments)
    return run_log.run_logged(parsed, _run) if parsed.name in run_log.LOGGED else _run(parsed)


def _run(parsed: argparse.Namespace) -> int:
    command: Command = parsed.command
    try:
        code = command(parsed)
        sys.stdout.flush()  # what cannot be written shall be told here, not as Python ends
    except refusals() as refusal:
        log.info("refused", exc_info=refusal)
        print(f"companion {parsed.name}: {one_line(str(refusal))}", file=sys.stderr)
        return 2
    except MemoryError as error:
        log.info("too_little_memory", exc_info=error)
        print(
            f"companion {parsed.name}: there is too little memory for this; is the file the right one?", file=sys.stderr
        )
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output (`companion measure … | head`) has seen enough; Python would complain at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"companion {parsed.name}: the disk is full; make room and try again.", file=sys.stderr)
        return 2
    return code
