"""How cards of Legends of Signum are made by choosing."""

from functools import cached_property, partial
from itertools import islice

import msgspec

from companion.cards.mistakes import Mistake
from companion.cards.shape import MAX_MISTAKES, mistakes_in
from companion.documents import Path
from companion.games.display.cards import CardLine
from companion.games.kit.card_mistakes import in_place, once_named, said
from companion.games.kit.card_parts import cards_of
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import Kind
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.sense import card_mistakes
from companion.games.signum.shelf.world import World, note_cards, note_raw
from companion.games.signum.workshop import fresh
from companion.games.signum.workshop.card_words import Teller, card_line, full, words_for
from companion.games.signum.workshop.options import Choices
from companion.games.signum.workshop.rows import Rows
from companion.games.workshop import Bench, CardOption, Raw, Row
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

    def printed(self, pack: Raw, language: Language) -> tuple[CardOption, ...]:
        """None: what can be played comes with the game."""
        return ()

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
        return tuple(in_place(each) for each in islice(self._mistakes(bench), MAX_MISTAKES))

    def said(self, mistake: Mistake, language: Language) -> str:
        """What is wrong, in a sentence for players."""
        return said(mistake, partial(say, language))

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
        whole = raw if not found else once_named(raw, found)
        if whole is None:
            return found
        known, pack = self._known, str(bench.pack.get("id", ""))
        world = World(dict(known.kinds), set(known.classes), abilities=set(known.abilities))
        note_raw(world, pack, (*cards_of(bench)[:-1], whole))
        mine = LIBRARY.form.world_of_pack(
            world, {table: bench.pack.get(table, {}) for table in LIBRARY.form.name_tables}
        )
        card = full(Bench(whole, bench.pack))
        return [*found, *card_mistakes(msgspec.convert(card, Card), whole, mine)]
