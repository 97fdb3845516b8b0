"""Action cards: the nine steps of an attack, and the four of a skill (B-ATK, B-SKILL)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.brawl.model.commands import Aim, Attack, Pass, React, Refrain, Use
from companion.games.brawl.model.effects import Effect
from companion.games.brawl.model.events import CoreSpent, Damaged, Expired, Reacted, Refrained, Targeted
from companion.games.brawl.model.kinds import Deed
from companion.games.brawl.model.state import State, key_of
from companion.games.brawl.model.steps import CardStep, Context, EffectsStep, MoveStep
from companion.games.brawl.model.terms import Selector, Until
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.damage import knock_out
from companion.games.brawl.rules.reactions import may_react, reaction_specs
from companion.games.brawl.rules.selection import holds
from companion.games.brawl.rules.targeting import directions_of, in_area, targets_of
from companion.games.brawl.rules.values import defence, keywords, move_points, strength
from companion.games.kit.events import Discarded, Healed, NotReacted
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Pick


class CardHandler(BaseHandler):
    """An action card from its move to the discard."""

    def specs(self, state: State, step: CardStep) -> tuple[CommandSpec, ...]:
        if step.stage == "aim" and state.is_standing(step.piece):
            return _aims(state, step)
        if step.stage == "react" and step.waiting:
            return tuple(spec for player in step.waiting for spec in reaction_specs(state, step, player))
        return ()

    def key_of(self, state: State, step: CardStep) -> str:
        if step.stage == "react":
            return "react"
        return "use" if state.card(step.card).deed is Deed.SKILL else "attack"

    def about(self, state: State, step: CardStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece, "card": key_of(step.card)}

    def go_on(self, run: Run, step: CardStep) -> None:
        _STAGES[step.stage](run, step)

    def answer(self, run: Run, step: CardStep, command: Attack | Aim | Use | Refrain | React | Pass) -> None:
        match command:
            case Refrain():  # nothing more happens (B-ATK-04, B-ATK-14, B-SKILL-04)
                run.turn_to(replace(step, stage="end"))
                run.emit(Refrained(piece=step.piece))
            case Attack(target=target):
                _aimed(run, step, (target,))
            case Aim(way=way):
                area = run.state.card(step.card).target
                _aimed(run, step, () if area is None else in_area(run.state, area, step.piece, int(way)))
            case Use():
                _aimed(run, step, ())
            case React():
                _reacted(run, step, command)
            case Pass():
                _passed(run, step, command.by)


def _aims(state: State, step: CardStep) -> tuple[CommandSpec, ...]:
    """Steps 3 and 4: targets to name, of skills by the rules of attacks (B-SKILL-02, B-TGT-20), or to refrain."""
    card, by = state.card(step.card), step.player
    refrain = CommandSpec(kind="refrain", by=by)  # B-ATK-04, B-ATK-13, B-SKILL-04
    if card.target is None:
        return (CommandSpec(kind="use", by=by), refrain)
    if options := targets_of(state, card.target, step.piece):
        return (CommandSpec(kind="attack", by=by, fields={"target": Pick(options=options)}), refrain)
    if ways := directions_of(state, card.target, step.piece):
        field = Pick(options=tuple(map(str, ways)))
        return (CommandSpec(kind="aim", by=by, fields={"way": field}), refrain)
    if any(map(_needs_no_target, card.effects)):
        return (CommandSpec(kind="use", by=by), refrain)  # as far as possible (B-BASE-13)
    return ()


def _needs_no_target(effect: Effect) -> bool:
    """Whether an effect may do something where nobody can be a target."""
    whom: Selector | None = getattr(effect, "to", None)
    return whom is None or (whom.who not in ("target", "chosen") and whom.around not in ("target", "chosen"))


def context_of(state: State, step: CardStep) -> Context:
    """For whom the effects of an action card happen."""
    return Context(
        piece=step.piece,
        player=step.player,
        owner=step.piece,
        targets=step.targets,
        attacker=step.piece if state.card(step.card).deed is Deed.ATTACK else "",
        dealt=step.dealt,
        card=key_of(step.card),
    )


def reaction_context(state: State, step: CardStep) -> Context:
    """For whom the effects of a reaction happen: the chosen champion applies them (B-REACT-06) to whom the card says.

    The attacker is the target where the card says no more than that (B-REACT-07).
    """
    return Context(
        piece=step.chosen,
        player=step.reactor,
        owner=state.piece_of(step.reaction),
        targets=(step.piece,),
        attacker=step.piece,
        dealt=step.dealt,
        card=key_of(step.reaction),
    )


def _effects(run: Run, effects: tuple[Effect, ...], context: Context) -> None:
    if effects:
        run.push(EffectsStep(effects=effects, context=context))


def _move(run: Run, step: CardStep) -> None:
    """Step 1: as many of the move points as the player likes, before all else (B-ATK-02, B-SKILL-03, B-MOVE-08)."""
    card = run.state.card(step.card)
    run.turn_to(replace(step, stage="before"))
    points = move_points(run.state, step.piece, card.move)
    if points:
        run.push(MoveStep(piece=step.piece, by=step.player, left=points, cause=step.piece, enters=True))


def _before(run: Run, step: CardStep) -> None:
    """Step 2: pre-effects, in full before the attack is made or not (B-ATK-03, B-ATK-11 to -13), as on B-CH-15."""
    run.turn_to(replace(step, stage="aim"))
    _effects(run, run.state.card(step.card).before, context_of(run.state, step))


def _aim(run: Run, step: CardStep) -> None:
    """Nobody can be targeted, or the champion is at its gate; without an attack nothing more happens (B-ATK-14)."""
    run.turn_to(replace(step, stage="end"))


def _aimed(run: Run, step: CardStep, targets: tuple[str, ...]) -> None:
    """Step 4: the targets are fixed from now on (B-ATK-05, B-ATK-17, B-SKILL-05)."""
    state, card = run.state, run.state.card(step.card)
    if targets:
        run.emit(Targeted(piece=step.piece, targets=targets))
    # Only an attack card attacks, and only an attack is answered (B-CARD-01, B-ATK-01, B-SKILL-01, B-REACT-12).
    if card.deed is Deed.SKILL:
        run.turn_to(replace(step, targets=targets, stage="effects"))
        return
    # Step 5: the other side may answer (B-ATK-06, B-ACT-04).
    step = replace(step, targets=targets, stage="react")
    run.turn_to(replace(step, waiting=may_react(state, step)))


def _reacted(run: Run, step: CardStep, command: React) -> None:
    """Step 5: a reaction is played for one of the targets; its pre-effects happen at once (B-ATK-15, B-ATK-16).

    That target applies what it does (B-REACT-06).
    """
    card = run.state.card(command.card)
    waiting: tuple[
        str, ...
    ] = ()  # one reaction an attack, of a team too, and none to it (B-REACT-04, B-REACT-13, B-TEAM-13)
    step = replace(step, reaction=command.card, reactor=command.by, chosen=command.piece, waiting=waiting)
    run.turn_to(step)
    run.emit(CoreSpent(player=command.by, core=card.core))  # B-REACT-09
    run.emit(Reacted(player=command.by, card=command.card, piece=command.piece))
    _effects(run, card.before, reaction_context(run.state, step))


def _passed(run: Run, step: CardStep, player: str) -> None:
    run.turn_to(replace(step, waiting=tuple(each for each in step.waiting if each != player)))
    run.emit(NotReacted(player=player))


def _react(run: Run, step: CardStep) -> None:
    """Nobody reacts any more."""
    run.turn_to(replace(step, stage="strike"))


def defence_against(state: State, step: CardStep, target: str) -> int:
    """Defence of a target against this attack, with the modifier of a reaction (B-REACT-11), never below 0 (B-DEF-02).

    It counts in each attack on the champion anew (B-DEF-04).
    """
    more = 0
    if step.reaction and step.chosen == target:
        more = state.card(step.reaction).defence or 0
    return defence(state, target, more)


def damage_to(state: State, step: CardStep, target: str) -> int:
    """Strength minus defence of one target, never below 0 (B-ATK-07, B-BASE-11, B-DEF-03, B-DEF-05, B-DEF-06)."""
    card = state.card(step.card)
    return max(0, strength(state, card, step.piece, target) - defence_against(state, step, target))


def _strike(run: Run, step: CardStep) -> None:
    """Steps 6 and 7: all targets take damage at the same moment, then it is seen who is out (B-DMG-04, B-DMG-05)."""
    state = run.state
    if not state.is_standing(step.piece):  # B-ATK-18
        run.turn_to(replace(step, stage="end"))
        return
    card = state.card(step.card)
    # Each target by itself, with its own defence; none that is knocked out (B-DEF-06, B-DMG-01, B-ATK-19).
    hits = [(each, damage_to(state, step, each)) for each in step.targets if state.is_standing(each)]
    words = {each: keywords(state, step.piece, each, card) for each, _ in hits}  # in attacks alone (B-DMG-03)
    # B-KW-18
    doubled = [(each, hit) for each, hit in hits if "double" in words[each]]
    # B-KW-19, B-DATA-13
    poisoned = [(each, words[each]["poison"]) for each, hit in hits if hit > 0 and "poison" in words[each]]
    # B-KW-01; without Double and Poison (reading of B-OPEN-14)
    drained = sum(hit for each, hit in hits if "lifesteal" in words[each])
    if state.setup.readings.lifesteal_counts_all:
        more = [*doubled, *poisoned]
        drained += sum(hit for each, hit in more if "lifesteal" in words[each])
    dealt = sum(hit for each, hit in (*hits, *doubled, *poisoned))
    run.turn_to(replace(step, stage="react_after", dealt=dealt))
    # Step 7 (B-ATK-08, B-DMG-01), in the order of B-DMG-05.
    for why, some in (("attack", hits), ("double", doubled), ("poison", poisoned)):
        for each, hit in some:
            if hit > 0:
                run.emit(Damaged(piece=each, amount=hit, cause=step.piece, why=why))
    if healed := min(drained, run.state.champions[step.piece].damage):
        run.emit(Healed(piece=step.piece, amount=healed))
    knock_out(run, [each for each, _ in hits], step.piece)


def _react_after(run: Run, step: CardStep) -> None:
    """Step 8: post-effects of the reaction, if its champion is not knocked out (B-ATK-09, B-ATK-15, B-DATA-12)."""
    run.turn_to(replace(step, stage="after"))
    if step.reaction and run.state.is_standing(step.chosen):
        _effects(run, run.state.card(step.reaction).after, reaction_context(run.state, step))


def _after(run: Run, step: CardStep) -> None:
    """Step 9: post-effects of the attack (B-ATK-10, B-ATK-11); then abilities that follow attacks."""
    # A reaction is resolved with step 8, and lies in the discard by now (reading of B-OPEN-06).
    leaves = bool(step.reaction) and run.state.setup.readings.reaction_discarded_first
    run.turn_to(replace(step, stage="end", reaction="" if leaves else step.reaction))
    if leaves:
        run.emit(Discarded(player=step.reactor, cards=(step.reaction,)))
    for target in step.targets[::-1]:
        push_abilities(run, target, "attacked", attacker=step.piece, dealt=step.dealt)
    push_abilities(run, step.piece, "attack", targets=step.targets, attacker=step.piece, dealt=step.dealt)
    if run.state.is_standing(step.piece):
        _effects(run, run.state.card(step.card).after, context_of(run.state, step))


def _skill(run: Run, step: CardStep) -> None:
    """Step 4 of a skill (B-SKILL-06)."""
    run.turn_to(replace(step, stage="end"))
    _effects(run, run.state.card(step.card).effects, context_of(run.state, step))


def _end(run: Run, step: CardStep) -> None:
    """The cards go to their players' discards, when all of them is resolved (B-ACT-10, B-ATK-04)."""
    run.pop()
    if step.reaction:
        run.emit(Discarded(player=step.reactor, cards=(step.reaction,)))
    run.emit(Discarded(player=step.player, cards=(step.card,)))
    if any(each.until is Until.END_OF_ATTACK for each in run.state.lasting):
        run.emit(Expired(until=Until.END_OF_ATTACK))


def push_abilities(run: Run, piece: str, on: str, **context: Any) -> None:  # noqa: ANN401 (fields of a context)
    """What a champion's abilities do now (B-CHMP-03)."""
    if not run.state.is_standing(piece):
        return
    of = Context(piece=piece, player=run.state.champions[piece].player, owner=piece, **context)
    for ability in run.state.values(piece).abilities[::-1]:
        if ability.on == on and holds(run.state, ability.condition, of):
            run.push(EffectsStep(effects=ability.effects, context=of))


_STAGES: dict[str, Callable[[Run, CardStep], None]] = {
    "move": _move,
    "before": _before,
    "aim": _aim,
    "react": _react,
    "strike": _strike,
    "react_after": _react_after,
    "after": _after,
    "effects": _skill,
    "end": _end,
}
