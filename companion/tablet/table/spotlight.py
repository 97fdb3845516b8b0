"""Where the signs of a guide lie on the screen: the key, the card, the model or the zone that a step speaks of."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.games.display.guide import is_among
from companion.geometry.grid import Cell, Grid
from companion.referee import GameScreen, View
from companion.tablet.game.card_face import SmallCard
from companion.tablet.game.cards import TaskCard
from companion.tablet.game.forms.offer_form import OfferForm
from companion.tablet.game.over_mat.proposals import AllBackKey, GhostCard, ProposalCard
from companion.tablet.game.reading.log_view import LogLineRow
from companion.tablet.game.reading.read_sheet import WhyRow
from companion.tablet.game.rolls import RollCard
from companion.tablet.game.undo_card import UndoCard
from companion.tablet.look.labels import Box
from companion.tablet.look.mat_plan import Plan
from companion.tablet.mat.game_marks import answering_cells
from companion.tablet.table.table_view import TableView

MIN_SEEN_PX = 24.0
"""What is seen of a widget, at least, for it to be lit."""
UNDO_KEY = "UndoKey"
"""Only the looks define it."""
CARDS: dict[str, type | tuple[type, ...]] = {
    "roll": RollCard,
    "meant": ProposalCard,
    "refused": ProposalCard,
    "undoing": UndoCard,
    "misplaced": (AllBackKey, GhostCard),
    "measured": WhyRow,
}
"""What shows a sign, for those that one sort of widget shows."""
AIR_SHARE = 1.6
"""A model is lit with so much of its radius around it."""


def place_of(signs: Iterable[str], table: TableView, view: View) -> Box | None:
    """Where the first of some signs lies that is on the screen; None where none does.

    Args:
        signs: In the order in which they are looked for.
        table: Everything in the window.
        view: What it shows.
    """
    return next((found for sign in signs if (found := _place(sign, table, view)) is not None), None)


def around(whole: Box, holes: Iterable[Box]) -> Iterator[Box]:
    """All of a box but some holes, in boxes that do not overlap.

    Args:
        whole: The box.
        holes: They may overlap, and lie partly outside.
    """
    cut = [each for hole in holes if (each := hole.shared(whole)).area_px2 > 0]
    levels = sorted({whole.bottom_px, whole.top_px, *(y for each in cut for y in (each.bottom_px, each.top_px))})
    for bottom, top in pairwise(levels):
        left = whole.left_px
        for each in sorted(cut, key=lambda hole: hole.left_px):
            if each.bottom_px < top and each.top_px > bottom:
                if each.left_px > left:
                    yield Box(left, bottom, each.left_px, top)
                left = max(left, each.right_px)
        if left < whole.right_px:
            yield Box(left, bottom, whole.right_px, top)


def _place(sign: str, table: TableView, view: View) -> Box | None:
    kind, _, name = sign.partition(":")
    play, plan = view.play, table.ids.mat.plan
    if play is None:
        return None
    if kind == "zone":
        return _zone(play, plan)
    if kind == "model":
        return _model(play, plan, table.ids.mat.names)
    if kind == "cells":
        return _together(list(cells_in(view, plan)))
    found = [_seen(each) for each in _widgets(kind, name, table)]
    return _together([each for each in found if each is not None])


def _widgets(kind: str, name: str, table: TableView) -> Iterator[Widget]:
    """All widgets that a sign may mean."""
    game = table.ids.game
    single = {"result": table.ids.result.card, "tab": game.ids.get(f"tab_{name}")}
    if kind in single:
        yield from (each for each in (single[kind],) if each is not None)
        return
    for each in _parts(game, table.ids.cards):
        if isinstance(each, TaskCard) and kind == "asked":
            fits = is_among(name, (each.data.task.step, each.data.task.key))
            yield from _keys_apart(each) if fits else ()
        elif isinstance(each, OfferForm) and kind == "offer":
            fits = each.kind in name.split("|")
        elif isinstance(each, SmallCard) and kind == "offer":
            fits = not each.offers.isdisjoint(name.split("|"))
        elif isinstance(each, ProposalCard) and kind in ("then", "measured"):
            yield from each.keys_for(kind, name)
            fits = False
        elif isinstance(each, LogLineRow) and kind == "measured":
            fits = bool(each.line.whys)
        elif kind == "undo":
            fits = type(each).__name__ == UNDO_KEY
        else:
            fits = isinstance(each, CARDS.get(kind, ()))
        if fits:
            yield each


def _keys_apart(card: TaskCard) -> Iterator[Widget]:
    """The keys of its answers that stand at the foot."""
    forms = (each for each in card.walk(restrict=True) if isinstance(each, OfferForm))
    yield from (form.key_apart for form in forms if form.key_apart is not None)


def _parts(*widgets: Widget) -> Iterator[Widget]:
    """Some widgets and all that they hold, in no order."""
    waiting = list(widgets)
    while waiting:
        each = waiting.pop()
        yield each
        waiting += each.children


def _seen(widget: Widget) -> Box | None:
    """What is seen of a widget, in pixels of the window; None where that is nearly nothing."""
    box = _box_of(widget)
    around = widget.parent
    while around is not None and around.parent is not around and around.parent is not None:
        if isinstance(around, ScrollView):
            box = box.shared(_box_of(around))
        around = around.parent
    if widget.get_root_window() is None or widget.disabled:
        return None
    wide, high = box.right_px - box.left_px, box.top_px - box.bottom_px
    return box if min(wide, high) >= MIN_SEEN_PX else None


def _box_of(widget: Widget) -> Box:
    left, bottom = widget.to_window(*widget.pos)
    return Box(left, bottom, left + widget.width, bottom + widget.height)


def _zone(play: GameScreen, plan: Plan) -> Box | None:
    """All that a model may cover that is waited for."""
    zones = [each for each in play.zones if each.asked][:1]
    corners = (corner for zone in zones for patch in zone.room.covered for corner in patch.outline)
    return _around([plan.to_screen(each.x_mm, each.y_mm) for each in corners])


def cells_in(view: View, plan: Plan) -> Iterator[Box]:
    """Where the cells lie that can be touched now.

    Args:
        view: What the window shows.
        plan: How the mat lies on the screen.
    """
    play = view.play
    grid = None if play is None or play.board is None else play.board.grid
    if grid is None:
        return
    yield from (_cell(each, grid, plan) for each in answering_cells(play, next(iter(view.choices.chosen), ""))[0])


def zones_in(ids: tuple[str, ...], view: View, plan: Plan) -> Iterator[Box]:
    """Where zones of the board lie, each in one box.

    Args:
        ids: Of the zones; those without cells are left out.
        view: What the window shows.
        plan: How the mat lies on the screen.
    """
    board = None if view.play is None else view.play.board
    grid = None if board is None else board.grid
    if board is None or grid is None:
        return
    for zone in board.zones:
        if zone.id in ids and (box := _together([_cell(each, grid, plan) for each in zone.cells])) is not None:
            yield box


def _cell(cell: Cell, grid: Grid, plan: Plan) -> Box:
    middle, wide = grid.centre(cell), grid.pitch_mm * plan.scale_px
    return Box.around(plan.to_screen(middle.x_mm, middle.y_mm), (wide, wide))


def _model(play: GameScreen, plan: Plan, names: Mapping[str, Box]) -> Box | None:
    """The first model that is named in what somebody may do, as far as it lies on the mat, with all of its name."""
    standing = {each.of: each for each in play.standing.all if each.at is not None}
    found = next((standing[of] for of in _may_act(play) if of in standing), None)
    if found is None or found.at is None:
        return None
    (x, y), far = plan.to_screen(found.at.x_mm, found.at.y_mm), AIR_SHARE * found.radius_mm * plan.scale_px
    mat = Box(plan.left_px, plan.bottom_px, plan.left_px + plan.size_px[0], plan.bottom_px + plan.size_px[1])
    shown = Box(x - far, y - far, x + far, y + far).shared(mat)
    return _together([shown, names[found.base]]) if found.base in names else shown


def _may_act(play: GameScreen) -> Iterator[str]:
    """Ids of all that may do something; what only ends something is nothing to do."""
    for seat in play.seats:
        for group in play.groups_of(seat):
            for each in (one for one in group.offers if not one.closes):
                yield from (each.piece, *each.offer.fixed.values())
                yield from (choice.value for taken in each.offer.inputs for choice in taken.choices)


def _together(boxes: list[Box]) -> Box | None:
    corners = [((each.left_px, each.bottom_px), (each.right_px, each.top_px)) for each in boxes]
    return _around([corner for pair in corners for corner in pair])


def _around(points: list[tuple[float, float]]) -> Box | None:
    if not points:
        return None
    across, up = zip(*points, strict=True)
    return Box(min(across), min(up), max(across), max(up))
