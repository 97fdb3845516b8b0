"""The code whose tests must notice small changes, and the tests that should notice them."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Room:
    """Code and its tests, as paths from the repository's root; a folder stands for all files in it.

    Attributes:
        code: What is changed.
        tests: What runs: arguments of pytest.
    """

    code: tuple[str, ...]
    tests: tuple[str, ...]

    def files(self) -> list[Path]:
        """The modules, in a fixed order."""
        found: list[Path] = []
        for each in self.code:
            path = ROOT / each
            found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
        return found


ROOMS = {
    "geometry": Room(("companion/geometry",), ("tests/geometry",)),
    "motion": Room(
        ("vision/tracking/motion.py", "vision/tracking/fusion.py"),
        (
            "tests/vision/tracking/test_fusion.py",
            "tests/vision/tracking/test_tracker_motion.py",
            "tests/vision/tracking/test_acceptance.py",
        ),
    ),
    "collecting": Room(("hardware/rolls",), ("tests/hardware/rolls",)),
    # Programs that are killed and disks that are full take too long, and depend on what else the machine does.
    "record": Room(("companion/record",), ("tests/record", "--ignore=tests/record/test_crash.py")),
    "damage": Room(
        ("companion/games/signum/creature/damage.py",),
        ("tests/games/signum/creature", "tests/rules", "tests/games/signum/turn/test_turn_moments.py"),
    ),
    "brawl": Room(("companion/games/brawl/rules",), ("tests/rules/brawl",)),
    "guard": Room(("companion/phones/link/guard.py",), ("tests/phones/link/test_guard.py",)),
}
