"""A game that the program has never seen is told in words: what things are called, what happened, why it refuses."""

import re
from contextlib import closing

import msgspec
import pytest

from companion.games.common import Answered, DiceRolled, DrawOffered, Told, TurnBegan
from companion.games.defaults import setup as plain_setup
from companion.games.defaults.speech import PlainSpeech, PlainTally
from companion.games.display.offers import Offer
from companion.games.display.speech import Phrase, Reference, Word
from companion.games.display.tally import Table
from companion.games.prompt import CommandSpec, Pick, Prompt, Spot, Words
from companion.games.registry import Games
from companion.games.verdicts.measured import Measurement, RuleViolation
from companion.geometry import Answer, Deviation, Verdict, at_most
from companion.geometry.grid import Cell
from companion.presentation.tasks import Teacher, offers, tasks
from companion.presentation.teller import Teller
from companion.presentation.why import why
from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.history.replay import lines_of, replay
from companion.referee.history.report import report_of
from companion.referee.history.timeline import film
from companion.referee.match.command_request import CommandRefused, CommandRequest
from companion.referee.match.match import Match
from companion.texts import COMPLETE, Language, Texts, say
from tests.games.gatecrash.game import Gatecrash
from tests.games.gatecrash.rules import Ran
from tests.games.toy import Go, Seat, Setup, Toy, Went
from tests.plain_spaces import spaced

NOON = "2026-11-22T12:00:00Z"
SETUP = Setup((Seat("A", "Ann"), Seat("B", "Bob")))


class Polyglot(Texts):
    """Texts of a game, as a package would bring them."""

    def say(self, language, key, **values):
        own = {"rules.one_step": "One step at a time, not to {to}.", "log.went": "{who} goes to {to}."}
        return own[key].format(**values) if key in own else super().say(language, key, **values)


class WordySpeech(PlainSpeech):
    def said(self, state, event):
        return (Phrase("went", {"who": Reference(event.piece), "to": event.to}),)


class WordyToy(Toy):
    texts = Polyglot()
    speech = WordySpeech


def test_an_id_tells_whose_a_thing_is_and_a_cell_is_named_in_words():
    setup = plain_setup.PlainSetup((plain_setup.PlainSeat("A", "Ann"),))
    teller = Teller(Gatecrash(), Gatecrash().new(setup), Language.ENGLISH)
    named = [teller.name(each) for each in ("A:2", "A:gate", "1,-2", "C:2", "deck")]
    assert named == ["runner 2 of Ann", "gate of Ann", "cell E2", "C:2", "deck"]
    others = [Teller(Gatecrash(), Gatecrash().new(setup), each).name("1,-2") for each in COMPLETE]
    assert others == ["cell E2", "клетка E2", "клітинка E2"]
    went = Ran(piece="A:1", to=Cell(1, -2))
    (said,) = teller.game.speech.said(teller.state, went)
    assert teller.sentence(said) == "runner 1 of Ann runs to cell E2."


def match_of(path, game):
    return Match(Record.create(path, game, SETUP, lambda: NOON, seed=bytes(32)), lambda: 0.0, pause_s=0.0)


@pytest.mark.parametrize("language", COMPLETE)
def test_a_game_without_speech_names_seats_and_reads_the_rest_as_it_is(language):
    teller = Teller(Toy(), Toy().new(SETUP), language)
    assert [teller.name(each) for each in ("A", "B", "C:7")] == ["Ann", "Bob", "C:7"]
    assert teller.mark("C:7") == "C7"
    assert teller.called("C:7") == "C:7 (C7)"
    assert teller.name("") not in ("", "nobody") or language is Language.ENGLISH
    assert teller.name("table") == {"en": "the table", "ru": "стол", "uk": "стіл"}[language.value]


def test_a_refusal_without_a_text_says_its_rule_and_its_key_as_words(tmp_path):
    match, answers = match_of(tmp_path / "toy.game", Toy()), []
    with closing(match.record):
        match.submit(CommandRequest("1", Go(by="B", to=8), answers.append))
        match.submit(CommandRequest("2", Go(by="A", to=7), answers.append))
        said = [match.teller(Language.UKRAINIAN, "A").refusal(each.violation) for each in answers]
    assert all(isinstance(each, CommandRefused) for each in answers)
    assert said == ["Зараз хід: Bob.", "One step: to 7 (T-2)."], "what the program has a sentence for needs no key"


def test_a_refusal_of_no_rule_names_none():
    teller = Teller(Toy(), Toy().new(SETUP), Language.ENGLISH)
    assert teller.refusal(RuleViolation("", "nothing_to_do")) == "Nothing to do."


def test_a_games_own_texts_come_first(tmp_path):
    match, answers = match_of(tmp_path / "toy.game", WordyToy()), []
    with closing(match.record):
        match.submit(CommandRequest("1", Go(by="A", to=7), answers.append))
        match.submit(CommandRequest("2", Go(by="A", to=1), answers.append))
        teller = match.teller(Language.RUSSIAN)
        assert teller.refusal(answers[0].violation) == "One step at a time, not to 7."
        (line,) = match.lines("A")
        assert teller.at(line.state).sentence(line.phrase) == "Ann goes to 1."
        assert teller.sentence(Phrase("went", {"who": Word("nowhere", "somebody"), "to": 2})) == "somebody goes to 2."
        assert teller.say("log.table") == "стол"


def test_a_teller_tells_what_is_shown_now_and_keeps_to_its_moment(tmp_path):
    match = match_of(tmp_path / "toy.game", Toy())
    with closing(match.record):
        before = match.teller(Language.ENGLISH)
        match.submit(CommandRequest("1", Go(by="A", to=1)))
        assert match.teller(Language.ENGLISH).state.cells["A"] == 1
        assert before.state.cells["A"] == 0


@pytest.mark.parametrize("language", Language)
def test_what_it_measured_is_told_as_a_gap_without_a_picture(language):
    state = Toy().new(SETUP)
    verdict = Verdict(Answer.YES, value_mm=12.0, limit_mm=80.0, sigma_mm=0.1, because="")
    measured = Measurement("reach_of_arm:A", "T-3", verdict, state, Go(by="A", to=1))
    told = why(measured, Teller(Toy(), state, language))
    assert told.question == "Reach of arm?"
    assert told.drawing is None
    assert told.words.count("80") == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, "Where ± comes from: places 0.60 · bases 0.80 · scale 4.0."),
        (Language.RUSSIAN, "Откуда ±: место 0,60 · подставки 0,80 · масштаб 4,0."),
        (Language.UKRAINIAN, "Звідки ±: місце 0,60 · підставки 0,80 · масштаб 4,0."),
    ],
)
def test_why_tells_of_what_that_which_stands_after_plus_minus_is_made(language, words):
    state, deviation = Toy().new(SETUP), Deviation(0.3, 0.4, 2.0)

    def told(sigma_mm):
        verdict = at_most(79.0, 80.0, sigma_mm, "gap")
        return why(
            Measurement("reach:A", "T-3", verdict, state, Go(by="A", to=1)), Teller(Toy(), state, language)
        ).words

    assert words in spaced(told(deviation))
    assert "±" in told(deviation).replace(words, "")
    # Of one cause alone there is nothing to tell, nor where nobody knows the causes.
    for alone in (Deviation(0.5), 0.5, Deviation()):
        assert words.split(":")[0] not in spaced(told(alone))


@pytest.mark.parametrize("language", Language)
def test_what_it_asks_and_offers_is_read_by_its_keys(tmp_path, language):
    match = match_of(tmp_path / "toy.game", Toy())
    with closing(match.record):
        game, teller = match.record.game, match.teller(language, "A")
        (task,) = tasks(game.prompts(match.shown), teller)
    assert (task.title, task.key, task.step) == ("Go.", "go", "go")
    (go,) = task.offers
    assert (go.kind, go.label, dict(go.fixed)) == ("go", "Go", {})
    (to,) = go.inputs
    assert (to.field, to.kind, to.label, to.least, to.most) == ("to", "number", "To", 0, 9)


def strange(**fields):
    return CommandSpec(kind="cast_spell", by="A", fixed={"school": "dark_arts", "at_player": "B"}, fields=fields)


def test_fields_and_options_without_a_text_are_read_as_words_and_seats_by_name():
    teller = Teller(Toy(), Toy().new(SETUP), Language.ENGLISH, "A")
    pick = Pick(options=("B", "iron_wall", "yes"), least=1, most=2)
    about = {"weather": "heavy_rain", "count": 3}
    prompt = Prompt(key="choose_spell", to=("A",), about=about, specs=(strange(target_kind=pick, why=Words()),))
    (task,) = tasks((prompt,), teller)
    assert task.title == "Choose spell: heavy rain, 3."
    (offer,) = task.offers
    assert offer.label == "Cast spell: dark arts, Bob"
    assert offer.fixed == {"school": "dark_arts", "at_player": "B"}
    chosen, words = offer.inputs
    assert (chosen.label, chosen.least, chosen.most) == ("Target kind", 1, 2)
    assert [each.label for each in chosen.choices] == ["Bob", "iron wall", "yes"]
    assert [each.thing for each in chosen.choices] == ["B", "", ""]
    assert (words.kind, words.label) == ("words", "Why")


def test_a_way_that_is_too_short_for_a_hand_is_not_offered():
    teller = Teller(Toy(), Toy().new(SETUP), Language.ENGLISH, "A")
    near, far = (strange(at=Spot(why="move", limit_mm=limit)) for limit in (0.4, 40.0))
    assert len(offers((near, far), teller)) == 1


def test_commands_that_games_share_are_set_by_hand():
    teller = Teller(Toy(), Toy().new(SETUP), Language.ENGLISH, "A")
    giving_up, going = CommandSpec(kind="concede", by="A"), CommandSpec(kind="go", by="A")
    assert [each.kind for each in offers((giving_up, going), teller)] == ["go"]
    assert teller.game.by_hand.offers(teller.state, None, Language.ENGLISH) is None


def test_lessons_come_from_the_texts_where_there_are_some():
    state = Toy().new(SETUP)
    assert Teacher(Teller(Toy(), state, Language.ENGLISH)).of_task("go") == ()

    class Teaching(Toy):
        texts = type("Taught", (Texts,), {"say": lambda *_, **__: "Step on."})()

    (lesson,) = Teacher(Teller(Teaching(), state, Language.ENGLISH)).of_offer(Offer("go", "Go", {}))
    assert (lesson.rule, lesson.text) == ("", "Step on.")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (TurnBegan(player="B", turn=4), "Turn 4: Bob"),
        (DiceRolled(purpose="wild_magic", by="A", faces=("star", "moon")), "Ann rolls for wild magic: star, moon."),
        (Answered(by="A", yes=True), "Ann answers: yes."),
        (DrawOffered(players=("A",)), "Draw offered by: Ann."),
        (DrawOffered(players=()), "The draw offer is withdrawn."),
        (Told(key="spell_fizzles", values={"by": "A", "power": 3}), "Told spell fizzles: by Ann, power 3."),
        (Went(piece="B", to=8), "Went: piece Bob, to 8."),
    ],
)
def test_events_are_told_without_any_speech_of_the_game(event, said):
    teller = Teller(Toy(), Toy().new(SETUP), Language.ENGLISH)
    assert [teller.sentence(phrase) for phrase in teller.game.speech.said(teller.state, event)] == [said]


def played(path, game, *commands):
    with closing(Record.create(path, game, SETUP, lambda: NOON, seed=bytes(32))) as record:
        for by, to in commands:
            record.do(Go(by=by, to=to))
        record.undo(record.counting[-2], "B")


class CellTally(PlainTally):
    """A row of a table and a curve, as a game of its own would bring them."""

    def table(self, state, language):
        return Table(("Cell",), {seat: (cell,) for seat, cell in state.cells.items()})

    def curves(self, state):
        return ("way_gone",)

    def height(self, state, curve, player):
        return abs(state.cells[player] - {"A": 0, "B": 9}[player])


class CountingToy(Toy):
    tally = CellTally()


MOVES = (("A", 1), ("B", 8), ("A", 2), ("B", 7))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", [Toy, CountingToy])
def test_its_report_tells_who_played_what_happened_and_what_was_undone(tmp_path, game, language):
    path, known = tmp_path / "toy.game", Games({"toy": game})
    played(path, game(), *MOVES)
    with closing(Record.read(path, known)) as record:
        html = report_of(record, language, verify(path, known))
    assert "Toy: Ann – Bob" in html
    assert "Legends of Signum" not in html
    assert "<del><p>Went: piece Bob, to 7.</p></del>" in html
    assert ("Way gone" in html) == ('class="number"' in html) == ("<th>Cell</th>" in html) == (game is CountingToy)
    assert html.count("Went: piece Ann") == 2
    turns = [say(language, "report.turn", turn=turn, player=name) for turn, name in enumerate(("Ann", "Bob") * 2, 1)]
    assert re.findall(r"<h2>(.*?)</h2>\s*<div>\s*<ol", html) == turns


def test_it_is_seen_again_as_text_and_as_a_film(tmp_path, monkeypatch):
    path = tmp_path / "toy.game"
    played(path, Toy(), *MOVES)
    monkeypatch.setattr("companion.referee.history.replay.Recorded", lambda: Games({"toy": Toy}))
    seen = replay(path, None, "A", Language.ENGLISH)
    lines = list(lines_of(seen, Language.ENGLISH))
    assert lines[0] == "Turn 4: Bob"
    assert lines[-1] == "Went: piece Ann, to 2."
    shown = film(path)
    assert not shown.over
    assert shown.curves == ()
    assert shown.moments[-1].lines(Language.ENGLISH) == ("Went: piece Ann, to 2.",)
    with pytest.raises(RecordError, match="Nobody is called 'C'"):
        replay(path, None, "C", Language.ENGLISH)


def test_how_it_ended_is_told_as_far_as_its_state_tells():
    state = Toy().new(SETUP)
    assert Teller(Toy(), state, Language.ENGLISH).ending() == ""
    won = msgspec.structs.replace(state, outcome="A")
    assert Teller(Toy(), won, Language.ENGLISH).ending() == "The game is over, won by Ann."
    lost = msgspec.structs.replace(state, outcome="out_of_time")
    assert "Ann" not in Teller(Toy(), lost, Language.ENGLISH).ending()
    assert "draw" in Teller(Toy(), lost, Language.ENGLISH).ending()
