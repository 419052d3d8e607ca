"""The lessons of Fanorona Chess."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused

_GAME, _ALTERNATE = "fanorona-chess", "fanorona-chess-alternate"

LESSONS = (
    Lesson(
        "Points and lines",
        "The pieces stand on points and move along lines. Diagonal lines join every other point only; those points"
        " (a1, c1, b2 and so on) are *strong*, the others *weak*. On a weak point a Queen is a Rook, a Bishop "
        "cannot move at all, and a King has four steps.",
        (
            Piece(_GAME, "A Rook.", "R", "c5"),
            Piece(_GAME, "A Bishop on a strong point.", "B", "c5"),
            Piece(_GAME, "A Queen on a strong point …", "Q", "c5"),
            Piece(_GAME, "… and on a weak one.", "Q", "c4"),
            Piece(_GAME, "A King on a strong point …", "K", "c5"),
            Piece(_GAME, "… and on a weak one.", "K", "c4"),
        ),
    ),
    Lesson(
        "Knights and Pawns",
        "A Knight goes from a strong point one step diagonally and one straight outward, from a weak point the "
        "other way round; what stands on the point between does not matter. A Pawn steps one point forward or, "
        "from a strong point, one diagonally forward. There is no double step and no en passant.",
        (
            Piece(_GAME, "A Knight.", "N", "c5"),
            Piece(_GAME, "A Pawn on a strong point …", "P", "c3"),
            Piece(_GAME, "… and on a weak one.", "P", "c4"),
        ),
    ),
    Lesson(
        "Captures",
        "Nobody ever moves onto an occupied point. A move captures the enemy straight *behind* where it starts "
        "(withdrawal), or straight *beyond* where it stops (approach): exactly one piece. A move that can capture "
        "must; if it could do both, the player chooses. Nobody has to choose a move that captures. `c3d4xb2` moves"
        " from c3 to d4 and captures on b2.",
        (
            Played(_GAME, "Withdrawal: the Pawn moves away from b2.", "4k/5/5/5/5/5/2P2/1p3/3K1 w - - 0 1", "c3d4xb2"),
            Played(_GAME, "Approach: the Rook stops before c7.", "4k/5/2p2/5/5/5/5/2R2/K4 w - - 0 1", "c2c6"),
            Moves(_GAME, "One move, two captures to choose from.", "4k/5/5/4n/5/5/2P2/1p3/3K1 w - - 0 1", "c3"),
        ),
    ),
    Lesson(
        "The King's leap",
        "A King that has never moved, and is not in check, may once go like a Knight. The leap captures nothing. "
        "There is no castling.",
        (
            Moves(
                _GAME, "The leap at the start of a game.", "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN w Kk - 0 1", "c1"
            ),
        ),
        (_GAME,),
    ),
    Lesson(
        "The King's leap over a Knight's point",
        "A King that has never moved, and is not in check, may once go like a Knight. The leap captures nothing. "
        "There is no castling. At the start the Knights stand on the points that the King would leap to; once one has "
        "moved, it may.",
        (
            Moves(
                _ALTERNATE,
                "The left Knight has moved.",
                "brkrb/n1q1n/ppppp/5/5/1N3/PPPPP/2Q1N/BRKRB w Kk - 0 1",
                "c1",
            ),
        ),
        (_ALTERNATE,),
    ),
    Lesson(
        "Promotion",
        "On the last rank a Pawn becomes a piece that its side has lost, which leaves the pool of lost pieces. "
        "While nothing is lost, a Pawn may not go there.",
        (
            Played(_GAME, "White has lost a Queen.", "2k2/P4/5/5/5/5/1PPPP/1B1B1/NRKRN w K - 0 1", "a8a9q"),
            Refused(_GAME, "Nothing is lost.", "2k2/P4/5/5/5/5/1PPPP/1BQB1/NRKRN w K - 0 1", "a8a9", "nothing is lost"),
        ),
    ),
    Lesson(
        "Check, and how the game ends",
        "A King is in check if the next move could capture it, by approach or withdrawal. Checkmate wins, and so "
        "does stalemate: **the stalemated player loses**. Threefold repetition and fifty moves without a capture "
        "or Pawn move are draws; bare Kings are not, since one can still be mated.",
        (
            Played(
                _GAME,
                "Next to each other in the corner, White to move.",
                "5/5/5/5/5/5/5/5/Kk3 w - - 0 1",
                "a1b2",
                "checkmate",
                "Black is in check from b2, and every move leaves him in check: checkmate.",
            ),
            Played(
                _GAME,
                "White to move.",
                "5/5/5/5/5/5/5/1K3/3k1 w - - 0 1",
                "b2c3",
                "stalemate",
                "Black is not in check but has no legal move. He has lost.",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "A piece cannot be protected by being guarded: whoever captures stands elsewhere. And an enemy next to you"
        " captures you only by moving straight away from you, for which he needs an empty point there.",
        (
            Moves(
                _GAME,
                "The Rook cannot capture the Pawn beside it on c4 by moving sideways, only by moving straight away.",
                "4k/5/5/5/2R2/2p2/5/5/K4 w - - 0 1",
                "c5",
            ),
        ),
    ),
)
