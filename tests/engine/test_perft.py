"""Counts in threads that the caller can watch and stop."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from oddfish.engine import perft
from oddfish.engine.game import Game
from oddfish.engine.perft import NUMBER, Part, Perft, count, read_number
from support.perft_suite import read_position

START = Game("normal").position
#: A stalemate, and a position of Banqi without face-down pieces.
STALEMATE = read_position("normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
BARE = read_position("banqi", "4/4/2k1/4/4/1K2/4/4 w r 0 1")


class Waiting(Perft):
    """Counts the first part at once, and every other one only when it is stopped."""

    def _count(self, part: Part) -> tuple[int, int]:
        if self._found:
            while not self._stopped:
                time.sleep(0.001)
            time.sleep(0.05)
            self.ended = True
        return 1, 1


def test_leaving_the_loop_stops_the_count() -> None:
    counting = Waiting(START, 1)
    for move in counting.moves():
        assert move == (START.texts()[0], 1)
        break
    assert counting.ended and not counting.complete


def test_a_stopped_count_has_no_more_moves() -> None:
    counting, found = Perft(START, 1), []
    for move in counting.moves():
        time.sleep(0.02)  # the others have been counted
        found.append(move)
        counting.stop()
    assert len(found) == 1 and not counting.complete


@pytest.mark.parametrize(("root", "depth", "moves"), [(START, 2, 20), (STALEMATE, 2, 0), (START, 0, 0)])
def test_every_part_advances(root: Any, depth: int, moves: int) -> None:
    counting, steps = Perft(root, depth, threads=3), []
    assert len([*counting.moves(lambda: steps.append(1))]) == moves
    assert len(steps) == counting.parts and counting.complete


def test_errors_reach_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: Perft, part: Part) -> tuple[int, int]:
        raise ArithmeticError("by a test")

    monkeypatch.setattr(Perft, "_count", failing)
    with pytest.raises(ArithmeticError, match="by a test"):
        count(START, 2)


@pytest.mark.parametrize("possible", range(3))
def test_fewer_threads_will_do(possible: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    thread = perft.BackgroundThread

    def start(work: Any) -> Any:
        if len(begun) == possible:
            raise MemoryError
        begun.append(thread(work))
        return begun[-1]

    monkeypatch.setattr(perft, "BackgroundThread", start)
    if possible:
        assert count(START, 3, threads=2) == 8902
        assert len(begun) == possible
    else:
        with pytest.raises(MemoryError):
            count(START, 3, threads=2)


def test_options_reach_the_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    made, counter = [], perft.Counter

    def make(*arguments: Any) -> Any:
        made.append(arguments)
        return counter(*arguments)

    monkeypatch.setattr(perft, "Counter", make)
    monkeypatch.setattr(Perft, "_count", lambda self, part: self._counter.part(*part))
    assert count(START, 3, lists=True, hash_mb=2) == count(START, 3) == 8902
    assert made == [(START, 3, True, 2), (START, 3, False, 0)]


def test_the_use_of_the_table() -> None:
    counting = Perft(START, 5, hash_mb=1)
    assert len([*counting.moves()]) == 20
    asked, found = counting.table_use
    assert 0 < found < asked


def test_reports_of_games_of_chance_have_outcomes() -> None:
    """Even if none of the moves leaves anything to chance."""
    counting = Perft(BARE, 1)
    moves = len([*counting.moves()])
    assert counting.report() == [f"Decisions: {moves}", f"Outcomes: {moves}", f"Nodes searched: {moves}"]
    assert Perft(START, 0).report() == ["Nodes searched: 1"]
    assert Perft(BARE, 0).report() == ["Decisions: 1", "Outcomes: 1", "Nodes searched: 1"]


@pytest.mark.parametrize("text", ["1234567", "1,234,567", "1_234_567", "1'234'567"])
def test_numbers_with_separators(text: str) -> None:
    assert re.fullmatch(NUMBER, text)
    assert read_number(text) == 1234567
