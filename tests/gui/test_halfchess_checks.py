"""XBoard announces no check that is none, and loads what it saves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gui.harness import Display, missing_programs
from gui.table import Table

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def saved(table: Table, moves: str, path: Path) -> str:
    """Play these moves for both sides; returns the moves that XBoard saves, after it has loaded them again."""
    plies = moves.split()
    table.menu("Edit Game")
    for ply in plies:
        assert table.type_move(ply) == ply
    played, shown = table.moves(), table.check()
    text = " ".join(table.save_game(path).split("]")[-1].split("}")[-1].split())
    table.new_game()
    table.menu("Edit Game")
    table.load_game(path)
    table.wait_command(f"usermove {plies[-1]}$")
    assert table.moves() == played
    assert table.check() == shown
    return re.sub(r"\d+\. ", "", text).removesuffix(" *")


@pytest.mark.parametrize(
    ("variant", "armies", "fen", "moves", "text"),
    [
        # The half-Chancellor on e4 does not reach e1.
        (
            "augmented-half-chess",
            ("RV-CF-BW-RCS", "RV-CD-BW-RVA"),
            "",
            "e2e4 d8c6 d2d4 c6e4",
            "e4 Qc6 d4 Qxe4",
        ),
        # Short and long leaps and slides, a capture by the other army's type, castling, en passant, promotion.
        (
            "augmented-half-chess",
            ("RV-CF-BW-RCS", "RV-CD-BW-RVA"),
            "r3k3/2P4r/8/8/5p2/8/4P3/R3K1NN w Qq - 0 1",
            "e2e4 f4e3 c7c8m e8e7 e1c1 a8c8 h1g2 h7f7 g1h3 f7f5 d1c3 f5g7",
            "e4 fxe3 c8=M Ke7 O-O-O Rxc8 Ng2 Rf7 N1h3 Rf5 Rc3 Rg7",
        ),
        ("half-chess", (), "4k3/8/8/Q7/8/8/8/K7 w - - 0 1", "a5c7 e8f8 c7c8 f8f7", "Qc7 Kf8 Qc8 Kf7"),
        ("half-chess", (), "4k3/8/3P4/8/Q7/8/8/K7 w - - 0 1", "d6d7 e8d8 a4d4", "d7 Kd8 Qd4"),
        # Full-sized pieces check as Betza's notation says.
        (
            "augmented-chess",
            ("RC-NW-BD-QV", "RC-NW-BD-QV"),
            "4k3/8/8/8/8/8/8/K1B4R w - - 0 1",
            "h1h8 e8e7 h8e8 e7e8 c1g5 e8d7 g5e3 d7d6 e3c5",
            "Rh8+ Ke7 Re8+ Kxe8 Bg5 Kd7 Be3 Kd6 Bc5+",
        ),
    ],
)
def test_checks_and_files(
    display: Display, tmp_path: Path, variant: str, armies: tuple[str, ...], fen: str, moves: str, text: str
) -> None:
    rules = dict(zip(("WhiteArmy", "BlackArmy"), armies))
    with Table(display, variant, fen, rules=rules) as table, table.no_errors():
        assert saved(table, moves, tmp_path / "game.pgn") == text
