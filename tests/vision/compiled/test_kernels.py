"""The compiled twins give the answers of the code beside which they stand: as Python runs them, and compiled."""

import math
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.vision.tracking.test_tracker_parts import MODEL, corners_px, noisy, table, with_tag
from vision.alignment.placement import TagPose, place_tags
from vision.compiled.kernels import CHOICE, PLAIN, Kernels, compiled
from vision.images.frame_view import GreyView
from vision.table import Tag
from vision.tracking.patches import PatchSimilarity, PatchStore

NAME = "DICT_4X4_100"
TAGS = (Tag(21, 12.0, 150.0, 180.0, 0.7), Tag(40, 12.0, 250.0, 100.0, -2.6))
BESIDE = Tag(7, 12.0, -140.0, 40.0, 0.3)
"""Its place lies outside the picture."""

each_way = pytest.mark.parametrize(
    "kernels",
    [pytest.param(PLAIN, id="python"), *([pytest.param(each, id="numba")] if (each := compiled()) else [])],
)


@pytest.fixture
def view() -> GreyView:
    """Two tags, of which a finger hides a corner of the second, on a mat in a noisy picture."""
    rng = np.random.default_rng(8)
    picture = table(rng)
    for tag in TAGS:
        picture = with_tag(picture, tag)
    x_px, y_px = (round(each) for each in corners_px(TAGS[1])[0])
    picture[y_px - 6 : y_px + 6, x_px - 6 : x_px + 6] = 150
    return GreyView(noisy(picture, rng, 2.0))


def placed(view: GreyView, kernels: Kernels | None, monkeypatch: pytest.MonkeyPatch) -> list[TagPose | None]:
    monkeypatch.setattr(CHOICE, "kernels", kernels)
    tags = (*TAGS, BESIDE)
    starts = np.array([[tag.x_mm + 0.5, tag.y_mm - 0.4, tag.angle_rad + 0.03] for tag in tags])
    return place_tags(view, MODEL, [(NAME, tag) for tag in tags], starts, 0.9, 5)


@each_way
def test_tags_are_placed_alike(view: GreyView, kernels: Kernels, monkeypatch: pytest.MonkeyPatch):
    ours, theirs = placed(view, None, monkeypatch), placed(view, kernels, monkeypatch)
    assert ours[2] is theirs[2] is None
    for tag, one, other in zip(TAGS, ours, theirs, strict=False):
        assert one is not None
        assert other is not None
        assert math.hypot(one.x_mm - tag.x_mm, one.y_mm - tag.y_mm) < 0.1
        assert other.x_mm == pytest.approx(one.x_mm, abs=1e-3)
        assert other.y_mm == pytest.approx(one.y_mm, abs=1e-3)
        assert other.angle_rad == pytest.approx(one.angle_rad, abs=1e-4)
        assert other.scale == pytest.approx(one.scale, abs=1e-4)
        assert other.explained == pytest.approx(one.explained, abs=0.02)
        assert other.wrong_modules == one.wrong_modules
        np.testing.assert_allclose(other.covariance, one.covariance, rtol=0.05, atol=1e-8)
        np.testing.assert_allclose(other.misfit, one.misfit, atol=0.02)


def compared(view: GreyView, kernels: Kernels | None, monkeypatch: pytest.MonkeyPatch) -> list[PatchSimilarity]:
    """All patches in full, and small ones of which one stirs; stored as the tags look where nothing hides them."""
    rng = np.random.default_rng(9)
    bare = table(np.random.default_rng(8))
    for tag in TAGS:
        bare = with_tag(bare, tag)
    monkeypatch.setattr(CHOICE, "kernels", kernels)
    patches = PatchStore()
    for tag in TAGS:
        assert patches.remember(tag.id, GreyView(noisy(bare, rng, 2.0)), corners_px(tag))
    full = patches.compare(view)
    small = patches.compare(GreyView(view.open(), due=False))
    return [*(full[tag.id] for tag in TAGS), *(small[tag.id] for tag in TAGS)]


@each_way
def test_patches_are_compared_alike(view: GreyView, kernels: Kernels, monkeypatch: pytest.MonkeyPatch):
    ours, theirs = compared(view, None, monkeypatch), compared(view, kernels, monkeypatch)
    assert ours[0].explained > 0.95 > ours[1].explained
    for one, other in zip(ours, theirs, strict=True):
        assert other.gain == pytest.approx(one.gain, abs=1e-3)
        assert other.shift_px == pytest.approx(one.shift_px, abs=1e-3)
        assert other.explained == pytest.approx(one.explained, abs=0.01)


def test_a_numba_that_does_not_work_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "numba.py").write_text('raise ImportError("Numba needs another NumPy")\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert compiled.__wrapped__() is None
