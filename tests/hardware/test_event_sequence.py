"""Whatever a driver says and in whatever order, what is told keeps the promises of a source."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dual_link import LinkFilter
from hardware.event_sequence import EventSequence
from hardware.events import Connected, DieEvent, Disconnected, Discovered, Evidence, EvidenceKind, Reconnected, Settled
from tests.clock import GoingClock
from tests.contracts.dice_harness.guarantees import broken_promises

E = Evidence(EvidenceKind.IMAGE, b"x")
SAYINGS = [
    lambda sequence: sequence.seen("one", "d6", -50),
    lambda sequence: sequence.seen("one", "d6", -60),
    lambda sequence: sequence.connected(),
    lambda sequence: sequence.lost("out of range", "gone"),
    lambda sequence: sequence.rolling(),
    lambda sequence: sequence.settled(3, 0.9, E),
    lambda sequence: sequence.cocked(E),
    lambda sequence: sequence.moved(4, E),
    lambda sequence: sequence.moved(None, E),
    lambda sequence: sequence.battery(50, charging=True),
]
COMMON = st.sampled_from([2, 4, 5, 5, 3, *range(len(SAYINGS))])


@given(st.lists(COMMON, max_size=40))
@settings(max_examples=300)
def test_a_story_told_in_any_order_keeps_the_promises(sayings: list[int]):
    told: list[DieEvent] = []
    sequence = EventSequence("a:1", "a", GoingClock(), told.append)
    sequence.seen("one")
    for saying in sayings:
        SAYINGS[saying](sequence)
    assert broken_promises(told, "a") == []


def test_nothing_but_its_look_is_told_of_a_die_that_never_connected():
    told: list[DieEvent] = []
    sequence = EventSequence("a:1", "a", GoingClock(), told.append)
    sequence.seen("one")
    for saying in SAYINGS[4:]:
        saying(sequence)
    assert [type(event) for event in told] == [Discovered]


def test_a_look_that_changed_while_the_die_was_lost_is_told_when_it_is_back():
    told: list[DieEvent] = []
    sequence = EventSequence("a:1", "a", GoingClock(), told.append)
    sequence.seen("one")
    sequence.connected()
    sequence.lost("out of range", "gone")
    sequence.seen("another")
    sequence.seen("another")
    sequence.connected()
    sequence.connected()
    assert [type(event) for event in told] == [Discovered, Connected, Disconnected, Reconnected, Discovered]


@given(st.lists(st.tuples(st.booleans(), COMMON), max_size=60))
@settings(max_examples=300)
def test_two_ways_of_one_die_in_any_order_are_one_voice_that_keeps_the_promises(sayings: list[tuple[bool, int]]):
    voice, told, clock = LinkFilter(), [], GoingClock()

    def hear(event: DieEvent) -> None:
        told.extend(voice.hear(event))

    ways = ("own-ble", "own-serial")
    sequences = [EventSequence(f"{way}:a", way, clock, hear) for way in ways]
    for sequence in sequences:
        sequence.seen("one")
    for second, saying in sayings:
        SAYINGS[saying](sequences[second])
    talking: set[str] = set()
    for event in told:
        if isinstance(event, Connected | Reconnected):
            talking.add(event.die)
        elif isinstance(event, Disconnected):
            talking.discard(event.die)
        assert len(talking) <= 1
        assert not isinstance(event, Settled) or event.die in talking
    # Whoever is connected is heard: nobody is kept silent for one that is gone.
    assert bool(talking) == any(sequence.is_connected for sequence in sequences)
    for way in ways:
        assert broken_promises([event for event in told if event.source == way], way) == []
