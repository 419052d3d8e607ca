"""Bifold Halfgi's rare rules: random positions built around each, compared with the reference, and counted.

Random games seldom castle or take en passant with a unit. Each test here draws positions in which its rules decide what
is legal, also what they forbid, and fails if one of them decided fewer than 50 times.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bifold.boards import BIFOLD, HANDED, SQUARES, VARIANTS, WAZIRS, WEAK, mirror_fen, write_board
from bifold.test_against_reference import check_position, game_of
from reference import bifold
from reference.bifold import PAWN_SQUARE, PAWNS, PROMOTIONS, Move, Options, Position
from support.rare import Case, cases

Stacks = dict[str, str]


# ------------------------------------------------------------------------------------- which rules decided


def of_moves(slow: Position) -> Counter[str]:
    """The rules that the legal moves use."""
    seen: Counter[str] = Counter()
    half_pawns = slow.options.half_pawns
    for move in slow.legal.values():
        content = slow.board[move.target]
        friends, enemies = (bifold.of_colour(content, colour) for colour in (slow.turn, 1 - slow.turn))
        single = len(move.group) == 1
        pawns = bifold.all_pawns(move.group)
        if move.origin is None:
            seen["B6 drop beside a friend"] += bool(friends)
            seen["B6 drop beside an enemy"] += bool(enemies)
            continue
        straight = move.origin % 8 == move.target % 8
        seen["B9 castles"] += bool(move.castling)
        if move.en_passant:
            seen["B5 en passant"] += not half_pawns
            seen["H5 a half takes"] += half_pawns and single
            seen["H5 a half has the choice"] += move.choice
            seen["H5 a unit takes two"] += len(move.victims) == 2
            continue
        seen["B4 one of two different"] += move.choice
        seen["B4 both"] += len(move.victims) == 2
        seen["B4 beside a friend"] += bool(friends and enemies)
        seen["B5 promotes"] += bool(move.promotion) and not half_pawns
        seen["H2 steps onto one piece"] += half_pawns and pawns and straight and len(content) == 1
        seen["H2 captures alone"] += half_pawns and pawns and single and not straight
        seen["H4 promotes beside a piece"] += half_pawns and bool(move.promotion) and single and len(content) == 1
        seen["H4 a unit promotes"] += len(move.promotion) == 2
        last = bifold.rank_for(move.target, slow.turn) == 8
        seen["H3 carried to the last rank"] += last and not pawns and bool(set(move.group.upper()) & set(PAWNS))
    return seen


def of_refusals(slow: Position) -> Counter[str]:
    """What B8, B9, H1, H3, H5 and the support of weak pawns allow and forbid."""
    seen: Counter[str] = Counter()
    options, board, turn = slow.options, slow.board, slow.turn
    supported = bifold.supported_squares(board, turn, options)
    for origin, content in enumerate(board):
        for group in bifold.groups_on(content, turn):
            if bifold.royal_unit(group):
                for way in bifold.ways(board, origin, group, supported, options):
                    for square in way.passed if bifold.entries(board, way, group, options) else ():
                        safe = bifold.passable(board, origin, group, square, options)
                        seen[f"B8 {'passes' if safe else 'refused'}"] += 1
                        seen["B8 support on its board"] += safe != passable_by_real_support(slow, origin, group, square)
            kinds = set(group.upper())
            if not options.half_pawns or not kinds & set(PAWNS):
                continue
            seen["H3 stuck"] += bifold.all_pawns(group) and bifold.rank_for(origin, turn) == 8
            both = bifold.pawn_diagonals(origin, bifold.cased("P", turn))
            mine = bifold.pawn_diagonals(origin, group)
            pairs = [square for square in both if len(bifold.of_colour(board[square], 1 - turn)) == 2]
            seen["H1 the other side"] += sum(square not in mine for square in pairs)
            if bifold.needs_support(group, options):
                seen[f"weak {'supported' if origin in supported else 'unsupported'}"] += len(pairs)
                seen["weak supported by weak pawns only"] += bool(pairs) and only_by_weak_pawns(slow, origin, supported)
                seen["H5 without support"] += slow.ep in mine and len(group) == 1 and origin not in supported
            seen["H5 a mixed unit"] += slow.ep in mine and not bifold.all_pawns(group)
    for castling in bifold.CASTLINGS:
        if castling.right in slow.castling and castling.colour == turn:
            blocked = any(board[square] for square in castling.between)
            legal = any(move.castling == castling.right for move in slow.legal.values())
            seen["B9 blocked"] += blocked
            seen["B9 refused"] += not blocked and not legal
    return seen


def passable_by_real_support(slow: Position, origin: int, group: str, square: int) -> bool:
    """B8 if support were judged on the real board."""
    enemy = 1 - slow.turn
    there = list(slow.board)
    there[origin], there[square] = bifold.without(there[origin], group), group
    real = bifold.supported_squares(slow.board, enemy, slow.options)
    return not bifold.could_capture(there, enemy, square, real, slow.options)


def only_by_weak_pawns(slow: Position, square: int, supported: frozenset[int]) -> bool:
    """Whether a pawn loses its support if the weak pawns that need support have none."""
    alone = bifold.could_capture(slow.board, slow.turn, square, frozenset(), slow.options)
    return square in supported and not alone


# -------------------------------------------------------------------------------------------- random positions


def name(file: int, rank: int) -> str:
    return "abcdefgh"[file] + str(rank)


def some(rng: random.Random, options: Options, *, white: bool | None = None, pawns: int = 1) -> str:
    """One piece or two for a square, no royals: of one side, or of any where ``white`` is None."""
    letters = PROMOTIONS + (PAWN_SQUARE[options.variant] if options.half_pawns else "") * pawns
    chosen = rng.choices(letters, k=rng.choice((1, 1, 2)))
    return "".join(
        letter if white or (white is None and rng.random() < 0.5) else letter.lower() for letter in chosen
    )  # fmt: skip


def finish(rng: random.Random, options: Options, placed: Stacks, kept: set[str], rest: str, most: int) -> str | None:
    """The FEN with up to ``most`` more stacks on other squares, from White's or Black's side; None if it is no FEN."""
    stacks = dict(placed)
    free = [square for square in SQUARES if square not in placed and square not in kept]
    rng.shuffle(free)
    for letters in (options.royal_pair, options.royal_pair.lower()):
        missing = [x for x in sorted(set(letters)) if not any(x in stack for stack in placed.values())]
        for letter in missing:
            stacks[free.pop()] = letter
    for _ in range(rng.randrange(2, most)):
        stacks[free.pop()] = some(rng, options, pawns=2)
        if not options.half_pawns and rng.random() < 0.3:
            stacks[free.pop()] = rng.choice("Pp")
    hand = "".join(rng.choices(PROMOTIONS + PROMOTIONS.lower(), k=rng.randrange(2)))
    fen = f"{write_board(stacks)}[{hand}] {rest} 0 30"
    try:
        fen = Position.from_fen(options, fen).fen()
    except ValueError:  # a pawn on its last rank
        return None
    return mirror_fen(fen, colours=True) if rng.random() < 0.5 else fen


def castling(rng: random.Random, options: Options) -> str | None:
    """The units at home, sometimes with a piece between them, and pieces that can attack the first rank."""
    placed, rights = {"e1": options.royal_pair}, ""
    for square, right in (("h1", "K"), ("a1", "Q")):
        if rng.random() < 0.8:
            placed[square] = "RR"
            rights += right
    for square in rng.sample(["b1", "c1", "d1", "f1", "g1"], rng.choice((0, 0, 0, 1))):
        placed[square] = some(rng, options)
    for _ in range(2):
        placed[rng.choice("dfcg") + rng.choice("234568")] = some(rng, options, white=False)
    return finish(rng, options, placed, {"b1", "c1", "d1", "f1", "g1"}, f"w {rights or '-'} -", 7)


def royal_units(rng: random.Random, options: Options) -> str | None:
    """A royal unit or two, among enemies that threaten some of the squares it passes."""
    placed: Stacks = {}
    partners = PROMOTIONS + (PAWN_SQUARE[options.variant] if options.half_pawns else "")
    for royal in options.royal_pair[: rng.choice((1, 2))]:
        placed[rng.choice(SQUARES)] = royal + rng.choice(partners)
    for _ in range(rng.randrange(1, 5)):
        square = rng.choice(SQUARES)
        if square not in placed:
            placed[square] = some(rng, options, white=False, pawns=2)
    return finish(rng, options, placed, set(), "w - -", 6)


def lifted_units(rng: random.Random, options: Options) -> str | None:
    """A royal unit that passes a square which a weak pawn attacks; the pawn's support opens or closes as it moves."""
    file, rank = rng.randrange(1, 7), rng.randrange(2, 6)
    right, up = rng.choice([(1, 1), (-1, 1), (1, 0), (-1, 0), (0, 1)])
    passed, pawn = (file + right, rank + up), (file + right + rng.choice((-1, 1)), rank + up + 1)
    placed = {name(file, rank): options.royal_pair[1] + rng.choice("QRB")}
    if pawn[0] not in range(8) or passed[0] not in range(8):
        return None
    placed[name(*pawn)] = "p"
    if pawn[0] == file:  # supported once the unit no longer stands between
        placed[name(file, rng.randrange(1, rank))] = rng.choice(("rr", "qr", "qq"))
    else:  # supported until the unit stands on the Horse's leg
        outward = rng.choice([(pawn[0] - passed[0], 0), (0, 1)])
        horse = name(passed[0] - outward[0], passed[1] - outward[1])
        if horse not in SQUARES or horse in placed:
            return None
        placed[horse] = "h"
    return finish(rng, options, placed, {name(*passed)}, "w - -", 4)


def en_passant(rng: random.Random, options: Options) -> str | None:
    """A pawn, half or unit that has just double-stepped, between those that could take it."""
    pawns = PAWN_SQUARE[options.variant]
    file = rng.randrange(8)
    placed = {name(file, 5): rng.choice(pawns).lower()}
    if options.half_pawns:
        placed[name(file, 5)] += rng.choice(["", pawns[0].lower(), pawns[1].lower(), "R", "r"])
    for side in (file - 1, file + 1):
        if side in range(8) and rng.random() < 0.9:
            mates = ["", pawns[0], pawns[-1], "R", "B", "h"] if options.half_pawns else [""]
            placed[name(side, 5)] = rng.choice(pawns) + rng.choice(mates)
            if rng.random() < 0.5 and options.half_pawns:
                placed[name(side + rng.choice((-1, 1)) if 0 < side < 7 else side, 4)] = some(rng, options, white=True)
    ep = name(file, 6)
    return finish(rng, options, placed, {ep, name(file, 7)}, f"w - {ep}", 8)


def pawn_ends(rng: random.Random, options: Options) -> str | None:
    """Pawns, alone and in units, before the last rank and on it, and something on the squares ahead."""
    pawns = PAWN_SQUARE[options.variant]
    placed: Stacks = {}
    for file in rng.sample(range(8), 4):
        rank = rng.choice((7, 7, 7, 8, 2, 4) if options.half_pawns else (7, 7, 2, 4))
        mates = ["", "", pawns[0], pawns[-1], *"RBQHh"] if options.half_pawns else [""]
        placed[name(file, rank)] = rng.choice(pawns) + rng.choice(mates)
        if rank < 8:
            for ahead in {max(file - 1, 0), file, min(file + 1, 7)}:
                if rng.random() < 0.6:
                    white = rng.choice((None, None, False, True))
                    placed.setdefault(name(ahead, rank + 1), some(rng, options, white=white, pawns=0))
    return finish(rng, options, placed, set(), "w - -", 5)


def weak_chains(rng: random.Random, options: Options) -> str | None:
    """Weak pawns in a row, with enemy pairs before them and a piece that can support the last."""
    placed: Stacks = {}
    file, rank = rng.randrange(8), rng.randrange(2, 5)
    for _ in range(rng.randrange(2, 5)):
        placed[name(file, rank)] = "P" + rng.choice(["", "", "h", "R", "P"])
        file, rank = min(max(file + rng.choice((-1, 1)), 0), 7), rank + 1
    for square in [square for square in placed if square[1] < "8"]:
        for side in (-1, 1):
            ahead = SQUARES.index(square) - 8 + side
            if rng.random() < 0.7 and 0 <= ahead < 64:
                placed.setdefault(SQUARES[ahead], rng.choice(["hh", "rb", "qh", "pr"]))
    return finish(rng, options, placed, set(), "w - -", 6)


# --------------------------------------------------------------------------------------------------- the tests


def is_rare(move: Move) -> bool:
    return bool(move.castling or move.en_passant or move.promotion or move.choice or bifold.royal_unit(move.group))


def check(rng: random.Random, options: Options, fen: str) -> Counter[str]:
    slow = Position.from_fen(options, fen)
    game = game_of(options, fen)
    texts = check_position(game, slow, [slow.repetition_key()], rng)
    rare = [text for text, move in slow.legal.items() if is_rare(move)]
    for text in rng.sample(rare, min(3, len(rare))):
        after = game.position.make(texts[text])
        assert after.fen() == slow.push(text).fen(), f"{fen} {text}"
        assert after.valid() and after.key == after.fresh_key, f"{fen} {text}"
    return of_moves(slow) + of_refusals(slow)


ALL, FULL, HALVES = (tuple(map(Options, names)) for names in (VARIANTS, (BIFOLD, WAZIRS), (HANDED, WEAK)))

CASES = [
    Case(castling, check, ALL, 300, "B9 castles|B9 blocked|B9 refused|B6 drop beside a friend|B6 drop beside an enemy"),
    Case(royal_units, check, ALL, 350, "B8 passes|B8 refused|B4 both|B4 one of two different|B4 beside a friend"),
    Case(lifted_units, check, HALVES[1:], 250, "B8 support on its board"),
    Case(en_passant, check, FULL, 100, "B5 en passant"),
    Case(
        en_passant, check, HALVES[:1], 500,
        "H5 a half takes|H5 a half has the choice|H5 a unit takes two|H5 a mixed unit",
    ),
    Case(en_passant, check, HALVES[1:], 300, "H5 a half takes|H5 without support|H5 a unit takes two|H5 a mixed unit"),
    Case(pawn_ends, check, FULL, 100, "B5 promotes"),
    Case(
        pawn_ends, check, HALVES, 400,
        "H1 the other side|H2 steps onto one piece|H2 captures alone|H3 stuck|H3 carried to the last rank|"
        "H4 promotes beside a piece|H4 a unit promotes",
    ),
    Case(weak_chains, check, HALVES[1:], 250, "weak supported|weak unsupported|weak supported by weak pawns only"),
]  # fmt: skip


@pytest.mark.slow
@cases(CASES)
def test_rare_rules(case: Case) -> None:
    case.run()


@cases(CASES)
def test_a_few_positions(case: Case) -> None:
    case.run(quick=True)
