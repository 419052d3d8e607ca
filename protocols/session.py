"""The base of both protocols: the loop over commands, and the parts that every session has."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from oddfish.engine.search_options import HASH
from oddfish.engine.searcher import Searcher
from oddfish.protocols.arguments import INPUT_ERRORS, CommandError, Handler
from oddfish.protocols.current_game import CurrentGame
from oddfish.protocols.engine_options import EngineOptions, OptionTable
from oddfish.protocols.opening_book import OpeningBook
from oddfish.protocols.output import Output
from oddfish.protocols.runs import CurrentRun
from oddfish.protocols.shortage import no_memory_to_load
from oddfish.protocols.streams import Inbox, Line


def command_table(*tables: Mapping[str, Handler]) -> dict[str, Handler]:
    """The commands of several parts in one table.

    Raises:
        ValueError: two parts have a command of the same name.
    """
    commands: dict[str, Handler] = {}
    for table in tables:
        if twice := commands.keys() & table.keys():
            raise ValueError(f"two parts have the commands {sorted(twice)}")
        commands.update(table)
    return commands


class Session:
    """A conversation with one GUI. Everything runs on one thread, except for the reports of the search.

    A protocol adds its own parts to those created here, and fills the tables ``commands`` and ``options``.

    Args:
        inbox: the lines from the GUI.
        output: writes to the GUI.
        current: the first game.
    """

    #: The handler of each command; it gets the rest of the line.
    commands: Mapping[str, Handler]
    options: OptionTable

    def __init__(self, inbox: Inbox, output: Output, current: CurrentGame):
        self.inbox = inbox
        self.output = output
        self.current = current
        self.searcher = Searcher(int(HASH.default), on_warning=output.warn)
        self.opening_book = OpeningBook(output.warn)
        self.engine_options = EngineOptions(self.searcher, self.opening_book, self.current, output)
        self.current_run = CurrentRun()  # perft or bench
        self.quitting = False
        self._input_ended = False
        self.interrupted = False  # Ctrl-C has stopped something after the end of the input

    def run(self, first: Line | None = None) -> None:
        """Execute commands until ``quit`` or the end of input.

        A running perft or bench finishes first, as scripts that pipe their commands expect; ``stop``, ``?``, another
        ``quit`` or Ctrl-C stops it. A search with a limit also finishes at the end of input, but not at ``quit``.
        """
        try:
            if first is not None:
                self.handle_line(first)
            while not self.quitting or self.current_run.running or (self._input_ended and self.finishing):
                event = self.inbox.get()
                if event is None:
                    if not self.quitting:
                        self._input_ended = self.quitting = True
                        self._guard("", self.end_input)
                    if not self.output.is_open:
                        break
                elif not isinstance(event, Line):
                    self._guard("", event)
                elif not self.quitting:
                    self.handle_line(event)
                elif event.text in ("stop", "?", "quit"):
                    break
        finally:
            self.current_run.stop()
            self.searcher.stop_and_wait()

    def interrupt(self) -> None:
        """Stop a running perft or bench. Stop a search only after the end of input: GUIs interrupt thinking engines."""
        if self.current_run.running:
            self.interrupted = self.quitting
            self.current_run.stop()
        elif self._input_ended and self.finishing:
            self.interrupted = True
            self.searcher.stop()

    @property
    def finishing(self) -> bool:
        """Whether a search is running that will end by itself and then report its move."""
        return False

    def end_input(self) -> None:
        """Answer commands that have waited for more input."""

    def wake(self) -> None:
        """Make the loop check whether a perft or bench is still running. Any thread may call this."""
        self.inbox.post(lambda: None)

    def handle_line(self, line: Line) -> None:
        """Execute one line. If something is wrong with it, report that and leave the game unchanged."""
        if not line.complete:
            self.output.refuse(line.text, "line too long")
        elif line.text:
            self._guard(line.text, lambda: self.execute(line.text))

    def _guard(self, text: str, action: Callable[[], None]) -> None:
        try:
            action()
        except INPUT_ERRORS as error:
            self.output.refuse(text, str(error))
        except MemoryError as error:
            self.output.refuse(text, str(error) or "not enough memory")
        except Exception as error:
            if isinstance(error, ImportError) and no_memory_to_load(error):
                self.output.refuse(text, f"not enough memory: {error}")
                return
            import traceback

            traceback.print_exc(file=sys.stderr)
            self.output.report_crash(text, f"internal error: {type(error).__name__}: {error}")

    def execute(self, text: str) -> None:
        """Call the handler of a line's command.

        Raises:
            INPUT_ERRORS: the command is unknown or cannot be executed.
        """
        name, *rest = text.split(maxsplit=1)
        handler = self.commands.get(name)
        if handler is None:
            self.unknown(text)
        else:
            handler(rest[0] if rest else "")

    def unknown(self, text: str) -> None:
        """Handle a line that does not start with a known command."""
        raise CommandError("unknown command")

    def quit(self, text: str) -> None:
        self.quitting = True

    def set_option(self, name: str, value: str) -> None:
        """Set an option of the engine or of the variants.

        Raises:
            OptionError: there is no such option, or it does not take the value.
        """
        self.options.set(name, value)
