"""The match of a league in words, and the game that is made of it."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from math import ceil
from pathlib import Path

from companion.cards import CardsError
from companion.cards.deck_code import deck_in
from companion.games.registry import games
from companion.referee.api.league import LeagueMatch
from companion.tablet.data.carried_decks import keep_carried
from companion.tablet.data.saved_games import files
from companion.tablet.data.services import LeagueNews
from companion.tablet.data.settings import Settings
from companion.tablet.data.setup_draft import Draft
from companion.texts import Language, say


def round_line(language: Language, match: LeagueMatch, now: datetime) -> str:
    """The round, the table and what is left of the time, such as `Round 2 of 3 · table 4 · 34 min left`."""
    known = {"number": match.round, "of": match.rounds}
    parts = [say(language, "tablet.league.round_of" if match.rounds else "tablet.league.round", **known)]
    parts.append(say(language, "tablet.league.table", number=match.table))
    left_s = match.left_s(now)
    if match.ended:
        won = "tablet.league.ended_won" if match.winner else "tablet.league.ended_drawn"
        parts.append(say(language, won, name=match.winner))
    elif left_s is not None:
        key = "tablet.league.left" if left_s > 0 else "tablet.league.time_up"
        parts.append(say(language, key, minutes=max(0, ceil(left_s / 60))))
    return " · ".join(parts)


def can_begin(match: LeagueMatch | None) -> bool:
    """Whether a game can be made of what the organiser told."""
    return match is not None and bool(match.key) and not match.ended and match.game in games()


def begun_game(news: LeagueNews, folder: Path) -> Path | None:
    """The game in a folder that was begun as the match that was told last; of several the one played last."""
    return next((path for path in files(folder) if news.plays(path)), None)


def league_draft(settings: Settings, match: LeagueMatch, packs: Path) -> Draft:
    """A game of the match's players with the decks that they handed in; who handed none in brings the last one.

    Args:
        settings: With what was chosen last.
        match: What is to be played.
        packs: Folder for the decks.
    """
    draft = Draft.of(settings)
    if draft.game != match.game:
        draft = draft.with_game(match.game, settings)
    for number, name in enumerate(match.players[: len(draft.seat_ids)]):
        player = replace(draft.seats[number], name=name)
        code = match.decks[number] if number < len(match.decks) else ""
        if code:
            with suppress(CardsError):  # a deck that this table cannot read is chosen by hand
                player = replace(player, deck=str(keep_carried(packs, deck_in(code))), cardboard=False)
        draft = draft.with_player(number, player)
    return draft
