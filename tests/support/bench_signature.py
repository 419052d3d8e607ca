"""The node counts of ``oddfish bench``, by variant, as recorded in ``signature.json``.

A change of search or evaluation changes them: record the new ones with it
(``python tests/support/bench_signature.py``), and say so in its message.
"""

from __future__ import annotations

import json
from pathlib import Path

from oddfish.engine.bench import Count, bench
from oddfish.engine.variants import REGISTRY

FILE = Path(__file__).parents[1] / "data" / "signature.json"


def signature() -> dict[str, int]:
    """The recorded counts."""
    counts: dict[str, int] = json.loads(FILE.read_text())
    return counts


def count(variant: str) -> int:
    """The nodes that a variant's bench searches now."""
    return sum(bench(variant), Count(0, 0)).nodes


if __name__ == "__main__":
    FILE.write_text(json.dumps({variant: count(variant) for variant in REGISTRY}, indent=2) + "\n")
