"""Code for processors with a fast PEXT and AVX-512: which modules are loaded, and that all list and count the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from oddfish.cext.core.geometry import FAST_PEXT

#: Where the modules come from, and their counts for the suites.
SCRIPT = """
import json, sys
from oddfish.cext.halfchess import evaluation, moves
from oddfish.cext.core.perft import perft
sys.path.insert(0, sys.argv[1])
from support.perft_suite import suite
counts = []
for name in ("normal", "half-chess", "halfgi", "augmented-half-chess", "augmented-chess"):
    for entry in suite(name):
        depth = entry.depth_within(100_000)
        position = entry.position()
        counts.append([name, entry.name, depth, perft(position, depth), perft(position, depth, lists=True),
                       position.moves(), position.evaluate()])
        assert perft(position, depth) == entry.counts[depth], entry.name
print(json.dumps([moves.__file__, evaluation.__file__, counts]))
"""


def outcome(**environment: str) -> tuple[list[Path], list[list[object]]]:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(Path(__file__).parents[1])],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    *files, counts = json.loads(run.stdout)
    return [Path(file) for file in files], counts


def test_both_builds_agree() -> None:
    chosen, counts = outcome(ODDFISH_PORTABLE="")
    assert [file.parent.name for file in chosen] == ["pext" if FAST_PEXT else "halfchess"] * 2
    by_magics, expected = outcome(ODDFISH_PORTABLE="1")
    assert [file.parent.name for file in by_magics] == ["halfchess", "halfchess"]
    assert len(counts) > 40
    assert counts == expected
