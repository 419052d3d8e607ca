"""Reads and writes Tandem-84's FENs and the texts of its moves."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport bit, popcount
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.castling cimport CASTLING_COUNT, Castling, castlings
from oddfish.cext.tandem.geometry cimport (FILES, PLACES, RANKS, board_of, place_at, place_name, place_of,
                                           read_place, square_of)
from oddfish.cext.tandem.making cimport is_castling, put_piece
from oddfish.cext.tandem.moves cimport fresh_key, valid
from oddfish.cext.tandem.packed_move cimport PROMOTION, Part, pack, unpack
from oddfish.cext.tandem.piece_moves cimport en_passant_victim, passed_rank
from oddfish.cext.tandem.position cimport (KING, MAX_PIECES, NO_PLACE, NOTHING, ONLY, PAWN, ROOK, SECOND, SetupData,
                                           TandemPosition, occupied)
from oddfish.cext.tandem.turns cimport count_turns

import re

from oddfish.cext.core.chess_fen import write_board
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import (read_counters, read_rank, read_side, split_fields, split_ranks, write_counters)
from oddfish.cext.tandem.castling import CASTLINGS

#: The boards as the FEN's fifth field names them.
BOARDS = ("left", "right")
#: The boards by their files: which one is on the left depends on the player's side.
HALVES = ("a to f", "g to l")
#: FEN letters by piece type, unless SwapCompounds exchanges C and M.
LETTERS = "PNBRQCMGK"

_COLORS = ("White", "Black")
_RIGHTS = [castling.right for castling in CASTLINGS]
_PART = re.compile("([a-l][1-7])(|/|~|/~)([a-l][1-7])([a-z]?)")

# --- Reading a FEN ------------------------------------------------------------------------------------------


cdef int read_fen(TandemPosition* p, const SetupData* setup, str letters, str fen) except -1:
    """Set up ``p``, except its weights.

    Raises:
        FenError: the FEN is not a position of the game.
    """
    fields = split_fields(fen, ("board", "side to move", "castling rights", "en passant", "moves in this turn",
                                "clock", "move number"), ("w", "-", "-", "2", "0", "1"))
    memset(p, 0, sizeof(TandemPosition))
    memset(p.board, NOTHING, sizeof(p.board))
    p.setup = setup
    p.moved[0] = p.moved[1] = NO_PLACE
    read_board(p, letters, fields[0])
    p.side = read_side(fields[1])
    read_stage(p, fields[4])
    if fields[2] != "-":
        read_rights(p, fields[2])
    if fields[3] != "-":
        read_en_passant(p, fields[3])
    p.clock, p.number = read_counters(fields[5], fields[6])
    p.key = fresh_key(p)
    if not valid(p):
        raise FenError("the side not to move is in check")
    if p.stage == SECOND and count_turns(p) == 0:
        raise FenError(f"no second move is legal on the {BOARDS[p.board_to_move]} board, so the turn is not under way")
    return 0


cdef int read_board(TandemPosition* p, str letters, str field) except -1:
    cdef int color, t, place, rank = RANKS
    for row in split_ranks(field, RANKS):
        rank -= 1
        for file, letter in read_rank(row, rank + 1, 2 * FILES):
            place = place_of(rank * 2 * FILES + <int> file)
            t = letters.find(letter.upper())
            if t < 0 or not letter.isascii():
                raise FenError(f"'{letter}' on {place_name(place)} is not a piece, expected one of "
                               f"{LETTERS}{LETTERS.lower()}")
            color = 0 if letter.isupper() else 1
            if t == PAWN and (rank == 0 or rank == RANKS - 1):
                raise FenError(f"pawn on {place_name(place)}")
            if t == KING and has_king(p, color):
                raise FenError(f"{_COLORS[color]} has more than one king")
            put_piece(p, color, t, board_of(place), square_of(place))
    for color in range(2):
        if not has_king(p, color):
            raise FenError(f"{_COLORS[color]} has no king")
        if popcount(p.color[0][color]) + popcount(p.color[1][color]) > MAX_PIECES:
            raise FenError(f"{_COLORS[color]} has more than {MAX_PIECES} pieces")
    return 0


cdef bint has_king(const TandemPosition* p, int color) noexcept:
    return (p.type[0][KING] & p.color[0][color] | p.type[1][KING] & p.color[1][color]) != 0


cdef int read_stage(TandemPosition* p, str field) except -1:
    """The fifth field: `1`, `2`, or inside a turn the board that must move and the squares of the moved pieces."""
    cdef int i, place
    if field == "2":
        return 0
    if field == "1":
        p.stage = ONLY
        return 0
    texts = field.split(":")
    if len(texts) != 3 or texts[0] != "1":
        raise FenError(f"moves in this turn '{field}', expected 1, 2 or e.g. 1:right:d3")
    if texts[1] not in BOARDS:
        raise FenError(f"board to move '{texts[1]}', expected left or right")
    p.stage = SECOND
    p.board_to_move = BOARDS.index(texts[1])
    squares = texts[2].split(",")
    if len(squares) > 2:
        raise FenError(f"{len(squares)} squares moved to, expected one, or king and rook that castled")
    for i, name in enumerate(squares):
        place = read_place(name, "square moved to")
        if not p.color[board_of(place)][p.side] & bit(square_of(place)):
            raise FenError(f"square moved to '{name}' holds no piece of the side to move")
        p.moved[i] = <uint8_t> place
    if len(squares) == 2:
        check_castled(p, texts[2])
    return 0


cdef int check_castled(const TandemPosition* p, str squares) except -1:
    """T10: king and rook are where castling puts them, and the board to move is not the one where the king started."""
    cdef int us = p.side
    cdef const Castling* c
    expected = [castling.moved for castling in CASTLINGS[2 * us:2 * us + 2]]
    if squares not in expected:
        raise FenError(f"squares castled to '{squares}', expected {expected[0]} or {expected[1]}")
    c = &castlings[2 * us + <int> expected.index(squares)]
    if p.king_board[us] != c.board or p.king_square[us] != c.king_to or not p.type[c.board][ROOK] & bit(c.rook_to):
        raise FenError(f"squares castled to '{squares}' without king and rook there")
    if p.board_to_move == c.king_board:
        raise FenError(f"castled, but the {BOARDS[c.king_board]} board, where castling begins, is to move")
    return 0


cdef int read_rights(TandemPosition* p, str field) except -1:
    cdef int color
    cdef const Castling* c
    for letter in field:
        if letter not in _RIGHTS:
            raise FenError(f"castling right '{letter}', expected {', '.join(_RIGHTS[:-1])} or {_RIGHTS[-1]}")
        squares = CASTLINGS[_RIGHTS.index(letter)]
        c = &castlings[<int> _RIGHTS.index(letter)]
        if p.rights & c.right:
            raise FenError(f"castling right '{letter}' twice")
        color = 0 if letter.isupper() else 1
        if p.king_board[color] != c.king_board or p.king_square[color] != c.king_from or \
                not p.type[c.board][ROOK] & p.color[c.board][color] & bit(c.rook_from):
            raise FenError(f"castling right '{letter}' without king on {squares.king_from} and rook on "
                           f"{squares.rook_from}")
        if color == p.side and (has_moved(p, place_at(c.king_board, c.king_from))
                                or has_moved(p, place_at(c.board, c.rook_from))):
            raise FenError(f"castling right '{letter}', but its king or rook has moved in this turn")
        p.rights |= c.right
    return 0


cdef bint has_moved(const TandemPosition* p, int place) noexcept:
    return place == p.moved[0] or place == p.moved[1]


cdef int read_en_passant(TandemPosition* p, str field) except -1:
    """T7: squares behind pawns that double-stepped in the last turn or, inside a turn, in its first move."""
    cdef int place, board, sq, color, pawn
    cdef int[2] number = [0, 0]
    if len(field) % 2:
        raise FenError(f"en-passant squares '{field}', expected - or squares joined")
    for start in range(0, len(field), 2):
        name = field[start:start + 2]
        place = read_place(name, "en-passant square")
        board = board_of(place)
        sq = square_of(place)
        color = 0 if bit(sq) & passed_rank(0) else 1
        if not bit(sq) & passed_rank(color) or color == p.side and p.stage != SECOND:
            expected = "rank 3 or 5" if p.stage == SECOND else f"rank {3 if p.side else 5}"
            raise FenError(f"en-passant square '{name}' is not on {expected}")
        if color != p.side and p.stage == SECOND and p.setup.first_takes:
            raise FenError(f"en-passant square '{name}', which only the turn's first move could use "
                           "(EnPassantReply=first)")
        if p.en_passant[board] & bit(sq):
            raise FenError(f"en-passant square '{name}' twice")
        pawn = en_passant_victim(1 - color, sq)
        if not p.type[board][PAWN] & p.color[board][color] & bit(pawn):
            raise FenError(f"en-passant square '{name}' without a pawn on {place_name(place_at(board, pawn))}")
        if occupied(p, board) & bit(sq):
            raise FenError(f"en-passant square '{name}' is occupied")
        if color == p.side and p.moved[0] != place_at(board, pawn):
            raise FenError(f"en-passant square '{name}', but the turn's first move was not by the pawn on "
                           f"{place_name(place_at(board, pawn))}")
        p.en_passant[board] |= bit(sq)
        number[color] += 1
    if number[1 - p.side] > 2:
        raise FenError(f"{number[1 - p.side]} en-passant squares of one turn, expected at most 2")
    return 0


# --- Writing a FEN ------------------------------------------------------------------------------------------


cdef str piece_letter(const TandemPosition* p, str letters, int place):
    """The FEN letter on a place, '' if empty."""
    cdef int board = board_of(place), sq = square_of(place)
    if p.board[board][sq] == NOTHING:
        return ""
    letter = letters[p.board[board][sq]]
    return letter if p.color[board][0] & bit(sq) else letter.lower()


cdef str stage_field(const TandemPosition* p):
    """The fifth field: `2` moves in this turn, `1`, or e.g. `1:right:d3` inside it."""
    cdef int i
    if p.stage != SECOND:
        return "1" if p.stage == ONLY else "2"
    squares = []
    for i in range(2):
        if p.moved[i] != NO_PLACE:
            squares.append(place_name(p.moved[i]))
    return f"1:{BOARDS[p.board_to_move]}:{','.join(squares)}"


cdef str board_field(list cells):
    return write_board(cells, 2 * FILES)


cdef str write_fen(const TandemPosition* p, list cells):
    cdef int i
    rights, squares = "", []
    for i in range(CASTLING_COUNT):
        if p.rights & castlings[i].right:
            rights += _RIGHTS[i]
    for i in range(PLACES):
        if p.en_passant[board_of(i)] & bit(square_of(i)):
            squares.append(place_name(i))
    return f"{board_field(cells)} {'b' if p.side else 'w'} {rights or '-'} {''.join(sorted(squares)) or '-'} " \
        f"{stage_field(p)} {write_counters(p.clock, p.number)}"


# --- Move texts ---------------------------------------------------------------------------------------------


cdef str part_text(const TandemPosition* p, str letters, Move part):
    """The text of one move of a turn."""
    cdef Part m = unpack(part)
    sign = ""
    if not is_castling(p, &m):
        if m.onto != m.board and m.to != m.origin:
            sign = "/"
        if p.color[m.onto][p.side] & bit(m.to):
            sign += "~"
    text = place_name(place_at(m.board, m.origin)) + sign + place_name(place_at(m.onto, m.to))
    return text + letters[m.promoted].lower() if m.promoted else text


cdef list matching_parts(const TandemPosition* p, str letters, const Move* parts, int n, str text):
    """The legal parts, out of ``n``, that a text stands for: at most one, unless it leaves out the promotion. It may
    also leave out the signs / and ~, which the squares imply."""
    cdef Move squares
    cdef int i, origin, to
    match = _PART.fullmatch(text)
    if match is None:
        return []
    origin = read_place(match[1], "square")
    to = read_place(match[3], "square")
    squares = pack(board_of(origin), square_of(origin), board_of(to), square_of(to), 0)
    found = []
    for i in range(n):
        if parts[i] & (PROMOTION - 1) == squares:
            full = part_text(p, letters, parts[i])
            if (not match[2] or full[2:].startswith(match[2] + match[3])) and full.endswith(match[4]):
                found.append(parts[i])
    return found
