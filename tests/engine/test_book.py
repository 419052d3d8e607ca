"""Opening books: the file, building one, and the commands."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
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
from oddfish.engine.experiments.book_builder import Build, Builder, prune, worth
from oddfish.engine.experiments.match.plan import MatchError
from oddfish.engine.files import plain_lines
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.options import OptionError
from oddfish.engine.searcher import Searcher
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.commands import book as book_command
from oddfish.protocols.commands.group import cli
from oddfish.protocols.commands.xboard import xboard
from support.books import ARMIES, GOOD, HEADER, KEY, START, book_of, sealed, tiny, tiny_book, with_header
from support.openings import read_openings

VARIANTS = list(REGISTRY)


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


def test_every_flipped_bit_is_noticed() -> None:
    for place in range(8 * len(GOOD)):
        data = bytearray(GOOD)
        data[place // 8] ^= 1 << place % 8
        with pytest.raises(BookError, match=r"^book b "):
            Book("b", bytes(data))


def test_every_truncation_is_noticed() -> None:
    for length in range(len(GOOD) - 1):
        with pytest.raises(BookError, match=r"^book b "):
            Book("b", GOOD[:length])
    assert Book("b", GOOD[:-1]).records() == Book("b", GOOD).records()  # only the last line end is missing


@given(data=st.binary(max_size=200), at=st.integers(0, len(GOOD)), cut=st.integers(0, 40))
def test_spliced_bytes_are_noticed(data: bytes, at: int, cut: int) -> None:
    spliced = GOOD[:at] + data + GOOD[at + cut :]
    if plain_lines(spliced) != GOOD:
        with pytest.raises(BookError, match=r"^book b "):
            Book("b", spliced)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "does not start like a book"),
        (b"[Event]\n", "does not start like a book"),
        (with_header(format="oddfish book 2"), "has format 'oddfish book 2'"),
        (with_header(variant="nosuch"), "unknown variant 'nosuch'"),
        (with_header(variant=None), "malformed header: it lacks 'variant'"),
        (with_header(options=[1]), "malformed header"),
        (with_header(options={"Nosuch": 1}), "unknown option"),
        (with_header(starts=[]), "malformed header"),
        (with_header(starts=[5]), "malformed header"),
        (with_header(starts=[START, {}]), "a start position is not a FEN"),
        (with_header(starts=["8/8 w"]), "is for an unknown game"),
        (with_header(starts=None), "malformed header"),
        (with_header(key="xyz"), "malformed header"),
        (with_header(key="0" * 16), "different position keys"),
        (with_header(made=7), "malformed header"),
        (sealed(b'{"format":"oddfish book 1",\n'), "malformed header"),
        (sealed(b'{"format":"oddfish book 1","a":' + b"[" * 100000 + b"\n"), "malformed header"),
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


def banqi_header(**options: Any) -> Header:
    """The header of a book of Banqi with these options as they are."""
    rules = get_variant("banqi").rule_options(get_variant("banqi").defaults())
    return Header("banqi", {**rules, **options}, (Game("banqi", seed=0).fen(),), {})


def test_a_book_is_for_one_game() -> None:
    book = Book("b", book_of({"a1a1": Record(1, 0, 0, 0)}, variant="banqi", DarkCapture=True))
    banqi = get_variant("banqi")
    options = Game("banqi", {"DarkCapture": True, "DealSeed": 7}).options
    book.check(banqi, options)  # hidden options are not rules
    with pytest.raises(BookError, match="made with DarkCapture=True, not False"):
        book.check(banqi, banqi.defaults())
    with pytest.raises(BookError, match="is for banqi, not banqi-hongkong"):
        book.check(get_variant("banqi-hongkong"), options)
    of_a_deal = Book("b", book_bytes(banqi_header(DealSeed=7), {}))
    with pytest.raises(BookError, match="made with an unknown option, DealSeed"):
        of_a_deal.check(banqi, banqi.defaults())


def test_a_book_with_values_of_an_option_as_it_was() -> None:
    """ChariotRides used to be a check option."""
    book = Book("b", book_bytes(banqi_header(ChariotRides=True), {}))
    assert book.header.options["ChariotRides"] == "ranked"
    book.check(get_variant("banqi"), Game("banqi", {"ChariotRides": "ranked"}).options)
    with pytest.raises(BookError, match="made with ChariotRides=ranked, not any"):
        book.check(get_variant("banqi"), Game("banqi", {"ChariotRides": "any"}).options)


def test_keys_distinguish_armies() -> None:
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


def test_of_lines_that_transpose_only_the_first_continues() -> None:
    """So lines that come back to a position end, too."""
    records: Records = {}
    for line in ("e2e4 e7e5 d2d4 d7d5", "d2d4 e7e5 e2e4 d7d5"):
        game = Game("half-chess")
        for text in line.split():
            records[game.position.key, text] = Record(1, 0, 0, 0)
            game.push(text)
    lines = [" ".join(moves) for _, moves in book_lines(Book("b", book_bytes(HEADER, records)))]
    assert lines == ["d2d4 e7e5 e2e4 d7d5", "e2e4 e7e5"]


def test_no_more_lines_than_asked_for() -> None:
    assert len(list(book_lines(Book("b", GOOD), most=1))) == 1 < len(list(book_lines(Book("b", GOOD))))


def test_moves_that_only_lost_can_be_chosen() -> None:
    book = Book("b", book_of({"e2e4": Record(0, 0, 3, -50), "d2d4": Record(0, 0, 9, -80)}))
    moves = book.moves(Game("half-chess").position)
    assert {choose(moves, random.Random(seed)).text for seed in range(20)} == {"d2d4", "e2e4"}


def test_draws_are_half_points() -> None:
    assert Record(1, 2, 1, 0).share == Record(0, 0, 0, 0).share == 0.5
    assert Record(1, 2, 0, 0).share == pytest.approx(2 / 3)


# Building ---------------------------------------------------------------------------------------------------------


def made(builder: Builder) -> bytes:
    return book_bytes(builder.header(), builder.records())


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ["half-chess", "banqi"])
def test_the_seed_determines_the_book(variant: str) -> None:
    def build(seed: int, concurrency: int) -> bytes:
        builder = Builder(Build(get_variant(variant), games=8, plies=4, nodes=300, min_games=1, seed=seed))
        assert builder.run(concurrency)
        return made(builder)

    assert build(1, 1) == build(1, 3)
    assert build(1, 1) != build(2, 1)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.quick(3)
def test_books_hold_legal_moves_and_true_counts(variant: str) -> None:
    book = Book("tiny", tiny_book(variant))
    book.check(get_variant(variant), Game(variant).options)
    start = book.header.start()
    moves = book.moves(start.position)
    assert moves
    assert sum(one.record.games for one in moves) <= 4
    assert all(one.text in start.legal() and open_to_chance(start.position, one.move) == start.position.has_chance
               for one in moves)  # fmt: skip
    assert not any("=" in text for _, text in book.records()) or not start.position.has_chance


def test_results_are_for_the_side_that_moved() -> None:
    """From a position that White wins by force, White's moves win and Black's lose."""
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
    """Chess from another start position."""

    def __init__(self, fen: str):
        self.__dict__.update(get_variant("normal").__dict__)
        self._fen = fen

    def start(self, options: Any, rng: random.Random) -> Any:
        return super().read(self._fen, options, rng)


@pytest.mark.later
def test_extending_continues_with_the_next_games(tmp_path: Path) -> None:
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
    with pytest.raises(OptionError, match="option DealSeed: a book built from one known deal would reveal"):
        Builder(Build(get_variant("banqi"), {"DealSeed": 7}))
    with pytest.raises(BookError, match="is for half-chess, not halfgi"):
        Builder(Build(get_variant("halfgi")), Book("b", GOOD))
    with pytest.raises(BookError, match="has an invalid number of games: 'many'"):
        Builder(Build(get_variant("half-chess")), Book("b", with_header(made={"games": "many"})))


def test_a_book_of_many_starts_can_be_read() -> None:
    starts = tuple(f"{START[:-1]}{number}" for number in range(1, 20_001))
    header = HEADER._replace(starts=starts)
    assert Book("b", book_bytes(header, {})).header == header


def test_starts_are_drawn_once_for_many_games() -> None:
    builder = tiny("augmented-half-chess", starts=2, games=6)
    assert len(builder.header().starts) == 2
    chosen = tiny("augmented-half-chess", ARMIES, starts=2)
    assert len(chosen.header().starts) == 1
    assert chosen.header().starts[0].endswith(f"{ARMIES['WhiteArmy']}:{ARMIES['BlackArmy']}")
    assert chosen.header().options == {}


def test_pruning() -> None:
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
    link = tmp_path / "link.book"
    link.symlink_to(file)
    assert invoke("half-chess", *QUICK, "--extend", file, "--out", link).exit_code == 0  # another name of the file
    assert invoke("merge", link, other, "--out", file).exit_code == 0
    assert load_book(file).header.made["games"] == 16


@pytest.mark.later
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
        (("banqi", "-o", "DealSeed=3"), "option DealSeed: a book built from one known deal would reveal"),
        (("halfgi", "-o", "A=1"), "variant halfgi has no options"),
        (("augmented-half-chess", "-o", "WhiteArmy=XX"), "option WhiteArmy"),
        (("half-chess", "--out", "GOOD"), "GOOD already exists: use --extend GOOD to add to it"),
        (("half-chess", "--out", "nosuch/b"), "cannot write nosuch/b: No such file"),
        (("half-chess", "--out", "."), "cannot write .: Is a directory"),
        (("half-chess", "--extend", "BAD"), "book BAD does not start like a book"),
        (("halfgi", "--extend", "GOOD"), "is for half-chess, not halfgi"),
        (("show", "BAD"), "book BAD does not start like a book"),
        (("show", "nosuch"), "book nosuch cannot be read: No such file"),
        (("show", "GOOD", "e2e5"), "'e2e5' is not a legal move"),
        (("show", "GOOD", "8/8/8/8 w"), "bad FEN"),
        (("show", "GOOD", "--fen", "e2e4"), "bad FEN: board has 1 rank"),
        (("show", "GOOD", "--fen", ""), "bad FEN: empty FEN"),
        (("show", "RULES", "-o", "DarkCapture=true"), "book RULES was made with DarkCapture=False, not True"),
        (("half-chess", "--extend", ""), "book '' cannot be read: a path cannot be empty"),
        (("half-chess", "--out", ""), "cannot write '': a path cannot be empty"),
        (("merge", "GOOD", "BAD", "--out", "new"), "book BAD does not start like a book"),
        (("merge", "GOOD", "--out", "BAD"), "BAD already exists: choose another file"),
        (("merge", "GOOD", "OTHER", "--out", "new"), "is for halfgi, not half-chess"),
        (("merge", "GOOD", "./GOOD", "--out", "new"), "FILE names one file twice: GOOD and ./GOOD"),
        (("merge", "GOOD", "--out", "new/book"), "cannot write new/book: No such file"),
        (("merge", "GOOD", "--out", "-"), "--out cannot write to standard output"),
        (("half-chess", *QUICK, "--out", "-"), "--out cannot write to standard output"),
    ],
)
def test_errors_of_the_command(
    words: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("GOOD").write_bytes(GOOD)
    Path("BAD").write_bytes(b"no book")
    Path("OTHER").write_bytes(book_of({"e2e4": Record(1, 0, 0, 0)}, variant="halfgi"))
    Path("RULES").write_bytes(book_of({"a1a1": Record(1, 0, 0, 0)}, variant="banqi", MultiCapture=True))
    result = invoke(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("oddfish: ") and result.stderr.count("\n") == 1
    assert complaint in result.stderr
    assert Path("GOOD").read_bytes() == GOOD and not Path("new").exists()


@pytest.mark.parametrize("extend", [True, False])
def test_one_command_at_a_time_writes_a_book(extend: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the last one to finish would overwrite the games of the others."""
    monkeypatch.chdir(tmp_path)
    Path("GOOD").write_bytes(GOOD)
    second = ("half-chess", *QUICK, *(("--extend", "GOOD") if extend else ("--out", "./new")))
    refused = []

    @contextlib.contextmanager
    def progress(total: int, what: str) -> Iterator[Callable[[], object]]:
        """Start two other commands while a book is built."""
        monkeypatch.undo()
        monkeypatch.chdir(tmp_path)
        refused.append(invoke(*second))
        refused.append(invoke("merge", "GOOD", "--out", "GOOD" if extend else "new"))
        yield lambda: None

    monkeypatch.setattr(book_command, "progress", progress)
    first = invoke("half-chess", *QUICK, *(("--extend", "./GOOD") if extend else ("--out", "new")))
    assert first.exit_code == 0, first.output
    for other in refused:
        assert other.exit_code == 2
        assert "another command is writing this book" in other.stderr
    assert len(refused) == 2
    assert invoke("half-chess", *QUICK, "--extend", "GOOD" if extend else "new").exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == (["GOOD"] if extend else ["GOOD", "new"])


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("games", [3, 0])
def test_an_interrupted_build_writes_the_games_played(
    games: int, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(signal, name):
        pytest.skip(f"this system has no {name}")
    number = getattr(signal, name)
    file, again = tmp_path / "b.book", tmp_path / "again.book"
    words = ["--nodes", "200", "--plies", "2", "--min-games", "1", "--starts", "1"]
    played = []

    @contextlib.contextmanager
    def progress(total: int, what: str) -> Iterator[Callable[[], object]]:
        """Send the signal after this many games."""

        def advance() -> None:
            played.append(1)
            if len(played) == games:
                signal.raise_signal(number)

        if not games:
            signal.raise_signal(number)
        yield advance

    monkeypatch.setattr(book_command, "progress", progress)
    before = signal.getsignal(number)
    result = invoke("half-chess", "--games", "1000", *words, "--out", file, "-c", "2")
    assert signal.getsignal(number) is before
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
    assert {len(one.moves) for one in read_openings(str(file), variant, ARMIES, plies=1)} == {1}
    for opening in read_openings(str(file), variant, ARMIES):
        game = Game(variant, ARMIES, opening.fen)
        assert game.fen() == builder.header().starts[0]
        assert [game.push(move) for move in opening.moves]
    with pytest.raises(MatchError, match="is for augmented-half-chess, not halfgi"):
        read_openings(str(file), get_variant("halfgi"), {})
    file.write_bytes(with_header(starts=[START, "8/8 w"]))
    with pytest.raises(MatchError, match=f"^openings book {file} has an invalid start position: board has 2 ranks"):
        read_openings(str(file), get_variant("half-chess"), {})
    write_book(file, builder.header(), builder.records())
    file.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(MatchError, match=r"openings book .* is truncated"):
        read_openings(str(file), variant, ARMIES)
    write_book(file, tiny("banqi").header(), tiny("banqi").records())
    with pytest.raises(MatchError, match="every move is a move of chance"):
        read_openings(str(file), get_variant("banqi"), {})


def test_xboard_command_passes_a_book_on(tmp_path: Path) -> None:
    file = tmp_path / "b.book"
    file.write_bytes(GOOD)
    done = CliRunner().invoke(xboard, ["half-chess", "--match", "--book", str(file), "--print"])
    assert done.exit_code == 0, done.output
    assert f"-firstOptions OwnBook=1,BookFile={file} -secondOptions OwnBook=1,BookFile={file}" in done.output
    for variant, complaint in (("halfgi", "is for half-chess, not halfgi"), ("half-chess", "cannot be read")):
        done = CliRunner().invoke(xboard, [variant, "--book", str(file), "--print"])
        assert done.exit_code == 2 and complaint in done.output
        file.unlink(missing_ok=True)


def test_games_are_searched_without_their_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The builder's games hold deals, but the games it passes to the searcher do not."""
    searched: list[Game] = []
    go = Searcher._run

    def watched(self: Searcher, game: Game, *rest: Any) -> None:
        searched.append(game)
        go(self, game, *rest)

    monkeypatch.setattr(Searcher, "_run", watched)
    tiny("banqi", games=2)
    assert searched and all(game.deal is None for game in searched)
