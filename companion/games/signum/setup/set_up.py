"""From the chosen decks to the first turn (S-SETUP)."""

from collections import Counter

from companion.games.command import TABLE, Command
from companion.games.prompt import CommandSpec, Pick, Prompt, RolledByEach, Spot
from companion.games.signum.engine.card_draw import gain_prosperity
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model import variants
from companion.games.signum.model.commands import ChooseFirst, Claim, Keep, Mulligan, PlaceHero, Priority, Trade
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import PRIORITY_RANK, Variant
from companion.games.signum.model.events import CardMoved, CreatureCame, CreatureStood, OrderSet, PlayerChanged
from companion.games.signum.model.state import Player, Setup, State
from companion.games.signum.model.steps.step import DrawStep, SetupStep, ShuffleStep
from companion.games.signum.movement.placement import give_tokens, require_own_side
from companion.games.signum.setup import side_claims as claiming
from companion.games.signum.turn.turns import draw_building


def new_state(setup: Setup) -> State:
    """The state before the first roll: decks in no order, nobody on the mat."""
    players: dict[str, Player] = {}
    keys: dict[str, str] = {}
    for seat in setup.seats:
        # Which piece of cardboard is which card the program cannot know before it is told.
        known = seat.deck if seat.digital else ("",) * (len(seat.deck) or seat.deck_size)
        deck = {f"{seat.id}:{n}": key for n, key in enumerate(known, 1)}
        brought = {f"{seat.id}:b{n}": key for n, key in enumerate((*seat.buildings, *seat.terrain), 1)}
        construction = {f"{seat.id}:c{n}": key for n, key in enumerate(seat.construction, 1)}
        keys |= deck | brought | construction | {f"{seat.id}:hero": seat.hero}
        players[seat.id] = Player(id=seat.id, deck=tuple(deck), unused=tuple(brought), construction=tuple(construction))
    return State(setup=setup, players=players, keys=keys, steps=(SetupStep(),))


class SetupHandler(BaseHandler[SetupStep]):
    """Priority, heroes, decks, hands, in this order."""

    def prompts(self, state: State, step: SetupStep) -> tuple[Prompt, ...]:
        seats = tuple(seat.id for seat in state.setup.seats)
        match step.stage:
            case "priority":
                spec = CommandSpec(kind="priority", by=TABLE, fields={"rolled": RolledByEach()})
                return (Prompt(key="priority", to=seats, all_of_them=True, specs=(spec,)),)
            case "first":
                spec = CommandSpec(kind="choosefirst", by=step.player, fields={"player": Pick(options=seats)})
                return (Prompt(key="first", to=(step.player,), specs=(spec,)),)
            case "sides":
                return claiming.prompts(state, step.player)
            case "heroes":
                spec = CommandSpec(kind="placehero", by=step.player, fields={"at": Spot(why="side")})
                about: dict[str, str | int | float | bool] = {"creature": f"{step.player}:hero"}
                return (Prompt(key="place_hero", to=(step.player,), about=about, specs=(spec,)),)
            case "hands":
                return (Prompt(key="hand", to=(step.player,), specs=_hand_specs(state, step.player)),)
            case _:
                return ()

    def answer(self, draft: Draft, step: SetupStep, command: Command) -> None:
        match step.stage, command:
            case "priority", Priority():
                _priority(draft, command)
            case "first", ChooseFirst() if command.by == step.player:
                _order(draft, command.player)
            case "sides", Claim() if command.by == step.player:
                claiming.claim(draft, command)
            case "heroes", PlaceHero() if command.by == step.player:
                _place_hero(draft, command)
            case "hands", Keep() | Mulligan() | Trade() if command.by == step.player:
                _decide_hand(draft, command)
            case _:
                raise refuse("setup_first", stage=step.stage, player=step.player)

    def go_on(self, draft: Draft, step: SetupStep) -> None:
        order = draft.state.order
        if step.stage == "decks":
            draft.turn_to(SetupStep(stage="hands", player=order[0]))
            for player in order:
                if draft.state.rules.switches.architect == "two_at_start":
                    draw_building(draft, player, 2)
                gain_prosperity(draft, player, draft.state.rules.numbers.prosperity_at_start, "S-SETUP-09")
            hand = draft.state.rules.numbers.hand_at_start
            draft.push(
                *(ShuffleStep(player=p) for p in order), *(DrawStep(player=p, count=hand, start=True) for p in order)
            )
        else:
            draft.pop()


def _hand_specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    hand = state.players[player].hand
    most = min(state.rules.numbers.mulligan_most, len(hand))
    specs = [CommandSpec(kind="keep", by=player)]
    if most:
        pick = Pick(options=hand, most=most)
        specs.append(CommandSpec(kind="mulligan", by=player, fields={"cards": pick}))
        if state.rules.switches.trade_at_start:
            pick = Pick(options=hand, most=len(hand))
            specs.append(CommandSpec(kind="trade", by=player, fields={"cards": pick}))
    return tuple(specs)


def _priority(draft: Draft, command: Priority) -> None:
    seats = [seat.id for seat in draft.state.setup.seats]
    if sorted(command.rolled) != sorted(seats) or any(face not in PRIORITY_RANK for face in command.rolled.values()):
        raise refuse("priority_rolls", players=", ".join(seats))
    ranks = {player: PRIORITY_RANK[face] for player, face in command.rolled.items()}
    best = [player for player in seats if ranks[player] == max(ranks.values())]
    draft.tell("priority", command.rolled)
    if len(best) > 1:
        return
    if draft.state.rules.variant is not Variant.DUEL:
        # With more than two players the highest roll begins, without a choice (S-VAR-13, S-VAR-21).
        _order(draft, best[0])
    else:
        draft.turn_to(SetupStep(stage="first", player=best[0]))


def _order(draft: Draft, first: str) -> None:
    seats = [seat.id for seat in draft.state.setup.seats]
    if first not in seats:
        raise refuse("no_such_player", player=first)
    order = variants.turn_order(draft.state.setup, first)
    draft.emit(OrderSet(order=order))
    draft.turn_to(claiming.first_stage(draft.state))


def _place_hero(draft: Draft, command: PlaceHero) -> None:
    player = command.by
    hero = f"{player}:hero"
    draft.emit(CreatureCame(creature=Creature(id=hero, owner=player, controller=player)))
    require_own_side(draft, hero, player, command.at, "S-SETUP-08", "S-SETUP-08")
    draft.emit(CreatureStood(creature=hero, at=command.at, why="S-SETUP-06"))
    give_tokens(draft, hero)
    later = draft.state.order[draft.state.order.index(player) + 1 :]
    draft.turn_to(SetupStep(stage="heroes", player=later[0]) if later else SetupStep(stage="decks"))


def _decide_hand(draft: Draft, command: Keep | Mulligan | Trade) -> None:
    """Keeps, exchanges or sells cards of the starting hand; then it is the next player's choice (S-SETUP-15)."""
    player, numbers = command.by, draft.state.rules.numbers
    later = draft.state.order[draft.state.order.index(player) + 1 :]
    draft.turn_to(SetupStep(stage="hands", player=later[0]) if later else SetupStep(stage="begin"))
    if not isinstance(command, Keep):
        held = Counter(draft.state.players[player].hand)
        if not command.cards or Counter(command.cards) - held:
            raise refuse("cards_of_hand", player=player)
    if isinstance(command, Mulligan):
        draft.require(
            len(command.cards) <= numbers.mulligan_most, "S-CONST-17", "mulligan_most", most=numbers.mulligan_most
        )
        deck = draft.state.players[player].deck
        # The replacements come first, then what went back is shuffled in (S-SETUP-12).
        for card in deck[: len(command.cards)]:
            draft.emit(CardMoved(card=card, player=player, zone="hand", why="S-SETUP-12"))
        for card in command.cards:
            draft.emit(CardMoved(card=card, player=player, zone="deck", why="S-SETUP-11"))
        draft.push(ShuffleStep(player=player))
    elif isinstance(command, Trade):
        draft.require(draft.state.rules.switches.trade_at_start, "S-SETUP-13", "no_trade")
        for card in command.cards:
            draft.emit(CardMoved(card=card, player=player, zone="graveyard", why="S-SETUP-14"))
        gain_prosperity(draft, player, len(command.cards), "S-SETUP-13")
    draft.emit(PlayerChanged(player=player, kept=True))
