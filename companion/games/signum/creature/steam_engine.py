"""Steam Engine: before an action that its card names, a die is rolled and its result carried out (S-AB-60)."""

from companion.games.signum.creature.abilities import abilities_of
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import SteamEngineStep
from companion.games.signum.model.steps.step import DiceStep, EffectStep

KEY = "steam_engine"


def run_engine(draft: Draft, creature: str, action: str) -> None:
    """Puts the roll on the stack if the creature's Steam Engine names the action that it has just declared.

    It is obligatory, once a turn where the edition says so, and comes even if a tactic then cancels the action
    (S-OPEN-68): whoever announces the declaration calls this after it, so that the engine is resolved first.
    """
    known = draft.state.creatures.get(creature)
    if known is None:
        return
    if engine_for(draft.state, known, action) is None:
        return
    used = f"{KEY}/{action}"
    once = draft.state.rules.switches.steam_engine_once
    if once and (used in known.deeds.used or KEY in known.deeds.used):
        return
    draft.emit(CreatureChanged(creature=creature, deeds={"used": (*known.deeds.used, used)}, why="S-AB-60"))
    draft.push(SteamEngineStep(creature=creature, action=action))


def engine_for(state: State, creature: Creature, action: str) -> Ability | None:
    """The Steam Engine of a creature that an action heats; None without one."""
    engines = (each for each in abilities_of(state, creature) if each.name == KEY)
    return next((each for each in engines if each.about == action), None)


class SteamEngineHandler(BaseHandler[SteamEngineStep]):
    """One die, then what the card says of its face."""

    def go_on(self, draft: Draft, step: SteamEngineStep) -> None:
        creature = draft.state.creatures.get(step.creature)
        if creature is None:
            draft.pop()
        else:
            draft.push(DiceStep(purpose=KEY, by=creature.controller, creature=creature.id, good=FACES))

    def dice(self, draft: Draft, step: SteamEngineStep, dice: DiceStep) -> None:
        draft.pop()
        creature = draft.state.creatures.get(step.creature)
        engine = engine_for(draft.state, creature, step.action) if creature is not None else None
        result = engine.results.get(dice.faces[0], ()) if engine is not None else ()
        if creature is not None and result:
            name = creature.id
            draft.push(EffectStep(effects=result, by=creature.controller, source=name, creature=name, kind="creature"))
