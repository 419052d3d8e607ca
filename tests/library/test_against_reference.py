"""Random games on `oddfish.Board`, ply by ply, against the slow generators of ``tests/reference``, in every variant.

The generators share no code with the board. The tests of each family compare positions; these compare what the board
adds to them: lists of moves, moves by text, taking back, results by history, and outcomes of chance.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

import oddfish
from oddfish.engine.variants import REGISTRY
from reference import banqi, bifold, fanorona, tandem
from reference.halfchess import Position as HalfChessPosition

PLIES = 80
PLIES_OF_TURNS = 6  # a position of Tandem-84 has some thousand turns


def slow_position(board: oddfish.Board) -> Any:
    """The reference's position."""
    name, fen = board.variant.name, board.fen()
    if name.startswith("banqi"):
        return banqi.Position.from_fen(fen, banqi.Options.named(name))
    if name in bifold.VARIANTS:
        return bifold.Position.from_fen(bifold.Options(name), fen)
    if name == "tandem-84":
        return tandem.Position.from_fen(fen)
    if name in fanorona.VARIANTS:
        return fanorona.Position.from_fen(name, fen)
    if "WhiteArmy" in board.options:
        armies = (board.options["WhiteArmy"], board.options["BlackArmy"])
        return HalfChessPosition.from_fen(name, fen.rsplit(" ", 1)[0], armies)
    return HalfChessPosition.from_fen(name, fen)


def slow_outcomes(slow: Any, text: str) -> dict[str, float]:
    """The possible outcomes of a move with their probabilities, by the reference."""
    if not isinstance(slow, banqi.Position):
        return {text: 1.0}
    outcomes = slow.outcomes(text) or [(text, 1)]
    return {outcome: weight / sum(weight for _, weight in outcomes) for outcome, weight in outcomes}


def is_check(slow: Any) -> bool:
    """Whether the opponent threatens what loses the game; never in Banqi, where Generals are captured like the rest."""
    if isinstance(slow, bifold.Position):
        passed = dataclasses.replace(slow, turn=1 - slow.turn, ep=None)
        captures = [text for text, move in passed.legal.items() if move.victims]
        return any(not passed.push(text).royals(slow.turn) for text in captures)
    return not isinstance(slow, banqi.Position) and bool(slow.in_check())


def compare(board: oddfish.Board, slow: Any, line: list[Any]) -> list[str]:
    """Compare one position and its result; returns the texts of the moves."""
    texts = slow.legal_moves()
    assert board.fen() == slow.fen()
    assert sorted(move.text for move in board.legal_moves) == texts, slow.fen()
    assert len(board.legal_moves) == board.legal_moves.count() == len(texts)
    assert board.is_check() == is_check(slow), slow.fen()
    history = line if isinstance(slow, banqi.Position) else [position.repetition_key() for position in line]
    outcome, expected = board.outcome(), slow.outcome(history)
    assert (outcome and (outcome.result(), outcome.reason)) == (expected and tuple(expected)), slow.fen()
    assert board.repetitions() == sum(position.repetition_key() == slow.repetition_key() for position in line)
    return texts


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))])
@pytest.mark.quick(9)
def test_boards_follow_the_references(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    board = oddfish.Board(name, seed=seed).copy()  # without a deal: the reference draws what turns up
    line = [slow_position(board)]
    for _ in range(PLIES_OF_TURNS if name == "tandem-84" else PLIES):
        texts = compare(board, line[-1], line)
        if not texts or board.is_game_over():
            break
        text = rng.choice(texts)
        outcomes = {move.text: p for move, p in board.chance_outcomes(board.parse_text(text))}
        assert outcomes == pytest.approx(slow_outcomes(line[-1], text)), line[-1].fen()
        text = rng.choice(sorted(outcomes))
        board.push_text(text)
        line.append(line[-1].push(text))
    for slow in reversed(line):
        assert board.fen() == slow.fen()
        if board.ply():
            board.pop()
