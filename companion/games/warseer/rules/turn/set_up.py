"""Before the first turn: who begins, Unique Terrain, decks, Heroes, and first hands (W-SETUP)."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.kit.events import DeckMade, Ordered
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import Cells, CommandSpec, Pick
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import CreatureKind, Ground
from companion.games.warseer.model.commands import Back, Deploy, Lay, Stop
from companion.games.warseer.model.setup import Setup
from companion.games.warseer.model.state import FEATS, FIRST, State
from companion.games.warseer.model.steps import (
    DecksStep,
    DeployStep,
    FirstStep,
    HandStep,
    HeroStep,
    LayStep,
    RoundStep,
    Step,
    TurnStep,
)
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.harm import armour_at_start
from companion.games.warseer.rules.creature.reactions import ids_of
from companion.games.warseer.rules.field import field_of, is_free, zone_of
from companion.games.warseer.rules.moves import move_spec
from companion.games.warseer.rules.play import landmarks
from companion.games.warseer.rules.victory import draw
from companion.geometry.grid import Cell

DRAWN, RETURNED = 7, 3
"""Of the first hand (W-SETUP-17)."""


def new_state(setup: Setup) -> State:
    """The state before anything has happened: chance says who begins unless that is settled (W-SETUP-10, W-SKIR-14)."""
    sides = tuple(dict.fromkeys(seat.team or seat.id for seat in setup.seats))
    return State(setup=setup, first=sides, waiting=(FIRST,), steps=(FirstStep(),))


class FirstHandler(BaseHandler):
    """The order of turns is known: clockwise from the first, teams in turn (W-ALLY-05)."""

    def go_on(self, run: Run, step: FirstStep) -> None:
        run.pop()
        run.emit(Ordered(players=_order(run.state)))
        for seat in run.state.setup.seats:
            keys = [(seat.hero, CreatureKind.HERO), *((key, CreatureKind.CHARACTER) for key in seat.characters)]
            for number, (key, sort) in enumerate(keys, 1):
                run.emit(e.Mustered(piece=f"{seat.id}:{number}", player=seat.id, card=key, sort=sort))
        run.push(*_beginning(run.state))


def _order(state: State) -> tuple[str, ...]:
    seats, first = state.setup.seats, state.setup.first or state.first[0]
    teams = {side: [seat.id for seat in seats if (seat.team or seat.id) == side] for side in state.first}
    if any(len(players) > 1 for players in teams.values()):
        rounds = range(max(len(players) for players in teams.values()))
        return tuple(teams[side][number] for number in rounds for side in state.first if number < len(teams[side]))
    ids = [seat.id for seat in seats]
    number = ids.index(first)
    return (*ids[number:], *ids[:number])


def _beginning(state: State) -> Iterator[Step]:
    """All that comes before the first turn, in the listed order, the first player first (W-SETUP-19)."""
    order = state.order
    if state.setup.unique:
        # W-SETUP-11, or more, if so agreed (W-TER-04)
        yield from (LayStep(player=player) for _ in range(state.setup.unique_each) for player in order)
    yield from landmarks.placing(state)
    yield DecksStep()
    yield from (HeroStep(player=player) for player in order)  # W-SETUP-16, W-GEN-06, W-CARD-05
    if state.setup.is_skirmish:
        yield from (DeployStep(player=player) for player in order)
        yield RoundStep(player=order[0])
        return
    yield from (HandStep(player=player) for player in order)
    yield TurnStep(player=order[0])  # W-SETUP-18


class LayHandler(BaseHandler):
    """A player places a Unique Terrain of choice on one of the marked hexes, or none (W-TER-03, W-TER-04)."""

    key = "lay"

    def specs(self, state: State, step: LayStep) -> tuple[CommandSpec, ...]:
        cells = _sites(state)
        terrains = (step.pair,) if step.pair else _offered(state, len(cells))
        specs = [_lay(step.player, each, cells) for each in terrains if cells]
        if not step.pair:
            specs += _crossings(state, step.player)
        return (*specs, CommandSpec(kind="stop", by=step.player)) if specs and not step.pair else tuple(specs)

    def answer(self, run: Run, step: LayStep, command: Lay | Stop) -> None:
        run.pop()
        if isinstance(command, Stop):
            return
        run.emit(e.TerrainLaid(player=step.player, terrain=command.terrain, cell=command.to))
        if not step.pair and is_paired(run.state, command.terrain):  # W-TER-15
            run.push(replace(step, pair=command.terrain))


def is_paired(state: State, terrain: str) -> bool:
    """Whether a terrain comes in pairs, as Portals and Teleports do (W-TER-15)."""
    card = state.setup.terrain(terrain)
    return card.linked or card.paired


def _offered(state: State, sites: int) -> tuple[str, ...]:
    """Unique Terrains that may be placed; a pair where two hexes and a pair of a set are left.

    W-COMP-13, W-TER-16.
    """
    laid = [each.terrain for each in state.terrain if is_paired(state, each.terrain)]
    sets = state.setup.readings.sets

    def is_left(key: str) -> bool:
        return sites > 1 and (len(laid) < 2 * sets if sets else {*laid} <= {key})

    return tuple(
        key
        for key in state.setup.unique
        if not state.setup.terrain(key).crossing and (not is_paired(state, key) or is_left(key))
    )


def _crossings(state: State, player: str) -> Iterator[CommandSpec]:
    """A Bridge or a Ford instead of a Unique Terrain, on any River hex (W-TER-13).

    A River is basic terrain that is impassable and no more (W-TT-03).
    """
    terrain = field_of(state).terrain
    rivers = tuple(
        sorted(cell for cell, card in terrain.items() if not card.unique and card.grounds == (Ground.IMPASSABLE,))
    )
    for key in state.setup.unique if rivers else ():
        if state.setup.terrain(key).crossing:
            yield _lay(player, key, rivers)


def _lay(player: str, terrain: str, cells: tuple[Cell, ...]) -> CommandSpec:
    return CommandSpec(kind="lay", by=player, fixed={"terrain": terrain}, fields={"to": Cells(options=cells)})


def _sites(state: State) -> tuple[Cell, ...]:
    """Marked hexes on which nothing lies yet."""
    terrain = field_of(state).terrain
    return tuple(sorted({Cell(*pair) for pair in state.setup.field.sites} - set(terrain)))


class DecksHandler(BaseHandler):
    """Battle Decks and the Feat deck are shuffled (W-SETUP-13, W-SETUP-15, W-ZONE-07, W-FEAT-01)."""

    def go_on(self, run: Run, step: DecksStep) -> None:
        run.pop()
        if run.state.setup.is_skirmish:
            for seat in run.state.setup.seats:
                _equip(run, seat.id, seat.deck)
            return
        for player in run.state.order:
            run.emit(DeckMade(pile=player, cards=ids_of(player, run.state.setup.seat(player).deck)))
        run.emit(DeckMade(pile=FEATS, cards=_numbered(run.state.setup.feats)))


def _equip(run: Run, player: str, keys: tuple[str, ...]) -> None:
    """Of a Skirmish: the Buildings stand and the Relics are worn from the start (W-SKIR-04, W-SKIR-09, W-SKIR-10)."""
    for card in ids_of(player, keys):
        printed = run.state.card(card)
        relic = hasattr(printed, "armour")
        run.emit(
            e.Entered(
                player=player,
                card=card,
                sort="relic" if relic else "building",
                armour=getattr(printed, "armour", 0),
                uses=getattr(printed, "uses", 0),
                on=run.state.hero(player).id if relic else "",
            )
        )


def _numbered(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of the cards of a deck that is nobody's."""
    met: dict[str, int] = {}
    ids = []
    for key in keys:
        met[key] = met.get(key, 0) + 1
        ids.append(key if met[key] == 1 else f"{key}#{met[key]}")
    return tuple(ids)


class HeroHandler(BaseHandler):
    """A player puts the Hero into the own Deployment Zone (W-SETUP-16)."""

    key = "deploy"

    def specs(self, state: State, step: HeroStep) -> tuple[CommandSpec, ...]:
        hero = state.hero(step.player)
        cells = tuple(sorted(cell for cell in zone_of(state, step.player) if is_free(state, cell)))
        return (move_spec(step.player, hero.id, cells, "deploy"),)

    def about(self, state: State, step: HeroStep) -> dict[str, str | int | float | bool]:
        return {"piece": state.hero(step.player).id}

    def answer(self, run: Run, step: HeroStep, command: Deploy) -> None:
        run.pop()
        run.emit(e.Deployed(piece=command.piece, to=command.to))
        if armour := armour_at_start(run.state, command.piece):
            run.emit(e.Armoured(piece=command.piece, amount=armour))


class HandHandler(BaseHandler):
    """Seven cards are drawn, three of choice go back and are shuffled in (W-SETUP-17)."""

    key = "back"

    def specs(self, state: State, step: HandStep) -> tuple[CommandSpec, ...]:
        if step.stage == "draw":
            return ()
        hand = state.hands[step.player]
        count = min(RETURNED, len(hand))
        field = Pick(options=hand, least=count, most=count)
        return (CommandSpec(kind="back", by=step.player, fields={"cards": field}),) if count else ()

    def about(self, state: State, step: HandStep) -> dict[str, str | int | float | bool]:
        return {"count": min(RETURNED, len(state.hands[step.player]))}

    def go_on(self, run: Run, step: HandStep) -> None:
        if step.stage == "draw":
            run.turn_to(replace(step, stage="return"))
            draw(run, step.player, DRAWN)
        else:
            run.pop()

    def answer(self, run: Run, step: HandStep, command: Back) -> None:
        run.pop()
        run.emit(e.CardsReturned(player=step.player, cards=command.cards))
