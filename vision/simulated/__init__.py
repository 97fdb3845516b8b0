"""The simulated camera: scripted tables with exact truth, on geometry code of their own.

They serve the demo, tests and benchmarks; they are never what claims of accuracy rest on alone.
"""

from vision.simulated.catalogue import simulated_names
from vision.simulated.scene import Scene
from vision.simulated.table import SimulatedTable, frames, simulated_table
from vision.simulated.truth import TruePlace, TrueTag, Truth

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
