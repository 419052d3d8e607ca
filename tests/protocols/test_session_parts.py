"""The parts of a session: each owns its attributes and lists its commands."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddfish.protocols import cecp, session, uci
from oddfish.protocols.cecp import Cecp
from oddfish.protocols.session import command_table
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import open_inbox
from oddfish.protocols.uci import Uci

PROTOCOLS = Path(session.__file__).parent
SHARED = ("session", "current_game", "engine_options", "diagnostics", "output", "replay", "runs")
FILES = [*sorted((PROTOCOLS / "cecp").glob("*.py")), *(PROTOCOLS / f"{name}.py" for name in (*SHARED, "uci"))]
#: Attributes that parts set in other objects: the public settings of the searcher and the book, and a thread's.
SETTINGS = {"multipv", "overhead", "elo", "level", "limited", "seed", "on_warning", "variant", "deal", "daemon"}


@functools.cache
def classes() -> dict[str, ast.ClassDef]:
    found = [node for file in FILES for node in ast.parse(file.read_text()).body if isinstance(node, ast.ClassDef)]
    assert len({each.name for each in found}) == len(found)
    return {each.name: each for each in found}


def assigned(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The object and the name of each attribute that is assigned."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield ast.unparse(node.value), node.attr


@pytest.mark.parametrize("name", classes())
def test_a_class_assigns_its_own_attributes_only(name: str):
    """It assigns only attributes that its constructor sets, and none that a base class sets."""
    known = classes()
    tree = known[name]
    constructors = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    own = {attribute for each in constructors for holder, attribute in assigned(each) if holder == "self"}
    assert own >= {attribute for holder, attribute in assigned(tree) if holder == "self"} - {"game"}
    assert {attribute for holder, attribute in assigned(tree) if holder != "self"} <= SETTINGS
    bases = [known[base.id] for base in tree.bases if isinstance(base, ast.Name) and base.id in known]
    assert len(bases) <= 1
    for base in bases:
        assert own.isdisjoint({attribute for _, attribute in assigned(base)})


def test_the_options_are_those_listed_for_the_command_line():
    """A GUI sees them in this order."""

    def write(*lines: str) -> None:
        pass

    for protocol, engine in ((cecp, Cecp), (uci, Uci)):
        one = engine(open_inbox(), write, Settings())  # type: ignore[arg-type]
        assert tuple(one.options.engine) == protocol.ENGINE_OPTIONS


def test_no_two_parts_have_the_same_command():
    assert list(command_table({"go": print}, {"stop": print})) == ["go", "stop"]
    with pytest.raises(ValueError, match="go"):
        command_table({"go": print}, {"stop": print, "go": print})
