"""What every request must be before anybody looks at what it wants, and what every answer carries.

A page of another site must be able neither to read nor to act: the Host must be one of ours (against DNS rebinding), a
change must come from our own pages, cookies are SameSite=Strict, and pages run our own scripts only.
"""

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

MAX_ADDRESSES = 4096


AT_THE_TABLE = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""By what a browser on this machine calls it. Other names that lead here, such as those of a page elsewhere whose owner
points them at this machine, are nobody's that we know."""


def host_is_ours(host: str, names: frozenset[str], port: int) -> bool:
    """Whether a Host header names us: an address of this machine, or one of our names, with our port.

    Args:
        host: As the request says it.
        names: Our addresses and names, in lower case.
        port: Where we listen.
    """
    name, colon, number = host.rpartition(":")
    if not colon or "]" in number:  # the last colon may be one of an address
        name, number = host, ""
    if number and number != str(port):
        return False
    if not number and port not in (80, 443):
        return False
    return name.lower().rstrip(".") in names | AT_THE_TABLE


def comes_from_us(method: str, headers: Mapping[str, str], scheme: str) -> bool:
    """Whether a request comes from our own pages, or somebody follows a link to them.

    What changes something must say that it does. What is only looked at must not say that it does not: browsers tell
    where they trust the connection, by https and at the table itself.

    Args:
        method: Of the request.
        headers: Of the request.
        scheme: `http` or `https`, as we are reached.
    """
    site = headers.get("Sec-Fetch-Site")
    own = site in ("same-origin", "none")
    if method in ("GET", "HEAD"):
        return site is None or own or _is_link(headers)
    if site is not None and not own:
        return False
    origin = headers.get("Origin")
    if origin is None:
        return site is not None
    return origin.lower() == f"{scheme}://{headers.get('Host', '')}".lower()


def _is_link(headers: Mapping[str, str]) -> bool:
    """Whether somebody follows a link to us, such as the one in a QR code, and sees our page alone in the window."""
    return headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"


@dataclass(slots=True)
class _Bucket:
    left: float
    at_s: float


class RateLimit:
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
        while len(self._buckets) > MAX_ADDRESSES:
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
