"""The guide dims all but what it speaks of and what asks something."""

from itertools import product

WHOLE = (0.0, 0.0, 100.0, 80.0)


def test_what_is_left_around_holes_covers_all_else_once():
    from companion.tablet.look.labels import Box  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.table.spotlight import around  # noqa: PLC0415 (likewise)

    whole = Box(*WHOLE)
    for holes in (
        (),
        (Box(10, 10, 30, 30),),
        (Box(10, 10, 30, 30), Box(20, 20, 60, 50)),
        (Box(-5, -5, 20, 20), Box(90, 70, 120, 90), Box(200, 200, 210, 210)),
        (Box(0, 0, 100, 80),),
        (Box(10, 10, 30, 30), Box(10, 40, 30, 60), Box(50, 0, 60, 80), Box(15, 15, 20, 20)),
    ):
        parts = list(around(whole, holes))
        for x, y in product(range(100), range(80)):
            at = x + 0.5, y + 0.5
            assert sum(each.holds(at) for each in parts) == (not any(each.holds(at) for each in holes)), at
