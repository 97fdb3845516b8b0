"""Folds what happens to creatures: they come, move, are hurt and healed, bear tokens, and leave the field."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.kit.events import Corrected, Healed, Placed, Swapped
from companion.games.kit.fold import Changes, without
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import CreatureKind
from companion.games.warseer.model.changes import counted, creature_changed, into_history
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import Creature, State


def _mustered(state: State, event: e.Mustered) -> Changes:
    """To the War Camp (W-ZONE-20)."""
    creature = Creature(id=event.piece, owner=event.player, player=event.player, card=event.card, kind=event.sort)
    return {"creatures": state.creatures | {event.piece: creature}}


def _activated(state: State, event: e.Activated) -> Changes:
    creature = state.creatures[event.piece]
    again = creature.again - 1 if creature.done else creature.again
    # In each activation a card with Multiple Uses may be used anew (W-MULT-04).
    in_play = tuple(replace(each, used=False) if each.used else each for each in state.in_play)
    return creature_changed(state, event.piece, done=True, again=max(0, again)) | {"in_play": in_play}


def _refreshed(state: State, event: e.Refreshed) -> Changes:
    return creature_changed(state, event.piece, again=state.creatures[event.piece].again + 1)


def _freed(state: State, event: e.Freed) -> Changes:
    return creature_changed(state, event.piece, done=False, again=0, fresh=False)


def _put(state: State, event: e.Deployed | Placed) -> Changes:
    return creature_changed(state, event.piece, cell=event.to, where=Where.FIELD)


def _summoned(state: State, event: e.Summoned) -> Changes:
    """It counts as activated (W-SUM-03)."""
    creature = state.creatures[event.piece]
    entered = replace(creature, cell=event.to, where=Where.FIELD, done=True, again=0, fresh=True, under=event.under)
    # It leaves History itself, and so does the card that lies under its own from now on (W-KW-37).
    histories = {player: without(cards, event.piece, event.under) for player, cards in state.histories.items()}
    brought = (*state.count.brought, event.piece) if creature.player == state.active else state.count.brought
    covered = {event.under: replace(state.creatures[event.under], where=Where.UNDER)} if event.under else {}
    return {
        "creatures": state.creatures | {event.piece: entered} | covered,
        "histories": histories,
        "count": replace(
            state.count,
            brought=brought,
            summoned=state.count.summoned
            or (not event.under and creature.where is Where.CAMP and _is_character(creature)),
        ),
    }


def _is_character(creature: Creature) -> bool:
    return creature.kind is CreatureKind.CHARACTER


def _moved(state: State, event: e.Moved) -> Changes:
    return creature_changed(state, event.piece, cell=event.way[-1]) if event.way else {}


def _swapped(state: State, event: Swapped) -> Changes:
    one, other = state.creatures[event.piece], state.creatures[event.other]
    changed = {one.id: replace(one, cell=other.cell), other.id: replace(other, cell=one.cell)}
    return {"creatures": state.creatures | changed}


def _attack_declared(state: State, event: e.AttackDeclared) -> Changes:
    """Of Persecution there is one in a turn (W-KW-32)."""
    return counted(state, hunted=(*state.count.hunted, event.piece)) if event.hunted else {}


def _damaged(state: State, event: e.Damaged) -> Changes:
    creature = state.creatures[event.piece]
    wounds, armour = creature.wounds + event.wounds, max(0, creature.armour - event.armour)
    changed = creature_changed(state, event.piece, wounds=wounds, armour=armour)
    if event.player == state.active and event.wounds:
        dealt = state.count.dealt
        changed |= counted(state, dealt=dealt | {event.piece: dealt.get(event.piece, 0) + event.wounds})
    return changed


def _healed(state: State, event: Healed) -> Changes:
    return creature_changed(state, event.piece, wounds=max(0, state.creatures[event.piece].wounds - event.amount))


def _armoured(state: State, event: e.Armoured) -> Changes:
    return creature_changed(state, event.piece, armour=max(0, state.creatures[event.piece].armour + event.amount))


def _token_gained(state: State, event: e.TokenGained) -> Changes:
    """One of each at most (W-KW-17, W-KW-33, W-KW-42)."""
    tokens = state.creatures[event.piece].tokens
    return creature_changed(state, event.piece, tokens=tokens if event.token in tokens else (*tokens, event.token))


def _token_lost(state: State, event: e.TokenLost) -> Changes:
    tokens = tuple(each for each in state.creatures[event.piece].tokens if each is not event.token)
    return creature_changed(state, event.piece, tokens=tokens)


def _left(state: State, piece: str, to: Where) -> Changes:
    """It loses all that it had gained (W-ZONE-12), and its card comes back to its owner (W-SUM-07)."""
    creature = state.creatures[piece]
    gone = Creature(
        id=piece, owner=creature.owner, player=creature.owner, card=creature.card, kind=creature.kind, where=to
    )
    changed: Changes = {
        "creatures": state.creatures | {piece: gone},
        "lasting": tuple(
            replace(each, pieces=without(each.pieces, piece)) if piece in each.pieces else each
            for each in state.lasting
            if each.pieces != (piece,)
        ),
    }
    if to is Where.HISTORY:
        changed["histories"] = into_history(state, creature.owner, piece)
    return changed


def _destroyed(state: State, event: e.Destroyed) -> Changes:
    """A Character's card goes to History, a Minion's stays where it lies (W-DMG-05, W-MIN-06)."""
    creature = state.creatures[event.piece]
    changed = _left(state, event.piece, event.to)
    is_foe = bool(event.player) and state.side(event.player) != state.side(creature.player)
    if _is_character(creature) and is_foe and event.player == state.active:
        changed |= counted(state, destroyed=(*state.count.destroyed, event.piece))
    if _is_character(creature) and state.setup.is_skirmish:
        changed["slayers"] = state.slayers | {event.piece: event.player if is_foe else ""}
    if creature.under:
        changed |= _uncovered(state, changed, creature.under)
    return changed


def _removed(state: State, event: e.Removed) -> Changes:
    creature = state.creatures[event.piece]
    changed = _left(state, event.piece, event.to)
    if creature.under:
        changed |= _uncovered(state, changed, creature.under)
    return changed


def _uncovered(state: State, changed: Changes, piece: str) -> Changes:
    """The card that lay under a Resurgent's goes to its owner's History (reading of W-OPEN-65)."""
    creature = state.creatures[piece]
    histories = changed.get("histories", state.histories)
    creatures = changed["creatures"] | {piece: replace(creature, where=Where.HISTORY)}
    owner = creature.owner
    return {"creatures": creatures, "histories": histories | {owner: (*histories[owner], piece)}}


def _built(state: State, event: e.Built) -> Changes:
    return creature_changed(state, event.piece, built=True)


def _corrected(state: State, event: Corrected) -> Changes:
    return creature_changed(state, event.piece, cell=event.cell) if event.cell is not None else {}


CREATURE_FOLDS: dict[type, Callable[[State, Any], Changes]] = {
    e.Mustered: _mustered,
    e.Activated: _activated,
    e.Refreshed: _refreshed,
    e.Freed: _freed,
    e.Deployed: _put,
    e.Summoned: _summoned,
    e.Moved: _moved,
    Placed: _put,
    Swapped: _swapped,
    e.AttackDeclared: _attack_declared,
    e.Damaged: _damaged,
    Healed: _healed,
    e.Armoured: _armoured,
    e.TokenGained: _token_gained,
    e.TokenLost: _token_lost,
    e.Destroyed: _destroyed,
    e.Removed: _removed,
    e.Built: _built,
    Corrected: _corrected,
}
"""What each of these events changes."""
