"""The pages and examples agree with the program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import winboard
from oddfish.protocols.pictures.svg import svg
from oddfish.protocols.projections import projection_for
from support.processes import plain_environment

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "play_all.py"


@pytest.mark.parametrize("name", REGISTRY)
def test_winboard_s_settings(name: str) -> None:
    """All settings of a projection for XBoard are set for WinBoard, too, except those that the engine handles there."""
    text = winboard.settings_text(winboard.View(REGISTRY[name]), "oddfish.exe", r"C:\WinBoard\oddfish", (1366, 768))
    lines = dict(re.findall(r"^(-\w+) \{([^{}]*)\}$", text.replace("\r", ""), re.MULTILINE))
    assert lines["-variant"] == name
    assert lines["-fcp"] == f"oddfish.exe --cecp --variant {name} --option Gui=WinBoard"
    flags = projection_for(name).flags
    assert {flag: value for flag, value in zip(flags[::2], flags[1::2]) if lines.get(flag) != value}.keys() <= {
        "-flipBlack"
    }
    assert lines["-testLegality"] == str(name == "normal").lower()


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_the_example_plays_a_game_of_each_family(oddfish: str, protocol: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--engine", oddfish, "--protocol", protocol, "--plies", "5", "--time", "0.02"],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    played = re.findall(r"^(\S+): \* after 5 moves$", done.stdout, re.MULTILINE)
    assert {REGISTRY[name].page for name in played} == {variant.page for variant in REGISTRY.values()}
    assert re.search(r"^[a-d][1-8][a-d][1-8]=[rb][a-z] ", done.stdout, re.MULTILINE), "Banqi's first move turns one up"


def test_the_example_tells_unknown_variants(oddfish: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--engine", oddfish, "go"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "unknown variant 'go': expected one of augmented-half-chess" in done.stderr


@pytest.mark.parametrize("name", ["normal", "half-chess", "tandem-84"])
def test_a_variant_on_the_command_line_is_the_only_one_offered(oddfish: str, name: str) -> None:
    """UCI2WB has room for only a few names."""
    done = subprocess.run(
        [oddfish, "--uci", "--variant", name], input="uci\nquit\n", capture_output=True, text=True, check=True
    )
    line = r"^option name UCI_Variant type combo default (\S+)((?: var \S+)+)$"
    offered = re.findall(line, done.stdout, re.MULTILINE)
    assert [(default, {*names.split()} - {"var"}) for default, names in offered] == [
        (name, {name, "chess"} if name == "normal" else {name})
    ]


def block(page: str, after: str) -> str:
    """The first code block after a text of a page, without its fences."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(after)[2]
    found = re.search(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, after
    return found[1]


def perft(oddfish: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [oddfish, "perft", *arguments], capture_output=True, text=True, encoding="utf-8", check=False,
        env=plain_environment(),
    )  # fmt: skip


def test_perft_s_page_has_a_suite_that_agrees(oddfish: str, tmp_path: Path) -> None:
    suite = tmp_path / "suite.epd"
    suite.write_text(block("perft.md", "## Suites"))
    done = perft(oddfish, "--suite", str(suite))
    assert done.returncode == 0, done.stderr
    assert "4 positions, 8 counts: all agree" in done.stdout


@pytest.mark.slow
def test_perft_s_page_shows_the_details(oddfish: str) -> None:
    done = perft(oddfish, "normal", "5", "--details")
    shown = [line.rstrip() for line in done.stdout.splitlines() if line.strip()]
    assert shown == [line for line in block("perft.md", "## Details").splitlines() if line]


@pytest.mark.slow
def test_perft_s_page_has_a_script_that_agrees(oddfish: str, tmp_path: Path) -> None:
    script = tmp_path / "generator.py"
    script.write_text(block("perft.md", "A script of a few lines"))
    done = perft(oddfish, "normal", "3", "--against", f"{sys.executable} {script}", "--protocol", "script")
    assert done.stdout.endswith("agrees\n"), done.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "images").glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_of_the_pages_are_those_the_program_draws(path: Path) -> None:
    """The title of each says what it shows. To draw one again: ``oddfish show NAME FEN --svg FILE``."""
    text = path.read_text(encoding="utf-8")
    found = re.search(r"<title>(.*): (.*)</title>", text)
    assert found
    (variant,) = [variant for variant in REGISTRY.values() if variant.title == found[1]]
    assert text == svg(variant, Game(variant, fen=found[2]).position)
