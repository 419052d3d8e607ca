"""Setting up positions, on the server and on the page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("starlette")

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.web.editing.answers import edited
from oddfish.protocols.web.messages import RefusedError
from support.web_page import SIZES, Player, inaccessible, player

ONE_OF_EACH = ("halfgi", "augmented-chess", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84")


def positions(variant: str) -> list[str]:
    """FENs from random games."""
    rng = random.Random(variant)
    found = []
    for seed in range(4):
        game = Game(variant, seed=seed)
        for _ in range(30):
            if game.result() is not None:
                break
            found.append(game.fen())
            game.push(rng.choice(game.legal()))
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(5)
def test_a_position_stays_the_same(variant: str) -> None:
    """Cut into parts and put together again; castling, series of captures, hands and pools included."""
    for fen in positions(variant):
        answer = edited({"variant": variant, "fen": fen})
        assert (answer["fen"], answer["problem"]) == (fen, "")
        again = edited({"variant": variant, "draft": answer["draft"], "changed": True})
        assert (again["fen"], again["problem"]) == (fen, "")
        used = {*answer["draft"]["cells"].values(), *(answer["draft"]["hand"] or "")}
        assert used <= {*answer["pictures"]}
        assert len(answer["form"]) == len(answer["draft"]["fields"])


@pytest.mark.parametrize("variant", REGISTRY)
def test_the_palette_has_every_piece(variant: str) -> None:
    answer = edited({"variant": variant, "do": "start"})
    letters = {letter for group in answer["palette"] for letter in group}
    assert {letter for cell in answer["draft"]["cells"].values() for letter in cell} <= letters
    for letter in letters:
        assert answer["pictures"][letter] and answer["names"][letter]


@pytest.mark.parametrize("variant", REGISTRY)
def test_an_empty_board_has_a_problem(variant: str) -> None:
    answer = edited({"variant": variant, "do": "clear"})
    assert answer["draft"]["cells"] == {}
    assert answer["problem"].endswith(".")


def changed(variant: str, fen: str, options: dict[str, Any] | None = None, **cells: str) -> dict[str, Any]:
    """The answer after changing squares; '' empties them."""
    draft = edited({"variant": variant, "options": options or {}, "fen": fen})["draft"]
    draft["cells"] = {square: letters for square, letters in {**draft["cells"], **cells}.items() if letters}
    return edited({"variant": variant, "options": options or {}, "draft": draft, "changed": True})


NORMAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PASSED = "rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 2"
BANQI = "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX[KGGMMRRNNCCPPPPPkggmmrrnnccppppp] w - 0 1"


@pytest.mark.parametrize(
    ("variant", "fen", "cells", "found", "problem"),
    [
        ("normal", NORMAL, {"a1": ""}, "1NBQKBNR w Kkq - 0 1", ""),
        ("normal", NORMAL, {"e8": ""}, "", "Black has no king."),
        ("normal", NORMAL, {"e4": "K"}, "", "White has more than one king."),
        ("normal", NORMAL, {"f7": "R", "a2": ""}, "KQkq", ""),
        ("normal", NORMAL, {"d1": "P"}, "", "Pawn on d1."),
        ("normal", NORMAL, {"b1": "", "c7": "", "d7": "N", "e4": "b"}, "KQkq", ""),
        ("normal", PASSED, {"c5": ""}, "w KQkq - 0 2", ""),
        ("half-chess", "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", {}, "", "The side not to move is in check."),
        ("fanorona-chess", "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN w Kk - 0 1", {"c1": "", "c2": "K"}, "w k -", ""),
        ("banqi", BANQI, {"a1": "K"}, "/KXXX[GGMMRRNNCCPPPPPkggmmrrnnccppppp] w r 0 1", ""),
        ("banqi", BANQI, {"a1": ""}, "/1XXX[", ""),
        ("banqi", "4/4/4/4/4/4/4/Kk2[] w r 0 1", {"a8": "X"}, "X3/4/4/4/4/4/4/Kk2[P] w r 0 1", ""),
        ("bifold-halfgi", "(wf)7/8/8/8/8/8/8/(WF)7[] w - - 0 1", {"c3": "Rq"}, "/2(Rq)5/", ""),
        ("bifold-halfgi", "(wf)7/8/8/8/8/8/8/(WF)7[] w - - 0 1", {"c3": "RP"}, "", "a pawn stands alone"),
        ("tandem-84", "12/4k7/12/12/12/12/3K8 w - - 2 0 5", {"l4": "m"}, "/11m/", ""),
        ("tandem-84", "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG w KDkd - 1 0 1", {"g1": ""},
         "w Kkd - 1 0 1", ""),
    ],
)  # fmt: skip
def test_changes(variant: str, fen: str, cells: dict[str, str], found: str, problem: str) -> None:
    """Rights and en-passant squares follow the pieces, and the engine says what is wrong."""
    answer = changed(variant, fen, **cells)
    assert problem in answer["problem"] and bool(problem) == bool(answer["problem"])
    assert found in answer["fen"]


def test_house_rules_count() -> None:
    fen = "4/4/4/4/4/4/2p1/Kkp1[] w r 0 1"
    options = {"MultiCapture": True}
    assert len(edited({"variant": "banqi", "options": options, "fen": fen})["form"]) == 5
    answer = edited({"variant": "banqi", "options": options, "fen": f"{fen} d8"})
    assert "holds no face-up piece" in answer["problem"]
    armies = edited({"variant": "augmented-chess", "do": "start"})
    armies["draft"]["fields"][-1] = "no"
    assert "armies" in edited({"variant": "augmented-chess", "draft": armies["draft"]})["problem"].lower()


@pytest.mark.parametrize("variant", ONE_OF_EACH)
@pytest.mark.parametrize(
    "fen", ["8", "", "x/y", "9" * 300, "8/8/8/8/8/8/8/8/8/8", "((((", "K" * 300, "4/4/4/4/4/4/4/zz$é"]
)
def test_nonsense_has_a_problem(variant: str, fen: str) -> None:
    answer = edited({"variant": variant, "fen": fen})
    assert answer["problem"] or not fen


@pytest.mark.parametrize(
    "draft",
    [7, {}, {"cells": {"z9": "K"}}, {"cells": {"a1": "KKK"}, "hand": None, "fields": []}, {"cells": {"a1": 3}},
     {"cells": {}, "hand": "!", "fields": []}, {"cells": {}, "hand": None, "fields": ["w", "x" * 99, "", "", ""]}],
)  # fmt: skip
def test_malformed_drafts_are_refused(draft: Any) -> None:
    with pytest.raises(RefusedError):
        edited({"variant": "normal", "draft": draft})


@pytest.mark.parametrize(
    ("fen", "problem"),
    [
        ("4k3/8/8/8/8/8/8/4K?2[] w - - 0 1", "'?' on f1"),
        ("4k3/8/8/8/8/8/8/4K(abc)2[] w - - 0 1", "on f1"),
        ("4k3/8/8/8/8/8/8/4K3[1] w - - 0 1", "'1' in the hand"),
        (f"4k3/8/8/8/8/8/8/4K3[] w - - 0 {'1' * 99}", "Move number"),
    ],
)
def test_what_cannot_be_edited_is_no_draft(fen: str, problem: str) -> None:
    """The page sends every draft back."""
    answer = edited({"variant": "halfgi", "fen": fen})
    assert answer["draft"] is None and answer["fen"] == fen
    assert problem in answer["problem"]


# The page -------------------------------------------------------------------------------------------------------


class Setter(Player):
    """Someone who sets up a position."""

    def editor(self, script: str) -> Any:
        return self.page.evaluate(
            f"(() => {{ const editor = document.querySelector('.edit').editor; return {script}; }})()"
        )

    def game(self, script: str) -> Any:
        """The editor has a board, like a game."""
        if self.page.locator(".edit").count():
            return self.editor(script.replace("game.", "editor."))
        return super().game(script)

    def fen(self, part: str) -> None:
        """Wait until the FEN has a part."""
        self.until(f"document.querySelector('#fen').value.includes({part!r})")

    def choose(self, tool: str) -> None:
        box = self.page.locator(f'.palette [data-tool="{tool}"]').bounding_box()
        self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.until(f"document.querySelector('.palette [data-tool=\"{tool}\"]').getAttribute('aria-pressed') === 'true'")


@contextmanager
def setter(chromium: Any, address: str, variant: str, size: str = "laptop", touch: bool = False) -> Iterator[Setter]:
    """Someone on the page for setting up a position, from the form for a new game."""
    with player(chromium, size, touch) as someone:
        found = Setter(someone.page, touch)
        found.page.goto(f"{address}#new/{variant}")
        found.page.click("dialog summary:has-text('Start position')")
        found.page.click("text=Set up a position")
        found.page.wait_for_selector(".edit .board .piece")
        yield found


#: Kings and some pieces, on an empty board, and the FEN.
PLACED = {
    "halfgi": ([("K", "e1"), ("k", "e8"), ("N", "c3"), ("q", "h5")], "4k3/8/8/7q/8/2N5/8/4K3[]"),
    "augmented-chess": ([("K", "e1"), ("k", "e8"), ("T", "c3"), ("r", "h5")], "4k3/8/8/7r/8/2T5/8/4K3"),
    "fanorona-chess": ([("K", "c1"), ("k", "c9"), ("N", "a3")], "2k2/5/5/5/5/5/N4/5/2K2"),
    "banqi": ([("C", "a1"), ("X", "b2"), ("k", "d8"), ("X", "c2")], "3k/4/4/4/4/4/1XX1/C3[PP]"),
    "bifold-halfgi": ([("W", "e1"), ("F", "e1"), ("w", "e8"), ("f", "e8"), ("Q", "c3"), ("r", "c3")],
                      "4(wf)3/8/8/8/8/2(Qr)5/8/4(WF)3[]"),
    "tandem-84": ([("K", "d1"), ("k", "i7"), ("M", "l3"), ("g", "a5")], "8k3/12/g11/12/11M/12/3K8"),
}  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("variant", ONE_OF_EACH)
@pytest.mark.parametrize(("size", "touch"), [("laptop", False), ("phone", True)])
def test_pieces_are_placed(chromium: Any, address: str, variant: str, size: str, touch: bool) -> None:
    """On an empty board, by mouse and by finger; then the position is analysed, and comes back."""
    pieces, board = PLACED[variant]
    with setter(chromium, address, variant, size, touch) as someone:
        page = someone.page
        page.click("text=Clear")
        someone.until("document.querySelectorAll('.edit .board .piece').length === 0")
        assert page.inner_text(".edit .problem").endswith(".")
        assert page.is_disabled("text=Analyse")
        page.evaluate("scrollTo(0, 0)")
        for count, (letter, square) in enumerate(pieces, 1):
            if someone.editor("editor.tool") != letter:
                someone.choose(letter)
            someone.click(square)
            someone.until(
                f"Object.values(document.querySelector('.edit').editor.draft.cells).join('').length === {count}"
                " && document.querySelector('.edit').editor.waiting === 0"
            )
        someone.fen(board)
        assert page.inner_text(".edit .problem") == ""
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        fen = page.input_value("#fen")
        page.reload()
        someone.page.wait_for_selector(".edit .board .piece")
        assert page.input_value("#fen") == fen
        page.click("text=Analyse")
        Player(page, touch).wait("game.analysis.on && game.state.frames.length === 1")
        assert page.evaluate("document.querySelector('.game').game.state.frames[0].fen") == fen
        page.click("[aria-label='Edit the position']")
        page.wait_for_selector(".edit .board .piece")
        assert page.input_value("#fen") == fen


def test_pieces_are_moved_and_removed(chromium: Any, address: str) -> None:
    """By dragging, also off the board and from the palette; with the eraser; half of a unit."""
    with setter(chromium, address, "bifold-halfgi") as someone:
        someone.drag("a1", "a4")
        someone.fen("/(RR)7/8/PPPPPPPP/1(HH)")
        someone.fen("w Kkq")
        someone.click("h1")
        someone.click("h3")  # by two clicks
        someone.fen("/7(RR)/PPPPPPPP/1(HH)")
        someone.choose("erase")
        x, y = someone.place("h3")
        someone.page.mouse.click(x - 9, y)
        someone.fen("/7R/PPPPPPPP/")
        someone.click("h2")
        someone.fen("/PPPPPPP1/")
        someone.choose("move")
        box = someone.page.locator('.palette [data-tool="q"]').bounding_box()
        someone.page.mouse.move(box["x"] + 20, box["y"] + 20)
        someone.page.mouse.down()
        someone.page.mouse.move(*someone.place("d5"), steps=4)
        someone.page.mouse.up()
        someone.fen("/3q4/(RR)7/")
        assert someone.editor("editor.tool") == "move"
        someone.page.mouse.move(*someone.place("d5"))
        someone.page.mouse.down()
        someone.page.mouse.move(5, 5, steps=4)
        someone.page.mouse.up()
        someone.fen("/8/(RR)7/")


def test_fields_hands_and_the_fen(chromium: Any, address: str) -> None:
    with setter(chromium, address, "halfgi") as someone:
        page = someone.page
        page.check("input[name=edit-0][value=b]", force=True)
        someone.fen(" b KQkq ")
        page.uncheck("#edit-1-Q")
        someone.fen(" b Kkq ")
        page.fill("#edit-2", "e5")
        page.press("#edit-2", "Tab")
        someone.until("document.querySelector('.edit .problem').textContent.includes('not on rank 3')")
        page.fill("#edit-2", "-")
        page.fill("#edit-4", "12")
        page.press("#edit-4", "Tab")
        someone.fen("[] b Kkq - 0 12")
        someone.until("document.querySelector('.edit .problem').textContent === ''")
        page.click('[data-held="q"]')
        someone.until("document.querySelector('.edit .problem').textContent.includes('at most 32')")
        someone.choose("erase")
        someone.click("a7")
        someone.fen("[q] b Kkq")
        someone.until("document.querySelector('.edit .problem').textContent === ''")
        page.click('[data-held="q"]')
        someone.fen("[] b Kkq")
        page.fill("#fen", "4k3/8/8/8/8/8/8/4K3[Nn] w - - 3 40")
        someone.until("document.querySelectorAll('.edit .board .piece').length === 2")
        assert page.inner_text('[data-held="n"]') == "1"
        page.fill("#fen", "4k3/8/8 w")
        someone.until("document.querySelector('.edit .problem').textContent.includes('3 ranks, expected 8')")
        page.click("text=Start position")
        someone.fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1")
        page.click("text=Play from here")
        page.wait_for_selector("dialog[open]")
        assert page.input_value("dialog #fen").startswith("rnbqkbnr/")


def test_editing_goes_on_after_an_error(chromium: Any, address: str) -> None:
    with setter(chromium, address, "normal") as someone:
        someone.page.fill("#fen", "4k3/8/8/8/8/8/4?3/4K3 w - - 0 1")
        someone.until("document.querySelector('.edit .problem').textContent.includes('not a piece of this variant')")
        someone.choose("Q")
        someone.click("d4")
        someone.fen("/3Q4/8/PPPPPPPP/RNBQKBNR w KQkq")  # the last position that could be shown
        someone.editor("editor.draft.fields[2] = 'x'.repeat(99)")
        someone.click("e4")
        someone.until("document.querySelector('.edit .problem').textContent.includes('short strings')")
        someone.editor("editor.draft.fields[2] = '-'")
        someone.click("f4")
        someone.fen("/3QQQ2/8/PPPPPPPP/RNBQKBNR w KQkq")


def test_an_address_without_a_game(chromium: Any, address: str) -> None:
    """Someone has changed it, or cut it off."""
    with player(chromium) as someone:
        page = someone.page
        page.goto(address)
        page.wait_for_selector(".card")
        page.evaluate("location.hash = `edit/${btoa(JSON.stringify(['nonsense', {}, '', []]))}`")
        page.wait_for_selector(".toast:has-text('nonsense')")
        page.wait_for_selector(".card")
        page.evaluate("location.hash = 'new/half-chess/%'")
        page.wait_for_selector("dialog[open]")


def test_a_position_by_keyboard(chromium: Any, address: str) -> None:
    with setter(chromium, address, "normal") as someone:
        keys = someone.page.keyboard
        someone.page.focus(".edit .board")
        keys.press("ArrowUp")
        for _ in range(8):
            keys.press("ArrowLeft")
            keys.press("ArrowDown")
        assert someone.editor("editor.cursor") == "a1"
        keys.press("Delete")
        someone.fen("/1NBQKBNR w Kkq")
        keys.press("ArrowUp")
        keys.press("ArrowUp")
        keys.press("q")
        keys.press("Enter")
        someone.fen("/q7/PPPPPPPP/")
        keys.press("Escape")
        keys.press("Enter")
        keys.press("ArrowRight")
        keys.press("Enter")
        someone.fen("/1q6/PPPPPPPP/")


@pytest.mark.slow
def test_setting_up_is_accessible(chromium: Any, address: str) -> None:
    for scheme in ("light", "dark"):
        with player(chromium, color_scheme=scheme, bypass_csp=True) as someone:
            for variant in ("halfgi", "banqi"):
                someone.page.goto(f"{address}#new/{variant}")
                someone.page.click("dialog summary:has-text('Start position')")
                someone.page.click("text=Set up a position")
                someone.page.wait_for_selector(".edit .board .piece")
                assert inaccessible(someone.page) == []
