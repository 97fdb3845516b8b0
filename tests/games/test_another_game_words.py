"""A game that the program has never seen is told in words: what things are called, what happened, why it refuses."""

from contextlib import closing

import pytest

from companion.games.completed import PlainSpeech
from companion.games.measured import Measured, RuleViolation
from companion.games.speech import Phrase, Thing, Word
from companion.geometry import Answer, Verdict
from companion.presentation.teller import Teller
from companion.presentation.why import why
from companion.record.record import Record
from companion.referee.match import Match, Refused, Wish
from companion.texts import Language, Texts
from tests.games.toy import Go, Seat, Setup, Toy

NOON = "2026-11-22T12:00:00Z"
SETUP = Setup((Seat("A", "Ann"), Seat("B", "Bob")))


class Polyglot(Texts):
    """Texts of a game, as a package would bring them."""

    def say(self, language, key, **values):
        own = {"rules.one_step": "One step at a time, not to {to}.", "log.went": "{who} goes to {to}."}
        return own[key].format(**values) if key in own else super().say(language, key, **values)


class WordySpeech(PlainSpeech):
    def said(self, state, event):
        return (Phrase("went", {"who": Thing(event.piece), "to": event.to}),)


class WordyToy(Toy):
    texts = Polyglot()
    speech = WordySpeech(texts)


def match_of(path, game):
    return Match(Record.create(path, game, SETUP, lambda: NOON, seed=bytes(32)), lambda: 0.0, pause_s=0.0)


@pytest.mark.parametrize("language", Language)
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
        match.wish(Wish("1", Go(by="B", to=8), answers.append))
        match.wish(Wish("2", Go(by="A", to=7), answers.append))
        said = [match.teller(Language.UKRAINIAN, "A").refusal(each.violation) for each in answers]
    assert all(isinstance(each, Refused) for each in answers)
    assert said == ["Зараз хід: Bob.", "One step: to 7 (T-2)."], "what the program has a sentence for needs no key"


def test_a_refusal_of_no_rule_names_none():
    teller = Teller(Toy(), Toy().new(SETUP), Language.ENGLISH)
    assert teller.refusal(RuleViolation("", "nothing_to_do")) == "Nothing to do."


def test_a_games_own_texts_come_first(tmp_path):
    match, answers = match_of(tmp_path / "toy.game", WordyToy()), []
    with closing(match.record):
        match.wish(Wish("1", Go(by="A", to=7), answers.append))
        match.wish(Wish("2", Go(by="A", to=1), answers.append))
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
        match.wish(Wish("1", Go(by="A", to=1)))
        assert match.teller(Language.ENGLISH).state.cells["A"] == 1
        assert before.state.cells["A"] == 0


@pytest.mark.parametrize("language", Language)
def test_what_it_measured_is_told_as_a_gap_without_a_picture(language):
    state = Toy().new(SETUP)
    verdict = Verdict(Answer.YES, value_mm=12.0, limit_mm=80.0, sigma_mm=0.1, because="")
    measured = Measured("reach_of_arm:A", "T-3", verdict, state, Go(by="A", to=1))
    told = why(measured, Teller(Toy(), state, language))
    assert told.question == "Reach of arm?"
    assert told.drawing is None
    assert told.words.count("80") == 1
