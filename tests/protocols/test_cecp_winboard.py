"""What the engine sends to WinBoard, but not to XBoard: the option ``Gui``."""

from __future__ import annotations

import re
import subprocess

import pytest

from oddfish.engine.variants import REGISTRY
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.base import uncovered
from oddfish.protocols.projections.table import SLOTS, for_winboard
from oddfish.protocols.settings import Settings
from support.pipes import CecpEngine

#: Numbers of pieces for which WinBoard lacks a picture at some size, or has only one for both sides.
MOVED = [
    SLOTS.index(slot)
    for slot in ("Nightrider", "CrownedBishop", "CrownedRook", "Princess", "Cobra", "Zebra", "Chancellor")
]
#: The number of a wildcard.
COBRA = SLOTS.index("Cobra")


def halves(table: str) -> tuple[list[str], list[str]]:
    """White's and Black's pieces with their nicknames, '.' for none; the King's slot is the last."""
    tokens = re.findall(r"[^=](?:=.)?", table)
    return tokens[: len(tokens) // 2], tokens[len(tokens) // 2 :]


def tables(lines: list[str]) -> list[str]:
    return [found[1] for found in (re.match(r"setup \((\S+)\)", line) for line in lines) if found]


@pytest.mark.parametrize("name", REGISTRY)
def test_no_piece_stands_where_winboard_lacks_pictures(name: str) -> None:
    lines = projection_for(name).setup(Settings(name).new_game().position)
    for before, after in zip(tables(lines), tables(for_winboard(lines))):
        for black, (old, new) in enumerate(zip(halves(before), halves(after))):
            wild = "." if black or len(old) - 1 <= COBRA else old[COBRA]  # stays one, as WinBoard reads its moves again
            assert wild == "." or new.index(wild) == COBRA
            assert all(new[number] in (".", wild) for number in MOVED if number < len(new) - 1)
            assert sorted(token for token in old if token != ".") == sorted(token for token in new if token != ".")
            assert old[-1] == new[-1]
            kept = {token: place for place, token in enumerate(old) if token != "." and place not in MOVED}
            assert all(new.index(token) == place for token, place in kept.items() if token != old[-1])
        assert len(halves(after)[0]) == len(halves(after)[1]) <= 66
    assert all(len(line) < 512 for line in for_winboard(lines))
    assert [line.partition(") ")[2] for line in for_winboard(lines)] == [line.partition(") ")[2] for line in lines]


def test_exchanged_pictures() -> None:
    """The halves of a face-down disc have each other's slots."""
    lines = projection_for("banqi").setup(Settings("banqi").new_game().position)
    (seen,), (turned,) = tables(for_winboard(lines)), tables(for_winboard(lines, exchanged=True))
    white, black = halves(seen)
    other_white, other_black = halves(turned)
    assert white.index("X") == other_black.index("x")
    assert black.index("x") == other_white.index("X")


def test_the_option_changes_the_table() -> None:
    with CecpEngine("--variant", "banqi") as engine:
        (table,) = tables(engine.hello)
        assert 'feature option="Gui -combo *XBoard /// WinBoard"' in engine.hello
        engine.send("option Gui=winboard")
        wanted = tables(for_winboard([f"setup ({table}) "]))
        assert tables([engine.expect("setup ")]) == wanted
        engine.send("option Gui=WinBoard")  # nothing new to send
        assert tables(engine.ask("variant banqi")) == wanted


def test_a_person_who_plays_black_sees_the_other_halves() -> None:
    with CecpEngine("--variant", "banqi", "--option", "Gui=WinBoard") as engine:
        (table,) = tables(engine.hello)
        engine.send("accepted highlight", "new", "variant banqi", "sd 1", "go")
        white, exchanged = halves(table)[0].index("X"), None
        while not exchanged:
            found = tables([engine.expect("setup ")])
            exchanged = next(
                (halves(each)[0].index("X") for each in found if halves(each)[0].index("X") != white), None
            )
        engine.expect("move ")


@pytest.mark.later
def test_engine_options_on_the_command_line(oddfish: str) -> None:
    def told(*words: str) -> tuple[int, str]:
        done = subprocess.run(
            [oddfish, *words], input="xboard\nprotover 2\nquit\n", capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    assert 'option="Gui -combo XBoard /// *WinBoard"' in told("--cecp", "--option", "gui=WinBoard")[1]
    assert told("--cecp", "--option", "Gui=Arena")[1].strip().endswith("expected one of XBoard, WinBoard")
    assert told("--cecp", "--option", "Gui=Arena")[0] != 0
    assert "unknown option 'Gooey'" in told("--cecp", "--option", "Gooey=WinBoard")[1]
    status, text = told("--uci", "--option", "Gui=WinBoard")
    assert status != 0 and "unknown option 'Gui'" in text


def test_reminders_leave_pieces_uncovered() -> None:
    board = "k3/1P2/4/K3"
    assert uncovered("highlight b3/4/1b2/4", board) == "highlight 4/4/1b2/4"
    assert uncovered("highlight R3/1b2/1b2/4", board) == "highlight R3/4/1b2/4"  # not the squares to click
    assert uncovered("highlight b3/1b2/4/4", board) == "highlight b3/1b2/4/4"  # two pieces have changed places
    assert uncovered("1 0 0 0 note", board) == "1 0 0 0 note"


@pytest.mark.later
def test_the_first_move_of_a_turn_is_marked_where_it_began() -> None:
    # Not a network, which may begin with a swap: that has two marks in WinBoard as well.
    chosen = ("--variant", "tandem-84", "--option", "Evaluation=hand-made")
    for gui, marks in (("XBoard", 2), ("WinBoard", 1)):
        with CecpEngine(*chosen, "--option", f"Gui={gui}") as engine:
            engine.send("accepted highlight", "new", "variant tandem-84", "sd 1", "force", "usermove c2c3", "go")
            assert engine.expect("highlight ").count("b") == marks
