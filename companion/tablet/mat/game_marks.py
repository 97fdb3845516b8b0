"""What a game asks of the mat and what becomes of its models: zones and cells, ghosts, ways that were gone, targets."""

import math
from itertools import pairwise

from companion.geometry import Answer, Base, MatPoint
from companion.geometry.drawing import cut_way
from companion.geometry.grid import Cell, Grid
from companion.referee import GameScreen, Proposal, View
from companion.referee.screen.reach import creature_of, targets_of
from companion.tablet.data.bases import misfits
from companion.tablet.look import palette
from companion.tablet.look.labels import Point
from companion.tablet.look.palette import ANSWERS, Colour
from companion.tablet.mat.cell_touch import lit_cells, second_cells
from companion.tablet.mat.cells import draw_cell_name
from companion.tablet.mat.mat_pen import MatPen

SIGNS = {Answer.YES: "✔", Answer.NO: "✘", Answer.CLOSE: "≈"}
ZONE: Colour = (1.0, 1.0, 1.0, 0.25)
"""Ground of a zone that something is asked for."""
ARROWS = "→↗↑↖←↙↓↘"
"""From the way to the right on, counter-clockwise as they look."""
USUAL_RADIUS_MM = 16.0
TARGET_MM = 5.0
"""Between a base and the marks around it as a target, and how long those are."""


def draw_zones(pen: MatPen, play: GameScreen) -> None:
    """Draws where models may be put down: all that their bases may cover; and what lies there that cannot be meant."""
    zones = list(play.zones)
    if play.grabbed is not None and play.grabbed.zone is not None and play.grabbed.zone not in zones:
        zones = [play.grabbed.zone]
    for zone in zones:
        ground, rim = (ZONE, palette.CHOSEN) if zone.asked else (palette.REACH, palette.REACH_RIM)
        with pen.ink.only_in(pen.box()):
            for patch in () if zone.cells else zone.room.covered:
                contours = [[pen.px(point) for point in contour] for contour in (patch.outline, *patch.holes)]
                if not any(each.of == zone.of for each in play.proposals):
                    pen.ink.area(contours, ground)
                for contour in contours:
                    pen.ink.outline(contour, rim, 2.5 if zone.asked else 1.5)
        for stranger in misfits(zone, play):
            spot, radius_px = pen.px(stranger.at), stranger.radius_mm * pen.plan.scale_px
            pen.ink.ring(spot, radius_px + 3 * pen.plan.scale_px, ANSWERS[Answer.NO], 4)
            pen.sign(SIGNS[Answer.NO], (spot[0], spot[1] + radius_px), ANSWERS[Answer.NO])


def draw_lit_cells(
    pen: MatPen, play: GameScreen, grid: Grid | None, lit: frozenset[Cell], asked: frozenset[Cell]
) -> None:
    """Draws the cells that answer something now, and of them those where a model is waited for.

    Those that are reached only in a second way, such as by a run, have their line alone.
    """
    if grid is None:
        return
    for cell in sorted(lit - second_cells(play) | asked):
        corners = [pen.px(corner) for corner in grid.corners(cell)]
        pen.ink.area([corners], ZONE if cell in asked else palette.REACH)
    for cell in sorted(lit):
        corners = [pen.px(corner) for corner in grid.corners(cell)]
        pen.ink.outline(corners, palette.CHOSEN if cell in asked else palette.REACH_RIM, 2.0)
        draw_cell_name(pen.ink, grid.name(cell), corners)


def draw_ghosts(pen: MatPen, play: GameScreen) -> None:
    """Draws what does not stand where the record has it: its outline, the way there, a tick once it fits."""
    put_back = {each.of for each in play.proposals if each.back_to is not None}
    for each in () if play.ending is not None else play.standing.all:
        if not each.ghost or each.of in put_back:
            continue
        colour = ANSWERS[Answer.YES] if each.fits else palette.CHOSEN
        if each.outline:
            pen.ink.outline([pen.px(point) for point in each.outline], colour, 3)
        if each.at is None:
            continue
        goal = pen.px(each.at)
        if each.radius_mm:
            pen.ink.ring(goal, each.radius_mm * pen.plan.scale_px, colour, 3, dashed=not each.fits)
        words = "" if each.away_mm is None else pen.length(each.away_mm)
        if each.seen is not None and not each.fits:
            pen.ink.line(pen.px(each.seen), goal, colour, 2, dash_dp=5)
        way = "" if each.seen is None else arrow(pen.px(each.seen), goal)
        pen.sign("✔" if each.fits else f"{way} {words}".strip(), goal, colour)


def draw_proposals(pen: MatPen, play: GameScreen) -> None:
    """Draws what was most likely meant: the way that was gone, from where, and whether that may be."""
    for each in play.proposals:
        colour = ANSWERS[each.verdict.answer]
        if each.came_from is not None:
            pen.ink.thin_ring(pen.px(each.came_from), 12 * pen.plan.scale_px, colour)
        _way(pen, each, colour)
        pen.sign(SIGNS[each.verdict.answer], pen.px(each.goal or each.at), colour)
        if each.back_to is not None:
            _back(pen, each, each.back_to, _radius_mm(each.of, play))


def draw_target(pen: MatPen, base: Base) -> None:
    """Draws four marks around a base to which the chosen one may do something."""
    centre, radius_px = pen.px(base.centre), (base.radius_mm + TARGET_MM) * pen.plan.scale_px
    for step in range(4):
        angle = math.pi * (2 * step + 1) / 4
        along = math.cos(angle), math.sin(angle)
        start, end = (
            (centre[0] + far_px * along[0], centre[1] + far_px * along[1])
            for far_px in (radius_px, radius_px + TARGET_MM * pen.plan.scale_px)
        )
        pen.ink.line(start, end, palette.FAULT, 5)
    pen.ink.ring(centre, radius_px, palette.FAULT, 3)


def answering_cells(play: GameScreen | None, chosen: str) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The cells that answer something now, with those where the model goes that is held; those that wait for one."""
    if play is None or play.board is None or play.board.grid is None:
        return frozenset(), frozenset()
    held = None if play.grabbed is None else play.grabbed.zone
    zones = play.zones if held is None else (held,)
    asked = frozenset[Cell]().union(*(zone.cells for zone in zones if zone.asked))
    return held.cells if held is not None else lit_cells(play, chosen) | asked, asked


def targets_in(view: View) -> frozenset[str]:
    """Ids of the models to which the chosen one may do something now."""
    play, chosen = view.play, view.choices.chosen
    if play is None or len(chosen) != 1 or play.ending is not None:
        return frozenset()
    targets = targets_of(play, creature_of(play, chosen[0]))
    return frozenset(each.base for each in play.standing.all if each.of in targets)


def _way(pen: MatPen, each: Proposal, colour: Colour) -> None:
    """The way that was gone: as far as it was allowed, and what goes beyond."""
    if each.way is None:
        return
    points = each.way.polyline()
    too_long = each.back_to is not None and (each.verdict.value_mm or 0.0) > each.verdict.limit_mm
    inside, beyond = cut_way(points, each.verdict.limit_mm) if too_long else (points, ())
    for part, shade in ((inside, ANSWERS[Answer.YES] if too_long else colour), (beyond, colour)):
        for start, end in pairwise(pen.px(point) for point in part):
            pen.ink.line(start, end, shade, 3)


def _back(pen: MatPen, each: Proposal, back_to: MatPoint, radius_mm: float) -> None:
    """The ghost at the nearest legal place, and how far it is back there."""
    goal = pen.px(back_to)
    pen.ink.disc(goal, radius_mm * pen.plan.scale_px, (*palette.CHOSEN[:3], 0.35))
    pen.ink.ring(goal, radius_mm * pen.plan.scale_px, palette.CHOSEN, 3, dashed=True)
    back_mm = math.hypot(each.at.x_mm - back_to.x_mm, each.at.y_mm - back_to.y_mm)
    pen.sign(f"{arrow(pen.px(each.at), goal)} {pen.length(back_mm)}", goal, palette.CHOSEN)


def arrow(start: Point, end: Point) -> str:
    """A sign that points from one pixel to another, to the nearest of eight directions."""
    turns = math.atan2(end[1] - start[1], end[0] - start[0]) / (2 * math.pi)
    return ARROWS[round(len(ARROWS) * turns) % len(ARROWS)]


def _radius_mm(creature: str, play: GameScreen) -> float:
    there = play.standing.of(creature)
    return USUAL_RADIUS_MM if there is None else there.radius_mm
