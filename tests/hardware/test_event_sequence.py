"""Whatever a driver says and in whatever order, what is told keeps the promises of a source."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dual_link import OneVoice
from hardware.event_sequence import DieStory
from hardware.events import Back, Connected, DieEvent, Evidence, EvidenceKind, Lost, Seen, Settled
from tests.contracts.dice_harness.promises import broken_promises

E = Evidence(EvidenceKind.LINE, b"x")
SAYINGS = [
    lambda story: story.seen("one", "d6", -50),
    lambda story: story.seen("one", "d6", -60),
    lambda story: story.connected(),
    lambda story: story.lost("out of range", "gone"),
    lambda story: story.rolling(),
    lambda story: story.settled(3, 0.9, E),
    lambda story: story.cocked(E),
    lambda story: story.moved(4, E),
    lambda story: story.moved(None, E),
    lambda story: story.battery(50, charging=True),
]
COMMON = st.sampled_from([2, 4, 5, 5, 3, *range(len(SAYINGS))])


class GoingClock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 1.0
        return self.now_s


@given(st.lists(COMMON, max_size=40))
@settings(max_examples=300)
def test_a_story_told_in_any_order_keeps_the_promises(sayings: list[int]):
    told: list[DieEvent] = []
    story = DieStory("a:1", "a", GoingClock(), told.append)
    story.seen("one")
    for saying in sayings:
        SAYINGS[saying](story)
    assert broken_promises(told, "a") == []


def test_nothing_but_its_look_is_told_of_a_die_that_never_connected():
    told: list[DieEvent] = []
    story = DieStory("a:1", "a", GoingClock(), told.append)
    story.seen("one")
    for saying in SAYINGS[4:]:
        saying(story)
    assert [type(event) for event in told] == [Seen]


def test_a_look_that_changed_while_the_die_was_lost_is_told_when_it_is_back():
    told: list[DieEvent] = []
    story = DieStory("a:1", "a", GoingClock(), told.append)
    story.seen("one")
    story.connected()
    story.lost("out of range", "gone")
    story.seen("another")
    story.seen("another")
    story.connected()
    story.connected()
    assert [type(event) for event in told] == [Seen, Connected, Lost, Back, Seen]


@given(st.lists(st.tuples(st.booleans(), COMMON), max_size=60))
@settings(max_examples=300)
def test_two_ways_of_one_die_in_any_order_are_one_voice_that_keeps_the_promises(sayings: list[tuple[bool, int]]):
    voice, told, clock = OneVoice(), [], GoingClock()

    def hear(event: DieEvent) -> None:
        told.extend(voice.hear(event))

    ways = ("own-ble", "own-serial")
    stories = [DieStory(f"{way}:a", way, clock, hear) for way in ways]
    for story in stories:
        story.seen("one")
    for second, saying in sayings:
        SAYINGS[saying](stories[second])
    talking: set[str] = set()
    for event in told:
        if isinstance(event, Connected | Back):
            talking.add(event.die)
        elif isinstance(event, Lost):
            talking.discard(event.die)
        assert len(talking) <= 1
        assert not isinstance(event, Settled) or event.die in talking
    # Whoever is connected is heard: nobody is kept silent for one that is gone.
    assert bool(talking) == any(story.is_connected for story in stories)
    for way in ways:
        assert broken_promises([event for event in told if event.source == way], way) == []
