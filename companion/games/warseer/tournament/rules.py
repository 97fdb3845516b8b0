"""What the rules of the Tournament say to each command."""

from collections.abc import Callable
from typing import Any

from companion.games.command import TABLE, Command, Event
from companion.games.common import PileShuffled, Shuffled
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.model.card_kinds import Rank
from companion.games.warseer.model.cards import CharacterCard, ImprovementCard
from companion.games.warseer.tournament import commands as c
from companion.games.warseer.tournament import events as e
from companion.games.warseer.tournament.achievements import BUILDINGS
from companion.games.warseer.tournament.draft import Draft
from companion.games.warseer.tournament.model import COINS_FOR_POINT, TournamentState
from companion.games.warseer.tournament.player_result import PlayerResult
from companion.games.warseer.tournament.stages import SETTLED, choices, go_on, reward_results, tick

MAX_FIGURE = 99
"""Of VP and the like in a match: more is a slip of the pen."""


def decide(state: TournamentState, command: Command) -> tuple[Event, ...]:
    """What follows from a command.

    Raises:
        RuleViolation: If a rule forbids it.
    """
    if state.waiting and not isinstance(command, Shuffled):
        raise RuleViolation("W-OPEN-43", "chance_first")
    stages, rule = STAGES[type(command)]
    if state.stage not in stages:
        raise RuleViolation(rule, "wrong_stage", {"stage": state.stage})
    is_of_table = isinstance(command, c.Result | Shuffled)
    if command.by not in state.players and not (is_of_table and command.by == TABLE):
        raise RuleViolation("W-TRN-01", "no_player", {"player": command.by})
    draft = Draft(state)
    DECISIONS[type(command)](draft, command)
    go_on(draft)
    return tuple(draft.events)


def prices(state: TournamentState, player: str) -> dict[str, int]:
    """What a player may buy now, with its price."""
    cards = (*state.in_deck(player), *(k for k, each in state.setup.cards.items() if isinstance(each, CharacterCard)))
    found = {}
    for key in cards:
        try:
            _check_buy(state, player, key)
        except RuleViolation:
            continue
        found[key] = state.setup.price(key)
    return found


def _check_buy(state: TournamentState, player: str, key: str) -> None:
    card, who = state.setup.cards.get(key), state.players[player]
    if isinstance(card, ImprovementCard):
        if key not in state.in_deck(player):
            raise RuleViolation("W-IMP-03", "not_in_deck", {"card": key})
    elif isinstance(card, CharacterCard):
        _check_character(state, player, card)
    else:
        raise RuleViolation("W-TRN-23", "not_for_sale", {"card": key})
    price = state.setup.price(key)
    if price > who.coins:
        raise RuleViolation("W-TRN-23", "too_dear", {"card": key, "price": price, "coins": who.coins})


def _check_character(state: TournamentState, player: str, card: CharacterCard) -> None:
    """Once each, 1 of a rank before a match, within Leadership and factions (W-CARD-13, W-INJ-03, W-INJ-06)."""
    who, hero = state.players[player], state.setup.hero(player)
    if card.key in who.characters:
        raise RuleViolation("W-CARD-13", "is_there", {"card": card.key})
    if card.faction not in {hero.faction, "mercenaries"}:
        raise RuleViolation("W-CARD-32", "strange_faction", {"card": card.key})
    if card.rank in who.bought:
        raise RuleViolation("W-INJ-03", "one_of_rank", {"card": card.key})
    filled = state.slots(player).get(card.rank, 0) + card.worth
    if card.rank is not Rank.NONE and filled > hero.leadership.get(card.rank, 0):
        raise RuleViolation("W-INJ-06", "leadership_full", {"card": card.key})


def _check_open(draft: Draft, player: str) -> None:
    if draft.player(player).ready:
        raise RuleViolation("W-TRN-19", "was_ready")


def _buy(draft: Draft, command: c.Buy) -> None:
    _check_open(draft, command.by)
    _check_buy(draft.state, command.by, command.card)
    draft.emit(e.Bought(player=command.by, card=command.card, price=draft.state.setup.price(command.card)))


def _convert(draft: Draft, command: c.Convert) -> None:
    """Any number of own VP, not below 0, at 3 coins each (W-TRN-22, reading of W-OPEN-41)."""
    _check_open(draft, command.by)
    most = draft.player(command.by).points
    if not 1 <= command.points <= most:
        raise RuleViolation("W-TRN-22", "points_to_convert", {"most": max(most, 0)})
    draft.emit(e.Converted(player=command.by, points=command.points, coins=COINS_FOR_POINT * command.points))


def _recover(draft: Draft, command: c.Recover) -> None:
    _check_open(draft, command.by)
    who = draft.player(command.by)
    if command.card not in who.injured:
        raise RuleViolation("W-INJ-12", "not_injured", {"card": command.card})
    price = draft.state.setup.price(command.card, recovery=True)
    if price > who.coins:
        raise RuleViolation("W-INJ-12", "too_dear", {"card": command.card, "price": price, "coins": who.coins})
    draft.emit(e.Recovered(player=command.by, card=command.card, price=price))


def _dismiss(draft: Draft, command: c.Dismiss) -> None:
    _check_open(draft, command.by)
    if command.card not in draft.player(command.by).characters:
        raise RuleViolation("W-INJ-05", "not_in_camp", {"card": command.card})
    draft.emit(e.Dismissed(player=command.by, card=command.card))


def _ready(draft: Draft, command: c.Ready) -> None:
    _check_open(draft, command.by)
    draft.emit(e.WasReady(player=command.by))


def values_of(state: TournamentState, what: str) -> tuple[str, ...]:
    """What may be settled: maps, Scenario cards, players, Deployment Zones."""
    return {
        "map": state.setup.maps,
        "scenario": state.scenarios(),
        "first": state.setup.players,
        "zone": ("1", "2"),
    }[what]


def _settle(draft: Draft, command: c.Settle) -> None:
    state = draft.state
    if command.what not in SETTLED:
        raise RuleViolation(state.row.rule, "settle_what", {"what": command.what})
    if state.chooser(command.what) != command.by:
        raise RuleViolation(state.row.rule, "not_your_choice", {"what": command.what})
    if command.value not in values_of(state, command.what):
        raise RuleViolation(state.row.rule, "no_such_choice", {"value": command.value})
    draft.emit(e.Settled(what=command.what, value=command.value))


def _apply(draft: Draft, command: c.Apply) -> None:
    """Buildings once in each Preparation, Spells once; Spells may recover; in the battle Tactics.

    W-TRN-26, W-IMP-06 to -08, W-IMP-13, W-IMP-14, W-INJ-13.
    """
    _check_open(draft, command.by)
    who = draft.player(command.by)
    if command.card not in who.improvements:
        raise RuleViolation("W-TRN-26", "not_in_camp", {"card": command.card})
    sort = draft.state.setup.improvement(command.card).sort
    if draft.state.stage == "battle" and sort != "tactic":
        raise RuleViolation("W-TRN-26", "only_tactics", {"card": command.card})
    if draft.state.stage == "preparation" and sort not in {"building", "spell"}:
        raise RuleViolation("W-TRN-26", "not_before_battle", {"card": command.card})
    if sort == "building" and who.applied.count(command.card) >= who.improvements.count(command.card):
        raise RuleViolation("W-IMP-06", "applied_once", {"card": command.card})
    if command.recovers and (sort != "spell" or command.recovers not in who.injured):
        raise RuleViolation("W-INJ-13", "not_injured", {"card": command.recovers})
    draft.emit(e.Applied(player=command.by, card=command.card))
    if command.recovers:
        draft.emit(e.Recovered(player=command.by, card=command.recovers))


def _result(draft: Draft, command: c.Result) -> None:
    state = draft.state
    if set(command.players) != set(state.players):
        raise RuleViolation("W-TRN-28", "result_of_both")
    if command.winner not in {"", *state.players}:
        raise RuleViolation("W-TRN-06", "no_player", {"player": command.winner})
    if command.record and command.record in {each.record for each in state.matches}:
        raise RuleViolation("W-TRN-02", "match_written")
    for player, result in command.players.items():
        _check_result(draft, player, result)
    draft.emit(e.MatchPlayed(players=command.players, winner=command.winner, record=command.record))
    draft.emit(e.StageBegan(stage="results"))
    reward_results(draft, command.players)


def _check_result(draft: Draft, player: str, result: PlayerResult) -> None:
    who = draft.player(player)
    for card in result.injured:
        if card not in who.characters or result.injured.count(card) > 1:
            raise RuleViolation("W-INJ-07", "not_in_camp", {"card": card})
    for building in result.buildings:
        if building not in BUILDINGS:
            raise RuleViolation("W-ACH-01", "no_building", {"building": building})
    for card in result.used:
        held = who.improvements.count(card)
        if held < result.used.count(card) or draft.state.setup.improvement(card).sort != "tactic":
            raise RuleViolation("W-IMP-13", "not_in_camp", {"card": card})
    figures = (result.lost, result.kills, result.hero_wounds, result.feats, result.income, result.coins)
    if not all(0 <= each <= MAX_FIGURE for each in figures) or abs(result.points) > MAX_FIGURE:
        raise RuleViolation("W-TRN-28", "result_out_of_bounds", {"most": MAX_FIGURE})
    if result.lost < len(result.injured):
        raise RuleViolation("W-INJ-07", "lost_fewer", {"lost": result.lost, "injured": len(result.injured)})


def _take(draft: Draft, command: c.Take) -> None:
    owed = draft.player(command.by).owed
    if not owed:
        raise RuleViolation("W-ACH-02", "nothing_owed")
    if command.card not in choices(draft.state, command.by, owed[0]):
        raise RuleViolation("W-ACH-02", "not_this_reward", {"card": command.card})
    draft.emit(e.Taken(player=command.by, card=command.card))
    if owed[0].tick:
        tick(draft, command.by, command.card, is_met=False)


def _adjust(draft: Draft, command: c.Adjust) -> None:
    if command.player not in draft.state.players:
        raise RuleViolation("W-TRN-01", "no_player", {"player": command.player})
    who = draft.player(command.player)
    points, coins = who.points + command.points, who.coins + command.coins
    if not 0 <= coins <= 10 * MAX_FIGURE or abs(points) > 10 * MAX_FIGURE:
        raise RuleViolation("W-TRN-29", "coins_below_zero", {"coins": who.coins})
    draft.emit(e.Adjusted(player=command.player, points=points, coins=coins, why=command.why))


def pile(state: TournamentState) -> tuple[str, tuple[str, ...]] | None:
    """What chance decides next, and out of what."""
    if not state.waiting:
        return None
    name = state.waiting[0]
    return name, {"leader": state.setup.players, "maps": state.setup.maps, "scenarios": state.scenarios()}[name]


def _shuffled(draft: Draft, command: Shuffled) -> None:
    waiting = pile(draft.state)
    if waiting is None or command.player != waiting[0] or sorted(command.order) != sorted(waiting[1]):
        raise RuleViolation("W-OPEN-43", "no_such_choice", {"value": command.player})
    draft.emit(PileShuffled(pile=command.player, order=command.order))
    draft.emit(e.Settled(what=command.player.removesuffix("s"), value=command.order[0]))


STAGES: dict[type[Command], tuple[tuple[str, ...], str]] = {
    c.Buy: (("resources",), "W-TRN-23"),
    c.Convert: (("resources",), "W-TRN-22"),
    c.Recover: (("resources",), "W-TRN-23"),
    c.Dismiss: (("resources",), "W-INJ-05"),
    c.Ready: (("resources", "preparation"), "W-TRN-19"),
    c.Settle: (("setup",), "W-TRN-25"),
    c.Apply: (("preparation", "battle"), "W-TRN-26"),
    c.Result: (("battle",), "W-TRN-28"),
    c.Take: (("results",), "W-ACH-02"),
    c.Adjust: (("resources", "setup", "preparation", "battle", "results"), "W-TRN-05"),
    Shuffled: (("setup",), "W-OPEN-43"),
}
"""In which stages a command has its place, and the rule that says so."""
DECISIONS: dict[type[Command], Callable[[Draft, Any], None]] = {
    c.Buy: _buy,
    c.Convert: _convert,
    c.Recover: _recover,
    c.Dismiss: _dismiss,
    c.Ready: _ready,
    c.Settle: _settle,
    c.Apply: _apply,
    c.Result: _result,
    c.Take: _take,
    c.Adjust: _adjust,
    Shuffled: _shuffled,
}
