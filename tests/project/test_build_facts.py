"""What a build records about itself, from a checkout, from an sdist, and without git."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish import __version__
from oddfish.__main__ import run as run_oddfish
from oddfish.engine.build_facts import FILE, BuildFacts, build_facts
from oddfish.protocols.commands.group import cli
from project.test_building import ROOT, project


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def setup(cwd: Path, *words: str) -> None:
    run(sys.executable, "setup.py", "-q", *words, cwd=cwd)


def facts_of(wheel: Path) -> dict[str, object]:
    with zipfile.ZipFile(wheel) as archive:
        found = json.loads(archive.read(f"oddfish/{FILE}"))
    assert isinstance(found, dict)
    return found


def test_the_version_is_reported_with_the_build() -> None:
    done = CliRunner().invoke(cli, ["--version"])
    assert done.exit_code == 0
    first, *rest = done.output.splitlines()
    assert first == f"oddfish {__version__}"
    names = [line.split()[0] for line in rest]
    assert [name for name in names if name != "flags"] == [
        "commit",
        "compiler",
        "attacks",
        "networks",
        "Python",
        "system",
    ]


def test_facts_that_cannot_be_read_are_unknown(tmp_path: Path) -> None:
    assert build_facts(tmp_path) == BuildFacts()
    for text in ("", "[]", "{}", '{"commit": 1}'):
        (tmp_path / FILE).write_text(text)
        assert build_facts(tmp_path) == BuildFacts()
    (tmp_path / FILE).write_text('{"commit": null, "compiler": "cc 1", "flags": "-O3", "pext": true}')
    assert build_facts(tmp_path) == BuildFacts("unknown", "cc 1", "-O3", True)


def test_the_code_in_use_can_be_the_portable_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDFISH_PORTABLE", "1")
    assert "\nattacks    magic numbers\n" in CliRunner().invoke(cli, ["--version"]).output


@pytest.mark.parametrize("error", ["/a/geometry.so: CPU ISA level is lower than required", "another"])
def test_an_old_processor_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: str
) -> None:
    (tmp_path / "for_new_processors.py").write_text(f"raise ImportError({error!r})")
    monkeypatch.syspath_prepend(tmp_path)
    if error == "another":
        with pytest.raises(ImportError, match=error):
            run_oddfish("for_new_processors")
        return
    assert run_oddfish("for_new_processors") == 2
    assert capsys.readouterr().err.startswith("oddfish: this processor lacks SSE4.2 or POPCNT")


def repository(folder: Path) -> Path:
    """A project with its own git repository."""
    project(folder)
    shutil.copy(ROOT / "MANIFEST.in", folder)
    (folder / "docs" / "rules" / "__init__.py").touch()
    (folder / ".gitignore").write_text("/build/\n*.egg-info/\n*.so\n/library/built.json\n/dist/\n")
    git = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org")
    run("git", "init", "-q", cwd=folder)
    run("git", "add", "-A", cwd=folder)
    run(*git, "commit", "-q", "-m", "First", cwd=folder)
    return folder


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / "setup.py").exists() or not shutil.which("git"), reason="needs a checkout and git")
def test_a_commit_gives_one_sdist(tmp_path: Path) -> None:
    """Its bytes depend neither on the hour nor on the modes of files in the checkout."""
    folder = repository(tmp_path / "project")
    for name, mode, when in (("first", 0o644, 10**9), ("second", 0o600, 10**9 + 1)):
        (folder / "README.md").chmod(mode)
        os.utime(folder / "README.md", (when, when))
        setup(folder, "sdist", "--dist-dir", str(tmp_path / name))
    (first,), (second,) = ((tmp_path / name).iterdir() for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()
    with tarfile.open(first) as archive:
        members = archive.getmembers()
    assert {(member.uid, member.gid, member.uname, member.gname) for member in members} == {(0, 0, "", "")}
    assert {member.mode for member in members} == {0o644, 0o755}
    moment = int(run("git", "log", "-1", "--format=%ct", cwd=folder))
    assert {member.mtime for member in members} == {moment}


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / "setup.py").exists() or not shutil.which("git"), reason="needs a checkout and git")
def test_the_commit_goes_into_sdist_and_wheel(tmp_path: Path) -> None:
    folder = repository(tmp_path / "project")
    commit = run("git", "rev-parse", "--short=12", "HEAD", cwd=folder).strip()
    setup(folder, "sdist", "--dist-dir", str(tmp_path))
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", **({"filter": "data"} if sys.version_info >= (3, 12) else {}))
    (source,) = (tmp_path / "unpacked").iterdir()
    assert not (source / ".git").exists()
    # A repository around the unpacked sdist is ignored.
    run("git", "init", "-q", cwd=tmp_path / "unpacked")
    setup(source, "bdist_wheel", "--dist-dir", str(tmp_path / "dist"))
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    facts = facts_of(wheel)
    assert facts["commit"] == commit
    assert facts["compiler"]
    if sys.platform != "win32":
        assert "-fvisibility=hidden" in str(facts["flags"])
    assert facts["pext"] is False  # neither of its two modules is built for PEXT
    # A build in place, after a change.
    (folder / "README.md").write_text("Changed\n")
    setup(folder, "build_ext", "--inplace")
    assert json.loads((folder / "library" / FILE).read_text())["commit"] == f"{commit}-dirty"
