"""Victory points, Income, and how the game ends (W-ECON, W-END, W-VP, W-FFA, W-ALLY)."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.games.defaults.hands import Drew
from companion.games.kit.events import Discarded
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import CreatureKind, Rank
from companion.games.warseer.model.effects import DrawEffect
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import Context, EffectsStep, HarmStep
from companion.games.warseer.resolution import Run

HERO_VP, FALLEN_VP = 6, 4
"""For an enemy Hero (W-END-04, W-VP-04); lost by whose Hero falls among several (W-FFA-08)."""


def points_of(state: State, side: str) -> int:
    """VP of a side: of a team together (W-ALLY-17), also of those who have fallen (W-FFA-16, W-ALLY-20)."""
    return sum(points for player, points in state.points.items() if state.side(player) == side)


def standing_of(state: State, side: str) -> tuple[int, ...]:
    """By what sides are compared in the end.

    VP, then Feats played, then those face down (W-END-08 to -10, W-ALLY-18, W-FFA-14); in a Skirmish destroyed
    Characters, then those of Gold, Silver and Bronze (W-SKIR-30 to -32).
    """
    if state.setup.is_skirmish:
        return _destroyed_by(state, side)
    mine = [player for player in state.points if state.side(player) == side]
    played, kills = (sum(len(pile[player]) for player in mine) for pile in (state.fame, state.kills))
    return (points_of(state, side), played, kills)


def _destroyed_by(state: State, side: str) -> tuple[int, ...]:
    """Enemy Characters in History (W-SKIR-31): of two players all, of several those that the player destroyed."""
    only_two = len(state.sides) == 2
    gone = [
        state.rank(piece)
        for player, history in state.histories.items()
        if state.side(player) != side
        for piece in history
        if piece in state.creatures
        and state.creatures[piece].kind is CreatureKind.CHARACTER
        and (only_two or state.slayers.get(piece) == side)
    ]
    return (len(gone), *(gone.count(rank) for rank in (Rank.GOLD, Rank.SILVER, Rank.BRONZE)))


def winner(state: State) -> str:
    """The side that is ahead; empty where all is equal (W-END-11)."""
    ranked = sorted(((standing_of(state, side), side) for side in state.sides), reverse=True)
    return "" if len(ranked) > 1 and ranked[0][0] == ranked[1][0] else ranked[0][1]


def finish(run: Run, why: str) -> None:
    """The game is over; VP decide, however it ends (W-GEN-03, W-END-08)."""
    run.emit(e.Won(side=winner(run.state), why=why))


@contextmanager
def one_event(run: Run) -> Iterator[None]:
    """Holds together what is one event: whether the game is over is asked after all of it (W-END-12, W-END-13)."""
    run.held += 1
    yield
    run.held -= 1
    check_end(run)


def _is_amid(run: Run) -> bool:
    """Whether an event is not over yet, such as an effect that harms several creatures, one after the other."""
    return run.held > 0 or any(isinstance(step, HarmStep) for step in run.state.steps)


def check_goal(run: Run, _: State, __: object) -> None:
    """Ends the game at once if a side has reached the target.

    W-FEAT-22, W-END-06, W-END-13, W-FFA-12, W-ALLY-17.
    """
    state = run.state
    if _is_amid(run) or not state.setup.goal:
        return
    if any(points_of(state, side) >= state.setup.goal for side in state.sides):
        finish(run, "goal")


def check_end(run: Run) -> None:
    """Ends the game if the target is reached, or Heroes have decided it.

    W-END-03, W-END-06, W-FFA-11, W-ALLY-16, W-SKIR-29.
    """
    check_goal(run, run.state, None)
    if _is_amid(run) or run.state.outcome is not None or not is_decided(run.state):
        return
    if run.state.setup.is_skirmish:  # the last Hero's player has won; none is left: a draw (reading of W-OPEN-52)
        run.emit(e.Won(side=next(iter(_alive(run.state)), ""), why="hero"))
    else:
        finish(run, "hero")


def _alive(state: State) -> tuple[str, ...]:
    """The sides that still have a Hero."""
    left = (state.side(player) for player in state.order if state.hero(player).where is not Where.HISTORY)
    return tuple(dict.fromkeys(left))


def is_decided(state: State) -> bool:
    """Whether one side alone has Heroes, or one has fallen and players agreed to end with that (W-ALLY-19, W-FFA-13).

    Nobody may play cards any more (W-END-05).
    """
    if state.setup.readings.first_hero_ends and state.fallen and not state.setup.is_skirmish:
        return True
    return bool(state.order) and len(_alive(state)) < min(2, len(state.sides))


def check_feats(run: Run, _: State, __: object) -> None:
    """The game ends with the turn in which the last Feat is taken (W-FEAT-03, W-END-01, W-ALLY-15, W-FFA-10)."""
    if not run.state.feats and not run.state.last:
        run.emit(e.LastTurn())


def follow_kill(run: Run, before: State, event: object) -> None:
    """A face-down Feat may be the last one, and its VP the one that was missing."""
    check_feats(run, before, event)
    check_goal(run, before, event)


def follow_income(run: Run, before: State, _: object) -> None:
    """What comes of a change of Income: VP that are held, and a card that is drawn.

    The value after the whole change counts (W-ECON-07, W-ECON-10 to -16, W-VP-05). The last match of a Tournament
    knows no such VP (W-TM-07).
    """
    state = run.state
    if state.setup.is_skirmish:  # W-SKIR-36
        return
    track = state.setup.income_track
    for player in state.histories:
        now, was = state.income(player), before.income(player)
        if now == was:
            continue
        held = 0 if state.setup.feats_only else sum(mark <= now for mark in track.points)
        if change := held - state.marks.get(player, 0):
            run.emit(e.Scored(player=player, points=change, why="income"))
        if now not in track.draws:
            continue
        if player in run.state.waiting:  # a card went into the deck: it is drawn once that is shuffled
            context = Context(piece=state.hero(player).id, player=player)
            run.push(EffectsStep(effects=(DrawEffect(),), context=context))
        else:
            draw(run, player)  # W-ECON-13, W-ECON-14


def draw(run: Run, player: str, count: int = 1) -> None:
    """A player draws Battle cards; from an empty deck none (W-TURN-09)."""
    for _ in range(count):
        if run.state.decks[player] and player not in run.state.waiting:
            run.emit(Drew(player=player, card=run.state.decks[player][0]))


def draw_feat(run: Run, player: str) -> None:
    """A player draws a Feat (W-FEAT-09)."""
    if run.state.feats:
        run.emit(e.FeatDrawn(player=player, feat=run.state.feats[0]))


def hero_fell(run: Run, owner: str, by: str) -> None:
    """A Hero was destroyed, by whatever effect (W-END-03, W-END-04, W-ALLY-12).

    Args:
        run: The command being decided.
        owner: Whose Hero it was.
        by: Whose effect it was; empty for nobody's.
    """
    with one_event(run):
        _reward(run, owner, by)
        if run.state.setup.mode is not Mode.DUEL:
            fall(run, owner)


def _reward(run: Run, owner: str, by: str) -> None:
    """VP for a destroyed Hero."""
    state = run.state
    enemies = tuple(each for each in state.order if state.side(each) != state.side(owner))
    match state.setup.mode:
        case Mode.DUEL:
            if not state.setup.feats_only:  # W-TM-09, reading of W-OPEN-45
                run.emit(e.Scored(player=enemies[0], points=HERO_VP, why="hero"))
        case Mode.EVERYONE:
            run.emit(e.Scored(player=owner, points=-FALLEN_VP, why="fallen"))  # W-FFA-08
            award = state.setup.readings.ffa_hero_award
            if award and by and by != owner:  # W-FFA-15, reading of W-OPEN-40
                run.emit(e.Scored(player=by, points=award, why="hero"))
        case Mode.ALLIANCE:  # W-ALLY-11, reading of W-OPEN-38
            enemy = by if by in enemies else (*state.opponents(owner), *enemies)[0]
            run.emit(e.Scored(player=enemy, points=state.setup.readings.alliance_hero_vp, why="hero"))
        case Mode.SKIRMISH:
            pass


def fall(run: Run, player: str) -> None:
    """A player without a Hero is out, with all creatures.

    What was done to others stays (W-FFA-07, W-FFA-16, W-ALLY-09, W-ALLY-10, W-ALLY-20, reading of W-OPEN-39).
    """
    for creature in run.state.mine(player):
        run.emit(e.Removed(piece=creature.id, to=Where.GONE))
    run.emit(e.Fell(player=player))


Run.WATCHED |= {
    e.Scored: check_goal,
    e.FeatPlayed: check_goal,
    e.FeatDrawn: check_feats,
    e.KillScored: follow_kill,
    Discarded: follow_income,
    e.LeftPlay: follow_income,
    e.Recalled: follow_income,
    e.Summoned: follow_income,
}
