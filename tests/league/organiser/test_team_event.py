"""An event of teams on the pages, from its beginning to the ratings; and the sheets of a campaign for its players."""

import asyncio
import base64
import hashlib
import re

from companion.games.registry import game_called
from companion.league.organiser.pages import LeaguePages
from tests.league.organiser.test_decks import codes
from tests.league.organiser.test_server import begun, league


def test_an_event_of_teams_on_the_pages(tmp_path):
    async def play():
        async with league(tmp_path) as (found, organiser, stranger):
            plan = {"name": "Cup", "game": "brawl", "format": "swiss", "rounds": "1", "minutes": "0", "teams": "yes"}
            await organiser.do("/organise", do="begin", **plan)
            refused = await organiser.do("/organise", status=409, do="register", name="Solo")
            assert "everybody plays for a team" in refused
            for name, team in (("Ann", "North"), ("Ben", "North"), ("Cleo", "South"), ("Dora", "South")):
                await organiser.do("/organise", do="register", name=name, team=team)
            await organiser.do("/organise", do="draw")
            for match in found.hub.book.state.round.matches:
                names = [found.hub.book.state.participants[each].name for each in match.players]
                winner = "first" if names[0] in {"Ann", "Ben"} else "second"
                await organiser.do("/organise", do="decide", match=match.key, winner=winner)
                shown = re.findall(r"Table (\d)", await stranger.see("/"))
                assert list(dict.fromkeys(shown)) == ["1", "2"], "matches keep the order of their tables"
            assert "Ratings after the tournament" not in await stranger.see("/")
            await organiser.do("/organise", do="finish")
            seen = await stranger.see("/")
            assert "Ann ✓ North" in seen
            assert "1 North 3 1 – 0 – 0" in seen
            assert "2 South 0 0 – 0 – 1" in seen
            ratings = seen[seen.index("Ratings after the tournament") :]
            assert ratings.index("Ann") < ratings.index("Cleo")
            assert "Print the sheets" not in await organiser.see("/organise")  # brawl has no campaign

    asyncio.run(play())


def test_the_sheets_of_a_round_are_printed_from_the_decks(tmp_path):
    async def play():
        async with league(tmp_path) as (found, organiser, stranger):
            await begun(organiser, "Ann", "Ben", game="warseer")
            await organiser.do("/organise", do="draw")
            assert "Print the sheets of this round" in await organiser.see("/organise")
            assert "once both of its players" in await organiser.see("/organise/sheets", status=409)
            await organiser.do("/organise", do="undo")
            pages, names = found.hub.book.state.participants, usual("warseer")
            for player, deck in zip(pages, names, strict=False):
                await stranger.do(links(found).link_of(player), deck=" ".join(codes("warseer", deck)))
            await organiser.do("/organise", do="draw")
            printed = await organiser.see("/organise/sheets")
            async with organiser.session.get(f"{organiser.origin}/organise/sheets") as answer:
                style = re.search(r"<style>(.*?)</style>", await answer.text(), re.DOTALL)[1]
                allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
                assert f"style-src 'sha256-{allowed}';" in answer.headers["Content-Security-Policy"]
            assert "Ann" in printed
            assert "Ben" in printed
            assert "Coins" in printed
            await stranger.see("/organise/sheets", status=403)

    asyncio.run(play())


def usual(game):
    return game_called(game).shelf.usual_decks


def links(found):
    return LeaguePages(found.hub)
