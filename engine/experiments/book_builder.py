"""Builds a book from self-play with varied openings."""

from __future__ import annotations

import math
import random
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oddfish.engine.book import Book, BookError, Header, Record, Records
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.engine.variants.base import Variant

_HASH_MB = 8
#: The fraction of the nodes for moves after the opening.
_PLAYOUT_SHARE = 4
#: A game is drawn after this many plies, and won after this many consecutive plies with at least this score.
_MOST_PLIES, _DECIDED_PLIES, _DECIDED_SCORE = 300, 4, 700
#: Scores are clipped to this size before they are averaged.
_LARGEST_SCORE = 2000
#: The score of a move counts as much as the results of this many games.
_PRIOR = 10
#: Games per start position, if options leave the start position to chance.
_GAMES_A_START = 100


@dataclass(frozen=True)
class Build:
    """How to build a book.

    Args:
        variant: the game.
        options: its options.
        games: games to play.
        plies: plies of each game that go into the book.
        nodes: nodes searched for each of these.
        seed: seed of all random choices.
        lines: number of best moves from which openings choose.
        margin: how much worse than the best these may be, in centipawns.
        min_games: the book drops moves that were played less often.
        starts: number of start positions, if options leave them to chance; 0 for one per 100 games.
    """

    variant: Variant
    options: Mapping[str, Any] = field(default_factory=dict)
    games: int = 500
    plies: int = 12
    nodes: int = 10000
    seed: int = 1
    lines: int = 4
    margin: int = 30
    min_games: int = 2
    starts: int = 0

    def made(self, games: int) -> dict[str, Any]:
        """How the book was made, for its header."""
        names = ("plies", "nodes", "seed", "lines", "margin", "min_games", "starts")
        return {"games": games, **{name: getattr(self, name) for name in names}}


class _OpeningMove(NamedTuple):
    """A move of the opening of a game."""

    key: int
    text: str
    score: int  # centipawns, for the side that played it
    side: int


class _Played(NamedTuple):
    """A finished game: the moves of its opening, and the winner."""

    opening: list[_OpeningMove]
    winner: int | None


class _Stopped(Exception):
    """The builder was stopped during a game."""


class Builder:
    """Plays games and collects their results. The same build gives the same book with any concurrency.

    Args:
        build: how to build the book.
        book: a book to extend.

    Raises:
        OptionError: the options do not fit the game, or reveal hidden information.
        BookError: the book is for another game.
    """

    def __init__(self, build: Build, book: Book | None = None):
        self.build = build
        variant = build.variant
        game = Game(variant, build.options, seed=0)
        for name in variant.hidden_options:
            if name in variant.unusual(game.options):
                raise OptionError(f"option {name}: a book built from one known deal would reveal what is hidden")
        self._options = game.options
        self._starts = self._draw_starts()
        if book is not None:
            book.check(variant, game.options)
        #: Games in the book, including earlier ones.
        self.games = _games_in(book)
        self._first = self.games
        self._extended = book.header.starts if book is not None else ()
        self._sums: defaultdict[tuple[int, str], Record] = defaultdict(lambda: Record(0, 0, 0, 0.0))
        self._sums.update(book.records() if book is not None else {})
        #: The moves to choose from, by position. They depend only on the position, so threads can share them.
        self._candidates: dict[int, list[tuple[int, int]]] = {}
        self._local = threading.local()
        self._stopped = threading.Event()

    def _draw_starts(self) -> list[dict[str, Any]]:
        """The options for each start position, with all random choices made."""
        build = self.build
        count = build.starts or max(build.games // _GAMES_A_START, 1)
        drawn = []
        for number in range(count):
            start = Game(build.variant, self._options, seed=_seed(build.seed, "start", number)).position
            tags = build.variant.tags(start)
            drawn.append({**self._options, **{name: tags[name] for name in tags if name in self._options}})
        return drawn

    # Playing ------------------------------------------------------------------------------------------------------

    def run(self, concurrency: int = 1, advance: Callable[[], object] = lambda: None) -> bool:
        """Play all games; returns False if :meth:`stop` ended that early. Then only the games before the first missing
        one count, and extending the book continues with that one.

        Args:
            advance: called after each game.
        """
        numbers = range(self._first, self._first + self.build.games)
        pool = ThreadPoolExecutor(min(concurrency, len(numbers)), thread_name_prefix="game")
        try:
            for played in pool.map(self._play, numbers):
                self._add(played)
                advance()
        except _Stopped:
            return False
        finally:
            self.stop()
            pool.shutdown(cancel_futures=True)
        return True

    def stop(self) -> None:
        """Make :meth:`run` abandon running games and return. You can call this from any thread or a signal handler."""
        self._stopped.set()

    def _add(self, played: _Played) -> None:
        self.games += 1
        counted = set()
        for move in played.opening:
            name = move.key, move.text
            if name in counted:
                continue
            counted.add(name)
            ended = (0, 1, 0) if played.winner is None else (1, 0, 0) if played.winner == move.side else (0, 0, 1)
            self._sums[name] += Record(*ended, float(move.score))

    @property
    def _searcher(self) -> Searcher:
        """The searcher of this thread."""
        searcher: Searcher | None = getattr(self._local, "searcher", None)
        if searcher is None:
            searcher = self._local.searcher = Searcher(hash_mb=_HASH_MB)
        return searcher

    def _play(self, number: int) -> _Played:
        build = self.build
        options = self._starts[number % len(self._starts)]
        game = Game(build.variant, options, seed=_seed(build.seed, "game", number))
        rng = random.Random(_seed(build.seed, "moves", number))
        opening: list[_OpeningMove] = []
        while len(opening) < build.plies and game.result() is None:
            self._check_stopped()
            position = game.position
            moves = self._candidates_of(game)
            best = max(score for _, score in moves)
            # A move that is worse by half the margin is chosen 1/e as often.
            chances = [math.exp(2 * (score - best) / max(build.margin, 1)) for _, score in moves]
            move, score = rng.choices(moves, chances)[0]
            opening.append(_OpeningMove(position.key, position.text(move), _clip(score), position.turn))
            game.push_move(move)
        return _Played(opening, self._play_out(game))

    def _check_stopped(self) -> None:
        if self._stopped.is_set():
            raise _Stopped

    def _candidates_of(self, game: Game) -> list[tuple[int, int]]:
        """The best moves of a position within the margin, with their scores."""
        key = game.position.key
        if key not in self._candidates:
            self._candidates[key] = self._search(game)
        return self._candidates[key]

    def _search(self, game: Game) -> list[tuple[int, int]]:
        alone = game.copy()  # without history, since other games may transpose into this position
        alone.positions, alone.moves = alone.positions[-1:], []
        by_depth: defaultdict[int, dict[int, Info]] = defaultdict(dict)
        searcher = self._searcher
        searcher.new_game()
        searcher.multipv = self.build.lines
        best = searcher.think(alone, Limits(nodes=self.build.nodes), lambda info: _note(by_depth, info))
        assert best.move is not None
        most = max(map(len, by_depth.values()), default=0)
        whole = max((depth for depth, lines in by_depth.items() if len(lines) == most), default=None)
        scores = {best.text or "": best.score}
        if whole is not None:  # an interrupted iteration lacks lines, and mixes scores of two depths
            scores = {info.pv[0]: info.score for info in by_depth[whole].values()}
        least = max(scores.values()) - self.build.margin
        return [(alone.parse(text), score) for text, score in scores.items() if score >= least]

    def _play_out(self, game: Game) -> int | None:
        """Play the game to its end; returns the winner, None for a draw."""
        searcher = self._searcher
        searcher.new_game()
        searcher.multipv = 1
        limits = Limits(nodes=max(self.build.nodes // _PLAYOUT_SHARE, 1))
        leads: list[int | None] = []
        while (result := game.result()) is None:
            self._check_stopped()
            if len(game.moves) >= _MOST_PLIES:
                return None
            best = searcher.think(game, limits)
            assert best.move is not None
            turn = game.turn
            leads.append(None if abs(best.score) < _DECIDED_SCORE else turn if best.score > 0 else 1 - turn)
            if leads[-1] is not None and leads[-_DECIDED_PLIES:] == [leads[-1]] * _DECIDED_PLIES:
                return leads[-1]
            game.push_move(best.move)
        return result.winner

    # The book -----------------------------------------------------------------------------------------------------

    def header(self) -> Header:
        variant = self.build.variant
        drawn = (Game(variant, options, seed=0).fen() for options in self._starts)
        starts = tuple(dict.fromkeys((*self._extended, *drawn)))
        return Header(variant.name, variant.rule_options(self._options), starts, self.build.made(self.games))

    def records(self) -> Records:
        """The moves worth keeping."""
        return prune(self._sums, self.build.min_games, self.build.margin)


def prune(records: Mapping[tuple[int, str], Record], min_games: int, margin: int) -> Records:
    """Keep the moves of each position that were played often enough and whose :func:`worth` is within twice ``margin``
    centipawns of the best. Twice, because results are noisy."""
    positions: defaultdict[int, Records] = defaultdict(dict)
    for name, record in records.items():
        if record.games >= min_games:
            positions[name[0]][name] = record
    allowance = 2 * (expected(margin) - 0.5)
    kept: Records = {}
    for moves in positions.values():
        least = max(map(worth, moves.values())) - allowance
        kept.update((name, record) for name, record in moves.items() if worth(record) >= least)
    return kept


def worth(record: Record) -> float:
    """The expected points per game: the results, plus what the score predicts for a few more games."""
    points = record.wins + record.draws / 2 + _PRIOR * expected(record.score)
    return points / (record.games + _PRIOR)


def expected(score: float) -> float:
    """The points per game that a score in centipawns predicts, by the logistic curve of rating lists."""
    return 1 / (1 + 10 ** (-score / 400))


def _games_in(book: Book | None) -> int:
    if book is None:
        return 0
    value = book.header.made.get("games", 0)
    if not isinstance(value, int) or value < 0:
        raise BookError(f"book {book.name} has an invalid number of games: {value!r}")
    return value


def _note(by_depth: dict[int, dict[int, Info]], info: Info) -> None:
    if not info.bound and info.pv:
        by_depth[info.depth][info.line] = info


def _clip(score: int) -> int:
    return max(-_LARGEST_SCORE, min(score, _LARGEST_SCORE))


def _seed(*parts: object) -> int:
    return random.Random("/".join(map(str, parts))).getrandbits(31)


def outline(header: Header) -> Iterator[tuple[str, str]]:
    """A header as names and values, for display."""
    yield "variant", header.variant
    for name, value in header.options.items():
        yield name, str(value)
    for name, value in header.made.items():
        yield name, str(value)
