"""Effects of cards, one after the other from top to bottom."""

from msgspec.structs import replace

from companion.games.common import Choose
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec
from companion.games.warseer.model import events as e
from companion.games.warseer.model.effects import ChoiceEffect, Effect, PayEffect, RecallEffect, WreckEffect
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import EffectsStep
from companion.games.warseer.model.terms import Selector
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.harm import choice_of
from companion.games.warseer.rules.creature.selection import matching
from companion.games.warseer.rules.creature.values import is_open_to
from companion.games.warseer.rules.play.effect_kinds import BONUSES, EFFECTS, recallable, wreckable


class EffectsHandler(BaseHandler):
    """Asks what the first effect leaves open, then lets it happen (W-PAY-05)."""

    def specs(self, state: State, step: EffectsStep) -> tuple[CommandSpec, ...]:
        if not step.effects or step.picked is not None:
            return ()
        spec = _pick(state, step)
        return () if spec is None else (spec,)

    def key_of(self, state: State, step: EffectsStep) -> str:
        effect = step.effects[0]
        if isinstance(effect, ChoiceEffect | PayEffect | RecallEffect | WreckEffect):
            return f"choose_{type(effect).__struct_config__.tag}"
        return "choose_whom"

    def about(self, state: State, step: EffectsStep) -> dict[str, str | int | float | bool]:
        effect = step.effects[0]
        about: dict[str, str | int | float | bool] = {"card": step.context.card, "piece": step.context.piece}
        if isinstance(effect, PayEffect):
            about["amount"] = effect.influence
        return about | {"effect": str(type(effect).__struct_config__.tag)}

    def answer(self, run: Run, step: EffectsStep, command: Choose) -> None:
        run.turn_to(replace(step, picked=command.chosen))

    def go_on(self, run: Run, step: EffectsStep) -> None:
        if not step.effects:
            run.pop()
            return
        effect = step.effects[0]
        reached = reached_by(run.state, step)
        chosen = reached if hasattr(effect, "to") else step.context.chosen
        run.turn_to(replace(step, effects=step.effects[1:], context=replace(step.context, chosen=chosen), picked=None))
        if step.context.building and isinstance(effect, BONUSES):  # W-BLD-04
            for piece in reached:
                run.emit(e.Built(piece=piece))
        EFFECTS[type(effect)](run, effect, step, reached)


def reached_by(state: State, step: EffectsStep) -> tuple[str, ...]:
    """Whom the first effect reaches: those chosen, else all that its selector names."""
    if step.picked is not None:
        return step.picked
    selector = getattr(step.effects[0], "to", None)
    return _open(state, step, selector) if isinstance(selector, Selector) else ()


def _open(state: State, step: EffectsStep, selector: Selector) -> tuple[str, ...]:
    named = matching(state, selector, step.context)
    bonus = isinstance(step.effects[0], BONUSES)
    return tuple(piece for piece in named if is_open_to(state, piece, step.context, bonus=bonus))


def _pick(state: State, step: EffectsStep) -> CommandSpec | None:
    """What the first effect lets the player choose; None for nothing."""
    effect, player = step.effects[0], step.context.player
    if isinstance(effect, ChoiceEffect):
        return choice_of(player, tuple(str(number) for number in range(len(effect.options))), 1, 1)
    if isinstance(effect, PayEffect):
        return choice_of(player, ("pay",), 0, 1) if effect.influence <= state.influence[player] else None
    if isinstance(effect, RecallEffect | WreckEffect):
        cards = (
            recallable(state, player, effect) if isinstance(effect, RecallEffect) else wreckable(state, player, effect)
        )
        return choice_of(player, cards, 1, 1) if cards else None
    return _pick_whom(state, step, effect)


def _pick_whom(state: State, step: EffectsStep, effect: Effect) -> CommandSpec | None:
    selector = getattr(effect, "to", None)
    if not isinstance(selector, Selector) or not selector.count:
        return None
    options = _open(state, step, selector)
    if not options or (len(options) <= selector.count and not selector.up_to):
        return None
    most = min(selector.count, len(options))
    return choice_of(step.context.player, options, 0 if selector.up_to else most, most)
