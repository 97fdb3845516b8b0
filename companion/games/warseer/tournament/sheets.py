"""The sheets of a Tournament: what runs, the Tournament sheet and the Achievement sheet (W-TRN-11, W-TRN-30)."""

from collections.abc import Iterator

from companion.games.campaign import CampaignSheet
from companion.games.warseer.model.card_kinds import Rank
from companion.games.warseer.tournament.achievements import SHEET
from companion.games.warseer.tournament.model import TournamentState
from companion.games.warseer.tournament.own_texts import say
from companion.games.warseer.tournament.rules import prices, values_of
from companion.games.warseer.tournament.stages import SETTLED, choices
from companion.games.warseer.tournament.words import name_of
from companion.texts import Language, listed

COLUMNS = ("kept", "coins", "difference", "converted", "spent", "left", "points", "reward")
"""Figures of a match, by their names in the sheet's lines."""
TICKED, EMPTY = "☒", "☐"


def sheets_of(state: TournamentState, language: Language) -> tuple[CampaignSheet, ...]:
    """How the Tournament stands."""
    both = state.setup.players
    return (
        running(state, language, with_offers=True),
        *(each(state, player, language) for player in both for each in (_matches, _camp, _achievements)),
    )


def running(state: TournamentState, language: Language, *, with_offers: bool) -> CampaignSheet:
    """What runs now.

    Args:
        state: How the Tournament stands.
        language: The reader's.
        with_offers: Whether what each may do stands there too, with the words that the command line takes.
    """
    title = say(language, "sheet.running", number=state.turn, count=len(state.setup.rows), row=state.match.row)
    offers = _owed(state, language) if with_offers and state.stage != "over" else ()
    return CampaignSheet(title, (*_lines(state, language, "at" if with_offers else "now"), *offers))


def _lines(state: TournamentState, language: Language, stage: str) -> Iterator[str]:
    for player, each in state.players.items():
        yield _standing(state, player, language)
        if owned := (*each.characters, *each.improvements):
            yield say(language, "sheet.owned", cards=listed(name_of(state, key, language) for key in owned))
    if state.stage == "over":
        winner = name_of(state, state.outcome, language) if state.outcome else ""
        yield say(language, "sheet.won", player=winner) if winner else say(language, "sheet.drawn")
        return
    yield say(language, f"sheet.{stage}.{state.stage}")
    goal = say(language, "sheet.goal", goal=state.row.goal)
    yield f"{goal} {say(language, 'sheet.feats_only')}" if state.row.feats_only else goal
    for what in ("leader", *SETTLED):
        if value := getattr(state.match, what):
            yield say(language, f"sheet.settled.{what}", value=name_of(state, value, language))
    for player, each in state.players.items():
        hurt = ", ".join(name_of(state, key, language) for key in each.injured)
        if hurt and state.stage == "battle":
            yield say(language, "sheet.injured_enter", player=name_of(state, player, language), characters=hurt)


def _standing(state: TournamentState, player: str, language: Language) -> str:
    each, name = state.players[player], name_of(state, player, language)
    return say(language, "sheet.standing", player=name, points=each.points, coins=each.coins, won=each.won)


def _owed(state: TournamentState, language: Language) -> Iterator[str]:
    """What each may do now, with the words that the command line takes."""
    for player, each in state.players.items():
        name = name_of(state, player, language)
        if state.stage in {"resources", "preparation"} and not each.ready:
            yield say(language, "sheet.not_ready", player=name)
        if state.stage == "resources" and not each.ready:
            for key, price in prices(state, player).items():
                yield say(language, "sheet.offer", card=name_of(state, key, language), word=key, price=price)
        if state.stage == "setup":
            for what in SETTLED:
                if state.chooser(what) == player:
                    values = ", ".join(values_of(state, what))
                    yield say(language, f"sheet.choose.{what}", player=name, values=values)
        if state.stage == "results" and each.owed:
            yield say(language, "sheet.reward", player=name, cards=", ".join(choices(state, player, each.owed[0])))


def _matches(state: TournamentState, player: str, language: Language) -> CampaignSheet:
    seat = next(seat for seat in state.setup.seats if seat.id == player)
    hero = name_of(state, seat.hero, language)
    heads = tuple(say(language, f"sheet.{each}") for each in ("match", "scenario", *COLUMNS[:-1], "reward_coins"))
    rows = tuple(
        (str(note.row), name_of(state, note.scenario, language) or "–", *(str(getattr(line, each)) for each in COLUMNS))
        for note, line in zip(state.matches, state.players[player].sheet, strict=True)
    )
    title = say(language, "sheet.tournament", player=seat.name, hero=hero)
    lines = (_standing(state, player, language), say(language, "sheet.notes"))
    return CampaignSheet(title, lines, heads, rows, is_first=True)


def _camp(state: TournamentState, player: str, language: Language) -> CampaignSheet:
    """Characters with their ranks and check boxes, and Improvement cards with their prices."""
    who, setup = state.players[player], state.setup
    heads = tuple(say(language, f"sheet.{each}") for each in ("card", "rank", "price", "injured", "recovered"))
    characters = tuple(
        (
            name_of(state, key, language),
            say(language, f"sheet.of_rank.{setup.character(key).rank.value}"),
            str(setup.price(key)),
            TICKED if key in who.injured else EMPTY,
            EMPTY,
        )
        for key in sorted(who.characters, key=lambda key: -setup.character(key).rank.order)
    )
    improvements = tuple(
        (
            name_of(state, key, language),
            say(language, f"sheet.of_sort.{setup.improvement(key).sort}"),
            str(setup.price(key)),
            "",
            "",
        )
        for key in who.improvements
    )
    title = say(language, "sheet.camp", player=name_of(state, player, language))
    leadership, filled = setup.hero(player).leadership, state.slots(player)
    slots = (
        f"{say(language, f'sheet.of_rank.{rank.value}')} {filled.get(rank, 0)}/{leadership[rank]}"
        for rank in Rank
        if leadership.get(rank)
    )
    lines = (say(language, "sheet.leadership", slots=", ".join(slots)),)
    return CampaignSheet(title, lines, heads, characters + improvements, grows=True)


def _achievements(state: TournamentState, player: str, language: Language) -> CampaignSheet:
    boxes = state.players[player].boxes
    heads = tuple(say(language, f"sheet.{each}") for each in ("achievement", "boxes", "condition_head", "each", "full"))
    rows = tuple(
        (
            say(language, f"log.named.{key}"),
            TICKED * boxes.get(key, 0) + EMPTY * (line.boxes - boxes.get(key, 0)),
            say(language, f"sheet.condition.{key}"),
            *say(language, f"sheet.gives.{key}").split("; "),
        )
        for key, line in SHEET.items()
    )
    return CampaignSheet(say(language, "sheet.achievements", player=name_of(state, player, language)), (), heads, rows)
