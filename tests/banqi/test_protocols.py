"""Banqi over CECP and UCI: who deals, illegal moves and outcomes, and perft with chance."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from chess.engine import Limit

from oddfish.engine.board import VariantBoard
from oddfish.engine.game import Game, open_to_chance
from support.driven import open_engine
from support.pipes import CecpEngine, UciEngine

pytestmark = pytest.mark.sampled(3)

BANQI, HONGKONG = "banqi", "banqi-hongkong"
START = "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX[KGGMMRRNNCCPPPPPkggmmrrnnccppppp] w - 0 1"
#: A file of face-up pieces, and few other moves.
OPEN = "4/4/4/4/4/XX2/2p1/1R2[kn] w r 0 9"


@pytest.fixture
def plain() -> Iterator[CecpEngine]:
    """A client that exchanges whole moves, like python-chess."""
    with CecpEngine(variant=BANQI, clicks=False) as engine:
        engine.ask("easy", "sd 1")
        yield engine


@pytest.fixture
def uci() -> Iterator[UciEngine]:
    with UciEngine(variant=BANQI) as engine:
        engine.sync()
        yield engine


# CECP without clicks: the GUI deals ------------------------------------------------------------------------------


def moved(engine: CecpEngine) -> str:
    return engine.expect(r"move \S+").removeprefix("move ")


def test_the_engine_s_flip_waits_for_its_outcome(plain: CecpEngine):
    plain.send("go")
    move = moved(plain)
    assert re.fullmatch(r"([a-d][1-8])\1", move)
    assert plain.fen() == START
    assert plain.ask(f"usermove {move}=rk") == []
    assert plain.fen().split()[1:3] == ["b", "r"]
    assert "K" in plain.fen().split("[")[0]


def test_the_engine_s_flip_taken_back_and_completed(plain: CecpEngine):
    """As python-chess does it."""
    plain.send("go")
    move = moved(plain)
    assert plain.ask("undo") == []
    assert plain.fen() == START
    assert plain.ask("force", f"usermove {move}=bp", "undo") == []
    assert plain.fen() == START
    (line,) = plain.ask("undo")
    assert line == "Error (no move to take back): undo"
    assert plain.ask(f"usermove {move}=bp") == []
    assert plain.fen().split()[1:3] == ["b", "b"]


def test_nothing_else_is_played_meanwhile(plain: CecpEngine):
    plain.send("go")
    move = moved(plain)
    other = "a1a1" if move != "a1a1" else "b1b1"
    (line,) = plain.ask(f"usermove {other}=rk")
    assert line == f"Illegal move (expected the outcome of {move} first): {other}=rk"
    (line,) = plain.ask(f"usermove {move}")
    assert line.startswith("Illegal move (")
    assert plain.ask("go", "hint", ".", "analyze", "exit", "?") == []  # there is nothing to think about
    assert plain.ask(f"usermove {move}=rk") == []


def test_the_engine_answers_once_the_outcome_is_known(plain: CecpEngine):
    """It plays both its flips and the answer to the opponent's."""
    plain.send("usermove d4d4=bc")
    move = moved(plain)
    assert plain.ask("easy") == []
    plain.ask(f"usermove {move}=rk")
    assert plain.fen().split()[1:3] == ["w", "b"]


@pytest.mark.parametrize("move", ["a1a1", "A1A1", "c8c8"])
def test_a_flip_without_outcome_is_refused(plain: CecpEngine, move: str):
    (line,) = plain.ask("force", f"usermove {move}")
    assert line == f"Illegal move (outcome missing; write, for example, {move.lower()}=rk): {move}"
    assert plain.fen() == START


def test_an_attempt_without_outcome_is_refused():
    with CecpEngine("--option", "DarkCapture=true", variant=BANQI, clicks=False) as engine:
        (line,) = engine.ask("force", "setboard 4/4/4/4/4/4/X3/R3[n] w r 0 1", "usermove a1a2")
        assert line == "Illegal move (outcome missing; write, for example, a1a2=bn): a1a2"
        assert engine.ask("usermove a1a2=bn") == []
        assert engine.fen().startswith("4/4/4/4/4/4/R3/4[]")


def test_an_outcome_not_in_the_pool_is_refused(plain: CecpEngine):
    assert plain.ask("force", "usermove a1a1=rk") == []
    (line,) = plain.ask("usermove b1b1=rk")
    assert line == "Illegal move (no red General is left face down): b1b1=rk"
    (line,) = plain.ask("usermove b1b1=rx")
    assert line.startswith("Illegal move (")
    assert plain.ask("usermove b1b1=rg") == []


def test_the_plain_client_s_outcomes_hold(plain: CecpEngine):
    """The engine does not deal: any piece of the pool can turn up on any square."""
    for outcome in ("rk", "bk", "rp"):
        assert plain.ask("force", f"setboard {START}", f"usermove a1a1={outcome}") == []
        assert ("rb".index(outcome[0]) == 0) == (plain.fen().split()[2] == "r")


# CECP with clicks: the engine deals ------------------------------------------------------------------------------


def played(engine: CecpEngine, plies: int) -> list[str]:
    """The engine's answers to a person's flips, in XBoard's plies."""
    told = []
    for rank in range(1, plies + 1):
        lines = engine.ask(f"lift a{rank}")
        if len(lines) < 5:  # no longer face down
            continue
        letter = lines[-2].split()[1]
        engine.send(f"usermove a{rank}b{rank},b{rank}a{rank}{letter}")
        told += [letter, moved(engine)]
    return told


@pytest.mark.later
def test_deal_seed_repeats_a_game():
    games = []
    for seed in (3, 3, 4):
        with CecpEngine("--option", f"DealSeed={seed}", variant=BANQI) as engine:
            engine.ask("easy", "sd 2", "cores 1")
            games.append(played(engine, 6))
            engine.ask("new", f"variant {BANQI}", "easy", "sd 2")
            assert played(engine, 6) == games[-1]
    assert games[0] == games[1] != games[2]


def test_without_a_seed_games_differ():
    with CecpEngine(variant=BANQI) as engine:
        deals = set()
        for _ in range(4):
            engine.ask("new", f"variant {BANQI}", "force")
            deals.add("".join(engine.ask(f"lift a{rank}")[-2][-1] for rank in range(1, 9)))
    assert len(deals) > 1


def test_an_opponent_s_outcome_not_in_the_pool_is_refused_by_plies():
    with CecpEngine(variant=BANQI) as engine:
        engine.ask("force", "computer")
        assert engine.ask("usermove a1b1,b1a1k") == []
        (line,) = engine.ask("usermove b2a2l")
        assert line == "Illegal move (White's General is not face down): b2a2l"
        (line,) = engine.ask("usermove b2a2")
        assert line == "Illegal move (outcome missing; write, for example, b2a2a): b2a2"
        assert engine.ask("usermove b2a2k") == []


def test_an_opponent_s_outcomes_are_dealt_around():
    """The engine deals the remaining squares from the pieces that the opponent has not turned up."""
    with CecpEngine("--option", "DealSeed=9", variant=BANQI) as engine:
        engine.ask("computer", "easy", "sd 1")
        game = Game(BANQI)
        game.deal = None
        for ply in ("a1b1,b1a1k", "a2b2,b2a2l", "a3b3,b3a3c"):
            if "X" not in engine.fen():
                break
            engine.send(f"usermove {ply}")
            moved(engine)
        assert engine.fen().count("X") == 32 - 2 * 3 or "X" in engine.fen()
        fen = engine.fen()
        Game(BANQI, fen=fen)  # a whole set


# UCI -------------------------------------------------------------------------------------------------------------


def test_positions_with_outcomes(uci: UciEngine):
    uci.send("position startpos moves a1a1=rk b1b1=bp a1b1")
    (line,) = uci.sync()
    assert line.startswith("info string illegal move 3: ")  # a General does not take a Soldier
    assert uci.fen() == START
    uci.send("position startpos moves a1a1=rk b1b1=bp c1c1=bp b1a1")
    assert uci.sync() == []
    assert uci.fen().startswith("XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/p1pX[")


@pytest.mark.parametrize("moves", ["a1a1", "a1a1 b1b1=bp", "a1a1=rk b1b1", "a1a1=rk b1b1 c1c1=bp"])
def test_a_bare_flip_in_a_position_is_refused(uci: UciEngine, moves: str):
    uci.send("position startpos moves d4d4=rc")
    uci.send(f"position startpos moves {moves}")
    (line,) = uci.sync()
    bare = next(move for move in moves.split() if "=" not in move)
    number = moves.split().index(bare) + 1
    shown = "rk" if bare == "a1a1" else "rg"
    assert line.startswith(
        f"info string illegal move {number}: '{bare}': outcome missing; write, for example, {bare}={shown}; "
        "the position stays as it was"
    )
    assert "C" in uci.fen().split("[")[0]


def test_an_outcome_not_in_the_pool_over_uci(uci: UciEngine):
    uci.send("position startpos moves a1a1=rk b1b1=rk")
    (line,) = uci.sync()
    assert "no red General is left face down" in line


def test_bestmove_of_a_flip_is_bare(uci: UciEngine):
    uci.send("position startpos", "go depth 2")
    best = uci.expect("bestmove")
    assert re.fullmatch(r"bestmove ([a-d][1-8])\1", best)


def test_the_announcement(uci: UciEngine):
    uci.send(f"setoption name UCI_Variant value {HONGKONG}")
    (line,) = [line for line in uci.sync() if "startpos" in line]
    assert f"variant {HONGKONG} files 4 ranks 8 pocket 0" in line
    assert line.endswith(f"startpos {START}")


# Counting --------------------------------------------------------------------------------------------------------


def test_perft_over_uci(uci: UciEngine):
    uci.send("go perft 2")
    *moves, decisions, outcomes, nodes = uci.until("Nodes searched")
    assert (decisions, outcomes, nodes) == ("Decisions: 13888", "Outcomes: 192448", "Nodes searched: 13888")
    assert [line.split(": ")[0] for line in moves] == Game(BANQI).legal()
    assert sum(int(line.split(": ")[1]) for line in moves) == 13888


def test_perft_over_cecp(plain: CecpEngine):
    plain.send("perft 2")
    assert plain.until("Nodes searched") == ["Decisions: 13888", "Outcomes: 192448", "Nodes searched: 13888"]
    plain.send("divide 1")
    *moves, decisions, outcomes, nodes = plain.until("Nodes searched")
    assert moves == [f"{move}: 1" for move in Game(BANQI).legal()]
    assert (decisions, outcomes, nodes) == ("Decisions: 32", "Outcomes: 448", "Nodes searched: 32")


def test_perft_of_depth_0(uci: UciEngine):
    uci.send("go perft 0")
    assert uci.until("Nodes searched") == ["Decisions: 1", "Outcomes: 1", "Nodes searched: 1"]


def test_a_stopped_perft_has_no_totals(uci: UciEngine):
    uci.send("go perft 12", "stop")
    lines = uci.sync()
    assert lines[-1] == "info string perft stopped"
    assert not any(line.startswith(("Decisions", "Outcomes", "Nodes")) for line in lines)


def test_games_without_chance_have_one_count(uci: UciEngine):
    uci.send("setoption name UCI_Variant value normal", "go perft 2")
    *_, before, nodes = uci.until("Nodes searched")
    assert nodes == "Nodes searched: 400"
    assert re.fullmatch(r"[a-h]\d[a-h]\d: 20", before)


# While the engine is busy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("clicks", [True, False])
def test_ping_during_a_search(clicks: bool):
    with CecpEngine(variant=BANQI, clicks=clicks) as engine:
        engine.send("st 1000", "go")
        flip = moved(engine)  # the first one needs no search
        engine.send("force", *([] if clicks else [f"usermove {flip}=rk"]), "go")
        engine.expect("3 ")
        assert isinstance(engine.sync(), list)
        engine.send("?")
        moved(engine)
        assert flip[0] in "aceg" or not clicks  # from White's half to Black's, the person's


def test_analysis_follows_outcomes(plain: CecpEngine):
    plain.send("analyze", "usermove a1a1=rk")
    plain.expect("3 ")
    plain.send("usermove b1b1=bp")
    plain.expect("3 ")
    plain.send("undo", "undo")
    plain.expect("3 ")
    plain.send("exit")
    assert plain.fen() == START


def test_pondering_never_guesses_an_outcome():
    with UciEngine(variant=BANQI) as engine:
        rng, game = random.Random(4), Game(BANQI)
        game.deal = None
        for _ in range(12):
            engine.send(f"position startpos moves {' '.join(game.texts())}" if game.moves else "position startpos")
            engine.send("go depth 3")
            best = engine.expect("bestmove").split()
            move = game.parse(best[1])
            if open_to_chance(game.position, move):
                assert len(best) == 2  # the next move depends on what turns up
                move = rng.choice(game.position.outcomes(move))[0]
            elif len(best) == 4:
                after = game.copy()
                after.push_move(move)
                after.parse_complete(best[3])
            game.push_move(move)


@pytest.mark.parametrize("end", ["depth 3", "infinite"])
def test_no_flip_to_ponder_on(uci: UciEngine, end: str):
    """The opponent can only flip. The GUI could not set up the position after that: it does not know the outcome."""
    uci.send("position fen 4/4/4/4/4/4/R3/2XX[kg] w r 0 9", f"go searchmoves a2a3 {end}")
    uci.expect("info depth 3 .* pv a2a3 c1c1")
    uci.send("stop")
    assert uci.expect("bestmove") == "bestmove a2a3"


# python-chess ----------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        (BANQI, {}),
        (HONGKONG, {}),
        (BANQI, {"DarkCapture": True, "MultiCapture": True}),
        (HONGKONG, {"DarkCapture": True, "MultiCapture": True, "ChariotRides": "any"}),
    ],
)
def test_python_chess_plays_a_whole_game(protocol: str, oddfish: str, name: str, options: dict[str, bool | str]):
    """Our board deals; the engine follows the outcomes it receives."""
    with open_engine(protocol, oddfish) as engine:
        engine.configure(options)
        board = VariantBoard(name, options=options, seed=11)
        game = object()
        for ply in range(500):
            if board.is_game_over():
                break
            if ply % 10 < 4:
                board.push(random.Random(ply).choice(board.legal_moves))
            else:
                move = engine.play(board, Limit(depth=2), game=game).move
                assert move in board.legal_moves
                board.push(move)
        assert board.is_game_over()
        engine.send_game_result(board)
        assert any("=" in move.uci() for move in board.move_stack)
        assert not options or any("=" in text and text[:2] != text[2:4] for text in board.game().texts())


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_python_chess_analyses(protocol: str, oddfish: str):
    with open_engine(protocol, oddfish) as engine:
        board = VariantBoard(BANQI, seed=2)
        for text in ("a1a1", "b1b1", "c1c1", "d1d1"):
            board.push_uci(text)
        info = engine.analyse(board, Limit(depth=4))
        assert info["pv"][0] in board.legal_moves
        assert info["score"].turn == board.turn
