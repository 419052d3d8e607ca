"""The lessons of Tandem-84."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused, Start

_CASTLES = "8k3/12/12/12/12/12/3K1RR5 w KD - 1 0 5"
_PASSED = "8k3/12/12/3p8/12/2P9/9K2 w - - 2 0 5"
_BESIDE = "8k3/12/12/9p2/12/2P9/9K2 w - - 2 0 5"
_CHECKED = "3r4k3/12/12/12/12/7R4/3K8 w - - 2 0 5"
_CROSSED = "8k3/12/12/2Q9/12/12/3K8 w - - 1 0 5"

LESSONS = (
    Lesson(
        "The start position",
        "Two boards of 6x7 squares stand side by side, each with six Pawns `P` a side. White has on the left board a "
        "Ghost `G`, Bishop `B`, Queen `Q`, King `K`, Knight `N` and Rook `R`, on the right one a Rook, Knight, "
        "Chancellor `C`, Marshall `M`, Bishop and Ghost. Black's array is White's seen from the other side, with the "
        "King on the right board.",
        (Start("White to move."),),
    ),
    Lesson(
        "Two moves a turn",
        "Two boards are one game. A turn is two moves of two pieces, one beginning on the left board and one on the "
        "right, in either order: `c6c5,h6h5`. Only White's first turn is a single move. The second move "
        "is compulsory if there is a legal one; if there is none, the turn ends.",
        (
            Played("Black's first turn, after c2-c4.", "", "c2c4 c6c5,h6h5"),
            Refused(
                "One move is not a turn.",
                "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd - 2 0 1",
                "c6c5",
                "a turn is two moves",
            ),
        ),
    ),
    Lesson(
        "Drop moves",
        "Corresponding squares are a and g, b and h, and so on. A piece may begin its move on the corresponding "
        "square of the other board, if that is vacant, and must move on from there: `c2/i4` goes from c2 by way of"
        " i2 to i4. Pawns may do it, too.",
        (
            Piece("A Rook.", "R"),
            Piece("A Bishop.", "B"),
            Piece("A Knight.", "N"),
            Piece("A Pawn.", "P"),
        ),
    ),
    Lesson(
        "Chancellor and Marshall",
        "The Chancellor `C` is Bishop + Knight, the Marshall `M` Rook + Knight.",
        (Piece("The Chancellor.", "C"), Piece("The Marshall.", "M")),
    ),
    Lesson(
        "The King and the Queen",
        "Both begin on one board, White's on the left one and Black's on the right one. The Queen moves as in chess, "
        "and by drop moves captures on the other board as well; but like any piece it gives check only on the board "
        "where it stands. The King, too, may go to the other board, by a drop move or by castling, and is then in "
        "check from the pieces there. A King in check makes no drop move; but if the turn's first move removes the "
        "check, the King may cross with the second.",
        (
            Piece("A Queen.", "Q", "c4"),
            Piece("A King that is not in check.", "K"),
            Refused("In check from d7, it stays on its board.", _CHECKED, "d1/k2", "may not go to the other board"),
            Played(
                "The Rook goes between, by way of b2 …",
                _CHECKED,
                "h2/d2,d1/k2",
                after="… and the King crosses by way of j1.",
            ),
            Played(
                "On the left board the Queen gives no check …",
                _CROSSED,
                "c4/i5",
                after="… but on the right one it does, having come by way of i4.",
            ),
        ),
    ),
    Lesson(
        "Swaps",
        "If a friend of another type stands on the corresponding square, the two may change places instead, and "
        "that is the move: `b1~h1`.",
        (Played("A swap at the start.", "", "b1~h1"),),
    ),
    Lesson(
        "Ghosts",
        "A Ghost `G` steps one square in any direction, or changes places with a friend beside it: `a1~b1`. It "
        "may do so after a drop as well, and the friend goes to where the Ghost began. It does not change places with "
        "the other Ghost, nor with a Pawn that would come to its first rank; one that comes to its last rank promotes.",
        (
            Piece("A Ghost.", "G"),
            Played("A Ghost changes places.", "", "a1~b1"),
            Played("The Ghost on j1 saves the King.", "3r4k3/12/12/12/12/12/3K5G2 w - - 2 0 5", "j1~d1"),
        ),
    ),
    Lesson(
        "En passant",
        "A Pawn on its second rank may always double-step, even after a drop. Either move of the next turn may then "
        "take it en passant, also after a drop, if it still stands there. Where both moves of a turn were double "
        "steps, both Pawns may be taken.",
        (
            Played("By an ordinary move.", _PASSED, "c2c4,j1k1 d4c3,i7i6"),
            Played("By a drop move, from j4 by way of d4.", _BESIDE, "c2c4,j1k1 j4/c3"),
        ),
    ),
    Lesson(
        "Promotion",
        "A Pawn promotes to Queen, Marshall, Chancellor, Rook, Bishop, Knight or Ghost, on either board's last rank.",
        (Played("A Pawn drops, and promotes.", "10k1/P11/12/12/12/12/3K8 w - - 2 0 5", "a6/g7m"),),
    ),
    Lesson(
        "Castling",
        "There are two castlings a side, one on the King's board and one to the other; they are written as the King's "
        "square, then the Rook's. White's King goes from d1 to e1 and the Rook from f1 to d1 (`d1f1`; e1 must be "
        "vacant and unattacked), or the King goes to h1 and the Rook from g1 to i1 (`d1g1`; j1, i1 and h1). Black's "
        "King goes from i7 to h7 and the Rook from g7 to i7 (`i7g7`; h7), or the King goes to e7 and the Rook from f7 "
        "to d7 (`i7f7`; c7, d7 and e7). Neither may have moved, and the King may not be in check. The Rook may not "
        "make the turn's other move.",
        (
            Played("On the left board …", _CASTLES, "d1f1"),
            Played("… and to the right one.", _CASTLES, "d1g1"),
        ),
    ),
    Lesson(
        "Check, and how the game ends",
        "There is one King a side. It is in check only from its own board and from single moves, and only the **end** "
        "of a turn must leave it safe: the first move may leave it in check if the second one helps. A King in check "
        "may neither go to the other board nor begin a swap, and of its friends only a Ghost may change places with "
        "it, until the first move has removed the check (then it may even castle). Checkmate wins; stalemate is a "
        "draw. Threefold repetition is a draw, and so are fifty turns by each side without a capture, promotion or "
        "Pawn move; lack of material never is.",
        (
            Played(
                "White is in check, and saves the King with two moves.",
                "12/9k2/12/12/7nn3/7P4/1R4K5 w - - 2 0 5",
                "h2i3,b1/h3",
            ),
            Played(
                "White gives mate with two moves, on both boards …",
                "8k3/12/11R/12/3n8/R11/3K8 w - - 2 0 20",
                "l5l6,a2/g7",
                "checkmate",
                "… the second by way of g2. One Rook attacks on the seventh rank, the other guards the sixth, and by "
                "way of j3 the Knight reaches neither a Rook nor a square before one: checkmate.",
            ),
            Moves(
                "With the Knight on c5 it would be no mate: by way of i5 it goes to h7, between Rook and King, or to "
                "k6, which lets the King go to the sixth rank.",
                "6R1k3/11R/2n9/12/12/12/3K8 b - - 2 1 20",
                "c5",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "A piece threatens both boards: an enemy may strike from the square that corresponds to any vacant one. A "
        "King, though, is in check from its own board only.",
        (Moves("All moves of one Rook.", "6k5/12/12/12/2R9/12/3K8 w - - 1 0 5", "c3"),),
    ),
)
