"""Tokens: 256 random bits that a person proves themself by. Only their SHA-256 is ever stored.

A plain hash suffices because the token is random: there is nothing to guess faster than all of it.
"""

from __future__ import annotations

import hashlib
import re
import secrets

SHAPE = re.compile(r"[A-Za-z0-9_-]{43}")


def new() -> str:
    """A fresh token: 32 random bytes in URL-safe letters, 43 of them."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is stored of a token: its SHA-256 in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


def well_formed(token: object) -> bool:
    """Whether something could be a token at all."""
    return isinstance(token, str) and SHAPE.fullmatch(token) is not None
