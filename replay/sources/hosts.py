"""Hosts outside this server: resolve a name, check all its addresses, and return the one to connect to.

The caller connects to the returned address and checks the certificate for the name. So no name can lead into the
private network of this machine, even if its addresses change between the check and the connection. Private hosts are
allowed only if the environment names them.
"""

import os
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from replay.sources.source import SourceError

PRIVATE_HOSTS: Final = "CLOISTERBELL_PRIVATE_HOSTS"
"""The environment variable with the names of private hosts that may be used, separated by commas."""
_TRANSLATED: Final = ip_network("64:ff9b::/32")  # addresses that a NAT64 translator maps to any IPv4 address


def is_private_host(host: str) -> bool:
    """Return whether the environment allows a host although it may be private."""
    names = os.environ.get(PRIVATE_HOSTS, "").lower().split(",")
    return host.lower() in {name.strip() for name in names if name.strip()}


def is_address(host: str) -> bool:
    """Return whether a host is written as a number, in any form that a resolver accepts, such as `0x7f.1`."""
    try:
        socket.inet_aton(host)
    except OSError:
        return ":" in host
    return True


def address_of(host: str, port: int) -> str:
    """Return the address to connect to. The host must be public, unless the environment names it.

    Raises SourceError; a host that is not allowed is a lasting error.
    """
    return _resolved(host, port)[0] if is_private_host(host) else public_address(host, port)


def public_address(host: str, port: int) -> str:
    """Return the address to connect to if all addresses of the host are public. Raises SourceError as `address_of`."""
    addresses = _resolved(host, port)
    if not all(map(_is_public, addresses)):
        allowed = f"The host of this server can allow it in {PRIVATE_HOSTS}"
        raise SourceError(f"{host} is not a public host. {allowed}", is_lasting=True)
    return addresses[0]


def _resolved(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SourceError(f"{host} was not found. Check the name and the network of this server") from error
    if not found:
        raise SourceError(f"{host} has no address. Check the name", is_lasting=True)
    return [str(entry[4][0]) for entry in found]


def _is_public(text: str) -> bool:
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            return _is_public(str(inner))
        if address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast
