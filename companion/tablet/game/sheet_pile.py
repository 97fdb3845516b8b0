"""The sheets that lie over the window beside the game: they go with the player who holds the tablet."""

from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.referee import GameScreen
from companion.tablet.game.undo_card import OverruleSheet
from companion.tablet.past.replay_sheet import ReplaySheet


class SheetPile:
    """All of them that were laid and not cleared away."""

    def __init__(self) -> None:
        self._sheets: tuple[ModalView, ...] = ()

    def lay(self, sheet: ModalView) -> None:
        """Lays a sheet over the window."""
        self._sheets = (*(each for each in self._sheets if each.parent is not None), sheet)
        sheet.open(animation=False)

    def clear(self, *, keep: ModalView | None = None) -> None:
        """Takes away what lies over the window: it may show what is one player's alone."""
        for sheet in self._sheets:
            if sheet is not keep:
                sheet.dismiss(animation=False)
        self._sheets = () if keep is None else (keep,)

    def follow(self, play: GameScreen) -> None:
        """What shows the game as it was goes on with it."""
        for sheet in self._sheets:
            if isinstance(sheet, ReplaySheet | OverruleSheet):
                sheet.follow(play)

    def holds(self, kind: type[Widget]) -> bool:
        """Whether a widget of a kind is on one of them that is open."""
        there = (each for each in self._sheets if each.parent is not None)
        return any(isinstance(widget, kind) for sheet in there for widget in sheet.walk(restrict=True))
