"""Whatever dies or is missing: nothing is rolled or shown twice, and the Game Master is told which it is."""

from __future__ import annotations

import http.server
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import socketio
from conftest import CHROMIUM, FIELDS, FLAGS, MIRELA, Host, Pages, Seat, Table, fill
from playwright.sync_api import Playwright, expect
from running import Bridge, Wire, free_port, wait_until


@pytest.fixture
def wire(bridge: Bridge) -> Iterator[Wire]:
    made = Wire(bridge.port)
    yield made
    made.close()


def test_killed_between_commit_and_acknowledgement(table: Table, bridge: Bridge, wire: Wire) -> None:
    gm = table.sit()
    gm.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
    gm.connect(wire, bridge.gm)
    dialog = gm.begin("Goblin with a hook", "frontier", "hit")
    fill(dialog, damage=5, location="head")

    wire.lost = lambda: bool(bridge.entries("start"))  # what is committed is never acknowledged
    gm.submit(dialog)
    (entry,) = wait_until(lambda: bridge.entries("start"))
    bridge.kill()
    wire.cut()
    wire.lost = lambda: False
    assert not [one for one in table.acks() if one.get("course", {}).get("card", {}).get("verb") == "hit"]
    gm.says("The Bonesetter bridge is gone")
    expect(dialog.locator("[role=alert]").last).to_contain_text("is gone")
    bridge.start()

    gm.says("nothing is rolled twice")
    gm.says("The Bonesetter bridge is back")
    expect(gm.chat).to_have_count(1)
    expect(dialog).to_have_count(0)
    assert bridge.entries("start") == [entry]
    (rolls,) = gm.page.evaluate("host.rolls()")
    assert [[one["result"] for die in roll["dice"] for one in die["results"]] for roll in rolls] == bridge.faces(entry)
    (wound,) = wait_until(lambda: gm.world()["scenes"][0]["tokens"][2]["delta"]["effects"])
    assert wound["flags"]["bonesetter"]["wound"]["entry"] == entry["n"]
    assert len(gm.world()["messages"]) == 1


def test_killed_in_mid_dialog(gm: Seat, bridge: Bridge) -> None:
    dialog = gm.begin("Goblin with a drum", "frontier", "hit")
    fill(dialog, damage=4, location="head")
    dialog.locator("[name=bonesetter-enter]").check()
    gm.submit(dialog)
    expect(dialog.locator(".bs-ask")).to_be_visible()
    seed = bridge.entries("start")[0]["data"]["seed"]
    bridge.kill()
    gm.says("The Bonesetter bridge is gone")
    bridge.start()
    gm.says("The Bonesetter bridge is back")

    dialog.locator(".bs-roll").click()
    expect(gm.chat).to_have_count(1)
    (start,), (answer,) = bridge.entries("start"), bridge.entries("answer")
    assert start["data"]["seed"] == seed and answer["data"]["of"] == start["n"]
    from bonesetter.source import Derived

    assert bridge.faces(answer) == [[Derived(bytes.fromhex(seed), 0).face(6)]]


def test_a_dialog_goes_on_after_the_window_was_closed(gm: Seat, bridge: Bridge) -> None:
    dialog = gm.begin("Goblin with a drum", "frontier", "hit")
    fill(dialog, damage=4, location="head")
    dialog.locator("[name=bonesetter-enter]").check()
    gm.submit(dialog)
    expect(dialog.locator(".bs-ask")).to_be_visible()
    dialog.locator(".header-control").click()
    menu = gm.menu("Goblin with a drum")
    menu.locator(".bs-menu-open button").click()
    dialog.locator("input.bs-faces").fill("2")
    dialog.locator(".bs-use").click()
    expect(gm.chat).to_contain_text("3")
    assert len(bridge.entries("start")) == 1


def test_what_was_missed_is_shown_once(table: Table, bridge: Bridge) -> None:
    """Somebody rolls at the site while no Foundry is open; the cards come when it is, each a single time."""
    gm = table.sit()
    keeper = table.sit("anna")
    gm.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
    gm.connect(bridge, bridge.gm)
    dialog = gm.begin("Mirela", "frontier", "hit")
    fill(dialog, damage=1, location="body")
    gm.submit(dialog)
    expect(gm.chat).to_have_count(1)
    gm.page.close()

    client = socketio.Client(reconnection=False)
    client.connect(bridge.address, auth={"token": bridge.gm, "lang": "en", "via": "site"}, transports=["websocket"])
    client.call("desk", {"type": "join", "name": "Ada", "request_id": "j"})
    for n in range(3):
        hit = {"type": "start", "ruleset": "frontier", "verb": "hit", "request_id": f"h{n}"}
        reply = client.call("desk", {**hit, "args": {"on": MIRELA, "damage": 4, "location": "head"}})
        assert reply["ok"], reply
    client.disconnect()

    back = table.sit()
    expect(back.chat).to_have_count(4)
    back.says("3.")
    wait_until(lambda: len(back.world()["actors"][0]["effects"]) == 3)
    # connecting again, and again before that is done, changes nothing
    connect = "Promise.all([1, 2].map(() => game.modules.get('bonesetter').api.connect()))"
    back.page.evaluate(f"{connect}.then(() => undefined)")
    wait_until(lambda: back.page.evaluate("game.modules.get('bonesetter').api.state") == "on")
    expect(back.chat).to_have_count(4)
    back.page.close()
    again = table.sit()
    wait_until(lambda: again.page.evaluate("game.modules.get('bonesetter').api.state") == "on")
    again.page.wait_for_timeout(300)
    assert len(again.world()["messages"]) == 4 and len(again.world()["actors"][0]["effects"]) == 3
    assert keeper.chat.count() == 4


def test_only_the_active_game_masters_client_does_things(table: Table, bridge: Bridge) -> None:
    gm = table.sit()
    other = table.sit("assistant")
    gm.page.evaluate("fields => game.settings.set('bonesetter', 'fields', fields)", FIELDS)
    gm.connect(bridge, bridge.gm)
    dialog = gm.begin("Mirela", "frontier", "hit")
    fill(dialog, damage=7, location="head")
    gm.submit(dialog)
    for seat in (gm, other):
        expect(seat.chat).to_have_count(1)
    wait_until(lambda: len(gm.world()["actors"][0]["effects"]) == 1)
    assert other.page.evaluate("game.modules.get('bonesetter').api.state") == "off"
    # the second Game Master acts through the first
    dialog = other.begin("Mirela", "frontier", "hit")
    fill(dialog, damage=1, location="body")
    other.submit(dialog)
    expect(other.chat).to_have_count(2)
    assert len(gm.world()["messages"]) == 2


@pytest.fixture
def secured(host: Host, tmp_path: Path) -> Iterator[str]:
    """The stand-in once more, by https."""
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=foundry.example"]
    made = [*make, "-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    subprocess.run(made, check=True, capture_output=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, folders=host.folders))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"https://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


# --- why there is no connection ------------------------------------------------------------------------------------


def trouble(seat: Seat, bridge: object, token: str) -> str:
    """Try to connect; what the window says is the matter."""
    seat.connect(bridge, token, wait="trouble")  # type: ignore[arg-type]
    status = seat.page.locator(".bs-status")
    text = status.inner_text()
    assert text and "BONESETTER" not in text
    found = status.get_attribute("data-trouble")
    seat.page.locator("#bonesetter-connection .header-control").click()
    return str(found)


class At:
    """An address at which to look for a bridge."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"


def test_it_says_which(table: Table, bridge: Bridge) -> None:
    gm = table.sit()
    assert trouble(gm, bridge, "") == "no_token"
    assert trouble(gm, bridge, "wrong") == "unauthorized"
    assert trouble(gm, At(free_port()), bridge.gm) == "not_running"
    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    other.RequestHandlerClass.log_message = lambda *_: None  # type: ignore[method-assign]
    threading.Thread(target=other.serve_forever, daemon=True).start()
    try:
        assert trouble(gm, At(other.server_address[1]), bridge.gm) == "wrong_port"
    finally:
        other.shutdown()
    assert trouble(gm, bridge, bridge.player) == "not_a_gm"
    gm.connect(bridge, f"{bridge.address}/#invite={bridge.gm}")
    assert bridge.gm not in str(gm.world()["settings"]) and "token" not in str(gm.world()["settings"])


@pytest.mark.parametrize(
    ("public", "secure", "granted", "matter"),
    [
        (False, False, False, "origin"),
        (True, False, False, "insecure"),
        (True, True, False, "permission"),
        (True, True, True, "none"),
    ],
)
def test_it_says_which_from_elsewhere(
    playwright: Playwright,
    host: Host,
    secured: str,
    serve: Callable[..., Bridge],
    public: bool,
    secure: bool,
    granted: bool,
    matter: str,
) -> None:
    """Pages of other origins, and pages that the browser takes for public ones, with its permission and without."""
    address = secured if secure else host.address
    port = address.rpartition(":")[2]
    flags = [*FLAGS, "--host-resolver-rules=MAP foundry.example 127.0.0.1", "--ignore-certificate-errors"]
    if public:
        flags.append(f"--ip-address-space-overrides=127.0.0.1:{port}=public")
    origin = f"http{'s' if secure else ''}://foundry.example:{port}"
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    try:
        page = browser.new_page()
        bridge = serve(*(["--allow-origin", origin] if granted else []))
        if granted:
            session = browser.new_browser_cdp_session()
            (target,) = [one for one in session.send("Target.getTargets")["targetInfos"] if one["type"] == "page"]
            whose = {"origin": origin, "browserContextId": target["browserContextId"]}
            permission = {"permission": {"name": "loopback-network"}, "setting": "granted", **whose}
            session.send("Browser.setPermission", permission)
        page.goto(f"{origin}/host/index.html?world=elsewhere")
        page.locator("body[data-ready]").wait_for(state="attached")
        if matter == "none":
            Seat(page).connect(bridge, bridge.gm)
        else:
            assert trouble(Seat(page), bridge, bridge.gm) == matter
    finally:
        browser.close()


def test_started_again_with_the_origin_named(table: Table, serve: Callable[..., Bridge], host: Host) -> None:
    """The bridge hands the module out, with the address it was asked at."""
    import json
    import urllib.request

    bridge = serve("--module", str(host.folders["/modules/bonesetter/"]))
    with urllib.request.urlopen(f"{bridge.address}/foundry/module.json") as answer:
        manifest = json.load(answer)
    assert manifest["manifest"] == f"{bridge.address}/foundry/module.json"
    with urllib.request.urlopen(manifest["download"]) as answer:
        assert answer.read(2) == b"PK"
