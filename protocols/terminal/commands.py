"""The commands that a player can type instead of a move."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from oddfish.engine import NAME
from oddfish.engine.files import FileError, place_of, replacing, write_new
from oddfish.engine.game import Result
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.options import OptionError
from oddfish.engine.printable import amount
from oddfish.engine.rematch import FIRST
from oddfish.engine.search_options import SKILL_LEVEL
from oddfish.engine.searcher import mate_distance
from oddfish.engine.spelling import similar
from oddfish.protocols.agreement import agrees_to_draw
from oddfish.protocols.saved_games import ENGINE, HUMAN
from oddfish.protocols.terminal.printing import move_list, print_moves, score_text
from oddfish.protocols.terminal.table import Table


class Quit(Exception):
    """The player leaves the game, finished or not."""


class Command(NamedTuple):
    """A word that the player can type.

    Attributes:
        run: carries out the command, with its argument.
        argument: the argument's name: in capitals if it is required, in brackets if it is optional; '' for none.
        meaning: the description in the help; '' for another name of a command.
        ends: whether the command makes no sense once the game is over.
        follows: whether it makes sense only then.
    """

    run: Callable[[Table, str], None]
    argument: str
    meaning: str
    ends: bool = False
    follows: bool = False


def obey(table: Table, word: str, argument: str) -> None:
    """Carry out a command, or complain about its argument.

    Args:
        word: a key of :data:`COMMANDS`.
        argument: the rest of the line.
    """
    command = COMMANDS[word]
    if argument and not command.argument:
        table.complain(f"{word} takes no argument")
    elif not argument and command.argument and not command.argument.startswith("["):
        table.complain(f"{word} needs an argument: {word} {command.argument}")
    elif command.follows and table.result is None:
        table.complain(f"{word} works only after the game: first finish it, resign or agree on a draw")
    else:
        command.run(table, argument)


def described(ended: bool = False) -> tuple[tuple[str, str], ...]:
    """The commands and their descriptions.

    Args:
        ended: leave out commands that make no sense once the game is over.
    """
    return tuple(
        (f"{name} {command.argument}".rstrip(), command.meaning)
        for name, command in COMMANDS.items()
        if command.meaning and not (ended and command.ends)
    )


def similar_command(line: str) -> str:
    """The command of which a line's first word is a misspelling; '' if it looks like a move or like no command."""
    word = line.partition(" ")[0].lower()
    if not word.isalpha():
        return ""
    return " or ".join(similar(word, [name for name in COMMANDS if name.isalpha()], 2))


# What they do -----------------------------------------------------------------------------------------------


def _undo(table: Table, _: str) -> None:
    """Take back a resignation or an agreed draw, or all moves since the last one by a person."""
    if table.result is not None and table.game.result() is None:
        table.result = None
        table.show()
        return
    turns = [position.turn for position in table.game.positions[:-1]]
    for back, turn in enumerate(reversed(turns), 1):
        if table.setting.players[turn] == HUMAN:
            for _move in range(back):
                table.game.pop()
            table.result = None
            table.show()
            return
    table.console.print("You have no move to take back.")


def _hint(table: Table, _: str) -> None:
    best = table.think(analysis=True)
    table.console.print(f"Hint: [bold]{best.text}[/bold]  {score_text(best.score, table.game.turn)}")


def _level(table: Table, number: str) -> None:
    """Show the playing level, or set it."""
    if number:
        try:
            table.searcher.skill.level = int(SKILL_LEVEL.read(number))
        except OptionError:
            table.complain(f"level {number}: choose a level from 0 to {FULL_STRENGTH}")
            return
    level = table.searcher.skill.level
    full = f" (of {FULL_STRENGTH})" if level < FULL_STRENGTH else " (full strength)"
    table.console.print(f"Playing level {level}{full}.")


def _evaluate(table: Table, _: str) -> None:
    score = table.searcher.evaluate(table.game)
    better = table.guide.called(table.game.position, table.game.turn if score > 0 else 1 - table.game.turn)
    if mate_distance(score) is not None:
        verdict = f"{better} wins"
    else:
        verdict = f"{better} is {abs(score) / 100:.2f} pawns ahead" if score else "the position is equal"
    table.console.print(f"Evaluation: {verdict}, without a search. Type hint for a search.", soft_wrap=True)


def _fen(table: Table, _: str) -> None:
    table.console.print(table.game.fen(), markup=False, soft_wrap=True)


def _moves(table: Table, square: str) -> None:
    """List all legal moves, or show those of one piece."""
    origin = square.lower()
    if " " in origin:
        table.complain("moves takes one square, such as moves " + origin.split()[0])
    elif origin and not re.fullmatch("[a-z]@", origin) and origin not in table.guide.squares():
        table.complain(f"there is no square {square}")
    else:
        print_moves(table.console, table.game, origin, table.flipped)


def _why(table: Table, move: str) -> None:
    """Explain why a move is illegal, or what a short form of it means."""
    reason = table.guide.why(table.game, move)
    if table.result is not None and not table.game.result():
        reason = f"the game ended by {table.result.reason}; undo takes that back"
    if reason:
        verdict = f"is illegal: {reason}"
    else:
        full, why_not_more = table.guide.stands_for(table.game, move)
        meaning = f" {full}: {why_not_more}" if why_not_more else f" {full}"
        verdict = f"is legal, short for{meaning}" if full else "is legal"
    table.console.print(Text(f"{move} {verdict}."), soft_wrap=True)


def _list(table: Table, _: str) -> None:
    table.console.print(move_list(table.game) or "No moves have been played.")


def _save(table: Table, name: str) -> None:
    """Save the game so far, or print it for ``-``. Only a file that has this game is overwritten."""
    if name == "-":
        table.console.print(Text(table.pgn()), soft_wrap=True)
        return
    text = table.pgn().encode()
    try:
        path = place_of(name)
        if table.saved.get(path) == len(table.earlier):
            with replacing(path, make_folders=False) as file:
                file.write(text)
        else:
            write_new(path, text)
    except FileError as error:
        table.complain(str(error))
    except FileExistsError:
        table.complain(f"{name} already exists: choose another name")
    except OSError as error:
        table.complain(f"cannot write {name}: {error.strerror or error}")
    else:
        table.saved[path] = len(table.earlier)
        table.console.print(Text(f"Saved {amount(len(table.game.moves), 'move')} to {name}."), soft_wrap=True)


def _resign(table: Table, _: str) -> None:
    table.result = Result(1 - table.game.turn, "resignation")


def _draw(table: Table, _: str) -> None:
    """Offer a draw. The engine decides by a search at full strength, whatever its level; two people simply agree."""
    if ENGINE in table.setting.players:
        score = -table.searcher.judge(table.game)  # the engine's: it is the person's turn
        if not agrees_to_draw(score, len(table.game.moves)):
            table.console.print(f"{NAME} declines the draw.")
            return
        table.console.print(f"{NAME} accepts the draw.")
    table.result = Result(None, "agreement")


def _rematch(table: Table, first: str) -> None:
    """Begin another game between the same players."""
    if first and first.lower() not in FIRST:
        table.complain(f"{first} cannot play first: choose {', '.join(FIRST[:-1])} or {FIRST[-1]}")
    else:
        table.rematch(first.lower())


def _quit(table: Table, _: str) -> None:
    raise Quit


def _show(table: Table, _: str) -> None:
    table.show()


def _help(table: Table, _: str) -> None:
    grid = Grid.grid(padding=(0, 2))
    grid.add_row(Text("Moves", "bold underline"))
    for example, meaning in table.guide.notation_in(table.game.position):
        grid.add_row(Text(example, "bold"), meaning)
    grid.add_row("")
    grid.add_row(Text("Commands", "bold underline"))
    for name, meaning in described(ended=table.result is not None):
        grid.add_row(Text(name, "bold"), meaning)
    table.console.print(grid)


#: All commands by name, in the order of the help.
COMMANDS = {
    "moves": Command(_moves, "[square]", "list the legal moves, or show those of one piece"),
    "why": Command(_why, "MOVE", "explain why a move is illegal"),
    "hint": Command(_hint, "", "get a move from the engine", ends=True),
    "eval": Command(_evaluate, "", "evaluate the position without a search", ends=True),
    "undo": Command(_undo, "", "take back your last move"),
    "level": Command(_level, "[N]", f"show or set the engine's playing level, 0 to {FULL_STRENGTH}"),
    "show": Command(_show, "", "draw the board again"),
    "board": Command(_show, "", ""),
    "fen": Command(_fen, "", "print the position as a FEN"),
    "list": Command(_list, "", "print the moves of the game"),
    "save": Command(_save, "FILE", "save the game so far as PGN"),
    "draw": Command(_draw, "", "offer a draw", ends=True),
    "resign": Command(_resign, "", "resign the game", ends=True),
    "rematch": Command(
        _rematch,
        "[WHO]",
        "after the game, play another; loser, winner or alternate says who plays first",
        follows=True,
    ),
    "new": Command(_rematch, "[WHO]", "", follows=True),
    "quit": Command(_quit, "", "leave the game"),
    "exit": Command(_quit, "", ""),
    "help": Command(_help, "", "print this list"),
    "?": Command(_help, "", ""),
}
