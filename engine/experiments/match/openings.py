"""Openings, from a file or random."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from oddfish.engine.experiments.match.opening_files import Opening, OpeningFile
from oddfish.engine.experiments.match.plan import MatchError, Plan
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import get_variant

_LOG = logging.getLogger(__name__)
#: Openings of a file to check before the match: for this many seconds, but at least this many.
_CHECKING, _CHECKED = 1.0, 100
#: Openings that are kept in memory after they have been read.
_REMEMBERED = 4096
#: Nodes of the search that scores a random opening, and the number of attempts before the most balanced one is used.
_BALANCE_NODES, _ATTEMPTS = 10_000, 200


class Openings:
    """The openings of a match: one per round, which depends only on the plan.

    Openings that end the game are skipped and counted; the first one found during the match causes a warning. Files are
    read only as far as the match needs, but openings are checked in advance for about a second, so that most mistakes
    show before the first game.

    Args:
        plan: the match.
        progress: gets the share of the file that has been searched for openings, up to 1.

    Raises:
        MatchError: the file of openings is unreadable or invalid; the message says where.
    """

    def __init__(self, plan: Plan, progress: Callable[[float], None] | None = None):
        self.plan = plan
        self.variant = get_variant(plan.variant)
        self.file: OpeningFile | None = None
        self.skipped = 0  # openings that end the game, among those read so far
        self._order: list[int] = []  # the file's openings in the order of play
        self._read = 0  # how many of these have been read
        self._checked_some = self._warned = False
        self._usable: list[int] = []  # those among them that can be played
        self._known: OrderedDict[int, Opening] = OrderedDict()
        self._lock = threading.Lock()  # several threads ask for rounds
        source = plan.openings
        if source.file:
            self.file = OpeningFile(source.file, self.variant, plan.options, source.plies, progress)
            self._order = list(range(len(self.file)))
            if source.order == "random":
                random.Random(f"{plan.seed}/openings").shuffle(self._order)
            self._check_some()

    def opening(self, round_number: int) -> Opening:
        """The opening of a round, the same for both games of a pair.

        Raises:
            MatchError: it is invalid; the message says where it is.
        """
        source = self.plan.openings
        opening = self._of_file(round_number) if self.file is not None else Opening()
        if not source.random_plies:
            return opening
        rng = random.Random(f"{self.plan.seed}/{round_number}/moves")
        game = generate(partial(begin, self.plan, opening, round_number), source.random_plies, source.balance, rng)
        return opening._replace(moves=tuple(game.texts()))

    def _of_file(self, round_number: int) -> Opening:
        assert self.file is not None
        with self._lock:
            while len(self._usable) <= round_number and self._read < len(self._order):
                self._read_next()
            if not self._usable:
                raise MatchError(f"openings {self.file.path}: every game is already over")
            index = self._usable[round_number % len(self._usable)]
            opening = self._known.get(index) or self.file.read(index)
            if opening is None:
                raise MatchError(f"openings {self.file.place(index)}: the game is already over")
            self._remember(index, opening)
            return opening

    def _read_next(self) -> None:
        """Read the next opening in the order of play."""
        assert self.file is not None
        index = self._order[self._read]
        opening = self.file.read(index)
        self._read += 1
        if opening is None:
            self.skipped += 1
            if self._checked_some and not self._warned:
                self._warned = True
                _LOG.warning(
                    "openings %s: the game is already over; this opening and others like it are skipped",
                    self.file.place(index),
                )
        else:
            self._usable.append(index)
            self._remember(index, opening)

    def _remember(self, index: int, opening: Opening) -> None:
        self._known[index] = opening
        self._known.move_to_end(index)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _check_some(self) -> None:
        """Read the first openings, and at least one that can be played."""
        self._of_file(0)
        until = time.monotonic() + _CHECKING
        with self._lock:
            while self._read < len(self._order) and (self._read < _CHECKED or time.monotonic() < until):
                self._read_next()
        self._checked_some = True

    def game(self, round_number: int) -> Game:
        """The referee's game of a round, after the moves of the opening."""
        return begin(self.plan, self.opening(round_number), round_number)

    @property
    def checked(self) -> int:
        """How many openings of the file have been read so far."""
        return self._read

    @property
    def alike(self) -> bool:
        """Whether all rounds begin with the same position, so that deterministic engines repeat a pair of games."""
        if self.plan.openings.random_plies or len(self._usable) > 1:
            return False
        first, second = self.game(0), self.game(1)
        return first.deal is None and first.fen() == second.fen()


def begin(plan: Plan, opening: Opening, round_number: int) -> Game:
    """The referee's game of a round with this opening, including its deal."""
    game = Game(plan.variant, {**plan.options, **opening.options}, opening.fen, plan.seed_of(round_number))
    for move in opening.moves:
        game.push(move)
    return game


def generate(start: Callable[[], Game], plies: int, balance: int, rng: random.Random) -> Game:
    """A game with random moves that do not end it, and with a score within ``balance`` centipawns (0 for any score)."""
    searcher: Searcher | None = None
    best: Game | None = None
    least = 0
    for _ in range(_ATTEMPTS):
        game = start()
        for _ in range(plies):
            if game.result() is not None:
                break
            game.push_move(rng.choice(game.legal_moves()))
        if game.result() is not None:
            continue
        if not balance:
            return game
        searcher = searcher or Searcher(hash_mb=8)
        searcher.new_game()
        score = abs(searcher.think(game, Limits(nodes=_BALANCE_NODES)).score)
        if score <= balance:
            return game
        if best is None or score < least:
            best, least = game, score
    return best if best is not None else start()
