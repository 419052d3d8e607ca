"""How pages look: kept references, and what makes them again.

    PYTHONPATH=tests python -m support.web_look

Boards and pieces are SVG from the server, so their digests are compared. Screenshots are made much smaller first: then
fonts and antialiasing, which differ between machines and versions of Chromium, hardly matter, but a panel out of place
or a missing piece does.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.web.table import Table
from support.images import pixels
from support.saved import play_on
from support.web_page import Player, player, server

FOLDER = Path(__file__).parents[1] / "data" / "web_look"
GAMES = FOLDER / "games.json"
SCHEMES = ("light", "dark")
#: Columns and rows of a kept screenshot, and the plies of the games.
_SIZE, _PLIES = (136, 76), 6
#: The mean difference of two screenshots and that of one small pixel, up to which they are the same, of 255.
MOST_MEAN, MOST_PIXEL = 2.0, 48
#: Army options, which would be chosen at random.
_ARMIES = {
    "augmented-half-chess": {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"},
    "augmented-chess": {"WhiteArmy": "RF-NA-BD-QV", "BlackArmy": "RA-ND-BV-RIC"},
}


def games() -> dict[str, dict[str, Any]]:
    """The kept games and digests, by variant."""
    found: dict[str, dict[str, Any]] = json.loads(GAMES.read_text())
    return found


def replayed(variant: str, kept: dict[str, Any]) -> Game:
    game = Game(variant, kept["options"], kept["fen"], seed=0)
    game.deal = None  # the moves say what turned up
    for text in kept["moves"]:
        game.push(text)
    return game


def digests(game: Game) -> dict[str, str]:
    """Digests of all SVG that the page gets to draw a game, by part."""
    table = Table(game)
    board = table.board()
    views = {f"{kind} {number}": view for kind in ("views", "stacked") for number, view in enumerate(board[kind])}
    parts = {"definitions": board["definitions"], "marks": board["marks"], **views, **table.pictures(table.frames)}
    return {
        name: hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:16]
        for name, part in sorted(parts.items())
    }


def small(png: bytes) -> np.ndarray:
    """A screenshot as a small array of rows, columns and colours."""
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB").resize(_SIZE, Image.Resampling.BOX)).astype(int)


def kept(name: str) -> np.ndarray:
    return pixels((FOLDER / f"{name}.png").read_bytes())[:, :, :3]


def differences(one: np.ndarray, two: np.ndarray) -> tuple[float, int]:
    """The mean difference of two small screenshots, and that of the most different pixel."""
    apart = np.abs(one - two).mean(axis=2)
    return float(apart.mean()), int(apart.max())


def is_same(one: np.ndarray, two: np.ndarray) -> bool:
    mean, most = differences(one, two)
    return mean <= MOST_MEAN and most <= MOST_PIXEL


def link(variant: str, kept: dict[str, Any]) -> str:
    """The address fragment of a game."""
    text = json.dumps([variant, kept["options"], kept["fen"], kept["moves"]])
    return "#share/" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def show(someone: Player, address: str, variant: str, kept: dict[str, Any]) -> bytes:
    """Open a kept game; a screenshot of its page."""
    someone.page.goto("about:blank")
    someone.page.goto(address + link(variant, kept))
    someone.page.wait_for_selector(".field .board .piece")
    someone.wait(f"game.state.frames.length === {len(kept['moves']) + 1}")
    someone.settle()
    png: bytes = someone.page.screenshot(animations="disabled")
    return png


def shots(browser: Any, address: str, variant: str, kept: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The names and screenshots of a game's page."""
    for scheme in SCHEMES:
        with player(browser, color_scheme=scheme, reduced_motion="reduce") as someone:
            yield f"{variant}-{scheme}", show(someone, address, variant, kept)


def _new_game(variant: str) -> Game:
    return play_on(Game(variant, _ARMIES.get(variant, {}), seed=1), random.Random(variant), _PLIES)


def main() -> None:
    from playwright.sync_api import sync_playwright

    from support.browser import CHROMIUM

    FOLDER.mkdir(exist_ok=True)
    found = {}
    for variant in REGISTRY:
        game = _new_game(variant)
        entry = {"options": game.open_options(), "fen": game.positions[0].fen(), "moves": game.texts()}
        found[variant] = {**entry, "digests": digests(replayed(variant, entry))}
    GAMES.write_text(json.dumps(found, indent=1) + "\n")
    with server() as address, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for variant, entry in found.items():
            for name, png in shots(browser, address, variant, entry):
                print(name, file=sys.stderr)
                Image.fromarray(small(png).astype(np.uint8)).save(FOLDER / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
