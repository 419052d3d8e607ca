"""Fanorona Chess's rare rules: random positions built around each, compared with the reference, and counted."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fanorona_boards import POINTS, board
from halfchess.test_against_reference import check_position, game_of
from oddfish.engine.game import Game
from reference import fanorona
from reference.fanorona import FULL, VARIANTS, Path, Position, belongs, cased, point_number, strong
from support.rare import Case, cases, check_page

Placed = dict[str, str]  # a piece by its point


# ------------------------------------------------------------------------------------- which rules decided


def of_board(slow: Position) -> Iterator[str]:
    """The rules by which the pieces of the side to move go and take, without the kings' safety."""
    squares, turn = slow.board, slow.turn
    for origin, piece in enumerate(squares):
        if not belongs(piece, turn):
            continue
        kind = piece.upper()
        around = [fanorona.step(origin, direction) for direction in fanorona.ORTHOGONAL + fanorona.DIAGONAL]
        if kind not in "NP" and any(point is not None and squares[point] for point in around):
            yield "N1 the next point is occupied"
        if kind in "KQB" and not strong(origin):
            yield f"N2 {kind} on a weak point"
        if kind == "N":
            yield from of_knight(slow, origin)
        paths = list(fanorona.paths_of(squares, origin))
        if kind == "P":
            yield f"N4 from a {'strong' if strong(origin) else 'weak'} point" if paths else "N4 stuck"
        for path in paths:
            yield from of_path(slow, origin, path)


def of_knight(slow: Position, origin: int) -> Iterator[str]:
    squares, kind = slow.board, "strong" if strong(origin) else "weak"
    for path in fanorona.knight_paths(origin):
        middle = fanorona.step(origin, path.first)
        assert middle is not None
        if squares[path.target]:
            yield "N3 the last point is occupied"
        else:
            yield f"N3 from a {kind} point"
            if squares[middle]:
                yield f"N3 over a {'friend' if belongs(squares[middle], slow.turn) else 'foe'}"


def of_path(slow: Position, origin: int, path: Path) -> Iterator[str]:
    """What a piece takes on its path, and whether it must (N5, N6); promotion (N8)."""
    squares, turn = slow.board, slow.turn
    kind, piece = squares[origin].upper(), squares[origin]
    behind = fanorona.step(origin, fanorona.opposite(path.first))
    beyond = fanorona.step(path.target, path.last)
    taken = [point is not None and belongs(squares[point], 1 - turn) for point in (behind, beyond)]
    last = kind == "P" and fanorona.rank_for(path.target, turn) == 9
    texts = [text for text, move in slow.legal.items() if (move.origin, move.target) == (origin, path.target)]
    if last:
        lost = [letter for letter in FULL if squares.count(cased(letter, turn)) < FULL[letter]]
        if not lost:
            assert not texts
            yield "N8 may not enter"
            return
        yield from (f"N8 promotes to {text[-1].upper()}" for text in texts)
        if not strong(path.target) and any(text[-1] == "b" for text in texts):
            yield "N8 to an immobile Bishop"
        if texts and len(lost) < 4:
            yield "N8 not to what is not lost"
    if not texts:
        return
    for how, does in zip(("withdrawal", "approach"), taken):
        if does:
            yield f"N5 {kind} by {how}"
    if any(point is not None and belongs(squares[point], turn) for point in (behind, beyond)):
        yield "N5 a friend is spared"
    if all(taken):
        yield "N6 a choice"
    elif any(taken):
        if not (piece in slow.unmoved and any(text == text[:4] for text in texts)):  # N7's leap does not take
            assert all("x" in text for text in texts)
            yield "N6 has to take"
    elif any(move.victim is not None for move in slow.legal.values()):
        yield "N6 need not take elsewhere"


def of_leaps(slow: Position) -> Iterator[str]:
    """N7."""
    king = cased("K", slow.turn)
    home = point_number("c1" if slow.turn == 0 else "c9")
    if slow.board[home] != king:
        return
    for path in fanorona.knight_paths(home):
        if slow.board[path.target]:
            continue
        text = fanorona.point_name(home) + fanorona.point_name(path.target)
        if king not in slow.unmoved:
            assert text not in slow.legal
            yield "N7 not once it has moved"
        elif slow.in_check():
            assert text not in slow.legal
            yield "N7 not in check"
        elif text in slow.legal:
            yield "N7 leaps"
            if fanorona.victims(slow.board, home, path, slow.turn) != [None]:
                yield "N7 takes nothing where a Knight would have to"
        else:
            yield "N7 not into check"


def takers(squares: fanorona.Board, colour: int) -> Iterator[tuple[int, Path, str]]:
    """The enemies that could take that player's king: origin, path, and N5's kind of capture; without N8."""
    king = squares.index(cased("K", colour))
    for origin, piece in enumerate(squares):
        if belongs(piece, 1 - colour):
            for path in fanorona.paths_of(squares, origin):
                if fanorona.step(origin, fanorona.opposite(path.first)) == king:
                    yield origin, path, "withdrawal"
                if fanorona.step(path.target, path.last) == king:
                    yield origin, path, "approach"


def enters(squares: fanorona.Board, origin: int, path: Path, how: str) -> bool:
    """Whether it takes the king by a pawn's move to the last rank."""
    return squares[origin] in "Pp" and path.target // 5 in (0, 8)


def of_checks(slow: Position) -> Iterator[str]:
    """N9, and the effect of N8 on it."""
    squares, turn = slow.board, slow.turn
    lost = fanorona.lost_types(squares, 1 - turn)
    for origin, path, how in takers(squares, turn):
        if enters(squares, origin, path, how) and not lost:
            if not slow.in_check():
                yield "N8 a pawn that may not enter gives no check"
            continue
        assert slow.in_check()
        yield f"N9 check by {how}"
        victims = fanorona.victims(squares, origin, path, 1 - turn)
        if len(victims) == 2:
            yield "N9 it could as well take something else"
        after = fanorona.board_after(squares, fanorona.Move(origin, path.target, squares.index(cased("K", turn))))
        if fanorona.checked(after, 1 - turn):
            yield "N9 a pinned piece checks"
    for origin, piece in enumerate(squares):
        if not belongs(piece, turn):
            continue
        for move in fanorona.piece_moves(squares, origin):
            after = fanorona.board_after(squares, move)
            if cased("K", 1 - turn) not in after or not fanorona.checked(after, turn):
                continue
            yield "N9 may not leave the king in check" if slow.in_check() else "N9 may not expose the king"
            if move.victim is not None and not lost and all(enters(after, *taker) for taker in takers(after, turn)):
                yield "N8 a capture lets his pawn in"


def of_endings(slow: Position) -> Iterator[str]:
    if not slow.legal:
        yield "N9 checkmate" if slow.in_check() else "N9 the stalemated player loses"
    elif sum(map(bool, slow.board)) == 2:
        yield "N10 two kings play on"


# -------------------------------------------------------------------------------------------- random positions


def finish(rng: random.Random, variant: str, placed: Placed, unmoved: str = "", clock: int = 0) -> str | None:
    """The FEN with missing kings added and White or Black to move; None if there is no such FEN."""
    free = [point for point in POINTS if point not in placed]
    rng.shuffle(free)
    for king in "Kk":
        if king not in placed.values():
            placed[free.pop()] = king
    if rng.random() < 0.5:
        placed = {point[0] + str(10 - int(point[1])): piece.swapcase() for point, piece in placed.items()}
        unmoved, turn = "".join(sorted(unmoved.swapcase())), "b"
    else:
        turn = "w"
    field = board(" ".join(piece + point for point, piece in placed.items()))
    try:
        return Position.from_fen(variant, f"{field} {turn} {unmoved or '-'} - {clock} 30").fen()
    except ValueError:  # too many pieces of a kind, a pawn on its first or last rank, a king in check
        return None


def some(rng: random.Random, most: int, letters: str = "NNBBRRQPPPPP") -> str:
    """Up to that many pieces of either side."""
    pieces = [*letters, *letters.lower()]
    return "".join(rng.sample(pieces, rng.randrange(most // 3, most)))


def scatter(rng: random.Random, placed: Placed, pieces: str) -> Placed:
    """Add pieces on free points."""
    free = [point for point in POINTS if point not in placed]
    return placed | dict(zip(rng.sample(free, len(pieces)), pieces))


def scattered(rng: random.Random, variant: str) -> str | None:
    """Any pieces anywhere."""
    return finish(rng, variant, scatter(rng, {}, some(rng, 18)))


def unmoved_kings(rng: random.Random, variant: str) -> str | None:
    """A king at home, moved or not, with pieces on the lines along which its leap would take."""
    placed = {"c1": "K"}
    for point in rng.sample(["b1", "d1", "b2", "d2", "b3", "d3", "c2", "a2", "e2", "b4", "d4"], rng.randrange(6)):
        placed[point] = rng.choice("nbrqpNBRPPp")
    if rng.random() < 0.4:
        placed[rng.choice(["b4", "d4"])] = rng.choice("nbrqp")
    placed = scatter(rng, placed, some(rng, 4, "NBRQPP"))
    return finish(rng, variant, placed, "K" if rng.random() < 0.75 else "")


def pawn_ends(rng: random.Random, variant: str) -> str | None:
    """Pawns before the last rank; the side has lost few pieces, or none."""
    lost = rng.choice(["", "", "N", "B", "R", "Q", "BB", "NQ", "BRQ", "NNBBRRQ"])
    own = "".join(letter * (count - lost.count(letter)) for letter, count in FULL.items())
    placed = {file + "8": "P" for file in rng.sample("abcde", rng.choice((1, 2)))}
    if rng.random() < 0.5:
        placed[rng.choice("abcde") + "7"] = "k"
    low = [point for point in POINTS if point not in placed and point[1] < "8"]
    placed |= dict(zip(rng.sample(low, len(own)), own))
    return finish(rng, variant, scatter(rng, placed, some(rng, 4, "nbrqpp").lower()))


def pawns_let_in(rng: random.Random, variant: str) -> str | None:
    """An enemy pawn before its last rank with the king behind it; the enemy has lost few pieces, or none."""
    file = rng.randrange(5)
    lost = rng.choice(["", "", "", "N", "Q"])
    theirs = "".join(letter.lower() * (count - lost.count(letter)) for letter, count in FULL.items())
    placed = {"abcde"[file] + "2": "p"}
    side = file + rng.choice((0, 0, -1, 1))
    if side not in range(5):
        return None
    placed["abcde"[side] + "3"] = "K"
    return finish(rng, variant, scatter(rng, placed, theirs + some(rng, 5, "NBRQP").upper()))


def late(rng: random.Random, variant: str) -> str | None:
    """The clock nearly at its end."""
    return finish(rng, variant, scatter(rng, {}, some(rng, 12)), clock=rng.randrange(97, 100))


def idle(rng: random.Random, variant: str) -> str | None:
    """Few pieces, perhaps a king that has not moved."""
    return finish(rng, variant, scatter(rng, {"c1": "K"}, some(rng, 6, "NBRQ")), "K" if rng.random() < 0.8 else "")


def exposed_kings(rng: random.Random, variant: str) -> str | None:
    """A king near the edge among heavy pieces, both kings in the open."""
    placed = {rng.choice("abcde") + rng.choice("11239"): "K"}
    placed = scatter(rng, placed, "k" + "".join(rng.sample("rrqnbb", rng.randrange(1, 5))))
    return finish(rng, variant, scatter(rng, placed, "".join(rng.sample("RRNBBQPPP", rng.randrange(7)))))


def two_victims(rng: random.Random, variant: str) -> str | None:
    """An enemy between the king and another piece on a rank or file, or also before its own king."""
    file, rank = rng.randrange(1, 4), rng.randrange(3, 8)
    along = rng.choice((-1, 1))
    placed = {"abcde"[file] + str(rank): rng.choice("rrq"), "abcde"[file] + str(rank - along): "K"}
    if rng.random() < 0.5:
        placed["abcde"[file] + str(rank + along * rng.choice((2, 2, 3)))] = rng.choice("PNBR")
    if rng.random() < 0.6:
        kings = rng.choice([("a", "e"), ("e", "a")])
        placed |= {kings[0] + str(rank): "k", kings[1] + str(rank): rng.choice("RQ")}
    if not placed.keys() <= set(POINTS):
        return None
    return finish(rng, variant, scatter(rng, placed, some(rng, 3)))


def cornered_kings(rng: random.Random, variant: str) -> str | None:
    """Kings near each other at the edge, alone or with a piece: mates and stalemates (example 10)."""
    rank = rng.choice("1234")
    file = "a" if rank != "1" else rng.choice("ab")
    near = [point for point in POINTS if abs(ord(point[0]) - ord(file)) + abs(int(point[1]) - int(rank)) in (1, 2, 3)]
    placed = {file + rank: "K", rng.choice(near): "k"}
    return finish(rng, variant, scatter(rng, placed, "".join(rng.sample("rqnb", rng.choice((0, 0, 1, 2))))))


# --------------------------------------------------------------------------------------------------- the tests


def check(rng: random.Random, variant: str, fen: str) -> set[str]:
    slow, game = Position.from_fen(variant, fen), game_of(variant, fen, None)
    texts = check_position(game, slow, [slow.repetition_key()])
    rare = [text for text in texts if len(text) > 4 or slow.board[point_number(text[:2])] in "KkPp"]
    for text in rng.sample(rare, min(2, len(rare))):
        after, later = Game(variant, fen=fen), slow.push(text)
        after.push(text)
        check_position(after, later, [slow.repetition_key(), later.repetition_key()])
    return {*of_board(slow), *of_leaps(slow), *of_checks(slow), *of_endings(slow)}


def play(rng: random.Random, variant: str, fen: str) -> set[str]:
    """Play quiet moves to and fro, or a few moves with the clock running out; returns the parts of N10 that decided."""
    seen: set[str] = set()
    slow, game = Position.from_fen(variant, fen), Game(variant, fen=fen)
    history, moves = [slow.repetition_key()], list[str]()
    while len(moves) < 12:
        check_position(game, slow, history)
        outcome = slow.outcome(history)
        seen.add(f"N10 {outcome[1]}" if outcome and outcome[1] in ("repetition", "move rule") else "")
        if [position[0] for position in history].count(slow.board) == 3 and not outcome:
            seen.add("N10 a king that had not moved is another position")
        if not slow.legal or outcome:
            break
        back = moves[-2][2:4] + moves[-2][:2] if len(moves) > 1 else ""
        quiet = [text for text in slow.legal if "x" not in text and slow.board[point_number(text[:2])] not in "Pp"]
        text = back if back in slow.legal else rng.choice(quiet if quiet and slow.clock < 90 else sorted(slow.legal))
        if slow.clock >= 97 and "x" in text:
            seen.add("N10 a capture winds the clock back")
        elif slow.clock >= 97 and slow.board[point_number(text[:2])] in "Pp":
            seen.add("N10 a pawn's move winds the clock back")
        moves.append(text)
        game.push(text)
        slow = slow.push(text)
        history.append(slow.repetition_key())
    return seen


KINDS = "KQRBNP"
CASES = [
    Case(
        scattered, check, VARIANTS, 1200,
        "N1 the next point is occupied|N2 K on a weak point|N2 Q on a weak point|N2 B on a weak point|"
        "N3 from a strong point|N3 from a weak point|N3 over a friend|N3 over a foe|N3 the last point is occupied|"
        "N4 from a strong point|N4 from a weak point|N4 stuck|N5 a friend is spared|"
        + "".join(f"N5 {kind} by withdrawal|N5 {kind} by approach|" for kind in KINDS)
        + "N6 a choice|N6 has to take|N6 need not take elsewhere|N9 check by approach|N9 check by withdrawal",
    ),
    Case(
        unmoved_kings, check, VARIANTS, 700,
        "N7 leaps|N7 takes nothing where a Knight would have to|N7 not once it has moved|N7 not in check|"
        "N7 not into check",
    ),
    Case(
        pawn_ends, check, VARIANTS, 600,
        "N8 may not enter|N8 promotes to N|N8 promotes to B|N8 promotes to R|N8 promotes to Q|"
        "N8 to an immobile Bishop|N8 not to what is not lost",
    ),
    Case(
        pawns_let_in, check, VARIANTS, 500, "N8 a pawn that may not enter gives no check|N8 a capture lets his pawn in",
    ),
    Case(
        exposed_kings, check, VARIANTS, 500,
        "N9 may not leave the king in check|N9 may not expose the king",
    ),
    Case(
        two_victims, check, VARIANTS, 500,
        "N9 a pinned piece checks|N9 it could as well take something else",
    ),
    Case(cornered_kings, check, VARIANTS, 500, "N9 checkmate|N9 the stalemated player loses|N10 two kings play on"),
    Case(
        late, play, VARIANTS, 300,
        "N10 move rule|N10 a capture winds the clock back|N10 a pawn's move winds the clock back",
    ),
    Case(idle, play, VARIANTS, 400, "N10 repetition|N10 a king that had not moved is another position"),
]  # fmt: skip


@pytest.mark.slow
@cases(CASES)
def test_rare_rules(case: Case) -> None:
    case.run()


@cases(CASES)
@pytest.mark.quick(3)
def test_a_few_positions(case: Case) -> None:
    case.run(quick=True)


def test_every_number_of_the_page() -> None:
    check_page("fanorona-chess", "N", CASES)
