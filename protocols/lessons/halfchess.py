"""The lessons of the Half Chess family."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused

_HALF, _AUGMENTED, _FULL, _HALFGI = "half-chess", "augmented-half-chess", "augmented-chess", "halfgi"
_HALFLINGS = (_AUGMENTED, _HALF, _HALFGI)
_ARMIES = {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"}
_FULL_ARMIES = {"WhiteArmy": "RF-NA-BC-QV", "BlackArmy": "RC-ID-BV-RNA"}
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

LESSONS = (
    Lesson(
        "Halflings",
        "A halfling Rook, Bishop or Queen slides at most half of the way to the edge of the board, rounded up. "
        "Count the squares between it and the edge as if the board were empty: with 7 it slides at most 4, with 4 "
        "or 3 at most 2, with 1 it slides 1. What stands in the way stops it as usual.",
        (
            Piece(_HALF, "A halfling Rook in the middle.", "R", "d4"),
            Piece(_HALF, "The same in the corner.", "R", "a1"),
            Piece(_HALF, "A halfling Bishop.", "B", "c4"),
            Piece(_HALF, "A halfling Queen.", "Q", "d4"),
        ),
        _HALFLINGS,
    ),
    Lesson(
        "The Crab",
        "In place of the Knight stands the Crab: two squares forward and one to the side, or one back and two to "
        "the side. It jumps. Forward is where its own Pawns go, so the two sides' Crabs differ.",
        (Piece(_HALF, "White's Crab.", "N", "e4"), Piece(_HALF, "Black's Crab.", "n", "e4")),
        (_HALF, _HALFGI),
    ),
    Lesson(
        "Armies of halflings",
        "Before the game each player chooses an army: every piece but King and Pawns is a basic piece plus one "
        "augmenter, a short leap, and moves as either. No augmenter comes twice in an army, nor one that adds nothing "
        "to its piece, nor one that is the army's basic piece in the Knight's place. The badge on a piece shows its "
        "augmenter. Augmenters: `W` one square straight, `F` one diagonally, `D` two straight, jumping, `A` two "
        "diagonally, jumping, `C` the Crab's moves, `V` the Knight's longer than wide, `S` its others. The Knight's "
        "place is taken by the Crab (`C`) or the Narrow Half-Knight (`V`), the Queen's by a halfling Queen or by a "
        "halfling Rook with the leaps of either (`RC`, `RV`).",
        (
            Piece(_AUGMENTED, "RF: halfling Rook + Ferz.", "R", "d4", options=_ARMIES),
            Piece(_AUGMENTED, "CD: Crab + Dabbaba.", "N", "d4", options=_ARMIES),
            Piece(_AUGMENTED, "BW: halfling Bishop + Wazir.", "B", "d4", options=_ARMIES),
            Piece(_AUGMENTED, "QV: halfling Queen + Narrow Half-Knight.", "Q", "d4", options=_ARMIES),
            Piece(_AUGMENTED, "Black's VS, a whole Knight.", "n", "d4", options=_ARMIES),
            Piece(_AUGMENTED, "Black's RVF, a half-Chancellor + Ferz.", "q", "d4", options=_ARMIES),
        ),
        (_AUGMENTED,),
    ),
    Lesson(
        "Armies at full strength",
        "As in Augmented Half Chess, with full-strength Rooks, Bishops and Queens. The Knight's place may be taken"
        " by the Fibnif (`I`: one square diagonally, or the Knight's moves that are longer than wide), the Queen's"
        " by a Chancellor (`RN`: Rook + Knight) or by Rook + Fibnif (`RI`).",
        (
            Piece(_FULL, "RF: Rook + Ferz.", "R", "d4", options=_FULL_ARMIES),
            Piece(_FULL, "NA: Knight + Alfil.", "N", "d4", options=_FULL_ARMIES),
            Piece(_FULL, "BC: Bishop + Crab.", "B", "d4", options=_FULL_ARMIES),
            Piece(_FULL, "Black's ID: Fibnif + Dabbaba.", "n", "d4", options=_FULL_ARMIES),
        ),
        (_FULL,),
    ),
    Lesson(
        "Promotion to both armies",
        "A Pawn may become a Rook, Knight, Bishop or Queen of **either** army. The other army's types are written `t h "
        "e m` for its Rook, Knight, Bishop and Queen, and drawn with a red outline.",
        (
            Played(
                _AUGMENTED,
                "White promotes to Black's Queen.",
                "8/P3k3/8/8/8/8/8/4K3 w - - 0 40 RF-CD-BW-QV:RA-VS-BC-RVF",
                "a7a8m",
            ),
        ),
        (_AUGMENTED, _FULL),
    ),
    Lesson(
        "Drops",
        "What you capture changes sides and goes to your hand. Instead of moving you may drop a piece on any empty"
        " square, also with check or mate; a Pawn not on the last rank. `n@e4` drops the Crab on e4. A promoted "
        "piece stays what it is when it is captured. A dropped Rook does not castle. A Pawn dropped on its first rank "
        "goes one step, and one on its second rank may always go two.",
        (
            Played(_HALFGI, "White captures a Crab …", "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1", "e4d5"),
            Moves(_HALFGI, "… and may drop it later.", "4k3/8/8/3P4/8/8/8/4K3[N] w - - 0 2", "n@"),
            Refused(_HALFGI, "Not so.", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 2", "p@a8", "last rank"),
        ),
        (_HALFGI,),
    ),
    Lesson(
        "How the game ends",
        "As in chess: by checkmate, and with a draw by stalemate, threefold repetition or the fifty-move rule. "
        "Only King against King is a draw by material.",
        (Played(_HALF, "White to move.", _START, "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5", "checkmate"),),
        (_HALF, _AUGMENTED, _FULL),
    ),
    Lesson(
        "How the game ends, with drops",
        "As in chess: by checkmate, and with a draw by stalemate, threefold repetition or the fifty-move rule. "
        "Only King against King with empty hands is a draw by material.",
        (Played(_HALFGI, "A drop is mate, too.", "7k/8/5K2/8/8/8/8/8[Q] w - - 0 1", "q@g7", "checkmate"),),
        (_HALFGI,),
    ),
    Lesson(
        "What surprises most at full strength",
        "Habits of chess mislead here: this Bishop reaches squares of both colours.",
        (Piece(_FULL, "BC: Bishop + Crab.", "B", "c4", options=_FULL_ARMIES),),
        (_FULL,),
    ),
    Lesson(
        "What surprises most",
        "A halfling's reach depends on the square that it *starts* from, so attacks are not always mutual: in a "
        "corner it reaches farthest.",
        (
            Moves(_HALF, "White to move: the Rook captures the Rook on a5.", "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1", "a1"),
            Moves(_HALF, "Black to move: he cannot capture it.", "4k3/8/8/r7/8/8/8/R3K3 b - - 0 1", "a5"),
        ),
        _HALFLINGS,
    ),
)
