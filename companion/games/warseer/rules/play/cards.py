"""Battle cards that are played, and abilities of Relics and Buildings (W-PLAY, W-SPELL, W-REL, W-BLD, W-ACTV)."""

from typing import cast

from msgspec.structs import replace

from companion.games.common import Choose
from companion.games.defaults.hands import known
from companion.games.kit.events import Discarded
from companion.games.kit.handlers import BaseHandler, is_asking
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import Moment, Token
from companion.games.warseer.model.cards import BuildingCard, RelicCard, SpellCard, TacticCard
from companion.games.warseer.model.commands import Play, Use
from companion.games.warseer.model.effects import Ability
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import InPlay, State, key_of
from companion.games.warseer.model.steps import (
    ActivationStep,
    CardStep,
    Context,
    DiscardStep,
    EffectsStep,
    MarkerStep,
    ResurgentStep,
    TurnStep,
)
from companion.games.warseer.model.terms import Selector
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.activation import usable
from companion.games.warseer.rules.creature.harm import choice_of, rising, wreck
from companion.games.warseer.rules.creature.reactions import is_usable_now, occur, pay, use_improvement
from companion.games.warseer.rules.creature.selection import holds, matching
from companion.games.warseer.rules.creature.values import cost_of, is_open_to, is_squad_full
from companion.games.warseer.rules.creature.word_abilities import first_word, last_word
from companion.games.warseer.rules.field import is_free
from companion.games.warseer.rules.moves import enter

WORN = 3
"""Relics that a Hero wears at a time (W-REL-03)."""


def context_of_card(state: State, player: str, card: str, *, building: bool = False) -> Context:
    """For whom the effects of a Battle card happen: the player's Hero stands for the player (W-REL-22)."""
    return Context(piece=state.hero(player).id, player=player, card=card, support=True, building=building)


def playable(state: State, player: str) -> tuple[str, ...]:
    """Cards that may be played between activations: of the hand, and Tactics of the War Camp for any moment.

    W-TURN-16, W-ECON-02, W-PLAY-05, W-IMP-13.
    """
    in_camp = (key for key in state.improvements(player, "tactic") if state.setup.improvement(key).on is None)
    in_hand = tuple(card for card in known(state.hands[player]) if _is_playable(state, player, card))
    return (*in_hand, *in_camp)


def at_any_moment(state: State, player: str) -> tuple[CommandSpec, ...]:
    """Tactics of the War Camp for any moment, while somebody's turn waits for its own player (W-IMP-13).

    They answer no question, so nobody waits for them. In the own turn between activations they are among the cards to
    play; what is under way, such as an attack, is stopped for them by its situations.
    """
    step = state.steps[-1] if is_asking(state) else None
    if not isinstance(step, TurnStep | ActivationStep) or step.stage != "act":
        return ()
    if (isinstance(step, TurnStep) and step.player == player) or player not in state.order or player in state.fallen:
        return ()
    keys = tuple(key for key in state.improvements(player, "tactic") if state.setup.improvement(key).on is None)
    return (CommandSpec(kind="play", by=player, fields={"card": Pick(options=keys)}),) if keys else ()


def _is_playable(state: State, player: str, card: str) -> bool:
    printed = state.card(card)
    if isinstance(printed, TacticCard) or cost_of(state, player, printed.cost) > state.influence[player]:
        return False
    if isinstance(printed, SpellCard):
        context = context_of_card(state, player, card)
        return holds(state, printed.condition, context) and (
            not printed.enchants or bool(_enchantable(state, player, card))
        )
    return True


def play(run: Run, command: Play) -> None:
    """A card is paid and played (W-TURN-20)."""
    if command.card in run.state.setup.seat(command.by).improvements:
        context = replace(context_of_card(run.state, command.by, command.card), support=False)
        use_improvement(run, command.card, context)
        return
    printed = run.state.card(command.card)
    pay(run, command.by, cost_of(run.state, command.by, printed.cost))
    run.emit(e.CardPlayed(player=command.by, card=command.card))
    run.push(CardStep(player=command.by, card=command.card))


class CardHandler(BaseHandler):
    """A Spell, Relic or Building that was played (W-PLAY-01, W-PLAY-02, W-PLAY-04)."""

    def specs(self, state: State, step: CardStep) -> tuple[CommandSpec, ...]:
        if step.stage == "replace" and isinstance(state.card(step.card), RelicCard):
            worn = tuple(each.card for each in state.in_play_of(step.player, "relic"))
            alike = tuple(each for each in worn if key_of(each) == key_of(step.card))  # never two alike (W-REL-04)
            must = bool(alike) or len(worn) >= WORN
            return (choice_of(step.player, alike or worn, int(must), 1),) if worn else ()
        if step.stage == "effects" and not step.cancelled and not step.on and _enchants(state, step.card):
            options = _enchantable(state, step.player, step.card)
            return (choice_of(step.player, options, 1, 1),) if options else ()
        return ()

    def key_of(self, state: State, step: CardStep) -> str:
        return "replace" if step.stage == "replace" else "enchant"

    def about(self, state: State, step: CardStep) -> dict[str, str | int | float | bool]:
        return {"card": step.card}

    def answer(self, run: Run, step: CardStep, command: Choose) -> None:
        if step.stage == "replace":  # the old one is discarded at once (W-REL-06); none is taken off else (W-REL-05)
            run.turn_to(replace(step, stage="react"))
            for old in command.chosen:
                wreck(run, old)
        else:
            run.turn_to(replace(step, on=command.chosen[0]))

    def go_on(self, run: Run, step: CardStep) -> None:
        printed = run.state.card(step.card)
        context = context_of_card(run.state, step.player, step.card)
        match step.stage:
            case "replace":
                run.turn_to(replace(step, stage="react"))
            case "react":
                run.turn_to(replace(step, stage="effects"))
                if isinstance(printed, SpellCard):
                    occur(run, Moment.ENEMY_SPELL, Context(piece=context.piece, player=step.player, card=step.card))
            case "effects":
                run.turn_to(replace(step, stage="end"))
                if not isinstance(printed, SpellCard):
                    _enter(run, step)
                    first_word(run, getattr(printed, "abilities", ()), context)
                elif not step.cancelled:
                    _cast(run, step, printed, context)
            case _:
                run.pop()
                _end(run, step)


def _enchants(state: State, card: str) -> bool:
    printed = state.card(card)
    return isinstance(printed, SpellCard) and printed.enchants


def _enchantable(state: State, player: str, card: str) -> tuple[str, ...]:
    """Creatures on which an Enchantment may be laid: those that its first effect names."""
    printed = cast("SpellCard", state.card(card))
    context = context_of_card(state, player, card)
    to = getattr(printed.effects[0], "to", Selector()) if printed.effects else Selector(who="any")
    return tuple(piece for piece in matching(state, to, context) if is_open_to(state, piece, context))


def _cast(run: Run, step: CardStep, printed: SpellCard, context: Context) -> None:
    """A Spell takes effect at once (W-SPELL-01); an Enchantment stays with its creature (W-SPELL-03)."""
    picked = (step.on,) if step.on else None
    if step.on:
        context = replace(context, chosen=(step.on,), target=step.on)
    if printed.effects and (not printed.enchants or step.on):
        run.push(EffectsStep(effects=printed.effects, context=context, picked=picked))
    first_word(run, printed.abilities if not printed.enchants else (), context)


def _enter(run: Run, step: CardStep) -> None:
    """A Relic lies by the Hero, a Building in the City, with their tokens (W-REL-02, W-REL-10, W-REL-13, W-BLD-01)."""
    printed = run.state.card(step.card)
    if isinstance(printed, RelicCard | BuildingCard):
        relic = isinstance(printed, RelicCard)
        run.emit(
            e.Entered(
                player=step.player,
                card=step.card,
                sort="relic" if relic else "building",
                armour=printed.armour if isinstance(printed, RelicCard) else 0,
                uses=printed.uses,
                on=run.state.hero(step.player).id if relic else "",
            )
        )


def _end(run: Run, step: CardStep) -> None:
    """A Spell goes to History (W-SPELL-02, W-ZONE-10), but for an Enchantment that was laid."""
    printed = run.state.card(step.card)
    if not isinstance(printed, SpellCard):
        return
    if printed.enchants and not step.cancelled and step.on and run.state.is_standing(step.on):
        run.emit(e.Entered(player=step.player, card=step.card, sort="spell", on=step.on))
    else:
        run.emit(Discarded(player=step.player, cards=(step.card,)))
        last_word(run, printed.abilities, context_of_card(run.state, step.player, step.card))


def use_specs(state: State, player: str) -> list[CommandSpec]:
    """Abilities that may be used between activations.

    Of Relics and Buildings, in the own turn alone (W-BLD-02, W-TURN-14, W-REL-07, W-BLD-07), and of creatures those
    with the Turn icon, of such that have not been activated (W-ACT-04, W-ACTV-01 to -04, W-ACTV-08). A stunned creature
    loses its token instead (W-KW-42).
    """
    specs = []
    for each in state.in_play:
        if each.player == player and each.sort in ("relic", "building"):
            specs += [_use(player, each.card, number) for number in _usable_of(state, each)]
    for creature in state.mine(player):
        if creature.done or Token.STUN in creature.tokens:
            continue
        abilities = state.abilities(creature.id)
        context = Context(piece=creature.id, player=player)
        specs += [
            _use(player, creature.id, number) for number in usable(state, abilities, context) if abilities[number].turn
        ]
    return specs


def _use(player: str, of: str, number: int) -> CommandSpec:
    return CommandSpec(kind="use", by=player, fixed={"of": of, "ability": str(number)})


def abilities_in_play(state: State, each: InPlay) -> tuple[Ability, ...]:
    """The abilities of a Relic or Building."""
    return cast("RelicCard | BuildingCard", state.card(each.card)).abilities


def _usable_of(state: State, each: InPlay) -> list[int]:
    context = context_of_card(state, each.player, each.card, building=each.sort == "building")
    abilities, hero = abilities_in_play(state, each), state.hero(each.player)
    return [
        number
        for number in usable(state, abilities, context)
        if not (abilities[number].turn and each.turned)
        and not (abilities[number].use and not each.uses)
        and not (abilities[number].hero_turn and (hero.done or Token.STUN in hero.tokens))
    ]


def use(run: Run, command: Use) -> None:
    """An ability is used: the card is turned, its price paid, a marker taken (W-ACTV-02, W-ACTV-06, W-ACTV-07)."""
    state = run.state
    if command.of in state.creatures:
        ability = state.abilities(command.of)[int(command.ability)]
        run.emit(e.Activated(piece=command.of))  # W-ACTV-03
        context = Context(piece=command.of, player=command.by, card=state.creatures[command.of].card)
        pay(run, command.by, ability.pay)
        run.push(EffectsStep(effects=ability.effects, context=context))
        return
    used = next(each for each in state.in_play if each.card == command.of)
    ability = abilities_in_play(state, used)[int(command.ability)]
    context = context_of_card(state, command.by, command.of, building=used.sort == "building")
    if ability.turn:
        run.emit(e.Turned(card=command.of))
    if ability.hero_turn:
        run.emit(e.Activated(piece=state.hero(command.by).id))
    pay(run, command.by, ability.pay)
    if ability.use:
        run.push(MarkerStep(player=command.by, card=command.of, effects=ability.effects, context=context, stage="use"))
    else:
        run.push(EffectsStep(effects=ability.effects, context=context))


class MarkerHandler(BaseHandler):
    """A card with Multiple Uses is used, in a situation only if its player wishes (W-MULT-02 to -05)."""

    key = "marker"

    def specs(self, state: State, step: MarkerStep) -> tuple[CommandSpec, ...]:
        if step.stage != "ask" or not is_usable_now(state, step.card):
            return ()
        return (choice_of(step.player, (step.card,), 0, 1),)

    def about(self, state: State, step: MarkerStep) -> dict[str, str | int | float | bool]:
        return {"card": step.card, "count": next(each.uses for each in state.in_play if each.card == step.card)}

    def answer(self, run: Run, step: MarkerStep, command: Choose) -> None:
        if command.chosen:
            run.turn_to(replace(step, stage="use"))
        else:
            run.pop()

    def go_on(self, run: Run, step: MarkerStep) -> None:
        if step.stage == "use":
            run.turn_to(replace(step, stage="end"))
            run.emit(e.MarkerTaken(card=step.card, uses=1))  # W-REL-11, W-MULT-02
            run.push(EffectsStep(effects=step.effects, context=step.context))
            return
        run.pop()
        left = next((each.uses for each in run.state.in_play if each.card == step.card), 0)
        if step.stage == "end" and not left:  # after that last effect (W-REL-12, W-REL-21, W-MULT-03)
            wreck(run, step.card)


class DiscardHandler(BaseHandler):
    """A player discards Support cards to History (W-ZONE-10)."""

    key = "discard"

    def specs(self, state: State, step: DiscardStep) -> tuple[CommandSpec, ...]:
        hand = state.hands[step.player]
        count = min(step.count, len(hand))
        return (choice_of(step.player, hand, count, count),) if count else ()

    def about(self, state: State, step: DiscardStep) -> dict[str, str | int | float | bool]:
        return {"count": min(step.count, len(state.hands[step.player]))}

    def answer(self, run: Run, step: DiscardStep, command: Choose) -> None:
        run.pop()
        discard(run, step.player, command.chosen)


def discard(run: Run, player: str, cards: tuple[str, ...]) -> None:
    """Cards of the hand go to History, with their Last Words (W-ZONE-10, W-KW-27)."""
    run.emit(Discarded(player=player, cards=cards))
    for card in cards:
        abilities = getattr(run.state.card(card), "abilities", ())
        last_word(run, abilities, context_of_card(run.state, player, card))


class ResurgentHandler(BaseHandler):
    """A Resurgent may rise where a Character fell (W-KW-37, reading of W-OPEN-65)."""

    key = "resurgent"

    def specs(self, state: State, step: ResurgentStep) -> tuple[CommandSpec, ...]:
        risers = () if is_squad_full(state, step.player) else rising(state, step.player, step.piece)
        lies = state.creatures[step.piece].where is Where.HISTORY
        if not risers or not lies or not is_free(state, step.cell):
            return ()
        return (choice_of(step.player, risers, 0, 1),)

    def about(self, state: State, step: ResurgentStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece}

    def answer(self, run: Run, step: ResurgentStep, command: Choose) -> None:
        run.pop()
        for riser in command.chosen:
            enter(run, riser, step.cell, under=step.piece)
