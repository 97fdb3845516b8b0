"""Situations: abilities that they set off, and Tactics that may be played (W-ABIL-07, W-TAC)."""

from typing import cast

from msgspec.structs import replace

from companion.games.defaults.hands import known
from companion.games.kit.events import Discarded, NotReacted
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import Moment
from companion.games.warseer.model.cards import BuildingCard, RelicCard, SpellCard, TacticCard
from companion.games.warseer.model.commands import Pass, React
from companion.games.warseer.model.effects import Ability
from companion.games.warseer.model.state import State, key_of
from companion.games.warseer.model.steps import Context, EffectsStep, MarkerStep, ReactStep, Step, TacticStep
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.selection import holds
from companion.games.warseer.rules.creature.values import cost_of
from companion.games.warseer.rules.victory import is_decided

OTHERS = frozenset({Moment.ENEMY_SUMMONED, Moment.ENEMY_SPELL})
"""Situations that an opponent brings about."""
INTERRUPTED = OTHERS | {Moment.ATTACKED, Moment.AFTER_ATTACKED}
"""Situations in which an opponent's turn stops for a card that may be played at any moment (W-IMP-13)."""


def occur(run: Run, moment: Moment, about: Context) -> None:
    """A situation has come: abilities that it sets off happen, and Tactics may be played on it.

    Args:
        run: The command being decided.
        moment: Which.
        about: The creature to which it happens, whose that is or was, who attacks whom, and the damage dealt.
    """
    state = run.state
    steps: list[Step] = [
        _step_of(ability, context)
        for abilities, context in _cards(state, moment, about)
        for ability in abilities
        if ability.on is moment and holds(state, ability.condition, context)
    ]
    players = state.opponents(about.player) if moment in OTHERS else (about.player,)
    if waiting := tuple(each for each in players if may_have(state, each, moment)):
        steps.append(
            ReactStep(moment=moment, waiting=waiting, piece=about.piece, attacker=about.attacker, target=about.target)
        )
    run.push(*steps)


def _step_of(ability: Ability, context: Context) -> Step:
    """What an ability does that is set off; one that takes a use marker only if the player wishes (W-MULT-02)."""
    if ability.use:
        return MarkerStep(player=context.player, card=context.card, effects=ability.effects, context=context)
    return EffectsStep(effects=ability.effects, context=context)


def is_usable_now(state: State, card: str) -> bool:
    """Whether a card has a use marker left, and none of it was taken in the activation that runs (W-MULT-04)."""
    return any(each.card == card and each.uses and not each.used for each in state.in_play)


def _cards(state: State, moment: Moment, about: Context) -> list[tuple[tuple[Ability, ...], Context]]:
    """Cards whose abilities may be set off: of the creature, on it, and of Relics and Buildings of its player."""
    cards: list[tuple[tuple[Ability, ...], Context]] = []
    others = state.opponents(about.player) if moment in OTHERS else ()
    if moment not in OTHERS:
        card = state.creatures[about.piece].card
        cards.append((state.abilities(about.piece), replace(about, card=card)))
    for each in state.in_play:
        printed, hero = state.card(each.card), state.hero(each.player).id
        context = replace(about, piece=hero, player=each.player, card=each.card, support=True)
        if isinstance(printed, SpellCard):  # also of a player who has fallen (W-ALLY-10, W-FFA-07)
            if each.on == about.piece and moment not in OTHERS:
                cards.append((printed.abilities, replace(about, card=each.card)))
        elif (
            each.player not in state.fallen
            and isinstance(printed, RelicCard | BuildingCard)
            and (each.player in others or (moment not in OTHERS and about.piece == hero))
        ):
            is_building = isinstance(printed, BuildingCard)
            cards.append((printed.abilities, replace(context, building=is_building)))
    return cards


def tactic(state: State, card: str) -> TacticCard | None:
    """A card, if it is a Tactic."""
    printed = state.card(card)
    return printed if isinstance(printed, TacticCard) else None


def may_have(state: State, player: str, moment: Moment) -> bool:
    """Whether a player might hold a Tactic for a situation, as far as everybody can tell.

    Whether it is so is the player's secret, so that the question comes whenever it might be. Decks are made by lists
    that all may read (W-SUPP-02), and History lies open (W-ZONE-11).
    """
    if player in state.fallen or state.outcome is not None or is_decided(state):
        return False
    seen = {*state.histories[player]}
    return bool(camp_tactics(state, player, moment)) or any(
        isinstance(card, TacticCard)
        and card.on is moment
        and price(state, player, card) <= state.influence[player]
        and any(each not in seen for each in ids_of(player, state.setup.seat(player).deck, key))
        for key, card in (deck_cards(state, player) if state.hands[player] else ())
    )


def camp_tactics(state: State, player: str, moment: Moment) -> tuple[str, ...]:
    """Tactics of the War Camp that may be played on a situation, which all may read; by key (W-IMP-13)."""
    return tuple(
        key
        for key in state.improvements(player, "tactic")
        if (on := state.setup.improvement(key).on) is moment or (on is None and moment in INTERRUPTED)
    )


def deck_cards(state: State, player: str) -> tuple[tuple[str, object], ...]:
    """The cards of a player's deck, each key once."""
    return tuple((key, state.setup.cards[key]) for key in dict.fromkeys(state.setup.seat(player).deck))


def ids_of(player: str, deck: tuple[str, ...], key: str = "") -> tuple[str, ...]:
    """Ids of the cards of a deck, such as `A:tide/net` and `A:tide/net#2`; or of one key alone."""
    ids, met = [], dict.fromkeys(deck, 0)
    for each in deck:
        met[each] += 1
        if not key or each == key:
            ids.append(f"{player}:{each}" + (f"#{met[each]}" if met[each] > 1 else ""))
    return tuple(ids)


def price(state: State, player: str, card: TacticCard) -> int:
    """What a Tactic costs (W-TAC-07, reading of W-OPEN-14)."""
    if not state.setup.readings.paid_tactics and player != state.active:
        return 0
    return cost_of(state, player, card.cost)


def tactics(state: State, step: ReactStep, player: str) -> tuple[str, ...]:
    """The Tactics that may be played on a situation; none of a name already played on it (W-TAC-05)."""
    in_hand = tuple(
        card
        for card in known(state.hands[player])
        if (printed := tactic(state, card)) is not None
        and printed.on is step.moment
        and printed.key not in step.used
        and price(state, player, printed) <= state.influence[player]
        and holds(state, printed.condition, context_of(step, player, card))
    )
    return (*in_hand, *(key for key in camp_tactics(state, player, step.moment) if key not in step.used))


def context_of(step: ReactStep, player: str, card: str) -> Context:
    """For whom the effects of a Tactic happen: the creature to which the situation came."""
    return Context(piece=step.piece, player=player, attacker=step.attacker, target=step.target, card=card, support=True)


class ReactHandler(BaseHandler):
    """Each player who might hold a Tactic may play it, in an opponent's turn too (W-TAC-02 to -04, W-PLAY-03)."""

    key = "react"

    def specs(self, state: State, step: ReactStep) -> tuple[CommandSpec, ...]:
        if not step.waiting or not may_have(state, step.waiting[0], step.moment):
            return ()
        player = step.waiting[0]
        passing = CommandSpec(kind="pass", by=player)
        if cards := tactics(state, step, player):
            return (CommandSpec(kind="react", by=player, fields={"card": Pick(options=cards)}), passing)
        return (passing,)

    def about(self, state: State, step: ReactStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece, "moment": step.moment.value}

    def answer(self, run: Run, step: ReactStep, command: React | Pass) -> None:
        if isinstance(command, Pass):
            run.turn_to(replace(step, waiting=step.waiting[1:]))
            run.emit(NotReacted(player=command.by))
            return
        in_camp = command.card in run.state.setup.seat(command.by).improvements
        run.turn_to(replace(step, used=(*step.used, command.card if in_camp else key_of(command.card))))
        if in_camp:
            context = replace(context_of(step, command.by, command.card), support=False)
            use_improvement(run, command.card, context)
            return
        printed = cast("TacticCard", run.state.card(command.card))
        pay(run, command.by, price(run.state, command.by, printed))
        run.emit(e.CardPlayed(player=command.by, card=command.card))
        run.push(
            EffectsStep(effects=printed.effects, context=context_of(step, command.by, command.card)),
            TacticStep(player=command.by, card=command.card),
        )

    def go_on(self, run: Run, step: ReactStep) -> None:
        if step.waiting:
            run.turn_to(replace(step, waiting=step.waiting[1:]))
        else:
            run.pop()


def use_improvement(run: Run, key: str, context: Context) -> None:
    """A Tactic of the War Camp takes effect; it costs no Influence, and serves once (W-IMP-13)."""
    run.emit(e.ImprovementUsed(player=context.player, card=key))
    run.push(EffectsStep(effects=run.state.setup.improvement(key).effects, context=context))


class TacticHandler(BaseHandler):
    """After its effect a Tactic goes to History (W-TAC-06)."""

    def go_on(self, run: Run, step: TacticStep) -> None:
        run.pop()
        run.emit(Discarded(player=step.player, cards=(step.card,)))


def pay(run: Run, player: str, influence: int) -> None:
    """A player pays Influence (W-ECON-02)."""
    if influence:
        left = run.state.influence[player] - influence
        run.emit(e.InfluenceSet(player=player, value=left, spent=influence))


def gain(run: Run, player: str, influence: int) -> None:
    """A player gains Influence, or loses it; what goes beyond 10 is lost (W-ECON-05, W-ECON-17)."""
    now = run.state.influence[player]
    value = max(0, min(10, now + influence))
    if value != now:
        run.emit(e.InfluenceSet(player=player, value=value))
