"""Journeys start whole programs with real windows, browsers and sockets."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives each journey a second try, which the summary counts: a starved machine may let one wait in vain."""
    for item in items:
        if "journeys" in item.path.parts:
            item.add_marker(pytest.mark.flaky(reruns=1))
