"""Tandem-84 in a real XBoard, as ``oddfish xboard tandem-84`` starts it: by mouse, by file, and by itself.

The marks, and the plies that XBoard should make, were written by hand from rules/tandem-84.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from gui import harness
from gui.boards import VARIANT, Boards
from gui.harness import Display, Image, XBoard, missing_programs, wait_until
from gui.table import NULL
from oddfish.protocols.pictures.families import tandem as pictures
from tandem_boards import FILES, board

START = "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def grid(squares: Mapping[str, str]) -> str:
    """The text of `highlight` for colours by square."""
    return board(" ".join(color + square for square, color in squares.items()))


def marked(**squares: str) -> str:
    """The same, the squares of each colour listed: ``marked(Y="a1 b1")``."""
    return grid({square: color for color, names in squares.items() for square in names.split()})


# One move of each kind, by White and by Black ---------------------------------------------------------------------

#: The clicks, and the resulting plies of the first move of a turn.
KINDS = {
    "ordinary": ("Kd1 Ne1 Pl2 ki7 pa6 pl6", "e1", "f3", ["e1f3"], marked(Y="c2 d3 f3 i2 j3 l3")),
    "capture": ("Kd1 Ra1 Pl2 ki7 pa5 pl6", "a1", "a5", ["a1a5"], None),
    "drop move": ("Kd1 Bc2 Pl2 ki7 nk4 pa6", "c2", "g4", ["c2g4"],
                  marked(Y="b1 b3 a4 d3 e4 f5 h1 j1 h3 g4 j3", R="k4")),
    "drop capture": ("Kd1 Bc2 Pl2 ki7 nk4 pa6", "c2", "k4", ["c2k4"], None),
    "pawn drop, double step": ("Kd1 Pb2 Pl2 ki7 pa6 pl6", "b2", "h4", ["b2h4"], marked(Y="b3 b4 h3 h4")),
    "drop/swap": ("Kd1 Rb1 Nh1 Pl2 ki7 pa6 pl6", "b1", "h1", ["b1..", NULL, "h1b1", NULL, "..h1"], None),
    "ghost swap": ("Kd1 Ga1 Rb1 Pl2 ki7 pa6 pl6", "a1", "b1", ["a1..", NULL, "b1a1", NULL, "..b1"],
                   marked(Y="a2 b1 b2 g2 h1 h2")),
    "ghost swap after a drop": ("Kd1 Ga1 Nh1 Pl2 ki7 pa6 pl6", "a1", "h1", ["a1..", NULL, "h1a1", NULL, "..h1"],
                                marked(Y="a2 b1 b2 g2 h1 h2")),
    "castling at home": ("Kd1 Rf1 Rg1 Pl2 ki7 pa6 pl6", "d1", "f1", ["d1..", NULL, "f1d1", NULL, "..e1"],
                         marked(Y="c1 e1 c2 d2 e2 i1 i2 j2 k2 k1 f1 g1 h1")),
    "castling by drop, at the rook": ("Kd1 Rf1 Rg1 Pl2 ki7 pa6 pl6", "d1", "g1", ["d1h1", NULL, "g1i1"], None),
    "castling by drop, at the square": ("Kd1 Rf1 Rg1 Pl2 ki7 pa6 pl6", "d1", "h1", ["d1h1", NULL, "g1i1"], None),
}  # fmt: skip


def alike(patterns: Sequence[str], plies: Sequence[str]) -> bool:
    """Whether plies are those written down; dots stand for the square of a detour."""
    return len(patterns) == len(plies) and all(map(re.fullmatch, patterns, plies))


def mirrored(text: str) -> str:
    """Squares from Black's side: castling turns the boards round (T10)."""
    return re.sub(r"([a-l])([1-7])", lambda found: FILES[11 - FILES.index(found[1])] + str(8 - int(found[2])), text)


def turned(pieces: str) -> str:
    """Black's pieces for White's, seen from the other side."""
    return " ".join(piece[0].swapcase() + mirrored(piece[1:]) for piece in pieces.split())


@pytest.mark.parametrize("kind", KINDS)
def test_first_move(display: Display, kind: str) -> None:
    pieces, origin, to, plies, marks = KINDS[kind]
    with Boards(display, pieces) as boards:
        sent = boards.lift(origin)
        if marks is not None:
            assert sent == marks
            wait_until(lambda: boards.marks() == marks, "the marks")
        boards.click(to)
        boards.wait_command(f"usermove {origin}{to}$")
        wait_until(lambda: alike([*plies, NULL], boards.moves()), f"{plies} and a null")
        boards.check()
        boards.play_ply("l2", "l3")
        answer = boards.turn()
        assert alike([*plies, NULL, "l2l3", *answer], boards.moves())
        boards.check()


@pytest.mark.parametrize("kind", KINDS)
def test_second_move(display: Display, kind: str) -> None:
    pieces, origin, to, plies, _ = KINDS[kind]
    with Boards(display, pieces) as boards:
        boards.play_ply("l2", "l3")
        boards.reply()
        boards.lift(origin)
        boards.click(to)
        boards.wait_command(f"usermove {origin}{to}$")
        wait_until(lambda: alike(["l2l3", NULL, *plies], boards.moves()[: len(plies) + 2]), f"{plies}")
        boards.turn()
        boards.check()


BLACK_KINDS = ("ordinary", "pawn drop, double step", "drop/swap", "ghost swap", "ghost swap after a drop",
               "castling at home", "castling by drop, at the rook", "castling by drop, at the square")  # fmt: skip


@pytest.mark.parametrize("kind", BLACK_KINDS)
def test_black_moves(display: Display, kind: str) -> None:
    pieces, origin, to, plies, _ = KINDS[kind]
    with Boards(display, turned(pieces), flipped=True) as boards:
        boards.menu("Machine White")
        before = len(boards.turn())
        assert boards.moves()[0] != NULL
        boards.lift(mirrored(origin))
        boards.click(mirrored(to))
        boards.wait_command(f"usermove {mirrored(origin + to)}$")
        made = [mirrored(ply) for ply in plies]
        wait_until(lambda: alike([*made, NULL], boards.moves()[before:]), f"{made} and a null")
        boards.check()
        boards.play_ply("a6", "a5")
        boards.turn()
        boards.check()


PROMOTIONS = {
    "ordinary": ("Kd1 Pe6 Pl2 ki7 pa6 pl6", "e6", "e7", "", "QMCRBNG"),
    "drop": ("Kd1 Pe6 Pl2 ki7 pa6 pl6", "e6", "k7", "", "MRG"),
    "ghost": ("Kd1 Ga7 Pb6 Pl2 ki7 pc6 pl6", "a7", "b6", "b6a7", "QC"),
    "ghost after a drop": ("Kd1 Ga7 Ph6 Pk2 kl7 pc6 pl6", "a7", "h6", "h6a7", "QN"),
}


@pytest.mark.parametrize("kind", PROMOTIONS)
def test_promotion(display: Display, kind: str) -> None:
    """Each piece in turn, chosen by mouse; the same move is taken back and made again."""
    pieces, origin, to, true, letters = PROMOTIONS[kind]
    with Boards(display, pieces) as boards:
        boards.menu("Edit Game")
        for letter in letters.lower():
            assert boards.promote(origin, to, letter) == origin + to + letter
            made = [f"{origin}..", NULL, true + letter, NULL, f"..{to}"] if true else [origin + to + letter]
            wait_until(lambda made=made: alike([*made, NULL], boards.moves()), str(made))  # type: ignore[misc]
            assert letter.upper() in boards.check()
            boards.menu("Back to Start")
            boards.wait_command("setboard ")
            boards.menu("Truncate Game")


@pytest.mark.parametrize("kind", ["ghost", "ghost after a drop"])
def test_black_ghost_promotes_a_pawn(display: Display, kind: str) -> None:
    pieces, origin, to, true, letters = PROMOTIONS[kind]
    before = ["a2a3", NULL, "j2j3"]
    origin, to, true, letter = mirrored(origin), mirrored(to), mirrored(true), letters[0].lower()
    with Boards(display, turned(pieces), flipped=True) as boards:
        boards.menu("Edit Game")
        boards.enter_plies(before)
        assert boards.promote(origin, to, letter) == origin + to + letter
        made = [f"{origin}..", NULL, true + letter, NULL, f"..{to}", NULL]
        wait_until(lambda: alike(made, boards.moves()[len(before) :]), str(made))
        assert letter in boards.check()


#: The plies before, and each capture as clicks and as plies.
EN_PASSANT = {
    "white": (
        "Kd1 Pa2 Pl2 Pe4 Pj4 ki7 pd6 pi6",
        ["a2a3", NULL, "l2l3", "d6d4", NULL, "i6i4"],
        {"e4d5": "e4d4,d4d5", "j4i5": "j4i4,i4i5"},
        "Machine Black",
    ),
    "black": (
        "Kd1 Pd2 Pi2 ki7 pa6 pe4 pj4",
        ["d2d4", NULL, "i2i4"],
        {"e4d3": "e4d4,d4d3", "j4i3": "j4i4,i4i3"},
        "Machine White",
    ),
}


#: White's turn before, and a first move by Black.
BLACK_FIRST = {
    "capture": ("kd7 ra7 pl6 Pa2 Pk2 Ki1", ["a2a3", NULL, "k2k3"], "a7a3"),
    "drop move": ("kd7 bc6 pl6 Pa2 Pk2 Ki1", ["a2a3", NULL, "k2k3"], "c6k4"),
    "drop capture": ("kd7 bc6 pl6 Pa2 Nk4 Ki1", ["a2a3", NULL, "i1i2"], "c6k4"),
    "promotion": ("kd7 pe2 pl6 Pa2 Pk3 Kh4", ["a2a3", NULL, "k3k4"], "e2e1m"),
    "promotion by a drop": ("kd7 pe2 pl6 Pa2 Pl3 Kh4", ["a2a3", NULL, "l3l4"], "e2k1r"),
}


@pytest.mark.parametrize("kind", BLACK_FIRST)
def test_black_captures_and_promotes(display: Display, kind: str) -> None:
    pieces, before, first = BLACK_FIRST[kind]
    with Boards(display, pieces, flipped=True) as boards:
        boards.menu("Edit Game")
        boards.enter_plies(before)
        if first[4:]:
            assert boards.promote(first[:2], first[2:4], first[4:]) == first
        else:
            assert boards.move(first[:2], first[2:]) == first
        wait_until(lambda: boards.moves()[-2:] == [first, NULL], "a null after the first move")
        boards.check()
        boards.move("l6", "l5")
        boards.turns(2)
        boards.menu("Machine White")
        boards.turn()
        boards.check()


@pytest.mark.parametrize("color", EN_PASSANT)
def test_en_passant(display: Display, color: str) -> None:
    """Pawns that double-stepped are taken as the first and as the second move of the next turn (T7)."""
    pieces, before, captures, mode = EN_PASSANT[color]
    with Boards(display, pieces, flipped=color == "black") as boards:
        boards.menu("Edit Game")
        boards.enter_plies(before)
        for number, (clicked, made) in enumerate(captures.items()):
            assert "R" in boards.lift(clicked[:2])
            boards.click(clicked[2:])
            boards.wait_output(rf"Illegal move \(en passant\): {clicked}$")
            end = [made] if number else [made, NULL]
            wait_until(lambda end=end: boards.moves()[-len(end) :] == end, made)  # type: ignore[misc]
            boards.check()
        boards.menu(mode)
        boards.turn()
        boards.check()


# Illegal moves, and requests for the second move -----------------------------------------------------------------


def test_second_move_is_asked_for(display: Display) -> None:
    """The second move must be on the other board, by another piece; the engine waits."""
    with Boards(display, "Kd1 Ra1 Pl2 Ph2 ki7 pa6 pl6") as boards:
        boards.play_ply("a1", "g3")  # a drop: the rook may not move on from there
        assert boards.reply() == NULL
        shown = boards.check()
        for origin, to, reason in (
            ("d1", "d2", "the second move must begin on files g to l"),
            ("g3", "g4", "a piece does not move twice in a turn"),
            ("i7", "i6", ""),
        ):
            boards.skip()
            boards.click(origin)
            if reason:
                boards.wait_output(f"1 0 0 0 {reason}$")
                boards.click(to)  # XBoard ignores the click
            assert boards.check() == shown
        assert boards.lift("h2") == marked(Y="h3 h4 b3 b4")
        boards.click("h4")
        boards.wait_command("usermove h2h4$")
        boards.turn()
        boards.check()


def test_turn_of_one_move(display: Display) -> None:
    """White has no move on the right board: the engine answers at once (T2)."""
    with Boards(display, "Kd1 ki7 pa6 pl6") as boards:
        boards.play_ply("d1", "d2")
        boards.turn()
        assert boards.moves()[:2] != ["d1d2", NULL]
        boards.check()


def test_only_moves_of_legal_turns_are_marked(display: Display) -> None:
    """Worked example 2 of the rules: two moves together remove the check."""
    with Boards(display, "Rb1 Ph2 Kg1 nh3 ni3 kj7") as boards:
        shown = boards.check()
        boards.skip()
        boards.click("b1")
        boards.wait_output("1 0 0 0 the Rook on b1 cannot move: the King stays in check by the Knight on h3")
        boards.click("b4")  # XBoard ignores the click
        assert boards.check() == shown
        assert boards.lift("h2") == marked(Y="b3 b4", R="i3")
        boards.click("b4")
        assert boards.reply() == NULL
        assert boards.lift("b1") == marked(R="h3")
        boards.click("h3")
        boards.wait_command("usermove b1h3$")
        boards.turn()
        boards.check()


# Taking back ------------------------------------------------------------------------------------------------------


def test_retract_half_and_whole_turns(display: Display) -> None:
    with Boards(display) as boards:
        boards.play_ply("c2", "c4")
        first = boards.turn()
        boards.play_ply("h1", "g3")
        boards.reply()
        boards.play_ply("c1", "c3")
        boards.turn()
        played = ["c2c4", *first, "h1g3", NULL]
        boards.menu("Retract Move")  # the second move of the last turn
        wait_until(lambda: boards.moves() == played, "the half turn")
        boards.check()
        assert boards.lift("c1") == marked(Y="c2 c3 i1")
        boards.click("c2")
        boards.wait_command("usermove c1c2$")
        boards.turn()
        boards.check()
        for left in (played, played[:-2], []):
            boards.menu("Retract Move")
            wait_until(lambda left=left: boards.moves() == left, f"{left}")  # type: ignore[misc]
            boards.check()
        boards.play_ply("d2", "d4")
        boards.turn()
        boards.check()


def test_what_was_taken_back_leaves_no_trace(display: Display) -> None:
    """Neither the dots of the engine's move, nor XBoard's message about an illegal move, nor time."""
    with Boards(display) as boards:
        boards.play_ply("c2", "c4")
        boards.turn()
        dots = boards.wait_output(r"highlight (\S+)")[1]
        wait_until(lambda: boards.marks().lower() == dots, "the dots of the engine's first move")
        boards.skip()
        boards.menu("Retract Move")
        boards.wait_output(r"Illegal move \(taken back too\): @@@@$")
        boards.wait_output("1 0 0 0 taken back: your move$")
        wait_until(lambda: boards.moves() == [], "all to be taken back")
        wait_until(lambda: boards.marks() == board(""), "the dots to vanish")
        boards.play_ply("d2", "d4")
        boards.turn()
        assert max(boards.clocks("otim")) <= 303  # 5+3: one increment


def test_black_reads_on_which_board_the_second_move_is(display: Display) -> None:
    """By its files, which are printed on the board whichever way it is turned."""
    with Boards(display, flipped=True) as boards:
        boards.menu("Machine White")
        boards.turn()
        boards.lift("j6")
        boards.click("j5")
        assert boards.wait_output("1 0 0 0 (.*)")[1] == "second move: on files a to f"
        assert "Y" in boards.lift("c6")
        boards.menu("Flip View")
        boards.flipped = False
        assert "Y" in boards.lift("d6")


def test_back_and_forth_in_edit_game(display: Display) -> None:
    """XBoard sets up positions again when it takes back a null, and the engine still knows the unfinished turn."""
    with Boards(display, "Kd1 Rf1 Rg1 Pl2 ki7 ra7 pl6") as boards:
        boards.menu("Edit Game")
        plies = ["d1a4", NULL, "f1d1", NULL, "a4e1", NULL, "l2l3", "a7a1", NULL, "l6l5", "e1e2", NULL, "l3l4"]
        boards.enter_plies(plies)
        boards.check()
        for left in range(len(plies) - 1, -1, -1):
            boards.menu("Backward")
            wait_until(lambda left=left: boards.moves() == plies[:left], f"{left} plies")  # type: ignore[misc]
        assert boards.check() == board("Kd1 Rf1 Rg1 Pl2 ki7 ra7 pl6")
        boards.menu("Forward to End")
        wait_until(lambda: boards.moves() == plies, "all plies")
        boards.check()
        for _ in range(3):
            boards.menu("Backward")
        wait_until(lambda: boards.moves() == plies[:-3], "the turn to be taken back")
        assert boards.lift("e1").count("Y") > 3
        boards.click("e1")
        boards.menu("Backward")  # the second move of Black's turn
        wait_until(lambda: boards.moves() == plies[:-4], "half a turn to be taken back")
        assert boards.lift("l6") == marked(Y="l5 l4 f5 f4")
        boards.click("l4")
        wait_until(lambda: boards.moves() == [*plies[:-4], "l6l4"], "another second move")
        boards.check()


# Other modes and files --------------------------------------------------------------------------------------------


def test_engine_finishes_a_turn(display: Display) -> None:
    """The person makes the first move of a turn, and lets the engine make the second."""
    with Boards(display) as boards:
        boards.menu("Edit Game")
        boards.enter_plies(["c2c4", "j6j5", NULL, "c6c5", "h1i3", NULL])
        boards.menu("Machine White")
        wait_until(lambda: len(boards.moves()) == 7, "one ply")
        assert boards.moves()[-1][0] in "abcdef"
        boards.check()


def test_analysis_inside_a_turn(display: Display) -> None:
    """Lines continue from the position on the board."""
    with Boards(display, depth=0) as boards:
        boards.menu("Edit Game")
        boards.enter_plies(["c2c4", "j6j5", NULL, "c6c5"])
        boards.menu("Analysis Mode")
        turn = boards.wait_output(r" *[5-9] .*\t\{.*\} (\S+) -- (\S+)")
        assert {ply[0] in "abcdef" for ply in turn.groups()} == {True, False}
        boards.play_ply("h1", "i3")
        assert boards.reply() == NULL
        for _ in range(3):
            assert boards.wait_output(r" *[2-9] .*\t\{.*?\} (\S+)")[1][0] in "abcdef"
        boards.menu("Backward")
        wait_until(lambda: boards.moves()[-1] == "h1i3", "the null to be taken back")
        boards.menu("Backward")
        wait_until(lambda: boards.moves()[-1] == "c6c5", "the half turn to be taken back")
        boards.check()


def test_new_game_inside_a_turn(display: Display) -> None:
    with Boards(display) as boards:
        boards.play_ply("c2", "c4")
        boards.turn()
        boards.play_ply("h1", "g3")
        boards.reply()
        boards.new_game()
        wait_until(lambda: boards.moves() == [], "a new game")
        assert boards.check() == START
        boards.play_ply("c2", "c3")  # one move: this is the first turn again
        assert len(boards.turn()) > 2
        boards.check()


def test_edit_position(display: Display) -> None:
    """In a position that XBoard sets up, a turn begins, and kings and rooks at home have not moved."""
    with Boards(display, "Kd1 Rf1 Re2 Pl2 ki7 pa6 pl6") as boards:
        boards.menu("Edit Position")
        boards.drag("e2", "g1")
        boards.menu("Edit Game")
        boards.wait_command("setboard 8k3/p10p/12/12/12/11P/3K1RR5 w")
        boards.enter_plies(["d1h1", NULL, "g1i1", NULL, "l2l3"])
        boards.fen = "8k3/p10p/12/12/12/11P/3K1RR5 w - - 0 1"
        boards.check()


def test_other_variants_in_between(display: Display) -> None:
    """New Variant and back, from inside a turn."""
    with Boards(display) as boards:
        boards.play_ply("c2", "c4")
        boards.turn()
        boards.play_ply("h1", "g3")
        boards.reply()
        boards.switch("half-chess")
        boards.lift("e2")
        boards.switch(VARIANT)
        assert boards.check() == START
        boards.play_ply("c2", "c4")
        boards.turn()
        boards.check()


def test_other_variant_first(display: Display) -> None:
    """Starting with the pictures of chess."""
    with Boards(display, variant="half-chess") as boards:
        boards.switch(VARIANT)
        boards.play_ply("c2", "c4")
        boards.turn()
        boards.check()


def test_match(display: Display, tmp_path: Path) -> None:
    """Two engines play to the end, by our referee; the PGN is the game, for XBoard too."""
    pgn = tmp_path / "match.pgn"
    match = ["--match", "--games", "2", "--save", str(pgn)]
    with Boards(display, words=match, depth=2) as boards:
        assert boards.wait_exit() == 0
        log = boards.log.text()
        games = XBoard.games(boards)
    assert "Illegal move" not in log
    texts = re.split(r"(?=\[Event )", pgn.read_text())[1:]
    assert len(texts) == len(games) == 2
    for plies, text in zip(games, texts):
        game, rest, turns = boards.read(plies)
        result = game.result()
        assert result is not None
        assert not rest
        assert f'[Result "{result.text}"]' in text
        assert result.reason in text
        assert len(turns) > 10
        assert len(turns[1]) > 2
        words = re.sub(r"\{[^}]*\}|^\[.*$", " ", text, flags=re.MULTILINE)
        assert len(re.findall(r"(?<=\s)(?:--|[A-Z]\S*\d\S*)(?=\s)", words)) == len(plies)
    pgn.write_text(text)
    with Boards(display) as boards:
        boards.load_game(pgn)
        boards.menu("Forward to End")
        wait_until(lambda: boards.moves() == plies, "the moves of the file")
        boards.check()


def test_saved_game_is_loaded_again(display: Display, tmp_path: Path) -> None:
    """Castlings, a ghost's swap, a drop, a promotion and a capture en passant, through a file and back."""
    with Boards(display, "Kd1 Rf1 Rg1 Ga1 Bb1 Pe6 Pl2 Pj4 ki7 rg7 nf7 pa6 pl6 pi6") as boards:
        boards.menu("Edit Game")
        plies = ["d1a4", NULL, "f1d1", NULL, "a4e1", NULL, "l2l3", "i6i4", NULL, "a6a5", "j4i4,i4i5", NULL, "e6e7q",
                 "i7a4", NULL, "g7i7", NULL, "a4h7", NULL, "f7k5", "a1a4", NULL,
                 "b1a1", NULL, "a4b1", NULL, "i5i6"]  # fmt: skip
        boards.enter_plies(plies)
        shown = boards.check()
        text = boards.save_game(tmp_path / "game.pgn")
        assert text.count(" -- ") + text.count("\n--") >= 5
        boards.new_game()
        boards.load_game(tmp_path / "game.pgn")
        boards.wait_command(f"usermove {plies[-1]}$")
        boards.menu("Forward to End")
        wait_until(lambda: boards.moves() == plies, "the moves of the file")
        assert boards.check() == shown


# The picture ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flipped", [False, True])
def test_boards_with_a_gap(display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, flipped: bool) -> None:
    """XBoard draws the gap between f and g, from either side."""
    monkeypatch.setattr(harness, "LIGHT", pictures.LIGHT)
    monkeypatch.setattr(harness, "DARK", pictures.LIGHT)
    with Boards(display, texture=True, flipped=flipped, options=["-showCoords", "true"]) as boards:
        boards.screenshot(artifacts / f"{VARIANT}-{'black' if flipped else 'white'}.png")
        image = display.image()
        for rank in "345":
            for file, other in pairwise(FILES):
                edges = boards.square_rect(file + rank), boards.square_rect(other + rank)
                x = edges[1].left if edges[0].left < edges[1].left else edges[0].left
                y = (edges[0].top + edges[0].bottom) // 2
                assert _dark(image, x - 1, y) == _dark(image, x + 1, y) == (file == "f"), file + rank


def _dark(image: Image, x: int, y: int) -> bool:
    """The gap is darker than any square."""
    return image.pixels[4 * (y * image.width + x) + 2] < 0x90  # its red
