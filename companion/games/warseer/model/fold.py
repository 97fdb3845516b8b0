"""Folds an event into the state; it never fails on an event that was recorded."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.common import DiceRolled, Told, TurnBegan
from companion.games.kit.events import (
    Discarded,
    NotReacted,
    Ordered,
    Popped,
    ValueSet,
)
from companion.games.kit.fold import Changes, fold, nothing, popped, pushed, replaced, without
from companion.games.warseer.model import events as e
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.changes import counted, creature_changed, into_history
from companion.games.warseer.model.fold_creatures import CREATURE_FOLDS
from companion.games.warseer.model.fold_piles import PILE_FOLDS
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.scenario import LandmarkToken
from companion.games.warseer.model.state import InPlay, LastingEffect, State, TurnCount
from companion.games.warseer.model.steps import ActivationStep, CardStep


def evolve(state: State, event: Any) -> State:  # noqa: ANN401 (any of the game's events)
    """The state after an event."""
    return fold(state, event, _FOLDS)


def _ordered(state: State, event: Ordered) -> Changes:
    """All that players begin with."""
    none: dict[str, tuple[str, ...]] = dict.fromkeys(event.players, ())
    return {
        "order": event.players,
        "terrain": state.setup.field.terrain,
        **dict.fromkeys(("decks", "hands", "feats_held", "histories", "fame", "kills"), none),
        "influence": {player: state.setup.influence_at_start(event.players, player) for player in event.players},
        "points": dict.fromkeys(event.players, 0),
    }


def _terrain_laid(state: State, event: e.TerrainLaid) -> Changes:
    return {"terrain": (*state.terrain, TerrainHex(event.terrain, event.cell))}


def _landmark_placed(state: State, event: e.LandmarkPlaced) -> Changes:
    return {"landmarks": (*state.landmarks, LandmarkToken(id=event.token, player=event.player, cell=event.to))}


def _landmark_moved(state: State, event: e.LandmarkMoved) -> Changes:
    moved = (replace(each, cell=event.to) if each.id == event.token else each for each in state.landmarks)
    return {"landmarks": tuple(moved), **counted(state, landmark=True)}


def _turn_began(state: State, event: TurnBegan) -> Changes:
    """What was counted of the last turn is forgotten (W-FEAT-26); a round is a turn of each (W-TURN-01, W-ECON-04)."""
    order, last = state.order, state.active
    # Not where the first player stands now, who may have fallen: a round is over once all had their turn.
    first = state.setup.is_skirmish or not last or order.index(event.player) <= order.index(last)
    return {
        "active": event.player,
        "turn": event.turn,
        "round": state.round + first,
        "count": TurnCount(),
        "creatures": {key: replace(each, fresh=False, built=False) for key, each in state.creatures.items()},
    }


def _readied(state: State, event: e.Readied) -> Changes:
    """W-TURN-04, W-TURN-05, W-ACTV-05, W-BLD-06."""
    player = event.player
    return {
        "creatures": {
            key: replace(each, done=False, again=0) if each.player == player else each
            for key, each in state.creatures.items()
        },
        "in_play": tuple(replace(each, turned=False) if each.player == player else each for each in state.in_play),
    }


def _influence_set(state: State, event: e.InfluenceSet) -> Changes:
    changed: Changes = {"influence": state.influence | {event.player: event.value}}
    if event.spent and event.player == state.active:
        changed |= counted(state, spent=state.count.spent + event.spent)
    return changed


def _handed_on(state: State, event: e.HandedOn) -> Changes:
    """In each activation turn a creature may have the benefit of a Building anew (W-SKIR-19, W-SKIR-37)."""
    creatures = {key: replace(each, built=False) if each.built else each for key, each in state.creatures.items()}
    return {"active": event.player, "creatures": creatures}


def _equipped(state: State, event: e.Equipped) -> Changes:
    """It comes back to the War Camp with its Character, but is worn no more in this game (W-IMP-11)."""
    worn = (*state.equipped.get(event.player, ()), event.card)
    return {"equipped": state.equipped | {event.player: worn}} | creature_changed(state, event.piece, relic=event.card)


def _improvement_used(state: State, event: e.ImprovementUsed) -> Changes:
    return {"equipped": state.equipped | {event.player: (*state.equipped.get(event.player, ()), event.card)}}


def _card_played(state: State, event: e.CardPlayed) -> Changes:
    changed: Changes = {
        "hands": state.hands | {event.player: without(state.hands[event.player], event.card)},
    }
    if event.player == state.active:
        changed |= counted(state, played=(*state.count.played, event.card))
    return changed


def _cancelled(state: State, event: e.Cancelled) -> Changes:
    return {
        "steps": tuple(
            replace(step, cancelled=True) if isinstance(step, CardStep) and step.card == event.card else step
            for step in state.steps
        )
    }


def _discarded(state: State, event: Discarded) -> Changes:
    player = event.player
    return {
        "hands": state.hands | {player: without(state.hands[player], *event.cards)},
        "histories": into_history(state, player, *event.cards),
    }


def _hand_discarded(state: State, _: e.HandDiscarded) -> Changes:
    return counted(state, discarded=True)


def _recalled(state: State, event: e.Recalled) -> Changes:
    player = event.player
    changed: Changes = {"histories": state.histories | {player: without(state.histories[player], event.card)}}
    match event.into:
        case "hand":
            changed["hands"] = state.hands | {player: (*state.hands[player], event.card)}
        case "deck":
            changed["decks"] = state.decks | {player: (*state.decks[player], event.card)}
            changed["waiting"] = (*state.waiting, player)
        case _:
            changed |= creature_changed(state, event.card, where=Where.CAMP)
    return changed


def _entered(state: State, event: e.Entered) -> Changes:
    """With its Armour tokens and use markers (W-REL-10, W-REL-13, W-MULT-01)."""
    entered = InPlay(
        card=event.card, player=event.player, sort=event.sort, armour=event.armour, uses=event.uses, on=event.on
    )
    hands = state.hands | {event.player: without(state.hands[event.player], event.card)}
    return {"in_play": (*state.in_play, entered), "hands": hands}


def _left_play(state: State, event: e.LeftPlay) -> Changes:
    return {
        "in_play": tuple(each for each in state.in_play if each.card != event.card),
        "histories": into_history(state, event.player, event.card),
    }


def _turned(state: State, event: e.Turned) -> Changes:
    return {"in_play": tuple(replace(each, turned=True) if each.card == event.card else each for each in state.in_play)}


def _marker_taken(state: State, event: e.MarkerTaken) -> Changes:
    """A marker that goes while a creature is activated is the only one of its card in that activation (W-MULT-04)."""
    used = bool(event.uses) and any(isinstance(step, ActivationStep) for step in state.steps)
    return {
        "in_play": tuple(
            replace(
                each,
                uses=max(0, each.uses - event.uses),
                armour=max(0, each.armour - event.armour),
                used=each.used or used,
            )
            if each.card == event.card
            else each
            for each in state.in_play
        )
    }


def _lasted(state: State, event: e.Lasted) -> Changes:
    lasting = LastingEffect(
        effect=event.effect, pieces=event.pieces, player=event.player, amount=event.amount, until=event.until
    )
    return {"lasting": (*state.lasting, lasting)}


def _expired(state: State, event: e.Expired) -> Changes:
    return {
        "lasting": tuple(
            each
            for each in state.lasting
            if each.until is not event.until or (event.player and each.player != event.player)
        )
    }


def _gained(state: State, player: str, points: int) -> Changes:
    """VP never go below 0 (W-FFA-09)."""
    return {"points": state.points | {player: max(0, state.points[player] + points)}}


def _feat_played(state: State, event: e.FeatPlayed) -> Changes:
    player, card = event.player, state.setup.feat(event.feat)
    return {
        "feats_held": state.feats_held | {player: without(state.feats_held[player], event.feat)},
        "fame": state.fame | {player: (*state.fame[player], event.feat)},
        **counted(state, scored=(*state.count.scored, card.key), military=state.count.military + bool(card.military)),
        **_gained(state, player, event.points),
    }


def _kill_scored(state: State, event: e.KillScored) -> Changes:
    """Each scores 1 VP (W-FEAT-14); whether a destroyed Character brought it is kept (W-FEAT-30)."""
    player = event.player
    kills = state.kills | {player: (*state.kills[player], event.feat)}
    gifts = state.gifts | ({} if event.piece else {player: state.gifts.get(player, 0) + 1})
    return {"feats": state.feats[1:], "kills": kills, "gifts": gifts, **_gained(state, player, 1)}


def _feat_spent(state: State, event: e.FeatSpent) -> Changes:
    held = {event.player: without(state.feats_held[event.player], event.feat)}
    return {
        "feats_held": state.feats_held | held,
        "feats_gone": (*state.feats_gone, event.feat),
        **counted(state, spent_feat=True),
    }


def _scored(state: State, event: e.Scored) -> Changes:
    changed = _gained(state, event.player, event.points)
    if event.why == "income":
        changed["marks"] = state.marks | {event.player: state.marks.get(event.player, 0) + event.points}
    return changed


def _fell(state: State, event: e.Fell) -> Changes:
    return {"fallen": (*state.fallen, event.player)}


def _last_turn(_: State, __: e.LastTurn) -> Changes:
    return {"last": True}


def _value_set(state: State, event: ValueSet) -> Changes:
    match event.what:
        case "influence":
            return {"influence": state.influence | {event.of: event.value}}
        case "points":
            return {"points": state.points | {event.of: event.value}}
        case _:
            return creature_changed(state, event.of, **{event.what: event.value})


def _won(_: State, event: e.Won) -> Changes:
    return {"outcome": event.side, "ended": event.why, "waiting": ()}


_FOLDS: dict[type, Callable[[State, Any], Changes]] = (
    PILE_FOLDS
    | CREATURE_FOLDS
    | {
        e.Pushed: pushed,
        Popped: popped,
        e.Replaced: replaced,
        Ordered: _ordered,
        e.TerrainLaid: _terrain_laid,
        e.LandmarkPlaced: _landmark_placed,
        e.LandmarkMoved: _landmark_moved,
        TurnBegan: _turn_began,
        e.Readied: _readied,
        e.InfluenceSet: _influence_set,
        e.HandedOn: _handed_on,
        DiceRolled: nothing,
        e.CritApplied: nothing,
        e.CardPlayed: _card_played,
        e.Cancelled: _cancelled,
        NotReacted: nothing,
        Discarded: _discarded,
        e.HandDiscarded: _hand_discarded,
        e.Equipped: _equipped,
        e.ImprovementUsed: _improvement_used,
        e.Recalled: _recalled,
        e.Entered: _entered,
        e.LeftPlay: _left_play,
        e.Turned: _turned,
        e.MarkerTaken: _marker_taken,
        e.Lasted: _lasted,
        e.Expired: _expired,
        e.FeatPlayed: _feat_played,
        e.KillScored: _kill_scored,
        e.FeatSpent: _feat_spent,
        e.Scored: _scored,
        e.Fell: _fell,
        e.LastTurn: _last_turn,
        Told: nothing,
        ValueSet: _value_set,
        e.Won: _won,
    }
)
"""What each event changes."""
