"""Several names in a row."""

from collections.abc import Iterable

PLAIN, STRONG = ", ", "; "


def listed(names: Iterable[str]) -> str:
    """Names in a row that cannot be misread.

    Args:
        names: What they are called, in their order.

    Returns:
        The names with commas between them; with semicolons where a name has a comma itself.
    """
    row = tuple(names)
    return (STRONG if any(PLAIN in each for each in row) else PLAIN).join(row)
