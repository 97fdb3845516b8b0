"""The whole of what Legends of Signum shows, as the rest of the program asks for it."""

from collections.abc import Callable, Iterator

from companion.games.command import SPECTATOR
from companion.games.display.actions import ActionGroup
from companion.games.display.cards import CardText
from companion.games.display.sheets import OpenSheet, Sheet
from companion.games.display.unknown_card import UnknownCard
from companion.games.signum.model.state import State
from companion.games.signum.sheets.actions import ActionList, is_by_hand
from companion.games.signum.sheets.card_texts import CardTexts
from companion.games.signum.sheets.cardboard import Cardboard
from companion.games.signum.sheets.open_table import market, open_sheet
from companion.games.signum.sheets.own_cards import OwnCards
from companion.games.signum.sheets.players import player_sheet
from companion.games.signum.sheets.reader import Reader
from companion.games.signum.shelf.readings import reading_in_words
from companion.games.signum.views import PlayerView, SignumView
from companion.texts import Language


class SignumSheets:
    """What Legends of Signum shows."""

    def __init__(self, view: Callable[[State, str], SignumView]) -> None:
        """Takes what tells all that a viewer may know."""
        self._view, self._texts = view, CardTexts()

    def of(self, state: State, viewer: str, language: Language) -> Sheet:
        """The game as a viewer may see it."""
        reader = self._reader(state, viewer, language)
        view, own = reader.view, reader.own
        answers = [spec for prompt in view.prompts for spec in prompt.specs]
        hands = [spec for spec in view.commands if is_by_hand(spec)]
        free = [spec for spec in view.commands if spec not in answers and spec not in hands]
        cards = OwnCards(reader, free)
        actions = ActionList(reader, cards)
        of_cards = [spec for found in cards.of_cards.values() for spec in found]
        acts = [spec for spec in free if spec.kind != "tell" and not any(spec is each for each in of_cards)]
        seats = state.setup.seats
        side = next((seat.side for seat in seats if seat.id == viewer), "")
        below = "player_two" if side == "player_two" else "player_one"
        return Sheet(
            viewer,
            tuple(player_sheet(reader, player) for player in sorted(view.players, key=lambda each: each is not own)),
            phase=reader.say(f"log.phase.{view.phase}").rstrip("."),
            turn=reader.say("log.turn_began", turn=view.turn, player=reader.name(view.active)) if view.turn else "",
            number=view.turn,
            active=view.active,
            acting=view.acting,
            waiting=view.waiting,
            waiting_for=view.waiting_for,
            owed=() if viewer == SPECTATOR else actions.owed(view.prompts),
            groups=actions.groups(acts, actions.barred() if any(spec.kind == "skip" for spec in acts) else ()),
            by_hand=tuple(hands),
            holdings=cards.holdings(),
            playable=cards.playable,
            tells=own is not None and not state.seat(own.id).digital,
            bout=actions.bout(),
            rules=cards.rules(),
            readings=tuple(reading_in_words(each, language) for each in view.readings),
            seed_hash=view.seed_hash,
            asked=view.question is not None,
            below=", ".join(seat.name for seat in seats if seat.side == below),
            turned=side == "player_two",
            known=tuple(card for card, key in _known(view) if card and key in state.setup.cards),
        )

    def lying_open(self, state: State, player: str, language: Language) -> OpenSheet:
        """What a player owes and may do, as far as everybody may see it."""
        return open_sheet(self._reader(state, player, language))

    def market(self, state: State, player: str, language: Language) -> ActionGroup:
        """What a player may build; it tells nothing of the hand."""
        return market(self._reader(state, player, language))

    def card(self, state: State, thing: str, language: Language) -> CardText | None:
        """What a card says; None where it is none, or nobody told which."""
        return self._texts.text(state.setup, state.keys.get(thing, thing), language)

    def unknown_card(self, state: State, card: str, player: str, language: Language) -> UnknownCard | None:
        """What a card that a player holds or has laid face down may be; None where there is nothing to tell."""
        mine = state.players.get(player)
        if mine is None or card not in (*mine.hand, *(each.id for each in mine.tactics)):
            return None
        return Cardboard(state, player, language).unknown_card(card)

    def owner(self, state: State, thing: str) -> str:
        """Who controls a creature; else to whom a thing belongs by its id."""
        creature = state.creatures.get(thing)
        return creature.controller if creature is not None else thing.partition(":")[0]

    def _reader(self, state: State, viewer: str, language: Language) -> Reader:
        return Reader(self._view(state, viewer), state, language, self._texts.words(state.setup, language))


def _known(view: SignumView) -> Iterator[tuple[str, str]]:
    """Ids and keys of the cards that stand in a view, which has no key of a card that is hidden from it."""
    for creature in view.creatures:
        yield creature.id, creature.key
    for player in view.players:
        yield from _of_player(player)


def _of_player(player: PlayerView) -> Iterator[tuple[str, str]]:
    for building in player.city:
        yield building.id, building.key
    for relic in player.relics:
        yield relic.id, relic.key
    for tactic in player.tactics:
        yield tactic.id, tactic.key
    for card in (*player.terrain_city, *player.graveyard, *player.hand, *player.unused, *player.drawn_buildings):
        yield card.id, card.key
