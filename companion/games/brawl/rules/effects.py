"""Effects of cards, one after the other from top to bottom (B-ACT-11, B-BASE-13)."""

from msgspec.structs import replace

from companion.games.brawl.model.commands import Count
from companion.games.brawl.model.effects import (
    ChoiceEffect,
    CoreEffect,
    DrawEffect,
    Effect,
    HealEffect,
    LookEffect,
)
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import EffectsStep
from companion.games.brawl.model.terms import Selector
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.effect_kinds import EFFECTS, looked_at, open_cores
from companion.games.brawl.rules.hands import choice_of
from companion.games.brawl.rules.selection import amount_of, matching
from companion.games.common import Choose
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Number


class EffectsHandler(BaseHandler):
    """Asks what the first effect leaves open, then lets it happen."""

    def specs(self, state: State, step: EffectsStep) -> tuple[CommandSpec, ...]:
        if not step.effects or _is_void(state, step):
            return ()
        if step.picked is None and (picks := _picks(state, step)):
            return picks
        most = _most(state, step) if step.number is None else 0
        if most > 0:
            number = Number(least=0, most=most)
            return (CommandSpec(kind="count", by=step.context.player, fields={"number": number}),)
        return ()

    def key_of(self, state: State, step: EffectsStep) -> str:
        kind = str(type(step.effects[0]).__struct_config__.tag)
        if step.picked is not None or not _picks(state, step):
            return f"how_many_{kind}"
        return (
            f"choose_{kind}" if isinstance(step.effects[0], ChoiceEffect | CoreEffect | LookEffect) else "choose_whom"
        )

    def about(self, state: State, step: EffectsStep) -> dict[str, str | int | float | bool]:
        about: dict[str, str | int | float | bool] = {"card": step.context.card, "piece": step.context.piece}
        amount = getattr(step.effects[0], "amount", None)
        return about | ({} if amount is None else {"amount": amount_of(state, amount, step.context)})

    def go_on(self, run: Run, step: EffectsStep) -> None:
        if not step.effects or _is_void(run.state, step):
            run.pop()
            return
        effect = step.effects[0]  # from top to bottom (B-ACT-11)
        reached = reached_by(run.state, step)
        chosen = reached if hasattr(effect, "to") else step.context.chosen
        after = replace(
            step, effects=step.effects[1:], context=replace(step.context, chosen=chosen), picked=None, number=None
        )
        run.turn_to(after)
        EFFECTS[type(effect)](run, effect, step, reached)

    def answer(self, run: Run, step: EffectsStep, command: Choose | Count) -> None:
        if isinstance(command, Count):
            run.turn_to(replace(step, number=command.number))
        else:
            run.turn_to(replace(step, picked=command.chosen))


def _is_void(state: State, step: EffectsStep) -> bool:
    """Whether the champion that applies the effects is at its gate, where it does nothing (B-KO-07, B-ATK-10)."""
    return bool(step.context.piece) and not state.is_standing(step.context.piece)


def reached_by(state: State, step: EffectsStep) -> tuple[str, ...]:
    """Whom the first effect reaches: those chosen, else all that its selector names and that are there (B-BASE-13)."""
    if step.picked is not None:
        return step.picked
    selector = _selector(step.effects[0])
    return () if selector is None else matching(state, selector, step.context)


def _selector(effect: Effect) -> Selector | None:
    return getattr(effect, "to", None)


def _picks(state: State, step: EffectsStep) -> tuple[CommandSpec, ...]:
    """What is to be chosen for the first effect, by whoever may; none for nothing."""
    effect, player = step.effects[0], step.context.player
    match effect:
        case ChoiceEffect(options=options):
            words = tuple(str(number) for number in range(1, len(options) + 1))
            return (choice_of(player, words, 1, 1),)
        case CoreEffect():
            words = open_cores(state, effect, player)
        case LookEffect():
            words = looked_at(state, effect, player)
        case _:
            return _picks_of_champions(state, step)
    return (choice_of(player, words, 1, 1),) if len(words) > 1 else ()


def _picks_of_champions(state: State, step: EffectsStep) -> tuple[CommandSpec, ...]:
    selector, player = _selector(step.effects[0]), step.context.player
    if selector is None or not selector.count:
        return ()
    options = matching(state, selector, step.context)
    if not options or (len(options) <= selector.count and not selector.up_to):
        return ()
    # Of a team either chooses, whoever is first, as with reactions (B-OPEN-22).
    choosers = (player,) if selector.choice == "own" else state.opponents(player)
    least, most = 0 if selector.up_to else selector.count, min(selector.count, len(options))
    return tuple(choice_of(each, options, least, most) for each in choosers)


def _most(state: State, step: EffectsStep) -> int:
    """The greatest number that may be chosen for the first effect; 0 where none is (B-BASE-16, B-KW-31)."""
    effect, context = step.effects[0], step.context
    match effect:
        case DrawEffect(amount=amount):  # said before drawing (B-KW-02)
            there = len(state.decks[context.player]) + len(state.discards[context.player])
            return min(amount_of(state, amount, context), there)
        case HealEffect(amount=amount):
            # No more than there is: without damage nobody is healed (B-KW-04).
            damage = max((state.champions[each].damage for each in reached_by(state, step)), default=0)
            return min(amount_of(state, amount, context), damage)
        case _:
            return 0
