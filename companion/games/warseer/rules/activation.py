"""The activation of a creature: its start, moves, Run, attack or Special, and its end (W-ACT, W-KW-17, W-KW-33)."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.common import Choose
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import Keyword, Moment, Token
from companion.games.warseer.model.commands import Attack, Move, RunTo, Stop, Use
from companion.games.warseer.model.effects import Ability, ChangeEffect
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import (
    ActivationStep,
    AttackStep,
    Context,
    EffectsStep,
    HarmStep,
    RollStep,
    ShiftStep,
)
from companion.games.warseer.model.terms import Until
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.combat.pool import can_reach, targets
from companion.games.warseer.rules.combat.rolls import terrain_rolls
from companion.games.warseer.rules.creature.harm import choice_of
from companion.games.warseer.rules.creature.reactions import occur, pay
from companion.games.warseer.rules.creature.selection import amount_of, holds
from companion.games.warseer.rules.creature.values import (
    abilities_of,
    beside,
    found,
    has,
    is_allied,
    is_enemy,
    may_be_healed,
    most_attacks,
    movement,
    reach,
)
from companion.games.warseer.rules.field import field_of
from companion.games.warseer.rules.moves import is_held, move_spec, ways
from companion.geometry.grid import Cell

AIMED = {"healer": Keyword.HEALER, "long_shot": Keyword.LONG_SHOT, "hook": Keyword.HOOK}
"""Abilities of the glossary that are used on a target."""


KEPT = frozenset({Until.LEAVES, Until.OWN_TURN})
"""What the text of a Contract calls longer than the turn stays (W-KW-12)."""


def may_activate(state: State, piece: str) -> bool:
    """Whether a creature may still be activated in this turn (W-ACT-11, W-SUM-03, W-KW-39)."""
    creature = state.creatures[piece]
    return creature.cell is not None and (not creature.done or creature.again > 0)


def activate(run: Run, piece: str) -> None:
    """A creature begins its activation; of all it is the only active one (W-ACT-07, W-ACT-08).

    A stunned creature loses its token instead (W-KW-42, reading of W-OPEN-56).
    """
    creature = run.state.creatures[piece]
    run.emit(e.Activated(piece=piece))
    if creature.cell is None:
        return
    if Token.STUN in creature.tokens:
        run.emit(e.TokenLost(piece=piece, token=Token.STUN))
        run.push(*terrain_rolls(run.state, piece, creature.player))  # its activation ends, too (W-TER-19)
        return
    contract = found(run.state, piece, Keyword.CONTRACT)
    todo = [token.value for token in (Token.POISON, Token.DISEASE) if token in creature.tokens]
    if has(run.state, piece, Keyword.REGENERATION):
        todo.append("regeneration")
    if contract is not None and run.state.influence[creature.player] >= contract.x:
        todo.append("contract")
    run.push(ActivationStep(piece=piece, player=creature.player, began=creature.cell, todo=tuple(todo)))
    occur(run, Moment.ACTIVATION, Context(piece=piece, player=creature.player))


class ActivationHandler(BaseHandler):
    """A creature does one thing of three, or nothing (W-ACT-01 to -06)."""

    def specs(self, state: State, step: ActivationStep) -> tuple[CommandSpec, ...]:
        if not state.is_standing(step.piece):
            return ()
        if step.stage == "start":
            return _start_specs(step)
        if step.stage == "act":
            doing = tuple(_doing(state, step))
            return (*doing, CommandSpec(kind="stop", by=step.player)) if doing else ()
        return ()

    def key_of(self, state: State, step: ActivationStep) -> str:
        if step.stage == "start":
            return "choose_start" if len(step.todo) > 1 else f"start_{step.todo[0].replace('spread', 'disease')}"
        return "activation"

    def about(self, state: State, step: ActivationStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece}

    def answer(self, run: Run, step: ActivationStep, command: Move | RunTo | Attack | Use | Choose | Stop) -> None:
        match command:
            case Choose():
                _started(run, step, command.chosen)
            case Move():
                way = ways(run.state, step.piece, movement(run.state, step.piece))[command.to]
                _moved(run, step, way, "move")
            case RunTo():
                way = ways(run.state, step.piece, run_length(run.state, step.piece))[command.to]
                _moved(run, step, way, "run")
            case Attack():
                _attack(run, step, command.target)
            case Use():
                _use(run, step, command)
            case Stop():
                run.turn_to(replace(step, stage="end"))

    def go_on(self, run: Run, step: ActivationStep) -> None:
        if not run.state.is_standing(step.piece):
            run.pop()
        elif step.todo:
            _started(run, step, step.todo)
        elif step.stage == "start":
            run.turn_to(replace(step, stage="act"))
        elif step.stage == "act":
            run.turn_to(replace(step, stage="end"))
        elif step.stage == "end":
            run.turn_to(replace(step, stage="over"))
            run.push(*terrain_rolls(run.state, step.piece, step.player))
        else:
            run.pop()


def _start_specs(step: ActivationStep) -> tuple[CommandSpec, ...]:
    """The active player orders what happens at the start (reading of W-OPEN-57), and may skip the activation."""
    if not step.todo:
        return ()
    if len(step.todo) > 1:
        return (choice_of(step.player, step.todo, 1, 1),)
    words = {"poison": ("roll", "skip"), "spread": ("stay", "skip"), "contract": ("pay", "refuse")}
    options = words.get(step.todo[0])
    return (choice_of(step.player, options, 1, 1),) if options else ()


def _started(run: Run, step: ActivationStep, chosen: tuple[str, ...]) -> None:
    word = chosen[0]
    if len(step.todo) > 1:  # the one chosen is alone for now; the others come after it
        rest = tuple(each for each in step.todo if each != word)
        run.turn_to(replace(step, todo=rest))
        run.push(replace(step, todo=(word,)))
        return
    _START[step.todo[0]](run, step, word)


def _end_start(run: Run, step: ActivationStep, *, skipped: bool) -> None:
    """What was at the start is done; a skipped activation is over, and with it what had to wait (W-ACT-15)."""
    below = run.state.steps[-2] if len(run.state.steps) > 1 else None
    nested = isinstance(below, ActivationStep) and below.piece == step.piece
    if nested:
        run.pop()
        outer = run.state.steps[-1]
        if skipped and isinstance(outer, ActivationStep):
            run.turn_to(replace(outer, stage="end", todo=()))
    else:
        run.turn_to(replace(step, todo=(), stage="end" if skipped else "act"))


def _poison(run: Run, step: ActivationStep, word: str) -> None:
    """A die decides, or the activation is skipped to lose the token (W-KW-33)."""
    _end_start(run, step, skipped=word == "skip")
    if word == "skip":
        run.emit(e.TokenLost(piece=step.piece, token=Token.POISON))
    elif (die := run.state.setup.dice_card.poison) is not None:
        run.push(RollStep(purpose="poison", player=step.player, piece=step.piece, dice=(die[0],)))
    else:
        run.push(RollStep(purpose="poison", player=step.player, piece=step.piece, dice=()))


def _disease(run: Run, step: ActivationStep, _: str) -> None:
    """Deals 1 Wound, by which the creature may be destroyed; only then is asked whether it spreads (W-KW-17)."""
    run.turn_to(replace(step, todo=("spread",)))
    run.push(HarmStep(piece=step.piece, amount=1, wounds=True, why="disease"))


def _spread(run: Run, step: ActivationStep, word: str) -> None:
    """The activation is skipped to lose the token, or all within 1 hex roll (W-KW-17)."""
    _end_start(run, step, skipped=word == "skip")
    if word == "skip":
        run.emit(e.TokenLost(piece=step.piece, token=Token.DISEASE))
        return
    die = run.state.setup.dice_card.disease
    immune = (Keyword.FORGED, Keyword.RESURGENT)
    near = (
        each
        for each in beside(run.state, step.piece)
        if Token.DISEASE not in each.tokens and not any(has(run.state, each.id, it) for it in immune)
    )
    dice = (die[0],) if die is not None else ()
    run.push(*(RollStep(purpose="disease", player=each.player, piece=each.id, dice=dice) for each in near))


def _regeneration(run: Run, step: ActivationStep, _: str) -> None:
    """W-KW-36; where no Wound can be healed the die could change nothing, and nobody rolls it."""
    _end_start(run, step, skipped=False)
    if not run.state.creatures[step.piece].wounds or not may_be_healed(run.state, step.piece):
        return
    die = run.state.setup.dice_card.regeneration
    dice = (die[0],) if die is not None else ()
    run.push(RollStep(purpose="regeneration", player=step.player, piece=step.piece, dice=dice))


def _contract(run: Run, step: ActivationStep, word: str) -> None:
    """For X Influence the creature has its text until the end of the turn (W-KW-12, W-ABIL-12)."""
    _end_start(run, step, skipped=False)
    contract = found(run.state, step.piece, Keyword.CONTRACT)
    if word != "pay" or contract is None or contract.x > run.state.influence[step.player]:
        return  # something else at the start of the activation has cost Influence since
    pay(run, step.player, contract.x)
    context = Context(piece=step.piece, player=step.player, card=run.state.creatures[step.piece].card)
    for effect in contract.holds:
        until = effect.until if effect.until in KEPT else Until.END_OF_TURN
        amount = amount_of(run.state, effect.by, context) if isinstance(effect, ChangeEffect) else 0
        run.emit(e.Lasted(effect=effect, pieces=(step.piece,), player=step.player, amount=amount, until=until))
    if contract.effects:
        run.push(EffectsStep(effects=contract.effects, context=context))


_START: dict[str, Callable[[Run, ActivationStep, str], None]] = {
    "poison": _poison,
    "disease": _disease,
    "spread": _spread,
    "regeneration": _regeneration,
    "contract": _contract,
}


def run_length(state: State, piece: str) -> int:
    """Hexes of a Run: one more than the Movement, or X more (W-RUN-02, W-KW-38)."""
    far = found(state, piece, Keyword.RUN)
    return movement(state, piece) + (far.x if far is not None else 1)


def _doing(state: State, step: ActivationStep) -> list[CommandSpec]:
    """What the creature may do now: move first, then attack or use a Special (W-ACT-02, W-ACT-14)."""
    if step.still:
        return []
    piece, by = step.piece, step.player
    found_specs: list[CommandSpec] = []
    may_move = not (step.moved or step.hooked or step.attacks)
    if may_move and not is_held(state, piece):
        if cells := ways(state, piece, movement(state, piece)):
            found_specs.append(move_spec(by, piece, tuple(sorted(cells))))
        if not has(state, piece, Keyword.SLOW) and (cells := ways(state, piece, run_length(state, piece))):
            found_specs.append(move_spec(by, piece, tuple(sorted(cells)), "run"))  # W-RUN-01, W-KW-41
    if may_move and (hooked := hook_targets(state, piece)):
        found_specs.append(_aimed(by, piece, "hook", hooked))
    if step.attacks >= most_attacks(state, piece):
        return found_specs
    creature = state.creatures[piece]
    if not (creature.fresh and has(state, piece, Keyword.RUSH)):  # Rush brings no attack (W-KW-39)
        if foes := targets(state, piece, state.printed(piece).attack.kind, reach(state, piece)):
            found_specs.append(CommandSpec(kind="attack", by=by, fields={"target": Pick(options=foes)}))
        # A Special stands for all attacks of an activation, never for one of several (W-FAQ-10).
        found_specs += () if step.attacks else _specials(state, step)
    found_specs += () if step.attacks else _actives(state, step)
    return found_specs


def _aimed(by: str, piece: str, ability: str, options: tuple[str, ...]) -> CommandSpec:
    return CommandSpec(
        kind="use", by=by, fixed={"of": piece, "ability": ability}, fields={"target": Pick(options=options)}
    )


def _specials(state: State, step: ActivationStep) -> list[CommandSpec]:
    """Healer and Long Shot, instead of an attack (W-ABIL-08, W-KW-23, W-KW-28)."""
    specs = []
    if has(state, step.piece, Keyword.HEALER) and (patients := heal_targets(state, step.piece)):
        specs.append(_aimed(step.player, step.piece, "healer", patients))
    if foes := shot_targets(state, step.piece):
        specs.append(_aimed(step.player, step.piece, "long_shot", foes))
    return specs


def shot_targets(state: State, piece: str) -> tuple[str, ...]:
    """Opponents' creatures that a Long Shot reaches; it is no attack, so that nothing which bars attacks bars it.

    W-KW-28, W-FAQ-06, reading of W-OPEN-59.
    """
    shot = found(state, piece, Keyword.LONG_SHOT)
    if shot is None:
        return ()
    player = state.creatures[piece].player
    return tuple(
        each.id
        for each in state.standing
        if is_enemy(state, each.id, player) and can_reach(state, piece, each.id, shot.x)
    )


def heal_targets(state: State, piece: str) -> tuple[str, ...]:
    """Creatures within the printed Range of a Healer that have Wounds (W-KW-23, reading of W-OPEN-61)."""
    everybody = state.setup.readings.healer_any
    range_, cell = state.printed(piece).reach, state.creatures[piece].cell
    return tuple(
        each.id
        for each in state.standing
        if each.wounds
        and cell is not None
        and each.cell is not None
        and field_of(state).distance(cell, each.cell) <= range_
        and (everybody or is_allied(state, each.id, piece))
    )


def hook_targets(state: State, piece: str) -> tuple[str, ...]:
    """Opponents' creatures that a Hook reaches: within X, seen, and with a way to it (W-KW-24)."""
    hook = found(state, piece, Keyword.HOOK)
    if hook is None:
        return ()
    player = state.creatures[piece].player
    return tuple(
        each.id
        for each in state.standing
        if is_enemy(state, each.id, player)
        and can_reach(state, piece, each.id, hook.x)
        and hook_cells(state, piece, each.id)
    )


def hook_cells(state: State, piece: str, target: str) -> tuple[Cell, ...]:
    """Hexes beside the hooking creature that are nearest for its target (reading of W-OPEN-63)."""
    at, cell = state.creatures[piece].cell, state.creatures[target].cell
    if at is None or cell is None or field_of(state).is_beside(at, cell):
        return ()
    field = field_of(state)
    found_ways = ways(state, target, len(field.grid.cells), stops=False)
    near = {end: len(way) for end, way in found_ways.items() if field.is_beside(end, at)}
    shortest = min(near.values(), default=0)
    return tuple(sorted(end for end, length in near.items() if length == shortest))


def usable(state: State, abilities: tuple[Ability, ...], context: Context) -> tuple[int, ...]:
    """Numbers of the unique abilities that may be used at will: paid, and with what must hold (W-ABIL-12, W-PAY-01)."""
    return tuple(
        number
        for number, each in enumerate(abilities)
        if each.keyword is None
        and each.on is None
        and each.effects
        and each.pay <= state.influence[context.player]
        and holds(state, each.condition, context)
    )


def _actives(state: State, step: ActivationStep) -> list[CommandSpec]:
    """Unique abilities of the creature without the Turn icon, once in its activation."""
    context = Context(piece=step.piece, player=step.player)
    abilities = abilities_of(state, step.piece)
    return [
        CommandSpec(kind="use", by=step.player, fixed={"of": step.piece, "ability": str(number)})
        for number in usable(state, abilities, context)
        if not abilities[number].turn and str(number) not in step.used
    ]


def _moved(run: Run, step: ActivationStep, way: tuple[Cell, ...], how: str) -> None:
    """After a Run the activation ends, and so it does on Difficult terrain.

    W-MOVE-06, W-RUN-03, W-RUN-04, W-TER-06, W-KW-15.
    """
    ends = how == "run" or way[-1] in field_of(run.state).difficult
    run.turn_to(replace(step, moved=True, still=ends, stage="end" if ends else "act"))
    run.emit(e.Moved(piece=step.piece, way=way, how=how))


def _attack(run: Run, step: ActivationStep, target: str) -> None:
    """One of the attacks of an activation (W-ATK-23)."""
    run.turn_to(replace(step, attacks=step.attacks + 1))
    run.push(
        AttackStep(
            piece=step.piece,
            target=target,
            player=step.player,
            kind=run.state.printed(step.piece).attack.kind,
            moved=step.moved,
            began=step.began,
            followed=step.followed,
        )
    )


def _use(run: Run, step: ActivationStep, command: Use) -> None:
    state = run.state
    if command.ability == "hook":
        run.turn_to(replace(step, hooked=True))
        cells = hook_cells(state, step.piece, command.target)
        run.push(ShiftStep(piece=command.target, by=step.player, cells=cells, how="hook", may=False))
    elif command.ability in AIMED:
        # Only the printed dice, and nothing that is added to attacks (W-ABIL-10).
        run.turn_to(replace(step, attacks=most_attacks(state, step.piece)))
        shot = found(state, step.piece, AIMED[command.ability])
        purpose = "heal" if command.ability == "healer" else "shot"
        dice = state.printed(step.piece).attack.dice if purpose == "heal" or shot is None else shot.dice
        run.push(RollStep(purpose=purpose, player=step.player, piece=step.piece, dice=dice, target=command.target))
    else:
        ability = abilities_of(state, step.piece)[int(command.ability)]
        run.turn_to(replace(step, used=(*step.used, command.ability)))
        pay(run, step.player, ability.pay)
        context = Context(piece=step.piece, player=step.player, card=state.creatures[step.piece].card)
        run.push(EffectsStep(effects=ability.effects, context=context))
