"""A note tells two people in XBoard who plays first in their next game."""

from __future__ import annotations

import pytest

from support.pipes import CecpEngine

WON = "setboard 8/8/8/8/8/8/n7/K7 w - - 0 1"
LOST = "setboard 8/8/8/8/8/8/N7/k7 b - - 0 1"
LAST = "usermove a1a2"
TOLD = "telluser By custom, Black, who lost the last game, now plays first."


def people(engine: CecpEngine, setboard: str, *moves: str) -> None:
    """A game of two people, who click on their pieces."""
    engine.ask("force", setboard)
    for move in moves:
        engine.ask(f"lift {move.split()[1][:2]}", move)


def new_game(engine: CecpEngine, variant: str) -> list[str]:
    """Begin a game as XBoard does; returns the answers without the board's setup."""
    lines = engine.ask("new", f"variant {variant}", "force", "level 0 5 3", "post", "hard")
    return [line for line in lines if not line.startswith("setup")]


@pytest.mark.parametrize("variant", ["banqi", "banqi-hongkong"])
@pytest.mark.quick(3)
def test_the_loser_plays_first(variant: str) -> None:
    """The note appears once, when they choose Edit Game again."""
    with CecpEngine(variant=variant) as engine:
        people(engine, WON, LAST)
        assert not any(line.startswith("telluser") for line in new_game(engine, variant))
        assert engine.ask("force") == [TOLD]
        assert engine.ask("force") == []
        people(engine, LOST, LAST)
        new_game(engine, variant)
        assert engine.ask("force") == [TOLD.replace("Black", "White")]


def test_after_a_draw_the_second_player_does() -> None:
    with CecpEngine(variant="banqi") as engine:
        engine.ask("option NoProgressPlies=1")
        new_game(engine, "banqi")
        people(engine, "setboard n7/8/8/8/8/8/8/K7 w - - 0 1", LAST)
        new_game(engine, "banqi")
        assert engine.ask("force") == [TOLD.replace("lost the", "moved second in the")]


def test_only_people_who_have_finished_a_game_of_this_kind_are_told() -> None:
    with CecpEngine(variant="banqi") as engine:
        people(engine, "setboard n7/8/8/8/8/8/8/K7 w - - 0 1", LAST)  # unfinished
        new_game(engine, "banqi")
        assert engine.ask("force") == []
        engine.ask(WON, LAST)  # without clicks: loaded from a file
        new_game(engine, "banqi")
        assert engine.ask("force") == []
        people(engine, WON, LAST)
        new_game(engine, "banqi-hongkong")  # another game
        assert engine.ask("force") == []
        people(engine, "setboard n7/8/8/r7/8/8/8/K7 w - - 0 1")
        engine.send("sd 1", "go")  # the engine plays, too
        engine.expect("move ")
        people(engine, WON, LAST)
        new_game(engine, "banqi-hongkong")
        assert engine.ask("force") == []


def test_other_games_have_no_such_custom() -> None:
    with CecpEngine(variant="half-chess") as engine:
        people(engine, "setboard k7/7R/1K6/8/8/8/8/8 w - - 0 1", "usermove h7h8")
        new_game(engine, "half-chess")
        assert engine.ask("force") == []
