"""The loop of a game in the terminal: turns, lines of input, and the time after the end."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from oddfish.engine.game import AmbiguousMoveError, Game, MoveError, Result
from oddfish.engine.guide.words import capital
from oddfish.protocols.saved_games import ENGINE, HUMAN
from oddfish.protocols.terminal.commands import COMMANDS, Quit, described, obey, similar_command
from oddfish.protocols.terminal.printing import number_text, score_text
from oddfish.protocols.terminal.table import Setting, Table

#: Plies between two boards in a game without a person.
BOARD_EVERY = 10


class Terminal(Table):
    """A game to play in the terminal.

    Args:
        game: the position to play from.
        setting: players and limits.
        console: where to print.
        read: prints a prompt and returns the next line of input; raises EOFError at the end of the input.
    """

    def __init__(self, game: Game, setting: Setting, console: Console, read: Callable[[str], str] = input):
        super().__init__(game, setting, console)
        self.read = read
        self.interrupted = False

    def play(self) -> Result | None:
        """Play until the game ends or the player resigns or leaves; return the result, or None if there is none.

        After the end, a person can still look at the game, save it, take moves back, and play another.
        """
        try:
            self.introduce()
            while True:
                while (ended := self.game.result() or self.result) is None:
                    self.turn()
                self.result = ended
                self.announce(ended)
                if HUMAN not in self.setting.players:
                    break
                self.look_back()
        except Quit:
            if self.result is None:
                self.console.print("Game left unfinished.")
        except KeyboardInterrupt:
            self.interrupted = True
            with contextlib.suppress(OSError):  # the terminal may be closed
                self.console.print("\nInterrupted" + ("." if self.result else "; game left unfinished."))
        finally:
            self.searcher.stop_and_wait()
        return self.result

    def turn(self) -> None:
        """Play one turn of the side to move."""
        if self.setting.players[self.game.turn] == ENGINE:
            self.engine_turn()
        else:
            self.human_turn()

    def engine_turn(self) -> None:
        """Play and print the engine's move; draw the board if a person plays."""
        number, side = number_text(self.game), self.game.turn
        best = self.think()
        if best.move is None or best.text is None:
            raise AssertionError("no legal move in a game that has not ended")
        score = score_text(best.score, self.game.turn)
        played = self.game.push_move(best.move)
        line = Text(f"{number:>6} ")
        line.append(f"{capital(self.guide.called(self.game.position, side)):<6}{played:<10}", "bold")
        line.append(f"{score:>8}  depth {best.depth}", "dim")
        self.console.print(line)
        self.tell_news(played)
        if HUMAN in self.setting.players or len(self.game.moves) % BOARD_EVERY == 0:
            self.show()

    def human_turn(self) -> None:
        """Read lines until one of them is a move or ends the game."""
        before = len(self.game.moves)
        while len(self.game.moves) == before and self.result is None:
            word, argument = self.read_words(f"{number_text(self.game)} {self.player()}> ")
            if word.lower() in COMMANDS:
                obey(self, word.lower(), argument)
            else:
                self.try_move(f"{word} {argument}".strip())

    def try_move(self, line: str) -> None:
        """Play a move that a person typed, or print why it is illegal."""
        try:
            played = self.game.push_move(self.guide.parse(self.game, line))
        except MoveError as error:
            if word := similar_command(line):
                self.console.print(Text(f"Unknown command '{line}': did you mean {word}?"), soft_wrap=True)
                return
            self.console.print(Text(str(error), "red") + Text("; type moves or help"), soft_wrap=True)
            self.explain(line, error)
        else:
            self.tell_news(played)
            if self.setting.players[self.game.turn] == HUMAN:
                self.show()

    def explain(self, move: str, error: MoveError) -> None:
        """Print why a move is illegal, unless the error has said so."""
        if isinstance(error, AmbiguousMoveError) and not self.guide.only_promotes(self.game.position, error.candidates):
            return
        if reason := self.guide.why(self.game, move):
            sentence = reason if re.match(r"[a-z][0-9@]", reason) else capital(reason)
            self.console.print(Text(f"{sentence}."), soft_wrap=True)

    def look_back(self) -> None:
        """Obey commands after the end of the game until one of them resumes it or begins another.

        Raises:
            Quit: the player leaves.
        """
        if self.console.is_terminal:
            hint = "Type rematch to play again, undo to take back your last move, save FILE to save the game, or quit."
            self.console.print(hint, style="dim", soft_wrap=True)
        while self.result is not None:
            word, argument = self.read_words("Game over> ")
            command = COMMANDS.get(word.lower())
            if command is None or command.ends:
                *words, last = (name for name, _ in described(ended=True))
                self.complain(f"the game is over; type {', '.join(words)} or {last}")
            else:
                obey(self, word.lower(), argument)

    def read_words(self, prompt: str) -> tuple[str, str]:
        """Read lines until one is not empty; return its first word and the rest.

        Raises:
            Quit: the input has ended.
        """
        line = ""
        while not line:
            try:
                line = self.read(prompt).lstrip("\ufeff").strip()  # a file may begin with a byte order mark
            except EOFError:
                if self.result is None or self.console.is_terminal:
                    self.console.print()
                raise Quit from None
        word, _, argument = line.partition(" ")
        return word, argument.strip()


def read_line(prompt: str) -> str:
    """Read a line of standard input. Only a terminal shows the prompt.

    Raises:
        EOFError: the input has ended.
    """
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
