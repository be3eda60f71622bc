"""Where faces come from. (Interim; replaced by the full set of sources.)"""

from __future__ import annotations

import hashlib
import hmac


class Derived:
    """Faces fixed by a key and their index."""

    def __init__(self, key: bytes, index: int = 0) -> None:
        self.key, self.index = key, index

    def face(self, sides: int) -> int:
        block = 0
        while True:
            data = hmac.new(self.key, f"{self.index}:{sides}:{block}".encode(), hashlib.sha256).digest()
            value = int.from_bytes(data[:8], "big")
            limit = (1 << 64) - (1 << 64) % sides
            if value < limit:
                self.index += 1
                return value % sides + 1
            block += 1
