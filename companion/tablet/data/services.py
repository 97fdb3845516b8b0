"""What the window is given by those who open it: files, the clock, and the rooms above. Knows nothing of Kivy."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from companion.games.first import FIRST
from companion.referee import Choices, Service
from companion.referee.api.league import LeagueMatch
from companion.referee.capture.preview import Preview
from companion.referee.core.session import TableWatch
from companion.referee.lobby.open_table import TableRequest, game_held, open_table, prepared
from companion.tablet.data.miniatures import FILE
from companion.tablet.data.settings import Settings


class ThreadOwner(Protocol):
    """Something with threads of its own."""

    def stop(self) -> None:
        """Ends them."""
        ...


class LeagueNews(Protocol):
    """Hears what the organiser of a league tells this table."""

    def match(self) -> LeagueMatch | None:
        """What is to be played here; None where nothing was told, or the table belongs to no league."""
        ...

    def plays(self, record: Path) -> bool:
        """Whether a game, by its file, was begun as the match that was told last."""
        ...

    def league(self) -> str:
        """What the league is called that the table belongs to; empty for none."""
        ...

    def league_of(self, code: str) -> str:
        """What the league of a card is called, by the card's code.

        Raises:
            ValueError: If it is no card; the text is one sentence for people.
        """
        ...

    def join(self, code: str) -> str:
        """Lets the table join a league by the code of its card; what the league is called.

        Raises:
            ValueError: If it is no card; the text is one sentence for people.
            OSError: If the card cannot be kept.
        """
        ...

    def leave(self) -> None:
        """Lets the table leave its league.

        Raises:
            OSError: If the card cannot be removed.
        """
        ...


Opened = TypeVar("Opened", bound=ThreadOwner)


@dataclass(frozen=True, slots=True)
class AppServices:
    """What lies beyond the window.

    Attributes:
        settings_file: Where settings are kept.
        games: Folder of the games that nobody named a file for.
        now: Wall time, with its zone.
        service: Makes the service of a game's file, played as the settings say.
        addresses: Tells the addresses of this machine, best first.
        port: Where phones find the table first of all.
        league: Hears the league; None where there is none to hear.
    """

    settings_file: Path
    games: Path
    now: Callable[[], datetime]
    service: Callable[[Path, Settings], Service]
    addresses: Callable[[], tuple[str, ...]]
    port: int
    league: LeagueNews | None = None

    @property
    def miniatures_file(self) -> Path:
        """Where it is kept which miniatures stand on which bases."""
        return self.settings_file.with_name(FILE)

    def packs_of(self, game: str) -> Path:
        """Where packs and decks of a game are kept that are made here."""
        folder = self.settings_file.with_name("cards")
        return folder if game == FIRST else folder / game

    def utc(self) -> str:
        """Wall time, ISO 8601 in UTC."""
        return self.now().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Tables:
    """The tables that are open: opened and closed by the thread behind the window, so that none is ever left open."""

    def __init__(self, services: AppServices) -> None:
        self._services = services
        self._open: dict[int, tuple[ThreadOwner, ExitStack]] = {}
        self._lock = threading.Lock()

    def open(self, wanted: TableRequest, settings: Settings, choices: Choices) -> TableWatch:
        """Opens a table and starts to watch it.

        Raises:
            OpeningError: If it cannot be opened.
        """
        with ExitStack() as holds:
            if wanted.game is not None:
                holds.enter_context(game_held(wanted.game))
            watch = open_table(wanted, choices, lambda path: self._services.service(path, settings), self._services.utc)
            return self.take(watch, holds.pop_all())

    def look(self, wanted: TableRequest) -> Preview:
        """Opens a camera to look through it before a game.

        Raises:
            OpeningError: If it cannot be opened.
        """
        preview = Preview(prepared(wanted))
        self.take(preview, ExitStack())
        preview.start()
        return preview

    def take(self, watch: Opened, holds: ExitStack) -> Opened:
        """Takes over what was opened by somebody else, and what is let go with it."""
        with self._lock:
            self._open[id(watch)] = watch, holds
        return watch

    def close(self, watch: ThreadOwner) -> None:
        """Ends the threads of what is open, frees its camera and lets its game go."""
        with self._lock:
            _, holds = self._open.pop(id(watch), (watch, ExitStack()))
        with holds:
            watch.stop()

    def close_all(self) -> None:
        """Ends them all."""
        for watch, _ in tuple(self._open.values()):
            self.close(watch)
