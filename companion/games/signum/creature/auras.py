"""Auras that reach a creature or not within the doubt of the measurement: the table says which (S-AB-04, S-MOVE-02).

What an Aura gives is asked for all the time, by lists and by screens, so that it goes by the places on record. Before
somebody acts or is attacked, though, the table settles what is too close to call; that holds until one of the two
stands elsewhere.
"""

from companion.games.signum.creature.influences import aura_key, auras_near
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.events import ContactSettled
from companion.geometry import Answer


def settle(draft: Draft, *creatures: str) -> None:
    """Asks the table about every Aura of which nobody can tell whether it reaches one of these.

    Args:
        draft: The command being decided.
        creatures: Ids of those who are going to act, or to be attacked.
    """
    for name in dict.fromkeys(creatures):
        creature = draft.state.creatures.get(name)
        if creature is None or creature.stand is None:
            continue
        for source, ruler, verdict in auras_near(draft.state, creature):
            if verdict.answer is Answer.CLOSE:
                yes = draft.judge(verdict, f"within:{ruler}:{source}:{name}", "S-AB-04")
                draft.emit(ContactSettled(one=aura_key(source), other=name, yes=yes))
