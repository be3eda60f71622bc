"""The official JavaScript client, which the site and the Foundry module use, against the real server."""

from __future__ import annotations

import json
import subprocess

from conftest import HERE, ROOT, Bridge


def test_the_official_client_plays(bridge: Bridge) -> None:
    command = ["node", str(HERE / "client.mjs"), bridge.address, bridge.gm]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    got = json.loads(run.stdout)
    assert got["refused"]["code"] == "unauthorized" and "Master" in got["refused"]["message"]
    assert got["joined"]["person"]["role"] == "gm"
    card = got["roll"]["course"]["card"]
    assert card["title"] == "Colpo" and card["via"] == "foundry"
    assert got["again"] == got["roll"]
    assert got["wrong"]["error"]["code"] == "unknown_message"
    assert got["event"]["error"]["code"] == "unknown_event"
    assert got["beat"]["head"] == got["roll"]["head"]
    assert [item["course"]["card"] for item in got["news"]][-1] == card
    assert got["log"]["entries"][0]["card"]["steps"][0]["faces"] == card["steps"][0]["faces"]
