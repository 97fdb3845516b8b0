"""Names in a row can be told apart, also where a name has a comma."""

import pytest

from companion.texts import listed


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ((), ""),
        (("Maud",), "Maud"),
        (("Maud", "Korra"), "Maud, Korra"),
        (("Pike Dunmore, Steam Lancer", "Hot Coals"), "Pike Dunmore, Steam Lancer; Hot Coals"),
    ],
)
def test_a_row_of_names_is_parted_by_what_no_name_has(names, row):
    assert listed(iter(names)) == row
