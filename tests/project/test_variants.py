"""Variants do not depend on what evaluates their positions."""

from __future__ import annotations

import ast
from pathlib import Path

VARIANTS = Path(__file__).resolve().parents[2] / "engine" / "variants"


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def test_variants_import_no_evaluation() -> None:
    """The engine passes an evaluation to variants that need one (`Variant.with_choices`)."""
    found = {
        path.name: {name for name in imports(path) if name.startswith("oddfish.engine.evaluation")}
        for path in VARIANTS.rglob("*.py")
    }
    assert len(found) > 5
    assert not {name: names for name, names in found.items() if names}
