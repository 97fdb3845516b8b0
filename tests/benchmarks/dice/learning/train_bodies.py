# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "opencv-python-headless==5.0.0", "onnx"]
# ///
"""Trains the network that finds the bodies of dice (`vision.dice.bodies`), and writes it as ONNX.

Torch is no part of the project; a throw-away environment will do, and one core and half an hour:

    uv run --no-project tests/benchmarks/dice/learning/train_bodies.py OUT.onnx FOLDER... --steps 3000

`docs/dice.md` names the folders, and says what came of it.

Method: one heat map of the dice's centres, with size and offset regressed at each (CenterNet).

References:
    Zhou et al. 2019.
"""

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from clutter import lay_clutter, texture
from examples import LabelledPicture, cut, examples_of, load_example, recoloured
from torch import nn
from torch.nn import functional

VIEW_PX = 256
STRIDE = 8
USUAL_PX = 32.0
"""Size whose logarithm the network's output is relative to."""

SIZES_PX = (13.0, 76.0)
"""Range of the dice's sizes in the views."""

BATCH = 10
TEXTURES = 240
UPRIGHT, UPRIGHT_RAD = 0.6, 0.2
"""Share of the views of oblique photographs that stay upright, and the spread of their turn."""

EMPTY = 0.22
"""Share of the views without any die."""


class BodyNetwork(nn.Module):
    """Returns (n, 4, h, w): log odds of a centre, log size, and offset of the centre in cells, x and y."""

    def __init__(self) -> None:
        super().__init__()

        def convolution(into: int, out: int, size: int = 3, stride: int = 1, spread: int = 1) -> nn.Sequential:
            layer = nn.Conv2d(into, out, size, stride, spread * (size // 2), spread, bias=False)
            return nn.Sequential(layer, nn.BatchNorm2d(out), nn.ReLU())

        self.fine = nn.Sequential(
            convolution(3, 16, 3, 2), convolution(16, 24, 3, 2), convolution(24, 24), convolution(24, 48, 3, 2)
        )
        self.wide = nn.ModuleList([convolution(48, 48, spread=spread) for spread in (1, 2, 4, 1)])
        self.head = nn.Sequential(convolution(48, 32), nn.Conv2d(32, 4, 1))
        nn.init.constant_(self.head[1].bias[0:1], -3.5)

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        layer = self.fine(views / 64.0 - 2.0)
        for convolution in self.wide:
            layer = layer + convolution(layer)
        return self.head(layer)


class BodyViews:
    """Random views of pictures, as many of each folder, with what the network should say of each."""

    def __init__(self, folders: list[list[LabelledPicture]], seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self._folders = [[(load_example(picture), picture) for picture in folder] for folder in folders]
        self._textures = [texture(self._chance, VIEW_PX) for _ in range(TEXTURES)]

    def batch(self) -> tuple[torch.Tensor, ...]:
        parts = [self._one() for _ in range(BATCH)]
        return tuple(torch.from_numpy(np.stack(part)) for part in zip(*parts, strict=True))

    def _one(self) -> tuple[np.ndarray, ...]:
        chance = self._chance
        if chance.random() < EMPTY:
            view, bodies = self._textures[chance.integers(TEXTURES)].copy(), []
            if chance.random() < 0.35:
                view = view[:, :, chance.permutation(3)].copy()
        else:
            view, bodies = self._of_picture()
        if chance.random() < 0.3:
            lay_clutter(view, chance, int(chance.integers(1, 4)), [(x, y, 0.8 * size) for x, y, size, _ in bodies])
        return recoloured(view, chance).transpose(2, 0, 1).astype(np.float32), *_wanted(bodies)

    def _of_picture(self) -> tuple[np.ndarray, list[tuple[float, float, float, bool]]]:
        chance = self._chance
        folder = self._folders[chance.integers(len(self._folders))]
        image, picture = folder[chance.integers(len(folder))]
        size = float(np.exp(chance.uniform(*np.log(SIZES_PX))))
        if picture.bodies:
            body = picture.bodies[chance.integers(len(picture.bodies))]
            scale = size / body.size_px
            around = chance.uniform(-0.5, 0.5, 2) * (VIEW_PX - size) / scale
            centre = (body.centre_px[0] + float(around[0]), body.centre_px[1] + float(around[1]))
        else:
            scale, centre = 0.5, tuple(chance.uniform(0, 1, 2) * image.shape[1::-1])
        angle = float(chance.uniform(0, 2 * math.pi))
        if picture.is_oblique and chance.random() < UPRIGHT:
            angle = float(chance.normal(0, UPRIGHT_RAD))
        view, to_view = cut(image, centre, scale, angle, VIEW_PX, mirrored=bool(chance.random() < 0.5))
        if (np.array(image.shape[:2]) * scale < 1.3 * VIEW_PX).any() or chance.random() < 0.1:
            view = self._surrounded(view, image, to_view)
        found = []
        for body in picture.bodies:
            x, y = to_view @ (*body.centre_px, 1.0)
            found.append((float(x), float(y), body.size_px * scale, body.is_sized))
        return view, found

    def _surrounded(self, view: np.ndarray, image: np.ndarray, to_view: np.ndarray) -> np.ndarray:
        """Replaces what lies outside the picture by a texture, since mirrored dice have no label."""
        inside = cv2.warpAffine(np.full(image.shape[:2], 255, np.uint8), to_view, (VIEW_PX, VIEW_PX))[..., None] > 127
        return np.where(inside, view, self._textures[self._chance.integers(TEXTURES)])


def _wanted(bodies: list[tuple[float, float, float, bool]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns heat (1, h, w), log size and offset (3, h, w), and weights (2, h, w) of centre and size."""
    cells = VIEW_PX // STRIDE
    heat = np.zeros((cells, cells), np.float32)
    other, weight = np.zeros((3, cells, cells), np.float32), np.zeros((2, cells, cells), np.float32)
    down, across = np.mgrid[:cells, :cells].astype(np.float32)
    for x, y, size, is_sized in bodies:
        column, row = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        if not (-0.5 <= column < cells - 0.5 and -0.5 <= row < cells - 0.5):
            continue
        spread = max(0.55, 0.13 * size / STRIDE)
        far = (across - column) ** 2 + (down - row) ** 2
        heat = np.maximum(heat, np.exp(-far / (2 * spread**2)))
        at = (round(row), round(column))
        heat[at] = 1.0
        near = far < 1.6
        other[0][near] = math.log(size / USUAL_PX)
        other[1][near], other[2][near] = (column - across)[near], (row - down)[near]
        weight[0][near] = 1.0
        weight[1][near] = float(is_sized)
    return heat[None], other, weight


def loss_of(told: torch.Tensor, heat: torch.Tensor, other: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Focal loss of the heat map, and absolute error of size and offset at the centres."""
    share = torch.sigmoid(told[:, :1])
    is_centre = heat > 0.999
    right = functional.logsigmoid(told[:, :1]) * (1 - share) ** 2
    wrong = functional.logsigmoid(-told[:, :1]) * share**2 * (1 - heat) ** 4
    count = is_centre.sum().clamp(min=1)
    focal = -torch.where(is_centre, right, wrong).sum() / count
    off = (told[:, 1:] - other).abs()
    size = (off[:, :1] * weight[:, 1:]).sum() / weight[:, 1:].sum().clamp(min=1)
    place = (off[:, 1:] * weight[:, :1]).sum() / weight[:, :1].sum().clamp(min=1)
    return focal + 0.5 * size + 0.3 * place


def _asked(doc: str | None) -> argparse.Namespace:
    """Returns the arguments of the command line; prepares torch and OpenCV for one core."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(asked.seed)
    return asked


def _folders_of(asked: argparse.Namespace) -> list[list[LabelledPicture]]:
    """Returns the labelled pictures of each folder, and prints how many there are."""
    folders = [examples_of(folder) for folder in asked.folders]
    for path, folder in zip(asked.folders, folders, strict=True):
        print(path, len(folder), "pictures", sum(len(one.bodies) for one in folder), "dice", flush=True)
    return folders


def _train(network: BodyNetwork, views: BodyViews, asked: argparse.Namespace) -> None:
    """Trains a network in its place, at a rate that rises, then falls along a cosine; keeps its weights, too."""
    network.to(memory_format=torch.channels_last)
    if asked.start:
        network.load_state_dict(torch.load(asked.start))
    optimiser = torch.optim.AdamW(network.parameters(), asked.rate, weight_decay=1e-3)
    started, mean = time.monotonic(), 0.0
    for step in range(1, asked.steps + 1):
        share = step / asked.steps
        for group in optimiser.param_groups:
            group["lr"] = asked.rate * min(1.0, step / 100) * (0.02 + 0.98 * (1 + math.cos(math.pi * share)) / 2)
        seen, *wanted = views.batch()
        with torch.autocast("cpu", torch.bfloat16):
            told = network(seen.to(memory_format=torch.channels_last))
        loss = loss_of(told.float(), *wanted)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        mean += (loss.item() - mean) / min(step, 100)
        if step % 50 == 0:
            print(f"{step} steps, {time.monotonic() - started:.0f} s, loss {mean:.3f}", flush=True)
    torch.save(network.state_dict(), asked.out.with_suffix(".pt"))


def main() -> None:
    """Trains, and writes the network."""
    asked = _asked(main.__doc__)
    network = BodyNetwork()
    _train(network, BodyViews(_folders_of(asked), asked.seed), asked)
    torch.onnx.export(
        network.to(memory_format=torch.contiguous_format).eval(),
        torch.zeros(1, 3, VIEW_PX, VIEW_PX),
        asked.out,
        dynamo=False,
        input_names=["view"],
        output_names=["bodies"],
    )


if __name__ == "__main__":
    main()
