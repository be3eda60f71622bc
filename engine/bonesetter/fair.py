"""Fair dice: the bridge commits to a seed before play, players add theirs, and afterwards anyone recomputes each face.

A fair log is JSON lines, in order (`n` is the reader's own number of the entry):

- `{"fair": "commit", "n", "hash"}`: SHA-256 of the server's seed, before the first roll;
- `{"fair": "seed", "n", "by", "seed"}`: a player's own seed, in force for every later roll;
- `{"fair": "roll", "n", "stream", "count", "faces": [[index, sides, face], …]}`: the rolled dice of one procedure;
- `{"fair": "reveal", "n", "seed"}`: the server's seed, in hexadecimal.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Literal

Stream = Literal["public", "secret"]


def commitment(seed: bytes) -> str:
    """What is published of the server's seed before play: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def entry_key(seed: bytes, players: Mapping[str, str], stream: Stream, count: int) -> bytes:
    """The key that fixes every face of one procedure (see `source.Derived`): HMAC-SHA256 under the server's seed of the
    stream, its running number from 1, and the players' seeds by player, as compact JSON with sorted keys."""
    said = json.dumps([stream, count, dict(players)], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(seed, said.encode(), hashlib.sha256).digest()
