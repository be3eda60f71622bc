"""The configuration: every setting of a server, in one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The platform's folder for a user's data of ours."""
    return Path(platformdirs.user_data_dir("bonesetter", appauthor=False))


def nearest(*candidates: str) -> Path | None:
    """The first of some folders (relative to the checkout this program runs from) that there is."""
    root = Path(__file__).resolve().parents[2]
    for candidate in candidates:
        if (root / candidate).is_dir():
            return root / candidate
    return None


@dataclass(frozen=True)
class Config:
    """How a server is to run.

    - `data`: the folder of the SQLite file; `database` an SQLAlchemy URL in its place (PostgreSQL).
    - `queue`: a `redis://` address by which several servers of one database tell each other that there is news.
    - `site`, `module`: the built site and the Foundry module; `rulesets`: a folder of the user's own rulesets.
    - `origins`: pages of other addresses that may connect; `names`: host names this server may be called by.
    - `url`: the address people reach it by, where it differs from `http://host:port`.
    - `proxies`: how many proxies stand in front, each adding its X-Forwarded headers.
    - `beat`, `greeting`: seconds between heartbeats, and until a socket that says nothing is closed.
    - `largest`: bytes in the largest message taken; `sockets`: connections at once.
    - `rates`: how often one person may send messages, costly ones (odds, pictures of them), and how often an address
      may try to get in.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 8765
    site: Path | None = None
    module: Path | None = None
    rulesets: Path | None = None
    database: str | None = None
    queue: str | None = None
    origins: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    url: str | None = None
    proxies: int = 0
    lang: str = "en"
    beat: float = 10.0
    greeting: float = 10.0
    largest: int = 256 * 1024
    sockets: int = 600
    rates: tuple[str, str, str] = ("60/second;1800/minute", "5/second;120/minute", "10/second;60/minute")

    @property
    def file(self) -> Path:
        """The SQLite file."""
        return self.data / "bonesetter.sqlite3"

    @property
    def database_url(self) -> str:
        """The SQLAlchemy address of the database."""
        return self.database or f"sqlite:///{self.file}"
