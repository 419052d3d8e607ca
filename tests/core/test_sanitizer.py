"""The debug and sanitizer build, which checks every node's position and key, every access and every overflow."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def runtime(name: str) -> str | None:
    """The path of a sanitizer's runtime library, according to the C compiler."""
    compiler = os.environ.get("CC", "cc").split()
    if shutil.which(compiler[0]) is None:
        return None
    answer = subprocess.run([*compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=False)
    path = answer.stdout.strip()
    return path if os.path.isabs(path) else None


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_sanitizers_find_nothing(tmp_path: Path) -> None:
    libraries = [runtime("libasan.so"), runtime("libubsan.so")]
    if not sys.platform.startswith("linux") or None in libraries:
        pytest.skip("the C compiler brings no shared sanitizer runtimes")
    base = ROOT / "build" / "sanitized"  # also that of `make test-sanitized` and `make fuzz SANITIZE=1`
    environment = {**os.environ, "ODDFISH_SANITIZE": "1", "ODDFISH_DEBUG": "1"}
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build", "--build-base", str(base)],
        cwd=ROOT, env=environment, check=True, capture_output=True,
    )  # fmt: skip
    place = next(base.glob("lib*"))
    environment.update(
        LD_PRELOAD=" ".join(library for library in libraries if library),
        ASAN_OPTIONS="detect_leaks=0:abort_on_error=0",
        UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1",
        # Run from the build alone, not from the editable install or the folders of the checkout.
        PYTHONPATH=str(place),
    )
    done = subprocess.run(
        [sys.executable, "-S", str(ROOT / "tests" / "core" / "sanitized_run.py")],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(str(place)), "another build was run"
    assert "debug=True" in done.stdout.splitlines()[0]
    assert "sanitized run finished" in done.stdout
    assert "runtime error" not in done.stderr
    assert "ERROR: AddressSanitizer" not in done.stderr
