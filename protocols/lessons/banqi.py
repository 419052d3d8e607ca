"""The lessons of Banqi."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused, Start

_TAIWAN, _HONGKONG = "banqi", "banqi-hongkong"
_DARK = {"DarkCapture": True}
_TRY = "4/4/4/4/4/4/3k/RX1X[Pp] w r 0 9"

LESSONS = (
    Lesson(
        "The start position",
        "All 32 pieces are shuffled and lie face down on a board of 4x8 squares. Red and Black each have one General "
        "`K`, two Advisors `G`, two Elephants `M`, two Chariots `R`, two Horses `N`, two Cannons `C` and five "
        "Soldiers `P`.",
        (Start("Every piece is hidden."),),
    ),
    Lesson(
        "Turning pieces up, and who plays which colour",
        "All 32 pieces lie face down. On your turn you turn a piece up (`a1a1`) or move one. The colour of the "
        "**first** piece turned up becomes the first player's. A face-down piece belongs to no one: neither player "
        "knows what it is.",
        (
            Moves("You may turn up any face-down piece.", "4/4/4/4/4/4/2X1/XX2[Ppk] w - 0 1", ""),
            Played("One piece is left face down.", "4/4/4/4/4/4/2R1/X1c1[p] w r 0 9", "a1a1=bp"),
        ),
    ),
    Lesson(
        "Moving",
        "You move a face-up piece of your colour one square along a rank or file, onto an empty square. All pieces "
        "move alike. They differ in what they capture.",
        (Piece("A General, or any other piece.", "K", "b4"),),
    ),
    Lesson(
        "Who captures whom in Taiwan",
        "From high to low: General `K`, Advisor `G`, Elephant `M`, Chariot `R`, Horse `N`, Soldier `P`. Each "
        "captures its equals and everything below it, with one exception: a General does not capture Soldiers, and a "
        "Soldier captures Generals. A Cannon `C` captures anything, but only by jumping. General, Advisor, Elephant, "
        "Chariot and Horse capture a Cannon by a step. A Soldier never captures one, and another Cannon does so only "
        "by jumping.",
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
        "From high to low: General `K`, Chariot `R`, Horse `N`, Cannon `C`, Elephant `M`, Advisor `G`, Soldier `P`. "
        "Each captures its equals and everything below it, with one exception: a General does not capture Soldiers, "
        "and a Soldier captures Generals. The Cannon captures by a step like the others.",
        (Moves("A Cannon.", "4/4/4/1m2/gCn1/1c2/4/4[] w r 0 9", "b4"),),
        (_HONGKONG,),
    ),
    Lesson(
        "The Cannon's jump",
        "The Cannon captures along a rank or file by jumping over exactly one piece of either colour, face up or "
        "face down. Without capturing, it moves one step.",
        (
            Played("Over a face-down piece.", "4/1k2/4/1X2/1C2/4/4/4[p] w r 0 9", "b4b7"),
            Refused(
                "It cannot capture the Cannon beside it.", "4/4/4/1p2/1Cc1/4/4/4[] w r 0 9", "b4c4", "not by a step"
            ),
            Refused(
                "It cannot capture without a piece to jump over.",
                "k3/4/4/p3/P3/4/4/C2p[] w r 0 9",
                "a1d1",
                "there is none",
            ),
        ),
        (_TAIWAN,),
    ),
    Lesson(
        "How the game ends",
        "You lose if you have no legal move, or when all your sixteen pieces have been captured. The General is a "
        "piece like any other. The game is a draw after 180 plies (90 moves by each player) without a flip or "
        "capture, and by threefold repetition.",
        (
            Played(
                "Red captures the last black piece.",
                "4/4/4/4/4/4/4/Kn2[] w r 0 9",
                "a1b1",
                "all pieces captured",
            ),
            Played(
                "Black's Soldiers lock the General in.",
                "4/4/4/4/4/4/p3/K1p1[] b r 0 9",
                "c1b1",
                "no legal move",
            ),
        ),
    ),
    Lesson(
        "House rules: face-down captures, and several in a turn",
        "With the option `DarkCapture` a piece may try to capture a face-down piece where it could capture a face-up "
        "one. The target is turned up. If it is an enemy your piece may capture, it is captured; otherwise it stays, "
        "and your turn is over. With `MultiCapture` a piece that has captured may go on capturing in the same turn; "
        "`0000` ends the turn early. Every other house rule is an option, too.",
        (
            Played("DarkCapture: the Chariot tries b1 …", _TRY, "a1b1=bp", options=_DARK, after="… and captures it."),
            Played(
                "Another deal: the Chariot tries b1 …",
                _TRY,
                "a1b1=rp",
                options=_DARK,
                after="… one of its own pieces, which stays.",
            ),
            Played(
                "MultiCapture: the Chariot captures on b2 and goes on …",
                "4/4/4/4/3k/1p2/Rp2/4[] w r 0 9",
                "a2b2 b2b3",
                options={"MultiCapture": True},
                after="… in the same turn. With nothing left to capture, the turn is over.",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "The strongest piece fears the weakest: five Soldiers hunt one General. And a face-down piece protects "
        "nothing.",
        (
            Moves(
                "The General takes the Chariot; the Soldiers attack it.",
                "4/4/4/4/4/1p2/pKr1/4[] w r 0 9",
                "b2",
            ),
        ),
    ),
)
