"""Files of openings: SAN, games that are over, what is read when, and where mistakes are."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest

from oddfish.engine.book import Header, Record, book_bytes
from oddfish.engine.experiments.match import openings as openings_module
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.opening_files import Opening, OpeningFile
from oddfish.engine.experiments.match.openings import Openings, begin, generate
from oddfish.engine.experiments.match.plan import MatchError, OpeningSource, Plan, read_engine
from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Limits
from oddfish.engine.variants import get_variant
from support.books import ARMIES
from support.matches import AMPLE, GOOD, invoke, mock, play, refusal
from support.openings import read_openings

ENGINES = (read_engine("name=a cmd=x"), read_engine("name=b cmd=y"))
CHESS = get_variant("normal")
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
OPEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
FOOLS = "1. f2f3 e7e5 2. g2g4 d8h4 0-1"


def write(folder: Path, text: str | bytes, name: str = "openings") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def openings_of(path: str, variant: str = "normal", rounds: int = 1, **source: Any) -> Openings:
    return Openings(
        Plan(variant, ENGINES, Control(nodes=5), games=2 * rounds, openings=OpeningSource(path, **source), seed=3)
    )


# ------------------------------------------------------------------------------------------------- SAN and texts

#: As in Stockfish's 8moves_v3.pgn.
EIGHT_MOVES = """\
[Event "?"]
[Site "?"]
[Result "*"]

1. e4 Nf6 2. e5 Nd5 3. d4 d6 4. Nf3 dxe5 5. Nxe5 g6 6. Bc4 c6
7. O-O Bg7 8. Re1 O-O *

[Event "?"]
[Site "?"]
[Result "*"]

1. d4 {best; play} d5!? 2.c4 (2. Nf3 Nf6 {or (so)} (2... e6)) 2... dxc4 $1 3.e3 b5 4.a4 e6 5.axb5 a6 6.bxa6 Nxa6 *
"""


def test_san(tmp_path: Path) -> None:
    first, second = read_openings(write(tmp_path, EIGHT_MOVES), CHESS, {})
    game = Game("normal")
    for move in first.moves:
        game.push(move)
    board = chess.Board()
    for word in "e4 Nf6 e5 Nd5 d4 d6 Nf3 dxe5 Nxe5 g6 Bc4 c6 O-O Bg7 Re1 O-O".split():
        board.push_san(word)
    assert game.fen() == board.fen()
    assert " ".join(second.moves) == "d2d4 d7d5 c2c4 d5c4 e2e3 b7b5 a2a4 e7e6 a4b5 a7a6 b5a6 b8a6"


@pytest.mark.parametrize(
    ("variant", "text", "moves"),
    [
        ("half-chess", "1. e4 e5 *", "e2e4 e7e5"),
        ("halfgi", "1. e4! d5 2. exd5 *", "e2e4 d7d5 e4d5"),
        ("augmented-chess", "1. d2d4 d7d5*", "d2d4 d7d5"),
        ("normal", "1. e2-e4 Ng8-f6 2.♘c3 Nf6xe4 *", "e2e4 g8f6 b1c3 f6e4"),
        ("normal", '[FEN "8/P6k/8/8/8/8/p7/K7 w - - 0 1"] 1. a8=Q *', "a7a8q"),
        ("normal", '[FEN "8/P6k/8/8/8/8/p7/K7 w - - 0 1"] 1. a8/N+ *', "a7a8n"),
    ],
)
def test_san_of_other_variants_and_styles(variant: str, text: str, moves: str, tmp_path: Path) -> None:
    (opening,) = read_openings(write(tmp_path, text), get_variant(variant), {})
    assert " ".join(opening.moves) == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4 *\n\n1. e4 e5 2. Ke3 *\n", "openings FILE: move 3 of game 2: 'Ke3' is not a legal move"),
        ('[FEN "x"]\n\n*', "openings FILE: game 1: "),
        ('[Event "a"]\n1. e4 *\n[Variant "halfgi"]\n*', "openings FILE: game 2: a game of halfgi, not normal"),
        ('[Event "a"]\n1. e4 {*', "openings FILE: game 1: a comment is not closed (line 2)"),
        ("1. Nd2 *", "openings FILE: move 1 of game 1: 'Nd2' is not a legal move"),
        (f"{OPEN}\n\nnonsense\n", "openings FILE:3: "),
        (f"{OPEN}\r\n\r\nnonsense hmvc 1;\r\n", "openings FILE:3: "),
        ("# nothing\n", "openings FILE: no openings found"),
        ("", "openings FILE: no openings found"),
    ],
)
def test_errors_name_file_game_and_move(text: str, message: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    for read in (lambda: read_openings(path, CHESS, {}), lambda: openings_of(path)):
        with pytest.raises(MatchError) as error:
            read()
        assert str(error.value).startswith(message.replace("FILE", path))


# ------------------------------------------------------------------------------------------------ finished games


def book(folder: Path) -> str:
    """A book with one line that ends in mate, and another."""
    path = folder / "lines.book"
    game = Game("normal")
    records = {}
    for moves in (FOOLS.replace("1. ", "").replace("2. ", "").split()[:-1], ["d2d4", "d7d5"]):
        position = game.position
        for text in moves:
            records[position.key, text] = Record(1, 0, 0, 10.0)
            position = position.make(position.parse(text))
    header = Header("normal", game.variant.rule_options(game.options), (game.fen(),), {})
    path.write_bytes(book_bytes(header, records))
    return str(path)


OVER = {
    "pgn": f"{FOOLS}\n\n1. d4 d5 *\n",
    "pgn with FEN": f'[FEN "{MATED}"]\n\n*\n\n[Event "x"]\n1. d4 d5 *\n',
    "fen": f"{MATED}\n{OPEN}\n",
    "epd": f'{MATED} id "x";\n{OPEN} id "y";\n',
}


@pytest.mark.parametrize("kind", [*OVER, "book"])
@pytest.mark.parametrize("order", ["sequential", "random"])
def test_openings_that_end_the_game_are_skipped(kind: str, order: str, tmp_path: Path) -> None:
    """In every format, and each round still has its own opening."""
    path = book(tmp_path) if kind == "book" else write(tmp_path, OVER[kind])
    openings = openings_of(path, order=order)
    assert (openings.skipped, openings.checked) == (1, 2)
    assert len(read_openings(path, CHESS, {})) == 1
    for number in range(4):
        assert openings.game(number).result() is None
        assert openings.opening(number) == openings.opening(0)


@pytest.mark.parametrize("text", [FOOLS, f"{MATED}\n", f'{MATED} id "x";\n', f'[FEN "{MATED}"]\n*'])
def test_a_file_of_nothing_but_finished_games_is_refused(text: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(MatchError, match="openings: every game is already over"):
        openings_of(path)
    assert "every game is already over" in refusal(GOOD, mock("b"), "-v", "normal", "--openings", path)


def test_whole_games_serve_as_openings_if_only_their_first_plies_are_played(tmp_path: Path) -> None:
    path = write(tmp_path, f"{FOOLS}\n")
    assert openings_of(path, plies=3).opening(0).moves == ("f2f3", "e7e5", "g2g4")
    illegal_later = write(tmp_path, "1. e4 e5 2. Qxf7 *")
    assert openings_of(illegal_later, plies=2).opening(0).moves == ("e2e4", "e7e5")


def test_a_match_says_how_many_it_skips(tmp_path: Path) -> None:
    path = write(tmp_path, f"{FOOLS}\n1. d4 d5 *\n{FOOLS}\n")
    words = (GOOD, mock("b"), "-v", "normal", "--games", 2, "--max-moves", 3, "--openings", path)
    records = play(tmp_path / "m.jsonl", *words, *AMPLE)
    assert [record.moves[:2] for record in records] == [("d2d4", "d7d5")] * 2


@pytest.mark.later
def test_a_match_says_what_it_skips_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only some openings are checked before the match. The first one that is over later gives a warning; the summary
    counts all."""
    import oddfish.engine.experiments.match.openings as module

    monkeypatch.setattr(module, "_CHECKING", 0.0)
    monkeypatch.setattr(module, "_CHECKED", 1)
    path = write(tmp_path, f"1. d4 d5 *\n{FOOLS}\n{FOOLS}\n1. e4 e5 *\n")
    done = invoke(GOOD, mock("b"), "-v", "normal", "--games", 4, "--max-moves", 3, "--openings", path, *AMPLE)
    assert done.exit_code == 0, done.output
    assert done.stderr.count("skipped") == 1
    assert f"oddfish: openings {path}: game 2: the game is already over; this opening and others" in done.stderr
    assert "openings: skipped 2 of 4 because the game was already over" in done.stdout
    path = write(tmp_path, f"1. d4 d5 *\n1. e4 e5 *\n{FOOLS}\n")
    done = invoke(GOOD, mock("b"), "-v", "normal", "--games", 4, "--max-moves", 3, "--openings", path, *AMPLE)
    assert "skipped" not in done.output


# ------------------------------------------------------------------------------------------------------ laziness


def test_rounds_have_the_openings_that_reading_everything_gives(tmp_path: Path) -> None:
    """Whatever has been read before, and in whatever order rounds ask."""
    rng = random.Random(5)
    lines = [MATED if number % 7 == 3 else OPEN[:-1] + str(number + 2) for number in range(300)]
    path = write(tmp_path, "\n".join(lines))
    for order in ("sequential", "random"):
        usable = list(lines)
        if order == "random":
            random.Random("3/openings").shuffle(usable)
        usable = [line for line in usable if line != MATED]
        rounds = [*range(600)]
        rng.shuffle(rounds)
        openings = openings_of(path, order=order)
        assert all(openings.opening(one).fen == usable[one % len(usable)] for one in rounds)


@pytest.mark.slow
def test_a_long_file_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import oddfish.engine.experiments.match.openings as module

    monkeypatch.setattr(module, "_CHECKING", 0.0)
    path = write(tmp_path, f"{OPEN}\n" * 50_000 + "nonsense\n")
    shares: list[float] = []
    openings = Openings(Plan("normal", ENGINES, Control(nodes=5), games=2, openings=OpeningSource(path)), shares.append)
    assert openings.checked == 100 and openings.opening(5).fen == OPEN
    assert shares == sorted(shares) and len(shares) == 10 and 0 < shares[0] < shares[-1] <= 1
    with pytest.raises(MatchError, match=r"openings:50001: "):
        openings.opening(50_000)
    with pytest.raises(MatchError, match=r"openings:50001: "):  # and again
        openings.opening(50_000)


def test_a_file_that_changes_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path, f"{OPEN}\n" * 3)
    file = OpeningFile(path, CHESS, {})
    write(tmp_path, f"{MATED}\n")
    with pytest.raises(MatchError, match="the file has changed since the match began"):
        file.read(1)
    os.unlink(path)
    with pytest.raises(MatchError, match="No such file"):
        file.read(1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [f'# é\n{OPEN} id "é";\n\n{OPEN}', '[White "é"]\n\n1. e4 e5 *\n\n{é} 1. d4 *'])
def test_spellings_of_text_files(text: str, newline: str, encoding: str, tmp_path: Path) -> None:
    data = text.replace("\n", newline)
    openings = read_openings(write(tmp_path, data.encode(encoding)), CHESS, {})
    assert openings == read_openings(write(tmp_path, text), CHESS, {})
    assert len(openings) == 2


def test_the_plan_of_a_match_decides_its_openings(tmp_path: Path) -> None:
    """The start of every game is the opening of its round."""
    path = write(tmp_path, EIGHT_MOVES)
    plan = Plan("normal", ENGINES, Control(nodes=5), games=4, openings=OpeningSource(path, plies=4))
    openings = Openings(plan)
    for number in range(3):
        game = begin(plan, openings.opening(number), number)
        assert len(game.moves) == 4 and game.fen() == openings.game(number).fen()
    assert not openings.alike


def test_rounds_that_begin_alike_are_told(tmp_path: Path) -> None:
    """Deterministic engines would repeat such a pair of games. Deals and random moves make a difference."""
    plan = Plan("normal", ENGINES, Control(nodes=5))
    assert Openings(plan).alike
    assert not Openings(replace(plan, openings=OpeningSource(random_plies=1))).alike
    assert not Openings(replace(plan, variant="banqi")).alike
    assert not Openings(replace(plan, variant="augmented-half-chess")).alike
    assert openings_of(write(tmp_path, OPEN)).alike
    assert not openings_of(write(tmp_path, f"{OPEN}\n{Game('normal').fen()}"), rounds=2).alike


def test_an_opening_overrides_the_options_of_the_match() -> None:
    plan = Plan("augmented-half-chess", ENGINES, Control(nodes=5), options={**ARMIES, "WhiteArmy": "RA-VS-BC-RVF"})
    assert begin(plan, Opening(), 0).options["WhiteArmy"] == "RA-VS-BC-RVF"
    assert begin(plan, Opening(options=ARMIES), 0).options["WhiteArmy"] == ARMIES["WhiteArmy"]


def test_if_no_opening_is_balanced_the_most_balanced_one_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = [90, -40, 70, 55]
    games: list[Game] = []

    class Judge:
        def __init__(self, hash_mb: int) -> None:
            """As a searcher."""

        def new_game(self) -> None:
            """As a searcher."""

        def think(self, game: Game, limits: Limits) -> Best:
            games.append(game)
            return Best(None, None, None, scores[len(games) - 1], 1)

    monkeypatch.setattr(openings_module, "Searcher", Judge)
    monkeypatch.setattr(openings_module, "_ATTEMPTS", len(scores))
    assert generate(lambda: Game("normal"), 4, 30, random.Random(1)) is games[1]
    games.clear()
    assert generate(lambda: Game("normal"), 4, 40, random.Random(1)) is games[-1] and len(games) == 2
