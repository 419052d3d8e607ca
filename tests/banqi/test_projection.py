"""Banqi as XBoard sees it: plies, clicks, FENs and pictures. Boards and highlights were worked out by hand."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banqi.xboard import BANQI, click, marked, shown
from oddfish.engine.game import Game, MoveError, open_to_chance
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.banqi import board as banqi_board
from oddfish.protocols.projections.banqi.messages import face_down
from oddfish.protocols.projections.banqi.plies import plies_of
from support.pipes import CecpEngine

pytestmark = pytest.mark.sampled(3)

HONGKONG = "banqi-hongkong"
START = "/".join(["XxXxXxXx"] * 8)
#: Red R c1 beside soldier b1 and soldier d1's neighbour; everything else is off the board or face down.
OPEN = "8/R7/r7/p7/8/8/8/8 w - - 0 1"
#: Choices of the options that change captures.
CHOICES = st.fixed_dictionaries(
    {
        "DarkCapture": st.booleans(),
        "MultiCapture": st.booleans(),
        "ChariotRides": st.sampled_from(["off", "ranked", "any"]),
    }
)


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine("--option", "DealSeed=5", variant=BANQI) as running:
        yield running


def random_move(game: Game, rng: random.Random) -> str:
    """A complete legal move; captures are more frequent than in uniform draws."""
    moves = game.position.moves()
    lively = [move for move in moves if game.position.text(move)[:2] != game.position.text(move)[2:4]]
    move = rng.choice(lively if lively and rng.random() < 0.5 else moves)
    return game.position.text(rng.choice(game.position.outcomes(move))[0])


# The board -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [BANQI, HONGKONG])
def test_setup(engine: CecpEngine, variant: str):
    (setup,) = engine.ask("new", f"variant {variant}")
    found = re.fullmatch(r"setup \((\S+)\) 8x8\+0_elven (.+)", setup)
    assert found is not None
    assert len(setup) < 512
    assert found[2] == f"{START} w - - 0 1"
    slots = re.findall(r"([A-Za-z.])(?:=([A-Za-z]))?", found[1])
    white, black = slots[: len(slots) // 2], slots[len(slots) // 2 :]
    assert len(white) == len(black) <= 66
    assert sorted(slot for slot, _ in white if slot != ".") == sorted("KGMRNCPX")
    assert sorted(slot for slot, _ in black if slot != ".") == sorted("kgmrncpx")
    others = [index for index, slot in enumerate("PNBRQ.E...K.....M.L.H....T") if slot != "."]
    for slot in (*others, -1):  # XBoard's own promoting pieces, the chess family's and Fanorona's, and the King's
        assert white[slot][0] == black[slot][0] == "."
    shared = [one[0] + other[0] for one, other in zip(white, black) if "." not in (one[0], other[0])]
    assert shared == ["Xx"]
    nicknames = {slot: nickname for slot, nickname in slots if nickname}
    assert {slot.lower(): nickname.lower() for slot, nickname in nicknames.items()} == dict(zip("kgmrncp", "laewhbs"))
    assert all(slot.isupper() != nickname.isupper() for slot, nickname in nicknames.items())


@pytest.mark.parametrize(
    ("fen", "xboard"),
    [
        ("XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX[KGGMMRRNNCCPPPPPkggmmrrnnccppppp] w - 0 1", f"{START} w - - 0 1"),
        ("4/4/4/4/4/4/4/K2p[] b r 3 9", "8/8/8/8/8/8/8/K5p1 b - - 3 9"),
        ("4/4/4/4/4/4/4/K2p[] b b 3 9", "8/8/8/8/8/8/8/k5P1 b - - 3 9"),
        ("1n2/4/4/4/4/3X/4/4[P] w r 0 2", "2n5/8/8/8/8/6Xx/8/8 w - - 0 2"),
    ],
)
def test_xboard_s_board(fen: str, xboard: str):
    """Two of XBoard's files are one of Banqi's; the first player's pieces are White's, whatever their colour."""
    assert banqi_board.write_fen(Game(BANQI, fen=fen).position) == xboard  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        (f"{START} w - - 0 1", "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX[KGGMMRRNNCCPPPPPkggmmrrnnccppppp] w - 0 1"),
        ("8/8/8/8/8/8/8/K5p1 b - - 3 9", "4/4/4/4/4/4/4/K2p[] b r 3 9"),
        ("8/8/8/8/8/8/8/K5p1", "4/4/4/4/4/4/4/K2p[] w r 0 1"),
        ("8/8/8/8/8/8/6Xx/K5Xx w - - 0 1", "4/4/4/4/4/4/3X/K2X[Gk] w r 0 1"),  # the strongest unseen pieces
        ("8/8/8/8/8/6Xx/6Xx/k5Xx w - - 0 1", "4/4/4/4/4/3X/3X/k2X[KGg] w r 0 1"),
    ],
)
@pytest.mark.quick(3)
def test_xboard_s_fens(engine: CecpEngine, fen: str, expected: str):
    assert banqi_board.read_fen(fen) == expected
    engine.ask("force", f"setboard {fen}")
    assert engine.fen() == expected


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("8/8/8/8/8/8/8/X7 w - - 0 1", "half a face-down piece on a1 and b1"),
        ("8/8/8/8/8/8/8/1x6 w - - 0 1", "half a face-down piece on a1 and b1"),
        ("8/8/8/8/8/8/8/xX6 w - - 0 1", "'X' on b1"),
        ("8/8/8/8/8/p7/1K6/k7 w - - 0 1", "'K' on b2, the right cell of a square"),
        ("8/8/8/8/8/1p6/K7/1k6 w - - 0 1", "'K' on a2, the left cell of a square"),
        ("8/8/8/8/8/8/K7/K7 w - - 0 1", "red has 2 Generals"),
        ("8/8/8/8/8/8/8/Q7 w - - 0 1", "'Q'"),
        ("8/8 w - - 0 1", "board has 2 ranks, expected 8"),
        (f"{START} x - - 0 1", "side to move 'x'"),
        ("", "empty FEN"),
    ],
)
@pytest.mark.quick(3)
def test_bad_fens(engine: CecpEngine, fen: str, why: str):
    (line,) = engine.ask("force", f"setboard {fen}")
    assert line.startswith("tellusererror Illegal position: ")
    assert why in line
    assert shown(engine) == START


def test_edit(engine: CecpEngine):
    engine.ask("force", "edit", "#", "Ka3", "Xc1", "c", "Xd1", "Na5", ".")
    assert shown(engine) == "8/8/8/n7/8/K7/8/2Xx4"
    (line,) = engine.ask("edit", "#", "Ka3", "Xc1", ".")
    assert "half a face-down piece" in line
    assert shown(engine) == "8/8/8/n7/8/K7/8/2Xx4"


# Plies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "move", "plies"),
    [
        (None, "a1a1=rk", ["a1b1,b1a1k"]),
        (None, "c5c5=rc", ["e5f5,f5e5c"]),
        ("XXXX/4/4/4/4/4/4/4[Kppp] w b 0 1", "b8b8=rk", ["c8d8,d8c8l"]),
        ("XXXX/4/4/4/4/4/4/4[Kppp] w b 0 1", "b8b8=bp", ["c8d8,d8c8p"]),
        ("XXXX/4/4/4/4/4/4/4[Kppp] b b 0 1", "b8b8=rk", ["d8c8k"]),
        ("XXXX/4/4/4/4/4/4/4[Kppp] b b 0 1", "b8b8=bp", ["d8c8s"]),
        ("4/4/4/4/4/4/X3/3k[K] w r 0 1", "a2a2=rk", ["a2b2k", "@@@@", "b2a2"]),  # the last of all
        ("4/4/4/4/4/4/X3/3K[k] w r 0 1", "a2a2=bk", ["a2b2l", "b2a2", "@@@@"]),
        ("4/4/4/4/4/4/X3/3k[K] b r 0 1", "a2a2=rk", ["b2a2l"]),
        ("4/4/4/4/4/4/1p2/1K2[] w r 0 1", "b1a1", ["c1a1"]),
        ("4/4/4/4/4/4/1n2/1K2[] w r 0 1", "b1b2", ["c1c2"]),
        ("4/4/4/4/4/X3/1X2/1R2[ng] w r 0 1", "b1b2=bn", ["c1d1", "@@@@", "c2d2,d2c2h", "@@@@", "d1c2"]),  # taken
        ("4/4/4/4/4/X3/1X2/1R2[ng] w r 0 1", "b1b2=bg", ["c1d1", "@@@@", "c2d2,d2c2a", "@@@@", "d1c1"]),  # too strong
        ("4/4/4/4/4/X3/1X2/1R2[ng] b b 0 1", "b1b2=bn", ["c1d1", "@@@@", "d2c2h", "@@@@", "d1c2"]),
        ("4/4/4/4/4/4/1X2/1R2[n] w r 0 1", "b1b2=bn", ["c1d1", "@@@@", "c2d2h", "d2c2", "@@@@", "@@@@", "d1c2"]),
        ("4/4/4/4/4/1n2/1X2/1R2[P] w r 0 1", "b1b2=rp", ["c1d1", "@@@@", "c2d2p", "@@@@", "d2c2", "@@@@", "d1c1"]),
        ("4/4/4/4/4/1n2/1R2/4[] w r 0 1 b2", "0000", ["@@@@"]),
    ],
)
def test_plies_of_moves(fen: str | None, move: str, plies: list[str]):
    game = Game(BANQI, {"DarkCapture": True, "MultiCapture": True}, fen)
    projection = projection_for(BANQI)
    assert projection.send(game, game.parse(move)) == plies
    taken = projection_for(BANQI)
    for ply in plies[:-1]:
        assert taken.receive(game, ply, human=False) == (None, ())
        assert taken.midway(game)
    assert taken.receive(game, plies[-1], human=False) == (game.parse(move), ())


def test_the_first_piece_is_the_first_player_s_whatever_its_colour():
    game = Game(BANQI)
    for move in ("c5c5=rc", "c5c5=bc"):
        assert projection_for(BANQI).send(game, game.parse(move)) == ["e5f5,f5e5c"]


def test_a_null_follows_each_capture_of_a_series():
    game = Game(BANQI, {"MultiCapture": True}, "4/4/4/4/1n2/1p2/1R2/4[] w r 0 1")
    sender, receiver = projection_for(BANQI), projection_for(BANQI)
    other = game.copy()
    for text, plies in (("b2b3", ["c2c3", "@@@@"]), ("b3b4", ["c3c4"])):
        move = game.parse(text)
        assert sender.send(game, move) == plies
        game.push_move(move)
        for index, ply in enumerate(plies):
            assert receiver.receive(other, ply, human=False).move == (None if index else move)
            if index == 0:
                other.push_move(move)
                assert receiver.midway(other) == (len(plies) > 1)
    assert game.result() == other.result() is not None


def test_only_a_null_is_accepted_where_one_is_due():
    game = Game(BANQI, {"MultiCapture": True}, "4/4/4/4/1n2/1p2/1R2/4[] w r 0 1")
    receiver = projection_for(BANQI)
    game.push_move(receiver.receive(game, "c2c3", human=False).move or 0)
    with pytest.raises(MoveError, match="the turn goes on"):
        receiver.receive(game, "c3c4", human=False)
    assert receiver.receive(game, "@@@@", human=False) == (None, ())
    assert receiver.receive(game, "c3c4", human=False).move == game.parse("b3b4")


@pytest.mark.thorough
@given(st.integers(0, 2**32), st.sampled_from([BANQI, HONGKONG]), CHOICES)
@settings(max_examples=40, deadline=None)
def test_games_travel_by_plies(seed: int, variant: str, options: dict[str, bool | str]):
    """Each move sent is received as the same move, up to the names of the colours, and can be taken back ply by ply."""
    rng = random.Random(seed)
    sent, received = Game(variant, options), Game(variant, options)
    sent.deal = received.deal = None
    sender, receiver = projection_for(variant), projection_for(variant)
    sender.take_seat(sent, rng.randrange(2))
    for _ in range(rng.randrange(150)):
        if sent.result():
            break
        move = sent.parse(random_move(sent, rng))
        plies = sender.send(sent, move)
        sent.push_move(move)
        if not sent.moves[1:]:
            receiver.take_seat(received, 0)  # the plies tell which side the person plays
        taken_back = rng.randrange(len(plies)) if rng.random() < 0.2 else None
        index = 0
        while index < len(plies):
            assert not receiver.midway(received) or index
            found = receiver.receive(received, plies[index], human=False)
            assert found.replies == ()
            if found.move is not None:
                received.push_move(found.move)
            index += 1
            if taken_back is not None and index > taken_back:
                for _ in range(index):
                    if receiver.undo():
                        received.pop()
                index, taken_back = 0, None
        assert not receiver.midway(received)
        assert receiver.plies(received) == sender.plies(sent)
        assert received.turn == sent.turn
        assert receiver.write_fen(received.position) == sender.write_fen(sent.position)
        if sent.position.first == received.position.first:  # type: ignore[attr-defined]
            assert received.texts() == sent.texts()
        swapped = str.maketrans("rb", "br")
        assert [text[5:6] for text in received.texts()] in (
            [text[5:6] for text in sent.texts()],
            [text[5:6].translate(swapped) for text in sent.texts()],
        )


@given(st.integers(0, 2**32), st.sampled_from([BANQI, HONGKONG]), CHOICES)
@settings(max_examples=25, deadline=None)
def test_no_move_begins_with_the_plies_of_another(seed: int, variant: str, options: dict[str, bool | str]):
    """Prefix-free: the plies of a move tell that it is complete."""
    rng = random.Random(seed)
    game = Game(variant, options)
    game.deal = None
    for _ in range(rng.randrange(1, 120)):  # before the first flip the colours differ in nothing, so neither do plies
        if game.result():
            return
        game.push(random_move(game, rng))
    if game.result():
        return
    position = game.position
    seat = rng.randrange(2)
    moves = {
        position.text(complete): plies_of(position, complete, seat)  # type: ignore[arg-type]
        for move in position.moves()
        for complete, _ in position.outcomes(move)
    }
    whole = sorted(moves.values())
    assert all(longer[: len(shorter)] != shorter for shorter, longer in pairwise(whole))


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_thinking_lines_can_be_read(seed: int):
    rng = random.Random(seed)
    game = Game(BANQI, {"DarkCapture": True, "MultiCapture": True})
    game.deal = None
    for _ in range(60):
        if game.result():
            return
        game.push(random_move(game, rng))
    copy, line = game.copy(), []
    while not copy.result() and len(line) < 6:
        chosen = rng.choice(copy.legal_moves())
        line.append(chosen)
        if open_to_chance(copy.position, chosen):
            break
        copy.push_move(chosen)
    plies = projection_for(BANQI).line(game.position, line)
    receiver = projection_for(BANQI)
    for ply in plies[:-1]:
        move = receiver.receive(game, ply, human=False).move
        if move is not None:
            assert move == line.pop(0)
            game.push_move(move)
    if line:
        assert receiver.parse(game, plies[-1]) == line[0]


# A person ----------------------------------------------------------------------------------------------------------


def test_one_click_turns_a_piece_up(engine: CecpEngine):
    engine.ask("force")
    lines = engine.ask("lift c3")
    assert [line.split()[0] for line in lines] == ["highlight", "click", "highlight", "choice", "click"]
    assert marked(lines[0]) == {"d3": "C"}
    assert marked(lines[2]) == {"c3": "B", "d3": "B"}
    assert (lines[1], lines[4]) == ("click d3", "click c3")
    letter = lines[3].split()[1]
    assert engine.ask(f"usermove c3d3,d3c3{letter}") == []
    assert f"/Xx{letter.upper()}1XxXx/" in shown(engine)
    lines = engine.ask("lift f6")
    assert [line.split()[0] for line in lines] == ["highlight", "choice", "click"]
    assert marked(lines[0]) == {"e6": "B", "f6": "B"}
    assert lines[2] == "click e6"


def test_pieces_stand_on_the_half_of_the_person_at_the_board():
    """If the person is Black, pieces stand in the right cells, and Black's flips go by way of the other half."""
    with CecpEngine("--option", "DealSeed=5", variant=BANQI) as engine:
        engine.ask("new", f"variant {BANQI}", "sd 1")
        engine.send("go")
        ply = engine.expect("move ").split()[1]
        assert re.fullmatch(r"[aceg](\d)[bdfh]\1[a-z]", ply)
        lines = engine.ask("lift h8")
        assert [line.split()[0] for line in lines] == ["highlight", "click", "highlight", "choice", "click"]
        letter = lines[3].split()[1]
        engine.send(f"usermove h8g8,g8h8{letter}")
        assert not engine.expect("move ").startswith("Illegal")


@pytest.mark.parametrize("seat", [0, 1])
def test_boards_of_either_seat_are_read(seat: int):
    """By where the pieces stand."""
    fen = "1n2/4/4/4/4/3X/4/3K[G] w r 0 2"
    position = Game(BANQI, fen=fen).position
    written = banqi_board.write_fen(position, seat)  # type: ignore[arg-type]
    assert banqi_board.seat_of(written) == seat
    assert banqi_board.read_fen(written) == fen
    projection = projection_for(BANQI)
    projection.read_fen(written)
    projection.reset()
    assert projection.write_fen(position) == written


def test_a_click_after_another_piece_was_picked_up_turns_nothing_up(engine: CecpEngine):
    """That takes a second click."""
    engine.ask("force", "setboard 8/8/8/8/8/6Xx/6Xx/R5Xx w - - 0 1")
    engine.ask("lift a1")
    refused = engine.ask("lift g1")
    assert marked(refused[0]) == {}
    assert refused[1:] == ["click g1", "1 0 0 0 click again to turn it up"]
    assert [line.split()[0] for line in engine.ask("lift g1")][-2:] == ["choice", "click"]


def test_notes_after_the_engine_s_move_list_what_is_face_down(engine: CecpEngine):
    engine.ask("sd 1")
    letter = engine.ask("lift c3")[3].split()[1]
    engine.send(f"usermove c3d3,d3c3{letter}")
    told = engine.expect("1 0 0 0 ").removeprefix("1 0 0 0 ")
    seen = re.fullmatch(r"flip [a-d][1-8]; up: ([A-Za-z ,]+)", told)
    assert seen is not None
    pieces = re.sub("red|black|,", "", seen[1])
    assert letter.upper() in pieces.upper()
    assert len(re.findall("[A-Za-z]", pieces)) == 2


@pytest.mark.parametrize(
    ("pool", "first", "told"),
    [
        ("KGGMMRRNNCCPPPPkggmmrrnnccppppp", "r", "Turned up: red P"),
        ("KGGMMRRNNCCPPPPkggmmrrnnccppppp", "b", "Turned up: black p"),  # XBoard's White is the first player
        ("KGGMMRRNNCCPPkggmmrrnnccppppp", "r", "Turned up: red PPP"),
        ("KGGPPPPPr", "r", "Face down: red KGGPPPPP, black r"),
        ("p", "r", "Face down: black p"),
    ],
)
def test_what_is_face_down_in_few_words(pool: str, first: str, told: str):
    dark = len(pool)
    full, rest = divmod(dark, 4)
    ranks = ["XXXX"] * full + ([f"{'X' * rest}{4 - rest}"] if rest else [])
    ranks += ["4"] * (8 - len(ranks))
    assert face_down(Game("banqi", fen=f"{'/'.join(ranks)}[{pool}] w {first} 0 9").position) == told


@pytest.mark.parametrize("before", [[], ["force"], ["analyze"]])
def test_two_clicks_turn_a_piece_up_too(engine: CecpEngine, before: list[str]):
    """XBoard needs them if one-click moves are off. The engine deals the piece and ignores the letter of the ply."""
    lifted = engine.ask(*before, "sd 1", "lift c3")  # with thinking lines in between, in analysis
    letter = next(line.split()[1] for line in lifted if line.startswith("choice "))
    lines = [line for line in engine.ask("put d3", "usermove c3d3k") if line.startswith(("Illegal", "move c3"))]
    assert lines[0].startswith("Illegal move (")
    assert lines[0].endswith("turns up): c3d3k")
    assert lines[1] == f"move c3d3,d3c3{letter}"
    assert letter != "k"


def test_the_book_tells_how_to_click(engine: CecpEngine):
    engine.send("bk")
    lines = engine.until("$")
    assert "Click on a face-down piece to turn it up" in " ".join(lines)
    assert lines[-2] == " P: Soldier"


def test_the_other_half_is_not_the_mover_s(engine: CecpEngine):
    assert marked(engine.ask("force", "lift d3")[0]) == {}
    assert engine.ask("lift z9") == ["Error ('z9' is not a square): lift z9"]


def test_a_square_turned_up_again_shows_the_same_piece(engine: CecpEngine):
    engine.ask("force")
    seen = set()
    for _ in range(3):
        letter = engine.ask("lift c3")[3].split()[1]
        engine.ask(f"usermove c3d3,d3c3{letter}")
        other = engine.ask("lift h1")[1].split()[1]
        engine.ask(f"usermove h1g1{other}")
        seen.add((letter, other))
        engine.ask("remove")
        assert shown(engine) == START
    assert len(seen) == 1


WISHES = "8/N7/8/c1R5/P1Xx4/r7/2Xx4/2Xx4 w - - 0 1"


def test_highlights(engine: CecpEngine):
    engine.ask("force", f"setboard {WISHES}")
    assert marked(engine.ask("lift c5")[0]) == {"e5": "Y", "c6": "Y", "b5": "R"}
    assert marked(engine.ask("lift a4")[0]) == {}
    assert marked(engine.ask("lift a3")[0]) == {}  # Black's
    assert marked(engine.ask("lift g8")[0]) == {}


def test_highlights_of_dark_captures():
    with CecpEngine("--option", "DarkCapture=true", variant=BANQI) as engine:
        engine.ask("force", f"setboard {WISHES}")
        assert marked(engine.ask("lift c5")[0]) == {"e5": "Y", "c6": "Y", "b5": "R", "c4": "R"}
        assert marked(engine.ask("lift a4")[0]) == {"c4": "R"}


@pytest.mark.parametrize(
    ("start", "to", "why"),
    [
        ("a4", "a3", "Soldier cannot capture Chariot"),
        ("a4", "a5", "Soldier cannot capture Cannon"),
        ("c5", "c4", "face-down pieces cannot be captured"),
        ("c5", "d4", "face-down pieces cannot be captured"),
        ("a7", "a5", "pieces capture on adjacent squares"),
        ("a7", "e7", "pieces move one step along rank or file"),
        ("a7", "c8", "pieces move one step along rank or file"),
        ("c5", "a7", "one of your own pieces is there"),
        ("a3", "c3", "none of your pieces is there"),
        ("g8", "e8", "none of your pieces is there"),
    ],
)
@pytest.mark.quick(3)
def test_wrong_clicks_are_explained(engine: CecpEngine, start: str, to: str, why: str):
    marks, *told = engine.ask("force", f"setboard {WISHES}", f"lift {start}")
    assert bool(told) == (marked(marks) == {})  # a piece without moves says why
    again = [f"click {start}", marks] if start in ("a4", "c5", "a7") else []  # your piece stays in hand
    refusal = [f"Illegal move ({why}): {start}{to}", f"1 0 0 0 {why}"]
    assert engine.ask(f"put {to}", f"usermove {start}{to}") == refusal + again
    assert shown(engine) == WISHES.split()[0]


def test_the_reason_is_shown(engine: CecpEngine):
    """XBoard does not show why a move is refused, but it shows thinking lines."""
    engine.ask("force", f"setboard {WISHES}", "playother", "easy", "sd 1")
    marks, *lines = engine.ask("lift a4", "put a3", "usermove a4a3")
    assert lines[0] == "1 0 0 0 the Soldier on a4 is blocked"
    refusal = ["Illegal move (Soldier cannot capture Chariot): a4a3", "1 0 0 0 Soldier cannot capture Chariot"]
    assert lines[1:] == [*refusal, "click a4", marks]  # the piece stays in hand


def test_how_cannons_capture_is_explained(engine: CecpEngine):
    engine.ask("force", "setboard 8/8/8/8/p7/8/p7/C7 w - - 0 1")
    assert marked(engine.ask("lift a1")[0]) == {"c1": "Y", "b4": "R"}
    assert click(engine, "a1", "a2")[1] == "Illegal move (a Cannon captures by jumping over one piece): a1a2"
    engine.ask("new", f"variant {HONGKONG}", "force", "setboard 8/8/8/8/r7/8/p7/C7 w - - 0 1")
    assert marked(engine.ask("lift a1")[0]) == {"c1": "Y", "b2": "R"}


def test_the_cell_beside_may_be_clicked(engine: CecpEngine):
    engine.ask("force", f"setboard {WISHES}")
    lines = click(engine, "c5", "b5")
    assert lines[1:] == ["Illegal move (a5 is meant): c5b5", "move c5a5"]
    assert shown(engine).startswith("8/N7/8/R7/P1Xx4/r7/")


def test_a_person_captures_a_face_down_piece():
    with CecpEngine("--option", "DarkCapture=true", "--option", "DealSeed=5", variant=BANQI) as engine:
        for target in ("c4", "d4"):
            engine.ask("force", f"setboard {WISHES}")
            lines = click(engine, "c5", target)[1:]
            assert re.fullmatch(rf"Illegal move \((White|Black)'s \w+ turns up\): c5{target}", lines[0])
            plies = [line.removeprefix("move ") for line in lines[1:]]
            assert plies[:2] == ["c5d5", "@@@@"]
            assert re.fullmatch(r"c4d4,d4c4[a-z]", plies[2])
            assert plies[3] == "@@@@"
            assert plies[4] in ("d5c5", "d5c4")
            # XBoard sends the same plies when it loads a file: they are the same move.
            board = shown(engine)
            engine.ask(f"setboard {WISHES}", *(f"usermove {ply}" for ply in plies))
            assert shown(engine) == board
            assert engine.ask(*["undo"] * 5) == []
            assert shown(engine) == WISHES.split()[0]
