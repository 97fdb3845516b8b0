"""Ports for servers of tests, which nobody takes between their being found and their being used, or used again."""

import contextlib
import itertools
import os
import socket

FIRST_PORT, END_PORT = 20000, 32000
"""Below those that the system gives to connections: between being found and being used, none of these goes to one."""
_begins = FIRST_PORT + os.getpid() * 41 % (END_PORT - FIRST_PORT)
_ports = itertools.cycle([*range(_begins, END_PORT), *range(FIRST_PORT, _begins)])


def free_port() -> int:
    """A port that no test of this process was given before."""
    return next(filter(_is_free, _ports))


def free_ports(count: int) -> int:
    """The first of so many ports in a row."""
    while True:
        first, *more = (next(_ports) for _ in range(count))
        if more == [*range(first + 1, first + count)] and all(map(_is_free, (first, *more))):
            return first


def _is_free(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False
