"""A person at the page: clicks, drags and taps where the squares are."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

#: Sizes of screens: a phone, a laptop, a desktop.
SIZES = {"phone": (390, 844), "laptop": (1366, 768), "desktop": (1920, 1080)}


def inaccessible(page: Any) -> list[str]:
    """What axe finds serious or critical on a page, with the elements. Its script needs a page with `bypass_csp`."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    return [
        f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in axe.run(page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]


class Player:
    """Someone who plays on a page of one game."""

    def __init__(self, page: Any, touch: bool):
        self.page, self.touch = page, touch

    def game(self, script: str) -> Any:
        """What JavaScript says about `game`, the page's object."""
        return self.page.evaluate(
            f"(() => {{ const game = document.querySelector('.game').game; return {script}; }})()"
        )

    def wait(self, script: str) -> None:
        """Wait until JavaScript about `game` is true. The page's policy forbids Playwright's own way."""
        found = "const game = document.querySelector('.game')?.game"
        self.until(f"(() => {{ {found}; return Boolean(game?.state && ({script})); }})()")

    def until(self, script: str) -> None:
        """Wait until JavaScript is true."""
        end = time.monotonic() + 15
        while not self.page.evaluate(script):
            assert time.monotonic() < end, script
            time.sleep(0.02)

    def start(self, address: str, variant: str, **chosen: str) -> None:
        """Start a game on the page, with radio buttons chosen by name."""
        self.page.goto(f"{address}#new/{variant}")
        self.page.wait_for_selector("dialog[open]")
        for name, value in chosen.items():
            self.page.check(f"input[name={name}][value='{value}']", force=True)
        self.page.click("dialog button[type=submit]")
        self.page.wait_for_selector(".field .board")
        self.wait("game.state.frames")

    def place(self, square: str) -> tuple[float, float]:
        """The middle of a square on the screen."""
        x, y, side, wide, left, top, width = self.game(
            f"[...game.board.view.squares['{square}'], game.board.shape.cell, game.board.view.width,"
            "...(({x, y, width}) => [x, y, width])(game.board.svg.getBoundingClientRect())]"
        )
        x, y = ((value + side / 2) * width / wide + start for value, start in ((x, left), (y, top)))
        return x, y

    def press(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def click(self, square: str) -> None:
        """Click a square, or a piece in hand."""
        if square.endswith("@"):
            box = self.page.locator(f'button.held[data-letters="{square[0]}" i]').bounding_box()
            self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            self.press(*self.place(square))

    def drag(self, start: str, end: str) -> None:
        self.page.mouse.move(*self.place(start))
        self.page.mouse.down()
        x, y = self.place(end)
        self.page.mouse.move(x - 9, y - 9, steps=3)
        self.page.mouse.move(x, y)
        self.page.mouse.up()

    def settle(self) -> None:
        """Wait until all events have been shown."""
        self.page.evaluate(
            "async () => { const g = document.querySelector('.game').game; await g.queue; await g.queue; }"
        )

    def my_turn(self) -> None:
        self.wait("game.state.over || (game.state.turn.human && !game.asking)")
        self.settle()

    def play(self, rng: random.Random) -> bool:
        """Make some move, or a part of a turn, by clicks. Returns whether the game goes on."""
        self.my_turn()
        if self.game("game.state.over"):
            return False
        before = self.game("[game.state.frames.length, game.state.part?.text ?? '']")
        buttons = self.game("game.state.turn.buttons")
        targets = {one: ends for one, ends in self.game("game.state.turn.targets").items() if ":" not in one}
        if buttons and not targets:
            self.page.click(".extra button")
        else:
            origin = rng.choice(sorted(targets))
            ends = [square for square, _ in targets[origin]]
            end = rng.choice(ends)
            self.click(origin)
            if origin != end:
                self.page.wait_for_selector(".field .mark")
                marked = set(self.page.eval_on_selector_all(".field .mark", "all => all.map(e => e.dataset.square)"))
                assert marked == {*ends}, (origin, marked, ends)
                self.click(end)
        position = "JSON.stringify([game.state.frames.length, game.state.part?.text ?? ''])"
        changed = f"{position} !== JSON.stringify({before!r})"
        self.wait(f"game.asking || {changed}")
        if self.game("Boolean(game.asking)"):
            buttons = self.page.locator(".chooser .options button")
            assert buttons.count() > 1
            buttons.nth(rng.randrange(buttons.count())).click()
            self.wait(changed)
        self.my_turn()
        return True


@contextmanager
def server(*arguments: str) -> Iterator[str]:
    """Run `oddfish web`; gives its address."""
    command = [sys.executable, "-m", "oddfish", "web", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            found = re.search(r"http://[^\s#]+", running.stdout.readline())
            assert found is not None
            yield found[0]
            running.send_signal(signal.SIGINT)
            assert running.wait(10) == 0
        finally:
            running.kill()


@contextmanager
def player(browser: Any, size: str = "laptop", touch: bool = False, **context: Any) -> Iterator[Player]:
    """Someone with a fresh browser window. Errors on the page fail the test."""
    width, height = SIZES[size]
    window = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch, **context)
    page = window.new_page()
    page.set_default_timeout(15000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    try:
        yield Player(page, touch)
        assert errors == []
    finally:
        window.close()
