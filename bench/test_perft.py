"""Move generation, measured by perft: `normal` and Banqi against other programs, the variants against `normal`.

Positions and node counts are from our suites (``engine/suites``). "lists" generates the last ply's moves into a list
and counts them, as Stockfish, Fairy-Stockfish and python-chess do; "bulk" is Oddfish's default, which counts the last
two plies together. In games of chance both count decisions; "outcomes" also counts every piece that the last ply's
flips can show. Where possible the trees are deep enough to take at least a tenth of a second: in less, cold caches
would decide.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner
from peers import OpenSpiel, PythonChess, UciPeer, find
from race import Race, timed

from banqi import openspiel as openspiel_banqi
from oddfish.cext.banqi.game import Banqi, Setup
from oddfish.cext.core.perft import outcomes, perft
from oddfish.cext.core.rules import Position
from oddfish.protocols.commands.group import cli
from support.perft_suite import Entry, suite

METHODS = {"lists": True, "bulk": False}


def entry_of(variant: str, name: str) -> Entry:
    return next(entry for entry in suite(variant) if entry.name == name)


def label(entry: Entry, depth: int = 0) -> str:
    """A short name for the table."""
    return entry.name.replace(" (position 2)", "").replace(" against ", ":") + (f", D{depth}" if depth else "")


def counting(entry: Entry, depth: int, lists: bool) -> tuple[Callable[[], int], int]:
    """A function that runs our perft of an entry, and the nodes it must count."""
    position = entry.position()
    return lambda: perft(position, depth, lists=lists), entry.counts[depth]


@pytest.fixture(scope="module")
def stockfish() -> Iterator[UciPeer]:
    peer = UciPeer("stockfish")
    yield peer
    peer.close()


@pytest.fixture(scope="module")
def fairy() -> Iterator[UciPeer]:
    peer = UciPeer("fairy-stockfish")
    yield peer
    peer.close()


@pytest.fixture(scope="module")
def fairy_crazyhouse() -> Iterator[UciPeer]:
    peer = UciPeer("fairy-stockfish", "crazyhouse")
    yield peer
    peer.close()


@pytest.fixture(scope="module")
def fairy_chessgi() -> Iterator[UciPeer]:
    peer = UciPeer("fairy-stockfish", "chessgi")
    yield peer
    peer.close()


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("start", 6), ("kiwipete (position 2)", 5), ("position 3", 7), ("position 4", 5), ("position 5", 5),
        ("position 6", 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", METHODS)
def test_normal_against_stockfish(race: Race, stockfish: UciPeer, name: str, depth: int, method: str) -> None:
    entry = entry_of("normal", name)
    ours, nodes = counting(entry, depth, METHODS[method])
    theirs = {stockfish.name: (lambda: stockfish.perft(entry.fen, depth), nodes)}
    race(f"normal, {method}", label(entry, depth), ours, nodes, theirs, rounds=7)


@pytest.mark.parametrize(("name", "depth"), [("start", 4), ("kiwipete (position 2)", 3), ("position 6", 3)])
def test_normal_against_fairy_stockfish(race: Race, fairy: UciPeer, name: str, depth: int) -> None:
    entry = entry_of("normal", name)
    ours, nodes = counting(entry, depth, lists=True)
    theirs = {fairy.name: (lambda: fairy.perft(entry.fen, depth), nodes)}
    race("normal, lists", label(entry, depth), ours, nodes, theirs)


@pytest.mark.parametrize(("name", "depth"), [("start", 4), ("kiwipete (position 2)", 3)])
def test_normal_against_python_chess(race: Race, name: str, depth: int) -> None:
    peer = PythonChess()
    entry = entry_of("normal", name)
    ours, nodes = counting(entry, depth, lists=True)
    theirs = {peer.name: (lambda: peer.perft(entry.fen, depth), nodes)}
    race("normal, lists", label(entry, depth), ours, nodes, theirs, rounds=7)


@pytest.mark.parametrize(("name", "depth"), [("start", 4), ("kiwipete with hands", 3), ("random game 1", 3)])
def test_drops_against_fairy_stockfish(race: Race, fairy_chessgi: UciPeer, name: str, depth: int) -> None:
    """Halfgi's code with orthodox pieces, which Fairy-Stockfish calls chessgi."""
    entry = entry_of("chessgi", name)
    ours, nodes = counting(entry, depth, lists=True)
    theirs = {fairy_chessgi.name: (lambda: fairy_chessgi.perft(entry.fen, depth), nodes)}
    race("chessgi, lists", label(entry, depth), ours, nodes, theirs)


#: A crazyhouse position with hands and its count at depth 3, by Fairy-Stockfish.
CRAZYHOUSE = ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[PNpn] w KQkq - 0 1", 3, 830156)


@pytest.mark.parametrize(
    ("variant", "name", "depth"),
    [
        ("bifold-halfgi-wazirs", "random game 1, ply 24", 3),
        ("bifold-halfgi", "random game 1, ply 24", 3),
        ("bifold-halfgi-handed", "random game 1, ply 24", 3),
        ("bifold-halfgi-weak", "random game 3, ply 40", 3),
    ],
)
def test_bifold_against_crazyhouse(race: Race, fairy_crazyhouse: UciPeer, variant: str, name: str, depth: int) -> None:
    """Positions with hands of a game that no peer knows, against the nearest game that a peer knows."""
    fen, deep, count = CRAZYHOUSE
    entry = entry_of(variant, name)
    ours, nodes = counting(entry, depth, lists=True)
    theirs = {f"{fairy_crazyhouse.name} crazyhouse": (lambda: fairy_crazyhouse.perft(fen, deep), count)}
    race(f"{variant}, lists", label(entry, depth), ours, nodes, theirs)


@pytest.mark.parametrize(
    ("variant", "name", "depth"),
    [
        ("half-chess", "start", 5),
        ("half-chess", "kiwipete (position 2)", 4),
        ("augmented-half-chess", "start RF-CD-BW-QV against RA-VS-BC-RVF", 5),
        ("augmented-half-chess", "foreign pieces 7", 4),
        ("augmented-chess", "start RA-NF-BC-QV against RF-IC-BW-RNA", 5),
        ("augmented-chess", "foreign pieces 2", 5),
        ("halfgi", "start", 5),
        ("halfgi", "random game 5", 4),
        ("fanorona-chess", "start", 6),
        ("fanorona-chess", "random game 1", 5),
        ("fanorona-chess", "random game 3", 5),
        ("fanorona-chess-alternate", "start", 5),
        ("fanorona-chess-alternate", "random game 1", 5),
        ("fanorona-chess-alternate", "random game 3", 5),
        ("banqi", "start", 3),
        ("banqi", "middle game, much face down", 3),
        ("banqi", "second player, late", 5),
        ("banqi", "all revealed, many pieces", 4),
        ("banqi-hongkong", "start", 3),
        ("bifold-halfgi", "start", 4),
        ("bifold-halfgi-wazirs", "start", 4),
        ("bifold-halfgi-handed", "start", 3),
        ("bifold-halfgi-weak", "start", 3),
        ("tandem-84", "start", 3),
        ("tandem-84", "start, after c2c4", 2),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_variants_against_normal(race: Race, variant: str, name: str, depth: int, method: str) -> None:
    """The cost of each game against FIDE chess: nodes per second of the variant and of `normal` in the same run."""
    lists = METHODS[method]
    entry = entry_of(variant, name)
    ours, nodes = counting(entry, depth, lists)
    start = name.startswith("start")
    fide = entry_of("normal", "start" if start else "kiwipete (position 2)")
    normal, normal_nodes = counting(fide, 5 if start else 4, lists)
    peer = "normal, " + label(fide)
    race(f"{variant}, {method}", label(entry, depth), ours, nodes, {peer: (timed(normal), normal_nodes)})


@pytest.mark.parametrize(
    ("variant", "name", "depth"),
    [
        ("half-chess", "start", 6),
        ("augmented-half-chess", "start RF-CD-BW-QV against RA-VS-BC-RVF", 6),
        ("augmented-chess", "start RA-NF-BC-QV against RF-IC-BW-RNA", 6),
        ("halfgi", "start", 6),
        ("fanorona-chess", "start", 7),
        ("fanorona-chess", "random game 1", 6),
        ("fanorona-chess", "random game 2", 6),
        ("fanorona-chess", "random game 3", 6),
        ("fanorona-chess", "random game 4", 6),
        ("fanorona-chess", "random game 5", 6),
        ("fanorona-chess-alternate", "start", 6),
        ("banqi", "second player, late", 6),
        ("banqi", "all revealed, many pieces", 6),
        ("banqi", "all revealed, few pieces", 8),
        ("bifold-halfgi", "start", 6),
        ("bifold-halfgi-wazirs", "random game 1, ply 24", 4),
        ("bifold-halfgi-handed", "start", 5),
        ("bifold-halfgi-weak", "start", 5),
        ("tandem-84", "start", 3),
        ("tandem-84", "start, after c2c4", 3),
    ],
)
def test_variants_against_stockfish_counting_chess(
    race: Race, stockfish: UciPeer, variant: str, name: str, depth: int
) -> None:
    """The variants' default count against Stockfish's of chess. The trees differ, so this is only a guide."""
    entry, fide = entry_of(variant, name), entry_of("normal", "start")
    ours, nodes = counting(entry, depth, lists=False)
    theirs = {f"{stockfish.name} counting chess": (lambda: stockfish.perft(fide.fen, 6), fide.counts[6])}
    race(f"{variant}, bulk", label(entry, depth), ours, nodes, theirs, rounds=7)


# ------------------------------------------------------------------------------------------------------- Banqi

BANQI = [
    ("banqi", "start", 3),
    ("banqi", "middle game, much face down", 3),
    ("banqi", "second player, late", 5),
    ("banqi-hongkong", "start", 3),
]


def counting_outcomes(entry: Entry, depth: int) -> tuple[Callable[[], int], int]:
    position = entry.position()
    return lambda: outcomes(position, depth), entry.outcomes[depth]


@pytest.mark.parametrize(("variant", "name", "depth"), BANQI)
def test_outcomes_against_normal(race: Race, variant: str, name: str, depth: int) -> None:
    """Leaves per second with every outcome counted, against `normal` in the same run."""
    entry, fide = entry_of(variant, name), entry_of("normal", "start")
    ours, nodes = counting_outcomes(entry, depth)
    normal, normal_nodes = counting(fide, 5, False)
    race(f"{variant}, outcomes", label(entry, depth), ours, nodes, {"normal, start": (timed(normal), normal_nodes)})


def test_outcomes_against_the_figure_given_for_openspiel(race: Race) -> None:
    """PyPI's package cannot run OpenSpiel's C++ walk, so the peer is a fixed number, not a measurement."""
    entry = entry_of("banqi", "start")
    ours, nodes = counting_outcomes(entry, 3)
    race("banqi, outcomes", label(entry, 3), ours, nodes, {
        "OpenSpiel in C++ (given)": (lambda: (nodes, nodes / OpenSpiel.GIVEN), nodes),
    })  # fmt: skip


@pytest.fixture(scope="module")
def openspiel() -> OpenSpiel:
    return OpenSpiel()


def walk(position: Position, depth: int) -> int:
    """Outcomes below a position, walked from Python as OpenSpiel's are."""
    leaves = 0
    for move in position.moves():
        shown = position.outcomes(move)
        leaves += len(shown) if depth == 1 else sum(walk(position.make(one), depth - 1) for one, _ in shown)
    return leaves


def test_walking_from_python_against_openspiel(race: Race, openspiel: OpenSpiel) -> None:
    """The same walk through both Python bindings: the speed that a Python program gets."""
    entry = entry_of("banqi", "start")
    position, nodes = entry.position(), entry.outcomes[2]
    race("banqi, walked from Python", label(entry, 2), lambda: walk(position, 2), nodes,
         {openspiel.name: (lambda: openspiel.perft(2), nodes)}, rounds=7)  # fmt: skip


def test_moves_from_python_against_openspiel(race: Race, openspiel: OpenSpiel) -> None:
    """Legal moves of positions from random games, one position per call; both build a list of numbers."""
    states = openspiel.states(8, random.Random(5))
    setup = Setup(no_progress=50)
    positions = [Banqi(setup, openspiel_banqi.fen(state)) for state in states]
    expected = sum(len(state.legal_actions()) for state in states)

    def ours() -> int:
        return sum(len(position.moves()) for position in positions)

    def theirs() -> int:
        return sum(len(state.legal_actions()) for state in states)

    race("banqi, moves from Python", f"{len(states)} positions", ours, expected,
         {openspiel.name: (timed(theirs), expected)})  # fmt: skip


@pytest.mark.parametrize("chess960", ["false", "true"])
@pytest.mark.parametrize("peer", ["stockfish", "fairy-stockfish"])
def test_no_difference_is_found(peer: str, chess960: str) -> None:
    """`oddfish perft --against`, with either way of writing castling."""
    engine = f"cmd={find(peer)} option.UCI_Chess960={chess960}"
    fen = entry_of("normal", "kiwipete (position 2)").fen
    done = CliRunner().invoke(cli, ["perft", "normal", "4", "--fen", fen, "--against", engine])
    assert done.exit_code == 0, done.output


def test_the_difference_between_two_games_is_found() -> None:
    """Fairy-Stockfish plays chess, we play half-chess. The error names the first move that only one of them has."""
    engine = f"cmd={find('fairy-stockfish')} variant=chess"
    done = CliRunner().invoke(cli, ["perft", "half-chess", "4", "--against", engine, "--json"])
    assert done.exit_code == 1, done.output
    assert json.loads(done.stdout)["difference"]["too_many"]
