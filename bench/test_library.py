"""The public library against python-chess and pyffish, on one thread: legal moves, checked pushes, SAN and PGN.

Positions and games are random with fixed seeds. Each bench asserts the number of moves listed, the texts written, or
the positions at the end of its games.
"""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Callable

import pytest
from race import Race, Runner, timed

import oddfish
from oddfish import pgn

VARIANTS = ("normal", "half-chess", "banqi")
GAMES, PLIES, EVERY = 20, 120, 5


def games(name: str) -> list[oddfish.Board]:
    found = []
    for seed in range(GAMES):
        board, rng = oddfish.Board(name, seed=seed), random.Random(seed)
        for _ in range(PLIES):
            if board.is_game_over():
                break
            board.push(rng.choice(board.legal_moves))
        found.append(board)
    return found


def positions(name: str) -> list[oddfish.Board]:
    """Boards from the middle of the games."""
    found = []
    for board in games(name):
        for ply in range(0, board.ply(), EVERY):
            one = board.copy()
            while one.ply() > ply:
                one.pop()
            found.append(one)
    return found


def python_chess_lists(fens: list[str]) -> tuple[str, Runner]:
    chess = pytest.importorskip("chess")
    boards = [chess.Board(fen) for fen in fens]

    def run() -> int:
        for board in boards:
            list(board.legal_moves)
        return len(boards)

    return f"python-chess {chess.__version__}", timed(run)


def pyffish_lists(fens: list[str]) -> tuple[str, Runner]:
    pyffish = pytest.importorskip("pyffish")

    def run() -> int:
        for fen in fens:
            pyffish.legal_moves("chess", fen, [])
        return len(fens)

    return "pyffish", timed(run)


@pytest.mark.parametrize("name", VARIANTS)
def test_lists(race: Race, name: str) -> None:
    boards = positions(name)
    wanted = sum(board.position.count() for board in boards)
    fens = [board.fen() for board in boards]

    def ours() -> int:
        listed = 0
        for board in boards:
            listed += len(list(board.legal_moves))
        assert listed == wanted
        return len(boards)

    makers: tuple[Callable[[list[str]], tuple[str, Runner]], ...] = (
        (python_chess_lists, pyffish_lists) if name == "normal" else ()
    )
    peers = {peer: (run, len(boards)) for peer, run in (make(fens) for make in makers)}
    race("library, lists of legal moves", name, ours, len(boards), peers)


@pytest.mark.parametrize("foreign", [False, True], ids=["own moves", "moves from a pickle"])
@pytest.mark.parametrize("name", VARIANTS)
def test_pushes(race: Race, name: str, foreign: bool) -> None:
    """``own moves`` come from the board's own lists; ``moves from a pickle`` have to be looked up in each position."""
    boards = games(name)
    starts = [board.root() for board in boards]
    stacks = [board.move_stack for board in boards]
    if foreign:
        stacks = pickle.loads(pickle.dumps(stacks))
    work = sum(len(stack) for stack in stacks)
    ends = [board.key for board in boards]

    def ours() -> int:
        for start, stack, end in zip(starts, stacks, ends):
            board = start.copy()
            push = board.push
            for move in stack:
                push(move)
            assert board.key == end
        return work

    peers = {}
    if name == "normal":
        chess = pytest.importorskip("chess")
        theirs = [[chess.Move.from_uci(move.uci()) for move in stack] for stack in stacks]

        def run() -> int:
            for stack in theirs:
                board = chess.Board()
                for move in stack:
                    assert move in board.legal_moves
                    board.push(move)
            return work

        peers[f"python-chess {chess.__version__}"] = (timed(run), work)
    race("library, checked pushes", f"{name}, {'moves from a pickle' if foreign else 'own moves'}", ours, work, peers)


def test_san(race: Race) -> None:
    """Each legal move of a position, written in SAN and read again."""
    chess = pytest.importorskip("chess")
    boards = positions("normal")
    theirs = [chess.Board(board.fen()) for board in boards]
    texts = [sorted(board.san(move) for move in board.legal_moves) for board in theirs]
    work = sum(map(len, texts))

    def ours() -> int:
        for board, expected in zip(boards, texts):
            moves = list(board.legal_moves)
            sans = [board.san(move) for move in moves]
            assert [board.parse_san(san) for san in sans] == moves
            assert sorted(sans) == expected
        return work

    def run() -> int:
        for board in theirs:
            moves = list(board.legal_moves)
            assert [board.parse_san(board.san(move)) for move in moves] == moves
        return work

    peers = {f"python-chess {chess.__version__}": (timed(run), work)}
    race("library, moves written and read in SAN", "normal", ours, work, peers)


def test_pgn(race: Race) -> None:
    """Games in SAN, read and played."""
    chess = pytest.importorskip("chess")
    chess_pgn = pytest.importorskip("chess.pgn")
    played = games("normal")
    text = ""
    for board in played:
        game = chess_pgn.Game()
        game.add_line([chess.Move.from_uci(move.uci()) for move in board.move_stack])
        text += f"{game}\n\n"
    ends = [board.fen() for board in played]
    work = sum(board.ply() for board in played)

    def ours() -> int:
        assert [game.board.fen() for game in pgn.read(text)] == ends
        return work

    def run() -> int:
        file = io.StringIO(text)
        for end in ends:
            assert chess_pgn.read_game(file).end().board().ply() == 2 * int(end.split()[5]) - (" w " in end) - 1
        return work

    peers = {f"python-chess {chess.__version__}": (timed(run), work)}
    race("library, plies read from PGN", "normal", ours, work, peers)
