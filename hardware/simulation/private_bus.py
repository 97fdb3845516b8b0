"""A private message bus, separate from the system's."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from hardware.source import DiceError

_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow receive_sender="*"/>
  </policy>
</busconfig>
"""
_PATIENCE_S = 5.0


class NoPrivateBusError(DiceError):
    """The private bus cannot be started on this computer."""


class PrivateBus:
    """A dbus-daemon that can only be found by its address. It starts within milliseconds."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._daemon: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Its address, for the environment variable DBUS_SYSTEM_BUS_ADDRESS."""
        if self._folder is None:
            raise NoPrivateBusError("The private bus has not been started.")
        return f"unix:path={self._socket}"

    @property
    def _socket(self) -> Path:
        return Path(self._folder.name if self._folder is not None else "") / "bus"

    def start(self) -> None:
        """Starts it; it accepts connections when this returns.

        Raises:
            NoPrivateBusError: If there is no dbus-daemon on this computer, or it does not start.
        """
        program = shutil.which("dbus-daemon")
        if program is None:
            raise NoPrivateBusError("Simulated radio dice need the program dbus-daemon; install the package dbus.")
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="dice-bus-")
        configuration = Path(self._folder.name) / "bus.conf"
        configuration.write_text(_CONFIGURATION.format(socket=self._socket), encoding="utf-8")
        self._socket.unlink(missing_ok=True)
        # If this process is killed, the daemon must end too.
        setpriv = shutil.which("setpriv")
        bound = [] if setpriv is None else [setpriv, "--pdeathsig", "KILL"]
        self._daemon = subprocess.Popen(  # noqa: S603  the programs were found by their names, the rest is ours
            [*bound, program, f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        # It prints its address once it accepts connections, and nothing if it fails.
        if self._daemon.stdout is None or not self._daemon.stdout.readline():
            self.stop()
            raise NoPrivateBusError("The program dbus-daemon does not start.")

    def stop(self) -> None:
        """Ends it at once, without notifying its clients."""
        if self._daemon is not None:
            self._daemon.kill()
            self._daemon.communicate(timeout=_PATIENCE_S)
            self._daemon = None

    def close(self) -> None:
        """Ends it and removes its files."""
        self.stop()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
