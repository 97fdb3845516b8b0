"""What the screen of the seats says."""

import pytest

from companion.referee import Level
from companion.tablet.data import seat_words as seats_wording
from companion.tablet.data.seat_words import LOST_AFTER_S, PATIENCE_S, SeatDelays, SeatTimer, button, seats_page
from companion.texts import Language
from tests.clock import Clock
from tests.tablet.seats import AWAY, BEHIND, BEST, HERE, NEW, OTHER, TICKET, phones

ENGLISH = Language.ENGLISH


def page(guests, waited=SeatDelays(), chosen="", language=ENGLISH):  # noqa: B008 (frozen)
    return seats_page(language, guests, waited, chosen)


def test_each_empty_seat_has_a_code_and_those_who_watch_have_theirs():
    ann, bob, watching = page(phones()).cards
    assert (ann.name, bob.name, watching.name) == ("Ann", "Bohdan-Oleksandr", "Spectators")
    assert {card.link for card in (ann, bob, watching)} == {f"{BEST}/j/{TICKET}"}
    assert (ann.code, ann.address) == ("K7MPQ4", "192.168.178.24:8642")
    assert (ann.hand_on, watching.second) == ("", "")


def test_a_taken_seat_shows_no_code_but_its_phone():
    ann = page(phones((HERE,), works=(BEST,))).cards[0]
    assert (ann.link, ann.code, ann.address, ann.text) == ("", "", "", "This seat is taken.")
    assert [(row.id, row.text, row.level) for row in ann.guests] == [(1, "connected, up to date", Level.GOOD)]
    assert ann.hand_on == "Pass on the seat"


@pytest.mark.parametrize(
    ("guest", "text"), [(BEHIND, "connected, 3 changes behind"), (NEW, "connected, nothing shown yet")]
)
def test_what_a_phone_acknowledged_is_said(guest, text):
    assert page(phones((guest,))).cards[0].guests[0].text == text


def test_a_phone_is_lost_only_after_a_moment_and_then_loudly():
    clock, guests = Clock(), phones((HERE,), (AWAY,), works=(BEST,))
    waiting = SeatTimer(clock)
    waited = waiting.see(guests, shown=False)
    assert not page(guests, waited).cards[1].lost
    assert button(ENGLISH, guests, waited) == ("Phones 1/2", False)
    clock.now_s += LOST_AFTER_S
    waited = waiting.see(guests, shown=False)
    said = page(guests, waited)
    assert said.cards[1].lost
    assert said.cards[1].text == "Phone lost"
    assert said.message.startswith("Bohdan-Oleksandr: no connection")
    assert button(ENGLISH, guests, waited) == ("Phone lost!", True)
    back = phones((HERE,), (HERE,), works=(BEST,))
    assert waiting.see(back, shown=False) == SeatDelays()
    clock.now_s += 1.0
    assert waiting.see(guests, shown=False) == SeatDelays()


def test_of_two_phones_at_a_seat_one_may_sleep_and_nobody_minds_a_spectator():
    waited = SeatDelays(frozenset({AWAY.id}))
    said = page(phones((HERE, AWAY), (), (AWAY,), second=True), waited)
    assert not any(card.lost for card in said.cards)
    assert said.message == ""
    assert said.cards[0].guests[1].level is Level.BLIND


def test_without_a_network_it_says_what_to_do_and_shows_no_code():
    said = page(phones(best=""))
    assert "not in a network" in said.message
    assert all((card.link, card.code, card.text) == ("", "", "") for card in said.cards)


@pytest.mark.parametrize(
    ("platform", "word"),
    [("win32", "Windows Security"), ("darwin", "System Settings"), ("linux", "ufw allow 8642/tcp")],
)
def test_when_nobody_comes_for_a_while_the_firewall_is_named(platform, word, monkeypatch):
    monkeypatch.setattr(seats_wording.sys, "platform", platform)
    clock, guests = Clock(), phones()
    waiting = SeatTimer(clock)
    waiting.see(guests, shown=False)
    clock.now_s += PATIENCE_S
    assert not waiting.see(guests, shown=True).in_vain, "the codes were not to be seen"
    clock.now_s += PATIENCE_S
    waited = waiting.see(guests, shown=True)
    assert word in page(guests, waited).message
    came = phones((HERE,), works=(BEST,))
    assert page(came, waiting.see(came, shown=True)).message == ""


def test_the_codes_lead_to_the_address_that_is_chosen_while_it_is_there():
    guests = phones(others=(OTHER,), works=(BEST,))
    said = page(guests, chosen=OTHER)
    assert {card.link for card in said.cards} == {f"{OTHER}/j/{TICKET}"}
    assert [(key.text, key.works, key.chosen) for key in said.addresses] == [
        ("192.168.178.24:8642", True, False),
        ("10.42.0.1:8642", False, True),
    ]
    assert page(guests, chosen="http://gone:1").cards[0].link.startswith(BEST)
