"""The lessons of Banqi."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused, Start

_TAIWAN, _HONGKONG = "banqi", "banqi-hongkong"
_DARK = {"DarkCapture": True}
_CHASE = "4/4/4/4/4/4/n3/R3[] b r 0 9"
_AROUND = "a2b2 a1b1 b2a2 b1a1 " * 2
_HIDDEN = "KGGMMRRNNCCPPPPPkggmmrrnnccppppp"
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
            Refused("… but not a Chariot.", "4/4/4/1p2/cNn1/1r2/4/4[] w r 0 9", "b4b3", "does not capture a Chariot"),
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
        "Perpetual attack",
        "A chase can go on forever. By default the game is a draw when a position occurs for the third time. With the "
        "option `Repetition=chaser-loses`, the chaser has to stop. Oddfish checks the moves between the last two "
        "occurrences: you are chasing if after **each** of these moves of yours, one of your pieces could capture the "
        "same enemy piece. If only one side is chasing, it loses. If both sides are chasing, or neither, the game is a "
        "draw. So attack another piece or make a quiet move before the position occurs again.",
        (
            Played(
                "Repetition=draw: the Chariot attacks the Horse with every move …",
                _CHASE,
                _AROUND,
                "repetition",
                after="… and the game is a draw when the position occurs for the third time.",
            ),
            Played(
                "Repetition=chaser-loses: the same chase …",
                _CHASE,
                _AROUND,
                "perpetual attack",
                options={"Repetition": "chaser-loses"},
                after="… and Red loses.",
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
        "Strategy: the Cannon at the start",
        "A Cannon is strongest while the board is full, because it can jump over a piece in every direction. When an "
        "enemy Cannon appears, do not turn up a piece two squares away from it in a straight line: the Cannon could "
        "jump and capture it. Turn up a piece beside the Cannon. The Cannon cannot capture it there, but 9 of your 16 "
        "pieces can capture the Cannon. Use your own Cannons early, too: in an ending with few pieces they have "
        "nothing to jump over.",
        (
            Played(
                "The Cannon jumps over a face-down piece …",
                f"XXXX/XXXX/XXXX/XkXX/XXXX/XCXX/XXXX/XXXX[{_HIDDEN.replace('C', '', 1).replace('k', '')}] w r 0 2",
                "b3b5",
                after="… and captures the General.",
            ),
            Played(
                "Black's Cannon is face up: turn up a piece beside it …",
                f"XXXP/XXXX/XXXX/XXXX/XXXX/XcXX/XXXX/XXXX[{_HIDDEN.replace('P', '', 1).replace('c', '', 1)}] w r 0 2",
                "b4b4=rr",
                after="… such as this Chariot, which attacks the Cannon.",
            ),
            Moves(
                "Nothing to jump over: neither piece can ever capture the other.",
                "4/4/4/4/1p2/1C2/4/4[] w r 0 60",
                "b3",
            ),
        ),
        (_TAIWAN,),
    ),
    Lesson(
        "Strategy: Soldiers against the General",
        "Two Soldiers catch a lone General, whatever squares the three are on. Keep your Soldiers while the enemy "
        "General is on the board, and try to capture the enemy Soldiers. Once the last one is gone, only the enemy "
        "General can capture your General; in Taiwan, a Cannon can, too. Until then, use your other pieces against the "
        "Soldiers.",
        (
            Played(
                "Two Soldiers hunt the General …",
                "4/4/4/1k2/4/4/1P2/2P1[] w r 0 40",
                "b2b3",
                after="… and win by force.",
            ),
            Played(
                "The Chariot can capture a Chariot or the last Soldier …",
                "3n/4/4/K3/4/1pR1/2r1/4[] w r 0 40",
                "c3b3",
                after="… and captures the Soldier. Now Red's General wins by force.",
                variants=(_TAIWAN,),
            ),
        ),
    ),
    Lesson(
        "Strategy: parity",
        "Suppose that you are chasing a piece that cannot capture yours. Count the steps from your piece to it, along "
        "files and ranks. If the number is **odd** and it is your move, you catch the piece. If the number is "
        "**even**, you do not: each time you come next to the piece, it steps away. When the two are alone on the "
        "board, only this parity matters. A move elsewhere, such as turning up a piece, keeps the distance and "
        "changes whose move it is. Keep such a move in reserve, and count how many your opponent has.",
        (
            Played(
                "Three steps, and Red is to move …",
                "4/4/4/4/2n1/4/1R2/4[] w r 0 40",
                "b2b3",
                after="… Red wins by force.",
            ),
            Played(
                "Two steps, and Red is to move …",
                "4/4/4/4/1n2/4/1R2/4[] w r 0 40",
                "b2b3",
                after="… the Horse steps away, again and again: a draw.",
            ),
            Played(
                "Two steps, and Black is to move …",
                "4/4/4/4/1n2/4/1R2/4[] b r 0 40",
                "b4b5",
                after="… three steps, and Red is to move: Red wins.",
            ),
            Played(
                "Two steps, but there is still a piece to turn up …",
                "X3/4/4/4/1n2/4/1R2/4[P] w r 0 40",
                "a8a8=rp",
                after="… and now Black is to move: Red wins.",
            ),
        ),
    ),
    Lesson(
        "Strategy: tunnels and rotation space",
        "Face-down pieces act as walls. A tunnel is a dead end one square wide: a piece that you chase into it is "
        "lost, even if parity favours that piece. A rotation space is a block of four free squares, where the piece "
        "can go round in circles. So flee to open squares, and chase enemy pieces into tunnels. Think before you turn "
        "up a piece, because this can open or close a passage.",
        (
            Played(
                "A tunnel. Both hidden pieces are Red's …",
                "4/4/4/4/4/K3/1X2/nX2[RR] w r 0 40",
                "a3a2",
                after="… and the Horse cannot move.",
            ),
            Played(
                "Without the wall …",
                "4/4/4/4/4/K3/4/n3[] w r 0 40",
                "a3a2 a1b1",
                after="… the Horse goes round on four squares: a draw.",
            ),
        ),
    ),
    Lesson(
        "Strategy: counting what is hidden",
        "The letters beside the board show which pieces are still face down. On a physical board, keep count of the "
        "pieces you have seen. Before you turn up a piece, go through the letters: which of these pieces could capture "
        "your piece beside it, and which could your piece capture? Your opponent moves next.",
        (
            Played(
                "Three Soldiers and a Horse are hidden, all Black's. Turn one up beside the Chariot …",
                "2XR/4/4/X3/4/3X/4/KX2[pppn] w r 0 30",
                "c8c8=bp",
                after="… which can capture any of them. Beside the General, three of the four would attack it.",
            ),
            Played(
                "Two Chariots and two Advisors are hidden. Turn one up beside the General …",
                "2XR/4/4/X3/4/3X/4/KX2[ggrr] w r 0 30",
                "b1b1=bg",
                after="… which can capture any of them, and none of them can capture it.",
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
