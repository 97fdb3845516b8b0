"""How strict the referee is: what is refused, what is written down all the same, and what is explained."""

import asyncio

import pytest

from companion.games.common import Correct, Rolled
from companion.games.display.offers import Offer
from companion.games.signum.game import GAME
from companion.games.signum.model.commands import Activate, Finish, Move, Skip
from companion.games.signum.model.constants import Edition
from companion.games.signum.shelf.wording.abilities import ability_rule
from companion.games.signum.words.lessons import RULES
from companion.games.signum.words.phrases import phrases
from companion.games.values import Stand
from companion.presentation.tasks import Teacher
from companion.presentation.teller import Teller
from companion.record.verification import verify
from companion.referee.api.table_intents import AllowTypedFaces, EnterFaces, SetStrictness, Strictness
from companion.referee.match.command_builder import TypedFacesError
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandDone, CommandRefused, CommandRequest
from companion.referee.match.match import Match
from companion.referee.screen.game_screen import GameScreen
from companion.session.table_controller import TableController
from companion.texts import Language, say
from tests.games.signum.table import duel
from tests.record.games import GAMES, begin, new_record
from tests.referee.dice.roll_table import Nowhere, to_the_first_roll

NOTHING = GameScreen((), None)
TOO_FAR = Move(by="A", creature="A:hero", to=Stand(300.0, 400.0))


class AtTable:
    """A game with a referee whose strictness can be set."""

    def __init__(self, record):
        self.record, self.count = record, 0
        self.match = Match(record, lambda: 0.0, pause_s=0.0)
        self.gateway = CommandGateway(self.match, Nowhere(), lambda: 0.0)
        self.side = TableController(self.gateway, record.path, lambda: 0.0, lambda: None)

    def be(self, level):
        self.side.apply(SetStrictness(level), "")

    def wants(self, command):
        self.count += 1
        answers = []
        self.match.submit(CommandRequest(f"wish-{self.count}", command, answers.append))
        return answers[0]


@pytest.fixture
def table(tmp_path):
    record = new_record(tmp_path / "game.signum")
    begin(record)
    record.do(Skip(by="A"))
    record.do(Activate(by="A", creature="A:hero"))
    yield AtTable(record)
    record.close()


def test_a_referee_refuses_what_a_scorekeeper_writes_down(table):
    refused = table.wants(TOO_FAR)
    assert isinstance(refused, CommandRefused)
    table.be(Strictness.SCOREKEEPER)
    written = table.wants(TOO_FAR)

    assert isinstance(written, CommandDone)
    assert written.passed.rule_id == refused.violation.rule_id
    assert table.record.state.creatures["A:hero"].stand == Stand(300.0, 400.0)
    table.be(Strictness.REFEREE)
    assert isinstance(table.wants(TOO_FAR), CommandRefused)


@pytest.mark.parametrize("language", Language)
def test_what_was_written_down_stands_on_the_record_with_its_rules(table, language):
    table.be(Strictness.SCOREKEEPER)
    before = table.record.state
    table.wants(TOO_FAR)

    said = [
        Teller(GAME, before, language).sentence(phrase)
        for number in table.record.counting[-8:]
        for phrase in phrases(before, table.record.event(number))
    ]
    assert any("S-MOVE-06" in line and "scorekeeper" not in line for line in said)
    assert verify(table.record.path, GAMES).otherwise == ()


def test_also_a_scorekeeper_cannot_write_down_what_has_no_meaning(table):
    table.be(Strictness.SCOREKEEPER)
    assert isinstance(table.wants(Rolled(by="A", faces=("axe",))), CommandRefused)


def test_what_is_set_by_the_table_is_never_passed_over(table):
    table.be(Strictness.SCOREKEEPER)
    assert isinstance(table.wants(Correct(by="table", of="nobody", at=Stand(1.0, 1.0))), CommandRefused)


def test_a_legal_command_is_the_same_at_every_level(table):
    table.be(Strictness.SCOREKEEPER)
    assert table.wants(Finish(by="A")) == CommandDone()


@pytest.mark.parametrize("language", Language)
def test_every_lesson_has_its_sentence_in_every_language(language):
    teacher = Teacher(Teller(GAME, duel().state, language))
    for key in RULES:
        group, _, name = key.partition(".")
        if group == "task":
            (lesson,) = teacher.of_task(name)
            assert lesson.text
    assert teacher.of_task("nothing.of.this.name") == ()


def test_an_act_is_explained_with_the_ability_that_it_uses():
    teacher = Teacher(Teller(GAME, duel().state, Language.ENGLISH))
    rule, ability = teacher.of_offer(Offer("shoot", "", {"ability": "sniper", "target": "B:1"}))
    assert (rule.rule, ability.rule) == ("S-RANGED-02", "")
    assert ability.text == ability_rule("sniper", Edition.EN, Language.ENGLISH)
    assert [lesson.rule for lesson in teacher.of_offer(Offer("move", "", {"run": "true"}))] == ["S-MOVE-25"]
    assert [lesson.rule for lesson in teacher.of_offer(Offer("move", "", {}))] == ["S-MOVE-13"]


def test_a_roll_is_explained_by_what_it_is_for_else_by_what_dice_show():
    teacher = Teacher(Teller(GAME, duel().state, Language.ENGLISH))
    assert [lesson.rule for lesson in teacher.of_task("roll.melee.defence")] == ["S-MELEE-25"]
    assert [lesson.rule for lesson in teacher.of_task("roll.of_something_new")] == ["S-CONST-01"]


def faces_from_a_phone(table, name):
    (spec,) = (spec for prompt in table.record.game.prompts(table.record.state) for spec in prompt.specs)
    return asyncio.run(table.gateway.submit(name, spec.by, spec.kind, {"faces": ["axe", "axe"]}))


def test_a_table_that_accepts_no_faces_by_hand_takes_them_from_no_screen(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = AtTable(record)
    table.side.apply(AllowTypedFaces(allowed=False), "")

    with pytest.raises(TypedFacesError):
        faces_from_a_phone(table, "A/phone-01")
    for language in Language:
        table.side.apply(EnterFaces("any", (1, 2)), "")
        assert table.side.dressed(NOTHING, language).throw.said == say(language, "dice.said.typed_forbidden")
    assert table.side.dressed(NOTHING, Language.ENGLISH).typed_faces is False

    again = AtTable(record)  # the setting stands beside the record
    with pytest.raises(TypedFacesError):
        faces_from_a_phone(again, "A/phone-02")
    again.side.apply(AllowTypedFaces(allowed=True), "")
    assert faces_from_a_phone(again, "A/phone-03") == CommandDone()
    record.close()
