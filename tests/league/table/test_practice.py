"""A practice is never told to the league, not even one that has just begun; a game at a real table is."""

import argparse
import queue
from datetime import UTC, datetime

from companion.cli.verbs import play
from companion.league.table.card import TableCard, card_file, keep_card
from companion.referee import Choices
from companion.referee.lobby.new_game import NewGame
from companion.referee.lobby.open_table import TableRequest, open_table
from companion.tablet.data.settings import Settings
from tests.league.told_table import KEY, ToldTable

PATIENCE_S = 60.0
GIVEN = argparse.Namespace(pause=0.0, port=0, https=False, dice=None)


class NoNews:
    """The organiser has told nothing."""

    def match(self):
        return None

    def card(self):
        return None


def test_a_practice_that_has_just_begun_is_not_told(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    keep_card(card_file(), TableCard(league="L", venue="hub", table="t1", urls=("nats://127.0.0.1:9",), seed=KEY.seed))
    game, made = tmp_path / "games" / "new.signum", []
    game.parent.mkdir()

    def service(path):
        made.append(play._session(path, GIVEN, Settings(camera="usb:0"), NoNews()))
        return made[0]

    table = ToldTable("brawl", tmp_path)
    link = play._league(tmp_path / "real.brawl", Settings(camera="usb:0"), NoNews())
    assert link(table.match, None, tmp_path / "real.feed", None, None) is not None  # a game at a real table is told
    wanted = TableRequest("sim:match", game=game, beginning=NewGame(players=("Ann", "Bob")))
    watch = open_table(wanted, Choices(), service, lambda: datetime.now(UTC).isoformat())
    views = queue.Queue()
    watch.listen(views.put)
    try:
        while views.get(timeout=PATIENCE_S).play is None:
            pass
        assert made[0].league is None
    finally:
        watch.stop()
    assert not (game.parent / "new.signum.feed").exists()
