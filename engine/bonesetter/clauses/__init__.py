"""Clauses: what an effect does, in a few words; one small function per kind and language.

A clause begins small, ends without a full stop and stands alone between middots: `−1 on attack and Perception · until
set`. Pieces that rules share are words of the kernel (`from`, `until`, `when`, `bans` …); a ruleset adds its own under
the same sections.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..words import Clause
from . import en, it

CLAUSES: Mapping[str, Mapping[str, Clause]] = {"en": en.CLAUSES, "it": it.CLAUSES}
"""The clauses of every kind that the kernel knows, by language."""

KINDS = tuple(en.CLAUSES)
"""The kinds of effect that every ruleset can use without clauses of its own."""
