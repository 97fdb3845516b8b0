"""Seats: joining by ticket and code, staying by token, handing on, over a restart too."""

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.command import SPECTATOR
from companion.phones.link.seats import CODE_LENGTH, CODE_LETTERS, CODE_LIFE_S, JoinError, Seats


class Dial:
    now_s = 0.0

    def __call__(self):
        return self.now_s


class Secrets:
    """Secrets that can be told apart, and are never the same twice."""

    def __init__(self):
        self.count = 0

    def __call__(self, length):
        self.count += 1
        return hashlib.sha512(str(self.count).encode()).digest()[:length]


@pytest.fixture
def dial():
    return Dial()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "seats.json"


@pytest.fixture
def seating(dial, file):
    return Seats(("A", "B"), file, dial, Secrets())


def test_a_ticket_and_a_code_lead_to_the_same_seat_and_are_used_up(seating):
    shown = seating.invitation("A")

    assert seating.seat_by(shown.ticket) == seating.seat_by(shown.code.lower()) == "A"
    phone, token = seating.join(shown.code)
    assert seating.phone(token) == phone
    assert phone.seat == "A"
    for word in (shown.ticket, shown.code):
        with pytest.raises(JoinError):
            seating.join(word)
    assert seating.invitation("A") is None


def test_a_code_ends_and_a_new_one_is_shown(seating, dial):
    first = seating.invitation("B")
    dial.now_s = CODE_LIFE_S
    second = seating.invitation("B")

    assert second.code != first.code
    assert len(second.code) == CODE_LENGTH
    assert set(second.code) <= set(CODE_LETTERS)
    with pytest.raises(JoinError):
        seating.join(first.code)


def test_a_seat_goes_to_another_phone_only_from_the_tablet(seating):
    _, old = seating.join(seating.invitation("A").ticket)
    gone = []
    seating.listen(gone.append)
    seating.hand_on("A")
    phone, new = seating.join(seating.invitation("A").ticket)

    assert gone == [1]
    assert seating.phone(old) is None
    assert seating.phone(new) == phone


def test_a_second_phone_needs_leave(seating):
    seating.join(seating.invitation("A").ticket)
    assert seating.invitation("A") is None
    seating.allow_second("A", allowed=True)
    seating.join(seating.invitation("A").ticket)
    assert seating.invitation("A") is None
    assert len([each for each in seating.phones if each.seat == "A"]) == 2


def test_a_used_ticket_lets_nobody_in_where_a_second_phone_may_sit(seating):
    seating.allow_second("A", allowed=True)
    shown = seating.invitation("A")
    seating.join(shown.ticket)

    for word in (shown.ticket, shown.code):
        with pytest.raises(JoinError):
            seating.join(word)
    assert seating.invitation("A") is not None


def test_spectators_share_one_code(seating):
    code = seating.invitation(SPECTATOR).code
    assert {seating.join(code)[0].seat for _ in range(3)} == {SPECTATOR}


def test_phones_stay_seated_over_a_restart_and_no_secret_is_on_the_disk(seating, dial, file):
    _, token = seating.join(seating.invitation("B").ticket)
    again = Seats(("A", "B"), file, dial, Secrets())

    assert again.phone(token).seat == "B"
    assert token not in file.read_text(encoding="utf-8")


@given(st.binary())
def test_a_damaged_file_only_means_joining_anew(tmp_path_factory, data):
    file = tmp_path_factory.mktemp("seats") / "seats.json"
    file.write_bytes(data)

    assert Seats(("A",), file, Dial(), Secrets()).phones == ()


@given(st.text(max_size=80))
def test_no_guess_leads_anywhere(tmp_path_factory, word):
    seating = Seats(("A",), tmp_path_factory.mktemp("seats") / "seats.json", Dial(), Secrets())
    with pytest.raises(JoinError):
        seating.join(word)


def test_a_place_is_another_at_every_seat_and_in_every_game_and_the_same_after_a_restart(dial, file, tmp_path):
    secrets = Secrets()
    first = Seats(("A", "B"), file, dial, secrets)
    first.join(first.invitation("A").ticket)
    again, other = (Seats(("A", "B"), each, dial, secrets) for each in (file, tmp_path / "other.json"))

    assert [first.place(seat) for seat in "AB"] == [again.place(seat) for seat in "AB"]
    assert len({each.place(seat) for each in (first, other) for seat in "AB"}) == 4


def test_phones_that_sat_there_before_places_were_marked_know_theirs_after_the_next_restart(dial, file):
    first = Seats(("A", "B"), file, dial, Secrets())
    first.join(first.invitation("A").ticket)
    kept = msgspec.json.decode(file.read_bytes())
    file.write_bytes(msgspec.json.encode({name: value for name, value in kept.items() if name != "game"}))
    secrets = Secrets()

    assert Seats(("A", "B"), file, dial, secrets).place("A") == Seats(("A", "B"), file, dial, secrets).place("A")
