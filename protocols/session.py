"""What both protocols share: the loop over commands, the game, the options and the searcher."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.cext.core.rules import FenError
from oddfish.engine.evaluation.networks import NetworkError, NetworkFile
from oddfish.engine.evaluation.parameters import read_parameters
from oddfish.engine.evaluation.reading import read_evaluation
from oddfish.engine.evaluation.weights import Weights, WeightsError
from oddfish.engine.game import Game, MoveError
from oddfish.engine.options import Option, OptionError, find_option, normalized
from oddfish.engine.searcher import Searcher
from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant
from oddfish.protocols.opening_book import OpeningBook
from oddfish.protocols.projections import Projection, projection_for
from oddfish.protocols.runs import BenchRun, PerftRun, Run
from oddfish.protocols.settings import (
    BOOK_FILE,
    BOOK_SEED,
    ELO,
    HASH,
    LIMIT_STRENGTH,
    OWN_BOOK,
    SKILL_LEVEL,
    SKILL_SEED,
    Settings,
)
from oddfish.protocols.streams import Inbox, Line, Writer, printable

#: Times (in ms) and counts are cut to these, which in practice are no limits, so as to fit the search's integers.
MAX_TIME = 10**10
MAX_COUNT = 2**62


class CommandError(ValueError):
    """A command that cannot be carried out."""


#: What bad input raises; any other exception is a bug.
INPUT_ERRORS = (CommandError, FenError, MoveError, OptionError, UnknownVariantError)

#: A method of a session that takes the rest of a command line, or the value of an option.
Handler = Callable[[Any, Any], None]


def read_int(text: str, name: str, low: int = 0, high: int = MAX_COUNT) -> int:
    """Parse a whole number and clamp it to the bounds.

    Raises:
        CommandError: the text is not a whole number.
    """
    try:
        return max(low, min(int(text[:40]), high))
    except ValueError:
        raise CommandError(f"{name} '{printable(text, 40)}' is not a whole number") from None


def mate_in_moves(plies: int) -> int:
    """Moves to mate, given plies to mate; negative if the side to move is mated."""
    moves = (abs(plies) + 1) // 2
    return moves if plies > 0 else -moves


class Session:
    """A conversation with one GUI, all on one thread but for the reports of the search."""

    #: The commands: handlers get the rest of the line.
    handlers: ClassVar[Mapping[str, Handler]] = {}
    #: The options of the engine itself: handlers get the value.
    engine_options: ClassVar[Mapping[Option, Handler]] = {}

    def __init__(self, inbox: Inbox, write: Writer, settings: Settings):
        self.inbox = inbox
        self.write = write
        self.settings = settings
        self.searcher = Searcher(int(HASH.default))
        self.searcher.on_warning = self.warn
        self.hash = int(HASH.default)
        self.opening_book = OpeningBook(self.warn)
        self.projection: Projection = projection_for(settings.variant.name)
        self.from_start = True  # False for a game from a FEN
        self.set_up(None)
        self.quitting = False
        self.interrupted = False  # while finishing what was to be done before the end
        self._counting: Run | None = None  # perft or bench

    @property
    def deals(self) -> bool:
        """Whether the engine decides what chance brings; if not, the GUI does."""
        return False

    # The loop ----------------------------------------------------------------------------------------------

    def run(self, first: Line | None = None) -> None:
        """Execute commands until ``quit`` or the end of input.

        A running perft or bench is finished first, as scripts that pipe their commands expect; ``stop``, ``?``, another
        ``quit`` or Ctrl-C ends it.
        """
        try:
            if first is not None:
                self.handle_line(first)
            while not self.quitting or self.counting:
                event = self.inbox.get()
                if event is None:
                    self.quitting = True
                    if not self.write.is_open:
                        break
                elif not isinstance(event, Line):
                    self._guard("", event)
                elif not self.quitting:
                    self.handle_line(event)
                elif event.text in ("stop", "?", "quit"):
                    break
        finally:
            self.stop_counting()
            self.searcher.stop_and_wait()

    @property
    def counting(self) -> bool:
        """Whether a perft or the bench is running."""
        return self._counting is not None and self._counting.running

    def interrupt(self) -> None:
        """End a running perft or bench, and nothing else: GUIs interrupt engines that are thinking."""
        if self.counting:
            self.interrupted = self.quitting
            self.stop_counting()

    def handle_line(self, line: Line) -> None:
        """Execute one line, or report what is wrong with it; the game is unchanged then."""
        if not line.complete:
            self.refuse(line.text, "line too long")
        elif line.text:
            self._guard(line.text, lambda: self.execute(line.text))

    def _guard(self, text: str, action: Callable[[], None]) -> None:
        try:
            action()
        except INPUT_ERRORS as error:
            self.refuse(text, str(error))
        except Exception as error:
            import traceback

            traceback.print_exc(file=sys.stderr)
            self.report_crash(text, f"internal error: {type(error).__name__}: {error}")

    def execute(self, text: str) -> None:
        """Call the handler of a line's command."""
        name, _, rest = text.partition(" ")
        handler = self.handlers.get(name)
        if handler is None:
            self.unknown(text)
        else:
            handler(self, rest.strip())

    def unknown(self, text: str) -> None:
        """Handle a line that does not begin with a known command."""
        raise CommandError("unknown command")

    def refuse(self, text: str, reason: str) -> None:
        """Report why a line cannot be executed."""
        raise NotImplementedError

    def comment(self, text: str) -> None:
        """Print a remark for the GUI's log."""
        raise NotImplementedError

    def warn(self, text: str) -> None:
        """Tell the user about a problem with a setting."""
        self.comment(text)

    def report_crash(self, text: str, reason: str) -> None:
        """Report a bug of the engine."""
        self.refuse(text, reason)

    # Commands of both protocols --------------------------------------------------------------------------------

    def ignore(self, text: str) -> None:
        """Commands that need no action."""

    def quit(self, text: str) -> None:
        self.quitting = True

    def show(self, text: str) -> None:
        """Show the board, its legend, FEN and key."""
        variant, position = self.settings.variant, self.game.position
        legend = [f"{letter}: {meaning}" for letter, meaning in variant.legend(position)]
        self.write(
            "", *variant.draw(position).splitlines(), "", *legend, "",
            f"Fen: {position.fen()}", f"Key: {position.key:016X}",
        )  # fmt: skip

    def show_evaluation(self, text: str) -> None:
        self.write(f"Evaluation: {self.searcher.evaluate(self.game) / 100:+.2f} (side to move)")

    def run_perft(self, depth: str, split: bool = True) -> None:
        """Start a perft of the current position."""
        plies = read_int(depth, "perft depth", -1, MAX_DEPTH + 1)
        if not 0 <= plies <= MAX_DEPTH:
            raise CommandError(f"perft depth {printable(depth, 40)} is outside 0..{MAX_DEPTH}")
        self._make_way()
        self._counting = PerftRun(self.game.position, plies, self.write, self.comment, split, self._wake)

    def bench(self, text: str) -> None:
        """Start the searches of `oddfish bench`: of all variants, or of those named."""
        names = [get_variant(printable(name, 60)).name for name in text.split()]
        self._make_way()
        self._counting = BenchRun(dict.fromkeys(names or REGISTRY), self.write, self.comment, self._wake)

    def _make_way(self) -> None:
        """End what is running: it would share the processor with the count that begins."""
        self.stop_counting()
        self.end_search()

    def end_search(self) -> None:
        """Have a running search give its result now."""
        self.searcher.stop_and_wait()

    def _wake(self) -> None:
        """Have the loop look at what has changed."""
        self.inbox.post(lambda: None)

    def stop_counting(self) -> None:
        if self._counting is not None:
            self._counting.stop()
            self._counting = None

    # Games and variants ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a new game, drawing anew what the options leave to chance."""
        self.start_game(self.settings.new_game())

    def choose_variant(self, name: str) -> None:
        """Begin a new game of a variant.

        Raises:
            UnknownVariantError: there is no such variant.
        """
        self.settings.variant = get_variant(printable(name, 60))
        self.projection = projection_for(self.settings.variant.name)
        self.begin()

    def set_up(self, fen: str | None) -> None:
        """Set the current game to a FEN (in the variant's dialect), or back to its start.

        Raises:
            FenError: the FEN is invalid; the game is unchanged.
        """
        self.start_game(self.settings.game(fen), fen is None)

    def start_game(self, game: Game, from_start: bool = True) -> None:
        self.game = game
        if not self.deals:
            game.deal = None
        self.from_start = from_start
        self.projection.reset()

    # Options --------------------------------------------------------------------------------------------------

    def set_option(self, name: str, value: str) -> None:
        """Set an option of the engine or of the variants.

        Raises:
            OptionError: there is no such option, or it does not take the value.
        """
        key = normalized(name)
        for option, action in self.engine_options.items():
            if normalized(option.name) == key:
                action(self, option.read(value))
                return
        variants = self.settings.options()
        for option in variants:
            if normalized(option.name) == key:
                if self.settings.set(option.name, value):
                    self.rules_changed(option.name)
                return
        find_option([*self.engine_options, *variants], printable(name, 60))

    def rules_changed(self, name: str) -> None:
        """Called when an option of the current variant has a new value."""

    def set_hash(self, megabytes: int) -> None:
        if megabytes == self.hash:
            return
        try:
            self.searcher.set_hash(megabytes)
        except (MemoryError, OverflowError):
            raise OptionError(f"no memory for a {megabytes} MB hash table; it stays at {self.hash} MB") from None
        self.hash = megabytes

    def set_threads(self, threads: int) -> None:
        self.searcher.set_threads(threads)

    def set_multipv(self, lines: int) -> None:
        self.searcher.multipv = lines

    def set_overhead(self, milliseconds: int) -> None:
        self.searcher.overhead = milliseconds

    def set_evaluation(self, kind: str) -> None:
        self.searcher.set_evaluation(kind)

    def set_eval_file(self, path: str) -> None:
        """Evaluate positions by the network or the weights in a file; '' restores what is built in.

        Raises:
            OptionError: the file cannot be used; what was set before stays.
        """
        try:
            found = read_evaluation(path) if path not in ("", "<empty>") else None
        except (WeightsError, NetworkError) as error:
            raise OptionError(f"option EvalFile: {error}") from None
        network = found.network if isinstance(found, NetworkFile) else None
        weights = found if isinstance(found, Weights) else None
        self.searcher.set_network(network)
        self.searcher.set_weights(weights)
        playing = self.settings.variant.name
        if weights is not None and weights.variant != playing:
            self.comment(f"{printable(path)} has weights for {weights.variant}; this game is {playing}")
        if network is not None and not network.fits(self.game.position):
            self.comment(f"{printable(path)} has a network for {network.feature_set}; this game is {playing}")

    def set_search_file(self, path: str) -> None:
        """Search by the parameters in a file; '' restores the built-in ones.

        Raises:
            OptionError: the file cannot be used; the old parameters stay.
        """
        try:
            self.searcher.set_parameters(read_parameters(path) if path not in ("", "<empty>") else None)
        except WeightsError as error:
            raise OptionError(f"option SearchFile: {error}") from None

    def set_skill_level(self, level: int) -> None:
        self.searcher.skill.level = level

    def set_limit_strength(self, limited: bool) -> None:
        self.searcher.skill.limited = limited

    def set_elo(self, elo: int) -> None:
        self.searcher.skill.elo = elo

    def set_skill_seed(self, seed: int) -> None:
        self.searcher.skill.seed = seed

    #: The options of the playing level, in both protocols; they hold from the next search on.
    skill_options: ClassVar[Mapping[Option, Handler]] = {
        SKILL_LEVEL: set_skill_level,
        LIMIT_STRENGTH: set_limit_strength,
        ELO: set_elo,
        SKILL_SEED: set_skill_seed,
    }

    def clear_hash(self, _: str = "") -> None:
        self.searcher.new_game()

    def set_own_book(self, used: bool) -> None:
        self.opening_book.use(used)

    def set_book_file(self, path: str) -> None:
        self.opening_book.open(path)

    def set_book_seed(self, seed: int) -> None:
        self.opening_book.seed = seed

    #: The options of the opening book, in both protocols.
    book_options: ClassVar[Mapping[Option, Handler]] = {
        OWN_BOOK: set_own_book,
        BOOK_FILE: set_book_file,
        BOOK_SEED: set_book_seed,
    }
