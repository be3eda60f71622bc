"""The WebSocket under Socket.IO: simple-websocket, with bounds on what it takes and whole frames out.

Measured against the stock one: no compression (an attack by it opens up, and it costs half of the processor),
messages cut at the limit even in fragments, a bounded queue of what came in, `sendall` under a lock, and a time limit
on a reader who doesn't read.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import threading
import time
from typing import Any

import simple_websocket
from engineio.async_drivers.threading import DaemonThread
from engineio.async_drivers.threading import _async as threading_mode
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Message,
    Ping,
    Pong,
    Request,
    TextMessage,
)
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import ProtocolError

QUEUE = 32
"""Messages of one client that may wait to be handled; the client is not read from while there are more."""

STUCK = 10
"""Seconds until a client that takes nothing is cut off."""

LINGER = 1.0
"""Seconds for which a client that said too much is listened to (and not heard) so that it can read why it was cut."""


class BoundedSocket(simple_websocket.Server):  # type: ignore[misc, unused-ignore]
    """One WebSocket of a client."""

    def __init__(self, environ: dict[str, Any], largest: int) -> None:
        self.incoming_message: bytearray | None
        self.incoming_message_len: int
        self._sending = threading.Lock()
        self._room = threading.Condition()
        sock = environ.get("werkzeug.socket") or environ.get("gunicorn.socket")
        if isinstance(sock, socket.socket):
            sock.settimeout(None)  # the server's limit for slow requests is not for a socket that stays
            limit = struct.pack("@ll", STUCK, 0) if sys.platform != "win32" else struct.pack("@L", STUCK * 1000)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(environ, max_message_size=largest, receive_bytes=16384, thread_class=DaemonThread)

    def send(self, data: str | bytes) -> None:
        """Send a message, whole. Raises ConnectionClosed, OSError."""
        if not self.connected:
            raise simple_websocket.ConnectionClosed(self.close_reason, self.close_message)
        event = Message(data=data) if isinstance(data, bytes) else TextMessage(data=str(data))
        self._put(event)

    def receive(self, timeout: float | None = None) -> Any:
        """The next message. Raises ConnectionClosed."""
        with self._room:
            while self.connected and not self.input_buffer:
                if not self._room.wait(timeout):
                    return None
            if self.input_buffer:
                message = self.input_buffer.pop(0)
                self._room.notify_all()
                return message
        raise simple_websocket.ConnectionClosed(self.close_reason, self.close_message)

    def close(self, reason: int | None = None, message: str | None = None) -> None:
        """Say goodbye and hang up."""
        if self.connected:
            with contextlib.suppress(OSError, ProtocolError):
                self._put(CloseConnection(reason or CloseReason.NORMAL_CLOSURE, message))
        self.hang_up()

    def hang_up(self) -> None:
        """Let go of the connection, whatever the other side does."""
        with self._room:
            self.connected = False
            self._room.notify_all()
        with contextlib.suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def _put(self, event: Any) -> None:
        with self._sending:
            try:
                self.sock.sendall(self.ws.send(event))
            except OSError:
                # part of a frame may be out: nothing that follows could be read
                self.hang_up()
                raise

    def _thread(self) -> None:
        try:
            while self.connected:
                data = self.sock.recv(self.receive_bytes)
                if not data:
                    break
                self.ws.receive_data(data)
                if not self._handle_events():
                    break
        except (OSError, ProtocolError, UnicodeError):
            pass
        finally:
            self.hang_up()
            self.sock.close()

    def _handle_events(self) -> bool:
        """Take in what has arrived; False when the connection is over."""
        for event in self.ws.events():
            if isinstance(event, Request):
                self.subprotocol = None
                self.sock.sendall(self.ws.send(AcceptConnection()))
            elif isinstance(event, CloseConnection):
                self.close_reason, self.close_message = event.code, event.reason
                with contextlib.suppress(OSError, ProtocolError):
                    self._put(event.response())
                return False
            elif isinstance(event, Ping):
                self._put(event.response())
            elif isinstance(event, Pong):
                self.pong_received = True
            elif isinstance(event, TextMessage | BytesMessage) and not self._took(event):
                return False
        return True

    def _took(self, event: TextMessage | BytesMessage) -> bool:
        """Take in a message or a part of one; False when it is too big."""
        piece = event.data.encode() if isinstance(event, TextMessage) else bytes(event.data)
        self.incoming_message_len += len(piece)
        if self.incoming_message_len > self.max_message_size:
            self._too_big()
            return False
        if self.incoming_message is None:
            self.incoming_message = bytearray()
        self.incoming_message += piece
        if event.message_finished:
            whole = bytes(self.incoming_message)
            self.incoming_message, self.incoming_message_len = None, 0
            with self._room:
                while self.connected and len(self.input_buffer) >= QUEUE:
                    self._room.wait()
                self.input_buffer.append(whole.decode() if isinstance(event, TextMessage) else whole)
                self._room.notify_all()
        return True

    def _too_big(self) -> None:
        """Say why, then hear the rest out for a moment: a connection reset would take the reason with it."""
        self.incoming_message = None
        with contextlib.suppress(OSError, ProtocolError):
            self._put(CloseConnection(CloseReason.MESSAGE_TOO_BIG, "too big"))
            self.sock.shutdown(socket.SHUT_WR)
            self.sock.settimeout(LINGER)
            end = time.monotonic() + LINGER
            while time.monotonic() < end and self.sock.recv(65536):
                pass


class Transport:
    """What Engine.IO wants of a WebSocket in threading mode."""

    def __init__(self, handler: Any, server: Any) -> None:
        self._handler = handler
        self._largest = int(server.max_http_buffer_size)
        self.ws: BoundedSocket | None = None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        try:
            self.ws = BoundedSocket(environ, self._largest)
        except ProtocolError:
            start_response("400 BAD REQUEST", [("Content-Type", "text/plain")])
            return [b"no WebSocket handshake"]
        environ["bonesetter.socket"] = self.ws
        answer = self._handler(self)
        if self.ws.mode == "gunicorn":
            raise StopIteration
        if self.ws.mode == "werkzeug":
            raise ConnectionError  # Werkzeug's own way to be told that there is no response to send
        return answer

    def close(self) -> None:
        """Hang up politely."""
        if self.ws is not None:
            self.ws.close()

    def send(self, message: str | bytes) -> None:
        """Send a packet. Raises OSError when nobody is there."""
        assert self.ws is not None
        try:
            self.ws.send(message)
        except simple_websocket.ConnectionClosed as error:
            raise OSError("closed") from error

    def wait(self) -> str | None:
        """The next packet, or None at the end; anything that is no packet is the end."""
        assert self.ws is not None
        try:
            packet = self.ws.receive()
        except simple_websocket.ConnectionClosed:
            return None
        return packet if isinstance(packet, str) and _is_packet(packet) else None


def _is_packet(text: str) -> bool:
    """Close, pong, no-op, or a message that holds a Socket.IO packet: all that a client on this transport sends.

    Engine.IO would try to read anything else as JSON, outside of whatever could catch what goes wrong there.
    """
    return text in ("1", "3", "6") or (len(text) > 1 and text[0] == "4" and text[1].isascii() and text[1].isdigit())


MODE = {**threading_mode, "websocket": Transport}
"""Engine.IO's threading mode, with our WebSocket."""
