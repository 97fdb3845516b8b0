"""Stealth tokens: who hides, and what that protects from (S-STEALTH).

Detection is in `detecting`; whether a target is protected is asked of `selecting.is_protected`.
"""

from companion.games.signum.creature.abilities import has
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.state import State


def lose(draft: Draft, creature: str, why: str) -> None:
    """A creature is no longer hidden; nothing happens to one that is not (S-STEALTH-05 to S-STEALTH-09)."""
    known = draft.state.creatures.get(creature)
    if known is not None and known.stealth:
        draft.emit(CreatureChanged(creature=creature, stealth=False, why=why))


def gain(draft: Draft, creature: str, why: str) -> None:
    """A creature is hidden; it never has more than one token (S-STEALTH-34)."""
    known = draft.state.creatures.get(creature)
    if known is not None and not known.stealth:
        draft.emit(CreatureChanged(creature=creature, stealth=True, why=why))


def shot_at_since_own_turn(state: State, creature: Creature) -> bool:
    """Whether a ranged attack was aimed at it in the turns since its player's last one (S-STEALTH-33).

    It is forgotten as its player's turn ends; in games from before that, once a round is over.
    """
    return state.turn - len(state.players) < creature.shot_at_turn < state.turn


def forget_shots(draft: Draft, player: str) -> None:
    """At the end of a player's turn, what was shot at a player's creatures before counts no more (S-STEALTH-33)."""
    for creature in draft.state.creatures.values():
        if creature.owner == player and creature.shot_at_turn >= 0:
            draft.emit(CreatureChanged(creature=creature.id, shot_at_turn=-1, why="S-STEALTH-33"))


def reason_not_to_hide(state: State, creature: Creature) -> tuple[str, str] | None:
    """Why a creature may not Go to the Shadow, contact aside; None if it may (S-STEALTH-30 to S-STEALTH-34)."""
    if not has(state, creature, "stealth"):
        return ("S-STEALTH-30", "no_stealth_ability")
    if creature.stealth:
        return ("S-STEALTH-34", "hidden_already")
    if shot_at_since_own_turn(state, creature):
        return ("S-STEALTH-33", "shot_at_last_turn")
    return None
