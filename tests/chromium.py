"""The browser in which tests open pages, found in one place.

Chromium's headless shell lays out and draws as Chromium does, without the windows, profiles and services around a page:
a page takes a fifth of the processor time, and one at rest takes none. Where there is no package of it, Chromium itself
is opened.
"""

from pathlib import Path

import pytest

WHOLE = Path("/usr/bin/chromium")
"""What the headless shell lacks, such as notifications, is tested with this one."""
INSTALLED = next(filter(Path.exists, (Path("/usr/bin/chromium-headless-shell"), WHOLE)), None)
ARGUMENTS = ("--no-sandbox",)
MISSING = "there is no Chromium: scripts/setup test installs it"
on_phones = pytest.mark.skipif(INSTALLED is None, reason=MISSING)
"""Marks tests that open pages."""


def needed() -> None:
    """Skips a test that opens pages where there is no Chromium."""
    if INSTALLED is None:
        pytest.skip(MISSING)
