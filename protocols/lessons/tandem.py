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
        "Two boards of 6x7 squares stand side by side, with six Pawns `P` a side on each. White's left board has a "
        "Ghost `G`, Bishop `B`, Queen `Q`, King `K`, Knight `N` and Rook `R`; the right one has a Rook, Knight, "
        "Chancellor `C`, Marshall `M`, Bishop and Ghost. Black has the same pieces as seen from the other side, with "
        "the King on the right board.",
        (Start("White to move."),),
    ),
    Lesson(
        "Two moves a turn",
        "The two boards are one game. A turn is two moves by two pieces, one starting on the left board and one on "
        "the right, in either order: `c6c5,h6h5`. Only White's first turn is a single move. If you have a legal "
        "second move, you must make one; if not, your turn ends.",
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
        "Files a and g correspond, as do b and h, and so on to f and l. A piece may start its move from the "
        "corresponding square of the other board if that square is empty, and must move on from there: `c2/i4` goes "
        "from c2 by way of i2 to i4. Pawns may do so, too.",
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
        "King and Queen start on the same board, White's on the left and Black's on the right. The Queen moves as in "
        "chess and captures on the other board by drop moves, but like any piece it gives check only on the board "
        "where it stands. The King, too, may cross to the other board, by a drop move or by castling, and is then in "
        "check only from pieces there. A King in check may not make a drop move. If your first move removes the "
        "check, the King may cross with the second.",
        (
            Piece("A Queen.", "Q", "c4"),
            Piece("A King that is not in check.", "K"),
            Refused(
                "In check from d7, the King may not leave its board.",
                _CHECKED,
                "d1/k2",
                "may not go to the other board",
            ),
            Played(
                "The Rook blocks by way of b2 …",
                _CHECKED,
                "h2/d2,d1/k2",
                after="… and the King crosses by way of j1.",
            ),
            Played(
                "On the left board the Queen gives no check …",
                _CROSSED,
                "c4/i5",
                after="… but on the right one it does, after a drop move by way of i4.",
            ),
        ),
    ),
    Lesson(
        "Swaps",
        "If the corresponding square holds one of your pieces of another type, the two may change places instead. "
        "That is the whole move: `b1~h1`.",
        (Played("A swap at the start.", "", "b1~h1"),),
    ),
    Lesson(
        "Ghosts",
        "A Ghost `G` moves one square in any direction, or changes places with one of your pieces beside it: "
        "`a1~b1`. It may do so after a drop as well; the other piece then goes to where the Ghost began. It does not "
        "change places with your other Ghost, nor with a Pawn that would land on its first rank. A Pawn that lands "
        "on its last rank promotes.",
        (
            Piece("A Ghost.", "G"),
            Played("A Ghost changes places.", "", "a1~b1"),
            Played("The Ghost on j1 saves the King.", "2rqr3k3/12/12/12/12/12/3K5G2 w - - 2 0 5", "j1~d1"),
        ),
    ),
    Lesson(
        "En passant",
        "A Pawn on its second rank may always move two squares, even after a drop. Either move of the next turn may "
        "then take it en passant, also after a drop, if it still stands there. If both moves of a turn were double "
        "steps, both Pawns can be taken. With the option `EnPassantReply=first` only the first move of the next turn "
        "may take en passant.",
        (
            Played("By an ordinary move.", _PASSED, "c2c4,j1k1 d4c3,i7i6"),
            Played("By a drop move: from j4 by way of d4.", _BESIDE, "c2c4,j1k1 j4/c3"),
        ),
    ),
    Lesson(
        "Promotion",
        "A Pawn promotes to a Queen, Marshall, Chancellor, Rook, Bishop, Knight or Ghost on the last rank of either "
        "board.",
        (Played("A Pawn promotes by a drop move.", "10k1/P11/12/12/12/12/3K8 w - - 2 0 5", "a6/g7m"),),
    ),
    Lesson(
        "Castling",
        "Each side can castle on the King's own board or across to the other. Write the King's square, then the "
        "Rook's. White's King goes from d1 to e1 and the Rook from f1 to d1 (`d1f1`; e1 must be vacant and "
        "unattacked), or the King goes to h1 and the Rook from g1 to i1 (`d1g1`; j1, i1 and h1). Black's King goes "
        "from i7 to h7 and the Rook from g7 to i7 (`i7g7`; h7), or the King goes to e7 and the Rook from f7 to d7 "
        "(`i7f7`; c7, d7 and e7). Neither piece may have moved, and the King may not be in check. The castled Rook "
        "may not make the turn's other move.",
        (
            Played("On the left board …", _CASTLES, "d1f1"),
            Played("… and to the right one.", _CASTLES, "d1g1"),
        ),
    ),
    Lesson(
        "Check, and how the game ends",
        "Each side has one King. Only enemies on its own board give check, and only the **end** of your turn must "
        "leave it safe: your first move may leave it in check if the second one helps. While in check, a King may "
        "neither go to the other board nor begin a swap, and only a Ghost may change places with it. Once the first "
        "move has removed the check, these limits end, and the King may even castle. Checkmate wins; stalemate is a "
        "draw. Threefold repetition is a draw, and so are fifty turns by each side without a capture, promotion or "
        "Pawn move. Lack of material is not.",
        (
            Played(
                "White is in check and needs both moves to save the King.",
                "12/9k2/12/12/7nn3/7P4/1R4K5 w - - 2 0 5",
                "h2i3,b1/h3",
            ),
            Played(
                "White mates with two moves, one on each board …",
                "8k3/12/11R/12/3n8/R11/3K8 w - - 2 0 20",
                "l5l6,a2/g7",
                "checkmate",
                "… the second by way of g2. One Rook attacks the seventh rank, the other guards the sixth. By way of "
                "j3 the Knight can neither capture a Rook nor block one: checkmate.",
            ),
            Moves(
                "With the Knight on c5 it would not be mate: by way of i5 the Knight reaches h7, between Rook and "
                "King, or k6, which frees the sixth rank for the King.",
                "6R1k3/11R/2n9/12/12/12/3K8 b - - 2 1 20",
                "c5",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "Every piece threatens both boards: an enemy may strike from the square that corresponds to any vacant one. "
        "A King, though, is in check from its own board only.",
        (Moves("All moves of one Rook.", "6k5/12/12/12/2R9/12/3K8 w - - 1 0 5", "c3"),),
    ),
)
