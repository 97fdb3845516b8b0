"""A move on the simulated table becomes a move on the record: pictures, tracker, core thread, proposal, one tap."""

import math
import queue
import time
from datetime import UTC, datetime

import pytest

from companion.games.registry import games
from companion.games.signum.model.events import CreatureStood
from companion.record.record import Record
from companion.referee import Camera, Choices, ConfirmProposal, Intent, Measures, PlacementState, Referee, SubmitCommand
from companion.referee.camera.camera_thread import CameraReading
from companion.referee.lobby.new_game import NewGame, begin
from companion.referee.mat.models_file import read_models
from companion.session import GameSession, SessionPlan
from vision import Tracker
from vision.images.frame import Frame
from vision.simulation import simulated_table
from vision.simulation.director import Director
from vision.simulation.scene.script import PiecePose

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WAIT_S = 60.0
STEP_S = 0.1
SETTLED_S = 1.0


class MatchScene:
    """The simulated match under a camera whose pictures a test takes one by one."""

    def __init__(self, record):
        self.now_s = 0.0
        self.table = simulated_table("match", size=(1280, 720))
        self.director = Director(self.table, lambda: self.now_s)
        self.tracker = Tracker(self.table.layout, self.table.lens)
        evening = GameSession(SessionPlan(record, pause_s=0.05, port=0, addresses=lambda: ()), lambda: NOW)
        self.referee = Referee(
            self.table.layout, Measures(), Camera("sim", lambda: None), time.monotonic, Choices(), service=evening
        )
        self.views = queue.Queue()
        self.referee.listen(self.views.put)
        self.number = 0
        self.play = None

    def picture(self):
        self.now_s += STEP_S
        self.number += 1
        frame = Frame(self.table.render(self.now_s), self.now_s, self.number)
        self.referee.look(CameraReading(self.tracker.update(frame), None, time.monotonic(), 10.0))
        while not self.views.empty():
            self.play = self.views.get().play or self.play

    def until(self, what):
        """Takes pictures until the game is shown so."""
        deadline_s = time.monotonic() + WAIT_S
        while time.monotonic() < deadline_s:
            self.picture()
            if self.play is not None and what(self.play):
                return self.play
        raise AssertionError(f"never shown; last: {self.play and (self.play.standing, self.play.proposals)}")

    def carry(self, base, x_mm, y_mm, turn_rad=0.3):
        """A hand puts a model down and leaves the picture."""
        end_s = self.director.carry(base, PiecePose(x_mm, y_mm, turn_rad))
        while self.now_s < end_s + SETTLED_S:
            self.picture()

    def act(self, seat, kind, **values):
        """Somebody intents something on the tablet, and is granted it."""
        intent = Intent(SubmitCommand(seat, kind, {name: (value,) for name, value in values.items()}))
        self.referee.submit(intent)
        said = self.until(lambda play: play.said is not None and play.said.intent_id == intent.id).said
        assert said.granted, said

    def confirm(self, what):
        """The one proposal there is, confirmed by a tap, once it is as expected."""
        play = self.until(lambda play: len(play.proposals) == 1 and what(play.proposals[0]))
        (proposal,) = play.proposals
        intent = Intent(ConfirmProposal(proposal.id))
        self.referee.submit(intent)
        said = self.until(lambda play: play.said is not None and play.said.intent_id == intent.id).said
        assert said.granted, said
        self.until(lambda play: play.standing.of(proposal.of).how is PlacementState.IN_PLACE)
        return proposal


@pytest.fixture
def scene(tmp_path):
    begin(tmp_path / "game.signum", NewGame(players=("Ann", "Bob")), (600.0, 600.0), NOW.isoformat)
    scene = MatchScene(tmp_path / "game.signum")
    scene.referee.start()
    yield scene
    scene.referee.stop()
    assert scene.referee.failure is None


def places_of(path, creature):
    """Where a creature came to stand, one place after the other, by the record's file."""
    record = Record.open(path, games(), NOW.isoformat)
    events = [record.event(number) for number in record.counting]
    record.close()
    return [each for each in events if isinstance(each, CreatureStood) and each.creature == creature]


def test_what_hands_do_on_the_mat_stands_on_the_record_where_it_was_measured(scene, tmp_path):
    scene.until(lambda play: True)
    scene.act("A", "priority", rolled="6")
    scene.act("B", "priority", rolled="2")
    scene.act("A", "choosefirst", player="A")
    scene.carry("a5", 250.0, 24.3)
    placed = scene.confirm(lambda each: each.kind == "placehero" and each.of == "A:hero")
    assert placed.base == "a5"
    scene.carry("b5", 250.0, 575.8)
    scene.confirm(lambda each: each.of == "B:hero")
    scene.act("A", "keep")
    scene.act("B", "keep")
    scene.act("A", "skip")

    scene.carry("a5", 220.0, 100.0)
    moved = scene.confirm(lambda each: each.kind in ("move", "run") and each.of == "A:hero")
    assert moved.verdict.value_mm == pytest.approx(math.hypot(30.0, 75.7), abs=1.0)
    assert f"moved {moved.verdict.value_mm:.1f}\u00a0mm of" in moved.text

    scene.carry("b5", 250.0, 500.0)
    there = scene.until(lambda play: play.standing.of("B:hero").ghost).standing.of("B:hero")
    assert there.how is PlacementState.MOVED
    assert there.away_mm == pytest.approx(75.8, abs=0.5)
    scene.director.light(0.0)
    assert not scene.until(lambda play: play.standing.blind).proposals
    scene.director.light(1.0)
    scene.carry("b5", 250.8, 575.2)
    scene.until(lambda play: play.standing.of("B:hero").fits)
    scene.until(lambda play: not play.standing.of("B:hero").ghost)

    scene.referee.stop()
    stood = places_of(tmp_path / "game.signum", "A:hero")
    assert [each.why for each in stood] == ["S-SETUP-06", "S-MOVE-06"]
    for each, (x_mm, y_mm) in zip(stood, ((250.0, 24.3), (220.0, 100.0)), strict=True):
        assert 0.0 < each.at.sigma_mm < 1.0
        assert math.hypot(each.at.x_mm - x_mm, each.at.y_mm - y_mm) <= max(0.5, 3 * each.at.sigma_mm)
    assert read_models(tmp_path / "game.signum.models").of == {"A:hero": "a5", "B:hero": "b5"}
