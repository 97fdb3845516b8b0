"""What cards do, in the vocabulary of `cards` (S-ABIL-02, S-DRAGON-04 to -07).

One effect comes after another, each once its targets are known. `RULES` is the one table that says what each does.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from companion.games.signum.creature.selection import TableReader, asks_for_opponent, reached
from companion.games.signum.creature.term_values import FIXED, counted, names_chosen
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.effects import effect as words
from companion.games.signum.model.effects import on_creatures, on_players
from companion.games.signum.model.effects.effect import CancelEffect, Effect
from companion.games.signum.model.steps.step import ChoiceStep, DiceStep, EffectStep, Moment
from companion.games.signum.model.terms import Selector
from companion.games.signum.play import creature_effects, flow_effects, hidden_effects, player_effects
from companion.games.signum.play.player_effects import chooser

Answer = Callable[[Draft, EffectStep, ChoiceStep, tuple[str, ...]], None]


@dataclass(frozen=True, slots=True)
class EffectRule:
    """What an effect does; its numbers are counted before.

    Attributes:
        each: What it does to each creature that it reaches; None where it reaches none.
        once: What it does else.
        answers: What is done with the answers to what it asks, by purpose.
    """

    each: Callable[[Draft, EffectStep, Any, str], None] | None = None
    once: Callable[[Draft, EffectStep, Any], None] | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)


RULES: dict[type, EffectRule] = {
    on_creatures.ChangeEffect: EffectRule(creature_effects.last),
    words.GainEffect: EffectRule(creature_effects.last),
    on_creatures.LoseEffect: EffectRule(creature_effects.last),
    on_creatures.ForbidEffect: EffectRule(creature_effects.last),
    on_creatures.RerollEffect: EffectRule(creature_effects.last),
    on_players.PriceEffect: EffectRule(creature_effects.last),
    on_creatures.HarmEffect: EffectRule(creature_effects.harm),
    on_creatures.HealEffect: EffectRule(creature_effects.heal),
    on_creatures.ArmourEffect: EffectRule(creature_effects.armour),
    on_creatures.EliminateEffect: EffectRule(creature_effects.eliminate),
    on_creatures.RecallEffect: EffectRule(creature_effects.recall),
    on_creatures.PushEffect: EffectRule(creature_effects.push),
    on_creatures.PlaceEffect: EffectRule(creature_effects.place),
    on_creatures.SwapEffect: EffectRule(creature_effects.swap),
    on_creatures.TokenEffect: EffectRule(creature_effects.token),
    on_creatures.ControlEffect: EffectRule(creature_effects.take_control),
    on_creatures.AgainEffect: EffectRule(creature_effects.again),
    on_players.DrawEffect: EffectRule(once=player_effects.draw),
    on_players.DiscardEffect: EffectRule(
        once=player_effects.discard,
        answers=dict.fromkeys(("discard", "discard_blind", "discard_seen"), player_effects.discarded),
    ),
    on_players.ReturnEffect: EffectRule(
        once=player_effects.bring_back,
        answers={"return_to_hand": player_effects.returned, "return_to_deck": player_effects.returned},
    ),
    on_players.SearchEffect: EffectRule(
        once=hidden_effects.search, answers={"search": hidden_effects.found, "reorder": hidden_effects.reordered}
    ),
    on_players.LookEffect: EffectRule(once=hidden_effects.look),
    on_players.SummonEffect: EffectRule(once=hidden_effects.summon),
    on_players.DestroyEffect: EffectRule(
        once=player_effects.destroy,
        answers={f"destroy_{what}": player_effects.destroyed for what in ("building", "relic", "terrain")},
    ),
    on_players.ProsperEffect: EffectRule(once=player_effects.prosper),
    words.ReadyEffect: EffectRule(
        once=player_effects.ready, answers={"untap": player_effects.untapped, "ready": player_effects.readied}
    ),
    on_players.TapEffect: EffectRule(once=player_effects.tap, answers={"tap": player_effects.tapped}),
    on_creatures.PreventEffect: EffectRule(once=flow_effects.prevent, answers={"prevent": flow_effects.redirected}),
    words.CancelEffect: EffectRule(),  # done by the handler, which knows the deeds
    words.ChoiceEffect: EffectRule(once=flow_effects.choose, answers={"effect.choice": flow_effects.chosen}),
    words.RollEffect: EffectRule(once=flow_effects.roll),
    words.IfEffect: EffectRule(once=flow_effects.decide),
    words.RepeatEffect: EffectRule(once=flow_effects.repeat),
    words.PayEffect: EffectRule(once=flow_effects.pay, answers={"effect.pay": flow_effects.paid}),
    on_players.EndEffect: EffectRule(once=flow_effects.end),
    words.RemindEffect: EffectRule(once=flow_effects.remind),
}
"""What each effect does."""

_ANSWERS: dict[str, Answer] = {purpose: answer for rule in RULES.values() for purpose, answer in rule.answers.items()}


def is_aimed(effect: Effect) -> bool:
    """Whether an effect reaches creatures."""
    return RULES[type(effect)].each is not None


def apply(  # noqa: PLR0913 (where an effect comes from has that many sides)
    draft: Draft,
    effects: Iterable[Effect],
    *,
    by: str,
    source: str,
    creature: str = "",
    target: str = "",
    moment: Moment | None = None,
    kind: str = "spell",
) -> None:
    """Puts effects on the stack.

    Args:
        draft: The command being decided.
        effects: What happens, in this order.
        by: The player controlling the card.
        source: Id of the card.
        creature: The creature that has the effect, if it is one's.
        target: What set it off, for the selector `target`.
        moment: What set it off, where the effects may cancel it.
        kind: What kind of source it is, for what protects from it.
    """
    todo = tuple(effects)
    if todo:
        draft.push(
            EffectStep(effects=todo, by=by, source=source, creature=creature, target=target, moment=moment, kind=kind)
        )


class EffectHandler(BaseHandler[EffectStep]):
    """Takes one effect after another from the step."""

    def __init__(self, cancel: Callable[[Draft, Moment, str], None], summon: hidden_effects.SummonFree) -> None:
        """Prepares it.

        Args:
            cancel: Cancels the deed that announced a moment; the card concerned goes to the zone named.
            summon: Begins a summoning that nobody pays for.
        """
        self._cancel = cancel
        self._summon = summon

    def go_on(self, draft: Draft, step: EffectStep) -> None:
        if not step.effects:
            draft.pop()
            return
        effect = step.effects[0]
        rule = RULES[type(effect)]
        if asks_for_opponent(draft.state, step, effect):
            enemies = draft.state.enemies(step.by)
            draft.push(ChoiceStep(purpose="effect.opponent", by=step.by, options=enemies, about=step.source))
        elif rule.each is not None:
            self._aim(draft, step, effect.to)  # type: ignore[union-attr, arg-type]  # those with `each` have it
        elif isinstance(effect, CancelEffect):
            self._cancelled(draft, step, effect)
        else:
            assert rule.once is not None  # noqa: S101 (each effect has one of the two)
            draft.turn_to(_rest(step))
            rule.once(draft, step, counted(effect, draft.state, step, TableReader(draft)))

    def chosen(self, draft: Draft, step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        if asking.purpose == "effect.opponent":
            draft.turn_to(replace(step, opponent=options[0]))
        elif asking.purpose == "effect.target":
            _hit(draft, step, step.effects[0], options)
        elif asking.purpose == "summon":
            for card in options:
                self._summon(draft, card, step.by)
        else:
            _ANSWERS[asking.purpose](draft, step, asking, options)

    def dice(self, draft: Draft, step: EffectStep, dice: DiceStep) -> None:
        """What each die of a Roll brings."""
        flow_effects.rolled(draft, step, dice)

    def _aim(self, draft: Draft, step: EffectStep, selector: Selector) -> None:
        """Finds the targets; asks where there are more than the effect takes."""
        fitting = reached(draft, step, selector)
        free = selector.who in FIXED or selector.count == 0
        if free or (len(fitting) <= selector.count and not selector.up_to):
            _hit(draft, step, step.effects[0], fitting)
            return
        least = 0 if selector.up_to else selector.count
        draft.push(
            ChoiceStep(
                purpose="effect.target",
                by=chooser(draft, step, selector.choice),
                options=fitting,
                least=least,
                most=selector.count,
                about=step.source,
            )
        )

    def _cancelled(self, draft: Draft, step: EffectStep, effect: CancelEffect) -> None:
        """The deed is off; what stands after it in the text happens all the same."""
        rest = _rest(step)
        draft.turn_to(rest)
        if step.moment is None or not step.moment.cancellable:
            return
        self._cancel(draft, step.moment, effect.to)
        if rest.effects:
            draft.push(replace(rest, moment=replace(step.moment, cancellable=False)))


def _rest(step: EffectStep) -> EffectStep:
    return replace(step, effects=step.effects[1:])


def _hit(draft: Draft, step: EffectStep, effect: Effect, targets: tuple[str, ...]) -> None:
    """Carries an effect out on each of its targets, each with the numbers that count for it."""
    rest = _rest(step)
    # Who is eliminated now is still counted, and measured from, by what follows.
    left = tuple(draft.state.creatures[each] for each in targets) if names_chosen(rest.effects) else ()
    draft.turn_to(replace(rest, chosen=targets, left=left))
    if not targets:
        draft.tell("effect_reaches_nobody", {"card": step.source})
    todo = RULES[type(effect)].each
    assert todo is not None  # noqa: S101 (only these reach creatures)
    state = draft.state
    for target in reversed(targets):
        if target in draft.state.creatures:
            todo(draft, step, counted(effect, state, step, TableReader(draft), target), target)
