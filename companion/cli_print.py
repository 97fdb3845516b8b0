"""The command that writes sheets to print."""

import argparse
from collections.abc import Callable
from pathlib import Path

LANGUAGES = ("en", "ru", "uk")


def print_sheets(arguments: argparse.Namespace) -> int:
    """True-scale sheets, with the table file that goes with them."""
    makers: dict[str, Callable[[argparse.Namespace], tuple[Path, ...]]] = {
        "mat": _mat,
        "bases": _bases,
        "rulers": _rulers,
        "dice": _dice,
        "calibration": _calibration,
        "cards": _cards,
        "board": _board,
    }
    for path in makers[arguments.sheet](arguments):
        print(path)
    return 0


def _mat(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.texts import Language

    return printing.print_mat(
        printing.MatOptions(
            out=arguments.out,
            paper=printing.Paper(arguments.paper),
            language=Language(arguments.language),
            table=arguments.table,
            replace=arguments.replace,
            form=printing.MatForm(arguments.form),
        )
    )


def _bases(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.games.signum import Edition
    from companion.texts import Language

    return printing.print_bases(
        printing.BaseOptions(
            out=arguments.out,
            paper=printing.Paper(arguments.paper),
            language=Language(arguments.language),
            table=arguments.table,
            replace=arguments.replace,
            bases=tuple(printing.BaseOrder.parse(text) for text in arguments.base),
            terrain=tuple(arguments.terrain),
            edition=Edition(arguments.edition),
            tag_mm=arguments.tag_mm,
            card_mm=arguments.card_mm,
        )
    )


def _rulers(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.games.signum import Edition
    from companion.texts import Language

    return printing.print_rulers(
        printing.RulerOptions(
            out=arguments.out,
            paper=printing.Paper(arguments.paper),
            language=Language(arguments.language),
            edition=Edition(arguments.edition),
        )
    )


def _dice(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.texts import Language

    return printing.print_dice(
        printing.DiceOptions(
            out=arguments.out,
            paper=printing.Paper(arguments.paper),
            language=Language(arguments.language),
            size_mm=arguments.size_mm,
            dice=arguments.dice,
            coded=arguments.coded,
            first=arguments.first,
        )
    )


def _calibration(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.texts import Language

    return printing.print_calibration(
        printing.BoardOptions(
            out=arguments.out, paper=printing.Paper(arguments.paper), language=Language(arguments.language)
        )
    )


def _board(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.texts import Language

    return printing.print_cell_board(
        printing.CellBoardOptions(
            out=arguments.out,
            paper=printing.Paper(arguments.paper),
            language=Language(arguments.language),
            table=arguments.table,
            replace=arguments.replace,
            kind=arguments.kind,
            pitch_mm=arguments.pitch_mm,
            rings=arguments.rings,
            columns=arguments.columns,
            rows=arguments.rows,
        )
    )


def _cards(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.cards import DECK_ENDING, all_cards
    from companion.cards.tagging import tag_of
    from companion.games.signum.cards import BATTLE_KINDS
    from companion.games.signum.shelf.library import LIBRARY
    from companion.texts import Language

    shipped = LIBRARY.packs
    own = LIBRARY.load_packs([Path(name) for name in arguments.pack if name not in shipped], shipped.values())
    cards = all_cards((*shipped.values(), *own))
    if arguments.deck is None:
        wanted = [*(shipped[name] for name in arguments.pack if name in shipped), *own]
        keys = [key for key, card in all_cards(wanted).items() if card.kind in BATTLE_KINDS]
    elif arguments.deck in LIBRARY.decks:
        keys = list(LIBRARY.decks[arguments.deck].battle_deck)
    elif arguments.deck.endswith(DECK_ENDING):
        keys = list(LIBRARY.load_deck(Path(arguments.deck)).battle_deck)
    else:
        known = ", ".join(LIBRARY.decks)
        raise printing.PrintingError(
            f"there is no deck {arguments.deck!r}; there are {known}, and files whose names end in {DECK_ENDING}"
        )
    if missing := [key for key in keys if key not in cards]:
        raise printing.PrintingError(f"the deck has {missing[0]}, which is in no pack; name its pack with --pack")
    names = (cards[key].names.get(arguments.language) or cards[key].names["en"] for key in keys)
    return printing.print_cards(
        printing.CardOptions(
            out=arguments.out,
            paper=printing.Paper(arguments.paper),
            language=Language(arguments.language),
            cards=tuple(zip(map(tag_of, keys), names, strict=True)),
        )
    )


def add_print(added: argparse.ArgumentParser, parser_class: type[argparse.ArgumentParser]) -> None:
    """Says what may follow `companion print`."""
    sheets = added.add_subparsers(dest="sheet", required=True, metavar="SHEET", parser_class=parser_class)

    def sheet(name: str, about: str, words: str = "") -> argparse.ArgumentParser:
        parser = sheets.add_parser(
            name, help=about, description=about, epilog=f"example: companion print {name}{words} --out sheets"
        )
        parser.add_argument("--out", type=Path, default=Path("sheets"), metavar="DIR", help="folder to write into")
        parser.add_argument("--paper", choices=["a4", "letter", "a3"], default="a4")
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the texts on the sheets")
        return parser

    mat = sheet("mat", "tags for the edge of a mat, or a whole mat in tiles")
    mat.add_argument("--form", choices=["tags", "full"], default="tags", help="tags for your own mat, or a full mat")
    bases = sheet("bases", "paper discs for bases, and terrain templates, with their tags")
    bases.add_argument(
        "--base", action="append", default=[], metavar="NAME:SIZE[:OWNER]", help="repeat for each; else twelve to begin"
    )
    bases.add_argument("--terrain", action="append", default=[], metavar="KIND", help="repeat for each template")
    bases.add_argument("--tag-mm", type=float, default=15.0, metavar="MM", help="edge of the tags: 12, 15 or 20")
    bases.add_argument("--card-mm", type=float, default=0.3, metavar="MM", help="thickness of the paper or card")
    rulers = sheet("rulers", "rulers and gauges for the ranges S, M, L, XL")
    dice = sheet("dice", "stickers for symbol dice, and a sheet to roll them on")
    dice.add_argument("--size-mm", type=float, default=12.0, metavar="MM", help="edge of a sticker: 12 or 16")
    dice.add_argument("--dice", type=int, default=6, metavar="N", help="stickers for so many dice")
    dice.add_argument("--coded", action="store_true", help="with a small code that also names the die")
    dice.add_argument("--first", type=int, default=1, metavar="N", help="number of the first die")
    sheet("calibration", "the board to calibrate a camera with")
    cards = sheet("cards", "stickers for the sleeves of cards, which phones read", " --deck lanternmarch")
    cards.add_argument("--deck", metavar="DECK", help="a shipped one or a file: one sticker for each of its cards")
    cards.add_argument(
        "--pack", action="append", default=[], metavar="PACK", help="a shipped one or a file; without a deck, all of it"
    )
    board = sheet("board", "a whole mat in tiles with a board of cells on it", " --kind hex --pitch-mm 40 --rings 6")
    board.add_argument("--kind", choices=["hex", "square"], required=True, help="what the cells are")
    board.add_argument(
        "--pitch-mm", type=float, required=True, metavar="MM", help="from the middle of a cell to that of the next"
    )
    board.add_argument("--rings", type=int, metavar="N", help="a hexagon of hexes: so many rings around the middle one")
    board.add_argument("--columns", type=int, metavar="N", help="with --rows: so many cells in each row")
    board.add_argument("--rows", type=int, metavar="N", help="with --columns: so many rows of cells")
    for extended in (mat, bases, board):
        extended.add_argument("--table", type=Path, metavar="FILE", help="table file to extend; else DIR/table.toml")
        extended.add_argument("--replace", action="store_true", help="write anew what the table file says otherwise")
    for measured in (bases, rulers):
        measured.add_argument(
            "--edition", choices=["en", "ru", "ru-web"], default="en", help="of the rules: base sizes"
        )
