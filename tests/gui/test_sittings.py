"""A session at the board, the same in every game and for either colour: everything but moves.

Hints, pondering, draws offered, flags fallen, games adjudicated, another variant in between, a second engine. README.md
lists which test covers what.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gui.boards import Boards
from gui.discs import Discs
from gui.halves import Halves
from gui.harness import Display, missing_programs, wait_until
from gui.points import Points
from gui.table import Table
from oddfish.protocols.projections import projection_for
from tandem_boards import FILES

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

COLORS = ("white", "black")
THINKING = r"\s*(\d+) (-?\d+) \d+ \d+\t\S+ \S+ \S+(?:\t(.*))?"


def pieces(board: str) -> str:
    """Tandem-84's ranks in the notation of its table: "ga7 bb7 …"."""
    rows = [re.sub(r"\d+", lambda empty: "." * int(empty[0]), row) for row in board.split("/")]
    placed = [(letter, file, 7 - index) for index, row in enumerate(rows) for file, letter in zip(FILES, row)]
    return " ".join(f"{letter}{file}{rank}" for letter, file, rank in placed if letter != ".")


class Script(NamedTuple):
    """What a game needs: its table, and positions with White to move.

    Positions are in the dialect of the table's FENs.
    """

    table: Callable[..., Table]
    ponder: str  # quiet, and nothing hidden
    won: str  # by White, after any moves
    lost: str  # by White


GAMES = {
    "augmented-half-chess": Script(
        lambda display, fen="", **how: Table(display, "augmented-half-chess", fen, **how),
        "4k3/3rp3/8/8/8/8/3PR3/4K3 w - - 0 1",
        "7k/8/8/8/8/8/3QQ3/4K3 w - - 0 1",
        "4k3/3qq3/8/8/8/8/8/7K w - - 0 1",
    ),
    "fanorona-chess": Script(
        Points,
        "2k2/1pr2/5/5/5/5/5/2RP1/2K2 w - - 0 1",
        "n1k1n/1b1b1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN w - - 0 1",
        "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1B1B1/N1K1N w - - 0 1",
    ),
    "banqi": Script(
        Discs,
        "6k1/8/8/8/8/2R1r3/K7/8 w - - 0 1",
        "6p1/8/8/2R5/2R5/8/K7/8 w - - 0 1",
        "P7/8/8/4r3/4r3/8/6k1/8 w - - 0 1",
    ),
    "bifold-halfgi": Script(
        partial(Halves, variant="bifold-halfgi"),
        "(wf)7/8/8/p7/7P/8/8/5(WF)2[] w - - 0 1",
        "1(hh)(bb)1(wf)(bb)(hh)1/pppppppp/8/8/8/8/PPPPPPPP/(RR)(HH)(BB)(QQ)(WF)(BB)(HH)(RR)[] w - - 0 1",
        "(rr)(hh)(bb)(qq)(wf)(bb)(hh)(rr)/pppppppp/8/8/8/8/PPPPPPPP/1(HH)(BB)1(WF)(BB)(HH)1[] w - - 0 1",
    ),
    "tandem-84": Script(
        Boards,
        "Kd1 Pc2 Pl2 ki7 pa6 pl6",
        pieces("gb2n2nk1bg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG"),
        pieces("gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GB1KN2N2BG"),
    ),
}


@contextmanager
def sit_down(
    display: Display, game: str, color: str, fen: str = "", *, tc: str = "10", move_now: bool = False, **how: Any
) -> Iterator[Table]:
    """A person of this colour, to move; if the person is Black, the engine has played White's first turn."""
    options = ["-timeControl", tc, "-timeIncrement", "0", *how.pop("options", ())]
    start = {"pieces" if game == "tandem-84" else "fen": fen}
    with GAMES[game].table(display, **start, flipped=color == "black", options=options, **how) as table:
        play_white(table, move_now)
        yield table


def play_white(table: Table, move_now: bool = False) -> None:
    """Let the engine play White's turn if the person plays Black, with Move Now if it would think for minutes."""
    if table.flipped:
        table.menu("Machine White")
        if move_now:
            table.wait_output(THINKING)
            table.menu("Move Now")
        table.turns(1)
        table.wait_fitted()  # Banqi's board is drawn again for the person's side


# Hints and pondering --------------------------------------------------------------------------------------------


def hint(table: Table) -> str:
    """The legal move of a hint, which pops up in words."""
    table.skip()
    table.menu("Hint")
    text = table.wait_output(r"(?:telluser )?Hint: (.*)")[1]
    wait_until(lambda: {"Information", "Note"} & set(table.dialogs().values()), "the hint to be shown")
    table.dismiss()
    assert not table.dialogs()
    projection = projection_for(table.variant)
    game, _, _ = table.read(table.moves(), projection)
    found = [
        game.position.text(move)
        for move in game.legal_moves()
        if text == (projection.advice(game, move) or projection.line(game.position, [move])[0])
    ]
    assert len(found) == 1, f"{text} stands for {found}"
    return found[0]


def quiet(table: Table, but: str = "") -> str:
    """The clicks of a turn that does not end the game, other than the given one."""
    game = table.referee()
    for move, clicks in table.choices():
        after = game.copy()
        after.push(move)
        if move != but and after.result() is None:
            return clicks
    raise AssertionError(f"nothing to play in {game.fen()}")


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("game", GAMES)
def test_hint_and_pondering(display: Display, artifacts: Path, game: str, color: str) -> None:
    """On a hit the search continues, on a miss it starts again; the hint is the move that the engine ponders on."""
    how = {"tc": "0:12", "depth": 0, "options": ["-ponderNextMove", "true"]}
    with sit_down(display, game, color, GAMES[game].ponder, **how) as table:
        assert any(m.sent and m.text == "hard" for m in table.messages())
        assert hint(table)
        table.play_turn(quiet(table))
        for hit in (True, False):
            made = len(table.turns(len(table.referee().moves) + (table.referee().turn != table.flipped)).moves)
            answered = max(n for n, m in enumerate(table.messages()) if not m.sent and m.text.startswith("move "))
            table.wait_output(r"\s*([2-9]|\d\d) -?\d+ \d+ \d+\t", since=answered)
            expected = hint(table)
            clicks = table.clicks(expected) if hit else quiet(table, but=expected)
            assert clicks, f"{expected} takes more than clicks"
            table.play_turn(clicks)
            table.turns(made + 2)
            depths = depths_of_answer(table)
            # A line of the earlier search may still arrive after the ply is sent.
            assert (1 in depths) != hit, (hit, depths)
        table.check()
        table.screenshot(artifacts / f"pondering-{game}-{color}.png")
        own = [int(m.text.split()[1]) for m in table.messages() if m.sent and m.text.startswith("time ")]
        assert own == sorted(own, reverse=True)
        assert own[-1] > 0


def depths_of_answer(table: Table) -> list[int]:
    """The depths of the thinking lines between the person's last ply and the engine's next."""
    messages = table.messages()
    start = max(n for n, m in enumerate(messages) if m.sent and m.text.startswith("usermove "))
    depths = []
    for message in messages[start:]:
        found = re.match(THINKING, message.text)
        if not message.sent and found:
            depths.append(int(found[1]))
        elif not message.sent and message.text.startswith("move "):
            break
    return depths


# Ends that the board does not show ------------------------------------------------------------------------------


def engines_words(table: Table, word: str) -> list[str]:
    return [m.text for m in table.messages() if not m.sent and m.text.startswith(word)]


def new_game_goes(table: Table) -> None:
    """After the end, the engine is ready for the next game."""
    assert not table.errors()
    table.dismiss()
    table.new_game()
    table.start()
    made = len(table.referee().moves)
    table.play_turn(quiet(table))
    table.turns(made + 2)
    table.check()


def offer_draw(table: Table) -> int:
    """Play a turn of each side, then offer a draw as the person; returns the number of turns."""
    turns = len(table.referee().moves) + 2
    table.play_turn(quiet(table))
    table.turns(turns)
    table.skip()
    table.menu("Draw")
    table.wait_command("draw$")
    return turns


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("game", GAMES)
def test_draw_that_the_engine_takes(display: Display, game: str, color: str) -> None:
    script = GAMES[game]
    with sit_down(display, game, color, script.won if color == "white" else script.lost) as table:
        offer_draw(table)
        table.wait_output("offer draw$")
        table.wait_command(r"result 1/2-1/2 \{.*[Aa]greed.*\}")
        wait_until(table.dialogs, "XBoard to tell")
        new_game_goes(table)


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("game", GAMES)
def test_draw_that_it_does_not(display: Display, game: str, color: str) -> None:
    script = GAMES[game]
    with sit_down(display, game, color, script.lost if color == "white" else script.won) as table:
        turns = offer_draw(table)
        table.play_turn(quiet(table))
        table.turns(turns + 2)
        assert not engines_words(table, "offer draw")
        assert not any(m.sent and m.text.startswith("result 1/2") for m in table.messages())


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("game", GAMES)
def test_resigned_while_the_engine_thinks(display: Display, game: str, color: str) -> None:
    """The engine would think for minutes. It stops, is silent, and plays the next game."""
    with sit_down(display, game, color, tc="300", depth=0, move_now=True) as table:  # no end is in sight
        table.play_turn(quiet(table))
        table.wait_output(THINKING)
        table.skip()
        table.menu("Resign")
        table.wait_command(rf"result {'0-1' if color == 'white' else '1-0'} ")
        made = len(engines_words(table, "move "))
        table.new_game()
        assert len(engines_words(table, "move ")) == made
        play_white(table, move_now=True)
        first = len(table.referee().moves)
        table.play_turn(quiet(table))
        table.wait_output(THINKING)
        table.menu("Move Now")
        table.turns(first + 2)
        assert not table.errors()


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("game", GAMES)
def test_flag_of_the_person(display: Display, game: str, color: str) -> None:
    """XBoard calls the flag; the engine, which has won, stops pondering."""
    options = ["-autoCallFlag", "true", "-ponderNextMove", "true"]
    with sit_down(display, game, color, GAMES[game].ponder, tc="0:04", depth=2, options=options) as table:
        made = len(table.referee().moves)
        table.play_turn(quiet(table))
        table.turns(made + 2)
        lost = "0-1" if color == "white" else "1-0"
        table.wait_command(rf"result {lost} \{{.*time.*\}}")
        assert not table.errors()


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("game", GAMES)
def test_flag_of_the_engine(display: Display, game: str, color: str) -> None:
    """The person calls the flag of an engine that hangs. When it continues, it accepts the result and plays on."""
    with sit_down(display, game, color, GAMES[game].ponder, tc="0:03", depth=2) as table:
        with asleep(table) as fall_asleep:
            table.play_turn(quiet(table), before_last=fall_asleep)
            whose = "Black" if color == "white" else "White"
            wait_until(lambda: f"{whose}'s flag fell" in table.display.windows().values(), "the flag to fall")
            table.menu("Call Flag")
            won = "1-0" if color == "white" else "0-1"
            table.wait_command(rf"result {won} \{{.*time.*\}}")
        new_game_goes(table)


@contextmanager
def asleep(table: Table) -> Iterator[Callable[[], None]]:
    """Yields a function that stops the engine's process; at the end the process continues."""
    stopped: list[int] = []

    def fall_asleep() -> None:
        stopped.extend(children(table.process.pid))
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)

    try:
        yield fall_asleep
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


def children(pid: int) -> list[int]:
    """XBoard's engines."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *children(child)]
    return found


# More than one game and more than one engine --------------------------------------------------------------------


@pytest.mark.parametrize("color", COLORS)
def test_all_games_in_one_session(display: Display, artifacts: Path, color: str) -> None:
    """File > New Variant in the middle of each game: to each game from another, and back to the first."""
    with sit_down(display, "augmented-half-chess", color) as table:
        for variant in ("banqi", "tandem-84", "fanorona-chess", "bifold-halfgi", "halfgi", "augmented-half-chess"):
            made = len(table.referee().moves)
            table.play_turn(quiet(table))
            table.turns(made + 2)
            table.check()
            table.switch(variant)
            assert table.moves() == []
            table.start()
            table.screenshot(artifacts / f"session-{variant}-{color}.png")
        new_game_goes(table)


@pytest.mark.parametrize("game", GAMES)
def test_second_engine_and_adjudication(display: Display, game: str) -> None:
    """Two machines continue the person's game, the second with its own command line; then the person ends it."""
    second = f"{sys.executable} -m oddfish --cecp --variant {game}"
    with sit_down(display, game, "white", tc="0:08", depth=0, words=["--second", second]) as table:
        table.play_turn(quiet(table))
        table.turns(2)
        table.skip()
        said = len(engines_words(table, "Illegal"))
        table.menu("Two Machines")
        table.turns(6)
        for engine in ("first", "second"):
            assert any(not m.sent and m.engine == engine and m.text.startswith("move ") for m in table.messages())
        table.menu("Adjudicate Draw")
        for engine in ("first", "second"):
            table.wait_command(r"result 1/2-1/2 \{.*adjudication.*\}", engine=engine)
        assert len(engines_words(table, "Illegal")) == said
        new_game_goes(table)


# What it looks like ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_looks(display: Display, artifacts: Path, game: str) -> None:
    """Keeps pictures of the board that ``oddfish xboard`` shows; none of XBoard's pictures is missing."""
    with sit_down(display, game, "white", texture=True, tc="0:20", depth=0) as table:
        table.screenshot(artifacts / f"look-{game}-start.png")
        for _ in range(2):
            made = len(table.referee().moves)
            table.play_turn(quiet(table))
            table.turns(made + 2)
        board = table.board_rect()
        before = display.image(board).pixels
        table.lift(quiet(table).split()[0])
        wait_until(lambda: display.image(board).pixels != before, "the marks")
        table.screenshot(artifacts / f"look-{game}-marks.png")
        table.menu("Analysis Mode")
        table.wait_command("analyze$")
        table.menu("Engine Output")
        wait_until(table.dialogs, "the engine's output")
        table.skip()
        table.wait_output(THINKING)
        table.screenshot(artifacts / f"look-{game}-analysis.png")
        assert not table.errors()
        assert "No default pieces" not in (table.home / "output").read_text()
