"""Effects on creatures that last: when they end, and who orders their ends (S-ABIL-16, S-TURN-06, -31, S-VAR-17)."""

from collections.abc import Iterator

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.creatures import Creature, LastingEffect
from companion.games.signum.model.events import LastingEnded
from companion.games.signum.model.state import State
from companion.games.signum.model.terms import Until

Ending = tuple[Creature, LastingEffect]


def expire(draft: Draft, moment: str, player: str) -> None:
    """Ends the effects that last until this moment.

    Args:
        draft: The command being decided.
        moment: `end_of_turn` or `start_of_own_turn`, of that player.
        player: Whose turn ends or begins.
    """
    for creature, lasting in ending(draft.state, moment, player):
        draft.emit(LastingEnded(creature=creature.id, key=lasting.key))


def ending(state: State, moment: str, player: str) -> tuple[Ending, ...]:
    """The effects that end at a moment, and whom they are on; arguments as for `expire`."""
    return tuple(
        (creature, lasting)
        for creature in state.creatures.values()
        for lasting in creature.lasting
        if _ends(state, lasting.until, lasting.by, moment, player)
    )


def words_of(endings: tuple[Ending, ...], player: str) -> Iterator[str]:
    """How a choice among the effects of one player's cards names each: by its creature, and its key."""
    return (f"{creature.id}/{lasting.key}" for creature, lasting in endings if lasting.by == player)


def _ends(state: State, until: Until, by: str, moment: str, player: str) -> bool:
    match until:
        case Until.END_OF_TURN | Until.END_OF_COMBAT:
            return moment == "end_of_turn"
        case Until.START_OF_OWN_TURN:
            return moment == "start_of_own_turn" and player == by
        case Until.END_OF_OPPONENTS_TURN:
            # With several opponents the last of them must have finished (S-VAR-17), though the hero falls in that turn.
            order = state.order
            after = (*order[order.index(by) + 1 :], *order[: order.index(by)])
            playing = [each for each in after if each == player or not state.players[each].out]
            last = [each for each in playing if not state.allied(each, by)][-1:]
            return moment == "end_of_turn" and last == [player]
        case _:
            return False
