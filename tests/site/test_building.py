"""Making the site: from whatever rulesets there are, the same each time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bonesetter import ruleset as rulesets
from conftest import ROOT

sys.path.insert(0, str(ROOT / "site"))

from maker import pages
from maker.reference import Reference


@pytest.mark.parametrize("gone", sorted(rulesets.found()))
def test_any_ruleset_may_be_missing(gone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest = {id: ruleset for id, ruleset in rulesets.found().items() if id != gone}
    monkeypatch.setattr(pages.rulesets, "found", lambda: rest)
    pages.build(tmp_path)
    for lang in ("en", "it"):
        assert not (tmp_path / "docs" / lang / gone).exists()
        for id, ruleset in rest.items():
            made = {file.stem for file in (tmp_path / "docs" / lang / id / "tables").glob("*.md")}
            assert made == set(ruleset.tables)


def test_one_ruleset_by_itself_passes_the_strict_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = dict([sorted(rulesets.found().items())[-1]])
    monkeypatch.setattr(pages.rulesets, "found", lambda: some)
    pages.build(tmp_path)
    for lang in ("en", "it"):
        command = [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "-q",
            "--strict",
            "-f",
            str(tmp_path / f"mkdocs.{lang}.yml"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={"NO_MKDOCS_2_WARNING": "1"})
        assert done.returncode == 0, done.stderr


def test_the_chances_a_page_holds_reach_both_ends() -> None:
    known = rulesets.found()
    reference = Reference(known)
    for ruleset in known.values():
        for table in ruleset.tables.values():
            if table.die is None or not table.modifiers:
                continue
            held = reference.chances(ruleset.id, table.id)
            assert len(held["rows"]) == held["hi"] - held["lo"] + 1
            assert list(held["rows"][-1].values()) == [[1, 1]]
            least = [each.least for each in table.modifiers]
            assert list(held["rows"][0].values()) == [[1, 1]] or held["lo"] == sum(least)


def test_python_is_built_alike_each_time(tmp_path: Path) -> None:
    from maker import python

    wheel = next((ROOT / "build" / "wheels").glob("bonesetter-[0-9]*.whl"))
    python.build(wheel, ROOT / "build" / "pydeps", tmp_path / "python")
    for name in ("python_stdlib.zip", "pyodide-lock.json", f"{wheel.name.replace('py3', 'cp314')}"):
        assert (tmp_path / "python" / name).read_bytes() == (ROOT / "build" / "python" / name).read_bytes(), name


def test_the_widgets_know_the_engines_messages() -> None:
    from maker import messages

    assert messages.OUT.read_text("utf-8") == messages.declarations(), "python -m maker.messages"
