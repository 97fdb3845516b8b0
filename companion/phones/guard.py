"""What every request must be before anybody looks at what it wants, and what every answer carries.

A page of another site must be able neither to read nor to act: the Host must be one of ours (against DNS rebinding), a
change must come from our own pages, cookies are SameSite=Strict, and pages run our own scripts only.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # without a referrer, browsers send forms with the origin "null"
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=(self)",
    "Cache-Control": "no-store",
}
"""On every answer; assets replace the last one by a long life, for their names carry their content's hash."""

HTTPS_HEADERS: Mapping[str, str] = {"Cross-Origin-Opener-Policy": "same-origin"}
"""On every answer by https besides; over plain http browsers ignore it, and complain."""

MOST_ADDRESSES = 4096


def host_is_ours(host: str, names: frozenset[str], port: int) -> bool:
    """Whether a Host header names us: an address of this machine, or one of our names, with our port.

    Args:
        host: As the request says it.
        names: Our addresses and names, in lower case.
        port: Where we listen.
    """
    name, colon, number = host.rpartition(":")
    if not colon or name.endswith(":") or "]" in number:
        name, number = host, ""
    if number and number != str(port):
        return False
    if not number and port not in (80, 443):
        return False
    name = name.lower().strip("[]").rstrip(".")
    return name in names or _is_loopback(name)


def comes_from_us(headers: Mapping[str, str], scheme: str) -> bool:
    """Whether a request that changes something was sent by one of our own pages."""
    site = headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("Origin")
    if origin is None:
        return site is not None
    return origin.lower() == f"{scheme}://{headers.get('Host', '')}".lower()


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


@dataclass(slots=True)
class _Bucket:
    left: float
    at_s: float


class Limit:
    """So many tries at once, and so many a second after that, by whoever tries."""

    def __init__(self, burst: float, per_s: float, clock: Callable[[], float]) -> None:
        self._burst, self._per_s, self._clock = burst, per_s, clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Takes one try; whether there was one left."""
        left = self._left(who)
        allowed = left >= 1.0
        self._buckets.pop(who, None)
        self._buckets[who] = _Bucket(left - 1.0 if allowed else left, self._clock())
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed

    def has_one(self, who: str) -> bool:
        """Whether a try is left, which is not taken."""
        return self._left(who) >= 1.0

    def _left(self, who: str) -> float:
        bucket = self._buckets.get(who)
        if bucket is None:
            return self._burst
        return min(self._burst, bucket.left + (self._clock() - bucket.at_s) * self._per_s)
