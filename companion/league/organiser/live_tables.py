"""What the hub knows of each table's game, folded from its messages as they come; each is checked before it counts."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from companion.league.wire.bodies import (
    ClockTold,
    GameOpened,
    JudgeCalled,
    JudgeDecided,
    LiveScore,
    ResultTold,
    Shown,
)
from companion.league.wire.messages import FeedChain, FeedError, FeedMessage, body_of, decoded
from companion.league.wire.subjects import SubjectError, of_game, place_of


@dataclass(slots=True)
class LiveGame:
    """One game.

    Attributes:
        venue: Of the table.
        table: Its name.
        game: Id of the game.
        chain: Checks its messages.
        opened: Its first message; None before that.
        score: How it stands.
        clock: The players' clocks; None where there are none.
        calls: Calls for a judge by their id.
        decisions: What was decided, by the call's id.
        result: How it ended; None while it goes on.
        scene: By language and section what spectators see now.
        told_at: Wall time of the newest message, as the table wrote it.
        trouble: Why its messages are not to be trusted; empty for good ones.
    """

    venue: str
    table: str
    game: str
    chain: FeedChain
    opened: GameOpened | None = None
    score: LiveScore = field(default_factory=LiveScore)
    clock: ClockTold | None = None
    calls: dict[str, JudgeCalled] = field(default_factory=dict)
    decisions: dict[str, JudgeDecided] = field(default_factory=dict)
    result: ResultTold | None = None
    scene: dict[str, dict[str, str]] = field(default_factory=dict)
    told_at: str = ""
    trouble: str = ""

    @property
    def subject(self) -> str:
        """Where its messages are published."""
        return of_game(self.venue, self.table, self.game)

    @property
    def open_calls(self) -> tuple[JudgeCalled, ...]:
        """Calls that nobody has answered yet."""
        return tuple(call for key, call in self.calls.items() if key not in self.decisions)


class LiveTables:
    """All games of a league.

    Attributes:
        games: By their subject, in the order in which they began.
        taken: How many messages were taken.
    """

    def __init__(
        self, key_of: Callable[[str, str], str], clock: Callable[[], float], delay_s: Callable[[], float]
    ) -> None:
        """Knows nothing yet.

        Args:
            key_of: Public key of a table, by venue and name; empty for a stranger.
            clock: Seconds of a monotonic clock.
            delay_s: How far spectators are behind.
        """
        self.games: dict[str, LiveGame] = {}
        self.taken = 0
        self._key_of, self._clock, self._delay_s = key_of, clock, delay_s
        self._late: deque[tuple[float, LiveGame, dict[str, dict[str, str]]]] = deque()

    def take(self, subject: str, data: bytes) -> LiveGame | None:
        """Takes a message as it came from the stream; the game that it changed, or None for nobody's.

        A message that is forged, changed or out of order changes nothing but the game's trouble.
        """
        try:
            venue, table, game = place_of(subject)
        except SubjectError:
            return None
        public = self._key_of(venue, table)
        if not public:
            return None
        live = self.games.get(subject)
        if live is None:
            live = self.games[subject] = LiveGame(venue, table, game, FeedChain(public, game=game))
        try:
            message = decoded(data)
            if live.chain.add(message):
                self._fold(live, message)
                self.taken += 1
        except FeedError as error:
            live.trouble = live.trouble or str(error)
        return live

    def shown(self, live: LiveGame, language: str) -> dict[str, str]:
        """What spectators of a game see by section, as late as they are to see it."""
        self._let_through()
        return dict(live.scene.get(language) or live.scene.get("en") or {})

    def newest_at(self, venue: str, table: str) -> LiveGame | None:
        """The game that a table told last; None for a table that told none."""
        found = [each for each in self.games.values() if (each.venue, each.table) == (venue, table)]
        return found[-1] if found else None

    def _fold(self, live: LiveGame, message: FeedMessage) -> None:
        live.told_at = message.at
        match body_of(message):
            case GameOpened() as opened:
                live.opened, live.scene = opened, {}
            case Shown() as shown:
                live.score = shown.score
                live.result = live.result if shown.score.over else None
                self._late.append((self._clock() + self._delay_s(), live, shown.scene))
                self._let_through()
            case ClockTold() as clock:
                live.clock = clock
            case JudgeCalled() as call:
                live.calls[call.id] = call
            case JudgeDecided() as decided:
                live.decisions[decided.id] = decided
            case ResultTold() as result:
                live.result = result
            case _:
                raise FeedError(f"message {message.number} of game {message.game} has a body that nobody knows")

    def _let_through(self) -> None:
        while self._late and self._late[0][0] <= self._clock():
            _, live, scene = self._late.popleft()
            for language, sections in scene.items():
                live.scene[language] = {**live.scene.get(language, {}), **sections}


class CallSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A call for a judge, and what was decided; None as long as nothing is."""

    call: JudgeCalled
    decided: JudgeDecided | None = None


class GameSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its messages tell it, up to one of them.

    Attributes:
        scene: By section what spectators saw then.
        score: How it stood.
        at: When.
        number: Of the message.
        messages: How many there are.
        players: By seat their names.
        calls: For a judge, with what was decided by then, the newest first.
    """

    scene: dict[str, str]
    score: LiveScore
    at: str
    number: int
    messages: int
    players: dict[str, str] = {}
    calls: tuple[CallSeen, ...] = ()


def again(messages: list[FeedMessage], public: str, number: int, language: str) -> GameSoFar:
    """A game seen again, up to one of its messages.

    Args:
        messages: All of them.
        public: The table's key.
        number: Of the last message that counts.
        language: Of the scene.

    Raises:
        FeedError: If they are not as the table sent them.
    """
    chain, scene, score, at = FeedChain(public), dict[str, str](), LiveScore(), ""
    players, calls = dict[str, str](), dict[str, CallSeen]()
    for message in messages[: number + 1]:
        chain.add(message)
        body, at = body_of(message), message.at
        match body:
            case GameOpened():
                scene, players = {}, body.players
            case Shown():
                score = body.score
                scene |= body.scene.get(language) or body.scene.get("en") or {}
            case JudgeCalled():
                calls[body.id] = CallSeen(call=body)
            case JudgeDecided() if body.id in calls:
                calls[body.id] = CallSeen(call=calls[body.id].call, decided=body)
            case _:
                pass
    return GameSoFar(
        scene=scene,
        score=score,
        at=at,
        number=min(number, len(messages) - 1),
        messages=len(messages),
        players=players,
        calls=tuple(reversed(calls.values())),
    )
