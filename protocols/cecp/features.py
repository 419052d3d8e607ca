"""What the engine announces: its name, its options and the variants it plays."""

from __future__ import annotations

from collections.abc import Iterable

from oddfish.engine import NAME
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.searcher import Searcher
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.cecp.display import GUI, Display
from oddfish.protocols.cecp.options import ENGINE_OPTIONS
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.text import feature_lines, name_line, option_line
from oddfish.protocols.cecp.xboard_game import XBoardGame


class Features:
    """The answer to ``protover``, and later announcements of what has changed.

    Args:
        fixed_variant: the command line names the variant. Then the answer to ``protover`` lists only that variant's
            options; those of other variants follow when you choose them.
    """

    def __init__(
        self, current: XBoardGame, searcher: Searcher, display: Display, output: CecpOutput, fixed_variant: bool
    ):
        self._current = current
        self._searcher = searcher
        self._display = display
        self._output = output
        self._fixed_variant = fixed_variant
        self._name = ""
        self._options: set[str] | None = None  # the variants' options announced so far; None before the features

    @property
    def announced(self) -> bool:
        """Whether ``protover`` has been answered."""
        return bool(self._name)

    def announce(self, variants: Iterable[str]) -> None:
        """Announce our features.

        Args:
            variants: the names of the variants, the one that ``new`` begins first.
        """
        settings, gui = self._current.settings, self._display.gui
        setup = self._display.setup_lines() if self._fixed_variant else []
        self._name = self._name_with_setup()
        options = settings.own_options() if self._fixed_variant else settings.options()
        self._options = {option.name for option in options}
        engine = [option._replace(default=gui) if option == GUI else option for option in ENGINE_OPTIONS]
        self._output.write(*feature_lines(self._name, variants, [*engine, *options], setup))

    def announce_name(self) -> None:
        """Announce the engine's name, if it has changed."""
        name = self._name_with_setup()
        if name != self._name:
            self._name = name
            self._output.write(name_line(name))

    def announce_setup(self) -> None:
        """Announce the set-up of the current game: the engine's name, the variant's options, and a comment."""
        self.announce_name()
        self._announce_options()
        description = self._current.projection.describe(self._current.game)
        if description:
            self._output.comment(description)

    def _name_with_setup(self) -> str:
        """The engine's name, with what the other engine has to know about our set-up. XBoard shows the name in its
        window title. If the engine draws the board, a person is looking at it, and the name also states the game and
        the playing level."""
        current, level = self._current, self._searcher.skill.level
        strength = f", level {level}" if level < FULL_STRENGTH else ""
        title = f"({current.settings.variant.title}{strength})" if self._display.has_picture else ""
        return " ".join(filter(None, (NAME, title, current.projection.setup_tag(current.game))))

    def _announce_options(self) -> None:
        """Announce those options of the current variant that XBoard does not know yet. XBoard adds them to its dialog;
        there is no way to remove any."""
        if self._options is None:
            return
        fresh = [option for option in self._current.settings.own_options() if option.name not in self._options]
        self._options |= {option.name for option in fresh}
        self._output.write(*map(option_line, fresh))


def offered_variants(start: str, without: str) -> list[str]:
    """The names of all variants.

    Args:
        start: the variant to list first.
        without: a variant to leave out.
    """
    return [start, *(name for name in REGISTRY if name not in (start, without))]
