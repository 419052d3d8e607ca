"""Finds puzzles in games that the engine plays against itself.

Both sides play at levels that make mistakes. Every position is searched twice: for the best move, and for the best of
the others. Where the gap is wide, deeper searches repeat the comparison, and follow the line while the solver has only
one good move.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oddfish.engine.files import write_whole
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.parts import targets_of
from oddfish.engine.guide.terms import ACROSS, CAPTURE, DROP, KINDS, MOVE, SHARE, SWAP, VICTIM
from oddfish.engine.guide.words import distance
from oddfish.engine.puzzles import Puzzle, from_record, to_record
from oddfish.engine.puzzles.judge import (
    HASH,
    LEAST_CHANCES,
    Judgement,
    best,
    chances,
    flaw,
    judge,
    others,
    parts,
    wins_at_once,
)
from oddfish.engine.searcher import Limits, Searcher, mate_distance
from oddfish.engine.variants.base import Variant

#: Nodes of each search: of every position, of a candidate, of every move in its line, and of the last check.
SCAN, CHECK, DEEP, DEEPEST = 2500, 30_000, 200_000, 400_000
#: The lowest and the highest level that play.
_LEVELS = (3, 9)
#: The first ply with a puzzle, and the maximum number of plies of a game.
_FIRST, _MOST_PLIES = 6, 160
#: The minimum number of legal moves in a puzzle, and the maximum number of the solver's moves.
_LEAST_CHOICE, _LONGEST = 8, 4
#: The maximum number of puzzles from one game.
_MOST_OF_GAME = 3
#: Themes that are typical of these games.
_TYPICAL = {VICTIM, DROP, ACROSS, SWAP, SHARE, MOVE, "jump", "mate", "long"}
#: The maximum share of puzzles without any of these themes.
_PLAIN = 0.7


def make(variant: Variant, path: Path, count: int, most_games: int, theme: str = "") -> Iterator[tuple[int, int]]:
    """Add puzzles to a file until it has enough. The file is written after each game, so that you can stop and
    continue.

    Args:
        path: the file, which need not exist.
        count: the number of puzzles.
        most_games: the number of games after which it gives up; the file counts them.
        theme: what the first move of every new puzzle must do, one of the themes of a `Puzzle`; '' for anything.

    Yields:
        The number of games and of puzzles so far.
    """
    record: dict[str, Any] = {"games": 0, "puzzles": []}
    if path.exists():
        record = json.loads(path.read_text(encoding="utf-8"))
    found = list(map(from_record, record["puzzles"]))
    searcher = Searcher(hash_mb=HASH)
    for number in range(record["games"], most_games):
        if len(found) >= count:
            break
        for puzzle in search_game(searcher, variant, number, theme):
            plain = sum(not is_typical(one) for one in found)
            if theme and theme not in puzzle.themes:
                continue
            if is_typical(puzzle) or plain < _PLAIN * count:
                found.append(puzzle)
        found.sort(key=lambda puzzle: (puzzle.difficulty, puzzle.fen))
        lines = ",\n".join(json.dumps(to_record(puzzle)) for puzzle in found)
        write_whole(path, f'{{"games": {number + 1}, "puzzles": [\n{lines}\n]}}\n'.encode())
        yield number + 1, len(found)


def is_typical(puzzle: Puzzle) -> bool:
    return bool(_TYPICAL & {*puzzle.themes})


def search_game(searcher: Searcher, variant: Variant, seed: int, theme: str = "") -> Iterator[Puzzle]:
    """The puzzles in one game, or those with a theme."""
    rng = random.Random(f"{variant.name} {seed}")
    game = Game(variant, seed=rng.getrandbits(60))
    levels = [rng.randint(*_LEVELS) for _ in range(2)]
    guide = guide_of(variant)
    searcher.new_game()
    searcher.skill.seed = rng.randint(1, 2**30)
    made, free = 0, _FIRST
    while game.result() is None and len(game.moves) < _MOST_PLIES and made < _MOST_OF_GAME:
        if len(game.moves) >= free and len(game.legal_moves()) >= _LEAST_CHOICE:
            puzzle = _puzzle_at(searcher, guide, game, theme)
            if puzzle is not None and not flaw(searcher, puzzle, variant, DEEPEST):
                made += 1
                free = len(game.moves) + len(puzzle.line) + 3
                yield puzzle
        searcher.skill.level = levels[game.turn]
        move = searcher.think(game.copy(), Limits(nodes=4000)).move
        game.push_move(move if move is not None else rng.choice(game.legal_moves()))


def _puzzle_at(searcher: Searcher, guide: Guide, game: Game, theme: str) -> Puzzle | None:
    """The puzzle in the position of a game, if there is one."""
    bare = Game(game.variant, fen=game.fen())
    move, score, _ = best(searcher, bare, SCAN)
    if chances(score) < LEAST_CHANCES or open_to_chance(bare.position, move):
        return None
    text = bare.position.text(move)
    if _takes_back(guide, game, text):
        return None
    if theme in KINDS and theme not in {target.kind for target in targets_of(guide, bare.position, text)}:
        return None
    for nodes in (SCAN, CHECK):
        if _clear(searcher, bare, nodes) is None:
            return None
    return _line(searcher, guide, bare)


def _clear(searcher: Searcher, game: Game, nodes: int) -> tuple[Judgement, tuple[str, ...]] | None:
    """The only good move of a position, and the parts of it that count; None if there is none, or chance decides it."""
    found = judge(searcher, game, nodes)
    if open_to_chance(game.position, found.move):
        return None
    text = game.position.text(found.move)
    if not game.position.has_turns or wins_at_once(game, found.move):
        return (found, ()) if found.is_clear else None
    for keys in ([part] for part in parts(text)):
        left = others(game, found.move, keys)
        searcher.new_game()
        second = searcher.think(game, Limits(nodes=nodes, analysis=True, moves=left)).score if left else None
        if (judged := found._replace(second=second)).is_clear:
            return judged, tuple(keys)
    return (found, tuple(parts(text))) if found.is_clear else None


def _line(searcher: Searcher, guide: Guide, game: Game) -> Puzzle | None:
    """The puzzle of a position that has passed the first checks, by the deepest ones."""
    start, side = game.copy(), game.turn
    line: list[str] = []
    keys: list[tuple[str, ...]] = []
    effort, score, complete = 0.0, 0, 0
    while game.result() is None and len(line) < 2 * _LONGEST - 1:
        if game.turn == side:
            solved = _clear(searcher, game, DEEP)
            if solved is None:
                break
            judgement, part = solved
            if not line:
                score = judgement.score
            effort += math.log2(1 + judgement.effort)
            line.append(game.position.text(judgement.move))
            keys.append(part)
            game.push_move(judgement.move)
            complete = len(line)
        else:
            move = best(searcher, game, CHECK)[0]
            if open_to_chance(game.position, move):
                break
            line.append(game.position.text(move))
            keys.append(())
            game.push_move(move)
    if not complete:
        return None
    line, keys = line[:complete], keys[:complete]
    themes = sorted(_themes(guide, start, line, score))
    quiet = 2 if MOVE in themes else 0
    return Puzzle(start.fen(), tuple(line), tuple(keys), score, round(effort + quiet, 1), tuple(themes))


def _themes(guide: Guide, start: Game, line: list[str], score: int) -> set[str]:
    targets = targets_of(guide, start.position, line[0])
    kinds = {target.kind for target in targets}
    far = any(one.kind == CAPTURE and distance(one.origin, one.square) > 1 for one in targets)
    if far and start.position.has_chance:
        kinds.add("jump")
    if CAPTURE in kinds or VICTIM in kinds:
        kinds.discard(MOVE)
    if (mate_distance(score) or -1) > 0:
        kinds.add("mate")
    if len(line) > 2:
        kinds.add("long")
    return kinds


def _takes_back(guide: Guide, game: Game, text: str) -> bool:
    """Whether a move captures the piece that has just captured."""
    if not game.moves:
        return False
    last = targets_of(guide, game.positions[-2], game.texts()[-1])
    arrived = {one.square for one in last if one.kind in (CAPTURE, VICTIM)}
    found = targets_of(guide, game.position, text)
    return any(one.kind in (CAPTURE, VICTIM) and one.square in arrived for one in found)
