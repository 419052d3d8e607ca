"""`oddfish perft --divide`."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from oddfish.engine.perft import Part, Perft
from oddfish.protocols.commands.group import cli


@pytest.mark.parametrize(
    ("words", "printed"), [(("--divide",), "b1a3: 400\nb1c3: 440\n"), (("--divide", "--json"), ""), ((), "")]
)
def test_ctrl_c_keeps_the_moves_that_are_counted(
    words: tuple[str, ...], printed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may have taken hours."""
    counts = iter([(400, 0), (440, 0)])

    def result(perft: Perft, part: Part) -> tuple[int, int]:
        found = next(counts, None)
        if found is None:
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(Perft, "_result", result)
    done = CliRunner().invoke(cli, ["perft", "normal", "3", *words])
    assert (done.exit_code, done.stdout) == (130, printed)
    assert done.stderr == "oddfish: interrupted after 2 of 20 moves\n"
