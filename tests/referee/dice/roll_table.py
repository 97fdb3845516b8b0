"""A game that waits for a roll, and dice that tell events at set times into its book."""

from itertools import count

from companion.games.command import TABLE
from companion.games.common import Correct, DiceRolled, Told
from companion.games.signum.model.commands import Activate, Assign, Fight, Skip
from companion.games.signum.model.editions import FACE_OF_NUMBER
from companion.games.values import Stand
from companion.record.record import Record
from companion.referee.dice.journal import DiceJournal
from companion.referee.dice.roll_manager import RollManager
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match
from hardware.events import (
    Cocked,
    Connected,
    Disconnected,
    Discovered,
    Evidence,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.frames import encode_frame
from hardware.rolls import CollectorPolicy
from tests.record.games import GAMES, NOON, begin

KINDS = {"camera": EvidenceKind.IMAGE, "manual": EvidenceKind.HAND, "virtual": EvidenceKind.SIMULATED}
PROMPTS = ("roll", "priority")


def to_the_first_roll(record: Record, attack=2, *before, attack_of_b=0) -> None:
    """Both heroes fight after some commands, A with so many attack dice; B puts all others into defence."""
    begin(record)
    record.do(Skip(by="A"))
    record.do(Correct(by="A", of="B:hero", at=Stand(300.0, 48.0)))
    for command in before:
        record.do(command)
    record.do(Activate(by="A", creature="A:hero"))
    record.do(Fight(by="A", creature="A:hero", target="B:hero"))
    pool = {"A": attack, "B": attack_of_b}
    while record.game.prompts(record.state)[0].key == "assign":
        by = record.game.prompts(record.state)[0].to[0]
        spec = record.game.prompts(record.state)[0].specs
        total = max(int(each.fixed["attack"]) for each in spec if each.by == by)
        record.do(Assign(by=by, attack=pool[by], defence=total - pool[by]))


def rolled_packet(face: int) -> bytes:
    """What a Pixels d6 sends when it has rolled a face: state, and the index of the face."""
    return bytes([3, 1, face - 1])


def rolled_frame(face: int) -> bytes:
    """What our own die sends when it has rolled a face."""
    return encode_frame(9, "roll", {"d": "b", "n": 1, "f": face, "s": "rolled", "q": 990}).rstrip()


class Nowhere:
    """A surveyor who sees nothing."""

    def spot(self, spec, field, values):
        return None


class Throws:
    """Speaks in short words; the time goes on by a tenth of a second with each."""

    def __init__(self, record: Record, *, dice=()):
        self.record, self.now_s = record, 100.0
        self.tokens = count()
        self.symbolic = False
        self.game = "this"
        self.open()
        self.join(*dice)
        self.throwing.settle()

    def open(self):
        """Takes game and dice's book up, as the program does when it starts."""
        self.match = Match(self.record, self._clock, pause_s=0.0)
        self.gateway = CommandGateway(self.match, Nowhere(), self._clock)
        self.journal = DiceJournal(
            self.record.path.with_name("dice"),
            self.game,
            self._clock,
            CollectorPolicy(players=frozenset(self.match.players)),
        )
        self.throwing = RollManager(
            self.gateway,
            self.journal,
            lambda: f"t{next(self.tokens)}",
            symbols=lambda: tuple(FACE_OF_NUMBER.values()),
            symbolic=lambda source: self.symbolic and source == "camera",
        )

    def killed_and_started(self, later_s=0.0):
        """The program ends without a word; the machine's clock may begin anew."""
        path = self.record.path
        self.record.close()
        self.now_s = later_s or self.now_s
        self.record = Record.open(path, GAMES, lambda: NOON)
        self.open()
        self.throwing.settle()

    def _clock(self):
        return self.now_s

    def _hear(self, what, die, **rest):
        self.now_s += 0.1
        event = what(die=die, source=die.split(":")[0], at_s=self.now_s, **rest)
        self.journal.hear(event)
        self.throwing.settle()

    def join(self, *dice, kind="d6"):
        for die in dice:
            self.now_s += 0.1
            head = {"die": die, "source": die.split(":")[0], "at_s": self.now_s}
            self.journal.hear(Discovered(**head, name=die, kind=kind))
            self.journal.hear(Connected(**head))

    def tumble(self, *dice):
        for die in dice:
            self._hear(RollStarted, die)

    def rest(self, die, face, confidence=1.0, packet=None):
        what = die.encode() if not die.startswith("manual") else b"A"
        source = die.split(":")[0]
        kind = KINDS.get(source, EvidenceKind.PACKET)
        makes = {"pixels": rolled_packet, "own-ble": rolled_frame}
        data = packet or (makes[source](face) if source in makes else what + b" %d" % face)
        self._hear(Settled, die, face=face, confidence=confidence, evidence=Evidence(kind, data))

    def throw(self, die, face, confidence=1.0):
        self.tumble(die)
        self.rest(die, face, confidence)

    def lean(self, die):
        self._hear(Cocked, die, evidence=Evidence(EvidenceKind.PACKET, b"leans"))

    def turn(self, die, face):
        self._hear(Moved, die, face=face, evidence=Evidence(EvidenceKind.PACKET, b"turned"))

    def lose(self, die):
        self._hear(Disconnected, die, why="out of range", cause="gone")

    def find(self, die):
        self._hear(Reconnected, die)

    def wait(self, seconds):
        self.now_s += seconds

    def phone(self, command, name="phone"):
        """What a phone wants; the answer."""
        answers = []
        self.match.submit(CommandRequest(name, command, answers.append))
        self.throwing.settle()
        return answers[0]

    def undo(self):
        """Takes the last deed back."""
        self.match.undo(self.record.boundaries[-2], TABLE)
        self.throwing.settle()

    @property
    def rolls(self):
        return self.throwing.open_rolls()

    @property
    def roll(self):
        """Id and standing of the one open roll."""
        ((id_, _, standing),) = self.rolls
        return id_, standing

    def rolled(self):
        """The events of all rolls that count."""
        return [event for event in self._events() if isinstance(event, DiceRolled)]

    def told(self, key):
        """The lines of a kind in the log."""
        return [event for event in self._events() if isinstance(event, Told) and event.key == key]

    def _events(self):
        return [self.record.event(number) for number in self.record.counting]

    def fates(self):
        entries = [*self.journal.over, *self.journal.state.entries.values()]
        return [(entry.die, entry.fate.value, entry.why and entry.why.value) for entry in entries]
