"""The camera of the tablet's benchmark: sends 1080p pictures over HTTP from a process of its own, as a phone does.

A camera is a device beside the computer, whose pictures come as JPEG and have to be decoded; painting a simulated one
is no player's cost. So its pictures are painted once, before anything is measured: some seconds of a crowded game in
which a hand carries one model there and back, shown over and over. Says its port on one line.
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import PIPE, Popen
from urllib.parse import parse_qs, urlsplit

from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import State
from companion.referee.lobby.open_table import TableRequest
from tests.phones.moments import moment
from vision.camera.intrinsics_file import format_lens
from vision.recording.jpeg import encoded
from vision.simulation import SimulatedTable, simulated_table
from vision.simulation.scene.script import PieceMove, PiecePose
from vision.table_file import format_table

TABLE, LENS = "table.toml", "camera.toml"
ROOT = Path(__file__).resolve().parents[3]
SIZE = (1920, 1080)
FPS = 30
CARRIED = "a6"
SPOTS = (PiecePose(120.0, 330.0), PiecePose(480.0, 330.0))
"""Between these a model is carried all the while."""
BETWEEN_HANDS_S = 0.5
BEYOND_MM = 170.0
"""So far beyond the mat's edge a hand is out of the picture."""
BOUNDARY = "picture"
QUALITY = 85
"""Of the JPEG pictures of usual cameras."""


@dataclass(frozen=True)
class StreamedTable:
    """A camera that is there.

    Attributes:
        folder: Where its lens is told, and what stands under it.
        port: Where it sends its pictures.
    """

    folder: Path
    port: int

    @property
    def table(self) -> Path:
        return self.folder / TABLE

    def wanted(self, fps: int, game: Path | None = None) -> TableRequest:
        """The table under it, with so many pictures a second."""
        return TableRequest(f"http://127.0.0.1:{self.port}/video?fps={fps}", self.table, self.folder / LENS, game)


def models_of(state: State) -> dict[str, str]:
    """Bases by the creatures of a game: of each player the first that fit."""
    found: dict[str, str] = {}
    for each in state.creatures.values():
        radius = radius_mm(state, state.card(each.id))
        found[each.id] = next(
            base.id
            for base in simulated_table("match").layout.bases
            if base.owner == each.owner and abs(base.radius_mm - radius) < 1 and base.id not in found.values()
        )
    return found


@contextmanager
def filming(folder: Path) -> Iterator[StreamedTable]:
    """Has a camera of its own process send pictures, until it is left."""
    words = [sys.executable, "-m", "tests.benchmarks.tablet.camera", str(folder)]
    process = Popen(words, cwd=ROOT, stdout=PIPE, encoding="utf-8")
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        yield StreamedTable(folder, port)
    finally:
        process.terminate()
        process.wait()


def crowded() -> SimulatedTable:
    """The mat of a crowded game, and a hand that is never done."""
    state, table = moment("crowded").state, simulated_table("match", size=SIZE)
    models = models_of(state)
    at = {models[each.id]: PiecePose(each.stand.x_mm, each.stand.y_mm) for each in state.creatures.values()}
    start = tuple((piece, at.get(piece, pose)) for piece, pose in table.scene.start)
    start = tuple((piece, SPOTS[0] if piece == CARRIED else pose) for piece, pose in start)
    there = PieceMove(CARRIED, 0.0, SPOTS[1], (SPOTS[1].x_mm, table.layout.mat.height_mm + BEYOND_MM))
    back = PieceMove(CARRIED, there.end_s + BETWEEN_HANDS_S, SPOTS[0], (SPOTS[0].x_mm, there.entry_mm[1]))
    scene = replace(table.scene, start=start, carries=(there, back), period_s=back.end_s + BETWEEN_HANDS_S)
    return SimulatedTable(scene)


class Server(ThreadingHTTPServer):
    """Sends what is to be seen now, to whoever asks."""

    daemon_threads = True

    def __init__(self, jpegs: tuple[bytes, ...]) -> None:
        super().__init__(("127.0.0.1", 0), Stream)
        self.jpegs, self.began_s = jpegs, time.monotonic()


class Stream(BaseHTTPRequestHandler):
    """One who looks through the camera."""

    server: Server

    def do_GET(self) -> None:
        fps = int(parse_qs(urlsplit(self.path).query)["fps"][0])
        self.send_response(200)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        self.end_headers()
        ended, jpegs = threading.Event(), self.server.jpegs
        for number in self._numbers(fps, ended):
            body = jpegs[number % len(jpegs)]
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + body + b"\r\n")
            except OSError:
                ended.set()

    def _numbers(self, fps: int, ended: threading.Event) -> Iterator[int]:
        """Which picture it is, at its time."""
        step, began_s = FPS // fps, self.server.began_s
        number = int((time.monotonic() - began_s) * FPS)
        while not ended.wait(max(0.0, began_s + number / FPS - time.monotonic())):
            yield number
            number += step

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
        """Nothing is to be told."""


def main(folder: Path) -> None:
    """Paints the pictures, says where they are, and sends them until it is ended."""
    table = crowded()
    (folder / TABLE).write_text(format_table(table.layout), encoding="utf-8")
    (folder / LENS).write_text(format_lens(table.lens), encoding="utf-8")
    count = round(table.scene.period_s * FPS)
    server = Server(tuple(encoded(table.render(number / FPS), QUALITY) for number in range(count)))
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
