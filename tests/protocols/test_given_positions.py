"""The FEN in the command line."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from oddfish.protocols.commands.group import cli


def invoke(*arguments: str, stdin: str = "") -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, list(arguments), input=stdin)


def output(*arguments: str, stdin: str = "") -> str:
    """The standard output of a command that must succeed."""
    result = invoke(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_every_command_takes_a_position_in_the_same_ways(tmp_path: Path) -> None:
    """After --fen with and without quotes, as one word, and as words."""
    fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    book = tmp_path / "a.book"
    assert (
        invoke(
            "book", "normal", "-n", "1", "--min-games", "1", "--plies", "2", "--nodes", "50", "--out", str(book)
        ).exit_code
        == 0
    )
    commands = [
        ("show", "normal"), ("moves", "normal"), ("perft", "normal", "2"), ("perft", "normal", "1", "--divide"),
        ("book", "show", str(book)), ("play", "normal", "--depth", "1"),
    ]  # fmt: skip
    for command in commands:
        ways = (("--fen", fen), (fen,), fen.split(), ("--fen", *fen.split()))
        told = [output(*command, *words, stdin="fen\n") for words in ways]
        assert told[1:] == told[:1] * 3
        assert told[0] != output(*command, stdin="fen\n")
        twice = invoke(*command, "--fen", fen, *fen.split())
        assert (twice.exit_code, "--fen gives the position" in twice.stderr) == (2, True), twice.output
    assert output("moves", "normal", "--fen", *fen.split(), "a2") == "a2a4\na2a3\n"
    assert output("moves", "normal", "--fen", fen, "a2") == output("moves", "normal", fen, "a2") == "a2a4\na2a3\n"
    assert "[FEN] cannot be used with --suite" in invoke("perft", "--suite", "builtin", "normal", "2", fen).stderr
