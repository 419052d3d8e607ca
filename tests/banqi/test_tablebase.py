"""Tablebases: the tables, their files, the command, and searches that probe them."""

from __future__ import annotations

import json
import logging
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from banqi.endings import EPD, Ending, play_out, read_suite, solve_with_what_it_needs, wins
from conftest import Run
from oddfish.cext.banqi.game import LETTERS, SETS, Banqi, Setup
from oddfish.cext.banqi.tablebase import Tables, endings
from oddfish.engine import bench, folders, tablebase
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher, mate_distance
from oddfish.engine.variants.banqi import BanqiEndings
from oddfish.protocols.commands.group import cli
from reference import banqi

LOST, DRAWN, WON = 1, 2, 3

#: By board and side to move: plies to the end, odd if that side wins, even if it loses; None for a draw.
Values = dict[tuple[tuple[str, ...], int], int | None]


# ------------------------------------------------------------------------------- an independent, slow solver


class Solver:
    """Solves endings with the reference's move generator. The first player is Red; a series of captures is one ply."""

    def __init__(self, options: banqi.Options, ranks: int):
        self.options = options
        self.ranks = ranks
        self.values: Values = {}
        self.done: set[tuple[str, str]] = set()

    def positions(self, red: str, black: str) -> Iterator[banqi.Position]:
        seen = set()
        men = [*red, *black.lower()]
        for squares in permutations(range(4 * self.ranks), len(men)):
            board = [""] * (4 * self.ranks)
            for square, man in zip(squares, men):
                board[square] = man
            if tuple(board) in seen:
                continue
            seen.add(tuple(board))
            for turn in (0, 1):
                yield banqi.Position(self.options, tuple(board), (), turn, "r", 0, 1)

    def solve(self, red: str, black: str) -> None:
        """The values of all positions with these pieces, after those with fewer."""
        if (red, black) in self.done or not red or not black:
            return
        for i in range(len(black)):
            self.solve(red, black[:i] + black[i + 1 :])
        for i in range(len(red)):
            self.solve(red[:i] + red[i + 1 :], black)
        self.done.add((red, black))
        self._go_back(list(self.positions(red, black)))

    def _go_back(self, positions: list[banqi.Position]) -> None:
        """Retrograde analysis, from captures into known positions and from positions without a move."""
        parents: dict[object, list[object]] = defaultdict(list)
        undecided: dict[object, int] = {}  # number of moves not known to lose
        longest: dict[object, int] = {}  # plies of the longest move known to lose
        by_plies: dict[int, list[object]] = defaultdict(list)
        for position in positions:
            here = (position.board, position.turn)
            undecided[here] = longest[here] = 0
            for text in position.legal_moves():
                after = position.push(text)
                if after.clock:
                    undecided[here] += 1
                    parents[after.board, after.turn].append(here)
                    continue
                value = self.after_capture(position, after)
                if value is None or value % 2:
                    undecided[here] += 1
                else:
                    longest[here] = max(longest[here], value)
                if value is not None and value % 2:
                    by_plies[value].append(here)
            if not undecided[here]:
                by_plies[longest[here]].append(here)
        found: dict[object, int] = {}
        plies = 0
        while plies <= max(by_plies, default=-1):
            for here in by_plies.get(plies, ()):
                if here in found or (plies % 2 == 0 and (undecided[here] or longest[here] != plies)):
                    continue
                found[here] = plies
                for parent in parents[here]:
                    if plies % 2 == 0:
                        by_plies[plies + 1].append(parent)
                        continue
                    undecided[parent] -= 1
                    longest[parent] = max(longest[parent], plies + 1)
                    if not undecided[parent]:
                        by_plies[longest[parent]].append(parent)
            plies += 1
        for position in positions:
            here = (position.board, position.turn)
            self.values[here] = found.get(here)

    def after_capture(self, position: banqi.Position, after: banqi.Position) -> int | None:
        """The value of a capture for the side that makes it."""
        if after.ended_by_capture():
            return 1
        if after.series is None:
            value = self.values[after.board, after.turn]
            return None if value is None else value + 1
        values = []
        for text in after.legal_moves():
            following = after.push(text)
            if text == banqi.STOP:
                value = self.values[following.board, following.turn]
                values.append(None if value is None else value + 1)
            else:
                values.append(self.after_capture(after, following))
        return max(values, key=lambda one: 0 if one is None else 1000 - one if one % 2 else one - 1000)


def compare(setup: Setup, solver: Solver, red: str, black: str) -> int:
    """Compare all positions of an ending; returns how many are won or lost."""
    decided = 0
    for position in solver.positions(red, black):
        plies = solver.values[position.board, position.turn]
        expected = (DRAWN, 0) if plies is None else (WON if plies % 2 else LOST, plies)
        assert Banqi(setup, position.fen()).probe() == expected, position.fen()
        decided += plies is not None
    return decided


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        banqi.Options(),
        banqi.Options(hongkong=True),
        banqi.Options(cannon_direct=True),
        banqi.Options(multi_capture=True),
        banqi.Options(hongkong=True, multi_capture=True),
        banqi.Options(chariot_rides="ranked"),
        banqi.Options(chariot_rides="any"),
        banqi.Options(hongkong=True, cannon_direct=True, multi_capture=True, chariot_rides="ranked"),
        banqi.Options(hongkong=True, multi_capture=True, chariot_rides="any"),
    ],
    ids=lambda options: Setup(**vars(options)).signature.rpartition("-")[0],
)
def test_every_ending_on_a_small_board(options: banqi.Options) -> None:
    """Two and three pieces on 4x2."""
    setup, solver = Setup(**vars(options), ranks=2), Solver(options, 2)
    tables = Tables(setup.signature)
    setup.use(tables)
    decided = compared = 0
    for men in (2, 3):
        for mine, theirs in endings(men, SETS[2]):
            setup.solve(tables, mine, theirs)
            solver.solve(mine, theirs)
            decided += compare(setup, solver, mine, theirs)
            compared += 1
    assert compared == 10 + 24
    assert decided > 2000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "red", "black"),
    [
        (banqi.Options(), "KC", "G"),
        (banqi.Options(hongkong=True), "N", "CP"),
        (banqi.Options(multi_capture=True), "PP", "K"),
    ],
)
def test_an_ending_on_the_whole_board(options: banqi.Options, red: str, black: str) -> None:
    setup, solver = Setup(**vars(options)), Solver(options, 8)
    tables = Tables(setup.signature)
    solve_with_what_it_needs(setup, tables, red, black)
    setup.use(tables)
    solver.solve(red, black)
    assert compare(setup, solver, red, black) > 1000


@pytest.mark.thorough
def test_four_pieces_on_a_small_board() -> None:
    setup, solver = Setup(ranks=2), Solver(banqi.Options(), 2)
    tables = Tables(setup.signature)
    setup.use(tables)
    for mine, theirs in (("KP", "CP"), ("CR", "KP")):
        men = ["".join(sorted(side, key=LETTERS.index)) for side in (mine, theirs)]
        solve_with_what_it_needs(setup, tables, *men)
        solver.solve(*men)
        assert compare(setup, solver, *men) > 200


def test_what_tables_do_not_know() -> None:
    """Series, face-down pieces, more pieces, and results that repetition or the no-progress rule could change."""
    setup = Setup(multi_capture=True)
    tables = Tables(setup.signature)
    solve_with_what_it_needs(setup, tables, "R", "PP")
    setup.use(tables)
    known = "4/4/4/4/4/4/1pp1/R3[] w r"
    assert Banqi(setup, known).probe() is not None
    for fen in ("4/4/4/4/4/4/Rp2/4[] w r 0 1 a2", "4/4/4/4/4/4/1pX1/R3[p] w r", "4/4/4/4/4/4/1ppp/R3[] w r"):
        assert Banqi(setup, fen).probe() is None
    assert Banqi(Setup(multi_capture=True), known).probe() is None
    won, drawn = "4/4/4/4/4/4/3g/K3[] w r {} 80", "4/4/4/4/4/4/3n/K3[] b r {} 80"

    def knows(fen: str, **rules: bool | int) -> tuple[int, int] | None:
        own = Setup(multi_capture=True, **rules)
        solve_with_what_it_needs(own, tables, "K", "G" if "g" in fen else "N")
        own.use(tables)
        return Banqi(own, fen).probe()

    for fen in (won, drawn):
        found = knows(fen.format(0))
        assert found is not None
        if found[0] == DRAWN:
            assert knows(fen.format(170)) == found
            assert knows(fen.format(0), chaser_loses=True) is None
        else:
            assert knows(fen.format(180 - found[1])) == found  # the end comes before the draw
            assert knows(fen.format(181 - found[1])) is None
            assert knows(fen.format(181 - found[1]), no_progress=0) == found
            assert knows(fen.format(0), chaser_loses=True) == found


def test_tables_for_other_rules_are_refused() -> None:
    tables = Tables(Setup(hongkong=True).signature)
    for call in (lambda: Setup().use(tables), lambda: Setup().solve(tables, "K", "P")):
        with pytest.raises(ValueError, match="endings of hongkong-4x8, but the rules are taiwanese-4x8"):
            call()
    with pytest.raises(ValueError, match="R against PP needs P against R solved before"):
        Setup().solve(Tables("taiwanese-4x8"), "R", "PP")
    with pytest.raises(ValueError, match="table of K against P has 3 bytes"):
        tables.add("K", "P", b"abc")


def test_signatures() -> None:
    """The name includes exactly the rules that matter when all pieces are face up."""
    assert Setup().signature == Setup(dark_capture=True, chaser_loses=True, no_progress=7).signature == "taiwanese-4x8"
    assert Setup(hongkong=True, cannon_direct=True).signature == Setup(hongkong=True).signature == "hongkong-4x8"
    every = Setup(cannon_direct=True, multi_capture=True, chariot_rides="ranked", ranks=4)
    assert every.signature == "taiwanese-direct-multi-rides-4x4"
    assert Setup(chariot_rides="any").signature == "taiwanese-rides-any-4x8"


# ----------------------------------------------------------------------------------------- the command, files


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["tablebase", *arguments])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files for two and three pieces of `banqi`, as written by the command."""
    place = tmp_path_factory.mktemp("solved") / "new"
    done = invoke("banqi", "--pieces", "3", "--folder", str(place))
    assert done.exit_code == 0, done.output
    return place


@pytest.fixture
def own_folder(folder: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


@pytest.mark.later
def test_command_writes_files(folder: Path) -> None:
    assert names(folder) == ["banqi-taiwanese-4x8-2.tables", "banqi-taiwanese-4x8-3.tables"]
    for men in (2, 3):
        content = (folder / f"banqi-taiwanese-4x8-{men}.tables").read_bytes()
        line = content[: content.index(b"\n") + 1]
        assert len(line) % 4096 == 0
        said = json.loads(line)
        assert (said["format"], said["signature"], said["men"]) == ("oddfish tables 2", "taiwanese-4x8", men)
        assert {tuple(sorted(pair)) for *pair, _ in said["endings"]} == {
            tuple(sorted(pair)) for pair in endings(men, SETS[8])
        }
        assert len(content) == len(line) + sum(stored for *_, stored in said["endings"])


def test_command_reports_sizes_first(tmp_path: Path) -> None:
    done = invoke("banqi-hongkong", "--pieces", "2", "--folder", str(tmp_path), "-o", "MultiCapture=true")
    lines = done.stdout.splitlines()
    assert lines[0] == f"banqi-hongkong (hongkong-multi-4x8), into {tmp_path}"
    assert lines[1] == "2 pieces: 49 tables, 0.0125 MB in memory"
    assert lines[2].startswith("  banqi-hongkong-multi-4x8-2.tables written in ")
    assert names(tmp_path) == ["banqi-hongkong-multi-4x8-2.tables"]
    planned = tablebase.plan(BanqiEndings(Setup(hongkong=True, multi_capture=True)), 2, tmp_path)
    assert planned.bytes == 49 * 8 * 32  # the first piece is on one of 8 squares


def test_default_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ODDFISH_TABLES", str(tmp_path / "named"))
    assert tablebase.default_folder() == tmp_path / "named"
    assert invoke("banqi", "--pieces", "2").exit_code == 0
    assert names(tmp_path / "named") == ["banqi-taiwanese-4x8-2.tables"]
    monkeypatch.delenv("ODDFISH_TABLES")
    assert tablebase.default_folder() == folders.data()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("halfgi", "--pieces", "3"), "variant halfgi has no tablebases: expected one of half-chess, normal, "),
        (("augmented-chess", "--pieces", "3"), "tablebases of augmented-chess need two equal armies by name"),
        (("banqi",), "expected one of --pieces, --ending, --list and --fen"),
        (("banqi", "--pieces", "2", "--list"), "expected one of --pieces, --ending, --list and --fen"),
        (("normal", "--ending", "KR"), "no ending 'KR': expected 3 to 4 of KQRBNP, as in KR-K"),
        (("normal", "--ending", "QR-K"), "no ending 'QR-K'"),
        (("normal", "--ending", "KRX-K"), "no ending 'KRX-K'"),
        (("normal", "--fen", "8/8/8/8/8/8/K7/7k w"), "the position is in no table"),
        (("normal", "--fen", "8/8/8/8/8/8/K7/7k w", "--folder", "x"), "--folder cannot be used with --fen"),
        (("nonsense", "--pieces", "3"), "unknown variant 'nonsense'"),
        (("banqi", "--pieces", "1"), "--pieces 1 is outside 2..4"),
        (("banqi", "--pieces", "5"), "--pieces 5 is outside 2..4"),
        (("banqi", "--pieces", "2", "-o", "Foo=1"), "unknown option 'Foo'"),
        (("banqi", "--pieces", "2", "-o", "MultiCapture=perhaps"), "'perhaps' is neither true nor false"),
    ],
)
def test_command_errors(arguments: tuple[str, ...], message: str) -> None:
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("oddfish: ") and message in done.stderr and done.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = invoke("banqi", "--pieces", "2", "--folder", str(tmp_path / "file"))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"oddfish: cannot write to {tmp_path / 'file'}: ")


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (OSError(28, "No space left"), 2)])
def test_a_failure_keeps_the_old_file(
    monkeypatch: pytest.MonkeyPatch, own_folder: Path, error: BaseException, status: int
) -> None:
    before = {path.name: path.read_bytes() for path in own_folder.iterdir()}

    def failing(*_arguments: object) -> Iterator[bytes]:
        yield b"half a table"
        raise error

    monkeypatch.setattr(tablebase, "_packed", failing)
    assert invoke("banqi", "--pieces", "2", "--folder", str(own_folder)).exit_code == status
    assert {path.name: path.read_bytes() for path in own_folder.iterdir()} == before


# ---------------------------------------------------------------------------------------------------- loading


def test_a_file_is_opened_once_per_process(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("ODDFISH_TABLES", str(folder))
    first, second = (Game("banqi", {"DarkCapture": dark}).position for dark in (True, False))
    assert isinstance(first, Banqi) and isinstance(second, Banqi)
    assert first.setup.tables is not None and first.setup.tables is second.setup.tables
    assert len(first.setup.tables.endings) == 49 + 378
    other = Game("banqi-hongkong").position
    assert isinstance(other, Banqi) and other.setup.tables is None


@pytest.mark.thorough
def test_files_hold_the_solved_tables(folder: Path) -> None:
    setup = Setup()
    tables = tablebase.load(BanqiEndings(setup), folder)
    assert tables is not None
    solved = Tables(setup.signature)
    for men in (2, 3):
        for mine, theirs in endings(men, SETS[8]):
            setup.solve(solved, mine, theirs)
    assert tables.endings.keys() == solved.endings.keys()
    assert all(bytes(tables.endings[name]) == bytes(table) for name, table in solved.endings.items())


def test_no_files_no_tables(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert tablebase.load(BanqiEndings(Setup()), tmp_path) is None
    assert tablebase.load(BanqiEndings(Setup()), tmp_path / "nowhere") is None
    assert caplog.text == ""


def damage(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "truncated":
        path.write_bytes(content[:-1])
    elif how == "longer":
        path.write_bytes(content + b"x")
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "header only":
        path.write_bytes(content[:100])
    elif how == "noise":
        path.write_bytes(random.Random(1).randbytes(len(content)))
    elif how == "no line":
        path.write_bytes(b"\0" * len(content))
    elif how == "other rules":
        path.write_bytes(content.replace(b"taiwanese-4x8", b"taiwanese-4x4", 1))
    elif how == "other endings":
        path.write_bytes(content.replace(b'"endings":[["K",', b'"endings":[["P",', 1))


@pytest.mark.parametrize("men", [2, 3])
@pytest.mark.parametrize(
    ("how", "complaint"),
    [
        ("truncated", "bytes, expected"),
        ("longer", "bytes, expected"),
        ("empty", "does not start like a file of tables"),
        ("header only", "does not start like a file of tables"),
        ("noise", "does not start like a file of tables"),
        ("no line", "does not start like a file of tables"),
        ("other rules", "holds 'oddfish tables 2' of"),
        ("other endings", "its list of endings is wrong"),
    ],
)
@pytest.mark.quick(5)
def test_damaged_files(
    own_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    men: int,
    how: str,
    complaint: str,
) -> None:
    """One warning names the file and the problem; play continues with the intact files."""
    path = own_folder / f"banqi-taiwanese-4x8-{men}.tables"
    damage(path, how)
    monkeypatch.setenv("ODDFISH_TABLES", str(own_folder))
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            position = Game("banqi").position
    assert isinstance(position, Banqi)
    assert caplog.text.count("\n") == 1
    assert f"endings of {men} pieces are not used: {path}: " in caplog.text and complaint in caplog.text
    if men == 2:
        assert position.setup.tables is None
    else:
        assert position.setup.tables is not None and len(position.setup.tables.endings) == 49
    assert Searcher(hash_mb=1).think(Game("banqi", fen="4/4/4/4/4/4/1pp1/R3[] w r"), Limits(depth=4)).text


def test_a_damaged_file_is_reported_on_standard_error(own_folder: Path, run_oddfish: Run) -> None:
    damage(own_folder / "banqi-taiwanese-4x8-2.tables", "truncated")
    os.environ["ODDFISH_TABLES"], before = str(own_folder), os.environ["ODDFISH_TABLES"]
    try:
        done = run_oddfish("show", "banqi")
    finally:
        os.environ["ODDFISH_TABLES"] = before
    assert done.returncode == 0 and "XXXX/XXXX" in done.stdout
    assert "endings of 2 pieces are not used" in done.stderr and "Traceback" not in done.stderr


def test_a_new_version_of_a_file_is_noticed(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_folder / "banqi-taiwanese-4x8-3.tables"
    whole = path.read_bytes()
    path.unlink()
    few = tablebase.load(BanqiEndings(Setup()), own_folder)
    assert few is not None and len(few.endings) == 49
    path.write_bytes(whole)
    more = tablebase.load(BanqiEndings(Setup()), own_folder)
    assert more is not None and len(more.endings) == 49 + 378


def test_the_bench_uses_no_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its node counts must be the same on every machine."""
    monkeypatch.setenv("ODDFISH_TABLES", str(folder))
    for game in bench.positions("banqi"):
        assert isinstance(game.position, Banqi) and game.position.setup.tables is None
    with_tables = Game("banqi").position
    assert isinstance(with_tables, Banqi) and with_tables.setup.tables is not None


# ------------------------------------------------------------------------------------------------- in searches


def sparse_fen(rng: random.Random) -> str:
    """A random position with two or three pieces, none face down."""
    red, black = rng.choice(("11", "12", "21"))
    army = "".join(letter * number for letter, number in zip(LETTERS, SETS[8]))
    men = rng.sample(army, int(red)) + rng.sample(army.lower(), int(black))
    board = [""] * 32
    for square, man in zip(rng.sample(range(32), len(men)), men):
        board[square] = man
    return banqi.Position(banqi.Options(), tuple(board), (), rng.randrange(2), "r", 0, 1).fen()


def test_searches_know_exact_distances(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even shallow searches report wins and losses with their distance, and draws as 0, whatever the material."""
    monkeypatch.setenv("ODDFISH_TABLES", str(folder))
    rng, searcher = random.Random("exact"), Searcher(hash_mb=1)
    seen = {LOST: 0, DRAWN: 0, WON: 0}
    for _ in range(400):
        game = Game("banqi", fen=sparse_fen(rng))
        found = game.position.probe()
        assert found is not None
        if not game.legal():
            continue
        searcher.new_game()
        best = searcher.think(game, Limits(depth=1 + rng.randrange(3)))
        outcome, plies = found
        if outcome == DRAWN:
            assert best.score == 0, game.fen()
        else:
            assert mate_distance(best.score) == (plies if outcome == WON else -plies), game.fen()
        assert best.move is not None
        after = game.position.make(best.move).probe()
        if after is not None:  # the move preserves the result and the distance
            assert after[0] == 4 - outcome
            assert outcome == DRAWN or after[1] == plies - 1
        seen[outcome] += 1
    assert min(seen.values()) > 30


SUITE = read_suite(EPD)


@cache
def player() -> Searcher:
    return Searcher(hash_mb=8)


def test_the_suite_is_complete() -> None:
    assert len(SUITE) >= 40 and len({ending.fen for ending in SUITE}) == len(SUITE)
    assert {ending.variant for ending in SUITE} == {"banqi", "banqi-hongkong"}
    assert {sum(map(len, ending.men)) for ending in SUITE} == {3, 4}
    assert sum(ending.plies > 40 for ending in SUITE) >= 5
    assert sum(ending.alone for ending in SUITE) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("ending", SUITE, ids=lambda ending: ending.id)
def test_endings_are_won_with_tables(ending: Ending) -> None:
    """In exactly the given number of plies, with hardly any search, against the longest defence."""
    game = play_out(ending, player(), 400, with_tables=True)
    result = game.result()
    assert result is not None and result.winner == "wb".index(ending.fen.split()[1]), game.texts()
    assert len(game.moves) == ending.plies


@pytest.mark.slow
@pytest.mark.parametrize("ending", [one for one in SUITE if one.alone], ids=lambda ending: ending.id)
def test_endings_are_won_without_tables(ending: Ending) -> None:
    """By search alone against the longest defence: the endings it is known to win (bench/banqi_wins.py)."""
    assert wins(ending, player(), 50_000, with_tables=False)
