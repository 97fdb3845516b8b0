"""How a Tournament stands after an event."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.games.command import Event
from companion.games.common import PileShuffled
from companion.games.warseer.model.cards import CharacterCard
from companion.games.warseer.tournament import events as e
from companion.games.warseer.tournament.model import MatchNote, SheetRow, TournamentPlayer, TournamentState

State: TypeAlias = TournamentState
Player: TypeAlias = TournamentPlayer


def evolve(state: State, event: Event) -> State:
    """The Tournament after an event."""
    return FOLDS[type(event)](state, event)


def _with(state: State, player: str, **changes: Any) -> State:  # noqa: ANN401 (fields of the player)
    return replace(state, players=state.players | {player: replace(state.players[player], **changes)})


def _written(player: Player, **changes: int) -> tuple[SheetRow, ...]:
    """The sheet with changes in its last line."""
    return (*player.sheet[:-1], replace(player.sheet[-1], **changes))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Cards less one copy."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _match_began(state: State, event: e.MatchBegan) -> State:
    players = {}
    for key, each in state.players.items():
        more = event.difference.get(key, 0)
        line = SheetRow(kept=each.coins, coins=event.coins, difference=more, left=each.coins + event.coins + more)
        players[key] = replace(each, coins=line.left, bought=(), applied=(), ready=False, sheet=(*each.sheet, line))
    notes = (*state.matches, MatchNote(event.row))
    return replace(state, players=players, matches=notes, stage="resources")


def _paid(state: State, player: str, price: int) -> State:
    who = state.players[player]
    left = who.coins - price
    return _with(state, player, coins=left, sheet=_written(who, spent=who.sheet[-1].spent + price, left=left))


def _bought(state: State, event: e.Bought) -> State:
    state = _paid(state, event.player, event.price)
    who, card = state.players[event.player], state.setup.cards[event.card]
    if isinstance(card, CharacterCard):
        return _with(state, event.player, characters=(*who.characters, event.card), bought=(*who.bought, card.rank))
    return _with(state, event.player, improvements=(*who.improvements, event.card))


def _converted(state: State, event: e.Converted) -> State:
    who = state.players[event.player]
    coins = who.coins + event.coins
    sheet = _written(who, converted=who.sheet[-1].converted + event.points, left=coins)
    return _with(state, event.player, points=who.points - event.points, coins=coins, sheet=sheet)


def _recovered(state: State, event: e.Recovered) -> State:
    state = _paid(state, event.player, event.price)
    return _with(state, event.player, injured=_without(state.players[event.player].injured, event.card))


def _dismissed(state: State, event: e.Dismissed) -> State:
    who = state.players[event.player]
    return _with(
        state,
        event.player,
        characters=_without(who.characters, event.card),
        injured=tuple(each for each in who.injured if each != event.card),
    )


def _was_ready(state: State, event: e.WasReady) -> State:
    return _with(state, event.player, ready=True)


def _stage_began(state: State, event: e.StageBegan) -> State:
    players = {key: replace(each, ready=False) for key, each in state.players.items()}
    return replace(state, stage=event.stage, waiting=event.waiting, players=players)


def _settled(state: State, event: e.Settled) -> State:
    note = replace(state.match, **{event.what: event.value})
    return replace(state, matches=(*state.matches[:-1], note))


def _applied(state: State, event: e.Applied) -> State:
    who = state.players[event.player]
    if state.setup.improvement(event.card).sort == "building":
        return _with(state, event.player, applied=(*who.applied, event.card))
    return _with(state, event.player, improvements=_without(who.improvements, event.card))


def _match_played(state: State, event: e.MatchPlayed) -> State:
    """VP are added, injuries replaced: who was injured before is recovered now (W-INJ-10).

    Tactics that were used are in the deck again (W-IMP-14).
    """
    for player, result in event.players.items():
        who = state.players[player]
        left = who.improvements
        for key in result.used:
            left = _without(left, key)
        coins = who.coins + result.coins
        state = _with(
            state,
            player,
            points=who.points + result.points,
            coins=coins,
            won=who.won + (player == event.winner),
            injured=result.injured,
            improvements=left,
            sheet=_written(who, points=result.points, reward=result.coins),
        )
    note = replace(state.match, winner=event.winner, record=event.record)
    return replace(state, matches=(*state.matches[:-1], note))


def _ticked(state: State, event: e.Ticked) -> State:
    boxes = state.players[event.player].boxes | {event.achievement: event.boxes}
    return _with(state, event.player, boxes=boxes)


def _earned(state: State, event: e.Earned) -> State:
    return _with(state, event.player, owed=(*state.players[event.player].owed, event.reward))


def _taken(state: State, event: e.Taken) -> State:
    who = state.players[event.player]
    more = (event.card,) if event.card in state.setup.cards else ()
    return _with(state, event.player, owed=who.owed[1:], improvements=(*who.improvements, *more))


def _gained(state: State, event: e.PointsGained) -> State:
    return _with(state, event.player, points=state.players[event.player].points + event.points)


def _adjusted(state: State, event: e.Adjusted) -> State:
    return _with(state, event.player, points=event.points, coins=event.coins)


def _shuffled(state: State, event: PileShuffled) -> State:
    return replace(state, waiting=tuple(each for each in state.waiting if each != event.pile))


def _ended(state: State, event: e.TournamentEnded) -> State:
    return replace(state, stage="over", outcome=event.winner, ended=event.why)


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    e.MatchBegan: _match_began,
    e.Bought: _bought,
    e.Converted: _converted,
    e.Recovered: _recovered,
    e.Dismissed: _dismissed,
    e.WasReady: _was_ready,
    e.StageBegan: _stage_began,
    e.Settled: _settled,
    e.Applied: _applied,
    e.MatchPlayed: _match_played,
    e.Ticked: _ticked,
    e.Earned: _earned,
    e.Taken: _taken,
    e.PointsGained: _gained,
    e.Adjusted: _adjusted,
    PileShuffled: _shuffled,
    e.TournamentEnded: _ended,
}
