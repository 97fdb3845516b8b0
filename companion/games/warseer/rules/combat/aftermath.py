"""What follows the damage of an attack, in its order (W-ATK-20, reading of W-OPEN-28)."""

from msgspec.structs import replace

from companion.games.common import Choose, Rolled
from companion.games.kit.events import Swapped
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import AttackKind, Crit, Keyword, Moment, Token
from companion.games.warseer.model.commands import Attack, Move, Stop
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import AttackStep, EffectsStep, HarmStep, ShiftStep
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.combat.pool import can_reach, context_of, crit, crits_of, targets
from companion.games.warseer.rules.creature.harm import choice_of, give_token
from companion.games.warseer.rules.creature.reactions import occur
from companion.games.warseer.rules.creature.values import beside, found, has, is_enemy, is_forbidden, reach
from companion.games.warseer.rules.field import field_of, is_free
from companion.games.warseer.rules.moves import is_held, move_spec, ways
from companion.geometry.grid import Cell

MOVES = ("advance", "nimble", "swap")
TOKENS = {Crit.POISON: Token.POISON, Crit.STUN: Token.STUN, Crit.INFECTION: Token.DISEASE}


def specs(state: State, step: AttackStep) -> tuple[CommandSpec, ...]:
    """What is asked next."""
    todo = step.after or ()
    moves = open_moves(state, step)
    if moves and len(moves) > 1:  # the attacker's choice of order (W-OPEN-28)
        return (choice_of(step.player, moves, 1, 1),)
    match todo[:1]:
        case ("slash",) if others := slashed(state, step):
            return (choice_of(step.player, others, 1, 1),)
        case ("swap",) if may_swap(state, step):
            return (choice_of(step.player, (step.target,), 0, 1),)
        case ("counter",) if may_counter(state, step):
            player = state.creatures[step.target].player
            attack = CommandSpec(kind="attack", by=player, fields={"target": Pick(options=(step.piece,))})
            return (attack, CommandSpec(kind="stop", by=player))
        case ("hunt" | "strike",) if may_hunt(state, step):
            return _hunting(state, step)
        case _:
            return ()


def _hunting(state: State, step: AttackStep) -> tuple[CommandSpec, ...]:
    """Persecution: a move into contact with an opponent's creature, then one more Melee attack, or neither."""
    specs = []
    if step.after and step.after[0] == "hunt" and (cells := hunt_cells(state, step)):
        specs.append(move_spec(step.player, step.piece, cells))
    if foes := targets(state, step.piece, AttackKind.MELEE, reach(state, step.piece)):
        specs.append(CommandSpec(kind="attack", by=step.player, fields={"target": Pick(options=foes)}))
    # The move is made for the attack: after it there is no way back (W-KW-32).
    is_bound = step.after is not None and step.after[0] == "strike"
    return (*specs, CommandSpec(kind="stop", by=step.player)) if specs and not is_bound else tuple(specs)


def may_hunt(state: State, step: AttackStep) -> bool:
    """Once in a turn, after a Melee attack or its push destroyed its target (W-KW-32)."""
    if step.hunted or step.counter or step.kind is not AttackKind.MELEE or state.is_standing(step.target):
        return False
    if step.still or not state.is_standing(step.piece) or is_forbidden(state, step.piece, "attack"):
        return False
    return step.piece not in state.count.hunted and has(state, step.piece, Keyword.PERSECUTION)


def hunt_cells(state: State, step: AttackStep) -> tuple[Cell, ...]:
    """Hexes within X beside an opponent's creature; none with Difficult terrain (W-KW-32)."""
    hunter, field = found(state, step.piece, Keyword.PERSECUTION), field_of(state)
    if hunter is None or is_held(state, step.piece):
        return ()
    foes = [each.cell for each in state.standing if each.cell is not None and is_enemy(state, each.id, step.player)]
    return tuple(
        sorted(
            cell
            for cell in ways(state, step.piece, hunter.x)
            if cell not in field.difficult and any(field.is_beside(cell, foe) for foe in foes)
        )
    )


def key_of(step: AttackStep) -> str:
    """Key of the prompt."""
    todo = step.after or ("",)
    return "choose_order" if todo[0] in MOVES and len([it for it in todo if it in MOVES]) > 1 else f"after_{todo[0]}"


def answer(run: Run, step: AttackStep, command: Choose | Rolled | Attack | Move | Stop) -> None:
    """Takes the answer."""
    todo = step.after or ()
    moves = open_moves(run.state, step)
    if isinstance(command, Choose) and len(moves) > 1:
        rest = tuple(each for each in todo if each != command.chosen[0])
        run.turn_to(replace(step, after=(command.chosen[0], "then", *rest)))
        return
    run.turn_to(replace(step, after=todo[1:]))
    match command, todo[0]:
        case Choose(chosen=(other,)), "slash":
            run.push(
                HarmStep(
                    piece=other,
                    amount=1,
                    player=step.player,
                    cause=step.piece,
                    magic=step.kind is AttackKind.MAGIC,
                    why="counter" if step.counter else "slash",
                )
            )
        case Choose(chosen=(other,)), "swap":
            run.emit(Swapped(piece=step.piece, other=other))
        case Move(), _:
            hunter = found(run.state, step.piece, Keyword.PERSECUTION)
            way = ways(run.state, step.piece, hunter.x if hunter is not None else 0)[command.to]
            # Whether the next attack is a Charge depends on where this move began (W-KW-10).
            run.turn_to(replace(step, after=("strike", *todo[1:]), began=run.state.creatures[step.piece].cell))
            run.emit(e.Moved(piece=step.piece, way=way, how="hunt"))
        case Attack(target=target), "hunt" | "strike":
            run.push(
                AttackStep(
                    piece=step.piece,
                    target=target,
                    player=step.player,
                    kind=AttackKind.MELEE,
                    hunted=True,
                    moved=step.moved or todo[0] == "strike",
                    began=step.began,
                    followed=step.followed,
                )
            )
        case Attack(), _:
            run.push(
                AttackStep(
                    piece=step.target,
                    target=step.piece,
                    player=command.by,
                    kind=AttackKind.MELEE,
                    counter=True,
                )
            )
        case _:
            pass


def go_on(run: Run, step: AttackStep) -> None:
    """Does what comes next without anybody."""
    if step.after is None:
        run.turn_to(replace(step, after=_all_of(run.state, step)))
        _tokens(run, step)
        return
    if not step.after:
        run.turn_to(replace(step, stage="over"))
        _moments(run, step)
        return
    run.turn_to(replace(step, after=step.after[1:]))
    state, context = run.state, context_of(run.state, step)
    match step.after[0]:
        case "own":
            run.push(
                *(EffectsStep(effects=each.effects, context=context) for each in crits_of(state, step) if each.effects)
            )
        case "advance" if may_advance(state, step) and step.hole is not None:
            run.push(ShiftStep(piece=step.piece, by=step.player, cells=(step.hole,), how="advance"))
        case "nimble":
            run.push(ShiftStep(piece=step.piece, by=step.player, left=1, how="nimble"))
        case "frenzy" if _may_follow(state, step):
            run.turn_to(replace(step, after=step.after[1:], followed=True))
            run.push(
                AttackStep(
                    piece=step.piece,
                    target=step.target,
                    player=step.player,
                    kind=step.kind,
                    counter=step.counter,
                    followed=True,
                    hunted=step.hunted,
                    moved=step.moved,
                    began=step.began,
                )
            )
        case _:
            pass


def _all_of(state: State, step: AttackStep) -> tuple[str, ...]:
    parts = (
        ("slash", crit(state, step, Crit.SLASH) is not None),
        ("advance", crit(state, step, Crit.ADVANCE) is not None),
        ("nimble", crit(state, step, Crit.NIMBLE) is not None),
        ("swap", crit(state, step, Crit.SWAP) is not None),
        ("own", any(each.effects for each in crits_of(state, step))),
        ("counter", not step.counter),
        ("frenzy", crit(state, step, Crit.FRENZY) is not None and not step.followed),
        ("hunt", may_hunt(state, step)),
    )
    return tuple(name for name, is_due in parts if is_due)


def _tokens(run: Run, step: AttackStep) -> None:
    """W-CR-06, W-CR-10, W-CR-11."""
    for name, token in TOKENS.items():
        if crit(run.state, step, name) is not None:
            give_token(run, step.target, token)


def _moments(run: Run, step: AttackStep) -> None:
    about = context_of(run.state, step)
    if run.state.is_standing(step.target):
        player = run.state.creatures[step.target].player
        occur(run, Moment.AFTER_ATTACKED, replace(about, piece=step.target, player=player))
    if run.state.is_standing(step.piece):
        occur(run, Moment.AFTER_ATTACK, about)


def open_moves(state: State, step: AttackStep) -> tuple[str, ...]:
    """The attacker's moves that may still come, where they are next."""
    todo = step.after or ()
    if todo[:1] and todo[0] in MOVES and "then" not in todo[:2]:
        return tuple(each for each in todo if each in MOVES and _is_open(state, step, each))
    return ()


def _is_open(state: State, step: AttackStep, move: str) -> bool:
    if not state.is_standing(step.piece):
        return False
    return {"advance": may_advance, "swap": may_swap}.get(move, lambda _, __: True)(state, step)


def slashed(state: State, step: AttackStep) -> tuple[str, ...]:
    """Further opponents' creatures beside the attacker (W-CR-09, reading of W-OPEN-58)."""
    return tuple(
        each.id
        for each in beside(state, step.piece)
        if each.id != step.target and is_enemy(state, each.id, step.player)
    )


def may_advance(state: State, step: AttackStep) -> bool:
    """It destroyed its target or pushed it, and that one's hex is next to it and free (W-CR-03, W-EX-08).

    It is a move of its own, which an opponent's Clinch stops (W-KW-11, reading of W-OPEN-67).
    """
    cell = state.creatures[step.piece].cell
    if cell is None or step.hole is None or not (step.pushed or not state.is_standing(step.target)):
        return False
    if is_held(state, step.piece):
        return False
    return field_of(state).is_beside(cell, step.hole) and is_free(state, step.hole)


def may_swap(state: State, step: AttackStep) -> bool:
    """Both still stand (W-CR-12)."""
    return state.is_standing(step.piece) and state.is_standing(step.target)


def may_counter(state: State, step: AttackStep) -> bool:
    """Counterblow: to a Melee attack, if the attacker is within Range; never to another (W-KW-13, W-EX-06, W-EX-08)."""
    if step.counter or step.kind is not AttackKind.MELEE or not may_swap(state, step):
        return False
    if not has(state, step.target, Keyword.COUNTERBLOW) or is_forbidden(state, step.target, "attack"):
        return False
    own = state.printed(step.target).attack.kind is AttackKind.MELEE
    return can_reach(state, step.target, step.piece, reach(state, step.target) if own else 1)


def _may_follow(state: State, step: AttackStep) -> bool:
    """Frenzy: one more attack on the same target, if that is still possible (W-CR-04)."""
    if step.still or not may_swap(state, step) or is_forbidden(state, step.piece, "attack"):
        return False
    return can_reach(state, step.piece, step.target, reach(state, step.piece))
