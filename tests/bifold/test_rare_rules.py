"""Bifold Halfgi's rare rules: random positions built around each, compared with the reference, and counted.

Random games seldom castle or take en passant with a unit. Each test here draws positions in which its rules decide what
is legal, also what they forbid, and fails if one of them decided fewer than 50 times.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from bifold.boards import BIFOLD, HANDED, SQUARES, VARIANTS, WAZIRS, WEAK, mirror_fen, write_board
from bifold.test_against_reference import check_position, game_of
from reference import bifold
from reference.bifold import PAWN_SQUARE, PAWNS, PROMOTIONS, Move, Options, Position
from support.rare import Case, cases, check_page

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


def of_units(slow: Position) -> Counter[str]:
    """How units and halves move (B1 to B3), and which pawn halves drop where (H6)."""
    seen: Counter[str] = Counter()
    board, turn = slow.board, slow.turn
    for move in slow.legal.values():
        if move.origin is None:
            if slow.options.half_pawns and move.group in PAWNS:
                beside = board[move.target]
                seen["H6 drop on an empty square"] += not beside
                seen["H6 drop beside a pawn half"] += beside in ("P", "p", "L", "l", "D", "d")
                assert bifold.rank_for(move.target, turn) != 8
            continue
        group = move.group.upper()
        home = bifold.of_colour(board[move.origin], turn)
        far = (move.target % 8 - move.origin % 8, move.target // 8 - move.origin // 8)
        seen["B1 a unit of two kinds"] += len(group) == 2 and group[0] != group[1]
        seen["B1 halves add up"] += group in ("RR", "BB", "QQ") and any(beyond_half(move.origin, far))
        seen["B1 a Knight"] += group == "HH"
        seen["B2 a half leaves"] += len(group) == 1 and len(home) == 2
        seen["B2 beside an enemy"] += len(home) == 1 and len(board[move.origin]) == 2
    for origin, content in enumerate(board):
        mine = bifold.of_colour(content, turn).upper()
        ahead = origin + bifold.forward(turn)
        if mine == "P" and not slow.options.half_pawns and bifold.rank_for(origin, turn) == 2 and board[ahead]:
            assert not any((move.origin, move.target) == (origin, ahead) for move in slow.legal.values())
            seen["B3 a pawn is blocked"] += 1
        if mine == "H":
            for side in (-1, 1):  # a step to the side leads on to the squares beyond it, above and below
                middle = origin + side
                if origin % 8 + side in range(8) and board[middle]:
                    targets = {middle + side + 8, middle + side - 8}
                    assert not any(move.origin == origin and move.target in targets for move in slow.legal.values())
                    seen["B3 the Mao's leg"] += 1
    if slow.hands[turn] and slow.options.half_pawns and set(slow.hands[turn]) & set(PAWNS):
        seen["H6 not on the last rank"] += 1
    return seen


def beyond_half(origin: int, far: tuple[int, int]) -> list[bool]:
    """Whether a move goes farther than a halfling could, along its line (half-chess R1)."""
    length = max(map(abs, far))
    step = tuple((part > 0) - (part < 0) for part in far)
    room = 0
    file, rank = origin % 8 + step[0], origin // 8 + step[1]
    while file in range(8) and rank in range(8):
        room, file, rank = room + 1, file + step[0], rank + step[1]
    return [length > (room + 1) // 2]


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


def units(rng: random.Random, options: Options) -> str | None:
    """Units of two of a kind, and lone Horses with something beside them."""
    placed: Stacks = {}
    for letters in rng.sample(["RR", "BB", "QQ", "HH", "QR"], 2):
        placed[rng.choice(SQUARES)] = letters
    file, rank = rng.randrange(1, 7), rng.randrange(2, 8)
    if name(file, rank) not in placed:
        placed[name(file, rank)] = "H"
        placed.setdefault(name(file + rng.choice((-1, 1)), rank), some(rng, options))
    return finish(rng, options, placed, set(), "w - -", 5)


def pawn_drops(rng: random.Random, options: Options) -> str | None:
    """Pawn halves in hand and alone on the board."""
    pawns = PAWN_SQUARE[options.variant]
    placed = {rng.choice("abcdefgh") + rng.choice("34567"): rng.choice(pawns + pawns.lower()) for _ in range(2)}
    fen = finish(rng, options, placed, set(), "w - -", 4)
    return fen and re.sub(r"\[.*\]", f"[{rng.choice(pawns)}{rng.choice(pawns).lower()}]", fen)


def royal_hunt(rng: random.Random, options: Options) -> str | None:
    """One or two enemy royals, together or apart, and what may take them."""
    pair = options.royal_pair.lower()
    squares = rng.sample(SQUARES, 2)
    placed: Stacks = {squares[0]: pair} if rng.random() < 0.5 else {squares[0]: rng.choice(pair)}
    if len(placed[squares[0]]) == 1 and rng.random() < 0.5:
        placed[squares[1]] = pair[1 - pair.index(placed[squares[0]])] if pair != "ww" else "w"
    for square in rng.sample(SQUARES, 6):
        placed.setdefault(square, some(rng, options, white=True, pawns=0))
    free = [square for square in SQUARES if square not in placed]
    placed[rng.choice(free)] = options.royal_pair
    fen = f"{write_board(placed)}[] w - - 3 30"
    return mirror_fen(fen, colours=True) if rng.random() < 0.5 else fen


def late(rng: random.Random, options: Options) -> str | None:
    """The clock nearly at its end."""
    placed: Stacks = {rng.choice("abcdefgh") + "3": "P" if not options.half_pawns else PAWNS[0] + "R"}
    if options.half_pawns:
        placed = {square: PAWN_SQUARE[options.variant][0] + rng.choice("RB") for square in placed}
    fen = finish(rng, options, placed, set(), "w - -", 5)
    return fen and fen.replace(" 0 30", f" {rng.randrange(97, 100)} 30")


def idle(rng: random.Random, options: Options) -> str | None:
    """Anything that can go to and fro, perhaps castling rights that are lost on the way."""
    placed = {"e1": options.royal_pair, "h1": "RR"} if rng.random() < 0.4 else {}
    return finish(rng, options, placed, {"f1", "g1"}, f"w {'K' if placed else '-'} -", 5)


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
    return of_moves(slow) + of_refusals(slow) + of_units(slow)


def take_royals(rng: random.Random, options: Options, fen: str) -> set[str]:
    """B7: what is left when royals are taken."""
    slow, seen = Position.from_fen(options, fen), set()
    taking = [text for text, move in slow.legal.items() if set(move.victims.upper()) & set("WF")]
    for text in rng.sample(taking, min(3, len(taking))):
        game, later = game_of(options, fen), slow.push(text)
        game.push(text)
        check_position(game, later, [slow.repetition_key(), later.repetition_key()], rng)
        left = later.royals(later.turn)
        taken = len(set(slow.legal[text].victims.upper()) & set("WF"))
        seen.add("B7 one is left" if left else "B7 both together" if taken == 2 else "B7 the last one")
    return seen


def play(rng: random.Random, options: Options, fen: str) -> set[str]:
    """Moves to and fro, or a few moves where the clock runs out (B10)."""
    slow, game, seen = Position.from_fen(options, fen), game_of(options, fen), set()
    history, moves = [slow.repetition_key()], list[str]()
    while len(moves) < 12:
        check_position(game, slow, history, rng)
        if outcome := slow.outcome(history):
            seen.add(f"B10 {outcome[1]}")
            break
        back = moves[-2][2:4] + moves[-2][:2] + moves[-2][4:] if len(moves) > 1 else ""
        quiet = [text for text, move in slow.legal.items() if is_quiet(slow, move)]
        text = back if back in slow.legal else rng.choice(quiet if quiet and slow.clock < 90 else sorted(slow.legal))
        moves.append(text)
        game.push(text)
        before, slow = slow, slow.push(text)
        history.append(slow.repetition_key())
        if before.clock >= 97 and not slow.clock:
            move = before.legal[text]
            mixed = len(move.group) == 2 and bool(set(move.group.upper()) & set(PAWNS))
            reason = "a drop" if move.origin is None else "a capture" if move.victims else "a pawn's move"
            seen.add(f"B10 {'a unit with a pawn half' if mixed and not move.victims else reason} winds the clock back")
    return seen


def is_quiet(slow: Position, move: Move) -> bool:
    return move.origin is not None and not (
        move.victims or move.castling or move.promotion or set(move.group.upper()) & set(PAWNS)
    )


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
    Case(
        units, check, ALL, 250,
        "B1 a unit of two kinds|B1 halves add up|B1 a Knight|B2 a half leaves|B2 beside an enemy|B3 the Mao's leg",
    ),
    Case(pawn_ends, check, FULL, 300, "B3 a pawn is blocked"),
    Case(royal_hunt, take_royals, ALL, 450, "B7 one is left|B7 both together|B7 the last one"),
    Case(
        late, play, ALL, 1500,
        "B10 move rule|B10 a capture winds the clock back|B10 a pawn's move winds the clock back",
    ),
    Case(late, play, HALVES, 300, "B10 a unit with a pawn half winds the clock back"),
    Case(idle, play, ALL, 100, "B10 repetition"),
    Case(
        pawn_drops, check, HALVES, 100,
        "H6 drop on an empty square|H6 drop beside a pawn half|H6 not on the last rank",
    ),
    Case(weak_chains, check, HALVES[1:], 250, "weak supported|weak unsupported|weak supported by weak pawns only"),
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
    check_page("bifold-halfgi", "BH", CASES)
