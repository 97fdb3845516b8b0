"""What each kind of effect does, once it is known whom it reaches."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from companion.games.brawl.model.effects import (
    ChangeEffect,
    ChoiceEffect,
    CoreEffect,
    DamageEffect,
    DrawEffect,
    FearEffect,
    ForceEffect,
    HealEffect,
    IfEffect,
    ImmobiliseEffect,
    KeywordEffect,
    LookEffect,
    MoveEffect,
    PlaceEffect,
    PlanEffect,
    ProtectEffect,
    PullEffect,
    PushEffect,
    RemindEffect,
    StunEffect,
    SwapEffect,
)
from companion.games.brawl.model.events import CoreSpent, CoresReady, HandShown, Lasted, TrapShown
from companion.games.brawl.model.kinds import CORES, Core
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import (
    Context,
    DrawStep,
    EffectsStep,
    MoveStep,
    PlaceStep,
    PlanStep,
    Step,
    TravelStep,
)
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.arena import arena_of, direction, is_free, zone_cells
from companion.games.brawl.rules.damage import deal
from companion.games.brawl.rules.hands import stun
from companion.games.brawl.rules.movement import immobilise
from companion.games.brawl.rules.selection import amount_of, holds, matching
from companion.games.brawl.rules.values import is_protected
from companion.games.common import Told
from companion.games.kit.events import Healed, Swapped
from companion.games.prompt import cell_of, cell_word
from companion.geometry.grid import Cell

Reached = tuple[str, ...]


def _damage(run: Run, effect: DamageEffect, step: EffectsStep, reached: Reached) -> None:
    """Direct damage, which ignores defence (B-BASE-12, B-SKILL-07, B-DATA-14), or as much as is missing (B-CH-31)."""
    amount = amount_of(run.state, effect.amount, step.context)
    # B-CH-14
    damage = {each: run.state.champions[each].damage if effect.up_to else 0 for each in reached}
    deal(run, [(each, amount - damage[each]) for each in reached], step.context.piece)


def _heal(run: Run, _: HealEffect, step: EffectsStep, reached: Reached) -> None:
    """B-KW-04."""
    for each in reached:
        if amount := min(step.number or 0, run.state.champions[each].damage):
            run.emit(Healed(piece=each, amount=amount))


def _draw(run: Run, _: DrawEffect, step: EffectsStep, __: Reached) -> None:
    """As many as was said (B-KW-02, B-CH-16), also none (B-KW-31)."""
    if step.number:
        run.push(DrawStep(player=step.context.player, count=step.number))


def _plan(run: Run, effect: PlanEffect, step: EffectsStep, _: Reached) -> None:
    """B-KW-09."""
    run.push(PlanStep(player=step.context.player, most=amount_of(run.state, effect.amount, step.context)))


def _stun(run: Run, _: StunEffect, __: EffectsStep, reached: Reached) -> None:
    for each in reached[::-1]:
        stun(run, each)


def _immobilise(run: Run, _: ImmobiliseEffect, __: EffectsStep, reached: Reached) -> None:
    for each in reached:
        immobilise(run, each)


def _cell(state: State, piece: str) -> Cell | None:
    return state.champions[piece].cell if piece in state.champions else None


def _by_distance(state: State, pieces: Iterable[str], start: Cell) -> list[str]:
    """Nearest first, so that who is pulled is not in the way of who comes after."""
    grid = arena_of(state).grid
    return sorted(pieces, key=lambda each: (grid.distance(start, _cell(state, each) or start), each))


def _displaced(run: Run, step: EffectsStep, reached: Reached, amount: int, pusher: str, *, pull: bool) -> None:
    """Displaces each in its row from or to a champion (B-DISP-01), as far as it can be (B-KW-30).

    Those in no row with it stay, and so do the protected, without damage (B-KW-08, B-KW-12, B-DISP-02).
    """
    start = _cell(run.state, pusher)
    if start is None or amount < 1:
        return
    nearest = [each for each in _by_distance(run.state, reached, start) if each != pusher]
    steps: list[Step] = []
    for each in nearest if pull else nearest[::-1]:
        cell = _cell(run.state, each)
        line = None if cell is None else direction(run.state, start, cell)
        if line is not None and not is_protected(run.state, each, "displacement"):
            back = Cell(-line.q, -line.r)
            # Damage by it counts as dealt by whoever applies the effect (B-KW-33).
            way, cause = back if pull else line, step.context.piece or pusher
            how: Literal["push", "pull"] = "pull" if pull else "push"
            steps.append(TravelStep(piece=each, line=way, left=amount, cause=cause, how=how))
    run.push(*steps)


def _push(run: Run, effect: PushEffect, step: EffectsStep, reached: Reached) -> None:
    """B-KW-08."""
    context = step.context
    pushers = {"self": (context.piece,), "target": context.targets, "chosen": context.chosen}[effect.away_from]
    amount = amount_of(run.state, effect.amount, context)
    if pushers:
        _displaced(run, step, reached, amount, pushers[0], pull=False)


def _pull(run: Run, effect: PullEffect, step: EffectsStep, reached: Reached) -> None:
    """B-KW-12, as on B-CH-13."""
    amount = amount_of(run.state, effect.amount, step.context)
    _displaced(run, step, reached, amount, step.context.piece, pull=True)


def _force(run: Run, effect: ForceEffect, step: EffectsStep, reached: Reached) -> None:
    """Displaces each to where whoever applies it says (B-DISP-01, B-KW-11)."""
    left = amount_of(run.state, effect.amount, step.context)
    run.push(*_moves(run.state, step.context, reached, left, "force"))


def _moves(state: State, context: Context, reached: Reached, left: int, way: Any) -> list[MoveStep]:  # noqa: ANN401 (a word)
    return [
        MoveStep(piece=each, by=context.player, left=left, way=way, cause=context.piece or each)
        for each in reached
        if not is_protected(state, each, "displacement")
    ]


def _fear(run: Run, effect: FearEffect, step: EffectsStep, reached: Reached) -> None:
    """Each flees by its own player's choice from whoever applies it (B-KW-17, B-CH-17)."""
    left, source = amount_of(run.state, effect.amount, step.context), step.context.piece
    run.push(
        *(
            MoveStep(
                piece=each, by=run.state.champions[each].player, left=left, way="fear", cause=source, source=source
            )
            for each in reached
            if not is_protected(run.state, each, "displacement")
        )
    )


def _move(run: Run, effect: MoveEffect, step: EffectsStep, reached: Reached) -> None:
    """A move besides the card's own (B-KW-13 to -16), as on B-CH-12 and B-CH-15."""
    context, left = step.context, amount_of(run.state, effect.amount, step.context)
    steps = []
    for each in reached:
        near, goals = _nearest(run.state, effect, context, each), _goals(run.state, effect, context, each)
        if effect.approach and not near and not goals:
            continue
        alone = near[0] if len(near) == 1 else ""
        steps.append(
            MoveStep(
                piece=each, by=context.player, left=left, way=effect.way, cause=context.piece or each,
                toward=alone, either=() if alone else near, goals=goals, approach=effect.approach,
            )
        )  # fmt: skip
    run.push(*steps)


def _nearest(state: State, effect: MoveEffect, context: Context, piece: str) -> tuple[str, ...]:
    """The nearest of those that a move approaches or retreats from; several if they are equally near."""
    start, grid = _cell(state, piece), arena_of(state).grid
    if effect.toward is None or start is None:
        return ()
    there = [each for each in matching(state, effect.toward, context) if each != piece]
    far = {each: grid.distance(start, _cell(state, each) or start) for each in there}
    return tuple(sorted(each for each in far if far[each] == min(far.values())))


def _goals(state: State, effect: MoveEffect, context: Context, piece: str) -> tuple[Cell, ...]:
    """The nearest cells of the part of the arena that a move approaches or retreats from."""
    start, grid = _cell(state, piece), arena_of(state).grid
    if effect.toward_zone is None or start is None:
        return ()
    cells = zone_cells(state, effect.toward_zone, context.player) - {start}
    near = min((grid.distance(start, each) for each in cells), default=0)
    return tuple(sorted(each for each in cells if grid.distance(start, each) == near))


def _place(run: Run, effect: PlaceEffect, step: EffectsStep, reached: Reached) -> None:
    context = step.context
    cells = tuple(sorted(cell for cell in _cells_for(run.state, effect, context) if is_free(run.state, cell)))
    run.push(*(PlaceStep(piece=each, by=context.player, cells=cells, cause=context.piece or each) for each in reached))


def _cells_for(state: State, effect: PlaceEffect, context: Context) -> frozenset[Cell]:
    grid = arena_of(state).grid
    cells = grid.cells if effect.zone is None else zone_cells(state, effect.zone, context.player)
    if effect.within is None:
        return cells
    names = {
        "self": (context.piece,),
        "target": context.targets,
        "attacker": (context.attacker,),
        "chosen": context.chosen,
    }[effect.around]
    there = [cell for name in names if (cell := _cell(state, name)) is not None]
    return frozenset(cell for cell in cells if any(grid.distance(cell, each) <= effect.within for each in there))


def _swap(run: Run, _: SwapEffect, step: EffectsStep, reached: Reached) -> None:
    for each in reached[:1]:
        if each != step.context.piece and run.state.is_standing(step.context.piece):
            run.emit(Swapped(piece=step.context.piece, other=each))


def _lasting(
    run: Run, effect: ChangeEffect | KeywordEffect | ProtectEffect, step: EffectsStep, reached: Reached
) -> None:
    amount, against = 0, None
    if isinstance(effect, ChangeEffect):
        number = amount_of(run.state, effect.by, step.context)
        amount = -number if effect.minus else number
        against = None if effect.against is None else matching(run.state, effect.against, step.context)
    if reached and holds(run.state, effect.condition, step.context):
        run.emit(Lasted(effect=effect, pieces=reached, against=against, amount=amount, until=effect.until))


def open_cores(state: State, effect: CoreEffect, player: str) -> tuple[str, ...]:
    """Cores that an effect may make ready or exhaust; those of an opponent with the player, such as `B:creation`."""
    wanted = CORES if effect.core is None else (effect.core,)
    if effect.what == "ready":
        return tuple(core.value for core in wanted if core not in state.cores[player])
    return tuple(
        f"{enemy}:{core.value}" for enemy in state.opponents(player) for core in wanted if core in state.cores[enemy]
    )


def _core(run: Run, effect: CoreEffect, step: EffectsStep, _: Reached) -> None:
    player = step.context.player
    picked = step.picked or open_cores(run.state, effect, player)[:1]
    for word in picked:
        if effect.what == "ready":
            run.emit(CoresReady(player=player, cores=(Core(word),)))
        else:
            enemy, core = word.split(":")
            run.emit(CoreSpent(player=enemy, core=Core(core)))


def looked_at(state: State, effect: LookEffect, player: str) -> tuple[str, ...]:
    """What an effect may look at: opponents, by their hands, or cells with traps."""
    if effect.what == "hand":
        return state.opponents(player)
    return tuple(cell_word(each.cell) for each in sorted(state.traps, key=lambda each: each.cell))


def _look(run: Run, effect: LookEffect, step: EffectsStep, _: Reached) -> None:
    """Shows what is hidden to the card's player alone (B-INFO-05), or to all where it is revealed (B-INFO-02)."""
    player = step.context.player
    to = tuple(seat.id for seat in run.state.setup.seats) if effect.reveal else (player,)
    for word in step.picked or looked_at(run.state, effect, player)[:1]:
        if effect.what == "hand":
            run.emit(HandShown(player=word, to=to, cards=run.state.hands[word]))
        elif (cell := cell_of(word)) is not None and (laid := run.state.trap_on(cell)) is not None:
            run.emit(TrapShown(cell=cell, token=laid.token, to=to))


def _choice(run: Run, effect: ChoiceEffect, step: EffectsStep, _: Reached) -> None:
    for word in step.picked or ():
        run.push(EffectsStep(effects=effect.options[int(word) - 1], context=step.context))


def _if(run: Run, effect: IfEffect, step: EffectsStep, _: Reached) -> None:
    """As on B-CH-18."""
    effects = effect.effects if holds(run.state, effect.condition, step.context) else effect.otherwise
    if effects:
        run.push(EffectsStep(effects=effects, context=step.context))


def _remind(run: Run, _: RemindEffect, step: EffectsStep, __: Reached) -> None:
    run.emit(Told(key="remind", values={"card": step.context.card}))


EFFECTS: dict[type, Callable[[Run, Any, EffectsStep, Reached], None]] = {
    DamageEffect: _damage,
    HealEffect: _heal,
    DrawEffect: _draw,
    PlanEffect: _plan,
    StunEffect: _stun,
    ImmobiliseEffect: _immobilise,
    PushEffect: _push,
    PullEffect: _pull,
    ForceEffect: _force,
    FearEffect: _fear,
    MoveEffect: _move,
    PlaceEffect: _place,
    SwapEffect: _swap,
    ChangeEffect: _lasting,
    KeywordEffect: _lasting,
    ProtectEffect: _lasting,
    CoreEffect: _core,
    LookEffect: _look,
    ChoiceEffect: _choice,
    IfEffect: _if,
    RemindEffect: _remind,
}
"""By the kind of effect."""
