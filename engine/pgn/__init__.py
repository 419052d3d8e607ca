"""PGN: reads games one at a time, from any program, and writes them.

Reading follows the PGN standard, token by token: comments in braces and behind semicolons, escape lines, NAGs, nested
variations, any spacing. One reader serves every variant, because it leaves moves as texts;
:mod:`oddfish.engine.notation` matches them to legal moves.

>>> game, = read_pgn('[Event "a"] 1.e4! {best; book} (1. d4 $2) e5 *')
>>> game.tags, game.moves, game.result
({'Event': 'a'}, ['e4', 'e5'], '*')
>>> game.line[0].nags, game.line[0].comments, game.line[0].variations[0][0].text
([1], ['best; book'], 'd4')
"""

from oddfish.engine.pgn.games import PgnError, PgnGame, PgnMove
from oddfish.engine.pgn.parse import decode, parse_game
from oddfish.engine.pgn.read import find_game, looks_like_pgn, read_games, read_pgn, read_tags
from oddfish.engine.pgn.split import RawGame, split_games
from oddfish.engine.pgn.write import clean_comment, clean_tag, movetext, tag_section

__all__ = [
    "PgnError",
    "PgnGame",
    "PgnMove",
    "RawGame",
    "clean_comment",
    "clean_tag",
    "decode",
    "find_game",
    "looks_like_pgn",
    "movetext",
    "parse_game",
    "read_games",
    "read_pgn",
    "read_tags",
    "split_games",
    "tag_section",
]
