"""Solved endings of the games with kings, against the reference generators, in searches and in files."""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oddfish.engine import bench, tablebase
from oddfish.engine.endings import Endings
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher, mate_distance
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from reference import fanorona, halfchess
from reference.common import write_board
from support.endings import DRAWN, LOST, WON, Node, Value, best, by_its_moves, key_of, solve

VARIANTS = ("normal", "half-chess", "fanorona-chess")


def endings_of(variant: str) -> Endings:
    found = REGISTRY[variant].endings(REGISTRY[variant].defaults())
    assert found is not None
    return found


def read(variant: str, fen: str) -> Node:
    """A position of the reference; ValueError if it is impossible."""
    if variant == "fanorona-chess":
        return fanorona.Position.from_fen(variant, fen)
    return halfchess.Position.from_fen(variant, fen)


def probe(variant: str, fen: str) -> Value | None:
    return Game(variant, fen=fen).position.probe()


def fen_of(variant: str, squares: tuple[int, ...], men: str, turn: int) -> str:
    game = REGISTRY[variant]
    board = [""] * (game.files * game.ranks)
    for square, man in zip(squares, men):
        board[square] = man
    return f"{write_board(board, game.files)} {'wb'[turn]}"


def positions(variant: str, men: str) -> Iterator[Node]:
    """All positions with some men, White's in capitals."""
    squares = range(REGISTRY[variant].files * REGISTRY[variant].ranks)
    for chosen in permutations(squares, len(men)):
        for turn in (0, 1):
            try:
                yield read(variant, fen_of(variant, chosen, men, turn))
            except ValueError:
                continue


def sample(variant: str, number: int, rng: random.Random, sides: list[tuple[str, str]]) -> Iterator[Node]:
    """Random positions of endings."""
    squares = range(REGISTRY[variant].files * REGISTRY[variant].ranks)
    while number:
        white, black = rng.choice(sides)
        men = white + black.lower()
        try:
            yield read(variant, fen_of(variant, tuple(rng.sample(squares, len(men))), men, rng.randrange(2)))
        except ValueError:
            continue
        number -= 1


# ------------------------------------------------------------------------------------------------------- the values


def compare(variant: str, *men: str) -> int:
    """Solve endings with the reference and compare all positions; returns how many are won or lost."""
    values = solve(position for one in men for position in positions(variant, one))
    assert len(values) > 1000
    for one in men:
        for position in positions(variant, one):
            assert probe(variant, position.fen()) == values[key_of(position)], position.fen()
    return sum(value[0] != DRAWN for value in values.values())


def test_bare_kings_of_fanorona() -> None:
    """Even two kings have mates and stalemates (rule N10)."""
    assert compare("fanorona-chess", "Kk") > 100


@pytest.mark.slow
def test_whole_endings_of_fanorona() -> None:
    compare("fanorona-chess", "KNk", "Kk")


def check_by_moves(variant: str, number: int, seed: str) -> None:
    """Compare values with those of the moves by the reference generator, in random positions of three men. A table in
    which every value follows from the moves is right: each win and loss rests on one that is shorter."""
    rng = random.Random(f"{seed} {variant}")
    endings = endings_of(variant)
    sides = [pair for mine, theirs in endings.listed(3) for pair in ((mine, theirs), (theirs, mine))]
    seen = {LOST: 0, DRAWN: 0, WON: 0}
    for position in sample(variant, number, rng, sides):
        found = probe(variant, position.fen())
        if found is None:  # the game is over
            continue
        assert found == by_its_moves(position, lambda fen: probe(variant, fen)), position.fen()
        seen[found[0]] += 1
    assert min(seen.values()) > 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_value_follows_from_the_moves(variant: str) -> None:
    check_by_moves(variant, 120, "moves")


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_values_follow_from_the_moves(variant: str) -> None:
    check_by_moves(variant, 10_000, "many moves")


@pytest.mark.parametrize(
    ("ending", "plies"),
    [("KQ-K", 19), ("KR-K", 31), ("KP-K", 55)],  # mate in 10, 16 and 28: known since the first tablebases
)
def test_the_longest_wins_of_chess(ending: str, plies: int) -> None:
    tables = tablebase.load(endings_of("normal"))
    mine, theirs = ending.split("-")
    assert max(value for value in bytes(tables.endings[mine, theirs]) if value < 254 and value % 2 == 0) == plies + 1


def test_the_endings_of_another_solver() -> None:
    """bench/endings.py solved these."""
    path = Path(__file__).parents[1] / "data" / "endings" / "fanorona-chess.epd"
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert len(lines) > 20
    for line in lines:
        fen, _, distance = line.partition(" ;dtm ")
        assert probe("fanorona-chess", fen) == (WON, int(distance))


@pytest.mark.thorough
def test_four_men(tmp_path: Path) -> None:
    """Each value follows from the moves, by the engine's own generator."""
    done = invoke("fanorona-chess", "--ending", "KN-KP", "--folder", str(tmp_path))
    assert done.exit_code == 0, done.output
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ODDFISH_TABLES", str(tmp_path))
        rng = random.Random("four")
        for node in sample("fanorona-chess", 1000, rng, [("KN", "KP"), ("KP", "KN")]):
            position = Game("fanorona-chess", fen=node.fen()).position
            found = position.probe()
            if found is None or not position.moves():
                continue
            values = []
            for after in map(position.make, position.moves()):
                over, known = after.outcome()[0], after.probe()
                value = (over, 0) if over else known
                if value is None:  # too long a win for the fifty-move rule
                    break
                values.append(value)
            else:
                assert found == best(values), node.fen()


# ------------------------------------------------------------------------------------------------------ in searches


def longest(variant: str) -> tuple[str, int]:
    """A position with the longest win of three men, and its plies."""
    tables = tablebase.load(endings_of(variant))
    game = REGISTRY[variant]
    found: tuple[int, str, str, int] = (0, "", "", 0)
    for (mine, theirs), table in tables.endings.items():
        for index, value in enumerate(bytes(table)):
            if value < 254 and value % 2 == 0 and value > found[0]:
                found = value, mine, theirs, index
    value, mine, theirs, index = found
    men = tables.at(mine, theirs, index)
    board = [""] * (game.files * game.ranks)
    for man, square in men:
        board[square] = man
    return f"{write_board(board, game.files)} w", value - 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_longest_win_takes_its_number_of_plies(variant: str) -> None:
    """Both sides play with searches of a few nodes."""
    fen, plies = longest(variant)
    game, searcher = Game(variant, fen=fen), Searcher(hash_mb=1)
    while (result := game.result()) is None:
        best_move = searcher.think(game, Limits(nodes=300))
        assert best_move.move is not None and abs(mate_distance(best_move.score) or 0) == plies - len(game.moves)
        game.push_move(best_move.move)
    assert result.winner == 0 and len(game.moves) == plies


def test_the_fifty_move_rule() -> None:
    """A win that the rule can prevent is not reported."""
    fen, plies = longest("normal")
    assert probe("normal", f"{fen} - - {100 - plies} 1") == (WON, plies)
    assert probe("normal", f"{fen} - - {101 - plies} 1") is None


def test_what_tables_do_not_know() -> None:
    assert probe("normal", "8/8/8/8/8/8/8/R3K2k w Q") is None
    assert probe("normal", "8/8/8/8/8/8/8/R3K2k w -") is not None
    assert probe("fanorona-chess", "1k3/5/5/5/5/5/5/5/R1K2 w K") is None
    assert probe("fanorona-chess", "1k3/5/5/5/5/5/5/5/R1K2 w -") is not None
    assert probe("halfgi", "8/8/8/8/8/8/8/R3K2k[] w -") is None
    army = "RF-NA-BW-QV"
    assert probe("augmented-chess", f"8/8/8/8/8/8/8/R3K2k w - - 0 1 {army}:{army}") is None  # not solved


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_bench_uses_no_tables(variant: str) -> None:
    with tablebase.disabled():
        assert Game(variant, fen=longest_fen(variant)).position.probe() is None
    assert all(game.position.probe() is None for game in bench.positions(variant))


def longest_fen(variant: str) -> str:
    return {"fanorona-chess": "1k3/5/5/5/5/5/5/5/R2K1 w -"}.get(variant, "8/8/8/8/8/8/8/R3K2k w -")


# --------------------------------------------------------------------------------------------- the command and files


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["tablebase", *arguments])


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the endings that come with Oddfish."""
    place = tmp_path / "bare"
    place.mkdir()
    monkeypatch.setattr(tablebase, "BUILT_IN", place)
    return place


@pytest.mark.usefixtures("bare")
def test_single_endings(tmp_path: Path) -> None:
    """An ending is solved together with the endings that it can turn into. Solved endings stay on disk."""
    place = tmp_path / "some"
    first = invoke("fanorona-chess", "--ending", "kr-k", "--folder", str(place))
    assert first.exit_code == 0, first.output
    tables = tablebase.load(endings_of("fanorona-chess"), place)
    assert set(tables.endings) == {("K", "K"), ("K", "KR"), ("KR", "K")}
    again = invoke("fanorona-chess", "--ending", "K-KR", "--ending", "KB-K", "--folder", str(place))
    assert "2 pieces" not in again.output and "3 pieces: 4 tables" in again.output
    tables = tablebase.load(endings_of("fanorona-chess"), place)
    assert set(tables.endings) == {("K", "K"), ("K", "KR"), ("KR", "K"), ("K", "KB"), ("KB", "K")}


def test_what_comes_with_oddfish_is_not_solved_again(tmp_path: Path) -> None:
    done = invoke("half-chess", "--ending", "KP-K", "--folder", str(tmp_path))
    assert done.output == f"half-chess (8x8), into {tmp_path}\n"


def test_following_endings() -> None:
    endings = endings_of("normal")
    assert endings.following(("K", "KP")) == [("K", "KB"), ("K", "KN"), ("K", "KQ"), ("K", "KR")]
    assert ("KN", "KQ") in endings.following(("KN", "KP")) and ("K", "KP") in endings.following(("KN", "KP"))
    order = endings.with_following([("KP", "KP")])
    for place, ending in enumerate(order):
        assert set(endings.following(ending)) <= set(order[:place])


def test_listing(bare: Path) -> None:
    assert invoke("normal", "--list").output == "no solved endings\n"
    shutil.copy(Path(tablebase.__file__).parent / "variants" / "endings" / "normal-8x8-3.tables", bare)
    lines = invoke("normal", "--list").output.splitlines()
    assert len(lines) == 10
    assert any(line.startswith("KR-K: ") and line.endswith("; longest win 31 plies") for line in lines)


def test_looking_up() -> None:
    lines = invoke("normal", "--fen", "7k/8/6K1/8/8/8/8/R7 w").output.splitlines()
    assert lines[0] == "won in 1 plies" and "  a1a8: won in 1 plies" in lines


@pytest.mark.parametrize("kept", [4000, 4096])
def test_damaged_files(bare: Path, kept: int, caplog: pytest.LogCaptureFixture) -> None:
    """The engine plays on without these endings, and says so. The header has 4096 bytes."""
    name = "normal-8x8-3.tables"
    content = (Path(tablebase.__file__).parent / "variants" / "endings" / name).read_bytes()
    (bare / name).write_bytes(content[:kept] + b"x" * (len(content) - kept))
    with caplog.at_level(logging.WARNING):
        game = Game("normal", fen="8/8/8/8/8/8/8/R3K2k w")
        assert Searcher(hash_mb=1).think(game, Limits(depth=4)).text
        game.position.probe()
    assert caplog.text


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder."""
    monkeypatch.setenv(tablebase.VARIABLE, str(tmp_path))
    return tmp_path


def shortened(place: Path) -> Path:
    """The file of three pieces of Fanorona Chess with only its first ending, for either side to move."""
    endings = endings_of("fanorona-chess")
    content = tablebase.file_of(endings, 3, tablebase.BUILT_IN).read_bytes()
    header, _, rest = content.partition(b"\n")
    held = [((mine, theirs), stored) for mine, theirs, stored in json.loads(header)["endings"][:2]]
    path = tablebase.file_of(endings, 3, place)
    path.write_bytes(tablebase._header(endings, 3, held) + rest[: sum(stored for _, stored in held)])
    return path


def test_the_user_s_file_takes_the_place_of_ours(own: Path) -> None:
    endings = endings_of("fanorona-chess")
    ours = tablebase.load(endings, tablebase.BUILT_IN)
    shortened(own)
    assert len(tablebase.load(endings).endings) == 3 < len(ours.endings)  # K-K is in another file


def test_a_file_that_changes_is_read_again(own: Path) -> None:
    """Its size and its time tell, either of them."""
    endings = endings_of("fanorona-chess")
    whole = tablebase.file_of(endings, 3, tablebase.BUILT_IN)
    path = Path(shutil.copy(whole, own))
    state = path.stat()
    many = len(tablebase.load(endings).endings)
    shortened(own)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert len(tablebase.load(endings).endings) == 3 < many
    path.write_bytes(b"x" * state.st_size)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns + 10**9))
    assert len(tablebase.load(endings).endings) == 1


def test_files_of_the_most_pieces_are_looked_for(own: Path, caplog: pytest.LogCaptureFixture) -> None:
    endings = endings_of("normal")
    tablebase.file_of(endings, endings.most, own).write_text("x\n")
    assert tablebase.load(endings) is not None
    assert f"endings of {endings.most} pieces are not used: " in caplog.text


@pytest.mark.usefixtures("own")
def test_a_folder_that_cannot_be_is_reported_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The endings that come with Oddfish are still used."""
    monkeypatch.setenv(tablebase.VARIABLE, "~nobody-has-this-name/tables")
    for _ in range(2):
        assert tablebase.load(endings_of("normal")) is not None
    assert caplog.text.count("there is no home folder") == 1


@pytest.mark.usefixtures("own")
def test_no_tables_are_loaded_while_they_are_disabled() -> None:
    endings = endings_of("normal")
    with tablebase.disabled():
        assert tablebase.load(endings) is None
    assert tablebase.load(endings) is not None


@pytest.mark.parametrize(
    "wrong",
    [
        lambda listed: [*listed, listed[0]],  # twice
        lambda listed: listed[:1],  # for one side to move only
        lambda listed: [*listed, ["K", "KX", 5], ["KX", "K", 5]],
        lambda listed: [[*listed[0][:2], 0], listed[1]],
        lambda listed: [[*listed[0][:2], True], listed[1]],
        lambda listed: [[*listed[0][:2], 1.5], listed[1]],
    ],
)
def test_lists_of_endings_that_are_wrong(own: Path, wrong: Any, caplog: pytest.LogCaptureFixture) -> None:
    path = shortened(own)
    header, _, rest = path.read_bytes().partition(b"\n")
    values = json.loads(header)
    values["endings"] = wrong(values["endings"])
    path.write_bytes(json.dumps(values).encode() + b"\n" + rest)
    assert len(tablebase.load(endings_of("fanorona-chess")).endings) == 1
    assert "its list of endings is wrong" in caplog.text


def flipped(place: Path, table: int, at: int) -> Path:
    """The file of three pieces of Fanorona Chess, with a wrong byte in one of its tables."""
    name = "fanorona-chess-5x9-3.tables"
    content = bytearray((Path(tablebase.__file__).parent / "variants" / "endings" / name).read_bytes())
    header, _, _ = content.partition(b"\n")
    sizes = [stored for _, _, stored in json.loads(header)["endings"]]
    begin = len(header) + 1 + sum(sizes[:table])
    content[begin + at % sizes[table]] ^= 1
    place.mkdir(exist_ok=True)
    (place / name).write_bytes(content)
    return place / name


@pytest.mark.parametrize("at", [0, 500, -30, -1])
def test_listing_a_damaged_file(tmp_path: Path, at: int, caplog: pytest.LogCaptureFixture) -> None:
    """The checksum behind a table is checked, too."""
    path = flipped(tmp_path, 1, at)
    done = invoke("fanorona-chess", "--list", "--folder", str(tmp_path))
    assert done.exit_code == 0, done.output
    whole = invoke("fanorona-chess", "--list", "--folder", str(tablebase.BUILT_IN)).output.splitlines()
    kept = [line for line in whole if not line.startswith(("KQ-K:", "K-K:"))]  # K-K is in another file
    assert sorted(done.output.splitlines()) == sorted(kept)
    assert f"is not used: {path} is damaged: " in caplog.text


@pytest.mark.parametrize("table", [0, 1])
def test_a_damaged_ending_is_solved_again(tmp_path: Path, table: int, caplog: pytest.LogCaptureFixture) -> None:
    """Whichever side to move its damaged table is for. The other endings of the file stay."""
    path = flipped(tmp_path, table, 500)
    done = invoke("fanorona-chess", "--ending", "KQ-K", "--folder", str(tmp_path))
    assert done.exit_code == 0 and f"{path.name} written" in done.output, done.output
    assert f"{path} is damaged: " in caplog.text
    mended, whole = (tablebase.load(endings_of("fanorona-chess"), place) for place in (tmp_path, tablebase.BUILT_IN))
    assert all(bytes(table) == bytes(whole.endings[name]) for name, table in mended.endings.items())
    assert len(mended.endings) == len(whole.endings) - 1  # K-K is in another file


@pytest.mark.usefixtures("bare")
def test_a_damaged_header_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "fanorona-chess-5x9-2.tables"
    path.write_bytes(b"x\n")
    done = invoke("fanorona-chess", "--ending", "K-K", "--folder", str(tmp_path))
    assert done.exit_code == 0 and f"{path.name} written" in done.output, done.output
    assert f"{path}: does not start like a file of tables" in caplog.text


def test_which_armies_have_tables() -> None:
    for given in ((), ("-o", "WhiteArmy=RF-NA-BW-QV")):
        done = invoke("augmented-chess", "--pieces", "3", *given)
        assert done.exit_code == 2 and "two equal armies by name: -o WhiteArmy=CODE -o BlackArmy=CODE" in done.output
    assert "variant halfgi has no tablebases" in invoke("halfgi", "--pieces", "3").output
