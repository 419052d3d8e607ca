"""Tandem-84's rare rules: random positions built around each, compared with the reference, and counted."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from oddfish.cext.tandem.game import Tandem
from oddfish.engine.game import Game
from reference import tandem
from reference.tandem import CASTLINGS, Move, Options, Position, belongs, cased, corresponding, rank_for
from support.rare import Case, cases, check_page
from tandem.rare_positions import (
    bare,
    castling,
    castling_turns,
    checks,
    displaced,
    double_checks,
    en_passant,
    ghosts,
    glides,
    idle,
    late,
    mates,
    pawn_steps,
    promotions,
    stalemates,
    stepped_over,
    swaps,
)  # fmt: skip
from tandem.test_against_reference import compare_inside

# ------------------------------------------------------------------------------------- which rules decided


def of_move(position: Position, move: Move) -> Iterator[str]:
    """The rules that one move of a legal turn uses, at the moment of the move."""
    board, turn = position.board, position.turn
    mover, there = board[move.origin], board[move.target]
    kind, second = mover.upper(), position.must is not None
    taken = belongs(there, 1 - turn) or move.how == "en passant"
    if move.dropped:
        yield f"T5 {kind} drops"
        if taken:
            yield "T5 drops and captures"
        if kind == "P":
            yield f"T5 a pawn drops, {move.how or 'captures' if taken or move.how else 'steps'}"
            if move.letter:
                yield "T5 a pawn drops and promotes"
    if move.how == "castling":
        yield f"T10 castles {next(right for right in CASTLINGS if CASTLINGS[right] == tandem.castling_of(move))}"
        if second:
            yield "T10 castles as the second move"
    elif move.how == "swap" and not move.dropped and move.target == corresponding(move.origin):
        yield "T6 begun by a king" if kind == "K" else "T6 with the king" if there in "Kk" else f"T6 begun by {kind}"
        if kind != "G" and "P" in (kind, there.upper()):
            yield f"T11 a swap begun by {'the pawn' if kind == 'P' else 'the other piece'}"
        if there in "Kk" and position.in_check():
            yield "T6 a ghost frees its king"
    elif kind == "G":
        yield from of_ghost(position, move)
    if move.how == "double":
        yield "T7 double-steps"
    if move.how == "en passant" and position.options.reply == "either":
        yield f"T7 en passant by the {'second' if second else 'first'} move"
    if move.letter:
        yield f"T9 {move.letter}"
        yield f"T9 {'a swap' if move.how == 'swap' else 'a capture' if taken else 'a step'} promotes"
    if position.rights and move.how != "castling":
        gone = set(position.rights) - set(position.after(move).rights)
        homes = {square for right in gone for square in castling_homes(right)}
        if move.origin in homes:
            yield f"T10 the right goes: {kind} {'swaps' if move.how == 'swap' else 'moves'}"
        if move.target in homes:
            yield f"T10 the right goes: {there.upper()} is {'taken' if taken else 'displaced'}"


def castling_homes(right: str) -> tuple[int, int]:
    return CASTLINGS[right].king, CASTLINGS[right].rook


def of_ghost(position: Position, move: Move) -> Iterator[str]:
    """T8."""
    there = position.board[move.target]
    style = position.options.ghost_move
    start = corresponding(move.origin) if move.dropped else move.origin
    far = move.target % 6 - start % 6 not in (-1, 0, 1) or abs(move.target // 6 - start // 6) > 1
    if far:
        yield f"T8 glides{' and swaps' if move.how else ''}"
    if move.how != "swap":
        yield f"T8 {style} {'takes' if there else 'moves'}"
        return
    yield f"T8 swaps{' after a drop' if move.dropped else ''}"
    if there in "Kk":
        yield f"T8 swaps with its king{' in check' if position.in_check() else ''}"
    if there in "Pp":
        lands, from_rank = rank_for(move.origin, position.turn), rank_for(move.target, position.turn)
        if move.letter:
            yield "T8 a displaced pawn promotes"
        else:
            yield "T11 a displaced pawn leaves the clock"
        if lands == 2 != from_rank:
            yield "T8 a pawn displaced to its second rank"
        if abs(lands - from_rank) == 2:
            yield "T7 a pawn displaced by two ranks"


def of_turns(slow: Position) -> Iterator[str]:
    """T1 to T3: how moves make a turn."""
    groups: dict[Move, list[Move]] = {}
    for turn in slow.legal.values():
        groups.setdefault(turn[0], []).extend(turn[1:])
    if slow.moves == 1:
        yield "T1 a turn of one move"
    if len(slow.legal) == 1 and slow.moves == 2:
        yield "T2 one legal turn"
    if not slow.legal:
        yield "T3 checkmate" if slow.in_check() else "T3 stalemate"
    elif slow.board.count("") == 82:
        yield "T11 two kings play on"
    ended = {turn[0] for turn in slow.legal.values() if len(turn) == 1}
    for first, seconds in groups.items():
        yield from of_move(slow, first)
        if slow.moves == 1:
            continue
        between = slow.after(first)
        assert bool(seconds) != (first in ended)
        movers = {second.origin for second in seconds}
        for moved in between.moved:
            assert moved not in movers
            if moved // 42 == between.must and any(between._moves_from(moved)):
                yield "T10 its rook may not move" if first.how == "castling" else "T1 the mover may not move again"
        if not seconds:
            assert not between.in_check()
            yield "T2 without a second move"
            continue
        if len(seconds) == 1:
            yield "T2 one second move"
        assert all(second.origin // 42 != first.origin // 42 for second in seconds)
        if between.in_check():
            yield "T3 check removed by the second move" if slow.in_check() else "T3 exposed between the moves"
        elif slow.in_check():
            yield "T3 check removed by the first move"
        for second in seconds:
            yield from of_move(between, second)
            yield from of_pair(slow, between, first, second)
    if slow.moves == 2:
        for first in slow.single_moves:
            if first not in groups:
                assert slow.after(first).in_check()
                yield "T2 the king must be safe without a second move"


def of_pair(slow: Position, between: Position, first: Move, second: Move) -> Iterator[str]:
    """What two moves do together."""
    checked = slow.in_check()
    if (
        checked
        and between.in_check()
        and second in slow.single_moves
        and tandem._checked(slow.board_after(second), slow.turn, slow.options)
    ):
        yield "T3 check removed by both together"
    if checked and not between.in_check():
        if second.dropped and slow.board[second.origin] in "Kk":
            yield "T5 a king drops once the check is removed"
        if second.how == "castling":
            yield "T10 castles once the check is removed"
    if first.how == "double":
        if second.target == first.target - tandem.forward(slow.turn):
            yield "T7 another piece on the square passed over"
        if second.how == "swap" and first.target in (second.target, second.origin):
            yield "T7 the pawn is carried off"


def of_refusals(slow: Position) -> Iterator[str]:
    """The rules that forbid moves at the start of the turn, from the board."""
    board, turn, options = slow.board, slow.turn, slow.options
    checked = slow.in_check()
    for origin, piece in enumerate(board):
        if not piece:
            continue
        other = corresponding(origin)
        if belongs(piece, 1 - turn):
            yield from of_enemy(slow, origin)
            continue
        moves = [move for move in slow.single_moves if move.origin == origin]
        swapped = any(move.how == "swap" and move.target == other and not move.dropped for move in moves)
        if belongs(board[other], 1 - turn):
            assert not any(move.dropped for move in moves) and not swapped
            yield "T5 an enemy on the drop square"
        elif board[other] == piece:
            assert not swapped
            yield "T6 not with its own type"
        elif board[other] and checked and piece in "Kk":
            assert not swapped
            yield "T6 a king in check begins none"
        elif board[other] in ("K", "k") and checked and piece not in "Gg":
            assert not swapped
            yield "T6 only a ghost frees its king"
        elif not board[other] and checked and piece in "Kk":
            assert not any(move.dropped for move in moves)
            yield "T5 a king in check does not drop"
        if piece in "Gg":
            yield from of_ghost_refusals(slow, origin, moves)
        if not board[other]:
            there = list(board)
            there[origin], there[other] = "", piece
            king = board.index(cased("K", 1 - turn))
            if king // 42 == other // 42 and king % 42 in tandem.attacks(
                tandem._half(tuple(there), other), other % 42, options
            ):
                assert not any(move.target == king for move in moves)
                yield "T4 no drop takes a king"


def of_ghost_refusals(slow: Position, origin: int, moves: list[Move]) -> Iterator[str]:
    board, turn = slow.board, slow.turn
    for spot in tandem.leap(origin % 42, tandem.ALL_AROUND):
        target = origin - origin % 42 + spot
        reached = [move for move in moves if move.target == target and not move.dropped]
        if board[target] == board[origin]:
            assert not reached
            yield "T8 not with the other ghost"
        elif board[target] == cased("P", turn) and rank_for(origin, turn) == 1:
            assert not reached
            yield "T8 no pawn to its first rank"
        elif belongs(board[target], 1 - turn) and slow.options.ghost_move != "step":
            assert not reached
            yield "T8 a peaceful ghost takes nothing"


def of_enemy(slow: Position, origin: int) -> Iterator[str]:
    """Enemies that do not give check: by a drop (T4), and peaceful ghosts (T8)."""
    board, turn = slow.board, slow.turn
    king, other = board.index(cased("K", turn)), corresponding(origin)
    if slow.in_check():
        return
    if not board[other] and king // 42 == other // 42:
        there = list(board)
        there[origin], there[other] = "", board[origin]
        if king % 42 in tandem.attacks(tandem._half(tuple(there), other), other % 42, slow.options):
            yield "T4 a drop gives no check"
    near = tandem.leap(king % 42, tandem.ALL_AROUND)
    if board[origin] in "Gg" and origin // 42 == king // 42 and origin % 42 in near:
        yield "T8 a peaceful ghost gives no check"


def of_castling(slow: Position) -> Iterator[str]:
    """T10: why a castling is refused at the start of the turn."""
    attacked = slow.attacked_squares(1 - slow.turn)
    for right in slow.rights:
        if not belongs(right, slow.turn):
            continue
        king, _, rook, _, vacant = CASTLINGS[right]
        legal = any((move.origin, move.target, move.how) == (king, rook, "castling") for move in slow.single_moves)
        # A piece that attacks a square through the king gives check, so lifting the king does not matter.
        seen = {square for square in vacant if tandem.square_name(square) in attacked}
        if slow.in_check():
            reason = "in check"
        elif any(slow.board[square] for square in vacant):
            reason = "a square is taken"
        elif seen:
            reason = "a square is attacked"
            if seen == {vacant[0]} and len(vacant) > 1:
                yield "T10 the drop square is attacked"
        else:
            assert legal
            continue
        assert not legal
        yield f"T10 {reason}"


def of_replies(slow: Position) -> Iterator[str]:
    """T7: en passant under both values of EnPassantReply; two pawns that have stepped."""
    targets = {move.target for turn in slow.legal.values() for move in turn if move.how == "en passant"}
    if len(targets) == 2:
        yield "T7 two pawns can be taken"
    if slow.options.reply == "first" and slow.moves == 2 and slow.passed:
        others = Position.from_fen(slow.fen(), Options(slow.options.ghost_move, slow.options.swap_compounds)).legal
        if any(len(turn) == 2 and turn[1].how == "en passant" for turn in others.values()):
            assert all(turn[0].how == "en passant" or turn[-1].how != "en passant" for turn in slow.legal.values())
            yield "T7 the first move only"
        if targets:
            yield "T7 first: by the first move"


# ------------------------------------------------------------------------------------------------- comparing


def same(game: Game, slow: Position, history: list[object]) -> dict[str, int]:
    """Compare one position; returns the engine's turns by text."""
    fast, where = game.position, slow.fen()
    assert isinstance(fast, Tandem)
    texts = {fast.text(move): move for move in fast.moves()}
    assert fast.fen() == where and fast.valid() and fast.key == fast.fresh_key, where
    assert sorted(texts) == slow.legal_moves(), where
    assert fast.count() == len(texts) and fast.check == slow.in_check(), where
    result = game.result()
    assert ((result.text, result.reason) if result else None) == slow.outcome(history), where
    return texts


def is_rare(slow: Position, turn: tandem.Turn) -> bool:
    pawns = [slow.board[move.origin] in "Pp" and move.dropped for move in turn]
    return any(pawns) or any(move.how or move.letter for move in turn) or len(turn) < slow.moves


def check(rng: random.Random, options: Options, fen: str) -> set[str]:
    slow = Position.from_fen(fen, options)
    game = game_of(options, fen)
    history: list[object] = [slow.repetition_key()]
    texts = same(game, slow, history)
    compare_inside(game.position, slow, rng)  # type: ignore[arg-type]
    rare = [text for text, turn in slow.legal.items() if is_rare(slow, turn)]
    for text in rng.sample(rare, min(8, len(rare))):
        after = game.position.make(texts[text])
        assert after.fen() == slow.push(text).fen() and after.key == after.fresh_key and after.valid(), f"{fen} {text}"
    return {*of_turns(slow), *of_refusals(slow), *of_castling(slow), *of_replies(slow)}


def game_of(options: Options, fen: str) -> Game:
    chosen = {
        "GhostMove": options.ghost_move,
        "SwapCompounds": options.swap_compounds,
        "EnPassantReply": options.reply,
    }
    return Game("tandem-84", chosen, fen)


def follow(rng: random.Random, options: Options, fen: str) -> set[str]:
    """Follow double steps and displaced pawns into the next turns."""
    slow, game = Position.from_fen(fen, options), game_of(options, fen)
    seen: set[str] = set()
    wanted = {
        "T5 a dropped pawn is taken en passant": lambda move: move.how == "double" and move.dropped,
        "T7 taken on the square passed over": lambda move: move.how == "double" and not move.dropped,
        "T8 it double-steps again": lambda move: move.how == "swap" and rank_for(move.origin, slow.turn) == 2,
    }
    chances = [
        (label, is_wanted, turns)
        for label, is_wanted in wanted.items()
        if (turns := [text for text, turn in slow.legal.items() if any(map(is_wanted, turn))])
    ]
    if not chances:
        return seen
    label, is_wanted, turns = rng.choice(chances)
    if label.startswith("T7"):  # another piece moves there
        turns = [text for text in turns if not slow.push(text).passed] or turns
    first = rng.choice(turns)
    moves = [move for move in slow.legal[first] if is_wanted(move)]
    history: list[object] = [slow.repetition_key()]
    after = slow.push(first)
    history.append(after.repetition_key())
    game.push(first)
    same(game, after, history)
    if label.startswith("T5") and after.legal:
        passed = {move.target - tandem.forward(slow.turn) for move in moves}
        if any(m.how == "en passant" and m.target in passed for turn in after.legal.values() for m in turn):
            seen.add(label)
    if label.startswith("T7"):
        for square in {move.target - tandem.forward(slow.turn) for move in moves if after.board[move.target] in "Pp"}:
            if after.board[square] and square not in after.passed:
                takers = {m.origin for turn in after.legal.values() for m in turn[:1] if m.target == square}
                if any(after.board[origin] in "Pp" for origin in takers):
                    seen.add(label)
    if label.startswith("T8") and after.legal and after.outcome(history) is None:
        reply = rng.choice(sorted(after.legal))
        game.push(reply)
        later = after.push(reply)
        history.append(later.repetition_key())
        same(game, later, history)
        homes = {move.origin for move in moves if slow.board[move.target] in "Pp"}
        if any(m.how == "double" and m.origin in homes for turn in later.legal.values() for m in turn):
            seen.add(label)
    return seen


def play(rng: random.Random, options: Options, fen: str) -> set[str]:
    """Play quiet turns to and fro, or a few turns with the clock running out (T11)."""
    seen: set[str] = set()
    slow, game = Position.from_fen(fen, options), game_of(options, fen)
    history: list[object] = [slow.repetition_key()]
    turns: list[str] = []
    while len(turns) < 10:
        same(game, slow, history)
        outcome = slow.outcome(history)
        if outcome:
            seen.add(f"T11 {outcome[1]}")
            break
        back = ",".join(text[2:] + text[:2] for text in turns[-2].split(",")) if len(turns) > 1 else ""
        text = back if back in slow.legal else choose(rng, slow)
        if slow.clock >= 97 and (reason := winds_back(slow, slow.legal[text])):
            seen.add(f"T11 {reason} winds the clock back")
            assert slow.push(text).clock == 0
            break
        turns.append(text)
        game.push(text)
        slow = slow.push(text)
        history.append(slow.repetition_key())
    return seen


def winds_back(slow: Position, turn: tandem.Turn) -> str:
    """The reason for which a turn of two moves resets the clock, if there is only one; otherwise ''."""
    moves, between = turn, slow.after(turn[0])
    if len(moves) < 2:
        return ""
    reasons = {
        "a pawn's move": slow.board[moves[0].origin] in "Pp" or between.board[moves[1].origin] in "Pp",
        "a promotion": any(move.letter for move in moves),
        "a capture": between.board_after(moves[1]).count("") > slow.board.count(""),
    }
    applying = [reason for reason, applies in reasons.items() if applies]
    return applying[0] if len(applying) == 1 else ""


def choose(rng: random.Random, slow: Position) -> str:
    """A quiet turn or, with the clock running out, one that resets it for some reason."""
    if slow.clock < 90 or rng.random() < 0.3:
        return rng.choice([text for text, turn in slow.legal.items() if is_quiet(slow, turn)] or sorted(slow.legal))
    reasons: dict[str, list[str]] = {}
    for text, turn in slow.legal.items():
        reasons.setdefault(winds_back(slow, turn), []).append(text)
    return rng.choice(reasons[rng.choice([reason for reason in sorted(reasons) if reason] or [""])])


def is_quiet(slow: Position, turn: tandem.Turn) -> bool:
    """Whether a turn is two moves that can be reversed."""
    return len(turn) == 2 and not any(
        move.how or move.dropped or slow.board[move.target] or slow.board[move.origin] in "Pp" for move in turn
    )


# --------------------------------------------------------------------------------------------------- the tests

STEP = (Options(),)
STYLES = tuple(Options(style) for style in tandem.GHOST_MOVES)
PEACEFUL, GLIDES, FIRST = STYLES[1:], STYLES[2:], (Options(reply="first"), Options("glide-peaceful", True, "first"))
MIXED = (*STYLES, Options(swap_compounds=True), Options(reply="first"))

CASES = [
    Case(
        castling, check, MIXED, 750,
        "T10 castles K|T10 castles D|T10 castles k|T10 castles d|T10 in check|T10 a square is taken|"
        "T10 a square is attacked|T10 the drop square is attacked|T10 the right goes: K moves|"
        "T10 the right goes: R moves|T10 the right goes: K swaps|T10 the right goes: R swaps|"
        "T10 the right goes: R is taken|T10 the right goes: R is displaced|T10 the right goes: K is displaced",
    ),
    Case(
        castling_turns, check, STEP, 360,
        "T10 castles as the second move|T10 castles once the check is removed|T10 its rook may not move",
    ),
    Case(
        en_passant, check, STEP, 200,
        "T7 en passant by the first move|T7 en passant by the second move|T7 two pawns can be taken|"
        "T5 a pawn drops, en passant",
    ),
    Case(en_passant, check, FIRST, 200, "T7 the first move only|T7 first: by the first move"),
    Case(
        pawn_steps, check, STYLES, 200,
        "T5 P drops|T5 a pawn drops, steps|T5 a pawn drops, captures|T5 a pawn drops, double|T7 double-steps|"
        "T7 another piece on the square passed over|T7 the pawn is carried off",
    ),
    Case(pawn_steps, follow, STYLES, 250, "T5 a dropped pawn is taken en passant"),
    Case(stepped_over, follow, STYLES, 250, "T7 taken on the square passed over"),
    Case(displaced, follow, STYLES, 120, "T8 it double-steps again"),
    Case(
        promotions, check, STEP, 500,
        "".join(f"T9 {letter}|" for letter in tandem.PROMOTIONS)
        + "T9 a step promotes|T9 a capture promotes|T9 a swap promotes|T5 a pawn drops and promotes|"
        "T8 a displaced pawn promotes",
    ),
    Case(
        ghosts, check, STYLES, 850,
        "T8 step moves|T8 step takes|T8 step-peaceful moves|T8 swaps|T8 swaps after a drop|T8 swaps with its king|"
        "T8 swaps with its king in check|T8 a pawn displaced to its second rank|T8 not with the other ghost|"
        "T8 no pawn to its first rank|T8 a peaceful ghost takes nothing|T8 a peaceful ghost gives no check|"
        "T11 a displaced pawn leaves the clock",
    ),
    Case(
        glides, check, GLIDES, 200,
        "T8 glide-peaceful moves|T8 glides|T8 glides and swaps|T7 a pawn displaced by two ranks",
    ),
    Case(
        swaps, check, MIXED, 600,
        "".join(f"T6 begun by {kind}|" for kind in "QRBNMCGP")
        + "T6 begun by a king|T6 with the king|T6 not with its own type|T6 a king in check begins none|"
        "T6 only a ghost frees its king|T6 a ghost frees its king|T11 a swap begun by the pawn|"
        "T11 a swap begun by the other piece|T5 an enemy on the drop square|T1 a turn of one move",
    ),
    Case(
        checks, check, MIXED, 800,
        "T1 the mover may not move again|T3 check removed by the first move|T3 check removed by the second move|"
        "T3 exposed between the moves|T4 a drop gives no check|T4 no drop takes a king|"
        "T5 a king in check does not drop|T5 a king drops once the check is removed|"
        + "".join(f"T5 {kind} drops|" for kind in "KQRBNMCG")
        + "T5 drops and captures|T2 one second move",
    ),
    Case(double_checks, check, MIXED, 180, "T3 check removed by both together"),
    Case(
        mates, check, MIXED, 700,
        "T2 one legal turn|T2 one second move|T2 without a second move|"
        "T2 the king must be safe without a second move|T3 checkmate",
    ),
    Case(stalemates, check, MIXED, 150, "T3 stalemate"),
    Case(bare, check, MIXED, 60, "T11 two kings play on"),
    Case(
        late, play, STEP, 600,
        "T11 move rule|T11 a capture winds the clock back|T11 a pawn's move winds the clock back|"
        "T11 a promotion winds the clock back",
    ),
    Case(idle, play, MIXED, 70, "T11 repetition"),
]  # fmt: skip


@pytest.mark.slow
@cases(CASES)
def test_rare_rules(case: Case) -> None:
    case.run()


@cases(CASES)
@pytest.mark.quick(5)
def test_a_few_positions(case: Case) -> None:
    case.run(quick=True)


def test_every_number_of_the_page() -> None:
    check_page("tandem-84", "T", CASES)
