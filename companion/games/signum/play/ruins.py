"""Ruins: the search for treasure and the secret entrance (S-TERRAIN-31 to S-TERRAIN-44)."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.prompt import CommandSpec
from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.contacts import templates_with, touches_template
from companion.games.signum.creature.steam_engine import run_engine
from companion.games.signum.creature.targets import would_pass
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.commands import Use
from companion.games.signum.model.effects.effect import Effect
from companion.games.signum.model.events import TemplateLaid
from companion.games.signum.model.state import Phase, State
from companion.games.signum.model.steps.movement import PlacementStep, SearchStep
from companion.games.signum.model.steps.step import DiceStep
from companion.games.signum.movement import second_placement as placing_anew
from companion.games.signum.play import effects
from companion.games.signum.turn import activation
from companion.games.signum.turn.turns import require_active
from companion.geometry import Answer

SEARCH, ENTRANCE = "search_ruins", "secret_entrance"
"""Names under which the two are used."""


def use(draft: Draft, command: Use) -> None:
    """A character searches Ruins, or looks for their secret entrance; `card` is the template's."""
    check(draft, command)
    entrance = command.ability == ENTRANCE
    draft.push(SearchStep(creature=command.creature, template=command.card, entrance=entrance))
    run_engine(draft, command.creature, "search")


def check(draft: Draft, command: Use) -> None:
    """Refuses what may not be done in these Ruins."""
    require_active(draft, command.by, Phase.ACTIVATION)
    state = draft.state
    creature, template = state.creatures.get(command.creature), state.templates.get(command.card)
    if creature is None or creature.stand is None or template is None:
        raise refuse("no_such_thing", of=command.card)
    ruined = state.rules.switches.ruins and template in templates_with(state, "ruins")
    draft.require(ruined, "S-TERRAIN-31", "no_ruins")
    draft.require(not creature.id.endswith(":hero"), "S-TERRAIN-34", "heroes_do_not_search")
    draft.require(not creature.deeds.ran, "S-TERRAIN-37", "no_search_after_run")
    if command.ability == ENTRANCE:
        draft.require(template.searched, "S-TERRAIN-38", "search_first")
        draft.require(len(_searched(state)) >= 2, "S-TERRAIN-43", "two_searched_ruins")
    else:
        draft.require(not template.searched, "S-TERRAIN-35", "searched_already")
    activation.require_can_act(draft, creature.id, "search")
    beside = touches_template(draft, creature.id, template.id, "S-TERRAIN-31")
    draft.require(beside, "S-TERRAIN-31", "search_in_contact")
    if command.ability == ENTRANCE:
        shut = placing_anew.judge_way_out(state, creature.id, template.id).answer is Answer.NO
        draft.require(not shut, "S-TERRAIN-40", "no_way_out")


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """What the acting character may do in Ruins."""
    return tuple(_specs(state, player)) if state.rules.switches.ruins else ()


class SearchHandler(BaseHandler[SearchStep]):
    """One die, which the card's table answers, or which finds the entrance or not; then the turn ends."""

    def go_on(self, draft: Draft, step: SearchStep) -> None:
        creature = draft.state.creatures.get(step.creature)
        if creature is None or step.done:
            draft.pop()
            activation.finish(draft)
            return
        again = has(draft.state, creature, "ruins_reroll")
        draft.push(
            DiceStep(
                purpose=ENTRANCE if step.entrance else SEARCH,
                by=creature.controller,
                creature=creature.id,
                good=draft.state.rules.faces.secret_entrance if step.entrance else (),
                optional=(("ruins_reroll", 1),) if again else (),
            )
        )

    def dice(self, draft: Draft, step: SearchStep, dice: DiceStep) -> None:
        draft.turn_to(replace(step, done=True))
        by = draft.state.creatures[step.creature].controller
        if not step.entrance:
            draft.emit(TemplateLaid(template=replace(draft.state.templates[step.template], searched=True)))
            found = _found(draft.state, step.template, dice.faces[0])
            if found is None:
                draft.tell("ruins_by_hand", {"creature": step.creature, "face": dice.faces[0]})
                return
            effects.apply(draft, found, by=by, source=step.template, creature=step.creature, kind="terrain")
        elif dice.faces[0] in dice.good:
            draft.push(PlacementStep(creature=step.creature, by=by, entrance=step.template))


def _searched(state: State) -> tuple[str, ...]:
    return tuple(each.id for each in templates_with(state, "ruins") if each.searched)


def _found(state: State, template: str, face: str) -> tuple[Effect, ...] | None:
    """What the table printed on the card gives for a face; None where no source tells the table (S-OPEN-56)."""
    table = next((each.results for each in state.card(template).abilities if each.results), None)
    return None if table is None else table.get(face, ())


def _specs(state: State, player: str) -> Iterable[CommandSpec]:
    creature = state.creatures.get(state.acting)
    if creature is None or creature.controller != player:
        return
    for template in templates_with(state, "ruins"):
        ability = ENTRANCE if template.searched else SEARCH
        command = Use(by=player, creature=creature.id, ability=ability, card=template.id)
        if would_pass(state, command, check):
            fixed: dict[str, str | int | bool] = {"creature": creature.id, "ability": ability, "card": template.id}
            yield CommandSpec(kind="use", by=player, fixed=fixed)
