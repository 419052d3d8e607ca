"""CECP over pipes: armies set by options, kept during a game, and agreed between two engines."""

from __future__ import annotations

import re

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
