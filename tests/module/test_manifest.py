"""What the module is made of: its manifest, its files, its words."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from conftest import build
from running import ROOT

SOURCE = ROOT / "foundry-module"


def leaves(value: object, under: str = "") -> dict[str, str]:
    """Every text of a language file by its key."""
    if isinstance(value, str):
        return {under: value}
    assert isinstance(value, dict)
    return {
        key: text for name, inner in value.items() for key, text in leaves(inner, f"{under}.{name}".lstrip(".")).items()
    }


@pytest.fixture(scope="module")
def manifest(built: Path) -> dict[str, object]:
    return json.loads((built / "module.json").read_text())


@pytest.fixture(scope="module")
def words(built: Path) -> dict[str, dict[str, str]]:
    return {lang: leaves(json.loads((built / "lang" / f"{lang}.json").read_text())) for lang in ("en", "it")}


def test_the_manifest_names_what_there_is(built: Path, manifest: dict[str, object]) -> None:
    named = [*manifest["esmodules"], *manifest["styles"], *(one["path"] for one in manifest["languages"])]  # type: ignore
    named += [manifest["license"], manifest["readme"]]
    assert [name for name in named if not (built / name).is_file()] == []
    assert manifest["id"] == "bonesetter" and manifest["socket"] is True
    # a run on a real Foundry has yet to be made by a person: no `verified`, and no end that nobody knows
    assert manifest["compatibility"] == {"minimum": "13.351"}
    assert [one["lang"] for one in manifest["languages"]] == ["en", "it"]  # type: ignore


def test_every_import_is_in_the_archive(built: Path) -> None:
    with zipfile.ZipFile(built / "bonesetter.zip") as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        for name in sorted(names):
            if not name.endswith(".js"):
                continue
            text = archive.read(name).decode()
            assert text == (built / name).read_text()
            if name.startswith("vendor/"):
                continue
            for target in re.findall(r'^import .*?"(\.[^"]+)";$', text, re.M):
                found = (built / name).parent.joinpath(target).resolve().relative_to(built.resolve())
                assert str(found) in names, f"{name} imports {target}"
    assert not [name for name in names if name.startswith(("types/", "node_modules/")) or name.endswith(".ts")]


def test_the_archive_is_the_same_every_time(built: Path, tmp_path: Path) -> None:
    assert (build(SOURCE, tmp_path / "again") / "bonesetter.zip").read_bytes() == (
        built / "bonesetter.zip"
    ).read_bytes()


def test_one_file_knows_the_generations() -> None:
    asking = [path.name for path in (SOURCE / "scripts").glob("*.js") if "release" in path.read_text()]
    assert asking == ["generation.js"]


def test_both_languages_say_the_same(words: dict[str, dict[str, str]]) -> None:
    assert list(words["en"]) == list(words["it"])
    for key, text in words["en"].items():
        holes = re.findall(r"\{(\w+)\}", text)
        assert sorted(holes) == sorted(re.findall(r"\{(\w+)\}", words["it"][key])), key
        assert text.strip() and words["it"][key].strip()
        if key not in ("BONESETTER.title",):
            assert text != words["it"][key] or not text.isalpha(), key


def test_every_word_that_is_said_is_there_and_every_word_there_is_said(words: dict[str, dict[str, str]]) -> None:
    known = {key.removeprefix("BONESETTER.") for key in words["en"]}
    text = "\n".join(path.read_text() for path in sorted((SOURCE / "scripts").glob("*.js")))
    said = set(re.findall(r'\bt\("([\w.]+)"', text)) | set(re.findall(r'"BONESETTER\.([\w.]+)"', text))
    assert said <= known
    # keys put together from a name: the names are in the typedefs and calls
    states = re.search(r"@typedef \{([^}]*)\} State", text)
    troubles = re.search(r"@typedef \{([^}]*)\} Trouble", text)
    assert states and troubles
    made = {f"Status.{name}" for name in re.findall(r'"(\w+)"', states[1]) if name != "trouble"}
    made |= {f"Trouble.{name}" for name in re.findall(r'"(\w+)"', troubles[1]) if name != "none"}
    made |= {"Trouble.no_token", "Trouble.unauthorized", "Trouble.not_a_gm"}
    made |= {f"Relay.{name}" for name in re.findall(r'\bno\("(\w+)"\)', text)}
    made |= {f"Permission.{name}" for name in ("granted", "prompt", "denied")}
    assert made <= known
    assert known == said | made
