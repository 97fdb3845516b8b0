"""Playing cards from hand: spells, relics, tactics, and the beginning of a summoning (S-PLAY, S-CARD)."""

from collections import Counter

from msgspec.structs import replace

from companion.games.signum.creature.prices import priced
from companion.games.signum.engine.card_draw import affords
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.last_words import speak
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Play, Tell, UseBuilding
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability, ChoiceEffect, Cost, Effect
from companion.games.signum.model.effects.on_players import DestroyEffect, DiscardEffect, ProsperEffect
from companion.games.signum.model.events import BuildingChanged, CardMoved, CardTold
from companion.games.signum.model.kinds import BATTLE_KINDS, Kind
from companion.games.signum.model.redaction import may_have
from companion.games.signum.model.state import Phase, Relic, State, Tactic
from companion.games.signum.model.steps.step import CardPlayStep, ChoiceStep
from companion.games.signum.play import effects, player_effects, summons
from companion.games.signum.play.cards_back import give_back
from companion.games.signum.play.payment import is_tapped, named_buildings, pay, tap_on_cardboard
from companion.games.signum.turn.turns import Fault, require_active
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import Answer

INSIDE = frozenset({Kind.SPELL, Kind.RELIC})
"""Cards that a setting of the game lets be played within an activation (S-OPEN-77)."""


def play(draft: Draft, command: Play) -> None:
    """Declares a card and pays for it (S-PLAY-01 to S-PLAY-04)."""
    player, state = command.by, draft.state
    require_active(draft, player, Phase.ACTIVATION)
    inside = may_play_inside(state)
    draft.require(inside or not state.acting, "S-TURN-29", "finish_activation_first")
    if command.card not in state.players[player].hand:
        raise refuse("cards_of_hand", player=player)
    if not state.keys[command.card]:
        raise refuse("tell_card_first", card=command.card)
    card = state.card(command.card)
    draft.require(not state.acting or card.kind in INSIDE, "S-TURN-29", "finish_activation_first")
    if card.kind not in BATTLE_KINDS:
        raise refuse("not_from_hand", card=card.key)
    if command.surcharge and surcharge_of(card) is None:
        raise refuse("ability_needed", ability="surcharge")
    if command.surcharge:
        draft.require(can_surcharge(state, player, command.card), "S-AB-61", "surcharge_deed")
    fault = why_not_play(state, player, command.card)
    if fault is not None:
        draft.refuse(*fault)
    if card.kind is Kind.CHARACTER:
        summons.require_place(draft, player, command.card)
    cost = cost_of(state, player, card, surcharge=command.surcharge)
    named = named_buildings(state, player, cost) if state.rules.keeps("taps") else ()
    pay(draft, player, cost, command.buildings)
    _laid_down(draft, command, card, cost, (*named, *command.buildings))


def why_not_play(state: State, player: str, card_id: str) -> Fault | None:
    """The rule that keeps a card of the hand from being played, cost and place apart; None if nothing does."""
    card = state.card(card_id)
    if card.bound_to and state.keys[f"{player}:hero"] != card.bound_to:
        return "S-CARD-13", "bound_to_hero", {"hero": card.bound_to}
    most = state.rules.numbers.character_limit
    if card.kind is Kind.CHARACTER and len(characters_of(state, player)) >= most:
        return "S-SUMMON-09", "character_limit", {"most": most}
    if card.kind is Kind.RELIC and not relic_slots(state, player, card):
        return "S-CARD-33", "no_relic_slot", {"type": card.relic_type or ""}
    return None


def finds_nothing(state: State, player: str, card_id: str) -> bool:
    """Whether a spell could only destroy things of which none is there; it may be played, to no effect."""
    card = state.card(card_id)
    plain = card.kind is Kind.SPELL and bool(card.effects) and not card.abilities
    return plain and all(_destroys_nothing(state, player, effect) for effect in card.effects)


def _destroys_nothing(state: State, player: str, effect: Effect) -> bool:
    match effect:
        case ChoiceEffect(options=options):
            return all(_destroys_nothing(state, player, each) for option in options for each in option)
        case DestroyEffect(who=who):
            enemies = state.enemies(player)
            owners = {"own": (player,), "enemy": enemies, "any": (player, *enemies)}[who]
            return not player_effects.destroyable(state, owners, effect)
        case _:
            return False


def may_find_place(state: State, player: str, card_id: str) -> bool:
    """Whether there is a place for a card of the hand, or perhaps one: only characters need any."""
    if state.card(card_id).kind is not Kind.CHARACTER:
        return True
    return summons.judge_place(state, player, card_id).answer is not Answer.NO


def cost_of(state: State, player: str, card: Card, *, surcharge: bool = False) -> Cost:
    """What playing a card costs a player now, with its Surcharge where that is paid too (S-AB-61)."""
    cost, extra = priced(state, player, card), surcharge_of(card)
    if not surcharge or extra is None or extra.cost is None:
        return cost
    more = extra.cost
    return Cost(
        buildings=cost.buildings + more.buildings,
        any=cost.any + more.any,
        prosperity=cost.prosperity + more.prosperity,
        known=cost.known,
    )


def can_surcharge(state: State, player: str, card_id: str) -> bool:
    """Whether a player can do what a card's Surcharge asks besides what it costs."""
    extra, mine = surcharge_of(state.card(card_id)), state.players[player]
    for effect in extra.deed if extra is not None else ():
        match effect:
            case DiscardEffect(who="own", source="hand", count=int() as count):
                able = len([each for each in mine.hand if each != card_id]) >= count
            case ProsperEffect(who="own", amount=int() as amount):
                able = affords(state, player, -amount)
            case DestroyEffect(who="own", what="building", count=int() as count):
                able = len(mine.city) >= count
            case DestroyEffect(who="own", what="relic", count=int() as count):
                able = len(mine.relics) >= count
            case _:
                able = True
        if not able:
            return False
    return True


def surcharge_of(card: Card) -> Ability | None:
    """The Surcharge printed on a card; None without one."""
    return next((each for each in card.abilities if each.name == "surcharge"), None)


def characters_of(state: State, player: str) -> tuple[Creature, ...]:
    """A player's characters on the Battlefield, whoever controls them now (S-SUMMON-11)."""
    return tuple(each for each in state.creatures.values() if each.owner == player and not each.id.endswith(":hero"))


def tell(draft: Draft, command: Tell) -> None:
    """A player says which card of a cardboard deck one is; of one in the hand also that it was told wrongly."""
    state, player, card = draft.state, command.by, command.card
    known = state.keys.get(card)
    mine = card.split(":")[0] == player
    if not command.key:
        if not (mine and known and is_retold(state, player, card)):
            raise refuse("tell_own_unknown", card=card, name=command.key)
    elif not mine or known != "" or not may_have(state, command.key, player):
        raise refuse("tell_own_unknown", card=card, name=command.key)
    elif card in state.players[player].hand and state.setup.cards[command.key].kind not in BATTLE_KINDS:
        raise RuleViolation("S-ZONE-16", "battle_cards_in_hand")
    elif not _copies_left(state, player, command.key):
        raise refuse("tell_no_more", name=command.key, most=state.seat(player).deck.count(command.key))
    draft.emit(CardTold(card=card, key=command.key))


def is_retold(state: State, player: str, card: str) -> bool:
    """Whether a card that was told may be told anew: it is cardboard, and nobody but its owner has seen its name."""
    return not state.seat(player).digital and card in state.players[player].hand


def tellable(state: State, player: str) -> tuple[str, ...]:
    """Keys of the cards that a cardboard card of a player may be, as far as its owner has told."""
    brought = Counter(state.seat(player).deck)
    keys = set(brought) or {key for key, card in state.setup.cards.items() if card.kind in BATTLE_KINDS}
    told = _told(state, player)
    # Of a deck that nobody told, nobody can tell how many copies are left.
    return tuple(key for key in state.setup.cards if key in keys and (not brought[key] or told[key] < brought[key]))


def _copies_left(state: State, player: str, key: str) -> bool:
    """Whether a deck that was told holds more of a card than its owner has named; of others nobody can tell."""
    copies = state.seat(player).deck.count(key)
    return not copies or _told(state, player)[key] < copies


def _told(state: State, player: str) -> Counter[str]:
    """How many of a player's cards are known by each key."""
    return Counter(known for each, known in state.keys.items() if each.split(":", 1)[0] == player)


def may_play_inside(state: State) -> bool:
    """Whether spells and relics may be played within the activation that runs: before its melee or shot (S-OPEN-77)."""
    creature = state.creatures.get(state.acting)
    if creature is None or not state.rules.switches.cards_inside:
        return False
    return not (creature.deeds.melees or creature.deeds.shot)


def use_building(draft: Draft, command: UseBuilding) -> None:
    """Uses an ability printed on an untapped building, which taps it (S-PLAY-09)."""
    state, player = draft.state, command.by
    require_active(draft, player, Phase.ACTIVATION)
    draft.require(not state.acting, "S-TURN-29", "finish_activation_first")
    building = next((each for each in state.players[player].city if each.id == command.card), None)
    if building is None or not state.card(building.id).effects:
        raise refuse("building_without_ability", card=command.card)
    draft.require(not is_tapped(state, building), "S-CARD-59", "buildings_untapped")
    if state.rules.keeps("taps"):
        draft.emit(BuildingChanged(player=player, card=building.id, tapped=True))
    else:
        tap_on_cardboard(draft, player, 1)
    effects.apply(draft, state.card(building.id).effects, by=player, source=building.id, kind="building")


class CardPlayHandler(BaseHandler[CardPlayStep]):
    """A spell or relic that was paid: others may react, then it does what it says."""

    def go_on(self, draft: Draft, step: CardPlayStep) -> None:
        card = draft.state.card(step.card)
        match step.stage:
            case "react":
                draft.turn_to(replace(step, stage="resolve"))
                announce(draft, "card.play", step.by, card=step.card, cancellable=True)
            case "resolve" if card.kind is Kind.RELIC:
                self._put_on(draft, step, card)
            case "resolve":
                draft.pop()
                # To the Graveyard immediately (S-CARD-28); what it does happens all the same.
                draft.emit(CardMoved(card=step.card, player=step.by, zone="graveyard", why="S-CARD-28"))
                speak(draft, "last_word", card.abilities, card=step.card, by=step.by, kind="spell")
                effects.apply(draft, card.effects, by=step.by, source=step.card, kind="spell")
                _first_word(draft, step, card)
            case _:
                draft.pop()

    def chosen(self, draft: Draft, step: CardPlayStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        """Which relic makes room (S-CARD-36)."""
        draft.turn_to(replace(step, instead=options[0]))

    def cancelled(self, draft: Draft, step: CardPlayStep, to: str) -> None:
        """A reaction cancels it: what was paid stays paid, and the card goes where the reaction says (S-PLAY-12)."""
        draft.pop()
        give_back(draft, (step.card,), to)

    def _put_on(self, draft: Draft, step: CardPlayStep, card: Card) -> None:
        same = [
            each.id
            for each in draft.state.players[step.by].relics
            if draft.state.card(each.id).relic_type is card.relic_type
        ]
        full = len(same) >= relic_slots(draft.state, step.by, card)
        if full and not step.instead and len(same) > 1:
            draft.push(ChoiceStep(purpose="relic_to_replace", by=step.by, options=tuple(same), about=step.card))
            return
        draft.pop()
        if full:
            player_effects.destroy_relic(draft, step.by, step.instead or same[0], "S-CARD-36")
        draft.emit(
            CardMoved(card=step.card, player=step.by, zone="relics", relic=relic_of(step.card, card), why="S-CARD-34")
        )
        _first_word(draft, step, card)


def _laid_down(draft: Draft, command: Play, card: Card, cost: Cost, tapped: tuple[str, ...]) -> None:
    """What happens to a card that was declared and paid with these buildings, by its kind."""
    player = command.by
    if card.kind is Kind.TACTIC:
        paid = Tactic(id=command.card, buildings=tapped, prosperity=cost.prosperity)
        draft.emit(CardMoved(card=command.card, player=player, zone="tactics", tactic=paid, why="S-PLAY-10"))
    elif card.kind is Kind.CHARACTER:
        summons.begin(draft, command.card, player, surcharge=command.surcharge)
    else:
        draft.push(CardPlayStep(card=command.card, by=player))


def relic_slots(state: State, player: str, card: Card) -> int:
    """How many relics of a card's type the player's hero may carry (S-CARD-32)."""
    hero = state.card(f"{player}:hero")
    return hero.slots.get(card.relic_type, 0) if card.relic_type is not None else 0


def relic_of(card_id: str, card: Card) -> Relic:
    """A relic as it comes beside its hero: with its armour tokens and its uses (S-CARD-37, S-CARD-39)."""
    numbers = {each.name: each.x for each in card.abilities}
    durable = "durability" in numbers
    return Relic(id=card_id, armour=numbers.get("durability") or 0, uses=numbers.get("multiple_uses"), durable=durable)


def _first_word(draft: Draft, step: CardPlayStep, card: Card) -> None:
    speak(draft, "first_word", card.abilities, card=step.card, by=step.by, kind=card.kind.value)
