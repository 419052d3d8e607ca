"""The scripts in ``bench/``, which is not a package, as modules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

_FOLDER = Path(__file__).parents[2] / "bench"


def bench_script(name: str) -> ModuleType:
    """Load ``bench/NAME.py``. The scripts find each other, as when you run one."""
    if str(_FOLDER) not in sys.path:
        sys.path.append(str(_FOLDER))
    spec = importlib.util.spec_from_file_location(name, _FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
