"""A server of NATS whose program is killed does not stay behind on its ports; real processes, really killed."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.league.servers.config import ServerPlan
from companion.league.servers.process import NatsServer
from companion.league.wire.keys import Key
from companion.league.wire.subjects import HUB
from tests.free_ports import free_port
from tests.league.wire.test_publisher import until

PROGRAM = """
import asyncio, sys
from pathlib import Path
from companion.league.servers.config import ServerPlan
from companion.league.servers.process import NatsServer

async def serve(folder, port, key):
    server = NatsServer(ServerPlan(name="hub", domain="hub", port=port, store=folder / "store", organiser=key), folder)
    await server.start()
    print("runs", flush=True)
    await server.ended()

asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
"""


def killed_program(folder, port, key, path):
    """Starts a program that runs a server, kills it, and says which process its server was."""
    line = [sys.executable, "-c", PROGRAM, str(folder), str(port), key]
    with subprocess.Popen(line, stdout=subprocess.PIPE, env=os.environ | {"PATH": path}) as program:
        assert program.stdout.readline() == b"runs\n"
        pid = int((folder / "hub.pid").read_text(encoding="utf-8"))
        program.send_signal(signal.SIGKILL)
    return pid


def runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux which processes run")
@pytest.mark.parametrize("tied", [True, False])
def test_a_server_whose_program_was_killed_starts_at_once(tmp_path, tied):
    async def play():
        port, key = free_port(), Key.new().public
        pid = killed_program(tmp_path, port, key, os.environ["PATH"] if tied else "")

        async def gone():
            return not runs(pid)

        if tied:
            await until(gone)
        else:
            assert runs(pid)  # nothing ties it: it is ended by whoever starts it anew
        plan = ServerPlan(name="hub", domain=HUB, port=port, store=tmp_path / "store", organiser=key)
        server = NatsServer(plan, tmp_path)
        await server.start()
        assert not runs(pid)
        assert server.is_running
        await server.stop()
        assert not (tmp_path / "hub.pid").exists()

    asyncio.run(play())


def test_a_process_that_is_none_of_ours_is_left_alone(tmp_path):
    async def play():
        (tmp_path / "hub.pid").write_text(str(os.getpid()), encoding="utf-8")  # as after a restart of the machine
        plan = ServerPlan(
            name="hub", domain=HUB, port=free_port(), store=tmp_path / "store", organiser=Key.new().public
        )
        server = NatsServer(plan, tmp_path)
        await server.start()
        await server.stop()

    asyncio.run(play())
