"""What a page shows of a game, worked out for the templates: names, counts and sentences instead of ids and keys."""

from dataclasses import dataclass
from typing import Any

from companion.cards.wording import ability_name, ability_printed, ability_rule
from companion.games.protocol import SPECTATOR, CommandSpec
from companion.games.signum.abilities import CATALOGUE
from companion.games.signum.cards import Ability, Card
from companion.games.signum.state import State
from companion.games.signum.views import CardView, CreatureView, PlayerView, SignumView
from companion.phones.reader import Reader
from companion.record.telling import name_of
from companion.referee.chronicle import told
from companion.referee.desk import Desk
from companion.referee.tasks import Offer, is_by_hand, offer, offers, tasks
from companion.texts import Language, TextError, say

SHAPES = ("disc", "diamond", "square", "triangle")
"""Players differ by shape as well as by colour."""

LAST_LINES = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """Values for the templates.

    Attributes:
        values: By name.
    """

    values: dict[str, Any]


def shown_to(view: SignumView, desk: Desk, reader: Reader) -> Shown:
    """What a reader's page shows.

    Args:
        view: All that the reader may know.
        desk: Where the game is played; it names things and keeps the log.
        reader: Who reads.
    """
    return Shown(_Showing(view, desk.match.shown, reader).values() | _said(desk, reader) | _pause(desk))


def _said(desk: Desk, reader: Reader) -> dict[str, Any]:
    lines = desk.match.lines(reader.viewer)[-LAST_LINES:]
    return {"lines": [told(line, reader.language) for line in reversed(lines)]}


def _pause(desk: Desk) -> dict[str, Any]:
    left_s = desk.match.pause_left_s
    return {"pause_ms": None if left_s is None else round(left_s * 1000)}


class _Showing:
    def __init__(self, view: SignumView, state: State, reader: Reader) -> None:
        self._view, self._state, self._language = view, state, reader.language
        self._viewer = reader.viewer
        order = [player.id for player in view.players]
        self._shapes = {player: SHAPES[n % len(SHAPES)] for n, player in enumerate(sorted(order))}

    def values(self) -> dict[str, Any]:
        view = self._view
        own = next((player for player in view.players if player.id == self._viewer), None)
        owed = {id(spec) for prompt in view.prompts for spec in prompt.specs}
        specs = [spec for spec in view.commands if id(spec) not in owed and not self._is_owed(spec)]
        of_cards = self._offers_of_cards(specs, own)
        elsewhere = {id(spec) for found in of_cards.values() for spec in found}
        acts = [spec for spec in specs if id(spec) not in elsewhere]
        by_hand = [spec for spec in specs if is_by_hand(spec)]
        return {
            "phase": self._say(f"log.phase.{view.phase}").rstrip("."),
            "turn": self._turn(),
            "players": [self._player(player) for player in sorted(view.players, key=lambda each: each is not own)],
            "outcome": self._outcome(),
            "tasks": tasks_with_details(view, self._state, self._viewer, self._language),
            "waiting": self._waiting(),
            "acts": offers(acts, self._state, self._language),
            "hand": [self._in_hand(card, of_cards) for card in own.hand] if own else [],
            "tactics": [self._card(each.key, each.id, of_cards) for each in own.tactics if each.key] if own else [],
            "unused": [self._name(card.id) for card in own.unused] if own else [],
            "abilities": self._abilities(),
            "by_hand": [_by_hand(spec, self._state, self._language) for spec in by_hand],
            "how_many": self._how_many,
        }

    def _is_owed(self, spec: CommandSpec) -> bool:
        return any(spec == each for prompt in self._view.prompts for each in prompt.specs)

    def _offers_of_cards(self, specs: list[CommandSpec], own: PlayerView | None) -> dict[str, list[CommandSpec]]:
        """Offers that belong to a card of the hand stand beside it."""
        found: dict[str, list[CommandSpec]] = {}
        hand = {card.id for card in own.hand} if own else set()
        for spec in specs:
            card = spec.fixed.get("card")
            if spec.kind == "play" and card in hand:
                found.setdefault(str(card), []).append(spec)
        return found

    def _turn(self) -> str:
        view = self._view
        if not view.turn:
            return ""
        return self._say("log.turn_began", turn=view.turn, player=self._name(view.active))

    def _waiting(self) -> str:
        if self._view.waiting_for:
            names = ", ".join(self._name(player) for player in self._view.waiting_for)
            return self._say("phones.waiting_for", players=names)
        if self._view.active and not self._view.waiting:
            key = "phones.your_move" if self._view.active == self._viewer else "phones.their_move"
            return self._say(key, player=self._name(self._view.active))
        return self._say("phones.waiting")

    def _outcome(self) -> str:
        outcome = self._view.outcome
        if outcome is None:
            return ""
        winners = ", ".join(self._name(player) for player in outcome.winners)
        reason = self._say(f"log.ended.{outcome.reason}")
        if not winners:
            return self._say("log.drawn_game", reason=reason)
        return self._say("log.won", winners=winners, reason=reason)

    def _player(self, player: PlayerView) -> dict[str, Any]:
        return {
            "name": player.name,
            "own": player.id == self._viewer,
            "active": player.id == self._view.active,
            "shape": self._shapes[player.id],
            "prosperity": player.prosperity,
            "goal": self._state.rules.numbers.prosperity_to_win,
            "out": player.out,
            "hand_count": player.hand_count,
            "deck_count": player.deck_count,
            "graveyard_count": player.graveyard_count,
            "kills": player.kills,
            "tactics": len(player.tactics),
            "city": [{"name": self._name(each.id), "tapped": each.tapped} for each in player.city]
            + [{"name": self._name(each.id), "tapped": False} for each in player.terrain_city],
            "relics": [self._relic(each.id, each.armour, each.uses) for each in player.relics],
            "graveyard": [self._name(each.id) for each in reversed(player.graveyard)],
            "creatures": [self._creature(each) for each in self._view.creatures if each.controller == player.id],
        }

    def _relic(self, card: str, armour: int, uses: int | None) -> str:
        marks = [f"{self._say('log.value.relic_armour')}: {armour}"] if armour else []
        marks += [f"{self._say('log.value.relic_uses')}: {uses}"] if uses is not None else []
        return ", ".join((self._name(card), *marks))

    def _creature(self, each: CreatureView) -> dict[str, Any]:
        stats = (("strength", each.strength), ("movement_cm", _cm(each.movement_mm)))
        health = "?" if each.health is None else str(each.health)
        marks = [f"{self._say('log.value.armour')}: {each.armour}"] if each.armour else []
        marks += [self._say("log.value.stealth")] if each.stealth else []
        marks += [f"{self._say('log.value.concentration')}: {each.concentration}"] if each.concentration else []
        marks += [self._say("phones.finished")] if each.finished else []
        return {
            "name": self._name(each.id),
            "acting": each.id == self._view.acting,
            "stats": " · ".join(f"{self._say(f'phones.stat.{name}')} {'?' if v is None else v}" for name, v in stats),
            "wounds": self._say("phones.wounds", wounds=each.wounds, health=health),
            "marks": " · ".join(marks),
            "abilities": ", ".join(self._ability(ability) for ability in each.abilities),
        }

    def _in_hand(self, card: CardView, of_cards: dict[str, list[CommandSpec]]) -> dict[str, Any]:
        shown = self._card(card.key, card.id, of_cards)
        if not shown["offers"] and card.key:
            shown["why_not"] = self._why_not(card)
        return shown

    def _why_not(self, card: CardView) -> str:
        if card.lacks:
            names = ", ".join(self._building(each) for each in card.lacks)
            return self._say("phones.lacks", buildings=names)
        if self._view.active != self._viewer:
            return self._say("phones.not_your_turn")
        return self._say("phones.not_now")

    def _building(self, name: str) -> str:
        for key in (f"log.value.{name}", f"phones.building.{name}"):
            try:
                return self._say(key)
            except TextError:
                continue
        return name_of(name, self._state, self._language)

    def _card(self, key: str, card_id: str, of_cards: dict[str, list[CommandSpec]]) -> dict[str, Any]:
        card = self._state.setup.cards.get(key)
        found = offers(of_cards.get(card_id, ()), self._state, self._language)
        if card is None:
            return {"name": card_id, "kind": self._say("phones.untold"), "stats": "", "cost": "", "text": [],
                    "offers": found, "why_not": ""}  # fmt: skip
        return {
            "name": self._name(card_id),
            "kind": self._say(f"phones.kind.{card.kind.value}"),
            "stats": self._stats(card),
            "cost": self._cost(card),
            "text": self._text(card),
            "offers": found,
            "why_not": "",
        }

    def _stats(self, card: Card) -> str:
        stats = (("strength", card.strength), ("movement", card.movement), ("health", card.health))
        return " · ".join(f"{self._say(f'phones.stat.{name}')} {value}" for name, value in stats if value is not None)

    def _cost(self, card: Card) -> str:
        cost = card.cost
        parts = [self._building(each) for each in cost.buildings]
        parts += [self._say("phones.any_building", count=cost.any)] if cost.any else []
        parts += [self._say("phones.cost_prosperity", count=cost.prosperity)] if cost.prosperity else []
        return ", ".join(parts) or self._say("phones.free")

    def _text(self, card: Card) -> list[str]:
        named = [", ".join(self._ability(each) for each in card.abilities)] if card.abilities else []
        printed = card.text.get(self._language.value) or card.text.get("en", "")
        return [*named, *([printed] if printed else [])]

    def _ability(self, ability: Ability) -> str:
        return ability_printed(ability, self._language)

    def _abilities(self) -> list[dict[str, str]]:
        """The rules that matter now: of abilities on the table and in the own hand."""
        on_table = [ability.name for each in self._view.creatures for ability in each.abilities]
        own = next((player for player in self._view.players if player.id == self._viewer), None)
        cards = [self._state.setup.cards[card.key] for card in (own.hand if own else ()) if card.key]
        names = dict.fromkeys((*on_table, *(ability.name for card in cards for ability in card.abilities)))
        found = [
            {
                "name": ability_name(name, self._language),
                "text": ability_rule(name, self._state.rules.edition, self._language),
            }
            for name in names
            if name in CATALOGUE
        ]
        return sorted(found, key=lambda each: each["name"])

    def _how_many(self, entry: Any) -> str:  # noqa: ANN401 (an input, from a template)
        if entry.least == entry.most:
            return self._say("phones.exactly", count=entry.most)
        return self._say("phones.at_most", count=entry.most)

    def _name(self, thing: str) -> str:
        return name_of(thing, self._state, self._language)

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, key, **values)


def tasks_with_details(view: SignumView, state: State, viewer: str, language: Language) -> list[dict[str, Any]]:
    """What a viewer owes, for the template."""
    if viewer == SPECTATOR:
        return []
    return [
        {"title": task.title, "offers": task.offers, "detail": ""}
        for task in tasks(view.prompts, state, viewer, language)
    ]


def _by_hand(spec: CommandSpec, state: State, language: Language) -> Offer:
    return offer(spec, state, language)


def _cm(value_mm: float | None) -> str | None:
    return None if value_mm is None else f"{value_mm / 10:g}"
