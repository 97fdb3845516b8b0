"""The parts of the D-Bus library that the simulation needs; only on Linux does bleak install that library."""

from hardware.simulation.private_bus import NoPrivateBusError

try:
    from dbus_fast import BusType, Message, MessageType, Variant
    from dbus_fast.aio.message_bus import MessageBus
except ImportError as error:
    raise NoPrivateBusError("Simulated radio dice need Linux; simulated serial dice work on macOS, too.") from error

__all__ = ["BusType", "Message", "MessageBus", "MessageType", "Variant"]
