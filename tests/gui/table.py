"""Our engine in XBoard as ``oddfish xboard VARIANT`` starts it, with our own referee watching: shared by the
tests of all games, with additions for the Half Chess family."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from gui import harness
from gui.harness import DARK, LIGHT, Display, Message, Rect, XBoard, wait_steady, wait_until
from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.protocols.projections import Projection, projection_for
from oddfish.protocols.projections.banqi import board as banqi_board
from oddfish.protocols.projections.shape import Shape, shape_of, with_margins

#: White's and Black's army; all types differ, so that pawns promote to eight.
ARMIES = ("RF-CD-BW-QV", "RA-VS-BC-RVF")
FULL_ARMIES = ("RA-NW-BD-QV", "RC-IA-BV-RNF")
#: Plain squares in every game: the harness finds the board by their colours.
PLAIN = (
    *("-useBoardTexture", "false", "-overrideLineGap", "1", "-highlightMoveWithArrow", "false"),
    *("-showCoords", "false", "-lightSquareColor", LIGHT, "-darkSquareColor", DARK),
)
NULL = "@@@@"
_FRAME = 3  # pixels around XBoard's board
#: The games of which XBoard knows the castling rights.
CASTLING = ("augmented-half-chess", "half-chess", "augmented-chess", "normal")


def oddfish_command() -> str:
    """The installed command of this Python."""
    found = shutil.which("oddfish", path=str(Path(sys.executable).parent)) or shutil.which("oddfish")
    assert found, "no oddfish command: install the package (make build)"
    return found


def army_options(variant: str) -> dict[str, str]:
    """The armies of the tests, by the names of the options."""
    if not variant.startswith("augmented"):
        return {}
    white, black = ARMIES if variant == "augmented-half-chess" else FULL_ARMIES
    return {"WhiteArmy": white, "BlackArmy": black}


def shape(variant: str) -> tuple[int, int]:
    """Files and ranks of XBoard's board."""
    families = {"bifold": (16, 10), "fanorona": (5, 9), "tandem": (12, 7), "halfgi": (8, 10)}
    return families.get(variant.split("-", 1)[0], (8, 8))


def shown(variant: str, display: Display, margins: bool = True) -> Shape:
    """The board that XBoard shows on a screen, with margins (unless there are none) if it would be too narrow."""
    width, height = map(int, display.size.split("x"))
    projection = projection_for(variant)
    lines = projection.setup(Game(variant).position)
    return shape_of(with_margins(lines, (width, height)) if margins and projection.has_margins else lines)


class Table(XBoard):
    """A person against the engine.

    Args:
        fen: the start position, in XBoard's dialect; if White is to move, the person can play White at once.
        depth: of the engine's search; 0 leaves it to its clock.
        rules: options of the game, by name.
        words: more options of ``oddfish xboard``, such as ``--match``; then the table does not wait for the board.
        texture: show the board as people see it.
        options: further flags of XBoard.
    """

    #: Whether boards that are too narrow for the window's texts have margins.
    margins = True

    def __init__(
        self,
        display: Display,
        variant: str,
        fen: str = "",
        *,
        depth: int = 2,
        flipped: bool = False,
        rules: Mapping[str, str] | None = None,
        words: Sequence[str] = (),
        texture: bool = False,
        options: Sequence[str] = (),
    ):
        self.rules = {**army_options(variant), **(rules or {})}
        chosen = [word for item in self.rules.items() for word in ("--option", "=".join(item))]
        strength = [] if "--level" in words else ["--level", str(FULL_STRENGTH)]
        files, ranks = shape(variant)
        super().__init__(
            display,
            launch=[oddfish_command(), "xboard", variant, *chosen, *strength, *words, "--"],
            options=[*(["-depth", str(depth)] if depth else []), *([] if texture else PLAIN), *options],
            variant=variant,
            files=files,
            ranks=ranks,
            holdings=shown(variant, display, self.margins).hand,
            flipped=flipped,
            fen=fen,
            ready="--match" not in words,
        )
        self.texture = texture

    def board_rect(self) -> Rect:
        """A board with its texture has no known colours unless a test names them: it fills the window's lower part."""
        if not self.texture or harness.LIGHT != LIGHT:
            return super().board_rect()
        place = wait_until(lambda: self.display.place(self.window), "XBoard's window")
        cell = (place.width - 2 * _FRAME) // self.columns
        left, bottom = place.left + _FRAME, place.bottom - _FRAME
        return Rect(left, bottom - cell * self.ranks, left + cell * self.columns, bottom)

    # The game -------------------------------------------------------------------------------------------------

    def armies(self) -> dict[str, str]:
        """The armies of the current game, as the engine announced them."""
        if not self.variant.startswith("augmented"):
            return {}
        said = [m.text for m in self.messages() if not m.sent and m.engine == "first"]
        told = [text for text in said if text.startswith("# armies ")]
        return dict(re.findall(r"(\w+)=(\S+)", told[-1]))

    def referee(self, plies: Sequence[str] | None = None) -> Game:
        """The game so far by our rules, without an unfinished turn."""
        return self.read(self.moves() if plies is None else plies)[0]

    def read(
        self, plies: Sequence[str], projection: Projection | None = None
    ) -> tuple[Game, list[str], list[list[str]]]:
        """The game with these plies, the plies of an unfinished turn, and those of each finished one."""
        projection = projection or projection_for(self.variant)
        start = self._start(projection)
        rules = {} if self.variant.startswith("augmented") else self.rules
        game = Game(self.variant, {**rules, **self.armies()}, start)
        game.deal = None
        projection.reset()
        rest: list[str] = []
        turns = []
        for ply in plies:
            received = projection.receive(game, ply, human=False)
            assert not received.replies
            rest.append(ply)
            if received.move is not None:
                game.push_move(received.move)
                turns.append(rest)
                rest = []
        return game, rest, turns

    def _start(self, projection: Projection) -> str | None:
        """Our FEN of the position that XBoard set up last in this game."""
        starts = [m.text.split(" ", 1)[1] for m in self._since_new() if m.text.startswith("setboard ")]
        return projection.read_fen(starts[-1]) if starts else None

    def _since_new(self) -> list[Message]:
        """The lines to the first engine since the last `new`."""
        sent = [message for message in self.messages() if message.sent and message.engine == "first"]
        return sent[max(index for index, message in enumerate(sent) if message.text == "new") :]

    def turns(self, count: int) -> Game:
        """Wait until so many turns have been played; returns the game."""

        def complete() -> Game | None:
            try:
                game, rest, _ = self.read(self.moves())
            except (AssertionError, ValueError):  # in the middle of a correction
                return None
            return game if len(game.moves) >= count and not rest else None

        return wait_until(complete, f"{count} turns")

    def check(self) -> str:
        """Check that XBoard's board is the one by our rules; returns its ranks."""
        shown = self.save_position(self.home / "shown.fen")
        expected = self.expected()
        fields = None if self.variant in CASTLING else 3
        same = essence(shown)[:fields] == essence(expected)[:fields]
        assert same, f"XBoard shows {shown.strip()}, it should be {expected}"
        assert not self.errors(), self.dialogs()
        return shown.split()[0]

    def expected(self) -> str:
        """The FEN, in XBoard's dialect, that XBoard should show."""
        projection = projection_for(self.variant)
        game, _, _ = self.read(self.moves(), projection)
        seated = self.variant.startswith("banqi")  # the plies depend on where pieces stand
        return (projection if seated else projection_for(self.variant)).write_fen(game.position)

    # The person -----------------------------------------------------------------------------------------------

    def play_turn(self, clicks: str, before_last: Callable[[], None] | None = None) -> None:
        """Play a whole turn by mouse: the clicks for each ply, with commas between plies, as in "e2 e4" or
        "c2 c4, h1 i3". ``before_last`` is called before the last click."""
        plies = clicks.split(", ")
        for number, ply in enumerate(plies, 1):
            if number > 1:
                self.wait_output(f"move {NULL}$")
            self.click_through(ply, before_last if number == len(plies) else None)
            self.wait_command("usermove ")

    def clicks(self, move: str) -> str:
        """The clicks for a legal turn, for :meth:`play_turn`; '' if clicks are not enough (a choice, a swap)."""
        projection = projection_for(self.variant)
        game, _, _ = self.read(self.moves(), projection)
        if self.variant.startswith("banqi") and move[:2] == move[2:4]:
            return banqi_board.halves(move[:2], game.turn)[0]
        own = [
            ply for ply in projection.send(game, game.parse(move))[::2] if ply != NULL
        ]  # the others are the opponent's
        if any("@" in ply for ply in own):
            return ""
        cells = [re.findall(r"[a-p]\d", ply) for ply in own]
        if self.variant == "halfgi":
            return "" if own[0][4:] else f"{own[0][:2]} {own[0][2:]}"  # the engine castles
        if self.variant.startswith("bifold"):
            if len(own) > 2 or "=" in move:
                return ""
            return " ".join([*(cell[0] for cell in cells), cells[0][-1]])
        detours = any(one[-1] == two[0] for one in cells for two in cells if one != two)
        if detours or any(ply[-1].isalpha() for ply in own):
            return ""
        return ", ".join(" ".join(dict.fromkeys(ply)) for ply in cells)

    def choices(self) -> Iterator[tuple[str, str]]:
        """The legal turns that need only clicks, and these clicks."""
        for move in self.referee().legal():
            clicks = self.clicks(move)
            if clicks:
                yield move, clicks

    def click_through(self, ply: str, before_last: Callable[[], None] | None = None) -> None:
        """Click on a piece, on the squares in between, and on the destination."""
        first, *rest = ply.split()
        self.lift(first)
        for cell in rest[:-1]:
            self.click(cell)
            self.wait_lift(cell)
        if rest:  # otherwise the engine makes the other clicks
            self.skip()
            if before_last:
                before_last()
            self.click(rest[-1])

    def switch(self, variant: str) -> None:
        """File > New Variant."""
        self.new_variant(variant)
        wait_until(lambda: not self.dialogs(), "the dialog to close")
        self.variant, self.rules = variant, army_options(variant)
        self.wait_fitted(1.5)  # XBoard may request another size once more, and the engine check again
        self.reshape(*shape(variant), shown(variant, self.display, self.margins).hand)

    def fits(self) -> bool:
        """Whether the board takes about two thirds of the screen's height, and the window no more than it needs: the
        engine ensures that a moment after the start of the game."""
        place = self.display.place(self.window)
        board = shown(self.variant, self.display, self.margins)
        width, height = map(int, self.display.size.split("x"))
        square = board.square((width, height))
        return (
            place is not None
            and abs(place.width - square * board.columns) <= 2 * board.columns
            and 60 <= place.height - square * board.ranks <= 130
        )

    def wait_fitted(self, steady_for: float = 0.6) -> None:
        """Wait until the engine has fitted the window, and the window stays the same."""
        wait_steady(
            lambda: wait_until(lambda: self.fits() and self.display.place(self.window), f"a window for {self.variant}"),
            "the window to stay",
            steady_for=steady_for,
        )

    def mark(self, square: str) -> str:
        """Lift a piece; returns the engine's marks once they are drawn."""
        sent = self.lift(square)
        self.wait_drawn(sent)
        return sent

    def wait_drawn(self, marks: str) -> None:
        wait_until(lambda: self.marks() == marks, f"marks drawn as {marks}")

    def reply(self) -> str:
        """The engine's next ply."""
        return self.wait_output(r"move (\S+)")[1]

    def start(self) -> None:
        """White's turn if the person plays Black."""
        if self.flipped:
            self.menu("Machine White")
            self.turns(1)
            self.wait_fitted()  # Banqi's board is drawn again for the person's side

    def finish(self, target: str) -> str:
        """Put down the lifted piece; returns the engine's reply."""
        self.skip()
        self.click(target)
        self.wait_command("usermove ")
        return self.reply()

    def play(self, origin: str, target: str) -> str:
        """Move by two clicks; returns the engine's reply."""
        assert self.move(origin, target) == origin + target
        return self.reply()

    def clocks(self, command: str) -> list[float]:
        """A clock each time that XBoard has reported it, in seconds: the person's (`otim`) or the engine's (`time`)."""
        sent = [message.text.split() for message in self.messages() if message.sent and message.engine == "first"]
        return [int(words[1]) / 100 for words in sent if words[0] == command]

    def sent(self, command: str) -> int:
        """The number of times that XBoard has sent a command to the engine."""
        return sum(1 for m in self.messages() if m.sent and m.text.split(" ")[0] == command)


def plain(move: str) -> str:
    """A move in the engine's notation: for XBoard, en passant can name the victim."""
    via = re.fullmatch(r"(\w\d)\w\d,\w\d(\w\d)", move)
    return via[1] + via[2] if via else move


def essence(fen: str) -> tuple[str, ...]:
    """The parts on which two dialects must agree: the board, hands in any order, side to move and castling rights."""
    board, turn, castling = fen.split()[:3]
    board, _, hand = board.partition("[")
    return (board, "".join(sorted(hand.strip("]-"))), turn, castling)
