"""The Foundry module as it is handed out: its manifest and archive, filled in with the address they were asked at."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from bonesetter.frozen import Json

ARCHIVE = "bonesetter.zip"
MANIFEST = "module.json"

LONG_AGO = (2020, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that equal contents make equal archives."""


class Module:
    """A folder with the module: its files as they are, or its manifest and a ready archive."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def there(self) -> bool:
        """Whether the folder holds a module."""
        return (self._folder / MANIFEST).is_file()

    def manifest(self, base: str) -> dict[str, Json]:
        """The manifest, naming `base` (`http://host:port/foundry`) as the place it and the archive come from."""
        facts: dict[str, Json] = json.loads((self._folder / MANIFEST).read_text("utf-8"))
        return {**facts, "manifest": f"{base}/{MANIFEST}", "download": f"{base}/{ARCHIVE}"}

    def archive(self, base: str) -> bytes:
        """The archive that Foundry installs."""
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self._files():
                if name == MANIFEST:
                    content = json.dumps(self.manifest(base), indent=2, ensure_ascii=False).encode()
                _put(archive, name, content)
        return made.getvalue()

    def _files(self) -> Iterator[tuple[str, bytes]]:
        ready = self._folder / ARCHIVE
        if ready.is_file():
            with zipfile.ZipFile(ready) as archive:
                for name in sorted(archive.namelist()):
                    if not name.endswith("/"):
                        yield name, archive.read(name)
            return
        yield from files(self._folder)


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files under a folder by their names from there, in order; none that is hidden, compiled or a link."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in ("__pycache__", "node_modules") for part in parts)
        if path.is_file() and not hidden and not path.is_symlink():
            yield "/".join(parts), path.read_bytes()


def packed(folder: Path, under: str) -> bytes:
    """A folder as an archive, its files under one folder name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files(folder):
            _put(archive, f"{under}/{name}", content)
    return made.getvalue()


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name, LONG_AGO)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    archive.writestr(info, content)
