"""Uses of relics outside of a fight (S-CARD-37, S-CARD-38, S-AB-45): the hero uses what Multiple Uses says.

What is nothing but a bonus for melee is declared with the fight instead (`bonuses`).
"""

from collections.abc import Callable

from companion.games.prompt import CommandSpec
from companion.games.signum.creature.bonuses import for_fights, grant, is_own, lasting_until
from companion.games.signum.creature.damage import destroy_relic
from companion.games.signum.creature.targets import would_pass
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.questions import refuse
from companion.games.signum.model.commands import Use
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import RelicChanged
from companion.games.signum.model.state import Relic, State
from companion.games.signum.model.terms import Until
from companion.games.signum.play import effects
from companion.games.signum.turn import activation

NAME = "multiple_uses"


def use(draft: Draft, command: Use) -> None:
    """The acting hero uses a relic; the last use destroys it, yet counts (S-CARD-38)."""
    hero, relic, known = check_use(draft, command)
    if known.activate:
        activation.declare(draft, hero.id, "ability")
    draft.tell("relic_used", {"creature": hero.id, "relic": relic.id})
    uses = max(0, (relic.uses or 0) - 1)
    draft.emit(RelicChanged(player=hero.owner, card=relic.id, uses=uses))
    grant(draft, hero.id, known.text, by=hero.controller, source=relic.id, until=Until.END_OF_TURN)
    if not uses:
        destroy_relic(draft, hero.owner, relic.id, "S-CARD-38")
    others = lasting_until((each for each in known.text if not is_own(each)), Until.END_OF_TURN)
    effects.apply(draft, others, by=hero.controller, source=relic.id, creature=hero.id, kind="relic")
    if known.activate:
        activation.finish(draft)


def check_use(draft: Draft, command: Use) -> tuple[Creature, Relic, Ability]:
    """Refuses a use that may not be made now; tells of which relic it is."""
    state = draft.state
    hero = state.creatures.get(command.creature)
    found = _usable(state, hero).get(command.card) if hero is not None else None
    if hero is None or found is None or command.target:
        raise refuse("relics_with_uses", relics=", ".join(_usable(state, hero) if hero is not None else ()))
    relic, known = found
    activation.require_can_act(draft, hero.id, "ability" if known.activate else "power", ability=NAME)
    return hero, relic, known


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The uses of relics that a player's acting hero may make."""
    hero = state.creatures.get(state.acting)
    if hero is None or hero.controller != player:
        return ()
    check: Callable[[Draft, Use], object] = check_use
    return tuple(
        CommandSpec(kind="use", by=player, fixed={"creature": hero.id, "ability": NAME, "card": relic})
        for relic in _usable(state, hero)
        if would_pass(state, Use(by=player, creature=hero.id, ability=NAME, card=relic), check)
    )


def _usable(state: State, hero: Creature) -> dict[str, tuple[Relic, Ability]]:
    """Relics of a hero with a use left that is not one for fights, by id."""
    if hero.id != f"{hero.owner}:hero":
        return {}
    found = {}
    for relic in state.players[hero.owner].relics:
        printed = state.card(relic.id).abilities if state.keys[relic.id] else ()
        known = next((each for each in printed if each.name == NAME and each.text), None)
        if relic.uses and known is not None and for_fights(state, relic.id) is None:
            found[relic.id] = (relic, known)
    return found
