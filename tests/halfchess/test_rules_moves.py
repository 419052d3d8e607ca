"""R3, the rules that the family shares with chess: first moves, castling, en passant, promotion, perft."""

from __future__ import annotations

import random
import re

import pytest

from halfchess.sides import AC, AHC, FIELD, HALVES, KINGS, START, START_FEN, Armies, Engine, Side, cases, squares
from reference.halfchess import DROPS, VARIANTS

ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize("variant", VARIANTS)
def test_start(side: type[Side], variant: str) -> None:
    """Every game of the family starts from the array of chess."""
    start = side(variant)
    assert start.fen().replace("[]", "").split()[:6] == START_FEN.split()
    assert start.position == side(variant, START_FEN).position


@pytest.mark.parametrize(
    ("variant", "armies", "count"),
    cases(
        ("half-chess", "half-chess", None, 20),
        ("example 2, both RF-CD-BW-QV", AHC, ("RF-CD-BW-QV",) * 2, 24),
        ("example 2, both RA-VS-BC-RVF", AHC, ("RA-VS-BC-RVF",) * 2, 28),
    ),
)
def test_number_of_first_moves(side: type[Side], variant: str, armies: Armies | None, count: int) -> None:
    assert len(side(variant, armies=armies).moves()) == count


def test_half_chess_first_moves(side: type[Side]) -> None:
    assert squares("e2e4 b1a3 b1c3 g1f3 g1h3") <= side("half-chess").moves()


# ------------------------------------------------------------------------------------------------- castling


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        ("e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("e1g1 e8c8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"),
    ],
)
def test_castling(side: type[Side], moves: str, fen: str) -> None:
    position = side("half-chess", ROOKS)
    assert squares("e1g1 e1c1") <= position.moves()
    assert position.play(moves).fen() == fen


@pytest.mark.parametrize(
    ("variant", "moves", "rights"),
    [
        ("half-chess", "e1f1", "kq"),
        ("half-chess", "E1E2", "kq"),
        ("half-chess", "a1b1", "Kkq"),
        ("half-chess", "a1a2", "Kkq"),
        ("half-chess", "h1g1", "Qkq"),
        ("half-chess", "a1a5 a8a5", "Kk"),  # both Rooks have left home, one by a capture
        ("normal", "h1h8", "Qq"),  # capturing a Rook ends its right
    ],
)
def test_castling_rights(side: type[Side], variant: str, moves: str, rights: str) -> None:
    assert side(variant, ROOKS).play(moves).rights == rights


BOTH, SHORT, LONG, NEITHER = "e1g1 e1c1", "e1g1", "e1c1", ""


@pytest.mark.parametrize(
    ("variant", "board", "expected"),
    cases(
        ("hR f8 reaches f4", "half-chess", "5r1k/8/8/8/8/8/8/R3K2R", BOTH),
        ("hR f4 reaches f2", "half-chess", "k7/8/8/8/5r2/8/8/R3K2R", BOTH),
        ("hR f4 reaches f2, king h8", "half-chess", "7k/8/8/8/5r2/8/8/R3K2R", BOTH),
        ("hR f5 reaches f3", "half-chess", "7k/8/8/5r2/8/8/8/R3K2R", BOTH),
        ("f1 is attacked", "half-chess", "7k/8/8/8/8/8/5r2/R3K2R", LONG),
        ("g1 is attacked", "half-chess", "7k/8/8/8/8/8/6r1/R3K2R", LONG),
        ("d1 is attacked", "half-chess", "7k/8/8/8/8/8/3r4/R3K2R", SHORT),
        ("b1 may be attacked", "half-chess", "7k/8/8/8/8/8/1r6/R3K2R", BOTH),
        ("check by a Crab on d3", "half-chess", "7k/8/8/8/8/3n4/8/R3K2R", NEITHER),
        ("check by a Crab on f3", "half-chess", "7k/8/8/8/8/5n2/8/R3K2R", NEITHER),
        ("Crabs in the way", "half-chess", "7k/8/8/8/8/8/8/RN2K1NR", NEITHER),
        ("Crab e3 attacks d1 and f1", "half-chess", "7k/8/8/8/8/4n3/8/R3K2R", NEITHER),
        ("Crab b3 attacks a1 and c1", "half-chess", "7k/8/8/8/8/1n6/8/R3K2R", SHORT),
        ("Rook f8 attacks f1", "normal", "5rk1/8/8/8/8/8/8/R3K2R", LONG),
        ("augmented Rooks", AHC, "7k/8/8/8/8/8/8/R3K2R", BOTH),
        ("V+S e3 attacks d1 and f1", AHC, "7k/8/8/8/8/4n3/8/R3K2R", NEITHER),
        ("hB+Crab g3: f2 and f1", AHC, "k7/8/8/8/8/6b1/8/R3K2R", LONG),
        ("hB+Crab h3: g2 and g1", AHC, "k7/8/8/8/8/7b/8/R3K2R", LONG),
    ),
)
def test_castling_and_attacks(side: type[Side], variant: str, board: str, expected: str) -> None:
    assert side(variant, f"{board} w KQ - 0 1", HALVES).moves() & squares(BOTH) == squares(expected)


@pytest.mark.parametrize(
    ("variant", "fen", "armies", "expected"),
    cases(
        ("half Rooks, all rights", AHC, ROOKS, HALVES, BOTH),
        ("full Rooks", AC, "6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", ("RF-NA-BW-QV", "RA-NF-BC-QV"), BOTH),
        ("not with a foreign Rook", AHC, f"7k/8/8/8/8/8/8/R3K2T w Q - 0 1 {FIELD}", None, LONG),
    ),
)
def test_augmented_castling(side: type[Side], variant: str, fen: str, armies: Armies | None, expected: str) -> None:
    assert side(variant, fen, armies).moves() & squares(BOTH) == squares(expected)


# ---------------------------------------------------------------------------------------------------- pawns


def test_en_passant(side: type[Side]) -> None:
    position = side("half-chess").play("e2e4 a7a6 e4e5")
    assert position.en_passant == "-"
    position = position.push("d7d5")
    assert position.en_passant == "d6"
    taken = position.push("e5d6")
    assert taken.fen() == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"
    for detour in ("h2h3 h7h6", "a2a3 a6a5"):
        assert "e5d6" not in position.play(detour).moves()


def test_en_passant_field_after_every_double_step(side: type[Side]) -> None:
    assert side("normal").push("a2a4").en_passant == "a3"


@pytest.mark.parametrize(
    ("variant", "fen", "move", "legal"),
    cases(
        ("Rook h5 attacks a5", "normal", "8/8/8/K2pP2r/8/8/8/6k1 w - d6 0 1", "e5d6", False),
        ("hR h5 reaches d5", "half-chess", "8/8/8/K2pP2r/8/8/8/6k1 w - d6 0 1", "e5d6", True),
        ("hR h5 attacks d5", "half-chess", "8/8/8/3KPp1r/8/8/8/6k1 w - f6 0 1", "e5f6", False),
    ),
)
def test_en_passant_that_uncovers_the_king(side: type[Side], variant: str, fen: str, move: str, legal: bool) -> None:
    assert (move in side(variant, fen).moves()) == legal


def test_promotion_texts(side: type[Side]) -> None:
    position = side("half-chess", "8/P6k/8/8/8/8/8/7K w - - 0 1")
    assert position.moves("a7") == squares("a7a8q a7a8r a7a8b a7a8n")


# ----------------------------------------------------------------------------------------------- move texts


@pytest.mark.parametrize(
    "text", ["", "e2", "e2e5", "e7e5", "a1a2", "0000", "e1g1", "e2e4q", "e2-e4", "e2e4 ", "é2e4", "p@e4"]
)
def test_illegal_moves(side: type[Side], text: str) -> None:
    with pytest.raises(side.MoveError, match=re.escape(f"'{text}' is not a legal move")):
        side("normal").push(text)


# ---------------------------------------------------------------------------------------------------- perft

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("variant", "fen", "counts"),
    cases(
        ("half-chess", "half-chess", START, [20, 400, 8266, 170680]),
        ("halfgi, no drop before ply 5", "halfgi", START, [20, 400, 8266]),
        ("normal", "normal", START, [20, 400, 8902]),
        ("kiwipete", "normal", KIWIPETE, [48, 2039, 97862]),
        ("rook ending", "normal", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
        (
            "promotions",
            "normal",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            [6, 264, 9467],
        ),
        ("pawn on d7", "normal", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
        ("chessgi", "chessgi", START, [20, 400, 8902]),
        ("one pawn in hand", "chessgi", f"{KINGS}[P] w - -", [60, 290]),
        ("mate", "normal", "R5k1/5ppp/8/8/8/8/8/K7 b", [0, 0]),
    ),
)
@pytest.mark.quick(9)
def test_perft(side: type[Side], variant: str, fen: str, counts: list[int]) -> None:
    position = side(variant, fen)
    assert [position.perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_perft_goes_on_after_draws_by_rule(side: type[Side]) -> None:
    position = side("normal", f"{KINGS} w - - 100 80")
    assert position.result() is not None
    assert position.perft(0) == 1
    assert position.perft(2) == 25


# --------------------------------------------------------------------------------------------- random games


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(side: type[Side], variant: str) -> None:
    """FENs round-trip, texts are unique and lower case, and no unit is lost."""
    rng = random.Random(variant)
    for _ in range(2 if side is Engine else 12):  # the engine plays many more against the reference
        armies = None
        if variant in (AHC, AC):
            armies = (rng.choice(side.legal_armies(variant)), rng.choice(side.legal_armies(variant)))
        position = side(variant, START_FEN, armies)
        units = 32
        for _ in range(160):
            fen, texts = position.fen(), position.texts()
            again = side(variant, fen, armies)
            assert again.position == position.position
            assert again.fen() == fen
            assert again.texts() == texts
            assert len(texts) == len(set(texts))
            assert all(text == text.lower() and " " not in text for text in texts)
            left = sum(map(str.isalpha, fen.split()[0]))  # on the board and in the hands
            assert units - left in ((0,) if variant in DROPS else (0, 1))
            assert ("[" in fen) == (variant in DROPS)
            if position.result() is not None:
                break
            promoting = [text for text in texts if len(text) == 5]
            position = position.push(rng.choice(promoting or texts).upper())
            units = left
