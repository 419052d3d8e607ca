"""The variant and the values of all options, as chosen by the GUI."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.engine.game import Game
from oddfish.engine.options import Option, OptionError, find_option
from oddfish.engine.variants import DEFAULT, REGISTRY, get_variant
from oddfish.engine.variants.base import Variant

OWN_BOOK = Option("OwnBook", "check", False, help="play from the opening book")
BOOK_FILE = Option("BookFile", "file", "", help="opening book, made by `oddfish book`")
BOOK_SEED = Option(
    "BookSeed", "spin", 0, 0, 2**31 - 1, help="seed for the choice among book moves; 0 for a random seed"
)
CLEAR_HASH = Option("Clear Hash", "button", "", help="clear the transposition table")


class Settings:
    """The current variant and the option values of all variants.

    Random set-ups are drawn once per game: ``new_game`` draws a set-up, and ``game`` uses it again. Setting an option
    sets it in all variants that accept the value, so GUIs can set options before or after they choose the variant.
    """

    def __init__(self, variant: str | None = None):
        self.variant: Variant = get_variant(variant or DEFAULT)
        self._values = {each.name: each.defaults() for each in REGISTRY.values()}
        self._game_values: dict[str, Any] = {}
        self.new_game()

    @property
    def values(self) -> dict[str, Any]:
        """The option values of the current variant, as set by the GUI."""
        return self._values[self.variant.name]

    @property
    def game_values(self) -> dict[str, Any]:
        """The option values of the current game, including what was drawn for it."""
        return dict(self._game_values)

    def options(self) -> list[Option]:
        """The options of all variants, each name once, the current variant's first. Defaults are the current values."""
        found: dict[str, Option] = {}
        for variant in (self.variant, *REGISTRY.values()):
            for option in variant.options:
                value = self._values[variant.name][option.name]
                found.setdefault(option.name.lower(), option._replace(default=value))
        return list(found.values())

    def own_options(self) -> list[Option]:
        """The options of the current variant; defaults are the current values."""
        return [option._replace(default=self.values[option.name]) for option in self.variant.options]

    def set(self, name: str, text: str) -> bool:
        """Set an option in every variant that has it and accepts the value. Returns whether the current variant does.

        Raises:
            OptionError: no variant has the option or accepts the value, or the current variant refuses the value (other
                variants may have accepted it).
        """
        if not any(option.name.lower() == name.strip().lower() for option in self.options()):
            find_option(self.own_options(), name)  # raises an error that lists the options of this game only
        refusals: dict[str, OptionError] = {}
        accepted = []
        for variant in REGISTRY.values():
            try:
                self._set(variant, name, text)
                accepted.append(variant)
            except OptionError as error:
                refusals[variant.name] = error
            except KeyError:
                continue
        if self.variant.name in refusals:
            others = f" (set for {', '.join(each.name for each in accepted)})" if accepted else ""
            raise OptionError(f"{refusals[self.variant.name]}{others}")
        if not accepted:
            raise next(iter(refusals.values()))
        return self.variant in accepted

    def _set(self, variant: Variant, name: str, text: str) -> None:
        known = {option.name.lower(): option for option in variant.options}
        option = known[name.strip().lower()]
        values = {**self._values[variant.name], option.name: option.read(text)}
        variant.check(values)
        self._values[variant.name] = values

    def new_game(self) -> Game:
        """A new game from the start position. If the options leave the set-up to chance, draw a new one."""
        game = Game(self.variant, self.values)
        self.fix(self.variant.tags(game.position))
        return game

    def fix(self, values: Mapping[str, Any]) -> None:
        """Fix option values for the current game, drawn at random or agreed between the players."""
        self._game_values = {**self.values, **{name: value for name, value in values.items() if name in self.values}}

    def game(self, fen: str | None = None) -> Game:
        """The current game from its start or from a FEN, with the set-up that was drawn for it.

        Raises:
            FenError: the FEN is invalid in this variant.
        """
        return Game(self.variant, self._game_values, fen)
