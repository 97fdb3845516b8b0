"""Every page at every moment of random games, in three languages: whole, translated, and without the program's ids."""

import random
import re
from contextlib import closing
from html.parser import HTMLParser

import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.game import Signum
from companion.phones.pages.live_page import LivePage
from companion.phones.pages.pages import SECTIONS, Pages
from companion.phones.pages.reader import Reader
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.texts import Language
from tests.games.signum.random_worlds import any_setup
from tests.phones.moments import moment
from tests.phones.screens import Nobody
from tests.referee.match.test_match import NOW, SEED, Hands, played, skirmish

GAMES = {"signum": Signum()}
ID = re.compile(r"\b[A-D]:(?:\d+|hero)\b")
KEY = re.compile(r"\b(?:phones|ask|log|rules|abilities|readings)\.[a-z_]+(?:\.[a-z_]+)*\b|\{[a-z_]*\}")
VOID = frozenset({"input", "meta", "link", "br"})
STEPS = 40
EVERY = 3


class Read(HTMLParser):
    """What people read of a page, and whether its elements are closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert name != "style", "styles stand in the stylesheet"
            assert not name.startswith("on"), "scripts stand in files of their own"
            if name in ("aria-label", "title", "placeholder"):
                self.words.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def looked_at(pages: Pages, gateway: CommandGateway, reader: Reader) -> None:
    sections = pages.sections(gateway, reader)
    assert set(sections) == {"head", *SECTIONS}
    board = LivePage()
    board.put(sections)
    read = Read(pages.document(reader, board, "here"))
    text = " ".join(read.words)

    assert not read.open
    assert len(read.ids) == len(set(read.ids)), sorted(each for each in read.ids if read.ids.count(each) > 1)
    assert ID.findall(text) == []
    assert KEY.findall(text) == []


@pytest.mark.parametrize("seed", range(4))
def test_every_section_can_be_read_at_every_moment_of_random_games(seed, tmp_path):
    chance = random.Random(seed)  # noqa: S311 (a game, no secret)
    setup = skirmish() if seed == 0 else any_setup(chance)
    record = Record.create(tmp_path / "game.signum", GAMES["signum"], setup, lambda: NOW, seed=SEED)
    clock = Hands()
    match = Match(record, clock)
    pages, gateway, game = Pages(), CommandGateway(match, Nobody(), clock), played(match, clock, seed)
    game.sigma_mm = 1.0
    for step in range(STEPS * EVERY):
        if step % EVERY == 0:
            viewers = (*match.players, SPECTATOR)
            for language in Language:
                looked_at(pages, gateway, Reader(chance.choice(viewers), language))
        if not game.step():
            break
    record.close()


@pytest.mark.parametrize("language", Language)
def test_pages_to_join_by_can_be_read(language, tmp_path):
    record = Record.create(tmp_path / "game.signum", GAMES["signum"], skirmish(), lambda: NOW, seed=SEED)
    gateway = CommandGateway(Match(record, Hands()), Nobody(), Hands())
    pages = Pages()
    made = [
        pages.joining(gateway, language),
        pages.joining(gateway, language, trouble="wrong"),
        pages.joining(gateway, language, trouble="often"),
        pages.joining(gateway, language, ticket="0" * 32, seat="A"),
        pages.joining(gateway, language, ticket="0" * 32, seat=SPECTATOR),
    ]
    record.close()

    for html in made:
        read = Read(html)
        assert not read.open
        assert KEY.findall(" ".join(read.words)) == []


def test_the_starting_hand_stands_beside_its_question_for_its_player_alone(tmp_path):
    with closing(moment("hand").record(tmp_path / "game.signum")) as record:
        match, pages = Match(record, lambda: 0.0, pause_s=0.0), Pages()
        gateway, state = CommandGateway(match, Nobody(), lambda: 0.0), match.shown
        asked = {seat for prompt in record.game.prompts(state) for seat in prompt.to if prompt.key == "hand"}
        assert asked
        for seat in asked:
            held = [state.card(card).names["en"] for card in state.players[seat].hand]
            for viewer in (*match.players, SPECTATOR):
                task = pages.sections(gateway, Reader(viewer, Language.ENGLISH))["task"]
                words = " ".join(Read(task).words)
                assert all(name in words for name in held) == (viewer == seat), (seat, viewer)


@pytest.mark.parametrize(
    ("language", "on_tablet", "camera"),
    [
        (Language.ENGLISH, "Put it on the mat on the tablet, with a finger", "camera"),
        (Language.RUSSIAN, "Поставьте пальцем на поле планшета", "камер"),
        (Language.UKRAINIAN, "Поставте пальцем на поле планшета", "камер"),
    ],
)
def test_without_a_camera_a_phone_says_that_the_tablets_mat_is_touched(tmp_path, language, on_tablet, camera):
    with closing(moment("hero").record(tmp_path / "game.signum")) as record:
        match, pages = Match(record, lambda: 0.0, pause_s=0.0), Pages()
        gateway = CommandGateway(match, Nobody(), lambda: 0.0)
        (asked,) = {seat for prompt in record.game.prompts(match.shown) for seat in prompt.to}

        def task():
            return " ".join(Read(pages.sections(gateway, Reader(asked, language))["task"]).words)

        assert on_tablet not in task()
        match.by_hand = True
        assert on_tablet in task()
        assert camera not in task().lower()
