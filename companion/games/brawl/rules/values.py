"""The values that are in force: printed ones, abilities of champions, bonuses of a card, and what holds for a time."""

from collections.abc import Iterator

from companion.games.brawl.model.cards import ActionCard
from companion.games.brawl.model.effects import ChangeEffect, KeywordEffect, ProtectEffect, Standing
from companion.games.brawl.model.state import Champion, State
from companion.games.brawl.model.steps import Context
from companion.games.brawl.rules.selection import amount_of, holds, matching


def _of_champion(champion: Champion, targets: tuple[str, ...] = ()) -> Context:
    me = champion.id
    return Context(piece=me, player=champion.player, owner=me, targets=targets, attacker=me)


def _standing(state: State, targets: tuple[str, ...]) -> Iterator[tuple[Standing, Context]]:
    """What always holds by the abilities of champions on the arena (B-CHMP-02, B-CHMP-03)."""
    for champion in state.standing:
        for ability in state.values(champion.id).abilities:
            for standing in ability.holds:
                context = _of_champion(champion, targets)
                if holds(state, standing.condition, context):
                    yield standing, context


def _signed(effect: ChangeEffect, number: int) -> int:
    return -number if effect.minus else number


def change(state: State, piece: str, what: str, target: str = "", card: ActionCard | None = None) -> int:
    """By how much a value of a champion is raised.

    Args:
        state: The game.
        piece: The champion.
        what: `strength`, `defence` or `move`.
        target: Of strength: whom it attacks.
        card: Of strength: the card that it attacks with, whose bonuses count.
    """
    targets = (target,) if target else ()
    more = 0
    for standing, context in _standing(state, targets):
        if isinstance(standing, ChangeEffect) and standing.what == what:
            is_meant = piece in matching(state, standing.to, context)
            is_against = standing.against is None or target in matching(state, standing.against, context)
            if is_meant and is_against:
                more += _signed(standing, amount_of(state, standing.by, context))
    for lasting in state.lasting:
        effect = lasting.effect
        # B-CH-20
        is_against = lasting.against is None or target in lasting.against
        is_meant = piece in lasting.pieces and is_against
        if isinstance(effect, ChangeEffect) and effect.what == what and is_meant:
            more += lasting.amount
    for bonus in card.bonuses if card else ():
        context = _of_champion(state.champions[piece], targets)
        # Only where its condition holds (B-CH-10, B-DATA-06), and as much as there is to count (B-CH-11).
        if isinstance(bonus, ChangeEffect) and bonus.what == what and holds(state, bonus.condition, context):
            more += _signed(bonus, amount_of(state, bonus.by, context))
    return more


def defence(state: State, piece: str, more: int = 0) -> int:
    """Defence of a champion with all its modifiers (B-DEF-01), and with those together never below 0 (B-DEF-02).

    Args:
        state: The game.
        piece: The champion.
        more: By a reaction, in one attack.
    """
    return max(0, state.values(piece).defence + change(state, piece, "defence") + more)


def strength(state: State, card: ActionCard, piece: str, target: str) -> int:
    """Strength of an attack on a target; 0 where none is printed, whatever raises it (B-BASE-14, B-BASE-15)."""
    if card.strength is None:
        return 0
    return max(0, card.strength + change(state, piece, "strength", target, card))


def move_points(state: State, piece: str, printed: int | None) -> int | None:
    """Move points, with a movement bonus where a value is printed, 0 too (B-MOVE-07, B-BASE-14); None where none is."""
    return None if printed is None else max(0, printed + change(state, piece, "move"))


def keywords(state: State, piece: str, target: str, card: ActionCard) -> dict[str, int]:
    """The keywords that an attack on a target has, with their numbers, which add up."""
    found: dict[str, int] = {}
    for keyword in _keywords(state, piece, target, card):
        found[keyword.keyword] = found.get(keyword.keyword, 0) + keyword.x
    return found


def _keywords(state: State, piece: str, target: str, card: ActionCard) -> Iterator[KeywordEffect]:
    for standing, context in _standing(state, (target,)):
        if isinstance(standing, KeywordEffect) and piece in matching(state, standing.to, context):
            yield standing
    for lasting in state.lasting:
        if isinstance(lasting.effect, KeywordEffect) and piece in lasting.pieces:
            yield lasting.effect
    context = _of_champion(state.champions[piece], (target,))
    for bonus in card.bonuses:
        if isinstance(bonus, KeywordEffect) and holds(state, bonus.condition, context):
            yield bonus


def is_protected(state: State, piece: str, against: str) -> bool:
    """Whether a champion is protected from something (B-DISP-02)."""
    return any(
        isinstance(standing, ProtectEffect)
        and standing.against == against
        and piece in matching(state, standing.to, context)
        for standing, context in _standing(state, ())
    ) or any(
        isinstance(each.effect, ProtectEffect) and each.effect.against == against and piece in each.pieces
        for each in state.lasting
    )
