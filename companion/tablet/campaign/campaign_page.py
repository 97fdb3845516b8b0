"""Campaigns on the tablet: those that go on, a new one, and one with what each player may do now."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.gridlayout import GridLayout

from companion.cards import CardsError
from companion.games.campaign import Campaign, CampaignDeed, CampaignError, campaign_of
from companion.games.command import Command
from companion.games.registry import game_called
from companion.record.errors import RecordError
from companion.referee.history.campaign_record import CampaignRecord
from companion.tablet.campaign.campaign_files import (
    ENDING,
    CampaignSeen,
    campaign_seen,
    campaigns,
    done,
    match_draft,
    match_result,
    printed,
    undone,
)
from companion.tablet.data.saved_games import last_written, new_file
from companion.tablet.data.setup_draft import Draft
from companion.tablet.pages.keyboard_page import WritePage
from companion.tablet.pages.page import ChoiceKeys, Page, ScrollArea, WideKey, Window
from companion.tablet.widgets.choice_sheet import ChoiceSheet
from companion.texts import Language, say

Play = Callable[[Draft], None]
"""Goes to the page on which a match begins."""
TROUBLES = (CampaignError, RecordError, CardsError, OSError)


class CampaignsPage(Page):
    """The campaigns that lie in this user's folder, and the key for a new one."""

    def __init__(self, window: Window, draft: Draft, play: Play) -> None:
        super().__init__(window, "campaign.title")
        self._draft, self._play, self._left = draft, play, False
        self.ids.body.add_widget(Factory.Said(text=self.say("campaign.about")))
        self._scrolled = ScrollArea()
        self.ids.body.add_widget(self._scrolled)
        self.new = self.key(self.say("campaign.new"), self._new, chosen=True)
        self.ids.foot.add_widget(self.new)
        folder, language = window.services.games, window.language
        window.background.do(
            lambda: tuple(_read(each, language) for each in campaigns(folder)), self._list, lambda _: None
        )

    def left(self) -> None:
        """What is still being read is wanted no more."""
        self._left = True

    def _list(self, read: tuple[tuple[Path, CampaignSeen | None], ...]) -> None:
        for path, seen in () if self._left else read:
            self._scrolled.content.add_widget(campaign_key(self.window, path, seen, self._play))

    def _new(self) -> None:
        window, game, play = self.window, self._draft.game, self._play
        window.go(lambda: NewCampaignPage(window, game, play))


def campaign_key(window: Window, path: Path, seen: CampaignSeen | None, play: Play) -> WideKey:
    """The key of a campaign, which is gone on with where it was left; of None, the name of a file that is none."""
    text, note = path.stem, ""
    if seen is not None:
        text = " – ".join(name for _, name in seen.players)
        what = say(window.language, "campaign.key")
        note = " · ".join((what, f"{last_written(path):%d.%m.%Y %H:%M}", seen.ending or seen.title))
    key = WideKey(sign="✘" if seen is None else "☰", text=text, note=note, letter=18)
    key.bind(on_release=lambda _: window.go(lambda: CampaignPage(window, path, play)))
    return key


def _read(path: Path, language: Language) -> tuple[Path, CampaignSeen | None]:
    try:
        return path, campaign_seen(path, language)
    except TROUBLES:
        return path, None


class NewCampaignPage(Page):
    """Who plays, whom each leads, and how long it is."""

    def __init__(self, window: Window, game: str, play: Play) -> None:
        super().__init__(window, "campaign.new")
        self._game, self._play = game_called(game), play
        campaign = campaign_of(self._game)
        assert campaign is not None  # noqa: S101 (the key to this page stands only where there is one)
        self._campaign: Campaign = campaign
        self._packs = tuple(path for each in window.settings.packs if (path := Path(each)).is_file())
        self._leaders = campaign.leaders(self._packs, window.language)
        names = [self.say("tablet.side.name", owner=seat) for seat in ("A", "B")]
        self.players = [(name, self._leaders[number][0]) for number, name in enumerate(names)]
        self.sort = campaign.sorts[0]
        self._body = ScrollArea()
        self.ids.body.add_widget(self._body)
        self.said = Factory.Said(text="")
        self.ids.body.add_widget(self.said)
        self.begin = self.key(self.say("campaign.begin"), self._begin, chosen=True)
        self.ids.foot.add_widget(self.begin)
        self._show()

    def _show(self) -> None:
        content = self._body.content
        content.clear_widgets()
        for number, (name, leader) in enumerate(self.players):
            key = WideKey(text=name, note=self.say("setup.players.name"), letter=18)
            key.bind(on_release=lambda _, number=number: self._write(number))
            content.add_widget(key)
            content.add_widget(self._choosing("", self._leaders, leader, partial(self._lead, number)))
        sorts = [(each, self._campaign.sort_name(each, self.window.language)) for each in self._campaign.sorts]
        content.add_widget(self._choosing(self.say("campaign.sort"), sorts, self.sort, self._last))

    def _choosing(
        self, title: str, choices: tuple[tuple[str, str], ...] | list[tuple[str, str]], chosen: str,
        take: Callable[[str], None],
    ) -> ChoiceKeys:  # fmt: skip
        made: ChoiceKeys = Factory.ChoiceKeys(title=title, columns=min(4, len(choices)))
        made.offer(choices, chosen)
        made.bind(on_choice=lambda _, meant: take(meant))
        return made

    def _lead(self, number: int, leader: str) -> None:
        self.players[number] = self.players[number][0], leader
        self._show()

    def _last(self, sort: str) -> None:
        self.sort = sort
        self._show()

    def _write(self, number: int) -> None:
        window = self.window

        def written(name: str) -> None:
            self.players[number] = name or self.players[number][0], self.players[number][1]
            self._show()
            window.go_back()

        window.go(lambda: WritePage(window, "setup.players.name", self.players[number][0], written))

    def _begin(self) -> None:
        window = self.window
        names = tuple(name for name, _ in self.players)
        path = new_file(window.services.games, names, window.services.now().astimezone(), ENDING)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            CampaignRecord.begin(
                path, self._game, self.players, self.sort, None, _now(window), packs=self._packs
            ).close()
        except TROUBLES as error:
            self.said.text = str(error)
            return
        window.go_instead(lambda: CampaignPage(window, path, self._play))


class CampaignPage(Page):
    """One campaign: how it stands, and a column of keys for each player: what may be done now, or set by hand."""

    def __init__(
        self, window: Window, path: Path, play: Play, said: tuple[str, ...] = (), *, by_hand: bool = False
    ) -> None:
        self._grids: list[GridLayout] = []
        self._by_hand = by_hand
        super().__init__(window)
        self._path, self._play = path, play
        try:
            seen = campaign_seen(path, window.language)
        except TROUBLES as error:
            self.ids.body.add_widget(Factory.Said(text=str(error)))
            return
        self.seen = seen
        self.title = seen.title
        self.said = Factory.Said(text="\n".join(seen.lines))
        self.ids.body.add_widget(self.said)
        if said:  # above the keys, which may be more than the page is high
            self.ids.body.add_widget(Factory.Said(text="\n".join(dict.fromkeys(said)), bold=True))
        self.keys: dict[str, WideKey] = {}
        scrolled = ScrollArea()
        scrolled.content.add_widget(self._columns(seen))
        self.ids.body.add_widget(scrolled)
        self._feet(seen)

    def _columns(self, seen: CampaignSeen) -> GridLayout:
        grid = GridLayout(cols=len(seen.players), spacing="12dp", size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for player, name in seen.players:
            column = GridLayout(cols=1, spacing="8dp", size_hint_y=None)
            column.bind(minimum_height=column.setter("height"))
            column.add_widget(Factory.Said(text=name))
            keys = GridLayout(cols=2, spacing="8dp", size_hint_y=None)
            keys.bind(minimum_height=keys.setter("height"))
            self._grids.append(keys)
            for deed in seen.deeds:
                if deed.by == player and deed.by_hand is self._by_hand:
                    key = WideKey(text=deed.text, letter=17)
                    key.bind(on_release=lambda _, deed=deed: self._decide(deed))
                    self.keys[f"{player}:{deed.text}"] = key
                    keys.add_widget(key)
            column.add_widget(keys)
            grid.add_widget(column)
        return grid

    def on_size(self, *_: object) -> None:
        """In a window that is higher than wide the keys of a player stand one above the other."""
        for grid in self._grids:
            grid.cols = 1 if self.height > self.width else 2

    def _feet(self, seen: CampaignSeen) -> None:
        feet = [("undo", self._undo), ("sheets", self._print)]
        if self._by_hand:
            feet = [("undo", self._undo), ("back", self._turn_over)]
        elif any(deed.by_hand for deed in seen.deeds):
            feet.insert(1, ("by_hand", self._turn_over))
        if seen.is_played and not self._by_hand:
            feet += [("result", self._take_result), ("play", self._play_match)]
        for name, act in feet:
            key = self.key(self.say(f"campaign.{name}"), act, chosen=name == "play")
            self.keys[name] = key
            self.ids.foot.add_widget(key)

    def _decide(self, deed: CampaignDeed) -> None:
        """Does something; what is to be thought of is asked before."""
        if not deed.sure:
            self._do(deed.command)
            return
        asking = ChoiceSheet()
        asking.title, asking.close_text = deed.sure, self.say("campaign.stay")
        asking.offer([(True, deed.text)], lambda _: self._do(deed.command))
        asking.open(animation=False)

    def _do(self, command: Command) -> None:
        window = self.window
        self._try(lambda: done(self._path, command, _now(window), window.language))

    def _turn_over(self) -> None:
        window, path, play, by_hand = self.window, self._path, self._play, not self._by_hand
        window.go_instead(lambda: CampaignPage(window, path, play, by_hand=by_hand))

    def _undo(self) -> None:
        self._try(lambda: undone(self._path, _now(self.window)))

    def _print(self) -> None:
        self._try(lambda: (self.say("campaign.printed", file=printed(self._path, self.window.language)),))

    def _play_match(self) -> None:
        try:
            draft = match_draft(self._path, self.window.settings)
        except TROUBLES as error:
            self.said.text = str(error)
            return
        self._play(draft)

    def _take_result(self) -> None:
        """Looks through the newest games, behind the window: each takes a moment to be read."""
        window, path = self.window, self._path
        window.background.do(lambda: match_result(path, window.services.games), self._do, self._no_result)

    def _no_result(self, _: Exception) -> None:
        self.said.text = self.say("campaign.no_result")

    def _try(self, act: Callable[[], tuple[str, ...] | None]) -> None:
        window, path, play, by_hand = self.window, self._path, self._play, self._by_hand
        try:
            said = act() or ()
        except TROUBLES as error:
            self.said.text = str(error)
            return
        window.go_instead(lambda: CampaignPage(window, path, play, said, by_hand=by_hand))


def _now(window: Window) -> Callable[[], str]:
    return lambda: window.services.now().isoformat()
