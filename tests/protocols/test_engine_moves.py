"""What a person reads of the engine's move in XBoard, whose own text can name other squares or show only a part."""

from __future__ import annotations

import re

import pytest

from oddfish.engine.game import Game
from support.pipes import CecpEngine

#: A person's first move as XBoard sends it, by game. In the others, XBoard's own text is clear.
NAMED = {"bifold-halfgi": "a2a3", "tandem-84": "c2c4"}


@pytest.mark.parametrize("variant", NAMED)
def test_the_engine_s_move_is_named_as_on_the_board(variant: str):
    with CecpEngine(variant=variant) as engine:
        engine.ask("new", f"variant {variant}", "sd 1")
        engine.send(f"usermove {NAMED[variant]}")
        told = engine.expect("1 0 0 0 Engine: ").removeprefix("1 0 0 0 Engine: ")
        game = Game(variant)
        game.push(NAMED[variant])
        assert told.replace(", ", ",") in game.legal()


def test_moves_that_xboard_names_as_the_board_does_get_no_note():
    with CecpEngine(variant="half-chess") as engine:
        engine.ask("new", "variant half-chess", "sd 1")
        engine.send("usermove e2e4")
        lines = [*engine.until("move "), *engine.sync()]
        assert not [line for line in lines if re.match("1 0 0 0 ", line)]


def test_pondering_lines_repeat_the_engine_s_move():
    with CecpEngine(variant="bifold-halfgi") as engine:
        engine.ask("new", "variant bifold-halfgi", "sd 3", "post", "hard")
        engine.send("usermove a2a3")
        told = engine.expect("1 0 0 0 Engine: ").removeprefix("1 0 0 0 ")
        assert f"{{{told}; then " in engine.expect(r"\d+ -?\d+ \d+ \d+\t.*then ")
