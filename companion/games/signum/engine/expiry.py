"""Effects on creatures that last: when they end (S-ABIL-16, S-TURN-06, S-VAR-17)."""

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.cards import Until
from companion.games.signum.model.events import LastingEnded


def expire(draft: Draft, moment: str, player: str) -> None:
    """Ends the effects that last until this moment.

    Args:
        draft: The command being decided.
        moment: `end_of_turn` or `start_of_own_turn`, of that player.
        player: Whose turn ends or begins.
    """
    for creature in draft.state.creatures.values():
        for lasting in creature.lasting:
            if _ends(draft, lasting.until, lasting.by, moment, player):
                draft.emit(LastingEnded(creature=creature.id, key=lasting.key))


def _ends(draft: Draft, until: Until, by: str, moment: str, player: str) -> bool:
    match until:
        case Until.END_OF_TURN | Until.END_OF_COMBAT:
            return moment == "end_of_turn"
        case Until.START_OF_OWN_TURN:
            return moment == "start_of_own_turn" and player == by
        case Until.END_OF_OPPONENTS_TURN:
            # With several opponents the last of them must have finished (S-VAR-17), though the hero falls in that turn.
            state = draft.state
            order = state.order
            after = (*order[order.index(by) + 1 :], *order[: order.index(by)])
            playing = [each for each in after if each == player or not state.players[each].out]
            last = [each for each in playing if not state.allied(each, by)][-1:]
            return moment == "end_of_turn" and last == [player]
        case _:
            return False
