"""The lessons of Banqi."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused, Start

_TAIWAN, _HONGKONG = "banqi", "banqi-hongkong"
_DARK = {"DarkCapture": True}
_TRY = "4/4/4/4/4/4/3k/RX1X[Pp] w r 0 9"

LESSONS = (
    Lesson(
        "The start position",
        "All 32 pieces lie face down, shuffled, on 4x8 squares. Red and black have each one General `K`, two Advisors "
        "`G`, two Elephants `M`, two Chariots `R`, two Horses `N`, two Cannons `C` and five Soldiers `P`.",
        (Start("Nobody knows what lies where."),),
    ),
    Lesson(
        "Turning pieces up, and who plays which colour",
        "All 32 pieces lie face down. A turn either turns one up (`a1a1`) or moves one. The **first** piece that "
        "is turned up gives the first player his colour. Nobody knows what lies face down, and nobody owns it.",
        (
            Moves("Any face-down piece can be turned up.", "4/4/4/4/4/4/2X1/XX2[Ppk] w - 0 1", ""),
            Played("One piece is left face down.", "4/4/4/4/4/4/2R1/X1c1[p] w r 0 9", "a1a1=bp"),
        ),
    ),
    Lesson(
        "Moving",
        "A piece of your own that is face up moves one square along a rank or file onto an empty square. All pieces "
        "move alike, but differ in what they capture.",
        (Piece("A General, or any other piece.", "K", "b4"),),
    ),
    Lesson(
        "Who captures whom in Taiwan",
        "General `K`, Advisor `G`, Elephant `M`, Chariot `R`, Horse `N`, Soldier `P`: each captures its equals and "
        "all below it, except that a General does not capture Soldiers, and a Soldier captures Generals. A Cannon `C` "
        "captures anything, but only by jumping. General, Advisor, Elephant, Chariot and Horse capture a Cannon by a "
        "step; a Soldier never captures one, and another Cannon does so only by jumping.",
        (
            Moves("A Horse captures a Horse, a Soldier and a Cannon …", "4/4/4/1p2/cNn1/1r2/4/4[] w r 0 9", "b4"),
            Refused("… but no Chariot.", "4/4/4/1p2/cNn1/1r2/4/4[] w r 0 9", "b4b3", "does not capture a Chariot"),
            Moves("A Soldier captures the General.", "4/4/4/1k2/nPp1/4/4/4[] w r 0 9", "b4"),
            Refused("The General does not capture it.", "4/4/4/1p2/1Kr1/4/4/4[] w r 0 9", "b4b5", "only General"),
        ),
        (_TAIWAN,),
    ),
    Lesson(
        "Who captures whom in Hong Kong",
        "General `K`, Chariot `R`, Horse `N`, Cannon `C`, Elephant `M`, Advisor `G`, Soldier `P`: each captures "
        "its equals and all below it, except that a General does not capture Soldiers, and a Soldier captures "
        "Generals. The Cannon captures by a step like the others.",
        (Moves("A Cannon.", "4/4/4/1m2/gCn1/1c2/4/4[] w r 0 9", "b4"),),
        (_HONGKONG,),
    ),
    Lesson(
        "The Cannon's jump",
        "It captures along a rank or file by jumping over exactly one piece, whoever owns it, even a face-down one. "
        "Without capturing, it moves one step.",
        (
            Played("Over a face-down piece.", "4/1k2/4/1X2/1C2/4/4/4[p] w r 0 9", "b4b7"),
            Refused("Not onto a Cannon beside it.", "4/4/4/1p2/1Cc1/4/4/4[] w r 0 9", "b4c4", "not by a step"),
            Refused("Not over two, nor without any.", "k3/4/4/p3/P3/4/4/C2p[] w r 0 9", "a1d1", "there is none"),
        ),
        (_TAIWAN,),
    ),
    Lesson(
        "How the game ends",
        "A player without a legal move has lost, and so has one whose sixteen pieces have all been captured. The "
        "General is a piece like the others. The game is drawn after 180 plies (90 moves by each player) without a "
        "flip or capture, and by threefold repetition.",
        (
            Played(
                "Red captures the last black piece.",
                "4/4/4/4/4/4/4/Kn2[] w r 0 9",
                "a1b1",
                "all pieces captured",
            ),
            Played(
                "Black's Soldiers shut the General in.",
                "4/4/4/4/4/4/p3/K1p1[] b r 0 9",
                "c1b1",
                "no legal move",
            ),
        ),
    ),
    Lesson(
        "House rules: face-down captures, and several in a turn",
        "With the option `DarkCapture` a piece may try to capture a face-down one where it could capture one that is "
        "face up. That one is turned up: if it is an enemy that may be captured, it is captured; otherwise it stays, "
        "and the turn is over. With `MultiCapture` a piece that has captured may go on capturing in the same turn; "
        "`0000` ends the turn early. The other house rules are options, too.",
        (
            Played("DarkCapture: the Chariot tries b1 …", _TRY, "a1b1=bp", options=_DARK, after="… and captures it."),
            Played(
                "Another deal: the Chariot tries b1 …",
                _TRY,
                "a1b1=rp",
                options=_DARK,
                after="… a piece of its own, which stays.",
            ),
            Played(
                "MultiCapture: the Chariot has captured on b2, and goes on …",
                "4/4/4/4/3k/1p2/Rp2/4[] w r 0 9",
                "a2b2 b2b3",
                options={"MultiCapture": True},
                after="… in the same turn, which is over now, as there is no more to capture.",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "The strongest piece fears the weakest: five Soldiers hunt one General. And a piece that lies face down "
        "protects nobody.",
        (
            Moves(
                "The General takes the Chariot; the Soldiers attack it.",
                "4/4/4/4/4/1p2/pKr1/4[] w r 0 9",
                "b2",
            ),
        ),
    ),
)
