"""What `companion cards check` and `companion cards new` do: explain every mistake; give something to begin with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path as File

from companion.cards.deck import load_deck
from companion.cards.errors import CardsError, Fault, FileError, PackError
from companion.cards.pack import DECK_ENDING, Pack, load_packs, load_shipped, read_toml
from companion.cards.rulings import deck_faults
from companion.cards.seating import all_cards
from companion.games.signum.cards import Card
from companion.games.signum.editions import Rules


class TemplateError(CardsError, ValueError):
    """A template that cannot be written where it was asked for."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one file.

    Attributes:
        file: As it was given.
        kind: `pack` or `deck`.
        cards: How many cards it has.
        faults: Every mistake, and what deserves a warning.
    """

    file: str
    kind: str
    cards: int
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Whether it can be played with."""
        return all(each.warning for each in self.faults)


def check(paths: Sequence[File], rules: Rules) -> tuple[Checked, ...]:
    """Checks packs, which may name each other's cards, and decks of their cards or of shipped ones.

    Args:
        paths: Files; a deck is told by its name, which ends in `.deck.toml`, or by its `hero`.
        rules: The edition that decks are checked against.

    Raises:
        FileError: If a file cannot be read at all.
    """
    decks = [path for path in paths if _is_deck(path)]
    packs = [path for path in paths if path not in decks]
    shipped = load_shipped()
    faults: tuple[Fault, ...] = ()
    loaded: tuple[Pack, ...] = ()
    try:
        loaded = load_packs(packs, shipped.values())
    except PackError as error:
        faults = error.faults
    found = {path: _checked_pack(path, faults) for path in packs}
    cards = all_cards((*shipped.values(), *loaded))
    found |= {path: _checked_deck(path, cards, rules) for path in decks}
    return tuple(found[path] for path in paths)


def lines_of(checked: Checked) -> tuple[str, ...]:
    """What people read."""
    wrong = sum(not each.warning for each in checked.faults)
    verdict = "no mistakes" if not wrong else "1 mistake" if wrong == 1 else f"{wrong} mistakes"
    cards = "1 card" if checked.cards == 1 else f"{checked.cards} cards"
    return (*(str(each) for each in checked.faults), f"{checked.file}: {checked.kind} of {cards}, {verdict}")


def json_of(checked: Checked) -> dict[str, object]:
    """What programs read."""
    return {
        "file": checked.file,
        "kind": checked.kind,
        "cards": checked.cards,
        "ok": checked.ok,
        "faults": [
            {
                "line": each.line,
                "card": each.card,
                "rule": each.rule_id,
                "sentence": each.sentence,
                "warning": each.warning,
            }
            for each in checked.faults
        ],
    }


def template() -> str:
    """A pack to begin with: a card of each kind, every field explained."""
    return resources.files("companion.cards").joinpath("template.toml").read_text(encoding="utf-8")


def write_template(path: File) -> None:
    """Writes the template into a new file.

    Raises:
        TemplateError: If there is such a file already, or it cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template())
    except FileExistsError as error:
        raise TemplateError(f"{path} exists already; name a new file with --out") from error
    except OSError as error:
        raise TemplateError(f"cannot write {path}: {error.strerror}") from error


def _is_deck(path: File) -> bool:
    try:
        return "hero" in read_toml(path).data or path.name.endswith(DECK_ENDING)
    except FileError:
        if not path.is_file():
            raise
        return path.name.endswith(DECK_ENDING)


def _checked_deck(path: File, cards: Mapping[str, Card], rules: Rules) -> Checked:
    try:
        deck = load_deck(path)
    except FileError as error:
        return Checked(str(path), "deck", 0, error.faults)
    return Checked(str(path), "deck", len(deck.battle_deck), deck_faults(deck, cards, rules))


def _checked_pack(path: File, faults: tuple[Fault, ...]) -> Checked:
    mine = tuple(each for each in faults if each.file == str(path))
    try:
        cards = read_toml(path).data.get("card")
    except FileError:
        cards = None
    return Checked(str(path), "pack", len(cards) if isinstance(cards, list) else 0, mine)
