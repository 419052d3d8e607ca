"""Two Rooks, slow and obvious: shares no code with the engine."""

from __future__ import annotations

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


class Position:
    """A board as a dictionary from squares to letters, and the side to move."""

    def __init__(self, board: dict[str, str], turn: str):
        self.board, self.turn = board, turn

    @classmethod
    def from_fen(cls, fen: str) -> Position:
        rows, turn = fen.split()[:2]
        board = {}
        for rank, row in zip("54321", rows.split("/")):
            cells = "".join(" " * int(letter) if letter.isdigit() else letter for letter in row)
            board |= {file + rank: letter for file, letter in zip("abcde", cells) if letter != " "}
        return cls(board, turn)

    def targets(self, square: str) -> list[str]:
        """Where the piece on a square may go, checks apart (W1)."""
        piece = self.board[square]
        found = []
        for files, ranks in STRAIGHT + (DIAGONAL if piece in "Kk" else []):
            file, rank = ord(square[0]) + files, int(square[1]) + ranks
            while chr(file) in "abcde" and rank in range(1, 6):
                to = f"{chr(file)}{rank}"
                if to not in self.board or self.board[to].isupper() != piece.isupper():
                    found.append(to)
                if to in self.board or piece in "Kk":
                    break
                file, rank = file + files, rank + ranks
        return found

    def after(self, move: str) -> Position:
        board = dict(self.board)
        board[move[2:]] = board.pop(move[:2])
        return Position(board, "b" if self.turn == "w" else "w")

    def own(self, square: str) -> bool:
        return self.board[square].isupper() == (self.turn == "w")

    def can_take_king(self) -> bool:
        return any(
            self.board.get(to) in ("K", "k") for square in self.board if self.own(square) for to in self.targets(square)
        )

    def legal_moves(self) -> list[str]:
        """W2."""
        moves = [square + to for square in self.board if self.own(square) for to in self.targets(square)]
        return sorted(move for move in moves if not self.after(move).can_take_king())
