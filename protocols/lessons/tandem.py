"""The lessons of Tandem-84."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused

_GAME = "tandem-84"

LESSONS = (
    Lesson(
        "Two moves a turn",
        "Two boards are one game. A turn is two moves of two pieces, the one begun on the left board and the other"
        " on the right one, in any order: `c6c5,h6h5`. Only White's first turn is a single move. The second move "
        "is compulsory if there is a legal one; if there is none, the turn ends.",
        (
            Played(_GAME, "Black's first turn, after c2-c4.", "", "c2c4 c6c5,h6h5"),
            Refused(
                _GAME,
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
        " i2 to i4. Pawns may do it, too; one on its second rank may always double-step.",
        (
            Piece(_GAME, "A Rook.", "R"),
            Piece(_GAME, "A Bishop.", "B"),
            Piece(_GAME, "A Knight.", "N"),
            Piece(_GAME, "A Pawn.", "P"),
        ),
    ),
    Lesson(
        "Chancellor and Marshall",
        "The Chancellor `C` is Bishop + Knight, the Marshall `M` Rook + Knight.",
        (Piece(_GAME, "The Chancellor.", "C"), Piece(_GAME, "The Marshall.", "M")),
    ),
    Lesson(
        "Swaps",
        "If a friend of another type stands on the corresponding square, the two may change places instead, and "
        "that is the move: `b1~h1`.",
        (Played(_GAME, "A swap at the start.", "", "b1~h1"),),
    ),
    Lesson(
        "Ghosts",
        "A Ghost `G` steps one square in any direction, or changes places with a friend beside it: `a1~b1`. It "
        "may do so after a drop as well, and the friend goes to where the Ghost began. It does not change places with "
        "the other Ghost, nor with a Pawn that would come to its first rank; one that comes to its last rank promotes.",
        (Piece(_GAME, "A Ghost.", "G"), Played(_GAME, "A Ghost changes places.", "", "a1~b1")),
    ),
    Lesson(
        "Promotion",
        "A Pawn promotes to Queen, Marshall, Chancellor, Rook, Bishop, Knight or Ghost, on either board's last rank.",
        (Played(_GAME, "A Pawn drops, and promotes.", "10k1/P11/12/12/12/12/3K8 w - - 2 0 5", "a6/g7m"),),
    ),
    Lesson(
        "Castling",
        "There are two castlings a side, one on the King's board and one to the other: the King's square, then the"
        " Rook's. King and Rook have not moved, the King is not in check, and the squares between are vacant and "
        "unattacked.",
        (
            Played(_GAME, "On the left board …", "8k3/12/12/12/12/12/3K1RR5 w KD - 1 0 5", "d1f1"),
            Played(_GAME, "… and to the right one.", "8k3/12/12/12/12/12/3K1RR5 w KD - 1 0 5", "d1g1"),
        ),
    ),
    Lesson(
        "Check, and how the game ends",
        "There is one King a side. It is in check only from its own board and from single moves, and only the **end** "
        "of a turn must leave it safe: the first move may leave it in check if the second one helps. A King in check "
        "may neither go to the other board nor begin a swap; of its friends only a Ghost may change places with it. "
        "Checkmate wins; stalemate is a draw.",
        (
            Played(
                _GAME,
                "White is in check, and saves the King with two moves.",
                "12/9k2/12/12/7nn3/7P4/1R4K5 w - - 2 0 5",
                "h2i3,b1/h3",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "A piece threatens both boards: behind each vacant square waits the one on the same square of the other "
        "board. A King, though, is in check from its own board only.",
        (Moves(_GAME, "All moves of one Rook.", "6k5/12/12/12/2R9/12/3K8 w - - 1 0 5", "c3"),),
    ),
)
