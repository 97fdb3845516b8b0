"""What a page shows of a game, worked out for the templates: names, counts and sentences instead of ids and keys."""

import contextlib
from collections.abc import Mapping
from typing import Any

from companion.games.prompt import CommandSpec
from companion.games.signum.readings import Reading
from companion.games.signum.shelf.wording import ability_printed
from companion.games.signum.views import CreatureView, PlayerView, SignumView
from companion.phones.drawing import GLYPHS, mat_picture
from companion.phones.reader import Reader
from companion.phones.showing_acts import ActShowing
from companion.phones.showing_cards import CardShowing
from companion.phones.showing_log import asked_last, last_lines, latest_of, log_of, rolls_of
from companion.phones.showing_why import why_shown
from companion.presentation.teller import Teller
from companion.referee.desk import Desk
from companion.referee.match import Match
from companion.referee.owing import occasion
from companion.referee.tasks import is_by_hand
from companion.texts import TextError, figure

SHAPES = tuple(GLYPHS)
"""Players differ by shape as well as by colour."""
ROLLED = ("roll", "priority")
"""What is answered with dice, which may lie there already."""


def shown_to(view: SignumView, desk: Desk, reader: Reader) -> dict[str, Any]:
    """What a reader's page shows, by the names that the templates use.

    Args:
        view: All that the reader may know.
        desk: Where the game is played; it names things and keeps the log.
        reader: Who reads.
    """
    match = desk.match
    teller = match.teller(reader.language, reader.viewer)
    shapes = {seat.id: SHAPES[n % len(SHAPES)] for n, seat in enumerate(match.shown.setup.seats)}
    lines = last_lines(match.lines(reader.viewer), shapes, teller)
    rolls = match.rolls(reader.viewer)
    asked = asked_last(match.lines(reader.viewer)) if view.question is not None else None
    why = "" if asked is None else why_shown(asked, teller)
    values = _Showing(view, match, teller, shapes, why).values()
    for task in values["tasks"]:
        if task["key"] in ROLLED:
            task["detail"] = [*task["detail"], *desk.thrown(reader.viewer, reader.language)]
    return values | {
        "log": log_of(lines),
        "latest": latest_of(lines),
        "rolls": rolls_of(rolls, shapes, teller),
        "mat": mat_picture(view, teller, shapes),
        "pause": None if match.pause_left_s is None else {"ends_ms": _ms(match.pause_ends_s)},
    }


def _ms(time_s: float | None) -> int | None:
    return None if time_s is None else round(time_s * 1000)


class _Showing:
    def __init__(self, view: SignumView, match: Match, teller: Teller, shapes: Mapping[str, str], why: str) -> None:
        self._why, self._occasion = why, occasion(match.record)
        self._view, self._teller, self._shapes = view, teller, shapes
        self._state, self._language = match.shown, teller.language
        self._viewer = view.viewer

    def values(self) -> dict[str, Any]:
        view = self._view
        own = next((player for player in view.players if player.id == self._viewer), None)
        owed = [spec for prompt in view.prompts for spec in prompt.specs]
        free = [spec for spec in view.commands if spec not in owed and not is_by_hand(spec)]
        cards = CardShowing(view, self._teller, free, own)
        acts = ActShowing(view, self._teller, cards, self._occasion, why=self._why)
        return {
            "phase": self._say(f"log.phase.{view.phase}").rstrip("."),
            "turn": self._turn(),
            "players": [self._player(player) for player in sorted(view.players, key=lambda each: each is not own)],
            "below": self._below(),
            "outcome": self._outcome(),
            "tasks": acts.owed(),
            "waiting": self._waiting(),
            "own_move": self._is_own_move(),
            "fight": acts.fight(),
            "acts": acts.free(spec for spec in free if spec.kind != "tell" and not self._is_of_card(spec, cards)),
            "playable": len(cards.of_cards),
            "hand": cards.hand(),
            "tactics": cards.tactics(),
            "unused": [cards.card(card.key, card.id) for card in own.unused] if own else [],
            "drawn": [self._name(card.id) for card in own.drawn_buildings] if own else [],
            "abilities": cards.abilities(),
            "readings": [self._reading(each) for each in view.readings],
            "seed_hash": view.seed_hash,
            "by_hand": acts.by_hand(),
            "on_cardboard": view.on_cardboard,
        }

    def _is_of_card(self, spec: CommandSpec, cards: CardShowing) -> bool:
        return any(spec is each for found in cards.of_cards.values() for each in found)

    def _reading(self, reading: Reading) -> dict[str, Any]:
        value = ", ".join(self._reading_word(each) for each in reading.value.split(", "))
        text = self._say(f"readings.{reading.path.rpartition('.')[2]}")
        return {"text": text, "value": value, "point": reading.point, "changed": reading.changed}

    def _reading_word(self, word: str) -> str:
        for key in (f"phones.reading.{word}", f"log.face.{word}"):
            with contextlib.suppress(TextError):
                return self._say(key)
        return word

    def _turn(self) -> str:
        view = self._view
        if not view.turn:
            return ""
        return self._say("log.turn_began", turn=view.turn, player=self._name(view.active))

    def _is_own_move(self) -> bool:
        """Whether the table waits for nothing but what the reader does of their own accord."""
        view = self._view
        return view.active == self._viewer and not view.waiting and not view.waiting_for

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
        if outcome.reason == "cardboard_tie_break":
            return self._say("log.undecided", reason=reason)
        if not winners:
            return self._say("log.drawn_game", reason=reason)
        return self._say("log.won", winners=winners, reason=reason)

    def _below(self) -> str:
        """Whose edge of the mat is drawn below: the reader's own, else that of player one."""
        seats = self._state.setup.seats
        own = next((seat.side for seat in seats if seat.id == self._viewer), "")
        below = "player_two" if own == "player_two" else "player_one"
        return ", ".join(seat.name for seat in seats if seat.side == below)

    def _player(self, player: PlayerView) -> dict[str, Any]:
        return {
            "id": player.id,
            "name": player.name,
            "deck_apart": not self._state.seat(player.id).digital,
            "own": player.id == self._viewer,
            "active": player.id == self._view.active,
            "shape": self._shapes[player.id],
            "prosperity": player.prosperity,
            "goal": self._state.rules.numbers.prosperity_to_win,
            "out": player.out,
            "hand_count": player.hand_count,
            "deck_count": player.deck_count,
            "construction_count": player.construction_count,
            "graveyard_count": player.graveyard_count,
            "missed_draws": player.missed_draws,
            "kills": player.kills,
            "clock": _clock(player.clock_s),
            "offers_draw": player.id in self._view.draws_agreed,
            "tactics": [self._paid(each.buildings, each.prosperity) for each in player.tactics],
            "city": [{"name": self._name(each.id), "tapped": each.tapped} for each in player.city],
            "terrain": [self._name(each.id) for each in player.terrain_city],
            "relics": [self._relic(each.id, each.armour, each.uses) for each in player.relics],
            "graveyard": [self._name(each.id) for each in reversed(player.graveyard)],
            "creatures": [self._creature(each) for each in self._view.creatures if each.controller == player.id],
        }

    def _paid(self, buildings: tuple[str, ...], prosperity: int) -> str:
        """What was paid for a face-down tactic, which everybody may know (S-ZONE-24)."""
        parts = [self._name(each) for each in buildings]
        parts += [self._say("effects.cost.prosperity", count=prosperity)] if prosperity else []
        return self._say("phones.paid", cost=", ".join(parts) or self._say("effects.cost.free"))

    def _relic(self, card: str, armour: int, uses: int | None) -> str:
        marks = [f"{self._say('log.value.relic_armour')}: {armour}"] if armour else []
        marks += [f"{self._say('log.value.relic_uses')}: {uses}"] if uses is not None else []
        return ", ".join((self._name(card), *marks))

    def _creature(self, each: CreatureView) -> dict[str, Any]:
        length = None if each.movement_mm is None else self._cm(each.movement_mm)
        stats = (("strength", each.strength), ("movement", length))
        health = "?" if each.health is None else str(each.health)
        marks = [f"{self._say('log.value.armour')}: {each.armour}"] if each.armour else []
        marks += [self._say("log.value.stealth")] if each.stealth else []
        marks += [f"{self._say('log.value.concentration')}: {each.concentration}"] if each.concentration else []
        marks += [self._say("phones.summoned")] if each.summoned else []
        marks += [self._say("phones.finished")] if each.finished else []
        marks += [self._say("phones.not_placed")] if each.x_mm is None else []
        return {
            "name": self._name(each.id),
            "mark": self._teller.mark(each.id),
            "acting": each.id == self._view.acting,
            "stats": " · ".join(f"{self._say(f'phones.stat.{name}')} {'?' if v is None else v}" for name, v in stats),
            "wounds": self._say("phones.wounds", wounds=each.wounds, health=health),
            "marks": " · ".join(marks),
            "abilities": ", ".join(ability_printed(ability, self._language) for ability in each.abilities),
        }

    def _name(self, thing: str) -> str:
        return self._teller.name(thing)

    def _say(self, key: str, **values: object) -> str:
        return self._teller.say(key, **values)

    def _cm(self, length_mm: float) -> str:
        return self._say("phones.cm", value=figure(self._language, length_mm / 10, "g"))


def _clock(used_s: float) -> str:
    """Minutes and seconds of a player's clock; empty where none runs."""
    minutes, seconds = divmod(int(used_s), 60)
    return f"{minutes}:{seconds:02d}" if used_s else ""
