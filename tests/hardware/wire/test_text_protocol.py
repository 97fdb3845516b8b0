"""What is understood of the text that hobby dice print, and when it counts."""

import asyncio
from pathlib import Path

import pytest

from hardware.event_sequence import EventSequence
from hardware.events import Connected, DieEvent, Moved, RollStarted, Settled
from hardware.simulation.pty_line import PtyLine
from hardware.wire.ports import WireTimes
from hardware.wire.text_dice import TextPort, TextSerial
from hardware.wire.text_protocol import LONGEST_LINE_BYTES, LineKind, LineReader, TextDie, understand


@pytest.mark.parametrize(
    ("line", "word", "face"),
    [
        ("Roll: 3", LineKind.RESULT, 3),
        ("roll 3", LineKind.RESULT, 3),
        ("Rolled a 6!", LineKind.RESULT, 6),
        ("You rolled: 1", LineKind.RESULT, 1),
        ("RESULT=5", LineKind.RESULT, 5),
        ("Result = 5.", LineKind.RESULT, 5),
        ("roll - 2", LineKind.RESULT, 2),
        ('{"roll": 4}', LineKind.RESULT, 4),
        ("Roll result: 4", LineKind.RESULT, 4),
        ("Face 3", LineKind.FACE, 3),
        ("FACE: 3 up", LineKind.FACE, 3),
        ("[12:30] Face 3", None, 0),
        ("ROLLING", LineKind.ROLLING, 0),
        ("Rolling...", LineKind.ROLLING, 0),
        ("rolling 3", None, 0),
        ("Roll: 0", None, 0),
        ("Roll: 7", None, 0),
        ("Roll: -3", None, 0),
        ("Roll: 3.5", None, 0),
        ("Roll 2: 3", None, 0),
        ("roll of d6: 3", None, 0),
        ("Roll: 3, Pitch: 4", None, 0),
        ("Roll: 3 deg", None, 0),
        ("Troll 3", None, 0),
        ("scroll: 3", None, 0),
        ("surface 3", None, 0),
        ("roll", None, 0),
        ("3", LineKind.RESULT, 3),
        (" 6 ", LineKind.RESULT, 6),
        ("7", None, 0),
        ("0", None, 0),
        ("-3", None, 0),
        ("3.0", None, 0),
        ("3 4", None, 0),
        ('  File "face.py", line 3', None, 0),
        ("Röll: 3", None, 0),
        ("Roll: ３", None, 0),
        ("roll\x07 3", None, 0),
        ("roll" + " " * LONGEST_LINE_BYTES + "3", None, 0),
    ],
)
def test_only_clear_words_are_understood(line: str, word: LineKind | None, face: int):
    phrase = understand(line.encode(), 6)
    assert (phrase and phrase.word, phrase.face if phrase else 0) == (word, face)


def test_faces_are_those_of_the_declared_die():
    assert understand(b"Roll: 20", 20) is not None
    assert understand(b"Roll: 20", 6) is None


def test_lines_end_in_any_way_and_come_in_any_pieces():
    reader = LineReader()
    assert reader.feed(b"Roll") == []
    assert reader.feed(b": 3\r\nFace 2\rRo") == [b"Roll: 3", b"Face 2"]
    assert reader.feed(b"ll: 1\n\n\n") == [b"Roll: 1"]


def test_of_an_endless_line_only_the_beginning_is_read_and_then_the_next():
    reader = LineReader()
    (begun,) = [line for _ in range(50) for line in reader.feed(b"Roll: 3" + b" " * 93)]
    assert begun.startswith(b"Roll: 3")
    assert understand(begun, 6) is None
    assert reader.feed(b"Roll: 3\nRoll: 4\n") == [b"Roll: 4"]


class ScriptedTextDie:
    """A text die with a clock in hand."""

    def __init__(self) -> None:
        self.events: list[DieEvent] = []
        self.now_s = 10.0
        sequence = EventSequence("text:red", "text", lambda: self.now_s, self.events.append)
        sequence.seen("red")
        sequence.connected()
        self.events.clear()
        self.die = TextDie(sequence)

    def says(self, *lines: str, then_s: float = 0.0) -> None:
        for line in lines:
            phrase = understand(line.encode(), 6)
            assert phrase is not None
            self.die.tick(self.now_s)
            self.die.heard(phrase, self.now_s)
        self.waits(then_s)

    def waits(self, time_s: float) -> None:
        self.now_s += time_s
        self.die.tick(self.now_s)

    def told(self) -> list[tuple[type, int | None]]:
        return [(type(event), getattr(event, "face", None)) for event in self.events]


def test_a_result_counts_once_it_has_stood():
    die = ScriptedTextDie()
    die.says("Roll: 3", then_s=0.3)
    assert die.told() == []
    assert die.die.wait_s(die.now_s) == pytest.approx(0.1)
    die.waits(0.1)
    assert die.told() == [(RollStarted, None), (Settled, 3)]
    assert die.events[1].confidence == TextDie.LESS_SURE
    assert die.die.wait_s(die.now_s) is None


def test_a_die_that_says_that_it_rolls_is_surer():
    die = ScriptedTextDie()
    die.says("ROLLING", "Roll: 3", then_s=1.0)
    assert die.told() == [(RollStarted, None), (Settled, 3)]
    assert die.events[1].confidence == TextDie.SURE
    assert die.events[1].evidence.data == b"Roll: 3"


def test_a_die_that_prints_numbers_alone_is_asked_about():
    die = ScriptedTextDie()
    die.says("3", then_s=5.0)
    die.says("3", then_s=5.0)
    assert [(kind, face) for kind, face in die.told() if kind is Settled] == [(Settled, 3), (Settled, 3)]
    assert all(event.confidence == TextDie.LESS_SURE for event in die.events if isinstance(event, Settled))
    die.says("ROLLING", "5", then_s=1.0)
    assert die.events[-1].confidence == TextDie.SURE


def test_faces_printed_while_it_tumbles_are_none():
    die = ScriptedTextDie()
    die.says("ROLLING", then_s=0.1)
    for face in (1, 5, 2, 6):
        die.says(f"Face {face}", then_s=0.1)
    die.says("Face 4", then_s=1.0)
    assert die.told() == [(RollStarted, None), (Settled, 4)]


def test_a_result_printed_over_and_over_is_one_roll():
    die = ScriptedTextDie()
    for _ in range(50):
        die.says("Roll: 3", then_s=0.1)
    assert die.told() == [(RollStarted, None), (Settled, 3)]


def test_the_same_result_again_after_a_while_is_another_roll_unless_the_die_says_when_it_rolls():
    die = ScriptedTextDie()
    die.says("Roll: 3", then_s=5.0)
    die.says("Roll: 3", then_s=5.0)
    assert [face for kind, face in die.told() if kind is Settled] == [3, 3]
    die.says("ROLLING", "Roll: 3", then_s=5.0)
    die.says("Roll: 3", then_s=5.0)
    assert [face for kind, face in die.told() if kind is Settled] == [3, 3, 3]


def test_of_a_die_that_says_when_it_rolls_another_face_without_that_is_a_turn_by_hand():
    die = ScriptedTextDie()
    die.says("ROLLING", "Roll: 3", then_s=1.0)
    die.says("Roll: 5", then_s=1.0)
    assert die.told() == [(RollStarted, None), (Settled, 3), (Moved, 5)]


def test_a_face_alone_is_no_roll():
    die = ScriptedTextDie()
    die.says("Face 3", then_s=1.0)
    die.says("Face 3", then_s=1.0)
    die.says("Face 4", then_s=1.0)
    assert die.told() == [(Moved, 3), (Moved, 4)]


def test_rolling_again_before_a_face_has_stood_drops_it():
    die = ScriptedTextDie()
    die.says("ROLLING", "Face 3", then_s=0.2)
    die.says("ROLLING", then_s=2.0)
    die.says("Face 5", then_s=1.0)
    assert die.told() == [(RollStarted, None), (Settled, 5)]


def test_what_stood_when_the_die_went_away_is_forgotten():
    die = ScriptedTextDie()
    die.says("ROLLING", "Roll: 3", then_s=0.2)
    die.die.away()
    die.waits(5.0)
    assert die.told() == [(RollStarted, None)]


def test_two_dice_of_one_name_are_refused():
    with pytest.raises(ValueError, match="same name"):
        TextSerial([TextPort("/dev/a", "red"), TextPort("/dev/b", "red")])


@pytest.mark.parametrize(
    ("printed", "shown"),
    [(b"sensor \x1b ready\n", "sensor \\x1b ready”"), (b"\xf8\x80\x1c" * 70, "\\xf8\\x80\\x1c")],
    ids=["words", "a wrong baud rate"],
)
def test_what_is_not_understood_is_told_once_with_what_was_expected(tmp_path: Path, printed: bytes, shown: str):
    async def listened() -> list[str]:
        line = PtyLine(tmp_path / "die", lambda data: None)
        line.plug()
        source = TextSerial([TextPort(str(line.link), "red")], rest_s=0.02, patience=WireTimes(ping_s=0.01))
        said: list[str] = []
        async with source, asyncio.timeout(60):
            heard = aiter(source.events())
            while not isinstance(await anext(heard), Connected):
                pass
            # The face settles after all that came with it.
            for said_now in (b"Roll: 3\n" + printed, b"\nRoll: 4\n", b"Roll: 5\nsensor busy\n"):
                line.send(said_now)
                while not isinstance(await anext(heard), Settled):
                    pass
                said.append(source.troubles.get(str(line.link), ""))
        line.unplug()
        return said

    first, *later = asyncio.run(listened())
    assert first.startswith(f"red on {tmp_path / 'die'} prints “{shown}")
    assert "which is not understood" in first
    assert "from 1 to 6" in first
    assert later == ["", ""]
