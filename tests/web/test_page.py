"""The page in a real browser."""

from __future__ import annotations

import gzip
import random
import urllib.request
from typing import Any

import pytest

from oddfish.engine.variants import REGISTRY
from support.web_page import SIZES, Player, inaccessible, player

ONE_OF_EACH = ("halfgi", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84")
MOVES = 5


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("variant", REGISTRY)
def test_every_game_by_mouse(chromium: Any, address: str, variant: str) -> None:
    rng = random.Random(variant)
    with player(chromium) as someone:
        someone.start(address, variant, opponent="engine", colour="0")
        for _ in range(MOVES):
            if not someone.play(rng):
                break
        assert someone.game("game.state.frames.length") > 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", ONE_OF_EACH)
@pytest.mark.parametrize(("size", "touch"), [("phone", True), ("phone", False), ("laptop", True), ("desktop", False)])
def test_every_screen(chromium: Any, address: str, variant: str, size: str, touch: bool) -> None:
    """By finger and mouse, as the second player. Nothing is wider than the screen."""
    rng = random.Random(f"{variant} {size}")
    with player(chromium, size, touch) as someone:
        someone.start(address, variant, opponent="engine", colour="1")
        for _ in range(3):
            if not someone.play(rng):
                break
        width = SIZES[size][0]
        assert someone.page.evaluate("document.documentElement.scrollWidth") <= width
        board = someone.page.locator(".field .board").bounding_box()
        assert someone.game("game.board.shape.cell / game.board.view.width") * board["width"] > 40  # a finger's
        assert board["x"] >= 0 and board["x"] + board["width"] <= width


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("variant", ONE_OF_EACH)
def test_two_people(chromium: Any, address: str, variant: str) -> None:
    rng = random.Random(f"two {variant}")
    with player(chromium) as someone:
        someone.start(address, variant, opponent="human")
        for _ in range(14):
            if not someone.play(rng):
                break


@pytest.mark.parametrize("screen", ["share", "edit"])
def test_a_damaged_link_is_reported(chromium: Any, address: str, screen: str) -> None:
    with player(chromium) as someone:
        someone.page.goto(f"{address}#{screen}/WyJoYWxmZ2kiLHt9LCJybmJx")
        someone.page.wait_for_selector(".toast.visible")
        assert "damaged" in someone.page.inner_text(".toast.visible")
        someone.page.wait_for_selector("text=Choose a game")


def chess(chromium: Any, address: str, someone: Player) -> None:
    someone.start(address, "half-chess", opponent="human")


def test_dragging(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        chess(chromium, address, someone)
        someone.drag("e2", "e4")
        someone.wait("game.state.frames.length === 2")
        someone.settle()
        assert someone.page.locator(".list .ply.current").inner_text() == "e2e4"
        someone.drag("e7", "e3")  # refused: the Pawn goes back
        someone.page.wait_for_selector(".toast.visible")
        assert "does not move to e3" in someone.page.inner_text(".toast")
        assert someone.game("game.board.cells.e7") == "p"


def test_wrong_clicks_are_explained(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        chess(chromium, address, someone)
        someone.click("e7")
        someone.page.wait_for_selector(".toast.visible")
        assert "is Black's" in someone.page.inner_text(".toast")
        someone.click("e2")
        someone.click("d5")
        someone.until("document.querySelector('.toast').textContent.includes('does not move to d5')")
        someone.click("e2")
        someone.click("e2")  # and puts it down again
        assert someone.page.locator(".field .mark").count() == 0


def test_the_connection_is_lost(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        chess(chromium, address, someone)
        someone.click("e2")
        someone.click("e4")
        someone.wait("game.state.frames.length === 2")
        someone.game("game.connection.socket.close()")
        someone.page.wait_for_selector("html.offline", state="attached")
        someone.page.wait_for_selector("html:not(.offline)", state="attached")
        someone.click("e7")
        someone.click("e5")
        someone.wait("game.state.frames.length === 3")
        someone.page.reload()
        someone.wait("game.state.frames.length === 3")
        assert someone.page.locator(".list .ply").count() == 2


def test_the_keyboard_is_enough(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        someone.page.goto(address)
        someone.page.wait_for_selector(".card")
        someone.page.focus('[data-game="half-chess"]')
        someone.page.keyboard.press("Enter")
        someone.page.wait_for_selector("dialog[open]")
        someone.page.keyboard.press("Enter")  # the button Play has the focus
        someone.page.wait_for_selector(".field .board")
        someone.wait("game.state.turn.human")
        someone.page.focus(".field .board")
        keys = someone.page.keyboard
        keys.press("ArrowUp")  # the cursor appears
        for _ in range(8):
            keys.press("ArrowLeft")
            keys.press("ArrowDown")
        assert someone.game("game.cursor") == "a1"
        keys.press("ArrowUp")
        keys.press("Enter")
        assert someone.page.locator(".field .mark").count() == 2
        keys.press("ArrowUp")
        keys.press("Enter")
        someone.wait("game.state.frames.length === 3")
        someone.settle()
        keys.press("Escape")
        someone.page.focus(".moves")
        keys.press("ArrowLeft")
        assert someone.game("game.at") == 1
        assert "earlier position" in someone.page.inner_text(".prompt")


def test_the_tools(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        someone.start(address, "half-chess", opponent="engine", colour="0")
        someone.click("e2")
        someone.click("e4")
        someone.wait("game.state.frames.length === 3")
        someone.settle()
        page = someone.page
        page.click("[aria-label='Take back']")
        someone.wait("game.state.frames.length === 1")
        someone.settle()
        page.click("[aria-label='Redo']")
        someone.wait("game.state.frames.length === 3")
        someone.settle()
        page.click("[aria-label='Hint']")
        page.wait_for_selector(".field .arrow")
        page.click("[aria-label='Flip the board']")
        assert someone.game("game.flipped")
        page.click("[aria-label='Rules']")
        page.wait_for_selector("dialog .prose h1")
        page.click("dialog button.primary")
        someone.page.mouse.move(*someone.place("a8"))
        someone.until("document.querySelector('.study h2').textContent.includes('Rook')")
        page.click("[aria-label='Resign']")
        page.click("dialog button.danger")
        page.wait_for_selector(".result:not([hidden])")
        assert "0–1" in page.inner_text(".result")


def test_colours_and_sound(chromium: Any, address: str) -> None:
    with player(chromium, color_scheme="dark") as someone:
        page = someone.page
        page.goto(address)
        assert page.get_attribute("html", "data-theme") == "dark"
        page.click("[aria-label='Light colours']")
        assert page.get_attribute("html", "data-theme") == "light"
        page.reload()
        assert page.get_attribute("html", "data-theme") == "light"
        assert page.locator("[aria-label='Sound on']").count() == 1  # it is off


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dark", [False, True])
def test_accessibility(chromium: Any, address: str, dark: bool) -> None:
    with player(chromium, color_scheme="dark" if dark else "light", bypass_csp=True) as someone:
        page = someone.page
        page.goto(address)
        page.wait_for_selector(".card")
        assert inaccessible(page) == []
        page.click('[data-game="augmented-chess"]')
        page.locator(".army input[value=choose]").first.check(force=True)
        page.click("[aria-label='Random army']")
        assert inaccessible(page) == []
        page.click("dialog .plain")
        page.wait_for_selector(".card")
        page.click('[data-game="halfgi"]')
        page.wait_for_selector("dialog[open]")
        assert inaccessible(page) == []
        page.click("dialog button[type=submit]")
        page.wait_for_selector(".field .board")
        someone.click("e2")
        someone.click("e4")
        someone.wait("game.state.frames.length === 3")
        someone.settle()
        assert inaccessible(page) == []


def test_a_lesson_accepts_every_solution(chromium: Any, address: str) -> None:
    """With the house rules of the lesson."""
    with player(chromium, "phone", touch=True) as someone:
        page = someone.page
        page.goto(f"{address}#learn/banqi")
        page.locator("figure", has_text="DarkCapture: the Chariot tries b1").get_by_text("Make this move").click()
        someone.wait("game.state.turn.human")
        assert someone.game("game.state.rules.DarkCapture")
        someone.click("a1")
        someone.click("b1")
        someone.until("document.querySelector('.toast').textContent.includes('Right!')")
        page.goto(f"{address}#learn/augmented-chess")
        page.locator("figure", has_text="White to move.").get_by_text("Make this move").first.click()
        someone.wait("game.task?.goal === 'f7g7' && game.state.frames.length === 1")
        someone.settle()
        someone.click("f7")
        someone.click("e7")
        someone.until("document.querySelector('.toast').textContent.includes('The game goes on')")
        someone.settle()
        page.click("[aria-label='Take back']")
        someone.wait("game.state.frames.length === 1")
        someone.settle()
        someone.click("f7")
        someone.click("h7")  # as good as the lesson's move to g7
        someone.until("document.querySelector('.toast').textContent.includes('Right!')")


def test_the_page_is_small(chromium: Any, address: str) -> None:
    """All that is loaded before a board is drawn."""
    with player(chromium) as someone:
        loaded: set[str] = set()
        someone.page.on("request", lambda request: loaded.add(request.url.partition("#")[0]))
        someone.page.goto(address)
        someone.page.wait_for_selector(".card")
        files = [url for url in loaded if "/picture/" not in url]
        assert len(files) > 5
        size = sum(len(gzip.compress(urllib.request.urlopen(url).read())) for url in files)
        assert size < 100_000


def test_analysis_review_and_sharing(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        page = someone.page
        chess(chromium, address, someone)
        for ply, (start, end) in enumerate((("f2", "f3"), ("e7", "e5"), ("g2", "g4")), 2):
            someone.click(start)
            someone.click(end)
            someone.wait(f"game.state.frames.length === {ply}")
            someone.settle()
        page.click("[aria-label='Analysis']")
        page.wait_for_selector(".lines li")
        page.wait_for_selector(".field .arrow")
        page.click("[aria-label='Analysis']")
        page.click("[aria-label='Review the game']")
        someone.until("document.querySelector('.review .prompt').textContent.endsWith('.')"
                      " || document.querySelector('.mistakes li') !== null")  # fmt: skip
        assert page.locator(".graph .curve").count() == 1
        page.click("[aria-label='Share']")
        link = page.input_value("textarea[aria-label='Link']")
        pgn = page.input_value("textarea[aria-label='PGN']")
        assert "f2f3 e7e5" in pgn.replace("\n", " ")
        with page.expect_download() as picture:
            page.click("text=Download the position as SVG")
        assert "<svg" in picture.value.path().read_text()
        page.goto(link)
        page.reload()
        someone.wait("game.state.frames.length === 4")
        page.goto(address)
        page.click("text=Load a game")
        page.fill("#pgn", pgn)
        page.click("dialog button[type=submit]")
        someone.wait("game.state.frames.length === 4")
        assert page.locator(".list .ply").count() == 3


def test_dialogs_belong_to_their_screen(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        someone.page.goto(address)
        someone.page.click("text=Load a game")
        someone.start(address, "half-chess", opponent="human")  # by the address alone
        assert someone.page.locator("dialog").count() == 0


def test_what_cannot_be_loaded_is_told(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        page = someone.page
        page.goto(address)
        page.click("text=Load a game")
        page.fill("#pgn", '[Variant "half-chess"]\n\n1. e2e4 e7e4 *')
        page.click("dialog button[type=submit]")
        someone.until("document.querySelector('dialog .problem').textContent.includes('move 2')")


def test_a_long_pgn_is_loaded(chromium: Any, address: str) -> None:
    """Only its beginning fits into a message, and in that every line end and quotation mark counts twice."""
    game = '[Event "?"]\n[Round "1"]\n[White "Ø"]\n[Black "B"]\n[Variant "half-chess"]\n\n1. e2e4 *\n\n'
    with player(chromium) as someone:
        page = someone.page
        page.goto(address)
        page.click("text=Load a game")
        page.evaluate("game => { document.querySelector('#pgn').value = game.repeat(1000); }", game)
        page.click("dialog button[type=submit]")
        someone.wait("game.state.frames.length === 2")


def test_a_late_answer_belongs_to_its_screen(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        page, late = someone.page, []
        page.route("**/lessons/*", lambda route: late.append(route))
        page.goto(f"{address}#learn/half-chess")
        page.wait_for_selector("#tools button")
        while not late:
            page.wait_for_timeout(20)
        page.evaluate("location.hash = 'puzzles/half-chess'")
        page.wait_for_selector("h1:has-text('puzzles')")
        with page.expect_response("**/lessons/*"):
            late[0].continue_()
        page.evaluate("fetch('games.json').then((answer) => answer.json())")
        assert "puzzles" in page.inner_text("#page h1")


def test_two_windows(chromium: Any, address: str) -> None:
    """The opponent's browser gets the seat of its link; the page that opened the game keeps the other one, and a third
    browser watches."""
    with player(chromium) as white, player(chromium) as black, player(chromium, "phone", touch=True) as third:
        chess(chromium, address, white)
        session = white.game("game.session")
        black.page.goto(address)
        black.page.goto(f"{address}#game/{session}/1")
        black.wait("game.flipped && game.seat === 1")
        white.wait("game.seat === 0")
        third.page.goto(address)
        third.page.goto(f"{address}#game/{session}/1")
        third.wait("game.seats.watching")
        assert "Another browser has this seat" in third.page.inner_text(".prompt")
        for someone in (third, black):
            someone.click("e2")
            assert someone.page.locator(".field .mark").count() == 0
        white.click("e2")
        white.click("e4")
        black.wait("game.state.frames.length === 2")
        black.game("game.connection.socket.close()")
        black.wait("game.connection.socket.readyState === 1 && game.mayMove")
        black.page.reload()
        black.wait("game.mayMove")
        black.click("e7")
        black.click("e5")
        for someone in (white, third):
            someone.wait("game.state.frames.length === 3")


@pytest.mark.slow
def test_the_engine_plays_itself(chromium: Any, address: str) -> None:
    """Nothing but stepping, analysis and sharing is offered."""
    with player(chromium) as someone:
        someone.start(address, "half-chess", opponent="watch")
        someone.wait("game.state.frames.length > 2")
        someone.settle()
        for label in ("Take back", "Redo", "Hint", "Offer a draw", "Resign"):
            assert someone.page.is_disabled(f"[aria-label='{label}']"), label
        someone.page.click("[aria-label='First position']")
        someone.wait("game.at === 0")


def test_offers_in_two_windows(chromium: Any, address: str) -> None:
    """Taking back and a draw need the other player."""
    with player(chromium) as white, player(chromium, "phone", touch=True) as black:
        chess(chromium, address, white)
        black.page.goto(f"{address}#game/{white.game('game.session')}/1")
        black.wait("game.seat === 1")
        white.click("e2")
        white.click("e4")
        white.wait("game.state.frames.length === 2")
        white.settle()
        white.page.click("[aria-label='Take back']")
        white.page.wait_for_selector("text=You asked to take back a move.")
        black.page.click("text=Decline")
        white.until("document.querySelector('.toast').textContent.includes('declines')")
        assert white.game("game.state.frames.length") == 2
        black.settle()
        black.click("e7")
        black.click("e5")
        white.wait("game.state.frames.length === 3")
        white.page.click("[aria-label='Offer a draw']")
        black.page.click("text=Accept")
        for someone in (white, black):
            someone.page.wait_for_selector(".result:not([hidden])")
            assert "½–½" in someone.page.inner_text(".result")


def test_a_rematch_in_two_windows(chromium: Any, address: str) -> None:
    """Each window keeps its player: the sides change."""
    with player(chromium) as white, player(chromium, "phone", touch=True) as black:
        chess(chromium, address, white)
        session = white.game("game.session")
        white.page.goto(f"{address}#game/{session}/0")
        black.page.goto(f"{address}#game/{session}/1")
        black.wait("game.flipped")
        white.wait("game.seat === 0")
        black.page.click("[aria-label='Resign']")
        black.page.click("dialog button.danger")
        white.page.wait_for_selector(".result:not([hidden])")
        assert "1–0" in white.page.inner_text(".result")
        white.page.click("text=Rematch")
        white.page.wait_for_selector("text=You offered a rematch.")
        black.page.click("text=Accept")
        black.wait("game.state.round === 2 && !game.flipped && game.mayMove")
        white.wait("game.state.round === 2 && game.flipped && !game.mayMove")
        black.until("document.querySelector('.toast').textContent.includes('you play White')")
        black.click("e2")
        black.click("e4")
        white.wait("game.state.frames.length === 2")
        white.settle()
        white.page.reload()
        white.wait("game.flipped && game.mayMove")
        white.click("e7")
        white.click("e5")
        black.wait("game.state.frames.length === 3")


def test_a_rematch_shows_no_old_hint(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        someone.start(address, "half-chess", opponent="engine", colour="1")
        someone.wait("game.state.turn.human")
        someone.page.click("[aria-label='Hint']")
        someone.page.wait_for_selector(".field .arrow", state="attached")
        someone.page.click("[aria-label='Resign']")
        someone.page.click("dialog button.danger")
        someone.page.click("text=Rematch")
        someone.wait("game.state.round === 2 && game.mine === 0")
        someone.settle()
        assert someone.page.locator(".field .arrow").count() == 0


def test_a_rematch_with_the_engine(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        someone.start(address, "banqi", opponent="engine", colour="0")
        someone.page.click("[aria-label='Resign']")
        someone.page.click("dialog button.danger")
        someone.page.click("text=Rematch")
        someone.wait("game.state.round === 2 && game.mine === 1 && game.state.frames.length === 2")
        assert someone.page.locator(".result:not([hidden])").count() == 0


@pytest.mark.sampled(5)
@pytest.mark.parametrize("variant", ONE_OF_EACH)
def test_lessons(chromium: Any, address: str, variant: str) -> None:
    with player(chromium) as someone:
        page = someone.page
        page.goto(f"{address}#new/{variant}")
        page.click("text=How to play")
        page.wait_for_selector(".learn figure img")
        assert page.locator(".learn section").count() > 2
        page.locator("figure .plain").nth(1).click()
        someone.wait("game.state.turn.human")
        assert someone.play(random.Random(0))


def test_a_lesson_asks_for_a_move(chromium: Any, address: str) -> None:
    with player(chromium) as someone:
        page = someone.page
        page.goto(f"{address}#learn/fanorona-chess")
        page.locator("figure", has_text="Approach: the Rook stops before c7").get_by_text("Make this move").click()
        someone.wait("game.state.turn.human")
        assert "Approach" in page.inner_text(".prompt")
        for end, said in (("c3", "does not capture the Pawn on c7"), ("c6", "Right")):
            someone.click("c2")
            someone.click(end)
            someone.until(f"document.querySelector('.toast').textContent.includes('{said}')")
            someone.settle()
            assert said in page.inner_text(".prompt")  # it stays
            if end == "c3":
                page.click("[aria-label='Take back']")
                someone.wait("game.state.frames.length === 1")
                someone.settle()


def test_the_page_says_whether_the_engine_thinks(chromium: Any, address: str) -> None:
    """A search may fail: then it is the engine's turn, but it does not think."""
    with player(chromium) as someone:
        someone.start(address, "half-chess", opponent="human")
        for thinking, said in (("true", "Oddfish is thinking …"), ("false", "Oddfish is to move.")):
            turn = f"{{ ...game.state, turn: {{ ...game.state.turn, human: false }}, thinking: {thinking} }}"
            someone.game(f"game.newTurn({turn})")
            assert someone.page.inner_text(".prompt") == said
