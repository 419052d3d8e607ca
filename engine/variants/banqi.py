"""Banqi, dark half-chess: `banqi` (Taiwanese) and `banqi-hongkong`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from oddfish.engine.deferred import Deferred
from oddfish.engine.endings import Ending, Endings
from oddfish.engine.options import Option
from oddfish.engine.variants.base import Deal, Variant

if TYPE_CHECKING:
    from oddfish.cext.banqi import game as core
    from oddfish.cext.banqi import tablebase as solver
    from oddfish.cext.banqi.game import Banqi, Setup
    from oddfish.engine import tablebase
else:
    core, solver = Deferred("oddfish.cext.banqi.game"), Deferred("oddfish.cext.banqi.tablebase")
    tablebase = Deferred("oddfish.engine.tablebase")

_CANNON_DIRECT = Option(
    "CannonDirect", "check", False, help="a cannon may also capture soldiers and cannons one step away"
)
_OPTIONS = (
    Option(
        "DarkCapture",
        "check",
        False,
        help="a piece may attack a face-down piece; if it cannot capture it, that piece is turned up and the turn ends",
    ),
    Option("MultiCapture", "check", False, help="a piece that captures may keep capturing in the same turn"),
    Option(
        "ChariotRides",
        "combo",
        "off",
        choices=("off", "ranked", "any"),
        help="chariots capture at any distance along a clear rank or file: `ranked` limits them to pieces that they "
        "could capture one step away, `any` lets them capture every piece, near or far",
        formerly=("off", "ranked"),
    ),
    Option(
        "NoProgressPlies",
        "spin",
        180,
        0,
        10000,
        help="a draw after this many plies without a flip or capture; 0 for never",
    ),
    Option(
        "Repetition",
        "combo",
        "draw",
        choices=("draw", "chaser-loses"),
        help="when a position occurs for the third time: a draw, or a loss if only one side kept threatening one piece",
    ),
    Option("DealSeed", "spin", 0, 0, 2**31 - 1, help="seed of the engine's shuffle; 0 draws a new one"),
)

#: Positions for `oddfish bench`: an opening, a middlegame and an endgame for each variant.
_BENCH: dict[str, tuple[str, ...]] = {
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
}


class BanqiDeal(Deal):
    """A complete shuffle: the piece under each face-down square.

    If another dealer's outcomes contradict it, it changes as few squares as possible.
    """

    def __init__(self, start: Banqi, rng: random.Random):
        pool = list(start.pool)
        rng.shuffle(pool)
        self._rng = rng
        self._red_first = False
        self._pieces = dict(zip(_face_down(start), pool))

    def follow(self, position: Banqi, move: int) -> None:  # type: ignore[override]
        """Swap the piece that turned up with the one that this deal had on the square."""
        text = position.text(move)
        if "=" not in text:
            return
        self._fit(position)
        square, piece = _turned_up(text), text[-1].upper() if text[-2] == "r" else text[-1]
        alike = [other for other in _face_down(position) if self._pieces[other] == piece]
        if square not in alike:
            other = self._rng.choice(alike)
            self._pieces[square], self._pieces[other] = piece, self._pieces[square]

    def fix_colors(self) -> None:
        """Red for the first player: if the first flip would reveal a black piece, all pieces change colours."""
        self._red_first = True

    def outcome(self, position: Banqi, move: int) -> int:  # type: ignore[override]
        self._fit(position)
        square = _turned_up(position.text(move))
        if self._red_first and position.first == "-" and self._pieces[square].islower():
            self._pieces = {square: piece.swapcase() for square, piece in self._pieces.items()}
        piece = self._pieces[square]
        shown = f"={'r' if piece.isupper() else 'b'}{piece.lower()}"
        return next(outcome for outcome, _ in position.outcomes(move) if position.text(outcome).endswith(shown))

    def text(self) -> str:
        """The pieces under a1, b1 and so on; a dot for a square without a face-down piece."""
        last = max(self._pieces, default=-1)
        return "".join(self._pieces.get(square, ".") for square in range(last + 1))

    def _fit(self, position: Banqi) -> None:
        """Make the face-down squares hold exactly the pieces in the pool."""
        squares = _face_down(position)
        dealt = {square: self._pieces[square] for square in squares if square in self._pieces}
        surplus = Counter(dealt.values()) - Counter(position.pool)
        missing = list((Counter(position.pool) - Counter(dealt.values())).elements())
        if not missing:
            return
        self._rng.shuffle(missing)
        self._rng.shuffle(squares)  # so that chance also picks which of several equal pieces is replaced
        for square in squares:
            piece = dealt.get(square)
            if piece is None or surplus[piece] > 0:
                if piece is not None:
                    surplus[piece] -= 1
                dealt[square] = missing.pop()
        self._pieces.update(dealt)


def _face_down(position: Banqi) -> list[int]:
    return [square for square, letter in enumerate(position.cells()) if letter == "X"]


def _turned_up(text: str) -> int:
    """The square of the piece that a move turns up: the destination of both flips and dark captures."""
    return _square(text[2:4])


def _square(name: str) -> int:
    return "abcd".index(name[0]) + 4 * (int(name[1]) - 1)


class BanqiEndings(Endings):
    """The endings without face-down pieces."""

    fewest, most = 2, 4

    def __init__(self, setup: Setup):
        super().__init__("banqi", setup.signature, core.LETTERS)
        self._setup = setup

    def empty(self) -> solver.Tables:
        return solver.Tables(self.signature)

    def listed(self, pieces: int) -> list[Ending]:
        return solver.endings(pieces, core.SETS[self._setup.ranks])

    def solve(self, tables: solver.Tables, ending: Ending) -> None:
        self._setup.solve(tables, *ending)


#: The fields of a FEN after its board, outside a series of captures: pool, side, colour, clock, number.
_FIELDS = 5


class BanqiVariant(Variant):
    """One of the two sets of capture rules."""

    page = "banqi.md"
    network_rules = ("CannonDirect", "DarkCapture", "MultiCapture", "ChariotRides")
    files = 4
    ranks = 8
    hidden_options = ("DealSeed",)
    bench_reduction = 7
    rematch_first = "loser"
    reads_san = False

    def __init__(self, name: str, title: str, hongkong: bool, cannons: str, order: str):
        self.name = self.network = name
        self.house_network = name if hongkong else f"{name}-house"
        self.title = title
        self.summary = (
            f"Chinese chess on half a board, with all 32 pieces shuffled face down, where {cannons}.\n\n"
            "On your turn you flip a piece, or move one of your pieces one step along a rank or file, to an empty "
            "square or onto an enemy that it may capture. The first piece flipped decides the first player's "
            "colour.\n\n"
            f"{order}\n\n"
            "You lose if you have no legal move or your last piece is captured; a General is a piece like the others."
        )
        self.bench_fens = _BENCH[name]
        self.options = _OPTIONS if hongkong else (_CANNON_DIRECT, *_OPTIONS)
        self._hongkong = hongkong

    def setup(self, options: Mapping[str, Any]) -> Setup:
        """The rules under these options, with tablebases if they are installed."""
        setup = self._rules(options)
        tables = tablebase.load(BanqiEndings(setup))
        if tables is not None:
            setup.use(tables)
        return setup

    def _rules(self, options: Mapping[str, Any], ranks: int = 8) -> Setup:
        return core.Setup(
            ranks=ranks,
            hongkong=self._hongkong,
            cannon_direct=bool(options.get("CannonDirect", False)),
            dark_capture=bool(options.get("DarkCapture", False)),
            multi_capture=bool(options.get("MultiCapture", False)),
            chariot_rides=str(options.get("ChariotRides", "off")),
            no_progress=int(options.get("NoProgressPlies", 180)),
            chaser_loses=options.get("Repetition", "draw") == "chaser-loses",
        )

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Banqi:
        return core.Banqi(self.setup(options))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Banqi:
        return core.Banqi(self.setup(options), fen)

    def read_any_board(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Banqi:
        ranks = fen.split("[")[0].count("/") + 1
        return core.Banqi(self._rules(options, ranks if ranks in core.SETS else self.ranks), fen)

    def deal(self, start: Banqi, options: Mapping[str, Any], rng: random.Random) -> BanqiDeal:  # type: ignore[override]
        seed = options.get("DealSeed", 0)
        return BanqiDeal(start, random.Random(seed) if seed else random.Random(rng.getrandbits(64)))

    def endings(self, options: Mapping[str, Any]) -> BanqiEndings:
        return BanqiEndings(self._rules(options))

    def mirror_images(self, fen: str) -> tuple[str, ...]:
        """The board is symmetrical in both directions. A position within a series of captures gets no images."""
        board, _, rest = fen.partition("[")
        if len(rest.split()) > _FIELDS:
            return ()
        ranks = board.split("/")
        turned = [rank[::-1] for rank in ranks]
        return tuple(f"{'/'.join(image)}[{rest}" for image in (turned, ranks[::-1], turned[::-1]))

    def mirror(self, fen: str) -> str:
        """Neither half of the board belongs to a player, so only the colours change. Before the first flip, it is
        always the first player's move."""
        board, turn, first, *rest = fen.split()
        if first != "-":
            turn = "wb"[turn == "w"]
        return " ".join((board.swapcase().replace("x", "X"), turn, first, *rest))

    def draw(self, position: Banqi) -> str:  # type: ignore[override]
        rows = []
        for rank, cells in zip(range(position.setup.ranks, 0, -1), self.rows(position)):
            rows.append(f"{rank}  {' '.join('#' if cell == 'X' else cell or '.' for cell in cells)}")
        rows.append("   a b c d")
        owner = {"r": ("red", "black"), "b": ("black", "red")}.get(position.first)
        rows[0] += f"   face down: {position.pool or '-'}"
        rows[-2] += f"   first player: {owner[0]}, second: {owner[1]}" if owner else "   colours not yet assigned"
        return "\n".join(rows)

    def legend(self, position: Banqi) -> list[tuple[str, str]]:  # type: ignore[override]
        return [("#", "face down"), *zip(core.LETTERS, core.NAMES)]


FAMILY: tuple[Variant, ...] = (
    BanqiVariant(
        "banqi",
        "Banqi",
        False,
        "Cannons capture only by jumping",
        "The order is General, Advisor, Elephant, Chariot, Horse, Soldier. A piece captures its equals and everything "
        "below it, but a General does not capture Soldiers, and a Soldier also captures Generals.\n\n"
        "A Cannon captures anything, but only by jumping along a rank or file over exactly one piece. Every piece but "
        "Soldiers and Cannons captures a Cannon one step away.",
    ),
    BanqiVariant(
        "banqi-hongkong",
        "Hong Kong Banqi",
        True,
        "Cannons capture one step away, like the other pieces",
        "The order is General, Chariot, Horse, Cannon, Elephant, Advisor, Soldier. A piece captures its equals and "
        "everything below it, but a General does not capture Soldiers, and a Soldier also captures Generals.",
    ),
)
