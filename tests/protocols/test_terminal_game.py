"""Games in the terminal: commands, and what the program says."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from oddfish.engine import NAME
from oddfish.engine.game import Game, Result
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.terminal import Setting, Terminal
from oddfish.protocols.terminal.commands import described
from oddfish.protocols.terminal.printing import outcome_text
from support.terminal import played


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
    reason = "the Pawn on e2 does not move to e5, only to e3 and e4, or to d3 and f3 to capture"
    assert f"e2e5 is illegal: {reason}." in text
    assert "e2e4 is legal." in text
    assert "why needs an argument: why MOVE" in text
    assert "[/red] is illegal: write moves like" in text


def test_why_tells_what_an_abbreviation_stands_for() -> None:
    fen = "4(wf)3/8/8/7(rr)/3(WR)4/8/8/4F3[] w - - 0 1"
    text = played("bifold-halfgi", "--fen", fen, "--depth", "1", typed="why d4d6\nwhy d4d6r\n")
    assert "d4d6 is legal, short for d4d6r: the unit of half Rook and Wazir on d4 may not cross d5" in text
    assert "d4d6r is legal." in text


def test_a_refused_move_is_explained() -> None:
    text = played("normal", "--depth", "1", typed="a1a3\nnonsense\n")
    assert "'a1a3' is not a legal move; type moves or help\nThe Rook on a1 is blocked by the Pawn on a2.\n" in text
    told = "'nonsense' is not a legal move; type moves or help\nWrite moves like b1a3 or g2g4.\n"
    assert text.endswith(f"{told}\nGame left unfinished.\n")


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("normal", "e4", "1. e2e4"),
        ("normal", "nc3", "1. b1c3"),
        ("normal", "E2-e4!", "1. e2e4"),
        ("half-chess", "Nf3", "1. g1f3"),
        ("bifold-halfgi", "Hc3", "1. b1c3"),
        ("tandem-84", "c4", "1. c2c4"),
        ("tandem-84", "c4\nNd5, i4", "1. c2c4 e7d5,i6i4"),
        ("banqi", "b3", "1. b3b3="),
    ],
)
def test_moves_in_other_notations_are_played(name: str, typed: str, told: str) -> None:
    text = played(name, "--white", "human", "--black", "human", typed=f"{typed}\nlist\n")
    assert f"\n{told}" in text
    assert "not a legal move" not in text


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("bifold-halfgi-weak", "e4", "'e4' fits several moves: e2e4 e2e4p"),
        ("normal", "Qe5", "'Qe5' is not a legal move; type moves or help\nWrite moves like "),
        ("normal", "O-O", "'O-O' is not a legal move; type moves or help\nCastling is blocked by the Bishop on f1."),
        ("banqi", "b9", "'b9' is not a legal move; type moves or help\nThere is no square b9: "),
        (
            "tandem-84",
            "c4\nNd5",
            "type moves or help\nA turn is two moves: add one on files g to l",
        ),
        ("normal", "mvoes", "Unknown command 'mvoes': did you mean moves?"),
        ("banqi", "savw game.pgn", "Unknown command 'savw game.pgn': did you mean save?"),
    ],
)
def test_what_cannot_be_played_is_explained(name: str, typed: str, told: str) -> None:
    assert told in played(name, "--white", "human", "--black", "human", typed=f"{typed}\n")


def test_castling_as_on_paper() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    both = ("--white", "human", "--black", "human")
    assert "1. e1g1 e8c8" in played("normal", *both, "--fen", fen, typed="O-O\n0-0-0\nlist\n")


@pytest.mark.parametrize("name", REGISTRY)
def test_a_game_says_where_its_lessons_are(name: str) -> None:
    assert f"\nLessons and rules: oddfish variants --rules {name}\n" in played(name, typed="")


def test_house_rules_are_named() -> None:
    text = played("banqi", "-o", "MultiCapture=true", "-o", "NoProgressPlies=60", "-o", "DealSeed=3", typed="")
    assert "Banqi\nHouse rules: MultiCapture=true, NoProgressPlies=60.\n" in text
    assert "House rules" not in played("banqi", typed="")
    assert "House rules" not in played("augmented-half-chess", "-o", "WhiteArmy=RF-CD-BW-QV", typed="")


def test_moves_of_a_series_have_one_number(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    fen = "4/4/4/4/4/1p2/1pp1/1R1p[] w r 0 5"
    both = ("--white", "human", "--black", "human", "-o", "MultiCapture=true")
    text = played("banqi", *both, "--fen", fen, typed=f"b1b2\nb2c2\nd1c1\nlist\nsave {file}\n")
    assert "5. b1b2 b2c2 d1c1\n" in text
    assert "5. b1b2 b2c2 d1c1 *" in file.read_text()
    assert "5. b1b2 b2c2 d1c1\n" in played("banqi", "--load", str(file), typed="list\n")


def test_results_in_words() -> None:
    both = ("--white", "human", "--black", "human")
    fifty = ("--fen", "k7/8/8/8/8/8/8/KQ6 w - - 99 70")
    assert "draw by the fifty-move rule" in played("normal", *both, *fifty, typed="b1b2\n")
    last = ("--fen", "4/4/4/4/4/4/4/Rp2[] w r 0 9")
    assert "1-0  Red wins by capturing all pieces" in played("banqi", *both, *last, typed="a1b1\n")
    slow = ("-o", "NoProgressPlies=1", "--fen", "4/4/4/4/4/4/4/R2p[] w r 0 9")
    assert "draw by the rule of moves without a flip or capture" in played("banqi", *both, *slow, typed="a1a2\n")
    royals = ("--fen", "4(wf)3/4(RR)3/8/8/8/8/8/4(WF)3[] w - - 0 1")
    assert "White wins by capturing both royals" in played("bifold-halfgi", *both, *royals, typed="e7e8\n")


def test_a_promotion_that_names_no_piece_asks_for_one() -> None:
    text = played("half-chess", "--fen", "8/P6k/8/8/8/8/8/K7 w - - 0 1", typed="why a7a8\na7-a8\na8=Q\nlist\n")
    assert "a7a8 is illegal: say what the Pawn promotes to: a7a8b, a7a8n, a7a8q or a7a8r." in text
    assert "'a7-a8' fits several moves: a7a8b a7a8n a7a8q a7a8r" in text
    assert "\n1. a7a8q" in text


def test_the_legend_says_whose_capitals_are() -> None:
    assert "Capitals are red, small letters black.\n" in played("banqi", "--level", "0", typed="")
    assert "Capitals are White's pieces, small letters Black's.\n" in played("half-chess", "--level", "0", typed="")


def test_faulty_moves_and_arguments_are_corrected() -> None:
    assert "There is no square e9" in played("normal", "--depth", "1", typed="e2e9\n")
    text = played("fanorona-chess", "--depth", "1", typed="why c3c4x\n")
    assert "name the captured piece's point last, such as c3b4xa5" in text
    text = played("normal", "--depth", "1", typed="moves e2 e4\nmoves n\nlevel 99\n")
    assert "moves takes one square, such as moves e2" in text
    assert "there is no square n" in text
    assert "level 99: choose a level from 0 to 20" in text


def test_moves_of_tandem_are_first_moves() -> None:
    text = played("tandem-84", "--white", "human", "--black", "human", typed="moves\nc2c4\nmoves\nmoves c6\n")
    assert "46 legal moves" in text
    assert "45 first moves; a turn is two moves, such as c7b5,h7g5" in text
    assert "1 first move from c6; a turn is two moves, such as c6c5,h7g5" in text


def test_a_finished_game_can_be_shown_saved_and_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    two = ("--white", "human", "--black", "human")
    fen = ("--fen", "k7/7R/1K6/8/8/8/8/8 w - - 0 1")
    text = played("normal", *two, *fen, typed=f"h7h8\nhint\nlist\nsave {file}\nundo\nh7h6\nquit\n")
    assert "1-0  White wins by checkmate\nthe game is over; type moves [square], why MOVE, " in text
    assert "undo, level [N], show, " in text
    assert "Saved 1 move to" in text
    assert file.read_text().endswith("1. h7h8 {checkmate} 1-0\n")
    assert text.endswith("Game left unfinished.\n")  # the game continued
    text = played("normal", *two, *fen, typed="resign\nundo\nh7h8\nquit\n")
    assert text.count("wins by") == 2
    assert "Black wins by resignation" in text
    assert text.endswith("White wins by checkmate\n")
    assert played("normal", *two, *fen, typed="h7h8\n").endswith("White wins by checkmate\n")


def test_a_draw_is_agreed_when_the_engine_is_worse_off() -> None:
    worse = "k7/8/8/8/8/8/3q4/K2QQ3 w - - 0 1"  # Black, the engine, is a Queen down
    text = played("normal", "--fen", worse, typed="draw\nundo\nquit\n")
    assert f"{NAME} accepts the draw." in text and "1/2-1/2  draw by agreement" in text
    assert text.rstrip().endswith("Game left unfinished.")  # undo took it back
    better = "k7/8/8/8/8/8/3qq3/K2Q4 w - - 0 1"
    text = played("normal", "--fen", better, typed="draw\nquit\n")
    assert f"{NAME} declines the draw." in text and "1/2-1/2" not in text
    even = played("normal", typed="draw\nquit\n")
    assert "declines the draw" in even  # a level position, early in the game


def test_two_people_agree_at_once() -> None:
    text = played("banqi", "--white", "human", "--black", "human", "--seed", "1", typed="draw\n")
    assert "1/2-1/2  draw by agreement" in text


@pytest.mark.parametrize(
    ("winner", "reason", "text"),
    [
        (0, "checkmate", "White wins by checkmate"),
        (1, "stalemate", "Black wins by stalemate"),
        (0, "royals captured", "White wins by capturing both royals"),
        (1, "no legal move", "Black wins: White has no legal move"),
        (1, "all pieces captured", "Black wins by capturing all pieces"),
        (0, "perpetual attack", "White wins: perpetual attack"),
        (None, "repetition", "draw by repetition"),
        (None, "no legal move", "draw: no legal move"),
        (None, "move rule", "draw by the fifty-move rule"),
    ],
)
def test_results_are_in_plain_words(winner: int | None, reason: str, text: str) -> None:
    assert outcome_text(Result(winner, reason), Game("normal")) == text


def test_eval_is_white_s() -> None:
    fens = ("k7/8/8/8/8/8/8/KQ6 w - - 0 1", "k7/8/8/8/8/8/8/K1Q5 b - - 0 1")
    for fen in fens:
        text = played("normal", "--white", "human", "--black", "human", "--fen", fen, typed="eval\n")
        (line,) = [line for line in text.splitlines() if line.startswith("Evaluation: ")]
        assert line.startswith("Evaluation: White is ")
        assert float(line.split()[3]) > 3
    even = played("normal", "--fen", "k7/8/8/8/8/8/8/7K w - - 0 1", "--black", "human", typed="undo\neval\n")
    assert "draw by insufficient material" in even
    text = played("banqi", "--fen", "4/4/4/4/4/4/4/Pr1k[] w b 0 9", "--white", "human", typed="eval\n")
    assert "Evaluation: Black is " in text


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
def test_games_begin_with_examples_and_help_explains_their_notation(name: str) -> None:
    text = played(name, "--seed", "2", typed="help\n")
    (line,) = [line for line in text.splitlines() if line.startswith("Type a move such as ")]
    examples = line.removeprefix("Type a move such as ").removesuffix(", or help.").split(" or ")
    assert len(examples) == 2
    assert {*examples} <= {*Game(name, seed=2).legal()}
    for example, meaning in guide_of(REGISTRY[name]).notation:
        assert any(row.split()[:1] == [example] and meaning.split()[0] in row for row in text.splitlines())
    for command, _ in described():
        assert command in text


@pytest.mark.parametrize("name", REGISTRY)
def test_notations_are_read_as_moves(name: str) -> None:
    """Each part of each example."""
    guide = guide_of(REGISTRY[name])
    for example, _ in guide.notation:
        assert all(guide.read(part) is not None for part in example.split(",")), example


@pytest.mark.parametrize(
    ("name", "options", "own", "others"),
    [
        ("bifold-halfgi", (), ("a7a8=q", "e1g1"), ("a7a8=qh", "e2e4l", "e2e4p")),
        ("bifold-halfgi-wazirs", (), ("a7a8=q", "the two Wazirs move"), ("a7a8=qh", "e2e4l", "royal pair")),
        ("bifold-halfgi-handed", (), ("a7a8=qh", "a7a8l=q", "e2e4l", "e2e4d"), ("e2e4p", "or a Pawn", "Wazirs")),
        ("bifold-halfgi-weak", (), ("a7a8=qh", "a7a8p=q", "e2e4p"), ("e2e4l", "e2e4d", "or a Pawn")),
        ("bifold-halfgi", ("Castling=false",), ("a7a8=q",), ("e1g1", "castle")),
        ("banqi", (), ("a1a1",), ("0000", "face down on", "MultiCapture")),
        ("banqi-hongkong", ("MultiCapture=true",), ("0000", "go on capturing"), ("face down on",)),
        ("banqi", ("DarkCapture=true",), ("face down on a2",), ("0000",)),
    ],
)
def test_help_lists_only_the_notation_of_the_game(
    name: str, options: tuple[str, ...], own: tuple[str, ...], others: tuple[str, ...]
) -> None:
    words = [word for option in options for word in ("-o", option)]
    moves = played(name, *words, typed="help\n").partition("\nMoves")[2].partition("\nCommands")[0]
    assert [text for text in own if text not in moves] == []
    assert [text for text in others if text in moves] == []


@pytest.mark.parametrize(
    ("name", "fen", "texts"),
    [
        ("bifold-halfgi-handed", "7(wf)/(LD)7/8/8/8/8/8/4(WF)3[] w - - 0 1", "a7a8=qh a7a8l=q"),
        ("bifold-halfgi-weak", "7(wf)/(PP)7/8/8/8/8/8/4(WF)3[] w - - 0 1", "a7a8=qh a7a8p=q"),
        ("bifold-halfgi-handed", "7(wf)/8/8/8/8/8/4(LD)3/4(WF)3[] w - - 0 1", "e2e4 e2e4l e2e4d"),
        ("bifold-halfgi-weak", "7(wf)/8/8/8/8/8/4(PP)3/4(WF)3[R] w - - 0 1", "e2e4 e2e4p r@e4"),
        ("bifold-halfgi-wazirs", "q7/P6q/8/(qb)7/8/8/8/(RR)2(ww)(WW)2(RR)[] w K - 0 1", "e1g1"),
        ("bifold-halfgi", "7(wf)/P7/8/8/(qb)7/8/8/R3(WF)3[] w - - 0 1", "a1a4xq a7a8=q"),
    ],
)
def test_examples_of_half_sized_pieces_are_moves(name: str, fen: str, texts: str) -> None:
    """In positions in which they make sense."""
    notation = [example for example, _ in guide_of(REGISTRY[name]).notation]
    assert [text for text in texts.split() if text not in notation] == []
    legal = Game(name, fen=fen).legal()
    assert [text for text in texts.split() if text not in legal] == []


def test_help_explains_unusual_notation() -> None:
    notations = {
        name: " ".join(f"{text} {meaning}" for text, meaning in guide_of(REGISTRY[name]).notation) for name in REGISTRY
    }
    assert "turn up" in notations["banqi"]
    assert "drop" in notations["halfgi"]
    assert "one half of a unit" in notations["bifold-halfgi"]
    assert all(sign in notations["tandem-84"] for sign in ("/", "~", ","))
    assert "capture the piece on a5" in notations["fanorona-chess"]


def test_flips_are_announced_and_give_colours() -> None:
    text = played("banqi", "--seed", "3", "--depth", "1", typed="a1a1\n")
    assert "The first player: you, the second player: Oddfish" in text
    assert "You to move" in text
    assert "The piece on a1 was a black Soldier. You play black, Oddfish" in text
    assert "plays red." in text
    assert "You (black) to move" in text
    (line,) = [line for line in text.splitlines() if line.startswith("  1... ")]
    assert line.startswith("  1... Red   ")
    assert "White" not in text
    both = played("banqi", "--seed", "3", "--white", "human", "--black", "human", typed="a1a1\nb1b1\n")
    assert "The piece on a1 was a black Soldier. The first player plays black, the second player plays red." in both
    assert "The second player (red) to move" in both
    assert both.count("plays") == 2


def test_the_deal_decides_what_turns_up() -> None:
    for flip in ("a1a1=bc", "a1a1=rg", "a1a1=rk"):
        text = played("banqi", "--seed", "3", "--depth", "1", typed=f"{flip}\nwhy {flip}\na1a1\n")
        assert f"{flip} is illegal: the deal decides what turns up: type a1a1." in text
        assert text.count("The piece on a1 was ") == 1
        assert "The piece on a1 was a black Soldier." in text


def test_attempts_are_announced() -> None:
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
    (line,) = [line for line in text.splitlines() if re.match("    1. (Red|Black) ", line)]
    move = line.split()[2]
    assert "=" in move
    assert f"The piece on {move[2:4]} was a " in text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fanorona-chess", "Pieces stand on the points where lines meet, and move along the lines."),
        ("bifold-halfgi", "Two letters on a square are two pieces, of one side or of both."),
        ("tandem-84", "Corresponding squares of the two boards are a and g,"),
        ("banqi", "Capitals are red, small letters black."),
    ],
)
def test_signs_on_the_board_are_explained(name: str, told: str) -> None:
    """On terminals of any width and with any colours."""
    for system in ("truecolor", None):
        file = io.StringIO()
        console = Console(file=file, force_terminal=True, color_system=system, width=60)  # type: ignore[arg-type]
        Terminal(Game(name), Setting(), console).introduce()
        assert f"\n{told}" in file.getvalue()
