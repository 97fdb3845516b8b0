"""Rounds and turns: scoring, activation, refresh, and the challenge track (B-ROUND, B-SCORE, B-REF, B-CHAL)."""

from msgspec.structs import replace

from companion.games.brawl.engine.resolution import BaseHandler, Run
from companion.games.brawl.model.commands import Act, EndTurn, Play
from companion.games.brawl.model.events import (
    ChallengeLaid,
    CoresReady,
    Discarded,
    Expired,
    Recycled,
    Scored,
    TrackMoved,
)
from companion.games.brawl.model.kinds import CORES
from companion.games.brawl.model.state import CHALLENGES, State
from companion.games.brawl.model.steps import ChallengeStep, Context, DrawStep, TurnStep
from companion.games.brawl.model.terms import Until
from companion.games.brawl.rules.actions import act, action_specs, play, win
from companion.games.brawl.rules.cards import push_abilities
from companion.games.brawl.rules.selection import holds
from companion.games.common import TurnBegan
from companion.games.prompt import CommandSpec


class TurnHandler(BaseHandler):
    """A turn: scoring, activation and refresh phase, in this order (B-ROUND-03)."""

    key = "act"

    def specs(self, state: State, step: TurnStep) -> tuple[CommandSpec, ...]:
        return action_specs(state, step.player) if step.stage == "act" else ()

    def about(self, state: State, step: TurnStep) -> dict[str, str | int | float | bool]:
        return {"cores": len(state.cores[step.player])}

    def answer(self, run: Run, step: TurnStep, command: Play | Act | EndTurn) -> None:
        match command:
            case Play():
                play(run, command)
            case Act():
                act(run, command)
            case EndTurn():
                run.turn_to(replace(step, stage="refresh"))

    def go_on(self, run: Run, step: TurnStep) -> None:
        match step.stage:
            case "begin":
                run.turn_to(replace(step, stage="score"))
                run.emit(TurnBegan(player=step.player, turn=run.state.turn + 1))
            case "score":
                run.turn_to(replace(step, stage="act"))
                score(run, step.player)
            case "refresh":
                run.turn_to(replace(step, stage="over"))
                _refresh(run, step.player)
            case _:
                _over(run, step)


def score(run: Run, player: str) -> None:
    """Scores the challenges that are met, slot by slot; the game may end with any (B-SCORE-02, B-SCORE-06)."""
    of, side = Context(player=player), run.state.side(player)
    if run.state.round > 1:
        met = [
            (challenge, points)
            for challenge, points in zip(run.state.track, run.state.setup.slots, strict=True)
            if challenge and points and holds(run.state, run.state.setup.challenge(challenge).condition, of)
        ]
        for challenge, points in met:
            run.emit(Scored(side=side, points=points, challenge=challenge))
            win(run)
            if run.state.outcome is not None:
                return
    for champion in run.state.mine(player)[::-1]:
        push_abilities(run, champion.id, "turn")


def _refresh(run: Run, player: str) -> None:
    """Cores, then discard, then draw (B-REF-05)."""
    run.emit(CoresReady(player=player, cores=CORES))
    if hand := run.state.hands[player]:
        run.emit(Discarded(player=player, cards=hand))
    run.push(DrawStep(player=player, count=run.state.setup.hand))


def _over(run: Run, step: TurnStep) -> None:
    """What lasted until the end of the turn is over (B-REF-06); the next player's turn, or the next round."""
    run.pop()
    run.emit(Expired(until=Until.END_OF_TURN))
    order = run.state.order
    number = order.index(step.player) + 1
    if number < len(order):
        run.push(TurnStep(player=order[number]))
    else:
        run.push(ChallengeStep(), TurnStep(player=order[0]))


class ChallengeHandler(BaseHandler):
    """At the end of a round the track shifts, and new challenges come (B-CHAL-01 to -04, B-TEAM-10)."""

    def go_on(self, run: Run, step: ChallengeStep) -> None:
        new = new_slots(run.state)
        if step.left < 0:
            run.emit(TrackMoved(slots=new))
            run.turn_to(replace(step, left=new))
        elif step.left == 0 or not (run.state.challenges or run.state.met):
            run.pop()
        elif not run.state.challenges:
            run.emit(Recycled(pile=CHALLENGES))
        else:
            run.turn_to(replace(step, left=step.left - 1))
            run.emit(ChallengeLaid(slot=step.left - 1, challenge=run.state.challenges[0]))


def new_slots(state: State) -> int:
    """How many slots the track shifts, and how many new challenges come."""
    return 2 if state.setup.of_four else 1
