"""The time, as it is stored: UTC, ISO 8601, whole milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now(later: timedelta = timedelta(0)) -> str:
    """The time now, or a while later: `2026-04-01T19:30:00.000Z`. Such texts sort by time."""
    return (datetime.now(UTC) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")
