"""A game in the terminal: its players, its board, and what is printed about it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from oddfish.cext.core.rules import Position
from oddfish.engine import NAME
from oddfish.engine.game import Game, Result
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.words import capital
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.rematch import next_starter
from oddfish.engine.searcher import Best, Limits, Searcher
from oddfish.protocols.saved_games import ENGINE, HUMAN, pgn
from oddfish.protocols.terminal.printing import board, house_rules, legend, outcome_text


class Setting(NamedTuple):
    """How a game is played.

    Attributes:
        players: who plays each side, HUMAN or ENGINE.
        limits: the limits of the engine's searches.
        hash_mb: the size of the transposition table, in megabytes.
        threads: search threads.
        level: the engine's playing level.
        ended: the recorded result of a loaded game that did not end on the board; '' for none.
        first: who plays first in a rematch, one of :data:`~oddfish.engine.rematch.FIRST`; '' for the game's custom.
        fen: the position from which rematches start; '' for the start position.
        seed: the seed of the first game, from which those of its rematches follow; None to draw each one.
    """

    players: tuple[str, str] = (HUMAN, ENGINE)
    limits: Limits = Limits(movetime=500)
    hash_mb: int = 64
    threads: int = 1
    level: int = FULL_STRENGTH
    ended: str = ""
    first: str = ""
    fen: str = ""
    seed: int | None = None


class Table:
    """A game and its players.

    Args:
        game: the position to play from.
        setting: players and limits.
        console: where to print.
    """

    def __init__(self, game: Game, setting: Setting, console: Console):
        self.game = game
        self.setting = setting
        self.console = console
        self.searcher = Searcher(hash_mb=setting.hash_mb, threads=setting.threads, overhead=0)
        self.searcher.skill.level = setting.level
        self.guide = guide_of(game.variant)
        self.result: Result | None = None
        self.earlier: list[str] = []  # the games before this one, as PGN
        self.saved: dict[Path, int] = {}  # files written by `save`, and the number of the game in each
        self.shown: Position | None = None  # the last position drawn

    def think(self, analysis: bool = False) -> Best:
        """Search for the engine's best move; a terminal shows a spinner meanwhile.

        Args:
            analysis: search at full strength, whatever the playing level.
        """
        limits = self.setting.limits._replace(analysis=analysis)
        if not self.console.is_terminal:
            return self.searcher.think(self.game, limits)
        with self.console.status(f"{NAME} is thinking for {self.guide.called(self.game.position, self.game.turn)} …"):
            return self.searcher.think(self.game, limits)

    def pgn(self) -> str:
        """The game so far, as PGN."""
        return pgn(self.game, self.result, self.setting.players, self.searcher.skill.level)

    def all_games(self) -> str:
        """The game so far and those before it, as PGN. A rematch without moves is left out."""
        games = [*self.earlier, self.pgn()] if self.game.moves or not self.earlier else self.earlier
        return "\n".join(games)

    def rematch(self, first: str) -> None:
        """Begin another game between the same players.

        Args:
            first: who plays first, one of :data:`~oddfish.engine.rematch.FIRST`; '' for the setting's.
        """
        last, setting = self.game, self.setting
        first = first or setting.first or self.custom()
        self.earlier.append(self.pgn())
        winner = None if self.result is None else self.result.winner
        side, did = next_starter(first, winner, last.positions[0].turn)
        seed = None if setting.seed is None else setting.seed + len(self.earlier)
        self.game = Game(last.variant, last.options, setting.fen or None, seed)
        self.result = None
        self.searcher.new_game()
        players = setting.players if side == self.game.turn else setting.players[::-1]
        self.setting = setting._replace(players=players, ended="")
        self.console.print()
        if players == (HUMAN, HUMAN):
            name = capital(self.guide.called(last.position, side))
            self.console.print(f"{name}, who {did}, now plays first.")
        else:
            self.console.print(Text(self.who_plays()), soft_wrap=True)
        self.show()

    def custom(self) -> str:
        """Who plays first in a rematch if nothing else is set: the game's custom between people, else swapped sides."""
        return self.game.variant.rematch_first if self.setting.players == (HUMAN, HUMAN) else "alternate"

    # The players --------------------------------------------------------------------------------------------

    @property
    def flipped(self) -> bool:
        """Whether Black is at the bottom: when the only person plays Black."""
        return self.setting.players == (ENGINE, HUMAN)

    def names(self, you: str = "you") -> tuple[str, str]:
        """The players' names, or those of their sides if two people play."""
        if self.setting.players == (HUMAN, HUMAN):
            return self.guide.sides
        white, black = (NAME if player == ENGINE else you for player in self.setting.players)
        return white, black

    def player(self) -> str:
        """The name of the player to move."""
        turn, alike = self.game.turn, len({*self.setting.players}) == 1
        name = (self.guide.sides if alike else self.names(you="You"))[turn]
        return capital(self.guide.player(self.game.position, turn, name))

    def who_plays(self) -> str:
        """A sentence about the players of both sides and the engine's strength."""
        level, players = self.searcher.skill.level, self.setting.players
        strength = f"at level {level}" if level < FULL_STRENGTH else "at full strength"
        if players == (HUMAN, HUMAN):
            return "Two people play."
        if HUMAN not in players:
            return f"{NAME} plays itself {strength}."
        seats = (f"{NAME} {strength}" if player == ENGINE else "you" for player in players)
        return capital(", ".join(f"{side}: {seat}" for side, seat in zip(self.guide.sides, seats))) + "."

    # Printing -----------------------------------------------------------------------------------------------

    def complain(self, text: str) -> None:
        """Print an error."""
        self.console.print(Text(text, "red"), soft_wrap=True)

    def introduce(self) -> None:
        """Print the variant, house rules, players, board, what its letters mean, and how to move."""
        self.console.print(Text(self.game.variant.title, "bold"))
        if rules := house_rules(self.game):
            self.console.print(Text(f"House rules: {', '.join(rules)}."), soft_wrap=True)
        scores = f"Scores are in pawns, from {self.guide.sides[0]}'s point of view."
        self.console.print(Text(f"{self.who_plays()} {scores}"), soft_wrap=True)
        if ended := self.setting.ended:
            text = f"The file records {ended}, but the game did not end on the board: it continues from its last move."
            self.console.print(Text(text), soft_wrap=True)
        self.show()
        self.console.print(legend(self.game))
        for sentence in filter(None, (self.guide.capitals, self.guide.board_note)):
            self.console.print(sentence, soft_wrap=True)
        if HUMAN in self.setting.players and self.game.result() is None:
            self.tell_how_to_move()

    def tell_how_to_move(self) -> None:
        """Print examples of moves, and where to learn more."""
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
        """Draw the board and print whose move it is."""
        self.shown = self.game.position
        self.console.print()
        self.console.print(board(self.game, self.console, self.flipped))
        if self.game.result() is None:
            check = ", in check" if self.game.position.check else ""
            self.console.print(f"{self.player()} to move{check}", style="dim")
        self.console.print()

    def tell_news(self, played: str) -> None:
        """Print what the last move revealed."""
        before, after = self.game.positions[-2:]
        news = self.guide.news(before, played, after, self.names(you="You"))
        if news:
            self.console.print(Text(news), soft_wrap=True)

    def announce(self, result: Result) -> None:
        """Print how the game ended."""
        if self.shown is not self.game.position:
            self.show()
        self.console.print(f"[bold]{result.text}[/bold]  {outcome_text(result, self.game)}")
