"""WinBoard's settings for each game: what ``oddfish install-gui --winboard FOLDER`` writes.

WinBoard has XBoard's flags with a few exceptions: pictures are bitmaps (``pictures.winboard``), board sizes have names,
and without ``-cp`` a start-up dialog asks for an engine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.shape import Shape, shape_of
from oddfish.protocols.settings import Settings
from oddfish.protocols.xboard import GAME_TIME, time_flags

#: WinBoard's board sizes and their squares in pixels. Pieces are illegible in its smaller sizes.
SIZES = {
    "petite": 33, "slim": 37, "small": 40, "mediocre": 45, "middling": 49, "average": 54, "moderate": 58, "medium": 64,
    "bulky": 72, "large": 80, "big": 87, "huge": 95, "giant": 108, "colossal": 116, "titanic": 129,
}  # fmt: skip
#: Screen sizes that boards should fill, besides that of the main screen.
SCREENS = ((1366, 768), (1920, 1080))
#: Sizes of squares for every board, besides those that fill a screen.
ALWAYS = (49, 72)
#: WinBoard's defaults for the flags that some games change.
_DEFAULTS = {
    "testLegality": "true", "oneClickMove": "false", "ruleMoves": "51", "repeatsToDraw": "6", "materialDraws": "false",
    "showButtonBar": "true",
}  # fmt: skip
#: Pixels of the screen around a board: frame, title, menu, clocks, messages and the task bar.
_AROUND = (24, 160)


class View(NamedTuple):
    """A game as one side sees it.

    Attributes:
        black: whether you play Black.
        options: the chosen options that the engine starts with; they include no random armies.
    """

    variant: Variant
    black: bool = False
    options: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The name of the settings file, as in ``winboard.exe @NAME.ini``."""
        return f"oddfish-{self.variant.name}{'-black' if self.black else ''}"

    @property
    def title(self) -> str:
        """The name to display."""
        return f"{self.variant.title}{' (Black)' if self.black else ''}"

    @property
    def pieces(self) -> str:
        """The folder with the pictures of the pieces; chosen armies have their own."""
        projection = projection_for(self.variant.name)
        return self.variant.name if self.options and projection.joins else projection.piece_set

    @property
    def board(self) -> str | None:
        """The picture of the board; None for WinBoard's own squares, which fit any size."""
        projection = projection_for(self.variant.name)
        if projection.board == "chess":
            return None
        return projection.board + ("-black" if self.black and not projection.coordinates else "")


def shape(variant: Variant) -> Shape:
    """The shape of the board that WinBoard shows."""
    return shape_of(projection_for(variant.name).setup(Settings(variant.name).game().position))


def fitting_size(board: Shape, screen: tuple[int, int]) -> str:
    """The name of the largest board size that fits a screen.

    Args:
        screen: width and height in pixels.
    """
    room = min((screen[0] - _AROUND[0]) // board.columns, (screen[1] - _AROUND[1]) // board.ranks)
    return max((name for name, square in SIZES.items() if square <= room), key=SIZES.get, default=next(iter(SIZES)))  # type: ignore[arg-type]


def sizes(board: Shape, screen: tuple[int, int]) -> list[int]:
    """The sizes of squares for a board's pictures."""
    return sorted({*ALWAYS, *(SIZES[fitting_size(board, each)] for each in (*SCREENS, screen))})


def screen_size() -> tuple[int, int]:
    """Width and height of the main screen on Windows; elsewhere the smallest of ``SCREENS``."""
    if sys.platform == "win32":
        import ctypes

        width, height = (ctypes.windll.user32.GetSystemMetrics(number) for number in (0, 1))
        if width > 0 and height > 0:
            return width, height
    return SCREENS[0]


def find_winboard() -> Iterator[Path]:
    """The folders where WinBoard's installer puts ``winboard.exe``, such as ``WinBoard-4.9.1`` on drive C or in
    ``Program Files``."""
    roots = (Path("C:/"), Path("C:/Program Files"), Path("C:/Program Files (x86)"))
    for root in roots if sys.platform == "win32" else ():
        for folder in (root, *sorted(root.glob("WinBoard*"), reverse=True)):
            for place in (folder, folder / "WinBoard"):
                if (place / "winboard.exe").is_file():
                    yield place


def settings_text(view: View, engine: str, folder: str, screen: tuple[int, int]) -> str:
    """A settings file for a game against you.

    Args:
        engine: the command that starts the engine, without arguments.
        folder: the folder with the pictures, as a Windows path.
        screen: the size of the screen that the board should fill.
    """
    lines = [f"; {view.variant.title}, by Oddfish: winboard.exe @{view.name}.ini"]
    lines += [
        f"-{name}" if value is None else f"-{name} {{{value}}}" for name, value in _flags(view, engine, folder, screen)
    ]
    return "\r\n".join(lines) + "\r\n"


def _flags(view: View, engine: str, folder: str, screen: tuple[int, int]) -> Iterator[tuple[str, str | None]]:
    variant, board = view.variant, shape(view.variant)
    chosen = "".join(f" --option {name}={value}" for name, value in view.options)
    yield "cp", None
    yield "variant", variant.name
    yield "fcp", f"{engine} --cecp --variant {variant.name} --option Gui=WinBoard{chosen}"
    yield "scp", f"{engine} --cecp --variant {variant.name}{chosen}"
    yield from _look(view, folder, screen)
    yield "boardWidth", str(board.files)
    yield "boardHeight", str(board.ranks)
    yield "holdingsSize", str(board.hand)
    yield "renderPiecesWithFont", ""
    yield "overrideLineGap", "0"
    # WinBoard reads the picture of the board only at the start and with a theme; File > New Variant needs the theme.
    yield "themeNames", "\r\n".join(themes(folder, screen, view))
    yield "highlightLastMove", "true"
    yield "highlightMoveWithArrow", "true"
    yield "monoMode", "false"
    yield "autoFlipView", "true"
    yield "sweepPromotions", "true"
    yield "showTargetSquares", "true"
    # Analysis opens the Engine Output window, by default in front of the board. WinBoard reads its place relative to
    # the board, so the board's place comes first.
    yield "x", "0"
    yield "y", "0"
    yield "engineOutputUp", "false"
    yield "engineOutputX", str(board.columns * SIZES[fitting_size(board, screen)] + _AROUND[0])
    yield "engineOutputY", "0"
    yield "engineOutputW", "420"
    yield "engineOutputH", "320"
    yield "saveSettingsOnExit", "false"  # leave the user's own settings alone
    words = time_flags(GAME_TIME)
    yield from ((flag[1:], value) for flag, value in zip(words[::2], words[1::2]))
    if view.black:
        yield "initialMode", "MachineWhite"


def _look(view: View, folder: str, screen: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """The flags that differ between games and that the engine cannot set: how a game looks and how its pieces move."""
    projection = projection_for(view.variant.name)
    size = fitting_size(shape(view.variant), screen)
    for flag, value in zip(projection.flags[::2], projection.flags[1::2]):
        if flag != "-flipBlack":  # the engine swaps the pictures
            yield flag[1:], value
    yield "boardSize", size
    yield "usePieceFont", "true"  # with no font: otherwise WinBoard has only three sizes for some games
    yield "pieceImageDirectory", rf"{folder}\{view.pieces}"
    yield "useBoardTexture", str(view.board is not None).lower()
    if view.board is not None:
        for flag in ("liteBackTextureFile", "darkBackTextureFile"):
            yield flag, rf"{folder}\boards\{view.board}-{SIZES[size]}.bmp"
        yield "liteBackTextureMode", "1"
        yield "darkBackTextureMode", "1"
    yield "showCoords", str(projection.coordinates).lower()


def themes(folder: str, screen: tuple[int, int], shown: View | None = None) -> Iterator[str]:
    """The lines of WinBoard's list of themes: one for each game, and a second one if Black's board differs.

    Args:
        folder, screen: as for :func:`settings_text`.
        shown: the view whose settings contain the list; the other games have no chosen options.
    """
    for variant in REGISTRY.values():
        options = shown.options if shown is not None and shown.variant is variant else ()
        views = [View(variant, black, options) for black in (False, True)]
        for view in views if views[0].board != views[1].board else views[:1]:
            look = {**_DEFAULTS, **dict(_look(view, folder, screen))}
            yield " ".join([f'"{view.title}"', *(f'-{name} "{value}"' for name, value in look.items())])
