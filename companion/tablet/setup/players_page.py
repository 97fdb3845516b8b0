"""Set-up, last step: the rules, who plays with which deck, and whose is cardboard."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.campaign import campaign_of
from companion.games.options import Option, OptionValue
from companion.games.protocol import guide_of
from companion.games.registry import game_called, games
from companion.games.workshop import workshop_of
from companion.referee.api.table_intents import Strictness
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.campaign.campaign_page import CampaignsPage
from companion.tablet.cards.packs_page import PacksPage
from companion.tablet.data.miniatures import read_known
from companion.tablet.data.practice import PRACTICE
from companion.tablet.data.saved_games import new_file
from companion.tablet.data.setup_draft import Draft, Player, deck_seen
from companion.tablet.pages.game_page import GamePage
from companion.tablet.pages.keyboard_page import WritePage
from companion.tablet.pages.page import ChoiceKeys, Page, ScrollArea, WideKey, Window
from companion.tablet.pages.settings_page import choosing
from companion.tablet.setup.deck_page import DeckPage
from companion.tablet.setup.models_page import ModelsStep
from companion.tablet.setup.options_page import OptionsPage, choosing_option

LIMITS_S = (0.0, 45 * 60.0, 60 * 60.0, 90 * 60.0, 120 * 60.0)
EACH_S = (0.0, 20 * 60.0, 30 * 60.0, 45 * 60.0, 60 * 60.0)
"""How long a game may last, and each player think, as keys."""
LEFT_OUT, TAKEN = "left_out", "taken"


class PlayersStep(Page):
    """Everybody at a glance; whatever is touched can be changed."""

    def __init__(self, window: Window, draft: Draft) -> None:
        super().__init__(window, "setup.players.title")
        has_camera = draft.camera not in (PRACTICE, NO_CAMERA)
        if draft.known is None and has_camera:
            draft = replace(draft, known=read_known(window.services.miniatures_file, draft.table_name))
        draft = replace(draft, packs=window.settings.packs)
        self._shell, self.draft = window, draft
        self.names: list[WideKey] = []
        self._row = GridLayout(spacing="12dp", rows=1)
        for number, name in enumerate(draft.names(window.language)):
            self._row.add_widget(self._player(number, name, draft.seats[number]))
        self.ids.body.add_widget(self._row)
        choices = self._choices = GridLayout(spacing="12dp", rows=1, size_hint_y=None)
        choices.bind(minimum_height=choices.setter("height"))
        if len(games()) > 1:
            game = WideKey(
                sign="♟",
                text=draft.shelf.title(window.language),
                note=self.say("setup.game.key"),
                letter=18,
            )
            game.bind(on_press=lambda _: self._choose_game())
            choices.add_widget(game)
        played, note = draft.shelf.summary(draft.chosen, window.language)
        rules = WideKey(sign="§", text=played or self.say("setup.rules.title"), note=note, letter=18)
        rules.bind(on_press=lambda _: self._choose_rules())
        choices.add_widget(rules)
        if workshop_of(game_called(draft.game)) is not None:
            note = self.say("workshop.packs_play", count=len(draft.packs))
            self.cards = WideKey(sign="✎", text=self.say("shell.start.cards"), note=note, letter=18)
            self.cards.bind(on_release=lambda _: window.go(lambda: PacksPage(window)))
            choices.add_widget(self.cards)
        if campaign_of(game_called(draft.game)) is not None:
            series = WideKey(sign="☰", text=self.say("campaign.key"), note=self.say("campaign.key_note"), letter=18)
            series.bind(on_release=lambda _: window.go(lambda: CampaignsPage(window, draft, self._play_match)))
            choices.add_widget(series)
        if has_camera and draft.things:
            self.models = WideKey(sign="◉", text=self.say("setup.models.key"), note=self._models_known(), letter=18)
            self.models.bind(on_press=lambda _: self._show_models())
            choices.add_widget(self.models)
        if draft.camera == PRACTICE and guide_of(game_called(draft.game)):
            guided = WideKey(
                sign="◎", text=self.say("practice.guide.start"), note=self.say("practice.guide.start_note"), letter=18
            )
            guided.bind(on_press=lambda _: begin_guided(window, self.draft))
            choices.add_widget(guided)
        self.ids.body.add_widget(choices)
        self.begin = self.key(self.say("setup.begin"), self._begin, chosen=True)
        self.ids.foot.add_widget(self.begin)

    def _level(self, *_: object) -> None:
        """Keys that lie in a row are of one height."""
        keys = self._choices.children
        for each in keys:
            each.bind(natural=self._level)
            each.least = max(key.natural for key in keys)

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide no more than two stand side by side."""
        for grid in (self._row, self._choices):
            upright = self.height > self.width and len(grid.children) > 2
            grid.rows, grid.cols = (None, 2) if upright else (1, None)
        self._level()

    def _player(self, number: int, called: str, player: Player) -> Widget:
        column = Factory.PlayerColumn()
        name = WideKey(text=called, note=self.say("setup.players.name"))
        name.bind(on_press=lambda _: self._name(number))
        self.names.append(name)
        column.add_widget(name)
        if self.draft.shelf.library is not None:
            for widget in self._deck_of(number, player):
                column.add_widget(widget)
        column.add_widget(Widget())
        return column

    def _deck_of(self, number: int, player: Player) -> Iterator[Widget]:
        """What somebody plays with, and whether it is of cardboard, in a game that can be played so."""
        seen = deck_seen(player.deck, self.draft.shelf, self.window.language)
        deck = WideKey(text=seen.name, note=self._leader(seen.leader, seen.fault), letter=18)
        deck.bind(on_press=lambda _: self._deck(number))
        yield deck
        if not self.draft.shelf.cardboard:
            return
        cardboard: ChoiceKeys = Factory.ChoiceKeys(title=self.say("setup.players.deck_is"), columns=1)
        cardboard.offer(
            [(kind, self.say(f"setup.players.{kind}")) for kind in ("digital", "cardboard")],
            "cardboard" if player.cardboard else "digital",
        )
        cardboard.bind(
            on_choice=lambda _, kind: self._take(
                number, replace(self.draft.seats[number], cardboard=kind == "cardboard")
            )
        )
        yield cardboard

    def _leader(self, leader: str, fault: str) -> str:
        return self.say("shell.fault.decks") if fault else leader or self.say("setup.players.own_deck")

    def _take(self, number: int, player: Player) -> None:
        self.draft = self.draft.with_player(number, player)
        draft = self.draft
        self._shell.replace_here(lambda: PlayersStep(self._shell, draft))

    def _changed(self, draft: Draft) -> None:
        """Shows the draft anew, in place of the page that was left for another."""
        shell = self._shell
        shell.drop()
        shell.go_instead(lambda: PlayersStep(shell, draft))

    def _name(self, number: int) -> None:
        draft = self.draft

        def written(name: str) -> None:
            self._changed(draft.with_player(number, replace(draft.seats[number], name=name)))

        shell = self._shell
        shell.go(lambda: WritePage(shell, "setup.players.name", draft.seats[number].name, written))

    def _deck(self, number: int) -> None:
        draft, shell = self.draft, self._shell

        def chosen(deck: str) -> None:
            self._changed(draft.with_player(number, replace(draft.seats[number], deck=deck)).without_lost)

        shell.go(lambda: DeckPage(shell, draft, number, chosen))

    def _choose_game(self) -> None:
        draft, shell = self.draft, self._shell
        shell.go(lambda: GamePage(shell, draft.game, lambda game: self._changed(draft.with_game(game, shell.settings))))

    def _choose_rules(self) -> None:
        draft, shell = self.draft, self._shell
        shell.go(lambda: RulesPage(shell, draft, self._changed))

    def _models_known(self) -> str:
        known, count = len(self.draft.models.of), len(self.draft.things)
        return self.say("setup.models.some", known=known, count=count) if known else self.say("setup.models.none")

    def _play_match(self, match: Draft) -> None:
        """A match of a campaign begins as any game does, at the table that was chosen."""
        shell, here = self._shell, self.draft
        draft = replace(match, camera=here.camera, table=here.table, known=here.known)
        shell.go(lambda: PlayersStep(shell, draft))

    def _show_models(self) -> None:
        draft, shell = self.draft, self._shell
        shell.go(lambda: ModelsStep(shell, draft, self._changed))

    def _begin(self) -> None:
        begin(self._shell, self.draft)


def begin(window: Window, draft: Draft) -> None:
    """Begins a game, and remembers what was chosen for it."""
    window.change(draft.remembered(window.settings))
    _open(window, draft)


def begin_guided(window: Window, draft: Draft) -> None:
    """Begins a practice with the guide, whether it was taken before or not; what was chosen for others stays so."""
    window.change(replace(window.settings, guided=False))
    _open(window, draft.lesson)


def _open(window: Window, draft: Draft) -> None:
    names = draft.names(window.language)
    game = new_file(window.services.games, names, window.services.now().astimezone(), draft.shelf.record_ending)
    window.open_table(draft.wanted(game, window.language, Strictness(window.settings.strictness)))


class RulesPage(Page):
    """What can be chosen of the game, and how strict the referee is."""

    def __init__(self, window: Window, draft: Draft, done: Callable[[Draft], None]) -> None:
        super().__init__(window, "setup.rules.title")
        self._draft, self._done = draft, done
        scrolled = ScrollArea()
        options = [each for each in draft.shelf.options(window.language) if each.open_in(draft.chosen)]
        first = [choosing_option(draft, each, self._choose) for each in options if not each.several and not each.page]
        last = [self._taking(option, each) for option in options if option.several for each in option.choices]
        dice = ("dice",) if draft.shelf.dice() else ()
        settings = [choosing(self, name) for name in ("strictness", "confirm", *dice, "pause")]
        limits = (
            self._lasting("setup.rules.limit_s", LIMITS_S, draft.limit_s, lambda s: replace(self._draft, limit_s=s)),
            self._lasting("setup.rules.each_s", EACH_S, draft.each_s, lambda s: replace(self._draft, each_s=s)),
        )
        for each in (*first, *limits, *settings, *last):
            scrolled.content.add_widget(each)
        self.ids.body.add_widget(scrolled)
        for title in dict.fromkeys(each.page for each in options if each.page):
            self.ids.foot.add_widget(self.key(title, partial(self._open, title)))
        self.ids.foot.add_widget(self.key(self.say("setup.done"), self.on_back, chosen=True))

    def on_back(self) -> None:
        """What was chosen holds."""
        self._done(self._draft)

    def _open(self, title: str) -> None:
        # The readings that are usual hang on what was chosen here: this page is made anew with all of it.
        def back(draft: Draft) -> None:
            self.window.drop()
            self.window.go_instead(lambda: RulesPage(self.window, draft, self._done))

        self.window.go(lambda: OptionsPage(self.window, self._draft, title, back))

    def _lasting(
        self, title: str, lengths_s: Sequence[float], now_s: float, take: Callable[[float], Draft]
    ) -> ChoiceKeys:
        """How long something may last."""
        made: ChoiceKeys = Factory.ChoiceKeys(title=self.say(title), columns=len(lengths_s))
        none = self.say("game.customs.no_limit")
        choices = [
            (f"{each:g}", self.say("game.customs.minutes", minutes=round(each / 60)) if each else none)
            for each in lengths_s
        ]
        made.offer(choices, f"{now_s:g}")
        made.bind(on_choice=lambda _, meant: self._take(take(float(meant))))
        return made

    def _taking(self, option: Option, choice: OptionValue) -> ChoiceKeys:
        """Whether one of any number of choices is taken."""
        made: ChoiceKeys = Factory.ChoiceKeys(title=choice.name, columns=2)
        taken = choice.key in self._draft.chosen[option.key]
        made.offer([(LEFT_OUT, option.left_out), (TAKEN, option.taken)], TAKEN if taken else LEFT_OUT)
        made.bind(on_choice=lambda _, meant: self._put(option.key, choice.key, taken=meant == TAKEN))
        return made

    def _put(self, option: str, choice: str, *, taken: bool) -> None:
        others = tuple(each for each in self._draft.chosen[option] if each != choice)
        self._take(self._draft.with_choice(option, *others, *((choice,) if taken else ())))

    def _choose(self, option: Option, meant: str) -> None:
        """Takes a choice; where others hang on it, they are laid out anew."""
        before, options = self._draft, self._draft.shelf.options(self.window.language)
        self._draft = before.with_choice(option.key, meant)
        if any(each.open_in(before.chosen) != each.open_in(self._draft.chosen) for each in options):
            draft, done = self._draft, self._done
            self.window.go_instead(lambda: RulesPage(self.window, draft, done))

    def _take(self, draft: Draft) -> None:
        self._draft = draft
