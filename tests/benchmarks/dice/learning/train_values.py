# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "opencv-python-headless==5.0.0", "onnx"]
# ///
"""Trains the network that reads the body of a die (`vision.dice.pips.values`), and writes it as ONNX.

Torch is no part of the project; a throw-away environment will do. A graphics processor needs five minutes; one core
only shows that the program runs:

    uv run --no-project tests/benchmarks/dice/learning/train_values.py OUT.onnx PATCHES.npz --minutes 5

`patches.py` packs the patches. `docs/dice.md` names what they were packed from, and says what came of it.
"""

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

VIEW_PX, BODY_PX = 64, 48.0
"""Edge of what the network sees, and of the body in it."""

PATCH_SIZES = 2.56
"""Edge of a patch, relative to its body's size."""

CLASSES = 9
NO_DIE, TEXTURES = "no die", "textures"
SHARES = {NO_DIE: 0.16, TEXTURES: 0.05}
"""Share of the views that are of such sources; the others are seen in proportion to the root of their patches."""

RENDERED, MORE_PHOTOGRAPHS = "rendered", 1.4
"""Name that sources without photographs begin with, and the factor by which photographs are seen more often."""

UPRIGHT_RAD = 0.15
"""Spread of the turn of dice in oblique pictures."""

OFF, SIZED, STRETCHED = 0.085, 0.11, 0.06
"""Spread by which a view's middle, in edges of the body, and the logarithms of its size and aspect are off."""

LOOSE = 1.5
"""Factor of those where the size is an estimate."""

GROUPS = 16
"""A batch is blurred and shrunk in so many groups, each by an amount of its own."""

EVALUATED = 5
"""How many times the validation patches are read meanwhile."""


class ValueNetwork(nn.Module):
    """Returns (n, 14): scores of the classes; then centre, log size, and cosine and sine of four times the angle."""

    def __init__(self, wide: int = 32) -> None:
        super().__init__()
        self.stem = nn.Sequential(_layer(3, wide, 2), _layer(wide, wide))
        self.second = nn.Sequential(_layer(wide, 2 * wide, 2), _Residual(2 * wide), _Residual(2 * wide))
        self.third = nn.Sequential(_layer(2 * wide, 4 * wide, 2), _Residual(4 * wide), _Residual(4 * wide))
        self.head = nn.Sequential(
            _layer(4 * wide, 2 * wide),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.25),
            nn.Linear(2 * wide * 16, 128),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(128, CLASSES + 5),
        )

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        return self.head(self.third(self.second(self.stem(views / 64.0 - 2.0))))


class _Residual(nn.Module):
    def __init__(self, wide: int) -> None:
        super().__init__()
        self.layer = _layer(wide, wide)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return features + self.layer(features)


def _layer(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU())


class PatchSet:
    """Patches on the device, and views of them by chance.

    Args:
        path: File of patches.
        device: Where the views are made.
    """

    def __init__(self, path: Path, device: torch.device) -> None:
        packed = np.load(path)
        ends, encoded = packed["ends"], packed["encoded"]
        cv2.setNumThreads(0)
        images = [cv2.imdecode(part, cv2.IMREAD_COLOR) for part in np.split(encoded, ends[:-1])]
        self._device = device
        self._images = torch.from_numpy(np.stack(images).transpose(0, 3, 1, 2).copy()).to(device)
        self._kinds = torch.from_numpy(packed["kinds"].astype(np.int64)).to(device)
        self._corners = torch.from_numpy(packed["corners_px"] - (images[0].shape[0] - 1) / 2).to(device)
        self._corners /= images[0].shape[0] / PATCH_SIZES
        self._is_upright = torch.from_numpy(packed["is_upright"]).to(device)
        self._is_sized = torch.from_numpy(packed["is_sized"]).to(device)
        self.sources, held_out = packed["sources"], packed["is_held_out"]
        self.held_out = np.flatnonzero(held_out)
        self._weights = torch.from_numpy(_weights(self.sources, held_out)).to(device)

    def batch(self, count: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Returns views (n, 3, h, w) in other light, their classes (n,), and poses (n, 5), NaN if unknown."""
        which = torch.multinomial(self._weights, count, replacement=True)
        views, corners = self._views(which, self._frames(which))
        return _relit(views), self._kinds[which], _poses(corners)

    def plain(self, which: np.ndarray, *, mirrored: bool) -> torch.Tensor:
        """Returns views (n, 3, h, w) straight from above."""
        frame = torch.eye(2, 3, device=self._device).repeat(len(which), 1, 1)
        frame[:, 0, 0] = -1.0 if mirrored else 1.0
        return self._views(torch.from_numpy(which).to(self._device), frame)[0]

    def kinds(self, which: np.ndarray) -> np.ndarray:
        """Returns the classes (n,)."""
        return self._kinds.cpu().numpy()[which]

    def _frames(self, which: torch.Tensor) -> torch.Tensor:
        """Returns (n, 2, 3) maps by chance from a view to a patch, both from their middle, in edges of the body."""
        count = len(which)

        def normal(spread: torch.Tensor | float) -> torch.Tensor:
            return torch.randn(count, device=self._device) * spread

        def even(low: float, high: float) -> torch.Tensor:
            return torch.rand(count, device=self._device) * (high - low) + low

        loose = torch.where(self._is_sized[which], 1.0, LOOSE)
        turn = torch.where(self._is_upright[which], normal(UPRIGHT_RAD), even(0, 2 * math.pi))
        size, aspect = torch.exp(normal(SIZED * loose)), torch.exp(normal(STRETCHED))
        mirror = torch.where(even(0, 1) < 0.5, -1.0, 1.0)
        cosine, sine = torch.cos(turn), torch.sin(turn)
        across, along = size * aspect * mirror, size / aspect
        skew = normal(0.04)
        first = torch.stack((cosine * across, skew - sine * along, normal(OFF * loose)), dim=1)
        second = torch.stack((sine * across, cosine * along, normal(OFF * loose)), dim=1)
        return torch.stack((first, second), dim=1)

    def _views(self, which: torch.Tensor, frame: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns views (n, 3, h, w), and the upper faces in them (n, 4, 2) from their middle, in bodies."""
        of_body = frame.clone()
        of_body[:, :, :2] *= VIEW_PX / BODY_PX / PATCH_SIZES
        of_body[:, :, 2] *= 2 / PATCH_SIZES
        grid = functional.affine_grid(of_body, [len(which), 3, VIEW_PX, VIEW_PX], align_corners=False)
        images = self._images[which].float()
        views = functional.grid_sample(images, grid, padding_mode="reflection", align_corners=False)
        corners = torch.linalg.solve(frame[:, None, :, :2], (self._corners[which] - frame[:, None, :, 2])[..., None])
        return views, corners[..., 0]


def _weights(sources: np.ndarray, held_out: np.ndarray) -> np.ndarray:
    """Returns how often each patch is seen (n,)."""
    weights = np.zeros(len(sources), np.float32)
    groups = {name: name.split(",")[0] if name.startswith(NO_DIE) else name for name in set(sources.tolist())}
    members = {group: [name for name, of in groups.items() if of == group] for group in groups.values()}
    counts = {group: int((np.isin(sources, names) & ~held_out).sum()) for group, names in members.items()}
    free = 1 - sum(SHARES.values())
    roots = {
        group: math.sqrt(count) * (1.0 if group.startswith(RENDERED) else MORE_PHOTOGRAPHS)
        for group, count in counts.items()
        if group not in SHARES
    }
    for group, names in members.items():
        share = SHARES.get(group) or free * roots[group] / sum(roots.values())
        weights[np.isin(sources, names) & ~held_out] = share / max(counts[group], 1)
        print(f"{group}: {counts[group]} patches, {100 * share:.0f} % of the views")
    return weights


def _poses(corners: torch.Tensor) -> torch.Tensor:
    """Returns centre, log size, and cosine and sine of four times the angle of upper faces (n, 5)."""
    middle = corners.mean(dim=1)
    along = corners[:, 0] + corners[:, 3] - corners[:, 1] - corners[:, 2]
    angle = 4 * torch.atan2(along[:, 1], along[:, 0])
    first, second = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    area = (first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]).abs() / 2
    size = torch.log(area.clamp(min=1e-3)) / 2
    return torch.stack((middle[:, 0], middle[:, 1], size, torch.cos(angle), torch.sin(angle)), dim=1)


def _relit(views: torch.Tensor) -> torch.Tensor:
    """Returns views in other light and colours, with lamps mirrored, blurred, coarser, or noisy."""
    count, device = len(views), views.device

    def may(share: float) -> torch.Tensor:
        return (torch.rand(count, device=device) < share)[:, None, None, None]

    def normal(spread: float, channels: int = 1) -> torch.Tensor:
        return torch.randn(count, channels, 1, 1, device=device) * spread

    def even(low: float, high: float) -> torch.Tensor:
        return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low

    order = torch.rand(count, 3, device=device).argsort(dim=1)
    views = torch.where(may(0.25), views.gather(1, order[..., None, None].expand_as(views)), views)
    mixing = torch.eye(3, device=device) + 0.1 * torch.randn(count, 3, 3, device=device)
    views = torch.where(may(0.4), torch.einsum("nij,njhw->nihw", mixing, views), views)
    views = torch.where(may(0.12), views.mean(dim=1, keepdim=True).expand_as(views), views)
    views = torch.where(may(0.05), 255 - views, views)
    views = 255 * (views.clamp(0, 255) / 255 + 1e-4) ** torch.exp(normal(0.3))
    mean = views.mean(dim=(1, 2, 3), keepdim=True)
    views = (views - mean) * torch.exp(normal(0.25)) + mean * torch.exp(normal(0.22))
    views = views * torch.exp(normal(0.07, 3))
    edge = torch.linspace(-1, 1, VIEW_PX, device=device)
    across, down = edge[None, None, None, :], edge[None, None, :, None]
    views = views * (1 + torch.where(may(0.5), normal(0.15) * across + normal(0.15) * down, 0.0))
    side = (even(-1, 1) * across + even(-1, 1) * down + even(-0.6, 0.6)) * even(3, 25)
    views = views * (1 - torch.where(may(0.2), even(0.15, 0.6) * torch.sigmoid(side), 0.0))
    for share in (0.15, 0.06):
        turn, wide = even(0, math.pi), even(0.04, 0.2)
        x, y = across - even(-0.8, 0.8), down - even(-0.8, 0.8)
        along, beside = torch.cos(turn) * x + torch.sin(turn) * y, torch.cos(turn) * y - torch.sin(turn) * x
        lamp = torch.exp(-(((along / (wide * even(1, 3))) ** 2 + (beside / wide) ** 2) ** even(1, 4)))
        views = views + torch.where(may(share), even(40, 230) * lamp, 0.0)
    views = torch.cat([_coarser(group) for group in views.chunk(GROUPS)])
    noise = torch.randn_like(views) * torch.where(may(0.6), even(0, 10), 0.0)
    specks = torch.rand(count, 1, VIEW_PX, VIEW_PX, device=device) < torch.where(may(0.12), even(0, 0.03), 0.0)
    shade = torch.rand(count, 1, VIEW_PX, VIEW_PX, device=device).round() * 255
    return torch.where(specks, shade.expand_as(views), views + noise).clamp(0, 255)


def _coarser(views: torch.Tensor) -> torch.Tensor:
    """Returns views blurred or shrunk and enlarged again, all by the same amount."""
    which, amount = torch.rand(2).tolist()
    if which < 0.4:
        size = int(VIEW_PX * (0.3 + 0.65 * amount))
        small = functional.interpolate(views, size=(size, size), mode="area")
        return functional.interpolate(small, size=views.shape[2:], mode="bilinear", align_corners=False)
    if which < 0.7:
        spread = 0.4 + 1.3 * amount
        row = torch.exp(-(torch.arange(-4, 5, device=views.device).float() ** 2) / (2 * spread**2))
        kernel = (row[:, None] * row[None] / row.sum() ** 2).expand(3, 1, 9, 9)
        return functional.conv2d(functional.pad(views, (4, 4, 4, 4), mode="reflect"), kernel, groups=3)
    return views


def loss_of(told: torch.Tensor, kinds: torch.Tensor, poses: torch.Tensor) -> torch.Tensor:
    """Cross entropy of the classes, and absolute error of the pose where it is known."""
    entropy = functional.cross_entropy(told[:, :CLASSES], kinds)
    known = ~poses.isnan()
    off = torch.where(known, told[:, CLASSES:] - poses.nan_to_num(), 0.0).abs()
    return entropy + 0.3 * off.sum() / known.sum().clamp(min=1)


@torch.no_grad()
def validated(network: nn.Module, patches: PatchSet) -> np.ndarray:
    """Returns log probabilities (n, 2, 9) of the validation patches, also mirrored; prints how good they are."""
    network.eval()
    told = []
    for mirrored in (False, True):
        parts = np.array_split(patches.held_out, max(1, len(patches.held_out) // 500))
        every = [network(patches.plain(part, mirrored=mirrored))[:, :CLASSES] for part in parts]
        told.append(torch.cat(every).log_softmax(dim=1).cpu().numpy())
    network.train()
    both, kinds = np.mean(told, axis=0), patches.kinds(patches.held_out)
    for source in sorted(set(patches.sources[patches.held_out].tolist())):
        some = patches.sources[patches.held_out] == source
        is_right = both[some].argmax(axis=1) == kinds[some]
        # As many are read with certainty as are likelier than the likeliest wrong one.
        sure = np.sort(both[some], axis=1)[:, -1]
        worst = sure[~is_right].max(initial=-np.inf)
        print(f"  {source}: {some.sum()}, right {is_right.mean():.4f}, above all wrong {(sure > worst).mean():.3f}")
    return np.stack(told, axis=1)


def main() -> None:
    """Trains, and writes the network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("patches", type=Path)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--wide", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    patches = PatchSet(asked.patches, device)
    network = ValueNetwork(asked.wide).to(device, memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.999), use_buffers=True
    )
    optimiser = torch.optim.AdamW(network.parameters(), asked.rate, weight_decay=0.03)
    started, steps, seen, share = time.monotonic(), 0, 0, 0.0
    while share < 1:
        share = (time.monotonic() - started) / (60 * asked.minutes)
        for group in optimiser.param_groups:
            group["lr"] = asked.rate * min(1.0, (steps + 1) / 200) * (1 + math.cos(math.pi * min(share, 1.0))) / 2
        views, kinds, poses = patches.batch(asked.batch)
        with torch.autocast(device.type, torch.bfloat16):
            told = network(views.to(memory_format=torch.channels_last))
        loss = loss_of(told.float(), kinds, poses)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        mean.update_parameters(network)
        steps += 1
        if share * EVALUATED >= seen + 1:
            seen += 1
            print(f"{steps} steps, {time.monotonic() - started:.0f} s, loss {loss.item():.3f}", flush=True)
            validated(mean.module, patches)
    told = validated(mean.module, patches)
    kinds = patches.kinds(patches.held_out)
    np.savez(asked.out.with_suffix(".npz"), told=told, kinds=kinds, sources=patches.sources[patches.held_out])
    torch.save(mean.module.state_dict(), asked.out.with_suffix(".pt"))
    torch.onnx.export(
        mean.module.to("cpu", memory_format=torch.contiguous_format).eval(),
        torch.zeros(1, 3, VIEW_PX, VIEW_PX),
        asked.out,
        dynamo=False,
        input_names=["view"],
        output_names=["told"],
        dynamic_axes={"view": {0: "n"}, "told": {0: "n"}},
    )


if __name__ == "__main__":
    main()
