"""The report of a game: why of each verdict, every card in words, how dice fell; and replay tells the same in words."""

import random
import re

import pytest
from msgspec.structs import replace

from companion.games.command import SPECTATOR
from companion.games.signum.game import Signum
from companion.games.signum.model.open_points import OPEN
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.history.replay import lines_of, replay
from companion.referee.history.report import report_of
from companion.texts import COMPLETE, Language
from tests.games.signum.random_play import Game
from tests.referee.match.test_match import NOW, SEED, skirmish

GAMES = {"signum": Signum()}
STEPS = 220


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    game = Game(skirmish(), random.Random(3), sigma_mm=0.4)  # noqa: S311 (a game, no secret)
    for _ in range(STEPS):
        game.step()
    made = tmp_path_factory.mktemp("report") / "game.signum"
    record = Record.create(made, GAMES["signum"], game.setup, lambda: NOW, seed=SEED)
    for command in game.commands:
        record.do(command)
    record.close()
    return made


def reported(path, language=Language.ENGLISH, viewer=None):
    record = Record.open(path, GAMES, lambda: NOW)
    page = report_of(record, language, verify(path, GAMES), viewer)
    record.close()
    return page


@pytest.mark.parametrize(("language", "viewer"), [("en", None), ("ru", "A"), ("uk", SPECTATOR)])
def test_verdicts_have_pictures_cards_their_words_and_dice_their_luck(path, language, viewer):
    page = reported(path, Language(language), viewer)
    assert page.count('<figure class="why">') > 10
    assert page.count('<figure class="why"><svg ') > 10
    links, anchors = set(re.findall(r'href="#(card-\d+)"', page)), re.findall(r'<article id="(card-\d+)">', page)
    assert links == set(anchors)
    assert len(anchors) == len(set(anchors)) > 5
    assert all(len(each) > 10 for each in re.findall(r"<article [^>]*><h3>.*?</h3>(.*?)</article>", page))
    assert page.count('class="bars"') >= 2
    assert set(re.findall(r'href="#(part-\d+)"', page)) == set(re.findall(r'id="(part-\d+)"', page))
    assert not re.search(r"<script|src=\"(?!data:)|url\(|@import| on\w+=", page)


def test_only_cards_that_a_viewer_saw_are_put_into_words(path):
    whole, public = reported(path), reported(path, viewer=SPECTATOR)
    names = [set(re.findall(r"<h3>(.*?)</h3>", page.partition('class="cards"')[2])) for page in (whole, public)]
    assert names[1] < names[0]


@pytest.mark.parametrize("language", COMPLETE)
def test_a_game_seen_again_tells_why_and_what_the_cards_of_the_hand_say(path, language):
    seen = replay(path, None, "A", language)
    lines = list(lines_of(seen, language))
    hand = [card.key for player in seen.view.players for card in player.hand if card.key]
    assert hand
    assert set(hand) <= set(seen.cards)
    cards = seen.state.setup.cards
    for key in hand:
        name = cards[key].names[language.value]
        assert any(line.startswith(f"{name}: ") for line in lines)


def test_a_game_seen_again_tells_what_was_measured_for_a_move(path):
    record = Record.open(path, GAMES, lambda: NOW)
    move = next(number for number in record.counting if getattr(record.event(number), "travelled_mm", 0.0))
    record.close()
    lines = replay(path, move, SPECTATOR, Language.ENGLISH).lines
    assert "moves" in lines[-2]
    assert lines[-1].startswith("  Is the path short enough?")


@pytest.mark.parametrize("language", list(COMPLETE))
def test_a_report_lists_how_every_open_point_is_read(tmp_path, language):
    # S-OPEN: also those that are read as the edition does
    setup = skirmish()
    switches = replace(setup.rules.switches, sight_from="centre")
    made, given = tmp_path / "game.signum", replace(setup, rules=replace(setup.rules, switches=switches))
    Record.create(made, GAMES["signum"], given, lambda: NOW, seed=SEED).close()
    page = reported(made, language)
    rows = re.findall(r"<li>(.*)</li>", page.partition('class="readings"')[2].partition("</ul>")[0])
    assert len(rows) == len(OPEN)
    (changed,) = (each for each in rows if "<strong>" in each)
    assert GAMES["signum"].texts.say(language, "readings.sight_from").rstrip(".") in changed
