"""The gate: which names this server may be called by, and whose pages may connect to it.

A page of any other site that is open in a Game Master's browser can reach a server on the same machine. So the Host
header must be a name of ours (or a plain address, which no foreign name can be made to be), and the Origin of a socket
must be our own page, a page of this machine, or one that was named at start. A token is wanted all the same.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from .config import Config

log = logging.getLogger("bonesetter.gate")

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


def hostname(host: str) -> str:
    """The name in a Host header or a URL's authority, without port and brackets, in lower case; empty if unreadable."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    """Whether a name is a plain IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Gate:
    """Decides by a server's configuration."""

    def __init__(self, config: Config) -> None:
        own = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        named = {hostname(name) for name in (*config.names, config.host, urlsplit(config.url or "").netloc) if name}
        self._names = LOCAL | named | (set() if config.host in LOCAL else own)
        self._origins = {normal(origin) for origin in config.origins}
        self._told: set[str] = set()

    def host(self, header: str | None) -> bool:
        """Whether a Host header is one of ours."""
        name = hostname(header or "")
        return bool(name) and (name in self._names or is_address(name))

    def origin(self, origin: str | None, environ: dict[str, Any]) -> bool:
        """Whether pages of an Origin may connect; a program that isn't a browser sends none."""
        if not origin:
            return True
        here = f"{environ.get('wsgi.url_scheme', 'http')}://{environ.get('HTTP_HOST', '')}"
        if normal(origin) == normal(here) or normal(origin) in self._origins:
            return True
        parts = urlsplit(origin)
        if parts.scheme in ("http", "https") and hostname(parts.netloc) in LOCAL:
            return True
        if origin not in self._told and len(self._told) < 100:
            self._told.add(origin)
            log.warning("A page of %s was refused. To let it connect, start with: --allow-origin %s", origin, origin)
        return False


def normal(origin: str) -> str:
    """An origin in one form: lower case, without a default port or a slash at the end. Empty if unreadable."""
    try:
        parts = urlsplit(origin.strip())
        port = parts.port
    except ValueError:
        return ""
    if not parts.scheme or not parts.hostname:
        return ""
    default = {"http": 80, "https": 443}.get(parts.scheme.lower())
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme.lower()}://{name}" + ("" if port in (None, default) else f":{port}")


class HostCheck:
    """WSGI: answers 400 to a Host that isn't ours, before anything else looks at the request."""

    def __init__(self, app: Any, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if self._gate.host(environ.get("HTTP_HOST")):
            answer: Iterable[bytes] = self._app(environ, start_response)
            return answer
        body = b"This server is not called by that name. Start it with --allow-host NAME to allow one more.\n"
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
        start_response("400 BAD REQUEST", headers)
        return [body]
