"""A card on the bench of the workshop: what was chosen so far, what is wrong with it, and where it is kept.

Knows nothing of Kivy. The pages of one card share one such work, and it outlives each of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path as File
from typing import Any

from companion.cards.mistakes import Mistake
from companion.cards.pack_file import PackFile
from companion.documents import Path
from companion.games.display.cards import CardLine
from companion.games.workshop import Add, Bench, CardOption, CardWorkshop, Declared, Paint, Row, Written
from companion.texts import Language

FIRST = ("kind", "names")
"""What stands in a file before all else of a card."""

NEW = "card"
"""The stem of the key of a card whose English name has no letters that a key may have."""


class CardWork:
    """One card that is being made or changed.

    Attributes:
        card: As it would be written.
        seen: How far each part was scrolled down, in pixels.
        more: The parts of which all is shown.
    """

    def __init__(
        self,
        workshop: CardWorkshop,
        file: PackFile,
        index: int,
        card: Mapping[str, Any],
        draft: int | None = None,
    ) -> None:
        """Prepares.

        Args:
            workshop: Of the game.
            file: The pack.
            index: Which card of the pack; their number for a new one.
            card: As it is written, or as a new one begins.
            draft: Which draft of the pack it is; None for none.
        """
        self._workshop, self._file, self._index, self._draft = workshop, file, index, draft
        self.card: dict[str, Any] = deepcopy(dict(card))
        self._saved = deepcopy(self.card) if draft is not None or index < len(file.cards) else None
        self._declared: list[Declared] = []
        self._found: tuple[Mistake, ...] | None = None
        self.seen: dict[Path, float] = {}
        self.more: set[Path] = set()

    @classmethod
    def of_draft(cls, workshop: CardWorkshop, file: PackFile, draft: int) -> "CardWork":
        """A card that is kept half entered; once it is whole, it takes the place of the card with its key.

        Args:
            workshop: Of the game.
            file: The pack.
            draft: Which draft of the pack.
        """
        card, keys = file.drafts[draft], [each.get("key") for each in file.cards if isinstance(each, Mapping)]
        index = keys.index(card.get("key")) if card.get("key") in keys else len(file.cards)
        return cls(workshop, file, index, card, draft)

    @property
    def file(self) -> File:
        """Where the pack is."""
        return self._file.path

    @property
    def bench(self) -> Bench:
        """The card, and its pack with what it has to declare for it."""
        pack = dict(self._file.data)
        for table, key, names in self._declared:
            pack[table] = {**pack.get(table, {}), key: names}
        others = [each for index, each in enumerate(self._file.cards) if index != self._index]
        return Bench(self.card, {**pack, "card": others})

    @property
    def changed(self) -> bool:
        """Whether there is anything that is not in the file."""
        return self.card != self._saved

    @property
    def is_new(self) -> bool:
        """Whether the file does not have the card yet."""
        return self._saved is None

    @property
    def is_draft(self) -> bool:
        """Whether it is kept half entered, and takes no part in games."""
        return self._draft is not None

    def shown(self, language: Language) -> CardLine:
        """The card as it will look."""
        return self._workshop.shown(self.bench, language)

    def title(self, at: Path, language: Language) -> str:
        """What a part is called."""
        return self._workshop.title(self.bench, at, language)

    def rows(self, at: Path, language: Language) -> tuple[Row, ...]:
        """What stands in a part, and what could."""
        return self._workshop.rows(self.bench, at, language)

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Everything wrong with the card as it is."""
        if self._found is None:
            self._found = self._workshop.mistakes(self.bench)
        return self._found

    def wrong(self, at: Path, language: Language) -> str:
        """What is wrong at a place or within it; empty where nothing is."""
        found = next((each for each in self.mistakes if each[0][: len(at)] == at), None)
        return "" if found is None else self._workshop.said(found, language)

    def wrong_alone(self, at: Path, rows: tuple[Row, ...], language: Language) -> str:
        """What is wrong with a part itself, and not with what stands in one of its rows."""
        places = [row.at for row in rows if row.at != at]
        mine = (each for each in self.mistakes if each[0][: len(at)] == at)
        rest = (each for each in mine if not any(each[0][: len(place)] == place for place in places))
        found = next(rest, None)
        return "" if found is None else self._workshop.said(found, language)

    def wrong_names(self, language: Language) -> tuple[str, ...]:
        """What something is wrong with: the names of its rows, or the sentence of what stands in no row."""
        return tuple(dict.fromkeys(name or sentence for name, sentence in self._wrong(language)))

    def wrong_told(self, language: Language) -> tuple[str, ...]:
        """Everything wrong with the card in sentences, each with the name of its row where the sentence needs it."""
        adds = {row.name for row in self.rows((), language) if isinstance(row.entry, Add)}
        return tuple(
            f"{name}: {sentence}" if name and name not in adds else sentence for name, sentence in self._wrong(language)
        )

    def _wrong(self, language: Language) -> Iterator[tuple[str, str]]:
        """Of each mistake the name of its row, empty where it stands in none, and its sentence."""
        rows, heading = self.rows((), language), ""
        names: dict[Path, str] = {}
        alike = Counter(row.name for row in rows)
        for row in rows:
            heading = row.heading or heading
            names[row.at] = f"{heading}: {row.name}" if alike[row.name] > 1 and heading else row.name
        for place, sentence in self.mistakes:
            within = (names[place[:size]] for size in range(len(place), 0, -1) if place[:size] in names)
            yield next(within, ""), self._workshop.said((place, sentence), language)

    def wrong_painted(self, paint: Paint, language: Language) -> str:
        """The first thing that is wrong with cells that are painted; empty where nothing is."""
        places = dict.fromkeys(brush.at[:1] for brush in paint.brushes)
        return next((said for at in places if (said := self.wrong(at, language))), "")

    def value(self, at: Path) -> Written:
        """What is written at a place; None for nothing."""
        data: Any = self.card
        for step in at:
            if isinstance(data, Mapping):
                data = data.get(step)
            else:
                data = data[step] if isinstance(data, list) and isinstance(step, int) and step < len(data) else None
        return data

    def put(self, at: Path, value: Written, declares: tuple[Declared, ...] = ()) -> None:
        """Writes something, in place of what is there; None takes it out."""
        around, step = self._around(at), at[-1]
        if value is not None and isinstance(around, list):
            around[int(step)] = deepcopy(value)
        elif value is not None:
            around[step] = deepcopy(value)
        elif isinstance(around, list):
            del around[int(step)]
        else:
            around.pop(step, None)
        self._declared += [each for each in declares if each not in self._declared]
        self._found = None

    def add(self, at: Path, option: CardOption) -> Path:
        """Puts something at the end of a list, or into a table; where it stands then."""
        there = self.value(at)
        if isinstance(there, Mapping) and isinstance(option.value, Mapping):
            (key,) = option.value
            self.put((*at, key), option.value[key])
            return (*at, key)
        items = list(there) if isinstance(there, list) else []
        self.put(at, [*items, option.value], option.declares)
        return (*at, len(items))

    def up(self, at: Path) -> Path:
        """Moves something in a list before the one before it; where it stands then."""
        items, index = self._around(at), int(at[-1])
        if index:
            items[index - 1], items[index] = items[index], items[index - 1]
            self._found = None
        return (*at[:-1], max(0, index - 1))

    def write(self, at: Path, language: Language, text: str, *, follow: bool = False) -> None:
        """Writes a text in a language; others that have none get it as well.

        Args:
            at: Where it stands.
            language: Its own.
            text: What is written.
            follow: Whether those get it, too, that had the same until now.
        """
        there = self.value(at)
        texts = dict(there) if isinstance(there, Mapping) else {}
        copies = ("", texts.get(language.value, "")) if follow else ("",)
        same = [each.value for each in Language if texts.get(each.value, "") in copies]
        texts |= dict.fromkeys((*same, language.value), text)
        self.put(at, texts if any(texts.values()) else None)

    def save(self) -> None:
        """Writes the card into its pack: one with mistakes among the drafts, where nobody plays with it.

        Raises:
            ChangedPackError: If somebody changed the file meanwhile.
            UnwrittenPackError: If it cannot be written.
        """
        first = {name: self.card[name] for name in FIRST if name in self.card}
        self.card = {"key": self.card.get("key") or self._new_key(), **first, **self.card}
        self._found = None
        if self.mistakes:
            draft = len(self._file.drafts) if self._draft is None else self._draft
            self._file, self._draft = self._file.with_draft(draft, self.card, self._declared), draft
        else:
            self._file = self._file.with_card(self._index, self.card, self._declared, self._draft)
            self._draft = None
        self._saved, self._declared = deepcopy(self.card), []

    def remove(self) -> None:
        """Takes the card out of its pack, of a draft the draft alone; errors as for `save`."""
        if self._draft is None:
            self._file = self._file.with_card(self._index, None)
        else:
            self._file = self._file.with_draft(self._draft, None)

    def _around(self, at: Path) -> Any:  # noqa: ANN401 (a table or a list)
        """What a place is in; a table that is not there is made."""
        data: Any = self.card
        for step in at[:-1]:
            data = data.setdefault(step, {}) if isinstance(data, dict) else data[step]
        return data

    def _new_key(self) -> str:
        """A key that no other card of the pack has, made of the English name."""
        there = (*self._file.cards, *self._file.drafts)
        taken = {each.get("key") for each in there if isinstance(each, Mapping)}
        names = self.card.get("names", {})
        stem = plain_key(str(names.get(Language.ENGLISH.value, "")), NEW)
        return free_key(stem, taken)


def plain_key(name: str, usual: str) -> str:
    """A key made of a name: small letters, digits and _; the usual one for a name without such letters."""
    letters = "".join(each if each.isascii() and each.isalnum() else " " for each in name.lower().replace("'", ""))
    return "_".join(letters.split()) or usual


def free_key(stem: str, taken: set[Any]) -> str:
    """A key that is not taken: the stem, with a number where that is."""
    number, key = 2, stem
    while key in taken:
        key, number = f"{stem}_{number}", number + 1
    return key
