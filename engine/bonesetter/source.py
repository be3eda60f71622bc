"""Sources of faces: the system's entropy, a seed, faces read off real dice, or a key that fixes every face.

Every source is unbiased by rejection: a random number that falls into the incomplete last run of `sides` numbers is
thrown away. None touches the global `random`. `Seeded` and `Derived` stand on hashes alone, so CPython and Pyodide of
any version give the same faces.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, count
from typing import Protocol

from .effect import Term
from .errors import Refusal

CHUNK = 2048
"""Random bytes fetched at once for dice of one size."""

WORD = 1 << 32
"""`Derived` reads a digest as eight numbers below this."""


THE_ROLL = Term("labels.the_roll")
"""What a refusal calls a roll that it knows nothing more of."""


class Source(Protocol):
    """Where faces come from."""

    def face(self, sides: int) -> int:
        """A face of a die: 1 to `sides`, each as likely as the others."""
        ...


class Streams(dict[int, Iterator[int]]):
    """An endless stream of faces for each size of die, begun when it is first asked for; and `hands` of several dice,
    taken from the same streams. All in C between two chunks: one roll costs hardly more than its tuple."""

    def __init__(self, more: Callable[[int, int], bytes]) -> None:
        super().__init__()
        self.more = more
        self.hands = Hands(self)

    def __missing__(self, sides: int) -> Iterator[int]:
        # no generator anywhere: two threads may ask at once
        stream = self[sides] = chain.from_iterable(map(partial(self._chunk, sides), count()))
        return stream

    def _chunk(self, sides: int, number: int) -> Sequence[int]:
        return faces_of(self.more(sides, number), sides)

    def restart(self) -> None:
        """Forget what is left of every stream."""
        self.clear()
        self.hands.clear()


class Hands(dict[tuple[int, ...], Iterator[tuple[int, ...]]]):
    """Endless hands of dice of the sides that the key names, each die taken in order from its stream."""

    def __init__(self, streams: Streams) -> None:
        super().__init__()
        self.streams = streams

    def __missing__(self, sides: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        hands = self[sides] = zip(*(self.streams[size] for size in sides), strict=False)
        return hands


class Streaming:
    """A source that keeps streams of faces."""

    def __init__(self, more: Callable[[int, int], bytes]) -> None:
        self.streams = Streams(more)
        self.hands = self.streams.hands

    def face(self, sides: int) -> int:
        """The next face of a die of `sides` sides."""
        return next(self.streams[sides])


@cache
def _byte_faces(sides: int) -> tuple[bytes, bytes]:
    """What each byte reads as on a die of at most 256 sides, and the bytes to reject."""
    limit = 256 - 256 % sides
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(limit, 256))


def faces_of(data: bytes, sides: int) -> Sequence[int]:
    """The faces that random bytes come to; as many as the rejection leaves."""
    if sides < 256:
        # one pass in C: reading and rejecting are a byte translation
        return data.translate(*_byte_faces(sides))
    width = ((sides - 1).bit_length() + 7) // 8 + 1
    limit = 256**width - 256**width % sides
    numbers = (int.from_bytes(data[at : at + width], "big") for at in range(0, len(data) - width + 1, width))
    return [number % sides + 1 for number in numbers if number < limit]


class Entropy(Streaming):
    """The operating system's randomness, fetched in bulk. One is enough for a process; a forked child begins anew."""

    def __init__(self) -> None:
        super().__init__(_urandom)
        if hasattr(os, "register_at_fork"):
            # a child that kept what its parent had fetched would roll its parent's next faces
            os.register_at_fork(after_in_child=self.streams.restart)


def _urandom(_sides: int, _number: int) -> bytes:
    return os.urandom(CHUNK)


class Seeded(Streaming):
    """Faces fixed by a seed: the same for the same calls, on every Python. Dice of each size have a stream of their
    own, SHAKE-256 of seed, sides and chunk number."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        super().__init__(self._more)

    def _more(self, sides: int, number: int) -> bytes:
        return hashlib.shake_256(f"bonesetter seed {self.seed}/{sides}/{number}".encode()).digest(CHUNK)


class Script:
    """Faces read off real dice, in order. Raises Refusal `transcript_short` when they run out, `die_out_of_range` for
    a face that the die asked for doesn't have."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self.used = 0

    @property
    def left(self) -> int:
        """How many faces have not been asked for."""
        return len(self._faces) - self.used

    def face(self, sides: int) -> int:
        """The next face written down."""
        if not self.left:
            raise Refusal("transcript_short", die=f"d{sides}", purpose=THE_ROLL)
        face = self._faces[self.used]
        if type(face) is not int or not 1 <= face <= sides:
            raise Refusal("die_out_of_range", purpose=THE_ROLL, die=f"d{sides}", given=face, lo=1, hi=sides)
        self.used += 1
        return face


class Derived:
    """Faces fixed by a key: face number k is `derived_face(key, k, sides)`, whatever was asked for before.

    `index` is the number of the next face.
    """

    def __init__(self, key: bytes, index: int = 0) -> None:
        self.key = key
        self.index = index

    def face(self, sides: int) -> int:
        """The face with the next number."""
        face = derived_face(self.key, self.index, sides)
        self.index += 1
        return face


def derived_face(key: bytes, index: int, sides: int) -> int:
    """Face number `index` (from 0) under a key: a pure function of its arguments.

    HMAC-SHA256 of `"<index>/<sides>/<attempt>"` (ASCII decimal, attempts from 0) is read as eight big-endian 32-bit
    numbers; the first below the largest multiple of `sides` gives the face, its remainder plus one. If none is, the
    next attempt is read.
    """
    limit = WORD - WORD % sides
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{index}/{sides}/{attempt}".encode(), "sha256")
        for at in range(0, 32, 4):
            number = int.from_bytes(digest[at : at + 4], "big")
            if number < limit:
                return number % sides + 1
        attempt += 1
