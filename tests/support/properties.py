"""Properties of any FEN and any file, however odd."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import struct
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from oddfish.cext.core.errors import FenError
from oddfish.engine.book import BookError, load_book
from oddfish.engine.epd import read_epd
from oddfish.engine.evaluation.networks import FOLDER as NETWORKS
from oddfish.engine.evaluation.networks import NetworkError, read_network
from oddfish.engine.evaluation.parameters import read_parameters
from oddfish.engine.evaluation.weights import WeightsError, read_weights
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import MatchError, Plan, read_engine
from oddfish.engine.experiments.match.records import Journal, Record, read_results
from oddfish.engine.experiments.train.records import _LONGEST as LONGEST_BLOCK
from oddfish.engine.experiments.train.records import Record as Training
from oddfish.engine.experiments.train.records import TrainError, read_records
from oddfish.engine.experiments.tune.lines import LineFile, TuneError
from oddfish.engine.game import Game
from oddfish.engine.pgn import PgnError, read_pgn, split_games
from oddfish.engine.suites import builtin_text, read_suite
from oddfish.engine.tablebase import TableError, add_file, plan, write
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.saved_games import read_game
from reference import banqi, bifold, fanorona, halfchess, tandem
from support.books import GOOD
from support.openings import read_openings
from support.pgn_text import game_text

#: Counts of the checks so far.
DONE: Counter[str] = Counter()

#: Errors about impossible numbers of pieces: the rule pages allow them, and only the engine refuses them.
_TOO_MANY = re.compile(r"has more than \d+ pieces|pieces on the board and in the hands")
#: Moves to try in a position.
_MOVES = 20


# FENs -------------------------------------------------------------------------------------------------------------


@cache
def _armies(variant: str) -> tuple[str, str] | None:
    """The armies for a FEN without any, if the variant has armies."""
    game = Game(variant, seed=0)
    codes = tuple(game.variant.tags(game.position).values())
    return (codes[0], codes[1]) if codes else None


#: Functions in which the slow generators read a FEN and write it back, by the family's rule page. They raise ValueError
#: for an invalid one.
_REFERENCES: dict[str, Callable[[str, str], str]] = {
    "half-chess-family.md": lambda variant, fen: halfchess.Position.from_fen(variant, fen, _armies(variant)).fen(),
    "bifold-halfgi.md": lambda variant, fen: bifold.Position.from_fen(variant, fen).fen(),
    "fanorona-chess.md": lambda variant, fen: fanorona.Position.from_fen(variant, fen).fen(),
    "tandem-84.md": lambda variant, fen: tandem.Position.from_fen(fen).fen(),
    "banqi.md": lambda variant, fen: banqi.Position.from_fen(
        fen, banqi.Options(hongkong=variant.endswith("hongkong"))
    ).fen(),
}


def _one_line(error: Exception) -> str:
    """The text of an error, which must be readable."""
    text = str(error)
    assert text and "\n" not in text, repr(error)
    return text


def check_fen(variant: str, fen: str, seed: int = 0, most: int = _MOVES) -> bool:
    """Check everything that follows from a text being a valid FEN or not; returns whether it is one.

    Args:
        most: the number of moves to try in the position.
    """
    DONE["FENs"] += 1
    game, reason, other = None, "", None
    try:
        game = Game(variant, fen=fen, seed=0)
    except FenError as error:
        reason = _one_line(error)
    if (read := _REFERENCES.get(REGISTRY[variant].page)) is None:  # the generator does not read FENs with faults
        other = game and game.fen()
    else:
        with contextlib.suppress(ValueError):
            other = read(variant, fen)
    if _TOO_MANY.search(reason):
        return False
    assert (game is None) == (other is None), f"{variant} {fen!r}: engine {game and game.fen()}, reference {other}"
    if game is None:
        return False
    assert game.fen() == other
    position = game.position
    again = Game(variant, fen=game.fen(), seed=0).position
    assert again.fen() == position.fen()
    assert again.key == position.key == position.fresh_key
    assert position.valid()
    moves = position.moves()
    assert len(moves) == position.count()
    position.evaluate()
    rng = random.Random(seed)
    for move in rng.sample(moves, min(len(moves), most)):
        assert position.parse(position.text(move)) == move
        outcome = rng.choice(position.outcomes(move))[0]
        after = position.make(outcome)
        assert after.valid()
        assert after.key == after.fresh_key
        assert position.from_fen(after.fen()).key == after.key
    return True


# Files ------------------------------------------------------------------------------------------------------------


_ANNOTATED = b"""[Event "a \\"b\\" \\\\"]
[Site "x"] [Result "1-0"]

{start} 1. e4! {best; book} (1. d4 d5 (1... Nf6 {Indian} 2. c4) 2. c4 $14) e5 ; rest
% escape
2. Nf3 $1 $2 Nc6 3.Bb5 a6*

[Event "b"]

1. O-O-O?? *

[Event "c"]
*
"""
_POSITIONS = b"""rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 9; fmvn 80; id "a;b"; c0 "x"; D1 20;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;id "start {x}"
id three
epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;
perft 1 20
"""


def training_file(block: bytes, games: int = 1) -> bytes:
    """A file of training positions with one block, whose checksum is right."""
    head = struct.pack("<4I", 0x7069666F, games, len(block), zlib.crc32(block))
    return b'Oddfish positions 1\n{"nodes": 100}\n' + head + block


@cache
def sound_files(folder: Path) -> dict[str, tuple[bytes, Callable[[Path], Any], tuple[type[Exception], ...]]]:
    """The content of a valid file of each kind, the function that reads it, and the errors that it may raise."""
    engines = (read_engine("name=a cmd=oddfish"), read_engine("name=b cmd=oddfish"))
    matched = Plan("half-chess", engines, Control(nodes=10), games=2)
    journal = folder / "m.jsonl"
    journal.unlink(missing_ok=True)
    kept = Journal(journal, matched)
    kept.append(
        Record(1, 0, 0, "a", "b", "1-0", "checkmate", "", None, Game("half-chess").fen(), 0, ("e2e4", "e7e5"), 1, "",
               "2024-01-01", 1.5, (None, None))
    )  # fmt: skip
    kept.close()
    endings = get_variant("banqi").endings(get_variant("banqi").defaults())
    assert endings is not None
    tables = endings.empty()
    write(endings, tables, plan(endings, 2, folder), lambda: None)

    def resume(path: Path) -> None:
        Journal(path).close()

    def tuned(path: Path) -> None:
        LineFile(path, "games", "games for tuning", {"seed": 1}, lambda values: values["x"]).close()

    def suite(path: Path) -> None:
        for entry in read_suite(path.read_text(encoding="utf-8", errors="replace"), str(path)):
            if isinstance(entry, Exception):
                assert "\n" not in str(entry)

    def games(path: Path) -> None:
        """Games of any text can be written, and come back as they were."""
        data = path.read_bytes()
        found = list(read_pgn(data))
        assert list(split_games(io.BytesIO(data), 64)) == list(split_games(io.BytesIO(data)))
        for game in found:
            text = game_text(game)
            assert text.encode().decode() == text
            again = list(read_pgn(text))
            assert again and again[0].moves == game.moves, (game, text)
        for game in found:
            with contextlib.suppress(PgnError):
                game.check(path)
        try:
            read_game(str(path), 1, get_variant("normal"), {})
        except ValueError as error:
            _one_line(error)

    def training(path: Path) -> None:
        """The lines of a block with a right checksum, and the same bytes as a block that is not compressed."""
        data = path.read_bytes()
        for block in (zlib.compress(data), data):
            path.write_bytes(training_file(block))
            for record in read_records(path):
                assert len(record.fens) == len(record.scores)

    def positions(path: Path) -> None:
        """A line that is an opening is one in suites, too, if it has counts."""
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").splitlines()):
            epd = read_epd(line)
            assert len(epd.fields) == len(epd.operations)
            with contextlib.suppress(FenError):
                fen = epd.complete(lambda fen: Game("normal", fen=fen).position)
                Game("normal", fen=fen)
                assert read_epd(f"{fen} id {number};").fen == fen
        suite(path)
        read_openings(str(path), get_variant("normal"), {})

    game = Training(0, "half-chess", 0.5, "stalemate", 9, [Game("half-chess").fen()], [7], {"a": 1})
    return {
        "book": (GOOD, load_book, (BookError,)),
        "weights": (b'{"variant":"normal","weights":{"tempo":5}}', read_weights, (WeightsError,)),
        "parameters": (b'{"variant":"normal","search":{"futility":90}}', read_parameters, (WeightsError,)),
        "journal": (journal.read_bytes(), resume, (MatchError,)),
        "results": (journal.read_bytes(), lambda path: read_results(str(path)), (MatchError,)),
        "openings": (b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n# x\n4k3/8/8/8/8/8/8/4K3 w - - hmvc 1;",
                     lambda path: read_openings(str(path), get_variant("normal"), {}), (MatchError,)),
        "games": (b'[Event "?"]\n[Variant "normal"]\n[Result "1-0"]\n\n1. e2e4 e7e5 {x} 1-0\n',
                  lambda path: read_openings(str(path), get_variant("normal"), {}), (MatchError,)),
        "annotated": (_ANNOTATED, games, ()),
        "positions": (_POSITIONS, positions, (MatchError,)),
        "tuning": (b'{"type":"games","version":1,"recipe":{"seed":1}}\n{"x":1}\n', tuned, (TuneError,)),
        "network": (sorted(NETWORKS.glob("*"))[0].read_bytes(), read_network, (NetworkError,)),
        "training": (json.dumps(game).encode(), training, (TrainError,)),
        "blocks": (training_file(zlib.compress(json.dumps(game).encode())), lambda path: list(read_records(path)),
                   (TrainError,)),
        "bomb": (training_file(zlib.compress(b" " * (LONGEST_BLOCK + 1), 9)), lambda path: list(read_records(path)),
                 (TrainError,)),
        "suite": (builtin_text("halfgi").encode(), suite, ()),
        "tables": (plan(endings, 2, folder).path.read_bytes(),
                   lambda path: add_file(endings, endings.empty(), path, 2), (TableError,)),
    }  # fmt: skip


def check_file(folder: Path, kind: str, content: bytes) -> None:
    """Check that a damaged file is read, or refused in one line."""
    DONE["files"] += 1
    _, read, errors = sound_files(folder)[kind]
    path = folder / "damaged"
    path.unlink(missing_ok=True)
    path.write_bytes(content)
    try:
        read(path)
    except errors as error:
        _one_line(error)
