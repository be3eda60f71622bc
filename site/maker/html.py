"""HTML for generated pages: text is always escaped, attributes always quoted."""

from __future__ import annotations

from html import escape

VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "rect"})

APART = frozenset({"td", "th", "tr", "li", "caption"})
"""Elements that a line break follows, so that whoever reads the text alone (a search index) keeps their words apart."""


class Html(str):
    """Markup that is markup already; any other string is text."""


def tag(name: str, *children: object, **attributes: object) -> Html:
    """An element. Children that are None or False leave nothing; attribute names lose a trailing underscore, inner ones
    become hyphens; a value of True is a bare attribute, None or False leaves it out."""
    made = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{made}>")
    after = "\n" if name in APART else ""
    return Html(f"<{name}{made}>{join(*children)}</{name}>{after}")


def join(*children: object) -> Html:
    """Children one after the other; lists are opened up."""
    return Html("".join(_text(child) for child in children))


def _text(child: object) -> str:
    if child is None or child is False:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, list | tuple):
        return join(*child)
    return escape(str(child), quote=False)


def _attribute(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
