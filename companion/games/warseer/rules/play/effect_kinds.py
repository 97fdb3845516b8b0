"""What each kind of effect does."""

from collections.abc import Callable
from typing import Any

from companion.games.common import Told
from companion.games.kit.events import Swapped
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import CreatureKind, Keyword
from companion.games.warseer.model.cards import BuildingCard, RelicCard, SpellCard, TacticCard
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import (
    AttackStep,
    CardStep,
    Context,
    DiscardStep,
    EffectsStep,
    HarmStep,
    MinionStep,
    PushStep,
    RollStep,
    ShiftStep,
    Step,
)
from companion.games.warseer.model.terms import Until
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.harm import destroy, give_token, heal, lay_feats, wreck
from companion.games.warseer.rules.creature.reactions import gain, pay
from companion.games.warseer.rules.creature.selection import amount_of, holds, point_of
from companion.games.warseer.rules.creature.values import has
from companion.games.warseer.rules.field import field_of, is_free, zone_of
from companion.games.warseer.rules.victory import draw, draw_feat, one_event
from companion.geometry.grid import Cell

BONUSES = (
    fx.HealEffect,
    fx.ArmourEffect,
    fx.MoveEffect,
    fx.PlaceEffect,
    fx.ActivateEffect,
    fx.ChangeEffect,
    fx.DiceEffect,
    fx.SymbolEffect,
    fx.GiveEffect,
)
"""Effects that are a bonus for a creature (W-BLD-04)."""

Pieces = tuple[str, ...]
Does = Callable[[Run, Any, EffectsStep, Pieces], None]


def _damage(run: Run, effect: fx.DamageEffect, step: EffectsStep, reached: Pieces) -> None:
    amount = amount_of(run.state, effect.amount, step.context)
    run.push(
        *(
            HarmStep(
                piece=piece,
                amount=amount,
                player=step.context.player,
                cause=_cause(run.state, step.context),
                magic=effect.magic,
                wounds=effect.wounds,
            )
            for piece in reached
            if amount
        )
    )


def _cause(state: State, context: Context) -> str:
    """The creature whose own ability it is; of a Battle card none."""
    return "" if context.support or not state.is_standing(context.piece) else context.piece


def _roll_damage(run: Run, effect: fx.RollDamageEffect, step: EffectsStep, reached: Pieces) -> None:
    """W-RAND-01."""
    by = step.context.piece if run.state.is_standing(step.context.piece) else ""
    is_bare = step.context.support and not run.state.setup.readings.ground_stops_cards
    run.push(
        *(
            RollStep(
                purpose="damage",
                player=step.context.player,
                piece=by or piece,
                dice=effect.dice,
                target=piece,
                magic=effect.magic,
                bare=is_bare,
            )
            for piece in reached
        )
    )


def _heal(run: Run, effect: fx.HealEffect, step: EffectsStep, reached: Pieces) -> None:
    for piece in reached:
        heal(run, piece, amount_of(run.state, effect.amount, step.context))


def _armour(run: Run, effect: fx.ArmourEffect, step: EffectsStep, reached: Pieces) -> None:
    """W-DMG-08, W-DMG-09."""
    amount = amount_of(run.state, effect.amount, step.context)
    for piece in reached:
        run.emit(e.Armoured(piece=piece, amount=amount))


def _token(run: Run, effect: fx.TokenEffect, step: EffectsStep, reached: Pieces) -> None:
    for piece in reached:
        if not effect.remove:
            give_token(run, piece, effect.token)
        elif effect.token in run.state.creatures[piece].tokens:
            run.emit(e.TokenLost(piece=piece, token=effect.token))


def _move(run: Run, effect: fx.MoveEffect, step: EffectsStep, reached: Pieces) -> None:
    left = amount_of(run.state, effect.amount, step.context)
    run.push(*(ShiftStep(piece=each, by=step.context.player, left=left, how="force") for each in reached if left))


def _push(run: Run, effect: fx.PushEffect, step: EffectsStep, reached: Pieces) -> None:
    run.push(*(PushStep(piece=each, by=step.context.player, cause=_cause(run.state, step.context)) for each in reached))


def _place(run: Run, effect: fx.PlaceEffect, step: EffectsStep, reached: Pieces) -> None:
    steps: list[Step] = []
    for piece in reached:
        cells = place_cells(run.state, effect, step.context, piece)
        steps.append(ShiftStep(piece=piece, by=step.context.player, cells=cells, how="place", may=False))
    run.push(*steps)


def place_cells(state: State, effect: fx.PlaceEffect, context: Context, piece: str) -> tuple[Cell, ...]:
    """Hexes on which a creature may be placed (W-MOVE-04, -05); a zone is that of the card's player (W-ZONE-21)."""
    field = field_of(state)
    around = point_of(state, effect.around, context)
    centre = state.creatures[around].cell if around in state.creatures else None
    zones = {"own": (context.player,), "enemy": state.opponents(context.player)}.get(effect.zone, ())
    return tuple(
        sorted(
            cell
            for cell in field.grid.cells
            if is_free(state, cell)
            and (effect.within is None or (centre is not None and field.distance(centre, cell) <= effect.within))
            and (not zones or any(cell in zone_of(state, player) for player in zones))
            and (effect.on != "terrain" or cell in field.terrain)
            and (effect.on != "pair" or (cell in field.terrain and field.terrain[cell].key == context.card))
        )
    )


def _swap(run: Run, effect: fx.SwapEffect, step: EffectsStep, reached: Pieces) -> None:
    one = step.context.piece
    for other in reached[:1]:
        if run.state.is_standing(one) and other != one:
            run.emit(Swapped(piece=one, other=other))


def _activate(run: Run, effect: fx.ActivateEffect, step: EffectsStep, reached: Pieces) -> None:
    """W-ACT-11; a Monster not by an opponent (W-KW-30)."""
    for piece in reached:
        theirs = run.state.creatures[piece].player != step.context.player
        if not (theirs and has(run.state, piece, Keyword.MONSTER)):
            run.emit(e.Refreshed(piece=piece))


def _destroy(run: Run, effect: fx.DestroyEffect, step: EffectsStep, reached: Pieces) -> None:
    with one_event(run):
        for piece in reached:
            if run.state.is_standing(piece):
                destroy(run, piece, step.context.player, _cause(run.state, step.context), "effect")


def _minion(run: Run, effect: fx.MinionEffect, step: EffectsStep, reached: Pieces) -> None:
    left = amount_of(run.state, effect.count, step.context)
    beside = point_of(run.state, effect.around, step.context)
    if left and beside:
        run.push(MinionStep(player=step.context.player, beside=beside, left=left))


def _influence(run: Run, effect: fx.InfluenceEffect, step: EffectsStep, reached: Pieces) -> None:
    amount = amount_of(run.state, effect.amount, step.context)
    players = (step.context.player,) if effect.who == "own" else run.state.opponents(step.context.player)
    for player in players:
        gain(run, player, amount)


def _draw(run: Run, effect: fx.DrawEffect, step: EffectsStep, reached: Pieces) -> None:
    for _ in range(amount_of(run.state, effect.amount, step.context)):
        if effect.feats:
            draw_feat(run, step.context.player)
        else:
            draw(run, step.context.player)


def _fame(run: Run, effect: fx.FameEffect, step: EffectsStep, reached: Pieces) -> None:
    """W-FEAT-30, W-SCEN-08."""
    count = amount_of(run.state, effect.amount, step.context)
    lay_feats(run, step.context.player, count, source=step.context.card)


def _discard(run: Run, effect: fx.DiscardEffect, step: EffectsStep, reached: Pieces) -> None:
    count = amount_of(run.state, effect.amount, step.context)
    players = (step.context.player,) if effect.who == "own" else run.state.opponents(step.context.player)
    run.push(*(DiscardStep(player=player, count=count) for player in players if count))


SORTS = {"spell": SpellCard, "relic": RelicCard, "building": BuildingCard, "tactic": TacticCard}


def recallable(state: State, player: str, effect: fx.RecallEffect) -> tuple[str, ...]:
    """Cards of a player's History that an effect brings back; no Monster into the War Camp (W-KW-30)."""
    return tuple(card for card in state.histories[player] if _is_recalled(state, card, effect))


def _is_recalled(state: State, card: str, effect: fx.RecallEffect) -> bool:
    if card in state.creatures:
        monster = any(each.keyword is Keyword.MONSTER for each in state.abilities(card))
        return effect.what == "character" and state.creatures[card].kind is CreatureKind.CHARACTER and not monster
    if effect.what == "support":
        return True
    return effect.what in SORTS and isinstance(state.card(card), SORTS[effect.what])


def _recall(run: Run, effect: fx.RecallEffect, step: EffectsStep, reached: Pieces) -> None:
    for card in step.picked or ():
        into = "camp" if card in run.state.creatures else effect.into
        run.emit(e.Recalled(player=step.context.player, card=card, into=into))


def wreckable(state: State, player: str, effect: fx.WreckEffect) -> tuple[str, ...]:
    """Cards in play that an effect may destroy."""
    players = (player,) if effect.who == "own" else state.opponents(player)
    sort = "spell" if effect.what == "enchantment" else effect.what
    return tuple(each.card for each in state.in_play if each.player in players and each.sort == sort)


def _wreck(run: Run, effect: fx.WreckEffect, step: EffectsStep, reached: Pieces) -> None:
    """It goes to its owner's History (W-ZONE-10)."""
    for card in step.picked or ():
        wreck(run, card)


def _cancel(run: Run, effect: fx.CancelEffect, step: EffectsStep, reached: Pieces) -> None:
    playing = next((each for each in reversed(run.state.steps) if isinstance(each, CardStep)), None)
    if playing is not None:
        run.emit(e.Cancelled(card=playing.card))


def _last(run: Run, effect: Any, step: EffectsStep, reached: Pieces) -> None:  # noqa: ANN401 (any that holds)
    """Something holds for some time; its number is settled as it begins."""
    if not reached:
        return
    amount = amount_of(run.state, effect.by, step.context) if isinstance(effect, fx.ChangeEffect) else 0
    player = run.state.creatures[reached[0]].player if effect.until is Until.OWN_TURN else step.context.player
    run.emit(e.Lasted(effect=effect, pieces=reached, player=player, amount=amount, until=effect.until))


def _reroll(run: Run, effect: fx.RerollEffect, step: EffectsStep, reached: Pieces) -> None:
    """The player may reroll so many dice of the attack that runs (W-ATK-09)."""
    attack = next((each for each in reversed(run.state.steps) if isinstance(each, AttackStep)), None)
    if attack is not None:
        pieces, player = (attack.piece,), step.context.player
        run.emit(e.Lasted(effect=effect, pieces=pieces, player=player, until=Until.END_OF_ATTACK))


def _pay(run: Run, effect: fx.PayEffect, step: EffectsStep, reached: Pieces) -> None:
    """Without payment there is no effect (W-PAY-01, W-PAY-02, W-EX-11)."""
    if step.picked:
        pay(run, step.context.player, effect.influence)
        run.push(EffectsStep(effects=effect.effects, context=step.context))


def _choice(run: Run, effect: fx.ChoiceEffect, step: EffectsStep, reached: Pieces) -> None:
    for number in step.picked or ():
        run.push(EffectsStep(effects=effect.options[int(number)], context=step.context))


def _if(run: Run, effect: fx.IfEffect, step: EffectsStep, reached: Pieces) -> None:
    effects = effect.effects if holds(run.state, effect.condition, step.context) else effect.otherwise
    if effects:
        run.push(EffectsStep(effects=effects, context=step.context))


def _remind(run: Run, effect: fx.RemindEffect, step: EffectsStep, reached: Pieces) -> None:
    run.emit(Told(key="reminder", values={"card": step.context.card}))


EFFECTS: dict[type, Does] = {
    fx.DamageEffect: _damage,
    fx.RollDamageEffect: _roll_damage,
    fx.HealEffect: _heal,
    fx.ArmourEffect: _armour,
    fx.TokenEffect: _token,
    fx.MoveEffect: _move,
    fx.PushEffect: _push,
    fx.PlaceEffect: _place,
    fx.SwapEffect: _swap,
    fx.ActivateEffect: _activate,
    fx.DestroyEffect: _destroy,
    fx.MinionEffect: _minion,
    fx.InfluenceEffect: _influence,
    fx.DrawEffect: _draw,
    fx.FameEffect: _fame,
    fx.DiscardEffect: _discard,
    fx.RecallEffect: _recall,
    fx.WreckEffect: _wreck,
    fx.CancelEffect: _cancel,
    fx.ChangeEffect: _last,
    fx.DiceEffect: _last,
    fx.SymbolEffect: _last,
    fx.GiveEffect: _last,
    fx.ForbidEffect: _last,
    fx.RerollEffect: _reroll,
    fx.PayEffect: _pay,
    fx.ChoiceEffect: _choice,
    fx.IfEffect: _if,
    fx.RemindEffect: _remind,
}
"""By the kind of effect."""
