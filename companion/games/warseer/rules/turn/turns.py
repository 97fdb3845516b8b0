"""A player's turn and its phases (W-TURN, W-SUM, W-PH)."""

from msgspec.structs import replace

from companion.games.common import Choose, TurnBegan
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import Cells, CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import CreatureKind, Moment
from companion.games.warseer.model.cards import CharacterCard
from companion.games.warseer.model.commands import (
    Activate,
    Discard,
    EndTurn,
    Landmark,
    Play,
    Remove,
    Score,
    Spend,
    Summon,
    Use,
)
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import INFLUENCE, State
from companion.games.warseer.model.steps import Context, TurnStep
from companion.games.warseer.model.terms import Until
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.activation import activate, may_activate
from companion.games.warseer.rules.creature.harm import choice_of
from companion.games.warseer.rules.creature.reactions import occur, pay
from companion.games.warseer.rules.creature.values import abilities_of, cost_of, is_full
from companion.games.warseer.rules.field import entries
from companion.games.warseer.rules.moves import enter
from companion.games.warseer.rules.play import cards, feats, landmarks
from companion.games.warseer.rules.victory import draw, draw_feat, finish

Answer = Choose | Activate | Remove | Use | Summon | Play | Discard | Score | Spend | Landmark | EndTurn


class TurnHandler(BaseHandler):
    """Start, activation and end of a turn (W-TURN-02)."""

    key = "act"

    def specs(self, state: State, step: TurnStep) -> tuple[CommandSpec, ...]:
        if step.player in state.fallen:  # in the own turn: it is over (W-FFA-16, W-ALLY-20)
            return ()
        if step.stage == "end" and step.todo and len(step.todo) > 1:
            return (choice_of(step.player, step.todo, 1, 1),)
        return action_specs(state, step.player) if step.stage == "act" else ()

    def key_of(self, state: State, step: TurnStep) -> str:
        return "choose_end" if step.stage == "end" else self.key

    def about(self, state: State, step: TurnStep) -> dict[str, str | int | float | bool]:
        return {"influence": state.influence[step.player], "left": len(able(state, step.player))}

    def answer(self, run: Run, step: TurnStep, command: Answer) -> None:
        match command:
            case EndTurn():
                run.turn_to(replace(step, stage="end"))
            case Choose():
                _end_of(run, step, command.chosen[0])
            case Discard():
                run.emit(e.HandDiscarded(player=step.player))
                cards.discard(run, step.player, (command.card,))
            case _:
                act(run, command)

    def go_on(self, run: Run, step: TurnStep) -> None:
        match step.stage:
            case "begin":
                run.turn_to(replace(step, stage="start"))
                run.emit(TurnBegan(player=step.player, turn=run.state.turn + 1))
            case "start":
                run.turn_to(replace(step, stage="draw"))
                _start(run, step.player)
            case "draw":
                # W-TURN-08, W-TURN-11; after the refill (W-TURN-10, reading of W-OPEN-22).
                run.turn_to(replace(step, stage="act"))
                draw(run, step.player)
                draw_feat(run, step.player)
                occur(run, Moment.TURN_START, _hero(run.state, step.player))
            case "end" if step.todo is None:
                run.turn_to(replace(step, todo=ending(run.state, step.player)))
            case "end" if step.todo:
                _end_of(run, step, step.todo[0])
            case "end":
                run.turn_to(replace(step, stage="over"))
            case _:
                _over(run, step)


def ending(state: State, player: str) -> tuple[str, ...]:
    """Creatures that have something to do at the end of the turn; the Hero stands for the player's cards."""
    hero = state.hero(player).id
    return tuple(
        each.id
        for each in state.mine(player)
        if each.id == hero or any(it.on is Moment.TURN_END for it in abilities_of(state, each.id))
    )


def _end_of(run: Run, step: TurnStep, piece: str) -> None:
    """What happens at the end of the turn, one after the other (W-TURN-22)."""
    run.turn_to(replace(step, todo=tuple(each for each in step.todo or () if each != piece)))
    if run.state.is_standing(piece):
        occur(run, Moment.TURN_END, Context(piece=piece, player=step.player))


def _hero(state: State, player: str) -> Context:
    return Context(piece=state.hero(player).id, player=player)


def _start(run: Run, player: str) -> None:
    """All is ready again, what lasted so long ends, and Influence is refilled but in a player's first turn.

    W-TURN-04 to -07, W-ECON-03, W-ECON-04, W-EX-01, W-EX-02, W-PH-01.
    """
    run.emit(e.Readied(player=player))
    run.emit(e.Expired(until=Until.OWN_TURN, player=player))
    if run.state.round > 1:
        run.emit(e.InfluenceSet(player=player, value=min(INFLUENCE, run.state.income(player))))


def act(run: Run, command: Answer) -> None:
    """One of the things that may be done between activations, in any order (W-TURN-12 to -19)."""
    match command:
        case Activate():
            activate(run, command.piece)
        case Remove():  # no destruction (W-MIN-08, W-MIN-09)
            run.emit(e.Removed(piece=command.piece, to=Where.GONE))
        case Use():
            cards.use(run, command)
        case Summon():
            _summon(run, command)
        case Play():
            cards.play(run, command)
        case Score():
            feats.score(run, command)
        case Spend():
            feats.spend(run, command)
        case Landmark():
            landmarks.move(run, command)
        case _:
            pass


def idle(state: State, player: str) -> tuple[str, ...]:
    """Creatures that still have to complete their activations (W-ACT-05, W-TURN-21, reading of W-OPEN-70)."""
    return tuple(each.id for each in state.mine(player) if not each.done)


def able(state: State, player: str) -> tuple[str, ...]:
    """Creatures that may still be activated in this turn, among them one that may act again (W-ACT-11)."""
    return tuple(each.id for each in state.mine(player) if may_activate(state, each.id))


def action_specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """All that the active player may do."""
    specs: list[CommandSpec] = []
    if pieces := able(state, player):
        specs.append(CommandSpec(kind="activate", by=player, fields={"piece": Pick(options=pieces)}))
    if minions := tuple(each.id for each in state.mine(player) if each.kind is CreatureKind.MINION and not each.done):
        specs.append(CommandSpec(kind="remove", by=player, fields={"piece": Pick(options=minions)}))
    specs += _summons(state, player)
    if hand := cards.playable(state, player):
        specs.append(CommandSpec(kind="play", by=player, fields={"card": Pick(options=hand)}))
    specs += cards.use_specs(state, player)
    if state.hands[player] and not state.count.discarded:  # W-ECON-08, W-TURN-17
        specs.append(CommandSpec(kind="discard", by=player, fields={"card": Pick(options=state.hands[player])}))
    if met := feats.scorable(state, player):
        specs.append(CommandSpec(kind="score", by=player, fields={"feat": Pick(options=met)}))
    specs += feats.spend_specs(state, player)
    specs += landmarks.move_specs(state, player)
    if not idle(state, player):
        specs.append(CommandSpec(kind="endturn", by=player))
    return tuple(specs)


def _summons(state: State, player: str) -> list[CommandSpec]:
    """One Character of the War Camp in a turn, if it can be paid and may enter.

    W-GEN-07, W-SUM-01, W-SUM-06, W-SUM-08, W-TURN-15, W-ALLY-02.
    """
    cells = entries(state, player)
    if state.count.summoned or is_full(state, player) or not cells:
        return []
    return [
        CommandSpec(kind="summon", by=player, fixed={"piece": each.id}, fields={"to": Cells(options=cells)})
        for each in state.creatures.values()
        if each.owner == player
        and each.where is Where.CAMP
        and each.kind is CreatureKind.CHARACTER
        and price(state, each.id) <= state.influence[player]
    ]


def price(state: State, piece: str) -> int:
    """What it costs to summon a Character (W-ECON-01)."""
    card = state.printed(piece)
    printed = card.cost if isinstance(card, CharacterCard) else 0
    return cost_of(state, state.creatures[piece].owner, printed)


def _summon(run: Run, command: Summon) -> None:
    pay(run, command.by, price(run.state, command.piece))
    enter(run, command.piece, command.to)


def _over(run: Run, step: TurnStep) -> None:
    """What lasted until the end of the turn is over (W-TURN-22, W-TURN-23, W-PH-04); the next player (W-TURN-24).

    With the last Feat the game is over, too (W-END-01).
    """
    landmarks.hold(run, step.player)
    if run.state.outcome is not None:
        return
    run.pop()
    run.emit(e.Expired(until=Until.END_OF_TURN))
    if run.state.last:
        finish(run, "feats")
        return
    run.push(TurnStep(player=next_player(run.state, step.player)))


def next_player(state: State, player: str) -> str:
    """Who has the next turn; who has fallen has none (W-TURN-01, W-ALLY-05, W-FFA-16)."""
    number = state.order.index(player)
    after = state.order[number + 1 :] + state.order[: number + 1]
    return next(each for each in after if each not in state.fallen)
