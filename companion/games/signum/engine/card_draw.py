"""Cards that come to a hand, with its limit and what an empty deck costs (S-TURN-10, S-END-06 to S-END-08)."""

from msgspec.structs import replace

from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.events import CardMoved, CreatureLeft, PlayerChanged
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import CardPlayStep, ChoiceStep, DrawStep


def next_enemy(state: State, player: str) -> str:
    """The opponent who comes next in turn order (S-VAR-40)."""
    order = state.order or tuple(state.players)
    at = order.index(player)
    enemies = state.enemies(player)
    return next(each for each in (*order[at + 1 :], *order[:at]) if each in enemies)


def gain_prosperity(draft: Draft, player: str, amount: int, why: str) -> None:
    """Changes a stock; it never falls below 0 (S-PLAY-08). One kept on cardboard its player is told to change."""
    if not draft.state.rules.keeps("prosperity"):
        if amount:
            key = "cardboard_prosperity_more" if amount > 0 else "cardboard_prosperity_fewer"
            draft.tell(key, {"player": player, "count": abs(amount)})
        return
    before = draft.state.players[player].prosperity
    after = max(0, before + amount)
    if after != before:
        draft.emit(PlayerChanged(player=player, prosperity=after, why=why))


def affords(state: State, player: str, price: int) -> bool:
    """Whether a player has so much Prosperity, as far as the program can tell."""
    return not state.rules.keeps("prosperity") or state.players[player].prosperity >= price


def held(state: State, player: str) -> tuple[str, ...]:
    """Ids of the cards that a player holds.

    One that is being played lies on the table already (S-PLAY-01), and one whose play was cancelled lies there until it
    finds room.
    """
    on_table = {step.card for step in state.steps if isinstance(step, CardPlayStep)}
    on_table |= {card for step in state.steps if isinstance(step, DrawStep) for card in step.cards}
    return tuple(each for each in state.players[player].hand if each not in on_table)


def is_full(state: State, player: str, coming: str = "") -> bool:
    """Whether one card must go before another comes into a hand (S-CONST-10).

    Args:
        state: The game.
        player: Whose hand it is.
        coming: Id of the card that comes; empty for an unknown one.
    """
    others = [each for each in held(state, player) if each != coming]
    return len(others) >= state.rules.numbers.hand_limit


def take(draft: Draft, player: str, cards: tuple[str, ...], why: str) -> None:
    """Puts cards into a hand, from wherever they are.

    Together with the draws this is the only way into a hand once the game has begun. Into a full one they come one by
    one, each after the opponent has picked one that goes (S-CONST-10, S-TURN-10).

    Args:
        draft: The command being decided.
        player: Whose hand it is.
        cards: Their ids, in this order.
        why: For the log.
    """
    for number, card in enumerate(cards):
        if is_full(draft.state, player, card):
            draft.push(DrawStep(player=player, count=0, cards=cards[number:], why=why))
            return
        _come(draft, player, card, why)


class DrawHandler(BaseHandler[DrawStep]):
    """One card after another."""

    def go_on(self, draft: Draft, step: DrawStep) -> None:
        state, player = draft.state, step.player
        deck = state.players[player].deck
        if not step.cards and step.count <= 0:
            draft.pop()
        elif not step.cards and not deck:
            draft.turn_to(replace(step, count=step.count - 1))
            _pay_for_empty_deck(draft, player)
        elif not is_full(state, player):
            self._next(draft, step)
        elif step.start:
            draft.pop()
        else:
            places = tuple(str(n) for n in range(1, len(held(state, player)) + 1))
            draft.push(ChoiceStep(purpose="overflow", by=next_enemy(state, player), options=places, about=player))

    def chosen(self, draft: Draft, step: DrawStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
        """The opponent picked a card by its place, blind (S-TURN-10); then the next one comes, if there is room."""
        cards, place = held(draft.state, step.player), int(options[0])
        # Somebody may have moved cards by hand meanwhile.
        if is_full(draft.state, step.player) and place <= len(cards):
            draft.emit(CardMoved(card=cards[place - 1], player=step.player, zone="graveyard", why="S-TURN-10"))

    def _next(self, draft: Draft, step: DrawStep) -> None:
        if step.cards:
            draft.turn_to(replace(step, cards=step.cards[1:]))
            _come(draft, step.player, step.cards[0], step.why)
        else:
            draft.turn_to(replace(step, count=step.count - 1))
            _come(draft, step.player, draft.state.players[step.player].deck[0], "S-TURN-07")


def _come(draft: Draft, player: str, card: str, why: str) -> None:
    if card in draft.state.creatures:
        draft.emit(CreatureLeft(creature=card, why=why))
    draft.emit(CardMoved(card=card, player=player, zone="hand", why=why))


def _pay_for_empty_deck(draft: Draft, player: str) -> None:
    missed = draft.state.players[player].missed_draws
    draft.emit(PlayerChanged(player=player, missed_draws=missed + 1, why="S-END-06"))
    every = draft.state.rules.switches.missed_draw_pays == "each_opponent"
    for enemy in draft.state.enemies(player) if every else (next_enemy(draft.state, player),):
        gain_prosperity(draft, enemy, 2**missed, "S-END-06")
