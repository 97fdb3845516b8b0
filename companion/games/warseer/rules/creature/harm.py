"""Damage, Armour, Wounds, and what is destroyed (W-DMG, W-REL-14 to -20, W-FEAT-14)."""

from msgspec.structs import replace

from companion.games.common import Choose
from companion.games.kit.events import Healed
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import CreatureKind, Crit, Keyword, Moment, Token
from companion.games.warseer.model.cards import CharacterCard
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import Creature, State
from companion.games.warseer.model.steps import AttackStep, Context, HarmStep, MinionStep, ResurgentStep
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.reactions import occur
from companion.games.warseer.rules.creature.values import (
    beside,
    found,
    has,
    health,
    health_left,
    is_allied,
    is_enemy,
    may_be_healed,
    relics_of,
)
from companion.games.warseer.rules.creature.word_abilities import last_word
from companion.games.warseer.rules.victory import check_end, follow_income, hero_fell, one_event

SILENT = frozenset({"poison", "disease", "counter"})
"""Destruction by these gives no VP (W-FEAT-24)."""


class HarmHandler(BaseHandler):
    """Damage finds its way: Protectors, Armour of Relics, own Armour, then Wounds (W-DMG-03, W-REL-14 to -18)."""

    def specs(self, state: State, step: HarmStep) -> tuple[CommandSpec, ...]:
        if not state.is_standing(step.piece):
            return ()
        player = state.creatures[step.piece].player
        if not step.shielded and (protectors := protectors_of(state, step)):
            return (choice_of(player, protectors, 0, 1),)
        relics = armoured_relics(state, step)
        if not step.relic and len(relics) > 1:
            return (choice_of(player, relics, 1, 1),)
        return ()

    def key_of(self, state: State, step: HarmStep) -> str:
        return "choose_relic" if step.shielded or not protectors_of(state, step) else "protect"

    def about(self, state: State, step: HarmStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece, "amount": step.amount}

    def answer(self, run: Run, step: HarmStep, command: Choose) -> None:
        if step.shielded or not protectors_of(run.state, step):
            run.turn_to(replace(step, relic=command.chosen[0]))
        elif command.chosen:
            # At most as much as the Protector has Health left; the rest hits the other (W-KW-35, W-OPEN-64).
            taken = min(step.amount, health_left(run.state, command.chosen[0]))
            run.turn_to(replace(step, shielded=True, amount=step.amount - taken))
            run.push(replace(step, piece=command.chosen[0], amount=taken, shielded=True))
        else:
            run.turn_to(replace(step, shielded=True))

    def go_on(self, run: Run, step: HarmStep) -> None:
        run.pop()
        if step.amount > 0 and run.state.is_standing(step.piece):
            _suffer(run, step)
        check_end(run)


def choice_of(player: str, options: tuple[str, ...], least: int, most: int) -> CommandSpec:
    """A choice among some words."""
    return CommandSpec(kind="choose", by=player, fields={"chosen": Pick(options=options, least=least, most=most)})


def protectors_of(state: State, step: HarmStep) -> tuple[str, ...]:
    """Who may take damage instead of an adjacent allied creature (W-KW-35)."""
    if step.wounds or step.amount < 1:
        return ()
    return tuple(
        each.id
        for each in beside(state, step.piece)
        if has(state, each.id, Keyword.PROTECTOR) and is_allied(state, each.id, step.piece)
    )


def armoured_relics(state: State, step: HarmStep) -> tuple[str, ...]:
    """Relics that must take the damage of the Hero who wears them, before the Hero does (W-REL-17, W-REL-19)."""
    creature = state.creatures[step.piece]
    if creature.kind is not CreatureKind.HERO or step.magic or step.wounds:
        return ()
    return tuple(each.card for each in relics_of(state, creature.owner) if each.armour)


def _suffer(run: Run, step: HarmStep) -> None:
    left = step.amount
    relics = armoured_relics(run.state, step)
    if relics:  # of one Relic alone (W-REL-16), then on to the Hero (W-REL-18)
        card = step.relic or relics[0]
        worn = next(each for each in run.state.in_play if each.card == card)
        lost = min(left, worn.armour)
        left -= lost
        run.emit(e.MarkerTaken(card=card, armour=lost))
        if lost == worn.armour:  # W-REL-20
            wreck(run, card)
    creature = run.state.creatures[step.piece]
    # One token for each damage, unless it is magic or comes as Wounds (W-ATK-04, W-DMG-03, W-DMG-06, W-DMG-07).
    armour = 0 if step.magic or step.wounds else min(left, creature.armour)
    run.emit(
        e.Damaged(
            piece=step.piece,
            wounds=left - armour,
            armour=armour,
            player=step.player,
            cause=step.cause,
            why=step.why,
        )
    )
    if run.state.creatures[step.piece].wounds >= health(run.state, step.piece):  # W-DMG-04, W-EX-04
        destroy(run, step.piece, step.player, step.cause, step.why)
    elif left - armour:
        occur(run, Moment.DAMAGED, Context(piece=step.piece, player=creature.player, attacker=step.cause))


def wither(run: Run) -> bool:
    """Destroys creatures whose Health has gone down to their Wounds, as when a Relic leaves (W-DMG-04).

    Returns:
        Whether there was any.
    """
    if not _withering(run.state):
        return False
    with one_event(run):
        for _ in run.state.standing:  # one that goes may take Health from others
            if gone := _withering(run.state):
                destroy(run, gone, "", "", "health")
    return True


def _withering(state: State) -> str:
    """A creature with as many Wounds as Health; empty for none."""
    for each in state.standing:
        is_near = each.wounds and (state.lasting or each.wounds >= state.printed(each.id).health)
        if is_near and each.wounds >= health(state, each.id):
            return each.id
    return ""


def wreck(run: Run, card: str) -> None:
    """A Relic, Building or Enchantment goes to its owner's History (W-REL-08, W-REL-20, W-BLD-01, W-SPELL-04)."""
    found_in = next((each for each in run.state.in_play if each.card == card), None)
    if found_in is not None:
        run.emit(e.LeftPlay(player=found_in.player, card=card))
        abilities = getattr(run.state.card(card), "abilities", ())
        last_word(run, abilities, Context(piece=run.state.hero(found_in.player).id, player=found_in.player, card=card))


def follow_departure(run: Run, before: State, event: e.Destroyed | e.Removed) -> None:
    """Enchantments on a creature that leaves end with it (W-SPELL-03, W-SPELL-04), and Income changes."""
    for laid in run.state.in_play:
        if laid.on == event.piece and laid.sort == "spell":
            wreck(run, laid.card)
    follow_income(run, before, event)


Run.WATCHED |= {e.Destroyed: follow_departure, e.Removed: follow_departure}


def destroy(run: Run, piece: str, player: str, cause: str, why: str) -> None:
    """A creature is destroyed (W-DMG-05, W-SUM-05, W-CARD-15).

    Args:
        run: The command being decided.
        piece: Which.
        player: Whose effect it was; empty for nobody's.
        cause: The creature that did it; empty for none.
        why: By what, as the step says.
    """
    state = run.state
    creature, card = state.creatures[piece], state.printed(piece)
    cell, rank = creature.cell, card.rank if isinstance(card, CharacterCard) else None
    was_enemy = bool(player) and is_enemy(state, piece, player)
    resurgent = was_enemy and rank is not None and cell is not None and _may_rise(state, player, piece)
    parasite = was_enemy and rank is not None and _has_crit(state, cause, Crit.PARASITE)
    to = Where.GONE if creature.kind is CreatureKind.MINION else Where.HISTORY
    with one_event(run):
        run.emit(e.Destroyed(piece=piece, player=player, cause=cause, to=to))
        last_word(run, state.abilities(piece), Context(piece=piece, player=creature.player, attacker=cause))
        if was_enemy and why not in SILENT:
            lay_feats(run, player, card.worth, piece=piece)
        if creature.kind is CreatureKind.HERO:
            hero_fell(run, creature.owner, player)
    if creature.kind is CreatureKind.HERO:
        return
    if resurgent and cell is not None:
        run.push(ResurgentStep(player=player, piece=piece, cell=cell))
    elif parasite and cell is not None:
        run.push(MinionStep(player=player, cell=cell))  # W-CR-08
    occur(run, Moment.DESTROYED, Context(piece=piece, player=creature.player, attacker=cause))
    if cause and run.state.is_standing(cause):
        occur(run, Moment.DESTROYS, Context(piece=cause, player=run.state.creatures[cause].player, target=piece))


def lay_feats(run: Run, player: str, worth: int, *, piece: str = "", source: str = "") -> None:
    """The top Feat goes face down into the Hall of Fame, one for each star (W-FEAT-13 to -15, W-FEAT-28, W-VP-02).

    So does one that an effect gives (W-FEAT-30). None in another's turn (reading of W-OPEN-16), in the first player's
    first turn (W-FEAT-23, reading of W-OPEN-15), or from an empty deck (W-FEAT-29, W-END-02).
    """
    readings = run.state.setup.readings
    if player != run.state.active and not readings.kills_anytime:
        return
    if run.state.turn == 1 and not readings.first_turn_kills:
        return
    for _ in range(worth):
        if run.state.feats:
            run.emit(e.KillScored(player=player, feat=run.state.feats[0], piece=piece, source=source))


def _has_crit(state: State, cause: str, crit: Crit) -> bool:
    """Whether a destruction comes from an attack whose crit effect applies and has such a part."""
    return any(
        isinstance(step, AttackStep)
        and step.piece == cause
        and step.crit
        and any(each.crit is crit for each in state.printed(cause).attack.crits)
        for step in state.steps[-3:]
    )


def _may_rise(state: State, player: str, piece: str) -> bool:
    """Whether a Resurgent may be summoned in place of a destroyed Character (W-KW-37)."""
    barred = {"undead", "mech"} & {each.lower() for each in state.printed(piece).affinities}
    is_barred = barred or has(state, piece, Keyword.RESURGENT) or has(state, piece, Keyword.FORGED)
    return not is_barred and bool(rising(state, player, piece))


def rising(state: State, player: str, piece: str) -> tuple[str, ...]:
    """The Resurgents of the same or lower rank in a player's War Camp or History (W-KW-37)."""
    rank = state.rank(piece)
    if rank is None:
        return ()
    return tuple(
        each.id
        for each in state.creatures.values()
        if each.owner == player
        and each.kind is CreatureKind.CHARACTER
        and each.where in (Where.CAMP, Where.HISTORY)
        and any(ability.keyword is Keyword.RESURGENT for ability in state.abilities(each.id))
        and (mine := state.rank(each.id)) is not None
        and mine.order <= rank.order
    )


def heal(run: Run, piece: str, amount: int) -> None:
    """Removes up to so many Wounds (W-DMG-10, reading of W-OPEN-33)."""
    creature = run.state.creatures[piece]
    if (gone := min(amount, creature.wounds)) > 0 and may_be_healed(run.state, piece):
        run.emit(Healed(piece=piece, amount=gone))


def give_token(run: Run, piece: str, token: Token) -> None:
    """Gives a token, of which a creature has one at most (W-KW-17, W-KW-33, W-KW-42).

    The Forged and the Resurgent get neither Poison nor Disease (W-KW-21, W-KW-37).
    """
    creature: Creature | None = run.state.creatures.get(piece)
    if creature is None or creature.cell is None or token in creature.tokens:
        return
    immune = has(run.state, piece, Keyword.FORGED) or has(run.state, piece, Keyword.RESURGENT)
    if token is Token.STUN or not immune:
        run.emit(e.TokenGained(piece=piece, token=token))


def armour_at_start(state: State, piece: str) -> int:
    """Armour tokens with which a creature enters (W-KW-03)."""
    ability = found(state, piece, Keyword.ARMOUR)
    return ability.x if ability is not None else 0
