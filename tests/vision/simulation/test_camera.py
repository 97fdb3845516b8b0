"""The simulated table as a camera source, and what may be asked of it by name."""

import itertools
import threading
import time

import pytest

from tests.clock import Clock, GoingClock
from vision.arrays import Image
from vision.errors import SourceError
from vision.simulation import frames, simulated_names, simulated_table
from vision.simulation.director import LAMP_S, Director
from vision.simulation.request import parse_simulated
from vision.sources.feed import RawImage
from vision.sources.simulated import SimulatedCamera, SimulatedFeed, simulated_camera
from vision.trouble import TroubleKind

TINY = (320, 180)


def test_a_feed_shows_the_scene_at_its_own_pace() -> None:
    clock = GoingClock(100.0, 0.02)
    feed = SimulatedFeed(simulated_table("still", size=TINY), fps=20.0, from_s=3.0, clock=clock)
    feed.open()
    shots = [feed.read() for _ in range(5)]
    times = [shot.captured_s for shot in shots if shot is not None]
    assert len(times) == 5
    assert [b - a for a, b in itertools.pairwise(times)] == pytest.approx([0.05] * 4)
    assert feed.scene_s(times[0]) == pytest.approx(3.0)
    assert all(shot is not None and shot.passed_over == 0 for shot in shots)


def test_a_feed_that_is_late_passes_pictures_over() -> None:
    feed = SimulatedFeed(simulated_table("still", size=TINY), fps=50.0, clock=GoingClock(100.0, 0.1))
    feed.open()
    first, second = feed.read(), feed.read()
    assert first is not None
    assert second is not None
    assert second.passed_over > 3
    assert second.captured_s - first.captured_s == pytest.approx((second.passed_over + 1) / 50.0)


def test_a_feed_gives_few_pictures_of_a_table_at_rest_and_all_of_one_that_changes() -> None:
    table, clock = simulated_table("match", size=TINY), GoingClock(100.0, 0.024)
    feed = SimulatedFeed(table, fps=20.0, clock=clock, rest_fps=4.0)
    feed.open()

    def taken_until(until_s: float) -> list[RawImage]:
        shots = list[RawImage]()
        while clock.now_s < until_s:
            shot = feed.read()
            shots += [] if shot is None else [shot]
        return shots

    def apart_s(shots: list[RawImage]) -> list[float]:
        return [b.captured_s - a.captured_s for a, b in itertools.pairwise(shots)]

    first = taken_until(clock.now_s + 0.9)
    taken_until(clock.now_s + 0.5)
    at_rest = taken_until(clock.now_s + 1.5)
    changed_s = clock.now_s + Director(table, feed.scene_now_s).light(0.8) - feed.scene_now_s()
    taken_until(changed_s)
    changed = taken_until(changed_s + 0.6)

    assert min(len(first), len(changed)) > 10
    assert apart_s(first) == pytest.approx([0.05] * (len(first) - 1))
    assert len(at_rest) > 4
    assert apart_s(at_rest) == pytest.approx([0.25] * (len(at_rest) - 1))
    assert all(shot.passed_over == 0 for shot in at_rest), "what is not given was not missed"
    assert apart_s(changed) == pytest.approx([0.05] * (len(changed) - 1))


def test_a_feed_at_rest_gives_the_first_picture_of_whatever_changes() -> None:
    table, clock = simulated_table("match", size=TINY), GoingClock(100.0, 0.024)
    feed = SimulatedFeed(table, fps=20.0, clock=clock, rest_fps=0.2)
    feed.open()
    while clock.now_s < 102.0:
        feed.read()
    begins_s = Director(table, feed.scene_now_s).light(0.8) - LAMP_S
    while (woken := feed.read()) is None:
        pass
    assert 0.0 < feed.scene_s(woken.captured_s) - begins_s <= 0.05


def test_an_interrupted_feed_returns_without_a_picture() -> None:
    feed = SimulatedFeed(simulated_table("still", size=TINY), fps=0.1)
    feed.open()
    assert feed.read() is not None
    feed.interrupt()
    assert feed.read() is None


def test_the_camera_gives_pictures_and_their_truth() -> None:
    table = simulated_table("hands", size=TINY, noise=0.0)
    with SimulatedCamera(table, fps=30.0, from_s=2.0) as camera:
        frame = camera.newest(-1, 20.0)
        assert frame is not None
        later = camera.newest(frame.sequence, 20.0)
        assert later is not None
        assert camera.trouble is None
    assert later.sequence > frame.sequence
    assert later.captured_s - frame.captured_s == pytest.approx((later.sequence - frame.sequence) / 30.0)
    truth = camera.truth_at(frame.captured_s)
    assert truth.t_s == pytest.approx(2.0 + frame.sequence / 30.0)
    assert camera.layout is table.layout
    assert camera.lens != table.true_lens
    assert (frame.image == simulated_table("hands", size=TINY, noise=0.0).render(truth.t_s)).all()
    assert camera.name == "sim:hands"


def test_a_table_that_takes_long_to_be_painted_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    table, clock, painted = simulated_table("still", size=TINY), Clock(50.0), threading.Event()
    image = table.render(0.0)

    def paint(t_s: float) -> Image:
        painted.wait()
        return image

    monkeypatch.setattr(table, "render", paint)
    with SimulatedCamera(table, clock=clock) as camera:
        clock.now_s += 30.0
        trouble = camera.trouble
        painted.set()
    assert trouble is None


def test_a_camera_that_was_pulled_out_says_so_and_comes_back_by_itself_while_the_scene_went_on() -> None:
    with SimulatedCamera(simulated_table("still", size=TINY)) as camera:
        before = camera.newest(-1, 20.0)
        assert before is not None
        camera.unplug()
        deadline_s = time.monotonic() + 20.0
        while camera.trouble is None:
            assert time.monotonic() < deadline_s
        assert camera.trouble.kind is TroubleKind.CAMERA_MISSING
        last = camera.newest(before.sequence, 0.0) or before
        assert camera.newest(last.sequence, 0.1) is None
        camera.plug_in()
        after = camera.newest(last.sequence, 20.0)
        assert after is not None
        assert camera.trouble is None
    apart = camera.truth_at(after.captured_s).t_s - camera.truth_at(before.captured_s).t_s
    assert apart == pytest.approx(after.captured_s - before.captured_s)


def test_grey_pictures_are_given_where_they_are_enough() -> None:
    with simulated_camera("still@320x180", grey=True) as camera:
        frame = camera.newest(-1, 20.0)
    assert frame is not None
    assert frame.image.shape == (180, 320)


def test_frames_come_with_their_truth_at_an_even_pace() -> None:
    table = simulated_table("demo", size=TINY)
    got = list(frames(table, fps=10.0, seconds=0.5, start_s=4.0))
    assert [frame.sequence for frame, _ in got] == [0, 1, 2, 3, 4]
    assert [truth.t_s for _, truth in got] == pytest.approx([4.0, 4.1, 4.2, 4.3, 4.4])
    assert all(frame.captured_s == truth.t_s for frame, truth in got)


def test_a_request_is_read_whole() -> None:
    request = parse_simulated("hands@1920x1080?seed=3&fps=15&noise=4.5&blur=1.2&jpeg=80&tag=12&from=7&rest=2")
    options = request.options
    assert (request.name, request.fps, request.from_s, request.rest_fps) == ("hands", 15.0, 7.0, 2.0)
    assert (options.size, options.seed, options.tag_mm) == ((1920, 1080), 3, 12.0)
    assert (options.noise, options.blur_px, options.jpeg_quality) == (4.5, 1.2, 80)
    assert request.table().scene.faults.jpeg_quality == 80
    assert [parse_simulated(name).name for name in simulated_names()] == list(simulated_names())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nowhere", "demo, still"),
        ("", "expected NAME"),
        ("demo@wide", "expected NAME"),
        ("demo@9000x50", "not possible"),
        ("demo?colour=red", "knows nothing of 'colour'"),
        ("demo?fps=fast", "no number"),
        ("demo?fps=0", "out of range"),
        ("demo?seed=nan", "out of range"),
        ("demo?seed", "no number"),
    ],
)
def test_a_request_that_cannot_be_says_so_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(SourceError, match=told) as error:
        parse_simulated(text)
    assert "\n" not in str(error.value)


def test_an_unknown_scene_is_refused_by_name() -> None:
    with pytest.raises(SourceError, match="choose one of demo"):
        simulated_table("nowhere")
