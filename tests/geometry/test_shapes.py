"""Scenes that cannot be, and outlines whose inside nobody knows."""

import itertools
import math

import pytest

from companion.geometry import Base, Mat, MatPoint, Scene, SceneError, SightRule, Terrain, find_sight


def outline(*corners):
    return Terrain("t", tuple(MatPoint(*each) for each in corners))


@pytest.mark.parametrize("turn_rad", [0.0, 0.5, math.pi / 2, 2.0])
def test_an_outline_crosses_itself_where_a_side_goes_clearly_to_the_other_side_of_another(turn_rad):
    def turned(*corners):
        c, s = math.cos(turn_rad), math.sin(turn_rad)
        return outline(*((c * x - s * y, s * x + c * y) for x, y in corners))

    def notched(depth_mm):
        return turned((0, 0), (20, 0), (20, 10), (10, 10), (10, -depth_mm))

    assert notched(5.0).crosses_itself
    assert notched(0.6).crosses_itself
    # So little results from rounded coordinates.
    assert not notched(0.4).crosses_itself
    assert turn_rad or not notched(0.5).crosses_itself  # turned, it is rounded itself
    assert not turned((0, 0), (20, 0), (20, 10), (10, 10), (10, 5)).crosses_itself
    assert not turned((0, 0), (0, 0), (10, 0), (20, 0), (20, 10)).crosses_itself


def test_what_cannot_be_is_refused():
    at = MatPoint(1.0, 1.0)
    below, endless = math.nextafter(0.0, -1.0), (math.inf, math.nan)
    for name, cannot_be in (("radius_mm", 0.0), ("sigma_mm", below), ("scale_sigma", below)):
        for wrong in (cannot_be, *endless):
            with pytest.raises(SceneError):
                Base("a", at, **({"radius_mm": 5.0} | {name: wrong}))
    for name, cannot_be in (("width_mm", 0.0), ("height_mm", 0.0), ("scale_sigma", below)):
        for wrong in (cannot_be, *endless):
            with pytest.raises(SceneError):
                Mat(**{name: wrong})
    for place in itertools.product((1.0, math.inf, -math.inf, math.nan), repeat=2):
        if place != (1.0, 1.0):
            with pytest.raises(SceneError, match="two finite numbers"):
                MatPoint(*place)
    with pytest.raises(SceneError, match="three corners"):
        outline((0, 0), (1, 1))
    with pytest.raises(SceneError, match="'a' is given twice"):
        Scene(Mat(), (Base("a", at, 5.0), Base("a", at, 5.0)))


def test_the_least_sure_place_and_the_widest_bases_count_for_a_scene():
    bases = (
        Base("a", MatPoint(100, 100), 10.0, sigma_mm=0.1, scale_sigma=0.01),
        Base("b", MatPoint(200, 100), 20.0, sigma_mm=0.3),
    )
    scene = Scene(Mat(), bases, (Terrain("t", outline((0, 0), (9, 0), (0, 9)).polygon, sigma_mm=0.2),))
    assert scene.scale_sigma == 0.01
    assert scene.sigma_mm(5.0) == pytest.approx(0.3 + 0.01 * (5.0 + 40.0))
    assert scene.with_bases({"b": MatPoint(1, 2)}).base("b").centre == MatPoint(1, 2)
    assert scene.with_bases({"b": MatPoint(1, 2)}).base("a") is bases[0]
    assert Mat().deviation_at(MatPoint(300, 400), 0.1, 0.2, 0.01).scale_mm == pytest.approx(1.0)


@pytest.mark.parametrize("unsure", ["a", "b"])
def test_the_scale_of_either_base_makes_a_gap_between_blockers_unsure(unsure):
    # Two blockers 1.5 mm apart across the only line count as joined up to 2 mm.
    def base(name, x, y, radius_mm):
        return Base(name, MatPoint(x, y), radius_mm, scale_sigma=0.01 if name == unsure else 0.0)

    bases = (base("a", 100, 300, 2), base("b", 300, 300, 2), base("c", 200, 280, 19.25), base("d", 200, 320, 19.25))
    scene = Scene(Mat(), bases, sight=SightRule(contact_mm=2.0))
    verdict = find_sight(scene, "a", "b").verdict
    assert verdict.parts is not None
    # The scale moves the centres of both, 40 mm apart; half of the gap is the margin.
    assert verdict.parts.scale_mm == pytest.approx(0.01 * 40.0 / 2)


def test_the_least_sure_place_is_as_unsure_as_the_scale_makes_the_widest_base() -> None:
    bases = (Base("a", MatPoint(1, 1), 10.0, sigma_mm=0.3, scale_sigma=0.01), Base("b", MatPoint(99, 1), 25.0))
    scene = Scene(Mat(), bases)
    assert scene.sigma_mm() == pytest.approx(0.3 + 0.01 * 50.0)
    assert scene.sigma_mm(100.0) == pytest.approx(0.3 + 0.01 * 150.0)
