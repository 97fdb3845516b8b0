"""Who may ask: our own names and pages only, and not too often."""

import pytest

from companion.phones.link.guard import RateLimit, comes_from_us, host_is_ours
from companion.phones.link.network import likeliest_first

NAMES = frozenset({"192.168.0.7", "tablet", "tablet.local"})


@pytest.mark.parametrize(
    "host", ["192.168.0.7:8080", "tablet.local:8080", "TABLET:8080", "localhost:8080", "127.0.0.1:8080", "[::1]:8080"]
)
def test_our_own_names_are_ours(host):
    assert host_is_ours(host, NAMES, 8080)


@pytest.mark.parametrize(
    ("host", "port"),
    [("tablet", 80), ("tablet", 443), ("192.168.0.7", 443), ("tablet:80", 80), ("[::1]", 80), ("[::1]:443", 443)],
)
def test_a_port_that_browsers_leave_out_may_be_left_out(host, port):
    assert host_is_ours(host, NAMES, port)
    assert not host_is_ours(host.removesuffix(f":{port}"), NAMES, port + 1)
    assert not host_is_ours("::1", NAMES, port)


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "127.0.0.1:8081", "127.0.0.5:8080", "127.1:8080", "2130706433:8080", "0.0.0.0:8080",
     "localhost.evil.example:8080", "evil.localhost:8080", "::1:8080", "[::1]", "[::ffff:127.0.0.1]:8080",
     "[127.0.0.1]:8080", "localhost:8080@evil.example", "", "evil.example:8080",
     "192.168.0.7:8081", "192.168.0.7", "192.168.0.7.evil.example:8080", "192.168.0.8:8080",
     "tablet.local.:80", ":8080", "[::2]:8080", "192.168.0.7:8080:8080", "127.0.0.1.evil.example:8080"],
)  # fmt: skip
def test_other_names_are_not(host):
    assert not host_is_ours(host, NAMES, 8080)


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({"Host": "t:1", "Origin": "http://t:1"}, True),
        ({"Host": "t:1", "Origin": "https://t:1"}, False),
        ({"Host": "t:1", "Origin": "http://evil:1"}, False),
        ({"Host": "t:1", "Origin": "null"}, False),
        ({"Host": "t:1"}, False),
        ({"Host": "t:1", "Origin": "http://t:1", "Sec-Fetch-Site": "cross-site"}, False),
        ({"Host": "t:1", "Origin": "http://t:1", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Host": "t:1", "Sec-Fetch-Site": "same-origin"}, True),
    ],
)
def test_only_our_own_pages_may_change_something(headers, ours):
    assert comes_from_us("POST", headers, "http") is ours


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        ({}, True),  # over plain http browsers do not tell
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, True),
        ({"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "document"}, False),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, False),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, False),
    ],
)
def test_a_page_of_another_origin_may_link_to_us_and_load_nothing(sent, heard):
    """Another program's page at another port of this machine is of the same site, so that cookies come along."""
    for method in ("GET", "HEAD"):
        assert comes_from_us(method, {"Host": "localhost:8080", **sent}, "http") is heard


def test_tries_run_out_and_come_back():
    now = [0.0]
    limit = RateLimit(3, 0.5, lambda: now[0])

    assert [limit.allows("one") for _ in range(4)] == [True, True, True, False]
    assert limit.allows("other")
    now[0] = 2.0
    assert [limit.allows("one") for _ in range(2)] == [True, False]


def test_a_long_wait_saves_no_more_tries_than_at_first():
    now = [0.0]
    limit = RateLimit(3, 0.5, lambda: now[0])

    assert limit.allows("one")
    now[0] = 3600.0
    assert [limit.allows("one") for _ in range(4)] == [True, True, True, False]


def test_asking_whether_a_try_is_left_takes_none():
    now = [0.0]
    limit = RateLimit(2, 1.0, lambda: now[0])

    assert limit.allows("one")
    assert [limit.has_one("one") for _ in range(3)] == [True, True, True]
    assert limit.allows("one")
    assert limit.has_one("one") is False
    now[0] = 1.0
    assert limit.has_one("one") is True


def test_of_too_many_addresses_the_one_that_tried_longest_ago_is_forgotten():
    limit = RateLimit(1, 0.0, lambda: 0.0)

    assert limit.allows("first")
    assert limit.allows("second")
    assert not limit.allows("first")
    for number in range(4094):
        assert limit.allows(str(number))
    assert not limit.has_one("second")
    assert limit.allows("one too many")
    assert limit.has_one("second")
    assert not limit.has_one("first")
    assert not limit.has_one("0")


def test_the_likeliest_address_comes_first():
    found = [("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("eth1", "169.254.3.4"), ("wlan0", "192.168.0.7")]

    assert likeliest_first(found) == ("192.168.0.7", "169.254.3.4", "172.17.0.1")
