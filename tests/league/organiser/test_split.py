"""Whether a hub has split: who went on alone keeps the league, and the others are told to change nothing."""

import msgspec
import pytest

from companion.league.organiser.ledger import HubServer, Ledger
from companion.league.organiser.split import Beside, Split, others_of, split_of
from companion.texts import Language

ONE, TWO, THREE = (
    HubServer(name=f"hub{number}", host=f"10.0.0.{number}", port=1, leaf_port=2, cluster_port=3, page_port=4)
    for number in (1, 2, 3)
)
TOGETHER = msgspec.structs.replace(Ledger.new("Winter"), servers=(ONE, TWO, THREE))
ALONE = msgspec.structs.replace(TOGETHER, servers=(TWO,), left=(ONE, THREE))


@pytest.mark.parametrize(
    ("ledger", "found", "split"),
    [
        (TOGETHER, {}, None),
        (TOGETHER, {"hub2": Beside.SILENT, "hub3": Beside.TOGETHER}, None),
        (TOGETHER, {"hub2": Beside.ALONE, "hub3": Beside.TOGETHER}, Split(TWO, yields=True)),
        (TOGETHER, {"hub2": Beside.ALONE}, Split(TWO, yields=True)),
        (ALONE, {}, None),
        (ALONE, {"hub1": Beside.SILENT, "hub3": Beside.SILENT}, None),
        (ALONE, {"hub1": Beside.SILENT, "hub3": Beside.TOGETHER}, Split(THREE, yields=False)),
        (ALONE, {"hub1": Beside.ALONE}, Split(ONE, yields=False)),  # each of two was told to go on alone
        (Ledger.new("Winter"), {}, None),
    ],
)
def test_a_hub_has_split_if_one_went_on_alone_and_another_one_runs(ledger, found, split):
    assert split_of(ledger, found) == split


def test_each_asks_the_other_side():
    assert others_of(TOGETHER, "hub1") == (TWO, THREE)
    assert others_of(ALONE, "hub2") == (ONE, THREE)
    assert others_of(Ledger.new("Winter"), "") == ()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("yields", [True, False])
def test_it_is_said_where_to_stop_what(language, yields):
    said = Split(TWO, yields=yields).error().said(language)
    assert "hub2" in said
    assert "10.0.0.2" in said
