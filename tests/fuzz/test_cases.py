"""Bugs that fuzzers have found: conversations that once went wrong, by name (cases.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.grammar import complaint
from support.pipes import CecpEngine, UciEngine

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
@pytest.mark.quick(5)
def test_it_stays_fixed(case: dict[str, Any]):
    with CecpEngine() if case["protocol"] == "cecp" else UciEngine() as engine:
        engine.send(*case["lines"])
        if case["protocol"] == "cecp":
            engine.send(".", "resume", "exit", "force")
        assert complaint(engine.sync(), engine.errors) == ""
