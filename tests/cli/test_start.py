"""The command line says what there is before it opens any room: each command opens only those that it needs."""

import subprocess
import sys

HEAVY = {"numpy", "cv2", "kivy", "aiohttp", "shapely", "bleak", "companion.referee", "vision", "hardware"}


def test_help_needs_no_library_of_images_windows_or_dice():
    program = f"import sys, companion.cli; print(*sorted({HEAVY} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert told.stdout.split() == []
