"""Random positions of Banqi built around its rare rules."""

from __future__ import annotations

import random
from collections import Counter

from reference.banqi import ARMIES, DARK, DIRECTIONS, ORDER, Options, Position, other, ray

Placed = dict[int, str]  # a piece by its square, face down as "x" and its letter
ARMY = Counter(ARMIES[8]) + Counter(ARMIES[8].lower())


def finish(rng: random.Random, options: Options, placed: Placed, clock: int = 0, mover: str = "") -> str | None:
    """The FEN with some colour to move; None if there are more pieces of a kind than the game has."""
    pieces = Counter(piece[-1] for piece in placed.values())
    if any(count > ARMY[piece] for piece, count in pieces.items()):
        return None
    board = [""] * 32
    pool = []
    for square, piece in placed.items():
        board[square] = DARK if piece[0] == "x" else piece
        pool += [piece[1]] if piece[0] == "x" else []
    turn, mover = rng.randrange(2), mover or rng.choice("rb")
    first = mover if turn == 0 else other(mover)
    pool.sort(key=ORDER.index)
    try:
        return Position.from_fen(
            Position(options, tuple(board), tuple(pool), turn, first, clock, 30).fen(), options
        ).fen()  # fmt: skip
    except ValueError:
        return None


def man(rng: random.Random, colour: str, letters: str = "KGMRNCPPP") -> str:
    letter = rng.choice(letters)
    return letter if colour == "r" else letter.lower()


def scatter(rng: random.Random, placed: Placed, men: list[str], hidden: float = 0.0) -> None:
    free = [square for square in range(32) if square not in placed]
    for square, piece in zip(rng.sample(free, min(len(men), len(free))), men):
        placed[square] = f"x{piece}" if rng.random() < hidden else piece


def some(rng: random.Random, most: int) -> list[str]:
    return rng.sample(list(ARMY.elements()), rng.randrange(most + 1))


def thinned(placed: Placed) -> Placed:
    """Without the pieces that are too many of their kind."""
    counts: Counter[str] = Counter()
    kept: Placed = {}
    for square, piece in placed.items():
        counts[piece[-1]] += 1
        if counts[piece[-1]] <= ARMY[piece[-1]]:
            kept[square] = piece
    return kept


def start(rng: random.Random, options: Options) -> str:
    """Before the first flip, on every board."""
    return Position.start(options, rng.choice((8, 4, 2))).fen()


def pairs(rng: random.Random, options: Options) -> str | None:
    """Enemies next to each other, of all kinds."""
    placed: Placed = {}
    colour = rng.choice("rb")
    for square in rng.sample(range(32), 14):
        beside = [line[0] for direction in DIRECTIONS if (line := ray(square, direction, 8)) and line[0] not in placed]
        if square not in placed and beside:
            placed[square] = man(rng, colour, "KGMRNCP")
            placed[rng.choice(beside)] = man(rng, other(colour), "KGMRNCP")
    return finish(rng, options, thinned(placed), mover=colour)


def lines(rng: random.Random, options: Options) -> str | None:
    """Cannons and chariots, and what stands along their ranks and files: friends, enemies, face-down pieces, gaps."""
    placed: Placed = {}
    colour = rng.choice("rb")
    letter = "R" if options.chariot_rides != "off" else "C"
    hidden = 0.5 if options.dark_capture else 0.25
    for square in rng.sample(range(32), 2):
        placed[square] = letter if colour == "r" else letter.lower()
        for direction in DIRECTIONS:
            gap = rng.choice((0, 0, 1, 1, 2))
            for place, there in enumerate(ray(square, direction, 8)):
                if place == gap:
                    piece = man(rng, rng.choice([colour, other(colour), other(colour)]), "KGMRNCP")
                    placed.setdefault(there, f"x{piece}" if rng.random() < hidden else piece)
                    gap += 1 + rng.choice((0, 0, 1))
    return finish(rng, options, thinned(placed), mover=colour)


def attempts(rng: random.Random, options: Options) -> str | None:
    """Face-down pieces beside the mover's pieces."""
    placed: Placed = {}
    scatter(rng, placed, some(rng, 14), hidden=0.4)
    return finish(rng, options, placed)


def series(rng: random.Random, options: Options) -> str | None:
    """A piece among enemies that it may take one after the other; perhaps they are the last ones."""
    placed: Placed = {}
    colour = rng.choice("rb")
    square = rng.randrange(32)
    placed[square] = man(rng, colour, "KGMRRNCC" if rng.random() < 0.8 else "P")
    for _ in range(rng.choice((1, 2, 3, 4))):
        for direction in rng.sample(DIRECTIONS, 2):
            line = ray(square, direction, 8)
            for there in line[: rng.choice((1, 1, 2))]:
                piece = man(rng, rng.choice([colour, *other(colour) * 5]), "GMRNPPP")
                placed.setdefault(
                    there, f"x{piece}" if rng.random() < (0.4 if options.dark_capture else 0.1) else piece
                )
        square = rng.choice(list(placed))
    if rng.random() < 0.3:
        scatter(rng, placed, some(rng, 4))
    return finish(rng, options, placed, mover=colour)


def shut_in(rng: random.Random, options: Options) -> str | None:
    """A piece at the edge that cannot move, among enemies that it may not take."""
    placed: Placed = {}
    colour = rng.choice("rb")
    square = rng.choice([0, 3, 28, 31, 0, 3, rng.randrange(32)])
    placed[square] = man(rng, colour, "KPC")
    for direction in DIRECTIONS:
        for there in ray(square, direction, 8)[:1]:
            placed[there] = man(rng, other(colour), "GMRNC" if placed[square] in "Pp" else "PPP")
    scatter(rng, placed, [man(rng, other(colour), "GMRNPP") for _ in range(rng.randrange(3))])
    return finish(rng, options, placed, mover=colour)


def last_pieces(rng: random.Random, options: Options) -> str | None:
    """One enemy left, or one face up and one face down, beside something that may take it."""
    placed: Placed = {}
    colour = rng.choice("rb")
    square = rng.randrange(32)
    placed[square] = man(rng, other(colour), "KGMRNC")
    for direction in rng.sample(DIRECTIONS, 2):
        for there in ray(square, direction, 8)[:1]:
            placed[there] = man(rng, colour, "KGMRPP")
    men = [man(rng, colour) for _ in range(rng.randrange(3))]
    scatter(rng, placed, men, hidden=0.5)
    if rng.random() < 0.4:
        scatter(rng, placed, [man(rng, other(colour))], hidden=1)
    return finish(rng, options, placed, mover=colour)


def last_of_series(rng: random.Random, options: Options) -> str | None:
    """The last enemy, and beside it face-down pieces that a series would go on with if the game did."""
    placed: Placed = {}
    colour = rng.choice("rb")
    square = rng.randrange(32)
    placed[square] = man(rng, other(colour), "KGMRN")
    around = [line[0] for direction in DIRECTIONS if (line := ray(square, direction, 8))]
    rng.shuffle(around)
    placed[around.pop()] = "K" if colour == "r" else "k"
    for there in around:
        placed[there] = "x" + man(rng, colour, "GMRNCPP")
    return finish(rng, options, thinned(placed), mover=colour)


def late(rng: random.Random, options: Options) -> str | None:
    """Near the end of NoProgressPlies, or beyond it where that is off."""
    placed: Placed = {}
    scatter(rng, placed, some(rng, 10), hidden=0.2)
    plies = options.no_progress or 180
    return finish(rng, options, placed, clock=max(plies - rng.choice((0, 1, 1, 2)), 0))


def chases(rng: random.Random, options: Options) -> str | None:
    """Two enemies side by side with two empty squares before them, and further pieces, some of which meet enemies."""
    corner = rng.randrange(32)
    along, across = rng.sample(DIRECTIONS, 2)
    if along[0] == -across[0] and along[1] == -across[1]:
        return None
    there = ray(corner, along, 8)[:1]
    up = ray(corner, across, 8)[:1]
    if not there or not up:
        return None
    block = {corner, there[0], up[0], there[0] + up[0] - corner}
    colour = rng.choice("rb")
    placed: Placed = {corner: man(rng, colour, "GMRNNCP"), there[0]: man(rng, other(colour), "KGMRRNC")}
    kept = dict(placed)
    placed |= dict.fromkeys(block - placed.keys(), "kept")
    if rng.random() < 0.5:  # an enemy that threatens something all the time
        pair = [
            ray(square, direction, 8)[:1] for square in [rng.randrange(32)] for direction in [rng.choice(DIRECTIONS)]
        ]
        free = [square for square in range(32) if square not in placed]
        square = rng.choice(free)
        pair = [line[0] for direction in DIRECTIONS if (line := ray(square, direction, 8)) and line[0] in free]
        if pair:
            placed[square], placed[pair[0]] = man(rng, colour, "KGMR"), man(rng, other(colour), "RNC")
    scatter(rng, placed, [man(rng, rng.choice("rb")) for _ in range(rng.randrange(3))], hidden=0.2)
    placed = {square: piece for square, piece in placed.items() if piece != "kept"} | kept
    fen = finish(rng, options, placed, mover=colour)
    return f"{fen} {corner} {there[0]} {up[0]} {there[0] + up[0] - corner}" if fen else None
