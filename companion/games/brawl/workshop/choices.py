"""What may be chosen for the fields of a card, in the words of players."""

from collections.abc import Iterator, Mapping

from msgspec import inspect

from companion.documents import Path
from companion.games.brawl.model.cards import ChampionCard
from companion.games.brawl.model.kinds import AREAS
from companion.games.brawl.own_texts import say
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.workshop import fresh
from companion.games.kit.card_choices import WordedChoices
from companion.games.kit.card_parts import cards_of, words_of
from companion.games.workshop import Bench, CardOption
from companion.texts import Language, translated

ORDER: tuple[str, ...] = (
    *("self", "target", "attacker", "chosen", "ally", "enemy", "friend", "any", "own", "each"),
    *("strength", "defence", "move", "lifesteal", "double", "poison", "displacement", "traps", "immobilise", "stun"),
    *("walk", "dash", "swoop", "jump", "approach", "retreat", "ready", "exhaust", "hand", "trap"),
    *("turn", "attack", "attacked", "knock_out"),
    *("champions", "damage", "health", "dealt", "ready_cores", "spent_cores", "points", "controlled", "knocked_out"),
)
"""Words in the order in which they are offered; msgspec knows them in none."""

TOPICS: Mapping[str, str] = {
    "deed": "cards.deed",
    "core": "log.core",
    "who": "cards.who",
    "around": "cards.who",
    "away_from": "cards.who",
    "zone": "cards.zone",
    "toward_zone": "cards.zone",
    "control": "cards.zone",
    "Amount.count": "cards.count",
}
"""Topics of the texts that already name the values of a field."""


class BrawlChoices(WordedChoices):
    """What may be chosen for one card, for one reader."""

    ORDER, TOPICS = ORDER, TOPICS

    def __init__(self, bench: Bench, language: Language) -> None:
        """Prepares; arguments as above."""
        super().__init__(bench, language, say)

    def effects(self, at: Path) -> tuple[CardOption, ...]:
        """All effects that may be added at a place; of those that hold alone where only these may stand."""
        words = fresh.STANDING if at[-1] in ("holds", "bonuses") else fresh.EFFECTS
        aims = bool(self.bench.card.get("target")) or "abilities" in at
        return tuple(CardOption(fresh.effect(each, aims=aims), self.effect(each)) for each in words)

    def of_field(self, at: Path, table: str, field: str, known: inspect.Type) -> tuple[CardOption, ...]:
        """What may stand in a field."""
        if field == "champion" and table == "action":
            return tuple(self._champions())
        words = ("enemy", "ally", "any") if (table, field) == ("TargetDiagram", "who") else words_of(known, ORDER)
        if field == "control":
            words = tuple(each.value for each in AREAS)
        return self.worded(table, field, words)

    def _champions(self) -> Iterator[CardOption]:
        for raw in cards_of(self.bench):
            if raw.get("kind") == "champion" and isinstance(raw.get("names"), Mapping):
                yield CardOption(raw.get("key"), translated(raw["names"], self.language))
        for key, card in LIBRARY.cards.items():
            if isinstance(card, ChampionCard):
                yield CardOption(key, translated(card.names, self.language))
