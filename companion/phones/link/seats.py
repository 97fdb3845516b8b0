"""Who sits at which phone: codes and tickets to join by, secret tokens to stay by.

A ticket is long and lies in the QR code; a code is short, typed by hand, and short-lived. Either is used up by joining.
A token is 256 random bits that only the phone's cookie holds; here only its SHA-256 is kept, also over a restart.
"""

import hashlib
import hmac
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from companion.documents import DocumentError, decode_json, read_bytes
from companion.games.command import SPECTATOR
from companion.record.private_file import write_private

log = logging.getLogger(__name__)

TOKEN_BYTES = 32
TICKET_BYTES = 16
TICKET_FORM = re.compile(r"[0-9a-f]{32}")
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are read wrongly; 32 letters, so that a random byte chooses evenly."""
CODE_LENGTH = 6
CODE_LIFE_S = 600.0
MAX_SPECTATORS = 200
MAX_SENT_AWAY = 400


class JoinError(Exception):
    """Nobody may sit down by this.

    Attributes:
        key: Which sentence says why: `wrong`, `often`, `full`.
    """

    def __init__(self, key: str) -> None:
        super().__init__(f"joining is refused: {key}")
        self.key = key


class Phone(msgspec.Struct, frozen=True, kw_only=True):
    """A phone that has joined.

    Attributes:
        id: Its number in this game, which names it on the tablet.
        seat: The player it shows, or `SPECTATOR`.
        token_sha256: Of the secret in its cookie, in hexadecimal.
    """

    id: int
    seat: str
    token_sha256: str


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """The file beside the record."""

    phones: tuple[Phone, ...] = ()
    next_id: int = 1
    seconds: tuple[str, ...] = ()
    game: str = ""
    roll_keys: dict[str, str] = {}
    sent_away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Invitation:
    """What lets one phone join.

    Attributes:
        seat: Where it will sit.
        ticket: For the link in the QR code.
        code: For typing.
        ends_s: When the code ends, on the clock; a new one is made then.
    """

    seat: str
    ticket: str
    code: str
    ends_s: float


class Seats:
    """The seats of one game, and the phones on them."""

    def __init__(
        self,
        players: tuple[str, ...],
        file: Path,
        clock: Callable[[], float],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        """Opens the seats, with the phones that sat there before.

        Args:
            players: Ids of the seats.
            file: Where phones are kept over a restart; made when the first one joins.
            clock: Seconds of a monotonic clock.
            random_bytes: A source of secrets.
        """
        self.seats = (*players, SPECTATOR)
        self._file = file
        self._clock = clock
        self._random_bytes = random_bytes
        self._kept = _read(file)
        self._invitations: dict[str, Invitation] = {}
        self._listeners: tuple[Callable[[int], None], ...] = ()
        if not self._kept.game:
            self._kept = msgspec.structs.replace(self._kept, game=random_bytes(TICKET_BYTES).hex())
            if self.phones:  # those that sit there already must know their place again after a restart
                self._keep()

    @property
    def phones(self) -> tuple[Phone, ...]:
        """All that have joined, in the order they came."""
        return self._kept.phones

    def listen(self, listener: Callable[[int], None]) -> None:
        """Tells a listener the id of each phone that is sent away."""
        self._listeners = (*self._listeners, listener)

    def is_open(self, seat: str) -> bool:
        """Whether another phone may sit down there: on an empty seat, on one with leave for a second, and to watch."""
        sitting = sum(phone.seat == seat for phone in self.phones)
        room = 2 if self.second_allowed(seat) else 1
        return seat == SPECTATOR or (seat in self.seats and sitting < room)

    def second_allowed(self, seat: str) -> bool:
        """Whether a second phone may sit at a seat."""
        return seat in self._kept.seconds

    def place(self, seat: str) -> str:
        """A mark that no other seat and no other game has; it tells nothing of either."""
        return _sha256(f"{self._kept.game}/{seat}")[:16]

    def invitation(self, seat: str) -> Invitation | None:
        """What to show for a seat now; None where nobody may sit down.

        Raises:
            KeyError: If there is no such seat.
        """
        if seat not in self.seats:
            raise KeyError(seat)
        if not self.is_open(seat):
            return None
        now_s = self._clock()
        known = self._invitations.get(seat)
        if known is None:
            known = Invitation(seat, self._random_bytes(TICKET_BYTES).hex(), self._code(), now_s + CODE_LIFE_S)
        elif now_s >= known.ends_s:
            known = replace(known, code=self._code(), ends_s=now_s + CODE_LIFE_S)
        self._invitations[seat] = known
        return known

    def seat_by(self, word: str) -> str:
        """The seat that a ticket or a code leads to.

        Raises:
            JoinError: If it leads nowhere, or nowhere any more.
        """
        typed = word.strip().upper().encode()
        for seat in self.seats:
            shown = self.invitation(seat)
            if shown is not None and (
                hmac.compare_digest(shown.code.encode(), typed)
                or hmac.compare_digest(shown.ticket.encode(), typed.lower())
            ):
                return seat
        raise JoinError("wrong")

    def join(self, word: str, *, is_here: Callable[[Phone], bool] = lambda _: True) -> tuple[Phone, str]:
        """Seats a phone; returns it and its token, which nobody can learn again.

        Args:
            word: A ticket or code.
            is_here: Whether a phone is at the table still; of too many who watch, one that is not makes room.

        Raises:
            JoinError: If the ticket or code is wrong, or too many watch.
        """
        seat = self.seat_by(word)
        if seat == SPECTATOR:
            self._make_room(is_here)
        token = self._random_bytes(TOKEN_BYTES).hex()
        phone = Phone(id=self._kept.next_id, seat=seat, token_sha256=_sha256(token))
        if seat != SPECTATOR:  # spectators share one code; a seat's is used up
            del self._invitations[seat]
        self._keep(phones=(*self.phones, phone), next_id=phone.id + 1)
        return phone, token

    def phone(self, token: str) -> Phone | None:
        """The phone that holds a token; None if there is none, or none any more."""
        digest = _sha256(token)
        return next((each for each in self.phones if hmac.compare_digest(each.token_sha256, digest)), None)

    def has_sent_away(self, token: str) -> bool:
        """Whether a token was good here once, and its seat was taken from it."""
        return _sha256(token) in self._kept.sent_away

    def roll_key(self, seat: str) -> str:
        """The key with which an app of a player reports rolls; made when it is first asked for.

        Raises:
            KeyError: If there is no such player.
        """
        if seat == SPECTATOR or seat not in self.seats:
            raise KeyError(seat)
        if seat not in self._kept.roll_keys:
            self.renew_roll_key(seat)
        return self._kept.roll_keys[seat]

    def renew_roll_key(self, seat: str) -> None:
        """Makes a new key for a player; the one before is worthless."""
        key = self._random_bytes(TICKET_BYTES).hex()
        self._keep(roll_keys={**self._kept.roll_keys, seat: key})

    def seat_of_roll_key(self, key: str) -> str | None:
        """The player whose key it is; None for none."""
        given = key.encode()
        owners = (seat for seat, own in self._kept.roll_keys.items() if hmac.compare_digest(own.encode(), given))
        return next(owners, None)

    def allow_second(self, seat: str, *, allowed: bool) -> None:
        """Lets a second phone sit at a seat, or no longer; one that sits there already stays."""
        others = tuple(each for each in self._kept.seconds if each != seat)
        self._keep(seconds=(*others, seat) if allowed else others)

    def send_away(self, phone_id: int) -> None:
        """Takes a phone's seat from it."""
        gone = tuple(each.token_sha256 for each in self.phones if each.id == phone_id)
        sent_away = (*self._kept.sent_away, *gone)[-MAX_SENT_AWAY:]
        self._keep(phones=tuple(each for each in self.phones if each.id != phone_id), sent_away=sent_away)
        for listener in self._listeners:
            listener(phone_id)

    def hand_on(self, seat: str) -> None:
        """Empties a seat for another phone, and makes what was shown for it worthless."""
        self._invitations.pop(seat, None)
        self._keep(roll_keys={other: key for other, key in self._kept.roll_keys.items() if other != seat})
        for phone in self.phones:
            if phone.seat == seat:
                self.send_away(phone.id)

    def _make_room(self, is_here: Callable[[Phone], bool]) -> None:
        watching = [phone for phone in self.phones if phone.seat == SPECTATOR]
        if len(watching) < MAX_SPECTATORS:
            return
        gone = next((phone for phone in watching if not is_here(phone)), None)
        if gone is None:
            raise JoinError("full")
        self.send_away(gone.id)

    def _code(self) -> str:
        return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in self._random_bytes(CODE_LENGTH))

    def _keep(self, **changed: object) -> None:
        self._kept = msgspec.structs.replace(self._kept, **changed)
        try:
            write_private(self._file, msgspec.json.encode(self._kept))
        except OSError:  # it holds for now: a phone that must go goes, though a restart will not remember it
            log.exception("seats_not_kept")


def is_ticket(word: str) -> bool:
    """Whether a word has the form of a ticket, which nobody can guess."""
    return TICKET_FORM.fullmatch(word.strip()) is not None


def _read(file: Path) -> _Kept:
    """The phones kept in a file; none if it is missing or damaged: then phones join anew."""
    try:
        return decode_json(read_bytes(file), _Kept)
    except DocumentError:
        return _Kept()


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
