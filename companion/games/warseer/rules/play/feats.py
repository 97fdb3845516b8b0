"""Feats: played, and discarded for an effect (W-FEAT)."""

from companion.games.defaults.hands import known
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.commands import Score, Spend
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import Context, MinionStep
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.reactions import gain
from companion.games.warseer.rules.creature.selection import holds
from companion.games.warseer.rules.victory import draw

OPTIONS = ("influence", "minions", "draw")
"""What a Feat may be discarded for (W-FEAT-12, W-DATA-35)."""


def scorable(state: State, player: str) -> tuple[str, ...]:
    """Feats of a hand whose condition is met now, in the own turn.

    None in the first player's first turn (W-FEAT-23); Achievements once of a name (W-FEAT-20), Military Feats one for
    each destroyed Character (W-FEAT-18, W-PH-03); else as many as may be (W-FEAT-17).
    """
    if state.turn == 1:
        return ()
    context = Context(piece=state.hero(player).id, player=player)
    return tuple(feat for feat in known(state.feats_held[player]) if _is_met(state, feat, context))


def _is_met(state: State, feat: str, context: Context) -> bool:
    card, count = state.setup.feat(feat), state.count
    if card.military:
        return count.military < len(count.destroyed) and holds(state, card.condition, context)
    return card.key not in count.scored and holds(state, card.condition, context)


def score(run: Run, command: Score) -> None:
    """It lies face up in the Hall of Fame, and its VP are gained at once (W-FEAT-16, W-FEAT-21, W-VP-03)."""
    points = run.state.setup.feat(command.feat).points
    run.emit(e.FeatPlayed(player=command.by, feat=command.feat, points=points))


def spend_specs(state: State, player: str) -> list[CommandSpec]:
    """One Feat may be discarded in a turn, for one of its effects (W-FEAT-10, W-TURN-19)."""
    if state.count.spent_feat:
        return []
    specs = []
    for option in OPTIONS:
        feats = tuple(each for each in known(state.feats_held[player]) if getattr(state.setup.feat(each), option))
        if feats:
            fields = {"feat": Pick(options=feats)}
            specs.append(CommandSpec(kind="spend", by=player, fixed={"option": option}, fields={**fields}))
    return specs


def spend(run: Run, command: Spend) -> None:
    """It goes to the discard pile shared by all (W-FEAT-11)."""
    player, card = command.by, run.state.setup.feat(command.feat)
    run.emit(e.FeatSpent(player=player, feat=command.feat, option=command.option))
    match command.option:
        case "influence":
            gain(run, player, card.influence)
        case "minions":
            run.push(MinionStep(player=player, beside=run.state.hero(player).id, left=card.minions))
        case _:
            draw(run, player, card.draw)
