"""Reports what is wrong with the radio, in one sentence that a player can act on."""

from dataclasses import dataclass
from enum import StrEnum

from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakError,
)


class RadioCause(StrEnum):
    """The kind of trouble; screens word it."""

    NO_BUS = "no-bus"
    NO_SERVICE = "no-service"
    NO_ADAPTER = "no-adapter"
    OFF = "off"
    DENIED = "denied"
    BUSY = "busy"
    SILENT = "silent"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class RadioTrouble:
    """Why there is no radio at present. Retries continue for as long as a source is open.

    Attributes:
        cause: The kind of trouble.
        sentence: The trouble in English, with what to do.
    """

    cause: RadioCause
    sentence: str

    @property
    def ends_links(self) -> bool:
        """Whether no connection can exist any more; otherwise each link is checked."""
        return self.cause in {RadioCause.NO_BUS, RadioCause.NO_SERVICE, RadioCause.NO_ADAPTER, RadioCause.OFF}

    @property
    def explains_losses(self) -> bool:
        """Whether this trouble is the reason for a die lost meanwhile: a radio that only cannot scan loses no die."""
        return self.cause not in {RadioCause.BUSY, RadioCause.OTHER}


SENTENCES = {
    RadioCause.NO_BUS: "D-Bus not found, so Bluetooth cannot be reached. Start the system's message bus.",
    RadioCause.NO_SERVICE: "The Bluetooth service is not running. Start it (on Linux: systemctl start bluetooth).",
    RadioCause.NO_ADAPTER: "Bluetooth adapter for dice not found. Plug one in.",
    RadioCause.OFF: "Bluetooth is off. Turn it on.",
    RadioCause.DENIED: "This program may not use Bluetooth. Allow it in the system's settings.",
    RadioCause.BUSY: "Another program is using the Bluetooth scanner. Close it.",
    RadioCause.SILENT: "Bluetooth does not answer. Turn it off and on again.",
    RadioCause.OTHER: "Bluetooth fails",
}
_REASONS = {
    BleakBluetoothNotAvailableReason.NO_BLUETOOTH: RadioCause.NO_ADAPTER,
    BleakBluetoothNotAvailableReason.NO_BLE_CENTRAL_ROLE: RadioCause.NO_ADAPTER,
    BleakBluetoothNotAvailableReason.POWERED_OFF: RadioCause.OFF,
    BleakBluetoothNotAvailableReason.DENIED_BY_USER: RadioCause.DENIED,
    BleakBluetoothNotAvailableReason.DENIED_BY_SYSTEM: RadioCause.DENIED,
    BleakBluetoothNotAvailableReason.DENIED_BY_UNKNOWN: RadioCause.DENIED,
}
_ERRORS = {
    "org.freedesktop.DBus.Error.ServiceUnknown": RadioCause.NO_SERVICE,
    "org.freedesktop.DBus.Error.NameHasNoOwner": RadioCause.NO_SERVICE,
    "org.freedesktop.DBus.Error.Spawn.ServiceNotFound": RadioCause.NO_SERVICE,
    "org.freedesktop.DBus.Error.NoReply": RadioCause.SILENT,
    "org.freedesktop.DBus.Error.AccessDenied": RadioCause.DENIED,
    # The error for an adapter's path once the adapter is removed.
    "org.freedesktop.DBus.Error.UnknownObject": RadioCause.NO_ADAPTER,
    "org.freedesktop.DBus.Error.UnknownMethod": RadioCause.NO_ADAPTER,
    "org.bluez.Error.NotReady": RadioCause.OFF,
    "org.bluez.Error.InProgress": RadioCause.BUSY,
}


def trouble_of(error: BaseException) -> RadioTrouble:
    """Returns the trouble for an error in scanning."""
    match error:
        case BleakBluetoothNotAvailableError():
            cause = _REASONS.get(error.reason, RadioCause.OTHER)
        case BleakError():
            # Only on Linux do the errors have the name of a D-Bus error as their first argument.
            name = error.args[0] if error.args and isinstance(error.args[0], str) else ""
            cause = _ERRORS.get(name, RadioCause.OTHER)
        case TimeoutError():
            cause = RadioCause.SILENT
        case _:
            cause = RadioCause.NO_BUS
    sentence = SENTENCES[cause]
    return RadioTrouble(cause, f"{sentence}: {error}." if cause is RadioCause.OTHER else sentence)
