"""Small opening books, written by hand or from a few shallow games."""

from __future__ import annotations

import json
import zlib
from functools import cache
from typing import Any

from oddfish.engine.book import Header, Record, book_bytes
from oddfish.engine.experiments.book_builder import Build, Builder
from oddfish.engine.game import Game
from oddfish.engine.variants import get_variant

START = Game("half-chess").fen()
HEADER = Header("half-chess", {}, (START,), {"games": 3})
KEY = Game("half-chess").position.key
ARMIES = {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"}


def book_of(moves: dict[str, Record], *played: str, variant: str = "half-chess", **options: Any) -> bytes:
    """The content of a book with the moves of one position: the one after the moves ``played`` from the start."""
    game = Game(variant, options, seed=0)
    header = Header(variant, game.variant.rule_options(game.options), (game.fen(),), {})
    for move in played:
        game.push(move)
    return book_bytes(header, {(game.position.key, text): record for text, record in moves.items()})


GOOD = book_of({"e2e4": Record(3, 1, 0, 12), "d2d4": Record(1, 0, 1, -3)})


def sealed(body: bytes) -> bytes:
    """A body with its checksum."""
    return body + b"end %08x\n" % zlib.crc32(body)


def with_header(**changed: Any) -> bytes:
    """The good book with another header; None drops a key."""
    values = {**json.loads(GOOD.splitlines()[0]), **changed}
    values = {name: value for name, value in values.items() if value is not None}
    return sealed(json.dumps(values, separators=(",", ":")).encode() + b"\n")


def tiny(variant: str, options: dict[str, Any] | None = None, **changed: Any) -> Builder:
    """A builder that has played a few shallow games."""
    small = {"games": 4, "plies": 3, "nodes": 200, "min_games": 1}
    builder = Builder(Build(get_variant(variant), options or {}, **{**small, **changed}))
    assert builder.run()
    return builder


@cache
def tiny_book(variant: str) -> bytes:
    """The content of a book of a variant."""
    builder = tiny(variant)
    return book_bytes(builder.header(), builder.records())
