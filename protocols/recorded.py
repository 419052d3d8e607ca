"""What PGN files tell of the set-ups that the players of their games chose, and of house rules."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from oddfish.cext.core.rules import FenError
from oddfish.engine.files import read_text
from oddfish.engine.game import Game, MoveError
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections import Projection, projection_for

#: An option in a tag of them all.
_OPTION = re.compile(r"(\w+)=([^,]*)")
#: The tag with the seed of a game's deal.
SEED_TAG = "Seed"
#: Moves that XBoard alone writes: passes, legs, SAN.
_XBOARD = re.compile(r"^--$|[A-Z]|^[a-p]?x?[a-p][0-9]+[+#]?$|^[a-p][0-9]+x?[a-p][0-9]+-[a-p][0-9]+$")
#: A tag on a line of its own.
_TAG = re.compile(r'\[(\w+) "(.*)"\]\s*')


def tags_of_games(lines: Iterable[str]) -> list[dict[str, str]]:
    """The tags of every game of a PGN file."""
    games: list[dict[str, str]] = []
    in_tags = False
    for line in lines:
        found = _TAG.fullmatch(line)
        if found is not None:
            if not in_tags:
                games.append({})
            games[-1][found[1]] = found[2]
        if line.strip():
            in_tags = found is not None
    return games


def other_variant(tags: Mapping[str, str], variant: Variant) -> str:
    """The name of another of our variants that a game is one of by its tags, '' if it is none."""
    try:
        named = get_variant(tags.get("Variant", variant.name)).name
    except UnknownVariantError:
        return ""
    return "" if named == variant.name else named


def read_game(
    path: str, number: int, variant: Variant, options: Mapping[str, Any], seed: int | None = None
) -> tuple[Game, dict[str, str]]:
    """A game from a PGN file, at its last position, and its tags. Its moves are in their own notation, as in files of
    `oddfish play` and `oddfish match`, or in SAN. If it holds a deal, what was turned up is part of it.

    Args:
        number: which of the file's games, counted from 1.
        options: those given, which come before those recorded.
        seed: likewise.

    Raises:
        ValueError: there is no such game, it is another variant's, or a move is wrong.
    """
    from oddfish.engine.match.openings import read_pgn  # slow to import, which engines need not wait for

    games = list(read_pgn(read_text(path)))
    if number > len(games):
        raise ValueError(f"{path} holds {count(len(games), 'game')}: there is no game {number}")
    tags, moves = games[number - 1]
    several = len(games) > 1
    if named := other_variant(tags, variant):
        choice = f"{len(games)} games are in it, --number picks one" if several else f"use oddfish play {named}"
        raise ValueError(f"{path}: game {number} is a game of {named}, not of {variant.name} ({choice})")
    settled = recorded_setup(tags, Game(variant), projection_for(variant.name))
    found = {**settled, **recorded_options(tags, variant), **options}
    if seed is None and tags.get(SEED_TAG, "").isdecimal():
        seed = int(tags[SEED_TAG])
    game: Game | None = None
    try:
        game = Game(variant, found, tags.get("FEN"), seed)
        deal, game.deal = game.deal, None  # the file says what was turned up
        for text in moves:
            move = _read_move(game, text)
            if deal is not None:
                deal.follow(game.position, move)
            game.push_move(move)
        game.deal = deal
    except (MoveError, FenError) as error:
        where = "bad FEN" if game is None else f"move {len(game.moves) + 1}"
        hint = ""
        if "VariantMen" in tags or any(_XBOARD.search(move) for move in moves):
            which = f" --number {number}" if several else ""
            hint = f"; if XBoard has saved it, use oddfish xboard {variant.name} --load {path}{which}"
        raise ValueError(f"{path}: {where} of game {number}: {error}{hint}") from None
    return game, tags


def _read_move(game: Game, text: str) -> int:
    """A legal move in its own notation or, where XBoard's squares have the game's own names, in SAN.

    Raises:
        MoveError: it is none.
    """
    try:
        return game.parse_complete(text)
    except MoveError:
        from oddfish.engine.against.notation import meant

        named = projection_for(game.variant.name).coordinates
        own = meant(game.variant, game.position, text) if named else None
        if own is None:
            raise
        return game.parse_complete(own)


def count(number: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def recorded_setup(tags: Mapping[str, str], game: Game, projection: Projection) -> dict[str, Any]:
    """The options that the players of a recorded game settled before it: from tags of their names, as we write them, or
    from what the engines' names tell; {} where the record says nothing.

    Args:
        game: any of the same variant.
    """
    own = game.variant.tags(game.position)
    found = {name: tags[name] for name in own if name in tags}
    return found or projection.recorded(game, [tags.get(player, "") for player in ("White", "Black")])


def recorded_options(tags: Mapping[str, str], variant: Variant) -> dict[str, str]:
    """The variant's options that `oddfish match` and `oddfish play` record; {} where there are none."""
    own = {option.name for option in variant.options}
    return {name: value for name, value in _OPTION.findall(tags.get("Options", "")) if name in own}


def open_records(process: int) -> list[Path]:
    """The PGN files that a process has open, where the system tells (Linux): XBoard keeps the file open from which it
    has loaded a game."""
    found = []
    with contextlib.suppress(OSError):
        for link in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                path = Path(os.readlink(link))
                if path.suffix.lower() == ".pgn" and path.is_file():
                    found.append(path)
    return found
