"""Games in the terminal: what a person may ask, and what he is told."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from oddfish.engine.game import Game, Result
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.terminal import HELP, Setting, Terminal, outcome_text


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
    told = "'nonsense' is not a legal move; type moves or help\nMoves are written like b1a3 or g2g4.\n"
    assert text.endswith(f"{told}\nGame left unfinished.\n")


@pytest.mark.parametrize("name", REGISTRY)
def test_a_saved_game_goes_on(name: str, tmp_path: Path) -> None:
    """Armies, house rules and what was turned up come with it."""
    file, again = tmp_path / "game.pgn", tmp_path / "again.pgn"
    played(name, "--self", "--depth", "1", "--level", "0", "--seed", "3", "--save", str(file), typed="")
    words = file.read_text().split()
    played(name, "--load", str(file), typed=f"save {again}\n")
    assert again.read_text().split()[-len(words) // 2 :] == words[-len(words) // 2 :]


def test_a_seed_repeats_a_level_s_game(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.pgn", "b.pgn", "c.pgn")]
    for file, seed in zip(files, ("7", "7", "8")):
        played("normal", "--self", "--level", "2", "--seed", seed, "--save", str(file), typed="")
    first, again, other = (file.read_text() for file in files)
    assert first == again != other


def test_a_game_of_chance_goes_on_with_what_is_left(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    text = "1. a1a1=rk b8b8=bp *"
    file.write_text(f'[Variant "banqi"]\n[Options "DarkCapture=true"]\n\n{text}\n[Variant "halfgi"]\n\n1. e2e4 *\n')
    text = played("banqi", "--load", str(file), "--seed", "1", "--depth", "1", typed="c3c3\nlist\nundo\nundo\na1a1\n")
    assert "1. a1a1=rk b8b8=bp 2. c3c3=" in text
    assert text.count("The piece on a1 was a ") == 1
    for arguments, problem in [
        (("halfgi",), "a game of banqi, not of halfgi"),
        (("banqi", "--number", "2"), "a game of halfgi, not of banqi"),
        (("banqi", "--number", "3"), "holds 2 games: there is no game 3"),
        (("banqi", "--fen", "x"), "--fen does not go with --load"),
    ]:
        result = CliRunner().invoke(cli, ["play", *arguments, "--load", str(file)], input="")
        assert result.exit_code == 2
        assert problem in result.stderr
    file.write_text('[Variant "banqi"]\n\n1. a1a1=rk a1b7 *\n')
    result = CliRunner().invoke(cli, ["play", "banqi", "--load", str(file)], input="")
    assert "move 2 of game 1: 'a1b7' is not a legal move" in result.stderr


def test_banqi_tells_whose_the_letters_are() -> None:
    assert "Capitals are red, small letters black.\n" in played("banqi", "--level", "0", typed="")
    assert "Capitals" not in played("half-chess", "--level", "0", typed="")


def test_habits_of_notation_are_put_right() -> None:
    text = played("normal", "--depth", "1", typed="O-O\ne2-e9\nE2-e4\n")
    assert "Castling is written like e1g1." in text
    assert "It is written e2e4." in text
    text = played("fanorona-chess", "--depth", "1", typed="why c3c4x\n")
    assert "a capture names the point of the captured piece last, such as c3b4xa5" in text
    text = played("normal", "--depth", "1", typed="moves e2 e4\nmoves n\nlevel 99\n")
    assert "moves takes one square, such as moves e2" in text
    assert "there is no square n" in text
    assert "level 99: levels are 0 to 20" in text


def test_moves_of_tandem_are_first_moves() -> None:
    text = played("tandem-84", "--white", "human", "--black", "human", typed="moves\nc2c4\nmoves\nmoves c6\n")
    assert "46 legal moves" in text
    assert "45 first moves; a turn is two moves, such as c7b5,h7g5" in text
    assert "1 first move from c6; a turn is two moves, such as c6c5,h7g5" in text


def test_a_game_that_has_ended_can_be_looked_at_saved_and_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    two = ("--white", "human", "--black", "human")
    fen = ("--fen", "k7/7R/1K6/8/8/8/8/8 w - - 0 1")
    text = played("normal", *two, *fen, typed=f"h7h8\nhint\nlist\nsave {file}\nundo\nh7h6\nquit\n")
    assert "1-0  White wins by checkmate\nthe game is over: undo, save FILE, list, show, moves or quit\n" in text
    assert "Saved 1 move to" in text
    assert file.read_text().endswith("1. h7h8 {checkmate} 1-0\n")
    assert text.endswith("Game left unfinished.\n")  # it went on
    text = played("normal", *two, *fen, typed="resign\nundo\nh7h8\nquit\n")
    assert text.count("wins by") == 2
    assert "Black wins by resignation" in text
    assert text.endswith("White wins by checkmate\n")
    assert played("normal", *two, *fen, typed="h7h8\n").endswith("White wins by checkmate\n")


@pytest.mark.parametrize(
    ("winner", "reason", "text"),
    [
        (0, "checkmate", "White wins by checkmate"),
        (1, "stalemate", "Black wins by stalemate"),
        (0, "royals captured", "White wins: royals captured"),
        (1, "no legal move", "Black wins: White has no legal move"),
        (1, "all pieces captured", "Black wins: all pieces captured"),
        (0, "perpetual attack", "White wins: perpetual attack"),
        (None, "repetition", "draw by repetition"),
        (None, "no legal move", "draw: no legal move"),
        (None, "move rule", "draw by move rule"),
    ],
)
def test_results_are_told_in_plain_words(winner: int | None, reason: str, text: str) -> None:
    assert outcome_text(Result(winner, reason)) == text


def test_a_game_is_not_saved_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("kept")
    result = CliRunner().invoke(cli, ["play", "normal", "--save", str(file)], input="")
    assert result.exit_code == 2
    assert f"{file} exists: choose another name" in result.stderr
    assert file.read_text() == "kept"


def test_eval_is_white_s() -> None:
    fens = ("k7/8/8/8/8/8/8/KQ6 w - - 0 1", "k7/8/8/8/8/8/8/K1Q5 b - - 0 1")
    for fen in fens:
        text = played("normal", "--white", "human", "--black", "human", "--fen", fen, typed="eval\n")
        (line,) = [line for line in text.splitlines() if line.startswith("Evaluation: ")]
        assert float(line.split()[1]) > 3


def test_save(tmp_path: Path) -> None:
    file, other = tmp_path / "game.pgn", tmp_path / "other.pgn"
    other.write_text("kept")
    typed = f"e2e4\ne7e5\nsave {file}\ng1f3\nsave {file}\nsave {other}\nsave {tmp_path}\nsave\nsave no/such/x\n"
    typed += "save ~nosuchuser/x\n"
    text = played("normal", "--white", "human", "--black", "human", typed=typed)
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


@pytest.mark.parametrize("who", [("--white", "engine"), ("--black", "human")])
def test_the_board_is_turned_for_a_person_with_black(who: tuple[str, str]) -> None:
    text = played("half-chess", *who, "--depth", "1", typed="show\n")
    assert "1  R  N  B  K  Q  B  N  R \n" in text
    assert "8  r  n  b  k  q  b  n  r \n   h  g  f  e  d  c  b  a \n" in text
    both = played("half-chess", "--white", "human", "--black", "human", typed="e2e4\n")
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
    assert "The piece on a1 was a black Soldier. You play black, Oddfish" in text
    assert "plays red." in text
    assert "White (black) to move" in text
    both = played("banqi", "--seed", "3", "--white", "human", "--black", "human", typed="a1a1\nb1b1\n")
    assert "The piece on a1 was a black Soldier. White plays black, Black plays red." in both
    assert "Black (red) to move" in both
    assert both.count("plays") == 2


def test_attempts_are_told() -> None:
    fen = "4/4/4/4/4/4/4/KXXr[pP] w r 0 9"
    attempt = ("-o", "DarkCapture=true", "--white", "human", "--black", "human")
    told: set[str] = set()
    for seed in range(8):
        text = played("banqi", "--fen", fen, *attempt, "--seed", str(seed), typed="a1b1\n")
        told |= {line for line in text.splitlines() if line.startswith("The piece on b1 was")}
    assert told == {"The piece on b1 was a red Soldier; it stays.", "The piece on b1 was a black Soldier; it stays."}
    fen = "4/4/4/4/4/4/4/RX1r[p] w r 0 9"
    text = played("banqi", "--fen", fen, *attempt, typed="a1b1\n")
    assert "The piece on b1 was a black Soldier; it is captured." in text


def test_what_the_engine_turned_up_is_in_its_line() -> None:
    text = played("banqi", "--seed", "3", "--white", "engine", "--depth", "1", typed="")
    (line,) = [line for line in text.splitlines() if line.startswith("    1. White ")]
    move = line.split()[2]
    assert "=" in move
    assert f"The piece on {move[2:4]} was a " in text


def test_what_colours_tell_is_said_where_there_are_colours() -> None:
    game = Game("fanorona-chess")
    for system in ("truecolor", None):
        file = io.StringIO()
        console = Console(file=file, force_terminal=True, color_system=system, width=100)  # type: ignore[arg-type]
        Terminal(game, Setting(), console).introduce()
        assert ("Dark points are strong" in file.getvalue()) == (system is not None)
