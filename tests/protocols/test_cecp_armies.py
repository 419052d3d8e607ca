"""CECP over pipes: armies set by options, kept during a game, and agreed between two engines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.pipes import CecpEngine

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AUGMENTED = "augmented-half-chess"
ARMIES = ("option WhiteArmy=RF-CD-BW-QV", "option BlackArmy=RA-VS-BC-RVF")


def armies(engine: CecpEngine) -> str:
    return engine.fen().split()[6]


def test_armies_before_the_game():
    with CecpEngine(variant="normal") as engine:
        lines = engine.ask(*ARMIES, "new", "variant augmented-half-chess")
        assert armies(engine) == "RF-CD-BW-QV:RA-VS-BC-RVF"
        assert any(re.fullmatch('feature myname="Oddfish .* RF-CD-BW-QV:RA-VS-BC-RVF"', line) for line in lines)


def test_armies_on_the_start_position_apply_at_once():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask(*ARMIES)
        assert armies(engine) == "RF-CD-BW-QV:RA-VS-BC-RVF"


def test_armies_during_a_game_wait_for_the_next():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask("force", "usermove a2a3")
        before = engine.fen()
        (line,) = engine.ask("option WhiteArmy=RF-CD-BW-QV")
        assert line.startswith("telluser WhiteArmy takes effect with the next game")
        assert engine.fen() == before
        engine.ask("new", f"variant {AUGMENTED}")
        assert armies(engine).startswith("RF-CD-BW-QV:")


def test_bad_armies():
    with CecpEngine(variant=AUGMENTED) as engine:
        before = engine.fen()
        (line,) = engine.ask("option WhiteArmy=RF-CF-BW-QV")
        assert line.startswith("Error (option WhiteArmy: ")
        assert "twice" in line
        assert engine.fen() == before


def test_setboard_keeps_the_armies():
    """XBoard drops the army field from every FEN."""
    with CecpEngine(variant=AUGMENTED) as engine:
        before = armies(engine)
        engine.ask("force", "setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
        assert armies(engine) == before
        other = "RF-CD-BW-QV:RA-VS-BC-RVF"
        engine.ask(f"setboard {START} {other}")
        assert armies(engine) == other


@pytest.mark.later
def test_two_engines_agree_on_armies():
    """As in Two Machines: the second engine gets the FEN and the first move in force mode, and both get names."""

    def begin(engine: CecpEngine) -> str:
        lines = engine.ask("new", f"variant {AUGMENTED}")
        return next(line.split('"')[1] for line in lines if line.startswith("feature myname"))

    with CecpEngine(variant=AUGMENTED) as white, CecpEngine(variant=AUGMENTED) as black:
        for _ in range(2):
            names = begin(white), begin(black)
            white.ask("force", "computer", f"name {names[1]}", "sd 3")
            black.ask("force", f"setboard {START}", "computer", f"name {names[0]}", "sd 3")
            white.send("go")
            move = white.expect("move ").split()[1]
            black.send(f"usermove {move}", "go")
            reply = black.expect("move ").split()[1]
            white.send(f"usermove {reply}")
            white.expect("move ")
            wishes = [name.split()[-1].split(":") for name in names]
            expected = f"{wishes[0][0]}:{wishes[1][1]}"
            assert armies(white) == armies(black) == expected


def test_a_human_opponents_name_changes_nothing():
    with CecpEngine(variant=AUGMENTED) as engine:
        before = armies(engine)
        for name in ("root", "a:b", "Oddfish RANDOM:RANDOM", "x y RF-CD-BW-QV:nonsense", ":"):
            engine.ask("new", f"variant {AUGMENTED}")
            before = armies(engine)
            engine.send(f"name {name}", "sd 2", "go")
            engine.expect("move ")
            assert armies(engine) == before


TAGS = '[White "A. Person"]\n[Black "Oddfish 0.1.0 (Any) RV-CD-BW-RVS:RA-CW-BV-RCD"]\n[Result "*"]\n\n1. Na3 *\n\n'


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell which files are open")
@pytest.mark.parametrize(
    ("text", "played", "told"),
    [
        (TAGS, "RV-CD-BW-RVS:RA-CW-BV-RCD", "armies WhiteArmy=RV-CD-BW-RVS BlackArmy=RA-CW-BV-RCD"),
        (2 * TAGS, "RV-CD-BW-RVS:RA-CW-BV-RCD", "armies"),
        ('[WhiteArmy "RF-CA-BW-QV"]\n\n1. e4 *\n', "RF-CA-BW-QV:RA-VS-BC-RVF", "WhiteArmy=RF-CA-BW-QV"),
        (TAGS + '[White "x RF-CD-BW-QV:RA-VS-BC-RVF"]\n\n*\n', "", "differ in their set-ups"),
        ('[WhiteArmy "RF-CF-BW-QV"]\n\n1. e4 *\n', "", ""),  # no such army
        ('[White "A. Person"]\n\n1. e4 *\n', "", ""),
        ('[White "x RF-CD-BW-QV:RA-VS-BC-RVF"]\n\n*\n', "", ""),  # as in the session
    ],
)
@pytest.mark.quick(5)
def test_a_game_that_xboard_loads_brings_its_armies(tmp_path: Path, text: str, played: str, told: str):
    """This process plays the part of XBoard, which keeps the file open."""
    path = tmp_path / "games.PGN"
    path.write_text(text)
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask(*ARMIES)
        with path.open():
            lines = engine.ask("new", f"variant {AUGMENTED}", "force", f"setboard {START}", "usermove a2a3")
        assert armies(engine) == (played or "RF-CD-BW-QV:RA-VS-BC-RVF")
        spoken = [line for line in lines if line.startswith("telluser")]
        assert len(spoken) == bool(told)
        assert not told or (told in spoken[0] and len(spoken[0]) < 120)  # XBoard's pop-up is one line
        assert engine.ask("new", f"variant {AUGMENTED}")
        assert armies(engine) == "RF-CD-BW-QV:RA-VS-BC-RVF"


def test_moves_entered_by_hand_are_not_those_of_a_file(tmp_path: Path):
    path = tmp_path / "game.pgn"
    path.write_text(TAGS)
    with CecpEngine(variant=AUGMENTED) as engine, path.open():
        engine.ask(*ARMIES)
        engine.ask("force", "lift a2", "usermove a2a3")
        assert armies(engine) == "RF-CD-BW-QV:RA-VS-BC-RVF"
