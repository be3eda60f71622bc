"""Refusals: every way the engine says no, each with a stable code and its facts."""

from __future__ import annotations

from .frozen import Json


class Refusal(Exception):
    """A request the engine declines; nothing has changed and nothing was logged.

    `code` is stable and language-free. `data` holds the facts the message names: numbers, ids, names, or
    `Term`s, which read in the reader's language. The text is `errors.<code>` in the ruleset's words, or in
    the kernel's. `field` names the argument at fault, where one is.
    """

    def __init__(self, code: str, /, field: str | None = None, **data: Json) -> None:
        super().__init__(code, data)
        self.code = code
        self.field = field
        self.data = data

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.data.items())
        return f"{self.code}({facts})"


class RulesetFault(Exception):
    """A ruleset that can't be loaded: its data or code is wrong. Names the file and what is wrong there."""
