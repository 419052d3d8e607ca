"""The house stands as docs/architecture.md says: which way imports point, and who may name a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddfish.engine.variants import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("cext", "engine", "protocols")
FAMILIES = sorted(path.parent.name for path in (ROOT / "cext").glob("*/game.pyx"))
SOURCES = sorted(
    path.relative_to(ROOT)
    for floor in FLOORS
    for path in (ROOT / floor).rglob("*")
    if path.suffix in (".py", ".pyi", ".pyx", ".pxd", ".pxi")
)
MODULES = {".".join(("oddfish", *path.with_suffix("").parts)).removesuffix(".__init__"): path for path in SOURCES}

#: General modules in which a variant's or a family's name may stand, and why.
NAMING = {
    "engine/variants/__init__.py": "the one list of families",
}
#: Lines of a file that one can still read.
MOST_LINES = 600
#: Slow generators, each the whole of a game in one place on purpose.
LONGER = {"tests/reference/tandem.py": 720, "tests/reference/bifold.py": 700}

_CIMPORT = re.compile(
    r"^\s*(?:from\s+(oddfish[\w.]*)\s+c?import\s+(\([^)]*\)|[^\n]*)|c?import\s+(oddfish[\w.]*))", re.M
)


def family_of(path: Path) -> str | None:
    """The family whose room a file stands in; None for general modules."""
    return next((part for part in path.with_suffix("").parts if part in FAMILIES), None)


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, inside functions too."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("oddfish"):
                yield from ((f"{node.module}.{alias.name}") for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name.startswith("oddfish"))
        return
    for package, names, module in _CIMPORT.findall(text):
        if module:
            yield module
        for name in re.split(r"[,\s]+", names.strip("()")):
            yield f"{package}.{name}" if name else package


def resolved(name: str) -> str | None:
    """The module that a dotted name is in, None for ``oddfish`` itself."""
    while name not in MODULES and "." in name:
        name = name.rpartition(".")[0]
    return name if name in MODULES else None


GRAPH = {
    name: {found for found in map(resolved, imported(path)) if found is not None and found != name}
    for name, path in MODULES.items()
}


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_down(name: str) -> None:
    """protocols -> engine -> cext, and inside cext games -> core, search -> core."""
    path = MODULES[name]
    for target in GRAPH[name]:
        other = MODULES[target]
        assert FLOORS.index(other.parts[0]) <= FLOORS.index(path.parts[0]), target
        if path.parts[0] == other.parts[0] == "cext" and len(other.parts) > 2:
            assert other.parts[1] in ("core", path.parts[1]), target


@pytest.mark.parametrize("name", [name for name, path in MODULES.items() if family_of(path)])
def test_no_game_knows_another(name: str) -> None:
    families = {family_of(MODULES[target]) for target in GRAPH[name]} - {None}
    assert families <= {family_of(MODULES[name])}


#: Packages that not every installation has, and the modules that are of no use without them; others import them where
#: they are needed, so that what needs nothing else can be imported.
EXTRAS: dict[str, set[str]] = {
    "distributed": {"oddfish.engine.experiments.cluster", "oddfish.engine.experiments.cluster_perft"},
    "numpy": {"oddfish.engine.experiments.train.fit", "oddfish.engine.experiments.tune.fit"},
    "scipy": {"oddfish.engine.experiments.tune.fit"},
    "resvg_py": set(),
    "PIL": set(),
}


@pytest.mark.parametrize("name", [name for name, path in MODULES.items() if path.suffix == ".py"])
def test_extras_are_imported_where_they_are_needed(name: str) -> None:
    tree = ast.parse((ROOT / MODULES[name]).read_text(encoding="utf-8"))
    found = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    found += [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    for package in {module.partition(".")[0] for module in found} & set(EXTRAS):
        assert name in EXTRAS[package], package


def test_there_is_no_circle() -> None:
    """Packages aside that offer what a module of theirs defines (``from .module import name``)."""
    order: list[str] = []
    state: dict[str, int] = {}

    def visit(name: str, line: tuple[str, ...]) -> None:
        if state.get(name) == 2:
            return
        assert state.get(name) != 1, " -> ".join((*line, name))
        state[name] = 1
        for target in sorted(GRAPH[name]):
            if not name.startswith(f"{target}."):  # a module of the package
                visit(target, (*line, name))
        state[name] = 2
        order.append(name)

    for name in MODULES:
        visit(name, ())
    assert len(order) == len(MODULES)


NAMES = re.compile("|".join(rf"\b{family}\b" for family in FAMILIES))
#: Chess apart: the front ends and the match runner know it as what other programs play.
VARIANTS = set(REGISTRY) - {"normal"}
QUOTED = re.compile("|".join(rf"[\"']{re.escape(name)}[\"']" for name in VARIANTS))


@pytest.mark.parametrize("path", [path for path in SOURCES if family_of(path) is None], ids=str)
def test_general_modules_name_no_game(path: Path) -> None:
    """In code; examples in docstrings and comments may."""
    if path.as_posix() in NAMING:
        return
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        tree = ast.parse(text)
        documentation = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        constants = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        ]
        names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        names += imported(path)
        assert not [value for value in constants if value in VARIANTS or value in FAMILIES]
        assert not [name for name in names if NAMES.search(name.lower())]
    else:
        code = "\n".join(
            line.partition("#")[0] for line in re.sub(r'""".*?"""', "", text, flags=re.DOTALL).splitlines()
        )
        assert not NAMES.search(code.lower())
        assert not QUOTED.search(code)


def test_files_can_be_read() -> None:
    long = {}
    for path in (*SOURCES, *(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))):
        lines = len((ROOT / path).read_text(encoding="utf-8").splitlines())
        if lines > LONGER.get(path.as_posix(), MOST_LINES):
            long[path.as_posix()] = lines
    assert not long
