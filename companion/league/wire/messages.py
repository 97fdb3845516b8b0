"""What a table publishes of a game, message by message, each chained to the one before and signed by the table.

Nothing hidden stands in a message. Its commitment names the newest entry of the record without telling anything of it:
who is shown the record later can check that each message was true when it was sent.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from companion.league.errors import LeagueError
from companion.league.wire.bodies import BODIES, Body
from companion.league.wire.keys import Key, is_signed

FeedKind = Literal["game", "shown", "clock", "call", "decision", "result"]
FIRST = ""
"""Stands for the hash before the first message."""
MAX_MESSAGE_BYTES = 4_000_000
"""Of one message once it is unpacked; packed it must be less than the megabyte that NATS takes."""
PACKED_AT = 6
"""Level of compression: a higher one takes longer and saves next to nothing."""


class FeedError(LeagueError):
    """Messages that are not as a table sent them; its text is one sentence for people, and says which and why."""


class FeedMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One message.

    Attributes:
        game: Id of the game, the same in all its messages.
        number: From 0, without gaps.
        at: Wall time, ISO 8601 in UTC.
        kind: What stands in the body: `companion.league.wire.bodies` has a struct for each.
        body: JSON.
        commitment: SHA-256, in hexadecimal, of the game's salt and the hash of the record's newest entry.
        before: Hash of the message before; empty in the first.
        hash: SHA-256 of all above, in hexadecimal.
        signature: Of the hash, by the table's key, in hexadecimal.
    """

    game: str
    number: int
    at: str
    kind: FeedKind
    body: msgspec.Raw
    commitment: str
    before: str
    hash: str = ""
    signature: str = ""

    def true_hash(self) -> str:
        """SHA-256 of all fields but the last two, each with its length before it."""
        whole = hashlib.sha256()
        for part in (
            self.game.encode(),
            str(self.number).encode(),
            self.at.encode(),
            self.kind.encode(),
            bytes(self.body),
            self.commitment.encode(),
            self.before.encode(),
        ):
            whole.update(len(part).to_bytes(8, "big"))
            whole.update(part)
        return whole.hexdigest()

    def sealed(self, key: Key) -> "FeedMessage":
        """The message with its hash and signature."""
        found = self.true_hash()
        return msgspec.structs.replace(self, hash=found, signature=key.sign(bytes.fromhex(found)).hex())

    @property
    def id(self) -> str:
        """By which a stream knows a message that it has already."""
        return f"{self.game}:{self.number}"


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(FeedMessage)


def encoded(message: FeedMessage) -> bytes:
    """A message as it is sent: JSON, packed, for scenes are long and say much twice."""
    return zlib.compress(_ENCODER.encode(message), PACKED_AT)


def decoded(data: bytes) -> FeedMessage:
    """A message that came.

    Raises:
        FeedError: If it is none.
    """
    try:
        unpacked = zlib.decompressobj().decompress(data, MAX_MESSAGE_BYTES + 1)
        if len(unpacked) > MAX_MESSAGE_BYTES:
            raise FeedError(f"a message is longer than {MAX_MESSAGE_BYTES} bytes")
        return _DECODER.decode(unpacked)
    except (zlib.error, msgspec.DecodeError, RecursionError) as error:
        raise FeedError(f"a message is none of a table: {error}") from error


def body_of(message: FeedMessage) -> Body:
    """What stands in a message.

    Raises:
        FeedError: If it is not of the message's kind.
    """
    try:
        return msgspec.json.decode(message.body, type=BODIES[message.kind])
    except (msgspec.DecodeError, RecursionError) as error:
        raise FeedError(f"message {message.number} of game {message.game} is no {message.kind}: {error}") from error


def commitment(salt: bytes, entry: bytes) -> str:
    """What a message tells of the record's newest entry.

    Args:
        salt: Of the game, kept at the table.
        entry: Hash of the entry.
    """
    return hashlib.sha256(salt + entry).hexdigest()


class FeedChain:
    """Checks the messages of one game as they come.

    Attributes:
        head: The newest message that was found good; None before the first.
    """

    def __init__(self, public: str, head: FeedMessage | None = None, game: str = "") -> None:
        """Begins, or goes on after a message that was checked already.

        Args:
            public: The table's key; messages signed by another are refused.
            head: See the attribute.
            game: Id of the game; empty for that of the first message.
        """
        self._public, self.head = public, head
        self._game = game or ("" if head is None else head.game)

    def add(self, message: FeedMessage) -> bool:
        """Checks the next message; whether it is new, for one that came before in the same words is passed over.

        Raises:
            FeedError: If it was forged or changed, or if one is missing before it.
        """
        number = 0 if self.head is None else self.head.number + 1
        where = f"message {message.number} of game {message.game}"
        if self._game and message.game != self._game:
            raise FeedError(f"{where} stands among those of game {self._game}")
        if message.hash != message.true_hash():
            raise FeedError(f"{where} is not as it was sent: its hash is wrong")
        if not is_signed(self._public, bytes.fromhex(message.hash), _unhexed(message.signature)):
            raise FeedError(f"{where} was not signed by the table's key")
        if self.head is not None and message.number <= self.head.number:
            if message.number == self.head.number and message.hash != self.head.hash:
                raise FeedError(f"there are two of {where}, and they differ")
            return False
        if message.number > number:
            raise FeedError(f"messages {number} to {message.number - 1} of game {message.game} are missing")
        if message.before != (FIRST if self.head is None else self.head.hash):
            raise FeedError(f"{where} does not follow the one before it: something was changed or taken out")
        self.head, self._game = message, message.game
        return True


def checked(messages: Iterable[FeedMessage], public: str) -> Iterator[FeedMessage]:
    """The messages of a game in order, each once, as long as they are good.

    Raises:
        FeedError: At the first that is not.
    """
    chain = FeedChain(public)
    for message in messages:
        if chain.add(message):
            yield message


def _unhexed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
