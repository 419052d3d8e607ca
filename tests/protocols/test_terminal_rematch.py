"""Rematches in the terminal: who plays first, and what stays the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oddfish.engine.rematch import FIRST
from oddfish.engine.variants import REGISTRY
from support.terminal import played

TWO = ("--white", "human", "--black", "human")
FIRST_WON = ("a2a2", "resign")  # by the second player's resignation
SECOND_WON = ("resign",)
DRAWN = ("draw",)


def who_begins(text: str) -> str:
    (sentence,) = re.findall(r"^.*now plays first\.$", text, re.MULTILINE)
    return sentence


def sentence(*typed: str, options: tuple[str, ...] = (), name: str = "banqi") -> str:
    """The sentence before a rematch of two people, after these lines."""
    return who_begins(played(name, *TWO, "--seed", "1", *options, typed="\n".join([*typed, "quit"]) + "\n"))


def test_the_loser_plays_first_in_banqi_between_people() -> None:
    assert sentence(*SECOND_WON, "rematch") == "The first player, who lost, now plays first."
    assert re.fullmatch("(Red|Black), who lost, now plays first.", sentence(*FIRST_WON, "rematch"))
    assert sentence(*DRAWN, "rematch") == "The second player, who moved second, now plays first."
    assert sentence(*SECOND_WON, "new") == sentence(*SECOND_WON, "REMATCH loser")


def test_other_games_swap_sides() -> None:
    for name in ("normal", "halfgi"):
        assert sentence("resign", "rematch", name=name) == "Black, who moved second, now plays first."
        assert sentence("draw", "rematch", name=name) == "Black, who moved second, now plays first."


@pytest.mark.parametrize(
    ("first", "ending", "says"),
    [
        ("loser", SECOND_WON, "The first player, who lost,"),
        ("winner", SECOND_WON, "The second player, who won,"),
        ("alternate", SECOND_WON, "The second player, who moved second,"),
        ("winner", DRAWN, "The second player, who moved second,"),
    ],
)
def test_you_choose_who_plays_first(first: str, ending: tuple[str, ...], says: str) -> None:
    """By an option for all rematches, or by the command for one."""
    assert sentence(*ending, "rematch", options=("--first", first)) == f"{says} now plays first."
    assert sentence(*ending, f"rematch {first}") == f"{says} now plays first."


def test_the_customs_of_all_games() -> None:
    customs = {name: variant.rematch_first for name, variant in REGISTRY.items()}
    assert {*customs.values()} <= {*FIRST}
    assert {name for name, first in customs.items() if first == "loser"} == {"banqi", "banqi-hongkong"}


def test_you_swap_sides_with_the_engine() -> None:
    text = played("banqi", "--depth", "1", typed="resign\nrematch\nresign\nrematch\nquit\n")
    first, second = "The first player: you, the second player: Oddfish", "The first player: Oddfish"
    assert [line[: len(first)] for line in text.splitlines() if first in line] == [first] * 2
    assert text.count(f"\n{second}") == 1
    stays = played("normal", "--first", "loser", "--depth", "1", typed="resign\nrematch\nquit\n")
    assert stays.count("\nWhite: you, Black: Oddfish") == 2  # you lost, and play first again


def test_a_rematch_needs_a_finished_game_and_a_known_word() -> None:
    text = played("normal", *TWO, typed="rematch\nresign\nrematch me\nquit\n")
    assert "rematch works only after the game: first finish it, resign or agree on a draw" in text
    assert "me cannot play first: choose alternate, loser or winner" in text
    assert "now plays first" not in text
    assert "rematch [WHO]" in played("normal", *TWO, typed="help\n")


def test_the_position_of_a_given_fen_is_played_again() -> None:
    """The side to move in it plays first, even if that is Black."""
    fen = "k7/8/8/8/8/8/6q1/K7 b - - 0 1"
    text = played("normal", *TWO, "--fen", fen, "--first", "loser", typed="resign\nrematch\nfen\nquit\n")
    assert who_begins(text) == "Black, who lost, now plays first."
    assert text.count("Black to move") == 2
    assert fen in text


def deals(file: Path) -> list[list[str]]:
    """The pieces that the flips of each saved game turned up."""
    return [re.findall(r"a\da\d=(\w\w)", game) for game in file.read_text().split("[Event ")[1:]]


def test_house_rules_stay_and_the_deal_is_new(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    flips = "a1a1\na2a2\na3a3\na4a4\nresign\n"
    again = ("banqi", *TWO, "--seed", "1", "-o", "NoProgressPlies=60", "--save", str(file))
    text = played(*again, typed=f"{flips}rematch\nundo\n{flips}quit\n")
    assert "You have no move to take back." in text
    games, turned = file.read_text(), deals(file)
    assert games.count('[Options "NoProgressPlies=60"]') == len(turned) == 2
    assert len(turned[0]) == len(turned[1]) == 4
    assert turned[0] != turned[1]
    file.unlink()
    played(*again, typed=f"{flips}rematch\n{flips}quit\n")
    assert deals(file) == turned  # the seed decides both


def test_a_rematch_without_a_move_is_not_saved_and_older_files_are_safe(tmp_path: Path) -> None:
    file, own = tmp_path / "games.pgn", tmp_path / "own.pgn"
    typed = f"e2e4\nresign\nsave {own}\nrematch\nd2d4\nsave {own}\nundo\nquit\n"
    text = played("normal", *TWO, "--save", str(file), typed=typed)
    assert f"{own} already exists: choose another name" in text
    assert "1. e2e4" in own.read_text()
    assert file.read_text().count("[Event ") == 1
    assert "1. e2e4 {resignation} 1-0" in file.read_text()
