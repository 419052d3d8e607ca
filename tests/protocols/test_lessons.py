"""The lessons: pages and pictures are those the program makes, and every scene is what the rules allow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.lessons import lessons_of, pages
from oddfish.protocols.lessons.base import Played, Refused

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "learn"


def test_pages_are_those_the_program_writes() -> None:
    """``python -m oddfish.protocols.lessons.pages docs/learn`` writes them anew."""
    fresh = pages.pages()
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert {path.relative_to(FOLDER).as_posix() for path in files} == fresh.keys()
    for name, text in fresh.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


def test_every_page_shows_its_pictures_and_every_link_leads_somewhere() -> None:
    for page in FOLDER.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r'src="([^"]+)"', text) + re.findall(r"\]\(([^)#]+)", text):
            assert (FOLDER / target).exists(), (page.name, target)


def test_lessons_are_for_variants_of_the_family() -> None:
    for variant in REGISTRY.values():
        family = {other.name for other in REGISTRY.values() if other.page == variant.page}
        for lesson in lessons_of(variant):
            assert {*lesson.variants} <= family
            assert {scene.variant for scene in lesson.scenes} <= family
            if lesson.variants:
                assert {scene.variant for scene in lesson.scenes} <= {*lesson.variants}


@pytest.mark.parametrize("name", [name for name in REGISTRY if name != "normal"])
def test_every_game_has_lessons(name: str) -> None:
    """How it moves, how it ends, and what surprises."""
    titles = [lesson.title for lesson in lessons_of(REGISTRY[name]) if lesson.is_for(REGISTRY[name])]
    assert len(titles) >= 4
    assert any(title.startswith("What surprises most") for title in titles)
    assert any("how the game ends" in title.lower() for title in titles)


@pytest.mark.parametrize("name", [name for name in REGISTRY if name != "normal"])
def test_the_terminal_shows_the_same(name: str) -> None:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(cli, ["variants", "--rules", name])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 80
    for lesson in lessons_of(REGISTRY[name]):
        assert (lesson.title in lines) == lesson.is_for(REGISTRY[name])
    assert sum(line.split()[:4] == ["a", "b", "c", "d"] for line in lines) >= 5  # boards


def test_scenes_that_contradict_the_rules_are_noticed() -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    with pytest.raises(ValueError, match="'e2e5' is not a legal move"):
        Played("normal", "", start, "e2e5").boards()
    with pytest.raises(ValueError, match="expected 'checkmate'"):
        Played("normal", "", start, "e2e4", "checkmate").boards()
    with pytest.raises(ValueError, match="expected 'check'"):
        Refused("normal", "", start, "e2e4", "check").boards()
    with pytest.raises(ValueError, match="expected 'check'"):
        Refused("normal", "", start, "e2e5", "check").boards()
