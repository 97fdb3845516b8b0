# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "opencv-python-headless==5.0.0", "onnx"]
# ///
"""Trains the network that reads the body of a die (`vision.dice.bodies`), and writes it as ONNX.

Torch is no part of the project; a throw-away environment will do, and one core and half an hour:

    uv run --no-project tests/benchmarks/dice/learning/train_values.py OUT.onnx FOLDER... --steps 4000

`docs/dice.md` names the folders, and says what came of it.
"""

import json
import math

import cv2
import numpy as np
import torch
from body_networks import asked_for, folders_of, train, write
from clutter import lay_clutter, texture
from examples import LabelledBody, LabelledPicture, cut, load_example, recoloured
from torch import nn
from torch.nn import functional

VIEW_PX, BODY_PX = 48, 37.0
"""Edge of what the network sees, and of the body in it."""

CLASSES = 9
NONE = 0
BATCH = 48
TEXTURES = 120
NO_DIE = 0.15
"""Share of the views that are no die, or not in the middle of one."""

LOOKS_LIKE = 0.13
"""Share of the views that are no die, but that the network for bodies takes for one (`look_alikes.py`)."""

UPRIGHT_RAD = 0.15
"""Spread of the turn of dice in oblique photographs."""

MIN_SIZE_PX = 22.0
"""Smallest die of an oblique photograph that is learned from."""

OFF, SIZED = 0.09, 0.12
"""Spread by which a view's middle and the logarithm of its size are off, in edges of the body."""


class ValueNetwork(nn.Module):
    """Returns (n, 14): scores of the classes; then centre, log size, and cosine and sine of four times the angle."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for into, out, stride in ((3, 20, 1), (20, 32, 2), (32, 48, 1), (48, 64, 2), (64, 64, 1), (64, 96, 2)):
            layers += [nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()]
        self.features = nn.Sequential(*layers, nn.MaxPool2d(2), nn.Flatten())
        self.head = nn.Sequential(nn.Dropout(0.15), nn.Linear(96 * 9, 96), nn.ReLU(), nn.Linear(96, CLASSES + 5))

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        return self.head(self.features(views / 64.0 - 2.0))


class ValueViews:
    """Random views of bodies, as many of each folder, with what the network should say of each."""

    def __init__(self, folders: list[list[LabelledPicture]], seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self._folders: list[list[tuple[np.ndarray, LabelledPicture, list[LabelledBody]]]] = []
        self._look_alikes: list[list[tuple[np.ndarray, float, float, float]]] = []
        for folder in folders:
            images = {picture.name: load_example(picture) for picture in folder}
            with_dice = [(images[picture.name], picture, _learned(picture)) for picture in folder]
            self._folders.append([one for one in with_dice if one[2]])
            kept = folder[0].path.parent / "look_alikes.json"
            known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
            places = [(images[name], *place) for name, every in known.items() for place in every]
            self._look_alikes += [places] if places else []
        self._textures = [texture(self._chance, 2 * VIEW_PX) for _ in range(TEXTURES)]

    def batch(self) -> tuple[torch.Tensor, ...]:
        views, kinds, poses = zip(*[self._one() for _ in range(BATCH)], strict=True)
        return torch.from_numpy(np.stack(views)), torch.tensor(kinds), torch.from_numpy(np.stack(poses))

    def _one(self) -> tuple[np.ndarray, int, np.ndarray]:
        chance = self._chance
        pose = np.full(5, np.nan, np.float32)
        which = chance.random()
        if self._look_alikes and which < LOOKS_LIKE:
            view, kind = self._of_look_alike(), NONE
        elif which < LOOKS_LIKE + NO_DIE / 2:
            wide = self._textures[chance.integers(TEXTURES)].copy()
            lay_clutter(wide, chance, 3, [])
            x, y = chance.integers(0, VIEW_PX, 2)
            view, kind = wide[y : y + VIEW_PX, x : x + VIEW_PX], NONE
        else:
            view, kind, pose = self._of_body(is_off=bool(chance.random() < NO_DIE / 2))
        return recoloured(view, chance).transpose(2, 0, 1).astype(np.float32), kind, pose

    def _of_look_alike(self) -> np.ndarray:
        chance = self._chance
        some = self._look_alikes[chance.integers(len(self._look_alikes))]
        image, x, y, size = some[chance.integers(len(some))]
        centre = (x + size * chance.normal(0, OFF), y + size * chance.normal(0, OFF))
        scale, turn = BODY_PX / size * math.exp(chance.normal(0, 0.2)), float(chance.uniform(0, 2 * math.pi))
        return cut(image, centre, scale, turn, VIEW_PX, mirrored=bool(chance.random() < 0.5))[0]

    def _of_body(self, *, is_off: bool) -> tuple[np.ndarray, int, np.ndarray]:
        chance = self._chance
        folder = self._folders[chance.integers(len(self._folders))]
        image, picture, bodies = folder[chance.integers(len(folder))]
        body = bodies[chance.integers(len(bodies))]
        loose = 1.0 if body.is_sized else 1.6
        scale = BODY_PX / body.size_px * math.exp(chance.normal(0, SIZED * loose))
        way = chance.normal(0, OFF * loose, 2) * body.size_px
        if is_off:
            angle = chance.uniform(0, 2 * math.pi)
            way = chance.uniform(0.6, 1.6) * body.size_px * np.array((math.cos(angle), math.sin(angle)))
            scale *= math.exp(chance.normal(0, 0.3))
        centre = (body.centre_px[0] + float(way[0]), body.centre_px[1] + float(way[1]))
        turn = float(chance.normal(0, UPRIGHT_RAD) if picture.is_oblique else chance.uniform(0, 2 * math.pi))
        mirrored = bool(chance.random() < 0.5)
        view, to_view = cut(image, centre, scale, turn, VIEW_PX, mirrored=mirrored)
        if is_off and _is_on_another(picture, centre, body.size_px):
            return view, -1, np.full(5, np.nan, np.float32)
        return view, NONE if is_off else body.kind, _pose(body, to_view, is_off=is_off)


def _learned(picture: LabelledPicture) -> list[LabelledBody]:
    """Returns the dice of a picture whose class is known and, in an oblique photograph, can be seen."""
    known = [body for body in picture.bodies if body.kind is not None]
    return [body for body in known if not picture.is_oblique or body.size_px > MIN_SIZE_PX]


def _is_on_another(picture: LabelledPicture, centre: tuple[float, float], size_px: float) -> bool:
    return any(math.dist(centre, other.centre_px) < 0.55 * max(size_px, other.size_px) for other in picture.bodies)


def _pose(body: LabelledBody, to_view: np.ndarray, *, is_off: bool) -> np.ndarray:
    """Returns centre, log size and angle of the upper face in the view; NaN if unknown."""
    if body.corners_px is None or is_off:
        return np.full(5, np.nan, np.float32)
    corners = np.column_stack((body.corners_px, np.ones(4))) @ to_view.T
    centre = (corners.mean(axis=0) - (VIEW_PX - 1) / 2) / BODY_PX
    along = corners[0] + corners[3] - corners[1] - corners[2]
    angle = 4 * math.atan2(along[1], along[0])
    area = abs(float(cv2.contourArea(corners.astype(np.float32))))
    return np.array(
        (*centre, math.log(max(area, 1.0)) / 2 - math.log(BODY_PX), math.cos(angle), math.sin(angle)), np.float32
    )


def loss_of(told: torch.Tensor, kinds: torch.Tensor, poses: torch.Tensor) -> torch.Tensor:
    """Cross entropy of the classes, and absolute error of the pose where it is known."""
    entropy = functional.cross_entropy(told[:, :CLASSES], kinds, ignore_index=-1, label_smoothing=0.01)
    known = ~poses.isnan()
    off = torch.where(known, told[:, CLASSES:] - poses.nan_to_num(), 0.0).abs()
    return entropy + 0.3 * off.sum() / known.sum().clamp(min=1)


def main() -> None:
    """Trains, and writes the network."""
    asked = asked_for(main.__doc__, steps=4000)
    network = ValueNetwork()
    train(network, ValueViews(folders_of(asked), asked.seed), loss_of, asked)
    write(network, asked.out, VIEW_PX, "told", many=True)


if __name__ == "__main__":
    main()
