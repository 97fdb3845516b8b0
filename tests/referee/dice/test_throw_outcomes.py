"""Whatever dice, fingers, phones and the undecided do: a roll is recorded once, and every throw ends in one place."""

import contextlib
import json
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.command import TABLE
from companion.games.common import Rolled
from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.api.table_intents import DecideFace, DecideThrows, RerollDie
from hardware.rolls import CollectingError, Fate, QuestionKind
from tests.record.games import GAMES, NOON, new_record
from tests.referee.dice.roll_table import Throws, to_the_first_roll

DICE = ("pixels:a", "own-ble:b", "camera:1", "manual:1")

dice = st.sampled_from(DICE)
faces = st.integers(1, 6)
actions = st.one_of(
    st.tuples(st.just("throw"), dice, faces, st.sampled_from([1.0, 1.0, 1.0, 0.6])),
    st.tuples(st.just("throw"), dice, faces, st.just(1.0)),
    st.tuples(st.just("tumble"), dice),
    st.tuples(st.just("rest"), dice, faces),
    st.tuples(st.sampled_from(["lean", "lose", "find"]), dice),
    st.tuples(st.just("turn"), dice, faces),
    st.tuples(st.just("wait"), st.sampled_from([0.5, 4.0])),
    st.tuples(st.just("answer"), st.integers(0, 5)),
    st.tuples(st.just("again"), st.integers(0, 40)),
    st.tuples(st.just("typed_elsewhere")),
    st.tuples(st.just("fill"), faces),
    st.tuples(st.just("fill"), faces),
    st.tuples(st.just("fill"), faces),
    st.tuples(st.sampled_from(["undo", "redo", "killed_and_started"])),
)


@pytest.fixture(scope="module")
def begun():
    """A game that waits for its first roll, as a file."""
    with tempfile.TemporaryDirectory() as folder:
        record = new_record(Path(folder) / "game.signum")
        to_the_first_roll(record)
        record.close()
        yield record.path


class Story(Throws):
    """Does anything that can be done; what does not fit changes nothing."""

    phones = 0

    def do(self, action):
        name, *rest = action
        with contextlib.suppress(CollectingError, RecordError):
            getattr(self, name)(*rest)
        self.throwing.settle()

    def typed_elsewhere(self):
        """A phone tells the faces of whatever roll is asked for."""
        self.phones += 1
        for _, owed, _ in self.rolls:
            self.phone(Rolled(by=owed.seat, faces=("axe",) * owed.count), f"A/phone-{self.phones:08d}")
            return

    def fill(self, face):
        """Throws what is owed, and waits long enough for every second sight."""
        for _, _, standing in self.rolls:
            for number in range(standing.owed):
                die = DICE[number % 2]
                if self.journal.state.dice[die].lost:
                    self.find(die)
                self.throw(die, (face + number) % 6 + 1)
        self.wait(4.0)
        self.turn("manual:1", 1)
        self.answer(face % 6)

    def undo(self):
        if len(self.record.boundaries) > 12:  # not back into the set-up
            super().undo()

    def redo(self):
        self.match.redo(TABLE)

    def again(self, number):
        self.throwing.say(RerollDie(number, "a reason"), "A")

    def answer(self, face):
        for id_, _, standing in self.rolls:
            for question in standing.questions[:1]:
                first = question.entries[0]
                if question.ask in (QuestionKind.UNSURE, QuestionKind.ONLY_CAMERA):
                    self.throwing.say(DecideFace(first, face + 1), "B")
                else:
                    most = standing.asked.request.count
                    self.throwing.say(DecideThrows(id_, tuple(question.entries[:most])), "B")

    def end(self):
        """Nobody asks any more, and all dice go away."""
        for id_ in list(self.journal.state.open):
            self.journal.do("withdraw", request=id_, by=TABLE, reason="the evening is over")
        for die in DICE:
            self.lose(die)
        for id_ in list(self.journal.state.open):
            self.journal.do("withdraw", request=id_, by=TABLE, reason="the evening is over")
        self.journal.put_away()


@settings(deadline=None, max_examples=40)
@given(story=st.lists(actions, min_size=6, max_size=24))
def test_a_roll_is_recorded_once_and_every_throw_ends_in_one_place(begun, story):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.signum"
        shutil.copy(begun, path)
        table = Story(Record.open(path, GAMES, lambda: NOON), dice=DICE)
        for action in story:
            table.do(action)
        table.end()

        submitted, proofs = recorded(table.record)
        ends = ended(path.with_name("dice"), table)
        table.record.close()
        assert verify(path, GAMES).otherwise == ()

    assert all(times == 1 for times in submitted.values())
    assert all(times == 1 for times in proofs.values())
    accepted = {entry.number for entry in ends if entry.fate is Fate.ACCEPTED}
    assert set(proofs) == accepted
    assert Counter(entry.number for entry in ends) == Counter(range(table.journal.state.count))
    assert all(entry.fate is not Fate.OPEN for entry in ends)


def recorded(record):
    """How often each intent of the dice was granted, and each throw used, over all that was ever written."""
    submitted, proofs = Counter(), Counter()
    for entry in record.entries():
        backing = {each.name: record.evidence(each.digest) for each in entry.evidence}
        if backing.get("intent", b"").startswith(b"dice/"):
            submitted[backing["intent"]] += 1
        if "roll" in backing:
            told = json.loads(backing["roll"])
            proofs.update(proof["entry"] for face in told["faces"] for proof in face["proofs"])
    return submitted, proofs


def ended(path, table):
    """Every throw of the evening, with where it went, as the file tells it to whoever reads it anew."""
    assert path.stat().st_size > 0
    return [*table.journal.over, *table.journal.state.entries.values()]
