"""Search parameters: files of them, and the option SearchFile."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from oddfish.cext.search import PARAMETERS, Search
from oddfish.engine.evaluation.parameters import built_in_parameters, read_parameters, write_parameters
from oddfish.engine.evaluation.value_files import FOLDER
from oddfish.engine.evaluation.weights import WeightsError
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY, get_variant
from support.bench_scripts import bench_script
from support.pipes import CecpEngine, UciEngine

pytestmark = pytest.mark.sampled(3)

DEPTH = 8
POSITIONS = [
    ("normal", None),
    ("normal", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("banqi", "4/1R2/2m1/4/1K2/XX2/3c/1p2[Pk] w r 0 1"),
    ("fanorona-chess", None),
    ("halfgi", None),
]


def nodes(searcher: Searcher) -> int:
    infos: list[int] = []
    searcher.new_game()
    searcher.think(Game("normal"), Limits(depth=DEPTH), lambda info: infos.append(info.nodes))
    return infos[-1]


def test_parameters_change_the_search_and_defaults_come_back() -> None:
    searcher = Searcher(hash_mb=1)
    before = nodes(searcher)
    searcher.set_parameters({"lmr_base": 0})
    assert nodes(searcher) != before
    searcher.set_parameters({})
    assert (nodes(searcher) == before) == (not built_in_parameters(get_variant("normal")))
    searcher.set_parameters(None)
    assert nodes(searcher) == before


@pytest.mark.sampled(4)
@pytest.mark.parametrize("row", PARAMETERS, ids=lambda row: row.name)
def test_every_parameter_can_have_the_ends_of_its_range(row) -> None:
    search = Search(1)
    position = Game("tandem-84").position
    for value in (row.low, row.high):
        search.set_parameters({row.name: value})
        search.prepare(nodes=1500)
        assert search.run(position, [])[0] in position.moves()
    for value in (row.low - 1, row.high + 1):
        with pytest.raises(ValueError, match=f"{row.name}: {value} is outside {row.low}..{row.high}"):
            search.set_parameters({row.name: value})


def test_each_group_of_techniques_is_of_one_kind() -> None:
    bench = bench_script("search_groups")
    assert sorted(name for names in bench.KINDS.values() for name in names) == sorted(bench.GROUPS)


@pytest.mark.parametrize(("technique", "off"), bench_script("search_groups").TECHNIQUES.items())
def test_each_technique_can_be_switched_off(technique: str, off: dict[str, int]) -> None:
    """bench/search_groups.py measures the value of techniques, so switching one off must change the search."""
    assert any(searched(name, fen, off) != searched_as_is(name, fen) for name, fen in POSITIONS), technique


def searched(name: str, fen: str | None, values: dict[str, int]) -> list[int]:
    searcher = Searcher(hash_mb=4)
    searcher.set_parameters({**built_in_parameters(get_variant(name)), **values})
    infos: list[int] = []
    searcher.think(Game(name, fen=fen), Limits(depth=10), lambda info: infos.append(info.nodes))
    return infos


@cache
def searched_as_is(name: str, fen: str | None) -> list[int]:
    return searched(name, fen, {})


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.search.json")), ids=lambda path: path.stem)
def test_built_in_files_say_what_differs_from_the_defaults(path: Path) -> None:
    name = path.name.removesuffix(".search.json")
    values = read_parameters(path)
    assert json.loads(path.read_text())["variant"] == name
    assert values == built_in_parameters(get_variant(name))
    assert values and not values.items() & {row.name: row.default for row in PARAMETERS}.items()


def test_a_refused_parameter_changes_nothing() -> None:
    search = Search(1)
    with pytest.raises(ValueError, match="unknown search parameter magic"):
        search.set_parameters({"lmr_base": 0, "magic": 1})


def test_files_are_read_as_written(tmp_path: Path) -> None:
    path = tmp_path / "some.search.json"
    values = {row.name: row.default for row in PARAMETERS} | {"lmr_base": 123, "delta_margin": 321}
    write_parameters(path, get_variant("halfgi"), values)
    assert read_parameters(path) == {"lmr_base": 123, "delta_margin": 321}
    assert read_parameters(path.read_text()) == read_parameters(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", r"is \[\], expected an object, as files of search parameters are"),
        ("{", "not a JSON file of search parameters"),
        ('{"search": []}', r"key 'search' is \[\]"),
        ('{"serch": {}}', "unknown key 'serch'"),
        ('{"search": {"lmr": 1}}', "unknown search parameter 'lmr'"),
        ('{"search": {"lmr_base": 1.5}}', "'lmr_base' is 1.5, expected a whole number in -1024..2048"),
        ('{"search": {"lmr_base": 9999}}', "'lmr_base' is 9999"),
        ('{"search": {"lmr_base": 1, "lmr_base": 2}}', "duplicate key 'lmr_base'"),
        ("[" * 100_000, "not a JSON file of search parameters"),
    ],
)
def test_bad_files_are_explained(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(WeightsError, match=message) as caught:
        read_parameters(path)
    assert str(path) in str(caught.value)


def test_missing_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="No such file"):
        read_parameters(tmp_path / "none.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WeightsError, match="binary: not a JSON file of search parameters"):
        read_parameters(tmp_path / "binary")


@pytest.mark.parametrize("variant", REGISTRY)
def test_built_in_parameters_can_be_used(variant: str) -> None:
    search, game = Search(1), Game(variant, seed=1)
    search.set_parameters(built_in_parameters(get_variant(variant)))
    search.prepare(nodes=50)
    move, *_ = search.run(game.position, [])
    assert game.position.text(move) in game.legal()


def test_search_file_over_uci(tmp_path: Path) -> None:
    path = tmp_path / "quick search.json"
    path.write_text(json.dumps({"search": {"lmr_base": 2000}}))

    def count(engine: UciEngine) -> str:
        engine.send("ucinewgame", "position startpos", f"go depth {DEPTH}")
        return [line for line in engine.until("bestmove") if f" depth {DEPTH} " in line][-1].split(" time ")[0]

    with UciEngine(variant="normal") as engine:
        before = count(engine)
        engine.send(f"setoption name SearchFile value {path}")
        quick = count(engine)
        assert quick.split(" nodes ")[1] != before.split(" nodes ")[1]
        engine.send('setoption name SearchFile value {"search": {"lmr_bas": 1}}')
        assert "unknown search parameter 'lmr_bas'" in engine.expect("info string")
        engine.send(f"setoption name SearchFile value {tmp_path}/none.json")
        assert "none.json: No such file" in engine.expect("info string")
        assert count(engine).split(" nodes ")[1].split()[0] == quick.split(" nodes ")[1].split()[0]
        engine.send("setoption name SearchFile value")
        assert count(engine).split(" nodes ")[1].split()[0] == before.split(" nodes ")[1].split()[0]


def test_search_file_over_cecp(tmp_path: Path) -> None:
    with CecpEngine(variant="normal") as engine:
        said = engine.ask("option SearchFile={'search'}")
        assert any("option SearchFile: its text: not a JSON file of search parameters" in line for line in said)
        assert not any("Error" in line for line in engine.ask('option SearchFile={"search": {"lmr_base": 2000}}'))
