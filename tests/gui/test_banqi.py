"""Banqi in a real XBoard, as ``oddfish xboard banqi`` starts it: by mouse, by file, and by itself.

Positions and marks were written by hand from rules/banqi.md. Our referee replays every game with its outcomes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gui import harness
from gui.discs import Discs
from gui.harness import Display, missing_programs, wait_until
from oddfish.protocols.pictures.families import banqi as pictures
from oddfish.protocols.projections.banqi import board as banqi_board

BANQI, HONGKONG = "banqi", "banqi-hongkong"
START = "/".join(["XxXxXxXx"] * 8)
#: White's Chariot c5 can take the Cannon a5, and step to e5 and c6; c4 is face down.
CLICKS = "8/N7/8/c1R5/P1Xx4/r7/2Xx4/2Xx4 w - - 0 1"
#: White's Chariot a1 takes the Soldier a2, then the Horse a3.
SERIES = "8/k7/8/8/8/n7/p7/R1P5 w - - 0 1"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


# By mouse --------------------------------------------------------------------------------------------------------


def test_one_click_turns_a_piece_up(display: Display) -> None:
    with Discs(display) as board:
        for cell in ("c3", "g8", "a1"):
            if board.face_down(cell):
                ply = board.flip_over(cell)
                assert re.fullmatch(rf"{cell}\w\d,\w\d{cell}[a-z]", ply)
                board.reply()
                board.check()
        assert len(board.moves()) >= 4


def test_black_turns_pieces_up_too(display: Display) -> None:
    """From Black's side: pieces stand in the right cells, which Black sees on the left."""
    with Discs(display, flipped=True) as board:
        board.start()
        for cell in ("d3", "h8"):
            if board.face_down(cell):
                assert re.fullmatch(rf"{cell}\w\d,\w\d{cell}[a-z]", board.flip_over(cell))
                board.reply()
                board.check()
        assert len(board.moves()) >= 3


def test_capture(display: Display) -> None:
    with Discs(display, CLICKS) as board:
        assert board.lift("c5") == "8/8/2YT4/TR2YT2/2TT4/TT6/2TT4/2TT4"
        wait_until(lambda: board.marks() == "8/8/2Y5/1R2Y3/8/8/8/8", "three marks")
        board.click("a5")
        assert board.wait_command(r"usermove (\S+)")[1] == "c5a5"
        board.reply()
        board.check()


def test_drag(display: Display) -> None:
    with Discs(display, CLICKS) as board:
        board.skip()
        board.drag("c5", "c6")
        assert board.wait_command(r"usermove (\S+)")[1] == "c5c6"
        board.reply()
        board.check()


def test_black_captures(display: Display) -> None:
    with Discs(display, "8/N7/k7/C1r5/p7/R7/8/8 w - - 0 1", flipped=True) as board:
        board.menu("Edit Game")
        assert board.move("a7", "c7") == "a7c7"
        assert board.lift("c5") == "8/2TT4/2YT4/TR2YT2/2YT4/TT6/8/8"
        board.click("a5")
        assert board.wait_command(r"usermove (\S+)")[1] == "c5a5"
        assert board.check() == "8/2N5/k7/r7/p7/R7/8/8"
        board.menu("Machine White")
        board.reply()
        board.check()


def test_black_attempts(display: Display) -> None:
    with Discs(display, "8/N7/8/K7/8/r7/Xx6/Xx6 w - - 0 1", chosen=["DarkCapture"], flipped=True) as board:
        board.menu("Edit Game")
        assert board.move("a7", "c7") == "a7c7"
        board.lift("a3")
        board.click("a2")
        board.wait_output(r"Illegal move \(.* turns up\): a3a2$")
        board.turns(2)
        assert not board.face_down("a2")
        board.menu("Machine White")
        board.turns(3)
        board.check()


def test_black_captures_in_series(display: Display) -> None:
    with Discs(display, "8/K7/8/8/8/N7/P7/r1p5 w - - 0 1", chosen=["MultiCapture"], flipped=True) as board:
        board.menu("Edit Game")
        assert board.move("a7", "c7") == "a7c7"
        assert board.move("a1", "a2") == "a1a2"
        assert board.reply() == "@@@@"
        wait_until(lambda: board.marks() == "8/8/8/8/8/1R6/1Y6/8", "what the piece can take next")
        board.click("a3")
        assert board.wait_command(r"usermove (\S+)")[1] == "a2a3"
        board.turns(3)
        assert board.check() == "8/2K5/8/8/8/r7/8/2p5"
        board.menu("Machine White")
        board.turns(4)
        board.check()


@pytest.mark.parametrize(
    ("start", "to", "why"),
    [
        ("a4", "a3", "Soldier cannot capture Chariot"),
        ("a4", "a5", "Soldier cannot capture Cannon"),
        ("c5", "d4", "face-down pieces cannot be captured"),
        ("a7", "a5", "pieces capture on adjacent squares"),
    ],
)
def test_wrong_clicks_are_told_why(display: Display, start: str, to: str, why: str) -> None:
    with Discs(display, CLICKS) as board:
        board.lift(start)
        board.click(to)
        board.wait_command(f"usermove {start}{to}$")
        board.wait_output(rf"Illegal move \({why}\): {start}{to}$")
        assert board.check() == CLICKS.split()[0]
        board.wait_refused()
        board.click(start)  # puts the piece down, which has stayed in hand
        assert board.move("c5", "c6") == "c5c6"  # the game goes on
        board.reply()
        board.check()


def test_a_series_of_captures(display: Display, artifacts: Path) -> None:
    with Discs(display, SERIES, chosen=["MultiCapture"]) as board:
        assert board.move("a1", "a2") == "a1a2"
        assert board.reply() == "@@@@"
        wait_until(lambda: board.marks() == "8/8/8/8/8/1R6/1Y6/8", "what the piece can take next")
        board.screenshot(artifacts / "banqi-series.png")
        board.click("a3")
        assert board.wait_command(r"usermove (\S+)")[1] == "a2a3"
        board.reply()
        assert board.check().endswith("/2P5")
        assert board.moves()[:3] == ["a1a2", "@@@@", "a2a3"]


def test_a_series_ended(display: Display) -> None:
    with Discs(display, SERIES, chosen=["MultiCapture"]) as board:
        board.move("a1", "a2")
        board.reply()
        board.wait_output("highlight ")
        wait_until(lambda: board.marks() == "8/8/8/8/8/1R6/1Y6/8", "what the piece can do next")
        board.click("b2")
        board.wait_output(r"Illegal move \(the turn is over\): a2b2$")
        assert board.reply() == "@@@@"
        board.reply()
        assert board.moves()[:3] == ["a1a2", "@@@@", "@@@@"]
        board.check()


# Taking back -----------------------------------------------------------------------------------------------------


def test_a_piece_turned_up_again_is_the_same(display: Display) -> None:
    with Discs(display) as board:
        ply = board.flip_over("c3")
        answer = board.reply()
        board.menu("Retract Move")
        board.wait_command("remove$")
        assert board.check() == START
        assert board.flip_over("c3") == ply
        assert board.reply() == answer
        board.check()


def test_whole_turns_are_taken_back(display: Display) -> None:
    """An attempt is five plies: XBoard takes back two with the engine's answer; the engine takes back the rest."""
    with Discs(display, CLICKS, chosen=["DarkCapture"]) as board:
        board.lift("c5")
        board.click("c4")
        wait_until(lambda: len(board.moves()) == 6, "the engine's answer")
        board.menu("Retract Move")
        board.wait_command("remove$")
        for _ in range(4):
            board.wait_output(r"Illegal move \(taken back too\)")
        assert board.check() == CLICKS.split()[0]
        assert board.move("c5", "a5") == "c5a5"
        board.reply()
        board.check()


# Sessions --------------------------------------------------------------------------------------------------------


def test_back_and_forth_in_edit_game(display: Display) -> None:
    """XBoard sets up positions again when it takes back a null. Its FEN lacks what lies face down."""
    with Discs(display, CLICKS, chosen=["DarkCapture"]) as board:
        board.menu("Edit Game")
        board.lift("c5")
        board.click("c4")
        wait_until(lambda: len(board.moves()) == 5, "the attempt")
        plies, before = board.moves(), len(board.messages())
        board.menu("Backward")
        board.wait_command("undo$")
        board.menu("Backward")  # a null
        board.wait_command("setboard ")
        assert board.wait_command(r"usermove (\S+)")[1] == plies[2]
        for ply in plies[3:]:
            board.menu("Forward")
            assert board.wait_command(r"usermove (\S+)")[1] == ply
        assert "Y" in board.lift("a3")  # the position is Black's to play on
        answers = [message.text for message in board.messages()[before:] if not message.sent]
        assert not [text for text in answers if text.startswith(("Illegal", "tellusererror", "Error"))]


def test_new_game(display: Display) -> None:
    with Discs(display) as board:
        board.flip_over("c3")
        board.reply()
        board.new_game()
        assert board.moves() == []
        assert board.check() == START
        board.flip_over("c3")
        board.reply()
        board.check()


def test_analysis(display: Display, artifacts: Path) -> None:
    thinking = r"\d+ -?\d+ \d+ \d+\t\d+ \d+ \d+\t(\S+)"
    with Discs(display, depth=0, options=["-engineOutputUp", "true"]) as board:
        board.menu("Engine Output") if not board.dialogs() else None
        board.menu("Analysis Mode")
        board.wait_command("analyze$")
        board.wait_output(thinking)
        plies = [board.flip_over("c3"), board.flip_over("d4")]
        assert board.moves() == plies
        board.skip()
        board.wait_output(thinking)
        board.screenshot(artifacts / "banqi-analysis.png")
        for key, command, left in (
            ("Backward", "undo$", plies[:1]),
            ("Backward", "undo$", []),
            ("Forward", f"usermove {plies[0]}$", plies[:1]),
            ("Forward", f"usermove {plies[1]}$", plies),
        ):
            board.skip()
            board.menu(key)
            board.wait_command(command)
            board.wait_output(thinking)
            assert board.moves() == left
        board.menu("Edit Game")
        board.wait_command("exit$")
        board.check()


@pytest.mark.parametrize("flipped", [False, True])
def test_hint(display: Display, flipped: bool) -> None:
    """To XBoard, half a flip is a move by that half, which can be either side's."""
    with Discs(display, flipped=flipped) as board:
        board.start()
        board.menu("Hint")
        hint = board.wait_output(r"telluser Hint: turn up ([a-d][1-8])$")[1]
        assert board.face_down(banqi_board.left(hint))
        wait_until(lambda: "Note" in board.dialogs().values(), "the hint to be shown")
        assert not board.errors()
        board.dismiss()


def test_two_people_read_who_plays_first_in_their_next_game(display: Display) -> None:
    with Discs(display, "8/8/8/8/8/8/n7/K7 w - - 0 1") as board:
        board.menu("Edit Game")
        assert board.move("a1", "a2") == "a1a2"
        board.new_game()
        assert not board.dialogs()
        board.menu("Edit Game")
        board.wait_output("telluser By custom, Black, who lost the last game, now plays first.$")
        wait_until(lambda: "Note" in board.dialogs().values(), "the custom to be shown")
        board.dismiss()
        assert board.move("a1", "a2") == "a1a2"
        assert not board.errors()


def test_edited_position_is_played(display: Display) -> None:
    with Discs(display, CLICKS) as board:
        board.menu("Edit Position")
        board.wait_command("force$")
        board.skip()
        board.drag("a7", "e8")
        board.menu("Edit Game")
        fen = board.wait_command(r"setboard (\S+) (\w)")
        assert fen[1] == "4N3/8/8/c1R5/P1Xx4/r7/2Xx4/2Xx4"
        board.menu("Machine White")
        board.reply()
        board.check()


def test_half_a_piece_is_not_a_position(display: Display) -> None:
    """If you remove one half from the board, the other must go too: the engine says so."""
    with Discs(display, CLICKS) as board:
        board.menu("Edit Position")
        board.wait_command("force$")
        board.skip()
        board.drag("c4", "c3")
        board.menu("Edit Game")
        board.wait_output(r"tellusererror Illegal position: half a face-down piece on c3 and d3")
        wait_until(board.errors, "the pop-up")
        board.dismiss()


def test_other_variants_in_the_same_session(display: Display, artifacts: Path) -> None:
    """Switch from Banqi to another variant, to Banqi's sister, and back."""
    with Discs(display) as board, board.no_errors():
        board.flip_over("c3")
        board.reply()
        for variant in ("half-chess", HONGKONG, BANQI):
            board.switch(variant)
            assert board.moves() == []
            board.screenshot(artifacts / f"banqi-to-{variant}.png")
            if variant == "half-chess":
                assert board.move("e2", "e4") == "e2e4"
                board.reply()
                continue
            board.flip_over("c3")
            board.reply()
            assert len(board.moves()) == 2
            board.check()


def test_from_another_variant(display: Display) -> None:
    with Discs(display, variant="half-chess", options=["-oneClickMove", "true"]) as board, board.no_errors():
        board.switch(BANQI)
        assert re.fullmatch(r"c3d3,d3c3[a-z]", board.flip_over("c3"))
        board.reply()
        board.check()


# Games -----------------------------------------------------------------------------------------------------------


ALL = ["DarkCapture", "MultiCapture"]


@pytest.mark.parametrize(
    ("variant", "rules"), [(BANQI, []), (HONGKONG, []), (BANQI, ALL), (HONGKONG, [*ALL, "ChariotRides=any"])]
)
def test_match(display: Display, tmp_path: Path, variant: str, rules: list[str]) -> None:
    """Two engines play to the end, XBoard exits by itself, and its PGN is the game."""
    pgn, fen = tmp_path / "match.pgn", tmp_path / "match.fen"
    match = ["--match", "--games", "1", "--time", "5+1", "--save", str(pgn)]
    options = ["-savePositionFile", str(fen)]
    with Discs(display, variant=variant, chosen=rules, words=match, options=options) as board:
        assert board.wait_exit() == 0
        log = board.log.text()
        moves = board.moves()
        game = board.referee()
    assert "Illegal move" not in log
    result = game.result()
    assert result is not None
    text = pgn.read_text()
    assert f'[Result "{result.text}"]' in text
    assert f"{{{result.reason}}}" in re.sub(r"\s+", " ", text)
    assert fen.read_text().split()[0] == banqi_board.write_fen(game.position).split()[0]  # type: ignore[arg-type]
    assert any("," in ply for ply in moves)
    assert not rules or "@@@@" in moves
    with Discs(display, variant=variant, chosen=rules) as board:
        board.menu("Edit Game")
        board.load_game(pgn)
        wait_until(lambda: len(board.moves()) == len(moves), "the moves of the file")
        assert board.moves() == moves
        board.menu("Forward to End")
        board.check()


def test_saved_game_is_loaded_again(display: Display, tmp_path: Path) -> None:
    """Flips, an attempt, a capture and White's last flip, made by mouse, through a file and back."""
    fen = "8/n7/8/k7/8/R7/Xx6/Xx6 w - - 0 1"
    with Discs(display, fen, chosen=["DarkCapture"]) as board:
        board.menu("Edit Game")
        board.lift("a3")
        board.click("a2")
        wait_until(lambda: len(board.moves()) >= 5, "the attempt")
        assert board.move("a5", "c5") == "a5c5"
        board.flip_over("a1")
        wait_until(lambda: len(board.moves()) == 9, "White's last flip")
        played = board.moves()
        shown = board.check()
        board.save_game(tmp_path / "game.pgn")
        board.new_game()
        board.menu("Edit Game")
        board.load_game(tmp_path / "game.pgn")
        wait_until(lambda: len(board.moves()) == 9, "the moves of the file")
        assert board.moves() == played
        board.menu("Forward to End")
        assert board.check() == shown


# The pictures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flipped", [False, True])
def test_discs_and_board(display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, flipped: bool) -> None:
    """From either side: face-down discs are whole, in the cell that the person sees on the left; the other shows the
    frame; face-up pieces are wooden, inked in their colour."""
    monkeypatch.setattr(harness, "LIGHT", pictures.GROUND)
    monkeypatch.setattr(harness, "DARK", pictures.GROUND)
    men = (
        "8/1P3p2/1CXx1c2/1NXx1n2/1RXx1r2/1MXx1m2/1GXx1g2/1KXx1k2",
        "8/P3p3/C1Xxc3/N1Xxn3/R1Xxr3/M1Xxm3/G1Xxg3/K1Xxk3",
    )
    fen = f"{men[not flipped]} w - - 0 1"
    with Discs(display, fen, texture=True, flipped=flipped, options=["-showCoords", "false"]) as board:
        board.screenshot(artifacts / f"banqi-{'black' if flipped else 'white'}.png")
        image = display.image()
        rects = {f"{file}{rank}": board.square_rect(f"{file}{rank}") for file in "abcdefgh" for rank in range(1, 9)}

        def color(cell: str, right: float = 0, down: float = 0) -> tuple[int, int, int]:
            """The colour at an offset from the middle of a cell, in parts of the cell."""
            rect = rects[cell]
            x = (rect.left + rect.right) / 2 + right * rect.width
            y = (rect.top + rect.bottom) / 2 + down * rect.height
            index = 4 * (int(y) * image.width + int(x))
            blue, green, red = image.pixels[index : index + 3]
            return red, green, blue

        own, other = "dc" if flipped else "cd"
        ground = color(f"{other}8", 0, -0.4)
        assert bytes(ground).hex() == pictures.GROUND[1:]
        for rank in range(1, 7):
            for right, down in ((-0.1, 0.1), (-0.3, -0.1), (-0.1, 0.25)):
                red, _, blue = color(f"{own}{rank}", right, down)
                assert red < 0xE0 and blue < 0x70, (rank, color(f"{own}{rank}", right, down))
            assert color(f"{other}{rank}", 0.4, 0.1) == ground
        files = "bf" if flipped else "ae"
        for letter, cell in zip("KGMRNCPkgmrncp", [f"{file}{rank}" for file in files for rank in range(1, 8)]):
            places = [(x / 40 - 0.1, y / 40) for x in range(-10, 11) for y in range(-10, 11)]
            inks = [color(cell, right, down) for right, down in places]
            assert inks.count(ground) == 0
            red_ink = sum(red > 0x90 and green < 0x50 for red, green, _ in inks)
            black_ink = sum(max(ink) < 0x50 for ink in inks)
            own_ink, other_ink = (red_ink, black_ink) if letter.isupper() else (black_ink, red_ink)
            assert own_ink > 30, (letter, own_ink)
            assert other_ink < 4, (letter, other_ink)
