# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "onnx"]
# ///
"""Trains the network of `vision.dice.pips.classifier` on labelled views, and writes it as ONNX.

Torch is no part of the project; a throw-away environment will do, and two cores and an hour, half of it for the
views:

    python -m tests.benchmarks.dice.learning.views views.npz --seed 20000 --count 1480
    uv run --no-project tests/benchmarks/dice/learning/train.py views.npz vision/dice/upper_faces.onnx

`docs/dice.md` says what came of it.
"""

import argparse
import math
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

VIEW_PX, SIDE_PX = 48, 20.0
WIDE_PX, WIDE_SIDE_PX = 96, 26.7
"""Edge of what the network sees and of a face in it; the same of the views it is cut from."""

CONTRAST_FLOOR = 8.0
CLASSES = 9
CHANNELS = (32, 64, 96, 96)
HIDDEN_UNITS = 96
BATCH = 128
NONE_KEPT = 0.5
"""Part of the views without an upper face that are learned from; there are many, and most are easy."""

PROPOSED_TIMES = 2
"""How often in a round those are seen that the reader itself takes for a face: they are what it will ask for."""


class Network(nn.Module):
    """Four convolutions and two full layers: nine classes, and where the vertical edges of the die lead."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for into, out, size, stride in zip((3, *CHANNELS), CHANNELS, (5, 3, 3, 3), (2, 2, 2, 1), strict=False):
            layers += [nn.Conv2d(into, out, size, stride, size // 2), nn.BatchNorm2d(out), nn.ReLU()]
        self.features = nn.Sequential(*layers, nn.MaxPool2d(2), nn.Flatten())
        last = nn.Linear(HIDDEN_UNITS, CLASSES + 2)
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(CHANNELS[-1] * 9, HIDDEN_UNITS), nn.ReLU(), last)

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        return self.head(self.features(views))


def varied(views: torch.Tensor, arrows: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Views turned, mirrored, shifted, in other colours and light, blurred and noisy; and their arrows."""
    count = len(views)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=chance)

    def uniform(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance)

    angle = torch.floor(uniform(count) * 4) * math.pi / 2 + normal(count) * 0.06
    cos, sin = angle.cos(), angle.sin()
    turn = torch.stack((torch.stack((cos, -sin), 1), torch.stack((sin, cos), 1)), 1)
    turn = turn * torch.exp(normal(count) * 0.05)[:, None, None]
    mirror = torch.where(uniform(count) < 0.5, -1.0, 1.0)
    turn = turn * torch.stack((mirror, torch.ones(count)), 1)[:, None]
    seen = cut(views, turn, normal(count, 2) * 0.025)
    arrows = torch.linalg.solve(turn, arrows[..., None])[..., 0]
    order = torch.stack([torch.randperm(3, generator=chance) for _ in range(count)])
    seen = torch.gather(seen, 1, order[:, :, None, None].expand_as(seen))
    grey = seen.mean(1, keepdim=True)
    seen = torch.where((uniform(count) < 0.15)[:, None, None, None], grey.expand_as(seen), seen)
    seen = grey + (seen - grey) * torch.exp(normal(count, 1, 1, 1) * 0.25)
    seen = 255 * (seen.clamp(0, 255) / 255) ** torch.exp(normal(count, 1, 1, 1) * 0.2)
    seen = seen * torch.exp(normal(count, 3, 1, 1) * 0.12)
    seen = torch.where((uniform(count) < 0.05)[:, None, None, None], 255 - seen, seen)
    ramp = torch.linspace(-1, 1, VIEW_PX)
    light = normal(count, 1, 1, 1) * ramp[None, None, None] + normal(count, 1, 1, 1) * ramp[None, None, :, None]
    seen = seen * (1 + 0.15 * light)
    seen = blurred(seen, uniform(count) < 0.3, 0.4 + 0.7 * float(uniform(1)))
    seen = coarser(seen, uniform(count) < 0.2, int(18 + 18 * float(uniform(1))))
    return (seen + normal(*seen.shape) * (uniform(count, 1, 1, 1) * 6)).clamp(0, 255), arrows


def cut(views: torch.Tensor, turn: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
    """What the network sees of wide views; `turn` (n, 2, 2) and `shift` (n, 2) are in edges of the face."""
    half = WIDE_PX / WIDE_SIDE_PX / 2
    where = torch.cat((turn * (VIEW_PX / SIDE_PX / 2 / half), shift[..., None] / half), dim=2)
    grid = functional.affine_grid(where, [len(views), 3, VIEW_PX, VIEW_PX], align_corners=False)
    return functional.grid_sample(views, grid, mode="bilinear", padding_mode="border", align_corners=False)


def blurred(seen: torch.Tensor, which: torch.Tensor, sigma: float) -> torch.Tensor:
    line = torch.exp(-(torch.arange(-2.0, 3.0) ** 2) / 2 / sigma**2)
    kernel = (line[:, None] * line / line.sum() ** 2).expand(3, 1, 5, 5)
    if which.any():
        seen[which] = functional.conv2d(functional.pad(seen[which], (2, 2, 2, 2), mode="replicate"), kernel, groups=3)
    return seen


def coarser(seen: torch.Tensor, which: torch.Tensor, size: int) -> torch.Tensor:
    if which.any():
        small = functional.interpolate(seen[which], size=(size, size), mode="area")
        seen[which] = functional.interpolate(small, size=(VIEW_PX, VIEW_PX), mode="bilinear", align_corners=False)
    return seen


def evened(seen: torch.Tensor) -> torch.Tensor:
    mean = seen.mean((1, 2, 3), keepdim=True)
    return (seen - mean) / (seen.std((1, 2, 3), keepdim=True) + CONTRAST_FLOOR)


def train(network: Network, data: dict[str, np.ndarray], rounds: float, rate: float, seed: int) -> Network:
    """The network after it has seen every view so many times."""
    chance, rng = torch.Generator().manual_seed(seed + 1), np.random.default_rng(seed + 2)
    proposed = np.flatnonzero(data["proposed"])
    drawn = np.flatnonzero(~data["proposed"] & ((data["kinds"] > 0) | (rng.random(len(data["kinds"])) < NONE_KEPT)))
    kept = np.concatenate((drawn, np.tile(proposed, PROPOSED_TIMES)))
    steps = int(rounds * (len(kept) // BATCH))
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1, pct_start=0.1)
    order, losses = np.zeros(0, np.int64), []
    for step in range(1, steps + 1):
        if len(order) < BATCH:
            order = rng.permutation(kept)
        rows, order = order[:BATCH], order[BATCH:]
        views = torch.from_numpy(data["views"][rows]).permute(0, 3, 1, 2).float()
        seen, arrows = varied(views, torch.from_numpy(data["arrows"][rows]), chance)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answer = network(evened(seen)).float()
        kinds = torch.from_numpy(data["kinds"][rows])
        loss = functional.cross_entropy(answer[:, :CLASSES], kinds, label_smoothing=0.002)
        known = torch.isfinite(arrows).all(1)
        if known.any():
            loss = loss + 2 * functional.smooth_l1_loss(answer[known][:, CLASSES:], arrows[known], beta=0.05)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if step % 100 == 0 or step == steps:
            print(f"{step} of {steps}: {np.mean(losses[-100:]):.4f}", flush=True)
    return network.eval()


class FaceJudge(nn.Module):
    """The network as the reader takes it: the arrow only helps to learn what dice are, and is not asked for."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        return self.network(views)[:, :CLASSES]


def write(network: Network, out: Path) -> None:
    """Writes the network as ONNX."""
    torch.onnx.export(
        FaceJudge(network).eval(),
        torch.zeros(1, 3, VIEW_PX, VIEW_PX),
        out,
        dynamo=False,
        input_names=["views"],
        output_names=["told"],
        dynamic_axes={"views": {0: "n"}, "told": {0: "n"}},
    )


def main() -> None:
    """Trains on files of views and writes the network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("views", type=Path, nargs="+")
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=float, default=5.0)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, help="what an earlier run can go on from: read if it is there, then kept")
    asked = parser.parse_args()
    torch.set_num_threads(2)
    files = [np.load(path) for path in asked.views]
    data = {name: np.concatenate([file[name] for file in files]) for name in ("views", "kinds", "arrows", "proposed")}
    print(f"{len(data['kinds'])} views, of each class {np.bincount(data['kinds'], minlength=CLASSES).tolist()}")
    torch.manual_seed(asked.seed)
    network = Network()
    if asked.state is not None and asked.state.exists():
        network.load_state_dict(torch.load(asked.state))
    train(network, data, asked.rounds, asked.rate, asked.seed)
    if asked.state is not None:
        torch.save(network.state_dict(), asked.state)
    write(network, asked.out)


if __name__ == "__main__":
    main()
