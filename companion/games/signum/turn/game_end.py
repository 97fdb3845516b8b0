"""How a game ends (S-END, S-VAR-12, S-VAR-20, S-VAR-26): checked once everything that was set off is resolved."""

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.events import CardMoved, CreatureLeft, GameEnded, PlayerChanged
from companion.games.signum.model.state import GameResult, State


def check(draft: Draft) -> None:
    """Ends the game if somebody has won."""
    state = draft.state
    if state.outcome is not None or state.turn == 0:
        return
    rich = [
        p
        for p in state.order
        if _in_game(state, p) and state.players[p].prosperity >= state.rules.numbers.prosperity_to_win
    ]
    fallen = [p for p in state.order if not state.players[p].out and state.hero(p) is None]
    teams = {state.team(p) for p in state.order if _in_game(state, p)}
    standing = {state.team(p) for p in state.order if not state.players[p].out and state.hero(p) is not None}
    if not standing and not rich:
        _finish(draft, tie_broken(state, tuple(fallen)), "S-END-12", "heroes_together")
    elif rich:
        _finish_rich(draft, rich, standing, fallen)
    elif len(standing) == 1 and len(teams) > 1:
        _finish(draft, _members(state, next(iter(standing))), "S-END-01", "last_hero")
    else:
        for player in fallen:
            _leave(draft, player)


def time_up(draft: Draft) -> None:
    """The time limit has come: fewer wounds on the hero, then the tie-breaks (S-END-11, S-END-12)."""
    state = draft.state
    wounds = {p: hero.wounds for p in state.order if (hero := state.hero(p)) is not None}
    best = tuple(p for p, count in wounds.items() if count == min(wounds.values())) or state.order
    if len({state.team(p) for p in best}) == 1:
        _finish(draft, _members(state, state.team(best[0])), "S-END-11", "time_fewer_wounds")
    else:
        _finish(draft, tie_broken(state, best), "S-END-12", "time_tie_break")


def tie_broken(state: State, among: tuple[str, ...]) -> tuple[str, ...]:
    """The winners among players by the tie-breaks (S-END-13 to S-END-16); none for a draw, or if players count."""
    left = list(among)
    if not state.rules.keeps("prosperity") and len({state.team(p) for p in left}) > 1:
        return ()
    for measure in tie_breaks(state):
        best = max(measure[p] for p in left)
        left = [p for p in left if measure[p] == best]
        if len({state.team(p) for p in left}) == 1:
            return _members(state, state.team(left[0]))
    return ()


def tie_breaks(state: State) -> tuple[dict[str, int], ...]:
    """What is compared, in this order, for every player."""
    prosperity = {p: state.players[p].prosperity for p in state.order}
    city = city_costs(state)
    kills = {p: state.players[p].kills for p in state.order}
    if state.rules.switches.tie_break == "sum":
        return ({p: prosperity[p] + city[p] for p in state.order}, kills)
    return (prosperity, city, kills)


def city_costs(state: State) -> dict[str, int]:
    """The printed Prosperity cost of the buildings that stand in each player's City (S-END-18)."""
    return {
        name: sum(state.card(each.id).cost.prosperity for each in player.city if state.keys[each.id])
        for name, player in state.players.items()
    }


def _in_game(state: State, player: str) -> bool:
    return not state.players[player].out


def _members(state: State, team: str) -> tuple[str, ...]:
    return tuple(p for p in state.order if state.team(p) == team)


def _finish_rich(draft: Draft, rich: list[str], standing: set[str], fallen: list[str]) -> None:
    """Somebody has 51; a hero that fell in the same moment, or a second rich player, calls for tie-breaks."""
    state = draft.state
    # With two sides left, the one whose hero stands has won as well (S-END-05).
    victors = {state.team(p) for p in rich}
    if fallen and len(standing) == 1:
        victors |= standing
    if len(victors) == 1:
        _finish(draft, _members(state, next(iter(victors))), "S-END-02", "prosperity")
    else:
        among = tuple(p for p in state.order if state.team(p) in victors)
        _finish(draft, tie_broken(state, among), "S-END-05", "tie_break")


def _finish(draft: Draft, winners: tuple[str, ...], rule_id: str, reason: str) -> None:
    if not winners and not draft.state.rules.keeps("prosperity"):
        reason = "cardboard_tie_break"
    draft.emit(GameEnded(outcome=GameResult(winners=winners, rule_id=rule_id, reason=reason)))


def _leave(draft: Draft, player: str) -> None:
    """A player whose hero has fallen leaves a game that goes on: creatures and cards go, terrain stays (S-VAR-41)."""
    draft.emit(PlayerChanged(player=player, out=True, why="S-VAR-41"))
    mine = draft.state.players[player]
    held = (*(t.id for t in mine.tactics), *(r.id for r in mine.relics), *(b.id for b in mine.city))
    for card in held:
        draft.emit(CardMoved(card=card, player=player, zone="aside", why="S-VAR-41"))
    for creature in list(draft.state.creatures.values()):
        if creature.owner == player:
            draft.emit(CreatureLeft(creature=creature.id, why="S-VAR-41"))
            draft.emit(CardMoved(card=creature.id, player=player, zone="aside", why="S-VAR-41"))
