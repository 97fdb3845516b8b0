"""The phones' server as the tablet knows it: where to join, who is there, who has seen what."""

from collections.abc import Callable

from companion.games.command import SPECTATOR
from companion.phones.server.server import PhoneServer
from companion.referee.api.guests import Guest, GuestStatus, SeatStatus


class PhoneHost:
    """Answers the tablet about one running server; used in the core thread."""

    def __init__(
        self, server: PhoneServer, addresses: Callable[[], tuple[str, ...]], name_of: Callable[[str], str]
    ) -> None:
        """Prepares.

        Args:
            server: The server, which listens already.
            addresses: Tells the addresses of this machine, best first.
            name_of: What people call a seat.
        """
        self._server, self._addresses, self._name_of = server, addresses, name_of

    def status(self) -> GuestStatus:
        """How things are now."""
        server = self._server
        urls = tuple(f"{server.scheme}://{address}:{server.port}" for address in self._addresses())
        working = tuple(url for url in urls if url.partition("://")[2] in server.hosts)
        best = (working or urls or ("",))[0]
        return GuestStatus(best, urls, working, tuple(self._seat(seat, best) for seat in server.seating.seats))

    def hand_on(self, seat: str) -> None:
        """Empties a seat for another phone."""
        self._server.seating.hand_on(seat)

    def send_away(self, guest: int) -> None:
        """Takes one phone's seat from it."""
        self._server.seating.send_away(guest)

    def allow_second(self, seat: str, *, allowed: bool) -> None:
        """Lets a second phone sit at a seat, or no longer."""
        self._server.seating.allow_second(seat, allowed=allowed)

    def _seat(self, seat: str, address: str) -> SeatStatus:
        server = self._server
        shown = server.seating.invitation(seat)
        guests = tuple(
            Guest(phone.id, server.watching(phone) > 0, server.behind(phone))
            for phone in server.seating.phones
            if phone.seat == seat
        )
        return SeatStatus(
            seat=seat,
            name="" if seat == SPECTATOR else self._name_of(seat),
            link=f"{address}/j/{shown.ticket}" if shown is not None and address else "",
            code=shown.code if shown is not None else "",
            second_allowed=server.seating.second_allowed(seat),
            guests=guests,
        )
