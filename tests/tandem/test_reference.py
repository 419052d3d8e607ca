"""Tandem-84, the reference generator alone: parts that the engine does not have, and random games."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from reference.tandem import BOARD, GHOST_MOVES, Options, Position, square_name, square_number
from tandem_boards import board, words

STEP, PEACEFUL, GLIDE = map(Options, GHOST_MOVES)
SWAPPED = Options(swap_compounds=True)


def setup(pieces: str, rest: str = "w - - 1", options: Options = STEP) -> Position:
    return Position.from_fen(f"{board(pieces)} {rest}", options)


# --------------------------------------------------------------------------------------------- squares, attacks


def test_squares() -> None:
    assert BOARD == 42
    assert [square_name(square) for square in (0, 5, 36, 41, 42, 83)] == ["a1", "f1", "a7", "f7", "g1", "l7"]
    assert all(square_number(square_name(square)) == square for square in range(84))
    with pytest.raises(ValueError, match="is no square"):
        square_number("m1")


@pytest.mark.parametrize(
    ("piece", "square", "expected"),
    [
        ("N", "a1", "b3 c2"),
        ("N", "f4", "d3 d5 e2 e6"),  # not across to the right board
        ("R", "f7", "a7 b7 c7 d7 e7 f1 f2 f3 f4 f5 f6"),
        ("B", "g1", "h2 i3 j4 k5 l6"),
        ("Q", "g7", "h7 i7 j7 k7 l7 g1 g2 g3 g4 g5 g6 h6 i5 j4 k3 l2"),
        ("C", "b1", "a2 c2 d3 e4 f5 a3 c3 d2"),  # bishop and knight
        ("M", "l1", "g1 h1 i1 j1 k1 l2 l3 l4 l5 l6 l7 j2 k3"),  # rook and knight
        ("G", "f1", "e1 e2 f2"),
        ("P", "a4", "b5"),
        ("P", "h4", "g5 i5"),
        ("p", "h4", ""),
    ],
)
def test_attacks(piece: str, square: str, expected: str) -> None:
    near = setup("Ka7 kh5").attacked_squares(0)
    found = setup(f"Ka7 kh5 {piece}{square}").attacked_squares(0)
    assert found - near == words(expected) - near


def test_attacks_of_kings_and_black() -> None:
    position = setup("Kf4 kg1 pc4")
    assert position.attacked_squares(0) == words("e3 e4 e5 f3 f5")  # not g3 to g5, across the gap
    assert position.attacked_squares(1) == words("h1 g2 h2 b3 d3")


def test_attacks_of_compounds_and_their_option() -> None:
    rook = words("b4 c4 d4 e4 f4 a1 a2 a3 a5 a6 a7")
    bishop = words("b3 c2 d1 b5 c6 d7")
    knight = words("b2 c3 c5 b6")
    king = words("g6 h6 h7")
    for marshall, chancellor, options in (("M", "C", STEP), ("C", "M", SWAPPED)):
        assert setup(f"Kg7 {marshall}a4 kl1", "w", options).attacked_squares(0) == rook | knight | king
        assert setup(f"Kg7 {chancellor}a4 kl1", "w", options).attacked_squares(0) == bishop | knight | king


def test_attacks_of_ghosts() -> None:
    assert setup("Kd1 ge2 kl7").attacked_squares(1) == words("d1 d2 d3 e1 e3 f1 f2 f3 k6 k7 l6")
    assert setup("Kd1 ge2 kl7", options=PEACEFUL).attacked_squares(1) == words("k6 k7 l6")


def test_check_of_the_side_that_is_not_to_move() -> None:
    assert setup("Kd1 rc6 rj7 kl7", "b - - 2").push_first("c6d6").checked(0)
    assert setup("Kd1 Ri1 Nb1 ki7", "w - - 1:left:i1 3 9").checked(1)


# ------------------------------------------------------------------------------------------------- interface


def test_first_and_second_moves() -> None:
    position = setup("Rb1 Ph2 Kg1 nh3 ni3 kj7", "w - - 2")
    assert position.first_moves() == ["h2/b3", "h2/b4", "h2i3"]
    assert position.second_moves("h2i3") == ["b1/h3"]
    assert setup("Kd1 kl7", "w - - 2").second_moves("d1e1") == []
    after = Position.start().push("c2c4")
    assert (Position.start().moves, after.moves) == (1, 2)
    assert "h7g5" in after.second_moves("C6C5")
    with pytest.raises(ValueError, match="begins no legal turn"):
        after.push_first("c7c5")
    with pytest.raises(ValueError, match="begins no legal turn"):
        after.second_moves("c7c5")


def test_results_of_a_history() -> None:
    """Ends by the position come before repetition, and repetition before the move rule."""
    position = setup("Ka1 qb3 bg1 kl7", "w - - 2 100 80")
    assert position.outcome([position.repetition_key()] * 3) == ("1/2-1/2", "stalemate")
    position = setup("Ka1 kl7", "w - - 2 100 80")
    assert position.outcome([position.repetition_key()] * 3) == ("1/2-1/2", "repetition")
    between = setup("Ka1 Ng3 kl7", "w - - 2 99 80").push_first("a1a2")
    assert between.outcome([between.repetition_key()] * 3) is None


def test_a_fen_may_have_more_spaces() -> None:
    assert Position.from_fen(f" {board('Kd1 ki7')}  w ") == Position.from_fen(f"{board('Kd1 ki7')} w")


def test_bad_option() -> None:
    with pytest.raises(ValueError, match="GhostMove 'glide' must be one of step"):
        Options("glide")


# ---------------------------------------------------------------------------------------------- random games

TURNED = str.maketrans("abcdefghijkl1234567", "lkjihgfedcba7654321")  # half a turn of the table
CROSSED = str.maketrans("abcdefghijkl", "ghijklabcdef")  # the boards exchanged
MIRRORED = str.maketrans("abcdefghijkl", "fedcbalkjihg")  # each board's files reversed
TURN = re.compile("([a-l][1-7](/?~?)[a-l][1-7][qmcrbng]?)(,[a-l][1-7](/?~?)[a-l][1-7][qmcrbng]?)?")


def renamer(table: dict[int, int]) -> Callable[[str], str]:
    return lambda square: square.translate(table)


def respelled(texts: list[str], change: Callable[[str], str]) -> list[str]:
    """The turns with their squares renamed, sorted."""
    return sorted(re.sub("[a-l][1-7]", lambda square: change(square[0]), text) for text in texts)


def respelled_position(position: Position, change: Callable[[str], str], exchange: bool, rights: str) -> Position:
    """The position with its squares renamed and, on request, the sides exchanged."""
    pieces = " ".join(
        (piece.swapcase() if exchange else piece) + change(square_name(square))
        for square, piece in enumerate(position.board)
        if piece
    )
    passed = "".join(change(square_name(square)) for square in position.passed) or "-"
    side = "bw" if exchange else "wb"
    return setup(pieces, f"{side[position.turn]} {rights or '-'} {passed} {position.moves}", position.options)


def check_turn(position: Position, turn: str) -> None:
    """Check that the FENs after the turn and inside it round-trip, and that its moves make the turn."""
    first, *second = turn.split(",")
    between, after = position.push_first(first), position.push(turn)
    assert position.canonical(turn.upper()) == turn
    assert not after.checked(position.turn)
    assert Position.from_fen(after.fen(), position.options) == after
    if not second:
        assert between == after
        return
    inside = Position.from_fen(between.fen(), position.options)
    assert inside == between
    assert inside.fen() == between.fen()
    assert inside.legal_moves() == position.second_moves(first)
    assert inside.push(second[0]) == after


def check_symmetries(position: Position) -> None:
    # After half a turn of the table, the other side has the same game, castling included.
    other = respelled_position(position, renamer(TURNED), True, position.rights.swapcase())
    assert other.legal_moves() == respelled(position.legal_moves(), renamer(TURNED))
    # Without castling the boards can also be exchanged or mirrored.
    plain = replace(position, rights="").legal_moves()
    for table in (CROSSED, MIRRORED):
        other = respelled_position(position, renamer(table), False, "")
        assert other.legal_moves() == respelled(plain, renamer(table))


@pytest.mark.slow
@pytest.mark.parametrize("options", [*map(Options, GHOST_MOVES), SWAPPED], ids=str)
def test_random_games(options: Options) -> None:
    """FENs round-trip inside turns and between them, turns look like turns, and the board's symmetries hold."""
    rng = random.Random(str(options))
    position = Position.start(options)
    for number in range(50):
        legal = position.legal_moves()
        again = Position.from_fen(position.fen(), options)
        assert again == position
        assert again.fen() == position.fen()
        if not legal:
            break
        assert all(TURN.fullmatch(turn) for turn in legal)
        for turn in rng.sample(legal, min(len(legal), 5)):
            check_turn(position, turn)
        if number % 6 == 3:
            check_symmetries(position)
        lively = [turn for turn in legal if re.search("[1-7][qmcrbng](,|$)", turn)]
        position = position.push(rng.choice(lively if lively and rng.random() < 0.3 else legal))


@pytest.mark.slow
def test_few_pieces_end() -> None:
    """Random games that begin with few pieces end, for several reasons."""
    rng = random.Random(84)
    reasons: dict[str, int] = {}
    for _ in range(12):
        position = setup("Kd1 Gb4 ki7 qb3 re4 ra2 ql6", "w - - 2 85 1")
        history = [position.repetition_key()]
        while (outcome := position.outcome(history)) is None:
            position = position.push(rng.choice(position.legal_moves()))
            history.append(position.repetition_key())
        reasons[outcome[1]] = reasons.get(outcome[1], 0) + 1
        assert (outcome[0] == "1/2-1/2") == (outcome[1] != "checkmate")
    assert len(reasons) > 1
