"""A nats-server that we start, watch, and end.

The server is a program of its own. It is given a configuration file in a private folder and writes its log beside it;
it is ready when it says so, and what it says when it cannot start is passed on in one sentence. It ends with the
program that started it, even if that is killed: by the kernel's help on Linux, and elsewhere when it is started anew.
"""

import asyncio
import contextlib
import os
import re
import shutil
import signal
from pathlib import Path

from companion.league.errors import LeagueError
from companion.league.servers.config import ServerPlan, written
from companion.record.private_file import make_private_folder, write_private

PROGRAM = "nats-server"
TIES = ("setpriv", "--pdeathsig", "TERM", "--")
"""Starts a program that is told to end when its parent dies; of util-linux."""
READY = b"Server is ready"
STARTS_WITHIN_S = 20.0
ENDS_WITHIN_S = 10.0
LOOK_EVERY_S = 0.02
FATAL = re.compile(rb"\[FTL\] (.+)|nats-server: (.+)")


class ServerError(LeagueError):
    """A NATS server that could not be started; its text is one sentence for people."""


class NatsServer:
    """One server; its folder keeps what it stores from one start to the next.

    Attributes:
        plan: How it is configured now.
    """

    def __init__(self, plan: ServerPlan, folder: Path) -> None:
        """Prepares; `start` starts it.

        Args:
            plan: See the attribute.
            folder: For its configuration and log; made if it is missing.
        """
        self.plan, self._folder = plan, folder
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """Where clients on this machine find it."""
        scheme = "nats" if self.plan.tls is None else "tls"
        return f"{scheme}://127.0.0.1:{self.plan.port}"

    @property
    def log(self) -> Path:
        """What it says."""
        return self._folder / f"{self.plan.name}.log"

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Starts it, and waits until it takes clients.

        Raises:
            ServerError: If it is not installed, or says that it cannot start.
        """
        program = shutil.which(PROGRAM, path=_path())
        if program is None:
            raise ServerError(f"{PROGRAM} was not found; install it with: sudo apt-get install {PROGRAM}")
        make_private_folder(self._folder)
        make_private_folder(self.plan.store)
        self._write()
        await self._end_orphan()
        self.log.unlink(missing_ok=True)
        ties = shutil.which(TIES[0])
        self._process = await asyncio.create_subprocess_exec(
            *(() if ties is None else (ties, *TIES[1:])),
            program,
            "-c",
            str(self._configuration),
            "-l",
            str(self.log),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is ours to answer: tables first, then servers
        )
        write_private(self._pid, str(self._process.pid).encode())
        try:
            async with asyncio.timeout(STARTS_WITHIN_S):
                await self._ready()
        except TimeoutError:
            await self.stop()
            raise ServerError(f"{PROGRAM} did not start within {STARTS_WITHIN_S:.0f} s; see {self.log}") from None

    async def reload(self, plan: ServerPlan) -> None:
        """Takes another plan while clients stay: new tables and venues, changed permissions.

        Raises:
            ServerError: If the server is not running.
        """
        self.plan = plan
        self._write()
        if self._process is None or self._process.returncode is not None:
            raise ServerError(f"{PROGRAM} {plan.name} is not running")
        self._process.send_signal(signal.SIGHUP)

    async def stop(self) -> None:
        """Ends it; nothing that was acknowledged is lost. May be called twice."""
        await self._end(signal.SIGTERM)

    async def kill(self) -> None:
        """Ends it as a power cut does."""
        await self._end(signal.SIGKILL)

    async def ended(self) -> int:
        """Waits until it has ended by itself; its exit status."""
        return 0 if self._process is None else await self._process.wait()

    @property
    def _configuration(self) -> Path:
        return self._folder / f"{self.plan.name}.conf"

    @property
    def _pid(self) -> Path:
        return self._folder / f"{self.plan.name}.pid"

    async def _end_orphan(self) -> None:
        """Ends a server of this folder that outlived the program that started it, since it holds the ports."""
        text = self._pid.read_text(encoding="utf-8").strip() if self._pid.exists() else ""
        pid, ours = int(text) if text.isdecimal() else 0, str(self._configuration)
        if not pid or ours not in await _arguments_of(pid):
            return
        for how in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ENDS_WITHIN_S):
                    while ours in await _arguments_of(pid):  # noqa: ASYNC110 (it is no child of ours)
                        await asyncio.sleep(LOOK_EVERY_S)
                    return

    def _write(self) -> None:
        write_private(self._configuration, written(self.plan).encode())

    async def _ready(self) -> None:
        process = self._process
        assert process is not None  # noqa: S101 (started just now)
        while True:
            said = self.log.read_bytes() if self.log.exists() else b""
            if READY in said:
                return
            if process.returncode is not None:
                assert process.stderr is not None  # noqa: S101 (a pipe was asked for)
                said += await process.stderr.read()
                reason = FATAL.search(said)
                why = b"" if reason is None else (reason[1] or reason[2])
                raise ServerError(f"{PROGRAM} did not start: {why.decode(errors='replace') or f'see {self.log}'}")
            await asyncio.sleep(LOOK_EVERY_S)

    async def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(how)
            try:
                async with asyncio.timeout(ENDS_WITHIN_S):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        self._pid.unlink(missing_ok=True)
        self._process = None


async def _arguments_of(pid: int) -> str:
    """The command line of a process that runs; empty where there is none, or nobody can tell."""
    ps = shutil.which("ps")
    if ps is None:
        return ""
    asked = await asyncio.create_subprocess_exec(
        ps, "-ww", "-o", "args=", "-p", str(pid), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    said, _ = await asked.communicate()
    return said.decode(errors="replace")


def _path() -> str:
    """Where programs are looked for; Debian has servers where a user's path may not lead."""
    return os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
