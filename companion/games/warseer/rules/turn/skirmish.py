"""Skirmish: rounds in which players activate in turn, without economy and Feats (W-SKIR)."""

from msgspec.structs import replace

from companion.games.common import TurnBegan
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import CreatureKind, Moment
from companion.games.warseer.model.commands import Activate, Deploy, Hire, Pass, Stop, Use
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import Context, DeployStep, MinionStep, RoundStep
from companion.games.warseer.model.terms import Until
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.activation import activate as begin
from companion.games.warseer.rules.creature.reactions import occur, pay
from companion.games.warseer.rules.creature.values import is_squad_full
from companion.games.warseer.rules.field import is_free, zone_of
from companion.games.warseer.rules.moves import enter, minion_cells, move_spec
from companion.games.warseer.rules.play import cards
from companion.games.warseer.rules.turn.turns import able, ending, next_player
from companion.games.warseer.rules.victory import finish

INFLUENCE, HIRED = 5, 2
"""Of each player in each round (W-SKIR-11, W-SKIR-26); what a Minion costs (W-SKIR-38, W-DATA-40)."""


def may_deploy(state: State, player: str) -> tuple[str, ...]:
    """Characters that may enter, up to the limit of Characters (W-SKIR-33, W-SKIR-34, W-SKIR-40)."""
    if is_squad_full(state, player):
        return ()
    return tuple(
        each.id
        for each in state.creatures.values()
        if each.owner == player and each.where is Where.CAMP and each.kind is CreatureKind.CHARACTER
    )


class DeployHandler(BaseHandler):
    """Characters enter the own Deployment Zone, as many as are wanted (W-SKIR-08, W-SKIR-24, reading of W-OPEN-49)."""

    key = "deploy_squad"

    def specs(self, state: State, step: DeployStep) -> tuple[CommandSpec, ...]:
        cells = tuple(sorted(cell for cell in zone_of(state, step.player) if is_free(state, cell)))
        pieces = may_deploy(state, step.player)
        if not cells or not pieces or step.player in state.fallen:
            return ()
        deploying = (move_spec(step.player, piece, cells, "deploy") for piece in pieces)
        return (*deploying, CommandSpec(kind="stop", by=step.player))

    def answer(self, run: Run, step: DeployStep, command: Deploy | Stop) -> None:
        if isinstance(command, Stop):
            run.pop()
            return
        # They may be activated in the round that begins, and their First Words come now (W-SKIR-25).
        enter(run, command.piece, command.to)
        run.emit(e.Freed(piece=command.piece))


def unmarked(state: State, player: str) -> tuple[str, ...]:
    """Creatures without an activation marker: not activated, or entered with Rush in this round (W-SKIR-35)."""
    return tuple(each.id for each in state.mine(player) if not each.done or (each.fresh and each.again))


class RoundHandler(BaseHandler):
    """A round, activation by activation (W-SKIR-15, W-SKIR-16)."""

    key = "skirmish"

    def specs(self, state: State, step: RoundStep) -> tuple[CommandSpec, ...]:
        if step.stage != "act" or step.over or not unmarked(state, step.player):  # W-SKIR-22, reading of W-OPEN-51
            return ()
        specs = []
        if pieces := able(state, step.player):
            specs.append(CommandSpec(kind="activate", by=step.player, fields={"piece": Pick(options=pieces)}))
        specs += cards.use_specs(state, step.player)  # W-SKIR-18
        if may_hire(state, step.player):
            specs.append(CommandSpec(kind="hire", by=step.player))
        if may_pass(state, step.player):
            specs.append(CommandSpec(kind="pass", by=step.player))
        return tuple(specs)

    def about(self, state: State, step: RoundStep) -> dict[str, str | int | float | bool]:
        return {"round": state.round, "left": len(unmarked(state, step.player))}  # W-SKIR-13

    def answer(self, run: Run, step: RoundStep, command: Activate | Use | Hire | Pass) -> None:
        match command:
            case Activate():
                run.turn_to(replace(step, last=step.player, over=True))
                begin(run, command.piece)
            case Use() if command.of in run.state.creatures:
                run.turn_to(replace(step, last=step.player, over=True))
                cards.use(run, command)
            case Use():
                cards.use(run, command)
            case Hire():
                pay(run, step.player, HIRED)
                run.push(MinionStep(player=step.player, beside=run.state.hero(step.player).id))
            case Pass():
                run.turn_to(replace(step, over=True))

    def go_on(self, run: Run, step: RoundStep) -> None:
        match step.stage:
            case "begin":
                run.turn_to(replace(step, stage="act"))
                run.emit(TurnBegan(player=step.player, turn=run.state.turn + 1))
            case "act" if any(unmarked(run.state, player) for player in run.state.order):
                player = next_player(run.state, step.player)
                run.turn_to(replace(step, player=player, over=False))
                run.emit(e.HandedOn(player=player))
            case "act":  # W-SKIR-20
                run.turn_to(replace(step, stage="end"))
            case "end" if step.todo is None:
                run.turn_to(replace(step, todo=_ending(run.state, step)))
            case "end" if step.todo:
                _end_of(run, step, step.todo[0])
            case _:
                _over(run, step)


def may_hire(state: State, player: str) -> bool:
    """A Minion beside the Hero for 2 Influence, if the players agreed on it (W-SKIR-38, W-SKIR-39)."""
    if not state.setup.readings.skirmish_minions or state.influence[player] < HIRED:
        return False
    return bool(minion_cells(state, MinionStep(player=player, beside=state.hero(player).id)))


def may_pass(state: State, player: str) -> bool:
    """With fewer creatures left to activate than every other player (W-SKIR-17, reading of W-OPEN-50)."""
    others = [len(unmarked(state, each)) for each in state.order if each != player and each not in state.fallen]
    return bool(others) and all(len(unmarked(state, player)) < other for other in others)


def _in_order(state: State, step: RoundStep) -> tuple[str, ...]:
    """Players in the order of the next round: whoever activated last is its last (W-SKIR-21)."""
    first = next_player(state, step.last or step.player)
    number = state.order.index(first)
    return tuple(each for each in (*state.order[number:], *state.order[:number]) if each not in state.fallen)


def _ending(state: State, step: RoundStep) -> tuple[str, ...]:
    """The end of turn is declared for all (W-SKIR-15): who has something to do then."""
    return tuple(piece for player in _in_order(state, step) for piece in ending(state, player))


def _end_of(run: Run, step: RoundStep, piece: str) -> None:
    run.turn_to(replace(step, todo=tuple(each for each in step.todo or () if each != piece)))
    if run.state.is_standing(piece):
        occur(run, Moment.TURN_END, Context(piece=piece, player=run.state.creatures[piece].player))


def _over(run: Run, step: RoundStep) -> None:
    """Markers are removed, what lasted ends, Characters enter, Influence is 5 (W-SKIR-23 to -28)."""
    state = run.state
    run.pop()
    if state.round >= state.setup.rounds:  # W-SKIR-12, W-SKIR-27, W-SKIR-30
        finish(run, "rounds")
        return
    players = _in_order(state, step)
    for player in players:
        run.emit(e.Readied(player=player))
        run.emit(e.Expired(until=Until.OWN_TURN, player=player))
        run.emit(e.InfluenceSet(player=player, value=INFLUENCE))
    run.emit(e.Expired(until=Until.END_OF_TURN))
    run.push(*(DeployStep(player=player) for player in players), RoundStep(player=players[0]))
