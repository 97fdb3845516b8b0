"""The rules of a new game: only what matters for who plays is asked."""

from companion.games.registry import game_called
from companion.tablet.data.settings import Settings
from companion.tablet.data.setup_draft import Draft
from companion.texts import Language
from tests.tablet.visitor import until


def test_who_plays_decides_what_else_is_asked(at_start):
    say = game_called("warseer").texts.say
    titles = {key: say(Language.ENGLISH, f"setup.{key}.title") for key in ("goal", "scenario", "rounds")}
    done = []

    async def act(visitor):
        from companion.tablet.pages.page import ChoiceKeys  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.players_page import RulesPage  # noqa: PLC0415 (likewise)

        def asked():
            return [each.title for each in visitor.shell.page.walk() if isinstance(each, ChoiceKeys)]

        shell = visitor.shell
        await visitor.page("StartPage")
        shell.go(lambda: RulesPage(shell, Draft.of(Settings(game="warseer")), done.append))
        page = await visitor.page("RulesPage")
        assert [titles[key] in asked() for key in titles] == [True, True, False]
        skirmish = say(Language.ENGLISH, "setup.variant.skirmish_four")
        visitor.finger.press(next(each for each in page.walk() if getattr(each, "text", "") == skirmish))
        await until(lambda: titles["rounds"] in asked())
        assert [titles[key] in asked() for key in titles] == [False, False, True]
        await visitor.page("RulesPage")
        assert shell.page is not page
        shell.page.on_back()
        assert done[0].chosen["variant"] == ("skirmish_four",)

    at_start(act, Settings(language=Language.ENGLISH, sounds=False, animations=False))
