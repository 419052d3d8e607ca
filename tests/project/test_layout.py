"""The layout of docs/architecture.md: the direction of imports, and the modules that may name a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from oddfish.engine.variants import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("cext", "engine", "protocols", "library")
FAMILIES = sorted(path.parent.name for path in (ROOT / "cext").glob("*/game.pyx"))
SOURCES = sorted(
    path.relative_to(ROOT)
    for floor in FLOORS
    for path in (ROOT / floor).rglob("*")
    if path.suffix in (".py", ".pyi", ".pyx", ".pxd", ".pxi")
)


def module_of(path: Path) -> str:
    """The module that a file is part of. An included file is a separate module, whose name ends in ``.pxi``."""
    parts = path.with_suffix("").parts
    name = ".".join(("oddfish", *(parts[1:] if parts[0] == "library" else parts))).removesuffix(".__init__")
    return f"{name}.pxi" if path.suffix == ".pxi" else name


#: The files of each module: a ``.pyx`` may have a ``.pxd`` and a ``.pyi``.
MODULES: dict[str, list[Path]] = {}
for source in SOURCES:
    MODULES.setdefault(module_of(source), []).append(source)

#: General modules that may name a variant or a family, and why.
NAMING = {
    "engine/variants/__init__.py": "the one list of families",
}
#: The largest number of lines of a readable file.
MOST_LINES = 600
#: Slow generators, each with a whole game in one file on purpose.
LONGER = {"tests/reference/tandem.py": 720, "tests/reference/bifold.py": 680}

_CIMPORT = re.compile(
    r"^\s*(?:from\s+(oddfish[\w.]*)\s+c?import\s+(\([^)]*\)|[^\n]*)|c?import\s+(oddfish[\w.]*))", re.M
)
_INCLUDE = re.compile(r"^\s*include\s+[\"']([^\"']+)[\"']", re.M)


def family_of(path: Path) -> str | None:
    """The family that a file belongs to; None for general modules."""
    return next((part for part in path.with_suffix("").parts if part in FAMILIES), None)


def included(path: Path, root: Path = ROOT) -> list[Path]:
    """The files that a file includes as text."""
    if path.suffix not in (".pyx", ".pxd", ".pxi"):
        return []
    found = _INCLUDE.findall((root / path).read_text(encoding="utf-8"))
    return [(root / path.parent / name).resolve().relative_to(root.resolve()) for name in found]


def imported(path: Path) -> Iterator[str]:
    """Our modules that a file imports or includes, inside functions, too."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("oddfish"):
                yield from ((f"{node.module}.{alias.name}") for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name.startswith("oddfish"))
        return
    yield from map(module_of, included(path))
    for package, names, module in _CIMPORT.findall(text):
        if module:
            yield module
        for name in re.split(r"[,\s]+", names.strip("()")):
            yield f"{package}.{name}" if name else package


def resolved(name: str) -> str | None:
    """The module that a dotted name is in, None for ``oddfish`` itself."""
    while name not in MODULES and "." in name:
        name = name.rpartition(".")[0]
    return name if name in MODULES and name != "oddfish" else None


GRAPH = {
    name: {found for path in paths for found in map(resolved, imported(path)) if found is not None and found != name}
    for name, paths in MODULES.items()
}


def test_imports_point_down() -> None:
    """library -> protocols -> engine -> cext, and inside cext games -> core, search -> core."""
    wrong = []
    for name, targets in GRAPH.items():
        floor, *room = MODULES[name][0].parts
        for target in targets:
            other_floor, *other_room = MODULES[target][0].parts
            up = FLOORS.index(other_floor) > FLOORS.index(floor)
            aside = floor == other_floor == "cext" and len(other_room) > 1 and other_room[0] not in ("core", room[0])
            if up or aside:
                wrong.append(f"{name} -> {target}")
    assert wrong == []


def test_no_game_knows_another() -> None:
    wrong = []
    for name, targets in GRAPH.items():
        if family := family_of(MODULES[name][0]):
            others = (target for target in targets if family_of(MODULES[target][0]) not in (None, family))
            wrong += [f"{name} -> {other}" for other in others]
    assert wrong == []


#: Optional packages, and the modules that are useless without them. Other modules import them inside functions, so that
#: they can be imported without these packages.
EXTRAS: dict[str, set[str]] = {
    "distributed": {"oddfish.engine.experiments.cluster", "oddfish.engine.experiments.cluster_perft"},
    "numpy": {
        "oddfish.engine.experiments.train.accelerated",
        "oddfish.engine.experiments.train.descent",
        "oddfish.engine.experiments.train.fit",
        "oddfish.engine.experiments.train.loading",
        "oddfish.engine.experiments.train.parameters",
        "oddfish.engine.experiments.tune.fit",
        "oddfish.envs.open_spiel",
        "oddfish.envs.pettingzoo",
        "oddfish.envs.vector",
    },
    "gymnasium": {"oddfish.envs.pettingzoo"},
    "jax": {"oddfish.engine.experiments.train.accelerated"},
    "pettingzoo": {"oddfish.envs.pettingzoo"},
    "scipy": {"oddfish.engine.experiments.tune.fit"},
    "starlette": {"oddfish.protocols.web.app", "oddfish.protocols.web.security"},
    "uvicorn": {"oddfish.protocols.web.serving"},
    "websockets": set(),
    "resvg_py": set(),
    "PIL": set(),
}


@pytest.mark.later
def test_extras_are_imported_where_they_are_needed() -> None:
    wrong = []
    for path in SOURCES:
        if path.suffix == ".py":
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            found = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
            found += [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
            packages = {module.partition(".")[0] for module in found} & set(EXTRAS)
            wrong += [f"{path} imports {package}" for package in packages if module_of(path) not in EXTRAS[package]]
    assert wrong == []


def circles(graph: Mapping[str, Collection[str]]) -> list[str]:
    """Find circles in a graph, removing an edge of each, until there are none."""
    edges = {name: set(targets) for name, targets in graph.items()}
    found = []
    while True:
        try:
            TopologicalSorter(edges).prepare()
            return found
        except CycleError as error:
            line = error.args[1][::-1]  # each is a target of its predecessor
            found.append(" -> ".join(line))
            edges[line[0]].discard(line[1])


def test_there_are_no_circles() -> None:
    """Apart from packages that re-export names of their modules (``from .module import name``)."""
    graph = {
        name: {target for target in targets if not name.startswith(f"{target}.")} for name, targets in GRAPH.items()
    }
    assert circles(graph) == []


_WORDS = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_DEFINED = re.compile(
    r"^(?:cdef|cpdef|def)\s[^\n(]*?(\w+)\s*\(|^(?:cdef |ctypedef )?(?:class|struct|enum|union)\s+(\w+)", re.M
)
_IMPORTED = re.compile(r"\bc?import\s+(\([^)]*\)|[^\n]*)")


def code_of(text: str) -> str:
    """Cython source without comments, documentation and strings."""
    text = re.sub(r'"""(?:.|\n)*?"""|#[^\n]*', "", text)
    return re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", text)


def uses_in(unit: Path, root: Path = ROOT) -> dict[str, set[str]]:
    """Which files of a compilation unit (a module and the files that it includes) use functions and types of which
    others without importing them: inclusion hides that from the graph of imports. A file included from another folder
    is a template, and what it takes from its users does not count."""
    parts = [unit]
    for part in parts:
        parts += [path for path in included(part, root) if path.parent == unit.parent and path not in parts]
    codes = {part: code_of((root / part).read_text(encoding="utf-8")) for part in parts}
    defined = {
        part: {name for found in _DEFINED.findall(code) for name in found if name} for part, code in codes.items()
    }
    graph: dict[str, set[str]] = {}
    for part, code in codes.items():
        taken = {name for names in _IMPORTED.findall(code) for name in _WORDS.findall(names)}
        wanted = set(_WORDS.findall(code)) - taken - defined[part]
        graph[str(part)] = {str(other) for other in parts if other != part and wanted & defined[other]}
    return graph


def test_inclusion_hides_no_circle() -> None:
    units = [path for path in SOURCES if path.suffix in (".pyx", ".pxd") and included(path)]
    assert [circle for unit in units for circle in circles(uses_in(unit))] == []


HIDING = {
    "session.pyx": """
include "tree.pxi"
include "chance.pxi"

cdef class Search:
    def run(self):
        return search(3)
""",
    "tree.pxi": """
cdef int search(int depth):
    return mean(depth - 1)
""",
    "chance.pxi": """
cdef int mean(int depth):
    return {}  # not search(0)
""",
}


@pytest.mark.parametrize(
    ("expression", "circle"),
    [
        ("search(depth) if depth else 0", {"tree.pxi", "chance.pxi"}),
        ("(<Search> owner).depth", {"session.pyx", "tree.pxi", "chance.pxi"}),
        ("depth", set()),
    ],
)
def test_a_hidden_circle_is_found(tmp_path: Path, expression: str, circle: set[str]) -> None:
    for name, text in HIDING.items():
        (tmp_path / name).write_text(text.replace("{}", expression))
    found = circles(uses_in(Path("session.pyx"), tmp_path))
    assert [set(one.split(" -> ")) for one in found] == ([circle] if circle else [])


NAMES = re.compile("|".join(rf"\b{family}\b" for family in FAMILIES))
#: Except chess: the front ends and the match runner know it as the game of other programs.
VARIANTS = set(REGISTRY) - {"normal"}
QUOTED = re.compile("|".join(rf"[\"']{re.escape(name)}[\"']" for name in VARIANTS))


def named_in(path: Path) -> list[str]:
    """The games that a file names in code. Docstrings and comments may name games."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix not in (".py", ".pyi"):
        code = "\n".join(
            line.partition("#")[0] for line in re.sub(r'""".*?"""', "", text, flags=re.DOTALL).splitlines()
        )
        return NAMES.findall(code.lower()) + QUOTED.findall(code)
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
    found = [value for value in constants if value in VARIANTS or value in FAMILIES]
    return found + [name for name in names if NAMES.search(name.lower())]


@pytest.mark.later
def test_general_modules_name_no_game() -> None:
    general = [path for path in SOURCES if family_of(path) is None and path.as_posix() not in NAMING]
    assert {str(path): found for path in general if (found := named_in(path))} == {}


def test_files_can_be_read() -> None:
    long = {}
    for path in (*SOURCES, *(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))):
        lines = len((ROOT / path).read_text(encoding="utf-8").splitlines())
        if lines > LONGER.get(path.as_posix(), MOST_LINES):
            long[path.as_posix()] = lines
    assert not long
