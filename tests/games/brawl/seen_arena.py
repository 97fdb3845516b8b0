"""The printed arena of brawl under the real eyes: its sheets with models on them, pictured and read."""

import subprocess
from contextlib import contextmanager
from dataclasses import replace

import cv2
import numpy as np

from companion.cli import main
from companion.games.registry import game_called
from companion.geometry.grid import Cell
from companion.printing.options import MatForm, MatOptions
from companion.printing.prints import _sheet
from companion.printing.sheets.mat_tiles import tiles
from companion.record.record import Record
from companion.referee.camera.camera_thread import CameraReading
from companion.referee.core.loop import _pieces
from companion.referee.mat.cells import board_deviation, grid_of
from companion.referee.mat.scene import scale_sigma_of
from companion.referee.match.command_request import CommandRequest
from companion.referee.screen.view import Piece
from tests.phones.played_table import NOON, SEED, setup
from tests.referee.mat.mat_game import Mats
from vision.images.frame import Frame
from vision.observation import TrackState
from vision.simulation import SimulatedTable, simulated_table
from vision.simulation.render import artwork
from vision.simulation.scene.script import PiecePose
from vision.table_file import read_table
from vision.tracking.tracker import Tracker

GAME = game_called("brawl")
PX_PER_MM, DPI = 3, 76.2
FRAME_S, AT_REST = 0.2, 12
"""Between two pictures, and how many of them show what was done until it counts as at rest, or as covered."""
BESIDE = PiecePose(300.0, -900.0)
"""Where models are that are not in the picture."""


def printed(folder):
    """The sheets of the arena, the bases and the tokens, as `companion print` makes them."""
    for sheet in ("board", "bases", "tokens"):
        assert main(["print", sheet, "--game", "brawl", "--paper", "a3", "--out", str(folder)]) == 0
    return read_table(folder / "table.toml")


def art_of(folder, layout):
    """The mat as the sheets make it once they are cut and joined, (h, w, 3)."""
    subprocess.run(["pdftoppm", "-gray", "-r", str(DPI), folder / "board.pdf", folder / "p"], check=True, timeout=60)
    height, width = round(layout.mat.height_mm * PX_PER_MM), round(layout.mat.width_mm * PX_PER_MM)
    whole, known = (
        np.full((height, width), 255, np.uint8),
        {tag.id: np.array(tag.corners_mm()) for tag in layout.mat.tags},
    )
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100))
    content = _sheet(MatOptions(out=folder, form=MatForm.FULL), "board")
    content = replace(content, paper=type(content.paper)("a3")).content
    parts = [tile.part for row in tiles(layout.mat, content) for tile in row]
    for part, page in zip(parts, sorted(folder.glob("p-*.pgm"))[1:], strict=True):
        pixels = cv2.imread(str(page), cv2.IMREAD_GRAYSCALE)
        corners, ids, _ = detector.detectMarkers(pixels)
        at_px = np.concatenate([known[int(each)] for each in ids.ravel()]) * (PX_PER_MM, -PX_PER_MM) + (0, height)
        shift = np.round((at_px - np.concatenate([each[0] for each in corners])).mean(axis=0)).astype(int)
        left, right = (
            round(side * PX_PER_MM) for side in (max(part.left_mm, 0), min(part.right_mm, layout.mat.width_mm))
        )
        top, bottom = (
            height - round(side * PX_PER_MM)
            for side in (min(part.top_mm, layout.mat.height_mm), max(part.bottom_mm, 0))
        )
        whole[top:bottom, left:right] = pixels[top - shift[1] : bottom - shift[1], left - shift[0] : right - shift[0]]
    return cv2.cvtColor((whole * (artwork.PAPER / 255)).astype(np.uint8), cv2.COLOR_GRAY2BGR)


@contextmanager
def painted(art, monkeypatch):
    """Has simulated mats look like that."""
    with monkeypatch.context() as patch:
        texels = artwork.with_rim(art)
        patch.setattr(artwork, "mat_print", lambda *_: artwork.Print(texels, float(PX_PER_MM), 2))
        yield


class SeenArena(Mats):
    """A game on the printed arena; all that is known of its models comes from pictures of them."""

    def __init__(self, folder, layout, lying=None, scale=1.0):
        """Prepares.

        Args:
            folder: Where the record goes.
            layout: What the table file says.
            lying: What lies on the table in truth, where that differs.
            scale: By which all printed lengths are those of the file.
        """
        folder.mkdir(exist_ok=True)
        record = Record.create(folder / "seen.brawl", GAME, setup("brawl"), lambda: NOON, seed=SEED)
        super().__init__(folder, record=record)
        self.layout, self.grid = layout, grid_of(layout)
        real = lying or layout
        scene = replace(simulated_table("match", clutter=True).scene, layout=real, start=())
        self.poses = {base.id: BESIDE for base in real.bases}
        self._scene, self._tracker = scene, Tracker(layout, SimulatedTable(scene).lens)
        self.pictures, self._seen = 0, ()
        self.scale = scale
        self.sees()

    def picture(self):
        start = (
            (base, replace(at, x_mm=at.x_mm * self.scale, y_mm=at.y_mm * self.scale)) for base, at in self.poses.items()
        )
        return SimulatedTable(replace(self._scene, start=tuple(start))).render(0.0)

    def sees(self, moving=""):
        """Takes a picture, which the camera shows until all that moved counts as at rest."""
        picture = self.picture()
        for _ in range(AT_REST):
            self.pictures += 1
            observation = self._tracker.update(Frame(picture, self.pictures * FRAME_S, self.pictures))
        assert observation.mat.found
        self.scale_sigma = scale_sigma_of(self.layout, observation)
        self._seen = _pieces(self.layout, CameraReading(observation, None, self.now_s, 20.0))

    def view(self):
        bases = [
            Piece(replace(each.base), self.states.get(each.base.id, each.state), each.age_s, each.is_token)
            for each in self._seen
        ]
        deviation = board_deviation(self.layout, self.scale_sigma)
        return replace(super().view(), pieces=tuple(bases), grid=self.grid, grid_deviation=deviation)

    def put_at(self, base, x_mm, y_mm):
        """A hand puts a model down; its tags point to corners of its cell."""
        self.states[base] = TrackState.MOVED
        self.look(0.2)
        self.poses[base] = PiecePose(x_mm, y_mm, self.grid.corner_rad)
        del self.states[base]
        self.sees()
        return self.look(1.2)

    def put_in(self, base, cell, off_mm=(0.0, 0.0)):
        at = self.grid.centre(Cell(*cell))
        return self.put_at(base, at.x_mm + off_mm[0], at.y_mm + off_mm[1])

    def does(self, command):
        """Gives a command as a phone does, and waits through the pause in which everybody waits for reactions."""
        answers = []
        self._number += 1
        self.match.submit(CommandRequest(f"done/{self._number}", command, answers.append))
        for _ in range(20):
            self.now_s += 0.1
            self.match.tick()
        assert [type(each).__name__ for each in answers] == ["CommandDone"], answers

    def proposed(self, of):
        return [each for each in self.side.proposals if each.of == of]
