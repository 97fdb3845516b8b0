"""Folds an event into the state; it never fails on an event that was recorded."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.brawl.model import events as e
from companion.games.brawl.model.kinds import CORES, End
from companion.games.brawl.model.state import CHALLENGES, TRAPS, Champion, LaidTrap, LastingEffect, State
from companion.games.common import PileShuffled, Told, TurnBegan
from companion.games.defaults.hands import Drew
from companion.games.kit.events import (
    Corrected,
    DeckMade,
    Discarded,
    Healed,
    NotReacted,
    Ordered,
    Placed,
    Popped,
    Swapped,
    ValueSet,
)
from companion.games.kit.fold import Changes, drew, fold, nothing, popped, pushed, replaced, without


def evolve(state: State, event: Any) -> State:  # noqa: ANN401 (any of the game's events)
    """The state after an event."""
    return fold(state, event, _FOLDS)


def _champion(state: State, piece: str, **values: object) -> Changes:
    return {"champions": state.champions | {piece: replace(state.champions[piece], **values)}}


def _ordered(state: State, event: Ordered) -> Changes:
    """All that players begin with; each has cores of all three colours, ready (B-SETUP-05, B-TEAM-14)."""
    spent = event.players[1:] if state.setup.readings.spent_at_start else ()
    return {
        "order": event.players,
        "cores": {player: () if player in spent else CORES for player in event.players},
        "points": dict.fromkeys(state.sides, 0),
        "hands": dict.fromkeys(event.players, ()),
        "decks": dict.fromkeys(event.players, ()),
        "discards": dict.fromkeys(event.players, ()),
        "track": ("",) * len(state.setup.slots),
    }


def _end_taken(state: State, event: e.EndTaken) -> Changes:
    other = End.TWO if event.end is End.ONE else End.ONE
    return {"ends": {event.side: event.end, state.other_side(event.side): other}}


def _banned(state: State, event: e.Banned) -> Changes:
    return {"banned": state.banned | {event.player: (*state.banned.get(event.player, ()), event.champion)}}


def _drafted(state: State, event: e.Drafted) -> Changes:
    """At its gate, in its player's colour (B-SETUP-04, B-TEAM-24, B-ARENA-11)."""
    champion = Champion(id=event.piece, player=event.player, card=event.champion)
    return {"champions": state.champions | {event.piece: champion}}


def _deck_made(state: State, event: DeckMade) -> Changes:
    return _pile(state, event.pile, event.cards) | {"waiting": (*state.waiting, event.pile)}


def _pile(state: State, pile: str, cards: tuple[str, ...]) -> Changes:
    match pile:
        case "first" | "challenges":
            return {pile: cards}
        case "traps":
            return {"supply": cards}
        case _:
            return {"decks": state.decks | {pile: cards}}


def _recycled(state: State, event: e.Recycled) -> Changes:
    waiting = (*state.waiting, event.pile)
    if event.pile == CHALLENGES:
        return {"challenges": (*state.challenges, *state.met), "met": (), "waiting": waiting}
    deck = (*state.decks[event.pile], *state.discards[event.pile])
    return {
        "decks": state.decks | {event.pile: deck},
        "discards": state.discards | {event.pile: ()},
        "waiting": waiting,
    }


def _shuffled(state: State, event: PileShuffled) -> Changes:
    return _pile(state, event.pile, event.order) | {"waiting": state.waiting[1:]}


def _trap_laid(state: State, event: e.TrapLaid) -> Changes:
    return {"supply": state.supply[1:], "traps": (*state.traps, LaidTrap(event.cell, event.token))}


def _trap_sprung(state: State, event: e.TrapSprung) -> Changes:
    return {"traps": tuple(each for each in state.traps if each.cell != event.cell)}


def _trap_returned(state: State, event: e.TrapReturned) -> Changes:
    return {"supply": (*state.supply, event.token), "waiting": (*state.waiting, TRAPS)}


def _put(state: State, event: e.Deployed | Placed) -> Changes:
    return _champion(state, event.piece, cell=event.to)


def _moved(state: State, event: e.Moved) -> Changes:
    return _champion(state, event.piece, cell=event.way[-1]) if event.way else {}


def _swapped(state: State, event: Swapped) -> Changes:
    one, other = state.champions[event.piece], state.champions[event.other]
    return {
        "champions": state.champions | {one.id: replace(one, cell=other.cell), other.id: replace(other, cell=one.cell)}
    }


def _left_hand(state: State, event: e.CardPlayed | e.Reacted) -> Changes:
    return {"hands": state.hands | {event.player: without(state.hands[event.player], event.card)}}


def _action_done(state: State, event: e.ActionDone) -> Changes:
    return {"done": (*state.done, event.action.value)}


def _core_spent(state: State, event: e.CoreSpent) -> Changes:
    """Flipped, and so not ready (B-BASE-05, B-ACT-02)."""
    left = tuple(each for each in state.cores[event.player] if each is not event.core)
    return {"cores": state.cores | {event.player: left}}


def _cores_ready(state: State, event: e.CoresReady) -> Changes:
    """Of one player alone: another's stay spent (B-REF-03, B-REACT-10)."""
    ready = {*state.cores[event.player], *event.cores}
    return {"cores": state.cores | {event.player: tuple(each for each in CORES if each in ready)}}


def _discarded(state: State, event: Discarded) -> Changes:
    return {
        "hands": state.hands | {event.player: without(state.hands[event.player], *event.cards)},
        "discards": state.discards | {event.player: (*state.discards[event.player], *event.cards)},
    }


def _planned(state: State, event: e.Planned) -> Changes:
    return {
        "hands": state.hands | {event.player: without(state.hands[event.player], *event.cards)},
        "decks": state.decks | {event.player: (*event.cards, *state.decks[event.player])},
    }


def _damaged(state: State, event: e.Damaged) -> Changes:
    """Damage stays on the champion's card (B-DMG-02)."""
    return _champion(state, event.piece, damage=state.champions[event.piece].damage + event.amount)


def _healed(state: State, event: Healed) -> Changes:
    return _champion(state, event.piece, damage=max(0, state.champions[event.piece].damage - event.amount))


def _knocked_out(state: State, event: e.KnockedOut) -> Changes:
    """To its gate without damage, on the initial side of its card (B-KO-05, B-KO-06); no effect holds there (B-KO-07).

    Whoever did it powers up, unless it is on the same side (B-KO-02, B-KO-15), or knocked out itself (B-PWR-06).
    """
    piece = event.piece
    # B-KO-02, B-KO-15, B-TRAP-12
    risen = event.cause and event.cause in state.champions and state.side_of(event.cause) != state.side_of(piece)
    rising = tuple(each for each in state.rising if each != piece)
    if risen and event.cause not in rising and event.cause not in state.fallen:
        rising = (*rising, event.cause)
    lasting = (replace(each, pieces=tuple(mine for mine in each.pieces if mine != piece)) for each in state.lasting)
    return _champion(state, piece, cell=None, damage=0, powered=False, immobilised=False) | {
        "fallen": (*state.fallen, piece),
        "rising": rising,
        "lasting": tuple(each for each in lasting if each.pieces),
    }


def _powered_up(state: State, event: e.PoweredUp) -> Changes:
    """The card turns to its powered side; damage stays on it (B-PWR-03)."""
    rising = tuple(each for each in state.rising if each != event.piece)
    return _champion(state, event.piece, powered=True) | {"rising": rising}


def _immobilised(state: State, event: e.Immobilised) -> Changes:
    return _champion(state, event.piece, immobilised=True)


def _lasted(state: State, event: e.Lasted) -> Changes:
    lasting = LastingEffect(
        effect=event.effect, pieces=event.pieces, against=event.against, amount=event.amount, until=event.until
    )
    return {"lasting": (*state.lasting, lasting)}


def _expired(state: State, event: e.Expired) -> Changes:
    changes: Changes = {"lasting": tuple(each for each in state.lasting if each.until is not event.until)}
    if event.until.value == "end_of_turn":
        changes["champions"] = {
            id_: replace(each, immobilised=False) if each.immobilised else each for id_, each in state.champions.items()
        }
    return changes


def _scored(state: State, event: e.Scored) -> Changes:
    """Points come from challenges and from knock-outs (B-WIN-02); a scored challenge is discarded (B-SCORE-02)."""
    changes: Changes = {"points": state.points | {event.side: state.points[event.side] + event.points}}
    # B-CHAL-09
    if event.challenge:
        changes["track"] = tuple("" if each == event.challenge else each for each in state.track)
        changes["met"] = (*state.met, event.challenge)
    return changes


def _action_closed(_: State, __: e.ActionClosed) -> Changes:
    return {"fallen": (), "rising": ()}


def _track_moved(state: State, event: e.TrackMoved) -> Changes:
    """Each to the right by so many slots; what passes the right end is discarded (B-CHAL-01, B-CHAL-03)."""
    size = len(state.track)
    fallen = tuple(each for each in state.track[size - event.slots :] if each)
    return {"track": (*("",) * event.slots, *state.track[: size - event.slots]), "met": (*state.met, *fallen)}


def _challenge_laid(state: State, event: e.ChallengeLaid) -> Changes:
    track = list(state.track)
    track[event.slot] = event.challenge
    return {"track": tuple(track), "challenges": state.challenges[1:]}


def _turn_began(state: State, event: TurnBegan) -> Changes:
    first = event.player == state.order[0]
    return {"active": event.player, "turn": event.turn, "round": state.round + first, "done": ()}


def _corrected(state: State, event: Corrected) -> Changes:
    return _champion(state, event.piece, cell=event.cell)


def _value_set(state: State, event: ValueSet) -> Changes:
    match event.what:
        case "damage":
            return _champion(state, event.of, damage=event.value)
        case "powered":
            return _champion(state, event.of, powered=bool(event.value))
        case "immobilised":
            return _champion(state, event.of, immobilised=bool(event.value))
        case "points":
            return {"points": state.points | {event.of: event.value}}
        case _:
            return {}


def _won(_: State, event: e.Won) -> Changes:
    return {"outcome": event.side, "ended": event.why, "steps": (), "waiting": ()}


_FOLDS: dict[type, Callable[[State, Any], Changes]] = {
    e.Pushed: pushed,
    Popped: popped,
    e.Replaced: replaced,
    Ordered: _ordered,
    e.EndTaken: _end_taken,
    e.Banned: _banned,
    e.Drafted: _drafted,
    DeckMade: _deck_made,
    e.Recycled: _recycled,
    PileShuffled: _shuffled,
    e.TrapLaid: _trap_laid,
    e.TrapSprung: _trap_sprung,
    e.TrapReturned: _trap_returned,
    e.TrapShown: nothing,
    e.Deployed: _put,
    Placed: _put,
    e.Moved: _moved,
    Swapped: _swapped,
    e.CardPlayed: _left_hand,
    e.Reacted: _left_hand,
    NotReacted: nothing,
    e.ActionDone: _action_done,
    e.CoreSpent: _core_spent,
    e.CoresReady: _cores_ready,
    e.Targeted: nothing,
    e.Refrained: nothing,
    Drew: drew,
    Discarded: _discarded,
    e.Planned: _planned,
    e.HandShown: nothing,
    e.Damaged: _damaged,
    Healed: _healed,
    e.KnockedOut: _knocked_out,
    e.PoweredUp: _powered_up,
    e.Immobilised: _immobilised,
    e.Lasted: _lasted,
    e.Expired: _expired,
    e.Scored: _scored,
    e.ActionClosed: _action_closed,
    e.TrackMoved: _track_moved,
    e.ChallengeLaid: _challenge_laid,
    TurnBegan: _turn_began,
    Told: nothing,
    Corrected: _corrected,
    ValueSet: _value_set,
    e.Won: _won,
}
