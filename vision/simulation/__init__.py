"""The simulated camera: scripted tables with exact truth, on geometry code of their own.

They serve the demo, tests and benchmarks; they are never what claims of accuracy rest on alone.
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
