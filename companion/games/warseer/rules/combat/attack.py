"""An attack, step by step (W-ATK-05 to -20)."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.common import Choose, DiceRolled, Rolled
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import AttackKind, Crit, Dice, Keyword, Moment, Symbol
from companion.games.warseer.model.commands import Attack, Move, Stop
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import ActivationStep, AttackStep, HarmStep, PushStep
from companion.games.warseer.model.terms import Until
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.combat import aftermath
from companion.games.warseer.rules.combat.pool import (
    MAX_DICE,
    added_symbols,
    always_crits,
    context_of,
    counted,
    crit,
    declared,
    faces_of,
    pool_of,
    raw_damage,
    reduced,
    rerolls_of,
)
from companion.games.warseer.rules.creature.harm import choice_of, heal
from companion.games.warseer.rules.creature.reactions import occur
from companion.games.warseer.rules.creature.values import has


class AttackHandler(BaseHandler):
    """All types of attack follow the same sequence (W-ATK-02)."""

    def specs(self, state: State, step: AttackStep) -> tuple[CommandSpec, ...]:
        if step.stage == "after":
            return aftermath.specs(state, step)
        if dice := _owed(step):
            player = step.asked if step.stage == "reroll" else step.player
            return (CommandSpec(kind="rolled", by=player, fields={"faces": faces_of(state, dice)}),)
        if step.stage == "modify" and (able := _able(state, step)):
            return (choice_of(step.asked, able, 0, min(len(able), _left(state, step))),)
        if step.stage == "pool" and _goes_on(state, step) and len(dice := pool_of(state, step)) > MAX_DICE:
            # The attacking player chooses which are rolled (W-ATK-06, W-ATK-07).
            numbers = tuple(str(number) for number in range(len(dice)))
            return (choice_of(step.player, numbers, MAX_DICE, MAX_DICE),)
        return ()

    def key_of(self, state: State, step: AttackStep) -> str:
        return {"pool": "choose_dice", "modify": "reroll", "after": aftermath.key_of(step)}.get(step.stage, "roll")

    def about(self, state: State, step: AttackStep) -> dict[str, str | int | float | bool]:
        dice = step.extra if step.stage == "extra" else step.again or step.dice
        if step.stage == "pool":
            return {"piece": step.piece, "target": step.target, "dice": ",".join(pool_of(state, step))}
        faces = {"faces": ",".join(step.faces)} if step.stage == "modify" else {}
        return {"piece": step.piece, "target": step.target, "purpose": "attack", "count": len(dice), **faces}

    def answer(self, run: Run, step: AttackStep, command: Choose | Rolled | Attack | Move | Stop) -> None:
        if step.stage == "after":
            aftermath.answer(run, step, command)
        elif isinstance(command, Rolled):
            _rolled(run, step, command)
        elif isinstance(command, Choose) and step.stage == "pool":
            dice = pool_of(run.state, step)
            chosen = sorted(int(each) for each in command.chosen)
            run.turn_to(replace(step, dice=tuple(dice[number] for number in chosen), stage="roll"))
        elif isinstance(command, Choose) and command.chosen:
            again = tuple(sorted(int(each) for each in command.chosen))
            run.turn_to(replace(step, again=again, passed=0, stage="reroll"))
        else:
            run.turn_to(_passed(run.state, step))

    def go_on(self, run: Run, step: AttackStep) -> None:
        if step.stage not in ("after", "over") and not _goes_on(run.state, step):
            run.turn_to(replace(step, stage="over"))
        else:
            _STAGES[step.stage](run, step)


def _goes_on(state: State, step: AttackStep) -> bool:
    return state.is_standing(step.piece) and state.is_standing(step.target)


def _owed(step: AttackStep) -> Dice:
    """Dice that are rolled now."""
    match step.stage:
        case "roll":
            return step.dice
        case "reroll":
            return tuple(step.dice[number] for number in step.again)
        case "extra" if not step.more:
            return step.extra
        case _:
            return ()


def _defender(state: State, step: AttackStep) -> str:
    return state.creatures[step.target].player


def _left(state: State, step: AttackStep) -> int:
    """How many dice the player whose word it is may still reroll."""
    allowed = sum(each.count for each in rerolls_of(state, step, step.asked))
    return allowed - len(step.changed.get(step.asked, ()))


def _able(state: State, step: AttackStep) -> tuple[str, ...]:
    """Dice that this player may reroll: none that the same player has rerolled (W-DICE-09, W-ABIL-13, W-OPEN-66)."""
    if _left(state, step) < 1:
        return ()
    changed = step.changed.get(step.asked, ())
    limits = [each.colours for each in rerolls_of(state, step, step.asked)]
    return tuple(
        str(number)
        for number, die in enumerate(step.dice)
        if number not in changed and any(not colours or die in colours for colours in limits)
    )


def _passed(state: State, step: AttackStep) -> AttackStep:
    """The other player's word, or the end of step 3 once both have passed in succession (W-ATK-09, W-ATK-10)."""
    if step.passed:
        return replace(step, passed=0, stage="crit")
    return replace(step, passed=1, asked=_other(state, step))


def _other(state: State, step: AttackStep) -> str:
    return _defender(state, step) if step.asked == step.player else step.player


def _rolled(run: Run, step: AttackStep, command: Rolled) -> None:
    purpose = "extra" if step.stage == "extra" else "attack"
    match step.stage:
        case "roll":
            run.turn_to(replace(step, faces=command.faces, stage="modify", asked=step.player))
        case "reroll":
            faces = list(step.faces)
            for number, face in zip(step.again, command.faces, strict=True):
                faces[number] = face
            changed = step.changed | {step.asked: (*step.changed.get(step.asked, ()), *step.again)}
            other = _other(run.state, step)
            run.turn_to(replace(step, faces=tuple(faces), changed=changed, again=(), asked=other, stage="modify"))
        case _:  # they cannot be changed or rerolled, nor set the crit effect off again (W-ATK-15, W-ATK-21, W-CR-01)
            run.turn_to(replace(step, more=command.faces))
    run.emit(
        DiceRolled(
            purpose=purpose,
            by=command.by,
            creature=step.piece,
            faces=command.faces,
            good=(Symbol.CRIT.value, Symbol.HIT.value),
            again=step.again,
            witnesses=command.witnesses,
        )
    )


def _declare(run: Run, step: AttackStep) -> None:
    """Step 1: the target is named, and whoever may answer that does (W-ATK-05)."""
    run.turn_to(replace(declared(run.state, step), stage="pool"))
    run.emit(
        e.AttackDeclared(
            piece=step.piece, target=step.target, attack=step.kind, counter=step.counter, hunted=step.hunted
        )
    )
    about = context_of(run.state, step)
    occur(run, Moment.ATTACKED, replace(about, piece=step.target, player=_defender(run.state, step)))
    occur(run, Moment.ATTACK, about)


def _pool(run: Run, step: AttackStep) -> None:
    """Step 2 (W-ATK-08); a pool without dice rolls nothing."""
    run.turn_to(replace(step, dice=pool_of(run.state, step), stage="roll"))


def _no_dice(run: Run, step: AttackStep) -> None:
    run.turn_to(replace(step, stage="crit"))


def _modify(run: Run, step: AttackStep) -> None:
    """A player who can change nothing passes."""
    run.turn_to(_passed(run.state, step))


def _crit(run: Run, step: AttackStep) -> None:
    """Step 4: the crit effect, once (W-ATK-12, W-ATK-13, W-DICE-03)."""
    applies = Symbol.CRIT.value in step.faces or always_crits(run.state, step)
    step = replace(step, crit=applies, stage="extra")
    more = crit(run.state, step, Crit.ADD_DICE)
    run.turn_to(replace(step, extra=more.dice if more is not None else ()))
    if applies:
        run.emit(e.CritApplied(piece=step.piece, target=step.target))


def _extra(run: Run, step: AttackStep) -> None:
    """Step 5: added symbols (W-ATK-14)."""
    run.turn_to(replace(step, added=added_symbols(run.state, step), stage="count"))


def _count(run: Run, step: AttackStep) -> None:
    """Step 6: the damage, and one push however many Push symbols show (W-ATK-16, W-ATK-17, W-DICE-05, W-PUSH-01)."""
    state = run.state
    symbols = counted(state, step)
    damage = raw_damage(state, step, symbols)
    run.turn_to(replace(step, dealt=damage, stage="damage"))
    pushes = symbols[Symbol.PUSH.value] and not has(state, step.target, Keyword.RESURGENT)
    if pushes and (damage or state.setup.readings.push_at_zero):  # W-PUSH-10
        run.push(PushStep(piece=step.target, by=step.player, cause=step.piece, kind=step.kind, attack=True))


def _damage(run: Run, step: AttackStep) -> None:
    """Steps 7 and 8 (W-ATK-18, W-ATK-19)."""
    state = run.state
    damage = reduced(state, step, step.dealt + step.harm)
    hole = step.hole if step.hole is not None else state.creatures[step.target].cell
    run.turn_to(replace(step, dealt=damage, hole=hole, stage="after"))
    cold = has(state, step.target, Keyword.FORGED) or has(state, step.target, Keyword.RESURGENT)
    if crit(state, step, Crit.VAMPIRISM) and not cold:  # W-CR-13
        heal(run, step.piece, counted(state, step)[Symbol.CRIT.value])
    if damage:
        run.push(
            HarmStep(
                piece=step.target,
                amount=damage,
                player=step.player,
                cause=step.piece,
                magic=step.kind is AttackKind.MAGIC,
                why="counter" if step.counter else "attack",
            )
        )


def _over(run: Run, step: AttackStep) -> None:
    """What the attacker did in it holds for the rest of the activation, and of an attack that it follows."""
    run.pop()
    below = run.state.top
    if isinstance(below, ActivationStep | AttackStep) and below.piece == step.piece:
        later = replace(
            below,
            moved=step.moved,
            began=below.began if step.began is None else step.began,
            still=below.still or step.still,
            followed=below.followed or step.followed,
        )
        if later != below:
            run.turn_to(later)
    run.emit(e.Expired(until=Until.END_OF_ATTACK))


_STAGES: dict[str, Callable[[Run, AttackStep], None]] = {
    "declare": _declare,
    "pool": _pool,
    "roll": _no_dice,
    "modify": _modify,
    "crit": _crit,
    "extra": _extra,
    "count": _count,
    "damage": _damage,
    "after": aftermath.go_on,
    "over": _over,
}
