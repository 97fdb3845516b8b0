"""Phones at the table made by hand, for what is said and drawn of them."""

from companion.referee import Guest, GuestStatus, SeatStatus

BEST = "http://192.168.178.24:8642"
OTHER = "http://10.42.0.1:8642"
TICKET = "0123456789abcdef0123456789abcdef"


def seat(name, *guests, called="", second=False, is_open=None, best=BEST):
    opens = (not guests or second) if is_open is None else is_open
    return SeatStatus(
        seat=name,
        name=called,
        link=f"{best}/j/{TICKET}" if opens and best else "",
        code="K7MPQ4" if opens else "",
        second_allowed=second,
        guests=guests,
    )


def phones(  # noqa: PLR0913 (a table has that many sides)
    ann=(), bob=(), watching=(), *, best=BEST, others=(), works=(), second=False, more=()
):
    """Two players, whose phones are given, and those who watch."""
    seats = (
        seat("A", *ann, called="Ann", best=best, second=second),
        seat("B", *bob, called="Bohdan-Oleksandr", best=best),
        *(seat(name, called=called, best=best) for name, called in more),
        seat("spectator", *watching, is_open=True, best=best),
    )
    return GuestStatus(best, ((best,) if best else ()) + others, works, seats)


HERE = Guest(1, connected=True, behind=0)
BEHIND = Guest(2, connected=True, behind=3)
AWAY = Guest(3, connected=False, behind=1)
NEW = Guest(4, connected=True, behind=None)
MANY = tuple(Guest(number, connected=True, behind=0) for number in range(10, 14))
