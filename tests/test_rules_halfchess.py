"""The Half Chess family's rule page, statement by statement, against the engine (rules/half-chess-family.md)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from oddfish.cext.core.geometry import LEAPS
from oddfish.cext.core.rules import MoveError
from oddfish.cext.halfchess.armies import (
    ARMY_RULES,
    AUGMENTED_FULL,
    AUGMENTED_HALF,
    SLOTS,
    ArmyError,
    ArmyRules,
    legal_armies,
    listed_armies,
    parse_army,
)
from oddfish.cext.halfchess.game import HalfChess
from oddfish.engine.game import Game, Result
from oddfish.engine.options import OptionError
from oddfish.engine.variants.halfchess import FAMILY, shared_pieces
from support.perft_suite import read_position, setup_of

AHC, AC = "augmented-half-chess", "augmented-chess"
HALVES = ("RF-CD-BW-QV", "RA-VS-BC-RVF")  # rule page, FEN example
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def squares(text: str) -> set[str]:
    return set(text.split())


def texts(position: HalfChess) -> list[str]:
    return [position.text(move) for move in position.moves()]


def play(position: HalfChess, moves: str) -> HalfChess:
    for text in moves.split():
        position = position.make(position.parse(text))
    return position


def attacks(position: HalfChess, square: str) -> set[str]:
    return {NAMES[to] for to in position.attacked(NAMES.index(square))}


def board_of(pieces: dict[str, str]) -> str:
    """The FEN board of letters by square."""
    rows = []
    for rank in "87654321":
        row, gap = "", 0
        for file in "abcdefgh":
            letter = pieces.get(file + rank)
            if letter:
                row += (str(gap) if gap else "") + letter
            gap = 0 if letter else gap + 1
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


def lone(variant: str, letter: str, square: str, armies: tuple[str, str] = HALVES) -> set[str]:
    """What a piece attacks on a board empty but for kings, which stand where it does not reach."""
    tail = f" {'b' if letter.isupper() else 'w'} - - 0 1"
    for white, black in product(("a1", "h1", "b8", "c4", "h5", "d7"), ("h8", "a8", "g1", "f5", "a4", "e2")):
        if square in (white, black):
            continue
        try:
            board = board_of({square: letter, white: "K", black: "k"})
            position = read_position(variant, board + tail, armies)
        except ValueError:
            continue
        found = attacks(position, square)
        if not found & {white, black}:
            return found
    raise AssertionError(f"no room for kings beside {letter} on {square}")


# ----------------------------------------------------------------------------------------- R1: halflings


def test_r1_range_table() -> None:
    """From a1, an hR on each file and rank distance: range = ceil(d/2)."""
    for distance, reach in enumerate([0, 1, 1, 2, 2, 3, 3, 4]):
        file = "hgfedcba"[distance]
        found = lone("half-chess", "R", f"{file}3")
        assert len({square for square in found if square[1] == "3" and square > f"{file}3"}) == reach


@pytest.mark.parametrize(
    ("square", "expected"),
    [
        ("a1", "a2 a3 a4 a5 b1 c1 d1 e1"),
        ("a5", "a6 a7 a4 a3 b5 c5 d5 e5"),
        ("a6", "a7 a5 a4 a3 b6 c6 d6 e6"),
    ],
)
def test_r1_rooks(square: str, expected: str) -> None:
    assert lone("half-chess", "R", square) == squares(expected)


def test_r1_bishop_does_not_attack_f7() -> None:
    assert lone("half-chess", "B", "c4") == squares("d5 e6 b5 b3 d3 e2 a6 a2") - squares("a6 a2")
    developed = play(read_position("half-chess"), "e2e4 e7e5 f1e2 b8c6 e2c4")
    assert "f7" not in attacks(developed, "c4") and "e6" in attacks(developed, "c4")


def test_r1_empty_board_sums() -> None:
    rooks = {square: lone("half-chess", "R", square) for square in NAMES}
    bishops = {square: lone("half-chess", "B", square) for square in NAMES}
    assert {len(found) for found in rooks.values()} == {8}
    assert sum(map(len, rooks.values())) == 512
    assert sum(map(len, bishops.values())) == 336
    for square in NAMES:
        assert lone("half-chess", "Q", square) == rooks[square] | bishops[square]


def test_r1_range_is_that_of_the_empty_board() -> None:
    """A blocker stops the slide; it does not shorten the distance to the edge it is counted by."""
    position = read_position("half-chess", "7k/8/8/8/p7/8/8/R2n3K w - - 0 1")
    assert attacks(position, "a1") == squares("a2 a3 a4 b1 c1 d1")
    assert squares("a1a4 a1d1") <= set(texts(position)) and "a1a5" not in texts(position)


def test_r1_check_is_counted_from_the_attacker() -> None:
    assert read_position("half-chess", "7K/8/8/k7/8/8/8/R7 b - - 0 1").check
    assert not read_position("half-chess", "7K/8/8/R7/8/8/8/k7 b - - 0 1").check


def test_r1_pin_only_within_reach() -> None:
    """hR h4 reaches d4 (d=7, range 4): it pins a piece on e4 against d4, not against c4."""
    assert not [t for t in texts(read_position("half-chess", "7k/8/8/8/3KP2r/8/8/8 w - - 0 1")) if t == "e4e5"]
    assert "e4e5" in texts(read_position("half-chess", "7k/8/8/8/2K1P2r/8/8/8 w - - 0 1"))


# ------------------------------------------------------------------------------------------- R2: leapers


def test_r2_crab_is_mirrored_for_black() -> None:
    assert lone("half-chess", "N", "e4") == squares("d6 f6 c3 g3")
    assert lone("half-chess", "n", "e4") == squares("d2 f2 c5 g5")


@pytest.mark.parametrize(
    ("augmenter", "expected"),
    [
        ("W", "d4 f4 e3 e5"),
        ("F", "d3 f3 d5 f5"),
        ("D", "c4 g4 e2 e6"),
        ("A", "c2 g2 c6 g6"),
        ("C", "d6 f6 c3 g3"),
        ("V", "d6 f6 d2 f2"),
        ("S", "c3 c5 g3 g5"),
    ],
)
def test_r2_leapers_by_augmenting(augmenter: str, expected: str) -> None:
    """Every augmenter, seen through the piece it is added to."""
    if augmenter in "AS":
        white, letter, basic = "RC-VW-BD-QS" if augmenter == "S" else "RC-VW-BD-QA", "Q", "Q"
    elif augmenter in "CV":
        white, letter, basic = f"RF-{'V' if augmenter == 'C' else 'C'}W-B{augmenter}-QA", "B", "B"
    elif augmenter == "D":
        white, letter, basic = "RC-VW-BD-QA", "B", "B"
    elif augmenter == "F":
        white, letter, basic = "RF-CW-BD-QA", "R", "R"
    else:
        white, letter, basic = "RF-CA-BW-QS", "B", "B"
    slides = lone("half-chess", basic, "e4")
    assert lone(AHC, letter, "e4", (white, "RF-CD-BW-QV")) == slides | squares(expected)
    black = squares("d2 f2 c5 g5") if augmenter == "C" else squares(expected)
    assert lone(AHC, letter.lower(), "e4", ("RF-CD-BW-QV", white)) == slides | black


def test_r2_compounds() -> None:
    knight = squares("d6 f6 d2 f2 c3 c5 g3 g5")
    assert lone(AHC, "N", "e4", ("RA-VS-BC-QD", HALVES[0])) == knight == lone("normal", "N", "e4")
    assert lone(AHC, "N", "e4", ("RA-VF-BC-QD", HALVES[0])) == squares("d6 f6 d2 f2 d3 f3 d5 f5")  # Fibnif
    assert lone(AC, "N", "e4", ("RA-IW-BC-QV", "RA-NW-BC-QV")) == squares("d6 f6 d2 f2 d3 f3 d5 f5 d4 f4 e3 e5")


def test_r2_leapers_jump_and_may_leave_no_board() -> None:
    position = read_position(AHC, START, ("RA-VS-BC-RVF",) * 2)
    assert [text for text in texts(position) if text.startswith("a1")] == ["a1c3"]  # worked example 3
    assert lone("half-chess", "N", "a1") == squares("b3")
    assert lone("half-chess", "n", "h8") == squares("g6")
    assert lone("half-chess", "N", "h8") == squares("f7")
    assert lone("half-chess", "n", "a1") == squares("c2")


# ------------------------------------------------------------------------------------- R3: FIDE's rules


def test_r3_insufficient_material_is_bare_kings_only() -> None:
    kings = "4k3/8/8/8/8/8/8/4K3"
    for variant in ("normal", "half-chess"):
        assert read_position(variant, kings).outcome() == (2, "insufficient material")
        assert read_position(variant, "4k3/8/8/8/8/8/8/3BK3").outcome() == (0, "")
        assert read_position(variant, "4k3/8/8/8/8/8/8/3NK3").outcome() == (0, "")
    assert read_position("halfgi", kings + "[]").outcome() == (2, "insufficient material")
    for hand in "PNBRQpnbrq":
        assert read_position("halfgi", f"{kings}[{hand}]").outcome() == (0, "")


def test_r3_castling_moves_and_rights() -> None:
    position = read_position("half-chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert squares("e1g1 e1c1") <= set(texts(position))
    assert play(position, "e1g1").fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert play(position, "e1c1").fen() == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
    assert play(position, "e1g1 e8c8").fen() == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    assert play(position, "e1f1").fen().split()[2] == "kq"
    assert play(position, "a1b1").fen().split()[2] == "Kkq"
    assert play(position, "h1g1").fen().split()[2] == "Qkq"
    assert play(position, "a1a5 a8a5").fen().split()[2] == "Kk"


def castles(variant: str, board: str, armies: tuple[str, str] = HALVES, rights: str = "KQ") -> set[str]:
    position = read_position(variant, f"{board} w {rights} - 0 1", armies)
    return set(texts(position)) & squares("e1g1 e1c1")


def test_r3_castling_and_halfling_attacks() -> None:
    both, short, long = squares("e1g1 e1c1"), squares("e1g1"), squares("e1c1")
    assert castles("half-chess", "5r1k/8/8/8/8/8/8/R3K2R") == both  # hR f8 reaches f4
    assert castles("half-chess", "k7/8/8/8/5r2/8/8/R3K2R") == both  # hR f4 (d=3) reaches f2
    assert castles("half-chess", "7k/8/8/5r2/8/8/8/R3K2R") == both  # hR f5 (d=4) reaches f3
    assert castles("half-chess", "7k/8/8/8/8/8/5r2/R3K2R") == long
    assert castles("half-chess", "7k/8/8/8/8/8/6r1/R3K2R") == long
    assert castles("half-chess", "7k/8/8/8/8/8/3r4/R3K2R") == short
    assert castles("half-chess", "7k/8/8/8/8/8/1r6/R3K2R") == both  # b1 and a1 may be attacked
    assert castles("half-chess", "7k/8/8/8/8/3n4/8/R3K2R") == set()  # in check from a Crab on d3
    assert castles("half-chess", "7k/8/8/8/8/5n2/8/R3K2R") == set()
    assert castles("half-chess", "7k/8/8/8/8/8/8/RN2K1NR") == set()
    assert castles("half-chess", "7k/8/8/8/8/4n3/8/R3K2R") == set()  # Crab e3 attacks d1 and f1
    assert castles("half-chess", "7k/8/8/8/8/1n6/8/R3K2R") == short  # a1 and c1
    assert castles("normal", "5rk1/8/8/8/8/8/8/R3K2R") == long


def test_r3_augmented_rook_castles_and_foreign_rook_does_not() -> None:
    assert castles(AHC, "7k/8/8/8/8/8/8/R3K2R") == squares("e1g1 e1c1")
    assert castles(AC, "6k1/8/8/8/8/8/8/R3K2R", ("RF-NA-BW-QV", "RA-NF-BC-QV")) == squares("e1g1 e1c1")
    with pytest.raises(ValueError, match="castling right 'K' without king on e1 and rook on h1"):
        castles(AHC, "7k/8/8/8/8/8/8/R3K2T")
    position = read_position(AHC, f"7k/8/8/8/8/8/8/R3K2T w Q - 0 1 {':'.join(HALVES)}")
    assert "e1g1" not in texts(position) and "e1c1" in texts(position)


def test_r3_augmented_attackers_forbid_castling() -> None:
    """Black's Knight (VS) on e3 attacks d1 and f1; Black's hB+Crab stops one square before e1 and f1."""
    assert castles(AHC, "7k/8/8/8/8/4n3/8/R3K2R") == set()
    assert castles(AHC, "k7/8/8/8/8/6b1/8/R3K2R") == squares("e1c1")  # g3: hB f2, Crab f1
    assert castles(AHC, "k7/8/8/8/8/7b/8/R3K2R") == squares("e1c1")  # h3: hB g2, Crab g1


def test_r3_en_passant() -> None:
    position = play(read_position("half-chess"), "e2e4 a7a6 e4e5 d7d5")
    assert position.fen().split()[3] == "d6"
    after = play(position, "e5d6")
    assert after.fen() == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"
    assert "e5d6" not in texts(play(position, "h2h3 h7h6"))
    assert play(read_position("normal"), "a2a4").fen().split()[3] == "a3"  # after every double step


def test_r3_en_passant_that_uncovers_the_king() -> None:
    fen = "8/8/8/K2pP2r/8/8/8/6k1 w - d6 0 1"
    assert "e5d6" not in texts(read_position("normal", fen))
    assert "e5d6" in texts(read_position("half-chess", fen))  # hR h5 reaches d5, not a5
    near = "8/8/8/3KPp1r/8/8/8/6k1 w - f6 0 1"
    assert "e5f6" not in texts(read_position("half-chess", near))


def test_r3_text_is_uci() -> None:
    assert "e2e4" in texts(read_position("half-chess"))
    position = read_position("half-chess", "8/P6k/8/8/8/8/8/7K w - - 0 1")
    assert {t for t in texts(position) if t.startswith("a7")} == squares("a7a8q a7a8r a7a8b a7a8n")


# ------------------------------------------------------------------------------------------ draws, results


def game(variant: str, fen: str | None = None, moves: str = "", **options: str) -> Game:
    result = Game(variant, options, fen)
    for text in moves.split():
        assert result.result() is None, f"over before {text}"
        result.push(text)
    return result


def test_worked_example_5_mate() -> None:
    mate = game("half-chess", None, "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5")
    assert mate.position.check and mate.legal() == []
    assert mate.result() == Result(0, "checkmate") and mate.result().text == "1-0"


def test_threefold_repetition_counts_the_start() -> None:
    there_and_back = "b1a3 b8a6 a3b1 a6b8 "
    fide = game("normal", None, there_and_back * 2)
    assert fide.repetitions() == 3 and fide.result() == Result(None, "repetition")


def test_repetition_counts_en_passant_only_if_legal() -> None:
    """The double step's square makes a position new only where the capture is legal."""
    shuffle = "e8e7 e1e2 e7e8 e2e1 " * 2
    idle = game("normal", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4 " + shuffle)
    assert idle.result() == Result(None, "repetition")
    live = game("normal", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 " + shuffle)
    assert live.result() is None and live.repetitions() == 2
    # Black's pawn is pinned against its king: the capture is not legal, so the square does not count.
    pinned = "1k6/8/8/8/1p6/8/P7/1R2K3 w - - 0 1"
    stuck = game("normal", pinned, "a2a4 " + "b8b7 e1e2 b7b8 e2e1 " * 2)
    assert stuck.repetitions() == 3 and stuck.result() == Result(None, "repetition")


def test_repetition_counts_castling_rights_and_hands() -> None:
    rights = game("normal", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2 e8e7 e2e1 e7e8 " * 2)
    assert rights.repetitions() == 2 and rights.result() is None
    keys = {read_position("halfgi", f"4k3/8/8/8/8/8/8/4K3[{hand}]").key for hand in ("", "P", "PP", "p", "N", "Pp")}
    assert len(keys) == 6


def test_fifty_moves() -> None:
    board = "k7/8/8/8/8/8/5PPP/6K1 w - - {} 90"
    assert game("normal", board.format(99)).result() is None
    assert game("normal", board.format(100)).result() == Result(None, "move rule")
    assert game("normal", board.format(99), "g1f1").result() == Result(None, "move rule")
    assert game("normal", board.format(99), "f2f3").result() is None


def test_fifty_moves_and_drops() -> None:
    """A drop does not reset the clock; a pawn move, a capture and a pawn's promotion do."""
    board = "4k3/P7/8/8/8/8/1p6/R3K3[PN] w - - 98 90"
    assert game("halfgi", board, "p@c2").position.clock == 99
    assert game("halfgi", board, "n@c3 e8e7").result() == Result(None, "move rule")
    assert game("halfgi", board, "a7a8q").position.clock == 0
    assert game("halfgi", board, "a1a2 b2b1n").position.clock == 0
    capture = game("halfgi", "4k3/8/8/8/8/8/1p6/1R2K3[] w - - 98 90", "b1b2")
    assert capture.position.clock == 0 and capture.fen() == "4k3/8/8/8/8/8/1R6/4K3[P] b - - 0 90"


def test_order_of_results() -> None:
    """Mate and stalemate come before the move rule, bare kings too; repetition before the move rule."""
    assert game("normal", "R5k1/5ppp/8/8/8/8/8/K7 b - - 100 90").result() == Result(0, "checkmate")
    assert game("normal", "k7/8/8/8/8/8/5PPP/r5K1 w - - 120 90").result() == Result(1, "checkmate")
    assert game("normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90").result() == Result(None, "stalemate")
    kings = game("normal", "k7/8/8/8/8/8/8/6K1 w - - 100 90")
    assert kings.result() == Result(None, "insufficient material")
    both = game("normal", "4k3/8/8/8/8/8/8/R3K3 w - - 92 90", "e1e2 e8e7 e2e1 e7e8 " * 2)
    assert both.position.clock == 100 and both.result() == Result(None, "repetition")


def test_half_chess_stalemate_and_no_back_rank_mate() -> None:
    assert not read_position("half-chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").check  # hR a8 reaches e8
    assert read_position("half-chess", "4R1kr/5ppp/8/8/8/8/8/K7 b - - 0 1").outcome() == (1, "checkmate")
    assert read_position("half-chess", "k1R5/8/1K6/8/8/8/8/8 b - - 0 1").outcome() == (2, "stalemate")


# ----------------------------------------------------------------------------------------------- Half Chess


def test_half_chess_first_moves() -> None:
    position = read_position("half-chess")
    assert len(texts(position)) == 20
    assert squares("b1a3 b1c3 g1f3 g1h3") <= set(texts(position))


# --------------------------------------------------------------------------------------------------- Halfgi


def test_halfgi_drops_on_any_empty_square() -> None:
    position = read_position("halfgi", "4k3/8/8/8/8/8/8/4K3[QPPn] w - - 7 9")
    drops = [text for text in texts(position) if "@" in text]
    assert {text[2:] for text in drops if text[0] == "q"} == set(NAMES) - {"e1", "e8"}
    assert {text[2:] for text in drops if text[0] == "p"} == set(NAMES[:56]) - {"e1"}
    assert len(drops) == len(set(drops)) == 62 + 55  # two pawns in hand are one choice
    assert play(position, "p@a1").fen() == "4k3/8/8/8/8/8/8/P3K3[QPn] b - - 8 9"
    assert play(position, "Q@E5").fen() == "4k3/8/8/4Q3/8/8/8/4K3[PPn] b - - 8 9"
    for wrong in ("p@a8", "n@a3", "r@a3", "p@e1", "k@a3"):
        with pytest.raises(MoveError):
            position.parse(wrong)


def test_halfgi_black_drops_pawns_from_its_own_side() -> None:
    moves = texts(read_position("halfgi", "4k3/8/8/8/8/8/8/4K3[p] b - - 0 1"))
    assert "p@a8" in moves and "p@a1" not in moves


def test_halfgi_first_rank_pawn() -> None:
    """It steps one square; on the second rank it may double-step, however it came there."""
    position = read_position("halfgi", "4k3/8/8/8/1p6/8/8/P3K3[] w - - 0 1")
    assert [text for text in texts(position) if text.startswith("a1")] == ["a1a2"]
    position = play(position, "a1a2 e8d8")
    assert squares("a2a3 a2a4") <= set(texts(position))
    position = play(position, "a2a4")
    assert position.fen() == "3k4/8/8/8/Pp6/8/8/4K3[] b - a3 0 2"
    assert play(position, "b4a3").fen() == "3k4/8/8/8/8/p7/8/4K3[p] w - - 0 3"
    assert "a2a4" in texts(play(read_position("halfgi", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"), "p@a2 e8d8"))
    assert "a1b2" in texts(read_position("halfgi", "4k3/8/8/8/8/8/1p6/P6K[] w - - 0 1"))
    black = play(read_position("halfgi", "4k3/8/8/8/8/8/8/4K3[p] b - - 0 1"), "p@c8 e1d1")
    assert [text for text in texts(black) if text.startswith("c8")] == ["c8c7"]


def test_halfgi_first_rank_pawn_attacks_nothing_behind() -> None:
    """A pawn on its first rank gives check forward like any other."""
    assert read_position("halfgi", "8/8/8/8/8/8/1k6/P6K[] b - - 0 1").check
    assert read_position("halfgi", "p6k/1K6/8/8/8/8/8/8[] w - - 0 1").check


def test_halfgi_captured_units_keep_their_type() -> None:
    position = play(read_position("halfgi", "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1"), "a7a8q b8a8")
    assert position.fen() == "r3k3/8/8/8/8/8/8/4K3[q] w - - 0 2"
    assert "q@a1" in texts(play(position, "e1d1"))


def test_halfgi_en_passant_and_promotion_captures_fill_the_hand() -> None:
    passing = play(read_position("halfgi", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1"), "e5d6")
    assert passing.fen() == "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 1"
    promoted = play(read_position("halfgi", "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1"), "a7b8r")
    assert promoted.fen() == "1R2k3/8/8/8/8/8/8/4K3[N] b - - 0 1"


def test_halfgi_dropped_rook_does_not_castle() -> None:
    position = read_position("halfgi", "4k3/8/8/8/8/7n/8/R3K2R[R] w KQ - 0 1")
    position = play(position, "h1h3 e8e7 r@h1 e7e8")
    assert position.fen().split()[1:3] == ["w", "Q"]
    assert "e1g1" not in texts(position) and "e1c1" in texts(position)


def test_halfgi_drops_answer_checks_and_give_them() -> None:
    blocked = read_position("halfgi", "4k3/8/8/8/8/8/8/r3K3[P] w - - 0 1")  # hR a1 reaches e1
    assert blocked.check
    assert {text for text in texts(blocked) if "@" in text} == squares("p@b1 p@c1 p@d1")
    leaper = read_position("halfgi", "4k3/8/8/8/8/3n4/8/4K3[QP] w - - 0 1")  # a Crab's check cannot be blocked
    assert leaper.check and not [text for text in texts(leaper) if "@" in text]
    double = read_position("halfgi", "4k3/8/8/8/8/3n4/8/r3K3[QP] w - - 0 1")
    assert not [text for text in texts(double) if "@" in text]
    mate = game("halfgi", "2bk4/8/3K4/8/8/8/8/8[R] w - - 0 1", "r@h8")
    assert mate.result() == Result(0, "checkmate")
    pawn_mate = game("halfgi", "k7/2R5/K7/8/8/8/8/8[P] w - - 0 1")
    assert "p@b7" in pawn_mate.legal()  # a pawn may be dropped with check or mate
    pawn_mate.push("p@b7")
    assert pawn_mate.position.check
    stale = game("halfgi", "k7/8/1K6/8/8/8/8/8[R] w - - 0 1", "r@c8")
    assert stale.result() == Result(None, "stalemate")  # hR c8 reaches b8 only


def test_halfgi_a_hand_prevents_stalemate() -> None:
    empty = read_position("halfgi", "k1R5/8/1K6/8/8/8/8/8[] b - - 0 1")
    assert empty.outcome() == (2, "stalemate")
    armed = read_position("halfgi", "k1R5/8/1K6/8/8/8/8/8[p] b - - 0 1")
    assert armed.outcome() == (0, "") and all("@" in text for text in texts(armed))


def test_halfgi_hand_is_written_in_order() -> None:
    position = read_position("halfgi", "4k3/8/8/8/8/8/8/4K3[pnPNBRQqPb] w - - 0 1")
    assert position.fen() == "4k3/8/8/8/8/8/8/4K3[QRBNPPqbnp] w - - 0 1"
    assert read_position("halfgi", "4k3/8/8/8/8/8/8/4K3").fen() == "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"


# ----------------------------------------------------------------------------------- A1 to A7: the armies


def every_code(rules: ArmyRules) -> list[str]:
    choices = [[basic + augmenter for basic in rules.basics[slot] for augmenter in rules.augmenters] for slot in SLOTS]
    return ["-".join(parts) for parts in product(*choices)]


def verdict(code: str, rules: ArmyRules) -> str:
    """The rule a code breaks, '' if none."""
    try:
        parse_army(code, rules)
    except ArmyError as error:
        return str(error)[-3:-1]
    return ""


def test_army_counts() -> None:
    verdicts = {code: verdict(code, AUGMENTED_HALF) for code in every_code(AUGMENTED_HALF)}
    assert sum(broken == "" for broken in verdicts.values()) == 1050
    assert sum(broken in ("", "A4") for broken in verdicts.values()) == 2160
    assert {code for code, broken in verdicts.items() if not broken} == set(legal_armies(AHC))
    assert len(legal_armies(AHC)) == 1050
    slots = [{code.split("-")[slot] for code in legal_armies(AHC)} for slot in range(4)]
    assert list(map(len, slots)) == [6, 12, 6, 15]
    full = {code for code in every_code(AUGMENTED_FULL) if not verdict(code, AUGMENTED_FULL)}
    assert full == set(legal_armies(AC)) == set(listed_armies(AC))
    assert len(legal_armies(AC)) == 232


def test_listed_armies() -> None:
    listed = set(listed_armies(AHC))
    assert len(listed) == len(listed_armies(AHC)) == 374
    assert listed < set(legal_armies(AHC))
    slots = [{code.split("-")[slot] for code in listed} for slot in range(4)]
    assert slots[0] == squares("RF RA RC RV RS")
    assert slots[1] == squares("CA CW CD CF VW VF VS")
    assert slots[2] == squares("BD BW BC BV BS")
    assert slots[3] == squares("QC QV QS RCF RCD RCA RCV RCS RVF RVD RVA RVC RVS")


@pytest.mark.parametrize("code", ["RF-VS-BW-RCA", "RS-CD-BW-RCF", "RC-VS-BW-RCA", *HALVES])
def test_worked_example_1_legal(code: str) -> None:
    assert parse_army(code, AUGMENTED_HALF).code == code
    assert parse_army(f" {code.lower()} ", AUGMENTED_HALF).code == code


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("RF-CF-BW-QV", "A2"),
        ("RF-CW-BC-QV", "A3"),
        ("RC-CD-BW-QV", "A3"),
        ("RW-CD-BV-QS", "A4"),
        ("RF-VW-BS-QV", "A3"),
        ("RF-CC-BW-QV", "A3"),
        ("RA-CD-BF-QV", "A4"),
        ("RA-VD-BS-RCC", "A4"),
        ("RA-CD-BS-RVV", "A4"),
        ("RA-CD-BS-QF", "A4"),
        ("RA-CD-BS-QW", "A4"),
        ("RA-CD-BS-RCW", "A4"),
        ("RA-CD-BS-RVW", "A4"),
        ("RF-CD-BF-QV", "A2"),
        ("", "A1"),
        ("RF-CD-BW", "A1"),
        ("RF-CD-BW-QV-QS", "A1"),
        ("RF-CD-BW-Q", "A1"),
        ("RF-CD-BW-", "A1"),
        ("RF-CD-BW-RV", "A1"),
        ("RF-ND-BW-QV", "A1"),
        ("RF-CD-BW-RNV", "A1"),
        ("RF-CD-BW-QX", "A1"),
        ("CD-RF-BW-QV", "A1"),
        ("KF-CD-BW-QV", "A1"),
    ],
)
def test_worked_example_1_illegal(code: str, rule: str) -> None:
    with pytest.raises(ArmyError, match=rf"\({rule}\)$"):
        parse_army(code, AUGMENTED_HALF)


@pytest.mark.parametrize(
    ("code", "rule"),
    [("RA-ND-BC-RIC", "A2"), ("RD-NF-BC-QV", "A4"), ("RW-NF-BC-QV", "A4"), ("RA-NF-BS-QV", "A1"),
     ("RA-CF-BC-QV", "A1"), ("RF-IV-BC-QV", "A2"), ("RA-IF-BC-QV", "A4"), ("RF-NA-BW-RNC", "A4")],
)  # fmt: skip
def test_augmented_chess_armies(code: str, rule: str) -> None:
    with pytest.raises(ArmyError, match=rf"\({rule}\)$"):
        parse_army(code, AUGMENTED_FULL)


@pytest.mark.parametrize("variant", [AHC, AC])
def test_a4_bars_what_adds_nothing(variant: str) -> None:
    """A barred augmenter adds no move (half) or no square of an empty board (full) to its basic piece."""
    rules = ARMY_RULES[variant]
    leaps = {letter: set(LEAPS[letter]) for letter in rules.augmenters}
    for slot in SLOTS:
        for basic, piece in rules.basics[slot].items():
            covered = set(piece.leaps)
            for reach, vectors in ((piece.rook, "W"), (piece.bishop, "F")):
                if reach:
                    covered |= leaps[vectors]
                    if reach == 1:  # full-length slides pass the second square too
                        covered |= {(2 * x, 2 * y) for x, y in leaps[vectors]}
            barred = {letter for letter in rules.augmenters if leaps[letter] <= covered}
            assert set(rules.useless[basic]) | ({basic} & barred) == barred, basic


def test_worked_example_2_first_moves() -> None:
    assert len(texts(read_position(AHC, START, ("RF-CD-BW-QV",) * 2))) == 24
    assert len(texts(read_position(AHC, START, ("RA-VS-BC-RVF",) * 2))) == 28


def test_worked_example_4_bishop_with_crab() -> None:
    eight = squares("d5 c6 f5 g6 d3 c2 f3 g2")
    armies = ("RA-VS-BC-RVF",) * 2
    assert lone(AHC, "B", "e4", armies) == eight | squares("d6 f6 c3 g3")
    assert lone(AHC, "b", "e4", armies) == eight | squares("d2 f2 c5 g5")


def test_a6_sharing() -> None:
    Game(AHC, {"WhiteArmy": HALVES[0], "BlackArmy": HALVES[0]})
    with pytest.raises(OptionError, match="A6"):
        Game(AHC, {"WhiteArmy": HALVES[0], "BlackArmy": HALVES[0], "DistinctPieces": True})
    with pytest.raises(OptionError, match="A6"):  # CV and VC are one piece
        Game(AHC, {"WhiteArmy": "RF-CV-BW-QA", "BlackArmy": "RS-VC-BD-RVA", "DistinctPieces": True})
    for seed in range(30):
        drawn = Game(AHC, {"DistinctPieces": True}, seed=seed)
        assert not shared_pieces(*drawn.position.setup.armies)


def test_choice_of_armies() -> None:
    """`random` draws from the listed armies, `engine` makes the engine's own choice, codes are taken as given."""
    drawn = {code for seed in range(60) for code in Game(AHC, seed=seed).position.setup.codes}
    assert drawn <= set(listed_armies(AHC)) and len(drawn) > 60
    own = Game(AHC, {"WhiteArmy": "engine", "BlackArmy": "Random"}, seed=1)
    assert own.position.setup.codes[0] in legal_armies(AHC)
    given = Game(AHC, {"WhiteArmy": "rf-cd-bw-qv", "BlackArmy": HALVES[1]})
    assert given.position.setup.codes == HALVES
    with pytest.raises(OptionError, match=r"WhiteArmy.*A3"):
        Game(AHC, {"WhiteArmy": "RF-CW-BC-QV"})


def promotions(variant: str, armies: tuple[str, str], side: str = "w") -> str:
    position = read_position(variant, f"8/P6k/8/8/8/8/p6K/8 {side} - - 0 1", armies)
    stem = "a7a8" if side == "w" else "a2a1"
    return "".join(sorted(text[4:] for text in texts(position) if text.startswith(stem)))


@pytest.mark.parametrize("side", ["w", "b"])
def test_a7_promotion_choices(side: str) -> None:
    assert promotions(AHC, ("RF-CD-BW-QV", "RF-CD-BW-QV"), side) == "bnqr"
    assert promotions(AHC, HALVES, side) == "behmnqrt"
    assert promotions(AHC, ("RF-CV-BW-QA", "RF-VC-BW-QA"), side) == "bnqr"  # CV = VC
    assert promotions(AHC, ("RF-CD-BW-RCV", "RA-VS-BW-RVC"), side) == "bhnqrt"  # RCV = RVC, one BW
    assert promotions(AC, ("RF-NA-BW-QV", "RF-NA-BD-QC"), side) == "bemnqr"
    assert promotions("half-chess", HALVES, side) == "bnqr"


@pytest.mark.parametrize("variant", [AHC, AC])
def test_a7_the_only_coincidences(variant: str) -> None:
    codes = {}
    for code in legal_armies(variant):
        codes.update(zip(code.split("-"), parse_army(code, ARMY_RULES[variant]).pieces.values()))
    twins = {frozenset((one, two)) for one in codes for two in codes if one < two and codes[one] == codes[two]}
    wanted = {frozenset(("CV", "VC")), frozenset(("RCV", "RVC"))} if variant == AHC else set()
    assert twins == wanted


def test_a7_foreign_pieces_move_in_their_owners_direction() -> None:
    assert lone(AHC, "E", "e4") == squares("d5 c6 f5 g6 d3 c2 f3 g2 d6 f6 c3 g3")  # hB+Crab of Black's army
    assert lone(AHC, "h", "e4") == squares("e6 e2 c4 g4 d2 f2 c5 g5")  # Crab+Dabbaba of White's
    assert lone(AHC, "H", "e4") == squares("d6 f6 d2 f2 c3 c5 g3 g5")
    assert lone(AHC, "M", "e4") == lone(AHC, "q", "e4")
    position = read_position(AHC, f"8/P6k/8/8/8/8/8/7K w - - 0 1 {':'.join(HALVES)}")
    assert play(position, "a7a8t").fen() == f"T7/7k/8/8/8/8/8/7K b - - 0 1 {':'.join(HALVES)}"
    assert play(position, "A7A8T") == play(position, "a7a8t")


def test_a7_foreign_letters_are_rewritten() -> None:
    armies = ("RF-CV-BW-QA", "RF-VC-BD-QA")
    position = read_position(AHC, "thm4k/8/8/8/8/8/8/THEM3K w - - 0 1", armies)
    assert position.fen() == f"rnq4k/8/8/8/8/8/8/RNEQ3K w - - 0 1 {':'.join(armies)}"
    assert read_position(AHC, "7k/8/8/8/8/8/8/4K2T w K - 0 1", armies).fen().split()[2] == "K"


@pytest.mark.parametrize("variant", ["normal", "half-chess", "halfgi"])
def test_foreign_letters_exist_in_the_augmented_games_only(variant: str) -> None:
    for letter in "THEMthem":
        with pytest.raises(ValueError, match="no piece of this variant"):
            read_position(variant, f"4k3/8/8/{letter}7/8/8/8/4K3 w - - 0 1")


def test_army_field_goes_before_the_options() -> None:
    fen = f"{START} {':'.join(HALVES)}"
    given = Game(AHC, {"WhiteArmy": "RF-VS-BW-RCA", "BlackArmy": "RF-VS-BW-RCA"}, fen)
    assert given.fen() == fen
    left_open = Game(AHC, {"WhiteArmy": "RF-VS-BW-RCA", "BlackArmy": HALVES[1]}, START)
    assert left_open.fen() == f"{START} RF-VS-BW-RCA:{HALVES[1]}"


# ----------------------------------------------------------------------------------------------- move texts


def walk(variant: str, seed: int, plies: int) -> list[HalfChess]:
    """The positions of one random game."""
    rng = random.Random(f"{variant} {seed}")
    position = Game(variant, seed=seed).position
    line = [position]
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        promoting = [move for move in moves if len(position.text(move)) == 5]
        position = position.make(rng.choice(promoting or moves))
        line.append(position)
    return line


@pytest.mark.parametrize("variant", [variant.name for variant in FAMILY])
def test_texts_are_unique_and_parse_back(variant: str) -> None:
    for seed in range(4):
        for position in walk(variant, seed, 120)[::4]:
            by_text = {position.text(move): move for move in position.moves()}
            assert len(by_text) == position.count()
            for text, move in by_text.items():
                assert text == text.lower() and " " not in text
                assert position.parse(text) == move == position.parse(text.upper())


def test_abbreviations() -> None:
    """A promotion left out is accepted where there is one choice; several are listed (shared README)."""
    position = read_position("half-chess", "8/P6k/8/8/8/8/8/7K w - - 0 1")
    with pytest.raises(MoveError, match="fits several moves: a7a8b a7a8n a7a8q a7a8r"):
        position.parse("a7a8")
    with pytest.raises(MoveError, match="A7A8"):
        position.parse("A7A8")


@pytest.mark.parametrize("text", ["", "e2", "e2e5", "e7e5", "0000", "e1g1", "e2e4q", "e2-e4", "e2e4 ", "é2e4", "p@e4"])
def test_illegal_texts(text: str) -> None:
    with pytest.raises(MoveError):
        read_position("normal").parse(text)


def test_setups_are_shared_by_cache() -> None:
    assert setup_of(AHC, HALVES) is setup_of(AHC, HALVES)
