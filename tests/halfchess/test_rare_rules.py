"""The Half Chess family's rare rules: random positions built around each, compared with the reference, and counted."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from halfchess.rare_positions import (
    armies,
    castling,
    checks,
    dead,
    en_passant,
    idle,
    late,
    mates,
    officers,
    pawn_ends,
    pins,
    with_hands,
)
from halfchess.test_against_reference import check_position, game_of
from oddfish.cext.core.errors import FenError
from oddfish.engine.game import Game
from reference import halfchess
from reference.armies import army_error
from reference.halfchess import AUGMENTED, CASTLING, FIXED_CODES, HALFLING, LEAPS, SLIDES, Position, cased, rank_for
from support.rare import Case, cases, check_page

#: Numbers that no position exercises.
ELSEWHERE = {"A5": "says which armies a random choice draws; test_rules_armies.py counts them"}


# ------------------------------------------------------------------------------------- which rules decided


def code_of(slow: Position, piece: str) -> str:
    """The piece's code in its army, "RF"."""
    colour, letter = (0 if piece.isupper() else 1), piece.upper()
    variant = slow.rules.variant
    if letter in "KP":
        return ""
    if slow.rules.armies is None:
        return dict(zip("RNBQ", FIXED_CODES[variant]))[letter]
    army = colour if letter in "RNBQ" else 1 - colour
    return slow.rules.armies[army].split("-")["RNBQ".find(letter) if letter in "RNBQ" else "THEM".index(letter)]


def line(square: int, vector: tuple[int, int]) -> list[int]:
    """The squares from there to the edge."""
    file, rank, found = square % 8 + vector[0], square // 8 + vector[1], []
    while file in range(8) and rank in range(8):
        found.append(8 * rank + file)
        file, rank = file + vector[0], rank + vector[1]
    return found


def slides(code: str) -> set[tuple[int, int]]:
    return {vector for letter in code for vector in SLIDES.get(letter, ())}


def of_pieces(slow: Position) -> Iterator[str]:
    """R1, R2 and A1: how officers move; A7: promoted ones."""
    board, turn = slow.board, slow.turn
    legal = {(move.origin, move.target) for move in slow.legal.values()}
    enemy_king = board.index(cased("K", turn))
    for origin, piece in enumerate(board):
        code = code_of(slow, piece) if piece else ""
        if not code:
            continue
        mine = piece.isupper() == (turn == 0)
        for vector in slides(code) if slow.rules.variant in HALFLING else ():
            squares = line(origin, vector)
            most = -(-len(squares) // 2)  # R1: half of them, rounded up
            if len(squares) < 2 or any(board[square] for square in squares[:most]):
                continue
            beyond = [
                square
                for number, square in enumerate(squares[most:])
                if not any(board[s] for s in squares[: most + number])
            ]
            if mine and (origin, squares[most - 1]) in legal:
                leaps = {origin + 8 * (y if turn == 0 else -y) + x for letter in code for x, y in LEAPS.get(letter, ())}
                assert not any((origin, square) in legal for square in beyond if square not in leaps)
                yield f"R1 stops at {most} of {len(squares)}"
            if not mine and enemy_king in beyond and not slow.in_check():
                yield "R1 no check from afar"
        if mine:
            for letter in set(code) & LEAPS.keys():
                for x, y in LEAPS[letter]:
                    target = origin + 8 * (y if turn == 0 else -y) + x
                    if (origin, target) in legal and origin % 8 + x == target % 8 and (x, y) not in slides(code):
                        yield f"R2 {letter}{(' White', ' Black')[turn] if letter == 'C' else ''}"
                        if slow.rules.armies:
                            yield f"A1 {'an augmenter' if letter == code[-1] else 'a basic piece'} leaps"
                        if letter == "C" and piece.upper() in "THEM":
                            yield "A7 a promoted Crab in its owner's direction"


def of_castling(slow: Position) -> Iterator[str]:
    """R3."""
    board, enemy = slow.board, 1 - slow.turn
    castled = {move.castling for move in slow.legal.values()}
    for right in slow.castling:
        if right.isupper() != (slow.turn == 0):
            continue
        king, king_to, rook, rook_to = CASTLING[right]
        threatened = [halfchess.attacked(slow.rules, board, square, enemy) for square in (king, rook_to, king_to)]
        if any(board[square] for square in range(min(king, rook) + 1, max(king, rook))):
            reason = "blocked"
        elif any(threatened):
            reason = ("in check", "through an attacked square", "into check")[threatened.index(True)]
        else:
            assert right in castled
            yield f"R3 castles {right}"
            if right in "Qq" and halfchess.attacked(slow.rules, board, rook + 1, enemy):
                yield "R3 castles past an attacked b-file"
            continue
        assert right not in castled
        yield f"R3 castling: {reason}"


def of_safety(slow: Position) -> Iterator[str]:
    """R3: checks, pins, en passant, promotions, ends; A7: what a pawn promotes to."""
    board, turn, rules = slow.board, slow.turn, slow.rules
    checked = slow.in_check()
    king = slow._king(turn)
    attackers = [
        square for square, piece in enumerate(board)
        if piece and piece.isupper() != (turn == 0) and king in slow._targets(square)
    ]  # fmt: skip
    assert bool(attackers) == checked
    if len(attackers) > 1:
        yield "R3 double check"
    legal = set(slow.legal.values())
    pinned = set()
    for move in slow._pseudo_moves():
        if move in legal:
            continue
        if move.en_passant:
            yield "R3 en passant exposes the king"
        if not checked and move.origin is not None and move.origin != king:
            pinned.add(move.origin)
            yield "R3 pinned"
    for move in legal:
        if move.en_passant:
            yield "R3 en passant"
        if checked and move.origin != king and not move.en_passant:
            yield "R3 check removed by another piece"
        if move.letter and move.origin is not None:
            yield "R3 promotes"
            if move.origin in pinned:
                yield "R3 a pinned pawn promotes"
            if rules.armies:
                yield f"A7 promotes to {move.letter}"
                if len(rules.promotions[turn]) < 8:
                    yield "A7 identical types once"
        if move.origin is not None and board[move.origin] in "Pp" and abs(move.target - move.origin) == 16:
            yield "R3 double-steps"
    if not slow.legal:
        yield "R3 checkmate" if checked else "R3 stalemate"
    if rules.armies and rules.armies[0] == rules.armies[1]:
        yield "A6 the same army"


def of_hands(slow: Position) -> Iterator[str]:
    """Halfgi's drops."""
    board, turn = slow.board, slow.turn
    if slow.rules.variant != "halfgi":
        return
    home, corner = (4, 7) if turn == 0 else (60, 63)
    if (board[home], board[corner]) == (cased("K", turn), cased("R", turn)) and cased("K", turn) not in slow.castling:
        yield "Halfgi: a Rook without its right does not castle"
    for square, piece in enumerate(board):
        if piece == cased("P", turn) and rank_for(square, turn) == 1:
            ahead = square + (8, -8)[turn]
            if not board[ahead] and not board[ahead + (8, -8)[turn]]:
                assert not any((m.origin, m.target) == (square, ahead + (8, -8)[turn]) for m in slow.legal.values())
                yield "Halfgi: one step from the first rank"
    last = [square for square in range(64) if rank_for(square, turn) == 8 and not board[square]]
    if "P" in slow.hands[turn] and last:
        assert not any(m.origin is None and m.letter == "P" and m.target in last for m in slow.legal.values())
        yield "Halfgi: no pawn on the last rank"
    for move in slow.legal.values():
        if move.origin is None:
            yield f"Halfgi: drops {move.letter}"
            if slow.in_check():
                yield "Halfgi: a drop removes a check"
            if move.letter == "P" and rank_for(move.target, turn) == 1:
                yield "Halfgi: a pawn on the first rank"


def of_move(slow: Position, text: str, after: Position) -> Iterator[str]:
    move = slow.legal[text]
    if slow.rules.variant == "halfgi":
        if move.origin is None:
            assert after.clock == 0
            yield "Halfgi: a drop winds the clock back"
            if after.in_check():
                yield f"Halfgi: a {'Pawn' if move.letter == 'P' else 'piece'} dropped gives check"
                if not after.legal:
                    yield "Halfgi: a drop mates"
        elif len(after.hands[slow.turn]) > len(slow.hands[slow.turn]):
            yield "Halfgi: what is taken goes to the hand"
    gone = set(slow.castling) - set(after.castling)
    for right in gone:
        mine = right.isupper() == (slow.turn == 0)
        kind = "a Rook is taken" if not mine else "castles" if move.castling else slow.board[move.origin or 0].upper()
        yield f"R3 the right goes: {kind}"


def of_dead(slow: Position) -> Iterator[str]:
    """R3: which positions are dead, by the pieces on the board."""
    officers = [(piece.upper(), square) for square, piece in enumerate(slow.board) if piece and piece not in "Kk"]
    normal = slow.rules.variant == "normal"
    result = slow.outcome([slow.repetition_key()])
    is_dead = result is not None and result[1] == "insufficient material"
    if not slow.legal or slow.clock >= 100:
        return
    kinds = {kind for kind, _ in officers}
    if not officers:
        label = "two kings" if slow.hands == ("", "") else "two kings and a hand"
        assert is_dead == (slow.hands == ("", ""))
    elif len(officers) == 1 and kinds <= {"N", "B"}:
        label = f"a minor piece in {'normal' if normal else 'another game'}"
        assert is_dead == normal
    elif kinds == {"B"} and normal:
        one = len({(square // 8 + square) % 2 for _, square in officers}) == 1
        label = f"Bishops on {'one colour' if one else 'both colours'}"
        assert is_dead == one
    else:
        return
    yield f"R3 {label}"


# ------------------------------------------------------------------------------------------------- comparing


def check(rng: random.Random, variant: str, fen: str) -> set[str]:
    slow, game = Position.from_fen(variant, fen), game_of(variant, fen, None)
    texts = check_position(game, slow, [slow.repetition_key()])
    seen = {*of_pieces(slow), *of_castling(slow), *of_safety(slow), *of_hands(slow), *of_dead(slow)}
    chosen = sorted(texts)
    rare = [text for text in chosen if is_rare(slow, text)]
    rare += checking_drops(rng, slow)
    for text in dict.fromkeys([*rng.sample(rare, min(6, len(rare))), *rng.sample(chosen, min(2, len(chosen)))]):
        later = slow.push(text)
        after = game.position.make(texts[text])
        assert after.fen() == later.fen() and after.key == after.fresh_key and after.valid(), f"{fen} {text}"
        assert after.check == later.in_check() and after.count() == len(later.legal), f"{fen} {text}"
        seen |= {*of_move(slow, text, later)}
    return seen


def checking_drops(rng: random.Random, slow: Position) -> list[str]:
    """Drops that give check, of some."""
    drops = [text for text, move in slow.legal.items() if move.origin is None]
    return [text for text in rng.sample(drops, min(40, len(drops))) if slow.push(text).in_check()]


def is_rare(slow: Position, text: str) -> bool:
    move = slow.legal[text]
    gives_up = set(slow.castling) and {move.origin, move.target} & {0, 4, 7, 56, 60, 63}
    return bool(move.castling or move.en_passant or move.letter or gives_up or slow.board[move.target])


def accept(rng: random.Random, variant: str, fen: str) -> set[str]:
    """A1 to A4 and A6: both accept a FEN's armies, or both refuse them."""
    codes = fen.split()[6].split(":")
    errors = [error for code in codes if (error := army_error(code, variant))]
    try:
        game_of(variant, fen, None)
        accepted = True
    except (FenError, ValueError):
        accepted = False
    assert accepted == (not errors), f"{fen}: {errors}"
    if not errors:  # A6: armies that share a piece
        shared = len(Position.from_fen(variant, fen).rules.promotions[0]) < 8
        try:
            Game(variant, {"DistinctPieces": True}, fen)
            accepted = True
        except (FenError, ValueError):
            accepted = False
        assert accepted != shared, fen
        return {"A6 shared" if shared else "A6 distinct", "A1 accepted", "A2 accepted", "A3 accepted", "A4 accepted"}
    return {f"{error[:2]} refused" for error in errors}


def play(rng: random.Random, variant: str, fen: str) -> set[str]:
    """Quiet moves to and fro, or a few moves where the clock runs out."""
    seen: set[str] = set()
    slow, game = Position.from_fen(variant, fen), game_of(variant, fen, None)
    history, moves = [slow.repetition_key()], list[str]()
    while len(moves) < 12:
        check_position(game, slow, history)
        outcome = slow.outcome(history)
        if outcome:
            seen.add(f"R3 {outcome[1]}")
            break
        back = moves[-2][2:4] + moves[-2][:2] if len(moves) > 1 else ""
        quiet = [text for text, move in slow.legal.items() if not is_rare(slow, text) and move.origin is not None
                 and slow.board[move.origin] not in "Pp"]  # fmt: skip
        text = back if back in slow.legal else rng.choice(quiet if quiet and slow.clock < 90 else sorted(slow.legal))
        before = slow
        moves.append(text)
        game.push(text)
        slow = slow.push(text)
        history.append(slow.repetition_key())
        if before.clock >= 97 and not slow.clock:
            move = before.legal[text]
            pawn = move.origin is not None and before.board[move.origin] in "Pp"
            seen.add(
                f"R3 {'a pawn move' if pawn else 'a capture' if move.origin is not None else 'a drop'} winds it back"
            )
    return seen


# --------------------------------------------------------------------------------------------------- the tests

EVERY = (*AUGMENTED, "half-chess", "halfgi", "normal")
PLAIN = ("half-chess", "halfgi", "normal")

CASES = [
    Case(
        officers, check, HALFLING, 1500,
        "".join(f"R1 stops at {-(-d // 2)} of {d}|" for d in range(2, 8)) + "R1 no check from afar",
    ),
    Case(
        officers, check, AUGMENTED, 700,
        "".join(f"R2 {letter}|" for letter in "WFDAVSNI")
        + "R2 C White|R2 C Black|A1 an augmenter leaps|A1 a basic piece leaps|A6 the same army|"
        "A7 a promoted Crab in its owner's direction",
    ),
    Case(
        castling, check, EVERY, 2400,
        "".join(f"R3 castles {right}|" for right in "KQkq")
        + "R3 castling: blocked|R3 castling: in check|R3 castling: through an attacked square|"
        "R3 castling: into check|R3 castles past an attacked b-file|R3 the right goes: a Rook is taken|"
        "R3 the right goes: castles|R3 the right goes: K|R3 the right goes: R",
    ),
    Case(en_passant, check, EVERY, 500, "R3 en passant|R3 en passant exposes the king|R3 double-steps"),
    Case(
        pawn_ends, check, AUGMENTED, 500,
        "".join(f"A7 promotes to {letter}|" for letter in "RNBQTHEM") + "A7 identical types once|R3 promotes",
    ),
    Case(pins, check, EVERY, 600, "R3 pinned|R3 a pinned pawn promotes"),
    Case(checks, check, EVERY, 700, "R3 double check|R3 check removed by another piece"),
    Case(mates, check, EVERY, 2200, "R3 checkmate|R3 stalemate"),
    Case(dead, check, PLAIN, 2400,
         "R3 two kings|R3 two kings and a hand|R3 a minor piece in normal|R3 a minor piece in another game|"
         "R3 Bishops on one colour|R3 Bishops on both colours"),
    Case(
        with_hands, check, ("halfgi",), 3600,
        "".join(f"Halfgi: drops {letter}|" for letter in "QRBNP")
        + "Halfgi: a drop removes a check|Halfgi: no pawn on the last rank|Halfgi: a pawn on the first rank|"
        "Halfgi: one step from the first rank|Halfgi: a Rook without its right does not castle|"
        "Halfgi: a drop winds the clock back|Halfgi: a piece dropped gives check|Halfgi: a Pawn dropped gives check|"
        "Halfgi: a drop mates|Halfgi: what is taken goes to the hand",
    ),
    Case(late, play, PLAIN, 1000,
         "R3 move rule|R3 a pawn move winds it back|R3 a capture winds it back|R3 a drop winds it back"),
    Case(idle, play, EVERY, 100, "R3 repetition"),
    Case(
        armies, accept, AUGMENTED, 1000,
        "A6 shared|A6 distinct|"
        "A1 refused|A2 refused|A3 refused|A4 refused|A1 accepted|A2 accepted|A3 accepted|A4 accepted",
    ),
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
    check_page("half-chess-family", "RA", CASES, ELSEWHERE)
