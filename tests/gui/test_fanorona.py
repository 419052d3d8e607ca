"""Fanorona Chess in a real XBoard, as ``oddfish xboard fanorona-chess`` starts it: by mouse, by file, and by itself.

The marks were written by hand from rules/fanorona-chess.md.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from gui import harness
from gui.harness import Display, Rect, missing_programs, wait_until
from gui.points import VARIANT, Points
from oddfish.engine.game import Game
from oddfish.protocols.pictures.families import fanorona as pictures
from oddfish.protocols.projections import base as projections
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.fanorona import ply_of

#: Pc3 takes on a5 from b4, on b2 or e5 from d4, nothing on c4.
CHOICE = "4k/5/5/5/p3n/5/2P2/1b3/3K1 w - - 0 1"
#: Pc8 takes on c7 and promotes.
PROMOTION = "1r2k/2P2/2n2/5/5/5/5/5/3K1 w - - 0 1"
#: The same for Black, once White has moved.
BLACK_CHOICE = "3k1/1B3/2p2/5/P3N/5/5/5/4K w - - 0 1"
BLACK_PROMOTION = "3k1/5/5/5/5/5/2N2/2p2/1R2K w - - 0 1"

#: The promotions that XBoard offers a white pawn when it tests legality, in the order of its table.
OFFERED = "QNPBRK"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


@pytest.fixture(params=[False, True], ids=["untested", "legality"])
def legality(request: pytest.FixtureRequest) -> bool:
    """XBoard's own legality testing."""
    return bool(request.param)


# By mouse --------------------------------------------------------------------------------------------------------


def test_quiet_move(display: Display, legality: bool) -> None:
    with Points(display, legality=legality) as board:
        assert board.lift("c3") == "5/5/5/5/5/1YYY1/5/5/5"
        wait_until(lambda: board.marks() == "5/5/5/5/5/1YYY1/5/5/5", "three marks")
        board.click("c4")
        assert board.wait_command(r"usermove (\S+)")[1] == "c3c4"
        board.reply()
        board.check()
        board.drag("a3", "b4")
        assert board.wait_command(r"usermove (\S+)")[1] == "a3b4"
        board.reply()
        board.check()


def test_black_quiet_move(display: Display, legality: bool) -> None:
    with Points(display, legality=legality, flipped=True) as board:
        board.start()
        assert board.lift("b7") == "5/5/5/1Y3/5/5/5/5/5"
        board.click("b6")
        assert board.wait_command(r"usermove (\S+)")[1] == "b7b6"
        board.reply()
        assert len(board.moves()) == 3
        board.check()


@pytest.mark.parametrize(
    ("victim", "target", "what"), [("a5", "b4", "approach"), ("b2", "d4", "withdrawal"), ("e5", "d4", "both possible")]
)
def test_capture_by_way_of_the_victim(display: Display, legality: bool, victim: str, target: str, what: str) -> None:
    with Points(display, CHOICE, legality=legality) as board:
        marks = board.lift("c3")
        assert marks == "5/5/5/5/C3C/1RYR1/5/1C3/5"
        wait_until(lambda: board.marks() == marks, "the marks")
        assert board.by_way_of("c3", victim, target, lifted=True) == f"c3{victim},{victim}{target}"
        board.reply()
        board.check()


@pytest.mark.parametrize(("victim", "target"), [("a5", "b6"), ("b8", "d6"), ("e5", "d6")])
def test_black_captures_by_way_of_the_victim(display: Display, legality: bool, victim: str, target: str) -> None:
    with Points(display, BLACK_CHOICE, legality=legality, flipped=True) as board:
        board.menu("Edit Game")
        board.move("e1", "e2")
        assert board.by_way_of("c7", victim, target) == f"c7{victim},{victim}{target}"
        assert board.check() == board.referee(["e1e2", f"c7{victim},{victim}{target}"]).fen().split()[0]
        board.menu("Machine White")
        board.reply()
        board.check()


@pytest.mark.parametrize(("victim", "target"), [("b8", "d5"), ("d4", "d5"), ("b8", "e6")])
def test_black_knight_captures(display: Display, legality: bool, victim: str, target: str) -> None:
    with Points(display, "4k/1B3/2n2/5/5/3R1/5/5/4K w - - 0 1", legality=legality, flipped=True) as board:
        board.menu("Edit Game")
        board.move("e1", "e2")
        assert board.by_way_of("c7", victim, target) == f"c7{victim},{victim}{target}"
        assert board.check() == board.referee(["e1e2", f"c7{victim},{victim}{target}"]).fen().split()[0]


def test_black_s_king_leaps_once(display: Display, legality: bool) -> None:
    with Points(display, legality=legality, flipped=True) as board:
        board.start()
        assert board.lift("c9") == "5/Y3Y/5/5/5/5/5/5/5"
        board.click("a8")
        assert board.wait_command(r"usermove (\S+)")[1] == "c9a8"
        board.reply()
        board.check()
        assert "Y" not in board.lift("a8")  # not b6, not c9


def test_black_s_destination_alone(display: Display) -> None:
    """The destination of one victim, and one with a choice of two."""
    with Points(display, BLACK_CHOICE, flipped=True) as board:
        board.menu("Edit Game")
        board.move("e1", "e2")
        board.skip()
        board.lift("c7")
        board.click("d6")
        board.wait_output(r"Illegal move \(click b8 or e5, then d6\): c7d6$")
        board.click("b6")
        board.wait_output(r"Illegal move \(takes a5\): c7b6$")
        assert board.reply() == "c7a5,a5b6"
        assert board.check() == board.referee(["e1e2", "c7a5,a5b6"]).fen().split()[0]


def test_destination_alone(display: Display, legality: bool) -> None:
    """There is one possible victim: the engine corrects XBoard's board, and plays on."""
    with Points(display, CHOICE, legality=legality) as board:
        assert board.move("c3", "b4") == "c3b4"
        board.wait_output(r"Illegal move \(takes a5\): c3b4$")
        assert board.reply() == "c3a5,a5b4"
        board.reply()
        assert "p" not in board.check()
        assert len(board.moves()) == 2


@pytest.mark.parametrize("mode", ["Edit Game", "Analysis Mode"])
def test_destination_alone_without_an_opponent(display: Display, mode: str) -> None:
    with Points(display, CHOICE) as board:
        board.menu(mode)
        if mode == "Analysis Mode":
            board.wait_output(r"12 ")  # XBoard reads the engine's lines while the person clicks
        assert board.move("c3", "b4") == "c3b4"
        assert board.reply() == "c3a5,a5b4"
        assert board.check().startswith("4k/5/5/5/4n/1P3/")
        assert board.move("b2", "a1") == "b2a1"
        assert board.check().endswith("/b2K1")
        board.menu("Backward")
        board.wait_command("undo$")
        board.menu("Backward")
        board.wait_command("undo$")
        assert board.save_position(board.home / "back.fen").split()[0] == CHOICE.split()[0]


def test_doubtful_destination(display: Display) -> None:
    """After a click on it the engine asks for the enemy, and the piece stays selected."""
    with Points(display, CHOICE) as board:
        marks = board.lift("c3")

        def refused() -> None:
            board.wait_output(r"Illegal move \(click b2 or e5, then d4\): c3d4$")
            assert board.wait_output(r"highlight (\S+)")[1] == marks

        board.click_slowly("d4", refused)
        refused()  # the piece is selected again when the button is released, so this is another click
        assert board.by_way_of("c3", "e5", "d4", lifted=True, slowly=True) == "c3e5,e5d4"
        board.reply()
        board.check()


@pytest.mark.parametrize("size", ["1024x600", "1366x768", "1280x1024"])
def test_menus_and_messages_are_whole(artifacts: Path, size: str) -> None:
    """The whole window is on the screen, with whole menus and the whole key message. On low screens the board has black
    margins, and the game is the same."""
    with Display(size) as display, Points(display, CHOICE, texture=True) as board:
        board.wait_fitted()
        board.lift("c3")
        board.click("d4")
        board.wait_output("1 0 0 0 click b2 or e5, then d4$")
        place = display.place(board.window)
        assert place is not None
        assert place.width >= 392  # or XBoard cuts the menus' names
        assert place.top >= 0
        assert place.bottom <= int(size.partition("x")[2])
        margin = board.cell_rect(0, 5)
        assert (board.holdings > 0) == (size != "1280x1024")
        assert (display.image(margin).bounds(["#000000"]) == Rect(0, 0, margin.width, margin.height)) == bool(
            board.holdings
        )

        def message_is_whole() -> bool:
            """The window may not have its final place yet."""
            place, line = display.place(board.window), board.board_rect().top - 20
            assert place is not None
            row = Rect(place.left + 4, line - 6, place.right - 4, line + 10)
            text = display.image(row).bounds(["#000000"])
            return text is not None and text.right < row.width - 8

        wait_until(message_is_whole, "the whole message")
        display.screenshot(artifacts / f"fanorona-message-{size}.png")
        assert board.by_way_of("c3", "e5", "d4", lifted=True) == "c3e5,e5d4"
        board.reply()
        board.check()
        board.flip()
        board.flip()


def test_the_piece_that_the_engine_captured_is_marked(display: Display) -> None:
    """By a red dot on its point, which is empty now."""
    with Points(display, CHOICE, depth=1, flipped=True) as board:
        board.menu("Machine White")
        via = re.fullmatch(r"c3(..),\1..", board.reply())
        assert via is not None
        marks = board.wait_output(r"highlight (\S+)")[1]
        wait_until(lambda: board.marks().lower() == marks, "the mark")
        assert marks == projections.marks({via[1]: "r"}, projection_for(VARIANT).grid).split()[1]


def test_doubtful_destination_with_legality(display: Display) -> None:
    """XBoard itself would allow it: the engine refuses and waits."""
    with Points(display, CHOICE, legality=True) as board:
        board.lift("c3")
        board.click("d4")
        board.wait_command("usermove c3d4$")
        board.wait_output(r"Illegal move \(.*\): c3d4$")
        assert board.by_way_of("c3", "b2", "d4") == "c3b2,b2d4"
        board.reply()
        board.check()
        assert len(board.moves()) == 2


@pytest.mark.parametrize(("victim", "target"), [("b2", "d5"), ("d6", "d5"), ("b2", "e4")])
def test_knight_captures(display: Display, legality: bool, victim: str, target: str) -> None:
    with Points(display, "4k/5/5/3r1/5/5/2N2/1b3/4K w - - 0 1", legality=legality) as board:
        assert board.lift("c3") == "5/5/5/3C1/1Y1R1/Y3R/5/YC2Y/1Y1Y1"
        assert board.by_way_of("c3", victim, target, lifted=True) == f"c3{victim},{victim}{target}"
        board.reply()
        board.check()


def test_the_king_leaps_once(display: Display, legality: bool) -> None:
    with Points(display, legality=legality) as board:
        assert board.lift("c1") == "5/5/5/5/5/5/5/Y3Y/5"
        board.click("a2")
        assert board.wait_command(r"usermove (\S+)")[1] == "c1a2"
        board.reply()
        board.check()
        assert board.lift("a2") == "5/5/5/5/5/5/5/5/5"  # not b4, not c1


@pytest.fixture(params=["untested-q", "untested-r", "untested-b", "untested-n", "legality-q"])
def promotion(request: pytest.FixtureRequest) -> tuple[bool, str]:
    """Legality testing, and a piece; when it tests, XBoard ignores the engine's `choice`."""
    word, letter = str(request.param).split("-")
    return word == "legality", letter


def test_promotion_with_a_capture(display: Display, promotion: tuple[bool, str]) -> None:
    legality, letter = promotion
    with Points(display, PROMOTION, legality=legality) as board:
        assert board.lift("c8") == "2M2/5/2C2/5/5/5/5/5/5"
        board.click("c7")
        assert board.wait_lift("c7") == "2M2/5/5/5/5/5/5/5/5"
        offered = OFFERED if legality else ""
        assert board.promote("c8", "c9", letter, lifted=True, offered=offered) == f"c8c7,c7c9{letter}"
        board.reply()
        board.check()


def test_promotion_by_the_destination_alone(display: Display, promotion: tuple[bool, str]) -> None:
    legality, letter = promotion
    with Points(display, PROMOTION, legality=legality) as board:
        assert board.promote("c8", "c9", letter, offered=OFFERED if legality else "") == f"c8c9{letter}"
        assert board.reply() == f"c8c7,c7c9{letter}"
        board.reply()
        board.check()


def test_black_promotes(display: Display, promotion: tuple[bool, str]) -> None:
    legality, letter = promotion
    with Points(display, BLACK_PROMOTION, legality=legality, flipped=True) as board:
        board.menu("Edit Game")
        board.move("e1", "e2")
        board.lift("c2")
        board.click("c3")
        board.wait_lift("c3")
        assert board.promote("c2", "c1", letter, lifted=True) == f"c2c3,c3c1{letter}"
        assert board.check().split("/")[-1] == f"1R{letter}2"


def test_black_promotes_by_the_destination_alone(display: Display, promotion: tuple[bool, str]) -> None:
    legality, letter = promotion
    with Points(display, BLACK_PROMOTION, legality=legality, flipped=True) as board:
        board.menu("Edit Game")
        board.move("e1", "e2")
        assert board.promote("c2", "c1", letter) == f"c2c1{letter}"
        assert board.reply() == f"c2c3,c3c1{letter}"
        assert board.check().split("/")[-1] == f"1R{letter}2"


def test_quiet_promotion_among_the_lost(display: Display, legality: bool) -> None:
    """When XBoard tests legality it offers every piece, but no Queen is lost here."""
    with Points(display, "4k/2P2/5/5/5/5/5/Q4/3K1 w - - 0 1", legality=legality) as board:
        offered = OFFERED if legality else ""
        if legality:
            assert board.promote("c8", "c9", "q", offered=offered) == "c8c9q"
            board.wait_output("Illegal move .*: c8c9q$")
            assert board.check().startswith("4k/2P2/")
        assert board.promote("c8", "c9", "n", offered=offered) == "c8c9n"
        board.reply()
        board.check()


@pytest.mark.parametrize("beside", "Pp")
@pytest.mark.parametrize(("start", "target"), [("a5", "b6"), ("b6", "c7"), ("a7", "b8")])
def test_pawns_pass_by_in_peace(display: Display, legality: bool, start: str, target: str, beside: str) -> None:
    """A piece beside a pawn that steps aside stays: XBoard must not assume en passant."""
    rows = ["5"] * 9
    rows[9 - int(start[1])] = f"P{beside}3" if start[0] == "a" else f"1P{beside}2"
    rows[0], rows[8] = "4k", "4K"
    with Points(display, "/".join(rows) + " w - - 0 1", legality=legality) as board:
        board.menu("Edit Game")
        assert board.move(start, target) == f"{start}{target}"
        assert board.check().count(beside) == (2 if beside == "P" else 1)


# Taking back -----------------------------------------------------------------------------------------------------


def test_retract_a_capture(display: Display, legality: bool) -> None:
    with Points(display, CHOICE, legality=legality) as board:
        assert board.by_way_of("c3", "a5", "b4") == "c3a5,a5b4"
        board.reply()
        board.menu("Retract Move")
        board.wait_command("remove$")
        assert board.check() == CHOICE.split()[0]
        assert board.moves() == []
        assert board.move("c3", "c4") == "c3c4"
        board.reply()
        board.check()


@pytest.mark.parametrize("flipped", [False, True])
def test_edited_position_is_played(display: Display, flipped: bool) -> None:
    with Points(display, CHOICE, flipped=flipped) as board:
        board.menu("Edit Position")
        board.wait_command("force$")
        board.skip()
        board.drag("b2", "b8")
        board.menu("Edit Game")
        assert board.wait_command(r"setboard (\S+) w")[1] == "4k/1b3/5/5/p3n/5/2P2/5/3K1"
        board.menu("Machine White")
        board.turns(1)
        board.check()


# Games -----------------------------------------------------------------------------------------------------------


def read_san(game: Game, san: str) -> str:
    """The legal move with XBoard's text: `Pc4`, `Pbc4`, `Nd3`, `Nxb4-c4`, `Pxc7-c9q`, `Pa9=N` …"""
    found = re.fullmatch(r"([PNBRQK]?)([a-e]?)([1-9]?)(?:x([a-e][1-9])-)?([a-e][1-9])=?([NBRQnbrq]?)[+#]?", san)
    assert found is not None, san
    piece, file, rank, victim, to, promoted = found.groups("")
    file = file or ("" if piece else to[0])  # a pawn that goes straight
    fits = []
    for move in game.legal():
        parts = re.fullmatch(r"((.)(.))(..)(?:x(..))?(.?)", move)
        assert parts is not None
        point = (int(parts[3]) - 1) * 5 + "abcde".index(parts[2])
        if (
            (parts[4], parts[5] or "", parts[6]) == (to, victim, promoted.lower())
            and file in ("", parts[2])
            and rank in ("", parts[3])
            and game.position.cell(point).upper() == (piece or "P")  # type: ignore[attr-defined]
        ):
            fits.append(move)
    assert len(fits) == 1, f"{san} fits {fits} in {game.fen()}"
    return fits[0]


def read_pgn(text: str) -> Game:
    """The game in a PGN; each move must be legal and unambiguous."""
    start = re.search(r'\[FEN "(.*?)"\]', text)
    assert start is not None, text
    game = Game(VARIANT, fen=projection_for(VARIANT).read_fen(start[1]))
    body = re.sub(r"\{[^}]*\}|^\[.*$", " ", text, flags=re.MULTILINE)
    for word in body.split():
        if word not in ("*", "1-0", "0-1", "1/2-1/2") and not re.fullmatch(r"\d+\.+", word):
            game.push(read_san(game, word))
    return game


def test_match(display: Display, tmp_path: Path, legality: bool) -> None:
    """Two engines play to the end, XBoard exits by itself, and the PGN is the game, for XBoard itself too."""
    pgn = tmp_path / "match.pgn"
    match = ["--match", "--games", "2", "--save", str(pgn)]
    with Points(display, words=match, options=["-depth", "3"], legality=legality) as board:
        assert board.wait_exit() == 0
        log = board.log.text()
        moves = board.moves()
    assert "Illegal move" not in log
    texts = re.split(r"(?=\[Event )", pgn.read_text())[1:]
    assert len(texts) == 2
    for text in texts:
        game = read_pgn(text)
        result = game.result()
        assert result is not None
        assert f'[Result "{result.text}"]' in text
        assert result.reason in text
        assert len(game.moves) > 10
        assert any("x" in move for move in game.texts())
    assert [ply_of(move) for move in game.texts()] == moves  # of the last game
    with Points(display, words=["--load", str(pgn), "--number", "2"], legality=legality) as board:
        board.wait_command(f"usermove {moves[-1]}$")
        board.menu("Forward to End")
        wait_until(lambda: board.moves() == moves, "the moves of the file")
        board.check()


def test_saved_game_is_loaded_again(display: Display, tmp_path: Path, legality: bool) -> None:
    """Quiet moves, captures and a promotion, through a file and back."""
    with Points(display, PROMOTION, legality=legality) as board:
        board.menu("Edit Game")
        board.lift("c8")
        board.click("c7")
        board.wait_lift("c7")
        offered = OFFERED if legality else ""
        assert board.promote("c8", "c9", "q", lifted=True, offered=offered) == "c8c7,c7c9q"
        rng = random.Random(2)
        for _ in range(7):
            game = board.referee()
            captures = [move for move in game.legal() if "x" in move]
            move = rng.choice(captures or game.legal())
            if captures:
                board.by_way_of(move[:2], move[5:7], move[2:4])
            else:
                board.move(move[:2], move[2:4])
        played = board.moves()
        assert sum("," in move for move in played) > 1
        shown = board.check()
        text = board.save_game(tmp_path / "game.pgn")
        assert read_pgn(text).fen().split()[0] == shown
        board.menu("New Game")
        board.load_game(tmp_path / "game.pgn")
        board.wait_command(f"usermove {played[-1]}$")
        board.menu("Forward to End")
        assert board.moves() == played
        assert board.check() == shown


def test_game_that_xboard_cannot_list(display: Display, tmp_path: Path, legality: bool) -> None:
    """XBoard 4.9.1 crashes on this game when it lists the games of a file, as File > Load Game does."""
    text = (Path(__file__).parent / "data" / "fanorona-unlisted.pgn").read_text()
    game = read_pgn(text)
    pgn = tmp_path / "game.pgn"
    pgn.write_text(text)
    with Points(display, legality=legality, words=["--load", str(pgn)]) as board:
        moves = [ply_of(move) for move in game.texts()]
        board.wait_command(f"usermove {moves[-1]}$")
        board.menu("Forward to End")
        wait_until(lambda: board.moves() == moves, "the moves of the file")
        board.check()


# The picture -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flipped", [False, True])
def test_board_with_lines(display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, flipped: bool) -> None:
    """XBoard draws Fanorona's lines through the middles of its squares, from either side."""
    monkeypatch.setattr(harness, "LIGHT", pictures.GROUND)
    monkeypatch.setattr(harness, "DARK", pictures.GROUND)
    with Points(display, texture=True, flipped=flipped) as board:
        board.screenshot(artifacts / f"{VARIANT}-{'black' if flipped else 'white'}.png")
    empty, options = "4k/5/5/5/5/5/5/5/K4 w - - 0 1", ["-showCoords", "false"]
    with Points(display, empty, texture=True, flipped=flipped, options=options) as board:
        image = display.image()

        def inked(x: float, y: float) -> bool:
            index = 4 * (int(y) * image.width + int(x))
            return image.pixels[index] < 0x70  # its blue: 8a on the ground, 1c in the lines

        for file in range(5):
            for rank in range(9):
                if (file, rank) in ((0, 0), (4, 8)):
                    continue
                rect: Rect = board.square_rect(f"{'abcde'[file]}{rank + 1}")
                x, y, turn = (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2, -1 if flipped else 1
                for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (-1, -1)):
                    inside = 0 <= file + right < 5 and 0 <= rank + up < 9
                    joined = inside and (right == 0 or up == 0 or (file + rank) % 2 == 0)
                    reach = turn * rect.width * 0.3
                    assert inked(x + right * reach, y - up * reach) == joined, (file, rank, right, up)
