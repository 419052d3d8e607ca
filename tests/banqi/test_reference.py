"""The slow reference of Banqi alone (tests/reference/banqi.py)."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

import pytest

from banqi.cycles import AROUND, CYCLES, DRAW, FLIGHT
from banqi.sides import CHASER, START, VARIANTS, Reference, fen_of
from reference.banqi import (
    ARMIES,
    HONG_KONG,
    ORDER,
    RIDES,
    TAIWANESE,
    Options,
    Position,
    Result,
    captures,
    chases,
    colour_of,
    square_name,
    square_number,
)
from reference.banqi import VARIANTS as NAMED
from support.perft_suite import suite

TW = Options()

#: Every way to set the options that change the moves.
ALL_OPTIONS = [Options(*values) for values in product(*[(False, True)] * 4, RIDES)]


def line_of(pieces: str, moves: str, rest: str = "w r") -> list[Position]:
    """The positions of a line with ``chaser-loses``, from the first to the last."""
    line = Reference.setup(pieces, rest=rest, options=CHASER)
    for text in moves.split():
        line = line.push(text)
    assert isinstance(line, Reference)
    return line.line


# -------------------------------------------------------------------------------------------------------- rules


def test_start() -> None:
    start = Position.start()
    assert Position.from_fen(START) == start
    assert sorted(start.pool, key=ORDER.index) == list(start.pool)
    assert start.perft(0) == (1, 1)
    assert start.push("a1a1=rk").mover == "b" and start.push("a1a1=bp").mover == "r"


def test_armies() -> None:
    assert {ranks: len(army) for ranks, army in ARMIES.items()} == {8: 16, 4: 8, 2: 4}


def test_q4_ranks() -> None:
    """Taiwanese: K>G>M>R>N>P, Hong Kong K>R>N>C>M>G>P: equal takes equal, and only the soldier beats the general."""
    assert len(TAIWANESE) == len(HONG_KONG) == 49
    for table, order in ((TAIWANESE, "KGMRNP"), (HONG_KONG, "KRNCMGP")):
        for mover, victim in product(order, repeat=2):
            takes = order.index(mover) <= order.index(victim)
            if (mover, victim) in (("K", "P"), ("P", "K")):
                takes = not takes
            assert table[mover, victim] == ".1"[takes], (mover, victim)


def test_hong_kong_ignores_cannon_direct() -> None:
    for pieces in ("Cb2 gb3", "Cb2 nb3", "Cb2 Pb3 kb5"):
        off, on = (Position.from_fen(fen_of(pieces), Options(True, direct)).legal_moves() for direct in (False, True))
        assert off == on


def test_ends_by_the_position_come_before_repetition() -> None:
    for pieces, rest, reason in (("Ka1 pa2 pb1", "w r", "no legal move"), ("Ka1", "w b", "all pieces captured")):
        position = Position.from_fen(fen_of(pieces, rest=f"{rest} 180 99"))
        assert position.outcome([position] * 3) == ("0-1", reason)


def test_q6_both_chase() -> None:
    line = line_of(f"{FLIGHT} kd3 Nd4", AROUND, "b r")
    assert chases(line, 0) and chases(line, 1)


def test_q6_individuals_not_kinds() -> None:
    """After each of Red's moves one of Black's horses is threatened, but not always the same."""
    (cycle,) = [cycle for cycle in CYCLES if cycle.name == "individuals, not kinds"]
    assert cycle.result == DRAW
    once = cycle.moves.split()[:8]
    line = line_of(cycle.pieces, " ".join(once), cycle.rest)
    assert once * 2 == cycle.moves.split()
    assert line[-1].repetition_key() == line[0].repetition_key()
    for after in line[2::2]:
        assert any(
            after.board[capture.target] == "n"
            for square in (square_number("b3", 8), square_number("c1", 8))
            for capture in captures(after.board, square, after.options)
        )
    assert not chases(line, 0)


def test_a_fen_may_have_more_spaces() -> None:
    assert Position.from_fen(" 4/4/4/4/4/4/4/Kk2[]  w r ") == Position.from_fen("4/4/4/4/4/4/4/Kk2[] w r")


def test_named_options() -> None:
    assert Options.named("banqi") == TW == Options(False, False, False, False, "off", 180, False)
    for text, value in (("off", "off"), ("ranked", "ranked"), ("any", "any"), ("true", "ranked"), ("false", "off")):
        assert Options.named("banqi-hongkong", {"ChariotRides": text}) == Options(hongkong=True, chariot_rides=value)
    names = {"CannonDirect": "true", "DarkCapture": "true", "MultiCapture": "true", "Repetition": "chaser-loses"}
    expected = Options(cannon_direct=True, dark_capture=True, multi_capture=True, no_progress=0, chaser_loses=True)
    assert Options.named("banqi", {**names, "NoProgressPlies": "0"}) == expected
    assert Options.named("banqi", {"DarkCapture": "false", "Repetition": "draw"}) == TW
    for bad in (
        {"DarkCapture": "yes"},
        {"Repetition": "loses"},
        {"NoProgressPlies": "-1"},
        {"X": "true"},
        {"ChariotRides": "far"},
    ):
        with pytest.raises(ValueError, match="unknown option"):
            Options.named("banqi", bad)
    with pytest.raises(ValueError, match="unknown variant"):
        Options.named("darkchess")
    with pytest.raises(ValueError, match="negative"):
        Options(no_progress=-1)
    with pytest.raises(ValueError, match="ChariotRides 'on' must be one of off, ranked, any"):
        Options(chariot_rides="on")
    assert NAMED == VARIANTS == ("banqi", "banqi-hongkong")


# ---------------------------------------------------------------------------------------------- random games


def random_line(
    rng: random.Random, options: Options, ranks: int = 8, eager: float = 0.0
) -> Iterator[tuple[Position, str]]:
    """The positions of a random game, each with the complete move played there, until a position ends it (if any).

    Moves are uniform or, with probability `eager`, among captures, attempts and 0000 if there are any. Outcomes are
    drawn from the pool.
    """
    position = Position.start(options, ranks)
    while position.ended() is None:
        moves = position.legal_moves()
        if rng.random() < eager:
            moves = [move for move in moves if _is_taking(position, move)] or moves
        found = position.outcomes(rng.choice(moves))
        (text,) = rng.choices([text for text, _ in found], [weight for _, weight in found])
        yield position, text
        position = position.push(text)
    yield position, ""


def _is_taking(position: Position, move: str) -> bool:
    return move == "0000" or (move[:2] != move[2:4] and bool(position.board[square_number(move[2:4], position.ranks)]))


def transformed(position: Position, files: bool, ranks: bool, colours: bool) -> Position:
    """The position mirrored or recoloured: the rules treat all directions and both colours alike."""
    placement, bracket, rest = position.fen().partition("[")
    pool, end, fields = rest.partition("]")
    _, side, first, *others = fields.split(" ")
    rows = placement.split("/")
    if files:
        rows = [row[::-1] for row in rows]
    if ranks:
        rows.reverse()
    if colours:
        rows = [row.swapcase().replace("x", "X") for row in rows]
        pool = pool.swapcase()
        first = {"r": "b", "b": "r"}.get(first, first)
    if len(others) == 3:
        others[2] = turned_text(others[2], files, ranks, position.ranks)
    return Position.from_fen(" ".join(["/".join(rows) + bracket + pool + end, side, first, *others]), position.options)


def turned_text(text: str, files: bool, ranks: bool, most: int) -> str:
    if text == "0000":
        return text
    table = {}
    if files:
        table.update(zip("abcd", "dcba"))
    if ranks:
        table.update((str(rank), str(most + 1 - rank)) for rank in range(1, most + 1))
    return text.translate(str.maketrans(table))


@pytest.mark.slow
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("ranks", [2, 4, 8])
def test_random_games(options: Options, ranks: int) -> None:
    """FENs round-trip, texts are unique and parse back, pieces are kept, and the board's symmetries hold."""
    rng = random.Random(f"{options} {ranks}")
    seen: Counter[str] = Counter()
    for _ in range({2: 6, 4: 3, 8: 1}[ranks]):
        line = list(islice(random_line(rng, options, ranks, eager=0.5), 40 * ranks))
        for ply, (position, text) in enumerate(line):
            fen = position.fen()
            again = Position.from_fen(fen, options)
            assert again == position and again.fen() == fen
            moves = position.legal_moves()
            assert moves == sorted(set(moves)) == again.legal_moves()
            assert all(re.fullmatch("([a-d][1-8]){2}|0000", move) for move in moves)
            assert ("0000" in moves) == (position.series is not None)
            assert len(position.pool) == position.board.count("X")
            if ply % 4 == 0:
                check_symmetries(position, moves)
            for move in moves if ply % 3 == 0 else []:
                found = position.outcomes(move)
                assert sum(weight for _, weight in found) == (len(position.pool) if "=" in found[0][0] else 1)
                for complete, _ in found:
                    check_move(position, complete, seen)
            if text:
                check_move(position, text, seen)
    assert seen["capture"] and seen["flip"]
    assert bool(seen["attempt"]) == bool(seen["failed"]) == options.dark_capture
    if ranks > 2:
        assert bool(seen["series"]) == options.multi_capture


def check_symmetries(position: Position, moves: list[str]) -> None:
    for files, ranks, colours in product((False, True), repeat=3):
        there = transformed(position, files, ranks, colours)
        assert there.legal_moves() == sorted(turned_text(move, files, ranks, position.ranks) for move in moves)
        assert there.ended() == position.ended()


def check_move(position: Position, text: str, seen: Counter[str]) -> None:
    """The move changes what its text says, and nothing else."""
    after = position.push(text.upper())
    before_all, after_all = ([p for p in pos.board + pos.pool if colour_of(p)] for pos in (position, after))
    lost = Counter(before_all) - Counter(after_all)
    assert not Counter(after_all) - Counter(before_all)
    if text == "0000":
        kind = "stop"
        assert after.board == position.board and after.clock == position.clock
    elif text[:2] == text[2:4]:
        kind = "flip"
    elif "=" in text:
        kind = "attempt"
        seen["failed"] += not lost
        assert bool(lost) == (not after.board[square_number(text[:2], position.ranks)])
    else:
        kind = "capture" if lost else "quiet"
    seen[kind] += 1
    assert len(position.pool) - len(after.pool) == ("=" in text)
    assert sum(lost.values()) <= (kind in ("capture", "attempt"))
    assert all(position.mover not in ("", colour_of(piece)) for piece in lost)
    assert after.clock == {"stop": position.clock, "quiet": position.clock + 1}.get(kind, 0)
    if after.series is None:
        assert (after.turn, after.number) == (1 - position.turn, position.number + position.turn)
    else:
        seen["series"] += 1
        assert lost and position.options.multi_capture
        assert square_name(after.series) == text[2:4]
        assert (after.turn, after.number) == (position.turn, position.number)
    assert after.first == position.first or not position.first


def test_perft_by_walking() -> None:
    """Perft's counts are those of a walk that lists everything."""

    def leaves(position: Position, depth: int) -> tuple[int, int]:
        if depth == 1:
            moves = position.legal_moves()
            return len(moves), sum(len(position.outcomes(move)) for move in moves)
        found = [
            leaves(position.push(text), depth - 1)
            for move in position.legal_moves()
            for text, _ in position.outcomes(move)
        ]
        return sum(d for d, _ in found), sum(o for _, o in found)

    rng = random.Random("walk")
    for options in ALL_OPTIONS:
        line = [position for position, _ in islice(random_line(rng, options, 4, eager=0.5), 60)]
        position = rng.choice(line[len(line) // 3 :])
        for depth in (1, 2):
            assert position.perft(depth) == leaves(position, depth)


# -------------------------------------------------------------------------------------------------- statistics


@pytest.mark.slow
def test_statistics_of_random_games() -> None:
    """The page's figures of 2,000 uniformly random games: a 50-ply draw, no repetition rule.

    Tolerances are four standard errors of the difference of our sample's and the page's means. The spread of one
    game is that of a share, of a length (50 plies) and of a game's mean branching (less than 2.5).
    """
    games, known, limit = 250, 2000, 50
    rng = random.Random("statistics")
    results: Counter[str] = Counter()
    plies = decisions = 0
    for _ in range(games):
        for position, text in random_line(rng, TW):
            result = position.ended()
            if result is None and position.clock >= limit:
                result = Result("1/2-1/2", "move rule")
            if result is not None:
                results[result.result] += 1
                break
            assert text
            plies += 1
            decisions += len(position.legal_moves())

    def tolerance(spread: float) -> float:
        return 4 * spread * math.sqrt(1 / games + 1 / known)

    for name, share in (("1/2-1/2", 0.783), ("1-0", 0.104), ("0-1", 0.114)):
        assert abs(results[name] / games - share) < tolerance(math.sqrt(share * (1 - share)))
    assert abs(plies / games - 237.8) < tolerance(50)
    assert abs(decisions / plies - 13.87) < tolerance(2.5)


# ------------------------------------------------------------------------------------------------ perft suites


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_suite(variant: str) -> None:
    """The suite's numbers, up to depths that are quick in Python."""
    for entry in suite(variant):
        position = Position.from_fen(entry.fen, Options.named(variant, entry.options))
        assert position.fen() == entry.fen
        for depth, decisions in entry.counts.items():
            if decisions <= 15_000:
                assert position.perft(depth) == (decisions, entry.outcomes[depth]), f"{entry.id}: depth {depth}"
