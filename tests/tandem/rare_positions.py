"""Random positions of Tandem-84 built around its rare rules."""

from __future__ import annotations

import random

from reference.tandem import Options, Position
from tandem_boards import FILES, SQUARES, board, turned

Placed = dict[str, str]  # a piece by its square


def facing(square: str) -> str:
    """The corresponding square."""
    return FILES[(FILES.index(square[0]) + 6) % 12] + square[1]


def near(rng: random.Random, square: str) -> str:
    """A square next to it on the same board, or the square itself if that is beyond the edge."""
    file, rank = FILES.index(square[0]), int(square[1])
    there = file + rng.choice((-1, 0, 1)), rank + rng.choice((-1, 0, 1))
    return FILES[there[0]] + str(there[1]) if there[0] // 6 == file // 6 and there[1] in range(1, 8) else square


def scatter(rng: random.Random, placed: Placed, pieces: str, ranks: str = "1234567") -> None:
    """Add pieces on free squares, pawns on ranks 2 to 6."""
    free = [square for square in SQUARES if square not in placed and square[1] in ranks]
    for piece in pieces:
        fitting = [square for square in free if piece not in "Pp" or square[1] not in "17"]
        placed[rng.choice(fitting)] = piece
        free = [square for square in free if square not in placed]


def some(rng: random.Random, letters: str, most: int) -> str:
    return "".join(rng.sample(letters, min(len(letters), rng.randrange(most + 1))))


def finish(
    rng: random.Random, options: Options, placed: Placed, rest: str = "- -", moves: str | None = None, clock: int = 3
) -> str | None:
    """The FEN with missing kings added, for White or turned round for Black; None if there is no such FEN."""
    for king in "Kk":
        if king not in placed.values():
            scatter(rng, placed, king)
    pieces = " ".join(piece + square for square, piece in placed.items())
    fen = f"{board(pieces)} w {rest} {moves or rng.choice('1222')} {clock} 30"
    if rng.random() < 0.5:
        fen = turned(fen)
    try:
        return Position.from_fen(fen, options).fen()
    except ValueError:  # a king in check, no pawn beyond an en-passant square
        return None


def castling(rng: random.Random, options: Options) -> str | None:
    """King and rooks at home, with pieces between them, attacking the first rank, or otherwise preventing castling."""
    placed = {"d1": "K", "f1": "R", "g1": "R"}
    rights = rng.choice(["KD", "KD", "K", "D"])
    for square in rng.sample(["e1", "h1", "i1", "j1"], rng.choice((0, 0, 0, 1))):
        placed[square] = rng.choice("BNGn")
    for _ in range(rng.choice((0, 0, 1, 1))):
        placed[rng.choice("ddeehijc") + rng.choice("34567")] = rng.choice("rqmn")
    if rng.random() < 0.3 and not placed.keys() & {"i7", "g7", "f7"}:
        placed |= {"i7": "k", "g7": "r", "f7": "r"}
        rights += rng.choice(["kd", "k", "d"])
        placed.setdefault(rng.choice(["f3", "f5", "g4", "g5", "e5", "h5"]), rng.choice("RQN"))
    roll = rng.random()
    if roll < 0.35:
        square, piece = rng.choice([("k3", "n"), ("l2", "n"), ("k2", "p"), ("j5", "r"), ("j6", "m"), ("l3", "b")])
        placed[square] = piece  # attacks the drop square, in most cases only that
    elif roll < 0.6:
        placed[rng.choice(["c2", "d2", "e2", "f2", "g2", "h2", "j1", "l1", "a1"])] = "G"
    elif roll < 0.8:
        placed[rng.choice(["f6", "g6", "f5", "l1", "g5"])] = rng.choice("rq")
    for square in ("f1", "g1", "d1"):
        if rng.random() < 0.15 and facing(square) not in placed:
            placed[facing(square)] = rng.choice("BNQG")
    scatter(rng, placed, some(rng, "RQBN", 1))
    homes = {"K": "f1", "D": "g1", "k": "g7", "d": "f7"}
    rights = "".join(right for right in rights if placed.get(homes[right]) == ("R" if right.isupper() else "r"))
    return finish(rng, options, placed, f"{rights or '-'} -", rng.choice("1112"))


def castling_turns(rng: random.Random, options: Options) -> str | None:
    """Castling as one of two moves, perhaps after a piece from the other board has removed a check."""
    placed = {"d1": "K", "f1": "R"} | ({"g1": "R"} if rng.random() < 0.7 else {})
    if rng.random() < 0.7:
        rank = rng.choice("34567")
        placed |= {"d" + rank: "r", rng.choice("ghijkl") + rank: rng.choice("RQM")}
    scatter(rng, placed, "k" + some(rng, "nb", 1), "234567")
    return finish(rng, options, placed, f"{'KD' if 'g1' in placed else 'K'} -", "2")


def en_passant(rng: random.Random, options: Options) -> str | None:
    """Pawns that have just double-stepped, and pawns that could take them, even by a drop."""
    placed: Placed = {}
    passed = []
    for file in rng.sample(FILES, rng.choice((1, 2, 2))):
        if facing(file + "4")[0] + "5" in passed:
            continue
        placed[file + "4"] = "p"
        passed.append(file + "5")
        for side in (-1, 1):
            beside = FILES.index(file) + side
            if beside in range(12) and beside // 6 == FILES.index(file) // 6 and rng.random() < 0.6:
                square = FILES[beside] + "4"
                placed.setdefault(square if rng.random() < 0.6 else facing(square), "P")
    if any(square in placed or FILES[FILES.index(square[0])] + "6" in placed for square in passed):
        return None
    kept = dict.fromkeys(passed, "x") | {square[0] + "6": "x" for square in passed}
    both = placed | kept
    scatter(rng, both, "Kk" + some(rng, "NBRGQnbrg", 3))
    return finish(rng, options, {square: piece for square, piece in both.items() if piece != "x"},
                  f"- {''.join(sorted(passed))}")  # fmt: skip


def pawn_steps(rng: random.Random, options: Options) -> str | None:
    """Pawns before their double step, enemy pawns that could take them after it, and ghosts that carry them off."""
    placed: Placed = {}
    for file in rng.sample(FILES, 2):
        placed[file + "2"] = "P"
        square = file + "4" if rng.random() < 0.5 else facing(file + "4")
        for _ in range(2):
            beside = near(rng, square)[0] + "4"
            if rng.random() < 0.6 and beside != square:
                placed.setdefault(beside, "p")
        if rng.random() < 0.6:
            placed.setdefault(near(rng, near(rng, square)), "G")
        if rng.random() < 0.5:
            placed.setdefault(near(rng, file + "2"), rng.choice("GNR"))
        if rng.random() < 0.5:
            aside = near(rng, facing(file + "3"))[0]
            placed.setdefault(rng.choice([file, aside, aside]) + "3", rng.choice("pGn"))
    scatter(rng, placed, "Kk" + some(rng, "NBRn", 1))
    if any(piece in "Pp" and square[1] in "17" for square, piece in placed.items()):
        return None
    if list(placed.values()).count("G") > 2:
        return None
    return finish(rng, options, placed)


def stepped_over(rng: random.Random, options: Options) -> str | None:
    """A pawn before its double step, a piece that can go to the square passed over, and a pawn that can take there."""
    file = rng.choice(FILES)
    beside = near(rng, file + "4")[0]
    if beside == file:
        return None
    placed = {file + "2": "P", beside + "4": "p", facing(near(rng, near(rng, file + "3")))[0] + "3": rng.choice("RRQM")}
    scatter(rng, placed, "Kk" + some(rng, "NBRn", 1))
    return finish(rng, options, placed, moves="2")


def displaced(rng: random.Random, options: Options) -> str | None:
    """A ghost on the second rank beside a pawn that has left it, perhaps after a drop; few other pieces."""
    file = rng.choice(FILES)
    ghost = file + "2"
    placed = {ghost: "G", near(rng, ghost if rng.random() < 0.6 else facing(ghost))[0] + "3": "P"}
    scatter(rng, placed, "Kk" + some(rng, "NBn", 1), "1567")
    return finish(rng, options, placed, moves="2")


def promotions(rng: random.Random, options: Options) -> str | None:
    """Pawns before the last rank, victims there, and ghosts on it."""
    placed: Placed = {}
    file = rng.choice(FILES)
    placed[file + "6"] = "P"
    if rng.random() < 0.6:
        placed[near(rng, file + "7")[0] + "7"] = rng.choice("nbrG")
    if rng.random() < 0.4:
        placed.setdefault(near(rng, facing(file + "7"))[0] + "7", rng.choice("nbrG"))
    scatter(rng, placed, "Kk" + some(rng, "Nn", 1))
    return finish(rng, options, placed, moves=rng.choice("1112"))


def ghosts(rng: random.Random, options: Options) -> str | None:
    """Ghosts beside their king, pawns, each other and enemies, or with a drop to such squares."""
    placed: Placed = {}
    for _ in range(2):
        ghost = rng.choice(FILES) + rng.choice("1122234567")
        placed[ghost] = "G"
        around = ghost if rng.random() < 0.6 else facing(ghost)
        for piece in rng.sample("PPPNKnpG", rng.choice((1, 2, 2))):
            square = near(rng, around)
            if rng.random() < 0.3:
                square = near(rng, square)
            placed.setdefault(square, piece)
    letters = list(placed.values())
    if letters.count("G") > 2 or letters.count("K") > 1:
        return None
    if any(piece in "Pp" and square[1] in "17" for square, piece in placed.items()):
        return None
    if "K" in letters:
        king = next(square for square, piece in placed.items() if piece == "K")
        if rng.random() < 0.3:
            placed.setdefault(facing(king), "G" if letters.count("G") < 2 else "N")
        if rng.random() < 0.7:
            placed.setdefault(
                rng.choice([king[0] + rng.choice("1234567"), near(rng, near(rng, king))]), rng.choice("rqn")
            )
        if rng.random() < 0.3:
            placed.setdefault(near(rng, king), "g")
    if rng.random() < 0.3 and "k" not in letters:
        square = rng.choice(SQUARES)
        placed.setdefault(square, "K" if "K" not in letters else "n")
        placed.setdefault(near(rng, square), "g")
    scatter(rng, placed, some(rng, "NRrb", 1))
    return finish(rng, options, placed, moves=rng.choice("1112"))


def glides(rng: random.Random, options: Options) -> str | None:
    """A ghost and, two squares away in a line, a piece that it may swap with."""
    ghost = rng.choice(FILES) + rng.choice("1122457")
    file, rank = FILES.index(ghost[0]) + rng.choice((-2, 0, 2)), int(ghost[1]) + rng.choice((-2, 2))
    if file not in range(12) or file // 6 != FILES.index(ghost[0]) // 6 or rank not in range(2, 7):
        return None
    square = FILES[file] + str(rank)
    placed = {ghost: "G", square if rng.random() < 0.7 else facing(square): rng.choice("PPPNK")}
    scatter(rng, placed, "k" + some(rng, "Nn", 1))
    return finish(rng, options, placed, moves="1")


def swaps(rng: random.Random, options: Options) -> str | None:
    """Pairs on corresponding squares, among them the king's, in check and not."""
    placed: Placed = {}
    king = rng.choice(SQUARES)
    if rng.random() < 0.6:
        placed |= {king: "K", facing(king): rng.choice("GGGNRQn")}
        if rng.random() < 0.7:
            placed.setdefault(king[0] + rng.choice("1234567"), rng.choice("rqm"))
    for square in rng.sample(SQUARES, rng.choice((1, 2))):
        first, second = rng.sample("QRBNMCGPP", 2) if rng.random() < 0.8 else rng.choice(["NN", "RR", "PP", "BB"])
        if square in placed or facing(square) in placed or ({first, second} & {"P"} and square[1] in "17"):
            continue
        if rng.random() < 0.2:
            second = rng.choice("nbrqp") if square[1] not in "17" else "n"
        placed[square], placed[facing(square)] = first, second
    if list(placed.values()).count("G") > 2:
        return None
    return finish(rng, options, placed, moves=rng.choice("1112"))


def checks(rng: random.Random, options: Options) -> str | None:
    """Exposed kings: enemies that attack the king, sometimes two, and friends that could help."""
    placed = {rng.choice(SQUARES): "K"}
    king = next(iter(placed))
    for _ in range(rng.choice((1, 1, 2))):
        square = rng.choice([
            king[0] + rng.choice("1234567"), rng.choice(FILES[:6] if king[0] < "g" else FILES[6:]) + king[1],
            near(rng, near(rng, king)), near(rng, facing(king)),
        ])  # fmt: skip
        placed.setdefault(square, rng.choice("rrqmcnb"))
    if rng.random() < 0.4:
        placed.setdefault(near(rng, king), rng.choice("QRBNMCG"))  # perhaps pinned
    scatter(rng, placed, "".join(rng.sample("QRBNMCG", rng.choice((1, 1, 2)))))
    return finish(rng, options, placed, moves="2")


def double_checks(rng: random.Random, options: Options) -> str | None:
    """Two enemies that give check, and pieces on both boards that could take one or interpose."""
    king = rng.choice(SQUARES)
    placed = {king: "K"}
    files = FILES[:6] if king[0] < "g" else FILES[6:]
    placed.setdefault(king[0] + rng.choice("1234567"), rng.choice("rqm"))
    placed.setdefault(rng.choice(files) + king[1], rng.choice("rqm"))
    scatter(rng, placed, "".join(rng.sample("QRRMMBC", 3)))
    return finish(rng, options, placed, moves="2")


def mates(rng: random.Random, options: Options) -> str | None:
    """A king at the edge with few friends, among heavy enemies."""
    king = rng.choice(["a", "f", "g", "l", rng.choice(FILES)]) + rng.choice("1127")
    placed = {king: "K"}
    roll = rng.random()
    if roll < 0.4:
        placed[facing(king)] = rng.choice("rnbk")  # no drop
    if rng.random() < 0.3:
        file = rng.choice(FILES)
        for square, piece in ((file + "3", "P"), (file + "4", "p"), (facing(file + "3"), "n")):
            placed.setdefault(square, piece)
    files = FILES[:6] if king[0] < "g" else FILES[6:]
    for piece in rng.sample("rrqqmcn", rng.choice((2, 3, 3, 4))):
        placed.setdefault(
            (rng.choice(files) if rng.random() < 0.8 else rng.choice(FILES)) + rng.choice("1234567"), piece
        )
    scatter(rng, placed, rng.choice(["", "", "", "N", "B", "R"]))
    return finish(rng, options, placed)


def stalemates(rng: random.Random, options: Options) -> str | None:
    """A king in a corner without moves, and perhaps pieces that can move."""
    left, queens = rng.choice([("a1", ("b3", "c2")), ("f1", ("e3", "d2")), ("a7", ("b5", "c6")), ("f7", ("e5", "d6"))])
    placed = {left: "K", facing(left): rng.choice("nbr"), rng.choice(queens): "q"}
    if rng.random() < 0.4:
        file = rng.choice("ghijkl")
        for square, piece in ((file + "3", "P"), (file + "4", "p"), (facing(file + "3"), "n")):
            placed.setdefault(square, piece)
    if rng.random() < 0.3:
        placed = {facing(square): piece for square, piece in placed.items()}
    scatter(rng, placed, some(rng, "rnbN", 1))
    return finish(rng, options, placed)


def bare(rng: random.Random, options: Options) -> str | None:
    """The kings alone."""
    return finish(rng, options, {})


def late(rng: random.Random, options: Options) -> str | None:
    """The clock nearly at its end."""
    placed: Placed = {}
    file = rng.choice(FILES)
    roll = rng.random()
    if roll < 0.3:
        placed = {near(rng, file + "7")[0] + "6": "P", file + "7": "G"}
    elif roll < 0.5:
        placed = {file + "2": "P"}
    else:
        placed = {file + "3": rng.choice("RMQ"), file + "5": rng.choice("nbp")}
    if any(piece in "Pp" and square[1] in "17" for square, piece in placed.items()):
        return None
    scatter(rng, placed, "Kk" + some(rng, "NBnb", 1))
    return finish(rng, options, placed, moves="2", clock=rng.randrange(97, 100))


def idle(rng: random.Random, options: Options) -> str | None:
    """Pieces on both boards that can move to and fro."""
    placed: Placed = {}
    for letters in ("Kk", "NRBn", "rbnN"):
        scatter(rng, placed, rng.choice(letters) if letters != "Kk" else letters)
    for piece in "Nn":
        files = (
            FILES[6:] if any(square[0] < "g" for square, found in placed.items() if found.lower() == "k") else FILES[:6]
        )
        free = [file + rank for file in files for rank in "345" if file + rank not in placed]
        placed[rng.choice(free)] = piece
    return finish(rng, options, placed, moves="2")
