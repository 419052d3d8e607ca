"""Why a move is illegal, in words: a table for every game, and properties of all moves of all games."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from oddfish.engine.game import AmbiguousMoveError, Game, MoveError
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.idle import why_idle
from oddfish.engine.variants import REGISTRY

pytestmark = pytest.mark.sampled(3)

START = ""
ARMIES = {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"}
PAIRS = "4(wf)3/8/8/2(Bq)1(qh)3/3P4/b7/8/(RR)1(Hb)1(WF)3[RP] w - - 0 1"
DISCS = "XXXX/4/4/1c2/1N1r/k2M/P1PK/1C1p[GGRR] w r 0 9"
DARK = "XXXX/4/4/1c2/1N1r/k2M/PX1K/1C1p[GGRRP] w r 0 9"
JUMPS = "k3r3/8/3PR3/4K3/8/8/8/8 w - - 0 1 RD-CF-BW-QV:RF-CD-BW-QV"
LONE = "4/4/4/2k1/4/1c2/1N1P/K1C1[] w r 0 9"
TURN = "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd c2 2 0 1".replace(" c2 ", " - ")
SERIES, GOES_ON = "X3/4/4/1p2/1p2/1pp1/1R2/3R[N] w r 0 1 b2", {"MultiCapture": True}
PROMOTING = "9k2/2P9/12/12/7P4/12/1R4K5 w - - 2 0 5"
RESCUE = "12/9k2/12/12/7nn3/7P4/1R4K5 w - - 2 0 5"

#: Variant, FEN ('' for the start), move, and a part of the reason; '' if the move is legal.
CASES: list[tuple[str, str, str, str]] = [
    # The Half Chess family: rules of chess
    ("normal", START, "e2e4", ""),
    # A square, not a Bishop on the second rank or a Cannon on the sixth
    ("normal", "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "b2c3", "the Pawn on b2 goes to c3 only to capture"),
    ("normal", "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "bc3", ""),
    ("banqi", "pcPX/Kgm1/CXPX/1pNG/mXGX/XXXM/NkPp/XXrc[MRRPPgrnpp] b b 0 13", "c6a8", "a Soldier moves along ranks"),
    ("normal", START, "e2", "write moves like"),
    ("normal", START, "castle", "write moves like"),
    ("normal", START, "e7e5", "the Pawn on e7 is Black's, and it is White's turn"),
    ("normal", START, "e4e5", "there is no piece on e4"),
    ("normal", START, "e2j4", "there is no square j4: files are a to h, ranks 1 to 8"),
    ("normal", START, "e2e9", "there is no square e9"),
    ("normal", START, "a1a2", "the Pawn on a2 is your own"),
    ("normal", START, "a1a1", "the Rook on a1 would stay where it is"),
    ("normal", START, "a1a3", "the Rook on a1 is blocked by the Pawn on a2"),
    ("normal", START, "f1b5", "the Bishop on f1 is blocked by the Pawn on e2"),
    ("normal", START, "b1b3", "the Knight on b1 does not move to b3, only to a3, c3 and d2"),
    ("normal", START, "e2e5", "the Pawn on e2 does not move to e5, only to e3 and e4, or to d3 and f3 to capture"),
    ("normal", START, "e2d3", "goes to d3 only to capture, and there is nothing there"),
    ("normal", START, "n@e4", "this game has no drops"),
    ("normal", START, "e2e4q", "a Pawn promotes on its last rank, not on e4"),
    ("normal", START, "b1c3q", "write b1c3, without 'q'"),
    ("normal", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3",
     "the Pawn on e2 does not capture straight ahead and is blocked by the Pawn on e3"),
    ("normal", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "the Pawn on e2 is blocked by the Pawn on e3"),
    ("normal", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8",
     "say what the Pawn promotes to: a7a8b, a7a8n, a7a8q or a7a8r"),
    ("normal", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8=Q", ""),
    ("normal", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8k", "the move must end in q, r, b or n, not 'k'"),
    ("normal", "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", "it leaves the King in check by the Rook on e8"),
    ("normal", "4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a2", "the King stays in check by the Rook on e8"),
    ("normal", "4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1e2", "in check on e2 by the Rook on e8"),
    ("normal", "4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "a King in check may not castle"),
    ("normal", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
     "the King may not cross f1, which is attacked by the Rook on f8"),
    ("normal", "6k1/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1",
     "there is no castling to g1: the King has moved, or the Rook on h1 has not stood there since the start"),
    ("normal", "4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "e1g1",
     "the King would be in check on g1 by the Rook on g2"),
    ("half-chess", "4k3/8/8/8/8/8/2r5/R3K2R w KQ - 0 1", "e1c1",
     "the King would be in check on c1 by the halfling Rook on c2"),
    ("normal", "4k2r/8/8/8/2B5/8/8/4K3 b k - 0 1", "e8g8", "the King would be in check on g8 by the Bishop on c4"),
    ("normal", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1q", "write e1c1, without 'q'"),
    ("normal", START, "e2e4!", ""),
    ("normal", START, "e2e4 e7e5", "write e2e4, without 'e7e5'"),
    ("half-chess", START, "e2e4,d2d4", "write e2e4, without ',d2d4'"),
    ("normal", START, "p@z4", "there is no square z4"),
    ("halfgi", "4k3/8/8/8/8/5b2/P7/4K2R[] w - - 2 3", "e1g1",  # dropped there, where another was captured
     "the Rook on h1 has not stood there since the start"),
    ("normal", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", "castling is blocked by the Knight on b1"),
    ("normal", "k7/8/8/KPp4r/8/8/8/8 w - c6 0 1", "b5c6", "it leaves the King in check by the Rook on h5"),
    ("normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", "the game is over: stalemate"),
    # … halflings, drops, armies
    ("half-chess", "4k3/8/8/8/2B5/8/8/4K3 w - - 0 1", "c4f7", "the halfling Bishop on c4 does not move to f7, only to"),
    ("half-chess", "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4g5",
     "the Crab on e4 does not move to g5, only to c3, d6, f6 and g3"),
    ("half-chess", "4k3/8/8/4n3/8/8/8/4K3 b - - 0 1", "e5f7", "only to c6, d3, f3 and g6"),
    ("halfgi", "k7/8/8/8/8/8/P7/K7[Pn] w - - 0 1", "n@b1", "there is no Crab in your hand, which holds Pawn"),
    ("halfgi", "k7/8/8/8/8/8/P7/K7[n] w - - 0 1", "p@b1", "there is no Pawn in your hand, which holds nothing"),
    ("halfgi", "k7/8/8/8/8/8/P7/K7[Pn] w - - 0 1", "p@a2",
     "a drop needs an empty square, and the Pawn on a2 stands there"),
    ("halfgi", "k7/8/8/8/8/8/P7/K7[Pn] w - - 0 1", "p@c8", "a Pawn may not be dropped on the last rank"),
    ("halfgi", "k7/8/8/8/8/8/P7/Kr6[Pn] w - - 0 1", "p@e5", "the King stays in check by the halfling Rook on b1"),
    ("augmented-half-chess", START, "a1a3", "the halfling Rook + Ferz on a1 is blocked by the Pawn on a2"),
    ("augmented-half-chess", START, "b1e4", "the Crab + Dabbaba on b1 does not move to e4"),
    ("augmented-chess", START, "e1e2", "the Pawn on e2 is your own"),
    ("augmented-half-chess", JUMPS, "e6c6",  # over the Pawn on d6
     "it leaves the King in check by the halfling Rook + Ferz on e8"),
    ("augmented-half-chess", JUMPS, "e6b6", "does not move to b6"),
    # … pawns far from the square of a capture in passing, and attackers one behind another
    ("normal", "4k3/8/8/8/1P6/8/8/n3K3 b - b3 0 1", "a1b3", ""),
    ("normal", "4k3/p7/8/8/1P6/8/8/4K3 b - b3 0 1", "a7b3", "the Pawn on a7 does not move to b3, only to a5 and a6"),
    ("normal", "4k3/8/8/8/8/8/P7/2rqK3 w - - 0 1", "a2a3", "the King stays in check by the Queen on d1"),
    ("normal", "2b1k3/8/4p3/8/4K3/8/8/8 w - - 0 1", "e4f5", "in check on f5 by the Pawn on e6"),
    ("halfgi", "k7/8/8/8/8/8/P7/K7[N] w - - 0 1", "n@h4q", "write n@h4, without 'q'"),
    ("halfgi", "k7/8/8/8/8/8/P7/K7[N] w - - 0 1", "n@a2q", "a drop needs an empty square"),
    # Fanorona Chess
    ("fanorona-chess", START, "c3c4", ""),
    ("fanorona-chess", START, "c3c5", "the Pawn on c3 does not move to c5, only to b4, c4 and d4"),
    ("fanorona-chess", START, "b3a4", "b3 is a weak point: no diagonal lines meet there"),
    ("fanorona-chess", START, "c1c2", "pieces never move onto an occupied point, and the Queen on c2 is there"),
    ("fanorona-chess", START, "c3d4xb2", "c3d4 captures nothing: no enemy stands straight behind or beyond"),
    ("fanorona-chess", "4k/5/5/5/5/5/2N2/5/K4 w - - 0 1", "c3d5xb2",
     "c3d5 captures nothing: no enemy stands behind its first step or beyond its second"),
    ("fanorona-chess", START, "c3f4", "there is no square f4: files are a to e, ranks 1 to 9"),
    ("fanorona-chess", "4k/5/5/p4/5/5/2P2/1p3/3K1 w - - 0 1", "c3d4xe5", "c3d4 captures on b2, not on e5"),
    ("fanorona-chess", "4k/5/5/5/4n/5/2P2/1p3/3K1 w - - 0 1", "c3d4", "several moves: c3d4xb2 c3d4xe5"),
    ("fanorona-chess", "4k/5/5/5/5/5/5/5/K4 w - - 0 1", "a1c2", "only a King that has never moved may leap"),
    ("fanorona-chess", "2k2/5/5/5/5/2r2/5/5/2K2 w K - 0 1", "c1a2", "a King in check may not leap"),
    ("fanorona-chess", "2k2/P4/5/5/5/5/1PPPP/1BQB1/NRKRN w K - 0 1", "a8a9",
     "nothing is lost that it could promote to"),
    ("fanorona-chess", "4k/2Q2/5/5/5/5/5/5/K4 w - - 0 1", "c8b9", "c8 is a weak point: no diagonal lines meet there"),
    ("fanorona-chess", "4k/2R2/5/5/5/5/5/5/K4 w - - 0 1", "c8b9", "the Rook on c8 does not move to b9"),  # anywhere
    ("fanorona-chess", "4k/2N2/5/5/5/5/5/5/K4 w - - 0 1", "c8b9", "the Knight on c8 does not move to b9"),
    ("fanorona-chess", "4k/5/5/5/2R2/5/2b2/5/K4 w - - 0 1", "c5c1", "the Rook on c5 is blocked by the Bishop on c3"),
    # Banqi
    ("banqi", START, "a1a1", ""),
    ("banqi", START, "a1a2", "the piece on a1 is face down: you can only turn it up (a1a1)"),
    ("banqi", START, "a1", ""),
    ("banqi", START, "e1e1", "there is no square e1: files are a to d, ranks 1 to 8"),
    ("banqi", START, "0000", "there is no series of captures to end"),
    ("banqi", DISCS, "b4b4", "the Horse on b4 is face up already"),
    ("banqi", DISCS, "a1a2", "there is no piece on a1"),
    ("banqi", DISCS, "b5b6", "the Cannon on b5 is black, and it is red's turn"),
    ("banqi", DISCS, "d2d3", "the Elephant on d3 is your own"),
    ("banqi", DISCS, "d2d1",
     "a General does not capture a Soldier, only General, Advisor, Elephant, Chariot, Horse and Cannon"),
    ("banqi", "4/4/4/4/1Nr1/4/4/4[] w r 0 9", "b4c4",
     "a Horse does not capture a Chariot, only Horse, Cannon and Soldier"),
    ("banqi", DISCS, "b4d4", "a Horse captures one step away"),
    ("banqi", "4/4/4/k3/4/p3/4/R3[] w r 0 9", "a1a5", "a Chariot captures one step away"),  # whatever is between
    ("banqi", DISCS, "b4d6", "a Horse moves one step along a rank or file"),
    ("banqi", DISCS, "b4a3", "a Horse moves along ranks and files, not diagonally"),
    ("banqi", DISCS, "b1d1", "a Cannon captures by jumping over exactly one piece, and there is none between"),
    ("banqi", LONE, "c1c5", "and there is none between"),
    ("banqi", "4/4/4/4/4/4/4/Ck2[] w r 0 9", "a1b1",
     "a Cannon captures a General by jumping over exactly one piece, not by a step"),
    ("banqi", "4/4/k3/P3/P3/4/4/C3[] w r 0 9", "a1a6", "and there are 2 between"),
    ("banqi", DARK, "a2b2", "the piece on b2 is face down: turn it up first (b2b2)"),
    ("banqi-hongkong", "4/4/4/4/4/4/4/Ck2[] w r 0 9", "a1b1", "a Cannon does not capture a General, only"),
    # Bifold Halfgi
    ("bifold-halfgi", START, "b1c3", ""),
    ("bifold-halfgi", START, "a1a3", "the unit RR (Rook) on a1 is blocked by the Pawn on a2"),
    ("bifold-halfgi", START, "a1a2", "a2 is full: the Pawn stands there"),
    ("bifold-halfgi", START, "a1b1r", "b1 is full: the unit HH (Knight) stands there"),
    ("bifold-halfgi-wazirs", "4(ww)3/5p2/5(Hq)2/8/8/8/8/4(WW)3[] b - - 0 1", "f7f6",
     "does not capture straight ahead and is blocked by the Horse and the half Queen on f6"),
    ("bifold-halfgi", START, "b1c3r", "there is no half Rook of yours on b1"),
    ("bifold-halfgi", START, "b1c3h", "the Horse on b1 is blocked by the Pawn on b2, which it would have to pass"),
    ("bifold-halfgi", START, "e7e5", "the Pawn on e7 is Black's"),
    ("bifold-halfgi", START, "e2d3", "goes to d3 only to capture"),
    ("bifold-halfgi", START, "r@e4", "there is no half Rook in your hand, which holds nothing"),
    ("bifold-halfgi", START, "e1g1", "castling is blocked by the unit BB (Bishop) on f1"),
    ("bifold-halfgi", PAIRS, "d4c5",
     "a Pawn does not enter a square with a friend on it, and your half Bishop is there"),
    ("bifold-halfgi", PAIRS, "a1a4", "the unit RR (Rook) on a1 is blocked by the half Bishop on a3"),
    ("bifold-halfgi", PAIRS, "a1a3rxb", "a half does not capture a lone half: it shares a3 with it (a1a3r)"),
    ("bifold-halfgi", PAIRS, "p@d8", "a pawn may not be dropped on the last rank"),
    ("bifold-halfgi", PAIRS, "r@e5", "e5 is full: the unit of half Queen and Horse stands there"),
    ("bifold-halfgi", PAIRS, "r@c1", "c1 is full: the Horse and the half Bishop stand there"),
    ("bifold-halfgi", PAIRS, "p@a3", "a pawn is alone on its square, and the half Bishop on a3 is there"),
    ("bifold-halfgi", PAIRS, "b@c2", "there is no half Bishop in your hand, which holds half Rook and Pawn"),
    ("bifold-halfgi", "4(wf)3/8/8/8/8/B7/8/(RR)3(WF)3[] w - - 0 1", "a1a3", ""),  # a half can
    ("bifold-halfgi", "4(wf)3/8/8/8/8/B7/8/(RR)3(WF)3[] w - - 0 1", "a1a5", "is blocked by the half Bishop on a3"),
    ("bifold-halfgi", "4(wf)3/8/8/7(rr)/3(WR)4/8/8/4F3[] w - - 0 1", "d4d6w", "does not move to d6"),
    ("bifold-halfgi", "5(rr)1(wf)/8/8/8/8/8/8/(RR)3(WF)2(RR)[] w KQ - 0 1", "e1g1", "castling may not cross f1"),
    ("bifold-halfgi", "7(wf)/8/8/8/8/8/8/(RR)3(WF)2(RR)[] w K - 0 1", "e1c1",
     "there is no castling to c1: a royal half or one of the Rooks from a1 has moved or been captured"),
    ("bifold-halfgi", PAIRS, "d4e5xr", "the enemy has no half Rook on e5"),
    ("bifold-halfgi", PAIRS, "p@h4=q", "write p@h4, without '=q'"),
    ("bifold-halfgi", START, "a1a3x", "write moves like"),
    ("bifold-halfgi", "4(wf)3/3P4/8/8/8/8/8/4(WF)3[] w - - 0 1", "d7d8q", "write a promotion as d7d8=q"),
    ("bifold-halfgi", "7(wf)/8/8/8/8/3P4/8/4(WF)3[] w - - 0 1", "d3d4=q", "write d3d4, without '=q'"),
    ("bifold-halfgi-wazirs", START, "e1e2", "e2 is full: the Pawn stands there"),
    ("bifold-halfgi-handed", START, "a2b3l", "the left-handed Pawn on a2 does not move to b3, only to a3 and a4"),
    ("bifold-halfgi-handed", "4(wf)3/8/8/8/8/h7/1L6/4(WF)3[] w - - 0 1", "b2a3",
     "moves diagonally only where it captures"),
    ("bifold-halfgi-weak", "4(wf)3/8/8/3(qh)4/4P3/8/8/4(WF)3[] w - - 0 1", "e4d5",
     "a weak pawn captures only while a friend"),
    ("bifold-halfgi-handed", "4(wf)3/8/8/3b4/4L3/8/8/4(WF)3[] w - - 0 1", "e4d5xb",
     "a half pawn moves diagonally only where it captures: one of two enemies, or the enemy beside a friend"),
    ("bifold-halfgi-weak", "4(wf)3/8/8/3b4/(RR)3P3/8/8/4(WF)3[] w - - 0 1", "e4d5",
     "a half pawn moves diagonally only where it captures"),  # although it is supported
    ("bifold-halfgi-weak", "4(wf)3/8/8/3b4/4(RP)3/8/8/4(WF)3[] w - - 0 1", "e4d5",
     "a weak pawn captures only while a friend on another square could capture where it stands"),
    ("bifold-halfgi-weak", "4(wf)3/8/8/3b4/(RR)3(RP)3/8/8/4(WF)3[] w - - 0 1", "e4d5", ""),
    ("bifold-halfgi-weak", "4(wf)3/8/8/8/4(RP)3/8/8/4(WF)3[] w - - 0 1", "e4d5",
     "a pawn in a unit moves diagonally only where the unit captures"),
    ("bifold-halfgi", "(wf)7/8/8/8/8/6P1/8/4(WF)3[] w - - 0 1", "g3g7",
     "the Pawn on g3 does not move to g7, only to g4, or to f4 and h4 to capture"),
    # Tandem-84
    ("tandem-84", START, "c2c4", ""),
    ("tandem-84", START, "a1/~h1", "needs the same square of the other board vacant: the Rook on g1 is there"),
    ("tandem-84", START, "a1/~g1", "write a swap with the same square of the other board as a1~g1"),
    ("tandem-84", START, "b1/~h1", "write a swap with the same square of the other board as b1~h1"),
    ("tandem-84", "9k2/12/12/12/12/12/4KGN5 w - - 1 0 5", "f1~g1", "with a friend beside it, or on l1"),
    ("tandem-84", "8k3/12/12/12/12/12/3K8 w - - 1 0 5", "d1f1", "there is no castling without a Rook of yours on f1"),
    ("tandem-84", "12/8K3/12/12/12/12/3k8 b - - 2 0 5", "d1f1", "the King on d1 does not move to f1, only to"),
    ("tandem-84", "8k3/12/12/12/12/12/3K1R6 w - - 1 0 5", "d1f1",
     "there is no castling with the Rook on f1: it or the King has moved"),
    ("tandem-84", "G8k2/P11/12/12/12/12/4K5R1 w - - 2 0 5", "a7~a6",
     "say what the Pawn promotes to: a7~a6q, a7~a6m, a7~a6c, a7~a6r, a7~a6b, a7~a6n or a7~a6g"),
    ("tandem-84", "G8k2/P11/12/12/12/12/4K5R1 w - - 2 0 5", "k1k2,a7~a6", "say what the Pawn promotes to: k1k2,a7~a6b"),
    ("tandem-84", START, "c2c5", "the Pawn on c2 does not move to c5, only to c3 and c4, or to b3 and d3 to capture"),
    ("tandem-84", START, "c2/i4",
     "a drop move needs the same square of the other board vacant: the Pawn on i2 is there"),
    ("tandem-84", START, "b1c3", "the Bishop on b1 does not move to c3"),
    ("tandem-84", START, "d1f1", "castling is blocked by the Knight on e1"),
    ("tandem-84", START, "a1~c1", "a Ghost changes places with a friend beside it, or on g1"),
    ("tandem-84", "5k6/12/12/12/12/12/G5G4K w - - 1 0 5", "a1~g1", "both are Ghosts: a swap is of two different types"),
    ("tandem-84", START, "b1~c1", "only a Ghost changes places with a neighbour"),
    ("tandem-84", START, "a1~a2", "the Pawn would land on its first rank, on a1"),
    ("tandem-84", START, "a2g3", "needs the same square of the other board vacant: the Pawn on g2 is there"),
    ("tandem-84", "12/9k2/12/12/12/7P4/1R4K5 w - - 2 0 5", "b1i1",
     "a move to the other board is a drop move: write b1/i1"),
    ("tandem-84", START, "a2/a3", "is on its own board"),
    ("tandem-84", START, "c2c4,h2h3", "the turn ends with c2c4"),
    ("tandem-84", TURN, "c7c5,h6h4", "the Marshall on c7 is blocked by the Pawn on c6"),
    ("tandem-84", TURN, "c6c5", "a turn is two moves: add one on files g to l, such as c6c5,"),
    ("tandem-84", TURN, "c6c5,d6d5", "begin on different boards, and both c6 and d6 are on files a to f"),
    ("tandem-84", TURN, "c6c5,c5c4", "a piece does not move twice in a turn"),
    ("tandem-84", "8k3/12/12/12/12/12/3K1RR5 w KD - 2 0 5", "d1f1,d1d2",
     "the two moves of a turn begin on different boards, and both begin on d1"),
    ("tandem-84", TURN, "c6c5, g6g4", ""),
    ("tandem-84", TURN, "c6c5 g6g4", ""),
    ("tandem-84", TURN, "c6-c5 g6-g4 h6-h4", "write moves like"),
    ("tandem-84", PROMOTING, "c6c7",
     "say what the Pawn promotes to: c6c7q, c6c7m, c6c7c, c6c7r, c6c7b, c6c7n or c6c7g"),
    ("tandem-84", PROMOTING, "c6c7,h3h4", "say what the Pawn promotes to: c6c7b,h3h4, c6c7c,h3h4,"),
    ("tandem-84", PROMOTING, "h3h4,c6c7", "say what the Pawn promotes to: h3h4,c6c7b, h3h4,c6c7c,"),
    ("tandem-84", PROMOTING, "h3-h4, c6-c7", "say what the Pawn promotes to: c6c7q,"),
    ("tandem-84", PROMOTING, "c6c7k,h3h4", "the move must end in q, m, c, r, b, n or g, not 'k'"),
    ("tandem-84", PROMOTING, "c6c7q,h3h4", ""),
    ("tandem-84", PROMOTING, "h3/b4q,g1g2", "write h3/b4, without 'q'"),
    ("tandem-84", TURN, "c6-c5,g6-g4!", ""),
    ("tandem-84", TURN, "c6-c5, h6-h3", "the Pawn on h6 does not move to h3"),
    ("tandem-84", TURN, "c6c5,knight", "write moves like"),
    ("tandem-84", TURN, "c6j3", "needs the same square of the other board vacant: the Pawn on i6 is there"),
    ("tandem-84", "k11/12/12/12/3r8/12/3K1RR5 w - - 2 0 1", "g1/a2,f1f2", "the King stays in check by the Rook on d3"),
    ("tandem-84", "k11/12/12/12/3r8/12/3K1RR5 w - - 2 0 1", "g1/a2,d1e1", ""),
    ("tandem-84", TURN, "c6c5,h6h3", "the Pawn on h6 does not move to h3"),
    ("tandem-84", TURN, "c6c5,i7g7", "castling is blocked by the Knight on h7"),
    ("tandem-84", START, "O-O", "write castling as d1f1"),
    ("tandem-84", TURN, "c6c5,O-O-O", "write castling as d1f1"),
    ("tandem-84", TURN, "c6-c5,h6-h5", ""),
    ("tandem-84", TURN, "c6c5,castle", "write moves like"),
    ("tandem-84", RESCUE, "g1/a2", "a King in check may not go to the other board"),
    ("tandem-84", RESCUE, "g1~a1", "a swap needs a friend on the other square, and there is none on a1"),
    ("tandem-84", RESCUE, "b1b3,h2h4", "the King stays in check by the Knight on h3, and no second move could help"),
]  # fmt: skip


def why(name: str, fen: str, move: str, options: dict[str, Any] | None = None) -> str:
    if options is None and "augmented" in name:
        options = ARMIES if name == "augmented-half-chess" else {}
    game = Game(name, options, fen or None, seed=1)
    return guide_of(game.variant).why(game, move)


@pytest.mark.parametrize(("name", "fen", "move", "reason"), CASES, ids=[f"{case[0]} {case[2]}" for case in CASES])
def test_reasons(name: str, fen: str, move: str, reason: str) -> None:
    said = why(name, fen, move)
    assert reason in said
    assert bool(reason) == bool(said)


@pytest.mark.parametrize(
    ("name", "fen", "move", "full", "reason"),
    [
        (
            "bifold-halfgi",
            "4(wf)3/8/8/8/8/B7/8/(RR)3(WF)3[] w - - 0 1",
            "a1a3",
            "a1a3r",
            "a unit does not enter a square with a friend on it",
        ),
        (
            "bifold-halfgi",
            "4(wf)3/8/8/7(rr)/3(WR)4/8/8/4F3[] w - - 0 1",
            "D4d6",
            "d4d6r",
            "the unit of half Rook and Wazir on d4 may not cross d5, which the enemy threatens",
        ),
        (
            "bifold-halfgi-weak",
            "8/8/7W/8/8/8/R1(bf)1P3/2w5[] b - - 0 8",
            "c2e4",
            "c2e4b",
            "the unit of half Bishop and Ferz on c2 may not cross d3, which the enemy threatens",
        ),
        ("bifold-halfgi-weak", "8/8/7W/8/8/2H5/2(bf)1P3/2w5[] b - - 0 8", "c2e4", "", ""),
        ("bifold-halfgi", PAIRS, "A1A3r", "", ""),
        ("bifold-halfgi", "4(wf)3/8/8/8/8/(bh)7/8/(RR)3(WF)3[] w - - 0 1", "a1a3", "", ""),  # the unit takes both
        ("bifold-halfgi", "4(wf)3/8/8/8/8/(bh)7/8/(RR)3(WF)3[] w - - 0 1", "a1a3xb", "a1a3rxb", ""),
        ("normal", START, "E2E4", "", ""),
    ],
)
def test_what_an_abbreviation_stands_for(name: str, fen: str, move: str, full: str, reason: str) -> None:
    game = Game(name, fen=fen or None)
    told = guide_of(game.variant).stands_for(game, move)
    assert told[0] == full
    assert reason in told[1]


def test_why_nothing_can_be_dropped() -> None:
    """Only reasons that hold for every square."""
    beside = Game("bifold-halfgi", {"DropBesideEnemy": False}, "(wf)7/8/8/8/8/8/8/b6(WF)[R] w - - 0 1")
    guide = guide_of(beside.variant)
    assert guide.why_none(beside.position, "r@") == ""
    assert guide.why_none(beside.position, "q@") == "there is no half Queen in your hand, which holds half Rook"
    assert guide.why_none(beside.position, "x@") == "there is no piece X in this game"
    assert guide_of(REGISTRY["normal"]).why_none(Game("normal").position, "q@") == "this game has no drops"


@pytest.mark.parametrize(
    ("name", "fen", "square", "reason", "options"),
    [
        ("banqi", SERIES, "a8", "the piece on b2 is capturing: go on with it, or end the turn with 0000", GOES_ON),
        ("banqi", SERIES, "d1", "the piece on b2 is capturing: go on with it, or end the turn with 0000", GOES_ON),
        ("banqi", SERIES, "b5", "the Soldier on b5 is black, and it is red's turn", GOES_ON),
        (
            "bifold-halfgi",
            "4(wf)3/8/8/8/8/8/PP6/(Bh)3(WF)3[] w - - 0 1",
            "a1",
            "the half Bishop on a1 cannot move: the half Bishop on a1 is blocked by the Pawn on b2",
            {},
        ),
    ],
)
def test_why_a_piece_has_no_move(name: str, fen: str, square: str, reason: str, options: dict[str, Any]) -> None:
    game = Game(name, options, fen, seed=1)
    guide = guide_of(game.variant)
    assert not [text for text in guide.moves(game.position) if guide.origin(text) == square]
    assert why_idle(guide, game.position, square) == reason


def test_which_pieces_promote_and_unknown_pieces() -> None:
    promoting = "4(wf)3/L7/8/8/8/8/8/4(WF)3[Q] w - - 0 1"
    assert "say what the Pawn promotes to: a7a8=b, a7a8=h, a7a8=q or a7a8=r" in why(
        "bifold-halfgi-handed", promoting, "a7a8"
    )
    assert why("bifold-halfgi-handed", START, "e2e4p") == "there is no piece P in this game"
    assert why("bifold-halfgi-handed", START, "a2a5").startswith("the full Pawn on a2 does not move to a5")
    assert "there is no piece X in this game" in why("halfgi", START, "x@e4")
    assert "there is no Crab in your hand" in why("halfgi", START, "n@e4")


def test_what_turns_up_is_not_the_players_choice() -> None:
    """But without a deal, a move can name the piece."""
    dark = ("banqi", {"DarkCapture": True}, DARK)
    told = "the deal decides what turns up: type"
    for text, bare in (("a8a8=rg", "a8a8"), ("a8a8=rk", "a8a8"), ("a2b2=rp", "a2b2")):
        game = Game(*dark, seed=1)
        assert guide_of(game.variant).why(game, text) == f"{told} {bare}"
        game.deal = None
        assert (guide_of(game.variant).why(game, text) == "") == ("rk" not in text)
    assert "turn it up first" in why("banqi", DARK, "a2b2=rp")
    assert why("banqi", "4/4/4/4/4/4/1KX1/3p[P] w r 0 9", "b2b1t") == "write b2b1, without 't'"


def test_house_rules_change_the_reasons() -> None:
    assert why("banqi", DARK, "a2b2", {"DarkCapture": True}) == ""
    step = why("banqi", "4/4/4/4/4/4/4/Cn2[] w r 0 9", "a1b1", {"CannonDirect": True})
    assert step == "a Cannon captures a Horse by jumping over exactly one piece, not by a step"
    assert why("banqi", "4/4/4/4/4/4/4/Cp2[] w r 0 9", "a1b1", {"CannonDirect": True}) == ""
    assert "captures one step away" in why("banqi", "4/4/4/k3/4/4/4/R3[] w r 0 9", "a1a5", {})
    assert "does not capture a General" in why(
        "banqi", "4/4/4/k3/4/4/4/R3[] w r 0 9", "a1a5", {"ChariotRides": "ranked"}
    )
    assert why("banqi", "4/4/4/k3/4/4/4/R3[] w r 0 9", "a1a5", {"ChariotRides": "any"}) == ""
    series = "4/4/4/4/1p2/1pp1/1R2/3R[] w r 0 1 b2"
    assert "the piece on b2 is capturing" in why("banqi", series, "d1d2", {"MultiCapture": True})
    assert "may only go on capturing" in why("banqi", series, "b2a2", {"MultiCapture": True})
    passed = "11k/12/12/2Ppp3ppP1/12/12/K11 b - c3k3 2 0 1"
    assert why("tandem-84", passed, "d4c3,j4k3", {}) == ""
    first_takes = why("tandem-84", passed, "d4c3,j4k3", {"EnPassantReply": "first"})
    assert first_takes == "only the first move of a turn may take en passant (option EnPassantReply)"
    beside = "(wf)7/8/8/8/8/8/8/b6(WF)[R] w - - 0 1"
    assert why("bifold-halfgi", beside, "r@a1", {}) == ""
    assert "option DropBesideEnemy" in why("bifold-halfgi", beside, "r@a1", {"DropBesideEnemy": False})
    castle = "(wf)7/8/8/8/8/8/8/4(WF)2(RR)[] w K - 0 1"
    assert "option Castling" in why("bifold-halfgi", castle, "e1g1", {"Castling": False})


def positions(name: str, games: int = 3, plies: int = 40) -> list[Game]:
    """Positions from several moments of random games."""
    found = []
    for seed in range(games):
        rng, game = random.Random(seed), Game(name, seed=seed)
        for ply in range(plies):
            if game.result() is not None:
                break
            if ply % 13 == 6:
                found.append(game.copy())
            game.push(rng.choice(game.legal()))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("name", REGISTRY)
def test_legal_moves_have_no_reason_and_illegal_ones_do(name: str) -> None:
    """Any two squares as a move: there is a reason exactly if the referee refuses the move, and it is a real reason."""
    for game in positions(name):
        guide, rng = guide_of(game.variant), random.Random(7)
        legal = game.legal()
        for text in rng.sample(legal, min(len(legal), 20)):
            assert guide.why(game, text) == ""
            assert guide.origin(text)
        pairs = [f"{start}{end}" for start, end in itertools.product(guide.squares(), repeat=2)]
        for text in rng.sample(pairs, 12):
            try:
                game.parse(text)
                expected = True
            except MoveError as error:
                expected = False
                several = isinstance(error, AmbiguousMoveError)
            reason = guide.why(game, text)
            assert (reason == "") == expected, (game.fen(), text, reason)
            if not expected and not several:
                assert "the rules do not allow it" not in reason, (game.fen(), text)


@pytest.mark.parametrize("name", REGISTRY)
def test_targets_are_squares_of_the_board(name: str) -> None:
    """Captures and drops have different marks, and a move leads to the square that it names."""
    for game in positions(name, games=2):
        guide = guide_of(game.variant)
        squares, cells = {*guide.squares()}, guide.cells(game.position)
        for text in guide.moves(game.position):
            targets = guide.targets(game.position, text)
            assert {target.square for target in targets} <= squares
            assert all(target.origin == guide.origin(text) for target in targets)
            for target in targets:
                if target.kind in ("move", "across"):
                    assert target.square not in cells, (game.fen(), text)
                if target.kind in ("share", "victim"):
                    assert target.square in cells


@pytest.mark.later
def test_nothing_hidden_is_revealed() -> None:
    """Explanations do not depend on what the face-down pieces are."""
    deals = [Game("banqi", {"DealSeed": seed, "DarkCapture": True}, DARK) for seed in (1, 2)]
    guides = [guide_of(game.variant) for game in deals]
    assert deals[0].deal.text() != deals[1].deal.text()  # type: ignore[union-attr]
    for start, end in itertools.product(guides[0].squares(), repeat=2):
        first, second = (guide.why(game, f"{start}{end}") for guide, game in zip(guides, deals))
        assert first == second
    for letters, _ in guides[0].kinds(deals[0].position):
        first, second = (guide.study(game.position, letters) for guide, game in zip(guides, deals))
        assert first[1:] == second[1:]


@pytest.mark.parametrize(
    ("fen", "move", "because"),
    [
        ("8k3/12/12/12/p11/G11/3K8 w - - 1 0 5", "a2a3", "captures nothing (option GhostMove)"),
        ("8k3/12/N11/12/p11/G11/3K8 w - - 1 0 5", "a2~a5", "the first friend in a line, or on g2"),
        ("8k3/12/1N10/12/12/G11/3K8 w - - 1 0 5", "a2~b5", "the first friend in a line, or on g2"),
        ("8k3/12/N11/12/12/G11/3K8 w - - 1 0 5", "a2~a5", ""),
    ],
)
def test_ghosts_of_other_rules(fen: str, move: str, because: str) -> None:
    reason = why("tandem-84", fen, move, {"GhostMove": "glide-peaceful"})
    assert because in reason
    assert bool(reason) == bool(because)
