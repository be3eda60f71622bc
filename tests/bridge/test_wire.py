"""The wire under attack: whatever a client sends, the others go on playing. All of it was open on stock settings."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import websocket
from conftest import Bridge, Person, drain


@contextmanager
def raw(bridge: Bridge, token: str | None = None, **how: Any) -> Iterator[websocket.WebSocket]:
    """A bare WebSocket to the server; with a token it has connected to Socket.IO."""
    address = f"ws://127.0.0.1:{bridge.port}/socket.io/?EIO=4&transport=websocket"
    client = websocket.create_connection(address, timeout=10, **how)
    try:
        assert client.recv().startswith("0")
        if token is not None:
            client.send("40" + json.dumps({"token": token}))
            assert client.recv().startswith("40{")
        yield client
    finally:
        client.close(timeout=1)


def answer(client: websocket.WebSocket, packet: str) -> dict[str, Any]:
    """Send an event with an acknowledgement number; the acknowledgement."""
    client.send(packet)
    while not (got := client.recv()).startswith("43"):
        assert got, "the connection ended"
        if got == "2":
            client.send("3")
    (reply,) = json.loads(got[got.index("[") :])
    return reply


def ended(client: websocket.WebSocket) -> bool:
    """Whether the server ends the connection soon."""
    client.settimeout(5)
    try:
        while True:
            opcode, _ = client.recv_data()
            if opcode == websocket.ABNF.OPCODE_CLOSE:
                return True
    except websocket.WebSocketTimeoutException:
        return False
    except (websocket.WebSocketConnectionClosedException, OSError):
        return True


def still_there(bridge: Bridge, gm: Person) -> None:
    assert gm.ask("catalog")["ok"]
    assert bridge.process.poll() is None
    assert "Traceback" not in bridge.log()


@pytest.mark.parametrize(
    ("packet", "code"),
    [
        ('421["desk","text"]', "malformed"),
        ('421["desk"]', "malformed"),
        ('421["desk",{},{}]', "malformed"),
        ('421["desk",[1]]', "malformed"),
        ('421["desk",null]', "malformed"),
        ("421[]", "malformed"),
        ('421[["desk"],{}]', "malformed"),
        ('421{"desk":1}', "malformed"),
        ('421["desk",{"type":"catalog"}', "malformed"),
        ('421["desk",{"type":NaN}]', "malformed"),
        ('421["desk",{"type":"\\ud800"}]', "malformed"),
        ('421["desk",{"a":' + "[" * 40 + "]" * 40 + "}]", "malformed"),
        ('421["desk",' + "[" * 5000 + "]" * 5000 + "]", "malformed"),
        ('421["connect",{"token":"x"}]', "unknown_event"),
        ('421["disconnect"]', "unknown_event"),
        ('421["unheard","closing"]', "unknown_event"),
        ('421["news",{}]', "unknown_event"),
        ('421["desk",{}]', "malformed"),
        ('421["desk",{"type":7}]', "malformed"),
        ('421["desk",{"type":"nonsense"}]', "unknown_message"),
        ('421["desk",{"type":"table","ruleset":"toy","table":"nope"}]', "unknown_table"),
        ('421["desk",{"type":"table","ruleset":"toy","table":"bruises","modifier":"two"}]', "bad_state"),
        ('421["desk",{"type":"table","ruleset":"toy","table":"bruises","modifier":1e400}]', "malformed"),
        ('421["desk",{"type":"catalog","lang":"tlh"}]', None),
        ('421["desk",{"type":"catalog","extra":1}]', "unknown_field"),
        ('421["desk",{"type":"query","ruleset":"toy","verb":"bruises","args":{"on":{"$gt":""}}}]', "unknown_character"),
    ],
)
def test_a_malformed_message_gets_an_error_and_the_connection_stays(
    bridge: Bridge, gm: Person, packet: str, code: str | None
) -> None:
    with raw(bridge, gm.token) as client:
        reply = answer(client, packet)
        assert reply["ok"] is (code is None), reply
        if code is not None:
            assert reply["error"]["code"] == code and reply["error"]["message"], reply
        assert answer(client, '422["desk",{"type":"whoami"}]')["person"]["id"] == gm.id
    still_there(bridge, gm)


@pytest.mark.parametrize(
    "packet",
    [
        '451-["desk",{"_placeholder":true,"num":0}]',
        '451000000000-["desk",{"_placeholder":true,"num":0}]',
        '461-1["x"]',
        "44{}",
        "49",
        "4²",
        "47",
        "2probe",
        "5",
        "7",
        "x",
        "[" * 5000,
        "4" + "[" * 5000,
        "42" + "9" * 200 + '["desk",{}]',
        "42/admin," * 50,
        b"\x00\x01",
        b"4binary",
    ],
    ids=lambda packet: str(packet)[:16],
)
def test_what_no_client_sends_ends_the_connection(bridge: Bridge, gm: Person, packet: str | bytes) -> None:
    with raw(bridge, gm.token) as client:
        if isinstance(packet, bytes):
            client.send_binary(packet)
        else:
            client.send(packet)
        assert ended(client)
    still_there(bridge, gm)


def test_connect_and_disconnect_as_events_change_nobody(
    bridge: Bridge, gm: Person, meet: Callable[..., Person]
) -> None:
    bob = meet(bridge, bridge.player, "Bob")
    with raw(bridge, str(bob.token)) as client:
        assert not answer(client, f'421["connect",{{"token":"{gm.token}"}}]')["ok"]
        assert answer(client, '422["desk",{"type":"whoami"}]')["person"]["id"] == bob.id
        client.send('40{"token":"' + str(gm.token) + '"}')  # a second CONNECT on one socket
        assert ended(client)


def test_another_namespace_is_no_way_in(bridge: Bridge, gm: Person) -> None:
    with raw(bridge) as client:
        client.send("40/admin,{}")
        assert client.recv().startswith("44/admin,")
        assert ended(client)
    with raw(bridge) as client:
        client.send('421["desk",{"type":"catalog"}]')  # never connected
        client.settimeout(0.5)
        with pytest.raises(websocket.WebSocketTimeoutException):
            client.recv()
    still_there(bridge, gm)


def test_an_oversize_message_ends_the_connection_and_says_why(bridge: Bridge, gm: Person) -> None:
    for pieces in (1, 64):
        with raw(bridge, gm.token) as client:
            size = 300 * 1024 // pieces
            for number in range(pieces):
                opcode = websocket.ABNF.OPCODE_TEXT if number == 0 else websocket.ABNF.OPCODE_CONT
                client.send_frame(websocket.ABNF.create_frame("4" * size, opcode, int(number == pieces - 1)))
            opcode, data = client.recv_data()
            while opcode != websocket.ABNF.OPCODE_CLOSE:
                opcode, data = client.recv_data()
            assert int.from_bytes(data[:2], "big") == 1009
    still_there(bridge, gm)


def test_a_message_without_an_end_is_not_gathered(bridge: Bridge, gm: Person) -> None:
    """Two hundred megabytes in fragments were buffered whole; here the connection is over long before."""
    with raw(bridge, gm.token) as client, pytest.raises((OSError, websocket.WebSocketException)):
        client.send_frame(websocket.ABNF.create_frame("4", websocket.ABNF.OPCODE_TEXT, 0))
        for _ in range(200):
            client.send_frame(websocket.ABNF.create_frame("x" * 1_000_000, websocket.ABNF.OPCODE_CONT, 0))
    assert memory(bridge) < 300
    still_there(bridge, gm)


def test_no_compression_is_agreed_to(bridge: Bridge) -> None:
    how = {"header": ["Sec-WebSocket-Extensions: permessage-deflate"]}
    with raw(bridge, **how) as client:
        assert "sec-websocket-extensions" not in {name.lower() for name in client.headers}


def test_a_socket_that_never_says_who_it_is_is_closed(bridge: Bridge, gm: Person) -> None:
    began = time.monotonic()
    with raw(bridge) as client:
        assert ended(client)
    assert 1 < time.monotonic() - began < 5
    drain(gm)
    with raw(bridge, gm.token) as client:  # and one that did is left alone
        time.sleep(3.5)
        assert answer(client, '421["desk",{"type":"whoami"}]')["ok"]


def test_half_a_handshake_is_no_trouble(bridge: Bridge, gm: Person) -> None:
    for lines in (b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n", b"\x16\x03\x01\x00", b""):
        with socket.create_connection(("127.0.0.1", bridge.port)) as client:
            client.sendall(lines)
    with socket.create_connection(("127.0.0.1", bridge.port), timeout=5) as client:
        client.sendall(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 99\r\n\r\n"
        )
        assert b" 400 " in client.recv(4096)
    with socket.create_connection(("127.0.0.1", bridge.port), timeout=5) as client:
        client.sendall(b"GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b" 400 " in client.recv(4096)
    still_there(bridge, gm)


def test_a_slow_reader_gets_whole_messages_or_none(bridge: Bridge, gm: Person) -> None:
    """Frames to a reader that dawdled were cut short; here each that arrives can be read."""
    slow = websocket.create_connection(
        f"ws://127.0.0.1:{bridge.port}/socket.io/?EIO=4&transport=websocket",
        timeout=20,
        sockopt=((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),),
    )
    slow.recv()
    slow.send("40" + json.dumps({"token": gm.token}))
    slow.recv()
    for number in range(40):
        slow.send(f'42{number}["desk",{{"type":"catalog"}}]')  # some ten kilobytes each, unread
    time.sleep(1)
    numbers = set()
    while len(numbers) < 40:
        got = slow.recv()
        if got.startswith("43"):
            start = got.index("[")
            assert json.loads(got[start:])[0]["ok"]
            numbers.add(int(got[2:start]))
        elif got == "2":
            slow.send("3")
    slow.close()
    still_there(bridge, gm)


def test_whoever_never_reads_is_cut_off_and_holds_up_nobody(bridge: Bridge, gm: Person) -> None:
    before = memory(bridge)
    deaf = websocket.create_connection(
        f"ws://127.0.0.1:{bridge.port}/socket.io/?EIO=4&transport=websocket",
        timeout=3,
        sockopt=((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096),),
    )
    deaf.recv()
    deaf.send("40" + json.dumps({"token": gm.token}))
    deaf.recv()
    with pytest.raises((OSError, websocket.WebSocketException)):
        for number in range(100_000):
            deaf.send(f'42{number}["desk",{{"type":"catalog"}}]')
    began = time.monotonic()
    assert gm.ask("whoami")["ok"]
    assert time.monotonic() - began < 2
    assert memory(bridge) - before < 80
    still_there(bridge, gm)


def memory(bridge: Bridge) -> int:
    """The server's resident memory in megabytes."""
    with open(f"/proc/{bridge.process.pid}/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("http://localhost:30000", True),
        ("http://127.0.0.1:30000", True),
        ("http://192.168.1.20:30000", True),
        ("HTTP://192.168.1.20:30000/", True),
        ("http://192.168.1.20:30001", False),
        ("https://evil.example", False),
        ("http://localhost.evil.example", False),
        ("null", False),
        ("file://", False),
    ],
)
def test_pages_of_other_sites_are_kept_out(bridge: Bridge, origin: str | None, allowed: bool) -> None:
    how: dict[str, Any] = {"suppress_origin": True} if origin is None else {"origin": origin}
    if allowed:
        with raw(bridge, bridge.gm, **how):
            pass
    else:
        with pytest.raises(websocket.WebSocketBadStatusException) as refused, raw(bridge, bridge.gm, **how):
            pass
        assert refused.value.status_code == 400


@pytest.mark.parametrize(("host", "status"), [("evil.example", 400), ("table.example", 101), ("localhost:99", 101)])
def test_only_our_own_names_are_answered(bridge: Bridge, host: str, status: int) -> None:
    request = (
        f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        f"Origin: http://{host}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", bridge.port), timeout=5) as client:
        client.sendall(request.encode())
        assert f" {status} ".encode() in client.recv(4096)
