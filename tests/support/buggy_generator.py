"""A move generator with one planted bug, in every protocol, for tests of ``oddfish perft --against``.

    python buggy_generator.py [--speak uci|cecp|script] [--variant NAME] [--bug BUG] [--style STYLE] [DEPTH FEN [MOVES]]

The slow reference generates; bugs are those of BUGS. Styles: plain, chess960 (castling as e1h1), upper (promotions
e7e8Q, drops P@e4), dressed (e2-e4: 20 nodes), total (no moves, a total alone), endless (no total).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from reference.halfchess import CASTLING, Move, Position, attacked, rank_for

BUGS = ("none", "castling", "pin", "promotion", "drop", "rights")
BUG = "none"


class Buggy(Position):
    """The reference with one bug."""

    def _castling_moves(self) -> Iterator[Move]:
        if BUG != "castling":
            yield from super()._castling_moves()
            return
        for right in self.castling:  # through check
            king, king_to, rook, _ = CASTLING[right]
            between = range(min(king, rook) + 1, max(king, rook))
            if not self._own(right) or any(self.board[square] for square in between):
                continue
            if not any(attacked(self.rules, self.board, square, 1 - self.turn) for square in (king, king_to)):
                yield Move(king, king_to, castling=right)

    def _pseudo_moves(self) -> Iterator[Move]:
        for move in super()._pseudo_moves():
            if not (BUG == "promotion" and move.origin is not None and move.letter == "N"):
                yield move
        if BUG == "drop" and "P" in self.hands[self.turn]:
            for square in range(64):
                if not self.board[square] and rank_for(square, self.turn) == 8:
                    yield Move(None, square, "P")

    def _board_after(self, move: Move) -> list[str]:
        board = super()._board_after(move)
        if BUG == "pin" and move.en_passant:  # as if the captured pawn were still there
            board[move.target + (-8 if self.turn == 0 else 8)] = "p" if self.turn == 0 else "P"
        return board

    def push(self, move: str) -> Position:
        after = super().push(move)
        if BUG == "rights":  # they survive the capture of the rook
            object.__setattr__(after, "castling", self.castling)
        elif BUG == "pin":
            chosen = self.legal[move.lower()]
            object.__setattr__(after, "board", tuple(Position._board_after(self, chosen)))
        return after


def written(position: Position, text: str, style: str) -> str:
    """A move in a style."""
    move = position.legal[text]
    if style == "chess960" and move.castling:
        king, _, rook, _ = CASTLING[move.castling]
        return Move(king, rook).text()
    if style == "upper":
        return text[0].upper() + text[1:] if "@" in text else text[:4] + text[4:].upper()
    return f"{text[:2]}-{text[2:4]}{text[4:] and '=' + text[4:].upper()}" if style == "dressed" else text


def line(variant: str, fen: str, moves: list[str], style: str) -> Position:
    """The position after moves in the style; ValueError if one is illegal."""
    position: Position = Buggy.from_fen(variant, fen)
    for move in moves:
        texts = {written(position, text, style): text for text in position.legal_moves()}
        position = position.push(texts.get(move, move))
    return position


def divide(position: Position, depth: int, style: str) -> list[str]:
    total, lines = 0, []
    for text in position.legal_moves():
        nodes = position.push(text).perft(depth - 1) if depth > 1 else 1
        total += nodes
        lines.append(f"{written(position, text, style)}: {nodes}{' nodes' if style == 'dressed' else ''}")
    if style == "total":
        return [f"perft {depth}: {total}"]
    return lines if style == "endless" else [*lines, "", f"Nodes searched: {total}"]


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def speak_uci(variant: str, style: str) -> None:
    fen, moves = "", []
    for words in map(str.split, sys.stdin):
        if words[:1] == ["uci"]:
            say(f"id name Buggy {BUG}", f"option name UCI_Variant type combo default {variant} var {variant}", "uciok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:2] == ["position", "fen"]:
            end = words.index("moves") if "moves" in words else len(words)
            fen, moves = " ".join(words[2:end]), words[end + 1 :]
        elif words[:2] == ["go", "perft"]:
            say(*divide(line(variant, fen, moves, style), int(words[2]), style))
        elif words[:1] == ["quit"]:
            return


def speak_cecp(variant: str, style: str) -> None:
    fen, moves = "", []
    for words in map(str.split, sys.stdin):
        if words[:1] == ["protover"]:
            say(f'feature myname="Buggy {BUG}" variants="normal,{variant}" setboard=1 usermove=1 ping=1 done=1')
        elif words[:1] == ["ping"]:
            say(f"pong {words[1]}")
        elif words[:1] == ["setboard"]:
            fen, moves = " ".join(words[1:]), []
        elif words[:1] == ["usermove"]:
            try:
                line(variant, fen, [*moves, words[1]], style)
            except ValueError:
                say(f"Illegal move: {words[1]}")
            else:
                moves.append(words[1])
        elif words[:1] == ["perft"] or (words[:1] == ["divide"] and style != "total"):
            say(*divide(line(variant, fen, moves, style), int(words[1]), style))
        elif words[:1] == ["quit"]:
            return
        elif words[0] in ("uci", "divide"):
            say(f"Error (unknown command): {words[0]}")


def main() -> None:
    global BUG
    parser = argparse.ArgumentParser()
    parser.add_argument("--speak", choices=("uci", "cecp", "script"), default="uci")
    parser.add_argument("--variant", default="normal")
    parser.add_argument("--bug", choices=BUGS, default="none")
    parser.add_argument("--style", default="plain")
    parser.add_argument("arguments", nargs="*")
    given = parser.parse_args()
    BUG = given.bug
    if given.speak == "uci":
        speak_uci(given.variant, given.style)
    elif given.speak == "cecp":
        speak_cecp(given.variant, given.style)
    elif not given.arguments:
        sys.exit("usage: DEPTH FEN [MOVES]")
    else:
        depth, fen, *moves = given.arguments
        say(*divide(line(given.variant, fen, " ".join(moves).split(), given.style), int(depth), given.style))


if __name__ == "__main__":
    main()
