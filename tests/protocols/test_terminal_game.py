"""Games in the terminal: what a person may ask, and what he is told."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.terminal import HELP, Setting, Terminal


def played(*arguments: str, typed: str) -> str:
    """What the game prints, given what is typed."""
    result = CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["play", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_moves_of_one_piece_are_drawn() -> None:
    text = played("half-chess", "--depth", "1", typed="moves b1\nmoves B8\nmoves z9\nmoves e5\n")
    assert "3  ·  .  ·  .  .  .  .  . \n" in text
    assert "· goes there" in text
    assert "b1a3  b1c3" in text
    assert "2 legal moves from b1" in text
    assert "no legal moves from b8" in text
    assert "there is no square z9" in text
    assert "no legal moves from e5" in text


def test_moves_of_a_hand() -> None:
    fen = "k7/8/8/8/8/8/P7/K7[Pn] w - - 0 1"
    text = played("halfgi", "--fen", fen, "--depth", "1", typed="moves p@\n")
    assert "8  k  .  .  .  .  .  .  . \n7  +  +  +  +  +  +  +  + \n" in text
    assert "+ is dropped there" in text


def test_why() -> None:
    text = played("normal", "--depth", "1", typed="why e2e5\nwhy e2e4\nwhy\nwhy [/red]\n")
    assert "e2e5 is not legal: the Pawn on e2 does not move to e5, only to d3, e3, e4 and f3." in text
    assert "e2e4 is legal." in text
    assert "why needs an argument: why MOVE" in text
    assert "[/red] is not legal: moves are written like" in text


def test_why_tells_what_an_abbreviation_stands_for() -> None:
    fen = "4(wf)3/8/8/7(rr)/3(WR)4/8/8/4F3[] w - - 0 1"
    text = played("bifold-halfgi", "--fen", fen, "--depth", "1", typed="why d4d6\nwhy d4d6r\n")
    assert "d4d6 is legal, short for d4d6r: the unit of half Rook and Wazir on d4 may not cross d5" in text
    assert "d4d6r is legal." in text


def test_a_refused_move_is_explained() -> None:
    text = played("normal", "--depth", "1", typed="a1a3\nnonsense\n")
    assert "'a1a3' is not a legal move; type moves or help\nThe Rook on a1 is blocked by the Pawn on a2.\n" in text
    assert text.endswith("'nonsense' is not a legal move; type moves or help\n\nGame left unfinished.\n")


def test_eval_is_white_s() -> None:
    fens = ("k7/8/8/8/8/8/8/KQ6 w - - 0 1", "k7/8/8/8/8/8/8/K1Q5 b - - 0 1")
    for fen in fens:
        text = played("normal", "--black", "human", "--fen", fen, typed="eval\n")
        (line,) = [line for line in text.splitlines() if line.startswith("Evaluation: ")]
        assert float(line.split()[1]) > 3


def test_save(tmp_path: Path) -> None:
    file, other = tmp_path / "game.pgn", tmp_path / "other.pgn"
    other.write_text("kept")
    typed = f"e2e4\ne7e5\nsave {file}\ng1f3\nsave {file}\nsave {other}\nsave {tmp_path}\nsave\nsave no/such/x\n"
    typed += "save ~nosuchuser/x\n"
    text = played("normal", "--black", "human", typed=typed)
    assert "Saved 2 moves to" in text
    assert "Saved 3 moves to" in text
    assert f"{other} exists: choose another name" in text
    assert other.read_text() == "kept"
    assert "save needs an argument: save FILE" in text
    assert "cannot write no/such/x: No such file or directory" in text
    assert "~nosuchuser/x: there is no home folder ~nosuchuser" in text
    pgn = file.read_text()
    assert '[Variant "normal"]' in pgn
    assert pgn.endswith("1. e2e4 e7e5 2. g1f3 *\n")


def test_commands_that_take_nothing_say_so() -> None:
    text = played("normal", "--depth", "1", typed="undo 3\nHINT\n")
    assert "undo takes no argument" in text
    assert "Hint: " in text


def test_the_board_is_turned_for_a_person_with_black() -> None:
    text = played("half-chess", "--white", "engine", "--depth", "1", typed="show\n")
    assert "1  R  N  B  K  Q  B  N  R \n" in text
    assert "8  r  n  b  k  q  b  n  r \n   h  g  f  e  d  c  b  a \n" in text
    both = played("half-chess", "--black", "human", typed="e2e4\n")
    assert "   a b c d e f g h\n" in both


@pytest.mark.parametrize("name", REGISTRY)
def test_games_greet_with_moves_of_theirs_and_explain_their_notation(name: str) -> None:
    text = played(name, "--seed", "2", typed="help\n")
    (line,) = [line for line in text.splitlines() if line.startswith("Type a move such as ")]
    examples = line.removeprefix("Type a move such as ").removesuffix(", or help.").split(" or ")
    assert len(examples) == 2
    assert {*examples} <= {*Game(name, seed=2).legal()}
    for example, meaning in guide_of(REGISTRY[name]).notation:
        assert any(row.split()[:1] == [example] and meaning.split()[0] in row for row in text.splitlines())
    for command, _ in HELP:
        assert command in text


@pytest.mark.parametrize("name", REGISTRY)
def test_notations_are_read_as_moves(name: str) -> None:
    """Each part of each example."""
    guide = guide_of(REGISTRY[name])
    for example, _ in guide.notation:
        assert all(guide.read(part) is not None for part in example.split(",")), example


def test_help_explains_what_is_odd_about_a_game() -> None:
    notations = {
        name: " ".join(f"{text} {meaning}" for text, meaning in guide_of(REGISTRY[name]).notation) for name in REGISTRY
    }
    assert "turn up" in notations["banqi"]
    assert "drop" in notations["halfgi"]
    assert "one half of a unit" in notations["bifold-halfgi"]
    assert all(sign in notations["tandem-84"] for sign in ("/", "~", ","))
    assert "capture the piece on a5" in notations["fanorona-chess"]


def test_flips_are_told_and_give_colours() -> None:
    text = played("banqi", "--seed", "3", "--depth", "1", typed="a1a1\n")
    assert "White to move" in text
    assert "On a1 was a black Soldier. You play black, Oddfish" in text
    assert "plays red." in text
    assert "White (black) to move" in text
    both = played("banqi", "--seed", "3", "--black", "human", typed="a1a1\nb1b1\n")
    assert "On a1 was a black Soldier. White plays black, Black plays red." in both
    assert "Black (red) to move" in both
    assert both.count("plays") == 2


def test_attempts_are_told() -> None:
    fen = "4/4/4/4/4/4/4/KXXr[pP] w r 0 9"
    attempt = ("-o", "DarkCapture=true", "--black", "human")
    told: set[str] = set()
    for seed in range(8):
        text = played("banqi", "--fen", fen, *attempt, "--seed", str(seed), typed="a1b1\n")
        told |= {line for line in text.splitlines() if line.startswith("On b1")}
    assert told == {"On b1 was a red Soldier, which stays.", "On b1 was a black Soldier, which stays."}
    fen = "4/4/4/4/4/4/4/RX1r[p] w r 0 9"
    text = played("banqi", "--fen", fen, *attempt, typed="a1b1\n")
    assert "On b1 was a black Soldier, which is captured." in text


def test_what_the_engine_turned_up_is_in_its_line() -> None:
    text = played("banqi", "--seed", "3", "--white", "engine", "--depth", "1", typed="")
    (line,) = [line for line in text.splitlines() if line.startswith("    1. White ")]
    move = line.split()[2]
    assert "=" in move
    assert f"On {move[2:4]} was a " in text


def test_what_colours_tell_is_said_where_there_are_colours() -> None:
    game = Game("fanorona-chess")
    for system in ("truecolor", None):
        file = io.StringIO()
        console = Console(file=file, force_terminal=True, color_system=system, width=100)  # type: ignore[arg-type]
        Terminal(game, Setting(), console).introduce()
        assert ("Dark points are strong" in file.getvalue()) == (system is not None)
