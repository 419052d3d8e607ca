"""Games in the terminal: a person against the engine, two people, or the engine against itself.

Output is coloured on a terminal and plain elsewhere. Each line of input is a move or a command.
"""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from oddfish.cext.core.rules import Position
from oddfish.engine import NAME
from oddfish.engine.game import Game, MoveError, Result
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.options import OptionError
from oddfish.engine.searcher import Best, Limits, Searcher, mate_distance
from oddfish.protocols.pictures.terminal import coloured
from oddfish.protocols.settings import SKILL_LEVEL

HUMAN, ENGINE = "human", "engine"
SIDES = ("White", "Black")

#: Plies between two boards in a game without a person.
BOARD_EVERY = 10

HELP = (
    ("e2e4 …", "play a move (upper or lower case)"),
    ("moves", "list the legal moves"),
    ("hint", "ask the engine for a move"),
    ("undo", "take back your last move"),
    ("level [N]", f"show or set the engine's playing level, 0 to {FULL_STRENGTH}"),
    ("show", "draw the board again"),
    ("fen", "print the position's FEN"),
    ("list", "print the moves of the game"),
    ("resign", "resign the game"),
    ("quit", "leave the game unfinished"),
    ("help", "print this list"),
)


class Quit(Exception):
    """The game is left unfinished."""


def score_text(score: int, turn: int) -> str:
    """A score for the side to move, from White's point of view: pawns, or ``#n`` for mate in n moves."""
    plies = mate_distance(score)
    sign = 1 if turn == 0 else -1
    if plies is None:
        return f"{sign * score / 100:+.2f}"
    white_wins = (score > 0) == (turn == 0)
    return f"{'' if white_wins else '-'}#{(abs(plies) + 1) // 2}"


def number_text(game: Game) -> str:
    """The number of the next move: ``12.`` or ``12...``."""
    return f"{game.position.number}{'.' if game.turn == 0 else '...'}"


class Setting(NamedTuple):
    """Who plays, and the engine's limits."""

    players: tuple[str, str] = (HUMAN, ENGINE)
    limits: Limits = Limits(movetime=500)
    hash_mb: int = 64
    threads: int = 1
    level: int = FULL_STRENGTH


class Terminal:
    """One game in the terminal.

    Args:
        game: the position to play from.
        setting: players and limits.
        console: where to print.
        read: returns the next line of input; raises EOFError at its end.
    """

    def __init__(self, game: Game, setting: Setting, console: Console, read: Callable[[str], str] = input):
        self.game = game
        self.setting = setting
        self.console = console
        self.read = read
        self.searcher = Searcher(hash_mb=setting.hash_mb, threads=setting.threads, overhead=0)
        self.searcher.skill.level = setting.level
        self.result: Result | None = None
        self.interrupted = False
        self.shown: Position | None = None  # the last position drawn

    # The game -----------------------------------------------------------------------------------------------

    def play(self) -> Result | None:
        """Play until the game ends, is resigned or left; returns the result, or None if there is none."""
        self.introduce()
        try:
            while (ended := self.game.result() or self.result) is None:
                self.turn()
            self.result = ended
        except Quit:
            self.console.print("Game left unfinished.")
        except KeyboardInterrupt:
            self.console.print("\nInterrupted; game left unfinished.")
            self.interrupted = True
        finally:
            self.searcher.stop_and_wait()
        if self.result is None:
            return None
        if self.shown is not self.game.position:
            self.show()
        self.console.print(f"[bold]{self.result.text}[/bold]  {outcome_text(self.result)}")
        return self.result

    def turn(self) -> None:
        """One turn of the side to move."""
        if self.setting.players[self.game.turn] == ENGINE:
            self.engine_turn()
        else:
            self.human_turn()

    def engine_turn(self) -> None:
        """Make the engine's move and print it; draw the board for a person who must answer."""
        number, side = number_text(self.game), SIDES[self.game.turn]
        best = self.think()
        if best.move is None or best.text is None:
            raise AssertionError("no legal move in a game that has not ended")
        score = score_text(best.score, self.game.turn)
        self.game.push_move(best.move)
        line = Text(f"{number:>6} ")
        line.append(f"{side:<6}{best.text:<10}", "bold")
        line.append(f"{score:>8}  depth {best.depth}", "dim")
        self.console.print(line)
        if HUMAN in self.setting.players or len(self.game.moves) % BOARD_EVERY == 0:
            self.show()

    def think(self, analysis: bool = False) -> Best:
        """The engine's best move, at full strength for ``analysis``; on a terminal a spinner turns meanwhile."""
        limits = self.setting.limits._replace(analysis=analysis)
        if not self.console.is_terminal:
            return self.searcher.think(self.game, limits)
        with self.console.status(f"{NAME} thinks for {SIDES[self.game.turn]} …"):
            return self.searcher.think(self.game, limits)

    def human_turn(self) -> None:
        """Read lines until one is a move or ends the game."""
        before = len(self.game.moves)
        while len(self.game.moves) == before and self.result is None:
            try:
                line = self.read(f"{number_text(self.game)} {SIDES[self.game.turn]}> ").strip()
            except EOFError:
                self.console.print()
                raise Quit from None
            if not line:
                continue
            if line.lower().split()[0] == "level":
                self.level(line.split()[1:])
                continue
            command = self.COMMANDS.get(line.lower())
            if command is not None:
                command(self)
                if command is Terminal.undo:
                    return
                continue
            try:
                self.game.push(line)
            except MoveError as error:
                self.console.print(Text(str(error), "red") + Text("; type moves or help"), soft_wrap=True)

    # Commands -----------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back to the last position with a person to move."""
        turns = [position.turn for position in self.game.positions[:-1]]
        for back, turn in enumerate(reversed(turns), 1):
            if self.setting.players[turn] == HUMAN:
                for _ in range(back):
                    self.game.pop()
                self.show()
                return
        self.console.print("There is no move of yours to take back.")

    def hint(self) -> None:
        best = self.think(analysis=True)
        self.console.print(f"Hint: [bold]{best.text}[/bold]  {score_text(best.score, self.game.turn)}")

    def level(self, words: list[str]) -> None:
        """Show the playing level, or set it."""
        if words:
            try:
                self.searcher.skill.level = int(SKILL_LEVEL.read(" ".join(words)))
            except OptionError as error:
                self.console.print(Text(str(error), "red"), soft_wrap=True)
                return
        level = self.searcher.skill.level
        full = f" (of {FULL_STRENGTH})" if level < FULL_STRENGTH else " (full strength)"
        self.console.print(f"Playing level {level}{full}.")

    def print_fen(self) -> None:
        self.console.print(self.game.fen(), markup=False, soft_wrap=True)

    def moves(self) -> None:
        texts = sorted(self.game.legal())
        self.console.print(Columns(texts, padding=(0, 2)))
        self.console.print(f"{len(texts)} legal moves", style="dim")

    def list_moves(self) -> None:
        self.console.print(move_list(self.game) or "No move has been made.")

    def resign(self) -> None:
        self.result = Result(1 - self.game.turn, "resignation")

    def quit(self) -> None:
        raise Quit

    def help(self) -> None:
        table = Table.grid(padding=(0, 2))
        for name, meaning in HELP:
            table.add_row(Text(name, "bold"), meaning)
        self.console.print(table)

    # Drawing ------------------------------------------------------------------------------------------------

    def introduce(self) -> None:
        """Print the variant, the players, the board and the meaning of its letters."""
        names = [NAME if player == ENGINE else "you" for player in self.setting.players]
        if names[0] == names[1]:
            names = [NAME, NAME] if names[0] == NAME else ["White", "Black"]
        self.console.print(Text(self.game.variant.title, "bold"))
        self.console.print(
            f"White: {names[0]}, Black: {names[1]}. Scores are in pawns, from White's point of view.", soft_wrap=True
        )
        self.show()
        self.console.print(legend(self.game))
        if HUMAN in self.setting.players:
            self.console.print("Type a move such as [bold]e2e4[/bold], or [bold]help[/bold].")

    def show(self) -> None:
        """Draw the board, and say who is to move."""
        self.shown = self.game.position
        self.console.print()
        self.console.print(board(self.game, self.console))
        if self.game.result() is None:
            check = ", in check" if self.game.position.check else ""
            self.console.print(f"{SIDES[self.game.turn]} to move{check}", style="dim")
        self.console.print()

    COMMANDS: ClassVar[dict[str, Callable[[Terminal], None]]] = {
        "undo": undo,
        "hint": hint,
        "fen": print_fen,
        "show": show,
        "board": show,
        "moves": moves,
        "list": list_moves,
        "resign": resign,
        "quit": quit,
        "exit": quit,
        "help": help,
        "?": help,
    }


def outcome_text(result: Result) -> str:
    """The winner and the reason, in words."""
    if result.winner is None:
        return f"draw by {result.reason}"
    return f"{SIDES[result.winner]} wins by {result.reason}"


def board(game: Game, console: Console) -> Text:
    """The position: coloured squares on a terminal, the variant's own drawing elsewhere."""
    if console.is_terminal and console.color_system:
        last = game.positions[-2].text(game.moves[-1]) if game.moves else ""
        return coloured(game.variant, game.position, last)
    return Text(game.variant.draw(game.position))


def legend(game: Game) -> Table:
    """What the letters stand for."""
    table = Table.grid(padding=(0, 2))
    for letters, meaning in game.variant.legend(game.position):
        table.add_row(Text(letters, "bold"), Text(meaning))
    return table


def move_list(game: Game) -> str:
    """The game so far, as numbered moves."""
    words: list[str] = []
    for index, (position, text) in enumerate(zip(game.positions, game.texts())):
        if position.turn == 0:
            words.append(f"{position.number}.")
        elif index == 0:
            words.append(f"{position.number}...")
        words.append(text)
    return " ".join(words)


def pgn(game: Game, result: Result | None, players: Sequence[str]) -> str:
    """The game as PGN, with names and today's date."""
    names = [NAME if player == ENGINE else "Human" for player in players]
    tags = {
        "Event": "Oddfish terminal game",
        "Date": datetime.date.today().strftime("%Y.%m.%d"),
        "White": names[0],
        "Black": names[1],
    }
    return game.pgn(tags, result)


def read_line(prompt: str) -> str:
    """A line of standard input; the prompt appears on terminals only."""
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
