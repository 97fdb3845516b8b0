"""What both networks for bodies share: what they are asked, the rounds of training, and how they are written."""

import argparse
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import torch
from examples import LabelledPicture, examples_of
from torch import nn


class Views(Protocol):
    """Endless views with what the network should say of each."""

    def batch(self) -> tuple[torch.Tensor, ...]:
        """Returns views (n, 3, h, w), and whatever the loss takes besides."""
        ...


def asked_for(doc: str, steps: int) -> argparse.Namespace:
    """Returns the arguments of the command line; prepares torch and OpenCV for one core."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(asked.seed)
    return asked


def folders_of(asked: argparse.Namespace) -> list[list[LabelledPicture]]:
    """Returns the labelled pictures of each folder, and prints how many there are."""
    folders = [examples_of(folder) for folder in asked.folders]
    for path, folder in zip(asked.folders, folders, strict=True):
        print(path, len(folder), "pictures", sum(len(one.bodies) for one in folder), "dice", flush=True)
    return folders


def train(network: nn.Module, views: Views, loss_of: Callable[..., torch.Tensor], asked: argparse.Namespace) -> None:
    """Trains a network in its place, at a rate that rises, then falls along a cosine; keeps its weights beside `out`.

    Args:
        network: The network.
        views: What it learns from.
        loss_of: Takes what the network says, and what a batch of views has besides the views.
        asked: The command line's arguments.
    """
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


def write(network: nn.Module, out: Path, view_px: int, name: str, *, many: bool) -> None:
    """Writes a network as ONNX.

    Args:
        network: The network.
        out: The file.
        view_px: Edge of what it sees.
        name: Name of what it says.
        many: Whether it takes any number of views at once.
    """
    torch.onnx.export(
        network.to(memory_format=torch.contiguous_format).eval(),
        torch.zeros(1, 3, view_px, view_px),
        out,
        dynamo=False,
        input_names=["view"],
        output_names=[name],
        dynamic_axes={"view": {0: "n"}, name: {0: "n"}} if many else None,
    )
