"""The command line: every command, its output, and its errors."""

from __future__ import annotations

import contextlib
import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from oddfish.cext.core.perft import perft as core_perft
from oddfish.engine import bench
from oddfish.engine.experiments.match.control import DEFAULT_MARGIN
from oddfish.engine.game import Game
from oddfish.engine.perft import Part, Perft
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import terminal
from oddfish.protocols.commands import group
from oddfish.protocols.commands.common import headline
from oddfish.protocols.commands.group import COMMANDS, cli
from oddfish.protocols.pictures.squares import squares, squares_of_move
from oddfish.protocols.pictures.svg import svg
from oddfish.protocols.pictures.terminal import coloured
from oddfish.protocols.terminal.commands import described
from oddfish.protocols.terminal.printing import score_text

VARIANTS = list(REGISTRY)
ARMIES = ("-o", "WhiteArmy=RF-CD-BW-QV", "-o", "BlackArmy=RA-VS-BC-RVF")
RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
SVG = "{http://www.w3.org/2000/svg}"
MATE_IN_FOUR = "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5"


def invoke(*arguments: str, stdin: str = "") -> Result:
    """Run a command in this process."""
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, list(arguments), input=stdin)


def output(*arguments: str, stdin: str = "") -> str:
    """The standard output of a command that must succeed."""
    result = invoke(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


# ------------------------------------------------------------------------------------------------ variants


def test_variants_lists_every_variant() -> None:
    rows: dict[str, str] = {}
    name = ""
    for line in output("variants").splitlines():
        name = line.split()[0] if not line.startswith(" ") else name  # long text continues below
        rows[name] = rows.get(name, "") + line
    for variant in REGISTRY.values():
        assert variant.title in rows[variant.name]
        assert f"{variant.files}x{variant.ranks}" in rows[variant.name]
        for option in variant.options:
            assert option.name in rows[variant.name]


def test_headlines_tell_variants_apart() -> None:
    """They differ in more than the name of their author."""
    author = re.compile(r", by [A-Z]\w+ [A-Z]\w+( \(\d{4}\))?")
    lines = {author.sub("", headline(variant.summary)) for variant in REGISTRY.values()}
    assert len(lines) == len(REGISTRY)
    assert max(map(len, lines)) <= 130


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.quick(3)
def test_variants_rules(name: str) -> None:
    text = output("variants", "--rules", name)
    variant = REGISTRY[name]
    assert variant.title in text
    assert " ".join(variant.summary.split()[:3]) in text
    for option in variant.options:
        assert option.name in text


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.quick(3)
def test_variants_rules_shows_the_whole_page(name: str) -> None:
    """Plain text within 80 columns, then the options with their defaults."""
    text, variant = output("variants", "--rules", name), REGISTRY[name]
    page = (RULES / variant.page).read_text(encoding="utf-8")
    lines = text.splitlines()
    assert "\x1b" not in text
    assert max(map(len, lines)) <= 80
    for heading in re.findall(r"^#+ (.*)$", page, re.MULTILINE):
        assert heading.replace("`", "") in lines
    markup = re.compile(r"[*`|#\s\-─═•]|^ *\d+\.? |\[/?[a-z]+\.md\]", re.MULTILINE)
    (last,) = re.findall(r"\S[^\n]*\n*\Z", page)
    assert markup.sub("", last.rsplit(": ")[-1]) in markup.sub("", text)
    rules = re.findall(r"^[A-Z]\d+(?= )", page, re.MULTILINE)
    assert [line for line in rules if not any(other.startswith(f"{line} ") for other in lines)] == []
    shared = [other for other, one in REGISTRY.items() if one.page == variant.page and other != name]
    (told,) = re.findall(r"They also cover\s([^.]*)\.", text) or [""]
    assert {*re.split(r"[,\s]+", told)} - {"and"} == ({*shared} if shared else {""})
    heading = re.findall(r"^# (.*)$", page, re.MULTILINE)[0]
    assert not shared or text.index(told) < text.index(f"\n{heading}\n")
    for option in variant.options:
        assert re.search(rf"^{option.name} +default {option.default}\b", text, re.MULTILINE)


@pytest.mark.later
def test_variants_rules_keeps_tables_numbers_and_references_right() -> None:
    """Columns that are too wide are put below each other with their own headings; examples keep their numbers."""
    banqi = output("variants", "--rules", "banqi")
    for heading, ranks in (("Taiwanese (banqi): ", "KGMRNCP"), ("Hong Kong (banqi-hongkong): ", "KGMRNCP")):
        table = [line.split() for line in banqi.partition(heading)[2].splitlines()[1:9]]
        assert table[0] == [*ranks]
        assert [row[0] for row in table[1:]] == [*ranks]
        assert {len(row) for row in table[1:]} == {8}
    assert "XBOARD.md" not in banqi
    fanorona = output("variants", "--rules", "fanorona-chess")
    arrays = [fanorona.partition(heading)[2] for heading in ("standard [T]", "fanorona-chess-alternate [D: ")]
    assert arrays[0].startswith("\n 9 n r k r n\n")
    assert "web card]\n 9 b r k r b\n" in arrays[1]
    examples = fanorona.partition("Worked examples")[2]
    assert re.findall(r"^ +(\d+) [A-Z]", examples, re.MULTILINE) == [str(number) for number in range(1, 11)]
    assert re.search(r"^ +6 Empty board: ", examples, re.MULTILINE)
    assert "(see oddfish variants --rules halfgi)" in " ".join(output("variants", "--rules", "bifold-halfgi").split())


@pytest.mark.sampled(4)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("pager", "less", "paged", "styled"),
    [
        ("less", None, "-FRX", True),
        ("less", "M", "-R M", True),
        (None, None, "-FRX", True),
        ("busybox/less", None, "-FRX", False),
        ("more", None, "-FRX", False),
        ("cat", None, None, True),
        ("", None, None, True),
        ("nosuch", None, None, False),
    ],
)
@pytest.mark.quick(3)
def test_variants_rules_on_a_terminal(
    oddfish: str, tmp_path: Path, pager: str | None, less: str | None, paged: str | None, styled: bool
) -> None:
    """A pager gets the page, with escape sequences only if it can show them."""
    pty = pytest.importorskip("pty")
    (tmp_path / "busybox").mkdir()
    for name, version in (("less", "less 590"), ("busybox/less", "unrecognized option"), ("more", "more 1.0")):
        path = tmp_path / name
        path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exec echo {version}\necho "$LESS"; exec /bin/cat\n')
        path.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TERM": "xterm-256color", "COLUMNS": "70"}
    for variable, value in (("PAGER", pager and f"{tmp_path}/{pager}" if pager != "cat" else pager), ("LESS", less)):
        environment.pop(variable, None)
        if value is not None:
            environment[variable] = value
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [oddfish, "variants", "--rules", "banqi"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while data := os.read(ours, 65536):
                shown += data
        assert process.wait() == 0
    os.close(ours)
    lines = shown.decode().replace("\r", "").splitlines()
    if pager == "nosuch":
        assert "not found" in lines.pop(0)
    elif paged is not None:
        assert lines.pop(0) == paged
    assert lines[0] == ("\x1b[1mBanqi\x1b[0m (banqi)" if styled else "Banqi (banqi)")
    assert ("\x1b" in "".join(lines)) == styled
    assert lines[-1].strip()


def test_headline_ends_at_a_sentence() -> None:
    assert headline("Chess by R. Betza (2001). More.") == "Chess by R. Betza (2001)"
    assert headline("Chess: with more.") == "Chess"
    assert headline("Chess.") == "Chess"


# --------------------------------------------------------------------------------------------------- perft


def test_perft_ends_with_the_number() -> None:
    assert output("perft", "normal", "4").splitlines()[-1] == "Nodes searched: 197281"


def test_perft_of_depth_0_is_one() -> None:
    assert output("perft", "half-chess", "0").splitlines()[-1] == "Nodes searched: 1"


def test_perft_divide_adds_up() -> None:
    *moves, blank, total = output("perft", "halfgi", "3", "--divide").splitlines()
    game = Game("halfgi")
    counts = {text: int(number) for text, number in (line.split(": ") for line in moves)}
    assert blank == ""
    assert list(counts) == game.legal()
    assert total == f"Nodes searched: {sum(counts.values())}"
    assert sum(counts.values()) == core_perft(game.position, 3)


def test_perft_reads_fen_and_options() -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    both = ("-o", "WhiteArmy=RF-CD-BW-QV", "-o", "BlackArmy=RF-CD-BW-QV")
    for arguments in (both, (*both, "--fen", start), ("--fen", f"{start} RF-CD-BW-QV:RF-CD-BW-QV")):
        assert output("perft", "augmented-half-chess", "1", *arguments).splitlines()[-1] == "Nodes searched: 24"


@pytest.mark.parametrize(
    "switches", [("--threads", "3"), ("--hash", "2"), ("--lists",), ("--threads", "2", "--hash", "1")]
)
def test_perft_switches_count_alike(switches: tuple[str, ...]) -> None:
    expected = core_perft(Game("half-chess").position, 4)
    assert output("perft", "half-chess", "4", *switches).splitlines()[-1] == f"Nodes searched: {expected}"


def test_perft_reports_the_hits_of_its_table() -> None:
    result = invoke("perft", "half-chess", "6", "--hash", "2")
    told = re.search(r"(\d+)% of ([\d,]+) positions found in the hash table", result.stderr)
    assert told is not None
    report = json.loads(output("perft", "half-chess", "6", "--hash", "2", "--json"))
    asked, found = report["hash_lookups"], report["hash_hits"]
    assert asked == int(told[2].replace(",", "")) and round(100 * found / asked) == int(told[1])
    assert 0 < found < asked
    assert "hash" not in invoke("perft", "half-chess", "3").stderr


def test_perft_stops_at_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(perft: Perft, part: Part) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Perft, "_result", interrupted)
    result = invoke("perft", "normal", "30", "--threads", "2")
    assert result.exit_code == 130
    assert result.stdout == ""
    assert result.stderr == "oddfish: interrupted after 0 of 20 moves\n"


# --------------------------------------------------------------------------------------------------- bench


def test_bench_is_reproducible() -> None:
    def signature(*names: str) -> list[str]:
        lines = output("bench", *names, "--depth", "6").splitlines()
        return [line.split("nodes  ")[0] for line in lines]

    once = signature("half-chess", "halfgi")
    assert once == signature("half-chess", "halfgi")
    assert [line.split()[0] for line in once] == ["half-chess", "halfgi", "total", "Signature:"]
    counts = [int(line.split()[1]) for line in once]
    assert counts[0] + counts[1] == counts[2] == counts[3]


@pytest.mark.parametrize("name", VARIANTS)
def test_bench_positions_are_games_in_progress(name: str) -> None:
    games = bench.positions(name)
    assert games
    for game in games:
        assert game.result() is None
        if REGISTRY[name].bench_fens:
            assert game.fen() in REGISTRY[name].bench_fens


# ---------------------------------------------------------------------------------------------------- show


@pytest.mark.parametrize("name", VARIANTS)
def test_show_draws_the_start(name: str) -> None:
    text = output("show", name, "--seed", "5")
    game = Game(name, seed=5)
    assert game.variant.draw(game.position) in text
    assert game.fen() in text
    for letters, meaning in game.variant.legend(game.position):
        assert letters in text
        assert meaning in text
        assert all(len(letter) == 1 for letter in letters.split())  # not a word


def test_show_names_the_players_as_the_game_does() -> None:
    assert "The first player to move, 32 legal moves" in output("show", "banqi", "--seed", "1")
    assert "Black to move, " in output("show", "banqi", "4/4/4/4/4/4/4/Kk2[] b r 0 1")
    assert "White to move, 20 legal moves" in output("show", "normal")


def test_show_takes_a_fen_with_or_without_quotes() -> None:
    fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    assert output("show", "normal", fen) == output("show", "normal", *fen.split())
    assert "1/2-1/2 stalemate, 0 legal moves" in output("show", "normal", fen)


@pytest.mark.parametrize("name", VARIANTS)
def test_show_writes_svg(name: str, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert output("show", name, "--seed", "1", "--svg", str(file)) == ""
    root = ElementTree.parse(file).getroot()
    assert root.tag == f"{SVG}svg"
    title = root.findtext(f"{SVG}title")
    assert title == f"{REGISTRY[name].title}: {Game(name, seed=1).fen()}"
    assert output("show", name, "--seed", "1", "--svg", "-") == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["augmented-half-chess", "banqi", "tandem-84"])
@pytest.mark.quick(3)
def test_show_writes_png(name: str, tmp_path: Path) -> None:
    file, wide = tmp_path / "board.png", tmp_path / "wide.png"
    assert output("show", name, "--seed", "1", "--png", str(file)) == ""
    assert output("show", name, "--seed", "1", "--png", str(wide), "--width", "1000") == ""
    root = ElementTree.fromstring(output("show", name, "--seed", "1", "--svg", "-"))
    (width, height), (wider, higher) = (struct.unpack(">II", path.read_bytes()[16:24]) for path in (file, wide))
    assert file.read_bytes().startswith(b"\x89PNG\r\n")
    assert (width, height) == (int(root.attrib["width"]), int(root.attrib["height"]))
    assert wider == 1000
    assert abs(higher - 1000 * height / width) < 1


def test_png_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = CliRunner().invoke(cli, ["show", "banqi", "--png", "board.png"])
    assert done.exit_code == 2
    assert "a PNG needs resvg: " in done.output and "install 'oddfish[png]'" in done.output


def test_svg_names_the_armies() -> None:
    drawn = output("show", "augmented-half-chess", *ARMIES, "--svg", "-")
    for code in ["RF", "CD", "BW", "QV", "RA", "VS", "BC", "RVF"]:
        assert f'aria-label="{code}"' in drawn


def test_svg_shows_hands() -> None:
    fen = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPP1/RNBQKBN1[RPp] w Qkq - 0 5"
    drawn = output("show", "halfgi", fen, "--svg", "-")
    assert 'aria-label="White in hand: RP"' in drawn
    assert 'aria-label="Black in hand: P"' in drawn


class Stacks:
    """A variant with only a drawing, and a position with two units on a square."""

    name, title, files, ranks = "stacks", "Stacks <&>", 2, 1

    def draw(self, position: object) -> str:
        return "1  (RN) .\n   a    b"

    def fen(self) -> str:
        return "(RN)1 w"

    def cells(self) -> list[str]:
        return ["RN", ""]


def test_pictures_of_squares_that_hold_more_than_a_letter_are_text() -> None:
    stacks: Any = Stacks()
    assert squares(stacks, stacks) is None
    assert coloured(stacks, stacks).plain == stacks.draw(stacks)
    root = ElementTree.fromstring(svg(stacks, stacks))
    labels = [group.get("aria-label") for group in root.iter(f"{SVG}g") if group.get("aria-label")]
    assert labels == stacks.draw(stacks).split("\n")


def test_squares_of_a_move() -> None:
    assert squares_of_move("a7b8q") == {(0, 6), (1, 7)}
    assert squares_of_move("n@e4") == {(4, 3)}
    assert squares_of_move("a10b9") == {(0, 9), (1, 8)}


# ---------------------------------------------------------------------------------------------------- play


def test_play_of_two_people_to_mate(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    moves = MATE_IN_FOUR.upper().replace(" ", "\n") + "\n"
    text = output("play", "half-chess", "--white", "human", "--black", "human", "--save", str(file), stdin=moves)
    assert text.splitlines()[-1] == "1-0  White wins by checkmate"
    pgn = file.read_text(encoding="utf-8")
    assert '[Result "1-0"]' in pgn
    assert '[Variant "half-chess"]' in pgn
    assert pgn.endswith("1. d2d4 e7e5 2. d1d2 e8e7 3. d2f4 e7e6 4. f4e5 {checkmate} 1-0\n")


def test_play_against_the_engine() -> None:
    text = output("play", "half-chess", "--depth", "3", stdin="e2e4\nlist\nhint\nresign\n")
    game = Game("half-chess")
    game.push("e2e4")
    answer = next(line.split()[2] for line in text.splitlines() if line.strip().startswith("1... Black"))
    assert answer in game.legal()
    assert f"1. e2e4 {answer}" in text
    assert "Hint: " in text
    assert text.splitlines()[-1] == "0-1  Black wins by resignation"


def test_play_lets_the_engine_begin() -> None:
    text = output("play", "halfgi", "--white", "engine", "--depth", "2", stdin="undo\nquit\n")
    assert "    1. White " in text
    assert "You have no move to take back." in text
    assert text.splitlines()[-1] == "Game left unfinished."


def test_play_undo_takes_back_to_ones_own_move() -> None:
    text = output("play", "half-chess", "--depth", "2", stdin="e2e4\nundo\nfen\nquit\n")
    assert "RNBQKBNR w KQkq - 0 1" in text


def test_play_answers_commands_and_bad_input() -> None:
    typed = "e2e5\n[/red]\n\nmoves\nfen\nshow\nhelp\nlist\n"
    text = output("play", "half-chess", "--depth", "2", stdin=typed)
    assert "'e2e5' is not a legal move; type moves or help" in text
    assert "'[/red]' is not a legal move" in text
    assert "20 legal moves" in text
    assert "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in text
    assert all(name in text for name, _ in described())
    assert "No moves have been played." in text
    assert text.splitlines()[-1] == "Game left unfinished."


def test_play_reports_ambiguous_abbreviations() -> None:
    text = output(
        "play", "normal", "--depth", "1", "--fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1", stdin="a7a8\na7a8n\nquit\n"
    )
    assert "'a7a8' fits several moves: a7a8b a7a8n a7a8q a7a8r" in text
    assert "Say what the Pawn promotes to: a7a8b, a7a8n, a7a8q or a7a8r." in text
    fork = "4k/5/5/5/4n/5/2P2/1p3/3K1 w - - 0 1"
    text = output("play", "fanorona-chess", "--depth", "1", "--fen", fork, stdin="c3d4\nwhy c3d4\nquit\n")
    assert "'c3d4' fits several moves: c3d4xb2 c3d4xe5" in text
    assert text.count("could mean several moves") == 1  # the error has already said it, so there is no reason


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.quick(5)
def test_play_self_ends_with_a_result(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    text = output("play", name, "--self", "--depth", "1", "--seed", "2", "--save", str(file))
    last = text.splitlines()[-1]
    assert last.split()[0] in ("1-0", "0-1", "1/2-1/2")
    assert re.fullmatch(r"\S+  (draw|(White|Black|Red) wins)( by |: )\w[\w -]+", last)
    assert file.read_text(encoding="utf-8").split()[-1] == last.split()[0]


def test_play_self_is_reproducible_at_a_fixed_depth() -> None:
    arguments = ("play", "augmented-half-chess", "--self", "--depth", "2", "--seed", "7")
    assert output(*arguments) == output(*arguments)


def test_play_survives_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal, "read_line", interrupted)
    result = invoke("play", "half-chess", "--depth", "1", "--save", "-")
    assert result.exit_code == 130
    assert "Interrupted; game left unfinished." in result.stdout
    assert result.stdout.split()[-1] == "*"


def test_scores_are_whites() -> None:
    assert score_text(31, 0) == "+0.31"
    assert score_text(31, 1) == "-0.31"
    mated_in_two = Game("normal", fen="7k/R7/1R6/8/8/8/8/K7 w - - 0 1")
    best = Searcher(1).think(mated_in_two, Limits(depth=4))
    assert score_text(best.score, 0) == "#1"
    assert score_text(best.score, 1) == "-#1"
    assert score_text(-best.score, 1) == "#1"


# -------------------------------------------------------------------------------------------------- errors

ERRORS = [
    (("perft", "nosuch", "3"), "unknown variant 'nosuch': expected one of augmented-half-chess"),
    (("show", "banki"), "unknown variant 'banki': did you mean banqi? expected one of"),
    (("moves", "Fanorona"), "'Fanorona': did you mean fanorona-chess or fanorona-chess-alternate? expected"),
    (("variants", "--rules", "nosuch"), "unknown variant 'nosuch'"),
    (("bench", "half-chess", "nosuch"), "unknown variant 'nosuch'"),
    (("show", "nosuch"), "unknown variant 'nosuch'"),
    (("play", "nosuch"), "unknown variant 'nosuch'"),
    (("perft", "normal", "3", "--fen", "8/8 w"), "bad FEN: board has 2 ranks, expected 8"),
    (("show", "half-chess", "9/8/8/8/8/8/8/8", "w"), "bad FEN: rank 8 has 9 files, expected 8"),
    (("play", "halfgi", "--fen", ""), "bad FEN: empty FEN"),
    (("show", "normal", "-o", "Army=x"), "variant normal has no options"),
    (("show", "augmented-chess", "-o", "Army=x"), "unknown option 'Army': expected one of WhiteArmy, BlackArmy"),
    (("show", "augmented-chess", "-o", "WhiteArmy"), "option 'WhiteArmy': expected NAME=VALUE"),
    (("show", "augmented-half-chess", "-o", "whitearmy=RF-CF-BW-QV"), "augmenter F is used twice (rule A2)"),
    (("play", "augmented-half-chess", "-o", "DistinctPieces=maybe"), "'maybe' is neither true nor false"),
    (("play", "half-chess", "--self", "--white", "human"), "--self cannot be used with a human player"),
    (("show", "half-chess", "--svg", "no/such/folder/x.svg"), "cannot write no/such/folder/x.svg: "),
    (("play", "half-chess", "--self", "--save", "no/such/folder/x.pgn"), "cannot write no/such/folder/x.pgn: "),
]


@pytest.mark.parametrize(("arguments", "message"), ERRORS, ids=[" ".join(case[0]) for case in ERRORS])
def test_errors_are_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("oddfish: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [("perft", "normal"), ("perft", "normal", "x"), ("perft", "normal", "128"), ("bench", "--depth", "0"), ("nosuch",)],
)
def test_usage_errors_exit_with_2(arguments: tuple[str, ...]) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play",), "Missing argument 'VARIANT'. Expected one of augmented-half-chess, half-chess, halfgi,"),
        (("play", "normal", "--level", "x"), "'x' is not a whole number."),
        (("play", "normal", "--time", "x"), "'x' is not a number."),
        (("help", "nosuch"), "No such command 'nosuch'."),
    ],
)
def test_usage_errors_say_what_is_expected(arguments: tuple[str, ...], message: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_misspelled_commands_are_recognized() -> None:
    result = CliRunner().invoke(cli, ["plya", "banqi"])
    assert result.exit_code == 2
    assert result.output.splitlines()[-1] == "Error: No such command 'plya'. Did you mean play?"


def test_help_is_a_command() -> None:
    assert output("help") == output("--help")
    assert output("help", "bench") == output("bench", "--help")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help(command: str) -> None:
    assert output(command, "--help").startswith(f"Usage: cli {command}")


def test_every_command_fits_its_line_of_help() -> None:
    """Short help texts are not cut off, and every module that defines a command is listed."""
    text = output("--help")
    folder = Path(group.__file__).parent
    modules = [path for path in folder.glob("*.py") if path != Path(group.__file__)]
    defined = [path.stem for path in modules if re.search("^@click.(command|group)", path.read_text("utf-8"), re.M)]
    assert sorted(name.replace("_", "-") for name in defined) == sorted(COMMANDS)
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        assert f"{name} " in text
        assert command.get_short_help_str(limit=60) in text
        assert not command.get_short_help_str(limit=60).endswith("...")
        assert command.callback is not None
        assert command.callback.__module__ == f"oddfish.protocols.commands.{name.replace('-', '_')}"


def test_help_tells_the_margin_of_matches() -> None:
    assert f"[default: {DEFAULT_MARGIN};" in " ".join(output("match", "--help").split())


# ------------------------------------------------------------------------------------- the installed command


@pytest.mark.later
def test_the_command_runs_them_all(run_oddfish: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = run_oddfish("perft", "normal", "3")
    assert (done.returncode, done.stdout) == (0, "Nodes searched: 8902\n")
    assert run_oddfish("--version").stdout.startswith("oddfish")
    assert "perft" in run_oddfish("--help").stdout
    wrong = run_oddfish("show", "nosuch")
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.startswith("oddfish: unknown variant")
    assert "Traceback" not in wrong.stderr


def test_ctrl_c_has_a_status_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A status of 1 is a result of some commands, such as a wrong count."""

    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(click.Group, "invoke", interrupt)
    done = invoke("perft", "normal", "1")
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", "oddfish: interrupted\n")
