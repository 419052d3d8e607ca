"""Search and evaluation of Fanorona Chess: all kinds of mates, stalemates given and avoided, and solved endings."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import pytest

from fanorona_boards import POINTS, board
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position
from oddfish.cext.fanorona.game import Fanorona
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher, mate_distance
from reference import fanorona
from support.perft_suite import FANORONA

FC = "fanorona-chess"


@pytest.fixture
def searcher() -> Searcher:
    return Searcher(hash_mb=8)


# --------------------------------------------------------------------------------------------------- mates

# Moves to the end, how the last position threatens the king (or leaves it no move), FEN.
MATES = [
    (1, "approach", "2k2/Kp3/3B1/5/4r/5/1n2P/5/5 b k - 0 50"),
    (1, "approach", "K4/5/1k3/2P2/P4/5/QP3/4B/5 w - - 0 50"),
    (1, "withdrawal", "5/4r/2n2/Pp3/3P1/3P1/3K1/4k/5 b - - 0 50"),
    (1, "withdrawal", "2k2/2r2/1KQ2/3N1/5/4P/2nB1/B2r1/5 w k - 0 50"),
    (1, "stalemate", "2k2/5/p3p/K4/5/5/1n2b/2p1b/5 b k - 0 50"),
    (2, "approach", "5/p3b/4N/2k2/3q1/1p1n1/3r1/2P2/2K2 b K - 0 50"),
    (2, "approach", "5/5/5/5/1p3/4r/p1B2/1qkNP/2K2 b - - 0 50"),
    (2, "withdrawal", "2k2/3p1/5/5/5/5/2r2/1p1p1/4K b k - 0 50"),  # begins with a promotion
    (2, "withdrawal", "5/p4/3Q1/n4/1pkP1/1q3/2N2/5/2K2 w K - 0 50"),
    (2, "stalemate", "3k1/4p/K4/3rp/5/n1p2/5/1bn2/5 b - - 0 50"),
    (3, "withdrawal", "2k2/K3R/5/P3P/5/2pb1/5/P4/5 w k - 0 50"),
    (3, "any", "5/4P/5/N4/1kpR1/5/pb3/2KN1/5 w - - 0 50"),
    (3, "stalemate", "5/1p3/5/2n2/4K/3B1/2nP1/4p/4k b - - 0 50"),
]


def forced(position: Position, moves: int) -> bool:
    """Tries all moves to find whether the side to move can leave its opponent without a move in so many moves."""
    for move in position.moves() if moves else ():
        after = position.make(move)
        if all(forced(after.make(reply), moves - 1) for reply in after.moves()):
            return True
    return False


def threats(fen: str) -> set[str]:
    """The ways in which the king of the side to move could be taken, by the reference."""
    position = fanorona.Position.from_fen(FC, fen)
    king = position.board.index(fanorona.cased("K", position.turn))
    found = set()
    for origin, piece in enumerate(position.board):
        for path in fanorona.paths_of(position.board, origin) if fanorona.belongs(piece, 1 - position.turn) else ():
            if fanorona.step(origin, fanorona.opposite(path.first)) == king:
                found.add("withdrawal")
            if fanorona.step(path.target, path.last) == king:
                found.add("approach")
    return found


@pytest.mark.parametrize(("moves", "kind", "fen"), MATES)
def test_finds_the_shortest_way_to_the_end(searcher: Searcher, moves: int, kind: str, fen: str) -> None:
    game = Game(FC, fen=fen)
    mover = game.turn
    if moves < 3:
        assert forced(game.position, moves) and not forced(game.position, moves - 1)
    lines: list[Info] = []
    best = searcher.think(game, Limits(mate=moves, nodes=3_000_000), lines.append)
    assert mate_distance(best.score) == lines[-1].mate == 2 * moves - 1 == len(lines[-1].pv)
    for text in lines[-1].pv:
        game.push(text)
    result = game.result()
    assert result is not None
    assert result.winner == mover
    if kind != "any":  # there can be several equally short lines
        assert result.reason == ("stalemate" if kind == "stalemate" else "checkmate")
        assert threats(game.fen()) == (set() if kind == "stalemate" else {kind})


def test_the_move_rule_is_known_to_the_search(searcher: Searcher) -> None:
    def score(pieces: str, clock: int) -> int:
        searcher.new_game()
        return searcher.think(Game(FC, fen=f"{board(pieces)} w - - {clock} 80"), Limits(depth=6)).score

    assert score("Ka1 Qb2 ke9", 99) == 0
    assert score("Ka1 Qb2 ke9", 0) > 300
    assert score("Ka1 Qb2 Pa3 ke9", 99) > 300  # the pawn's move restarts the count
    # A mate on the hundredth ply comes before the draw.
    fen = "2k2/2r2/1KQ2/3N1/5/4P/2nB1/B2r1/5 w k - 99 50"
    assert mate_distance(searcher.think(Game(FC, fen=fen), Limits(depth=4)).score) == 1


# ------------------------------------------------------------------------------- endings solved backwards


class Solved(NamedTuple):
    """Every position of an ending by key, and the plies to the end where it is won (> 0) or lost (<= 0)."""

    positions: dict[int, Position]
    plies: dict[int, int]

    def won(self, key: int) -> bool:
        return self.plies.get(key, 0) > 0

    def lost(self, key: int) -> bool:
        return self.plies.get(key, 1) <= 0


def placements(pieces: str) -> Iterator[Position]:
    """Every legal position of Yellow's pieces (kings have moved) against Brown's king, either side to move."""
    for points in permutations(POINTS, len(pieces) + 1):
        if "P" in pieces and points[pieces.index("P")][1] in "19":
            continue
        cells = board(" ".join(letter + point for letter, point in zip(pieces + "k", points)))
        for side in "wb":
            try:
                yield Fanorona(f"{cells} {side}")
            except FenError:  # a king could be taken
                continue


def solve(*endings: str) -> Solved:
    """Solve endings that lead to no other: from the positions without a move backwards."""
    positions = {position.key: position for pieces in endings for position in placements(pieces)}
    plies: dict[int, int] = {}
    open_moves: dict[int, int] = {}
    parents: dict[int, list[int]] = {key: [] for key in positions}
    for key, position in positions.items():
        after = {position.make(move).key for move in position.moves()}
        open_moves[key] = len(after)
        for child in after:
            parents[child].append(key)
        if not after:
            plies[key] = 0
    queue = deque(plies)
    while queue:
        key = queue.popleft()
        for parent in parents[key]:
            if parent in plies:
                continue
            open_moves[parent] -= 1
            if plies[key] <= 0:
                plies[parent] = 1 - plies[key]
            elif open_moves[parent] == 0:
                plies[parent] = -1 - plies[key]
            else:
                continue
            queue.append(parent)
    return Solved(positions, plies)


@pytest.mark.slow
def test_king_against_king_is_played_perfectly() -> None:
    """In every position, the search announces wins and losses to the ply, and never throws a result away."""
    solved, searcher = solve("K"), Searcher(hash_mb=1)
    ends = {0: 0, 1: 0, 2: 0}
    for key, position in solved.positions.items():
        if not position.moves():
            continue
        searcher.new_game()
        best = searcher.think(Game(FC, fen=position.fen()), Limits(depth=8))
        assert best.move is not None
        after = position.make(best.move).key
        if solved.won(key):
            assert mate_distance(best.score) == solved.plies[key], position.fen()
            assert solved.plies[after] == 1 - solved.plies[key], position.fen()
        elif solved.lost(key):
            assert mate_distance(best.score) == solved.plies[key], position.fen()
        else:
            assert mate_distance(best.score) is None, position.fen()
            assert after not in solved.plies, position.fen()  # above all, no stalemate
        ends[solved.won(key) + 2 * solved.lost(key)] += 1
    assert min(ends.values()) > 100


@pytest.mark.slow
def test_pawn_endings_are_won() -> None:
    """King and pawn, with the whole pool to promote to, against king: a sample of the won positions is won.

    After promotion these are the endings in ``tests/data/endings``.
    """
    solved = solve("KP", "KQ", "KR", "KB", "KN", "K")
    there = [key for key, position in solved.positions.items() if position.turn == 0 and "P" in position.fen()]
    won = [key for key in there if solved.won(key)]
    assert 0.81 < len(won) / len(there) < 0.83
    player = Searcher(hash_mb=8)
    for key in random.Random("pawn").sample(won, 60):
        game = Game(FC, fen=solved.positions[key].fen())
        player.new_game()
        while game.result() is None:
            game.push_move(player.think(game, Limits(nodes=20_000)).move or 0)
        result = game.result()
        assert result is not None and result.winner == 0, f"{game.positions[0].fen()} {game.texts()} {result}"


# ---------------------------------------------------------------------------------------------- evaluation


def turned(fen: str) -> str:
    """The same position with files a and e, b and d exchanged."""
    cells, rest = fen.split(" ", 1)
    return "/".join(row[::-1] for row in cells.split("/")) + " " + rest


@pytest.mark.parametrize("variant", list(FANORONA))
def test_evaluation_knows_no_left_and_right(variant: str) -> None:
    rng = random.Random(variant)
    judged = set()
    for _ in range(10):
        game = Game(variant)
        while game.result() is None and len(game.moves) < 120:
            game.push(rng.choice(game.legal()))
            judged.add(game.position.evaluate())
            assert Game(variant, fen=turned(game.fen())).position.evaluate() == game.position.evaluate(), game.fen()
    assert len(judged) > 100


@pytest.mark.parametrize("letter", "PNBRQ")
def test_material_alone(letter: str) -> None:
    """The plain evaluation counts the first terms of the full one; more material is better for its owner."""
    pieces = f"{letter}b4 Ka1 ke9"
    for side, sign in (("w", 1), ("b", -1)):
        fen = f"{board(pieces)} {side}"
        plain, full = Fanorona(fen).with_material_only(), Fanorona(fen)
        assert plain.evaluate() * sign >= 100
        assert full.evaluate() * sign > 0
        assert plain.fen() == full.fen() and plain.key == full.key
    assert Fanorona(f"{board('Ka1 ke9')} w").with_material_only().evaluate() == 0
