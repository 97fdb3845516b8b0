"""Gatecrash: two players race runners over hexes to each other's gate. Cards say how far; a die settles who gives way.

G-1  Each player has two runners and six cards with the numbers 1, 1, 2, 2, 3 and 3. Two are in hand: only their player
     sees them.
G-2  In turn, a player plays a card, which goes under the deck, and moves a runner of their own by at most so many steps
     over free cells to a free one. Then the player draws a card.
G-3  A runner that ends beside one of the enemy's challenges it: the player rolls a die. On a sword the enemy's runner
     is out; on a shield nothing happens. Of several the first is challenged.
G-4  Who has a runner on the enemy's gate wins, and so does who has the only runners left.
"""

import msgspec

from companion.games.command import TABLE, Command, Event
from companion.games.common import DiceRolled, Rolled, Shuffled, TurnBegan
from companion.games.defaults.hands import CardState, Drew, Played, shuffled_and_drawn, with_cards
from companion.games.defaults.setup import PlainSetup
from companion.games.prompt import Cells, CommandSpec, Faces, Pick, Prompt
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell, GridKind, Step, centred_board, find_cell_reach, hexagon

CELLS = hexagon(3)
GRID = centred_board(GridKind.HEX, 60.0, CELLS, (600.0, 600.0))
GATES = {"A": Cell(1, -3), "B": Cell(-1, 3)}
RUNNERS = {"A:1": Cell(0, -2), "A:2": Cell(2, -3), "B:1": Cell(0, 2), "B:2": Cell(-2, 3)}
CARDS, HAND = ("1a", "1b", "2a", "2b", "3a", "3b"), 2
SWORD, SHIELD = "sword", "shield"


class State(CardState, frozen=True, kw_only=True):
    setup: PlainSetup
    runners: dict[str, Cell] = msgspec.field(default_factory=lambda: dict(RUNNERS))
    active: str = ""
    turn: int = 0
    stride: int = 0
    challenge: tuple[str, str] | None = None
    outcome: str | None = None


class Play(Command, frozen=True, kw_only=True):
    card: str


class Run(Command, frozen=True, kw_only=True):
    piece: str
    to: Cell


class Ran(Event, frozen=True, kw_only=True):
    piece: str
    to: Cell


class Challenged(Event, frozen=True, kw_only=True):
    piece: str
    enemy: str


class Out(Event, frozen=True, kw_only=True):
    piece: str


class Won(Event, frozen=True, kw_only=True):
    player: str


def other(player: str) -> str:
    return "B" if player == "A" else "A"


def reach(state: State, piece: str) -> tuple[Cell, ...]:
    taken = {cell for runner, cell in state.runners.items() if runner != piece}
    steps = find_cell_reach(GRID, state.runners[piece], state.stride, lambda cell: None if cell in taken else Step())
    return tuple(sorted(steps.costs))


def prompts(state: State) -> tuple[Prompt, ...]:
    by = state.active
    if state.outcome or state.unmixed:
        return ()
    if state.challenge:
        rolled = CommandSpec(kind="rolled", by=by, fields={"faces": Faces(count=1, faces=(SWORD, SHIELD))})
        about: dict[str, str | int | float | bool] = dict(zip(("piece", "enemy"), state.challenge, strict=True))
        return (Prompt(key="roll", to=(by,), about=about, specs=(rolled,)),)
    if not state.stride:
        play = CommandSpec(kind="play", by=by, fields={"card": Pick(options=state.hands[by])})
        return (Prompt(key="play", to=(by,), specs=(play,)),)
    runs = tuple(
        CommandSpec(kind="run", by=by, fixed={"piece": piece}, fields={"to": Cells(options=cells)})
        for piece in state.runners
        if piece[0] == by and (cells := reach(state, piece))
    )
    return (Prompt(key="run", to=(by,), about={"steps": state.stride}, specs=runs),)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    by = command.by
    if state.outcome:
        raise RuleViolation("G-4", "game_is_over")
    if isinstance(command, Shuffled) and by == TABLE and command.player in state.unmixed[:1]:
        begins = (TurnBegan(player="A", turn=1),) if command.player == "B" else ()
        return (*shuffled_and_drawn(state, command, HAND, "G-1"), *begins)
    if state.unmixed or by != state.active:
        raise RuleViolation("G-2", "not_your_turn", {"player": state.active})
    match command:
        case Play(card=card) if not state.stride:
            if card not in state.hands[by]:
                raise RuleViolation("G-2", "not_in_hand")
            return (Played(player=by, card=card),)
        case Run(piece=piece, to=to) if state.stride and not state.challenge:
            if piece[:1] != by or piece not in state.runners or to not in reach(state, piece):
                raise RuleViolation("G-2", "too_far", {"steps": state.stride})
            return ran(state, piece, to)
        case Rolled(faces=(face,), witnesses=witnesses) if state.challenge and face in (SWORD, SHIELD):
            rolled = DiceRolled(purpose="challenge", by=by, faces=(face,), good=(SWORD,), witnesses=witnesses)
            return after(state, (rolled, *((Out(piece=state.challenge[1]),) if face == SWORD else ())))
    raise RuleViolation("G-2", "not_now")


def ran(state: State, piece: str, to: Cell) -> tuple[Event, ...]:
    events = (Ran(piece=piece, to=to), Drew(player=piece[0], card=state.decks[piece[0]][0]))
    enemies = (each for each, at in sorted(state.runners.items()) if each[0] != piece[0] and at in GRID.neighbours(to))
    if (enemy := next(enemies, None)) and to != GATES[other(piece[0])]:
        return (*events, Challenged(piece=piece, enemy=enemy))
    return after(state, events)


def after(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    then, enemy = state, other(state.active)
    for event in events:
        then = evolve(then, event)
    is_there = any(piece[0] == state.active and cell == GATES[enemy] for piece, cell in then.runners.items())
    if is_there or not any(piece[0] == enemy for piece in then.runners):
        return (*events, Won(player=state.active))
    return (*events, TurnBegan(player=enemy, turn=state.turn + 1))


def evolve(state: State, event: Event) -> State:
    changed: dict[str, object] = {}
    match event:
        case Played(card=card):
            changed = {"stride": int(card[0])}
        case Ran(piece=piece, to=to):
            changed = {"runners": state.runners | {piece: to}}
        case Challenged(piece=piece, enemy=enemy):
            changed = {"challenge": (piece, enemy)}
        case Out(piece=piece):
            changed = {"runners": {each: at for each, at in state.runners.items() if each != piece}}
        case TurnBegan(player=player, turn=turn):
            changed = {"active": player, "turn": turn, "stride": 0, "challenge": None}
        case Won(player=player):
            changed = {"outcome": player, "challenge": None}
    return msgspec.structs.replace(with_cards(state, event), **changed)
