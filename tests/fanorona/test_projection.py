"""Fanorona Chess as XBoard sees it: clicks, captures by way of the victim, XBoard's FENs, and the pictures.

Positions and their marks were worked out by hand from rules/fanorona-chess.md.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game
from oddfish.engine.variants import fanorona
from oddfish.protocols.pictures.families import fanorona as pictures
from oddfish.protocols.pictures.png import png
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.fanorona import ply_of
from oddfish.protocols.projections.table import SLOTS
from support.images import is_inked, pixels
from support.pipes import CecpEngine

pytestmark = pytest.mark.sampled(3)

STANDARD, ALTERNATE = (variant.name for variant in fanorona.FAMILY)
START = "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN"
#: Pc3 takes on a5 from b4, on b2 or e5 from d4, nothing on c4.
CHOICE = "4k/5/5/5/p3n/5/2P2/1b3/3K1 w - - 0 1"
#: Pc8 takes on c7 and promotes.
PROMOTION = "1r2k/2P2/2n2/5/5/5/5/5/3K1 w - - 0 1"
#: Pc8 promotes to a lost piece, which is not the queen.
QUIET_PROMOTION = "4k/2P2/5/5/5/5/5/Q4/3K1 w - - 0 1"


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant=STANDARD) as running:
        yield running


def marked(line: str) -> dict[str, str]:
    """Colours by point of a ``highlight`` line."""
    found = {}
    rows = line.removeprefix("highlight ").split("/")
    assert len(rows) == 9
    for rank, row in zip(range(9, 0, -1), rows):
        cells = re.sub(r"\d", lambda empty: "." * int(empty[0]), row)
        assert len(cells) == 5
        found.update({f"{file}{rank}": color for file, color in zip("abcde", cells) if color != "."})
    return found


def lifted(engine: CecpEngine, *points: str) -> dict[str, str]:
    """The marks after clicks on a piece and, if given, on a victim, as XBoard announces them."""
    lines = engine.ask(f"lift {points[0]}")
    for point in points[1:]:
        lines = engine.ask(f"put {point}", f"lift {point}")
    line, *told = lines
    assert not told or marked(line) == {}  # a piece without moves says why
    return marked(line)


# The board -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "array"), [(STANDARD, START), (ALTERNATE, "brkrb/n1q1n/ppppp/5/5/5/PPPPP/N1Q1N/BRKRB")]
)
def test_setup(engine: CecpEngine, variant: str, array: str):
    setup, *pieces = engine.ask("new", f"variant {variant}")
    found = re.fullmatch(r"setup \((\S+)\) 5x9\+0_spartan (.+)", setup)
    assert found is not None
    white, black = found[1][: len(found[1]) // 2], found[1][len(found[1]) // 2 :]
    assert white.lower() == black
    assert white[0] == "."  # not in the Pawn's slot: XBoard would let it take en passant
    assert white[-1] == "."  # not in the King's slot: XBoard would check and castle it
    assert SLOTS[white.index("P")] == "Lance"  # it promotes, too
    assert sorted(white.replace(".", "")) == sorted("PNBRQK")
    assert found[2] == engine.fen() == f"{array} w Kk - 0 1"
    assert sorted(line.split()[1] for line in pieces) == sorted(f"{letter}&" for letter in "PNBRQK")
    assert all(re.fullmatch(r"piece \w& (m\w?[A-Z])+", line) for line in pieces)  # no piece captures by replacement


def test_xboard_drops_the_unmoved_kings(engine: CecpEngine):
    engine.ask("force", f"setboard {START} w - - 0 1")
    assert engine.fen() == f"{START} w Kk - 0 1"
    engine.ask("setboard 2k2/5/5/5/5/5/5/5/3K1 b - - 7 9")
    assert engine.fen() == "2k2/5/5/5/5/5/5/5/3K1 b k - 7 9"
    engine.ask("setboard 1k3/5/5/5/5/5/5/5/2K2 w K - 0 1")
    assert engine.fen() == "1k3/5/5/5/5/5/5/5/2K2 w K - 0 1"
    engine.ask("setboard 1k3/5/5/5/5/5/5/5/1K3 w")
    assert engine.fen() == "1k3/5/5/5/5/5/5/5/1K3 w - - 0 1"


@pytest.mark.parametrize("fen", ["", "x", "5/5 w - - 0 1", "9/9/9/9/9/9/9/9/9 w - - 0 1", f"{CHOICE[:-10]} x - - 0 1"])
def test_bad_fens(engine: CecpEngine, fen: str):
    (line,) = engine.ask("force", f"setboard {fen}")
    assert line.startswith("tellusererror Illegal position: ")
    assert engine.fen() == f"{START} w Kk - 0 1"


def test_edit(engine: CecpEngine):
    engine.ask("force", "edit", "#", "Kc1", "Pa3", "c", "Ke9", "Nd5", ".")
    assert engine.fen() == "4k/5/5/5/3n1/5/P4/5/2K2 w K - 0 1"


# Clicks ----------------------------------------------------------------------------------------------------------


def test_quiet_moves(engine: CecpEngine):
    assert lifted(engine, "c3") == {"b4": "Y", "c4": "Y", "d4": "Y"}
    assert lifted(engine, "b3") == {"b4": "Y"}  # a weak point
    assert lifted(engine, "c1") == {"a2": "Y", "e2": "Y"}
    assert engine.ask("lift c2") == ["highlight 5/5/5/5/5/5/5/5/5", "1 0 0 0 the Queen on c2 is blocked"]
    assert engine.ask("lift c5") == ["highlight 5/5/5/5/5/5/5/5/5"]  # an empty point
    assert engine.ask("lift z0") == ["Error ('z0' is not a square): lift z0"]


def test_victims_first_then_the_destination(engine: CecpEngine):
    engine.ask("force", f"setboard {CHOICE}")
    assert lifted(engine, "c3") == {"c4": "Y", "a5": "C", "b4": "R", "b2": "C", "e5": "C", "d4": "R"}
    assert lifted(engine, "c3", "a5") == {"b4": "Y"}
    assert lifted(engine, "c3", "b2") == {"d4": "Y"}
    assert lifted(engine, "c3", "e5") == {"d4": "Y"}
    assert lifted(engine, "d1") == {"e1": "Y"}  # all clicks are forgotten
    assert engine.ask("put c4") == []


def test_one_victim_from_three_points(engine: CecpEngine):
    engine.ask("force", "setboard 2k2/5/5/5/pR3/5/5/5/2K2 w - - 0 1")
    files = {f"b{rank}": "Y" for rank in (1, 2, 3, 4, 6, 7, 8, 9)}
    assert lifted(engine, "b5") == {**files, "a5": "C", "c5": "R", "d5": "R", "e5": "R"}
    assert lifted(engine, "b5", "a5") == {"c5": "Y", "d5": "Y", "e5": "Y"}


def test_the_unmoved_king_leaps(engine: CecpEngine):
    bare = "2k2/5/5/5/5/5/5/5/2K2"
    engine.ask("force", f"setboard {bare} w K - 0 1")
    steps = {"b1": "Y", "d1": "Y", "b2": "Y", "c2": "Y", "d2": "Y"}
    assert lifted(engine, "c1") == {**steps, "a2": "Y", "e2": "Y", "b3": "Y", "d3": "Y"}
    engine.ask("usermove c1b1", "usermove c9b9", "usermove b1c1", "usermove b9c9")
    assert lifted(engine, "c1") == steps


def test_promotion_to_a_lost_type(engine: CecpEngine):
    engine.ask("force", f"setboard {QUIET_PROMOTION}")
    assert lifted(engine, "c8") == {"c9": "M"}
    assert engine.ask("put c9") == ["choice RBN"]
    assert engine.ask("usermove c8c9r") == []
    assert engine.fen().startswith("2R1k/5/")


def test_promotion_with_a_capture(engine: CecpEngine):
    engine.ask("force", f"setboard {PROMOTION}")
    assert lifted(engine, "c8") == {"c7": "C", "c9": "M"}
    assert engine.ask("put c9") == ["choice QRBN"]
    assert lifted(engine, "c8", "c7") == {"c9": "M"}
    assert engine.ask("put c9") == ["choice QRBN"]
    assert engine.ask("usermove c8c7,c7c9b") == []
    assert engine.fen().startswith("1rB1k/5/5/")


def test_black_clicks_too(engine: CecpEngine):
    engine.ask("force", "setboard 3k1/5/2N2/1Q3/5/5/5/2p2/3K1 b - - 0 1")
    assert lifted(engine, "c2") == {"c1": "M"}
    assert engine.ask("put c1") == ["choice QRBN"]
    engine.ask("setboard 3k1/1B3/2p2/5/P3N/5/5/5/3K1 b - - 0 1")
    assert lifted(engine, "c7") == {"c6": "Y", "a5": "C", "b6": "R", "b8": "C", "e5": "C", "d6": "R"}
    assert lifted(engine, "c7", "b8") == {"d6": "Y"}


# Moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "ply", "board"),
    [
        (CHOICE, "c3c4", "4k/5/5/5/p3n/2P2/5/1b3/3K1"),
        (CHOICE, "c3a5,a5b4", "4k/5/5/5/4n/1P3/5/1b3/3K1"),
        (CHOICE, "c3b2,b2d4", "4k/5/5/5/p3n/3P1/5/5/3K1"),
        (CHOICE, "c3e5,e5d4", "4k/5/5/5/p4/3P1/5/1b3/3K1"),
        (PROMOTION, "c8c7,c7c9n", "1rN1k/5/5/5/5/5/5/5/3K1"),
        (PROMOTION, "c8c7,c7c9N", "1rN1k/5/5/5/5/5/5/5/3K1"),
        # Knight c3 takes on d6 by approach: the last step is upward.
        ("4k/5/5/3n1/5/5/2N2/1b3/3K1 w - - 0 1", "c3d6,d6d5", "4k/5/5/5/3N1/5/5/1b3/3K1"),
        ("4k/5/5/3n1/5/5/2N2/1b3/3K1 w - - 0 1", "c3b2,b2d5", "4k/5/5/3n1/3N1/5/5/5/3K1"),
    ],
)  # fmt: skip
@pytest.mark.quick(3)
def test_plies_of_another_engine(engine: CecpEngine, fen: str, ply: str, board: str):
    assert engine.ask("force", f"setboard {fen}", f"usermove {ply}") == []
    assert engine.fen().split()[:2] == [board, "b"]
    assert engine.ask("undo") == []
    assert engine.fen() == fen


@pytest.mark.parametrize("before", ["force", "playother"])
@pytest.mark.parametrize(
    ("fen", "ply", "legs", "board"),
    [
        (CHOICE, "c3b4", "c3a5,a5b4", "4k/5/5/5/4n/1P3/5/1b3/3K1"),
        (PROMOTION, "c8c9q", "c8c7,c7c9q", "1rQ1k/5/5/5/5/5/5/5/3K1"),
    ],
)
@pytest.mark.quick(3)
def test_destination_alone(engine: CecpEngine, before: str, fen: str, ply: str, legs: str, board: str):
    """If there is only one victim, the engine tells XBoard to remove it."""
    lines = engine.ask(f"setboard {fen}", before, "st 1000", f"usermove {ply}", "force")
    corrections = [line for line in lines if line.startswith(("move ", "Illegal", "Error"))]
    assert corrections == [f"Illegal move (takes {legs[2:4]}): {ply}", f"move {legs}"]
    assert engine.fen().split()[:2] == [board, "b"]


@pytest.mark.parametrize(
    "ply", ["c3d4", "c3c5", "c3a5,a5d4", "c3a5,b4b4", "c3a5", "c3a5,a5b4q", "a5c3,c3b4", "c3b4,b4a5"]
)
@pytest.mark.quick(3)
def test_illegal_plies(engine: CecpEngine, ply: str):
    line, told = engine.ask("force", f"setboard {CHOICE}", f"usermove {ply}")
    assert told.startswith("1 0 0 0 ")
    assert re.fullmatch(rf"Illegal move \([^()]+\): {ply}", line)
    assert engine.fen() == CHOICE


def test_a_doubtful_destination_asks_for_the_enemy(engine: CecpEngine):
    """A person keeps the piece in hand; to an engine or a file the move is just illegal."""
    reason = "click b2 or e5, then d4"
    refused = [f"Illegal move ({reason}): c3d4", f"1 0 0 0 {reason}"]
    assert engine.ask("force", f"setboard {CHOICE}", "usermove c3d4") == refused
    marks, *lines = engine.ask("lift c3", "put d4", "usermove c3d4")
    assert lines == [*refused, "click c3", marks]
    assert engine.ask("put e5", "lift e5") == ["highlight 5/5/5/5/5/3Y1/5/5/5"]
    assert engine.ask("put d4", "usermove c3e5,e5d4") == []


def test_a_marked_square_between_two_enemies_asks_for_one(engine: CecpEngine):
    """The Queen can leave one or approach the other."""
    engine.ask("force", "setboard k4/2b2/5/2p2/5/2Q2/2p2/4K/5 w - - 0 1")
    engine.ask("lift c4", "put c5")
    assert "1 0 0 0 click c3 or c6, then c5" in engine.ask("usermove c4c5")
    engine.ask("put c6", "lift c6", "put c5")
    assert engine.ask("usermove c4c6,c6c5") == []
    assert engine.fen().split()[:2] == ["k4/2b2/5/5/2Q2/5/2p2/4K/5", "b"]


@pytest.mark.thorough
@pytest.mark.parametrize("move", ["c3c4", "c3b4xa5", "c3d4xb2", "c3d4xe5"])
@pytest.mark.parametrize("clicks", [True, False])
def test_the_engine_s_own_moves(move: str, clicks: bool):
    """XBoard gets legs; a GUI that did not accept `highlight` gets whole moves."""
    legs = ply_of(move) if clicks else move
    with CecpEngine(variant=STANDARD, clicks=clicks) as engine:
        engine.ask("force", f"setboard {CHOICE}", "exclude all", f"include {legs}", "sd 1", "easy")
        engine.send("hint")
        assert engine.expect("telluser Hint: .* taking" if clicks else "Hint: .*x")  # the best move takes
        engine.send("go")
        lines = engine.until("move ")
        assert lines[-1] == f"move {legs}"
        pvs = [line.split("\t")[-1] for line in lines if "\t" in line]
        assert all(pv.startswith(f"{{{move}") == (clicks and "x" in pv) for pv in pvs)
        thinking = [re.sub(r"\{.*\} ", "", pv).split() for pv in pvs]
        assert thinking
        assert all(line[0] == legs and all("x" not in word or not clicks for word in line) for line in thinking)


def test_thinking_is_written_in_legs(engine: CecpEngine):
    """XBoard reads `c3b4xa5` as a move to a5 through b4, and then sends the user's next move through b4 too."""
    engine.send("analyze", f"setboard {CHOICE}")
    lines = engine.until("9 ")
    assert any("," in line for line in lines)
    assert not any("x" in re.sub(r"\{.*\}", "", line) for line in lines)  # a comment has the usual notation
    (status,) = [line for line in engine.ask(".") if line.startswith("stat01")]
    assert "x" not in status


def test_whole_moves_without_clicks():
    with CecpEngine(variant=STANDARD, clicks=False) as engine:
        engine.ask("force", f"setboard {START} w - - 0 1")
        assert engine.fen() == f"{START} w - - 0 1"  # taken literally
        assert engine.ask(f"setboard {CHOICE}", "usermove c3b4xa5") == []
        assert engine.fen().startswith("4k/5/5/5/4n/1P3/5/1b3/")
        assert engine.ask("undo", "usermove c3b4") == []
        assert engine.fen().startswith("4k/5/5/5/4n/1P3/5/1b3/")


@given(st.integers(0, 2**32), st.sampled_from([STANDARD, ALTERNATE]))
@settings(max_examples=30, deadline=None)
@pytest.mark.later
def test_every_move_can_be_sent_clicked_and_written(seed: int, variant: str):
    rng = random.Random(seed)
    projection, game = projection_for(variant), Game(variant)
    for _ in range(rng.randrange(80)):
        if game.result():
            break
        move = rng.choice(game.legal())
        packed = game.parse(move)
        (ply,) = projection.send(game, packed)
        assert [ply] == projection.line(game.position, [packed])
        assert projection.parse(game, ply) == packed
        assert "x" not in ply
        _click(game, move)
        assert projection.receive(game, ply, human=bool(rng.randrange(2))) == (packed, ())
        game.push(move)
        fen = game.fen().split()
        assert projection.read_fen(game.fen()) == game.fen() or fen[2] == "-"
        read = Game(variant, fen=projection.read_fen(" ".join([*fen[:2], "-", *fen[3:]])))
        assert read.fen().split()[:2] == fen[:2]
        assert set(fen[2].strip("-")) <= set(read.fen().split()[2])


def _click(game: Game, move: str) -> None:
    """Click through the victim, and directly if there is only one."""
    found = re.fullmatch(r"(..)(..)(?:x(..))?(.?)", move)
    assert found is not None
    start, to, victim, promoted = found.groups("")
    projection = projection_for(game.variant.name)
    (line,) = projection.lift(game, start)
    alone = marked(line)[to]
    victims = {other[5:7] if "x" in other else "" for other in game.legal() if other.startswith(start + to)}
    assert alone == ("M" if promoted and len(victims) == 1 else "R" if victim else "Y")
    if victim:
        assert marked(line)[victim] == "C"
        assert projection.put(game, victim) == []
        (line,) = projection.lift(game, victim)
        assert marked(line)[to] == ("M" if promoted else "Y")
    choice = projection.put(game, to)
    assert bool(choice) == bool(promoted)
    assert not promoted or promoted.upper() in choice[0].removeprefix("choice ")
    received = projection.receive(game, start + to + promoted, human=True)
    if len(victims) > 1:
        assert received.move is None
        assert f"click {start}" in received.replies
    else:
        assert received.move == game.parse(move)


def test_a_game_follows_and_is_taken_back(engine: CecpEngine):
    """As when XBoard loads a game; then back to the start."""
    rng, game = random.Random(5), Game(STANDARD)
    projection = projection_for(STANDARD)
    plies = []
    while not game.result() and len(plies) < 150:
        move = rng.choice(game.legal())
        plies += projection.send(game, game.parse(move))
        game.push(move)
    assert any("," in ply for ply in plies)
    assert engine.ask("force", *(f"usermove {ply}" for ply in plies)) == []
    assert engine.fen() == game.fen()
    assert engine.ask("remove", *["undo"] * (len(plies) - 2)) == []
    assert engine.fen() == f"{START} w Kk - 0 1"


# Pictures --------------------------------------------------------------------------------------------------------


def test_lines_of_the_board():
    """Lines join the points in the middles of the squares; diagonals leave only every other point."""
    board, size = pixels(png(pictures.board().svg())), pictures.SQUARE

    def inked(file: float, rank: float) -> bool:
        return is_inked(board, size * (file + 0.5), size * (rank + 0.5), pictures.INK)

    for file in range(5):
        for rank in range(9):
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (-1, -1)):
                inside = 0 <= file + right < 5 and 0 <= rank + up < 9
                joined = inside and (right == 0 or up == 0 or (file + rank) % 2 == 0)
                assert inked(file + right / 4, rank + up / 4) == joined
            assert not inked(file + 0.4, rank + 0.2)


def test_the_piece_that_the_engine_captures_is_marked(engine: CecpEngine):
    """Its point is neither end of the engine's move."""
    engine.ask("force", "setboard 4k/5/5/5/p3n/5/2P2/1b3/3K1 w - - 0 1", "sd 1")
    engine.send("go")
    move = engine.expect("move ").split()[1]
    (line,) = engine.sync()
    assert "," in move
    assert marked(line) == {move[2:4]: "r"}
