"""What a screen is given to draw: everything it shows, and nothing else."""

from dataclasses import dataclass

from companion.games.measures import Measures
from companion.geometry import EXACT, Base, Deviation, Gap, Mat, Reach, Sight, Terrain, Verdict
from companion.geometry.grid import Grid
from companion.referee.api.guests import GuestStatus
from companion.referee.api.health import Health
from companion.referee.api.league import LeagueStatus
from companion.referee.camera.clip_recorder import ClipState
from companion.referee.screen.game_screen import GameScreen
from companion.referee.screen.selection import Choices
from vision.observation import TrackState
from vision.top_view import TopImage


@dataclass(frozen=True, slots=True)
class Piece:
    """A base or token as it is known.

    Attributes:
        base: Its disc in the mat frame; where it is not on the mat, the place where it was seen last.
        state: How the place is known.
        age_s: Time since it was last seen.
        is_token: Whether it is a token.
    """

    base: Base
    state: TrackState
    age_s: float
    is_token: bool = False


@dataclass(frozen=True, slots=True)
class TemplateView:
    """How a template is known.

    Attributes:
        id: As in the table file.
        state: How its place is known.
        age_s: Time since it was last seen.
    """

    id: str
    state: TrackState
    age_s: float


@dataclass(frozen=True, slots=True)
class Contact:
    """Whether the chosen base touches another."""

    base_id: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class SightTo:
    """Whether the chosen base sees another."""

    base_id: str
    sight: Sight


@dataclass(frozen=True, slots=True)
class ReachWith:
    """How far the chosen base comes with one ruler."""

    ruler: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class Focus:
    """All there is to say of one chosen base.

    Attributes:
        base_id: Which.
        contacts: The bases it touches, or may touch; none in a game on which no millimetre bears.
        sights: Towards every other base; none in such a game.
        reach: With the ruler that was chosen, if any.
    """

    base_id: str
    contacts: tuple[Contact, ...]
    sights: tuple[SightTo, ...]
    reach: ReachWith | None


@dataclass(frozen=True, slots=True)
class Pair:
    """All there is to say of two chosen bases.

    Attributes:
        from_id: The first.
        to_id: The second.
        gap: From rim to rim.
        extra_sigma_mm: Standard deviation that every verdict adds for how the bases were made.
        ranges: A verdict for each ruler, shortest first.
        contact: Whether they touch; None in a game on which no millimetre bears.
        sight: Whether they see each other; None in such a game.
    """

    from_id: str
    to_id: str
    gap: Gap
    extra_sigma_mm: float
    ranges: tuple[tuple[str, Verdict], ...]
    contact: Verdict | None
    sight: Sight | None


@dataclass(frozen=True, slots=True)
class Tape:
    """What lies between two ends of a tape measure.

    Attributes:
        ends: What they are: ids of bases, empty for points of the mat.
        gap: From rim to rim, or to the point; a point is where the finger says it is.
        extra_sigma_mm: Standard deviation that every verdict adds for how the bases were made.
        ranges: A verdict for each ruler, shortest first.
    """

    ends: tuple[str, str]
    gap: Gap
    extra_sigma_mm: float
    ranges: tuple[tuple[str, Verdict], ...]


@dataclass(frozen=True, slots=True)
class View:
    """One moment of the table, ready to be drawn.

    Attributes:
        sequence: Number of the view, from 0.
        mat: The playing area.
        measures: The rulers of the game.
        choices: What is chosen on the screen.
        health: How well the referee sees.
        picture: The mat from above; None before the first.
        pieces: Bases with a place, in the order of the table file.
        terrain: Templates on the mat.
        missing: Ids of the bases and templates without a place.
        focus: Set while exactly one base is chosen that lies on the mat and is seen well enough.
        pair: Set while two are.
        tape: Set while a tape measure lies on the mat and both its ends are seen.
        keeping: What became of the last intent to keep what happened; None where nothing can be kept.
        guests: The phones at the table; None where there is no game to join.
        play: The game in play; None where there is none.
        laid: How each template on the mat is known.
        placement_sigma_mm: Standard deviation of how the bases and templates were made, for verdicts.
        by_hand: Whether no camera sees the mat: everything stands where fingers laid it.
        grid: The board of cells on the mat, if it has one.
        grid_deviation: How well it is known where that lies, each coordinate.
        league: How far the league is behind; None for a table that belongs to none.
    """

    sequence: int
    mat: Mat
    measures: Measures
    choices: Choices
    health: Health
    picture: TopImage | None = None
    pieces: tuple[Piece, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    missing: tuple[str, ...] = ()
    focus: Focus | None = None
    pair: Pair | None = None
    tape: Tape | None = None
    keeping: ClipState | None = None
    guests: GuestStatus | None = None
    play: GameScreen | None = None
    laid: tuple[TemplateView, ...] = ()
    placement_sigma_mm: float = 0.0
    by_hand: bool = False
    grid: Grid | None = None
    grid_deviation: Deviation = EXACT
    league: LeagueStatus | None = None

    def piece(self, base_id: str) -> Piece | None:
        """The piece of that id; None if it has no place."""
        return next((piece for piece in self.pieces if piece.base.id == base_id), None)
