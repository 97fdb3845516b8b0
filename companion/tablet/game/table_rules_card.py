"""How this table plays: how strict the referee is, what is to be confirmed, whether the clocks run."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.referee import GameScreen, SetConfirmMode
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import AllowTypedFaces, PauseClock, SetClock, SetStrictness, Strictness
from companion.tablet.game.forms.fields import KeyGrid
from companion.tablet.game.reading.zones import heading
from companion.tablet.widgets.stack import Entry, WidgetContext

LIMITS_S = (None, 45 * 60.0, 60 * 60.0, 90 * 60.0, 120 * 60.0)
"""How long a game may last, as keys."""


@dataclass(frozen=True, slots=True)
class TableRulesData:
    """What is set now.

    Attributes:
        strictness: How strict the referee is.
        confirming: What is to be confirmed of what is done on the mat; None in a game that puts nothing on it.
        paused: Whether the players stopped the clocks.
        limit_s: How long the game may last; None for no limit.
        each_s: How long each player may think; None for no limit.
        typed_faces: Whether faces entered by hand are accepted; None in a game without dice.
    """

    strictness: Strictness
    confirming: ConfirmMode | None
    paused: bool
    limit_s: float | None
    each_s: float | None
    typed_faces: bool | None


class TableRulesCard(BoxLayout):
    """Keys for all of it; what is set now is chosen."""

    title = StringProperty()

    def __init__(self, data: TableRulesData, context: WidgetContext) -> None:
        super().__init__()
        self.title = context.say("game.customs.title")
        levels, ways = list(Strictness), list(ConfirmMode)
        self._choose(
            [context.say(f"shell.settings.strictness_{level.value}") for level in levels],
            levels.index(data.strictness),
            lambda number: context.submit(SetStrictness(levels[number])),
        )
        if data.confirming is not None:
            self.add_widget(heading(context.say("game.customs.confirming"), context))
            self._choose(
                [context.say(f"game.customs.confirm.{way.value}") for way in ways],
                ways.index(data.confirming),
                lambda number: context.submit(SetConfirmMode(ways[number])),
            )
        if data.typed_faces is not None:
            self.add_widget(heading(context.say("game.customs.typed"), context))
            self._choose(
                [context.say("game.customs.typed_yes"), context.say("game.customs.typed_no")],
                0 if data.typed_faces else 1,
                lambda number: context.submit(AllowTypedFaces(allowed=number == 0)),
            )
        self.add_widget(heading(context.say("game.customs.clock"), context))
        self._choose(
            [context.say("game.customs.no_limit" if s is None else "game.customs.minutes", minutes=round((s or 0) / 60))
             for s in LIMITS_S],
            LIMITS_S.index(data.limit_s) if data.limit_s in LIMITS_S else -1,
            lambda number: context.submit(SetClock(LIMITS_S[number], data.each_s)),
        )  # fmt: skip
        pause = context.say("game.customs.go_on" if data.paused else "game.customs.pause")
        self._choose([pause], -1, lambda _: context.submit(PauseClock(not data.paused)))

    def _choose(self, labels: list[str], chosen: int, press: Callable[[int], None]) -> None:
        grid = KeyGrid(labels, press)
        for number, key in enumerate(grid.keys):
            key.chosen = number == chosen
        self.add_widget(grid)


def table_rules(play: GameScreen) -> Entry:
    """The card of the present customs."""
    timing = play.timing
    confirming = None if play.board is not None and play.board.blank else play.confirming
    data = TableRulesData(
        play.strictness, confirming, timing.paused, timing.limit_s, timing.each_s, typed_faces=play.typed_faces
    )
    return TableRulesCard, data
