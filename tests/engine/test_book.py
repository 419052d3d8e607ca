"""Opening books: the file, its making, and what both protocols do with one."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from oddfish.engine.book import (
    Book,
    BookError,
    Header,
    Record,
    Records,
    book_bytes,
    book_lines,
    choose,
    load_book,
    merge,
    write_book,
)
from oddfish.engine.book_builder import Build, Builder, prune, worth
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.match.openings import read_openings
from oddfish.engine.match.plan import MatchError
from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.commands import book as book_command
from oddfish.protocols.commands.group import cli
from oddfish.protocols.commands.xboard import xboard
from support.pipes import CecpEngine, Engine, UciEngine

VARIANTS = list(REGISTRY)
START = Game("half-chess").fen()
HEADER = Header("half-chess", {}, (START,), {"games": 3})
KEY = Game("half-chess").position.key
ARMIES = {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"}


def book_of(moves: dict[str, Record], *played: str, variant: str = "half-chess", **options: Any) -> bytes:
    """A book of one position's moves: that after some moves from the start."""
    game = Game(variant, options, seed=0)
    header = Header(variant, game.variant.rule_options(game.options), (game.fen(),), {})
    for move in played:
        game.push(move)
    return book_bytes(header, {(game.position.key, text): record for text, record in moves.items()})


def tiny(variant: str, options: dict[str, Any] | None = None, **changed: Any) -> Builder:
    """A builder that has played a few short-sighted games."""
    small = {"games": 4, "plies": 3, "nodes": 200, "min_games": 1}
    builder = Builder(Build(get_variant(variant), options or {}, **{**small, **changed}))
    assert builder.run()
    return builder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of a tiny book of each variant."""
    folder = tmp_path_factory.mktemp("books")

    def file(variant: str) -> Path:
        path = folder / f"{variant}.book"
        if not path.exists():
            builder = tiny(variant)
            write_book(path, builder.header(), builder.records())
        return path

    return file


# The file ---------------------------------------------------------------------------------------------------------

counts = st.integers(0, 10**6)
names = st.tuples(st.integers(0, 2**64 - 1), st.from_regex(r"[a-l][1-9][a-l0-9/~,=@]{0,20}", fullmatch=True))
contents = st.dictionaries(names, st.builds(Record, counts, counts, counts, st.integers(-2000, 2000)), max_size=30)


@pytest.mark.thorough
@given(records=contents)
def test_round_trip(records: Records) -> None:
    data = book_bytes(HEADER, records)
    book = Book("b", data)
    assert book.records() == records
    assert book.header == HEADER
    assert len(book) == len(records) and book.size == len({key for key, _ in records})
    assert book_bytes(book.header, book.records()) == data


GOOD = book_of({"e2e4": Record(3, 1, 0, 12), "d2d4": Record(1, 0, 1, -3)})


def test_every_flipped_bit_is_noticed() -> None:
    for place in range(8 * len(GOOD)):
        data = bytearray(GOOD)
        data[place // 8] ^= 1 << place % 8
        with pytest.raises(BookError, match=r"^book b "):
            Book("b", bytes(data))


def test_every_truncation_is_noticed() -> None:
    for length in range(len(GOOD)):
        with pytest.raises(BookError, match=r"^book b "):
            Book("b", GOOD[:length])


@given(data=st.binary(max_size=200), at=st.integers(0, len(GOOD)), cut=st.integers(0, 40))
def test_spliced_bytes_are_noticed(data: bytes, at: int, cut: int) -> None:
    spliced = GOOD[:at] + data + GOOD[at + cut :]
    if spliced != GOOD:
        with pytest.raises(BookError, match=r"^book b "):
            Book("b", spliced)


def sealed(body: bytes) -> bytes:
    return body + b"end %08x\n" % zlib.crc32(body)


def with_header(**changed: Any) -> bytes:
    said = {**json.loads(GOOD.splitlines()[0]), **changed}
    said = {name: value for name, value in said.items() if value is not None}
    return sealed(json.dumps(said, separators=(",", ":")).encode() + b"\n")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "does not start like a book"),
        (b"[Event]\n", "does not start like a book"),
        (with_header(format="oddfish book 2"), "has format 'oddfish book 2'"),
        (with_header(variant="nosuch"), "unknown variant 'nosuch'"),
        (with_header(variant=None), "incomplete header: KeyError"),
        (with_header(options=[1]), "incomplete header"),
        (with_header(options={"Nosuch": 1}), "unknown option"),
        (with_header(starts=[]), "incomplete header"),
        (with_header(starts=[5]), "incomplete header"),
        (with_header(starts=["8/8 w"]), "is for an unknown game"),
        (with_header(starts=None), "incomplete header"),
        (with_header(key="xyz"), "incomplete header"),
        (with_header(key="0" * 16), "different position keys"),
        (with_header(made=7), "incomplete header"),
        (sealed(b'{"format":"oddfish book 1",\n'), "incomplete header"),
        (sealed(b'{"format":"oddfish book 1","a":' + b"[" * 100000 + b"\n"), "incomplete header"),
        (sealed(GOOD.splitlines()[0] + b"\nnonsense\n"), "line 2 is not a book move"),
        (sealed(GOOD.splitlines()[0] + b"\n" + b"0" * 16 + b" e2e4 1 1 1 \xff\n"), "line 2 is not a book move"),
        (sealed(b"\n".join(GOOD.splitlines()[i] for i in (0, 2, 1)) + b"\n"), "out of order"),
        (sealed(b"\n".join(GOOD.splitlines()[i] for i in (0, 1, 1)) + b"\n"), "out of order"),
    ],
)
def test_whole_but_wrong(data: bytes, complaint: str) -> None:
    with pytest.raises(BookError, match=f"^book b .*{re.escape(complaint)}"):
        Book("b", data)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    for path in ("nosuch", "", "pipe", "endless", "x" * 5000, "nosuch/below"):
        with pytest.raises(BookError, match=r"^book "):
            load_book(tmp_path / path)
    with pytest.raises(BookError, match="cannot be read"):
        load_book("~nosuchuser/book")


def test_a_book_is_of_one_game() -> None:
    book = Book("b", book_of({"a1a1": Record(1, 0, 0, 0)}, variant="banqi", DarkCapture=True))
    banqi = get_variant("banqi")
    options = Game("banqi", {"DarkCapture": True, "DealSeed": 7}).options
    book.check(banqi, options)  # what is hidden is no rule
    with pytest.raises(BookError, match="made with DarkCapture=True, not False"):
        book.check(banqi, banqi.defaults())
    with pytest.raises(BookError, match="is for banqi, not banqi-hongkong"):
        book.check(get_variant("banqi-hongkong"), options)


def test_armies_are_told_apart_by_their_keys() -> None:
    book = Book("b", book_of({"e2e4": Record(1, 0, 0, 0)}, variant="augmented-half-chess", **ARMIES))
    other = Game("augmented-half-chess", {**ARMIES, "WhiteArmy": "RA-VS-BC-RVF"})
    book.check(other.variant, other.options)
    assert not book.moves(other.position)
    same = Game("augmented-half-chess", {**ARMIES, "DistinctPieces": False})
    assert [one.text for one in book.moves(same.position)] == ["e2e4"]


def test_only_legal_moves() -> None:
    position = Game("half-chess").position
    book = Book("b", book_of({text: Record(9, 0, 0, 0) for text in ("e2e5", "E2E4", "e2", "a7a6", "d2d3")}))
    assert [one.text for one in book.moves(position)] == ["d2d3"]
    assert book.moves(position, [position.parse("e2e4")]) == []


def test_choice_is_by_weight() -> None:
    book = Book("b", GOOD)
    moves = book.moves(Game("half-chess").position)
    assert [(one.text, one.record.weight) for one in moves] == [("e2e4", 7), ("d2d4", 2)]
    rng = random.Random(1)
    chosen = Counter(choose(moves, rng).text for _ in range(9000))
    assert abs(chosen["e2e4"] - 7000) < 200


def test_merging_adds_up() -> None:
    one = Book("1", book_of({"e2e4": Record(1, 0, 0, 30), "d2d4": Record(0, 1, 0, 5)}))
    two = Book("2", book_of({"e2e4": Record(0, 1, 1, 0)}))
    header, records = merge([one, two])
    assert records[KEY, "e2e4"] == Record(1, 1, 1, 10)
    assert records[KEY, "d2d4"] == Record(0, 1, 0, 5)
    assert Book("3", book_bytes(header, records)).size == 1
    with pytest.raises(BookError, match="is for halfgi, not half-chess"):
        merge([one, Book("4", book_of({"e2e4": Record(1, 0, 0, 0)}, variant="halfgi"))])


def test_lines_of_play() -> None:
    header, start = HEADER, Game("half-chess").position
    after = start.make(start.parse("e2e4"))
    one = Record(1, 0, 0, 0)
    records = {(KEY, "e2e4"): one, (KEY, "d2d4"): one, (after.key, "e7e5"): one, (after.key, "d7d5"): one}
    lines = {" ".join(moves) for fen, moves in book_lines(Book("b", book_bytes(header, records))) if fen == START}
    assert lines == {"d2d4", "e2e4 e7e5", "e2e4 d7d5"}


# Making -----------------------------------------------------------------------------------------------------------


def made(builder: Builder) -> bytes:
    return book_bytes(builder.header(), builder.records())


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ["half-chess", "banqi"])
def test_the_seed_makes_the_book(variant: str) -> None:
    def build(seed: int, concurrency: int) -> bytes:
        builder = Builder(Build(get_variant(variant), games=8, plies=4, nodes=300, min_games=1, seed=seed))
        assert builder.run(concurrency)
        return made(builder)

    assert build(1, 1) == build(1, 3)
    assert build(1, 1) != build(2, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_books_hold_legal_moves_and_true_counts(variant: str, library: Callable[[str], Path]) -> None:
    book = load_book(library(variant))
    book.check(get_variant(variant), Game(variant).options)
    start = book.header.start()
    moves = book.moves(start.position)
    assert moves
    assert sum(one.record.games for one in moves) <= 4
    assert all(one.text in start.legal() and open_to_chance(start.position, one.move) == start.position.has_chance
               for one in moves)  # fmt: skip
    assert not any("=" in text for _, text in book.records()) or not start.position.has_chance


def test_results_are_the_movers() -> None:
    """From a start that White wins by force, White's moves have won and Black's have lost."""
    variant = _Endgame("7k/8/8/8/8/8/8/KQQ5 w - - 0 1")
    builder = Builder(Build(variant, games=4, plies=4, nodes=8000, min_games=1))
    assert builder.run()
    games: Counter[int] = Counter()
    for record in builder.records().values():
        assert record.draws == 0
        assert (record.score > 0) == (record.wins > 0) and bool(record.wins) != bool(record.losses)
        games[record.wins > 0] += record.games
    assert games[True] and games[False]


class _Endgame(type(get_variant("normal"))):  # type: ignore[misc]
    """Chess from another start."""

    def __init__(self, fen: str):
        self.__dict__.update(get_variant("normal").__dict__)
        self._fen = fen

    def start(self, options: Any, rng: random.Random) -> Any:
        return super().read(self._fen, options, rng)


def test_extending_goes_on_with_the_next_games(tmp_path: Path) -> None:
    def build(games: int, book: Book | None = None) -> Builder:
        settled = Build(get_variant("half-chess"), games=games, plies=4, nodes=300, min_games=1, margin=1000, starts=1)
        builder = Builder(settled, book)
        assert builder.run()
        return builder

    half = build(5)
    both = build(4, Book("half", made(half)))
    whole = build(9)
    assert both.games == whole.games == 9
    assert both.header().made == whole.header().made

    def sums(builder: Builder) -> dict[Any, tuple[int, int, int]]:
        return {name: record[:3] for name, record in builder.records().items()}

    assert sums(both) == sums(whole)


def test_what_cannot_be_built() -> None:
    with pytest.raises(
        OptionError, match=r"option DealSeed: a book built from one known deal would reveal what is hidden"
    ):
        Builder(Build(get_variant("banqi"), {"DealSeed": 7}))
    with pytest.raises(BookError, match="is for half-chess, not halfgi"):
        Builder(Build(get_variant("halfgi")), Book("b", GOOD))
    with pytest.raises(BookError, match="has an invalid number of games: 'many'"):
        Builder(Build(get_variant("half-chess")), Book("b", with_header(made={"games": "many"})))


def test_starts_are_drawn_once_for_many_games() -> None:
    builder = tiny("augmented-half-chess", starts=2, games=6)
    assert len(builder.header().starts) == 2
    chosen = tiny("augmented-half-chess", ARMIES, starts=2)
    assert len(chosen.header().starts) == 1
    assert chosen.header().starts[0].endswith(f"{ARMIES['WhiteArmy']}:{ARMIES['BlackArmy']}")
    assert chosen.header().options == {}


def test_what_is_kept() -> None:
    good, rare, bad = Record(6, 2, 2, 20), Record(1, 0, 0, 20), Record(0, 0, 10, -150)
    level = Record(0, 8, 0, 0)
    records = {(1, "a"): good, (1, "b"): rare, (1, "c"): bad, (2, "d"): level}
    assert set(prune(records, 2, 30)) == {(1, "a"), (2, "d")}
    assert set(prune(records, 1, 1000)) == set(records)
    assert worth(level) == pytest.approx(0.5)
    assert worth(good) > worth(rare) > worth(bad)


# The command line -------------------------------------------------------------------------------------------------


def invoke(*arguments: str | Path) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["book", *map(str, arguments)])


QUICK = ("--games", "4", "--plies", "2", "--nodes", "200", "--min-games", "1")


def test_build_show_extend_merge(tmp_path: Path) -> None:
    file, other, both = (tmp_path / name for name in ("a.book", "b.book", "both.book"))
    result = invoke("half-chess", *QUICK, "--out", file)
    assert result.exit_code == 0, result.output
    assert re.fullmatch(rf"{file}: \d+ moves in \d+ positions, 4 games, {file.stat().st_size} bytes\n", result.stdout)
    shown = invoke("show", file)
    assert "variant: half-chess" in shown.stdout and "games: 4" in shown.stdout and START in shown.stdout
    first = load_book(file).moves(Game("half-chess").position)[0]
    assert re.search(rf"^{first.text} +\d+% +{first.record.games} ", shown.stdout, re.MULTILINE)
    assert "not in the book" in invoke("show", file, "a2a3", "a7a6", "a3a4").stdout
    after = invoke("show", file, first.text).stdout
    game = Game("half-chess")
    game.push(first.text)
    assert after == invoke("show", file, *game.fen().split()).stdout == invoke("show", file, game.fen()).stdout
    assert game.fen() in after

    assert invoke("half-chess", *QUICK, "--extend", file).exit_code == 0
    assert load_book(file).header.made["games"] == 8
    assert invoke("half-chess", *QUICK, "--seed", "9", "--out", other).exit_code == 0
    assert invoke("merge", file, other, "--out", both).exit_code == 0
    assert load_book(both).header.made["games"] == 12


def test_show_a_book_of_armies(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    armies = [word for item in ARMIES.items() for word in ("-o", "=".join(item))]
    assert invoke("augmented-half-chess", *armies, *QUICK, "--out", file).exit_code == 0
    assert "not in the book" not in invoke("show", file).stdout
    assert "not in the book" not in invoke("show", file, *armies).stdout
    assert "not in the book" in invoke("show", file, "-o", "WhiteArmy=RA-VS-BC-RVF", "-o", "BlackArmy=engine").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("nosuch",), "unknown variant 'nosuch'"),
        (
            ("banqi", "-o", "DealSeed=3"),
            "option DealSeed: a book built from one known deal would reveal what is hidden",
        ),
        (("halfgi", "-o", "A=1"), "variant halfgi has no options"),
        (("augmented-half-chess", "-o", "WhiteArmy=XX"), "option WhiteArmy"),
        (("half-chess", "--out", "GOOD"), "GOOD exists; use --extend GOOD to continue it"),
        (("half-chess", "--out", "nosuch/b"), "cannot write nosuch/b: No such file"),
        (("half-chess", "--out", "."), "cannot write .: Is a directory"),
        (("half-chess", "--extend", "BAD"), "book BAD does not start like a book"),
        (("halfgi", "--extend", "GOOD"), "is for half-chess, not halfgi"),
        (("show", "BAD"), "book BAD does not start like a book"),
        (("show", "nosuch"), "book nosuch cannot be read: No such file"),
        (("show", "GOOD", "e2e5"), "'e2e5' is not a legal move"),
        (("show", "GOOD", "8/8/8/8 w"), "bad FEN"),
        (("merge", "GOOD", "BAD", "--out", "new"), "book BAD does not start like a book"),
        (("merge", "GOOD", "--out", "BAD"), "BAD exists: choose another file"),
        (("merge", "GOOD", "OTHER", "--out", "new"), "is for halfgi, not half-chess"),
    ],
)
def test_errors_of_the_command(
    words: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("GOOD").write_bytes(GOOD)
    Path("BAD").write_bytes(b"no book")
    Path("OTHER").write_bytes(book_of({"e2e4": Record(1, 0, 0, 0)}, variant="halfgi"))
    result = invoke(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("oddfish: ") and result.stderr.count("\n") == 1
    assert complaint in result.stderr
    assert Path("GOOD").read_bytes() == GOOD and not Path("new").exists()


@pytest.mark.parametrize("games", [3, 0])
def test_an_interrupted_build_writes_the_games_played(
    games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, again = tmp_path / "b.book", tmp_path / "again.book"
    words = ["--nodes", "200", "--plies", "2", "--min-games", "1", "--starts", "1"]
    played = []

    @contextlib.contextmanager
    def progress(total: int, what: str) -> Iterator[Callable[[], object]]:
        """Ctrl-C when so many games have been counted."""

        def advance() -> None:
            played.append(1)
            if len(played) == games:
                signal.raise_signal(signal.SIGINT)

        if not games:
            signal.raise_signal(signal.SIGINT)
        yield advance

    monkeypatch.setattr(book_command, "progress", progress)
    before = signal.getsignal(signal.SIGINT)
    result = invoke("half-chess", "--games", "1000", *words, "--out", file, "-c", "2")
    assert signal.getsignal(signal.SIGINT) is before
    assert result.exit_code == 130
    match = re.fullmatch(r"oddfish: interrupted after (\d+) of 1000 games; (.*)\n", result.stderr)
    assert match and int(match[1]) == len(played) < 1000
    if not games:
        assert match[2] == "nothing was written" and not file.exists()
        return
    assert match[2] == "they are in the book" and f" {len(played)} games, " in result.stdout
    monkeypatch.undo()
    assert invoke("half-chess", "--games", str(len(played)), *words, "--out", again).exit_code == 0
    assert again.read_bytes() == file.read_bytes()


def test_matches_begin_from_a_book(tmp_path: Path) -> None:
    file = tmp_path / "b.book"
    builder = tiny("augmented-half-chess", ARMIES, plies=4)
    write_book(file, builder.header(), builder.records())
    variant = get_variant("augmented-half-chess")
    for opening in read_openings(str(file), variant, ARMIES):
        game = Game(variant, ARMIES, opening.fen)
        assert game.fen() == builder.header().starts[0]
        assert [game.push(move) for move in opening.moves]
    with pytest.raises(MatchError, match="is for augmented-half-chess, not halfgi"):
        read_openings(str(file), get_variant("halfgi"), {})
    file.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(MatchError, match=r"openings book .* is truncated"):
        read_openings(str(file), variant, ARMIES)
    write_book(file, tiny("banqi").header(), tiny("banqi").records())
    with pytest.raises(MatchError, match="every move is a move of chance"):
        read_openings(str(file), get_variant("banqi"), {})


def test_xboard_is_told_of_a_book(tmp_path: Path) -> None:
    file = tmp_path / "b.book"
    file.write_bytes(GOOD)
    done = CliRunner().invoke(xboard, ["half-chess", "--match", "--book", str(file), "--print"])
    assert done.exit_code == 0, done.output
    assert f"-firstOptions OwnBook=1,BookFile={file} -secondOptions OwnBook=1,BookFile={file}" in done.output
    for variant, complaint in (("halfgi", "is for half-chess, not halfgi"), ("half-chess", "cannot be read")):
        done = CliRunner().invoke(xboard, [variant, "--book", str(file), "--print"])
        assert done.exit_code == 2 and complaint in done.output
        file.unlink(missing_ok=True)


# Both protocols ---------------------------------------------------------------------------------------------------


def army_options(book: Book) -> dict[str, str]:
    """The options that a book's first start was drawn from."""
    return get_variant(book.header.variant).tags(book.header.start().position)


def outcomes(game: Game, text: str) -> list[int]:
    """The complete moves that a move may turn out to be."""
    return [move for move, _ in game.position.outcomes(game.position.parse(text))]


def set_options(engine: Engine, **values: object) -> None:
    form = "option {}={}" if isinstance(engine, CecpEngine) else "setoption name {} value {}"
    engine.send(*(form.format(name, value) for name, value in values.items()))


@pytest.fixture(scope="module")
def running_uci() -> Iterator[UciEngine]:
    with UciEngine() as engine:
        yield engine


@pytest.fixture(scope="module")
def running_cecp() -> Iterator[CecpEngine]:
    with CecpEngine() as engine:
        yield engine


@pytest.fixture(scope="module")
def running_plain() -> Iterator[CecpEngine]:
    """Without the clicks that tell XBoard."""
    with CecpEngine(clicks=False) as engine:
        yield engine


@pytest.mark.parametrize("variant", VARIANTS)
def test_uci_plays_from_the_book(variant: str, library: Callable[[str], Path], running_uci: UciEngine) -> None:
    book = load_book(library(variant))
    game = book.header.start()
    known = 0
    engine = running_uci
    engine.send(f"setoption name UCI_Variant value {variant}")
    set_options(engine, **army_options(book), UCI_AnalyseMode="false", OwnBook="true", BookFile=library(variant))
    while moves := book.moves(game.position):
        engine.send(f"position startpos moves {' '.join(game.texts())}", "go wtime 60000 btime 60000")
        *before, answer = engine.until("bestmove ")
        told = [line for line in before if line.startswith("info string book ")]
        assert len(told) == 1 and all(one.text in told[0] for one in moves)
        chosen = answer.split()[1]
        assert chosen in [one.text for one in moves]
        assert any(line.startswith("info depth 1 ") and f" pv {chosen}" in line for line in before)
        game.push_move(outcomes(game, chosen)[0])
        known += 1
    assert known >= (1 if game.position.has_chance else 2)
    engine.send(f"position startpos moves {' '.join(game.texts())}", "go nodes 100")
    assert not any("book" in line for line in engine.until("bestmove "))
    engine.send("position startpos", "setoption name OwnBook value false", "go nodes 100")
    assert not any("book" in line for line in engine.until("bestmove "))


@pytest.mark.parametrize("gui", ["running_cecp", "running_plain"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_cecp_plays_from_the_book(
    variant: str, gui: str, library: Callable[[str], Path], request: pytest.FixtureRequest
) -> None:
    engine: CecpEngine = request.getfixturevalue(gui)
    book = load_book(library(variant))
    game = book.header.start()
    texts = [one.text for one in book.moves(game.position)]
    reached = {game.position.make(move).fen() for text in texts for move in outcomes(game, text)}
    set_options(engine, **army_options(book), OwnBook="0")
    engine.ask("force", "new", f"variant {variant}", "easy", "post", "option OwnBook=1")
    assert engine.ask(f"option BookFile={library(variant)}") == []
    pop_up = engine.ask("bk")
    assert pop_up[-1] == "" and all(line.startswith(" ") for line in pop_up[:-1])
    assert pop_up[0] == " Book: move, probability, results, score"
    assert len([line for line in pop_up if "%\t+" in line]) == len(texts)
    engine.send("go")
    *before, _ = engine.until("move ")
    assert [line for line in before if line.startswith("1 ") and line.endswith(" (book)")]
    engine.ask("force")
    if gui == "running_plain" and game.position.has_chance:  # the GUI is to tell the outcome
        assert engine.fen() == game.fen()
    else:
        assert engine.fen() in reached


@pytest.fixture
def half(tmp_path: Path) -> Path:
    path = tmp_path / "half.book"
    path.write_bytes(GOOD)
    return path


@pytest.fixture
def uci(running_uci: UciEngine, half: Path) -> UciEngine:
    """An engine at the start of a game, with a book of two moves."""
    running_uci.send("setoption name UCI_Variant value half-chess", "ucinewgame", "position startpos")
    set_options(running_uci, UCI_AnalyseMode="false", OwnBook="true", BookFile=half, BookSeed=0)
    running_uci.sync()
    return running_uci


@pytest.fixture
def cecp(running_cecp: CecpEngine, half: Path) -> CecpEngine:
    """The same for CECP, the user having White."""
    running_cecp.ask("force", "new", "variant half-chess", "easy", "post", "sd 3")
    set_options(running_cecp, OwnBook="1", BookFile=half, BookSeed=0)
    running_cecp.sync()
    return running_cecp


def test_options_are_offered(uci: UciEngine, cecp: CecpEngine) -> None:
    assert "option name OwnBook type check default false" in uci.hello
    assert "option name BookFile type string default <empty>" in uci.hello
    assert "option name BookSeed type spin default 0 min 0 max 2147483647" in uci.hello
    assert 'feature option="OwnBook -check 0"' in cecp.hello
    assert 'feature option="BookFile -file "' in cecp.hello
    assert 'feature option="BookSeed -spin 0 0 2147483647"' in cecp.hello


def test_without_ownbook_the_file_lies_idle(half: Path) -> None:
    with UciEngine(variant="half-chess") as engine:
        set_options(engine, BookFile=half)
        engine.send("go nodes 100")
        assert not any("book" in line for line in engine.until("bestmove "))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_options_in_any_order(order: tuple[int, ...], half: Path) -> None:
    lines = (f"setoption name BookFile value {half}", "setoption name OwnBook value true",
             "setoption name UCI_Variant value half-chess")  # fmt: skip
    with UciEngine() as engine:
        engine.send(*(lines[index] for index in order), "go nodes 100")
        *before, answer = engine.until("bestmove ")
        assert answer.split()[1] in ("e2e4", "d2d4")
        assert not any("not used" in line for line in before)


@pytest.mark.parametrize("go", ["go infinite", "go mate 3 depth 1", "go searchmoves a2a3 depth 1"])
def test_uci_questions_are_searched(uci: UciEngine, go: str) -> None:
    uci.send(go, "stop")
    assert not any("book" in line for line in uci.until("bestmove "))


def test_uci_analysis_is_searched(uci: UciEngine) -> None:
    uci.send("setoption name UCI_AnalyseMode value true", "go depth 1")
    assert not any("book" in line for line in uci.until("bestmove "))
    uci.send("setoption name UCI_AnalyseMode value false", "go depth 1")
    assert any("info string book" in line for line in uci.until("bestmove "))


def test_uci_searchmoves_restrict_the_book(uci: UciEngine) -> None:
    for _ in range(5):
        uci.send("go searchmoves d2d4 a2a3 depth 1")
        assert uci.expect("bestmove ").split()[1] == "d2d4"


@pytest.mark.parametrize("end", ["ponderhit", "stop"])
def test_uci_ponders_on_a_book_move(uci: UciEngine, end: str) -> None:
    uci.send("go ponder wtime 1000 btime 1000")
    assert not any(line.startswith("bestmove") for line in uci.sync())
    uci.send(end)
    assert uci.expect("bestmove ").split()[1] in ("e2e4", "d2d4")
    uci.send("go ponder", "go depth 1")  # a GUI that forgets: still one answer each, in order
    assert [line.split()[0] for line in uci.until("bestmove ") + uci.until("bestmove ")].count("bestmove") == 2


def test_uci_a_search_under_way_answers_first(uci: UciEngine) -> None:
    uci.send("go infinite", "go depth 1")
    first, second = uci.until("bestmove "), uci.until("bestmove ")
    assert not any("book" in line for line in first) and any("book" in line for line in second)


def test_uci_tells_the_reply_it_expects(tmp_path: Path, uci: UciEngine) -> None:
    start = Game("half-chess").position
    after = start.make(start.parse("e2e4"))
    records = {(KEY, "e2e4"): Record(2, 0, 0, 7), (after.key, "c7c5"): Record(1, 1, 0, 0)}
    write_book(tmp_path / "two.book", HEADER, records)
    uci.send(f"setoption name BookFile value {tmp_path / 'two.book'}", "go depth 1")
    *before, answer = uci.until("bestmove ")
    assert answer == "bestmove e2e4 ponder c7c5"
    assert any(re.search(r"score cp 7 .* pv e2e4 c7c5$", line) for line in before)


def test_the_same_seed_makes_the_same_choices(half: Path, uci: UciEngine) -> None:
    def chosen(seed: int, times: int = 1) -> list[str]:
        uci.send(f"setoption name BookSeed value {seed}")
        answers = []
        for _ in range(times):
            uci.send("go depth 1")
            answers.append(uci.expect("bestmove ").split()[1])
        return answers

    assert len(set(chosen(5, 10))) == 1
    assert {chosen(seed)[0] for seed in range(1, 40)} == {"e2e4", "d2d4"}
    assert [chosen(seed) for seed in range(1, 10)] == [chosen(seed) for seed in range(1, 10)]
    assert set(chosen(0, 60)) == {"e2e4", "d2d4"}


def test_illegal_moves_of_a_book_are_not_played(tmp_path: Path, uci: UciEngine, cecp: CecpEngine) -> None:
    file = tmp_path / "bad.book"
    file.write_bytes(book_of({text: Record(9, 0, 0, 0) for text in ("e2e5", "a7a6", "0000", "@@@@")}))
    uci.send(f"setoption name BookFile value {file}", "go depth 1")
    *before, answer = uci.until("bestmove ")
    assert answer.split()[1] in Game("half-chess").legal() and not any("book" in line for line in before)
    cecp.ask(f"option BookFile={file}")
    assert not any("%" in line for line in cecp.ask("bk"))
    cecp.send("go")
    assert cecp.expect("move ").split()[1] in Game("half-chess").legal()


def test_a_book_does_not_repeat_positions(tmp_path: Path, uci: UciEngine) -> None:
    shuffle = "g1f3 g8f6 f3g1 f6g8".split()
    game = Game("normal")
    records = {}
    for move in shuffle[:-1]:
        game.push(move)
    for move in (shuffle[-1], "h8g8"):
        records[game.position.key, move] = Record(50 if move == shuffle[-1] else 1, 0, 0, 0)
    file = tmp_path / "back.book"
    write_book(file, Header("normal", {}, (Game("normal").fen(),), {}), records)
    uci.send("setoption name UCI_Variant value normal", f"setoption name BookFile value {file}")
    uci.send(f"position startpos moves {' '.join(shuffle[:-1])}", "go depth 1")
    *before, answer = uci.until("bestmove ")
    assert "info string book h8g8 100%" in before and answer.startswith("bestmove h8g8")


@pytest.mark.parametrize("problem", ["missing", "corrupt", "folder", "text"])
def test_a_bad_file_is_told_and_play_goes_on(problem: str, tmp_path: Path, uci: UciEngine, cecp: CecpEngine) -> None:
    file = tmp_path / "x.book"
    if problem == "corrupt":
        file.write_bytes(GOOD.replace(b" 3 1 0 ", b" 9 1 0 "))
    elif problem == "folder":
        file.mkdir()
    elif problem == "text":
        file.write_text("no book\n")
    uci.send(f"setoption name BookFile value {file}")
    (line,) = uci.sync()
    assert line.startswith(f"info string book {file} ") and line.endswith("; playing without a book")
    uci.send("go depth 1")
    assert not any("book" in line for line in uci.until("bestmove "))
    (line,) = cecp.ask(f"option BookFile={file}")
    assert line.startswith(f"telluser book {file} ") and line.endswith("; playing without a book")
    cecp.send("go")
    assert not any("(book)" in line for line in cecp.until("move "))


def test_a_book_of_another_game_is_told_once(half: Path, cecp: CecpEngine) -> None:
    cecp.ask("new", "variant halfgi", "sd 3")
    cecp.send("go")
    told = [line for line in cecp.until("move ") if line.startswith("telluser")]
    assert told == [f"telluser book {half} is for half-chess, not halfgi; playing without it"]
    cecp.send("usermove a7a6")
    assert not any(line.startswith("telluser") for line in cecp.until("move "))
    cecp.send("new", "variant half-chess", "go")
    assert cecp.until("move ")[-1].split()[1] in ("e2e4", "d2d4")


def test_a_book_of_other_rules_is_not_used(tmp_path: Path, uci: UciEngine) -> None:
    file = tmp_path / "dark.book"
    file.write_bytes(book_of({"a1a1": Record(1, 0, 0, 0)}, variant="banqi", DarkCapture=True))
    uci.send("setoption name UCI_Variant value banqi", f"setoption name BookFile value {file}", "go depth 1")
    told = [line for line in uci.until("bestmove ") if f" {file} " in line]
    assert told == [f"info string book {file} was made with DarkCapture=True, not False; playing without it"]
    uci.send("setoption name DarkCapture value true", "go depth 1")
    assert uci.until("bestmove ")[-1] == "bestmove a1a1"
    uci.send("setoption name DarkCapture value false")


def test_cecp_book_lines(cecp: CecpEngine) -> None:
    lines = cecp.ask("bk")
    assert lines[:4] == [
        " Book: move, probability, results, score",
        " e2e4\t78%\t+3 =1 -0\t+0.12",
        " d2d4\t22%\t+1 =0 -1\t-0.03",
        " ",
    ]
    assert " Half Chess" in lines and lines[-1] == ""
    assert cecp.ask("option OwnBook=0", "bk")[0].startswith(" Book (not used: OwnBook is off)")
    assert cecp.ask("force", "usermove a2a3", "bk")[0] == " Half Chess"


def test_cecp_excluded_moves_are_not_played(cecp: CecpEngine) -> None:
    cecp.send("force", "exclude e2e4", "go")
    assert cecp.expect("move ") == "move d2d4"
    cecp.send("new", "variant half-chess", "force", "exclude e2e4", "exclude d2d4", "sd 3", "go")
    assert cecp.expect("move ").split()[1] not in ("e2e4", "d2d4")


def test_cecp_analysis_is_searched(cecp: CecpEngine) -> None:
    cecp.send("post", "analyze")
    assert "(book)" not in cecp.expect(r"[2-9] ")
    cecp.send("exit")


def test_cecp_force_overtakes_nothing(cecp: CecpEngine) -> None:
    """A book move obeys what a search's move obeys: taken back, forced, hurried, paused."""
    cecp.ask("go", "force")
    cecp.ask("new", "variant half-chess", "force")
    cecp.send("go", "?")
    assert sum(line.startswith("move ") for line in cecp.until("move ") + cecp.sync()) == 1
    cecp.ask("new", "variant half-chess", "force", "pause")
    assert not any(line.startswith("move ") for line in cecp.ask("go"))
    cecp.send("resume")
    assert cecp.expect("move ").split()[1] in ("e2e4", "d2d4")
    assert cecp.ask("force", "undo") == []
    assert cecp.fen() == START


def test_cecp_does_not_ponder_on_what_it_knows(tmp_path: Path, cecp: CecpEngine) -> None:
    game = Game("half-chess")
    records = {}
    for move in ("e2e4", "c7c5", "d2d3"):
        records[game.position.key, move] = Record(1, 0, 0, 0)
        game.push(move)
    write_book(tmp_path / "line.book", HEADER, records)
    cecp.ask(f"option BookFile={tmp_path / 'line.book'}", "hard", "post")
    cecp.send("go")
    assert cecp.expect("move ") == "move e2e4"
    assert cecp.ask("hint") == ["Hint: c7c5"]
    cecp.send("usermove c7c5")
    *before, move = cecp.until("move ")
    assert move == "move d2d3" and any(line.endswith("(book)") for line in before)
    cecp.send("usermove a7a6")
    assert not any("(book)" in line for line in cecp.until("move "))


# What is hidden ---------------------------------------------------------------------------------------------------


def test_the_deal_changes_nothing_of_the_book(library: Callable[[str], Path]) -> None:
    """What a book says and which move is chosen depends on what both players see."""
    said = []
    for deal in (1, 2, 3):
        with CecpEngine(variant="banqi") as engine:
            engine.ask(f"option DealSeed={deal}", "option OwnBook=1", "option BookSeed=4", "easy", "post")
            engine.ask(f"option BookFile={library('banqi')}")
            pop_up = engine.ask("bk")
            engine.send("go")
            *before, move = engine.until("move ")
            said.append((pop_up, [line for line in before if "(book)" in line], move.partition("=")[0][:11]))
    assert said[0][1]
    assert said[0] == said[1] == said[2]


def test_games_are_searched_without_their_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The builder's games hold deals; no position handed to a search does."""
    from oddfish.engine.searcher import Searcher

    told: list[Game] = []
    go = Searcher._run

    def watched(self: Searcher, game: Game, *rest: Any) -> None:
        told.append(game)
        go(self, game, *rest)

    monkeypatch.setattr(Searcher, "_run", watched)
    tiny("banqi", games=2)
    assert told and all(game.deal is None for game in told)
