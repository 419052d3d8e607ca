"""Fixed searches of fixed positions: their node counts are the signature of search and evaluation, their speed the
engine's. A change that is meant to change nothing leaves the signature as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oddfish.engine import tablebase
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher

DEPTH = 13
HASH_MB = 16
#: Plies by which games with larger trees are searched less deep.
FEWER_PLIES = {
    "banqi": 9, "banqi-hongkong": 9,
    "bifold-halfgi": 3, "bifold-halfgi-wazirs": 4, "bifold-halfgi-handed": 4, "bifold-halfgi-weak": 4,
    "tandem-84": 1,
}  # fmt: skip

#: What the options leave to chance is drawn from this seed.
SEED = 1

#: Opening, middlegame and endgame positions by variant; one that is missing here is searched from its start.
POSITIONS: dict[str, tuple[str, ...]] = {
    "augmented-half-chess": (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 RF-CD-BW-QV:RA-VS-BC-RVF",
        "3r1rk1/2p2ppp/p1bb1n2/4p3/2P5/1R1P2P1/PP3PBP/2BKR3 w - - 5 18 RC-VS-BW-RCA:RS-CW-BV-QA",
        "8/1p3R1p/p2k4/8/8/1P6/P1P2B1r/2K3m1 w - - 12 46 RV-CA-BD-QS:RF-VW-BC-RVA",
    ),
    "half-chess": (
        "rnbqkb1r/p1p2ppp/1p1p1n2/4p3/3P4/P1N1P3/1PP2PPP/R1BQKBNR w KQkq - 0 5",
        "r4rk1/2pbq1pp/p1nb4/1p2p3/8/PP1BP2P/1B1QNPP1/R4RK1 w - - 0 18",
        "6k1/5pp1/2Np3p/3P2b1/3B4/3n1P1P/P5P1/7K w - - 0 46",
    ),
    "halfgi": (
        "rnbqkb1r/p1p2ppp/1p1p1n2/4p3/3P4/P1N1P3/1PP2PPP/R1BQKBNR[] w KQkq - 0 5",
        "2b1r1k1/2p2ppp/rp1qpb1n/p3N3/PnpP4/1P1BP2P/1B1QNPP1/R4RK1[p] w - - 0 18",
        "r4rk1/pp1qb1pp/4p2n/2p1P3/Pp2B3/1p1P1PP1/3PBQ1R/R1B1K3[NPnnp] w Q - 0 31",
    ),
    "augmented-chess": (
        "rnbqkb1r/ppp2pp1/3p1n1p/4p3/8/2R1PN1P/PPPP1PP1/1NBQKB1R w Kkq - 0 5 RA-NF-BC-QV:RF-IC-BW-RNA",
        "1n2k2r/ppppp1p1/6p1/8/4P3/3P2R1/b1Pb1P2/R3KB2 w Qk - 0 18 RC-ID-BV-RIA:RV-NW-BD-QC",
        "2R5/2p1k3/5p2/r3p3/rp1P4/8/2PR1PP1/3K4 w - - 0 46 RF-NA-BW-QV:RA-IW-BD-RIC",
    ),
    "normal": (
        "rnb1kbnr/p1p1pppp/1p6/3q4/3pN3/P4N2/1PPPPPPP/R1BQKB1R w KQkq - 2 5",
        "r2q1r1k/1p1b2pp/p3pb2/2ppBp2/5N1P/1P1PP1P1/P2P1P2/R2Q1RK1 w - - 1 18",
        "3k4/1r3p2/1P2p2p/P5p1/8/2N2P2/2K3PP/8 w - - 1 46",
    ),
    "fanorona-chess": (
        "nrkrn/2qb1/b2pp/p1p2/1P3/P2P1/1P2P/KBQB1/NR1RN b k - 0 5",
        "n1k2/5/3n1/2p2/r1P2/3P1/3R1/1K2R/N4 w k - 7 28",
        "2k2/P4/5/1b1B1/3N1/5/5/1K3/5 w - - 1 59",
    ),
    "fanorona-chess-alternate": (
        "brkrb/2q1n/p1pp1/1p1p1/5/P4/1PQPP/N3K/BR1RB b k - 1 5",
        "bk1rb/q3n/1r2p/Q4/PN1n1/P3P/4B/4K/B1RRN w - - 5 23",
        "5/3k1/2b1p/3p1/3p1/1P3/2B1P/5/2BK1 w - - 0 28",
    ),
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
    "banqi": (
        "XXXX/XXXX/XXXX/k1pX/pRpC/XPXX/XCXp/GXMX[GMRNNPPPPggmmrrnnccp] w r 1 8",
        "gXc1/PpPm/1RXX/Pppm/pg2/GPX1/1nXp/1XMc[GNNPrr] w r 0 21",
        "2g1/1P2/4/R2p/4/1m2/3N/4[] b b 9 60",
    ),
    "banqi-hongkong": (
        "XXXX/XpXM/RXNX/XpXX/pXXC/XPXg/nXrX/GrXc[KGMRNCPPPPkgmmncpp] w r 0 8",
        "Pc1X/gpXM/PXNX/ppXC/1RKg/XPX1/nXrX/Grc1[GNCPPmnpp] w r 7 21",
        "gP2/PPN1/p2C/p2P/1PNr/R1p1/nr2/1n1c[] w r 7 46",
    ),
    "tandem-84": (
        "gb1cnrrn1kbg/pp1p1ppp3p/10p1/4p3p3/1P7C2/P2PPPPPP1PP/GBK1NRRN2BG w - e5i5 2 0 5",
        "g5r4g/p2n1ppk4/3p8/1p10/7P2P1/PG2PPP1r1P1/4K3R2G w - b5 2 0 14",
        "g9b1/3p1p4kp/7p4/4P4P2/p11/5P4PP/G1K2Rr4G w - - 2 0 14",
    ),
}


class Count(NamedTuple):
    """What one position, or several, cost."""

    nodes: int
    ms: int

    @property
    def nps(self) -> int:
        return self.nodes * 1000 // max(self.ms, 1)

    def __add__(self, other: object) -> Count:
        if not isinstance(other, Count):
            return NotImplemented
        return Count(self.nodes + other.nodes, self.ms + other.ms)


def positions(name: str) -> list[Game]:
    """The games a variant's bench searches; without tables, which not every machine has."""
    with tablebase.unused():
        return [Game(name, fen=fen, seed=SEED) for fen in POSITIONS.get(name, (None,))]


def plies(name: str, depth: int = DEPTH) -> int:
    """How deep a variant is searched: ``depth``, less its ``FEWER_PLIES``."""
    return max(depth - FEWER_PLIES.get(name, 0), 1)


def bench(name: str, depth: int = DEPTH, hash_mb: int = HASH_MB) -> Iterator[Count]:
    """Search each of a variant's positions to :func:`plies`, with one thread and nothing remembered."""
    searcher = Searcher(hash_mb=hash_mb, threads=1)
    try:
        for game in positions(name):
            searcher.new_game()
            last: list[Info] = []
            searcher.think(game, Limits(depth=plies(name, depth)), last.append)
            yield Count(last[-1].nodes, last[-1].time) if last else Count(0, 0)
    finally:
        searcher.stop_and_wait()
