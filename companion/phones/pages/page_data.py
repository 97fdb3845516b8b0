"""What a page shows of a game, for the templates: the reader's screen, the log, the dice and the mat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import msgspec

from companion.games.command import SPECTATOR
from companion.games.display.result import ResultShown
from companion.games.display.tally import Table
from companion.games.prompt import CommandSpec, Prompt
from companion.phones.pages.league import LeagueShown
from companion.phones.pages.log import LogGroup, LogSentence, RollShown, last_lines, latest_of, log_of, rolls_of
from companion.phones.pages.mat_svg import mat_picture
from companion.phones.pages.reader import Reader
from companion.phones.pages.why import why_shown
from companion.presentation.tasks import offer
from companion.presentation.teller import Teller
from companion.referee.match.chronicle import Line, told
from companion.referee.match.match import Match
from companion.referee.screen.player_screen import DiceLines, PlayerScreen, asked_last, screen_of

MAX_FIGHTS = 2
NO_WORDS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pause:
    """Everybody waits.

    Attributes:
        ends_ms: When that ends, on the table's clock; None without a set pause.
    """

    ends_ms: int | None


@dataclass(frozen=True, slots=True)
class AnswerTaken:
    """What the reader has said towards something that is asked of several.

    Attributes:
        word: What was said.
        missing: Who has not answered yet, by name.
    """

    word: str
    missing: str


@dataclass(frozen=True, slots=True)
class DisputeShown:
    """A rule that the table is about to overrule.

    Attributes:
        against: What was done against it; empty where the reader may not know.
        missing: Who has not agreed yet, by name; empty for nobody.
        number: By which what is agreed with is known.
        asks: Whether the reader has still to agree.
        agreed: Whether the reader has agreed.
    """

    against: str
    missing: str
    number: int = 0
    asks: bool = False
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """How a game ended for the reader.

    Attributes:
        won: Whether the reader has won; None for who watches, and where nobody has.
        table: What is told of each player.
        seats: Ids and names of the players, the reader first.
    """

    won: bool | None
    table: Table
    seats: tuple[tuple[str, str], ...]


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
        taken: What the reader has answered while others have not; None for nothing.
        dispute: What rule is being overruled; None for none.
        looks_at: Whose move on the mat the table looks at, in a sentence; empty for nobody's.
        again: How it ended when the same was asked of all before; empty where it was not.
        fights: How the last fights ended, oldest first.
        fresh: Whether that was just now.
        ending: How the game ended; None while it goes on.
        revocable: What the reader may take back alone, in words; empty for nothing.
        league: What the reader has said to the league; None at a table of none, and for those who watch.
        apart: Whether players have the colours that colour-blind people tell apart best.
        by_finger: Whether no camera looks, and fingers lay the models on the tablet's mat.
        lacking: Keys of the questions that wait for a model on the mat.
    """

    screen: PlayerScreen
    log: tuple[LogGroup, ...] = ()
    latest: tuple[LogSentence, ...] = ()
    rolls: tuple[RollShown, ...] = ()
    mat: str = ""
    picture: str = ""
    pause: Pause | None = None
    taken: AnswerTaken | None = None
    dispute: DisputeShown | None = None
    looks_at: str = ""
    again: str = ""
    fights: tuple[ResultShown, ...] = ()
    fresh: bool = False
    ending: EndOfGame | None = None
    revocable: str = ""
    league: LeagueShown | None = None
    apart: bool = False
    by_finger: bool = False
    lacking: frozenset[str] = frozenset()


def shown_to(match: Match, reader: Reader, lying: DiceLines, words: Mapping[str, str] = NO_WORDS) -> PageData:
    """What a reader's page shows now.

    Args:
        match: The game in play.
        reader: Who reads.
        lying: Tells what dice lie there.
        words: By seat what was said towards a command of the whole table that waits for others.
    """
    viewer = reader.viewer
    screen = screen_of(match, viewer, reader.language, lying, words)
    teller = match.teller(reader.language, viewer)
    lines = match.lines(viewer)
    said = last_lines(lines, screen.shapes, teller)
    asked = asked_last(lines) if screen.sheet.asked else None
    return PageData(
        screen,
        log_of(said),
        latest_of(said),
        rolls_of(match.rolls(viewer), screen.shapes, teller),
        mat_picture(teller, screen.shapes, _cells_asked(screen), watched=viewer == SPECTATOR),
        "" if asked is None else why_shown(asked, teller, turned=screen.sheet.turned),
        None if match.pause_left_s is None else Pause(_ms(match.pause_ends_s)),
        _taken(screen, teller, words),
        _disputed(match, teller),
        _looks_at(match, teller),
        _again(screen, lines, teller),
        tuple(teller.game.speech.result(match.shown, each, screen.shapes, reader.language) for each in _fights(match)),
        bool(match.results),
        _ending(match, teller),
        _revocable(match, teller),
        by_finger=match.by_hand,
    )


def _fights(match: Match) -> tuple[Any, ...]:
    return match.last_results[-MAX_FIGHTS:]


def _of_all(screen: PlayerScreen) -> Prompt | None:
    """What is asked of several players who answer it with one command; None where nothing is."""
    prompts = (task.owed.prompt for task in screen.tasks)
    return next((p for p in prompts if p.all_of_them and any(spec.by not in p.to for spec in p.specs)), None)


def _cells_asked(screen: PlayerScreen) -> frozenset[str]:
    """Words of all cells that the reader may choose now."""
    offers = [each for task in screen.tasks for each in task.offers]
    offers += [each for group in screen.groups for each in group.offers]
    taken = (entry for each in offers for entry in each.offer.inputs if entry.is_cell)
    return frozenset(choice.value for entry in taken for choice in entry.choices)


def _taken(screen: PlayerScreen, teller: Teller, words: Mapping[str, str]) -> AnswerTaken | None:
    prompt, word = _of_all(screen), words.get(teller.viewer)
    if prompt is None or word is None:
        return None
    return AnswerTaken(word, teller.names([seat for seat in prompt.to if seat not in words]))


def _disputed(match: Match, teller: Teller) -> DisputeShown | None:
    dispute = match.dispute
    if dispute is None:
        return None
    seat = teller.viewer
    return DisputeShown(
        dispute.told(teller.language),
        teller.names(dispute.waiting),
        dispute.number,
        asks=seat in dispute.waiting,
        agreed=seat in match.players and seat not in dispute.waiting,
    )


def _looks_at(match: Match, teller: Teller) -> str:
    """That the table looks at a move on the mat, which is not done yet."""
    if not match.looked_at:
        return ""
    key = "looks_at_yours" if match.looked_at == teller.viewer else "looks_at"
    return teller.say(f"phones.{key}", player=teller.name(match.looked_at))


def _again(screen: PlayerScreen, lines: Sequence[Line], teller: Teller) -> str:
    """The newest line, if the same was asked of all when it was said, such as a roll that ended in a tie."""
    prompt = _of_all(screen)
    if prompt is None or not lines:
        return ""
    before = teller.game.prompts(lines[-1].state)
    return told(lines[-1], teller) if any((p.key, p.to) == (prompt.key, prompt.to) for p in before) else ""


def _ending(match: Match, teller: Teller) -> EndOfGame | None:
    tally = teller.game.tally
    outcome = tally.outcome(match.shown)
    if outcome is None:
        return None
    plays = teller.viewer in match.players and bool(outcome.winners)
    seats = sorted(match.players, key=lambda seat: seat != teller.viewer)
    return EndOfGame(
        teller.viewer in outcome.winners if plays else None,
        tally.table(match.shown, teller.language),
        tuple((seat, teller.name(seat)) for seat in seats),
    )


def _revocable(match: Match, teller: Teller) -> str:
    """What the reader may take back alone, as the key said on which it was done."""
    command = match.revocable(teller.viewer)
    if command is None:
        return ""
    values = msgspec.to_builtins(command)
    spec = CommandSpec(kind=values.pop("kind"), by=values.pop("by"), fixed=values)
    return offer(spec, teller).label


def _ms(time_s: float | None) -> int | None:
    return None if time_s is None else round(time_s * 1000)
