"""All that a player may do now: complete, and cheap enough to be asked after every event.

A command that `decide` accepts matches one of these, and each of these is accepted with some value in its `Spot` and
`Words` fields. What players set by hand is always theirs to do and named once.
"""

from collections.abc import Callable

from companion.games.command import TABLE
from companion.games.common import Resume
from companion.games.prompt import CommandSpec, Field, Number, Pick, Prompt, Spot, Words
from companion.games.signum.engine.hooks import may_take_effect
from companion.games.signum.model.editions import THINGS
from companion.games.signum.model.kinds import BATTLE_KINDS
from companion.games.signum.model.state import Phase, State
from companion.games.signum.play import card_play as playing
from companion.games.signum.play.payment import any_field, is_tapped, payable
from companion.games.signum.turn import turns

Area = Callable[[State, str], tuple[CommandSpec, ...]]


def commands(
    state: State, player: str, prompts: tuple[Prompt, ...], areas: tuple[Area, ...]
) -> tuple[CommandSpec, ...]:
    """What a player may do now.

    Args:
        state: The game.
        player: A player's id, or `TABLE`.
        prompts: All that is asked of anybody now.
        areas: What each part of the rules lets the active player do between commands.
    """
    if state.outcome is not None:
        return ()
    owed = tuple(spec for prompt in prompts for spec in prompt.specs if spec.by == player)
    if player == TABLE:
        return (*owed, *by_table(state))
    if player not in state.players:
        return ()
    if state.players[player].out:
        return by_hand(state, player)
    hands = (*by_hand(state, player), *_giving_up(state, player))
    if state.question is not None:
        return (*owed, *_withdrawal(state, player), *hands)
    free: tuple[CommandSpec, ...] = ()
    if not state.steps and state.active == player:
        free = tuple(spec for area in areas for spec in area(state, player))
    return (*owed, *free, *hands)


def _giving_up(state: State, player: str) -> tuple[CommandSpec, ...]:
    """A game is given up by its hero, who has to stand first."""
    return () if state.hero(player) is None else (CommandSpec(kind="concede", by=player),)


def by_hand(state: State, player: str) -> tuple[CommandSpec, ...]:
    """What a player may do at any time; one whose hero has fallen still has hands."""
    text = Words()
    specs = _hands(player)
    specs.append(CommandSpec(kind="tell", by=player, fields={"card": text, "key": text}))
    if not state.players[player].out:
        specs += (CommandSpec(kind="offerdraw", by=player, fixed={"agree": yes}) for yes in (True, False))
        turned = (True, False) if may_take_effect(state, player) else (False,)
        specs += (CommandSpec(kind="reveal", by=player, fixed={"yes": yes}, fields={"tactic": text}) for yes in turned)
    return tuple(specs)


def _hands(by: str) -> list[CommandSpec]:
    """What is set, moved and given on the table, by a player or by all together."""
    text, spot, number = Words(), Spot(why="seen"), Number(least=0, most=999)
    fields: dict[str, dict[str, Field]] = {
        "correct": {"of": text, "at": spot, "outline": spot},
        "setvalue": {"what": text, "of": text, "value": number},
        "movecard": {"card": text, "zone": text, "player": text, "key": text, "position": number},
        "giveeffect": {"creature": text, "effect": text},
    }
    specs = [CommandSpec(kind=kind, by=by, fields=wanted) for kind, wanted in fields.items()]
    thing = Pick(options=THINGS)
    return specs + [
        CommandSpec(kind="keeping", by=by, fixed={"yes": yes}, fields={"what": thing}) for yes in (True, False)
    ]


def by_table(state: State) -> tuple[CommandSpec, ...]:
    """What the table as a whole may do at any time."""
    text = Words()
    clock: dict[str, Field] = {"player": Pick(options=tuple(state.players)), "used_s": Number(least=0, most=99_999)}
    specs = _hands(TABLE)
    specs.append(CommandSpec(kind="overrule", by=TABLE, fields={"command": text, "reason": text}))
    specs.append(CommandSpec(kind="clock", by=TABLE, fields=clock))
    if state.rules.time_limit and state.turn:
        specs.append(CommandSpec(kind="timeup", by=TABLE))
    return (*specs, *_withdrawal(state, TABLE))


def _withdrawal(state: State, by: str) -> tuple[CommandSpec, ...]:
    """What waits on a question may be withdrawn, unless it was done in part and seen."""
    if state.question is None or isinstance(state.question.command, Resume):
        return ()
    return (CommandSpec(kind="withdraw", by=by),)


def construction(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The Construction Phase: to skip, or each building that may be built."""
    if state.phase is not Phase.CONSTRUCTION:
        return ()
    built = (
        CommandSpec(kind="construct", by=player, fixed={"card": card_id})
        for card_id in turns.buildable(state, player)
        if turns.why_not_construct(state, player, card_id) is None
    )
    return (CommandSpec(kind="skip", by=player), *built)


def hand(state: State, player: str) -> tuple[CommandSpec, ...]:
    """Cards of the hand that may be played now, and buildings with an ability of their own."""
    inside = playing.may_play_inside(state)
    if state.phase is not Phase.ACTIVATION or (state.acting and not inside):
        return ()
    specs: list[CommandSpec] = []
    kinds = playing.INSIDE if inside else BATTLE_KINDS
    for card_id in state.players[player].hand:
        if not state.keys[card_id] or state.card(card_id).kind not in kinds:
            continue
        card = state.card(card_id)
        forbidden = playing.why_not_play(state, player, card_id) is not None
        if forbidden or not playing.may_find_place(state, player, card_id):
            continue
        for surcharge in (False, True) if playing.surcharge_of(card) else (False,):
            cost = playing.cost_of(state, player, card, surcharge=surcharge)
            if payable(state, player, cost) and (not surcharge or playing.can_surcharge(state, player, card_id)):
                fixed: dict[str, str | int | bool] = {"card": card_id} | ({"surcharge": True} if surcharge else {})
                specs.append(
                    CommandSpec(kind="play", by=player, fixed=fixed, fields=dict(any_field(state, player, cost)))
                )
    used = (
        ()
        if state.acting
        else tuple(
            CommandSpec(kind="usebuilding", by=player, fixed={"card": building.id})
            for building in state.players[player].city
            if not is_tapped(state, building) and state.card(building.id).effects
        )
    )
    return (*specs, *used)


def telling(state: State, player: str) -> tuple[CommandSpec, ...]:
    """Cards of a cardboard deck that their owner may name, and those that were named wrongly."""
    if state.seat(player).digital:
        return ()
    hand = state.players[player].hand
    unknown = tuple(each for each in hand if not state.keys[each])
    known = tuple(each for each in hand if state.keys[each])
    keys = playing.tellable(state, player)
    specs = []
    if known:
        specs.append(CommandSpec(kind="tell", by=player, fixed={"key": ""}, fields={"card": Pick(options=known)}))
    if unknown and keys:
        named = Pick(options=keys)
        specs.append(CommandSpec(kind="tell", by=player, fields={"card": Pick(options=unknown), "key": named}))
    return tuple(specs)


def ending(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The end of the turn."""
    return (CommandSpec(kind="end", by=player),) if state.phase is Phase.ACTIVATION else ()
