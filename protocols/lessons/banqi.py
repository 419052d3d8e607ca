"""The lessons of Banqi."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused

_TAIWAN, _HONGKONG = "banqi", "banqi-hongkong"

LESSONS = (
    Lesson(
        "Turning up, and whose colour is whose",
        "All 32 pieces lie face down. A turn either turns one up (`a1a1`) or moves one. The **first** piece that "
        "is turned up gives the first player his colour. Nobody knows what lies face down, and nobody owns it.",
        (
            Moves(_TAIWAN, "Any face-down piece can be turned up.", "4/4/4/4/4/4/2X1/XX2[Ppk] w - 0 1", ""),
            Played(_TAIWAN, "One piece is left face down.", "4/4/4/4/4/4/2R1/X1c1[p] w r 0 9", "a1a1=bp"),
        ),
    ),
    Lesson(
        "Moving",
        "A piece of your own that is face up moves one square along a rank or file, onto an empty square or an "
        "enemy that it may capture. All pieces move alike.",
        (Piece(_TAIWAN, "A General, or any other piece.", "K", "b4"),),
    ),
    Lesson(
        "Who captures whom in Taiwan",
        "General `K`, Advisor `G`, Elephant `M`, Chariot `R`, Horse `N`, Soldier `P`: each captures its equals and"
        " all below it, except that a General does not capture Soldiers, and a Soldier captures Generals. A Cannon "
        "`C` captures anything, but only by jumping; everyone but the Soldier captures Cannons by a step.",
        (
            Moves(
                _TAIWAN, "A Horse captures a Horse, a Soldier and a Cannon …", "4/4/4/1p2/cNn1/1r2/4/4[] w r 0 9", "b4"
            ),
            Refused(
                _TAIWAN, "… but no Chariot.", "4/4/4/1p2/cNn1/1r2/4/4[] w r 0 9", "b4b3", "does not capture a Chariot"
            ),
            Moves(_TAIWAN, "A Soldier captures the General.", "4/4/4/1k2/nPp1/4/4/4[] w r 0 9", "b4"),
            Refused(
                _TAIWAN, "The General does not capture it.", "4/4/4/1p2/1Kr1/4/4/4[] w r 0 9", "b4b5", "only General"
            ),
        ),
        (_TAIWAN,),
    ),
    Lesson(
        "Who captures whom in Hong Kong",
        "General `K`, Chariot `R`, Horse `N`, Cannon `C`, Elephant `M`, Advisor `G`, Soldier `P`: each captures "
        "its equals and all below it, except that a General does not capture Soldiers, and a Soldier captures "
        "Generals. The Cannon captures by a step like the others.",
        (Moves(_HONGKONG, "A Cannon.", "4/4/4/1m2/gCn1/1c2/4/4[] w r 0 9", "b4"),),
        (_HONGKONG,),
    ),
    Lesson(
        "The Cannon's jump",
        "It captures along a rank or file by jumping over exactly one piece, whoever owns it, also one that lies "
        "face down. Without capturing, it moves one step.",
        (
            Piece(_TAIWAN, "Over a face-down piece.", "C", "b4"),
            Refused(
                _TAIWAN, "Not over two, nor without any.", "k3/4/4/p3/P3/4/4/C2p[] w r 0 9", "a1d1", "there is none"
            ),
        ),
        (_TAIWAN,),
    ),
    Lesson(
        "How the game ends",
        "A player without a legal move has lost, and so has one without pieces. The General is a piece like the "
        "others. The game is drawn after 180 plies without a flip or capture, and by threefold repetition.",
        (
            Played(
                _TAIWAN,
                "Red captures the last black piece.",
                "4/4/4/4/4/4/4/Kn2[] w r 0 9",
                "a1b1",
                "all pieces captured",
            ),
            Played(
                _TAIWAN,
                "Black's Soldiers shut the General in.",
                "4/4/4/4/4/4/p3/K1p1[] b r 0 9",
                "c1b1",
                "no legal move",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "The strongest piece fears the weakest: five Soldiers hunt one General. And a piece that lies face down "
        "protects nobody.",
        (
            Moves(
                _TAIWAN,
                "The General takes the Chariot; the Soldiers attack it.",
                "4/4/4/4/4/1p2/pKr1/4[] w r 0 9",
                "b2",
            ),
        ),
    ),
)
