"""oddfish.Board in every variant, against the engine's Game."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import chess
import pytest

import oddfish
from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.engine.evaluation.networks import default_network
from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.pictures.squares import squares
from support.boards import wander

pytestmark = pytest.mark.sampled(3)

VARIANTS = list(REGISTRY)
WHITE_ARMY, BLACK_ARMY = "RF-CD-BW-QV", "RA-VS-BC-RVF"


def plies(name: str) -> int:
    return 20 if "tandem" in name else 150


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.quick(3)
def test_it_agrees_with_the_game(name: str, seed: int) -> None:
    board = oddfish.Board(name, seed=seed)
    game = Game(name, seed=seed)
    rng = random.Random(seed)
    for _ in range(plies(name)):
        position = game.position
        assert board.fen() == str(position.fen())
        assert (board.turn, board.fullmove_number, board.halfmove_clock) == (
            game.turn == 0, position.number, position.clock
        )  # fmt: skip
        assert [move.text for move in board.legal_moves] == game.legal()
        assert [int(move) for move in board.legal_moves] == position.moves()
        assert len(board.legal_moves) == board.legal_moves.count() == position.count()
        assert (board.is_check(), board.repetitions(), board.key) == (position.check, game.repetitions(), position.key)
        result, outcome = game.result(), board.outcome()
        assert board.is_game_over() == (result is not None)
        assert board.result() == (result.text if result else "*")
        if result is not None:
            assert outcome is not None
            assert (outcome.reason, outcome.winner) == (result.reason, {0: True, 1: False, None: None}[result.winner])
            break
        move = rng.choice(board.legal_moves)
        board.push(move)
        assert game.push(move.text) == board.peek().text  # the same seed gives the same deal
    assert [move.text for move in board.move_stack] == game.texts()
    assert board.ply() == len(game.moves)
    assert board.game().texts() == game.texts()
    assert oddfish.Board.of_game(game) == board
    while board.ply():
        board.pop()
    assert board == board.root()


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.quick(3)
def test_moves_say_what_they_do(name: str) -> None:
    """Captures leave fewer pieces on the board, checks leave the other side in check."""
    board = oddfish.Board(name, seed=2)
    rng = random.Random(7)

    def size(one: oddfish.Board) -> int:
        return sum(len(piece.letters) for piece in one.piece_map().values())

    for _ in range(plies(name) // 3):
        if board.is_game_over():
            break
        for move in board.legal_moves[:25]:
            followed = []
            for complete, chance in board.chance_outcomes(move):
                assert 0 < chance <= 1
                following = board.copy()
                following.push(complete)
                assert board.gives_check(complete) == (following.is_check() and following.turn != board.turn)
                assert board.is_capture(complete) == (size(following) < size(board)), (board, complete)
                followed.append(board.is_capture(complete))
            assert board.is_capture(move) == any(followed)
        board.push(rng.choice(board.legal_moves))


@pytest.mark.parametrize("name", VARIANTS)
def test_squares_of_moves(name: str) -> None:
    """The squares in a move's text; drops, passes and turns of several moves have none."""
    board, rng, kinds = oddfish.Board(name, seed=4), random.Random(4), set()
    for _ in range(plies(name)):
        if board.is_game_over():
            break
        for move in board.legal_moves[:40]:
            found = re.fullmatch(r"([a-l]\d)[/~]*([a-l]\d)[^,]*", move.text)
            expected = tuple(map(board.parse_square, found.groups())) if found else (None, None)
            assert (move.from_square, move.to_square) == expected
            if found:
                assert (expected[0], int(move)) in board.position.moves_to(expected[1])
            kinds.add(found is not None)
        board.push(rng.choice(board.legal_moves))
    assert True in kinds
    assert False not in kinds or "halfgi" in name or "tandem" in name


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_are_values(name: str) -> None:
    board = wander(oddfish.Board(name, seed=3), 9, 3)
    first, again = list(board.legal_moves), list(board.copy().legal_moves)
    assert first == again == board.legal_moves[:]
    assert len(set(first + again)) == len(first)
    for move in first[:30]:
        assert move in board.legal_moves
        assert (int(move), move.text, str(move)) == (hash(move), move.uci(), move.xboard())
        assert repr(move) == f"Move({move.text!r})"
        assert board.parse_text(move.text.upper()) == move
        assert move != move.text
        assert copy.copy(move) is copy.deepcopy(move) is move
        restored = pickle.loads(pickle.dumps(move))
        assert restored == move and restored.text == move.text
        assert restored in board.legal_moves
        board.push(restored)
        assert board.pop() == move or "banqi" in name
    assert board.legal_moves[-1] == first[-1]
    with pytest.raises(IndexError):
        board.legal_moves[len(first)]


@pytest.mark.parametrize("name", VARIANTS)
def test_copies_and_pickles(name: str) -> None:
    board = wander(oddfish.Board(name, seed=4), 12, 4)
    before = board.fen(), board.move_stack
    whole, bare, two = board.copy(), board.copy(stack=False), board.copy(stack=2)
    restored = pickle.loads(pickle.dumps(board))
    for other in (whole, bare, two, restored, copy.copy(board), copy.deepcopy(board)):
        assert other == board
        assert hash(other) == hash(board)
        assert type(other) is oddfish.Board
        assert not other.has_deal
        assert other.options == board.options
    assert [len(one.move_stack) for one in (whole, bare, two)] == [board.ply(), 0, 2]
    assert restored.move_stack == board.move_stack
    for other in (whole, restored):
        while other.ply():
            other.pop()
        assert other == board.root()
    assert (board.fen(), board.move_stack) == before
    board.reset()
    assert board == board.root()
    assert board.ply() == 0
    board.set_fen(before[0])
    assert (board.fen(), board.move_stack) == (before[0], [])


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.quick(3)
def test_mirrors(name: str) -> None:
    board = oddfish.Board(name, seed=6)
    rng = random.Random(6)
    for _ in range(plies(name) // 2):
        if board.is_game_over():
            break
        image = board.mirror()
        assert image.mirror().fen() == board.fen()
        assert len(image.legal_moves) == len(board.legal_moves)
        assert image.position.evaluate() == pytest.approx(board.position.evaluate(), abs=1)
        if name != "bifold-halfgi-handed":  # networks see handed pawns by their names, which a mirror exchanges
            assert image.evaluate() == pytest.approx(board.evaluate(), abs=1)
        assert image.is_check() == board.is_check()
        if "tandem" not in name:
            assert image.perft(2) == board.perft(2)
        board.push(rng.choice(board.legal_moves))


def letters_in_fen(fen: str) -> dict[str, str]:
    """What a FEN has on each occupied square."""
    rows = re.split(r"[ \[]", fen)[0].split("/")
    found = {}
    for rank, row in zip(range(len(rows), 0, -1), rows):
        file = 0
        for number, pair, letter in re.findall(r"(\d+)|\((..)\)|(.)", row):
            if not number:
                found[f"{chr(97 + file)}{rank}"] = pair or letter
            file += int(number or 1)
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_pieces(name: str) -> None:
    board = wander(oddfish.Board(name, seed=8), 15, 8)
    pieces = board.piece_map()
    letters = letters_in_fen(board.fen())
    assert {board.square_name(square): piece.letters for square, piece in pieces.items()} == letters
    assert letters == guide_of(REGISTRY[name]).cells(board.position)
    for square in range(board.files * board.ranks):
        assert board.piece_at(square) == board.piece_at(board.square_name(square)) == pieces.get(square)
        assert board.parse_square(board.square_name(square)) == square
    assert set(board.hands) == {oddfish.WHITE, oddfish.BLACK}
    assert str(board) == board.variant.draw(board.position)
    assert repr(board) == f"Board({name!r}, {board.fen()!r})"
    for wrong in ("z9", "", "a0", -1, board.files * board.ranks):
        with pytest.raises(ValueError, match="square"):
            board.piece_at(wrong)


def test_whose_pieces_they_are() -> None:
    """In Banqi, colours belong to players; face-down pieces have no owner yet."""
    for red, owners in (("r", (None, True, False)), ("b", (None, False, True))):
        board = oddfish.Board("banqi", f"4/4/4/4/4/4/K3/X2k[p] w {red} 0 1")
        assert [board.piece_map()[board.parse_square(name)].color for name in ("a1", "a2", "d1")] == [*owners]
    board = oddfish.Board("halfgi", "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR[Np] w KQkq - 0 1")
    assert board.hands == {oddfish.WHITE: "N", oddfish.BLACK: "p"}


def test_a_small_board_is_drawn_as_text() -> None:
    variant = REGISTRY["banqi"]
    small = variant.read_any_board("1r2/4/2X1/3K[p] w r 0 1", {}, random.Random(0))
    assert squares(variant, small) is None
    assert variant.draw(small).startswith("4  . r . .   face down: p\n3  . . . .\n2  . . # .\n1  . . . K ")


@pytest.mark.parametrize("name", VARIANTS)
def test_pictures(name: str) -> None:
    board = wander(oddfish.Board(name, seed=9), 5, 9)
    last = board.square_name(board.files * board.ranks - 1)
    drawn = board.svg(marks=["a1", 1, *board.legal_moves[:3]], arrows=[("a1", last), (0, 0, "red"), board.peek()])
    assert drawn.startswith("<svg ")
    assert drawn.count('fill="#5b9bd5"') == 2
    assert 'stroke="red"' in drawn
    assert board._repr_svg_() == board.svg() != board.svg(last_move=False)
    assert board.svg(flipped=True) != board.svg()
    for wrong in ({"marks": ["z9"]}, {"arrows": [("a1", "z9")]}, {"arrows": [("a1", "a2", '"/><script>')]}):
        with pytest.raises(ValueError, match=r"z9|colour"):
            board.svg(**wrong)  # type: ignore[arg-type]


def test_deals_are_honest() -> None:
    board, same = oddfish.Board("banqi", seed=7), oddfish.Board("banqi", seed=7)
    assert board.has_deal
    assert board.deal() == same.deal() != oddfish.Board("banqi", seed=8).deal()
    flip = board.parse_text("a1a1")
    assert board.push_text("a1a1") == same.push_text("a1a1") != flip
    board.pop()
    player = board.copy()
    before = player.fen()
    assert (player.has_deal, player.deal()) == (False, "")
    with pytest.raises(oddfish.AmbiguousMoveError, match="a1a1=rk") as error:
        player.push_text("a1a1")
    assert len(error.value.candidates) == 14
    assert (player.fen(), player.ply()) == (before, 0)
    outcomes = player.chance_outcomes(flip)
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert {move.text for move, _ in outcomes} == set(error.value.candidates)
    player.push(outcomes[3][0])
    assert player.peek() == outcomes[3][0]
    for restart in (player.reset, lambda: player.set_fen(before)):
        restart()
        assert not player.has_deal
    other = board.copy()
    for seed in (0, 5):
        player.shuffle(seed)
        other.shuffle(seed)
        assert player.deal() == other.deal()
    player.push(player.legal_moves[0])
    seeded = oddfish.Board("banqi", options={"DealSeed": 5})
    assert seeded.deal() == oddfish.Board("banqi", options={"DealSeed": 5}).deal()
    assert seeded.copy().options["DealSeed"] == seeded.game().options["DealSeed"] == 0


def test_options_and_armies() -> None:
    armies = {"WhiteArmy": WHITE_ARMY, "blackarmy": BLACK_ARMY}
    board = oddfish.Board("augmented-half-chess", options=armies)
    assert board.fen().endswith(f" {WHITE_ARMY}:{BLACK_ARMY}")
    assert oddfish.Board("augmented-half-chess", board.fen()) == board
    drawn = oddfish.Board("augmented-chess", seed=3)
    start = drawn.fen()
    wander(drawn, 10, 3).reset()
    assert drawn.fen() == start == oddfish.Board("augmented-chess", seed=3).fen()
    assert oddfish.Board("augmented-half-chess", board.fen(), options={"DistinctPieces": True}) == board
    board.options.clear()
    assert board.options["WhiteArmy"] == WHITE_ARMY
    assert oddfish.Board("banqi", options={"MultiCapture": True}) != oddfish.Board("banqi")
    strict = oddfish.Board("banqi", options={"DarkCapture": True})
    assert strict.mirror().options == strict.options
    assert oddfish.Board("normal") != oddfish.Board("half-chess")
    assert oddfish.Board("Chess").uci_variant == "normal"


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_by_their_squares(name: str) -> None:
    board, rng = oddfish.Board(name, seed=5), random.Random(5)
    for _ in range(plies(name) // 2):
        if board.is_game_over():
            break
        for move in board.legal_moves[:60]:
            found = re.fullmatch(r"[a-l]\d[/~]*[a-l]\d([^,]*)", move.text)
            if found is None:
                continue
            origin, target = move.from_square, board.square_name(move.to_square)  # type: ignore[arg-type]
            assert origin is not None
            for choice in (found[1], found[1].upper(), found[1].removeprefix("=")):
                assert not choice or board.find_move(origin, target, choice) == move
            same = [one for one in board.legal_moves if (one.from_square, one.to_square) == (origin, move.to_square)]
            if len(same) == 1 or not found[1]:
                assert board.find_move(origin, target) == move
            elif all(len(one.text) > 4 for one in same):
                with pytest.raises(oddfish.AmbiguousMoveError) as error:
                    board.find_move(origin, target)
                assert error.value.candidates == tuple(sorted(one.text for one in same))
        board.push(rng.choice(board.legal_moves))


def test_the_letter_of_a_promotion() -> None:
    board = oddfish.Board("normal", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")
    assert board.find_move("e7", "e8", "Q") == board.find_move("e7", 60, "=q") == board.parse_text("e7e8q")
    with pytest.raises(oddfish.AmbiguousMoveError, match="e7e8b e7e8n e7e8q e7e8r"):
        board.find_move("e7", "e8")


@pytest.mark.parametrize("name", VARIANTS)
def test_lines_with_numbers(name: str) -> None:
    board = wander(oddfish.Board(name, seed=6), 12, 6)
    texts = re.sub(r"\d+\.+ ?", "", board.root().variation_san(board.move_stack)).split(" ")
    root = board.root()
    assert [root.push_san(text) for text in texts] == board.move_stack
    before = board.fen()
    assert board.variation_san([]) == ""
    number = "" if board.turn else f"{board.fullmove_number}..."
    move = board.legal_moves[0]
    assert board.variation_san([move]) == (number or f"{board.fullmove_number}. ") + board.san(move)
    assert board.fen() == before


def test_lines_of_chance() -> None:
    """Only the last move may lack its outcome."""
    board = oddfish.Board("banqi", seed=6).copy()
    first, second = board.legal_moves[:2]
    (shown, _), *_ = board.chance_outcomes(first)
    assert board.variation_san([shown, second]) == f"1. {shown} {second}"
    with pytest.raises(oddfish.AmbiguousMoveError):
        board.variation_san([first, second])


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("normal", "d2d4 d7d5 e2e4", "e2e4 d7d5 d2d4"),  # one leaves e3 as its en-passant square, the other d3
        ("bifold-halfgi", "d2d4 d7d5 e2e4", "e2e4 d7d5 d2d4"),
        ("half-chess", "d2d4 a7a6 a2a3 e7e5", "a2a3 a7a6 d2d4 e7e5"),
    ],
)
def test_how_a_position_was_reached_does_not_matter(name: str, first: str, second: str) -> None:
    boards = [oddfish.Board(name), oddfish.Board(name)]
    for board, moves in zip(boards, (first, second)):
        for move in moves.split():
            board.push_text(move)
    assert boards[0] == boards[1] and hash(boards[0]) == hash(boards[1])
    assert len({*boards}) == 1
    assert [move.text for move in boards[0].legal_moves] == [move.text for move in boards[1].legal_moves]


def test_what_makes_boards_differ() -> None:
    fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq {} {} {}"
    board = oddfish.Board("normal", fen.format("e3", 3, 9))
    assert board == oddfish.Board("normal", fen.format("e3", 3, 9))
    for counters in (("-", 3, 9), ("e3", 4, 9), ("e3", 3, 8)):
        assert board != oddfish.Board("normal", fen.format(*counters))


Error = type[Exception]


@pytest.mark.parametrize(
    ("error", "match", "attempt"),
    [
        (oddfish.UnknownVariantError, "nosuch", lambda board: oddfish.Board("nosuch")),
        (TypeError, "variant", lambda board: oddfish.Board(3)),
        (oddfish.OptionError, "NoSuch", lambda board: oddfish.Board("normal", options={"NoSuch": 1})),
        (TypeError, "options", lambda board: oddfish.Board("normal", options=[1])),
        (TypeError, "seed", lambda board: oddfish.Board("banqi", seed="x")),
        (TypeError, "seed", lambda board: board.reset(seed=0.5)),
        (TypeError, "seed", lambda board: board.set_fen(board.fen(), seed="x")),
        (TypeError, "seed", lambda board: board.shuffle("x")),
        (oddfish.FenError, "king", lambda board: oddfish.Board("normal", "8/8/8/8/8/8/8/8 w - - 0 1")),
        (TypeError, "fen", lambda board: oddfish.Board("normal", 8)),
        (oddfish.FenError, "king", lambda board: board.set_fen("8/8/8/8/8/8/8/8 w - - 0 1")),
        (TypeError, "fen", lambda board: board.set_fen(None)),
        (oddfish.IllegalMoveError, "e2e5.*rnbqkbnr", lambda board: board.push_text("e2e5")),
        (oddfish.IllegalMoveError, "e2e5", lambda board: board.parse_text("e2e5")),
        (oddfish.IllegalMoveError, "e7e5", lambda board: board.push(wander(board.copy(), 1, 1).parse_text("e7e5"))),
        (oddfish.IllegalMoveError, "a1a1", lambda board: board.push(oddfish.Board("banqi").legal_moves[0])),
        (
            oddfish.IllegalMoveError,
            "c3c4",
            lambda board: board.push(oddfish.Board("fanorona-chess").parse_text("c3c4")),
        ),
        (TypeError, "str", lambda board: board.push("e2e4")),
        (TypeError, "NoneType", lambda board: board.push(None)),
        (TypeError, "int", lambda board: board.push(int(board.legal_moves[0]))),
        (TypeError, "push_text|text|str", lambda board: board.push_text(b"e2e4")),
        (TypeError, "int", lambda board: board.is_legal(3)),
        (TypeError, "oddfish.Move, not chess.Move", lambda board: board.push(chess.Move.from_uci("e2e4"))),
        (TypeError, "'str'", lambda board: board.legal_moves["e2e4"]),
        (TypeError, "list", lambda board: board.parse_square([])),
        (TypeError, "NoneType", lambda board: board.piece_at(None)),
        (IndexError, "move 20 of 20", lambda board: board.legal_moves[20]),
        (IndexError, "move -21 of 20", lambda board: board.legal_moves[-21]),
        (oddfish.IllegalMoveError, "from e2 to e5", lambda board: board.find_move("e2", "e5")),
        (oddfish.IllegalMoveError, "from e2 to e4 with 'q'", lambda board: board.find_move("e2", "e4", "q")),
        (ValueError, "square", lambda board: board.find_move("e2", "e9")),
        (ValueError, "square", lambda board: board.find_move(64, 3)),
        (TypeError, "square", lambda board: board.find_move(None, 3)),
        (
            oddfish.IllegalMoveError,
            "not legal in",
            lambda board: board.variation_san(wander(board.copy(), 1, 1).legal_moves),
        ),
        (IndexError, "pop", lambda board: board.pop()),
        (IndexError, "peek", lambda board: board.peek()),
        (ValueError, "stack", lambda board: board.copy(stack=-1)),
        (TypeError, "boards make moves", lambda board: oddfish.Move()),
        (TypeError, "legal_moves", lambda board: oddfish.LegalMoves()),
        (ValueError, "depth", lambda board: board.perft(-1)),
        (ValueError, "depth", lambda board: board.perft(MAX_DEPTH + 1)),
        (TypeError, "depth", lambda board: board.perft(2.5)),
    ],
)
def test_errors_change_nothing(error: Error, match: str, attempt: Callable[[Any], Any]) -> None:
    board = oddfish.Board("normal")
    before = board.fen(), board.move_stack
    with pytest.raises(error, match=match):
        attempt(board)
    assert (board.fen(), board.move_stack) == before


def test_half_made_objects_do_not_crash() -> None:
    move = oddfish.Move.__new__(oddfish.Move)
    moves = oddfish.LegalMoves.__new__(oddfish.LegalMoves)
    board: Any = oddfish.Board.__new__(oddfish.Board)
    good = oddfish.Board("normal")
    assert move not in good.legal_moves
    assert not good.is_legal(move)
    for attempt in (
        lambda: good.push(move), lambda: move.text, lambda: pickle.dumps(move), lambda: len(moves), lambda: list(moves),
        lambda: moves[0], lambda: board.fen(), lambda: board.legal_moves, lambda: hash(board),
        lambda: board.push(good.legal_moves[0]), lambda: board.copy(), lambda: board.outcome(), lambda: board.turn,
        lambda: repr(board), lambda: board.repetitions(), lambda: board.pop(), lambda: board.root(),
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError, IndexError, AttributeError)):
            attempt()
    assert repr(moves) == "<legal moves that no board has listed>"
    assert (repr(move), good.ply()) == ("<a move that no board has made>", 0)


def test_perft_and_evaluation() -> None:
    board = oddfish.Board("normal")
    assert [board.perft(depth) for depth in range(4)] == [1, 20, 400, 8902]
    assert board.perft(4, threads=2) == 197281
    assert oddfish.Board("normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").perft(MAX_DEPTH) == 0
    board.push_text("e2e4")
    assert isinstance(board.evaluate(), int)


def test_house_rules_have_their_own_network() -> None:
    for options in ({}, {"DarkCapture": True}):
        board = oddfish.Board("banqi", options=options)
        network = default_network(board.variant, board.options)
        assert network is not None and board.evaluate() == network.evaluate(board.position)


def test_subclasses_stay_themselves() -> None:
    class Mine(oddfish.Board):
        note = 3

    board = Mine("half-chess")
    board.push_text("e2e4")
    for other in (board.copy(), board.mirror(), board.root()):
        assert type(other) is Mine
    assert board == board.copy()
