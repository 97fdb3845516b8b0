"""What a page shows of a game, for the templates: the reader's screen, the log, the dice and the mat."""

from dataclasses import dataclass

from companion.phones.pages.log import LogGroup, LogSentence, RollShown, last_lines, latest_of, log_of, rolls_of
from companion.phones.pages.mat_svg import mat_picture
from companion.phones.pages.reader import Reader
from companion.phones.pages.why import why_shown
from companion.referee.match.match import Match
from companion.referee.screen.player_screen import DiceLines, PlayerScreen, asked_last, screen_of


@dataclass(frozen=True, slots=True)
class Pause:
    """Everybody waits.

    Attributes:
        ends_ms: When that ends, on the table's clock; None without a set pause.
    """

    ends_ms: int | None


@dataclass(frozen=True, slots=True)
class PageData:
    """What one reader's page shows.

    Attributes:
        screen: The game in words.
        log: The last lines in groups, newest first.
        latest: The newest few lines, newest first.
        rolls: The last rolls, newest first.
        mat: The mat from above, as SVG; empty where it is not drawn.
        picture: Of what is too close to call, as HTML; empty where nothing is, or the reader may not see it.
        pause: The pause in which everybody waits; None for none.
    """

    screen: PlayerScreen
    log: tuple[LogGroup, ...] = ()
    latest: tuple[LogSentence, ...] = ()
    rolls: tuple[RollShown, ...] = ()
    mat: str = ""
    picture: str = ""
    pause: Pause | None = None


def shown_to(match: Match, reader: Reader, lying: DiceLines) -> PageData:
    """What a reader's page shows now.

    Args:
        match: The game in play.
        reader: Who reads.
        lying: Tells what dice lie there.
    """
    viewer = reader.viewer
    screen, teller = screen_of(match, viewer, reader.language, lying), match.teller(reader.language, viewer)
    lines = match.lines(viewer)
    said = last_lines(lines, screen.shapes, teller)
    asked = asked_last(lines) if screen.sheet.asked else None
    return PageData(
        screen,
        log_of(said),
        latest_of(said),
        rolls_of(match.rolls(viewer), screen.shapes, teller),
        mat_picture(teller, screen.shapes),
        "" if asked is None else why_shown(asked, teller, turned=screen.sheet.turned),
        None if match.pause_left_s is None else Pause(_ms(match.pause_ends_s)),
    )


def _ms(time_s: float | None) -> int | None:
    return None if time_s is None else round(time_s * 1000)
