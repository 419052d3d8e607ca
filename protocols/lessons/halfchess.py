"""The lessons of the Half Chess family."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused, Start

_HALF, _AUGMENTED, _FULL, _HALFGI = "half-chess", "augmented-half-chess", "augmented-chess", "halfgi"
_PLAIN, _HALFLINGS = (_HALF, _HALFGI), (_HALF, _HALFGI, _AUGMENTED)
_ARMIES = {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"}
_FULL_ARMIES = {"WhiteArmy": "RF-NA-BC-QV", "BlackArmy": "RC-ID-BV-RNA"}
#: Armies whose augmenters are easy to tell from the basic pieces.
_DISTINCT = {"WhiteArmy": "RA-CW-BD-QS", "BlackArmy": "RA-CW-BD-QS"}
_ROOKS = "4k3/8/8/r7/8/8/8/R3K3"
_WHITE_PROMOTES = "8/P3k3/8/8/8/8/8/4K3 w - - 0 40"

LESSONS = (
    Lesson(
        "The start position",
        "The pieces stand as in chess. Kings `K` and Pawns `P` move as in chess, too. Rooks `R`, Bishops `B` and "
        "Queens `Q` are halflings, and Crabs `N` take the place of Knights.",
        (Start("As in chess, with Crabs for Knights."),),
        _PLAIN,
    ),
    Lesson(
        "The start position, with armies",
        "The pieces stand as in chess. Kings `K` and Pawns `P` move as in chess, too. How Rooks `R`, Knights `N`, "
        "Bishops `B` and Queens `Q` move depends on the army each player has chosen, so White's pieces and Black's "
        "may differ.",
        (
            Start("White has RF-CD-BW-QV, Black RA-VS-BC-RVF.", variants=(_AUGMENTED,), options=_ARMIES),
            Start("White has RF-NA-BC-QV, Black RC-ID-BV-RNA.", variants=(_FULL,), options=_FULL_ARMIES),
        ),
        (_AUGMENTED, _FULL),
    ),
    Lesson(
        "Halflings",
        "A halfling Rook, Bishop or Queen slides at most halfway to the edge of the board, rounded up. Count the "
        "squares to the edge as if the board were empty: with 7 it slides up to 4, with 6 or 5 up to 3, with 4 or 3 "
        "up to 2, with 2 or 1 just 1. Pieces in the way block it as usual.",
        (
            Piece("A halfling Rook in the middle.", "R", "d4", variants=_PLAIN),
            Piece("The same piece in the corner.", "R", "a1", variants=_PLAIN),
            Piece("A halfling Bishop.", "B", "c4", variants=_PLAIN),
            Piece("A halfling Queen.", "Q", "d4", variants=_PLAIN),
            Piece(
                "RA, a halfling Rook that also leaps two squares diagonally.",
                "R",
                "d4",
                variants=(_AUGMENTED,),
                options=_DISTINCT,
            ),
            Piece("The same piece in the corner.", "R", "a1", variants=(_AUGMENTED,), options=_DISTINCT),
            Piece(
                "BD, a halfling Bishop that also leaps two squares straight.",
                "B",
                "c4",
                variants=(_AUGMENTED,),
                options=_DISTINCT,
            ),
        ),
        _HALFLINGS,
    ),
    Lesson(
        "The Crab",
        "The Crab takes the Knight's place. It jumps two squares forward and one to the side, or one back and two to "
        "the side. Forward is the way its own Pawns go, so White's Crabs and Black's move differently.",
        (Piece("White's Crab.", "N", "e4"), Piece("Black's Crab.", "n", "e4")),
        _PLAIN,
    ),
    Lesson(
        "Promotion",
        "A Pawn becomes a halfling Queen, halfling Rook, halfling Bishop or Crab: `a7a8q`, `a7a8r`, `a7a8b`, `a7a8n`.",
        (Played("A Pawn becomes a Crab.", _WHITE_PROMOTES, "a7a8n"),),
        _PLAIN,
    ),
    Lesson(
        "Armies of halflings",
        "Before the game each player chooses an army. Each of its pieces, except King and Pawns, combines a basic "
        "piece with an augmenter, which is a short leap, and may move as either. An army may not use an augmenter "
        "twice, nor one that adds nothing to its piece, nor the leap that its Knight has as a basic piece. A badge "
        "on a piece shows its augmenter. The augmenters are `W` one square straight, `F` one diagonally, `D` a jump "
        "of two straight, `A` a jump of two diagonally, `C` the Crab's moves, `V` the Knight's moves that are longer "
        "than wide, and `S` the Knight's other moves. The Crab (`C`) or the Narrow Half-Knight (`V`) takes the "
        "Knight's place. A halfling Queen, or a halfling Rook with one of their leaps (`RC`, `RV`), takes the "
        "Queen's place.",
        (
            Piece("RF: halfling Rook + Ferz.", "R", "d4", options=_ARMIES),
            Piece("CD: Crab + Dabbaba.", "N", "d4", options=_ARMIES),
            Piece("BW: halfling Bishop + Wazir.", "B", "d4", options=_ARMIES),
            Piece("QV: halfling Queen + Narrow Half-Knight.", "Q", "d4", options=_ARMIES),
            Piece("Black's VS, a full Knight.", "n", "d4", options=_ARMIES),
            Piece("Black's RVF, a half-Chancellor + Ferz.", "q", "d4", options=_ARMIES),
        ),
        (_AUGMENTED,),
    ),
    Lesson(
        "Armies at full strength",
        "Before the game each player chooses an army. Each of its pieces, except King and Pawns, combines a "
        "full-strength basic piece with an augmenter, which is a short leap, and may move as either. The augmenters "
        "are `W` one square straight, `F` one diagonally, `D` a jump of two straight, `A` a jump of two diagonally, "
        "`C` the Crab's moves and `V` the Knight's moves that are longer than wide. There is no `S`. An army may not "
        "use an augmenter twice, and each must add at least one square to its piece. The Knight may be replaced by "
        "the Fibnif (`I`: one square diagonally, or the Knight's moves that are longer than wide), the Queen by the "
        "Chancellor (`RN`: Rook + Knight) or by Rook + Fibnif (`RI`).",
        (
            Piece("RF: Rook + Ferz.", "R", "d4", options=_FULL_ARMIES),
            Piece("NA: Knight + Alfil.", "N", "d4", options=_FULL_ARMIES),
            Piece("BC: Bishop + Crab.", "B", "d4", options=_FULL_ARMIES),
            Piece("Black's ID: Fibnif + Dabbaba.", "n", "d4", options=_FULL_ARMIES),
        ),
        (_FULL,),
    ),
    Lesson(
        "The Crab's leap",
        "The Crab `C` jumps two squares forward and one to the side, or one back and two to the side. Forward is the "
        "way its owner's Pawns go, so White's and Black's differ. A promoted piece with the Crab's leap goes its "
        "owner's way, whichever army it comes from.",
        (
            Piece("White's CW, Crab + Wazir.", "N", "e4", variants=(_AUGMENTED,), options=_DISTINCT),
            Piece("Black's CW.", "n", "e4", variants=(_AUGMENTED,), options=_DISTINCT),
            Piece("White's BC, Bishop + Crab.", "B", "e4", variants=(_FULL,), options=_FULL_ARMIES),
            Piece("Black's RC, Rook + Crab.", "r", "e4", variants=(_FULL,), options=_FULL_ARMIES),
        ),
        (_AUGMENTED, _FULL),
    ),
    Lesson(
        "Promotion to both armies",
        "A Pawn may become a Rook, Knight, Bishop or Queen of **either** army. For the other army's pieces write "
        "`t`, `h`, `e` or `m`: its Rook, Knight, Bishop or Queen. Pictures show such a piece with a red outline.",
        (
            Played(
                "White promotes to Black's Queen.",
                {
                    _AUGMENTED: f"{_WHITE_PROMOTES} RF-CD-BW-QV:RA-VS-BC-RVF",
                    _FULL: f"{_WHITE_PROMOTES} RF-NA-BC-QV:RC-ID-BV-RNA",
                },
                "a7a8m",
            ),
        ),
        (_AUGMENTED, _FULL),
    ),
    Lesson(
        "Drops",
        "A piece you capture changes sides and goes to your hand. Instead of moving, you may drop a piece from your "
        "hand on any empty square, even with check or mate, but not a Pawn on the last rank. `n@e4` drops the Crab "
        "on e4. A promoted piece stays promoted when it is captured. A dropped Rook cannot castle. A Pawn dropped on "
        "its first rank moves one step; a Pawn on its second rank may always move two.",
        (
            Played("White captures a Crab …", "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1", "e4d5"),
            Moves("… and may drop it later.", "4k3/8/8/3P4/8/8/8/4K3[N] w - - 0 2", "n@"),
            Refused(
                "A Pawn may not be dropped on the last rank.", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 2", "p@a8", "last rank"
            ),
        ),
        (_HALFGI,),
    ),
    Lesson(
        "How the game ends",
        "The game ends as in chess: by checkmate, or in a draw by stalemate, threefold repetition or the fifty-move "
        "rule. The only draw for lack of material is King against King.",
        (
            Played("White to move.", "", "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5", "checkmate", variants=(_HALF,)),
            Played(
                "White to move.",
                {
                    _AUGMENTED: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 60 RF-CD-BW-QV:RA-VS-BC-RVF",
                    _FULL: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 60 RF-NA-BC-QV:RC-ID-BV-RNA",
                },
                "f7g7",
                "checkmate",
                variants=(_AUGMENTED, _FULL),
            ),
        ),
        (_HALF, _AUGMENTED, _FULL),
    ),
    Lesson(
        "How the game ends, with drops",
        "The game ends as in chess: by checkmate, or in a draw by stalemate, threefold repetition or the fifty-move "
        "rule. A drop resets the fifty-move count, as a capture does. The only draw for lack of material is King "
        "against King with empty hands.",
        (Played("You may give mate with a drop.", "7k/8/5K2/8/8/8/8/8[Q] w - - 0 1", "q@g7", "checkmate"),),
        (_HALFGI,),
    ),
    Lesson(
        "What surprises most at full strength",
        "Don't trust your chess habits: this Bishop reaches squares of both colours.",
        (Piece("BC: Bishop + Crab.", "B", "c4", options=_FULL_ARMIES),),
        (_FULL,),
    ),
    Lesson(
        "What surprises most",
        "How far a halfling reaches depends on the square it *starts* from, so attacks are not always mutual. It "
        "reaches farthest from a corner.",
        (
            Moves("White to move: the Rook captures the Rook on a5.", f"{_ROOKS} w - - 0 1", "a1", options=_DISTINCT),
            Moves(
                "Black to move: the Rook on a5 cannot capture the one on a1.",
                f"{_ROOKS} b - - 0 1",
                "a5",
                options=_DISTINCT,
            ),
        ),
        _HALFLINGS,
    ),
    Lesson(
        "The start position of chess",
        "Ordinary chess. Lack of material draws as in FIDE's rules: King against King, King and one minor piece "
        "against King, and Bishops that all stand on one colour.",
        (Start("White to move."),),
        ("normal",),
    ),
)
