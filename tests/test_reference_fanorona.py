"""The reference generator of Fanorona Chess against its rule page."""

from __future__ import annotations

import random
import re
from itertools import permutations

import pytest

from fanorona_boards import POINTS, board, points
from reference.fanorona import START_BOARDS, VARIANTS, Position, strong

FC, ALTERNATE = "fanorona-chess", "fanorona-chess-alternate"


def setup(pieces: str, rest: str = "w") -> Position:
    """A position from its pieces and the FEN's other fields."""
    return Position.from_fen(FC, f"{board(pieces)} {rest}")


def moves_from(position: Position, point: str) -> set[str]:
    return {move for move in position.legal_moves() if move.startswith(point)}


def lone(piece: str, point: str) -> set[str]:
    """Where the piece could go with two kings that are out of its way."""
    counts = {}
    for white, black in permutations("a1 e1 a9 e9 a5 e5 c3 c7".split(), 2):
        pieces = {white: "K", black: "k"}
        if piece == "K":
            pieces = {black: "k"}
        if point in pieces:
            continue
        pieces[point] = piece
        try:
            position = setup(" ".join(letter + at for at, letter in pieces.items()))
        except ValueError:  # the two kings check each other or the piece checks
            continue
        targets = position.pseudo_targets(point)
        counts[len(targets)] = targets
    return counts[max(counts)]


def play(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.push(move)
    return position


# ------------------------------------------------------------------------------------------- worked examples


def test_board_has_23_strong_points() -> None:
    found = {name for number, name in enumerate(POINTS) if strong(number)}
    assert len(found) == 23
    assert points("a1 a3 b2 b4 e9") <= found
    assert not points("a2 b1 c2 e8") & found


def test_example_1_start_moves() -> None:
    expected = points("a3a4 a3b4 b3b4 c3b4 c3c4 c3d4 d3d4 e3d4 e3e4 c1a2 c1e2")
    assert set(Position.start(FC).legal_moves()) == expected
    assert len(Position.start(ALTERNATE).legal_moves()) == 19


@pytest.mark.parametrize(
    ("variant", "counts"),
    [(FC, [11, 121, 1630, 21778]), (ALTERNATE, [19, 361, 7050, 136796])],
)
def test_example_2_perft(variant: str, counts: list[int]) -> None:
    position = Position.start(variant)
    assert [position.perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_example_3_pawn_withdraws_or_quiet() -> None:
    position = setup("Pc3 Kd1 pa5 bb2 ke9")
    assert moves_from(position, "c3") == points("c3b4xa5 c3d4xb2 c3c4")
    position = setup("Pc3 Kd1 pa5 bb2 ne5 ke9")
    assert moves_from(position, "c3") == points("c3b4xa5 c3d4xb2 c3d4xe5 c3c4")


def test_example_4_pawn_approaches() -> None:
    assert moves_from(setup("Pb3 Ke6 pb5 pc3 ke9"), "b3") == {"b3b4xb5"}


def test_example_5_rook() -> None:
    quiet = points("b5b1 b5b2 b5b3 b5b4 b5b6 b5b7 b5b8 b5b9")
    position = setup("Rb5 Kd1 pa5 kd9")
    assert moves_from(position, "b5") == quiet | points("b5c5xa5 b5d5xa5 b5e5xa5")
    position = setup("Rb5 Kd1 pa5 pe5 kd9")
    assert moves_from(position, "b5") == quiet | points("b5c5xa5 b5d5xa5 b5d5xe5")


@pytest.mark.parametrize(
    ("piece", "point", "count"),
    [
        ("Q", "c4", 12),
        ("Q", "c5", 20),
        ("B", "c4", 0),
        ("B", "c5", 8),
        ("K", "c4", 4),
        ("K", "c5", 8),
        ("K", "b1", 3),
        ("K", "a1", 3),
        ("N", "a1", 2),
    ],
)
def test_example_6_empty_board(piece: str, point: str, count: int) -> None:
    assert len(lone(piece, point)) == count
    if piece == "N":
        assert lone(piece, point) == points("b3 c2")


def test_example_7_knight() -> None:
    position = setup("Nc3 Ka9 bb2 pd6 ke9")
    expected = points("c3d5xb2 c3d5xd6 c3e4xb2 c3a2 c3a4 c3b1 c3b5 c3d1 c3e2")
    assert moves_from(position, "c3") == expected


def test_example_8_kings_check_each_other() -> None:
    for pieces in ("Kc5 kc6", "Kc6 kc5"):
        for side in "wb":
            with pytest.raises(ValueError, match="side not to move is in check"):
                setup(pieces, side)
    assert setup("Kc1 kc2", "w").in_check()
    assert setup("Kc2 kc1", "b").in_check()
    for pieces, side in (("Kc1 kc2", "b"), ("Kc2 kc1", "w")):
        with pytest.raises(ValueError, match="side not to move is in check"):
            setup(pieces, side)


FULL = "Na1 Nb1 Bd1 Be1 Ra2 Rb2 Qd2"


def test_example_9_promotion_pool() -> None:
    assert moves_from(setup(f"Kc1 Pc8 ke5 {FULL}"), "c8") == set()
    position = setup("Kc1 Pc8 ke5 Nb1 Bd1 Be1 Qd2")
    assert moves_from(position, "c8") == points("c8c9r c8c9n")
    assert position.push("C8C9R").fen() == "2R2/5/5/5/4k/5/5/3Q1/1NKBB b - - 0 1"


def test_example_10_king_against_king() -> None:
    illegal = 0
    ends: dict[str, set[str]] = {"checkmate": set(), "stalemate": set()}
    for white, black in permutations(POINTS, 2):
        try:
            position = setup(f"K{white} k{black}", "w")
        except ValueError:  # Brown's king could be taken
            illegal += 1
            continue
        outcome = position.outcome([])
        if outcome is not None:
            assert outcome[0] == "0-1"
            ends[outcome[1]].add(f"{white} {black}")
    assert illegal == 336
    assert len(ends["checkmate"]) == 16
    assert len(ends["stalemate"]) == 16
    assert {"a1 b2", "a4 b4", "b1 b2"} <= ends["checkmate"]
    assert {"a2 c3", "b1 c3"} <= ends["stalemate"]


# ----------------------------------------------------------------------------------------------------- moves


def test_n1_nobody_moves_onto_an_occupied_point() -> None:
    position = setup("Ra1 Pa4 Ke1 nc1 ke9")
    assert moves_from(position, "a1") == points("a1a2 a1a3 a1b1xc1")


def test_n2_bishop_on_a_weak_point_is_immobile() -> None:
    assert moves_from(setup("Bc4 Ka1 pc5 pb3 ke9"), "c4") == set()
    # No line, no capture: the queen on c4 takes orthogonally only.
    assert moves_from(setup("Qc4 Ka1 pb5 pd5 pb3 ke9 pc8"), "c4") == points(
        "c4a4 c4b4 c4d4 c4e4 c4c1 c4c2 c4c3 c4c5 c4c6 c4c7xc8"
    )


def test_n3_knight_path() -> None:
    # From strong c3 the first step is diagonal, the last orthogonal; the middle points may be occupied.
    found = moves_from(setup("Nc3 Ka9 ke9 pb2 pb4 pd2 pd4 pc4"), "c3")
    assert found == points("c3a4xd2 c3b5xd2 c3d5xb2 c3e4xb2 c3a2xd4 c3b1xd4 c3d1xb4 c3e2xb4")
    found = moves_from(setup("Nc3 Ka9 ke9 Pb2 Pb4 Pd2 Pd4 Pc4"), "c3")
    assert found == points("c3a4 c3b5 c3d5 c3e4 c3a2 c3b1 c3d1 c3e2")
    # From weak c4 the first step is orthogonal and the last diagonal.
    found = moves_from(setup("Nc4 Kd1 ke9 pc3 pc5 pe7"), "c4")
    assert points("c4d6xc3 c4d6xe7 c4b6xc3 c4b2xc5 c4d2xc5") <= found
    assert points("c4a3 c4a5 c4e3 c4e5") <= found
    assert len(found) == 9


def test_n4_pawns() -> None:
    assert moves_from(setup("Pc4 Pc5 Pb6 Ke1 ke9"), "c5") == points("c5c6 c5d6")
    assert moves_from(setup("Pc4 Pb6 Ke1 ke9"), "c4") == {"c4c5"}
    assert moves_from(setup("pc5 Ke1 ke9", "b"), "c5") == points("c5c4 c5b4 c5d4")
    assert moves_from(setup("pc5 Pb6 Pc6 Ke1 ke9", "b"), "c5") == points("c5c4xc6 c5b4 c5d4xb6")


def test_n5_sliders_take_directly_beyond_only() -> None:
    found = moves_from(setup("Ba1 Kd1 ke9 pe5"), "a1")
    assert found == points("a1b2 a1c3 a1d4xe5")
    after = setup("Ba1 Kd1 ke9 pe5").push("a1d4xe5")
    assert after.fen() == "4k/5/5/5/5/3B1/5/5/3K1 b - - 0 1"


def test_n5_king_takes() -> None:
    position = setup("Kb2 pb4 nb1 ke9")
    assert points("b2b3xb4 b2b3xb1") <= set(position.legal_moves())
    assert "b2b3" not in position.legal_moves()


def test_n6_only_the_chosen_move_must_take() -> None:
    position = setup("Rb5 Kd1 pa5 kd9")
    assert {"b5b1", "d1d2"} <= set(position.legal_moves())
    for move in ("b5c5", "b5c5xb5", "b5b1xa5", "b5c5xa5q"):
        with pytest.raises(ValueError, match="is not a legal move"):
            position.push(move)


# ------------------------------------------------------------------------------------------------- N7: leaps


def test_n7_leap() -> None:
    leaps = points("c1a2 c1b3 c1d3 c1e2")
    steps = points("c1b1 c1d1 c1c2 c1b2 c1d2")
    assert moves_from(setup("Kc1 ke9", "w K"), "c1") == leaps | steps
    assert moves_from(setup("Kc1 ke9", "w -"), "c1") == steps
    assert moves_from(setup("Ka1 kc9", "b k"), "c9") >= points("c9a8 c9b7 c9d7 c9e8")
    # The middle may be occupied, the target may not.
    assert moves_from(setup("Kc1 Bb2 Bd2 Nd3 ke9", "w K"), "c1") & leaps == points("c1a2 c1b3 c1e2")


def test_n7_leap_takes_nothing() -> None:
    position = setup("Kc1 pb4 ke9", "w K")
    assert moves_from(position, "c1b3") == {"c1b3"}
    after = position.push("c1b3")
    assert after.fen() == "4k/5/5/5/5/1p3/1K3/5/5 b - - 1 1"
    # An ordinary step has to take.
    assert moves_from(setup("Kc1 pa3 ke9", "w K"), "c1b2") == {"c1b2xa3"}


def test_n7_leap_gives_no_check() -> None:
    # A Knight on c1 would check b4.
    position = setup("Kc1 kb4", "b K")
    assert not position.in_check()
    assert setup("Kc1 kb4", "w K").pseudo_targets("c1") >= points("a2 b3 d3 e2")
    assert "c1b3" not in setup("Kc1 kb4", "w K").legal_moves()  # N9: b4b5 would take it
    assert setup("Nc1 Ke1 kb4", "b").in_check()


def test_n7_no_leap_out_of_check() -> None:
    position = setup("Kc1 rc5 ke9", "w K")  # the rook checks by c5c2
    assert position.in_check()
    assert moves_from(position, "c1") == points("c1b1 c1d1 c1b2 c1d2")
    # Nor into one: a5a3 would take it on a2.
    assert moves_from(setup("Kc1 ra5 ke9", "w K"), "c1") & points("c1a2 c1e2") == {"c1e2"}


def test_n7_moved_king_does_not_leap_again() -> None:
    position = play(Position.start(FC), "c1a2 c9e8")
    assert position.fen() == "nr1rn/1bqbk/ppppp/5/5/5/PPPPP/KBQB1/NR1RN w - - 2 2"
    position = play(Position.start(FC), "c1a2 a7a6")
    assert position.unmoved == "k"
    position = setup("Kc1 ke9 pe8", "w K").push("c1c2")
    assert position.unmoved == ""
    assert moves_from(play(position, "e8e7 c2c1 e7e6"), "c1") == points("c1b1 c1d1 c1c2 c1b2 c1d2")
    # Other moves, and those of the other side, leave the right alone.
    assert play(Position.start(FC), "a3a4 a7a6").unmoved == "Kk"


# --------------------------------------------------------------------------------------------- N8: promotion


def test_n8_promotion_and_capture() -> None:
    position = setup("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2")  # the queen is lost
    assert moves_from(position, "b8") == points("b8b9xb7q b8a9xc7q b8c9q")
    assert position.push("b8b9xb7q").fen() == "1Q3/5/2r2/5/4k/5/5/RR3/KNNBB b - - 0 1"
    position = setup("pb2 Ka9 Qb3 ke5 nd9 ne9 re8 rd8 qe7", "b")
    assert moves_from(position, "b2") == points("b2b1xb3b b2a1b b2c1b")  # b1 is weak: an immobile Bishop


def test_n8_promoted_piece_leaves_the_pool() -> None:
    position = setup("Pc8 Pe8 Ka1 Nb1 Nc1 Bd1 Be1 Ra2 Rb2 pa6 ke5")
    assert points("c8c9q e8e9q") <= set(position.legal_moves())
    after = play(position, "c8c9q a6a5")
    assert moves_from(after, "e8") == set()
    assert moves_from(play(position, "a2a3 a6a5"), "e8") == {"e8e9q"}


def test_n8_two_lost_pieces_of_a_type_are_one_move() -> None:
    position = setup("Pc8 Ka1 ke5")
    assert moves_from(position, "c8") == points("c8c9b c8c9n c8c9q c8c9r")


CHECKER = "Pb8 Ka1 kb7"
WHITE_PIECES = "Ne5 Ba3 Bb2 Rd1 Re1 Qc1"  # all but one Knight, none of them near b7


def test_n8_pawn_that_may_not_enter_gives_no_check() -> None:
    assert not setup(f"{CHECKER} {WHITE_PIECES} Nd3 pd5", "b").in_check()
    setup(f"{CHECKER} {WHITE_PIECES} Nd3 pd5", "w")
    assert setup(f"{CHECKER} {WHITE_PIECES} Pd3 pd5", "b").in_check()  # b8b9xb7n
    with pytest.raises(ValueError, match="side not to move is in check"):
        setup(f"{CHECKER} {WHITE_PIECES} Pd3 pd5", "w")


def test_n8_capture_refills_the_enemys_pool() -> None:
    position = setup(f"{CHECKER} {WHITE_PIECES} Nd3 Pa5 pd5 pa7", "b")
    assert "d5d4xd3" not in position.legal_moves()  # then b8b9xb7n could take the king
    assert "a7a6xa5" in position.legal_moves()  # a pawn refills nothing
    # Without the pawn on b8 the Knight may be taken.
    assert "d5d4xd3" in setup(f"Ka1 kb7 {WHITE_PIECES} Nd3 pd5", "b").legal_moves()


# ------------------------------------------------------------------------------------------ N9, N10: results


def test_n9_pinned_piece_checks() -> None:
    assert "c4d4xe4" not in setup("Kc1 Rc4 rc9 pe4 ke7").legal_moves()
    assert "c4d4xe4" in setup("Kc1 Rc4 rd9 pe4 ke7").legal_moves()
    assert setup("Kc1 Rc4 rc9 ke4", "b").in_check()


def test_n9_piece_that_could_take_something_else_checks() -> None:
    assert setup("Rb5 Kd1 pa5 ke5", "b").in_check()
    assert setup("Rb5 Kd1 ka5 pe5", "b").in_check()


def test_n9_distance_is_safety() -> None:
    # A rook next to the king without room behind either does not check it.
    assert not setup("Ra1 Ke9 kb1 nc1 na2", "b").in_check()
    assert setup("Rb1 Kd9 ka1", "b").in_check()  # withdrawal
    assert setup("Re1 Kd9 ka1", "b").in_check()  # approach, e1b1


def test_stalemated_player_loses() -> None:
    assert setup("Ka2 kc3", "w").outcome([]) == ("0-1", "stalemate")
    assert setup("Kc3 ka2", "b").outcome([]) == ("1-0", "stalemate")
    assert setup("Ka1 kb2", "w").outcome([]) == ("0-1", "checkmate")
    assert setup("Kb2 ka1", "b").outcome([]) == ("1-0", "checkmate")
    assert setup("Ka1 kb2").perft(1) == setup("Ka1 kb2").perft(3) == 0


def test_order_of_results() -> None:
    assert setup("Ka1 kb2", "w - - 100 80").outcome([]) == ("0-1", "checkmate")
    stalemate = setup("Ka2 kc3", "w - - 120 80")
    assert stalemate.outcome([stalemate.repetition_key()] * 3) == ("0-1", "stalemate")
    position = setup("Ka1 ke9", "w - - 100 80")
    assert position.outcome([]) == ("1/2-1/2", "move rule")
    assert position.outcome([position.repetition_key()] * 3) == ("1/2-1/2", "repetition")
    assert setup("Ka1 ke9", "w - - 99 80").outcome([]) is None  # king against king is no draw


def test_repetition_counts_unmoved_kings() -> None:
    position = setup("Kc1 ke9 pe7", "w K")
    history = [position.repetition_key()]
    for move in "c1b1 e9d9 b1c1 d9e9 c1b1 e9d9 b1c1 d9e9".split():
        position = position.push(move)
        history.append(position.repetition_key())
        assert position.outcome(history) is None  # the first time the king could still leap
    position = position.push("c1b1")
    history.append(position.repetition_key())
    assert position.outcome(history) == ("1/2-1/2", "repetition")


def test_clock() -> None:
    position = setup("Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20")
    assert position.push("b5b6").fen().endswith(" b - - 8 20")
    assert position.push("a3a4xa5").fen().endswith(" b - - 0 20")
    assert position.push("b5c5xa5").fen().endswith(" b - - 0 20")
    assert play(position, "b5b6 e7e6").fen().endswith(" w - - 0 21")


# ------------------------------------------------------------------------------------------------------- FEN


def test_start_fens() -> None:
    for variant in VARIANTS:
        fen = START_BOARDS[variant] + " w Kk - 0 1"
        assert Position.start(variant).fen() == fen
        assert Position.from_fen(variant, fen) == Position.start(variant)


def test_fen_defaults() -> None:
    kings = board("Kc1 kc9")
    assert Position.from_fen(FC, kings).fen() == kings + " w - - 0 1"
    assert Position.from_fen(FC, kings + " b").fen() == kings + " b - - 0 1"
    assert Position.from_fen(FC, kings + " b kK").fen() == kings + " b Kk - 0 1"
    assert Position.from_fen(FC, kings + " b k - 3").fen() == kings + " b k - 3 1"


KINGS = "2k2/5/5/5/5/5/5/5/2K2"
BAD_FENS = [
    ("", "empty"),
    ("2k2/5/5/5/5/5/5/2K2", "8 ranks, expected 9"),
    ("2k2/5/5/5/5/5/5/5/5/2K2", "10 ranks"),
    ("2k2/5/5/6/5/5/5/5/2K2", "rank 6 has 6 files, expected 5"),
    ("2k2/5/5/5/ppp1/5/5/5/2K2", "rank 5 has 4 files, expected 5"),
    ("2k2/5/5/23/5/5/5/5/2K2", "rank 6 has 23 files"),  # a run of digits is one number
    ("2k2/5/5/05/5/5/5/5/2K2", "rank 6 has the number 05"),
    ("2k2/5//5/5/5/5/5/2K2", "rank 7 has 0 files"),
    ("2k2/5/x4/5/5/5/5/5/2K2", "rank 7 has the unknown letter 'x'"),
    ("2k2/5/5/5/5/5/5/5/5", "White has 0 kings"),
    ("1kk2/5/5/5/5/5/5/5/2K2", "Black has 2 kings"),
    ("2k2/5/5/5/NN3/N4/5/5/2K2", "White has 3 knights, expected at most 2"),
    ("2k2/5/5/5/bb3/b4/5/5/2K2", "Black has 3 bishops, expected at most 2"),
    ("2k2/5/5/5/rr3/r4/5/5/2K2", "Black has 3 rooks, expected at most 2"),
    ("2k2/5/5/5/QQ3/5/5/5/2K2", "White has 2 queens, expected at most 1"),
    ("2k2/5/5/5/PPPPP/P4/5/5/2K2", "White has 6 pawns, expected at most 5"),
    ("P1k2/5/5/5/5/5/5/5/2K2", "last rank, a9"),
    ("2k2/5/5/5/5/5/5/5/p1K2", "last rank, a1"),
    ("2k2/5/5/5/5/5/5/5/P1K2", "first rank, a1"),
    ("2k1p/5/5/5/5/5/5/5/2K2", "first rank, e9"),
    (KINGS + " x", "side to move"),
    (KINGS + " w KQkq", "unknown letter 'Q' among the unmoved kings"),
    (KINGS + " w KK", "given twice"),
    ("2k2/5/5/5/5/5/5/5/1K3 w K", "unmoved king K does not stand on c1"),
    ("1k3/5/5/5/5/5/5/5/2K2 w k", "unmoved king k does not stand on c9"),
    (KINGS + " w - c4", "en passant"),
    (KINGS + " w - - x", "clock"),
    (KINGS + " w - - -1", "clock"),
    (KINGS + " w - - 0 0", "move number"),
    (KINGS + " w - - 0 1 extra", "7 fields"),
    (KINGS + "  w", "one space"),
    (KINGS + "[] w", "unknown letter '['"),
    ("2k2/5/2R2/5/5/5/5/5/2K2 w", "side not to move is in check"),
    ("2k2/5/2K2/5/5/5/5/5/5 b", "side not to move is in check"),
]


@pytest.mark.parametrize(("fen", "message"), BAD_FENS)
def test_bad_fens(fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.from_fen(FC, fen)


def test_unknown_names() -> None:
    with pytest.raises(ValueError, match="unknown variant"):
        Position.start("fanorona")
    with pytest.raises(ValueError, match="unknown variant"):
        Position.from_fen("fanorona", KINGS)
    with pytest.raises(ValueError, match="is no point"):
        Position.start(FC).pseudo_targets("f1")


# ---------------------------------------------------------------------------------------------- random games


def mirrored_move(move: str, files: str, ranks: str) -> str:
    """The move with its files and ranks exchanged; a letter promoted to stays."""
    tail = move[-1] if re.fullmatch(".*[1-9][nbrq]", move) else ""
    stem = move[: len(move) - len(tail)]
    return stem.translate(str.maketrans("abcde123456789", files + ranks)) + tail


def mirrored(position: Position, files: bool, colours: bool) -> Position:
    """The position with the board turned left to right, or the sides exchanged."""
    placement, side, unmoved, *rest = position.fen().split(" ")
    rows = placement.split("/")
    if files:
        rows = [row[::-1] for row in rows]
    if colours:
        rows = [row.swapcase() for row in reversed(rows)]
        side = "wb"["bw".index(side)]
        unmoved = unmoved.swapcase()
    return Position.from_fen(position.variant, " ".join(["/".join(rows), side, unmoved, *rest]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    """FENs round-trip, texts are unique and parse back, N6 holds, and both sides play by the same rules."""
    rng = random.Random(variant)
    reasons: dict[str, int] = {}
    captures = promotions = 0
    for _ in range(8):
        position = Position.start(variant)
        history = [position.repetition_key()]
        for ply in range(200):
            again = Position.from_fen(variant, position.fen())
            assert again == position
            assert again.fen() == position.fen()
            moves = position.legal_moves()
            assert moves == sorted(set(moves)) == again.legal_moves()
            assert all(re.fullmatch("([a-e][1-9]){2}(x[a-e][1-9])?[nbrq]?", move) for move in moves)
            quiet = {move[:4] for move in moves if "x" not in move}
            assert not quiet & {move[:4] for move in moves if "x" in move}  # N6
            if ply % 5 == 0:
                turned = [mirrored_move(move, "edcba", "123456789") for move in moves]
                assert mirrored(position, True, False).legal_moves() == sorted(turned)
                turned = [mirrored_move(move, "abcde", "987654321") for move in moves]
                assert mirrored(position, False, True).legal_moves() == sorted(turned)
            outcome = position.outcome(history)
            if outcome is not None:
                reasons[outcome[1]] = reasons.get(outcome[1], 0) + 1
                break
            promoting = [move for move in moves if move[-1] in "nbrq"]
            choice = rng.choice(promoting or moves)
            after = position.push(choice.upper())
            men = [sum(bool(piece) for piece in p.board) for p in (position, after)]
            assert men[0] - men[1] == ("x" in choice)
            captures += "x" in choice
            promotions += choice[-1] in "nbrq"
            position = after
            history.append(position.repetition_key())
    assert captures > 50
    assert promotions > 0
    assert sum(reasons.values()) > 0


def test_push_refuses_illegal_moves() -> None:
    for move in ("a3a5", "a7a6", "a1b3", "", "a3", "0000", "a3a4x", "a3b4xa5", "c1c2"):
        with pytest.raises(ValueError, match="is not a legal move"):
            Position.start(FC).push(move)
