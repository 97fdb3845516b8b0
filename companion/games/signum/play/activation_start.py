"""What happens as a creature's activation begins: Contract, Regeneration, whatever waits for it (S-AB-13, S-AB-52)."""

from msgspec.structs import replace

from companion.games.signum.creature import damage
from companion.games.signum.creature.abilities import ability, has, value
from companion.games.signum.creature.bonuses import lasting_until
from companion.games.signum.engine.card_draw import affords, gain_prosperity
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability, Effect
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.movement import ActivationPhaseStep, ActivationStep
from companion.games.signum.model.steps.step import ChoiceStep, DiceStep
from companion.games.signum.model.terms import Until
from companion.games.signum.play import effects

CONTRACT_PRICE = 1
"""Prosperity that a Contract costs (S-AB-13)."""


class ActivationPhaseHandler(BaseHandler[ActivationPhaseStep]):
    """One creature after another: what the edition puts at the start of the phase (S-OPEN-36, S-OPEN-39)."""

    def go_on(self, draft: Draft, step: ActivationPhaseStep) -> None:
        if not step.creatures:
            draft.pop()
            return
        draft.turn_to(ActivationPhaseStep(creatures=step.creatures[1:]))
        draft.push(ActivationStep(creature=step.creatures[0], phase=True))


class ActivationHandler(BaseHandler[ActivationStep]):
    """Contract first, decided before any action, then Regeneration, then what waits for the moment."""

    def go_on(self, draft: Draft, step: ActivationStep) -> None:
        creature = draft.state.creatures.get(step.creature)
        if creature is None:
            draft.pop()
            return
        match step.stage:
            case "contract":
                draft.turn_to(replace(step, stage="regeneration"))
                if _pays(draft.state, creature, phase=step.phase):
                    by = creature.controller
                    draft.push(ChoiceStep(purpose="contract", by=by, options=("yes", "no"), about=creature.id))
            case "regeneration":
                draft.turn_to(replace(step, stage="end" if step.phase else "hook"))
                if _regenerates(draft.state, creature, phase=step.phase):
                    _regenerate(draft, creature)
            case "hook":
                draft.turn_to(replace(step, stage="end"))
                announce(draft, "activation.start", creature.controller, creature=creature.id)
            case _:
                draft.pop()

    def chosen(self, draft: Draft, step: ActivationStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        """Whether the Contract is paid."""
        creature = draft.state.creatures[step.creature]
        contract = ability(draft.state, creature, "contract")
        if options == ("yes",) and contract is not None:
            gain_prosperity(draft, creature.controller, -CONTRACT_PRICE, "S-AB-13")
            effects.apply(
                draft,
                _this_turn(contract),
                by=creature.controller,
                source=creature.id,
                creature=creature.id,
                kind="creature",
            )

    def dice(self, draft: Draft, step: ActivationStep, dice: DiceStep) -> None:
        """Each bullseye heals 1 (S-AB-52)."""
        healed = sum(face in dice.good for face in dice.faces)
        if healed:
            damage.heal(draft, step.creature, healed, "S-AB-52")


def _pays(state: State, creature: Creature, *, phase: bool) -> bool:
    in_phase = state.rules.switches.contract_at == "phase"
    rich = affords(state, creature.controller, CONTRACT_PRICE)
    return in_phase == phase and rich and has(state, creature, "contract")


def _regenerates(state: State, creature: Creature, *, phase: bool) -> bool:
    in_phase = state.rules.switches.regeneration == "points"
    return in_phase == phase and creature.wounds > 0 and value(state, creature, "regeneration") > 0


def _regenerate(draft: Draft, creature: Creature) -> None:
    count = value(draft.state, creature, "regeneration")
    if draft.state.rules.switches.regeneration == "points":
        damage.heal(draft, creature.id, count, "S-AB-52")
        return
    draft.push(
        DiceStep(
            purpose="regeneration",
            by=creature.controller,
            creature=creature.id,
            count=count,
            good=draft.state.rules.faces.regeneration,
        )
    )


def _this_turn(contract: Ability) -> tuple[Effect, ...]:
    """What a Contract gives lasts until the end of the active player's turn."""
    return lasting_until(contract.text, Until.END_OF_TURN)
