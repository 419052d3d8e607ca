"""What a person does besides moving: taking back, new games, changing the variant, setting up positions, analysis,
hints, draw offers, saving and loading."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.harness import Display, missing_programs, wait_until
from gui.table import Table, essence
from oddfish.engine.game import Game

AUGMENTED = "augmented-half-chess"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def test_retract_and_go_on(display: Display) -> None:
    with Table(display, AUGMENTED) as table, table.no_errors():
        table.play("e2", "e4")
        after_two = table.check()
        table.play("b1", "b3")
        table.skip()
        table.menu("Retract Move")
        table.wait_command("remove$")
        assert table.check() == after_two
        table.play("b1", "a3")
        assert "b1a3" in table.moves()
        assert "b1b3" not in table.moves()
        table.check()
        table.menu("Retract Move")
        table.wait_command("remove$")
        table.menu("Retract Move")
        table.wait_command("remove$")
        assert table.check() == Game("normal").fen().split()[0]
        table.play("d2", "d4")
        table.check()


def test_new_game(display: Display) -> None:
    with Table(display, AUGMENTED) as table, table.no_errors():
        table.play("e2", "e4")
        table.new_game()
        assert table.moves() == []
        assert table.check() == Game("normal").fen().split()[0]
        assert table.mark("b1") == "8/8/8/8/8/YYY5/8/8"  # the same armies
        table.finish("c3")
        table.check()


def test_other_variants_in_the_same_session(display: Display, artifacts: Path) -> None:
    crab, knight = "8/8/8/8/8/Y1Y5/8/8", "8/8/8/8/8/YYY5/8/8"
    steps = {"half-chess": crab, "augmented-chess": "", AUGMENTED: knight}  # its armies are random
    with Table(display, AUGMENTED) as table, table.no_errors():
        table.play("e2", "e4")
        for variant, marks in steps.items():
            table.switch(variant)
            assert table.moves() == []
            table.screenshot(artifacts / f"switched-to-{variant}.png")
            if marks:
                assert table.mark("b1") == marks
                table.finish("c3")
            else:
                table.play("a2", "a3")
            table.check()
            assert len(table.moves()) == 2


def test_edited_position_is_played(display: Display, artifacts: Path) -> None:
    with Table(display, AUGMENTED) as table, table.no_errors():
        table.play("e2", "e4")
        table.skip()
        table.menu("Edit Position")
        table.wait_command("force$")
        table.drag("d1", "d4")
        table.screenshot(artifacts / "edit-position.png")
        table.menu("Edit Game")
        fen = table.wait_command(r"setboard (\S+) (\w) (\S+)")
        assert fen[1].endswith("RNB1KBNR")
        table.skip()
        turn = fen[2]
        table.menu("Machine Black" if turn == "b" else "Machine White")
        table.reply()
        table.check()


def test_force_mode(display: Display) -> None:
    """Moves of both sides by mouse; then the engine takes over."""
    with Table(display, AUGMENTED) as table, table.no_errors():
        table.menu("Edit Game")
        for origin, target in (("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5")):
            assert table.move(origin, target) == origin + target
        assert len(table.moves()) == 4  # none of the engine's
        table.check()
        table.menu("Machine White")
        table.reply()
        assert len(table.moves()) == 5
        table.check()


def test_analysis(display: Display, artifacts: Path) -> None:
    thinking = r"\d+ -?\d+ \d+ \d+\t\d+ \d+ \d+\t(\S+)"
    with Table(display, AUGMENTED, depth=0, options=["-engineOutputUp", "true"]) as table, table.no_errors():
        table.menu("Engine Output") if not table.dialogs() else None
        table.skip()
        table.menu("Analysis Mode")
        table.wait_command("analyze$")

        def lines_follow(moves: list[str]) -> None:
            """At least two thinking lines arrive for this position."""
            game = Game(AUGMENTED, table.armies())
            for move in moves:
                game.push(move)
            for _ in range(2):
                assert table.wait_output(thinking)[1] in game.legal()

        lines_follow([])
        table.wait_command(r"\.$")
        table.wait_output(r"stat01: \d+ \d+ \d+ \d+ \d+")
        table.move("b1", "b3")
        table.skip()
        lines_follow(["b1b3"])
        table.screenshot(artifacts / "analysis.png")
        table.move("g8", "f6")
        table.skip()
        lines_follow(["b1b3", "g8f6"])
        for key, command, left in (
            ("Backward", "undo$", ["b1b3"]),
            ("Backward", "undo$", []),
            ("Forward", "usermove b1b3$", ["b1b3"]),
            ("Forward", "usermove g8f6$", ["b1b3", "g8f6"]),
        ):
            table.skip()
            table.menu(key)
            table.wait_command(command)
            answered(table)
            lines_follow(left)
        table.skip()
        table.menu("Edit Game")
        table.wait_command("exit$")
        table.wait_command("force$")
        table.check()


def answered(table: Table) -> None:
    """Skip the lines that the engine wrote before it read the last command: it answers `lift` after it."""
    marks = len([m for m in table.messages() if m.text.startswith("highlight")])
    square = "e2" if len(table.moves()) % 2 == 0 else "e7"
    table.lift(square)
    assert len([m for m in table.messages() if m.text.startswith("highlight")]) > marks
    table.click(square)


def test_hint_and_book(display: Display, artifacts: Path) -> None:
    with Table(display, AUGMENTED) as table:
        table.play("e2", "e4")
        table.skip()
        table.menu("Hint")
        hint = table.wait_output(r"Hint: (\S+)")[1]
        assert hint in table.referee().legal()
        wait_until(lambda: "Information" in table.dialogs().values(), "the hint to be shown")
        table.screenshot(artifacts / "hint.png")
        table.dismiss()
        table.menu("Book")
        table.wait_command("bk$")
        wait_until(lambda: "Information" in table.dialogs().values(), "the rules to be shown")
        table.screenshot(artifacts / "book.png")
        table.dismiss()
        assert not table.errors()
        table.play("d2", "d4")


def test_a_beaten_engine_takes_a_draw(display: Display) -> None:
    with Table(display, AUGMENTED, "7k/8/8/8/8/8/3QQ3/4K3 w - - 0 1") as table, table.no_errors():
        table.play("e1", "f1")
        table.menu("Draw")
        table.wait_command("draw$")
        table.wait_output("offer draw$")
        table.wait_command(r"result 1/2-1/2 \{.*[Aa]greed.*\}")


def test_a_winning_engine_takes_no_draw(display: Display) -> None:
    with Table(display, AUGMENTED, "3qk3/3q4/8/8/8/8/7P/4K3 w - - 0 1") as table, table.no_errors():
        table.play("e1", "f1")
        table.menu("Draw")
        table.wait_command("draw$")
        table.play("h2", "h3")
        assert not any(m.text == "offer draw" for m in table.messages())
        table.check()


def test_move_now(display: Display) -> None:
    """Forty moves in five hours: the engine would think for minutes."""
    with Table(display, AUGMENTED, depth=0, options=["-timeControl", "300"]) as table, table.no_errors():
        table.move("e2", "e4")
        table.wait_output(r"[3-9] -?\d+ \d+ \d+\t")
        table.menu("Move Now")
        table.wait_command(r"\?$")
        table.reply()
        table.check()


# Files ------------------------------------------------------------------------------------------------------------


def test_special_moves_are_saved_and_loaded(display: Display, tmp_path: Path) -> None:
    fen = "r3k3/6P1/8/8/5p2/8/4P3/4K2R w Kq - 0 1"
    moves = "e2e4 f4e3 g7g8h e8c8 e1g1 e3e2 g8h6 e2f1t".split()
    with Table(display, AUGMENTED, fen) as table, table.no_errors():
        table.menu("Edit Game")
        for move in moves:
            assert table.type_move(move) == move
        played = table.moves()
        assert played == moves
        table.check()
        before = table.save_position(tmp_path / "before.fen")
        pgn = table.save_game(tmp_path / "game.pgn")
        assert f'[Variant "{AUGMENTED}"]' in pgn
        table.new_game()
        table.menu("Edit Game")
        table.load_game(tmp_path / "game.pgn")
        table.wait_command(f"usermove {moves[-1]}$")
        assert table.moves() == played
        assert table.check() == before.split()[0]
        assert essence(table.save_position(tmp_path / "after.fen")) == essence(before)


def test_a_loaded_game_brings_its_armies(display: Display, tmp_path: Path) -> None:
    """The engine reads them in the file that XBoard has open; the pop-up that says so fits on the screen."""
    path = tmp_path / "game.pgn"
    other = {"WhiteArmy": "RA-VS-BC-RVF", "BlackArmy": "RF-CD-BW-QV"}
    with Table(display, AUGMENTED, rules=other) as table:
        table.play("b1", "a3")
        saved = table.save_game(path)
    assert "RA-VS-BC-RVF:RF-CD-BW-QV" in saved
    with Table(display, AUGMENTED) as table:
        table.load_game(path)
        assert " ".join(f"{name}={army}" for name, army in other.items()) in table.wait_output("telluser (.*)")[1]
        (popup,) = wait_until(lambda: table.dialogs() or None, "the pop-up")
        place = display.place(popup)
        assert place is not None
        assert place.width < 0.8 * display.image().width
        table.dismiss()
