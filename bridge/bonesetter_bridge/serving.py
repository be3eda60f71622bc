"""`bonesetter serve`: one process on a Game Master's machine, from the first line it prints to a clean end."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from filelock import FileLock, Timeout
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from . import __version__
from .application import Application
from .config import Config
from .faults import Fault, text

log = logging.getLogger("bonesetter.serving")

WILDCARDS = ("0.0.0.0", "::", "")


class Handler(WSGIRequestHandler):
    """Requests of the built-in server: sent at once, given up when they dawdle, and never logged as they came in."""

    disable_nagle_algorithm = True
    timeout = 30

    def log(self, type: str, message: str, *args: object) -> None:
        """Say nothing: what is in a request is nobody's business, and what fails in us is logged where it fails."""

    def connection_dropped(self, error: BaseException, environ: dict[str, Any] | None = None) -> None:
        """Close for good, a WebSocket's end too: its last frame is no next request."""
        self.close_connection = True


class Server(ThreadedWSGIServer):
    """Werkzeug's threaded server, holding so many connections and no more; those beyond are turned away at once."""

    places: threading.BoundedSemaphore

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in a thread of its own."""
        if self.places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection to its end."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.places.release()


def run(config: Config, *, new_links: bool = False) -> int:
    """Serve until told to stop. Returns the exit status. Raises Fault, RulesetFault."""
    with alone(config):
        app = Application(config)
        try:
            server = listen(config, app)
            if new_links:
                gone = app.revoke_invites()
                print(text(config.lang, "invite.revoked_links", count=gone))
            return _serve(config, app, server)
        finally:
            app.close()


@contextmanager
def alone(config: Config) -> Iterator[None]:
    """Hold the data folder, so that no second server writes the same file. Raises Fault `data_in_use`."""
    if config.database:
        yield  # such a database is made for several
        return
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = FileLock(config.data / "serving.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise Fault("data_in_use", data=str(config.data)) from None
    try:
        yield
    finally:
        lock.release()


def listen(config: Config, app: Application) -> Server:
    """The listening server. Raises Fault `cannot_listen`."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        listening.close()
        raise Fault("cannot_listen", host=config.host, port=config.port, why=str(error)) from error
    host, port = listening.getsockname()[:2]
    server = Server(host, port, app.wsgi, handler=Handler, fd=listening.fileno())
    server.places = threading.BoundedSemaphore(config.sockets)
    listening.close()
    return server


def _serve(config: Config, app: Application, server: Server) -> int:
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        if stopping.is_set():
            os._exit(130)  # asked twice: at once
        stopping.set()
        threading.Thread(target=server.shutdown, daemon=True).start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    print(screen(config, app, int(server.server_address[1])), flush=True)
    server.serve_forever(poll_interval=0.1)
    server.server_close()
    print(text(config.lang, "serve.stopped"), flush=True)
    return 0


def address(config: Config, port: int) -> str:
    """The address to reach the server by."""
    if config.url:
        return config.url.rstrip("/")
    host = config.host
    if host in WILDCARDS:
        host = _own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    """This machine's address in its network, as far as its own name tells; loopback otherwise."""
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return "127.0.0.1"


def screen(config: Config, app: Application, port: int) -> str:
    """What is printed at start. The links are new at every start; earlier ones go on working until they run out."""
    base = address(config, port)
    lines = [
        ("title", f"Bonesetter {__version__}"),
        ("site", f"{base}/"),
        ("module", f"{base}/foundry/module.json"),
        ("gm_link", link(base, app.invite("gm"))),
        ("player_link", link(base, app.invite("player"))),
        ("data", str(config.file) if not config.database else _without_password(config.database)),
    ]
    labels = [text(config.lang, f"serve.{key}") for key, _ in lines[1:]]
    width = max(map(len, labels)) + 2
    rows = [f"{label:<{width}}{value}" for label, (_, value) in zip(labels, lines[1:], strict=True)]
    return "\n".join([lines[0][1], *rows, text(config.lang, "serve.links"), text(config.lang, "serve.stop")])


def link(base: str, token: str) -> str:
    """An invite link. The token stands in the fragment, which no browser sends and no server logs."""
    return f"{base}/#invite={token}"


def _without_password(url: str) -> str:
    from sqlalchemy.engine import make_url

    return make_url(url).render_as_string(hide_password=True)


def logging_set_up() -> None:
    """Log to standard error: warnings, and nothing that anyone sent."""
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
