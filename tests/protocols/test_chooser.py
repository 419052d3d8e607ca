"""Choosing a game: questions, answers, and the resulting command line."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from oddfish.engine.options import Option
from oddfish.engine.search_options import SKILL_LEVEL
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols import chooser
from oddfish.protocols.chooser.choice import ROLES, TIMES, Choice, questions, suggested
from oddfish.protocols.chooser.prompts import ask_by_prompts
from oddfish.protocols.commands import xboard as command
from oddfish.protocols.pictures.previews import preview
from oddfish.protocols.xboard import WATCH_TIME, time_flags

LEVEL = Option("Level", "spin", 20, 0, 20, help="how strongly it plays")


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_has_a_picture_and_can_be_played_as_it_is(name: str) -> None:
    assert preview(REGISTRY[name]).read_bytes().startswith(b"\x89PNG")
    choice = Choice(REGISTRY[name])
    assert choice.objection() == ""
    assert {option.name for option in questions(REGISTRY[name])}.isdisjoint(REGISTRY[name].hidden_options)


def test_the_times_offered_can_be_read() -> None:
    for text in TIMES:
        assert time_flags(text)


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (Choice(get_variant("banqi"), time="soon"), "time 'soon'"),
        (Choice(get_variant("banqi"), options={"ChariotRides": "far"}), "unknown value 'far'"),
        (Choice(get_variant("augmented-half-chess"), options={"WhiteArmy": "XX"}), "WhiteArmy"),
        (Choice(get_variant("normal"), engine={"Level": "21"}), "21 is outside 0..20"),
    ],
)
def test_errors_in_a_choice(choice: Choice, why: str) -> None:
    assert why in choice.objection([LEVEL])


def answer(lines: list[str], clocks: bool = True) -> tuple[Choice | None, str]:
    """The choice that results from lines typed in a terminal, and the output."""
    import click

    found: list[Choice | None] = []

    @click.command()
    def ask() -> None:
        found.append(ask_by_prompts([LEVEL], clocks))

    done = CliRunner().invoke(ask, input="".join(f"{line}\n" for line in lines))
    assert done.exception is None
    return found[0], done.output


def number(name: str) -> str:
    return str(list(REGISTRY).index(name) + 1)


def test_prompts() -> None:
    lines = [number("tandem-84"), "black", "never", "10+5", "7", "y", "glide-peaceful", "yes", "first"]
    choice, told = answer(lines)
    assert choice == Choice(
        get_variant("tandem-84"),
        "black",
        "10+5",
        {"GhostMove": "glide-peaceful", "SwapCompounds": "true", "EnPassantReply": "first"},
        {"Level": "7"},
    )
    assert all(variant.title in told for variant in REGISTRY.values())
    assert "time 'never': expected [MOVES/]MINUTES" in told
    assert "a b c d e f" in told.replace("  ", " ")  # the board


def test_prompts_take_defaults_and_can_be_cancelled() -> None:
    choice, _ = answer(["", "", "", "", "n"])
    assert choice == Choice(next(iter(REGISTRY.values())), engine={"Level": "20"})
    assert answer(["3"])[0] is None


def test_prompts_show_another_game() -> None:
    choice, told = answer([number("half-chess"), "another", number("banqi"), "watch", "", "", "n"])
    assert choice == Choice(get_variant("banqi"), "watch", WATCH_TIME, engine={"Level": "20"})
    assert told.count(get_variant("tandem-84").title) == 2
    assert "\nWhite, Black, watch, or another game (" in told
    assert "\nWhite (the first player), Black (the second player), watch, or another game (" in told


def test_prompts_for_a_game_without_clocks() -> None:
    choice, told = answer([number("banqi"), "", "0", "1.5", "", "n"], clocks=False)
    assert choice == Choice(get_variant("banqi"), seconds=1.5, engine={"Level": "20"})
    assert "Engine's seconds per move" in told


def test_the_chooser_suggests_a_beginner_s_level_to_people() -> None:
    beginners = SKILL_LEVEL._replace(default=2)
    assert [suggested(beginners, role).default for role in ROLES] == [2, 2, 20]
    assert suggested(SKILL_LEVEL._replace(default=7), "watch").default == 7
    assert suggested(LEVEL, "watch") == LEVEL


@pytest.mark.parametrize("name", REGISTRY)
def test_rules_are_in_paragraphs(name: str) -> None:
    """None longer than a dozen lines of the dialog."""
    paragraphs = REGISTRY[name].summary.split("\n\n")
    assert all(paragraph == paragraph.strip() and "\n" not in paragraph for paragraph in paragraphs)
    assert max(map(len, paragraphs)) < 600


@pytest.mark.parametrize(
    ("role", "flags"), [("white", ""), ("black", "-initialMode MachineWhite"), ("watch", "-initialMode TwoMachines")]
)
def test_the_command_line_of_a_choice(role: str, flags: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert role in ROLES
    monkeypatch.setenv("DISPLAY", ":0")
    chosen = Choice(get_variant("banqi"), role, "7+1", {"DarkCapture": "true"})
    monkeypatch.setattr(chooser, "choose", lambda options, here: None if here else chosen)
    done = CliRunner().invoke(command.xboard, ["--print"])
    assert done.exit_code == 0, done.output
    assert "-variant banqi " in done.output
    assert "--option DarkCapture=True" in done.output
    assert "-tc 7 -inc 1" in done.output
    assert ("-initialMode" in done.output) == bool(flags)
    assert flags in done.output


@pytest.mark.parametrize("missing", ["tkinter", "_tkinter"])
def test_without_tk_the_terminal_asks(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)  # as if Tk could not be loaded
    if missing == "_tkinter":
        monkeypatch.delitem(sys.modules, "tkinter", raising=False)
    assert not chooser.has_dialog()
    asked: list[object] = []
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(
        "oddfish.protocols.chooser.prompts.ask_by_prompts", lambda options, clocks: asked.append((options, clocks))
    )
    assert chooser.choose([LEVEL]) is None
    assert asked == [([LEVEL], True)]


def test_cancelling_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(chooser, "choose", lambda options, here: None)
    done = CliRunner().invoke(command.xboard, ["--print"])
    assert (done.exit_code, done.output) == (0, "")


def test_without_dialog_and_terminal_a_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(chooser, "has_dialog", lambda: False)
    done = CliRunner().invoke(command.xboard, ["--print"])
    assert done.exit_code == 2
    assert "python3-tk" in done.output
    assert "oddfish play" in done.output
