"""Drawing cards, with the hand's limit and what an empty deck costs (S-TURN-10, S-END-06 to S-END-08)."""

from msgspec.structs import replace

from companion.games.signum.draft import Draft
from companion.games.signum.events import CardMoved, PlayerChanged
from companion.games.signum.resolving import Silent
from companion.games.signum.state import State
from companion.games.signum.steps import Asking, Drawing


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


class DrawingHandler(Silent[Drawing]):
    """One card after another."""

    def go_on(self, draft: Draft, step: Drawing) -> None:
        player = draft.state.players[step.player]
        if step.count <= 0:
            draft.pop()
        elif not player.deck:
            draft.go_on(replace(step, count=step.count - 1))
            _pay_for_empty_deck(draft, step.player)
        elif len(player.hand) >= draft.state.rules.numbers.hand_limit and not step.start:
            enemy = next_enemy(draft.state, step.player)
            places = tuple(str(n) for n in range(1, len(player.hand) + 1))
            draft.push(Asking(purpose="overflow", by=enemy, options=places, about=step.player))
        else:
            draft.go_on(replace(step, count=step.count - 1))
            draft.emit(CardMoved(card=player.deck[0], player=step.player, zone="hand", why="S-TURN-07"))

    def chosen(self, draft: Draft, step: Drawing, asking: Asking, options: tuple[str, ...]) -> None:
        """The opponent picked a card by its place, blind (S-TURN-10); then the draw goes on."""
        card = draft.state.players[step.player].hand[int(options[0]) - 1]
        draft.emit(CardMoved(card=card, player=step.player, zone="graveyard", why="S-TURN-10"))
        player = draft.state.players[step.player]
        draft.go_on(replace(step, count=step.count - 1))
        if player.deck:
            draft.emit(CardMoved(card=player.deck[0], player=step.player, zone="hand", why="S-TURN-07"))
        else:
            _pay_for_empty_deck(draft, step.player)


def _pay_for_empty_deck(draft: Draft, player: str) -> None:
    missed = draft.state.players[player].missed_draws
    draft.emit(PlayerChanged(player=player, missed_draws=missed + 1, why="S-END-06"))
    for enemy in draft.state.enemies(player):
        gain_prosperity(draft, enemy, 2**missed, "S-END-06")
