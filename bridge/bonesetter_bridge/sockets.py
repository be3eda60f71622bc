"""The Socket.IO server: python-socketio's and Flask-SocketIO's, with the doors shut that measuring found open."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import socketio
from flask import Flask
from flask_socketio import SocketIO
from socketio import packet

from .config import Config
from .packets import JsonPacket
from .transport import MODE

log = logging.getLogger("bonesetter.wire")

UNREAD = 256
"""Packets that may wait for a client who doesn't read; then it is cut off, and asks for what it missed later."""

Check = Callable[[str | None, dict[str, Any]], bool]


class DeskServer(socketio.Server):  # type: ignore[misc, unused-ignore]
    """A Socket.IO server that takes one CONNECT a socket, closes sockets that never sent one, cuts off those who send
    what no client sends or don't read, and does what has to come after an acknowledgement after it."""

    def __init__(self, *args: Any, greeting: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self.eio._async = MODE
        self._greeting = greeting
        self._silent: dict[str, float] = {}
        self._tried: set[str] = set()
        self._later = threading.local()

    def after_ack(self, job: Callable[[], None]) -> None:
        """Do something once the acknowledgement of the event being handled is on its way."""
        self._later.jobs = [*getattr(self._later, "jobs", ()), job]

    def _handle_event_internal(self, *args: Any) -> None:
        self._later.jobs = []
        super()._handle_event_internal(*args)
        for job in self._later.jobs:
            job()
        self._later.jobs = []

    def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> None:
        self._silent[eio_sid] = time.monotonic()
        super()._handle_eio_connect(eio_sid, environ)

    def _handle_eio_disconnect(self, eio_sid: str, reason: Any) -> None:
        self._silent.pop(eio_sid, None)
        self._tried.discard(eio_sid)
        super()._handle_eio_disconnect(eio_sid, reason)

    def _handle_eio_message(self, eio_sid: str, data: Any) -> None:
        try:
            if not isinstance(data, str) or not data:
                raise ValueError("no packet")
            read = self.packet_class(encoded_packet=data)
        except ValueError as error:
            log.info("cut off a client that sent what no client sends: %s", error)
            self.cut(eio_sid)
            return
        if read.packet_type == packet.CONNECT:
            self._handle_connect(eio_sid, read.namespace, read.data)
        elif read.packet_type == packet.DISCONNECT:
            self._handle_disconnect(eio_sid, read.namespace, self.reason.CLIENT_DISCONNECT)
        elif read.packet_type == packet.EVENT:
            self._handle_event(eio_sid, read.namespace, read.id, read.data)
        # nothing of ours asks for an acknowledgement: one that comes means nothing

    def _handle_connect(self, eio_sid: str, namespace: str | None, data: Any) -> None:
        if eio_sid in self._tried:
            self.cut(eio_sid)  # a second CONNECT would be a second identity, or a second guess
            return
        self._tried.add(eio_sid)
        super()._handle_connect(eio_sid, namespace, data)
        if self.manager.sid_from_eio_sid(eio_sid, "/"):
            self._silent.pop(eio_sid, None)
        # a client that was refused hangs up by itself (doing it for them races with that); else it counts as silent

    def _send_packet(self, eio_sid: str, pkt: Any) -> None:
        sock = self.eio.sockets.get(eio_sid)
        if sock is not None and sock.queue.qsize() > UNREAD:
            log.warning("cut off a client that doesn't read")
            self.cut(eio_sid)
            return
        super()._send_packet(eio_sid, pkt)

    def cut(self, eio_sid: str) -> None:
        """End a connection at once."""
        stream = self.environ.get(eio_sid, {}).get("bonesetter.socket")
        if (sock := self.eio.sockets.get(eio_sid)) is not None:
            sock.close(wait=False, abort=True)
        if stream is not None:
            stream.hang_up()

    def close_silent(self) -> None:
        """Close the sockets that have sent no CONNECT for too long."""
        for eio_sid, since in list(self._silent.items()):
            if time.monotonic() - since > self._greeting:
                self._silent.pop(eio_sid, None)
                self.cut(eio_sid)

    def hang_up(self) -> None:
        """Close every connection: with a goodbye where that takes no time."""
        for eio_sid, sock in list(self.eio.sockets.items()):
            sock.close(wait=False)
            stream = self.environ.get(eio_sid, {}).get("bonesetter.socket")
            if stream is not None:
                threading.Timer(0.2, stream.hang_up).start()


class Sockets(SocketIO):  # type: ignore[misc, unused-ignore]
    """Flask-SocketIO in threading mode around a `DeskServer`."""

    def __init__(self, app: Flask, config: Config, allowed: Check) -> None:
        self._greeting = config.greeting
        quiet = logging.getLogger("bonesetter.quiet")
        quiet.setLevel(logging.ERROR)  # at INFO, both libraries print payloads, tokens included
        super().__init__(
            app,
            async_mode="threading",
            async_handlers=False,
            transports=["websocket"],
            manage_session=False,
            serializer=JsonPacket,
            cors_allowed_origins=allowed,
            cors_credentials=False,
            max_http_buffer_size=config.largest,
            http_compression=False,
            logger=quiet,
            engineio_logger=quiet,
        )

    def init_app(self, app: Flask, **options: Any) -> None:
        """Set the server up in a Flask application."""
        super().init_app(app, **options)
        self.server = DeskServer(greeting=self._greeting, **self.server_options)
        self.sockio_mw.engineio_app = self.server
