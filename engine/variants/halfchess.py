"""The Half Chess family: `augmented-half-chess`, `half-chess`, `halfgi`, `augmented-chess`, `normal`."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from oddfish.cext.core.endings import endings_of
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.armies import ARMY_RULES, SLOTS, Army, ArmyError, listed_armies, parse_army
from oddfish.cext.halfchess.game import (
    HALF_SETUP,
    HALFGI_SETUP,
    NORMAL_SETUP,
    HalfChess,
    Setup,
    augmented_setup,
)
from oddfish.cext.halfchess.tablebase import LETTERS, SIDES, Tables
from oddfish.engine.deferred import Deferred
from oddfish.engine.endings import Ending, Endings
from oddfish.engine.options import Option, OptionError
from oddfish.engine.variants.base import Variant, turned_board

if TYPE_CHECKING:
    from oddfish.engine import tablebase
else:
    tablebase = Deferred("oddfish.engine.tablebase")

#: How many of the strongest armies the engine chooses from, and how many random pairs it tries to find one without a
#: shared piece.
STRONGEST, _TRIES = 12, 100

_HALF_PIECES = (("R", "halfling Rook"), ("N", "Crab"), ("B", "halfling Bishop"), ("Q", "halfling Queen"))
_NAMES = {
    "W": "Wazir", "F": "Ferz", "D": "Dabbaba", "A": "Alfil", "C": "Crab",
    "V": "Narrow Half-Knight", "S": "Wide Half-Knight",
}  # fmt: skip
_BASICS = {
    "augmented-half-chess": {
        "R": "halfling Rook", "C": "Crab", "V": "Narrow Half-Knight", "B": "halfling Bishop",
        "Q": "halfling Queen", "RC": "half-Chancellor (Crab)", "RV": "half-Chancellor (Narrow Half-Knight)",
    },
    "augmented-chess": {
        "R": "Rook", "N": "Knight", "I": "Fibnif", "B": "Bishop", "Q": "Queen", "RN": "Chancellor",
        "RI": "Rook + Fibnif",
    },
}  # fmt: skip


#: Setups are immutable, and making one takes ten times as long as making a position.
_setup = lru_cache(maxsize=64)(augmented_setup)

#: Positions for `oddfish bench`: an opening, a middlegame and an endgame for each variant.
_BENCH: dict[str, tuple[str, ...]] = {
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
}


def evaluate_by_hand(variant: Variant, position: Position) -> int:
    """The hand-written evaluation of a position."""
    return position.evaluate()


class HalfChessEndings(Endings):
    """The endings of a game without drops whose players have the same army."""

    fewest, most = 3, 4
    royal, pawn, promotions = "K", "P", "QRBN"

    def __init__(self, variant: str, setup: Setup):
        super().__init__(variant, setup.codes[0] or "8x8", LETTERS)
        self._setup = setup

    def empty(self) -> Tables:
        return self._setup.endings(self.signature)

    def listed(self, pieces: int) -> list[Ending]:
        return endings_of(SIDES, pieces)

    def solve(self, tables: Tables, ending: Ending) -> None:
        self._setup.solve(tables, *ending)


@lru_cache(maxsize=64)
def _with_tables(setup: Setup, tables: Tables) -> Setup:
    return setup.with_tables(tables)


class HalfChessVariant(Variant):
    """A variant with fixed pieces."""

    page = "half-chess-family.md"
    castling: Mapping[str, tuple[str, str]] = {"O-O": ("e", "g"), "O-O-O": ("e", "c")}
    writes_san = True

    def __init__(
        self,
        name: str,
        title: str,
        setup: Setup,
        pieces: tuple[tuple[str, str], ...],
        summary: str,
        aliases: tuple[str, ...] = (),
    ):
        self.name = name
        self.aliases = aliases
        self.title = title
        self.summary = summary
        self.bench_fens = _BENCH[name]
        self.pocket = 5 if setup.drops else 0
        self.network = name
        self._setup = setup
        self._pieces = pieces

    def start(self, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        return HalfChess(self.with_tables(self._setup))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        return HalfChess(self.with_tables(self._setup), fen)

    def with_tables(self, setup: Setup) -> Setup:
        """The rules with the solved endings on disk, if there are any."""
        tables = tablebase.load(HalfChessEndings(self.name, setup)) if setup.has_endings else None
        return setup if tables is None else _with_tables(setup, tables)

    def endings(self, options: Mapping[str, Any]) -> HalfChessEndings | None:
        return HalfChessEndings(self.name, self._setup) if self._setup.has_endings else None

    def mirror_images(self, fen: str) -> tuple[str, ...]:
        """Once neither side can castle, the game is symmetrical from left to right."""
        board, turn, castling, passant, *rest = fen.split()
        if castling != "-":
            return ()
        ranks, bracket, hands = board.partition("[")
        if passant != "-":
            passant = f"{chr(ord('a') + ord('h') - ord(passant[0]))}{passant[1]}"
        return (" ".join((turned_board(ranks) + bracket + hands, turn, castling, passant, *rest)),)

    def draw(self, position: HalfChess) -> str:  # type: ignore[override]
        rows = []
        for rank, cells in zip(range(8, 0, -1), self.rows(position)):
            rows.append(f"{rank}  {' '.join(letter or '.' for letter in cells)}")
        rows.append("   a b c d e f g h")
        if position.setup.drops:
            rows[0] += f"   in hand: {position.hand(1) or '-'}"
            rows[7] += f"   in hand: {position.hand(0) or '-'}"
        return "\n".join(rows)

    def legend(self, position: HalfChess) -> list[tuple[str, str]]:  # type: ignore[override]
        return [*self._pieces, ("K", "King"), ("P", "Pawn")]


class AugmentedVariant(HalfChessVariant):
    """A variant whose players choose armies (A1 to A7)."""

    start_options = ("WhiteArmy", "BlackArmy", "DistinctPieces")

    def __init__(self, name: str, title: str, example: str, summary: str):
        super().__init__(name, title, NORMAL_SETUP, (), summary)
        self._rules = ARMY_RULES[name]
        text = f"an army code such as {example}, `random`, or `engine` for one of the strongest"
        self.options = (
            Option("WhiteArmy", "string", "random", help=f"White's army: {text}"),
            Option("BlackArmy", "string", "random", help=f"Black's army: {text}"),
            Option(
                "DistinctPieces", "check", False, help="no piece of one army may move like a piece of the other army"
            ),
        )

    def check(self, options: Mapping[str, Any]) -> None:
        chosen: list[Army] = []
        for name in ("WhiteArmy", "BlackArmy"):
            value = str(options.get(name, "random"))
            if value.lower() in ("random", "engine"):
                continue
            try:
                chosen.append(parse_army(value, self._rules))
            except ArmyError as error:
                raise OptionError(f"option {name}: {error}") from None
        if options.get("DistinctPieces") and len(chosen) == 2 and shared_pieces(*chosen):
            raise OptionError(
                f"options WhiteArmy and BlackArmy share {', '.join(shared_pieces(*chosen))}, "
                "which DistinctPieces forbids (rule A6)"
            )

    def start(self, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        return HalfChess(self.with_tables(_setup(self.name, *self.choose(options, rng))))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        position = HalfChess(self._setup_of(fen, self.choose(options, rng)), fen)
        shared = shared_pieces(*position.setup.armies) if options.get("DistinctPieces") else []
        if shared:
            raise FenError(
                f"armies {':'.join(position.setup.codes)} share {', '.join(shared)}, "
                "which DistinctPieces forbids (rule A6)"
            )
        setup = self.with_tables(position.setup)
        return position if setup is position.setup else HalfChess(setup, fen)

    def _setup_of(self, fen: str, codes: tuple[str, str]) -> Setup:
        """The setup for a FEN's army codes if they are correct, or else for the given ones; the FEN is not checked."""
        white, colon, black = str(fen).rpartition(" ")[2].partition(":")
        if colon:
            with suppress(ArmyError):
                return _setup(self.name, white, black)
        return _setup(self.name, *codes)

    def endings(self, options: Mapping[str, Any]) -> HalfChessEndings | None:
        """Only if the options name two equal armies."""
        codes = {str(options.get(name)).upper() for name in ("WhiteArmy", "BlackArmy")}
        if len(codes) > 1 or codes & {"RANDOM", "ENGINE"}:
            return None
        setup = augmented_setup(self.name, *codes, *codes)
        return HalfChessEndings(self.name, setup)

    def with_choices(
        self, options: Mapping[str, Any], rng: random.Random, evaluate: Callable[[Variant, Position], int]
    ) -> Mapping[str, Any]:
        """The options with both armies' codes, if the engine chooses one of them.

        Raises:
            OptionError: the options allow no pair of armies.
        """
        if "engine" not in [str(options.get(name)).lower() for name in ("WhiteArmy", "BlackArmy")]:
            return options
        white, black = self.choose(options, rng, evaluate)
        return {**options, "WhiteArmy": white, "BlackArmy": black}

    def choose(
        self,
        options: Mapping[str, Any],
        rng: random.Random,
        evaluate: Callable[[Variant, Position], int] = evaluate_by_hand,
    ) -> tuple[str, str]:
        """The codes of both armies; neither choice depends on the other, unless ``DistinctPieces`` forbids it (A6).

        Args:
            evaluate: as in :meth:`with_choices`.

        Raises:
            OptionError: the options allow no pair of armies.
        """
        self.check(options)
        distinct = bool(options.get("DistinctPieces"))
        requests = [str(options.get(name, "random")) for name in ("WhiteArmy", "BlackArmy")]

        def fit(pair: Sequence[str]) -> bool:
            return not distinct or not shared_pieces(*(parse_army(code, self._rules) for code in pair))

        pairs = ([rng.choice(self._choices(request, evaluate)) for request in requests] for _ in range(_TRIES))
        pair: Sequence[str] | None = next(filter(fit, pairs), None)
        if pair is None:  # a named army can share a piece with each of the strongest
            ranked = [self._choices(request, evaluate, strongest=None) for request in requests]
            pair = next(filter(fit, itertools.product(*ranked)), None)
        if pair is None:
            raise OptionError(f"no armies found without a shared piece for {' and '.join(requests)} (DistinctPieces)")
        white, black = (parse_army(code, self._rules).code for code in pair)
        return white, black

    def _choices(
        self, request: str, evaluate: Callable[[Variant, Position], int], strongest: int | None = STRONGEST
    ) -> Sequence[str]:
        """The armies that an option allows; for ``engine``, the strongest ones, best first."""
        if request.lower() == "random":
            return listed_armies(self.name)
        if request.lower() == "engine":
            return ranked_armies(self, evaluate)[:strongest]
        return (request,)

    def legend(self, position: HalfChess) -> list[tuple[str, str]]:  # type: ignore[override]
        white, black = position.setup.codes
        lines = []
        for side, code in (("White", white), ("Black", black)):
            for slot, part in zip(SLOTS, code.split("-")):
                letter = slot if side == "White" else slot.lower()
                lines.append((letter, f"{self._describe(part)} ({side}'s {part})"))
        return [*lines, ("T H E M", "promoted to the other army's R N B Q"), ("K", "King"), ("P", "Pawn")]

    def _describe(self, part: str) -> str:
        return f"{_BASICS[self.name][part[:-1]]} + {_NAMES[part[-1]]}"

    def mirror(self, fen: str) -> str:
        """Each side keeps its army."""
        rest, _, armies = super().mirror(fen).rpartition(" ")
        return f"{rest} {':'.join(armies.split(':')[::-1])}"

    def tags(self, position: HalfChess) -> dict[str, str]:  # type: ignore[override]
        white, black = position.setup.codes
        return {"WhiteArmy": white, "BlackArmy": black}


def shared_pieces(white: Army, black: Army) -> list[str]:
    """The slot letters of White's pieces that move like one of Black's."""
    return [slot for slot, piece in white.pieces.items() if piece in black.pieces.values()]


@cache
def ranked_armies(variant: Variant, evaluate: Callable[[Variant, Position], int]) -> tuple[str, ...]:
    """The listed armies (A5) as ``evaluate`` rates them, strongest first.

    An army's rating is the mean of two evaluations of the start position against the army in the middle of the list:
    one with the army as White's, one as Black's. (More opponents take longer and yield almost the same ranking.)

    Args:
        evaluate: scores a position of the variant in centipawns, for the side to move.
    """
    armies = listed_armies(variant.name)
    other = armies[len(armies) // 2]

    def for_white(white: str, black: str) -> int:
        return evaluate(variant, HalfChess(augmented_setup(variant.name, white, black)))

    strength = {code: for_white(code, other) - for_white(other, code) for code in armies}
    return tuple(sorted(armies, key=lambda code: (-strength[code], code)))


FAMILY: tuple[Variant, ...] = (
    AugmentedVariant(
        "augmented-half-chess",
        "Augmented Half Chess",
        "RF-CD-BW-QV",
        "Half Chess in which each player chooses an army, by Ralph Betza (2001). Rooks, Bishops and Queens slide only "
        "halfway to the edge of the board, rounded up; pieces in the way do not change this range.\n\n"
        "Before play each player chooses an army: every piece but King and Pawns is a basic piece plus one augmenter "
        "(a short leap). An army uses no augmenter twice, none that adds nothing, and none that is its Knight's basic "
        "piece. Basic pieces are the halfling Rook (R); the Crab (C) or Narrow Half-Knight (V); the halfling Bishop "
        "(B); the halfling Queen (Q), halfling Rook + Crab (RC) or halfling Rook + Narrow Half-Knight (RV).\n\n"
        "Augmenters are W (one square straight), F (one diagonally), D (two straight, jumping), A (two diagonally, "
        "jumping), C (the Crab: two forward and one sideways, or one back and two sideways), V (the Knight's moves "
        "that are longer than wide) and S (the Knight's other moves).\n\n"
        "Pawns promote to any of these pieces of either army.\n\n"
        "All other rules are those of chess.",
    ),
    HalfChessVariant(
        "half-chess",
        "Half Chess",
        HALF_SETUP,
        _HALF_PIECES,
        "Chess with halflings, which slide only halfway, and Crabs instead of Knights, by Ralph Betza: Rooks, Bishops "
        "and Queens slide at most halfway to the edge of the board (rounded up).\n\n"
        "A Crab jumps two squares forward and one sideways, or one back and two sideways.\n\n"
        "Pawns promote to halfling Queen, halfling Rook, halfling Bishop or Crab.",
    ),
    HalfChessVariant(
        "halfgi",
        "Halfgi",
        HALFGI_SETUP,
        _HALF_PIECES,
        "Half Chess with drops, by Peter Aronson: pieces that you capture change sides, and instead of moving you may "
        "drop one on any empty square, but no pawn on the last rank.\n\n"
        "Pawns promote to halfling Queen, halfling Rook, halfling Bishop or Crab.\n\n"
        "A promoted piece stays promoted when it is captured, a dropped Rook cannot castle, and a drop resets the "
        "fifty-move count, as a capture does.",
    ),
    AugmentedVariant(
        "augmented-chess",
        "Augmented Chess",
        "RF-NA-BW-QV",
        "Full-strength chess in which each player chooses an army, by Ralph Betza: before play each player gives "
        "every piece but King and Pawns an additional short leap, none used twice.\n\n"
        "Basic pieces are the Rook (R); the Knight (N) or Fibnif (I: Narrow Half-Knight + Ferz); the Bishop (B); the "
        "Queen (Q), Chancellor (RN: Rook + Knight) or Rook + Fibnif (RI).\n\n"
        "Augmenters are W (one square straight), F (one diagonally), D (two straight, jumping), A (two diagonally, "
        "jumping), C (the Crab: two forward and one sideways, or one back and two sideways) and V (the Knight's moves "
        "that are longer than wide), wherever they add a square; there are 232 armies.\n\n"
        "Pawns promote to any of these pieces of either army.",
    ),
    HalfChessVariant(
        "normal",
        "Chess",
        NORMAL_SETUP,
        (("R", "Rook"), ("N", "Knight"), ("B", "Bishop"), ("Q", "Queen")),
        "Ordinary chess, for checking the engine against published numbers and other engines.\n\n"
        "Positions without mating material are draws: King against King, King and one minor piece against King, and "
        "Kings with Bishops that all stand on squares of one colour.",
        aliases=("chess", "standard"),
    ),
)
