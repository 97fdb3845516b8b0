"""Under which addresses this machine is reached on the local network."""

import ipaddress
import socket
from collections.abc import Iterable

import ifaddr

VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "tap", "wg", "utun", "zt", "tailscale")
"""Beginnings of interfaces that a phone at the table cannot be on."""


def addresses() -> tuple[str, ...]:
    """IPv4 addresses that phones may use, the likeliest first; asked anew each time, for they change."""
    found = ((adapter.nice_name, ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    return likeliest_first([(name, str(address)) for name, address in found])


def likeliest_first(found: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Sorts addresses of interfaces: private networks first, virtual ones last, those of this machine alone left out.

    Args:
        found: Name of each interface, and its IPv4 address.
    """

    def unlikely(entry: tuple[str, str]) -> tuple[bool, bool, bool]:
        name, address = entry
        parsed = ipaddress.ip_address(address)
        return name.lower().startswith(VIRTUAL), parsed.is_link_local, not parsed.is_private

    useful = [(name, address) for name, address in found if not ipaddress.ip_address(address).is_loopback]
    return tuple(dict.fromkeys(address for _, address in sorted(useful, key=unlikely)))


def host_names() -> frozenset[str]:
    """Names by which this machine may be called on the local network, in lower case."""
    host = socket.gethostname().lower()
    return frozenset({host, f"{host}.local"})


def local_name() -> str:
    """The name by which other machines of the local network find this one (multicast DNS), whatever its address is."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"
