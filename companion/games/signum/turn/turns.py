"""The three phases and what lies between two turns (S-TURN)."""

import msgspec

from companion.games.common import TurnBegan
from companion.games.signum.creature import control as controlling
from companion.games.signum.creature import stealth
from companion.games.signum.creature.damage import is_spent
from companion.games.signum.creature.prices import priced
from companion.games.signum.engine.card_draw import affords, gain_prosperity
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.expiry import Ending, ending, expire, words_of
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.commands import Construct, End, Skip
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import (
    ActingSet,
    BuildingChanged,
    CardMoved,
    LastingEnded,
    PhaseBegan,
    PlayerChanged,
)
from companion.games.signum.model.kinds import BuildingType
from companion.games.signum.model.state import Phase, State
from companion.games.signum.model.steps.movement import ActivationPhaseStep
from companion.games.signum.model.steps.step import BeginningPhaseStep, ChoiceStep, DrawStep, TurnEndStep

Fault = tuple[str, str, dict[str, str | float]]
"""A rule that forbids something: its id, the sentence that says what would be legal, and what stands in it."""

CLASS_BUILDINGS = frozenset({BuildingType.GUILD, BuildingType.ORDER})


def begin_turn(draft: Draft, player: str) -> None:
    """A player's turn begins with the Beginning Phase."""
    draft.emit(TurnBegan(player=player, turn=draft.state.turn + 1))
    draft.emit(PhaseBegan(phase=Phase.BEGINNING))
    draft.push(BeginningPhaseStep())


class BeginningPhaseHandler(BaseHandler[BeginningPhaseStep]):
    """Untap, ready, expire, draw, income, in this order (S-TURN-09)."""

    def go_on(self, draft: Draft, step: BeginningPhaseStep) -> None:
        active = draft.state.active
        if draft.state.players[active].out:  # the hero fell to what waits for the turn's beginning
            draft.pop()
            return
        match step.stage:
            case "untap":
                for building in draft.state.players[active].city:
                    if building.tapped:
                        draft.emit(BuildingChanged(player=active, card=building.id, tapped=False))
                expire(draft, "start_of_own_turn", active)
                if draft.state.rules.switches.architect == "two_at_start":
                    draw_building(draft, active, 1)
                draft.turn_to(BeginningPhaseStep(stage="draw"))
                announce(draft, "turn.begin", active)
            case "draw":
                draft.turn_to(BeginningPhaseStep(stage="income"))
                draft.push(DrawStep(player=active))
            case "income":
                gain_prosperity(draft, active, draft.state.rules.numbers.income, "S-TURN-08")
                draft.turn_to(BeginningPhaseStep(stage="after"))
            case _:
                draft.pop()
                draft.emit(PhaseBegan(phase=Phase.CONSTRUCTION))
                pending = draft.state.players[active].drawn_buildings
                if draft.state.rules.switches.architect == "one_pending" and not pending:
                    draw_building(draft, active, 1)


def draw_building(draft: Draft, player: str, count: int) -> None:
    """Draws from the top of the Construction Deck, where one is played with (S-VAR-05 to S-VAR-07)."""
    if draft.state.rules.architect:
        for card in draft.state.players[player].construction[:count]:
            draft.emit(CardMoved(card=card, player=player, zone="drawn_buildings", why="S-VAR-05"))


def construct(draft: Draft, command: Construct) -> None:
    """Constructs a building (S-TURN-14 to S-TURN-20)."""
    state, player = draft.state, command.by
    require_active(draft, player, Phase.CONSTRUCTION)
    if command.card not in buildable(state, player):
        raise refuse("building_at_hand", card=command.card)
    card, mine = state.card(command.card), state.players[player]
    fault = why_not_construct(state, player, command.card)
    if fault is not None:
        draft.refuse(*fault)
    gain_prosperity(draft, player, -priced(state, player, card).prosperity, "S-CARD-66")
    if card.unique:
        draft.emit(PlayerChanged(player=player, played_unique=(*mine.played_unique, card.key)))
    draft.emit(CardMoved(card=command.card, player=player, zone="city", why="S-TURN-15"))
    _to_activation(draft, player)


def why_not_construct(state: State, player: str, card_id: str) -> Fault | None:
    """The rule that keeps a building from being built, with what to say; None if nothing does."""
    card, mine = state.card(card_id), state.players[player]
    standing = [state.card(each.id) for each in mine.city]
    price = priced(state, player, card).prosperity
    if len(mine.city) >= state.rules.numbers.city_limit:
        return "S-TURN-18", "city_full", {"most": state.rules.numbers.city_limit}
    if any(each.key == card.key for each in standing):
        return "S-TURN-19", "one_of_each_building", {"card": card.key}
    if card.building_type in CLASS_BUILDINGS and any(each.building_type in CLASS_BUILDINGS for each in standing):
        return "S-TURN-20", "one_class_building", {}
    if card.unique and card.key in mine.played_unique:
        return "S-CARD-57", "unique_once", {"card": card.key}
    if not affords(state, player, price):
        return "S-TURN-15", "too_little_prosperity", {"cost": price, "have": mine.prosperity}
    return None


def skip_construction(draft: Draft, command: Skip) -> None:
    """Skips the Construction Phase for Prosperity (S-TURN-13)."""
    require_active(draft, command.by, Phase.CONSTRUCTION)
    gain_prosperity(draft, command.by, draft.state.rules.numbers.skip_income, "S-TURN-13")
    _to_activation(draft, command.by)


def buildable(state: State, player: str) -> tuple[str, ...]:
    """Ids of the building cards that a player has and has not built, whether or not they can be paid."""
    mine = state.players[player]
    # What was destroyed comes back to the unused cards, also where buildings are drawn (S-CARD-58, S-VAR-43).
    at_hand = mine.drawn_buildings + mine.unused
    return tuple(each for each in at_hand if state.card(each).kind == "building")


def end_turn(draft: Draft, command: End) -> None:
    """The active player is done (S-TURN-30); creatures not activated count as idle."""
    require_active(draft, command.by, Phase.ACTIVATION)
    acting = draft.state.acting
    draft.push(TurnEndStep())
    if acting:
        draft.emit(ActingSet(creature=""))
        announce_end(draft, acting)


def announce_end(draft: Draft, creature: str) -> None:
    """Lets cards react to an activation that has ended."""
    known = draft.state.creatures.get(creature)
    if known is not None:
        announce(draft, "activation.end", known.controller, creature=creature)


class TurnEndHandler(BaseHandler[TurnEndStep]):
    """Effects of the end of the turn, then the next player."""

    def go_on(self, draft: Draft, step: TurnEndStep) -> None:
        active = draft.state.active
        if step.stage == "effects":
            draft.turn_to(TurnEndStep(stage="expire"))
            announce(draft, "turn.end", active)
            return
        if step.stage == "expire":
            if self._asks_for_order(draft, active):
                return
            draft.turn_to(TurnEndStep(stage="next"))
            expire(draft, "end_of_turn", active)
            controlling.release(draft)
            stealth.forget_shots(draft, active)
            return
        draft.pop()
        begin_turn(draft, next_player(draft.state, active))

    def chosen(self, draft: Draft, step: TurnEndStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        """One effect ends before the others; who falls by that falls at once."""
        for creature, lasting in ending(draft.state, "end_of_turn", draft.state.active):
            if f"{creature.id}/{lasting.key}" == options[0]:
                draft.emit(LastingEnded(creature=creature.id, key=lasting.key))

    def _asks_for_order(self, draft: Draft, active: str) -> bool:
        """Asks whoever has several effects that end now which is first (S-TURN-31), if that can change anything."""
        state = draft.state
        endings = ending(state, "end_of_turn", active)
        if not any(_falls_without(state, creature, endings) for creature, _ in endings):
            return False
        at = state.order.index(active)
        for player in (*state.order[at:], *state.order[:at]):
            words = tuple(words_of(endings, player))
            if len(words) > 1:
                draft.push(ChoiceStep(purpose="ends_first", by=player, options=words))
                return True
        return False


def _falls_without(state: State, creature: Creature, endings: tuple[Ending, ...]) -> bool:
    """Whether a creature falls once the effects on it that end now have ended."""
    gone = {lasting.key for on, lasting in endings if on.id == creature.id}
    kept = tuple(each for each in creature.lasting if each.key not in gone)
    return is_spent(state, msgspec.structs.replace(creature, lasting=kept))


def pass_over(draft: Draft) -> None:
    """Ends the turn of a player whose hero has fallen in it (S-OPEN-28)."""
    if draft.state.outcome is None and draft.state.turn and draft.state.players[draft.state.active].out:
        draft.push(TurnEndStep())


def next_player(state: State, player: str) -> str:
    """Who comes after a player; those whose hero has fallen are passed over (S-OPEN-28)."""
    at = state.order.index(player)
    later = (*state.order[at + 1 :], *state.order[: at + 1])
    return next(each for each in later if not state.players[each].out)


def require_active(draft: Draft, player: str, phase: Phase) -> None:
    """Refuses what another player or another phase would have to do."""
    state = draft.state
    draft.require(state.active == player, "S-TURN-02", "not_your_turn", player=state.active)
    draft.require(state.phase is phase, "S-TURN-01", "other_phase", phase=state.phase.value, wanted=phase.value)


def _to_activation(draft: Draft, player: str) -> None:
    draft.emit(PlayerChanged(player=player, constructed=True))
    draft.emit(PhaseBegan(phase=Phase.ACTIVATION))
    switches = draft.state.rules.switches
    if switches.contract_at == "phase" or switches.regeneration == "points":
        mine = tuple(each.id for each in draft.state.creatures.values() if each.controller == player)
        draft.push(ActivationPhaseStep(creatures=mine))
