"""Packets: what a client may say on the wire. JSON only; one event, `desk`, with one object.

A packet that is anything else is read as an event of our own (`unheard`) that no client can name, so that whoever sent
it gets a reply and not the connection's end.
"""

from __future__ import annotations

from typing import Any

import msgspec
from socketio.packet import ACK, BINARY_ACK, BINARY_EVENT, CONNECT, CONNECT_ERROR, DISCONNECT, EVENT, Packet

EVENTS = frozenset({"desk"})
"""Every event a client may send. `connect` and `disconnect` are not events, whatever a client calls them."""

UNHEARD = "unheard"
"""The event that a packet which says nothing we understand is read as; its argument is the code of what is wrong."""

LONGEST_HEAD = 40
"""The most characters before a packet's JSON: type, namespace and acknowledgement number."""

DEEPEST = 32
"""How many lists and objects may stand in one another."""


class JsonPacket(Packet):  # type: ignore[misc, unused-ignore]
    """A Socket.IO packet without binary attachments, whose events are looked at before they are believed."""

    uses_binary_events = False

    def decode(self, encoded_packet: Any) -> int:
        """Read a packet. Raises ValueError for what no Socket.IO client would send: the connection ends with it."""
        if not isinstance(encoded_packet, str) or not encoded_packet:
            raise ValueError("a packet is a text")
        if encoded_packet[0] in (str(BINARY_EVENT), str(BINARY_ACK), str(CONNECT_ERROR)):
            raise ValueError("a kind of packet that isn't taken")
        start = _start_of_json(encoded_packet)
        super().decode(encoded_packet[:start])
        if self.packet_type not in (CONNECT, DISCONNECT, EVENT, ACK):
            raise ValueError("an unknown kind of packet")
        text = encoded_packet[start:]
        if self.packet_type == EVENT:
            self.data = _event(text)
        elif text:
            self.data = _json(text)
        return 0


def _start_of_json(text: str) -> int:
    """Where the payload begins: the first bracket, brace or quote."""
    for place, letter in enumerate(text):
        if letter in '[{"':
            return place
        if place > LONGEST_HEAD:
            raise ValueError("too much before the payload")
    return len(text)


def _json(text: str) -> Any:
    """Strict JSON: no NaN, no lone surrogates, numbers of a size that everyone can hold. Raises ValueError."""
    try:
        value = msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ValueError("no JSON") from error
    if _deeper(value, DEEPEST):
        raise ValueError("too deep")
    return value


def _deeper(value: Any, than: int) -> bool:
    """Whether lists and objects stand in one another more than so many deep."""
    level = [value]
    for _ in range(than):
        level = [
            inner
            for outer in level
            for inner in (outer if isinstance(outer, list) else outer.values() if isinstance(outer, dict) else ())
            if isinstance(inner, list | dict)
        ]
        if not level:
            return False
    return True


def _event(text: str) -> list[Any]:
    try:
        data = _json(text)
    except ValueError:
        return [UNHEARD, "malformed"]
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        return [UNHEARD, "malformed"]
    if data[0] not in EVENTS:
        return [UNHEARD, "unknown_event"]
    if len(data) != 2 or not isinstance(data[1], dict):
        return [UNHEARD, "malformed"]
    return data
