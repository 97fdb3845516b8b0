"""Cards that one player alone may see: what they cost, what they do, and why one cannot be played now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.display.actions import Action
from companion.games.display.cards import CardHolding, CardLine, Rule
from companion.games.prompt import CommandSpec
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Phase
from companion.games.signum.play.card_play import finds_nothing, may_find_place, why_not_play
from companion.games.signum.sheets.card_looks import look_of
from companion.games.signum.sheets.card_texts import stats_of
from companion.games.signum.sheets.cardboard import Cardboard
from companion.games.signum.sheets.reader import Reader
from companion.games.signum.shelf.wording.abilities import ability_name, ability_rule, rules_of
from companion.games.signum.views import CardView
from companion.games.signum.words.names import refusal_sentence
from companion.games.verdicts.measured import RuleViolation


class OwnCards:
    """The cards of one viewer.

    Attributes:
        of_cards: What may be done with each card of the hand.
    """

    def __init__(self, reader: Reader, specs: Sequence[CommandSpec]) -> None:
        """Prepares.

        Args:
            reader: Whose cards.
            specs: What the reader may do.
        """
        self._reader, self._own = reader, reader.own
        own = self._own
        self._cardboard = Cardboard(reader.state, own.id, reader.language) if own else None
        hand = {card.id for card in own.hand} if own else set()
        self.of_cards: dict[str, list[CommandSpec]] = {}
        for spec in specs:
            card = str(spec.fixed.get("card", ""))
            if spec.kind == "play" and card in hand:
                self.of_cards.setdefault(card, []).append(spec)

    @property
    def playable(self) -> int:
        """How many cards of the hand can be played to some effect."""
        reader = self._reader
        return sum(not finds_nothing(reader.state, reader.view.viewer, card) for card in self.of_cards)

    def holdings(self) -> tuple[CardHolding, ...]:
        """All of them, by where they are."""
        say, own = self._reader.say, self._own
        if own is None:
            return ()
        found = [CardHolding("hand", say("phones.section.hand"), self.hand(), "hand")]
        if own.tactics:
            found.append(CardHolding("tactics", say("phones.own_tactics"), self.tactics()))
        if own.drawn_buildings:
            names = tuple(CardLine(card.id, self._reader.name(card.id)) for card in own.drawn_buildings)
            found.append(CardHolding("drawn", say("phones.drawn_buildings"), names, "names"))
        if own.unused:
            unused = tuple(self.card(card.key, card.id) for card in own.unused)
            found.append(CardHolding("unused", say("phones.unused"), unused, "fold"))
        return tuple(found)

    def hand(self) -> tuple[CardLine, ...]:
        """The cards of the own hand, those that can be played first; those that nobody told as one, at the top."""
        hand = self._own.hand if self._own else ()
        known = [self._in_hand(card) for card in hand if card.key or self._cardboard is None]
        untold = tuple(card.id for card in hand if not card.key)
        as_one = self._cardboard.untold(untold) if self._cardboard else None
        return (*([as_one] if as_one else []), *sorted(known, key=lambda each: not each.actions))

    def tactics(self) -> tuple[CardLine, ...]:
        """The own face-down tactics, with what was paid for each."""
        tactics = self._own.tactics if self._own else ()
        told = self._cardboard.unknown_card if self._cardboard else lambda _: None
        return tuple(replace(self.card(each.key, each.id), unknown_card=told(each.id)) for each in tactics)

    def card(self, key: str, card_id: str) -> CardLine:
        """One card with what it says."""
        reader = self._reader
        card, name = reader.state.setup.cards.get(key), reader.name(card_id)
        actions = tuple(self._played(spec) for spec in self.of_cards.get(card_id, ()))
        if card is None:
            return CardLine(card_id, name, reader.say("phones.untold"), actions=actions)
        cost = reader.words.cost(card.cost) if card.kind is not Kind.HERO else ""
        stats = stats_of(card, reader.language)
        kind, text = reader.words.kind(card), self.text(card)
        look, edition = look_of(card, reader.state.setup.cards), reader.state.rules.edition
        rules = rules_of(card.abilities, edition, reader.language)
        return CardLine(
            card_id, name, kind, stats, cost, text, cost_icon="building", actions=actions, look=look, rules=rules
        )

    def text(self, card: Card) -> tuple[str, ...]:
        """What a card says, line by line."""
        return tuple(self._reader.words.lines(card))

    def rules(self) -> tuple[Rule, ...]:
        """The rules that matter now: of abilities on the table and in the own hand."""
        reader, own = self._reader, self._own
        on_table = [ability.name for each in reader.view.creatures for ability in each.abilities]
        cards = [reader.state.setup.cards[card.key] for card in (own.hand if own else ()) if card.key]
        names = dict.fromkeys((*on_table, *(ability.name for card in cards for ability in card.abilities)))
        edition = reader.state.rules.edition
        found = [
            Rule(ability_name(name, edition, reader.language), ability_rule(name, edition, reader.language))
            for name in names
            if name in CATALOGUE
        ]
        return tuple(sorted(found, key=lambda each: reader.language.sort_key(each.name)))

    def _played(self, spec: CommandSpec) -> Action:
        surcharge = "surcharge" in spec.fixed
        return Action(spec, self._reader.say("phones.play_surcharge" if surcharge else "phones.play"))

    def _in_hand(self, card: CardView) -> CardLine:
        shown = self.card(card.key, card.id)
        why_not = self._why_not(card) if not shown.actions and card.key else ""
        if shown.actions and finds_nothing(self._reader.state, self._reader.view.viewer, card.id):
            why_not = self._reader.say("phones.finds_nothing")
        besides = self._cardboard.besides(card.id) if self._cardboard else ()
        return replace(shown, why_not=why_not, besides=besides)

    def _why_not(self, card: CardView) -> str:
        """What keeps a card from being played: what it lacks, what it is, or what goes on."""
        reader = self._reader
        if card.lacks:
            return " ".join(self._lacking(card.lacks))
        fault = why_not_play(reader.state, reader.view.viewer, card.id)
        return self._not_yet(card) if fault is None else self._refusal(*fault)

    def _not_yet(self, card: CardView) -> str:
        view, state, say = self._reader.view, self._reader.state, self._reader.say
        if view.active != view.viewer:
            return say("phones.not_your_turn")
        if view.acting:
            return say("rules.finish_activation_first")
        if state.phase is not Phase.ACTIVATION:
            phases = {"phase": state.phase.value, "wanted": Phase.ACTIVATION.value}
            return self._refusal("S-TURN-01", "other_phase", phases)
        if state.steps or may_find_place(state, view.viewer, card.id):
            return say("rules.not_now")
        return say("rules.no_room_at_side")

    def _refusal(self, rule: str, key: str, values: Mapping[str, str | float]) -> str:
        reader = self._reader
        return refusal_sentence(RuleViolation(rule, key, values), reader.state, reader.view.viewer, reader.language)

    def _lacking(self, lacks: Sequence[str]) -> list[str]:
        """What keeps a card from being paid: buildings not built, buildings that are tapped, Prosperity."""
        reader = self._reader
        city = self._own.city if self._own else ()
        cards = reader.state.setup.cards
        tapped = {name for each in city if each.tapped for name in (each.key, cards[each.key].building_type)}
        named = [each for each in lacks if each not in ("any", "prosperity")]
        said = []
        for key, names in (
            ("lacks_built", [each for each in named if each not in tapped]),
            ("lacks_untapped", [each for each in named if each in tapped]),
        ):
            if names:
                said.append(reader.say(f"phones.{key}", buildings=", ".join(map(reader.words.name, names))))
        if spare := lacks.count("any"):
            said.append(reader.say("phones.lacks_any", count=spare))
        if "prosperity" in lacks:
            said.append(reader.say("phones.lacks_prosperity"))
        return said
