"""The running game seen again, over the live table, which goes on below."""

from kivy.factory import Factory
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.referee import GameScreen
from companion.referee.history.timeline import LiveTimeline
from companion.tablet.past.film_view import FilmView
from companion.tablet.widgets.stack import WidgetContext


class ReplaySheet(ModalView):
    """A slider over the game so far; closed, the live table is there again."""

    title = StringProperty()
    live = StringProperty()
    back_text = StringProperty()

    def __init__(self, context: WidgetContext) -> None:
        super().__init__()
        self._widget_context = context
        self._reel: LiveTimeline | None = None
        self.title, self.back_text = context.say("game.again.title"), context.say("game.again.back")
        self.view = FilmView(context.language, turned=context.turned)
        self.ids.place.add_widget(self.view)
        self.foot = BoxLayout(size_hint_y=None, height="76dp", spacing="12dp")
        for key in self.view.step_keys():
            self.foot.add_widget(key)
        words = Factory.Said(pos_hint={"center_y": 0.5})
        self.view.bind(words=words.setter("text"))
        self.foot.add_widget(words)
        self.view.add_widget(self.foot)

    def follow(self, play: GameScreen, event: int | None = None) -> None:
        """Takes the game as far as it has come.

        Args:
            play: The game now.
            event: Right after which it is to be shown; None for where it stands, at first for now.
        """
        self.live = self._widget_context.say("game.again.live", what=_now(play))
        reel = play.reel
        if reel is None or (self._reel is not None and _as_long(reel, self._reel)):
            return
        began, self._reel = self._reel is None, reel
        film = reel.film()
        at = len(film.moments) - 1 if began else self.view.at
        if event is not None:
            stop = reel.stop(event)
            at = next((n for n, moment in enumerate(film.moments) if moment.number >= stop), at)
        self.view.take(film, at)


def _now(play: GameScreen) -> str:
    """What waits at the live table, in a few words."""
    return play.shown.outcome or play.shown.waiting


def _as_long(one: LiveTimeline, other: LiveTimeline) -> bool:
    """Whether two reels show the same game equally far."""
    ends = [each.lines[-1] if each.lines else None for each in (one, other)]
    return len(one.lines) == len(other.lines) and ends[0] is ends[1]
