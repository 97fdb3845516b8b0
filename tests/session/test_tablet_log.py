"""What the tablet is given besides the game itself: why rules said so, what cards say, the game so far."""

from contextlib import closing
from functools import cache

import pytest

from companion.games.command import SPECTATOR
from companion.games.display.speech import Phrase, Topic
from companion.games.signum.own_texts import TEXTS
from companion.games.signum.words.names import name_of
from companion.games.signum.words.topics import topic_of
from companion.games.values import Stand
from companion.geometry import Answer
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.referee import OverruleProposal, VoteOnProposal
from companion.referee.history.timeline import film, reel_of
from companion.referee.mat.wording import worded
from companion.referee.match.match import Match
from companion.session.tablet_log import cards_of, tablet_log
from companion.texts import Language
from tests.phones.moments import moment
from tests.referee.mat.mat_game import Mats

EN = Language.ENGLISH


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("moments")


@pytest.fixture(scope="module")
def at(folder):
    """A match at a moment of a game by chance; nobody plays on."""

    @cache
    def match(name):
        with closing(moment(name).record(folder / f"{name}.signum")) as record:
            return Match(record, lambda: 0.0, pause_s=0.0)

    return match


@pytest.mark.parametrize("language", Language)
def test_every_line_that_rests_on_a_measurement_has_its_picture_and_its_answer(at, language):
    match = at("crowded")
    log = tablet_log(match, "A", language)
    whys = [why for line in log for why in line.whys]
    assert {why.answer for why in whys} >= {Answer.YES, Answer.CLOSE}
    assert all(why.question and why.words for why in whys)
    sheets = [why.sheet() for why in whys]
    assert sum(sheet is not None for sheet in sheets) > 10
    turned = [why.sheet(turned=True) for why in whys]
    assert all((one is None) == (other is None) for one, other in zip(sheets, turned, strict=True))
    assert any(one != other for one, other in zip(sheets, turned, strict=True))


def test_lines_that_repeat_each_other_are_one_and_keep_their_count(at):
    match = at("crowded")
    log = tablet_log(match, SPECTATOR, EN)
    assert sum(line.times for line in log) == len(match.lines(SPECTATOR))


def test_every_sentence_of_the_log_is_about_something():
    words = {"until", "value", "face", "side", "purpose", "question", "ended", "thing"}
    plain = {"card_untold", "a_card", "yes", "no", "table", "nobody", "cell"}
    of_other_games = {"drew", "played"}
    found = dict.fromkeys(key.removeprefix("log.") for key in TEXTS.all(EN) if key.startswith("log."))
    sentences = [key for key in found if key.partition(".")[0] not in words and key not in plain | of_other_games]
    assert len(sentences) > 70
    assert {topic_of(Phrase(key)) for key in sentences} == set(Topic)
    assert topic_of(Phrase("stands", {}, "S-SETUP-06")) is Topic.MOVES
    assert topic_of(Phrase("stands")) is Topic.HAND


@pytest.mark.parametrize("when", ["crowded", "over", "reveal"])
@pytest.mark.parametrize("viewer", ["A", "B", SPECTATOR])
def test_cards_that_a_reader_may_not_know_are_in_no_page(at, when, viewer):
    match = at(when)
    state = match.shown
    seen = cards_of(match.sheet(viewer, EN), match.teller(EN, viewer))
    hidden = {
        card
        for player in state.players.values()
        if player.id != viewer
        for card in (*player.hand, *player.deck, *(each.id for each in player.tactics), *player.construction)
    }
    assert not hidden & set(seen)
    own_deck = state.players[viewer].deck if viewer in state.players else ()
    assert not set(own_deck) & set(seen)
    assert set(state.creatures) <= set(seen)
    assert all(seen[card].name == name_of(state.keys[card], state, EN) for card in seen)
    if viewer in state.players:
        assert set(state.players[viewer].hand) <= set(seen)


def test_a_line_names_only_cards_that_its_reader_reads_of(at):
    match = at("over")
    for viewer in ("A", SPECTATOR):
        for line in tablet_log(match, viewer, EN):
            words = line.text.lower()
            assert all(any(part in words for part in card.name.lower().split()) for card in line.cards), line


def look(state):
    """What of the creatures is seen in a film."""
    return {each.id: (each.stand, each.wounds, each.controller) for each in state.creatures.values()}


def test_the_film_of_a_game_that_runs_shows_what_its_file_shows(at, folder):
    match = at("over")
    running, kept = reel_of(match).film(), film(folder / "over.signum")
    assert [line for seen in running.moments for line in seen.lines(EN)] == [
        line for seen in kept.moments for line in seen.lines(EN)
    ]
    counts = {number: count for count, number in enumerate(match.record.counting, 1)} | {0: 0}
    by_count = {counts[seen.number]: seen.state for seen in kept.moments}
    assert len(running.moments) > 50
    for seen in running.moments:
        told = by_count[seen.number]
        assert look(seen.state) == look(told)
        assert seen.state.templates == told.templates
        assert seen.teller(EN).game.tally.brief(seen.state, EN) == seen.teller(EN).game.tally.brief(told, EN)


def refused(mats):
    """The one thing that was done on the mat and that a rule forbids, as the tablet shows it."""
    (each,) = mats.side.proposals
    assert not each.possible
    return each


def test_a_move_that_goes_too_far_is_let_pass_with_the_place_as_it_was_seen(tmp_path):
    mats = Mats(tmp_path)
    ours, _ = mats.skirmish()
    base = mats.pointing.models.base(ours[1])
    mats.put(base, 200.0, 330.0, seconds=2.0)
    each = refused(mats)
    (why,) = mats.side._whys(each, EN)
    assert why.answer is Answer.NO
    assert why.sheet() is not None
    mats.states[base] = type(mats.states[base]).HELD  # a hand reaches over it while they talk
    mats.look(0.5)
    shown = worded(each, mats.match.teller(EN))
    assert shown.text == f"{shown.against} Put it back to the mark."
    mats.side.apply(VoteOnProposal(each.id, ("A",)), "vote", EN)
    task = Pages().sections(mats.gateway, Reader("B", EN))["task"]
    assert shown.against in task, "phones tell what is argued about, not what to do about it"
    assert "Put it back" not in task
    assert f"Still to agree: {mats.match.teller(EN).name('B')}." in task
    said = mats.ask(OverruleProposal(each.id, "Judge Smith"))
    assert said.granted, said
    assert "Still to agree" not in Pages().sections(mats.gateway, Reader("B", EN))["task"]
    assert mats.state.creatures[ours[1]].stand == Stand(200.0, 330.0, mats.sigma_mm)
    assert any(line.phrase.key == "overruled" for line in mats.match.lines("A"))


def test_nothing_is_let_pass_without_a_name_or_after_the_game_went_on(tmp_path):
    mats = Mats(tmp_path)
    ours, _ = mats.skirmish()
    mats.put(mats.pointing.models.base(ours[1]), 200.0, 330.0, seconds=2.0)
    each = refused(mats)
    assert not mats.ask(OverruleProposal(each.id, "  ")).granted
    mats.wound(ours[0], 1)
    assert not mats.ask(OverruleProposal(each.id, "all")).granted
    assert mats.state.creatures[ours[1]].stand.y_mm < 20


def test_who_may_not_act_at_all_is_let_pass_too(tmp_path):
    mats = Mats(tmp_path)
    _, theirs = mats.skirmish()
    mats.put(mats.pointing.models.base(theirs[0]), 100.0, 520.0, seconds=2.0)
    each = refused(mats)
    assert mats.ask(OverruleProposal(each.id, "all")).granted
    mats.look(2.0)
    while mats.side.proposals and not mats.side.proposals[0].possible:
        assert mats.ask(OverruleProposal(refused(mats).id, "all")).granted
        mats.look(2.0)
    assert mats.state.creatures[theirs[0]].stand.y_mm == 520.0
