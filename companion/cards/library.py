"""The card library of one game: the packs and decks that come with it, and those of the players."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path as File
from typing import Generic

from companion.cards.errors import CardsError, FileError, PackError
from companion.cards.format import C, CardFormat, D, Faults
from companion.cards.pack import CARDS, DRAFTS, Pack, all_cards, read_packs
from companion.cards.pack_check import CheckReport
from companion.cards.text import read_toml

DECK_ENDING = ".deck.toml"
"""How the names of deck files end."""


class NoCardsError(CardsError):
    """A game that is played without cards."""


class NoDeckError(CardsError, LookupError):
    """A deck that does not come with the game and is no file."""


class CardLibrary(Generic[C, D]):
    """All packs and decks of one game; what comes with it is read once, when it is first asked for.

    Attributes:
        form: How its cards are written.
    """

    def __init__(self, form: CardFormat[C, D], files: Traversable) -> None:
        """Prepares; nothing is read yet.

        Args:
            form: How cards are written.
            files: A folder with `template.toml`, and `packs` with packs (`….toml`) and decks (`….deck.toml`).
        """
        self.form = form
        self._files = files

    @cached_property
    def packs(self) -> dict[str, Pack[C]]:
        """The packs that come with the game, by id."""
        files = tuple(
            File(str(each)) for each in self._shipped() if each.name.endswith(".toml") and not is_deck_file(each.name)
        )
        return {pack.id: pack for pack in read_packs(files, (), self.form)}

    @cached_property
    def decks(self) -> dict[str, D]:
        """The decks that come with the game, by the first part of the file's name."""
        return {
            each.name.removesuffix(DECK_ENDING): self.load_deck(File(str(each)))
            for each in self._shipped()
            if is_deck_file(each.name)
        }

    @cached_property
    def cards(self) -> dict[str, C]:
        """The cards of the packs that come with the game, by key."""
        return all_cards(self.packs.values())

    def load_packs(self, paths: Sequence[File], beside: Iterable[Pack[C]] = ()) -> tuple[Pack[C], ...]:
        """Reads packs that may name each other's cards.

        Args:
            paths: The files.
            beside: Packs that are known already; one that is read anew takes the place of the old one.

        Raises:
            PackError: If there are mistakes in any of them, with all of them.
        """
        return read_packs(paths, beside, self.form)

    def load_pack(self, path: File) -> Pack[C]:
        """Reads a pack; it may name cards of the packs that come with the game.

        Raises:
            PackError: If it cannot be read, with every mistake in it.
        """
        return self.load_packs((path,), self.packs.values())[0]

    def with_packs(self, paths: Sequence[File]) -> dict[str, Pack[C]]:
        """The packs that come with the game and some more, by id.

        Raises:
            PackError: If one of them cannot be read, with every mistake in it.
        """
        return self.packs | {pack.id: pack for pack in self.load_packs(paths, self.packs.values())}

    def load_deck(self, path: File) -> D:
        """Reads a deck file.

        Raises:
            FileError: If it is no TOML file.
            DeckError: If it is not written as a deck, with every mistake in it.
        """
        return self.form.deck(read_toml(path))

    def deck(self, name: str) -> D:
        """A deck that comes with the game, or one in a file.

        Args:
            name: The deck's, or a file whose name ends in `.deck.toml`.

        Raises:
            NoDeckError: If there is no such deck.
            FileError: If a file cannot be used.
        """
        if is_deck_file(name):
            return self.load_deck(File(name))
        if name not in self.decks:
            raise NoDeckError(
                f"There is no deck {name!r}; there are {', '.join(self.decks)}, and files whose names end in "
                f"{DECK_ENDING}."
            )
        return self.decks[name]

    def beside(self, folder: File) -> "LocalLibrary[C, D]":
        """Finds packs and decks that a file in a folder names."""
        return LocalLibrary(self, folder)

    def template(self) -> str:
        """A pack to begin with: a card of each kind, every field explained."""
        return self._files.joinpath("template.toml").read_text(encoding="utf-8")

    def check(
        self, paths: Sequence[File], faults_of: Callable[[D, Mapping[str, C]], Faults]
    ) -> tuple[CheckReport, ...]:
        """Checks packs, which may name each other's cards, and decks of these cards or of those of the game.

        Args:
            paths: Files; a deck is told by its name, which ends in `.deck.toml`, or by what stands in it.
            faults_of: Everything wrong with a deck, given all cards by key.

        Raises:
            FileError: If a file cannot be read at all.
        """
        decks = [path for path in paths if self._is_deck(path)]
        packs = [path for path in paths if path not in decks]
        faults: Faults = ()
        loaded: tuple[Pack[C], ...] = ()
        try:
            loaded = self.load_packs(packs, self.packs.values())
        except PackError as error:
            faults = error.faults
        found = {path: _checked_pack(path, faults) for path in packs}
        cards = all_cards((*self.packs.values(), *loaded))
        found |= {path: self._checked_deck(path, cards, faults_of) for path in decks}
        return tuple(found[path] for path in paths)

    def _shipped(self) -> list[Traversable]:
        return sorted(self._files.joinpath("packs").iterdir(), key=lambda each: each.name)

    def _is_deck(self, path: File) -> bool:
        try:
            return self.form.is_deck(read_toml(path).data) or is_deck_file(path.name)
        except FileError:
            if not path.is_file():
                raise
            return is_deck_file(path.name)

    def _checked_deck(
        self, path: File, cards: Mapping[str, C], faults_of: Callable[[D, Mapping[str, C]], Faults]
    ) -> CheckReport:
        kind, unit = self.form.deck_words
        try:
            deck = self.load_deck(path)
        except FileError as error:
            return CheckReport(str(path), kind, 0, error.faults, unit)
        return CheckReport(str(path), kind, self.form.size(deck), faults_of(deck, cards), unit)


@dataclass(frozen=True, slots=True)
class LocalLibrary(Generic[C, D]):
    """The packs and decks that a file may name: those that come with the game, and those that lie beside the file.

    Attributes:
        library: Of the game.
        folder: Where the file lies.
    """

    library: CardLibrary[C, D]
    folder: File

    def packs(self, names: Iterable[str]) -> dict[str, Pack[C]]:
        """The packs that come with the game and those named besides, by id.

        Raises:
            PackError: If one of them cannot be read, with every mistake in it.
        """
        return self.library.with_packs([self.folder / name for name in names if name not in self.library.packs])

    def deck(self, name: str) -> D:
        """A deck by its name, or in a file.

        Raises:
            NoDeckError: If there is no such deck.
            FileError: If a file cannot be used.
        """
        return self.library.deck(str(self.folder / name) if is_deck_file(name) else name)


def is_deck_file(name: str) -> bool:
    """Whether a name is that of a deck's file."""
    return name.endswith(DECK_ENDING)


def _checked_pack(path: File, faults: Faults) -> CheckReport:
    mine = tuple(each for each in faults if each.file == str(path))
    try:
        data = read_toml(path).data
    except FileError:
        data = {}
    cards, drafts = (len(found) if isinstance(found := data.get(name), list) else 0 for name in (CARDS, DRAFTS))
    return CheckReport(str(path), "pack", cards, mine, drafts=drafts)
