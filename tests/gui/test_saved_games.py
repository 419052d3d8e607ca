"""Games that `oddfish match` and `oddfish play` have saved, in a real XBoard."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.harness import Display, XBoard, missing_programs, wait_until
from gui.table import PLAIN, oddfish_command, shape
from oddfish.engine.pgn import read_pgn
from oddfish.protocols.projections import projection_for
from oddfish.protocols.transcript import in_plies
from support.saved import played_at_random, ply_of

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


@pytest.mark.parametrize("variant", ["normal", "halfgi", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84"])
def test_a_game_in_its_own_notation_is_loaded(display: Display, artifacts: Path, tmp_path: Path, variant: str) -> None:
    """To its end, as the second game of a file."""
    game = played_at_random(variant, 3, 24)
    file = tmp_path / "games.pgn"
    file.write_text(f"{played_at_random(variant, 4, 5).pgn()}\n\n{game.pgn()}\n")
    expected = game.texts()
    translated = in_plies(game.pgn(), game.variant, game.options, projection_for(variant))
    if translated is not None:
        expected = [ply_of(word) for word in next(read_pgn(translated)).moves]
    assert (translated is None) == (variant == "normal")
    files, ranks = shape(variant)
    load = [oddfish_command(), "xboard", variant, "--load", str(file), "--number", "2", "--", "-timeDelay", "0.1"]
    with XBoard(display, launch=load, options=PLAIN, variant=variant, files=files, ranks=ranks) as xboard:
        wait_until(lambda: len(xboard.moves()) >= len(expected), "all moves to be loaded", 120)
        assert xboard.moves() == expected
        xboard.screenshot(artifacts / f"saved-{variant}.png")
        assert not [one.text for one in xboard.messages() if one.text.startswith(("Illegal", "Error"))]
