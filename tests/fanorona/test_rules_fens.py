"""The FEN dialect of Fanorona Chess (rules/fanorona-chess.md, rules/README.md): valid and invalid FENs."""

from __future__ import annotations

import re

import pytest

from fanorona.sides import Engine, Reference, Side

KINGS = "2k2/5/5/5/5/5/5/5/2K2"

#: A FEN, and the FEN written back.
FENS = [
    (KINGS, f"{KINGS} w - - 0 1"),
    (f"{KINGS} b", f"{KINGS} b - - 0 1"),
    (f"{KINGS} b kK", f"{KINGS} b Kk - 0 1"),
    (f"{KINGS} b k - 3", f"{KINGS} b k - 3 1"),
    (f"{KINGS} w k - 17", f"{KINGS} w k - 17 1"),
    (f"{KINGS} w K - 250 300", f"{KINGS} w K - 250 300"),
    ("5/5/2k2/5/5/5/5/2K2/5 b", "5/5/2k2/5/5/5/5/2K2/5 b - - 0 1"),
    ("1bb1k/5/5/pppp1/5/PPPP1/5/5/1BB1K w", "1bb1k/5/5/pppp1/5/PPPP1/5/5/1BB1K w - - 0 1"),
    ("5/5/5/5/5/5/5/2k2/2K2 w", "5/5/5/5/5/5/5/2k2/2K2 w - - 0 1"),  # only the king on c1 is in check
    ("1k3/1P3/5/5/p3N/P4/BB1N1/5/K1QRR w", "1k3/1P3/5/5/p3N/P4/BB1N1/5/K1QRR w - - 0 1"),
]


@pytest.mark.parametrize(("fen", "written"), FENS)
def test_fens_are_written_in_full(side: type[Side], fen: str, written: str) -> None:
    assert side.read(fen).fen() == written
    assert side.read(written).fen() == written


#: A FEN, and the errors that the engine and the reference report.
BAD_FENS = [
    ("", "empty FEN", "empty"),
    ("2k2/5/5/5/5/5/5/2K2", "board has 8 ranks, expected 9", "8 ranks, expected 9"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "board has 8 ranks, expected 9", "8 ranks, expected 9"),
    ("2k2/5/5/5/5/5/5/5/5/2K2", "board has 10 ranks, expected 9", "10 ranks"),
    ("2k2/5/5/6/5/5/5/5/2K2", "rank 6 has 6 files, expected 5", "rank 6 has 6 files, expected 5"),
    ("2k2/5/5/5/ppp1/5/5/5/2K2", "rank 5 has 4 files, expected 5", "rank 5 has 4 files, expected 5"),
    # A run of digits is one number.
    ("2k2/5/5/23/5/5/5/5/2K2", "rank 6 has 23 files, expected 5", "rank 6 has 23 files"),
    ("2k2/5/5/05/5/5/5/5/2K2", "rank 6 has '05', expected a number from 1", "rank 6 has the number 05"),
    ("2k2/5//5/5/5/5/5/2K2", "rank 7 has 0 files, expected 5", "rank 7 has 0 files"),
    ("2k2/5/x4/5/5/5/5/5/2K2", "'x' on a7 is not a piece, expected one of PNBRQKpnbrqk",
     "rank 7 has the unknown letter 'x'"),
    ("2k2/5/4é/5/5/5/5/5/2K2", "'é' on e7 is not a piece", "rank 7 has the unknown letter 'é'"),
    (f"{KINGS}[] w", "rank 1 has 7 files, expected 5", "unknown letter '['"),  # there is no hand
    ("2k2/5/5/5/5/5/5/5/5", "Yellow has no king", "White has 0 kings"),
    ("5/5/5/5/5/5/5/5/2K2", "Brown has no king", "Black has 0 kings"),
    ("1kk2/5/5/5/5/5/5/5/2K2", "Brown has 2 kings, the game has 1", "Black has 2 kings"),
    ("2k2/5/5/5/NN3/N4/5/5/2K2", "Yellow has 3 Knights, the game has 2", "White has 3 knights, expected at most 2"),
    ("2k2/5/5/5/bb3/b4/5/5/2K2", "Brown has 3 Bishops, the game has 2", "Black has 3 bishops, expected at most 2"),
    ("2k2/5/5/5/rr3/r4/5/5/2K2", "Brown has 3 Rooks, the game has 2", "Black has 3 rooks, expected at most 2"),
    ("2k2/5/5/5/QQ3/5/5/5/2K2", "Yellow has 2 Queens, the game has 1", "White has 2 queens, expected at most 1"),
    ("2k2/5/5/5/PPPPP/P4/5/5/2K2", "Yellow has 6 pawns, the game has 5", "White has 6 pawns, expected at most 5"),
    ("P1k2/5/5/5/5/5/5/5/2K2", "pawn on a9", "last rank, a9"),
    ("p1k2/5/5/5/5/5/5/5/2K2", "pawn on a9", "first rank, a9"),
    ("2k1p/5/5/5/5/5/5/5/2K2", "pawn on e9", "first rank, e9"),
    ("2k2/5/5/5/5/5/5/5/p1K2", "pawn on a1", "last rank, a1"),
    ("2k2/5/5/5/5/5/5/5/P1K2", "pawn on a1", "first rank, a1"),
    ("2k2/5/5/5/5/5/5/5/2K1P", "pawn on e1", "first rank, e1"),
    ("2k2/5/5/5/5/5/5/5/2K1p", "pawn on e1", "last rank, e1"),
    (f"{KINGS} x", "side to move 'x', expected w or b", "side to move"),
    (f"{KINGS} w KQkq", "unmoved king 'Q', expected K or k", "unknown letter 'Q' among the unmoved kings"),
    (f"{KINGS} w K-", "unmoved king '-', expected K or k", "unknown letter '-' among the unmoved kings"),
    (f"{KINGS} w KK", "unmoved king 'K' twice", "given twice"),
    ("2k2/5/5/5/5/5/5/5/1K3 w K", "unmoved king 'K', but that king is not on c1",
     "unmoved king K does not stand on c1"),
    ("1k3/5/5/5/5/5/5/5/2K2 w k", "unmoved king 'k', but that king is not on c9",
     "unmoved king k does not stand on c9"),
    ("2K2/5/5/5/5/5/5/5/2k2 w K", "unmoved king 'K', but that king is not on c1",
     "unmoved king K does not stand on c1"),
    (f"{KINGS} w - c4", "en-passant square 'c4', but this game has no en passant: expected -", "en passant"),
    (f"{KINGS} w - - x", "clock 'x' is not a whole number", "clock"),
    (f"{KINGS} w - - -1", "clock '-1' is not a whole number", "clock"),
    (f"{KINGS} w - - 0 30001", "move number '30001' is outside 0..30000", "move number"),
    (f"{KINGS} w - - 0 1 extra", "7 fields, expected at most 6: extra 'extra'", "7 fields"),
    ("2k2/5/2R2/5/5/5/5/5/2K2 w", "the side to move could take the king on c9", "side not to move is in check"),
    ("2k2/5/2K2/5/5/5/5/5/5 b", "the side to move could take the king on c7", "side not to move is in check"),
    ("5/5/5/2k2/2K2/5/5/5/5 w", "the side to move could take the king on c6", "side not to move is in check"),
    ("5/5/5/5/5/5/5/2k2/2K2 b", "the side to move could take the king on c1", "side not to move is in check"),
    # N8: with a Knight lost, the pawn on b8 could take the king on b7 by withdrawal.
    ("5/1P3/1k3/5/3pN/5/B4/1B3/K1QRR w", "the side to move could take the king on b7",
     "side not to move is in check"),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "engine", "reference"), BAD_FENS, ids=[row[0] or "empty" for row in BAD_FENS])
def test_bad_fens(side: type[Side], fen: str, engine: str, reference: str) -> None:
    words = {Engine: engine, Reference: reference}[side]
    with pytest.raises(side.fen_error, match=re.escape(words)):
        side.read(fen)
