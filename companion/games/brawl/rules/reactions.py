"""Who may answer an attack, and with what (B-REACT)."""

from companion.games.brawl.model.kinds import Deed
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import CardStep
from companion.games.defaults.hands import known
from companion.games.prompt import CommandSpec, Field, Pick


def may_react(state: State, step: CardStep) -> tuple[str, ...]:
    """Players who are asked: of the side that is attacked, all with a card in hand and a ready core.

    So a reaction comes in an opponent's turn alone (B-REACT-01, B-REACT-02), of a team also by who is not attacked
    (B-TEAM-06), and of all of them together one (B-TEAM-13).
    Whether one of those cards is a reaction is their secret, so that everybody is asked in the same way.
    """
    attacker = state.side(step.player)
    attacked = {state.side_of(each) for each in step.targets} - {attacker}
    return tuple(
        player
        for side in sorted(attacked)
        for player in state.players_of(side)
        if state.hands[player] and state.cores[player]
    )


def reactions(state: State, player: str) -> tuple[str, ...]:
    """Reaction cards of a hand, of any champion, whose core is ready (B-REACT-03, B-REACT-09)."""
    ready = state.cores[player]
    return tuple(
        card
        for card in known(state.hands[player])
        if (it := state.card(card)).deed is Deed.REACTION and it.core in ready
    )


def reaction_specs(state: State, step: CardStep, player: str) -> tuple[CommandSpec, ...]:
    """What a player who is asked may answer: a card for one of the own targets (B-REACT-05); to pass, always."""
    side = state.side(player)
    served = tuple(each for each in step.targets if state.side_of(each) == side and state.is_standing(each))
    cards = reactions(state, player)
    passing = CommandSpec(kind="pass", by=player)
    if not cards or not served:
        return (passing,)
    fields: dict[str, Field] = {"card": Pick(options=cards), "piece": Pick(options=served)}
    return (CommandSpec(kind="react", by=player, fields=fields), passing)
