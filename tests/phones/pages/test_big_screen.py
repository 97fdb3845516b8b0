"""What those who watch read on a big screen: who plays, by name, whole in every language."""

import asyncio
from contextlib import closing

import msgspec

from companion.games.command import SPECTATOR
from companion.games.signum.game import Signum
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.texts import Language
from tests.phones.host import March
from tests.phones.page_checks import CUT_OFF
from tests.phones.screens import screens
from tests.referee.match.test_match import NOW, SEED, skirmish

NAMES = ("Bartholomew the Unhurried", "Олександра Крижанівська-Гончаренко")
WIDTHS_PX = (1280, 1920, 3840)
HEAD = '() => Array.from(document.querySelectorAll(".scores .who")).map((each) => each.textContent.trim())'


def test_the_names_of_the_players_stand_whole_on_a_big_screen_in_every_language(tmp_path):
    setup = skirmish()
    seats = tuple(msgspec.structs.replace(seat, name=name) for seat, name in zip(setup.seats, NAMES, strict=True))
    setup = msgspec.structs.replace(setup, seats=seats)

    async def look() -> list[object]:
        found: list[object] = []
        with closing(Record.create(tmp_path / "named.signum", Signum(), setup, lambda: NOW, seed=SEED)) as record:
            gateway = CommandGateway(Match(record, lambda: 0.0, pause_s=0.0), March(), lambda: 0.0)
            async with screens(tmp_path) as shown:
                for language, width_px in zip(Language, WIDTHS_PX, strict=True):
                    page = await shown.page(width_px)
                    await shown.show(page, shown.document(gateway, SPECTATOR, language))
                    assert await page.evaluate(HEAD) == list(NAMES)
                    found += await page.evaluate(CUT_OFF)
                    await page.context.close()
                found += shown.troubles
        return found

    assert asyncio.run(look()) == []
