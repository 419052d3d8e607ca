"""``oddfish perft --suite``: the forms of suites, the table, JSON, limits, and errors of bad lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oddfish.engine.suites import BadLine, Entry, builtin, builtin_text, read_suite
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.commands.perft_suite import SuiteFile

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
PYTHON_CHESS = f"""\
# Position 2: Kiwipete by Peter McKenzie.
% a remark
{{ another }} {{ and one
of two lines }}
id pos-2
epd {KIWIPETE}
perft 1 48
perft 2 2039

id pos-1
epd {START}
perft 1 20
"""


def invoke(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["perft", *map(str, arguments)])


def entries(text: str, variant: str | None = None) -> list[Any]:
    return list(read_suite(text, "x.epd", variant))


def as_json(*arguments: object) -> dict[str, Any]:
    return json.loads(invoke(*arguments, "--json").stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "line",
    [
        f"{START} ;D1 20 ;D2 400",
        f"{START}; D1 20; D2 400;",
        f"{START} ;D1 20 ;D2 4_00",
        f"{START};D1=20;D2: 400",
        f"{START} perft 1 20; perft 2 400;",
        f'{START} ;D1 20 ;D2 400 ;id "start"',
    ],
)
def test_epd_forms(line: str) -> None:
    (entry,) = entries(line)
    assert (entry.place, entry.variant, entry.fen, entry.counts) == ("x.epd:1", "normal", START, {1: 20, 2: 400})
    assert entry.name == ("start" if "id" in line else "")


def test_python_chess_form() -> None:
    second, first = entries(PYTHON_CHESS)
    assert (second.name, second.fen, second.counts) == ("pos-2", KIWIPETE, {1: 48, 2: 2039})
    assert (first.name, first.place, first.counts) == ("pos-1", "x.epd:11", {1: 20})


def test_our_form() -> None:
    text = (
        "# variant: halfgi\n## one\n# D1: me\n8/8 w ;D1 3\n8/8 b ;D1 4\n## three\n# options: A=1 B=2\n8 w ;D2 5 ;O2 6\n"
    )
    one, two, three = entries(text)
    assert [entry.name for entry in (one, two, three)] == ["one", "", "three"]
    assert {entry.variant for entry in (one, two, three)} == {"halfgi"}
    assert one.notes == ("# D1: me",)
    assert (three.options, three.counts, three.outcomes) == ({"A": "1", "B": "2"}, {2: 5}, {2: 6})
    assert two.options == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("8/8 w - -", "x.epd:1: expected 'FEN ;D1 20 ;D2 400 ...'"),
        (f"{START} ;D1 x", "x.epd:1: 'D1 x': expected"),
        (f"\n{START} ;D0 1", "x.epd:2: depth 0 is outside 1..127"),
        (f"{START} ;D{'9' * 5000} 1", f"x.epd:1: depth '{'9' * 39}…' is outside 1..127"),
        (f"{START} ;D1 {'9' * 5000}", f"x.epd:1: count '{'9' * 39}…' is outside 0..{10**30}"),
        (f"epd {START}\nperft 1 {'9' * 5000}", f"x.epd:2: count '{'9' * 39}…' is outside 0..{10**30}"),
        (f"epd {START}\nperft {'9' * 5000} 1", f"x.epd:2: depth '{'9' * 39}…' is outside 1..127"),
        ("perft 1 20", "x.epd:1: 'perft' before any 'epd'"),
        (f"epd {START}\nperft 1", "x.epd:2: 'perft 1': expected 'perft DEPTH NODES'"),
        (f"epd {START}", "x.epd:1: no counts follow"),
        ("# variant: nosuch", "x.epd:1: unknown variant 'nosuch'"),
        ("# options: A", "x.epd:1: expected '# options: NAME=VALUE ...'"),
    ],
)
def test_bad_lines_are_named(text: str, problem: str) -> None:
    assert next(str(item) for item in entries(text) if isinstance(item, BadLine)).startswith(problem)


def test_every_variant_has_a_suite_that_can_be_read() -> None:
    assert builtin() == list(REGISTRY)
    for variant in builtin():
        found = entries(builtin_text(variant))
        assert found
        for entry in found:
            assert isinstance(entry, Entry)
            assert entry.variant == variant
            assert entry.position().count() == entry.counts.get(1, entry.position().count())


def test_the_table() -> None:
    result = invoke("normal", 2, "--suite", "builtin")
    assert result.exit_code == 0
    head, start, *_ = result.stdout.splitlines()
    assert head.split() == ["position", "depth", "nodes", "nodes/s"]
    assert start.split()[:3] == ["start", "2", "400"]
    assert start.split()[-1] == "ok"
    assert "27 positions, 52 counts: all agree, 113 above the limit skipped" in result.stdout


@pytest.mark.slow
def test_all_our_suites() -> None:
    result = invoke("--suite", "builtin", "--max-nodes", 500)
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if line in REGISTRY] == list(REGISTRY)


def test_a_wrong_count(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text(f"{START} ;D1 20 ;D2 401 ;D3 8902\n")
    result = invoke("--suite", file)
    assert result.exit_code == 1
    assert f"{file}:1: depth 2: 400 nodes, expected 401" in result.stdout
    assert "1 position, 3 counts: 1 wrong" in result.stdout


def test_names_are_safe_for_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text(f'{START[:-4]} id "\x1b[31mred"; D1 20;\n{START.split()[0]} \x1bc - - ;D1 1\n')
    result = invoke("--suite", file)
    assert "?[31mred" in result.stdout and "?c" in result.stderr
    assert "\x1b" not in result.stdout + result.stderr


def test_bad_lines_do_not_stop_the_others(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text(f"{START} ;D1 20\nnonsense\n8/8 w ;D1 1\n{PYTHON_CHESS}")
    result = invoke("--suite", file)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"oddfish: {file}:2: expected 'FEN ;D1 20 ;D2 400 ...'",
        f"oddfish: {file}:3: bad FEN: board has 2 ranks, expected 8",
    ]
    assert "3 positions, 4 counts: all agree, 2 bad lines" in result.stdout


def test_without_a_count_nothing_agrees(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text("nonsense\n")
    assert "0 positions, 0 counts: nothing to compare, 1 bad line\n" in invoke("--suite", file).stdout


def test_a_file_of_another_variant(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text(f"{START} ;D3 8266\n")
    assert invoke("--suite", file).exit_code == 1
    assert invoke("half-chess", "--suite", file).exit_code == 0
    file.write_text(f"# variant: half-chess\n{START} ;D3 8266\n")
    assert invoke("--suite", file).exit_code == 0


def test_positions_of_an_unknown_variant_are_skipped(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text(
        f"{START} ;D1 20\n# variant: half-ches\n{START} ;D3 8266\nid a\nepd {START}\nperft 3 8266\nperft 2 400\n\n"
        f"# variant: half-chess\n{START} ;D3 8266\n"
    )
    result = invoke("--suite", file)
    assert result.exit_code == 2
    first, *skipped = result.stderr.splitlines()
    assert first.startswith(f"oddfish: {file}:2: unknown variant 'half-ches'")
    assert skipped == [f"oddfish: {file}:{line}: skipped, because {file}:2 names an unknown variant" for line in (3, 5)]
    assert "2 positions, 2 counts: all agree, 3 bad lines" in result.stdout
    assert "WRONG" not in result.stdout
    report = as_json("normal", "--suite", file, "--max-nodes", 100)  # the command line names the variant
    assert report["bad_lines"] == [] and report["positions"] == 4


def test_json(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text(f"## one\n{START} ;D1 20 ;D2 401 ;D5 4865609\n")
    report = as_json("--suite", file, "--max-nodes", 1000)
    assert (report["agree"], report["counts"], report["skipped"], report["nodes"]) == (False, 2, 1, 420)
    last = report["results"][-1]
    assert (last["name"], last["depth"], last["expected"], last["nodes"], last["agrees"]) == ("one", 2, 401, 400, False)
    assert as_json("banqi", 1, "--suite", "builtin")["results"][0]["outcomes"] == 448


def test_json_of_a_count() -> None:
    report = as_json("normal", 2, "--divide")
    assert (report["variant"], report["fen"], report["nodes"]) == ("normal", START, 400)
    assert report["moves"]["e2e4"] == 20
    assert as_json("banqi", 1)["outcomes"] == 448


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--suite", "/no/such/file"), "oddfish: cannot read /no/such/file: No such file or directory"),
        (("--suite", "builtin", "--divide"), "--divide cannot be used with --suite."),
        (("normal", "3", "--max-nodes", "5"), "--max-nodes needs --suite."),
    ],
)
def test_refusals(arguments: tuple[str, ...], message: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_an_empty_suite(tmp_path: Path) -> None:
    file = tmp_path / "mine.epd"
    file.write_text("# nothing\n")
    assert f"{file}: no positions" in invoke("--suite", file).stderr


def test_completion() -> None:
    assert [item.value for item in SuiteFile().shell_complete(None, None, "bui")] == ["builtin", "bui"]  # type: ignore[arg-type]
    assert [item.type for item in SuiteFile().shell_complete(None, None, "")] == ["file"]  # type: ignore[arg-type]
