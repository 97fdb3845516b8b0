"""How cards of Legends of Signum are made by choosing."""

from functools import cached_property
from itertools import islice

import msgspec

from companion.cards.mistakes import Mistake, Sentence
from companion.cards.shape import MAX_MISTAKES, mistakes_in
from companion.documents import Path
from companion.games.display.sheets import CardLine
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import Kind
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.sense import card_mistakes
from companion.games.signum.shelf.world import World, note_cards, note_raw
from companion.games.signum.workshop import fresh
from companion.games.signum.workshop.card_words import Teller, card_line, full, words_for
from companion.games.signum.workshop.options import Choices
from companion.games.signum.workshop.parts import cards_of
from companion.games.signum.workshop.rows import Rows
from companion.games.workshop import Bench, CardOption, Row
from companion.texts import Language


class SignumWorkshop:
    """Makes cards of Legends of Signum."""

    def kinds(self, language: Language) -> tuple[CardOption, ...]:
        """The seven kinds of cards."""
        return tuple(
            CardOption(
                fresh.card(kind),
                say(language, f"effects.kind.{kind.value}"),
                say(language, f"workshop.kind_note.{kind.value}"),
            )
            for kind in (Kind.CHARACTER, Kind.SPELL, Kind.RELIC, Kind.TACTIC, Kind.BUILDING, Kind.TERRAIN, Kind.HERO)
        )

    def title(self, bench: Bench, at: Path, language: Language) -> str:
        """What a part of a card is called."""
        if not at:
            return card_line(bench, language).name
        return self._rows(bench, language).title(at)

    def rows(self, bench: Bench, at: Path, language: Language) -> tuple[Row, ...]:
        """What stands in a part of a card, and what could."""
        return tuple(self._rows(bench, language).of(at))

    def shown(self, bench: Bench, language: Language) -> CardLine:
        """The card as it will look."""
        return card_line(bench, language)

    def mistakes(self, bench: Bench) -> tuple[Mistake, ...]:
        """Everything wrong with the card."""
        return tuple(_in_place(each) for each in islice(self._mistakes(bench), MAX_MISTAKES))

    def said(self, mistake: Mistake, language: Language) -> str:
        """What is wrong, in a sentence for players."""
        _, sentence = mistake
        if not isinstance(sentence, Sentence):
            return sentence
        values = {name: value for name, value in sentence.values.items() if name != "field"}
        return say(language, f"workshop.wrong.{sentence.key}", **values)

    def _rows(self, bench: Bench, language: Language) -> Rows:
        words = words_for(bench, language)
        return Rows(bench, Choices(bench, words), Teller(bench, words))

    @cached_property
    def _known(self) -> World:
        """The world of the game's own packs."""
        world = World()
        note_cards(world, LIBRARY.cards.values())
        return world

    def _mistakes(self, bench: Bench) -> "list[Mistake]":
        raw = {"key": "card", **bench.card}
        found = list(islice(mistakes_in(raw, Card), MAX_MISTAKES))
        if found:
            return found
        known, pack = self._known, str(bench.pack.get("id", ""))
        world = World(dict(known.kinds), set(known.classes), abilities=set(known.abilities))
        note_raw(world, pack, (*cards_of(bench)[:-1], raw))
        mine = LIBRARY.form.world_of_pack(
            world, {table: bench.pack.get(table, {}) for table in LIBRARY.form.name_tables}
        )
        return list(card_mistakes(msgspec.convert(full(bench), Card), raw, mine))


def _in_place(mistake: Mistake) -> Mistake:
    """A mistake where it is shown: what is missing stands where it would be written."""
    path, sentence = mistake
    field = sentence.values.get("field") if isinstance(sentence, Sentence) else None
    return ((*path, str(field)) if field else path), sentence
