"""Perft against our suites: by counting, by lists, threaded, hashed, divided."""

from __future__ import annotations

import random

import pytest

from oddfish.cext.core.perft import CUT_DEPTH, Counter, divide, outcomes, parts_of_moves, perft
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from support.perft_suite import Entry, entries, read_position, suite, variants
from tandem_boards import turned

FAST = 3_000_000  # leaves a test may count
CHANCE = tuple(entries(chance=True))
ALL = (*entries(), *CHANCE)
DEEP = [entry for entry in ALL if max(entry.counts) > entry.depth_within(FAST)]
STARTS = [entry for entry in ALL if entry.name.startswith("start")]


def ids(entry: Entry) -> str:
    return entry.id


@pytest.mark.parametrize("entry", ALL, ids=ids)
@pytest.mark.quick(5)
def test_counting(entry: Entry) -> None:
    position = entry.position()
    depth = entry.depth_within(FAST)
    for shallow in range(1, depth + 1):
        assert perft(position, shallow) == entry.counts[shallow], f"depth {shallow}"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("entry", ALL, ids=ids)
@pytest.mark.quick(3)
def test_other_ways_agree(entry: Entry) -> None:
    position = entry.position()
    depth = entry.depth_within(FAST // 4)
    wanted = entry.counts[depth]
    assert perft(position, depth, lists=True) == wanted
    assert perft(position, depth, threads=2) == wanted
    assert perft(position, depth, hash_mb=1) == wanted  # small, so that entries replace each other
    assert perft(position, depth, lists=True, threads=3, hash_mb=4) == wanted


@pytest.mark.parametrize("name", variants())
@pytest.mark.quick(3)
def test_the_last_two_plies_of_random_games(name: str) -> None:
    """Games that count replies together get the same numbers as by lists, in all kinds of positions."""
    rng = random.Random(f"replies/{name}")
    for start in suite(name):
        position, leaves = start.position(), 0
        for _ in range(160):
            moves = position.moves()
            if not moves or leaves > FAST // 10:
                break
            found = perft(position, 2)
            assert found == perft(position, 2, lists=True), position.fen()
            leaves += found
            position = position.make(rng.choice(moves))


def listed_replies(position: Position) -> tuple[int, int]:
    """The decisions and the outcomes two plies deep, by lists of moves and of outcomes."""
    counts = [0, 0]
    for move in position.moves():
        for one in [outcome for outcome, _ in position.outcomes(move)] or [move]:
            after = position.make(one)
            replies = after.moves()
            counts[0] += len(replies)
            counts[1] += sum(len(after.outcomes(reply)) or 1 for reply in replies)
    return counts[0], counts[1]


HOUSE_RULES: list[dict[str, object]] = [
    {},
    {"DarkCapture": True},
    {"MultiCapture": True},
    {"ChariotRides": "ranked"},
    {"DarkCapture": True, "MultiCapture": True, "ChariotRides": "any"},
]


@pytest.mark.parametrize(
    ("variant", "rules"),
    [(name, rules) for name in ("banqi", "banqi-hongkong") for rules in HOUSE_RULES]
    + [("banqi", {"CannonDirect": True})],
    ids=lambda value: value if isinstance(value, str) else "-".join(value) or "usual",
)
@pytest.mark.quick(7)
def test_the_last_two_plies_where_chance_decides(variant: str, rules: dict[str, object]) -> None:
    """Decisions and outcomes counted together are the same as by lists, whatever turns up."""
    rng = random.Random(f"replies/{variant}/{sorted(rules)}")
    for ply in range(400):
        if ply % 100 == 0:
            position = Game(variant, rules).position
        moves = position.moves()
        if not moves:
            continue
        if ply % 4 == 0 or len(moves) < 20:
            counter = Counter(position, 2)
            assert (counter.total(), counter.outcomes) == listed_replies(position), position.fen()
        move = rng.choice(moves)
        position = position.make(rng.choice([outcome for outcome, _ in position.outcomes(move)] or [move]))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("entry", ALL, ids=ids)
@pytest.mark.quick(3)
def test_divide_sums_to_perft(entry: Entry) -> None:
    position = entry.position()
    depth = entry.depth_within(FAST // 16)
    parts = divide(position, depth)
    assert list(parts) == position.moves()
    assert sum(parts.values()) == entry.counts[depth]
    if depth > 1:
        assert parts == {move: below(position, move, depth - 1) for move in position.moves()}
    assert divide(position, depth, threads=2, hash_mb=1) == parts


@pytest.mark.sampled(5)
@pytest.mark.parametrize("entry", ALL, ids=ids)
def test_parts_sum_to_the_leaves_below_a_move(entry: Entry) -> None:
    """The parts of a root move add up, with fewer or more parts than replies."""
    position = entry.position()
    depth = entry.depth_within(FAST // 16)
    counter = Counter(position, depth)
    if depth < CUT_DEPTH:
        for move in position.moves()[:1]:
            with pytest.raises(ValueError, match="cuts"):
                counter.part(move, 0, 2)
        return
    for number, move in enumerate(position.moves()):
        cuts = (2, 7, 400)[number % 3]
        parts = [counter.part(move, index, cuts) for index in range(cuts)]
        assert tuple(map(sum, zip(*parts))) == counter.part(move)


def test_how_root_moves_are_cut() -> None:
    """By hand: one thread splits no moves, nor do several near the leaves; else the last four moves for each thread."""
    assert parts_of_moves(20, 7, 1) == parts_of_moves(20, CUT_DEPTH - 1, 16) == [1] * 20
    assert parts_of_moves(20, 7, 2) == [1] * 12 + [8] * 8
    assert parts_of_moves(20, 7, 16) == [8] * 20
    assert parts_of_moves(0, 7, 2) == []
    assert parts_of_moves(5000, 7, 2) == [1] * 4992 + [8] * 8


def below(position: Position, move: int, depth: int) -> int:
    """The leaves below a move, over all its outcomes."""
    return sum(perft(position.make(outcome), depth) for outcome, _ in position.outcomes(move))


@pytest.mark.parametrize("entry", CHANCE, ids=ids)
@pytest.mark.quick(3)
def test_outcomes(entry: Entry) -> None:
    position = entry.position()
    for depth in range(1, entry.depth_within(FAST) + 1):
        assert outcomes(position, depth) == entry.outcomes[depth], f"depth {depth}"
        assert outcomes(position, depth, hash_mb=1) == entry.outcomes[depth], f"depth {depth}, hashed"


@pytest.mark.parametrize("entry", CHANCE, ids=ids)
@pytest.mark.quick(3)
def test_outcomes_of_the_last_ply(entry: Entry) -> None:
    """At the last ply, a decision counts once for each kind of piece that it can turn up."""
    position = entry.position()
    assert sum(len(position.outcomes(move)) for move in position.moves()) == entry.outcomes[1]


@pytest.mark.slow
@pytest.mark.parametrize("entry", CHANCE, ids=ids)
def test_deepest_outcomes(entry: Entry) -> None:
    depth = max(entry.outcomes)
    assert outcomes(entry.position(), depth) == entry.outcomes[depth]


@pytest.mark.slow
@pytest.mark.parametrize("entry", DEEP, ids=ids)
def test_deepest(entry: Entry) -> None:
    """The depths that `test_counting` leaves out."""
    depth = max(entry.counts)
    assert perft(entry.position(), depth, threads=2) == entry.counts[depth]


@pytest.mark.parametrize("entry", STARTS, ids=ids)
def test_zero_and_one(entry: Entry) -> None:
    position = entry.position()
    assert perft(position, 0) == 1
    assert perft(position, 1) == position.count() == len(position.moves())
    assert set(divide(position, 1).values()) == {1}


def test_ended_games_have_no_leaves() -> None:
    mated = read_position("normal", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")
    assert [perft(mated, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert divide(mated, 3) == {}
    stalemated = read_position("fanorona-chess", "5/5/5/5/5/5/2k2/K4/5 w - - 0 1")
    assert [perft(stalemated, depth) for depth in range(4)] == [1, 0, 0, 0]
    captured = read_position("banqi", "4/4/4/4/4/4/4/KX2[R] w r")  # Black has no piece left; Red could flip one
    assert [perft(captured, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert [outcomes(captured, depth) for depth in range(1, 4)] == [0, 0, 0]


def test_draws_by_rule_do_not_end_a_line() -> None:
    """README "Perft": neither the 50-move rule nor bare kings cut the tree."""
    assert perft(read_position("normal", "4k3/8/8/8/8/8/8/4K3 w - - 100 80"), 2) == 25
    ours = read_position("half-chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
    fresh = read_position("half-chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert perft(ours, 4) == perft(fresh, 4)
    kings = [read_position("fanorona-chess", f"5/3k1/5/5/5/5/1K3/5/5 w - - {clock} 80") for clock in (0, 99)]
    assert perft(kings[0], 5) == perft(kings[1], 5) > 0
    generals = [read_position("banqi", f"4/4/2k1/4/4/1K2/4/4 w r {clock}") for clock in (0, 180)]
    assert perft(generals[0], 5) == perft(generals[1], 5) > 0


@pytest.mark.parametrize(("depth", "call"), [(-1, perft), (128, perft), (0, divide), (-1, divide), (0, outcomes)])
def test_depths_refused(depth: int, call: object) -> None:
    position = read_position("normal")
    with pytest.raises(ValueError, match="depth"):
        call(position, depth)  # type: ignore[operator]


def test_colours_mirror() -> None:
    """Any position and its mirror image have the same counts: Black's Crabs and foreign types mirror White's."""
    for entry in ALL:
        depth = entry.depth_within(60_000)
        assert perft(mirrored(entry), depth) == entry.counts[depth], entry.id
        if entry in CHANCE:
            assert outcomes(mirrored(entry), depth) == entry.outcomes[depth], entry.id


def mirrored(entry: Entry) -> Position:
    """The entry's position with colours exchanged."""
    if entry in CHANCE:
        return recoloured(entry)
    if entry.variant == "tandem-84":
        return read_position(entry.variant, turned(entry.fen), options=entry.options)
    board, side, rights, passed, clock, number, *armies = entry.fen.split()
    board, bracket, hand = board.partition("[")
    board = "/".join(reversed(board.split("/"))) + bracket + hand
    if entry.variant == "bifold-halfgi-handed":  # files in the mirror image
        board = board.translate(str.maketrans("LDld", "DLdl"))
    fields = [board.swapcase(), "wb"["bw".index(side)], rights.swapcase(), "-", clock, number]
    if passed != "-":
        fields[3] = f"{passed[0]}{9 - int(passed[1])}"
    if armies:
        fields.append(":".join(reversed(armies[0].split(":"))))
    return read_position(entry.variant, " ".join(fields), options=entry.options)


def recoloured(entry: Entry) -> Position:
    """The same for Banqi: the players stay but own the other colour; ranks are exchanged too."""
    placement, side, first, clock, number, *series = entry.fen.split()
    board, _, pool = placement.partition("[")
    rows = board.swapcase().replace("x", "X").split("/")
    fields = ["/".join(reversed(rows)) + "[" + pool.swapcase(), side, first.translate(str.maketrans("rb", "br"))]
    fields += [clock, number, *(f"{square[0]}{len(rows) + 1 - int(square[1])}" for square in series)]
    return read_position(entry.variant, " ".join(fields), options=entry.options)


def test_suites_are_there_and_known_numbers_stand() -> None:
    """Published numbers, so that a suite regenerated with errors is noticed."""
    assert set(variants()) == {
        "normal", "half-chess", "halfgi", "chessgi", "augmented-half-chess", "augmented-chess",
        "fanorona-chess", "fanorona-chess-alternate",
        "bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak",
        "tandem-84",
    }  # fmt: skip
    assert variants(chance=True) == ["banqi", "banqi-hongkong"]

    def counts(variant: str, name: str = "start") -> list[int]:
        return next(list(entry.counts.values()) for entry in suite(variant) if entry.name.startswith(name))

    assert counts("normal") == [20, 400, 8902, 197281, 4865609, 119060324]
    assert counts("normal", "kiwipete") == [48, 2039, 97862, 4085603, 193690690]
    assert counts("half-chess") == [20, 400, 8266, 170680, 3716451, 80817895]
    assert counts("chessgi")[:5] == [20, 400, 8902, 197281, 4889167]
    assert counts("chessgi", "one pawn in hand")[:2] == [60, 290]
    assert counts("fanorona-chess")[:4] == [11, 121, 1630, 21778]
    assert counts("fanorona-chess-alternate")[:4] == [19, 361, 7050, 136796]
    for variant, deepest in (("banqi", (5779968, 78989568)), ("banqi-hongkong", (5779264, 78988864))):
        assert counts(variant) == [32, 13888, deepest[0]]
        assert list(suite(variant)[0].outcomes.values()) == [448, 192448, deepest[1]]
    assert counts("bifold-halfgi")[:4] == [20, 400, 10162, 257692]
    assert counts("bifold-halfgi-wazirs")[:4] == [20, 400, 10082, 253640]
    assert counts("bifold-halfgi-handed")[:3] == [52, 2704, 140020]
    assert counts("bifold-halfgi-weak")[:3] == [36, 1296, 49528]
    assert counts("tandem-84") == [46, 46907, 54133640]
    assert counts("tandem-84", "start, after")[:2] == [989, 1451397]
    for entry in ALL:
        assert list(entry.counts) == list(range(1, len(entry.counts) + 1)), entry.id
