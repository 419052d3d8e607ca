"""The files for contributors, the release workflow, and the package's metadata."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from email.message import Message
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from oddfish import __version__

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "README.md")
TEMPLATES = sorted((ROOT / ".github").rglob("*.yml"))

pytestmark = pytest.mark.skipif(not (ROOT / ".github").exists(), reason="not run from a checkout")
yaml: Any = pytest.importorskip("yaml")


def module(path: Path) -> ModuleType:
    """A script as a module."""
    loader = SourceFileLoader(path.stem.replace("-", "_"), str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    found = importlib.util.module_from_spec(spec)
    loader.exec_module(found)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (ROOT / target).exists(), target


def test_contributing_names_what_make_has() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"`(?:\w+=\w+ )?make ([\w-]+)", text))
    assert {"check", "test", "lint", "build"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_pages_are_plain() -> None:
    pages = [str(ROOT / page) for page in PAGES[:3]]
    done = subprocess.run([sys.executable, str(ROOT / ".ci" / "prose"), *pages], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_the_templates_and_workflows_are_yaml(path: Path) -> None:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.parent.name == "workflows":
        assert found["jobs"]
        for job in found["jobs"].values():
            assert all("uses" in step or "run" in step for step in job["steps"])
            needs = job.get("needs", [])
            assert {*([needs] if isinstance(needs, str) else needs)} <= set(found["jobs"])
    elif path.name != "config.yml":
        assert {"name", "description", "body"} <= set(found)
        names = [field["id"] for field in found["body"]]
        assert len(names) == len(set(names))
        assert all(field["attributes"]["label"] for field in found["body"])


def test_the_workflows_run_scripts_that_are_there() -> None:
    for path in TEMPLATES:
        for script in re.findall(r"(?<![\w/])\.ci/[\w-]+", path.read_text(encoding="utf-8")):
            assert (ROOT / script).exists(), script


def test_the_citation() -> None:
    """The version stands in library/__init__.py alone."""
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "type"} <= set(found)
    assert "version" not in found
    assert found["license"] in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_author_is_the_same_everywhere() -> None:
    """pyproject.toml has the author; the Debian package takes it from there."""
    (name,) = re.findall(r'^authors = \[\{ name = "([^"]+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["authors"][0]["name"] == name
    assert name not in (ROOT / ".ci" / "deb").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        ({"Author-email": "A. Ñandú <a@b.org>, B <b@b.org>"}, ("A. Ñandú", "a@b.org")),
        ({"Author": "We", "Project-URL": "Source, https://github.com/some-one/fish"}, None),
        ({"Author": "We"}, ("We", "oddfish@example.org")),
    ],
)
def test_the_maintainer_of_the_debian_package(lines: dict[str, str], address: tuple[str, str] | None) -> None:
    project = Message()
    for name, value in lines.items():
        project[name] = value
    expected = address or ("We", "some-one@users.noreply.github.com")
    assert module(ROOT / ".ci" / "deb").maintainer(project) == expected


def test_the_notes_of_a_release() -> None:
    notes = module(ROOT / ".ci" / "release-notes").notes
    changes = "# Changelog\n\n## 2.0.0 (a day)\n\n- New.\n- Old.\n\n## 1.0.0\n\nFirst.\n"
    assert notes("v2.0.0", "2.0.0", changes) == "- New.\n- Old."
    assert notes("v1.0.0", "1.0.0", changes) == "First."
    assert notes(None, "3.0.0", changes) == "- New.\n- Old."
    with pytest.raises(ValueError, match=r"the tag is v1\.0\.0, but"):
        notes("v1.0.0", "2.0.0", changes)
    with pytest.raises(ValueError, match=r"no section 3\.0\.0"):
        notes("v3.0.0", "3.0.0", changes)
    current = module(ROOT / ".ci" / "release-notes").version((ROOT / "library" / "__init__.py").read_text("utf-8"))
    assert current == __version__


def test_addresses_and_pictures_for_a_package_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """On an index, the README has no files beside it."""
    setup = module(ROOT / "setup.py")
    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/oddfish")
    addresses = setup.addresses()
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} == set(addresses)
    assert addresses["Issues"] == "https://github.com/someone/oddfish/issues"
    text = setup.description()
    pictures = re.findall(r'<img[^>]* src="([^"]+)"', text)
    start = f"https://raw.githubusercontent.com/someone/oddfish/v{__version__}/"
    assert len(pictures) > 5
    for picture in pictures:
        assert picture.startswith(start)
        assert (ROOT / picture.removeprefix(start)).exists()
    start = f"https://github.com/someone/oddfish/blob/v{__version__}/"
    for link in re.findall(r"(?<!!)\[[^\]]*\]\(([^)#]+)", text):
        assert (ROOT / link.removeprefix(start)).exists() or not link.startswith(start)
        assert link.startswith("https://")


@pytest.mark.parametrize(
    ("origin", "home"),
    [
        ("https://github.com/a/b.git", "https://github.com/a/b"),
        ("git@github.com:a/b", "https://github.com/a/b"),
        ("https://example.org/b.git", None),
        (None, None),
    ],
)
def test_the_repository_is_that_of_the_checkout(monkeypatch: pytest.MonkeyPatch, origin: str, home: str) -> None:
    setup = module(ROOT / "setup.py")
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    monkeypatch.setattr(setup, "git", lambda *_: origin)
    monkeypatch.setattr(setup, "recorded", dict)
    assert setup.repository() == home
    if home is None:
        assert setup.addresses() == {}
        assert setup.description() == (ROOT / "README.md").read_text(encoding="utf-8")
