"""Whatever dice and players do, every throw ends in one place, and only what was asked for counts."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.events import Cocked, Moved, RollStarted, Settled
from hardware.rolls import CameraRole, CollectingError, Fate, QuestionKind, RollRequest, give, hand_over, pair
from tests.hardware.rolls.table import RollTable

DICE = ("own:a", "pixels:b", "virtual:d", "manual:1", "camera:code-7", "camera:1")
UNCODED = {"camera:1"}

dice = st.sampled_from(DICE)
faces = st.integers(0, 7)
numbers = st.integers(0, 12)
rolls = st.sampled_from([f"r{number}" for number in range(1, 7)])
actions = st.one_of(
    st.tuples(st.just("tumble"), dice),
    st.tuples(st.just("roll"), dice, faces, st.sampled_from([0.5, 0.99])),
    st.tuples(st.just("settle"), dice, faces, st.sampled_from([0.5, 0.99]), st.sampled_from([None, 1, 2])),
    st.tuples(st.sampled_from(["cock", "lose", "bring_back"]), dice),
    st.tuples(st.just("move"), dice, faces),
    st.tuples(st.just("ask"), rolls, st.integers(1, 3), st.booleans(), st.sampled_from([None, "greer", "cordelia"])),
    st.tuples(st.just("decide"), numbers, faces),
    st.tuples(st.just("call_again"), numbers, st.just("a reason")),
    st.tuples(st.just("keep"), rolls, numbers, numbers),
    st.tuples(st.just("assign"), numbers, rolls),
    st.tuples(st.sampled_from(["close", "withdraw"]), rolls),
    st.tuples(st.just("wait"), st.sampled_from([-2.0, 0.5, 4.0])),
)


@st.composite
def rounds(draw):
    """A roll that is asked for, thrown for and closed, with anything between."""
    roll, count = draw(rolls), draw(st.integers(1, 3))
    thrown = [
        ("roll", draw(dice), draw(st.integers(1, 6)), draw(st.sampled_from([0.99, 0.99, 0.5])))
        for _ in range(draw(st.integers(count, count + 1)))
    ]
    sequence = [("ask", roll, count, draw(st.booleans()), None), *thrown, ("wait", 4.0), ("close", roll)]
    for action in draw(st.lists(actions, max_size=3)):
        sequence.insert(draw(st.integers(0, len(sequence))), action)
    if draw(st.booleans()):
        sequence += [("answer", roll), ("answer", roll), ("answer", roll), ("wait", 4.0), ("close", roll)]
    return [*sequence, *draw(st.lists(st.just(("withdraw", roll)), max_size=1))]


sequences = st.lists(st.one_of(rounds(), st.lists(actions, max_size=8)), max_size=5).map(
    lambda parts: [action for part in parts for action in part]
)


class Heard(RollTable):
    """A table that remembers what it was told, what came out, and where every throw went first."""

    def __init__(self):
        super().__init__()
        self.told, self.results, self.ended, self.handed = [], [], {}, []

    def _told(self, event):
        self.told.append(super()._told(event))
        return event

    def do(self, action):
        name, *rest = action
        before = self.journal
        try:
            match name:
                case "ask":
                    roll, count, counted, by = rest
                    players = frozenset() if by is None else frozenset({by})
                    watch = CameraRole.COUNTED if counted else CameraRole.NAMED
                    self.ask(RollRequest(roll, count, by=players, watch=watch))
                case "close":
                    self.results.append(self.close(*rest))
                case "wait" if rest[0] < 0:
                    self.now_s += rest[0]
                case _:
                    getattr(self, name)(*rest)
        except CollectingError:
            assert self.journal is before
        for entry in self.journal.entries.values():
            if entry.fate is not Fate.OPEN:
                assert self.ended.setdefault(entry.number, (entry.fate, entry.why)) == (entry.fate, entry.why)

    def answer(self, roll):
        """The table's word on the first question of a roll, if it has one."""
        if roll not in self.journal.open or not self.progress(roll).questions:
            return
        question = self.progress(roll).questions[0]
        match question.ask:
            case QuestionKind.UNSURE | QuestionKind.ONLY_CAMERA:
                self.decide(question.entries[0], 3)
            case QuestionKind.DISAGREE if (
                len({self.journal.entries[number].die for number in question.entries} & UNCODED) == 0
            ):
                self.decide(question.entries[0], 3)
            case QuestionKind.WHICH_ROLL:
                self.assign(question.entries[0], roll)
            case _:
                self.keep(roll, *question.entries[: self.progress(roll).asked.request.count])
        assert question not in self.progress(roll).questions

    def hand_over(self):
        self.journal, entries = hand_over(self.journal)
        self.handed += entries


@settings(deadline=None, max_examples=400)
@given(sequences, st.sets(st.integers(0, 60), max_size=3))
def test_every_throw_ends_in_exactly_one_place(sequence, hand_over_at):
    table = Heard()
    table.join(*DICE)
    table.journal = pair(table.journal, "camera:code-7", "own:a")
    table.journal = give(table.journal, "pixels:b", "cordelia")
    for step, action in enumerate(sequence):
        table.do(action)
        if step in hand_over_at:
            table.hand_over()
    for roll in list(table.journal.open):
        table.withdraw(roll)
    for die in DICE:
        table.lose(die)
    table.hand_over()

    assert table.journal.entries == {}
    assert sorted(entry.number for entry in table.handed) == list(range(table.journal.count))
    reports = Counter(id(event) for event in table.told if isinstance(event, Settled | Cocked | Moved))
    assert Counter(id(entry.report) for entry in table.handed if entry.report is not None) == reports
    starts = Counter((event.die, event.at_s) for event in table.told if isinstance(event, RollStarted))
    assert Counter((entry.die, entry.began_s) for entry in table.handed if entry.began_s is not None) <= starts
    assert all(entry.fate is not Fate.OPEN for entry in table.handed)
    assert all((entry.why is None) == (entry.fate is Fate.ACCEPTED) for entry in table.handed)
    only_what_was_asked_for_counts(table)


def only_what_was_asked_for_counts(table):
    accepted = {entry.number: entry for entry in table.handed if entry.fate is Fate.ACCEPTED}
    proofs = Counter(proof.entry for result in table.results for face in result.faces for proof in face.proofs)
    assert proofs == Counter(list(accepted))
    for result in table.results:
        assert len(result.faces) == result.asked.request.count
        for face in result.faces:
            entry = accepted[face.proofs[0].entry]
            assert isinstance(entry.report, Settled)
            assert entry.began_s >= result.asked.declared_s
            assert face.face == (entry.report.face if entry.said("face") is None else int(entry.said("face").value))
            sure = max(proof.confidence for proof in face.proofs) >= table.journal.policy.sure_at
            assert sure or entry.said("face") is not None
            assert {proof.face for proof in face.proofs} == {face.face} or entry.said("face") is not None
