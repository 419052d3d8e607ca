"""Commands of both protocols that show a position, run perft, or measure the engine."""

from __future__ import annotations

from collections.abc import Callable

from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.engine.printable import printable
from oddfish.engine.searcher import Searcher
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.arguments import CommandError, Handler, read_int
from oddfish.protocols.current_game import CurrentGame
from oddfish.protocols.output import Output
from oddfish.protocols.runs import BenchRun, CurrentRun, PerftRun


class Diagnostics:
    """``d``, ``eval``, ``bench`` and perft.

    Args:
        run: the running perft or bench.
        end_search: makes a running search return its result now, because it would slow down a perft or bench.
        done: called at the end of a perft or bench, on its thread.
    """

    def __init__(
        self,
        current: CurrentGame,
        searcher: Searcher,
        output: Output,
        run: CurrentRun,
        end_search: Callable[[], None],
        done: Callable[[], None],
    ):
        self._current = current
        self._searcher = searcher
        self._output = output
        self._run = run
        self._end_search = end_search
        self._done = done

    def commands(self) -> dict[str, Handler]:
        return {"bench": self.bench, "d": self.show, "eval": self.show_evaluation}

    def show(self, text: str) -> None:
        """Show the board, its legend, FEN and key."""
        variant, position = self._current.settings.variant, self._current.game.position
        legend = [f"{letter}: {meaning}" for letter, meaning in variant.legend(position)]
        self._output.write(
            "", *variant.draw(position).splitlines(), "", *legend, "",
            f"Fen: {position.fen()}", f"Key: {position.key:016X}",
        )  # fmt: skip

    def show_evaluation(self, text: str) -> None:
        score = self._searcher.evaluate(self._current.game)
        self._output.write(f"Evaluation: {score / 100:+.2f} (side to move)")

    def perft(self, depth: str, split: bool = False) -> None:
        """Start a perft of the current position.

        Args:
            depth: the text of a number.
            split: write a line for each root move.

        Raises:
            CommandError: the depth is not a number, or outside the bounds.
        """
        plies = read_int(depth, "perft depth", -1, MAX_DEPTH + 1)
        if not 0 <= plies <= MAX_DEPTH:
            raise CommandError(f"perft depth {printable(depth, 40)} is outside 0..{MAX_DEPTH}")
        self._stop_all()
        output, position = self._output, self._current.game.position
        self._run.start(PerftRun(position, plies, output.write, output.comment, split, self._done))

    def divide(self, depth: str) -> None:
        """A perft with a line for each root move."""
        self.perft(depth, split=True)

    def bench(self, text: str) -> None:
        """Start the searches of `oddfish bench`: of all variants, or of those named."""
        names = [get_variant(printable(name, 60)).name for name in text.split()]
        self._stop_all()
        output = self._output
        self._run.start(BenchRun(dict.fromkeys(names or REGISTRY), output.write, output.comment, self._done))

    def _stop_all(self) -> None:
        self._run.stop()
        self._end_search()
