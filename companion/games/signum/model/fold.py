"""Folding events into states: total, without a rule in it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.common import Answered, DiceRolled, DrawOffered, QuestionClosed, Told, TurnBegan
from companion.games.kit.events import Popped
from companion.games.signum.model.creatures import Creature, TurnHistory
from companion.games.signum.model.events import (
    ActingSet,
    BuildingChanged,
    CardMoved,
    CardTold,
    ContactSettled,
    CreatureCame,
    CreatureChanged,
    CreatureLeft,
    CreatureStood,
    DeckOrdered,
    GameEnded,
    KeepingChanged,
    LastingBegan,
    LastingEnded,
    OrderSet,
    Overruled,
    PhaseBegan,
    PlayerChanged,
    Pushed,
    Questioned,
    RelicChanged,
    Replaced,
    SideClaimed,
    SignumEvent,
    TemplateLaid,
    TemplateLifted,
)
from companion.games.signum.model.state import Building, LostHero, Phase, Player, Relic, State, Tactic

PILES = ("hand", "deck", "graveyard", "terrain_city", "unused", "aside", "construction", "drawn_buildings")
"""Zones that hold nothing but ids."""

_KEPT = (DiceRolled, Told, Overruled)
"""Events that only the log keeps."""


def evolve(state: State, event: SignumEvent) -> State:
    """The state after an event."""
    if isinstance(event, _KEPT):
        return state
    return _FOLDS[type(event)](state, event)


def pair_of(one: str, other: str) -> str:
    """Key of two creatures, the same both ways round."""
    return "|".join(sorted((one, other)))


def _with_player(state: State, player: str, **values: Any) -> State:  # noqa: ANN401 (fields of all kinds)
    return replace(state, players={**state.players, player: replace(state.players[player], **values)})


def _with_creature(state: State, creature: str, **values: Any) -> State:  # noqa: ANN401 (fields of all kinds)
    known = state.creatures.get(creature)
    if known is None:
        return state
    return replace(state, creatures={**state.creatures, creature: replace(known, **values)})


def without_card(player: Player, card: str) -> Player:
    """The player with a card in no zone."""
    values: dict[str, Any] = {
        pile: tuple(each for each in getattr(player, pile) if each != card)
        for pile in PILES
        if card in getattr(player, pile)
    }
    for zone in ("city", "tactics", "relics"):
        if any(each.id == card for each in getattr(player, zone)):
            values[zone] = tuple(each for each in getattr(player, zone) if each.id != card)
    return replace(player, **values) if values else player


def _order_set(state: State, event: OrderSet) -> State:
    return replace(state, order=event.order)


def _side_claimed(state: State, event: SideClaimed) -> State:
    seats = tuple(
        replace(seat, side=event.side, segment=event.segment) if seat.id == event.player else seat
        for seat in state.setup.seats
    )
    return replace(state, setup=replace(state.setup, seats=seats))


def _deck_ordered(state: State, event: DeckOrdered) -> State:
    if not state.seat(event.player).digital:  # nobody knows any more which piece of cardboard is which card
        state = replace(state, keys={**state.keys, **dict.fromkeys(event.order, "")})
    return _with_player(state, event.player, deck=event.order)


def _card_told(state: State, event: CardTold) -> State:
    return replace(state, keys={**state.keys, event.card: event.key})


def _card_moved(state: State, event: CardMoved) -> State:
    players = {name: without_card(player, event.card) for name, player in state.players.items()}
    keys = state.keys if event.card in state.keys else {**state.keys, event.card: ""}
    player = players[event.player]
    match event.zone:
        case "city":
            player = replace(player, city=(*player.city, Building(id=event.card)))
        case "tactics":
            player = replace(player, tactics=(*player.tactics, event.tactic or Tactic(id=event.card)))
        case "relics":
            player = replace(player, relics=(*player.relics, event.relic or Relic(id=event.card)))
        case zone if zone in PILES:
            pile: list[str] = list(getattr(player, zone))
            pile.insert(len(pile) if event.position is None else event.position, event.card)
            player = replace(player, **{zone: tuple(pile)})
        case _:  # the battlefield holds creatures and templates, which have events of their own
            pass
    return replace(state, players={**players, event.player: player}, keys=keys)


def _creature_came(state: State, event: CreatureCame) -> State:
    creature = event.creature
    players = {name: without_card(player, creature.id) for name, player in state.players.items()}
    keys = state.keys if creature.id in state.keys else {**state.keys, creature.id: ""}
    lost = {name: hero for name, hero in state.lost_heroes.items() if creature.id != f"{name}:hero"}
    creatures = {**state.creatures, creature.id: creature}
    return replace(state, players=players, creatures=creatures, keys=keys, lost_heroes=lost)


def _creature_left(state: State, event: CreatureLeft) -> State:
    player = event.creature.removesuffix(":hero")
    lost, hero = state.lost_heroes, state.hero(player)
    if hero is not None and hero.id == event.creature:
        lost = {**lost, player: LostHero(wounds=hero.wounds, gave_up=event.why == "concedes")}
    return replace(
        state,
        lost_heroes=lost,
        creatures={name: each for name, each in state.creatures.items() if name != event.creature},
        acting="" if state.acting == event.creature else state.acting,
        contacts=_contacts_without(state, event.creature),
    )


def _contacts_without(state: State, creature: str) -> dict[str, bool]:
    if not state.contacts:
        return state.contacts
    return {pair: yes for pair, yes in state.contacts.items() if creature not in pair.split("|")}


def _contact_settled(state: State, event: ContactSettled) -> State:
    return replace(state, contacts={**state.contacts, pair_of(event.one, event.other): event.yes})


def _creature_stood(state: State, event: CreatureStood) -> State:
    known = state.creatures.get(event.creature)
    if known is None:
        return state
    deeds = replace(known.deeds, moved_mm=known.deeds.moved_mm + event.travelled_mm)
    moved = _with_creature(state, event.creature, stand=event.at, deeds=deeds)
    return replace(moved, contacts=_contacts_without(state, event.creature))


def _creature_changed(state: State, event: CreatureChanged) -> State:
    known = state.creatures.get(event.creature)
    if known is None:
        return state
    values: dict[str, Any] = {
        name: value
        for name in ("controller", "wounds", "armour", "stealth", "concentration", "shot_at_turn")
        if (value := getattr(event, name)) is not None
    }
    if event.deeds:
        values["deeds"] = replace(known.deeds, **event.deeds)
    if event.by_hand:
        kept = {**known.by_hand, **event.by_hand}
        values["by_hand"] = {name: value for name, value in kept.items() if value is not None}
    return _with_creature(state, event.creature, **values)


def _lasting_began(state: State, event: LastingBegan) -> State:
    known = state.creatures.get(event.creature)
    if known is None:
        return state
    changed = _with_creature(state, event.creature, lasting=(*known.lasting, event.lasting))
    return replace(changed, counter=state.counter + 1)


def _lasting_ended(state: State, event: LastingEnded) -> State:
    known = state.creatures.get(event.creature)
    if known is None:
        return state
    return _with_creature(state, event.creature, lasting=tuple(each for each in known.lasting if each.key != event.key))


def _player_changed(state: State, event: PlayerChanged) -> State:
    names = (
        "prosperity",
        "missed_draws",
        "kills",
        "played_unique",
        "terrain_played",
        "constructed",
        "kept",
        "spoken",
        "out",
        "clock_s",
    )
    values = {name: value for name in names if (value := getattr(event, name)) is not None}
    return _with_player(state, event.player, **values)


def _keeping_changed(state: State, event: KeepingChanged) -> State:
    others = tuple(each for each in state.rules.on_cardboard if each != event.what)
    rules = replace(state.rules, on_cardboard=others if event.yes else (*others, event.what))
    return replace(state, setup=replace(state.setup, rules=rules))


def _building_changed(state: State, event: BuildingChanged) -> State:
    city = tuple(
        replace(each, tapped=event.tapped) if each.id == event.card else each
        for each in state.players[event.player].city
    )
    return _with_player(state, event.player, city=city)


def _relic_changed(state: State, event: RelicChanged) -> State:
    def changed(relic: Relic) -> Relic:
        if relic.id != event.card:
            return relic
        armour = relic.armour if event.armour is None else event.armour
        return replace(relic, armour=armour, uses=relic.uses if event.uses is None else event.uses)

    return _with_player(state, event.player, relics=tuple(changed(each) for each in state.players[event.player].relics))


def _template_laid(state: State, event: TemplateLaid) -> State:
    return replace(state, templates={**state.templates, event.template.id: event.template})


def _template_lifted(state: State, event: TemplateLifted) -> State:
    return replace(state, templates={name: each for name, each in state.templates.items() if name != event.card})


def _turn_began(state: State, event: TurnBegan) -> State:
    def rested(creature: Creature) -> Creature:
        return creature if creature.deeds == TurnHistory() else replace(creature, deeds=TurnHistory())

    creatures = {name: rested(each) for name, each in state.creatures.items()}
    turned = replace(state, active=event.player, turn=event.turn, creatures=creatures, acting="")
    return _with_player(turned, event.player, terrain_played=False, constructed=False)


def _phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase)


def _acting_set(state: State, event: ActingSet) -> State:
    return replace(state, acting=event.creature)


def _pushed(state: State, event: Pushed) -> State:
    return replace(state, steps=state.steps + event.steps)


def _popped(state: State, _event: Popped) -> State:
    return replace(state, steps=state.steps[:-1])


def _replaced(state: State, event: Replaced) -> State:
    return replace(state, steps=(*state.steps[:-1], event.step))


def _questioned(state: State, event: Questioned) -> State:
    return replace(state, question=event.question)


def _answered(state: State, event: Answered) -> State:
    if state.question is None:
        return state
    agreed = {**state.question.agreed, event.by: event.yes}
    return replace(state, question=replace(state.question, agreed=agreed))


def _question_closed(state: State, _event: QuestionClosed) -> State:
    return replace(state, question=None)


def _draw_offered(state: State, event: DrawOffered) -> State:
    return replace(state, draws_agreed=event.players)


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(state, outcome=event.outcome, phase=Phase.OVER, steps=(), question=None, acting="")


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    OrderSet: _order_set,
    SideClaimed: _side_claimed,
    DeckOrdered: _deck_ordered,
    CardTold: _card_told,
    CardMoved: _card_moved,
    CreatureCame: _creature_came,
    CreatureLeft: _creature_left,
    CreatureStood: _creature_stood,
    CreatureChanged: _creature_changed,
    LastingBegan: _lasting_began,
    LastingEnded: _lasting_ended,
    PlayerChanged: _player_changed,
    BuildingChanged: _building_changed,
    RelicChanged: _relic_changed,
    TemplateLaid: _template_laid,
    TemplateLifted: _template_lifted,
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    ActingSet: _acting_set,
    Pushed: _pushed,
    Popped: _popped,
    Replaced: _replaced,
    Questioned: _questioned,
    Answered: _answered,
    QuestionClosed: _question_closed,
    ContactSettled: _contact_settled,
    KeepingChanged: _keeping_changed,
    DrawOffered: _draw_offered,
    GameEnded: _game_ended,
}
