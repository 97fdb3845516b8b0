"""Cards are chosen by touching the cards themselves: of a first hand several, with the key that answers in sight.

One that is played is opened and read first.
"""

import asyncio
import importlib
from contextlib import closing
from functools import partial

import pytest

from companion.games.kit.handlers import is_asking
from companion.games.registry import game_called
from companion.record.record import Record
from companion.referee import SetLanguage, SubmitCommand
from companion.referee.api.intents import Intent
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.session.tablet_controller import TabletController
from companion.texts import Language
from tests.games.test_another_game_sheets import Sightless
from tests.phones.played_table import NOON, setup, table
from tests.tablet.game.test_layout import rested
from tests.tablet.text_fit import words_that_do_not_fit

NAME = "brawl"
SIZES_PX = {(1280, 800): Language.ENGLISH, (1024, 600): Language.RUSSIAN, (800, 1280): Language.UKRAINIAN}
KEEPS = {Language.ENGLISH: "Keep all", Language.RUSSIAN: "Оставить все", Language.UKRAINIAN: "Залишити всі"}
CHANGES = "Поміняти ці"


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


def is_first_hand(state):
    return getattr(state.top, "stage", "") == "change" and is_asking(state)


def asked_for(name, kind, state):
    """Who is asked for a command of a kind; nobody where none is."""
    prompts = game_called(name).prompts(state)
    return next((spec.by for prompt in prompts for spec in prompt.specs if spec.kind == kind), "")


def service(alone, path, name=NAME, ends=is_first_hand, seed=1):
    """A game at a question about the cards of a hand, as a service of the referee."""
    table(path, name, setup(name), ends, seed)

    class AskedOfHand(alone.Alone):
        async def live(self, stir):
            loop, hand = asyncio.get_running_loop(), Sightless()
            with closing(Record.open(self.path, {name: game_called(name)}, lambda: NOON)) as record:
                self.match = hand.match = Match(record, loop.time, pause_s=0.0)
                table_view = CommandGateway(self.match, hand, loop.time)
                self.tablet = TabletController(table_view, stir, self.path)
                self.match.listen(stir)
                await table_view.run()

    return AskedOfHand(path)


def answers_of(tapper):
    """What the keys of the answers say."""
    return [form.key_apart.text for form in tapper.forms("change")]


def in_window(widget):
    window = widget.get_root_window()
    (left, bottom), (right, top) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return window is not None and left >= 0 and bottom >= 0 and right <= window.width and top <= window.height


def test_cards_are_touched_and_the_answer_is_in_sight_on_every_window(at_window, alone, tmp_path):
    referee, asked = alone.table(service(alone, tmp_path / "first.signum")), []

    async def looks(tapper, size, language):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        Window.size = size
        await tapper.player.drawn(lambda: tuple(tapper.player.app.root.size) == size)
        referee.submit(Intent(SetLanguage(language)))
        await tapper.until(lambda: KEEPS[language] in answers_of(tapper), "spoken")
        await rested(tapper.player.ids.side)
        assert words_that_do_not_fit(tapper.column) == []
        lines = [card.line for card in tapper.play.own_shown.holdings[0].cards]
        faces = tapper.cards("CardChoice")
        assert [face.name for face in faces] == [line.name for line in lines]
        for face, line in zip(faces, lines, strict=True):
            said = [each.text for each in face.walk() if getattr(each, "text", "")]
            assert {line.name, *line.text} <= set(said)
            assert line.cost in face.kind
        assert in_window(tapper.forms("change")[0].key_apart)

    async def act(player):
        tapper = alone.Tapper(player)
        await player.sees(lambda view: view.play is not None)
        await tapper.passes_to(next(seat.seat for seat in tapper.play.seats if seat.apart))
        for size, language in SIZES_PX.items():
            await looks(tapper, size, language)
        first, second = tapper.cards("CardChoice")[:2]
        await tapper.press(first)
        await tapper.press(second)
        await tapper.until(lambda: first.chosen and second.chosen, "marked")
        await tapper.press(first)
        await tapper.until(lambda: not first.chosen, "let go")
        key, card = tapper.forms("change")[0].key_apart, tapper.play.own_shown.holdings[0].cards[1].line.id
        assert key.text == CHANGES
        tapper.column.bind(on_intent=lambda _, body: asked.append(body))
        await tapper.press(key)
        await tapper.until(lambda: not tapper.cards("CardChoice"), "answered")
        (answer,) = [each for each in asked if isinstance(each, SubmitCommand)]
        assert (answer.kind, answer.values["cards"]) == ("change", (card,))

    at_window(referee, act)


@pytest.mark.parametrize(
    ("name", "kind", "seed"),
    [("brawl", "play", 1), ("warseer", "play", 1), ("brawl", "react", 2), ("warseer", "react", 2)],
)
def test_a_card_is_played_once_it_was_opened_and_read(at_window, alone, tmp_path, name, kind, seed):
    asks = partial(asked_for, name, kind)
    one, asked = service(alone, tmp_path / "playing.signum", name, asks, seed), []
    referee = alone.table(one)

    async def act(player):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        tapper = alone.Tapper(player)
        await player.sees(lambda view: view.play is not None)
        await tapper.passes_to(asks(one.match.shown))
        tapper.column.bind(on_intent=lambda _, body: asked.append(body))
        await tapper.until(lambda: any(small.playable for small in tapper.cards("SmallCard")), "a card that is lit")
        assert tapper.forms(kind) == [], "no key plays a card that nobody has read"
        small = next(each for each in tapper.cards("SmallCard") if each.playable)
        await tapper.press(small)
        await tapper.until(lambda: type(Window.children[0]).__name__ == "ReadSheet", "opened")
        sheet = Window.children[0]
        held = (each.line for holding in tapper.play.own_shown.holdings for each in holding.cards)
        line = next(each for each in held if each.name == small.name)
        said = {each.text for each in sheet.walk() if getattr(each, "text", "")}
        assert {line.name, *line.text} <= said
        assert any(line.stats in each for each in said), "how far it reaches, too"
        assert [body for body in asked if isinstance(body, SubmitCommand)] == []
        form = next(each for each in sheet.walk() if getattr(each, "kind", "") == kind)
        await tapper.press(next(each for each in form.walk() if type(each).__name__ == "GameKey"))
        await tapper.until(lambda: any(isinstance(body, SubmitCommand) for body in asked), "played")
        (answer,) = [body for body in asked if isinstance(body, SubmitCommand)]
        assert (answer.kind, answer.values["card"]) == (kind, (line.id,))
        await tapper.until(lambda: Window.children[0] is not sheet, "closed by what was done")

    at_window(referee, act)
