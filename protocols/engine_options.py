"""The engine's own options, which both protocols have, and the table of all options of a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from oddfish.engine.evaluation.networks import NetworkFile
from oddfish.engine.evaluation.weights import Weights
from oddfish.engine.options import Option, find_option, normalized
from oddfish.engine.printable import printable
from oddfish.engine.search_options import (
    ELO,
    EVAL_FILE,
    EVALUATION,
    HASH,
    LIMIT_STRENGTH,
    MULTIPV,
    OVERHEAD,
    SEARCH_FILE,
    SETTERS,
    SKILL_LEVEL,
    SKILL_SEED,
    use_eval_file,
    use_hash,
)
from oddfish.engine.searcher import Searcher
from oddfish.protocols.current_game import CurrentGame
from oddfish.protocols.opening_book import OpeningBook
from oddfish.protocols.output import Output
from oddfish.protocols.settings import BOOK_FILE, BOOK_SEED, CLEAR_HASH, OWN_BOOK, Settings

#: Sets an option to a valid value.
Setter = Callable[[Any], object]

#: The options that both protocols announce, in this order.
SHARED_OPTIONS = (
    *(MULTIPV, OVERHEAD, EVALUATION, EVAL_FILE, SEARCH_FILE, CLEAR_HASH),
    *(SKILL_LEVEL, LIMIT_STRENGTH, ELO, SKILL_SEED),
    *(OWN_BOOK, BOOK_FILE, BOOK_SEED),
)


class EngineOptions:
    """Sets the searcher's and the opening book's options.

    Args:
        searcher: the searcher, with a transposition table of the default size.
        book: the opening book.
        current: the current game, for comments on files made for another game.
        output: writes these comments.
    """

    def __init__(self, searcher: Searcher, book: OpeningBook, current: CurrentGame, output: Output):
        self._searcher = searcher
        self._book = book
        self._current = current
        self._output = output
        self.hash = int(HASH.default)  # megabytes

    def setters(self) -> dict[Option, Setter]:
        """How to set each of `SHARED_OPTIONS`. Clearing the transposition table and reading files take effect at once,
        the others with the next search."""
        setters: dict[Option, Setter] = {
            **{option: partial(action, self._searcher) for option, action in SETTERS.items()},
            EVAL_FILE: self._set_eval_file,
            CLEAR_HASH: self._clear_hash,
            OWN_BOOK: self._book.use,
            BOOK_FILE: self._book.open,
            BOOK_SEED: self._set_book_seed,
        }
        return {option: setters[option] for option in SHARED_OPTIONS}

    def set_hash(self, megabytes: int) -> None:
        """Resize and clear the transposition table.

        Raises:
            OptionError: there is not enough memory; the old table stays.
        """
        if megabytes == self.hash:
            return
        use_hash(self._searcher, megabytes)
        self.hash = megabytes

    def set_threads(self, threads: int) -> None:
        self._searcher.set_threads(threads)

    def _clear_hash(self, _: str = "") -> None:
        self._searcher.new_game()

    def _set_eval_file(self, path: str) -> None:
        """Evaluate positions by the network or the weights in a file; '' restores the built-in ones.

        Raises:
            OptionError: the file cannot be used; the previous evaluation stays.
        """
        found = use_eval_file(self._searcher, path)
        network = found.network if isinstance(found, NetworkFile) else None
        weights = found if isinstance(found, Weights) else None
        playing = self._current.settings.variant.name
        if weights is not None and weights.variant != playing:
            self._output.comment(f"{printable(path)} has weights for {weights.variant}; this game is {playing}")
        if network is not None and not network.fits(self._current.game.position):
            self._output.comment(f"{printable(path)} has a network for {network.feature_set}; this game is {playing}")

    def _set_book_seed(self, seed: int) -> None:
        self._book.seed = seed


class OptionTable:
    """All options of a session: the engine's, and those of the variants.

    Args:
        engine: how to set the engine's options.
        settings: the variants' options.
        rules_changed: called with an option's name after an option of the current variant has changed.
    """

    def __init__(self, engine: Mapping[Option, Setter], settings: Settings, rules_changed: Callable[[str], None]):
        self.engine = engine
        self._settings = settings
        self._rules_changed = rules_changed

    def set(self, name: str, value: str) -> None:
        """Set an option of the engine or of the variants.

        Raises:
            OptionError: there is no such option, or it does not accept the value.
        """
        key = normalized(name)
        for option, action in self.engine.items():
            if normalized(option.name) == key:
                action(option.read(value))
                return
        variants = self._settings.options()
        for option in variants:
            if normalized(option.name) == key:
                if self._settings.set(option.name, value):
                    self._rules_changed(option.name)
                return
        find_option([*self.engine, *variants], printable(name, 60))
