"""How soon the board in the browser shows a move after the click, without thinking and without animation.

The median and the 95th percentile, in Half Chess and in Bifold Halfgi, which marks the most moves.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from oddfish.engine.interpreter import module_command

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
#: Milliseconds from the click to the piece on its new square.
MOST = 50.0
#: Clicks a move with real pointer events and waits for the first frame that shows it.
MOVE = """
async ([start, end]) => {
  const { board } = document.querySelector(".game").game;
  const click = (square) => {
    const [x, y] = board.view.squares[square], box = board.svg.getBoundingClientRect();
    const scale = box.width / board.view.width, half = board.shape.cell / 2;
    board.svg.dispatchEvent(new PointerEvent("pointerdown", {
      clientX: box.x + (x + half) * scale, clientY: box.y + (y + half) * scale, button: 0, isPrimary: true,
      bubbles: true, pointerType: "mouse" }));
    dispatchEvent(new PointerEvent("pointerup"));
  };
  click(start);
  const since = performance.now();
  click(end);
  while (!board.layers.pieces.querySelector(`[data-square="${end}"]`)) await new Promise(requestAnimationFrame);
  return performance.now() - since;
}
"""


@contextmanager
def page_of(variant: str) -> Iterator[Any]:
    """The browser page with a new game for two players."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium")
    command = module_command("oddfish", "web", "--no-browser")
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        playwright.sync_playwright() as running,
    ):
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(reduced_motion="reduce")
        page.goto(f"{found[0]}#new/{variant}")
        page.check("input[value=human]", force=True)
        page.click("dialog button[type=submit]")
        page.wait_for_selector(".field .board")
        yield page
        browser.close()
        server.send_signal(signal.SIGINT)


@pytest.mark.parametrize("variant", ["half-chess", "bifold-halfgi"])
def test_a_move_is_shown_at_once(variant: str, benchmark: Any) -> None:
    pairs = [
        (f"{file}{start}", f"{file}{end}")
        for white, black in (((2, 3), (7, 6)), ((3, 4), (6, 5)))
        for file in "abcdefgh"
        for start, end in (white, black)
    ]
    times: list[float] = []
    with page_of(variant) as page:
        benchmark.pedantic(lambda: times.append(page.evaluate(MOVE, pairs.pop(0))), rounds=len(pairs))
    times.sort()
    benchmark.extra_info["milliseconds"] = median = times[len(times) // 2]
    benchmark.extra_info["95 %"] = times[round(0.95 * (len(times) - 1))]
    assert median < MOST
