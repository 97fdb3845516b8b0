"""Events as each viewer may know them: for logs, reports and replays (S-ZONE-16 to S-ZONE-29)."""

from msgspec.structs import replace

from companion.games.common import DiceRolled, Told
from companion.games.kit.events import Popped
from companion.games.signum.model.commands import Skip
from companion.games.signum.model.events import (
    CardMoved,
    CardTold,
    DeckOrdered,
    Overruled,
    Pushed,
    Questioned,
    Replaced,
    SignumEvent,
)
from companion.games.signum.model.kinds import BATTLE_KINDS
from companion.games.signum.model.state import State

OPEN_ZONES = frozenset({"graveyard", "city", "terrain_city", "relics", "aside", "battlefield"})
"""Zones whose cards everybody sees."""

SHOWN = frozenset({"card_seen", "card_shown"})
"""Lines of the log by which a card is shown to one player, or to all."""

OWNERS_ZONES = frozenset({"hand", "tactics", "unused", "drawn_buildings"})
"""Zones whose cards their owner alone sees."""


def is_open(state: State, zone: str) -> bool:
    """Whether everybody sees the cards of a zone; building cards that are held open lie there, too (S-VAR-07)."""
    return zone in OPEN_ZONES or (zone == "drawn_buildings" and holds_open(state))


def holds_open(state: State) -> bool:
    """Whether building cards that were drawn are held open, as one edition has it (S-VAR-07)."""
    return state.rules.switches.architect == "two_at_start"


def public_event(state: State, event: SignumEvent, viewer: str) -> SignumEvent | None:
    """An event as a viewer may know it.

    Args:
        state: The game before the event.
        event: What happened.
        viewer: A player's id, or `SPECTATOR`.

    Returns:
        The event, with what the viewer may not know left out; None if nothing of it shows.
    """
    if isinstance(event, Pushed | Popped | Replaced):
        return None
    if isinstance(event, DeckOrdered):
        return replace(event, order=())
    if isinstance(event, CardMoved):
        return event if _may_know(state, event, viewer) else replace(event, card="", tactic=_paid(event))
    if isinstance(event, Questioned) and event.question.command.by != viewer:
        blank = Skip(by=event.question.command.by)
        return replace(event, question=replace(event.question, command=blank))
    if isinstance(event, Overruled) and event.command.by != viewer:
        return replace(event, command=Skip(by=event.command.by))
    return event if _is_for(state, event, viewer) else None


def _is_for(state: State, event: SignumEvent, viewer: str) -> bool:
    """Whether a line of the log, or the name of a card of cardboard, is for this viewer."""
    if isinstance(event, Told):
        return not event.who or viewer in event.who
    if isinstance(event, CardTold):
        owner, zone = zone_of(state, event.card)
        return is_open(state, zone) or owner == viewer
    return True


def may_name(state: State, card: str, viewer: str) -> bool:
    """Whether a viewer may know which card an id stands for."""
    owner, zone = zone_of(state, card)
    return is_open(state, zone) or (owner == viewer and zone in OWNERS_ZONES)


def is_hidden(state: State, card: str, viewer: str) -> bool:
    """Whether a card lies where a viewer cannot see it and has no right to: an opponent's hand, tactics, or deck."""
    owner, zone = zone_of(state, card)
    return owner not in ("", viewer) and not is_open(state, zone)


def may_have(state: State, key: str, player: str) -> bool:
    """Whether a card may be a player's as far as that player knows: brought, of an untold deck, or seen in the game.

    What others brought is theirs to know until it is seen.
    """
    seat = state.seat(player)
    if key in (seat.hero, *seat.deck, *seat.buildings, *seat.terrain, *seat.construction):
        return True
    card = state.setup.cards.get(key)
    if card is None:
        return False
    if not seat.deck and card.kind in BATTLE_KINDS:  # a cardboard deck that nobody told: all cards were brought for it
        return True
    return any(known == key and may_name(state, each, player) for each, known in state.keys.items())


def zone_of(state: State, card: str) -> tuple[str, str]:
    """Whose zone a card is in, and which; two empty strings where it is in none."""
    if card in state.creatures or card in state.templates:
        return card.split(":", maxsplit=1)[0], "battlefield"
    for player in state.players.values():
        for zone in ("hand", "deck", "graveyard", "terrain_city", "unused", "aside", "construction", "drawn_buildings"):
            if card in getattr(player, zone):
                return player.id, zone
        for zone in ("city", "tactics", "relics"):
            if any(each.id == card for each in getattr(player, zone)):
                return player.id, zone
    return "", ""


def _may_know(state: State, event: CardMoved, viewer: str) -> bool:
    """Whether a viewer sees which card moves: where it comes from or where it goes."""
    owner, before = zone_of(state, event.card)
    if is_open(state, before) or is_open(state, event.zone):
        return True
    if owner == viewer and before in OWNERS_ZONES:
        return True
    return event.player == viewer and event.zone in OWNERS_ZONES


def _paid(event: CardMoved) -> object:
    return None if event.tactic is None else replace(event.tactic, id="")


def learned(state: State, event: SignumEvent) -> tuple[tuple[str, str], ...]:
    """Who learns what from an event that undoing cannot take back: player and what it is.

    `draw`: cards that a player drew from a digital deck. `reveal`: cards of a hand, of a deck, or a tactic, that a
    player was shown. `roll`: what dice showed.
    """
    if isinstance(event, Told) and event.key in SHOWN:
        readers = event.who or tuple(player for player in state.players if player != event.values["of"])
        return tuple((player, "reveal") for player in readers)
    if isinstance(event, DiceRolled):
        return tuple((player, "roll") for player in state.players)
    if not isinstance(event, CardMoved):
        return ()
    owner, before = zone_of(state, event.card)
    others = tuple((player, "reveal") for player in state.players if player != owner)
    drawn = ((event.player, "draw"),) if before in ("deck", "construction") and state.keys[event.card] else ()
    if before == "construction" and is_open(state, event.zone):
        return (*drawn, *others)
    if before in ("deck", "construction") and event.zone in OWNERS_ZONES:
        return drawn
    hidden = before in OWNERS_ZONES | {"deck"} and not is_open(state, before)
    return others if hidden and is_open(state, event.zone) else ()


def shuffle(state: State, event: SignumEvent) -> tuple[str, tuple[str, ...]] | None:
    """The player and the order of a shuffle that the program made; None for cardboard, and for other events."""
    if not isinstance(event, DeckOrdered) or not state.seat(event.player).digital:
        return None
    return event.player, event.order
