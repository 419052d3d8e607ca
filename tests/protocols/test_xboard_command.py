"""The command `oddfish xboard`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import xboard as launcher
from oddfish.protocols.commands.xboard import xboard
from oddfish.protocols.pictures.xboard import board
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.shape import Shape, redraw_line, shape_of, with_margins
from oddfish.protocols.saved_games import pgn
from oddfish.protocols.transcript import in_plies

AUGMENTED = "augmented-half-chess"


def test_xboard_command_line():
    done = CliRunner().invoke(xboard, ["halfgi", "--match", "--games", "3", "--time", "0:30+1", "--print"])
    assert done.exit_code == 0
    for words in (
        "xboard -variant halfgi -fcp ",
        " -scp ",
        "-mg 3",
        "-tc 0:30 -inc 1",
        "-testLegality false",
        "-saveSettingsOnExit false",
    ):
        assert words in done.output
    words = [AUGMENTED, "--option", "WhiteArmy=RF-CD-BW-QV", "--print", "--", "-size", "big"]
    armed = CliRunner().invoke(xboard, words)
    assert "--option WhiteArmy=RF-CD-BW-QV" in armed.output
    assert armed.output.rstrip().endswith("-size big")
    assert "-testLegality true" in CliRunner().invoke(xboard, ["normal", "--print"]).output


@pytest.mark.parametrize(("time", "small"), [("5+3", False), ("45", False), ("60+10", True), ("90:30+30", True)])
def test_long_games_have_smaller_clocks(time: str, small: bool):
    done = CliRunner().invoke(xboard, ["halfgi", "--time", time, "--print"])
    assert ("-clockFont" in done.output) == small


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nosuch", "--print"], "expected one of augmented-half-chess"),
        ([AUGMENTED, "--option", "WhiteArmy=XX", "--print"], "WhiteArmy"),
        ([AUGMENTED, "--option", "WhiteArmy", "--print"], "NAME=VALUE"),
        (["normal", "--time", "soon", "--print"], "--time"),
        (["normal", "--load", "nowhere.pgn", "--print"], "nowhere.pgn"),
        (["normal", "--match", "--load", __file__, "--print"], "--load cannot be used with --match"),
        (["normal", "--black", "--watch", "--print"], "--watch cannot be used with --black"),
        (["normal", "--load", __file__, "--print"], "contains 0 games: there is no game 1"),
    ],
)
def test_xboard_command_line_errors(arguments: list[str], named: str):
    done = CliRunner().invoke(xboard, arguments)
    assert done.exit_code != 0
    assert named in done.output


def test_xboard_loads_one_game_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    games = [
        '[Event "a"]\n[Result "*"]\n\n1. e4 {[%clk 1] one} *\n\n', '[Event "b"]\n[Site "\udce9"]\n\n1. d4 *\n\n',
        "[Event]\n*\n",
    ]  # fmt: skip
    many, one = tmp_path / "many.pgn", tmp_path / "one.pgn"
    many.write_text("".join(games), errors="surrogateescape")
    one.write_text(games[0])
    for number, game in enumerate(games, 1):
        done = CliRunner().invoke(xboard, ["normal", "--load", str(many), "--number", str(number), "--print"])
        place = re.search(r" -lgf (\S+) -lgi 1", done.output)
        assert place is not None, done.output
        assert Path(place[1]).read_text(errors="surrogateescape") == game
    assert f" -lgf {one} -lgi 1" in CliRunner().invoke(xboard, ["normal", "--load", str(one), "--print"]).output
    done = CliRunner().invoke(xboard, ["normal", "--load", str(many), "--number", "4", "--print"])
    assert done.exit_code != 0
    assert "many.pgn contains 3 games: there is no game 4" in done.output
    one.write_text('[Variant "halfgi"]\n\n1. e2e4 *\n')
    done = CliRunner().invoke(xboard, ["banqi", "--load", str(one), "--print"])
    assert done.exit_code != 0
    assert "the file contains a game of halfgi: load it with oddfish xboard halfgi --load" in done.output
    one.write_text(games[0])
    stand_in = tmp_path / "bin" / "xboard"
    stand_in.parent.mkdir()
    stand_in.touch(0o755)
    monkeypatch.setenv("PATH", str(stand_in.parent))
    monkeypatch.setenv("DISPLAY", ":0")
    (tmp_path / "cache" / "oddfish" / "game.pgn").unlink()
    (tmp_path / "cache" / "oddfish" / "game.pgn").mkdir()
    assert "cannot copy game 2" in CliRunner().invoke(xboard, ["normal", "--load", str(many), "--number", "2"]).output


ENGINES = ("Oddfish 0.1.0 RC-VF-BD-RCS:RA-CF-BV-RVS", "Oddfish 0.1.0 (Any) RV-CD-BW-RVS:RA-CW-BV-RCD")


@pytest.mark.parametrize(
    ("tags", "options", "armies"),
    [
        ({"White": ENGINES[0], "Black": ENGINES[1]}, [], ("RC-VF-BD-RCS", "RA-CW-BV-RCD")),  # each plays its own
        ({"White": "A. Person", "Black": ENGINES[1]}, [], ("RV-CD-BW-RVS", "RA-CW-BV-RCD")),
        ({"White": ENGINES[0], "Black": "A. Person"}, [], ("RC-VF-BD-RCS", "RA-CF-BV-RVS")),
        ({"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"}, [], ("RF-CD-BW-QV", "RA-VS-BC-RVF")),
        ({"White": ENGINES[0]}, ["--option", "BlackArmy=RA-VS-BC-RVF"], ("RC-VF-BD-RCS", "RA-VS-BC-RVF")),
    ],
)
def test_a_loaded_game_brings_its_armies(
    tags: dict[str, str], options: list[str], armies: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "game.pgn"
    file.write_text("".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n1. e4 *\n")
    done = CliRunner().invoke(xboard, ["augmented-half-chess", *options, "--load", str(file), "--print"])
    assert done.exit_code == 0, done.output
    (engine,) = re.findall(r"-fcp '([^']*)'", done.output)
    assert f"--option WhiteArmy={armies[0]} --option BlackArmy={armies[1]}" in engine


def test_our_own_saved_games_bring_their_rules_and_are_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game = Game("banqi", {"DarkCapture": True, "NoProgressPlies": 60}, seed=2)
    for _ in range(8):
        game.push_move(game.position.moves()[0])
    file = tmp_path / "game.pgn"
    file.write_text(pgn(game, None, ("you", "you")))
    assert '[Options "DarkCapture=true, NoProgressPlies=60"]' in file.read_text()
    done = CliRunner().invoke(xboard, ["banqi", "--load", str(file), "--print"])
    (engine,) = re.findall(r"-fcp '([^']*)'", done.output)
    assert "--option DarkCapture=True" in engine and "--option NoProgressPlies=60" in engine
    place = re.search(r" -lgf (\S+) -lgi 1", done.output)
    assert place is not None
    translated = in_plies(file.read_text(), game.variant, game.options, projection_for("banqi"))
    assert translated is not None and Path(place[1]).read_text() == translated
    file.write_text(translated)
    assert f" -lgf {file} -lgi 1" in CliRunner().invoke(xboard, ["banqi", "--load", str(file), "--print"]).output


def test_a_loaded_game_with_impossible_armies(tmp_path: Path):
    file = tmp_path / "game.pgn"
    file.write_text('[WhiteArmy "RF-CF-BW-QV"]\n\n1. e4 *\n')
    done = CliRunner().invoke(xboard, ["augmented-half-chess", "--load", str(file), "--print"])
    assert done.exit_code == 2
    assert f"{file}: option WhiteArmy: " in done.output
    assert "augmenter F is used twice (rule A2)" in done.output


def test_a_loaded_game_without_armies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "game.pgn"
    file.write_text('[White "x RF-XX:?"]\n\n1. e4 *\n')
    assert CliRunner().invoke(xboard, ["augmented-half-chess", "--load", str(file), "--print"]).exit_code == 0
    assert CliRunner().invoke(xboard, ["half-chess", "--load", str(file), "--print"]).exit_code == 0


def test_xboard_command_without_display_or_xboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It leaves no pictures behind."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(launcher, "_PLACES", ())
    monkeypatch.setenv("PATH", "")
    done = CliRunner().invoke(xboard, ["normal"])
    assert done.exit_code != 0
    assert "XBoard is not installed" in done.output
    monkeypatch.setattr(launcher, "find_xboard", lambda: "/nowhere/xboard")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    done = CliRunner().invoke(xboard, [AUGMENTED])
    assert done.exit_code != 0
    assert "no display" in done.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("control", "flags"),
    [
        ("5", "-tc 5 -inc 0"), ("40/5", "-tc 5 -mps 40"), ("0:30+2", "-tc 0:30 -inc 2"), ("1+0.5", "-tc 1 -inc 0.5"),
    ],
)  # fmt: skip
def test_time_flags(control: str, flags: str):
    assert " ".join(launcher.time_flags(control)) == flags


@pytest.mark.parametrize(
    ("arguments", "words", "absent"),
    [
        ([], "-tc 5 -inc 3", "-initialMode"),
        (["--black"], "-initialMode MachineWhite -tc 5 -inc 3", "-mg"),
        (["--watch"], "-initialMode TwoMachines -tc 3 -inc 2", "-mg"),
        (["--match"], "-mg 1 -popupExitMessage false -tc 1 -inc 1", "-initialMode"),
    ],
)
def test_who_plays(arguments: list[str], words: str, absent: str):
    done = CliRunner().invoke(xboard, ["halfgi", *arguments, "--print"])
    assert words in done.output
    assert absent not in done.output


@pytest.mark.parametrize(
    ("arguments", "level"),
    [([], 2), (["--black"], 2), (["--level", "7"], 7), (["--level", "20"], 20), (["--watch"], 20), (["--match"], 20)],
)
def test_a_person_who_names_no_level_plays_a_beginner_s(arguments: list[str], level: int):
    output = CliRunner().invoke(xboard, ["halfgi", *arguments, "--print"]).output
    assert (f"-firstOptions SkillLevel={level}" in output) == (level < 20)
    assert ("SkillLevel" in output) == (level < 20)


def test_a_person_who_names_no_level_reads_how_to_get_full_strength(monkeypatch: pytest.MonkeyPatch):
    started: list[list[str]] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(launcher, "find_xboard", lambda: "/nowhere/xboard")
    monkeypatch.setattr("os.execv", lambda program, words: started.append(words))
    assert "--level 20" in CliRunner().invoke(xboard, ["halfgi"]).output
    for arguments in (["--level", "2"], ["--watch"]):
        assert CliRunner().invoke(xboard, ["halfgi", *arguments]).output == ""
    assert len(started) == 3


@pytest.mark.parametrize("arguments", [["--watch"], ["--match"], []])
def test_armies_on_the_screen_are_settled_for_a_single_game(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Their pieces have badges. In a longer match each game has other armies, which XBoard cannot show."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for games in ([], ["--games", "2"]) if "--match" in arguments else ([],):
        output = CliRunner().invoke(xboard, [AUGMENTED, *arguments, *games, "--print"]).output
        assert ("WhiteArmy=R" in output) != bool(games)
        assert (f"-pieceImageDirectory {tmp_path}" in output) != bool(games)


@pytest.mark.parametrize("arguments", [["--watch"], ["--match"], ["--match", "--games", "2"], []])
def test_the_board_s_engine_names_the_game(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The engine that draws the board has the game in its name, which XBoard shows in its title."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    output = CliRunner().invoke(xboard, ["augmented-chess", *arguments, "--print"]).output
    first, second = (re.search(rf"-{flag} '([^']*)'", output) for flag in ("fcp", "scp"))
    assert first is not None
    assert second is not None
    assert f"--board {tmp_path}" in first[1]
    assert "--board" not in second[1]
    assert f"-pieceImageDirectory {tmp_path}" in output  # without halflings


def test_a_number_after_match_is_not_passed_to_xboard():
    done = CliRunner().invoke(xboard, ["normal", "--match", "3", "--print"])
    assert done.exit_code == 2
    assert "unexpected argument '3': XBoard's arguments start with - and go after --" in done.output
    done = CliRunner().invoke(xboard, ["normal", "--match", "--print", "--", "-size", "33"])
    assert done.output.endswith("-size 33\n")


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.parametrize("screen", [(1024, 600), (1280, 1024), (1366, 768), (3840, 2160), (1080, 1920)])
def test_boards_take_two_thirds_of_the_screen(variant: str, screen: tuple[int, int]):
    """As XBoard computes it: the size is that of a board of eight files, and the width stays."""
    projection = projection_for(variant)
    lines = projection.setup(Game(variant).position)
    shape = shape_of(with_margins(lines, screen) if projection.has_margins else lines)
    flags = launcher.size_flags(shape, screen)
    values = dict(zip(flags[::2], map(int, flags[1::2])))
    square = (8 * values["-boardSize"] + shape.columns // 2) // shape.columns
    width, height = square * shape.columns, square * shape.ranks
    assert width <= 0.95 * screen[0]
    assert width >= 392  # room for menus and messages
    widened = 392 <= width <= 430 and height <= screen[1] - 150
    assert 0.6 * screen[1] <= height <= 0.7 * screen[1] or width >= 0.85 * screen[0] or widened
    if shape != Shape():
        assert Shape(values["-boardWidth"], values["-boardHeight"], values["-holdingsSize"]) == shape


@pytest.mark.parametrize("variant", REGISTRY)
def test_every_game_has_coordinates(variant: str):
    """Either XBoard's, or those in the picture."""
    projection = projection_for(variant)
    assert (
        f"-showCoords {str(projection.coordinates).lower()}" in CliRunner().invoke(xboard, [variant, "--print"]).output
    )
    assert projection.coordinates or board(f"{projection.board}-black").exists()


@pytest.mark.parametrize(
    ("cards", "server", "player", "heard"),
    [
        (" 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n", False, True, True),
        (" 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n", False, False, False),
        ("--- no soundcards ---\n", False, True, False),
        ("--- no soundcards ---\n", True, True, True),
        (None, False, True, False),
        (None, True, True, True),
    ],
)
def test_no_sound_without_a_sound_card(
    cards: str | None, server: bool, player: bool, heard: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """And none without a program to play it, because XBoard would print its errors."""
    if cards is not None:
        (tmp_path / "cards").write_text(cards)
    if server:
        (tmp_path / "pulse").mkdir()
        (tmp_path / "pulse" / "native").touch()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(launcher, "_SOUND_CARDS", tmp_path / "cards")
    monkeypatch.setattr(launcher.shutil, "which", lambda name: f"/usr/bin/{name}" if player else None)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    assert launcher.sound_flags() == ([] if heard else ["-soundProgram", ""])


def test_the_board_is_read_again_by_a_change_of_size():
    (line,) = projection_for("halfgi").setup(Game("halfgi").position)
    assert re.fullmatch(r"setup \(\S+\) 8x5\+0_unknown 8/8/8/8/8 w - - 0 1", redraw_line(line))
    assert shape_of([line]) == Shape(8, 10)
    assert Shape(8, 8, 8).columns == 12


def test_the_file_for_the_games_is_checked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """XBoard would lose the games without a word."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    done = CliRunner().invoke(xboard, ["normal", "--print", "--save", "no/games.pgn"])
    assert done.exit_code == 2
    assert done.stderr == "oddfish: cannot write no/games.pgn: No such file or directory\n"
    for path, place in (("games.pgn", "games.pgn"), ("~/games.pgn", "home/games.pgn")):
        done = CliRunner().invoke(xboard, ["normal", "--print", "--save", path])
        assert done.output.endswith(f"-sgf {tmp_path / place}\n")
        assert not (tmp_path / place).exists()
