"""Sheets printed at another scale: corrected once the line of 100 mm was measured, doubted until then."""

import math
from dataclasses import replace
from itertools import combinations

import pytest

from companion.geometry import Answer, measure_gap
from companion.referee.mat.scene import scene_of
from vision.images.frame import Frame
from vision.observation import TableObservation
from vision.print_scale import as_printed
from vision.simulation import SimulatedTable, simulated_table
from vision.table import UNMEASURED, Prints, PrintScale, TableLayout, Tag
from vision.table_file import format_table, parse_table
from vision.tracking.tracker import Tracker

NAMELESS = UNMEASURED.mat


def printed_at(share: float, layout: TableLayout) -> TableLayout:
    """The table as it is if mat, discs and templates were printed at this share of their size."""

    def small(tag: Tag) -> Tag:
        return replace(tag, x_mm=tag.x_mm * share, y_mm=tag.y_mm * share, size_mm=tag.size_mm * share)

    return replace(
        layout,
        mat=replace(layout.mat, tags=tuple(map(small, layout.mat.tags))),
        bases=tuple(replace(base, tags=tuple(map(small, base.tags))) for base in layout.bases),
        terrain=tuple(replace(piece, tags=tuple(map(small, piece.tags))) for piece in layout.terrain),
    )


def seen(share: float, prints: Prints) -> tuple[TableLayout, TableObservation, SimulatedTable]:
    """A table printed at a share of its size, read with what its file says of its print."""
    table = simulated_table("tilt", seed=9)
    world = SimulatedTable(replace(table.scene, layout=printed_at(share, table.layout)))
    file = replace(table.layout, prints=prints)
    tracker = Tracker(file, world.lens)
    for number in range(3):
        observation = tracker.update(Frame(world.render(number / 5), number / 5, number))
    return file, observation, world


@pytest.mark.parametrize("share", [0.97, 0.985, 1.005])
def test_an_unmeasured_print_never_gives_a_verdict_that_is_sure_and_wrong(share: float):
    file, observation, world = seen(share, UNMEASURED)
    truth, scene = world.truth(0.0), scene_of(file, observation)

    assert len(scene.bases) == len(file.bases)
    for a, b in combinations(scene.bases, 2):
        one, other = truth.place(a.id), truth.place(b.id)
        true_mm = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) - a.radius_mm - b.radius_mm
        gap = measure_gap(a, b)
        assert gap.within(true_mm + 0.01).answer is Answer.CLOSE
        assert gap.within(true_mm - 0.01).answer is Answer.CLOSE


@pytest.mark.parametrize("share", [0.97, 0.94])
def test_a_measured_line_corrects_every_place(share: float):
    """Also where the whole page was shrunk to what the printer can reach, which is beyond what is doubted unasked."""
    line = PrintScale(100 * share, 100 * share)
    _, observation, world = seen(share, Prints(line, line, line))
    truth = world.truth(0.0)

    for place in (*observation.bases, *observation.terrain):
        true = truth.place(place.id)
        assert math.hypot(place.x_mm - true.x_mm, place.y_mm - true.y_mm) < 0.15


def test_a_measured_line_leaves_what_a_ruler_cannot_tell():
    line = PrintScale()
    file, observation, _ = seen(1.0, Prints(line, line, line))
    scene = scene_of(file, observation)
    a, b = scene.base("greer"), scene.base("severus")
    apart_mm = math.hypot(a.centre.x_mm - b.centre.x_mm, a.centre.y_mm - b.centre.y_mm)

    assert measure_gap(a, b).deviation.scale_mm == pytest.approx(0.002 * apart_mm)


def test_tags_round_a_mat_of_ones_own_keep_the_mats_size():
    layout = simulated_table("still").layout
    line = PrintScale(97.0, 98.0)
    laid = as_printed(replace(layout, prints=Prints(line, NAMELESS, NAMELESS, laid=True))).mat

    assert (laid.width_mm, laid.height_mm) == (600.0, 600.0)
    first, before = laid.tags[0], layout.mat.tags[0]
    assert (first.x_mm, first.y_mm) == pytest.approx((before.x_mm * 0.97, before.y_mm * 0.98))
    assert first.size_mm == pytest.approx(before.size_mm * math.sqrt(0.97 * 0.98))


def test_a_corrected_layout_is_not_corrected_again():
    layout = simulated_table("still").layout
    line = PrintScale(99.0, 101.0)
    once = as_printed(replace(layout, prints=Prints(line, line, line)))

    assert as_printed(once) == once
    assert once.mat.width_mm == pytest.approx(594.0)
    assert once.mat.height_mm == pytest.approx(606.0)


@pytest.mark.parametrize(
    "prints",
    [
        UNMEASURED,
        Prints(PrintScale(99.6, 99.9), NAMELESS, PrintScale(100.2, 100.0, 0.1)),
        Prints(PrintScale(97.0, 97.0), NAMELESS, NAMELESS, laid=True),
    ],
)
def test_the_table_file_keeps_what_was_measured(prints: Prints):
    layout = replace(simulated_table("still").layout, prints=prints)

    assert parse_table(format_table(layout), "table.toml").prints == prints


def test_a_file_without_answers_is_unmeasured():
    text = format_table(replace(simulated_table("still").layout, prints=UNMEASURED))

    assert "print" not in text
    assert parse_table(text, "table.toml").prints == UNMEASURED
