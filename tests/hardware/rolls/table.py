"""A table in miniature: dice that tell events at set times, and a journal that hears them."""

from dataclasses import replace

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
from hardware.rolls import (
    Journal,
    Statement,
    agree,
    assign,
    call_again,
    claim,
    close,
    decide,
    declare,
    fold,
    keep,
    let_stand,
    roll_progress,
    tick,
    withdraw,
)

KINDS = {"camera": EvidenceKind.IMAGE, "manual": EvidenceKind.HAND, "virtual": EvidenceKind.SIMULATED}


def evidence(die, what):
    kind = KINDS.get(die.split(":")[0], EvidenceKind.PACKET)
    return Evidence(kind, b"greer" if kind is EvidenceKind.HAND else f"{die} {what}".encode())


class RollTable:
    """Speaks in short words; the time goes on by a tenth of a second with each."""

    def __init__(self, journal=None):
        self.journal = journal or Journal()
        self.now_s = 100.0
        self.rolled = 0

    def _told(self, event):
        self.journal = fold(self.journal, event)
        return event

    def _head(self, die):
        self.now_s += 0.1
        return {"die": die, "source": die.split(":")[0], "at_s": self.now_s}

    def join(self, *dice, kind="d6"):
        for die in dice:
            self._told(Discovered(**self._head(die), name=die, kind=kind))
            self._told(Connected(**self._head(die)))

    def ask(self, request):
        self.now_s += 0.1
        self.journal = declare(self.journal, request, self.now_s)

    def tumble(self, *dice):
        for die in dice:
            self._told(RollStarted(**self._head(die)))

    def settle(self, die, face, confidence=0.99, throw=None, proof=None):
        self._told(
            Settled(
                **self._head(die), face=face, confidence=confidence, evidence=proof or evidence(die, face), throw=throw
            )
        )

    def roll(self, die, face, confidence=0.99, throw=None):
        self.tumble(die)
        self.settle(die, face, confidence, throw)

    def cock(self, die):
        self._told(Cocked(**self._head(die), evidence=evidence(die, "leans")))

    def move(self, die, face):
        self._told(Moved(**self._head(die), face=face, evidence=evidence(die, face)))

    def lose(self, die):
        self._told(Disconnected(**self._head(die), why="out of range", cause="gone"))

    def bring_back(self, die):
        self._told(Reconnected(**self._head(die)))

    def wait(self, seconds):
        self.now_s += seconds
        self.journal = tick(self.journal, self.now_s)

    def word(self, reason=""):
        return Statement(self.now_s, "greer", "", "", reason)

    def decide(self, number, face):
        self.journal = decide(self.journal, number, face, self.word())

    def call_again(self, number, reason):
        self.journal = call_again(self.journal, number, self.word(reason))

    def claim(self, number, reason):
        self.journal = claim(self.journal, number, self.word(reason))

    def agree(self, number):
        self.journal = agree(self.journal, number, self.word())

    def let_stand(self, number):
        self.journal = let_stand(self.journal, number, self.word())

    def keep(self, request, *numbers):
        self.journal = keep(self.journal, request, numbers, self.word())

    def assign(self, number, request):
        self.journal = assign(self.journal, number, request, self.word())

    def withdraw(self, request, reason="changed our minds"):
        self.journal = withdraw(self.journal, request, self.word(reason))

    def close(self, request):
        self.journal, result = close(self.journal, request, self.now_s)
        return result

    def progress(self, request):
        return roll_progress(self.journal, request)

    def asks(self, request):
        """What the table is asked: kind of question and the dice that it is about."""
        return [
            (question.ask.value, [self.journal.entries[number].die for number in question.entries])
            for question in self.progress(request).questions
        ]

    def fates(self):
        """Where every throw went, in the order in which they began."""
        return [
            (entry.die, entry.fate.value, None if entry.why is None else entry.why.value)
            for entry in self.journal.entries.values()
        ]

    def policy(self, **changes):
        self.journal = replace(self.journal, policy=replace(self.journal.policy, **changes))
