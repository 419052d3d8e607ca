"""XBoard's habits, over pipes: positions sent before it reads `setup`, games handed over to a second engine, hints, and
pondering when the search has found no reply."""

from __future__ import annotations

import re

import pytest

from oddfish.engine.game import Game
from oddfish.protocols.projections import projection_for
from support.pipes import CecpEngine

ROOK_END = "4k3/3rp3/8/8/8/8/3PR3/4K3 w - - 0 1"


def test_setup_shows_the_position_that_xboard_sent_before_it_was_read():
    """XBoard does so at New Game after a position was loaded, and then shows the position in `setup`."""
    with CecpEngine(variant="half-chess") as engine:
        lines = engine.ask("new", "variant half-chess", "force", f"setboard {ROOK_END}", "level 0 5 0", "post")
        setups = [line for line in lines if line.startswith("setup ")]
        assert len(setups) == 1
        assert setups[0].endswith(f" {ROOK_END}")
        (again,) = [line for line in engine.ask("new", "variant half-chess", "force") if line.startswith("setup ")]
        assert again.endswith(Game("half-chess").fen())


def test_an_engine_that_takes_over_a_game_adopts_its_armies():
    """Two Machines in the middle of a game: the moves come first, then the other's name."""
    armies = "RF-CD-BW-QV:RA-VS-BC-RVF"
    with CecpEngine(variant="augmented-half-chess") as engine:
        engine.ask("option WhiteArmy=RS-CA-BD-QV", "option BlackArmy=RV-CF-BS-QA")
        engine.ask("new", "variant augmented-half-chess")
        engine.ask("force", "usermove e2e4", "usermove e7e5")
        assert not engine.fen().endswith(armies)
        engine.ask("computer", f"name Oddfish 0.1.0 {armies}")
        assert engine.fen().endswith(armies)
        assert engine.ask("usermove b1b3", "undo") == []  # Crab + Dabbaba


def test_moves_of_a_game_handed_over_wait_for_its_armies():
    """The engine refuses them if no name with the armies follows."""
    own = ["option WhiteArmy=RS-CA-BD-QV", "option BlackArmy=RV-CF-BS-QA"]
    moves = ["force", "usermove e2e4", "usermove e7e5", "usermove b1b3", "usermove b8a6"]  # b1b3: Crab + Dabbaba
    other = "name Oddfish 0.1.0 RF-CD-BW-QV:RA-VS-BC-RVF"
    with CecpEngine(variant="augmented-half-chess") as engine:
        for after, refused in (([other], False), (["name Somebody"], True), ([], True)):
            engine.ask(*own, "new", "variant augmented-half-chess")
            lines = engine.ask(*moves, "computer", *after)
            assert any(line.startswith("Illegal move") for line in lines) == refused, lines
            assert engine.fen().split()[5] == ("2" if refused else "3")
        engine.ask("new", "variant augmented-half-chess")
        engine.send(*moves)
        engine.expect("Illegal move .*: b1b3")  # even if nothing follows


def test_an_engine_keeps_the_armies_of_its_own_game():
    with CecpEngine(variant="augmented-half-chess") as engine:
        engine.ask("force", "lift e2", "usermove e2e4", "usermove e7e5")
        before = engine.fen()
        engine.ask("computer", "name Oddfish 0.1.0 RF-CD-BW-QV:RA-VS-BC-RVF")
        assert engine.fen() == before


@pytest.mark.parametrize("fen", [ROOK_END])
def test_the_engine_searches_a_reply_to_ponder_on(fen: str):
    """A search of one ply finds no reply."""
    with CecpEngine(variant="half-chess") as engine:
        engine.send("hard", "post", "sd 1", "force", f"setboard {fen}", "go")
        engine.expect("move ")
        game = Game("half-chess", fen=engine.fen())
        line = engine.expect(r"\d+ -?\d+ \d+ \d+\t")
        assert line.split("\t")[2].split()[0] in game.legal()
        assert any(line.startswith("Hint: ") for line in engine.ask("hint"))
        engine.ask("easy")


def test_a_hint_within_a_turn_continues_it():
    with CecpEngine(variant="tandem-84") as engine:
        engine.ask("force", "usermove c2c4", "usermove j6j5", "usermove @@@@", "usermove c6c5", "usermove h1i3")
        engine.send("hint")
        words = engine.expect("telluser Hint: ")
        assert re.fullmatch(r"telluser Hint: [a-f]\d .*", words), words
        assert ", then" not in words


@pytest.mark.parametrize(
    ("variant", "fen", "move", "words"),
    [
        ("fanorona-chess", "4k/5/5/5/p3n/5/2P2/1b3/3K1 w - - 0 1", "c3b4xa5", "c3 to b4, taking a5"),
        ("banqi", None, "a1a1", "turn up a1"),
        ("bifold-halfgi", None, "b1c3", "b1c3: click b1 (a-side), c3 (a-side)"),
        ("tandem-84", None, "c2c4", "c2 to c4"),
        ("half-chess", None, "e2e4", ""),
    ],
)
def test_advice(variant: str, fen: str | None, move: str, words: str):
    game, projection = Game(variant, fen=fen), projection_for(variant)
    assert projection.advice(game, game.parse(move)) == words
