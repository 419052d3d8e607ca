"""Won endings of Banqi (``tests/data/endings/banqi.epd``), and games from them against the longest defence."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from oddfish.cext.banqi.game import LETTERS, Banqi, Setup
from oddfish.cext.banqi.tablebase import Tables
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants.banqi import BanqiEndings

EPD = Path(__file__).parents[1] / "data" / "endings" / "banqi.epd"

_LOST, _WON = 1, 3


class Ending(NamedTuple):
    """A position that the side to move wins."""

    variant: str
    fen: str
    plies: int  # to the end, according to the tables
    alone: bool  # the search wins it without tables

    @property
    def id(self) -> str:
        return f"{self.variant}: {self.fen}"

    @property
    def men(self) -> tuple[str, str]:
        """The pieces of the side to move and of the other side."""
        board = self.fen.partition("[")[0]
        red, black = (
            "".join(letter for letter in LETTERS for _ in range(board.count(letter if upper else letter.lower())))
            for upper in (True, False)
        )
        side, first = self.fen.split()[1:3]
        return (red, black) if (side == "w") == (first == "r") else (black, red)


def read_suite(path: Path) -> list[Ending]:
    endings = []
    for line in path.read_text().splitlines() if path.exists() else ():
        if not line.startswith("#"):
            variant, fen, plies, *marks = (field.strip() for field in line.split(";"))
            endings.append(Ending(variant, fen, int(plies), "alone" in marks))
    return endings


def solve_with_what_it_needs(setup: Setup, tables: Tables, mine: str, theirs: str) -> None:
    """Solve an ending, after the endings it can turn into."""
    for ending in BanqiEndings(setup).with_following([(mine, theirs)]):
        if ending not in tables.endings:
            setup.solve(tables, *ending)


@cache
def _tables(signature: str) -> Tables:
    return Tables(signature)


def solved_setup(ending: Ending) -> Setup:
    """The rules of an ending, with shared tables that include it."""
    setup = Setup(hongkong=ending.variant == "banqi-hongkong")
    tables = _tables(setup.signature)
    solve_with_what_it_needs(setup, tables, *ending.men)
    setup.use(tables)
    return setup


def game_of(setup: Setup, variant: str, fen: str) -> Game:
    """A game with its own setup, with or without tables."""
    game = Game(variant, fen=fen)
    game.positions = [Banqi(setup, fen)]
    return game


def best_defence(position: Banqi) -> str:
    """The move that delays the end longest, according to the tables."""

    def plies_after(move: int) -> int:
        after = position.make(move)
        found = after.probe()
        if found is None:
            return 0  # the last piece is captured
        assert found[0] != _LOST, f"{position.fen()} is not lost"
        return found[1] if found[0] == _WON else 1000

    return position.text(max(position.moves(), key=plies_after))


def play_out(ending: Ending, searcher: Searcher, nodes: int, with_tables: bool) -> Game:
    """Play a game from an ending: the engine for the side to move, the tables for the other."""
    setup = solved_setup(ending)
    known = game_of(setup, ending.variant, ending.fen)
    own = known if with_tables else game_of(Setup(hongkong=setup.hongkong), ending.variant, ending.fen)
    attacker = known.turn
    searcher.new_game()
    while known.result() is None:
        if known.turn == attacker:
            text = searcher.think(own, Limits(nodes=nodes)).text
        else:
            found = known.position.probe()
            if found is None or found[0] != _LOST:
                break  # the win is lost
            assert isinstance(known.position, Banqi)
            text = best_defence(known.position)
        assert text is not None
        known.push(text)
        if own is not known:
            own.push(text)
    return known


def wins(ending: Ending, searcher: Searcher, nodes: int, with_tables: bool) -> bool:
    """Whether the engine wins the ending."""
    result = play_out(ending, searcher, nodes, with_tables).result()
    return result is not None and result.winner == "wb".index(ending.fen.split()[1])
