"""What XBoard's message line says of Banqi's moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from oddfish.cext.banqi.game import LETTERS, NAMES, Banqi
from oddfish.engine.game import Game, open_to_chance
from oddfish.protocols.projections.banqi_board import halves, lower, shown, square_of
from oddfish.protocols.projections.banqi_plies import NICKNAMES, NULL, PLY, STOP, plies_of, suffix


def remark(position: Banqi, move: int) -> str:
    """Why XBoard gets other plies than the person entered; it shows this for a moment."""
    text = position.text(move)
    if text == STOP:
        return "the turn is over"
    return f"{_name(suffix(position, text[5:]), position.turn)} turns up" if "=" in text else "men stand below"


def notes(position: Banqi, moves: Sequence[str]) -> Iterator[str]:
    """Moves in a row, the squares as XBoard names their lower cells: `Rc1-c3`, `Rc1xe1`, `flip c3`, `stop`. Nobody
    knows how a line goes on behind a flip."""
    for text in moves:
        move = position.parse(text)
        yield _note(position, text)
        if open_to_chance(position, move):
            return
        position = position.make(move)


def _note(position: Banqi, text: str) -> str:
    if text == STOP:
        return "stop"
    start, to = text[:2], text[2:4]
    if start == to:
        return f"flip {lower(to)}{text[4:]}"
    sign = "x" if shown(position, to) else "-"
    return f"{shown(position, start).upper()}{lower(start)}{sign}{lower(to)}{text[4:]}"


def words(position: Banqi, text: str) -> str:
    """A legal move for people."""
    if text == STOP:
        return f"end the turn: click on {lower(position.series)} and above it"
    start, to = text[:2], text[2:4]
    if start == to:
        return f"turn up {halves(to, position.turn)[0]}"
    victim = shown(position, to)
    what = "" if not victim else ", an attempt" if victim == "X" else f", taking the {_type(victim)}"
    return f"{_type(shown(position, start))} {lower(start)} to {lower(to)}{what}"


def _type(letter: str) -> str:
    return NAMES[LETTERS.index(letter.upper())]


def _name(letter: str, turn: int) -> str:
    """Whose man a letter behind a ply is, and which."""
    own = letter.upper() in LETTERS
    whose = ("White", "Black")[turn if own else 1 - turn]
    return f"{whose}'s {NAMES[(LETTERS if own else NICKNAMES).index(letter.upper())]}"


def objection(game: Game, ply: str) -> str:
    """Why a ply is no legal move."""
    position = cast(Banqi, game.position)
    found = PLY.fullmatch(ply)
    if found is None:
        return "there is nothing to stop" if ply == NULL else "not a move"
    start, to = square_of(found[1]), square_of(found[3] or found[2])
    man, victim = shown(position, start), shown(position, to)
    if position.series and start != position.series:
        return f"only the man on {lower(position.series)} may go on taking"
    if man == "X" and start == to:
        return _wrong_outcome(position, start, found[4])
    if not man or man == "X" or man.isupper() == bool(position.turn):
        return "no man of the mover's stands there"
    if victim == "X":
        return "out of reach" if game.options["DarkCapture"] else "face-down pieces may not be attacked"
    if not victim:
        return "a series goes on by captures only" if position.series else "men go one step along rank or file"
    if victim.isupper() != bool(position.turn):
        return "an own man stands there"
    return _wrong_capture(man.upper(), victim.upper(), start, to, position)


def _wrong_outcome(position: Banqi, square: str, letter: str) -> str:
    flips = [move for move, _ in position.outcomes(position.parse(square * 2))]
    if not letter:
        return f"its outcome is missing, as in {plies_of(position, flips[0])[0]}"
    if letter in (suffix(position, position.text(move)[5:]) for move in flips):
        return "the halves do not fit"
    if letter.upper() in LETTERS + NICKNAMES:
        return f"{_name(letter, position.turn)} is not face down"
    return f"'{letter}' is no man"


def _wrong_capture(man: str, victim: str, start: str, to: str, position: Banqi) -> str:
    if man == "C" and not position.setup.hongkong:
        return "a Cannon takes by a jump over one piece"
    if abs(ord(start[0]) - ord(to[0])) + abs(int(start[1]) - int(to[1])) > 1:
        return "men take on the next square" if man != "R" else "out of reach"
    return f"{NAMES[LETTERS.index(man)]} does not take {NAMES[LETTERS.index(victim)]}"
