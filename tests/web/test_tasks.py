"""The tasks of lessons."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette")

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.web.tasks import Verdict, judge
from oddfish.protocols.web.teaching import lessons

TASKS = [
    (variant, board["fen"], board["goal"], board["options"])
    for variant in REGISTRY
    for lesson in lessons(variant)
    for board in lesson["boards"]
    if board["goal"]
]


@pytest.mark.parametrize("variant", REGISTRY)
def test_positions_of_lessons_can_be_opened(variant: str) -> None:
    """With the options of the lesson, of which the page may know all."""
    hidden = {*REGISTRY[variant].hidden_options}
    for lesson in lessons(variant):
        for board in lesson["boards"]:
            assert not hidden & {*board["options"]}
            if board["fen"]:
                assert Game(variant, board["options"], board["fen"]).fen() == board["fen"]


def judged(variant: str, fen: str, goal: str, move: str, options: dict[str, Any] | None = None) -> Verdict:
    game = Game(variant, options, fen, seed=1)
    game.push(move)
    return judge(guide_of(game.variant), game, goal)


def test_there_are_tasks() -> None:
    assert len(TASKS) > 80


@pytest.mark.parametrize(("variant", "fen", "goal", "options"), TASKS)
@pytest.mark.quick(5)
def test_every_move_gets_a_verdict(variant: str, fen: str, goal: str, options: dict[str, Any]) -> None:
    """The lesson's move solves its task, and every other move gets a sentence."""
    assert judged(variant, fen, goal, goal, options).text == "Right!"
    legal = Game(variant, options, fen, seed=1).legal()[:300]
    verdicts = [judged(variant, fen, goal, text, options) for text in legal]
    for verdict in verdicts:
        assert verdict.text.endswith((".", "!"))
        assert verdict.solved == verdict.text.startswith("Right!")
    assert len(legal) < 3 or not all(verdict.solved for verdict in verdicts)


MATES = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 60"
WITHDRAWAL = "4k/5/5/5/5/5/2P2/1p3/3K1 w - - 0 1"
APPROACH = "4k/5/2p2/5/5/5/5/2R2/K4 w - - 0 1"
DROP = "7k/8/5K2/8/8/8/8/8[Q] w - - 0 1"
CRAB = "8/P3k3/8/8/8/8/8/4K3[] w - - 0 40"
SEVERAL = "4(wf)3/8/8/8/R2(qb)4/8/8/4(WF)3[] w - - 0 1"
TURNS = "4/4/4/4/4/4/2R1/X1c1[p] w r 0 9"

HIDDEN = "2XR/4/4/X3/4/3X/4/KX2[nppp] w r 0 30"
PAIR = "7(wf)/3(LD)4/8/8/8/8/8/4(WF)3[] w - - 0 1"
CARRIED = "7(wf)/3(RL)4/8/8/8/8/8/4(WF)3[] w - - 0 1"
ROYALS = "4(wf)3/8/8/8/4(RR)3/8/8/4(WF)3[] w - - 0 1"
LOCKED = "4/4/4/4/4/4/p3/K1p1[] b r 0 9"
RESCUE = "2rqr3k3/12/12/12/12/12/3K5G2 w - - 2 0 5"
REPLY = "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd c3 2 0 1"
LAST = "10k1/P11/12/12/12/12/3K8 w - - 2 0 5"
GHOSTS = "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG w KDkd - 1 0 1"


@pytest.mark.parametrize(
    ("variant", "fen", "goal", "move", "solved", "said"),
    [
        ("fanorona-chess", WITHDRAWAL, "c3d4xb2", "c3c4", False, "does not capture the Pawn on b2"),
        ("fanorona-chess", APPROACH, "c2c6xc7", "c2c3", False, "does not capture the Pawn on c7"),
        ("halfgi", CRAB, "a7a8n", "a7a8q", False, "gives a new Crab"),
        ("halfgi", CRAB, "a7a8n", "e1e2", False, "gives a new Crab"),
        ("halfgi", DROP, "q@g7", "q@a1", False, "goes on"),
        ("bifold-halfgi", SEVERAL, "a4d4xq", "a4d4xb", False, "the same pieces"),
        ("bifold-halfgi", SEVERAL, "a4d4xq", "a4c4", False, "does not capture"),
        ("banqi", TURNS, "a1a1=bp", "a1a1", True, "Right!"),
        ("banqi", TURNS, "a1a1=bp", "c2c3", False, "Take it back"),
        ("banqi", HIDDEN, "c8c8=bp", "a5a5", False, "the lesson moves the"),
        ("bifold-halfgi-handed", PAIR, "d7d8l=q", "d7d8d=q", False, "promotes another piece"),
        ("tandem-84", LAST, "a6/g7m", "a6a7m", False, "by way of the other board"),
        ("tandem-84", GHOSTS, "a1~b1", "l1~k1", True, "Right!"),
        ("tandem-84", GHOSTS, "a1~b1", "b1~h1", False, "does not swap the same pieces"),
        ("tandem-84", GHOSTS, "a1~b1", "a1~g1", False, "does not swap the same pieces"),  # any piece could do that
        ("tandem-84", GHOSTS, "b1~h1", "e1~k1", True, "Right!"),
        ("tandem-84", GHOSTS, "b1~h1", "k1~e1", True, "Right!"),
        ("tandem-84", RESCUE, "j1~d1", "d1c1,j1/~c1", True, "Right!"),  # the King moves before the Ghost saves it
        ("tandem-84", RESCUE, "j1~d1", "d1c1,j1/c2", False, "does not swap the same pieces"),
        ("tandem-84", REPLY, "c6c5,h6h5", "c6c5,i6i5", False, "the lesson moves the Pawn on h6."),
        ("tandem-84", REPLY, "c6c5,h6h5", "h6h4,c6c5", False, "the lesson's move goes somewhere else."),
        (
            "bifold-halfgi-handed",
            CARRIED,
            "d7d8",
            "d7d8r",
            False,
            "the lesson moves the unit of half Rook and left-handed Pawn on d7.",
        ),
        ("bifold-halfgi-handed", PAIR, "d7d8l=q", "d7d8=qq", False, "gives more new pieces than the lesson's move"),
        ("bifold-halfgi", SEVERAL, "a4d4xq", "a4b4", False, "This does not capture the half Queen on d4."),
        ("bifold-halfgi", SEVERAL.replace("qb", "Bq"), "a4d4", "a4b4", False, "not capture the half Queen on d4."),
        ("bifold-halfgi", ROYALS, "e4e8", "e4e2r", False, "Another ends it by capturing both royals."),
        ("banqi", LOCKED, "c1b1", "a2a1", False, "by capturing all pieces, not by leaving the opponent no legal move."),
    ],
)
def test_verdicts(variant: str, fen: str, goal: str, move: str, solved: bool, said: str) -> None:
    found = judged(variant, fen, goal, move)
    assert (found.solved, said in found.text) == (solved, True), found


def test_only_the_ghost_saves_the_king() -> None:
    """Every turn of the lesson's position with a Ghost in it uses the Ghost."""
    (task,) = (fen for variant, fen, goal, _ in TASKS if variant == "tandem-84" and goal == "j1~d1")
    turns = Game("tandem-84", fen=task).legal()
    assert len(turns) > 1 and all("j1" in turn for turn in turns)
    after_king = [turn for turn in turns if turn.startswith("d1")]
    assert not any(judged("tandem-84", task, "j1~d1", turn).solved for turn in after_king if "~" not in turn)


@pytest.mark.parametrize(
    ("variant", "fen", "goal"), [("normal", MATES, "f7g7"), ("half-chess", MATES, "f7g7"), ("halfgi", DROP, "q@g7")]
)
def test_every_mate_solves_a_mate(variant: str, fen: str, goal: str) -> None:
    mates = set()
    for text in Game(variant, fen=fen).legal():
        game = Game(variant, fen=fen)
        game.push(text)
        result = game.result()
        if result is not None and result.reason == "checkmate":
            mates.add(text)
        assert judged(variant, fen, goal, text).solved == (text in mates)
    assert {goal} < mates or variant != "normal"


def test_another_capture_of_the_same_piece_solves_the_task() -> None:
    """Two Pawns can withdraw from b2, and a Rook can approach it."""
    fen = "k4/5/5/5/5/5/PPP2/1p2R/3K1 w - - 0 1"
    captures = [text for text in Game("fanorona-chess", fen=fen).legal() if text.endswith("xb2")]
    solved = [text for text in captures if judged("fanorona-chess", fen, "c3d4xb2", text).solved]
    assert {*captures} == {*solved, "e2c2xb2"}
    assert len(solved) == 2
    assert "withdrawal" in judged("fanorona-chess", fen, "c3d4xb2", "e2c2xb2").text


def test_the_order_of_a_turn_does_not_matter() -> None:
    fen = "gbmcnrrnkqbg/pppppppppppp/12/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b KDkd c3 2 0 1"
    assert judged("tandem-84", fen, "c6c5,h6h5", "h6h5,c6c5").solved
    assert not judged("tandem-84", fen, "c6c5,h6h5", "c6c5,i6i5").solved
