"""The parts that need no server: names and origins, rates, words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bonesetter_bridge import faults, packets
from bonesetter_bridge.config import Config
from bonesetter_bridge.faults import Fault
from bonesetter_bridge.gate import Gate, normal
from bonesetter_bridge.limits import Rates
from bonesetter_bridge.serving import address
from conftest import ROOT

SOURCES = sorted((ROOT / "bridge" / "bonesetter_bridge").rglob("*.py"))


@pytest.mark.parametrize(
    ("host", "named", "header", "ours"),
    [
        ("127.0.0.1", (), "localhost:8765", True),
        ("127.0.0.1", (), "127.0.0.1:8765", True),
        ("127.0.0.1", (), "[::1]:8765", True),
        ("127.0.0.1", (), "192.168.1.5:8765", True),
        ("127.0.0.1", (), "evil.example", False),
        ("127.0.0.1", (), "localhost.evil.example", False),
        ("127.0.0.1", (), "", False),
        ("127.0.0.1", (), None, False),
        ("127.0.0.1", (), "[", False),
        ("0.0.0.0", ("table.example",), "TABLE.example:80", True),
        ("0.0.0.0", ("table.example",), "table.example.", True),
        ("0.0.0.0", ("table.example",), "other.example", False),
    ],
)
def test_names(tmp_path: Path, host: str, named: tuple[str, ...], header: str | None, ours: bool) -> None:
    assert Gate(Config(tmp_path, host=host, names=named)).host(header) is ours


def test_a_server_with_an_address_of_its_own_answers_to_it(tmp_path: Path) -> None:
    config = Config(tmp_path, url="https://table.example/")
    assert Gate(config).host("table.example")
    assert address(config, 8765) == "https://table.example"


def test_addresses_as_people_type_them(tmp_path: Path) -> None:
    assert address(Config(tmp_path), 8765) == "http://127.0.0.1:8765"
    assert address(Config(tmp_path, host="::1"), 1) == "http://[::1]:1"
    assert address(Config(tmp_path, host="0.0.0.0"), 80).startswith("http://")


@pytest.mark.parametrize(
    ("origin", "form"),
    [
        ("HTTP://Localhost:80/", "http://localhost"),
        ("https://a.example:443", "https://a.example"),
        ("https://a.example:444", "https://a.example:444"),
        ("http://[::1]:30000", "http://[::1]:30000"),
        ("null", ""),
        ("http://x:notaport", ""),
    ],
)
def test_origins_have_one_form(origin: str, form: str) -> None:
    assert normal(origin) == form


def test_a_rate_says_how_long_to_wait() -> None:
    rates = Rates("2/minute", "1/minute", "1/minute")
    rates.message(1, "p1", "log")
    rates.message(1, "p1", "log")
    with pytest.raises(Fault) as fault:
        rates.message(1, "p1", "log")
    assert fault.value.code == "too_many_messages" and 1 <= fault.value.data["seconds"] <= 61
    rates.message(1, "p2", "odds")
    with pytest.raises(Fault):
        rates.message(1, "p2", "odds")
    assert not rates.barred("here")
    rates.entering("here")
    assert rates.barred("here") and not rates.barred("elsewhere")


def test_both_languages_say_the_same() -> None:
    english, italian = (faults.words(lang).texts for lang in ("en", "it"))
    assert set(english) == set(italian)
    fields = {lang: {key: set(re.findall(r"{(\w+)", said)) for key, said in texts.items()} for lang, texts in
              (("en", english), ("it", italian))}  # fmt: skip
    own = [key for key in english if key.startswith(("errors.", "serve.", "verify.", "backup.", "invite.", "roll."))]
    assert {key: fields["en"][key] for key in own} == {key: fields["it"][key] for key in own}


def test_every_fault_has_its_words() -> None:
    raised = {code for path in SOURCES for code in re.findall(r'Fault\(\s*"(\w+)"', path.read_text("utf-8"))}
    said = {key for path in SOURCES for key in re.findall(r'text\([\w.]+, f?"([\w.]+)"', path.read_text("utf-8"))}
    assert len(raised) > 20
    for lang in ("en", "it"):
        words = faults.words(lang)
        assert [code for code in raised if not words.has(f"errors.{code}")] == []
        assert [key for key in said if not words.has(key) and not key.endswith(".")] == []


def test_the_only_event_is_desk() -> None:
    assert {"desk"} == packets.EVENTS and packets.UNHEARD not in packets.EVENTS
    read = packets.JsonPacket(encoded_packet='21["desk",{"type":"log"}]')
    assert (read.id, read.data) == (1, ["desk", {"type": "log"}])
    assert packets.JsonPacket(encoded_packet='2["unheard","x"]').data == ["unheard", "unknown_event"]
