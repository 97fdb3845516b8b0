"""A Tournament on the tablet: begun, bought for, its match set out and written down, in three languages."""

import pytest

from companion.games.warseer.tournament.commands import Adjust, Buy, Ready
from companion.tablet.data.settings import Settings
from companion.texts import Language, say
from tests.journeys.commands.test_campaign import played
from tests.tablet.setup.test_another_game_setup import key, rested
from tests.tablet.setup.test_readings_page import picture
from tests.tablet.text_fit import assert_fits
from tests.tablet.visitor import until

pytestmark = pytest.mark.slow


class TournamentVisitor:
    """Goes through the pages of a Tournament in a language."""

    def __init__(self, visitor, language):
        self.visitor, self.language, self.page, self.asked = visitor, language, None, ()

    def word(self, name):
        return say(self.language, f"campaign.{name}")

    async def begins(self):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.players_page import PlayersStep  # noqa: PLC0415

        visitor, shell = self.visitor, self.visitor.shell
        await visitor.page("StartPage")
        shell.go(lambda: PlayersStep(shell, Draft.of(shell.settings)))
        players = await visitor.page("PlayersStep")
        those_there = await visitor.touches(key(players, self.word("key")), "CampaignsPage")
        new = await visitor.touches(those_there.new, "NewCampaignPage")
        await self.looks_at(new, "new")
        self.page = await visitor.touches(new.begin, "CampaignPage")
        await self.looks_at(self.page, "begun")

    async def looks_at(self, page, name):
        await rested()
        assert_fits(page, 1.0)
        picture(page, f"campaign-{name}-{self.language.value}")

    async def does(self, command=None, name=""):
        """Touches the key of a command, or one at the foot, and waits for the page that is made anew."""
        before = self.page
        if command is not None:
            deed = next(deed for deed in before.seen.deeds if deed.command == command)
            name = f"{command.by}:{deed.text}"
            if deed.sure:
                self.asked += (deed.by,)
                await self.confirms(before.keys[name], deed)
                name = ""
        if name:
            await self.visitor.touches(before.keys[name], "CampaignPage")
        await until(lambda: self.visitor.shell.page is not before)
        self.page = await self.visitor.page("CampaignPage")

    async def confirms(self, pressed, deed):
        """What is to be thought of is asked, and done by the key that says it again."""
        from kivy.core.window import Window  # noqa: PLC0415 (only where Kivy has been prepared)

        self.visitor.finger.press(pressed)
        await until(lambda: any(getattr(each, "title", "") == deed.sure for each in Window.children))
        sheet = next(each for each in Window.children if getattr(each, "title", "") == deed.sure)
        await rested()
        picture(sheet, f"campaign-sure-{self.language.value}")
        (key,) = sheet.ids.choices.children
        self.visitor.finger.press(key)


@pytest.mark.parametrize("language", Language)
def test_a_tournament_is_begun_played_and_written_down_by_touch(at_start, tmp_path, language):
    async def act(visitor):
        here = TournamentVisitor(visitor, language)
        await here.begins()
        buys = Buy(by="A", card="emberfall/sellsword")
        bought = next(deed.text for deed in here.page.seen.deeds if deed.command == buys)
        await here.does(buys)
        assert "24" in here.page.seen.lines[0], "30 coins, and 6 paid (the plan)"
        await here.does(name="by_hand")
        await here.looks_at(here.page, "by-hand")
        await here.does(Adjust(by="A", player="A", coins=1))
        assert "25" in here.page.seen.lines[0]
        await here.does(name="undo")
        await here.does(name="back")
        assert here.page.seen.lines[1].rpartition(": ")[2] in bought, "what is bought is owned"
        for player in "ABAB":
            await here.does(Ready(by=player))
        assert here.asked == ("B",), "who has bought nothing is asked, once"
        await here.looks_at(here.page, "battle")
        players = await visitor.touches(here.page.keys["play"], "PlayersStep")
        assert players.draft.chosen["goal"] == ("opening",)
        assert players.draft.chosen["scenario"] != ("none",)
        assert [each.deck.rpartition("/")[2] for each in players.draft.players] == ["A.deck.toml", "B.deck.toml"]
        (campaign,) = (tmp_path / "games").glob("*.campaign")
        visitor.shell.go_back()
        here.page = await visitor.page("CampaignPage")
        visitor.finger.press(here.page.keys["result"])
        await until(lambda: here.page.said.text == here.word("no_result"))
        played(tmp_path / "games" / "friday.warseer", campaign, *sorted(campaign.with_suffix(".decks").iterdir()))
        await here.does(name="result")
        assert not here.page.seen.is_played
        await here.looks_at(here.page, "after")
        await here.does(name="sheets")
        assert campaign.with_suffix(".html").exists()
        told = [each for each in here.page.walk() if str(campaign.with_suffix(".html")) in getattr(each, "text", "")]
        assert [each.to_window(*each.center)[1] > here.page.height / 2 for each in told] == [True], "in sight at once"
        await here.does(name="undo")
        assert here.page.seen.is_played

    at_start(act, Settings(language=language, game="warseer", players=("Ann", "Ben")))
