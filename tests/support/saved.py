"""Games to save and to load again."""

from __future__ import annotations

import random
import re

from oddfish.engine.game import Game
from oddfish.protocols.projections.base import NULL

_LEGS = re.compile(r"(..)x(.+)-(..)(.*)")


def played_at_random(variant: str, seed: int, plies: int) -> Game:
    """A random game in which every second move is a capture, if there is one."""
    return play_on(Game(variant, seed=seed), random.Random(f"{variant} {seed}"), plies)


def play_on(game: Game, rng: random.Random, plies: int) -> Game:
    """Continue a game in the same way."""
    for _ in range(plies):
        if game.result() is not None:
            break
        moves = game.position.moves()
        captures = [move for move in moves if game.position.gain(move)]
        game.push_move(rng.choice(captures if captures and rng.random() < 0.5 else moves))
    return game


def ply_of(word: str) -> str:
    """XBoard's ply for a move in PGN."""
    if word == "--":
        return NULL
    return _LEGS.sub(r"\1\2,\2\3\4", word) if "x" in word else word.replace("=", "").lower()


def first_is_red(texts: list[str]) -> list[str]:
    """Moves with Banqi's colours exchanged if the first piece turned up is black, which XBoard's plies do not show."""
    swap = str.maketrans("rb", "br") if texts[0].partition("=")[2].startswith("b") else {}
    return [
        f"{move}{sign}{shown[:1].translate(swap)}{shown[1:]}" for move, sign, shown in (t.partition("=") for t in texts)
    ]
