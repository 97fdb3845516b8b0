"""Our own dice that are paired with this computer: their secrets, in a file of the user's data folder."""

from pathlib import Path
from typing import Annotated

import msgspec
import platformdirs

from companion.documents import DocumentError, MissingDocumentError, decode_json, read_bytes
from companion.record.private_file import make_private_folder, write_private
from companion.referee.errors import SetupError
from hardware.die_keys import KEY_BYTES, DieKeys
from hardware.wire.pairing import pair_die

Digits = Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * KEY_BYTES}}}$")]


class PairedDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file.

    Attributes:
        keys: The secret of each die by its own id, in hexadecimal digits.
    """

    keys: dict[str, Digits] = {}


def keys_file() -> Path:
    """Where the secrets are kept."""
    return Path(platformdirs.user_data_path("companion")) / "dice-keys.json"


def paired_dice() -> DieKeys:
    """The secrets of all paired dice; none where the file is missing.

    Raises:
        SetupError: If the file cannot be read: without it, nobody could tell a stranger's die.
    """
    return DieKeys({die: bytes.fromhex(digits) for die, digits in _read().keys.items()})


async def pair(port: str) -> str:
    """Pairs the die on a serial port and keeps its secret; returns the die's id.

    Raises:
        PairingError: If no die of ours answers there.
        SetupError: If the file of the secrets cannot be read.
        OSError: If it cannot be written.
    """
    known = _read().keys
    die, key = await pair_die(port)
    _write({**known, die: key.hex()})
    return die


def unpair(die: str) -> bool:
    """Forgets the secret of a die; tells whether there was one.

    Raises:
        SetupError: If the file of the secrets cannot be read.
        OSError: If it cannot be written.
    """
    known = _read().keys
    if die not in known:
        return False
    _write({name: digits for name, digits in known.items() if name != die})
    return True


def _read() -> PairedDice:
    try:
        return decode_json(read_bytes(keys_file()), PairedDice)
    except MissingDocumentError:
        return PairedDice()
    except DocumentError as error:
        raise SetupError(f"{keys_file()} {error} Remove it and pair the dice again.") from error


def _write(keys: dict[str, str]) -> None:
    make_private_folder(keys_file().parent)
    write_private(keys_file(), msgspec.json.encode(PairedDice(keys)))
