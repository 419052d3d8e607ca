"""Tests of the reference alone: random games that check it against itself, and errors only it reports."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from bifold.boards import BIFOLD, VARIANTS, WEAK, mirror_fen, mirror_move
from bifold.sides import Reference
from reference.bifold import VARIANTS as REFERENCE_VARIANTS
from reference.bifold import Position


def test_variants() -> None:
    assert REFERENCE_VARIANTS == VARIANTS


def test_unknown_variant() -> None:
    with pytest.raises(ValueError, match="unknown variant 'bifold'"):
        Reference.setup("", variant="bifold")


def test_a_fen_may_have_more_spaces() -> None:
    kings = "4(wf)3/8/8/8/8/8/8/4(WF)3"
    assert Reference.read(BIFOLD, f" {kings}  w ").fen() == Reference.read(BIFOLD, f"{kings} w").fen()


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("4(wf)3/8/8/8/8/p7/Pp6/WP6 w - - 120 80", ("1/2-1/2", "no legal move")),
        ("8/8/8/8/8/8/8/4(WF)3 b - - 120 80", ("1-0", "royals captured")),
        ("4(wf)3/8/8/8/8/8/8/R3(WF)3 w - - 100 80", ("1/2-1/2", "repetition")),
    ],
)
def test_order_of_results(fen: str, expected: tuple[str, str]) -> None:
    """The histories are invented: a position that ends the game cannot occur three times."""
    position = Position.from_fen(BIFOLD, fen)
    assert position.outcome([position.repetition_key()] * 3) == expected


# ---------------------------------------------------------------------------------------------- random games


def on(position: Position, square: str) -> str:
    return position.board["abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)]


def mirrored(position: Position, *, files: bool = False, colours: bool = False) -> Position:
    return Position.from_fen(position.options, mirror_fen(position.fen(), files=files, colours=colours))


def captures_into(position: Position, colour: int) -> set[str]:
    """The empty squares on which that player's legal moves would capture if an enemy pair stood there."""
    found = set()
    for square, content in enumerate(position.board):
        if content:
            continue
        board = list(position.board)
        board[square] = "hh" if colour == 0 else "HH"
        there = replace(position, board=tuple(board), turn=colour, ep=None, castling="", hands=("", ""))
        moves = [there.find(move) for move in there.legal_moves()]
        found |= {move.text()[2:4] for move in moves if move.victims and move.target == square}
    return found


def count_pieces(position: Position) -> int:
    return len("".join(position.board + position.hands))


TEXT = re.compile("([a-h][1-8]){2}[qrbhwflpd]?(x[qrbhwflpd])?(=[qrbh]{1,2})?|[qrbhlpd]@[a-h][1-8]")


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    """FENs round-trip, texts are unique and parse back, no piece is lost, and both sides play by the same rules."""
    rng = random.Random(variant)
    seen: dict[str, int] = {}
    for _ in range(8):
        position = Position.start(variant)
        history = [position.repetition_key()]
        for ply in range(250):
            again = Position.from_fen(variant, position.fen())
            assert again == position
            assert again.fen() == position.fen()
            moves = position.legal_moves()
            assert moves == sorted(set(moves)) == again.legal_moves()
            assert all(TEXT.fullmatch(move) and position.find(move).text() == move for move in moves)
            outcome = position.outcome(history)
            if outcome is not None and outcome[1] != "repetition":
                seen[outcome[1]] = seen.get(outcome[1], 0) + 1
                break
            if ply % 10 == 0:
                for files, colours in ((True, False), (False, True)):
                    plain = replace(position, castling="") if files else position
                    turned = sorted(mirror_move(move, files=files, colours=colours) for move in plain.legal_moves())
                    assert mirrored(position, files=files, colours=colours).legal_moves() == turned
            if ply % 50 == 25 and variant != WEAK:  # the pair would change which pawns are supported
                for colour in (0, 1):
                    empty = {name for name in position.threatened(colour) if not on(position, name)}
                    assert empty == captures_into(position, colour)
            kinds = {
                "drop": [move for move in moves if "@" in move],
                "promotion": [move for move in moves if "=" in move],
                "capture": [move for move in moves if position.find(move).victims],
                "en passant": [move for move in moves if position.find(move).en_passant],
                "pawn move": [move for move in moves if set(position.find(move).group.upper()) & set("PLD")],
            }
            # Take en passant whenever possible, because it is rare.
            kind = "en passant" if kinds["en passant"] else rng.choice(["any", "any", "any", *kinds])
            choice = rng.choice(kinds.get(kind) or moves)
            for name, members in kinds.items():
                seen[name] = seen.get(name, 0) + (choice in members)
            after = position.push(choice.upper())
            gone = sum(letter in "wfWF" for letter in position.find(choice).victims)
            assert count_pieces(after) == count_pieces(position) - gone
            assert not set(after.hands[0] + after.hands[1]) & set("WF")
            position = after
            history.append(position.repetition_key())
    assert seen["royals captured"] > 0
    assert min(seen[name] for name in ("drop", "promotion", "capture", "en passant", "pawn move")) > 0, seen
