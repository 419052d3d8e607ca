"""The lessons of Bifold Halfgi."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused

_GAME = "bifold-halfgi"
_HANDED, _WEAK = "bifold-halfgi-handed", "bifold-halfgi-weak"
_WAZIRS = "bifold-halfgi-wazirs"
_WHOLE, _HALVED = (_GAME, _WAZIRS), (_HANDED, _WEAK)
_LONE = "4{}3/4R3/8/8/8/8/8/4(WF)3[] w - - 0 1"
_ROYALS = "4(wf)3/8/8/{}/{}/8/8/4(WF)3[] w - - 0 1"

LESSONS = (
    Lesson(
        "Halves",
        "Pieces are half-sized, and two fit on a square. Alone, Rook, Bishop and Queen are halflings: they slide at "
        "most half of the way to the edge, rounded up. The Horse goes one step straight onto an empty square, then one "
        "diagonally outward.",
        (
            Piece(_GAME, "Half a Rook.", "R", "d4"),
            Piece(_GAME, "Half a Bishop.", "B", "d4"),
            Piece(_GAME, "Half a Queen.", "Q", "d4"),
            Piece(_GAME, "A Horse.", "H", "d4"),
        ),
    ),
    Lesson(
        "Units",
        "Two friends on a square may move together, as a unit. Two of a kind have the full range; a Queen counts "
        "as Rook and as Bishop. Two Horses are a Knight, which leaps. Any other unit moves"
        " as either half. Either half may also leave alone.",
        (
            Piece(_GAME, "RR: a Rook.", "RR", "d4"),
            Piece(_GAME, "QR: a Rook, or a halfling Bishop.", "QR", "d4"),
            Piece(_GAME, "QQ: a Queen.", "QQ", "d4"),
            Piece(_GAME, "HH: a Knight.", "HH", "d4"),
            Piece(_GAME, "RB: halfling Rook or halfling Bishop.", "RB", "d4"),
        ),
    ),
    Lesson(
        "The royals",
        "In place of the King stand two halves: the Wazir steps one square straight, the Ferz one diagonally. "
        "Together they are a King.",
        (
            Piece(_GAME, "The Wazir.", "W", "d4"),
            Piece(_GAME, "The Ferz.", "F", "d4"),
            Piece(_GAME, "WF: a King.", "WF", "d4"),
        ),
        (_GAME, *_HALVED),
    ),
    Lesson(
        "Two Wazirs",
        "In place of the King stand two Wazirs, which step one square straight. Together they are a King.",
        (Piece(_WAZIRS, "A Wazir.", "W", "d4"), Piece(_WAZIRS, "WW: a King.", "WW", "d4")),
        (_WAZIRS,),
    ),
    Lesson(
        "Royals with another half",
        "When a royal and another half move together, they may not pass **through** a square that the enemy "
        "threatens. They may land on one.",
        (
            Moves(
                _GAME,
                "Black's Rooks threaten the rank of d5: the unit stops there.",
                "4(wf)3/8/8/7(rr)/3(WR)4/8/8/4F3[] w - - 0 1",
                "d4",
            ),
        ),
    ),
    Lesson(
        "Sharing and capturing",
        "A lone half may join a lone friend, or share the square of a lone enemy half **without capturing it**. Of"
        " two enemies it captures one, its choice (`a1a4xq`), and shares with the other; beside a friend it "
        "captures the enemy. A unit captures whatever enemies are on a square, and enters none with a friend on "
        "it.",
        (
            Played(
                _GAME,
                "A half and a lone enemy: they share.",
                _ROYALS.format("8", "R2b4"),
                "a4d4",
                after="Nothing is captured.",
            ),
            Played(_GAME, "A half and two enemies: it takes one.", _ROYALS.format("8", "R2(qb)4"), "a4d4xq"),
            Played(_GAME, "Beside a friend: it takes the enemy.", _ROYALS.format("8", "R2(Bq)4"), "a4d4"),
            Played(_GAME, "A unit takes both.", _ROYALS.format("8", "(RR)2(qb)4"), "a4d4"),
        ),
    ),
    Lesson(
        "Pawns",
        "Pawns are whole, alone on their squares. They move as in chess, capture whatever enemies are diagonally "
        "ahead of them, and promote to half a Queen, Rook, Bishop or Horse. A half captures a Pawn, too.",
        (
            Played(_GAME, "A Pawn takes two.", _ROYALS.format("4(qh)3", "3P4"), "d4e5"),
            Refused(_GAME, "A friend keeps it out.", _ROYALS.format("2(Bq)5", "3P4"), "d4c5", "does not enter"),
        ),
        _WHOLE,
    ),
    Lesson(
        "Handed pawns",
        "On each pawn square stand two half pawns: a left-handed one, which captures only to its player's left, "
        "and a right-handed one. Together they are a full Pawn. Alone they may step onto a square with one other "
        "piece, and move diagonally only to capture.",
        (
            Piece(_HANDED, "Left-handed.", "L"),
            Piece(_HANDED, "Right-handed.", "D"),
            Piece(_HANDED, "Both together.", "LD"),
        ),
        (_HANDED,),
    ),
    Lesson(
        "Weak pawns",
        "On each pawn square stand two weak pawns. One alone captures only while a friend on another square could "
        "capture where it stands, and so does the pawn of a unit with another piece; two together capture freely.",
        (
            Refused(_WEAK, "No support.", _ROYALS.format("3(qh)4", "4P3"), "e4d5xq", "only while a friend"),
            Played(_WEAK, "Supported by the Rooks.", _ROYALS.format("3(qh)4", "(RR)3P3"), "e4d5xq"),
            Piece(_WEAK, "Two together.", "PP"),
        ),
        (_WEAK,),
    ),
    Lesson(
        "Drops",
        "What you capture is yours to drop, half by half, on an empty square or beside **one** other half of "
        "either colour, never beside a Pawn. A Pawn is dropped on an empty square, not on the last rank. A drop "
        "captures nothing. Royals leave the game.",
        (
            Moves(_GAME, "White drops half a Rook.", "4(wf)3/8/8/3(qb)4/2b1P3/8/8/4(WF)3[R] w - - 0 1", "r@"),
            Played(_GAME, "Beside the enemy.", "4(wf)3/8/8/3(qb)4/2b1P3/8/8/4(WF)3[R] w - - 0 1", "r@c4"),
        ),
        _WHOLE,
    ),
    Lesson(
        "Drops, half pawns too",
        "What you capture is yours to drop, half by half, on an empty square or beside **one** other half of "
        "either colour, half pawns among them; but no half pawn on the last rank. A drop captures nothing. Royals "
        "leave the game.",
        (Moves(_HANDED, "White drops half a Rook.", "4(wf)3/8/8/3(qb)4/2b1L3/8/8/4(WF)3[R] w - - 0 1", "r@"),),
        _HALVED,
    ),
    Lesson(
        "Castling",
        "The royal pair castles with a pair of Rooks as King and Rook do in chess, if none of the four halves has "
        "moved. It may castle out of a threat and into one, but not across a threatened square.",
        (Played(_GAME, "To the King's side.", "4(wf)3/8/8/8/8/8/8/4(WF)2(RR)[] w K - 0 1", "e1g1"),),
    ),
    Lesson(
        "How the game ends",
        "There is no check. Whoever captures **both** enemy royals, together or one after the other, wins; with one "
        "royal left the game goes on. If the player to move has no legal move, the game is drawn; so it is by "
        "threefold repetition, and after fifty moves without a capture, drop or pawn move.",
        (
            Played(
                _GAME,
                "A unit takes the pair at once.",
                "4(wf)3/8/8/8/4(RR)3/8/8/4(WF)3[] w - - 0 1",
                "e4e8",
                "royals captured",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "A lone half cannot capture a lone half. That needs a unit, a whole Pawn, or a second piece on the square. So "
        "a lone royal is safe from one half, but not from two: the first shares its square, and the second captures "
        "it. And a lone enemy half on your square is no prisoner: it goes on as it likes.",
        (
            Refused(_GAME, "The Rook does not take the Wazir.", _LONE.format("w"), "e7e8xw", "shares"),
            Played(_GAME, "A second half does.", _LONE.format("(Rw)"), "e7e8", "royals captured"),
        ),
    ),
)
