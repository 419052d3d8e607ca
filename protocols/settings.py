"""The variant being played and every option's value: what both protocols let a GUI choose."""

from __future__ import annotations

from typing import Any

from oddfish.engine.clock import DEFAULT_OVERHEAD
from oddfish.engine.game import Game
from oddfish.engine.options import Option, OptionError, find_option
from oddfish.engine.variants import DEFAULT, REGISTRY, get_variant
from oddfish.engine.variants.base import Variant

HASH = Option("Hash", "spin", 64, 1, 65536, help="megabytes of the transposition table")
THREADS = Option("Threads", "spin", 1, 1, 256, help="threads that search")
MULTIPV = Option("MultiPV", "spin", 1, 1, 256, help="lines of play to report")
OVERHEAD = Option("Move Overhead", "spin", DEFAULT_OVERHEAD, 0, 5000, help="ms a move loses outside the engine")
EVAL_FILE = Option("EvalFile", "file", "", help="weights to judge positions by; none is the built-in ones")
OWN_BOOK = Option("OwnBook", "check", False, help="play from the opening book")
BOOK_FILE = Option("BookFile", "file", "", help="the opening book, as `oddfish book` makes it")
BOOK_SEED = Option("BookSeed", "spin", 0, 0, 2**31 - 1, help="of the choice among book moves, 0 for a new one")
CLEAR_HASH = Option("Clear Hash", "button", "", help="empty the transposition table")


class Settings:
    """The variant and the values of all variants' options.

    Options left to chance are drawn once a game: ``game`` makes positions of the game that ``new_game`` began.
    An option that several variants have is set for each of them that takes the value, so that a GUI may set
    variant and options in any order.
    """

    def __init__(self, variant: str | None = None):
        self.variant: Variant = get_variant(variant or DEFAULT)
        self._values = {each.name: each.defaults() for each in REGISTRY.values()}
        self._drawn: dict[str, Any] = {}
        self.draw()

    @property
    def values(self) -> dict[str, Any]:
        """The options of the variant being played, as wished."""
        return self._values[self.variant.name]

    def options(self) -> list[Option]:
        """All variants' options, one for each name and the present variant's first; defaults are present values."""
        found: dict[str, Option] = {}
        for variant in (self.variant, *REGISTRY.values()):
            for option in variant.options:
                value = self._values[variant.name][option.name]
                found.setdefault(option.name.lower(), option._replace(default=value))
        return list(found.values())

    def set(self, name: str, text: str) -> bool:
        """Set an option in every variant that has it and takes the value; whether the present one does.

        Raises:
            OptionError: no variant has it, or the present one refuses the value. (Others may have taken it.)
        """
        find_option(self.options(), name)
        refusals: dict[str, OptionError] = {}
        taken = []
        for variant in REGISTRY.values():
            try:
                self._set(variant, name, text)
                taken.append(variant)
            except OptionError as error:
                refusals[variant.name] = error
            except KeyError:
                continue
        if self.variant.name in refusals:
            others = f" (set for {', '.join(each.name for each in taken)})" if taken else ""
            raise OptionError(f"{refusals[self.variant.name]}{others}")
        if not taken:
            raise next(iter(refusals.values()))
        return self.variant in taken

    def _set(self, variant: Variant, name: str, text: str) -> None:
        known = {option.name.lower(): option for option in variant.options}
        option = known[name.strip().lower()]
        values = {**self._values[variant.name], option.name: option.read(text)}
        variant.check(values)
        self._values[variant.name] = values

    def draw(self) -> Game:
        """The start of a new game; chance draws anew."""
        game = Game(self.variant, self.values)
        self.fix(self.variant.tags(game.position))
        return game

    def fix(self, drawn: dict[str, Any]) -> None:
        """Hold options of the running game to values that chance or the players settled."""
        self._drawn = {**self.values, **{name: value for name, value in drawn.items() if name in self.values}}

    def game(self, fen: str | None = None) -> Game:
        """A game from the start or from a FEN; what was drawn for the running game stays.

        Raises:
            FenError: the FEN is none of this variant.
        """
        return Game(self.variant, self._drawn, fen)
