"""Damage, wounds, healing and elimination (S-DMG).

All that strikes at one moment is one step: relics with Durability take theirs first, then armour tokens, then wounds
are marked, and only then those who fall leave together (S-DMG-13, S-MELEE-28).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.signum.creature.abilities import abilities_of, value
from companion.games.signum.creature.stats import health
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.last_words import speak
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import CardMoved, CreatureChanged, CreatureLeft, PlayerChanged, RelicChanged
from companion.games.signum.model.state import Relic, State
from companion.games.signum.model.steps.combat import Blow, HarmStep
from companion.games.signum.model.steps.step import ChoiceStep

FALLS, STANDS = "falls", "stands"
"""What the players answer of a creature whose health no card states."""


def deal(  # noqa: PLR0913 (harm has that many sides)
    draft: Draft,
    *,
    target: str,
    amount: int,
    wounds: bool = False,
    magical: bool = False,
    source: str = "",
    by: str = "",
    why: str,
) -> None:
    """Harms one creature; what follows of it is on the stack when this returns.

    Args:
        draft: The command being decided.
        target: Id of the creature.
        amount: Points of damage, or wounds; nothing happens below 1.
        wounds: Whether they are wounds, which armour tokens do not stop (S-DMG-05); magical attacks deal these.
        magical: Whether relics with Durability do not stop it: magical attacks, spells (S-DMG-12).
        source: Id of the creature or card it comes from.
        by: The player whose deed it is.
        why: The rule, for the log.
    """
    deal_together(
        draft,
        (Blow(target=target, amount=amount, wounds=wounds, magical=magical, source=source, by=by, why=why),),
    )


def deal_together(draft: Draft, blows: Iterable[Blow]) -> None:
    """Harms several creatures at the same moment."""
    struck = tuple(each for each in blows if each.amount > 0 and each.target in draft.state.creatures)
    if struck:
        draft.push(HarmStep(blows=struck, left=tuple(each.amount for each in struck)))
        for blow in reversed(struck):
            by = blow.by or draft.state.creatures[blow.target].controller
            announce(draft, "damage.apply", by, creature=blow.source, target=blow.target)


def after_minus(state: State, target: Creature, hits: int, per_hit: int = 1) -> int:
    """Damage of an attack's unblocked hits, less "-X from attacks" (S-AB-01, S-OPEN-29)."""
    less = value(state, target, "less_from_attacks")
    if state.rules.switches.minus_from_attacks == "per_hit":
        return hits * max(0, per_hit - less)
    return max(0, hits * per_hit - less)


def heal(draft: Draft, target: str, amount: int | None, why: str, *, by: str = "", source: str = "") -> None:
    """Removes wound markers, never more than there are (S-DMG-23); all of them where the amount is None.

    A creature without any may be healed too, and whatever waits for a healing happens (S-AB-31).
    """
    creature = draft.state.creatures.get(target)
    if creature is None:
        return
    removed = creature.wounds if amount is None else min(max(0, amount), creature.wounds)
    if removed:
        draft.emit(CreatureChanged(creature=target, wounds=creature.wounds - removed, why=why))
    announce(draft, "healed", by or creature.controller, creature=source, target=target)


def check_health(draft: Draft, target: str, *, by: str = "") -> None:
    """Eliminates a creature whose health has fallen to its wound markers, or below (S-DMG-22)."""
    creature = draft.state.creatures.get(target)
    if creature is not None and is_spent(draft.state, creature):
        eliminate(draft, target, by=by, why="S-DMG-22")


def sweep(draft: Draft) -> bool:
    """Eliminates all whose wounds reach their health once nothing is being resolved (S-DMG-22).

    An effect that raised the health may have ended, a card that lowers it come, or a value was set by hand.

    Returns:
        Whether anybody fell.
    """
    spent = tuple(
        Blow(target=each.id, amount=0, why="S-DMG-22")
        for each in draft.state.creatures.values()
        if is_spent(draft.state, each)
    )
    _eliminate_together(draft, spent)
    return bool(spent)


def is_spent(state: State, creature: Creature) -> bool:
    """Whether its wound markers are known to reach its health (S-DMG-16)."""
    most = health(state, creature)
    return most is not None and creature.wounds >= most


def eliminate(draft: Draft, target: str, *, by: str = "", source: str = "", why: str) -> None:
    """Takes a creature out of play at once, whatever its health."""
    if target in draft.state.creatures:
        _eliminate_together(draft, (Blow(target=target, amount=0, by=by, source=source, why=why),))


def destroy_relic(draft: Draft, player: str, card: str, why: str) -> None:
    """A relic goes to the Graveyard, and with it what it gave (S-CARD-41); then its Last Word is heard."""
    draft.emit(CardMoved(card=card, player=player, zone="graveyard", why=why))
    announce(draft, "card.to-graveyard", player, card=card)
    printed = draft.state.card(card).abilities if draft.state.keys[card] else ()
    speak(draft, "last_word", printed, card=card, by=player, kind="relic")


class HarmHandler(BaseHandler[HarmStep]):
    """Relics, tokens, wounds, eliminations, in this order."""

    def go_on(self, draft: Draft, step: HarmStep) -> None:
        match step.stage:
            case "relics":
                _relics(draft, step)
            case "tokens":
                _tokens(draft, step)
            case _:
                _fall(draft, step)

    def chosen(self, draft: Draft, step: HarmStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        if asking.purpose == "relic_takes_damage":
            _take(draft, step, options[0])
        else:
            draft.turn_to(replace(step, told={**step.told, asking.about: options[0] == FALLS}))


def _relics(draft: Draft, step: HarmStep) -> None:
    """The relics that stand before the hero, one emptied after the other in the order the player chooses (S-DMG-09)."""
    if step.at == len(step.blows):
        draft.turn_to(replace(step, stage="tokens"))
        return
    blow, left = step.blows[step.at], step.left[step.at]
    shields = () if blow.wounds or blow.magical else _shields(draft.state, blow.target)
    if not left or not shields:
        draft.turn_to(replace(step, at=step.at + 1))
    elif len(shields) == 1 or left >= sum(each.armour for each in shields):
        _take(draft, step, shields[0].id)
    else:
        hero = draft.state.creatures[blow.target]
        options = tuple(each.id for each in shields)
        draft.push(ChoiceStep(purpose="relic_takes_damage", by=hero.controller, options=options, about=hero.id))


def _shields(state: State, target: str) -> tuple[Relic, ...]:
    hero = state.creatures.get(target)
    if hero is None or target != f"{hero.owner}:hero":
        return ()
    return tuple(each for each in state.players[hero.owner].relics if each.durable and each.armour > 0)


def _take(draft: Draft, step: HarmStep, relic: str) -> None:
    """One relic loses tokens, one for each point, until it or the damage is spent (S-DMG-08, S-DMG-10, S-DMG-14)."""
    shields = {each.id: each.armour for each in _shields(draft.state, step.blows[step.at].target)}
    if relic not in shields:
        return  # a hand has taken it away meanwhile; those left are looked at again
    player = draft.state.creatures[step.blows[step.at].target].owner
    have = shields[relic]
    taken = min(have, step.left[step.at])
    left = tuple(points - taken if n == step.at else points for n, points in enumerate(step.left))
    draft.turn_to(replace(step, left=left))
    draft.emit(RelicChanged(player=player, card=relic, armour=have - taken))
    if taken == have:
        destroy_relic(draft, player, relic, "S-DMG-14")


def _tokens(draft: Draft, step: HarmStep) -> None:
    """Armour tokens go first, each point left gives a wound marker; those beyond health are lost (S-DMG-03 to -05)."""
    for blow, left in zip(step.blows, step.left, strict=True):
        creature = draft.state.creatures.get(blow.target)
        if creature is None or not left:
            continue
        stopped = 0 if blow.wounds else min(creature.armour, left)
        wounds = creature.wounds + left - stopped
        most = health(draft.state, creature)
        if most is not None:
            wounds = min(wounds, max(most, creature.wounds))
        change = CreatureChanged(creature=creature.id, why=blow.why)
        draft.emit(
            replace(
                change,
                armour=creature.armour - stopped if stopped else None,
                wounds=wounds if wounds != creature.wounds else None,
            )
        )
    draft.turn_to(replace(step, stage="fall"))


def _fall(draft: Draft, step: HarmStep) -> None:
    """Those whose wounds reach their health leave together; where no card states the health the players say."""
    struck = {each.target: each for each in step.blows}
    standing = [draft.state.creatures[name] for name in struck if name in draft.state.creatures]
    for creature in standing:
        if creature.wounds and health(draft.state, creature) is None and creature.id not in step.told:
            draft.push(ChoiceStep(purpose="eliminated", by=creature.owner, options=(FALLS, STANDS), about=creature.id))
            return
    draft.pop()
    fallen = tuple(struck[each.id] for each in standing if is_spent(draft.state, each) or step.told.get(each.id, False))
    # Pushed first, these are resolved last: nobody heals who has fallen in the same moment (S-OPEN-69).
    for blow in reversed(step.blows):
        announce(draft, "damage.dealt", blow.by, creature=blow.source, target=blow.target)
    _eliminate_together(draft, fallen)


def _eliminate_together(draft: Draft, fallen: tuple[Blow, ...]) -> None:
    """Miniatures leave at once, cards go to their owners' Graveyards, then what reacts to it (S-DMG-17)."""
    known = [(blow, draft.state.creatures[blow.target]) for blow in fallen]
    words = {creature.id: abilities_of(draft.state, creature) for _, creature in known}
    for blow, creature in known:
        _count(draft, blow, creature)
    for blow, creature in known:
        draft.emit(CreatureLeft(creature=creature.id, why=blow.why))
        draft.emit(CardMoved(card=creature.id, player=creature.owner, zone="graveyard", why="S-DMG-17"))
    for blow, creature in reversed(known):
        announce(draft, "card.to-graveyard", creature.owner, target=creature.id, card=creature.id, fallen=(creature,))
        speak(
            draft,
            "last_word",
            words[creature.id],
            card=creature.id,
            by=creature.controller,
            kind="creature",
            creature=creature.id,
            stand=creature.stand,
        )
        announce(
            draft,
            "eliminated",
            blow.by or creature.owner,
            creature=blow.source,
            target=creature.id,
            fallen=tuple(each for _, each in known),
        )


def _count(draft: Draft, blow: Blow, creature: Creature) -> None:
    """An enemy character that falls counts for the last tie-break, whatever eliminated it (S-DMG-24).

    It is an enemy of its owner's enemies also while one of them has it under Control, for it still counts for its
    owner (S-SUMMON-11, S-OPEN-35); whoever controls it answers for its fall then.
    """
    enemies = draft.state.enemies(creature.owner)
    by = blow.by if blow.by in enemies else creature.controller
    if by not in enemies:  # nobody's deed, or one of its own side
        by = enemies[0] if len(enemies) == 1 else draft.state.active
    if by in enemies and creature.id != f"{creature.owner}:hero":
        draft.emit(PlayerChanged(player=by, kills=draft.state.players[by].kills + 1, why="S-DMG-24"))
