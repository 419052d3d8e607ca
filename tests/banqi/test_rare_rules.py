"""Banqi's rare rules: random positions built around each, compared with the reference, and counted."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from banqi.rare_positions import (
    attempts,
    chases,
    last_of_series,
    last_pieces,
    late,
    lines,
    pairs,
    series,
    shut_in,
    start,
)  # fmt: skip
from banqi.test_against_reference import check_position, game_of, is_capture
from reference import banqi
from reference.banqi import DARK, LETTERS, STOP, Options, Position, colour_of
from support.rare import Case, cases, check_page

# ------------------------------------------------------------------------------------- which rules decided


def of_board(slow: Position) -> Iterator[str]:
    """Q2, Q4 and Q5, and the options that change what may be taken: who stands beside whom, and what is legal then."""
    board, options = slow.board, slow.options
    legal = {slow.legal[text] for text in slow.legal}
    where = "Hong Kong" if options.hongkong else "Taiwan"
    if slow.series is not None or slow.ended_by_capture():
        return
    for origin, piece in enumerate(board):
        if piece == DARK:
            assert (origin, origin) in legal
            yield "Q2 flips"
        if not piece or colour_of(piece) != slow.mover:
            continue
        kind = piece.upper()
        for line in banqi.rays(board, origin):
            occupied = [square for square in line if board[square]]
            beside = board[line[0]]
            if not beside:
                assert (origin, line[0]) in legal
                assert all((origin, square) not in legal for square in line[1:] if not board[square])
                yield f"Q2 {'a cannon ' if kind == 'C' else ''}steps"
            elif beside == DARK:
                yield from of_dark(slow, kind, "1", (origin, line[0]) in legal)
            elif colour_of(beside) == slow.mover:
                assert (origin, line[0]) not in legal
                yield "Q2 takes no friend"
            elif options.chariot_rides == "off" and not options.cannon_direct:
                yield f"Q4 {where} {kind}{beside.upper()}"
            if kind == "C":
                yield from of_cannon(slow, origin, line, occupied, legal)
            if kind == "R" and occupied:
                yield from of_chariot(slow, origin, line, occupied[0], legal)


def of_cannon(
    slow: Position, origin: int, line: tuple[int, ...], occupied: list[int], legal: set[tuple[int, int]]
) -> Iterator[str]:
    board, options = slow.board, slow.options
    beside = board[line[0]]
    if options.cannon_direct and not options.hongkong and colour_of(beside) == banqi.other(slow.mover):
        assert ((origin, line[0]) in legal) == (beside in "PpCc")
        yield f"CannonDirect {'takes ' + beside.upper() if beside in 'PpCc' else 'takes no other'}"
    if options.hongkong:
        if len(occupied) > 1 and colour_of(board[occupied[1]]) == banqi.other(slow.mover) and not slow.series:
            assert (origin, occupied[1]) not in legal or occupied[1] == line[0]
            yield "Q5 Hong Kong's does not jump"
        return
    if colour_of(beside) == banqi.other(slow.mover) and not options.cannon_direct:
        assert (origin, line[0]) not in legal
        yield "Q5 takes nothing by a step"
    if len(occupied) < 2:
        if occupied and occupied[0] != line[0] and board[occupied[0]] != DARK:
            assert (origin, occupied[0]) not in legal
            yield "Q5 takes nothing without a screen"
        return
    screen, target = board[occupied[0]], board[occupied[1]]
    if target == DARK:
        yield from of_dark(slow, "C", "j", (origin, occupied[1]) in legal)
    elif colour_of(target) == slow.mover:
        assert (origin, occupied[1]) not in legal
        yield "Q5 jumps onto no friend"
    else:
        assert (origin, occupied[1]) in legal
        whose = "a friend" if colour_of(screen) == slow.mover else "an enemy"
        yield f"Q5 over {'a face-down piece' if screen == DARK else whose}"
        yield f"Q5 takes {target.upper()}"
        if occupied[0] != line[0]:
            yield "Q5 from afar"
    if len(occupied) > 2 and colour_of(board[occupied[2]]) == banqi.other(slow.mover):
        assert (origin, occupied[2]) not in legal
        yield "Q5 not over two"


def of_chariot(
    slow: Position, origin: int, line: tuple[int, ...], first: int, legal: set[tuple[int, int]]
) -> Iterator[str]:
    rides = slow.options.chariot_rides
    victim, far = slow.board[first], first != line[0]
    if rides == "off" or colour_of(victim) == slow.mover:
        return
    where = "far" if far else "near"
    if victim == DARK:
        if far and slow.options.dark_capture:
            assert (origin, first) in legal
            yield f"ChariotRides {rides}: attempts far"
    elif rides == "any":
        assert (origin, first) in legal
        yield f"ChariotRides any: takes what outranks it, {where}" if victim in "KkGgMm" else "ChariotRides any: takes"
    else:
        takes = (origin, first) in legal
        yield f"ChariotRides ranked: {'takes' if takes else 'does not take'} {where}"


def of_dark(slow: Position, kind: str, how: str, legal: bool) -> Iterator[str]:
    """A face-down piece that could be a target."""
    options = slow.options
    if not options.dark_capture:
        assert not legal
        yield f"Q{'5 no jump' if how == 'j' else '2 no step'} onto a face-down piece"
    elif kind == "C" and how == "1" and not options.hongkong:
        assert legal == options.cannon_direct
        yield f"DarkCapture: a cannon's step {'with' if legal else 'without'} CannonDirect"
    else:
        assert legal
        yield "DarkCapture: a cannon's jump" if how == "j" else "DarkCapture: a step"


def of_move(slow: Position, decision: str, after: Position) -> Iterator[str]:
    """The results of a decision and of what it turned up."""
    goes_on = after.turn == slow.turn
    inside = slow.series is not None
    if decision == STOP:
        assert after.clock == slow.clock and not goes_on
        yield "MultiCapture stops"
        return
    origin, target = slow.legal[decision]
    if slow.is_chance(decision):
        assert after.clock == 0
        shown = after.board[target]
        if not slow.first:
            yield f"Q1 the first piece shown is {'red' if colour_of(shown) == 'r' else 'black'}"
        if slow.clock > 100:
            yield f"Q6 {'a flip' if origin == target else 'an attempt'} winds the clock back"
        if origin == target:
            return
        if not after.board[origin]:
            yield f"DarkCapture: takes{' in a series' if inside else ''}"
        else:
            friend = colour_of(shown) == slow.mover
            assert not goes_on
            yield f"DarkCapture: shows {'a friend' if friend else 'what it may not take'}"
            if inside:
                yield "MultiCapture ends with an attempt that fails"
    elif is_capture(slow, decision):
        assert after.clock == 0
        if slow.clock > 100:
            yield "Q6 a capture winds the clock back"
        if slow.board[target] in "Kk" and not after.ended_by_capture():
            yield "Q3 a General is taken"
    else:
        assert after.clock == slow.clock + 1
    if after.board[origin]:
        return
    if after.ended_by_capture():
        yield "Q3 the last piece is taken"
        if slow.options.multi_capture and banqi.captures(after.board, target, after.options):
            yield "MultiCapture ends with the last piece"
    elif not any(colour_of(piece) == banqi.other(slow.mover) for piece in after.board):
        yield "Q3 what lies face down is left"
    if slow.options.multi_capture and slow.board[target]:
        yield "MultiCapture goes on" if goes_on else "MultiCapture ends with nothing more to take"


def of_end(slow: Position) -> Iterator[str]:
    if not slow.ended_by_capture() and not slow.legal:
        yield "Q3 without a move"
    options = slow.options
    result = slow.outcome([slow])
    if result and result.reason == "move rule":
        yield f"Q6 no progress: {options.no_progress}"
    if not options.no_progress and slow.clock >= 180 and slow.legal:
        assert result is None
        yield "Q6 no progress: off"


# ------------------------------------------------------------------------------------------------- comparing


def check(rng: random.Random, options: Options, fen: str) -> set[str]:
    slow, game = Position.from_fen(fen, options), game_of(options, fen)
    check_position(game, slow, [slow])
    seen = {*of_board(slow), *of_end(slow)}
    decisions = rng.sample(slow.legal_moves(), len(slow.legal))
    taking = [text for text in decisions if text[:2] != text[2:] and slow.board[slow.legal[text][1]]]
    for decision in dict.fromkeys([*taking[:6], *decisions[:2]]):
        seen |= follow(rng, slow, decision)
    return seen


def follow(rng: random.Random, slow: Position, decision: str, depth: int = 4) -> set[str]:
    """Make a decision in both, and go on while a series does."""
    outcomes = slow.outcomes(decision)
    text = rng.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])[0]
    after, game = slow.push(text), game_of(slow.options, slow.fen())
    game.push(text)
    if depth == 4 or after.series is not None:
        check_position(game, after, [slow, after])
    assert game.position.fen() == after.fen() and game.position.key == game.position.fresh_key, f"{slow.fen()} {text}"
    seen = {*of_move(slow, decision, after)}
    if after.series is not None and depth:
        seen |= follow(rng, after, rng.choice(after.legal_moves()), depth - 1)
    return seen


def go_round(rng: random.Random, options: Options, place: str) -> set[str]:
    """One piece flees and another follows around four squares, until the position has occurred three times (Q6)."""
    *fen, corner, there, up, opposite = place.split(" ")
    squares = [banqi.square_name(int(square)) for square in (corner, there, up, opposite)]
    slow = Position.from_fen(" ".join(fen), options)
    game = game_of(options, slow.fen())
    line = [slow]
    first, second = squares[0] + squares[2], squares[1] + squares[3]
    back = [text[2:] + text[:2] for text in (first, second)]
    for text in [first, second, *back] * 2:
        if text not in slow.legal:
            return set()
        game.push(text)
        slow = slow.push(text)
        line.append(slow)
        check_position(game, slow, line)
    result = slow.outcome(line)
    assert result is not None
    chasers = [player for player in (0, 1) if banqi.chases(line[4:], player)]
    if not options.chaser_loses:
        assert result == ("1/2-1/2", "repetition")
        return {"Q6 repetition"}
    if len(chasers) != 1:
        assert result == ("1/2-1/2", "repetition")
        return {f"Q6 {'both chase' if chasers else 'nobody chases'}"}
    assert result == (("0-1", "1-0")[chasers[0]], "perpetual attack")
    return {f"Q6 the {('first', 'second')[chasers[0]]} player chases"}


# --------------------------------------------------------------------------------------------------- the tests

BOTH = (Options(), Options(hongkong=True))
TWICE = (*BOTH[:1] * 3, *BOTH[1:])  # Taiwan's cannon has more to count
RIDES = tuple(
    Options(hongkong, chariot_rides=rides, dark_capture=dark)
    for hongkong in (False, True) for rides in ("ranked", "any") for dark in (False, True)
)  # fmt: skip
DIRECT = (Options(cannon_direct=True),)
ATTEMPTS = tuple(Options(hongkong, direct, True) for hongkong in (False, True) for direct in (False, True))
MULTI = tuple(
    Options(hongkong, direct, dark, True, rides)
    for hongkong in (False, True) for direct in (False, True) for dark in (False, True) for rides in ("off", "any")
)  # fmt: skip
DARK_MULTI = tuple(options for options in MULTI if options.dark_capture)
PLIES = tuple(Options(dark_capture=True, no_progress=plies) for plies in (180, 120, 0))
CHASERS = tuple(Options(hongkong, chaser_loses=True) for hongkong in (False, True))

CASES = [
    Case(start, check, BOTH, 120, "Q1 the first piece shown is red|Q1 the first piece shown is black"),
    Case(
        pairs, check, BOTH, 1100,
        "".join(f"Q4 {where} {kind}{victim}|" for where in ("Taiwan", "Hong Kong")
                for kind in LETTERS for victim in LETTERS)
        + "Q2 steps|Q2 a cannon steps|Q2 takes no friend|Q3 a General is taken|Q5 takes nothing by a step",
    ),
    Case(
        lines, check, TWICE, 600,
        "".join(f"Q5 takes {kind}|" for kind in LETTERS)
        + "Q5 over a friend|Q5 over an enemy|Q5 over a face-down piece|Q5 from afar|Q5 not over two|"
        "Q5 jumps onto no friend|Q5 no jump onto a face-down piece|Q5 takes nothing without a screen|"
        "Q5 Hong Kong's does not jump|Q2 no step onto a face-down piece|Q2 flips",
    ),
    Case(lines, check, DIRECT, 400, "CannonDirect takes P|CannonDirect takes C|CannonDirect takes no other"),
    Case(
        lines, check, RIDES, 1000,
        "ChariotRides ranked: takes far|ChariotRides ranked: takes near|ChariotRides ranked: does not take far|"
        "ChariotRides ranked: does not take near|ChariotRides any: takes what outranks it, near|"
        "ChariotRides any: takes what outranks it, far|ChariotRides any: takes|ChariotRides any: attempts far|"
        "ChariotRides ranked: attempts far",
    ),
    Case(
        attempts, check, ATTEMPTS, 600,
        "DarkCapture: a step|DarkCapture: takes|DarkCapture: shows a friend|DarkCapture: shows what it may not take",
    ),
    Case(
        lines, check, ATTEMPTS, 350,
        "DarkCapture: a cannon's jump|DarkCapture: a cannon's step with CannonDirect|"
        "DarkCapture: a cannon's step without CannonDirect",
    ),
    Case(
        series, check, MULTI, 1500,
        "MultiCapture goes on|MultiCapture stops|MultiCapture ends with nothing more to take|"
        "MultiCapture ends with an attempt that fails|DarkCapture: takes in a series",
    ),
    Case(last_of_series, check, DARK_MULTI, 150, "MultiCapture ends with the last piece"),
    Case(shut_in, check, BOTH, 150, "Q3 without a move"),
    Case(last_pieces, check, BOTH, 200, "Q3 the last piece is taken|Q3 what lies face down is left"),
    Case(
        late, check, PLIES, 1300,
        "Q6 no progress: 180|Q6 no progress: 120|Q6 no progress: off|Q6 a flip winds the clock back|"
        "Q6 an attempt winds the clock back|Q6 a capture winds the clock back",
    ),
    Case(chases, go_round, BOTH, 100, "Q6 repetition"),
    Case(
        chases, go_round, CHASERS, 600,
        "Q6 the first player chases|Q6 the second player chases|Q6 nobody chases|Q6 both chase",
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
    check_page("banqi", "Q", CASES)
