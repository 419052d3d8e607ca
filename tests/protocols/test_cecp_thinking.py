"""CECP over pipes: thinking, draw offers and resignation, pondering, pauses, analysis, hints and perft."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from oddfish.cext.search import MATE
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Searcher
from oddfish.protocols.cecp import Cecp
from oddfish.protocols.cecp.text import thinking_line
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import open_inbox
from support.dialogue import THINKING, legal, moves_in, thinking
from support.pipes import CecpEngine

pytestmark = pytest.mark.sampled(3)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ARMIES = ("option WhiteArmy=RF-CD-BW-QV", "option BlackArmy=RA-VS-BC-RVF")


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant="normal") as running:
        yield running


# Thinking ---------------------------------------------------------------------------------------------------------


def test_thinking_lines(engine: CecpEngine):
    engine.send("post", "sd 6", "go")
    lines = engine.until("move ")
    found = thinking(lines)
    assert len(found) == len(lines) - 1
    assert found
    assert [int(each[1]) for each in found] == sorted(int(each[1]) for each in found)
    nodes = [int(each[4]) for each in found]
    assert nodes == sorted(nodes)
    assert all(each[8].split()[0] in legal("normal", START) for each in found)
    assert lines[-1] == f"move {found[-1][8].split()[0]}"


def test_a_search_that_cannot_start_is_forgotten(monkeypatch: pytest.MonkeyPatch):
    """The engine must not believe for the rest of the game that it is thinking."""
    session = Cecp(open_inbox(), lambda *lines: None, Settings("normal"), fixed_variant=True)
    for line in ("protover 2", "accepted highlight", "new", "sd 1"):
        session.execute(line)
    with monkeypatch.context() as patch:
        patch.setattr(Searcher, "go", unable)
        with pytest.raises(MemoryError):
            session.execute("go")
    assert not session.searches.thinking
    session.execute("go")
    assert session.searches.thinking
    session.searcher.stop_and_wait()


def unable(*given: object, **named: object) -> None:
    raise MemoryError


def test_nopost(engine: CecpEngine):
    engine.send("nopost", "sd 4", "go")
    assert engine.until("move ")[:-1] == []
    engine.send("post", "go")
    assert thinking(engine.until("move "))


@pytest.mark.parametrize(
    ("score", "bound", "number", "mark"),
    [
        (15, "", "15", ""), (-15, "lower", "-15", " !"), (15, "upper", "15", " ?"), (MATE - 1, "", "100001", ""),
        (MATE - 3, "", "100002", ""), (MATE - 4, "", "100002", ""), (-MATE + 2, "", "-100001", ""),
        (-MATE + 3, "", "-100002", ""), (-MATE + 4, "", "-100002", ""),
    ],
)  # fmt: skip
def test_scores(score: int, bound: str, number: str, mark: str):
    info = Info(9, 12, 1, score, bound, 48000, 10840, 0, ["e2e4", "e7e5"])
    assert thinking_line(info) == f"9 {number} 1084 48000\t12 4 0\te2e4 e7e5{mark}"
    assert thinking_line(info, ["e4", "e5"]) == f"9 {number} 1084 48000\t12 4 0\t{{e4 e5}} e2e4 e7e5{mark}"


def test_long_lines_are_cut_between_moves():
    info = Info(99, 99, 1, 0, "lower", 1, 1, 0, ["e2e4"] * 300)
    line = thinking_line(info)
    assert len(line) <= 511
    assert line.endswith("e2e4 !")


def test_mate_in_thinking(engine: CecpEngine):
    engine.send("post", "setboard 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "sd 5", "go")
    lines = engine.until("1-0|0-1|1/2")
    assert any(found[2] == "100001" for found in thinking(lines))
    assert lines[-2:] == ["move g1g7", "1-0 {checkmate}"]


# Draw offers and resignation --------------------------------------------------------------------------------------


def test_draw_offers(engine: CecpEngine):
    """The losing side accepts a draw, the winning side does not."""
    engine.send("setboard 4k3/8/8/8/8/8/3QQ3/4K3 b - - 0 1", "sd 3", "go")
    engine.expect("move ")
    assert engine.ask("draw") == ["offer draw"]
    engine.send("new", "force", "setboard 4k3/8/8/8/8/8/3QQ3/4K3 w - - 0 1", "sd 2", "go")
    engine.expect("move ")
    assert engine.ask("draw") == []


def test_draw_offer_during_a_search(engine: CecpEngine):
    engine.send("setboard 4k3/8/8/8/8/8/3QQ3/4K3 b - - 0 1", "st 1000", "nopost", "go", "draw", "?")
    lines = engine.sync()
    assert lines.index("offer draw") < lines.index(f"move {moves_in(lines)[0]}")


@pytest.mark.parametrize("resign", [False, True])
def test_resignation(engine: CecpEngine, resign: bool):
    """A lone king against queens. The test plays the moves of the queens' side."""
    engine.send(f"option Resign={int(resign)}", "sd 3", "nopost", "setboard 7k/8/8/8/8/8/1P1QQQ2/K7 b - - 0 1")
    waiting = iter(("b2b3", "b3b4", "b4b5", "b5b6"))
    answers = []
    engine.send("go")
    for move in waiting:
        answers.append(engine.expect("move |resign|1"))
        if answers[-1] == "resign":
            break
        engine.send(f"usermove {move}")
    assert ("resign" in answers) == resign


# Pondering --------------------------------------------------------------------------------------------------------


def ponder(engine: CecpEngine) -> str:
    """Have the engine ponder for a while; returns the expected move."""
    engine.send("hard", "post", "st 1", "usermove e2e4")
    engine.expect("move ")
    expected = thinking([engine.expect(r"6 ")])[0][8].split()[0]
    assert f"Hint: {expected}" in engine.ask("hint")  # there can be thinking lines in between
    return expected


def test_ponder_hit_goes_on_with_the_search(engine: CecpEngine):
    expected = ponder(engine)
    engine.sync()
    engine.send(f"usermove {expected}")
    lines = engine.until("move ")
    assert not any(found[1] == "1" for found in thinking(lines))
    heads = [found[8].split()[0] for found in thinking(lines)]
    while heads and heads[0] == expected:
        heads.pop(0)  # printed before the engine received the move
    assert expected not in heads
    game = Game("normal", fen=engine.fen())
    assert game.turn == 0


def test_ponder_miss_searches_again(engine: CecpEngine):
    expected = ponder(engine)
    game = Game("normal", fen=engine.fen())
    other = next(move for move in game.legal() if move != expected)
    engine.sync()
    engine.send(f"usermove {other}")
    lines = engine.until("move ")
    assert any(found[1] == "1" for found in thinking(lines))


def test_a_ponder_hit_uses_the_clock_of_the_moment(engine: CecpEngine):
    """A move of the ten hours before would take longer than the test waits."""
    engine.send("hard", "post", "level 0 600 0", "usermove e2e4", "?")
    engine.expect("move ")
    expected = thinking([engine.expect(r"6 ")])[0][8].split()[0]
    engine.send("time 100", "otim 3600000", f"usermove {expected}")
    engine.expect("move ")


def test_a_ponder_hit_with_another_depth(engine: CecpEngine):
    expected = ponder(engine)
    engine.send("level 0 600 0", "sd 5", f"usermove {expected}")
    engine.expect("move ")


def test_easy_ends_pondering(engine: CecpEngine):
    ponder(engine)
    engine.ask("easy")
    assert engine.sync() == []
    assert engine.ask(".") == []


def test_no_pondering_unless_hard(engine: CecpEngine):
    engine.send("easy", "sd 3", "usermove e2e4")
    engine.expect("move ")
    assert engine.ask(".") == []


# Pause ------------------------------------------------------------------------------------------------------------


def test_pause_and_resume(engine: CecpEngine):
    engine.send("st 1", "usermove e2e4")
    engine.expect(r"2 ")
    engine.send("pause")
    engine.sync()
    assert engine.ask(".", "pause") == []
    engine.send("resume")
    engine.expect("move ")


@pytest.mark.parametrize("option", ["WhiteArmy=RF-CD-BW-QV", "DistinctPieces=1"])
def test_an_option_during_a_pause(option: str):
    with CecpEngine(variant="augmented-half-chess") as engine:
        engine.send("st 1", "go", "pause", f"option {option}")
        assert not moves_in(engine.sync())
        engine.send("resume")
        engine.expect("move ")


def test_a_refused_position_leaves_the_search(engine: CecpEngine):
    engine.send("st 1", "go", "edit", "#", ".")
    engine.expect("tellusererror Illegal position")
    engine.expect("move ")


@pytest.mark.parametrize("option", ["Evaluation=material", "SearchFile=", "MultiPV=2", "Clear Hash", "EvalFile="])
def test_an_option_interrupts_a_search(engine: CecpEngine, option: str):
    engine.send("post", "analyze")
    engine.expect(r"3 ")
    engine.send(f"option {option}")
    engine.expect(r"1 ")


# Analysis ---------------------------------------------------------------------------------------------------------


def analysed(engine: CecpEngine, *commands: str) -> str:
    """The first move of the first line after the commands."""
    engine.sync()
    engine.send(*commands)
    return thinking([engine.expect(r"1 -?\d+ ")])[0][8].split()[0]


def test_analysis_follows_the_board(engine: CecpEngine):
    game = Game("normal")
    assert analysed(engine, "post", "analyze") in game.legal()
    for move in ("e2e4", "e7e5"):
        game.push(move)
        assert analysed(engine, f"usermove {move}") in game.legal()
    game.pop()
    assert analysed(engine, "undo") in game.legal()
    fen = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
    assert analysed(engine, f"setboard {fen}") in legal("normal", fen)
    assert analysed(engine, "new") in legal("normal", START)
    assert analysed(engine, "option MultiPV=2") in legal("normal", START)
    assert analysed(engine, "cores 2", "memory 4") in legal("normal", START)
    engine.send("exit")
    assert moves_in(engine.sync()) == []
    assert engine.sync() == []
    assert engine.fen() == START


def test_status(engine: CecpEngine):
    engine.send("post", "analyze")
    engine.expect(r"5 ")
    (line,) = [each for each in engine.ask(".") if each.startswith("stat01")]
    found = re.fullmatch(r"stat01: (\d+) (\d+) (\d+) (\d+) (\d+)( \S+)?", line)
    assert found is not None
    assert int(found[2]) > 0
    assert int(found[3]) >= 5
    assert int(found[4]) <= int(found[5]) == 20


def test_analysis_of_a_finished_game(engine: CecpEngine):
    engine.ask("setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "analyze")
    assert engine.ask("hint") == []
    assert analysed(engine, "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1")


def test_multipv(engine: CecpEngine):
    engine.send("option MultiPV=3", "post", "analyze")
    firsts = set()
    lines = engine.until(r"5 ")
    for found in thinking(lines):
        if found[1] == "4":
            firsts.add(found[8].split()[0])
    assert len(firsts) >= 3


def test_exclude_and_include(engine: CecpEngine):
    engine.sync()
    engine.send("sd 3", "exclude all", "include a2a3", "go")
    assert engine.expect("move ") == "move a2a3"
    others = [f"exclude {move}" for move in Game("normal").legal() if move != "h2h3"]
    engine.send("new", "sd 3", *others, "go")
    assert engine.expect("move ") == "move h2h3"
    engine.send("new", "sd 3", "exclude all", "go")
    assert moves_in(engine.sync()) == []
    engine.send("include b2b3")
    assert engine.expect("move ") == "move b2b3"


def test_exclusion_ends_with_the_position(engine: CecpEngine):
    engine.ask("force", "exclude all", "usermove e2e4", "sd 2")
    engine.send("go")
    engine.expect("move ")


def test_exclude_during_analysis(engine: CecpEngine):
    first = analysed(engine, "post", "analyze")
    assert analysed(engine, f"exclude {first}") != first
    assert analysed(engine, "exclude all", "include a2a4") == "a2a4"


# Hints, explanations, perft ---------------------------------------------------------------------------------------


def test_hint(engine: CecpEngine):
    engine.send("hint")
    assert engine.expect("Hint: ").split()[1] in legal("normal", START)
    engine.send("setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.ask("hint") == []


def test_book_explains_the_game(engine: CecpEngine):
    lines = engine.ask("new", *ARMIES, "variant augmented-half-chess", "bk")
    text = lines[lines.index(" Augmented Half Chess") :]
    assert text[-1] == ""
    assert all(line.startswith(" ") for line in text[:-1])
    assert any("White's RF" in line for line in text)


def test_perft_and_divide(engine: CecpEngine):
    engine.send("perft 3")
    assert engine.until("Nodes searched")[-1:] == ["Nodes searched: 8902"]
    engine.send("divide 2")
    *moves, total = engine.until("Nodes searched")
    assert total == "Nodes searched: 400"
    assert sorted(moves) == sorted(f"{move}: 20" for move in legal("normal", START))
    engine.send("perft 30")
    assert engine.sync() == []
    engine.send("force")
    assert engine.expect("# ") == "# perft stopped"


@pytest.mark.parametrize(("count", "remark"), [("perft 30", "# perft stopped"), ("bench", "# bench stopped")])
@pytest.mark.parametrize("search", [["go"], ["usermove e2e4"], ["analyze"], ["hint"]])
@pytest.mark.quick(3)
def test_a_search_ends_a_count(engine: CecpEngine, count: str, remark: str, search: list[str]):
    engine.send("st 1000", "post", count, *search)
    assert engine.expect("# ") == remark
    lines = engine.until("Hint: ") if search == ["hint"] else engine.until(THINKING.pattern)
    assert not any(line.startswith("move") for line in lines)


@pytest.mark.parametrize(("count", "remark"), [("perft 30", "# perft stopped"), ("bench", "# bench stopped")])
def test_a_count_ends_a_search(engine: CecpEngine, count: str, remark: str):
    """The engine makes its move and does not ponder."""
    engine.send("nopost", "hard", "st 1000", "usermove e2e4", count)
    assert engine.expect("move ")
    assert engine.ask(".") == []
    engine.send("?")
    assert engine.expect("# ") == remark
    engine.send("force", "post", "analyze")
    engine.until(THINKING.pattern)
    engine.send(count)
    engine.sync()
    assert engine.ask(".") == []
    engine.send("?")
    assert engine.until("# ")[-1:] == [remark]


def test_a_count_lets_the_engine_end_its_turn():
    """XBoard wants the next capture of a series at once."""
    with CecpEngine(variant="banqi") as engine:
        engine.ask("option MultiCapture=1", "new", "variant banqi", "force")
        engine.send("setboard 6p1/8/8/8/8/p7/p7/R1p1p3 w - - 0 1", "st 1000", "go", "perft 30")
        assert len(moves_in(engine.sync())) >= 2
        assert engine.fen().split()[1] == "b"
        engine.send("?")
        assert engine.expect("# perft") == "# perft stopped"
