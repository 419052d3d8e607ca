"""Building a book: games of the engine against itself, begun with varied moves, and what became of those."""

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
#: A game is played out with this part of the nodes that its opening got.
_PLAYOUT_SHARE = 4
#: Played out no longer than so many plies; won once so many plies running were scored that much, in centipawns.
_MOST_PLIES, _DECIDED_PLIES, _DECIDED_SCORE = 300, 4, 700
#: Scores of a move are averaged up to this size.
_LARGEST_SCORE = 2000
#: A move's score counts as much as the results of so many games.
_PRIOR = 10
#: Games to each start, where options leave one to chance.
_GAMES_A_START = 100


@dataclass(frozen=True)
class Build:
    """What a book is made of.

    Args:
        variant: the game.
        options: its options.
        games: how many are played.
        plies: of each game that go into the book.
        nodes: positions searched for each of these.
        seed: of all that is drawn.
        lines: best moves among which a game's opening chooses.
        margin: centipawns by which those may be worse than the best.
        min_games: moves made less often are left out.
        starts: of how many different starts, where options leave one to chance; 0: one for every hundred games.
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
        """What the book says of its making."""
        told = ("plies", "nodes", "seed", "lines", "margin", "min_games", "starts")
        return {"games": games, **{name: getattr(self, name) for name in told}}


class _Tried(NamedTuple):
    """A move of a game's opening."""

    key: int
    text: str
    score: int  # centipawns, its mover's view
    side: int


class _Played(NamedTuple):
    """A game: its opening's moves, and who won it."""

    tried: list[_Tried]
    winner: int | None


class _Stopped(Exception):
    """The game is not to be finished."""


class Builder:
    """Plays games and sums them up. The same build gives the same book, however many games are played at a time.

    Args:
        build: what to make.
        book: a book to go on from.

    Raises:
        OptionError: the options are none of the game, or hold something hidden.
        BookError: the book is of another game.
    """

    def __init__(self, build: Build, book: Book | None = None):
        self.build = build
        variant = build.variant
        game = Game(variant, build.options, seed=0)
        for name in variant.secrets:
            if game.options[name] != variant.defaults()[name]:
                raise OptionError(f"option {name} is the dealer's: a book of one deal would tell what is hidden")
        self._options = game.options
        self._starts = self._draw_starts()
        if book is not None:
            book.check(variant, game.options)
        #: Games in the book: those it had, then those played here.
        self.games = _made(book, "games")
        self._first = self.games
        self._extended = book.header.starts if book is not None else ()
        self._sums: defaultdict[tuple[int, str], Record] = defaultdict(lambda: Record(0, 0, 0, 0.0))
        self._sums.update(book.records() if book is not None else {})
        #: Positions' moves to try; a position's search depends on nothing else, so that games may share them.
        self._candidates: dict[int, list[tuple[int, int]]] = {}
        self._local = threading.local()
        self._stopped = threading.Event()

    def _draw_starts(self) -> list[dict[str, Any]]:
        """The options of each start, with what chance has settled."""
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
        """Play all games; whether none is missing because of :meth:`stop`. Only games before all missing ones count, so
        that an extension goes on with those.

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
        """Have :meth:`run` give up the games under way and return; from any thread or a signal's handler."""
        self._stopped.set()

    def _add(self, played: _Played) -> None:
        self.games += 1
        counted = set()
        for tried in played.tried:
            name = tried.key, tried.text
            if name in counted:
                continue
            counted.add(name)
            ended = (0, 1, 0) if played.winner is None else (1, 0, 0) if played.winner == tried.side else (0, 0, 1)
            self._sums[name] += Record(*ended, float(tried.score))

    @property
    def _searcher(self) -> Searcher:
        """This thread's."""
        searcher: Searcher | None = getattr(self._local, "searcher", None)
        if searcher is None:
            searcher = self._local.searcher = Searcher(hash_mb=_HASH_MB)
        return searcher

    def _play(self, number: int) -> _Played:
        build = self.build
        options = self._starts[number % len(self._starts)]
        game = Game(build.variant, options, seed=_seed(build.seed, "game", number))
        rng = random.Random(_seed(build.seed, "moves", number))
        tried: list[_Tried] = []
        while len(tried) < build.plies and game.result() is None:
            self._go_on()
            position = game.position
            moves = self._tries(game)
            best = max(score for _, score in moves)
            # Half the margin worse is chosen 1/e as often.
            chances = [math.exp(2 * (score - best) / max(build.margin, 1)) for _, score in moves]
            move, score = rng.choices(moves, chances)[0]
            tried.append(_Tried(position.key, position.text(move), _clip(score), position.turn))
            game.push_move(move)
        return _Played(tried, self._play_out(game))

    def _go_on(self) -> None:
        if self._stopped.is_set():
            raise _Stopped

    def _tries(self, game: Game) -> list[tuple[int, int]]:
        """The best moves of a position and their scores, none more than the margin behind the first."""
        key = game.position.key
        if key not in self._candidates:
            self._candidates[key] = self._search(game)
        return self._candidates[key]

    def _search(self, game: Game) -> list[tuple[int, int]]:
        alone = game.copy()  # what led here does not count: others may come here another way
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
        if whole is not None:  # of an iteration cut short the lines are incomplete, and their scores of two depths
            scores = {info.pv[0]: info.score for info in by_depth[whole].values()}
        least = max(scores.values()) - self.build.margin
        return [(alone.parse(text), score) for text, score in scores.items() if score >= least]

    def _play_out(self, game: Game) -> int | None:
        """Who wins the game; None: nobody."""
        searcher = self._searcher
        searcher.new_game()
        searcher.multipv = 1
        limits = Limits(nodes=max(self.build.nodes // _PLAYOUT_SHARE, 1))
        leads: list[int | None] = []
        while (result := game.result()) is None:
            self._go_on()
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
        return keep(self._sums, self.build.min_games, self.build.margin)


def keep(records: Mapping[tuple[int, str], Record], min_games: int, margin: int) -> Records:
    """Of each position the moves made often enough that did well: whose :func:`worth` is less than that of the best by
    no more than twice what ``margin`` centipawns are worth, results being scattered."""
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
    """Points a game to be hoped for: the results, with those that the score lets expect added as some games more."""
    points = record.wins + record.draws / 2 + _PRIOR * expected(record.score)
    return points / (record.games + _PRIOR)


def expected(score: float) -> float:
    """The share of points that a score in centipawns stands for, by the logistic curve of rating lists."""
    return 1 / (1 + 10 ** (-score / 400))


def _made(book: Book | None, name: str) -> int:
    if book is None:
        return 0
    value = book.header.made.get(name, 0)
    if not isinstance(value, int) or value < 0:
        raise BookError(f"book {book.name} says it is made of {value!r} {name}")
    return value


def _note(by_depth: dict[int, dict[int, Info]], info: Info) -> None:
    if not info.bound and info.pv:
        by_depth[info.depth][info.line] = info


def _clip(score: int) -> int:
    return max(-_LARGEST_SCORE, min(score, _LARGEST_SCORE))


def _seed(*parts: object) -> int:
    return random.Random("/".join(map(str, parts))).getrandbits(31)


def outline(header: Header) -> Iterator[tuple[str, str]]:
    """What a header says, for people."""
    yield "variant", header.variant
    for name, value in header.options.items():
        yield name, str(value)
    for name, value in header.made.items():
        yield name, str(value)
