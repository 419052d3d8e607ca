"""An opening book in a real XBoard: its moves on the board, also those of many plies, and Engine > Book."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.halves import Halves
from gui.harness import Display, missing_programs, wait_until
from gui.table import Table
from oddfish.engine.book import Header, Record, write_book
from oddfish.engine.game import Game
from oddfish.protocols.projections import projection_for

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def line_book(path: Path, variant: str, *moves: str) -> list[str]:
    """Write a book with one line of play; returns XBoard's flags to use it."""
    game = Game(variant)
    header = Header(variant, game.variant.rule_options(game.options), (game.fen(),), {})
    records = {}
    for move in moves:
        records[game.position.key, move] = Record(2, 1, 1, 15)
        game.push(move)
    write_book(path, header, records)
    return ["-firstOptions", f"OwnBook=1,BookFile={path}"]


def test_book_moves_and_the_pop_up(display: Display, tmp_path: Path, artifacts: Path) -> None:
    flags = line_book(tmp_path / "half.book", "half-chess", "e2e4", "a7a6", "d2d4")
    with Table(display, "half-chess", options=[*flags, "-engineOutputUp", "true"]) as table:
        assert table.play("e2", "e4") == "a7a6"
        assert [m for m in table.messages() if not m.sent and m.text.endswith("(book)")]
        table.check()
        table.screenshot(artifacts / "book-move.png")
        table.menu("Retract Move")
        table.wait_command("remove$")
        table.play("a2", "a3")  # the engine is on its own
        table.menu("Retract Move")
        table.wait_command("remove$")
        assert table.play("e2", "e4") == "a7a6"
        known = set(table.dialogs())
        table.skip()
        table.menu("Book")
        table.wait_command("bk$")
        assert "d2d4" in table.wait_output(" .*%.*")[0]
        wait_until(lambda: "Information" in {table.dialogs()[w] for w in set(table.dialogs()) - known}, "the pop-up")
        table.screenshot(artifacts / "book-pop-up.png")
        assert not table.errors()


def test_a_useless_book_is_reported_and_the_game_goes_on(display: Display, tmp_path: Path, artifacts: Path) -> None:
    flags = line_book(tmp_path / "halfgi.book", "halfgi", "e2e4", "a7a6")
    with Table(display, "half-chess", options=flags) as table:
        table.play("e2", "e4")
        table.wait_output("telluser book .* is for halfgi, not half-chess; playing without it$", since=0)
        wait_until(lambda: len(table.dialogs()) == 1, "the complaint")
        table.screenshot(artifacts / "book-useless.png")
        table.dismiss()
        table.play("d2", "d3")
        table.check()


def test_a_book_move_of_many_plies(display: Display, tmp_path: Path) -> None:
    game, projection = Game("bifold-halfgi"), projection_for("bifold-halfgi")
    game.push("e2e4")
    reply = next(move for move in game.legal() if len(projection.send(game, game.parse(move))) > 2)
    projection.reset()
    with Halves(display, options=line_book(tmp_path / "bifold.book", "bifold-halfgi", "e2e4", reply)) as table:
        table.click_on("i2", "i4")
        assert table.turns(2).texts() == ["e2e4", reply]
        assert [m for m in table.messages() if not m.sent and m.text.endswith("(book)")]
        table.check()
