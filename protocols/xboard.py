"""XBoard's command line for each game: what ``oddfish xboard VARIANT`` runs."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oddfish.engine.files import FileError, read_bytes
from oddfish.engine.folders import cache
from oddfish.engine.interpreter import module_command
from oddfish.engine.levels import BEGINNER, FULL_STRENGTH
from oddfish.engine.options import OptionError, find_option
from oddfish.engine.pgn import find_game, read_tags
from oddfish.engine.printable import amount
from oddfish.engine.ranges import BASE, INCREMENT, SESSION_MOVES
from oddfish.engine.search_options import SKILL_LEVEL
from oddfish.protocols.cecp.text import option_name
from oddfish.protocols.pictures.live import LiveBoard, live_board, session
from oddfish.protocols.pictures.xboard import PIECES, board_flags, piece_flags, write
from oddfish.protocols.pictures.xboard import board as board_picture
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.shape import Shape, picture_of, shape_of, with_margins
from oddfish.protocols.recorded import other_variant, recorded_options, recorded_setup
from oddfish.protocols.screen import screen_size
from oddfish.protocols.settings import Settings
from oddfish.protocols.transcript import in_plies

#: Default time controls: against you, in a game that you watch, and in a match.
GAME_TIME, WATCH_TIME, MATCH_TIME = "5+3", "3+2", "1+1"
#: Flags for games that you play.
_PERSON = (
    *("-sweepPromotions", "true", "-showTargetSquares", "true", "-startupMessage", ""),
    *("-autoFlipView", "true"),  # turns pictures with coordinates, too
)
#: The flag that makes XBoard let the engine set the clocks. It takes no value.
_CLOCKS = ("-firstPseudo",)
#: Messages need the whole line above the board, so hide the buttons that take a third of it; menus and keys do the
#: same. XBoard has a font for each standard size of squares (on a board of eight files), here from Tiny to Huge. Its
#: own fonts for this line are larger than that of its menus, 10 points.
_MESSAGES = ("-showButtonBar", "false")
_FONT_SIZES = (21, 25, 29, 33, 37, 40, 45, 49, 54, 58, 64, 72, 80, 87, 95)
_FONT, _SMALL_FONT, _SMALL = "Sans Normal 10", "Sans Normal 9", 58
#: Clocks can show hours in games from this many minutes on, counting increments.
_LONG = 50
#: Folders that PATH may lack: Debian's games are not on root's PATH.
_PLACES = ("/usr/games/xboard", "/usr/local/games/xboard", "/opt/homebrew/bin/xboard")
#: Where Linux lists its sound cards.
_SOUND_CARDS = Path("/proc/asound/cards")


class XBoardError(ValueError):
    """XBoard is missing, or cannot start with these settings; the text says why."""


def find_xboard() -> str:
    """XBoard's path.

    Raises:
        XBoardError: XBoard is not installed.
    """
    found = shutil.which("xboard") or next((place for place in _PLACES if os.access(place, os.X_OK)), None)
    if found is None:
        raise XBoardError("XBoard is not installed (Debian and Ubuntu: apt install xboard)")
    return found


# Flags ------------------------------------------------------------------------------------------------------


def engine_command(settings: Settings, board: Path | None = None, black_first: bool = False) -> str:
    """The command that starts this engine for a game, for XBoard's ``-fcp``.

    Args:
        settings: variant and options.
        board: the picture of the board, which the engine keeps up to date.
        black_first: the first player of the game to load has black pieces.
    """
    words = module_command("oddfish", "--cecp", "--variant", settings.variant.name)
    if board is not None:
        words += ["--board", str(board)]
    if black_first:
        words.append("--black-first")
    for option in settings.variant.options:
        value = settings.values[option.name]
        if value != option.default:
            words += ["--option", f"{option.name}={value}"]
    return shlex.join(words)


def time_flags(control: str) -> list[str]:
    """XBoard's flags for a time control, ``[MOVES/]MINUTES[:SECONDS][+INCREMENT]``.

    Raises:
        XBoardError: the time control is malformed, or a number in it is too large.
    """
    found = re.fullmatch(r"(?:(\d+)/)?(\d+(?::\d+)?)(?:\+(\d+(?:\.\d*)?|\.\d+))?", control, re.ASCII)
    if found is None:
        raise XBoardError(f"--time '{control:.80}': expected [MOVES/]MINUTES[:SECONDS][+INCREMENT]")
    moves, base, increment = found.groups()
    minutes, _, seconds = base.partition(":")
    try:
        SESSION_MOVES.read(moves or "0")
        BASE.check(60 * BASE.read(minutes) + BASE.read(seconds or "0"))
        INCREMENT.read(increment or "0")
    except ValueError as error:
        raise XBoardError(f"--time '{control:.80}': {error}") from None
    if increment is not None:
        return ["-tc", base, "-inc", increment]
    return ["-tc", base, "-mps", moves] if moves is not None else ["-tc", base, "-inc", "0"]


def size_flags(shape: Shape, screen: tuple[int, int] | None) -> list[str]:
    """XBoard's flags for a large board: about two thirds of the screen's height.

    The engine also tells XBoard the board's shape, but only after the window is open, and XBoard then shrinks the board
    to fit it.

    Args:
        shape: the board's shape.
        screen: width and height in pixels; None if unknown.
    """
    size = ["-boardSize", str(round(shape.square(screen) * shape.columns / 8))]  # XBoard assumes eight files
    if shape == Shape():
        return size
    return [
        *("-boardWidth", str(shape.files), "-boardHeight", str(shape.ranks), "-holdingsSize", str(shape.hand)),
        *size,
    ]


def _message_flags() -> list[str]:
    """XBoard's flags for the message line."""
    return [*_MESSAGES, *_font_flags("-font", lambda size: _SMALL_FONT if size < _SMALL else _FONT)]


def _clock_flags() -> list[str]:
    """XBoard's flags for clocks that show hours, which do not fit in its own fonts on most screens: `White: 1:0…`."""
    return _font_flags("-clockFont", lambda size: f"Sans Bold {size * 3 // 8}px")


def _font_flags(flag: str, font: Callable[[int], str]) -> list[str]:
    """One of XBoard's font flags, for each size of the board."""
    return [word for size in _FONT_SIZES for word in (flag, f"size{size}:{font(size)}")]


def game_flags(settings: Settings, pieces: Path, board: Path | None, black_first: bool = False) -> list[str]:
    """XBoard's flags that start this engine and show its game.

    Args:
        settings: variant and options.
        pieces: the folder with the pictures of the pieces.
        board: the file where the engine draws the board whenever the game changes.
        black_first: the first player of the game to load has black pieces.
    """
    projection = projection_for(settings.variant.name)
    flags = ["-variant", settings.variant.name, "-fcp", engine_command(settings, board, black_first)]
    flags += projection.flags
    flags += ["-showCoords", str(projection.coordinates).lower()]
    flags += size_flags(_shape(settings, drawn=board is not None), screen_size())
    flags += [*board_flags(board or board_picture(projection.board)), *piece_flags(pieces), *_message_flags()]
    # Leave the user's own settings alone. The engine sets the clocks (see `cecp.gui_clocks`).
    return [*flags, "-saveSettingsOnExit", "false", *_CLOCKS]


def _shape(settings: Settings, drawn: bool) -> Shape:
    """The shape of the board, with margins if it needs them and the engine draws it."""
    projection = projection_for(settings.variant.name)
    lines = projection.setup(settings.game().position)
    return shape_of(with_margins(lines, screen_size()) if drawn and projection.has_margins else lines)


def settings_lines(words: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """XBoard's flags with their values, None for a flag without a value."""
    left = iter(words)
    for flag in left:
        yield flag, None if flag in _CLOCKS else next(left)


def sound_flags() -> list[str]:
    """XBoard's flags that turn sounds off if there is no sound device: its player would print an error at every
    move."""
    try:
        cards = "no soundcards" not in _SOUND_CARDS.read_text()
    except OSError:
        cards = sys.platform == "darwin"
    servers = (Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere")) / name for name in ("pulse/native", "pipewire-0"))
    heard = cards or "PULSE_SERVER" in os.environ or any(server.exists() for server in servers)
    player = sys.platform == "darwin" or shutil.which("aplay") is not None
    return [] if heard and player else ["-soundProgram", ""]


def person_flags(settings: Settings, pieces: Path, board: Path | None) -> list[str]:
    """XBoard's flags for a game in which you play White, against a beginner's level."""
    level = Launch(level=BEGINNER).engine_options()
    return [*game_flags(settings, pieces, board), *_PERSON, *time_flags(GAME_TIME), *level]


@dataclass(frozen=True, kw_only=True)
class Launch:
    """What XBoard does when it starts; by default you play White.

    Attributes:
        black: you play Black.
        watch: the engine plays itself, and XBoard stays open.
        match: two engines play, and XBoard exits after the last game.
        games: games in the match.
        control: the time control, as for :func:`time_flags`; None for the default.
        save: the PGN file to append the games to.
        load: a PGN file whose only game is loaded.
        book: this engine's opening book.
        second: the command of the second engine; None for this engine.
        session: the session's name; None for this process, which is about to become XBoard.
        level: this engine's playing level, on both sides.
        black_first: the first player of the game to load has black pieces.
    """

    black: bool = False
    watch: bool = False
    match: bool = False
    games: int = 1
    control: str | None = None
    save: str | None = None
    load: str | None = None
    book: str | None = None
    second: str | None = None
    session: str | None = None
    level: int = FULL_STRENGTH
    black_first: bool = False

    def time(self) -> list[str]:
        """XBoard's flags for the time control. Never empty, because XBoard would use the user's saved settings.

        Raises:
            XBoardError: the time control is malformed.
        """
        flags = time_flags(self.control or (MATCH_TIME if self.match else WATCH_TIME if self.watch else GAME_TIME))
        minutes = int(flags[1].partition(":")[0])
        return flags if minutes < _LONG else [*flags, *_clock_flags()]

    def mode(self) -> list[str]:
        """XBoard's flags for who plays."""
        words = ["-mg", str(self.games), "-popupExitMessage", "false"] if self.match else [*_PERSON]
        if self.black or self.watch:
            words += ["-initialMode", "TwoMachines" if self.watch else "MachineWhite"]
        return words

    def engine_options(self) -> list[str]:
        """XBoard's flags that set the options of both engines."""
        words = []
        own = [] if self.level == FULL_STRENGTH else [f"{option_name(SKILL_LEVEL)}={self.level}"]
        first = [*own, f"OwnBook=1,BookFile={self.book}"] if self.book else own
        if first:
            words += ["-firstOptions", ",".join(first)]
        if not self.second and ((self.match and first) or own):
            words += ["-secondOptions", ",".join(first if self.match else own)]
        return words

    def files(self) -> list[str]:
        """XBoard's flags for the games to save and load."""
        words = ["-sgf", os.path.abspath(os.path.expanduser(self.save))] if self.save else []
        if self.load:
            # With a number, XBoard does not list the file's games. Listing them can crash it (see `Fanorona.flags`).
            words += ["-lgf", self.load, "-lgi", "1"]
        return words


def command_line(settings: Settings, program: str, launch: Launch) -> list[str]:
    """XBoard's command line.

    Args:
        settings: the variant and its options.
        program: XBoard's path.

    Raises:
        XBoardError: the time control is malformed.
    """
    time = launch.time()
    # In a match of several games each may have its own pieces, which XBoard cannot show.
    badges = not launch.match or launch.games == 1
    pieces, board = _session_pictures(settings, launch.session or str(os.getpid()), badges)
    return [
        program,
        *game_flags(settings, pieces, board, launch.black_first),
        *sound_flags(),
        *("-scp", launch.second or engine_command(settings)),  # Two Machines needs it too
        *launch.mode(),
        *time,
        *launch.engine_options(),
        *launch.files(),
    ]


# Files ------------------------------------------------------------------------------------------------------


def settle(settings: Settings, folder: Path, badges: bool = True) -> Path:
    """Choose the pictures of the pieces for a session: the installed ones, or a new set in ``folder`` if the options
    change pieces.

    XBoard reads pictures only once. With ``badges``, random armies are therefore drawn now, for the whole session.
    """
    from oddfish.protocols.pictures import library

    projection, game = projection_for(settings.variant.name), settings.new_game()
    pictures = library.chosen_pieces(game) if badges else {}
    if projection.piece_set == PIECES.name and not pictures:
        return PIECES
    try:
        written = write(folder / "pieces", {**library.pieces(projection.piece_set), **pictures})
    except OSError:  # use the installed ones
        return PIECES
    if pictures:
        for name, value in settings.variant.tags(game.position).items():
            settings.set(name, value)
    return written


def _session_pictures(settings: Settings, name: str, badges: bool) -> tuple[Path, Path | None]:
    """The folder of pieces and the file of the board for a session."""
    folder = session(name)
    if folder is None:
        return PIECES, None
    board = live_board(folder)
    LiveBoard(board).show(picture_of(projection_for(settings.variant.name).board, _shape(settings, drawn=True)))
    return settle(settings, folder, badges), board if board.exists() else None


def checked_book(path: str, settings: Settings) -> str:
    """Check that a book fits the game; return its path for XBoard.

    Raises:
        XBoardError: the book does not fit, or XBoard cannot read its path.
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


def set_up_as_recorded(path: str, settings: Settings) -> None:
    """Set the options that a PGN file records, except those that are already set.

    Raises:
        XBoardError: the game is of another variant, or its options are invalid.
    """
    projection = projection_for(settings.variant.name)
    with _readable():
        tags = next(read_tags(path), {})
    if named := other_variant(tags, settings.variant):
        raise XBoardError(f"the file contains a game of {named}: load it with oddfish xboard {named} --load")
    found: dict[str, Any] = {**recorded_options(tags, settings.variant)}
    if projection.joins:
        found |= recorded_setup(tags, settings.new_game(), projection)
    try:
        for name, value in found.items():
            option = find_option(settings.variant.options, name)
            if settings.values[option.name] == option.default:
                settings.set(name, str(value))
    except OptionError as error:
        raise XBoardError(f"{path}: {error}") from None


def extract_game(path: str, number: int) -> str:
    """Copy one game of a PGN file to a new file, because XBoard finds only the first game; return the path.

    Args:
        number: the game's number, from 1.

    Raises:
        XBoardError: there is no such game, or the copy cannot be written.
    """
    with _readable():
        game, total = find_game(path, number)
    if game is None:
        raise XBoardError(f"{path} contains {amount(total, 'game')}: there is no game {number}")
    return os.path.abspath(path) if total == 1 else _cached(game.data, f"game {number} of {path}")


@contextlib.contextmanager
def _readable() -> Iterator[None]:
    """Turn FileErrors into XBoardErrors."""
    try:
        yield
    except FileError as error:
        raise XBoardError(str(error)) from None


def in_plies_of_xboard(path: str, settings: Settings) -> str:
    """Convert the first game of a PGN file to XBoard's notation if it is in the variant's own notation, as `oddfish
    match` and `oddfish play` save it; return the path of a file that XBoard can read.

    Raises:
        XBoardError: the copy cannot be written.
    """
    with _readable():
        text = read_bytes(path)
    plies = in_plies(text, settings.variant, settings.values, projection_for(settings.variant.name))
    return path if plies is None else _cached(plies.encode(), path)


def is_black_first(path: str, settings: Settings) -> bool:
    """Whether the first player of the first game of a PGN file has black pieces, where the game decides that."""
    from oddfish.protocols.saved_games import read_game

    try:
        game = read_game(path, 1, settings.variant, settings.values).game
    except (ValueError, FileError):
        return False  # XBoard shows the game as far as it can
    return projection_for(settings.variant.name).is_black_first(game)


def _cached(text: bytes, what: str) -> str:
    """Write a PGN file to the cache and return its path.

    Args:
        what: the source of the copy, for the error.

    Raises:
        XBoardError: the file cannot be written.
    """
    place = cache() / "game.pgn"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text)
    except OSError as error:
        raise XBoardError(f"cannot copy {what}: {error}") from None
    return str(place)
