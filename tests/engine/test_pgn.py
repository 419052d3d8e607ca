"""PGN from anywhere: texts of other programs, texts with faults, and everything that we write."""

from __future__ import annotations

import codecs
import doctest
import io
import itertools
import random
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oddfish.engine.pgn as pgn_module
from oddfish.engine.game import AmbiguousMoveError, Game, MoveError, Result
from oddfish.engine.notation import read_move
from oddfish.engine.pgn import (
    PgnError,
    PgnGame,
    PgnMove,
    clean_comment,
    clean_tag,
    find_game,
    looks_like_pgn,
    read_games,
    read_pgn,
    read_tags,
    split_games,
)
from oddfish.engine.variants import REGISTRY
from support.pgn_text import game_text
from support.saved import played_at_random

pytestmark = pytest.mark.sampled(3)


def only(text: str | bytes) -> PgnGame:
    (game,) = read_pgn(text)
    return game


def test_docstrings_are_true() -> None:
    assert doctest.testmod(pgn_module).failed == 0


# --------------------------------------------------------------------------------------------------- main lines


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        # the reports
        ("1. e2e4 {best; book} e7e5 *", "e2e4 e7e5", "*"),
        ("1. d2d4 d7d5*", "d2d4 d7d5", "*"),
        ("1. e2e4! e7e5 *", "e2e4 e7e5", "*"),
        # spacing and numbers
        ("1.e4 e5 2.Nf3", "e4 e5 Nf3", ""),
        ("1.e4 1...e5 2.Nf3 2...Nc6 1-0", "e4 e5 Nf3 Nc6", "1-0"),
        ("1 . e4 1 ... e5 *", "e4 e5", "*"),
        ("1 e4 e5 2 Nf3 0-1", "e4 e5 Nf3", "0-1"),
        ("1. ... e5 2. d4 *", "e5 d4", "*"),
        ("1… e5 *", "e5", "*"),
        ("  \t1.\te4\r\n\r\n  e5\v2.\fd4 *", "e4 e5 d4", "*"),
        ("1.e4\re5\r2.Nf3\r*\r", "e4 e5 Nf3", "*"),
        ("e4 e5 Nf3", "e4 e5 Nf3", ""),
        ("1.1.e4 2.3 e5 4..5...d4 *", "e4 e5 d4", "*"),
        ("1. O-O 0-0-0 12.0-0 *", "O-O 0-0-0 0-0", "*"),
        # comments
        ("{before} 1. e4 {a}{b} e5{c}2. d4{} *", "e4 e5 d4", "*"),
        ("1. e4 ; to the end } of { the line\ne5 *", "e4 e5", "*"),
        ("1. e4 {several\n\nlines; [Event \"x\"]\n(} e5 *", "e4 e5", "*"),
        ("1. e4\n% an escape { line ( \ne5 *", "e4 e5", "*"),
        ("1. e4 {1-0} e5 ; 0-1\n*", "e4 e5", "*"),
        # NAGs and suffixes
        ("1. e4$1 e5 $2 2. d4?! $139 d5 !? *", "e4 e5 d4 d5", "*"),
        ("1. e4 = e5 +- 2. d4 ± d5 ∞ *", "e4 e5 d4 d5", "*"),
        ("1. e4 N e5 2. exd6 e.p. *", "e4 e5 exd6", "*"),
        # variations
        ("1. e4 (1. d4 (1. c4 {c) ( }) 1... d5 1-0) e5 *", "e4 e5", "*"),
        ("1. e4(1.d4)e5(1...c5)2.d4 *", "e4 e5 d4", "*"),
        ("1. e4 (1. d4 ; a ) comment\n d5) e5 *", "e4 e5", "*"),
        ("1. e4 (=) e5 *", "e4 e5", "*"),
        # results
        ("1. e4{x}1-0", "e4", "1-0"),
        ("1. e4 1/2-1/2", "e4", "1/2-1/2"),
        ("1. e4 1/2", "e4", "1/2-1/2"),
        ("1. e4 ½-½", "e4", "1/2-1/2"),
        ("*", "", "*"),
        ("1. e4 e5# 1-0 {mate}", "e4 e5#", "1-0"),
        # other games' notation
        ("1. a1a1=rk b1b1=bp *", "a1a1=rk b1b1=bp", "*"),
        ("1. a4a3 0000 b1b2 2.0000 *", "a4a3 0000 b1b2 0000", "*"),
        ("1. n@e4 P@e5 *", "n@e4 P@e5", "*"),
        ("1. c2c4,h2h3 b1~h1,c2/i4 *", "c2c4,h2h3 b1~h1,c2/i4", "*"),
        ("1. -- c3xb4-a5 e7e8=Q *", "-- c3xb4-a5 e7e8=Q", "*"),
        ("1. e7e8*d8 e4*d5 *", "e7e8*d8 e4*d5", "*"),
        # faults
        ("1. e4 } e5 ) ] > < *", "e4 e5", "*"),
        ("1. e4\0 e5\0\0*\0", "e4 e5", "*"),
        ("\ufeff1. e4 *", "e4", "*"),
    ],
)  # fmt: skip
def test_main_lines(text: str, moves: str, result: str) -> None:
    game = only(text)
    assert (game.moves, game.result) == (moves.split(), result)
    tagged = only(f'[Event "x"]\n\n{text.removeprefix(chr(0xFEFF))}')
    assert (tagged.tags, tagged.moves, tagged.result) == ({"Event": "x"}, moves.split(), result)


def test_comments_nags_and_variations_are_kept() -> None:
    game = only("{a} {b}\n1. e4! $10 {c\n d} ({e} 1. d4 {f} d5 (1... Nf6 {g})) ({h}) 1... e5 ; i\n 2. Nf3 ?? *")
    assert game.comments == ["a", "b"]
    e4, e5, knight = game.line
    assert (e4.nags, e4.comments, knight.nags, e5.comments) == ([1, 10], ["c d", "h"], [4], ["i"])
    assert e4.variations == [
        [
            PgnMove("d4", comments=["f"], before=["e"]),
            PgnMove("d5", variations=[[PgnMove("Nf6", comments=["g"])]]),
        ]
    ]


# ---------------------------------------------------------------------------------------------------------- tags


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ('[White "a \\"b\\""] [Black "c\\\\"]\n*', {"White": 'a "b"', "Black": "c\\"}),
        ('[Event "x"][Site "y"] 1. e4 *', {"Event": "x", "Site": "y"}),
        ('[Event\n  "x"\n]\n[ Site "y" ]\n\n\n[Round "1"]\n1. e4 *', {"Event": "x", "Site": "y", "Round": "1"}),
        ('[White "John "Jack" Doe"]\n[Black "b]\n*', {"White": 'John "Jack" Doe', "Black": "b"}),
        ('[Event "]{(;%*"]\n*', {"Event": "]{(;%*"}),
        ('; a comment\n% another\n[Event "x"]\n; between\n[Site "y"]\n*', {"Event": "x", "Site": "y"}),
        ("[Event]\n*", {"Event": ""}),
        ('[Événement "x"]\n[¹ "y"]\n[Site "z"]\n*', {"Événement": "x", "¹": "y", "Site": "z"}),
        ('[Event "x"]\r[Site "y"]\r\r1. e4 *\r', {"Event": "x", "Site": "y"}),
    ],
)
def test_tags(text: str, tags: dict[str, str]) -> None:
    assert only(text).tags == tags


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-be", "latin-1"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings(encoding: str, newline: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    text = f'[White "Müller, José"]{newline}{newline}1. e4 {{é}} e5 *{newline}{newline}[White "ß"]{newline}1. d4 *'
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path.write_bytes((mark + text).encode(encoding))
    first, second = read_games(path)
    assert (first.tags["White"], first.line[0].comments) == ("Müller, José", ["é"])
    assert (second.tags["White"], second.moves, second.place) == ("ß", ["d4"], 5)


def test_games_of_one_file_in_several_encodings() -> None:
    data = '[White "é"]\n*\n\n'.encode() + '[White "é"]\n*\n\n'.encode("cp1252") + b'[White "\x81"]\n*'
    assert [game.tags["White"] for game in read_pgn(data)] == ["é", "é", "\x81"]


def test_a_mark_of_utf_8_before_another_encoding() -> None:
    """Some programs add games in another encoding to a file that begins with a mark, or join such files."""
    game = codecs.BOM_UTF8 + '[White "é"]\n\n1. e4 *\n\n'.encode("cp1252")
    assert [(one.tags, one.moves) for one in read_pgn(game + game)] == [({"White": "é"}, ["e4"])] * 2


# --------------------------------------------------------------------------------------------------- many games


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "a"]\n[FEN "x"]\n\n[Event "b"]\n\n1. e4 *', [("a", ""), ("b", "e4")]),  # without moves
        ('[Event "a"]\n\n*\n\n[Event "b"]\n\n1. e4 *', [("a", ""), ("b", "e4")]),
        ('[Event "a"]\n\n{lost}\n\n[Event "b"]\n1. e4 *', [("a", ""), ("b", "e4")]),
        ('[White "a"]\n\n[White "b"]\n\n1. e4 *', [("", ""), ("", "e4")]),
        ('[Événement "a"]\n\n[Événement "b"]\n[Event "c"]\n1. e4 *', [("", ""), ("c", "e4")]),
        ('[Event "a"]\n1. e4\n[Event "b"]\n1. d4', [("a", "e4"), ("b", "d4")]),  # without results
        ('[Event "a"] 1. e4 * [Event "b"] 1. d4 *', [("a", "e4"), ("b", "d4")]),  # on one line
        ("1. e4 * 1. d4 d5 1-0\n1. c4 *", [("", "e4"), ("", "d4 d5"), ("", "c4")]),  # without tags
        ('[Event "a"]\n1. e4 (1. d4\n\n[Event "b"]\n1. c4 *', [("a", "e4"), ("b", "c4")]),
        ('{of a}\n[Event "a"]\n1. e4 * {also of a}\n\n{of b}\n[Event "b"]\n*\n{of none}', [("a", "e4"), ("b", "")]),
        ("", []),
        ("\n \0\n", []),
        ("{nothing}\n; else\n% here", []),
    ],
)
def test_where_games_end(text: str, expected: list[tuple[str, str]]) -> None:
    games = list(read_pgn(text))
    assert [(game.tags.get("Event", ""), " ".join(game.moves)) for game in games] == expected
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    lines = text.split("\n")
    for game in games:
        assert not game.tags.get("Event") or f'[Event "{game.tags["Event"]}"]' in "\n".join(lines[game.place - 1 :])


SIGNS = st.text(alphabet='[]{}();%*$.!\\" \r\n\0ae1-02/é', max_size=60)


@settings(deadline=None)
@given(
    st.lists(st.one_of(SIGNS, st.sampled_from(['[A "x"]\n', "1-0 ", "* ", "\n\n", "{", "}", "1. e4 "])), max_size=20)
)
def test_any_text_is_read_alike_in_pieces(parts: list[str]) -> None:
    """Reading in pieces of any size never fails, loses text, or reads it twice."""
    data = "".join(parts).encode()
    whole = list(split_games(io.BytesIO(data)))
    for chunk in (1, 2, 7):
        assert list(split_games(io.BytesIO(data), chunk)) == whole
    for raw in whole:
        assert data[raw.offset : raw.offset + len(raw.data)] == raw.data
    for before, after in itertools.pairwise(whole):
        assert before.offset + len(before.data) == after.offset
    for game in read_pgn(data):
        assert game_text(game)


def test_games_are_read_when_they_are_taken(tmp_path: Path) -> None:
    class Counting(io.BytesIO):
        taken = 0

        def read(self, size: int | None = -1) -> bytes:
            data = super().read(size)
            self.taken += len(data)
            return data

    file = Counting(b'[Event "x"]\n\n1. e4 e5 {comment} 2. d4 *\n\n' * 50_000)
    games = split_games(file, 1 << 12)
    assert next(games).number == 1 and file.taken < 1 << 14
    assert sum(1 for _ in games) == 49_999
    path = tmp_path / "games.pgn"
    path.write_bytes(b'[Event "x"]\n1. e4 *\n' * 5)
    raw, total = find_game(path, 3)
    assert raw is not None and (raw.number, raw.line, total) == (3, 5, 5)
    assert find_game(path, 6) == (None, 5)
    assert [tags["Event"] for tags in read_tags(path)] == ["x"] * 5


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "data",
    [
        b"(" * 300_000, b"{" * 300_000, b"[" * 300_000, b'[A "' * 100_000, b"1. e4 (" * 50_000, b"[A\n" * 100_000,
        b"\\" * 300_000, b'[A "' + b"\\" * 300_000, b"* " * 100_000, b"1-0" * 100_000, b"\n" * 300_000,
        b"[A " + b" " * 300_000, b";\n" * 100_000, b"$" * 300_000, b"!" * 300_000, b"*" * 300_000,
        "[\xa0".encode() * 100_000, b"[" + "\xa0".encode() * 100_000, b"[\xb9" + b"[" * 300_000,
    ],
)  # fmt: skip
@pytest.mark.timeout(20)
@pytest.mark.quick(5)
def test_hostile_texts_take_linear_time(data: bytes) -> None:
    for game in read_pgn(data):
        game_text(game)
    looks_like_pgn(data)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1. e4 {best e5 *", "game 1: a comment is not closed (line 1)"),
        ("1. e4 *\n\n1. d4\n(1. c4 *", "game 2: a variation is not closed (line 4)"),
        ("1. e4 ) *", "game 1: ')' without '(' (line 1)"),
        ("(1. e4) e5 *", "game 1: a variation before the first move (line 1)"),
    ],
)
def test_problems_name_the_place(text: str, problem: str) -> None:
    *_, game = read_pgn(text)
    with pytest.raises(PgnError) as error:
        game.check("x.pgn")
    assert str(error.value) == f"x.pgn: {problem}"


@pytest.mark.parametrize(
    ("begin", "expected"),
    [
        (b'[Event "x"]', True), (b"1. e4 *", True), (b"{a} ; b\n% c\n# d\n1.e4", True),
        (b"\xef\xbb\xbf[Event \"x\"]", True),
        (b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False), (b"# x\n8/8 w", False), (b"", False),
        ('[Événement "x"]'.encode(), True),
        (b"1r6/8 w - -", False), (b"[Pn]", False),
    ],
)  # fmt: skip
def test_which_files_are_pgn(begin: bytes, expected: bool) -> None:
    assert looks_like_pgn(begin) == expected


# ------------------------------------------------------------------------------------------------------- writing

TEXTS = st.text(max_size=200) | st.sampled_from(
    [
        "}",
        "{a} (b",
        'say "x" \\',
        "a\nb\r\n\nc",
        "\0\x1b[31m",
        "% x",
        "x " * 100,
        "[Event",
        ";",
        "\ud800",
        "é" * 300,
        "\x85\u2028",
    ]
)


@settings(deadline=None)
@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=6))
def test_what_we_write_can_be_read(tag: str, reason: str, comments: list[str]) -> None:
    """We and python-chess can read it, with any content. Lines have at most 79 columns unless a word is longer."""
    game = played_at_random("normal", 3, 6)
    text = game.pgn({"White": tag}, Result(0, reason), comments)
    assert text.encode().decode() == text and text.isprintable() is False
    assert not [line for line in text.split("\n")[1:] if line[:1] in "%;" and line]
    record = only(text)
    assert record.moves == game.texts()[:6] and record.result == "1-0" and not record.problem
    assert record.tags["White"] == clean_tag(tag)
    written = [" ".join(move.comments) for move in record.line]
    expected = [clean_comment(comments[i]) if i < len(comments) else "" for i in range(6)]
    expected[-1] = " ".join(filter(None, [expected[-1], clean_comment(reason)]))
    assert written == expected
    theirs = chess.pgn.read_game(io.StringIO(text + "\n" + text))
    assert theirs is not None and not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()] == game.texts()


MOVES = st.deferred(
    lambda: st.builds(
        PgnMove,
        st.sampled_from(["e2e4", "Nf3", "O-O", "a1a1=rk", "c2c4,h2h3", "--"]),
        st.lists(st.integers(1, 255), max_size=2),
        st.lists(TEXTS.filter(clean_comment), max_size=2),
        st.just([]),
        st.lists(st.lists(MOVES, min_size=1, max_size=2), max_size=1),
    )
)


def cleaned(line: list[PgnMove]) -> list[PgnMove]:
    return [
        PgnMove(move.text, move.nags, list(map(clean_comment, move.comments)), [], list(map(cleaned, move.variations)))
        for move in line
    ]  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.lists(MOVES, max_size=4), st.dictionaries(st.sampled_from(["Event", "White"]), TEXTS))
@pytest.mark.later
def test_games_survive_writing(line: list[PgnMove], tags: dict[str, str]) -> None:
    game = PgnGame(tags=tags, line=line, result="1/2-1/2")
    again = only(game_text(game))
    assert again.line == cleaned(line)
    assert again.tags == {name: clean_tag(value) for name, value in tags.items()}


def test_names_of_tags_are_written_for_any_program() -> None:
    """Other programs know only names in ASCII."""
    line = [PgnMove("e2e4", [], [], [], [])]
    text = game_text(PgnGame(tags={"¹": "[[[", "Événement": "x", "": "y"}, line=line, result="*"))
    assert text.startswith('[_ "[[["]\n[_v_nement "x"]\n[_ "y"]\n')
    assert only(text).moves == ["e2e4"]


def test_a_tag_does_not_end_the_moves() -> None:
    """Only a result does."""
    assert game_text(PgnGame(tags={"Result": "1. e4"})).endswith("\n*\n")
    assert game_text(PgnGame(tags={"Result": "0-1"})).endswith("\n0-1\n")


def test_numbers_of_moves() -> None:
    game = only('[FEN "8/8/8/8/8/8/8/8 b - - 0 12"] 12... e5 {c} (12... c5 13. d4) 13. Nf3 Nc6 (13... d6) 14. d4 *')
    assert game_text(game).splitlines()[-1] == "12... e5 {c} (12... c5 13. d4) 13. Nf3 Nc6 (13... d6) 14. d4 *"


@pytest.mark.parametrize("variant", sorted(REGISTRY))
def test_games_of_every_variant_come_back(variant: str) -> None:
    for seed in range(3):
        game = played_at_random(variant, seed, 40)
        record = only(game.pgn(comments=['{x} "y" \n;z'] * 40))
        own = {name: value for name, value in record.tags.items() if name in game.variant.tags(game.position)}
        again = Game(variant, {**game.options, **own}, record.tags.get("FEN"), seed=1)
        again.deal = None
        for text in record.moves:
            again.push_move(read_move(again, text))
        assert again.texts() == game.texts() and again.fen() == game.fen()


def test_drops_in_san() -> None:
    """As python-chess writes them: a pawn has no letter."""
    game = Game("halfgi", fen="rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP2PP/RNBQKBN1[PR] w Qkq - 0 2")
    for text, own in (("@f4", "p@f4"), ("P@f4", "p@f4"), ("R@h1+", "r@h1"), ("r@h1", "r@h1")):
        assert game.position.text(read_move(game, text)) == own


def test_ambiguous_san() -> None:
    game = Game("normal", fen="4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    with pytest.raises(AmbiguousMoveError, match="'Nd2' fits several moves: b1d2 f3d2"):
        read_move(game, "Nd2")
    game = Game("normal", fen="4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1")
    with pytest.raises(AmbiguousMoveError, match="'N1d2' fits several moves: b1d2 f1d2"):
        read_move(game, "N1d2")


def test_castling_is_a_move_of_the_king() -> None:
    game = Game("normal", fen="5k2/8/8/8/8/K7/8/4R2R w - - 0 1")
    with pytest.raises(MoveError, match="'O-O' is not a legal move"):
        read_move(game, "O-O")


@pytest.mark.parametrize(("text", "own"), [("d5", "e4d5"), ("Kg1", "e1g1"), ("\N{WHITE CHESS ROOK}f1", "h1f1")])
def test_loose_san(text: str, own: str) -> None:
    game = Game("normal", fen="4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1")
    assert game.position.text(read_move(game, text)) == own


@pytest.mark.parametrize(("text", "own"), [("R1a3", "a1a3"), ("R5a3", "a5a3"), ("Ra1a3", "a1a3"), ("Ra1-b1", "a1b1")])
def test_san_names_the_rank(text: str, own: str) -> None:
    game = Game("normal", fen="4k3/8/8/R7/8/8/8/R3K3 w - - 0 1")
    assert game.position.text(read_move(game, text)) == own


def test_a_result_in_a_variation_is_not_the_game_s() -> None:
    assert only("1. e4 (1. d4 1-0) e5").result == ""
    assert only("1. e4 (1. d4 1-0) e5 0-1").result == "0-1"


def test_a_stray_parenthesis_does_not_join_two_games() -> None:
    first, second = read_pgn("1. e4) e5 1-0 1. d4 d5 0-1")
    assert (first.moves, first.result, second.moves, second.result) == (["e4", "e5"], "1-0", ["d4", "d5"], "0-1")
    assert first.problem == "')' without '(' (line 1)"


def test_nags_of_any_length_are_read() -> None:
    game = only(f"1. e4 ${'9' * 5000} e5 $7 *")
    assert (game.moves, game.line[1].nags) == (["e4", "e5"], [7])


def test_a_game_from_move_0_begins_with_move_1() -> None:
    game = only('[FEN "8/8/8/8/8/8/8/8 w - - 0 0"] 0. e4 e5 *')
    assert game_text(game).endswith("\n1. e4 e5 *\n")


# ------------------------------------------------------------------------------------------------- python-chess


@pytest.mark.later
def test_san_is_read_as_python_chess_reads_it() -> None:
    for seed in range(4):
        rng, board, game = random.Random(seed), chess.Board(), Game("normal")
        for _ in range(120):
            if board.is_game_over() or game.result() is not None:
                break
            for move in rng.sample(list(board.legal_moves), min(6, board.legal_moves.count())):
                san = board.san(move)
                assert game.position.text(read_move(game, san)) == move.uci(), (board.fen(), san)
            move = rng.choice(list(board.legal_moves))
            for text in (board.lan(move), board.san(move).rstrip("+#"), f"{board.san(move)}"):
                assert game.position.text(read_move(game, text)) == move.uci(), (board.fen(), text)
            board.push(move)
            game.push(move.uci())


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.data())
def test_annotated_chess_games_are_read_as_python_chess_reads_them(seed: int, data: st.DataObject) -> None:
    rng, root = random.Random(seed), chess.pgn.Game()
    root.comment = data.draw(st.sampled_from(["", "start", "a; b (c"]))
    nodes: list[chess.pgn.GameNode] = [root]
    for _ in range(rng.randint(0, 30)):
        node = rng.choice(nodes[-3:])
        moves = list(node.board().legal_moves)
        if moves:
            child = node.add_variation(rng.choice(moves))
            child.comment = rng.choice(["", "", "good; move", "(x)", "1-0 *", "[%clk 0:01:00]"])
            child.nags = set(rng.sample(range(1, 140), rng.choice([0, 0, 1])))
            nodes.append(child)
    game = only(str(root))

    def check(line: list[PgnMove], node: chess.pgn.GameNode) -> None:
        for move in line:
            child, *others = node.variations
            assert (move.text, set(move.nags)) == (child.san(), child.nags)
            assert " ".join(move.comments) == child.comment
            for variation, other in zip(move.variations, others, strict=True):
                first = variation[0]
                assert (first.text, " ".join(first.comments)) == (other.san(), other.comment)
                check(variation[1:], other)
            node = child
        assert not node.variations

    check(game.line, root)
    assert " ".join(game.comments) == root.comment
    theirs = chess.pgn.read_game(io.StringIO(game_text(game)))
    assert str(theirs) == str(root)
