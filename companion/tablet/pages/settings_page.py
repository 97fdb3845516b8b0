"""Settings: what holds from one evening to the next, changed while the program runs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout

from companion.games.registry import game_called
from companion.games.shelf import usual_faces
from companion.presentation.teller import face_of
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import Strictness
from companion.referee.camera.devices import shown_camera
from companion.referee.core.session import SIMULATED
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.settings import FINGERS, Settings
from companion.tablet.look.choices import LetterSize, Volume
from companion.tablet.pages.faces_page import FacesPage
from companion.tablet.pages.log_page import LogPage
from companion.tablet.pages.page import ChoiceKeys, Page, ScrollArea, WideKey, Window
from companion.texts import Language, say

MAX_SIDE_BY_SIDE = 4
PAUSES_S = (2.0, 4.0, 8.0, 0.0)
DICE = {"last": (), "radio": ("radio",), "usb": ("usb",), "virtual": ("virtual:6",), "fingers": (FINGERS,)}
"""The dice that can be chosen by name; any others are named on the command line."""


class SettingsPage(Page):
    """All settings on one page."""

    def __init__(
        self,
        window: Window,
        camera: str = "",
        choose: Callable[[], None] | None = None,
        watch: Callable[[], None] | None = None,
        *,
        join: Callable[[], None] | None = None,
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            camera: The camera that looks at the table which is open, as the player names it.
            choose: Lets another one be chosen; None where no table is open.
            watch: Shows the table on a big screen; None likewise.
            join: Lets the table join a league; None where a table is open, or no league can be heard.
        """
        super().__init__(window, "shell.settings.title")
        self.camera = WideKey(
            sign="◉", text=self.say("shell.settings.camera"), note=called(window.language, camera), letter=18
        )
        if choose is not None:
            self.camera.bind(on_release=lambda _: choose())
        shelf = game_called(window.settings.game).shelf
        offered = [name for name in OFFERS if name != "dice" or shelf.dice()]
        self.choosings = {name: choosing(self, name) for name in offered}
        self.faces = WideKey(sign="⚅", text=self.say("faces.key"), note=faces_line(self), letter=18)
        self.faces.bind(on_release=lambda _: window.go(lambda: FacesPage(window)))
        self.log = WideKey(
            sign="ℹ", text=self.say("diagnostics.page.key"), note=self.say("diagnostics.page.key_note"), letter=18
        )
        self.log.bind(on_release=lambda _: window.go(lambda: LogPage(window)))
        self._columns = BoxLayout(spacing="24dp", size_hint_y=None)
        self._columns.bind(minimum_height=self._columns.setter("height"))
        for names in COLUMNS:
            column = BoxLayout(orientation="vertical", spacing="22dp", size_hint_y=None, pos_hint={"top": 1})
            column.bind(minimum_height=column.setter("height"))
            for name in (name for name in names if name in offered):
                column.add_widget(self.choosings[name])
            if "dice" in names and usual_faces(shelf):
                column.add_widget(self.faces)
            if "dice" in names and choose is not None:
                column.add_widget(self.camera)
            if "dice" in names and join is not None:
                self.league = WideKey(sign="⚔", text=self.say("setup.league.title"), note=league_line(self), letter=18)
                self.league.bind(on_release=lambda _: join())
                column.add_widget(self.league)
            self._columns.add_widget(column)
        scrolled = ScrollArea()
        scrolled.content.add_widget(self._columns)
        self.ids.body.add_widget(scrolled)
        if watch is not None:
            big = self.say("shell.settings.big"), self.say("shell.settings.big_note")
            self.big = WideKey(sign="▣", text=big[0], note=big[1], letter=18)
            self.big.bind(on_release=lambda _: watch())
            self.ids.body.add_widget(self.big)
        self.ids.body.add_widget(self.log)  # in sight without a search: it is needed when something is wrong

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide one column stands below the other."""
        self._columns.orientation = "vertical" if self.height > self.width else "horizontal"


def called(language: Language, camera: str) -> str:
    """What a camera is called on a screen."""
    kind = "without" if camera == NO_CAMERA else "simulated" if camera.startswith(SIMULATED) else ""
    return say(language, f"setup.camera.{kind}") if kind else shown_camera(camera)


def league_line(page: Page) -> str:
    """Which league the table belongs to, or how it joins one."""
    news = page.window.services.league
    league = "" if news is None else news.league()
    return page.say("setup.league.belongs", league=league) if league else page.say("setup.league.note")


def faces_line(page: Page) -> str:
    """What the faces stand for, in one line."""
    game = game_called(page.window.settings.game)
    usual = usual_faces(game.shelf)
    symbols, parts = page.window.settings.symbols or usual, []
    for face in dict.fromkeys(usual):
        numbers = ", ".join(str(number) for number, each in enumerate(symbols, 1) if each == face)
        parts.append(f"{numbers or '–'} {face_of(face, page.window.language, game.texts)}")
    return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class Offer:
    """One setting with its choices.

    Attributes:
        choices: What is meant, and what is read on its key.
        chosen: Which one holds.
        after: The settings after another was chosen.
    """

    choices: Callable[[Page], list[tuple[str, str]]]
    chosen: Callable[[Page], str]
    after: Callable[[Settings, str], Settings]


def choosing(page: Page, name: str) -> ChoiceKeys:
    """The keys of one setting, which are obeyed at once."""
    offer = OFFERS[name]
    choices = offer.choices(page)
    made: ChoiceKeys = Factory.ChoiceKeys(
        title=page.say(f"shell.settings.{name}"), columns=len(choices) if len(choices) <= 4 else 3
    )
    made.offer(choices, offer.chosen(page))
    if name in NOTED:
        made.note = page.say(f"shell.settings.{name}_{offer.chosen(page)}_note")

    def chosen(_: object, meant: str) -> None:
        if name in NOTED:
            made.note = page.say(f"shell.settings.{name}_{meant}_note")
        page.window.change(offer.after(page.window.settings, meant))

    made.bind(on_choice=chosen)
    return made


def _words(name: str, meant: Iterable[str]) -> Callable[[Page], list[tuple[str, str]]]:
    return lambda page: [(each, page.say(f"shell.settings.{name}_{each}")) for each in meant]


def _pauses(page: Page) -> list[tuple[str, str]]:
    none = page.say("shell.settings.pause_none")
    return [
        (f"{pause_s:g}", page.say("shell.settings.pause_s", seconds=f"{pause_s:g}") if pause_s else none)
        for pause_s in PAUSES_S
    ]


def _heard(now: Settings, meant: str) -> Settings:
    if meant == "off":
        return replace(now, sounds=False)
    return replace(now, sounds=True, volume=Volume(meant))


def _dice_chosen(page: Page) -> str:
    return next((name for name, words in DICE.items() if words == page.window.settings.dice), "")


COLUMNS = (
    ("language", "letters", "sounds", "strictness", "confirm"),
    ("colours", "sides", "animations", "window", "dice", "pause"),
)
NOTED = frozenset({"strictness", "confirm"})
"""Settings whose choices need a sentence."""

OFFERS = {
    "language": Offer(
        lambda _: [(language.value, language.own_name) for language in Language],
        lambda page: page.window.language.value,
        lambda now, meant: replace(now, language=Language(meant)),
    ),
    "colours": Offer(
        _words("colours", ("dark", "light")),
        lambda page: "light" if page.window.settings.light else "dark",
        lambda now, meant: replace(now, light=meant == "light"),
    ),
    "sides": Offer(
        _words("sides", ("usual", "apart")),
        lambda page: "apart" if page.window.settings.apart else "usual",
        lambda now, meant: replace(now, apart=meant == "apart"),
    ),
    "animations": Offer(
        _words("animations", ("on", "off")),
        lambda page: "on" if page.window.settings.animations else "off",
        lambda now, meant: replace(now, animations=meant == "on"),
    ),
    "letters": Offer(
        _words("letters", LetterSize),
        lambda page: page.window.settings.letters,
        lambda now, meant: replace(now, letters=LetterSize(meant)),
    ),
    "window": Offer(
        _words("window", ("part", "full")),
        lambda page: "full" if page.window.settings.full_screen else "part",
        lambda now, meant: replace(now, full_screen=meant == "full"),
    ),
    "sounds": Offer(
        _words("sounds", ("off", *Volume)),
        lambda page: page.window.settings.volume if page.window.settings.sounds else "off",
        _heard,
    ),
    "dice": Offer(_words("dice", DICE), _dice_chosen, lambda now, meant: replace(now, dice=DICE[meant])),
    "strictness": Offer(
        _words("strictness", Strictness),
        lambda page: page.window.settings.strictness,
        lambda now, meant: replace(now, strictness=meant),
    ),
    "confirm": Offer(
        _words("confirm", ConfirmMode),
        lambda page: page.window.settings.confirm,
        lambda now, meant: replace(now, confirm=meant),
    ),
    "pause": Offer(
        _pauses,
        lambda page: f"{page.window.settings.pause_s:g}",
        lambda now, meant: replace(now, pause_s=float(meant)),
    ),
}
