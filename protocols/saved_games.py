"""Saves games in the terminal as PGN files, and reads them again to continue."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from oddfish.engine import NAME
from oddfish.engine.game import Game, Result
from oddfish.engine.guide.base import SIDES
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.options import OptionError, tag_of
from oddfish.engine.pgn import PgnGame, find_game, parse_game
from oddfish.engine.printable import amount
from oddfish.engine.search_options import SKILL_LEVEL
from oddfish.engine.variants import UnknownVariantError, variant_of
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections import projection_for
from oddfish.protocols.recorded import (
    ReplayError,
    other_variant,
    recorded_options,
    recorded_setup,
    replayed,
)

HUMAN, ENGINE = "human", "engine"
#: A person's name in records, and the start of the engine's name.
_PERSON, _PROGRAM = "Human", NAME.partition(" ")[0]
#: The tag for the seed of a game's deal.
_SEED_TAG = "Seed"
_SEED = re.compile("-?[0-9]{1,1000}")
#: PGN's results of finished games.
_RESULTS = ("1-0", "0-1", "1/2-1/2")
#: Moves that only XBoard writes: passes, legs, SAN.
_XBOARD = re.compile(r"^--$|[A-Z]|^[a-p]?x?[a-p][0-9]+[+#]?$|^[a-p][0-9]+x?[a-p][0-9]+-[a-p][0-9]+$")


class SavedGame(NamedTuple):
    """A game to continue from its last position.

    Attributes:
        players: who plays each side, HUMAN or ENGINE; None if the file does not say.
        level: the engine's playing level.
        ended: the result in the file; '' for none.
    """

    game: Game
    players: tuple[str, str] | None = None
    level: int = FULL_STRENGTH
    ended: str = ""


def pgn(game: Game, result: Result | None, players: Sequence[str], level: int = FULL_STRENGTH) -> str:
    """The game as PGN, with names, today's date, house rules, and the engine's playing level. An unfinished game also
    records the seed of its deal, so that you can continue it."""
    tags = {
        "Event": "Oddfish terminal game",
        "Date": datetime.date.today().strftime("%Y.%m.%d"),
        **{side: NAME if player == ENGINE else _PERSON for side, player in zip(SIDES, players)},
    }
    if level < FULL_STRENGTH:
        tags |= {_level_tag(side): str(level) for side, player in zip(SIDES, players) if player == ENGINE}
    unusual = game.variant.unusual(game.options)
    recorded = (*game.variant.rule_options(game.options), *game.variant.hidden_options)
    if rules := {name: unusual[name] for name in recorded if name in unusual}:
        tags["Options"] = tag_of(rules)
    ended = result or game.result()
    if game.deal is not None and not ended and not any(name in unusual for name in game.variant.hidden_options):
        tags[_SEED_TAG] = str(game.deal.seed)
    return game.pgn(tags, result)


def read_game(
    path: str, number: int, variant: Variant | None, options: Mapping[str, Any], seed: int | None = None
) -> SavedGame:
    """Read a game from a PGN file. Its moves are in the variant's own notation, as `oddfish play` and `oddfish match`
    write them, in SAN, or in XBoard's plies. In games with a deal, the moves say what each flip turned up.

    Args:
        number: the game's number in the file, from 1.
        variant: None for the one that the file names, or `normal`.
        options: options that override the recorded ones.
        seed: the seed of the deal; None for the recorded seed, if there is one.

    Raises:
        ValueError: there is no such game, it is a game of another variant, or a tag or move is invalid.
    """
    raw, total = find_game(path, number)
    if raw is None:
        raise ValueError(f"{path} contains {amount(total, 'game')}: there is no game {number}")
    record = parse_game(raw)
    tags, several = record.tags, total > 1
    if variant is None:
        try:
            variant = variant_of(tags)
        except UnknownVariantError as error:
            raise ValueError(f"{path}: game {number}: {error}") from None
    if named := other_variant(tags, variant):
        choice = f"it contains {total} games, choose one with --number" if several else f"use oddfish play {named}"
        raise ValueError(f"{path}: game {number} is a game of {named}, not of {variant.name} ({choice})")
    given = Game(variant, options)  # errors in these are not the file's fault
    try:
        if seed is None:
            seed = _recorded_seed(tags)
        level = _recorded_level(tags)
        settled = recorded_setup(tags, given, projection_for(variant.name))
        found = {**settled, **recorded_options(tags, variant), **options}
        Game(variant, found)
    except OptionError as error:
        raise ValueError(f"{path}: tags of game {number}: {error}") from None
    record.check(path)
    try:
        game = replayed(record.moves, variant, found, tags.get("FEN"), seed)
    except ReplayError as error:
        what = "bad FEN" if error.done < 0 else f"move {error.done + 1}"
        hint = _hint(record, variant, path, several)
        raise ValueError(f"{path}: {what} of game {number}: {error}{hint}") from None
    ended = tags.get("Result", "")
    return SavedGame(game, _recorded_players(tags), level, ended if ended in _RESULTS else "")


def _hint(record: PgnGame, variant: Variant, path: str, several: bool) -> str:
    """How to open a game that only XBoard can read; '' if nothing shows that XBoard has saved it.

    Args:
        several: whether the file contains other games.
    """
    if "VariantMen" not in record.tags and not any(_XBOARD.search(move) for move in record.moves):
        return ""
    which = f" --number {record.number}" if several else ""
    return f"; if XBoard has saved it, use oddfish xboard {variant.name} --load {path}{which}"


def _recorded_players(tags: Mapping[str, str]) -> tuple[str, str] | None:
    """Who plays each side, according to the players' names."""
    names = [tags.get(side, "") for side in SIDES]
    white, black = (ENGINE if name.startswith(f"{_PROGRAM} ") else HUMAN for name in names)
    return (white, black) if white != black or names == [_PERSON, _PERSON] else None


def _level_tag(side: str) -> str:
    return f"{side}Level"


def _recorded_level(tags: Mapping[str, str]) -> int:
    """The engine's playing level.

    Raises:
        OptionError: the level is invalid.
    """
    for tag in map(_level_tag, SIDES):
        if tag in tags:
            try:
                return int(SKILL_LEVEL.read(tags[tag]))
            except OptionError:
                raise OptionError(f"{tag} {tags[tag][:40]!r}: levels are 0 to {FULL_STRENGTH}") from None
    return FULL_STRENGTH


def _recorded_seed(tags: Mapping[str, str]) -> int | None:
    """The recorded seed of the deal, or None.

    Raises:
        OptionError: the seed is not a number.
    """
    text = tags.get(_SEED_TAG)
    if text is None:
        return None
    if not _SEED.fullmatch(text):
        raise OptionError(f"{_SEED_TAG} {text[:40]!r}: expected a whole number")
    return int(text)
