"""The HTML of a league's pages."""

import base64
import hashlib
import hmac
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import resources
from typing import Any

import jinja2

from companion.games.campaign import campaign_of
from companion.games.registry import game_called, games
from companion.league.organiser.decks import DeckShown, deck_shown
from companion.league.organiser.hub import Hub
from companion.league.organiser.live_tables import CallSeen, GameSoFar, LiveGame
from companion.league.organiser.shown import (
    TournamentShown,
    clock_words,
    late_words,
    live_of,
    number_of,
    say_in,
    shown_of,
)
from companion.league.organiser.venue import venue_card, venue_code
from companion.league.table.card import TableCard, code_of
from companion.league.tournament.model import FORMATS, Match, TournamentState
from companion.league.tournament.rounds import is_decided
from companion.league.wire.bodies import JudgeCalled
from companion.phones.pages.carried_deck import qr_svg
from companion.phones.pages.pages import COLUMNS, MEDIA, Pages
from companion.referee.lobby.new_game import LONGEST_NAME
from companion.texts import Language

LANGUAGES = tuple((language.value, language.own_name) for language in Language)
OWN_ASSETS = ("league.css", "league.js")
PHONE_ASSETS = ("phone.css", "big_screen.css", "idiomorph.min.js")
LINK_CHARS = 24
CARD_MM = 180.0
"""Side of a table's code on its printed card: about as wide as a sheet, so that the camera above a mat can read it."""


@dataclass(frozen=True, slots=True)
class _Me:
    """What a player's own page shows."""

    name: str
    plays: str
    side: str = ""
    note: str = ""
    match: str = ""
    opponent: str = ""
    may_draw: bool = True
    watch: str = ""
    has_deck: bool = False
    deck: DeckShown | None = None
    codes: tuple[str, ...] = ()
    decks_closed: bool = False
    asked: bool = False
    out: bool = False
    finished: bool = False


class LeaguePages:
    """Makes the pages of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._phone_pages = hub, Pages()
        self._environment = jinja2.Environment(
            loader=jinja2.PackageLoader("companion.league", "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
        )

    def home(self, language: Language, now: datetime) -> str:
        """What everybody may see."""
        return self._page("home.html", language, shown=shown_of(self._hub, language, now), live=True)

    def organise(self, language: Language, now: datetime, origin: str, said: str = "") -> str:
        """The organiser's page; `origin` is the address under which players find it."""
        hub, book = self._hub, self._hub.book
        shown = TournamentShown("") if book is None else shown_of(hub, language, now)
        players = () if book is None else tuple(self._people(book.state, language, origin))
        steps = () if book is None else _steps(book.state)
        return self._page(
            "organise.html",
            language,
            said=said,
            trouble=hub.trouble(language),
            live=True,
            begun=book is not None,
            sheets=book is not None and campaign_of(game_called(book.state.setup.game)) is not None,
            shown=shown,
            players=players,
            people=tuple((each["id"], each["name"]) for each in players if not each["dropped"]),
            steps=steps,
            next="" if book is None else _next(book.state),
            calls=tuple(self._calls(language)),
            tables=tuple(self._tables(language)),
            delay=number_of(hub.ledger.delay_s / 60),
            games=tuple((name, game_called(name).shelf.title(language)) for name in sorted(games())),
            formats=FORMATS,
            longest=LONGEST_NAME,
        )

    def links(self, language: Language, origin: str) -> str:
        """Every player's own page as a code, to print and hand out."""
        book = self._hub.book
        people = () if book is None else tuple(self._people(book.state, language, origin))
        cards = tuple({**each, "picture": qr_svg(each["link"])} for each in people if not each["dropped"])
        return self._page("links.html", language, players=cards)

    def player(self, player: str, language: Language, now: datetime, said: str = "") -> str:
        """A player's own page."""
        assert self._hub.book is not None  # noqa: S101 (a link is of somebody who takes part)
        return self._page(
            "player.html",
            language,
            said=said,
            live=True,
            shown=shown_of(self._hub, language, now),
            me=self._me(self._hub.book.state, player, language),
        )

    def watch(self, live: LiveGame | None, language: Language, number: int = 0) -> str:
        """A table on a big screen; `number` is that of the table, 0 for none that there is."""
        sections = {} if live is None else self._hub.live.shown(live, language.value)
        late = late_words(self._hub, language)
        place = say_in(language)("league.table", number=number) if number else ""
        return self._watched(sections, language, live=True, late=late, place=place)

    def again(self, seen: GameSoFar, place: str, language: Language) -> str:
        """A game seen again, up to one of its messages."""
        t, last = say_in(language), seen.messages - 1
        steps = (
            (t("league.first"), f"{place}?to=0", seen.number == 0),
            (t("league.earlier"), f"{place}?to={max(0, seen.number - 1)}", seen.number == 0),
            (t("league.later"), f"{place}?to={min(last, seen.number + 1)}", seen.number == last),
            (t("league.last"), f"{place}?to={last}", seen.number == last),
        )
        at = t("league.message", number=seen.number + 1, of=seen.messages, at=clock_words(seen.at))
        foot = t("league.verified", count=seen.number + 1)
        decisions = tuple(_decision(each, seen.players) for each in seen.calls)
        return self._watched(seen.scene, language, foot=foot, steps=steps, at=at, decisions=decisions)

    def cards(
        self, language: Language, now: datetime, origin: str, urls: tuple[str, ...], leafs: tuple[str, ...]
    ) -> str:
        """The cards of all tables and venues, to print.

        Args:
            language: Of the page.
            now: Wall time, with its zone.
            origin: Address of the pages.
            urls: Where tables reach the hub.
            leafs: Where the leafs of venues reach it, each `HOST:PORT`.
        """
        t, found, ledger, authority = say_in(language), [], self._hub.ledger, self._hub.authority
        addresses = {each.name: (each.address,) for each in ledger.venues}
        venues = [
            {"name": each.name, "code": venue_code(venue_card(ledger, each.name, leafs, authority, now))}
            for each in ledger.venues
        ]
        for number, entry in enumerate(self._hub.ledger.tables, 1):
            card = TableCard(
                league=self._hub.ledger.name,
                venue=entry.venue,
                table=entry.name,
                urls=addresses.get(entry.venue, urls),
                seed=entry.seed,
                page=origin,
                authority="" if authority is None else authority.certificate,
                number=number,
            )
            code = code_of(card)
            found.append(
                {
                    "place": t("league.table", number=number),
                    "venue": entry.venue,
                    "name": entry.name,
                    "code": code,
                    "picture": qr_svg(code, CARD_MM),
                }
            )
        return self._page("cards.html", language, cards=found, venues=venues)

    def said(self, sentence: str, language: Language) -> str:
        """A page with one sentence."""
        return self._page("said.html", language, said=sentence)

    def stands_by(self, language: Language, path: str) -> str:
        """What a server says that is not in charge: where the page at a path is now, and what trouble there is."""
        other = self._hub.in_charge
        return self._page(
            "stands_by.html",
            language,
            live=True,
            trouble=self._hub.trouble(language),
            server="" if other is None else other.name,
            page="" if other is None else other.page,
            path=path,
        )

    def asset(self, name: str) -> tuple[bytes, str] | None:
        """A file that pages load, with its media type; None if there is none."""
        package = "companion.league" if name in OWN_ASSETS else "companion.phones" if name in PHONE_ASSETS else ""
        if not package:
            return self._phone_pages.asset(name)  # what the scenes name, by the hash of its content
        data = resources.files(package).joinpath("assets", name).read_bytes()
        return data, MEDIA[name.rpartition(".")[2]]

    def link_of(self, player: str) -> str:
        """The path of a player's own page; only the organiser and the player know it."""
        made = hmac.new(self._hub.ledger.code.encode(), player.encode(), hashlib.sha256).digest()
        return f"/me/{base64.urlsafe_b64encode(made).decode()[:LINK_CHARS]}"

    def player_at(self, path: str) -> str | None:
        """Whose page a path is; None for nobody's."""
        book = self._hub.book
        ids = () if book is None else tuple(book.state.participants)
        return next((each for each in ids if hmac.compare_digest(self.link_of(each), path)), None)

    def _watched(self, sections: dict[str, str], language: Language, **values: Any) -> str:  # noqa: ANN401 (what it shows)
        usual: dict[str, Any] = {"foot": "", "late": "", "at": "", "steps": (), "decisions": (), "place": ""}
        known = {"head": "", **sections}
        return self._page(
            "watch.html", language, watching=True, sections=known, columns=COLUMNS[True], **{**usual, **values}
        )

    def _page(self, template: str, language: Language, **values: Any) -> str:  # noqa: ANN401 (what templates show)
        usual = {"said": "", "trouble": "", "live": False, "watching": False}
        return self._environment.get_template(template).render(
            t=say_in(language),
            language=language.value,
            languages=LANGUAGES,
            title=self._hub.ledger.name,
            **{**usual, **values},
        )

    def _calls(self, language: Language) -> Any:  # noqa: ANN401 (what the template shows)
        t = say_in(language)
        for live in self._hub.live.games.values():
            number = self._hub.ledger.number_of(live.venue, live.table)
            names = {} if live.opened is None else live.opened.players
            for call in live.open_calls:
                yield {
                    "id": call.id,
                    "game": live.subject,
                    "place": t("league.table", number=number),
                    "by": names.get(call.by, ""),
                    "about": call.about,
                    **_pictures(call),
                }

    def _people(self, state: TournamentState, language: Language, origin: str) -> Any:  # noqa: ANN401 (what the template shows)
        for each in state.participants.values():
            deck = deck_shown(each.deck, language)
            yield {
                "id": each.id,
                "name": each.name,
                "dropped": each.dropped,
                "link": origin + self.link_of(each.id),
                "deck": "" if deck is None else deck.name,
                "faults": () if deck is None else deck.faults,
            }

    def _tables(self, language: Language) -> Any:  # noqa: ANN401 (what the template shows)
        t = say_in(language)
        for number, entry in enumerate(self._hub.ledger.tables, 1):
            live = self._hub.live.newest_at(entry.venue, entry.name)
            heard = self._hub.heard.get((entry.venue, entry.name), "")
            state = t("league.organise.joined", at=clock_words(heard)) if heard else t("league.organise.never")
            if live is not None:
                newest = max(heard, live.told_at, key=_moment)
                state = t("league.organise.heard", at=clock_words(newest))
                state = t("league.trouble", why=live.trouble) if live.trouble else state
            place = t("league.table", number=number)
            yield {"place": place, "venue": entry.venue, "state": state, "alarm": live is not None and live.trouble}

    def _me(self, state: TournamentState, player: str, language: Language) -> _Me:
        t, own = say_in(language), state.participants[player]
        deck, match = deck_shown(own.deck, language), state.match_of(player)
        base = _Me(
            name=own.name,
            plays="",
            has_deck=bool(own.deck),
            deck=deck,
            asked=match is not None and bool(match.reports),
            codes=() if deck is None else tuple(_data(qr_svg(code)) for code in deck.codes),
            decks_closed=bool(state.rounds),
            out=own.dropped,
            finished=state.finished,
        )
        if own.dropped:
            return replace(base, plays=t("league.me.out"))
        if state.finished or (match is not None and match.result is not None and match.second and is_decided(state)):
            ended = match is not None and match.result is not None and match.second
            won = "" if match is None or not ended else _note(state, match, player, "", language)
            return replace(base, plays=t("league.me.all_played"), note=won)
        if match is None:
            return replace(base, plays=t("league.me.wait"))
        if not match.second:
            return replace(base, plays=t("league.me.has_bye"))
        other = match.second if match.first == player else match.first
        opponent = state.participants[other].name
        return replace(
            base,
            plays=t("league.me.plays", opponent=opponent, table=match.table),
            side=t("league.me.first" if match.first == player else "league.me.second"),
            note=_note(state, match, player, other, language),
            match=match.key if match.result is None else "",
            opponent=opponent,
            may_draw=state.setup.draws,
            watch=f"/watch/{match.table}" if live_of(self._hub, match) is not None else "",
        )


def _steps(state: TournamentState) -> tuple[str, ...]:
    """What the organiser may do now, the next step first."""
    if state.finished:
        return ("undo",)
    now = state.round
    steps = ["draw"] if (now is None or now.is_over) and not is_decided(state) else []
    steps += ["finish"] if now is not None and now.is_over else []
    steps += ["start"] if now is not None and not now.begun else []
    return (*steps, "undo")


def _next(state: TournamentState) -> str:
    """What the organiser does next, as the key of a sentence."""
    now = state.round
    if state.finished:
        return "finished"
    if now is None:
        return "register" if len(state.participants) < 2 else "draw"
    if now.is_over:
        return "finish" if is_decided(state) else "again"
    return "play" if now.begun or not state.setup.minutes else "start"


def _pictures(call: JudgeCalled) -> dict[str, str]:
    """The measurement drawn and the photograph of the mat, as images that can load and run nothing."""
    photo = f"data:image/jpeg;base64,{base64.b64encode(call.photo).decode()}" if call.photo else ""
    return {"picture": _data(call.picture) if call.picture else "", "photo": photo}


def _decision(seen: CallSeen, players: dict[str, str]) -> dict[str, str]:
    """A call for a judge with what was decided on it."""
    by, decided = players.get(seen.call.by, ""), seen.decided
    told = {"decision": "", "judge": ""} if decided is None else {"decision": decided.decision, "judge": decided.judge}
    return {"id": seen.call.id, "by": by, "about": seen.call.about, **_pictures(seen.call), **told}


def _note(state: TournamentState, match: Match, player: str, other: str, language: Language) -> str:
    t = say_in(language)

    def worded(winner: str) -> str:
        if not winner:
            return t("league.drawn")
        return t("league.won", name=state.participants[winner].name)

    if match.result is not None:
        return worded(match.result.winner)
    own, theirs = match.reports.get(player), match.reports.get(other)
    if theirs is not None and own is not None:
        return t("league.me.both", own=worded(own.winner), result=worded(theirs.winner))
    if theirs is not None:
        return t("league.me.differs", result=worded(theirs.winner))
    return "" if own is None else t("league.me.said", result=worded(own.winner))


def _moment(at: str) -> float:
    """A time, to be compared; the earliest of all for what is none."""
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return 0.0


def _data(svg: str) -> str:
    """A drawing as an image that can load and run nothing."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
