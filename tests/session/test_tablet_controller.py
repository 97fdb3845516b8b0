"""The game as the tablet drives it: what lies open, overruling with a name, the way back, the files of the end."""

import asyncio
import json
from contextlib import closing
from dataclasses import replace

import pytest

from companion.games.signum.game import Signum
from companion.games.signum.model.events import Overruled
from companion.geometry import Answer
from companion.record.record import Record
from companion.referee import ExportGame, OverruleRule, RequestRedo, RequestUndo, SubmitCommand, TakeTablet, VoteOnUndo
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.session.tablet_controller import TabletController
from companion.texts import Language, say
from tests.journeys.game_script import ANN, BEGINS, BOB, GUARD, captain, scripted
from tests.journeys.record_comparison import begun
from tests.referee.match.test_match import NOW, SEED, skirmish

EN = Language.ENGLISH


class Middle:
    """A surveyor who sees every piece where a hero may not begin."""

    def spot(self, spec, field, values):
        return {"x_mm": 300.0, "y_mm": 300.0, "sigma_mm": 0.1}


class AtEdge:
    """A surveyor who sees a hero of 48 mm so near its own side that nobody can tell whether it touches it."""

    def spot(self, spec, field, values):
        return {"x_mm": 300.0, "y_mm": 25.0, "sigma_mm": 4.0}


class Unmoved:
    """A surveyor who sees the first hero of a script where it began."""

    def spot(self, spec, field, values):
        return {"x_mm": 300.0, "y_mm": 16.0, "sigma_mm": 0.1}


class Tablet:
    """One tablet at a game; intents are answered one after the other."""

    def __init__(self, record, path, pause_s=0.0, eyes=None):
        loop, self.stirred = asyncio.get_running_loop(), asyncio.Event()
        self.match = Match(record, loop.time, pause_s=pause_s)
        self.side = TabletController(CommandGateway(self.match, eyes or Middle(), loop.time), self.stirred.set, path)
        self.intents = 0

    @property
    def play(self):
        return self.side.play(EN)

    async def submit(self, ask):
        self.intents += 1
        name = f"intent-{self.intents:04}"
        self.side.apply(ask, name, EN)
        if isinstance(ask, SubmitCommand | OverruleRule):
            async with asyncio.timeout(60):
                while self.play.said is None or self.play.said.intent_id != name:
                    self.stirred.clear()
                    await self.stirred.wait()
        return self.play

    async def act(self, seat, kind, **values):
        return await self.submit(SubmitCommand(seat, kind, {field: (value,) for field, value in values.items()}))

    async def begun(self):
        """Up to the first hero that is to be placed."""
        await self.act("A", "priority", rolled="6")
        await self.act("B", "priority", rolled="2")
        return await self.act("A", "choosefirst", player="A")


@pytest.fixture
def played(tmp_path):
    """Plays an act at a tablet and answers the record's path."""

    def run(act, **settings):
        path = tmp_path / "game.signum"

        async def playing():
            with closing(Record.create(path, Signum(), skirmish(), lambda: NOW, seed=SEED)) as record:
                await act(Tablet(record, path, **settings))

        asyncio.run(playing())
        return path

    return run


def test_what_a_rule_refuses_is_let_pass_by_a_judge_whose_name_is_on_the_record(played):
    async def act(tablet):
        await tablet.begun()
        refused = await tablet.act("A", "placehero")
        assert not refused.said.granted
        assert refused.said.rule.startswith("S-SETUP")
        assert [why.answer for why in refused.said.whys] == [Answer.NO]
        assert refused.said.whys[0].sheet() is not None
        assert refused.overrulable
        passed = await tablet.submit(OverruleRule("Judge Smith"))
        assert passed.said.granted
        assert not passed.overrulable
        assert "A:hero" in tablet.match.record.state.creatures

    path = played(act)
    with closing(Record.open(path, {"signum": Signum()}, lambda: NOW)) as record:
        (event,) = [record.event(n) for n in record.counting if isinstance(record.event(n), Overruled)]
    assert event.reason == "Judge Smith"


HAIL = """
[[card]]
key = "hail"
kind = "spell"
effects = [
  { type = "harm", amount = 1, wounds = true, to = { who = "enemy" } },
  { type = "harm", amount = 2, wounds = true, to = { who = "enemy" } },
]
"""
TWO_ENEMIES = (
    *("A skip", "A end", "B skip", "B play card=B:1", "B place creature=B:1 at=100,584", "B end"),
    *("A skip", "A play card=A:1"),
)


def test_of_two_answers_to_what_is_asked_the_later_does_not_answer_what_is_asked_next(tmp_path):
    seats = replace(ANN, cards="hail = 1, guard = 19"), BOB
    path = begun(tmp_path, scripted(*BEGINS, *TWO_ENEMIES, seats=seats, cards=(captain(), GUARD, HAIL)))

    async def act(tablet):
        (task,) = tablet.play.seats[0].tasks
        asked = {"chosen": "B:1", **task.offers[0].offer.fixed}
        assert (await tablet.act("A", "choose", **asked)).said.granted
        late = await tablet.act("A", "choose", **asked)
        assert (late.said.granted, late.said.text) == (False, say(EN, "phones.reply.stale"))
        (task,) = late.seats[0].tasks
        again = {"chosen": "B:hero", **task.offers[0].offer.fixed}
        assert (await tablet.act("A", "choose", **again)).said.granted
        assert [tablet.match.shown.creatures[of].wounds for of in ("B:1", "B:hero")] == [1, 2]

    async def playing():
        with closing(Record.open(path, {"signum": Signum()}, lambda: NOW)) as record:
            await act(Tablet(record, path))

    asyncio.run(playing())


def test_a_move_that_is_yet_to_be_made_on_the_mat_is_awaited_and_not_refused(tmp_path):
    path = begun(tmp_path, scripted(*BEGINS, "A skip"))

    async def playing():
        with closing(Record.open(path, {"signum": Signum()}, lambda: NOW)) as record:
            tablet = Tablet(record, path, eyes=Unmoved())
            assert (await tablet.act("A", "activate", creature="A:hero")).said.granted
            shown = (each.offer for group in tablet.play.seats[0].groups for each in group.offers)
            move = next(each for each in shown if each.kind == "move")
            said = (await tablet.act("A", "move", **move.fixed)).said
            assert (said.granted, said.waits) == (False, True)
            assert said.text.startswith("Now move ")

    asyncio.run(playing())


def test_a_refusal_is_told_in_the_language_that_is_read_now(played):
    async def act(tablet):
        await tablet.begun()
        refused = (await tablet.act("A", "placehero")).said
        for language in (Language.RUSSIAN, Language.UKRAINIAN):
            told = tablet.side.play(language).said
            violated = tablet.match.answer(f"A/{refused.intent_id}").violation
            assert told.text == tablet.match.teller(language, "A").refusal(violated) != refused.text
            assert (told.rule, told.granted, told.intent_id) == (refused.rule, False, refused.intent_id)
            assert told.whys[0].question != refused.whys[0].question
        assert tablet.play.said is refused
        unnamed = (await tablet.submit(OverruleRule("   "))).said
        assert tablet.side.play(Language.RUSSIAN).said.text != unnamed.text

    played(act)


def test_nothing_is_overruled_without_a_refusal_or_without_a_name(played):
    async def act(tablet):
        await tablet.begun()
        written = tablet.match.record.written
        assert not (await tablet.submit(OverruleRule("Judge Smith"))).said.granted
        await tablet.act("A", "placehero")
        assert not (await tablet.submit(OverruleRule("   "))).said.granted
        assert tablet.match.record.written == written

    played(act)


def test_the_way_back_wants_everybody_and_one_no_ends_it(played):
    async def act(tablet):
        await tablet.begun()
        before = tablet.match.record.counting
        await tablet.submit(RequestUndo(-1))
        await tablet.submit(VoteOnUndo("A", agrees=True))
        assert tablet.play.undoing.agreed == ("A",)
        assert tablet.play.undoing.taken == (tablet.play.log[-1].text,), "what would be taken back is said"
        await tablet.submit(VoteOnUndo("B", agrees=False))
        assert tablet.play.undoing is None
        assert tablet.match.record.counting == before
        await tablet.submit(RequestUndo(tablet.play.log[0].event))
        assert tablet.play.undoing.taken[0] == tablet.play.log[-1].text
        assert tablet.play.log[0].text not in tablet.play.undoing.taken, "that stays"
        for seat in "AB":
            await tablet.submit(VoteOnUndo(seat, agrees=True))
        assert len(tablet.match.record.counting) < len(before)
        await tablet.submit(RequestRedo())
        for seat in "BA":
            await tablet.submit(VoteOnUndo(seat, agrees=True))
        assert tablet.match.record.counting == before

    played(act)


def test_a_placement_that_was_voted_on_is_taken_back_whole_and_whoever_has_voted_is_not_waited_for(played):
    async def act(tablet):
        assert (await tablet.act("A", "priority", rolled="6")).shown.waiting == "Waiting for Bob."
        await tablet.act("B", "priority", rolled="2")
        await tablet.act("A", "choosefirst", player="A")
        before = tablet.match.record.counting
        await tablet.submit(TakeTablet("A"))
        assert (await tablet.act("A", "placehero")).shown.waiting == "Waiting for Ann, Bob."
        assert tablet.play.holder == "A"
        assert (await tablet.act("A", "ruling", yes="true")).shown.waiting == "Waiting for Bob."
        assert tablet.play.holder == "", "who has answered holds the tablet no longer"
        await tablet.act("B", "ruling", yes="true")
        await tablet.submit(RequestUndo(-1))
        taken = tablet.play.undoing.taken
        assert [each for each in taken if each.endswith("answers: yes.")] == ["Bob answers: yes.", "Ann answers: yes."]
        assert taken[-1].startswith("Too close to call"), "the votes go back with what they were about"
        for seat in "AB":
            await tablet.submit(VoteOnUndo(seat, agrees=True))
        assert tablet.match.record.counting == before

    played(act, eyes=AtEdge())


def test_what_lies_open_names_no_card_that_only_its_owner_may_know(played):
    async def act(tablet):
        await tablet.begun()
        for seat in "AB":
            await tablet.act(seat, "placehero")
            await tablet.submit(OverruleRule("all"))
        play = tablet.play
        assert [seat.apart for seat in play.seats].count(True) >= 1
        assert all(task.key != "hand" for seat in play.seats for task in seat.tasks)
        state = tablet.match.record.state
        hidden = {card for player in state.players.values() for card in (*player.hand, *player.deck)}
        told = json.dumps([[seat.tasks, seat.groups] for seat in play.seats], default=str)
        assert not [card for card in hidden if f"'{card}'" in told]
        assert play.own_shown is None
        await tablet.submit(TakeTablet("A"))
        assert tablet.play.own_shown.in_hand

    played(act)


def test_whoever_takes_the_tablet_in_a_moment_for_tactics_has_time_to_look(played):
    async def act(tablet):
        match = tablet.match
        match._pause_ends_s = match._clock() + 0.5  # as where a tactic might be met
        await tablet.submit(TakeTablet("B", passing=True))
        assert match.pause_left_s > 10
        assert tablet.play.holder == ""
        await tablet.submit(TakeTablet("B"))
        assert match.pause_left_s > 10
        await tablet.submit(TakeTablet(""))
        assert match.pause_left_s <= match.pause_s

    played(act, pause_s=1.0)


def test_the_files_of_a_game_that_goes_on_show_nothing_hidden(played):
    async def act(tablet):
        await tablet.begun()
        await tablet.submit(ExportGame())
        assert tablet.side._closing._exported == ("game.html", "game.result.json")

    path = played(act)
    result = json.loads(path.with_suffix(".result.json").read_text(encoding="utf-8"))
    assert (result["over"], result["winners"]) == (False, [])
    assert "What a spectator may see" in path.with_suffix(".html").read_text(encoding="utf-8")
