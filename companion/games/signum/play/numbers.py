"""Numbers of effects once they are counted."""


def whole(counted: object) -> int:
    """A number that was counted before the effect happens; see `reading.counted`."""
    assert isinstance(counted, int)  # noqa: S101 (the handler of effects counts first)
    return counted
