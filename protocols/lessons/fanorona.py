"""The lessons of Fanorona Chess."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused, Start

_GAME, _ALTERNATE = "fanorona-chess", "fanorona-chess-alternate"
_CHOICE = "4k/5/5/5/4n/5/2P2/1p3/3K1 w - - 0 1"
_KNIGHT = "4k/5/5/3p1/5/5/2N2/1p3/K4 w - - 0 1"
_OPEN = "brkrb/n1q1n/ppppp/5/5/NP3/P1PPP/2Q1N/BRKRB w Kk - 0 1"
_LOST, _WHOLE = (
    {_GAME: f"2k2/P4/5/5/5/5/1PPPP/{array} w K - 0 1", _ALTERNATE: f"2k2/P4/5/5/5/5/1PPPP/{other} w K - 0 1"}
    for array, other in (("1B1B1/NRKRN", "N3N/BRKRB"), ("1BQB1/NRKRN", "N1Q1N/BRKRB"))
)

LESSONS = (
    Lesson(
        "The start position",
        "The board has 5 files and 9 ranks of points. Each side has a King `K`, a Queen `Q`, two Rooks `R`, two "
        "Bishops `B`, two Knights `N` and five Pawns `P`.",
        (
            Start("N R K R N, with Bishops on b2 and d2 and the Queen between them.", variants=(_GAME,)),
            Start("B R K R B, with Knights on a2 and e2 and the Queen between them.", variants=(_ALTERNATE,)),
        ),
    ),
    Lesson(
        "Points and lines",
        "Pieces stand on points and move along lines. Diagonal lines join only every other point. Those points (a1, "
        "c1, b2 and so on) are *strong*, the others *weak*. On a weak point a Queen moves as a Rook, a Bishop cannot "
        "move, and a King has at most four moves.",
        (
            Piece("A Rook.", "R", "c5"),
            Piece("A Bishop on a strong point.", "B", "c5"),
            Piece("A Queen on a strong point …", "Q", "c5"),
            Piece("… and on a weak one.", "Q", "c4"),
            Piece("A King on a strong point …", "K", "c5"),
            Piece("… and on a weak one.", "K", "c4"),
        ),
    ),
    Lesson(
        "Knights and Pawns",
        "From a strong point a Knight moves one step diagonally, then one step straight outward; from a weak point, "
        "first straight, then diagonally. A piece on the point in between does not block it. A Pawn moves one point "
        "forward or, from a strong point, one point diagonally forward. There is no double step and no en passant.",
        (
            Piece("A Knight.", "N", "c5"),
            Piece("A Pawn on a strong point …", "P", "c3"),
            Piece("… and on a weak one.", "P", "c4"),
        ),
    ),
    Lesson(
        "Captures",
        "You never move onto an occupied point. A move captures the enemy directly *behind* its start (withdrawal) "
        "or directly *beyond* its end (approach), one piece only. If a move can capture, it must; if it could "
        "capture in both ways, you choose one. You don't have to choose a move that captures. `c3d4xb2` moves from "
        "c3 to d4 and captures on b2. A Knight's path has two steps: *behind* is opposite to the first step, "
        "*beyond* continues the second.",
        (
            Played("Withdrawal: the Pawn moves away from b2.", "4k/5/5/5/5/5/2P2/1p3/3K1 w - - 0 1", "c3d4xb2"),
            Played("Approach: the Rook stops before c7.", "4k/5/2p2/5/5/5/5/2R2/K4 w - - 0 1", "c2c6"),
            Moves("From c3 to d4 there are two captures to choose from: c3d4xb2 and c3d4xe5.", _CHOICE, "c3"),
            Moves("By way of d4 the Knight reaches d5 (c3d5xb2 or c3d5xd6) and e4 (c3e4xb2).", _KNIGHT, "c3"),
            Played("It captures beyond its second step.", _KNIGHT, "c3d5xd6"),
        ),
    ),
    Lesson(
        "The King's leap",
        "A King that has never moved and is not in check may move once like a Knight. This leap captures nothing. "
        "There is no castling.",
        (Moves("The leaps at the start of a game.", "", "c1"), Played("The King leaps to a2.", "", "c1a2")),
        (_GAME,),
    ),
    Lesson(
        "The King's leap, alternate array",
        "A King that has never moved and is not in check may move once like a Knight. This leap captures nothing. "
        "There is no castling. At the start all the points it could leap to are occupied: a2 and e2 by Knights, b3 "
        "and d3 by Pawns.",
        (
            Moves(
                "The left Knight and a Pawn have moved: the King leaps to a2 or b3, or steps to b2 or d2.", _OPEN, "c1"
            ),
            Played("The King leaps to b3.", _OPEN, "c1b3"),
        ),
        (_ALTERNATE,),
    ),
    Lesson(
        "Promotion",
        "On the last rank a Pawn becomes a Knight, Bishop, Rook or Queen that its side has lost. Each lost piece can "
        "come back once. While none of these is lost, the Pawn may not move there, nor does that move give check.",
        (
            Played("White has lost a Queen.", _LOST, "a8a9q"),
            Refused("Nothing is lost.", _WHOLE, "a8a9", "nothing is lost"),
        ),
    ),
    Lesson(
        "Check, and how the game ends",
        "A King is in check if the enemy's next move could capture it, by approach or withdrawal. Checkmate wins, "
        "and so does stalemate: **the stalemated player loses**. Threefold repetition is a draw, and so are fifty "
        "moves without a capture or Pawn move. Bare Kings are not a draw: one can still mate the other.",
        (
            Played(
                "Two Kings side by side in the corner, White to move.",
                "5/5/5/5/5/5/5/5/Kk3 w - - 0 1",
                "a1b2",
                "checkmate",
                "The King on b2 gives check, and no move gets Black out of it: checkmate.",
            ),
            Played(
                "White to move.",
                "5/5/5/5/5/5/5/1K3/3k1 w - - 0 1",
                "b2c3",
                "stalemate",
                "Black is not in check but has no legal move, and loses.",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "You cannot protect a piece by guarding it: the piece that captures it ends up elsewhere. And an enemy beside "
        "your piece captures it only by moving straight away, for which it needs an empty point.",
        (
            Moves(
                "The Rook captures the Pawn beside it on c4 only by moving straight away from it, not sideways.",
                "4k/5/5/5/2R2/2p2/5/5/K4 w - - 0 1",
                "c5",
            ),
        ),
    ),
)
