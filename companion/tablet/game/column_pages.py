"""What each page of the column holds, and of which parts of a view it is made."""

from collections.abc import Sequence

from companion.referee import GameScreen
from companion.tablet.game.reading.log_view import LogFilter, log_rows
from companion.tablet.game.reading.zones import own_cards, players
from companion.tablet.game.table_rules_card import table_rules
from companion.tablet.game.task_page import now_page
from companion.tablet.past.end_page import end_page
from companion.tablet.widgets.stack import Entry, WidgetContext

TABS = ("now", "hand", "table", "mat", "log")


def made_of(tab: str, play: GameScreen, log_filter: LogFilter) -> tuple[object, ...]:
    """What a page is made of: all but what changes while things move on the mat.

    Args:
        tab: Of which page.
        play: The game.
        log_filter: Which lines of the log are shown.
    """
    bases = {each.base for each in play.standing.all}
    return (
        tab,
        log_filter,
        id(play.log) if tab == "log" else 0,
        play.asked,
        id(play.shown),
        id(play.own_shown),
        play.said,
        play.proposals,
        play.throw,
        play.timing,
        play.undoing,
        play.redoable,
        play.overrulable,
        play.ending,
        play.strictness,
        play.typed_faces,
        play.confirming,
        play.zones,
        play.grabbed.why if play.grabbed is not None else "",
        bases if play.zones else (),
        tuple((each.of, each.fits, round(each.away_mm or 0.0)) for each in play.standing.all if each.ghost),
        tuple((each.base, each.may_be) for each in play.standing.strangers),
    )


def entries_of(tab: str, play: GameScreen, context: WidgetContext, log_filter: LogFilter) -> Sequence[Entry]:
    """What a page shows, from top to bottom; arguments as for `made_of`, and what its widgets need."""
    match tab:
        case "hand":
            return own_cards(play, context) or now_page(play, context, hidden_only=True)
        case "table":
            return [*players(play), table_rules(play)]
        case "log":
            return log_rows(play, context, log_filter)
        case _:
            return now_page(play, context, after=end_page(play, context))
