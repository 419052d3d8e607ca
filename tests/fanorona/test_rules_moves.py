"""Rules N1 to N8 of Fanorona Chess (rules/fanorona-chess.md): how pieces move, take and promote."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import permutations

import pytest

from fanorona.sides import ALTERNATE, FC, STARTS, Side, cases
from fanorona_boards import POINTS, points

OFFICERS = "Na1 Nb1 Bd1 Be1 Ra2 Rb2 Qd2"  # all that Yellow can lose
ALL_BUT_A_KNIGHT = "Ne5 Ba3 Bb2 Rd1 Re1 Qc1"  # none of them near b7

# ----------------------------------------------------------------------------------------- the start positions


@pytest.mark.parametrize("variant", list(STARTS))
def test_start_position(side: type[Side], variant: str) -> None:
    start = side.start(variant)
    assert start.fen() == STARTS[variant]
    assert side.read(STARTS[variant], variant).position == start.position


def test_example_1_first_moves(side: type[Side]) -> None:
    expected = points("a3a4 a3b4 b3b4 c3b4 c3c4 c3d4 d3d4 e3d4 e3e4 c1a2 c1e2")
    assert side.start(FC).moves() == side.read(STARTS[FC]).moves() == expected
    assert len(side.start(ALTERNATE).moves()) == side.read(STARTS[ALTERNATE], ALTERNATE).count() == 19


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "counts"), [(FC, [11, 121, 1630, 21778]), (ALTERNATE, [19, 361, 7050, 136796])])
def test_example_2_perft(side: type[Side], variant: str, counts: list[int]) -> None:
    start = side.start(variant)
    assert [start.perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_variants_differ_only_in_their_start(side: type[Side]) -> None:
    fen = "4k/5/5/5/pR2p/5/5/5/3K1 w - - 0 1"
    assert side.read(fen, FC).fen() == side.read(fen, ALTERNATE).fen() == fen
    assert side.read(fen, FC).legal() == side.read(fen, ALTERNATE).legal()


# ------------------------------------------------------------------------------------------------------- moves

#: Case, pieces, other FEN fields, how the moves start, all legal moves that start so.
MOVES = [
    ("example 3", "Pc3 Kd1 pa5 bb2 ke9", "w", "c3", "c3b4xa5 c3d4xb2 c3c4"),
    ("example 3: two victims", "Pc3 Kd1 pa5 bb2 ne5 ke9", "w", "c3", "c3b4xa5 c3d4xb2 c3d4xe5 c3c4"),
    ("example 4", "Pb3 Ke6 pb5 pc3 ke9", "w", "b3", "b3b4xb5"),
    ("example 5", "Rb5 Kd1 pa5 kd9", "w", "b5",
     "b5c5xa5 b5d5xa5 b5e5xa5 b5b1 b5b2 b5b3 b5b4 b5b6 b5b7 b5b8 b5b9"),
    ("example 5: two victims", "Rb5 Kd1 pa5 pe5 kd9", "w", "b5",
     "b5c5xa5 b5d5xa5 b5d5xe5 b5b1 b5b2 b5b3 b5b4 b5b6 b5b7 b5b8 b5b9"),
    ("example 7", "Nc3 Ka9 bb2 pd6 ke9", "w", "c3", "c3d5xb2 c3d5xd6 c3e4xb2 c3a2 c3a4 c3b1 c3b5 c3d1 c3e2"),
    ("example 9: nothing lost", f"Kc1 Pc8 ke5 {OFFICERS}", "w", "c8", ""),
    ("example 9", "Kc1 Pc8 ke5 Nb1 Bd1 Be1 Qd2", "w", "c8", "c8c9r c8c9n"),
    ("N1: never onto an occupied point", "Ra1 Pa4 Ke1 nc1 ke9", "w", "a1", "a1a2 a1a3 a1b1xc1"),
    ("N2: immobile Bishop", "Bc4 Ka1 pc5 pb3 ke9", "w", "c4", ""),
    ("N2: no capture off the lines", "Qc4 Ka1 pb5 pd5 pb3 ke9 pc8", "w", "c4",
     "c4a4 c4b4 c4d4 c4e4 c4c1 c4c2 c4c3 c4c5 c4c6 c4c7xc8"),
    ("N3: enemies on the middle points", "Nc3 Ka9 ke9 pb2 pb4 pd2 pd4 pc4", "w", "c3",
     "c3a4xd2 c3b5xd2 c3d5xb2 c3e4xb2 c3a2xd4 c3b1xd4 c3d1xb4 c3e2xb4"),
    ("N3: own pieces on the middle points", "Nc3 Ka9 ke9 Pb2 Pb4 Pd2 Pd4 Pc4", "w", "c3",
     "c3a4 c3b5 c3d5 c3e4 c3a2 c3b1 c3d1 c3e2"),
    ("N3: from a weak point", "Nc4 Kd1 ke9 pc3 pc5 pe7", "w", "c4",
     "c4d6xc3 c4d6xe7 c4b6xc3 c4b2xc5 c4d2xc5 c4a3 c4a5 c4e3 c4e5"),
    ("N4: weak point", "Pc4 Pb6 Ke1 ke9", "w", "c4", "c4c5"),
    ("N4: strong point", "Pc4 Pc5 Pb6 Ke1 ke9", "w", "c5", "c5c6 c5d6"),
    ("N4: Brown", "pc5 Ke1 ke9", "b", "c5", "c5c4 c5b4 c5d4"),
    ("N4: Brown takes", "pc5 Pb6 Pc6 Ke1 ke9", "b", "c5", "c5c4xc6 c5b4 c5d4xb6"),
    ("N5: directly beyond only", "Ba1 Kd1 ke9 pe5", "w", "a1", "a1b2 a1c3 a1d4xe5"),
    ("N5: directly behind only", "Rb1 Ke9 pb3 ka9 nd1", "w", "b1", "b1a1 b1b2xb3 b1c1xd1"),
    ("N5: the king takes", "Kb2 pb4 nb1 ke9", "w", "b2b3", "b2b3xb4 b2b3xb1"),
    ("N6: a quiet move of the same piece", "Rb5 Kd1 pa5 kd9", "w", "b5b1", "b5b1"),
    ("N6: a quiet move of another piece", "Rb5 Kd1 pa5 kd9", "w", "d1d2", "d1d2"),
    ("N7: leaps and steps", "Kc1 ke9", "w K", "c1", "c1a2 c1b3 c1d3 c1e2 c1b1 c1d1 c1c2 c1b2 c1d2"),
    ("N7: a king that has moved", "Kc1 ke9", "w -", "c1", "c1b1 c1d1 c1c2 c1b2 c1d2"),
    ("N7: only the other king may leap", "Kc1 kc9", "w k", "c1", "c1b1 c1d1 c1c2 c1b2 c1d2"),
    ("N7: Brown leaps", "Ka1 kc9", "b k", "c9", "c9a8 c9b7 c9d7 c9e8 c9b9 c9d9 c9c8 c9b8 c9d8"),
    ("N7: over a piece, not onto one", "Kc1 Bb2 Bd2 Nd3 ke9", "w K", "c1", "c1a2 c1b3 c1e2 c1b1 c1d1 c1c2"),
    ("N7: a leap takes nothing", "Kc1 pb4 ke9", "w K", "c1b3", "c1b3"),
    ("N7, N6: a step must take", "Kc1 pa3 ke9", "w K", "c1b2", "c1b2xa3"),
    ("N7: no leap out of check", "Kc1 rc5 ke9", "w K", "c1", "c1b1 c1d1 c1b2 c1d2"),
    ("N7: no leap into check", "Kc1 ra5 ke9", "w K", "c1a2", ""),
    ("N7: a leap past the attack", "Kc1 ra5 ke9", "w K", "c1e2", "c1e2"),
    ("N7: no leap within reach of the king", "Kc1 kb4", "w K", "c1b3", ""),  # b4b5 could take it
    ("N8: captures", "Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "w", "b8", "b8b9xb7q b8a9xc7q b8c9q"),
    ("N8: any lost type", "Pb8 Ka1 pb7 ke5", "w", "b8b9", "b8b9xb7b b8b9xb7n b8b9xb7q b8b9xb7r"),
    ("N8: to an immobile Bishop", "pb2 Ka9 Qb3 ke5 nd9 ne9 re8 rd8 qe7", "b", "b2", "b2b1xb3b b2a1b b2c1b"),
    ("N8: two lost pieces of a type are one move", "Pc8 Ka1 ke5", "w", "c8", "c8c9b c8c9n c8c9q c8c9r"),
    ("N8: one lost Queen, first pawn", "Pc8 Pe8 Ka1 Nb1 Nc1 Bd1 Be1 Ra2 Rb2 pa6 ke5", "w", "c8c9", "c8c9q"),
    ("N8: one lost Queen, second pawn", "Pc8 Pe8 Ka1 Nb1 Nc1 Bd1 Be1 Ra2 Rb2 pa6 ke5", "w", "e8e9", "e8e9q"),
    # With a Knight in the pool, b8b9xb7n would take the king.
    ("N8: no refill that gives a pawn a check", f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 Pa5 pd5 pa7", "b", "d5d4xd3", ""),
    ("N8: a pawn refills nothing", f"Pb8 Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 Pa5 pd5 pa7", "b", "a7a6xa5", "a7a6xa5"),
    ("N8: a refill without a pawn", f"Ka1 kb7 {ALL_BUT_A_KNIGHT} Nd3 pd5", "b", "d5d4xd3", "d5d4xd3"),
    ("N9: a pinned piece stays", "Kc2 Rc4 rc7 ke9", "w", "c4", "c4c3 c4c5 c4c6xc7"),
    ("N9: a move may not expose the king", "Kc1 Rc3 rc5 pb3 ke9", "w", "c3d3", ""),
    ("N9: a pinned piece may not take off its line", "Kc1 Rc4 rc9 pe4 ke7", "w", "c4d4xe4", ""),
    ("N9: a free piece may", "Kc1 Rc4 rd9 pe4 ke7", "w", "c4d4xe4", "c4d4xe4"),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "rest", "start", "expected"), cases(MOVES))
def test_moves(side: type[Side], pieces: str, rest: str, start: str, expected: str) -> None:
    game = side.setup(pieces, rest)
    assert game.moves(start) == points(expected)
    assert game.count() == len(game.legal()) == len(game.moves())


#: Case, pieces, other FEN fields, moves played, how the next moves start, all legal moves that start so.
MOVES_AFTER = [
    ("N7: a king that went back", "Kc1 ke9 pe8", "w K", "c1c2 e8e7 c2c1 e7e6", "c1", "c1b1 c1d1 c1c2 c1b2 c1d2"),
    ("N8: a promotion empties the pool", "Pc8 Pe8 Ka1 Nb1 Nc1 Bd1 Be1 Ra2 Rb2 pa6 ke5", "w", "c8c9q a6a5", "e8", ""),
    ("N8: another move does not", "Pc8 Pe8 Ka1 Nb1 Nc1 Bd1 Be1 Ra2 Rb2 pa6 ke5", "w", "a2a3 a6a5", "e8", "e8e9q"),
    ("N8: a capture refills the enemy's pool", "Pc8 Kd1 Nb1 Nb2 Ba2 Ba1 Ra3 Rb3 Qd3 ne3 ke7 ra7", "b", "a7a4xa3",
     "c8", "c8c9r"),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "rest", "played", "start", "expected"), cases(MOVES_AFTER))
def test_moves_after(side: type[Side], pieces: str, rest: str, played: str, start: str, expected: str) -> None:
    assert side.setup(pieces, rest).play(played).moves(start) == points(expected)


#: Case, pieces, other FEN fields, moves played (in either case), the FEN they lead to.
FENS_AFTER = [
    ("N5: takes only a5", "Rb5 Kd1 pa5 pe5 kd9", "w", "b5d5xa5", "3k1/5/5/5/3Rp/5/5/5/3K1 b - - 0 1"),
    ("N5: takes only e5", "Rb5 Kd1 pa5 pe5 kd9", "w", "b5d5xe5", "3k1/5/5/5/p2R1/5/5/5/3K1 b - - 0 1"),
    ("N5: approach", "Ba1 Kd1 ke9 pe5", "w", "a1d4xe5", "4k/5/5/5/5/3B1/5/5/3K1 b - - 0 1"),
    ("N7: a leap", "Kc1 pb4 ke9", "w K", "c1b3", "4k/5/5/5/5/1p3/1K3/5/5 b - - 1 1"),
    ("N8: takes and promotes", "Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "w", "b8b9xb7q",
     "1Q3/5/2r2/5/4k/5/5/RR3/KNNBB b - - 0 1"),
    ("N8: promotes", "Kc1 Pc8 ke5 Nb1 Bd1 Be1 Qd2", "w", "C8C9R", "2R2/5/5/5/4k/5/5/3Q1/1NKBB b - - 0 1"),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "rest", "played", "fen"), cases(FENS_AFTER))
def test_fens_after(side: type[Side], pieces: str, rest: str, played: str, fen: str) -> None:
    assert side.setup(pieces, rest).play(played).fen() == fen


@pytest.mark.parametrize(
    ("played", "unmoved"),
    [("c1a2 c9e8", "-"), ("c1a2 a7a6", "k"), ("a3a4 c9a8", "K"), ("a3a4 a7a6", "Kk")],
)
def test_n7_only_moving_the_king_loses_its_leap(side: type[Side], played: str, unmoved: str) -> None:
    game = side.start().play(played)
    assert game.fen().split()[2] == unmoved
    if played == "c1a2 c9e8":
        assert game.fen() == "nr1rn/1bqbk/ppppp/5/5/5/PPPPP/KBQB1/NR1RN w - - 2 2"


# ----------------------------------------------------------------------------------------- on an empty board


def alone(side: type[Side], piece: str, point: str) -> set[str]:
    """The destinations of a piece on a board that is empty except for kings out of its way."""
    found: set[str] = set()
    for own, other in permutations("a1 e1 a9 e9 a5 e5 c3 c7 a2".split(), 2):
        if point in (other, own):
            continue
        kings = f"k{other}" if piece == "K" else f"K{own} k{other}"
        try:
            moves = side.setup(f"{piece}{point} {kings}").moves(point)
        except side.fen_error:  # a king could be taken
            continue
        if not any("x" in text for text in moves):
            found = max(found, {text[2:4] for text in moves}, key=len)
    return found


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
def test_example_6_empty_board(side: type[Side], piece: str, point: str, targets: str) -> None:
    assert alone(side, piece, point) == points(targets)


def test_example_7_a_knight_takes_only_on_strong_points(side: type[Side]) -> None:
    rng = random.Random("knights")
    taken = set()
    for _ in range(400):
        knight, king, other, *pawns = rng.sample(POINTS, 9)
        pieces = [f"p{point}" for point in pawns if point[1] not in "19"][:5]
        try:
            game = side.setup(f"N{knight} K{king} k{other} {' '.join(pieces)}")
        except side.fen_error:
            continue
        taken |= {text[5:7] for text in game.moves(knight) if "x" in text}
    assert len(taken) > 10
    assert all(("abcde".index(point[0]) + 1 + int(point[1])) % 2 == 0 for point in taken)


# ------------------------------------------------------------------------------------------------ illegal moves

#: Pieces ("" is the start position), texts of illegal moves.
ILLEGAL = [
    ("", ["", "a3", "a3a5", "a7a6", "a1b3", "0000", "a3a4x", "a3a4xa5", "a3b4xa5", "c1c2", "a3a4q", "a3a4 ", "a3-a4"]),
    ("Rb5 Kd1 pa5 kd9", ["b5c5xb5", "b5b1xa5", "b5c5xa5q"]),  # N6
]


@pytest.mark.parametrize(("pieces", "text"), [(pieces, text) for pieces, texts in ILLEGAL for text in texts])
def test_illegal_moves(side: type[Side], pieces: str, text: str) -> None:
    game = side.setup(pieces) if pieces else side.start()
    with pytest.raises(side.move_error, match=f"^{re.escape(repr(text))} is not a legal move$"):
        game.push(text)


# ------------------------------------------------------------------------------------------------ random games


def mirrored_move(move: str, files: str, ranks: str) -> str:
    """The move with its files and ranks exchanged, the promotion letter kept."""
    tail = move[-1] if re.fullmatch(".*[1-9][nbrq]", move) else ""
    stem = move[: len(move) - len(tail)]
    return stem.translate(str.maketrans("abcde123456789", files + ranks)) + tail


def mirrored(fen: str, files: bool, colors: bool) -> str:
    """The mirror image of the position, or the position with colours exchanged."""
    placement, turn, unmoved, *rest = fen.split(" ")
    rows = placement.split("/")
    if files:
        rows = [row[::-1] for row in rows]
    if colors:
        rows = [row.swapcase() for row in reversed(rows)]
        turn = "wb"["bw".index(turn)]
        unmoved = unmoved.swapcase()
    return " ".join(["/".join(rows), turn, unmoved, *rest])


def men(game: Side) -> int:
    return sum(sign.isalpha() for sign in game.fen().split(" ")[0])


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(STARTS))
def test_random_games(side: type[Side], variant: str) -> None:
    """FENs round-trip, texts are unique and parse back, N6 holds, and mirrored positions have mirrored moves."""
    rng = random.Random(variant)
    seen: Counter[str] = Counter()
    for _ in range(8):
        game = side.start(variant)
        for ply in range(200):
            again = side.read(game.fen(), variant)
            assert again.position == game.position
            assert again.fen() == game.fen()
            moves = game.legal()
            assert moves == sorted(set(moves)) == again.legal()
            assert all(re.fullmatch("([a-e][1-9]){2}(x[a-e][1-9])?[nbrq]?", move) for move in moves)
            quiet = {move[:4] for move in moves if "x" not in move}
            assert not quiet & {move[:4] for move in moves if "x" in move}  # N6
            if ply % 5 == 0:
                turned = [mirrored_move(move, "edcba", "123456789") for move in moves]
                assert side.read(mirrored(game.fen(), True, False), variant).legal() == sorted(turned)
                turned = [mirrored_move(move, "abcde", "987654321") for move in moves]
                assert side.read(mirrored(game.fen(), False, True), variant).legal() == sorted(turned)
            if game.result() is not None:
                seen["ends"] += 1
                break
            promoting = [move for move in moves if move[-1] in "nbrq"]
            choice = rng.choice(promoting or moves)
            after = game.push(choice.upper())
            assert men(game) - men(after) == ("x" in choice)
            seen["captures"] += "x" in choice
            seen["promotions"] += choice[-1] in "nbrq"
            game = after
    assert seen["captures"] > 50
    assert seen["promotions"] > 0
    assert seen["ends"] > 0
