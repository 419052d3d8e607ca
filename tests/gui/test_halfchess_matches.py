"""The engine plays itself in XBoard, with ``oddfish xboard VARIANT --match``, to the end of the game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gui.harness import Display, XBoard, missing_programs, wait_until
from gui.table import PLAIN, Table, army_options, essence, oddfish_command, plain
from oddfish.engine.game import Game

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

#: Seconds within which a game at these time controls is over, however slow the machine.
GAME = 400


def match(display: Display, variant: str, pgn: Path, control: str, *flags: str) -> XBoard:
    return XBoard(
        display,
        launch=[
            *(oddfish_command(), "xboard", variant, "--match", "--time", control, "--save", str(pgn)),
            *(word for flag in flags for word in ("--option", flag)),
        ],
        variant=variant,
        ready=False,
    )


def tags(pgn: str) -> dict[str, str]:
    return dict(re.findall(r'^\[(\w+) "(.*)"\]$', pgn, re.MULTILINE))


def armies(pgn: str) -> dict[str, str]:
    """The players' armies: each engine's name says which armies it wants for White and for Black."""
    names = [tags(pgn)[color].split()[-1].split(":") for color in ("White", "Black")]
    return {"WhiteArmy": names[0][0], "BlackArmy": names[1][1]}


def san(pgn: str) -> list[str]:
    """The moves as XBoard writes them."""
    text = re.sub(r"^\[.*\]$|\{[^}]*\}", " ", pgn, flags=re.MULTILINE)
    return [word for word in text.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]


def describes(word: str, move: str, letter: str) -> bool:
    """Whether XBoard's text can stand for a move of the piece with this letter."""
    word = word.rstrip("+#")
    if word in ("O-O", "O-O-O"):
        return letter == "K" and move[2:3] == ("g" if word == "O-O" else "c") and move[0] == "e"
    found = re.fullmatch(r"([A-Z]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([A-Z]))?", word)
    return (
        found is not None
        and (found[1] or "P") == letter
        and (found[2] or move[0]) == move[0]
        and (found[3] or move[1]) == move[1]
        and found[4] == move[2:4]
        and (found[5] or "").lower() == move[4:]
    )


def replay(variant: str, pgn: str, moves: list[str]) -> Game:
    """Play the moves that were sent: each must be legal and agree with the PGN, and so must the result."""
    game = Game(variant, armies(pgn) if variant.startswith("augmented") else {})
    words = san(pgn)
    assert len(words) == len(moves)
    for word, move in zip(words, moves):
        position: Any = game.position
        text = game.push(plain(move))
        square = int(text[1]) * 8 - 8 + ord(text[0]) - ord("a")
        assert describes(word, text, position.cell(square).upper()), (word, text, position.fen())
    result = game.result()
    assert result is not None, f"nothing ended the game: {pgn}"
    assert tags(pgn)["Result"] == result.text
    assert re.findall(r"\{([^}]*)\}", pgn)[-1] == result.reason
    return game


def refusals(xboard: XBoard) -> list[str]:
    return [m.text for m in xboard.messages() if m.text.startswith(("Illegal", "Error", "tellusererror"))]


@pytest.mark.parametrize("variant", ["augmented-half-chess", "augmented-chess", "half-chess"])
def test_match(display: Display, artifacts: Path, tmp_path: Path, variant: str) -> None:
    """With random armies. An engine that ignored the clock would forfeit at this time control."""
    pgn_file = tmp_path / "match.pgn"
    with match(display, variant, pgn_file, "0:04+0.05") as xboard:
        wait_until(lambda: len(xboard.moves()) > 30 or xboard.process.poll() is not None, "thirty plies", GAME)
        xboard.screenshot(artifacts / f"match-{variant}.png")
        assert xboard.wait_exit(GAME) == 0
        moves = xboard.moves()
        assert not refusals(xboard)
    pgn = pgn_file.read_text()
    assert tags(pgn)["Variant"] == variant
    assert tags(pgn)["White"].startswith("Oddfish")
    game = replay(variant, pgn, moves)

    # XBoard itself reaches the same position when it loads its game again; the players' names carry the armies.
    load = [oddfish_command(), "xboard", variant, "--load", str(pgn_file), "--"]
    with XBoard(display, launch=load, options=PLAIN, variant=variant) as xboard, xboard.no_errors():
        wait_until(lambda: len(xboard.moves()) == len(moves), "all moves to be loaded")
        shown = xboard.save_position(tmp_path / "loaded.fen")
        assert essence(shown) == essence(game.fen())


def test_colours_change_in_a_match_of_two_games(display: Display, tmp_path: Path) -> None:
    """Each engine plays its own army with either colour: both PGNs must replay."""
    variant, pgn_file = "augmented-half-chess", tmp_path / "match.pgn"
    launch = [oddfish_command(), "xboard", variant, "--match", "--games", "2", "--save", str(pgn_file), "--"]
    with XBoard(display, launch=launch, options=["-depth", "2"], variant=variant, ready=False) as xboard:
        assert xboard.wait_exit(GAME) == 0
        played = xboard.games()
        assert not refusals(xboard)
    games = re.split(r"\n(?=\[Event )", pgn_file.read_text())
    assert len(games) == len(played) == 2
    for pgn, moves in zip(games, played):
        replay(variant, pgn, moves)
    assert tags(games[0])["White"] != tags(games[0])["Black"]


def test_given_armies(display: Display, tmp_path: Path) -> None:
    variant, pgn_file = "augmented-half-chess", tmp_path / "match.pgn"
    flags = [f"{name}={code}" for name, code in army_options(variant).items()]
    with match(display, variant, pgn_file, "0:02+0.02", *flags) as xboard:
        assert xboard.wait_exit(GAME) == 0
    assert armies(pgn_file.read_text()) == army_options(variant)


@pytest.mark.parametrize("words", [("--watch",), ("--match",), ("--match", "--games", "2")])
def test_the_title_names_the_game(display: Display, words: tuple[str, ...]) -> None:
    with Table(display, "halfgi", words=words, texture=True):
        title = wait_until(
            lambda: next((title for title in display.windows().values() if " vs. " in title), None), "the game to begin"
        )
        assert "(Halfgi)" in title
