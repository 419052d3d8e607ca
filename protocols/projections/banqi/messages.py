"""Banqi's moves in words, for XBoard's message line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from oddfish.cext.banqi.game import LETTERS, NAMES, Banqi
from oddfish.engine.game import Game, open_to_chance
from oddfish.protocols.projections.banqi.board import SET, shown, square_of
from oddfish.protocols.projections.banqi.plies import NICKNAMES, NULL, PLY, STOP, plies_of, suffix


def remark(position: Banqi, move: int) -> str:
    """Why the engine replaces the ply that a person entered. XBoard shows the reason for a moment."""
    text = position.text(move)
    if text == STOP:
        return "the turn is over"
    if "=" not in text:
        return f"{text[2:4]} is meant"
    return f"{_name(suffix(position, text[5:]), position.turn)} turns up"


def notes(position: Banqi, moves: Sequence[int]) -> Iterator[str]:
    """A line of moves up to the first flip, with the names of the rules: `Rc1-c2`, `Rc1xe1`, `flip c2`, `stop`."""
    for move in moves:
        yield _note(position, position.text(move))
        if open_to_chance(position, move):
            return
        position = position.make(move)


def _note(position: Banqi, text: str) -> str:
    if text == STOP:
        return "stop"
    start, to = text[:2], text[2:4]
    if start == to:
        return f"flip {to}{text[4:]}"
    sign = "x" if shown(position, to) else "-"
    return f"{shown(position, start).upper()}{start}{sign}{to}{text[4:]}"


def face_down(position: Banqi, black_first: bool = False, short: bool = False) -> str:
    """The pieces still face down, `Face down: red KGGPPPPP, black r`, or the pieces turned up so far, `Turned up: red
    P, black k`, whichever is shorter, because XBoard's message line is short.

    Args:
        black_first: whether XBoard shows the first player's pieces in black.
        short: write `down` and `up` instead.
    """
    named = (position.first == "b") != black_first  # the colours that XBoard shows differ from those of the game
    counts = Counter(letter.swapcase() if named else letter for letter in position.pool)
    hidden, seen = _listed(counts), _listed(SET - counts)
    down, up = ("down", "up") if short else ("Face down", "Turned up")
    return min(f"{down}: {hidden}", f"{up}: {seen or 'nothing'}", key=len)


def _listed(counts: Counter[str]) -> str:
    """The pieces by the letters on their discs: `red KGGPPPPP, black r`."""
    sides = {"red": LETTERS, "black": LETTERS.lower()}
    found = {color: "".join(counts[one] * one for one in letters) for color, letters in sides.items()}
    return ", ".join(f"{color} {pieces}" for color, pieces in found.items() if pieces)


def words(position: Banqi, move: int) -> str:
    """A legal move in words."""
    text = position.text(move)
    if text == STOP:
        return f"end the turn: click on {position.series} and beside it"
    start, to = text[:2], text[2:4]
    if start == to:
        return f"turn up {to}"
    victim = shown(position, to)
    step = f"{_type(shown(position, start))} {start} to {to}"
    if not victim:
        return step
    return f"{step}, capturing {'what turns up, if it can' if victim == 'X' else f'the {_type(victim)}'}"


def _type(letter: str) -> str:
    return NAMES[LETTERS.index(letter.upper())]


def _name(letter: str, turn: int) -> str:
    """The owner and the type of the piece that a letter in a ply stands for."""
    own = letter.upper() in LETTERS
    whose = ("White", "Black")[turn if own else 1 - turn]
    return f"{whose}'s {NAMES[(LETTERS if own else NICKNAMES).index(letter.upper())]}"


def objection(game: Game, ply: str) -> str:
    """The reason why a ply is not a legal move."""
    position = cast(Banqi, game.position)
    found = PLY.fullmatch(ply)
    if found is None:
        return "there is no series of captures to end" if ply == NULL else "not a move"
    start, to = square_of(found[1]), square_of(found[3] or found[2])
    piece, victim = shown(position, start), shown(position, to)
    if position.series and start != position.series:
        return f"only the piece on {position.series} may go on capturing"
    if piece == "X" and start == to:
        return _wrong_outcome(position, start, found[4])
    if not piece or piece == "X" or piece.isupper() == bool(position.turn):
        return "none of your pieces is there"
    if victim == "X":
        return "out of reach" if game.options["DarkCapture"] else "face-down pieces cannot be captured"
    if not victim:
        return "a series continues only with captures" if position.series else "pieces move one step along rank or file"
    if victim.isupper() != bool(position.turn):
        return "one of your own pieces is there"
    return _wrong_capture(piece.upper(), victim.upper(), start, to, position)


def immobile(game: Game, cell: str) -> str:
    """Why the piece on a cell has no legal move."""
    position = cast(Banqi, game.position)
    square = square_of(cell)
    piece = shown(position, square)
    if not piece or piece == "X" or piece.isupper() == bool(position.turn):
        return "it is the opponent's turn"
    if position.series and square != position.series:
        return f"only the piece on {position.series} may go on capturing"
    return f"the {_type(piece)} on {square} is blocked"


def _wrong_outcome(position: Banqi, square: str, letter: str) -> str:
    flips = [move for move, _ in position.outcomes(position.parse(square * 2))]
    if not letter:
        return f"outcome missing; write, for example, {plies_of(position, flips[0])[0]}"
    if letter in (suffix(position, position.text(move)[5:]) for move in flips):
        return "not the two halves of a face-down piece"
    if letter.upper() in LETTERS + NICKNAMES:
        return f"{_name(letter, position.turn)} is not face down"
    return f"unknown piece '{letter}'"


def _wrong_capture(piece: str, victim: str, start: str, to: str, position: Banqi) -> str:
    if piece == "C" and not position.setup.hongkong:
        return "a Cannon captures by jumping over one piece"
    if abs(ord(start[0]) - ord(to[0])) + abs(int(start[1]) - int(to[1])) > 1:
        return "pieces capture on adjacent squares" if piece != "R" else "out of reach"
    return f"{NAMES[LETTERS.index(piece)]} cannot capture {NAMES[LETTERS.index(victim)]}"
