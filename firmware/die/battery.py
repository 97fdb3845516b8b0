"""Estimates the state of charge of a lithium polymer cell from its open-circuit voltage."""

# Millivolts and percent: the usual discharge curve of one cell at a light load. Other cells deviate by some ten percent
# in the middle, which is flat.
CURVE = ((3300, 0), (3600, 10), (3700, 25), (3760, 40), (3850, 60), (3970, 80), (4150, 100))


def percent(cell_mv):
    """Returns the state of charge, 0 to 100."""
    below_mv, below = CURVE[0]
    if cell_mv <= below_mv:
        return below
    for above_mv, above in CURVE[1:]:
        if cell_mv < above_mv:
            return below + (above - below) * (cell_mv - below_mv) // (above_mv - below_mv)
        below_mv, below = above_mv, above
    return 100
