"""The pages at a table: opened with an invite, rolling into the bridge's log; and rulesets that were added there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, START, Opener, Place, roll
from playwright.sync_api import Page, expect

RULESETS = Path(__file__).with_name("rulesets")


@dataclass(frozen=True)
class Served:
    """A running bridge: its address and its invite links."""

    address: str
    gm: str
    player: str


@pytest.fixture
def bridge(site: Path, tmp_path: Path) -> Iterator[Served]:
    command = [str(Path(sys.executable).with_name("bonesetter")), "serve", "--port", "0", "--data", str(tmp_path)]
    command += ["--site", str(site), "--rulesets", str(RULESETS)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
    assert process.stdout is not None
    links: list[str] = []
    for line in process.stdout:
        links += re.findall(r"https?://\S+", line)
        if sum("#invite=" in link for link in links) == 2:
            break
    invites = [link for link in links if "#invite=" in link]
    yield Served(invites[0].partition("#")[0], *invites)
    process.terminate()
    process.wait(20)


def join(page: Page, name: str) -> None:
    """Take up an invite."""
    page.locator(".bs-welcome input").fill(name, timeout=START)
    page.locator(".bs-welcome button").click()
    expect(page.locator(".bs-strip")).to_contain_text(name)


def test_an_invite_leads_to_the_tables_log(bridge: Served, opened: Opener, stepped: Place) -> None:
    gm = opened(bridge.gm)
    join(gm, "Ada")
    assert "invite" not in gm.url, "the token must not stay in the address"
    gm.goto(bridge.address + stepped.path())
    expect(gm.locator(".bs-strip")).to_contain_text("Ada", timeout=START)
    player = opened(bridge.player)
    join(player, "Bo")
    player.goto(bridge.address + stepped.path())
    expect(player.locator(".bs-strip")).to_contain_text("Bo", timeout=START)
    expect(player.locator(".bs-secret")).to_be_hidden()

    roll(gm)
    assert gm.evaluate("window.bonesetter.desk().shared") is True
    expect(gm.locator(".bs-log li")).to_have_count(1)
    expect(player.locator(".bs-log li")).to_have_count(1)
    gm.locator(".bs-secret input").check()
    gm.locator(".bs-again").click()
    expect(gm.locator(".bs-log li")).to_have_count(2)
    expect(gm.locator(".bs-card")).to_contain_text("Secret")
    roll(player)
    expect(player.locator(".bs-log li")).to_have_count(2)
    expect(gm.locator(".bs-log li")).to_have_count(3)

    gm.locator(".bs-strip .bs-link").click()
    expect(gm.locator(".bs-strip-line")).to_have_count(0)
    roll(gm)
    expect(gm.locator(".bs-log li")).to_have_count(1)


def test_the_gm_gives_a_player_their_character(bridge: Served, opened: Opener) -> None:
    player = opened(bridge.player)
    join(player, "Bo")
    gm = opened(bridge.gm)
    join(gm, "Ada")
    gm.goto(f"{bridge.address}sheet/")
    gm.locator(".bs-new input").fill("Mara", timeout=START)
    gm.locator(".bs-new button").click()
    gm.locator(".bs-players").get_by_label("Bo").check()
    expect(gm.locator(".bs-players input:checked")).to_have_count(1)
    player.goto(f"{bridge.address}it/sheet/")
    expect(player.locator(".bs-panel h2")).to_have_text("Mara", timeout=START)
    expect(player.locator(".bs-players")).to_have_count(0)
    expect(player.locator(".bs-correct")).to_have_count(0)


def test_dice_that_prove_themselves_from_the_pledge_to_the_proof(
    bridge: Served, opened: Opener, stepped: Place
) -> None:
    """The GM begins, a player adds words, they roll, the GM reveals, and the player's own browser checks every die."""
    gm, player = opened(bridge.gm), opened(bridge.player, width=360, color_scheme="dark")
    join(gm, "Ada")
    join(player, "Bo")
    gm.goto(f"{bridge.address}verify/")
    player.goto(f"{bridge.address}it/verify/")
    ours, theirs = gm.locator(".bs-fair"), player.locator(".bs-fair")
    expect(theirs).to_contain_text("Qui non sono mai stati avviati dadi equi", timeout=START)
    expect(theirs.get_by_role("button")).to_have_count(0)

    ours.get_by_role("button", name="Begin fair dice").click()
    expect(ours).to_contain_text("Fair dice are running")
    expect(ours.get_by_role("button", name="Begin fair dice")).to_have_count(0)
    hashes = ours.locator("code").all_inner_texts()
    assert len(set(hashes)) == 2 and all(re.fullmatch("[0-9a-f]{64}", one) for one in hashes)
    expect(theirs).to_contain_text("I dadi equi sono in corso")  # with no reload
    assert theirs.locator("code").all_inner_texts() == hashes
    expect(theirs.get_by_role("button", name="Concludi")).to_have_count(0)
    assert player.evaluate("document.documentElement.scrollWidth <= innerWidth")

    words = theirs.get_by_label("Parole tue")
    words.fill("sette cigni")
    words.press("Enter")
    expect(theirs).to_contain_text("«sette cigni» (tue)")
    expect(words).to_have_value("")
    expect(ours).to_contain_text("Mixed in: “sette cigni”")

    gm.goto(bridge.address + stepped.path())
    expect(gm.locator(".bs-strip")).to_contain_text("Ada", timeout=START)
    roll(gm)
    player.goto(f"{bridge.address}{stepped.path('it')}")
    expect(player.locator(".bs-strip")).to_contain_text("Bo", timeout=START)
    roll(player)
    gm.goto(f"{bridge.address}verify/")
    player.goto(f"{bridge.address}it/verify/")
    theirs.get_by_role("button", name="Prendi il registro").click(timeout=START)
    expect(player.locator("[data-verdict=unsure]")).to_contain_text("non è rivelato", timeout=START)

    ours.get_by_role("button", name="End and reveal").click(timeout=START)
    expect(ours).to_contain_text("its seed is revealed")
    expect(theirs).to_contain_text("il suo seme è rivelato")
    theirs.get_by_role("button", name="Prendi il registro").click()
    sound = player.locator("[data-verdict=sound]")
    expect(sound).to_contain_text("di 2 tiri")
    expect(sound).to_contain_text("sette cigni")
    log = player.locator(".bs-verify textarea")
    log.fill(log.input_value().replace("sette", "otto"))
    player.get_by_role("button", name="Controlla i dadi").click()
    expect(player.locator("[data-verdict=wrong]")).to_contain_text("Voce 3")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_an_added_ruleset_appears_and_rolls(bridge: Served, opened: Opener, lang: str) -> None:
    page = opened(f"{bridge.address}{'' if lang == 'en' else 'it/'}added/")
    title, eye, out = {
        "en": ("Tavern brawl", "Black eye", "Out cold"),
        "it": ("Rissa in taverna", "Occhio nero", "Fuori combattimento"),
    }[lang]
    expect(page.locator("article[data-ruleset=tavern] h2")).to_have_text(title, timeout=START)
    bruises = page.locator("bonesetter-roller[table=bruises]")
    expect(bruises.locator("tr#bruise-eye th")).to_have_text(eye)
    bruises.locator(".bs-stepper input").fill("5")
    expect(bruises.locator("tr#bruise-out .bs-fraction")).to_have_text("1")
    bruises.locator(".bs-bar .bs-roll").click()
    expect(bruises.locator(".bs-card-title")).to_have_text(out)
    expect(page.locator("bonesetter-roller[table=drinks] tbody tr")).to_have_count(2)

    brawl = page.locator("bonesetter-procedure[verb=brawl]")
    if brawl.locator(".bs-open").count():
        brawl.locator(".bs-open").click()
    brawl.locator(".bs-new input").fill("Mara")
    brawl.locator(".bs-new .bs-button").click()
    expect(brawl.locator("select")).to_have_value(re.compile("mara"))
    brawl.locator(".bs-begin").click()
    brawl.locator(".bs-choice[data-value=stand]").click()
    expect(brawl.locator(".bs-card .bs-lines")).to_contain_text("Mara")
