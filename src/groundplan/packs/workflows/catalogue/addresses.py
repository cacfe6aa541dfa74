"""Who may be called: public addresses, and private ones that somebody has allowed by name."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

import httpx

from groundplan.errors import StepError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
QUERY = "secret_query"
"""The extension of a request that holds parameters which nobody may see: logs write addresses down."""
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that lead to the IPv4 address in their last four bytes."""


class Guarded(httpx.BaseTransport):
    """Looks each host up itself, refuses addresses that are not public, and connects to what it looked up.

    Every request passes here, those that a redirect makes among them; so a name that leads elsewhere the second time
    it is asked for leads nowhere.
    """

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(map(_host, allowed))
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer of whoever is at the address."""
        url, host = request.url.copy_merge_params(request.extensions.get(QUERY, {})), request.url.host
        extensions = {**request.extensions, "sni_hostname": host}  # certificates are for names
        if _host(host) not in self._allowed:
            address = _public(host, url.port or (443 if url.scheme == "https" else 80))
            url = url.copy_with(host=str(address))  # the Host header names the host by now
        sent = httpx.Request(request.method, url, headers=request.headers, stream=request.stream, extensions=extensions)
        return self._inner.handle_request(sent)

    def close(self) -> None:
        """Give the connections back."""
        self._inner.close()


def host_of(url: str) -> str:
    """The host of an address; empty where it has none."""
    return _host(urlsplit(url).hostname or "")


def _public(host: str, port: int) -> Address:
    """An address of the host; a StepError where one of them is not public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise StepError(
            f"no address is known for the host {host!r}; set GROUNDPLAN_BASE_URL to one that exists"
        ) from None
    addresses = [_plain(ipaddress.ip_address(str(one[4][0]).partition("%")[0])) for one in found]
    for address in addresses:
        if not address.is_global or address.is_multicast:
            raise StepError(
                f"{host!r} is at {address}, on a private network or this machine, and is not called; "
                f"GROUNDPLAN_ALLOW_HOSTS={host} allows it, and so does GROUNDPLAN_BASE_URL with that host"
            )
    return addresses[0]


def _plain(address: Address) -> Address:
    """An IPv4 address that is written as IPv6, as what it is."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped or address.sixtofour:
            return address.ipv4_mapped or address.sixtofour or address
        if address in _TRANSLATED:
            return ipaddress.IPv4Address(address.packed[-4:])
    return address


def _host(host: str) -> str:
    return host.strip().strip("[]").rstrip(".").casefold()
