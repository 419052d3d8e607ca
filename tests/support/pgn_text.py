"""Writes whole games as PGN, with all that the reader reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from oddfish.engine.pgn import PgnGame, PgnMove
from oddfish.engine.pgn.games import RESULTS
from oddfish.engine.pgn.write import comment_words, movetext, tag_section


def game_text(game: PgnGame) -> str:
    """A game with its comments, NAGs and variations; the tag FEN says with which move it begins."""
    words = [word for text in game.comments for word in comment_words(text)]
    words += _line_words(game.line, _first_ply(game.tags))
    result = game.result or game.tags.get("Result")
    words.append(result if result in RESULTS else "*")
    head = tag_section(game.tags)
    return f"{head}\n{movetext(words)}\n" if head else f"{movetext(words)}\n"


def _first_ply(tags: Mapping[str, str]) -> int:
    """The plies before the first move, counted from White's first move."""
    fields = tags.get("FEN", "").split()
    black = len(fields) > 1 and fields[1] == "b"
    number = int(fields[-1]) if len(fields) > 2 and re.fullmatch(r"\d{1,6}", fields[-1]) else 1
    return 2 * (max(number, 1) - 1) + black


def _line_words(line: Sequence[PgnMove], ply: int) -> list[str]:
    words: list[str] = []
    again = True  # the next move needs its number
    for index, move in enumerate(line):
        at = ply + index
        number = f"{at // 2 + 1}." if at % 2 == 0 else f"{at // 2 + 1}..." if again else ""
        words += [word for text in move.before for word in comment_words(text)]
        words += [number, move.text] if number else [move.text]
        words += [f"${nag}" for nag in move.nags]
        words += [word for text in move.comments for word in comment_words(text)]
        for variation in move.variations:
            inner = _line_words(variation, at)
            if inner:
                words += [f"({inner[0]}", *inner[1:-1], f"{inner[-1]})"] if len(inner) > 1 else [f"({inner[0]})"]
        again = bool(move.comments or move.variations)
    return words
