"""Which part of the rules an ability that is used belongs to."""

from collections.abc import Callable

from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.questions import refuse
from companion.games.signum.model.commands import Use
from companion.games.signum.play import activated_abilities as activated
from companion.games.signum.play import detection as detecting
from companion.games.signum.play import relic_uses, ruins

_ELSEWHERE: dict[str, Callable[[Draft, Use], None]] = {
    "go_to_the_shadow": detecting.go_to_the_shadow,
    relic_uses.NAME: relic_uses.use,
    ruins.SEARCH: ruins.use,
    ruins.ENTRANCE: ruins.use,
}


def use(draft: Draft, command: Use) -> None:
    """A creature uses an ability: one of its own, or what the place it stands at offers."""
    astray = command.target if command.ability in _ELSEWHERE else command.card
    alone = command.ability == "go_to_the_shadow" and bool(command.card)
    if astray or alone or (command.ability in _ELSEWHERE and command.buildings):
        raise refuse("names_too_much", ability=command.ability)
    _ELSEWHERE.get(command.ability, activated.use)(draft, command)
