# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "opencv-python-headless==5.0.0", "onnx", "onnxscript"]
# ///
"""Trains the network that reads the body of a die (`vision.dice.bodies`), and writes it as ONNX.

Torch is no part of the project; a throw-away environment will do, and one core and half an hour:

    uv run --no-project tests/benchmarks/dice/learning/train_values.py OUT.onnx FOLDER... --steps 4000

`docs/dice.md` names the folders, and says what came of it.
"""

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from clutter import lay_clutter, texture
from examples import LabelledBody, LabelledPicture, cut, is_held_out, load, pictures_of, recoloured
from torch import nn
from torch.nn import functional

VIEW_PX, BODY_PX = 48, 33.0
"""Edge of what the network sees, and of the body in it."""

CLASSES = 9
NONE = 0
BATCH = 48
TEXTURES = 120
NO_DIE = 0.15
"""Share of the views that are no die, or not in the middle of one."""

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
        self._folders = [[(load(picture.path), picture) for picture in folder if picture.bodies] for folder in folders]
        self._textures = [texture(self._chance, 2 * VIEW_PX) for _ in range(TEXTURES)]

    def batch(self) -> tuple[torch.Tensor, ...]:
        views, kinds, poses = zip(*[self._one() for _ in range(BATCH)], strict=True)
        return torch.from_numpy(np.stack(views)), torch.tensor(kinds), torch.from_numpy(np.stack(poses))

    def _one(self) -> tuple[np.ndarray, int, np.ndarray]:
        chance = self._chance
        pose = np.full(5, np.nan, np.float32)
        if chance.random() < NO_DIE / 2:
            wide = self._textures[chance.integers(TEXTURES)].copy()
            lay_clutter(wide, chance, 3, [])
            x, y = chance.integers(0, VIEW_PX, 2)
            view, kind = wide[y : y + VIEW_PX, x : x + VIEW_PX], NONE
        else:
            view, kind, pose = self._of_body(is_off=bool(chance.random() < NO_DIE / 2))
        return recoloured(view, chance).transpose(2, 0, 1).astype(np.float32), kind, pose

    def _of_body(self, *, is_off: bool) -> tuple[np.ndarray, int, np.ndarray]:
        chance = self._chance
        folder = self._folders[chance.integers(len(self._folders))]
        while True:
            image, picture = folder[chance.integers(len(folder))]
            body = picture.bodies[chance.integers(len(picture.bodies))]
            if body.kind is not None:
                break
        loose = 1.0 if body.is_sized else 1.6
        scale = BODY_PX / body.size_px * math.exp(chance.normal(0, SIZED * loose))
        way = chance.normal(0, OFF * loose, 2) * body.size_px
        if is_off:
            angle = chance.uniform(0, 2 * math.pi)
            way = chance.uniform(0.6, 1.6) * body.size_px * np.array((math.cos(angle), math.sin(angle)))
            scale *= math.exp(chance.normal(0, 0.3))
        centre = (body.centre_px[0] + float(way[0]), body.centre_px[1] + float(way[1]))
        turn, mirrored = float(chance.uniform(0, 2 * math.pi)), bool(chance.random() < 0.5)
        view, to_view = cut(image, centre, scale, turn, VIEW_PX, mirrored=mirrored)
        if is_off and _is_on_another(picture, centre, body.size_px):
            return view, -1, np.full(5, np.nan, np.float32)
        return view, NONE if is_off else body.kind, _pose(body, to_view, is_off=is_off)


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
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(asked.seed)
    folders = [[one for one in pictures_of(folder) if not is_held_out(one)] for folder in asked.folders]
    views = ValueViews(folders, asked.seed)
    network = ValueNetwork().to(memory_format=torch.channels_last)
    if asked.start:
        network.load_state_dict(torch.load(asked.start))
    optimiser = torch.optim.AdamW(network.parameters(), asked.rate, weight_decay=1e-3)
    started, mean = time.monotonic(), 0.0
    for step in range(1, asked.steps + 1):
        share = step / asked.steps
        for group in optimiser.param_groups:
            group["lr"] = asked.rate * min(1.0, step / 100) * (0.02 + 0.98 * (1 + math.cos(math.pi * share)) / 2)
        seen, kinds, poses = views.batch()
        with torch.autocast("cpu", torch.bfloat16):
            told = network(seen.to(memory_format=torch.channels_last))
        loss = loss_of(told.float(), kinds, poses)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        mean += (loss.item() - mean) / min(step, 100)
        if step % 50 == 0:
            print(f"{step} steps, {time.monotonic() - started:.0f} s, loss {mean:.3f}", flush=True)
    torch.save(network.state_dict(), asked.out.with_suffix(".pt"))
    network.to(memory_format=torch.contiguous_format).eval()
    torch.onnx.export(
        network,
        torch.zeros(1, 3, VIEW_PX, VIEW_PX),
        asked.out,
        dynamo=False,
        input_names=["view"],
        output_names=["told"],
        dynamic_axes={"view": {0: "n"}, "told": {0: "n"}},
    )


if __name__ == "__main__":
    main()
