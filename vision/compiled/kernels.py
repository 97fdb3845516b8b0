"""Decides whether the compiled twins are used: where numba is installed, from the first tracker of a stream on.

A twin computes the same as the code beside which it stands, to rounding. Loading numba takes most of a second, and
compiling some more when the program runs for the first time, so a single picture does without.
"""

import functools
import importlib
import importlib.util
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vision.compiled import patch_fit, tag_steps

Kernel = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Kernels:
    """Compiled functions; their arguments are those of the functions of the same name.

    Attributes:
        fit_patches: See `vision.compiled.patch_fit`.
        step_tags: See `vision.compiled.tag_steps`.
    """

    fit_patches: Kernel
    step_tags: Kernel


PLAIN = Kernels(patch_fit.fit_patches, tag_steps.step_tags)
"""The functions as Python runs them, which takes a thousand times as long: for tests."""


class KernelChoice:
    """Which kernels are in use.

    Attributes:
        kernels: The kernels; None where numpy does the work.
    """

    def __init__(self) -> None:
        self.kernels: Kernels | None = None

    def prefer_compiled(self) -> None:
        """Uses compiled kernels from now on, if numba is installed."""
        self.kernels = self.kernels or compiled()


CHOICE = KernelChoice()


@functools.cache
def compiled() -> Kernels | None:
    """Returns compiled kernels; None if numba is missing or does not work here."""
    if importlib.util.find_spec("numba") is None:
        return None
    try:
        njit = importlib.import_module("numba").njit
        # Sums may be computed in any order, so that several numbers are added at once; infinities stay what they are.
        compiling = njit(cache=True, nogil=True, fastmath={"reassoc", "nsz", "contract"})
        return Kernels(_linked(compiling, patch_fit.FUNCTIONS), _linked(compiling, tag_steps.FUNCTIONS))
    except (ImportError, OSError, RuntimeError):
        # A numba for another numpy, a missing library, or no folder in which it may keep what it compiled.
        return None


def _linked(compiling: Kernel, functions: tuple[Kernel, ...]) -> Kernel:
    """Compiles functions, each of which calls the compiled ones before it; returns the last one."""
    done: dict[str, Kernel] = {}
    for function in functions:
        copy = types.FunctionType(function.__code__, function.__globals__ | done, function.__name__)
        copy.__module__ = function.__module__
        done[function.__name__] = compiling(copy)
    return done[functions[-1].__name__]
