"""Rounds and turns: scoring, activation, refresh, and the challenge track (B-ROUND, B-SCORE, B-REF, B-CHAL)."""

from msgspec.structs import replace

from companion.games.brawl.model.commands import Act, EndTurn, Play
from companion.games.brawl.model.events import ChallengeLaid, CoresReady, Expired, Recycled, Scored, TrackMoved
from companion.games.brawl.model.kinds import CORES
from companion.games.brawl.model.state import CHALLENGES, State
from companion.games.brawl.model.steps import ActionEndStep, ChallengeStep, Context, DrawStep, TurnStep
from companion.games.brawl.model.terms import Until
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.actions import act, action_specs, play, win
from companion.games.brawl.rules.cards import push_abilities
from companion.games.brawl.rules.selection import holds
from companion.games.common import TurnBegan
from companion.games.kit.events import Discarded
from companion.games.kit.handlers import BaseHandler
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
    """Scores the challenges that are met, slot by slot; the game may end with any (B-SCORE-02, B-SCORE-06, B-TEAM-18).

    Nobody is asked: to score is not optional.
    """
    of, side = Context(player=player), run.state.side(player)
    if run.state.round > 1:  # B-SCORE-05
        # Those on the track whose condition is met (B-SCORE-01, B-CHAL-07), on slots that give points (B-SCORE-03,
        # B-CHAL-05).
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
    # What abilities do as the turn begins ends like an action: with power-ups, and perhaps the game.
    mine = [
        each.id for each in run.state.mine(player) if "turn" in {it.on for it in run.state.values(each.id).abilities}
    ]
    if mine:
        run.push(ActionEndStep(piece=mine[0]))
    for piece in mine[::-1]:
        push_abilities(run, piece, "turn")


def _refresh(run: Run, player: str) -> None:
    """Cores, then discard, then draw (B-REF-05)."""
    # The player's own, ready again for the opponent's turn too (B-BASE-06, B-REF-01, B-REF-02, B-REF-03).
    run.emit(CoresReady(player=player, cores=CORES))
    # B-REF-04
    if hand := run.state.hands[player]:
        run.emit(Discarded(player=player, cards=hand))
    run.push(DrawStep(player=player, count=run.state.setup.hand))


def _over(run: Run, step: TurnStep) -> None:
    """What lasted until the end of the turn is over (B-REF-06); the next player's turn, or the next round.

    B-ROUND-02, B-TEAM-12.
    """
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
            # B-CHAL-04
            run.emit(Recycled(pile=CHALLENGES))
        else:
            run.turn_to(replace(step, left=step.left - 1))
            # On the slots that give no points, the right one first (B-CHAL-02, B-TEAM-15).
            run.emit(ChallengeLaid(slot=step.left - 1, challenge=run.state.challenges[0]))


def new_slots(state: State) -> int:
    """How many slots the track shifts, and how many new challenges come (B-CHAL-01, B-TEAM-10)."""
    return 2 if state.setup.of_four else 1
