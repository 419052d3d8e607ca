"""VariantBoard: alone, and with python-chess's chess.engine driving the real oddfish over both protocols."""

from __future__ import annotations

import copy
import doctest
import logging
import random
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import chess
import chess.engine
import pytest
from chess.engine import Limit, SimpleEngine

import oddfish.engine.board
from oddfish.engine.board import MoveError, VariantBoard, VariantMove, board_class
from oddfish.engine.game import Game, Result
from oddfish.engine.variants import REGISTRY, UnknownVariantError
from support.boards import wander
from support.driven import open_engine

VARIANTS = list(REGISTRY)
DRIVEN = [
    *("half-chess", "augmented-half-chess", "halfgi", "normal"),
    *("fanorona-chess", "fanorona-chess-alternate", "tandem-84"),
    *("bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak"),
]
WHITE_ARMY, BLACK_ARMY = "RF-CD-BW-QV", "RA-VS-BC-RVF"
MATE_IN_FOUR = "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5"


# ------------------------------------------------------------------------------------------- the board alone


@pytest.mark.parametrize("name", VARIANTS)
def test_classes_carry_the_names_python_chess_reads(name: str) -> None:
    board = VariantBoard(name)
    assert type(board) is board_class(name)
    assert type(board).uci_variant == type(board).xboard_variant == name
    assert type(board).chess960 is False
    assert isinstance(board, VariantBoard)


def test_names_are_found_as_in_the_registry() -> None:
    assert type(VariantBoard("CHESS")) is board_class("normal")
    assert type(VariantBoard(REGISTRY["halfgi"])) is board_class("halfgi")
    with pytest.raises(UnknownVariantError):
        VariantBoard("nosuch")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.quick(3)
def test_it_agrees_with_the_game(name: str) -> None:
    board = VariantBoard(name, seed=3)
    game = Game(name, fen=board.fen())
    for seed in range(30):
        if game.result():
            break
        text = game.push(random.Random(seed).choice(game.legal()))  # with its outcome, if it has one
        board.push(VariantMove(text))
        assert board.fen() == game.fen()
        assert board.turn is (game.turn == 0)
        assert [move.uci() for move in board.legal_moves] == game.legal()
        assert board.is_check() == game.position.check
        assert board.fullmove_number == game.position.number
        assert board.halfmove_clock == game.position.clock
    assert [move.uci() for move in board.move_stack] == game.texts()
    assert board.ply() == len(game.moves)
    assert board.game().texts() == game.texts()
    assert str(board) == board.variant.draw(game.position)


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_round_trip_in_any_case(name: str) -> None:
    board = wander(VariantBoard(name, seed=1), 25, seed=4)
    for move in board.legal_moves:
        for text in (move.uci(), move.uci().upper(), board.xboard(move), board.uci(move)):
            assert board.parse_uci(text) == board.parse_xboard(text) == move
        board.push_xboard(move.uci().upper())
        assert board.peek().uci().partition("=")[0] == move.uci().partition("=")[0]
        assert board.pop() == board.parse_uci(board.uci(move)) or "banqi" in name


def test_copies_of_a_board_with_a_pending_move() -> None:
    """A flip without an outcome is pending, on copies too, but not on the root."""
    board = VariantBoard.of_game(Game("banqi", seed=1))
    flip = board.push_uci("a1a1")
    for copied in (board.copy(), board.copy(stack=1), board.copy(stack=False)):
        assert copied.fen() == board.fen()
        assert copied.legal_moves == board.legal_moves
    assert board.copy().pop() == flip
    assert board.root().legal_moves == VariantBoard("banqi").legal_moves
    board.push(board.legal_moves[0])
    assert board.ply() == 1  # a flip and its outcome are one move


def test_castling_as_some_cecp_engines_write_it() -> None:
    board = VariantBoard("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert board.push_xboard("O-O-O") == VariantMove("e1c1")
    assert board.parse_xboard("O-O") == board.parse_xboard("0-0") == VariantMove("e8g8")
    with pytest.raises(MoveError):
        VariantBoard("tandem-84").push_xboard("O-O")


def test_docstring() -> None:
    assert doctest.testmod(oddfish.engine.board).failed == 0


def test_moves_compare_by_value() -> None:
    move = VariantMove("N@E4")
    assert move == VariantMove.from_uci("n@e4") != VariantMove("n@e5")
    assert len({move, VariantMove("n@e4")}) == 1
    assert str(move) == move.uci() == move.xboard() == "n@e4"
    assert repr(move) == "VariantMove('n@e4')"
    assert move
    assert move != "n@e4"


def test_illegal_moves_leave_the_board_as_it_was() -> None:
    board = VariantBoard("half-chess")
    before = board.fen()
    for attempt in (board.push_uci, board.parse_uci, board.push_xboard, lambda text: board.push(VariantMove(text))):
        with pytest.raises(MoveError):
            attempt("e2e5")
    assert not board.is_legal(VariantMove("e2e5"))
    assert board.is_legal(VariantMove("e2e4"))
    assert (board.fen(), board.move_stack) == (before, [])
    with pytest.raises(IndexError):
        board.pop()


def test_copies_are_independent() -> None:
    board = wander(VariantBoard("halfgi"), 6, seed=1)
    whole, bare, two = board.copy(), board.copy(stack=False), board.copy(stack=2)
    assert whole == bare == two == board == copy.copy(board) == copy.deepcopy(board)
    assert [len(one.move_stack) for one in (whole, bare, two)] == [6, 0, 2]
    whole.pop()
    assert whole != board
    assert len(board.move_stack) == 6
    assert board.root() == VariantBoard("halfgi")
    assert board.root().move_stack == []
    assert two.root().ply() == 0
    assert VariantBoard.of_game(board.game()) == board
    with pytest.raises(TypeError):
        hash(board)


def test_boards_of_other_kinds_are_different() -> None:
    assert VariantBoard("normal") != VariantBoard("half-chess")
    assert VariantBoard("normal") != chess.Board()
    assert chess.Board() != VariantBoard("normal")


def test_copies_keep_the_history_that_counts_repetitions() -> None:
    board = VariantBoard("normal")
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        assert not board.is_game_over()
        board.push_uci(text)
    assert board.copy().ending() == Result(None, "repetition")
    assert board.copy(stack=False).ending() is None


@pytest.mark.parametrize(
    ("name", "fen", "moves", "result", "termination", "winner"),
    [
        ("half-chess", None, MATE_IN_FOUR, "1-0", chess.Termination.CHECKMATE, chess.WHITE),
        ("normal", None, "f2f3 e7e5 g2g4 d8h4", "0-1", chess.Termination.CHECKMATE, chess.BLACK),
        ("normal", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "1/2-1/2", chess.Termination.STALEMATE, None),
        ("normal", "7k/8/8/8/8/8/8/RK6 w - - 99 80", "a1a2", "1/2-1/2", chess.Termination.FIFTY_MOVES, None),
        ("normal", "8/8/8/8/8/7k/8/qK6 w - - 0 1", "b1a1", "1/2-1/2", chess.Termination.INSUFFICIENT_MATERIAL, None),
    ],
)
def test_results(
    name: str, fen: str | None, moves: str, result: str, termination: chess.Termination, winner: bool | None
) -> None:
    board = VariantBoard(name, fen)
    for text in moves.split():
        assert (board.result(), board.outcome(), board.is_game_over()) == ("*", None, False)
        board.push_uci(text)
    assert board.result(claim_draw=True) == result
    assert board.is_game_over()
    assert board.outcome(claim_draw=True) == chess.Outcome(termination, winner)


def test_armies_come_from_options_or_the_fen() -> None:
    board = VariantBoard("augmented-half-chess", options={"WhiteArmy": WHITE_ARMY, "BlackArmy": BLACK_ARMY})
    assert board.fen().endswith(f" {WHITE_ARMY}:{BLACK_ARMY}")
    assert VariantBoard("augmented-half-chess", board.fen()) == board


# ------------------------------------------------------------------------------- chess.engine and the engine

Open = Callable[[], AbstractContextManager[SimpleEngine]]


@pytest.fixture(autouse=True)
def _all_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether python-chess can read all moves of a PV. It cuts a PV before the first move that is not written as in
    chess: to or from a rank above 8, or a drop or swap of Tandem-84 (over UCI only)."""
    monkeypatch.setattr(chess.engine, "UCI_REGEX", re.compile(r"[a-p]\d+[/~]?[a-p]\d|[a-z]@|0000", re.IGNORECASE))


@pytest.fixture(params=["uci", "xboard"])
def protocol(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def engine(protocol: str, oddfish: str, caplog: pytest.LogCaptureFixture) -> Iterator[SimpleEngine]:
    """The real engine; python-chess must not complain about anything it sends."""
    with open_engine(protocol, oddfish) as driven:
        yield driven
    faults = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert not faults


def start_board(name: str, seed: int = 1) -> VariantBoard:
    return VariantBoard(name, seed=seed)


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("name", DRIVEN)
def test_play_a_move(engine: SimpleEngine, name: str) -> None:
    board = wander(start_board(name), 5, seed=2)
    result = engine.play(board, Limit(depth=5), info=chess.engine.INFO_ALL)
    assert result.move in board.legal_moves
    assert result.info["depth"] <= 5
    assert result.info["pv"][0] == result.move
    assert result.info["score"].turn == board.turn


@pytest.mark.one_a_family
@pytest.mark.slow
@pytest.mark.parametrize("name", DRIVEN)
def test_play_on_a_clock(engine: SimpleEngine, name: str) -> None:
    board = start_board(name)
    game = object()
    for _ in range(6):
        limit = Limit(white_clock=4.0, black_clock=3.0, white_inc=0.1, black_inc=0.1)
        move = engine.play(board, limit, game=game).move
        assert move in board.legal_moves
        board.push(move)


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("name", DRIVEN)
def test_analyse(engine: SimpleEngine, name: str) -> None:
    board = wander(start_board(name), 8, seed=3)
    info = engine.analyse(board, Limit(depth=6))
    assert info["depth"] >= 6
    assert info["nodes"] > 0
    assert info["pv"][0] in board.legal_moves
    following = board.copy()
    for move in info["pv"]:
        following.push(move)


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("name", DRIVEN)
def test_analysis_runs_until_stopped(engine: SimpleEngine, name: str) -> None:
    board = start_board(name)
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4 and "pv" in info:
                break
    assert engine.play(board, Limit(depth=2)).move in board.legal_moves


@pytest.mark.one_a_family
@pytest.mark.slow
@pytest.mark.parametrize("name", DRIVEN)
def test_a_whole_game(engine: SimpleEngine, name: str) -> None:
    """Two games in one process, in which only moves are sent: the engine follows to the end."""
    for seed in (1, 2):
        board = start_board(name, seed)
        game = object()
        for ply in range(400):
            if board.is_game_over():
                break
            if ply % 10 < 4:
                board.push(random.Random(ply).choice(board.legal_moves))
            else:
                move = engine.play(board, Limit(depth=2), game=game).move
                assert move in board.legal_moves
                board.push(move)
        engine.send_game_result(board)


@pytest.mark.quick(3)
def test_it_finds_the_mate(engine: SimpleEngine) -> None:
    board = VariantBoard("half-chess")
    for text in MATE_IN_FOUR.split()[:-1]:
        board.push_uci(text)
    result = engine.play(board, Limit(depth=4), info=chess.engine.INFO_SCORE)
    assert result.move == VariantMove("f4e5")
    assert result.info["score"].relative.mate() == 1


@pytest.mark.quick(3)
def test_ponder(engine: SimpleEngine) -> None:
    board = VariantBoard("half-chess")
    game = object()
    for _ in range(3):
        result = engine.play(board, Limit(depth=5), game=game, ponder=True)
        assert result.move in board.legal_moves
        board.push(result.move)
        assert result.ponder is None or result.ponder in board.legal_moves
        board.push(result.ponder or board.legal_moves[0])


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "fen", "move"),
    [
        ("fanorona-chess", "4k/5/5/5/p3n/5/2P2/1b3/3K1 w - - 0 1", "c3b4xa5"),
        ("fanorona-chess", "4k/5/5/5/p3n/5/2P2/1b3/3K1 w - - 0 1", "c3d4xe5"),
        ("fanorona-chess", "1r2k/2P2/2n2/5/5/5/5/5/3K1 w - - 0 1", "c8c9xc7b"),
        ("half-chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    ],
)
def test_moves_that_xboard_writes_differently(engine: SimpleEngine, name: str, fen: str, move: str) -> None:
    """They are sent unchanged: only GUIs that accept the feature `highlight` receive XBoard's plies."""
    board = VariantBoard(name, fen)
    assert engine.analyse(board, Limit(depth=3), root_moves=[VariantMove(move)])["pv"][0] == VariantMove(move)
    board.push_uci(move)
    assert engine.play(board, Limit(depth=3)).move in board.legal_moves


@pytest.mark.quick(3)
def test_unmoved_kings_are_part_of_the_fen(engine: SimpleEngine) -> None:
    """The third FEN field of Fanorona Chess: a king that has moved cannot leap, even from its home."""
    for field, count in (("Kk", 11), ("k", 9)):
        board = VariantBoard("fanorona-chess", f"nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN w {field} - 0 1")
        assert len(board.legal_moves) == count
        leaps = [VariantMove("c1a2"), VariantMove("c1e2")]
        if field == "Kk":
            assert engine.analyse(board, Limit(depth=2), root_moves=leaps, game=field)["pv"][0] in leaps
        else:
            assert engine.play(board, Limit(depth=2), game=field).move in board.legal_moves


@pytest.mark.quick(3)
def test_takebacks(engine: SimpleEngine) -> None:
    """Moves are taken back and others made in the same game: CECP sends ``undo`` and ``remove``."""
    board = wander(VariantBoard("halfgi"), 12, seed=8)
    game = object()
    for back in (0, 1, 2, 5):
        for _ in range(back):
            board.pop()
        assert engine.play(board, Limit(depth=3), game=game).move in board.legal_moves
        wander(board, 2, seed=back)


def test_root_moves(engine: SimpleEngine) -> None:
    board = VariantBoard("augmented-half-chess", seed=2)
    wanted = board.legal_moves[-2:]
    info = engine.analyse(board, Limit(depth=4), root_moves=wanted)
    assert info["pv"][0] in wanted


@pytest.mark.quick(3)
def test_variants_change_between_games(engine: SimpleEngine) -> None:
    for name in [*DRIVEN, *reversed(DRIVEN)]:
        board = wander(start_board(name), 3, seed=5)
        assert engine.play(board, Limit(depth=3), game=object()).move in board.legal_moves


def test_multipv_over_uci(oddfish: str) -> None:
    board = VariantBoard("augmented-half-chess", seed=4)
    with open_engine("uci", oddfish) as driven:
        lines = driven.analyse(board, Limit(depth=4), multipv=3)
    assert [info["multipv"] for info in lines] == [1, 2, 3]
    assert len({info["pv"][0] for info in lines}) == 3


@pytest.mark.quick(3)
def test_options_are_offered_and_accepted(engine: SimpleEngine) -> None:
    for variant in REGISTRY.values():
        for option in variant.options:
            assert option.name in engine.options
    engine.configure({"WhiteArmy": WHITE_ARMY, "BlackArmy": BLACK_ARMY})
    options = {"WhiteArmy": WHITE_ARMY, "BlackArmy": BLACK_ARMY}
    board = VariantBoard("augmented-half-chess", options=options)
    assert engine.play(board, Limit(depth=3)).move in board.legal_moves
    # The armies of the FEN override those of the options.
    other = VariantBoard("augmented-half-chess", options={"WhiteArmy": BLACK_ARMY, "BlackArmy": WHITE_ARMY})
    assert engine.play(other, Limit(depth=3), game=object()).move in other.legal_moves


@pytest.mark.quick(3)
def test_options_of_the_engine(engine: SimpleEngine, protocol: str) -> None:
    names = {"uci": {"Hash": 4, "Threads": 2}, "xboard": {"memory": 4, "cores": 2}}[protocol]
    engine.configure(names)
    board = VariantBoard("half-chess")
    assert engine.play(board, Limit(depth=4)).move in board.legal_moves
