"""What players of Signum set by hand, as lists to choose from.

The commands take words, screens show what those words may be.

Only what the viewer sees is listed.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from companion.games.display.offers import Choice, Input, Offer
from companion.games.prompt import CommandSpec
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import THINGS
from companion.games.signum.model.effects.effect import Ability, GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect, LoseEffect
from companion.games.signum.model.state import State
from companion.games.signum.model.terms import Until
from companion.games.signum.own_texts import say
from companion.games.signum.play.by_hand import ZONES
from companion.games.signum.play.card_play import tellable
from companion.games.signum.sheets.actions import BY_HAND, is_by_hand
from companion.games.signum.shelf.parameters import NUMBER, RULER, TEXT
from companion.games.signum.shelf.wording.abilities import ability_name, ability_printed
from companion.games.signum.views import PlayerView, SignumView
from companion.games.signum.words.names import name_of
from companion.texts import Language

MOST = 999
OF_CREATURES = ("wounds", "armour", "concentration", "strength", "movement_mm", "health")
YES_OR_NO_OF_CREATURES = ("stealth", "turn_done")
OF_PLAYERS = ("prosperity", "kills", "missed_draws")
OF_RELICS = ("relic_armour", "relic_uses")
UNTILS = (Until.END_OF_TURN, Until.END_OF_GAME)
STEPS = (1, 2, -1, -2)
NO_EFFECT = "{}"
"""Ends what was given by hand."""


class SignumByHand:
    """What players of Signum may do at any time for what the program does not know."""

    kinds = BY_HAND | {"reveal"}

    def holds(self, spec: CommandSpec) -> bool:
        """Whether an offer is one of those that are always there."""
        return is_by_hand(spec)

    def offers(self, state: State, view: SignumView, language: Language) -> tuple[Offer, ...]:
        """What a viewer may set by hand now."""
        return tuple(_Hands(state, view, language).offers())


class _Hands:
    def __init__(self, state: State, view: SignumView, language: Language) -> None:
        self._state, self._view, self._language = state, view, language
        self._own = next((player for player in view.players if player.id == view.viewer), None)
        self._kinds = {spec.kind for spec in view.commands}
        self._may_reveal = any(spec.kind == "reveal" and spec.fixed["yes"] for spec in view.commands)

    def offers(self) -> Iterator[Offer]:
        if "setvalue" in self._kinds:
            yield from self._numbers()
        if "movecard" in self._kinds:
            yield from self._cards()
        if "giveeffect" in self._kinds and self._view.creatures:
            yield self._effects()
        if "correct" in self._kinds and self._view.creatures:
            place = Input("at", "place", self._say("ask.field.at"))
            yield Offer("correct", self._say("ask.do.correct"), {}, (self._pick("of", self._creatures()), place))
        yield from self._unasked()
        if "keeping" in self._kinds:
            yield from self._keeping()
        yield from self._ends()

    def _numbers(self) -> Iterator[Offer]:
        players = self._view.players
        number = Input("value", "number", self._say("ask.field.value"), (), 0, MOST)
        answers = tuple(Choice(value, self._say(f"ask.option.{word}")) for value, word in (("1", "yes"), ("0", "no")))
        yes_or_no = Input("value", "choose", self._say("ask.field.yes_or_no"), answers)
        lists = (
            ("creature", self._creatures(), OF_CREATURES, number),
            ("creature_yes_no", self._creatures(), YES_OR_NO_OF_CREATURES, yes_or_no),
            ("player", self._named(player.id for player in players), OF_PLAYERS, number),
            ("building", self._named(each.id for player in players for each in player.city), self._taps(), yes_or_no),
            ("relic", self._named(each.id for player in players for each in player.relics), OF_RELICS, number),
        )
        for name, things, whats, value in lists:
            if things and whats:
                words = tuple(Choice(what, self._say(f"log.value.{what}")) for what in whats)
                label = self._say(f"ask.do.setvalue_{name}")
                yield Offer("setvalue", label, {}, (self._pick("of", things), self._pick("what", words), value))

    def _taps(self) -> tuple[str, ...]:
        return () if "taps" in self._view.on_cardboard else ("tapped",)

    def _keeping(self) -> Iterator[Offer]:
        """What the program keeps or the players do; and that the goal is reached, which the program then cannot see."""
        off = self._view.on_cardboard
        for yes, things in (("false", [each for each in THINGS if each not in off]), ("true", off)):
            words = tuple(Choice(each, self._say(f"log.thing.{each}")) for each in things)
            if words:
                label = self._say("ask.do.keeping_yes" if yes == "true" else "ask.do.keeping_no")
                yield Offer("keeping", label, {"yes": yes}, (self._pick("what", words),))
        if "prosperity" in off and self._own is not None:
            goal = self._state.rules.numbers.prosperity_to_win
            fixed = {"what": "prosperity", "of": self._own.id, "value": str(goal)}
            yield Offer("setvalue", self._say("ask.do.claim_prosperity", count=goal), fixed)

    def _cards(self) -> Iterator[Offer]:
        seen = [each for player in self._view.players for each in _cards(player)]
        if "graveyards" in self._view.on_cardboard and self._own is not None:
            seen += self._state.players[self._own.id].graveyard
        cards = (*self._creatures(), *self._named(iter(seen)))
        zones = tuple(Choice(zone, self._say(f"ask.zone.{zone}")) for zone in ZONES)
        players = self._named(player.id for player in self._view.players)
        if cards:
            inputs = (self._pick("card", cards), self._pick("player", players), self._pick("zone", zones))
            yield Offer("movecard", self._say("ask.do.movecard"), {}, inputs)

    def _effects(self) -> Offer:
        inputs = (
            self._pick("creature", self._creatures()),
            self._pick("effect", _effect_choices(self._state.rules.edition, self._language)),
        )
        return Offer("giveeffect", self._say("ask.do.giveeffect"), {}, inputs)

    def _unasked(self) -> Iterator[Offer]:
        """Of a deck of cardboard: what the program could not watch."""
        own = self._own
        if own is None or self._state.seat(own.id).digital:
            return
        untold = self._named(each for each in _cards(own) if not self._state.keys.get(each))
        if untold and "tell" in self._kinds:
            key = self._pick("key", self._named(tellable(self._state, own.id)))
            yield Offer("tell", self._say("ask.do.tell"), {}, (self._pick("card", untold), key))
        if own.tactics and self._may_reveal:
            tactics = self._named(each.id for each in own.tactics)
            yield Offer("reveal", self._say("ask.do.reveal_yes"), {"yes": "true"}, (self._pick("tactic", tactics),))

    def _ends(self) -> Iterator[Offer]:
        if "offerdraw" in self._kinds:
            offered = self._view.viewer in self._view.draws_agreed
            label = self._say("ask.do.offerdraw_no" if offered else "ask.do.offerdraw_yes")
            yield Offer("offerdraw", label, {"agree": "false" if offered else "true"})
        if "concede" in self._kinds:
            yield Offer("concede", self._say("ask.do.concede"), {})

    def _creatures(self) -> tuple[Choice, ...]:
        return self._named(each.id for each in self._view.creatures)

    def _named(self, things: Sequence[str] | Iterator[str] | dict[str, None]) -> tuple[Choice, ...]:
        return tuple(Choice(each, name_of(each, self._state, self._language), each) for each in things if each)

    def _pick(self, field: str, choices: tuple[Choice, ...]) -> Input:
        return Input(field, "pick", self._say(f"ask.field.{field}"), choices)

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, key, **values)


def _cards(player: PlayerView) -> Iterator[str]:
    """Ids of all cards of a player that the viewer sees, those on the Battlefield apart."""
    for cards in (player.hand, player.city, player.terrain_city, player.relics, player.tactics, player.graveyard):
        yield from (each.id for each in cards)
    yield from (each.id for each in (*player.unused, *player.drawn_buildings))


def _coded(effect: ChangeEffect | GainEffect | LoseEffect) -> str:
    return msgspec.json.encode(effect).decode()


@cache
def _effect_choices(edition: Edition, language: Language) -> tuple[Choice, ...]:
    """Effects that may be given by hand: numbers that change, abilities that come and go for a turn."""
    found = [Choice(NO_EFFECT, say(language, "ask.effect.none"))]
    for until in UNTILS:
        when = say(language, f"log.until.{until.value}")
        for of in ("strength", "health"):
            for by in STEPS:
                change = ChangeEffect(of=of, by=by, until=until)
                named = say(language, f"log.value.{of}")
                found.append(
                    Choice(_coded(change), say(language, "ask.effect.change", of=named, by=f"{by:+d}", until=when))
                )
    when = say(language, f"log.until.{Until.END_OF_TURN.value}")
    called = {name: ability_name(name, edition, language) for name in set(CATALOGUE) - RULER - TEXT}
    for name in sorted(called, key=lambda each: language.sort_key(called[each])):
        ability = Ability(name, x=1 if name in NUMBER else None)
        gain, lose = GainEffect(ability, until=Until.END_OF_TURN), LoseEffect(name, until=Until.END_OF_TURN)
        shown, bare = ability_printed(ability, edition, language), called[name]
        found.append(Choice(_coded(gain), say(language, "ask.effect.gain", ability=shown, until=when)))
        found.append(Choice(_coded(lose), say(language, "ask.effect.lose", ability=bare, until=when)))
    return tuple(found)
