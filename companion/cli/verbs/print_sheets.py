"""The command that writes sheets to print."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.argument_types import LANGUAGES
from companion.cli.game_options import Parser, add_option, chosen_on_line, game_of

if TYPE_CHECKING:
    from companion.cards import CardLibrary
    from companion.games.options import Chosen
    from companion.games.protocol import Game
    from companion.games.shelf import Prints


def print_sheets(arguments: argparse.Namespace) -> int:
    """True-scale sheets, with the table file that goes with them."""
    makers: dict[str, Callable[[argparse.Namespace], tuple[Path, ...]]] = {
        "mat": _mat,
        "bases": _bases,
        "rulers": _rulers,
        "dice": _dice,
        "calibration": _calibration,
        "cards": _cards,
        "deck": _deck_codes,
        "board": _board,
        "tokens": _tokens,
    }
    for path in makers[arguments.sheet](arguments):
        print(path)
    return 0


def _sheet(arguments: argparse.Namespace) -> dict[str, Any]:
    """What is said of every sheet."""
    from companion.printing import Paper
    from companion.texts import Language

    return {"out": arguments.out, "paper": Paper(arguments.paper), "language": Language(arguments.language)}


def _extended_table(arguments: argparse.Namespace) -> dict[str, Any]:
    """What is said of every sheet whose pieces go into a table file."""
    return _sheet(arguments) | {"table": arguments.table, "replace": arguments.replace}


def _mat(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing

    return printing.print_mat(
        printing.MatOptions(
            **_extended_table(arguments),
            game=game_of(arguments).name,
            chosen=_chosen(arguments),
            form=printing.MatForm(arguments.form),
        )
    )


def _bases(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.texts import Language

    chosen, language = _chosen(arguments), Language(arguments.language)
    sizes = [each.key for each in game_of(arguments).shelf.prints(chosen, language).bases]
    return printing.print_bases(
        printing.BaseOptions(
            **_extended_table(arguments),
            bases=tuple(printing.BaseOrder.parse(text, sizes) for text in arguments.base),
            terrain=tuple(arguments.terrain),
            game=game_of(arguments).name,
            chosen=chosen,
            tag_mm=arguments.tag_mm,
            card_mm=arguments.card_mm,
        )
    )


def _tokens(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing

    return printing.print_tokens(
        printing.TokenOptions(
            **_extended_table(arguments),
            game=game_of(arguments).name,
            chosen=_chosen(arguments),
            tag_mm=arguments.tag_mm,
            height_mm=arguments.height_mm,
        )
    )


def _rulers(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing

    return printing.print_rulers(
        printing.RulerOptions(
            **_sheet(arguments),
            game=game_of(arguments).name,
            chosen=_chosen(arguments),
        )
    )


def _dice(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing

    return printing.print_dice(
        printing.DiceOptions(
            **_sheet(arguments),
            game=game_of(arguments).name,
            size_mm=arguments.size_mm,
            dice=arguments.dice,
            coded=arguments.coded,
            first=arguments.first,
        )
    )


def _calibration(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing

    return printing.print_calibration(printing.BoardOptions(**_sheet(arguments)))


def _board(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing

    table = _extended_table(arguments)
    described = {name: getattr(arguments, name) for name in ("kind", "pitch_mm", "rings", "columns", "rows")}
    if all(value is None for value in described.values()):
        options = printing.GameBoardOptions(**table, game=game_of(arguments).name, chosen=_chosen(arguments))
        return printing.print_cell_board(options)
    if described["kind"] is None or described["pitch_mm"] is None:
        raise printing.PrintingError("a board of your own has --kind and --pitch-mm")
    return printing.print_cell_board(printing.CellBoardOptions(**table, **described))


def _cards(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.cards import all_cards
    from companion.cards.card_tag import tag_of

    library = _library(arguments)
    shipped = library.packs
    own = library.load_packs([Path(name) for name in arguments.pack if name not in shipped], shipped.values())
    cards = all_cards((*shipped.values(), *own))
    if arguments.deck is None:
        wanted = [*(shipped[name] for name in arguments.pack if name in shipped), *own]
        keys = [key for key, card in all_cards(wanted).items() if library.form.is_drawn(card)]
    else:
        keys = list(library.form.drawn(_deck(library, arguments.deck)))
    if missing := [key for key in keys if key not in cards]:
        raise printing.PrintingError(f"the deck has {missing[0]}, which is in no pack; name its pack with --pack")
    names = (cards[key].names.get(arguments.language) or cards[key].names["en"] for key in keys)
    return printing.print_cards(
        printing.CardOptions(
            **_sheet(arguments),
            cards=tuple(zip(map(tag_of, keys), names, strict=True)),
        )
    )


def _deck_codes(arguments: argparse.Namespace) -> tuple[Path, ...]:
    from companion import printing
    from companion.cards.deck_code import codes_of
    from companion.cards.text import read_toml
    from companion.texts import Language, translated

    deck = _deck(_library(arguments), arguments.deck)
    return printing.print_deck(
        printing.DeckOptions(
            **_sheet(arguments),
            name=translated(deck.names, Language(arguments.language)),
            codes=codes_of(game_of(arguments).name, read_toml(Path(deck.file)).data),
        )
    )


def _library(arguments: argparse.Namespace) -> "CardLibrary[Any, Any]":
    from companion.printing import PrintingError
    from companion.texts import Language

    shelf = game_of(arguments).shelf
    if shelf.library is None:
        raise PrintingError(f"{shelf.title(Language.ENGLISH)} is played without cards")
    return shelf.library


def _deck(library: "CardLibrary[Any, Any]", name: str) -> Any:  # noqa: ANN401 (the game's own)
    from companion.cards import NoDeckError
    from companion.printing import PrintingError

    try:
        return library.deck(name)
    except NoDeckError as error:
        raise PrintingError(f"t{str(error)[1:].removesuffix('.')}") from error


def _chosen(arguments: argparse.Namespace) -> "Chosen":
    from companion.games.options import chosen_of
    from companion.texts import Language

    return chosen_of(game_of(arguments).shelf.options(Language.ENGLISH), chosen_on_line(arguments))


def add_arguments(added: argparse.ArgumentParser) -> None:
    """Says what may follow `companion print`."""
    sheets = added.add_subparsers(dest="sheet", required=True, metavar="SHEET", parser_class=Parser)

    def sheet(name: str, about: str, words: str = "") -> Parser:
        parser = sheets.add_parser(
            name, help=about, description=about, epilog=f"example: companion print {name}{words} --out sheets"
        )
        parser.add_argument("--out", type=Path, default=Path("sheets"), metavar="DIR", help="folder for the sheets")
        parser.add_argument("--paper", choices=["a4", "letter", "a3"], default="a4")
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the sheets")
        return parser

    mat = sheet("mat", "tags for the edge of a mat, or a whole mat in tiles")
    mat.add_argument("--form", choices=["tags", "full"], default="tags", help="tags for your own mat, or a full mat")
    bases = sheet("bases", "paper discs for bases, and terrain templates, with their tags")
    bases.add_argument(
        "--base",
        action="append",
        default=[],
        metavar="NAME:SIZE[:OWNER]",
        help="repeat for each base (default: twelve)",
    )
    bases.add_argument("--terrain", action="append", default=[], metavar="KIND", help="repeat for each template")
    bases.add_argument("--tag-mm", type=float, default=15.0, metavar="MM", help="edge of the tags: 12, 15 or 20")
    bases.add_argument("--card-mm", type=float, default=0.3, metavar="MM", help="thickness of the paper or card")
    rulers = sheet("rulers", "rulers and gauges for the ranges S, M, L, XL")
    dice = sheet("dice", "stickers for symbol dice, and a sheet to roll them on")
    dice.add_argument("--size-mm", type=float, default=12.0, metavar="MM", help="edge of a sticker: 12 or 16")
    dice.add_argument("--dice", type=int, default=6, metavar="N", help="number of dice")
    dice.add_argument("--coded", action="store_true", help="with a small code that also names the die")
    dice.add_argument("--first", type=int, default=1, metavar="N", help="number of the first die")
    sheet("calibration", "the board to calibrate a camera with")
    cards = sheet("cards", "stickers for the sleeves of cards, which phones read", " --deck lanternmarch")
    cards.add_argument("--deck", metavar="DECK", help="an included deck or a file: one sticker for each card")
    cards.add_argument(
        "--pack",
        action="append",
        default=[],
        metavar="PACK",
        help="an included pack or a file; without a deck, all its cards",
    )
    deck = sheet("deck", "a deck as codes, which the camera of another table reads", " --deck lanternmarch")
    deck.add_argument("--deck", required=True, metavar="DECK", help="an included deck or a file")
    board = sheet("board", "a whole mat in tiles with a board of cells on it", " --kind hex --pitch-mm 40 --rings 6")
    board.add_game(lambda game: _add_board(board, game))
    tokens = sheet("tokens", "tags for the backs of a game's tokens: they tell where each lies, not what it is")
    tokens.add_argument("--tag-mm", type=float, default=12.0, metavar="MM", help="edge of the tags: 12, 15 or 20")
    tokens.add_argument("--height-mm", type=float, default=2.0, metavar="MM", help="height of a token with its tag")
    for extended in (mat, bases, board, tokens):
        extended.add_argument(
            "--table", type=Path, metavar="FILE", help="table file to extend (default: DIR/table.toml)"
        )
        extended.add_argument("--replace", action="store_true", help="replace entries of the table file that differ")
    mat.add_game(lambda game: _add_mat(mat, game))
    bases.add_game(lambda game: _add_options(bases, game, "base sizes"))
    rulers.add_game(lambda game: _add_options(rulers, game, "base sizes"))
    for plain in (dice, cards, deck):
        plain.add_game(lambda _: None)
    tokens.add_game(lambda game: _add_mat(tokens, game))


def _add_options(parser: Parser, game: "Game[Any]", what: str) -> None:
    from companion.texts import Language

    for option in game.shelf.options(Language.ENGLISH):
        if "prints" in option.bears_on:
            add_option(parser, parser, option, f"{option.about}: {what}")


def _usual_prints(game: "Game[Any]") -> "Prints":
    from companion.games.options import chosen_of
    from companion.texts import Language

    return game.shelf.prints(chosen_of(game.shelf.options(Language.ENGLISH)), Language.ENGLISH)


def _add_mat(parser: Parser, game: "Game[Any]") -> None:
    """A mat hangs on what was chosen only where the game draws something on it."""
    prints = _usual_prints(game)
    if prints.board is not None or prints.zones:
        _add_options(parser, game, "the board")


def _add_board(parser: Parser, game: "Game[Any]") -> None:
    """The board of the game, where it has one, need not be described."""
    _add_mat(parser, game)
    needed = _usual_prints(game).board is None
    parser.add_argument("--kind", choices=["hex", "square"], required=needed, help="shape of the cells")
    parser.add_argument(
        "--pitch-mm",
        type=float,
        required=needed,
        metavar="MM",
        help="distance between the middles of neighbouring cells",
    )
    parser.add_argument(
        "--rings", type=int, metavar="N", help="a hexagon of hexes with this many rings around the middle one"
    )
    parser.add_argument("--columns", type=int, metavar="N", help="with --rows: number of cells in each row")
    parser.add_argument("--rows", type=int, metavar="N", help="with --columns: number of rows")
