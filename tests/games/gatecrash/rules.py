"""Gatecrash: two players race runners over hexes to each other's gate. Cards say how far; a die settles who gives way.

G-1  Each player has two runners and six cards with the numbers 1, 1, 2, 2, 3 and 3. Two are in hand: only their player
     sees them.
G-2  In turn, a player plays a card, moves a runner of their own by at most so many steps over free cells to a free
     one, puts the card under the deck and draws another.
G-3  A runner that ends beside one of the enemy's challenges it: the player rolls a die. On a sword the enemy's runner
     is out; on a shield nothing happens. Of several the first is challenged.
G-4  Who has a runner on the enemy's gate wins, and so does who has the only runners left.
"""

import msgspec

from companion.games.command import TABLE, Command, Event
from companion.games.common import DiceRolled, Rolled, Shuffled, TurnBegan
from companion.games.measured import RuleViolation
from companion.games.prompt import CommandSpec, Faces, Pick, Prompt
from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid, GridKind, Step, find_cell_reach

RINGS, PITCH_MM = 3, 60.0
CELLS = frozenset(Cell(q, r) for q in range(-RINGS, RINGS + 1) for r in range(-RINGS, RINGS + 1) if abs(q + r) <= RINGS)
GRID = Grid(GridKind.HEX, PITCH_MM, MatPoint(300.0, 300.0), 0.0, CELLS)
GATES = {"A": Cell(1, -3), "B": Cell(-1, 3)}
RUNNERS = {"A:1": Cell(0, -2), "A:2": Cell(2, -3), "B:1": Cell(0, 2), "B:2": Cell(-2, 3)}
CARDS, HAND = ("1a", "1b", "2a", "2b", "3a", "3b"), 2
SWORD, SHIELD = "sword", "shield"
HIDDEN = "?"


class Seat(msgspec.Struct, frozen=True):
    id: str
    name: str
    side: str = ""
    team: str = ""


class Setup(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    seed_hash: str = ""
    mat_mm: tuple[float, float] = (600.0, 600.0)


class State(msgspec.Struct, frozen=True):
    setup: Setup
    runners: dict[str, Cell] = msgspec.field(default_factory=lambda: dict(RUNNERS))
    decks: dict[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: {"A": CARDS, "B": CARDS})
    hands: dict[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: {"A": (), "B": ()})
    unmixed: tuple[str, ...] = ("A", "B")
    active: str = ""
    turn: int = 0
    challenge: tuple[str, str] | None = None
    winner: str = ""


class Run(Command, frozen=True, kw_only=True):
    card: str
    piece: str
    to: str


class Mixed(Event, frozen=True, kw_only=True):
    player: str
    order: tuple[str, ...]


class Drew(Event, frozen=True, kw_only=True):
    player: str
    card: str


class Ran(Event, frozen=True, kw_only=True):
    player: str
    card: str
    piece: str
    to: Cell


class Challenged(Event, frozen=True, kw_only=True):
    piece: str
    enemy: str


class Out(Event, frozen=True, kw_only=True):
    piece: str


class Won(Event, frozen=True, kw_only=True):
    player: str


def word(cell: Cell) -> str:
    return f"{cell.q},{cell.r}"


def cell_of(words: str) -> Cell:
    return Cell(*map(int, words.split(",")))


def other(player: str) -> str:
    return "B" if player == "A" else "A"


def owner(piece: str) -> str:
    return piece.partition(":")[0]


def reach(state: State, piece: str, card: str) -> dict[Cell, int]:
    taken = {cell for runner, cell in state.runners.items() if runner != piece}
    steps = find_cell_reach(GRID, state.runners[piece], int(card[0]), lambda cell: None if cell in taken else Step())
    return dict(steps.costs)


def commands(state: State, player: str) -> tuple[CommandSpec, ...]:
    if state.winner or state.challenge or state.unmixed or player != state.active:
        return ()
    mine = [piece for piece in state.runners if owner(piece) == player]
    return tuple(
        CommandSpec(kind="run", by=player, fixed={"card": card, "piece": piece}, fields={"to": Pick(options=cells)})
        for card in state.hands[player]
        for piece in mine
        if (cells := tuple(map(word, sorted(reach(state, piece, card)))))
    )


def prompts(state: State) -> tuple[Prompt, ...]:
    if state.winner or state.unmixed:
        return ()
    if state.challenge is None:
        return (Prompt(key="run", to=(state.active,), specs=commands(state, state.active)),)
    piece, enemy = state.challenge
    faces = Faces(count=1, faces=(SWORD, SHIELD))
    rolled = CommandSpec(kind="rolled", by=state.active, fields={"faces": faces})
    return (Prompt(key="roll", to=(state.active,), about={"piece": piece, "enemy": enemy}, specs=(rolled,)),)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    if state.winner:
        raise RuleViolation("G-4", "game_is_over")
    match command:
        case Shuffled(by=by, player=player, order=order) if by == TABLE and player in state.unmixed[:1]:
            if sorted(order) != sorted(state.decks[player]):
                raise RuleViolation("G-1", "other_cards", {"player": player})
            drawn = [Drew(player=player, card=card) for card in order[: HAND - len(state.hands[player])]]
            begins = [TurnBegan(player="A", turn=1)] if state.turn == 0 and player == "B" else []
            return (Mixed(player=player, order=order), *drawn, *begins)
        case Rolled(by=by, faces=(face,), witnesses=witnesses) if state.challenge and by == state.active:
            if face not in (SWORD, SHIELD):
                raise RuleViolation("G-3", "no_such_face", {"face": face})
            rolled = DiceRolled(purpose="challenge", by=by, faces=(face,), good=(SWORD,), witnesses=witnesses)
            out = [Out(piece=state.challenge[1])] if face == SWORD else []
            return after(state, (rolled, *out))
        case Run(by=by) if not state.challenge and not state.unmixed:
            return ran(state, command)
    raise RuleViolation("G-2", "not_now")


def ran(state: State, command: Run) -> tuple[Event, ...]:
    if command.by != state.active:
        raise RuleViolation("G-2", "not_your_turn", {"player": state.active})
    if command.card not in state.hands[command.by] or owner(command.piece) != command.by:
        raise RuleViolation("G-2", "not_yours")
    to = next((cell for cell in CELLS if word(cell) == command.to), None)
    if command.piece not in state.runners or to not in reach(state, command.piece, command.card):
        raise RuleViolation("G-2", "too_far", {"steps": int(command.card[0])})
    events: list[Event] = [Ran(player=command.by, card=command.card, piece=command.piece, to=to)]
    events += [Drew(player=command.by, card=card) for card in state.decks[command.by][:1]]
    met = sorted(each for each, at in state.runners.items() if owner(each) != command.by and at in GRID.neighbours(to))
    if met and to != GATES[other(command.by)]:
        return (*events, Challenged(piece=command.piece, enemy=met[0]))
    return after(state, tuple(events))


def after(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    mover, then = state.active, state
    for event in events:
        then = evolve(then, event)
    enemy = other(mover)
    there = any(owner(piece) == mover and cell == GATES[enemy] for piece, cell in then.runners.items())
    if there or not any(owner(piece) == enemy for piece in then.runners):
        return (*events, Won(player=mover))
    return (*events, TurnBegan(player=enemy, turn=state.turn + 1))


def evolve(state: State, event: Event) -> State:
    changed: dict[str, object] = {}
    match event:
        case Mixed(player=player, order=order):
            changed = {"decks": state.decks | {player: order}, "unmixed": state.unmixed[1:]}
        case Drew(player=player, card=card):
            deck, hand = tuple(each for each in state.decks[player] if each != card), (*state.hands[player], card)
            changed = {"decks": state.decks | {player: deck}, "hands": state.hands | {player: hand}}
        case Ran(player=player, card=card, piece=piece, to=to):
            hand, deck = tuple(each for each in state.hands[player] if each != card), (*state.decks[player], card)
            changed = {"decks": state.decks | {player: deck}, "hands": state.hands | {player: hand}}
            changed["runners"] = state.runners | {piece: to}
        case Challenged(piece=piece, enemy=enemy):
            changed = {"challenge": (piece, enemy)}
        case Out(piece=piece):
            changed = {"runners": {each: at for each, at in state.runners.items() if each != piece}}
        case TurnBegan(player=player, turn=turn):
            changed = {"active": player, "turn": turn, "challenge": None}
        case Won(player=player):
            changed = {"winner": player, "challenge": None}
    return msgspec.structs.replace(state, **changed)


def seen_by(state: State, viewer: str) -> State:
    def covered(cards: dict[str, tuple[str, ...]], own: str) -> dict[str, tuple[str, ...]]:
        return {player: held if player == own else (HIDDEN,) * len(held) for player, held in cards.items()}

    return msgspec.structs.replace(state, hands=covered(state.hands, viewer), decks=covered(state.decks, ""))
