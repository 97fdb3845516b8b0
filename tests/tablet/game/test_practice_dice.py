"""In practice one touch throws all dice that are owed, its key says so, and no key asks to photograph a card."""

import importlib
from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.games.command import SPECTATOR
from companion.games.display.sheets import Sheet
from companion.referee.api.rolls import OpenRoll, Throw
from companion.referee.api.table_intents import RollVirtualDice
from companion.referee.screen.game_screen import GameScreen
from companion.referee.screen.player_screen import OpenSeat, PlayerScreen
from companion.tablet.game.one_player import OnePlayer
from companion.texts import Language, say

PLAYERS = (("A", "Ann"), ("B", "Bob"))


def owed(of, seat, count, *, virtual=True):
    return OpenRoll(of, seat, dict(PLAYERS)[seat], f"Roll {count} dice.", count, count, virtual=virtual)


def asking(*rolls):
    seats = tuple(OpenSeat(seat, name, "disc") for seat, name in PLAYERS)
    return GameScreen(PLAYERS, PlayerScreen(Sheet(SPECTATOR, ())), seats=seats, throw=Throw(rolls))


def test_one_touch_throws_for_all_who_owe_dice_and_each_roll_once():
    asked = []
    one = OnePlayer(asked.append)
    attack, defence, cubes = owed("r:1", "A", 3), owed("r:2", "B", 2), owed("r:3", "B", 1, virtual=False)
    play = asking(defence, attack, cubes)
    one.throw(attack, play)
    assert asked == [RollVirtualDice("r:1"), RollVirtualDice("r:2")], "that which was touched first; no dice of wood"
    one.follow(play)
    assert asked == [RollVirtualDice("r:1"), RollVirtualDice("r:2")], "what is in the air already is not thrown again"


@pytest.mark.parametrize("language", Language)
def test_the_key_tells_how_many_dice_it_throws(at_window, tmp_path, language):
    alone, rolls = map(importlib.import_module, ("tests.tablet.table_alone", "companion.tablet.game.rolls"))

    async def act(player):
        await player.sees(lambda view: view.play is not None)
        context = replace(alone.Tapper(player).context, language=language, alone=True)

        def keys(together):
            data = rolls.RollData(owed("r:1", "A", 3), "disc", (), together=together)
            found = (getattr(each, "text", "") for each in rolls.RollCard(data, context).walk())
            return [each for each in found if each.startswith(say(language, "game.dice.virtual"))]

        assert keys(0) == keys(1) == [say(language, "game.dice.virtual")], "a real table, or one die"
        assert keys(5) == [say(language, "game.dice.virtual_all", count=5)]
        assert "5" in keys(5)[0]

    at_window(alone.table(alone.Alone(tmp_path / "game.signum")), act)


def test_in_practice_no_key_asks_for_a_photograph_of_a_card():
    zones = importlib.import_module("companion.tablet.game.reading.zones")
    line = SimpleNamespace(id="c:1", look=SimpleNamespace(photo=""), unknown_card=None)
    for alone, keys in ((True, 0), (False, 1)):
        context = SimpleNamespace(alone=alone, say=lambda key: key)
        assert len(zones.photo_keys("A", line, context)) == keys
