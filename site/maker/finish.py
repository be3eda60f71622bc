"""What the built site still lacks: its worker and Python, the list of files to keep offline, and its security policy.

    python -m maker.finish BUILD

Reads BUILD/site as MkDocs left it, copies in what both languages share, then writes `csp.txt` (the policy a server
sends as a header), puts the same policy into every page, and writes `sw.js` with a hash of every file.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "site"

FONTS = {
    "sans.woff2": "source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    "sans-italic.woff2": "source-sans-3/files/source-sans-3-latin-wght-italic.woff2",
    "serif.woff2": "source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
    "LICENSE-sans.txt": "source-sans-3/LICENSE",
    "LICENSE-serif.txt": "source-serif-4/LICENSE",
}
"""The faces the pages are set in, as the site serves them."""

POLICY_MARK = "bonesetter-policy"
INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
NOT_KEPT = ("sw.js", "csp.txt", "sitemap.xml.gz")


def shared(build: Path) -> None:
    """Copy in the widgets, the worker, Python and socket.io."""
    out = build / "site"
    for name in ("widgets", "python"):
        shutil.rmtree(out / name, ignore_errors=True)
    shutil.copytree(SITE / "widgets", out / "widgets", ignore=shutil.ignore_patterns("*.d.ts"))
    (out / "widgets" / "vendor").mkdir()
    shutil.copy(ROOT / "node_modules/socket.io-client/dist/socket.io.esm.min.js", out / "widgets/vendor/socket.io.js")
    shutil.copytree(build / "python", out / "python")
    for name in ("worker.js", "host.py"):
        shutil.copy(SITE / "worker" / name, out)
    sizes = {file.name: file.stat().st_size for file in sorted((out / "python").iterdir())}
    (out / "python" / "sizes.json").write_text(json.dumps(sizes), "utf-8")
    shutil.copytree(SITE / "assets", out / "assets" / "bonesetter", dirs_exist_ok=True)
    shutil.copy(SITE / "assets" / "manifest.webmanifest", out)
    # what a bridge answers for itself; where the site stands alone, nothing was added
    (out / "rulesets").mkdir(exist_ok=True)
    (out / "rulesets" / "index.json").write_text('{"rulesets": []}', "utf-8")
    fonts = out / "assets" / "bonesetter" / "fonts"
    fonts.mkdir(exist_ok=True)
    for name, source in FONTS.items():
        shutil.copy(ROOT / "node_modules" / "@fontsource-variable" / source, fonts / name)
    # source maps, and dictionaries for searching Thai and Japanese: nobody reads them here
    for name in ("*.map", "wordcut.js", "tinyseg.js"):
        for file in out.rglob(name):
            file.unlink()


def pages(build: Path) -> Iterator[Path]:
    """Every page of the built site."""
    return iter(sorted((build / "site").rglob("*.html")))


def policy(build: Path) -> str:
    """The Content-Security-Policy that all pages need and no more: the hashes of the theme's inline scripts are
    reckoned from the pages themselves. BRIDGE_URL adds a bridge of another origin to what may be reached."""
    hashes = set()
    for page in pages(build):
        for script in INLINE.finditer(page.read_text("utf-8")):
            attributes = script["attributes"]
            if "src=" in attributes or "json" in attributes:
                continue
            digest = base64.b64encode(hashlib.sha256(script["text"].encode()).digest()).decode()
            hashes.add(f"'sha256-{digest}'")
    connect = ["'self'"]
    if bridge := os.environ.get("BRIDGE_URL", "").rstrip("/"):
        connect += [bridge, re.sub("^http", "ws", bridge)]
    rules = {
        "default-src": ["'none'"],
        "script-src": ["'self'", "'wasm-unsafe-eval'", *sorted(hashes)],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": connect,
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "object-src": ["'none'"],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in rules.items())


def write_policy(build: Path) -> None:
    """Put the policy into every page and into csp.txt (there with `frame-ancestors`, which only a header may set)."""
    text = policy(build)
    for page in pages(build):
        content = page.read_text("utf-8")
        if POLICY_MARK not in content:
            raise ValueError(f"{page}: the theme left out the place for the security policy")
        page.write_text(content.replace(POLICY_MARK, text), "utf-8")
    (build / "site" / "csp.txt").write_text(f"{text}; frame-ancestors 'none'\n", "utf-8")


def write_service_worker(build: Path) -> None:
    """Write sw.js: the worker's code, and a hash of every file it keeps. Equal files are fetched and kept once."""
    out = build / "site"
    files = {}
    for file in sorted(path for path in out.rglob("*") if path.is_file()):
        name = file.relative_to(out).as_posix()
        if name in NOT_KEPT or name.endswith("sitemap.xml.gz") or name.startswith("rulesets/"):
            continue
        files[name] = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    version = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:12]
    built_for = os.environ.get("SITE_URL", "http://127.0.0.1:8765/").rstrip("/") + "/"
    facts = {"version": version, "builtFor": built_for, "files": files}
    code = (SITE / "worker" / "sw.js").read_text("utf-8")
    (out / "sw.js").write_text(f"const SITE = {json.dumps(facts, separators=(',', ':'))};\n\n{code}", "utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    shared(folder)
    write_policy(folder)
    write_service_worker(folder)
