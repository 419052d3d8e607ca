"""One session of XBoard with several games: each has its own board and pieces, as if it were the first game."""

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

#: Frequent colours of each game's board, and of its pieces.
BOARDS = {
    "half-chess": DARK_SQUARES,
    "fanorona-chess": fanorona.GROUND,
    "banqi": banqi.GROUND,
    "bifold-halfgi": bifold.TRAY,
    "tandem-84": tandem.LIGHT,
    "halfgi": DARK_SQUARES,
}
MAN = COLORS["White"][0]
#: The colours of XBoard's own pieces.
CLIP_ART = ("#ffffcc", "#202020")


def colors(table: Table) -> dict[str, int]:
    """The number of pixels in the window of each of these colours."""
    place = table.display.place(table.window)
    assert place is not None
    image = table.display.image(place)
    return {color: image.count(color) for color in {*BOARDS.values(), MAN, *CLIP_ART}}


def shows(table: Table, game: str) -> bool:
    """Whether the window shows the board of this game alone, with our pieces."""
    found = colors(table)
    boards = [color for color in {*BOARDS.values()} if found[color] > 1000]
    pieces = found[MAN] > 200 or game == "banqi"
    return boards == [BOARDS[game]] and pieces and all(found[color] < 50 for color in CLIP_ART)


def await_look(table: Table, game: str) -> None:
    """Wait for the look of a game. The engine fixes a window that XBoard's crossing resizings leave too small."""
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
