"""The lessons of Bifold Halfgi."""

from __future__ import annotations

from oddfish.protocols.lessons.base import Lesson, Moves, Piece, Played, Refused, Start

_GAME = "bifold-halfgi"
_HANDED, _WEAK = "bifold-halfgi-handed", "bifold-halfgi-weak"
_WAZIRS = "bifold-halfgi-wazirs"
_WHOLE, _HALVED = (_GAME, _WAZIRS), (_HANDED, _WEAK)


def _with_royals(fen: str) -> dict[str, str]:
    """A position for each of the games; one of them has Wazirs in place of Ferzes."""
    board, space, rest = fen.partition(" ")
    return {
        **dict.fromkeys((_GAME, _HANDED, _WEAK), fen),
        _WAZIRS: board.translate(str.maketrans("Ff", "Ww")) + space + rest,
    }


def _ranks(fifth: str, fourth: str) -> dict[str, str]:
    """A position with these ranks between the royals of both sides."""
    return _with_royals(f"4(wf)3/8/8/{fifth}/{fourth}/8/8/4(WF)3[] w - - 0 1")


def _lone(stack: str) -> dict[str, str]:
    """A position with the last of Black's royals, and a Rook in front of it."""
    return _with_royals(f"4{stack}3/4R3/8/8/8/8/8/4(WF)3[] w - - 0 1")


def _promoting(last: str, seventh: str, sixth: str = "8") -> dict[str, str]:
    """A position with these last ranks, which include Black's royals."""
    return _with_royals(f"{last}/{seventh}/{sixth}/8/8/8/8/4(WF)3[] w - - 0 1")


def _halves(
    fifth: str = "8", fourth: str = "8", seventh: str = "8", hand: str = "", last: str = "7(wf)"
) -> dict[str, str]:
    """A position for each game with its half pawns in place of braces; Black's royals are in the corner."""
    fen = f"{last}/{seventh}/8/{fifth}/{fourth}/8/8/4(WF)3[{hand}] w - - 0 1"
    return {_HANDED: fen.replace("{}", "L", 1).replace("{}", "D"), _WEAK: fen.replace("{}", "P")}


_CASTLE = _with_royals("4(wf)3/8/8/8/8/8/8/4(WF)2(RR)[] w K - 0 1")
_GUARDED = _with_royals("4(wf)3/8/8/8/8/8/5r2/4(WF)2(RR)[] w K - 0 1")
_DROP = _with_royals("4(wf)3/8/8/3(qb)4/2b1P3/8/8/4(WF)3[R] w - - 0 1")
_HALF_DROP = _halves("3(qb)4", "2b1{}3", hand="R")
_PASSED = {
    _HANDED: "4(wf)3/8/8/8/3l4/8/4(LD)3/4(WF)3[] w - - 0 1",
    _WEAK: "4(wf)3/8/8/8/3(pp)4/8/4(PP)3/4(WF)3[] w - - 0 1",
}

LESSONS = (
    Lesson(
        "The start position",
        "Two half-sized pieces stand on each square of the first and last rank: Rooks `RR`, Horses `HH`, Bishops "
        "`BB`, Queens `QQ`, the royals, `BB`, `HH` and `RR`.",
        (
            Start("The royals are a Wazir and a Ferz, WF. The Pawns P are whole.", variants=(_GAME,)),
            Start("The royals are two Wazirs, WW. The Pawns P are whole.", variants=(_WAZIRS,)),
            Start(
                "The royals are a Wazir and a Ferz, WF. Left- and right-handed Pawns share their squares, LD.",
                variants=(_HANDED,),
            ),
            Start("The royals are a Wazir and a Ferz, WF. Weak Pawns share their squares, PP.", variants=(_WEAK,)),
        ),
    ),
    Lesson(
        "Halves",
        "The pieces on the first and last rank are half-sized, and two fit on a square. Alone, a Rook, Bishop or "
        "Queen is a halfling: it slides at most halfway to the edge, rounded up. The Horse goes one step straight "
        "onto an empty square, then one step diagonally outward.",
        (
            Piece("Half a Rook.", "R", "d4"),
            Piece("Half a Bishop.", "B", "d4"),
            Piece("Half a Queen.", "Q", "d4"),
            Piece("A Horse.", "H", "d4"),
        ),
    ),
    Lesson(
        "Units",
        "Two halves of one side on a square may move together, as a unit. Two of a kind have the full range; a Queen "
        "counts as a Rook and as a Bishop. Two Horses are a Knight, which leaps. Any other unit moves as either of "
        "its halves. Each half may also leave alone.",
        (
            Piece("RR: a Rook.", "RR", "d4"),
            Piece("QR: a Rook, or a halfling Bishop.", "QR", "d4"),
            Piece("QQ: a Queen.", "QQ", "d4"),
            Piece("HH: a Knight.", "HH", "d4"),
            Piece("RB: halfling Rook or halfling Bishop.", "RB", "d4"),
        ),
    ),
    Lesson(
        "The royals",
        "Two halves stand in place of the King: the Wazir moves one square straight, the Ferz one square diagonally. "
        "Together they are a King.",
        (
            Piece("The Wazir.", "W", "d4"),
            Piece("The Ferz.", "F", "d4"),
            Piece("WF: a King.", "WF", "d4"),
        ),
        (_GAME, *_HALVED),
    ),
    Lesson(
        "Two Wazirs",
        "Two Wazirs, which move one square straight, stand in place of the King. Together they are a King.",
        (Piece("A Wazir.", "W", "d4"), Piece("WW: a King.", "WW", "d4")),
        (_WAZIRS,),
    ),
    Lesson(
        "Royals with another half",
        "When a royal moves together with another kind of half, the unit may not pass **through** a square that the "
        "enemy threatens. It may land on one. A square is threatened if an enemy piece on the board could capture "
        "the unit there, or just one half of it. Pieces in hand do not count. A Horse's first step counts as passing.",
        (
            Moves(
                "Black's Rooks threaten the fifth rank, so the unit must stop on d5. The Rook alone may go on to d6.",
                _with_royals("4(wf)3/8/8/7(rr)/3(WR)4/8/8/4F3[] w - - 0 1"),
                "d4",
            ),
        ),
    ),
    Lesson(
        "Sharing and capturing",
        "A lone half may join another lone half of its side, or share the square of a lone enemy half **without "
        "capturing it**. If two enemies stand on the square, it captures one of them, your choice (`a1a4xq`), and "
        "shares the square with the other. If an enemy and one of your halves stand there, it captures the enemy. A "
        "unit captures every enemy on a square, and may not enter a square where one of your pieces stands.",
        (
            Played(
                "A half meets a lone enemy: they share the square.",
                _ranks("8", "R2b4"),
                "a4d4",
                after="Nothing is captured.",
            ),
            Played("A half meets two enemies: it captures one.", _ranks("8", "R2(qb)4"), "a4d4xq"),
            Played("Beside a half of its own side it captures the enemy.", _ranks("8", "R2(Bq)4"), "a4d4"),
            Played("A unit captures both.", _ranks("8", "(RR)2(qb)4"), "a4d4"),
        ),
    ),
    Lesson(
        "Pawns",
        "Pawns are full-sized, and no half joins them. They move as in chess, and capture every enemy on the square "
        "diagonally ahead, even a lone half. A lone half captures a Pawn.",
        (
            Played("A Pawn captures two halves at once.", _ranks("4(qh)3", "3P4"), "d4e5"),
            Refused(
                "It may not enter a square where one of its own pieces stands.",
                _ranks("2(Bq)5", "3P4"),
                "d4c5",
                "does not enter",
            ),
        ),
        _WHOLE,
    ),
    Lesson(
        "Promotion",
        "On the last rank a Pawn becomes half a Queen, Rook, Bishop or Horse: just **one** half, although the Pawn "
        "was full-sized. Half a Queen has a halfling's reach until a second half joins it. A promoted half stays "
        "promoted when it is captured.",
        (
            Played("The Pawn becomes half a Queen …", _promoting("7(wf)", "1P6"), "b7b8=q", after="… which is alone."),
            Moves("It moves as a halfling …", _promoting("1Q5(wf)", "8"), "b8"),
            Moves(
                "… but with half a Rook it moves as a Rook, or as a halfling Bishop.",
                _promoting("1(QR)5(wf)", "8"),
                "b8",
            ),
            Played(
                "A Pawn may promote with a capture.",
                _promoting("2(rb)4(wf)", "1P6"),
                "b7c8=h",
                after="It is now a Horse, and both halves it captured are in hand.",
            ),
        ),
        _WHOLE,
    ),
    Lesson(
        "Half pawns",
        "Each pawn square starts with two half pawns. A lone half pawn steps forward onto an empty square or one "
        "with a single piece of either side. It may step two squares from its second rank, whenever it stands there, "
        "if the square in between is empty; from the first rank it steps one. Diagonally it only captures, either "
        "one of two enemies or the enemy beside one of your pieces, but never a lone half. Two half pawns on a "
        "square may move as a unit, as may a half pawn with any other half; or one of them leaves alone. As a pawn, "
        "a unit steps forward only onto an empty square.",
        (
            Moves("It may share the square ahead of it.", _halves("3b4", "3{}4"), "d4"),
            Played(
                "It captures the enemy beside the white Bishop.", _halves("2(Bq)5", "3{}4"), "d4c5", variants=(_HANDED,)
            ),
        ),
        _HALVED,
    ),
    Lesson(
        "Promotion of half pawns",
        "A half pawn that reaches the last rank alone becomes half a Queen, Rook, Bishop or Horse. If another piece "
        "stands there, the new half forms a unit with a piece of its own side, or shares the square with a lone "
        "enemy. A unit of two half pawns promotes both, each to the piece you choose; or one of them goes on alone "
        "and promotes. In a unit with another piece a half pawn reaches the last rank without promoting. It stays a "
        "Pawn there and cannot move alone; only a unit with another piece can carry it off. A promoted half stays "
        "promoted when it is captured.",
        (
            Played("A lone half pawn becomes half a Queen.", _halves(seventh="3{}4"), "d7d8=q"),
            Played(
                "It joins half a Rook …", _halves(seventh="3{}4", last="3R3(wf)"), "d7d8=q", after="… as half of QR."
            ),
            Played("Two promote together.", _halves(seventh="3({}{})4"), "d7d8=qh", after="They are a unit, QH."),
            Played("The left-handed one promotes alone.", _halves(seventh="3({}{})4"), "d7d8l=q", variants=(_HANDED,)),
            Played("One of them promotes alone.", _halves(seventh="3({}{})4"), "d7d8p=q", variants=(_WEAK,)),
            Played(
                "With half a Rook it does not promote …",
                _halves(seventh="3(R{})4"),
                "d7d8",
                after="… but stays a Pawn.",
            ),
            Moves("The Rook may carry it off again, or leave it behind.", _halves(last="3(R{})3(wf)"), "d8"),
            Played(
                "The left-handed one captures to its left, one of two, and promotes.",
                _halves(seventh="3{}4", last="2(qb)4(wf)"),
                "d7c8xq=q",
                variants=(_HANDED,),
                after="The Queen is captured; the new one shares the square with the Bishop.",
            ),
            Refused(
                "A weak Pawn needs support for a promoting capture, too.",
                _halves(seventh="3{}4", last="2(qb)4(wf)"),
                "d7c8xq=q",
                "only while a friend",
                variants=(_WEAK,),
            ),
        ),
        _HALVED,
    ),
    Lesson(
        "En passant by halves",
        "Only lone half pawns and units of two half pawns can capture or be captured en passant; a unit with another "
        "piece cannot. Every half pawn on the square the pawns reached counts as having moved two squares. A lone "
        "half pawn captures one of them, your choice; a unit captures all.",
        (
            Played("A half pawn captures one …", _PASSED, "e2e4 d4e3xd", variants=(_HANDED,), after="… of the two."),
            Played("A unit captures both.", _PASSED, "e2e4 d4e3", variants=(_WEAK,)),
        ),
        _HALVED,
    ),
    Lesson(
        "Handed pawns",
        "The left-handed pawn `L` captures only to its player's left, the right-handed pawn `D` only to the right. "
        "Together they are a full Pawn. Two pawns of the same hand still capture to that side only.",
        (
            Piece("Left-handed.", "L"),
            Piece("Right-handed.", "D"),
            Piece("Both together.", "LD"),
            Piece("Two left-handed ones.", "LL", "e2"),
        ),
        (_HANDED,),
    ),
    Lesson(
        "Weak pawns",
        "A weak pawn `P` captures to both sides. It needs support to capture alone, and also for its own captures in "
        "a unit with another piece; two weak pawns together need none. To see whether a pawn is "
        "supported, imagine two enemies on its square: one of your pieces on another square must be able to capture "
        "there. If that piece is a weak pawn, it needs support itself. En passant needs support, too.",
        (
            Refused("No support.", _ranks("3(qh)4", "4P3"), "e4d5xq", "only while a friend"),
            Played("Supported by the Rooks.", _ranks("3(qh)4", "(RR)3P3"), "e4d5xq"),
            Piece("Two together.", "PP"),
        ),
        (_WEAK,),
    ),
    Lesson(
        "Drops",
        "You may drop what you have captured, half by half, on an empty square or beside **one** other half of "
        "either colour, but never beside a Pawn. You may drop a Pawn only on an empty square, and not on the last "
        "rank. A drop captures nothing. A promoted piece stays promoted when it is captured. Captured royals leave the "
        "game.",
        (Moves("White drops half a Rook.", _DROP, "r@"), Played("Beside an enemy half.", _DROP, "r@c4")),
        _WHOLE,
    ),
    Lesson(
        "Drops where pawns are halves",
        "You may drop what you have captured, half by half, on an empty square or beside **one** other half of "
        "either colour, including a half pawn, but you may not drop a half pawn on the last rank. A drop captures "
        "nothing. A promoted piece stays promoted when it is captured. Captured royals leave the game.",
        (
            Moves("White drops half a Rook.", _HALF_DROP, "r@"),
            Played("Beside the half pawn.", _HALF_DROP, "r@e4"),
        ),
        _HALVED,
    ),
    Lesson(
        "Castling",
        "The royal pair castles with a pair of Rooks, as King and Rook do in chess, if none of the four halves has "
        "moved. It may castle out of a threat and into one, but not across a threatened square.",
        (
            Played("To the King's side.", _CASTLE, "e1g1"),
            Refused("Half a Rook is enough to threaten f1.", _GUARDED, "e1g1", "may not cross f1"),
        ),
    ),
    Lesson(
        "How the game ends",
        "There is no check. You win by capturing **both** enemy royals, together or one after the other; a side with "
        "one royal left plays on. The game is a draw if the player to move has no legal move, by threefold "
        "repetition, and after fifty moves without a capture, drop or pawn move.",
        (
            Played(
                "A unit captures both royals at once.",
                _ranks("8", "4(RR)3"),
                "e4e8",
                "royals captured",
            ),
        ),
    ),
    Lesson(
        "What surprises most",
        "A lone half cannot capture a lone half. A unit can, and so can a second half that follows the first. A lone "
        "royal is therefore safe from one half but not from two: the first shares its square, the second captures "
        "it. And a lone enemy half that shares your square is no prisoner. It moves on as it likes.",
        (
            Refused("The Rook cannot capture the Wazir.", _lone("w"), "e7e8xw", "shares"),
            Played("A second half can.", _lone("(Rw)"), "e7e8", "royals captured"),
        ),
    ),
)
