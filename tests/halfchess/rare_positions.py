"""Random positions of the Half Chess family built around its rare rules."""

from __future__ import annotations

import random

from reference.armies import AUGMENTERS, BASICS, legal_armies
from reference.halfchess import AUGMENTED, Position, write_board

FILES = "abcdefgh"
SQUARES = [file + rank for rank in "12345678" for file in FILES]
Placed = dict[str, str]  # a piece by its square


def pair(rng: random.Random, variant: str) -> str:
    """The FEN's army field."""
    if variant not in AUGMENTED:
        return ""
    codes = legal_armies(variant)
    white = rng.choice(codes)
    return f" {white}:{white if rng.random() < 0.15 else rng.choice(codes)}"


def at(file: int, rank: int) -> str:
    return f"{FILES[file]}{rank}" if file in range(8) and rank in range(1, 9) else ""


def scatter(rng: random.Random, placed: Placed, pieces: str) -> None:
    """Add pieces on free squares, pawns on ranks 2 to 7."""
    for piece in pieces:
        placed[rng.choice([s for s in SQUARES if s not in placed and (piece not in "Pp" or s[1] not in "18")])] = piece


def some(rng: random.Random, letters: str, most: int) -> str:
    return "".join(rng.choices(letters, k=rng.randrange(most + 1)))


def finish(
    rng: random.Random, variant: str, placed: Placed, rest: str = "- -", hand: str = "", clock: int = 5
) -> str | None:
    """The FEN, kings added where they are missing, for White or turned over for Black; None if it is none."""
    for king in "Kk":
        if king not in placed.values():
            scatter(rng, placed, king)
    turn = "w"
    if rng.random() < 0.5:
        placed = {square[0] + str(9 - int(square[1])): piece.swapcase() for square, piece in placed.items()}
        rights, passed = rest.split()
        rights = "".join(sorted(rights.swapcase(), key="KQkq-".index))
        rest, turn, hand = f"{rights} {passed.replace('6', '3')}", "b", hand.swapcase()
    board = write_board([placed.get(square, "") for square in SQUARES], 8)
    hand = f"[{hand}]" if variant == "halfgi" else ""
    try:
        return Position.from_fen(variant, f"{board}{hand} {turn} {rest} {clock} 30{pair(rng, variant)}").fen()
    except ValueError:  # a king in check, a pawn on its last rank
        return None


def letters(variant: str) -> str:
    return "RNBQTHEM" if variant in AUGMENTED else "RNBQ"


def officers(rng: random.Random, variant: str) -> str | None:
    """A few officers with room around them."""
    placed: Placed = {}
    chosen = letters(variant)
    scatter(rng, placed, some(rng, chosen * 2 + chosen.lower() + "Pp", 7))
    return finish(rng, variant, placed)


def castling(rng: random.Random, variant: str) -> str | None:
    """King and Rooks at home, something between them or looking at the first rank, and Rooks that can be taken."""
    placed = {"e1": "K", "a1": "R", "h1": "R"}
    rights = rng.choice(["KQ", "KQ", "K", "Q"])
    for square in rng.sample(["b1", "c1", "d1", "f1", "g1"], rng.choice((0, 0, 0, 1))):
        placed[square] = rng.choice("NBn")
    for _ in range(rng.choice((0, 1, 1, 2))):
        placed[rng.choice("bbcdefg") + rng.choice("23458")] = rng.choice(letters(variant).lower())
    if rng.random() < 0.4:
        placed |= {"e8": "k", "a8": "r", "h8": "r"}
        rights += "kq"
        if rng.random() < 0.5:
            placed[rng.choice("ah") + rng.choice("4567")] = rng.choice("RQ")
    return finish(rng, variant, placed, f"{rights} -")


def en_passant(rng: random.Random, variant: str) -> str | None:
    """A pawn that has just stepped past others; a king and a slider on their rank or diagonals."""
    file = rng.randrange(8)
    placed = {at(file, 5): "p"}
    for side in (-1, 1):
        if at(file + side, 5) and rng.random() < 0.7:
            placed[at(file + side, 5)] = "P"
    rank = [square for square in SQUARES if square[1] == "5" and square not in placed]
    if rng.random() < 0.5:
        king, slider = rng.sample(rank, 2)
        placed |= {king: "K", slider: rng.choice("rq")}
    elif rng.random() < 0.8:
        beside = [square for square, piece in placed.items() if piece == "P"]
        if beside:
            square, (x, y) = rng.choice(beside), rng.choice([(1, 1), (-1, 1), (0, 1), (1, -1)])
            behind, before = at(FILES.index(square[0]) - x, 5 - y), at(FILES.index(square[0]) + x, 5 + y)
            if behind and before and behind not in placed and before != at(file, 6):
                placed |= {behind: "K", before: rng.choice("bq" if x else "rq")}
    blocked = {at(file, 6): "x", at(file, 7): "x"}
    placed = blocked | placed
    scatter(rng, placed, "P" + some(rng, "pPNn", 2) + "k")
    placed = {square: piece for square, piece in placed.items() if piece != "x"}
    return finish(rng, variant, placed, f"- {at(file, 6)}")


def pawn_ends(rng: random.Random, variant: str) -> str | None:
    """Pawns before the last rank, with victims there."""
    placed = {at(file, 7): "P" for file in rng.sample(range(8), 2)}
    for file in rng.sample(range(8), 3):
        placed[at(file, 8)] = rng.choice("rnbq")
    return finish(rng, variant, placed)


def pins(rng: random.Random, variant: str) -> str | None:
    """A piece between its king and a slider, often a pawn before the last rank that may take the slider."""
    file, rank = rng.randrange(8), rng.randrange(1, 9)
    x, y = rng.choice([(0, 1), (1, 0), (1, 1), (1, -1), (-1, 0), (-1, 1)])
    king, piece, slider = at(file, rank), at(file + x, rank + y), at(file + 2 * x, rank + 2 * y)
    if rng.random() < 0.6:
        x = rng.choice((-1, 1))
        king, piece, slider = at(file, 6), at(file + x, 7), at(file + 2 * x, 8)
    if not (king and piece and slider):
        return None
    mover = "P" if piece[1] == "7" else rng.choice("NBRQ")
    placed = {king: "K", piece: mover, slider: rng.choice("bq" if x and slider[1] != king[1] else "rq")}
    scatter(rng, placed, some(rng, "RNrnp", 3))
    return finish(rng, variant, placed)


def checks(rng: random.Random, variant: str) -> str | None:
    """A king with enemies close to it, and friends."""
    king = rng.choice(SQUARES)
    placed = {king: "K"}
    file, rank = FILES.index(king[0]), int(king[1])
    for _ in range(3):
        square = at(file + rng.randrange(-2, 3), rank + rng.randrange(-2, 3))
        if square and square not in placed:
            placed[square] = rng.choice(letters(variant)).lower()
    scatter(rng, placed, some(rng, "RNBQ", 4))
    return finish(rng, variant, placed)


def mates(rng: random.Random, variant: str) -> str | None:
    """A lone king at the edge, among heavy enemies."""
    rank = rng.choice("1118")
    king = rng.choice("aaahhh" + FILES) + rank
    placed = {king: "K"}
    file = FILES.index(king[0])
    for _ in range(rng.choice((2, 3, 3, 4))):
        square = at(file + rng.randrange(-3, 4), int(rank) + rng.randrange(-3, 4))
        if square and square not in placed:
            placed[square] = rng.choice("qqrrk" if "k" not in placed.values() else "qqr")
    return finish(rng, variant, placed)


def dead(rng: random.Random, variant: str) -> str | None:
    """Kings with almost nothing."""
    placed: Placed = {}
    scatter(rng, placed, rng.choice(["", "N", "B", "b", "n", "Bb", "BB", "bb", "BBb"]))
    hand = rng.choice(["", "P", "n"]) if variant == "halfgi" and not placed else ""
    return finish(rng, variant, placed, hand=hand)


def with_hands(rng: random.Random, variant: str) -> str | None:
    """Full hands, a king that a drop may check, check or save; pawns on the first rank, Rooks back at home."""
    placed: Placed = {}
    if rng.random() < 0.3:
        placed |= {"e1": "K", "h1": "R"}
    if rng.random() < 0.4:
        placed.setdefault(rng.choice("abcdefg") + "1", "P")
    roll = rng.random()
    if roll < 0.4:  # a net at the edge, which a drop may close
        file, rank = rng.choice((0, 7, rng.randrange(8))), rng.choice((8, 8, rng.randrange(1, 9)))
        placed.setdefault(at(file, rank), "k")
        for _ in range(3):
            square = at(file + rng.randrange(-2, 3), rank + rng.randrange(-2, 3))
            if square and square[1] not in "18":
                placed.setdefault(square, rng.choice("QQRBP"))
    elif roll < 0.6:
        placed[rng.choice("ah") + "8"] = "k"
        scatter(rng, placed, "RQ" if rng.random() < 0.7 else "")
    if rng.random() < 0.4 and "K" in placed.values():
        placed.setdefault("e" + rng.choice("345"), rng.choice("rq"))
    scatter(rng, placed, some(rng, "QRBrqnp", 4))
    hand = "".join(sorted(some(rng, "QQRBNPPP", 5), key="QRBNP".index))
    return finish(rng, variant, placed, hand=hand)


def late(rng: random.Random, variant: str) -> str | None:
    """The clock nearly at its end."""
    placed: Placed = {}
    scatter(rng, placed, some(rng, "RNBQPPrnbqpp", 7))
    return finish(rng, variant, placed, hand=rng.choice(["", "N", "Rp"]) if variant == "halfgi" else "",
                  clock=rng.randrange(97, 100))  # fmt: skip


def idle(rng: random.Random, variant: str) -> str | None:
    """Few pieces."""
    placed: Placed = {}
    scatter(rng, placed, some(rng, "RNQrnq", 3) + "Pp")
    return finish(rng, variant, placed)


def armies(rng: random.Random, variant: str) -> str | None:
    """Armies of which one piece, or two, may break the rules."""
    codes = [rng.choice(legal_armies(variant)).split("-") for _ in "wb"]
    for _ in range(rng.choice((0, 1, 1, 2))):
        slot = rng.randrange(4)
        basic = rng.choice(BASICS[variant][slot] if rng.random() < 0.9 else ("R", "N", "X", "Q"))
        rng.choice(codes)[slot] = basic + rng.choice(AUGMENTERS[variant])
    field = ":".join("-".join(code) for code in codes)
    return f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {field}"
