"""Bifold Halfgi as XBoard sees it: streams of plies, clicks, half-squares, XBoard's FENs, and the pictures.

Half-squares: a1 is the left half of the square a1, b1 its right one; rank 0 is White's hand, rank 9 Black's.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from oddfish.engine.game import Game, MoveError
from oddfish.protocols.pictures.families.bifold import piece
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.bifold.turns import turns
from support.pipes import CecpEngine

VARIANTS = ["bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak"]
BIFOLD, WAZIRS, HANDED, WEAK = VARIANTS


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant=BIFOLD) as running:
        yield running


def laid_out(variant: str, fen: str) -> str:
    """XBoard's FEN for one of ours."""
    return projection_for(variant).write_fen(Game(variant, fen=fen).position)


# Streams ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    """One projection sends, another receives; XBoard's board shows the position, and no turn is a prefix of another."""
    for seed in range(3):
        rng = random.Random(seed)
        sent, received = Game(variant), Game(variant)
        sender, receiver = projection_for(variant), projection_for(variant)
        counts = [0]
        while sent.result() is None and len(sent.moves) < 120:
            sender.plies(sent)
            cells = sender._record.cells  # type: ignore[attr-defined]
            legal = list(turns(sent.position, cells, sent.position.moves()))
            ways = sorted((way, turn.text) for turn in legal for way in turn.ways)
            for (one, _), (other, text) in itertools.pairwise(ways):
                assert other[: len(one)] != one, (one, text, sent.fen())
            assert {turn.text for turn in legal} == set(sent.legal())
            captures = [turn for turn in legal if turn.captures]
            turn = rng.choice(captures if captures and rng.random() < 0.4 else legal)
            way = rng.choice(turn.ways)
            plies = sender.send(sent, turn.move) if way == turn.ways[0] else list(way)
            if way != turn.ways[0]:
                for ply in plies:
                    last = sender.receive(sent, ply, False)
                assert last.move == turn.move
            answers = [receiver.receive(received, ply, False) for ply in plies]
            assert [answer.move for answer in answers] == [*[None] * (len(plies) - 1), turn.move]
            assert not any(answer.replies for answer in answers)
            assert len(plies) % 2 == 1  # it is then the other side's turn, for XBoard too
            sent.push(turn.text)
            received.push(turn.text)
            counts.append(receiver.plies(received))
            shown = receiver.write_fen(received.position)
            again = Game(variant, fen=receiver.read_fen(shown)).fen()
            assert again.split()[:2] == sent.fen().split()[:2]
        while received.moves:  # taking back the first ply undoes the turn
            undone = [receiver.undo() for _ in range(counts[-1] - counts[-2])]
            assert undone == [True, *[False] * (len(undone) - 1)]
            received.pop()
            counts.pop()
            assert receiver.plies(received) == counts[-1]
        assert receiver.write_fen(received.position) == projection_for(variant).write_fen(Game(variant).position)


#: Variant, position, move, plies.
PLIES = [
    (BIFOLD, "(wf)7/8/8/8/8/8/8/(QR)4(WF)2[] w - - 0 1", "a1a3r", "b1b3"),
    (BIFOLD, "(wf)7/8/8/8/8/8/8/(QR)4(WF)2[] w - - 0 1", "a1a8", "a1a8q @@@@ b1b8"),
    (BIFOLD, "(wf)7/8/8/8/8/b7/8/R4(WF)2[] w - - 0 1", "a1a3", "a1b3"),
    (BIFOLD, "(wf)7/8/8/8/8/(bh)7/8/R4(WF)2[] w - - 0 1", "a1a3xh", "@@@@ b3i0j a1b3"),
    (BIFOLD, "(wf)7/8/8/8/8/(bh)7/8/(RR)4(WF)2[] w - - 0 1", "a1a3", "@@@@ a3f0a @@@@ b3i0j a1a3r @@@@ b1b3"),
    (BIFOLD, "w7/8/8/8/8/(bf)7/8/R4(WF)2[] w - - 0 1", "a1a3xf", "a1b3"),
    (BIFOLD, "8/8/8/8/8/(wf)7/8/(RR)4(WF)2[] w - - 0 1", "a1a3", "a1a3r @@@@ b1b3"),
    (BIFOLD, "8/8/8/8/8/(wf)7/1P6/5(WF)2[] w - - 0 1", "b2a3", "c2a3,a3b3"),
    (BIFOLD, "w7/8/8/8/8/(bf)7/1P6/5(WF)2[] w - - 0 1", "b2a3", "@@@@ a3f0a c2b3"),
    (BIFOLD, "(wf)7/8/8/3pP3/8/8/8/5(WF)2[] w - d6 0 1", "e5d6", "@@@@ g5l0y i5g6"),
    (BIFOLD, "(wf)7/8/8/8/8/8/8/5(WF)2[H] w - - 0 1", "h@e4", "i0i4"),
    (BIFOLD, "(wf)7/8/8/8/8/8/8/4(WF)2(RR)[] w K - 0 1", "e1g1", "i1m1w @@@@ j1n1 @@@@ o1k1r @@@@ p1l1"),
    (WAZIRS, "(rr)3(ww)3/8/8/8/8/8/8/5(WW)2[] b q - 0 1", "e8c8", "i8e8w @@@@ j8f8 @@@@ a8g8r @@@@ b8h8"),
    (HANDED, "5(wf)2/(LD)7/8/8/8/8/8/5(WF)2[] w - - 0 1", "a7a8=rh", "@@@@ @@@@ a7a8r @@@@ b7b8h"),
    (HANDED, "r4(wf)2/1(LD)6/8/8/8/8/8/5(WF)2[] w - - 0 1", "b7a8=bb", "@@@@ @@@@ @@@@ a8c0v c7a8b @@@@ d7b8b"),
    (HANDED, "(wf)7/8/8/2(ld)L4/8/8/8/5(WF)2[] w - c6 0 1", "d5c6xd", "@@@@ f5n0n g5e6"),
]


@pytest.mark.parametrize(("variant", "fen", "move", "plies"), PLIES)
def test_plies(variant: str, fen: str, move: str, plies: str) -> None:
    game, projection = Game(variant, fen=fen), projection_for(variant)
    assert projection.send(game, game.parse(move)) == plies.split()


def test_a_hand_of_more_than_sixteen() -> None:
    """The seventeenth piece lies in the row of the other hand. You can still drop all pieces."""
    fen = f"(wf)7/8/8/8/8/8/8/5(WF)2[{'P' * 10}{'H' * 8}] w - - 0 1"
    row = laid_out(BIFOLD, fen).split("/")
    assert len(re.sub(r"\d", "", row[0])) == 2
    assert len(re.sub(r"\d", "", row[9].split()[0])) == 16
    game, projection = Game(BIFOLD, fen=fen), projection_for(BIFOLD)
    assert projection.read_fen(projection.write_fen(game.position)).split()[0].count("P") == 10
    assert projection.send(game, game.parse("p@e4"))[0][2:] == "i4"


@pytest.mark.parametrize("variant", [BIFOLD, HANDED, WEAK])
def test_two_wazirs(variant: str) -> None:
    """XBoard's FEN and its table of pieces, when both royals are Wazirs."""
    game, projection = Game(variant, {"RoyalWazirs": True}), projection_for(variant)
    assert projection.read_fen(projection.write_fen(game.position)) == game.fen()
    (setup,) = projection.setup(game.position)
    letters = re.sub(r"=.", "", setup.split()[1])
    assert "W" in letters and "F" not in letters


# XBoard's positions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.quick(3)
def test_setup(engine: CecpEngine, variant: str) -> None:
    (line,) = [line for line in engine.ask("new", f"variant {variant}") if line.startswith("setup")]
    found = re.fullmatch(r"setup \((\S+)\) 16x10\+0_elven (\S+) w - - 0 1", line)
    assert found is not None
    letters = re.sub(r"=.", "", found[1])
    white, black = letters[: len(letters) // 2], letters[len(letters) // 2 :]
    assert white.lower() == black
    assert (white[0], white[-1]) == (".", ".")  # XBoard has its own rules for pawns and kings
    start = Game(variant)
    assert sorted(white.replace(".", "")) == sorted(start.position.setup.letters)  # type: ignore[attr-defined]
    nicknames = re.findall(r"=(.)", found[1])
    assert len(set(nicknames)) == len(nicknames)
    assert not {name.upper() for name in nicknames} & set(white)
    ranks = found[2].split("/")
    assert (ranks[0], ranks[9]) == ("16", "16")
    assert ranks[8] == start.fen().split("/")[7].split("[")[0].replace("(", "").replace(")", "")
    assert engine.ask("force", f"setboard {found[2]} w - - 0 1") == []
    assert engine.fen() == start.fen()


@pytest.mark.parametrize(
    ("board", "what"),
    [
        ("8/8", "ranks"),
        ("/".join(["16"] * 9 + ["15"]), "rank 0 has 15 files"),
        ("/".join(["16"] * 8 + ["O15", "16"]), "unknown letter 'O'"),
        ("/".join(["16"] * 8 + ["PP14", "16"]), "pawn"),
    ],
)
@pytest.mark.quick(3)
def test_bad_positions(engine: CecpEngine, board: str, what: str) -> None:
    (line,) = engine.ask("force", f"setboard {board} w - - 0 1")
    assert line.startswith("tellusererror Illegal position: ")
    assert what in line
    assert engine.fen() == Game(BIFOLD).fen()


def test_edit(engine: CecpEngine) -> None:
    engine.ask("force", "edit", "#", "We1", "Fj1", "Wi1", "xe1", "Ra4", "H00", "Pc0")
    engine.ask("c", "Wa8", "Fb8", "Rb4", "Qd9", ".")
    assert engine.fen().split()[0] == "(wf)7/8/8/8/(Rr)7/8/8/4(WF)3[Pq]"


def test_half_squares_of_a_fen_stay(engine: CecpEngine) -> None:
    """A single half on the right half-square moves from there."""
    engine.ask("force", "setboard 16/wf14/16/16/16/16/16/16/1R8WF4/16 w - - 0 1")
    assert engine.fen().split()[0] == "(wf)7/8/8/8/8/8/8/R4(WF)2[]"
    assert engine.ask("usermove b1b4") == []
    assert engine.fen().split()[0] == "(wf)7/8/8/8/R7/8/8/5(WF)2[]"
    assert engine.ask("usermove b8d7", "usermove k1k2w", "usermove @@@@") == []  # the Ferz alone, then a unit begins
    assert engine.fen().split()[:2] == ["w7/1f6/8/8/R7/8/8/5(WF)2[]", "w"]
    assert engine.ask("usermove l1l2") == []
    assert engine.fen().split()[:2] == ["w7/1f6/8/8/R7/8/5(WF)2/8[]", "b"]


# Plies -----------------------------------------------------------------------------------------------------------


def test_plies_of_another_engine(engine: CecpEngine) -> None:
    engine.ask("force")
    assert engine.ask("usermove c1e3h", "usermove @@@@", "usermove d1f3") == []
    assert engine.fen().split()[1] == "b"
    refusal, reason = engine.ask("usermove a1a1")  # XBoard shows thinking lines, but not the reason of a refusal
    assert refusal == "Illegal move (not part of a legal turn): a1a1"
    assert reason == "1 0 0 0 not part of a legal turn"
    assert engine.ask("undo") == []
    assert engine.fen() == Game(BIFOLD).fen()  # inside the turn
    assert engine.ask("usermove d1f3") == []
    assert engine.fen().split()[1] == "b"
    assert engine.ask("undo", "undo", "undo") == []
    assert engine.fen() == Game(BIFOLD).fen()
    (refusal,) = engine.ask("undo")
    assert "no move to take back" in refusal


@pytest.mark.parametrize(
    ("variant", "board", "ply", "why"),
    [
        (BIFOLD, "1p6/8/1H6/8/8/8/5(WF)2", "c5c7", "the Horse cannot move there"),  # the pawn is no half
        (BIFOLD, "8/8/3b4/8/8/8/R4(WF)2", "a1g5", "the half Rook cannot move there"),
        (BIFOLD, "8/8/8/8/b7/8/R4(WF)2", "a1a3", "a lone half cannot capture a lone half; click beside it"),
        (HANDED, "8/8/3b4/2D5/8/8/5(WF)2", "e4g5", "a lone half cannot capture a lone half"),
        (HANDED, "8/3b4/8/2D5/8/8/5(WF)2", "e4g6", "the pawn cannot move there"),
    ],
)
def test_why_a_lone_half_does_not_capture(variant: str, board: str, ply: str, why: str) -> None:
    """That it is alone is the reason only where it could share the square, or a pawn capture."""
    game = Game(variant, fen=f"(wf)7/{board}[] w - - 0 1")
    with pytest.raises(MoveError, match=re.escape(why)):
        projection_for(variant).receive(game, ply, True)


@pytest.mark.parametrize(
    ("ply", "why"),
    [
        ("i0a3", "click beside that piece to share the square"),
        ("i0c7", "it cannot be dropped beside that piece"),  # a pawn
        ("i0g5", "the square is full"),
    ],
)
def test_why_a_piece_is_not_dropped(ply: str, why: str) -> None:
    game = Game(BIFOLD, fen="(wf)7/1p6/8/3(bq)4/8/b7/8/R4(WF)2[HP] w - - 0 1")
    with pytest.raises(MoveError, match=why):
        projection_for(BIFOLD).receive(game, ply, True)


def test_no_ply_of_any_turn() -> None:
    game, projection = Game(BIFOLD), projection_for(BIFOLD)
    for ply in ("c1c3", "c1e3", "@@@@x", "x", "a2a4q", "c8e6h"):
        with pytest.raises(MoveError):
            projection.receive(game, ply, False)
    assert projection.receive(game, "a2a4", False).move == game.parse("a2a4")


def test_whole_moves_of_other_clients() -> None:
    """A CECP client other than XBoard exchanges the variant's own moves."""
    with CecpEngine(variant=BIFOLD, clicks=False) as engine:
        assert engine.ask("force", "usermove b1c3") == []
        assert "(HH)" in engine.fen().split("/")[5]


# Pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", "QRBHWF")
def test_two_of_a_kind_join(kind: str) -> None:
    """Each kind has a link at a different height; the two royals share one."""
    heights = re.search(r"M-5 (\d+) H105 M-5 (\d+) H105", piece(kind, "White"))
    assert heights is not None
    others = {other: re.search(r"M-5 (\d+) H105 M-5 (\d+) H105", piece(other, "White")) for other in "QRBHWF"}
    same = {other for other, found in others.items() if found and found.groups() == heights.groups()}
    assert same == (set("WF") if kind in "WF" else {kind})
