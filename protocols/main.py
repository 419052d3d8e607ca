"""The command ``oddfish``: a GUI engine, or the command line.

Without arguments, or with those of :data:`USAGE`, the first line of input decides between CECP and UCI; with anything
else the command line takes over. A GUI waits for the engine, so nothing is imported here that it does not need.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import NamedTuple

USAGE = "oddfish [--variant NAME] [--option NAME=VALUE] [--cecp | --uci]"


class GuiArguments(NamedTuple):
    """What the command line asks of a GUI engine."""

    variant: str | None = None
    protocol: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None  # the file of XBoard's picture of the board, for `oddfish xboard` to say


class ArgumentError(ValueError):
    """A command line that lacks something; the text says what."""


def read_arguments(words: Sequence[str]) -> GuiArguments | None:
    """The arguments of a GUI engine; None if they are those of the command line.

    Raises:
        ArgumentError: a flag lacks its value.
    """
    found = GuiArguments()
    rest = iter(words)
    for word in rest:
        flag, equals, value = word.partition("=")
        if word in ("--cecp", "--uci"):
            found = found._replace(protocol=word[2:])
            continue
        if flag not in ("--variant", "--option", "--board"):
            return None
        if not equals:
            value = next(rest, "")
        if not value:
            raise ArgumentError(f"{flag} needs a value; usage: {USAGE}")
        if flag == "--variant":
            found = found._replace(variant=value)
        elif flag == "--board":
            found = found._replace(board=value)
        else:
            name, equals, setting = value.partition("=")
            if not equals:
                raise ArgumentError(f"--option {value}: expected NAME=VALUE")
            found = found._replace(options=(*found.options, (name, setting)))
    return found


def run_engine(arguments: GuiArguments) -> int:
    """Converse with a GUI on stdin and stdout until it quits."""
    from oddfish.engine.options import OptionError
    from oddfish.engine.variants import UnknownVariantError
    from oddfish.protocols.settings import Settings
    from oddfish.protocols.streams import Inbox, Writer

    try:
        settings = Settings(arguments.variant)
        for name, value in arguments.options:
            settings.set(name, value)
        settings.new_game()
    except (OptionError, UnknownVariantError) as error:
        return _fail(str(error))
    if not os.isatty(0):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # XBoard sends it to engines that might be busy
    inbox = Inbox()
    write = Writer(closed=inbox.close)
    first = None
    while first is None or not first.text:
        event = inbox.get()
        if event is None:
            return 0
        first = event if isinstance(event, tuple) else None
    fixed_variant = arguments.variant is not None
    if _speaks_uci(arguments.protocol, first.text):
        from oddfish.protocols.uci import Uci

        Uci(inbox, write, settings, fixed_variant).run(first)
    else:
        from oddfish.protocols.cecp import Cecp

        Cecp(inbox, write, settings, fixed_variant, arguments.board).run(first)
    return 0


#: What a first line may begin with that is meant for UCI, whether by a GUI or by hand; and, with more words, ``go``.
_UCI_WORDS = frozenset(
    ("uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "stop", "ponderhit", "d", "eval")
)


def _speaks_uci(forced: str | None, first: str) -> bool:
    if forced is not None:
        return forced == "uci"
    words = first.split()
    return words[0] in _UCI_WORDS or (words[0] == "go" and len(words) > 1)


def run_commands(words: Sequence[str]) -> int:
    """The command line proper."""
    from oddfish.protocols.commands.group import cli

    cli.main(args=list(words), prog_name="oddfish")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit status."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        arguments = read_arguments(words)
    except ArgumentError as error:
        return _fail(str(error))
    if arguments is None:
        return run_commands(words)
    try:
        return run_engine(arguments)
    except KeyboardInterrupt:
        return 130


def _fail(message: str) -> int:
    print(f"oddfish: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
