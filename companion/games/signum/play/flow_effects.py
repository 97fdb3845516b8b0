"""Effects that steer others: choices, dice, conditions, prices, and those that reach into what is being resolved."""

from msgspec.structs import replace

from companion.games.signum.creature.selection import TableReader, reached
from companion.games.signum.creature.term_values import holds, players
from companion.games.signum.engine.card_draw import affords, gain_prosperity
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.effects.effect import (
    ChoiceEffect,
    Effect,
    IfEffect,
    PayEffect,
    RemindEffect,
    RepeatEffect,
    RollEffect,
)
from companion.games.signum.model.effects.on_creatures import PreventEffect
from companion.games.signum.model.effects.on_players import EndEffect
from companion.games.signum.model.events import GameEnded
from companion.games.signum.model.state import GameResult
from companion.games.signum.model.steps.combat import HarmStep
from companion.games.signum.model.steps.step import ChoiceStep, DiceStep, EffectStep, Step
from companion.games.signum.play.numbers import whole
from companion.games.signum.play.player_effects import chooser

MAX_TIMES = 20
"""How often an effect repeats others at most, and how many dice it rolls: no card says more."""


def then(draft: Draft, step: EffectStep, effects: tuple[Effect, ...]) -> None:
    """Effects within an effect, from the same source."""
    if effects:
        draft.push(replace(step, effects=effects))


def choose(draft: Draft, step: EffectStep, effect: ChoiceEffect) -> None:
    """Asks which; the options stay on the stack until the answer is there."""
    draft.push(replace(step, effects=(effect,)))
    options = tuple(str(n) for n in range(1, len(effect.options) + 1))
    by = chooser(draft, step, effect.choice)
    draft.push(ChoiceStep(purpose="effect.choice", by=by, options=options, about=step.source))


def chosen(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """The option that was chosen."""
    effect = step.effects[0]
    assert isinstance(effect, ChoiceEffect)  # noqa: S101 (only a Choice asks for it)
    draft.turn_to(replace(step, effects=step.effects[1:]))
    then(draft, step, effect.options[int(options[0]) - 1])


def roll(draft: Draft, step: EffectStep, effect: RollEffect) -> None:
    """Asks for the dice."""
    count = min(whole(effect.dice), MAX_TIMES)
    if count > 0:
        draft.push(replace(step, effects=(effect,)))
        draft.push(
            DiceStep(purpose="effect", by=step.by, creature=step.creature, count=count, good=tuple(effect.faces))
        )


def rolled(draft: Draft, step: EffectStep, dice: DiceStep) -> None:
    """What each die brings."""
    effect = step.effects[0]
    assert isinstance(effect, RollEffect)  # noqa: S101 (only a Roll asks for dice)
    draft.turn_to(replace(step, effects=step.effects[1:]))
    for face in reversed(dice.faces):
        then(draft, step, effect.faces.get(face, ()))


def decide(draft: Draft, step: EffectStep, effect: IfEffect) -> None:
    """What a condition leads to."""
    is_so = holds(draft.state, effect.condition, step, TableReader(draft))
    then(draft, step, effect.effects if is_so else effect.otherwise)


def repeat(draft: Draft, step: EffectStep, effect: RepeatEffect) -> None:
    """Effects happen several times over."""
    then(draft, step, effect.effects * max(0, min(whole(effect.times), MAX_TIMES)))


def pay(draft: Draft, step: EffectStep, effect: PayEffect) -> None:
    """Asks whether the price is paid, if it can be."""
    payer = chooser(draft, step, effect.who)
    if not affords(draft.state, payer, _price(effect)):
        then(draft, step, effect.otherwise)
        return
    draft.push(replace(step, effects=(effect,)))
    draft.push(ChoiceStep(purpose="effect.pay", by=payer, options=("yes", "no"), about=step.source))


def paid(draft: Draft, step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """What paying brings, or not paying."""
    effect = step.effects[0]
    assert isinstance(effect, PayEffect)  # noqa: S101 (only a Pay asks for it)
    draft.turn_to(replace(step, effects=step.effects[1:]))
    if options == ("yes",):
        gain_prosperity(draft, asking.by, -_price(effect), step.source)
        then(draft, step, effect.effects)
    else:
        then(draft, step, effect.otherwise)


def _price(effect: PayEffect) -> int:
    return max(0, whole(effect.prosperity))


def prevent(draft: Draft, step: EffectStep, effect: PreventEffect) -> None:
    """Takes from the harm that is about to be dealt to the one concerned, or turns it on another."""
    moment = step.moment
    known = next((each for each in reversed(draft.state.steps) if isinstance(each, HarmStep)), None)
    if moment is None or known is None or moment.hook != "damage.apply":
        return
    if effect.to is not None and effect.to.who not in ("self", "target", "aimed_at", "chosen") and effect.to.count:
        options = tuple(each for each in reached(draft, step, effect.to) if each != moment.target)
        if len(options) > 1:
            draft.push(replace(step, effects=(effect,)))
            draft.push(ChoiceStep(purpose="prevent", by=step.by, options=options, about=step.source))
            return
        turn_aside(draft, step, effect, options)
        return
    turn_aside(draft, step, effect, () if effect.to is None else reached(draft, step, effect.to)[:1])


def redirected(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """Whom the harm strikes instead."""
    effect = step.effects[0]
    assert isinstance(effect, PreventEffect)  # noqa: S101 (only a Prevent asks for it)
    draft.turn_to(replace(step, effects=step.effects[1:]))
    turn_aside(draft, step, effect, options)


def turn_aside(draft: Draft, step: EffectStep, effect: PreventEffect, others: tuple[str, ...]) -> None:
    """Less of the blow; as much more for another, if one is named."""
    if effect.to is not None and not others:
        return
    above: list[Step] = []
    while not isinstance(harm := draft.state.steps[-1], HarmStep):
        above.append(harm)
        draft.pop()
    struck = step.moment.target if step.moment is not None else ""
    at = next((n for n, blow in enumerate(harm.blows) if blow.target == struck and harm.left[n]), None)
    if at is not None:
        less = harm.left[at] if effect.amount is None else min(harm.left[at], max(0, whole(effect.amount)))
        left = tuple(points - less if n == at else points for n, points in enumerate(harm.left))
        blows = harm.blows
        if others:
            blows, left = (*blows, replace(blows[at], target=others[0], amount=less)), (*left, less)
        draft.turn_to(replace(harm, blows=blows, left=left))
        draft.tell("harm_prevented", {"creature": struck, "count": less, "card": step.source})
    draft.push(*above)


def end(draft: Draft, step: EffectStep, effect: EndEffect) -> None:
    """The card says who has won (S-DRAGON-01)."""
    state = draft.state
    team = state.team(players(state, step, effect.winner)[0])
    winners = tuple(each for each in state.order if state.team(each) == team)
    draft.emit(GameEnded(outcome=GameResult(winners=winners, rule_id="S-DRAGON-01", reason="card_says")))


def remind(draft: Draft, step: EffectStep, effect: RemindEffect) -> None:
    """Words for the players to carry out."""
    draft.tell("reminder", {"card": step.source} | {f"text_{language}": text for language, text in effect.text.items()})
