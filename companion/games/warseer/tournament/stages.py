"""How a match goes from stage to stage (W-TRN-19 to -29), and how the Tournament ends."""

from companion.games.warseer.tournament import events as e
from companion.games.warseer.tournament.achievements import OF_BUILDINGS, SHEET, Reward, met
from companion.games.warseer.tournament.draft import Draft
from companion.games.warseer.tournament.model import COINS_FOR_POINT, TournamentState
from companion.games.warseer.tournament.player_result import PlayerResult

SETTLED = ("map", "scenario", "first", "zone")
"""What the players say in the set-up stage."""


def began(state: TournamentState) -> e.MatchBegan:
    """The next match: coins of its row, and 3 for each VP that a player is behind (W-TRN-20, W-TRN-21)."""
    row = state.setup.rows[len(state.matches)]
    points = {player: each.points for player, each in state.players.items()}
    most = max(points.values())
    behind = {player: COINS_FOR_POINT * (most - each) for player, each in points.items() if each < most}
    return e.MatchBegan(row=row, coins=state.setup.plan.coins_of(row), difference=behind)


def go_on(draft: Draft) -> None:
    """Leaves every stage in which nothing is left to be done."""
    before = None
    while before != (before := (draft.state.stage, len(draft.events))):
        stage = draft.state.stage
        all_ready = all(each.ready for each in draft.state.players.values())
        if stage == "resources" and all_ready:
            _set_up(draft)
        elif stage == "setup" and not draft.state.waiting:
            if not any(draft.state.chooser(what) for what in SETTLED):
                draft.emit(e.StageBegan(stage="preparation"))
        elif stage == "preparation" and all_ready:
            draft.emit(e.StageBegan(stage="battle"))
        elif stage == "results":
            _leave_results(draft)


def _set_up(draft: Draft) -> None:
    """Who leads is known once no VP become coins any more; chance decides between equals (W-OPEN-43)."""
    state, row = draft.state, draft.state.row
    points = {player: each.points for player, each in state.players.items()}
    is_even, wants_leader = len(set(points.values())) == 1, "chance" not in {row.map, row.scenario}
    waiting = [
        pile
        for pile, is_wanted in (
            ("leader", wants_leader and is_even),
            ("maps", row.map == "chance" and bool(state.setup.maps)),
            ("scenarios", row.scenario == "chance" and bool(state.scenarios())),
        )
        if is_wanted
    ]
    draft.emit(e.StageBegan(stage="setup", waiting=tuple(waiting)))
    if wants_leader and not is_even:
        draft.emit(e.Settled(what="leader", value=max(points, key=lambda player: points[player])))


def tick(draft: Draft, player: str, achievement: str, *, is_met: bool = True) -> None:
    """Ticks a box; gives what is named for it and, with the last one, what is printed below (W-ACH-01 to -03).

    Args:
        draft: What follows.
        player: Whose sheet.
        achievement: Its key.
        is_met: Whether its condition was met; a box that City Hall ticks gives nothing each time (W-ACH-16).
    """
    line, ticked = SHEET[achievement], draft.player(player).boxes.get(achievement, 0)
    if ticked >= line.boxes:
        return
    draft.emit(e.Ticked(player=player, achievement=achievement, boxes=ticked + 1))
    is_full = ticked + 1 == line.boxes
    for reward in (*(line.each if is_met else ()), *(line.full if is_full else ())):
        draft.emit(e.Earned(player=player, reward=reward))
    if is_full and line.points:
        draft.emit(e.PointsGained(player=player, points=line.points, achievement=achievement))
    if is_full and all(draft.player(player).boxes.get(each, 0) == SHEET[each].boxes for each in OF_BUILDINGS):
        tick(draft, player, "lord")


def reward_results(draft: Draft, results: dict[str, PlayerResult]) -> None:
    """Ticks what both have met in a match (W-TRN-28)."""
    for player in draft.state.setup.players:
        theirs = results[draft.state.opponent(player)]
        for achievement in met(results[player], theirs, leads_fully=draft.state.leads_fully(player)):
            tick(draft, player, achievement)


def choices(state: TournamentState, player: str, reward: Reward) -> tuple[str, ...]:
    """What may be taken as a reward (W-ACH-02, W-ACH-04)."""
    if reward.tick:
        boxes = state.players[player].boxes
        others = (each for each in OF_BUILDINGS if each != "city_hall")
        return tuple(each for each in others if boxes.get(each, 0) < SHEET[each].boxes)
    return tuple(
        key
        for key in state.in_deck(player)
        if key.rpartition("/")[2] in reward.named or state.setup.improvement(key).sort in reward.sorts
    )


def _leave_results(draft: Draft) -> None:
    owing = {player: each.owed[0] for player, each in draft.state.players.items() if each.owed}
    for player, reward in owing.items():
        if not choices(draft.state, player, reward):
            draft.emit(e.Taken(player=player))
    if owing:
        return
    if len(draft.state.matches) < len(draft.state.setup.rows):
        draft.emit(began(draft.state))
        return
    draft.emit(_end(draft.state))


def _end(state: TournamentState) -> e.TournamentEnded:
    """Most VP; then most matches won; else a draw (W-TRN-05, W-TRN-06)."""
    for why in ("points", "won"):
        found = {player: getattr(each, why) for player, each in state.players.items()}
        if len(set(found.values())) > 1:
            best = max(found, key=lambda player: found[player])
            return e.TournamentEnded(winner=best, why="points" if why == "points" else "matches")
    return e.TournamentEnded(winner="", why="drawn")
