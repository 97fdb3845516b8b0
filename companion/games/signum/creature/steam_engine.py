"""Steam Engine: before an action that its card names, a die is rolled and its result carried out (S-AB-60)."""

from companion.games.signum.creature.abilities import abilities_of, ability
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.steps import DiceStep, EffectStep
from companion.games.signum.model.steps_combat import SteamEngineStep

KEY = "steam_engine"


def run_engine(draft: Draft, creature: str, action: str) -> None:
    """Puts the roll on the stack if the creature's Steam Engine names the action that it has just declared.

    It is obligatory, once a turn where the edition says so, and comes even if a tactic then cancels the action
    (S-OPEN-68): whoever announces the declaration calls this after it, so that the engine is resolved first.
    """
    known = draft.state.creatures.get(creature)
    if known is None:
        return
    named = any(each.name == KEY and each.about == action for each in abilities_of(draft.state, known))
    if not named or (draft.state.rules.switches.steam_engine_once and KEY in known.deeds.used):
        return
    draft.emit(CreatureChanged(creature=creature, deeds={"used": (*known.deeds.used, KEY)}, why="S-AB-60"))
    draft.push(SteamEngineStep(creature=creature, action=action))


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
        engine = ability(draft.state, creature, KEY) if creature is not None else None
        result = engine.results.get(dice.faces[0], ()) if engine is not None else ()
        if creature is not None and result:
            name = creature.id
            draft.push(EffectStep(effects=result, by=creature.controller, source=name, creature=name, kind="creature"))
