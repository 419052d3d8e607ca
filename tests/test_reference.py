"""The reference generator of the Half Chess family against its rule page and published perft numbers."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from reference.armies import AUGMENTERS, BASICS, USEFUL, army_error, legal_armies, listed, listed_armies
from reference.halfchess import DROPS, VARIANTS, Movement, Position, movement, reach_of, slide_range

AHC, AC = "augmented-half-chess", "augmented-chess"
MIXED = ("RF-CD-BW-QV", "RA-VS-BC-RVF")
SAMPLE = {AHC: MIXED, AC: ("RA-NF-BC-QV", "RF-IC-BW-RNA")}
ALL_SQUARES = [f + r for r in "12345678" for f in "abcdefgh"]


def squares(text: str) -> set[str]:
    return set(text.split())


def lone(variant: str, piece: str, square: str, armies: tuple[str, str] | None = None) -> set[str]:
    """What the piece attacks on a board with two kings out of its way, wherever that is possible."""
    for white, black in (("a1", "h8"), ("h1", "a8"), ("b7", "g2"), ("h5", "b1"), ("c8", "e1")):
        board = dict.fromkeys(ALL_SQUARES, "")
        board[white], board[black] = "K", "k"
        if board[square]:
            continue
        board[square] = piece
        rows = ["".join(board[f + r] or "1" for f in "abcdefgh") for r in "87654321"]
        text = "/".join("".join(_join_gaps(row)) for row in rows)
        try:
            # The side to move is the one that may be in check.
            position = Position.from_fen(variant, f"{text} {'b' if piece.isupper() else 'w'}", armies)
        except ValueError:
            continue
        found = position.attacks_from(square)
        if not found & {white, black}:
            return found
    raise AssertionError(f"no room for the kings beside {piece} on {square}")


def _join_gaps(row: str) -> list[str]:
    out: list[str] = []
    for sign in row:
        if sign == "1" and out and out[-1].isdigit():
            out[-1] = str(int(out[-1]) + 1)
        else:
            out.append(sign)
    return out


def play(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.push(move)
    return position


# -------------------------------------------------------------------------------------------- R1, R2: pieces


def test_r1_range_table() -> None:
    assert [slide_range(d, True) for d in range(8)] == [0, 1, 1, 2, 2, 3, 3, 4]
    assert [slide_range(d, False) for d in range(8)] == list(range(8))


def test_r1_halfling_rook() -> None:
    assert lone("half-chess", "R", "a1") == squares("a2 a3 a4 a5 b1 c1 d1 e1")
    assert lone("half-chess", "R", "a5") == squares("a3 a4 a6 a7 b5 c5 d5 e5")
    assert lone("half-chess", "R", "a6") == squares("a3 a4 a5 a7 b6 c6 d6 e6")


def test_r1_halfling_bishop_stops_short_of_f7() -> None:
    assert lone("half-chess", "B", "c4") & squares("d5 e6 f7 g8") == squares("d5 e6")


def test_r1_blockers_stop_it_but_do_not_shorten_the_range() -> None:
    position = Position.from_fen("half-chess", "7k/8/8/8/p7/8/8/R2n3K w")
    assert position.attacks_from("a1") == squares("a2 a3 a4 b1 c1 d1")


def test_r1_empty_board_sums() -> None:
    rook, bishop, queen = (reach_of(movement(code, True), 0) for code in "RBQ")
    assert {len(reach) for reach in rook} == {8}
    assert sum(map(len, rook)) == 512
    assert sum(map(len, bishop)) == 336
    assert sum(map(len, queen)) == 512 + 336


def test_r2_crab_directions() -> None:
    assert lone("half-chess", "N", "e4") == squares("d6 f6 c3 g3")
    assert lone("half-chess", "n", "e4") == squares("d2 f2 c5 g5")


def test_r2_leapers_on_e4() -> None:
    e4 = 8 * 3 + 4
    names = {
        "W": "d4 f4 e3 e5",
        "F": "d3 d5 f3 f5",
        "D": "c4 g4 e2 e6",
        "A": "c2 c6 g2 g6",
        "C": "d6 f6 c3 g3",
        "V": "d6 f6 d2 f2",
        "S": "c3 c5 g3 g5",
        "N": "d6 f6 d2 f2 c3 c5 g3 g5",
        "I": "d6 f6 d2 f2 d3 d5 f3 f5",
    }
    for code, expected in names.items():
        assert {ALL_SQUARES[s] for s in reach_of(movement(code, True), 0)[e4]} == squares(expected)
        if code != "C":
            assert reach_of(movement(code, True), 0) == reach_of(movement(code, True), 1)
    assert movement("VS", True) == movement("N", True)
    assert movement("VF", True) == movement("I", True)


def test_leapers_jump() -> None:
    position = Position.from_fen(AHC, "7k/8/8/8/8/PP6/PP6/RN5K w", ("RA-VS-BC-RVF", "RF-CD-BW-QV"))
    assert "a1c3" in position.legal_moves()


# ---------------------------------------------------------------------------------------------------- armies


def every_code(variant: str) -> list[str]:
    choices = [[b + a for b in basics for a in AUGMENTERS[variant]] for basics in BASICS[variant]]
    return ["-".join(slots) for slots in product(*choices)]


def test_army_counts() -> None:
    assert len(legal_armies(AHC)) == len(set(legal_armies(AHC))) == 1050
    assert len(listed_armies(AHC)) == 374
    assert len(legal_armies(AC)) == len(set(legal_armies(AC))) == 232
    assert listed_armies(AC) == legal_armies(AC)
    errors = [army_error(code, AHC) for code in every_code(AHC)]
    assert sum(error is None or error.startswith("A4") for error in errors) == 2160
    assert [len(USEFUL[AHC][basic]) for basic in "RB"] == [6, 6]
    assert sum(len(USEFUL[AHC][basic]) for basic in ("Q", "RC", "RV")) == 15


@pytest.mark.parametrize("code", ["RF-VS-BW-RCA", "RS-CD-BW-RCF", "RC-VS-BW-RCA", *MIXED])
def test_example_1_legal(code: str) -> None:
    assert army_error(code, AHC) is None
    assert code in legal_armies(AHC)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("RF-CF-BW-QV", "A2"),
        ("RF-CW-BC-QV", "A3"),
        ("RC-CD-BW-QV", "A3"),
        ("RW-CD-BV-QS", "A4"),
        ("RF-VW-BS-QV", "A3"),
        ("RF-CC-BW-QV", "A3"),
        ("RF-CD-BF-QV", "A2"),
        ("RA-CD-BF-QV", "A4"),
        ("RA-CD-BV-RCC", "A3"),
        ("RA-VD-BS-RCC", "A4"),
        ("RW-CW-BC-QV", "A2"),
        ("RW-CD-BC-QV", "A3"),
        ("", "A1"),
        ("RF-CD-BW", "A1"),
        ("RF-CD-BW-QV-QS", "A1"),
        ("RF-CD-BW-Q", "A1"),
        ("RF-CD-BW-", "A1"),
        ("RF-CD-BW-RV", "A1"),
        ("RF-ND-BW-QV", "A1"),
        ("RF-CD-BW-RNV", "A1"),
        ("RF-CD-BW-QX", "A1"),
        ("rf-cd-bw-qv", "A1"),
        ("CD-RF-BW-QV", "A1"),
        ("RF-CF-BW-QX", "A1"),
    ],
)
def test_illegal_armies(code: str, rule: str) -> None:
    error = army_error(code, AHC)
    assert (error or "")[:2] == rule
    assert not listed(code, AHC)


def test_augmented_chess_armies() -> None:
    assert army_error("RA-NF-BC-QV", AC) is None
    assert army_error("RA-ND-BC-RIC", AC).startswith("A2")
    assert army_error("RD-NF-BC-QV", AC).startswith("A4")
    assert army_error("RA-NF-BS-QV", AC).startswith("A1")
    assert army_error("RF-CD-BW-QV", AC).startswith("A1")


def test_listed() -> None:
    assert listed("RF-CD-BW-QV", AHC)
    assert not listed("RD-CF-BW-QV", AHC)  # RD is not named
    assert listed("RA-NF-BC-QV", AC)
    with pytest.raises(ValueError, match="has no armies"):
        legal_armies("half-chess")


def test_a4_agrees_with_movement() -> None:
    """What A4 bars is what adds no move; in Augmented Chess what adds no square of an empty board."""
    for basic, useful in USEFUL[AHC].items():
        adding = {a for a in AUGMENTERS[AHC] if movement(basic + a, True) != movement(basic, True)}
        assert adding == set(useful) - {basic}  # C+C and V+V are A3's business
    for basic, useful in USEFUL[AC].items():
        base = reach_of(movement(basic, False), 0)
        adding = {a for a in AUGMENTERS[AC] if reach_of(movement(basic + a, False), 0) != base}
        # A half-covered augmenter counts as adding: Fibnif takes the Crab.
        assert adding == set(useful)


@pytest.mark.parametrize(("variant", "twins"), [(AHC, {("CV", "VC"), ("RCV", "RVC")}), (AC, set())])
def test_a7_coincidences(variant: str, twins: set[tuple[str, str]]) -> None:
    by_movement: dict[Movement, set[str]] = {}
    for army in legal_armies(variant):
        types = {code: movement(code, variant == AHC) for code in army.split("-")}
        assert len(set(types.values())) == 4  # no army holds a type twice
        for code, how in types.items():
            by_movement.setdefault(how, set()).add(code)
    assert {tuple(sorted(codes)) for codes in by_movement.values() if len(codes) > 1} == twins


# ------------------------------------------------------------------------------------------- worked examples


def test_example_2_first_moves() -> None:
    assert len(Position.start(AHC, ("RF-CD-BW-QV",) * 2).legal_moves()) == 24
    assert len(Position.start(AHC, ("RA-VS-BC-RVF",) * 2).legal_moves()) == 28


def test_example_3_rook_alfil() -> None:
    moves = Position.start(AHC, ("RA-VS-BC-RVF",) * 2).legal_moves()
    assert [move for move in moves if move.startswith("a1")] == ["a1c3"]


def test_example_4_bishop_crab() -> None:
    eight = squares("d5 c6 f5 g6 d3 c2 f3 g2")
    armies = ("RA-VS-BC-RVF",) * 2
    assert lone(AHC, "B", "e4", armies) == eight | squares("d6 f6 c3 g3")
    assert lone(AHC, "b", "e4", armies) == eight | squares("d2 f2 c5 g5")


def test_example_5_mate() -> None:
    position = Position.start("half-chess")
    history = [position.repetition_key()]
    for move in ["d2d4", "e7e5", "d1d2", "e8e7", "d2f4", "e7e6", "f4e5"]:
        assert position.outcome(history) is None
        position = position.push(move)
        history.append(position.repetition_key())
    assert position.in_check()
    assert position.legal_moves() == []
    assert position.outcome(history) == ("1-0", "checkmate")


# ----------------------------------------------------------------------------------------------------- perft

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("variant", "fen", "counts"),
    [
        ("half-chess", START, [20, 400, 8266, 170680]),
        ("halfgi", START, [20, 400, 8266]),  # no drop before ply 5
        ("normal", START, [20, 400, 8902]),
        ("normal", KIWIPETE, [48, 2039, 97862]),
        ("normal", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
        ("normal", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
        ("normal", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
        ("chessgi", START, [20, 400, 8902]),
        ("chessgi", "4k3/8/8/8/8/8/8/4K3[P] w - -", [60, 290]),
    ],
)
def test_perft(variant: str, fen: str, counts: list[int]) -> None:
    position = Position.from_fen(variant, fen)
    assert [position.perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_perft_goes_on_after_draws_by_rule() -> None:
    position = Position.from_fen("normal", "4k3/8/8/8/8/8/8/4K3 w - - 100 80")
    assert position.outcome([position.repetition_key()]) is not None
    assert position.perft(0) == 1
    assert position.perft(2) == 25


def test_perft_ends_at_mate() -> None:
    mated = Position.from_fen("normal", "R5k1/5ppp/8/8/8/8/8/K7 b")
    assert (mated.perft(1), mated.perft(2)) == (0, 0)


# ------------------------------------------------------------------------------------------ R3: FIDE's rules


def test_castling_moves_and_rights() -> None:
    position = Position.from_fen("half-chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert squares("e1g1 e1c1") <= set(position.legal_moves())
    assert position.push("e1g1").fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert position.push("e1c1").fen() == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
    assert position.push("a1a2").castling == "Kkq"
    assert position.push("E1E2").castling == "kq"


def test_castling_with_halflings_in_the_way() -> None:
    def castles(fen: str) -> set[str]:
        return set(Position.from_fen("half-chess", fen).legal_moves()) & squares("e1g1 e1c1")

    assert castles("5r1k/8/8/8/8/8/8/R3K2R w KQ") == squares("e1g1 e1c1")  # f8 reaches f4 only
    assert castles("7k/8/8/8/5r2/8/8/R3K2R w KQ") == squares("e1g1 e1c1")  # f4, d=3, reaches f2 only
    assert castles("7k/8/8/8/8/8/5r2/R3K2R w KQ") == squares("e1c1")  # f1 attacked
    assert castles("7k/8/8/8/8/8/6r1/R3K2R w KQ") == squares("e1c1")  # g1 attacked
    assert castles("7k/8/8/8/8/8/1r6/R3K2R w KQ") == squares("e1g1 e1c1")  # b1 and a1 do not matter
    assert castles("7k/8/8/8/8/3n4/8/R3K2R w KQ") == set()  # the Crab checks
    assert castles("7k/8/8/8/8/8/8/RN2K1NR w KQ") == set()


def test_augmented_rook_castles() -> None:
    position = Position.from_fen(AHC, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", SAMPLE[AHC])
    assert squares("e1g1 e1c1") <= set(position.legal_moves())


def test_right_is_lost_when_the_rook_is_captured() -> None:
    position = Position.from_fen("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert position.push("h1h8").castling == "Qq"


def test_en_passant() -> None:
    position = play(Position.start("half-chess"), "e2e4 a7a6 e4e5")
    assert position.ep is None
    position = position.push("d7d5")
    assert position.fen().split()[3] == "d6"
    after = position.push("e5d6")
    assert after.fen() == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"
    assert "e5d6" not in play(position, "a2a3 a6a5").legal_moves()


def test_en_passant_field_after_every_double_step() -> None:
    assert Position.start("normal").push("a2a4").fen().split()[3] == "a3"


def test_en_passant_that_uncovers_the_king() -> None:
    fen = "8/8/8/{}/8/8/8/6k1 w - d6"
    assert "e5d6" not in Position.from_fen("normal", fen.format("K2pP2r")).legal_moves()
    # R1: hR h5 reaches d5 (d=7, range 4), not a5.
    assert "e5d6" in Position.from_fen("half-chess", fen.format("K2pP2r")).legal_moves()


def test_repetition_key_and_en_passant() -> None:
    def key(fen: str) -> object:
        return Position.from_fen("normal", fen).repetition_key()

    board = "4k3/8/8/3pP3/8/8/8/4K3 w - {}"
    assert key(board.format("d6")) != key(board.format("-"))
    idle = "4k3/8/8/3p1P2/8/8/8/4K3 w - {}"
    assert key(idle.format("d6")) == key(idle.format("-"))
    pinned = "8/8/8/K2pP2r/8/8/8/6k1 w - {}"  # a pseudo-legal capture does not count
    assert key(pinned.format("d6")) == key(pinned.format("-"))
    assert key("4k3/8/8/8/8/8/8/4K2R w K") != key("4k3/8/8/8/8/8/8/4K2R w")
    assert key("4k3/8/8/8/8/8/8/4K2R w - - 4 9") == key("4k3/8/8/8/8/8/8/4K2R w")


def test_repetition() -> None:
    position = Position.start("normal")
    history = [position.repetition_key()]
    outcomes = []
    for move in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"]:
        outcomes.append(position.outcome(history))
        position = position.push(move)
        history.append(position.repetition_key())
    assert outcomes == [None] * 8
    assert position.outcome(history) == ("1/2-1/2", "repetition")


@pytest.mark.parametrize(
    ("variant", "fen", "expected"),
    [
        ("normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", ("1/2-1/2", "stalemate")),
        ("normal", "R5k1/5ppp/8/8/8/8/8/K7 b - - 100 90", ("1-0", "checkmate")),
        ("normal", "k7/8/8/8/8/8/5PPP/r5K1 w - - 100 90", ("0-1", "checkmate")),
        ("normal", "k7/8/8/8/8/8/5PPP/6K1 w - - 100 90", ("1/2-1/2", "move rule")),
        ("normal", "k7/8/8/8/8/8/5PPP/6K1 w - - 99 90", None),
        ("normal", "k7/8/8/8/8/8/8/6K1 w - - 100 90", ("1/2-1/2", "insufficient material")),
        ("normal", "k7/8/8/8/8/8/8/5BK1 w - - 0 90", None),  # R3 [D]: only bare kings
        ("halfgi", "k7/8/8/8/8/8/8/6K1[] w - - 0 90", ("1/2-1/2", "insufficient material")),
        ("halfgi", "k7/8/8/8/8/8/8/6K1[p] w - - 0 90", None),
    ],
)
def test_outcome(variant: str, fen: str, expected: tuple[str, str] | None) -> None:
    position = Position.from_fen(variant, fen)
    assert position.outcome([position.repetition_key()]) == expected


def test_fide_back_rank_mate_is_none_for_halflings() -> None:
    position = Position.from_fen("half-chess", "R5k1/5ppp/8/8/8/8/8/K7 b")  # hR a8 reaches e8
    assert not position.in_check()


def test_halfling_check_counts_from_the_attacker() -> None:
    """Reach is not symmetric: hR a1 reaches a5, but hR a5 does not reach a1."""
    assert Position.from_fen("half-chess", "7K/8/8/k7/8/8/8/R7 b").in_check()
    assert not Position.from_fen("half-chess", "7K/8/8/R7/8/8/8/k7 b").in_check()


# ---------------------------------------------------------------------------------------------------- Halfgi


def test_drops() -> None:
    position = Position.from_fen("halfgi", "4k3/8/8/8/8/8/8/4K3[QPPn] w - - 7 9")
    moves = position.legal_moves()
    drops = {move for move in moves if "@" in move}
    assert sum(move.startswith("q@") for move in drops) == 62
    assert {move[2:] for move in drops if move.startswith("p@")} == set(ALL_SQUARES[:56]) - {"e1"}
    assert len(moves) == 5 + 62 + 55
    assert position.push("p@a1").fen() == "4k3/8/8/8/8/8/8/P3K3[QPn] b - - 8 9"  # the clock runs on
    assert position.push("Q@E5").fen() == "4k3/8/8/4Q3/8/8/8/4K3[PPn] b - - 8 9"
    with pytest.raises(ValueError, match="is not a legal move"):
        position.push("p@a8")
    with pytest.raises(ValueError, match="is not a legal move"):
        position.push("n@a3")


def test_black_drops_pawns_on_rank_8_not_on_rank_1() -> None:
    moves = Position.from_fen("halfgi", "4k3/8/8/8/8/8/8/4K3[p] b").legal_moves()
    assert "p@a8" in moves
    assert "p@a1" not in moves


def test_first_rank_pawn_steps_once_then_may_double_step() -> None:
    position = Position.from_fen("halfgi", "4k3/8/8/8/1p6/8/8/P3K3 w")
    assert [move for move in position.legal_moves() if move.startswith("a1")] == ["a1a2"]
    position = play(position, "a1a2 e8d8")
    assert squares("a2a3 a2a4") <= set(position.legal_moves())
    position = position.push("a2a4")
    assert position.fen() == "3k4/8/8/8/Pp6/8/8/4K3[] b - a3 0 2"
    assert position.push("b4a3").fen() == "3k4/8/8/8/8/p7/8/4K3[p] w - - 0 3"


def test_first_rank_pawn_captures() -> None:
    position = Position.from_fen("halfgi", "4k3/8/8/8/8/8/1p6/P6K w")
    assert "a1b2" in position.legal_moves()


def test_captured_units_change_colour_and_keep_promoted_type() -> None:
    position = Position.from_fen("halfgi", "1r2k3/P7/8/8/8/8/8/4K3 w")
    position = position.push("a7a8q")
    position = position.push("b8a8")
    assert position.fen() == "r3k3/8/8/8/8/8/8/4K3[q] w - - 0 2"
    assert "q@a1" in position.push("e1d1").legal_moves()


def test_hand_order() -> None:
    fen = "4k3/8/8/8/8/8/8/4K3[pnPNBRQqPb] w - - 0 1"
    assert Position.from_fen("halfgi", fen).fen() == "4k3/8/8/8/8/8/8/4K3[QRBNPPqbnp] w - - 0 1"


def test_dropped_rook_does_not_castle() -> None:
    position = Position.from_fen("halfgi", "4k3/8/8/8/8/7n/8/R3K2R[R] w KQ")
    position = play(position, "h1h3 e8e7 r@h1 e7e8")
    assert position.castling == "Q"
    assert "e1g1" not in position.legal_moves()
    assert "e1c1" in position.legal_moves()


def test_drop_blocks_check_and_mates() -> None:
    position = Position.from_fen("halfgi", "4k3/8/8/8/4r3/8/8/4K3[P] w")  # hR e4, d=3, reaches e2
    assert not position.in_check()
    position = Position.from_fen("halfgi", "4k3/8/8/4r3/8/8/8/4K3[P] w")
    assert not position.in_check()
    position = Position.from_fen("halfgi", "k7/8/8/8/8/8/8/K4r2[P] w")  # hR f1, d=5, reaches c1
    assert not position.in_check()
    position = Position.from_fen("halfgi", "4k3/8/8/8/8/8/8/K2r4[N] w")  # hR d1, d=3, reaches b1
    assert not position.in_check()
    assert "a1b1" not in position.legal_moves()
    position = Position.from_fen("halfgi", "4k3/8/8/8/8/8/8/r3K3[P] w")  # hR a1, d=7, reaches e1
    assert position.in_check()
    assert {move for move in position.legal_moves() if "@" in move} == squares("p@b1 p@c1 p@d1")
    position = Position.from_fen("halfgi", "2bk4/8/3K4/8/8/8/8/8[R] w")
    assert position.push("r@h8").outcome([]) == ("1-0", "checkmate")  # hR h8, d=7, reaches d8
    position = Position.from_fen("halfgi", "k7/8/1K6/8/8/8/8/8[R] w")
    assert position.push("r@c8").outcome([]) == ("1/2-1/2", "stalemate")  # hR c8, d=2, reaches b8 only


# ----------------------------------------------------------------------------------- A7: foreign pieces, FEN


def promotions(position: Position, stem: str) -> str:
    return "".join(move[4:] for move in position.legal_moves() if move.startswith(stem))


def test_a7_promotion_choices() -> None:
    board = "8/P6k/8/8/8/8/p6K/8 {} - - 0 1"
    for side, stem in (("w", "a7a8"), ("b", "a2a1")):

        def choices(white: str, black: str, side: str = side, stem: str = stem) -> str:
            return promotions(Position.from_fen(AHC, board.format(side), (white, black)), stem)

        assert choices("RF-CD-BW-QV", "RF-CD-BW-QV") == "bnqr"
        assert choices("RF-CD-BW-QV", "RA-VS-BC-RVF") == "behmnqrt"
        assert choices("RF-CV-BW-QA", "RF-VC-BW-QA") == "bnqr"  # CV = VC
        assert choices("RF-CD-BW-RCV", "RA-VS-BW-RVC") == "bhnqrt"  # RCV = RVC, one BW
    position = Position.from_fen("half-chess", board.format("w"))
    assert promotions(position, "a7a8") == "bnqr"


def test_a7_foreign_pieces_move_in_their_owners_direction() -> None:
    armies = ("RF-CD-BW-QV", "RA-VS-BC-RVF")
    assert lone(AHC, "E", "e4", armies) == squares("d5 c6 f5 g6 d3 c2 f3 g2 d6 f6 c3 g3")  # hB+Crab
    assert lone(AHC, "h", "e4", armies) == squares("e6 e2 c4 g4 d2 f2 c5 g5")
    assert lone(AHC, "H", "e4", armies) == squares("d6 f6 d2 f2 c3 c5 g3 g5")  # Black's VS
    position = Position.from_fen(AHC, "8/P6k/8/8/8/8/8/7K w", armies)
    assert position.push("a7a8t").fen() == "T7/7k/8/8/8/8/8/7K b - - 0 1 RF-CD-BW-QV:RA-VS-BC-RVF"
    assert position.push("A7A8T") == position.push("a7a8t")


def test_foreign_letters_are_rewritten() -> None:
    armies = ("RF-CV-BW-QA", "RF-VC-BD-QA")
    position = Position.from_fen(AHC, "thm4k/8/8/8/8/8/8/THEM3K w", armies)
    assert position.fen() == "rnq4k/8/8/8/8/8/8/RNEQ3K w - - 0 1 RF-CV-BW-QA:RF-VC-BD-QA"
    # Rewritten before the castling right is checked.
    assert Position.from_fen(AHC, "7k/8/8/8/8/8/8/4K2T w K", armies).castling == "K"


def test_army_field() -> None:
    text = START + " w KQkq - 0 1 RF-CD-BW-QV:RA-VS-BC-RVF"
    position = Position.from_fen(AHC, text, ("RF-VS-BW-RCA", "RF-VS-BW-RCA"))
    assert position.fen() == text  # the field goes before the options
    assert position == Position.start(AHC, MIXED)


# ------------------------------------------------------------------------------------------------------- FEN


def test_fen_defaults() -> None:
    board = "4k3/8/8/8/8/8/8/4K3"
    assert Position.from_fen("normal", board).fen() == board + " w - - 0 1"
    assert Position.from_fen("halfgi", board + " b").fen() == board + "[] b - - 0 1"
    assert Position.from_fen("halfgi", board + "[] b - - 3").fen() == board + "[] b - - 3 1"
    assert Position.from_fen("normal", "r3k2r/8/8/8/8/8/8/R3K2R w qkQ").castling == "Qkq"


KINGS = "4k3/8/8/8/8/8/8/4K3"
BAD_FENS = [
    ("normal", "", "empty"),
    ("normal", "4k3/8/8/8/8/8/4K3", "7 ranks"),
    ("normal", "4k3/8/8/8/8/8/8/8/4K3", "9 ranks"),
    ("normal", "4k3/8/8/ppppppppp/8/8/8/4K3", "rank 5 has 9 files, expected 8"),
    ("normal", "4k3/8/7/8/8/8/8/4K3", "rank 6 has 7 files, expected 8"),
    ("normal", "4k3/8/44/8/8/8/8/4K3", "rank 6 has 44 files"),  # a run of digits is one number
    ("normal", "4k3/8/08/8/8/8/8/4K3", "rank 6 has the number 08"),
    ("normal", "4k3/8//8/8/8/8/4K3", "rank 6 has 0 files"),
    ("normal", "4k3/8/x7/8/8/8/8/4K3", "rank 6 has the unknown letter 'x'"),
    ("half-chess", "4k3/8/T7/8/8/8/8/4K3", "unknown letter 'T'"),
    ("halfgi", "4k3/8/m7/8/8/8/8/4K3", "unknown letter 'm'"),
    (AHC, "4k3/8/C7/8/8/8/8/4K3", "unknown letter 'C'"),
    ("normal", "4k3/8/8/8/8/8/8/P3K3", "first rank, a1"),
    ("normal", "p3k3/8/8/8/8/8/8/4K3", "first rank, a8"),
    ("normal", "P3k3/8/8/8/8/8/8/4K3", "last rank, a8"),
    ("halfgi", "P3k3/8/8/8/8/8/8/4K3", "last rank, a8"),
    ("halfgi", "4k3/8/8/8/8/8/8/p3K3", "last rank, a1"),
    ("normal", "8/8/8/8/8/8/8/4K3", "Black has 0 kings"),
    ("normal", "4k3/8/8/8/8/8/8/K3K3", "White has 2 kings"),
    ("normal", "4k3/4R3/8/8/8/8/8/4K3 w", "side not to move is in check"),
    ("normal", "8/8/8/8/8/8/4k3/4K3 w", "side not to move is in check"),
    ("normal", KINGS + " x", "side to move"),
    ("normal", KINGS + " W", "side to move"),
    ("normal", KINGS + " w K", "castling right K without"),
    ("normal", "r3k3/8/8/8/8/8/8/4K3 w k", "castling right k without"),
    ("normal", "4k3/8/8/8/8/8/8/3K3R w K", "castling right K without"),
    (AHC, "4k3/8/8/8/8/8/8/4K2T w K", "castling right K without"),
    ("normal", "4k3/8/8/8/8/8/8/4K2R w KK", "given twice"),
    ("normal", KINGS + " w A", "unknown castling right"),
    ("normal", KINGS + " w - e9", "en passant"),
    ("normal", KINGS + " w - e3", "sixth rank"),
    ("normal", KINGS + " w - d6", "no pawn stands behind"),
    ("normal", "4k3/8/8/3P4/8/8/8/4K3 w - d6", "no pawn stands behind"),
    ("normal", "4k3/8/3n4/3p4/8/8/8/4K3 w - d6", "jumped over"),
    ("normal", "4k3/3n4/8/3p4/8/8/8/4K3 w - d6", "jumped over"),
    ("normal", KINGS + " w - - x", "clock"),
    ("normal", KINGS + " w - - -1", "clock"),
    ("normal", KINGS + " w - - 0 0", "move number"),
    ("normal", KINGS + " w - - 0 one", "move number"),
    ("normal", KINGS + " w - - 0 1 extra", "7 fields"),
    ("half-chess", KINGS + " w - - 0 1 RF-CD-BW-QV:RA-VS-BC-RVF", "7 fields"),
    (AHC, KINGS + " w - - 0 1 RF-CD-BW-QV:RA-VS-BC-RVF extra", "8 fields"),
    (AHC, KINGS + " w - - 0 1 RF-CD-BW-QV", "whiteArmy:blackArmy"),
    (AHC, KINGS + " w - - 0 1 RF-CD-BW-QV:RW-CD-BV-QS", "Black's army is illegal, A4"),
    (AHC, KINGS + " w - - 0 1 RF-CD-BW:RA-VS-BC-RVF", "White's army is illegal, A1"),
    ("normal", KINGS + "  w", "one space"),
    ("normal", KINGS + "[P] w", "no hand"),
    ("half-chess", KINGS + "[] w", "no hand"),
    (AHC, KINGS + "[] w", "no hand"),
    ("halfgi", KINGS + "[K] w", "unknown letter 'K' in the hand"),
    ("halfgi", KINGS + "[T] w", "unknown letter 'T' in the hand"),
    ("halfgi", KINGS + "[P w", "brackets"),
    ("halfgi", KINGS + "[P][p] w", "brackets"),
    ("halfgi", "[P]" + KINGS + " w", "brackets"),
]


@pytest.mark.parametrize(("variant", "fen", "message"), BAD_FENS)
def test_bad_fens(variant: str, fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.from_fen(variant, fen, SAMPLE.get(variant))


def test_armies_are_needed_where_they_exist_only() -> None:
    with pytest.raises(ValueError, match="needs two armies"):
        Position.start(AHC)
    with pytest.raises(ValueError, match="has no armies"):
        Position.start("normal", MIXED)
    with pytest.raises(ValueError, match="unknown variant"):
        Position.start("xiangqi")


# ---------------------------------------------------------------------------------------------- random games


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    """FENs round-trip, texts are unique and parse back, the no unit is lost or made from nothing."""
    rng = random.Random(variant)
    for _ in range(12):
        armies = None
        if variant in (AHC, AC):
            armies = (rng.choice(legal_armies(variant)), rng.choice(legal_armies(variant)))
        position = Position.start(variant, armies)
        history = [position.repetition_key()]
        for _ in range(160):
            again = Position.from_fen(variant, position.fen())
            assert again == position
            assert again.fen() == position.fen()
            moves = position.legal_moves()
            assert moves == sorted(set(moves)) == again.legal_moves()
            assert all(move == move.lower() and " " not in move for move in moves)
            if position.outcome(history) is not None:
                break
            promoting = [move for move in moves if len(move) == 5]
            after = position.push(rng.choice(promoting or moves).upper())
            units = [sum(bool(piece) for piece in p.board) + len("".join(p.hands)) for p in (position, after)]
            if variant in DROPS:
                assert units[0] == units[1] == 32
            else:
                assert units[0] - units[1] in (0, 1)
                assert after.hands == ("", "")
            position = after
            history.append(position.repetition_key())


def test_push_refuses_illegal_moves() -> None:
    for move in ("e2e5", "e7e5", "a1a2", "", "e2", "0000", "e1g1"):
        with pytest.raises(ValueError, match="is not a legal move"):
            Position.start("normal").push(move)
