"""How this copy of Oddfish was built, and which of its code this processor runs.

``setup.py`` writes the facts into a file of the package when it compiles the extension modules, so that they need
neither git nor a compiler later.
"""

from __future__ import annotations

import json
import os
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import oddfish

#: The file, in the folder of the package ``oddfish``.
FILE = "built.json"
_UNKNOWN = "unknown"


@dataclass(frozen=True)
class BuildFacts:
    """The facts of a build.

    Attributes:
        commit: the commit of the sources, with "-dirty" if they had changed since; "unknown" without git.
        compiler: the C compiler and its version.
        flags: the flags for the compiler.
        pext: whether the build has code for processors with a fast PEXT instruction.
    """

    commit: str = _UNKNOWN
    compiler: str = _UNKNOWN
    flags: str = ""
    pext: bool = False


def build_facts(folder: Path | None = None) -> BuildFacts:
    """The facts of this build. Facts that are missing or unreadable are "unknown".

    Args:
        folder: the folder of the file  [default: the package's].
    """
    place = (Path(oddfish.__file__).parent if folder is None else folder) / FILE
    try:
        found: Any = json.loads(place.read_text(encoding="utf-8"))
        return BuildFacts(
            commit=str(found["commit"] or _UNKNOWN),
            compiler=str(found["compiler"] or _UNKNOWN),
            flags=str(found["flags"]),
            pext=bool(found["pext"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return BuildFacts()


def code_in_use(facts: BuildFacts) -> tuple[str, str]:
    """How this processor looks up sliders' attacks, and the instructions that evaluate networks."""
    from oddfish.cext.core.geometry import FAST_PEXT
    from oddfish.engine.evaluation.networks import built_in_network
    from oddfish.engine.variants import DEFAULT, REGISTRY

    pext = facts.pext and FAST_PEXT and not os.environ.get("ODDFISH_PORTABLE")
    network = built_in_network(REGISTRY[DEFAULT])
    level = ("plain C", "SSE4.1", "AVX2")[network.level if network is not None else 0]
    return "PEXT" if pext else "magic numbers", level


def report() -> str:
    """The version and the facts, one a line: what a bug report should contain."""
    facts = build_facts()
    attacks, networks = code_in_use(facts)
    lines = [
        f"oddfish {oddfish.__version__}",
        f"commit     {facts.commit}",
        f"compiler   {facts.compiler}",
        *([f"flags      {facts.flags}"] if facts.flags else []),
        f"attacks    {attacks}",
        f"networks   {networks}",
        f"Python     {platform.python_version()} ({platform.python_implementation()})",
        f"system     {platform.platform()}",
    ]
    return "\n".join(lines)
