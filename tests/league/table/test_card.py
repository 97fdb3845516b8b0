"""The card by which a table joins: through a QR code and back, and what is said of one that is damaged."""

import msgspec
import pytest

from companion.league import codes
from companion.league.table.card import MARK, CardError, TableCard, card_of, code_of, keep_card, kept_card, leave
from companion.league.wire.keys import Key

CARD = TableCard(
    league="Winter League",
    venue="east",
    table="t1",
    urls=("nats://192.168.1.5:4222",),
    seed=Key.new().seed,
    page="http://192.168.1.5:8700",
)


def test_a_card_comes_through_its_code_however_it_was_wrapped():
    code = code_of(CARD)

    assert card_of(code) == CARD
    assert card_of(f" {code[:40]}\n{code[40:]} \n") == CARD
    assert set(code) <= set("COMPANION-LEAGUE:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")  # what a QR code holds best


PRINTED = (
    "COMPANION-LEAGUE:PD44U3EOHWVUMRDUPBTF4SLKCFTHJJZGC2LRAHO7UZMGFVZNETKMHTBH3QSCVQBMZA4NZWJHG"
    "DENLWBEZTI53SGEZ7MD3SWE24U5JRJIYI34IPBS2LGD6JBMYQSMIO64HEWCIFCPUIYMKFXJJK2QAM2LHJSQ"
)


def test_a_card_that_was_printed_once_is_read_for_ever():
    card = card_of(PRINTED)
    assert (card.league, card.venue, card.table, card.urls) == ("Winter League", "east", "t1", CARD.urls)
    assert len(code_of(card)) < 200  # the certificate's words and the names of the fields are not in it


def test_a_card_that_was_printed_in_small_letters_is_read():
    assert card_of(codes.code_of(MARK, CARD)) == CARD


@pytest.mark.parametrize("lost", [1, 3, 8, 40])
def test_a_card_that_lacks_its_end_is_damaged(lost):
    with pytest.raises(CardError, match="damaged"):
        card_of(code_of(CARD)[:-lost])


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("", "no such card"),
        ("companion-league:!!!", "damaged"),
        (code_of(CARD)[:-9], "damaged"),
        ("companion-league:" + "A" * 40_000, "no such card"),
        (code_of(msgspec.structs.replace(CARD, venue="East!")), "small letters"),
        (code_of(msgspec.structs.replace(CARD, seed="SUAB")), "secret key"),
        (code_of(msgspec.structs.replace(CARD, urls=("file:///etc/passwd",))), "address of a server"),
    ],
)
def test_what_is_no_card_is_said_in_one_sentence(code, says):
    with pytest.raises(CardError, match=says):
        card_of(code)


def test_a_table_keeps_its_card_for_its_owner_alone(tmp_path):
    path = tmp_path / "data" / "league.card"
    assert kept_card(path) is None

    keep_card(path, CARD)

    assert kept_card(path) == CARD
    assert path.stat().st_mode & 0o077 == 0
    assert leave(path)
    assert not leave(path)
    path.write_text("nonsense", encoding="utf-8")
    with pytest.raises(CardError, match="no such card"):
        kept_card(path)
