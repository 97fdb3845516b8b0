"""Whoever touches the key that summons a creature reads what its card says, and what its words and values mean."""

import random
from contextlib import closing

import pytest

from companion.games.registry import game_called
from companion.games.warseer.decision import DECISION
from companion.record.record import Record
from companion.referee.lobby.open_table import TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.games.warseer.self_play import next_command, setup_of
from tests.phones.played_table import NOON

pytestmark = pytest.mark.slow

MEANT = {
    Language.ENGLISH: ("Summon ", "Movement: It may move so many hexes", "Health: With so many Wounds it is destroyed"),
    Language.RUSSIAN: ("Призвать: ", "Движение: На столько гексов", "Здоровье: Получив столько ран"),
    Language.UKRAINIAN: ("Призвати: ", "Рух: На стільки гексів", "Здоров’я: Отримавши стільки ран"),
}
"""W-CARD-20 and W-CARD-18."""


def before_a_summons(path):
    """A Duel that has come to where somebody may summon a Character."""
    game, chance = game_called("warseer"), random.Random(3)  # noqa: S311
    with closing(Record.create(path, game, setup_of("ash_guard", "mossback_host"), lambda: NOON)) as record:
        taste = game.taste()
        while not any(spec.kind == "summon" for spec in DECISION.specs(record.state)):
            record.do(next_command(record.state, taste, chance))
    return path


@pytest.mark.parametrize("language", Language)
def test_the_key_that_summons_tells_what_values_and_words_mean(newly, tmp_path, language):
    (tmp_path / "games").mkdir()
    path = before_a_summons(tmp_path / "games" / "ours.warseer")
    summon, *meant = MEANT[language]

    async def act(newcomer):
        await newcomer.until(newcomer.words, "shown the start")
        newcomer.shell.open_table(TableRequest(NO_CAMERA, game=path, alone=True))
        await newcomer.touches(summon)
        await newcomer.reads(*meant)

    newly(act, Settings(language=language, guided=True))
