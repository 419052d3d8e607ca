"""Random pushes, pops, copies, pickles and faults on a board of every variant, against a plain list of FENs."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import oddfish
from oddfish.engine.variants import REGISTRY

GARBAGE: tuple[Any, ...] = (
    None, 0, -1, 2**32, 2**200, 1.5, b"e2e4", "", "e2e4", "\0", "\ud800", "x" * 5000, [], {}, object(), oddfish.Board,
    oddfish.Move.__new__(oddfish.Move), oddfish.LegalMoves.__new__(oddfish.LegalMoves),
)  # fmt: skip
OTHERS = [move for name in REGISTRY for move in oddfish.Board(name, seed=1).legal_moves[:2]]


class BoardModel(RuleBasedStateMachine):
    """The model is the list of FENs since the root, and the texts of the moves between them."""

    name = "normal"

    @initialize(seed=st.integers(0, 99))
    def begin(self, seed: int) -> None:
        self.board = oddfish.Board(self.name, seed=seed)
        self.fens, self.texts = [self.board.fen()], list[str]()

    @rule(index=st.integers(0, 10**6), chance=st.integers(0, 10**6), by_text=st.booleans())
    def push(self, index: int, chance: int, by_text: bool) -> None:
        moves = self.board.legal_moves
        if not moves:
            return
        move = moves[index % len(moves)]
        if not self.board.has_deal:
            outcomes = self.board.chance_outcomes(move)
            move = outcomes[chance % len(outcomes)][0]
        if by_text:
            assert self.board.push_text(move.text.upper()) == self.board.peek()
        else:
            self.board.push(move)
        self.fens.append(self.board.fen())
        self.texts.append(self.board.peek().text)

    @rule()
    def pop(self) -> None:
        if not self.texts:
            with pytest.raises(IndexError):
                self.board.pop()
            return
        assert self.board.pop().text == self.texts.pop()
        self.fens.pop()

    @rule(how=st.sampled_from(["copy", "pickle", "game"]))
    def replace(self, how: str) -> None:
        if how == "copy":
            other = self.board.copy()
        elif how == "pickle":
            other = pickle.loads(pickle.dumps(self.board))
        else:
            other = type(self.board).of_game(self.board.game())
        assert (other == self.board, hash(other) == hash(self.board), other.has_deal) == (True, True, False)
        assert other.outcome() == self.board.outcome()
        self.board = other

    @rule(kept=st.integers(0, 5))
    def forget(self, kept: int) -> None:
        self.board = self.board.copy(stack=kept)
        first = max(len(self.texts) - kept, 0)
        self.fens, self.texts = self.fens[first:], self.texts[first:]

    @rule()
    def set_fen(self) -> None:
        fen = self.board.fen()
        self.board.set_fen(fen)
        self.fens, self.texts = [fen], []

    @rule(seed=st.integers(0, 99))
    def shuffle(self, seed: int) -> None:
        self.board.shuffle(seed)

    @rule(data=st.data())
    def faults_change_nothing(self, data: st.DataObject) -> None:
        method = data.draw(
            st.sampled_from(
                ["push", "push_text", "push_san", "set_fen", "is_legal", "gives_check", "is_capture", "chance_outcomes",
                 "kinds", "piece_at", "square_name", "parse_square", "san", "as_legal", "parse_text"]
            )
        )  # fmt: skip
        wrong = data.draw(st.sampled_from([*GARBAGE, *OTHERS]))
        if isinstance(wrong, oddfish.Move) and wrong in self.board.legal_moves:
            return
        if isinstance(wrong, (int, str)) and method in ("piece_at", "square_name"):
            return
        try:
            getattr(self.board, method)(wrong)
        except (TypeError, ValueError):
            return
        assert method == "is_legal" or (wrong == "e2e4" and method.startswith(("push", "parse")))
        if method.startswith("push"):
            self.board.pop()

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "board"):
            return
        assert self.board.fen() == self.fens[-1]
        assert [move.text for move in self.board.move_stack] == self.texts
        assert self.board.ply() == len(self.texts)
        assert self.board.root().fen() == self.fens[0]
        assert self.board.repetitions() >= 1
        assert self.board.position.valid() and self.board.key == self.board.position.fresh_key


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(3)
def test_boards_are_lists_of_positions(name: str) -> None:
    machine = type("Model", (BoardModel,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=6, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
