"""The manual page."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from click.testing import CliRunner

from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import COMMANDS, cli


def printed() -> str:
    done = CliRunner().invoke(cli, ["help", "--man"])
    assert done.exit_code == 0
    return done.output


def test_it_has_every_command_and_variant() -> None:
    text = printed().replace("\\-", "-")
    for name in COMMANDS:
        assert f"\n.SS oddfish {name} " in text
    for name in REGISTRY:
        assert f"\n.B {name}\n" in text
    assert text.isascii()


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="needs mandoc")
def test_mandoc_has_no_complaints() -> None:
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "error"], input=printed(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_groff_has_no_warnings() -> None:
    command = ["groff", "-man", "-Tascii", "-ww", "-z"]
    done = subprocess.run(command, input=printed(), capture_output=True, text=True, check=True)
    assert done.stderr == ""
