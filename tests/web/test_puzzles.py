"""Puzzles on the page, and the verdicts on their moves."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.puzzles import puzzles_of
from oddfish.engine.puzzles.judge import same, wins_at_once
from oddfish.engine.searcher import Best, Limits, Searcher
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.web.paths import paths_of
from oddfish.protocols.web.quiz import RIGHT, SHOWN, SOLVED, WRONG, Quiz, Verdict, listed
from support.web_page import Player, inaccessible, player
from web.test_server import client, connect, new, until

__all__ = ["client"]

ONE_OF_EACH = ("half-chess", "halfgi", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84")


def judged(variant: str, number: int, moves: list[str]) -> Verdict:
    """The verdict on the last of some moves."""
    quiz, searcher = Quiz(variant, number), Searcher(hash_mb=4)
    game = quiz.puzzle.game(variant)
    for text in moves:
        game.push(text)

    async def think(game: Game, limits: Limits) -> Best:
        return searcher.think(game, limits)

    judging = quiz.judge(guide_of(game.variant), game, think)
    try:
        judging.send(None)  # it never waits; Playwright's event loop may be running, so asyncio.run is no choice
    except StopIteration as stop:
        verdict: Verdict = stop.value
        return verdict
    raise AssertionError("the quiz waits for something")


@pytest.mark.parametrize("variant", REGISTRY)
def test_the_line_solves_a_puzzle(variant: str) -> None:
    for number, puzzle in enumerate(puzzles_of(variant)):
        for ply in range(0, len(puzzle.line), 2):
            found = judged(variant, number, [*puzzle.line[: ply + 1]])
            assert found.status == (SOLVED if ply + 1 == len(puzzle.line) else RIGHT)
            assert found.reply in ("", *puzzle.line)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", ONE_OF_EACH)
@pytest.mark.quick(3)
def test_other_moves_are_explained(variant: str) -> None:
    for number in (0, 9):
        puzzle = puzzles_of(variant)[number]
        game = puzzle.game(variant)
        wanted = game.position.parse(puzzle.line[0])
        wrong = [move for move in game.legal_moves() if not same(game, wanted, move, (puzzle.keys or ((),))[0])]
        for move in [*wrong[:3], wrong[-1]]:
            if not wins_at_once(game, move):
                found = judged(variant, number, [game.position.text(move)])
                assert found.status == WRONG
                assert found.text.endswith(".") and len(found.text) > 20


@pytest.mark.parametrize(
    ("number", "turn", "status", "said"),
    [
        (4, "c2a4,h2h3", SOLVED, "Solved!"),  # the line
        (4, "c2a4,g1g3", SOLVED, "Solved!"),  # the move that counts, and one that does no harm
        (4, "c2a4,j1k3", WRONG, "c2a4 is right, but the turn's other move does harm. Black answers "),
        (14, "b7d5,g6h5", WRONG, "g6h5 is right, but the turn's other move does harm. White answers "),
    ],
)
def test_the_move_that_counts_does_not_excuse_a_blunder(number: int, turn: str, status: str, said: str) -> None:
    keys = puzzles_of("tandem-84")[number].keys[0]
    assert {*keys} < {*turn.split(",")}
    found = judged("tandem-84", number, [turn])
    assert (found.status, found.text.startswith(said)) == (status, True), found


def test_the_list_has_no_solutions() -> None:
    for variant in REGISTRY:
        found = listed(variant) or []
        assert len({one["id"] for one in found}) == len(puzzles_of(variant))
        assert all({*one} == {"id", "moves"} for one in found)
    assert listed("no-game") is None


def ended(variant: str) -> tuple[int, Game]:
    """The number of a puzzle, and its game after the whole line, which goes on."""
    for number, puzzle in enumerate(puzzles_of(variant)):
        game = puzzle.game(variant)
        for text in puzzle.line:
            game.push(text)
        if game.result() is None:
            return number, game
    raise AssertionError("every line ends its game")


@pytest.mark.parametrize("variant", ONE_OF_EACH)
def test_a_move_past_the_end_of_a_line_is_wrong(variant: str) -> None:
    number, game = ended(variant)
    found = judged(variant, number, [*game.texts(), game.position.text(game.legal_moves()[0])])
    assert found.status == WRONG and not found.reply


@pytest.mark.parametrize("variant", ONE_OF_EACH)
def test_a_hint_past_the_end_of_a_line(variant: str) -> None:
    number, game = ended(variant)
    assert "Take back" in Quiz(variant, number).hint(guide_of(game.variant), game, "")["text"]


def test_the_players_of_an_open_puzzle_stay(client: TestClient) -> None:
    with connect(client) as socket:
        new(socket, "half-chess", puzzle=0)
        socket.send_json({"t": "seat", "side": 0, "player": "human"})
        assert "puzzle" in until(socket, "error", "players")["text"]
        socket.send_json({"t": "solution"})
        while until(socket, "puzzle")["status"] != SHOWN:
            pass
        socket.send_json({"t": "seat", "side": 0, "player": "engine"})
        assert until(socket, "error", "players")["players"] == ["engine", "human"]


def test_no_rematch_of_an_open_puzzle(client: TestClient) -> None:
    with connect(client) as socket:
        new(socket, "half-chess", puzzle=0)
        socket.send_json({"t": "resign"})
        socket.send_json({"t": "rematch"})
        assert "puzzle" in until(socket, "error", "game")["text"]


# The page -------------------------------------------------------------------------------------------------------


def opened(someone: Player, address: str, variant: str, number: int) -> None:
    """Open a puzzle, numbered from 0."""
    someone.page.goto(f"{address}#puzzle/{variant}/{number + 1}")
    someone.wait(f"game.puzzle && game.state.puzzle.number === {number} && game.state.turn.human")
    someone.settle()


def make_move(someone: Player, game: Game, text: str) -> None:
    """Make a move, part by part, by the clicks of its path."""
    guide, position = guide_of(game.variant), game.position
    parts = text.split(",") if position.has_turns else [text]
    for part in parts:
        path = [
            click
            for click in paths_of(guide).path(position, part, guide.targets(position, part))
            if not click.startswith("=")
        ]
        before = someone.game("[game.state.frames.length, game.state.part?.text ?? '']")
        for click in path[:2]:
            square, _, half = click.partition(":")
            someone.click(square)
            if half and click == path[0] and half != "*":  # now its half
                letters = someone.game(f"game.board.halves['{square}'] ?? ''").lower()
                if len(letters) == 2:
                    press_half(someone, square, letters.index(half))
        known = json.dumps(json.dumps(before, separators=(",", ":")))
        changed = f"JSON.stringify([game.state.frames.length, game.state.part?.text ?? '']) !== {known}"
        someone.wait(f"game.asking || {changed}")
        if someone.game("Boolean(game.asking)"):
            someone.page.click(f'.chooser button[title="{part}"]')
            someone.wait(changed)
        someone.settle()
        if position.has_turns and part == parts[0] and len(parts) > 1:
            position = position.after_first(part)


def press_half(someone: Player, square: str, index: int) -> None:
    x, y = someone.place(square)
    side = someone.game("game.board.shape.cell * game.board.svg.getBoundingClientRect().width / game.board.view.width")
    someone.press(x + (index - 0.5) * side / 2, y)


def solve(someone: Player, variant: str, number: int) -> None:
    """Make all moves of the solver."""
    puzzle = puzzles_of(variant)[number]
    game = puzzle.game(variant)
    solver = game.turn
    for ply, text in enumerate(puzzle.line):
        if game.turn == solver:
            someone.wait(f"game.state.frames.length === {ply + 1} && game.state.turn.human")
            someone.settle()
            make_move(someone, game, text)
        game.push(text)
    someone.page.wait_for_selector(".puzzle[data-status=solved]")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", ONE_OF_EACH)
def test_a_puzzle_is_solved(chromium: Any, address: str, variant: str) -> None:
    """By mouse; the page remembers it, and goes on to the next one."""
    with player(chromium) as someone:
        opened(someone, address, variant, 2)
        assert someone.page.locator(".actions").is_hidden()
        assert someone.page.locator("[aria-label=Analysis].tool").is_hidden()
        solve(someone, variant, 2)
        someone.page.click("text=Next puzzle")
        someone.wait("game.state.puzzle?.number === 3")
        someone.page.click("text=All puzzles")
        someone.page.wait_for_selector(".puzzle-list .solved")
        assert someone.page.locator(".puzzle-list .solved").inner_text().split()[0] == "3"
        someone.page.reload()
        someone.page.wait_for_selector(".puzzle-list .solved")
        assert "solved 1 of" in someone.page.inner_text(".learn")


@pytest.mark.slow
@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
def test_puzzles_are_solved_by_finger(chromium: Any, address: str, variant: str) -> None:
    """On a phone, the longest line among them."""
    found = puzzles_of(variant)
    longest = max(range(len(found)), key=lambda number: len(found[number].line))
    with player(chromium, "phone", touch=True) as someone:
        for number in {0, longest, len(found) - 1}:
            opened(someone, address, variant, number)
            assert someone.page.evaluate("document.documentElement.scrollWidth") <= 390
            solve(someone, variant, number)


def test_a_wrong_move_is_explained(chromium: Any, address: str) -> None:
    """Then the hint, another try, and the solution, which counts as help."""
    number = 4
    puzzle = puzzles_of("half-chess")[number]
    game = puzzle.game("half-chess")
    wanted = game.position.parse(puzzle.line[0])
    wrong = next(move for move in game.legal_moves() if not same(game, wanted, move))
    with player(chromium, "phone") as someone:
        opened(someone, address, "half-chess", number)
        make_move(someone, game, game.position.text(wrong))
        page = someone.page
        page.wait_for_selector(".puzzle[data-status=wrong]")
        assert "answers" in page.inner_text(".said")
        assert page.locator(".field .arrow").count() > 0
        page.reload()
        someone.wait("game.puzzle?.isWrong")
        page.click("text=Try again")
        someone.wait("game.state.frames.length === 1 && game.puzzle.state.status === 'open'")
        someone.settle()
        page.click(".puzzle [aria-label=Hint]")
        page.wait_for_selector(".field .arrow.ring")
        page.click(".puzzle [aria-label=Solution]")
        page.wait_for_selector(".puzzle[data-status=shown]")
        assert someone.game("game.state.frames.slice(1).map((frame) => frame.text)") == [*puzzle.line]
        assert page.locator("[aria-label=Analysis].tool").is_visible()
        page.goto(f"{address}#puzzles/half-chess")
        page.wait_for_selector(".puzzle-list")
        assert page.locator(".puzzle-list .solved, .puzzle-list .helped").count() == 0


def test_a_puzzle_by_keyboard(chromium: Any, address: str) -> None:
    """From the list to the next puzzle."""
    with player(chromium) as someone:
        page = someone.page
        page.goto(f"{address}#puzzles/normal")
        page.wait_for_selector(".puzzle-list")
        page.focus(".learn a.primary")
        page.keyboard.press("Enter")
        someone.wait("game.puzzle && game.state.puzzle.number === 0 && game.state.turn.human")
        someone.settle()
        puzzle = puzzles_of("normal")[0]
        page.focus(".field .board")
        for square in (puzzle.line[0][:2], puzzle.line[0][2:4]):
            page.keyboard.press("ArrowUp")
            for _ in range(16):
                at = someone.game("game.cursor")
                if at == square:
                    break
                flip = -1 if someone.game("game.flipped") else 1
                dx, dy = flip * (ord(square[0]) - ord(at[0])), flip * (int(square[1]) - int(at[1]))
                page.keyboard.press(
                    ("ArrowRight" if dx > 0 else "ArrowLeft") if dx else "ArrowUp" if dy > 0 else "ArrowDown"
                )
            page.keyboard.press("Enter")
        someone.wait("game.state.frames.length > 1")
        if len(puzzle.line) == 1:
            page.wait_for_selector(".puzzle[data-status=solved]")
            page.focus(".puzzle .primary:not([hidden])")
            page.keyboard.press("Enter")
            someone.wait("game.state.puzzle.number === 1")


@pytest.mark.slow
def test_puzzles_are_accessible(chromium: Any, address: str) -> None:
    for scheme in ("light", "dark"):
        with player(chromium, color_scheme=scheme, bypass_csp=True) as someone:
            for place in ("puzzles/banqi", "puzzle/halfgi/1"):
                someone.page.goto(f"{address}#{place}")
                someone.page.wait_for_selector(".puzzle-list, .puzzle")
                assert inaccessible(someone.page) == []
