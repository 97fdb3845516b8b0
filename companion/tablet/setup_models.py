"""Set-up, if one likes: which model is whose, by putting one at a time on the mat."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout

from companion.cards import CardsError, load_deck, load_shipped, shipped_decks
from companion.cards.pack import DECK_ENDING
from companion.games.signum.constants import BASE_DIAMETERS_MM, Edition
from companion.games.signum.mat import SIZES
from companion.referee.beginning import SEATS
from companion.referee.models import Models, Thing
from companion.referee.opening import part_of
from companion.referee.previewing import Glimpse
from companion.tablet import palette
from companion.tablet.looking import Looking
from companion.tablet.pages import LivePicture, Page, Scrolled, WideKey, Window
from companion.tablet.setup_draft import Draft, deck_seen
from companion.tablet.showing_models import Advice, Showing
from companion.tablet.wording import name_of, trouble_sentence


class ModelsStep(Page):
    """One hero after the other, beside what the camera sees."""

    def __init__(self, window: Window, draft: Draft, done: Callable[[Draft], None]) -> None:
        """Prepares, and begins to look.

        Args:
            window: Where it is shown.
            draft: What has been said so far.
            done: Is given the draft with the models, and goes on from here.
        """
        super().__init__(window, "setup.models.title")
        self._draft, self._done = draft, done
        self.showing = Showing(heroes(draft), Models(MappingProxyType(dict(draft.models)))).first_open()
        self.picture: LivePicture = Factory.LivePicture(size_hint_x=1.2)
        self.picture.text = self.say("shell.opening.text", camera=draft.camera)
        self.advice = Factory.Said()
        self.advice.font_size, self.advice.color = "24sp", palette.TEXT
        self.keys = [WideKey(sign="…") for _ in self.showing.things]
        right, list_ = BoxLayout(orientation="vertical", spacing="16dp"), Scrolled()
        right.add_widget(self.advice)
        for number, key in enumerate(self.keys):
            key.bind(on_release=lambda _, number=number: self._anew(number))
            list_.content.add_widget(key)
        right.add_widget(list_)
        body = BoxLayout(spacing="16dp")
        body.add_widget(self.picture)
        body.add_widget(right)
        self.ids.body.add_widget(body)
        self.ready = self.key(self.say("setup.done"), self.on_back, chosen=True)
        self.ids.foot.add_widget(self.ready)
        self.looking = Looking(window.backstage, window.tables, self._see, self._blind)
        self._show()
        self.looking.at(draft.measuring)

    def left(self) -> None:
        """The camera is freed."""
        self.looking.end()

    def on_back(self) -> None:
        """What was shown holds."""
        self._done(replace(self._draft, models=tuple(self.showing.models.of.items())))

    def _see(self, glimpse: Glimpse) -> None:
        if glimpse.picture is not None:
            self.picture.show(glimpse.picture)
        elif glimpse.health.troubles:
            self.picture.text = trouble_sentence(self.window.language, glimpse.health.troubles[0])
        if glimpse.health.blind:
            self.advice.text = self.say("setup.models.blind")
            return
        self.showing = self.showing.seen(glimpse.standing, time.monotonic())
        self._show()

    def _blind(self, error: Exception) -> None:
        part = part_of(error).value
        self.picture.text = "\n\n".join((self.say(f"shell.fault.{part}"), self.say(f"shell.fault.{part}_do")))

    def _anew(self, number: int) -> None:
        self.showing = self.showing.anew(number)
        self._show()

    def _show(self) -> None:
        showing, names = self.showing, self._draft.names(self.window.language)
        said = [deck_seen(player.deck, self.window.language) for player in self._draft.players]
        heroes_called = [each.hero or each.name for each in said]
        for number, (key, thing) in enumerate(zip(self.keys, showing.things, strict=True)):
            base = showing.models.base(thing.id)
            key.sign, key.chosen = "✔" if base else "…", number == showing.at
            key.text = heroes_called[number]
            key.note = (
                self.say("setup.models.known", player=names[number], model=name_of(base))
                if base
                else self.say("setup.models.open", player=names[number])
            )
        at = min(showing.at, len(names) - 1)
        advice = showing.advice if showing.wanted is not None else Advice.DONE
        self.advice.text = self.say(
            f"setup.models.{advice.value}", **_values(advice, heroes_called[at], name_of(showing.lying))
        )


def _values(advice: Advice, hero: str, model: str) -> dict[str, object]:
    return {"hero": hero} if advice is Advice.PUT else {"model": model} if advice is Advice.WRONG else {}


def heroes(draft: Draft) -> tuple[Thing, ...]:
    """The heroes of those who play, each with the size of its base where its card is known."""
    return tuple(
        Thing(f"{seat}:hero", seat, seat, _radius_mm(player.deck, draft.edition))
        for seat, player in zip(SEATS, draft.players, strict=False)
    )


def _radius_mm(deck: str, edition: Edition) -> float:
    try:
        found = shipped_decks().get(deck) if not deck.endswith(DECK_ENDING) else load_deck(Path(deck))
    except (CardsError, OSError):
        return 0.0
    cards = {key: card for pack in load_shipped().values() for key, card in pack.cards.items()}
    hero = None if found is None else cards.get(found.hero)
    return 0.0 if hero is None or not hero.base else BASE_DIAMETERS_MM[edition][SIZES.index(hero.base)] / 2
