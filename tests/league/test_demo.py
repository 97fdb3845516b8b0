"""The league that plays itself, with short games: three rounds to the end, every message good, pages on their own."""

import asyncio
from datetime import UTC, datetime

from companion.league.demo import DemoPlan, play
from companion.league.tournament.book import GAMES
from companion.record.verification import verify
from companion.texts import Language
from tests.free_ports import free_port


def test_three_rounds_of_eight_tables(tmp_path):
    said = []
    plan = DemoPlan(tmp_path, Language.UKRAINIAN, page_port=0, nats_port=free_port(), commands=4)
    kept = asyncio.run(play(plan, lambda: datetime.now(UTC), said.append))

    assert [line for line in said if "is over" in line] == [f"Round {number} is over." for number in (1, 2, 3)]
    assert said[-1].endswith("of 24 games were checked; not to be trusted: 0.")
    verify(tmp_path / "league" / "tournament.league", GAMES)
    home = next(each for each in kept if each.stem == "standings").read_text(encoding="utf-8")
    assert "Турнір закінчено." in home
    assert home.count("<tr id=") == 16
    assert "/assets/" not in home
