"""VariantBoard against a plain list of FENs and texts: random moves, take-backs, copies, pickles and new positions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import chess
import pytest
from chess.engine import Limit
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from oddfish.cext.core.errors import FenError
from oddfish.engine.board import VariantBoard, VariantMove, board_class
from oddfish.engine.game import Game, MoveError
from oddfish.engine.variants import REGISTRY
from support.driven import open_engine

pytestmark = pytest.mark.sampled(3)

INDEX = st.integers(0, 10**6)


class Spelled:
    """Another program's move."""

    def __init__(self, text: str):
        self._text = text

    def uci(self) -> str:
        return self._text


class Named(VariantBoard):
    """A user's board, of any variant."""

    def remark(self) -> str:
        return f"{self.uci_variant} {self.ply()}"


class BoardMachine(RuleBasedStateMachine):
    """A board, and its expected content: a FEN for the root and for each complete move, the texts of the moves, and
    the move that still lacks its outcome. Copies without a stack can have such a move, too."""

    variant = "normal"

    @initialize(seed=st.integers(0, 1000), own=st.booleans())
    def begin(self, seed: int, own: bool) -> None:
        kind = Named if own else VariantBoard
        self.board: VariantBoard = kind(self.variant, seed=seed)
        self.rules = self.board.game().options
        self.fens, self.texts, self.pending = [self.board.fen()], [], ""
        self.others: list[tuple[VariantBoard, list[str], str]] = []

    def game(self) -> Game:
        """A fresh game at the current position."""
        game = Game(self.variant, self.rules, self.fens[-1], seed=1)
        game.deal = None
        if self.pending:
            game.push(self.pending)
        return game

    @rule(index=INDEX, way=st.integers(0, 3))
    def push(self, index: int, way: int) -> None:
        moves = self.board.legal_moves
        if not moves:
            return
        move = moves[index % len(moves)]
        if way == 0:
            self.board.push(move)
        elif way == 1:
            self.board.push(Spelled(move.uci()))  # type: ignore[arg-type]
        else:
            self.board.push_uci(move.uci().upper() if way == 2 else move.uci())
        text = self.board.peek().uci()
        game = self.game()
        game.push(text)
        if self.pending and self.texts:
            self.texts.pop()
        self.texts.append(text)
        self.pending = text if game.pending else ""
        if not self.pending:
            self.fens.append(game.fen())

    @rule()
    def pop(self) -> None:
        if not self.texts:
            with pytest.raises(IndexError):
                self.board.pop()
            return
        assert self.board.pop().uci() == self.texts.pop()
        if self.pending:
            self.pending = ""
        else:
            self.fens.pop()

    @rule(text=st.sampled_from(["", "z9z9", "0000", "a1", "a1a1a1", "\0", "é"]))
    def push_nonsense(self, text: str) -> None:
        if not self.board.is_legal(VariantMove(text)):
            with pytest.raises(MoveError):
                self.board.push_uci(text)

    def replace(self, board: VariantBoard) -> None:
        """Continue with another board; the old one must not change any more."""
        assert type(board) is type(self.board)
        assert not isinstance(board, Named) or board.remark() == f"{self.variant} {board.ply()}"
        stack = [move.uci() for move in self.board.move_stack]
        self.others.append((self.board, stack, self.board.fen()))
        del self.others[:-5]
        self.board = board

    @rule(way=st.integers(0, 3))
    def copied(self, way: int) -> None:
        board = self.board
        self.replace(
            [board.copy, lambda: copy.copy(board), lambda: copy.deepcopy(board), lambda: board.copy(stack=True)][way]()
        )
        assert self.board == board

    @rule(kept=st.integers(0, 6))
    def copied_in_part(self, kept: int) -> None:
        self.replace(self.board.copy(stack=kept))
        kept = min(kept, len(self.texts))
        dropped = len(self.texts) - kept
        if self.pending and not kept and self.texts:
            dropped -= 1
        del self.texts[: len(self.texts) - kept], self.fens[:dropped]

    @rule(protocol=st.integers(2, pickle.HIGHEST_PROTOCOL))
    def pickled(self, protocol: int) -> None:
        before = self.board
        self.replace(pickle.loads(pickle.dumps(before, protocol)))
        assert self.board == before

    @precondition(lambda self: self.fens)
    @rule(index=INDEX)
    def moved_to_another_position(self, index: int) -> None:
        fen = self.fens[index % len(self.fens)]
        self.board.set_fen(fen)
        self.fens, self.texts, self.pending = [fen], [], ""

    @rule(fen=st.sampled_from(["", "8/8", "x", "startpos"]))
    def bad_fens_change_nothing(self, fen: str) -> None:
        with pytest.raises(FenError):
            self.board.set_fen(fen)

    @rule()
    def went_to_the_root(self) -> None:
        root = self.board.root()
        assert root.fen() == self.fens[0] and root.ply() == 0
        for text in self.texts:
            root.push_uci(text)
        assert root == self.board and root.move_stack == self.board.move_stack

    @invariant()
    def holds(self) -> None:
        board = self.board
        assert board.fen() == self.fens[-1]
        assert [move.uci() for move in board.move_stack] == self.texts and board.ply() == len(self.texts)
        if self.texts:
            assert board.peek().uci() == self.texts[-1]
        game = self.game()
        assert board.turn == (game.turn == 0)
        if board.ending() is None or board.legal_moves:
            assert [move.uci() for move in board.legal_moves] == game.legal()
        for move in board.legal_moves[:4]:
            assert board.is_legal(move) and board.is_legal(Spelled(move.uci()))  # type: ignore[arg-type]
        for other, stack, fen in self.others:
            assert [move.uci() for move in other.move_stack] == stack and other.fen() == fen


def machine(name: str) -> type[BoardMachine]:
    return type(f"{name} machine", (BoardMachine,), {"variant": name})


@pytest.mark.thorough
@pytest.mark.parametrize("name", list(REGISTRY))
def test_boards_hold_what_a_plain_list_holds(name: str) -> None:
    run_state_machine_as_test(
        machine(name),
        settings=settings(
            max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_a_flip_and_its_outcome_are_one_move() -> None:
    board = VariantBoard("banqi", seed=1)
    board.push_uci("a1a1")
    board = board.copy()  # without the deal
    board.push_uci("b1b1")
    assert [move.uci() for move in board.move_stack][1:] == ["b1b1"]
    outcome = board.legal_moves[0]
    board.push(outcome)
    assert len(board.move_stack) == 2 == board.ply() and board.peek() == outcome
    assert board.pop() == outcome and board.ply() == 1
    assert board.pop().uci().startswith("a1a1") and board.fen() == VariantBoard("banqi", seed=1).fen()


def test_moves_of_python_chess() -> None:
    board = VariantBoard("normal")
    move: Any = chess.Move.from_uci("e2e4")
    assert board.is_legal(move) and not board.is_legal(chess.Move.from_uci("e2e5"))  # type: ignore[arg-type]
    board.push(move)
    assert board.peek().uci() == "e2e4"


def test_subclasses_are_whole() -> None:
    board = Named("banqi", seed=3)
    assert isinstance(board, Named) and isinstance(board, board_class("banqi")) and board.remark() == "banqi 0"
    assert type(Named("banqi")) is type(board) and type(board.copy()) is type(board)
    assert type(Named.of_game(Game("banqi"))) is type(board)
    own = type("Own", (board_class("halfgi"),), {})("halfgi")
    assert own.fen() == VariantBoard("halfgi").fen() and type(own).__name__ == "Own"
    with pytest.raises(TypeError, match="HalfgiBoard is a board of halfgi, not of banqi"):
        board_class("halfgi")("banqi")


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", ["uci", "cecp"])
def test_python_chess_drives_an_engine_after_a_flip_by_hand(protocol: str, oddfish: str) -> None:
    """It failed over CECP: "outcome missing"."""
    board = VariantBoard("banqi", seed=1)
    board.push_uci("a1a1")
    board = board.copy()
    board.push_uci("b1b1")
    board.push(board.legal_moves[0])
    with open_engine(protocol, oddfish) as engine:
        for _ in range(3):
            move = engine.play(board, Limit(time=0.05)).move
            assert move is not None and board.is_legal(move)  # type: ignore[arg-type]
            board.push(move)  # type: ignore[arg-type]
            if board.ending() is None and board.game().pending:
                board.push(board.legal_moves[0])
