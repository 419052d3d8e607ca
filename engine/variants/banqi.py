"""Banqi, dark half-chess: `banqi` (Taiwanese) and `banqi-hongkong`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from oddfish.cext.banqi.game import LETTERS, NAMES, Banqi, Setup
from oddfish.engine import tablebase
from oddfish.engine.options import Option
from oddfish.engine.variants.base import Deal, Variant

_CANNON_DIRECT = Option("CannonDirect", "check", False, help="a cannon also takes soldiers and cannons by a step")
_OPTIONS = (
    Option("DarkCapture", "check", False, help="face-down pieces may be attempted"),
    Option("MultiCapture", "check", False, help="a piece that has captured may go on capturing"),
    Option("ChariotRides", "check", False, help="chariots capture at any distance"),
    Option("NoProgressPlies", "spin", 180, 0, 10000, help="plies without flip or capture that draw, 0 for never"),
    Option("Repetition", "combo", "draw", choices=("draw", "chaser-loses"), help="what a third repetition is"),
    Option("DealSeed", "spin", 0, 0, 2**31 - 1, help="of the shuffle this side deals from, 0 for a new one each game"),
)


class BanqiDeal(Deal):
    """A whole shuffle: which man lies under each face-down square.

    Where another dealer's outcomes contradict it, the men are dealt anew to as few squares as may be.
    """

    def __init__(self, start: Banqi, rng: random.Random):
        pool = list(start.pool)
        rng.shuffle(pool)
        self._rng = rng
        self._men = dict(zip(_face_down(start), pool))

    def outcome(self, position: Banqi, move: int) -> int:  # type: ignore[override]
        self._fit(position)
        # The square turned up is the destination of a flip and of an attempt alike.
        piece = self._men[_square(position.text(move)[2:4])]
        shown = f"={'r' if piece.isupper() else 'b'}{piece.lower()}"
        return next(outcome for outcome, _ in position.outcomes(move) if position.text(outcome).endswith(shown))

    def text(self) -> str:
        """The men under the squares from a1, b1 … on; a dot where none was dealt."""
        last = max(self._men, default=-1)
        return "".join(self._men.get(square, ".") for square in range(last + 1))

    def _fit(self, position: Banqi) -> None:
        """Have every face-down square hold a man, and all of them together the pool."""
        squares = _face_down(position)
        dealt = {square: self._men[square] for square in squares if square in self._men}
        surplus = Counter(dealt.values()) - Counter(position.pool)
        missing = list((Counter(position.pool) - Counter(dealt.values())).elements())
        if not missing:
            return
        self._rng.shuffle(missing)
        self._rng.shuffle(squares)  # which of several equal men is dealt away is chance, too
        for square in squares:
            piece = dealt.get(square)
            if piece is None or surplus[piece] > 0:
                if piece is not None:
                    surplus[piece] -= 1
                dealt[square] = missing.pop()
        self._men.update(dealt)


def _face_down(position: Banqi) -> list[int]:
    return [square for square in range(4 * position.setup.ranks) if position.letter(square) == "X"]


def _square(name: str) -> int:
    return "abcd".index(name[0]) + 4 * (int(name[1]) - 1)


class BanqiVariant(Variant):
    """One of the two sets of capture rules."""

    page = "banqi.md"
    files = 4
    ranks = 8
    secrets = ("DealSeed",)

    def __init__(self, name: str, title: str, hongkong: bool, order: str):
        self.name = name
        self.title = title
        self.summary = (
            "Half chess, blind chess: all 32 pieces of Chinese chess lie face down, shuffled, on half a board. A turn "
            "turns one up, or moves an own piece one step, onto an enemy it outranks if there is one. Who has no move "
            f"left loses. {order}"
        )
        self.options = _OPTIONS if hongkong else (_CANNON_DIRECT, *_OPTIONS)
        self._hongkong = hongkong

    def setup(self, options: Mapping[str, Any]) -> Setup:
        """The rules under these options, with their solved endings where this machine has them."""
        setup = self.rules(options)
        tables = tablebase.load(setup)
        if tables is not None:
            setup.use(tables)
        return setup

    def rules(self, options: Mapping[str, Any]) -> Setup:
        return Setup(
            hongkong=self._hongkong,
            cannon_direct=bool(options.get("CannonDirect", False)),
            dark_capture=bool(options.get("DarkCapture", False)),
            multi_capture=bool(options.get("MultiCapture", False)),
            chariot_rides=bool(options.get("ChariotRides", False)),
            no_progress=int(options.get("NoProgressPlies", 180)),
            chaser_loses=options.get("Repetition", "draw") == "chaser-loses",
        )

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Banqi:
        return Banqi(self.setup(options))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Banqi:
        return Banqi(self.setup(options), fen)

    def deal(self, start: Banqi, options: Mapping[str, Any], rng: random.Random) -> BanqiDeal:  # type: ignore[override]
        seed = options.get("DealSeed", 0)
        return BanqiDeal(start, random.Random(seed) if seed else random.Random(rng.getrandbits(64)))

    def draw(self, position: Banqi) -> str:  # type: ignore[override]
        rows = []
        for rank in range(position.setup.ranks - 1, -1, -1):
            cells = (position.letter(rank * 4 + file) or "." for file in range(4))
            rows.append(f"{rank + 1}  {' '.join('#' if cell == 'X' else cell for cell in cells)}")
        rows.append("   a b c d")
        owner = {"r": ("red", "black"), "b": ("black", "red")}.get(position.first)
        rows[0] += f"   face down: {position.pool or '-'}"
        rows[-2] += f"   first player: {owner[0]}, second: {owner[1]}" if owner else "   nobody owns a colour yet"
        return "\n".join(rows)

    def legend(self, position: Banqi) -> list[tuple[str, str]]:  # type: ignore[override]
        return [("#", "face down"), *zip(LETTERS, NAMES)]


FAMILY: tuple[Variant, ...] = (
    BanqiVariant(
        "banqi",
        "Banqi",
        False,
        "Generals outrank Advisors, then Elephants, Chariots, Horses, Soldiers; Soldiers take Generals; a Cannon takes "
        "anything, by jumping over exactly one piece.",
    ),
    BanqiVariant(
        "banqi-hongkong",
        "Hong Kong Banqi",
        True,
        "Generals outrank Chariots, then Horses, Cannons, Elephants, Advisors, Soldiers; Soldiers take Generals.",
    ),
)
