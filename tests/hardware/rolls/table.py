"""A table in miniature: dice that tell events at set times, and a book that hears them."""

from dataclasses import replace

from hardware.events import Back, Cocked, Connected, Evidence, EvidenceKind, Lost, Moved, Rolling, Seen, Settled
from hardware.rolls import (
    Book,
    Word,
    assign,
    call_again,
    close,
    decide,
    declare,
    fold,
    keep,
    stand,
    tick,
    withdraw,
)

KINDS = {"camera": EvidenceKind.IMAGE, "manual": EvidenceKind.HAND, "virtual": EvidenceKind.SIMULATED}


def evidence(die, what):
    kind = KINDS.get(die.split(":")[0], EvidenceKind.PACKET)
    return Evidence(kind, b"greer" if kind is EvidenceKind.HAND else f"{die} {what}".encode())


class Table:
    """Speaks in short words; the time goes on by a tenth of a second with each."""

    def __init__(self, book=None):
        self.book = book or Book()
        self.now_s = 100.0
        self.rolled = 0

    def _told(self, event):
        self.book = fold(self.book, event)
        return event

    def _head(self, die):
        self.now_s += 0.1
        return {"die": die, "source": die.split(":")[0], "at_s": self.now_s}

    def join(self, *dice, kind="d6"):
        for die in dice:
            self._told(Seen(**self._head(die), name=die, kind=kind))
            self._told(Connected(**self._head(die)))

    def ask(self, request):
        self.now_s += 0.1
        self.book = declare(self.book, request, self.now_s)

    def tumble(self, *dice):
        for die in dice:
            self._told(Rolling(**self._head(die)))

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
        self._told(Lost(**self._head(die), why="out of range", cause="gone"))

    def bring_back(self, die):
        self._told(Back(**self._head(die)))

    def wait(self, seconds):
        self.now_s += seconds
        self.book = tick(self.book, self.now_s)

    def word(self, reason=""):
        return Word(self.now_s, "greer", "", "", reason)

    def decide(self, number, face):
        self.book = decide(self.book, number, face, self.word())

    def call_again(self, number, reason):
        self.book = call_again(self.book, number, self.word(reason))

    def keep(self, request, *numbers):
        self.book = keep(self.book, request, numbers, self.word())

    def assign(self, number, request):
        self.book = assign(self.book, number, request, self.word())

    def withdraw(self, request, reason="changed our minds"):
        self.book = withdraw(self.book, request, self.word(reason))

    def close(self, request):
        self.book, result = close(self.book, request, self.now_s)
        return result

    def stand(self, request):
        return stand(self.book, request)

    def asks(self, request):
        """What the table is asked: kind of question and the dice that it is about."""
        return [
            (question.ask.value, [self.book.entries[number].die for number in question.entries])
            for question in self.stand(request).questions
        ]

    def fates(self):
        """Where every throw went, in the order in which they began."""
        return [
            (entry.die, entry.fate.value, None if entry.why is None else entry.why.value)
            for entry in self.book.entries.values()
        ]

    def policy(self, **changes):
        self.book = replace(self.book, policy=replace(self.book.policy, **changes))
