"""How cards of a game with a card language are made by choosing: the same for all such games."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from companion.cards.library import CardLibrary
from companion.cards.mistakes import Mistake
from companion.cards.shape import MAX_MISTAKES, mistakes_in
from companion.documents import Path
from companion.games.display.cards import CardLine
from companion.games.kit.card_mistakes import in_place, once_named, said
from companion.games.kit.card_parts import cards_of
from companion.games.kit.card_rows import CardRows
from companion.games.workshop import Bench, CardOption, Raw, Row
from companion.texts import Language


class LanguageWorkshop:
    """Makes cards, and knows which of the printed ones are missing; a game says what is its own."""

    LIBRARY: CardLibrary[Any, Any]
    CARD: Any
    """The type of its cards."""
    SPEAK: Callable[..., str]
    """A text of the game in a language, by its key."""
    KIND_NAMES: str = "workshop.kind"
    """The topic of the names of its sorts of cards."""
    KINDS: tuple[str, ...]

    def fresh(self, kind: str) -> dict[str, Any]:
        """A new card of a sort."""
        raise NotImplementedError

    def missing(self, pack: Raw, language: Language) -> Iterator[CardOption]:
        """Cards of the printed game that a pack does not have yet."""
        raise NotImplementedError

    def rows_of(self, bench: Bench, language: Language) -> CardRows:
        """The rows of a card's parts."""
        raise NotImplementedError

    def shown(self, bench: Bench, language: Language) -> CardLine:
        """The card as it will look in a hand."""
        raise NotImplementedError

    def kinds(self, language: Language) -> tuple[CardOption, ...]:
        """The sorts of cards that can be made."""
        speak = type(self).SPEAK
        return tuple(
            CardOption(
                self.fresh(kind),
                speak(language, f"{self.KIND_NAMES}.{kind}"),
                speak(language, f"workshop.kind_note.{kind}"),
            )
            for kind in self.KINDS
        )

    def printed(self, pack: Raw, language: Language) -> tuple[CardOption, ...]:
        """Cards of the printed game that a pack does not have yet."""
        return tuple(self.missing(pack, language))

    def title(self, bench: Bench, at: Path, language: Language) -> str:
        """What a part of a card is called."""
        return self.rows_of(bench, language).title(at) if at else self.shown(bench, language).name

    def rows(self, bench: Bench, at: Path, language: Language) -> tuple[Row, ...]:
        """What stands in a part of a card, and what could."""
        return tuple(self.rows_of(bench, language).of(at))

    def mistakes(self, bench: Bench) -> tuple[Mistake, ...]:
        """Everything wrong with the card."""
        form, raw = self.LIBRARY.form, {"key": "card", **bench.card}
        found = list(islice(mistakes_in(raw, self.CARD), MAX_MISTAKES))
        whole = raw if not found else once_named(raw, found)
        if whole is not None:
            pack = str(bench.pack.get("id", ""))
            keys = frozenset(each["key"] for each in cards_of(bench) if isinstance(each.get("key"), str))
            world = form.world(self.LIBRARY.cards.values(), [(pack, (*cards_of(bench)[:-1], whole))])
            full = msgspec.convert(form.in_full(whole, pack, keys), self.CARD)
            found += form.card_mistakes(full, whole, world)
        return tuple(in_place(each) for each in found[:MAX_MISTAKES])

    def said(self, mistake: Mistake, language: Language) -> str:
        """What is wrong, in a sentence for players."""
        return said(mistake, partial(type(self).SPEAK, language))
