"""The module and the stand-in against the real Foundry types; mistakes planted in a copy are all found."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Host, Table, build
from playwright.sync_api import Browser
from running import ROOT

CHECK = ROOT / "tests" / "module" / "types" / "check.mjs"
OUT = ROOT / "build" / "module-types"

LANGUAGE = {"Number", "Set", "String", "Object", "Array", "Map", "Promise"}
"""What the types add to the language's own globals."""

SHIELDED = {"foundry.applications.api.ApplicationV2"}
"""Classes whose protected members the stand-in has, because the module overrides them."""


def check(*options: object) -> tuple[int, str]:
    """Run the checker; its exit status and what it found."""
    done = subprocess.run(["node", str(CHECK), *map(str, options)], capture_output=True, text=True, cwd=ROOT)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def assertions(offered: dict[str, dict[str, dict[str, object]]]) -> str:
    """A type assertion for every member that the stand-in offers: that the real API has it, and of the same kind."""
    lines = [
        'import type { V14StatusEffects } from "../../foundry-module/types/v14";',
        "type Has<T, K extends keyof T> = K;",
        "type Runs<T extends ((...given: never) => unknown) | (abstract new (...given: never) => unknown)> = T;",
    ]
    count = 0
    for type_, members in sorted(offered.items()):
        # the registry is keyed by what packages register
        names = {} if type_ == "V14StatusEffects" else members
        for name, facts in sorted(names.items()):
            count += 1
            if facts["shielded"]:
                assert type_ in SHIELDED, f"{type_} offers {name}"
                method = f"protected override {name}(...given: any[]): any;"
                lines.append(f"export declare class C{count} extends {type_} {{ {method} }}")
            else:
                lines.append(f'export type A{count} = Has<{type_}, "{name}">;')
                if facts["kind"] == "function":
                    lines.append(f'export type B{count} = Runs<NonNullable<({type_})["{name}"]>>;')
    lines.append("export type Registry = V14StatusEffects;")
    return "\n".join(lines) + "\n"


@pytest.mark.timeout(600)
def test_the_module_and_the_stand_in_keep_to_the_real_api(table: Table) -> None:
    offered: dict[str, dict[str, dict[str, object]]] = {}
    for generation in (13, 14):
        seat = table.sit(generation=generation)
        # documents and rolls come into being when they are asked for
        seat.page.evaluate(
            """async () => {
                const actor = game.actors.contents[0];
                const [effect] = await actor.createEmbeddedDocuments('ActiveEffect', [{ name: 'probe' }]);
                await ChatMessage.create({ content: '<p>probe</p>' });
                await actor.deleteEmbeddedDocuments('ActiveEffect', [effect.id]);
                const { RollTerm } = foundry.dice.terms;
                foundry.dice.Roll.fromTerms([RollTerm.fromData({ class: 'NumericTerm', evaluated: true, number: 1 })]);
                canvas.scene.tokens.contents[0].actor.uuid;
                host.target('token00000000001');
                const hud = document.querySelector('.token');
                hud.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
            }"""
        )
        for type_, members in seat.page.evaluate("host.offered()").items():
            offered.setdefault(type_, {}).update(members)
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "assertions.ts").write_text(assertions(offered))
    status, found = check("--also", OUT / "assertions.ts", "--members", OUT / "members.json")
    assert (status, found) == (0, "")

    names = {name for members in offered.values() for name in members}
    used = set(json.loads((OUT / "members.json").read_text())) - LANGUAGE - {"fromUuid", "Actor", "api", "active"}
    assert used and used <= names, f"the stand-in doesn't offer {sorted(used - names)}"


# --- planted mistakes ----------------------------------------------------------------------------------------------

PLANTED = tomllib.loads((ROOT / "tests" / "module" / "planted.toml").read_text("utf-8"))


def planted(folder: Path, mistake: dict[str, str]) -> int:
    """Plant a mistake; the number of its line."""
    path = folder / "scripts" / mistake["file"]
    text = path.read_text()
    assert mistake["old"] in text, mistake
    path.write_text(text.replace(mistake["old"], mistake["new"], 1))
    return text[: text.index(mistake["old"])].count("\n") + 1


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Path]:
    """A copy of the module, with the site and the packages beside it."""
    shutil.copytree(ROOT / "foundry-module", tmp_path / "foundry-module")
    for name in ("site", "node_modules", "LICENSE", "package.json"):
        (tmp_path / name).symlink_to(ROOT / name)
    yield tmp_path / "foundry-module"


@pytest.mark.timeout(600)
def test_planted_mistakes_fail_the_type_check(copy: Path) -> None:
    lines = [(one["file"], planted(copy, one), one["new"]) for one in PLANTED["types"]]
    # and three lies of a stand-in: no such member, a value that isn't a function, no such protected method
    lies = assertions(
        {
            "Actor.Implementation": {"heal": {"kind": "function", "shielded": False}},
            'ReadyGame["release"]': {"generation": {"kind": "function", "shielded": False}},
            "foundry.applications.api.ApplicationV2": {"_heal": {"kind": "function", "shielded": True}},
        }
    )
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "lies.ts").write_text(lies)
    lines += [("lies.ts", n, text) for n, text in enumerate(lies.splitlines(), 1) if "heal" in text or "B2" in text]
    status, found = check("--module", copy, "--also", OUT / "lies.ts")
    assert status == 1
    hit = {(Path(file).name, int(line)) for file, line in re.findall(r"^(\S+?):(\d+):", found, re.M)}
    missed = [f"{name}:{line} {why}" for name, line, why in lines if (name, line) not in hit]
    assert missed == []


@pytest.mark.parametrize("mistake", PLANTED["host"], ids=lambda mistake: mistake["says"])
def test_planted_mistakes_fail_on_the_stand_in(
    host: Host, browser: Browser, copy: Path, tmp_path: Path, mistake: dict[str, Any]
) -> None:
    planted(copy, mistake)
    host.folders["/modules/planted/"] = build(copy, tmp_path / "built")
    context = browser.new_context()
    table = Table(host, context, "planted")
    noticed: list[str] = []
    try:
        seat = table.sit(mistake.get("user", "gm"), module="/modules/planted", generation=mistake["generation"])
        seat.page.set_default_timeout(1_500)
        try:
            seat.page.locator(".token", has_text="Mirela").click(button="right")
            seat.page.locator(".bonesetter-hud").click()
            seat.page.evaluate("host.actorMenu('mirela0000000001')[0].click()")
            seat.page.wait_for_timeout(200)
        except Exception as error:
            noticed.append(str(error))
        told = seat.told()
        noticed += [*told["errors"], *told["lies"]]
    finally:
        context.close()
        del host.folders["/modules/planted/"]
    assert any(mistake["says"] in one for one in noticed), noticed
