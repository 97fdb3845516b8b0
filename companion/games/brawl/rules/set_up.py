"""Before the first turn: who begins, drafts, decks, traps, hands and places (B-SETUP, B-DRAFT, B-TEAM)."""

from collections.abc import Iterable, Iterator

from companion.games.brawl.model.commands import Ban, Draft, Lead, Move, TakeEnd
from companion.games.brawl.model.constants import TRAPS as TOKENS
from companion.games.brawl.model.constants import TRAPS_LAID
from companion.games.brawl.model.events import Banned, ChallengeLaid, Deployed, Drafted, EndTaken
from companion.games.brawl.model.kinds import End
from companion.games.brawl.model.setup import Setup
from companion.games.brawl.model.state import CHALLENGES, FIRST, TRAPS, State
from companion.games.brawl.model.steps import (
    ActionEndStep,
    BanStep,
    DecksStep,
    DeployStep,
    EndStep,
    FirstChallengesStep,
    FirstStep,
    HandStep,
    LayStep,
    LeadStep,
    PickStep,
    Step,
    TurnStep,
)
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.arena import spawn_cells
from companion.games.brawl.rules.movement import land
from companion.games.kit.events import DeckMade, Ordered
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import Cells, CommandSpec, Pick

TEAM_PICKS = (1, 0, 3, 2, 1, 0, 3, 2)
"""Who picks in a normal draft of four, by the order of turns (B-TEAM-41)."""
DUEL_PICKS = (1, 0, 1, 0, 1, 0)
"""Of two (B-DRAFT-04): so each has three in the end (B-DRAFT-02)."""
OPPOSITE = {0: 1, 1: 0, 2: 3, 3: 2}
"""Whose champion each player removes in a tournament draft (B-DRAFT-08, B-DRAFT-09, B-TEAM-45 to -48)."""


def new_state(setup: Setup) -> State:
    """The state before anything has happened: chance is to say who begins (B-SETUP-01, B-TEAM-20)."""
    teams = tuple(dict.fromkeys(seat.team or seat.id for seat in setup.seats))
    return State(setup=setup, first=teams, waiting=(FIRST,), steps=(FirstStep(),))


class FirstHandler(BaseHandler):
    """The first side is known."""

    def go_on(self, run: Run, step: FirstStep) -> None:
        run.pop()
        first, second = run.state.first
        if run.state.setup.of_four:
            run.push(LeadStep(team=first), LeadStep(team=second))
        else:
            run.emit(Ordered(players=(first, second)))
            run.push(*beginning(run.state))


class LeadHandler(BaseHandler):
    """A team decides who plays first (B-TEAM-21, B-TEAM-22)."""

    key = "lead"

    def specs(self, state: State, step: LeadStep) -> tuple[CommandSpec, ...]:
        players = state.players_of(step.team)
        return tuple(
            CommandSpec(kind="lead", by=player, fields={"player": Pick(options=players)}) for player in players
        )

    def answer(self, run: Run, step: LeadStep, command: Lead) -> None:
        run.pop()
        mate = next(each for each in run.state.players_of(step.team) if each != command.player)
        run.emit(Ordered(players=(*run.state.order[:1], command.player, *run.state.order[1:], mate)))
        if len(run.state.order) == len(run.state.setup.seats):
            run.push(*beginning(run.state))


def beginning(state: State) -> Iterator[Step]:
    """All that comes before the first turn, once the order of players is known: the first player first in each."""
    setup, order = state.setup, state.order
    yield EndStep(player=order[0])
    yield from _draft(setup, order)
    yield DecksStep()
    # B-SETUP-10, B-SETUP-11, B-TEAM-28: four in all (B-TRAP-19)
    yield from (LayStep(player=player) for player in order for _ in range(TRAPS_LAID // len(order)))
    # B-SETUP-12, B-SETUP-13, B-TEAM-29
    yield from (HandStep(player=player) for player in order)
    # B-SETUP-14, B-SETUP-15, B-TEAM-30
    yield from (DeployStep(player=player) for player in order)
    yield ActionEndStep(piece="")
    yield TurnStep(player=order[0])


def _draft(setup: Setup, order: tuple[str, ...]) -> Iterator[Step]:
    """How champions are chosen, as the players agreed (B-DRAFT-01, B-SETUP-03, B-TEAM-23)."""
    if setup.drafted == "normal":
        picks = TEAM_PICKS if setup.of_four else DUEL_PICKS
        yield from (PickStep(player=order[number]) for number in picks)
    elif setup.drafted == "tournament":
        yield from (BanStep(player=player, of=order[OPPOSITE[number]]) for number, player in enumerate(order))
        if not setup.of_four:
            # B-DRAFT-10
            yield from (PickStep(player=player) for _ in range(setup.team_size) for player in order)


class EndHandler(BaseHandler):
    """The first player chooses a spawn area (B-SETUP-02, B-TEAM-31)."""

    key = "end"

    def specs(self, state: State, step: EndStep) -> tuple[CommandSpec, ...]:
        return (CommandSpec(kind="takeend", by=step.player, fields={"end": Pick(options=tuple(End))}),)

    def answer(self, run: Run, step: EndStep, command: TakeEnd) -> None:
        run.pop()
        run.emit(EndTaken(side=run.state.side(command.by), end=command.end))


def offered(state: State, player: str) -> tuple[str, ...]:
    """Champions that a player may still pick: none that is taken, removed, or another's.

    B-DRAFT-08, B-DRAFT-09, B-DRAFT-11.
    """
    setup = state.setup
    if setup.drafted == "normal":
        taken = {each.card for each in state.champions.values() if _shuts_out(state, player, each.player)}
        return tuple(key for key in setup.pool if key not in taken)
    brought = next(seat.champions for seat in setup.seats if seat.id == player)
    gone = {*state.banned.get(player, ()), *(each.card for each in state.mine(player))}
    return tuple(key for key in brought if key not in gone)


def _shuts_out(state: State, player: str, other: str) -> bool:
    """Whether what one player has is not left for another: of two all, of four what the team has (B-TEAM-40)."""
    return not state.setup.of_four or state.side(player) == state.side(other)


def drafted(state: State, player: str, champion: str) -> Drafted:
    """The event that gives a champion to a player."""
    return Drafted(player=player, champion=champion, piece=f"{player}:{len(state.mine(player)) + 1}")


class BanHandler(BaseHandler):
    """A champion of another is out of the game (B-DRAFT-08)."""

    key = "ban"

    def specs(self, state: State, step: BanStep) -> tuple[CommandSpec, ...]:
        field = Pick(options=offered(state, step.of))
        return (CommandSpec(kind="ban", by=step.player, fields={"champion": field}),)

    def about(self, state: State, step: BanStep) -> dict[str, str | int | float | bool]:
        return {"player": step.of}

    def answer(self, run: Run, step: BanStep, command: Ban) -> None:
        run.pop()
        run.emit(Banned(player=step.of, champion=command.champion))


class PickHandler(BaseHandler):
    """A champion is picked (B-DRAFT-04, B-DRAFT-10)."""

    key = "pick"

    def specs(self, state: State, step: PickStep) -> tuple[CommandSpec, ...]:
        field = Pick(options=offered(state, step.player))
        return (CommandSpec(kind="draft", by=step.player, fields={"champion": field}),)

    def answer(self, run: Run, step: PickStep, command: Draft) -> None:
        run.pop()
        run.emit(drafted(run.state, step.player, command.champion))


class DecksHandler(BaseHandler):
    """Champions stand at their gates, and all piles are shuffled (B-SETUP-04 to -07, B-SETUP-09)."""

    def go_on(self, run: Run, step: DecksStep) -> None:
        run.pop()
        setup = run.state.setup
        for player in run.state.order:
            missing = setup.team_size - len(run.state.mine(player))  # B-TEAM-42, B-TEAM-49
            for champion in offered(run.state, player)[:missing] if setup.drafted != "normal" else ():
                run.emit(drafted(run.state, player, champion))
        for player in run.state.order:
            run.emit(DeckMade(pile=player, cards=tuple(_cards(run.state, player))))
        run.emit(DeckMade(pile=CHALLENGES, cards=setup.challenges))
        tokens = tuple(f"{trap}:{number}" for trap, count in TOKENS.items() for number in range(1, count + 1))
        run.emit(DeckMade(pile=TRAPS, cards=tokens))
        run.push(FirstChallengesStep())


def _cards(state: State, player: str) -> Iterable[str]:
    """Ids of all action cards of a player's champions (B-SETUP-06, B-TEAM-25), and of no other (B-DRAFT-11)."""
    for champion in state.mine(player):
        for card in state.setup.actions_of(champion.card):
            yield f"{player}:{card.key}"
            yield from (f"{player}:{card.key}#{number}" for number in range(2, card.copies + 1))


class FirstChallengesHandler(BaseHandler):
    """The first challenge comes on the slot without points (B-SETUP-07); for four there are three (B-TEAM-27)."""

    def go_on(self, run: Run, step: FirstChallengesStep) -> None:
        run.pop()
        slots = run.state.setup.slots
        where = (slots.index(1), _last_without(slots), 0) if run.state.setup.of_four else (0,)
        for slot in where:
            if run.state.challenges:
                run.emit(ChallengeLaid(slot=slot, challenge=run.state.challenges[0]))


def _last_without(slots: tuple[int, ...]) -> int:
    """The rightmost slot that gives no points."""
    return max(number for number, points in enumerate(slots) if not points)


class DeployHandler(BaseHandler):
    """A player places the champions, one after the other (B-SETUP-14, B-SETUP-15, B-TEAM-30)."""

    key = "deploy"

    def specs(self, state: State, step: DeployStep) -> tuple[CommandSpec, ...]:
        cells = spawn_cells(state, step.player)
        waiting = [each.id for each in state.mine(step.player) if each.cell is None and each.id not in state.fallen]
        if not cells:
            return ()
        return tuple(
            CommandSpec(kind="move", by=step.player, fixed={"piece": piece}, fields={"to": Cells(options=cells)})
            for piece in waiting
        )

    def answer(self, run: Run, step: DeployStep, command: Move) -> None:
        run.emit(Deployed(piece=command.piece, to=command.to))
        if run.state.setup.readings.placed_on_trap:  # a spawn area may have a trap cell (B-TRAP-17)
            land(run, command.piece, command.piece)
