"""XBoard's command line for each of our games: what ``oddfish xboard VARIANT`` runs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

from oddfish.protocols.pictures.live import LiveBoard, live_board, session
from oddfish.protocols.pictures.xboard import PIECES, board_flags, cache, piece_flags, write
from oddfish.protocols.pictures.xboard import board as board_picture
from oddfish.protocols.projections import projection_for
from oddfish.protocols.settings import Settings

#: Time controls unless --time is given: against a person, and in a match.
_GAME_TIME, _MATCH_TIME = "5+3", "1+1"
#: Flags for a person at the board.
_PERSON = ("-sweepPromotions", "true", "-showTargetSquares", "true", "-startupMessage", "")
#: Debian installs games where root's PATH does not look.
_PLACES = ("/usr/games/xboard", "/usr/local/games/xboard", "/opt/homebrew/bin/xboard")


class XBoardError(ValueError):
    """XBoard is missing, or cannot be started like this; the text says why."""


def find_xboard() -> str:
    """XBoard's path.

    Raises:
        XBoardError: it is not installed.
    """
    found = shutil.which("xboard") or next((place for place in _PLACES if os.access(place, os.X_OK)), None)
    if found is None:
        raise XBoardError("XBoard is not installed (Debian and Ubuntu: apt install xboard)")
    return found


# Flags ------------------------------------------------------------------------------------------------------


def engine_command(settings: Settings, board: Path | None = None) -> str:
    """The command that starts this engine for a game, for XBoard's ``-fcp``.

    Args:
        settings: variant and options.
        board: the picture of the board that the engine is to keep up to date.
    """
    words = [sys.executable, "-m", "oddfish", "--cecp", "--variant", settings.variant.name]
    if board is not None:
        words += ["--board", str(board)]
    for option in settings.variant.options:
        value = settings.values[option.name]
        if value != option.default:
            words += ["--option", f"{option.name}={value}"]
    return shlex.join(words)


def time_flags(control: str) -> list[str]:
    """XBoard's flags for a time control, ``[MOVES/]MINUTES[:SECONDS][+INCREMENT]``.

    Raises:
        XBoardError: it is malformed.
    """
    found = re.fullmatch(r"(?:(\d+)/)?(\d+(?::\d+)?)(?:\+(\d+\.?\d*|\.\d+))?", control, re.ASCII)
    if found is None:
        raise XBoardError(f"--time '{control}': expected [MOVES/]MINUTES[:SECONDS][+INCREMENT]")
    moves, base, increment = found.groups()
    if increment is not None:
        return ["-tc", base, "-inc", increment]
    return ["-tc", base, "-mps", moves] if moves is not None else ["-tc", base, "-inc", "0"]


def game_flags(settings: Settings, pieces: Path = PIECES, board: Path | None = None) -> list[str]:
    """XBoard's flags that start this engine and show its game.

    Args:
        settings: variant and options.
        pieces: the folder with the pictures of the pieces.
        board: where the engine is to draw the board, and to redraw it when the game changes.
    """
    projection = projection_for(settings.variant.name)
    flags = ["-variant", settings.variant.name, "-fcp", engine_command(settings, board), *projection.flags]
    flags += [*board_flags(board or board_picture(projection.board)), *piece_flags(pieces)]
    return [*flags, "-saveSettingsOnExit", "false"]  # leave the user's own settings alone


def person_flags(settings: Settings, pieces: Path = PIECES, board: Path | None = None) -> list[str]:
    """XBoard's flags for a game against a person, who plays White."""
    return [*game_flags(settings, pieces, board), *_PERSON, *time_flags(_GAME_TIME)]


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
    """XBoard's command line.

    Args:
        name: of the session; by default this process, which is about to become XBoard.

    Raises:
        XBoardError: the time control is malformed.
    """
    # Always set a time: otherwise XBoard takes what its last user saved.
    time = time_flags(control or (_MATCH_TIME if match else _GAME_TIME))
    pieces, board = (PIECES, None) if match else _session_pictures(settings, name or str(os.getpid()))
    words = [program, *game_flags(settings, pieces, board)]
    words += ["-scp", second or engine_command(settings)]  # for Two Machines, too
    words += ["-mg", str(games), "-popupExitMessage", "false"] if match else _PERSON
    words += time
    if book:
        words += ["-firstOptions", f"OwnBook=1,BookFile={book}"]
        if match and not second:
            words += ["-secondOptions", f"OwnBook=1,BookFile={book}"]
    if save:
        words += ["-sgf", os.path.abspath(save)]
    if load:
        # With a number XBoard does not list the file's games, which may crash it (see `Fanorona.flags`).
        words += ["-lgf", load, "-lgi", "1"]
    return words


# Files ------------------------------------------------------------------------------------------------------


def settle(settings: Settings, folder: Path) -> Path:
    """Choose the pictures of the pieces for a session: the installed ones, or a new set in ``folder`` if the options
    change pieces. XBoard reads pictures once, so options left to chance are drawn now, for the whole session.
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


def _session_pictures(settings: Settings, name: str) -> tuple[Path, Path | None]:
    """The folder of pieces and the file of the board for a session with a person."""
    folder = session(name)
    if folder is None:
        return PIECES, None
    board = live_board(folder)
    LiveBoard(board).show(projection_for(settings.variant.name).board)
    return settle(settings, folder), board if board.exists() else None


def checked_book(path: str, settings: Settings) -> str:
    """A book's path for XBoard, after checking that the book fits the game.

    Raises:
        XBoardError: it does not fit, or XBoard cannot be given its path.
    """
    from oddfish.engine.book import BookError, load_book

    try:
        load_book(path).check(settings.variant, settings.values)
    except BookError as error:
        raise XBoardError(str(error)) from None
    place = os.path.abspath(os.path.expanduser(path))
    if "," in place:
        raise XBoardError(f"book {place}: XBoard cannot read paths that contain a comma")
    return place


def extract_game(path: str, number: int) -> str:
    """The path of a PGN file that holds only one game of another, counted from 1: XBoard finds only the first.

    Raises:
        XBoardError: there is no such game, or it cannot be written.
    """
    games: list[list[str]] = []
    in_tags = False
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            if line.startswith("[") and not in_tags:
                games.append([])
            if line.strip():
                in_tags = line.startswith("[")
            if games:
                games[-1].append(line)
    if number > len(games):
        raise XBoardError(f"{path} holds {len(games)} games: there is no game {number}")
    if len(games) == 1:
        return os.path.abspath(path)
    try:
        place = cache() / "game.pgn"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("".join(games[number - 1]), encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise XBoardError(f"cannot copy game {number} of {path}: {error}") from None
    return str(place)
