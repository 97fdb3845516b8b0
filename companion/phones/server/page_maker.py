"""What the server asks of whoever makes the pages."""

from typing import Protocol

from companion.phones.pages.card_photos import CardPhotos
from companion.phones.pages.card_scan import ScanResult
from companion.phones.pages.league import LeagueContact
from companion.phones.pages.live_page import LivePage
from companion.phones.pages.mat_photo import MatPhoto
from companion.phones.pages.reader import Reader
from companion.referee.match.command_gateway import CommandGateway
from companion.texts import COMMON, Language, Texts


class PageMaker(Protocol):
    """Makes the HTML.

    Attributes:
        photos: Of the players' own cards; None where none are taken.
        league: Takes what players say to their league; None at a table that belongs to none.
        mat_photo: The newest picture of the mat.
    """

    photos: CardPhotos | None
    league: LeagueContact | None
    mat_photo: MatPhoto

    def sections(self, gateway: CommandGateway, reader: Reader) -> dict[str, str]:
        """All that a reader sees now, by section."""
        ...

    def document(
        self, reader: Reader, board: LivePage, place: str, texts: Texts = COMMON, *, carries: bool = False
    ) -> str:
        """The whole page around the sections; its intents say that they were made at a place.

        It leads to the reader's deck where that can be taken along (`carries`).
        """
        ...

    def joining(
        self,
        gateway: CommandGateway,
        language: Language,
        *,
        trouble: str = "",
        ticket: str = "",
        seat: str = "",
        elsewhere: bool = False,
    ) -> str:
        """The page to join by: with a ticket one button to sit down at its seat, else a field for the code.

        A phone whose seat is in another game (`elsewhere`) is told so, and waits for that game.
        """
        ...

    def why(self, gateway: CommandGateway, reader: Reader, number: int, *, whole: bool) -> str | None:
        """On what a line of a reader's log rests, as a page or a part of one; None if there is nothing to show."""
        ...

    def scanned(self, found: ScanResult, language: Language, place: str) -> str:
        """The page that says which card was photographed, for browsers without script."""
        ...

    def carried_deck(self, gateway: CommandGateway, reader: Reader) -> str | None:
        """The page with the codes of the reader's own deck; None if there is none to take along."""
        ...

    def app_dice(self, address: str, language: Language) -> str:
        """The page with the address at which an app reports rolls."""
        ...

    def said(self, sentence: str, language: Language) -> str:
        """The page that says why an intent was not granted, for browsers without script."""
        ...

    def asset(self, name: str) -> tuple[bytes, str] | None:
        """A file that pages load, with its media type; None if there is none."""
        ...
