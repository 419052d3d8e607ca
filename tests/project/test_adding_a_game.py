"""docs/adding-a-game.md works: a copy of the repository with the example's files and the page's changes builds, and
plays the game."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddfish.engine.interpreter import module_command
from support.example_game import CHANGES, EXAMPLE, QUOTES, ROOT, build_copy
from support.pipes import CecpEngine, UciEngine


def test_the_page_quotes_the_example() -> None:
    assert len(QUOTES) >= 8
    for name, code in QUOTES:
        assert code in (EXAMPLE / name).read_text(encoding="utf-8"), name


def test_a_game_touches_three_lists_at_most() -> None:
    assert 1 <= len(CHANGES) <= 3
    for name, _ in CHANGES:
        assert (ROOT / name).is_file()


def test_the_example_is_not_offered(oddfish: str) -> None:
    done = subprocess.run([oddfish, "perft", "two-rooks", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "unknown variant 'two-rooks'" in done.stderr


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the repository with the game added and built."""
    copy = tmp_path_factory.mktemp("house") / "copy"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(build_copy(copy)))
        patch.setenv("ODDFISH_EVERY_CASE", "1")  # a sample may leave the new game out
        patch.chdir(copy.parent)
        yield copy


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.mark.slow
def test_its_own_tests_pass(house: Path) -> None:
    """Rules, random games against the reference, a search that mates."""
    place = run(
        sys.executable, "-c", "import oddfish.cext.tworooks.game as game; print(game.__file__)", cwd=house.parent
    )
    assert place.startswith(str(house))
    # Run from outside the copy, where Python would find a folder `oddfish` first.
    pytest_there = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={house}")
    configured = (*pytest_there, "-c", house / "pyproject.toml")
    summary = run(*configured, house / "tests" / "tworooks", cwd=house.parent)
    assert re.search(r"^\d+ passed", summary.splitlines()[-1]), summary


#: General tests that a new game does not pass yet, because they need optional parts, records or drawings of each game.
LATER = {
    "features for networks": (
        "test_features_mean_what_they_meant", "test_features_are_in_range", "test_both_players_see_the_start_alike",
        "test_inference_is_what_it_should_be", "test_search_by_a_network",
    ),
    "an evaluation by material": ("test_every_game_can_be_evaluated_by_material",),
    "an evaluation of many terms": ("test_terms_have_names_and_bounds",),
    "kinds of moves": ("test_moves_say_what_they_do",),
    "actions and planes for environments": (
        "test_the_page_has_the_sizes", "test_every_legal_move_has_an_action_and_back",
        "test_copies_are_independent_and_replay", "test_pettingzoos_tests_pass",
        "test_random_games_are_judged_like_games", "test_many_random_games_are_judged_like_games",
        "test_games_are_reproducible_whatever_the_threads", "test_observations_and_masks_are_those_of_states",
        "test_final_observations",
    ),
    "lessons": (
        "test_every_game_has_lessons", "test_lessons_begin_with_the_start_position", "test_pages_explain_their_marks",
        "test_the_terminal_shows_the_same",
    ),
    "puzzles": ("test_there_are_enough",),
    "a reference among those of the library's tests": ("test_boards_follow_the_references",),
    "kept pictures of the browser's page": ("test_boards_and_pieces",),
    "a preview for the dialog": ("test_the_previews_are_those_drawn", "test_every_game_has_a_picture"),
    "plies unlike its moves": ("test_plies_lead_through_the_same_game", "test_xboard_s_plies_are_read"),
    "recorded figures": (
        "test_default_weights_evaluate_as_recorded", "test_mates_are_found", "test_signature.py",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_the_general_tests_hold_for_it(house: Path) -> None:
    """The tests with a case for each game, and some that go through all games."""
    here = (sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", f"--rootdir={house}")
    configured = (*here, "-c", house / "pyproject.toml", "-m", "not gui and not slow")
    later = " or ".join(f"({name})" for names in LATER.values() for name in names)
    summary = run(*configured, "-k", f"two-rooks and not ({later})", house / "tests", cwd=house.parent)
    found = re.search(r"^(\d+) passed", summary.splitlines()[-1])
    assert found is not None and int(found[1]) >= 80, summary
    going_through_all = ("project/test_layout.py", "protocols/test_pictures.py", "protocols/test_projections.py")
    run(*configured, "-k", f"not ({later})", *(house / "tests" / name for name in going_through_all), cwd=house.parent)


@pytest.mark.slow
def test_every_tool_knows_it(house: Path) -> None:
    oddfish = module_command("oddfish")
    assert run(*oddfish, "perft", "two-rooks", "4", cwd=house.parent).splitlines()[-1] == "Nodes searched: 14684"
    assert "two-rooks" in run(*oddfish, "variants", cwd=house.parent)
    assert "W3" in run(*oddfish, "variants", "--rules", "two-rooks", cwd=house.parent)
    assert "R . K" not in run(*oddfish, "show", "two-rooks", "k4/5/1K3/5/2R2", cwd=house.parent)
    shown = house.parent / "board.svg"
    run(*oddfish, "show", "two-rooks", "--svg", shown, cwd=house.parent)
    assert shown.read_text().startswith("<svg")
    assert "1-0" in run(
        *oddfish, "play", "two-rooks", "--self", "--depth", "6", "--fen", "k4/5/1K3/5/2R2 w - - 0 1", cwd=house.parent
    )
    assert re.search(
        r"^Signature: \d+", run(*oddfish, "bench", "two-rooks", "--depth", "5", cwd=house.parent), re.MULTILINE
    )


@pytest.mark.slow
def test_uci_finds_its_mate(house: Path) -> None:
    with UciEngine() as engine:
        engine.send("uci")
        assert any("two-rooks" in line for line in engine.until("uciok") if "UCI_Variant" in line)
        engine.send("setoption name UCI_Variant value two-rooks", "position fen k4/5/1K3/5/2R2 w - - 0 1", "go depth 3")
        assert any("score mate 1" in line for line in engine.until("bestmove c1c5"))


@pytest.mark.slow
def test_xboard_gets_its_board(house: Path) -> None:
    with CecpEngine() as engine:
        lines = engine.ask("variant two-rooks")
        assert "setup (...RK...rk) 5x5+0_fairy rkr2/5/5/5/2RKR w - - 0 1" in lines
        engine.ask("setboard k4/5/1K3/5/2R2 w - - 0 1", "sd 3")
        engine.send("go")
        assert "move c1c5" in engine.until(r"1-0 \{checkmate\}")
