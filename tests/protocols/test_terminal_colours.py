"""Boards in a terminal: every letter and sign is readable on its background, with any number of colours."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import product

import pytest
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.text import Text

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.terms import KINDS, Target
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.marks import MARKS, explained
from oddfish.protocols.pictures.palette import Palette
from oddfish.protocols.pictures.terminal import coloured, drawn
from oddfish.protocols.pictures.view import View
from oddfish.protocols.terminal.printing import board

#: The least contrast of a letter with its background. WCAG 2 requires 3 for large or bold letters, 4.5 for others.
LEAST = 4.0
SYSTEMS = ("truecolor", "256", "standard", "windows")
#: The first sixteen colours of xterm, from its manual page.
XTERM = (
    "000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5",
    "7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff",
)  # fmt: skip
#: The colours of the Linux console.
LINUX = (
    "000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa",
    "555555", "ff5555", "55ff55", "ffff55", "5555ff", "ff55ff", "55ffff", "ffffff",
)  # fmt: skip


def luminance(color: Color, sixteen: tuple[str, ...]) -> float:
    """WCAG's relative luminance, from 0 to 1."""
    if color.number is not None and color.number < 16:
        parts = tuple(bytes.fromhex(sixteen[color.number]))
    else:
        parts = tuple(color.get_truecolor())
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (part / 255 for part in parts)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(style: Style, sixteen: tuple[str, ...] = XTERM) -> float:
    """WCAG's contrast ratio of a letter and its background; for bold letters, the worse of two ways to show them."""
    assert style.color is not None
    assert style.bgcolor is not None
    inks = [style.color]
    if style.bold and style.color.number is not None and style.color.number < 8:
        inks.append(Color.parse(f"color({style.color.number + 8})"))
    ground = luminance(style.bgcolor, sixteen)
    return min(
        (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) for ink in (luminance(one, sixteen) for one in inks)
    )


def cells(text: Text) -> Iterator[tuple[str, Style]]:
    """The characters of a board's squares with their styles."""
    for span in text.spans:
        style = Style.parse(str(span.style))
        character = text.plain[span.start : span.end]
        if style.bgcolor is not None and character.strip():
            yield character, style


def test_contrast_is_that_of_the_wcag() -> None:
    assert contrast(Style.parse("#ffffff on #000000")) == pytest.approx(21)
    assert contrast(Style.parse("#777777 on #ffffff")) == pytest.approx(4.48, abs=0.01)
    assert contrast(Style.parse("bold color(0) on color(7)")) < 4  # xterm can show it in grey


@pytest.mark.sampled(4)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", REGISTRY)
def test_every_piece_can_be_read_on_every_square(name: str, system: str) -> None:
    """Each letter of either side on dark and light squares, on those of the last move, and on every mark."""
    game = Game(name, seed=1)
    look = look_of(game.variant, game.position)
    palette = look.palettes[system]
    letters = {
        one for letters, _ in guide_of(game.variant).kinds(game.position) for one in (*letters, *letters.lower())
    }
    grounds = (*palette.grounds, palette.last, palette.goes, palette.takes)
    for letter in letters | {"K", "k"}:
        ink = look.ink(letter, palette)
        for ground in grounds:
            style = Style.parse(ink if " on " in ink else f"{ink} {ground}")
            assert contrast(style) >= LEAST, (letter, str(style))
            if system in ("standard", "windows"):
                assert contrast(style, LINUX) >= LEAST, (letter, str(style))
    assert contrast(Style.parse(f"{palette.sign} {palette.goes}")) >= LEAST
    assert contrast(Style.parse(f"{palette.taking_sign} {palette.takes}")) >= LEAST


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", REGISTRY)
def test_drawn_boards_can_be_read(name: str, system: str) -> None:
    """The same for drawn boards, with a last move and marks of all kinds."""
    game = Game(name, seed=1)
    for _ in range(3):
        game.push(game.legal()[0])
    last = game.positions[-2].text(game.moves[-1])
    squares = [*guide_of(game.variant).squares()]
    targets = [Target("a1", square, kind) for square, kind in zip(squares[::2], KINDS * 9)]
    for marks in ((), targets):
        found = [*cells(coloured(game.variant, game.position, View(last, marks), system=system))]
        pieces = sum(map(str.isalpha, game.fen().split()[0].partition("[")[0]))
        assert len(found) >= pieces > 1
        for character, style in found:
            assert contrast(style) >= LEAST, (character, str(style))


@pytest.mark.parametrize("name", REGISTRY)
def test_sides_and_squares_can_be_told_apart(name: str) -> None:
    """By colour: white from black, and marks from squares, even with sixteen colours."""
    game = Game(name, seed=1)
    for system, palette in look_of(game.variant, game.position).palettes.items():
        white, black = palette.inks
        assert white != black
        assert len({*palette.grounds, palette.last, palette.goes, palette.takes}) == 4 + (len({*palette.grounds}) > 1)
        if system in ("standard", "windows"):
            numbers = [Style.parse(style).bgcolor.number for style in styles(palette)]  # type: ignore[union-attr]
            assert all(number is not None and number < 8 for number in numbers)  # consoles have no other backgrounds


def glare(style: str, sixteen: tuple[str, ...]) -> float:
    """How bright and strong a background's colour is, from 0 (black, white, any grey) to 1."""
    color = Style.parse(style).bgcolor
    assert color is not None
    assert color.number is not None
    parts = bytes.fromhex(sixteen[color.number])
    return (max(parts) - min(parts)) / 255 * luminance(color, sixteen)


@pytest.mark.parametrize("colours", [XTERM, LINUX], ids=["xterm", "linux"])
@pytest.mark.parametrize("name", REGISTRY)
def test_boards_in_sixteen_colours_are_restful(name: str, colours: tuple[str, ...]) -> None:
    """All squares are dark or grey, but the marked ones and those of the last move."""
    palette = look_of(REGISTRY[name], Game(name).position).palettes["standard"]
    assert max(glare(ground, colours) for ground in palette.grounds) < 0.1
    pieces = [ink for ink in (*palette.inks, palette.face_down) if " on " in ink]
    assert max(glare(f"on{ink.partition(' on')[2]}", colours) for ink in pieces) < 0.15


@pytest.mark.skipif(shutil.which("script") is None, reason="needs script for a terminal")
@pytest.mark.parametrize(("variables", "many"), [({"XTERM_VERSION": "XTerm(379)"}, True), ({}, False)])
@pytest.mark.quick(3)
def test_xterm_has_more_colours_than_it_says(variables: dict[str, str], many: bool) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("COLORTERM", "NO_COLOR", "XTERM_VERSION")}
    command = shlex.join([sys.executable, "-m", "oddfish", "show", "normal"])
    done = subprocess.run(
        ["script", "-qec", command, os.devnull], env={**kept, "TERM": "xterm", **variables},
        capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert ("48;5;" in done.stdout) == many
    assert many or "\x1b[" in done.stdout


def styles(palette: Palette) -> tuple[str, ...]:
    return (*palette.grounds, palette.last, palette.goes, palette.takes)


def shown(system: str | None, **options: object) -> tuple[str, str]:
    """A board with a mark on a console with so many colours: the raw output, and its text."""
    game = Game("halfgi")
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    console = Console(file=file, force_terminal=True, color_system=system, width=80, **options)  # type: ignore[arg-type]
    targets = guide_of(game.variant).all_targets(game.position, "b1")
    board = drawn(console, game.variant, game.position, View(targets=targets))
    console.print(board)
    file.seek(0)
    return file.read(), board.plain


def test_terminals_without_colours() -> None:
    """There are no colours, empty squares are dots, and marks are signs; the same if the user wants no colours."""
    for written, plain in (shown(None), shown("truecolor", no_color=True)):
        assert "\x1b[" not in written
        assert plain.splitlines()[5] == "3  ·  .  ·  .  .  .  .  . "
        assert plain.splitlines()[0] == "8  r  n  b  q  k  b  n  r "


def test_a_terminal_gets_no_more_colours_than_it_has() -> None:
    few, many, true = (shown(system)[0] for system in ("standard", "256", "truecolor"))
    assert ";5;" not in few
    assert ";2;" not in few
    assert ";5;" in many
    assert ";2;" not in many
    assert ";2;" in true


def test_marks_are_explained() -> None:
    targets = [Target("a1", "a2", "move"), Target("a1", "b2", "capture"), Target("a1", "c2", "victim")]
    assert explained(targets) == "· goes there   × captures there or is captured"
    assert explained(targets, unicode=False) == "* goes there   x captures there or is captured"
    assert explained([]) == ""
    assert {*MARKS} == {*KINDS}
    for mark in MARKS.values():
        assert len(mark.sign) == len(mark.ascii) == 1
        assert mark.ascii.isascii()
        assert mark.sign.encode("latin-1")  # old fonts have it


def test_boards_are_turned() -> None:
    game = Game("fanorona-chess")
    text = coloured(game.variant, game.position, View(flipped=True), system=None).plain.splitlines()
    assert text[0] == "1  N---R---K---R---N "
    assert text[16] == "9  n---r---k---r---n "
    assert text[17] == "   e   d   c   b   a "
    boards = coloured(REGISTRY["tandem-84"], Game("tandem-84").position, View(flipped=True), system=None).plain
    assert boards.splitlines()[-1] == "   l  k  j  i  h  g    f  e  d  c  b  a "


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("system", [None, "truecolor", "standard"])
def test_lines_are_drawn_where_pieces_move(system: str | None, flipped: bool) -> None:
    """In Fanorona Chess a line joins two points exactly if a King can step from one to the other."""
    game = Game("fanorona-chess")
    guide = guide_of(game.variant)
    rows = coloured(game.variant, game.position, View(flipped=flipped, only=()), system=system).plain.splitlines()
    files, ranks = ("edcba", "123456789") if flipped else ("abcde", "987654321")
    assert len(rows) == 18
    assert {len(row) for row in rows[::2]} == {21}
    for (column, file), (row, rank) in product(enumerate(files), enumerate(ranks)):
        drawn = set()
        for right, down in product((-1, 0, 1), (-1, 0, 1)):
            near = 3 + 4 * column + 2 * right, 2 * row + down  # halfway to the next point
            if 0 <= column + right < 5 and 0 <= row + down < 9 and (right or down):
                line = "-" if not down else "|" if not right else "\\" if right == down else "/"
                if rows[near[1]][near[0]] == line:
                    drawn.add(files[column + right] + ranks[row + down])
        assert drawn == {target.square for target in guide.study(game.position, "K", file + rank).targets}


def test_marks_are_drawn_on_lines() -> None:
    """A capture beside its victim, and the last move, take as many characters as a board without marks."""
    game = Game("fanorona-chess", fen="4k/5/5/p4/5/5/2P2/1p3/3K1 w - - 0 1")
    targets = guide_of(game.variant).all_targets(game.position, "c3")
    plain = coloured(game.variant, game.position, View(targets=targets), system=None).plain.splitlines()
    assert plain[10:16:2] == ["4  +---·---·---·---+ ", "3  +---+---P---+---+ ", "2  +---p×--+---+---+ "]
    colours = coloured(game.variant, game.position, View("a1a2", targets), system="truecolor").plain.splitlines()
    assert colours == plain


def test_a_board_that_can_only_be_ascii() -> None:
    game = Game("halfgi")
    console = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii"), force_terminal=True, color_system=None)
    targets = guide_of(game.variant).all_targets(game.position, "b1")
    assert drawn(console, game.variant, game.position, View(targets=targets)).plain.isascii()


def test_boards_are_coloured_on_terminals() -> None:
    game = Game("halfgi")
    game.push("e2e4")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
    picture = board(game, console)
    assert picture.plain.startswith("8  r  n  b  q  k  b  n  r \n7  p ")
    assert "in hand: White -, Black -" in picture.plain
    assert len(picture.spans) > 64
