"""Openings, from a file or random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from oddfish.cext.core.rules import FenError
from oddfish.engine.book import BookError, book_lines, is_book, load_book
from oddfish.engine.experiments.match.plan import MatchError, Plan
from oddfish.engine.files import FileError, open_file, read_text, reported
from oddfish.engine.game import Game, MoveError
from oddfish.engine.notation import read_move
from oddfish.engine.options import OptionError, find_option
from oddfish.engine.pgn import PgnError, PgnGame, looks_like_pgn, read_games
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant

#: Nodes of the search that scores a random opening, and the number of attempts before choosing the most balanced one.
_BALANCE_NODES, _ATTEMPTS = 10_000, 200


class Opening(NamedTuple):
    """A start position (None for the variant's own), the options that go with it, and moves from there."""

    fen: str | None = None
    options: Mapping[str, Any] = {}
    moves: tuple[str, ...] = ()


class Openings:
    """The openings of a match: one per round, which depends only on the plan.

    Args:
        plan: the match.

    Raises:
        MatchError: the file of openings is unreadable or invalid; the message says where.
    """

    def __init__(self, plan: Plan):
        self.plan = plan
        self.variant = get_variant(plan.variant)
        self.lines = read_openings(plan.openings.file, self.variant, plan.options) if plan.openings.file else []
        if plan.openings.order == "random":
            random.Random(f"{plan.seed}/openings").shuffle(self.lines)

    def opening(self, round_number: int) -> Opening:
        """The opening of a round, the same for both games of a pair."""
        source = self.plan.openings
        opening = self.lines[round_number % len(self.lines)] if self.lines else Opening()
        opening = opening._replace(moves=opening.moves[: source.plies or None])
        if not source.random_plies:
            return opening
        rng = random.Random(f"{self.plan.seed}/{round_number}/moves")
        game = generate(partial(begin, self.plan, opening, round_number), source.random_plies, source.balance, rng)
        return opening._replace(moves=tuple(game.texts()))

    def game(self, round_number: int) -> Game:
        """The referee's game of a round, after the moves of the opening."""
        return begin(self.plan, self.opening(round_number), round_number)

    @property
    def alike(self) -> bool:
        """Whether all rounds begin with the same position, so that deterministic engines repeat a pair of games."""
        if self.plan.openings.random_plies or len(self.lines) > 1:
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


# Files ----------------------------------------------------------------------------------------------------------


def read_openings(path: str, variant: Variant, options: Mapping[str, Any]) -> list[Opening]:
    """Read openings from a book, from PGN as this program writes it, or from lines of FEN or EPD. Skips blank lines and
    lines that begin with #.

    Raises:
        MatchError: the file is unreadable, or a line is invalid.
    """
    if is_book(path):
        return _of_book(path, variant, options)
    try:
        with open_file(path) as file, reported(path):
            is_pgn = looks_like_pgn(file.read(1 << 16))
        if is_pgn:
            openings = [_of_pgn(game, variant, options, path) for game in read_games(path)]
        else:
            text = read_text(path)
    except FileError as error:
        raise MatchError(f"openings {error}") from None
    if not is_pgn:
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
        openings = [
            _of_line(line, variant, options, f"{path}:{number}")
            for number, line in lines
            if line and not line.startswith("#")
        ]
    if not openings:
        raise MatchError(f"openings {path}: no openings found")
    return openings


def _of_line(line: str, variant: Variant, options: Mapping[str, Any], where: str) -> Opening:
    """Parse a FEN or EPD. EPD is a FEN with or without its counters, followed by operations that end in semicolons."""
    words = line.partition(";")[0].split()
    shortest = 2 if ";" in line else len(words)
    problem: Exception | None = None
    for length in range(len(words), shortest - 1, -1):
        fen = " ".join(words[:length])
        try:
            game = Game(variant, options, fen, seed=0)
        except (FenError, OptionError) as error:
            problem = problem or error
            continue
        if game.result() is not None:
            raise MatchError(f"openings {where}: the game is already over")
        return Opening(fen)
    raise MatchError(f"openings {where}: {problem or 'no position'}")


def _of_book(path: str, variant: Variant, options: Mapping[str, Any]) -> list[Opening]:
    try:
        book = load_book(path)
        book.check(variant, {**variant.defaults(), **options})
    except BookError as error:
        raise MatchError(f"openings {error}") from None
    openings = [Opening(fen, {}, tuple(moves)) for fen, moves in book_lines(book)]
    if not openings:
        raise MatchError(f"openings {path}: every move is a move of chance")
    return openings


def _of_pgn(pgn: PgnGame, variant: Variant, options: Mapping[str, Any], path: str) -> Opening:
    where = f"openings {path}: game {pgn.number}"
    try:
        pgn.check(f"openings {path}")
        if "Variant" in pgn.tags and get_variant(pgn.tags["Variant"]).name != variant.name:
            raise MatchError(f"{where}: a game of {pgn.tags['Variant']}, not {variant.name}")
        own = {name: value for name, value in pgn.tags.items() if _has_option(variant, name)}
        fen = pgn.tags.get("FEN")
        game = Game(variant, {**options, **own}, fen, seed=0)
        game.deal = None
    except PgnError as error:
        raise MatchError(str(error)) from None
    except (UnknownVariantError, FenError, OptionError) as error:
        raise MatchError(f"{where}: {error}") from None
    for number, text in enumerate(pgn.moves, 1):
        try:
            game.push_move(read_move(game, text))
        except MoveError as error:
            raise MatchError(f"openings {path}: move {number} of game {pgn.number}: {error}") from None
    return Opening(fen, own, tuple(game.texts()))


def _has_option(variant: Variant, name: str) -> bool:
    try:
        find_option(variant.options, name)
    except OptionError:
        return False
    return True
