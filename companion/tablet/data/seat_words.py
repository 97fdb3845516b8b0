"""What the screen of the seats says, as data: codes to join by, who is there, and what to do when nobody comes.

Knows the languages, knows nothing of Kivy.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from companion.referee import Guest, GuestStatus, Level, SeatStatus
from companion.texts import Language, say

LOST_AFTER_S = 4.0
"""A phone that is away for less was perhaps reloading its page."""
PATIENCE_S = 45.0
"""When codes were shown for so long and no phone came, something may be in the way."""
MAX_LINES = 12
"""Of those who watch, only the newest have a line."""
FIREWALLS = {"win32": "windows", "darwin": "macos"}


@dataclass(frozen=True, slots=True)
class SeatDelays:
    """What only time tells.

    Attributes:
        lost: Ids of the phones that have been away for longer than a moment.
        in_vain: Whether codes have been shown for a while, and no phone has come.
    """

    lost: frozenset[int] = frozenset()
    in_vain: bool = False


class SeatTimer:
    """Counts how long phones are away, and how long codes are shown in vain."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._away_since_s: dict[int, float] = {}
        self._shown_since_s: float | None = None

    def see(self, guests: GuestStatus, *, shown: bool) -> SeatDelays:
        """Takes notice of how things are.

        Args:
            guests: The phones.
            shown: Whether the codes are on the screen now.
        """
        now_s = self._clock()
        phones = [guest for seat in guests.seats for guest in seat.guests]
        away = {phone.id: self._away_since_s.get(phone.id, now_s) for phone in phones if not phone.connected}
        self._away_since_s = away
        waits = shown and bool(guests.address) and not phones and not guests.working
        self._shown_since_s = (self._shown_since_s if self._shown_since_s is not None else now_s) if waits else None
        return SeatDelays(
            frozenset(phone for phone, since_s in away.items() if now_s - since_s >= LOST_AFTER_S),
            self._shown_since_s is not None and now_s - self._shown_since_s >= PATIENCE_S,
        )


@dataclass(frozen=True, slots=True)
class GuestRow:
    """One phone.

    Attributes:
        id: Its number.
        title: What it is called.
        text: How it is.
        level: How well.
    """

    id: int
    title: str
    text: str
    level: Level


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One seat.

    Attributes:
        seat: Its id.
        name: Whose.
        link: What the QR code holds; empty where nobody may join now.
        text: What to do to join, or that nobody may.
        address: To type; empty where nobody may join now.
        code: To type likewise.
        lost: Whether its phone is lost.
        guests: The phones there.
        hand_on: On the key that empties the seat; empty without one.
        second: On the key that lets a second phone in or no longer; empty without one.
        second_allowed: Whether a second phone may come.
    """

    seat: str
    name: str
    link: str
    text: str
    address: str
    code: str
    lost: bool
    guests: tuple[GuestRow, ...]
    hand_on: str
    second: str
    second_allowed: bool


@dataclass(frozen=True, slots=True)
class AddressKey:
    """One way to reach the table.

    Attributes:
        text: As it is typed.
        url: The whole.
        works: Whether a phone has come by it.
        chosen: Whether the codes lead there.
    """

    text: str
    url: str
    works: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The whole screen.

    Attributes:
        title: Above all.
        close: On the key that leads back.
        send_away: On the key beside each phone.
        message: What is wrong and what to do; empty while all is well.
        addresses: By which the table may be reached, best first.
        cards: The seats.
    """

    title: str
    close: str
    send_away: str
    message: str
    addresses: tuple[AddressKey, ...]
    cards: tuple[SeatCard, ...]


def seats_page(language: Language, guests: GuestStatus, waited: SeatDelays, chosen: str = "") -> SeatsPage:
    """What the screen says.

    Args:
        language: The players'.
        guests: The phones.
        waited: What time told.
        chosen: The address that the players want in the codes; any other than a known one stands for the best.
    """
    address = chosen if chosen in guests.addresses else guests.address
    return SeatsPage(
        say(language, "seats.title"),
        say(language, "seats.close"),
        say(language, "seats.send_away"),
        _message(language, guests, waited),
        tuple(AddressKey(_short(each), each, each in guests.working, each == address) for each in guests.addresses),
        tuple(_card(language, seat, guests.address, address, waited) for seat in guests.seats),
    )


def button(language: Language, guests: GuestStatus, waited: SeatDelays) -> tuple[str, bool]:
    """What stands on the key that leads here, and whether it is urgent."""
    players = [seat for seat in guests.seats if seat.name]
    if any(_lost(seat, waited) for seat in players):
        return say(language, "seats.lost_button"), True
    here = sum(any(guest.connected for guest in seat.guests) for seat in players)
    return say(language, "seats.button", here=here, seats=len(players)), False


def _message(language: Language, guests: GuestStatus, waited: SeatDelays) -> str:
    if not guests.address:
        return say(language, "seats.no_network")
    lost = [seat.name for seat in guests.seats if seat.name and _lost(seat, waited)]
    if lost:
        return say(language, "seats.lost_sentence", names=", ".join(lost))
    if waited.in_vain:
        port = guests.address.rpartition(":")[2]
        return say(language, f"seats.firewall.{FIREWALLS.get(sys.platform, 'linux')}", port=port)
    return ""


def _lost(seat: SeatStatus, waited: SeatDelays) -> bool:
    """Whether all phones of a player are lost: a second one that sleeps is no trouble."""
    return bool(seat.guests) and all(guest.id in waited.lost for guest in seat.guests)


def _card(language: Language, seat: SeatStatus, best: str, address: str, waited: SeatDelays) -> SeatCard:
    link = address + seat.link.removeprefix(best) if seat.link else ""
    plays = bool(seat.name)
    lost = plays and _lost(seat, waited)
    words = "scan" if link else "lost_card" if lost else "taken" if best else ""
    return SeatCard(
        seat=seat.seat,
        name=seat.name or _watchers(language, len(seat.guests)),
        link=link,
        text=say(language, f"seats.{words}") if words else "",
        address=_short(address) if link else "",
        code=seat.code if link else "",
        lost=lost,
        guests=tuple(_guest(language, guest, waited) for guest in seat.guests[-MAX_LINES:]),
        hand_on=say(language, "seats.hand_on") if plays and seat.guests else "",
        second=say(language, "seats.only_one" if seat.second_allowed else "seats.second") if plays else "",
        second_allowed=seat.second_allowed,
    )


def _watchers(language: Language, count: int) -> str:
    words = say(language, "seats.watchers")
    return f"{words}: {count}" if count else words


def _guest(language: Language, guest: Guest, waited: SeatDelays) -> GuestRow:
    title = say(language, "seats.phone", number=guest.id)
    if guest.id in waited.lost:
        return GuestRow(guest.id, title, say(language, "seats.lost"), Level.BLIND)
    if not guest.connected:
        return GuestRow(guest.id, title, say(language, "seats.coming"), Level.WORSE)
    if guest.behind is None:
        return GuestRow(guest.id, title, say(language, "seats.shows_nothing"), Level.WORSE)
    if guest.behind:
        return GuestRow(guest.id, title, say(language, "seats.behind", count=guest.behind), Level.WORSE)
    return GuestRow(guest.id, title, say(language, "seats.current"), Level.GOOD)


def _short(address: str) -> str:
    """An address as it is typed."""
    return address.removeprefix("http://")
