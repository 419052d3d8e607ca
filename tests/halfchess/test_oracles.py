"""Random games move for move against outside programs: python-chess and Fairy-Stockfish (through pyffish).

`normal` is FIDE chess; Halfgi's drops are tried with ordinary pieces as Fairy-Stockfish's `chessgi`; the army
code is tried as `augmented-chess`, whose pieces Fairy-Stockfish knows from Betza's notation. Neither
program knows halflings: only tests/reference does.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from oddfish.cext.halfchess.armies import ARMY_RULES, legal_armies, parse_army
from oddfish.cext.halfchess.game import HalfChess
from oddfish.engine.game import Game
from support.perft_suite import read_position, suite

chess = pytest.importorskip("chess")
pyffish = pytest.importorskip("pyffish")

AC = "augmented-chess"


def pick(rng: random.Random, position: HalfChess, moves: list[int], eager: float = 0.3) -> int:
    """A random move that prefers captures, promotions and pawn moves."""
    roll = rng.random()
    chosen = moves
    if roll < eager:
        chosen = position.noisy()
    elif roll < eager + 0.2:
        chosen = [move for move in moves if move >> 15 & 15 == 0]
    return rng.choice(chosen or moves)


# ------------------------------------------------------------------------------------------- python-chess


def check_fide(game: Game, board: chess.Board) -> list[int]:
    """Compare one position, its texts and its end; returns our moves."""
    position = game.position
    moves = position.moves()
    assert sorted(map(position.text, moves)) == sorted(move.uci() for move in board.legal_moves)
    assert position.fen() == board.fen(en_passant="fen")  # rules/README.md: written after every double step
    assert position.check == board.is_check()
    result = game.result()
    reason = result.reason if result else ""
    assert (reason == "checkmate") == board.is_checkmate()
    assert (reason == "stalemate") == board.is_stalemate()
    assert (reason == "insufficient material") == (bool(moves) and board.is_insufficient_material())
    if reason in ("", "repetition", "move rule"):
        assert (reason == "repetition") == board.is_repetition(3)
        assert (reason == "move rule") == (board.is_fifty_moves() and not board.is_repetition(3))
    return moves


def play_fide(game: Game, seed: object, plies: int, eager: float) -> None:
    """One random game on both boards, past draws by rule until there is no move."""
    rng = random.Random(f"fide {seed}")
    board = chess.Board(game.fen())
    for _ in range(plies):
        moves = check_fide(game, board)
        if not moves:
            break
        move = pick(rng, game.position, moves, eager)
        if len(game.moves) >= 2 and rng.random() < 0.25:  # back and forth: repetitions
            back = game.positions[-3].text(game.moves[-2])
            again = [m for m in moves if game.position.text(m) == back[2:4] + back[:2]]
            move = rng.choice(again or [move])
        board.push_uci(game.position.text(move))
        game.push_move(move)


@pytest.mark.parametrize("seed", range(12))
def test_normal_games(seed: int) -> None:
    play_fide(Game("normal"), seed, 160, 0.15 if seed % 2 else 0.35)


@pytest.mark.parametrize("entry", suite("normal"), ids=lambda entry: entry.name)
@pytest.mark.quick(3)
def test_normal_games_from_the_perft_suite(entry) -> None:  # type: ignore[no-untyped-def]
    for seed in range(2):
        play_fide(Game("normal", None, entry.fen), f"{entry.name} {seed}", 60, 0.3)


def test_normal_long_shuffle() -> None:
    """Few pieces for a long time: the clock passes 100 and positions recur."""
    for seed in range(3):
        play_fide(Game("normal", None, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1"), f"shuffle {seed}", 150, 0.0)


# ------------------------------------------------------------------------------ Fairy-Stockfish: positions


def check_fairy(
    position: HalfChess, variant: str, fen: str, to_fairy: Callable[[str], str], from_move: Callable[[str], str]
) -> list[int]:
    """Compare one position with Fairy-Stockfish's, board by board and text by text; returns our moves."""
    moves = position.moves()
    ours = sorted(map(position.text, moves))
    assert ours == sorted(map(from_move, pyffish.legal_moves(variant, fen, []))), f"{position.fen()} {fen}"
    assert position.check == pyffish.gives_check(variant, fen, [])
    board, side, rights, passed, clock, number = fen.split()
    own = position.fen().split()
    assert (to_fairy(own[0]), own[1], own[2], own[4], own[5]) == (board, side, rights, clock, number)
    # Fairy-Stockfish writes the field only if a pawn can take.
    assert passed in ("-", own[3])
    return moves


# ----------------------------------------------------------------------------- Fairy-Stockfish: chessgi


def chessgi_board(text: str) -> str:
    """Both write White's hand first; Fairy-Stockfish sorts a hand in another order."""
    board, _, hand = text.partition("[")
    return f"{board}[{''.join(sorted(hand[:-1]))}]"


def play_chessgi(fen: str, seed: object, plies: int) -> None:
    rng = random.Random(f"chessgi {seed}")
    position, fairy = read_position("chessgi", fen), fen
    for _ in range(plies):
        board, _, rest = fairy.partition(" ")
        moves = check_fairy(position, "chessgi", f"{chessgi_board(board)} {rest}", chessgi_board, str.lower)
        if not moves:
            break
        move = pick(rng, position, moves)
        text = position.text(move)
        text = text[0].upper() + text[1:] if "@" in text else text
        fairy = pyffish.get_fen("chessgi", fairy, [text])
        position = position.make(move)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_drops_in_random_games(seed: int) -> None:
    play_chessgi(pyffish.start_fen("chessgi"), seed, 120)


@pytest.mark.slow
@pytest.mark.parametrize("entry", suite("chessgi"), ids=lambda entry: entry.name)
def test_drops_from_the_perft_suite(entry) -> None:  # type: ignore[no-untyped-def]
    for seed in range(2):
        play_chessgi(entry.fen, f"{entry.name} {seed}", 40)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(6))
def test_drops_in_made_up_positions(seed: int) -> None:
    """Random boards with random hands, including pawns on both edge ranks of their owners."""
    rng = random.Random(f"made up {seed}")
    tried = 0
    while tried < 25:
        fen = random_drop_fen(rng)
        try:
            read_position("chessgi", fen)
        except ValueError:
            continue
        tried += 1
        play_chessgi(fen, f"{seed} {tried}", 4)


def board_field(cells: list[str]) -> str:
    """64 letters or '' from a8 to h1 as FEN."""
    board = "/".join("".join(cell or "1" for cell in cells[row : row + 8]) for row in range(0, 64, 8))
    for gap in range(8, 1, -1):
        board = board.replace("1" * gap, str(gap))
    return board


def random_drop_fen(rng: random.Random) -> str:
    cells = [""] * 64
    places = rng.sample(range(64), rng.randrange(4, 24))
    cells[places[0]], cells[places[1]] = "K", "k"
    for place in places[2:]:
        letter = rng.choice("PPPNBRQpppnbrq")
        rank = place // 8  # 0 is the eighth
        if (letter, rank) not in (("P", 0), ("p", 7)):
            cells[place] = letter
    hand = "".join(rng.choice("PNBRQpnbrq") for _ in range(rng.randrange(6)))
    return f"{board_field(cells)}[{hand}] {rng.choice('wb')} - - 0 1"


# ----------------------------------------------------------------------- Fairy-Stockfish: augmented-chess

#: Betza's notation, from the owner's side, of the letters of army codes (R2).
BETZA = {
    "R": "R", "B": "B", "Q": "Q", "N": "N", "I": "vNF",
    "W": "W", "F": "F", "D": "D", "A": "A", "C": "ffNbsN", "V": "vN",
}  # fmt: skip
POOL = "abcdefghijmno"  # letters of custom pieces: neither k nor p


class FairyArmies:
    """An army pair as a variant of Fairy-Stockfish: one custom piece a type, its letter shared by both sides."""

    def __init__(self, white: str, black: str):
        parts = white.split("-"), black.split("-")
        letters: dict[object, str] = {}
        lines = []
        slots: list[list[str]] = [[], []]
        for color, code in enumerate((white, black)):
            pieces = parse_army(code, ARMY_RULES[AC]).pieces.values()
            for part, piece in zip(parts[color], pieces):
                if piece not in letters:
                    letters[piece] = POOL[len(letters)]
                    betza = "".join(BETZA[letter] for letter in part)
                    lines.append(f"customPiece{len(letters)} = {letters[piece]}:{betza}")
                slots[color].append(letters[piece])
        self.name = f"{white}_{black}".lower()
        every = "".join(letters.values())
        self.fairy: list[dict[str, str]] = []  # by colour: our letter (upper case) -> Fairy-Stockfish's
        self.ours: list[dict[str, str]] = []
        for color in range(2):
            table = dict(zip("RNBQTHEM", slots[color] + slots[1 - color]))
            back: dict[str, str] = {}
            for letter, other in table.items():
                back.setdefault(other, letter.lower())  # own letters first (A7)
            self.fairy.append({**table, "K": "k", "P": "p"})
            self.ours.append(back)
        pyffish.load_variant_config(
            "\n".join(
                [
                    f"[{self.name}:chess]",
                    *(f"{piece} = -" for piece in ("knight", "bishop", "rook", "queen")),
                    *lines,
                    f"castlingRookPiecesWhite = {slots[0][0]}",
                    f"castlingRookPiecesBlack = {slots[1][0]}",
                    f"promotionPieceTypesWhite = {every}",
                    f"promotionPieceTypesBlack = {every}",
                ]
            )
        )
        assert self.name in pyffish.variants()

    def board(self, text: str) -> str:
        """Our board field in Fairy-Stockfish's letters."""
        white, black = self.fairy
        return "".join(
            sign if not sign.isalpha() else white[sign].upper() if sign.isupper() else black[sign.upper()]
            for sign in text
        )

    def fen(self, fen: str) -> str:
        board, *rest = fen.split()
        return " ".join([self.board(board), *rest[:5]])

    def play(self, position: HalfChess, rng: random.Random, plies: int) -> set[str]:
        """A random game on both; returns the letters promoted to."""
        fairy = self.fen(position.fen())
        promoted = set()
        for _ in range(plies):
            table = self.ours[position.turn]
            moves = check_fairy(
                position,
                self.name,
                fairy,
                self.board,
                lambda text, table=table: text[:4] + table[text[4]] if len(text) == 5 else text,  # type: ignore[misc]
            )
            if not moves:
                break
            promotions = [move for move in moves if len(position.text(move)) == 5]
            if promotions and rng.random() < 0.8:
                move = rng.choice(promotions)
            else:
                move = pick(rng, position, moves)
            text = position.text(move)
            promoted.add(text[4:])
            fairy_text = text[:4] + self.fairy[position.turn].get(text[4:].upper(), "")
            fairy = pyffish.get_fen(self.name, fairy, [fairy_text])
            position = position.make(move)
        return promoted


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ENDING = "3k4/1P3P2/8/8/8/8/1p3p2/3K4 w - - 0 1"  # promotions at once, foreign pieces to move


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_augmented_chess_games(seed: int) -> None:
    """Each seed draws three pairs of armies."""
    rng = random.Random(f"armies {seed}")
    promoted = set()
    for number in range(3):
        white, black = rng.choice(legal_armies(AC)), rng.choice(legal_armies(AC))
        armies = FairyArmies(white, black)
        fens = [START, ENDING, "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"]
        for fen in fens if number == 0 else fens[:2]:
            position = read_position(AC, fen, (white, black))
            promoted |= armies.play(position, rng, 80 if fen is START else 25)
    assert promoted & set("them")


@pytest.mark.slow
def test_every_augmented_chess_piece_alone() -> None:
    """Each type of each slot, White's and Black's, from some squares of a board with two kings."""
    rng = random.Random("alone")
    parts = sorted({(slot, part) for code in legal_armies(AC) for slot, part in enumerate(code.split("-"))})
    for slot, part in parts:
        code = next(code for code in legal_armies(AC) if code.split("-")[slot] == part)
        armies = FairyArmies(code, code)
        for letter, side in (("RNBQ"[slot], "w"), ("rnbq"[slot], "b")):
            tried = 0
            while tried < 12:
                cells = [""] * 64
                for square, sign in zip(rng.sample(range(64), 3), ("K", "k", letter)):
                    cells[square] = sign
                try:
                    position = read_position(AC, f"{board_field(cells)} {side} - - 0 1", (code, code))
                except ValueError:  # the other side is in check
                    continue
                tried += 1
                check_fairy(position, armies.name, armies.fen(position.fen()), armies.board, str.lower)


# ------------------------------------------------------------------------------------------------- slow


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 103))
def test_many_more_games(seed: int) -> None:
    play_fide(Game("normal"), seed, 400, 0.2)
    play_chessgi(pyffish.start_fen("chessgi"), seed, 400)
    rng = random.Random(f"more armies {seed}")
    for _ in range(6):
        pair = rng.choice(legal_armies(AC)), rng.choice(legal_armies(AC))
        armies = FairyArmies(*pair)
        armies.play(read_position(AC, START, pair), rng, 250)
        armies.play(read_position(AC, ENDING, pair), rng, 80)
