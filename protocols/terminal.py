"""Games in the terminal: a person against the engine, two people, or the engine against itself.

Output is coloured on a terminal and plain elsewhere. Each line of input is a move or a command.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, NamedTuple

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from oddfish.cext.core.rules import Position
from oddfish.engine import NAME
from oddfish.engine.files import FileError, place_of, replacing, write_new
from oddfish.engine.game import AmbiguousMoveError, Game, MoveError, Result
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.words import capital
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.options import OptionError, shown
from oddfish.engine.searcher import Best, Limits, Searcher, mate_distance
from oddfish.protocols.pictures.marks import explained
from oddfish.protocols.pictures.terminal import drawn, shows_signs
from oddfish.protocols.pictures.view import View
from oddfish.protocols.saved_games import ENGINE, HUMAN, pgn
from oddfish.protocols.settings import SKILL_LEVEL

#: Plies between two boards in a game without a person.
BOARD_EVERY = 10


class Quit(Exception):
    """The game is left, finished or not."""


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
    """Who plays, the engine's limits, and the result of a saved game that ended otherwise than on the board."""

    players: tuple[str, str] = (HUMAN, ENGINE)
    limits: Limits = Limits(movetime=500)
    hash_mb: int = 64
    threads: int = 1
    level: int = FULL_STRENGTH
    ended: str = ""


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
        self.guide = guide_of(game.variant)
        self.result: Result | None = None
        self.interrupted = False
        self.saved: set[Path] = set()  # files that may be written again
        self.shown: Position | None = None  # the last position drawn

    # The game -----------------------------------------------------------------------------------------------

    def play(self) -> Result | None:
        """Play until the game ends, is resigned or left; returns the result, or None if there is none. A person may
        look back at a game that has ended, save it, or take moves back."""
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
            with contextlib.suppress(OSError):  # the terminal may be gone
                self.console.print("\nInterrupted" + ("." if self.result else "; game left unfinished."))
        finally:
            self.searcher.stop_and_wait()
        return self.result

    def announce(self, result: Result) -> None:
        """Say how the game has ended."""
        if self.shown is not self.game.position:
            self.show()
        self.console.print(f"[bold]{result.text}[/bold]  {outcome_text(result, self.game)}")

    def look_back(self) -> None:
        """Obey commands after the end of a game, until one lets it go on.

        Raises:
            Quit: there is nothing more to do.
        """
        if self.console.is_terminal:
            self.console.print("undo takes back your last move, save FILE keeps the game, quit leaves.", style="dim")
        while self.result is not None:
            word, argument = self.read_words("Game over> ")
            command = self.COMMANDS.get(word.lower())
            if command is None or command.ends:
                *words, last = (name for name, _ in commands(ended=True))
                self.complain(f"the game is over: {', '.join(words)} or {last}")
            else:
                self.obey(word.lower(), command, argument)

    def read_words(self, prompt: str) -> tuple[str, str]:
        """The first word of the next line that has one, and the rest.

        Raises:
            Quit: there is none.
        """
        line = ""
        while not line:
            try:
                line = self.read(prompt).strip()
            except EOFError:
                if self.result is None or self.console.is_terminal:
                    self.console.print()
                raise Quit from None
        word, _, argument = line.partition(" ")
        return word, argument.strip()

    def turn(self) -> None:
        """One turn of the side to move."""
        if self.setting.players[self.game.turn] == ENGINE:
            self.engine_turn()
        else:
            self.human_turn()

    def engine_turn(self) -> None:
        """Make the engine's move and print it; draw the board for a person who must answer."""
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

    def tell_news(self, played: str) -> None:
        """What the last move has told the players."""
        before, after = self.game.positions[-2:]
        news = self.guide.news(before, played, after, self.names(you="You"))
        if news:
            self.console.print(Text(news), soft_wrap=True)

    def think(self, analysis: bool = False) -> Best:
        """The engine's best move, at full strength for ``analysis``; on a terminal a spinner turns meanwhile."""
        limits = self.setting.limits._replace(analysis=analysis)
        if not self.console.is_terminal:
            return self.searcher.think(self.game, limits)
        with self.console.status(f"{NAME} thinks for {self.guide.called(self.game.position, self.game.turn)} …"):
            return self.searcher.think(self.game, limits)

    def human_turn(self) -> None:
        """Read lines until one is a move or ends the game."""
        before = len(self.game.moves)
        while len(self.game.moves) == before and self.result is None:
            word, argument = self.read_words(f"{number_text(self.game)} {self.player()}> ")
            command = self.COMMANDS.get(word.lower())
            if command is not None:
                self.obey(word.lower(), command, argument)
                continue
            line = f"{word} {argument}".strip()
            try:
                played = self.game.push_move(self.game.parse_choice(line))
            except MoveError as error:
                self.console.print(Text(str(error), "red") + Text("; type moves or help"), soft_wrap=True)
                self.explain(line, error)
            else:
                self.tell_news(played)
                if self.setting.players[self.game.turn] == HUMAN:
                    self.show()

    def obey(self, word: str, command: Command, argument: str) -> None:
        """Carry out a command, if it has what it needs."""
        if argument and not command.argument:
            self.complain(f"{word} takes no argument")
        elif not argument and command.argument and not command.argument.startswith("["):
            self.complain(f"{word} needs an argument: {word} {command.argument}")
        else:
            command.run(self, argument)

    def complain(self, text: str) -> None:
        self.console.print(Text(text, "red"), soft_wrap=True)

    # Commands -----------------------------------------------------------------------------------------------

    def undo(self, _argument: str) -> None:
        """Take back to the last position with a person to move; or a resignation."""
        if self.result is not None and self.game.result() is None:
            self.result = None
            self.show()
            return
        turns = [position.turn for position in self.game.positions[:-1]]
        for back, turn in enumerate(reversed(turns), 1):
            if self.setting.players[turn] == HUMAN:
                for _move in range(back):
                    self.game.pop()
                self.result = None
                self.show()
                return
        self.console.print("There is no move of yours to take back.")

    def hint(self, _: str) -> None:
        best = self.think(analysis=True)
        self.console.print(f"Hint: [bold]{best.text}[/bold]  {score_text(best.score, self.game.turn)}")

    def level(self, number: str) -> None:
        """Show the playing level, or set it."""
        if number:
            try:
                self.searcher.skill.level = int(SKILL_LEVEL.read(number))
            except OptionError:
                self.complain(f"level {number}: levels are 0 to {FULL_STRENGTH}")
                return
        level = self.searcher.skill.level
        full = f" (of {FULL_STRENGTH})" if level < FULL_STRENGTH else " (full strength)"
        self.console.print(f"Playing level {level}{full}.")

    def evaluate(self, _: str) -> None:
        score = self.searcher.evaluate(self.game)
        better = self.guide.called(self.game.position, self.game.turn if score > 0 else 1 - self.game.turn)
        if mate_distance(score) is not None:
            verdict = f"{better} wins"
        else:
            verdict = f"{better} is {abs(score) / 100:.2f} pawns better" if score else "the sides are even"
        self.console.print(f"Evaluation: {verdict}, without looking ahead; hint looks ahead.", soft_wrap=True)

    def print_fen(self, _: str) -> None:
        self.console.print(self.game.fen(), markup=False, soft_wrap=True)

    def moves(self, square: str) -> None:
        """All legal moves, or those of a piece on the board."""
        origin = square.lower()
        if " " in origin:
            self.complain("moves takes one square, such as moves " + origin.split()[0])
        elif origin and not re.fullmatch("[a-z]@", origin) and origin not in self.guide.squares():
            self.complain(f"there is no square {square}")
        else:
            print_moves(self.console, self.game, origin, self.flipped)

    def why(self, move: str) -> None:
        reason = self.guide.why(self.game, move)
        if self.result is not None and not self.game.result():
            reason = f"the game is over by {self.result.reason}, which undo takes back"
        if reason:
            verdict = f"is not legal: {reason}"
        else:
            full, why_not_more = self.guide.stands_for(self.game, move)
            meaning = f" {full}: {why_not_more}" if why_not_more else f" {full}"
            verdict = f"is legal, short for{meaning}" if full else "is legal"
        self.console.print(Text(f"{move} {verdict}."), soft_wrap=True)

    def explain(self, move: str, error: MoveError) -> None:
        """Why a move that was refused is illegal, if the error has not said it."""
        if isinstance(error, AmbiguousMoveError) and not self.guide.only_promotes(self.game.position, error.candidates):
            return
        if reason := self.guide.why(self.game, move):
            sentence = reason if re.match(r"[a-z][0-9@]", reason) else capital(reason)
            self.console.print(Text(f"{sentence}."), soft_wrap=True)

    def list_moves(self, _: str) -> None:
        self.console.print(move_list(self.game) or "No move has been made.")

    def save(self, name: str) -> None:
        """Write the game so far, to the screen for ``-``; a file that this session has not written is never
        overwritten."""
        if name == "-":
            self.console.print(Text(self.pgn()), soft_wrap=True)
            return
        text = self.pgn().encode()
        try:
            path = place_of(name)
            if path in self.saved:
                with replacing(path, make_folders=False) as file:
                    file.write(text)
            else:
                write_new(path, text)
        except FileError as error:
            self.complain(str(error))
        except FileExistsError:
            self.complain(f"{name} exists: choose another name")
        except OSError as error:
            self.complain(f"cannot write {name}: {error.strerror or error}")
        else:
            self.saved.add(path)
            number = len(self.game.moves)
            self.console.print(Text(f"Saved {number} move{'' if number == 1 else 's'} to {name}."), soft_wrap=True)

    def pgn(self) -> str:
        """The game so far."""
        return pgn(self.game, self.result, self.setting.players, self.searcher.skill.level)

    def resign(self, _: str) -> None:
        self.result = Result(1 - self.game.turn, "resignation")

    def quit(self, _: str) -> None:
        raise Quit

    def draw(self, _: str) -> None:
        self.show()

    def help(self, _: str) -> None:
        table = Table.grid(padding=(0, 2))
        table.add_row(Text("Moves", "bold underline"))
        for example, meaning in self.guide.notation_in(self.game.position):
            table.add_row(Text(example, "bold"), meaning)
        table.add_row("")
        table.add_row(Text("Commands", "bold underline"))
        for name, meaning in commands(ended=self.result is not None):
            table.add_row(Text(name, "bold"), meaning)
        self.console.print(table)

    # Drawing ------------------------------------------------------------------------------------------------

    @property
    def flipped(self) -> bool:
        """Whether the only person plays Black, and sits at the bottom."""
        return self.setting.players == (ENGINE, HUMAN)

    def names(self, you: str = "you") -> tuple[str, str]:
        """The players' names; those of their sides where two people play."""
        if self.setting.players == (HUMAN, HUMAN):
            return self.guide.sides
        white, black = (NAME if player == ENGINE else you for player in self.setting.players)
        return white, black

    def player(self) -> str:
        """What the one to move is called."""
        turn, alike = self.game.turn, len({*self.setting.players}) == 1
        name = (self.guide.sides if alike else self.names(you="You"))[turn]
        return capital(self.guide.player(self.game.position, turn, name))

    def introduce(self) -> None:
        """Print the variant, its house rules, the players, the board, the meaning of its letters, and how to move."""
        self.console.print(Text(self.game.variant.title, "bold"))
        if rules := house_rules(self.game):
            self.console.print(Text(f"House rules: {', '.join(rules)}."), soft_wrap=True)
        scores = f"Scores are in pawns, from {self.guide.sides[0]}'s point of view."
        self.console.print(Text(f"{self.who_plays()} {scores}"), soft_wrap=True)
        if ended := self.setting.ended:
            remark = f"This game ended {ended}, though not on the board; it goes on from its last position."
            self.console.print(Text(remark), soft_wrap=True)
        self.show()
        self.console.print(legend(self.game))
        for sentence in filter(None, (self.guide.capitals, self.guide.board_note)):
            self.console.print(sentence, soft_wrap=True)
        if HUMAN in self.setting.players and self.game.result() is None:
            self.tell_how_to_move()

    def who_plays(self) -> str:
        """The players of both sides, and the engine's strength, in a sentence."""
        level, players = self.searcher.skill.level, self.setting.players
        strength = f"at level {level}" if level < FULL_STRENGTH else "at full strength"
        if players == (HUMAN, HUMAN):
            return "Two people play."
        if HUMAN not in players:
            return f"{NAME} plays itself {strength}."
        seats = (f"{NAME} {strength}" if player == ENGINE else "you" for player in players)
        return capital(", ".join(f"{side}: {seat}" for side, seat in zip(self.guide.sides, seats))) + "."

    def tell_how_to_move(self) -> None:
        """Print examples of moves, and what tells more."""
        line = Text("Type a move such as ")
        to_move = self.setting.players[self.game.turn] == HUMAN
        line.append(self.guide.examples(self.game) if to_move else self.guide.notation[0][0], "bold")
        line.append(", or ")
        line.append("help", "bold")
        line.append(".")
        self.console.print(line, soft_wrap=True)
        command = f"oddfish variants --rules {self.game.variant.name}"
        self.console.print(f"Lessons and rules: {command}", style="dim", highlight=False, soft_wrap=True)

    def show(self) -> None:
        """Draw the board, and say who is to move."""
        self.shown = self.game.position
        self.console.print()
        self.console.print(board(self.game, self.console, self.flipped))
        if self.game.result() is None:
            check = ", in check" if self.game.position.check else ""
            self.console.print(f"{self.player()} to move{check}", style="dim")
        self.console.print()

    COMMANDS: ClassVar[dict[str, Command]] = {}


class Command(NamedTuple):
    """What a word of input does.

    Attributes:
        run: the method.
        argument: what follows the word: in capitals if it must, in brackets if it may.
        meaning: for help; '' for other names of a command.
        ends: whether there is no more use for it once the game has ended.
    """

    run: Callable[[Terminal, str], None]
    argument: str
    meaning: str
    ends: bool = False


Terminal.COMMANDS.update(
    {
        "moves": Command(Terminal.moves, "[square]", "list the legal moves, or draw those of one piece"),
        "why": Command(Terminal.why, "MOVE", "say why a move is illegal"),
        "hint": Command(Terminal.hint, "", "ask the engine for a move", True),
        "eval": Command(Terminal.evaluate, "", "the engine's opinion of the position, without looking ahead", True),
        "undo": Command(Terminal.undo, "", "take back your last move"),
        "level": Command(Terminal.level, "[N]", f"show or set the engine's playing level, 0 to {FULL_STRENGTH}"),
        "show": Command(Terminal.draw, "", "draw the board again"),
        "board": Command(Terminal.draw, "", ""),
        "fen": Command(Terminal.print_fen, "", "print the position's FEN"),
        "list": Command(Terminal.list_moves, "", "print the moves of the game"),
        "save": Command(Terminal.save, "FILE", "write the game so far as PGN"),
        "resign": Command(Terminal.resign, "", "resign the game", True),
        "quit": Command(Terminal.quit, "", "leave the game"),
        "exit": Command(Terminal.quit, "", ""),
        "help": Command(Terminal.help, "", "print this list"),
        "?": Command(Terminal.help, "", ""),
    }
)


def commands(ended: bool = False) -> tuple[tuple[str, str], ...]:
    """The commands and what they do.

    Args:
        ended: only those of use once the game has ended.
    """
    return tuple(
        (f"{name} {command.argument}".rstrip(), command.meaning)
        for name, command in Terminal.COMMANDS.items()
        if command.meaning and not (ended and command.ends)
    )


HELP = commands()


#: Reasons that one may win or draw *by*, and those that are better told in other words.
_MEANS = ("checkmate", "stalemate", "repetition", "insufficient material", "adjudication", "resignation")
_REASONS = {"all pieces captured": "capturing all pieces", "royals captured": "capturing both royals"}


def outcome_text(result: Result, game: Game) -> str:
    """The winner and the reason, in words."""
    guide = guide_of(game.variant)
    reason = guide.move_rule if result.reason == "move rule" else _REASONS.get(result.reason, result.reason)
    joint = " by " if reason != result.reason or reason in _MEANS else ": "
    if result.winner is None:
        return f"draw{joint}{reason}"
    if reason == "no legal move":
        reason = f"{guide.called(game.position, 1 - result.winner)} has {reason}"
    return f"{capital(guide.called(game.position, result.winner))} wins{joint}{reason}"


def board(game: Game, console: Console, flipped: bool = False) -> Text:
    """The position as the console can show it, the last move highlighted."""
    last = game.positions[-2].text(game.moves[-1]) if game.moves else ""
    return drawn(console, game.variant, game.position, View(last, flipped=flipped))


def print_moves(console: Console, game: Game, origin: str = "", flipped: bool = False) -> None:
    """Print the legal moves, or draw and print those of one piece.

    Args:
        origin: the square where they begin, or a letter and @ for drops; '' for all.
    """
    guide = guide_of(game.variant)
    texts = sorted(text for text in guide.moves(game.position) if not origin or guide.origin(text) == origin)
    if origin and texts:
        targets = guide.all_targets(game.position, origin)
        console.print()
        console.print(drawn(console, game.variant, game.position, View(targets=targets, flipped=flipped)))
        console.print(Text(explained(targets, shows_signs(console))), soft_wrap=True)
        console.print()
    if texts:
        console.print(Columns(texts, padding=(0, 2)))
    number = guide.counted(game.position, len(texts), origin)
    reason = guide.why_none(game.position, origin) if origin and not texts else ""
    console.print(f"{number}{': ' if reason else ''}{reason}", style="dim", markup=False, soft_wrap=True)


def legend(game: Game) -> Table:
    """What the letters stand for."""
    table = Table.grid(padding=(0, 2))
    for letters, meaning in game.variant.legend(game.position):
        table.add_row(Text(letters, "bold"), Text(meaning))
    return table


def move_list(game: Game) -> str:
    """The game so far, as numbered moves."""
    return " ".join(word for pair in zip(game.numbers(), game.texts()) for word in pair if word)


def house_rules(game: Game) -> list[str]:
    """The options of the rules that do not have their usual values."""
    unusual, settled = game.variant.unusual(game.options), game.variant.tags(game.positions[0])
    rules = game.variant.rule_options(game.options)
    return [f"{name}={shown(unusual[name])}" for name in rules if name in unusual and name not in settled]


def read_line(prompt: str) -> str:
    """A line of standard input; the prompt appears on terminals only."""
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
