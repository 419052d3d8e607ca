"""The pages: links have targets, and the checks of spelling and style can fail."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
PROSE = ROOT / ".ci" / "prose"

pytestmark = pytest.mark.skipif(not PROSE.exists(), reason="not run from a checkout")


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes from a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_have_targets(page: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def prose(*files: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, PROSE, *files], capture_output=True, text=True, check=False)


@pytest.mark.later
def test_the_pages_are_in_plain_english() -> None:
    done = prose()
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "sentence",
    [
        "Nobody is told what lies there.",
        "The table is\nasked for anew.",
        "Whoever moves has men of his own.",
        "Five in a hundred more nodes, counted our way.",
    ],
)
def test_translated_turns_of_phrase_are_found(tmp_path: Path, sentence: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\nYou move first. {sentence}\n", encoding="utf-8")
    done = prose(page)
    assert done.returncode == 1
    assert f"{page}:3: " in done.stdout


def test_code_is_not_prose(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Use `anew`.\n\n```\nnobody moves\n```\n\n    whoever moves\n\n[you](anew.md)\n", encoding="utf-8")
    done = prose(page)
    assert (done.returncode, done.stdout) == (0, "")
