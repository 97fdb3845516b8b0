"""How a recorded match ended, as the sheets of a Tournament need it."""

from companion.games.campaign import CampaignError, PlayedMatch
from companion.games.command import TABLE
from companion.games.warseer.model import events as played
from companion.games.warseer.model.card_kinds import CreatureKind
from companion.games.warseer.model.cards import BuildingCard
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.state import State, key_of
from companion.games.warseer.shelf.maps import scenarios
from companion.games.warseer.tournament.achievements import BUILDINGS
from companion.games.warseer.tournament.commands import Result
from companion.games.warseer.tournament.model import TournamentState
from companion.games.warseer.tournament.player_result import PlayerResult


def result_of(state: TournamentState, match: PlayedMatch) -> Result:
    """The result of a recorded match.

    Raises:
        CampaignError: If it is no finished Duel between the two, with their Heroes and Characters.
    """
    _check(state, match)
    found: State = match.state
    results = {player: _of_player(state, player, match) for player in state.setup.players}
    return Result(by=TABLE, players=results, winner=found.outcome or "", record=match.hash)


def _check(state: TournamentState, match: PlayedMatch) -> None:
    if match.game != "warseer":
        raise CampaignError(f"this is a record of {match.game}; a Tournament of Warseer needs a match of Warseer")
    found: State = match.state
    if found.setup.mode is not Mode.DUEL:
        raise CampaignError(f"this match is no Duel but {found.setup.mode.value}; a Tournament is a series of Duels")
    if found.outcome is None:
        raise CampaignError("this match is not over yet; play it to its end first")
    if not found.round:
        raise CampaignError("this match ended before its first turn; if it is to count, write its result into a file")
    if state.stage == "battle":  # else the refusal is that of the stage
        _check_row(state, found)
    seats = {seat.id: seat for seat in found.setup.seats}
    for seat in state.setup.seats:
        there, who = seats.get(seat.id), state.players[seat.id]
        if there is None or there.hero != seat.hero:
            led = "nobody" if there is None else there.hero
            raise CampaignError(
                f"in this match {led} was led in the seat of {seat.name}, whose Hero is {seat.hero}; "
                "name the players in the order in which they began the Tournament (W-TRN-09)"
            )
        strange = [key for key in there.characters if key not in who.characters]
        if strange:
            raise CampaignError(f"{seat.name} led {strange[0]}, which is not in the War Camp (W-TRN-10)")


def _check_row(state: TournamentState, found: State) -> None:
    """The target and the map are those of the row, and a Scenario that the program knows is played by its rules.

    W-TM-10, W-TRN-25, W-TRN-27. To the other Scenarios the players keep themselves.
    """
    row = state.row
    if (found.setup.goal, found.setup.feats_only) != (row.goal, row.feats_only):
        by = " by Feats alone" if row.feats_only else ""
        raise CampaignError(
            f"this match was set up to end at {found.setup.goal} VP; the match of row {state.match.row} is played to "
            f"{row.goal} VP{by} ({row.rule})"
        )
    if state.match.map and found.setup.field.key != state.match.map:
        raise CampaignError(
            f"this match was played on the map {found.setup.field.key!r}; {state.match.map!r} was settled (W-TRN-25)"
        )
    if state.match.first and found.order[0] != state.match.first:
        raise CampaignError(
            f"in this match {found.order[0]} began; it was settled that {state.match.first} begins ({row.rule})"
        )
    wanted = scenarios().get(state.match.scenario)
    if wanted is not None and (found.setup.scenario is None or found.setup.scenario.key != wanted.key):
        raise CampaignError(f"this match was not played by the Scenario {wanted.key!r}, which was chosen (W-TRN-27)")


def _of_player(state: TournamentState, player: str, match: PlayedMatch) -> PlayerResult:
    found: State = match.state
    mine = {
        each.id: each
        for each in found.creatures.values()
        if each.owner == player and each.kind is CreatureKind.CHARACTER
    }
    destroyed = [each.piece for each in match.events if isinstance(each, played.Destroyed)]
    built = {
        key_of(each.card)
        for each in match.events
        if isinstance(each, played.Entered) and each.sort == "building" and each.player == player
    }
    seat = next(seat for seat in found.setup.seats if seat.id == player)
    wanted = {key for key in seat.deck if isinstance(found.setup.cards[key], BuildingCard)}
    used = [each.card for each in match.events if isinstance(each, played.ImprovementUsed) and each.player == player]
    return PlayerResult(
        points=_points(state, player, found),
        injured=tuple(each.card for each in mine.values() if each.where not in (Where.CAMP, Where.FIELD)),  # W-INJ-08
        lost=sum(piece in mine for piece in destroyed),
        kills=len(found.kills.get(player, ())) - found.gifts.get(player, 0),
        hero_wounds=found.hero(player).wounds,
        feats=sum(isinstance(each, played.FeatPlayed) and each.player == player for each in match.events),
        income=found.income(player),
        buildings=tuple(name for name in BUILDINGS if any(key.rpartition("/")[2] == name for key in built)),
        built_all=bool(wanted) and wanted <= built,
        used=_still_held(state, player, used),
    )


def _still_held(state: TournamentState, player: str, used: list[str]) -> tuple[str, ...]:
    """Of the Tactics that were used those that the campaign was not told of during the battle."""
    held = list(state.players[player].improvements)
    found = []
    for key in used:
        if key in held:
            held.remove(key)
            found.append(key)
    return tuple(found)


def _points(state: TournamentState, player: str, found: State) -> int:
    """VP of the match; in the last row those of the Hall of Fame alone (W-TM-07, W-TM-09, reading of W-OPEN-45)."""
    if not state.row.feats_only:
        return found.points[player]
    feats = sum(found.setup.feat(each).points for each in found.fame.get(player, ()))
    enemy = found.hero(state.opponent(player))
    slain = state.setup.plan.row7_hero_vp if enemy.where is not Where.FIELD else 0
    return feats + len(found.kills.get(player, ())) + slain
