"""Split counts: against published tables for chess, python-chess, and the texts and positions of other games."""

from __future__ import annotations

import re
from collections import Counter

import chess
import pytest

from oddfish.cext.core.perft import MAX_DEPTH, outcomes, perft
from oddfish.cext.core.rules import Position
from oddfish.cext.core.split import Splitter
from oddfish.engine.perft import SplitPerft
from oddfish.engine.suites import builtin
from support.perft_suite import Entry, read_position, suite

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITION_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
MOST = 2_000  # moves examined one by one
VARIANTS = [variant for variant in builtin() if read_position(variant).move_kinds]


def split(position: Position, depth: int, threads: int = 1) -> SplitPerft:
    perft = SplitPerft(position, depth, threads=threads)
    for _ in perft.moves():
        pass
    return perft


def kinds(variant: str, fen: str | None = None, depth: int = 1, **options: str) -> dict[str, int]:
    """The names of all kinds."""
    found = split(read_position(variant, fen, options=options), depth).kinds
    return {kind: number for kind, number in found.items() if number}


def small(variant: str) -> list[Entry]:
    return [entry for entry in suite(variant) if entry.counts[1] <= MOST]


# ----------------------------------------------------------------------------------------------------- chess

# Chess Programming Wiki, "Perft Results": captures, en passant, castles, promotions, checks, discovered, double, mates.
PUBLISHED = [
    (None, 1, 20, (0, 0, 0, 0, 0, 0, 0, 0)),
    (None, 2, 400, (0, 0, 0, 0, 0, 0, 0, 0)),
    (None, 3, 8902, (34, 0, 0, 0, 12, 0, 0, 0)),
    (None, 4, 197281, (1576, 0, 0, 0, 469, 0, 0, 8)),
    (None, 5, 4865609, (82719, 258, 0, 0, 27351, 6, 0, 347)),
    (KIWIPETE, 1, 48, (8, 0, 2, 0, 0, 0, 0, 0)),
    (KIWIPETE, 2, 2039, (351, 1, 91, 0, 3, 0, 0, 0)),
    (KIWIPETE, 3, 97862, (17102, 45, 3162, 0, 993, 0, 0, 1)),
    (KIWIPETE, 4, 4085603, (757163, 1929, 128013, 15172, 25523, 42, 6, 43)),
    (POSITION_3, 6, 11030083, (940350, 33325, 0, 7552, 452473, 26067, 0, 2733)),
]


@pytest.mark.parametrize(("fen", "depth", "nodes", "numbers"), PUBLISHED)
@pytest.mark.quick(3)
def test_published_tables(fen: str | None, depth: int, nodes: int, numbers: tuple[int, ...]) -> None:
    found = split(read_position("normal", fen), depth, threads=1 + depth % 2)
    assert found.nodes == nodes
    assert tuple(found.kinds.values()) == numbers
    assert list(found.kinds) == [
        "captures", "en passant", "castles", "promotions", "checks", "discovered checks", "double checks", "checkmates",
    ]  # fmt: skip


def by_python_chess(board: chess.Board) -> Counter[str]:
    """The kinds of all moves; a discovered check is given by one piece that did not move."""
    found: Counter[str] = Counter()
    for move in board.legal_moves:
        castles = board.is_castling(move)
        found["captures"] += board.is_capture(move)
        found["en passant"] += board.is_en_passant(move)
        found["castles"] += castles
        found["promotions"] += move.promotion is not None
        moved = {move.to_square} | ({(move.from_square + move.to_square) // 2} if castles else set())
        board.push(move)
        checkers = set(board.checkers())
        found["checks"] += bool(checkers)
        found["double checks"] += len(checkers) > 1
        found["discovered checks"] += len(checkers) == 1 and not checkers & moved
        found["checkmates"] += board.is_checkmate()
        board.pop()
    return +found


@pytest.mark.parametrize("entry", suite("normal"), ids=lambda entry: entry.id)
def test_against_python_chess(entry: Entry) -> None:
    board = chess.Board(entry.fen)
    assert kinds("normal", entry.fen) == by_python_chess(board)
    wanted: Counter[str] = Counter()
    for move in list(board.legal_moves):
        board.push(move)
        wanted += by_python_chess(board)
        board.pop()
    assert kinds("normal", entry.fen, 2) == wanted


# ----------------------------------------------------------------------------------------------- every game


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
def test_leaves_are_perfts(variant: str) -> None:
    for entry in suite(variant):
        depth = entry.depth_within(30_000)
        found = split(entry.position(), depth, threads=2)
        assert found.nodes == entry.counts[depth], entry.id
        assert found.outcomes == entry.outcomes.get(depth, entry.counts[depth])


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if not read_position(variant).has_chance])
@pytest.mark.quick(5)
def test_checks_and_ends(variant: str) -> None:
    for entry in small(variant):
        position = entry.position()
        after = [position.make(move) for move in position.moves()]
        found = split(position, 1).kinds
        ends = Counter(one.outcome()[1] for one in after)
        assert found["checks"] == sum(one.check and one.outcome()[1] != "royals captured" for one in after), entry.id
        for kind, reason in (("checkmates", "checkmate"), ("last royals taken", "royals captured")):
            assert found.get(kind, 0) == (ends[reason] if kind in found else 0), entry.id
        if "stalemates" in found:
            assert found["stalemates"] == ends["stalemate"], entry.id


@pytest.mark.parametrize("variant", ["halfgi", "half-chess", "augmented-chess"])
def test_half_chess(variant: str) -> None:
    for entry in small(variant):
        position = entry.position()
        texts = [position.text(move) for move in position.moves()]
        found = split(position, 1).kinds
        assert found.get("drops", 0) == sum("@" in text for text in texts)
        assert found["promotions"] == sum(len(text) == 5 for text in texts if "@" not in text)
        assert found["captures"] == sum(men(position.make(move)) < men(position) for move in position.moves()
                                        if "@" not in position.text(move))  # fmt: skip
    assert "drops" in read_position("halfgi").move_kinds
    assert "drops" not in read_position("half-chess").move_kinds


def men(position: Position) -> int:
    """The number of pieces on the board."""
    return sum(letter.isalpha() for letter in re.split(r"[\s\[]", position.fen())[0])


@pytest.mark.parametrize("variant", ["fanorona-chess", "fanorona-chess-alternate"])
def test_fanorona(variant: str) -> None:
    for entry in suite(variant):
        position = entry.position()
        texts = [position.text(move) for move in position.moves()]
        found = split(position, 1).kinds
        assert found["captures"] == sum("x" in text for text in texts) == found["approaches"] + found["withdrawals"]
        assert found["promotions"] == sum(text[-1].isalpha() for text in texts)


def test_fanorona_captures_of_both_kinds() -> None:
    """Worked examples 3, 7 and 2 of the rule page."""
    pawn = kinds("fanorona-chess", "4k/5/5/5/p4/5/2P2/1b3/3K1 w - - 0 1")
    assert (pawn["approaches"], pawn["withdrawals"]) == (1, 1)
    knight = kinds("fanorona-chess", "4k/5/5/3p1/5/5/2N2/1p3/4K w - - 0 1")
    assert (knight["captures"], knight["approaches"], knight["withdrawals"]) == (3, 1, 2)
    assert kinds("fanorona-chess") == {"king's leaps": 2}


def test_banqi() -> None:
    found = kinds("banqi")
    assert found["flips"] == 448
    assert {number for kind, number in found.items() if kind != "flips"} == {32}
    assert len(found) == 1 + 14
    for entry in suite("banqi"):
        position = entry.position()
        texts = [position.text(drawn) for move in position.moves() for drawn, _ in position.outcomes(move)]
        found = split(position, 1).kinds
        assert found["flips"] == sum("=" in text and text[:2] == text[2:4] for text in texts)
        assert found["series stopped"] == texts.count("0000")
        attempts = sum("=" in text for text in texts) - found["flips"]
        assert found["face-down captures"] + found["failed attempts"] == attempts
        assert sum(number for kind, number in found.items() if kind.startswith("flips:")) == found["flips"]


def test_bifold() -> None:
    for variant in ("bifold-halfgi", "bifold-halfgi-handed", "bifold-halfgi-weak"):
        for entry in small(variant):
            position = entry.position()
            texts = [position.text(move) for move in position.moves()]
            found = split(position, 1).kinds
            assert found["drops"] == sum("@" in text for text in texts), entry.id
            assert found["promotions"] == sum("=" in text for text in texts), entry.id
            halves = sum(bool(re.match(r"[a-h]\d[a-h]\d[a-z]", text)) and text[4] != "x" for text in texts)
            assert found["splits"] == halves, entry.id
    shared = kinds("bifold-halfgi", "4(wf)3/8/8/8/8/b7/8/R3(WF)3[] w - - 0 1")
    assert shared["shared squares"] == 1
    joins = kinds("bifold-halfgi", "4(wf)3/8/8/8/8/B7/8/R3(WF)3[] w - - 0 1")
    assert joins["joins"] == 1


@pytest.mark.later
def test_tandem() -> None:
    for entry in small("tandem-84"):
        position = entry.position()
        wanted: Counter[str] = Counter()
        for move in position.moves():
            parts = position.text(move).split(",")
            wanted.update({kind for part in parts for kind in kinds_of_part(part)})
            wanted["turns of one move"] += len(parts) == 1
        found = split(position, 1).kinds
        assert {kind: found[kind] for kind in wanted} == dict(wanted), entry.id


def kinds_of_part(text: str) -> set[str]:
    """The kinds of one move of a turn, by its text."""
    found = {"promotions"} if re.search(r"\d[a-z]$", text) else set()
    origin, swap, target = text.partition("~")
    if swap:
        corresponding = abs(ord(origin[0]) - ord(target[0])) == 6 and origin[1:] == target[1:2]
        return found | {"drop/swaps" if corresponding else "ghost swaps"}
    return found | ({"drop moves"} if "/" in text else set())


@pytest.mark.later
def test_castles_of_tandem() -> None:
    entry = next(entry for entry in suite("tandem-84") if entry.name == "all castlings, Black")
    turns = [entry.position().text(move) for move in entry.position().moves()]
    castling = [turn for turn in turns if {"i7g7", "i7f7"} & set(turn.split(","))]
    assert kinds("tandem-84", entry.fen)["castles"] == len(castling) > 0


def test_refusals() -> None:
    splitter = Splitter(read_position("normal"))
    move = read_position("normal").moves()[0]
    for depth in (0, -1, MAX_DEPTH + 1):
        with pytest.raises(ValueError, match="perft depth"):
            splitter.below(depth, move)
    halves = read_position("tandem-84").by_halves()  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="no kinds of moves"):
        Splitter(halves)


def test_stopped() -> None:
    splitter = Splitter(read_position("normal"))
    splitter.stop()
    assert splitter.below(30, read_position("normal").moves()[0])[0] == 0


def test_outcomes_add_up() -> None:
    position = read_position("banqi", "XXXX/XXXX[KRCPkrcp] w - 0 1")
    assert split(position, 3).nodes == perft(position, 3)
    assert split(position, 3).outcomes == outcomes(position, 3)
