"""The commands about dice: read from pictures, listened to, simulated."""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.argument_types import LANGUAGES, SOURCES, positive
from companion.cli.game_options import Parser
from companion.cli.refusals import one_line
from companion.cli.run_log import keep_dice_off_the_console

if TYPE_CHECKING:
    from companion.referee.dice.sources import DicePlaces

ABOUT = "Dice: read from pictures, listened to, simulated."
"""What the help says of all of them."""


def read(arguments: argparse.Namespace) -> int:
    """The faces in pictures of dice; a die that is not certain is told as unread, never guessed."""
    from companion.referee.measure.dice_images import describe, read_pictures
    from companion.referee.measure.images import Refusal
    from companion.texts import Language

    results = list(read_pictures(arguments.images, arguments.set))
    answers = [result for result in results if not isinstance(result, Refusal)]
    refusals = [result for result in results if isinstance(result, Refusal)]
    if answers and arguments.json:
        print(json.dumps(answers, ensure_ascii=False))
    elif answers:
        print("\n\n".join(describe(answer, Language(arguments.language)) for answer in answers))
    for refusal in refusals:
        print(f"companion dice read: {one_line(refusal.sentence)}", file=sys.stderr)
    return 2 if refusals else 0


def list_(arguments: argparse.Namespace) -> int:
    """The dice in range."""
    import asyncio
    from dataclasses import asdict

    from companion.referee.dice.event_words import list_lines
    from companion.referee.dice.sources import list_dice
    from companion.texts import Language

    found, troubles = asyncio.run(list_dice(_where(arguments), arguments.seconds))
    if arguments.json:
        print(json.dumps([asdict(die) for die in found], ensure_ascii=False))
    elif found or not troubles:
        print("\n".join(list_lines(found, Language(arguments.language))))
    _complain("list", *troubles)
    return 2 if troubles and not found else 0


def identify(arguments: argparse.Namespace) -> int:
    """One die blinks, so that you see which it is."""
    import asyncio

    from companion.referee.dice.sources import identify as show
    from companion.texts import Language, say

    asyncio.run(show(_where(arguments), arguments.die, arguments.seconds))
    print(say(Language(arguments.language), "dice.shown", die=arguments.die))
    return 0


def monitor(arguments: argparse.Namespace) -> int:
    """Everything that dice do, as it happens, until Ctrl-C."""
    from companion.referee.dice.event_words import teller
    from companion.referee.dice.sources import monitor as listen
    from companion.texts import Language

    heard = teller(_show, Language(arguments.language), time.monotonic(), as_json=arguments.json)
    work = listen(_where(arguments), heard, lambda sentence: _complain("monitor", sentence))
    _run_until_stopped(work, arguments.seconds)
    return 0


def pair(arguments: argparse.Namespace) -> int:
    """One of our own dice is paired over its cable: from then on only paired ones are used. --forget undoes it."""
    import asyncio

    from companion.referee.dice.pairing import pair as pair_with
    from companion.referee.dice.pairing import unpair
    from companion.texts import Language, say

    language = Language(arguments.language)
    if arguments.forget is not None:
        known = unpair(arguments.forget)
        print(say(language, "dice.pairing.forgotten" if known else "dice.pairing.unknown", die=arguments.forget))
        return 0 if known else 1
    print(say(language, "dice.pairing.paired", die=asyncio.run(pair_with(arguments.port))))
    return 0


def simulate(arguments: argparse.Namespace) -> int:
    """Dice that are not there, to try the other commands with; until Ctrl-C."""
    from companion.referee.dice.simulated_radio import RadioSimulation, Transport, rehearse
    from hardware.makes import make_called

    rehearsal = RadioSimulation(
        make=make_called(arguments.make),
        way=Transport(arguments.over),
        dice=arguments.dice,
        seed=arguments.seed or secrets.token_hex(8),
        pause_s=arguments.pause,
        throws=arguments.throws,
    )
    _run_until_stopped(rehearse(rehearsal, _show), None)
    return 0


def _where(arguments: argparse.Namespace) -> "DicePlaces":
    from companion.referee.dice.names import shells_of
    from companion.referee.dice.sources import DicePlaces

    keep_dice_off_the_console()  # what is wrong with a source is told in a sentence of ours
    return DicePlaces(
        radio=not arguments.no_radio,
        ports=tuple(arguments.ports),
        usb=arguments.usb,
        camera=arguments.camera,
        dice_set=arguments.set,
        **shells_of(arguments.godice_shell),  # type: ignore[arg-type]  # each by its own name
    )


def _show(line: str) -> None:
    print(line, flush=True)


def _complain(action: str, *sentences: str) -> None:
    for sentence in sentences:
        print(f"companion dice {action}: {sentence}", file=sys.stderr, flush=True)


def _run_until_stopped(work: Coroutine[Any, Any, None], seconds: float | None) -> None:
    """Runs something until it ends, the time is over or somebody stops the program, and lets it clean up."""
    import asyncio
    import signal

    async def whole() -> None:
        task = asyncio.current_task()
        if task is not None:
            with suppress(NotImplementedError):  # Windows has no such signal
                asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await work

    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(whole())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion dice`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=Parser)

    def add(name: str, command: Callable[[argparse.Namespace], int], example: str) -> Parser:
        added = actions.add_parser(
            name, help=command.__doc__, description=command.__doc__, epilog=f"example: companion dice {example}"
        )
        added.set_defaults(command=command)
        return added

    reading = add("read", read, "read tray.jpg --json")
    reading.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    reading.add_later(partial(_set_option, reading))
    listing = add("list", list_, "list --seconds 5")
    listing.add_argument("--seconds", type=positive, default=8.0, metavar="S", help="how long to listen (default: 8)")
    identifying = add("identify", identify, "identify pixels:1a2b3c4d")
    identifying.add_argument("die", metavar="DIE", help="id of the die, from `companion dice list`")
    identifying.add_argument(
        "--seconds", type=positive, default=20.0, metavar="S", help="how long to wait (default: 20)"
    )
    monitoring = add("monitor", monitor, "monitor --port /dev/ttyACM0")
    monitoring.add_argument("--seconds", type=positive, metavar="S", help="how long (default: until Ctrl-C)")
    pairing = add("pair", pair, "pair --port /dev/ttyACM0")
    which = pairing.add_mutually_exclusive_group(required=True)
    which.add_argument("--port", metavar="PORT", help="serial port of the die")
    which.add_argument("--forget", metavar="DIE", help="the secret of this die is no longer accepted")
    for listener in (listing, identifying, monitoring):
        listener.add_later(partial(_where_options, listener))
    for told in (reading, listing, identifying, monitoring, pairing):
        told.add_argument("--language", choices=LANGUAGES, default="en", help="language of the sentences")
    for told in (reading, listing, monitoring):
        told.add_argument("--json", action="store_true", help="print the result as JSON")
    simulating = add("simulate", simulate, "simulate pixels --dice 3")
    simulating.add_later(partial(_simulate_options, simulating))


def _set_option(parser: argparse.ArgumentParser) -> None:
    from companion.referee.dice.kinds import set_names

    sets = ", ".join(set_names())
    parser.add_argument(
        "--set", default="", metavar="NAME", help=f"kind of dice a camera sees: {sets} (default: the first game's)"
    )


def _where_options(parser: argparse.ArgumentParser) -> None:
    from hardware.makes import MAKES

    where = parser.add_argument_group("where to listen, beside the radio")
    parser.set_defaults(ports=[])
    for wire in (make.wire for make in MAKES if make.wire is not None):
        where.add_argument(
            wire.option, action="append", dest="ports", type=partial(_port, wire.form), metavar="PORT", help=wire.help
        )
    where.add_argument(
        "--usb", action="store_true", help="try every USB serial port for dice that answer, such as ours"
    )
    where.add_argument("--camera", metavar="SOURCE", help=f"dice in a tray: {SOURCES}")
    where.add_argument("--no-radio", action="store_true", help="do not use Bluetooth")
    where.add_argument(
        "--godice-shell",
        action="append",
        default=[],
        metavar="SHELL",
        help="the shell of your GoDice, which they cannot report: d4 to d20; of one die as 19cce4=d8; repeatable",
    )
    _set_option(parser)


def _port(form: str, port: str) -> tuple[str, str]:
    return form, port


def _simulate_options(parser: argparse.ArgumentParser) -> None:
    from companion.referee.dice.simulated_radio import Transport, ways
    from hardware.makes import MAKES

    serial = " and ".join(make.word for make in MAKES if Transport.SERIAL in ways(make))
    parser.add_argument("make", choices=[make.word for make in MAKES if ways(make)], help="make of the dice")
    parser.add_argument(
        "--over", choices=["radio", "serial"], default="radio", help=f"serial is for {serial} dice only"
    )
    parser.add_argument("--dice", type=_number, default=1, metavar="N", help="number of dice (default: 1)")
    parser.add_argument("--seed", metavar="TEXT", help="seed of the faces (default: a new one, which is printed)")
    parser.add_argument("--pause", type=positive, default=2.0, metavar="S", help="time between throws (default: 2)")
    parser.add_argument("--throws", type=_number, metavar="N", help="throws of each die (default: until Ctrl-C)")


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to 1000 was expected, got {text!r}")
    return int(text)
