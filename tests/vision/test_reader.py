import math
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table_image import LAYOUT, LENS, PiecePose, Shot
from vision import Place, TableObservation, TableReader, Tag, TroubleKind
from vision.fiducials.quad_search import Preprocessing
from vision.images.frame import Frame

GREER = PiecePose(200.0, 250.0, 0.7)
CORDELIA = PiecePose(420.0, 380.0, -2.0)
WOOD = PiecePose(150.0, 450.0, 1.0)
ALL = {"greer": GREER, "cordelia": CORDELIA, "wood": WOOD}


def read(shot: Shot, lens=LENS) -> TableObservation:
    return TableReader(LAYOUT, lens).read(Frame(shot.take(), 2.5, 7))


def place_of(observation: TableObservation, name: str) -> Place:
    (place,) = [place for place in (*observation.bases, *observation.terrain) if place.id == name]
    return place


def assert_lies(observation: TableObservation, name: str, lying: PiecePose, within_mm: float) -> None:
    place = place_of(observation, name)
    assert math.hypot(place.x_mm - lying.x_mm, place.y_mm - lying.y_mm) < within_mm
    assert abs(math.remainder(place.angle_rad - lying.angle_rad, math.tau)) < math.radians(0.5)
    assert 0 < place.sigma_mm < within_mm


def told(observation: TableObservation) -> set[tuple[TroubleKind, str]]:
    return {(trouble.kind, trouble.about) for trouble in observation.troubles}


def test_pieces_are_placed_and_the_others_missing():
    observation = read(Shot(ALL))

    for name, lying in ALL.items():
        assert_lies(observation, name, lying, 0.1)
    assert observation.missing == ("absent",)
    assert place_of(observation, "greer").seen_tags == (20, 21)
    assert told(observation) == set()
    assert (observation.sequence, observation.captured_s) == (7, 2.5)
    assert observation.mat.calibrated


@pytest.mark.parametrize(
    "shot",
    [
        Shot(ALL, blur_px=1.6),
        Shot(ALL, light=0.06, noise=3.0),
        Shot(ALL, tilt_deg=25.0),
        Shot(ALL, tilt_deg=-15.0, noise=6.0),
    ],
    ids=["blurred", "dark", "tilted", "noisy"],
)
def test_places_hold_in_poor_pictures(shot: Shot):
    observation = read(shot)

    for name, lying in ALL.items():
        assert_lies(observation, name, lying, 0.4)


def test_errors_are_as_large_as_they_are_said_to_be():
    rng = np.random.default_rng(5)
    ratios: list[float] = []
    for seed in range(8):
        pieces = {
            "greer": PiecePose(*rng.uniform(60, 260, 2), rng.uniform(-3, 3)),
            "cordelia": PiecePose(*rng.uniform(340, 540, 2), rng.uniform(-3, 3)),
        }
        shot = Shot(pieces, tilt_deg=rng.uniform(-20, 20), blur_px=rng.uniform(0.6, 1.2), noise=4.0, seed=seed)
        observation = TableReader(LAYOUT, LENS, preprocessings=(Preprocessing.PLAIN, Preprocessing.SMOOTH)).read(
            Frame(shot.take(), 0.0, 0)
        )
        for name, lying in pieces.items():
            place = place_of(observation, name)
            ratios += [(place.x_mm - lying.x_mm) / place.sigma_mm, (place.y_mm - lying.y_mm) / place.sigma_mm]

    assert np.mean(np.abs(ratios) <= 2.0) >= 0.9
    assert np.sqrt(np.mean(np.square(ratios))) > 0.35


def test_without_a_calibration_places_are_found_and_less_sure():
    shot = Shot(ALL, tilt_deg=15.0)
    observation = read(shot, lens=None)

    for name, lying in ALL.items():
        assert_lies(observation, name, lying, 0.3)
    assert not observation.mat.calibrated
    assert told(observation) == {(TroubleKind.NOT_CALIBRATED, "")}
    assert place_of(observation, "greer").sigma_mm > place_of(read(shot), "greer").sigma_mm


def test_a_calibration_at_another_size_of_the_same_camera_counts():
    double = replace(
        LENS, image_size=(2560, 1440), matrix=((2000.0, 0.0, 1279.5), (0.0, 2000.0, 719.5), (0.0, 0.0, 1.0))
    )

    observation = read(Shot(ALL), lens=double)

    assert observation.mat.calibrated
    assert_lies(observation, "greer", GREER, 0.1)


def test_a_calibration_of_another_camera_does_not_count():
    observation = read(Shot(ALL), lens=replace(LENS, image_size=(1024, 768)))

    assert not observation.mat.calibrated
    assert told(observation) == {(TroubleKind.NOT_CALIBRATED, "")}
    assert "1024 × 768, not of 1280 × 720" in observation.troubles[0].sentence


def test_a_moved_mat_tag_has_no_say():
    observation = read(Shot(ALL, moved={3: (6.0, -4.0)}, tilt_deg=0.0))

    assert_lies(observation, "greer", GREER, 0.1)
    assert_lies(observation, "cordelia", CORDELIA, 0.1)


def test_a_mat_tag_that_lies_twice_is_told_and_does_no_harm():
    observation = read(Shot(ALL, loose=[Tag(2, 36.0, 300.0, 120.0, 0.4)]))

    assert_lies(observation, "greer", GREER, 0.1)
    assert (TroubleKind.DUPLICATE_TAG, "2") in told(observation)


def test_few_mat_tags_are_enough_and_told():
    observation = read(Shot(ALL, hidden={1, 3, 4, 5, 7}, tilt_deg=0.0))

    assert (TroubleKind.FEW_MAT_TAGS, "") in told(observation)
    assert_lies(observation, "greer", GREER, 0.4)


def test_one_mat_tag_is_no_mat():
    observation = read(Shot(ALL, hidden=set(range(1, 8))))

    assert not observation.mat.found
    assert observation.bases == observation.terrain == ()
    assert set(observation.missing) == {"greer", "cordelia", "absent", "wood"}
    assert {tag.id for tag in observation.tags} >= {0, 20, 21, 30, 31, 60}
    assert (TroubleKind.NO_MAT, "") in told(observation)


def test_a_base_whose_tag_lies_twice_is_placed_by_its_other_tag():
    observation = read(Shot(ALL, loose=[Tag(20, 20.0, 480.0, 120.0, 1.0)]))

    assert (TroubleKind.DUPLICATE_TAG, "20") in told(observation)
    assert_lies(observation, "greer", GREER, 0.15)
    assert place_of(observation, "greer").seen_tags == (21,)


def test_a_base_with_nothing_but_a_tag_that_lies_twice_is_missing():
    observation = read(Shot(ALL, hidden={21}, loose=[Tag(20, 20.0, 480.0, 120.0, 1.0)]))

    assert "greer" in observation.missing
    assert (TroubleKind.DUPLICATE_TAG, "20") in told(observation)


def test_a_base_whose_tags_contradict_each_other_is_missing():
    observation = read(Shot(ALL, hidden={21}, loose=[Tag(21, 20.0, 480.0, 120.0, 1.0, 0.4)]))

    assert "greer" in observation.missing
    assert (TroubleKind.IMPOSSIBLE_PLACE, "greer") in told(observation)


def test_a_lifted_base_is_not_placed():
    observation = read(Shot({**ALL, "greer": replace(GREER, lifted_mm=180.0)}))

    assert "greer" in observation.missing
    assert (TroubleKind.IMPOSSIBLE_PLACE, "greer") in told(observation)


def test_a_base_beside_the_mat_is_not_placed():
    observation = read(Shot({"greer": PiecePose(740.0, 150.0)}))

    assert "greer" in observation.missing
    assert {20, 21} <= {tag.id for tag in observation.tags}
    assert (TroubleKind.IMPOSSIBLE_PLACE, "greer") in told(observation)


def test_unknown_tags_are_only_tags():
    observation = read(Shot(ALL, loose=[Tag(77, 20.0, 300.0, 300.0)]))

    assert 77 in {tag.id for tag in observation.tags}
    assert observation.missing == ("absent",)


def test_a_covered_corner_does_no_harm():
    # A disc over one corner of tag 20 of a base that lies straight.
    observation = read(Shot({"greer": PiecePose(200.0, 250.0)}, covered=[(245.5, 261.5, 5.0)], hidden={21}))

    assert_lies(observation, "greer", PiecePose(200.0, 250.0), 0.2)


def test_half_a_tag_is_not_reported():
    observation = read(Shot({"greer": PiecePose(200.0, 250.0)}, covered=[(244.0, 250.0, 9.0)], hidden={21}))

    assert "greer" in observation.missing


def test_darkness_is_told():
    observation = read(Shot(ALL, light=0.002, noise=0.5))

    assert TroubleKind.TOO_DARK in {kind for kind, _ in told(observation)}


def test_blur_is_told():
    observation = read(Shot(ALL, blur_px=2.6))

    assert (TroubleKind.BLURRED, "") in told(observation)
