"""From start to end: the screen, the folder, the port, a clean stop, the addresses."""

from __future__ import annotations

import io
import json
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, RULESETS, Bridge, Person


def get(bridge: Bridge, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """A GET whose path is sent as it is written."""
    connection = HTTPConnection("127.0.0.1", bridge.port, timeout=10)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def attempt(*options: str) -> subprocess.CompletedProcess[str]:
    """A start that is expected to end by itself."""
    command = [sys.executable, "-m", "bonesetter_bridge", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)


def test_the_screen_names_everything_and_the_links_work(bridge: Bridge) -> None:
    assert bridge.manifest == f"{bridge.address}/foundry/module.json"
    assert len(bridge.gm) == len(bridge.player) == 43
    assert "Data" in "\n".join(bridge.printed)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_at_once_with_people_connected(
    begin: Callable[..., Bridge], meet: Callable[..., Person], how: int
) -> None:
    bridge = begin()
    people = [meet(bridge, bridge.gm, f"P{number}") for number in range(3)]
    with socket.create_connection(("127.0.0.1", bridge.port)):
        began = time.monotonic()
        assert bridge.stop(how) == 0
        assert time.monotonic() - began < 10  # stock, it took thirty
    assert all(person.ended.wait(5) for person in people)
    assert bridge.printed[-1] == "Stopped." and "Traceback" not in bridge.log()


def test_one_server_for_one_folder(begin: Callable[..., Bridge], tmp_path: Path) -> None:
    begin()
    second = attempt("serve", "--data", str(tmp_path / "data"), "--port", "0", "--rulesets", str(RULESETS))
    assert second.returncode == 2 and "[data_in_use]" in second.stderr and "Traceback" not in second.stderr


def test_a_port_that_is_taken_is_an_error_with_a_way_out(bridge: Bridge, tmp_path: Path) -> None:
    for lang, word in (("en", "--port"), ("it", "--port")):
        options = ["--data", str(tmp_path / lang), "--port", str(bridge.port), "--rulesets", str(RULESETS)]
        second = attempt("serve", "--lang", lang, *options)
        assert second.returncode == 2 and "[cannot_listen]" in second.stderr and word in second.stderr
        assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--database", "nonsense", "bad_database"),
        ("--database", "mysterydb://x", "bad_database"),
        ("--database", "postgresql+psycopg://u:hush@127.0.0.1:9/x", "storage"),
        ("--queue", "nonsense", "bad_queue"),
        ("--port", "99999", "cannot_listen"),
    ],
)
def test_a_setting_that_can_not_be_is_an_error_with_a_code(tmp_path: Path, option: str, value: str, code: str) -> None:
    base = ["--data", str(tmp_path / "data"), "--port", "0", "--rulesets", str(RULESETS)]
    run = attempt("serve", *base, option, value)
    assert run.returncode == 2 and f"[{code}]" in run.stderr and "Traceback" not in run.stderr
    assert "hush" not in run.stderr + run.stdout


def test_a_broken_ruleset_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "rulesets" / "broken"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("")
    (broken / "ruleset.toml").write_text("= nonsense")
    run = attempt("tables", "--rulesets", str(tmp_path / "rulesets"))
    assert run.returncode == 2 and "[bad_ruleset]" in run.stderr and "ruleset.toml" in run.stderr
    assert "Traceback" not in run.stderr


def test_health_can_be_read_by_any_page_and_says_whether_it_may_connect(bridge: Bridge) -> None:
    for origin, allowed in (("https://evil.example", False), ("http://localhost:30000", True)):
        status, headers, body = get(bridge, "/healthz", Origin=origin)
        assert status == 200 and headers["access-control-allow-origin"] == "*"
        assert json.loads(body)["origin_allowed"] is allowed and json.loads(body)["name"] == "bonesetter"
    status, headers, body = get(bridge, "/readyz")
    assert status == 200 and json.loads(body) == {"ok": True, "database": True, "queue": None}
    assert "access-control-allow-origin" not in headers


def test_foreign_names_get_nothing(bridge: Bridge) -> None:
    for path in ("/", "/healthz", "/foundry/module.json", "/socket.io/?EIO=4&transport=websocket"):
        status, _, body = get(bridge, path, Host="evil.example")
        assert status == 400 and b"--allow-host" in body


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with a small built site and a small module."""
    folder = tmp_path_factory.mktemp("served")
    site = folder / "site"
    for path, text in {
        "index.html": "<title>home</title>",
        "it/index.html": "<title>casa</title>",
        "404.html": "<title>lost</title>",
        "sw.js": "self.x = 1",
        "python/pyodide.asm.wasm": "wasm",
        "python/pyodide.mjs": "export {}",
        "csp.txt": "default-src 'none';\n  script-src 'self'\n",
        "assets/a b.css": "p{}",
    }.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text)
    (folder / "secret.txt").write_text("secret")
    module = folder / "module"
    (module / "lang").mkdir(parents=True)
    (module / "module.json").write_text(
        json.dumps({"id": "bonesetter", "version": "1", "manifest": "", "download": ""})
    )
    (module / "main.js").write_text("//")
    (module / "lang" / "it.json").write_text("{}")
    (module / ".hidden").write_text("x")
    running = Bridge(folder / "data", "--site", str(site), "--module", str(module))
    yield running
    running.kill()


@pytest.mark.parametrize(
    ("path", "status", "kind", "body"),
    [
        ("/", 200, "text/html", b"home"),
        ("/it/", 200, "text/html", b"casa"),
        ("/it", 308, None, None),
        ("/sw.js", 200, "text/javascript", b"self.x"),
        ("/python/pyodide.asm.wasm", 200, "application/wasm", b"wasm"),
        ("/python/pyodide.mjs", 200, "text/javascript", b"export"),
        ("/assets/a%20b.css", 200, "text/css", b"p{}"),
        ("/nowhere", 404, "text/html", b"lost"),
        ("/csp.txt", 404, "text/html", b"lost"),
        ("/../secret.txt", 404, None, None),
        ("/%2e%2e/secret.txt", 404, None, None),
        ("/..%2fsecret.txt", 404, None, None),
        ("/assets/..%5c..%5csecret.txt", 404, None, None),
        ("/%00", 404, None, None),
        ("//evil.example/it", 404, None, None),
    ],
)
def test_the_site_is_served(served: Bridge, path: str, status: int, kind: str | None, body: bytes | None) -> None:
    got, headers, content = get(served, path)
    assert got == status and b"secret" not in content
    if status == 308:
        assert headers["location"] == "/it/"
    if kind:
        assert headers["content-type"].startswith(kind)
        assert headers["cache-control"] == "no-cache" and headers["x-content-type-options"] == "nosniff"
    if kind in ("text/html", "text/javascript"):
        assert headers["content-security-policy"] == "default-src 'none'; script-src 'self'"
    if body:
        assert body in content


def test_a_file_that_has_not_changed_is_not_sent_again(served: Bridge) -> None:
    _, headers, _ = get(served, "/sw.js")
    status, _, content = get(served, "/sw.js", **{"If-None-Match": headers["etag"]})
    assert status == 304 and content == b""


def test_the_module_comes_with_the_address_it_was_asked_at(served: Bridge) -> None:
    host = f"localhost:{served.port}"
    status, headers, body = get(served, "/foundry/module.json", Host=host)
    facts = json.loads(body)
    assert status == 200 and headers["access-control-allow-origin"] == "*"
    assert facts["manifest"] == f"http://{host}/foundry/module.json"
    assert facts["download"] == f"http://{host}/foundry/bonesetter.zip"
    status, headers, body = get(served, "/foundry/bonesetter.zip", Host=host)
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert sorted(archive.namelist()) == ["lang/it.json", "main.js", "module.json"]
        assert json.loads(archive.read("module.json")) == facts
    assert get(served, "/foundry/bonesetter.zip", Host=host)[2] == body


def test_without_a_site_or_module_it_says_so(begin: Callable[..., Bridge], tmp_path: Path) -> None:
    bridge = begin("--site", str(tmp_path / "none"), "--module", str(tmp_path / "none"))
    status, _, body = get(bridge, "/")
    assert status == 200 and b"make site" in body
    assert get(bridge, "/foundry/module.json")[0] == get(bridge, "/foundry/bonesetter.zip")[0] == 404
    assert get(bridge, "/rules/")[0] == 404


def test_added_rulesets_are_handed_to_the_site(bridge: Bridge) -> None:
    _, _, body = get(bridge, "/rulesets/index.json")
    assert {"id": "toy", "archive": "/rulesets/toy.zip"} in json.loads(body)["rulesets"]
    status, headers, body = get(bridge, "/rulesets/toy.zip")
    assert status == 200 and headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = archive.namelist()
        assert {"toy/ruleset.toml", "toy/rules.py", "toy/words.it.toml"} <= set(names)
        assert not [name for name in names if "__pycache__" in name]
    for path in ("/rulesets/nope.zip", "/rulesets/..%2ftoy.zip", "/rulesets/.zip"):
        assert get(bridge, path)[0] == 404
