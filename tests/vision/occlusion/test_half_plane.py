"""Tags that are partly covered and that nothing expects: found in single pictures by what shows, and never invented."""

import math
from dataclasses import replace

import cv2
import numpy as np

from tests.benchmarks.vision.bench_clutter import faults_of, picture_of
from tests.vision.clutter_image import clutter_picture
from tests.vision.fiducials.test_soft_decoder import CLUTTER_MODEL, IN_PLAY, NAME, covered_tag
from tests.vision.table_image import LAYOUT, LENS, PiecePose, Shot
from tests.vision.tracking.test_tracker_parts import MODEL, corners_px, noisy, table, with_tag
from vision import TableReader
from vision.images.frame import Frame
from vision.images.frame_view import GreyView
from vision.occlusion.edges import SearchArea, squares_on_sides
from vision.occlusion.half_plane import PartialTag, find_partial_tags
from vision.occlusion.image_border import rimmed
from vision.table import MatLayout, Tag

NOTHING_KNOWN = np.empty((0, 2))
MAT = MatLayout(400.0, 300.0, NAME, ())
ANYWHERE = SearchArea(np.array([MAT.width_mm, MAT.height_mm]), 20.0, NOTHING_KNOWN, 10.0)
PLAYED = (12, 21, 33, 49, 51, 13, 24, 29)


def look_for(picture: np.ndarray, *, count: int = 1) -> list[PartialTag]:
    tags = [(Tag(tag_id, 14.0, 0.0, 0.0), count) for tag_id in PLAYED]
    return find_partial_tags(GreyView(picture), MODEL, MAT, tags, NOTHING_KNOWN, 0.9)


def test_most_covered_tags_are_found_where_they_are_and_no_other_id_is_told():
    off_mm, in_sigmas = [], []
    for seed in range(24):
        rng = np.random.default_rng(seed)
        tag = Tag(int(rng.choice(PLAYED)), 14.0, 200.0, 150.0, rng.uniform(-3, 3))
        picture, _ = covered_tag(rng, tag, rng.uniform(0.1, 0.35), ("white", "dark", "skin", "texture")[seed % 4])
        for found in look_for(picture):
            assert found.tag.id == tag.id
            step_mm = np.array([found.place.x_mm - tag.x_mm, found.place.y_mm - tag.y_mm])
            assert abs(math.remainder(found.place.angle_rad - tag.angle_rad, math.tau)) < 0.05
            off_mm.append(float(np.hypot(*step_mm)))
            in_sigmas += list(np.abs(step_mm) / np.sqrt(np.diag(found.place.covariance)[:2]))
    assert len(off_mm) >= 0.85 * 24
    assert max(off_mm) < 0.1
    assert np.mean(np.array(in_sigmas) < 2.0) >= 0.88


def test_squares_are_searched_for_near_the_mat_and_away_from_known_tags():
    area = SearchArea(np.array([400.0, 300.0]), 20.0, np.array([[100.0, 100.0]]), 10.0)
    points = np.array([[-19.0, 319.0], [-21.0, 150.0], [200.0, 321.0], [109.0, 100.0], [100.0, 111.0]])

    assert area.holds(points).tolist() == [True, False, False, False, True]
    assert area.holds(points, 2.0).tolist() == [True, True, True, True, True]


def test_squares_are_moved_onto_the_edges_that_show_of_covered_tags():
    for seed in range(12):
        rng = np.random.default_rng(100 + seed)
        tag = Tag(int(rng.choice(PLAYED)), 14.0, 200.0, 150.0, rng.uniform(-3, 3))
        picture, _ = covered_tag(rng, tag, rng.uniform(0.1, 0.35), ("white", "dark", "skin", "texture")[seed % 4])
        squares = squares_on_sides(GreyView(picture), MODEL, Tag(0, 14.0, 0.0, 0.0), 14.0 / 6, ANYWHERE)
        off_mm = np.hypot(squares[:, 0] - tag.x_mm, squares[:, 1] - tag.y_mm)
        nearest = squares[off_mm.argmin()]
        assert off_mm.min() < 0.3
        assert abs(math.remainder(nearest[2] - tag.angle_rad, math.pi / 2)) < 0.03


def test_a_tag_of_one_bit_more_is_not_taken_for_a_covered_one():
    for seed in range(6):
        rng = np.random.default_rng(seed)
        tag = Tag(PLAYED[seed], 14.0, 200.0, 150.0, rng.uniform(-3, 3))
        picture = with_tag(table(rng), tag, 0.3)
        corners = corners_px(tag)
        across, down = (corners[1] - corners[0]) / 6, (corners[3] - corners[0]) / 6
        module = corners[0] + across + down + np.array([[0, 0], across, across + down, down])
        value = int(picture[tuple(np.round(module.mean(axis=0)).astype(int)[::-1])])
        cv2.fillPoly(picture, [np.round(module * 16).astype(np.int32)], 30 if value > 120 else 215, cv2.LINE_AA, 4)
        assert look_for(noisy(cv2.GaussianBlur(picture, (0, 0), 0.9), rng, 3.0)) == []


def test_nothing_half_seen_is_read_into_clutter():
    mat = MatLayout(640.0, 360.0, NAME, ())
    for seed in range(4):
        edge_px = (20.0, 24.0, 30.0)[seed % 3]
        tags = [(Tag(tag_id, edge_px / 2, 0.0, 0.0), 1) for tag_id in IN_PLAY[:24]]
        view = GreyView(clutter_picture(100 + seed, IN_PLAY, edge_px))
        assert find_partial_tags(view, CLUTTER_MODEL, mat, tags, NOTHING_KNOWN, 1.0) == []


def test_dim_stripes_in_a_bright_box_are_no_tag():
    table, picture = picture_of(50024, 100)
    told = TableReader(table.layout, table.lens).read(Frame(picture, 0.0, 0))
    assert faults_of(told, table, "stripes") == []


def test_a_tag_that_the_edge_of_the_picture_cuts_is_read_where_it_is_and_no_other_id_is_told():
    read = 0
    for seed in range(12):
        rng = np.random.default_rng(200 + seed)
        tag = Tag(int(rng.choice(PLAYED)), 14.0, 200.0, 150.0, rng.uniform(-3, 3))
        picture = noisy(cv2.GaussianBlur(with_tag(table(rng), tag, 0.3), (0, 0), 0.9), rng, 3.0)
        corners = corners_px(tag)
        right = round(float(corners[:, 0].max() - rng.uniform(0.1, 0.35) * np.ptp(corners[:, 0])))
        view = GreyView(np.ascontiguousarray(picture[:, :right]))
        assert find_partial_tags(view, MODEL, MAT, [(Tag(tag.id, 14.0, 0.0, 0.0), 1)], NOTHING_KNOWN, 0.9) == []
        tags = [(Tag(tag_id, 14.0, 0.0, 0.0), 1) for tag_id in PLAYED]
        for found in find_partial_tags(*rimmed(view, MODEL, 40), MAT, tags, NOTHING_KNOWN, 0.9):
            assert found.tag.id == tag.id
            assert math.hypot(found.place.x_mm - tag.x_mm, found.place.y_mm - tag.y_mm) < 0.1
            read += 1
    assert read >= 9


def test_a_base_whose_only_tag_in_sight_is_cut_by_the_edge_of_the_picture_is_read():
    lying = PiecePose(300.0, 60.0, math.pi / 2)
    picture = Shot(pieces={"greer": lying}, hidden={21}).take()
    whole = Shot().project(np.array([[300.0, 94.0, 0.0]]))[0, 1]
    cut = picture[: round(whole + 5)]
    told = TableReader(LAYOUT, replace(LENS, image_size=(1280, len(cut)))).read(Frame(cut, 0.0, 0))
    (base,) = told.bases
    assert (base.id, base.seen_tags) == ("greer", (20,))
    assert math.hypot(base.x_mm - lying.x_mm, base.y_mm - lying.y_mm) < 0.4
    assert math.hypot(base.x_mm - lying.x_mm, base.y_mm - lying.y_mm) < 3 * base.sigma_mm


def test_nothing_is_read_into_clutter_that_the_edge_of_the_picture_cuts():
    mat = MatLayout(640.0, 360.0, NAME, ())
    (fx, skew, cx), (_, fy, cy), last = CLUTTER_MODEL.lens.matrix
    for seed in range(3):
        edge_px, top = (20.0, 24.0, 30.0)[seed], 90 + 77 * seed
        strip = np.ascontiguousarray(clutter_picture(120 + seed, IN_PLAY, edge_px)[top : top + 100])
        lens = replace(CLUTTER_MODEL.lens, image_size=(1280, 100), matrix=((fx, skew, cx), (0.0, fy, cy - top), last))
        tags = [(Tag(tag_id, edge_px / 2, 0.0, 0.0), 1) for tag_id in IN_PLAY[:24]]
        view, model = rimmed(GreyView(strip), replace(CLUTTER_MODEL, lens=lens), 40)
        assert find_partial_tags(view, model, mat, tags, NOTHING_KNOWN, 1.0) == []
