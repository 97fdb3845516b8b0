"""Backstabs: the one die each that enemies roll at a creature which leaves them, or runs into them (S-BACK)."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.signum.creature import damage, stealth
from companion.games.signum.creature.abilities import has, value
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import Blow
from companion.games.signum.model.steps.movement import BackstabStep
from companion.games.signum.model.steps.step import ChoiceStep, DiceStep

LEAVING, RUNNING_IN, SUMMONED, SLIDING = "S-BACK-01", "S-BACK-02", "S-BACK-03", "S-BACK-04"
"""What sets a Backstab off."""


def strike(draft: Draft, *, victim: str, strikers: Iterable[str], why: str) -> None:
    """Lets creatures Backstab another; nothing happens to one that nobody may strike so.

    Args:
        draft: The command being decided.
        victim: Id of who is struck.
        strikers: Ids of the enemies that are, or were, touched; each once (S-BACK-06, S-BACK-17).
        why: `LEAVING`, `RUNNING_IN`, `SUMMONED` or `SLIDING`.
    """
    state = draft.state
    if not exposed(state, state.creatures[victim], why):
        return
    known = [state.creatures[each] for each in dict.fromkeys(strikers) if each in state.creatures]
    open_ones = tuple(each.id for each in known if not each.stealth)
    hidden = tuple(each.id for each in known if each.stealth and _may_reveal(state, why))
    if open_ones or hidden:
        draft.push(BackstabStep(victim=victim, strikers=open_ones, hidden=hidden, why=why))


def exposed(state: State, victim: Creature, why: str) -> bool:
    """Whether a creature can be struck so at all: not if it is hidden or Agile (S-BACK-21, S-AB-02)."""
    if victim.stealth:
        return False
    spared = state.rules.switches.agile == "all" or why == LEAVING
    return not (spared and has(state, victim, "agile"))


def good_faces(state: State, striker: Creature) -> tuple[str, ...]:
    """Faces that succeed, by wounds and Fortitude; strength is no matter (S-BACK-07 to S-BACK-10)."""
    steady = not striker.wounds or has(state, striker, "fortitude")
    return state.rules.faces.melee if steady else state.rules.faces.melee_wounded


class BackstabHandler(BaseHandler[BackstabStep]):
    """Hidden strikers are asked, then each rolls, then all hits strike together (S-BACK-18)."""

    def go_on(self, draft: Draft, step: BackstabStep) -> None:
        if draft.state.creatures.get(step.victim) is None:
            draft.pop()
        elif step.stage == "hidden" and step.hidden:
            player = draft.state.creatures[step.hidden[0]].controller
            mine = tuple(each for each in step.hidden if draft.state.creatures[each].controller == player)
            draft.turn_to(replace(step, hidden=tuple(each for each in step.hidden if each not in mine)))
            draft.push(
                ChoiceStep(
                    purpose="backstab_from_hiding", by=player, options=mine, least=0, most=len(mine), about=step.victim
                )
            )
        elif step.stage == "hidden":
            draft.turn_to(replace(step, stage="roll", left=step.strikers))
        elif step.left:
            draft.push(_dice(draft.state, step, step.left[0]))
        else:
            draft.pop()
            _deal(draft, step)

    def chosen(self, draft: Draft, step: BackstabStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        """Hidden characters that strike lose their token (S-BACK-20, S-STEALTH-07)."""
        for each in options:
            stealth.lose(draft, each, "S-STEALTH-07")
        draft.turn_to(replace(step, strikers=step.strikers + options))

    def dice(self, draft: Draft, step: BackstabStep, dice: DiceStep) -> None:
        hit = dice.faces[0] in dice.good
        hits = (*step.hits, step.left[0]) if hit else step.hits
        draft.turn_to(replace(step, left=step.left[1:], hits=hits))


def _may_reveal(state: State, why: str) -> bool:
    """Whether hidden characters may strike, losing their token: not at those who leave (S-BACK-20, S-BACK-22)."""
    return state.rules.switches.stealth_backstabs and why in (RUNNING_IN, SUMMONED)


def _dice(state: State, step: BackstabStep, striker: str) -> DiceStep:
    """The one die of a striker; what changes attacks counts only where a Backstab is one (S-BACK-13)."""
    creature = state.creatures[striker]
    forced: tuple[str, ...] = ()
    optional: tuple[tuple[str, int], ...] = ()
    if state.rules.switches.backstab_is_attack:
        forced = ("veteran",) if has(state, state.creatures[step.victim], "veteran") else ()
        again = value(state, creature, "master_of_attack")
        optional = (("master_of_attack", again),) if again else ()
    return DiceStep(
        purpose="backstab",
        by=creature.controller,
        creature=striker,
        good=good_faces(state, creature),
        forced=forced,
        optional=optional,
    )


def _deal(draft: Draft, step: BackstabStep) -> None:
    """One damage for each hit, which armour and relics take as of any blow (S-BACK-12, S-BACK-14)."""
    blows = []
    for player in dict.fromkeys(draft.state.creatures[each].controller for each in step.hits):
        mine = [each for each in step.hits if draft.state.creatures[each].controller == player]
        blows.append(Blow(target=step.victim, amount=len(mine), source=mine[0], by=player, why="S-BACK-12"))
    damage.deal_together(draft, blows)
