"""One session of XBoard goes from game to game: each has its own board and pieces, as if it had begun the session."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.harness import Display, missing_programs, wait_until
from gui.table import Table
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.pictures.chessmen import COLORS
from oddfish.protocols.pictures.families import banqi, bifold, fanorona, tandem
from oddfish.protocols.projections.base import DARK_SQUARES

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

#: Colours of which each game's board has many, and of its pieces.
BOARDS = {
    "half-chess": DARK_SQUARES,
    "fanorona-chess": fanorona.GROUND,
    "banqi": banqi.GROUND,
    "bifold-halfgi": bifold.TRAY,
    "tandem-84": tandem.LIGHT,
    "halfgi": DARK_SQUARES,
}
MAN = COLORS["White"][0]
#: XBoard's own pieces are of these.
CLIP_ART = ("#ffffcc", "#202020")


def colors(table: Table) -> dict[str, int]:
    """How many pixels of the window are of each colour in question."""
    place = table.display.place(table.window)
    assert place is not None
    image = table.display.image(place)
    return {color: image.count(color) for color in {*BOARDS.values(), MAN, *CLIP_ART}}


def shows(table: Table, game: str) -> bool:
    """Whether the board is that of the game, and of no other, and its pieces are ours."""
    found = colors(table)
    boards = [color for color in {*BOARDS.values()} if found[color] > 1000]
    pieces = found[MAN] > 200 or game == "banqi"
    return boards == [BOARDS[game]] and pieces and all(found[color] < 50 for color in CLIP_ART)


def await_look(table: Table, game: str) -> None:
    """The engine sees to the size of a window that two of XBoard's resizings have left too small."""
    wait_until(lambda: shows(table, game), f"{game} as it should look")


@pytest.mark.parametrize("start", ["banqi", "half-chess", "bifold-halfgi"])
def test_each_game_has_its_own_pictures(display: Display, artifacts: Path, start: str) -> None:
    games = [game for game in BOARDS if game != start]
    with Table(display, start, texture=True) as table:
        await_look(table, start)
        for game in (*games, start):
            table.new_variant(game)
            await_look(table, game)
            table.screenshot(artifacts / f"pictures-{start}-{game}.png")
            title = display.client.title(table.window)
            assert f"({REGISTRY[game].title})" in title
        assert not table.dialogs()
