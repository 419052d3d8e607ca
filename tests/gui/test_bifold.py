"""Bifold Halfgi in a real XBoard: each kind of move by mouse for either side, taking back, setting up, matches, files.

Half-squares and marks were worked out by hand from rules/bifold-halfgi.md: a1 is the left half of the square a1, b1 its
right half, c1 the left half of b1 …; rank 0 is White's hand, rank 9 Black's.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gui import harness
from gui.halves import Halves
from gui.harness import Display, missing_programs, wait_until
from oddfish.protocols.pictures.families import bifold as pictures

VARIANTS = ["bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak"]
BIFOLD, WAZIRS, HANDED, WEAK = VARIANTS

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

#: For each kind of move: the variant, the ranks from the eighth with White's hand, the clicks of Black's move before it
#: (or -), the clicks, the move, its plies.
MOVES = {
    "lone half": (BIFOLD, "(wf)7/8/8/8/8/8/8/R4(WF)2[]", "-", "a1 a4", "a1a4", "a1a4"),
    "lone half to the other side": (BIFOLD, "(wf)7/8/8/8/8/8/8/R4(WF)2[]", "-", "a1 b4", "a1a4", "a1b4"),
    "splitting": (BIFOLD, "(wf)7/8/8/8/8/8/8/(QR)4(WF)2[]", "-", "b1 b3", "a1a3r", "b1b3"),
    "unit": (BIFOLD, "(wf)7/8/8/8/8/8/8/3(RR)1(WF)2[]", "-", "h1 g8", "d1d8", "h1h8r @@@@ g1g8"),
    "unit by its mate": (BIFOLD, "(wf)7/8/8/8/8/8/8/3(RR)1(WF)2[]", "-", "h1 g1 g3", "d1d3", "h1h3r @@@@ g1g3"),
    "sharing with an enemy": (BIFOLD, "(wf)7/8/8/8/8/b7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "a1b3"),
    "sharing with a friend": (BIFOLD, "(wf)7/8/8/8/8/B7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "a1b3"),
    "one of two": (BIFOLD, "(wf)7/8/8/8/8/(bh)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3xh", "@@@@ b3i0j a1b3"),
    "one of two alike": (BIFOLD, "(wf)7/8/8/8/8/(hh)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "@@@@ b3i0j a1b3"),
    "beside a friend": (BIFOLD, "(wf)7/8/8/8/8/(Bb)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3", "@@@@ b3f0a a1b3"),
    "a royal": (BIFOLD, "w7/8/8/8/8/(bf)7/8/R4(WF)2[]", "-", "a1 b3", "a1a3xf", "a1b3"),
    "a unit takes one": (
        *(BIFOLD, "(wf)7/8/8/8/8/b7/8/(RR)4(WF)2[]", "-", "a1 a3"),
        *("a1a3", "@@@@ a3f0a a1a3r @@@@ b1b3"),
    ),
    "a unit takes both": (
        *(BIFOLD, "(wf)7/8/8/8/8/(bh)7/8/(RR)4(WF)2[]", "-", "a1 b1 a3"),
        *("a1a3", "@@@@ a3f0a @@@@ b3i0j a1a3r @@@@ b1b3"),
    ),
    "a pawn": (BIFOLD, "(wf)7/8/8/8/8/8/4P3/5(WF)2[]", "-", "i2 i4", "e2e4", "i2i4"),
    "a pawn takes both": (
        *(BIFOLD, "(wf)7/8/8/4(qh)3/3P4/8/8/5(WF)2[]", "-", "g4 j5"),
        *("d4e5", "@@@@ i5a0u @@@@ j5i0j g4j5"),
    ),
    "en passant": (BIFOLD, "(wf)7/3p4/8/4P3/8/8/8/5(WF)2[]", "g7 g5", "i5 g6", "e5d6", "@@@@ g5l0y i5g6"),
    "drop": (BIFOLD, "(wf)7/8/8/8/8/8/8/5(WF)2[H]", "-", "i0 i4", "h@e4", "i0i4"),
    "drop beside an enemy": (BIFOLD, "(wf)7/8/8/8/4b3/8/8/5(WF)2[H]", "-", "i0 j4", "h@e4", "i0j4"),
    "promotion": (BIFOLD, "5(wf)2/P7/8/8/8/8/8/5(WF)2[]", "-", "a7 =b8h", "a7a8=h", "a7b8h"),
    "promotion taking": (
        *(BIFOLD, "1(rb)3(wf)2/P7/8/8/8/8/8/5(WF)2[]", "-", "a7 =c8r"),
        *("a7b8=r", "@@@@ c8c0v @@@@ d8f0a a7c8r"),
    ),
    "castling": (
        *(BIFOLD, "5(wf)2/8/8/8/8/8/8/4(WF)2(RR)[]", "-", "i1 m1"),
        *("e1g1", "i1m1w @@@@ j1n1 @@@@ o1k1r @@@@ p1l1"),
    ),
    "castling to the other side": (
        *(WAZIRS, "5(ww)2/8/8/8/8/8/8/(RR)3(WW)3[]", "-", "i1 j1 e1"),
        *("e1c1", "i1e1w @@@@ j1f1 @@@@ a1g1r @@@@ b1h1"),
    ),
    "a handed pawn": (HANDED, "(wf)7/8/8/3(bh)4/2D5/8/8/5(WF)2[]", "-", "e4 h5", "c4d5xh", "@@@@ h5i0j e4h5"),
    "en passant, its choice": (
        *(HANDED, "(wf)7/2(ld)5/8/3L4/8/8/8/5(WF)2[]", "e7 f7 e5", "g5 f6"),
        *("d5c6xd", "@@@@ f5n0n g5f6"),
    ),
    "en passant by a unit": (
        *(HANDED, "(wf)7/2(ld)5/8/3(LD)4/8/8/8/5(WF)2[]", "f7 e7 f5", "g5 h5 f6"),
        *("d5c6", "@@@@ e5l0k @@@@ f5n0n g5e6l @@@@ h5f6"),
    ),
    "a weak pawn protected": (
        *(WEAK, "(wf)7/8/8/3(bh)4/2P5/8/8/2R2(WF)2[]", "-", "e4 g5"),
        *("c4d5xb", "@@@@ g5f0a e4g5"),
    ),
}  # fmt: skip


def mirrored(text: str) -> str:
    """A FEN's ranks and hand, half-squares, a move or plies from Black's side, whose left is White's right."""
    if "/" in text:
        board, _, hand = text.translate(str.maketrans("LDld", "DLdl")).partition("[")
        return "/".join(reversed(board.swapcase().split("/"))) + (f"[{hand.swapcase()}" if hand else "")
    return re.sub(r"([a-p])([0-9])", lambda cell: f"{cell[1]}{9 - int(cell[2])}", text)


def stacked(fen: str) -> str:
    """The same position with its stacks in the order of our FENs."""
    return re.sub(r"\((\w)(\w)\)", lambda s: f"({''.join(sorted(s[1] + s[2], key=_rank_of))})", fen)


def _rank_of(letter: str) -> tuple[bool, int]:
    return letter.islower(), "QRBHWFLDP".index(letter.upper())


def rights(ranks: str) -> str:
    """The castling rights of White's pairs at home."""
    home = ranks.partition("[")[0].split("/")[-1]
    pairs = {"K": r"4\((WF|WW)\)2\(RR\)", "Q": r"\(RR\)3\((WF|WW)\)3"}
    return "".join(right for right, pattern in pairs.items() if re.fullmatch(pattern, home))


def click(board: Halves, clicks: str) -> None:
    """`a7 b8`, or `a7 =b8h` to promote."""
    *lifted, aim = clicks.split()
    if aim.startswith("="):
        board.promote(lifted[0], aim[1:3], aim[3])
    else:
        board.click_on(*lifted, aim)


@pytest.mark.parametrize("color", ["white", "black"])
@pytest.mark.parametrize("name", MOVES)
def test_move(display: Display, name: str, color: str) -> None:
    """The engine completes the turn on XBoard's board, then replies. Black sees the board from Black's side."""
    variant, ranks, before, clicks, move, plies = MOVES[name]
    black = color == "black"
    if black and name == "beside a friend":  # White's piece is always the left one
        clicks, plies = "a1 a3", "@@@@ a3f0a a1a3"
    turn = 1 if black == (before == "-") else 0
    castling = rights(ranks)
    if black:
        ranks, before, clicks, move, plies = (mirrored(text) for text in (ranks, before, clicks, move, plies))
        castling = castling.lower()
    fen = f"{stacked(ranks)} {'wb'[turn]} {castling or '-'} - 0 1"
    with Halves(display, variant, fen, flipped=black) as board:
        if black or before != "-":
            board.menu("Edit Game")
        if before != "-":
            click(board, before)
            board.turns(1)
        first = len(board.moves())
        click(board, clicks)
        game = board.turns(1 if before == "-" else 2)
        assert game.texts()[-1] == move if black or before != "-" else game.texts()[0] == move
        played = board.moves()[first:]
        assert played[: len(plies.split())] == plies.split()
        if game.result() is None:
            if black or before != "-":
                board.menu("Machine White" if black else "Machine Black")
            board.turns(2 if before == "-" else 3)
        board.check()


def test_a_unit_promotes_to_two(display: Display) -> None:
    """The person chooses twice; in between, the engine refuses any other click."""
    with Halves(display, HANDED, "5(wf)2/(LD)7/8/8/8/8/8/5(WF)2[] w - - 0 1") as board:
        board.click_on("a7", "b7", "a8")
        for _ in range(2):
            board.wait_output("move @@@@$")
        board.promote("a7", "a8", "h")
        board.wait_output("move @@@@$")
        board.click_on("k1", "k2")
        board.wait_output(r"Illegal move \(both halves promote")
        board.wait_refused()
        board.promote("b7", "b8", "r")
        assert board.turns(1).texts()[0] == "a7a8=rh"
        board.turns(2)
        board.check()


@pytest.mark.parametrize(
    ("clicks", "why"),
    [
        ("a2 h6", "the pawn cannot move there"),
        ("c1 c4", "the Horse cannot move there"),
        ("c1 d1 c4", "the two cannot move there"),
        ("a1 c8", "the half Rook cannot move there"),
    ],
)
def test_wrong_clicks(display: Display, artifacts: Path, clicks: str, why: str) -> None:
    """XBoard shows the reason in its message line: the thinking line that follows the refusal."""
    with Halves(display) as board:
        board.click_on(*clicks.split())
        board.wait_output(rf"Illegal move \({why}\)")
        board.wait_output(rf"1 0 0 0 {why}$")
        board.wait_refused()
        board.screenshot(artifacts / "bifold-wrong-click.png")
        assert board.moves() == []
        piece, *_ = clicks.split()
        if piece != "c1":
            board.lift("c1")
        board.click("e3")  # all is as before, and the piece is still in hand
        board.turns(2)
        board.check()


@pytest.mark.parametrize(
    ("clicks", "why"),
    [
        ("a1 a3", "a lone half cannot capture a lone half"),
        ("h0 g5", "the square is full"),
        ("h0 k1", None),
    ],
)
def test_wrong_clicks_among_halves(display: Display, clicks: str, why: str | None) -> None:
    with Halves(display, fen="(wf)7/8/8/3(bq)4/8/b7/8/R4(WF)2[H] w - - 0 1") as board:
        if why is None:
            board.lift("i0")
            board.click("k1")  # the person's own piece: the click selects it instead
            board.wait_command("lift k1$")
            return
        board.click_on(*clicks.replace("h0", "i0").split())
        board.wait_output(rf"Illegal move \({why}")
        assert board.moves() == []


def test_a_piece_stays_in_hand_until_the_move_is_made(display: Display, artifacts: Path) -> None:
    """After the advice to click beside a lone half, a click there makes the move. Neither click adds time."""
    with Halves(display, fen="(wf)7/8/8/8/8/b7/8/R4(WF)2[] w - - 0 1") as board:
        marks = board.lift("a1")
        board.skip()
        board.click("a3")
        board.wait_output(r"1 0 0 0 a lone half cannot capture a lone half; click beside it to share the square$")
        board.wait_output("click a1$")
        assert board.wait_output(r"highlight (\S+)")[1] == marks
        board.screenshot(artifacts / "bifold-in-hand.png")
        board.click("b3")
        board.turns(2)
        board.check()
        assert len(board.clocks("otim")) >= 2
        assert max(board.clocks("otim")) <= 303  # 5+3: one increment


# Taking back, setting up, changing the game ----------------------------------------------------------------------


def test_retract(display: Display) -> None:
    """A turn of several plies is taken back as a whole, and so is the engine's reply."""
    with Halves(display, fen="(wf)7/8/8/8/8/(bh)7/8/(RR)4(WF)2[] w - - 0 1") as board:
        before = board.check()
        board.click_on("a1", "b1", "a3")
        board.turns(2)
        board.skip()
        board.menu("Retract Move")
        board.wait_command("remove$")
        board.wait_output(r"Illegal move \(taken back too\): @@@@$")
        wait_until(lambda: board.moves() == [], "all to be taken back")
        assert board.check() == before
        board.click_on("a1", "b3")
        assert board.turns(2).texts()[0] == "a1a3rxh"
        board.check()


def test_stepping_through_a_turn(display: Display) -> None:
    with Halves(display) as board:
        board.menu("Edit Game")
        board.click_on("c1", "e3")
        board.turns(1)
        board.skip()
        board.menu("Backward")
        board.wait_command("undo$")
        board.menu("Backward")  # over a null: XBoard sets up the position before it, and continues from there
        board.wait_command("setboard ")
        board.wait_command("usermove c1e3h$")
        board.menu("Forward")
        board.wait_command("usermove @@@@$")
        board.menu("Forward")
        board.wait_command("usermove d1f3$")
        board.click_on("i7", "i5")
        assert board.turns(2).texts() == ["b1c3", "e7e5"]
        board.check()


def test_analysis(display: Display) -> None:
    with Halves(display, depth=0) as board:
        board.menu("Analysis Mode")
        board.wait_output(r"[2-9] ")
        board.click_on("c1", "e3")
        board.turns(1)
        board.wait_output(r"[2-9] ")
        board.click_on("i7", "i5")
        assert board.turns(2).texts() == ["b1c3", "e7e5"]
        board.check()
        board.menu("Edit Game")
        board.wait_command("exit$")


def test_edited_position(display: Display) -> None:
    """Drag pieces, one into the hand; then play on."""
    with Halves(display) as board:
        board.menu("Edit Position")
        board.wait_command("force$")
        board.drag("a8", "c5")
        board.drag("a1", "a0")
        board.menu("Edit Game")
        board.wait_command("setboard ")
        board.click_on("a0", "d5")
        game = board.turns(1)
        assert game.texts() == ["r@b5"]
        board.check()
        board.menu("Machine Black")
        board.turns(2)
        board.check()


def test_new_game_and_other_variants(display: Display) -> None:
    with Halves(display) as board:
        board.click_on("c1", "e3")
        board.turns(2)
        board.new_game()
        board.click_on("m1", "k3")
        assert board.turns(2).texts()[0] == "g1f3"
        for variant in (HANDED, "half-chess", WEAK):
            board.switch(variant)
            board.move("b1" if variant == "half-chess" else "a2", "c3" if variant == "half-chess" else "a3")
            board.wait_output("move ")
        assert board.turns(2).texts()[0] == "a2a3p"
        board.check()


# Games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_match(display: Display, artifacts: Path, tmp_path: Path, variant: str) -> None:
    """Two engines play to the end; our referee and XBoard itself read the game alike, and its file."""
    pgn = tmp_path / "match.pgn"
    match, options = ["--match", "--save", str(pgn)], ["-animateMoving", "false"]
    with Halves(display, variant, words=match, depth=2, texture=True, options=options) as board:
        wait_until(lambda: len(board.moves()) > 60 or board.process.poll() is not None, "sixty plies")
        board.screenshot(artifacts / f"match-{variant}.png")
        assert board.wait_exit() == 0
        plies = board.moves()
        assert not [m for m in board.messages() if m.text.startswith(("Illegal", "Error", "tellusererror"))]
        game = board.referee()
    result = game.result()
    assert result is not None
    assert f'[Result "{result.text}"]' in pgn.read_text()
    assert result.reason in pgn.read_text()
    texts = game.texts()
    assert any("@" in text for text in texts)
    with Halves(display, variant) as board:
        board.menu("Edit Game")
        board.load_game(pgn)
        board.menu("Forward to End")
        wait_until(lambda: board.moves() == plies, "the file's moves")
        board.check()


# The pictures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("flipped", [False, True])
def test_pictures(
    display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, variant: str, flipped: bool
) -> None:
    """64 squares, light and dark by turns, between the hands' dark trays, from either side."""
    light, dark, tray = pictures.LIGHT, pictures.DARK, pictures.TRAY
    monkeypatch.setattr(harness, "LIGHT", light)
    monkeypatch.setattr(harness, "DARK", tray)
    with Halves(display, variant, texture=True, flipped=flipped) as board:
        board.screenshot(artifacts / f"{variant}-{'black' if flipped else 'white'}.png")
        for rank in (0, 3, 4, 5, 6, 9):
            for file in range(16):
                rect = board.square_rect(f"{'abcdefghijklmnop'[file]}{rank}")
                x, y = (rect.left + rect.right) // 2, (rect.top + rect.bottom) // 2
                blue, green, red, _ = display.image(harness.Rect(x, y, x + 1, y + 1)).pixels
                wanted = tray if rank in (0, 9) else dark if (file // 2 + rank) % 2 else light
                seen = f"#{red:02x}{green:02x}{blue:02x}"
                assert all(abs(int(seen[i : i + 2], 16) - int(wanted[i : i + 2], 16)) < 9 for i in (1, 3, 5)), (
                    file,
                    rank,
                    seen,
                    wanted,
                )
