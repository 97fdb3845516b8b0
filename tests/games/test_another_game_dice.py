"""Dice of a game that the program has never seen: pools of several kinds, and what everybody rolls for themselves."""

import json
from contextlib import closing

import msgspec
import pytest

from companion.demo.auto_player import AutoPlayer, DiceRoll
from companion.games.command import TABLE, Command, Event
from companion.games.defaults.completed import completed
from companion.games.prompt import CommandSpec, Faces, PoolDie, Prompt, RolledByEach, Words
from companion.games.registry import Games
from companion.presentation.tasks import tasks
from companion.presentation.teller import Teller
from companion.record.record import Record
from companion.referee.api.table_intents import AssignThrow
from companion.referee.dice.manager import DiceManager
from companion.referee.dice.roll_manager import name_of_roll
from companion.referee.dice.wording import DiceState, throw_shown
from companion.referee.errors import SetupError
from companion.referee.history.luck_of_record import luck_of
from companion.referee.match.pending_rolls import dice_lacking
from companion.referee.match.settings import SettingsFile
from companion.texts import Language
from tests.games.pool_game import Throw
from tests.games.test_another_game_shelf import NOON, ShelvedToy, _named, begun
from tests.games.toy import Seat, Setup
from tests.referee.dice.roll_table import Throws


class ThrownFrom(Event, frozen=True, kw_only=True, tag="thrown"):
    faces: tuple[str, ...]
    sources: tuple[str, ...]


class PoolToy(ShelvedToy):
    """Every turn is a throw of two red dice around a blue one."""

    command_type, event_type = Throw, ThrownFrom

    def commands(self, state, player):
        kinds = self.shelf.dice()
        dice = (PoolDie(kind=kind, faces=kinds[kind].symbols) for kind in ("red", "blue", "red"))
        return (CommandSpec(kind="throw", by=player, fields={"faces": Faces.of_pool(dice)}),)

    def prompts(self, state):
        return (Prompt(key="throw", to=("A",), specs=self.commands(state, "A")),)

    def decide(self, state, command):
        return (ThrownFrom(faces=command.faces, sources=tuple(str(each["evidence"]) for each in command.witnesses)),)

    def evolve(self, state, event):
        return msgspec.structs.replace(state, turn=state.turn + 1)


@pytest.fixture
def pool(tmp_path):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
    record = Record.create(tmp_path / "pool.game", PoolToy(), setup, lambda: NOON, edition="", seed=bytes(32))
    with closing(record):
        yield Throws(record)


def thrown(table):
    return [table.record.event(number) for number in table.record.counting]


def test_a_pool_is_rolled_kind_by_kind_and_told_in_the_order_of_its_dice(pool):
    pool.join("camera:1", "camera:2", kind="d6-red")
    pool.join("camera:3", kind="d6-blue")
    pool.throwing.settle()
    assert [(owed.kind, owed.count) for _, owed, _ in pool.rolls] == [("red", 2), ("blue", 1)]
    pool.throw("camera:1", 1)
    pool.throw("camera:3", 1)
    assert thrown(pool) == []
    pool.throw("camera:2", 2)
    (event,) = thrown(pool)
    assert event.faces == ("hit", "wave", "miss")
    assert event.sources == ("red.die1", "blue.die1", "red.die2")
    backing = {each.name: pool.record.evidence(each.digest) for each in list(pool.record.entries())[-1].evidence}
    assert set(event.sources) < set(backing)
    assert json.loads(backing["blue.roll"])["symbols"] == ["wave", "miss"] * 3


def test_the_luck_of_dice_is_told_for_each_kind(pool):
    pool.join("camera:red-1", "camera:red-2", kind="d6-red")
    pool.join("camera:blue-1", kind="d6-blue")
    for die, face in (("camera:red-1", 1), ("camera:blue-1", 5), ("camera:red-2", 2)):
        pool.throw(die, face)
    told = {each.who: each.fairness.rolls for each in luck_of(pool.record, Language.ENGLISH).dice}
    assert told == {"camera:red": 2, "camera:blue": 1}


def test_a_die_of_another_kind_never_counts(pool):
    pool.join("camera:1", "camera:2", kind="d6-red")
    pool.join("camera:3", "camera:4", kind="d6-green")
    pool.join("pixels:a")
    for die in ("camera:3", "pixels:a", "camera:1", "camera:2", "camera:4"):
        pool.throw(die, 1)
    assert thrown(pool) == []
    assert [(owed.kind, standing.owed) for _, owed, standing in pool.rolls] == [("red", 0), ("blue", 1)]
    assert {why for die, _, why in pool.fates() if die in ("camera:3", "camera:4", "pixels:a")} == {"other_kind"}


class EachToy(PoolToy):
    """Both throw a die of their own, each for a command of their own."""

    def commands(self, state, player):
        return (CommandSpec(kind="throw", by=player, fields={"faces": Faces(count=1, faces=("axe", "shield"))}),)

    def prompts(self, state):
        return tuple(Prompt(key="throw", to=(seat,), specs=self.commands(state, seat)) for seat in "AB")


def test_rolls_for_commands_of_their_own_do_not_wait_for_one_another(tmp_path):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
    record = Record.create(tmp_path / "each.game", EachToy(), setup, lambda: NOON, edition="", seed=bytes(32))
    with closing(record):
        table = Throws(record)
        table.join("pixels:a")
        table.journal.do("give", die="pixels:a", player="B")
        table.throw("pixels:a", 6)
        assert [event.faces for event in thrown(table)] == [("shield",)]


class Cast(Command, frozen=True, kw_only=True, tag="cast"):
    lots: dict[str, str]


class Begun(Event, frozen=True, kw_only=True, tag="begun"):
    lots: dict[str, str]


class LotToy(ShelvedToy):
    """Everybody casts a die to see who begins; it calls that by names of its own."""

    command_type, event_type = Cast, Begun

    def commands(self, state, player):
        return ()

    def prompts(self, state):
        spec = CommandSpec(kind="cast", by=TABLE, fields={"lots": RolledByEach()})
        return (Prompt(key="lots", to=("A", "B"), all_of_them=True, specs=(spec,)),) if state.turn == 1 else ()

    def decide(self, state, command):
        return (Begun(lots=command.lots),)

    def evolve(self, state, event):
        return msgspec.structs.replace(state, turn=2)


@pytest.fixture
def lots(tmp_path):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
    record = Record.create(tmp_path / "lots.game", LotToy(), setup, lambda: NOON, edition="", seed=bytes(32))
    with closing(record):
        yield Throws(record)


def test_where_each_rolls_a_die_its_number_counts_whatever_the_game_calls_it(lots):
    lots.join("pixels:a", "pixels:b")
    for die, player, face in (("pixels:a", "A", 6), ("pixels:b", "B", 2)):
        lots.journal.do("give", die=die, player=player)
        assert thrown(lots) == []
        lots.throw(die, face)
    assert [event.lots for event in thrown(lots)] == [{"A": "6", "B": "2"}]


def test_without_dice_each_says_a_number_from_1_to_6(lots):
    teller = Teller(lots.record.game, lots.record.state, Language.ENGLISH, "A")
    (task,) = tasks(lots.record.game.prompts(lots.record.state), teller)
    (taken,) = task.offers[0].inputs
    assert (taken.kind, [each.value for each in taken.choices]) == ("choose", [*"123456"])


def test_the_demo_rolls_it_with_dice(lots):
    game = completed(lots.record.game)
    assert AutoPlayer(game, "AB", frozenset(), lambda _: 0).next(lots.record.state) == DiceRoll(("A", "B"))


def test_views_and_records_show_it_as_any_words():
    assert msgspec.json.encode(RolledByEach()) == msgspec.json.encode(Words())


def test_the_kind_of_die_stands_in_the_title_of_its_roll(pool):
    table = DiceState(pool.journal.state, (), pool.rolls, {}, ())
    shown = throw_shown(table, pool.match, Language.ENGLISH).rolls
    assert [roll.title for roll in shown] == ["Throw. Dice: red.", "Throw. Dice: blue."]


class LackingToy(PoolToy):
    """Throws a die that its shelf does not have."""

    def commands(self, state, player):
        pool = Faces.of_pool((PoolDie(kind="red", faces=("hit", "miss")), PoolDie(kind="black", faces=("skull",))))
        return (CommandSpec(kind="throw", by=player, fields={"faces": pool}),)


def test_a_game_that_asks_for_dice_which_it_lacks_says_so(tmp_path, monkeypatch):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
    record = Record.create(tmp_path / "lacking.game", LackingToy(), setup, lambda: NOON, edition="", seed=bytes(32))
    with closing(record):
        table = Throws(record)
        table.join("camera:1", kind="d6-red")
        table.throw("camera:1", 1)
        assert (tuple(table.rolls), thrown(table)) == ((), [])
        assert dice_lacking(record.game, record.state) == ("black",)
        settings = SettingsFile(record.path.with_name("settings"), "lacking")
        dice = DiceManager(table.gateway, record.path.with_name("book"), "lacking", settings, lambda: 0.0, lambda: None)
        (told,) = dice.throw(Language.ENGLISH).troubles
        assert "asks for dice that it does not have: black" in told
    found = Games({"lacking": lambda: _named(LackingToy(), "lacking")})
    monkeypatch.setattr("companion.games.registry.games", lambda: found)
    with pytest.raises(SetupError, match="asks for dice that it does not have: black"):
        begun(tmp_path, game="lacking", players=("Ann", "Bob"))


def test_dice_that_are_typed_in_stand_for_the_kind_they_are_said_to_be(pool):
    pool.join("manual:1", "manual:2", "manual:3")
    for die, kind, face in (("manual:1", "red", 1), ("manual:2", "blue", 2), ("manual:3", "red", 2)):
        pool.throw(die, face)
        if thrown(pool):
            break
        rolls = {owed.kind: name_of_roll(id_) for id_, owed, _ in pool.rolls}
        entry = next(each for each in pool.journal.state.entries.values() if each.die == die)
        if len(entry.candidates) > 1:
            pool.throwing.say(AssignThrow(entry.number, rolls[kind]), "A")
    (event,) = thrown(pool)
    assert event.faces == ("hit", "miss", "miss")


def test_a_pool_typed_in_takes_only_what_each_die_may_show():
    field = Faces.of_pool((PoolDie(kind="red", faces=("hit", "miss")), PoolDie(kind="blue", faces=("wave", "miss"))))
    assert (field.count, field.faces) == (2, ("hit", "miss", "wave"))
    assert field.fits(("hit", "wave"))
    assert not field.fits(("wave", "hit"))
    assert not field.fits(("hit",))
    assert msgspec.json.encode(Faces(count=1, faces=("axe",))) == b'{"type":"Faces","count":1,"faces":["axe"]}'
