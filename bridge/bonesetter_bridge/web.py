"""What is served over HTTP: the site, the Foundry module, the user's own rulesets, and how the server is."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from bonesetter.frozen import Json
from flask import Flask, Response, abort, request, send_from_directory
from werkzeug.exceptions import HTTPException

from . import __version__
from .config import Config
from .faults import text
from .gate import Gate
from .hints import Hints
from .module import ARCHIVE, MANIFEST, Module, packed
from .store.database import Database

CSP_FILE = "csp.txt"
"""The file of the built site that holds its Content-Security-Policy (the build knows its inline scripts' hashes)."""

BARE_CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

FOR_EVERYONE = {"Access-Control-Allow-Origin": "*"}
"""Foundry's page is of another address; whether the server is up is no secret, and neither is the module."""

TYPES = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript", ".whl": "application/zip"}


def serve(app: Flask, config: Config, gate: Gate, database: Database, hints: Hints | None) -> None:
    """Add every address of the server to a Flask application."""
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)
    module = Module(config.module) if config.module else None
    _health(app, gate, database, hints)
    _module(app, module)
    _rulesets(app, config.rulesets)
    _site(app, config.site, config.lang)

    @app.errorhandler(HTTPException)
    def _refused(error: HTTPException) -> Response:
        answer = Response(f"{error.code} {error.name}\n", error.code, content_type="text/plain; charset=utf-8")
        answer.headers["Content-Security-Policy"] = BARE_CSP
        return answer

    @app.after_request
    def _headers(answer: Response) -> Response:
        answer.headers.setdefault("X-Content-Type-Options", "nosniff")
        answer.headers.setdefault("X-Frame-Options", "SAMEORIGIN")
        answer.headers.setdefault("Referrer-Policy", "no-referrer")
        return answer


def _health(app: Flask, gate: Gate, database: Database, hints: Hints | None) -> None:
    @app.get("/healthz")
    def healthz() -> tuple[dict[str, Json], int, dict[str, str]]:
        """That this is a running bridge, and whether the page that asks could connect to it."""
        allowed = gate.origin(request.headers.get("Origin"), request.environ)
        facts = {"ok": True, "name": "bonesetter", "version": __version__, "origin_allowed": allowed}
        return facts, 200, {**FOR_EVERYONE, "Cache-Control": "no-store", "Vary": "Origin"}

    @app.get("/readyz")
    def readyz() -> tuple[dict[str, Json], int, dict[str, str]]:
        """Whether the database takes a write; the queue is only reported, because the server does without it."""
        stored = database.ready()
        queue = None if hints is None else hints.ready()
        return {"ok": stored, "database": stored, "queue": queue}, 200 if stored else 503, {"Cache-Control": "no-store"}


def _module(app: Flask, module: Module | None) -> None:
    @app.get(f"/foundry/{MANIFEST}")
    def manifest() -> tuple[dict[str, Json], int, dict[str, str]]:
        """The module's manifest, for Foundry's "Install Module"."""
        if module is None or not module.there():
            abort(404)
        return module.manifest(f"{request.host_url}foundry"), 200, {**FOR_EVERYONE, "Cache-Control": "no-cache"}

    @app.get(f"/foundry/{ARCHIVE}")
    def archive() -> Response:
        """The module itself."""
        if module is None or not module.there():
            abort(404)
        content = module.archive(f"{request.host_url}foundry")
        headers = {
            **FOR_EVERYONE,
            "Cache-Control": "no-cache",
            "Content-Disposition": f'attachment; filename="{ARCHIVE}"',
        }
        return Response(content, content_type="application/zip", headers=headers)


def own_rulesets(folder: Path | None) -> dict[str, Path]:
    """The rulesets in a user's folder, by id."""
    if folder is None or not folder.is_dir():
        return {}
    return {path.name: path for path in sorted(folder.iterdir()) if (path / "ruleset.toml").is_file()}


def _rulesets(app: Flask, folder: Path | None) -> None:
    @app.get("/rulesets/index.json")
    def rulesets() -> tuple[dict[str, Json], int, dict[str, str]]:
        """The rulesets that were added to this server, for the site's own engine to load."""
        found = [{"id": id, "archive": f"/rulesets/{id}.zip"} for id in own_rulesets(folder)]
        return {"rulesets": found}, 200, {"Cache-Control": "no-cache"}

    @app.get("/rulesets/<id>.zip")
    def ruleset(id: str) -> Response:
        """An added ruleset: its folder, packed."""
        found = own_rulesets(folder).get(id)
        if found is None:
            abort(404)
        return Response(packed(found, id), content_type="application/zip", headers={"Cache-Control": "no-cache"})


def _site(app: Flask, site: Path | None, lang: str) -> None:
    @app.get("/", defaults={"path": ""})
    @app.get("/<path:path>")
    def page(path: str) -> Any:
        """A file of the built site; a folder is its index.html, and what isn't there is the site's own 404 page."""
        if site is None or not (site / "index.html").is_file():
            if path:
                abort(404)
            body = f"<!doctype html><meta charset=utf-8><title>Bonesetter</title><p>{text(lang, 'serve.no_site')}</p>"
            return Response(body, headers={"Content-Security-Policy": BARE_CSP, "Cache-Control": "no-cache"})
        if (site / path).is_dir():
            if path and not path.endswith("/"):
                return Response(status=308, headers={"Location": f"/{path.strip('/')}/"})
            path = f"{path}index.html"
        status = 200
        if path == CSP_FILE or not (site / path).is_file():
            path, status = ("404.html" if (site / "404.html").is_file() else ""), 404
            if not path:
                abort(404)
        answer = send_from_directory(site.resolve(), path, conditional=status == 200, etag=True)
        answer.status_code = status if status == 404 else answer.status_code
        # every file may change with the next build, and the service worker needs to see that
        answer.headers["Cache-Control"] = "no-cache"
        if path.endswith(".html") or path.endswith(".js") or path.endswith(".mjs"):
            answer.headers["Content-Security-Policy"] = _policy(site)
        return answer


def _policy(site: Path) -> str:
    """The site's Content-Security-Policy as its build wrote it; without one, what needs no inline script."""
    try:
        return " ".join((site / CSP_FILE).read_text("utf-8").split())
    except OSError:
        return BARE_CSP.replace("default-src 'none'", "default-src 'self'")
