"""Control over an enemy's character until the end of the own turn (S-AB-14, S-OPEN-35)."""

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.events import CreatureChanged, DeedValues


def take(draft: Draft, creature: str, player: str) -> None:
    """A player commands another's character, which can be activated whatever it did before."""
    fresh: DeedValues = {"activated": False, "finished": False, "summoned": False}
    draft.emit(CreatureChanged(creature=creature, controller=player, deeds=fresh, why="S-AB-14"))


def release(draft: Draft) -> None:
    """At the end of a turn everybody commands their own again."""
    for creature in draft.state.creatures.values():
        if creature.controller != creature.owner:
            draft.emit(CreatureChanged(creature=creature.id, controller=creature.owner, why="S-AB-14"))
