"""The reference generator of Banqi against its rule page."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest

from reference.banqi import (
    ARMIES,
    HONG_KONG,
    LETTERS,
    ORDER,
    TAIWANESE,
    VARIANTS,
    Options,
    Position,
    Result,
    captures,
    chases,
    colour_of,
    square_name,
    square_number,
)

TW, HK = Options(), Options(hongkong=True)
VARIANT_OPTIONS = [TW, HK]
START = "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX[KGGMMRRNNCCPPPPPkggmmrrnnccppppp] w - 0 1"

#: Every way to set the options that change the moves.
ALL_OPTIONS = [Options(hongkong, *flags) for hongkong in (False, True) for flags in product((False, True), repeat=4)]


def texts(text: str) -> set[str]:
    return set(text.split())


def setup(pieces: str, pool: str = "", rest: str = "w r", options: Options = TW, ranks: int = 8) -> Position:
    """A position from pieces such as "Kb4 pb5 Xa2", the pool and the FEN's other fields."""
    placed = {piece[1:]: piece[0] for piece in pieces.split()}
    assert len(placed) == len(pieces.split())
    rows = ["".join(placed.pop(f"{file}{rank}", ".") for file in "abcd") for rank in range(ranks, 0, -1)]
    assert not placed
    board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
    return Position.from_fen(f"{board}[{pool}] {rest}", options)


def moves_from(position: Position, square: str) -> set[str]:
    return {move for move in position.legal_moves() if move.startswith(square)}


def line_of(position: Position, moves: str) -> list[Position]:
    """The positions from there to the end of the moves."""
    line = [position]
    for move in moves.split():
        line.append(line[-1].push(move))
    return line


def play(position: Position, moves: str) -> Position:
    return line_of(position, moves)[-1]


# ------------------------------------------------------------------------------------------- facts of the page


@pytest.mark.parametrize("options", VARIANT_OPTIONS)
def test_perft_from_the_start(options: Options) -> None:
    position = Position.start(options)
    assert position.perft(0) == (1, 1)
    assert position.perft(1) == (32, 448)
    assert position.perft(2) == (13888, 192448)


@pytest.mark.slow
@pytest.mark.parametrize(("options", "counts"), [(TW, (5779968, 78989568)), (HK, (5779264, 78988864))])
def test_perft_from_the_start_to_depth_3(options: Options, counts: tuple[int, int]) -> None:
    assert Position.start(options).perft(3) == counts


def test_small_boards() -> None:
    assert Position.start(ranks=4).fen() == "XXXX/XXXX/XXXX/XXXX[KGMRNCPPkgmrncpp] w - 0 1"
    assert Position.start(ranks=2).fen() == "XXXX/XXXX[KRCPkrcp] w - 0 1"
    # By hand: 16 flips of 14 kinds; 8 flips of 8 kinds.
    assert Position.start(ranks=4).perft(1) == (16, 224)
    assert Position.start(ranks=2).perft(1) == (8, 64)
    # After a flip of a kind of which one was there: 7 flips of 7 kinds; nothing else can move yet.
    assert Position.start(ranks=2).perft(2) == (8 * 8 * 7, 8 * 8 * 7 * 7)
    # 4 kinds (two of P, p) leave 14 kinds, the other 12 leave 13.
    assert Position.start(ranks=4).perft(2) == (16 * 14 * 15, 16 * 15 * (2 * 14 + 12 * 13))


def test_distinct_deals() -> None:
    pool = Position.start().pool
    deals = math.factorial(len(pool))
    for count in Counter(pool).values():
        deals //= math.factorial(count)
    assert deals == 17844701940490283892633600000


def test_fact_general_and_soldier() -> None:
    position = setup("Kb4 pb5")
    assert position.legal_moves() == ["b4a4", "b4b3", "b4c4"]
    assert "b5b4" in setup("Kb4 pb5", rest="b r").legal_moves()


def test_fact_cannon_beside_a_soldier() -> None:
    for options, takes in ((TW, False), (HK, True), (Options(cannon_direct=True), True)):
        assert ("a1a2" in setup("Ca1 pa2", options=options).legal_moves()) == takes


def test_fact_cannons_jump() -> None:
    for screen, pool in (("P", ""), ("p", ""), ("X", "n")):
        pieces = f"Ca1 {screen}a2 ka3"
        assert "a1a3" in setup(pieces, pool).legal_moves()
        assert "a1a3" not in setup(pieces, pool, options=HK).legal_moves()
    assert moves_from(setup("Ca1 Xa2 Xa3 ka4", "Pp"), "a1") == {"a1b1"}
    assert moves_from(setup("Ca1 Xa2 ka4", "p"), "a1") == {"a1a4", "a1b1"}


def test_fact_soldier_and_cannon_do_not_take_each_other() -> None:
    for options in VARIANT_OPTIONS:
        assert moves_from(setup("Pc3 cc4", options=options), "c3") == texts("c3b3 c3d3 c3c2")
    assert moves_from(setup("Pc3 cc4", rest="b r"), "c4") == texts("c4b4 c4d4 c4c5")


def test_fact_horse_and_cannon() -> None:
    for options in VARIANT_OPTIONS:
        assert "b2b3" in setup("Nb2 cb3", options=options).legal_moves()


def test_fact_elephant_and_cannon() -> None:
    assert "b2b3" in setup("Mb2 cb3").legal_moves()
    assert "b2b3" not in setup("Mb2 cb3", options=HK).legal_moves()


def test_fact_immobile_general_has_lost() -> None:
    position = setup("Ka1 pa2 pb1")
    assert position.legal_moves() == []
    assert position.outcome([position]) == ("0-1", "no legal move")
    assert position.perft(1) == position.perft(3) == (0, 0)
    # If Red is the second player, the first one has won; and with Black to move nobody has.
    assert setup("Ka1 pa2 pb1", rest="b b").ended() == ("1-0", "no legal move")
    assert setup("Ka1 pa2 pb1", rest="w b").ended() is None


# ----------------------------------------------------------------------------------------------- Q1, Q2: turns


def test_q1_first_flip_gives_the_first_player_his_colour() -> None:
    position = Position.start()
    assert position.legal_moves() == sorted(square_name(square) * 2 for square in range(32))
    for shown, colour in (("rk", "r"), ("bp", "b")):
        after = position.push(f"a1a1={shown}")
        assert after.first == colour
        assert after.mover == "rb"["br".index(colour)]
        assert len(after.legal_moves()) == 31  # the piece shown is not the second player's
    assert position.push("a1a1=bp").fen() == (
        "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/pXXX[KGGMMRRNNCCPPPPPkggmmrrnnccpppp] b b 0 1"
    )
    second = play(position, "a1a1=bp d8d8=rk")
    assert second.fen() == "XXXK/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/pXXX[GGMMRRNNCCPPPPPkggmmrrnnccpppp] w b 0 2"
    assert second.legal_moves() == sorted(square_name(square) * 2 for square in range(1, 31))


def test_q2_moves() -> None:
    position = setup("Rb2 Xb3 Pc2 nb1 Kd8", "p")
    # No step onto an own or a face-down piece; a2 is empty; b1 is taken; the face-down piece may be flipped.
    assert moves_from(position, "b2") == texts("b2a2 b2b1")
    assert moves_from(position, "b3") == {"b3b3"}
    assert moves_from(position, "b1") == set()
    assert position.push("b2b1").fen() == "3K/4/4/4/4/1X2/2P1/1R2[p] b r 0 1"
    assert position.push("B3B3=BP").fen() == "3K/4/4/4/4/1p2/1RP1/1n2[] b r 0 1"
    # The edges: c and a, ranks 1 and 8 are not neighbours.
    assert setup("Pd1 ka8").legal_moves() == ["d1c1", "d1d2"]
    assert setup("Pa8 kd1").legal_moves() == ["a8a7", "a8b8"]
    assert setup("Pd2 ka1", ranks=2).legal_moves() == ["d2c2", "d2d1"]


@pytest.mark.parametrize(("options", "table"), [(TW, TAIWANESE), (HK, HONG_KONG)])
def test_q4_every_pair(options: Options, table: dict[tuple[str, str], str]) -> None:
    """Both tables, by a step and by a jump, for both colours."""
    assert len(table) == 49
    for mover, victim in product(LETTERS, repeat=2):
        for own, enemy, rest in ((mover, victim.lower(), "w r"), (mover.lower(), victim, "w b")):
            step = setup(f"{own}b2 {enemy}b3", rest=rest, options=options)
            assert ("b2b3" in step.legal_moves()) == (table[mover, victim] == "1")
            jump = setup(f"{own}b2 Xb3 {enemy}b5", "p", rest, options)
            assert ("b2b5" in jump.legal_moves()) == (table[mover, victim] == "j")


def test_q4_ranks() -> None:
    """Taiwanese: K>G>M>R>N>P, Hong Kong K>R>N>C>M>G>P: equal takes equal, and only the soldier beats the general."""
    for table, order in ((TAIWANESE, "KGMRNP"), (HONG_KONG, "KRNCMGP")):
        for mover, victim in product(order, repeat=2):
            takes = order.index(mover) <= order.index(victim)
            if (mover, victim) in (("K", "P"), ("P", "K")):
                takes = not takes
            assert table[mover, victim] == ".1"[takes], (mover, victim)


def test_q5_cannon() -> None:
    # Along rank and file, over gaps on both sides of the screen; nothing over two screens or none.
    position = setup("Cb2 Pb4 kb7 nb8 pd2 Pa2 ga1 Gc2")
    assert moves_from(position, "b2") == texts("b2b7 b2d2 b2b1 b2b3")
    # No quiet jump, no jump onto an own or a face-down piece.
    assert moves_from(setup("Cb2 Pb3 kd8"), "b2") == texts("b2a2 b2c2 b2b1")
    assert moves_from(setup("Cb2 Pb3 Gb5 kd8"), "b2") == texts("b2a2 b2c2 b2b1")
    assert moves_from(setup("Cb2 Pb3 Xb5 kd8", "p"), "b2") == texts("b2a2 b2c2 b2b1")
    # A cannon takes a cannon by a jump only.
    assert moves_from(setup("Cb2 cb3 cb4"), "b2") == texts("b2a2 b2c2 b2b1 b2b4")


# ----------------------------------------------------------------------------------------------- Q3: the end


def test_q3_all_pieces_captured() -> None:
    position = setup("Ra1 pa2 Ka8", rest="w r 7 30").push("a1a2")
    assert position.fen() == "K3/4/4/4/4/4/R3/4[] b r 0 30"
    assert position.ended() == ("1-0", "all pieces captured")
    assert position.legal_moves() == []
    # The pool counts: one piece of the opponent is still face down.
    assert setup("Ra1 pa2 Xa8", "p").push("a1a2").ended() is None
    # His own face-down pieces do not help the one who is captured.
    after = setup("Ra1 pa2 Xa8", "P").push("a1a2")
    assert after.ended() == ("1-0", "all pieces captured")
    assert after.legal_moves() == []
    assert after.perft(1) == (0, 0)


def test_q3_generals_are_not_royal() -> None:
    assert setup("Pa1 ka2 pd8").push("a1a2").ended() is None


@pytest.mark.parametrize("side", "wb")
def test_q3_finished_games_from_a_fen(side: str) -> None:
    for pieces, pool, colour, result in (
        ("Ka1", "", "r", "1-0"),
        ("Ka1", "", "b", "0-1"),
        ("ka1 Xa2", "p", "r", "0-1"),
        ("Xa1 Xa2", "Pp", "r", None),
        ("Xa1 Xa2", "PP", "r", "1-0"),
    ):
        position = setup(pieces, pool, f"{side} {colour}")
        if result is None:
            assert position.ended() is None
        else:
            assert position.ended() == (result, "all pieces captured")
            assert position.legal_moves() == []
            assert position.perft(2) == (0, 0)


def test_q3_one_colour_before_the_first_flip() -> None:
    """Nobody has lost yet; the flip shows whose the pieces are."""
    position = setup("Xa1 Xa2", "Pk", "w -")
    assert position.ended() is None
    position = setup("Xa1 Xa2", "PK", "w -")
    assert position.ended() is None
    assert position.push("a1a1=rk").ended() == ("1-0", "all pieces captured")


def test_q3_flips_are_moves() -> None:
    assert setup("Ka1 pa2 pb1 Xd8", "p").legal_moves() == ["d8d8"]


# ---------------------------------------------------------------------------------------------- Q6: move rule


def test_q6_clock() -> None:
    position = setup("Ra1 pa2 Xd8 Pc1 kd1", "p", "w r 17 20")
    assert position.push("a1b1").fen().endswith(" b r 18 20")
    assert position.push("a1a2").fen().endswith(" b r 0 20")
    assert position.push("d8d8=bp").fen().endswith(" b r 0 20")
    assert play(position, "a1b1 a2a3").fen().endswith(" w r 19 21")


def test_q6_move_rule() -> None:
    for plies, options in ((180, TW), (50, Options(no_progress=50)), (1, Options(no_progress=1))):
        position = setup("Ra1 pa3", rest=f"w r {plies - 1} 99", options=options)
        assert position.outcome([position]) is None
        position = position.push("a1b1")
        assert position.clock == plies
        assert position.outcome([position]) == ("1/2-1/2", "move rule")
    position = setup("Ra1 pa3", rest="w r 10000 99", options=Options(no_progress=0))
    assert position.outcome([position]) is None


def test_order_of_results() -> None:
    """README "Results": the position, then repetition, then the move rule."""
    lost = setup("Ka1 pa2 pb1", rest="w r 180 99")
    assert lost.outcome([lost] * 3) == ("0-1", "no legal move")
    captured = setup("Ka1", rest="w b 180 99")
    assert captured.outcome([captured] * 3) == ("0-1", "all pieces captured")
    line = line_of(setup("Ra1 pa3", rest="w r 180 99"), "a1b1 a3a4 b1a1 a4a3 a1b1 a3a4 b1a1 a4a3")
    assert line[0].outcome(line[:1]) == ("1/2-1/2", "move rule")
    assert line[-1].outcome(line) == ("1/2-1/2", "repetition")


# --------------------------------------------------------------------------------------------- Q6: repetition

CHASER = Options(chaser_loses=True)

#: Red's chariot follows Black's horse around four squares; a soldier each stands by.
CHASE = "Rb1 na1 Pd8 pc5"
CHASED = "a1a2 b1b2 a2a1 b2b1"


def result_after(position: Position, moves: str) -> Result | None:
    """The outcome after the moves, which must not have come earlier."""
    line = line_of(position, moves)
    for length in range(1, len(line)):
        assert line[length - 1].outcome(line[:length]) is None
    return line[-1].outcome(line)


def test_q6_repetition() -> None:
    quiet = "a1a2 c5c6 a2a1 c6c5 " * 2
    for options in (TW, CHASER):
        position = setup("Ra1 pc5", options=options)
        assert result_after(position, quiet) == ("1/2-1/2", "repetition")
    # A different pool is a different position, though the board looks alike.
    first, second = setup("Ra1 pc5 Xd1 Xd2", "kg"), setup("Ra1 pc5 Xd1 Xd2", "kn")
    assert first.board == second.board
    assert first.repetition_key() != second.repetition_key()


def test_q6_chaser_loses() -> None:
    assert result_after(setup(CHASE, rest="b r"), f"{CHASED} " * 2) == ("1/2-1/2", "repetition")
    for rest, result in (("b r", "0-1"), ("w b", "1-0")):  # Red is the first, then the second player
        position = setup(CHASE, rest=rest, options=CHASER)
        assert result_after(position, f"{CHASED} " * 2) == (result, "perpetual attack")
    # The same with the chaser to move first in the cycle: the third occurrence comes after the chaser's flight.
    position = setup("Rb1 na2 Pd8 pc5", options=CHASER)
    assert result_after(position, "b1b2 a2a1 b2b1 a1a2 " * 2) == ("0-1", "perpetual attack")


def test_q6_black_chases() -> None:
    position = setup("rb1 Na1 pd8 Pc5", options=CHASER)
    assert result_after(position, f"{CHASED} " * 2) == ("1-0", "perpetual attack")


def test_q6_mutual_chase_is_a_draw() -> None:
    # Black's general stands beside Red's horse all the time: it could be taken after each of Black's moves as well.
    position = setup(f"{CHASE} kd3 Nd4", rest="b r", options=CHASER)
    assert result_after(position, f"{CHASED} " * 2) == ("1/2-1/2", "repetition")
    line = line_of(position, CHASED)
    assert chases(line, 0) and chases(line, 1)
    # It may not take a soldier, so a soldier there makes no difference.
    position = setup(f"{CHASE} kd3 Pd4".replace("Pd8 ", ""), rest="b r", options=CHASER)
    assert result_after(position, f"{CHASED} " * 2) == ("0-1", "perpetual attack")


def test_q6_chase_by_equals_is_mutual_only_if_both_threaten_after_their_moves() -> None:
    # A chariot could take a chariot, but it is out of reach after each of its own moves.
    position = setup("Rb1 ra1 Pd8 pc5", rest="b r", options=CHASER)
    assert result_after(position, f"{CHASED} " * 2) == ("0-1", "perpetual attack")


def test_q6_a_standing_threat_is_a_chase() -> None:
    # Literally: after each of its moves the side could take it; what moved does not matter.
    position = setup("Rb1 na1 Pd8 pc5", options=CHASER)
    assert result_after(position, "d8d7 c5c6 d7d8 c6c5 " * 2) == ("0-1", "perpetual attack")


def test_q6_several_chasers_of_one_individual() -> None:
    # The horse goes to and fro between the chariot's and the elephant's reach, while a soldier moves.
    position = setup("Ra1 Ma2 nb1 Pd8", rest="b r", options=CHASER)
    assert result_after(position, "b1b2 d8d7 b2b1 d7d8 " * 2) == ("0-1", "perpetual attack")
    # Without the elephant it is free every other time.
    position = setup("Ra1 Ka3 nb1 Pd8", rest="b r", options=CHASER)
    assert result_after(position, "b1b2 d8d7 b2b1 d7d8 " * 2) == ("1/2-1/2", "repetition")


def test_q6_one_of_several_threatened_is_enough() -> None:
    position = setup("Rb1 na1 Gd4 pd5 Pd8 pc7", rest="b r", options=CHASER)
    assert result_after(position, f"{CHASED} " * 2) == ("0-1", "perpetual attack")


def test_q6_different_victims_are_no_chase() -> None:
    # The chariot on b1 threatens one horse, on b2 the other.
    position = setup("Rb1 na1 nc2 pd8", options=CHASER)
    assert result_after(position, "b1b2 d8d7 b2b1 d7d8 " * 2) == ("1/2-1/2", "repetition")


def test_q6_individuals_not_kinds() -> None:
    """Two horses change places: after each of Red's moves one of them is threatened, but not always the same."""
    position = setup("na1 nb2 Rb3 Rc1 Pd8", rest="b r", options=CHASER)
    cycle = "a1a2 d8d7 b2b1 d7d8 a2b2 d8d7 b1a1 d7d8 "
    line = line_of(position, cycle)
    assert line[-1].repetition_key() == position.repetition_key()
    for after in line[2::2]:
        assert any(
            after.board[capture.target] == "n"
            for square in (square_number("b3", 8), square_number("c1", 8))
            for capture in captures(after.board, square, CHASER)
        )
    assert not chases(line, 0)
    assert result_after(position, cycle * 2) == ("1/2-1/2", "repetition")


def test_q6_the_last_cycle_counts() -> None:
    # Once around with an interruption, once chasing: the cycle between the last two occurrences decides.
    position = setup(CHASE, rest="b r", options=CHASER)
    pause = "a1a2 d8d7 a2a1 d7d8"
    assert result_after(position, f"{pause} {CHASED}") == ("0-1", "perpetual attack")
    assert result_after(position, f"{CHASED} {pause}") == ("1/2-1/2", "repetition")


def test_q6_chase_depends_on_what_may_be_taken() -> None:
    # A cannon beside a soldier: a threat in Hong Kong and with CannonDirect only.
    for options, chasing in ((TW, False), (HK, True), (Options(cannon_direct=True), True)):
        options = replace(options, chaser_loses=True)
        position = setup("Cb1 pa1 Pd8 gc5", rest="b r", options=options)
        expected = ("0-1", "perpetual attack") if chasing else ("1/2-1/2", "repetition")
        assert result_after(position, f"{CHASED} " * 2) == expected
    # A cannon's jump, and a chariot far away with ChariotRides.
    position = setup("Ca1 Pa2 na4 pd8", options=CHASER)
    assert result_after(position, "a2a3 d8d7 a3a2 d7d8 " * 2) == ("0-1", "perpetual attack")
    for rides in (False, True):
        options = Options(chariot_rides=rides, chaser_loses=True)
        position = setup("Ra1 na4 Pd1 pd8", options=options)
        expected = ("0-1", "perpetual attack") if rides else ("1/2-1/2", "repetition")
        assert result_after(position, "d1d2 d8d7 d2d1 d7d8 " * 2) == expected


def test_q6_a_face_down_target_is_no_victim() -> None:
    options = Options(dark_capture=True, chaser_loses=True)
    position = setup("Ra1 Xa2 Pd1 pd8", "n", options=options)
    assert result_after(position, "d1c1 d8d7 c1d1 d7d8 " * 2) == ("1/2-1/2", "repetition")


# ----------------------------------------------------------------------------------------------- CannonDirect


def test_cannon_direct() -> None:
    options = Options(cannon_direct=True)
    for victim in LETTERS.lower():
        takes = victim in "pc"
        assert ("b2b3" in setup(f"Cb2 {victim}b3", options=options).legal_moves()) == takes
        # A soldier or cannon can be jumped at as before.
        assert "b2b5" in setup(f"Cb2 Pb3 {victim}b5", options=options).legal_moves()
    # Others are not changed by it, nor is Hong Kong's game.
    assert "c3c4" not in setup("Pc3 cc4", options=options).legal_moves()
    for pieces in ("Cb2 gb3", "Cb2 nb3", "Cb2 Pb3 kb5"):
        both = [setup(pieces, options=Options(True, direct)).legal_moves() for direct in (False, True)]
        assert both[0] == both[1]


# ------------------------------------------------------------------------------------------------ DarkCapture

DARK = Options(dark_capture=True)


def test_dark_capture_success_and_failure() -> None:
    position = setup("Na1 Xa2 Kd8", "g", options=DARK)
    assert "a1a2" not in setup("Na1 Xa2 Kd8", "g").legal_moves()
    assert texts("a1a2 a2a2") <= set(position.legal_moves())
    # A horse may not take an advisor: it stays, face up, and the turn is over.
    assert position.push("a1a2=bg").fen() == "3K/4/4/4/4/4/g3/N3[] b r 0 1"
    position = setup("Na1 Xa2 Xd8", "pP", "w r 17 30", DARK)
    assert position.push("a1a2=bp").fen() == "X3/4/4/4/4/4/N3/4[P] b r 0 30".replace("X3", "3X")
    assert position.push("a1a2=rp").fen() == "3X/4/4/4/4/4/P3/N3[p] b r 0 30"  # an own piece stays as well
    assert position.outcomes("a1a2") == [("a1a2=rp", 1), ("a1a2=bp", 1)]


def test_dark_capture_needs_reach() -> None:
    # A general or a soldier steps; the Taiwanese cannon jumps, with CannonDirect it steps as well.
    for piece in "KGMRNP":
        assert moves_from(setup(f"{piece}a1 Xa2 Xb1", "pp", options=DARK), "a1") == texts("a1a2 a1b1")
    pieces, pool = "Ca1 Xa2 Xa4 Xb1", "ppp"
    assert moves_from(setup(pieces, pool, options=DARK), "a1") == {"a1a4"}
    direct = Options(dark_capture=True, cannon_direct=True)
    assert moves_from(setup(pieces, pool, options=direct), "a1") == texts("a1a4 a1a2 a1b1")
    hongkong = Options(hongkong=True, dark_capture=True)
    assert moves_from(setup(pieces, pool, options=hongkong), "a1") == texts("a1a2 a1b1")


def test_dark_capture_takes_as_the_way_allows() -> None:
    direct = Options(dark_capture=True, cannon_direct=True)
    position = setup("Ca1 Xa2 Xa4", "nc", options=direct)
    assert position.push("a1a2=bn").fen() == "4/4/4/4/X3/4/n3/C3[c] b r 0 1"  # a step takes no horse
    assert position.push("a1a2=bc").fen() == "4/4/4/4/X3/4/C3/4[n] b r 0 1"
    assert position.push("a1a4=bn").fen() == "4/4/4/4/C3/4/X3/4[c] b r 0 1"  # a jump takes anything


def test_dark_capture_may_hopelessly_be_tried() -> None:
    position = setup("Ka1 Xa2 pd8", "P", options=DARK)
    assert "a1a2" in position.legal_moves()  # whatever the pool: it is a flip
    assert position.push("a1a2=rp").fen() == "3p/4/4/4/4/4/P3/K3[] b r 0 1"


def test_dark_capture_may_end_the_game() -> None:
    position = setup("Ra1 Xa2 Xd8", "nP", options=DARK).push("a1a2=bn")
    assert position.ended() == ("1-0", "all pieces captured")
    assert setup("Ra1 Xa2 Xd8", "nP", options=DARK).push("a1a2=rp").ended() is None


def test_dark_capture_gives_an_immobile_piece_a_move() -> None:
    pieces, pool = "Ka1 pa2 Xb1", "P"
    assert setup(pieces, pool).legal_moves() == ["b1b1"]
    assert setup(pieces, pool, options=DARK).legal_moves() == ["a1b1", "b1b1"]


# ----------------------------------------------------------------------------------------------- MultiCapture

MULTI = Options(multi_capture=True)
BOTH = Options(multi_capture=True, dark_capture=True)


def test_multi_capture_series() -> None:
    position = setup("Ra1 pa2 pa3 nb3 Pd8 Xd1 kd4", "p", "b b 3 12", MULTI)
    first = position.push("a1a2")
    assert first.fen() == "3P/4/4/4/3k/pn2/R3/3X[p] b b 0 12 a2"
    assert first.legal_moves() == ["0000", "a2a3"]  # no quiet moves, no flips, no other piece
    second = first.push("a2a3")
    assert second.fen() == "3P/4/4/4/3k/Rn2/4/3X[p] b b 0 12 a3"
    third = second.push("a3b3")
    assert third.fen() == "3P/4/4/4/3k/1R2/4/3X[p] w b 0 13"  # nothing more to take: the turn ends by itself
    stopped = second.push("0000")
    assert stopped.fen() == "3P/4/4/4/3k/Rn2/4/3X[p] w b 0 13"
    assert first.push("0000").fen() == "3P/4/4/4/3k/pn2/R3/3X[p] w b 0 13"
    # Without the option the first capture is the turn.
    assert setup("Ra1 pa2 pa3 Pd8").push("a1a2").series is None
    # A quiet move begins no series.
    assert setup("Ra1 pb2 Pd8", options=MULTI).push("a1a2").series is None


def test_multi_capture_stop_is_legal_in_a_series_only() -> None:
    for options in (TW, MULTI):
        with pytest.raises(ValueError, match="not a legal move"):
            setup("Ra1 pa2 pa3", options=options).push("0000")


def test_multi_capture_stop_leaves_the_clock() -> None:
    position = Position.from_fen("4/4/4/4/4/p3/R3/3k[] w r 7 5 a2", MULTI)
    assert position.push("0000").fen() == "4/4/4/4/4/p3/R3/3k[] b r 7 5"
    assert position.push("a2a3").fen() == "4/4/4/4/4/R3/4/3k[] b r 0 5"


def test_multi_capture_of_a_cannon() -> None:
    position = setup("Ca1 Pa2 na3 gc3 pd3 pd8", options=MULTI).push("a1a3")
    assert position.series == square_number("a3", 8)
    assert position.legal_moves() == ["0000", "a3d3"]  # over c3; it cannot go on by a step
    after = position.push("a3d3")
    assert after.series is None and after.turn == 1


def test_multi_capture_ends_with_the_last_piece() -> None:
    position = setup("Ra1 pa2 Xa3", "P", options=BOTH).push("a1a2")
    assert position.series is None  # though a3 could be tried
    assert position.turn == 1
    assert position.ended() == ("1-0", "all pieces captured")


def test_multi_capture_with_dark_capture() -> None:
    assert setup("Ra1 pa2 Xa3", "n", options=MULTI).push("a1a2").series is None
    position = setup("Ra1 pa2 Xa3 kd8 Xa4", "nG", options=BOTH).push("a1a2")
    assert position.fen() == "3k/4/4/4/X3/X3/R3/4[Gn] w r 0 1 a2"
    assert position.legal_moves() == ["0000", "a2a3"]
    assert position.outcomes("a2a3") == [("a2a3=rg", 1), ("a2a3=bn", 1)]
    # It goes on while it succeeds.
    assert position.push("a2a3=bn").fen() == "3k/4/4/4/X3/R3/4/4[G] w r 0 1 a3"
    assert position.push("a2a3=rg").fen() == "3k/4/4/4/X3/G3/R3/4[n] b r 0 1"
    # A successful attempt begins a series, too.
    position = setup("Ra1 Xa2 pa3 kd8", "n", options=BOTH)
    assert position.push("a1a2=bn").fen() == "3k/4/4/4/4/p3/R3/4[] w r 0 1 a2"
    assert position.push("a2a2=bn").series is None  # a flip begins none


def test_multi_capture_series_is_a_part_of_the_position() -> None:
    position = setup("Ra1 pa2 pa3 kd8", options=MULTI).push("a1a2")
    assert position.repetition_key() != replace(position, series=None).repetition_key()


def test_perft_of_a_series() -> None:
    """By hand: each capture and the stopping are plies of their own."""
    position = setup("Ra1 pa2 pa3", options=MULTI)
    assert position.legal_moves() == ["a1a2", "a1b1"]
    # a1a2 a2a3 ends the game; a1a2 0000 leaves Black a3 with a3a4, a3b3 (a soldier takes no chariot);
    # a1b1 leaves Black a2a1 a2b2 a3a4 a3b3.
    assert position.perft(2) == (2 + 4, 6)
    assert setup("Ra2 pa3", rest="w r 0 1 a2", options=MULTI).perft(2) == (2, 2)


# ------------------------------------------------------------------------------------------------ ChariotRides


def test_chariot_rides() -> None:
    options = Options(chariot_rides=True)
    position = setup("Rb2 pb6 gd2 na2 Pb8", options=options)
    # The advisor is above the chariot; quiet moves stay one step; nothing is taken behind another piece.
    assert moves_from(position, "b2") == texts("b2b6 b2a2 b2b1 b2b3 b2c2")
    assert moves_from(setup("Rb2 Pb4 pb6 nd8", options=options), "b2") == texts("b2a2 b2c2 b2b1 b2b3")
    hongkong = Options(hongkong=True, chariot_rides=True)
    assert "b2d2" in setup("Rb2 gd2", options=hongkong).legal_moves()
    # Horses and cannons do not ride.
    assert "b2b4" not in setup("Nb2 pb4", options=options).legal_moves()


def test_chariot_rides_attempts() -> None:
    options = Options(chariot_rides=True, dark_capture=True)
    position = setup("Rb2 Xb6 Xb7", "np", options=options)
    assert moves_from(position, "b2") == texts("b2a2 b2c2 b2b1 b2b3 b2b6")
    assert position.push("b2b6=bn").fen() == "4/1X2/1R2/4/4/4/4/4[p] b r 0 1"
    assert "b2b6" not in setup("Rb2 Xb6 Xb7", "np", options=Options(chariot_rides=True)).legal_moves()


def test_chariot_rides_in_a_series() -> None:
    options = Options(chariot_rides=True, multi_capture=True)
    position = setup("Ra1 pa4 pd4 pd8 kd1", options=options)
    line = line_of(position, "a1a4 a4d4 d4d8")
    assert [after.legal_moves() for after in line[1:3]] == [["0000", "a4d4"], ["0000", "d4d8"]]
    assert line[-1].turn == 1


# ------------------------------------------------------------------------------------------------- options


def test_named_options() -> None:
    assert Options.named("banqi") == TW == Options(False, False, False, False, False, 180, False)
    assert Options.named("banqi-hongkong", {"ChariotRides": "true"}) == Options(hongkong=True, chariot_rides=True)
    names = {"CannonDirect": "true", "DarkCapture": "true", "MultiCapture": "true", "Repetition": "chaser-loses"}
    expected = Options(cannon_direct=True, dark_capture=True, multi_capture=True, no_progress=0, chaser_loses=True)
    assert Options.named("banqi", {**names, "NoProgressPlies": "0"}) == expected
    assert Options.named("banqi", {"DarkCapture": "false", "Repetition": "draw"}) == TW
    for bad in ({"DarkCapture": "yes"}, {"Repetition": "loses"}, {"NoProgressPlies": "-1"}, {"X": "true"}):
        with pytest.raises(ValueError, match="unknown option"):
            Options.named("banqi", bad)
    with pytest.raises(ValueError, match="unknown variant"):
        Options.named("darkchess")
    with pytest.raises(ValueError, match="negative"):
        Options(no_progress=-1)
    assert VARIANTS == ("banqi", "banqi-hongkong")


# -------------------------------------------------------------------------------------------------- outcomes


def test_outcomes() -> None:
    position = Position.start()
    found = position.outcomes("a1a1")
    kinds = [f"a1a1={colour}{piece}" for colour in "rb" for piece in "kgmrncp"]
    assert found == list(zip(kinds, [1, 2, 2, 2, 2, 2, 5] * 2))
    assert setup("Ra1 pa2").outcomes("a1a2") == [("a1a2", 1)]
    with pytest.raises(ValueError, match="not a legal move"):
        position.outcomes("a1a2")


BAD_MOVES = [
    ("a1a1", "does not say which piece"),
    ("a1a1=", "'' is no piece"),
    ("a1a1=k", "'k' is no piece"),
    ("a1a1=wk", "'wk' is no piece"),
    ("a1a1=rq", "'rq' is no piece"),
    ("a1a1=rkk", "'rkk' is no piece"),
    ("a1a1=rm", "the pool has no such piece"),
    ("a2a2=rk", "not a legal move"),
    ("a1a2=rk", "not a legal move"),
    ("a1", "not a legal move"),
    ("", "not a legal move"),
    ("0000", "not a legal move"),
    ("a9a9=rk", "not a legal move"),
    ("e1e1=rk", "not a legal move"),
    ("b2b3=bp", "turns up no piece"),
    ("b2c2=bp", "turns up no piece"),
    ("b2d2", "not a legal move"),
    ("b3b4", "not a legal move"),
]


@pytest.mark.parametrize(("text", "message"), BAD_MOVES)
def test_bad_moves(text: str, message: str) -> None:
    position = setup("Xa1 Rb2 pb3", "k")
    with pytest.raises(ValueError, match=re.escape(message)):
        position.push(text)


def test_moves_in_any_case() -> None:
    position = setup("Xa1 Rb2 pb3 kd8", "k".upper())
    assert position.push("A1A1=RK") == position.push("a1a1=rk")
    assert position.push("B2B3") == position.push("b2b3")


# ------------------------------------------------------------------------------------------------------- FEN


def test_start_fen() -> None:
    assert Position.start().fen() == START
    assert Position.from_fen(START) == Position.start()
    assert sorted(Position.start().pool, key=ORDER.index) == list(Position.start().pool)


def test_fen_defaults() -> None:
    dark = "/".join(["XXXX"] * 8) + "[KGGMMRRNNCCPPPPPkggmmrrnnccppppp]"
    assert Position.from_fen(dark).fen() == START
    bare = "4/4/4/4/4/4/4/Kk2"
    assert Position.from_fen(f"{bare} b r").fen() == f"{bare}[] b r 0 1"
    assert Position.from_fen(f"{bare} w b 7").fen() == f"{bare}[] w b 7 1"
    assert Position.from_fen(f"{bare}[] w b 10000 30000").fen() == f"{bare}[] w b 10000 30000"


def test_fen_is_made_canonical() -> None:
    position = Position.from_fen("XX2/4/4/4/4/4/4/XK2[pkR] b r 3 4")
    assert position.fen() == "XX2/4/4/4/4/4/4/XK2[Rkp] b r 3 4"


def test_fen_may_be_all_face_down_after_the_first_flip() -> None:
    fen = "XX2/4/4/4/4/4/4/4[Kk] b r 0 4"
    assert Position.from_fen(fen).fen() == fen


LONE = "4/4/4/4/4/4/4/Kk2[]"
BAD_FENS = [
    ("", "empty"),
    (LONE + "  w r", "one space"),
    (LONE + " w r 0 1 a1 x", "7 fields"),
    ("4/4/4/4/4/4/Kk2[] w r", "7 ranks, expected 8, 4 or 2"),
    ("4/4/4/4/4/4/4/4/Kk2[] w r", "9 ranks"),
    ("4/4/Kk2[] w r", "3 ranks"),
    ("Kk2[] w r", "1 ranks"),
    ("4/4/4/5/4/4/4/Kk2[] w r", "rank 5 has 5 files, expected 4"),
    ("4/4/4/4/4/4/XXX/Kk2[ppp] w r", "rank 2 has 3 files, expected 4"),
    ("4/4/4/4/4/4/13/Kk2[] w r", "rank 2 has 13 files"),
    ("4/4/4/4/4//4/Kk2[] w r", "rank 3 has 0 files"),
    ("4/4/4/4/4/04/4/Kk2[] w r", "rank 3 has the number 04"),
    ("4/4/4/4/4/0/4/Kk2[] w r", "rank 3 has the number 0"),
    ("4/4/4/4/4/400/4/Kk2[] w r", "rank 3 has more than 99 files"),
    ("4/4/4/4/4/4/q3/Kk2[] w r", "rank 2 has the unknown letter 'q'"),
    ("4/4/4/4/4/4/x3/Kk2[p] w r", "rank 2 has the unknown letter 'x'"),
    ("4/4/4/4/4/4/X3/Kk2[X] w r", "the pool has the unknown letter 'X'"),
    ("4/4/4/4/4/4/X3/Kk2[1] w r", "the pool has the unknown letter '1'"),
    ("4/4/4/4/4/4/4/Kk2[ w r", "one pair of brackets"),
    ("4/4/4/4/4/4/4/Kk2] w r", "one pair of brackets"),
    ("4/4/4/4/4/4/4/Kk2[][] w r", "one pair of brackets"),
    ("[]4/4/4/4/4/4/4/Kk2 w r", "one pair of brackets"),
    ("4/4/4/4/4/4/X3/Kk2 w r", "1 pieces are face down, but the pool has 0"),
    ("4/4/4/4/4/4/X3/Kk2[pp] w r", "1 pieces are face down, but the pool has 2"),
    (LONE.replace("[]", "[p]") + " w r", "0 pieces are face down, but the pool has 1"),
    ("4/4/4/4/4/4/4/4[] w r", "no piece"),
    ("4/4/4/4/4/4/4/4[] w -", "no piece"),
    ("4/4/4/4/4/4/4/KK2[] w r", "red has 2 generals with the pool's, expected at most 1"),
    ("4/4/4/4/4/4/X3/Kk2[k] w r", "black has 2 generals with the pool's, expected at most 1"),
    ("4/4/4/4/4/4/GG2/XXXX[Gppp] w r", "red has 3 advisors"),
    ("4/4/4/4/4/4/PPP1/XXXX[PPPp] w r", "red has 6 soldiers with the pool's, expected at most 5"),
    ("4/4/mmm1/Kk2[] w r", "black has 3 elephants with the pool's, expected at most 1"),
    ("4/4/RR2/Kk2[] w r", "red has 2 chariots with the pool's, expected at most 1"),
    ("PPP1/Kk2[] w r", "red has 3 soldiers with the pool's, expected at most 1"),
    ("N3/Kk2[] w r", "red has 1 horses with the pool's, expected at most 0"),
    (LONE + " x r", "side to move 'x' must be w or b"),
    (LONE + " r r", "side to move 'r' must be w or b"),
    (LONE + " w w", "first player's colour 'w' must be r, b or -"),
    (LONE + " w R", "first player's colour 'R' must be r, b or -"),
    (LONE + " w rb", "first player's colour 'rb' must be r, b or -"),
    (LONE + " w -", "first player's colour is -, but the piece on a1 is face up"),
    (LONE + " w", "first player's colour is -, but the piece on a1 is face up"),
    ("4/4/4/4/4/4/4/XX2[Kk] b -", "first player's colour is -, but the second player is to move"),
    (LONE + " w r x", "clock 'x' must be a number from 0 to 10000"),
    (LONE + " w r -1", "clock '-1'"),
    (LONE + " w r +1", "clock '+1'"),
    (LONE + " w r 10001", "clock '10001'"),
    (LONE + " w r ٣", "clock"),
    (LONE + " w r 0 0", "move number '0' must be a number from 1 to 30000"),
    (LONE + " w r 0 30001", "move number '30001'"),
    (LONE + " w r 0 1.5", "move number '1.5'"),
]


@pytest.mark.parametrize(("fen", "message"), BAD_FENS)
def test_bad_fens(fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.from_fen(fen)


SERIES = "3k/4/4/4/4/p2X/R3/P3[n]"
BAD_SERIES = [
    (SERIES + " w r 0 1 -", MULTI, "series square '-' is no square"),
    (SERIES + " w r 0 1 a9", MULTI, "series square 'a9' is no square"),
    (SERIES + " w r 0 1 A2", MULTI, "series square 'A2' is no square"),
    (SERIES + " w r 0 1 a2a3", MULTI, "series square 'a2a3' is no square"),
    ("kp2/RP2[] w r 0 1 a3", MULTI, "series square 'a3' is no square"),
    (SERIES + " w r 0 1 a2", TW, "series square a2, but MultiCapture is off"),
    (SERIES + " w r 0 1 b2", MULTI, "series square b2 holds no face-up piece of the side to move"),
    (SERIES + " w r 0 1 a3", MULTI, "series square a3 holds no face-up piece"),
    (SERIES + " w r 0 1 d3", MULTI, "series square d3 holds no face-up piece"),
    (SERIES + " w b 0 1 a2", MULTI, "series square a2 holds no face-up piece"),
    (SERIES + " b r 0 1 a2", MULTI, "series square a2 holds no face-up piece"),
    (SERIES + " w r 0 1 a1", MULTI, "series square a1: the piece there has nothing to take"),
    ("4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", MULTI, "series square a1: the piece there has nothing to take"),
    ("4/4/4/4/4/4/X3/R3[P] w r 0 1 a1", BOTH, "series square a1: the piece there has nothing to take"),
    ("4/4/4/4/4/4/4/XX2[Kk] w - 0 1 a1", BOTH, "series square a1 holds no face-up piece"),
]


@pytest.mark.parametrize(("fen", "options", "message"), BAD_SERIES)
def test_bad_series(fen: str, options: Options, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position.from_fen(fen, options)


def test_good_series() -> None:
    for fen, options in (
        (SERIES + " w r 0 1 a2", MULTI),
        (SERIES + " b b 0 1 a2", MULTI),
        ("4/4/4/4/4/4/X3/R2k[n] w r 0 1 a1", BOTH),
    ):
        assert Position.from_fen(fen, options).fen() == fen


# ---------------------------------------------------------------------------------------------- random games


def random_line(
    rng: random.Random, options: Options, ranks: int = 8, eager: float = 0.0
) -> Iterator[tuple[Position, str]]:
    """The positions of a random game with the complete texts played there, until the position ends it (it may never).

    Decisions are uniform, or with the probability `eager` a capture, attempt or 0000 if there is one; outcomes are
    drawn from the pool.
    """
    position = Position.start(options, ranks)
    while position.ended() is None:
        moves = position.legal_moves()
        if rng.random() < eager:
            moves = [move for move in moves if _is_taking(position, move)] or moves
        found = position.outcomes(rng.choice(moves))
        (text,) = rng.choices([text for text, _ in found], [weight for _, weight in found])
        yield position, text
        position = position.push(text)
    yield position, ""


def _is_taking(position: Position, move: str) -> bool:
    return move == "0000" or (move[:2] != move[2:4] and bool(position.board[square_number(move[2:4], position.ranks)]))


def transformed(position: Position, files: bool, ranks: bool, colours: bool) -> Position:
    """The position turned about: the rules know no direction, and no colour but by name."""
    placement, bracket, rest = position.fen().partition("[")
    pool, end, fields = rest.partition("]")
    _, side, first, *others = fields.split(" ")
    rows = placement.split("/")
    if files:
        rows = [row[::-1] for row in rows]
    if ranks:
        rows.reverse()
    if colours:
        rows = [row.swapcase().replace("x", "X") for row in rows]
        pool = pool.swapcase()
        first = {"r": "b", "b": "r"}.get(first, first)
    if len(others) == 3:
        others[2] = turned_text(others[2], files, ranks, position.ranks)
    return Position.from_fen(" ".join(["/".join(rows) + bracket + pool + end, side, first, *others]), position.options)


def turned_text(text: str, files: bool, ranks: bool, most: int) -> str:
    if text == "0000":
        return text
    table = {}
    if files:
        table.update(zip("abcd", "dcba"))
    if ranks:
        table.update((str(rank), str(most + 1 - rank)) for rank in range(1, most + 1))
    return text.translate(str.maketrans(table))


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("ranks", [2, 4, 8])
def test_random_games(options: Options, ranks: int) -> None:
    """FENs round-trip, texts are unique and parse back, pieces are kept, and the board's symmetries hold."""
    rng = random.Random(f"{options} {ranks}")
    seen: Counter[str] = Counter()
    for _ in range({2: 6, 4: 3, 8: 1}[ranks]):
        line = list(islice(random_line(rng, options, ranks, eager=0.5), 40 * ranks))
        for ply, (position, text) in enumerate(line):
            fen = position.fen()
            again = Position.from_fen(fen, options)
            assert again == position and again.fen() == fen
            moves = position.legal_moves()
            assert moves == sorted(set(moves)) == again.legal_moves()
            assert all(re.fullmatch("([a-d][1-8]){2}|0000", move) for move in moves)
            assert ("0000" in moves) == (position.series is not None)
            assert len(position.pool) == position.board.count("X")
            if ply % 4 == 0:
                check_symmetries(position, moves)
            for move in moves if ply % 3 == 0 else []:
                found = position.outcomes(move)
                assert sum(weight for _, weight in found) == (len(position.pool) if "=" in found[0][0] else 1)
                for complete, _ in found:
                    check_move(position, complete, seen)
            if text:
                check_move(position, text, seen)
    assert seen["capture"] and seen["flip"]
    assert bool(seen["attempt"]) == bool(seen["failed"]) == options.dark_capture
    if ranks > 2:
        assert bool(seen["series"]) == options.multi_capture


def check_symmetries(position: Position, moves: list[str]) -> None:
    for files, ranks, colours in product((False, True), repeat=3):
        there = transformed(position, files, ranks, colours)
        assert there.legal_moves() == sorted(turned_text(move, files, ranks, position.ranks) for move in moves)
        assert there.ended() == position.ended()


def check_move(position: Position, text: str, seen: Counter[str]) -> None:
    """What changed is what the text says."""
    after = position.push(text.upper())
    before_all, after_all = ([p for p in pos.board + pos.pool if colour_of(p)] for pos in (position, after))
    lost = Counter(before_all) - Counter(after_all)
    assert not Counter(after_all) - Counter(before_all)
    if text == "0000":
        kind = "stop"
        assert after.board == position.board and after.clock == position.clock
    elif text[:2] == text[2:4]:
        kind = "flip"
    elif "=" in text:
        kind = "attempt"
        seen["failed"] += not lost
        assert bool(lost) == (not after.board[square_number(text[:2], position.ranks)])
    else:
        kind = "capture" if lost else "quiet"
    seen[kind] += 1
    assert len(position.pool) - len(after.pool) == ("=" in text)
    assert sum(lost.values()) <= (kind in ("capture", "attempt"))
    assert all(position.mover not in ("", colour_of(piece)) for piece in lost)
    assert after.clock == {"stop": position.clock, "quiet": position.clock + 1}.get(kind, 0)
    if after.series is None:
        assert (after.turn, after.number) == (1 - position.turn, position.number + position.turn)
    else:
        seen["series"] += 1
        assert lost and position.options.multi_capture
        assert square_name(after.series) == text[2:4]
        assert (after.turn, after.number) == (position.turn, position.number)
    assert after.first == position.first or not position.first


def test_perft_by_walking() -> None:
    """Perft's counts are those of a walk that lists everything."""

    def leaves(position: Position, depth: int) -> tuple[int, int]:
        if depth == 1:
            moves = position.legal_moves()
            return len(moves), sum(len(position.outcomes(move)) for move in moves)
        found = [
            leaves(position.push(text), depth - 1)
            for move in position.legal_moves()
            for text, _ in position.outcomes(move)
        ]
        return sum(d for d, _ in found), sum(o for _, o in found)

    rng = random.Random("walk")
    for options in ALL_OPTIONS:
        line = [position for position, _ in islice(random_line(rng, options, 4, eager=0.5), 60)]
        position = rng.choice(line[len(line) // 3 :])
        for depth in (1, 2):
            assert position.perft(depth) == leaves(position, depth)


# -------------------------------------------------------------------------------------------------- statistics


def test_statistics_of_random_games() -> None:
    """The page's figures of 2,000 uniformly random games: a 50-ply draw, no repetition rule.

    Tolerances are four standard errors of the difference of our sample's and the page's means, the spread of one
    game being that of a share, of a length (50 plies) and of a game's mean branching (less than 2.5).
    """
    games, known, limit = 250, 2000, 50
    rng = random.Random("statistics")
    results: Counter[str] = Counter()
    plies = decisions = 0
    for _ in range(games):
        for position, text in random_line(rng, TW):
            result = position.ended()
            if result is None and position.clock >= limit:
                result = Result("1/2-1/2", "move rule")
            if result is not None:
                results[result.result] += 1
                break
            assert text
            plies += 1
            decisions += len(position.legal_moves())

    def tolerance(spread: float) -> float:
        return 4 * spread * math.sqrt(1 / games + 1 / known)

    for name, share in (("1/2-1/2", 0.783), ("1-0", 0.104), ("0-1", 0.114)):
        assert abs(results[name] / games - share) < tolerance(math.sqrt(share * (1 - share)))
    assert abs(plies / games - 237.8) < tolerance(50)
    assert abs(decisions / plies - 13.87) < tolerance(2.5)


# ------------------------------------------------------------------------------------------------ perft suites


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_suite(variant: str) -> None:
    """The suite's numbers, as far as they can be counted quickly here."""
    from support.perft_suite import suite

    for entry in suite(variant):
        position = Position.from_fen(entry.fen, Options.named(variant, entry.options))
        assert position.fen() == entry.fen
        for depth, decisions in entry.counts.items():
            if decisions <= 15_000:
                assert position.perft(depth) == (decisions, entry.outcomes[depth]), f"{entry.id}: depth {depth}"


def test_armies() -> None:
    assert {ranks: len(army) for ranks, army in ARMIES.items()} == {8: 16, 4: 8, 2: 4}
