"""The command ``oddfish``: a GUI engine, or the command line.

Without arguments, or with those in :data:`USAGE`, oddfish is a GUI engine, and the first line of input decides between
CECP and UCI. Any other arguments belong to the command line. GUIs wait for the engine to start, so this module imports
only what an engine needs.
"""

from __future__ import annotations

import codecs
import gc
import io
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from oddfish.protocols.shortage import no_memory_to_load

if TYPE_CHECKING:
    from oddfish.protocols.session import Session
    from oddfish.protocols.settings import Settings

#: The exit status after Ctrl-C, as in shells.
INTERRUPTED = 128 + signal.SIGINT
#: The variable that the scripts of `oddfish completion` set to ask for completions.
COMPLETION = "_ODDFISH_COMPLETE"
#: The number of a setting of glibc's `mallopt`.
_M_ARENA_MAX = -8
USAGE = "oddfish [--variant NAME] [--option NAME=VALUE] [--cecp | --uci]"


class GuiArguments(NamedTuple):
    """The arguments of a GUI engine."""

    variant: str | None = None
    protocol: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    board: str | None = None  # XBoard's picture of the board, set by `oddfish xboard`
    black_first: bool = False  # the first player of the game to load has black pieces; set by `oddfish xboard`


class ArgumentError(ValueError):
    """A bad command line; the text says why."""


def read_arguments(words: Sequence[str]) -> GuiArguments | None:
    """Parse the arguments of a GUI engine; return None if they belong to the command line.

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
        if word == "--black-first":
            found = found._replace(black_first=True)
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
    """Talk to a GUI on standard input and output until it quits."""
    gc.disable()  # while modules load, collections find nothing
    from oddfish.engine.options import OptionError
    from oddfish.engine.variants import UnknownVariantError
    from oddfish.protocols.settings import Settings
    from oddfish.protocols.streams import Writer, on_interrupt, open_inbox

    try:
        settings = Settings(arguments.variant)
        rest = []  # options of the engine, not of a variant
        for name, value in arguments.options:
            if _is_engine_option(name, settings):
                rest.append((name, value))
            else:
                settings.set(name, value)
        settings.new_game()
    except (OptionError, UnknownVariantError) as error:
        return _fail(str(error))
    inbox = open_inbox()
    session: Session | None = None

    def interrupt() -> None:
        if session is not None:
            session.interrupt()

    if os.isatty(0):
        inbox.wake_on_signals()
    else:  # XBoard interrupts busy engines with SIGINT
        on_interrupt(lambda: inbox.post(interrupt))
    write = Writer(closed=inbox.close)
    write.watch()
    first = None
    while first is None or not first.text:
        event = inbox.get()
        if event is None:
            return 0
        first = event if isinstance(event, tuple) else None
    fixed_variant = arguments.variant is not None
    if _speaks_uci(arguments.protocol, first.text):
        from oddfish.protocols.uci import Uci

        session = Uci(inbox, write, settings, fixed_variant)
    else:
        from oddfish.protocols.cecp import Cecp

        session = Cecp(inbox, write, settings, fixed_variant, arguments.board, arguments.black_first)
    try:
        for name, value in rest:
            session.set_option(name, value)
    except OptionError as error:
        return _fail(str(error))
    gc.freeze()  # everything made so far stays alive: collections can skip it
    gc.enable()
    session.run(first)
    return INTERRUPTED if session.interrupted else 0


def _is_engine_option(name: str, settings: Settings) -> bool:
    """Whether an option belongs to the engine in one of the protocols, and not to a variant.

    Raises:
        OptionError: neither the engine nor any variant has the option.
    """
    from oddfish.engine.options import find_option, normalized

    if any(normalized(option.name) == normalized(name) for option in settings.options()):
        return False
    from oddfish.protocols import cecp, uci

    known = {option.name: option for option in (*uci.ENGINE_OPTIONS, *cecp.ENGINE_OPTIONS)}
    if any(normalized(each) == normalized(name) for each in known):
        return True
    find_option([*settings.own_options(), *known.values()], name)
    return False


#: First words of a UCI session, from a GUI or typed. CECP also has ``go``, so ``go`` counts only with arguments.
_UCI_WORDS = frozenset(
    ("uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "stop", "ponderhit", "d", "eval")
)
#: Words that no line of CECP has. They count after unknown words, too, which UCI skips.
_UCI_ONLY = frozenset(("uci", "isready", "setoption", "ucinewgame"))


def _speaks_uci(forced: str | None, first: str) -> bool:
    if forced is not None:
        return forced == "uci"
    words = first.split()
    return words[0] in _UCI_WORDS or (words[0] == "go" and len(words) > 1) or not _UCI_ONLY.isdisjoint(words)


def run_commands(words: Sequence[str]) -> int:
    """Run a command."""
    from oddfish.protocols.commands.group import cli

    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors == "strict":
        sys.stdin.reconfigure(errors="replace")  # accept any input
    if isinstance(sys.stdout, io.TextIOWrapper) and (sys.stdout.errors == "strict" or not _is_utf8(sys.stdout)):
        # On Windows, files and pipes use code pages with few characters, and file names may not be valid text.
        sys.stdout.reconfigure(errors="replace")
    cli.main(args=list(words), prog_name="oddfish", complete_var=COMPLETION)
    return 0


def _is_utf8(stream: io.TextIOWrapper) -> bool:
    return codecs.lookup(stream.encoding).name == "utf-8"


def check_completion(environment: Mapping[str, str]) -> None:
    """Check what a shell passes to ask for completions.

    Raises:
        ArgumentError: these are not the variables of the scripts of `oddfish completion`.
    """
    wanted = environment[COMPLETION]
    shell, _, verb = wanted.partition("_")
    if shell not in ("bash", "fish", "zsh") or verb not in ("complete", "source"):
        raise ArgumentError(f"{COMPLETION} is '{wanted}': only the scripts of 'oddfish completion' may set it")
    if verb == "source":
        return
    for name in ("COMP_WORDS", "COMP_CWORD"):
        if name not in environment:
            raise ArgumentError(
                f"{COMPLETION} is set, but not {name}: only the scripts of 'oddfish completion' set both"
            )
    at = environment["COMP_CWORD"]  # in fish it is the unfinished word, else its number
    if at.isspace() if shell == "fish" else not (at.isascii() and at.isdecimal()):
        raise ArgumentError(f"COMP_CWORD is '{at}': only the scripts of 'oddfish completion' may set it")


def open_missing_streams() -> None:
    """Open the standard streams that are missing, as after ``oddfish <&-``, on the null device.

    Otherwise the next file, pipe or socket would get descriptor 0, 1 or 2 and be taken for a stream.
    """
    for fd, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(fd)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            if null != fd:
                os.dup2(null, fd)
                os.close(null)
            os.set_inheritable(fd, True)
        if getattr(sys, name) is None:
            stream = open(fd, "w" if fd else "r", encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def save_address_space() -> None:
    """If the address space is limited, let all threads share one malloc arena: otherwise each would reserve 64 MB
    of it."""
    if sys.platform != "linux":
        return
    import resource

    if resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        return
    import ctypes

    with suppress(OSError, AttributeError):  # other C libraries have no such setting
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def main(argv: Sequence[str] | None = None) -> int:
    """The entry point; returns the exit status."""
    open_missing_streams()
    save_address_space()
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        if os.environ.get(COMPLETION):  # a shell asks how to complete a line
            check_completion(os.environ)
            return run_commands(words)
        arguments = read_arguments(words)
        return run_commands(words) if arguments is None else run_engine(arguments)
    except ArgumentError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError as error:
        return _fail(str(error) or "not enough memory to start")
    except (ImportError, SystemError) as error:
        if not no_memory_to_load(error):
            raise
        return _fail(f"not enough memory to start: {error}")


def _fail(message: str) -> int:
    print(f"oddfish: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
