"""Short notation for Bifold Halfgi: ``RRa1 Bba3 [Qp]`` is a unit, two enemies sharing a square, and the hands."""

from __future__ import annotations

import re
from collections.abc import Mapping

BIFOLD, WAZIRS, HANDED, WEAK = "bifold-halfgi", "bifold-halfgi-wazirs", "bifold-halfgi-handed", "bifold-halfgi-weak"
VARIANTS = (BIFOLD, WAZIRS, HANDED, WEAK)
SQUARES = [file + rank for rank in "87654321" for file in "abcdefgh"]  # in FEN order


def words(text: str) -> set[str]:
    return set(text.split())


def in_order(letters: str) -> str:
    """Letters in the order of a stack: White's first, then Q R B H W F L D P."""
    return "".join(sorted(letters, key=lambda letter: (letter.islower(), "QRBHWFLDP".index(letter.upper()))))


def write_board(stacks: Mapping[str, str]) -> str:
    """A FEN's board from the letters on each square."""
    rows = []
    for start in range(0, 64, 8):
        contents = [stacks.get(square) or "1" for square in SQUARES[start : start + 8]]
        row = "".join(f"({content})" if len(content) > 1 else content for content in contents)
        rows.append(re.sub("1+", lambda run: str(len(run[0])), row))
    return "/".join(rows)


def place(pieces: str) -> str:
    """A FEN's board and hands from short notation."""
    stacks: dict[str, str] = {}
    hands = "[]"
    for word in pieces.split():
        if word.startswith("["):
            hands = word
            continue
        letters, square = re.fullmatch("([A-Za-z]+)([a-h][1-8])", word).groups()  # type: ignore[union-attr]
        assert square not in stacks, pieces
        stacks[square] = letters
    return write_board(stacks) + hands


def at_home(pieces: str, variant: str, royal_wazirs: bool = False) -> str:
    """The same pieces, with the royal pair on e1 or e8 for each side that has no royals."""
    letters = re.sub(r"[a-h][1-8]|\[.*\]", "", pieces)
    pair = "WW" if royal_wazirs or variant == WAZIRS else "WF"
    white = "" if set("WF") & set(letters) else f" {pair}e1"
    black = "" if set("wf") & set(letters) else f" {pair.lower()}e8"
    return pieces + white + black


# --------------------------------------------------------------------------------------------------- mirrors

_FILES = str.maketrans("abcdefgh", "hgfedcba")
_RANKS = str.maketrans("12345678", "87654321")
_HANDS = str.maketrans("LDld", "DLdl")


def mirror_move(move: str, *, files: bool = False, colours: bool = False) -> str:
    """The move on the mirror image of a board, where left hands become right ones, or with the sides exchanged."""
    squares = re.match("[a-z]@[a-h][1-8]|[a-h][1-8][a-h][1-8]", move)
    assert squares
    head, suffix = squares[0], move[squares.end() :]
    letter, head = (head[:2], head[2:]) if "@" in head else ("", head)
    if files:
        head = head.translate(_FILES)
    if colours:
        head = head.translate(_RANKS)
    if files != colours:  # left and right are the owner's
        letter, suffix = letter.translate(_HANDS), suffix.translate(_HANDS)
    return letter + head + suffix


def mirror_fen(fen: str, *, files: bool = False, colours: bool = False) -> str:
    """The complete FEN of the mirror image of a board (without castling), or with the sides exchanged."""
    placement, side, castling, ep, *counters = fen.split(" ")
    board, hands = placement.split("[")
    rows = [re.findall(r"\(..\)|.", row) for row in board.split("/")]
    if files:
        rows = [row[::-1] for row in rows]
        castling = "-"
        ep = ep.translate(_FILES)
    if colours:
        rows = [[token.swapcase() for token in row] for row in reversed(rows)]
        hands = hands.swapcase()
        side = "wb"["bw".index(side)]
        castling = castling.swapcase()
        ep = ep.translate(str.maketrans("36", "63"))
    board = "/".join("".join(row) for row in rows)
    if files != colours:
        board, hands = board.translate(_HANDS), hands.translate(_HANDS)
    return " ".join([f"{board}[{hands}", side, castling, ep, *counters])
