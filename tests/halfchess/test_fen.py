"""FENs and texts of every family: valid and invalid ones, error messages, and fuzz."""

from __future__ import annotations

import contextlib
import random
import string
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fanorona_boards import POINTS, board
from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.halfchess.armies import ARMY_RULES, ArmyError, legal_armies, parse_army
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from support.mutilation import mutilated
from support.perft_suite import entries, read_position

AHC, AC = "augmented-half-chess", "augmented-chess"
PAIR = {AHC: ("RF-CD-BW-QV", "RA-VS-BC-RVF"), AC: ("RF-NA-BW-QV", "RA-ID-BV-QC")}
FC = "fanorona-chess"
VARIANTS = ("normal", "half-chess", "halfgi", "chessgi", AHC, AC, FC)
KINGS = "4k3/8/8/8/8/8/8/4K3"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
FIELD = " ".join(["w - - 0 1", ":".join(PAIR[AHC])])
LINES = "2k2/5/5/5/5/5/5/5/2K2"  # Fanorona Chess: kings at home


def fen_of(variant: str, fen: str) -> str:
    """The FEN as the engine writes it back."""
    return read_position(variant, fen, PAIR.get(variant)).fen()


# ------------------------------------------------------------------------------------------------- valid

VALID = [
    ("normal", KINGS, f"{KINGS} w - - 0 1"),
    ("normal", f"{KINGS} b", f"{KINGS} b - - 0 1"),
    ("normal", f"{KINGS} w - - 17", f"{KINGS} w - - 17 1"),
    ("normal", f"{KINGS} w - - 250 300", f"{KINGS} w - - 250 300"),
    ("normal", "r3k2r/8/8/8/8/8/8/R3K2R w qkQ", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"),
    ("normal", "4k3/8/8/8/4P3/8/8/4K3 b - e3", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"),  # no pawn can take
    ("halfgi", KINGS, f"{KINGS}[] w - - 0 1"),
    ("halfgi", f"{KINGS}[] b - - 3", f"{KINGS}[] b - - 3 1"),
    ("halfgi", f"{KINGS}[pPnN]", f"{KINGS}[NPnp] w - - 0 1"),
    ("halfgi", "p3k3/8/8/8/8/8/8/P3K3[]", "p3k3/8/8/8/8/8/8/P3K3[] w - - 0 1"),
    ("halfgi", f"{KINGS}[{'Q' * 30}]", f"{KINGS}[{'Q' * 30}] w - - 0 1"),
    (AHC, KINGS, f"{KINGS} {FIELD}"),
    (AHC, f"{KINGS} w - - 0 1 RA-VS-BC-RVF:RF-CD-BW-QV", f"{KINGS} w - - 0 1 RA-VS-BC-RVF:RF-CD-BW-QV"),
    (AHC, "4k3/them4/8/8/8/8/THEM4/4K3", f"4k3/them4/8/8/8/8/THEM4/4K3 {FIELD}"),
    (FC, LINES, f"{LINES} w - - 0 1"),
    (FC, f"{LINES} b kK", f"{LINES} b Kk - 0 1"),
    (FC, f"{LINES} w k - 17", f"{LINES} w k - 17 1"),
    (FC, f"{LINES} w K - 250 300", f"{LINES} w K - 250 300"),
    (FC, "5/5/2k2/5/5/5/5/2K2/5 b", "5/5/2k2/5/5/5/5/2K2/5 b - - 0 1"),
    (FC, "1bb1k/5/5/pppp1/5/PPPP1/5/5/1BB1K w", "1bb1k/5/5/pppp1/5/PPPP1/5/5/1BB1K w - - 0 1"),
    (FC, "5/5/5/5/5/5/5/2k2/2K2 w", "5/5/5/5/5/5/5/2k2/2K2 w - - 0 1"),  # only the king on c1 is in check
    (FC, "1k3/1P3/5/5/p3N/P4/BB1N1/5/K1QRR w", "1k3/1P3/5/5/p3N/P4/BB1N1/5/K1QRR w - - 0 1"),
]


@pytest.mark.parametrize(("variant", "fen", "written"), VALID)
def test_valid(variant: str, fen: str, written: str) -> None:
    assert fen_of(variant, fen) == written
    assert fen_of(variant, written) == written


@pytest.mark.sampled(5)
@pytest.mark.parametrize("entry", list(entries()), ids=lambda entry: entry.id)
def test_suites_are_written_back(entry) -> None:  # type: ignore[no-untyped-def]
    position = entry.position()
    written = entry.fen.replace(" KQkq ", " - ") if entry.options.get("Castling") == "false" else entry.fen
    assert position.fen() == written and position.valid() and position.key == position.fresh_key


# ----------------------------------------------------------------------------------------------- invalid

INVALID = [
    # The board.
    ("normal", "", "empty FEN"),
    ("normal", "   ", "empty FEN"),
    ("normal", "4k3/8/8/8/8/8/4K3", "board has 7 ranks, expected 8"),
    ("normal", f"{KINGS}/8", "board has 9 ranks, expected 8"),
    ("normal", "4k3/8/8/ppppppppp/8/8/8/4K3", "rank 5 has 9 files, expected 8"),
    ("normal", "4k3/8/7/8/8/8/8/4K3", "rank 6 has 7 files, expected 8"),
    ("normal", "4k3/8/44/8/8/8/8/4K3", "rank 6 has 44 files, expected 8"),  # a run of digits is one number
    ("normal", "4k3/8/0p7/8/8/8/8/4K3", "rank 6 has '0', expected a number from 1"),
    ("normal", "4k3/8/08/8/8/8/8/4K3", "rank 6 has '08', expected a number from 1"),
    ("normal", "4k3/8//8/8/8/8/4K3", "rank 6 has 0 files, expected 8"),
    ("normal", f"4k3/8/{'9' * 5000}/8/8/8/8/4K3", "rank 6 has a number of 5000 digits"),
    ("normal", "4k3/8/x7/8/8/8/8/4K3", "'x' on a6 is not a piece of this variant, expected one of PNBRQKpnbrqk"),
    ("normal", "4k3/8/7é/8/8/8/8/4K3", "'é' on h6 is not a piece of this variant"),
    ("normal", "4k3/8/٣p4/8/8/8/8/4K3", "'٣' on a6 is not a piece"),
    ("half-chess", "4k3/8/T7/8/8/8/8/4K3", "'T' on a6 is not a piece of this variant"),
    ("halfgi", "4k3/8/m7/8/8/8/8/4K3", "'m' on a6 is not a piece of this variant"),
    (AHC, "4k3/8/C7/8/8/8/8/4K3", "expected one of PNBRQKTHEMpnbrqkthem"),
    ("normal", "4k3/8/8/8/8/8/8/P3K3", "pawn on a1"),
    ("normal", "p3k3/8/8/8/8/8/8/4K3", "pawn on a8"),
    ("normal", "P3k3/8/8/8/8/8/8/4K3", "pawn on a8"),
    ("halfgi", "P3k3/8/8/8/8/8/8/4K3", "pawn on a8"),
    ("halfgi", "4k3/8/8/8/8/8/8/p3K3", "pawn on a1"),
    ("normal", "8/8/8/8/8/8/8/4K3", "Black has no king"),
    ("normal", "4k3/8/8/8/8/8/8/8", "White has no king"),
    ("normal", "4k3/8/8/8/8/8/8/K3K3", "White has more than one king"),
    ("normal", "4k2k/8/8/8/8/8/8/K7", "Black has more than one king"),
    ("normal", "4k3/8/8/8/8/QQQQQQQQ/PPPPPPPP/4K3 b", "White has more than 16 pieces"),
    ("halfgi", f"{KINGS}[{'P' * 31}]", "33 pieces on the board and in the hands, expected at most 32"),
    ("halfgi", f"{KINGS}[{'P' * 256}]", "258 pieces on the board and in the hands, expected at most 32"),
    ("halfgi", f"{KINGS}[{'q' * 1000}]", "pieces on the board and in the hands, expected at most 32"),
    # Hands.
    ("normal", f"{KINGS}[P]", "a hand in brackets, but this variant has no drops"),
    ("half-chess", f"{KINGS}[]", "a hand in brackets, but this variant has no drops"),
    (AHC, f"{KINGS}[]", "a hand in brackets, but this variant has no drops"),
    ("halfgi", f"{KINGS}[K]", "'K' in the hand is not a piece, expected one of QRBNPqrbnp"),
    ("halfgi", f"{KINGS}[T]", "'T' in the hand is not a piece"),
    ("halfgi", f"{KINGS}[1]", "'1' in the hand is not a piece"),
    ("halfgi", f"{KINGS}[P", "is not closed by ']'"),
    ("halfgi", f"{KINGS}[P]Q", "is not closed by ']'"),
    ("halfgi", f"{KINGS}[P][p]", "']' in the hand is not a piece"),
    # Check.
    ("normal", "4k3/4R3/8/8/8/8/8/4K3 w", "the side not to move is in check"),
    ("normal", "8/8/8/8/8/8/4k3/4K3 w", "the side not to move is in check"),
    ("half-chess", "8/8/8/k7/8/8/8/R6K w", "the side not to move is in check"),
    (AHC, "4k3/8/2T5/8/8/8/8/4K3 w", "the side not to move is in check"),  # Black's hR+Alfil, White's
    # Side, rights, en passant.
    ("normal", f"{KINGS} x", "side to move 'x', expected w or b"),
    ("normal", f"{KINGS} W", "side to move 'W', expected w or b"),
    ("normal", f"{KINGS} w K", "castling right 'K' without king on e1 and rook on h1"),
    ("normal", "r3k3/8/8/8/8/8/8/4K3 w k", "castling right 'k' without king on e8 and rook on h8"),
    ("normal", "4k3/8/8/8/8/8/8/3K3R w K", "castling right 'K' without king on e1 and rook on h1"),
    ("normal", "4k3/8/8/8/8/8/8/r3K3 w Q", "castling right 'Q' without king on e1 and rook on a1"),
    (AHC, "4k3/8/8/8/8/8/8/4K2T w K", "castling right 'K' without king on e1 and rook on h1"),
    ("normal", "4k3/8/8/8/8/8/8/4K2R w KK", "castling right 'K' twice"),
    ("normal", f"{KINGS} w A", "castling right 'A', expected K, Q, k or q"),
    ("normal", "4k3/8/8/8/8/8/8/4K2R w K-", "castling right '-', expected K, Q, k or q"),
    ("normal", f"{KINGS} w - e9", "en-passant square 'e9' is not a square"),
    ("normal", f"{KINGS} w - e", "en-passant square 'e' is not a square"),
    ("normal", f"{KINGS} w - i6", "en-passant square 'i6' is not a square"),
    ("normal", f"{KINGS} w - e06", "en-passant square 'e06' is not a square"),
    ("normal", f"{KINGS} w - E6", "en-passant square 'E6' is not a square"),
    ("normal", f"{KINGS} w - e3", "en-passant square 'e3' is not on rank 6"),
    ("normal", f"{KINGS} b - e6", "en-passant square 'e6' is not on rank 3"),
    ("normal", f"{KINGS} w - d6", "en-passant square 'd6' without a pawn on d5"),
    ("normal", "4k3/8/8/3P4/8/8/8/4K3 w - d6", "en-passant square 'd6' without a pawn on d5"),
    ("normal", "4k3/8/3n4/3p4/8/8/8/4K3 w - d6", "en-passant square 'd6', but d6 is occupied"),
    ("normal", "4k3/3n4/8/3p4/8/8/8/4K3 w - d6", "en-passant square 'd6', but d7 is occupied"),
    # Numbers.
    ("normal", f"{KINGS} w - - x", "clock 'x' is not a whole number"),
    ("normal", f"{KINGS} w - - -1", "clock '-1' is not a whole number"),
    ("normal", f"{KINGS} w - - 1.5", "clock '1.5' is not a whole number"),
    ("normal", f"{KINGS} w - - ٣", "clock '٣' is not a whole number"),
    ("normal", f"{KINGS} w - - 10001", "clock '10001' is outside 0..10000"),
    ("normal", f"{KINGS} w - - 0 30001", "move number '30001' is outside 0..30000"),
    ("normal", f"{KINGS} w - - 0 one", "move number 'one' is not a whole number"),
    ("normal", f"{KINGS} w - - 0 {'9' * 5000}", "is outside 0..30000"),
    # Fields and armies.
    ("normal", f"{KINGS} w - - 0 1 extra", "7 fields, expected at most 6: extra 'extra'"),
    ("half-chess", f"{KINGS} {FIELD}", "7 fields, expected at most 6"),
    (AHC, f"{KINGS} {FIELD} extra", "8 fields, expected at most 7: extra 'extra'"),
    (AHC, f"{KINGS} w - - 0 1 RF-CD-BW-QV", "expected two codes joined by ':'"),
    (AHC, f"{KINGS} w - - 0 1 {':'.join(PAIR[AHC])}:", "expected two codes joined by ':'"),
    (AHC, f"{KINGS} w - - 0 1 RF-CD-BW-QV:RW-CD-BV-QS", "adds nothing to R (rule A4)"),
    (AHC, f"{KINGS} w - - 0 1 RF-CF-BW-QV:RA-VS-BC-RVF", "augmenter F is used twice (rule A2)"),
    (AHC, f"{KINGS} w - - 0 1 RF-CW-BC-QV:RA-VS-BC-RVF", "C is the basic Knight and may not augment too (rule A3)"),
    (AHC, f"{KINGS} w - - 0 1 RF-CD-BW:RA-VS-BC-RVF", "3 slots joined by '-', expected 4 (R-N-B-Q) (rule A1)"),
    (AC, f"{KINGS} {FIELD}", "'CD' is not a piece for slot N"),
    # Fanorona Chess.
    (FC, "", "empty FEN"),
    (FC, "2k2/5/5/5/5/5/5/2K2", "board has 8 ranks, expected 9"),
    (FC, f"{LINES}/5", "board has 10 ranks, expected 9"),
    (FC, "2k2/5/5/6/5/5/5/5/2K2", "rank 6 has 6 files, expected 5"),
    (FC, "2k2/5/5/5/ppp1/5/5/5/2K2", "rank 5 has 4 files, expected 5"),
    (FC, "2k2/5/5/23/5/5/5/5/2K2", "rank 6 has 23 files, expected 5"),  # a run of digits is one number
    (FC, "2k2/5/5/05/5/5/5/5/2K2", "rank 6 has '05', expected a number from 1"),
    (FC, "2k2/5//5/5/5/5/5/2K2", "rank 7 has 0 files, expected 5"),
    (FC, START, "board has 8 ranks, expected 9"),
    (FC, "2k2/5/x4/5/5/5/5/5/2K2", "'x' on a7 is not a piece, expected one of PNBRQKpnbrqk"),
    (FC, "2k2/5/4é/5/5/5/5/5/2K2", "'é' on e7 is not a piece"),
    (FC, f"{LINES}[]", "rank 1 has 7 files, expected 5"),
    (FC, "2k2/5/5/5/5/5/5/5/5", "Yellow has no king"),
    (FC, "5/5/5/5/5/5/5/5/2K2", "Brown has no king"),
    (FC, "1kk2/5/5/5/5/5/5/5/2K2", "Brown has 2 kings, the game has 1"),
    (FC, "2k2/5/5/5/NN3/N4/5/5/2K2", "Yellow has 3 Knights, the game has 2"),
    (FC, "2k2/5/5/5/bb3/b4/5/5/2K2", "Brown has 3 Bishops, the game has 2"),
    (FC, "2k2/5/5/5/rr3/r4/5/5/2K2", "Brown has 3 Rooks, the game has 2"),
    (FC, "2k2/5/5/5/QQ3/5/5/5/2K2", "Yellow has 2 Queens, the game has 1"),
    (FC, "2k2/5/5/5/PPPPP/P4/5/5/2K2", "Yellow has 6 pawns, the game has 5"),
    (FC, "P1k2/5/5/5/5/5/5/5/2K2", "pawn on a9"),
    (FC, "p1k2/5/5/5/5/5/5/5/2K2", "pawn on a9"),
    (FC, "2k2/5/5/5/5/5/5/5/2K1P", "pawn on e1"),
    (FC, "2k2/5/5/5/5/5/5/5/2K1p", "pawn on e1"),
    (FC, f"{LINES} x", "side to move 'x', expected w or b"),
    (FC, f"{LINES} w KQkq", "unmoved king 'Q', expected K or k"),
    (FC, f"{LINES} w K-", "unmoved king '-', expected K or k"),
    (FC, f"{LINES} w KK", "unmoved king 'K' twice"),
    (FC, "2k2/5/5/5/5/5/5/5/1K3 w K", "unmoved king 'K', but that king is not on c1"),
    (FC, "1k3/5/5/5/5/5/5/5/2K2 w k", "unmoved king 'k', but that king is not on c9"),
    (FC, "2K2/5/5/5/5/5/5/5/2k2 w K", "unmoved king 'K', but that king is not on c1"),
    (FC, f"{LINES} w - c4", "en-passant square 'c4', but this game has no en passant: expected -"),
    (FC, f"{LINES} w - - x", "clock 'x' is not a whole number"),
    (FC, f"{LINES} w - - 10001", "clock '10001' is outside 0..10000"),
    (FC, f"{LINES} w - - 0 30001", "move number '30001' is outside 0..30000"),
    (FC, f"{LINES} w - - 0 1 extra", "7 fields, expected at most 6: extra 'extra'"),
    (FC, "2k2/5/2R2/5/5/5/5/5/2K2 w", "the side to move could take the king on c9"),
    (FC, "2k2/5/2K2/5/5/5/5/5/5 b", "the side to move could take the king on c7"),
    (FC, "5/5/5/2k2/2K2/5/5/5/5 w", "the side to move could take the king on c6"),
    (FC, "5/5/5/5/5/5/5/2k2/2K2 b", "the side to move could take the king on c1"),
    # N8: with a Knight lost the pawn on b8 could take the king on b7 by withdrawal.
    (FC, "5/1P3/1k3/5/3pN/5/B4/1B3/K1QRR w", "the side to move could take the king on b7"),
]


@pytest.mark.parametrize(("variant", "fen", "words"), INVALID, ids=[f"{v}: {w[:50]}" for v, _, w in INVALID])
def test_invalid(variant: str, fen: str, words: str) -> None:
    with pytest.raises(FenError) as caught:
        read_position(variant, fen, PAIR.get(variant))
    assert words in str(caught.value)


def test_a_bad_fen_through_a_game() -> None:
    with pytest.raises(FenError, match="rank 5 has 9 files"):
        Game("half-chess", None, "4k3/8/8/ppppppppp/8/8/8/4K3")
    with pytest.raises(OptionError, match="A2"):
        Game(AHC, {"WhiteArmy": "RF-CF-BW-QV"}, KINGS)


# -------------------------------------------------------------------------------------------------- fuzz

SIGNS = "KkQqRrBbNnPpTtHhEeMm12345678/[]- wb0369" + "é٣@"
CORPUS = [entry.fen for entry in entries()] + [fen for table in (VALID, INVALID) for _, fen, _ in table]


@st.composite
def composed(draw: st.DrawFn) -> str:
    """A FEN put together from likely parts."""
    row = st.lists(st.sampled_from("KkQRBNPqrbnpTHEMthem112233"), max_size=6).map("".join)
    rows = draw(st.lists(row | st.just("8"), min_size=8, max_size=8))
    cells = "/".join(rows)
    hand = draw(st.just("") | st.text("QRBNPqrbnp", max_size=6).map(lambda text: f"[{text}]"))
    tail = [
        draw(st.sampled_from(["w", "b"])),
        draw(st.sampled_from(["-", "KQkq", "K", "q", "Qk"])),
        draw(st.sampled_from(["-", "e3", "d6", "a6", "h3"])),
        draw(st.integers(0, 120).map(str)),
        draw(st.integers(1, 200).map(str)),
    ]
    return " ".join([cells + hand, *tail[: draw(st.integers(0, 5))]])


@st.composite
def placed(draw: st.DrawFn) -> str:
    """A FEN of Fanorona Chess with its two kings and some more pieces on other points."""
    points = draw(st.lists(st.sampled_from(POINTS), min_size=2, max_size=12, unique=True))
    others = draw(st.text("QRBNPPPqrbnppp", min_size=10, max_size=10))
    pieces = [letter + point for letter, point in zip("Kk" + others, points)]
    homes = "".join(letter for letter, home in (("K", "Kc1"), ("k", "kc9")) if home in pieces)
    return f"{board(' '.join(pieces))} {draw(st.sampled_from('wb'))} {draw(st.sampled_from([homes or '-', '-']))} - 0 1"


def read_and_walk(variant: str, fen: str, seed: int) -> None:
    """Allows only FenError; a FEN that is read survives writing and reading, and the position can be played."""
    try:
        position = read_position(variant, fen, PAIR.get(variant))
    except FenError:
        return
    written = position.fen()
    again = read_position(variant, written, PAIR.get(variant))
    assert again.fen() == written and again.key == position.key
    rng = random.Random(seed)
    for _ in range(6):
        assert position.valid() and position.key == position.fresh_key
        moves = position.moves()
        assert len(moves) == position.count() == len({position.text(move) for move in moves})
        if not moves:
            return
        move = rng.choice(moves)
        assert position.parse(position.text(move)) == move
        position = position.make(move)
        assert read_position(variant, position.fen(), PAIR.get(variant)).fen() == position.fen()


@pytest.mark.thorough
@settings(max_examples=400, deadline=None)
@given(st.sampled_from(VARIANTS), mutilated(CORPUS, SIGNS), st.integers(0, 99))
def test_fuzz_mutilated_fens(variant: str, fen: str, seed: int) -> None:
    read_and_walk(variant, fen, seed)


@pytest.mark.thorough
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(VARIANTS), composed(), st.integers(0, 99))
def test_fuzz_composed_fens(variant: str, fen: str, seed: int) -> None:
    read_and_walk(variant, fen, seed)


@settings(max_examples=150, deadline=None)
@given(placed(), st.integers(0, 99))
@example("2k2/5/5/5/5/5/5/5/2K2 w Kk - 0 1", 0)
@pytest.mark.later
def test_fuzz_placed_fens(fen: str, seed: int) -> None:
    read_and_walk(FC, fen, seed)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(VARIANTS), st.text(max_size=80))
@example("normal", "\0")
@example("halfgi", "[")
@example("halfgi", "8/8/8/8/8/8/8/8[\u0149]")
def test_fuzz_any_text(variant: str, fen: str) -> None:
    with pytest.raises(FenError):
        read_position(variant, fen, PAIR.get(variant))


MOVE_SIGNS = "abcdefgh12345678qrbnthem@QRBNPKO0-+=x "


def accepted(full: str) -> set[str]:
    """A move's canonical text, and its abbreviations, accepted if no other move fits."""
    bare = full[:4]
    victim = full[4:7] if full[4:5] == "x" else ""
    return {full, bare, bare + victim, bare + full[4 + len(victim) :]}


@st.composite
def moves_to_try(draw: st.DrawFn) -> tuple[Any, str]:
    """A suite's position with any text, or with one of its moves shortened or altered a little."""
    # Bifold Halfgi and Tandem-84 abbreviate in their own ways: see their tests.
    known = [entry for entry in entries() if not entry.variant.startswith(("bifold", "tandem"))]
    entry = draw(st.sampled_from([entry for entry in known if min(entry.counts.values())]))
    position = entry.position()
    text = draw(st.text(max_size=8) | st.text(MOVE_SIGNS, max_size=6) | st.just(""))
    if not text:
        text = position.text(draw(st.sampled_from(position.moves())))
        text = text[: draw(st.integers(3, 8))] + draw(st.just("") | st.sampled_from("xqnb5"))
    return position, text


@settings(max_examples=400, deadline=None)
@given(moves_to_try())
@pytest.mark.later
def test_fuzz_moves(tried: tuple[Any, str]) -> None:
    """A text is a legal move, an abbreviation of exactly one, or causes a MoveError."""
    position, text = tried
    legal = {position.text(move): move for move in position.moves()}
    fitting = [move for full, move in legal.items() if text.lower() in accepted(full)]
    if text.lower() in legal or len(fitting) == 1:
        assert position.parse(text) == legal.get(text.lower(), fitting[0])
        return
    with pytest.raises(MoveError) as caught:
        position.parse(text)
    assert text in str(caught.value)
    assert all(position.text(move) in str(caught.value) for move in fitting)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(ARMY_RULES)), st.text("RNIBQCVWFDAS-rq ", max_size=14) | st.text(max_size=14))
def test_fuzz_army_codes(variant: str, code: str) -> None:
    if code.strip().upper() in legal_armies(variant):
        assert parse_army(code, ARMY_RULES[variant]).code == code.strip().upper()
        return
    with pytest.raises(ArmyError, match=r"\(rule A[1-4]\)$"):
        parse_army(code, ARMY_RULES[variant])


@settings(max_examples=150, deadline=None)
@given(st.text(string.printable, max_size=20), st.text(string.printable, max_size=20), st.sampled_from(["", KINGS]))
def test_fuzz_options(name: str, value: str, fen: str) -> None:
    """Bad options of a game cause only OptionError, whatever the value."""
    for option in (name, "WhiteArmy", "DistinctPieces"):
        with contextlib.suppress(OptionError):
            game = Game(AHC, {option: value}, fen or None)
            assert Game(AHC, game.options, game.fen()).fen() == game.fen()
