"""``oddfish xboard VARIANT``: XBoard with everything set for one of our games."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import click

from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.variants import UnknownVariantError
from oddfish.protocols.commands.common import Failure
from oddfish.protocols.pictures.live import LiveBoard, live_board, session
from oddfish.protocols.pictures.xboard import PIECES, board_flags, cache, piece_flags, write
from oddfish.protocols.pictures.xboard import board as board_picture
from oddfish.protocols.projections import projection_for
from oddfish.protocols.settings import Settings

#: Time controls unless --time names one: for people, and for a match to watch.
_GAME_TIME, _MATCH_TIME = "10+5", "1+1"
#: What a person at the board needs.
_PERSON = ("-sweepPromotions", "true", "-showTargetSquares", "true", "-startupMessage", "")
#: Debian installs games where root's PATH does not look.
_PLACES = ("/usr/games/xboard", "/usr/local/games/xboard", "/opt/homebrew/bin/xboard")


def engine_command(settings: Settings, board: Path | None = None) -> str:
    """This interpreter's engine, told the variant and its options, and where the picture of the board lies, as XBoard's
    ``-fcp`` takes it."""
    words = [sys.executable, "-m", "oddfish", "--cecp", "--variant", settings.variant.name]
    if board is not None:
        words += ["--board", str(board)]
    for option in settings.variant.options:
        value = settings.values[option.name]
        if value != option.default:
            words += ["--option", f"{option.name}={value}"]
    return shlex.join(words)


def time_flags(control: str) -> list[str]:
    """XBoard's flags for ``[MOVES/]MINUTES[:SECONDS][+INCREMENT]``.

    Raises:
        click.BadParameter: the text is none of these.
    """
    moves, slash, rest = control.rpartition("/")
    base, plus, increment = rest.partition("+")
    minutes, colon, seconds = base.partition(":")
    numbers = [(moves, slash), (minutes, "x"), (seconds, colon)]
    if any(present and not text.isdecimal() for text, present in numbers) or (plus and not _is_number(increment)):
        raise click.BadParameter(f"'{control}' is not [MOVES/]MINUTES[:SECONDS][+INCREMENT]", param_hint="--time")
    if plus:
        return ["-tc", base, "-inc", increment]
    return ["-tc", base, "-mps", moves] if slash else ["-tc", base, "-inc", "0"]


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def find_xboard() -> str:
    """XBoard's path.

    Raises:
        Failure: it is not installed.
    """
    found = shutil.which("xboard") or next((place for place in _PLACES if os.access(place, os.X_OK)), None)
    if found is None:
        raise Failure("XBoard is not installed (Debian and Ubuntu: apt install xboard)")
    return found


def settle(settings: Settings, folder: Path) -> Path:
    """The folder of the pictures of what the players' choices have made of the pieces: a new one in ``folder`` if they
    are not those installed. What is left to chance is drawn now and holds for the session: XBoard reads pictures once.
    """
    from oddfish.protocols.pictures import library

    projection, game = projection_for(settings.variant.name), settings.new_game()
    pictures = library.chosen_pieces(game)
    if projection.piece_set == PIECES.name and not pictures:
        return PIECES
    try:
        written = write(folder / "pieces", {**library.pieces(projection.piece_set), **pictures})
    except OSError:  # the installed ones will do
        return PIECES
    if pictures:
        for name, value in settings.variant.tags(game.position).items():
            settings.set(name, value)
    return written


def game_flags(settings: Settings, pieces: Path = PIECES, board: Path | None = None) -> list[str]:
    """XBoard's flags that start this engine and show its game.

    Args:
        pieces: the folder of their pictures.
        board: a file that the engine shall make the picture of the board, and change with the game.
    """
    projection = projection_for(settings.variant.name)
    flags = ["-variant", settings.variant.name, "-fcp", engine_command(settings, board), *projection.flags]
    flags += [*board_flags(board or board_picture(projection.board)), *piece_flags(pieces)]
    return [*flags, "-saveSettingsOnExit", "false"]  # the user's own settings stay as they are


def person_flags(settings: Settings, pieces: Path = PIECES, board: Path | None = None) -> list[str]:
    """XBoard's flags for a game with a person, who plays White."""
    return [*game_flags(settings, pieces, board), *_PERSON, *time_flags(_GAME_TIME)]


def _pictures(settings: Settings, name: str) -> tuple[Path, Path | None]:
    """The folder of pieces and the file of the board for a session with a person."""
    folder = session(name)
    if folder is None:
        return PIECES, None
    board = live_board(folder)
    LiveBoard(board).show(projection_for(settings.variant.name).board)
    return settle(settings, folder), board if board.exists() else None


def command_line(
    settings: Settings,
    program: str,
    match: bool,
    games: int,
    control: str | None,
    save: str | None,
    second: str | None,
    book: str | None = None,
    load: str | None = None,
    name: str | None = None,
) -> list[str]:
    """XBoard's command line; ``name`` is that of the session, by default this process, which XBoard is to become."""
    pieces, board = (PIECES, None) if match else _pictures(settings, name or str(os.getpid()))
    words = [program, *game_flags(settings, pieces, board)]
    words += ["-scp", second or engine_command(settings)]  # for Two Machines, too
    words += ["-mg", str(games), "-popupExitMessage", "false"] if match else _PERSON
    # Without a time of our own XBoard would take whatever its last user left in his settings.
    words += time_flags(control or (_MATCH_TIME if match else _GAME_TIME))
    if book:
        words += ["-firstOptions", f"OwnBook=1,BookFile={book}"]
        if match and not second:
            words += ["-secondOptions", f"OwnBook=1,BookFile={book}"]
    if save:
        words += ["-sgf", os.path.abspath(save)]
    if load:
        # By number: XBoard then makes no list of the file's games, over which it may die (see `Fanorona.flags`).
        words += ["-lgf", load, "-lgi", "1"]
    return words


def _book(path: str, settings: Settings) -> str:
    """A book's path for XBoard, the book being found fit for the game.

    Raises:
        Failure: it is not.
    """
    from oddfish.engine.book import BookError, load_book

    try:
        load_book(path).check(settings.variant, settings.values)
    except BookError as error:
        raise Failure(str(error)) from None
    place = os.path.abspath(os.path.expanduser(path))
    if "," in place:
        raise Failure(f"book {place}: XBoard's options take no path with a comma")
    return place


def _game_of(path: str, number: int) -> str:
    """The path of a PGN file with the one game alone, counted from 1: XBoard itself finds only the first.

    Raises:
        Failure: there is no such game, or no place to put it.
    """
    games: list[list[str]] = []
    tags = False  # the line before was one
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            if line.startswith("[") and not tags:
                games.append([])
            if line.strip():
                tags = line.startswith("[")
            if games:
                games[-1].append(line)
    if number > len(games):
        raise Failure(f"{path} holds {len(games)} games: there is no game {number}")
    if len(games) == 1:
        return os.path.abspath(path)
    try:
        place = cache() / "game.pgn"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("".join(games[number - 1]), encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise Failure(f"cannot copy game {number} of {path}: {error}") from None
    return str(place)


@click.command()
@click.argument("variant")
@click.option("--match", is_flag=True, help="Let two engines play, and leave XBoard after the last game.")
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help="Games of a match.")
@click.option(
    "--time",
    "control",
    metavar="TC",
    help="[MOVES/]MINUTES[:SECONDS][+INCREMENT], such as 40/5 or 0:30+2.  "
    f"[default: {_GAME_TIME}; a match: {_MATCH_TIME}]",
)
@click.option("--save", type=click.Path(dir_okay=False), help="Append the games to this PGN file.")
@click.option("--load", type=click.Path(exists=True, dir_okay=False), help="Begin with a game of this PGN file.")
@click.option("--number", default=1, show_default=True, type=click.IntRange(1), help="Which game of the file to load.")
@click.option("--book", metavar="FILE", help="An opening book for this engine, as oddfish book makes it.")
@click.option("--second", metavar="CMD", help="The second engine's command; without it the same engine.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the variant, such as an army."
)
@click.option("--print", "show", is_flag=True, help="Print the command line instead of running it.")
@click.argument("arguments", nargs=-1, metavar="[-- XBOARD-ARGUMENTS]")
def xboard(
    variant: str,
    match: bool,
    games: int,
    control: str | None,
    save: str | None,
    load: str | None,
    number: int,
    second: str | None,
    book: str | None,
    options: tuple[str, ...],
    show: bool,
    arguments: tuple[str, ...],
) -> None:
    """Start XBoard with VARIANT and this engine; you play White, or watch a match."""
    try:
        settings = Settings(variant)
        for option in options:
            name, equals, value = option.partition("=")
            if not equals:
                raise click.BadParameter(f"'{option}' is not NAME=VALUE", param_hint="--option")
            settings.set(name, value)
        Game(settings.variant, settings.values)
    except (UnknownVariantError, OptionError) as error:
        raise Failure(str(error)) from None
    if match and load is not None:
        raise click.BadParameter("a match begins with no game of a file", param_hint="--load")
    program = "xboard" if show else find_xboard()
    if book is not None:
        book = _book(book, settings)
    if load is not None:
        load = _game_of(load, number)
    session_name = "printed" if show else None
    words = command_line(settings, program, match, games, control, save, second, book, load, session_name)
    words += arguments
    if show:
        click.echo(shlex.join(words))
        return
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise Failure("no display: set DISPLAY, or run under xvfb-run")
    os.execv(program, words)
