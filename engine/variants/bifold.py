"""Bifold Halfgi: `bifold-halfgi`, `bifold-halfgi-wazirs`, `bifold-halfgi-handed`, `bifold-halfgi-weak`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from oddfish.engine.deferred import Deferred
from oddfish.engine.options import Option, OptionError
from oddfish.engine.variants.base import Variant

if TYPE_CHECKING:
    from oddfish.cext.bifold import game as core
    from oddfish.cext.bifold.game import Bifold, Setup
else:
    core = Deferred("oddfish.cext.bifold.game")

_OFFICERS = (
    ("Q", "half Queen (alone, a halfling)"),
    ("R", "half Rook (alone, a halfling)"),
    ("B", "half Bishop (alone, a halfling)"),
    ("H", "Horse (alone, one step straight, then one diagonally outward)"),
    ("W", "royal Wazir"),
)
_FERZ = ("F", "royal Ferz")
_SUMMARY = (
    "Halfgi with {what}.\n\n"
    "A half can move alone, where Rooks, Bishops and Queens move as halflings, or together with the friend on its "
    "square, as a unit.\n\n"
    "RR, BB and QQ move as a full Rook, Bishop and Queen, QR as a Rook or halfling Bishop, QB as a Bishop or halfling "
    "Rook.\n\n"
    "HH is a Knight; a single Horse is a Mao, which goes one step straight onto an empty square, then one diagonally "
    "outward. The two royals together are a King. Every other unit moves as either of its halves. Only HH leaps over "
    "occupied squares.\n\n"
    "A half may move onto the square of a lone friendly half, or of a lone enemy half without capturing it. If two "
    "enemies stand there it captures one, your choice; if a friend and an enemy stand there it captures the "
    "enemy.\n\n"
    "A unit captures all enemies on a square, but may not enter a square with a friend on it.\n\n"
    "Captured halves change sides, and promoted ones stay promoted. You may drop them on an empty square or beside "
    "one other half, without capturing; captured royals leave the game.\n\n"
    "There is no check: you win by capturing both enemy royals, {royals}.\n\n"
    "A unit of a royal and a half that is not royal may land on a square that the enemy threatens, but not pass "
    "through one. A square is threatened if an enemy on the board could capture a half of the unit there.\n\n"
    "The royal pair castles with a pair of Rooks as in chess; it may castle out of a threat and into one, but not "
    "across a threatened square.{pawns}"
)
_FULL_PAWNS = (
    "\n\n"
    "Pawns are whole: they stand alone on their squares, halves can capture them too, and they capture like units. "
    "They promote to half a Queen, Rook, Bishop or Horse. You may drop them on an empty square, but not on the last "
    "rank."
)
_HALF_PAWNS = (
    "\n\n"
    "A half pawn that moves alone may step forward onto a square with one other piece. Diagonally it captures one of "
    "two enemies, or the enemy beside a friend, but never a lone half.\n\n"
    "On the last rank it promotes to half a Queen, Rook, Bishop or Horse. A unit that moves as a pawn steps forward "
    "only onto an empty square. A unit of two half pawns promotes both; a half pawn in a unit with another piece does "
    "not promote. You may not drop a half pawn on the last rank."
)

#: Positions for `oddfish bench`: an opening, a middlegame and an endgame for each variant.
_BENCH: dict[str, tuple[str, ...]] = {
    "bifold-halfgi": (
        (
            "(rr)(hh)(bb)1(wf)b(hh)(rr)/pp1pppbp/6p1/(qq)1P5/2(QQ)5/2(HH)5/PPP1PPPP/"
            "(RR)1(BB)1(WF)(BB)(HH)(RR)[P] b KQkq - 4 5"
        ),
        (
            "(rr)(hh)1(qq)(wf)2(rr)/p1pp(bb)2p/1p(bb)1p2h/5(bh)BP/2P3(QQ)1/3P4/PP2PPP1/"
            "(RR)(HH)2(WF)(BB)(HH)(RR)[PP] w KQkq - 0 15"
        ),
        "r1r1(wf)(bb)(hh)(rr)/pB(BH)b1ppp/8/hP1H1(Bq)2/8/q1B1P2P/(HH)1hQ2Q1/(RR)3(WF)2(RR)[BPPppppppp] w KQk - 2 31",
    ),
    "bifold-halfgi-wazirs": (
        (
            "(rr)(hh)(bb)(qq)(ww)1(hh)(rr)/pp1p1p1p/6p1/2(bb)1(BB)3/8/8/PPP1PPPP/"
            "(RR)(HH)1(QQ)(WW)(BB)(HH)(RR)[PPp] b KQkq - 0 5"
        ),
        (
            "(rr)(hh)(bb)1(ww)1(hh)(rr)/p2p2pp/2pPpp2/2h5/1P1H3P/2(HH)(BB)1Q2/P2P1P2/"
            "(RR)1(BB)1(WW)2(Rq)[QBBPqrpp] w Qkq - 0 15"
        ),
        "(rr)3(ww)(bb)(hh)1/p2(qb)1bpQ/p4p2/4P3/1p3b1Q/3P1P2/PP1rPH1(Rr)/2(RR)(WW)1(BB)2[QRRBPPhhhhhpp] w q - 0 31",
    ),
    "bifold-halfgi-handed": (
        (
            "(rr)(hh)(bb)(qq)(wf)1(hh)(rr)/(ld)l(ld)(ld)1(ld)(ld)(ld)/8/1d2(ld)3/1bL5/2(HD)(LD)4/"
            "(LD)L(QD)1(LD)(LD)(LD)(LD)/(RR)1(BB)Q(WF)(BB)(HH)(RR)[Bh] b KQkq - 0 5"
        ),
        (
            "(rr)1(bb)1(wf)1(hh)(rr)/(ld)(ld)d4d/(hh)1l1(ld)(ld)(ql)l/3(ld)B3/1(bb)1(LD)2(qd)1/L1(HH)Q1LB1/"
            "(RD)(LD)(LD)Q(LD)D(LD)(LD)/R3(WF)(BB)(HH)(RR)[] w Kkq - 2 15"
        ),
        (
            "2(bb)1(wf)1(hh)r/(rl)1(ld)l1(ld)2/2d1(ld)3/d1(ld)1Ll1(rl)/7(DD)/4(Dq)3/(LD)(LD)(LD)(HH)2Bd/"
            "(RR)1(BB)(QQ)(WF)(BB)2[QRBHLDrrhhhllldd] w Q - 0 31"
        ),
    ),
    "bifold-halfgi-weak": (
        (
            "(rr)1(bb)(qq)(wf)(bb)1(rr)/(pp)(pp)(pp)(pp)p(pp)p(pp)/2(hh)2(hh)p1/4p3/8/2(HH)(PP)(BB)(HH)2/"
            "(PP)(PP)(PP)1(PP)(PP)(PP)(PP)/(RR)2(QQ)(WF)(BB)1(RR)[] b KQkq - 5 5"
        ),
        (
            "(rr)1(bb)1(wf)(bb)(hh)(rr)/1(pp)p(pp)1p(pp)p/2(hh)(qp)(pp)(hp)1p/(pp)7/2(QP)1P3/P2(PP)(BB)(HH)1(PP)/"
            "1(PP)(PP)1P(PP)(PP)1/(RR)2(QQ)(WF)(BB)1(RR)[h] w KQkq a6 0 15"
        ),
        (
            "(rr)3(wf)(bb)1(rr)/(pp)1(HP)b1(pp)(pp)(pp)/2(bh)1(pp)h2/8/2(pp)(PP)2h1/(PP)1H(Qh)P3/"
            "1(PP)1B1(FP)(PP)(PP)/(RR)1BQW2(RR)[QQHPPbbhppppp] w kq - 0 31"
        ),
    ),
}


class BifoldVariant(Variant):
    """One of the four games, which differ in their royals and pawns."""

    page = "bifold-halfgi.md"
    network_rules = ("RoyalWazirs",)
    castling: Mapping[str, tuple[str, str]] = {"O-O": ("e", "g"), "O-O-O": ("e", "c")}
    reads_san = False

    def __init__(self, name: str, title: str, what: str, royals: str, pawns: str, pieces: tuple[tuple[str, str], ...]):
        self.name = self.network = name
        self.title = title
        self.summary = _SUMMARY.format(what=what, royals=royals, pawns=pawns)
        self.bench_fens = _BENCH[name]
        self.bench_reduction = 3 if name == "bifold-halfgi" else 4
        self._two_wazirs = name == "bifold-halfgi-wazirs"
        # Under RoyalWazirs, -handed plays better with the hand-written evaluation.
        self.house_network = "" if name == "bifold-halfgi-handed" else "bifold-halfgi-wazirs"
        self.options = (
            Option("Castling", "check", True, help="the royal pair may castle with a pair of Rooks"),
            Option("DropBesideEnemy", "check", True, help="you may drop a half-sized piece beside a lone enemy one"),
            Option("RoyalWazirs", "check", self._two_wazirs, help="both royals are Wazirs, not a Wazir and a Ferz"),
        )
        self.pocket = len(pieces) - sum("royal" in text for _, text in pieces)
        self._pieces = pieces

    def check(self, options: Mapping[str, Any]) -> None:
        if self._two_wazirs and not options.get("RoyalWazirs", True):
            raise OptionError(f"option RoyalWazirs: the royals of {self.name} are always two Wazirs")

    def _setup(self, options: Mapping[str, Any]) -> Setup:
        chosen = {**self.defaults(), **options}
        self.check(chosen)
        return core.Setup(self.name, *(bool(chosen[name]) for name in ("Castling", "DropBesideEnemy", "RoyalWazirs")))

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Bifold:
        return core.Bifold(self._setup(options))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Bifold:
        return core.Bifold(self._setup(options), fen)

    def mirror(self, fen: str) -> str:
        """Handed pawns change hands: each captures towards the same side of the board as before."""
        board, _, rest = super().mirror(fen).partition(" ")
        return f"{board.translate(str.maketrans('LDld', 'DLdl'))} {rest}"

    def draw(self, position: Bifold) -> str:  # type: ignore[override]
        """Each square takes two characters: a pair of friends, or White's piece before Black's."""
        rows = []
        for rank, cells in zip(range(8, 0, -1), self.rows(position)):
            rows.append(f"{rank}  {' '.join(letters.ljust(2, '.') for letters in cells)}")
        rows[0] += f"   in hand: {position.hand(1) or '-'}"
        rows[7] += f"   in hand: {position.hand(0) or '-'}"
        return "\n".join([*rows, "   a  b  c  d  e  f  g  h"])

    def half_sized(self, position: Bifold) -> str:  # type: ignore[override]
        whole = "P" if self.name in ("bifold-halfgi", "bifold-halfgi-wazirs") else ""
        letters = "".join(letter for letter in position.setup.letters if letter not in whole)
        return letters + letters.lower()

    def legend(self, position: Bifold) -> list[tuple[str, str]]:  # type: ignore[override]
        return [(letter, meaning) for letter, meaning in self._pieces if letter in position.setup.letters]


_PAWN = ("P", "Pawn, alone on its square")
_ROYALS = "a Wazir and a Ferz (with RoyalWazirs two Wazirs)"

FAMILY: tuple[Variant, ...] = (
    BifoldVariant(
        "bifold-halfgi",
        "Bifold Halfgi",
        "pieces of half size, two to a square, whole pawns, and a Wazir and a Ferz in place of the King",
        _ROYALS,
        _FULL_PAWNS,
        (*_OFFICERS, _FERZ, _PAWN),
    ),
    BifoldVariant(
        "bifold-halfgi-wazirs",
        "Bifold Halfgi, two Wazirs",
        "pieces of half size, two to a square, whole pawns, and two Wazirs in place of the King",
        "two Wazirs",
        _FULL_PAWNS,
        (*_OFFICERS, _PAWN),
    ),
    BifoldVariant(
        "bifold-halfgi-handed",
        "Bifold Halfgi, handed pawns",
        "pieces and pawns of half size, two to a square, and pawns that capture to one side only",
        _ROYALS,
        "\n\n"
        "Each pawn square starts with a left-handed pawn, which captures only to its player's left, and a "
        "right-handed one, which captures only to the right. A unit of both captures to both sides, a unit of two of "
        f"the same hand only to that side.{_HALF_PAWNS}",
        (*_OFFICERS, _FERZ, ("L", "left-handed Pawn"), ("D", "right-handed Pawn")),
    ),
    BifoldVariant(
        "bifold-halfgi-weak",
        "Bifold Halfgi, weak pawns",
        "pieces and pawns of half size, two to a square, and pawns that capture alone only with a friend's support",
        _ROYALS,
        "\n\n"
        "Each pawn square starts with two weak pawns.\n\n"
        "A weak pawn that is alone, or in a unit with another piece, needs support to capture: a friend on another "
        "square must be able to capture on the pawn's square if two enemies stood there. A weak pawn gives support "
        f"only if it has support itself. A unit of two weak pawns needs no support.{_HALF_PAWNS}",
        (*_OFFICERS, _FERZ, ("P", "weak Pawn")),
    ),
)
