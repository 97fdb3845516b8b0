"""Options of a game that stand together on a page of their own, such as how open points of its rules are read."""

from collections.abc import Callable

from kivy.factory import Factory

from companion.games.options import USUAL, Option
from companion.tablet.data.setup_draft import Draft
from companion.tablet.pages.page import ChoiceKeys, Page, ScrollArea, Window
from companion.tablet.pages.settings_page import MAX_SIDE_BY_SIDE


class OptionsPage(Page):
    """All options of one page."""

    def __init__(self, window: Window, draft: Draft, title: str, done: Callable[[Draft], None]) -> None:
        super().__init__(window)
        self.title, self._draft, self._done = title, draft, done
        scrolled = ScrollArea()
        for option in draft.shelf.options(window.language):
            if option.page == title and option.open_in(draft.chosen):
                scrolled.content.add_widget(choosing_option(draft, option, self._take))
        self.ids.body.add_widget(scrolled)
        self.back_text = self.say("shell.back")
        self.ids.foot.add_widget(self.key(self.say("setup.done"), self.on_back, chosen=True))

    def on_back(self) -> None:
        """What was chosen holds."""
        self._done(self._draft)

    def _take(self, option: Option, choice: str) -> None:
        self._draft = self._draft.with_choice(option.key, choice)


def choosing_option(draft: Draft, option: Option, take: Callable[[Option, str], None]) -> ChoiceKeys:
    """Keys for one of several choices; of an option with a usual one, that is marked and comes first.

    Args:
        draft: The game that is set up.
        option: One of its options.
        take: Is told what was chosen.
    """
    usual, names = option.usual_in(draft.chosen), {each.key: each.name for each in option.choices}
    there = option.open_in(draft.chosen)
    keys = [(each.key, each.name) for each in there if each.key not in (usual, USUAL)]
    if usual:
        keys.insert(0, (USUAL, f"{names[usual]} ({names[USUAL]})"))
    chosen = draft.chosen[option.key][0]
    made: ChoiceKeys = Factory.ChoiceKeys(title=option.name, columns=min(len(keys), MAX_SIDE_BY_SIDE))
    made.offer(keys, USUAL if usual and chosen == usual else chosen)
    made.bind(on_choice=lambda _, meant: take(option, meant))
    return made
