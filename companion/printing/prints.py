"""The printer's door: each function makes one PDF and, where it carries tags of the table, extends the table file."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.games.display.board_view import AreaView
from companion.games.first import FIRST
from companion.games.registry import game_called
from companion.games.shelf import Prints
from companion.presentation.teller import Teller
from companion.printing.errors import PrintingError
from companion.printing.inventory import Inventory
from companion.printing.options import (
    BaseOptions,
    BaseOrder,
    BoardOptions,
    CardOptions,
    CellBoardOptions,
    DeckOptions,
    DiceOptions,
    GameBoardOptions,
    MatForm,
    MatOptions,
    RulerOptions,
    SheetOptions,
    TableOptions,
    TokenOptions,
)
from companion.printing.page.packing import Piece, pack, page_drawings
from companion.printing.page.sheet import Drawing, Sheet
from companion.printing.sheets.base_disc import base_layout, base_piece
from companion.printing.sheets.calibration_board import board_drawing
from companion.printing.sheets.card_stickers import card_piece
from companion.printing.sheets.cell_board import board_of_game, cell_board
from companion.printing.sheets.deck_codes import code_drawing
from companion.printing.sheets.dice_stickers import dice_piece
from companion.printing.sheets.dice_tray import tray_drawing
from companion.printing.sheets.mat_guide import guide_drawing
from companion.printing.sheets.mat_tags import edge_place, mat_piece
from companion.printing.sheets.mat_tiles import tile_drawing, tiles
from companion.printing.sheets.rulers import gauge_pieces, ruler_pieces
from companion.printing.sheets.terrain_template import terrain_piece
from companion.printing.sheets.token_disc import token_layout, token_piece
from companion.printing.stock import TerrainTemplate, standard_mat, starter_bases, terrain_templates
from companion.texts import say
from vision.calibration.board import load_board
from vision.table import UNMEASURED, GridLayout, TableLayout, TerrainLayout

MAT_STEPS = 4
"""In which either form of the mat is made."""


def print_mat(options: MatOptions) -> tuple[Path, ...]:
    """Tags for the edge of a mat of one's own (`mat-tags.pdf`), or a whole mat in tiles (`mat-full.pdf`).

    A whole mat has the cells and zones of its game. Without a game on cells it has the cells of the table file, if any.

    Returns:
        The PDF and the table file.

    Raises:
        PrintingError: If it cannot be done; an order that is refused changes no file.
    """
    if options.form is MatForm.FULL:
        prints = options.prints(options.language)
        return _print_tiles(options, "mat-full", _game_board(options, prints), prints.zones)
    mat = standard_mat()
    inventory = Inventory.open(options.table_path, may_replace=options.replace).with_mat(mat)
    sheet = _sheet(options, "mat.tags")
    steps = _steps(options, MatForm.TAGS)
    pieces = [mat_piece(edge_place(tag, mat), mat, options.language) for tag in mat.tags]
    pages: list[Drawing] = [guide_drawing(TableLayout(mat), (), steps, sheet.content, options.language)]
    pages += page_drawings(pack(pieces, sheet.content))
    path = options.out / "mat-tags.pdf"
    sheet.write(path, pages)
    inventory.save()
    return path, inventory.path


def print_cell_board(options: CellBoardOptions | GameBoardOptions) -> tuple[Path, ...]:
    """A whole mat with a board of cells on it, in tiles (`board.pdf`).

    Returns:
        The PDF and the table file.

    Raises:
        PrintingError: If it cannot be done; an order that is refused changes no file.
    """
    if isinstance(options, CellBoardOptions):
        return _print_tiles(options, "board", cell_board(options, standard_mat()))
    prints = options.prints(options.language)
    return _print_tiles(options, "board", _game_board(options, prints), prints.zones)


def _game_board(options: MatOptions | GameBoardOptions, prints: Prints) -> GridLayout | None:
    """The game's own board; None for a game without."""
    return None if prints.board is None else board_of_game(prints.board, standard_mat(), options.game)


def _print_tiles(
    options: TableOptions, name: str, grid: GridLayout | None, zones: Sequence[AreaView] = ()
) -> tuple[Path, ...]:
    """The whole mat, with the given cells or else those of the table file."""
    mat = standard_mat()
    inventory = Inventory.open(options.table_path, may_replace=options.replace)
    inventory = (inventory if grid is None else inventory.with_grid(grid)).with_mat(mat)
    grid, language = inventory.table.grid, options.language
    sheet = _sheet(options, "mat.full" if grid is None else "board")
    every = tuple(tile for row in tiles(mat, sheet.content) for tile in row)
    steps = _steps(options, MatForm.FULL)
    if grid is not None:
        steps.append(say(language, "printing.board.cells"))
    pages = [guide_drawing(TableLayout(mat, grid=grid), every, steps, sheet.content, language, zones)]
    pages += [tile_drawing(mat, tile, sheet.content, language, grid, zones) for tile in every]
    path = options.out / f"{name}.pdf"
    sheet.write(path, pages)
    inventory.save()
    return path, inventory.path


def _steps(options: TableOptions, form: MatForm) -> list[str]:
    numbers = range(1, MAT_STEPS + 1)
    return [say(options.language, f"printing.mat.{form}.step_{number}") for number in numbers]


def print_bases(options: BaseOptions) -> tuple[Path, ...]:
    """Discs for bases (`bases.pdf`) and templates of terrain (`terrain.pdf`), whichever are asked for.

    Returns:
        The PDFs and the table file.

    Raises:
        PrintingError: If it cannot be done; an order that is refused changes no file.
    """
    orders, prints = options.bases, options.prints(options.language)
    if not orders and not options.terrain:
        orders = _starter_orders(prints)
    inventory = Inventory.open(options.table_path, may_replace=options.replace)
    inventory, discs = _discs(inventory, orders, options, prints)
    inventory, templates = _templates(inventory, options)
    jobs = []
    for name, pieces in (("bases", discs), ("terrain", templates)):
        if pieces:
            sheet = _sheet(options, name)
            jobs.append((options.out / f"{name}.pdf", sheet, page_drawings(pack(pieces, sheet.content))))
    for path, sheet, pages in jobs:
        sheet.write(path, pages)
    inventory.save()
    return (*(path for path, _, _ in jobs), inventory.path)


def print_tokens(options: TokenOptions) -> tuple[Path, ...]:
    """Discs with tags for the backs of a game's tokens (`tokens.pdf`).

    Returns:
        The PDF and the table file.

    Raises:
        PrintingError: If it cannot be done; an order that is refused changes no file.
    """
    tokens = options.prints(options.language).tokens
    if tokens is None:
        raise PrintingError(f"no tokens with tags lie on the mat in the game {options.game}")
    inventory, pieces = Inventory.open(options.table_path, may_replace=options.replace), []
    for number in range(1, tokens.count + 1):
        name = f"token-{number}"
        (tag,) = inventory.tags_for(name, inventory.table.bases, 1)
        layout = token_layout(name, tokens.diameter_mm / 2, tag, (options.tag_mm, options.height_mm))
        inventory = inventory.with_base(layout)
        pieces.append(token_piece(layout, inventory.table.mat.dictionary))
    sheet, path = _sheet(options, "tokens"), options.out / "tokens.pdf"
    sheet.write(path, page_drawings(pack(pieces, sheet.content)))
    inventory.save()
    return path, inventory.path


def starter_table(game: str = FIRST) -> TableLayout:
    """The table that fits the sheets printed into a new folder when nothing is named: standard mat and first set.

    Args:
        game: Name of the game, which gives the bases their sizes.
    """
    options = BaseOptions(out=Path(), game=game)
    prints = options.prints(options.language)
    inventory = Inventory(Path(), TableLayout(standard_mat(), prints=UNMEASURED), may_replace=False)
    return _discs(inventory, _starter_orders(prints), options, prints)[0].table


def _starter_orders(prints: Prints) -> tuple[BaseOrder, ...]:
    """The first set; bases of a size that the game does not have get its first one."""
    sizes = {each.key: each.key for each in prints.bases}
    words = (text.split(":") for text in starter_bases())
    return tuple(BaseOrder(name, sizes.get(size, prints.bases[0].key), *owner) for name, size, *owner in words)


def print_calibration(options: BoardOptions) -> tuple[Path, ...]:
    """The board to calibrate a lens with (`calibration.pdf`).

    Raises:
        PrintingError: If it cannot be done.
    """
    sheet = replace(_sheet(options, "calibration"), landscape=True)
    path = options.out / "calibration.pdf"
    sheet.write(path, [board_drawing(load_board(), sheet.content)])
    return (path,)


def print_rulers(options: RulerOptions) -> tuple[Path, ...]:
    """Rulers and gauges for the ranges (`rulers.pdf`).

    Raises:
        PrintingError: If it cannot be done.
    """
    sheet = replace(_sheet(options, "rulers"), landscape=True)
    prints = options.prints(options.language)
    if not prints.rulers:
        raise PrintingError(f"nothing is measured with rulers in the game {options.game}")
    pieces = (*ruler_pieces(prints, options.language), *gauge_pieces(prints, options.language))
    path = options.out / "rulers.pdf"
    sheet.write(path, page_drawings(pack(pieces, sheet.content)))
    return (path,)


def print_dice(options: DiceOptions) -> tuple[Path, ...]:
    """Stickers for dice (`dice-12.pdf` and so on), and a sheet to roll them on (`dice-tray.pdf`).

    Returns:
        Both PDFs.

    Raises:
        PrintingError: If it cannot be done.
    """
    kinds, size_mm, language = options.kinds, options.size_mm, options.language
    numbers = range(options.first, options.first + options.dice)
    if kinds:
        sheet, pieces = _dice_of_kinds(options)
    else:
        sheet = _sheet(options, "dice")
        pieces = [dice_piece(number, size_mm, language, coded=options.coded) for number in numbers]
    path = options.out / f"dice-{options.size_mm:g}{'-coded' if options.coded or kinds else ''}.pdf"
    sheet.write(path, page_drawings(pack(pieces, sheet.content)))
    tray = replace(_sheet(options, "dice.tray"), landscape=True)
    tray_path = options.out / "dice-tray.pdf"
    tray.write(tray_path, [tray_drawing(tray.content)])
    return path, tray_path


def _dice_of_kinds(options: DiceOptions) -> tuple[Sheet, list[Piece]]:
    """The dice of a game with several kinds: one of each kind after another, each with what the game means by it."""
    language, kinds = options.language, options.kinds
    teller = Teller(game_called(options.game), None, language)
    meanings = {drawn: face for kind in kinds.values() for drawn, face in zip(kind.drawn, kind.faces, strict=True)}
    legend = "; ".join(
        f"{say(language, f'printing.dice.drawn.{drawn}')}: {teller.face(face)}" for drawn, face in meanings.items()
    )
    title = say(language, "printing.dice.kinds.title")
    sheet = Sheet(options.paper, language, title, say(language, "printing.dice.kinds.advice", legend=legend))
    pieces = []
    for number in range(options.first, options.first + options.dice):
        turn, place = divmod(number - 1, len(kinds))
        name, kind = tuple(kinds.items())[place]
        called = f"{teller.kind_of_die(name)} {turn + 1}"
        pieces.append(dice_piece(number, options.size_mm, language, coded=True, name=called, drawn=kind.drawn))
    return sheet, pieces


def print_cards(options: CardOptions) -> tuple[Path, ...]:
    """Stickers for the sleeves of cards (`cards.pdf`).

    Raises:
        PrintingError: If it cannot be done.
    """
    sheet = _sheet(options, "cards")
    pieces = [card_piece(tag, name) for tag, name in options.cards]
    path = options.out / "cards.pdf"
    sheet.write(path, page_drawings(pack(pieces, sheet.content)))
    return (path,)


def print_deck(options: DeckOptions) -> tuple[Path, ...]:
    """The codes of a deck (`deck.pdf`), by which it is taken along to another table.

    Raises:
        PrintingError: If it cannot be done.
    """
    sheet = _sheet(options, "deck")
    path = options.out / "deck.pdf"
    sheet.write(path, [code_drawing(sheet.content, code, options.name) for code in options.codes])
    return (path,)


def _sheet(options: SheetOptions, name: str) -> Sheet:
    title, advice = (say(options.language, f"printing.{name}.{part}") for part in ("title", "advice"))
    return Sheet(options.paper, options.language, title, advice)


def _discs(
    inventory: Inventory, orders: tuple[BaseOrder, ...], options: BaseOptions, prints: Prints
) -> tuple[Inventory, list[Piece]]:
    pieces, diameters_mm = [], {each.key: each.diameter_mm for each in prints.bases}
    for order in orders:
        radius_mm = diameters_mm[order.size] / 2
        tags = inventory.tags_for(order.name, inventory.table.bases)
        sizes_mm = options.tag_mm, options.card_mm
        layout = base_layout(order.name, order.owner, radius_mm, tags, sizes_mm)
        inventory = inventory.with_base(layout)
        pieces.append(base_piece(inventory.base(order.name), inventory.table.mat.dictionary, options.language))
    return inventory, pieces


def _templates(inventory: Inventory, options: BaseOptions) -> tuple[Inventory, list[Piece]]:
    pieces = []
    kinds = {template.kind: template for template in terrain_templates()}
    for place, kind in enumerate(options.terrain):
        number = options.terrain[: place + 1].count(kind)
        layout = _numbered(kinds[kind], number, inventory, options.card_mm)
        inventory = inventory.with_terrain(layout)
        pieces.append(terrain_piece(layout, kind, inventory.table.mat.dictionary, options.language))
    return inventory, pieces


def _numbered(template: TerrainTemplate, number: int, inventory: Inventory, card_mm: float) -> TerrainLayout:
    name = f"{template.kind}-{number}"
    tags = tuple(
        replace(tag, id=tag_id, height_mm=card_mm)
        for tag, tag_id in zip(template.shape.tags, inventory.tags_for(name, inventory.table.terrain), strict=True)
    )
    return replace(template.shape, id=name, tags=tags)
