"""The rule page of Fanorona Chess, statement by statement, against the engine (rules/fanorona-chess.md)."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from fanorona_boards import POINTS, board, points
from oddfish.cext.core.perft import perft
from oddfish.cext.core.rules import FenError, MoveError, Position
from oddfish.cext.fanorona.game import Fanorona
from oddfish.engine.game import Game, Result
from oddfish.engine.variants import REGISTRY
from support.perft_suite import FANORONA, read_position

FC, ALTERNATE = FANORONA
OFFICERS = "Na1 Nb1 Bd1 Be1 Ra2 Rb2 Qd2"  # Yellow's whole pool
ALL_BUT_A_KNIGHT = "Ne5 Ba3 Bb2 Rd1 Re1 Qc1"


def setup(pieces: str, rest: str = "w") -> Fanorona:
    """A position from its pieces and the FEN's other fields."""
    return Fanorona(f"{board(pieces)} {rest}")


def texts(position: Position, start: str = "") -> set[str]:
    """The legal moves' texts that start so."""
    return {text for text in map(position.text, position.moves()) if text.startswith(start)}


def play(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.make(position.parse(text))
    return position


def game(pieces: str, rest: str = "w", moves: str = "") -> Game:
    result = Game(FC, fen=f"{board(pieces)} {rest}")
    for text in moves.split():
        assert result.result() is None, f"over before {text}"
        result.push(text)
    return result


def alone(piece: str, point: str) -> set[str]:
    """Where a piece may go from a point of a board empty but for kings that are out of its way."""
    found: set[str] = set()
    for own, other in permutations("a1 e1 a9 e9 a5 e5 c3 c7 a2".split(), 2):
        kings = f"k{other}" if piece == "K" else f"K{own} k{other}"
        if point in (other, own):
            continue
        try:
            moves = texts(setup(f"{piece}{point} {kings}"), point)
        except FenError:  # somebody could take a king
            continue
        if not any("x" in text for text in moves):
            found = max(found, {text[2:4] for text in moves}, key=len)
    return found


# ----------------------------------------------------------------------------------------- worked examples


def test_example_1_first_moves() -> None:
    expected = points("a3a4 a3b4 b3b4 c3b4 c3c4 c3d4 d3d4 e3d4 e3e4 c1a2 c1e2")
    assert texts(read_position(FC)) == texts(Fanorona()) == set(Game(FC).legal()) == expected
    assert read_position(ALTERNATE).count() == len(Game(ALTERNATE).legal()) == 19


def test_example_2_perft() -> None:
    assert [perft(read_position(FC), depth) for depth in range(1, 5)] == [11, 121, 1630, 21778]
    assert [perft(read_position(ALTERNATE), depth) for depth in range(1, 5)] == [19, 361, 7050, 136796]


#: What a piece may do: example or rule, pieces, side to move (and unmoved kings), whose moves, all of them.
MOVES = [
    ("example 3", "Pc3 Kd1 pa5 bb2 ke9", "w", "c3", "c3b4xa5 c3d4xb2 c3c4"),
    ("example 3, two forms", "Pc3 Kd1 pa5 bb2 ne5 ke9", "w", "c3", "c3b4xa5 c3d4xb2 c3d4xe5 c3c4"),
    ("example 4", "Pb3 Ke6 pb5 pc3 ke9", "w", "b3", "b3b4xb5"),
    ("example 5", "Rb5 Kd1 pa5 kd9", "w", "b5",
     "b5c5xa5 b5d5xa5 b5e5xa5 b5b1 b5b2 b5b3 b5b4 b5b6 b5b7 b5b8 b5b9"),
    ("example 5, two captures", "Rb5 Kd1 pa5 pe5 kd9", "w", "b5",
     "b5c5xa5 b5d5xa5 b5d5xe5 b5b1 b5b2 b5b3 b5b4 b5b6 b5b7 b5b8 b5b9"),
    ("example 7", "Nc3 Ka9 bb2 pd6 ke9", "w", "c3", "c3d5xb2 c3d5xd6 c3e4xb2 c3a2 c3a4 c3b1 c3b5 c3d1 c3e2"),
    ("example 9, nothing lost", f"Kc1 Pc8 ke5 {OFFICERS}", "w", "c8", ""),
    ("example 9", "Kc1 Pc8 ke5 Nb1 Bd1 Be1 Qd2", "w", "c8", "c8c9r c8c9n"),
    ("N1: nobody moves onto a piece", "Ra1 Pa4 Ke1 nc1 ke9", "w", "a1", "a1a2 a1a3 a1b1xc1"),
    ("N2: immobile Bishop", "Bc4 Ka1 pc5 pb3 ke9", "w", "c4", ""),
    ("N2: no line, no capture", "Qc4 Ka1 pb5 pd5 pb3 ke9 pc8", "w", "c4",
     "c4a4 c4b4 c4d4 c4e4 c4c1 c4c2 c4c3 c4c5 c4c6 c4c7xc8"),
    ("N3: enemies on middle points", "Nc3 Ka9 ke9 pb2 pb4 pd2 pd4 pc4", "w", "c3",
     "c3a4xd2 c3b5xd2 c3d5xb2 c3e4xb2 c3a2xd4 c3b1xd4 c3d1xb4 c3e2xb4"),
    ("N3: own pieces on middle points", "Nc3 Ka9 ke9 Pb2 Pb4 Pd2 Pd4 Pc4", "w", "c3",
     "c3a4 c3b5 c3d5 c3e4 c3a2 c3b1 c3d1 c3e2"),
    ("N3: from a weak point", "Nc4 Kd1 ke9 pc3 pc5 pe7", "w", "c4",
     "c4d6xc3 c4d6xe7 c4b6xc3 c4b2xc5 c4d2xc5 c4a3 c4a5 c4e3 c4e5"),
    ("N4: weak point", "Pc4 Pb6 Ke1 ke9", "w", "c4", "c4c5"),
    ("N4: Yellow", "Pc4 Pc5 Pb6 Ke1 ke9", "w", "c5", "c5c6 c5d6"),
    ("N4: Brown", "pc5 Pb6 Pc6 Ke1 ke9", "b", "c5", "c5c4xc6 c5b4 c5d4xb6"),
    ("N5: directly beyond only", "Ba1 Kd1 ke9 pe5", "w", "a1", "a1b2 a1c3 a1d4xe5"),
    ("N5: directly behind only", "Rb1 Ke9 pb3 ka9 nd1", "w", "b1", "b1a1 b1b2xb3 b1c1xd1"),
    ("N5: the king takes", "Kb2 pb4 nb1 ke9", "w", "b2b3", "b2b3xb4 b2b3xb1"),
    ("N7: leap and steps", "Kc1 ke9", "w K", "c1", "c1a2 c1b3 c1d3 c1e2 c1b1 c1d1 c1c2 c1b2 c1d2"),
    ("N7: a king that has moved", "Kc1 ke9", "w -", "c1", "c1b1 c1d1 c1c2 c1b2 c1d2"),
    ("N7: the other's right", "Kc1 kc9", "w k", "c1", "c1b1 c1d1 c1c2 c1b2 c1d2"),
    ("N7: Brown's leap", "Ka1 kc9", "b k", "c9", "c9a8 c9b7 c9d7 c9e8 c9b9 c9d9 c9c8 c9b8 c9d8"),
    ("N7: middle occupied, target not", "Kc1 Bb2 Bd2 Nd3 ke9", "w K", "c1", "c1a2 c1b3 c1e2 c1b1 c1d1 c1c2"),
    ("N7: takes nothing", "Kc1 pb4 ke9", "w K", "c1b3", "c1b3"),
    ("N7, N6: a step has to", "Kc1 pa3 ke9", "w K", "c1b2", "c1b2xa3"),
    ("N7: not out of check", "Kc1 rc5 ke9", "w K", "c1", "c1b1 c1d1 c1b2 c1d2"),
    ("N7: not into check", "Kc1 ra5 ke9", "w K", "c1a2", ""),
    ("N8: captures", "Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "w", "b8", "b8b9xb7q b8a9xc7q b8c9q"),
    ("N8: an immobile Bishop", "pb2 Ka9 Qb3 ke5 nd9 ne9 re8 rd8 qe7", "b", "b2", "b2b1xb3b b2a1b b2c1b"),
    ("N8: a lost type once", "Pc8 Ka1 ke5", "w", "c8", "c8c9b c8c9n c8c9q c8c9r"),
    ("N9: a pinned piece stays", "Kc2 Rc4 rc7 ke9", "w", "c4", "c4c3 c4c5 c4c6xc7"),
    ("N9: a guard may not be taken away", "Kc1 Rc3 rc5 pb3 ke9", "w", "c3d3", ""),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "rest", "start", "expected"), [row[1:] for row in MOVES], ids=[r[0] for r in MOVES])
def test_moves(pieces: str, rest: str, start: str, expected: str) -> None:
    position = setup(pieces, rest)
    assert texts(position, start) == points(expected)
    assert position.count() == len(position.moves()) == len(texts(position))


@pytest.mark.parametrize(
    ("piece", "point", "targets"),
    [
        ("Q", "c4", "c1 c2 c3 c5 c6 c7 c8 c9 a4 b4 d4 e4"),
        ("Q", "c5", "c1 c2 c3 c4 c6 c7 c8 c9 a5 b5 d5 e5 a3 b4 d6 e7 a7 b6 d4 e3"),
        ("B", "c5", "a3 b4 d6 e7 a7 b6 d4 e3"),
        ("B", "c4", ""),
        ("K", "c5", "b4 b5 b6 c4 c6 d4 d5 d6"),
        ("K", "c4", "b4 d4 c3 c5"),
        ("K", "b1", "a1 c1 b2"),
        ("K", "a1", "a2 b1 b2"),
        ("N", "a1", "b3 c2"),
    ],
)
def test_example_6_empty_board(piece: str, point: str, targets: str) -> None:
    assert alone(piece, point) == points(targets)


def test_a_knight_only_takes_on_strong_points() -> None:
    rng = random.Random("knights")
    taken = set()
    for _ in range(400):
        knight, king, other, *pawns = rng.sample(POINTS, 9)
        pieces = [f"p{point}" for point in pawns if point[1] not in "19"][:5]
        try:
            position = setup(f"N{knight} K{king} k{other} {' '.join(pieces)}")
        except FenError:
            continue
        taken |= {text[5:7] for text in texts(position, knight) if "x" in text}
    assert len(taken) > 10
    assert all(("abcde".index(point[0]) + 1 + int(point[1])) % 2 == 0 for point in taken)


def test_example_8_kings() -> None:
    for pieces in ("Kc5 kc6", "Kc6 kc5"):
        for side in "wb":
            with pytest.raises(FenError, match="could take the king on c"):
                setup(pieces, side)
    assert setup("Kc1 kc2", "w").check
    assert setup("Kc2 kc1", "b").check
    for pieces, side in (("Kc1 kc2", "b"), ("Kc2 kc1", "w")):
        with pytest.raises(FenError, match="could take the king on c1"):
            setup(pieces, side)


def test_example_10_king_against_king() -> None:
    illegal = 0
    ends: dict[str, set[str]] = {"checkmate": set(), "stalemate": set()}
    for white, black in permutations(POINTS, 2):
        pieces = f"K{white} k{black}"
        try:
            result = game(pieces).result()
        except FenError:
            illegal += 1
            continue
        if result is not None:
            assert result.winner == 1, pieces
            ends[result.reason].add(pieces)
    assert (illegal, len(ends["checkmate"]), len(ends["stalemate"])) == (336, 16, 16)
    assert {"Ka1 kb2", "Ka4 kb4", "Kb1 kb2"} <= ends["checkmate"]
    assert {"Ka2 kc3", "Kb1 kc3"} <= ends["stalemate"]


# ------------------------------------------------------------------------------------------- N5 to N8 in play


def test_n6_a_move_that_can_capture_must() -> None:
    position = setup("Rb5 Kd1 pa5 kd9")
    assert points("b5b1 d1d2") <= texts(position)  # another move need not
    for text in ("b5c5xb5", "b5b1xa5", "b5c5xa5q"):
        with pytest.raises(MoveError, match="is not a legal move"):
            position.parse(text)
    assert position.text(position.parse("b5c5")) == "b5c5xa5"


def test_n5_exactly_one_is_taken() -> None:
    position = setup("Rb5 Kd1 pa5 pe5 kd9")
    assert play(position, "b5d5xa5").fen() == "3k1/5/5/5/3Rp/5/5/5/3K1 b - - 0 1"
    assert play(position, "b5d5xe5").fen() == "3k1/5/5/5/p2R1/5/5/5/3K1 b - - 0 1"


def test_n7_leaps_are_lost_by_moving_the_king_alone() -> None:
    start = read_position(FC)
    rights = {
        "c1a2 c9e8": "-",
        "c1a2 a7a6": "k",
        "a3a4 c9a8": "K",
        "a3a4 a7a6": "Kk",
    }
    for moves, field in rights.items():
        assert play(start, moves).fen().split()[2] == field, moves
    assert play(start, "c1a2 c9e8").fen() == "nr1rn/1bqbk/ppppp/5/5/5/PPPPP/KBQB1/NR1RN w - - 2 2"
    back = play(setup("Kc1 ke9 pe8", "w K"), "c1c2 e8e7 c2c1 e7e6")
    assert texts(back, "c1") == points("c1b1 c1d1 c1c2 c1b2 c1d2")


def test_n7_a_leap_gives_no_check() -> None:
    assert not setup("Kc1 kb4", "b K").check  # a Knight on c1 would check b4
    assert setup("Nc1 Ke1 kb4", "b").check


def test_n8_a_promoted_piece_leaves_the_pool() -> None:
    position = setup("Pc8 Pe8 Ka1 Nb1 Nc1 Bd1 Be1 Ra2 Rb2 pa6 ke5")
    assert points("c8c9q e8e9q") <= texts(position)
    after = play(position, "c8c9q a6a5")
    assert texts(after, "e8") == set()
    assert texts(play(position, "a2a3 a6a5"), "e8") == {"e8e9q"}
    assert play(setup("Kc1 Pc8 ke5 Nb1 Bd1 Be1 Qd2"), "C8C9R").fen() == "2R2/5/5/5/4k/5/5/3Q1/1NKBB b - - 0 1"


def test_n8_a_capture_refills_the_enemys_pool() -> None:
    """And with it, the enemy's pawn may check."""
    full = setup(f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 Pa5 pd5 pa7", "b")
    assert not full.check
    assert "d5d4xd3" not in texts(full)  # then b8b9xb7n could take the king
    assert "a7a6xa5" in texts(full)  # a pawn refills nothing
    without_pawn = setup(f"Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 pd5", "b")
    assert "d5d4xd3" in texts(without_pawn)
    promoted = setup("Pc8 Kd1 Nb1 Nb2 Ba2 Ba1 Ra3 Rb3 Qd3 ne3 ke7 ra7", "b")
    assert texts(play(promoted, "a7a4xa3"), "c8") == points("c8c9r")


def test_n8_a_pawn_that_may_not_enter_gives_no_check() -> None:
    assert not setup(f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 pd5", "b").check
    assert setup(f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Pd3 pd5", "b").check  # b8b9xb7n
    with pytest.raises(FenError, match="could take the king on b7"):
        setup(f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Pd3 pd5", "w")


# ----------------------------------------------------------------------------------------------- N9: check


@pytest.mark.parametrize(
    ("pieces", "rest", "check"),
    [
        ("Rb1 Kd9 ka1", "b", True),  # withdrawal
        ("Re1 Kd9 ka1", "b", True),  # approach: e1b1
        ("Ra1 Ke9 kb1 nc1 na2", "b", False),  # next to the king, no room behind
        ("Rb5 Kd1 pa5 ke5", "b", True),  # it could as well take the pawn
        ("Rb5 Kd1 ka5 pe5", "b", True),
        ("Kc1 Rc4 rc9 ke4", "b", True),  # pinned, and still checks
        ("Kd9 Bc4 kc6", "b", False),  # immobile
        ("Kd9 Bb2 ke5", "b", True),  # b2d4
        ("Ka1 Pc3 kc5", "b", True),
        ("Ka1 Pc4 kd6", "b", False),  # a weak point has no diagonal
        ("Ka9 Pc4 kc3", "b", True),  # a pawn takes by withdrawal too
        ("Ka1 Qc5 ke7 nd6", "b", False),
    ],
)
def test_n9_checks(pieces: str, rest: str, check: bool) -> None:
    assert setup(pieces, rest).check == check


def test_n9_a_pinned_piece_may_take_what_pins() -> None:
    assert "c4d4xe4" not in texts(setup("Kc1 Rc4 rc9 pe4 ke7"))
    assert "c4d4xe4" in texts(setup("Kc1 Rc4 rd9 pe4 ke7"))


# --------------------------------------------------------------------------------------- N9, N10: results


@pytest.mark.parametrize(
    ("pieces", "rest", "expected"),
    [
        ("Ka1 kb2", "w", Result(1, "checkmate")),
        ("Kb2 ka1", "b", Result(0, "checkmate")),
        ("Ka2 kc3", "w", Result(1, "stalemate")),  # the stalemated player loses
        ("Kc3 ka2", "b", Result(0, "stalemate")),
        ("Ka1 ke9", "w", None),  # there is no insufficient material
        ("Ka1 ke9", "w - - 99 80", None),
        ("Ka1 ke9", "w - - 100 80", Result(None, "move rule")),
        ("Ka1 kb2", "w - - 100 80", Result(1, "checkmate")),  # ends by the position go first
        ("Ka2 kc3", "w - - 120 80", Result(1, "stalemate")),
    ],
)
def test_results(pieces: str, rest: str, expected: Result | None) -> None:
    position = game(pieces, rest)
    assert position.result() == expected
    ends_line = expected is not None and expected.reason != "move rule"
    assert (perft(position.position, 2) == 0) == ends_line
    if ends_line:
        assert position.legal() == []


def test_repetition_goes_before_the_move_rule() -> None:
    both = game("Ka1 ke9", "w - - 92 80", "a1a2 e9e8 a2a1 e8e9 " * 2)
    assert both.position.clock == 100 and both.result() == Result(None, "repetition")
    fresh = game("Ka1 ke9", "w - - 0 80", "a1a2 e9e8 a2a1 e8e9 " * 2)
    assert fresh.repetitions() == 3 and fresh.result() == Result(None, "repetition")


def test_repetition_counts_unmoved_kings() -> None:
    """The first time the king could still leap: it was another position."""
    line = game("Kc1 ke9 pe7", "w K", "c1b1 e9d9 b1c1 d9e9 " * 2)
    assert line.repetitions() == 2 and line.result() is None
    line.push("c1b1")
    assert line.result() == Result(None, "repetition")


def test_clock() -> None:
    position = setup("Rb5 Kd1 Pa3 pa5 kd9 pe7", "w - - 7 20")
    assert position.clock == 7
    for moves, tail in {
        "b5b6": "b - - 8 20",
        "a3a4": "b - - 0 20",  # takes a5
        "b5c5": "b - - 0 20",
        "b5b6 e7e6": "w - - 0 21",
        "b5b6 d9e9": "w - - 9 21",
    }.items():
        assert play(position, moves).fen().endswith(f" {tail}"), moves
    promoted = play(setup("Pc8 Ka1 ke5", "w - - 42 60"), "c8c9q")
    assert promoted.clock == 0


# ----------------------------------------------------------------------------------------------- move texts


@pytest.mark.parametrize(
    ("pieces", "text", "full"),
    [
        ("Pc3 Kd1 pa5 bb2 ke9", "c3b4", "c3b4xa5"),
        ("Pc3 Kd1 pa5 bb2 ne5 ke9", "C3B4", "c3b4xa5"),
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8b9", "b8b9xb7q"),  # victim and promotion
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8b9Q", "b8b9xb7q"),
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8b9xb7", "b8b9xb7q"),
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8c9", "b8c9q"),
        ("Pb8 Ka1 pb7 ke5", "b8b9R", "b8b9xb7r"),
    ],
)
def test_abbreviations(pieces: str, text: str, full: str) -> None:
    position = setup(pieces)
    assert position.text(position.parse(text)) == full


@pytest.mark.parametrize(
    ("pieces", "text", "candidates"),
    [
        ("Pc3 Kd1 pa5 bb2 ne5 ke9", "c3d4", "c3d4xb2 c3d4xe5"),
        ("Rb5 Kd1 pa5 pe5 kd9", "B5D5", "b5d5xa5 b5d5xe5"),
        ("Pc8 Ka1 ke5", "c8c9", "c8c9b c8c9n c8c9q c8c9r"),
        ("Pb8 Ka1 pb7 ke5", "b8b9", "b8b9xb7b b8b9xb7n b8b9xb7q b8b9xb7r"),
        ("Pb8 Ka1 pb7 ke5", "b8b9xb7", "b8b9xb7b b8b9xb7n b8b9xb7q b8b9xb7r"),
    ],
)
def test_ambiguous_texts_list_their_candidates(pieces: str, text: str, candidates: str) -> None:
    with pytest.raises(MoveError) as caught:
        setup(pieces).parse(text)
    assert str(caught.value) == f"'{text}' fits several moves: {candidates}"


@pytest.mark.parametrize(
    "text",
    ["", "a3", "a3a5", "a7a6", "a1b3", "0000", "a3a4x", "a3a4xa5", "a3b4xa5", "c1c2", "a3a4q", "a3a4 ", "a3-a4"],
)
def test_illegal_texts(text: str) -> None:
    with pytest.raises(MoveError, match="is not a legal move"):
        read_position(FC).parse(text)


@pytest.mark.parametrize("variant", list(FANORONA))
def test_texts_are_unique_and_parse_back(variant: str) -> None:
    rng = random.Random(variant)
    seen: dict[int, int] = {}
    for seed in range(6):
        line = Game(variant, fen=board("Pb8 Pd7 Ka1 pb7 rc7 ke5 pd2 pe2 Nc1") if seed % 2 else None)
        while line.result() is None and len(line.moves) < 120:
            position = line.position
            by_text = {position.text(move): move for move in position.moves()}
            assert len(by_text) == position.count()
            for text, move in by_text.items():
                assert text == text.lower() and position.parse(text) == move == position.parse(text.upper())
                seen[len(text)] = seen.get(len(text), 0) + 1
            promoting = [text for text in by_text if text[-1].isalpha()]
            line.push(rng.choice(promoting or list(by_text)))
    assert seen.keys() == {4, 5, 7, 8}  # quiet, promotion, capture, both


# -------------------------------------------------------------------------------------------- the variants


@pytest.mark.parametrize("variant", list(FANORONA))
def test_variants_differ_in_their_start_alone(variant: str) -> None:
    assert Game(variant).fen() == FANORONA[variant]
    fen = "4k/5/5/5/pR2p/5/5/5/3K1 w - - 0 1"
    assert Game(variant, fen=fen).fen() == fen
    assert REGISTRY[variant].files * REGISTRY[variant].ranks == 45


def test_drawn_board() -> None:
    """The picture has a line wherever the board has one: diagonals leave strong points alone."""
    rows = REGISTRY[FC].draw(setup("Ka1 kc9 Pb2")).splitlines()
    assert rows[0] == "9  +--+--k--+--+"
    assert rows[-4:] == ["2  +--P--+--+--+", "   |/ |\\ |/ |\\ |", "1  K--+--+--+--+", "   a  b  c  d  e"]
    assert len(rows) == 18
