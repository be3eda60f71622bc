"""Serves a built site as the bridge does: its files, its security policy, nothing kept by the browser's own cache."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


class Handler(SimpleHTTPRequestHandler):
    """One request."""

    extensions_map = {  # noqa: RUF012 (the standard library's own name and kind)
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        root = Path(self.directory)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", (root / "csp.txt").read_text("utf-8").strip())
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file; a browser that hangs up in the middle (a page left early) is no fault."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serving(site: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder; gives its address. Every connection is closed when it ends."""
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(site)))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


if __name__ == "__main__":
    with serving(Path(sys.argv[1]), int(sys.argv[2])) as address:
        print(address, flush=True)
        Thread(target=lambda: sys.stdin.read(), daemon=False).start()
