"""What may be chosen for the fields of a card, in the words of players."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_choices import WordedChoices
from companion.games.kit.card_parts import cards_of
from companion.games.warseer.card_texts import affinity_word
from companion.games.warseer.model.card_kinds import Keyword
from companion.games.warseer.model.cards import GENERAL, MERCENARIES
from companion.games.warseer.model.state import INCOME
from companion.games.warseer.own_texts import TEXTS
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.sense import MARKS
from companion.games.warseer.workshop import fresh
from companion.games.workshop import Bench, CardOption
from companion.texts import Language, translated

SUPPORT = ("spell", "relic", "tactic", "building")
AFFINITY = "cards.affinity."


class WarseerChoices(WordedChoices):
    """What may be chosen for one card, for one reader."""

    ORDER: tuple[str, ...] = (
        *("self", "target", "attacker", "chosen", "hero", "own", "friend", "ally", "enemy", "any"),
        *("movement", "range", "health", "damage", "taken", "attacks", "cost"),
        *("move", "attack", "heal", "push", "support"),
        *("building", "spell", "relic", "tactic", "character", "hand", "deck", "camp", "terrain", "pair"),
        *("creatures", "wounds", "health_left", "dealt", "influence", "income", "points", "buildings", "relics"),
        *("feats_played", "kills", "wounds_dealt", "destroyed", "spells_played", "cards_played", "summoned"),
    )
    TOPICS: Mapping[str, str] = {
        **dict.fromkeys(("dice", "adds", "colours"), "cards.colour"),
        **dict.fromkeys(("symbol", "ignores", "faces"), "cards.symbol"),
        **dict.fromkeys(("who", "around"), "cards.who"),
        **{"kinds": "cards.kind", "what": "cards.kind", "sort": "cards.kind"},
        **{"ranks": "cards.rank", "rank": "cards.rank", "keyword": "cards.keyword", "token": "cards.token"},
        **{"on": "cards.moment", "until": "cards.until", "grounds": "cards.ground", "crit": "cards.crit_effect"},
        **{"AttackBlock.kind": "cards.attack_kind", "attack": "cards.attack_kind", "Amount.count": "cards.count"},
    }

    def __init__(self, bench: Bench, language: Language) -> None:
        """Prepares; arguments as above."""
        super().__init__(bench, language, TEXTS.say)

    def effects(self, at: Path) -> tuple[CardOption, ...]:
        """All effects that may be added at a place; of those that hold alone where only these may stand."""
        holds = at[-1] == "holds"
        words = fresh.STANDING if holds else fresh.EFFECTS
        return tuple(CardOption(fresh.effect(each, holds=holds), self.effect(each)) for each in words)

    def abilities(self) -> tuple[CardOption, ...]:
        """All abilities that may be added: those of a card's own first, then those of the glossary, by name."""
        own = (CardOption(made, self.say(f"ability.{key}")) for key, made in fresh.own_abilities())
        words = (each for each in Keyword if each not in (Keyword.ENCHANTMENT, Keyword.AFFINITY))
        known = (
            CardOption(fresh.ability(each.value), self.word("Ability", "keyword", each.value), self._rule(each))
            for each in words
        )
        return (*own, *sorted(known, key=lambda each: each.name))

    def of_field(self, at: Path, table: str, field: str, known: inspect.Type) -> tuple[CardOption, ...]:
        """What may stand in a field."""
        if at[:1] == ("faces",):
            return super().of_field(at, "", "faces", known)
        named: dict[str, Callable[[], Iterable[CardOption]]] = {
            "faction": self._factions,
            "battle": lambda: self._cards(*SUPPORT),
            "minion": lambda: self._cards("minion"),
            "affinities": self._affinities,
            "affinity": self._affinities,
            "mark": lambda: (CardOption(each, f"{each}+") for each in MARKS),
        }
        if table == "income_track":
            return tuple(CardOption(each, str(each)) for each in range(1, INCOME + 1))
        return tuple(named[field]()) if field in named else super().of_field(at, table, field, known)

    def _rule(self, keyword: Keyword) -> str:
        return TEXTS.say(self.language, f"cards.rule.{keyword.value}")

    def _factions(self) -> Iterator[CardOption]:
        yield from self._cards("faction")
        kind = self.bench.card.get("kind")
        if kind in ("character", None):
            yield CardOption(MERCENARIES, self.say("mercenaries"))
        if kind in SUPPORT:
            yield CardOption(GENERAL, self.say("none"))

    def _cards(self, *kinds: str) -> Iterator[CardOption]:
        """Cards of some kinds: of this pack, then of those that come with the game."""
        for raw in cards_of(self.bench)[:-1]:
            if raw.get("kind") in kinds and isinstance(raw.get("names"), Mapping):
                yield CardOption(raw.get("key"), translated(raw["names"], self.language))
        for key, card in LIBRARY.cards.items():
            if str(type(card).__struct_config__.tag) in kinds:
                yield CardOption(key, translated(card.names, self.language))

    def _affinities(self) -> Iterator[CardOption]:
        """Words that have a name, and those that stand on cards of this pack."""
        own = (word for raw in cards_of(self.bench) for word in raw.get("affinities", ()) if isinstance(word, str))
        known = (key.removeprefix(AFFINITY) for key in TEXTS.own(Language.ENGLISH) if key.startswith(AFFINITY))
        words = dict.fromkeys((*known, *own))
        named = (CardOption(each, affinity_word(each, self.language)) for each in words)
        return iter(sorted(named, key=lambda each: each.name))
