"""The big screen: everything for those who watch, large enough, nothing of anybody's hand, and a way back."""

from dataclasses import replace

import pytest

from companion.games.display.result import ResultShown, StruckShown
from companion.referee import TakeTablet
from companion.referee.lobby.open_table import TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.phones.moments import moment

pytestmark = pytest.mark.slow

TELEVISION_PX, PIXEL_MM = (1920, 1080), 952 / 1920
"""Of 43 inches."""
AWAY_MM = 4000.0
MIN_RAD = 16 / 60 * 3.14159 / 180
"""ISO 9241-303: a capital letter is at least 16 minutes of arc high."""
CAPITAL = 0.71
"""Of the size of our font."""
WORDS = {
    Language.ENGLISH: ("Prosperity", "Bob", "Big screen", "Back"),
    Language.RUSSIAN: ("Процветание", "Bob", "Большой экран", "Назад"),
    Language.UKRAINIAN: ("Процвітання", "Bob", "Великий екран", "Назад"),
}
RESULT = ResultShown("Melee: Maud – Korra", (), (StruckShown("Korra", "disc", (("hits", 2), ("wounds", 1)), 1),))


def words(widget):
    """The labels that can be read, from the window's own tree."""
    from kivy.uix.label import Label  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    return [each for each in widget.walk() if isinstance(each, Label) and each.text.strip()]


@pytest.mark.parametrize("language", Language)
def test_those_who_watch_read_all_that_counts_from_four_metres(newly, tmp_path, language):
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "crowded.signum"
    crowded = moment("crowded")
    crowded.record(game).close()
    chief, name, key, back = WORDS[language]

    async def act(one):
        shell = one.shell
        await one.until(lambda: shell.page is not None, "the start")
        shell.open_table(TableRequest(NO_CAMERA, game=game))
        await one.until(lambda: shell.view is not None and shell.view.play is not None, "the game")
        page = shell.page
        page.sitting.submit(TakeTablet("A"))
        await one.until(lambda: shell.view.play.holder == "A", "Ann has the tablet")
        hands = shell.view.play.own_shown.holdings
        hidden = [card.line.name for each in hands if each.holding.look == "hand" for card in each.cards]
        assert hidden
        await one.touches("⚙")
        await one.touches(key)
        await one.reads(chief, name)
        await one.until(lambda: not shell.view.play.holder, "nothing lies open that is hidden")
        for player in shell.view.play.shown.sheet.players:
            await one.reads(player.name, f"{player.scores[0].words}")
        clocks = [each.text for each in words(page.big) if ":" in each.text and each.text[0].isdigit()]
        assert len(clocks) == len(shell.view.play.players)
        page.big.show(replace(shell.view, play=replace(shell.view.play, results=(RESULT,))))
        await one.reads("Melee: Maud – Korra", "Korra: wounds 1")
        page.big.show(shell.view)
        await one.reads("Korra: wounds 1")
        read = words(page.big)
        assert not [text for text in hidden for each in read if text in each.text]
        low = [
            each.text for each in read if each.text != back and each.font_size * CAPITAL * PIXEL_MM < MIN_RAD * AWAY_MM
        ]
        assert low == []
        mat = page.big.ids.mat
        assert mat.height == TELEVISION_PX[1]
        assert min(mat.plan.size_px) > 0.98 * TELEVISION_PX[1] - 2
        assert max(each.right for each in read) <= TELEVISION_PX[0]
        assert [each.text for each in one.keys("")] == [back]
        await one.touches(back)
        await one.until(lambda: page.big is None and one.keys("⚙"), "the table again")

    newly(act, Settings(language=language, sounds=False), size=TELEVISION_PX)
