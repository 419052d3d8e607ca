"""Playing from an opening book over both protocols: the options OwnBook, BookFile and BookSeed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from oddfish.engine.book import Book, Header, Record, load_book, write_book
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY, get_variant
from support.books import GOOD, HEADER, KEY, START, book_of, tiny_book
from support.pipes import CecpEngine, Engine, UciEngine

pytestmark = pytest.mark.sampled(3)

VARIANTS = list(REGISTRY)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of a tiny book of each variant."""
    folder = tmp_path_factory.mktemp("books")

    def file(variant: str) -> Path:
        path = folder / f"{variant}.book"
        if not path.exists():
            path.write_bytes(tiny_book(variant))
        return path

    return file


def army_options(book: Book) -> dict[str, str]:
    """The options of a book's first start position."""
    return get_variant(book.header.variant).tags(book.header.start().position)


def outcomes(game: Game, text: str) -> list[int]:
    """The complete moves that a move of chance can become."""
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
    """A CECP engine whose GUI sends no clicks, unlike XBoard."""
    with CecpEngine(clicks=False) as engine:
        yield engine


@pytest.mark.one_a_family
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
        reports = [line for line in before if line.startswith("info string book ")]
        assert len(reports) == 1 and all(one.text in reports[0] for one in moves)
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
@pytest.mark.quick(3)
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
    if gui == "running_plain" and game.position.has_chance:  # the GUI decides the outcome
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
    """The same for CECP; the user plays White."""
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


def test_without_ownbook_the_file_is_not_used(half: Path) -> None:
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
def test_uci_special_searches_do_not_use_the_book(uci: UciEngine, go: str) -> None:
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
    uci.send("go ponder", "go depth 1")  # a GUI that does not wait still gets one answer each, in order
    assert [line.split()[0] for line in uci.until("bestmove ") + uci.until("bestmove ")].count("bestmove") == 2


def test_uci_a_running_search_answers_first(uci: UciEngine) -> None:
    uci.send("go infinite", "go depth 1")
    first, second = uci.until("bestmove "), uci.until("bestmove ")
    assert not any("book" in line for line in first) and any("book" in line for line in second)


def test_uci_reports_the_expected_reply(tmp_path: Path, uci: UciEngine) -> None:
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
def test_play_continues_without_a_bad_file(problem: str, tmp_path: Path, uci: UciEngine, cecp: CecpEngine) -> None:
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


def test_a_book_for_another_game_is_reported_once(half: Path, cecp: CecpEngine) -> None:
    cecp.ask("new", "variant halfgi", "sd 3")
    cecp.send("go")
    reports = [line for line in cecp.until("move ") if line.startswith("telluser")]
    assert reports == [f"telluser book {half} is for half-chess, not halfgi; playing without it"]
    cecp.send("usermove a7a6")
    assert not any(line.startswith("telluser") for line in cecp.until("move "))
    cecp.send("new", "variant half-chess", "go")
    assert cecp.until("move ")[-1].split()[1] in ("e2e4", "d2d4")


def test_a_book_of_other_rules_is_not_used(tmp_path: Path, uci: UciEngine) -> None:
    file = tmp_path / "dark.book"
    file.write_bytes(book_of({"a1a1": Record(1, 0, 0, 0)}, variant="banqi", DarkCapture=True))
    uci.send("setoption name UCI_Variant value banqi", f"setoption name BookFile value {file}", "go depth 1")
    reports = [line for line in uci.until("bestmove ") if f" {file} " in line]
    assert reports == [f"info string book {file} was made with DarkCapture=True, not False; playing without it"]
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


def test_cecp_book_moves_obey_force_and_pause(cecp: CecpEngine) -> None:
    """A book move can be taken back, forced, hurried and paused like a searched one."""
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


@pytest.mark.later
def test_cecp_does_not_ponder_on_book_positions(tmp_path: Path, cecp: CecpEngine) -> None:
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


@pytest.mark.thorough
def test_book_moves_do_not_depend_on_the_deal(library: Callable[[str], Path]) -> None:
    """They depend only on information that both players have."""
    answers = []
    for deal in (1, 2, 3):
        with CecpEngine(variant="banqi") as engine:
            engine.ask(f"option DealSeed={deal}", "option OwnBook=1", "option BookSeed=4", "easy", "post")
            engine.ask(f"option BookFile={library('banqi')}")
            pop_up = engine.ask("bk")
            engine.send("go")
            *before, move = engine.until("move ")
            answers.append(
                (pop_up, [line for line in before if "(book)" in line], move.partition("=")[0][: len("move a1a2")])
            )
    assert answers[0][1]
    assert answers[0] == answers[1] == answers[2]
