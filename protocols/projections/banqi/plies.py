"""Banqi's moves as XBoard's plies, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from oddfish.cext.banqi.game import LETTERS, Banqi
from oddfish.engine.game import MoveError, open_to_chance
from oddfish.protocols.projections.banqi.board import halves, shown, spare, square_of, stand

NULL, STOP = "@@@@", "0000"
#: The nicknames that stand for pieces of the opponent, in the order of ``LETTERS``: Lord, Advisor, Elephant, Wagon,
#: Horse, Bombard, Soldier.
NICKNAMES = "LAEWHBS"
#: Types of pieces by nickname; such a suffix turns the moving piece into the opponent's piece of that type.
NICKNAMED = dict(zip(NICKNAMES, LETTERS))
#: Origin, destination or intermediate cell, destination after an intermediate cell, and the letter of the piece turned
#: up.
PLY = re.compile(r"([a-h][1-8])([a-h][1-8])(?:,\2([a-h][1-8]))?([a-z]?)")


def plies_of(position: Banqi, move: int, seat: int = 0) -> list[str]:
    """The plies of a complete move."""
    text = position.text(move)
    start, to, outcome = text[:2], text[2:4], text[5:]
    if text == STOP:
        return [NULL]
    if not outcome:
        return [stand(start, seat) + stand(to, seat)]
    flip = _flip(position, to, suffix(position, outcome), seat)
    if start == to:
        return flip
    stays = shown(position.make(move), start) != ""
    own, other = stand(start, seat), spare(start, seat)
    return [own + other, NULL, *flip, NULL, other + stand(start if stays else to, seat)]


def _flip(position: Banqi, square: str, letter: str, seat: int) -> list[str]:
    stands, away = stand(square, seat), spare(square, seat)
    if position.turn != seat:
        return [away + stands + letter]
    if len(position.pool) > 1:
        return [f"{stands}{away},{away}{stands}{letter}"]
    back = [NULL, away + stands] if letter.upper() in LETTERS else [away + stands, NULL]
    return [stands + away + letter, *back]


def suffix(position: Banqi, outcome: str) -> str:
    """XBoard's letter for a piece such as ``rk``."""
    owner = position.first if position.first != "-" else outcome[0]
    own = (outcome[0] == owner) == (position.turn == 0)
    return outcome[1] if own else NICKNAMES[LETTERS.index(outcome[1].upper())].lower()


def candidates(position: Banqi, ply: str, seat: int = 0) -> Iterator[tuple[int, list[str]]]:
    """The complete moves, with outcomes, that can start with a ply; each with all its plies."""
    start = STOP[:2] if ply == NULL else square_of(ply[:2]) if PLY.fullmatch(ply) else ""
    for move in position.moves():
        if position.text(move)[:2] == start:
            for complete, _ in position.outcomes(move):
                yield complete, plies_of(position, complete, seat)


def line_of(position: Banqi, moves: Sequence[int], seat: int = 0) -> Iterator[str]:
    """A line of moves as XBoard reads it, up to the first flip, whose letter is unknown."""
    for move in moves:
        if open_to_chance(position, move):
            text = position.text(move)
            start, to = text[:2], text[2:4]
            yield "".join(halves(start, position.turn) if start == to else (stand(start, seat), stand(to, seat)))
            return
        yield from plies_of(position, move, seat)
        position = position.make(move)
        if position.series:
            yield NULL


def move_meant(position: Banqi, ply: str) -> int:
    """The legal move that a person means by a ply.

    Raises:
        MoveError: there is no such move.
    """
    found = PLY.fullmatch(ply)
    if found is None:
        if ply != NULL:
            raise MoveError(f"'{ply}' is not a move")
        return position.parse(STOP)
    start, to = square_of(found[1]), square_of(found[3] or found[2])
    return position.parse(STOP if start == to == position.series else start + to)
