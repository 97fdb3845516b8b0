"""A simulated camera: scripted tables with exact ground truth, based on geometry code of its own.

It serves the demo, tests and benchmarks. No claim of accuracy rests on it alone.
"""

from vision.simulation.scene.catalogue import simulated_names
from vision.simulation.scene.scene import Scene
from vision.simulation.table import SimulatedTable, frames, simulated_table
from vision.simulation.truth import TruePlace, TrueTag, Truth

__all__ = [
    "Scene",
    "SimulatedTable",
    "TruePlace",
    "TrueTag",
    "Truth",
    "frames",
    "simulated_names",
    "simulated_table",
]
